//! The stored form: references of 64 bytes.

use std::fmt;

use crate::nres::TypeId;
use crate::schema::{Record as _, encode_all, record};
use crate::{Error, FixedStr, Result, text};

/// The library the game keeps its objects in.
pub const LIBRARY: &[u8] = b"objects.rlb";

/// What kind of thing a record describes: the type of its entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ObjectKind(pub TypeId);

const fn kind(four_cc: [u8; 4]) -> ObjectKind {
    ObjectKind(TypeId(u32::from_le_bytes(four_cc)))
}

impl ObjectKind {
    /// Scenery: trees, stones. 81 in the game.
    pub const STATIC: Self = kind(*b"STAT");
    /// Parts inside a machine, which are never drawn. 192 in the game.
    pub const INTERNAL: Self = kind(*b"INTO");
    /// Parts outside of a machine, which are drawn: turrets, guns. 146 in the game.
    pub const EXTERNAL: Self = kind(*b"EXTO");
    /// Rounds. 67 in the game.
    pub const BULLET: Self = kind(*b"BULL");
    /// What moves, and what buildings are to the game: chassis, beasts, the agents of buildings.
    /// 63 in the game.
    pub const BATTLE: Self = kind(*b"BTLU");
    /// Buildings: a parent, which is their agent, and the outline they cut into the ground. 34 in
    /// the game.
    pub const FORT: Self = kind(*b"FORT");
    /// Weapons. 5 in the game.
    pub const WEAPON: Self = kind(*b"WPNS");
    /// Suns and moons, as it seems. 2 in the game.
    pub const SUN: Self = kind(*b"SUNO");

    /// Every kind, and how many references its records have in the game.
    pub const KNOWN: [(Self, &'static [usize]); 8] = [
        (Self::STATIC, &[6]),
        (Self::INTERNAL, &[5]),
        (Self::EXTERNAL, &[5]),
        (Self::BULLET, &[5]),
        (Self::BATTLE, &[5, 7]),
        (Self::FORT, &[2]),
        (Self::WEAPON, &[5]),
        (Self::SUN, &[2]),
    ];

    /// The types that entries of these kinds have.
    pub const TYPES: [TypeId; Self::KNOWN.len()] = {
        let mut types = [TypeId(0); Self::KNOWN.len()];
        let mut at = 0;
        while at < types.len() {
            #[allow(clippy::indexing_slicing)] // runs at compile time only
            {
                types[at] = Self::KNOWN[at].0.0;
            }
            at += 1;
        }
        types
    };

    /// How many references records of this kind have in the game; `None` for an unknown kind.
    pub fn slot_counts(self) -> Option<&'static [usize]> {
        Self::KNOWN.iter().find(|(known, _)| *known == self).map(|(_, counts)| *counts)
    }

    /// Whether such a thing has a model. Suns and weapons of the game have none.
    pub fn has_model(self) -> bool {
        self.slot_counts().is_some() && self != Self::SUN && self != Self::WEAPON
    }

    /// What it is, in a word; `None` for an unknown kind.
    pub fn name(self) -> Option<&'static str> {
        Some(match self {
            Self::STATIC => "scenery",
            Self::INTERNAL => "internal part",
            Self::EXTERNAL => "external part",
            Self::BULLET => "round",
            Self::BATTLE => "unit of battle",
            Self::FORT => "building",
            Self::WEAPON => "weapon",
            Self::SUN => "sun",
            _ => return None,
        })
    }
}

record! {
    /// Reference to an entry of an archive.
    pub struct Slot[64] derive(Eq, Hash, Default) {
        /// Archive, such as `static.rlb`: at most 31 bytes and a NUL; empty if the place is unused.
        0x00 => archive: FixedStr<32>,
        /// Entry in the archive, such as `s_tree_0_04.msh`. Its suffix determines the purpose of
        /// the reference.
        0x20 => member: FixedStr<32>,
    }
}

