//! Values changed by their paths. A number in a large file changes a few bytes and nothing else;
//! what changes the length of something puts the file together anew.

mod draft;

use std::borrow::Cow;

use ngi_formats::schema::{Kind, ValueError, unhex};
use ngi_formats::tree::{About, At, Draft, Edit, Found, Made, Node, NotFound, Piece, steps};

use self::draft::Changed;
use super::finite::NonFinite;
use super::read::{self, Reader};
use super::text;
use crate::archive::nres::require_count;
use crate::format::{Document, EntryMeta, Form, Subject};
use crate::{Error, Result};

/// What a file or entry becomes.
#[derive(Debug, Clone)]
pub struct Edited {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// What its archive's directory says of it, for an entry.
    pub entry: Option<EntryMeta>,
    /// A line per field.
    pub lines: Vec<String>,
}

/// Sets fields, one after the other. A value is what `show` prints, or JSON; `list[+]` adds to a
/// list, and `-` as the value of `list[n]` takes it out. Fields that only make a file together, a
/// corner of a polygon and its link, may be set together: the file is made once it can be.
pub fn set(
    document: &dyn Document,
    subject: &Subject<'_>,
    fields: &[(String, String)],
) -> Result<Edited> {
    require_count(subject.bytes)?;
    let mut now = Now { bytes: Cow::Borrowed(subject.bytes), entry: subject.entry, lines: vec![] };
    let mut unfinished: Option<Unfinished> = None;
    for (path, said) in fields {
        let here = Subject { bytes: &now.bytes, entry: now.entry, ..*subject };
        let (path, said) = meant(document, &here, path, said);
        let asked = Asked { document, subject: &here, said: &said };
        let step = match unfinished.take() {
            Some(before) => asked.go_on(&path, before)?,
            None => asked.set(&path)?,
        };
        match step {
            Done::Made(made, lines) => now.become_made(document, subject, made, lines)?,
            Done::Not(more) => unfinished = Some(more),
        }
    }
    if let Some(Unfinished { why, .. }) = unfinished {
        return Err(why);
    }
    Ok(Edited { bytes: now.bytes.into_owned(), entry: now.entry, lines: now.lines })
}

/// Gives a list of values of one kind other ones, all at once: their stored bytes, one value behind
/// the other. For who has them in memory; a document would take many times their size.
pub fn set_rows(
    document: &dyn Document,
    subject: &Subject<'_>,
    path: &str,
    rows: &[u8],
) -> Result<Edited> {
    require_count(subject.bytes)?;
    let tree = document.tree(subject, Form::Full)?;
    let found = tree.find(path).map_err(|lost| no_such_field(&tree, path, &lost))?;
    if found.edit() == Edit::Never {
        return Err(follows_as(path, &found.about));
    }
    let mut draft = Draft::of_document(document.branches(), &tree);
    let count = draft::put_rows(&mut draft, path, rows)?;
    let Made { bytes, attributes } = made(document, subject, &draft)?;
    let lines = vec![format!("{path}: now has {count} of them")];
    Ok(Edited { bytes, entry: with_attributes(subject.entry, attributes), lines })
}

/// What the directory says of an entry, with other attributes where there are some.
fn with_attributes(entry: Option<EntryMeta>, new: Option<[u32; 3]>) -> Option<EntryMeta> {
    entry.map(|old| EntryMeta { attributes: new.unwrap_or(old.attributes), ..old })
}

/// The path that is meant, and what is said there: files may have names for their parts.
fn meant<'f>(
    document: &dyn Document,
    subject: &Subject<'_>,
    path: &'f str,
    said: &'f str,
) -> (Cow<'f, str>, Cow<'f, str>) {
    match document.by_name(subject, path, said) {
        Some((path, said)) => (path.into(), said.into()),
        None => (path.into(), said.into()),
    }
}

/// What the file or entry is so far.
struct Now<'b> {
    bytes: Cow<'b, [u8]>,
    entry: Option<EntryMeta>,
    lines: Vec<String>,
}

