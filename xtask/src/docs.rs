//! `cargo xtask docs`: what the schema says, written into `docs`.

use std::process::ExitCode;

use anyhow::Result;

use crate::process;

/// Runs the test that compares the pages with the schema, and lets it write them.
pub fn run() -> Result<ExitCode> {
    let words = [
        "test",
        "--workspace",
        "--test",
        "convert",
        "--",
        "--exact",
        "documentation::pages_and_descriptions_say_what_the_schema_says",
    ];
    process::run(process::linted(process::cargo(words))?.env("NGI_BLESS", "1"))?;
    eprintln!("docs: docs/formats and docs/schema say what the schema says");
    Ok(ExitCode::SUCCESS)
}
