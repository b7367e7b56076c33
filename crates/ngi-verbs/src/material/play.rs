//! A material at given times, as the engine works it out.

use ngi_engine::materials::{Clock, Definition, Rand, RuntimePhase, Shown};
use ngi_formats::mat0::Material;
use serde_json::{Value, json};

use crate::json::Object;
use crate::play::{self, PlayOptions, Played};
use crate::{Error, Result, json, show};

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
    let rows: Vec<Value> = states.iter().map(row).collect();
    let mut document = play::document("mat0", options);
    document.insert("blend".into(), definition.metadata().blend().name().into());
    document.insert("states".into(), states.into());
    let text = show::table(&rows).unwrap_or_default();
    Ok(Played { document: Value::Object(document), text })
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
) -> Result<Value> {
    let mixed = definition.mixed(shown).map_err(|phase| {
        let count = material.phase_count();
        Error::Usage(format!("tracks[{track}] shows phase {phase}, but there are {count}"))
    })?;
    let RuntimePhase { diffuse, ambient, specular, emissive, power, texture: _, cell } = mixed;
    let [red, green, blue, opacity] = ambient;
    let colour = |rgba: &[f32]| rgba.iter().copied().map(json::float).collect::<Value>();
    let phase = material.phase(usize::from(shown.phase));
    let texture = phase.and_then(|phase| phase.texture_name().map(|_| phase.texture.to_string()));
    let mut state = Object::new();
    state.insert("track".into(), track.into());
    state.insert("time".into(), time.into());
    state.insert("phase".into(), shown.phase.into());
    state.insert("next".into(), shown.next.into());
    state.insert("factor".into(), json::float(shown.factor));
    state.insert("texture".into(), texture.into());
    state.insert("cell".into(), cell.into());
    state.insert("opacity".into(), json::float(opacity));
    state.insert("ambient".into(), colour(&[red, green, blue]));
    state.insert("diffuse".into(), colour(&diffuse));
    state.insert("specular".into(), colour(&specular));
    state.insert("emissive".into(), colour(&emissive));
    state.insert("power".into(), power.into());
    Ok(Value::Object(state))
}

/// A state for people: times in seconds, colours with three digits, what is never used left out.
fn row(state: &Value) -> Value {
    let get = |key: &str| state.get(key).cloned().unwrap_or_default();
    let short = |value: &Value| match value.as_f64() {
        Some(number) => format!("{number:.3}").into(),
        None => value.clone(),
    };
    let colour = |key: &str| -> Value {
        let channels = state.get(key).and_then(Value::as_array);
        channels.map(|list| list.iter().take(3).map(short).collect()).unwrap_or_default()
    };
    json!({
        "track": get("track"), "time": get("time"), "phase": get("phase"), "next": get("next"),
        "factor": short(&get("factor")), "texture": get("texture"), "cell": get("cell"),
        "opacity": short(&get("opacity")), "ambient": colour("ambient"),
        "diffuse": colour("diffuse"), "specular": colour("specular"), "power": get("power"),
    })
}
