//! For each check code a file that breaks just that rule.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use std::collections::BTreeSet;

use ngi_demo::broken::{
    Asked, Change, EXPECTED, cases, codes_of, findings_allowing, plan, samples,
};
use ngi_verbs::format::{Form, Subject, all_codes, recognise};
use ngi_verbs::russian::{errors, phrases};

#[test]
fn samples_are_sound() {
    let bad = |name: &str| name.starts_with("bad_");
    for sample in samples().unwrap().iter().filter(|sample| !bad(sample.name)) {
        let codes = codes_of(&sample.files, Asked::ALL).unwrap();
        assert!(codes.is_empty(), "{}: {codes:?}", sample.name);
    }
}

#[test]
fn each_case_gives_its_code_and_no_other() {
    let samples = samples().unwrap();
    let mut wrong = Vec::new();
    for case in cases().unwrap() {
        let codes = codes_of(&case.files(&samples).unwrap(), Asked::about(case.code)).unwrap();
        if codes != [case.code] {
            wrong.push(format!("{} ({} {}): {codes:?}", case.code, case.sample, case.change));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Work that is left out because a code is allowed is that code's alone.
#[test]
fn allowing_all_other_codes_keeps_the_one() {
    let samples = samples().unwrap();
    let mut lost = Vec::new();
    for case in cases().unwrap() {
        let others = all_codes().map(|code| code.id).filter(|code| *code != case.code);
        let others = others.map(str::to_owned).collect();
        let files = case.files(&samples).unwrap();
        let (_, found) = findings_allowing(&files, Asked::about(case.code), others).unwrap();
        if !found.iter().any(|located| located.finding.code.id == case.code) {
            lost.push(case.code);
        }
    }
    assert!(lost.is_empty(), "{lost:#?}");
}

/// What is here is told in Russian, too; and no phrase is kept that nothing says any more.
#[test]
fn messages_are_told_in_russian() {
    let samples = samples().unwrap();
    let (mut used, mut untold, mut all) = (BTreeSet::new(), BTreeSet::new(), 0);
    for case in cases().unwrap() {
        let files = case.files(&samples).unwrap();
        let (_, found) = findings_allowing(&files, Asked::ALL, Vec::new()).unwrap();
        for located in &found {
            let message = &located.finding.message;
            // A number or a name alone is the same in every language.
            if !message.split_whitespace().any(|word| word.chars().all(char::is_alphabetic)) {
                continue;
            }
            all += 1;
            match phrases::told(message) {
                Some((phrase, _)) => drop(used.insert(phrase)),
                None => drop(untold.insert(message.clone())),
            }
        }
    }
    assert!(all > 600, "{all} messages");
    assert!(untold.len() < 10, "{untold:#?}");
    let idle: Vec<&str> = phrases::all().filter(|phrase| !used.contains(phrase)).collect();
    assert!(idle.is_empty(), "phrases that nothing says: {idle:#?}");
}

/// Why a file cannot be read.
fn refused(name: &str, bytes: &[u8]) -> Option<String> {
    let subject = Subject::file(name, bytes);
    let document = recognise(&subject)?.document;
    document.tree(&subject, Form::Short).err().map(|error| error.to_string())
}

/// Files that are cut off, or have a byte that does not belong there: what is said of those that
/// cannot be read any more is told in Russian, too.
#[test]
fn errors_of_damaged_files_are_told_in_russian() {
    let (mut untold, mut all) = (BTreeSet::new(), 0u32);
    for (name, bytes) in samples().unwrap().into_iter().flat_map(|sample| sample.files) {
        let parts = 48.min(bytes.len());
        for part in 0..parts {
            let at = if part < 24 { part } else { bytes.len() * part / parts };
            let mut odd = bytes.clone();
            odd[at] = 0xff;
            for damaged in [bytes[..at].to_vec(), odd] {
                let Some(english) = refused(&name, &damaged) else { continue };
                all += 1;
                if errors::error(&english).is_none() {
                    untold.insert(english);
                }
            }
        }
    }
    assert!(all > 500, "{all} errors");
    assert!(untold.len() < 10, "{} of {all}: {untold:#?}", untold.len());
}

#[test]
fn every_code_has_one_case() {
    let mut broken: Vec<&str> = cases().unwrap().iter().map(|case| case.code).collect();
    broken.sort_unstable();
    let mut all: Vec<&str> = all_codes().map(|code| code.id).collect();
    all.sort_unstable();
    let (left, right): (BTreeSet<_>, BTreeSet<_>) = (all.iter().collect(), broken.iter().collect());
    let missing: Vec<_> = left.difference(&right).collect();
    let gone: Vec<_> = right.difference(&left).collect();
    assert!(missing.is_empty(), "codes without a case (see examples/find_broken): {missing:#?}");
    assert!(gone.is_empty(), "cases for codes that are no more: {gone:#?}");
    assert_eq!(broken, all, "a case each");
    assert!(all.len() >= 396, "{}", all.len());
}

#[test]
fn the_folder_has_a_case_per_code() {
    let plan = plan().unwrap();
    let expected = plan.iter().filter(|file| file.path.ends_with(EXPECTED)).count();
    assert_eq!(expected, all_codes().count());
}

/// What is changed is said in the words of the format, so that a recipe can be read, and holds
/// where the sample changes.
#[test]
fn recipes_name_fields_and_no_offsets() {
    fn offset(change: &Change) -> bool {
        match change {
            Change::Both(first, second) => offset(first) || offset(second),
            Change::Set(..) | Change::Cut(_) | Change::Insert(..) => true,
            Change::EntrySet(..) | Change::EntryCut(..) => true,
            _ => false,
        }
    }
    let cases = cases().unwrap();
    let by_offset: Vec<_> = cases.iter().filter(|case| offset(&case.change)).collect();
    assert!(by_offset.is_empty(), "{by_offset:#?}");
}

#[test]
fn changes_read_what_they_print() {
    for text in [
        "nothing",
        "set 3 00ff",
        "set rows[0].name=two words",
        "entry 0 set phases[0].cell=-2",
        "entry 0 set 2 00ff",
        "entry 0 set levels=0; entry 0 set flags4=0",
        "set Counts.corners before areals[0].polygon=3",
        "set slots[1]=-",
        "cut inside table",
        "put behind entries[0].payload 01",
        "entry 0 cut before phases; entry 0 empty",
        "replace two words\\r with \\n\\x8a",
        "cut 7",
        "append 01",
        "insert 0 20",
        "entry 1 cut 4",
        "entry 2 append 00",
        "entry 0 remove",
        "entry 0 double",
        "entry 3 last",
        "cut 4; append 00",
    ] {
        assert_eq!(Change::parse(text).unwrap().to_string(), text);
    }
    assert!(Change::parse("set x 00").is_err());
    assert!(Change::Set(3, vec![0; 4]).apply("x", &[0; 5]).is_err());
}
