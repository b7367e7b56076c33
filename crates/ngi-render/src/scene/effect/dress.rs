//! What effects wear, and the light they give.

use std::collections::HashSet;

use ngi_engine::effects::{Appearance, DrawList, LightForm, Looks as EffectLooks, Manager};
use ngi_formats::fxid::Reference;

use super::sprites::{SpriteSkin, SpriteSkins};
use crate::light::{Lighting, PointLight, Sun};
use crate::scene::looks::{Looks, MaterialId};

/// The materials of a manager's effects, by its numbers.
#[derive(Debug, Clone, Default)]
pub struct EffectRows {
    taken: HashSet<u32>,
    materials: Vec<Option<MaterialId>>,
}

impl EffectRows {
    /// Takes the materials that a manager's commands name, each from the archive it is said to be
    /// in; those it has taken stay.
    pub fn take(&mut self, manager: &Manager, looks: &mut Looks) {
        self.materials.resize(manager.references().len(), None);
        for (number, Reference { archive, member }) in manager.materials() {
            let place = usize::try_from(number).ok().and_then(|at| self.materials.get_mut(at));
            if let Some(place) = place.filter(|_| self.taken.insert(number)) {
                *place = looks.load_material(&archive.to_string(), member.name());
            }
        }
    }

    fn material(&self, number: Option<u32>) -> Option<MaterialId> {
        *self.materials.get(usize::try_from(number?).ok()?)?
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
    fn look(&self, material: Option<u32>, phase: f32) -> Appearance {
        let Some(material) = self.rows.material(material) else { return Appearance::PLAIN };
        let look = self.looks.look_at_share(material, phase);
        Appearance { ambient: look.ambient, blend: look.blend }
    }
}

impl SpriteSkins for EffectDress<'_> {
    fn skin(&self, material: Option<u32>, phase: f32) -> SpriteSkin {
        let Some(material) = self.rows.material(material) else { return SpriteSkin::default() };
        let look = self.looks.look_at_share(material, phase);
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

#[cfg(test)]
mod tests {
    use ngi_engine::effects::{Player, PlayerOptions};
    use ngi_formats::fxid::{Body, Command, EffectBuf, Opcode};
    use ngi_formats::mat0::{BlendMode, MaterialBuf};
    use ngi_formats::nres::{Editor, NewEntry};
    use ngi_vfs::{MemoryRoot, Vfs};

    use super::*;

    fn library(rows: &[(&str, BlendMode)]) -> Vec<u8> {
        let mut editor = Editor::new();
        for (name, blend) in rows {
            let made = MaterialBuf::of_texture(b"", *blend).unwrap();
            let [attr1, attr2, attr3] = made.attributes.numbers();
            let entry = NewEntry { attr1, attr2, attr3, ..NewEntry::new(*b"MAT0", name).unwrap() };
            editor.add(entry, made.write().unwrap()).unwrap();
        }
        editor.write().unwrap()
    }

    fn command(opcode: Opcode, archive: &str, member: &str) -> Command {
        let mut body = Body::new(opcode).unwrap();
        *body.reference_mut().unwrap() =
            Reference::new(archive.as_bytes(), member.as_bytes()).unwrap();
        body.into()
    }

    /// A material is in the archive that its command names; what is missing there is `DEFAULT`,
    /// then the first entry; a sound is no material.
    #[test]
    fn commands_say_where_their_material_is() {
        let root = MemoryRoot::new()
            .with("material.lib", library(&[("A", BlendMode::OPAQUE), ("B", BlendMode::ALPHA)]))
            .and_then(|root| root.with("fx.lib", library(&[("A", BlendMode::ADDITIVE)])))
            .unwrap();
        let commands = vec![
            command(Opcode::SPRITE, "Material.LIB", "b"),
            command(Opcode::SPRITE, "FX.lib", "a"),
            command(Opcode::SPRITE, "fx.lib", "gone"),
            command(Opcode::SPRITE, "material.lib", "gone"),
            command(Opcode::SPRITE, "none.lib", "a"),
            command(Opcode::SOUND, "material.lib", "bang.wav"),
        ];
        let effect = EffectBuf::new(1.0, commands);
        let mut looks = Looks::new(Some(&Vfs::in_memory(root)));
        let mut player = Player::new(&effect, PlayerOptions::default());
        let mut rows = EffectRows::default();
        rows.take(player.manager_mut(), &mut looks);
        let dress = EffectDress { looks: &looks, rows: &rows };
        let blends: Vec<BlendMode> =
            (0..6).map(|number| dress.look(Some(number), 0.0).blend).collect();
        let plain = Appearance::PLAIN.blend;
        let [alpha, add, opaque] = [BlendMode::ALPHA, BlendMode::ADDITIVE, BlendMode::OPAQUE];
        assert_eq!(blends, [alpha, add, add, opaque, plain, plain]);
        let log: Vec<String> = looks.log().iter().map(ToString::to_string).collect();
        assert!(!log.iter().any(|line| line.contains("bang")), "{log:?}");
    }
}
