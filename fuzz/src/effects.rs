//! Effects and explosions.
#![allow(clippy::panic)] // a panic is how a body says that something does not hold

use ngi_formats::exp::{self, Explosion};
use ngi_formats::fxid::{
    self, Body, Command, CommandFlags, Effect, EffectBuf, HEADER_SIZE, MOST_COMMANDS, Opcode,
    Reference,
};
use ngi_formats::{Findings, Mode};

use crate::Outcome;

/// Any bytes read or are refused, and the check says the same as the readers.
pub fn fxid_read(input: &[u8]) -> Outcome {
    fxid::check(input, &mut Findings::new(Mode::Strict, true));
    let mut findings = Findings::new(Mode::Strict, false);
    fxid::check(input, &mut findings);
    assert_eq!(findings.first_error().is_some(), Effect::read_strict(input).is_err());
    let tolerant = Effect::read_tolerant(input);
    assert_eq!(tolerant.is_ok(), input.len() >= HEADER_SIZE);
    let Ok(effect) = tolerant else { return Outcome::Rejected };
    assert_eq!(effect.stop().is_none(), Effect::read(input).is_ok());
    let mut offset = HEADER_SIZE;
    for command in effect.commands() {
        assert_eq!(command.offset, offset);
        assert_eq!(command.decode().body.opcode(), command.opcode());
        offset += command.bytes().len();
    }
    assert_eq!(offset + effect.tail().len(), input.len());
    if effect.stop().is_none() { Outcome::Accepted } else { Outcome::Rejected }
}

/// What reads, writes back; and an effect made whole is whole.
pub fn fxid_round_trip(input: &[u8]) -> Outcome {
    let Ok(mut values) = EffectBuf::read_tolerant(input) else { return Outcome::Rejected };
    assert_eq!(values.write().as_deref(), Ok(input));
    for command in &values.commands {
        let mut bytes = Vec::new();
        command.write(&mut bytes);
        let again = Command::read(&bytes).map(|again| again.body.opcode());
        assert_eq!(again, Some(command.body.opcode()));
    }
    let (missing, tail) = values.drop_unread();
    let Ok(bytes) = values.write() else { panic!("a whole effect writes") };
    let Ok(effect) = Effect::read(&bytes) else { panic!("a whole effect reads") };
    assert_eq!(effect.command_count(), values.commands.len());
    assert!(values.commands.len() <= MOST_COMMANDS);
    if missing == 0 && tail.is_empty() { Outcome::Accepted } else { Outcome::Rejected }
}

/// Each command alone, all together, and the same with commands missing and bytes behind.
pub fn fxid_seeds() -> Vec<Vec<u8>> {
    let material = Reference::new(b"material.lib", b"FLASH").unwrap_or_default();
    let commands: Vec<Command> = Opcode::ALL
        .into_iter()
        .filter_map(Body::new)
        .map(|mut body| {
            if let Some(reference) = body.reference_mut() {
                *reference = material;
            }
            Command { flags: CommandFlags::OVERLAY, body }
        })
        .collect();
    let mut all = EffectBuf::new(1.0, commands.clone());
    let whole = all.clone();
    (all.missing, all.tail) = (7, vec![0xee; 20]);
    let alone = commands.iter().map(|&command| EffectBuf::new(0.5, vec![command]));
    let effects = alone.chain([EffectBuf::default(), whole, all]);
    effects.filter_map(|effect| effect.write().ok()).collect()
}

/// 792 bytes are an explosion, and come back.
pub fn exp_read(input: &[u8]) -> Outcome {
    exp::check(input, &mut Findings::new(Mode::Strict, true));
    let mut findings = Findings::new(Mode::Strict, false);
    exp::check(input, &mut findings);
    assert_eq!(findings.first_error().is_some(), Explosion::read_strict(input).is_err());
    let Ok(explosion) = Explosion::read(input) else { return Outcome::Rejected };
    assert_eq!(explosion.write().as_slice(), input);
    for surface in 0..=255 {
        let picked = explosion.effect_on(Some(surface));
        assert!(explosion.effects.iter().any(|effect| std::ptr::eq(effect, picked)));
    }
    Outcome::Accepted
}

/// An empty explosion and one with effects.
pub fn exp_seeds() -> Vec<Vec<u8>> {
    let empty = Explosion::default();
    let mut full = Explosion { damage: 100.0, radius: 5.0, ..empty };
    full.effects = [Reference::new(b"effects.rlb", b"hit").unwrap_or_default(); exp::EFFECTS];
    [empty, full].map(|explosion| explosion.write().to_vec()).into()
}
