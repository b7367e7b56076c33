//! An effect at given times, as the engine works it out.

use std::collections::HashMap;

use ngi_engine::effects::{
    Dome, DrawList, Fixed, Item, Light, LightForm, Paint, Player, PlayerOptions, Quad, Sound,
    SoundAction, View,
};
use ngi_engine::materials::Definition;
use ngi_formats::fxid::{Effect, Reference};
use ngi_formats::mat0::Material;
use serde_json::{Value, json};

use crate::json::{self as js, Object};
use crate::play::{self, PlayOptions, Played};
use crate::surroundings::Surroundings;
use crate::{Error, Result, show};

/// More things to draw than this, over all times, are refused: each takes some 5 KB as a value, and
/// a damaged burst asks for as many as the engine allows.
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
    let mut document = play::document("fxid", options);
    document.insert("eye".into(), floats(&view.eye));
    document.insert("time_mode".into(), header.time_mode.0.into());
    document.insert("duration_s".into(), js::float(header.duration_s));
    document.insert("states".into(), states.into());
    let text = show::table(&rows).unwrap_or_default();
    Ok(Played { document: Value::Object(document), text })
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

fn floats(values: &[f32]) -> Value {
    values.iter().copied().map(js::float).collect()
}

fn name_of(number: Option<u32>, names: &[String]) -> Option<&String> {
    names.get(usize::try_from(number?).ok()?)
}

fn state(time: f64, t: Option<f32>, active: Vec<u32>, list: &DrawList, names: &[String]) -> Value {
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
    let quads = list
        .quads
        .iter()
        .map(|quad| quad_to_value(quad, place(std::ptr::from_ref(quad).cast()), names));
    let domes = list
        .domes
        .iter()
        .map(|dome| dome_to_value(dome, place(std::ptr::from_ref(dome).cast()), names));
    let mut state = Object::new();
    state.insert("time".into(), time.into());
    state.insert("t".into(), t.map(js::float).into());
    state.insert("active".into(), active.into());
    state.insert("quads".into(), quads.collect());
    state.insert("domes".into(), domes.collect());
    state.insert("lights".into(), list.lights.iter().map(light_to_value).collect());
    let sounds = list.sounds.iter().map(|sound| sound_to_value(sound, names));
    state.insert("sounds".into(), sounds.collect());
    Value::Object(state)
}

fn add_paint(row: &mut Object, paint: &Paint, draw: Option<usize>, names: &[String]) {
    let Paint { material, phase, colour, blend, fog, overlay, squared_distance } = paint;
    row.insert("material".into(), name_of(*material, names).cloned().into());
    row.insert("phase".into(), js::float(*phase));
    row.insert("colour".into(), floats(colour));
    row.insert("blend".into(), blend.name().into());
    row.insert("fog".into(), js::float(*fog));
    row.insert("overlay".into(), (*overlay).into());
    row.insert("distance".into(), js::float(squared_distance.sqrt()));
    row.insert("draw".into(), draw.into());
}

fn quad_to_value(quad: &Quad, draw: Option<usize>, names: &[String]) -> Value {
    let Quad { key: _, command, centre, right, up, u, v, paint } = quad;
    let mut row = Object::new();
    row.insert("command".into(), (*command).into());
    row.insert("centre".into(), floats(centre));
    row.insert("size".into(), floats(&quad.size()));
    row.insert("right".into(), floats(right));
    row.insert("up".into(), floats(up));
    row.insert("u".into(), floats(u));
    row.insert("v".into(), floats(v));
    add_paint(&mut row, paint, draw, names);
    Value::Object(row)
}

fn dome_to_value(dome: &Dome, draw: Option<usize>, names: &[String]) -> Value {
    let Dome { key: _, command, centre, axes, shape, facets, paint } = dome;
    let mut row = Object::new();
    row.insert("command".into(), (*command).into());
    row.insert("centre".into(), floats(centre));
    row.insert("axes".into(), axes.iter().map(|axis| floats(axis)).collect());
    row.insert("shape".into(), (*shape).into());
    row.insert("facets".into(), (*facets).into());
    add_paint(&mut row, paint, draw, names);
    Value::Object(row)
}

fn light_to_value(light: &Light) -> Value {
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
    json!({
        "command": command, "form": form, "position": floats(position),
        "direction": floats(direction), "colour": floats(colour), "range": js::float(*range),
        "attenuation": floats(attenuation), "owner_only": owner_only,
        "no_ground_disc": no_ground_disc,
    })
}

fn action(sound: &Sound) -> &'static str {
    match sound.action {
        SoundAction::Start => "start",
        SoundAction::Move => "move",
        SoundAction::Stop => "stop",
    }
}

fn sound_to_value(sound: &Sound, names: &[String]) -> Value {
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
    json!({
        "command": command, "action": action(sound), "sample": name_of(*sample, names),
        "looping": looping, "position": floats(position), "direction": floats(direction),
        "velocity": floats(velocity), "near": js::float(*near), "far": js::float(*far),
        "rate": js::float(*rate),
    })
}

/// A state for people: how much there is of each, and which sounds begin and end.
fn row(time: f64, t: Option<f32>, active: &[u32], list: &DrawList, names: &[String]) -> Value {
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
    json!({
        "time": time,
        "t": t.map_or("gone".into(), |t| format!("{t:.3}")),
        "active": active.join(" "),
        "quads": list.quads.len(),
        "largest": format!("{largest:.3}"),
        "domes": list.domes.len(),
        "lights": list.lights.len(),
        "sounds": sounds.join(", "),
    })
}
