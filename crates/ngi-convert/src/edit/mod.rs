//! Changes to an archive in place: put, remove, rename, set, sort.

mod nres;
mod rsli;

use std::path::PathBuf;

use ngi_formats::nres::TypeId;
use ngi_formats::rsli::Method;
use ngi_formats::text;
use ngi_vfs::save::Saved;
use ngi_vfs::{ContainerKind, Node};

use crate::{Error, Result};

/// One change. Entries are named as in paths: `name`, `name@TYPE`, `#INDEX`, a type number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// Replaces an entry's payload, or adds an entry.
    Put {
        /// The entry, or the name of the new one.
        entry: String,
        /// The file with the payload.
        file: PathBuf,
        /// Type of a new entry.
        type_id: Option<TypeId>,
        /// Attributes of a new entry.
        attributes: [u32; 3],
        /// How to pack the payload, in an RsLi archive; else as it was, or LZSS if it is new.
        method: Option<Method>,
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
    match container.kind() {
        ContainerKind::NRes => nres::edit(node, change, options),
        ContainerKind::RsLi => rsli::edit(node, change, options),
    }
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
