//! A material at given times, as the engine works it out.

use ngi_engine::materials::{Clock, Definition, Rand, RuntimePhase, Shown};
use ngi_formats::mat0::Material;
use serde::Serialize;

use crate::json::Float;
use crate::play::{Play, PlayOptions, Played, Seen};
use crate::{Error, Result, show};

/// Plays every track of a material. A row of a wear starts at 0; with a value, each track is
/// asked for that share of its cycle instead, whatever the time.
pub fn play(material: &Material<'_>, options: &PlayOptions) -> Result<Played> {
    let refused = [
        ("eye", options.eye.is_some()),
        ("speed", options.speed.is_some()),
        ("life", options.life.is_some()),
    ];
    if let Some((name, _)) = refused.iter().find(|(_, given)| *given) {
        return Err(Error::Usage(format!("--{name} means nothing to a material")));
    }
    let definition = Definition::without_textures(material);
    let tracks = definition.tracks().len().max(1);
    let mut states = Vec::new();
    for track in 0..tracks {
        // Each track draws its own lots, so that asking for one does not change another.
        let mut rand = Rand::new(options.seed);
        let mut start = 0;
        for &time in &options.times {
            let now = milliseconds(time)?;
            let shown = match options.value {
                Some(share) => definition.at_share(track, share),
                None => {
                    let mut clock = Clock { now, start };
                    let shown = definition.at_time(track, &mut clock, &mut rand);
                    start = clock.start;
                    shown
                }
            };
            states.push(state(material, &definition, (track, time), shown)?);
        }
    }
    let text = show::table_of(&states.iter().map(row).collect::<Vec<_>>());
    let seen = MaterialSeen { blend: definition.metadata().blend().name(), states };
    Ok(Played { document: Play::new("mat0", options, Seen::Material(seen)), text })
}

/// What is seen of a material.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MaterialSeen {
    /// How it is laid over what is there.
    pub blend: &'static str,
    /// A state for each track and time.
    pub states: Vec<MaterialState>,
}

/// A material as a track shows it at a moment.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MaterialState {
    track: usize,
    time: f64,
    phase: u16,
    next: u16,
    factor: Float,
    texture: Option<String>,
    cell: i32,
    opacity: Float,
    ambient: [Float; 3],
    diffuse: [Float; 4],
    specular: [Float; 4],
    emissive: [Float; 4],
    power: u32,
}

/// Seconds as the game's clock counts.
fn milliseconds(time: f64) -> Result<u32> {
    let ms = (time * 1000.0).round();
    if ms > f64::from(u32::MAX) {
        let shown = if time < 1e15 { time.to_string() } else { format!("{time:e}") };
        return Err(Error::Usage(format!("{shown} s: the game's clock ends at 4294967.295 s")));
    }
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // checked, and never below 0
    let ms = ms as u32;
    Ok(ms)
}

fn state(
    material: &Material<'_>,
    definition: &Definition,
    (track, time): (usize, f64),
    shown: Shown,
) -> Result<MaterialState> {
    let mixed = definition.mixed(shown).map_err(|phase| {
        let count = material.phase_count();
        Error::Usage(format!("tracks[{track}] shows phase {phase}, but there are {count}"))
    })?;
    let RuntimePhase { diffuse, ambient, specular, emissive, power, texture: _, cell } = mixed;
    let [red, green, blue, opacity] = ambient;
    let phase = material.phase(usize::from(shown.phase));
    let texture = phase.and_then(|phase| phase.texture_name().map(|_| phase.texture.to_string()));
    Ok(MaterialState {
        track,
        time,
        phase: shown.phase,
        next: shown.next,
        factor: Float(shown.factor),
        texture,
        cell,
        opacity: Float(opacity),
        ambient: Float::each([red, green, blue]),
        diffuse: Float::each(diffuse),
        specular: Float::each(specular),
        emissive: Float::each(emissive),
        power,
    })
}

/// A row for people.
#[derive(Serialize)]
struct Row<'s> {
    track: usize,
    time: f64,
    phase: u16,
    next: u16,
    factor: String,
    texture: Option<&'s str>,
    cell: i32,
    opacity: String,
    ambient: [String; 3],
    diffuse: [String; 3],
    specular: [String; 3],
    power: u32,
}

/// A state for people: times in seconds, colours with three digits, what is never used left out.
fn row(state: &MaterialState) -> Row<'_> {
    let colour = |[red, green, blue, _]: [Float; 4]| [red, green, blue].map(short);
    Row {
        track: state.track,
        time: state.time,
        phase: state.phase,
        next: state.next,
        factor: short(state.factor),
        texture: state.texture.as_deref(),
        cell: state.cell,
        opacity: short(state.opacity),
        ambient: state.ambient.map(short),
        diffuse: colour(state.diffuse),
        specular: colour(state.specular),
        power: state.power,
    }
}

fn short(value: Float) -> String {
    value.rounded(3)
}
