//! Every rule of a wear, each with a stable code.

use super::parse::{Parser, Source};
use super::read::{Row, Section, Wear};
use crate::pal;
use crate::{Code, Error, Findings, text};

/// Bytes of the longest name an archive can hold.
pub const LONGEST_NAME: usize = crate::nres::NAME_SIZE - 1;
/// Rows that a batch of a model can name.
const MOST_ROWS: u32 = 255;

/// The rules, one by one.
pub mod codes {
    use crate::Code;

    /// A NUL in the text.
    pub static NUL: Code =
        Code::strict_error("wear.nul", "A wear has no NUL; for the engine the text ends there.");
    /// No count of rows.
    pub static COUNT: Code = Code::error(
        "wear.count",
        "A wear starts with how many rows there are, at least one (\"Illegal wear length.\").",
    );
    /// A row that is not there.
    pub static ROW: Code = Code::error(
        "wear.row",
        "There are as many rows as the count says, each a number and a material's name.",
    );
    /// No count of lightmaps.
    pub static LIGHTMAPS_COUNT: Code = Code::error(
        "wear.lightmaps.count",
        "Behind LIGHTMAPS there is how many there are, at least one (\"Illegal lightmaps length.\").",
    );
    /// A lightmap that is not there.
    pub static LIGHTMAPS_ROW: Code = Code::error(
        "wear.lightmaps.row",
        "There are as many lightmaps as the count says, each a number and a name.",
    );
    /// Text nothing reads.
    pub static UNREAD: Code = Code::strict_error(
        "wear.unread",
        "Nothing stands between the rows and LIGHTMAPS or behind the last row; the engine skips it.",
    );
    /// The parsers see different rows.
    pub static PARSERS: Code = Code::strict_error(
        "wear.parsers",
        "Every row has a line of its own, so that both of the engine's parsers see the same.",
    );
    /// No blank line before the lightmaps.
    pub static BLANK_LINE: Code = Code::strict_error(
        "wear.lightmaps.blank-line",
        "One blank line stands before LIGHTMAPS; without it the parser for text in memory takes another line for the count.",
    );
    /// More rows than a batch can name.
    pub static ROWS_LIMIT: Code =
        Code::warning("wear.rows.limit", "A batch can name the first 255 rows.");
    /// A name no archive can hold.
    pub static NAME_LONG: Code =
        Code::warning("wear.name.long", "A name has at most 35 bytes, as archives have.");
    /// A name that is not ASCII.
    pub static NAME_ASCII: Code = Code::warning("wear.name.ascii", "A name is ASCII.");
    /// A lightmap name without a dot.
    pub static LIGHTMAP_NAME: Code = Code::error(
        "wear.lightmaps.name",
        "A lightmap's name has a dot in its first 17 characters (\"Bad texture name.\").",
    );
    /// A palette outside the bank.
    pub static LIGHTMAP_PALETTE: Code = Code::error(
        "wear.lightmaps.palette",
        "The letters behind the dot of a lightmap's name pick one of the 286 palettes, or none.",
    );
    /// More than one lightmap.
    pub static LIGHTMAPS_ONE: Code =
        Code::retail("wear.lightmaps.one", "A wear with lightmaps has one.");
}

use codes::{
    BLANK_LINE, COUNT, LIGHTMAP_NAME, LIGHTMAP_PALETTE, LIGHTMAPS_COUNT, LIGHTMAPS_ONE,
    LIGHTMAPS_ROW, NAME_ASCII, NAME_LONG, NUL, PARSERS, ROW, ROWS_LIMIT, UNREAD,
};

/// All rules of this format.
pub static CODES: &[&Code] = &[
    &NUL,
    &COUNT,
    &ROW,
    &LIGHTMAPS_COUNT,
    &LIGHTMAPS_ROW,
    &UNREAD,
    &PARSERS,
    &BLANK_LINE,
    &ROWS_LIMIT,
    &NAME_LONG,
    &NAME_ASCII,
    &LIGHTMAP_NAME,
    &LIGHTMAP_PALETTE,
    &LIGHTMAPS_ONE,
];

/// Checks any bytes as a wear, in the eyes of the parser for files, and says where the other one
/// would see something else. What cannot be followed is a finding too.
pub fn check(bytes: &[u8], findings: &mut Findings) {
    if let Some(at) = bytes.iter().position(|&byte| byte == 0) {
        findings.add(&NUL, || {
            let message =
                format!("for the engine the text ends here; {} bytes follow", bytes.len() - at - 1);
            (String::new(), Some(at as u64), message)
        });
    }
    match Wear::open(bytes, Parser::File) {
        Ok(wear) => check_wear(&wear, findings),
        Err((code, error)) => findings
            .add(code, || (error.field.clone().into_owned(), error.offset, error.kind.to_string())),
    }
}

fn check_wear(wear: &Wear<'_>, findings: &mut Findings) {
    if wear.materials.count > MOST_ROWS {
        findings.add(&ROWS_LIMIT, || {
            let message = format!("there are {}", wear.materials.count);
            ("count".into(), Some(wear.materials.count_at.start as u64), message)
        });
    }
    for (index, row) in wear.rows().enumerate() {
        check_name(&row, Section::Materials, index, findings);
    }
    for (index, row) in wear.section(Section::Lightmaps).enumerate() {
        check_name(&row, Section::Lightmaps, index, findings);
        check_lightmap(&row, index, findings);
    }
    if let Some(table) = wear.lightmaps.as_ref().filter(|table| table.count != 1) {
        findings.add(&LIGHTMAPS_ONE, || {
            let message = format!("there are {}", table.count);
            ("lightmaps.count".into(), Some(table.count_at.start as u64), message)
        });
    }
    check_unread(wear, findings);
    check_other_parser(wear, findings);
}

fn check_name(row: &Row<'_>, section: Section, index: usize, findings: &mut Findings) {
    let mut add = |code, message: &dyn Fn() -> String| {
        let field = format!("{}[{index}].name", section.field());
        findings.add(code, || (field, Some(row.name_offset as u64), message()));
    };
    if row.name.len() > LONGEST_NAME {
        add(&NAME_LONG, &|| format!("\"{}\" has {}", text::decode(row.name), row.name.len()));
    }
    if !row.name.is_ascii() {
        add(&NAME_ASCII, &|| format!("\"{}\" is not", text::decode(row.name)));
    }
}

fn check_lightmap(row: &Row<'_>, index: usize, findings: &mut Findings) {
    let mut add = |code, error: Error| {
        findings.add(code, || {
            let field = format!("lightmaps[{index}].name");
            (field, Some(row.name_offset as u64), error.kind.to_string())
        });
    };
    if let Err(error) = pal::texture_dot(row.name) {
        add(&LIGHTMAP_NAME, error);
    } else if let Err(error) = pal::texture_palette(row.name) {
        add(&LIGHTMAP_PALETTE, error);
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
        findings.add(&UNREAD, || {
            let word = text::decode(source.text.get(unread.clone()).unwrap_or_default());
            let message = format!("\"{word}\" and what follows is skipped");
            (String::new(), Some(unread.start as u64), message)
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
        findings.add(&BLANK_LINE, || {
            let message = "the parser for text in memory looks for the count here";
            ("lightmaps.count".into(), Some(at as u64), message.into())
        });
    }
}

fn add_parsers(error: Option<Error>, findings: &mut Findings) {
    findings.add(&PARSERS, || match error {
        Some(error) => {
            (error.field.into_owned(), error.offset, format!("for text in memory: {}", error.kind))
        }
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
