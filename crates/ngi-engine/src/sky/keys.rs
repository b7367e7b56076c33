//! Keyframes, and what is between two of them.

use ngi_formats::sky::{Amounts, Colour, Keyframe, LateSlots, Slots};

use super::clock::{Day, wide};

/// A colour: red, green, blue, alpha from 0 to 1.
pub type Rgba = [f32; 4];

/// A colour for each direction.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Compass {
    /// Towards +y.
    pub north: Rgba,
    /// Towards +x.
    pub east: Rgba,
    /// Towards −y.
    pub south: Rgba,
    /// Towards −x.
    pub west: Rgba,
}

impl Compass {
    /// The same in all directions.
    pub const fn plain(colour: Rgba) -> Self {
        Self { north: colour, east: colour, south: colour, west: colour }
    }

    /// The colour after so many quarters of a turn from north over east.
    pub fn at(&self, quarters: f32) -> Rgba {
        let quarters = if quarters.is_finite() { quarters.rem_euclid(4.0) } else { 0.0 };
        let share = quarters.fract();
        let (from, to) = match quarters {
            q if q < 1.0 => (self.north, self.east),
            q if q < 2.0 => (self.east, self.south),
            q if q < 3.0 => (self.south, self.west),
            _ => (self.west, self.north),
        };
        mix(from, to, share)
    }

    fn mixed(&self, other: &Self, share: f32) -> Self {
        Self {
            north: mix(self.north, other.north, share),
            east: mix(self.east, other.east, share),
            south: mix(self.south, other.south, share),
            west: mix(self.west, other.west, share),
        }
    }
}

/// A part of one colour and the rest of another, channel by channel.
pub(super) fn mix<const N: usize>(from: [f32; N], to: [f32; N], share: f32) -> [f32; N] {
    let mut mixed = from;
    mixed.iter_mut().zip(to).for_each(|(own, other)| *own += (other - *own) * share);
    mixed
}

/// What a keyframe says.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Look {
    pub horizon: Compass,
    pub ring3: Compass,
    pub ring2: Compass,
    pub apex: Rgba,
    /// Start and end of the fog, in parts of [`ngi_formats::sky::FOG_UNIT`].
    pub fog: [f32; 2],
    pub flare: Rgba,
    pub clouds: Rgba,
    pub main_light: Rgba,
    pub scene: Rgba,
    pub second_light: Rgba,
    pub extent: [f32; 2],
    pub light: f32,
    pub weather: f32,
}

/// A keyframe and the second of the day it is at.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Frame {
    pub at: u64,
    pub look: Look,
}

fn rgba(colour: Colour) -> Rgba {
    colour.rgba().map(|channel| f32::from(channel) / 255.0)
}

/// A number of a file; what is none, or is beyond all measure, is 0.
fn sound(number: f32) -> f32 {
    const MOST: f32 = 1e6;
    if number.abs() <= MOST { number } else { 0.0 }
}

impl Frame {
    pub fn of(keyframe: &Keyframe<'_>, at: u64) -> Self {
        Self { at, look: Look::of(keyframe) }
    }
}

impl Look {
    fn of(keyframe: &Keyframe<'_>) -> Self {
        let slots: &Slots = &keyframe.slots;
        let LateSlots { scene, second_light } = keyframe.late_slots();
        let Amounts { extent, light, weather } = keyframe.amounts;
        let compass = |[north, east, south, west]: [Colour; 4]| {
            let [north, east, south, west] = [north, east, south, west].map(rgba);
            Compass { north, east, south, west }
        };
        Self {
            horizon: compass([
                slots.horizon_north,
                slots.horizon_east,
                slots.horizon_south,
                slots.horizon_west,
            ]),
            ring3: compass([
                slots.ring3_north,
                slots.ring3_east,
                slots.ring3_south,
                slots.ring3_west,
            ]),
            ring2: compass([
                slots.ring2_north,
                slots.ring2_east,
                slots.ring2_south,
                slots.ring2_west,
            ]),
            apex: rgba(slots.apex),
            fog: [slots.fog_start, slots.fog_end].map(sound),
            flare: rgba(slots.flare),
            clouds: rgba(slots.clouds),
            main_light: rgba(slots.main_light),
            scene: rgba(scene),
            second_light: rgba(second_light),
            extent: extent.map(sound),
            light: sound(light),
            weather: sound(weather),
        }
    }

    fn mixed(&self, other: &Self, share: f32) -> Self {
        let number = |from: f32, to: f32| from + (to - from) * share;
        Self {
            horizon: self.horizon.mixed(&other.horizon, share),
            ring3: self.ring3.mixed(&other.ring3, share),
            ring2: self.ring2.mixed(&other.ring2, share),
            apex: mix(self.apex, other.apex, share),
            fog: mix(self.fog, other.fog, share),
            flare: mix(self.flare, other.flare, share),
            clouds: mix(self.clouds, other.clouds, share),
            main_light: mix(self.main_light, other.main_light, share),
            scene: mix(self.scene, other.scene, share),
            second_light: mix(self.second_light, other.second_light, share),
            extent: mix(self.extent, other.extent, share),
            light: number(self.light, other.light),
            weather: number(self.weather, other.weather),
        }
    }
}

impl Day {
    /// What is between the two keyframes around a moment: from the last one it goes on to the
    /// first. `None` where there are no keyframes.
    pub fn look(&self, seconds: f64) -> Option<Look> {
        let (first, last) = (self.frames.first()?, self.frames.last()?);
        let next = self.frames.partition_point(|frame| wide(frame.at) <= seconds);
        let day = wide(self.seconds);
        let (from, to, start, end) = match (next.checked_sub(1), self.frames.get(next)) {
            (Some(own), Some(to)) => {
                let from = self.frames.get(own)?;
                (from, to, wide(from.at), wide(to.at))
            }
            (Some(_), None) => (last, first, wide(last.at), wide(first.at) + day),
            (None, _) => (last, first, wide(last.at) - day, wide(first.at)),
        };
        let length = end - start;
        #[allow(clippy::cast_possible_truncation)] // a share
        let share = if length > 0.0 { ((seconds - start) / length) as f32 } else { 0.0 };
        Some(from.look.mixed(&to.look, share.clamp(0.0, 1.0)))
    }
}
