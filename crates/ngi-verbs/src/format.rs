//! The one table of what can be done with each kind of file.
//!
//! A [`Format`] is a kind, its document, its rules and, where it has such, how it plays and what it
//! names in other files. Each is a value of its own, so that whoever needs only one of them, asks
//! for only one of them.

use std::borrow::Cow;
use std::io::Write;

use ngi_formats::kinds::{self, Clue, FileKind};
use ngi_formats::nres::TypeId;
use ngi_formats::schema::Shape;
use ngi_formats::tables::Resource;
use ngi_formats::tree::{Branch, Draft, Made, Node as TreeNode};
use ngi_formats::{Code, Finding, Findings};
use ngi_vfs::Node;

use crate::bytes::BytesDocument;
use crate::diff::Difference;
use crate::document::write::{Layout, TreeDocument};
use crate::document::{read, text};
use crate::play::{PlayOptions, Played};
use crate::references::Reference;
use crate::surroundings::Surroundings;
use crate::tables::single::{ANY_TABLE, TableDocument, table_of};
use crate::{
    Error, Result, archive, arealmap, builddat, cfg, effect, landscape, material, mission, model,
    objects, palette, scripts, sidecar, sky, sound, texts, texture, unit, wear,
};

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

    /// What it is recognised by.
    pub fn clue(&self) -> Clue<'a> {
        let type_id = self.entry.map(|entry| entry.type_id);
        Clue { name: self.name, type_id, bytes: self.bytes }
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

/// What can be done with one kind of file or entry.
pub struct Format {
    /// Which kind.
    pub kind: &'static FileKind,
    /// Its fields: there and back.
    pub document: &'static dyn Document,
    /// What should hold.
    pub rules: &'static Rules,
    /// How it moves, where it does.
    pub plays: Option<&'static dyn Plays>,
    /// What it names in other files.
    pub references: fn(&Subject<'_>) -> Vec<Reference>,
}

impl Format {
    /// A kind that does not play and names nothing.
    pub(crate) const fn new(
        kind: &'static FileKind,
        document: &'static dyn Document,
        rules: &'static Rules,
    ) -> Self {
        Self { kind, document, rules, plays: None, references: |_| Vec::new() }
    }

    /// Short name, first part of its check codes and of its JSON schema.
    pub fn id(&self) -> &'static str {
        self.kind.id
    }

    /// What it is, in a few words.
    pub fn title(&self) -> &'static str {
        self.kind.title
    }

    /// One of them, in a sentence: "a texture", "an object".
    pub fn one(&self) -> String {
        let title = self.title();
        // By sound, not by letter: a unit, an RsLi archive.
        let letters = title.starts_with("NRes") || title.starts_with("RsLi");
        let vowel = title.starts_with(['a', 'e', 'i', 'o', 'u']) && !title.starts_with("uni");
        let article = if letters || vowel { "an" } else { "a" };
        format!("{article} {title}")
    }

    /// Every rule it has.
    pub fn codes(&self) -> impl Iterator<Item = &'static Code> + use<> {
        self.rules.codes.iter().flat_map(|codes| codes.iter().copied())
    }

    /// The subject's state at given times, if such things move.
    pub fn play(
        &self,
        subject: &Subject<'_>,
        around: &Surroundings,
        options: &PlayOptions,
    ) -> Result<Played> {
        let still =
            || Error::Usage(format!("{} does not play; materials and effects do", self.title()));
        self.plays.ok_or_else(still)?.play(subject, around, options)
    }

    /// Returns the errors of a subject by its own rules, without the files around it. Tools that
    /// use a damaged subject as far as it can be read report these with their result.
    pub fn own_errors(&self, subject: &Subject<'_>) -> Vec<Finding> {
        let mut findings = Findings::errors_only();
        (self.rules.check)(subject, &mut findings);
        findings.locate(|| self.document.tree(subject, Form::Short).ok());
        findings.into_list()
    }

    /// Holds a subject against every rule, of its own and of the files around it. Each finding
    /// names a field of the document and where it lies.
    pub fn check(&self, subject: &Subject<'_>, around: &Surroundings, findings: &mut Findings) {
        (self.rules.check)(subject, findings);
        (self.rules.check_with_neighbours)(subject, around, findings);
        findings.locate(|| self.document.tree(subject, Form::Short).ok());
    }
}

