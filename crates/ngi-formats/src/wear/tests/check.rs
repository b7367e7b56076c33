use super::*;
use crate::{Code, Findings, Mode};

fn found(text: &[u8], mode: Mode, retail: bool) -> Vec<&'static str> {
    let mut findings = Findings::new(mode, retail);
    check(text, &mut findings);
    findings.list().iter().map(|finding| finding.code.id).collect()
}

fn many(rows: usize) -> Vec<u8> {
    let names: Vec<String> = (0..rows).map(|row| format!("M{row}")).collect();
    Editor::of_names(&names, &[]).unwrap().into_bytes()
}

/// For every rule texts that break it and no other.
fn broken() -> Vec<(&'static Code, Vec<u8>)> {
    let lightmap = |name: &str| format!("1\n0 A\n\nLIGHTMAPS\n1\n0 {name}\n").into_bytes();
    vec![
        (&codes::NUL, b"1\n0 A\n\0".to_vec()),
        (&codes::NUL, b"1\n0 A\0BC\n".to_vec()),
        (&codes::COUNT, b"".to_vec()),
        (&codes::COUNT, b"0\n".to_vec()),
        (&codes::COUNT, b"99999999999\n0 A\n".to_vec()),
        (&codes::ROW, b"2\n0 A\n".to_vec()),
        (&codes::ROW, b"1\nA 0\n".to_vec()),
        (&codes::LIGHTMAPS_COUNT, b"1\n0 A\n\nLIGHTMAPS\n-1\n".to_vec()),
        (&codes::LIGHTMAPS_COUNT, b"1\n0 A\n\nLIGHTMAPS".to_vec()),
        (&codes::LIGHTMAPS_ROW, b"1\n0 A\n\nLIGHTMAPS\n1\n0\n".to_vec()),
        (&codes::UNREAD, b"1\n0 A\n1 B\n".to_vec()),
        (&codes::UNREAD, [SAMPLE, b"1 M.0\r\n"].concat()),
        (&codes::PARSERS, b"2\n0 A 1 B\n".to_vec()),
        (&codes::PARSERS, b"1 0 A\n".to_vec()),
        (&codes::BLANK_LINE, b"1\n0 A\nLIGHTMAPS\n1\n0 L.0\n".to_vec()),
        (&codes::BLANK_LINE, b"1\n0 A\n\n\nLIGHTMAPS\n1\n0 L.0\n".to_vec()),
        (&codes::ROWS_LIMIT, many(256)),
        (&codes::NAME_LONG, b"1\n0 0123456789012345678901234567890123456\n".to_vec()),
        (&codes::NAME_ASCII, b"1\n0 \xd1\xf2\xe5\xed\xe0\n".to_vec()),
        (&codes::LIGHTMAP_NAME, lightmap("HALL")),
        (&codes::LIGHTMAP_NAME, lightmap("0123456789abcdefg.0")),
        (&codes::LIGHTMAP_PALETTE, lightmap("HALL.Z:")),
        (&codes::LIGHTMAPS_ONE, Editor::of_names(&["A"], &["L.0", "M.0"]).unwrap().into_bytes()),
    ]
}

#[test]
fn each_broken_wear_gives_exactly_its_code() {
    for (code, text) in broken() {
        let shown = crate::text::decode(&text);
        assert_eq!(found(&text, Mode::Strict, true), [code.id], "{shown:?}");
        let expected: &[&str] = if code.level == crate::Level::Always { &[code.id] } else { &[] };
        assert_eq!(found(&text, Mode::Tolerant, false), expected, "{shown:?}");
    }
}

#[test]
fn every_code_has_a_broken_wear() {
    let mut shown: Vec<_> = broken().iter().map(|(code, _)| code.id).collect();
    shown.dedup();
    let listed: Vec<_> = CODES.iter().map(|code| code.id).collect();
    assert_eq!(shown, listed);
}

#[test]
fn sound_wears_have_no_findings() {
    let unix: Vec<u8> = SAMPLE.iter().copied().filter(|&byte| byte != b'\r').collect();
    for text in [SAMPLE, &unix, b"1\n0 A", b" 1 \n 77 A \n\n\n", &many(255)] {
        assert!(found(text, Mode::Strict, true).is_empty(), "{}", crate::text::decode(text));
    }
}

#[test]
fn findings_point_at_the_bytes() {
    let mut findings = Findings::new(Mode::Strict, false);
    check(b"1\n0 A\n\nLIGHTMAPS\n2\n0 L.0\n1 BAD\n", &mut findings);
    let [finding] = findings.list() else { panic!("{findings:?}") };
    assert_eq!(finding.field, "lightmaps[1].name");
    assert_eq!(finding.offset, Some(27));
    assert_eq!(
        finding.message,
        "\"BAD\" has no dot in its first 17 characters (Bad texture name.)"
    );
}
