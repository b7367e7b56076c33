//! Facts about effects and materials.

use ngi_formats::fxid::{Effect, Opcode, TimeMode};
use ngi_formats::mat0::{Attributes, BlendMode, Material, Phase};
use ngi_formats::text;

use super::model::{Named, texture};
use crate::surroundings::Surroundings;

/// Facts about an effect.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct EffectFacts {
    /// Length of one run in seconds; 0 if time comes from outside.
    pub seconds: f32,
    /// True if it starts again at its end.
    pub repeats: bool,
    /// Kinds of its commands with their numbers, in the order in which they first appear.
    pub commands: Vec<(Opcode, usize)>,
}

impl EffectFacts {
    /// Reads the facts of an effect from its bytes.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let effect = Effect::read_tolerant(bytes).ok()?;
        let header = effect.header();
        let is_timed = [TimeMode::ONCE, TimeMode::LOOP, TimeMode::BACKWARD];
        let mut commands: Vec<(Opcode, usize)> = Vec::new();
        for command in effect.commands() {
            let opcode = command.opcode();
            match commands.iter_mut().find(|(known, _)| *known == opcode) {
                Some((_, count)) => *count += 1,
                None => commands.push((opcode, 1)),
            }
        }
        let is_timed = is_timed.contains(&header.time_mode);
        Some(Self {
            seconds: if is_timed { header.duration_s } else { 0.0 },
            repeats: header.time_mode == TimeMode::LOOP,
            commands,
        })
    }
}

/// Facts about a material.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct MaterialFacts {
    /// How it is blended with what is behind it.
    pub blend: BlendMode,
    /// Colour of its first phase.
    pub colour: [u8; 3],
    /// Opacity of its first phase, in percent.
    pub opacity: u8,
    /// Number of phases.
    pub phases: usize,
    /// Length of its longest animation in seconds, if it has one.
    pub seconds: Option<f32>,
    /// Textures of its phases, each once.
    pub textures: Vec<Named>,
}

impl MaterialFacts {
    /// Reads the facts of a material. Its textures are looked up around it.
    pub fn read(bytes: &[u8], attributes: Attributes, around: &Surroundings) -> Option<Self> {
        let material = Material::read(bytes, attributes).ok()?;
        let first = material.phase(0).unwrap_or_default();
        let [red, green, blue, _] = first.diffuse;
        let moving = material.tracks().filter(|track| track.key_count() > 1);
        let longest = moving.map(|track| track.cycle_ms()).max().filter(|cycle| *cycle > 0);
        let mut textures: Vec<Named> = Vec::new();
        let phases: Vec<Phase> = material.phases().collect();
        for name in phases.iter().filter_map(Phase::texture_name) {
            if textures.iter().all(|known| known.name != text::decode(name)) {
                textures.push(texture(name, around));
            }
        }
        Some(Self {
            blend: material.attributes().flags.blend(),
            colour: [red, green, blue],
            opacity: first.opacity,
            phases: material.phase_count(),
            seconds: longest.map(|cycle| f32::from(cycle) / 1000.0),
            textures,
        })
    }
}

#[cfg(test)]
mod tests {
    use ngi_formats::fxid::{Body, Command, CommandFlags, EffectBuf};
    use ngi_formats::mat0::MaterialBuf;

    use super::*;

    #[test]
    fn commands_of_an_effect_are_counted_by_kind() {
        let command = |opcode| {
            let body = Body::new(opcode).unwrap();
            Command { flags: CommandFlags::default(), body }
        };
        let commands = [Opcode::SPRITE, Opcode::LIGHT, Opcode::SPRITE].map(command).to_vec();
        let mut effect = EffectBuf::new(2.5, commands);
        effect.header.time_mode = TimeMode::LOOP;
        let facts = EffectFacts::read(&effect.write().unwrap()).unwrap();
        assert_eq!(facts.commands, [(Opcode::SPRITE, 2), (Opcode::LIGHT, 1)]);
        assert_eq!((facts.seconds, facts.repeats), (2.5, true));
        effect.header.time_mode = TimeMode::SPEED;
        let facts = EffectFacts::read(&effect.write().unwrap()).unwrap();
        assert_eq!((facts.seconds, facts.repeats), (0.0, false));
        assert_eq!(EffectFacts::read(b"no"), None);
    }

    #[test]
    fn a_material_names_its_textures_once() {
        let mut material = MaterialBuf::of_texture(b"SMOKE.0", BlendMode::ALPHA).unwrap();
        let phase = material.phases[0];
        material.phases.push(phase);
        material.phases[0].diffuse = [10, 20, 30, 40];
        let (bytes, attributes) = (material.write().unwrap(), material.attributes);
        let facts = MaterialFacts::read(&bytes, attributes, &Surroundings::none()).unwrap();
        assert_eq!((facts.blend, facts.phases, facts.seconds), (BlendMode::ALPHA, 2, None));
        assert_eq!(facts.colour, [10, 20, 30]);
        assert_eq!(facts.textures, [Named { name: "SMOKE.0".into(), path: None }]);
    }
}
