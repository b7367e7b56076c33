//! The stored shapes: box, sphere, cylinder, and the bounds of everything.

use crate::schema::record;

record! {
    /// Axis-aligned box.
    pub struct Aabb[24] {
        /// Smallest x, y and z.
        0 => min: [f32; 3],
        /// Largest x, y and z.
        12 => max: [f32; 3],
    }
}

record! {
    /// A sphere.
    pub struct Sphere[16] {
        /// Centre of the sphere.
        0 => center: [f32; 3],
        /// Radius of the sphere.
        12 => radius: f32,
    }
}

record! {
    /// Upright cylinder. The older documents interpret the same seven numbers as a capsule.
    pub struct Cylinder[28] {
        /// Lower end of the axis.
        0 => low: [f32; 3],
        /// Upper end of the axis.
        12 => high: [f32; 3],
        /// Radius of the cylinder.
        24 => radius: f32,
    }
}

record! {
    /// Bounds of the whole model in its rest pose: 35 floats before the slots.
    pub struct Header[140] {
        /// Corners of the box, in the order `mmm Mmm MMm mMm mMM mmM MmM MMM`
        /// (m smallest, M largest; x y z).
        0 => corners: [[f32; 3]; 8],
        /// Sphere around the whole model; a landscape has 0 here.
        96 => sphere: Sphere,
        /// Upright cylinder around the whole model; a landscape has 0 here. The radius is half the
        /// diagonal of the box, seen from above.
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
