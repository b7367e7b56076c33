//! The one table of what files and entries can be.

use std::borrow::Cow;
use std::io::Write;

use ngi_formats::nres::TypeId;
use ngi_formats::schema::Shape;
use ngi_formats::tree::{Branch, Draft, Made, Node as TreeNode};
use ngi_formats::{Code, Findings};
use ngi_vfs::Node;
use serde_json::Value;

use crate::archive::{NresFormat, RsliFormat};
use crate::arealmap::ArealFormat;
use crate::builddat::BuildDatFormat;
use crate::convert::{
    Destination, ExportOptions, Exported, ImportOptions, Imported, Outside, Source,
};
use crate::diff::Difference;
use crate::document::read;
use crate::document::write::{self, Document, Layout};
use crate::effect::{ExpFormat, FxidFormat};
use crate::landscape::LandFormat;
use crate::material::Mat0Format;
use crate::model::MshFormat;
use crate::model::single::{ANY_TABLE, TableFormat, table_of};
use crate::objects::ObjectsFormat;
use crate::palette::PalFormat;
use crate::play::{PlayOptions, Played};
use crate::references::Reference;
use crate::surroundings::Surroundings;
use crate::texture::TexmFormat;
use crate::wear::WearFormat;
use crate::{BytesFormat, Error, Result, json, show};

/// Something to be looked at: the bytes of a file or an entry, and what is known of it.
#[derive(Debug, Clone, Copy)]
pub struct Subject<'a> {
    /// Name of the file or entry.
    pub name: &'a str,
    /// All its bytes.
    pub bytes: &'a [u8],
    /// Type and attributes, for an entry of an NRes archive.
    pub entry: Option<EntryMeta>,
}

/// What the directory of an NRes archive says about an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct EntryMeta {
    /// The type id.
    pub type_id: TypeId,
    /// The three attributes.
    pub attributes: [u32; 3],
}

impl<'a> Subject<'a> {
    /// A file of its own.
    pub fn file(name: &'a str, bytes: &'a [u8]) -> Self {
        Self { name, bytes, entry: None }
    }

    /// Whether the name ends in a dot and this suffix, ignoring case.
    pub fn has_suffix(&self, suffix: &str) -> bool {
        let own = self.name.rsplit_once('.').map(|(_, own)| own);
        own.is_some_and(|own| own.eq_ignore_ascii_case(suffix))
    }
}

/// How much of an archive goes into its document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// All but the payloads.
    Short,
    /// Everything.
    Full,
}

/// One kind of file or entry.
pub trait Format: Sync {
    /// Short name, first part of its check codes and of its JSON schema.
    fn id(&self) -> &'static str;

