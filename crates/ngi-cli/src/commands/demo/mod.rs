//! `demo`.

#[cfg(feature = "render")]
mod pictures;

use std::io::Write;
use std::process::{Command, Stdio};

use anyhow::{Result, bail};
use clap::CommandFactory;
use ngi_convert::{Destination, ExportOptions};
use ngi_demo::Written;
use ngi_verbs::check;
use ngi_verbs::format;
use ngi_verbs::show::counted;
use ngi_verbs::surroundings::{Game, Surroundings};
use ngi_vfs::save;

use super::{node, quoted, subject};
use crate::args::{Cli, DemoArgs};
use crate::ui::{Outcome, Ui};

/// `ngi demo`.
pub fn demo(args: &DemoArgs, ui: &Ui) -> Result<Outcome> {
    if let Some(broken) = args.broken.as_ref().filter(|broken| broken.starts_with(&args.folder)) {
        bail!("{}: the broken files need a folder outside the demo game", ngi_vfs::shown(broken));
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
    let shown = ngi_vfs::shown(&args.folder);
    let mut out = ui.out();
    writeln!(out, "Created {shown}:")?;
    summary(&written, &mut out)?;
    let checked = report.checked;
    let findings = counted(report.findings.len(), "finding");
    writeln!(out, "Checked {checked} files and entries: {findings}.")?;
    for file in exports(args)? {
        writeln!(out, "Exported {shown}/{file}")?;
    }
    let rendered = pictures::pictures(args, ui)?;
    for file in &rendered {
        writeln!(out, "Rendered {shown}/{file}")?;
    }
    if let (Some(folder), Some(files)) = (&args.broken, broken) {
        let cases = files.iter().filter(|file| file.path.ends_with(ngi_demo::broken::EXPECTED));
        let cases = counted(cases.count(), "broken case");
        writeln!(out, "Created {} with {cases}.", ngi_vfs::shown(folder))?;
    }
    writeln!(out, "\nWhat to try next:")?;
    for (task, commands) in commands(&shown.to_string(), !rendered.is_empty()) {
        writeln!(out, "\n{task}:")?;
        for command in commands {
            writeln!(out, "  {command}")?;
        }
    }
    writeln!(
        out,
        "\n`ngi help COMMAND` describes a command. With a game of your own, give its folder (the one \
         with\nMaterial.lib) instead of {shown}. Commands that only look change nothing."
    )?;
    out.flush()?;
    drop(out);
    if !args.no_view && is_view_built() && super::has_screen() && ui.is_terminal() {
        open_viewer(args, ui);
    }
    Ok(Outcome::found_if(!report.findings.is_empty()))
}

/// True if this program was built with the viewer.
fn is_view_built() -> bool {
    Cli::command().find_subcommand("view").is_some()
}

/// Opens the viewer in a process of its own, so that the shell stays free for commands.
fn open_viewer(args: &DemoArgs, ui: &Ui) {
    let program = std::env::current_exe();
    let started = program.and_then(|program| {
        let mut viewer = Command::new(program);
        viewer.arg("view").arg(&args.folder);
        viewer.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn()
    });
    if let Err(error) = started {
        ui.warn(format_args!("cannot open the viewer: {error}"));
    }
}

/// Exports a model and two textures. Returns the files.
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
        let Some(format) = format::recognise(&subject) else { continue };
        let around = Surroundings::of(&node, Some(&game));
        let to = Destination { stem, suffix };
        let options = ExportOptions::default();
        for file in ngi_convert::export(format.kind, &subject, &around, &to, &options)?.files {
            let path = format!("exported/{}", file.name);
            std::fs::create_dir_all(args.folder.join("exported"))?;
            save::atomic_write(&args.folder.join(&path), |out| out.write_all(&file.bytes))?;
            made.push(path);
        }
    }
    Ok(made)
}

/// A program without the renderer makes no pictures.
#[cfg(not(feature = "render"))]
mod pictures {
    /// None.
    pub fn pictures(_: &super::DemoArgs, _: &super::Ui) -> super::Result<Vec<String>> {
        Ok(Vec::new())
    }
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

/// Returns commands to try next, by task. Each works when pasted into a shell.
fn commands(folder: &str, renders: bool) -> Vec<(&'static str, Vec<String>)> {
    let at = |path: &str| quoted(&format!("{folder}{path}"));
    let (game, walker) = (at(""), at("/bases.rlb/r_scout_0_01.msh"));
    let mut look = vec![
        format!("ngi list {}", at("/sounds.lib")),
        format!("ngi list -r {game}"),
        format!("ngi show {}", at("/sprites.lib/readme.txt")),
        format!("ngi show {}", at("/static.rlb/s_stone_0_01.msh")),
        format!("ngi show {}", at("/Material.lib/WATER")),
        format!("ngi show {}", at("/objects.rlb/r_desert")),
        format!("ngi find \"*.wav\" --game {game}"),
    ];
    if is_view_built() {
        look.insert(0, format!("ngi view {game}"));
    }
    let mut tasks = vec![("Look at the game", look)];
    if renders {
        let bunker = at("/fortif.rlb/f_bunker_01.msh");
        tasks.push((
            "Render images",
            vec![
                format!("ngi render {walker} -o walker.png"),
                format!("ngi render {walker} -o walk.apng --frames 0..64 --size 320x320"),
                format!("ngi render {bunker} -o inside.png --camera 0,4.6,1.8,0,-3,1.4"),
                format!("ngi render {} -o valley.png", at("/DATA/MAPS/VALLEY")),
                format!("ngi render {} -o explosion.png --time 0.4", at("/effects.rlb/exp_large")),
            ],
        ));
    }
    tasks.push((
        "Convert files for other programs",
        vec![
            format!("ngi export {} -o grass.png", at("/Textures.lib/GRASS.0")),
            format!("ngi export {} -o chime.wav", at("/sounds.lib/chime.wav")),
            format!("ngi export {} -o areals.svg", at("/DATA/MAPS/VALLEY/Land.map")),
        ],
    ));
    tasks.push((
        "Ask the engine",
        vec![
            format!("ngi pose {walker} --time 12.5"),
            format!("ngi play {} --time 0,0.5", at("/effects.rlb/exp_small")),
            format!("ngi query {} height 100 100", at("/DATA/MAPS/VALLEY")),
        ],
    ));
    tasks.push((
        "Check files and rebuild an archive",
        vec![
            format!("ngi check --retail {game}"),
            format!("ngi extract {} -o sprites", at("/sprites.lib")),
            "ngi pack sprites -o sprites.lib".to_owned(),
            format!("ngi diff {} sprites.lib", at("/sprites.lib")),
        ],
    ));
    tasks
}
