//! Documents: access to the fields of a file or entry by path, validated as by `ngi set`.

use std::sync::Mutex;

use ngi_engine::resolve::Surroundings;
use ngi_formats::schema::Kind;
use ngi_formats::tree::{Member, Node as Tree, PartName};
use ngi_formats::{Findings, Mode};
use ngi_verbs::check::entry_meta;
use ngi_verbs::document::edit;
use ngi_verbs::document::write::{Layout, Part, write};
use ngi_verbs::format::{self, EntryMeta, Form, Known, Subject};
use ngi_verbs::play::PlayOptions;
use ngi_verbs::{json, location, set};
use ngi_vfs::Bytes;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::errors::{Class, Failure, Result};
use crate::game::{Edited, Game, locked};
use crate::layout;

/// File or entry with its fields. Changes are kept in memory until they are committed.
#[pyclass(frozen, module = "ngi_tools._native")]
pub struct Document {
    node: ngi_vfs::Node,
    name: String,
    known: Known,
    now: Mutex<Now>,
}

/// Current state of a document, including changes that are not committed.
#[derive(Clone)]
struct Now {
    /// Bytes at the time of opening, or of the last commit.
    before: Bytes,
    before_entry: Option<EntryMeta>,
    bytes: Bytes,
    entry: Option<EntryMeta>,
    /// Number that increases with every change.
    version: u64,
    /// Number that increases with changes after which a path may refer to another part.
    generation: u64,
    /// Paths of the fields that were set.
    fields: Vec<String>,
}

