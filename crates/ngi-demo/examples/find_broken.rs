//! Looks for changes to the samples that break one rule each, and prints them as recipes:
//! `cargo run --release -p ngi-demo --example find_broken > found.txt`.
//! Recipes that still work are kept.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::print_stdout, clippy::print_stderr)]

use std::collections::{BTreeMap, BTreeSet};

use ngi_convert::format::all_codes;
use ngi_demo::broken::{Asked, Change, Sample, cases, codes_of, samples};
use rayon::prelude::*;

/// Bytes of a sample that are tried one by one, from the start and from the end.
const TRIED: usize = 2000;

fn main() {
    let samples = samples().unwrap();
    for sample in &samples {
        let found = codes_of(&sample.files, Asked::ALL).unwrap();
        if !found.is_empty() && !sample.name.starts_with("bad_") {
            eprintln!("sample {} is not sound: {found:?}", sample.name);
        }
    }
    let mut known: BTreeMap<String, (String, Change)> = BTreeMap::new();
    for case in cases().unwrap() {
        let files = case.files(&samples).ok();
        let codes = files.and_then(|files| codes_of(&files, Asked::about(case.code)).ok());
        if codes.is_some_and(|codes| codes == [case.code]) {
            known.insert(case.code.to_owned(), (case.sample.to_owned(), case.change));
        }
    }
    for sample in &samples {
        let start = std::time::Instant::now();
        let changes = changes(sample);
        let count = changes.len();
        let found: Vec<(String, Change)> = changes
            .into_par_iter()
            .filter_map(|change| {
                let files = sample.changed(&change).ok()?;
                let plain = codes_of(&files, Asked::USUAL).ok()?;
                let codes =
                    if plain.is_empty() { codes_of(&files, Asked::ALL).ok()? } else { plain };
                match codes.as_slice() {
                    [code] => Some(((*code).to_owned(), change)),
                    _ => None,
                }
            })
            .collect();
        for (code, change) in found {
            known.entry(code).or_insert((sample.name.to_owned(), change));
        }
        let seconds = start.elapsed().as_secs();
        eprintln!("{}: {count} changes, {seconds} s, {} codes so far", sample.name, known.len());
    }
    for code in all_codes() {
        match known.get(code.id) {
            Some((sample, change)) => println!("{} {sample} {change}", code.id),
            None => eprintln!("{}", code.id),
        }
    }
    let all: BTreeSet<&str> = all_codes().map(|code| code.id).collect();
    eprintln!(
        "{} of {} codes",
        known.keys().filter(|code| all.contains(code.as_str())).count(),
        all.len()
    );
}

