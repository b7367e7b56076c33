//! NRes archives as documents (`ngi.nres/1`), with nothing lost.
//!
//! ```json
//! {"schema": "ngi.nres/1", "count": 1, "sort_table": "sorted", "layout": "canonical",
//!  "entries": [{"index": 0, "type": "TEXT", "type_id": 1415071060, "name": "readme.txt",
//!               "attr1": 0, "attr2": 0, "attr3": 0, "size": 2, "offset": 16, "sort_index": 0,
//!               "payload": "4869"}]}
//! ```
//! The order of `entries` is the directory's. `index` says which payload of `layout` belongs to
//! the entry; a new entry has none. `size`, `offset` and `sort_index` follow, except
//! where `sort_table` is `stored` or an entry lies `outside` the data region.

use std::collections::BTreeSet;

use bytes::Bytes;
use ngi_formats::nres::{
    self, Archive, Editor, EntryRecord, Payloads, Region, Regions, Slot, TypeId,
};
use ngi_formats::schema::{Field, Record as _, Shape, Stored as _, unhex};
use ngi_formats::tree::{Branch, Draft, Made, Node, Step, steps};
use ngi_formats::{Code, Findings, FixedStr, kinds, msh};

use super::document::Members;
use super::parts::Source;
use crate::document::Reader;
use crate::document::edit::parsed;
use crate::document::read::check_schema;
use crate::format::{Document, Form, Format, Mended, Rules, Subject};
use crate::json::{self, Object};
use crate::{Error, Result};

/// The schema of the documents.
pub const SCHEMA: &str = "ngi.nres/1";

/// NRes archives in the table of formats.
pub struct NresDocument;

/// What can be done with them.
pub static FORMAT: Format = Format::new(&kinds::NRES, &NresDocument, &RULES);

/// Every rule.
static CODES: &[&[&Code]] = &[nres::CODES];

static RULES: Rules = Rules::new(CODES, check_alone);

impl Document for NresDocument {
    fn id(&self) -> &'static str {
        "nres"
    }

    fn branches(&self) -> &'static [Branch] {
        nres::DOCUMENT
    }

    fn records(&self) -> &'static [&'static Shape] {
        nres::RECORDS
    }

    fn kaitai(&self) -> Option<std::borrow::Cow<'static, str>> {
        Some(nres::KAITAI.into())
    }

    fn tree<'a>(&self, subject: &Subject<'a>, form: Form) -> Result<Node<'a>> {
        let payloads = match form {
            Form::Short => Payloads::Original,
            Form::Full => Payloads::Inline,
        };
        Ok(nres::tree(&Archive::read(subject.bytes)?, payloads))
    }

    fn read_json(&self, text: &[u8], original: Option<&Subject<'_>>) -> Result<Made> {
        let original = original.map(|original| Bytes::copy_from_slice(original.bytes));
        let load = |source: &Source| source.resolve(original.as_ref());
        let bytes = read_document(text)?.finish(load, |editor| Ok(editor.write()?))?;
        Ok(Made { bytes, attributes: None })
    }

    fn remains<'a>(&self, subject: &Subject<'a>) -> Option<Node<'a>> {
        Some(nres::remains(subject.bytes))
    }

    fn make(&self, _: &Draft, _: Option<&[u8]>) -> Result<Made> {
        Err(Error::Usage("entries are added, removed and moved with `ngi edit`".into()))
    }

    fn edit(&self, subject: &Subject<'_>, path: &str, said: &str) -> Result<Option<Made>> {
        let bytes = edit(&Archive::read(subject.bytes)?, path, said)?;
        Ok(bytes.map(|bytes| Made { bytes, attributes: None }))
    }
}

impl NresDocument {
    /// An archive whose entries were mended: the sort table is, too. `None` where nothing is
    /// different from what was there `before`.
    pub(crate) fn mend_table(
        before: &[u8],
        after: Vec<u8>,
        mut lines: Vec<String>,
    ) -> Result<Option<Mended>> {
        let archive = Archive::read(&after)?;
        let bytes = if archive.has_canonical_table() {
            after
        } else {
            let mut editor = Editor::open(&archive);
            editor.rebuild_table();
            lines.push("sort table worked out anew".to_owned());
            editor.write()?
        };
        Ok((bytes != before).then_some(Mended { bytes, lines }))
    }
}

/// Fails if bytes are an archive whose header counts the wrong number of entries: changing it would
/// lose some.
pub fn require_count(bytes: &[u8]) -> Result<()> {
    let archive = nres::is_archive(bytes).then(|| Archive::read(bytes).ok()).flatten();
    Ok(archive.map_or(Ok(()), |archive| archive.require_count())?)
}

/// Holds a subject against the rules of its own. A file that is named as a model and lacks the
/// tables that make it one is a broken model.
fn check_alone(subject: &Subject<'_>, findings: &mut Findings) {
    if is_broken_model(subject) {
        return msh::check(subject.bytes, findings);
    }
    nres::check(subject.bytes, findings);
}

/// Kinds of tables of a model that make a file one whose other tables are missing.
const TELLING_TABLES: usize = 4;

fn is_broken_model(subject: &Subject<'_>) -> bool {
    let suffix = subject.name.rsplit_once('.').map(|(_, suffix)| suffix);
    if subject.entry.is_some() || !suffix.is_some_and(|own| own.eq_ignore_ascii_case("msh")) {
        return false;
    }
    let Ok(archive) = Archive::read(subject.bytes) else { return false };
    let types: BTreeSet<u32> = archive.records().map(|record| record.type_id.0).collect();
    let tables = types.into_iter().filter(|id| msh::resource::resource(*id).is_some());
    tables.count() >= TELLING_TABLES
}

