use std::collections::BTreeSet;

use proptest::prelude::*;

use super::read::any_archive;
use super::{Made, entry};
use crate::rsli::{Archive, CODES, Editor, Method, check, codec, codes, rebuild};
use crate::{Code, Findings, Mode};

fn found(bytes: &[u8], mode: Mode, retail: bool) -> Vec<&'static str> {
    let mut findings = Findings::new(mode, retail);
    check(bytes, &mut findings);
    findings.list().iter().map(|finding| finding.code.id).collect()
}

fn good() -> Made {
    Made::raw(&[("BRAVO", b"bravo"), ("ALPHA", b"alpha")])
}

/// A file that breaks one rule, for every rule.
fn broken(code: &'static Code) -> Vec<u8> {
    let mut made = good();
    match code.id {
        "rsli.header.truncated" => return b"NL\0\x01".to_vec(),
        "rsli.header.magic" => return b"NRes".to_vec(),
        "rsli.header.reserved" => made.header.unk_0x02 = 7,
        "rsli.header.version" => made.header.version = 2,
        "rsli.header.count" => made.header.count = -1,
        "rsli.header.count-copy" => made.header.count_copy = 9,
        "rsli.header.unpacked-total" => made.header.unpacked_total = 11,
        "rsli.table.truncated" => return made.bytes()[..95].to_vec(),
        "rsli.name.empty" => return Made::raw(&[("", b"x")]).bytes(),
        "rsli.name.case" => return Made::raw(&[("Alpha", b"x")]).bytes(),
        "rsli.name.ascii" => made.entries[0].name.0[0] = 0xcf,
        "rsli.name.run-on" => {
            made = Made::raw(&[("ABCDEFGH.TEX", b"x")]);
            made.entries[0].unk_0x0c = *b"T\0\0\0";
        }
        "rsli.name.duplicate" => return Made::raw(&[("A", b"x"), ("A", b"y")]).bytes(),
        "rsli.sort.range" => made.entries[1].sort_to_original = 2,
        "rsli.sort.repeat" => made.entries[1].sort_to_original = 1,
        "rsli.sort.order" => {
            made.entries[0].sort_to_original = 0;
            made.entries[1].sort_to_original = 1;
        }
        "rsli.trailer.overlay" => {
            made = Made::raw(&[]);
            made.overlay = Some(39);
        }
        "rsli.entry.range" => made.entries[1].packed_size += 1,
        "rsli.entry.eof-plus-one" => {
            made = Made::raw(&[]);
            made.push(entry("A", Method::DEFLATE, 4, 1), b"\x4b\x04\x00");
            made = made.finish();
        }
        "rsli.entry.in-table" => {
            made.entries[0].offset = 0;
            made.entries[1].offset = 96;
        }
        "rsli.entry.in-trailer" => {
            made.overlay = Some(0);
            made.entries[1].offset += 6;
        }
        "rsli.entry.overlap" => made.entries[1].offset -= 1,
        "rsli.entry.method" => made.entries[1].flags = 0x0e0,
        "rsli.payload.stream" => made.entries[1].unpacked_size = 6,
        "rsli.payload.spare-byte" => {
            made = Made::raw(&[]);
            made.push(entry("A", Method::DEFLATE, 4, 1), b"\x4b\x04\x00!");
            made = made.finish();
        }
        "rsli.payload.unchecked" => {
            made = Made::raw(&[("A", &[0; 1 << 20]), ("B", b""), ("C", b"")]);
            for index in [1, 2] {
                made.entries[index] = super::EntryRecord {
                    name: made.entries[index].name,
                    sort_to_original: made.entries[index].sort_to_original,
                    ..made.entries[0]
                };
            }
        }
        other => panic!("no broken file for {other}"),
    }
    // What follows from the entries is right, unless that is the point.
    if !code.id.starts_with("rsli.header") {
        made.header.unpacked_total =
            made.entries.iter().fold(0, |total, entry| total + entry.unpacked_size);
    }
    made.bytes()
}

#[test]
fn every_rule_has_a_file_that_breaks_it_alone() {
    for code in CODES {
        let bytes = broken(code);
        // Payloads that share so much that some are not unpacked overlap, which the engine does
        // not mind.
        let mode = if *code == &codes::PAYLOAD_UNCHECKED { Mode::Tolerant } else { Mode::Strict };
        let found: BTreeSet<_> = found(&bytes, mode, true).into_iter().collect();
        assert_eq!(found, BTreeSet::from([code.id]));
    }
}