impl Now<'_> {
    fn become_made(
        &mut self,
        document: &dyn Document,
        subject: &Subject<'_>,
        made: Made,
        lines: Vec<Line>,
    ) -> Result<()> {
        self.entry = with_attributes(self.entry, made.attributes);
        let after = Subject { bytes: &made.bytes, entry: self.entry, ..*subject };
        for line in lines {
            self.lines.push(line.confirmed(document, &after)?);
        }
        self.bytes = Cow::Owned(made.bytes);
        Ok(())
    }
}

/// What became of setting a field.
enum Done {
    /// A file, and what is said of it.
    Made(Made, Vec<Line>),
    /// No file as yet.
    Not(Unfinished),
}

/// Fields that were set and do not make a file without others.
struct Unfinished {
    draft: Draft,
    lines: Vec<Line>,
    /// Why they do not.
    why: Error,
}

/// What is said of a change once it was made.
struct Line {
    path: String,
    /// What was there, or what became of a list.
    before: String,
    /// What should be there now; `None` where the path leads to something else by now.
    expected: Option<Vec<u8>>,
}

impl Line {
    fn of(path: &str, before: String, changed: Changed) -> Self {
        let path = path.to_owned();
        match changed {
            Changed::Value(bytes) => Self { path, before, expected: Some(bytes) },
            Changed::List(words) => Self { path, before: words, expected: None },
        }
    }

    /// Sees that the value is there, and says so.
    fn confirmed(self, document: &dyn Document, after: &Subject<'_>) -> Result<String> {
        let tree = document.tree(after, Form::Full)?;
        let Self { path, before, expected } = self;
        let Some(bytes) = expected else {
            return Ok(format!("{path}: {before}"));
        };
        let found = tree.find(&path).map_err(|_| follows(&path))?.node;
        // What is written in a way of the format's own is only seen to be there.
        let is_there = match &found {
            _ if bytes.is_empty() => true,
            Node::Piece(piece) if piece.kind == Kind::Digits => {
                piece.value() == piece.kind.read(&bytes)
            }
            Node::Piece(piece) => *piece.bytes == *bytes,
            Node::Text(now, _) | Node::Hex(now, _) => **now == *bytes,
            _ => true,
        };
        if !is_there {
            return Err(follows(&path));
        }
        Ok(format!("{path}: {before} becomes {}", told(&found)))
    }
}

/// Characters of a value that a line shows.
const SHOWN: usize = 160;

/// A value as a line tells it: the beginning of a long one.
fn told(node: &Node<'_>) -> String {
    let text = text::line(node);
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text,
    }
}

/// The error that a field cannot be set.
pub(crate) fn follows(path: &str) -> Error {
    Error::Usage(format!("{path}: follows from other fields and cannot be set by itself"))
}

/// The error that a field cannot be set, with what it says.
fn follows_as(path: &str, about: &About) -> Error {
    let meaning = about.meaning();
    let why = "follows from other fields and cannot be set by itself";
    Error::Usage(format!("{path}: {why} ({})", meaning.trim_end_matches('.')))
}

/// A path that leads nowhere, what there is where it ends, and where such a field is.
pub fn no_such_field(tree: &Node<'_>, path: &str, NotFound { there, .. }: &NotFound) -> Error {
    if steps(path).is_none() || path.is_empty() {
        let why = format!("\"{path}\" is no field path; one looks like entries[3].name");
        return Error::Usage(why);
    }
    let there = if there.is_empty() { String::new() } else { format!("; {there}") };
    let meant = elsewhere(tree, path).map_or_else(String::new, |at| format!("; is {at} meant?"));
    Error::Usage(format!("{path}: there is no such field{there}{meant}"))
}

/// The first field that is called like the end of a path.
fn elsewhere(tree: &Node<'_>, path: &str) -> Option<String> {
    let wanted = path.rsplit('.').next().filter(|wanted| !wanted.contains('['))?;
    let mut found = None;
    tree.leaves(&mut |leaf| {
        if found.is_none() && leaf.path.rsplit('.').next() == Some(wanted) {
            found = Some(leaf.path.to_owned());
        }
    });
    found
}

