//! The stored form.

use crate::schema::record;

record! {
    /// How many rings of a set there are: first the inner ones, then the outer ones.
    pub struct RingSet[4] derive(Eq, Default) {
        /// How many rings follow.
        0x00 => rings: u32 = M "1 of each set on all 30",
    }
}

record! {
    /// How long a ring is.
    pub struct RingHead[4] derive(Eq, Default) {
        /// How many corners it has; one more is stored.
        0x00 => corners: u32 = M "3 to 26",
    }
}

record! {
    /// A corner of a ring.
    pub struct Corner[12] derive(Default) {
        /// Where it is, in the model's own space.
        0x00 => point: [f32; 3],
    }
}
