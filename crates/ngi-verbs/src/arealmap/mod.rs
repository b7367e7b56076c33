//! Areal maps: as documents, as readable text, compared.

mod check;
mod diff;
mod document;
mod summary;

use ngi_formats::arealmap::{self, ArealMap, ArealMapBuf, ArealMapFile, CHUNK, ENTRY_NAME};
use ngi_formats::schema::Shape;
use ngi_formats::tree::{Branch, Draft, Made, Node};
use ngi_formats::{Code, Findings, kinds, text};

use crate::Result;
use crate::archive::NresDocument;
use crate::diff::Difference;
use crate::document::edit::follows;
use crate::document::write::Layout;
use crate::format::{Document, Form, Format, Given, Mended, Rules, Subject};

/// Areal maps in the table of formats: `Land.map`, and the entry inside it.
pub struct ArealDocument;

/// What can be done with them.
pub static FORMAT: Format = Format::new(&kinds::AREALS, &ArealDocument, &RULES);

/// Every rule.
static CODES: &[&[&Code]] = &[arealmap::CODES, check::CODES];

static RULES: Rules = Rules::new(CODES, check_alone).and_neighbours(check::ground).opaque();

/// Whether the subject is the payload alone, not the file around it.
fn is_payload(subject: &Subject<'_>) -> bool {
    let named = text::encode(subject.name).is_some_and(|name| text::same(&name, ENTRY_NAME));
    subject.entry.is_some_and(|entry| entry.type_id == CHUNK) && named
}

/// The map of a subject.
pub fn read<'a>(subject: &Subject<'a>) -> Result<ArealMap<'a>> {
    match subject.entry.filter(|_| is_payload(subject)) {
        Some(entry) => Ok(ArealMap::read(subject.bytes, entry.attributes[0])?),
        None => Ok(arealmap::read_file(subject.bytes)?),
    }
}

impl Document for ArealDocument {
    fn id(&self) -> &'static str {
        "areal"
    }

    fn branches(&self) -> &'static [Branch] {
        arealmap::DOCUMENT
    }

    fn records(&self) -> &'static [&'static Shape] {
        arealmap::RECORDS
    }

    fn kaitai(&self) -> Option<std::borrow::Cow<'static, str>> {
        Some(arealmap::KAITAI.into())
    }

    fn tree<'a>(&self, subject: &Subject<'a>, _: Form) -> Result<Node<'a>> {
        document::tree_of(subject)
    }

    fn remains<'a>(&self, subject: &Subject<'a>) -> Option<Node<'a>> {
        (!is_payload(subject)).then(|| ngi_formats::nres::remains(subject.bytes))
    }

    /// Of the archive around it everything stays as it is in `original`.
    fn make(&self, draft: &Draft, original: Option<&[u8]>) -> Result<Made> {
        let map = arealmap::make(draft)?;
        let bytes = match original.filter(|_| draft.has("")) {
            Some(original) => ArealMapFile::read(original)?.write_with(&map)?,
            None => map.write()?,
        };
        Ok(Made { bytes, attributes: None })
    }

    fn attributes_of(&self, draft: &Draft, old: [u32; 3]) -> Option<[u32; 3]> {
        let [_, attr2, attr3] = old;
        let count = u32::try_from(draft.items("areals").len()).ok()?;
        (!draft.has("")).then_some([count, attr2, attr3])
    }

    /// What is the archive's changes as it does in any archive.
    fn edit(&self, subject: &Subject<'_>, path: &str, said: &str) -> Result<Option<Made>> {
        if is_payload(subject) {
            return Ok(None);
        }
        let is_count = |file: ArealMapFile<'_>| path == format!("entries[{}].attr1", file.entry());
        if ArealMapFile::read(subject.bytes).is_ok_and(is_count) {
            return Err(follows(path));
        }
        NresDocument.edit(subject, path, said)
    }

    fn layout(&self) -> Layout {
        Layout::Rows
    }

    fn schema_of(&self, subject: &Subject<'_>) -> String {
        document::schema_for(subject).to_owned()
    }

    fn read_json(&self, text: &[u8], original: Option<&Subject<'_>>) -> Result<Made> {
        let original = original.map(|original| original.bytes);
        document::read(text, original)
    }

    fn refresh_dependents(
        &self,
        before: &[u8],
        after: &Subject<'_>,
        _: Given<'_>,
    ) -> Result<(Vec<u8>, Vec<String>)> {
        let old = read(&Subject { bytes: before, ..*after });
        let (Ok(old), Ok(new)) = (old, read(after)) else {
            return Ok((after.bytes.to_vec(), Vec::new()));
        };
        let mut map = new.to_buf();
        match map.follow(&old.to_buf()) {
            Ok(lines) if lines.is_empty() => Ok((after.bytes.to_vec(), lines)),
            Ok(lines) => Ok((put_back(after, &map)?, lines)),
            Err(error) => Ok((after.bytes.to_vec(), vec![crate::tables::stays(&error)])),
        }
    }

    fn mend(&self, subject: &Subject<'_>) -> Result<Option<Mended>> {
        let mut map = read(subject)?.to_buf();
        let lines = map.mend()?;
        let bytes =
            if lines.is_empty() { subject.bytes.to_vec() } else { put_back(subject, &map)? };
        if is_payload(subject) {
            return Ok((!lines.is_empty()).then_some(Mended { bytes, lines }));
        }
        NresDocument::mend_table(subject.bytes, bytes, lines)
    }

    fn show(&self, subject: &Subject<'_>) -> Result<String> {
        match read(subject) {
            Ok(map) => Ok(summary::summary(&map)),
            Err(error) if is_payload(subject) => Err(error),
            Err(error) => Ok(format!("broken: {error}\n{}", NresDocument.show(subject)?)),
        }
    }

    fn diff(&self, a: &Subject<'_>, b: &Subject<'_>) -> Option<Vec<Difference>> {
        diff::diff(a, b)
    }
}

/// The bytes of a subject with another map.
fn put_back(subject: &Subject<'_>, map: &ArealMapBuf) -> Result<Vec<u8>> {
    if is_payload(subject) {
        return Ok(map.write()?);
    }
    Ok(ArealMapFile::read(subject.bytes)?.write_with(map)?)
}

/// Holds a subject against the rules of its own.
fn check_alone(subject: &Subject<'_>, findings: &mut Findings) {
    match subject.entry.filter(|_| is_payload(subject)) {
        Some(entry) => arealmap::check_chunk(subject.bytes, entry.attributes[0], findings),
        None => arealmap::check(subject.bytes, findings),
    }
}
