//! `completions` and `man`.

use std::fs;
use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result};
use clap::CommandFactory;
use clap_complete::Shell;
use ngi_vfs::save;

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
pub fn man(folder: Option<&Path>, force: bool, ui: &Ui) -> Result<Outcome> {
    let Some(folder) = folder else {
        let mut page = Vec::new();
        clap_mangen::Man::new(Cli::command()).render(&mut page)?;
        let mut out = ui.out();
        out.write_all(&page)?;
        out.flush()?;
        return Ok(Outcome::Clean);
    };
    fs::create_dir_all(folder)
        .with_context(|| format!("{}: cannot create", ngi_vfs::shown(folder)))?;
    // Made elsewhere first: what is there already is not overwritten without being asked.
    let stage = folder.join(format!(".ngi-man-{}.tmp", std::process::id()));
    fs::create_dir(&stage).with_context(|| format!("{}: cannot create", ngi_vfs::shown(&stage)))?;
    let moved = clap_mangen::generate_to(Cli::command(), &stage)
        .map_err(anyhow::Error::from)
        .and_then(|()| move_pages(&stage, folder, force));
    let _ = fs::remove_dir_all(&stage);
    moved?;
    ui.say(format_args!("wrote the manual pages to {}", ngi_vfs::shown(folder)));
    Ok(Outcome::Clean)
}

fn move_pages(stage: &Path, folder: &Path, force: bool) -> Result<()> {
    for page in fs::read_dir(stage)? {
        let page = page?;
        let bytes = fs::read(page.path())?;
        save::write_new(&folder.join(page.file_name()), force, |out| out.write_all(&bytes))?;
    }
    Ok(())
}
