//! Models through Blender 4.5 as PyPI has it (`bpy`), with nothing but its usual settings: no custom
//! properties, 24 frames per second.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use anyhow::{Context as _, Result, bail};
use serde_json::{Value, json};

use super::exports::Exports;
use super::looked::{self, Node};
use super::shown;
use crate::blender::python::Blender;

const SCRIPT: &str = include_str!("blender45.py");

/// The Blender that is asked.
const BLENDER: Blender = Blender { version: "4.5", python: "python3.11" };

/// A model of the game, and what an edit in Blender makes of it.
struct Edit {
    name: &'static str,
    model: &'static str,
}

const EDITS: [Edit; 6] = [
    Edit { name: "move", model: "bases.rlb/r_scout_0_01.msh" },
    Edit { name: "part", model: "bases.rlb/r_scout_0_01.msh" },
    Edit { name: "material", model: "bases.rlb/r_scout_0_01.msh" },
    Edit { name: "key", model: "bases.rlb/r_scout_0_01.msh" },
    Edit { name: "clips", model: "guns.rlb/g_gun_01.msh" },
    Edit { name: "choice", model: "guns.rlb/g_gun_01.msh" },
];

/// Takes every model there and back, untouched and edited.
pub fn ask(exports: &Exports, problems: &mut Vec<String>) -> Result<()> {
    let python = BLENDER.installed()?;
    let work = Work { exports, folder: exports.folder.join("bpy") };
    fs::create_dir_all(&work.folder).with_context(|| format!("{}", work.folder.display()))?;
    let mut jobs = Vec::new();
    let mut models = Vec::new();
    for file in &exports.files {
        let below = file.strip_prefix(&exports.folder)?;
        let glb = file.extension().is_some_and(|suffix| suffix == "glb");
        if let Some(model) = super::interop::model_of(exports, file).filter(|_| glb) {
            let again = work.folder.join(format!("{}.glb", models.len()));
            jobs.push(json!({"path": shown(file)?, "again": shown(&again)?}));
            models.push((below.to_owned(), model, again));
        }
    }
    for Edit { name, model } in EDITS {
        let path = exports.folder.join("glb").join(format!("{model}.glb"));
        let again = work.file(name, "glb");
        jobs.push(json!({"path": shown(&path)?, "again": shown(&again)?, "edit": name}));
    }
    let answers = run(&python, &work.folder, &jobs)?;
    if answers.len() != jobs.len() {
        bail!("Blender gave {} answers for {} files", answers.len(), jobs.len());
    }
    let failed: Vec<&String> = answers.iter().filter(|answer| !answer.is_empty()).collect();
    if let Some(first) = failed.first() {
        bail!("Blender failed with {} files: {first}", failed.len());
    }
    let mut told = 0;
    for (below, model, again) in &models {
        told += usize::from(work.comes_back(below, model, again, problems)?);
    }
    for edit in &EDITS {
        let found = work.check(edit).with_context(|| format!("the edit {}", edit.name))?;
        problems.extend(found.into_iter().map(|line| format!("bpy, {}: {line}", edit.name)));
    }
    let (count, edits) = (models.len(), EDITS.len());
    eprintln!(
        "Blender 4.5: {count} models there and back without custom properties, {told} of them with \
         a loss that was told; {edits} edits"
    );
    if count < 20 {
        bail!("only {count} models went through Blender 4.5");
    }
    Ok(())
}

/// One Blender for all files.
fn run(python: &Path, folder: &Path, jobs: &[Value]) -> Result<Vec<String>> {
    let path = |name: &str| folder.join(name);
    fs::write(path("blender45.py"), SCRIPT)?;
    fs::write(path("jobs.json"), Value::from(jobs.to_vec()).to_string())?;
    let mut blender = Command::new(python);
    blender.arg(path("blender45.py")).args([path("jobs.json"), path("found.json")]);
    let output = blender.output().context("could not start Python")?;
    if !output.status.success() {
        let errors = String::from_utf8_lossy(&output.stderr);
        bail!("Blender ended with {}:\n{}", output.status, errors.trim());
    }
    Ok(serde_json::from_slice(&fs::read(path("found.json"))?)?)
}

struct Work<'a> {
    exports: &'a Exports,
    folder: PathBuf,
}

