//! Every field is where the format's table says.

use crate::fxid::{Body, Command, Effect, Opcode};

/// A command whose word at each offset is that offset as an `f32`.
fn numbered(opcode: Opcode) -> Vec<u8> {
    let size = u16::try_from(opcode.size().unwrap()).unwrap();
    let mut bytes: Vec<u8> =
        (0..size).step_by(4).flat_map(|at| f32::from(at).to_le_bytes()).collect();
    bytes[..4].copy_from_slice(&[opcode.0, 0, 0, 0]);
    bytes
}

fn body(opcode: Opcode) -> Body {
    Command::read(&numbered(opcode)).unwrap().body
}

/// The offset of a `u32` field.
fn at(word: u32) -> f32 {
    f32::from_bits(word)
}

/// The offset of a name.
fn name_at(name: crate::FixedStr<32>) -> f32 {
    f32::from_le_bytes(*name.0.first_chunk().unwrap())
}

fn three(first: f32) -> [f32; 3] {
    [first, first + 4.0, first + 8.0]
}

fn four(first: f32) -> [f32; 4] {
    [first, first + 4.0, first + 8.0, first + 12.0]
}

#[test]
fn light() {
    let Body::Light(light) = body(Opcode::LIGHT) else { panic!() };
    assert_eq!(at(light.kind.0), 4.0);
    assert_eq!((light.window.lo, light.window.hi), (8.0, 12.0));
    assert_eq!((light.position.start, light.position.end), (three(16.0), three(28.0)));
    assert_eq!((light.direction.start, light.direction.end), (three(40.0), three(52.0)));
    assert_eq!((light.colour_start, light.colour_end), (four(64.0), four(80.0)));
    assert_eq!(light.colour_jitter, four(96.0));
    assert_eq!((light.range.start, light.range.end, light.range_jitter), (112.0, 116.0, 120.0));
    assert_eq!(light.attenuation, three(124.0));
    assert_eq!(light.unk_0x88.map(at), [136.0, 140.0, 144.0, 148.0, 152.0, 156.0]);
    assert_eq!(name_at(light.unk_0xa0.archive), 160.0);
    assert_eq!(name_at(light.unk_0xa0.member), 192.0);
}

#[test]
fn sound() {
    let Body::Sound(sound) = body(Opcode::SOUND) else { panic!() };
    assert_eq!(at(sound.mode.0), 4.0);
    assert_eq!((sound.window.lo, sound.window.hi), (8.0, 12.0));
    assert_eq!((sound.position.start, sound.position.end), (three(16.0), three(28.0)));
    assert_eq!((sound.direction.start, sound.direction.end), (three(40.0), three(52.0)));
    assert_eq!((sound.near, sound.far), (64.0, 68.0));
    assert_eq!((sound.rate.start, sound.rate.end), (72.0, 76.0));
    assert_eq!(at(sound.place_mode), 80.0);
    assert_eq!((name_at(sound.sound.archive), name_at(sound.sound.member)), (84.0, 116.0));
}

#[test]
fn sprite_glow_and_dome() {
    let Body::Glow(glow) = body(Opcode::GLOW) else { panic!() };
    let Body::Dome(dome) = body(Opcode::DOME) else { panic!() };
    let Body::Sprite(sprite) = body(Opcode::SPRITE) else { panic!() };
    assert_eq!((glow.sprite, dome.sprite), (sprite, sprite));
    assert_eq!((glow.reach, at(dome.shape.0), at(dome.facet_texture)), (200.0, 200.0, 204.0));
    assert_eq!(at(sprite.mode.0), 4.0);
    let (phase, fade) = (sprite.phase, sprite.fade);
    assert_eq!((phase.start, phase.end, phase.exponent), (8.0, 12.0, 16.0));
    assert_eq!((fade.start, fade.end, fade.exponent), (20.0, 24.0, 28.0));
    assert_eq!((sprite.window.lo, sprite.window.hi), (32.0, 36.0));
    let position = sprite.position;
    assert_eq!(
        (position.low, position.high, position.exponent),
        (three(40.0), three(52.0), three(64.0))
    );
    assert_eq!((sprite.direction.start, sprite.direction.end), (three(76.0), three(88.0)));
    let size = sprite.size;
    assert_eq!((size.low, size.high, size.exponent), (three(100.0), three(112.0), three(124.0)));
    let material = sprite.material;
    assert_eq!((name_at(material.archive), name_at(material.member)), (136.0, 168.0));
}

