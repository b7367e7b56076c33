//! Every rule of a palette file, each with a stable code.

use super::bank::Slot;
use super::file::{self, PaletteFile};
use crate::{Code, Findings, text};

/// The rules, one by one.
pub mod codes {
    use crate::Code;

    /// Fewer than 256 colours.
    pub static TRUNCATED: Code =
        Code::error("pal.truncated", "A palette has 256 colours of 4 bytes.");
    /// The table is cut off.
    pub static TABLE_RANGE: Code =
        Code::error("pal.table.range", "Behind \"Ipol\" there are the 65,536 bytes of the table.");
    /// No table.
    pub static TABLE_MISSING: Code =
        Code::retail("pal.table.missing", "Behind the colours there is a table, led by \"Ipol\".");
    /// Bytes behind the table, or behind the colours where there is no table.
    pub static TAIL: Code =
        Code::strict_error("pal.tail", "A palette file ends with its colours or its table.");
    /// A name the engine never asks for.
    pub static NAME: Code = Code::warning(
        "pal.name",
        "A palette is named by a letter and at most one digit, A.PAL to Z9.PAL.",
    );
}

use codes::{NAME, TABLE_MISSING, TABLE_RANGE, TAIL, TRUNCATED};

/// All rules of this format.
pub static CODES: &[&Code] = &[&TRUNCATED, &TABLE_RANGE, &TABLE_MISSING, &TAIL, &NAME];

/// Checks any bytes as a palette file. What cannot be followed is a finding too.
pub fn check(bytes: &[u8], findings: &mut Findings) {
    match file::open(bytes) {
        Ok(file) => check_file(&file, findings),
        Err((code, error)) => findings
            .add(code, || (error.field.clone().into_owned(), error.offset, error.kind.to_string())),
    }
}

/// Checks the name of an entry in a palette library.
pub fn check_name(name: &[u8], findings: &mut Findings) {
    if Slot::from_file_name(name).is_none() {
        findings.add(&NAME, || {
            let message =
                format!("the engine never asks for a palette named \"{}\"", text::decode(name));
            ("name".into(), None, message)
        });
    }
}

/// Checks a file that could be read.
pub(super) fn check_file(file: &PaletteFile, findings: &mut Findings) {
    if file.table.is_none() {
        findings.add(&TABLE_MISSING, || {
            ("table".into(), None, "the file ends without an \"Ipol\" table".into())
        });
    }
    if !file.tail.is_empty() {
        findings.add(&TAIL, || {
            let message = format!("{} bytes that nothing reads; they are kept", file.tail.len());
            ("tail".into(), Some(file.tail_offset() as u64), message)
        });
    }
}
