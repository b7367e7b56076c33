//! The object that a model brought into the game goes by.

use std::path::Path;

use ngi_formats::objects::{LIBRARY, Record, RecordBuf, Slot};
use ngi_formats::text;
use ngi_verbs::check::entry_meta;
use ngi_verbs::delivery::Delivery;
use ngi_verbs::edit::{Change, NewFields};
use ngi_verbs::format::EntryMeta;
use ngi_vfs::Node;

use super::import::{FileImport, game_file};
use crate::Result;
use crate::importer::Imported;

/// Puts a record like that of the reference into the game's list of objects, under the name of the
/// new model; says what became of that.
pub(super) fn put_object(
    delivery: &mut Delivery,
    how: &FileImport<'_>,
    output: &Path,
    imported: &Imported,
) -> Result<String> {
    let file = text::decode(LIBRARY);
    let Some(library) = game_file(how, &file) else {
        return Ok(format!("no object was made: there is no {file} in a game folder around it"));
    };
    let name = output.file_name().unwrap_or_default().to_string_lossy();
    let stem = name.rsplit_once('.').map_or(&*name, |(stem, _)| stem);
    if library.child(stem).is_ok() {
        return Ok(format!("{file} has an object {stem} already, which stays as it is"));
    }
    let Some(like) = how.like else {
        return Ok("no object was made: --like names a model that has one".to_owned());
    };
    let archive = how.output.file_name().unwrap_or_default().to_string_lossy();
    let has_wear = imported.beside.iter().any(|beside| beside.name.ends_with(".wea"));
    let new = New { archive: &archive, stem, has_wear };
    let Some((object, payload, entry)) = object_like(&library, like, &new)? else {
        let like = like.name();
        return Ok(format!(
            "no object was made: none in {file} names {like}, or its name is too long"
        ));
    };
    let change = Change::Put { entry: stem.to_owned(), payload, fields: NewFields::from(entry) };
    delivery.change(&library, change);
    Ok(format!("the object {stem} in {file} is one like {object}"))
}

/// What a new object names.
struct New<'a> {
    archive: &'a str,
    stem: &'a str,
    has_wear: bool,
}

/// The first object that names a model: its name, and the record and entry of one like it.
fn object_like(
    library: &Node,
    like: &Node,
    new: &New<'_>,
) -> Result<Option<(String, Vec<u8>, EntryMeta)>> {
    let name = like.name();
    let archive = like.file().name();
    let (Some(model), Some(archive)) = (text::encode(&name), text::encode(&archive)) else {
        return Ok(None);
    };
    let wear = text::encode(&ngi_engine::resolve::names::wear_of(&name)).unwrap_or_default();
    for node in library.children()? {
        let (Ok(bytes), Some(entry)) = (node.bytes(), entry_meta(&node)) else { continue };
        let mut record = Record::read(&bytes).to_buf();
        let is_model = |slot: &Slot| slot.archive.is(&archive) && slot.member.is(&model);
        if !record.slots.iter().any(is_model) {
            continue;
        }
        let is_wear = |slot: &Slot| slot.archive.is(&archive) && slot.member.is(&wear);
        if !renamed(&mut record, is_model, new, "msh")
            || (new.has_wear && !renamed(&mut record, is_wear, new, "wea"))
        {
            return Ok(None);
        }
        return Ok(Some((node.name(), record.write(), entry)));
    }
    Ok(None)
}

/// Lets references lead to something new; false where its name does not fit.
fn renamed(
    record: &mut RecordBuf,
    is_meant: impl Fn(&Slot) -> bool,
    new: &New<'_>,
    suffix: &str,
) -> bool {
    let member = format!("{}.{suffix}", new.stem);
    let names = text::encode(new.archive).zip(text::encode(&member));
    let Some(slot) = names.and_then(|(archive, member)| Slot::new(&archive, &member).ok()) else {
        return false;
    };
    for old in record.slots.iter_mut().filter(|slot| is_meant(slot)) {
        *old = slot;
    }
    true
}