/// The path as the tree has it: what is told under `derived` may be named without that.
pub fn full_path<'p>(tree: &Node<'_>, path: &'p str) -> Cow<'p, str> {
    let derived = format!("derived.{path}");
    if tree.find(path).is_err() && tree.find(&derived).is_ok() {
        return derived.into();
    }
    path.into()
}

/// A field that shall be set.
struct Asked<'q> {
    document: &'q dyn Document,
    subject: &'q Subject<'q>,
    said: &'q str,
}

impl Asked<'_> {
    fn set(&self, path: &str) -> Result<Done> {
        let tree = self.document.tree(self.subject, Form::Full)?;
        if path.is_empty() {
            return Err(no_such_field(&tree, path, &NotFound::default()));
        }
        if path.ends_with("[+]") {
            return self.by_draft(&tree, path, String::new());
        }
        let path = full_path(&tree, path);
        let found = tree.find(&path).map_err(|lost| no_such_field(&tree, &path, &lost))?;
        if let Some((made, words)) = self.document.rearrange(self.subject, &path, self.said)? {
            let line = Line::of(&path, String::new(), Changed::List(words));
            return Ok(Done::Made(made, vec![line]));
        }
        if self.said == "-" && path.ends_with(']') {
            return self.by_draft(&tree, &path, String::new());
        }
        let Some(made) = self.document.edit(self.subject, &path, self.said)? else {
            return self.by_kind(&tree, &path, &found);
        };
        // What is written in a way of the format's own is only seen to be there.
        let new = match &found.node {
            Node::Piece(piece) => parsed(&path, piece.kind, &piece.bytes, self.said),
            _ => Ok(Vec::new()),
        };
        let new = Changed::Value(new.unwrap_or_default());
        Ok(Done::Made(made, vec![Line::of(&path, told(&found.node), new)]))
    }

    /// As the branch of a field says that it is changed.
    fn by_kind(&self, tree: &Node<'_>, path: &str, found: &Found<'_>) -> Result<Done> {
        let before = told(&found.node);
        match (found.edit(), &found.node) {
            (Edit::Never, _) => Err(follows_as(path, &found.about)),
            // The bytes of a name that others follow: an archive is sorted by its names.
            (Edit::Rebuild, Node::Piece(Piece { kind: Kind::Bytes(_), .. }))
                if path.ends_with("_raw") =>
            {
                let name = path.trim_end_matches("_raw");
                Err(Error::Usage(format!("{path}: cannot be set by itself; set {name}")))
            }
            (Edit::Patch, Node::Piece(piece)) => {
                let new = parsed(path, piece.kind, &piece.bytes, self.said)?;
                let made = patched(self.subject, piece, &new)?;
                Ok(Done::Made(made, vec![Line::of(path, before, Changed::Value(new))]))
            }
            _ => self.by_draft(tree, path, before),
        }
    }

    /// By putting the file together anew.
    fn by_draft(&self, tree: &Node<'_>, path: &str, before: String) -> Result<Done> {
        let mut draft = Draft::of_document(self.document.branches(), tree);
        let changed = draft::change(&mut draft, path, self.said)?;
        self.document.follow_list(&mut draft, path, self.said)?;
        Ok(self.finished(draft, vec![Line::of(path, before, changed)]))
    }

    /// Sets one more field of what is no file yet.
    fn go_on(
        &self,
        path: &str,
        Unfinished { mut draft, mut lines, .. }: Unfinished,
    ) -> Result<Done> {
        let tree = self.document.tree(self.subject, Form::Full)?;
        let found = tree.find(path);
        let changed = match (draft::change(&mut draft, path, self.said), &found) {
            (Err(_), Err(lost)) if !path.ends_with("[+]") => {
                return Err(no_such_field(&tree, path, lost));
            }
            (changed, _) => changed?,
        };
        self.document.follow_list(&mut draft, path, self.said)?;
        let before = found.map_or_else(|_| "-".into(), |found| told(&found.node));
        lines.push(Line::of(path, before, changed));
        Ok(self.finished(draft, lines))
    }

    /// The file of a draft, where it makes one.
    fn finished(&self, draft: Draft, lines: Vec<Line>) -> Done {
        match made(self.document, self.subject, &draft) {
            Ok(made) => Done::Made(made, lines),
            Err(why) => Done::Not(Unfinished { draft, lines, why }),
        }
    }
}

