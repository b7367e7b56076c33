//! A mod made of two games: what differs, as small as it can be said.
//!
//! A field where a field says it, an entry with its type and attributes where one is new, a delta
//! against the old bytes where no field says it, and bytes of its own where there were none. What
//! is said by fields is set once to see that just these bytes come out; else it is a delta.

use std::collections::{BTreeMap, HashSet};

use ngi_formats::nres::{NewEntry, TypeId};
use ngi_formats::text;
use ngi_formats::tree::Edit;
use ngi_verbs::archive::nres::require_count;
use ngi_verbs::check::entry_meta;
use ngi_verbs::diff::{Difference, Pair, Removed, pairs, same_entry};
use ngi_verbs::document::{compare, edit};
use ngi_verbs::format::{self, Form, Subject};
use ngi_verbs::{Error, Progress, Result, safe_name};
use ngi_vfs::{ContainerKind, LinkGuard, Node, NodeKind, Record};
use serde_json::Value;

use crate::change::{Blob, Change, Changes, FileChanges, What};
use crate::hash::Digest;
use crate::manifest::Manifest;
use crate::package::Mod;
use crate::{delta, merge};

/// Fields of one thing that are said one by one; more are a delta.
const MOST_FIELDS: usize = 200;

/// Characters of a value that is said. Longer ones, pixels and samples, hold the game's own bytes:
/// they are a delta.
const LONGEST_VALUE: usize = 400;

/// The field that holds the whole of a text. Its parts say the same in fewer words, unless comments
/// and blanks changed.
const TEXT: &str = "text";

/// The mod that makes `new` of `old`, both folders of games. Of `only`, where it is given, files of
/// other paths are not looked at.
pub fn make(
    [old, new]: [&Node; 2],
    manifest: Manifest,
    only: Option<&HashSet<String>>,
    progress: &dyn Progress,
) -> Result<Mod> {
    if [old, new].iter().any(|node| node.kind() != NodeKind::Folder) {
        return Err(Error::Usage("a mod is made of two game folders".to_owned()));
    }
    let mut making = Making {
        package: Mod::made(manifest, Changes::default(), BTreeMap::new()),
        files: Vec::new(),
        only,
        number: 0,
        links: [old, new].map(LinkGuard::starting_at),
    };
    progress.start(0, "comparing");
    making.folder(old, new, "", progress)?;
    let Making { mut package, files, links, .. } = making;
    links.iter().filter_map(LinkGuard::report).for_each(|note| progress.note(&note));
    package.changes.files = files;
    package.changes.files.sort_by_cached_key(|file| file.path.to_lowercase());
    Ok(package)
}

struct Making<'o> {
    package: Mod,
    files: Vec<FileChanges>,
    only: Option<&'o HashSet<String>>,
    /// Counts the blobs.
    number: usize,
    /// Links that were followed in the old game and in the new one.
    links: [LinkGuard; 2],
}

/// Index of a game in [`Making::links`].
#[derive(Clone, Copy)]
enum Side {
    Old,
    New,
}

fn join(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}/{name}") }
}

fn here(what: What) -> Change {
    Change { entry: String::new(), what }
}

