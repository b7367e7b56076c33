//! What can be worked out is right in the demo game, and is put right in broken files.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use std::collections::BTreeSet;
use std::sync::LazyLock;

use ngi_demo::broken::{Asked, Sample, cases, codes_of, findings_of, samples};
use ngi_formats::nres;
use ngi_formats::schema::Record as _;
use ngi_verbs::edit::Options;
use ngi_verbs::fix::{Report, fix};
use ngi_verbs::format;
use ngi_vfs::{MemoryRoot, Vfs, locate};
use proptest::prelude::*;

use crate::common::game;

const DRY: Options = Options { backup: false, dry_run: true };

#[test]
fn nothing_is_to_be_mended_in_the_demo_game() {
    let report = fix(&[game().root()], DRY, &()).unwrap();
    let lines = &report.lines;
    assert!(lines.is_empty(), "{lines:#?}");
    assert!(report.problems.is_empty(), "{:?}", report.problems);
    assert!(report.looked > 20);
}

/// Mending a file that breaks a rule about what follows from the rest leaves nothing to find, and
/// no other rule is such a one.
#[test]
fn what_follows_from_the_rest_is_mended_in_broken_files() {
    let samples = samples().unwrap();
    let derived: BTreeSet<&str> =
        format::all_codes().filter(|code| code.derived).map(|code| code.id).collect();
    assert!(derived.len() >= 74, "{}", derived.len());
    let (mut wrong, mut also) = (Vec::new(), Vec::new());
    for case in cases().unwrap() {
        let folder = tempfile::tempdir().unwrap();
        let files = case.files(&samples).unwrap();
        for (name, bytes) in &files {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, bytes).unwrap();
        }
        let options = Options { backup: false, dry_run: false };
        fix(&[locate(folder.path()).unwrap()], options, &()).unwrap();
        let after: Vec<(String, Vec<u8>)> = files
            .iter()
            .map(|(name, _)| (name.clone(), std::fs::read(folder.path().join(name)).unwrap()))
            .collect();
        let left = codes_of(&after, Asked::about(case.code)).unwrap();
        let listed = derived.contains(case.code);
        match left.is_empty() {
            false if listed => wrong.push(format!("{}: {left:?}", case.code)),
            true if !listed => also.push(case.code),
            _ => {}
        }
    }
    assert!(wrong.is_empty() && also.is_empty(), "left: {wrong:#?}, mended as well: {also:#?}");
}

type Files = Vec<(String, Vec<u8>)>;

/// Files after a fix, and what it reports.
fn fixed(files: &Files) -> (Files, Report) {
    let root = MemoryRoot::new();
    for (name, bytes) in files {
        root.insert(name, bytes.clone()).unwrap();
    }
    let vfs = Vfs::in_memory(root);
    let report = fix(&[vfs.root()], Options { backup: false, dry_run: false }, &()).unwrap();
    let read = |(name, _): &(String, Vec<u8>)| (name.clone(), vfs.read(name).unwrap().to_vec());
    (files.iter().map(read).collect(), report)
}

/// Code and place of everything that a check of all rules finds.
fn found(files: &Files) -> BTreeSet<(String, String, String)> {
    let (_, found) = findings_of(files, Asked::ALL).unwrap();
    let place = |at: &ngi_verbs::check::Located| {
        let (code, field) = (at.finding.code.id.to_owned(), at.finding.field.clone());
        (at.path.clone(), code, field)
    };
    found.iter().map(place).collect()
}

/// A file with the headers of archives recovered, of those inside it, too.
fn with_headers(file: &[u8]) -> Vec<u8> {
    let mut bytes = file.to_vec();
    if let Ok(Some(header)) = nres::recover_header(file) {
        bytes[..nres::HEADER_SIZE].copy_from_slice(&header.write());
    }
    let Ok(archive) = nres::Archive::read(&bytes) else { return bytes };
    let mut editor = nres::Editor::open(&archive);
    for entry in archive.iter() {
        let Ok(payload) = entry.payload() else { continue };
        let recovered = with_headers(payload);
        if recovered != payload {
            editor.replace(entry.index(), recovered).unwrap();
        }
    }
    editor.write().unwrap()
}

