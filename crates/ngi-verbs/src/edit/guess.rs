//! What a new entry is, told by its content and its neighbours.

use ngi_formats::kinds::{self, Clue};
use ngi_formats::mat0::Version;
use ngi_formats::nres::{Archive, EntryRecord, TypeId};
use ngi_formats::{Findings, Mode, text};
use ngi_vfs::Node;

use crate::format::{self, EntryMeta, Subject};
use crate::{Error, Result};

/// How many candidates a message names.
const NAMED: usize = 8;

const MATERIAL: TypeId = TypeId(u32::from_le_bytes(*b"MAT0"));

/// The type of a new entry; an error that names the candidates where that is in doubt.
pub(super) fn type_of(name: &str, payload: &[u8], neighbours: &[EntryRecord]) -> Result<TypeId> {
    let found = candidates(name, payload, neighbours);
    if let [only] = found.as_slice() {
        return Ok(*only);
    }
    let (which, known) = match found.is_empty() {
        true => ("; entries here are", here(neighbours, |_| true)),
        false => ("; it could be", found),
    };
    let names: Vec<String> = known.iter().take(NAMED).map(TypeId::to_string).collect();
    let which = match known.len() {
        0 => String::new(),
        more if more > NAMED => format!("{which} {}, …", names.join(", ")),
        _ => format!("{which} {}", names.join(" or ")),
    };
    Err(Error::Usage(format!(
        "\"{name}\" is new and needs a type: name it \"{name}@TYPE\" or give --type{which}"
    )))
}

/// The type that a new entry of an archive would get by its name and content alone; `None` in doubt.
pub fn type_by_content(archive: &Node, name: &str, payload: &[u8]) -> Option<TypeId> {
    type_of(name, payload, &records_of(archive)?).ok()
}

/// The types of an archive's entries, each once.
pub fn types_in(archive: &Node) -> Vec<TypeId> {
    records_of(archive).map(|records| here(&records, |_| true)).unwrap_or_default()
}

fn records_of(archive: &Node) -> Option<Vec<EntryRecord>> {
    let bytes = archive.bytes().ok()?;
    Some(Archive::read(&bytes).ok()?.iter().map(|entry| *entry.record()).collect())
}

/// The types it may have: those of what it holds; else those of neighbours with its suffix; else
/// all that are here and that the payload would be sound for.
fn candidates(name: &str, payload: &[u8], neighbours: &[EntryRecord]) -> Vec<TypeId> {
    if let Some(kind) = kinds::recognise(&Clue::file(name, payload))
        && !kind.types.is_empty()
    {
        let used = here(neighbours, |there| kind.types.contains(&there.type_id));
        return if used.is_empty() { kind.types.to_vec() } else { used };
    }
    let suffix = suffix_of(name.as_bytes());
    let alike = here(neighbours, |there| {
        suffix.is_some_and(|suffix| {
            suffix_of(there.name.name()).is_some_and(|own| text::same(own, suffix))
        })
    });
    let mut found = if alike.is_empty() { here(neighbours, |_| true) } else { alike };
    found.retain(|&type_id| may_be(name, type_id, payload));
    found
}

/// The types of some neighbours, each once.
fn here(neighbours: &[EntryRecord], wanted: impl Fn(&EntryRecord) -> bool) -> Vec<TypeId> {
    let wanted = neighbours.iter().filter(|there| wanted(there));
    let mut types: Vec<TypeId> = wanted.map(|there| there.type_id).collect();
    types.sort_unstable();
    types.dedup();
    types
}

/// Whether nothing speaks against a payload being an entry of that type.
fn may_be(name: &str, type_id: TypeId, payload: &[u8]) -> bool {
    let entry = Some(EntryMeta { type_id, attributes: usual_attributes(type_id) });
    let subject = Subject { name, bytes: payload, entry };
    let Some(format) = format::recognise(&subject) else { return true };
    let mut findings = Findings::new(Mode::Tolerant, false);
    (format.rules.check)(&subject, &mut findings);
    findings.first_error().is_none()
}

/// The attributes of a new entry: those on which all entries of its type here agree, else those
/// that are usual.
pub(super) fn attributes_of(type_id: TypeId, neighbours: &[EntryRecord]) -> [u32; 3] {
    let usual = usual_attributes(type_id);
    // Types that are numbers count rows in their attributes; no neighbour knows how many.
    if type_id.four_cc().is_none() {
        return usual;
    }
    let alike = || neighbours.iter().filter(|there| there.type_id == type_id);
    let agreed = |attribute: fn(&EntryRecord) -> u32, usual: u32| {
        let first = alike().next().map(attribute);
        first.filter(|first| alike().all(|there| attribute(there) == *first)).unwrap_or(usual)
    };
    let [first, second, third] = usual;
    // How a material blends is its own.
    let first = if type_id == MATERIAL { first } else { agreed(|there| there.attr1, first) };
    [first, agreed(|there| there.attr2, second), agreed(|there| there.attr3, third)]
}

