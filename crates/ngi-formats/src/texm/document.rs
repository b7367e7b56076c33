//! A texture as a tree of fields, and back.

use super::page::{Page, PageHead, Rect};
use super::read::Texm;
use super::types::{Header, MAGIC};
use crate::pal::Palette;
use crate::schema::{Kind, Record as _, Stored as _};
use crate::tree::{At, Branch, Draft, Form, Items, Made, Node, Piece, Told, branches};
use crate::{Error, Result};

branches! {
    /// Members of a texture's document.
    pub static DOCUMENT = {
        flat: Form::Value(Header::KIND), rebuilt;
        /// Palette of format 0: 256 colours, each as red, green, blue and an unused byte. The file
        /// stores blue first.
        palette: Form::Value(Palette::KIND), optional;
        /// Cells of an atlas; null if there are none.
        page: Form::List(&Form::Object(CELL)), optional;
        /// Bytes after all other data; the engine does not read them.
        tail: Form::Hex, = M "none";
        /// Pixels of all levels, top row first. The short form omits them.
        pixels: Form::Hex, optional;
    }
}

/// The fields of a cell; documents have them in another order than the file.
static CELL: &[Branch] = &[
    Branch::of_field(Rect::SHAPE, "x"),
    Branch::of_field(Rect::SHAPE, "y"),
    Branch::of_field(Rect::SHAPE, "w"),
    Branch::of_field(Rect::SHAPE, "h"),
];

/// Whether a tree has the pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pixels {
    /// It has.
    Shown,
    /// It has all but them.
    LeftOut,
}

/// The fields of a texture, with their places. Where its header cannot be followed, they are the
/// header's, and what could not be followed is bytes.
pub fn tree(bytes: &[u8], pixels: Pixels) -> Result<Node<'_>> {
    let texture = match Texm::read(bytes) {
        Ok(texture) => texture,
        Err(error) => return header_alone(bytes, &error).ok_or(error),
    };
    let (pixels_at, page_at) = (texture.pixels_offset(), texture.page_offset());
    let tail_at = page_at + texture.page().map_or(0, Page::stored_size);
    let hex = |from: usize, to: usize| {
        Node::Hex(bytes.get(from..to).unwrap_or_default().into(), At::Offset(from))
    };
    let palette = texture.palette().and_then(|_| Piece::of(Palette::KIND, bytes, Header::SIZE));
    let page = texture.page().map(|page| cells(bytes, page_at + PageHead::SIZE, page.rects.len()));
    Ok(Node::object(
        DOCUMENT,
        [
            Piece::of(Header::KIND, bytes, 0).map(Into::into),
            Some(palette.map_or_else(|| Told::Null.into(), Into::into)),
            Some(page.map_or_else(|| Told::Null.into(), Into::into)),
            Some(hex(tail_at, bytes.len())),
            (pixels == Pixels::Shown).then(|| hex(pixels_at, page_at)),
        ],
    ))
}

/// The header of a texture, and the part that an error is about.
fn header_alone<'a>(bytes: &'a [u8], error: &Error) -> Option<Node<'a>> {
    let header = Piece::of(Header::KIND, bytes, 0).filter(|_| bytes.starts_with(&MAGIC))?;
    Some(Node::remains(DOCUMENT, bytes, error, |branch| {
        branch.name.is_empty().then(|| header.clone().into())
    }))
}

/// What can be shown of bytes that are no texture: nothing but that they are there, or the header
/// behind another magic.
pub fn remains(bytes: &[u8]) -> Option<Node<'_>> {
    let error = Texm::read(bytes).err()?;
    let header = Piece::of(Header::KIND, bytes, 0);
    Some(Node::remains(DOCUMENT, bytes, &error, |branch| {
        branch.name.is_empty().then(|| header.clone()).flatten().map(Into::into)
    }))
}

/// The cells of a page, in the order documents have their fields.
fn cells(bytes: &[u8], at: usize, count: usize) -> Items<'_> {
    Items::new(count, move |index| {
        let at = at + index * Rect::SIZE;
        let field = |cell: &Branch| {
            let offset = at + Rect::SHAPE.offset_of(cell.name)?;
            Piece::of(Kind::I16, bytes, offset).map(Into::into)
        };
        Node::object(CELL, CELL.iter().map(field))
    })
    .starting(at)
}

/// What a texture has besides its pixels.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    /// The header.
    pub header: Header,
    /// The colours, for format 0.
    pub palette: Option<Palette>,
    /// The cells.
    pub page: Option<Page>,
    /// Bytes behind all that.
    pub tail: Vec<u8>,
}

impl Frame {
    /// What a draft says.
    pub fn of_draft(draft: &Draft) -> Result<Self> {
        Ok(Self {
            header: Header::get(draft.fields()?, 0),
            palette: draft.has("palette").then(|| palette_of(draft)).transpose()?,
            page: draft.has("page").then(|| page_of(draft)).transpose()?,
            tail: draft.bytes("tail")?.to_vec(),
        })
    }

    /// What a texture says.
    pub fn of(texture: &Texm<'_>) -> Self {
        Self {
            header: *texture.header(),
            palette: texture.palette().cloned(),
            page: texture.page().cloned(),
            tail: texture.tail().to_vec(),
        }
    }
}

fn palette_of(draft: &Draft) -> Result<Palette> {
    Palette::read(draft.bytes("palette")?).ok_or_else(|| Error::usage("palette", "missing"))
}

fn page_of(draft: &Draft) -> Result<Page> {
    let rect = |cell: &Draft| {
        let (x, y) = (cell.number("x")?, cell.number("y")?);
        Ok(Rect { x, w: cell.number("w")?, y, h: cell.number("h")? })
    };
    Ok(Page { rects: draft.items("page").iter().map(rect).collect::<Result<_>>()? })
}

/// The texture that a draft describes; the pixels come from `original` where the draft has none.
pub fn make(draft: &Draft, original: Option<&[u8]>) -> Result<Made> {
    let Frame { header, palette, page, tail } = Frame::of_draft(draft)?;
    let reference = match original {
        Some(original) if !draft.has("pixels") => Some(Texm::read(original)?),
        _ => None,
    };
    let pixels = match &reference {
        Some(texture) => texture.pixels(),
        None => draft.bytes("pixels")?,
    };
    let bytes = Texm::from_parts(header, palette, pixels, page, tail)?.write();
    Ok(Made { bytes, attributes: None })
}
