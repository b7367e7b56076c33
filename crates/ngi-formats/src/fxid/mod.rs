//! FXID: an effect. A header, and commands that each show, light or play something for a part of
//! the effect's time.
//!
//! ```text
//! 0x00  u32     number of commands
//! 0x04  u32     where time comes from
//! 0x08  f32     duration in seconds
//! 0x0C  f32     jitter of the time
//! 0x10  u32     flags
//! 0x14  u32     settings switch
//! 0x18  f32[3]  jitter of the place
//! 0x24  f32[3]  point to test for being in view
//! 0x30  f32[3]  scale
//! 0x3C          commands, back to back
//!
//! command
//! 0x00  u32     opcode in bits 0–7, overlay in bit 8, the rest 0
//!               fields, as the opcode says
//!
//! opcode   bytes  reference at
//! 1 light    224
//! 2 sound    148  0x54
//! 3 sprite   200  0x88
//! 4 glow     204  0x88
//! 5 bolt     112  0x30
//! 6 empty      4
//! 7 burst    208  0x90
//! 8 stream   248  0xB8
//! 9 dome     208  0x88
//! 10 debris  208  0x90
//! ```
//!
//! [`Effect`] is a view of a payload and allocates nothing; [`EffectBuf`] is the same as values to
//! change; [`check`] collects findings. The fields of a command are in the struct of its name, such
//! as [`Sprite`], and as a table in [`Opcode::shape`]; the whole is a [`tree`] of fields.
//!
//! ```
//! use ngi_formats::fxid::{Body, Command, CommandFlags, Effect, EffectBuf, Reference, Sprite};
//!
//! // A flash that fades away within half a second.
//! let material = Reference::new(b"material.lib", b"FLASH")?;
//! let sprite = Body::Sprite(Sprite { material, ..Sprite::default() });
//! let flash = Command { flags: CommandFlags::OVERLAY, body: sprite };
//! let payload = EffectBuf::new(0.5, vec![flash]).write()?;
//!
//! let effect = Effect::read_strict(&payload)?;
//! assert_eq!(effect.header().duration_s, 0.5);
//! let command = effect.command(0).ok_or("none")?.decode();
//! assert_eq!(command, flash);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bodies;
mod check;
pub mod codes;
mod document;
mod edit;
mod header;
mod parts;
mod read;
#[cfg(test)]
mod tests;
mod types;
mod write;

pub use bodies::{
    Bolt, Burst, Dome, DomeShape, Glow, Light, LightKind, Sound, SoundMode, Sprite, SpriteMode,
    Stream,
};
pub use check::{check, check_attributes};
pub use codes::CODES;
pub use document::{COMMAND, DOCUMENT, KAITAI, RECORDS, make, remains, tree};
pub use edit::EffectBuf;
pub use header::{Counts, EffectFlags, HEADER_SIZE, Header, Settings, TimeMode};
pub use parts::{Channel, Curve, JitterChannel, Path, Reference, Span, Window};
pub use read::{CommandView, Commands, Effect, MOST_COMMANDS, Stop};
pub use types::{Body, Command, CommandFlags, CommandHead, CommandWord, Opcode};
