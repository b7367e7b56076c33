//! No target's body takes more memory than four times its input plus 16 MB.
//!
//! One test, because the allocator counts for the whole process.
#![allow(clippy::unwrap_used)] // clippy.toml allows it only in test functions

use std::hint::black_box;
use std::panic::catch_unwind;

use ngi_fuzz::corpus::{self, Input};
use ngi_fuzz::mutate::Mutator;
use ngi_fuzz::replay::{replay, runs};
use ngi_fuzz::{Outcome, TARGETS, Target, memory};

#[global_allocator]
static ALLOCATOR: memory::Counting = memory::COUNTING;

/// Mutations per target: the replay test does the many. `NGI_FUZZ_RUNS` sets another number.
const RUNS: usize = 500;

#[test]
fn bodies_keep_their_memory_limit() {
    the_guard_counts();
    the_guard_stops_what_takes_too_much();
    for target in TARGETS {
        let mut inputs = corpus::inputs(target).unwrap();
        assert!(!inputs.is_empty(), "{} has no seeds", target.name);
        inputs.extend(mutations(target, &inputs));
        for input in &inputs {
            replay(target, input, memory::run_within_limit);
        }
    }
}

fn mutations(target: &Target, inputs: &[Input]) -> Vec<Input> {
    let seeds: Vec<Vec<u8>> = inputs.iter().map(|input| input.bytes.clone()).collect();
    // Another name gives other mutations than those of the replay test.
    let mut mutator = Mutator::new(&format!("{} memory", target.name));
    let mutation =
        |run| Input { origin: format!("memory mutation {run}"), bytes: mutator.next_input(&seeds) };
    (0..runs(RUNS)).map(mutation).collect()
}

fn the_guard_counts() {
    let (kept, peak) = memory::peak_while(|| {
        drop(black_box(vec![1_u8; 3 << 20]));
        black_box(vec![1_u8; 1 << 20])
    });
    assert_eq!(kept.len(), 1 << 20);
    assert!((3 << 20..(3 << 20) + 65_536).contains(&peak), "{peak}");
    // What was there before does not count, nor does an earlier peak.
    let ((), peak) = memory::peak_while(|| drop(black_box(vec![1_u8; 1000])));
    assert!((1000..65_536).contains(&peak), "{peak}");
}

fn the_guard_stops_what_takes_too_much() {
    let greedy = Target {
        name: "greedy",
        run: |input| {
            let size = 4 * input.len() + (16 << 20);
            let more = usize::from(input.first() == Some(&1)) * 65_536;
            drop(black_box(vec![0_u8; size - 32_768 + more]));
            Outcome::Accepted
        },
        seeds: Vec::new,
    };
    memory::run_within_limit(&greedy, &[0; 1000]);
    let caught = catch_unwind(|| memory::run_within_limit(&greedy, &[1; 1000]));
    let message = *caught.unwrap_err().downcast::<String>().unwrap();
    assert!(message.contains("greedy took"), "{message}");
}
