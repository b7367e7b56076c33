//! The program for Windows does the same as the one for Linux: the same files, the same words, the
//! same pictures, byte for byte.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};

use super::output;
use super::wine::{Running, Wine};
use crate::{cross, process};

/// Commands whose output must be the same, run beside the demo game `demo`.
const SAME_WORDS: &[&[&str]] = &[
    &["list", "-r", "demo"],
    &["list", "-r", "demo", "--json"],
    &["find", "*.msh", "--game", "demo"],
    &["find", "--type", "TEXM", "--game", "demo", "--json"],
    &["check", "broken", "--retail"],
    &["check", "broken", "--retail", "--json"],
    &["diff", "demo", "other"],
    &["diff", "demo", "other", "--json"],
    &["show", "DEMO/BASES.RLB/R_SCOUT_0_01.MSH", "--json"],
    &["query", "demo/DATA/MAPS/VALLEY", "height", "100", "100"],
];

/// How often each side is timed.
const ROUNDS: usize = 5;

/// Where the two work.
struct Trial<'a> {
    wine: &'a Wine,
    windows: &'a Path,
    linux: &'a Path,
    folder: PathBuf,
}

/// Runs all of it; what was compared is said in one line each.
pub fn run(wine: &Wine, windows: &Path, linux: &Path) -> Result<()> {
    let folder = cross::folder()?.join("trial");
    let trial = Trial { wine, windows, linux, folder };
    for side in [Side::Linux, Side::Windows] {
        let own = trial.own(side);
        if own.exists() {
            fs::remove_dir_all(&own).with_context(|| format!("cannot remove {}", own.display()))?;
        }
        fs::create_dir_all(&own).with_context(|| format!("cannot make {}", own.display()))?;
    }
    trial.demo()?;
    trial.same_words()?;
    trial.archives_there_and_back()?;
    trial.edits()?;
    trial.pictures()?;
    trial.speed()?;
    trial.viewer()
}

#[derive(Debug, Clone, Copy)]
enum Side {
    Linux,
    Windows,
}

