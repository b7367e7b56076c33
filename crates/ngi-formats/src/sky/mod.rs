//! `sky.ske`: the sky of a mission. Colours of the dome, of fog and of light over the day, when sun
//! and moon rise and set, and the weather.
//!
//! ```text
//! 0x00  i32   −1
//! 0x04  i32   version, 5
//! 0x08  u32   number of sections
//! 0x0C        sections, back to back
//!       time  when a mission begins
//!       i32   0
//!       i32   0 or 1
//!
//! section
//! 0x00  i32   1
//! 0x04  u32   number of keyframes
//! 0x08  time  23:59
//! 0x28  time  how long a day takes, in hours and minutes of real time
//! 0x48        keyframes, back to back
//!
//! keyframe
//! 0x00  u32   version, 1 to 3
//! 0x04  time  when it is
//! 0x24  u32   event
//! 0x28        22 slots of 4 bytes: colours, but for two distances of fog; version 1 has 20
//!       str   the body that shines: sun or moon
//!       str   five more names
//!       f32×4 the body's extent across and up, light, weather
//!       u32   number of effects, then so many str; version 3
//!
//! time: 32 bytes, u32 section at 0x00, u32 hour at 0x0C, u32 minute at 0x10
//! str:  u32 length, so many bytes
//! ```
//!
//! [`Sky`] reads without copying; [`SkyBuf`] owns what it read, changes it and writes it.
//! [`Windows`] says from when to when sun, moon and weather are there. What the sky wears is a
//! [wear](crate::wear) beside it, `sky.wea`, with a row for each [role](ROLES).
//!
//! ```
//! use ngi_formats::sky::{Event, KeyframeBuf, SectionBuf, Sky, SkyBuf, Stamp};
//!
//! let mut rise = KeyframeBuf { body: b"sun".to_vec(), ..KeyframeBuf::default() };
//! (rise.head.time, rise.head.event) = (Stamp::at(0, 30), Event::BODY_START);
//! let mut set = KeyframeBuf { body: b"sun".to_vec(), ..KeyframeBuf::default() };
//! (set.head.time, set.head.event) = (Stamp::at(14, 30), Event::BODY_STOP);
//! let section = SectionBuf::new(15, vec![rise, set]);
//! let bytes = SkyBuf { sections: vec![section], ..SkyBuf::default() }.write()?;
//!
//! let sky = Sky::read_strict(&bytes)?;
//! let day = sky.section(0).ok_or_else(|| ngi_formats::Error::usage("sections", "none"))?;
//! assert_eq!((day.len(), day.day_seconds()), (2, 900));
//! # Ok::<(), ngi_formats::Error>(())
//! ```

mod check;
pub mod codes;
mod document;
mod edit;
mod read;
mod roles;
#[cfg(test)]
mod tests;
mod types;
mod windows;

pub use check::check;
pub use codes::CODES;
pub use document::{DOCUMENT, KAITAI, RECORDS, make, remains, tree};
pub use edit::{KeyframeBuf, SectionBuf, SkyBuf};
pub use read::{Keyframe, Name, Section, Sky};
pub use roles::{ROLES, Role, WEAR_FILE, is_wear_name};
pub use types::{
    Amounts, Colour, EFFECTS_FROM, Event, FOG_UNIT, KEYFRAME_VERSION, KeyframeHead,
    LATE_SLOTS_FROM, LateSlots, MORE_NAMES, SectionHead, SkyHead, Slots, Stamp, Trailer, VERSION,
};
pub use windows::{What, Window, Windows};

/// What the sun is called.
pub const SUN: &[u8] = b"sun";
/// What the moon is called.
pub const MOON: &[u8] = b"moon";
