//! Groups of fields that several commands have.

use std::fmt;

use crate::schema::record;
use crate::{FixedStr, Result};

record! {
    /// When a command is active: while lo ≤ t ≤ hi.
    pub struct Window [8] {
        /// The first t at which it is there.
        0 => lo: f32 [0.0..=1.0],
        /// The last t at which it is there.
        4 => hi: f32 [0.0..=1.0],
    }
}

record! {
    /// A number that goes from start to end as the command proceeds.
    pub struct Span [8] {
        /// At the beginning.
        0 => start: f32,
        /// At the end.
        4 => end: f32,
    }
}

record! {
    /// A number that goes from start to end: `start + (end - start) * x ^ exponent`.
    pub struct Curve [12] {
        /// At x = 0.
        0 => start: f32,
        /// At x = 1.
        4 => end: f32,
        /// How it is bent; 1 is straight, 0 is at the end from the start.
        8 => exponent: f32,
    }
}

record! {
    /// A vector that goes straight from start to end.
    pub struct Path [24] {
        /// At the beginning.
        0 => start: [f32; 3],
        /// At the end.
        12 => end: [f32; 3],
    }
}

record! {
    /// A vector that goes from low to high, bent for each axis.
    pub struct Channel [36] {
        /// At the beginning.
        0 => low: [f32; 3],
        /// At the end.
        12 => high: [f32; 3],
        /// How each axis is bent; 1 is straight, 0 is at high from the start.
        24 => exponent: [f32; 3],
    }
}

record! {
    /// A [`Channel`] whose high end differs from particle to particle.
    pub struct JitterChannel [48] {
        /// At the beginning of a particle's life.
        0 => low: [f32; 3],
        /// At the end of it.
        12 => high: [f32; 3],
        /// How far the high end of a particle may differ: up to half of this either way.
        24 => jitter: [f32; 3],
        /// How each axis is bent; 1 is straight, 0 is at high from the start.
        36 => exponent: [f32; 3],
    }
}

record! {
    /// An entry of an archive: a material or a sound.
    pub struct Reference[64] derive(Default) {
        /// The archive, such as `material.lib` or `sounds.lib`. What is behind the NUL is garbage.
        0 => archive: FixedStr<32>,
        /// The entry in it. What is behind the NUL is garbage.
        32 => member: FixedStr<32>,
    }
}

impl Reference {
    /// A reference to `member` of `archive`.
    pub fn new(archive: &[u8], member: &[u8]) -> Result<Self> {
        Ok(Self { archive: FixedStr::new(archive)?, member: FixedStr::new(member)? })
    }

    /// Whether nothing is named.
    pub fn is_empty(&self) -> bool {
        self.archive.name().is_empty() && self.member.name().is_empty()
    }
}

impl fmt::Display for Reference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.archive, self.member)
    }
}

impl Window {
    /// The whole time.
    pub const ALL: Self = Self { lo: 0.0, hi: 1.0 };
}

impl Span {
    /// The same number throughout.
    pub const fn constant(value: f32) -> Self {
        Self { start: value, end: value }
    }
}

impl Path {
    /// The same vector throughout.
    pub const fn constant(value: [f32; 3]) -> Self {
        Self { start: value, end: value }
    }
}

impl Curve {
    /// Straight from start to end.
    pub const fn straight(start: f32, end: f32) -> Self {
        Self { start, end, exponent: 1.0 }
    }
}

impl Channel {
    /// Straight from low to high.
    pub const fn straight(low: [f32; 3], high: [f32; 3]) -> Self {
        Self { low, high, exponent: [1.0; 3] }
    }
}

impl JitterChannel {
    /// Straight from low to high, for all particles alike.
    pub const fn straight(low: [f32; 3], high: [f32; 3]) -> Self {
        Self { low, high, jitter: [0.0; 3], exponent: [1.0; 3] }
    }
}