/// The rules of a kind of file.
#[derive(Clone, Copy)]
pub struct Rules {
    /// Every rule that may be found broken, list by list.
    pub codes: &'static [&'static [&'static Code]],
    /// Collects findings. What cannot be followed is a finding too.
    pub check: fn(&Subject<'_>, &mut Findings),
    /// Collects findings about what the subject says of other files: names that lead nowhere,
    /// counts that do not agree. What cannot be found because there is no game folder is none.
    pub check_with_neighbours: fn(&Subject<'_>, &Surroundings, &mut Findings),
    /// Whether the check looks at everything inside the subject, so that its entries are not
    /// checked on their own.
    pub is_opaque: bool,
}

impl Rules {
    /// Rules of the subject alone.
    pub(crate) const fn new(
        codes: &'static [&'static [&'static Code]],
        check: fn(&Subject<'_>, &mut Findings),
    ) -> Self {
        Self { codes, check, check_with_neighbours: |_, _, _| {}, is_opaque: false }
    }

    /// The same, with rules about the files around it.
    pub(crate) const fn and_neighbours(
        self,
        check: fn(&Subject<'_>, &Surroundings, &mut Findings),
    ) -> Self {
        Self { check_with_neighbours: check, ..self }
    }

    /// The same, and nothing inside it is checked on its own.
    pub(crate) const fn opaque(self) -> Self {
        Self { is_opaque: true, ..self }
    }
}

/// The fields of a kind of file: as a tree, as JSON there and back, changed, shown, compared.
pub trait Document: Sync {
    /// What schema and messages call it.
    fn id(&self) -> &'static str;

    /// What a document of it has: see [`Branch`].
    fn branches(&self) -> &'static [Branch];

    /// The subject as a tree: which bytes are which field. In the short form without payloads.
    fn tree<'a>(&self, subject: &Subject<'a>, form: Form) -> Result<TreeNode<'a>>;

    /// What can be shown of a subject that has no tree because it cannot be followed: its header,
    /// and the part that reading ended in. No document is made of it.
    fn remains<'a>(&self, subject: &Subject<'a>) -> Option<TreeNode<'a>> {
        let _ = subject;
        None
    }

    /// The bytes and attributes that a draft describes. What it leaves out comes from `original`,
    /// if given.
    fn make(&self, draft: &Draft, original: Option<&[u8]>) -> Result<Made>;

    /// The schema of its documents, such as `ngi.mat0/1`.
    fn schema(&self) -> String {
        format!("ngi.{}/1", self.id())
    }

    /// The schema of a subject's document, where several kinds of files have one format.
    fn schema_of(&self, subject: &Subject<'_>) -> String {
        let _ = subject;
        self.schema()
    }

    /// Its stored records, the one at the start of the file first.
    fn records(&self) -> &'static [&'static Shape] {
        &[]
    }

    /// Its tables, for an archive whose entries are such.
    fn tables(&self) -> &'static [Resource] {
        &[]
    }

    /// What is more than one record, in the words of Kaitai Struct: `seq`, `instances`, and behind
    /// a line `types:` those types that are no records. `None` for a format that is text.
    fn kaitai(&self) -> Option<Cow<'static, str>> {
        None
    }

