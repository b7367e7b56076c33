//! What the manager has to say while it loads.

use std::fmt;

use ngi_formats::mat0::TOO_MANY_TRACKS;
use ngi_formats::pal::BAD_TEXTURE_NAME;
use ngi_formats::{text, wear::message};

/// One line of the log. Its text is what it prints as; lines of the engine print word for word
/// as there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Line {
    /// A wear could not be opened.
    WearMissing(Vec<u8>),
    /// A wear whose number of materials is not positive.
    IllegalWearLength,
    /// A wear whose number of lightmaps is not positive.
    IllegalLightmapsLength,
    /// A material is not in its library; another took its place.
    MaterialMissing(Vec<u8>),
    /// A material with 20 tracks or more.
    TooManyTracks,
    /// A lightmap is not in its library.
    LightmapMissing(Vec<u8>),
    /// A texture or lightmap whose name has no dot in its first 17 characters.
    BadTextureName,
    /// Our own: a texture is not in its library. What the engine says is not known.
    TextureMissing(Vec<u8>),
    /// Our own: a resource is there, but cannot be used. Its name, and why.
    Broken(Vec<u8>, String),
}

impl Line {
    /// Whether the engine itself has this line.
    pub fn is_engines(&self) -> bool {
        !matches!(self, Self::TextureMissing(_) | Self::Broken(..))
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::WearMissing(name) => f.write_str(&message::wear_missing(&text::decode(name))),
            Self::IllegalWearLength => f.write_str(message::ILLEGAL_WEAR_LENGTH),
            Self::IllegalLightmapsLength => f.write_str(message::ILLEGAL_LIGHTMAPS_LENGTH),
            Self::MaterialMissing(name) => f.write_str(&message::material_missing(name)),
            Self::TooManyTracks => f.write_str(TOO_MANY_TRACKS),
            Self::LightmapMissing(name) => f.write_str(&message::lightmap_missing(name)),
            Self::BadTextureName => f.write_str(BAD_TEXTURE_NAME),
            Self::TextureMissing(name) => {
                write!(f, "{}: there is no such texture", text::decode(name))
            }
            Self::Broken(name, why) => write!(f, "{}: {why}", text::decode(name)),
        }
    }
}

/// The lines of the log, the oldest first.
///
/// Only the last [`Log::MOST`] are kept, so that a game that asks for the same missing texture
/// all night does not fill the memory.
#[derive(Debug, Clone, Default)]
pub struct Log {
    lines: std::collections::VecDeque<Line>,
    dropped: u64,
}

impl Log {
    /// How many lines are kept.
    pub const MOST: usize = 10_000;

    pub(super) fn add(&mut self, line: Line) {
        if self.lines.len() == Self::MOST {
            self.lines.pop_front();
            self.dropped += 1;
        }
        self.lines.push_back(line);
    }

    /// The lines that are kept, the oldest first.
    pub fn lines(&self) -> impl ExactSizeIterator<Item = &Line> {
        self.lines.iter()
    }

    /// How many older lines are gone.
    pub fn dropped(&self) -> u64 {
        self.dropped
    }

    /// Takes the lines out, the oldest first.
    pub fn take(&mut self) -> Vec<Line> {
        std::mem::take(&mut self.lines).into()
    }
}
