use super::*;
use crate::{Code, Findings, Mode};

fn found(bytes: &[u8], mode: Mode, retail: bool) -> Vec<&'static str> {
    let mut findings = Findings::new(mode, retail);
    check(bytes, &mut findings);
    findings.list().iter().map(|finding| finding.code.id).collect()
}

/// For every rule textures that break it and no other.
fn broken() -> Vec<(&'static Code, Vec<u8>)> {
    let one = |words: [u32; 7]| raw(words, &[&[0; 4]]);
    let page = |rect: [i16; 4]| raw([1, 1, 1, 0, 0, 0, 888], &[&[0; 4], &raw_page(&[rect])]);
    vec![
        (&codes::HEADER_TRUNCATED, sample()[..31].to_vec()),
        (&codes::HEADER_MAGIC, [b"Texn", &sample()[4..]].concat()),
        (&codes::SIZE_ZERO, one([0, 1, 1, 0, 0, 0, 888])),
        (&codes::SIZE_ZERO, one([1, 0, 1, 0, 0, 0, 888])),
        (&codes::LEVELS_ZERO, one([1, 1, 0, 0, 0, 0, 888])),
        (&codes::PALETTE_RANGE, one([1, 1, 1, 0, 0, 0, 0])),
        (&codes::PIXELS_RANGE, one([2, 1, 1, 0, 0, 0, 888])),
        (&codes::PIXELS_RANGE, one([1, 1, u32::MAX, 32, 0, 0, 888])),
        (&codes::PIXELS_RANGE, one([u32::MAX, u32::MAX, 1, 0, 0, 0, 888])),
        (&codes::PAGE_RANGE, sample()[..sample().len() - 1].to_vec()),
        (&codes::PAGE_RANGE, [one([1, 1, 1, 0, 0, 0, 888]), b"Pag".to_vec()].concat()),
        (&codes::FORMAT_UNKNOWN, one([1, 1, 1, 0, 0, 0, 889])),
        (&codes::LEVELS_EXCESS, raw([1, 1, 2, 32, 0, 0, 888], &[&[0; 8]])),
        (&codes::LEVELS_STALE, {
            let light = [200, 200, 200, 0].repeat(16);
            raw([4, 4, 2, 32, 0, 0, 888], &[&light, &[0; 16]])
        }),
        (&codes::TAIL, [one([1, 1, 1, 0, 0, 0, 888]), b"page".to_vec()].concat()),
        (&codes::TAIL, [sample(), raw_page(&[[0, 1, 0, 1]])].concat()),
        (&codes::PAGE_EMPTY, raw([1, 1, 1, 0, 0, 0, 888], &[&[0; 4], &raw_page(&[])])),
        (&codes::PAGE_RECT, page([0, 2, 0, 1])),
        (&codes::PAGE_RECT, page([0, 0, 0, 1])),
        (&codes::PAGE_RECT, page([-1, 1, 0, 1])),
        (&codes::FLAGS4, one([1, 1, 1, 32, 0, 0, 888])),
        (&codes::FLAGS4, raw([2, 1, 2, 0, 0, 0, 888], &[&[0; 12]])),
        (&codes::FLAGS5, one([1, 1, 1, 0, 1, 0, 888])),
        (&codes::UNREAD_BYTE, raw([1, 1, 1, 0, 0, 0, 888], &[&[0, 0, 0, 1]])),
    ]
}

#[test]
fn each_broken_texture_gives_exactly_its_code() {
    for (code, bytes) in broken() {
        assert_eq!(found(&bytes, Mode::Strict, true), [code.id]);
        let expected: &[&str] = if code.level == crate::Level::Always { &[code.id] } else { &[] };
        assert_eq!(found(&bytes, Mode::Tolerant, false), expected);
    }
}

#[test]
fn every_code_has_a_broken_texture() {
    let mut shown: Vec<_> = broken().iter().map(|(code, _)| code.id).collect();
    shown.dedup();
    let listed: Vec<_> = CODES.iter().map(|code| code.id).collect();
    assert_eq!(shown, listed);
}

#[test]
fn sound_textures_have_no_findings() {
    assert!(found(&sample(), Mode::Strict, true).is_empty());
    // A supported format the shipped game happens not to use is no fault.
    for format in [556, 88, 2] {
        let bytes =
            raw([1, 1, 1, 0, 0, 0, format], &[&vec![0; PixelFormat(format).bytes_per_pixel()]]);
        assert!(found(&bytes, Mode::Strict, true).is_empty());
    }
}

#[test]
fn findings_point_at_the_bytes() {
    let mut bytes = sample();
    let rect = bytes.len() - 8;
    bytes[rect] = 3;
    let mut findings = Findings::new(Mode::Strict, false);
    check(&bytes, &mut findings);
    let [finding] = findings.list() else { panic!("{findings:?}") };
    assert_eq!(finding.field, "page[1].w");
    assert_eq!(finding.offset, Some(rect as u64 + 2));
    assert_eq!(finding.message, "2 x 1 pixels from (3, 0) are not inside 4 x 2");
}

#[test]
fn what_cannot_be_followed_is_named_by_a_path() {
    let mut answered = 0;
    for (code, bytes) in broken() {
        let mut findings = Findings::new(Mode::Strict, true);
        check(&bytes, &mut findings);
        let [finding] = findings.list() else { panic!("{findings:?}") };
        let Ok(tree) = tree(&bytes, Pixels::Shown) else {
            assert!([codes::HEADER_TRUNCATED.id, codes::HEADER_MAGIC.id].contains(&code.id));
            continue;
        };
        let found = tree.find(&finding.field).expect(code.id);
        assert_eq!(found.node.offset().map(|at| at as u64), finding.offset, "{}", code.id);
        assert!(tree.find("width").is_ok() && tree.find("format").is_ok());
        answered += 1;
    }
    assert_eq!(answered, broken().len() - 2);
}
