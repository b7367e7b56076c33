//! `cargo xtask dist`: what is passed on, in `target/dist`.
//!
//! The same sources give the same bytes: paths of this machine are mapped away, nothing holds a
//! time, archives are sorted. `--twice` builds everything in two places and compares.

pub mod archive;
mod packages;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use anyhow::{Context as _, Result, bail};
use archive::{File, Files};

use crate::{cross, icon, process, setup, web};

const LINUX: &str = "x86_64-unknown-linux-gnu";

/// Options of `cargo xtask dist`.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// The profile to build with
    #[arg(long, default_value = "release")]
    profile: String,
    /// Build everything a second time, elsewhere, and compare
    #[arg(long)]
    twice: bool,
    /// Make only this; may be given several times
    #[arg(long, value_name = "PART")]
    only: Vec<Part>,
}

/// A download.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Part {
    /// Programs for Linux
    Linux,
    /// Programs for Windows
    Windows,
    /// The page
    Web,
}

impl Options {
    fn makes(&self, part: Part) -> bool {
        self.only.is_empty() || self.only.contains(&part)
    }

    /// Targets, and the package that is linked for each.
    fn programs(&self) -> Vec<(&'static str, &'static str)> {
        let all = [
            (Part::Linux, LINUX, "ngi-cli"),
            (Part::Windows, cross::WINDOWS, "ngi-cli"),
            (Part::Web, cross::WEB, "ngi-web"),
        ];
        let made = all.into_iter().filter(|(part, ..)| self.makes(*part));
        made.map(|(_, target, package)| (target, package)).collect()
    }
}

/// Runs the command.
pub fn run(options: &Options) -> Result<ExitCode> {
    let target = process::target_folder()?;
    let folder = target.join("dist");
    let first = made(options, &target)?;
    if options.twice {
        let other = target.join("dist-again");
        let second = made(options, &other)?;
        compare(&first, &second)?;
        fs::remove_dir_all(&other).with_context(|| format!("cannot remove {}", other.display()))?;
    }
    if folder.exists() {
        fs::remove_dir_all(&folder)
            .with_context(|| format!("cannot remove {}", folder.display()))?;
    }
    fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let mut sums = String::new();
    for (name, file) in &first {
        let path = folder.join(name);
        fs::write(&path, &file.bytes)
            .with_context(|| format!("cannot write {}", path.display()))?;
        let sum = process::sha256(&path)?;
        sums.push_str(&format!("{sum}  {name}\n"));
        eprintln!("dist: {:>10} bytes {name}", file.bytes.len());
    }
    fs::write(folder.join("SHA256SUMS"), &sums)?;
    eprintln!("dist: {}", folder.display());
    Ok(ExitCode::SUCCESS)
}

/// Unpacks what was made, as somebody does who fetched it; gives the programs for Windows and for
/// Linux.
pub fn unpacked() -> Result<(PathBuf, PathBuf)> {
    let target = process::target_folder()?;
    let (made, place) = (target.join("dist"), target.join("dist-unpacked"));
    if place.exists() {
        fs::remove_dir_all(&place).with_context(|| format!("cannot remove {}", place.display()))?;
    }
    fs::create_dir_all(&place).with_context(|| format!("cannot make {}", place.display()))?;
    let (windows, linux) = (name_of("x86_64-windows"), name_of("x86_64-linux"));
    let mut unzip = Command::new("python3");
    unzip.args(["-m", "zipfile", "-e"]).arg(made.join(format!("{windows}.zip")));
    process::run(unzip.arg(&place))?;
    let mut untar = Command::new("tar");
    untar.arg("xzf").arg(made.join(format!("{linux}.tar.gz"))).arg("-C");
    process::run(untar.arg(&place))?;
    Ok((place.join(windows).join("ngi.exe"), place.join(linux).join("bin/ngi")))
}

/// What an archive is called, and the folder in it.
fn name_of(what: &str) -> String {
    format!("ngi-{}-{what}", env!("CARGO_PKG_VERSION"))
}

/// Fails where two runs made different things.
fn compare(first: &Files, second: &Files) -> Result<()> {
    let names = |files: &Files| files.keys().cloned().collect::<Vec<_>>();
    if names(first) != names(second) {
        bail!("two runs made different files: {:?}, {:?}", names(first), names(second));
    }
    for (name, file) in first {
        if second.get(name).is_none_or(|other| other.bytes != file.bytes) {
            bail!("{name}: two runs made different bytes");
        }
    }
    eprintln!("dist: two runs made the same bytes");
    Ok(())
}

/// Everything that is passed on, built with `target` as cargo's folder.
fn made(options: &Options, target: &Path) -> Result<Files> {
    let version = env!("CARGO_PKG_VERSION");
    let listed = packages::linked(&options.programs(), FEATURES)?;
    let mut common = own_files()?;
    common.insert("LICENSES.txt".into(), plain(packages::licences(&listed)));
    let mut all = Files::new();

    if options.makes(Part::Linux) {
        let programs = build(LINUX, options, target)?;
        let linux = linux_files(&programs, target)?;
        let name = name_of("x86_64-linux");
        let bytes = archive::tar_gz(&below(&name, [&common, &linux]))?;
        all.insert(format!("{name}.tar.gz"), plain(bytes));
    }
    if options.makes(Part::Windows) {
        let programs = build(cross::WINDOWS, options, target)?;
        let mut windows = Files::new();
        for program in ["ngi.exe", "ngi-view.exe"] {
            windows.insert(program.into(), read(&programs.join(program), true)?);
        }
        let name = name_of("x86_64-windows");
        let bytes = archive::zip(&below(&name, [&common, &windows]))?;
        all.insert(format!("{name}.zip"), plain(bytes));
    }
    if options.makes(Part::Web) {
        let page = files_below(&web::build(target)?)?;
        let name = name_of("web");
        let bytes = archive::zip(&below(&name, [&common, &page]))?;
        all.insert(format!("{name}.zip"), plain(bytes));
    }

    let bill = serde_json::to_string_pretty(&packages::bill(&listed, version))?;
    all.insert(format!("ngi-{version}.cdx.json"), plain(bill + "\n"));
    Ok(all)
}

