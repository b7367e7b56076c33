//! Changes to an archive in place: put, remove, rename, set, sort.

mod guess;
mod misfit;
mod nres;
mod rsli;
mod transfer;

use std::io::{self, Write};
use std::path::Path;

use ngi_formats::nres::TypeId;
use ngi_formats::rsli::Method;
use ngi_formats::text;
use ngi_vfs::save::{Saved, write_error};
use ngi_vfs::transaction::Transaction;
use ngi_vfs::{ContainerKind, Node};

use crate::entry_file;
use crate::format::EntryMeta;
use crate::{Error, Result};

pub use guess::{type_by_content, types_in, usual_attributes};
pub use misfit::{Misfit, SILENT, misfit};
pub use nres::split_type;
pub use transfer::{Transfer, Transferred, transfer};

/// One change. Entries are named as in paths: `name`, `name@TYPE`, `#INDEX`, a type number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// Replaces an entry's payload, or adds an entry.
    Put {
        /// The entry, or the name of the new one.
        entry: String,
        /// The payload.
        payload: Vec<u8>,
        /// Fields of a new entry, or to be changed together with the payload.
        fields: NewFields,
    },
    /// Removes an entry.
    Remove {
        /// The entry.
        entry: String,
    },
    /// Gives an entry another name.
    Rename {
        /// The entry.
        entry: String,
        /// Its new name.
        name: String,
    },
    /// Sets fields of an entry.
    Set {
        /// The entry.
        entry: String,
        /// Field and value, such as `attr1` and `7`.
        fields: Vec<(String, String)>,
    },
    /// Sorts the directory.
    Sort {
        /// The engine's mode, by number or by what it compares; RsLi knows only `name`.
        mode: String,
    },
}

impl Change {
    /// Puts a file into an archive, under its own name unless another is given. What was written
    /// beside it about its entry goes along; `fields` stand over that.
    pub fn put_file(
        archive: &Node,
        entry: Option<&str>,
        file: &Path,
        fields: NewFields,
    ) -> Result<Self> {
        let payload = ngi_vfs::read_input(file)?;
        let own = || file.file_name().and_then(|name| name.to_str());
        let entry = entry.or_else(own).ok_or_else(|| {
            Error::Usage(format!("{}: not Unicode; give the entry a name", ngi_vfs::shown(file)))
        })?;
        let typed = archive.container()? == Some(ContainerKind::NRes);
        let said = if typed { entry_file::read(file)? } else { None };
        let fields = NewFields {
            type_id: fields.type_id.or(said.map(|said| said.type_id)),
            ..fields.or(said.map(|said| said.attributes))
        };
        Ok(Self::Put { entry: entry.to_owned(), payload, fields })
    }
}

/// Fields that can be given with a payload; the rest stays, or is zero in a new entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct NewFields {
    /// The type; NRes only.
    pub type_id: Option<TypeId>,
    /// First attribute; NRes only.
    pub attr1: Option<u32>,
    /// Second attribute; NRes only.
    pub attr2: Option<u32>,
    /// Third attribute; NRes only.
    pub attr3: Option<u32>,
    /// How to pack the payload; RsLi only. Else as it was, or LZSS if it is new.
    pub method: Option<Method>,
}

impl NewFields {
    /// These, with attributes from elsewhere where they say none.
    #[must_use]
    pub fn or(self, attributes: Option<[u32; 3]>) -> Self {
        let [attr1, attr2, attr3] = match attributes {
            Some(attributes) => attributes.map(Some),
            None => [None; 3],
        };
        Self {
            attr1: self.attr1.or(attr1),
            attr2: self.attr2.or(attr2),
            attr3: self.attr3.or(attr3),
            ..self
        }
    }
}

impl From<EntryMeta> for NewFields {
    fn from(entry: EntryMeta) -> Self {
        let [attr1, attr2, attr3] = entry.attributes.map(Some);
        Self { type_id: Some(entry.type_id), attr1, attr2, attr3, method: None }
    }
}

/// How to save.
#[derive(Debug, Clone, Copy)]
pub struct Options {
    /// Whether to keep the old file beside the new one.
    pub backup: bool,
    /// Whether to say only what would change.
    pub dry_run: bool,
}

/// What a change did, or would do.
#[derive(Debug, Clone)]
pub struct Edited {
    /// A line per thing that changes.
    pub lines: Vec<String>,
    /// Where it was saved; `None` for a dry run, or if nothing changes.
    pub saved: Option<Saved>,
}

/// Applies a change to an archive, which may itself be an entry of another, and saves the file
/// that holds it in one step.
pub fn edit(node: &Node, change: &Change, options: Options) -> Result<Edited> {
    edit_all(node, std::slice::from_ref(change), options)
}

/// Applies several changes in one step. Each names entries as they are before all of them.
pub fn edit_all(node: &Node, changes: &[Change], options: Options) -> Result<Edited> {
    let near = node.file().disk_path();
    let Some(near) = near.filter(|_| !options.dry_run) else {
        let mut loose = Transaction::loose();
        let goal =
            if options.dry_run { Goal::Nowhere } else { Goal::File(&mut loose, options.backup) };
        let lines = run(node, changes, goal)?;
        return Ok(Edited { lines, saved: loose.commit()?.pop() });
    };
    let mut transaction = Transaction::begin(&near, String::new())?;
    let lines = stage(&mut transaction, node, changes, options.backup)?;
    Ok(Edited { lines, saved: transaction.commit()?.pop() })
}