impl Slot {
    /// A reference to `member` of `archive`.
    pub fn new(archive: &[u8], member: &[u8]) -> Result<Self> {
        Ok(Self { archive: FixedStr::new(archive)?, member: FixedStr::new(member)? })
    }

    /// Whether nothing is named: the place is not used.
    pub fn is_empty(&self) -> bool {
        self.archive.name().is_empty() && self.member.name().is_empty()
    }

    /// The suffix of the entry's name with its dot, which says what it is for; empty for none.
    pub fn suffix(&self) -> &[u8] {
        let name = self.member.name();
        let dot = name.iter().rposition(|&byte| byte == b'.').unwrap_or(name.len());
        name.get(dot..).unwrap_or_default()
    }

    /// Whether it names an entry of this library.
    pub fn is_in(&self, library: &[u8]) -> bool {
        self.archive.is(library) && !self.member.name().is_empty()
    }
}

impl fmt::Display for Slot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.archive, self.member)
    }
}

/// A view of a record. Any bytes are one; what is no whole reference is its tail.
#[derive(Debug, Clone, Copy)]
pub struct Record<'a> {
    slots: &'a [[u8; Slot::SIZE]],
    tail: &'a [u8],
}

impl<'a> Record<'a> {
    /// The record in these bytes.
    pub fn read(bytes: &'a [u8]) -> Self {
        let (slots, tail) = Slot::split(bytes);
        Self { slots, tail }
    }

    /// Its references.
    pub fn slots(&self) -> impl ExactSizeIterator<Item = Slot> + use<'a> {
        self.slots.iter().map(Slot::read)
    }

    /// How many there are, unused places included.
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// Bytes behind the last whole reference; none in a sound record.
    pub fn tail(&self) -> &'a [u8] {
        self.tail
    }

    /// The same as values to change.
    pub fn to_buf(&self) -> RecordBuf {
        RecordBuf { slots: self.slots().collect(), tail: self.tail.to_vec() }
    }
}

/// A record as values to change.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RecordBuf {
    /// Its references.
    pub slots: Vec<Slot>,
    /// Bytes behind them.
    pub tail: Vec<u8>,
}

impl RecordBuf {
    /// A record of these references.
    pub fn of(slots: Vec<Slot>) -> Self {
        Self { slots, tail: Vec::new() }
    }

    /// The payload: the bytes it was read from, unless something was changed.
    pub fn write(&self) -> Vec<u8> {
        let Self { slots, tail } = self;
        encode_all(slots, tail)
    }

    /// Gives every reference to the entry `old` of `archive` the entry `new`, and says how many
    /// there were.
    pub fn rename(&mut self, archive: &[u8], old: &[u8], new: &[u8]) -> Result<usize> {
        let member = FixedStr::new(new)?;
        let mut renamed = 0;
        for slot in &mut self.slots {
            if slot.archive.is(archive) && slot.member.is(old) {
                slot.member = member;
                renamed += 1;
            }
        }
        Ok(renamed)
    }

    /// Puts a reference where the entry of its suffix is named, else in the first unused place,
    /// else at the end. Says where.
    pub fn put(&mut self, slot: Slot) -> usize {
        let same = |other: &Slot| !other.is_empty() && text::same(other.suffix(), slot.suffix());
        let place = self.slots.iter().position(same);
        let place = place.or_else(|| self.slots.iter().position(Slot::is_empty));
        match place.and_then(|place| self.slots.get_mut(place).map(|old| (place, old))) {
            Some((place, old)) => {
                *old = slot;
                place
            }
            None => {
                self.slots.push(slot);
                self.slots.len() - 1
            }
        }
    }

    /// Empties a place; the others stay where they are.
    pub fn clear(&mut self, index: usize) -> Result<()> {
        let count = self.slots.len();
        let slot = self.slots.get_mut(index).ok_or_else(|| {
            Error::usage(format!("slots[{index}]"), format!("there are only {count}"))
        })?;
        *slot = Slot::default();
        Ok(())
    }
}
