//! A `.pal` file: the colours, and a table over pairs of them.

#[cfg(feature = "texm")]
use super::nearest::Nearest;
use super::types::{COLOURS, PALETTE_SIZE, Palette};
use super::{check, codes};
use crate::bytes::Put;
use crate::{Code, Error, Findings, Result};

/// The four bytes in front of the table.
pub const TABLE_MAGIC: [u8; 4] = *b"Ipol";
/// Bytes of the table.
pub const TABLE_SIZE: usize = COLOURS * COLOURS;

/// A palette index for every pair of palette indices: `table[first][second]`.
///
/// What the engine does with it is not known. A guess from its name, short for *interpolate*: the
/// index of the colour half-way between the two. [`Table::half_way`] makes one of that kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table(Box<[[u8; COLOURS]]>);

impl Table {
    /// The table in these bytes, row by row; `None` unless there are exactly [`TABLE_SIZE`].
    pub fn read(bytes: &[u8]) -> Option<Self> {
        (bytes.len() == TABLE_SIZE).then(|| Self(bytes.as_chunks().0.into()))
    }

    /// The stored bytes, row by row.
    pub fn bytes(&self) -> &[u8] {
        self.0.as_flattened()
    }

    /// The entry for a pair.
    pub fn get(&self, first: u8, second: u8) -> u8 {
        let row = self.0.get(usize::from(first));
        row.and_then(|row| row.get(usize::from(second))).copied().unwrap_or_default()
    }

    /// Changes the entry for a pair.
    pub fn set(&mut self, first: u8, second: u8, index: u8) {
        let row = self.0.get_mut(usize::from(first));
        if let Some(entry) = row.and_then(|row| row.get_mut(usize::from(second))) {
            *entry = index;
        }
    }

    /// For every pair the colour of the palette nearest to half-way between the two; an index
    /// with itself stays itself. A stand-in: see [`Table`].
    #[cfg(feature = "texm")]
    pub fn half_way(palette: &Palette) -> Self {
        let colours = palette.colours();
        let mut nearest = Nearest::new(palette);
        let mut table = Self(vec![[0; COLOURS]; COLOURS].into());
        for first in 0..=u8::MAX {
            table.set(first, first, first);
            for second in (first..=u8::MAX).skip(1) {
                let pair = [first, second].map(|index| colours.get(usize::from(index)));
                let [Some(a), Some(b)] = pair else { continue };
                let [red, green, blue, _] = std::array::from_fn(|channel| {
                    let [a, b] = [a, b].map(|colour| colour.get(channel).copied());
                    a.unwrap_or_default().midpoint(b.unwrap_or_default())
                });
                let index = nearest.index([red, green, blue]);
                table.set(first, second, index);
                table.set(second, first, index);
            }
        }
        table
    }
}

/// A `.pal` file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PaletteFile {
    /// The colours.
    pub palette: Palette,
    /// The table behind them.
    pub table: Option<Table>,
    /// Bytes behind that; none in a sound file.
    pub tail: Vec<u8>,
}

impl PaletteFile {
    /// Reads a file. It needs all of its colours, and all of its table if there is one.
    pub fn read(bytes: &[u8]) -> Result<Self> {
        open(bytes).map(|parts| parts.to_file()).map_err(|(_, error)| error)
    }

    /// Reads a file and fails on the first rule of severity *error* it breaks.
    pub fn read_strict(bytes: &[u8]) -> Result<Self> {
        let parts = open(bytes).map_err(|(_, error)| error)?;
        let mut findings = Findings::errors_only();
        check::check_parts(&parts, &mut findings);
        findings.locate(|| super::tree(bytes).ok());
        findings.or_error(parts).map(|parts| parts.to_file())
    }

    /// The file's bytes: those it was read from, unless something was changed.
    pub fn write(&self) -> Vec<u8> {
        let Self { palette, table, tail } = self;
        let mut out = Vec::with_capacity(PALETTE_SIZE + 4 + TABLE_SIZE + tail.len());
        out.put(palette.bytes());
        if let Some(table) = table {
            out.put(&TABLE_MAGIC);
            out.put(table.bytes());
        }
        out.put(tail);
        out
    }
}

/// The parts of a file, where they are.
#[derive(Debug, Clone, Copy)]
pub(super) struct Parts<'a> {
    pub(super) colours: &'a [u8; PALETTE_SIZE],
    pub(super) table: Option<&'a [u8]>,
    pub(super) tail: &'a [u8],
}

impl Parts<'_> {
    fn to_file(self) -> PaletteFile {
        PaletteFile {
            palette: Palette::read(self.colours).unwrap_or_default(),
            table: self.table.and_then(Table::read),
            tail: self.tail.to_vec(),
        }
    }
}

/// Follows the structure; where that fails, says which rule is broken.
pub(super) fn open(bytes: &[u8]) -> Result<Parts<'_>, (&'static Code, Error)> {
    let Some((colours, rest)) = bytes.split_first_chunk::<PALETTE_SIZE>() else {
        let (needed, there) = (PALETTE_SIZE as u64, bytes.len() as u64);
        return Err((&codes::TRUNCATED, Error::truncated("colours", 0, needed, there)));
    };
    // A file cut within the four letters has lost a table, it has no tail.
    let cut = !rest.is_empty() && TABLE_MAGIC.starts_with(rest);
    let Some(behind) = rest.strip_prefix(&TABLE_MAGIC).or(cut.then_some(&[])) else {
        return Ok(Parts { colours, table: None, tail: rest });
    };
    let Some((table, tail)) = behind.split_at_checked(TABLE_SIZE) else {
        let at = (PALETTE_SIZE + TABLE_MAGIC.len()) as u64;
        let error = Error::truncated("table", at, TABLE_SIZE as u64, behind.len() as u64);
        return Err((&codes::TABLE_RANGE, error));
    };
    Ok(Parts { colours, table: Some(table), tail })
}
