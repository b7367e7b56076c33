//! Texts made by hand in the eyes of both parsers, every edit, every rule, random texts.

mod check;
mod document;
mod edit;
mod random;
mod read;

use super::*;

/// Two materials, one lightmap, all rules kept.
pub(super) const SAMPLE: &[u8] = b"2\r\n0 WALL\r\n1 DOOR_01\r\n\r\nLIGHTMAPS\r\n1\r\n0 HALL.0\r\n";

pub(super) const BOTH: [Parser; 2] = [Parser::File, Parser::Buffer];

pub(super) fn names(rows: Rows<'_>) -> Vec<String> {
    rows.map(|row| crate::text::decode(row.name)).collect()
}

/// Names of materials and lightmaps, or the error.
pub(super) fn seen(text: &[u8], parser: Parser) -> Result<(Vec<String>, Vec<String>), String> {
    let wear = Wear::read(text, parser).map_err(|error| error.to_string())?;
    Ok((names(wear.rows()), names(wear.section(Section::Lightmaps))))
}
