//! A wear in the eyes of one of the engine's parsers.

use super::parse::{Broken, Parser, Source, Table, number_value};
use crate::Result;

/// One of the two tables of a wear.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Section {
    /// Materials.
    Materials,
    /// Lightmaps.
    Lightmaps,
}

impl Section {
    /// How paths name its rows.
    pub fn field(self) -> &'static str {
        match self {
            Self::Materials => "rows",
            Self::Lightmaps => "lightmaps",
        }
    }
}

/// A wear seen through its text. Its tables are known to be whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wear<'a> {
    bytes: &'a [u8],
    pub(super) parser: Parser,
    pub(super) materials: Table,
    pub(super) lightmaps: Option<Table>,
}

/// One row of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Row<'a> {
    /// The number in front of the name, as written. Nothing uses it.
    pub id: &'a [u8],
    /// Where it starts in the text.
    pub id_offset: usize,
    /// The name.
    pub name: &'a [u8],
    /// Where it starts in the text.
    pub name_offset: usize,
}

impl Row<'_> {
    /// The number in front of the name; `None` where it does not fit 32 bits.
    pub fn id_number(&self) -> Option<i32> {
        number_value(self.id)
    }

    /// Where the name ends in the text.
    pub(super) fn end(&self) -> usize {
        self.name_offset + self.name.len()
    }
}

/// The rows of a table, in order.
#[derive(Debug, Clone)]
pub struct Rows<'a> {
    source: Source<'a>,
    at: usize,
    left: u32,
}

impl<'a> Iterator for Rows<'a> {
    type Item = Row<'a>;

    fn next(&mut self) -> Option<Row<'a>> {
        self.left = self.left.checked_sub(1)?;
        let (row, next) = self.source.row(self.at)?;
        self.at = next;
        let (id_offset, name_offset) = (row.id.start, row.name.start);
        let [id, name] = [row.id, row.name].map(|at| self.source.text.get(at).unwrap_or_default());
        Some(Row { id, id_offset, name, name_offset })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = usize::try_from(self.left).unwrap_or(usize::MAX);
        (left, Some(left))
    }
}

impl ExactSizeIterator for Rows<'_> {}

impl<'a> Wear<'a> {
    /// Reads a text as one of the engine's parsers does. Fails where the engine would, and where
    /// it would go on with whatever is in its memory.
    pub fn read(bytes: &'a [u8], parser: Parser) -> Result<Self> {
        Self::open(bytes, parser).map_err(|(_, error)| error)
    }

    pub(super) fn open(bytes: &'a [u8], parser: Parser) -> Result<Self, Broken> {
        let source = Source::new(bytes, parser);
        let materials = source.materials()?;
        let lightmaps = source.lightmaps(materials.end)?;
        Ok(Self { bytes, parser, materials, lightmaps })
    }

    /// The whole text, byte for byte.
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// Which parser this is the view of.
    pub fn parser(&self) -> Parser {
        self.parser
    }

    /// The rows of materials.
    pub fn rows(&self) -> Rows<'a> {
        self.rows_of(&self.materials)
    }

    /// The rows of lightmaps; `None` where there is no such table.
    pub fn lightmaps(&self) -> Option<Rows<'a>> {
        self.lightmaps.as_ref().map(|table| self.rows_of(table))
    }

    /// The rows of either table; none where it is not there.
    pub fn section(&self, section: Section) -> Rows<'a> {
        match section {
            Section::Materials => self.rows(),
            Section::Lightmaps => self.lightmaps().unwrap_or(Rows { left: 0, ..self.rows() }),
        }
    }

    /// A row of materials.
    pub fn row(&self, index: usize) -> Option<Row<'a>> {
        self.rows().nth(index)
    }

    fn rows_of(&self, table: &Table) -> Rows<'a> {
        let source = Source::new(self.bytes, self.parser);
        Rows { source, at: table.start, left: table.count }
    }

    pub(super) fn table(&self, section: Section) -> Option<&Table> {
        match section {
            Section::Materials => Some(&self.materials),
            Section::Lightmaps => self.lightmaps.as_ref(),
        }
    }
}
