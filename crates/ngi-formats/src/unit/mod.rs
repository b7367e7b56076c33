//! Units (`UNITS/**.dat`): robots and buildings, put together from parts.
//!
//! ```text
//! 0x00  u16   0xF0F1
//! 0x02  u16   0 in the game
//! 0x04  u32   what the unit is; with the top bit a building
//! 0x08        parts, 112 bytes each, to the end of the file
//!
//! 0x00  char[32]  archive: objects.rlb        0x44  i32       where it hangs on its parent
//! 0x20  char[32]  object                      0x48  char[32]  name for people
//! 0x40  u32       1 in the game               0x68  u32       class
//!                                             0x6C  u32       how many parts hang on it
//! ```
//!
//! Parts are a tree, depth first: behind a part come those that hang on it, each with its own. A
//! tree that the file ends before cannot be followed; several roots, or none, are findings.
//!
//! [`Unit`] is a view of the bytes with the tree worked out, [`UnitBuf`] owns the parts and keeps
//! the tree whole through every change, [`check`] collects findings.
//!
//! ```
//! use ngi_formats::unit::{Part, PartClass, Unit, UnitBuf, UnitType};
//!
//! let chassis = Part::new(b"r_scout", PartClass::CHASSIS, -1)?;
//! let mut robot = UnitBuf::new(UnitType::BATTLE, chassis);
//! let turret = robot.add(0, Part::new(b"e_tur", PartClass::TURRET, 4)?)?;
//! robot.add(turret, Part::new(b"e_gun", PartClass::GUN, 2)?)?;
//! let bytes = robot.write();
//! assert_eq!(bytes.len(), 8 + 3 * 112);
//!
//! let robot = Unit::read(&bytes)?;
//! assert_eq!((robot.parent(2), robot.depth(2)), (Some(1), 2));
//! # Ok::<(), ngi_formats::Error>(())
//! ```

mod check;
pub mod codes;
mod document;
mod edit;
mod read;
#[cfg(test)]
mod tests;
mod types;

pub use check::check;
pub use codes::CODES;
pub use document::{DOCUMENT, KAITAI, RECORDS, make, remains, tree};
pub use edit::UnitBuf;
pub use read::{Unit, is_unit, may_be_unit};
pub use types::{Head, MAGIC, Part, PartClass, UnitType};
