//! Materials as documents (`ngi.mat0/1`).
//!
//! ```json
//! {"schema": "ngi.mat0/1", "version": 6, "flags": 4, "attr3": 0,
//!  "class": 7, "unk_0x05": 255, "speed": 1.0, "damage": 0,
//!  "phases": [{"ambient": [0, 0, 0], "opacity": 60, …, "cell": -1, "texture": "WATER.0"}],
//!  "tracks": [{"mode": 0, "mask": 16, "keys": [{"phase": 0, "time_ms": 400, "unk_0x04": 0}]}],
//!  "derived": {"blend": "alpha", "flags": [], "damage_as_f32": 0.0}}
//! ```
//! Version, flags and attr3 belong to the directory entry. What is in `derived` follows from the
//! rest and is not read back.

use ngi_formats::mat0::{
    Attributes, Flags, Key, LerpMask, MaterialBuf, Meta, Mode, Phase, TrackBuf, TrackWord, Version,
};
use serde_json::{Value, json};

use crate::json::{self, Object, Reader};
use crate::{Error, Result};

/// The schema of the documents.
pub const SCHEMA: &str = "ngi.mat0/1";
/// What a document says of the directory entry.
pub const OF_THE_ENTRY: [&str; 4] = ["version", "flags", "attr3", "derived"];

/// The document of a material.
pub fn to_value(material: &MaterialBuf) -> Value {
    let MaterialBuf { attributes, meta, phases, tracks } = material;
    let Attributes { flags, version, attr3 } = *attributes;
    let Meta { class, unk_0x05, speed_bits, damage } = *meta;
    let mut object = json::document(SCHEMA);
    object.insert("version".into(), version.0.into());
    object.insert("flags".into(), flags.0.into());
    object.insert("attr3".into(), attr3.into());
    object.insert("class".into(), class.into());
    object.insert("unk_0x05".into(), unk_0x05.into());
    object.insert("speed".into(), json::float(f32::from_bits(speed_bits)));
    object.insert("damage".into(), damage.into());
    object.insert("phases".into(), phases.iter().map(phase_to_value).collect());
    object.insert("tracks".into(), tracks.iter().map(track_to_value).collect());
    let names: Vec<&str> = flags.names().collect();
    object.insert("derived".into(), json!({
        "blend": flags.blend().name(), "flags": names, "damage_as_f32": json::float(meta.damage_as_f32()),
    }));
    Value::Object(object)
}

fn phase_to_value(phase: &Phase) -> Value {
    let Phase { ambient, opacity, diffuse, specular, emissive, power, cell, texture } = phase;
    let mut row = Object::new();
    row.insert("ambient".into(), ambient.as_slice().into());
    row.insert("opacity".into(), (*opacity).into());
    for (key, colour) in [("diffuse", diffuse), ("specular", specular), ("emissive", emissive)] {
        row.insert(key.into(), colour.as_slice().into());
    }
    row.insert("power".into(), (*power).into());
    row.insert("cell".into(), (*cell).into());
    json::put_name(&mut row, "texture", texture);
    Value::Object(row)
}

fn track_to_value(track: &TrackBuf) -> Value {
    let TrackBuf { word, keys } = track;
    let key = |key: &Key| {
        let Key { phase, time_ms, unk_0x04 } = *key;
        json!({"phase": phase, "time_ms": time_ms, "unk_0x04": unk_0x04})
    };
    let keys: Vec<Value> = keys.iter().map(key).collect();
    json!({"mode": word.mode().0, "mask": word.mask().0, "keys": keys})
}

/// The material of a document.
pub fn from_value(value: &Value) -> Result<MaterialBuf> {
    let document = Reader::document(value, SCHEMA)?;
    let version = Version(document.number("version")?);
    let flags = Flags(document.number("flags")?);
    let attributes = Attributes { flags, version, attr3: document.number("attr3")? };
    let speed = document.need("speed")?;
    let speed = json::parse_float(speed.value()).ok_or_else(|| speed.wrong("a number"))?;
    let meta = Meta {
        class: document.number("class")?,
        unk_0x05: document.number("unk_0x05")?,
        speed_bits: speed.to_bits(),
        damage: document.number("damage")?,
    };
    let phases = document.need("phases")?.elements()?.map(|row| phase_from(&row));
    let tracks = document.need("tracks")?.elements()?.map(|row| track_from(&row));
    Ok(MaterialBuf {
        attributes,
        meta,
        phases: phases.collect::<Result<_>>()?,
        tracks: tracks.collect::<Result<_>>()?,
    })
}

fn phase_from(row: &Reader<'_>) -> Result<Phase> {
    Ok(Phase {
        ambient: row.numbers("ambient")?,
        opacity: row.number("opacity")?,
        diffuse: row.numbers("diffuse")?,
        specular: row.numbers("specular")?,
        emissive: row.numbers("emissive")?,
        power: row.number("power")?,
        cell: row.number("cell")?,
        texture: row.name("texture")?,
    })
}

fn track_from(row: &Reader<'_>) -> Result<TrackBuf> {
    let (mode, mask): (u8, u32) = (row.number("mode")?, row.number("mask")?);
    let word = TrackWord::new(Mode(mode), LerpMask(mask));
    if word.mode().0 != mode || word.mask().0 != mask {
        let why = format!("mode {mode} and mask {mask} do not fit 3 and 29 bits");
        return Err(row.error(Error::Usage(why)));
    }
    let key = |key: Reader<'_>| {
        Ok(Key {
            phase: key.number("phase")?,
            time_ms: key.number("time_ms")?,
            unk_0x04: key.number("unk_0x04")?,
        })
    };
    Ok(TrackBuf { word, keys: row.need("keys")?.elements()?.map(key).collect::<Result<_>>()? })
}
