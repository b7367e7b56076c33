//! Another payload for a file, or for an entry however deep, with every other byte kept.

use std::borrow::Cow;
use std::io::{self, Write};
use std::path::PathBuf;

use bytes::Bytes;

use crate::disk;
use crate::error::{Error, Result};
use crate::node::{Node, NodeKind};
use crate::save::{SaveCalls, Saved, backup_name, write_error};
use crate::transaction::Transaction;

/// Gives a file or an entry other bytes and saves the file that holds it.
///
/// The archives around an entry are rebuilt from the inside out by their lossless editors: only
/// what must change does. The outermost file is written once, atomically, with a `backup` of the
/// old one if asked for, and only if nobody changed it since `node` was read. An archive that was
/// edited is rewritten through its own node. In a game folder the change goes through its journal,
/// and can be [taken back](crate::transaction::undo); several belong into one
/// [`Transaction`].
///
/// `node` and its relatives go on showing the old bytes; locate it again to see the new ones.
pub fn rewrite(node: &Node, payload: &[u8], backup: bool) -> Result<Saved> {
    alone(node, |change| stage(change, node, payload, backup))
}

/// As [`rewrite`], with the bytes coming from a function. For a file they go straight to disk.
pub fn rewrite_with(
    node: &Node,
    backup: bool,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<Saved> {
    alone(node, |change| stage_with(change, node, backup, write))
}

/// A change of one file.
fn alone(node: &Node, stage: impl FnOnce(&mut Transaction) -> Result<()>) -> Result<Saved> {
    let mut change = match node.file().disk_path() {
        Some(path) => Transaction::begin(&path, format!("change {}", node.path()))?,
        None => Transaction::loose(),
    };
    stage(&mut change)?;
    let saved = change.commit()?.into_iter().next();
    saved.ok_or_else(|| Error::ReadOnly { path: node.path(), why: "nowhere to save it".to_owned() })
}

/// Stages what [`rewrite`] saves.
pub(crate) fn stage<C: SaveCalls>(
    change: &mut Transaction<C>,
    node: &Node,
    payload: &[u8],
    backup: bool,
) -> Result<()> {
    match surround(node, Cow::Borrowed(payload))? {
        Outermost::Whole(file, bytes) => {
            change.stage_node(&file, backup, |out| out.write_all(&bytes))
        }
        Outermost::Entry { entry, payload } => {
            let Some((file, container, index)) = entry.in_container() else {
                return Err(Error::IsAFolder { path: entry.path() });
            };
            change.stage_node(file, backup, |out| {
                container.write_replaced(index, &payload, out).map_err(|error| named(&entry, error))
            })
        }
    }
}

/// Stages what [`rewrite_with`] saves.
pub(crate) fn stage_with<C: SaveCalls>(
    change: &mut Transaction<C>,
    node: &Node,
    backup: bool,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<()> {
    if node.kind() == NodeKind::File {
        return change.stage_node(node, backup, write);
    }
    let mut payload = Vec::new();
    write(&mut payload).map_err(|error| write_error(node.path().as_ref(), error))?;
    stage(change, node, &payload, backup)
}

/// What [`rewrite`] would write to the file that holds `node`; nothing is saved.
pub fn rewritten(node: &Node, payload: &[u8]) -> Result<Vec<u8>> {
    match surround(node, Cow::Borrowed(payload))? {
        Outermost::Whole(_, bytes) => Ok(bytes.into_owned()),
        Outermost::Entry { entry, payload } => {
            let mut out = Vec::new();
            replace_in_owner(&entry, &payload, &mut out)?;
            Ok(out)
        }
    }
}

/// What is left to be written once the archives inside the outermost file are rebuilt.
enum Outermost<'a> {
    /// A whole file.
    Whole(Node, Cow<'a, [u8]>),
    /// One entry of the outermost file.
    Entry { entry: Node, payload: Cow<'a, [u8]> },
}

/// Rebuilds from the inside out, up to the entry of the outermost file.
fn surround<'a>(node: &Node, payload: Cow<'a, [u8]>) -> Result<Outermost<'a>> {
    let (mut node, mut payload) = (node.clone(), payload);
    loop {
        match node.in_container() {
            None if node.kind() == NodeKind::Folder => {
                return Err(Error::IsAFolder { path: node.path() });
            }
            None => return Ok(Outermost::Whole(node, payload)),
            Some((owner, ..)) if owner.kind() != NodeKind::Entry => {
                return Ok(Outermost::Entry { entry: node, payload });
            }
            Some((owner, ..)) => {
                let mut rebuilt = Vec::new();
                replace_in_owner(&node, &payload, &mut rebuilt)?;
                payload = Cow::Owned(rebuilt);
                node = owner.clone();
            }
        }
    }
}

/// Writes the archive that holds `entry`, with another payload for it.
fn replace_in_owner(entry: &Node, payload: &[u8], out: &mut dyn Write) -> Result<()> {
    let Some((_, container, index)) = entry.in_container() else { return Ok(()) };
    let written = container.write_replaced(index, payload, out);
    written.map_err(|error| write_error(entry.path().as_ref(), error))
}

/// An error of a format, with the entry's path.
fn named(entry: &Node, error: io::Error) -> io::Error {
    match error.downcast::<ngi_formats::Error>() {
        Ok(source) => io::Error::other(Error::Format { path: entry.path(), source }),
        Err(error) => error,
    }
}

/// Saves a file that is not on disk.
pub(crate) fn store(file: &Node, bytes: Bytes, backup: bool) -> Result<Saved> {
    let Some((vfs, found)) = file.in_mount() else {
        return Err(Error::ReadOnly { path: file.path(), why: "nowhere to save it".to_owned() });
    };
    let path = PathBuf::from(&found.path);
    let backup = if backup { Some(memory_backup(file)?) } else { None };
    vfs.store(&found.path, bytes)?;
    Ok(Saved { path, backup })
}

/// A backup for a file that is not on disk: the old bytes under the first free backup name.
fn memory_backup(file: &Node) -> Result<PathBuf> {
    let Some((vfs, found)) = file.in_mount() else { return Ok(PathBuf::new()) };
    let mut number = 0u32;
    let name = loop {
        let name = backup_name(&found.path, number);
        match vfs.locate(&name) {
            Err(Error::NotFound { .. }) => break name,
            Err(other) => return Err(other),
            Ok(_) => number = number.saturating_add(1),
        }
    };
    vfs.store(&name, vfs.read_found(found)?)?;
    Ok(disk::shown(name.as_ref()).into())
}