/// Stages changes of an archive together with others; says what changes. Within a transaction an
/// archive can be staged once.
pub fn stage(
    transaction: &mut Transaction,
    node: &Node,
    changes: &[Change],
    backup: bool,
) -> Result<Vec<String>> {
    let lines = run(node, changes, Goal::File(transaction, backup))?;
    if let Some(line) = lines.first().filter(|_| !transaction.has_title()) {
        transaction.set_title(format!("edit {}: {line}", node.path()));
    }
    Ok(lines)
}

/// The bytes of an archive with changes; nothing is saved.
pub fn rebuilt(node: &Node, changes: &[Change]) -> Result<(Vec<u8>, Vec<String>)> {
    let mut bytes = Vec::new();
    let lines = run(node, changes, Goal::Bytes(&mut bytes))?;
    Ok((bytes, lines))
}

/// Where a changed archive goes.
enum Goal<'g> {
    /// Nowhere: only what would change is told.
    Nowhere,
    /// Over the file that holds it, perhaps with a backup.
    File(&'g mut Transaction, bool),
    /// To its owner.
    Bytes(&'g mut Vec<u8>),
}

fn run(node: &Node, changes: &[Change], goal: Goal<'_>) -> Result<Vec<String>> {
    let container = node
        .open_container()?
        .ok_or_else(|| ngi_vfs::Error::NotAContainer { path: node.path() })?;
    let mut lines = match container.kind() {
        ContainerKind::NRes => nres::edit(node, changes, goal),
        ContainerKind::RsLi => rsli::edit(node, changes, goal),
    }?;
    lines.extend(changes.iter().filter_map(|change| doubt(node, change)));
    Ok(lines)
}

/// What is odd about a payload: its entry is for something that it is not, such as a picture in a
/// texture's place.
fn doubt(node: &Node, change: &Change) -> Option<String> {
    let Change::Put { entry, payload, fields } = change else { return None };
    let misfit = misfit(node, entry, *fields, payload).filter(|misfit| !misfit.was_broken)?;
    let Misfit { format, name, why, .. } = misfit;
    let (one, id) = (format.one(), format.id());
    Some(format!(
        "note: {name} should be {one} and is not ({why}); to make {id} of another program's \
         file, use `ngi import`"
    ))
}

/// Hands on what `write` writes, unless that is what is there already.
fn save(
    node: &Node,
    goal: Goal<'_>,
    mut lines: Vec<String>,
    old: &[u8],
    write: impl Fn(&mut dyn Write) -> io::Result<()>,
) -> Result<Vec<String>> {
    let mut comparison = Comparison { rest: old };
    let same = write(&mut comparison).is_ok() && comparison.rest.is_empty();
    if same {
        lines.push("that changes nothing".into());
    }
    match goal {
        Goal::Bytes(bytes) => {
            write(bytes).map_err(|error| write_error(node.path().as_ref(), error))?;
        }
        Goal::File(transaction, backup) if !same => {
            transaction.rewrite_with(node, backup, write)?;
        }
        Goal::File(..) | Goal::Nowhere => {}
    }
    Ok(lines)
}

/// Compares what is written with what is there, and stops at the first difference.
struct Comparison<'o> {
    rest: &'o [u8],
}

impl Write for Comparison<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.rest.strip_prefix(bytes) {
            Some(rest) => self.rest = rest,
            None => return Err(io::Error::other("different")),
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Whether an entry is named by its place: such a name never means a new entry.
fn is_index(entry: &str) -> bool {
    entry.strip_prefix('#').is_some_and(|digits| digits.parse::<u64>().is_ok())
}

/// Decimal, or hex with `0x`.
pub fn parse_number(text: &str) -> Option<u32> {
    match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(digits) => u32::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    }
}

fn find(node: &Node, entry: &str) -> Result<usize> {
    let child = node.child(entry)?;
    let info = child.entry().ok_or_else(|| Error::Usage(format!("\"{entry}\" is no entry")))?;
    Ok(info.index)
}

/// The places of the entries that go, the last one first: places before it stay what they are.
fn removals(node: &Node, changes: &[Change]) -> Result<Vec<usize>> {
    let mut places = Vec::new();
    for change in changes {
        if let Change::Remove { entry } = change {
            places.push(find(node, entry)?);
        }
    }
    places.sort_unstable_by(|a, b| b.cmp(a));
    places.dedup();
    // Sorting moves entries: what was named is no longer where it was.
    if !places.is_empty() && changes.iter().any(|change| matches!(change, Change::Sort { .. })) {
        return Err(Error::Usage("remove and sort are two steps".into()));
    }
    Ok(places)
}

fn encode(name: &str) -> Result<Vec<u8>> {
    text::encode(name).ok_or_else(|| {
        Error::Usage(format!("\"{name}\" has characters that Windows-1251 does not know"))
    })
}
