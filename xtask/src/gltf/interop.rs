//! `cargo xtask interop`: exported files opened by assimp and by Blender, counts compared; models
//! through Blender and back into the game's format.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context as _, Result, bail};
use clap::ValueEnum;
use serde_json::{Value, json};

use super::counts::{Counts, of_file};
use super::exports::{self, Exports};
use super::shown;
use crate::setup;

const SCRIPT: &str = include_str!("blender.py");

/// Options of `cargo xtask interop`.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// Ask only this program; may be given several times
    #[arg(long, value_name = "PROGRAM")]
    only: Vec<Program>,
}

/// A program that opens what we export.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Program {
    /// Opens every file and counts.
    Assimp,
    /// Opens every file and counts; saves models again, which then go back into the game's format.
    Blender,
    /// Blender 4.5 from PyPI: takes models there and back with its usual settings, untouched and
    /// edited.
    Bpy,
}

/// Runs the command.
pub fn run(options: &Options) -> Result<ExitCode> {
    let programs: Vec<Program> = Program::value_variants()
        .iter()
        .copied()
        .filter(|program| options.only.is_empty() || options.only.contains(program))
        .collect();
    for program in &programs {
        setup::ensure(match program {
            Program::Assimp => setup::ASSIMP,
            Program::Blender => setup::BLENDER,
            Program::Bpy => setup::BPY,
        })?;
    }
    let exports = exports::make()?;
    let mut problems = Vec::new();
    for program in programs {
        match program {
            Program::Assimp => ask_assimp(&exports, &mut problems)?,
            Program::Blender => ask_blender(&exports, &mut problems)?,
            Program::Bpy => super::bpy::ask(&exports, &mut problems)?,
        }
    }
    problems.iter().for_each(|problem| eprintln!("{problem}"));
    if !problems.is_empty() {
        bail!("{} differences", problems.len());
    }
    Ok(ExitCode::SUCCESS)
}

/// Compares a number that another program gives with ours.
fn compare(
    problems: &mut Vec<String>,
    file: &Path,
    what: &str,
    ours: usize,
    theirs: Option<usize>,
) {
    if theirs != Some(ours) {
        let theirs = theirs.map_or("none".to_owned(), |theirs| theirs.to_string());
        problems.push(format!("{}: {what}: {ours} written, {theirs} read", file.display()));
    }
}

fn ask_assimp(exports: &Exports, problems: &mut Vec<String>) -> Result<()> {
    for file in &exports.files {
        let output = Command::new("assimp").arg("info").arg(file).arg("--raw").output();
        let output = output.context("could not start `assimp`")?;
        let text = String::from_utf8_lossy(&output.stdout);
        if !output.status.success() {
            problems.push(format!("{}: assimp does not open it", file.display()));
            continue;
        }
        let Counts { nodes, roots, primitives, triangles, animations, named_vertices, .. } =
            of_file(file)?;
        let theirs = |label: &str| number_behind(&text, label);
        // Several roots get one above them.
        let above = usize::from(roots != 1);
        compare(problems, file, "nodes (assimp)", nodes + above, theirs("Nodes:"));
        compare(problems, file, "meshes (assimp)", primitives, theirs("Meshes:"));
        compare(problems, file, "faces (assimp)", triangles, theirs("Faces:"));
        compare(problems, file, "vertices (assimp)", named_vertices, theirs("Vertices:"));
        compare(problems, file, "animations (assimp)", animations, theirs("Animations:"));
    }
    eprintln!("assimp: {} files opened", exports.files.len());
    Ok(())
}

/// The number behind a label at the start of a line.
fn number_behind(text: &str, label: &str) -> Option<usize> {
    let line = text.lines().find_map(|line| line.strip_prefix(label))?;
    line.split_whitespace().next()?.parse().ok()
}

/// A file for Blender, and where it goes from there.
struct Job<'a> {
    file: &'a Path,
    /// For a model: what Blender saves, and where in the game it is from.
    again: Option<(PathBuf, PathBuf)>,
}

fn ask_blender(exports: &Exports, problems: &mut Vec<String>) -> Result<()> {
    let folder = exports.folder.join("blender");
    fs::create_dir_all(&folder).with_context(|| format!("{}", folder.display()))?;
    let jobs: Vec<Job<'_>> = exports
        .files
        .iter()
        .enumerate()
        .map(|(at, file)| Job {
            file,
            again: model_of(exports, file).map(|m| (folder.join(format!("{at}.glb")), m)),
        })
        .collect();
    let found = run_blender(&folder, &jobs)?;
    if found.len() != jobs.len() {
        bail!("Blender gave {} answers for {} files", found.len(), jobs.len());
    }
    let mut round_trips = 0;
    for (job, found) in jobs.iter().zip(&found) {
        let Counts { nodes, mesh_nodes, placed_vertices, placed_triangles, moving, extras, .. } =
            of_file(job.file)?;
        let theirs = |key: &str| found.get(key)?.as_u64().and_then(|n| usize::try_from(n).ok());
        compare(problems, job.file, "objects (Blender)", nodes, theirs("objects"));
        compare(problems, job.file, "mesh objects (Blender)", mesh_nodes, theirs("mesh_objects"));
        compare(problems, job.file, "vertices (Blender)", placed_vertices, theirs("vertices"));
        compare(problems, job.file, "triangles (Blender)", placed_triangles, theirs("triangles"));
        compare(problems, job.file, "moving objects (Blender)", moving, theirs("moving"));
        compare(problems, job.file, "objects with extras (Blender)", extras, theirs("extras"));
        let broken = found.get("broken_images").and_then(Value::as_array);
        if broken.is_none_or(|broken| !broken.is_empty()) {
            problems.push(format!("{}: pictures Blender cannot read", job.file.display()));
        }
        if let Some((again, model)) = &job.again {
            round_trips += 1;
            comes_back(exports, again, model, problems)?;
        }
    }
    eprintln!("Blender: {} files opened, {round_trips} models there and back", jobs.len());
    if round_trips < 10 {
        bail!("only {round_trips} models went through Blender");
    }
    Ok(())
}

