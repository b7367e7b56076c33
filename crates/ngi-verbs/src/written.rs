//! What a command wrote, and what became of everything on the way: the report of every verb that
//! writes.
//!
//! ```
//! use ngi_verbs::written::Written;
//!
//! let report = Written { lost: vec!["a skin".to_owned()], ..Written::default() };
//! assert_eq!(report.lines().collect::<Vec<_>>(), ["lost: a skin"]);
//! assert_eq!(serde_json::to_value(&report)?["schema"], "ngi.written/1");
//! # Ok::<(), serde_json::Error>(())
//! ```

use std::path::Path;

use ngi_vfs::save::Saved;
use serde::Serialize;

/// The report, as `--json` prints it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(tag = "schema", rename = "ngi.written/1")]
pub struct Written {
    /// The files; nothing where nothing was written.
    pub files: Vec<WrittenFile>,
    /// What was taken over as it is, and from where.
    pub carried: Vec<String>,
    /// What was worked out.
    pub computed: Vec<String>,
    /// What did not come along. There is some: exit code 1.
    pub lost: Vec<String>,
    /// What whoever asked should know.
    pub told: Vec<String>,
}

/// A file that was written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct WrittenFile {
    /// Where it is.
    pub path: String,
    /// Where the old one is now, if it was kept.
    pub backup: Option<String>,
    /// How many bytes it has, where somebody counted; told to people only.
    #[serde(skip)]
    pub size: Option<usize>,
}

impl WrittenFile {
    /// A file of which no backup was kept.
    pub fn new(path: &Path) -> Self {
        Self { path: ngi_vfs::shown(path), backup: None, size: None }
    }
}

impl From<&Saved> for WrittenFile {
    fn from(saved: &Saved) -> Self {
        let backup = saved.backup.as_ref().map(|backup| ngi_vfs::shown(backup));
        Self { backup, ..Self::new(&saved.path) }
    }
}

impl Written {
    /// A report of files that were saved, and lines that tell of them.
    pub fn of<'s>(saved: impl IntoIterator<Item = &'s Saved>, told: Vec<String>) -> Self {
        let files = saved.into_iter().map(WrittenFile::from).collect();
        Self { files, told, ..Self::default() }
    }

    /// What became of everything, a line each; the files are not among them.
    pub fn lines(&self) -> impl Iterator<Item = String> {
        let kinds = [
            ("carried", &self.carried),
            ("computed", &self.computed),
            ("lost", &self.lost),
            ("told", &self.told),
        ];
        kinds
            .into_iter()
            .flat_map(|(kind, lines)| lines.iter().map(move |line| format!("{kind}: {line}")))
    }
}