#[test]
fn names_of_rules_are_unique_and_well_formed() {
    let ids: BTreeSet<_> = CODES.iter().map(|code| code.id).collect();
    assert_eq!(ids.len(), CODES.len());
    for code in CODES {
        assert!(code.id.starts_with("rsli.") && code.rule.ends_with('.'), "{}", code.id);
    }
}

#[test]
fn a_good_file_is_clean_in_every_mode() {
    let mut made = good();
    for overlay in [None, Some(0), Some(96)] {
        made.overlay = overlay;
        let mut placed = made.clone();
        for entry in &mut placed.entries {
            entry.offset -= overlay.unwrap_or(0);
        }
        for mode in [Mode::Strict, Mode::Tolerant] {
            assert_eq!(found(&placed.bytes(), mode, true), [""; 0]);
        }
    }
    assert_eq!(found(&Made::raw(&[]).bytes(), Mode::Strict, true), [""; 0]);
}

#[test]
fn the_engine_copes_with_more_than_the_strict_check() {
    for code in CODES {
        let heard = found(&broken(code), Mode::Tolerant, false).contains(&code.id);
        assert_eq!(heard, code.level == crate::Level::Always, "{}", code.id);
    }
}

#[test]
fn strict_reading_fails_exactly_on_errors() {
    for code in CODES {
        let bytes = broken(code);
        let mut findings = Findings::new(Mode::Strict, false);
        check(&bytes, &mut findings);
        let strict = Archive::read_strict(&bytes);
        assert_eq!(strict.is_err(), findings.first_error().is_some(), "{}", code.id);
        if let (Err(error), Some(finding)) = (strict, findings.first_error()) {
            assert_eq!(error.field, finding.field);
            assert_eq!(error.offset, finding.offset);
        }
    }
}

#[test]
fn findings_say_where() {
    let mut findings = Findings::new(Mode::Strict, false);
    check(&broken(&codes::SORT_ORDER), &mut findings);
    let finding = &findings.list()[0];
    assert_eq!(finding.field, "entries[1].sort_to_original");
    assert_eq!(finding.offset, Some(64 + 18));
    assert_eq!(finding.message, "\"ALPHA\" comes after \"BRAVO\"");
}

#[test]
fn a_bomb_is_checked_in_little_memory() {
    // A million zeros in a thousand bytes; the default limit lets it unpack, the check streams.
    let packed = codec::deflate::encode(&vec![0; 30 << 20]);
    let mut made = Made::raw(&[]);
    made.push(entry("BOMB", Method::DEFLATE, packed.len(), 30 << 20), &packed);
    let bytes = made.finish().bytes();
    assert_eq!(found(&bytes, Mode::Strict, true), [""; 0]);
    let archive = Archive::read(&bytes).unwrap();
    let bomb = archive.get(0).unwrap();
    assert!(bomb.unpack().is_err(), "more than the default limit");
    assert_eq!(bomb.unpack_within(30 << 20).unwrap().len(), 30 << 20);
}

proptest! {
    #[test]
    fn any_archive_can_be_checked_and_rebuilt(bytes in any_archive()) {
        let mut findings = Findings::new(Mode::Strict, true);
        check(&bytes, &mut findings);
        let archive = Archive::read(&bytes).unwrap();
        let Ok(fresh) = rebuild(&archive) else {
            prop_assert!(archive.iter().any(|entry| entry.packed().is_err()));
            return Ok(());
        };
        let rebuilt = Archive::read(&fresh).unwrap();
        prop_assert_eq!(rebuilt.len(), archive.len());
        for (before, after) in archive.iter().zip(rebuilt.iter()) {
            prop_assert_eq!(before.name(), after.name());
            prop_assert_eq!(before.unpack().ok(), after.unpack().ok());
        }
        // Once canonical, always canonical.
        prop_assert_eq!(&rebuild(&rebuilt).unwrap(), &fresh);
        prop_assert_eq!(&Editor::open(&rebuilt).write().unwrap(), &fresh);
        let strays = ["rsli.sort", "rsli.header.count", "rsli.header.unpacked", "rsli.entry.range",
            "rsli.entry.overlap", "rsli.entry.in-", "rsli.entry.eof"];
        for code in found(&fresh, Mode::Strict, true) {
            prop_assert!(!strays.iter().any(|stray| code.starts_with(stray)), "{}", code);
        }
    }
}
