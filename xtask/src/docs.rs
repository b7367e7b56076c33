//! `cargo xtask docs`: what the schema says, written into `docs`.

use std::process::{ExitCode, Stdio};

use anyhow::{Context as _, Result, bail};

use crate::process;

/// The test that compares the pages with the schema.
const COMPARE: [&str; 7] = [
    "test",
    "--workspace",
    "--test",
    "verbs",
    "--",
    "--exact",
    "documentation::pages_and_descriptions_say_what_the_schema_says",
];

/// Runs the test that compares the pages with the schema, and lets it write them.
pub fn run() -> Result<ExitCode> {
    let mut cargo = process::linted(process::cargo(COMPARE))?;
    let ran = cargo.env("NGI_BLESS", "1").stderr(Stdio::inherit()).output();
    let ran = ran.context("could not start cargo")?;
    let said = String::from_utf8_lossy(&ran.stdout);
    // A test that was moved is none that failed: cargo runs nothing and is content.
    if !ran.status.success() || !said.contains("1 passed") {
        bail!("the pages were not compared:\n{said}");
    }
    eprintln!("docs: docs/formats and docs/schema say what the schema says");
    Ok(ExitCode::SUCCESS)
}
