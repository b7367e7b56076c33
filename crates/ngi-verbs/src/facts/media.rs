//! Facts about textures, sounds and palettes.

use std::collections::BTreeSet;

use ngi_formats::pal::{PaletteFile, Slot};
use ngi_formats::swav::{Codec, Sound};
use ngi_formats::texm::{PixelFormat, Texm};
use ngi_formats::text;

/// Facts about a texture.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct TextureFacts {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Storage of a pixel.
    pub format: PixelFormat,
    /// Number of levels: itself and its smaller copies.
    pub levels: u32,
    /// Number of cells of its page; 0 if it has no page.
    pub cells: usize,
}

impl TextureFacts {
    /// Reads the facts of a texture from its bytes.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let texture = Texm::read(bytes).ok()?;
        Some(Self {
            width: texture.width(),
            height: texture.height(),
            format: texture.format(),
            levels: texture.level_count(),
            cells: texture.page().map_or(0, |page| page.rects.len()),
        })
    }
}

/// Facts about a sound.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct SoundFacts {
    /// Length in seconds.
    pub seconds: f64,
    /// Samples per second of a channel.
    pub rate: u32,
    /// Number of channels.
    pub channels: u16,
    /// Bits of a sample.
    pub bits: u16,
    /// Codec of the samples.
    pub codec: Codec,
}

impl SoundFacts {
    /// Reads the facts of a sound from its bytes. Empty sounds, which the game has, have none.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let sound = Sound::read(bytes).ok()?;
        let format = sound.format()?;
        Some(Self {
            seconds: sound.seconds(),
            rate: format.rate,
            channels: format.channels,
            bits: format.bits,
            codec: format.codec,
        })
    }
}

/// Facts about a palette.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct PaletteFacts {
    /// All 256 colours: red, green, blue.
    pub colours: Vec<[u8; 3]>,
    /// Number of different colours.
    pub different: usize,
    /// True if it has the table that the game mixes two colours with.
    pub has_table: bool,
    /// Letter and digit by which textures ask for it, `A` or `A3`; `None` for a file of its own.
    pub slot: Option<String>,
}

impl PaletteFacts {
    /// Reads the facts of a palette from its bytes and its name.
    pub fn read(bytes: &[u8], name: &str) -> Option<Self> {
        let PaletteFile { palette, table, .. } = PaletteFile::read(bytes).ok()?;
        let colours = palette.0.map(|[blue, green, red, _]| [red, green, blue]).to_vec();
        let slot = text::encode(name).and_then(|name| Slot::from_file_name(&name));
        Some(Self {
            different: colours.iter().collect::<BTreeSet<_>>().len(),
            colours,
            has_table: table.is_some(),
            slot: slot.map(|slot| slot.letter().to_string() + &digit(slot)),
        })
    }
}

fn digit(slot: Slot) -> String {
    slot.digit().map(String::from).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use ngi_formats::pal::Palette;
    use ngi_formats::swav::Pcm;

    use super::*;

    #[test]
    fn a_sound_has_length_rate_and_channels() {
        let samples = vec![0i16; 22_050];
        let facts = SoundFacts::read(&Pcm::of_samples(2, 22_050, &samples).to_wave()).unwrap();
        assert_eq!((facts.rate, facts.channels, facts.bits), (22_050, 2, 16));
        assert_eq!((facts.seconds, facts.codec), (0.5, Codec::PCM));
        assert_eq!(SoundFacts::read(b""), None);
    }

    #[test]
    fn a_palette_has_colours_and_the_letter_that_textures_ask_for() {
        let palette = Palette::from_colours([[1, 2, 3, 255], [1, 2, 3, 255], [9, 8, 7, 255]]);
        let facts = PaletteFacts::read(palette.bytes(), "A3.PAL").unwrap();
        assert_eq!((facts.colours.len(), facts.colours[2]), (256, [9, 8, 7]));
        assert_eq!((facts.different, facts.has_table), (3, false), "black besides");
        assert_eq!(facts.slot.as_deref(), Some("A3"));
        assert_eq!(PaletteFacts::read(palette.bytes(), "mine").unwrap().slot, None);
        assert_eq!(PaletteFacts::read(b"short", "A.PAL"), None);
    }
}
