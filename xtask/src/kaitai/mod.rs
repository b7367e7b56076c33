//! The Kaitai Struct descriptions of `docs/schema`, compiled by Kaitai's own compiler and held
//! against what `ngi` reads: an independent reader that nobody here wrote.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};

use crate::process;

/// The packages and the versions that are known to work.
const PACKAGES: [(&str, &str); 4] = [
    ("kaitai-struct-compiler", "0.11.0"),
    ("kaitai-struct", "0.11.0"),
    ("yaml", "2.9.1"),
    ("ajv", "8.20.0"),
];
const SCRIPT: &str = include_str!("parse.js");
/// Fewer cases than this mean that the demo game was not dumped.
const FEWEST: usize = 100;

/// Dumps every file of the demo game with its fields, parses it with the descriptions and
/// compares.
pub fn run() -> Result<()> {
    let packages = install()?;
    let cases = process::target_folder()?.join("kaitai-cases");
    if cases.exists() {
        fs::remove_dir_all(&cases).with_context(|| format!("{}", cases.display()))?;
    }
    fs::create_dir_all(&cases).with_context(|| format!("{}", cases.display()))?;
    let mut dump = process::linted(process::cargo(DUMP))?;
    process::run(dump.env("NGI_KAITAI", &cases))?;
    let files = fs::read_dir(&cases)?.filter_map(Result::ok);
    let count = files.filter(|file| file.path().extension().is_some_and(|e| e == "bin")).count();
    if count < FEWEST {
        bail!("only {count} cases in {}", cases.display());
    }
    parse(&packages, &cases)
}

/// The test that writes the cases.
const DUMP: [&str; 8] = [
    "test",
    "--workspace",
    "--test",
    "demo",
    "--",
    "--ignored",
    "--exact",
    "kaitai::every_file_with_its_fields",
];

/// Sees to it that the compiler and its runtime are there; gives the folder of the packages.
fn install() -> Result<PathBuf> {
    let folder = process::target_folder()?.join("kaitai");
    let modules = folder.join("node_modules");
    let there = |(name, version): &(&str, &str)| {
        let manifest = fs::read(modules.join(name).join("package.json")).ok();
        let manifest: Option<serde_json::Value> =
            manifest.and_then(|bytes| serde_json::from_slice(&bytes).ok());
        manifest.is_some_and(|manifest| manifest.get("version").is_some_and(|own| own == *version))
    };
    if PACKAGES.iter().all(there) {
        return Ok(modules);
    }
    fs::create_dir_all(&folder).with_context(|| format!("{}", folder.display()))?;
    let mut npm = Command::new("npm");
    npm.args(["install", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"]);
    npm.arg("--prefix").arg(&folder);
    npm.args(PACKAGES.iter().map(|(name, version)| format!("{name}@{version}")));
    process::run(npm.stdout(std::io::stderr())).context("npm could not fetch Kaitai's compiler")?;
    match PACKAGES.iter().find(|package| !there(package)) {
        None => Ok(modules),
        Some((name, version)) => bail!("npm left no {name} {version} in {}", modules.display()),
    }
}

fn parse(packages: &Path, cases: &Path) -> Result<()> {
    let script = cases.with_extension("js");
    fs::write(&script, SCRIPT).with_context(|| format!("{}", script.display()))?;
    let schema = process::root().join("docs").join("schema");
    let mut node = Command::new("node");
    node.arg("--max-old-space-size=4096").arg(&script).arg(packages).arg(&schema).arg(cases);
    process::run(&mut node).context("files read otherwise by Kaitai's descriptions")
}
