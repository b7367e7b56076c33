//! Every rule has an effect that breaks it and no other.

use crate::fxid::{
    Body, Bolt, Burst, Command, CommandFlags, Dome, DomeShape, Effect, EffectBuf, EffectFlags,
    Glow, Light, LightKind, Opcode, Reference, Settings, Sound, SoundMode, Span, Sprite,
    SpriteMode, Stream, TimeMode, Window, check, check_attributes, codes,
};
use crate::{Code, Findings, FixedStr, Level, Mode};

fn found(bytes: &[u8], mode: Mode, retail: bool) -> Vec<&'static str> {
    let mut findings = Findings::new(mode, retail);
    check(bytes, &mut findings);
    findings.list().iter().map(|finding| finding.code.id).collect()
}

fn material() -> Reference {
    Reference::new(b"material.lib", b"FLASH").unwrap()
}

/// A good command of that opcode.
fn good(opcode: Opcode) -> Command {
    let mut body = Body::new(opcode).unwrap();
    if let Some(reference) = body.reference_mut() {
        *reference = match opcode {
            Opcode::SOUND => Reference::new(b"SOUNDS.LIB", b"bang.wav").unwrap(),
            _ => material(),
        };
    }
    body.into()
}

fn one(command: impl Into<Command>) -> Vec<u8> {
    EffectBuf::new(1.0, vec![command.into()]).write().unwrap()
}

fn header(change: impl FnOnce(&mut EffectBuf)) -> Vec<u8> {
    let mut effect = EffectBuf::new(1.0, vec![good(Opcode::LIGHT)]);
    change(&mut effect);
    effect.write().unwrap()
}

fn light(change: impl FnOnce(&mut Light)) -> Vec<u8> {
    let mut light = Light::default();
    change(&mut light);
    one(Body::Light(light))
}

fn sound(change: impl FnOnce(&mut Sound)) -> Vec<u8> {
    let Body::Sound(mut sound) = good(Opcode::SOUND).body else { unreachable!() };
    change(&mut sound);
    one(Body::Sound(sound))
}

fn sprite(change: impl FnOnce(&mut Sprite)) -> Vec<u8> {
    let mut sprite = Sprite { material: material(), ..Sprite::default() };
    change(&mut sprite);
    one(Body::Sprite(sprite))
}

fn bolt(change: impl FnOnce(&mut Bolt)) -> Vec<u8> {
    let mut bolt = Bolt { material: material(), ..Bolt::default() };
    change(&mut bolt);
    one(Body::Bolt(bolt))
}

fn burst(change: impl FnOnce(&mut Burst)) -> Vec<u8> {
    let mut burst = Burst { material: material(), ..Burst::default() };
    change(&mut burst);
    one(Body::Burst(burst))
}

fn stream(change: impl FnOnce(&mut Stream)) -> Vec<u8> {
    let mut stream = Stream { material: material(), ..Stream::default() };
    change(&mut stream);
    one(Body::Stream(stream))
}

fn flagged(opcode: Opcode, word: u32) -> Vec<u8> {
    one(Command { flags: CommandFlags::of_word(word), ..good(opcode) })
}

fn glow(reach: f32) -> Vec<u8> {
    let sprite = Sprite { material: material(), ..Sprite::default() };
    one(Body::Glow(Glow { sprite, reach }))
}

fn dome(mode: u32, shape: u32) -> Vec<u8> {
    let sprite = Sprite { material: material(), mode: SpriteMode(mode), ..Sprite::default() };
    one(Body::Dome(Dome { sprite, shape: DomeShape(shape), facet_texture: 0 }))
}

