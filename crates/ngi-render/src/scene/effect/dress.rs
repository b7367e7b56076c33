//! What effects wear, and the light they give.

use ngi_engine::effects::{DrawList, LightForm, Look, Looks};
use ngi_engine::materials::Shared;
use ngi_formats::fxid::Reference;

use super::sprites::{SpriteSkin, SpriteSkins};
use crate::frame::Store;
use crate::light::{Lighting, PointLight, Sun};
use crate::scene::wardrobe::Wardrobe;

/// The archive that materials are in, whatever a file says about its case.
const MATERIALS: &[u8] = b"material.lib";

/// The materials of a manager's effects, by its numbers.
#[derive(Debug, Clone, Default)]
pub struct EffectDress {
    wardrobe: Wardrobe,
    numbers: Vec<Option<u32>>,
}

impl EffectDress {
    /// Takes the materials that references name, those it has not taken yet. `shared` is the game
    /// they are from; without one everything is white.
    pub fn take(&mut self, references: &[Reference], shared: Option<&mut Shared>) {
        let known = self.numbers.len();
        let Some(shared) = shared else {
            self.numbers.resize(references.len().max(known), None);
            return;
        };
        for reference in references.iter().skip(known) {
            let is_material = reference.archive.name().eq_ignore_ascii_case(MATERIALS);
            let name = reference.member.name();
            let number = is_material.then(|| self.wardrobe.take(shared, name)).flatten();
            self.numbers.push(number);
        }
    }

    /// Puts the textures into a store.
    pub fn prepare(&mut self, store: &mut dyn Store) {
        self.wardrobe.prepare(store);
    }

    /// Takes them out again.
    pub fn release(&mut self, store: &mut dyn Store) {
        self.wardrobe.release(store);
    }

    fn number(&self, material: Option<u32>) -> Option<u32> {
        *self.numbers.get(usize::try_from(material?).ok()?)?
    }
}

impl Looks for EffectDress {
    fn look(&self, material: Option<u32>, phase: f32) -> Look {
        let known = self.number(material).and_then(|number| self.wardrobe.material(number));
        known.map_or(Look::PLAIN, |material| Look::of_material(material, phase))
    }
}

impl SpriteSkins for EffectDress {
    fn skin(&self, material: Option<u32>, phase: f32) -> SpriteSkin {
        let worn = self.number(material).and_then(|number| self.wardrobe.at_share(number, phase));
        worn.map_or_else(SpriteSkin::default, |worn| SpriteSkin {
            texture: worn.texture,
            cell: worn.cell,
        })
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
