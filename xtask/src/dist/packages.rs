//! What a program is made of: every crate, with its licence, and a list of it all for machines.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use serde_json::{Value, json};

use crate::process;

/// A crate that is linked into a program.
#[derive(Debug, Clone)]
pub struct Package {
    pub name: String,
    pub version: String,
    /// Its licence, as it says itself.
    pub licence: String,
    /// The hash of its archive; what lies in the workspace has none.
    pub checksum: Option<String>,
    /// Texts of its licence files, by name.
    pub texts: Vec<(String, String)>,
    /// Indices into the list.
    pub needs: BTreeSet<String>,
}

impl Package {
    fn reference(&self) -> String {
        format!("pkg:cargo/{}@{}", self.name, self.version)
    }
}

/// All crates of some programs, each a target and a package, by their id.
pub fn linked(programs: &[(&str, &str)], features: &str) -> Result<BTreeMap<String, Package>> {
    let checksums = checksums()?;
    let mut all: BTreeMap<String, Package> = BTreeMap::new();
    for (target, program) in programs {
        let words = ["metadata", "--locked", "--format-version=1", "--filter-platform", target];
        let mut cargo = process::cargo(words);
        let output = cargo.args(["--features", features]).output();
        let output = output.context("could not start `cargo metadata`")?;
        if !output.status.success() {
            bail!("`cargo metadata` failed: {}", String::from_utf8_lossy(&output.stderr).trim());
        }
        let metadata: Value = serde_json::from_slice(&output.stdout)?;
        for (id, needs) in reached(&metadata, program)? {
            let package = match all.remove(&id) {
                Some(package) => package,
                None => package(&metadata, &id, &checksums)?,
            };
            let needs = package.needs.iter().cloned().chain(needs).collect();
            all.insert(id, Package { needs, ..package });
        }
    }
    Ok(all)
}

/// What a program needs to run, and what each of these needs.
fn reached(metadata: &Value, program: &str) -> Result<BTreeMap<String, BTreeSet<String>>> {
    let nodes = metadata.pointer("/resolve/nodes").and_then(Value::as_array);
    let nodes = nodes.context("`cargo metadata` has no graph")?;
    let by_id: BTreeMap<&str, &Value> =
        nodes.iter().filter_map(|node| Some((node.get("id")?.as_str()?, node))).collect();
    let start = listed(metadata)?
        .iter()
        .find(|package| package.get("name").and_then(Value::as_str) == Some(program));
    let start = start.and_then(|package| package.get("id")?.as_str());
    let mut waiting = vec![start.with_context(|| format!("no package {program}"))?];
    let mut reached = BTreeMap::new();
    let none = Vec::new();
    while let Some(id) = waiting.pop() {
        if reached.contains_key(id) {
            continue;
        }
        let node = by_id.get(id).context("a package outside of the graph")?;
        let needs = node.get("deps").and_then(Value::as_array).unwrap_or(&none);
        // Neither what only tests nor what only builds.
        let linked = |need: &&Value| {
            let kinds = need.get("dep_kinds").and_then(Value::as_array);
            kinds
                .is_none_or(|kinds| kinds.iter().any(|kind| kind.get("kind") == Some(&Value::Null)))
        };
        let needs: Vec<&str> =
            needs.iter().filter(linked).filter_map(|need| need.get("pkg")?.as_str()).collect();
        waiting.extend(&needs);
        reached.insert(id.to_owned(), needs.into_iter().map(str::to_owned).collect());
    }
    Ok(reached)
}

fn listed(metadata: &Value) -> Result<&Vec<Value>> {
    metadata.get("packages").and_then(Value::as_array).context("`cargo metadata` has no packages")
}

fn package(
    metadata: &Value,
    id: &str,
    checksums: &BTreeMap<(String, String), String>,
) -> Result<Package> {
    let found = listed(metadata)?
        .iter()
        .find(|package| package.get("id").and_then(Value::as_str) == Some(id))
        .context("a package that is not listed")?;
    let text = |name: &str| found.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
    let (name, version) = (text("name"), text("version"));
    let checksum = checksums.get(&(name.clone(), version.clone())).cloned();
    let manifest = text("manifest_path");
    let folder = Path::new(&manifest).parent().context("a manifest without a folder")?;
    let texts = if checksum.is_some() { licence_files(folder)? } else { Vec::new() };
    let licence = match text("license") {
        licence if licence.is_empty() => "see its licence file".to_owned(),
        licence => licence,
    };
    Ok(Package { name, version, licence, checksum, texts, needs: BTreeSet::new() })
}

/// The licences that lie in a crate's folder.
fn licence_files(folder: &Path) -> Result<Vec<(String, String)>> {
    let mut texts = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| format!("{}", folder.display()))? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if is_licence(&name) && path.is_file() {
            let bytes = fs::read(&path).with_context(|| format!("{}", path.display()))?;
            texts.push((name, String::from_utf8_lossy(&bytes).replace("\r\n", "\n")));
        }
    }
    texts.sort();
    Ok(texts)
}