/// What is wrong with a fix of these files; `None` if nothing is. A header that cannot be followed
/// hides what is wrong behind it.
fn fault(files: &Files) -> Option<String> {
    let (after, report) = fixed(files);
    let (mut was, now) = (found(files), found(&after));
    let hidden = files.iter().map(|(name, bytes)| (name.clone(), with_headers(bytes))).collect();
    was.extend(found(&hidden));
    let new: Vec<_> = now.difference(&was).collect();
    if !new.is_empty() {
        return Some(format!("new findings {new:?} after {:?}", report.lines));
    }
    let changed = files.iter().zip(&after).filter(|(before, after)| before != after).count();
    if changed != report.mended || report.saved.len() != changed {
        return Some(format!("{changed} files changed, reported: {report:?}"));
    }
    let (again, second) = fixed(&after);
    (again != after).then(|| format!("a second fix changes more: {:?}", second.lines))
}

#[test]
fn fix_adds_no_finding_to_any_broken_file() {
    let samples = samples().unwrap();
    let mut faults = Vec::new();
    for case in cases().unwrap() {
        let files = case.files(&samples).unwrap();
        faults.extend(fault(&files).map(|fault| format!("{}: {fault}", case.code)));
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

/// Damage to a file: other bytes somewhere, a missing end, more bytes.
#[derive(Debug, Clone)]
enum Damage {
    Overwrite(prop::sample::Index, Vec<u8>),
    Cut(prop::sample::Index),
    Append(Vec<u8>),
}

impl Damage {
    fn apply(&self, bytes: &mut Vec<u8>) {
        match self {
            Self::Overwrite(at, new) if !bytes.is_empty() => {
                let at = at.index(bytes.len());
                bytes.iter_mut().skip(at).zip(new).for_each(|(byte, new)| *byte = *new);
            }
            Self::Overwrite(..) => {}
            Self::Cut(at) => bytes.truncate(at.index(bytes.len() + 1)),
            Self::Append(more) => bytes.extend(more),
        }
    }
}

fn any_damage() -> impl Strategy<Value = Damage> {
    let bytes = |most| prop::collection::vec(any::<u8>(), 1..most);
    prop_oneof![
        6 => (any::<prop::sample::Index>(), bytes(2)).prop_map(|(at, new)| Damage::Overwrite(at, new)),
        3 => (any::<prop::sample::Index>(), bytes(9)).prop_map(|(at, new)| Damage::Overwrite(at, new)),
        1 => any::<prop::sample::Index>().prop_map(Damage::Cut),
        1 => bytes(80).prop_map(Damage::Append),
    ]
}

static SAMPLES: LazyLock<Vec<Sample>> = LazyLock::new(|| samples().unwrap());

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]
    #[test]
    fn fix_adds_no_finding_to_a_damaged_file(
        sample in any::<prop::sample::Index>(), damage in any_damage(),
    ) {
        let sample = sample.get(&SAMPLES);
        let mut files = sample.files.clone();
        if let Some((_, bytes)) = files.first_mut() {
            damage.apply(bytes);
        }
        let fault = fault(&files);
        prop_assert!(fault.is_none(), "{}: {}", sample.name, fault.unwrap_or_default());
    }
}

/// Every archive and model of the demo game, with a count that is one too small or too large, or a
/// wrong size, is the same again after a fix.
#[test]
fn headers_of_the_demo_games_archives_are_recovered() {
    let mut archives = 0;
    for node in crate::common::subjects() {
        let bytes = node.bytes().unwrap();
        if !nres::is_archive(&bytes) {
            continue;
        }
        archives += 1;
        for (field, change) in [(8, -1i32), (8, 1), (12, -8), (12, 64)] {
            let mut broken = bytes.to_vec();
            let field = &mut broken[field..field + 4];
            let value = i32::from_le_bytes(field.try_into().unwrap());
            field.copy_from_slice(&(value + change).to_le_bytes());
            let files = vec![(node.name(), broken)];
            let (after, report) = fixed(&files);
            assert!(after[0].1 == bytes, "{} {change}: {report:?}", node.path());
        }
    }
    assert!(archives > 30, "{archives}");
}
