//! Mods laid over a game: what each file becomes, and what does not go together.
//!
//! Everything is worked out from the files of the game alone, so the same mods in the same order
//! give the same bytes whatever was installed before. In each thing, first whole payloads are
//! settled (another delta, other bytes, gone), then what is inside of them, then fields. A change
//! that says what it was made of is made only where that is still there; three sides are compared,
//! the game, what the mod was made of, and what it wants.

mod archive;
mod referee;
mod sets;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use ngi_verbs::check::entry_meta;
use ngi_verbs::document::edit;
use ngi_verbs::document::write::Part;
use ngi_verbs::format::{self, Form, Subject};
use ngi_verbs::{Error, Result, json};
use ngi_vfs::{Bytes, MemoryRoot, Node, Vfs};
use rayon::prelude::*;

use self::referee::Referee;
pub use self::referee::{Conflict, Layer, Misfit};
use self::sets::Set;
pub(crate) use self::sets::said;
use crate::change::{Change, FileChanges, What};
use crate::content::Content;
use crate::delta;
use crate::hash::Digest;

/// Texts whose lists hold lines that go by their names: two mods may both add some. In all other
/// formats something counts what is in a list, and what a later mod adds would have another number
/// than it knows.
const LINES: [&str; 3] = ["builddat", "cfg", "ini"];

/// The files of a game, for whoever lays mods over it.
pub trait Source: Sync {
    /// A file by its path, case ignored: as the game spells it, and its bytes.
    fn file(&self, path: &str) -> Result<Option<(String, Bytes)>>;

    /// A path as the game spells its folders, as far as it has them.
    fn spelt(&self, path: &str) -> String;
}

