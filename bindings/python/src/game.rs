//! Game folders: lookups, searches, checks, and changes in one transaction.

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

/// Lock for changes of this process, because only one may be open at a time.
static CHANGING: Mutex<()> = Mutex::new(());

/// Locks a mutex, also after a panic of another thread. This is safe because every change behind a
/// lock is a single assignment.
pub fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Game folder.
#[pyclass(frozen, module = "ngi_tools._native")]
pub struct Game {
    folder: PathBuf,
    now: Mutex<Now>,
}

/// Opened game, and the number of times it was opened again.
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

    /// Path of the game folder.
    #[getter]
    fn folder(&self) -> PathBuf {
        self.folder.clone()
    }

    /// Number that increases when data read before may be out of date.
    #[getter]
    fn epoch(&self) -> u64 {
        locked(&self.now).epoch
    }

    /// Opens the folder again, to see changes by other programs.
    fn refresh(&self, py: Python<'_>) -> Result<()> {
        py.detach(|| self.open_anew())
    }

    /// Returns the node at a path.
    fn node(&self, py: Python<'_>, path: &str) -> Result<Node> {
        py.detach(|| Ok(Node(self.locate(path)?)))
    }

    /// Checks a node and everything inside it; returns the document `ngi.check/1`.
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

    /// Finds files and entries below a path by name and kind; returns the document `ngi.find/1`.
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

    /// Writes all steps in one transaction, or none; returns notes on the written archives.
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

    /// Undoes the last change and returns its title.
    fn undo(&self, py: Python<'_>) -> Result<String> {
        py.detach(|| {
            let _alone = locked(&CHANGING);
            let Past { title, .. } = transaction::undo(&self.folder)?;
            self.open_anew()?;
            Ok(title)
        })
    }

    /// Returns time (in seconds since 1970) and title of the changes that can be undone, newest
    /// first.
    fn history(&self, py: Python<'_>) -> Result<Vec<(u64, String)>> {
        py.detach(|| {
            let past = transaction::history(&self.folder)?;
            Ok(past.into_iter().map(|Past { time, title, .. }| (time, title)).collect())
        })
    }
}

impl Game {
    /// Returns the game as it was last opened.
    pub fn opened(&self) -> GameFolder {
        locked(&self.now).game.clone()
    }

    /// Returns the path on disk of a path of the game; never outside the folder.
    pub fn on_disk(&self, path: &str) -> Result<PathBuf> {
        Ok(self.folder.join(split_path(path)?.iter().collect::<PathBuf>()))
    }

    fn open_anew(&self) -> Result<()> {
        let game = GameFolder::new(Vfs::open(&self.folder)?);
        let mut now = locked(&self.now);
        *now = Now { game, epoch: now.epoch.wrapping_add(1) };
        Ok(())
    }

    /// Returns the node at a path. Archives that were opened once stay open.
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

    /// Writes all steps in one transaction, like the program `ngi`.
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

    /// Returns the archive of an entry, and the entry's segment in paths.
    fn entry(&self, path: &str) -> Result<(ngi_vfs::Node, String)> {
        let node = locate(&self.on_disk(path)?)?;
        let place = node.parent().zip(node.entry());
        let (archive, info) =
            place.ok_or_else(|| Failure::new(Class::Ngi, format!("{path}: not in an archive")))?;
        Ok((archive, format!("#{}", info.index)))
    }

    /// Plans the write of an edited document; an error if its file or entry changed since it was
    /// opened.
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

/// Step of a change.
#[pyclass(frozen, module = "ngi_tools._native")]
pub struct Step(Plan);

#[derive(Clone)]
enum Plan {
    Put { path: String, bytes: Vec<u8>, fields: NewFields },
    Remove { path: String },
    Rename { path: String, name: String },
    Document(Edited),
}

/// Edited document, ready to be written.
#[derive(Clone)]
pub struct Edited {
    /// Path of the file or entry.
    pub path: String,
    /// Bytes at the time of opening.
    pub before: Bytes,
    /// Bytes to write.
    pub bytes: Vec<u8>,
    /// Changed data of the directory entry; `None` if it is unchanged.
    pub entry: Option<EntryMeta>,
    /// Paths of the fields that were set, for a table of a model or landscape.
    pub table: Option<Vec<String>>,
}

#[pymethods]
impl Step {
    /// Creates a step that writes a new file or entry, or replaces an existing one.
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

    /// Creates a step that removes an entry.
    #[staticmethod]
    fn remove(path: String) -> Self {
        Self(Plan::Remove { path })
    }

    /// Creates a step that renames an entry.
    #[staticmethod]
    fn rename(path: String, name: String) -> Self {
        Self(Plan::Rename { path, name })
    }

    /// Creates a step that saves a document; `None` if it has no changes.
    #[staticmethod]
    fn document(document: &Document) -> Option<Self> {
        document.edited().map(|edited| Self(Plan::Document(edited)))
    }
}
