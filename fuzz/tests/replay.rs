//! Every fuzz target over its seeds, its past failures and some hundreds of mutations.
//!
//! `NGI_FUZZ_RUNS` sets the number of mutations per target; `cargo xtask fuzz --replay` runs 3,000.
#![allow(clippy::unwrap_used)] // clippy.toml allows it only in test functions

use std::collections::BTreeSet;

use ngi_fuzz::corpus::{self, Input};
use ngi_fuzz::mutate::Mutator;
use ngi_fuzz::replay::{replay, runs};
use ngi_fuzz::{Outcome, TARGETS, Target};

/// Mutations per target in an ordinary test run.
const RUNS: usize = 500;

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

#[test]
fn every_target_has_a_name_of_its_own() {
    let named: BTreeSet<&str> = TARGETS.iter().map(|target| target.name).collect();
    assert_eq!(named.len(), TARGETS.len(), "two targets share a name");
}

/// Ordinary builds leave the libFuzzer binary out, so this is what keeps it right.
#[test]
fn the_binary_asks_which_target_is_meant() {
    let binary = std::fs::read_to_string(corpus::home().join("fuzz_targets/any.rs")).unwrap();
    assert!(binary.contains("std::env::var(ngi_fuzz::CHOOSES)"), "{binary}");
    assert!(binary.contains("fuzz_target!(|input: &[u8]| ngi_fuzz::run(&TARGET, input))"));
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
