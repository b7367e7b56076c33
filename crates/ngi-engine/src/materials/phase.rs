//! What a material shows at a moment: the engine's record of 76 bytes.

use glam::{BVec4A, Vec4};
use ngi_formats::mat0::{LerpMask, Phase};

/// Bytes of the record.
pub const RECORD_SIZE: usize = 76;
/// Words of the record.
const WORDS: usize = RECORD_SIZE / 4;
/// A texture slot or cell that is none.
pub const NONE: i32 = -1;

/// A phase as the engine keeps it at run time (`MaterialPhase76`).
///
/// ```text
/// +0   f32[4]  diffuse
/// +16  f32[4]  ambient: red, green, blue, opacity
/// +32  f32[4]  specular
/// +48  f32[4]  emissive
/// +64  u32     specular power
/// +68  i32     slot of the texture cache, −1 for none
/// +72  i32     cell of the texture's page, −1 for the whole texture
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RuntimePhase {
    /// Red, green, blue, alpha. The game never uses this alpha.
    pub diffuse: [f32; 4],
    /// Red, green, blue of the surface's own light, and its opacity.
    pub ambient: [f32; 4],
    /// Red, green, blue, alpha. The game never uses this alpha.
    pub specular: [f32; 4],
    /// Red, green, blue, alpha. The game never uses any of it.
    pub emissive: [f32; 4],
    /// Specular power; 0 for none.
    pub power: u32,
    /// Slot of the texture cache; [`NONE`] for no texture.
    pub texture: i32,
    /// Cell of the texture's page; [`NONE`] for the whole texture.
    pub cell: i32,
}

impl RuntimePhase {
    /// The stored phase, with the slot its texture was loaded to. A phase without a texture has
    /// neither slot nor cell, whatever is stored.
    pub fn new(phase: &Phase, texture_slot: i32) -> Self {
        let Phase { ambient, opacity, diffuse, specular, emissive, power, cell, texture: _ } =
            *phase;
        let colour = |rgba: [u8; 4]| rgba.map(|channel| f32::from(channel) / 255.0);
        let [red, green, blue] = ambient.map(|channel| f32::from(channel) / 255.0);
        let textured = phase.texture_name().is_some();
        Self {
            diffuse: colour(diffuse),
            ambient: [red, green, blue, f32::from(opacity) * 0.01],
            specular: colour(specular),
            emissive: colour(emissive),
            power: power.into(),
            texture: if textured { texture_slot } else { NONE },
            cell: if textured { cell.into() } else { NONE },
        }
    }

    /// This phase on its way to another (`sub_10003030`): what the mask names is mixed by
    /// `factor`, everything else stays.
    #[must_use]
    #[inline]
    pub fn towards(&self, other: &Self, factor: f32, mask: LerpMask) -> Self {
        // Four numbers at a time; what was not asked for is taken from what it was.
        let mix = |from: [f32; 4], to: [f32; 4], lanes: BVec4A| {
            let (from, to) = (Vec4::from_array(from), Vec4::from_array(to));
            Vec4::select(lanes, from + (to - from) * factor, from).to_array()
        };
        let colour = |bit| lanes(mask.has(bit), false);
        let ambient = lanes(mask.has(LerpMask::AMBIENT), mask.has(LerpMask::OPACITY));
        Self {
            diffuse: mix(self.diffuse, other.diffuse, colour(LerpMask::DIFFUSE)),
            ambient: mix(self.ambient, other.ambient, ambient),
            specular: mix(self.specular, other.specular, colour(LerpMask::SPECULAR)),
            emissive: mix(self.emissive, other.emissive, colour(LerpMask::EMISSIVE)),
            power: self.power,
            texture: self.texture,
            cell: self.cell,
        }
    }

    /// How much of the surface is there: alpha of ambient.
    pub fn opacity(&self) -> f32 {
        let [.., opacity] = self.ambient;
        opacity
    }

    /// The record as the engine keeps it.
    pub fn to_bytes(&self) -> [u8; RECORD_SIZE] {
        let Self { diffuse, ambient, specular, emissive, power, texture, cell } = self;
        let mut bytes = [0; RECORD_SIZE];
        let colours = [diffuse, ambient, specular, emissive];
        let floats = colours.into_iter().flatten().map(|value| value.to_le_bytes());
        let rest = [power.to_le_bytes(), texture.to_le_bytes(), cell.to_le_bytes()];
        for (place, word) in bytes.as_chunks_mut().0.iter_mut().zip(floats.chain(rest)) {
            *place = word;
        }
        bytes
    }

    /// The value of a record.
    pub fn from_bytes(bytes: &[u8; RECORD_SIZE]) -> Self {
        let mut words = [[0; 4]; WORDS];
        words.copy_from_slice(bytes.as_chunks().0);
        let [d0, d1, d2, d3, a0, a1, a2, a3, s0, s1, s2, s3, e0, e1, e2, e3, power, texture, cell] =
            words;
        Self {
            diffuse: [d0, d1, d2, d3].map(f32::from_le_bytes),
            ambient: [a0, a1, a2, a3].map(f32::from_le_bytes),
            specular: [s0, s1, s2, s3].map(f32::from_le_bytes),
            emissive: [e0, e1, e2, e3].map(f32::from_le_bytes),
            power: u32::from_le_bytes(power),
            texture: i32::from_le_bytes(texture),
            cell: i32::from_le_bytes(cell),
        }
    }
}

/// Which of a colour's four numbers are mixed.
#[inline]
fn lanes(rgb: bool, alpha: bool) -> BVec4A {
    BVec4A::new(rgb, rgb, rgb, alpha)
}
