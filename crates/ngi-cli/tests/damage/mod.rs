//! Damaged files through the verbs that read: every one ends in an answer or an error, within its
//! time and within 1 GB of address space.
//!
//! Each verb has one process, which runs all its commands in itself ([`child`]); the test around
//! it watches ([`parent`]), so that a hang, an abort or too much memory names the file and the
//! number of the mutation. The same numbers make the same damage.
//!
//! The suite does a few mutations per file. `cargo xtask damage` does a thousand.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]
#![allow(clippy::cast_possible_truncation)] // of numbers of mutations, which are small

mod child;
mod files;
mod parent;
mod steps;

use std::time::Duration;

use parent::Campaign;
use steps::Verb;

/// Mutations per file and verb in an ordinary test run.
const FEW: u64 = 4;

/// What is set in the environment, as a number.
fn number(name: &str, default: u64) -> u64 {
    let set = std::env::var(name).ok();
    set.map_or(default, |text| text.parse().unwrap_or_else(|_| panic!("{name} is no number")))
}

#[test]
fn damaged_files_end_in_an_answer() {
    let campaign = Campaign { mutations: FEW, ..Campaign::default() };
    let reports: Vec<_> = Verb::ALL.iter().map(|&verb| parent::run(&campaign, verb)).collect();
    for report in &reports {
        assert_eq!(report.findings, Vec::<String>::new());
        // An empty corpus, or one that is turned down at the door, tests nothing.
        assert!(report.steps >= 50 * FEW, "{report:?}");
        assert!(report.answers[0] + report.answers[1] >= 1, "{report:?}");
        assert!(report.answers[2] >= 1, "{report:?}");
    }
}

#[test]
fn what_goes_wrong_is_noticed_and_named() {
    let memory = cfg!(unix).then_some(("memory", "memory allocation of 1073741824 bytes failed"));
    let ways = [("panic", "on purpose"), ("abort", "signal"), ("hang", "no answer within")];
    for (wrong, said) in ways.into_iter().chain(memory) {
        let campaign = Campaign {
            mutations: 3,
            only: "BuildDat.lst".to_owned(),
            time: Duration::from_secs(3),
            wrong: Some(wrong),
            ..Campaign::default()
        };
        let report = parent::run(&campaign, Verb::Show);
        let [finding] = report.findings.as_slice() else { panic!("{wrong}: {report:?}") };
        assert!(finding.starts_with("show of BuildDat.lst, mutation 1: "), "{wrong}: {finding}");
        assert!(finding.contains(said), "{wrong}: {finding}");
        assert!(finding.ends_with("--only BuildDat.lst --seed 0 --mutation 1"), "{finding}");
        assert!(report.steps >= 2, "{wrong}: it did not go on after that: {report:?}");
    }
}

#[test]
#[ignore = "a campaign: cargo xtask damage"]
fn campaign() {
    let wanted = std::env::var("NGI_DAMAGE_VERB").ok();
    let mutation: Option<u64> =
        std::env::var("NGI_DAMAGE_MUTATION").ok().map(|n| n.parse().unwrap());
    let mutations = number("NGI_DAMAGE_MUTATIONS", 1000);
    let campaign = Campaign {
        mutations: mutation.map_or(mutations, |mutation| mutation + 1),
        mutation,
        seed: number("NGI_DAMAGE_SEED", 0),
        only: std::env::var("NGI_DAMAGE_ONLY").unwrap_or_default(),
        time: Duration::from_secs(number("NGI_DAMAGE_SECONDS", 20)),
        wrong: None,
    };
    if let Some(mutation) = mutation {
        parent::keep(&campaign, mutation);
    }
    let verbs = Verb::ALL.iter().filter(|verb| wanted.as_ref().is_none_or(|w| w == verb.name()));
    let mut reports = Vec::new();
    for &verb in verbs {
        let report = parent::run(&campaign, verb);
        report.findings.iter().for_each(|finding| println!("{finding}"));
        println!("{}", report.row());
        reports.push(report);
    }
    println!("\n{}", parent::table(&reports));
    let findings: usize = reports.iter().map(|report| report.findings.len()).sum();
    assert_eq!(findings, 0, "findings; see above");
}

/// Not a test of its own: the process that the tests above start and watch.
#[test]
#[ignore = "started by the tests that watch it"]
fn child_that_reads_damaged_files() {
    child::run();
}
