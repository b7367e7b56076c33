//! A game folder: looked into, checked, and changed in one step.

use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use ngi_engine::resolve::Game as GameFolder;
use ngi_formats::Mode;
use ngi_formats::nres::TypeId;
use ngi_verbs::delivery::{Delivery, Replace};
use ngi_verbs::edit::{Change, NewFields};
use ngi_verbs::format::EntryMeta;
use ngi_verbs::{check, find, json, set};
use ngi_vfs::transaction::{self, Past, Transaction};
use ngi_vfs::{Bytes, NodeKind, Vfs, locate, split_path};
use pyo3::prelude::*;

use crate::archive::Node;
use crate::document::Document;
use crate::errors::{Class, Failure, Result};

/// Changes of this process wait for each other: one may be open at a time.
static CHANGING: Mutex<()> = Mutex::new(());

/// What a lock holds, even if somebody panicked with it: every change behind one is a single
/// assignment.
pub fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A game folder.
#[pyclass(frozen, module = "ngi_tools._native")]
pub struct Game {
    folder: PathBuf,
    now: Mutex<Now>,
}

/// What was opened, and how often everything was opened anew.
struct Now {
    game: GameFolder,
    epoch: u64,
}

#[pymethods]
impl Game {
    #[new]
    fn new(py: Python<'_>, folder: PathBuf) -> Result<Self> {
        py.detach(|| {
            let game = GameFolder::open(&folder)?;
            transaction::recover(&folder)?;
            Ok(Self { folder, now: Mutex::new(Now { game, epoch: 0 }) })
        })
    }

    /// Where it is.
    #[getter]
    fn folder(&self) -> PathBuf {
        self.folder.clone()
    }

    /// Counts up whenever what was read before may be old.
    #[getter]
    fn epoch(&self) -> u64 {
        locked(&self.now).epoch
    }

    /// Looks at the disk again.
    fn refresh(&self, py: Python<'_>) -> Result<()> {
        py.detach(|| self.open_anew())
    }

    /// What a path leads to.
    fn node(&self, py: Python<'_>, path: &str) -> Result<Node> {
        py.detach(|| Ok(Node(self.locate(path)?)))
    }

    /// Findings of a file, an entry or everything below: the document `ngi.check/1`.
    fn check(
        &self,
        py: Python<'_>,
        path: &str,
        strict: bool,
        retail: bool,
        deny: Vec<String>,
        allow: Vec<String>,
    ) -> Result<String> {
        py.detach(|| {
            let mode = if strict { Mode::Strict } else { Mode::Tolerant };
            let game = Some(self.opened());
            let options = check::Options { mode, retail, deny, allow, game };
            let report = check::check(&self.locate(path)?, &options, &())?;
            Ok(json::line(&report.answer())?)
        })
    }

    /// Files and entries below a path by name and kind: the document `ngi.find/1`.
    fn find(
        &self,
        py: Python<'_>,
        path: &str,
        name: Option<&str>,
        kind: Option<String>,
    ) -> Result<String> {
        py.detach(|| {
            let name = name.map(find::pattern).transpose()?;
            let search = find::Search { name, kind, ..find::Search::default() };
            let found = find::find(&self.locate(path)?, &search, &())?;
            Ok(json::line(&found.to_json())?)
        })
    }

    /// Does all of it or nothing; says what became of the archives.
    fn commit(
        &self,
        py: Python<'_>,
        steps: Vec<Py<Step>>,
        title: String,
        backup: bool,
    ) -> Result<Vec<String>> {
        let steps: Vec<Plan> = steps.iter().map(|step| step.get().0.clone()).collect();
        py.detach(|| {
            let _alone = locked(&CHANGING);
            let done = self.write(&steps, title, backup);
            self.open_anew()?;
            done
        })
    }

    /// Takes the last change back; says what it was.
    fn undo(&self, py: Python<'_>) -> Result<String> {
        py.detach(|| {
            let _alone = locked(&CHANGING);
            let Past { title, .. } = transaction::undo(&self.folder)?;
            self.open_anew()?;
            Ok(title)
        })
    }

    /// The changes that can be taken back, the last one first: when, and what.
    fn history(&self, py: Python<'_>) -> Result<Vec<(u64, String)>> {
        py.detach(|| {
            let past = transaction::history(&self.folder)?;
            Ok(past.into_iter().map(|Past { time, title, .. }| (time, title)).collect())
        })
    }
}

impl Game {
    /// The game as it was last opened.
    pub fn opened(&self) -> GameFolder {
        locked(&self.now).game.clone()
    }

    /// Where a path of the game is on disk; never outside the folder.
    pub fn on_disk(&self, path: &str) -> Result<PathBuf> {
        Ok(self.folder.join(split_path(path)?.iter().collect::<PathBuf>()))
    }

    fn open_anew(&self) -> Result<()> {
        let game = GameFolder::new(Vfs::open(&self.folder)?);
        let mut now = locked(&self.now);
        *now = Now { game, epoch: now.epoch.wrapping_add(1) };
        Ok(())
    }

    /// What a path leads to. Archives that were opened once stay open.
    pub fn locate(&self, path: &str) -> Result<ngi_vfs::Node> {
        let game = self.opened();
        let parts = split_path(path)?;
        for end in 1..=parts.len() {
            let (front, rest) = parts.split_at(end);
            if let Some(file) = game.file(&front.join("/")) {
                let inside = rest.iter().try_fold(file, |node, segment| node.child(segment));
                return Ok(inside?);
            }
        }
        Ok(game.vfs().locate(path)?)
    }