/// Programs that are passed on speak to screen readers.
const FEATURES: &str = "ngi-cli/accessibility";

/// Builds the programs for a target; gives their folder.
fn build(target: &str, options: &Options, folder: &Path) -> Result<PathBuf> {
    let place = folder.display().to_string();
    let words = [
        "build",
        "--locked",
        "--profile",
        &options.profile,
        "--package",
        "ngi-cli",
        "--bins",
        "--features",
        FEATURES,
        "--target-dir",
        &place,
    ];
    let mut flags = cross::remapped(folder)?;
    let sysroot = if target == cross::WINDOWS {
        setup::ensure(setup::WINDOWS)?;
        flags.push("-Clink-arg=-Wl,--no-insert-timestamp".into());
        cross::sysroot(target)?
    } else {
        cross::own_sysroot()?
    };
    process::run(&mut cross::cargo(target, &sysroot, &flags, &words))?;
    let profile = if options.profile == "dev" { "debug" } else { &options.profile };
    Ok(folder.join(target).join(profile))
}

/// What every archive has.
fn own_files() -> Result<Files> {
    let mut files = Files::new();
    for name in ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE", "docs/install.md"] {
        let short = name.rsplit('/').next().unwrap_or(name);
        files.insert(short.to_owned(), read(&process::root().join(name), false)?);
    }
    Ok(files)
}

/// The program with its manual, what completes its words in shells, and its place in menus.
fn linux_files(programs: &Path, target: &Path) -> Result<Files> {
    let ngi = programs.join("ngi");
    let mut files = Files::new();
    files.insert("bin/ngi".into(), read(&ngi, true)?);
    for (shell, place) in [
        ("bash", "share/bash-completion/completions/ngi"),
        ("fish", "share/fish/vendor_completions.d/ngi.fish"),
        ("zsh", "share/zsh/site-functions/_ngi"),
    ] {
        let output = Command::new(&ngi).args(["completions", shell]).stderr(Stdio::null()).output();
        let output = output.with_context(|| format!("could not start {}", ngi.display()))?;
        if !output.status.success() || output.stdout.is_empty() {
            bail!("`ngi completions {shell}` failed");
        }
        files.insert(place.into(), plain(output.stdout));
    }
    let pages = target.join("dist-manual");
    let _ = fs::remove_dir_all(&pages);
    process::run(Command::new(&ngi).args(["-q", "man", "-o"]).arg(&pages))?;
    for (name, page) in files_below(&pages)? {
        files.insert(format!("share/man/man1/{name}"), page);
    }
    fs::remove_dir_all(&pages)?;
    files.insert("share/applications/ngi-view.desktop".into(), plain(DESKTOP));
    let icon = read(&icon::folder().join("ngi.svg"), false)?;
    files.insert("share/icons/hicolor/scalable/apps/ngi-view.svg".into(), icon);
    Ok(files)
}

/// The viewer in menus and under *Open with*.
const DESKTOP: &str = "\
[Desktop Entry]
Type=Application
Name=ngi view
Comment=Look at and change resources of the NGI engine
Comment[ru]=Просмотр и правка ресурсов движка NGI
Exec=ngi view %f
Icon=ngi-view
Terminal=false
Categories=Graphics;3DGraphics;Viewer;
MimeType=inode/directory;
StartupWMClass=ngi-view
";

fn plain(bytes: impl Into<Vec<u8>>) -> File {
    File { bytes: bytes.into(), runs: false }
}

fn read(path: &Path, runs: bool) -> Result<File> {
    let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    Ok(File { bytes, runs })
}

/// Files of several lists, in a folder of the archive's name.
fn below<const N: usize>(name: &str, lists: [&Files; N]) -> Files {
    let all = lists.into_iter().flatten();
    all.map(|(path, file)| (format!("{name}/{path}"), file.clone())).collect()
}

/// All files below a folder, with what they hold.
fn files_below(folder: &Path) -> Result<Files> {
    let found = process::files_below(folder, |_| true)?;
    found.into_iter().map(|(name, path)| Ok((name, read(&path, false)?))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn different_bytes_are_noticed() {
        let files = |bytes: &[u8]| Files::from([("a.zip".to_owned(), plain(bytes))]);
        compare(&files(b"1"), &files(b"1")).unwrap();
        assert!(compare(&files(b"1"), &files(b"2")).is_err());
        assert!(compare(&files(b"1"), &Files::new()).is_err());
    }

    #[test]
    fn what_every_archive_has_is_there() {
        assert_eq!(own_files().unwrap().len(), 5);
        let below = below("ngi-1", [&own_files().unwrap()]);
        assert!(below.contains_key("ngi-1/install.md"));
    }
}
