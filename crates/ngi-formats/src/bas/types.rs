//! The stored form.

use crate::schema::record;

record! {
    /// Number of rings in a set. The set of inner rings comes first, then the set of outer rings.
    pub struct RingSet[4] derive(Eq, Default) {
        /// Number of rings that follow.
        0x00 => rings: u32 = M "1 in both sets of all 30",
    }
}

record! {
    /// Length of a ring.
    pub struct RingHead[4] derive(Eq, Default) {
        /// Number of corners; one more is stored.
        0x00 => corners: u32 = M "3 to 26",
    }
}

record! {
    /// Corner of a ring.
    pub struct Corner[12] derive(Default) {
        /// Position in model space.
        0x00 => point: [f32; 3],
    }
}
