//! Frames of a level take no memory once warm.
//!
//! One test in a binary of its own, because the allocator counts for the whole process.
#![allow(clippy::unwrap_used)]

mod common;

use common::demo::{level, level_view};
use ngi_render::frame::Frame;
use ngi_render::scene::build;
use ngi_testing::memory::{COUNTING, Counting};

#[global_allocator]
static ALLOCATOR: Counting = COUNTING;

#[test]
fn no_memory_is_taken_once_warm() {
    let mut level = level(60, 20);
    let mut frame = Frame::new();
    let mut view = level_view(&level);
    let mut frames = |number: u16| {
        let before = ALLOCATOR.current_usage();
        for _ in 0..number {
            view.time += 0.03;
            build(&mut level, &view, &mut frame);
        }
        let capacities = [
            frame.items.capacity(),
            frame.instances.capacity(),
            frame.vertices.capacity(),
            frame.indices.capacity(),
        ];
        (ALLOCATOR.current_usage().saturating_sub(before), capacities)
    };
    let (grown, _) = frames(200);
    assert!(grown > 10_000, "the counting works: lists grow at first");
    // Lists are swapped from frame to frame, so that it takes an even number to compare.
    let (_, before) = frames(200);
    let (grown, after) = frames(200);
    assert_eq!((grown, after), (0, before));
}
