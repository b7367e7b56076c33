//! Every rule of an effect, each with a stable code.

use super::read::{self, Effect};
use crate::{Code, Findings};

/// The rules, one by one.
pub mod codes {
    use crate::Code;

    /// Too short for a header.
    pub static HEADER: Code =
        Code::error("fxid.header.truncated", "An effect has a header of 60 bytes.");
    /// An unknown opcode.
    pub static OPCODE: Code = Code::strict_error(
        "fxid.command.opcode",
        "An opcode is 1 to 10; the engine never gets past another one.",
    );
    /// A command is cut off.
    pub static TRUNCATED: Code = Code::error(
        "fxid.command.truncated",
        "All commands that the header counts are there in full.",
    );
    /// Bytes behind the last command.
    pub static END: Code = Code::strict_error("fxid.end", "An effect ends with its last command.");
}

use codes::*;

/// All rules of this format.
pub static CODES: &[&Code] = &[&HEADER, &OPCODE, &TRUNCATED, &END];

/// Checks any bytes as an effect. What cannot be followed is a finding too.
pub fn check(bytes: &[u8], findings: &mut Findings) {
    match read::open(bytes) {
        Ok(effect) => check_effect(&effect, findings),
        Err(error) => findings.add(&HEADER, || {
            (error.field.clone().into_owned(), error.offset, error.kind.to_string())
        }),
    }
}

/// Checks an effect as far as it could be read.
pub(super) fn check_effect(effect: &Effect<'_>, findings: &mut Findings) {
    if let Some((code, error)) = effect.stop_error() {
        findings
            .add(code, || (error.field.clone().into_owned(), error.offset, error.kind.to_string()));
    }
}