impl Trial<'_> {
    fn own(&self, side: Side) -> PathBuf {
        self.folder.join(match side {
            Side::Linux => "linux",
            Side::Windows => "windows",
        })
    }

    fn ngi(&self, side: Side, words: &[&str]) -> Command {
        let mut command = match side {
            Side::Linux => Command::new(self.linux),
            Side::Windows => self.wine.command(self.windows),
        };
        command.current_dir(self.own(side)).args(words);
        command.env_remove("NGI_GAME").env("WGPU_BACKEND", "vulkan").stdin(Stdio::null());
        command
    }

    /// Runs the same on both sides; gives what each wrote and how it ended.
    fn both(&self, words: &[&str]) -> Result<[(Vec<u8>, Option<i32>); 2]> {
        let run = |side| -> Result<_> {
            let mut command = self.ngi(side, words);
            let output = command.output().context("could not start ngi")?;
            Ok((output.stdout, output.status.code()))
        };
        Ok([run(Side::Linux)?, run(Side::Windows)?])
    }

    fn demo(&self) -> Result<()> {
        for side in [Side::Linux, Side::Windows] {
            output(&mut self.ngi(side, &["-q", "demo", "demo", "--no-view"]))?;
            let more = ["-q", "demo", "other", "--broken", "broken", "--no-view"];
            output(&mut self.ngi(side, &more))?;
            let changed = "other/Material.lib/WATER";
            output(&mut self.ngi(side, &["-q", "set", changed, "phases[0].opacity=7"]))?;
        }
        self.same_files("demo", "the demo game, its exports and pictures")?;
        self.same_files("broken", "what is wrong in every way")
    }

    /// Fails where the two folders of a name differ.
    fn same_files(&self, name: &str, what: &str) -> Result<()> {
        let here = files(&self.own(Side::Linux).join(name))?;
        let there = files(&self.own(Side::Windows).join(name))?;
        let all: Vec<&String> = here.keys().chain(there.keys()).collect();
        let other: Vec<&&String> =
            all.iter().filter(|path| here.get(**path) != there.get(**path)).collect();
        if here.is_empty() || !other.is_empty() {
            bail!("{what}: {} files differ, such as {:?}", other.len(), other.first());
        }
        eprintln!("windows: same {} files: {what}", here.len());
        Ok(())
    }

    fn same_words(&self) -> Result<()> {
        for words in SAME_WORDS {
            let [here, there] = self.both(words)?;
            if here != there || here.0.is_empty() {
                let shown = words.join(" ");
                for (side, (text, _)) in [("linux", &here), ("windows", &there)] {
                    fs::write(self.folder.join(format!("{side}.txt")), text)?;
                }
                bail!(
                    "`ngi {shown}` says something else on Windows ({:?}, {:?}): {}/*.txt",
                    here.1,
                    there.1,
                    self.folder.display()
                );
            }
            eprintln!("windows: same {} bytes: ngi {}", here.0.len(), words.join(" "));
        }
        Ok(())
    }

    fn archives_there_and_back(&self) -> Result<()> {
        let own = self.own(Side::Windows);
        for archive in ["static.rlb", "Textures.lib", "Material.lib", "system.rlb"] {
            let path = format!("demo/{archive}");
            if !own.join(&path).is_file() {
                continue;
            }
            output(&mut self.ngi(Side::Windows, &["-q", "extract", &path, "-o", "taken"]))?;
            output(&mut self.ngi(Side::Windows, &["-q", "pack", "taken", "-o", "packed.lib"]))?;
            if fs::read(own.join(&path))? != fs::read(own.join("packed.lib"))? {
                bail!("{archive} is another one after extract and pack");
            }
            fs::remove_dir_all(own.join("taken"))?;
            fs::remove_file(own.join("packed.lib"))?;
            eprintln!("windows: {archive} is the same after extract and pack");
        }
        Ok(())
    }

    /// Changes of files that are large enough to be mapped elsewhere, two of them at once.
    fn edits(&self) -> Result<()> {
        let mut large: Vec<(u64, String)> = files(&self.own(Side::Windows).join("demo"))?
            .into_iter()
            .filter(|(path, _)| path.ends_with(".lib") || path.ends_with(".rlb"))
            .map(|(path, bytes)| (bytes.len() as u64, path))
            .collect();
        large.sort();
        let Some((size, path)) = large.pop().filter(|(size, _)| *size >= 64 * 1024) else {
            bail!("no archive of the demo game is large");
        };
        let path = format!("demo/{path}");
        let words = ["-q", "edit", &path, "rename", "#0", "ZZZ"];
        for side in [Side::Linux, Side::Windows] {
            output(&mut self.ngi(side, &words))?;
        }
        self.same_files(
            "demo",
            &format!("after an edit of {path}, {size} bytes, with its backup"),
        )?;
        // Two programs at the same file: one after the other, and neither change is lost.
        let both: Vec<_> = ["#1", "#2"]
            .map(|entry| {
                let mut command =
                    self.ngi(Side::Windows, &["-q", "edit", &path, "rename", entry, &entry[1..]]);
                command.stdout(Stdio::null()).spawn()
            })
            .into_iter()
            .collect::<std::io::Result<_>>()?;
        for mut child in both {
            if !child.wait()?.success() {
                bail!("one of two edits at the same time failed");
            }
        }
        let list = output(&mut self.ngi(Side::Windows, &["list", &path]))?;
        let list = String::from_utf8_lossy(&list).into_owned();
        let has = |name: &str| list.split_whitespace().any(|word| word == name);
        if !(has("1") && has("2") && has("ZZZ")) {
            bail!("an edit was lost: {list}");
        }
        eprintln!("windows: two programs changed {path} at once, and both changes are there");
        Ok(())
    }

    fn pictures(&self) -> Result<()> {
        for side in [Side::Linux, Side::Windows] {
            fs::create_dir_all(self.own(side).join("pictures"))?;
            for (subject, picture) in [
                ("other/bases.rlb/r_scout_0_01.msh", "pictures/scout.png"),
                ("other/DATA/MAPS/VALLEY", "pictures/valley.png"),
            ] {
                output(&mut self.ngi(side, &["-q", "render", subject, "-o", picture]))?;
            }
        }
        self.same_files("pictures", "a model and a level, drawn by the same driver")
    }

    /// Says how long a check of a game of real size takes on both sides, beside the start of a program
    /// that has nothing to do, which takes Wine far longer: the least of a few runs, in turns.
    /// Nothing fails here: a busy machine says nothing about a program.
    fn speed(&self) -> Result<()> {
        let game = "../real";
        let _ = fs::remove_dir_all(self.folder.join("real"));
        let made = ["-q", "demo", game, "--scale", "real", "--no-view"];
        output(&mut self.ngi(Side::Linux, &made))?;
        let jobs: [&[&str]; 2] = [&["--version"], &["-q", "check", game, "--retail"]];
        let mut least = [[Duration::MAX; 2]; 2];
        for _ in 0..ROUNDS {
            for (job, least) in jobs.into_iter().zip(&mut least) {
                for (side, least) in [Side::Linux, Side::Windows].into_iter().zip(least) {
                    let begun = Instant::now();
                    output(&mut self.ngi(side, job))?;
                    *least = begun.elapsed().min(*least);
                }
            }
        }
        let seconds = least.map(|sides| sides.map(|time| time.as_secs_f64()));
        let [[start_here, start_there], [here, there]] = seconds;
        let alone = (there - start_there).max(0.001) / (here - start_here).max(0.001);
        eprintln!(
            "windows: check of a game of real size: {here:.2} s on Linux, {there:.2} s under Wine, \
             {:.1} times as long; without the start of the program ({start_here:.2} s, \
             {start_there:.2} s) {alone:.1} times",
            there / here
        );
        fs::remove_dir_all(self.folder.join("real")).context("cannot remove the game")
    }

    /// Opens the viewer as Explorer would, and takes a picture of the screen.
    fn viewer(&self) -> Result<()> {
        let launcher = self.windows.with_file_name("ngi-view.exe");
        let mut viewer = self.wine.command(&launcher);
        viewer.current_dir(self.own(Side::Windows)).arg("other/bases.rlb/r_scout_0_01.msh");
        viewer.stdout(Stdio::null()).stderr(Stdio::null());
        let mut running = Running(viewer.spawn().context("could not start the viewer")?);
        let picture = self.folder.join("viewer.png");
        let started = Instant::now();
        // A screen without a window has one colour; a drawn one has hundreds.
        let colours = loop {
            sleep(Duration::from_secs(3));
            if let Some(status) = running.0.try_wait()? {
                bail!("the viewer ended with {status}");
            }
            let mut import = Command::new("import");
            import.args(["-window", "root"]).arg(&picture).env("DISPLAY", self.wine.display());
            process::run(&mut import)?;
            let mut identify = Command::new("identify");
            let told = output(identify.args(["-format", "%k"]).arg(&picture))?;
            let colours: usize = String::from_utf8_lossy(&told).trim().parse().unwrap_or(0);
            if colours > 500 {
                break colours;
            }
            if started.elapsed() > Duration::from_secs(120) {
                bail!("the viewer shows nothing: {}", picture.display());
            }
        };
        // What it started ends with the server of the prefix.
        self.wine.end();
        eprintln!("windows: the viewer shows {colours} colours: {}", picture.display());
        Ok(())
    }
}

/// All files below a folder, by their path from there.
fn files(folder: &Path) -> Result<BTreeMap<String, Vec<u8>>> {
    // Records of changes hold the time.
    let found = process::files_below(folder, |path| path.file_name() != Some(".ngi".as_ref()))?;
    found.into_iter().map(|(name, path)| Ok((name, fs::read(&path)?))).collect()
}
