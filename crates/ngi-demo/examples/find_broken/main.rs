//! Looks for changes to the samples that break one rule each, and writes them as recipes:
//! `cargo run --release -p ngi-demo --example find_broken`. Recipes that still work are kept; what
//! they change is told by field wherever there is one.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::print_stderr)]

mod by_field;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use ngi_demo::broken::{Asked, Change, Sample, cases, codes_of, samples};
use ngi_formats::nres::Archive;
use ngi_verbs::format::all_codes;
use rayon::prelude::*;

/// Where the recipes are, those of the last time included.
const RECIPES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/broken/recipes.txt");
/// Bytes of a sample that are tried one by one, from the start and from the end.
const TRIED: usize = 2000;

/// What breaks each code: a sample and a change to it.
type Known = BTreeMap<String, (String, Change)>;

fn main() {
    let samples = samples().unwrap();
    samples.iter().for_each(say_if_unsound);
    let mut known = still_working(&samples);
    for sample in &samples {
        if all_codes().all(|code| known.contains_key(code.id)) {
            break;
        }
        let start = std::time::Instant::now();
        let changes = changes(sample);
        let count = changes.len();
        for (code, change) in found(sample, changes) {
            known.entry(code).or_insert((sample.name.to_owned(), change));
        }
        let seconds = start.elapsed().as_secs();
        eprintln!("{}: {count} changes, {seconds} s, {} codes so far", sample.name, known.len());
    }
    in_fields(&samples, &mut known);
    let mut recipes = String::new();
    for code in all_codes() {
        match known.get(code.id) {
            Some((sample, change)) => writeln!(recipes, "{} {sample} {change}", code.id).unwrap(),
            None => eprintln!("no recipe: {}", code.id),
        }
    }
    std::fs::write(RECIPES, recipes).unwrap();
    eprintln!("{RECIPES}: {} of {} codes", known.len(), all_codes().count());
}

fn say_if_unsound(sample: &Sample) {
    let found = codes_of(&sample.files, Asked::ALL).unwrap();
    if !found.is_empty() && !sample.name.starts_with("bad_") {
        eprintln!("sample {} is not sound: {found:?}", sample.name);
    }
}

/// The recipes there are, as far as they still do what they say.
fn still_working(samples: &[Sample]) -> Known {
    let mut known = Known::new();
    for case in cases().unwrap() {
        let files = case.files(samples).ok();
        let codes = files.and_then(|files| codes_of(&files, Asked::about(case.code)).ok());
        if codes.is_some_and(|codes| codes == [case.code]) {
            known.insert(case.code.to_owned(), (case.sample.to_owned(), case.change));
        }
    }
    known
}

/// Tells the changes by field, and leaves out what the rule is broken without.
fn in_fields(samples: &[Sample], known: &mut Known) {
    for (code, (name, change)) in known {
        let sample = samples.iter().find(|sample| sample.name == name).unwrap();
        let (file, bytes) = &sample.files[0];
        let breaks = |change: &Change| {
            let files = sample.changed(change).ok();
            let codes = files.and_then(|files| codes_of(&files, Asked::about(code)).ok());
            codes.is_some_and(|codes| codes == [code.as_str()])
        };
        let told = by_field::by_field(file, bytes, change);
        let plain = by_field::plainer(&by_field::least(&told, &breaks), &breaks);
        *change = by_field::least(&plain, &breaks);
    }
}

/// The changes after which exactly one code is found, and that code.
fn found(sample: &Sample, changes: Vec<Change>) -> Vec<(String, Change)> {
    let one_code = |change: Change| {
        let files = sample.changed(&change).ok()?;
        let plain = codes_of(&files, Asked::USUAL).ok()?;
        let codes = if plain.is_empty() { codes_of(&files, Asked::ALL).ok()? } else { plain };
        match codes.as_slice() {
            [code] => Some(((*code).to_owned(), change)),
            _ => None,
        }
    };
    changes.into_par_iter().filter_map(one_code).collect()
}

/// Everything that is tried on a sample.
fn changes(sample: &Sample) -> Vec<Change> {
    let bytes = &sample.files[0].1;
    let mut changes = vec![Change::Nothing];
    if sample.name.starts_with("bad_") {
        return changes;
    }
    let far = bytes.len().saturating_sub(TRIED);
    let places = (0..bytes.len()).filter(|&at| at < TRIED || at >= far);
    changes.extend(places.flat_map(|at| changes_at(bytes, at)));
    let tails: [&[u8]; 8] = [
        &[0],
        &[0; 8],
        b"AO\0\0\0\0",
        b"AO\x05\0\0\0",
        b"AO\xff\xff\xff\x7f",
        b"x",
        b" x\r\n",
        &[1; 64],
    ];
    changes.extend(tails.map(|tail| Change::Append(tail.to_vec())));
    if let Ok(archive) = Archive::read(bytes) {
        changes.extend((0..archive.len()).flat_map(|index| entry_changes(&archive, index)));
    }
    changes
}

