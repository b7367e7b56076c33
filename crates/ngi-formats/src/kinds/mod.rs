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

/// What is known of a file or entry when somebody asks what it is.
#[derive(Debug, Clone, Copy)]
pub struct Clue<'a> {
    /// Its name.
    pub name: &'a str,
    /// The type in the directory of its archive, for an entry of an NRes archive.
    pub type_id: Option<TypeId>,
    /// All its bytes.
    pub bytes: &'a [u8],
}

impl<'a> Clue<'a> {
    /// A file of its own.
    pub fn file(name: &'a str, bytes: &'a [u8]) -> Self {
        Self { name, type_id: None, bytes }
    }

    /// An entry of an archive.
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

/// A kind of file or entry.
#[non_exhaustive]
pub struct FileKind {
    /// Short name, first part of its check codes and of its JSON schema.
    pub id: &'static str,
    /// What it is, in a few words.
    pub title: &'static str,
    /// A few letters for lists.
    pub badge: &'static str,
    /// Its page in `docs/formats`.
    pub page: &'static str,
    /// The types that archives give to entries of this kind.
    pub types: &'static [TypeId],
    /// The suffixes of their names, in lower case and without the dot.
    pub suffixes: &'static [&'static str],
    /// Whether a type is enough, or what the entry holds decides.
    type_decides: bool,
    /// What a suffix counts for.
    suffix_counts: SuffixCounts,
    /// Whether bytes are of this kind, whatever they are called.
    holds: fn(&[u8]) -> bool,
    /// Whether something of such a name should be of this kind and is broken.
    meant: fn(&Clue<'_>) -> bool,
}

/// What a suffix counts for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SuffixCounts {
    /// Nothing: many kinds share it.
    Nothing,
    /// For files; entries have a type.
    Files,
    /// For files and entries.
    All,
}

impl FileKind {
    /// Whether what is known speaks for this kind.
    pub fn is(&self, clue: &Clue<'_>) -> bool {
        let typed = self.type_decides && self.has_type_of(clue);
        let named = match self.suffix_counts {
            SuffixCounts::Nothing => false,
            SuffixCounts::Files => clue.type_id.is_none() && clue.ends_in(self.suffixes),
            SuffixCounts::All => clue.ends_in(self.suffixes),
        };
        typed || named || (self.holds)(clue.bytes) || (self.meant)(clue)
    }

    /// Whether type or suffix say that something should be of this kind, whatever it holds.
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

/// The kind of something, if it is a known one.
pub fn recognise(clue: &Clue<'_>) -> Option<&'static FileKind> {
    KINDS.iter().copied().find(|kind| kind.is(clue))
}

/// The kind of this id.
pub fn of_id(id: &str) -> Option<&'static FileKind> {
    KINDS.iter().copied().find(|kind| kind.id == id)
}

/// Every kind, most specific first: a model is an archive, too.
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

/// A kind that only its line tells; what a line leaves out counts for nothing.
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
