//! Groups of fields that several commands have.

use std::fmt;

use crate::schema::record;
use crate::{FixedStr, Result};

record! {
    /// Window in which a command is active: lo ≤ t ≤ hi.
    pub struct Window [8] {
        /// First t at which the command is active.
        0 => lo: f32 [0.0..=1.0],
        /// Last t at which the command is active.
        4 => hi: f32 [0.0..=1.0],
    }
}

record! {
    /// Number that changes from start to end as the command progresses.
    pub struct Span [8] {
        /// Value at the start.
        0 => start: f32,
        /// Value at the end.
        4 => end: f32,
    }
}

record! {
    /// Number that changes from start to end: `start + (end - start) * x ^ exponent`.
    pub struct Curve [12] {
        /// Value at x = 0.
        0 => start: f32,
        /// Value at x = 1.
        4 => end: f32,
        /// Exponent: 1 is a straight line, 0 is at the end value from the start.
        8 => exponent: f32,
    }
}

record! {
    /// Vector that changes linearly from start to end.
    pub struct Path [24] {
        /// Value at the start.
        0 => start: [f32; 3],
        /// Value at the end.
        12 => end: [f32; 3],
    }
}

record! {
    /// Vector that changes from low to high, along a curve for each axis.
    pub struct Channel [36] {
        /// Value at the start.
        0 => low: [f32; 3],
        /// Value at the end.
        12 => high: [f32; 3],
        /// Exponent of each axis: 1 is a straight line, 0 is at the high value from the start.
        24 => exponent: [f32; 3],
    }
}

record! {
    /// [`Channel`] whose high end differs from particle to particle.
    pub struct JitterChannel [48] {
        /// Value at the start of a particle's life.
        0 => low: [f32; 3],
        /// Value at the end of a particle's life.
        12 => high: [f32; 3],
        /// Jitter of a particle's high end: up to half of this value in either direction.
        24 => jitter: [f32; 3],
        /// Exponent of each axis: 1 is a straight line, 0 is at the high value from the start.
        36 => exponent: [f32; 3],
    }
}

record! {
    /// Reference to an entry of an archive, such as a material or a sound.
    pub struct Reference[64] derive(Default) {
        /// Archive, such as `material.lib` or `sounds.lib`. The bytes after the NUL are garbage.
        0 => archive: FixedStr<32>,
        /// Entry in the archive. The bytes after the NUL are garbage.
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