/// The members of a document of an archive.
pub(crate) fn read_document(text: &[u8]) -> Result<Members> {
    let (mut reader, mut members, mut said) = (Reader::new(text), Members::default(), None);
    reader.members(|reader, key| {
        if key == "schema" {
            said = Some(reader.text()?.into_owned());
            return check_schema(Some(SCHEMA), said.as_deref());
        }
        match members.read(reader, key)? {
            true => Ok(()),
            false => Err(reader.unknown(key, Members::keys())),
        }
    })?;
    check_schema(Some(SCHEMA), said.as_deref())?;
    reader.end()?;
    Ok(members)
}

/// The archive with another value in a field that is more than its own bytes: others follow, or it
/// counts only in archives that are as they are for no reason. `None` for any other field.
pub(crate) fn edit(archive: &Archive<'_>, path: &str, said: &str) -> Result<Option<Vec<u8>>> {
    let steps = steps(path).unwrap_or_default();
    match steps.as_slice() {
        [Step::Key("sort_table")] if said == "sorted" => {
            let mut editor = Editor::open(archive);
            editor.rebuild_table();
            Ok(Some(editor.write()?))
        }
        [Step::Key("layout")] if said.trim_matches('"') == "canonical" => {
            Ok(Some(laid_out(archive)?))
        }
        [Step::Key("entries"), Step::Index(index), Step::Key(field)] => {
            edit_entry(archive, *index, field, path, said)
        }
        _ => Ok(None),
    }
}

/// The same entries, with their payloads one behind the other. The rest stays.
fn laid_out(archive: &Archive<'_>) -> Result<Vec<u8>> {
    let (mut slots, mut regions) = (Vec::new(), Vec::new());
    for entry in archive.iter() {
        slots.push(match entry.payload() {
            Ok(payload) => {
                regions.push(Region::Added(payload.into()));
                Slot::Region(u32::try_from(regions.len() - 1).unwrap_or(u32::MAX))
            }
            Err(_) => Slot::Outside,
        });
    }
    Ok(Editor::from_parts(archive.records().collect(), slots, Regions(regions))?.write()?)
}

fn edit_entry(
    archive: &Archive<'_>,
    index: usize,
    field: &str,
    path: &str,
    said: &str,
) -> Result<Option<Vec<u8>>> {
    let Some(entry) = archive.get(index) else { return Ok(None) };
    let outside = entry.payload().is_err();
    match field {
        "name" => {
            let field = EntryRecord::SHAPE.named("name");
            let name = parsed(path, field.kind, &entry.record().name.0, said)?;
            Ok(Some(nres::rename(archive, index, FixedStr::get(&name, 0))?))
        }
        "type" => {
            let expected = "a type: a number or four characters";
            let wrong = || Error::Usage(format!("{path}: \"{said}\" is not {expected}"));
            let type_id = TypeId::parse(said).ok_or_else(wrong)?;
            let field = const { EntryRecord::SHAPE.named("type_id") };
            Ok(Some(patched(archive, index, field, &type_id.0.to_le_bytes())))
        }
        "payload" if !outside => {
            let wrong = || Error::Usage(format!("{path}: \"{said}\" is not hex digits"));
            let mut editor = Editor::open(archive);
            editor.replace(index, unhex(said).ok_or_else(wrong)?)?;
            Ok(Some(editor.write()?))
        }
        "size" | "offset" if !outside => Ok(None),
        "sort_index" if archive.has_canonical_table() => Ok(None),
        "size" | "offset" | "sort_index" => {
            let Some(field) = EntryRecord::SHAPE.field(field) else { return Ok(None) };
            let old = entry.record().write();
            let old = old.get(field.offset..).unwrap_or_default();
            let old = old.get(..field.size()).unwrap_or_default();
            let new = parsed(path, field.kind, old, said)?;
            Ok(Some(patched(archive, index, field, &new)))
        }
        _ => Ok(None),
    }
}

/// The archive with other bytes in a field of an entry.
fn patched(archive: &Archive<'_>, index: usize, field: &Field, new: &[u8]) -> Vec<u8> {
    let mut bytes = archive.bytes().to_vec();
    let at = archive.directory_offset() + index * EntryRecord::SIZE + field.offset;
    let slots = bytes.get_mut(at..).unwrap_or_default();
    slots.iter_mut().zip(new).for_each(|(slot, byte)| *slot = *byte);
    bytes
}

/// The fields of an entry, as `list` and `show` print them.
pub fn record_to_json(index: usize, record: &EntryRecord) -> Object {
    let EntryRecord { type_id, attr1, attr2, size, attr3, name, offset, sort_index } = record;
    let mut object = Object::new();
    object.insert("index".into(), index.into());
    object.insert("type".into(), type_id.to_string().into());
    object.insert("type_id".into(), type_id.0.into());
    json::put_name(&mut object, "name", name);
    object.insert("size".into(), (*size).into());
    object.insert("attr1".into(), (*attr1).into());
    object.insert("attr2".into(), (*attr2).into());
    object.insert("attr3".into(), (*attr3).into());
    object.insert("offset".into(), (*offset).into());
    object.insert("sort_index".into(), (*sort_index).into());
    object
}
