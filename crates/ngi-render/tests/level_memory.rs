//! Frames of a level take no memory once warm, and an animation is never in memory as a whole.
//!
//! One test in a binary of its own, because the allocator counts for the whole process.
#![allow(clippy::unwrap_used)]

mod common;

use common::demo::{level, level_view};
use ngi_render::frame::Frame;
use ngi_render::scene::build;
use ngi_render::{Animation, Picture, PictureError};
use ngi_testing::memory::{COUNTING, Counting, peak_while};

#[global_allocator]
static ALLOCATOR: Counting = COUNTING;

#[test]
fn memory_is_bounded() {
    no_memory_is_taken_once_warm();
    an_animation_holds_three_pictures();
}

/// 51 pictures of noise, which hardly packs: three of them are held as they are, and what is packed
/// of those.
fn an_animation_holds_three_pictures() {
    let (width, height, count) = (320u32, 240u32, 51);
    let size = 4 * width as usize * height as usize;
    let draw = |number: u32| {
        let mut state = number | 1;
        let mut noise = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            state.to_be_bytes()[0]
        };
        let rgba = (0..size).map(|_| noise()).collect();
        Ok::<_, PictureError>(Picture::new(width, height, rgba).unwrap())
    };
    let mut written = 0;
    let animation = Animation { count, fps: 25.0 };
    let (done, peak) = peak_while(|| animation.write(Counted(&mut written), draw));
    done.unwrap();
    assert!(written > 40 * size, "{written}: it is noise");
    // Three pictures; of two of them the PNG as it grows and the pixels out of that; what is packed
    // and waits for its turn.
    assert!(peak < 16 * size, "{peak} bytes at most, of {size} for a picture");
}

/// Counts what is written.
struct Counted<'a>(&'a mut usize);

impl std::io::Write for Counted<'_> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        *self.0 += bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

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
