#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

mod days;
mod hostile;
mod hours;
mod looks;

use ngi_formats::sky::{Amounts, Colour, Event, KeyframeBuf, SectionBuf, SkyBuf, Slots, Stamp};

use super::*;

/// Minutes of a day that takes as long as a day.
pub const FULL: u32 = 24 * 60;

/// A keyframe of a body.
pub fn frame(hour: u32, minute: u32, event: Event, body: &str) -> KeyframeBuf {
    let mut made = KeyframeBuf { body: body.into(), ..KeyframeBuf::default() };
    (made.head.time, made.head.event) = (Stamp::at(hour, minute), event);
    made
}

/// The same with colours: north, east, south and west of the horizon, and how bright its light is.
pub fn lit(hour: u32, horizon: [Colour; 4], light: f32) -> KeyframeBuf {
    let [north, east, south, west] = horizon;
    let slots = Slots {
        horizon_north: north,
        horizon_east: east,
        horizon_south: south,
        horizon_west: west,
        ..Slots::default()
    };
    let amounts = Amounts { light, ..Amounts::default() };
    KeyframeBuf { slots, amounts, ..frame(hour, 0, Event::NOTHING, "") }
}

/// A sky of sections: minutes of their days, and their keyframes.
pub fn sky(sections: Vec<(u32, Vec<KeyframeBuf>)>) -> Sky {
    Sky::read(&bytes(sections)).unwrap()
}

pub fn bytes(sections: Vec<(u32, Vec<KeyframeBuf>)>) -> Vec<u8> {
    let sections =
        sections.into_iter().map(|(minutes, frames)| SectionBuf::new(minutes, frames)).collect();
    SkyBuf { sections, ..SkyBuf::default() }.write().unwrap()
}

pub fn near(a: f32, b: f32) -> bool {
    (a - b).abs() < 1e-4
}

pub fn all_near<const N: usize>(a: [f32; N], b: [f32; N]) -> bool {
    a.into_iter().zip(b).all(|(a, b)| near(a, b))
}
