//! MAT0: a material. Phases (colours and a texture) and tracks that move between them.
//!
//! The directory entry that holds a material decides how it is read: attr1 is flags, attr2 the
//! version of the header, attr3 is 0.
//!
//! ```text
//! 0x00  u16  phase count
//! 0x02  u16  track count, below 20
//! 0x04  u8   surface class          from version 2 on, else 255
//! 0x05  u8   255 in the game        from version 2 on, else 255
//! 0x06  f32  speed factor           from version 3 on, else 1
//! 0x0A  u32  damage a second        from version 4 on, else 0
//!            phases, 34 bytes each
//!            tracks
//!
//! phase
//! 0x00  u8[3]     ambient red, green, blue: what glows without light
//! 0x03  u8        opacity in percent (alpha of ambient)
//! 0x04  u8[4]     diffuse
//! 0x08  u8[4]     specular
//! 0x0C  u8[4]     emissive; the game never uses it
//! 0x10  u8        specular power
//! 0x11  i8        cell of the texture's page; −1 is the whole texture
//! 0x12  char[16]  texture; empty for none
//!
//! track
//! 0x00  u32  mode in bits 0–2, what is blended in bits 3 and up
//! 0x04  u16  key count
//! 0x06       keys: u16 phase, u16 time in ms at which the key ENDS, u16 unread
//! ```
//!
//! [`Material`] is a view of a payload and allocates nothing; [`MaterialBuf`] is the same as
//! values to change; [`check`] collects findings.
//!
//! ```
//! use ngi_formats::mat0::{BlendMode, Material, MaterialBuf};
//!
//! let mut values = MaterialBuf::of_texture(b"SMOKE.0", BlendMode::ALPHA)?;
//! values.phases[0].opacity = 60;
//! let (payload, attributes) = (values.write()?, values.attributes);
//!
//! // The directory entry keeps the attributes: flags, version, 0.
//! assert_eq!(attributes.numbers(), [4, 6, 0]);
//! let material = Material::read(&payload, attributes)?;
//! assert_eq!(material.phase(0).map(|phase| phase.opacity), Some(60));
//! assert_eq!(material.attributes().flags.blend(), BlendMode::ALPHA);
//! # Ok::<(), ngi_formats::Error>(())
//! ```

mod check;
pub mod codes;
mod document;
mod edit;
mod flags;
mod read;
#[cfg(test)]
mod tests;
mod types;
mod write;

pub use check::check;
pub use codes::CODES;
pub use document::{DOCUMENT, KAITAI, RECORDS, make, remains, tree};
pub use edit::{MaterialBuf, TrackBuf};
pub use flags::{BlendIndex, BlendMode, Flags, LerpMask, Mode, TrackWord};
pub use read::{Material, Track};
pub use types::{
    Attributes, Counts, Key, MOST_TRACKS, Meta, Phase, TEXTURE_NAME_SIZE, TOO_MANY_TRACKS,
    TrackHead, Version,
};
