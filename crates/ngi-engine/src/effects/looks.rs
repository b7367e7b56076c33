//! What the materials of effects look like.

use ngi_formats::mat0::BlendMode;

use super::curve::knee;
use crate::materials::Definition;

/// What a material looks like at a phase of its first track.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Appearance {
    /// Ambient red, green and blue, as the material has them.
    pub ambient: [f32; 3],
    /// How it is blended.
    pub blend: BlendMode,
}

impl Appearance {
    /// White and see-through.
    pub const PLAIN: Self = Self { ambient: [1.0; 3], blend: BlendMode::ALPHA };

    /// A material at a phase of its first track; plain where its phase is missing.
    pub fn of_material(material: &Definition, phase: f32) -> Self {
        let Ok(shown) = material.mixed(material.at_share(0, phase)) else { return Self::PLAIN };
        let [r, g, b, _] = shown.ambient;
        Self { ambient: [r, g, b], blend: material.metadata().blend() }
    }

    /// The colour that the engine makes of the ambient one.
    pub fn colour(&self) -> [f32; 3] {
        self.ambient.map(knee)
    }
}

/// Where the looks of materials come from.
pub trait Looks {
    /// The look of a material, by the manager's number, at a phase of its track from 0 to 1.
    fn look(&self, material: Option<u32>, phase: f32) -> Appearance;
}

/// Every material is white and see-through: for tools that have no materials.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PlainLooks;

impl Looks for PlainLooks {
    fn look(&self, _material: Option<u32>, _phase: f32) -> Appearance {
        Appearance::PLAIN
    }
}

/// Materials by the manager's numbers, as far as there are any; the others are plain.
impl Looks for [Option<Definition>] {
    fn look(&self, material: Option<u32>, phase: f32) -> Appearance {
        let number = material.and_then(|number| usize::try_from(number).ok());
        match number.and_then(|number| self.get(number)) {
            Some(Some(material)) => Appearance::of_material(material, phase),
            _ => Appearance::PLAIN,
        }
    }
}
