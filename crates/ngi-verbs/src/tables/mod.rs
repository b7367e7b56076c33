//! What models and landscapes have in common: documents, comparisons and single tables of archives
//! whose entries are tables of records.

pub mod diff;
pub mod document;
pub mod single;

use ngi_engine::resolve::names;
use ngi_formats::landscape::is_landscape;
use ngi_formats::msh::{MeshKind, resource};
use ngi_formats::nres::{Archive, Editor, TypeId};
use ngi_formats::tables::{Content, tables};

use crate::Result;
use crate::archive::NresDocument;
use crate::format::{Document as _, Mended, Subject};

/// What a format made of an archive shows; where it is too broken to be followed, what the archive
/// says, and why.
pub(crate) fn show_or_archive(
    subject: &Subject<'_>,
    shown: ngi_formats::Result<String>,
) -> Result<String> {
    match shown {
        Ok(text) => Ok(text),
        Err(error) => Ok(format!("broken: {error}\n{}", NresDocument.show(subject)?)),
    }
}

/// Says that what follows from a change could not be worked out.
pub(crate) fn stays(error: &ngi_formats::Error) -> String {
    format!("what follows from it stays as it is: {error}")
}

/// An archive of tables that was mended: the counts that its directory has of them and the sort
/// table are, too.
pub(crate) fn mended(before: &[u8], after: &[u8], lines: Vec<String>) -> Result<Option<Mended>> {
    let mut lines = lines;
    let archive = Archive::read(after)?;
    let ground = is_landscape(&archive);
    let mut editor = Editor::open(&archive);
    let all = tables(&archive);
    let nodes = all.iter().find(|table| table.key() == "nodes").map(|table| table.count());
    for table in &all {
        let known = table.resource;
        // Nobody measured what is said of names; of hallways the directory itself says how many.
        let count = match known.content {
            Content::Rows(_) if ground || known.type_id != resource::NAMES => Some(table.count()),
            Content::Labels => nodes,
            _ => None,
        };
        let wanted = [count.and_then(|count| u32::try_from(count).ok()), known.attr3];
        let Some(record) = archive.get(table.entry).map(|entry| *entry.record()) else { continue };
        let stored = [record.attr1, record.attr3];
        for ((field, wanted), stored) in ["attr1", "attr3"].iter().zip(wanted).zip(stored) {
            let Some(wanted) = wanted.filter(|wanted| count.is_some() && *wanted != stored) else {
                continue;
            };
            match *field {
                "attr1" => editor.set_attr1(table.entry, wanted)?,
                _ => editor.set_attr3(table.entry, wanted)?,
            }
            lines.push(format!("entries[{}].{field} worked out anew", table.entry));
        }
    }
    NresDocument::mend_table(before, editor.write()?, lines)
}

/// What the game takes a mesh for, whatever it holds: the entries of its libraries (type `MESH`)
/// for models, a level's `Land.msh` for the landscape. `None` where it could be either.
pub(crate) fn expected(subject: &Subject<'_>) -> Option<MeshKind> {
    match subject.entry {
        Some(entry) => (entry.type_id == TypeId::from(*b"MESH")).then_some(MeshKind::Model),
        None => subject.name.eq_ignore_ascii_case(names::LEVEL_FILE).then_some(MeshKind::Landscape),
    }
}