/// Part of a document as a Python tuple: a tag, and the content.
#[derive(IntoPyObject)]
enum Shown<'py> {
    /// Value as JSON.
    Value(&'static str, String),
    /// Bytes.
    Bytes(&'static str, Bound<'py, PyBytes>),
    /// Names of the fields of a record.
    Names(&'static str, Vec<&'static str>),
    /// Length of a list.
    Count(&'static str, usize),
}

/// Part of a document before its conversion to Python.
enum Seen {
    Value(String),
    Bytes(Vec<u8>),
    Names(Vec<&'static str>),
    List(usize),
    Rows(usize),
}

/// Code, severity, field, offset and message of a finding.
type Found = (&'static str, &'static str, String, Option<u64>, String);

#[pymethods]
impl Document {
    /// Id of the format; `table` for a table of a model or landscape, `bytes` for an unknown
    /// format.
    #[getter]
    pub fn format(&self) -> &'static str {
        match self.known {
            Known::Table(_) => "table",
            _ => self.known.document().id(),
        }
    }

    /// Path of the file or entry.
    #[getter]
    fn path(&self) -> String {
        self.node.path()
    }

    /// Number that increases with every change.
    #[getter]
    fn version(&self) -> u64 {
        locked(&self.now).version
    }

    /// Number that increases with changes after which a path may refer to another part.
    #[getter]
    fn generation(&self) -> u64 {
        locked(&self.now).generation
    }

    /// True if there are changes to commit.
    #[getter]
    fn changed(&self) -> bool {
        locked(&self.now).is_changed()
    }

    /// Returns all bytes, including changes that are not committed.
    fn read<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.snapshot().bytes)
    }

    /// Attributes of the entry, including changes; `None` if it is not an entry of an NRes archive.
    #[getter]
    fn attributes(&self) -> Option<[u32; 3]> {
        locked(&self.now).entry.map(|entry| entry.attributes)
    }

    /// Returns the part at a path for a view of a generation.
    fn part<'py>(&self, py: Python<'py>, path: &str, generation: u64) -> Result<Shown<'py>> {
        let seen = py.detach(|| {
            let now = self.alive(generation)?;
            self.with_part(&now, path, seen)?
        })?;
        Ok(match seen {
            Seen::Value(text) => Shown::Value("value", text),
            Seen::Bytes(bytes) => Shown::Bytes("bytes", PyBytes::new(py, &bytes)),
            Seen::Names(names) => Shown::Names("object", names),
            Seen::List(count) => Shown::Count("list", count),
            Seen::Rows(count) => Shown::Count("rows", count),
        })
    }

    /// Returns the part at a path, with everything in it, as JSON.
    fn part_json(&self, py: Python<'_>, path: &str, generation: u64) -> Result<String> {
        py.detach(|| {
            let now = self.alive(generation)?;
            self.with_part(&now, path, written)?
        })
    }

    /// Returns the whole document as JSON, as printed by `ngi show --json`.
    fn json(&self, py: Python<'_>) -> Result<String> {
        py.detach(|| {
            let (now, mut out) = (self.snapshot(), Vec::new());
            self.known.document().write_json(&self.subject(&now), Form::Full, &mut out)?;
            Ok(String::from_utf8_lossy(&out).into_owned())
        })
    }

    /// Returns the layout and the bytes of a list of stored values.
    fn rows<'py>(
        &self,
        py: Python<'py>,
        path: &str,
        generation: u64,
    ) -> Result<(String, Bound<'py, PyBytes>)> {
        let now = self.alive(generation)?;
        self.with_part(&now, path, |node| rows_of(py, path, node))?
    }

    /// Returns name, layout and bytes of all lists of stored values directly in the document.
    fn all_rows<'py>(
        &self,
        py: Python<'py>,
    ) -> Result<Vec<(&'static str, String, Bound<'py, PyBytes>)>> {
        let now = self.snapshot();
        let tree = self.known.document().tree(&self.subject(&now), Form::Full)?;
        let Tree::Members(members) = &tree else { return Ok(Vec::new()) };
        let rows = |Member { branch, node }: &Member<'_>| match node {
            Tree::Rows(rows) => {
                let layout = layout::text_of(rows.kind)?;
                Some((branch.name, layout, PyBytes::new(py, &rows.bytes)))
            }
            _ => None,
        };
        Ok(members.iter().filter_map(rows).collect())
    }

    /// Sets fields and updates derived fields, like `ngi set`.
    fn set(&self, py: Python<'_>, fields: Vec<(String, String)>, generation: u64) -> Result<()> {
        py.detach(|| {
            let mut now = locked(&self.now);
            now.ask(&self.node, generation)?;
            let moves = fields.iter().any(|field| self.moves(&now, field));
            let subject = self.subject(&now);
            let edited = set::change(self.known.document(), &subject, &fields);
            let edited = edited.map_err(Failure::refused)?;
            now.become_edited(edited, moves, fields.into_iter().map(|(path, _)| path));
            Ok(())
        })
    }

    /// Replaces a list of stored values by the given bytes.
    fn set_rows(&self, py: Python<'_>, path: String, rows: &[u8], generation: u64) -> Result<()> {
        let rows = rows.to_vec();
        py.detach(|| {
            let mut now = locked(&self.now);
            now.ask(&self.node, generation)?;
            let subject = self.subject(&now);
            let edited = set::change_rows(self.known.document(), &subject, &path, &rows);
            now.become_edited(edited.map_err(Failure::refused)?, true, [path]);
            Ok(())
        })
    }

    /// Replaces all bytes by bytes of the same format.
    fn set_bytes(&self, py: Python<'_>, bytes: Vec<u8>) -> Result<()> {
        py.detach(|| self.become_bytes(bytes))
    }

    /// Returns the description of a field: stored type, meaning, observations in the game, names of
    /// its value, and true if it can be set.
    fn about(
        &self,
        py: Python<'_>,
        path: &str,
        generation: u64,
    ) -> Result<(String, String, Option<String>, Vec<String>, bool)> {
        py.detach(|| {
            let now = self.alive(generation)?;
            let tree = self.known.document().tree(&self.subject(&now), Form::Full)?;
            let known = location::of(&tree, path).ok_or_else(|| no_field(&tree, path))?;
            Ok((known.stored, known.meaning, known.game, known.named, known.can_be_set))
        })
    }

    /// Checks the document with its changes and returns the findings.
    fn check(&self, py: Python<'_>, game: &Game, retail: bool) -> Result<Vec<Found>> {
        py.detach(|| {
            let Some(format) = self.known.listed() else { return Ok(Vec::new()) };
            let mut findings = Findings::new(Mode::Strict, retail);
            let around = Surroundings::of(&self.node, Some(&game.opened()));
            format.check(&self.subject(&self.snapshot()), &around, &mut findings);
            let found = findings.into_list().into_iter().map(|found| {
                let severity = found.code.severity.as_str();
                (found.code.id, severity, found.field, found.offset, found.message)
            });
            Ok(found.collect())
        })
    }

    /// Computes the states of a material or effect at times in seconds; returns the document
    /// `ngi.play/1`.
    fn play(
        &self,
        py: Python<'_>,
        game: &Game,
        times: Vec<f64>,
        seed: u32,
        eye: Option<[f32; 3]>,
        value: Option<f32>,
    ) -> Result<String> {
        py.detach(|| {
            if let Some(wrong) = times.iter().find(|time| !(time.is_finite() && **time >= 0.0)) {
                let why = format!("{wrong} is not a valid time; use seconds, 0 or more");
                return Err(Failure::new(Class::Field, why));
            }
            let still = || Failure::new(Class::Ngi, "only materials and effects can be played");
            let format = self.known.listed().ok_or_else(still)?;
            let around = Surroundings::of(&self.node, Some(&game.opened()));
            let options = PlayOptions { times, seed, eye, value, ..PlayOptions::default() };
            let played = format.play(&self.subject(&self.snapshot()), &around, &options)?;
            Ok(json::line(&played.document)?)
        })
    }

    /// Marks the current state as committed.
    fn committed(&self) {
        let mut now = locked(&self.now);
        (now.before, now.before_entry) = (now.bytes.clone(), now.entry);
        now.fields.clear();
    }
}