impl Work<'_> {
    fn file(&self, name: &str, suffix: &str) -> PathBuf {
        self.folder.join(format!("{name}.{suffix}"))
    }

    fn ngi(&self, words: &[&OsStr]) -> Result<Output> {
        let mut ngi = Command::new(&self.exports.ngi);
        Ok(ngi.env_remove("NGI_GAME").args(words).arg("--force").output()?)
    }

    fn import(&self, again: &Path, model: &Path, to: &Path, more: &[&str]) -> Result<Output> {
        let [import, like, output] = ["import", "--like", "-o"].map(OsStr::new);
        let mut words =
            vec![import, again.as_os_str(), like, model.as_os_str(), output, to.as_os_str()];
        words.extend(more.iter().map(OsStr::new));
        self.ngi(&words)
    }

    fn export(&self, model: &Path, to: &Path, more: &[&str]) -> Result<()> {
        let [export, output] = ["export", "-o"].map(OsStr::new);
        let mut words = vec![export, model.as_os_str(), output, to.as_os_str()];
        words.extend(more.iter().map(OsStr::new));
        let made = self.ngi(&words)?;
        // Something is always left out of glTF; that is no failure.
        if made.status.code().is_none_or(|code| code > 1) {
            bail!("{}: {}", model.display(), String::from_utf8_lossy(&made.stderr).trim());
        }
        Ok(())
    }

    /// An untouched model is the model it was, or every loss is told. Whether one was.
    fn comes_back(
        &self,
        below: &Path,
        model: &Path,
        again: &Path,
        problems: &mut Vec<String>,
    ) -> Result<bool> {
        let (stored, back) = (again.with_extension("stored"), again.with_extension("msh"));
        self.export(model, &stored, &["--to", "bin"])?;
        let made = self.import(again, model, &back, &[])?;
        let report = String::from_utf8_lossy(&made.stderr).into_owned();
        let lost = report.lines().any(|line| line.starts_with("Lost:"));
        let same = || Ok::<_, anyhow::Error>(fs::read(&stored)? == fs::read(&back)?);
        match made.status.code() {
            Some(0) if same()? => return Ok(false),
            Some(1) if lost => return Ok(true),
            _ => {}
        }
        let (below, report) = (below.display(), report.trim().replace('\n', "\n    "));
        problems.push(format!("bpy: {below}: not what it was, and nothing lost:\n    {report}"));
        Ok(false)
    }

    /// What an edit made of a model, against what it should have made.
    fn check(&self, edit: &Edit) -> Result<Vec<String>> {
        let model = self.exports.folder.join("game").join(edit.model);
        let (again, back) = (self.file(edit.name, "glb"), self.file(edit.name, "msh"));
        let mut options: Vec<&str> = Vec::new();
        if edit.name == "material" {
            options.push("--new-rows");
        }
        let mut made = self.import(&again, &model, &back, &options)?;
        let mut problems = Vec::new();
        if edit.name == "choice" {
            let report = String::from_utf8_lossy(&made.stderr).into_owned();
            let asked = ["up", "side", "--clip", "root"].iter().all(|word| report.contains(word));
            if made.status.code() != Some(2) || !asked {
                problems.push(format!("nobody was asked which clip: {}", report.trim()));
            }
            made = self.import(&again, &model, &back, &["--clip", "up"])?;
        }
        let report = String::from_utf8_lossy(&made.stderr).into_owned();
        if made.status.code() != Some(0) {
            bail!("import ended with {}: {}", made.status, report.trim());
        }
        // Materials have their names from the wear beside the model.
        let (wear, beside) = (model.with_extension("wea"), back.with_extension("wea"));
        if !beside.exists() {
            self.export(&wear, &beside, &["--to", "bin"])?;
        }
        let (was, is) = (self.file(edit.name, "was.gltf"), self.file(edit.name, "is.gltf"));
        self.export(&model, &was, &[])?;
        self.export(&back, &is, &[])?;
        let (was, is) = (looked::nodes(&was)?, looked::nodes(&is)?);
        problems.extend(compare(edit.name, &was, &is, &report));
        Ok(problems)
    }
}

type Nodes = BTreeMap<String, Node>;

/// Which nodes an edit is about, and whether they are what it made of them.
fn compare(edit: &str, was: &Nodes, is: &Nodes, report: &str) -> Vec<String> {
    let mut problems = Vec::new();
    let mut want = |what: &str, holds: bool| {
        if !holds {
            problems
                .push(format!("not so: {what}:\n    {}", report.trim().replace('\n', "\n    ")));
        }
    };
    let node = |nodes: &Nodes, name: &str| nodes.get(name).cloned().unwrap_or_default();
    let (old, new) = (node(was, "head"), node(is, "head"));
    let touched: &[&str] = match edit {
        "move" => {
            // Up is y in the file.
            let up = |bounds: Option<[[f64; 3]; 2]>| bounds.map(|[low, high]| [low[1], high[1]]);
            let rose = up(old.bounds)
                .zip(up(new.bounds))
                .is_some_and(|(a, b)| a.iter().zip(b).all(|(a, b)| (b - a - 0.25).abs() < 1e-5));
            want("the head rose by 0.25", rose && old.faces == new.faces);
            want("levels that keep the old shape are told of", report.contains("--make-lods"));
            &["head"]
        }
        "part" => {
            let horn = node(is, "horn");
            want(
                "the horn has the head's shape",
                (horn.bounds, horn.faces) == (old.bounds, old.faces),
            );
            want("the horn has the head's materials", horn.materials == old.materials);
            want("one node more", is.len() == was.len() + 1);
            &["horn"]
        }
        "material" => {
            want("the head wears PAINT", new.materials.iter().eq(["PAINT"]));
            want("its shape stays", (new.bounds, new.faces) == (old.bounds, old.faces));
            &["head"]
        }
        "key" => {
            want("the head has other keys", new.keys != old.keys);
            want("the rate is told", report.contains("seen at 24"));
            want("its shape stays", (new.bounds, new.faces) == (old.bounds, old.faces));
            &["head"]
        }
        "clips" => {
            let move_both = ["root", "gun"].iter().all(|name| !node(is, name).keys.is_empty());
            want("both clips are there", move_both);
            want("that is told", report.contains("2 clips"));
            &["root", "gun"]
        }
        _ => {
            want("the clip is there", !node(is, "root").keys.is_empty());
            &["root"]
        }
    };
    for (name, node) in was.iter().filter(|(name, _)| !touched.contains(&name.as_str())) {
        want(&format!("{name} is what it was"), is.get(name) == Some(node));
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_edit_should_not_touch_is_looked_at() {
        let node = |faces: usize| Node { faces, ..Node::default() };
        let was: Nodes = [("root".into(), node(1)), ("gun".into(), node(2))].into();
        let mut is = was.clone();
        is.get_mut("root").unwrap().keys = vec![1];
        assert_eq!(compare("choice", &was, &is, ""), [""; 0]);
        is.get_mut("gun").unwrap().faces = 3;
        let found = compare("choice", &was, &is, "Recomputed: x");
        assert!(found.len() == 1 && found[0].contains("gun is what it was"), "{found:?}");
    }
}
