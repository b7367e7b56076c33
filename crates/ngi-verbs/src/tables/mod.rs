//! What models and landscapes have in common: documents, comparisons and single tables of archives
//! whose entries are tables of records.

pub mod diff;
pub mod document;
pub mod single;

use ngi_engine::resolve::names;
use ngi_formats::msh::MeshKind;
use ngi_formats::nres::TypeId;

use crate::Result;
use crate::archive::NresDocument;
use crate::format::{Document as _, Subject};

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

/// What the game takes a mesh for, whatever it holds: the entries of its libraries (type `MESH`)
/// for models, a level's `Land.msh` for the landscape. `None` where it could be either.
pub(crate) fn expected(subject: &Subject<'_>) -> Option<MeshKind> {
    match subject.entry {
        Some(entry) => (entry.type_id == TypeId::from(*b"MESH")).then_some(MeshKind::Model),
        None => subject.name.eq_ignore_ascii_case(names::LEVEL_FILE).then_some(MeshKind::Landscape),
    }
}
