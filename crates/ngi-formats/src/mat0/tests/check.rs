use super::*;
use crate::{Code, Findings};

fn found(
    bytes: &[u8],
    attributes: Attributes,
    mode: crate::Mode,
    retail: bool,
) -> Vec<&'static str> {
    let mut findings = Findings::new(mode, retail);
    check(bytes, attributes, &mut findings);
    findings.list().iter().map(|finding| finding.code.id).collect()
}

type Broken = (&'static Code, Vec<u8>, [u32; 3]);

/// For every rule materials that break it and no other.
fn broken() -> Vec<Broken> {
    const PLAIN: [u32; 3] = [0, 6, 0];
    let phase = |at: usize, value: u8| {
        let mut phase = plain_phase();
        phase[at] = value;
        raw(&[phase], &[])
    };
    let named = |name: &[u8]| raw(&[raw_phase([0; 18], name)], &[]);
    let track = |word, keys: &[[u16; 3]]| raw(&[plain_phase()], &[raw_track(word, keys)]);
    let meta = |meta: [u8; 10]| raw_version(&meta, &[plain_phase()], &[]);
    vec![
        (&codes::HEADER_TRUNCATED, sample()[..13].to_vec(), PLAIN),
        (&codes::TRACKS_COUNT, raw(&[plain_phase()], &vec![raw_track(0, &[]); 20]), PLAIN),
        (&codes::PHASES_RANGE, sample()[..40].to_vec(), PLAIN),
        (&codes::TRACKS_RANGE, sample()[..90].to_vec(), PLAIN),
        (&codes::END, [sample(), vec![0]].concat(), PLAIN),
        (&codes::VERSION, sample(), [0, 7, 0]),
        (&codes::VERSION_GAME, sample(), [0, 4, 0]),
        (&codes::ATTR3, sample(), [0, 6, 1]),
        (&codes::BLEND, sample(), [20, 6, 0]),
        (&codes::BLEND, sample(), [0x3c, 6, 0]),
        (&codes::FLAGS, sample(), [0x80, 6, 0]),
        (&codes::UNK_0X05, meta([0, 1, 0, 0, 0x80, 0x3f, 0, 0, 0, 0]), PLAIN),
        (&codes::SPEED, meta([0, 255, 1, 0, 0xc0, 0x7f, 0, 0, 0, 0]), PLAIN),
        (&codes::PHASES_NONE, raw(&[], &[]), PLAIN),
        (&codes::TEXTURE_END, named(b"0123456789abc.00"), PLAIN),
        (&codes::TEXTURE_NAME, named(b"WALL"), PLAIN),
        (&codes::TEXTURE_PALETTE, named(b"WALL.Z:"), PLAIN),
        (&codes::TEXTURE_ASCII, named(b"\xd1\xd2.0"), PLAIN),
        (&codes::CELL, phase(17, 0xfe), PLAIN),
        (&codes::OPACITY, phase(3, 101), PLAIN),
        (&codes::ALPHA, phase(7, 101), PLAIN),
        (&codes::ALPHA, phase(11, 255), PLAIN),
        (&codes::ALPHA, phase(15, 101), PLAIN),
        (&codes::MODE, track(4, &[[0, 0, 0]]), PLAIN),
        (&codes::MASK, track(0x20 << 3, &[[0, 0, 0]]), PLAIN),
        (&codes::KEYS_NONE, track(0, &[]), PLAIN),
        (&codes::KEY_PHASE, track(0, &[[1, 0, 0]]), PLAIN),
        (&codes::KEY_ORDER, track(0, &[[0, 50, 0], [0, 49, 0]]), PLAIN),
        (&codes::CYCLE, track(0, &[[0, 0, 0], [0, 0, 0]]), PLAIN),
        (&codes::KEY_START, track(0, &[[0, 0, 0], [0, 50, 0]]), PLAIN),
        (&codes::KEY_UNREAD, track(0, &[[0, 50, 1]]), PLAIN),
    ]
}

#[test]
fn each_broken_material_gives_exactly_its_code() {
    for (code, bytes, [attr1, attr2, attr3]) in broken() {
        let attributes = Attributes::new(attr1, attr2, attr3);
        assert_eq!(found(&bytes, attributes, crate::Mode::Strict, true), [code.id]);
        let expected: &[&str] = if code.level == crate::Level::Always { &[code.id] } else { &[] };
        assert_eq!(found(&bytes, attributes, crate::Mode::Tolerant, false), expected);
    }
}

#[test]
fn every_code_has_a_broken_material() {
    let mut shown: Vec<_> = broken().iter().map(|(code, ..)| code.id).collect();
    shown.dedup();
    let listed: Vec<_> = CODES.iter().map(|code| code.id).collect();
    assert_eq!(shown, listed);
}

#[test]
fn sound_materials_have_no_findings() {
    assert!(found(&sample(), GAME, crate::Mode::Strict, true).is_empty());
    // Equal times are an empty interval, a long name without tail is fine, and so is no texture.
    let name = raw_phase([0; 18], b"0123456789abc.0");
    let track = raw_track(0, &[[0, 50, 0], [0, 50, 0]]);
    let bytes = raw(&[name, raw_phase([0; 18], b"")], &[track]);
    assert!(found(&bytes, GAME, crate::Mode::Strict, true).is_empty());
}

#[test]
fn findings_point_at_the_bytes() {
    let bytes = raw(&[plain_phase()], &[raw_track(0, &[]), raw_track(0, &[[0, 9, 0], [5, 10, 0]])]);
    let mut findings = Findings::new(crate::Mode::Tolerant, false);
    check(&bytes, GAME, &mut findings);
    let [finding] = findings.list() else { panic!("{findings:?}") };
    assert_eq!(finding.field, "tracks[1].keys[1].phase");
    assert_eq!(finding.offset, Some(14 + 34 + 6 + 6 + 6));
    assert_eq!(finding.message, "phase 5, but there are 1");
    assert_eq!(bytes[usize::try_from(finding.offset.unwrap()).unwrap_or(usize::MAX)], 5);
}
