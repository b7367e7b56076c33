//! The one table of what files and entries can be, and the one way to tell.
//!
//! A file says what it is in three ways: by what it holds, by the type that its archive gives it,
//! by its name. Each line of [`KINDS`] says which of these count. What nothing counts for is
//! nothing: bytes that merely begin with a letter or two of a magic number are not taken for what
//! they are not.
//!
//! ```
//! use ngi_formats::kinds::{Clue, recognise};
//!
//! assert_eq!(recognise(&Clue::file("Land1.wea", b"1\n0 GRASS\n")).map(|kind| kind.id), Some("wear"));
//! assert_eq!(recognise(&Clue::file("notes", b"NL is short for a country")), None);
//! ```

mod missions;
#[cfg(test)]
mod tests;
mod things;

use std::fmt;

pub use missions::*;
pub use things::*;

use crate::nres::TypeId;

/// Facts about a file or entry from which its kind is determined.
#[derive(Debug, Clone, Copy)]
pub struct Clue<'a> {
    /// Name of the file or entry.
    pub name: &'a str,
    /// Type in the directory of the archive, for an entry of an NRes archive.
    pub type_id: Option<TypeId>,
    /// All bytes of the file or entry.
    pub bytes: &'a [u8],
}

impl<'a> Clue<'a> {
    /// Creates the clue of a file.
    pub fn file(name: &'a str, bytes: &'a [u8]) -> Self {
        Self { name, type_id: None, bytes }
    }

    /// Creates the clue of an entry of an archive.
    pub fn entry(name: &'a str, type_id: TypeId, bytes: &'a [u8]) -> Self {
        Self { name, type_id: Some(type_id), bytes }
    }

    fn is_named(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    fn ends_in(&self, suffixes: &[&str]) -> bool {
        let own = self.name.rsplit_once('.').map(|(_, own)| own);
        own.is_some_and(|own| suffixes.iter().any(|suffix| own.eq_ignore_ascii_case(suffix)))
    }
}

/// Kind of a file or entry.
#[non_exhaustive]
pub struct FileKind {
    /// Short name, first part of its check codes and of its JSON schema.
    pub id: &'static str,
    /// Title of the kind, a short noun phrase.
    pub title: &'static str,
    /// Abbreviation for lists.
    pub badge: &'static str,
    /// Name of the page in `docs/formats`.
    pub page: &'static str,
    /// Types that archives give to entries of this kind.
    pub types: &'static [TypeId],
    /// Suffixes of names, in lower case and without the dot.
    pub suffixes: &'static [&'static str],
    /// True if the type is sufficient; false if the content of the entry decides.
    type_decides: bool,
    /// Items for which a suffix counts.
    suffix_counts: SuffixCounts,
    /// Returns true if bytes are of this kind, whatever their name.
    holds: fn(&[u8]) -> bool,
    /// Returns true if the name announces this kind although the content is broken.
    meant: fn(&Clue<'_>) -> bool,
}

/// Items for which a suffix counts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SuffixCounts {
    /// None: many kinds share the suffix.
    Nothing,
    /// Files; entries have a type.
    Files,
    /// Files and entries.
    All,
}

impl FileKind {
    /// Returns true if the clue indicates this kind.
    pub fn is(&self, clue: &Clue<'_>) -> bool {
        let typed = self.type_decides && self.has_type_of(clue);
        let named = match self.suffix_counts {
            SuffixCounts::Nothing => false,
            SuffixCounts::Files => clue.type_id.is_none() && clue.ends_in(self.suffixes),
            SuffixCounts::All => clue.ends_in(self.suffixes),
        };
        typed || named || (self.holds)(clue.bytes) || (self.meant)(clue)
    }

    /// Returns true if type or suffix announce this kind, whatever the content.
    pub fn is_meant_by(&self, clue: &Clue<'_>) -> bool {
        self.has_type_of(clue) || clue.ends_in(self.suffixes)
    }

    fn has_type_of(&self, clue: &Clue<'_>) -> bool {
        clue.type_id.is_some_and(|own| self.types.contains(&own))
    }
}

impl PartialEq for FileKind {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for FileKind {}

impl fmt::Debug for FileKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("FileKind").field(&self.id).finish()
    }
}

/// Returns the kind of a file or entry; `None` if it is unknown.
pub fn recognise(clue: &Clue<'_>) -> Option<&'static FileKind> {
    KINDS.iter().copied().find(|kind| kind.is(clue))
}

/// Returns the kind with an id.
pub fn of_id(id: &str) -> Option<&'static FileKind> {
    KINDS.iter().copied().find(|kind| kind.id == id)
}

/// All kinds, the most specific first: a model is an archive, too.
pub static KINDS: &[&FileKind] = &[
    &MODEL,
    &LANDSCAPE,
    &AREALS,
    &NRES,
    &RSLI,
    &TEXTURE,
    &MATERIAL,
    &WEAR,
    &PALETTE,
    &BUILDINGS,
    &OBJECT,
    &UNIT,
    &EFFECT,
    &EXPLOSION,
    &SOUND,
    &SKY,
    &MISSION,
    &TEXTS,
    &SCRIPT,
    &FORMULAS,
    &VARIABLE_LIST,
    &VARIABLES,
    &INI,
    &TIPS,
    &RESEARCH,
    &NODES,
    &POINTS,
    &BASE,
    &CONTROL,
];

/// Defaults of a kind. An omitted field has no effect.
const PLAIN: FileKind = FileKind {
    id: "",
    title: "",
    badge: "DAT",
    page: "",
    types: &[],
    type_decides: true,
    suffixes: &[],
    suffix_counts: SuffixCounts::Nothing,
    holds: |_| false,
    meant: |_| false,
};

const fn type_id(letters: [u8; 4]) -> TypeId {
    TypeId(u32::from_le_bytes(letters))
}
