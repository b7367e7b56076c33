//! `demo`.

use std::io::Write;

use anyhow::{Result, bail};
use ngi_convert::check;
use ngi_convert::convert::{self, Destination, ExportOptions};
use ngi_convert::format;
use ngi_convert::surroundings::{Game, Surroundings};
use ngi_demo::Written;
use ngi_vfs::save;

use super::{node, subject};
use crate::args::DemoArgs;
use crate::ui::{Outcome, Ui};

/// `ngi demo`.
pub fn demo(args: &DemoArgs, ui: &Ui) -> Result<Outcome> {
    if args.broken.as_ref() == Some(&args.folder) {
        bail!("{}: the broken files need a folder of their own", args.folder.display());
    }
    for folder in std::iter::once(&args.folder).chain(&args.broken) {
        ngi_demo::refuse(folder, args.force)?;
    }
    let plans = ngi_demo::plan(args.scale);
    let written = ngi_demo::write(&plans, &args.folder, args.force, ui)?;
    let broken = match &args.broken {
        Some(folder) => Some(ngi_demo::write(&ngi_demo::broken::plan()?, folder, args.force, ui)?),
        None => None,
    };
    let game = Some(Game::open(&args.folder)?);
    let options = check::Options { retail: true, game, ..check::Options::default() };
    let report = check::check(&node(&args.folder)?, &options, ui)?;
    let shown = args.folder.display();
    let mut out = ui.out();
    writeln!(out, "Made {shown}:")?;
    summary(&written, &mut out)?;
    writeln!(
        out,
        "Checked: {} files and entries, {} findings.",
        report.checked,
        report.findings.len()
    )?;
    for file in exports(args)? {
        writeln!(out, "Exported {shown}/{file}")?;
    }
    if let (Some(folder), Some(files)) = (&args.broken, broken) {
        let cases = files.iter().filter(|file| file.path.ends_with(ngi_demo::broken::EXPECTED));
        writeln!(out, "Made {}: {} broken cases.", folder.display(), cases.count())?;
    }
    writeln!(out, "\nTry:")?;
    for command in commands(&shown.to_string()) {
        writeln!(out, "  {command}")?;
    }
    out.flush()?;
    Ok(Outcome::found_if(!report.findings.is_empty()))
}

/// Exports what is worth looking at, as far as its format can be exported; gives the files.
fn exports(args: &DemoArgs) -> Result<Vec<String>> {
    let game = Game::open(&args.folder)?;
    let mut made = Vec::new();
    for (path, stem, suffix) in [
        ("Textures.lib/GRASS.0", "grass", "png"),
        ("Textures.lib/FIRE.0", "fire", "png"),
        ("bases.rlb/r_scout_0_01.msh", "walker", "glb"),
    ] {
        let node = node(&args.folder.join(path))?;
        let (bytes, name) = (node.bytes()?, node.name());
        let subject = subject(&node, &name, &bytes);
        let able = |format: &&dyn format::Format| {
            format.exports().iter().any(|outside| outside.suffix == suffix)
        };
        let Some(format) = format::recognise(&subject).filter(able) else { continue };
        let around = Surroundings::of(&node, Some(&game));
        let to = Destination { stem, suffix };
        let options = ExportOptions::default();
        for file in convert::export(format, &subject, &around, &to, &options)?.files {
            let path = format!("exported/{}", file.name);
            std::fs::create_dir_all(args.folder.join("exported"))?;
            save::atomic_write(&args.folder.join(&path), |out| out.write_all(&file.bytes))?;
            made.push(path);
        }
    }
    Ok(made)
}

/// Files one by one, folders below as a whole.
fn summary(written: &[Written], out: &mut dyn Write) -> Result<()> {
    let mut folders: Vec<(&str, usize, u64)> = Vec::new();
    for file in written {
        match file.path.split_once('/') {
            None => writeln!(out, "  {:<16} {:>8} bytes", file.path, file.size)?,
            Some((folder, _)) => match folders.iter_mut().find(|(name, ..)| *name == folder) {
                Some((_, count, size)) => (*count, *size) = (*count + 1, *size + file.size),
                None => folders.push((folder, 1, file.size)),
            },
        }
    }
    for (folder, count, size) in folders {
        writeln!(out, "  {:<16} {size:>8} bytes in {count} files", format!("{folder}/"))?;
    }
    Ok(())
}

/// What to try next; each works when pasted.
fn commands(folder: &str) -> Vec<String> {
    vec![
        format!("ngi list {folder}/sounds.lib"),
        format!("ngi list -r {folder}"),
        format!("ngi show {folder}/sprites.lib/readme.txt"),
        format!("ngi show {folder}/static.rlb/s_stone_0_01.msh"),
        format!("ngi show {folder}/Material.lib/WATER"),
        format!("ngi show {folder}/objects.rlb/r_desert"),
        format!("ngi pose {folder}/bases.rlb/r_scout_0_01.msh --time 12.5"),
        format!("ngi export {folder}/Textures.lib/GRASS.0 -o grass.png"),
        format!("ngi check --retail {folder}"),
        format!("ngi extract {folder}/sprites.lib -o sprites"),
        "ngi pack sprites -o sprites.lib".to_owned(),
        format!("ngi diff {folder}/sprites.lib sprites.lib"),
        format!("ngi find '*.wav' --game {folder}"),
    ]
}
