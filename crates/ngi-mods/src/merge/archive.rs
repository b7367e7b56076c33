//! What becomes of an archive some of whose entries change.

use std::collections::{BTreeMap, HashMap};
use std::io;

use ngi_formats::nres::{Archive, Editor, NewEntry, TypeId};
use ngi_formats::{rsli, text};
use ngi_verbs::{Error, Result};
use ngi_vfs::{Bytes, Container, ContainerKind, Node};

use super::{Asked, Merging, Thing};
use crate::change::What;
use crate::content::{Collector, Content};

/// What becomes of one entry.
struct Entry {
    /// One of the mods that change it.
    by: usize,
    thing: Thing,
    name: Option<Vec<u8>>,
}

/// An entry that is new.
struct Added<'m> {
    by: usize,
    name: &'m str,
    what: &'m What,
    bytes: Vec<u8>,
}

impl<'m> Merging<'m> {
    /// The bytes of an archive with other entries; `None` where nothing in it changes.
    pub(super) fn archive(
        &mut self,
        node: &Node,
        place: &str,
        asked: &[Asked<'m>],
    ) -> Result<Option<Content>> {
        let Some(container) = node.open_container()? else {
            let by = asked.first().map_or(0, |each| each.by);
            self.referee.refuse(place, by, "is no archive in this game");
            return Ok(None);
        };
        let mut entries: BTreeMap<usize, Vec<Asked<'m>>> = BTreeMap::new();
        let mut new = Vec::new();
        for each in asked {
            if each.entry.is_empty() {
                new.push(*each);
                continue;
            }
            let (segment, entry) = each.entry.split_once('/').unwrap_or((each.entry, ""));
            match container.resolve(place, segment) {
                Ok(index) => entries.entry(index).or_default().push(Asked { entry, ..*each }),
                // What is gone already, or has its new name, is as the mod wants it.
                Err(_) if entry.is_empty() && is_done(&container, each.what) => {}
                Err(why) => self.referee.refuse(place, each.by, why.to_string()),
            }
        }
        let mut changed = BTreeMap::new();
        for (index, asked) in entries {
            let place = format!("{place}/{}", container.segment(index));
            let entry = self.entry(&node.entry_number(index)?, &place, &asked)?;
            changed.insert(index, entry);
        }
        let added = self.added(node, place, &new)?;
        if changed.is_empty() && added.is_empty() {
            return Ok(None);
        }
        let written = match container.kind() {
            ContainerKind::NRes => nres(&node.bytes()?, changed, added),
            ContainerKind::RsLi => self.rsli(&node.bytes()?, place, changed, &added),
        };
        Ok(Some(written.map_err(Error::about(place))?))
    }

    fn entry(&mut self, node: &Node, place: &str, asked: &[Asked<'m>]) -> Result<Entry> {
        let is_name =
            |each: &Asked<'m>| each.entry.is_empty() && matches!(each.what, What::Rename { .. });
        let (names, rest): (Vec<Asked<'m>>, Vec<Asked<'m>>) =
            asked.iter().copied().partition(is_name);
        let name = self.name(place, &names);
        let name = name.and_then(|(by, name)| {
            let encoded = text::encode(&name);
            if encoded.is_none() {
                self.referee.refuse(place, by, format!("\"{name}\" is no name of an entry"));
            }
            encoded
        });
        let by = asked.last().map_or(0, |each| each.by);
        Ok(Entry { by, thing: self.thing(node, place, &rest)?, name })
    }

    /// The entries that are new, each once.
    fn added(&mut self, node: &Node, place: &str, asked: &[Asked<'m>]) -> Result<Vec<Added<'m>>> {
        let mut all: Vec<Added<'m>> = Vec::new();
        let mut places: HashMap<(String, TypeId), usize> = HashMap::new();
        for each in asked {
            let What::Add { name, type_id, blob, .. } = each.what else {
                self.referee.refuse(
                    place,
                    each.by,
                    "is an archive; only entries can be added to it",
                );
                continue;
            };
            let Some(package) = self.referee.package(each.by) else { continue };
            let place = format!("{place}/{name}@{type_id}");
            let bytes = package.blob(blob)?;
            if let Some(there) = existing(node, name, *type_id) {
                // The game may have it already; then there is nothing to do.
                if there.bytes()? != bytes {
                    self.referee.refuse(
                        &place,
                        each.by,
                        "the game has one already, with other bytes",
                    );
                }
                continue;
            }
            let new = Added { by: each.by, name, what: each.what, bytes };
            let at = *places.entry((name.to_ascii_lowercase(), *type_id)).or_insert(all.len());
            match all.get_mut(at) {
                None => all.push(new),
                Some(known) if known.is_same(&new) => {}
                Some(known) => {
                    let wanted = [&known.bytes, &new.bytes].map(|b| format!("{} bytes", b.len()));
                    if self.referee.decide(&place, [known.by, each.by], wanted) == each.by {
                        *known = new;
                    }
                }
            }
        }
        Ok(all)
    }

    /// Of an RsLi archive only payloads change: what else there is to say of an entry is how it is
    /// packed.
    fn rsli(
        &mut self,
        bytes: &Bytes,
        place: &str,
        changed: BTreeMap<usize, Entry>,
        added: &[Added<'m>],
    ) -> Result<Content> {
        let archive = rsli::Archive::read(bytes)?;
        let mut editor = rsli::Editor::open(&archive);
        if let Some(Added { by, .. }) = added.first() {
            self.referee.refuse(place, *by, "is an RsLi archive, to which no mod can add entries");
        }
        for (index, Entry { by, thing, name }) in changed {
            match (thing.bytes, name) {
                (Some(bytes), None) => editor.replace(index, Vec::from(bytes.to_bytes()))?,
                _ => self.referee.refuse(
                    place,
                    by,
                    "is an RsLi archive: only payloads can change in it",
                ),
            }
        }
        written(bytes, |out| editor.write_to(out))
    }
}

impl Added<'_> {
    fn is_same(&self, other: &Self) -> bool {
        let attributes = [self, other].map(|added| match added.what {
            What::Add { attributes, .. } => Some(*attributes),
            _ => None,
        });
        self.bytes == other.bytes && attributes[0] == attributes[1]
    }
}

/// Whether an archive that lacks an entry has what a change would make of it.
fn is_done(container: &Container, what: &What) -> bool {
    match what {
        What::Remove { .. } => true,
        What::Rename { to } => {
            text::encode(to).is_some_and(|name| container.first_named(&name).is_some())
        }
        _ => false,
    }
}

/// The entry of that name and type that an archive has already.
fn existing(node: &Node, name: &str, type_id: TypeId) -> Option<Node> {
    let container = node.open_container().ok()??;
    let named = container.named(&text::encode(name)?);
    let index = named.into_iter().find(|index| container.type_id(*index) == Some(type_id))?;
    node.entry_number(index).ok()
}

fn nres(bytes: &Bytes, changed: BTreeMap<usize, Entry>, added: Vec<Added<'_>>) -> Result<Content> {
    let archive = Archive::read(bytes)?;
    let mut editor = Editor::open(&archive);
    let mut gone = Vec::new();
    for (index, Entry { thing: Thing { bytes, attributes }, name, .. }) in changed {
        let Some(bytes) = bytes else {
            gone.push(index);
            continue;
        };
        if editor.payload(index).is_ok_and(|old| bytes != old) {
            editor.replace(index, Vec::from(bytes.to_bytes()))?;
        }
        if let Some([attr1, attr2, attr3]) = attributes {
            editor.set_attr1(index, attr1)?;
            editor.set_attr2(index, attr2)?;
            editor.set_attr3(index, attr3)?;
        }
        if let Some(name) = name {
            editor.rename(index, &name)?;
        }
    }
    gone.into_iter().rev().try_for_each(|index| editor.remove(index))?;
    for Added { name, what, bytes, .. } in added {
        let What::Add { type_id, attributes: [attr1, attr2, attr3], .. } = what else { continue };
        let encoded = text::encode(name);
        let encoded = encoded.ok_or_else(|| Error::Usage(format!("\"{name}\" is no name")))?;
        editor.add(NewEntry::new(*type_id, encoded)?.attributes(*attr1, *attr2, *attr3), bytes)?;
    }
    written(bytes, |out| editor.write_to(out))
}

/// An archive that is written over another one, whose bytes it shares.
fn written(
    old: &Bytes,
    write: impl FnOnce(&mut Collector<'_>) -> io::Result<()>,
) -> Result<Content> {
    // A format's own error travels inside.
    let format = |why: io::Error| why.downcast::<ngi_formats::Error>();
    Content::written(old, write).map_err(|why| format(why).map_or_else(Error::from, Error::from))
}
