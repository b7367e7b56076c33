//! Changing an effect.

use crate::fxid::Effect;
use crate::fxid::{
    Body, CommandFlags, CommandWord, EffectBuf, Header, Light, Opcode, Reference, Settings, Sprite,
    Stop,
};

fn two_sprites() -> EffectBuf {
    let sprite = |member: &[u8]| {
        let material = Reference::new(b"material.lib", member).unwrap();
        Body::Sprite(Sprite { material, ..Sprite::default() }).into()
    };
    EffectBuf::new(
        2.0,
        vec![sprite(b"FLASH"), Body::Light(Light::default()).into(), sprite(b"Smoke")],
    )
}

#[test]
fn the_count_follows_the_commands() {
    let mut effect = two_sprites();
    effect.commands.remove(0);
    let bytes = effect.write().unwrap();
    assert_eq!(bytes[..4], [2, 0, 0, 0]);
    assert_eq!(bytes.len(), 60 + 224 + 200);
    assert_eq!(EffectBuf::read(&bytes).unwrap(), effect);
}

#[test]
fn references_are_renamed_without_case() {
    let mut effect = two_sprites();
    assert_eq!(effect.rename_reference(b"SMOKE", b"FOG"), Ok(1));
    let names: Vec<_> = effect.references().map(|(index, r)| (index, r.to_string())).collect();
    assert_eq!(names, [(0, "material.lib/FLASH".to_owned()), (2, "material.lib/FOG".to_owned())]);
    assert!(effect.rename_reference(b"FOG", &[b'x'; 32]).is_err());
}

#[test]
fn a_broken_effect_can_be_made_whole() {
    let mut bytes = two_sprites().write().unwrap();
    bytes[60 + 200 + 224] = 0;
    let mut effect = EffectBuf::read_tolerant(&bytes).unwrap();
    assert_eq!((effect.commands.len(), effect.missing, effect.tail.len()), (2, 1, 200));
    // What is added goes before the part that nothing reads, and is counted.
    effect.commands.push(Body::Empty.into());
    let again = effect.write().unwrap();
    assert_eq!(again[..4], [4, 0, 0, 0]);
    let seen = Effect::read_tolerant(&again).unwrap();
    assert_eq!((seen.command_count(), seen.stop()), (3, Some(Stop::Opcode(Opcode(0)))));
    assert_eq!(effect.drop_unread().1.len(), 200);
    assert!(Effect::read(&effect.write().unwrap()).is_ok());
}

#[test]
fn more_commands_than_can_be_counted_are_refused() {
    let mut effect = two_sprites();
    effect.missing = u32::MAX - 3;
    assert!(effect.write().is_ok());
    effect.missing = u32::MAX - 2;
    assert_eq!(effect.write().unwrap_err().field, "commands");
}

#[test]
fn a_new_effect_is_an_impact() {
    let header = Header::default();
    assert_eq!((header.time_mode.0, header.flags.0, header.settings.0), (1, 0x16, 0x311));
    assert_eq!((header.settings.switch(), header.settings.group()), (0x11, 3));
    assert_eq!(Settings(0x1234_5678).group(), 0x56);
    let bytes = EffectBuf::default().write().unwrap();
    assert_eq!(bytes.len(), 60);
    assert_eq!(bytes[..20], [0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0x80, 0x3f, 0, 0, 0, 0, 0x16, 0, 0, 0]);
}

#[test]
fn the_overlay_bit_is_one_of_the_flags() {
    let flags = CommandFlags::of_word(0x8000_0007).with_overlay(true);
    assert_eq!(CommandWord::new(Opcode::BURST, flags), CommandWord(0x8000_0107));
    assert_eq!(flags.with_overlay(false).bits(), 0x8000_0000);
}