impl Making<'_> {
    fn folder(
        &mut self,
        old: &Node,
        new: &Node,
        path: &str,
        progress: &dyn Progress,
    ) -> Result<()> {
        let mut removed = Removed::default();
        for pair in pairs(old, new)? {
            progress.advance(1);
            match pair {
                Pair::Both(a, b) => self.both(&a, &b, path, progress)?,
                Pair::Left(a) => {
                    if self.is_asked(&join(path, &a.name())) {
                        removed.add(&a, self.files.len());
                    }
                    self.each_file(&a, Side::Old, path, &mut Self::removed_file)?;
                }
                Pair::Right(b) => match removed.take(old, &b) {
                    Some((place, _)) if self.is_asked(&join(path, &b.name())) => {
                        let to = join(path, &b.name());
                        if let Some(file) = self.files.get_mut(place) {
                            file.changes = vec![here(What::Rename { to })];
                        }
                    }
                    _ => self.each_file(&b, Side::New, path, &mut Self::new_file)?,
                },
            }
        }
        Ok(())
    }

    fn both(&mut self, a: &Node, b: &Node, path: &str, progress: &dyn Progress) -> Result<()> {
        let path = join(path, &a.name());
        match [a, b].map(|node| node.kind() == NodeKind::Folder) {
            [true, true] => {
                let entered = (self.enters(a, Side::Old), self.enters(b, Side::New));
                match entered {
                    (true, true) => self.folder(a, b, &path, progress),
                    (true, false) => self.each_below(a, Side::Old, &path, &mut Self::removed_file),
                    (false, true) => self.each_below(b, Side::New, &path, &mut Self::new_file),
                    (false, false) => Ok(()),
                }
            }
            [false, false] if !self.is_asked(&path) => Ok(()),
            [false, false] => {
                if a.bytes()? != b.bytes()? {
                    let changes = self.file(a, b)?;
                    self.push(&path, changes);
                }
                Ok(())
            }
            _ => Err(Error::Usage(format!("{path}: a file in one game, a folder in the other"))),
        }
    }

    fn is_asked(&self, path: &str) -> bool {
        self.only.is_none_or(|only| only.contains(&path.to_lowercase()))
    }

    fn push(&mut self, path: &str, changes: Vec<Change>) {
        self.files.push(FileChanges { path: path.to_owned(), changes });
    }

    /// True if a folder of one of the games may be entered: links must not lead in circles.
    fn enters(&mut self, folder: &Node, side: Side) -> bool {
        let [old, new] = &mut self.links;
        match side {
            Side::Old => old.may_enter(folder),
            Side::New => new.may_enter(folder),
        }
    }

    /// Calls `act` for a file, or for every file below a folder.
    fn each_file(
        &mut self,
        node: &Node,
        side: Side,
        path: &str,
        act: &mut dyn FnMut(&mut Self, &Node, &str) -> Result<()>,
    ) -> Result<()> {
        let path = join(path, &node.name());
        if node.kind() != NodeKind::Folder {
            let meant = !node.is_backup() && self.is_asked(&path);
            return if meant { act(self, node, &path) } else { Ok(()) };
        }
        if self.enters(node, side) { self.each_below(node, side, &path, act) } else { Ok(()) }
    }

    /// Calls `act` for every file below a folder whose own path is `path`.
    fn each_below(
        &mut self,
        folder: &Node,
        side: Side,
        path: &str,
        act: &mut dyn FnMut(&mut Self, &Node, &str) -> Result<()>,
    ) -> Result<()> {
        folder.children()?.try_for_each(|child| self.each_file(&child, side, path, act))
    }

    fn removed_file(&mut self, file: &Node, path: &str) -> Result<()> {
        let what = What::Remove { before: Digest::of(&file.bytes()?) };
        self.push(path, vec![here(what)]);
        Ok(())
    }

    fn new_file(&mut self, file: &Node, path: &str) -> Result<()> {
        let blob = self.blob("payload", &file.name(), file.bytes()?.to_vec());
        self.push(path, vec![here(What::Put { blob, before: None })]);
        Ok(())
    }

    /// What changes in a file that both games have.
    fn file(&mut self, a: &Node, b: &Node) -> Result<Vec<Change>> {
        match self.inside(a, b, "")? {
            Some(changes) if !changes.is_empty() => Ok(changes),
            _ => Ok(vec![here(self.bytes(a, b)?)]),
        }
    }

    /// What changes in two archives, or in two things that have fields; `None` where neither says
    /// it.
    fn inside(&mut self, a: &Node, b: &Node, entry: &str) -> Result<Option<Vec<Change>>> {
        let kind = |node: &Node| node.open_container().ok().flatten().map(|open| open.kind());
        match (kind(a), kind(b)) {
            (Some(left), Some(right)) if left == right => {
                // Entries that a header does not count would become entries to remove.
                for node in [a, b] {
                    require_count(&node.bytes()?).map_err(Error::about(node.path()))?;
                }
                self.entries(a, b, entry, left)
            }
            (None, None) => Ok(fields(a, b).map(|sets| {
                sets.into_iter().map(|what| Change { entry: entry.to_owned(), what }).collect()
            })),
            _ => Ok(None),
        }
    }

    /// What changes in the entries of two archives. What no change can say (entries of one name and
    /// type, what stands behind the ends of names, how RsLi packs) makes it none.
    fn entries(
        &mut self,
        a: &Node,
        b: &Node,
        entry: &str,
        kind: ContainerKind,
    ) -> Result<Option<Vec<Change>>> {
        let (mut changes, mut removed) = (Vec::new(), Removed::default());
        let mut added = HashSet::new();
        for pair in pairs(a, b)? {
            match pair {
                Pair::Both(x, y) => {
                    let Some(more) = self.entry(&x, &y, entry)? else { return Ok(None) };
                    changes.extend(more);
                }
                _ if kind == ContainerKind::RsLi => return Ok(None),
                Pair::Left(x) => {
                    removed.add(&x, changes.len());
                    let what = What::Remove { before: Digest::of(&x.bytes()?) };
                    changes.push(Change { entry: join(entry, &segment(&x)), what });
                }
                Pair::Right(y) => {
                    let Some(name) = plain_name(&y) else { return Ok(None) };
                    let renamed = removed.take(a, &y).filter(|(_, x)| has_attributes_of(x, &y));
                    match renamed.and_then(|(place, _)| changes.get_mut(place)) {
                        Some(told) => told.what = What::Rename { to: name },
                        None => match self.new_entry(a, (&y, name), entry, &mut added)? {
                            Some(change) => changes.push(change),
                            None => return Ok(None),
                        },
                    }
                }
            }
        }
        Ok(Some(changes))
    }

    fn new_entry(
        &mut self,
        a: &Node,
        (y, name): (&Node, String),
        entry: &str,
        added: &mut HashSet<(Vec<u8>, TypeId)>,
    ) -> Result<Option<Change>> {
        let Some(info) = y.entry() else { return Ok(None) };
        let Some(type_id) = info.type_id() else { return Ok(None) };
        let named = a.open_container()?.map(|open| open.named(info.name())).unwrap_or_default();
        let mut taken = named.into_iter().filter_map(|index| a.entry_number(index).ok()?.entry());
        let is_taken = taken.any(|other| other.type_id() == Some(type_id));
        if is_taken || !added.insert((info.name().to_ascii_lowercase(), type_id)) {
            return Ok(None);
        }
        let attributes = info.attributes().unwrap_or_default();
        let blob = self.blob("payload", &name, y.bytes()?.to_vec());
        let what = What::Add { name, type_id, attributes, blob };
        Ok(Some(Change { entry: entry.to_owned(), what }))
    }

    /// What changes in an entry that both archives have.
    fn entry(&mut self, x: &Node, y: &Node, entry: &str) -> Result<Option<Vec<Change>>> {
        let same = x.bytes()? == y.bytes()?;
        if same && x.entry() == y.entry() {
            return Ok(Some(Vec::new()));
        }
        let own = join(entry, &segment(x));
        let mut changes = Vec::new();
        let mut attributes = entry_meta(x).map(|entry| entry.attributes);
        if !same {
            match self.checked(x, y, &own)? {
                Some((more, now)) => {
                    changes = more;
                    attributes = now.or(attributes);
                }
                None => {
                    let what = self.bytes(x, y)?;
                    changes.push(Change { entry: own.clone(), what });
                }
            }
        }
        let wanted = entry_meta(y).map(|entry| entry.attributes);
        for (field, from, to) in other_attributes(attributes, wanted) {
            let (field, from) = (field.to_owned(), Some(Value::from(from)));
            let what = What::Set { field, from, to: to.into() };
            changes.push(Change { entry: own.clone(), what });
        }
        match other_name(x, y) {
            Some(Ok(to)) => changes.push(Change { entry: own, what: What::Rename { to } }),
            Some(Err(())) => return Ok(None),
            None => {}
        }
        Ok(Some(changes))
    }

    /// What changes inside of an entry, if just the new bytes come of it; and its attributes then.
    #[allow(clippy::type_complexity)]
    fn checked(
        &mut self,
        x: &Node,
        y: &Node,
        own: &str,
    ) -> Result<Option<(Vec<Change>, Option<[u32; 3]>)>> {
        let Some(changes) = self.inside(x, y, "")?.filter(|changes| !changes.is_empty()) else {
            return Ok(None);
        };
        let Some((bytes, attributes)) = merge::applied(&self.package, x, &changes)? else {
            return Ok(None);
        };
        let made = merge::in_memory("made", bytes.clone())?;
        if bytes != y.bytes()? && !same_content(&made, y) {
            return Ok(None);
        }
        let deeper = |change: Change| match change.entry.is_empty() {
            true => Change { entry: own.to_owned(), ..change },
            false => Change { entry: join(own, &change.entry), ..change },
        };
        Ok(Some((changes.into_iter().map(deeper).collect(), attributes)))
    }

    /// Other bytes: as a delta where that is smaller.
    fn bytes(&mut self, a: &Node, b: &Node) -> Result<What> {
        let (old, new) = (a.bytes()?, b.bytes()?);
        let before = Digest::of(&old);
        let made = if old.is_empty() { None } else { delta::make(&old, &new).ok() };
        let size = new.len() as u64;
        let fits = |delta: &Vec<u8>| {
            delta.len() < new.len() && delta::apply(&old, delta, size).is_ok_and(|made| made == new)
        };
        Ok(match made.filter(fits) {
            Some(delta) => {
                let blob = self.blob("delta", &b.name(), delta);
                What::Delta { blob, before, after: Digest::of(&new), size }
            }
            None => {
                let blob = self.blob("payload", &b.name(), new.to_vec());
                What::Put { blob, before: Some(before) }
            }
        })
    }

    /// Keeps bytes under a name that people can read.
    fn blob(&mut self, folder: &str, name: &str, bytes: Vec<u8>) -> Blob {
        self.number += 1;
        let file = format!("{folder}/{:04}-{}", self.number, safe_name::escape(name.as_bytes()));
        let blob =
            Blob { file: file.clone(), size: bytes.len() as u64, sha256: Digest::of(&bytes) };
        self.package.keep(file, bytes);
        blob
    }
}

