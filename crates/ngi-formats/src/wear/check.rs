//! Holds a wear against every rule.

use super::codes::*;
use super::parse::{Parser, Source};
use super::read::{Row, Section, Wear};
use crate::pal;
use crate::{Code, Error, Findings, text};

/// Bytes of the longest name an archive can hold.
pub const LONGEST_NAME: usize = crate::nres::NAME_SIZE - 1;
/// Rows that a batch of a model can name.
const MOST_ROWS: u32 = 255;

/// Checks any bytes as a wear, in the eyes of the parser for files, and says where the other one
/// would see something else. What cannot be followed is a finding too.
pub fn check(bytes: &[u8], findings: &mut Findings) {
    if let Some(at) = bytes.iter().position(|&byte| byte == 0) {
        in_text(&NUL, at, findings, || {
            format!("for the engine the text ends here; {} bytes follow", bytes.len() - at - 1)
        });
    }
    match Wear::open(bytes, Parser::File) {
        Ok(wear) => check_wear(&wear, findings),
        // A document of it has its text alone.
        Err((code, error)) => {
            findings.add(code, || ("text".into(), error.offset, error.kind.to_string()));
        }
    }
    findings.locate(|| Some(super::tree(bytes)));
}

/// A broken rule at a place of the text that is no field of a row.
fn in_text(
    code: &'static Code,
    at: usize,
    findings: &mut Findings,
    message: impl FnOnce() -> String,
) {
    findings.add(code, || ("text".into(), Some(at as u64), message()));
}

fn check_wear(wear: &Wear<'_>, findings: &mut Findings) {
    if wear.materials.count > MOST_ROWS {
        findings.at(&ROWS_LIMIT, "rows", || format!("there are {}", wear.materials.count));
    }
    for (index, row) in wear.rows().enumerate() {
        check_name(&row, Section::Materials, index, findings);
    }
    for (index, row) in wear.section(Section::Lightmaps).enumerate() {
        check_name(&row, Section::Lightmaps, index, findings);
        check_lightmap(&row, index, findings);
    }
    if let Some(table) = wear.lightmaps.as_ref().filter(|table| table.count != 1) {
        findings.at(&LIGHTMAPS_ONE, "lightmaps", || format!("there are {}", table.count));
    }
    check_unread(wear, findings);
    check_other_parser(wear, findings);
}

fn check_name(row: &Row<'_>, section: Section, index: usize, findings: &mut Findings) {
    let path = format_args!("{}[{index}].name", section.field());
    if row.name.len() > LONGEST_NAME {
        findings.at(&NAME_LONG, path, || {
            format!("\"{}\" has {}", text::decode(row.name), row.name.len())
        });
    }
    if !row.name.is_ascii() {
        findings.at(&NAME_ASCII, path, || format!("\"{}\" is not", text::decode(row.name)));
    }
}

fn check_lightmap(row: &Row<'_>, index: usize, findings: &mut Findings) {
    let path = format_args!("lightmaps[{index}].name");
    if let Err(error) = pal::texture_dot(row.name) {
        findings.at(&LIGHTMAP_NAME, path, || error.kind.to_string());
    } else if let Err(error) = pal::texture_palette(row.name) {
        findings.at(&LIGHTMAP_PALETTE, path, || error.kind.to_string());
    }
}

/// Words the parser for files passes over.
fn check_unread(wear: &Wear<'_>, findings: &mut Findings) {
    let source = Source::new(wear.bytes(), Parser::File);
    let keyword = source.lightmaps_at(wear.materials.end);
    let behind = wear.lightmaps.as_ref().map_or(wear.materials.end, |table| table.end);
    // The first word behind the rows, unless it is the one that belongs there.
    let between = keyword.and_then(|end| source.word(wear.materials.end).filter(|w| w.end != end));
    for unread in between.into_iter().chain(source.word(behind)) {
        in_text(&UNREAD, unread.start, findings, || {
            let word = text::decode(source.text.get(unread.clone()).unwrap_or_default());
            format!("\"{word}\" and what follows is skipped")
        });
    }
}

/// Whether the parser for text in memory sees the same rows.
fn check_other_parser(wear: &Wear<'_>, findings: &mut Findings) {
    let source = Source::new(wear.bytes(), Parser::Buffer);
    let rows = source.materials();
    let same_rows = rows.as_ref().is_ok_and(|table| same(wear, Section::Materials, source, table));
    let Ok(table) = rows.as_ref().map_err(|_| ()) else {
        return add_parsers(rows.err().map(|(_, error)| error), findings);
    };
    if !same_rows {
        return add_parsers(None, findings);
    }
    let lightmaps = source.lightmaps(table.end);
    let agree = match (&lightmaps, wear.lightmaps.is_some()) {
        (Ok(None), false) => true,
        (Ok(Some(table)), true) => same(wear, Section::Lightmaps, source, table),
        _ => false,
    };
    if !agree {
        let at = source.lightmaps_at(table.end).unwrap_or(table.end);
        in_text(&BLANK_LINE, at, findings, || {
            "the parser for text in memory looks for the count here".into()
        });
    }
}

fn add_parsers(error: Option<Error>, findings: &mut Findings) {
    findings.add(&PARSERS, || match error {
        Some(error) => ("text".into(), error.offset, format!("for text in memory: {}", error.kind)),
        None => ("rows".into(), None, "the two parsers see different rows".into()),
    });
}

/// Whether a table of the other parser has the rows this one sees.
fn same(
    wear: &Wear<'_>,
    section: Section,
    source: Source<'_>,
    table: &super::parse::Table,
) -> bool {
    let mut at = table.start;
    let mut rows = wear.section(section);
    let count = usize::try_from(table.count).unwrap_or(usize::MAX);
    rows.len() == count
        && rows.all(|row| {
            let Some((found, next)) = source.row(at) else { return false };
            at = next;
            found.name.start == row.name_offset && found.name.end == row.end()
        })
}
