//! An effect at given times, as the engine works it out.

use std::collections::HashMap;

use ngi_engine::effects::{
    Dome, DrawList, Fixed, Item, Light, LightForm, Paint, Player, PlayerOptions, Quad, Sound,
    SoundAction, View,
};
use ngi_engine::materials::Definition;
use ngi_formats::fxid::{Effect, Reference};
use ngi_formats::mat0::Material;
use serde::Serialize;

use crate::json::Float;
use crate::play::{Play, PlayOptions, Played, Seen};
use crate::surroundings::Surroundings;
use crate::{Error, Result, show};

/// More things to draw than this, over all times, are refused: a damaged burst asks for as many as
/// the engine allows.
pub const MOST_THINGS: usize = 100_000;

/// Plays an effect alone, at the origin of the world.
pub fn play(effect: &Effect<'_>, around: &Surroundings, options: &PlayOptions) -> Result<Played> {
    let &PlayOptions { ref times, seed, eye, value, speed, life } = options;
    let value = value.unwrap_or(0.0);
    let mut player = Player::new(effect, PlayerOptions { seed, value, ..PlayerOptions::default() });
    let looks = materials(&player, around);
    let inputs = Fixed { node_value: value, life: life.unwrap_or(1.0), ..Fixed::default() }
        .with_speed(speed.unwrap_or(0.0));
    let mut view = View::default();
    view.eye = eye.unwrap_or(view.eye);
    let names: Vec<String> = player.references().iter().map(Reference::to_string).collect();
    let (mut states, mut rows, mut things) = (Vec::new(), Vec::new(), 0);
    for &time in times {
        let list = player.at(time, &inputs, &view, looks.as_slice()).clone();
        things += list.quads.len() + list.domes.len();
        if things > MOST_THINGS {
            let why = format!("more than {MOST_THINGS} things to draw; ask for fewer times");
            return Err(Error::Usage(why));
        }
        let active: Vec<u32> = player.active().collect();
        let t = player.time();
        rows.push(row(time, t, &active, &list, &names));
        states.push(state(time, t, active, &list, &names));
    }
    let header = effect.header();
    let (time_mode, duration_s) = (header.time_mode.0, Float(header.duration_s));
    let seen = Seen::Effect(EffectSeen { time_mode, duration_s, states });
    let options = PlayOptions { eye: Some(view.eye), ..options.clone() };
    Ok(Played { document: Play::new("fxid", &options, seen), text: show::table_of(&rows) })
}

/// What is seen of an effect.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct EffectSeen {
    time_mode: u32,
    duration_s: Float,
    /// A state for each time.
    pub states: Vec<EffectState>,
}

/// An effect at a moment.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct EffectState {
    time: f64,
    t: Option<Float>,
    active: Vec<u32>,
    /// Pictures that are drawn.
    pub quads: Vec<QuadSeen>,
    domes: Vec<DomeSeen>,
    lights: Vec<LightSeen>,
    sounds: Vec<SoundSeen>,
}

/// How something is painted.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PaintSeen {
    material: Option<String>,
    phase: Float,
    colour: [Float; 4],
    /// How it is laid over what is there.
    pub blend: &'static str,
    fog: Float,
    overlay: bool,
    distance: Float,
    /// Its place in the order of drawing, far to near.
    draw: Option<usize>,
}

/// A picture in space.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct QuadSeen {
    command: u32,
    centre: [Float; 3],
    size: [Float; 2],
    right: [Float; 3],
    up: [Float; 3],
    u: [Float; 2],
    v: [Float; 2],
    /// How it is painted.
    #[serde(flatten)]
    pub paint: PaintSeen,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