fn is_licence(name: &str) -> bool {
    let name = name.to_lowercase();
    ["license", "licence", "copying", "copyright", "notice", "unlicense"]
        .iter()
        .any(|beginning| name.starts_with(beginning))
}

/// What the lock file says of archives, by name and version.
fn checksums() -> Result<BTreeMap<(String, String), String>> {
    let lock = fs::read_to_string(process::root().join("Cargo.lock")).context("Cargo.lock")?;
    let mut found = BTreeMap::new();
    for part in lock.split("[[package]]") {
        let value = |name: &str| {
            let line = part.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(" = "));
            line.map(|text| text.trim_matches('"').to_owned())
        };
        if let (Some(name), Some(version), Some(sum)) =
            (value("name"), value("version"), value("checksum"))
        {
            found.insert((name, version), sum);
        }
    }
    Ok(found)
}

/// One text with the licences of all crates; a text that many have is in it once.
pub fn licences(packages: &BTreeMap<String, Package>) -> String {
    let mut text = String::from(
        "ngi is made of its own crates, of Rust's standard library (MIT OR Apache-2.0) and of the\n\
         crates below. Each is followed by the numbers of its licence texts at the end.\n\n",
    );
    let mut numbers: BTreeMap<&str, usize> = BTreeMap::new();
    let mut order: Vec<(&str, &str)> = Vec::new();
    for package in packages.values().filter(|package| package.checksum.is_some()) {
        let mut own = Vec::new();
        for (name, licence) in &package.texts {
            let number = *numbers.entry(licence).or_insert_with(|| {
                order.push((name, licence));
                order.len()
            });
            own.push(number.to_string());
        }
        let own = if own.is_empty() { "no file of its own".to_owned() } else { own.join(", ") };
        let Package { name, version, licence, .. } = package;
        let _ = writeln!(text, "{name} {version}: {licence} [{own}]");
    }
    for (number, (name, licence)) in order.iter().enumerate() {
        let line = "=".repeat(72);
        let _ = write!(text, "\n{line}\n[{}] {name}\n{line}\n\n{}\n", number + 1, licence.trim());
    }
    text
}

/// What the programs are made of, as CycloneDX 1.5. Without a number and a time of its own, so that
/// it is the same whenever it is made.
pub fn bill(packages: &BTreeMap<String, Package>, version: &str) -> Value {
    let reference = |id: &String| packages.get(id).map(Package::reference);
    let component = |package: &Package| {
        let mut value = json!({
            "type": "library",
            "bom-ref": package.reference(),
            "name": package.name,
            "version": package.version,
            "purl": package.reference(),
            "licenses": [{ "expression": package.licence.replace('/', " OR ") }],
        });
        if let (Some(sum), Some(object)) = (&package.checksum, value.as_object_mut()) {
            object.insert("hashes".into(), json!([{ "alg": "SHA-256", "content": sum }]));
        }
        value
    };
    let dependencies: Vec<Value> = packages
        .values()
        .map(|package| {
            let needs: Vec<String> = package.needs.iter().filter_map(reference).collect();
            json!({ "ref": package.reference(), "dependsOn": needs })
        })
        .collect();
    json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": { "component": {
            "type": "application",
            "bom-ref": format!("ngi@{version}"),
            "name": "ngi",
            "version": version,
            "licenses": [{ "expression": "MIT OR Apache-2.0" }],
        } },
        "components": packages.values().map(component).collect::<Vec<_>>(),
        "dependencies": dependencies,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_that_is_linked_is_listed_with_its_licence() {
        let programs = [
            ("x86_64-unknown-linux-gnu", "ngi-cli"),
            (crate::cross::WINDOWS, "ngi-cli"),
            (crate::cross::WEB, "ngi-web"),
        ];
        let all = linked(&programs, "").unwrap();
        let named = |name: &str| all.values().find(|package| package.name == name);
        let bytes = named("bytes").unwrap();
        assert!(bytes.checksum.is_some() && !bytes.texts.is_empty() && bytes.licence == "MIT");
        assert!(named("winapi-util").is_some(), "what Windows needs");
        assert!(named("js-sys").is_some(), "what the page needs");
        assert!(named("ngi-vfs").unwrap().checksum.is_none());
        assert!(named("criterion").is_none() && named("proptest").is_none(), "what tests need");
        let text = licences(&all);
        assert!(text.contains("\nbytes ") && text.contains("Permission is hereby granted"));
        let bill = bill(&all, "1.2.3");
        let count = |name: &str| bill[name].as_array().unwrap().len();
        assert_eq!((count("components"), count("dependencies")), (all.len(), all.len()));
    }

    #[test]
    fn names_of_licences() {
        for name in ["LICENSE-MIT", "Licence.txt", "COPYING", "NOTICE", "UNLICENSE"] {
            assert!(is_licence(name), "{name}");
        }
        assert!(!is_licence("README.md") && !is_licence("src"));
    }
}
