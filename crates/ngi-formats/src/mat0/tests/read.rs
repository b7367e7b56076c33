use super::*;
use crate::Fault;

#[test]
fn the_sample_goes_both_ways() {
    let bytes = sample();
    let material = Material::read_strict(&bytes, GAME).unwrap();
    assert_eq!(material.to_buf(), sample_values());
    assert_eq!(sample_values().write(), Ok(bytes.clone()));
    assert_eq!(material.bytes(), bytes);
    assert_eq!((material.phase_count(), material.track_count()), (2, 2));
    assert_eq!(material.phase(1).unwrap().opacity, 50);
    assert_eq!(material.phase(0).unwrap().texture_name(), Some(b"WALL.0".as_slice()));
    assert_eq!(material.phase(1).unwrap().texture_name(), None);
    assert!(material.phase(2).is_none() && material.track(2).is_none());
    let track = material.track(0).unwrap();
    assert_eq!((track.word.mode(), track.word.mask()), (Mode::PING_PONG, LerpMask(1)));
    assert_eq!((track.cycle_ms(), track.key_count()), (100, 2));
    assert_eq!(track.key(1), Some(Key { phase: 1, time_ms: 100, unk_0x04: 0 }));
    assert_eq!(material.meta().speed, 1.0);
    assert_eq!(material.meta().damage_as_f32().to_bits(), 10_000);
}

/// A material of the game: a beacon's ray, three cells of one texture, seven keys of light.
#[test]
fn a_beacon_reads_as_measured() {
    let phase =
        |cell| raw_phase([9, 9, 9, 100, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, cell], b"SUN4.0");
    let keys = [[0, 50, 0], [1, 100, 0], [2, 150, 0], [1, 200, 0]];
    let bytes = raw(&[phase(0), phase(1), phase(2)], &[raw_track(1 << 3, &keys)]);
    let attributes = Attributes::new(4, 6, 0);
    let material = Material::read_strict(&bytes, attributes).unwrap();
    assert_eq!(material.attributes().flags.blend(), BlendMode::ALPHA);
    let track = material.track(0).unwrap();
    assert_eq!((track.word.mode(), track.cycle_ms()), (Mode::LOOP, 200));
    assert!(track.word.mask().has(LerpMask::AMBIENT));
    assert_eq!(track.keys().map(|key| key.phase).collect::<Vec<_>>(), [0, 1, 2, 1]);
}

#[test]
fn every_version_has_its_header_and_its_defaults() {
    let default = Meta::default();
    assert_eq!((default.class, default.unk_0x05, default.damage), (255, 255, 0));
    assert_eq!(default.speed, 1.0);
    let two = Meta { class: 1, unk_0x05: 2, ..default };
    let three = Meta { speed: f32::from_bits(0x0605_0403), ..two };
    let four = Meta { damage: 0x0a09_0807, ..three };
    let all = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
    let table = [
        (0, 0, default),
        (1, 0, default),
        (2, 2, two),
        (3, 6, three),
        (4, 10, four),
        (5, 10, four),
        (6, 10, four),
        (7, 10, four),
        (u32::MAX, 10, four),
    ];
    for (version, size, meta) in table {
        let track = raw_track(0, &[[0, 1, 2]]);
        let bytes = raw_version(&all[..size], &[plain_phase()], &[track]);
        let attributes = Attributes::new(0, version, 3);
        assert_eq!(attributes.version.header_size(), 4 + size);
        let material = Material::read(&bytes, attributes).unwrap();
        assert_eq!(material.meta(), meta, "version {version}");
        assert_eq!(material.to_buf().write(), Ok(bytes.clone()));
        assert_eq!(material.attributes().numbers(), [0, version, 3]);
    }
}

