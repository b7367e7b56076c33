//! Single fields changed by their paths, whatever the format.

use std::collections::BTreeMap;

use ngi_formats::nres::{Archive, Editor};
use ngi_formats::tables;
use ngi_formats::tree::{Draft, Made, Node as TreeNode};
use ngi_vfs::Node;
use ngi_vfs::save::Saved;
use ngi_vfs::transaction::Transaction;

use crate::check::entry_meta;
use crate::document::edit;
use crate::document::finite::NonFinite;
use crate::edit::{Edited, Options};
use crate::format::{self, Document, EntryMeta, Form, Given, Known, Subject};
use crate::replace::{Replacement, replace_all};
use crate::{Error, Result, paths};

/// What becomes of what follows from changed fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Dependents {
    /// It is brought up to date.
    #[default]
    Follow,
    /// It stays: the bare fields are wanted.
    Stay,
}

/// Sets fields of a file or entry, each by the path that `show --json` prints, with what follows
/// from them, and saves the file that holds it. Everything else stays.
pub fn set(node: &Node, fields: &[(String, String)], options: Options) -> Result<Edited> {
    set_with(node, fields, Dependents::Follow, options)
}

/// The same; what follows from the fields may stay as it is.
pub fn set_with(
    node: &Node,
    fields: &[(String, String)],
    dependents: Dependents,
    options: Options,
) -> Result<Edited> {
    let (bytes, name) = (node.bytes()?, node.name());
    let subject = Subject { name: &name, bytes: &bytes, entry: entry_meta(node) };
    let known = format::of_node(node, &subject);
    let edit::Edited { bytes: changed, entry, mut lines } = match dependents {
        Dependents::Follow => change(known.document(), &subject, fields)?,
        Dependents::Stay => edit::set(known.document(), &subject, fields)?,
    };
    let same = changed.as_slice() == bytes && entry == subject.entry;
    let (target, changed, entry) = match (&known, dependents) {
        (Known::Table(_), Dependents::Follow) if !same => {
            let (owner, table) = TableChange::of(node, changed, entry)?;
            let (whole, more) = in_archive(&owner, vec![table], &paths_of(fields))?;
            lines.extend(more);
            let entry = entry_meta(&owner);
            (owner, whole, entry)
        }
        _ => (node.clone(), changed, entry),
    };
    if options.dry_run || same {
        return Ok(Edited { lines, saved: None });
    }
    let title = format!("set {} {}", node.path(), said(fields));
    Ok(Edited { lines, saved: Some(save_titled(&target, changed, entry, options.backup, title)?) })
}

/// The assignments as somebody would type them.
fn said(fields: &[(String, String)]) -> String {
    let said: Vec<String> = fields.iter().map(|(path, value)| format!("{path}={value}")).collect();
    said.join(" ")
}

/// Other bytes for a table of a model or a landscape.
struct TableChange {
    index: usize,
    payload: Vec<u8>,
    entry: Option<EntryMeta>,
}

impl TableChange {
    /// Such a change, and the archive it is in.
    fn of(node: &Node, payload: Vec<u8>, entry: Option<EntryMeta>) -> Result<(Node, Self)> {
        let place = node.parent().zip(node.entry());
        let (owner, info) = place
            .ok_or_else(|| Error::Usage(format!("{}: no entry of an archive", node.path())))?;
        Ok((owner, Self { index: info.index, payload, entry }))
    }
}

/// The model or landscape around tables that were changed, with what follows in other tables; and
/// the lines that tell of that.
fn in_archive(
    owner: &Node,
    tables: Vec<TableChange>,
    fields: &[&str],
) -> Result<(Vec<u8>, Vec<String>)> {
    let (before, name) = (owner.bytes()?, owner.name());
    let archive = Archive::read(&before)?;
    let mut editor = Editor::open(&archive);
    for TableChange { index, payload, entry } in tables {
        editor.replace(index, payload)?;
        if let Some([attr1, attr2, attr3]) = entry.map(|entry| entry.attributes) {
            editor.set_attr1(index, attr1)?;
            editor.set_attr2(index, attr2)?;
            editor.set_attr3(index, attr3)?;
        }
    }
    tables::follow_node_count(&archive, &mut editor)?;
    let after = editor.write()?;
    let subject = Subject { name: &name, bytes: &after, entry: entry_meta(owner) };
    let document = format::document_of(&subject);
    document.refresh_dependents(&before, &subject, Given::Fields(fields))
}

/// The model or landscape around a table that has other bytes because these of its fields were
/// set, and what becomes of it: what follows in other tables is brought up to date.
pub fn around_table(
    node: &Node,
    payload: Vec<u8>,
    entry: Option<EntryMeta>,
    fields: &[&str],
) -> Result<(Node, Vec<u8>)> {
    let (owner, table) = TableChange::of(node, payload, entry)?;
    let (whole, _) = in_archive(&owner, vec![table], fields)?;
    Ok((owner, whole))
}