/// For every rule effects that break it and no other.
fn broken() -> Vec<(&'static Code, Vec<u8>)> {
    let empty = one(good(Opcode::EMPTY));
    let debris = Burst { material: material(), mode: 1, ..Burst::default() };
    vec![
        (&codes::HEADER, empty[..59].to_vec()),
        (&codes::OPCODE, [&empty[..60], &[0, 1, 0, 0]].concat()),
        (&codes::OPCODE, [&empty[..60], &[11, 0, 0, 0]].concat()),
        (&codes::TRUNCATED, empty[..63].to_vec()),
        (&codes::TRUNCATED, one(good(Opcode::LIGHT))[..283].to_vec()),
        (&codes::END, [empty, vec![0]].concat()),
        (&codes::HEADER_NUMBER, header(|e| e.header.duration_s = f32::NAN)),
        (&codes::HEADER_NUMBER, header(|e| e.header.scale[2] = f32::INFINITY)),
        (&codes::TIME_MODE, header(|e| e.header.time_mode = TimeMode(18))),
        (&codes::DURATION, header(|e| e.header.duration_s = -1.0)),
        (&codes::FLAGS, header(|e| e.header.flags = EffectFlags(0x4000))),
        (&codes::FLAGS, header(|e| e.header.flags = EffectFlags(0x8000_0000))),
        (&codes::SETTINGS, header(|e| e.header.settings = Settings(0x14))),
        (&codes::SETTINGS, header(|e| e.header.settings = Settings(0x400))),
        (&codes::SETTINGS, header(|e| e.header.settings = Settings(0x1_0000))),
        (&codes::SETTINGS_PAIR, header(|e| e.header.settings = Settings(0x011))),
        (&codes::DURATION_RANGE, header(|e| e.header.duration_s = 5.1)),
        (&codes::COUNT_RANGE, header(|e| e.commands = vec![good(Opcode::EMPTY); 82])),
        (&codes::BITS, flagged(Opcode::EMPTY, 0x200)),
        (&codes::BITS, flagged(Opcode::SPRITE, 0x8000_0100)),
        (&codes::OVERLAY, flagged(Opcode::LIGHT, 0x100)),
        (&codes::OVERLAY, flagged(Opcode::DEBRIS, 0x100)),
        (&codes::NUMBER, light(|l| l.range_jitter = f32::NAN)),
        (&codes::NUMBER, sprite(|s| s.window = Window { lo: f32::NAN, hi: 1.0 })),
        (&codes::NUMBER, sprite(|s| s.size.exponent[1] = f32::NEG_INFINITY)),
        (&codes::NUMBER_RANGE, light(|l| l.colour_end[3] = 2e6)),
        (&codes::NUMBER_RANGE, stream(|s| s.size.low[0] = -1e-7)),
        (&codes::WINDOW, burst(|b| b.window = Window { lo: 0.5, hi: 0.25 })),
        (&codes::WINDOW_RANGE, bolt(|b| b.window = Window { lo: -0.5, hi: 0.25 })),
        (&codes::WINDOW_RANGE, light(|l| l.window = Window { lo: 0.0, hi: 1.5 })),
        (&codes::EXPONENT, sprite(|s| s.fade.exponent = -1.0)),
        (&codes::EXPONENT, burst(|b| b.position.exponent[2] = -1.0)),
        (&codes::REFERENCE_END, sprite(|s| s.material.member = FixedStr([b'A'; 32]))),
        (&codes::REFERENCE_ASCII, sprite(|s| s.material.member = FixedStr::new(b"\xd1").unwrap())),
        (&codes::REFERENCE_HALF, bolt(|b| b.material.archive = FixedStr::default())),
        (&codes::REFERENCE_HALF, bolt(|b| b.material.member = FixedStr::default())),
        (&codes::REFERENCE_NONE, bolt(|b| b.material = Reference::default())),
        (&codes::REFERENCE_ARCHIVE, sound(|s| s.sound = material())),
        (
            &codes::REFERENCE_ARCHIVE,
            one(Body::Stream(Stream {
                material: Reference::new(b"other.lib", b"A").unwrap(),
                ..Stream::default()
            })),
        ),
        (&codes::LIGHT_KIND, light(|l| l.kind = LightKind(0))),
        (&codes::LIGHT_KIND, light(|l| l.kind = LightKind(8))),
        (&codes::SOUND_MODE, sound(|s| s.mode = SoundMode(4))),
        (&codes::SOUND_DISTANCE, sound(|s| s.near = 101.0)),
        (&codes::SOUND_PLACE, sound(|s| s.place_mode = 3)),
        (&codes::SPRITE_MODE, sprite(|s| s.mode = SpriteMode(3))),
        (&codes::SPRITE_MODE, dome(3, 0)),
        (&codes::GLOW_REACH, glow(0.0)),
        (&codes::BOLT_LENGTH, bolt(|b| b.repeat_length = 0.0)),
        (&codes::BOLT_LENGTH, bolt(|b| b.piece_length = -1.0)),
        (&codes::BOLT_PIECES, bolt(|b| b.most_pieces = 0)),
        (&codes::BURST_COUNT, burst(|b| b.per_group = 0)),
        (&codes::BURST_LIMIT, burst(|b| b.groups = u32::MAX)),
        (&codes::BURST_LIMIT, burst(|b| (b.groups, b.per_group) = (65_536, 65_536))),
        (&codes::BURST_LIFE, burst(|b| b.life_share = 0.0)),
        (&codes::DEBRIS_MODE, one(Body::Debris(debris))),
        (&codes::STREAM_RING, stream(|s| s.ring = 0)),
        (&codes::STREAM_LIMIT, stream(|s| s.ring = u32::MAX)),
        (&codes::STREAM_INTERVAL, stream(|s| s.interval_s = Span { start: 0.0, end: 1.0 })),
        (&codes::STREAM_INTERVAL, stream(|s| s.interval_s = Span { start: 1.0, end: -1.0 })),
        (&codes::DOME_SHAPE, dome(2, 3)),
    ]
}