#[test]
fn bolt() {
    let Body::Bolt(bolt) = body(Opcode::BOLT) else { panic!() };
    assert_eq!((bolt.fade.start, bolt.fade.end), (4.0, 8.0));
    assert_eq!((bolt.window.lo, bolt.window.hi), (12.0, 16.0));
    assert_eq!(at(bolt.most_pieces), 20.0);
    assert_eq!((bolt.width.start, bolt.width.end), (24.0, 28.0));
    assert_eq!((bolt.repeat_length, bolt.piece_length), (32.0, 36.0));
    assert_eq!((bolt.phase.start, bolt.phase.end), (40.0, 44.0));
    assert_eq!((name_at(bolt.material.archive), name_at(bolt.material.member)), (48.0, 80.0));
}

#[test]
fn burst_and_debris() {
    let Body::Burst(burst) = body(Opcode::BURST) else { panic!() };
    let Body::Debris(debris) = body(Opcode::DEBRIS) else { panic!() };
    assert_eq!(debris, burst);
    assert_eq!(at(burst.mode), 4.0);
    assert_eq!((burst.fade.start, burst.fade.end, burst.fade.exponent), (8.0, 12.0, 16.0));
    assert_eq!((burst.window.lo, burst.window.hi), (20.0, 24.0));
    assert_eq!((burst.life_share, burst.animation_rate), (28.0, 32.0));
    assert_eq!((at(burst.groups), at(burst.per_group)), (36.0, 40.0));
    let position = burst.position;
    assert_eq!((position.low, position.high), (three(44.0), three(56.0)));
    assert_eq!((position.jitter, position.exponent), (three(68.0), three(80.0)));
    let size = burst.size;
    assert_eq!((size.low, size.high), (three(92.0), three(104.0)));
    assert_eq!((size.jitter, size.exponent), (three(116.0), three(128.0)));
    assert_eq!(burst.unk_0x8c, 140.0);
    assert_eq!((name_at(burst.material.archive), name_at(burst.material.member)), (144.0, 176.0));
}

#[test]
fn stream() {
    let Body::Stream(stream) = body(Opcode::STREAM) else { panic!() };
    assert_eq!((stream.fade.start, stream.fade.end, stream.fade.exponent), (4.0, 8.0, 12.0));
    assert_eq!((stream.window.lo, stream.window.hi), (16.0, 20.0));
    assert_eq!((stream.interval_s.start, stream.interval_s.end), (24.0, 28.0));
    assert_eq!((stream.animation_exponent, at(stream.ring)), (32.0, 36.0));
    assert_eq!((stream.unk_0x28, stream.unk_0x34), (three(40.0), three(52.0)));
    assert_eq!((stream.unk_0x40, stream.unk_0x4c), (three(64.0), three(76.0)));
    let (position, size) = (stream.position, stream.size);
    assert_eq!((position.low, position.high), (three(88.0), three(100.0)));
    assert_eq!((position.jitter, position.exponent), (three(112.0), three(124.0)));
    assert_eq!((size.low, size.high), (three(136.0), three(148.0)));
    assert_eq!((size.jitter, size.exponent), (three(160.0), three(172.0)));
    let material = stream.material;
    assert_eq!((name_at(material.archive), name_at(material.member)), (184.0, 216.0));
}

#[test]
fn header() {
    let mut bytes: Vec<u8> =
        (0..60u16).step_by(4).flat_map(|at| f32::from(at).to_le_bytes()).collect();
    bytes[..4].copy_from_slice(&[0; 4]);
    let header = Effect::read(&bytes).unwrap().header();
    assert_eq!((at(header.time_mode.0), header.duration_s, header.time_jitter), (4.0, 8.0, 12.0));
    assert_eq!((at(header.flags.0), at(header.settings.0)), (16.0, 20.0));
    assert_eq!((header.offset_jitter, header.tested_point), (three(24.0), three(36.0)));
    assert_eq!(header.scale, three(48.0));
}
