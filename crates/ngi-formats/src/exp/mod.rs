//! EXPL (`.exp`): an explosion. What an impact or a destroyed part does, and which effects show it.
//!
//! ```text
//! 0x00  i32   kind: 1 effect only, 2 direct hit, 3 area, 4 shields only
//! 0x04  f32   damage
//! 0x08  f32   radius
//! 0x0C  f32   1 in the game
//! 0x10  f32   1 in the game; unread
//! 0x14  i32   placement: what the effect's axis follows
//! 0x18        12 references: archive char[32], member char[32]
//! ```
//!
//! Always 792 bytes. Reference 0 is for every surface that has none of its own; reference s + 1 is
//! for surface class s, see [`SURFACES`].
//!
//! ```
//! use ngi_formats::exp::Explosion;
//! use ngi_formats::fxid::Reference;
//!
//! let mut hit = Explosion { damage: 40.0, radius: 3.0, ..Explosion::default() };
//! hit.effects[0] = Reference::new(b"effects.rlb", b"hit")?;
//! hit.effects[8] = Reference::new(b"effects.rlb", b"splash")?;
//! let payload = hit.write();
//!
//! let hit = Explosion::read(&payload)?;
//! assert_eq!(hit.effect_on(Some(7)).to_string(), "effects.rlb/splash");
//! assert_eq!(hit.effect_on(Some(3)).to_string(), "effects.rlb/hit");
//! # Ok::<(), ngi_formats::Error>(())
//! ```

mod check;
pub mod codes;
mod document;
#[cfg(test)]
mod tests;

pub use check::check;
pub use codes::CODES;
pub use document::{DOCUMENT, KAITAI, RECORDS, make, remains, surface, tree};

use crate::fxid::Reference;
use crate::schema::{Stored as _, choices, record};
use crate::{Error, Findings, Result};

/// Bytes of an explosion.
pub const SIZE: usize = Explosion::SIZE;
/// How many effects an explosion names.
pub const EFFECTS: usize = 12;
/// The surface classes of effects 1 to 11, as the game abbreviates them.
pub const SURFACES: [&str; 11] = ["sn", "st", "gr", "sw", "ic", "mt", "gr", "wt", "al", "an", "sh"];

choices! {
    /// Targets of an explosion's damage.
    pub struct Kind(i32) {
        /// No targets: the explosion is only shown.
        EFFECT_ONLY = 1: "effect only",
        /// Object that is hit.
        DIRECT = 2: "direct hit",
        /// All objects within the radius.
        AREA = 3: "area",
        /// Shields; no explosion of the game has this kind.
        SHIELDS = 4: "shields only",
    }
}

choices! {
    /// Direction of an effect's axis.
    pub struct Placement(i32) {
        /// The struck node's y axis.
        NODE_Y = 0: "node's y axis",
        /// The struck node's x axis.
        NODE_X = 1: "node's x axis",
        /// The struck node's x axis, as for 1.
        NODE_X_OTHER = 2: "node's x axis",
        /// The struck node's z axis.
        NODE_Z = 3: "node's z axis",
        /// The object's x axis.
        OBJECT_X = 4: "object's x axis",
        /// The object's y axis.
        OBJECT_Y = 5: "object's y axis",
        /// The object's z axis.
        OBJECT_Z = 6: "object's z axis",
        /// The struck face.
        FACE = 7: "struck face",
    }
}

record! {
    /// Explosion.
    pub struct Explosion [792] {
        /// Targets of the damage.
        0 => kind: Kind = M "1 to 3",
        /// Amount of damage.
        4 => damage: f32 = M "0 to 800,000",
        /// Radius of the damage; also the size of the effect.
        8 => radius: f32,
        /// Unknown purpose.
        12 => unk_0x0c: f32 = M "1",
        /// Unused; nothing reads it.
        16 => unk_0x10: f32 = M "1",
        /// Direction of the effect's axis.
        20 => placement: Placement = M "0 on 81, 7 on 63",
        /// Effects: the first for any surface, then one for each of the surface classes
        /// `sn st gr sw ic mt gr wt al an sh`. A class without an effect of its own shows the
        /// first.
        24 => effects: [Reference; EFFECTS],
    }
}

impl Explosion {
    /// Reads an explosion; exactly 792 bytes are one.
    pub fn read(bytes: &[u8]) -> Result<Self> {
        match <&[u8; SIZE]>::try_from(bytes) {
            Ok(raw) => Ok(Self::get(raw, 0)),
            Err(_) if bytes.len() < SIZE => {
                Err(Error::truncated("", 0, SIZE as u64, bytes.len() as u64))
            }
            Err(_) => {
                let why = format!("{} bytes behind the last effect", bytes.len() - SIZE);
                Err(Error::malformed("effects", SIZE as u64, why))
            }
        }
    }

    /// Reads an explosion and fails on the first rule of severity *error* it breaks.
    pub fn read_strict(bytes: &[u8]) -> Result<Self> {
        let explosion = Self::read(bytes)?;
        let mut findings = Findings::errors_only();
        check(bytes, &mut findings);
        findings.or_error(explosion)
    }

    /// The 792 bytes.
    pub fn write(&self) -> [u8; SIZE] {
        let mut raw = [0; SIZE];
        self.put(&mut raw, 0);
        raw
    }

    /// The effect on a surface class, as the engine picks it: the class's own, else the first.
    pub fn effect_on(&self, surface: Option<u8>) -> &Reference {
        let [first, own @ ..] = &self.effects;
        let own = surface.and_then(|class| own.get(usize::from(class)));
        own.filter(|reference| !reference.is_empty()).unwrap_or(first)
    }
}

impl Default for Explosion {
    /// A direct hit on a face that does no damage and shows nothing.
    fn default() -> Self {
        Self {
            kind: Kind::DIRECT,
            damage: 0.0,
            radius: 1.0,
            unk_0x0c: 1.0,
            unk_0x10: 1.0,
            placement: Placement::FACE,
            effects: [Reference::default(); EFFECTS],
        }
    }
}
