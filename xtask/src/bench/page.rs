//! The table in docs/performance.md. What stands around it there is written by hand.

use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result};

use super::table::{self, Row};
use crate::process;

/// Between these lines the page belongs to `cargo xtask bench`.
const BEGIN: &str = "<!-- cargo xtask bench: begin -->\n";
const END: &str = "<!-- cargo xtask bench: end -->\n";

/// Puts the rows into the page.
pub fn write(rows: &[Row]) -> Result<()> {
    let path = process::root().join("docs/performance.md");
    let old = std::fs::read_to_string(&path)
        .with_context(|| format!("could not read {}", path.display()))?;
    let table = format!("{}\n\n{}", machine(), table::markdown(rows));
    let new = replaced(&old, &table)
        .with_context(|| format!("{} has no place for the table", path.display()))?;
    std::fs::write(&path, new).with_context(|| format!("could not write {}", path.display()))?;
    eprintln!("wrote {}", path.display());
    Ok(())
}

/// The page with another table; `None` where it has no place for one.
fn replaced(page: &str, table: &str) -> Option<String> {
    let (before, rest) = page.split_once(BEGIN)?;
    let (_, after) = rest.split_once(END)?;
    Some(format!("{before}{BEGIN}\n{}\n\n{END}{after}", table.trim()))
}

/// What the figures were measured on.
fn machine() -> String {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let commit = commit();
    let processor = std::fs::read_to_string(Path::new("/proc/cpuinfo"))
        .ok()
        .and_then(|text| model_name(&text))
        .unwrap_or_else(|| std::env::consts::ARCH.to_owned());
    let at = commit.map(|commit| format!(" at commit {commit}")).unwrap_or_default();
    format!("Measured on {processor}, {cores} cores, {}{at}.", std::env::consts::OS)
}

/// What is checked out; `None` where this is no working copy.
fn commit() -> Option<String> {
    let mut git = Command::new("git");
    let output = git.args(["rev-parse", "--short", "HEAD"]).current_dir(process::root()).output();
    let text = output.ok().filter(|output| output.status.success())?.stdout;
    String::from_utf8(text).ok().map(|text| text.trim().to_owned())
}

fn model_name(text: &str) -> Option<String> {
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    line.split_once(':').map(|(_, name)| name.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_between_the_lines_changes() {
        let page = format!("# Title\n{BEGIN}old\n{END}rest\n");
        let wanted = format!("# Title\n{BEGIN}\nnew\n\n{END}rest\n");
        assert_eq!(replaced(&page, "new\n").unwrap(), wanted);
        assert_eq!(replaced(&wanted, "new").unwrap(), wanted);
        assert_eq!(replaced("# Title\n", "new"), None);
        assert_eq!(replaced(&format!("{END}{BEGIN}"), "new"), None);
    }

    #[test]
    fn the_page_in_docs_has_a_place_for_the_table() {
        let page = std::fs::read_to_string(process::root().join("docs/performance.md")).unwrap();
        assert!(replaced(&page, "new").is_some());
    }

    #[test]
    fn the_processor_is_named() {
        let text = "processor\t: 0\nmodel name\t: Some Processor @ 2 GHz\n";
        assert_eq!(model_name(text).unwrap(), "Some Processor @ 2 GHz");
        assert_eq!(model_name("processor: 0"), None);
    }
}
