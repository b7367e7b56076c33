//! Effects that play take no memory from frame to frame.
//!
//! One test in a binary of its own, because the allocator counts for the whole process.
#![allow(clippy::unwrap_used)] // clippy.toml allows it only in test functions

use ngi_engine::effects::{
    AtRest, Attach, Cadence, DrawList, Manager, Placement, PlainLooks, Randomness, Settings, View,
};
use ngi_formats::fxid::{Body, Command, EffectBuf, EffectFlags, Opcode, TimeMode};
use ngi_testing::memory::{COUNTING, Counting, peak_while};

#[global_allocator]
static ALLOCATOR: Counting = COUNTING;

/// All ten commands, over and over.
fn everything() -> EffectBuf {
    let commands = Opcode::ALL.into_iter().filter_map(Body::new).map(Command::from).collect();
    let mut effect = EffectBuf::new(0.7, commands);
    effect.header.time_mode = TimeMode::LOOP;
    effect.header.flags = EffectFlags::TIME_JITTER;
    effect
}

#[test]
fn no_memory_is_taken_once_warm() {
    for cadence in [Cadence::Engine, Cadence::Grid, Cadence::EveryTick] {
        let mut manager = Manager::new(Settings::default(), Randomness::default(), cadence);
        let id = manager.load(b"everything", &everything());
        for key in 0..50 {
            let attach = (key % 2 == 0).then(Attach::default);
            manager.create(id, key, &Placement { attach, ..Placement::default() }).unwrap();
        }
        let mut list = DrawList::new();
        let view = View::default();
        let mut now_ms = 0.0;
        let mut frames = |number: usize| {
            let play = || {
                for _ in 0..number {
                    now_ms += 16.0;
                    manager.frame(now_ms, &AtRest, &view, &PlainLooks, &mut list);
                }
            };
            peak_while(play).1
        };
        // The counting works: lists grow at first.
        assert!(frames(400) > 10_000);
        assert_eq!(frames(400), 0, "{cadence:?}");
    }
}
