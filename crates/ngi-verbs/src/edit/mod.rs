//! Changes to an archive in place: put, remove, rename, set, sort.

mod misfit;
mod nres;
mod rsli;

use std::io::{self, Write};

use ngi_formats::nres::TypeId;
use ngi_formats::rsli::Method;
use ngi_formats::text;
use ngi_vfs::save::Saved;
use ngi_vfs::{ContainerKind, Node};

use crate::{Error, Result};

pub use misfit::{Misfit, misfit};

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
    let container = node
        .open_container()?
        .ok_or_else(|| ngi_vfs::Error::NotAContainer { path: node.path() })?;
    let mut edited = match container.kind() {
        ContainerKind::NRes => nres::edit(node, change, options),
        ContainerKind::RsLi => rsli::edit(node, change, options),
    }?;
    edited.lines.extend(doubt(node, change));
    Ok(edited)
}

/// What is odd about a payload: its entry is for something that it is not, such as a picture in a
/// texture's place.
fn doubt(node: &Node, change: &Change) -> Option<String> {
    let Change::Put { entry, payload, fields } = change else { return None };
    let Misfit { format, name, why } = misfit(node, entry, fields.type_id, payload)?;
    let (title, id) = (format.title(), format.id());
    Some(format!(
        "note: {name} should be {title} and is not ({why}); to make {id} of another program's \
         file, use `ngi import`"
    ))
}

/// Saves what `write` writes, unless that is what is there already or nothing shall be saved.
fn save(
    node: &Node,
    options: Options,
    mut lines: Vec<String>,
    old: &[u8],
    write: impl Fn(&mut dyn Write) -> io::Result<()>,
) -> Result<Edited> {
    let mut comparison = Comparison { rest: old };
    if write(&mut comparison).is_ok() && comparison.rest.is_empty() {
        lines.push("that changes nothing".into());
        return Ok(Edited { lines, saved: None });
    }
    if options.dry_run {
        return Ok(Edited { lines, saved: None });
    }
    let saved = ngi_vfs::rewrite_with(node, options.backup, write)?;
    Ok(Edited { lines, saved: Some(saved) })
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

fn encode(name: &str) -> Result<Vec<u8>> {
    text::encode(name).ok_or_else(|| {
        Error::Usage(format!("\"{name}\" has characters that Windows-1251 does not know"))
    })
}