    /// How the lines of its documents are broken.
    fn layout(&self) -> Layout {
        Layout::Values
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

    /// A field by the names that the file itself gives its parts, as a path of its document, and
    /// what is then to be said there. Asked where the path leads nowhere.
    fn by_name(&self, subject: &Subject<'_>, path: &str, said: &str) -> Option<(String, String)> {
        let _ = (subject, path, said);
        None
    }

    /// Readable text, with names that files around it give to what it numbers.
    fn show_among(&self, subject: &Subject<'_>, around: &Surroundings) -> Result<String> {
        let _ = around;
        self.show(subject)
    }

    /// The subject with a list in it put together in another way, where taking something out of it
    /// or setting a field of something in it concerns more than that: the parts that hang on a part
    /// go with it. Gives in words what became of it. Asked before any other way.
    fn rearrange(
        &self,
        subject: &Subject<'_>,
        path: &str,
        said: &str,
    ) -> Result<Option<(Made, String)>> {
        let _ = (subject, path, said);
        Ok(None)
    }

    /// Lets the rest of a draft follow a change by hand, before a file is made of it: `path` was
    /// set to `said`, which may have added to a list or taken out of it.
    fn follow_list(&self, draft: &mut Draft, path: &str, said: &str) -> Result<()> {
        let _ = (draft, path, said);
        Ok(())
    }

    /// Brings what follows from a change up to date: of a subject that had the bytes `before` and
    /// now has others. Gives the bytes and, in words, what else changed.
    fn refresh_dependents(
        &self,
        before: &[u8],
        after: &Subject<'_>,
        given: Given<'_>,
    ) -> Result<(Vec<u8>, Vec<String>)> {
        let _ = (before, given);
        Ok((after.bytes.to_vec(), Vec::new()))
    }

    /// What follows from the rest and does not fit it, worked out anew; `None` where everything
    /// fits, or nothing follows from anything.
    fn mend(&self, subject: &Subject<'_>) -> Result<Option<Mended>> {
        let _ = subject;
        Ok(None)
    }

    /// Makes the file that a document in JSON describes. Required parts and fields that the
    /// document leaves out are those of the original, if given. What it says that follows from the
    /// rest of it has to be what the file says.
    fn read_json(&self, text: &[u8], original: Option<&Subject<'_>>) -> Result<Made> {
        let tree = original.and_then(|original| self.tree(original, Form::Full).ok());
        let like = tree.map(|tree| Draft::of_document(self.branches(), &tree));
        let (draft, told) = read::document(text, &self.schema(), self.branches(), like.as_ref())?;
        let made = self.make(&draft, original.map(|original| original.bytes))?;
        if !told.is_empty() {
            let attributes = made.attributes.unwrap_or_default();
            let entry = Some(EntryMeta { attributes, ..EntryMeta::default() });
            let tree = self.tree(&Subject { name: "", bytes: &made.bytes, entry }, Form::Short)?;
            told.iter().try_for_each(|said| said.check(&tree))?;
        }
        Ok(made)
    }

    /// Writes the document. The full form stands alone: [`Document::read_json`] needs nothing else.
    fn write_json(&self, subject: &Subject<'_>, form: Form, out: &mut dyn Write) -> Result<()> {
        let (schema, node) = (self.schema_of(subject), self.tree(subject, form)?);
        TreeDocument { schema: &schema, node: &node }.write(self.layout(), out)
    }

    /// Readable text.
    fn show(&self, subject: &Subject<'_>) -> Result<String> {
        Ok(text::as_text(&self.tree(subject, Form::Short)?))
    }

    /// How two subjects of this format differ, where comparing their trees field by field would
    /// say too much. None found means that only bytes without a meaning differ.
    fn diff(&self, a: &Subject<'_>, b: &Subject<'_>) -> Option<Vec<Difference>> {
        let _ = (a, b);
        None
    }
}

/// What somebody gave: it is not worked out.
#[derive(Debug, Clone, Copy)]
pub enum Given<'p> {
    /// Fields by their paths.
    Fields(&'p [&'p str]),
    /// A whole document: what is different in it was meant.
    Document,
}

/// A subject whose parts fit each other again.
#[derive(Debug, Clone, Default)]
pub struct Mended {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// A line per thing that changed.
    pub lines: Vec<String>,
}

/// The tree of a subject; where it cannot be followed, what remains of it, and why.
pub fn tree_or_remains<'a>(
    document: &dyn Document,
    subject: &Subject<'a>,
) -> Result<(TreeNode<'a>, Option<Error>)> {
    match (document.tree(subject, Form::Full), document.remains(subject)) {
        (Ok(tree), _) => Ok((tree, None)),
        (Err(why), Some(remains)) => Ok((remains, Some(why))),
        (Err(why), None) => Err(why),
    }
}

/// What moves: its state at given times.
pub trait Plays: Sync {
    /// The subject's state at given times.
    fn play(
        &self,
        subject: &Subject<'_>,
        around: &Surroundings,
        options: &PlayOptions,
    ) -> Result<Played>;
}

