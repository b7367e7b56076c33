//! Resources 5, 16, 18: what a vertex carries besides its position.

use crate::schema::record;

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
    /// Lightmap coordinates, resource 18 of a model: unsigned, in steps of 1/1024. The older
    /// documents suspected a vertex colour.
    pub struct LightmapUv[4] derive(Default) {
        /// u times 1024, in turns of the lightmap.
        0 => u: u16,
        /// v times 1024, in turns of the lightmap.
        2 => v: u16,
    }
}

record! {
    /// Record of resource 16: two packed vectors, according to the strides of the loader. No
    /// shipped model has this resource.
    pub struct Tangents[8] derive(Default) {
        /// First packed vector, times 127 like a normal.
        0 => tangent: [i8; 4] = G "tangent",
        /// Second packed vector, times 127 like a normal.
        4 => bitangent: [i8; 4] = G "bitangent",
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