    /// Its page in `docs/formats`, where that is not named after the id.
    fn page(&self) -> &'static str {
        self.id()
    }

    /// What it is, in a few words.
    fn title(&self) -> &'static str;

    /// Whether the subject is one of these, going by type id, name and first bytes.
    fn recognises(&self, subject: &Subject<'_>) -> bool;

    /// Every rule that [`Format::check`] knows.
    fn codes(&self) -> &'static [&'static Code];

    /// Collects findings. What cannot be followed is a finding too.
    fn check(&self, subject: &Subject<'_>, findings: &mut Findings);

    /// Collects findings about what the subject says of other files: names that lead nowhere,
    /// counts that do not agree. What cannot be found because there is no game folder is none.
    fn check_among(&self, subject: &Subject<'_>, around: &Surroundings, findings: &mut Findings) {
        let _ = (subject, around, findings);
    }

    /// Whether [`Format::check`] looks at everything inside the subject, so that its entries are
    /// not checked on their own.
    fn checks_inside(&self) -> bool {
        false
    }

    /// What a document of it has: see [`Branch`]. Empty for a format whose documents are no trees.
    fn document(&self) -> &'static [Branch] {
        &[]
    }

    /// Its stored records, the one at the start of the file first.
    fn records(&self) -> &'static [&'static Shape] {
        &[]
    }

    /// What is more than one record, in the words of Kaitai Struct: `seq`, `instances`, and behind
    /// a line `types:` those types that are no records. `None` for a format that is text.
    fn kaitai(&self) -> Option<Cow<'static, str>> {
        None
    }

    /// The subject as a tree: which bytes are which field. In the short form without payloads.
    fn tree<'a>(&self, subject: &Subject<'a>, form: Form) -> Result<TreeNode<'a>> {
        let _ = (subject, form);
        Err(Error::Usage(format!("{} has no fields", self.title())))
    }

    /// The bytes and attributes that a draft describes. What it leaves out comes from `original`,
    /// if given.
    fn make(&self, draft: &Draft, original: Option<&[u8]>) -> Result<Made> {
        let _ = (draft, original);
        Err(Error::Usage(format!("{} cannot be made of a document", self.title())))
    }

    /// The attributes of the directory entry that follow from a draft, where they were `old`:
    /// counts of rows.
    fn attributes_of(&self, draft: &Draft, old: [u32; 3]) -> Option<[u32; 3]> {
        let _ = (draft, old);
        None
    }

    /// The subject with another value at a path, where that is more than changing the value's own
    /// bytes and the format knows a shorter way than making all of it anew. Asked before any
    /// other way.
    fn edit(&self, subject: &Subject<'_>, path: &str, said: &str) -> Result<Option<Made>> {
        let _ = (subject, path, said);
        Ok(None)
    }

    /// How the lines of its documents are broken.
    fn layout(&self) -> Layout {
        Layout::Values
    }

    /// The schema of its documents, such as `ngi.mat0/1`.
    fn schema(&self) -> String {
        format!("ngi.{}/1", self.id())
    }

    /// What a document in JSON describes.
    fn read_json(&self, text: &[u8], original: Option<&[u8]>) -> Result<Made> {
        if self.document().is_empty() {
            let value: Value =
                serde_json::from_slice(text).map_err(|error| Error::json("", error.to_string()))?;
            let bytes = self.bytes_from_json(&value, original)?;
            return Ok(Made { bytes, attributes: self.attributes_from_json(&value)? });
        }
        self.make(&read::document(text, &self.schema(), self.document())?, original)
    }

    /// Everything the subject says, except the payloads of an archive.
    fn to_json(&self, subject: &Subject<'_>) -> Result<Value> {
        let (schema, node) = (self.schema(), self.tree(subject, Form::Short)?);
        json::to_value(&Document { schema: &schema, node: &node })
    }

    /// Writes the document. The full form stands alone: [`Format::bytes_from_json`] needs nothing
    /// else.
    fn write_json(&self, subject: &Subject<'_>, form: Form, out: &mut dyn Write) -> Result<()> {
        if self.document().is_empty() {
            return write::write(&self.to_json(subject)?, self.layout(), out);
        }
        let (schema, node) = (self.schema(), self.tree(subject, form)?);
        Document { schema: &schema, node: &node }.write(self.layout(), out)
    }

    /// The bytes a document describes. What it leaves out comes from `original`, if given.
    fn bytes_from_json(&self, value: &Value, original: Option<&[u8]>) -> Result<Vec<u8>> {
        Ok(self.read_json(value.to_string().as_bytes(), original)?.bytes)
    }

    /// What a document says of the attributes of the directory entry, for formats that keep a
    /// part of themselves there.
    fn attributes_from_json(&self, value: &Value) -> Result<Option<[u32; 3]>> {
        if self.document().is_empty() {
            return Ok(None);
        }
        Ok(self.read_json(value.to_string().as_bytes(), None)?.attributes)
    }

    /// Brings what follows from changed fields up to date. `changed` are the bytes once the fields
    /// at these paths were set. Gives the bytes and, in words, what else changed.
    fn settle(&self, changed: Vec<u8>, paths: &[&str]) -> Result<(Vec<u8>, Vec<String>)> {
        let _ = paths;
        Ok((changed, Vec::new()))
    }

    /// Readable text.
    fn show(&self, subject: &Subject<'_>) -> Result<String> {
        Ok(show::as_text(&self.to_json(subject)?))
    }

    /// How two subjects of this format differ, where comparing their documents field by field
    /// would say too much. None found means that only bytes without a meaning differ.
    fn diff(&self, a: &Subject<'_>, b: &Subject<'_>) -> Option<Vec<Difference>> {
        let _ = (a, b);
        None
    }

    /// What it can be exported to, besides `.json` and its plain bytes; the usual one first.
    fn exports(&self) -> &'static [Outside] {
        &[]
    }

    /// The subject as another kind of file, one of [`Format::exports`]. Called through
    /// [`convert::export`](crate::convert::export).
    fn export(
        &self,
        subject: &Subject<'_>,
        around: &Surroundings,
        to: &Destination<'_>,
        options: &ExportOptions,
    ) -> Result<Exported> {
        let _ = (subject, around, options);
        Err(Error::Usage(format!("{} cannot be exported to .{}", self.title(), to.suffix)))
    }

    /// What it can be made of, besides `.json`.
    fn imports(&self) -> &'static [Outside] {
        &[]
    }

    /// Bytes of this format made of another kind of file, one of [`Format::imports`]. Called
    /// through [`convert::import`](crate::convert::import).
    fn import(&self, source: &Source<'_>, options: &ImportOptions<'_>) -> Result<Imported> {
        let _ = options;
        Err(Error::Usage(format!("{} cannot be made of .{}", self.title(), source.suffix)))
    }

    /// The subject's state at given times.
    fn play(
        &self,
        subject: &Subject<'_>,
        around: &Surroundings,
        options: &PlayOptions,
    ) -> Result<Played> {
        let _ = (subject, around, options);
        Err(Error::Usage(format!("{} does not play; materials and effects do", self.title())))
    }

    /// What the subject names in other files.
    fn references(&self, subject: &Subject<'_>) -> Vec<Reference> {
        let _ = subject;
        Vec::new()
    }
}

