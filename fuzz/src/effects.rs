//! Effects and explosions.
#![allow(clippy::panic)] // a panic is how a body says that something does not hold

use ngi_engine::effects::{
    AtRest, Cadence, DrawList, MOST_PARTICLES, PlainLooks, Player, PlayerOptions, View,
};
use ngi_formats::exp::{self, Explosion};
use ngi_formats::fxid::{
    self, Body, Command, CommandFlags, Effect, EffectBuf, HEADER_SIZE, MOST_COMMANDS, Opcode,
    Reference,
};
use ngi_formats::{Findings, Mode};
use ngi_verbs::format::{Form, Subject, recognise};

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

/// Any effect plays at any times: what is drawn is finite and bounded, and the same again.
///
/// The first byte is the seed, the second and third choose times; the rest is an effect.
pub fn fxid_play(input: &[u8]) -> Outcome {
    let Some(([seed, a, b], rest)) = input.split_first_chunk::<3>().map(|(n, rest)| (*n, rest))
    else {
        return Outcome::Rejected;
    };
    let Ok(effect) = Effect::read_tolerant(rest) else { return Outcome::Rejected };
    let times = [0.0, 0.02 * f64::from(a), 0.3, 0.02 * f64::from(a) + 0.01 * f64::from(b), 70.0];
    for cadence in [Cadence::Engine, Cadence::Grid, Cadence::EveryTick] {
        let options = PlayerOptions { seed: seed.into(), cadence, ..PlayerOptions::default() };
        // One after the other, for both at once would take twice the memory.
        let run = || play(&effect, options, &times);
        assert_eq!(run(), run());
    }
    if effect.command_count() > 0 { Outcome::Accepted } else { Outcome::Rejected }
}

/// Plays an effect and gives a number made of everything that was seen.
fn play(effect: &Effect<'_>, options: PlayerOptions, times: &[f64]) -> u64 {
    let mut player = Player::new(effect, options);
    let mut sum = 0;
    for &time in times {
        let list = player.at(time, &AtRest, &View::default(), &PlainLooks);
        check_list(list, effect.command_count());
        let mut add = |numbers: &[f32]| {
            for number in numbers {
                let bits = if number.is_nan() { 1 } else { number.to_bits() };
                sum = (sum ^ u64::from(bits)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
            }
        };
        for quad in &list.quads {
            add(&quad.centre);
            add(&quad.right);
            add(&quad.up);
            add(&quad.paint.colour);
        }
        list.domes.iter().for_each(|dome| add(dome.axes.as_flattened()));
        list.lights.iter().for_each(|light| add(&light.colour));
        list.sounds.iter().for_each(|sound| add(&sound.position));
        if let Some(instance) = player.instance() {
            assert!((0.0..=1.0).contains(&instance.time()));
            assert!(instance.live_particles() <= MOST_PARTICLES);
        }
    }
    sum
}

fn check_list(list: &DrawList, commands: usize) {
    assert!(list.quads.len() <= MOST_PARTICLES + commands);
    assert!(list.domes.len() <= commands && list.lights.len() <= commands);
    assert_eq!(list.sorted().count(), list.quads.len() + list.domes.len());
    for quad in &list.quads {
        let numbers = [quad.centre, quad.right, quad.up];
        assert!(numbers.as_flattened().iter().all(|number| number.is_finite()));
        assert!((0.0..=1.0).contains(&quad.paint.phase));
        assert!(quad.paint.squared_distance >= 0.0);
    }
    for light in &list.lights {
        assert!(light.range > 0.0 && light.position.iter().all(|number| number.is_finite()));
    }
}

/// The seeds of [`fxid_read`] with three bytes in front.
pub fn play_seeds() -> Vec<Vec<u8>> {
    let with_times = |effect: Vec<u8>| [&[7, 20, 9], effect.as_slice()].concat();
    fxid_seeds().into_iter().map(with_times).collect()
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
    let shields = Explosion { kind: exp::Kind::SHIELDS, ..full };
    [empty, full, shields].map(|explosion| explosion.write().to_vec()).into()
}

/// What reads comes back through its document, and can be shown.
pub fn fxid_documents(input: &[u8]) -> Outcome {
    let names = ["x.fxid", "x.exp"];
    let mut outcome = Outcome::Rejected;
    for subject in names.map(|name| Subject::file(name, input)) {
        let Some(format) = recognise(&subject) else { panic!("the name says what it is") };
        let mut text = Vec::new();
        if format.document.write_json(&subject, Form::Full, &mut text).is_err() {
            continue;
        }
        let back = format.document.read_json(&text, None).map(|made| made.bytes);
        assert_eq!(back.ok().as_deref(), Some(input), "nothing is lost");
        assert!(format.document.show(&subject).is_ok());
        (format.references)(&subject);
        outcome = Outcome::Accepted;
    }
    outcome
}

/// Effects and explosions.
pub fn document_seeds() -> Vec<Vec<u8>> {
    [fxid_seeds(), exp_seeds()].concat()
}