/// The file that a draft describes. What the directory entry says follows.
fn made(document: &dyn Document, subject: &Subject<'_>, draft: &Draft) -> Result<Made> {
    let made = document.make(draft, Some(subject.bytes))?;
    let follow = || document.attributes_of(draft, subject.entry?.attributes);
    Ok(Made { attributes: made.attributes.or_else(follow), ..made })
}

/// The file with other bytes in the place of a value.
fn patched(subject: &Subject<'_>, piece: &Piece<'_>, new: &[u8]) -> Result<Made> {
    let mut bytes = subject.bytes.to_vec();
    let mut attributes = None;
    match piece.at {
        At::Offset(offset) => {
            let slot = bytes.get_mut(offset..).and_then(|rest| rest.get_mut(..new.len()));
            slot.ok_or_else(|| Error::Usage("outside the file".into()))?.copy_from_slice(new);
        }
        At::Attribute(number) => {
            let entry = subject.entry.ok_or_else(|| {
                let why = "is kept in the directory of an archive, and this is a file of its own";
                Error::Usage(why.into())
            })?;
            let mut all = entry.attributes;
            let slot = all.get_mut(usize::from(number).saturating_sub(1));
            let value = new.first_chunk().map_or(0, |chunk| u32::from_le_bytes(*chunk));
            slot.into_iter().for_each(|slot| *slot = value);
            attributes = Some(all);
        }
        At::Nowhere => return Err(Error::Usage("is stored nowhere".into())),
    }
    Ok(Made { bytes, attributes })
}

/// Parses a value as a user types it or as `show` prints it: plain text or JSON for a single
/// value, JSON for anything else. Numbers are finite, except for one that is stored in `old`.
pub(crate) fn parsed(path: &str, kind: Kind, old: &[u8], said: &str) -> Result<Vec<u8>> {
    let new = parsed_any(path, kind, old, said)?;
    NonFinite::of_rows(kind, &new).check_stored(path, &NonFinite::of_rows(kind, old))?;
    Ok(new)
}

fn parsed_any(path: &str, kind: Kind, old: &[u8], said: &str) -> Result<Vec<u8>> {
    let mut new = old.to_vec();
    // Names may begin with anything; other values are JSON if they look like that.
    let is_json = !kind.is_text() && said.trim_start().starts_with(['[', '"']);
    // A colour is typed as hex, or is a list.
    if (kind.is_leaf() || kind == Kind::Bgra) && !is_json {
        let number = || kind.put_number(said, &mut old.to_vec()).is_ok();
        let put =
            if number() { kind.put_number(said, &mut new) } else { kind.put_text(said, &mut new) };
        put.map_err(|ValueError { expected, .. }| {
            Error::Usage(format!("{path}: \"{said}\" is not {expected}"))
        })?;
        return Ok(new);
    }
    if let (Kind::List(3 | 4, Kind::U8), Some(digits)) = (kind, said.trim().strip_prefix('#')) {
        let colour = unhex(digits).filter(|colour| (3..=new.len()).contains(&colour.len()));
        let colour = colour.ok_or_else(|| {
            Error::Usage(format!("{path}: \"{said}\" is no colour such as #d7d7ff"))
        })?;
        // An alpha that nobody speaks of stays.
        new.iter_mut().zip(colour).for_each(|(old, new)| *old = new);
        return Ok(new);
    }
    let mut reader = Reader::within(said.as_bytes(), path);
    read::value(&mut reader, kind, &mut new).and_then(|()| reader.end())?;
    Ok(new)
}
