//! Resource 2: the model's bounds, then its slots.

use crate::msh::record::{Field, record};

/// A box along the axes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Aabb {
    /// Smallest x, y, z.
    pub min: [f32; 3],
    /// Largest x, y, z.
    pub max: [f32; 3],
}

/// A sphere.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sphere {
    /// Its centre.
    pub center: [f32; 3],
    /// Its radius.
    pub radius: f32,
}

/// An upright cylinder. The older documents read the same seven numbers as a capsule.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cylinder {
    /// Lower end of the axis.
    pub low: [f32; 3],
    /// Upper end of the axis.
    pub high: [f32; 3],
    /// Its radius.
    pub radius: f32,
}

macro_rules! composite_field {
    ($type:ident { $($field:ident @ $offset:literal),+ } $size:literal) => {
        impl Field for $type {
            const SIZE: usize = $size;
            #[inline]
            fn get(bytes: &[u8], at: usize) -> Self {
                Self { $( $field: Field::get(bytes, at + $offset), )+ }
            }
            #[inline]
            fn put(self, bytes: &mut [u8], at: usize) {
                let Self { $( $field, )+ } = self;
                $( $field.put(bytes, at + $offset); )+
            }
        }
    };
}

composite_field!(Aabb { min @ 0, max @ 12 } 24);
composite_field!(Sphere { center @ 0, radius @ 12 } 16);
composite_field!(Cylinder { low @ 0, high @ 12, radius @ 24 } 28);

record! {
    /// Bounds of the whole model in its rest pose: 35 floats before the slots.
    pub struct Header[140] {
        /// Corners of the box, in the order `mmm Mmm MMm mMm mMM mmM MmM MMM`
        /// (m smallest, M largest; x y z).
        0 => corners: [[f32; 3]; 8],
        /// Bounding sphere.
        96 => sphere: Sphere,
        /// Bounding cylinder.
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
        /// First triangle descriptor (`triStart`).
        0 => triangle_start: u16,
        /// How many descriptors (`triCount`).
        2 => triangle_count: u16,
        /// First batch (`batchStart`).
        4 => batch_start: u16,
        /// How many batches (`batchCount`).
        6 => batch_count: u16,
        /// Bounding box.
        8 => aabb: Aabb,
        /// Bounding sphere.
        32 => sphere: Sphere,
        /// Area: the weight of this geometry in the object's armour (`unk30`).
        48 => area: f32,
        /// Volume of the box; times a density it is the node's mass (`unk34`).
        52 => volume: f32,
        /// Unknown.
        56 => unk_0x38: u32,
        /// Unknown.
        60 => unk_0x3c: u32,
        /// Unknown.
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
