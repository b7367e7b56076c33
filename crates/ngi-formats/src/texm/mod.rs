//! Texm: a texture or lightmap. Levels of pixels in one of eight formats, and the cells of an atlas.
//!
//! ```text
//! 0x00  "Texm"
//! 0x04  u32  width
//! 0x08  u32  height
//! 0x0C  u32  number of levels: the picture, its half, its quarter, …
//! 0x10  u32  flags4: 32 where there are several levels, else 0
//! 0x14  u32  flags5: see `TextureFlags`
//! 0x18  u32  unread; a colour near the mean in some of the game's textures
//! 0x1C  u32  pixel format: 0, 2, 565, 556, 4444, 88, 888 or 8888
//! 0x20       256 × { blue, green, red, unread }    format 0 alone
//!            pixels, level after level, top row first
//!            "Page", u32 count, count × { i16 x, w, y, h }    where there are cells
//! ```
//!
//! Level *k* has `max(1, width >> k)` by `max(1, height >> k)` pixels.
//!
//! [`Texm`] reads without copying pixels and writes the same bytes back. [`Texm::decode_level`]
//! gives a [`Image`], [`Texm::encode`] makes a texture of one; [`decode_pixels`] and
//! [`encode_pixels`] do the same for plain slices. [`check`] collects findings.
//!
//! ```
//! use ngi_formats::texm::{Image, Options, PixelFormat, Texm};
//!
//! // A red picture as a texture with all its levels.
//! let image = Image::new(4, 4, vec![[255, 0, 0, 255]; 16])?;
//! let bytes = Texm::encode(&image, &Options::new(PixelFormat::RGB565))?.write();
//!
//! let mut texture = Texm::read(&bytes)?;
//! assert_eq!((texture.width(), texture.level_count()), (4, 3));
//! assert_eq!(texture.decode_level(2, None)?.pixels(), [[255, 0, 0, 255]]);
//!
//! // Painting what is there already changes no byte.
//! assert_eq!(texture.set_level(0, &image, None)?, 0);
//! assert_eq!(texture.write(), bytes);
//! # Ok::<(), ngi_formats::Error>(())
//! ```

mod check;
pub mod codes;
mod decode;
mod document;
mod edit;
mod image;
mod kaitai;
mod layout;
mod make;
mod page;
mod read;
mod stale;
#[cfg(test)]
mod tests;
mod types;
mod write;

pub use check::check;
pub use codes::CODES;
pub use decode::{decode_pixels, decoded_pixels};
pub use document::{DOCUMENT, Frame, Pixels, make, remains, tree};
pub use image::{Image, Rgba};
pub use kaitai::{KAITAI, RECORDS};
pub use layout::{Skipped, chain_pixels, full_chain, level_size, mip_skip};
pub use make::{Levels, Options, Quantised, encode_pixels, indices_for, quantise};
pub use page::{Page, PageHead, PixelRect, Rect, UvRect};
pub use read::{Level, Texm};
pub use types::{Header, MAGIC, MIPPED_FLAGS4, PAGE_MAGIC, PixelFormat, TextureFlags};