/// The attributes that entries of a type have in the game: a material's version is 6, other named
/// types have 0, 0, 1. For sounds and palettes, which no document states, that is a guess.
pub fn usual_attributes(type_id: TypeId) -> [u32; 3] {
    let plain = [*b"MESH", *b"WEAR", *b"Texm", *b"FXID", *b"EXPL", *b"SWAV", *b"WAVE", *b"PALT"];
    if type_id == MATERIAL {
        [0, Version::GAME.0, 0]
    } else if plain.into_iter().any(|known| type_id == TypeId::from(known)) {
        [0, 0, 1]
    } else {
        [0; 3]
    }
}

fn suffix_of(name: &[u8]) -> Option<&[u8]> {
    let dot = name.iter().rposition(|&byte| byte == b'.')?;
    name.get(dot + 1..).filter(|suffix| !suffix.is_empty())
}

#[cfg(test)]
mod tests {
    use ngi_formats::FixedStr;

    use super::*;

    fn entry(kind: impl Into<TypeId>, name: &str, [attr1, attr2, attr3]: [u32; 3]) -> EntryRecord {
        let name = FixedStr::new(name.as_bytes()).unwrap();
        EntryRecord { type_id: kind.into(), name, attr1, attr2, attr3, ..EntryRecord::default() }
    }

    #[test]
    fn content_comes_first_then_the_suffix_then_the_archive() {
        let sounds = [entry(*b"WAVE", "a.wav", [0, 0, 1]), entry(*b"TEXT", "b.txt", [9, 0, 1])];
        let wave = TypeId::from(*b"WAVE");
        assert_eq!(type_of("new.WAV", b"RIFF", &sounds).unwrap(), wave);
        assert_eq!(type_of("x", b"Texm", &sounds).unwrap(), TypeId::from(*b"Texm"));
        assert_eq!(type_of("x.wea", b"1\n0 A\n", &sounds).unwrap(), TypeId::from(*b"WEAR"));
        let plain = [entry(*b"DATA", "a", [0; 3]), entry(*b"TEXT", "b.txt", [9, 0, 1])];
        assert_eq!(type_of("x", b"?", &plain[..1]).unwrap(), TypeId::from(*b"DATA"));
        let doubt = type_of("x", b"?", &plain).unwrap_err().to_string();
        assert!(
            doubt.ends_with("; it could be DATA or TEXT") || doubt.ends_with("TEXT or DATA"),
            "{doubt}"
        );
        // What is no sound is not taken for one because its neighbours are.
        assert!(type_of("x", b"?", &sounds[..1]).is_err());
        let nothing = type_of("x", b"?", &[]).unwrap_err().to_string();
        assert!(nothing.ends_with("or give --type"), "{nothing}");
        // Not a picture in a texture's place, whatever it is called.
        let textures = [entry(*b"Texm", "PANEL.0", [0, 0, 1])];
        let doubt = type_of("NEW.0", b"\x89PNG", &textures).unwrap_err().to_string();
        assert!(doubt.ends_with("; entries here are Texm"), "{doubt}");
        // Objects are of many types; those in use are the candidates.
        let doubt =
            type_of("x", &[], &[entry(*b"STAT", "t", [0; 3]), entry(*b"FORT", "f", [0; 3])]);
        assert!(doubt.unwrap_err().to_string().contains("STAT"));
    }

    #[test]
    fn attributes_are_what_all_neighbours_have() {
        let of = |kind: [u8; 4], all: &[EntryRecord]| attributes_of(kind.into(), all);
        let sounds = [entry(*b"WAVE", "a", [3, 0, 1]), entry(*b"WAVE", "b", [3, 1, 1])];
        assert_eq!(of(*b"WAVE", &sounds), [3, 0, 1]);
        assert_eq!(of(*b"Texm", &sounds), [0, 0, 1]);
        let materials = [entry(*b"MAT0", "a", [8, 6, 0]), entry(*b"MAT0", "b", [8, 6, 0])];
        assert_eq!(of(*b"MAT0", &materials), [0, 6, 0], "flags are each material's own");
        assert_eq!(attributes_of(TypeId(3), &[entry(3, "x", [7, 7, 7])]), [0; 3]);
    }
}
