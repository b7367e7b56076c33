use super::*;
use crate::{Code, Findings, Mode};

fn found(bytes: &[u8], mode: Mode, retail: bool) -> Vec<&'static str> {
    let mut findings = Findings::new(mode, retail);
    check(bytes, &mut findings);
    findings.list().iter().map(|finding| finding.code.id).collect()
}

fn patched(at: usize, patch: &[u8]) -> Vec<u8> {
    let mut bytes = sample().bytes();
    bytes[at..at + patch.len()].copy_from_slice(patch);
    bytes
}

/// For every rule one archive that breaks it and no other.
fn broken() -> Vec<(&'static Code, Vec<u8>)> {
    let entry = |name: &[u8], place, sort| raw_entry(1, [0; 3], name, place, sort);
    vec![
        (&codes::HEADER_TRUNCATED, b"NRes\0\x01\0\0\0\0\0\0".to_vec()),
        (&codes::HEADER_MAGIC, patched(0, b"Nres")),
        (&codes::HEADER_VERSION, patched(4, &[0, 2])),
        (&codes::HEADER_COUNT, patched(8, &[0xff; 4])),
        (&codes::HEADER_TOTAL_SIZE, [sample().bytes(), vec![0]].concat()),
        (&codes::DIRECTORY_RANGE, patched(8, &[9])),
        (&codes::DIRECTORY_COUNT, patched(8, &[2])),
        (&codes::DIRECTORY_COUNT, patched(8, &[0])),
        (&codes::DIRECTORY_COUNT, {
            let mut bytes =
                Raw::new(&[7; 128], &[entry(b"a", (16, 64), 0), entry(b"b", (80, 64), 1)]).bytes();
            bytes[8] = 3;
            bytes
        }),
        (&codes::ENTRY_RANGE, Raw::new(b"", &[entry(b"a", (16, 8), 0)]).bytes()),
        (&codes::ENTRY_NAME_END, Raw::new(b"", &[entry(&[b'a'; 36], (16, 0), 0)]).bytes()),
        (&codes::ENTRY_NAME_EMPTY, Raw::new(b"", &[entry(b"", (16, 0), 0)]).bytes()),
        (
            &codes::ENTRY_DUPLICATE,
            Raw::new(b"", &[entry(b"a", (16, 0), 0), entry(b"A", (16, 0), 1)]).bytes(),
        ),
        (
            &codes::ENTRY_ALIGNMENT,
            Raw::new(b"abcdefgh", &[entry(b"a", (16, 4), 0), entry(b"b", (20, 4), 1)]).bytes(),
        ),
        (
            &codes::ENTRY_OVERLAP,
            Raw::new(&[1; 16], &[entry(b"a", (16, 16), 0), entry(b"b", (24, 8), 1)]).bytes(),
        ),
        (&codes::DATA_PADDING, Raw::new(b"abc\0\0\0\0\x01", &[entry(b"a", (16, 3), 0)]).bytes()),
        (&codes::DATA_PADDING, Raw::new(b"abc", &[entry(b"a", (16, 3), 0)]).bytes()),
        (&codes::DATA_UNINDEXED, Raw::new(&[0; 16], &[entry(b"a", (16, 3), 0)]).bytes()),
        (&codes::DATA_UNINDEXED, Raw::new(&[7; 16], &[entry(b"a", (24, 8), 0)]).bytes()),
        (&codes::DATA_UNINDEXED, Raw::new(&[7; 5], &[]).bytes()),
        (&codes::SORT_RANGE, patched(32 + 60, &[3])),
        (&codes::SORT_REPEAT, patched(32 + 60, &[2])),
        (
            &codes::SORT_ORDER,
            Raw::new(b"", &[entry(b"a", (16, 0), 1), entry(b"b", (16, 0), 0)]).bytes(),
        ),
        (
            &codes::SORT_STABLE,
            Raw::new(
                b"",
                &[raw_entry(1, [0; 3], b"a", (16, 0), 1), raw_entry(2, [0; 3], b"A", (16, 0), 0)],
            )
            .bytes(),
        ),
    ]
}

#[test]
fn each_broken_file_gives_exactly_its_code() {
    for (code, bytes) in broken() {
        assert_eq!(found(&bytes, Mode::Strict, true), [code.id]);
    }
}

#[test]
fn every_code_has_a_broken_file() {
    let shown: std::collections::BTreeSet<_> = broken().iter().map(|(code, _)| code.id).collect();
    let listed: std::collections::BTreeSet<_> = CODES.iter().map(|code| code.id).collect();
    assert_eq!(shown, listed);
    assert_eq!(listed.len(), CODES.len());
}

#[test]
fn the_engine_copes_with_all_but_range_and_header() {
    for (code, bytes) in broken() {
        let expected: &[&str] = if code.level == crate::Level::Always { &[code.id] } else { &[] };
        assert_eq!(found(&bytes, Mode::Tolerant, false), expected);
    }
}

#[test]
fn a_sound_archive_has_no_findings() {
    assert!(found(&sample().bytes(), Mode::Strict, true).is_empty());
    assert!(found(&Raw::new(b"", &[]).bytes(), Mode::Strict, true).is_empty());
}

#[test]
fn findings_point_at_the_bytes() {
    let mut findings = Findings::new(Mode::Strict, false);
    check(&patched(32 + 60, &[3]), &mut findings);
    let [finding] = findings.list() else { panic!("{findings:?}") };
    assert_eq!(finding.field, "entries[0].sort_index");
    assert_eq!(finding.offset, Some(32 + 60));
    assert_eq!(finding.message, "names entry 3, but there are 3");
}

#[test]
fn the_odd_archive_names_each_oddity() {
    let mut ids = found(&odd().bytes(), Mode::Strict, false);
    ids.sort_unstable();
    assert_eq!(
        ids,
        [
            "nres.data.padding",
            "nres.data.unindexed",
            "nres.data.unindexed",
            "nres.entry.alignment",
            "nres.entry.overlap",
            "nres.entry.range",
            "nres.sort.order",
        ]
    );
}
