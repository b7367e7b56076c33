//! Every fuzz target over its seeds, its past failures and some thousands of mutations.
//!
//! `NGI_FUZZ_RUNS` sets how many mutations per target.
#![allow(clippy::unwrap_used)] // clippy.toml allows it only in test functions

use std::collections::BTreeSet;

use ngi_fuzz::corpus::{self, Input};
use ngi_fuzz::mutate::Mutator;
use ngi_fuzz::replay::{replay, runs};
use ngi_fuzz::{Outcome, TARGETS, Target};

const RUNS: usize = 3000;

/// So many seeds at least have to get through a target's whole body: a corpus that is empty or
/// turned down at the first byte tests nothing.
const MINIMUM_ACCEPTED: usize = 3;

fn run_body(target: &Target, bytes: &[u8]) -> Outcome {
    (target.run)(bytes)
}

fn inputs(target: &Target) -> Vec<Input> {
    corpus::inputs(target).unwrap()
}

#[test]
fn seeds_and_past_failures() {
    for target in TARGETS {
        let inputs = inputs(target);
        let outcomes: Vec<_> = inputs.iter().map(|input| replay(target, input, run_body)).collect();
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
        for run in 0..runs(RUNS) {
            let bytes = mutator.next_input(&seeds);
            let input = Input { origin: format!("mutation {run}"), bytes };
            replay(target, &input, run_body);
        }
    }
}

/// The one text of a libFuzzer binary. Ordinary builds leave those out, so this is what keeps
/// them right.
fn binary(name: &str) -> String {
    format!(
        "//! libFuzzer's way into the target of this file's name. The body is in the library.\n\
         #![no_main]\n\n\
         #[global_allocator]\n\
         static ALLOCATOR: ngi_fuzz::memory::Counting = ngi_fuzz::memory::COUNTING;\n\n\
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
