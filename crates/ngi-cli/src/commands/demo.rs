//! `demo`.

use std::io::{IsTerminal, Write};
use std::process::{Command, Stdio};

use anyhow::{Result, bail};
use clap::CommandFactory;
use ngi_convert::check;
use ngi_convert::convert::{self, Destination, ExportOptions};
use ngi_convert::format;
use ngi_convert::surroundings::{Game, Surroundings};
use ngi_demo::Written;
use ngi_render::{Aim, OpenError, Studio, View};
use ngi_vfs::{Vfs, save};

use super::{node, subject};
use crate::args::{Cli, DemoArgs};
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
    let rendered = pictures(args, ui)?;
    for file in &rendered {
        writeln!(out, "Rendered {shown}/{file}")?;
    }
    if let (Some(folder), Some(files)) = (&args.broken, broken) {
        let cases = files.iter().filter(|file| file.path.ends_with(ngi_demo::broken::EXPECTED));
        writeln!(out, "Made {}: {} broken cases.", folder.display(), cases.count())?;
    }
    writeln!(out, "\nTry:")?;
    for command in commands(&shown.to_string(), !rendered.is_empty()) {
        writeln!(out, "  {command}")?;
    }
    out.flush()?;
    drop(out);
    if !args.no_view && is_view_built() && has_display() {
        open_viewer(args, ui);
    }
    Ok(Outcome::found_if(!report.findings.is_empty()))
}

/// Whether this program has the viewer in it.
fn is_view_built() -> bool {
    Cli::command().find_subcommand("view").is_some()
}

/// Whether a person sits in front of a screen.
fn has_display() -> bool {
    let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let screen = cfg!(not(target_os = "linux")) || set("DISPLAY") || set("WAYLAND_DISPLAY");
    screen && std::io::stdout().is_terminal()
}

/// Opens the viewer as a program of its own, so that the commands can be tried beside it.
fn open_viewer(args: &DemoArgs, ui: &Ui) {
    let program = std::env::current_exe();
    let started = program.and_then(|program| {
        let mut viewer = Command::new(program);
        viewer.arg("view").arg(&args.folder);
        viewer.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn()
    });
    if let Err(error) = started {
        ui.warn(format_args!("the viewer does not open: {error}"));
    }
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

/// A picture of something in the game.
struct Shot {
    path: &'static str,
    file: &'static str,
    size: [u32; 2],
    aim: Aim,
    /// Seconds.
    time: f32,
}

const SHOTS: [Shot; 4] = [
    Shot {
        path: "bases.rlb/r_scout_0_01.msh",
        file: "walker.png",
        size: [640, 640],
        aim: Aim::From { yaw: 215.0, pitch: 12.0 },
        time: 0.4,
    },
    Shot {
        path: "fortif.rlb/f_bunker_01.msh",
        file: "bunker.png",
        size: [800, 500],
        aim: Aim::From { yaw: 212.0, pitch: 20.0 },
        time: 0.0,
    },
    Shot {
        path: "DATA/MAPS/VALLEY",
        file: "valley.png",
        size: [800, 500],
        aim: Aim::Automatic,
        time: 0.0,
    },
    Shot {
        path: "effects.rlb/exp_large",
        file: "explosion.png",
        size: [512, 512],
        aim: Aim::Automatic,
        time: 0.4,
    },
];

/// Renders what is worth looking at; gives the files. Without a graphics adapter there are none,
/// and a line says why.
fn pictures(args: &DemoArgs, ui: &Ui) -> Result<Vec<String>> {
    let mut studio = match Studio::new() {
        Ok(studio) => studio,
        Err(error) => {
            ui.say(format_args!("no pictures: {error}"));
            return Ok(Vec::new());
        }
    };
    let game = Vfs::open(&args.folder)?;
    let mut made = Vec::new();
    for shot in &SHOTS {
        let mut scene = match ngi_render::open(&node(&args.folder.join(shot.path))?, Some(&game)) {
            Ok(scene) => scene,
            // Not everything can be looked at yet.
            Err(OpenError::Unsupported { .. }) => continue,
            Err(error) => return Err(error.into()),
        };
        scene.prepare(studio.renderer());
        scene.log().iter().for_each(|line| ui.warn(line));
        let [width, height] = shot.size;
        #[expect(clippy::cast_precision_loss, reason = "a few hundred pixels")]
        let aspect = width as f32 / height as f32;
        let view = View {
            camera: shot.aim.camera(&*scene, None, aspect),
            size: shot.size,
            time: shot.time,
            level: Some(0),
            ..View::default()
        };
        let png = studio.picture(&mut *scene, &view)?.to_png()?;
        let path = format!("exported/{}", shot.file);
        save::atomic_write(&args.folder.join(&path), |out| out.write_all(&png))?;
        made.push(path);
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
fn commands(folder: &str, renders: bool) -> Vec<String> {
    let at = |path: &str| quoted(&format!("{folder}{path}"));
    let (game, walker) = (at(""), at("/bases.rlb/r_scout_0_01.msh"));
    let mut all = vec![
        format!("ngi list {}", at("/sounds.lib")),
        format!("ngi list -r {game}"),
        format!("ngi show {}", at("/sprites.lib/readme.txt")),
        format!("ngi show {}", at("/static.rlb/s_stone_0_01.msh")),
        format!("ngi show {}", at("/Material.lib/WATER")),
        format!("ngi show {}", at("/objects.rlb/r_desert")),
        format!("ngi pose {walker} --time 12.5"),
        format!("ngi play {} --time 0,0.5", at("/effects.rlb/exp_small")),
        format!("ngi query {} height 100 100", at("/DATA/MAPS/VALLEY")),
        format!("ngi export {} -o grass.png", at("/Textures.lib/GRASS.0")),
        format!("ngi export {} -o areals.svg", at("/DATA/MAPS/VALLEY/Land.map")),
        format!("ngi check --retail {game}"),
        format!("ngi extract {} -o sprites", at("/sprites.lib")),
        "ngi pack sprites -o sprites.lib".to_owned(),
        format!("ngi diff {} sprites.lib", at("/sprites.lib")),
        format!("ngi find '*.wav' --game {game}"),
    ];
    if renders {
        all.extend([
            format!("ngi render {walker} -o walker.png"),
            format!("ngi render {walker} -o walk.apng --frames 0..64 --size 320x320"),
            format!("ngi render {} -o inside.png --cut-away", at("/fortif.rlb/f_bunker_01.msh")),
        ]);
    }
    if is_view_built() {
        all.push(format!("ngi view {game}"));
    }
    all
}

/// A word as a shell reads it as one.
fn quoted(path: &str) -> String {
    let signs = if cfg!(windows) { "/\\._-:+,@" } else { "/._-:+,@" };
    let plain = |letter: char| letter.is_alphanumeric() || signs.contains(letter);
    match path.chars().all(plain) {
        true => path.to_owned(),
        false if cfg!(windows) => format!("\"{path}\""),
        false => format!("'{}'", path.replace('\'', "'\\''")),
    }
}