impl Source for Vfs {
    fn file(&self, path: &str) -> Result<Option<(String, Bytes)>> {
        match self.locate(path) {
            Ok(node) if node.kind() == ngi_vfs::NodeKind::File => {
                Ok(Some((node.path(), node.bytes()?)))
            }
            Ok(node) => Err(Error::Usage(format!("{}: is no file in this game", node.path()))),
            Err(ngi_vfs::Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    fn spelt(&self, path: &str) -> String {
        let Some((folder, name)) = path.rsplit_once('/') else { return path.to_owned() };
        match self.locate(folder) {
            Ok(known) => format!("{}/{name}", known.path()),
            Err(_) => format!("{}/{name}", self.spelt(folder)),
        }
    }
}

/// What becomes of the files that mods touch.
#[derive(Debug, Default)]
pub struct Merged {
    /// By their paths, as the game spells them: the bytes, or `None` where there is no such file.
    /// Files that stay what they are, are among them.
    pub files: BTreeMap<String, Option<Content>>,
    /// What mods do not agree about. The winner's change is made.
    pub conflicts: Vec<Conflict>,
    /// What does not fit the game.
    pub misfits: Vec<Misfit>,
}

impl Merged {
    /// The files, each in one piece.
    pub(crate) fn in_one_piece(&self) -> impl Iterator<Item = (String, Option<Bytes>)> {
        self.files.iter().map(|(path, it)| (path.clone(), it.as_ref().map(Content::to_bytes)))
    }

    /// Fails where something does not fit the game and nobody wants it all the same.
    pub fn fits(&self) -> Result<()> {
        let wrong: Vec<String> =
            self.misfits.iter().filter(|each| !each.forced).map(|each| each.to_string()).collect();
        match wrong.is_empty() {
            true => Ok(()),
            false => {
                let why = "does not fit this game; nothing was changed:";
                Err(Error::Usage(format!("{why}\n  {}", wrong.join("\n  "))))
            }
        }
    }
}

/// Lays mods over a game, the lowest first.
pub fn merge(game: &dyn Source, layers: &[Layer<'_>]) -> Result<Merged> {
    let mut asked: BTreeMap<String, Vec<(usize, &FileChanges)>> = BTreeMap::new();
    for (by, layer) in layers.iter().enumerate() {
        for file in &layer.package.changes.files {
            asked.entry(file.path.to_lowercase()).or_default().push((by, file));
        }
    }
    // No file has to do with another, and an archive may be large.
    let files: Vec<_> = asked.into_values().collect();
    let files: Vec<_> = files.par_iter().map(|files| merged_file(game, layers, files)).collect();
    let mut merging = Merging::new(layers);
    let mut merged = Merged::default();
    let mut renamed = Vec::new();
    // Files that the game does not have, and who brings them.
    let mut new: Vec<(usize, String)> = Vec::new();
    for file in files {
        let MergedFile { path, brought_by, place, referee } = file?;
        merging.referee.hear(referee);
        new.extend(brought_by.map(|by| (by, path.clone())));
        match place {
            Place::Here(bytes) => {
                merged.files.insert(path, bytes);
            }
            Place::Elsewhere { by, to, bytes } => {
                merged.files.insert(path, None);
                renamed.push((by, to, bytes));
            }
        }
    }
    let mut spelt: HashMap<String, String> =
        merged.files.keys().map(|path| (path.to_lowercase(), path.clone())).collect();
    for (by, to, bytes) in renamed {
        new.push((by, to.clone()));
        merging.move_to(game, (by, to, bytes), (&mut merged, &mut spelt))?;
    }
    for (by, path) in new {
        let is_file = |above: &str| match spelt.get(&above.to_lowercase()) {
            Some(known) => merged.files.get(known).is_some_and(|bytes| bytes.is_some()),
            None => matches!(game.file(above), Ok(Some(_))),
        };
        if path.match_indices('/').any(|(end, _)| path.get(..end).is_some_and(is_file)) {
            merging.referee.refuse(&path, by, "lies in a folder, and that is a file");
        }
    }
    (merged.conflicts, merged.misfits) = (merging.referee.conflicts, merging.referee.misfits);
    Ok(merged)
}

/// What becomes of one file.
struct MergedFile<'m> {
    path: String,
    /// The mod that brings it, if the game does not have it.
    brought_by: Option<usize>,
    place: Place,
    referee: Referee<'m>,
}

/// Lays what mods want of one file over it.
fn merged_file<'m>(
    game: &dyn Source,
    layers: &[Layer<'m>],
    files: &[(usize, &'m FileChanges)],
) -> Result<MergedFile<'m>> {
    let mut merging = Merging::new(layers);
    let (by, wanted) = files.first().map_or((0, ""), |(by, file)| (*by, file.path.as_str()));
    let old = game.file(wanted)?;
    let path = old.as_ref().map_or_else(|| game.spelt(wanted), |(path, _)| path.clone());
    let brought_by = old.is_none().then_some(by);
    let place = merging.file(&path, old.map(|(_, bytes)| bytes), files)?;
    Ok(MergedFile { path, brought_by, place, referee: merging.referee })
}

/// Where a file ends up.
enum Place {
    Here(Option<Content>),
    Elsewhere { by: usize, to: String, bytes: Content },
}

/// A change of one mod, with the rest of the path of what it is for.
#[derive(Debug, Clone, Copy)]
struct Asked<'m> {
    by: usize,
    entry: &'m str,
    what: &'m What,
}

/// What a whole payload becomes, and by whom.
struct Whole {
    by: usize,
    bytes: Option<Bytes>,
}

/// What becomes of a thing.
struct Thing {
    /// Its bytes; `None` if it goes.
    bytes: Option<Content>,
    /// Its attributes, for an entry.
    attributes: Option<[u32; 3]>,
}

struct Merging<'m> {
    referee: Referee<'m>,
}

impl<'m> Merging<'m> {
    fn new(layers: &[Layer<'m>]) -> Self {
        Self { referee: Referee::new(layers.to_vec()) }
    }

    /// What becomes of one file.
    fn file(
        &mut self,
        path: &str,
        old: Option<Bytes>,
        files: &[(usize, &'m FileChanges)],
    ) -> Result<Place> {
        let changes = files.iter().flat_map(|(by, file)| {
            let asked = move |change: &'m Change| Asked {
                by: *by,
                entry: &change.entry,
                what: &change.what,
            };
            file.changes.iter().map(asked)
        });
        let (names, asked): (Vec<Asked<'m>>, Vec<Asked<'m>>) = changes
            .partition(|each| each.entry.is_empty() && matches!(each.what, What::Rename { .. }));
        let name = self.name(path, &names);
        let bytes = match old {
            Some(old) => {
                let node = in_memory(path, old)?;
                self.thing(&node, path, &asked)?.bytes
            }
            None => self.new_file(path, &asked)?,
        };
        Ok(match (name, bytes) {
            (Some((by, to)), Some(bytes)) => Place::Elsewhere { by, to, bytes },
            (Some((by, _)), None) => {
                self.referee.refuse(path, by, "there is no such file to rename");
                Place::Here(None)
            }
            (None, bytes) => Place::Here(bytes),
        })
    }

    /// A file that the game does not have: somebody has to bring it.
    fn new_file(&mut self, path: &str, asked: &[Asked<'m>]) -> Result<Option<Content>> {
        let whole = self.whole(path, None, asked)?;
        let rest = asked.iter().find(|each| !(each.entry.is_empty() && each.what.is_whole()));
        if let Some(rest) = rest {
            self.referee.refuse(path, rest.by, "this game has no such file");
        }
        Ok(whole.and_then(|whole| whole.bytes).map(Content::from))
    }

    /// A renamed file gets to its new place. `spelt` has the paths of `merged` by their folded ones.
    fn move_to(
        &mut self,
        game: &dyn Source,
        (by, to, bytes): (usize, String, Content),
        (merged, spelt): (&mut Merged, &mut HashMap<String, String>),
    ) -> Result<()> {
        let there = spelt.get(&to.to_lowercase()).cloned();
        let taken = match &there {
            Some(path) => merged.files.get(path).is_some_and(|bytes| bytes.is_some()),
            None => game.file(&to)?.is_some_and(|(_, there)| bytes != there),
        };
        if taken {
            self.referee.refuse(&to, by, "there is a file of that name already");
            return Ok(());
        }
        let path = there.unwrap_or_else(|| game.spelt(&to));
        spelt.insert(to.to_lowercase(), path.clone());
        merged.files.insert(path, Some(bytes));
        Ok(())
    }

    /// The one name that something gets.
    fn name(&mut self, place: &str, asked: &[Asked<'m>]) -> Option<(usize, String)> {
        let mut name: Option<(usize, String)> = None;
        for each in asked {
            let What::Rename { to } = each.what else { continue };
            name = match name {
                Some((by, known)) if known != *to => {
                    let wanted = [known.clone(), to.clone()];
                    let winner = self.referee.decide(place, [by, each.by], wanted);
                    Some(if winner == by { (by, known) } else { (each.by, to.clone()) })
                }
                Some(known) => Some(known),
                None => Some((each.by, to.clone())),
            };
        }
        name
    }

    /// What becomes of a file or an entry that is there.
    fn thing(&mut self, node: &Node, place: &str, asked: &[Asked<'m>]) -> Result<Thing> {
        let old = node.bytes()?;
        let attributes = entry_meta(node).map(|entry| entry.attributes);
        let mut asked = asked.to_vec();
        let mut whole = self.whole(place, Some(&old), &asked)?;
        asked.retain(|each| !(each.entry.is_empty() && each.what.is_whole()));
        if let Some(Whole { by, bytes: None }) = whole {
            // It goes, unless somebody who is heard before changes something in it.
            let goes = asked.iter().filter(|each| each.by != by).all(|each| {
                let wanted = ["it gone".to_owned(), "it changed".to_owned()];
                self.referee.decide(place, [by, each.by], wanted) == by
            });
            if goes {
                return Ok(Thing { bytes: None, attributes });
            }
            whole = None;
        }
        let changed_by = whole.as_ref().map(|whole| whole.by);
        let bytes = whole.and_then(|whole| whole.bytes).unwrap_or(old);
        if asked.is_empty() {
            return Ok(Thing { bytes: Some(bytes.into()), attributes });
        }
        let fresh = match changed_by {
            Some(_) => Some(in_memory("thing", bytes.clone())?),
            None => None,
        };
        let now = fresh.as_ref().unwrap_or(node);
        let (inside, sets): (Vec<_>, Vec<_>) = asked
            .into_iter()
            .partition(|each| !matches!(each.what, What::Set { .. }) || !each.entry.is_empty());
        let bytes = match inside.is_empty() {
            true => Content::from(bytes),
            false => self.archive(now, place, &inside)?.unwrap_or_else(|| bytes.into()),
        };
        if sets.is_empty() {
            return Ok(Thing { bytes: Some(bytes), attributes });
        }
        let bytes = bytes.to_bytes();
        self.fields((node, now), place, (bytes, attributes), (&sets, changed_by))
    }

    /// The one payload that something gets, where some mods give it another.
    fn whole(
        &mut self,
        place: &str,
        old: Option<&Bytes>,
        asked: &[Asked<'m>],
    ) -> Result<Option<Whole>> {
        let mut settled: Option<Whole> = None;
        let mut now = None;
        for each in asked.iter().filter(|each| each.entry.is_empty() && each.what.is_whole()) {
            let old_sum = *now.get_or_insert_with(|| old.map(|old| Digest::of(old)));
            let lower = settled.as_ref().and_then(|known| known.bytes.clone());
            let lower = lower.map(|bytes| (Digest::of(&bytes), bytes));
            if let Some((sum, bytes)) = lower.filter(|(sum, _)| each.what.before() == Some(*sum)) {
                // Made over that mod, so there is nothing to decide.
                if let Some(bytes) = self.payload(place, (Some(&bytes), Some(sum)), each)? {
                    settled = Some(Whole { by: each.by, bytes });
                }
                continue;
            }
            let Some(bytes) = self.payload(place, (old, old_sum), each)? else { continue };
            settled = Some(match settled {
                Some(known) if known.bytes != bytes => {
                    let wanted = [&known.bytes, &bytes].map(in_words);
                    let winner = self.referee.decide(place, [known.by, each.by], wanted);
                    if winner == known.by { known } else { Whole { by: each.by, bytes } }
                }
                Some(known) => known,
                None => Whole { by: each.by, bytes },
            });
        }
        Ok(settled)
    }

    /// What one mod makes of a payload: bytes, or `None` if it goes; nothing where it does not fit.
    fn payload(
        &mut self,
        place: &str,
        (old, now): (Option<&Bytes>, Option<Digest>),
        asked: &Asked<'m>,
    ) -> Result<Option<Option<Bytes>>> {
        let by = asked.by;
        let Some(package) = self.referee.package(by) else { return Ok(None) };
        let other = "is not what the mod was made of";
        Ok(match asked.what {
            What::Delta { blob, before, after, size } => match old {
                Some(old) if now == Some(*after) => Some(Some(old.clone())),
                Some(old) if now == Some(*before) => {
                    let made = delta::apply(old, &package.blob(blob)?, *size);
                    let made = made.map_err(|why| refused(&blob.file, &why))?;
                    if Digest::of(&made) != *after {
                        return Err(refused(&blob.file, "makes something else than it says"));
                    }
                    Some(Some(made.into()))
                }
                Some(_) => {
                    // Nothing can be made of other bytes, however much somebody wants it.
                    self.referee.refuse(place, by, other);
                    None
                }
                None => {
                    self.referee.refuse(place, by, "is not in this game");
                    None
                }
            },
            What::Put { blob, before } => {
                let as_made = now == *before || now == Some(blob.sha256);
                let wanted = as_made || self.referee.misfit(place, by, other);
                if wanted { Some(Some(package.blob(blob)?.into())) } else { None }
            }
            What::Remove { before } => {
                let gone =
                    now.is_none_or(|now| now == *before) || self.referee.misfit(place, by, other);
                gone.then_some(None)
            }
            What::Set { .. } | What::Add { .. } | What::Rename { .. } => None,
        })
    }

    /// Sets the fields of a thing that has these bytes and attributes so far. `first` is the thing
    /// as the game has it, `now` as it is.
    fn fields(
        &mut self,
        (first, now): (&Node, &Node),
        place: &str,
        (bytes, attributes): (Bytes, Option<[u32; 3]>),
        (asked, changed_by): (&[Asked<'m>], Option<usize>),
    ) -> Result<Thing> {
        let sets = asked.iter().filter_map(|each| match each.what {
            What::Set { field, from, to } => {
                Some(Set { by: each.by, field, from: from.as_ref(), to })
            }
            _ => None,
        });
        let sets: Vec<Set<'m>> = sets.collect();
        let name = first.name();
        let subject = Subject { name: &name, bytes: &bytes, entry: entry_meta(first) };
        let known = format::of_node(now, &subject);
        let joins = LINES.contains(&known.document().id());
        let sets = sets::settled(place, &sets, joins, &mut self.referee);
        let (own, sets): (Vec<Set<'m>>, Vec<Set<'m>>) =
            sets.into_iter().partition(|set| set.field.starts_with('@'));
        let mut thing = Thing { bytes: Some(bytes.clone().into()), attributes };
        if !sets.is_empty() {
            let made = self.set(known.document(), &subject, place, (&sets, changed_by))?;
            if let Some(edit::Edited { bytes, entry, .. }) = made {
                thing.bytes = Some(Bytes::from(bytes).into());
                thing.attributes = entry.map(|entry| entry.attributes).or(attributes);
            }
        }
        for set in own {
            self.attribute(place, &set, &mut thing);
        }
        Ok(thing)
    }

    /// Sets fields of a document.
    fn set(
        &mut self,
        document: &dyn format::Document,
        subject: &Subject<'_>,
        place: &str,
        (sets, changed_by): (&[Set<'m>], Option<usize>),
    ) -> Result<Option<edit::Edited>> {
        let by = sets.first().map_or(0, |set| set.by);
        let tree = match document.tree(subject, Form::Full) {
            Ok(tree) => tree,
            Err(why) => {
                self.referee.refuse(place, by, why.to_string());
                return Ok(None);
            }
        };
        let mut fields = Vec::new();
        for set in sets {
            let found = tree.find(set.field).ok();
            let found = found.and_then(|found| json::to_value(&Part(&found.node)).ok());
            let differs = match (set.from, &found) {
                _ if set.field.ends_with("[+]") => false,
                (_, Some(now)) if sets::same(now, set.to) => continue,
                (Some(from), now) => !now.as_ref().is_some_and(|now| sets::same(now, from)),
                (None, _) => false,
            };
            if !differs || self.is_wanted(place, set, found.as_ref(), changed_by) {
                fields.push((set.field.to_owned(), set.said()));
            }
        }
        drop(tree);
        if fields.is_empty() {
            return Ok(None);
        }
        match edit::set(document, subject, &fields) {
            Ok(edited) => Ok(Some(edited)),
            Err(why) => {
                let (by, why) = blamed(document, subject, sets).unwrap_or((by, why));
                self.referee.refuse(place, by, why.to_string());
                Ok(None)
            }
        }
    }

    /// Whether a field is to be set that has another value than the mod was made of.
    fn is_wanted(
        &mut self,
        place: &str,
        set: &Set<'m>,
        now: Option<&serde_json::Value>,
        changed_by: Option<usize>,
    ) -> bool {
        let place = format!("{place} {}", set.field);
        let is = now.map_or_else(|| "not there".to_owned(), |now| sets::short(&now.to_string()));
        match changed_by.filter(|other| *other != set.by) {
            Some(other) => {
                let wanted = [is, sets::short(&set.said())];
                self.referee.decide(&place, [other, set.by], wanted) == set.by
            }
            None => {
                let was = set.from.map_or_else(String::new, |from| sets::short(&from.to_string()));
                self.referee.misfit(
                    &place,
                    set.by,
                    format!("is {is}, and the mod was made where it is {was}"),
                )
            }
        }
    }

    /// Sets an attribute of an entry.
    fn attribute(&mut self, place: &str, set: &Set<'m>, thing: &mut Thing) {
        let slot = match (set.field, &mut thing.attributes) {
            ("@attr1", Some([slot, _, _])) => slot,
            ("@attr2", Some([_, slot, _])) => slot,
            ("@attr3", Some([_, _, slot])) => slot,
            _ => {
                self.referee.refuse(
                    place,
                    set.by,
                    format!("{}: there is no such attribute", set.field),
                );
                return;
            }
        };
        let Some(to) = set.to.as_u64().and_then(|to| u32::try_from(to).ok()) else {
            self.referee.refuse(place, set.by, format!("{}: no number 0..4294967295", set.field));
            return;
        };
        let now = *slot;
        let fits = now == to || set.from.is_none_or(|from| from.as_u64() == Some(now.into()));
        if fits || self.is_wanted(place, set, Some(&now.into()), None) {
            match (set.field, &mut thing.attributes) {
                ("@attr1", Some([slot, _, _])) => *slot = to,
                ("@attr2", Some([_, slot, _])) => *slot = to,
                (_, Some([_, _, slot])) => *slot = to,
                _ => {}
            }
        }
    }
}

/// The first mod whose own fields cannot be set, and why.
fn blamed(
    document: &dyn format::Document,
    subject: &Subject<'_>,
    sets: &[Set<'_>],
) -> Option<(usize, Error)> {
    let mods: BTreeSet<usize> = sets.iter().map(|set| set.by).collect();
    mods.into_iter().find_map(|by| {
        let own = sets.iter().filter(|set| set.by == by);
        let fields: Vec<_> = own.map(|set| (set.field.to_owned(), set.said())).collect();
        edit::set(document, subject, &fields).err().map(|why| (by, why))
    })
}

fn in_words(bytes: &Option<Bytes>) -> String {
    match bytes {
        Some(bytes) => format!("other {} bytes", bytes.len()),
        None => "it gone".to_owned(),
    }
}

fn refused(file: &str, why: &str) -> Error {
    crate::package::refused(file, format!("this delta cannot be used: {why}"))
}

/// A file as a node of its own.
pub(crate) fn in_memory(path: &str, bytes: Bytes) -> Result<Node> {
    let vfs = Vfs::in_memory(MemoryRoot::new().with(path, bytes)?);
    Ok(vfs.locate(path)?)
}

/// What a thing becomes by changes of one mod; `None` where one of them does not fit.
pub(crate) fn applied(
    package: &crate::Mod,
    node: &Node,
    changes: &[Change],
) -> Result<Option<(Bytes, Option<[u32; 3]>)>> {
    let layer = Layer { package, preferred: false };
    let mut merging = Merging { referee: Referee::new(vec![layer]) };
    let asked: Vec<Asked<'_>> = changes
        .iter()
        .map(|change| Asked { by: 0, entry: &change.entry, what: &change.what })
        .collect();
    let Thing { bytes, attributes } = merging.thing(node, "", &asked)?;
    let fits = merging.referee.misfits.is_empty() && merging.referee.conflicts.is_empty();
    Ok(bytes.filter(|_| fits).map(|bytes| (bytes.to_bytes(), attributes)))
}