fn changes(sample: &Sample) -> Vec<Change> {
    let bytes = &sample.files[0].1;
    let mut changes = vec![Change::Nothing];
    if sample.name.starts_with("bad_") {
        return changes;
    }
    let far = bytes.len().saturating_sub(TRIED);
    for at in 0..bytes.len() {
        if at >= TRIED && at < far {
            continue;
        }
        let byte = bytes[at];
        for value in [
            0,
            1,
            2,
            3,
            0x20,
            0x22,
            0x41,
            0x7f,
            0x80,
            0xff,
            byte ^ 1,
            byte ^ 0x80,
            byte.wrapping_add(1),
            byte.wrapping_sub(1),
        ] {
            changes.push(Change::Set(at, vec![value]));
        }
        let word = bytes.get(at..at + 2).map(|word| u16::from_le_bytes([word[0], word[1]]));
        if let Some(word) = word.filter(|_| at % 2 == 0) {
            for value in
                [0, 1, 0xffff, 0xfffe, 0x7fff, 100, word.wrapping_add(1), word.wrapping_sub(1)]
            {
                changes.push(Change::Set(at, value.to_le_bytes().to_vec()));
            }
        }
        let word = bytes.get(at..at + 4).map(|w| u32::from_le_bytes([w[0], w[1], w[2], w[3]]));
        if let Some(word) = word.filter(|_| at % 2 == 0) {
            for value in [
                0,
                1,
                2,
                3,
                5,
                20,
                99,
                300,
                70_000,
                u32::MAX,
                0x7fc0_0000,
                0x3f80_0000,
                0x4000_0000,
                0xbf80_0000,
                0x40a0_0000,
                0x461c_4000,
                0x4a74_2400,
                0x7f7f_ffff,
                0x3dcc_cccd,
                0x3f00_0000,
                0x3f8c_cccd,
                0x2edb_e6ff,
                word.wrapping_add(1),
                word.wrapping_sub(1),
                word.wrapping_add(4),
                word ^ 0x8000_0000,
            ] {
                changes.push(Change::Set(at, value.to_le_bytes().to_vec()));
            }
        }
        for size in [12, 16, 32, 36] {
            if at % 2 == 0 && at + size <= bytes.len() {
                changes.push(Change::Set(at, vec![b'a'; size]));
            }
        }
        if bytes.len() < 600 {
            changes.push(Change::Cut(at));
            for value in [b' ', b'\n', b'"', b'x', 0] {
                changes.push(Change::Insert(at, vec![value]));
            }
        }
    }
    for tail in [
        vec![0],
        vec![0; 8],
        b"AO\0\0\0\0".to_vec(),
        b"AO\x05\0\0\0".to_vec(),
        b"AO\xff\xff\xff\x7f".to_vec(),
        b"x".to_vec(),
        b" x\r\n".to_vec(),
        vec![1; 64],
    ] {
        changes.push(Change::Append(tail));
    }
    if let Ok(archive) = ngi_formats::nres::Archive::read(bytes) {
        for index in 0..archive.len() {
            changes.extend([
                Change::EntryRemove(index),
                Change::EntryDouble(index),
                Change::EntryLast(index),
            ]);
            let size = archive.entry_payload(index).map_or(0, <[u8]>::len);
            changes.extend(
                (0..size)
                    .filter(|at| *at < 40 || *at + 40 > size)
                    .map(|at| Change::EntryCut(index, at)),
            );
            for tail in [
                vec![0],
                vec![0; 2],
                vec![0; 4],
                vec![0; 8],
                vec![0; 12],
                vec![0; 16],
                vec![0; 20],
                vec![0; 24],
                vec![0; 38],
                vec![0; 64],
                vec![0; 68],
                vec![1],
            ] {
                changes.push(Change::EntryAppend(index, tail));
            }
            // A table and what its entry says of it: the size changes, and attr1 with it.
            let directory = archive.directory_offset() + index * 64;
            for (size, records) in [
                (2, 1),
                (4, 1),
                (8, 1),
                (12, 1),
                (16, 1),
                (20, 1),
                (24, 1),
                (32, 1),
                (38, 1),
                (68, 1),
            ] {
                let attr1 = archive.records().nth(index).map_or(0, |record| record.attr1);
                let append = Change::EntryAppend(index, vec![0; size]);
                let Ok(longer) = append.apply(bytes) else { continue };
                let moved = longer.len() - bytes.len();
                let set =
                    Change::Set(directory + moved + 4, (attr1 + records).to_le_bytes().to_vec());
                changes.push(Change::Both(Box::new(append), Box::new(set)));
                let full = archive.entry_payload(index).map_or(0, <[u8]>::len);
                let Some(left) = full.checked_sub(size) else { continue };
                let cut = Change::EntryCut(index, left);
                let Ok(shorter) = cut.apply(bytes) else { continue };
                let moved = bytes.len() - shorter.len();
                let Some(fewer) = attr1.checked_sub(records) else { continue };
                let set = Change::Set(directory - moved + 4, fewer.to_le_bytes().to_vec());
                changes.push(Change::Both(Box::new(cut), Box::new(set)));
            }
        }
    }
    changes
}