    /// Writes everything in one transaction, as the program does.
    fn write(&self, steps: &[Plan], title: String, backup: bool) -> Result<Vec<String>> {
        let mut change = Transaction::begin(&self.folder, title)?;
        let mut delivery = Delivery::new();
        for step in steps {
            self.plan(step, &mut delivery, backup)?;
        }
        let lines = delivery.stage(&mut change, backup)?;
        if !change.is_empty() {
            change.commit()?;
        }
        Ok(lines)
    }

    fn plan(&self, step: &Plan, delivery: &mut Delivery, backup: bool) -> Result<()> {
        let replace = if backup { Replace::WithBackup } else { Replace::Force };
        match step {
            Plan::Put { path, bytes, fields } => {
                Ok(delivery.put(&self.on_disk(path)?, bytes.clone(), *fields, replace)?)
            }
            Plan::Remove { path } => {
                let (archive, entry) = self.entry(path)?;
                delivery.change(&archive, Change::Remove { entry });
                Ok(())
            }
            Plan::Rename { path, name } => {
                let (archive, entry) = self.entry(path)?;
                delivery.change(&archive, Change::Rename { entry, name: name.clone() });
                Ok(())
            }
            Plan::Document(edited) => self.plan_document(edited, delivery, replace),
        }
    }

    /// The archive that an entry is in, and what paths call it there.
    fn entry(&self, path: &str) -> Result<(ngi_vfs::Node, String)> {
        let node = locate(&self.on_disk(path)?)?;
        let place = node.parent().zip(node.entry());
        let (archive, info) = place
            .ok_or_else(|| Failure::new(Class::Ngi, format!("{path}: no entry of an archive")))?;
        Ok((archive, format!("#{}", info.index)))
    }

    /// Other bytes for what a document was opened of, if it is still what it was.
    fn plan_document(
        &self,
        edited: &Edited,
        delivery: &mut Delivery,
        replace: Replace,
    ) -> Result<()> {
        let Edited { path, before, bytes, entry, table } = edited;
        let node = locate(&self.on_disk(path)?)?;
        if node.bytes()? != before {
            let why = "changed since it was opened; nothing was written, open it again";
            return Err(Failure::new(Class::Changed, format!("{path}: {why}")));
        }
        let (node, bytes, entry) = match table {
            Some(fields) => {
                let fields: Vec<&str> = fields.iter().map(String::as_str).collect();
                let (owner, whole) = set::around_table(&node, bytes.clone(), *entry, &fields)?;
                (owner, whole, None)
            }
            None => (node, bytes.clone(), *entry),
        };
        match (node.kind(), node.parent().zip(node.entry())) {
            (NodeKind::Entry, Some((archive, info))) => {
                let fields = NewFields::default().or(entry.map(|entry| entry.attributes));
                let entry = format!("#{}", info.index);
                delivery.change(&archive, Change::Put { entry, payload: bytes, fields });
            }
            _ => {
                let file = node.disk_path().unwrap_or(self.on_disk(path)?);
                delivery.put(&file, bytes, NewFields::default(), replace)?;
            }
        }
        Ok(())
    }
}

/// One step of a change.
#[pyclass(frozen, module = "ngi_tools._native")]
pub struct Step(Plan);

#[derive(Clone)]
enum Plan {
    Put { path: String, bytes: Vec<u8>, fields: NewFields },
    Remove { path: String },
    Rename { path: String, name: String },
    Document(Edited),
}

/// What a document became.
#[derive(Clone)]
pub struct Edited {
    /// The path of what it was opened of.
    pub path: String,
    /// What was there.
    pub before: Bytes,
    /// What should be there.
    pub bytes: Vec<u8>,
    /// What the directory should say.
    pub entry: Option<EntryMeta>,
    /// Of a table of a model or landscape: the fields that were set.
    pub table: Option<Vec<String>>,
}

#[pymethods]
impl Step {
    /// Puts a file or an entry, new or not.
    #[staticmethod]
    fn put(
        path: String,
        bytes: Vec<u8>,
        type_id: Option<&str>,
        attributes: Option<[u32; 3]>,
    ) -> Result<Self> {
        let parsed = |text: &str| {
            let why = || format!("type: \"{text}\" is neither a number nor four characters");
            TypeId::parse(text).ok_or_else(|| Failure::new(Class::Field, why()))
        };
        let type_id = type_id.map(parsed).transpose()?;
        let fields = NewFields { type_id, ..NewFields::default().or(attributes) };
        Ok(Self(Plan::Put { path, bytes, fields }))
    }

    /// Takes an entry out.
    #[staticmethod]
    fn remove(path: String) -> Self {
        Self(Plan::Remove { path })
    }

    /// Gives an entry another name.
    #[staticmethod]
    fn rename(path: String, name: String) -> Self {
        Self(Plan::Rename { path, name })
    }

    /// Writes what a document became; `None` where nothing was changed.
    #[staticmethod]
    fn document(document: &Document) -> Option<Self> {
        document.edited().map(|edited| Self(Plan::Document(edited)))
    }
}