/// Every format, in the order of [`kinds::KINDS`].
pub static FORMATS: &[&Format] = &[
    &model::FORMAT,
    &landscape::FORMAT,
    &arealmap::FORMAT,
    &archive::nres::FORMAT,
    &archive::rsli::FORMAT,
    &texture::FORMAT,
    &material::FORMAT,
    &wear::FORMAT,
    &palette::FORMAT,
    &builddat::FORMAT,
    &objects::FORMAT,
    &unit::FORMAT,
    &effect::FORMAT,
    &effect::explosion::FORMAT,
    &sound::FORMAT,
    &sky::FORMAT,
    &mission::FORMAT,
    &cfg::FORMAT,
    &scripts::FORMAT,
    &scripts::lists::FORMULAS,
    &scripts::lists::VARSET,
    &scripts::lists::VARIABLES,
    &texts::INI,
    &texts::TIPS,
    &scripts::research::FORMAT,
    &sidecar::nodes::FORMAT,
    &sidecar::points::FORMAT,
    &sidecar::base::FORMAT,
    &sidecar::control::FORMAT,
];

/// The format of a subject, if it is a known one.
pub fn recognise(subject: &Subject<'_>) -> Option<&'static Format> {
    of_id(kinds::recognise(&subject.clue())?.id)
}

/// The document of a subject: of its own format, else of its plain bytes.
pub fn document_of(subject: &Subject<'_>) -> &'static dyn Document {
    recognise(subject).map_or(&BytesDocument as &dyn Document, |format| format.document)
}

/// The format of a file or entry, found by looking at what is around it, too.
#[derive(Clone, Copy)]
pub enum Known {
    /// One of the table of formats.
    Listed(&'static Format),
    /// A single table of a model or a landscape.
    Table(TableDocument),
    /// Bytes of no known format.
    Bytes,
}

impl Known {
    /// Its document.
    pub fn document(&self) -> &dyn Document {
        match self {
            Self::Listed(format) => format.document,
            Self::Table(table) => table,
            Self::Bytes => &BytesDocument,
        }
    }

    /// What it is, in a few words.
    pub fn title(&self) -> &'static str {
        match self {
            Self::Listed(format) => format.title(),
            Self::Table(_) => "table of a model or a landscape",
            Self::Bytes => "bytes of no known format",
        }
    }

    /// The format, where it is one of the table.
    pub fn listed(&self) -> Option<&'static Format> {
        match self {
            Self::Listed(format) => Some(format),
            _ => None,
        }
    }
}

/// The format of a node whose bytes are the subject's: as [`recognise`] says, else a table of the
/// model or landscape around it, else its plain bytes.
pub fn of_node(node: &Node, subject: &Subject<'_>) -> Known {
    let listed = recognise(subject).map(Known::Listed);
    listed.or_else(|| table_of(node).map(Known::Table)).unwrap_or(Known::Bytes)
}

/// Everything that has a schema of its own.
fn documents() -> impl Iterator<Item = &'static dyn Document> {
    let listed = FORMATS.iter().map(|format| format.document);
    listed.chain([&ANY_TABLE as &dyn Document, &BytesDocument])
}

/// What reads a document in JSON: the schema it begins with tells.
pub fn of_document_text(text: &[u8]) -> Result<&'static dyn Document> {
    let schema = read::schema_of(text)?;
    documents().find(|document| schema == document.schema()).ok_or_else(|| {
        let known: Vec<String> = documents().map(|document| document.schema()).collect();
        Error::json("schema", format!("\"{schema}\" is none of {}", known.join(", ")))
    })
}

/// The format with this id.
pub fn of_id(id: &str) -> Option<&'static Format> {
    FORMATS.iter().copied().find(|format| format.id() == id)
}

/// Every check code of every format, in table order.
pub fn all_codes() -> impl Iterator<Item = &'static Code> {
    FORMATS.iter().flat_map(|format| format.codes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_a_format_and_they_are_in_one_order() {
        let known: Vec<&str> = kinds::KINDS.iter().map(|kind| kind.id).collect();
        let listed: Vec<&str> = FORMATS.iter().map(|format| format.id()).collect();
        assert_eq!(listed, known);
        for format in FORMATS {
            assert_eq!(format.document.id(), format.id(), "codes and schema share a name");
        }
    }

    #[test]
    fn articles_go_by_sound() {
        let one = |kind: &FileKind| of_id(kind.id).unwrap().one();
        assert_eq!(one(&kinds::SOUND), "a sound");
        assert_eq!(one(&kinds::OBJECT), "an object");
        assert_eq!(one(&kinds::AREALS), "an areal map");
        assert_eq!(one(&kinds::NRES), "an NRes archive");
    }
}