/// How a path names an entry.
fn segment(node: &Node) -> String {
    let path = node.path();
    path.rsplit('/').next().unwrap_or(&path).to_owned()
}

fn has_attributes_of(x: &Node, y: &Node) -> bool {
    let attributes = |node: &Node| node.entry().and_then(|entry| entry.attributes());
    attributes(x) == attributes(y)
}

fn other_attributes(
    now: Option<[u32; 3]>,
    wanted: Option<[u32; 3]>,
) -> impl Iterator<Item = (&'static str, u32, u32)> {
    let pairs = now.unwrap_or_default().into_iter().zip(wanted.unwrap_or_default());
    let names = ["@attr1", "@attr2", "@attr3"].into_iter();
    names.zip(pairs).map(|(name, (now, to))| (name, now, to)).filter(|(_, now, to)| now != to)
}

/// The name of an entry, if it comes back of its text as it is.
fn plain_name(node: &Node) -> Option<String> {
    let info = node.entry()?;
    let Record::NRes(record) = &info.record else { return None };
    let name = info.name_shown();
    let made = NewEntry::new(record.type_id, text::encode(&name)?).ok()?;
    (made.name == record.name).then_some(name)
}

/// The other name of an entry; an error where its archive says more of it that no change can say.
fn other_name(x: &Node, y: &Node) -> Option<Result<String, ()>> {
    let (Some(left), Some(right)) = (x.entry(), y.entry()) else { return None };
    match (&left.record, &right.record) {
        (Record::NRes(a), Record::NRes(b)) if a.name == b.name => None,
        (Record::NRes(_), Record::NRes(_)) => Some(plain_name(y).ok_or(())),
        _ if same_entry(x, y) => None,
        _ => Some(Err(())),
    }
}

