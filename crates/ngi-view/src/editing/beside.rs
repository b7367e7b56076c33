//! The other files of a mission that is open: its sky and its texts, changed while the mission is
//! looked at.
//!
//! They are documents like any other, saved together with it. Undo takes back what was done last,
//! in whichever of them.

use std::collections::{HashMap, HashSet};

use crate::App;
use crate::document::{self, Document};
use crate::library::ItemKind;
use crate::platform;

/// Documents beside a mission, and the order in which they and the mission were changed.
#[derive(Default)]
pub(crate) struct Beside {
    /// Those without anything to save; the others are with everything that is changed.
    documents: HashMap<String, Document>,
    /// Files that are not there, or cannot be read.
    missing: HashSet<String>,
    /// What was changed, step by step, the newest last: a path, or nothing for the mission itself.
    done: Vec<Option<String>>,
    /// What was taken back.
    undone: Vec<Option<String>>,
}

impl Beside {
    /// The documents, for those whose nodes are read anew.
    pub fn documents_mut(&mut self) -> impl Iterator<Item = (&String, &mut Document)> {
        self.documents.iter_mut()
    }

    /// A change was made.
    fn changed(&mut self, what: Option<String>) {
        self.done.push(what);
        self.undone.clear();
    }
}

impl App {
    /// The path of a file beside the mission that is open; `None` where there is none.
    pub fn path_beside(&self, name: &str) -> Option<String> {
        let current = self.current.as_ref().filter(|it| it.kind == ItemKind::Mission)?;
        let folder = current.path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let path = if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") };
        let item = self.index.find(&path).and_then(|id| self.index.get(id))?;
        Some(item.path.clone())
    }

    /// A document beside the mission that is open, changes included.
    pub fn document_beside(&mut self, name: &str) -> Option<&Document> {
        let path = self.path_beside(name)?;
        self.open_beside(&path);
        self.changed.get(&path).or_else(|| self.desk.beside.documents.get(&path))
    }

    fn open_beside(&mut self, path: &str) {
        let beside = &mut self.desk.beside;
        let is_known = self.changed.contains_key(path) || beside.documents.contains_key(path);
        if is_known || beside.missing.contains(path) {
            return;
        }
        let item = self.index.find(path).and_then(|id| self.index.get(id));
        match item.and_then(|item| document::open(&item.node, None).document) {
            Some(document) => drop(beside.documents.insert(path.to_owned(), document)),
            None => drop(beside.missing.insert(path.to_owned())),
        }
    }

    /// Changes fields of a file beside the mission, as one step.
    pub(crate) fn change_beside(&mut self, name: &str, fields: &[(String, String)]) {
        let Some(path) = self.path_beside(name) else { return };
        self.open_beside(&path);
        if self.step_beside(&path, |document| document.set_all(fields)) {
            self.desk.beside.changed(Some(path));
        }
    }

    /// Does something with a document beside the mission; says whether that changed it.
    fn step_beside(
        &mut self,
        path: &str,
        change: impl FnOnce(&mut Document) -> Result<(), String>,
    ) -> bool {
        let kept = self.changed.remove(path);
        let Some(mut document) = kept.or_else(|| self.desk.beside.documents.remove(path)) else {
            return false;
        };
        let before = document.bytes().to_vec();
        let made = platform::guarded(|| change(&mut document));
        let differs = document.bytes() != before;
        if differs {
            self.warn_of_read_only(&document);
        }
        match document.is_changed() {
            true => self.changed.insert(path.to_owned(), document),
            false => self.desk.beside.documents.insert(path.to_owned(), document),
        };
        if differs {
            self.changes_follow();
        }
        if let Err(why) = made {
            self.complain(why);
        }
        differs
    }

    /// The mission itself was changed.
    pub(crate) fn note_own_step(&mut self) {
        let is_mission = self.current.as_ref().is_some_and(|it| it.kind == ItemKind::Mission);
        if is_mission {
            self.desk.beside.changed(None);
        }
    }

    /// Takes the last change back, or makes it again: of what is open, or of what lies beside it.
    pub(crate) fn step_back(&mut self, forward: bool) {
        let beside = &mut self.desk.beside;
        let from = if forward { &mut beside.undone } else { &mut beside.done };
        let step = from.pop();
        if let Some(step) = step.clone() {
            if forward { beside.done.push(step) } else { beside.undone.push(step) }
        }
        let go = move |document: &mut Document| {
            let gone = if forward { document.redo() } else { document.undo() };
            gone.map(drop)
        };
        match step.flatten() {
            Some(path) => drop(self.step_beside(&path, go)),
            None => self.edit_own(go),
        }
    }

    /// What undo and redo are about next.
    pub fn next_steps(&self) -> (Option<&str>, Option<&str>) {
        let document = self.current.as_ref().and_then(|current| current.document.as_ref());
        let (undo, redo) = document.map_or((None, None), |document| document.history().next());
        let beside = &self.desk.beside;
        let next = |of: &'_ [Option<String>]| of.last().cloned().flatten();
        let named = |path: String, forward: bool| {
            let kept = self.changed.get(&path).or_else(|| beside.documents.get(&path))?;
            let (undo, redo) = kept.history().next();
            if forward { redo } else { undo }
        };
        let undo = match next(&beside.done) {
            Some(path) => named(path, false),
            None => undo,
        };
        let redo = match next(&beside.undone) {
            Some(path) => named(path, true),
            None => redo,
        };
        (undo, redo)
    }

    /// Whether a path lies beside the mission or the landscape that is open.
    fn is_beside(&self, path: &str) -> bool {
        let folder = |path: &str| path.rsplit_once('/').map(|(folder, _)| folder.to_lowercase());
        let has_others = |kind| matches!(kind, ItemKind::Mission | ItemKind::Landscape);
        let current = self.current.as_ref().filter(|it| has_others(it.kind));
        current.is_some_and(|current| folder(&current.path) == folder(path))
    }

    /// Whether something was changed beside the mission, to be saved along with it.
    pub(crate) fn saves_beside(&self) -> bool {
        self.changed.keys().any(|path| self.is_beside(path))
    }

    /// Something else is open: what lay beside the mission is let go of, but for its changes.
    pub(crate) fn leave_beside(&mut self) {
        self.desk.beside = Beside::default();
    }

    /// What was changed beside the mission is written: what was done can still be taken back.
    pub(crate) fn beside_was_written(&mut self) {
        let own = self.changed.keys().filter(|path| self.is_beside(path));
        let own: Vec<String> = own.cloned().collect();
        for path in own {
            if let Some(mut document) = self.changed.remove(&path) {
                document.was_written();
                self.desk.beside.documents.insert(path, document);
            }
        }
    }
}
