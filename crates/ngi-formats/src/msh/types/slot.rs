//! Resource 2: the model's bounds, then its slots.

use crate::schema::record;

record! {
    /// A box along the axes.
    pub struct Aabb[24] {
        /// Smallest x, y, z.
        0 => min: [f32; 3],
        /// Largest x, y, z.
        12 => max: [f32; 3],
    }
}

record! {
    /// A sphere.
    pub struct Sphere[16] {
        /// Its centre.
        0 => center: [f32; 3],
        /// Its radius.
        12 => radius: f32,
    }
}

record! {
    /// An upright cylinder. The older documents read the same seven numbers as a capsule.
    pub struct Cylinder[28] {
        /// Lower end of the axis.
        0 => low: [f32; 3],
        /// Upper end of the axis.
        12 => high: [f32; 3],
        /// Its radius.
        24 => radius: f32,
    }
}

record! {
    /// Bounds of the whole model in its rest pose: 35 floats before the slots.
    pub struct Header[140] {
        /// Corners of the box, in the order `mmm Mmm MMm mMm mMM mmM MmM MMM`
        /// (m smallest, M largest; x y z).
        0 => corners: [[f32; 3]; 8],
        /// Sphere around everything; a landscape has 0 here.
        96 => sphere: Sphere,
        /// Upright cylinder around everything; a landscape has 0 here. Its radius is half the
        /// diagonal of the box seen from above.
        112 => cylinder: Cylinder,
    }
}

impl Default for Header {
    fn default() -> Self {
        Self {
            corners: [[0.0; 3]; 8],
            sphere: Sphere { center: [0.0; 3], radius: 0.0 },
            cylinder: Cylinder { low: [0.0; 3], high: [0.0; 3], radius: 0.0 },
        }
    }
}

impl Header {
    /// The box from its first and last corner.
    pub fn aabb(&self) -> Aabb {
        let [min, .., max] = self.corners;
        Aabb { min, max }
    }
}

record! {
    /// The geometry of a node at one stage and level. Bounds are in the node's own space.
    pub struct Slot[68] {
        /// First triangle descriptor in table 7 (`triStart`).
        0 => triangle_start: u16,
        /// How many triangle descriptors (`triCount`).
        2 => triangle_count: u16,
        /// First batch in table 13 (`batchStart`).
        4 => batch_start: u16,
        /// How many batches (`batchCount`).
        6 => batch_count: u16,
        /// Box around the geometry, in the node's space.
        8 => aabb: Aabb = M "exactly that of its vertices",
        /// Sphere around the geometry, in the node's space. With a non-uniform scale the radius
        /// grows by the largest.
        32 => sphere: Sphere,
        /// Area: the weight of this geometry in the object's armour (`unk30`).
        48 => area: f32,
        /// Volume of the box; times a density it is the node's mass (`unk34`).
        52 => volume: f32,
        /// Nobody knows what it is for; 0 in new models.
        56 => unk_0x38: u32,
        /// Nobody knows what it is for; 0 in new models.
        60 => unk_0x3c: u32,
        /// Nobody knows what it is for; 0 in new models.
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
