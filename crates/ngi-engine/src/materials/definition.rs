//! A material at run time: its phases, tracks and what else the engine keeps of it.

use ngi_formats::mat0::{Attributes, BlendMode, Flags, Material, Meta, Phase};

use super::phase::RuntimePhase;
use super::random::Rand;
use super::track::{Clock, RuntimeTrack, Shown};

/// What the manager answers when it is asked about a material (`sub_10003AB0`).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Metadata {
    /// Surface class, the byte behind it, speed factor, damage: `metaA` to `metaD`.
    pub meta: Meta,
    /// attr1 of the material's entry.
    pub flags: Flags,
}

impl Metadata {
    /// `flagA`: a lit skin.
    pub fn flag_a(self) -> bool {
        self.flags.has(Flags::LIT_SKIN)
    }

    /// `nibbleMode`: bits 2 to 5 of attr1.
    pub fn nibble_mode(self) -> u8 {
        self.flags.blend_index()
    }

    /// `flagB`: bit 6 of attr1.
    pub fn flag_b(self) -> bool {
        self.flags.has(Flags::UNK_BIT_6)
    }

    /// How the material is blended.
    pub fn blend(self) -> BlendMode {
        self.flags.blend()
    }
}

/// A material as the pool keeps it.
#[derive(Debug, Clone, PartialEq)]
pub struct Definition {
    attributes: Attributes,
    meta: Meta,
    pub(super) phases: Vec<RuntimePhase>,
    tracks: Vec<RuntimeTrack>,
}

impl Definition {
    /// The run-time form of a material. `texture_slot` says where the texture of a phase is; it
    /// is asked for phases that have one.
    pub fn new<E>(
        material: &Material<'_>,
        mut texture_slot: impl FnMut(&Phase) -> Result<i32, E>,
    ) -> Result<Self, E> {
        let mut phases = Vec::with_capacity(material.phase_count());
        for phase in material.phases() {
            let slot =
                if phase.texture_name().is_some() { texture_slot(&phase)? } else { super::NONE };
            phases.push(RuntimePhase::new(&phase, slot));
        }
        Ok(Self::with_phases(material, phases))
    }

    /// The run-time form of a material whose phases are made already.
    pub(super) fn with_phases(material: &Material<'_>, phases: Vec<RuntimePhase>) -> Self {
        let tracks = material.tracks().map(|track| {
            RuntimeTrack::new(track.word.mode(), track.word.mask(), track.keys().collect())
        });
        let (attributes, meta) = (material.attributes(), material.meta());
        Self { attributes, meta, phases, tracks: tracks.collect() }
    }

    /// The run-time form without textures: for looking at a material on its own.
    pub fn without_textures(material: &Material<'_>) -> Self {
        let phases = material.phases().map(|phase| RuntimePhase::new(&phase, super::NONE));
        Self::with_phases(material, phases.collect())
    }

    /// What the directory entry said.
    pub fn attributes(&self) -> Attributes {
        self.attributes
    }

    /// What the manager answers about it.
    pub fn metadata(&self) -> Metadata {
        Metadata { meta: self.meta, flags: self.attributes.flags }
    }

    /// The phases in order.
    pub fn phases(&self) -> &[RuntimePhase] {
        &self.phases
    }

    /// The tracks in order.
    pub fn tracks(&self) -> &[RuntimeTrack] {
        &self.tracks
    }

    /// The track the engine takes: this one, or the first where there is no such track.
    pub fn track(&self, index: usize) -> Option<&RuntimeTrack> {
        self.tracks.get(index).or(self.tracks.first())
    }

    /// What a track shows at a time of the game; the first phase without tracks or keys.
    #[inline]
    pub fn at_time(&self, track: usize, clock: &mut Clock, rand: &mut Rand) -> Shown {
        let shown = self.track(track).and_then(|track| track.at_time(clock, rand));
        shown.unwrap_or(Shown::still(0))
    }

    /// What a track shows at a share of its cycle; the first phase without tracks or keys.
    pub fn at_share(&self, track: usize, share: f32) -> Shown {
        let shown = self.track(track).and_then(|track| track.at_share(share));
        shown.unwrap_or(Shown::still(0))
    }

    /// The record for what is shown; the number of the phase that is missing, where one is.
    #[inline]
    pub fn mixed(&self, shown: Shown) -> Result<RuntimePhase, u16> {
        let phase = |index: u16| self.phases.get(usize::from(index)).ok_or(index);
        let from = phase(shown.phase)?;
        if shown.mask.0 == 0 {
            return Ok(*from);
        }
        Ok(from.towards(phase(shown.next)?, shown.factor, shown.mask))
    }
}
