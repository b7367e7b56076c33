//! Rows as a table for a terminal.

use std::fmt::Write as _;
use std::io::{self, Write};

use super::{EntryRow, FileRow, Row};
use crate::show::{WIDE, printable};

/// Column titles, in the order of [`cells`].
const TITLES: [&str; 11] = [
    "index",
    "type",
    "name",
    "size",
    "attr1",
    "attr2",
    "attr3",
    "offset",
    "sort_index",
    "method",
    "packed_size",
];

/// One cell of a row.
#[derive(Clone, Copy)]
enum Cell<'r> {
    /// The row has no such member.
    Absent,
    /// The member has no value.
    Null,
    Number(u64),
    Signed(i64),
    Offset(u32),
    Text(&'r str),
}

/// A cell as text: its place in the text of all cells, and its width in characters.
struct Span {
    start: usize,
    end: usize,
    width: usize,
}

/// A column of the table.
struct Column {
    /// Index in [`TITLES`].
    index: usize,
    title: &'static str,
    /// Number of columns that appeared earlier; `None` if no row has a member for it.
    place: Option<usize>,
    has_value: bool,
    is_numeric: bool,
    width: usize,
}

/// Writes rows as a table: the path instead of the name, offsets in hex, columns in the order of
/// their first appearance. A column without a value in any row is left out.
///
/// Listings have hundreds of thousands of rows: cells are formatted into one buffer.
pub fn write_table(rows: &[Row], out: &mut impl Write) -> io::Result<()> {
    let mut columns: Vec<Column> = TITLES.into_iter().enumerate().map(Column::new).collect();
    let (mut text, mut spans, mut appeared) = (String::new(), Vec::new(), 0);
    for row in rows {
        for (cell, column) in cells(row).into_iter().zip(&mut columns) {
            let start = text.len();
            cell.write(&mut text);
            let end = text.len();
            let width = text.get(start..end).map_or(0, |text| text.chars().count());
            spans.push(Span { start, end, width });
            column.take(cell, width, &mut appeared);
        }
    }
    columns.retain(|column| column.has_value);
    columns.sort_by_key(|column| column.place);
    let mut line = String::new();
    for column in &columns {
        column.pad(&mut line, column.title, column.title.len());
    }
    put_line(&mut line, out)?;
    for spans in spans.chunks(TITLES.len()) {
        for column in &columns {
            let Some(Span { start, end, width }) = spans.get(column.index) else { continue };
            column.pad(&mut line, text.get(*start..*end).unwrap_or_default(), *width);
        }
        put_line(&mut line, out)?;
    }
    Ok(())
}

fn put_line(line: &mut String, out: &mut impl Write) -> io::Result<()> {
    line.truncate(line.trim_end().len());
    line.push('\n');
    out.write_all(line.as_bytes())?;
    line.clear();
    Ok(())
}

impl Column {
    fn new((index, title): (usize, &'static str)) -> Self {
        let width = title.len();
        Self { index, title, place: None, has_value: false, is_numeric: true, width }
    }

    /// Takes a cell into account.
    fn take(&mut self, cell: Cell<'_>, width: usize, appeared: &mut usize) {
        if matches!(cell, Cell::Absent) {
            return;
        }
        if self.place.is_none() {
            self.place = Some(*appeared);
            *appeared += 1;
        }
        self.has_value |= !matches!(cell, Cell::Null);
        self.is_numeric &= !matches!(cell, Cell::Offset(_) | Cell::Text(_));
        self.width = self.width.max(width);
    }

    /// Appends a cell with its padding.
    fn pad(&self, line: &mut String, cell: &str, width: usize) {
        let padding = self.width.min(WIDE).saturating_sub(width);
        if self.is_numeric {
            line.extend(std::iter::repeat_n(' ', padding));
        }
        line.push_str(cell);
        line.extend(std::iter::repeat_n(' ', if self.is_numeric { 2 } else { padding + 2 }));
    }
}

impl Cell<'_> {
    fn write(self, text: &mut String) {
        // Writing to a string does not fail.
        let _ = match self {
            Self::Absent => Ok(()),
            Self::Null => text.write_char('-'),
            Self::Number(number) => write!(text, "{number}"),
            Self::Signed(number) => write!(text, "{number}"),
            Self::Offset(offset) => write!(text, "{offset:#x}"),
            Self::Text(plain) if !plain.contains(char::is_control) => text.write_str(plain),
            Self::Text(other) => text.write_str(&printable(other)),
        };
    }
}

/// The cells of a row, one for each of [`TITLES`].
fn cells(row: &Row) -> [Cell<'_>; TITLES.len()] {
    use Cell::{Absent, Null, Number, Offset, Signed, Text};
    match row {
        Row::Entry(row) => {
            let EntryRow { index, type_name, name, size, offset, sort_index, .. } = row;
            let attribute = |attribute: Option<u32>| attribute.map_or(Null, |n| Number(n.into()));
            [
                Number(*index as u64),
                type_name.as_deref().map_or(Null, Text),
                Text(row.path.as_deref().unwrap_or(name)),
                Number((*size).into()),
                attribute(row.attr1),
                attribute(row.attr2),
                attribute(row.attr3),
                Offset(*offset),
                Signed(*sort_index),
                row.method.as_deref().map_or(Absent, Text),
                row.packed_size.map_or(Absent, |size| Number(size.into())),
            ]
        }
        Row::File(FileRow { index, type_name, name, size, path }) => {
            let mut cells = [Absent; TITLES.len()];
            let own = [
                index.map_or(Absent, |index| Number(index as u64)),
                Text(type_name),
                Text(path.as_deref().unwrap_or(name)),
                size.map_or(Absent, Number),
            ];
            cells.iter_mut().zip(own).for_each(|(cell, own)| *cell = own);
            cells
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(rows: &[Row]) -> Vec<String> {
        let mut out = Vec::new();
        write_table(rows, &mut out).unwrap();
        String::from_utf8(out).unwrap().lines().map(str::to_owned).collect()
    }

    fn entry(index: usize, name: &str) -> EntryRow {
        let (name, offset, sort_index) = (name.to_owned(), 0x1f4, -1);
        EntryRow { index, name, size: 40, offset, sort_index, ..EntryRow::default() }
    }

    fn file(name: &str, size: Option<u64>) -> Row {
        let (name, type_name) = (name.to_owned(), if size.is_some() { "file" } else { "folder" });
        Row::File(FileRow { index: None, type_name, name, size, path: None })
    }

    #[test]
    fn columns_without_a_value_are_left_out() {
        let typed = EntryRow { type_name: Some("MESH".to_owned()), ..entry(10, "Жук") };
        let rows = [Row::Entry(entry(9, "a\u{1b}[2Jb")), Row::Entry(typed)];
        let expected = [
            "index  type  name         size  offset  sort_index",
            "    9  -     a\\u{1b}[2Jb    40  0x1f4           -1",
            "   10  MESH  Жук            40  0x1f4           -1",
        ];
        assert_eq!(table(&rows), expected);
    }

    #[test]
    fn columns_come_in_the_order_of_their_first_row() {
        let long = "x".repeat(WIDE + 5);
        let packed = EntryRow { method: Some("lzss".into()), ..entry(0, &long) };
        let rows = [file("a", None), file("b", Some(7)), Row::Entry(packed)];
        let expected = [
            format!("type    {:<WIDE$}  size  index  offset  sort_index  method", "name"),
            "folder  a".to_owned(),
            format!("file    {:<WIDE$}     7", "b"),
            format!("-       {long}    40      0  0x1f4           -1  lzss"),
        ];
        assert_eq!(table(&rows), expected);
    }
}
