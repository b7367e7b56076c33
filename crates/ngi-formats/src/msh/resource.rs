//! The resources of a model: type id, record size, who needs them, what the directory says.

use super::record::Record;
use super::types::{
    Batch, Header, Key, LegacyNode, LightmapUv, Node, NodeName, Normal, Slot, Tangents, Triangle,
    Uv,
};

/// Nodes: 38 bytes each.
pub const NODES: u32 = 1;
/// The model's bounds and its slots.
pub const SLOTS: u32 = 2;
/// Vertex positions.
pub const POSITIONS: u32 = 3;
/// Packed normals.
pub const NORMALS: u32 = 4;
/// Packed texture coordinates.
pub const UVS: u32 = 5;
/// Indices.
pub const INDICES: u32 = 6;
/// Triangle descriptors.
pub const TRIANGLES: u32 = 7;
/// Keys.
pub const KEYS: u32 = 8;
/// Node names.
pub const NAMES: u32 = 9;
/// Node labels.
pub const LABELS: u32 = 10;
/// Of a landscape: its baked draw order. No model has it.
pub const LANDSCAPE_ORDER: u32 = 11;
/// Batches.
pub const BATCHES: u32 = 13;
/// Eight bytes per vertex that nobody understands yet.
pub const EXTRA: u32 = 15;
/// Two packed vectors per vertex.
pub const TANGENTS: u32 = 16;
/// The hallways of a building.
pub const PATHS: u32 = 17;
/// Lightmap coordinates.
pub const LIGHTMAP_UVS: u32 = 18;
/// Frame map: which key a frame starts from.
pub const MAP: u32 = 19;
/// Unresolved; on models with lightmaps. A guess: light probes of 48 bytes.
pub const PROBES: u32 = 20;

/// Who needs a resource.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Need {
    /// A model does not work without it.
    Required,
    /// Models have it; a reader copes without.
    Usual,
    /// Some models have it.
    Optional,
}

/// What is known about one type of resource.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Resource {
    /// Type id in the container.
    pub type_id: u32,
    /// Name in paths, such as `slots`.
    pub name: &'static str,
    /// Bytes before the first record.
    pub head: usize,
    /// Bytes of a record; 0 where they differ or are unknown.
    pub stride: usize,
    /// Who needs it.
    pub need: Need,
    /// Whether there is one record per vertex.
    pub per_vertex: bool,
    /// What attr3 holds; `None` where nobody knows.
    pub attr3: Option<u32>,
}

const fn fixed<T: Record>(type_id: u32, name: &'static str, need: Need) -> Resource {
    #[allow(clippy::cast_possible_truncation)] // a record's size, at compile time
    let attr3 = Some(T::SIZE as u32);
    Resource { type_id, name, head: 0, stride: T::SIZE, need, per_vertex: false, attr3 }
}

const fn loose(type_id: u32, name: &'static str, need: Need, attr3: Option<u32>) -> Resource {
    Resource { type_id, name, head: 0, stride: 0, need, per_vertex: false, attr3 }
}

const fn vertex(resource: Resource) -> Resource {
    Resource { per_vertex: true, ..resource }
}

/// Every resource of a model, by type id.
pub static RESOURCES: &[Resource] = &[
    fixed::<Node>(NODES, "nodes", Need::Required),
    Resource { head: Header::SIZE, ..fixed::<Slot>(SLOTS, "slots", Need::Required) },
    vertex(fixed::<[f32; 3]>(POSITIONS, "positions", Need::Required)),
    vertex(fixed::<Normal>(NORMALS, "normals", Need::Usual)),
    vertex(fixed::<Uv>(UVS, "uvs", Need::Usual)),
    fixed::<u16>(INDICES, "indices", Need::Required),
    fixed::<Triangle>(TRIANGLES, "triangles", Need::Usual),
    Resource { attr3: Some(4), ..fixed::<Key>(KEYS, "keys", Need::Optional) },
    fixed::<NodeName>(NAMES, "names", Need::Optional),
    loose(LABELS, "labels", Need::Usual, Some(0)),
    fixed::<Batch>(BATCHES, "batches", Need::Required),
    vertex(fixed::<[u8; 8]>(EXTRA, "extra", Need::Optional)),
    vertex(fixed::<Tangents>(TANGENTS, "tangents", Need::Optional)),
    loose(PATHS, "paths", Need::Optional, None),
    vertex(fixed::<LightmapUv>(LIGHTMAP_UVS, "lightmap_uvs", Need::Optional)),
    fixed::<u16>(MAP, "map", Need::Optional),
    loose(PROBES, "probes", Need::Optional, None),
];

/// attr3 of the one node table whose records have 24 bytes.
pub const LEGACY_STRIDE: u32 = 24;

/// Order of the resources in shipped models without lightmaps.
pub const ORDER: [u32; 14] = [1, 2, 3, 4, 5, 15, 13, 6, 7, 8, 19, 9, 10, 17];
/// Order of the resources in shipped models with lightmaps.
pub const ORDER_LIT: [u32; 16] = [1, 2, 3, 4, 5, 18, 15, 13, 6, 7, 8, 19, 9, 10, 17, 20];

/// What is known about a type; `None` for any other.
pub fn resource(type_id: u32) -> Option<&'static Resource> {
    RESOURCES.iter().find(|resource| resource.type_id == type_id)
}

/// The three attributes the directory holds for a resource.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Attributes {
    /// First: mostly the number of records.
    pub attr1: u32,
    /// Second: mostly 0; of the frame map the number of frames.
    pub attr2: u32,
    /// Third: mostly the size of a record.
    pub attr3: u32,
}

/// How many records a payload of this size holds; the rest is a broken one.
pub(super) fn count_of(resource: &Resource, legacy: bool, size: usize) -> (usize, usize) {
    let stride = if legacy { size_of::<LegacyNode>() } else { resource.stride };
    let body = size.saturating_sub(resource.head);
    match stride {
        0 => (0, 0),
        _ => (body / stride, body % stride),
    }
}
