//! `demo`.

use std::io::Write;

use anyhow::Result;
use ngi_convert::check;
use ngi_convert::surroundings::Game;

use super::node;
use crate::args::DemoArgs;
use crate::ui::{Outcome, Ui};

/// `ngi demo`.
pub fn demo(args: &DemoArgs, ui: &Ui) -> Result<Outcome> {
    let files = ngi_demo::files()?;
    ngi_demo::write(&files, &args.folder, args.force)?;
    let game = Some(Game::open(&args.folder)?);
    let options = check::Options { retail: true, game, ..check::Options::default() };
    let report = check::check(&node(&args.folder)?, &options, ui)?;
    let shown = args.folder.display();
    let mut out = ui.out();
    writeln!(out, "Made {shown}:")?;
    for file in &files {
        writeln!(out, "  {:<16} {:>8} bytes", file.path, file.bytes.len())?;
    }
    writeln!(
        out,
        "Checked: {} files and entries, {} findings.",
        report.checked,
        report.findings.len()
    )?;
    writeln!(out, "\nTry:")?;
    for command in [
        format!("ngi list {shown}/sounds.lib"),
        format!("ngi list -r {shown}"),
        format!("ngi show {shown}/sprites.lib/readme.txt"),
        format!("ngi show {shown}/static.rlb/s_stone_0_01.msh"),
        format!("ngi pose {shown}/bases.rlb/r_scout_0_01.msh --time 12.5"),
        format!("ngi check --retail {shown}"),
        format!("ngi extract {shown}/sprites.lib -o sprites"),
        "ngi pack sprites -o sprites.lib".to_owned(),
        format!("ngi diff {shown}/sprites.lib sprites.lib"),
        format!("ngi find '*.wav' --game {shown}"),
    ] {
        writeln!(out, "  {command}")?;
    }
    out.flush()?;
    Ok(Outcome::found_if(!report.findings.is_empty()))
}
