//! `completions` and `man`.

use std::fs;
use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result};
use clap::CommandFactory;
use clap_complete::Shell;

use crate::args::Cli;
use crate::ui::{Outcome, Ui};

/// `ngi completions`.
pub fn completions(shell: Shell, ui: &Ui) -> Result<Outcome> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "ngi", &mut script);
    let mut out = ui.out();
    out.write_all(&script)?;
    out.flush()?;
    Ok(Outcome::Clean)
}

/// `ngi man`.
pub fn man(folder: Option<&Path>, ui: &Ui) -> Result<Outcome> {
    let Some(folder) = folder else {
        let mut page = Vec::new();
        clap_mangen::Man::new(Cli::command()).render(&mut page)?;
        let mut out = ui.out();
        out.write_all(&page)?;
        out.flush()?;
        return Ok(Outcome::Clean);
    };
    fs::create_dir_all(folder).with_context(|| format!("{}: cannot create", folder.display()))?;
    clap_mangen::generate_to(Cli::command(), folder)?;
    ui.say(format_args!("wrote the manual pages to {}", folder.display()));
    Ok(Outcome::Clean)
}
