//! Pictures of other programs out of bytes: PNG, TGA, BMP, JPEG, WebP, DDS, portable maps.
//!
//! [`decode`] is the one way in, for textures and for the pictures inside glTF. What a picture is,
//! its first bytes say, not its suffix; only a TGA has none that tell. No picture is larger than
//! [`MOST_SIDE`] and [`MOST_PIXELS`], which is asked before memory is.
//!
//! `png` keeps indices, which a library of all kinds would not; `dds` knows the game's own ways to
//! store a pixel and all levels; the rest is the library's (`docs/adr/0006-images.md`).

mod blocks;
mod dds;
mod others;
mod png;
mod pnm;

use ngi_formats::pal::Palette;
use ngi_formats::texm::{Image, PixelFormat};

use crate::{Error, Result};

pub(super) use png::{encode, encode_image, grey_ramp};

/// The longest side of a picture.
pub const MOST_SIDE: u32 = 16_384;
/// The most pixels of a picture: 8,192 x 8,192, which take 256 MB.
pub const MOST_PIXELS: u64 = 1 << 26;

/// A picture.
#[derive(Debug)]
pub struct Picture {
    /// Its colours.
    pub image: Image,
    /// Whether it says how opaque a pixel is.
    pub has_alpha: bool,
    /// Its indices, where it has a palette.
    pub indexed: Option<Indexed>,
    /// Its smaller copies, the largest first, where it brings such.
    pub levels: Vec<Image>,
    /// How it stores a pixel, where that is a way of the game.
    pub stored: Option<PixelFormat>,
    /// Contents of the file that are not in the picture.
    pub lost: Vec<String>,
}

impl Picture {
    /// Colours alone.
    pub fn plain(image: Image, has_alpha: bool) -> Self {
        let (levels, lost) = (Vec::new(), Vec::new());
        Self { image, has_alpha, indexed: None, levels, stored: None, lost }
    }
}

/// A picture as indices into a palette.
#[derive(Debug)]
pub struct Indexed {
    /// An index per pixel.
    pub indices: Vec<u8>,
    /// The colours; black from the last one on.
    pub palette: Palette,
}

/// What a picture is stored as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Png,
    Dds,
    Jpeg,
    WebP,
    Bmp,
    Tga,
    Map,
}

impl Kind {
    /// By its first bytes; a TGA by its suffix, since it has none.
    fn of(bytes: &[u8], suffix: &str) -> Option<Self> {
        let webp = bytes.get(8..12) == Some(b"WEBP") && bytes.starts_with(b"RIFF");
        Some(match bytes {
            [0x89, b'P', b'N', b'G', ..] => Self::Png,
            [b'D', b'D', b'S', b' ', ..] => Self::Dds,
            [0xff, 0xd8, 0xff, ..] => Self::Jpeg,
            [b'B', b'M', ..] => Self::Bmp,
            _ if pnm::is_map(bytes) => Self::Map,
            _ if webp => Self::WebP,
            _ if suffix.eq_ignore_ascii_case("tga") => Self::Tga,
            _ => return None,
        })
    }
}

/// A picture out of the bytes of a file; `suffix` is what its name ends in.
pub fn decode(bytes: &[u8], suffix: &str) -> Result<Picture> {
    match Kind::of(bytes, suffix) {
        Some(Kind::Png) => png::decode(bytes),
        Some(Kind::Dds) => dds::decode(bytes),
        Some(Kind::Map) => pnm::decode(bytes),
        Some(Kind::Jpeg) => others::decode(bytes, image::ImageFormat::Jpeg),
        Some(Kind::WebP) => others::decode(bytes, image::ImageFormat::WebP),
        Some(Kind::Bmp) => others::decode(bytes, image::ImageFormat::Bmp),
        Some(Kind::Tga) => others::decode(bytes, image::ImageFormat::Tga),
        None => {
            let known = "PNG, TGA, BMP, JPEG, WebP and DDS are read";
            let start = bytes.get(..bytes.len().min(4)).unwrap_or_default().escape_ascii();
            Err(Error::Usage(format!("no picture: it begins with \"{start}\"; {known}")))
        }
    }
}

/// Describes the frames of an animation that are left out; nothing if there are none.
fn lost_frames(count: u64) -> Option<String> {
    match count {
        0 => None,
        1 => Some("animation: one more frame".into()),
        count => Some(format!("animation: {count} more frames")),
    }
}

/// Refuses a picture that is larger than any may be.
fn refuse_too_large(width: u32, height: u32) -> Result<()> {
    let pixels = u64::from(width) * u64::from(height);
    if width.max(height) > MOST_SIDE || pixels > MOST_PIXELS {
        return Err(Error::Usage(format!(
            "{width} x {height} is too large: a side has at most {MOST_SIDE} pixels, a picture \
             {MOST_PIXELS}"
        )));
    }
    Ok(())
}