struct DomeSeen {
    command: u32,
    centre: [Float; 3],
    axes: [[Float; 3]; 3],
    shape: u32,
    facets: bool,
    #[serde(flatten)]
    paint: PaintSeen,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
struct LightSeen {
    command: u32,
    form: &'static str,
    position: [Float; 3],
    direction: [Float; 3],
    colour: [Float; 4],
    range: Float,
    attenuation: [Float; 3],
    owner_only: bool,
    no_ground_disc: bool,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
struct SoundSeen {
    command: u32,
    action: &'static str,
    sample: Option<String>,
    looping: bool,
    position: [Float; 3],
    direction: [Float; 3],
    velocity: [Float; 3],
    near: Float,
    far: Float,
    rate: Float,
}

/// The materials of an effect by its numbers, each from the archive that its command names; `None`
/// where that is not there or the material is broken.
fn materials(player: &Player, around: &Surroundings) -> Vec<Option<Definition>> {
    let mut all = vec![None; player.references().len()];
    for (number, Reference { archive, member }) in player.materials() {
        let found = || {
            let found = around.material_in(&archive.to_string(), member.name())?;
            let material = Material::read(&found.found.bytes, found.attributes()).ok()?;
            Some(Definition::without_textures(&material))
        };
        let place = usize::try_from(number).ok().and_then(|number| all.get_mut(number));
        place.into_iter().for_each(|place| *place = found());
    }
    all
}

fn name_of(number: Option<u32>, names: &[String]) -> Option<&String> {
    names.get(usize::try_from(number?).ok()?)
}

fn state(
    time: f64,
    t: Option<f32>,
    active: Vec<u32>,
    list: &DrawList,
    names: &[String],
) -> EffectState {
    // Where each thing comes in the order of drawing, far to near.
    let mut draw = HashMap::new();
    for (place, item) in list.sorted().enumerate() {
        let thing: *const () = match item {
            Item::Quad(quad) => std::ptr::from_ref(quad).cast(),
            Item::Dome(dome) => std::ptr::from_ref(dome).cast(),
        };
        draw.insert(thing, place);
    }
    let place = |thing: *const ()| draw.get(&thing).copied();
    let quad = |quad: &Quad| quad_seen(quad, place(std::ptr::from_ref(quad).cast()), names);
    let dome = |dome: &Dome| dome_seen(dome, place(std::ptr::from_ref(dome).cast()), names);
    EffectState {
        time,
        t: t.map(Float),
        active,
        quads: list.quads.iter().map(quad).collect(),
        domes: list.domes.iter().map(dome).collect(),
        lights: list.lights.iter().map(light_seen).collect(),
        sounds: list.sounds.iter().map(|sound| sound_seen(sound, names)).collect(),
    }
}

fn paint_seen(paint: &Paint, draw: Option<usize>, names: &[String]) -> PaintSeen {
    let Paint { material, phase, colour, blend, fog, overlay, squared_distance } = paint;
    PaintSeen {
        material: name_of(*material, names).cloned(),
        phase: Float(*phase),
        colour: Float::each(*colour),
        blend: blend.name(),
        fog: Float(*fog),
        overlay: *overlay,
        distance: Float(squared_distance.sqrt()),
        draw,
    }
}

fn quad_seen(quad: &Quad, draw: Option<usize>, names: &[String]) -> QuadSeen {
    let Quad { key: _, command, centre, right, up, u, v, paint } = quad;
    QuadSeen {
        command: *command,
        centre: Float::each(*centre),
        size: Float::each(quad.size()),
        right: Float::each(*right),
        up: Float::each(*up),
        u: Float::each(*u),
        v: Float::each(*v),
        paint: paint_seen(paint, draw, names),
    }
}

fn dome_seen(dome: &Dome, draw: Option<usize>, names: &[String]) -> DomeSeen {
    let Dome { key: _, command, centre, axes, shape, facets, paint } = dome;
    DomeSeen {
        command: *command,
        centre: Float::each(*centre),
        axes: axes.map(Float::each),
        shape: *shape,
        facets: *facets,
        paint: paint_seen(paint, draw, names),
    }
}

fn light_seen(light: &Light) -> LightSeen {
    let Light {
        key: _,
        command,
        form,
        owner_only,
        no_ground_disc,
        position,
        direction,
        colour,
        range,
        attenuation,
    } = light;
    let form = match form {
        LightForm::Point => "point",
        LightForm::Directional => "directional",
        LightForm::Parallel => "parallel",
    };
    LightSeen {
        command: *command,
        form,
        position: Float::each(*position),
        direction: Float::each(*direction),
        colour: Float::each(*colour),
        range: Float(*range),
        attenuation: Float::each(*attenuation),
        owner_only: *owner_only,
        no_ground_disc: *no_ground_disc,
    }
}

fn action(sound: &Sound) -> &'static str {
    match sound.action {
        SoundAction::Start => "start",
        SoundAction::Move => "move",
        SoundAction::Stop => "stop",
    }
}

fn sound_seen(sound: &Sound, names: &[String]) -> SoundSeen {
    let Sound {
        key: _,
        command,
        action: _,
        sample,
        looping,
        position,
        direction,
        velocity,
        near,
        far,
        rate,
    } = sound;
    SoundSeen {
        command: *command,
        action: action(sound),
        sample: name_of(*sample, names).cloned(),
        looping: *looping,
        position: Float::each(*position),
        direction: Float::each(*direction),
        velocity: Float::each(*velocity),
        near: Float(*near),
        far: Float(*far),
        rate: Float(*rate),
    }
}

/// A row for people.
#[derive(Serialize)]
struct Row {
    time: f64,
    t: String,
    active: String,
    quads: usize,
    largest: String,
    domes: usize,
    lights: usize,
    sounds: String,
}

/// A state for people: how much there is of each, and which sounds begin and end.
fn row(time: f64, t: Option<f32>, active: &[u32], list: &DrawList, names: &[String]) -> Row {
    let active: Vec<String> = active.iter().map(u32::to_string).collect();
    let largest = list.quads.iter().flat_map(Quad::size).fold(0.0, f32::max);
    let sounds: Vec<String> = list
        .sounds
        .iter()
        .filter(|sound| sound.action != SoundAction::Move)
        .map(|sound| {
            let name = name_of(sound.sample, names).map_or("nothing", String::as_str);
            format!("{} {name}", action(sound))
        })
        .collect();
    Row {
        time,
        t: t.map_or("gone".into(), |t| format!("{t:.3}")),
        active: active.join(" "),
        quads: list.quads.len(),
        largest: format!("{largest:.3}"),
        domes: list.domes.len(),
        lights: list.lights.len(),
        sounds: sounds.join(", "),
    }
}
