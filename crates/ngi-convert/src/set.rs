//! Single fields changed by their paths, whatever the format.

use ngi_formats::nres::{Archive, Editor};
use ngi_vfs::Node;
use ngi_vfs::save::Saved;

use crate::BytesFormat;
use crate::check::entry_meta;
use crate::document::edit;
use crate::edit::{Edited, Options};
use crate::format::{self, EntryMeta, Format, Known, Subject};
use crate::{Error, Result};

/// What a file or entry becomes when fields are set.
#[derive(Debug, Clone)]
pub struct Changed {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// What its archive's directory says of it, for an entry.
    pub entry: Option<EntryMeta>,
    /// A line per field.
    pub lines: Vec<String>,
}

/// Sets fields of a file or entry, each by the path that `show --json` prints, and saves the file
/// that holds it. Everything else stays.
pub fn set(node: &Node, fields: &[(String, String)], options: Options) -> Result<Edited> {
    let (bytes, name) = (node.bytes()?, node.name());
    let subject = Subject { name: &name, bytes: &bytes, entry: entry_meta(node) };
    let known = format::of_node(node, &subject);
    let format = known.as_ref().map_or(&BytesFormat as &dyn Format, Known::format);
    let edit::Edited { bytes: changed, entry, lines } = changed(format, &subject, fields)?;
    let same = changed.as_slice() == bytes && entry == subject.entry;
    if options.dry_run || same {
        return Ok(Edited { lines, saved: None });
    }
    let saved = save(node, changed, entry, options.backup)?;
    Ok(Edited { lines, saved: Some(saved) })
}

/// Sets fields of a subject; nothing is saved.
pub fn change(
    format: &dyn Format,
    subject: &Subject<'_>,
    fields: &[(String, String)],
) -> Result<Changed> {
    let edit::Edited { bytes, entry, lines } = changed(format, subject, fields)?;
    Ok(Changed { bytes, entry, lines })
}

/// Sets fields of a subject, and what follows from them.
fn changed(
    format: &dyn Format,
    subject: &Subject<'_>,
    fields: &[(String, String)],
) -> Result<edit::Edited> {
    let edit::Edited { bytes, entry, mut lines } = edit::set(format, subject, fields)?;
    let paths: Vec<&str> = fields.iter().map(|(path, _)| path.as_str()).collect();
    let (bytes, more) = format.settle(bytes, &paths)?;
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
    match entry.filter(|_| entry != entry_meta(node)) {
        Some(entry) => save_with_entry(node, payload, entry, backup),
        None => Ok(ngi_vfs::rewrite(node, &payload, backup)?),
    }
}

/// Saves an entry together with its attributes.
fn save_with_entry(node: &Node, payload: Vec<u8>, entry: EntryMeta, backup: bool) -> Result<Saved> {
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
    Ok(ngi_vfs::rewrite_with(&owner, backup, |mut out| editor.write_to(&mut out))?)
}