/// Whether two archives hold the same, wherever in them it lies.
fn same_content(a: &Node, b: &Node) -> bool {
    let kind = |node: &Node| node.open_container().ok().flatten().map(|open| open.kind());
    let (Some(left), Some(right)) = (kind(a), kind(b)) else { return false };
    let Ok(mut pairs) = pairs(a, b) else { return false };
    left == right
        && pairs.all(|pair| match pair {
            Pair::Both(x, y) => {
                let same = matches!((x.bytes(), y.bytes()), (Ok(x), Ok(y)) if x == y);
                (same || same_content(&x, &y)) && same_entry(&x, &y)
            }
            Pair::Left(_) | Pair::Right(_) => false,
        })
}

/// The fields that make one thing of another, if there are such and they are few.
fn fields(a: &Node, b: &Node) -> Option<Vec<What>> {
    let (names, bytes) = ([a.name(), b.name()], [a.bytes().ok()?, b.bytes().ok()?]);
    let [left, right] = [(a, &names[0], &bytes[0]), (b, &names[1], &bytes[1])]
        .map(|(node, name, bytes)| Subject { name, bytes, entry: entry_meta(node) });
    let (known, other) = (format::of_node(a, &left), format::of_node(b, &right));
    let document = known.document();
    if matches!(known, format::Known::Bytes) || document.id() != other.document().id() {
        return None;
    }
    let tree = document.tree(&left, Form::Full).ok()?;
    let wanted = other.document().tree(&right, Form::Full).ok()?;
    let found = compare::compare(&tree, &wanted, &["derived"]);
    let settable = |found: &Difference| {
        let told = tree.find(&found.field).is_ok_and(|found| matches!(found.edit(), Edit::Never));
        !told
    };
    let found: Vec<Difference> = found.into_iter().filter(settable).take(MOST_FIELDS + 1).collect();
    if found.is_empty() || found.len() > MOST_FIELDS {
        return None;
    }
    let sets = as_sets(found);
    // Seen once to make just that.
    let makes = |sets: &[What]| {
        let said = sets.iter().filter_map(said).collect::<Vec<_>>();
        edit::set(document, &left, &said).is_ok_and(|made| made.bytes == right.bytes)
    };
    let is_text = |what: &What| matches!(what, What::Set { field, .. } if field == TEXT);
    let parts: Vec<What> = sets.iter().filter(|what| !is_text(what)).cloned().collect();
    let is_said = |sets: &[What]| !sets.is_empty() && !sets.iter().any(is_long);
    if parts.len() < sets.len() && is_said(&parts) && makes(&parts) {
        return Some(parts);
    }
    (is_said(&sets) && makes(&sets)).then_some(sets)
}

