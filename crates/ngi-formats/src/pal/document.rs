//! A palette file as a tree of fields, and back.

use super::file::{self, PaletteFile, TABLE_MAGIC, TABLE_SIZE};
use super::types::{PALETTE_SIZE, Palette};
use crate::schema::Shape;
use crate::tree::{At, Draft, Form, Made, Node, Piece, Told, branches};
use crate::{Error, Result};

/// The stored records.
pub static RECORDS: &[&Shape] = &[];

/// Which record stands where, in the words of Kaitai Struct.
pub static KAITAI: &str = "
seq:
  - id: colours
    type: u1
    repeat: expr
    repeat-expr: 1024
    doc: 'Blue, green, red and an unused byte, 256 times.'
  - id: table_magic
    size: 4
    if: _io.size >= 1024 + 4 + 65536
  - id: table
    size: 65536
    if: _io.size >= 1024 + 4 + 65536
  - id: tail
    size-eos: true
";

branches! {
    /// Members of a palette's document.
    pub static DOCUMENT = {
        /// Colours: red, green, blue and an unused byte. The file stores blue, green, red and that
        /// byte.
        colours: Form::Value(Palette::KIND);
        /// Palette index for every pair of palette indices, row by row; null if there is no table.
        /// The engine's use of the table is unknown.
        table: Form::Hex, optional, = M "always present";
        /// Bytes after the colours and the table; none in a valid file.
        tail: Form::Hex;
    }
}

/// The fields of a palette file, with their places.
pub fn tree(bytes: &[u8]) -> Result<Node<'_>> {
    let parts = file::open(bytes).map_err(|(_, error)| error)?;
    let behind = At::Offset(PALETTE_SIZE + TABLE_MAGIC.len());
    let table = parts.table.map(|table| Node::Hex(table.into(), behind));
    let end = At::Offset(bytes.len() - parts.tail.len());
    Ok(Node::object(
        DOCUMENT,
        [
            Piece::of(Palette::KIND, bytes, 0).map(Into::into),
            Some(table.unwrap_or(Node::Told(Told::Null))),
            Some(Node::Hex(parts.tail.into(), end)),
        ],
    ))
}

/// What can be shown of a file that ends too soon: the colours, and what there is of the table.
pub fn remains(bytes: &[u8]) -> Option<Node<'_>> {
    let (_, error) = file::open(bytes).err()?;
    let colours = Piece::of(Palette::KIND, bytes, 0);
    Some(Node::remains(DOCUMENT, bytes, &error, |branch| {
        (branch.name == "colours").then(|| colours.clone()).flatten().map(Into::into)
    }))
}

/// The palette file that a draft describes.
pub fn make(draft: &Draft) -> Result<Made> {
    let mut bytes = draft.bytes("colours")?.to_vec();
    if draft.has("table") {
        let table = draft.bytes("table")?;
        if table.len() != TABLE_SIZE {
            let why = format!("{} bytes, but a table has {TABLE_SIZE}", table.len());
            return Err(Error::usage("table", why));
        }
        bytes.extend_from_slice(&TABLE_MAGIC);
        bytes.extend_from_slice(table);
    }
    let tail = draft.bytes("tail")?;
    bytes.extend_from_slice(tail);
    // A tail that looks like the start of a table would be read as one.
    if PaletteFile::read(&bytes)?.tail != tail {
        return Err(Error::usage("tail", "would be read as a table"));
    }
    Ok(Made { bytes, attributes: None })
}
