//! A small game with effects.

use std::path::Path;

use ngi_formats::exp::{Explosion, Kind};
use ngi_formats::fxid::{
    Body, Burst, Command, CommandFlags, EffectBuf, Light, Reference, Settings, Sound, SoundMode,
    Span, Sprite, Stream, TimeMode, Window,
};
use ngi_formats::mat0::{BlendMode, MaterialBuf};
use ngi_formats::nres::{Editor, NewEntry};
use ngi_formats::swav::Pcm;

fn material(name: &[u8]) -> Reference {
    Reference::new(b"material.lib", name).unwrap()
}

fn sound(name: &[u8]) -> Reference {
    Reference::new(b"sounds.lib", name).unwrap()
}

/// A flash, sparks, a light and a bang, over after a second.
pub fn blast() -> EffectBuf {
    let mut flash = Sprite { material: material(b"FLASH"), ..Sprite::default() };
    flash.window = Window { lo: 0.0, hi: 0.5 };
    (flash.size.low, flash.size.high) = ([1.0; 3], [3.0; 3]);
    let mut sparks = Burst { material: material(b"SPARK"), groups: 3, ..Burst::default() };
    sparks.window = Window { lo: 0.25, hi: 1.0 };
    sparks.position.high = [0.0, 0.0, 2.0];
    let light = Light {
        window: Window { lo: 0.0, hi: 0.5 },
        colour_start: [3.0, 2.0, 0.0, 1.0],
        range: Span { start: 30.0, end: 3.0 },
        ..Light::default()
    };
    let bang = Sound {
        window: Window { lo: 0.01, hi: 1.0 },
        sound: sound(b"bang.wav"),
        ..Sound::default()
    };
    let flash = Command { flags: CommandFlags::OVERLAY, body: Body::Sprite(flash) };
    EffectBuf::new(
        1.0,
        vec![
            flash,
            Body::Burst(sparks).into(),
            Body::Light(light).into(),
            Body::Sound(bang).into(),
        ],
    )
}

/// Smoke and a hum that follow a value; it names a sound that is not there.
fn chimney() -> EffectBuf {
    let smoke = Stream { material: material(b"SPARK"), ..Stream::default() };
    let hum = Sound { mode: SoundMode::LOOP, sound: sound(b"no_such_hum.wav"), ..Sound::default() };
    let mut effect = EffectBuf::new(4.0, vec![Body::Stream(smoke).into(), Body::Sound(hum).into()]);
    effect.header.time_mode = TimeMode::LOOP;
    effect.header.flags.0 = 0x10;
    effect.header.settings = Settings::SMOKE_1;
    effect
}

fn hit() -> Explosion {
    let mut hit =
        Explosion { kind: Kind::AREA, damage: 250.0, radius: 6.0, ..Explosion::default() };
    hit.effects[0] = Reference::new(b"effects.rlb", b"blast").unwrap();
    hit.effects[8] = Reference::new(b"effects.rlb", b"splash").unwrap();
    hit
}

/// Type, name, payload, attributes.
type Listed<'a> = ([u8; 4], &'a str, &'a [u8], [u32; 3]);

/// An archive of entries.
fn library(entries: &[Listed<'_>]) -> Vec<u8> {
    let mut editor = Editor::new();
    for (type_id, name, payload, attributes) in entries {
        let mut entry = NewEntry::new(*type_id, name).unwrap();
        [entry.attr1, entry.attr2, entry.attr3] = *attributes;
        editor.add(entry, payload.to_vec()).unwrap();
    }
    editor.write().unwrap()
}

/// Writes the game.
pub fn write(folder: &Path) {
    let look = |texture: &[u8], blend, ambient| {
        let mut material = MaterialBuf::of_texture(texture, blend).unwrap();
        material.phases[0].ambient = ambient;
        (material.write().unwrap(), material.attributes.numbers())
    };
    let (flash, flash_attributes) = look(b"FLASH.0", BlendMode::ADDITIVE, [255, 255, 51]);
    let (spark, spark_attributes) = look(b"SPARK.0", BlendMode::ALPHA, [255, 102, 0]);
    let materials = library(&[
        (*b"MAT0", "FLASH", &flash, flash_attributes),
        (*b"MAT0", "SPARK", &spark, spark_attributes),
    ]);
    let mut broken = blast().write().unwrap();
    broken[60 + 200] = 11;
    let effects = library(&[
        (*b"FXID", "blast", &blast().write().unwrap(), [0, 0, 1]),
        (*b"FXID", "chimney", &chimney().write().unwrap(), [0, 0, 1]),
        (*b"FXID", "broken", &broken, [0, 0, 1]),
    ]);
    let bang = Pcm { channels: 1, rate: 22_050, bits: 8, data: vec![128; 64] }.to_wave();
    let sounds = library(&[(*b"SWAV", "bang.wav", &bang, [0, 0, 1])]);
    let weapons = library(&[(*b"EXPL", "hit.exp", &hit().write(), [0, 0, 1])]);
    crate::archives::write(folder, "Material.lib", &materials);
    crate::archives::write(folder, "effects.rlb", &effects);
    crate::archives::write(folder, "sounds.lib", &sounds);
    crate::archives::write(folder, "weapon.rlb", &weapons);
}