/// Whether a value of a change is too long to be said.
fn is_long(what: &What) -> bool {
    fn len(value: &Value) -> usize {
        match value {
            Value::String(text) => text.len(),
            Value::Array(all) => all.len() + all.iter().map(len).sum::<usize>(),
            Value::Object(all) => all.iter().map(|(key, value)| key.len() + len(value)).sum(),
            _ => 1,
        }
    }
    match what {
        What::Set { from, to, .. } => from.iter().chain([to]).any(|it| len(it) > LONGEST_VALUE),
        _ => false,
    }
}

/// Differences as changes. What is added comes behind what is changed, and what is taken out goes
/// from the end.
fn as_sets(found: Vec<Difference>) -> Vec<What> {
    let (mut sets, mut added, mut cut) = (Vec::new(), Vec::new(), Vec::new());
    for Difference { field, a, b, .. } in found {
        let in_list = field.ends_with(']');
        match (a, b) {
            (Value::Null, to) if in_list => {
                let list = field.rsplit_once('[').map_or("", |(list, _)| list);
                added.push(What::Set { field: format!("{list}[+]"), from: None, to });
            }
            (from, Value::Null) if in_list => {
                cut.push(What::Set { field, from: Some(from), to: Value::Null });
            }
            (from, to) => sets.push(What::Set { field, from: Some(from), to }),
        }
    }
    sets.append(&mut added);
    sets.extend(cut.into_iter().rev());
    sets
}

fn said(what: &What) -> Option<(String, String)> {
    match what {
        What::Set { field, to, .. } => Some((field.clone(), merge::said(field, to))),
        _ => None,
    }
}