/// The model of the game a file was exported from; `None` for what is no model.
pub(super) fn model_of(exports: &Exports, file: &Path) -> Option<PathBuf> {
    let below = file.strip_prefix(&exports.folder).ok()?;
    let below: PathBuf = below.components().skip(1).collect();
    let model = exports.folder.join("game").join(below.with_extension(""));
    // Below an archive: `bases.rlb/r_scout.msh`.
    let is_model = model.extension()? == "msh" && model.parent()?.is_file();
    is_model.then_some(model)
}

/// One Blender for all files.
fn run_blender(folder: &Path, jobs: &[Job<'_>]) -> Result<Vec<Value>> {
    let list = jobs.iter().map(|job| {
        let again = job.again.as_ref().map(|(again, _)| shown(again)).transpose()?;
        Ok(json!({"path": shown(job.file)?, "again": again}))
    });
    let list: Value = list.collect::<Result<Vec<Value>>>()?.into();
    let path = |name: &str| folder.join(name);
    fs::write(path("blender.py"), SCRIPT)?;
    fs::write(path("jobs.json"), list.to_string())?;
    let mut blender = Command::new("blender");
    blender.args(["--background", "--factory-startup", "--python-exit-code", "3", "--python"]);
    blender.arg(path("blender.py")).arg("--").args([path("jobs.json"), path("found.json")]);
    let output = blender.output().context("could not start `blender`")?;
    if !output.status.success() {
        let log = String::from_utf8_lossy(&output.stdout);
        let errors = String::from_utf8_lossy(&output.stderr);
        let last: Vec<&str> = log.lines().chain(errors.lines()).rev().take(20).collect();
        let last: Vec<&str> = last.into_iter().rev().collect();
        bail!("Blender ended with {}:\n{}", output.status, last.join("\n"));
    }
    Ok(serde_json::from_slice(&fs::read(path("found.json"))?)?)
}

/// What Blender saved, imported with the model it came from as reference, is that model.
fn comes_back(
    exports: &Exports,
    again: &Path,
    model: &Path,
    problems: &mut Vec<String>,
) -> Result<()> {
    let (stored, back) = (again.with_extension("stored"), again.with_extension("msh"));
    let run = |words: &[&std::ffi::OsStr]| {
        Command::new(&exports.ngi).env_remove("NGI_GAME").args(words).output()
    };
    let (to, like, force) = ("-o".as_ref(), "--like".as_ref(), "--force".as_ref());
    let (a, m) = (again.as_os_str(), model.as_os_str());
    let taken = run(&[
        "export".as_ref(),
        m,
        to,
        stored.as_os_str(),
        "--to".as_ref(),
        "bin".as_ref(),
        force,
    ])?;
    let made = run(&["import".as_ref(), a, like, m, to, back.as_os_str(), force])?;
    for output in [&taken, &made] {
        if !output.status.success() {
            let why = String::from_utf8_lossy(&output.stderr);
            problems.push(format!("{}: {}", model.display(), why.trim()));
            return Ok(());
        }
    }
    if fs::read(&stored)? != fs::read(&back)? {
        let report = String::from_utf8_lossy(&made.stderr);
        let report = report.trim().replace('\n', "\n    ");
        let (again, model) = (again.display(), model.display());
        problems.push(format!("{again}: not {model} any more:\n    {report}"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_found_behind_labels() {
        let text = "Memory consumption: 8 B\nNodes:              22\nAnimation Channels: 16\n";
        assert_eq!(number_behind(text, "Nodes:"), Some(22));
        assert_eq!(number_behind(text, "Animations:"), None);
    }

    #[test]
    fn what_differs_is_a_problem() {
        let mut problems = Vec::new();
        compare(&mut problems, Path::new("a.glb"), "nodes", 3, Some(3));
        assert!(problems.is_empty());
        compare(&mut problems, Path::new("a.glb"), "nodes", 3, Some(4));
        compare(&mut problems, Path::new("a.glb"), "nodes", 3, None);
        assert_eq!(
            problems,
            ["a.glb: nodes: 3 written, 4 read", "a.glb: nodes: 3 written, none read"]
        );
    }
}
