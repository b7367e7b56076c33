//! What effects wear, and the light they give.

use ngi_engine::effects::{DrawList, LightForm, Look, Looks as EffectLooks};
use ngi_formats::fxid::Reference;

use super::sprites::{SpriteSkin, SpriteSkins};
use crate::light::{Lighting, PointLight, Sun};
use crate::scene::looks::{Looks, WearId};

/// The archive that materials are in, whatever a file says about its case.
const MATERIALS: &[u8] = b"material.lib";

/// The materials of a manager's effects: by its numbers, wears of one row.
#[derive(Debug, Clone, Default)]
pub struct EffectRows(Vec<Option<WearId>>);

impl EffectRows {
    /// Takes the materials that references name, those it has not taken yet.
    pub fn take(&mut self, references: &[Reference], looks: &mut Looks) {
        for reference in references.iter().skip(self.0.len()) {
            let is_material = reference.archive.name().eq_ignore_ascii_case(MATERIALS);
            let wear = is_material.then(|| looks.load_material(reference.member.name()));
            self.0.push(wear.filter(|wear| looks.is_loaded(*wear, 0)));
        }
    }

    fn wear(&self, material: Option<u32>) -> Option<WearId> {
        *self.0.get(usize::try_from(material?).ok()?)?
    }
}

/// The same with what they look like: what the engine and the card ask.
#[derive(Debug, Clone, Copy)]
pub struct EffectDress<'a> {
    /// Materials.
    pub looks: &'a Looks,
    /// Which of them a manager's numbers are.
    pub rows: &'a EffectRows,
}

impl EffectLooks for EffectDress<'_> {
    fn look(&self, material: Option<u32>, phase: f32) -> Look {
        let Some(wear) = self.rows.wear(material) else { return Look::PLAIN };
        let look = self.looks.look_at_share(wear, 0, phase);
        Look { ambient: look.ambient, blend: look.blend }
    }
}

impl SpriteSkins for EffectDress<'_> {
    fn skin(&self, material: Option<u32>, phase: f32) -> SpriteSkin {
        let Some(wear) = self.rows.wear(material) else { return SpriteSkin::default() };
        let look = self.looks.look_at_share(wear, 0, phase);
        SpriteSkin { texture: look.texture, cell: look.cell }
    }
}

/// Adds the lights of a list. Those that light their owner only are left out: here nobody is.
pub fn add_lights(list: &DrawList, lighting: &mut Lighting) {
    for light in list.lights.iter().filter(|light| !light.owner_only) {
        let [red, green, blue, _] = light.colour;
        let colour = [red, green, blue];
        match light.form {
            LightForm::Point => lighting.points.push(PointLight {
                position: light.position,
                range: light.range,
                colour,
                attenuation: light.attenuation,
            }),
            LightForm::Directional | LightForm::Parallel => {
                lighting.suns.push(Sun { towards: light.direction.map(|part| -part), colour });
            }
        }
    }
}
