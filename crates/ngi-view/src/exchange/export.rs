//! What somebody chose for an export.

use std::path::PathBuf;

use ngi_convert::{ExportOptions, table};
use ngi_formats::kinds::FileKind;
use ngi_verbs::safe_name;
use ngi_verbs::surroundings::Game;
use ngi_vfs::Node;

use super::Came;
use crate::App;
use crate::document::with_changes;
use crate::library::ItemKind;
use crate::parts::naming;
use crate::platform::{self, spawn};

/// The dialog of an export.
#[derive(Debug, Clone)]
pub struct ExportDialog {
    /// What is exported, below the mount.
    pub path: String,
    /// What kind of thing it is, if that is known.
    pub kind: Option<&'static FileKind>,
    /// Whether it is a container.
    pub is_full: bool,
    /// Whether everything below it becomes files in a folder of their own.
    pub whole: bool,
    /// The kind of file; empty for what is usual for each thing.
    pub suffix: String,
    /// Of everything below it: only these kinds, as `--only` takes them, with blanks between.
    pub only: String,
    /// The folder that it goes to.
    pub folder: String,
    /// The name there, without a suffix.
    pub name: String,
    /// How.
    pub options: ExportOptions,
    /// Whether files in the way may be replaced.
    pub force: bool,
}

impl ExportDialog {
    /// The kinds of files there are to choose from; the usual one first.
    pub fn suffixes(&self) -> Vec<&'static str> {
        if self.whole {
            let mut all: Vec<&str> = table::EXPORTS
                .iter()
                .flat_map(|known| known.exporters.iter().map(|to| to.suffix))
                .collect();
            all.sort_unstable();
            all.dedup();
            return [""].into_iter().chain(all).chain(["json"]).collect();
        }
        let known = self.kind.map_or(&[][..], table::exporters).iter().map(|to| to.suffix);
        known.chain(["json", "bin"]).collect()
    }

    /// Takes everything below it, or only the thing itself.
    pub fn set_whole(&mut self, whole: bool) {
        self.whole = whole;
        self.suffix = self.suffixes().first().map(|&suffix| suffix.to_owned()).unwrap_or_default();
    }

    /// What `ngi export` would be asked for.
    pub fn order(&self) -> Order {
        let folder = PathBuf::from(self.folder.trim());
        let output = match self.whole {
            true => folder.join(&self.name),
            false => folder.join(format!("{}.{}", self.name, self.suffix)),
        };
        let only = self.only.split_whitespace().map(str::to_owned).collect();
        let suffix = Some(self.suffix.clone()).filter(|suffix| !suffix.is_empty());
        let (whole, options, force) = (self.whole, self.options.clone(), self.force);
        Order { output, whole, suffix, only, options, force }
    }

    /// The same as somebody would type it.
    pub fn command(&self) -> String {
        let Order { output, suffix, only, force, .. } = self.order();
        let mut line = format!("ngi export {} -o {}", self.path, output.display());
        if let (Some(suffix), true) = (&suffix, self.whole) {
            line.push_str(&format!(" --to {suffix}"));
        }
        only.iter().for_each(|kind| line.push_str(&format!(" --only {kind}")));
        if force {
            line.push_str(" --force");
        }
        line
    }
}

/// An export that was decided upon.
#[derive(Debug, Clone)]
pub struct Order {
    /// The file, or the folder of everything.
    pub output: PathBuf,
    /// Whether everything below it is meant.
    pub whole: bool,
    /// The kind of file; what is usual if `None`.
    pub suffix: Option<String>,
    /// Only these kinds.
    pub only: Vec<String>,
    /// How.
    pub options: ExportOptions,
    /// Whether files in the way may be replaced.
    pub force: bool,
}

impl App {
    /// Opens the dialog for a path of the tree; for what is selected without one.
    pub(crate) fn ask_for_export(&mut self, path: Option<String>) {
        // A page has no folders: what is open is a download.
        if let (true, Some(kind)) = (cfg!(target_arch = "wasm32"), self.open_kind()) {
            self.export(table::usual(kind).to_owned());
            return;
        }
        let base = || self.place.as_ref().map(|place| place.inside.clone());
        let Some(path) = path.or_else(|| self.selected.clone()).or_else(base) else { return };
        let item = self.index.find(&path).and_then(|id| self.index.get(id));
        let is_level = self.index.find(&path).is_some_and(|id| self.index.main_file(id).is_some());
        let kind = item.and_then(|item| item.file_kind);
        let is_full =
            item.is_none_or(|item| matches!(item.kind, ItemKind::Folder | ItemKind::Archive));
        let last = path.rsplit('/').next().filter(|name| !name.is_empty());
        let name = match last {
            None => "game",
            // A folder keeps its whole name.
            Some(name) if is_full => name,
            Some(_) => naming::stem(&path),
        };
        let name = safe_name::escape(name.as_bytes());
        let folder = self.settings.export_folder.clone().unwrap_or_else(platform::out_folder);
        let mut dialog = ExportDialog {
            path,
            kind,
            is_full,
            whole: false,
            suffix: String::new(),
            only: String::new(),
            folder: folder.display().to_string(),
            name,
            options: ExportOptions::default(),
            force: false,
        };
        dialog.set_whole(is_full && !is_level);
        self.exchange.export = Some(dialog);
    }

    /// Exports as the dialog says; changes that are not saved go along with what is open.
    pub(crate) fn export_as_chosen(&mut self) {
        let (Some(dialog), Some(place)) = (self.exchange.export.take(), self.place.clone()) else {
            return;
        };
        let order = dialog.order();
        self.settings.export_folder = Some(PathBuf::from(dialog.folder.trim()));
        if dialog.whole && self.has_changes() {
            self.say(self.texts().export_saved_only);
        }
        let open = self.current.as_ref().filter(|current| current.path == dialog.path);
        let changed =
            open.and_then(|current| current.document.clone()).filter(|it| it.is_changed());
        let (title, path) = (format!("{} {}", self.texts().export, dialog.path), dialog.path);
        self.exchange.job = Some(spawn("export", &self.wake, move |worker| {
            let located = || place.vfs.locate(&path).map_err(|error| error.to_string());
            let (node, game): (Node, Option<Game>) = match &changed {
                Some(document) => with_changes(document, &place)?,
                None => (located()?, place.game()),
            };
            let written = platform::export(&node, game, &order, worker)?;
            worker.send(Came::Written(title, written));
            Ok(())
        }));
    }
}