#[test]
fn every_truncation_and_every_byte_more_is_an_error() {
    for version in 0..=6 {
        let attributes = Attributes::new(0, version, 0);
        let size = attributes.version.header_size() - 4;
        let tracks = [raw_track(1, &[[0, 1, 2], [3, 4, 5]]), raw_track(0, &[])];
        let bytes = raw_version(&[9; 10][..size], &[plain_phase(), plain_phase()], &tracks);
        assert!(Material::read(&bytes, attributes).is_ok());
        for length in 0..bytes.len() {
            let error = Material::read(&bytes[..length], attributes).unwrap_err();
            assert_eq!(error.fault(), Fault::File, "version {version}, {length} bytes");
        }
        let more = [bytes.as_slice(), &[0]].concat();
        let error = Material::read(&more, attributes).unwrap_err();
        assert_eq!((error.field.as_ref(), error.offset), ("tracks", Some(bytes.len() as u64)));
    }
}

#[test]
fn counts_that_lie_are_errors_that_name_their_field() {
    let patched = |at: usize, value: u16| {
        let mut bytes = sample();
        bytes[at..at + 2].copy_from_slice(&value.to_le_bytes());
        Material::read(&bytes, GAME).unwrap_err().to_string()
    };
    assert_eq!(patched(0, 0xffff), "phases at 0xe: needs 2228190 bytes, but only 98 are left");
    assert!(patched(2, 20).contains("Too many animations for material."));
    assert!(patched(2, 0xffff).starts_with("tracks at 0x2"));
    assert_eq!(patched(2, 3), "tracks[2].mode at 0x70: needs 6 bytes, but only 0 are left");
    assert_eq!(
        patched(14 + 68 + 4, 0xffff),
        "tracks[0].keys at 0x58: needs 393210 bytes, but only 24 are left"
    );
}

#[test]
fn nineteen_tracks_are_allowed_and_twenty_are_not() {
    let tracks = vec![raw_track(0, &[[0, 0, 0]]); 20];
    assert!(Material::read(&raw(&[plain_phase()], &tracks[1..]), GAME).is_ok());
    assert!(Material::read(&raw(&[plain_phase()], &tracks), GAME).is_err());
}

#[test]
fn flags_choose_the_blend_mode() {
    let table = [
        (0, "opaque", ("ONE", "ZERO"), false),
        (2, "opaque", ("ONE", "ZERO"), false),
        (4, "alpha", ("SRCALPHA", "INVSRCALPHA"), true),
        (5, "alpha", ("SRCALPHA", "INVSRCALPHA"), true),
        (8, "additive", ("SRCALPHA", "ONE"), true),
        (12, "multiply", ("ZERO", "SRCCOLOR"), true),
        (16, "multiply_twice", ("DESTCOLOR", "SRCCOLOR"), true),
        (20, "opaque", ("ONE", "ZERO"), false),
        (0x3c, "opaque", ("ONE", "ZERO"), false),
        (0xffff_ffc0, "opaque", ("ONE", "ZERO"), false),
    ];
    for (flags, name, factors, test) in table {
        let blend = Flags(flags).blend();
        assert_eq!((blend.name(), blend.factors(), blend.has_alpha_test()), (name, factors, test));
    }
    let flags = Flags(0x43);
    assert_eq!(flags.others().collect::<Vec<_>>(), ["second_stage", "lit_skin", "unk_bit_6"]);
    assert_eq!(flags.with_blend(BlendMode::ADDITIVE), Some(Flags(0x4b)));
    assert_eq!(Flags(0x3f).with_blend(BlendMode::OPAQUE), Some(Flags(3)));
    assert_eq!(flags.with_blend(BlendMode::SCALED), None);
}

#[test]
fn track_words_split_in_mode_and_mask() {
    let word = TrackWord(17 << 3 | 3);
    assert_eq!((word.mode(), word.mask()), (Mode::RANDOM, LerpMask(17)));
    assert_eq!(word.mask().names().collect::<Vec<_>>(), ["ambient", "opacity"]);
    assert_eq!(TrackWord::new(word.mode(), word.mask()), word);
    let shown: Vec<_> = (0..5).map(|mode| TrackWord(mode).mode().to_string()).collect();
    assert_eq!(shown, ["loop", "ping_pong", "once", "random", "4"]);
    assert!(!TrackWord(7).mode().is_known());
}
