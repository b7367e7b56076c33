//! Resources 4, 5, 16, 18: what a vertex carries besides its position.

use crate::schema::record;

record! {
    /// A packed normal, resource 4: `x y z` / 127 and a byte nobody reads.
    pub struct Normal[4] {
        /// x, y, z times 127; −128 counts as −127.
        0 => xyz: [i8; 3] = M "lengths within 0.0133 of 1",
        /// Nobody reads it; 0 in new models.
        3 => unk_0x03: i8,
    }
}

record! {
    /// Texture coordinates, resource 5: signed, in steps of 1/1024.
    pub struct Uv[4] derive(Default) {
        /// u times 1024, in turns of the texture.
        0 => u: i16,
        /// v times 1024, in turns of the texture.
        2 => v: i16,
    }
}

record! {
    /// Lightmap coordinates, resource 18 of a model: unsigned, in steps of 1/1024.
    /// The older documents guessed a vertex colour.
    pub struct LightmapUv[4] derive(Default) {
        /// u times 1024, in turns of the lightmap.
        0 => u: u16,
        /// v times 1024, in turns of the lightmap.
        2 => v: u16,
    }
}

record! {
    /// A record of resource 16: two packed vectors, by the loader's strides. No shipped model has
    /// the resource.
    pub struct Tangents[8] derive(Default) {
        /// First packed vector, times 127 like a normal.
        0 => tangent: [i8; 4] = G "that it is the tangent",
        /// Second packed vector, likewise.
        4 => bitangent: [i8; 4] = G "that it is the bitangent",
    }
}

impl Default for Normal {
    /// Straight up.
    fn default() -> Self {
        Self { xyz: [0, 0, 127], unk_0x03: 0 }
    }
}

impl Normal {
    /// The vector, each component at most 1 long (−128 is cut to −1, as the engine does).
    pub fn decode(&self) -> [f32; 3] {
        self.xyz.map(|value| (f32::from(value) / 127.0).max(-1.0))
    }
}

impl Uv {
    /// The coordinates in turns of the texture.
    pub fn decode(&self) -> [f32; 2] {
        [f32::from(self.u) / 1024.0, f32::from(self.v) / 1024.0]
    }

    /// The same bytes read as unsigned numbers, as the engine's own expansion does. Differs from
    /// [`Uv::decode`] by whole turns only.
    pub fn decode_unsigned(&self) -> [f32; 2] {
        let turns = |value: i16| f32::from(value.cast_unsigned()) / 1024.0;
        [turns(self.u), turns(self.v)]
    }
}

impl LightmapUv {
    /// The coordinates in turns of the lightmap.
    pub fn decode(&self) -> [f32; 2] {
        [f32::from(self.u) / 1024.0, f32::from(self.v) / 1024.0]
    }
}