/// Holds a subject against every rule, of its own and of the files around it. Each finding names a
/// field of the document and where it lies.
pub fn check_all(
    format: &dyn Format,
    subject: &Subject<'_>,
    around: &Surroundings,
    findings: &mut Findings,
) {
    format.check(subject, findings);
    format.check_among(subject, around, findings);
    findings.locate(|| format.tree(subject, Form::Short).ok());
}

/// Every format, most specific first.
pub static FORMATS: &[&dyn Format] = &[
    &MshFormat,
    &LandFormat,
    &ArealFormat,
    &NresFormat,
    &RsliFormat,
    &TexmFormat,
    &Mat0Format,
    &WearFormat,
    &PalFormat,
    &BuildDatFormat,
    &ObjectsFormat,
    &FxidFormat,
    &ExpFormat,
];

/// The format of a subject, if it is a known one.
pub fn recognise(subject: &Subject<'_>) -> Option<&'static dyn Format> {
    FORMATS.iter().copied().find(|format| format.recognises(subject))
}

/// The format that a subject's document is of: its own, else its plain bytes.
pub fn of_document(subject: &Subject<'_>) -> &'static dyn Format {
    recognise(subject).unwrap_or(&BytesFormat)
}

/// The format of a file or entry, found by looking at what is around it, too.
#[derive(Clone, Copy)]
pub enum Known {
    /// One of the table of formats.
    Listed(&'static dyn Format),
    /// A single table of a model or a landscape.
    Table(TableFormat),
}

impl Known {
    /// The format itself.
    pub fn format(&self) -> &dyn Format {
        match self {
            Self::Listed(format) => *format,
            Self::Table(table) => table,
        }
    }
}

/// The format of a node whose bytes are the subject's: as [`recognise`] says, else a table of the
/// model or landscape around it.
pub fn of_node(node: &Node, subject: &Subject<'_>) -> Option<Known> {
    let listed = recognise(subject).map(Known::Listed);
    listed.or_else(|| table_of(node).map(Known::Table))
}

/// The format whose documents have this schema, such as `ngi.nres/1`.
pub fn of_schema(value: &Value) -> Result<&'static dyn Format> {
    of_schema_name(value.get("schema").and_then(Value::as_str).unwrap_or_default())
}

/// The format of a document in JSON.
pub fn of_document_text(text: &[u8]) -> Result<&'static dyn Format> {
    of_schema_name(&read::schema_of(text)?)
}

fn of_schema_name(schema: &str) -> Result<&'static dyn Format> {
    let all = || FORMATS.iter().copied().chain([&ANY_TABLE as &dyn Format, &BytesFormat]);
    let named = |format: &&dyn Format| schema == format!("ngi.{}/1", format.id());
    all().find(named).ok_or_else(|| {
        let known: Vec<String> = all().map(|f| format!("ngi.{}/1", f.id())).collect();
        Error::json("schema", format!("\"{schema}\" is none of {}", known.join(", ")))
    })
}

/// The format with this id.
pub fn of_id(id: &str) -> Option<&'static dyn Format> {
    FORMATS.iter().copied().find(|format| format.id() == id)
}

/// Every check code of every format, in table order.
pub fn all_codes() -> impl Iterator<Item = &'static Code> {
    FORMATS.iter().flat_map(|format| format.codes().iter().copied())
}
