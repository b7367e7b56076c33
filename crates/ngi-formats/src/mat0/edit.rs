//! A material as values to change.

use super::flags::{BlendMode, LerpMask, Mode, TrackWord};
use super::read::{Material, Track};
use super::types::{Attributes, Key, Meta, Phase};
use crate::{Error, FixedStr, Result};

/// A material as values to change. [`MaterialBuf::write`] gives the payload; the attributes go
/// to the directory entry.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct MaterialBuf {
    /// What the directory entry says.
    pub attributes: Attributes,
    /// The header behind the counts.
    pub meta: Meta,
    /// The phases.
    pub phases: Vec<Phase>,
    /// The tracks, at most 19.
    pub tracks: Vec<TrackBuf>,
}

/// A track as values to change.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TrackBuf {
    /// Mode and mask.
    pub word: TrackWord,
    /// The keys.
    pub keys: Vec<Key>,
}

impl Track<'_> {
    /// The same as values to change.
    pub fn to_buf(&self) -> TrackBuf {
        TrackBuf { word: self.word, keys: self.keys().collect() }
    }
}

impl TrackBuf {
    /// A track of these phases and the times they last, in milliseconds.
    pub fn of_lengths(
        mode: Mode,
        mask: LerpMask,
        lengths: impl IntoIterator<Item = (u16, u16)>,
    ) -> Result<Self> {
        let mut end = 0u16;
        let mut keys = Vec::new();
        for (phase, length_ms) in lengths {
            end = end.checked_add(length_ms).ok_or_else(|| {
                Error::usage("keys", "a track takes at most 65,535 ms from start to end")
            })?;
            keys.push(Key { phase, time_ms: end, unk_0x04: 0 });
        }
        Ok(Self { word: TrackWord::new(mode, mask), keys })
    }
}

impl MaterialBuf {
    /// A material of the game's version with one texture and nothing that moves.
    pub fn of_texture(texture: &[u8], blend: BlendMode) -> Result<Self> {
        let mut material = Self::default();
        let phase = Phase { texture: texture_field(texture)?, ..Phase::default() };
        material.phases.push(phase);
        material.tracks.push(TrackBuf { keys: vec![Key::default()], ..TrackBuf::default() });
        material.set_blend(blend)?;
        Ok(material)
    }

    /// Reads a payload as its directory entry says.
    pub fn read(bytes: &[u8], attributes: Attributes) -> Result<Self> {
        Material::read(bytes, attributes).map(|material| material.to_buf())
    }

    /// Changes the blend mode; the other flags stay.
    pub fn set_blend(&mut self, mode: BlendMode) -> Result<()> {
        let flags = self.attributes.flags.with_blend(mode).ok_or_else(|| {
            Error::usage(
                "flags",
                format!("no flags lead to blend mode {} ({})", mode.0, mode.name()),
            )
        })?;
        self.attributes.flags = flags;
        Ok(())
    }

    /// Gives a phase another texture, or none for an empty name.
    pub fn set_texture(&mut self, phase: usize, name: &[u8]) -> Result<()> {
        let texture = texture_field(name)?;
        let count = self.phases.len();
        let phase = self.phases.get_mut(phase).ok_or_else(|| {
            Error::usage(format!("phases[{phase}]"), format!("there are only {count}"))
        })?;
        phase.texture = texture;
        Ok(())
    }

    /// Gives every phase that has the texture `old` the texture `new`, and says how many did.
    pub fn rename_texture(&mut self, old: &[u8], new: &[u8]) -> Result<usize> {
        let texture = texture_field(new)?;
        let mut renamed = 0;
        for phase in self.phases.iter_mut().filter(|phase| phase.texture.is(old)) {
            phase.texture = texture;
            renamed += 1;
        }
        Ok(renamed)
    }

    /// Takes a phase away. Keys that showed a later one show the same one still; a phase that
    /// keys show stays.
    pub fn remove_phase(&mut self, index: usize) -> Result<Phase> {
        if index >= self.phases.len() {
            let count = self.phases.len();
            return Err(Error::usage(
                format!("phases[{index}]"),
                format!("there are only {count}"),
            ));
        }
        let keys = || {
            self.tracks.iter().enumerate().flat_map(|(track, t)| {
                t.keys.iter().enumerate().map(move |(key, k)| (track, key, usize::from(k.phase)))
            })
        };
        if let Some((track, key, _)) = keys().find(|&(.., phase)| phase == index) {
            let why = format!("tracks[{track}].keys[{key}] shows it");
            return Err(Error::usage(format!("phases[{index}]"), why));
        }
        for key in self.tracks.iter_mut().flat_map(|track| &mut track.keys) {
            if usize::from(key.phase) > index {
                key.phase -= 1;
            }
        }
        Ok(self.phases.remove(index))
    }
}

/// A texture's name as stored.
fn texture_field(name: &[u8]) -> Result<FixedStr<16>> {
    if !name.is_empty() {
        crate::pal::texture_palette(name)?;
    }
    FixedStr::new(name)
}