impl Document {
    /// Opens the document of a file or entry.
    pub fn open(node: ngi_vfs::Node) -> Result<Self> {
        let (bytes, name, entry) = (node.bytes()?, node.name(), entry_meta(&node));
        let subject = Subject { name: &name, bytes: &bytes, entry };
        let known = format::of_node(&node, &subject);
        let (before, before_entry) = (bytes.clone(), entry);
        let (version, generation, fields) = (0, 0, Vec::new());
        let now = Now { before, before_entry, bytes, entry, version, generation, fields };
        Ok(Self { node, name, known, now: Mutex::new(now) })
    }

    /// Replaces all bytes by bytes of the same format.
    pub fn become_bytes(&self, bytes: Vec<u8>) -> Result<()> {
        let mut now = locked(&self.now);
        let subject = Subject { bytes: &bytes, ..self.subject(&now) };
        self.known.document().tree(&subject, Form::Short).map_err(Failure::refused)?;
        let (entry, lines) = (now.entry, Vec::new());
        now.become_edited(edit::Edited { bytes, entry, lines }, true, []);
        Ok(())
    }

    /// Returns the file or entry of the document.
    pub fn node(&self) -> &ngi_vfs::Node {
        &self.node
    }

    /// Calls a function with the current state.
    pub fn with_subject<T>(&self, look: impl FnOnce(&Subject<'_>) -> Result<T>) -> Result<T> {
        look(&self.subject(&self.snapshot()))
    }

    /// Returns the changes to commit; `None` if nothing changed.
    pub fn edited(&self) -> Option<Edited> {
        let now = self.snapshot();
        let table = matches!(self.known, Known::Table(_)).then(|| now.fields.clone());
        now.is_changed().then(|| Edited {
            path: self.node.path(),
            before: now.before.clone(),
            bytes: now.bytes.to_vec(),
            entry: now.entry.filter(|_| now.entry != now.before_entry),
            table,
        })
    }

    /// Returns a copy of the current state, so that readers do not hold the lock.
    fn snapshot(&self) -> Now {
        locked(&self.now).clone()
    }

    /// Returns a copy of the current state for a view of a generation; an error if the view is out
    /// of date.
    fn alive(&self, generation: u64) -> Result<Now> {
        let now = self.snapshot();
        now.ask(&self.node, generation)?;
        Ok(now)
    }

    fn subject<'n>(&'n self, now: &'n Now) -> Subject<'n> {
        Subject { name: &self.name, bytes: &now.bytes, entry: now.entry }
    }

    fn with_part<T>(&self, now: &Now, path: &str, look: impl FnOnce(&Tree<'_>) -> T) -> Result<T> {
        let tree = self.known.document().tree(&self.subject(now), Form::Full)?;
        let found = tree.find(path).map_err(|_| no_field(&tree, path))?;
        Ok(look(&found.node))
    }

    /// Returns true if paths may refer to other parts after a field was set: if lists grow or
    /// shrink, or if parts are replaced as a whole or move.
    fn moves(&self, now: &Now, (path, said): &(String, String)) -> bool {
        let is_part = |node: &Tree<'_>| !is_value(node);
        path.ends_with("[+]")
            || self.with_part(now, path, is_part).unwrap_or(true)
            || !matches!(self.known.document().rearrange(&self.subject(now), path, said), Ok(None))
    }
}

impl Now {
    fn is_changed(&self) -> bool {
        self.bytes != self.before || self.entry != self.before_entry
    }

    /// Returns an error if a view of a generation is out of date.
    fn ask(&self, node: &ngi_vfs::Node, generation: u64) -> Result<()> {
        if generation == self.generation {
            return Ok(());
        }
        let why = "parts were added, taken out or replaced since this one was looked up";
        Err(Failure::new(Class::DeadView, format!("{}: {why}; look it up again", node.path())))
    }

    fn become_edited(
        &mut self,
        edited: edit::Edited,
        moves: bool,
        fields: impl IntoIterator<Item = String>,
    ) {
        self.bytes = edited.bytes.into();
        self.entry = edited.entry;
        self.version = self.version.wrapping_add(1);
        self.generation = self.generation.wrapping_add(u64::from(moves));
        self.fields.extend(fields);
    }
}

fn no_field(tree: &Tree<'_>, path: &str) -> Failure {
    let lost = tree.find(path).err().unwrap_or_default();
    Failure::new(Class::NoField, edit::no_such_field(tree, path, &lost).to_string())
}

/// Returns true if a kind is a plain value in Python: a number, a text or a list of these.
fn is_plain(kind: Kind) -> bool {
    match kind {
        Kind::Group(_) | Kind::Word(_) => false,
        Kind::List(_, of) => is_plain(*of),
        _ => true,
    }
}

fn is_value(node: &Tree<'_>) -> bool {
    match node {
        Tree::Piece(piece) => is_plain(piece.kind),
        Tree::Text(..) | Tree::Hex(..) | Tree::Told(_) => true,
        Tree::Rows(_) | Tree::Members(_) | Tree::Items(_) => false,
    }
}

fn seen(node: &Tree<'_>) -> Result<Seen> {
    Ok(match node {
        Tree::Piece(piece) if matches!(piece.kind, Kind::Bytes(_)) => {
            Seen::Bytes(piece.bytes.to_vec())
        }
        Tree::Hex(bytes, _) => Seen::Bytes(bytes.to_vec()),
        _ if is_value(node) => Seen::Value(written(node)?),
        Tree::Rows(rows) => Seen::Rows(rows.len()),
        Tree::Piece(piece) if piece.kind.count().is_some() => Seen::List(node.len()),
        Tree::Items(items) => Seen::List(items.len()),
        _ => {
            let mut names = Vec::new();
            node.parts(&mut |name, _, _| {
                if let PartName::Key(key) = name {
                    names.push(key);
                }
            });
            Seen::Names(names)
        }
    })
}

fn written(node: &Tree<'_>) -> Result<String> {
    let mut out = Vec::new();
    write(&Part(node), Layout::Line, &mut out)?;
    Ok(String::from_utf8_lossy(&out).into_owned())
}

fn rows_of<'py>(
    py: Python<'py>,
    path: &str,
    node: &Tree<'_>,
) -> Result<(String, Bound<'py, PyBytes>)> {
    let no_rows = || Failure::new(Class::Field, format!("{path}: not a list of stored values"));
    let Tree::Rows(rows) = node else { return Err(no_rows()) };
    let layout = layout::text_of(rows.kind).ok_or_else(no_rows)?;
    Ok((layout, PyBytes::new(py, &rows.bytes)))
}
