//! The report of every command that writes: its files, and everything that was kept, recomputed or
//! lost on the way.
//!
//! ```
//! use ngi_verbs::written::Written;
//!
//! let report = Written { lost: vec!["a skin".to_owned()], ..Written::default() };
//! assert_eq!(report.lines().collect::<Vec<_>>(), ["Lost: a skin"]);
//! assert_eq!(serde_json::to_value(&report)?["schema"], "ngi.written/1");
//! # Ok::<(), serde_json::Error>(())
//! ```

use std::path::{Component, Path, PathBuf};

use ngi_vfs::save::Saved;
use serde::Serialize;

/// Words that start the lines of a report. The keys of the JSON document are older: `carried`,
/// `computed`, `lost`, `told`.
pub mod label {
    /// Taken over unchanged.
    pub const KEPT: &str = "Kept";
    /// Derived from the input.
    pub const RECOMPUTED: &str = "Recomputed";
    /// Not stored in the result.
    pub const LOST: &str = "Lost";
    /// Other information.
    pub const NOTE: &str = "Note";
}

/// The report, as `--json` prints it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(tag = "schema", rename = "ngi.written/1")]
pub struct Written {
    /// Files written; empty if nothing was written.
    pub files: Vec<WrittenFile>,
    /// Data taken over unchanged, and its source.
    pub carried: Vec<String>,
    /// Data derived from the input.
    pub computed: Vec<String>,
    /// Data of the input that the result does not contain. If there is any, the exit code is 1.
    pub lost: Vec<String>,
    /// Other information for the user.
    pub told: Vec<String>,
}

/// A written file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct WrittenFile {
    /// Path of the file.
    pub path: String,
    /// Path of the backup of the old file, if there is one.
    pub backup: Option<String>,
    /// Size in bytes, if known; not part of the JSON document.
    #[serde(skip)]
    pub size: Option<usize>,
}

impl WrittenFile {
    /// Creates the record of a file without a backup.
    pub fn new(path: &Path) -> Self {
        Self { path: ngi_vfs::shown(path), backup: None, size: None }
    }

    /// Returns the line of a report about this file.
    pub fn line(&self) -> String {
        let Self { path, backup, size } = self;
        let size = size.map(|size| format!(" ({size} bytes)")).unwrap_or_default();
        let backup =
            backup.as_ref().map(|backup| format!(", backup: {backup}")).unwrap_or_default();
        format!("wrote {path}{size}{backup}")
    }
}

impl From<&Saved> for WrittenFile {
    fn from(saved: &Saved) -> Self {
        let backup = saved.backup.as_ref().map(|backup| ngi_vfs::shown(backup));
        Self { backup, ..Self::new(&saved.path) }
    }
}

impl Written {
    /// Creates a report of saved files with notes about them.
    pub fn of<'s>(saved: impl IntoIterator<Item = &'s Saved>, told: Vec<String>) -> Self {
        let files = saved.into_iter().map(WrittenFile::from).collect();
        Self { files, told, ..Self::default() }
    }

    /// Adds the contents of another report.
    pub fn append(&mut self, other: Self) {
        let Self { files, carried, computed, lost, told } = other;
        self.files.extend(files);
        self.carried.extend(carried);
        self.computed.extend(computed);
        self.lost.extend(lost);
        self.told.extend(told);
    }

    /// Rewrites absolute paths of files relative to the current folder, in the spelling of `near`.
    /// Files found in the game folder of `near` have absolute paths otherwise.
    pub fn as_given(&mut self, near: &Path) {
        if near.is_absolute() {
            return;
        }
        for file in &mut self.files {
            for path in std::iter::once(&mut file.path).chain(&mut file.backup) {
                if let Some(given) = given_form(Path::new(path.as_str()), near) {
                    *path = ngi_vfs::shown(&given);
                }
            }
        }
    }

    /// Returns the lines of the report for people, without the files.
    pub fn lines(&self) -> impl Iterator<Item = String> {
        let kinds = [
            (label::KEPT, &self.carried),
            (label::RECOMPUTED, &self.computed),
            (label::LOST, &self.lost),
            (label::NOTE, &self.told),
        ];
        kinds
            .into_iter()
            .flat_map(|(kind, lines)| lines.iter().map(move |line| format!("{kind}: {line}")))
    }
}

/// A path from the root of the disk as one from the current folder, if it lies around `near`.
fn given_form(path: &Path, near: &Path) -> Option<PathBuf> {
    let (folder, name) = (path.parent().filter(|_| path.is_absolute())?, path.file_name()?);
    let folder = folder.canonicalize().ok()?;
    let mut above = near.to_owned();
    // From the thing itself upwards, and from the current folder on by `..`.
    for _ in 0..MOST_FOLDERS {
        let real = if above.as_os_str().is_empty() { Path::new(".") } else { &above };
        // Of a path into an archive only the beginning is a folder.
        if let Ok(real) = real.canonicalize()
            && let Ok(below) = folder.strip_prefix(&real)
        {
            return Some(above.join(below).join(name));
        }
        match above.components().next_back() {
            Some(Component::Normal(_)) => above = above.parent()?.to_owned(),
            Some(Component::CurDir) => above = PathBuf::new(),
            _ => above.push(".."),
        }
    }
    None
}

/// Folders above that are looked at.
const MOST_FOLDERS: usize = 64;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_named_as_whoever_asked_would() {
        // Tests run in the folder of their package, whatever is above it.
        let here = std::env::current_dir().unwrap().canonicalize().unwrap();
        let named = |near: &str, path: &Path| {
            let file = WrittenFile { backup: Some(shown(path) + ".bak"), ..WrittenFile::new(path) };
            let mut report = Written { files: vec![file], ..Written::default() };
            report.as_given(Path::new(near));
            let file = report.files.pop().unwrap();
            assert_eq!(file.backup, Some(format!("{}.bak", file.path)));
            file.path
        };
        let toml = here.join("Cargo.toml");
        assert_eq!(named("src/x.rlb", &here.join("src").join("Material.lib")), "src/Material.lib");
        assert_eq!(named("src/x.rlb/robot.msh", &toml), "Cargo.toml");
        assert_eq!(named("x.rlb", &toml), "Cargo.toml");
        assert_eq!(named("./x.rlb", &toml), "./Cargo.toml");
        assert_eq!(named("src/../x.rlb", &toml), "src/../Cargo.toml");
        assert_eq!(named("x.rlb", &here.parent().unwrap().join("y")), "../y");
        assert_eq!(named("x.rlb", Path::new("y")), "y");
        assert_eq!(named(&shown(&toml), &toml), shown(&toml), "asked for so");
    }

    fn shown(path: &Path) -> String {
        path.display().to_string()
    }
}
