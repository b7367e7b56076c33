//! What is counted of every file.

use std::collections::BTreeMap;

use ngi_formats::cfg::names;
use ngi_formats::nres::{self, Archive, TypeId};
use ngi_vfs::{Node, NodeKind};

use super::probes;
use super::walk::Fields;
use crate::check::Thing;
use crate::format::{Form, Format, Subject};

/// Archives whose contents figures are about; everything else is one place.
pub static ARCHIVES: &[&str] = &[
    "material.lib",
    "textures.lib",
    "lightmap.lib",
    "palettes.lib",
    "effects.rlb",
    "sounds.lib",
    "voices.lib",
    "objects.rlb",
    "static.rlb",
    "fortif.rlb",
    "turrets.rlb",
    "weapon.rlb",
    "animals.rlb",
    "system.rlb",
    "gamefont.rlb",
    "sprites.lib",
];

/// Names that files of every mission have.
pub static NAMES: &[&str] = &[
    "data.tma",
    names::MISSION,
    names::BRIEFING,
    names::MESSAGES,
    "sky.ske",
    "sky.wea",
    "varset.var",
];

/// A kind of thing in a place: format, and the archive where that is one of [`ARCHIVES`].
pub type Kept = (&'static str, &'static str);

/// Everything that was counted.
#[derive(Debug, Default)]
pub struct Tally {
    /// Files.
    pub files: u64,
    /// Bytes of files.
    pub bytes: u64,
    /// Files that are NRes archives, whatever they are called.
    pub archives: u64,
    /// Entries of these; those of archives inside them do not count.
    pub entries: u64,
    /// Things of a format.
    pub things: BTreeMap<Kept, u64>,
    /// Things of a format that could not be followed.
    pub broken: BTreeMap<&'static str, u64>,
    /// Entries of archives that are files, by archive and type.
    pub types: BTreeMap<(&'static str, TypeId), u64>,
    /// Files of a mission, by name.
    pub named: BTreeMap<&'static str, u64>,
    /// Files by the suffix of their names.
    pub suffixes: BTreeMap<String, u64>,
    /// Entries of no known format, by type.
    pub unknown_types: BTreeMap<TypeId, u64>,
    /// Files of no known format, by suffix.
    pub unknown_suffixes: BTreeMap<String, u64>,
    /// Names of what no format knows.
    pub unknown_names: Vec<String>,
    /// How fields are used.
    pub fields: BTreeMap<Kept, Fields>,
    /// What no field says by itself, by name and value.
    pub probes: BTreeMap<(&'static str, i64), u64>,
}

impl Tally {
    /// Counts a file, not yet what is inside it. Says which of [`ARCHIVES`] it is.
    pub fn add_file(&mut self, file: &Node) -> &'static str {
        let folded = file.name().to_ascii_lowercase();
        self.files += 1;
        *self.suffixes.entry(suffix(&folded)).or_default() += 1;
        if let Some(known) = NAMES.iter().find(|known| **known == folded) {
            *self.named.entry(known).or_default() += 1;
        }
        ARCHIVES.iter().find(|known| **known == folded).copied().unwrap_or("")
    }

    /// Counts something in a file, or the file itself.
    pub(super) fn add(&mut self, thing: &Thing<'_>, place: &'static str) {
        let Thing { node, subject, format } = thing;
        if node.kind() == NodeKind::File {
            self.bytes += subject.bytes.len() as u64;
            self.add_archive(subject.bytes, place);
        }
        match format {
            Some(format) => self.add_known(format, subject, place),
            None => self.add_unknown(subject),
        }
    }

    fn add_archive(&mut self, bytes: &[u8], place: &'static str) {
        let Some(archive) = nres::is_archive(bytes).then(|| Archive::read(bytes).ok()).flatten()
        else {
            return;
        };
        self.archives += 1;
        for entry in archive.iter() {
            self.entries += 1;
            *self.types.entry((place, entry.record().type_id)).or_default() += 1;
        }
    }

    fn add_unknown(&mut self, subject: &Subject<'_>) {
        match subject.entry {
            Some(entry) => *self.unknown_types.entry(entry.type_id).or_default() += 1,
            None => {
                let suffix = suffix(&subject.name.to_ascii_lowercase());
                *self.unknown_suffixes.entry(suffix).or_default() += 1;
            }
        }
        self.unknown_names.push(subject.name.to_owned());
    }

    fn add_known(&mut self, format: &'static Format, subject: &Subject<'_>, place: &'static str) {
        let kept = (format.id(), place);
        *self.things.entry(kept).or_default() += 1;
        match format.document.tree(subject, Form::Short) {
            Ok(tree) => self.fields.entry(kept).or_default().add(&tree),
            Err(_) => *self.broken.entry(format.id()).or_default() += 1,
        }
        let probes = &mut self.probes;
        probes::probe(format.id(), subject, &mut |name, value| {
            *probes.entry((name, value)).or_default() += 1;
        });
    }

    /// Adds what was counted elsewhere.
    #[must_use]
    pub fn and(mut self, other: Self) -> Self {
        self.files += other.files;
        self.bytes += other.bytes;
        self.archives += other.archives;
        self.entries += other.entries;
        add_all(&mut self.things, other.things);
        add_all(&mut self.broken, other.broken);
        add_all(&mut self.types, other.types);
        add_all(&mut self.named, other.named);
        add_all(&mut self.suffixes, other.suffixes);
        add_all(&mut self.unknown_types, other.unknown_types);
        add_all(&mut self.unknown_suffixes, other.unknown_suffixes);
        add_all(&mut self.probes, other.probes);
        self.unknown_names.extend(other.unknown_names);
        for (kept, fields) in other.fields {
            self.fields.entry(kept).or_default().merge(&fields);
        }
        self
    }

    /// How the fields of a format are used, wherever its things are.
    pub fn of_format(&self, format: &str) -> Fields {
        let mut all = Fields::default();
        let own = self.fields.iter().filter(|((id, _), _)| *id == format);
        own.for_each(|(_, fields)| all.merge(fields));
        all
    }

    /// How many things of a format there are, in an archive or anywhere.
    pub fn count(&self, format: &str, place: Option<&str>) -> u64 {
        let own = self
            .things
            .iter()
            .filter(|((id, at), _)| *id == format && place.is_none_or(|place| *at == place));
        own.map(|(_, count)| count).sum()
    }

    /// How many entries of a type there are, in an archive or anywhere.
    pub fn entries_of(&self, type_id: TypeId, place: Option<&str>) -> u64 {
        let own = self
            .types
            .iter()
            .filter(|((at, known), _)| *known == type_id && place.is_none_or(|place| *at == place));
        own.map(|(_, count)| count).sum()
    }
}

fn add_all<K: Ord>(own: &mut BTreeMap<K, u64>, others: BTreeMap<K, u64>) {
    for (key, count) in others {
        *own.entry(key).or_default() += count;
    }
}

/// Letters of a suffix that are told: what is longer is part of a name.
const LONGEST_SUFFIX: usize = 4;

/// The suffix of a name that is in lower case; `other` for what looks like no suffix.
fn suffix(name: &str) -> String {
    let Some((_, own)) = name.rsplit_once('.') else { return String::new() };
    let is_plain =
        own.len() <= LONGEST_SUFFIX && own.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if is_plain { own.to_owned() } else { "other".to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suffixes_tell_no_names() {
        assert_eq!(suffix("land.msh"), "msh");
        assert_eq!(suffix("descr"), "");
        assert_eq!(suffix("a.secretname"), "other");
        assert_eq!(suffix("a.b c"), "other");
    }
}
