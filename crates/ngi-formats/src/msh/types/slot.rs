//! Resource 2: the slots behind the model's bounds.

use crate::geometry::{Aabb, Sphere};
use crate::schema::record;

record! {
    /// Geometry of a node at one stage and level. Bounds are in the node's own space.
    pub struct Slot[68] {
        /// First triangle descriptor in table 7 (`triStart`).
        0 => triangle_start: u16 => "triangles",
        /// Number of triangle descriptors (`triCount`).
        2 => triangle_count: u16,
        /// First batch in table 13 (`batchStart`).
        4 => batch_start: u16 => "batches",
        /// Number of batches (`batchCount`).
        6 => batch_count: u16,
        /// Box around the geometry, in the node's space.
        8 => aabb: Aabb = M "exactly the box of its vertices",
        /// Sphere around the geometry, in the node's space. A non-uniform scale multiplies the
        /// radius by its largest factor.
        32 => sphere: Sphere,
        /// Area: the weight of this geometry in the object's armour (`unk30`).
        48 => area: f32,
        /// Volume of the box. Multiplied by a density, it is the node's mass (`unk34`).
        52 => volume: f32,
        /// Unknown purpose; 0 in new models.
        56 => unk_0x38: u32,
        /// Unknown purpose; 0 in new models.
        60 => unk_0x3c: u32,
        /// Unknown purpose; 0 in new models.
        64 => unk_0x40: u32,
    }
}

impl Slot {
    /// The batches as a range of indices.
    pub fn batches(&self) -> std::ops::Range<usize> {
        let start = usize::from(self.batch_start);
        start..start + usize::from(self.batch_count)
    }

    /// The triangle descriptors as a range of indices.
    pub fn triangles(&self) -> std::ops::Range<usize> {
        let start = usize::from(self.triangle_start);
        start..start + usize::from(self.triangle_count)
    }
}