/// Other values for the byte, the word and the double word at one place; text; in small files also
/// a byte more and the end.
fn changes_at(bytes: &[u8], at: usize) -> Vec<Change> {
    let byte = bytes[at];
    let set = |value: &[u8]| Change::Set(at, value.to_vec());
    let mut changes = Vec::new();
    let near = [byte ^ 1, byte ^ 0x80, byte.wrapping_add(1), byte.wrapping_sub(1)];
    let known = [0, 1, 2, 3, 0x20, 0x22, 0x41, 0x7f, 0x80, 0xff];
    changes.extend(known.into_iter().chain(near).map(|value| set(&[value])));
    if at.is_multiple_of(2) {
        let rest = &bytes[at..];
        changes
            .extend(rest.first_chunk().into_iter().flat_map(|word| words(*word)).map(|w| set(&w)));
        changes
            .extend(rest.first_chunk().into_iter().flat_map(|word| longs(*word)).map(|w| set(&w)));
        let texts = [12, 16, 32, 36].into_iter().filter(|size| *size <= rest.len());
        changes.extend(texts.map(|size| set(&vec![b'a'; size])));
    }
    if bytes.len() < 600 {
        changes.push(Change::Cut(at));
        changes.extend([b' ', b'\n', b'"', b'x', 0].map(|byte| Change::Insert(at, vec![byte])));
    }
    changes
}

fn words(word: [u8; 2]) -> Vec<[u8; 2]> {
    let word = u16::from_le_bytes(word);
    let near = [word.wrapping_add(1), word.wrapping_sub(1)];
    let known = [0, 1, 0xffff, 0xfffe, 0x7fff, 100];
    known.into_iter().chain(near).map(u16::to_le_bytes).collect()
}

/// Small and large numbers, and floats from NaN to those that are just too large for something.
fn longs(word: [u8; 4]) -> Vec<[u8; 4]> {
    let word = u32::from_le_bytes(word);
    let near =
        [word.wrapping_add(1), word.wrapping_sub(1), word.wrapping_add(4), word ^ 0x8000_0000];
    let whole = [0, 1, 2, 3, 5, 20, 99, 300, 70_000, u32::MAX];
    let floats = [
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
    ];
    whole.into_iter().chain(floats).chain(near).map(u32::to_le_bytes).collect()
}

/// An entry gone, twice, last, shorter or longer.
fn entry_changes(archive: &Archive<'_>, index: usize) -> Vec<Change> {
    let mut changes =
        vec![Change::EntryRemove(index), Change::EntryDouble(index), Change::EntryLast(index)];
    let size = archive.entry_payload(index).map_or(0, <[u8]>::len);
    let ends = (0..size).filter(|at| *at < 40 || *at + 40 > size);
    changes.extend(ends.map(|at| Change::EntryCut(index, at)));
    let zeros = [1, 2, 4, 8, 12, 16, 20, 24, 38, 64, 68].map(|size| vec![0; size]);
    let tails = zeros.into_iter().chain([vec![1]]);
    changes.extend(tails.map(|tail| Change::EntryAppend(index, tail)));
    for size in [2, 4, 8, 12, 16, 20, 24, 32, 38, 68] {
        changes.extend(one_record_more(archive, index, size));
        changes.extend(one_record_less(archive, index, size));
    }
    changes
}

/// A table and what its entry says of it: a record is added, and attr1 counts it.
fn one_record_more(archive: &Archive<'_>, index: usize, size: usize) -> Option<Change> {
    let append = Change::EntryAppend(index, vec![0; size]);
    let moved = append.apply("", archive.bytes()).ok()?.len() - archive.bytes().len();
    let set = Change::Set(
        attr1_at(archive, index) + moved,
        (attr1(archive, index) + 1).to_le_bytes().to_vec(),
    );
    Some(Change::Both(Box::new(append), Box::new(set)))
}

/// The same with a record taken away.
fn one_record_less(archive: &Archive<'_>, index: usize, size: usize) -> Option<Change> {
    let full = archive.entry_payload(index).map_or(0, <[u8]>::len);
    let cut = Change::EntryCut(index, full.checked_sub(size)?);
    let moved = archive.bytes().len() - cut.apply("", archive.bytes()).ok()?.len();
    let fewer = attr1(archive, index).checked_sub(1)?;
    let set = Change::Set(attr1_at(archive, index) - moved, fewer.to_le_bytes().to_vec());
    Some(Change::Both(Box::new(cut), Box::new(set)))
}

fn attr1(archive: &Archive<'_>, index: usize) -> u32 {
    archive.records().nth(index).map_or(0, |record| record.attr1)
}

fn attr1_at(archive: &Archive<'_>, index: usize) -> usize {
    archive.directory_offset() + index * 64 + 4
}
