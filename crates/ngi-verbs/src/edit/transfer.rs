//! Entries copied or moved: to another archive, or to another name in their own.

use std::path::Path;

use ngi_formats::rsli::Method;
use ngi_vfs::save::Saved;
use ngi_vfs::transaction::Transaction;
use ngi_vfs::{ContainerKind, Node, NodeKind, Record, locate};

use super::{Change, NewFields, Options};
use crate::check::entry_meta;
use crate::delivery::{Delivery, Output, Place};
use crate::{Error, Result};

/// Which entries go where.
#[derive(Debug, Clone, Copy)]
pub struct Transfer<'a> {
    /// The archive they are in.
    pub archive: &'a Node,
    /// The entries, as paths name them.
    pub entries: &'a [String],
    /// An archive, which they go into under their names; an entry of one; or a name without
    /// folders, in their own archive.
    pub to: &'a Path,
    /// Whether they leave their archive.
    pub moves: bool,
    /// Whether entries in the way may be replaced.
    pub force: bool,
}

/// What was copied or moved.
#[derive(Debug, Clone, Default)]
pub struct Transferred {
    /// A line per thing that changes.
    pub lines: Vec<String>,
    /// What did not come along.
    pub lost: Vec<String>,
    /// What was saved; nothing for a dry run.
    pub saved: Vec<Saved>,
}

/// Copies or moves entries, type and attributes with them, all in one step.
pub fn transfer(how: &Transfer<'_>, options: Options) -> Result<Transferred> {
    let mut delivery = Delivery::new();
    let mut lost = Vec::new();
    for entry in how.entries {
        let source = how.archive.child(entry)?;
        let (archive, name) = target(how, &source)?;
        lost.extend(put(&mut delivery, how, &source, (&archive, &name))?);
    }
    if options.dry_run {
        return Ok(Transferred { lines: delivery.tell()?, lost, saved: Vec::new() });
    }
    let near = how.archive.file().disk_path().unwrap_or_default();
    let verb = if how.moves { "mv" } else { "cp" };
    let (path, to) = (how.archive.path(), ngi_vfs::shown(how.to));
    let title = format!("edit {path} {verb} {} {to}", how.entries.join(" "));
    let mut change = Transaction::begin(&near, title)?;
    let lines = delivery.stage(&mut change, options.backup)?;
    Ok(Transferred { lines, lost, saved: change.commit()? })
}

/// The archive an entry goes to, and its name there.
fn target(how: &Transfer<'_>, source: &Node) -> Result<(Node, String)> {
    let is_plain = how.to.components().count() == 1;
    let found = locate(how.to).ok().filter(|node| node.kind() != NodeKind::Folder);
    if let Some(archive) = found.filter(|node| matches!(node.open_container(), Ok(Some(_)))) {
        return Ok((archive, source.name()));
    }
    if how.entries.len() > 1 {
        let to = ngi_vfs::shown(how.to);
        return Err(Error::Usage(format!(
            "{to}: several entries go into an archive, not to a name"
        )));
    }
    match Output::of(how.to)? {
        Output::Entry { archive, entry } => Ok((archive, entry)),
        Output::File(_) if is_plain => Ok((how.archive.clone(), ngi_vfs::shown(how.to))),
        Output::File(path) => {
            Err(Error::Usage(format!("{}: no archive is there", ngi_vfs::shown(&path))))
        }
    }
}

fn put(
    delivery: &mut Delivery,
    how: &Transfer<'_>,
    source: &Node,
    (archive, name): (&Node, &str),
) -> Result<Option<String>> {
    let output = Output::Entry { archive: archive.clone(), entry: name.to_owned() };
    if !how.force && output.existing()?.is_some() {
        let path = format!("{}/{name}", archive.path()).into();
        return Err(ngi_vfs::Error::Exists { path }.into());
    }
    let entry = match source.entry() {
        Some(info) => format!("#{}", info.index),
        None => return Err(Error::Usage(format!("{}: no entry", source.path()))),
    };
    let at_home = Place::of(archive) == Place::of(how.archive);
    if how.moves && at_home {
        delivery.change(archive, Change::Rename { entry, name: name.to_owned() });
        return Ok(None);
    }
    if how.moves && Place::of(archive).is_within(&Place::of(source)) {
        return Err(Error::Usage(format!("{}: cannot be moved into itself", source.path())));
    }
    let (fields, lost) = fields(source, archive)?;
    let payload = source.bytes()?.to_vec();
    delivery.change(archive, Change::Put { entry: name.to_owned(), payload, fields });
    if how.moves {
        delivery.change(how.archive, Change::Remove { entry });
    }
    Ok(lost)
}

/// The fields an entry keeps, and what the other kind of archive has no place for.
fn fields(source: &Node, archive: &Node) -> Result<(NewFields, Option<String>)> {
    let to = archive.open_container()?.map(|container| container.kind());
    let packed = match source.entry().map(|info| info.record) {
        Some(Record::RsLi(record)) => Some(Method::of(record.flags)),
        _ => None,
    };
    let name = source.name();
    Ok(match (entry_meta(source), to) {
        (Some(entry), Some(ContainerKind::NRes)) => (entry.into(), None),
        (Some(_), _) => {
            let why = "an RsLi archive has neither types nor attributes";
            (NewFields::default(), Some(format!("type and attributes of {name}: {why}")))
        }
        (None, Some(ContainerKind::RsLi)) => {
            (NewFields { method: packed, ..NewFields::default() }, None)
        }
        (None, _) => (NewFields::default(), None),
    })
}
