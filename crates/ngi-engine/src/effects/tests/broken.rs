//! Effects that no tool would write: nothing here may panic, hang or grow without end.

use ngi_formats::fxid::{Body, Command, Effect, EffectBuf, Opcode};
use proptest::prelude::*;

use super::samples::{KEY, Stage};
use crate::effects::{
    AtRest, Cadence, Fixed, Frame, MOST_PARTICLES, Placement, PlainLooks, Player, PlayerOptions,
    View,
};

/// All numbers that break things.
const ODD: [f32; 10] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    f32::NAN,
    f32::INFINITY,
    f32::NEG_INFINITY,
    f32::MAX,
    f32::MIN_POSITIVE,
    -1e-40,
];

fn play(effect: &EffectBuf) {
    for cadence in [Cadence::Engine, Cadence::Grid, Cadence::EveryTick] {
        let mut stage = Stage::with(effect, cadence, &Placement::default());
        for now in [0.0, 40.0, 100.0, 333.0, 1000.0, 70_000.0] {
            let list = stage.at(now);
            for quad in &list.quads {
                let numbers = [quad.centre, quad.right, quad.up];
                assert!(numbers.as_flattened().iter().all(|number| number.is_finite()));
                assert!(quad.u.iter().all(|u| u.is_finite()));
                assert!((0.0..=1.0).contains(&quad.paint.phase));
            }
            assert!(list.quads.len() <= MOST_PARTICLES + effect.commands.len());
            assert_eq!(list.sorted().count(), list.quads.len() + list.domes.len());
            if let Some(instance) = stage.manager.instance(KEY) {
                assert!((0.0..=1.0).contains(&instance.time()));
                assert!(instance.live_particles() <= MOST_PARTICLES);
            }
        }
    }
}

/// Every word of every command, and of the header, with every odd number in turn.
#[test]
fn odd_numbers_everywhere() {
    for opcode in Opcode::ALL {
        let body = Body::new(opcode).unwrap();
        let bytes = EffectBuf::new(0.5, vec![Command::from(body)]).write().unwrap();
        for at in (4..bytes.len()).step_by(4).filter(|at| *at != 60) {
            for number in ODD {
                let mut broken = bytes.clone();
                broken[at..at + 4].copy_from_slice(&number.to_le_bytes());
                play(&Effect::read(&broken).unwrap().to_buf());
            }
        }
    }
}

#[test]
fn counts_of_four_billion() {
    for opcode in [Opcode::BOLT, Opcode::BURST, Opcode::STREAM, Opcode::DEBRIS] {
        let mut body = Body::new(opcode).unwrap();
        match &mut body {
            Body::Bolt(bolt) => bolt.most_pieces = u32::MAX,
            Body::Burst(burst) | Body::Debris(burst) => {
                (burst.groups, burst.per_group) = (u32::MAX, u32::MAX);
            }
            Body::Stream(stream) => stream.ring = u32::MAX,
            _ => {}
        }
        play(&EffectBuf::new(1.0, vec![Command::from(body); 3]));
    }
}

#[test]
fn odd_surroundings() {
    let commands: Vec<_> =
        Opcode::ALL.into_iter().filter_map(Body::new).map(Command::from).collect();
    let effect = EffectBuf::new(1.0, commands);
    for number in ODD {
        let frame = Frame { axes: [[number; 3].into(); 3], origin: [number; 3].into() };
        let placement = Placement { frame, size: [number; 3], ..Placement::default() };
        let mut stage = Stage::with(&effect, Cadence::EveryTick, &placement);
        stage.view = View { eye: [number; 3], fog: Some([number, -number]), level: 0 };
        let inputs = Fixed {
            velocity: [number; 3],
            top_speed: [number; 3],
            life: number,
            node_value: number,
            attach_frame: frame,
            ..Fixed::default()
        };
        stage.manager.set_value(KEY, number);
        stage.manager.set_duration_factor(KEY, number);
        for now in [0.0, 100.0, 1e18] {
            stage.at_with(now, &inputs);
        }
    }
}

#[test]
fn odd_times_to_play() {
    let effect = EffectBuf::new(1.0, vec![Command::from(Body::new(Opcode::STREAM).unwrap())]);
    for cadence in [Cadence::Engine, Cadence::Grid, Cadence::EveryTick] {
        let mut player =
            Player::new(&effect, PlayerOptions { cadence, ..PlayerOptions::default() });
        for seconds in [0.5, f64::NAN, -1.0, f64::INFINITY, 1e300, 0.25, 86_400.0] {
            player.at(seconds, &AtRest, &View::default(), &PlainLooks);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_bytes_play(header in proptest::collection::vec(any::<u8>(), 56), blocks in proptest::collection::vec((1u8..=10, any::<bool>(), proptest::collection::vec(any::<u8>(), 244)), 0..5)) {
        let mut bytes = u32::try_from(blocks.len()).unwrap().to_le_bytes().to_vec();
        bytes.extend(header);
        for (opcode, overlay, body) in blocks {
            bytes.extend([opcode, u8::from(overlay), 0, 0]);
            bytes.extend(&body[..Opcode(opcode).size().unwrap() - 4]);
        }
        play(&Effect::read(&bytes).unwrap().to_buf());
    }
}
