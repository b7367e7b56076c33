use super::*;

#[test]
fn a_change_leaves_the_rest() {
    let mut material = MaterialBuf::read(&sample(), GAME).unwrap();
    material.phases[1].cell = 3;
    material.set_texture(0, b"FLOOR.A3").unwrap();
    let mut expected = sample();
    expected[14 + 34 + 17] = 3;
    expected[14 + 18..14 + 26].copy_from_slice(b"FLOOR.A3");
    assert_eq!(material.write(), Ok(expected));
}

#[test]
fn bytes_behind_a_name_stay() {
    let phase = raw_phase([0; 18], b"A.0\0leftover");
    let bytes = raw(&[phase], &[]);
    let material = MaterialBuf::read(&bytes, GAME).unwrap();
    assert_eq!(material.phases[0].texture_name(), Some(b"A.0".as_slice()));
    assert_eq!(material.write(), Ok(bytes));
}

#[test]
fn textures_are_renamed_everywhere() {
    let mut material = sample_values();
    material.phases.push(material.phases[0]);
    assert_eq!(material.rename_texture(b"wall.0", b"NEW.0"), Ok(2));
    assert!(material.phases[0].texture.is(b"new.0"));
    assert!(material.phases[1].texture_name().is_none());
    assert_eq!(material.rename_texture(b"wall.0", b"X.0"), Ok(0));
}

#[test]
fn names_the_engine_refuses_are_refused() {
    let mut material = sample_values();
    for name in [b"NODOT".as_slice(), b"0123456789abc.00", b"A\0.0", b"WALL.Z:"] {
        assert!(material.set_texture(0, name).is_err(), "{name:?}");
    }
    assert!(material.set_texture(2, b"A.0").is_err());
    assert_eq!(material, sample_values());
    assert!(material.set_texture(0, b"").is_ok());
    assert_eq!(material.phases[0].texture_name(), None);
}

#[test]
fn a_phase_goes_only_when_nothing_shows_it() {
    let mut material = sample_values();
    material.phases.insert(1, Phase::default());
    for key in material.tracks.iter_mut().flat_map(|track| &mut track.keys) {
        key.phase *= 2;
    }
    assert!(material.remove_phase(3).is_err());
    let error = material.remove_phase(2).unwrap_err();
    assert_eq!(error.to_string(), "phases[2]: tracks[0].keys[1] shows it");
    assert_eq!(material.remove_phase(1), Ok(Phase::default()));
    assert_eq!(material, sample_values());
}

#[test]
fn what_does_not_fit_is_refused() {
    let mut material = sample_values();
    material.tracks.resize(20, TrackBuf::default());
    assert!(material.write().unwrap_err().to_string().contains(TOO_MANY_TRACKS));
    let mut material = sample_values();
    material.phases.resize(65_536, Phase::default());
    assert!(material.write().is_err());
    material.phases.truncate(65_535);
    assert!(material.write().is_ok());
    let mut material = sample_values();
    material.tracks[0].keys.resize(65_536, Key::default());
    assert!(material.write().is_err());
}

#[test]
fn a_version_refuses_fields_it_does_not_have() {
    let default = Meta::default();
    let fields = [
        (Meta { class: 1, ..default }, 2),
        (Meta { unk_0x05: 1, ..default }, 2),
        (Meta { speed: f32::from_bits(1), ..default }, 3),
        (Meta { damage: 1, ..default }, 4),
    ];
    for (meta, first) in fields {
        for version in 0..=6 {
            let attributes = Attributes::new(0, version, 0);
            let material = MaterialBuf { attributes, meta, ..MaterialBuf::default() };
            match material.write() {
                Ok(bytes) => {
                    assert!(version >= first);
                    assert_eq!(MaterialBuf::read(&bytes, attributes), Ok(material));
                }
                Err(error) => assert!(version < first, "{error}"),
            }
        }
    }
}

#[test]
fn materials_from_nothing_keep_all_rules() {
    let material = MaterialBuf::of_texture(b"WALL.0", BlendMode::ADDITIVE).unwrap();
    assert_eq!(material.attributes.numbers(), [8, 6, 0]);
    let bytes = material.write().unwrap();
    let mut findings = crate::Findings::new(crate::Mode::Strict, true);
    check(&bytes, material.attributes, &mut findings);
    assert!(findings.is_empty(), "{findings:?}");
    assert!(MaterialBuf::of_texture(b"WALL", BlendMode::OPAQUE).is_err());
    assert!(MaterialBuf::of_texture(b"WALL.0", BlendMode::SCALED).is_err());
}

#[test]
fn lengths_become_ends() {
    let mask = LerpMask::AMBIENT;
    let track = TrackBuf::of_lengths(Mode::ONCE, mask, [(0, 50), (3, 0), (1, 25)]).unwrap();
    assert_eq!(track.word, TrackWord(0x0a));
    let ends: Vec<_> = track.keys.iter().map(|key| (key.phase, key.time_ms)).collect();
    assert_eq!(ends, [(0, 50), (3, 50), (1, 75)]);
    assert!(TrackBuf::of_lengths(Mode::LOOP, mask, [(0, 65_535), (0, 1)]).is_err());
}
