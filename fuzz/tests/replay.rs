//! Every fuzz target over its seeds, its past failures and some thousands of mutations.
//!
//! `NGI_FUZZ_RUNS` sets how many mutations per target.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)] // clippy.toml allows it only in test functions

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;

use ngi_fuzz::corpus::{self, Input};
use ngi_fuzz::mutate::Mutator;
use ngi_fuzz::{Outcome, TARGETS, Target};

const RUNS: usize = 3000;

/// So many seeds at least have to get through a target's whole body: a corpus that is empty or
/// turned down at the first byte tests nothing.
const MINIMUM_ACCEPTED: usize = 3;

fn runs() -> usize {
    match std::env::var("NGI_FUZZ_RUNS") {
        Ok(text) => text.parse().expect("NGI_FUZZ_RUNS is a number"),
        Err(_) => RUNS,
    }
}

/// The body's outcome. If it panics: says which target and input, and keeps the input.
fn replay(target: &Target, input: &Input) -> Outcome {
    catch_unwind(AssertUnwindSafe(|| (target.run)(&input.bytes))).unwrap_or_else(|_| {
        let kept = keep(target, &input.bytes);
        panic!(
            "fuzz target {} failed on {}\nthe input is kept in {}\n\
             to make it a test, copy it to fuzz/regressions/{}/ under a name that says what it is",
            target.name,
            input.origin,
            kept.display(),
            target.name
        );
    })
}

fn keep(target: &Target, bytes: &[u8]) -> PathBuf {
    let prefix = format!("ngi-fuzz-{}-", target.name);
    let mut file = tempfile::Builder::new().prefix(&prefix).tempfile().unwrap();
    std::io::Write::write_all(&mut file, bytes).unwrap();
    file.into_temp_path().keep().unwrap()
}

fn inputs(target: &Target) -> Vec<Input> {
    corpus::inputs(target).unwrap()
}

#[test]
fn seeds_and_past_failures() {
    for target in TARGETS {
        let outcomes = inputs(target).iter().map(|input| replay(target, input)).collect::<Vec<_>>();
        let accepted = outcomes.iter().filter(|&&outcome| outcome == Outcome::Accepted).count();
        assert!(
            accepted >= MINIMUM_ACCEPTED,
            "{} gets only {accepted} of its {} seeds through, at least {MINIMUM_ACCEPTED} have to",
            target.name,
            outcomes.len()
        );
    }
}

#[test]
fn mutations_of_seeds() {
    for target in TARGETS {
        let seeds: Vec<Vec<u8>> = inputs(target).into_iter().map(|input| input.bytes).collect();
        let mut mutator = Mutator::new(target.name);
        for run in 0..runs() {
            let bytes = mutator.next_input(&seeds);
            replay(target, &Input { origin: format!("mutation {run}"), bytes });
        }
    }
}

#[test]
fn a_failing_input_is_kept() {
    let target = Target {
        name: "failing",
        run: |input| if input == b"bad" { panic!("on purpose") } else { Outcome::Accepted },
        seeds: Vec::new,
    };
    let replay = |bytes: &[u8]| {
        let input = Input { origin: "a test".to_owned(), bytes: bytes.to_vec() };
        catch_unwind(|| replay(&target, &input))
    };
    assert_eq!(replay(b"good").unwrap(), Outcome::Accepted);
    let message = *replay(b"bad").unwrap_err().downcast::<String>().unwrap();
    assert!(message.contains("fuzz target failing failed on a test"), "{message}");
    let (_, kept) = message.split_once("the input is kept in ").unwrap();
    let kept = kept.lines().next().unwrap();
    assert_eq!(std::fs::read(kept).unwrap(), b"bad");
    std::fs::remove_file(kept).unwrap();
}

/// The one text of a libFuzzer binary. Ordinary builds leave those out, so this is what keeps
/// them right.
fn binary(name: &str) -> String {
    format!(
        "//! libFuzzer's way into the target of this file's name. The body is in the library.\n\
         #![no_main]\n\n\
         libfuzzer_sys::fuzz_target!(|input: &[u8]| ngi_fuzz::run(\"{name}\", input));\n"
    )
}

#[test]
fn every_target_has_its_binary_and_every_binary_its_target() {
    let home = corpus::home();
    let named: BTreeSet<String> = TARGETS.iter().map(|target| target.name.to_owned()).collect();
    assert_eq!(named.len(), TARGETS.len(), "two targets share a name");

    let files: BTreeSet<String> = std::fs::read_dir(home.join("fuzz_targets"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| path.file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    assert_eq!(files, named, "left: files of fuzz_targets/, right: TARGETS");

    let manifest = std::fs::read_to_string(home.join("Cargo.toml")).unwrap();
    for name in &named {
        let text = std::fs::read_to_string(home.join(format!("fuzz_targets/{name}.rs"))).unwrap();
        assert_eq!(text, binary(name), "fuzz_targets/{name}.rs");
        let entry = format!(
            "[[bin]]\nname = \"{name}\"\npath = \"fuzz_targets/{name}.rs\"\n\
             required-features = [\"libfuzzer\"]\n"
        );
        assert!(manifest.contains(&entry), "Cargo.toml lacks\n{entry}");
    }
}

#[test]
fn every_folder_of_inputs_belongs_to_a_target() {
    for folder in ["seeds", "regressions"] {
        let Ok(entries) = std::fs::read_dir(corpus::home().join(folder)) else { continue };
        for entry in entries {
            let name = entry.unwrap().file_name();
            let known = ngi_fuzz::target(&name.to_string_lossy()).is_some();
            assert!(known, "fuzz/{folder}/{} belongs to no target", name.display());
        }
    }
}
