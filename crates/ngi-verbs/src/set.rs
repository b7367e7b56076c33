//! Single fields changed by their paths, whatever the format.

use ngi_formats::nres::{Archive, Editor};
use ngi_vfs::Node;
use ngi_vfs::save::Saved;
use ngi_vfs::transaction::Transaction;

use crate::check::entry_meta;
use crate::document::edit;
use crate::edit::{Edited, Options};
use crate::format::{self, Document, EntryMeta, Subject};
use crate::replace::{Replacement, replace_all};
use crate::{Error, Result, paths};

/// Sets fields of a file or entry, each by the path that `show --json` prints, and saves the file
/// that holds it. Everything else stays.
pub fn set(node: &Node, fields: &[(String, String)], options: Options) -> Result<Edited> {
    let (bytes, name) = (node.bytes()?, node.name());
    let subject = Subject { name: &name, bytes: &bytes, entry: entry_meta(node) };
    let known = format::of_node(node, &subject);
    let edit::Edited { bytes: changed, entry, lines } = change(known.document(), &subject, fields)?;
    let same = changed.as_slice() == bytes && entry == subject.entry;
    if options.dry_run || same {
        return Ok(Edited { lines, saved: None });
    }
    let said: Vec<String> = fields.iter().map(|(path, value)| format!("{path}={value}")).collect();
    let title = format!("set {} {}", node.path(), said.join(" "));
    let saved = save_titled(node, changed, entry, options.backup, title)?;
    Ok(Edited { lines, saved: Some(saved) })
}

/// What became of several things.
#[derive(Debug, Clone, Default)]
pub struct EditedAll {
    /// A line per thing that changes, with its path.
    pub lines: Vec<String>,
    /// The files that were written.
    pub saved: Vec<Saved>,
}

/// Sets the same fields of several files or entries. Each file that holds some is written once, and
/// none where one of the things does not take the fields.
pub fn set_all(nodes: &[Node], fields: &[(String, String)], options: Options) -> Result<EditedAll> {
    let mut done = EditedAll::default();
    let mut replacements = Vec::new();
    for node in nodes {
        let (bytes, name) = (node.bytes()?, node.name());
        let subject = Subject { name: &name, bytes: &bytes, entry: entry_meta(node) };
        let known = format::of_node(node, &subject);
        let path = paths::shown(node);
        let changed = change(known.document(), &subject, fields).map_err(Error::about(&*path))?;
        done.lines.extend(changed.lines.into_iter().map(|line| format!("{path}: {line}")));
        let attributes = changed.entry.map(|entry| entry.attributes);
        replacements.push(Replacement { node: node.clone(), bytes: changed.bytes, attributes });
    }
    replacements.retain(Replacement::changes);
    if !options.dry_run && !replacements.is_empty() {
        let said: Vec<String> = fields.iter().map(|(path, to)| format!("{path}={to}")).collect();
        let title = format!("set {} of {} things", said.join(" "), replacements.len());
        done.saved = replace_all(replacements, options.backup, &title)?;
    }
    Ok(done)
}

/// Sets fields of a subject, and what follows from them; nothing is saved.
pub fn change(
    document: &dyn Document,
    subject: &Subject<'_>,
    fields: &[(String, String)],
) -> Result<edit::Edited> {
    let edit::Edited { bytes, entry, mut lines } = edit::set(document, subject, fields)?;
    let paths: Vec<&str> = fields.iter().map(|(path, _)| path.as_str()).collect();
    let (bytes, more) = document.refresh_dependents(bytes, &paths)?;
    lines.extend(more);
    Ok(edit::Edited { bytes, entry, lines })
}

/// Saves other bytes for a file or entry, and other attributes where its archive has some.
pub fn save(
    node: &Node,
    payload: Vec<u8>,
    entry: Option<EntryMeta>,
    backup: bool,
) -> Result<Saved> {
    save_titled(node, payload, entry, backup, format!("change {}", node.path()))
}

fn save_titled(
    node: &Node,
    payload: Vec<u8>,
    entry: Option<EntryMeta>,
    backup: bool,
    title: String,
) -> Result<Saved> {
    let mut transaction = match node.file().disk_path() {
        Some(path) => Transaction::begin(&path, title)?,
        None => Transaction::loose(),
    };
    match entry.filter(|_| entry != entry_meta(node)) {
        Some(entry) => stage_with_entry(&mut transaction, node, payload, entry, backup)?,
        None => transaction.rewrite(node, &payload, backup)?,
    }
    let saved = transaction.commit()?.pop();
    saved.ok_or_else(|| Error::Usage(format!("{}: nothing was written", node.path())))
}

/// Stages an entry together with its attributes.
fn stage_with_entry(
    transaction: &mut Transaction,
    node: &Node,
    payload: Vec<u8>,
    entry: EntryMeta,
    backup: bool,
) -> Result<()> {
    let place = node.parent().zip(node.entry());
    let (owner, info) =
        place.ok_or_else(|| Error::Usage(format!("{}: no entry of an archive", node.path())))?;
    let bytes = owner.bytes()?;
    let mut editor = Editor::open(&Archive::read(&bytes)?);
    let [attr1, attr2, attr3] = entry.attributes;
    editor.replace(info.index, payload)?;
    editor.set_attr1(info.index, attr1)?;
    editor.set_attr2(info.index, attr2)?;
    editor.set_attr3(info.index, attr3)?;
    Ok(transaction.rewrite_with(&owner, backup, |mut out| editor.write_to(&mut out))?)
}