#[test]
fn each_broken_effect_gives_exactly_its_code() {
    for (code, bytes) in broken() {
        assert_eq!(found(&bytes, Mode::Strict, true), [code.id]);
        let expected: &[&str] = if code.level == Level::Always { &[code.id] } else { &[] };
        assert_eq!(found(&bytes, Mode::Tolerant, false), expected, "{}", code.id);
    }
}

#[test]
fn each_code_has_a_broken_effect() {
    let broken: Vec<&str> = broken().iter().map(|(code, _)| code.id).collect();
    for code in codes::CODES.iter().filter(|code| **code != &codes::ATTRIBUTES) {
        assert!(broken.contains(&code.id), "{}", code.id);
    }
}

#[test]
fn the_directory_entry_is_looked_at_too() {
    for (attributes, expected) in [([0, 0, 1], 0), ([0, 0, 0], 1)] {
        let mut findings = Findings::new(Mode::Strict, true);
        check_attributes(attributes, &mut findings);
        assert_eq!(findings.count(&codes::ATTRIBUTES), expected);
    }
}

#[test]
fn new_commands_are_what_the_game_would_have() {
    for opcode in Opcode::ALL {
        let bytes = one(good(opcode));
        assert_eq!(found(&bytes, Mode::Strict, true), [""; 0], "{}", opcode.shown());
        assert!(Effect::read_strict(&bytes).is_ok());
    }
}

#[test]
fn a_finding_names_the_place() {
    let sprite = Sprite { window: Window { lo: 0.0, hi: f32::NAN }, ..Sprite::default() };
    let body = Body::Glow(Glow { sprite: Sprite { material: material(), ..sprite }, reach: 1.0 });
    let effect = EffectBuf::new(1.0, vec![good(Opcode::EMPTY), body.into()]);
    let mut findings = Findings::new(Mode::Strict, false);
    check(&effect.write().unwrap(), &mut findings);
    let finding = &findings.list()[0];
    assert_eq!(finding.field, "commands[1].sprite.window.hi");
    assert_eq!(finding.offset, Some(60 + 4 + 36));
    assert_eq!(finding.message, "it is NaN");
}

#[test]
fn the_unread_may_be_anything() {
    let bytes = stream(|s| s.unk_0x4c = [f32::NAN, 1e30, -1.0]);
    assert_eq!(found(&bytes, Mode::Strict, true), [""; 0]);
    let bytes = light(|l| l.unk_0x88 = [u32::MAX; 6]);
    assert_eq!(found(&bytes, Mode::Strict, true), [""; 0]);
}
