//! The figures criterion leaves behind.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anyhow::{Context as _, Result};
use serde_json::Value;

/// One function of one group, as measured.
#[derive(Debug, Clone, PartialEq)]
pub struct Measured {
    /// Criterion's group.
    pub group: String,
    /// Criterion's function.
    pub function: String,
    /// Median time of one iteration, in nanoseconds.
    pub time_ns: f64,
    /// How many elements one iteration handles, where the bench says so.
    pub elements: Option<f64>,
}

/// Everything below criterion's folder that was measured at or after `since`, sorted by group
/// and function. Older figures belong to another run and are left out.
pub fn measured_since(folder: &Path, since: SystemTime) -> Result<Vec<Measured>> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for path in entries(&folder)? {
            if !path.is_dir() {
                continue;
            }
            if path.file_name().is_some_and(|name| name == "new") {
                found.extend(read(&path, since)?);
            } else {
                folders.push(path);
            }
        }
    }
    found.sort_by(|a, b| (&a.group, &a.function).cmp(&(&b.group, &b.function)));
    Ok(found)
}

/// What a folder holds; nothing where there is no such folder.
fn entries(folder: &Path) -> Result<Vec<PathBuf>> {
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let entries = std::fs::read_dir(folder)
        .with_context(|| format!("could not read {}", folder.display()))?;
    entries.map(|entry| Ok(entry?.path())).collect()
}

/// One `new` folder; `None` where it is too old or not a benchmark's.
fn read(folder: &Path, since: SystemTime) -> Result<Option<Measured>> {
    let estimates_path = folder.join("estimates.json");
    let benchmark_path = folder.join("benchmark.json");
    if !estimates_path.exists() || !benchmark_path.exists() {
        return Ok(None);
    }
    if std::fs::metadata(&estimates_path)?.modified()? < since {
        return Ok(None);
    }
    let measured = parse(&json(&benchmark_path)?, &json(&estimates_path)?);
    measured.map(Some).with_context(|| format!("{}: not as expected", folder.display()))
}

fn json(path: &Path) -> Result<Value> {
    let text = std::fs::read(path).with_context(|| format!("could not read {}", path.display()))?;
    serde_json::from_slice(&text).with_context(|| format!("{} is no JSON", path.display()))
}

fn parse(benchmark: &Value, estimates: &Value) -> Option<Measured> {
    Some(Measured {
        group: benchmark.get("group_id")?.as_str()?.to_owned(),
        function: benchmark.get("function_id")?.as_str().unwrap_or_default().to_owned(),
        // The median, because other work on the machine only ever adds time to some samples.
        time_ns: estimates.get("median")?.get("point_estimate")?.as_f64()?,
        elements: elements(benchmark.get("throughput")?),
    })
}

fn elements(throughput: &Value) -> Option<f64> {
    throughput.get("Elements")?.as_f64().filter(|&elements| elements > 0.0)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    /// Lays out what criterion 0.8 writes, as far as it is read here.
    fn write(folder: &Path, group: &str, function: &str, ns: f64, throughput: &str) {
        let new = folder.join(group.replace('/', "_")).join(function).join("new");
        std::fs::create_dir_all(&new).unwrap();
        let benchmark = format!(
            r#"{{"group_id":"{group}","function_id":"{function}","value_str":null,"throughput":{throughput}}}"#
        );
        std::fs::write(new.join("benchmark.json"), benchmark).unwrap();
        let estimates = format!(
            r#"{{"mean":{{"point_estimate":1e9}},"median":{{"point_estimate":{ns}}},"slope":null}}"#
        );
        std::fs::write(new.join("estimates.json"), estimates).unwrap();
    }

    #[test]
    fn figures_of_this_run_are_found() {
        let folder = tempfile::tempdir().unwrap();
        write(folder.path(), "nres/find", "ours", 1500.0, r#"{"Elements":3}"#);
        write(folder.path(), "nres/find", "memcpy", 20.5, "null");
        std::fs::create_dir_all(folder.path().join("report")).unwrap();

        let since = SystemTime::now() - Duration::from_secs(60);
        let found = measured_since(folder.path(), since).unwrap();
        let shown: Vec<_> =
            found.iter().map(|m| (&*m.group, &*m.function, m.time_ns, m.elements)).collect();
        assert_eq!(
            shown,
            [("nres/find", "memcpy", 20.5, None), ("nres/find", "ours", 1500.0, Some(3.0))]
        );
    }

    #[test]
    fn figures_of_another_run_are_left_out() {
        let folder = tempfile::tempdir().unwrap();
        write(folder.path(), "nres/find", "ours", 1500.0, "null");
        let since = SystemTime::now() + Duration::from_secs(60);
        assert_eq!(measured_since(folder.path(), since).unwrap(), []);
        assert_eq!(measured_since(&folder.path().join("none"), since).unwrap(), []);
    }

    #[test]
    fn a_file_that_is_not_understood_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        write(folder.path(), "nres/find", "ours", 1500.0, "null");
        let broken = folder.path().join("nres_find/ours/new/estimates.json");
        std::fs::write(broken, r#"{"median":{}}"#).unwrap();
        let since = SystemTime::now() - Duration::from_secs(60);
        assert!(measured_since(folder.path(), since).is_err());
    }
}
