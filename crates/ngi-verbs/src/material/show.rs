//! A material for people: what it is, its phases, and a timeline for each track.

use std::fmt::Write;

use ngi_formats::mat0::{Flags, Key, LerpMask, MaterialBuf, Meta, Phase, TrackBuf};
use serde_json::{Value, json};

use crate::show;

/// Characters of a timeline.
const WIDTH: usize = 60;
/// Tracks with more keys than that have no timeline, and not all of their keys are listed.
const MOST_KEYS: usize = 24;

/// The material as text.
pub fn text(material: &MaterialBuf) -> String {
    let MaterialBuf { attributes, meta, phases, tracks } = material;
    let mut out = String::new();
    let flags = attributes.flags;
    let (source, target) = flags.blend().factors();
    let name = flags.blend().name();
    let _ = writeln!(out, "version: {}", attributes.version.0);
    let _ = writeln!(out, "flags: {:#x}{}", flags.0, flag_names(flags));
    let _ = writeln!(out, "blend: {name} (source {source}, target {target})");
    let class = surface(meta.class);
    let _ = writeln!(out, "surface class: {}{class}", meta.class);
    let _ = writeln!(out, "speed factor: {}", meta.speed);
    let _ = writeln!(out, "damage a second: {}{}", meta.damage, as_float(meta));
    let _ = writeln!(out, "phases: {}", phases.len());
    let rows: Vec<Value> = phases.iter().enumerate().map(phase_row).collect();
    indented(&mut out, &show::table(&rows).unwrap_or_default());
    let _ = writeln!(out, "tracks: {}", tracks.len());
    for (index, track) in tracks.iter().enumerate() {
        write_track(&mut out, index, track);
    }
    out
}

/// The other reading of the damage word: nobody knows for sure that it is no float.
fn as_float(meta: &Meta) -> String {
    match meta.damage {
        0 => String::new(),
        _ => format!(" (as a float {:e})", meta.damage_as_f32()),
    }
}

fn flag_names(flags: Flags) -> String {
    let mut names: Vec<String> = flags.others().map(str::to_owned).collect();
    let unknown = flags.0 & !Flags::KNOWN;
    if unknown != 0 {
        names.push(format!("{unknown:#x}"));
    }
    if names.is_empty() { String::new() } else { format!(" ({})", names.join(", ")) }
}

fn surface(class: u8) -> &'static str {
    match class {
        0..=4 => " (ground)",
        5 => " (skin of an object)",
        6 => " (foliage)",
        7 => " (water)",
        255 => " (unset)",
        _ => "",
    }
}

fn phase_row((index, phase): (usize, &Phase)) -> Value {
    let Phase { ambient, opacity, diffuse, specular, emissive, power, cell, texture } = phase;
    let colour = |rgba: &[u8; 4]| {
        let [red, green, blue, alpha] = rgba;
        format!("{red} {green} {blue} / {alpha}")
    };
    let texture = phase.texture_name().map(|_| texture.to_string());
    json!({
        "index": index, "texture": texture, "cell": if *cell == -1 { None } else { Some(cell) },
        "opacity": opacity, "ambient": ambient.as_slice(), "diffuse": colour(diffuse),
        "specular": colour(specular), "emissive": colour(emissive), "power": power,
    })
}

fn write_track(out: &mut String, index: usize, track: &TrackBuf) {
    let TrackBuf { word, keys } = track;
    let cycle = keys.last().map_or(0, |key| key.time_ms);
    let mask = word.mask();
    let mut blended: Vec<String> = mask.names().map(str::to_owned).collect();
    let unknown = mask.0 & !LerpMask::KNOWN;
    if unknown != 0 {
        blended.push(format!("{unknown:#x}"));
    }
    let blended = if blended.is_empty() { "nothing".into() } else { blended.join(", ") };
    let mode = word.mode();
    let _ = writeln!(out, "  [{index}] {mode}, {cycle} ms, blends {blended}");
    if keys.len() > 1 && keys.len() <= MOST_KEYS && cycle > 0 {
        let _ = writeln!(out, "      {}", timeline(keys));
    }
    let mut from = 0;
    for (place, key) in keys.iter().take(MOST_KEYS).enumerate() {
        let next = keys.get(place + 1).or(keys.first()).map_or(0, |key| key.phase);
        let towards =
            if mask.0 != 0 && keys.len() > 1 { format!(" towards {next}") } else { String::new() };
        let _ = writeln!(out, "      {from}..{} ms: phase {}{towards}", key.time_ms, key.phase);
        from = key.time_ms;
    }
    if keys.len() > MOST_KEYS {
        let _ = writeln!(out, "      … {} more keys", keys.len() - MOST_KEYS);
    }
}

/// The keys as a bar: `|0-------|1---|`, each as long as it is shown.
fn timeline(keys: &[Key]) -> String {
    let cycle = usize::from(keys.iter().map(|key| key.time_ms).max().unwrap_or(0).max(1));
    let mut bar = String::from("|");
    let mut from = 0;
    for key in keys {
        let end = usize::from(key.time_ms);
        let length = end.saturating_sub(from) * WIDTH / cycle;
        if length > 0 {
            let label = key.phase.to_string();
            let _ = write!(bar, "{label:-<length$.length$}|");
        }
        from = from.max(end);
    }
    bar
}

fn indented(out: &mut String, table: &str) {
    table.lines().for_each(|line| {
        let _ = writeln!(out, "  {line}");
    });
}