/// The paths of what is set.
fn paths_of(fields: &[(String, String)]) -> Vec<&str> {
    fields.iter().map(|(path, _)| path.as_str()).collect()
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
pub fn set_all(
    nodes: &[Node],
    fields: &[(String, String)],
    dependents: Dependents,
    options: Options,
) -> Result<EditedAll> {
    let mut done = EditedAll::default();
    let mut replacements = Vec::new();
    let mut tables: BTreeMap<String, (Node, Vec<TableChange>)> = BTreeMap::new();
    for node in nodes {
        let (bytes, name) = (node.bytes()?, node.name());
        let subject = Subject { name: &name, bytes: &bytes, entry: entry_meta(node) };
        let known = format::of_node(node, &subject);
        let path = paths::shown(node);
        let changed = match dependents {
            Dependents::Follow => change(known.document(), &subject, fields),
            Dependents::Stay => edit::set(known.document(), &subject, fields),
        };
        let changed = changed.map_err(Error::about(&*path))?;
        done.lines.extend(changed.lines.into_iter().map(|line| format!("{path}: {line}")));
        if let (Known::Table(_), Dependents::Follow) = (&known, dependents) {
            // What follows is in other tables of the same archive.
            let (owner, table) = TableChange::of(node, changed.bytes, changed.entry)?;
            tables.entry(owner.path()).or_insert_with(|| (owner, Vec::new())).1.push(table);
            continue;
        }
        let attributes = changed.entry.map(|entry| entry.attributes);
        replacements.push(Replacement { node: node.clone(), bytes: changed.bytes, attributes });
    }
    for (path, (owner, tables)) in tables {
        let whole = in_archive(&owner, tables, &paths_of(fields));
        let (bytes, more) = whole.map_err(Error::about(&*path))?;
        done.lines.extend(more.into_iter().map(|line| format!("{}: {line}", paths::shown(&owner))));
        replacements.push(Replacement { node: owner, bytes, attributes: None });
    }
    replacements.retain(Replacement::changes);
    if !options.dry_run && !replacements.is_empty() {
        let title = format!("set {} of {} things", said(fields), replacements.len());
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
    followed(document, subject, edit::set(document, subject, fields)?, &paths_of(fields))
}

/// Gives a list of values of one kind other ones, and brings what follows from them up to date;
/// nothing is saved.
pub fn change_rows(
    document: &dyn Document,
    subject: &Subject<'_>,
    path: &str,
    rows: &[u8],
) -> Result<edit::Edited> {
    followed(document, subject, edit::set_rows(document, subject, path, rows)?, &[path])
}

/// A subject of which these fields were set, with what follows from them.
fn followed(
    document: &dyn Document,
    subject: &Subject<'_>,
    edited: edit::Edited,
    fields: &[&str],
) -> Result<edit::Edited> {
    let edit::Edited { bytes, entry, mut lines } = edited;
    if bytes == subject.bytes {
        return Ok(edit::Edited { bytes, entry, lines });
    }
    let after = Subject { bytes: &bytes, entry, ..*subject };
    let (bytes, more) =
        document.refresh_dependents(subject.bytes, &after, Given::Fields(fields))?;
    lines.extend(more);
    Ok(edit::Edited { bytes, entry, lines })
}

/// What a document in JSON describes. Where there is an original that it was made of, what follows
/// from what was changed in the document is brought up to date; gives the lines that tell of it.
pub fn read_document(text: &[u8], original: Option<&Subject<'_>>) -> Result<(Made, Vec<String>)> {
    let document = format::of_document_text(text)?;
    let made = document.read_json(text, original)?;
    let Some(original) = original.filter(|original| original.bytes != made.bytes) else {
        return Ok((made, Vec::new()));
    };
    let after = Subject { bytes: &made.bytes, ..*original };
    if format::document_of(&after).id() != document.id() {
        return Ok((made, Vec::new()));
    }
    check_finite(document, original, &after)?;
    let (bytes, lines) = document.refresh_dependents(original.bytes, &after, Given::Document)?;
    Ok((Made { bytes, ..made }, lines))
}

/// Fails if a file contains a number that is not finite and that its original does not contain.
fn check_finite(
    document: &dyn Document,
    original: &Subject<'_>,
    after: &Subject<'_>,
) -> Result<()> {
    let found = |subject: &Subject<'_>| -> Result<NonFinite> {
        let tree = document.tree(subject, Form::Short)?;
        Ok(NonFinite::of_draft(&Draft::of_document(document.branches(), &tree)))
    };
    // An original of another format, or one that cannot be read, has nothing to compare with.
    let Ok(before) = found(original) else { return Ok(()) };
    let now = found(after)?;
    if now.check_stored("", &before).is_ok() {
        return Ok(());
    }
    let tree = document.tree(after, Form::Short)?;
    let mut wrong = Ok(());
    tree.leaves(&mut |leaf| {
        if let (true, TreeNode::Piece(piece)) = (wrong.is_ok(), leaf.node) {
            let own = NonFinite::of_rows(piece.kind, &piece.bytes);
            wrong = own.check_stored(leaf.path, &before);
        }
    });
    wrong
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
