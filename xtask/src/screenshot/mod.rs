//! `cargo xtask screenshot`: the viewer in a real window on a pretended screen, as a picture for
//! the documentation; with `--judge`, measurements of what the demo game looks like.

mod judge;
mod png;

use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Stdio};
use std::thread::sleep;
use std::time::Duration;

use anyhow::{Context as _, Result};

use crate::{demo, process, setup};

/// Options of `cargo xtask screenshot`.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// The picture to write
    #[arg(long, default_value = "docs/pictures/viewer.png")]
    output: PathBuf,
    /// What is selected, below the demo game
    #[arg(long, default_value = "bases.rlb/r_scout_0_01.msh")]
    select: String,
    /// The `ngi` to use, instead of one that is built now
    #[arg(long)]
    ngi: Option<PathBuf>,
    /// Seconds until the picture is taken
    #[arg(long, default_value_t = 12)]
    wait: u64,
    /// Measure the missions of the demo game at six times of the day instead: fail if an image is
    /// clipped, too dark or too bright, or if there is a line in the sky
    #[arg(long)]
    judge: bool,
    /// The game folder that is judged, instead of a demo game made now
    #[arg(long, requires = "judge")]
    game: Option<PathBuf>,
}

/// The pretended screen: its number, and as large as the window.
const SCREEN: &str = ":87";
const SIZE: &str = "1360x860x24";

/// A program that ends with this value.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn start(command: &mut Command) -> Result<Running> {
    let shown = process::describe(command);
    let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    Ok(Running(child.with_context(|| format!("could not start {shown}"))?))
}

/// Runs the command.
pub fn run(options: &Options) -> Result<ExitCode> {
    if !options.judge {
        setup::ensure(setup::SCREENSHOT)?;
    }
    let ngi = match &options.ngi {
        Some(ngi) => ngi.clone(),
        None => build()?,
    };
    // A home of its own: no window of an earlier start is remembered.
    let home = std::env::temp_dir().join(format!("ngi-screenshot-{}", std::process::id()));
    std::fs::create_dir_all(&home)?;
    let game = options.game.clone().unwrap_or_else(|| home.join("demo"));
    if options.game.is_none() {
        process::run(Command::new(&ngi).args(["-q", "demo"]).arg(&game).stdout(Stdio::null()))?;
    }
    let result = if options.judge {
        judge::run(&ngi, &game, &home)
    } else {
        take(options, &ngi, &home, &game).map(|()| ExitCode::SUCCESS)
    };
    std::fs::remove_dir_all(&home)?;
    result
}

fn take(options: &Options, ngi: &Path, home: &Path, game: &Path) -> Result<()> {
    let _screen =
        start(Command::new("Xvfb").args([SCREEN, "-screen", "0", SIZE, "-nolisten", "tcp"]))?;
    sleep(Duration::from_secs(2));
    let mut viewer = Command::new(ngi);
    viewer.arg("view").arg(game.join(&options.select)).env("DISPLAY", SCREEN).env("HOME", home);
    viewer.env_remove("WAYLAND_DISPLAY").env("XDG_DATA_HOME", home).env_remove("NGI_GAME");
    let _viewer = start(&mut viewer)?;
    sleep(Duration::from_secs(options.wait));
    // A click picks something, so that its fields are shown; one on a field tells about it.
    for at in [["640", "330"], ["1046", "399"]] {
        let [x, y] = at;
        for arguments in [&["mousemove", x, y][..], &["mousedown", "1"], &["mouseup", "1"]] {
            process::run(Command::new("xdotool").args(arguments).env("DISPLAY", SCREEN))?;
            sleep(Duration::from_millis(400));
        }
        sleep(Duration::from_secs(options.wait / 3));
    }
    let output = process::root().join(&options.output);
    if let Some(folder) = output.parent() {
        std::fs::create_dir_all(folder)?;
    }
    let mut import = Command::new("import");
    import.args(["-window", "root", "-strip"]).arg(&output).env("DISPLAY", SCREEN);
    process::run(&mut import)?;
    eprintln!("wrote {}", output.display());
    Ok(())
}

fn build() -> Result<PathBuf> {
    let root = process::root();
    let mut cargo = Command::new(process::cargo_program());
    cargo.args(["build", "--profile", demo::PROFILE, "--package", "ngi-cli"]).current_dir(&root);
    process::run(&mut cargo)?;
    Ok(process::target_folder()?
        .join(demo::PROFILE)
        .join(format!("ngi{}", std::env::consts::EXE_SUFFIX)))
}
