//! The Khronos glTF validator over every exported file.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};
use serde_json::Value;

use super::{exports, shown};
use crate::process;

/// The package and the version that is known to work.
const PACKAGE: &str = "gltf-validator";
const VERSION: &str = "2.0.0-dev.3.10";
const SCRIPT: &str = include_str!("validate.js");

/// Exports the demo game and validates it: no error, no warning.
pub fn run() -> Result<()> {
    let package = install()?;
    let exports = exports::make()?;
    let files = [exports.files.as_slice(), exports.instanced.as_slice()].concat();
    let found = validate(&package, &exports.folder, &files)?;
    let report = Report::of(&found);
    report.lines.iter().for_each(|line| eprintln!("{line}"));
    let infos: Vec<String> =
        report.infos.iter().map(|(code, count)| format!("{code} × {count}")).collect();
    let infos = if infos.is_empty() { "none".to_owned() } else { infos.join(", ") };
    eprintln!("gltf: {} files, infos: {infos}", found.len());
    if found.len() != files.len() || report.bad > 0 {
        bail!("{} errors or warnings in {} glTF files", report.bad, files.len());
    }
    Ok(())
}

/// Sees to it that the validator is there; gives the folder of its package.
fn install() -> Result<PathBuf> {
    let folder = process::target_folder()?.join(PACKAGE);
    let package = folder.join("node_modules").join(PACKAGE);
    if installed_version(&package).as_deref() == Some(VERSION) {
        return Ok(package);
    }
    fs::create_dir_all(&folder).with_context(|| format!("{}", folder.display()))?;
    let mut npm = Command::new("npm");
    npm.args(["install", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"]);
    npm.arg("--prefix").arg(&folder).arg(format!("{PACKAGE}@{VERSION}"));
    process::run(npm.stdout(std::io::stderr()))
        .with_context(|| format!("npm could not fetch {PACKAGE} {VERSION} from its registry"))?;
    match installed_version(&package) {
        Some(version) if version == VERSION => Ok(package),
        _ => bail!("npm left no {PACKAGE} {VERSION} in {}", package.display()),
    }
}

fn installed_version(package: &Path) -> Option<String> {
    let manifest = fs::read(package.join("package.json")).ok()?;
    let manifest: Value = serde_json::from_slice(&manifest).ok()?;
    Some(manifest.get("version")?.as_str()?.to_owned())
}

/// One process for all files.
fn validate(package: &Path, folder: &Path, files: &[PathBuf]) -> Result<Vec<Value>> {
    let list: Vec<&str> = files.iter().map(|file| shown(file)).collect::<Result<_>>()?;
    let (script, listed) = (folder.join("validate.js"), folder.join("validate.json"));
    fs::write(&script, SCRIPT).with_context(|| format!("{}", script.display()))?;
    fs::write(&listed, serde_json::to_vec(&list)?)
        .with_context(|| format!("{}", listed.display()))?;
    let mut node = Command::new("node");
    let output = node.arg(&script).arg(package).arg(&listed).output();
    let output = output.context("could not start `node`")?;
    if !output.status.success() {
        bail!("the validator failed: {}", String::from_utf8_lossy(&output.stderr).trim());
    }
    serde_json::from_slice(&output.stdout).context("the validator gave no JSON")
}

/// What the validator said about all files.
#[derive(Debug, Default)]
struct Report {
    /// Errors and warnings.
    bad: usize,
    /// A line for each of them.
    lines: Vec<String>,
    /// How often each code came up that is neither.
    infos: BTreeMap<String, usize>,
}

impl Report {
    fn of(found: &[Value]) -> Self {
        let mut report = Self::default();
        for file in found {
            let path = text(file, "path");
            if file.get("truncated").and_then(Value::as_bool) != Some(false) {
                report.add(format!("{path}: the list of issues is cut short"));
            }
            match file.get("messages").and_then(Value::as_array) {
                Some(messages) => messages.iter().for_each(|message| report.read(path, message)),
                None => report.add(format!("{path}: no list of issues")),
            }
        }
        report
    }

    fn add(&mut self, line: String) {
        self.bad += 1;
        self.lines.push(line);
    }

    fn read(&mut self, path: &str, message: &Value) {
        let code = text(message, "code");
        // 0 error, 1 warning, 2 information, 3 hint
        match message.get("severity").and_then(Value::as_u64) {
            Some(2 | 3) => *self.infos.entry(code.to_owned()).or_default() += 1,
            _ => {
                let (pointer, why) = (text(message, "pointer"), text(message, "message"));
                self.add(format!("{path}: {code} at {pointer}: {why}"));
            }
        }
    }
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value.get(key).and_then(Value::as_str).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn errors_and_warnings_count_and_the_rest_is_listed() {
        let message = |severity: u64| json!({"code": "SOME", "message": "why", "severity": severity, "pointer": "/a"});
        let file = |path: &str, messages: Vec<Value>| json!({"path": path, "truncated": false, "messages": messages});
        let good = file("good.glb", vec![message(2), message(3)]);
        let bad = file("bad.glb", vec![message(0), message(1), message(2)]);
        let report = Report::of(&[good, bad]);
        assert_eq!((report.bad, report.infos.get("SOME")), (2, Some(&3)));
        assert_eq!(report.lines, ["bad.glb: SOME at /a: why"; 2]);
        assert_eq!(Report::of(&[json!({"path": "cut", "messages": []})]).bad, 1, "cut short");
        assert_eq!(Report::of(&[json!({"path": "odd", "truncated": false})]).bad, 1);
    }
}
