//! The resources of a model: type id, records, who needs them, what the directory says, and the
//! two structs whose fields they are.

use super::types::{Batch, Key, LegacyNode, LightmapUv, Node, Slot, Tangents, Triangle, Uv};
use crate::geometry::{Header, Normal};
use crate::nres::Editor;
use crate::schema::Stream;
pub use crate::tables::{Attributes, Content, Need, Resource};
use crate::tables::{OwnedTable, hex, tables};

tables! {
    /// All resources of a model, by type id.
    pub static RESOURCES: [17] = {
        /// Nodes: the rigid parts of the model.
        NODES = 1 => nodes: rows<Node>, required;
        /// The model's bounds and its slots: geometry by damage stage and level.
        SLOTS = 2 => slots: rows<Slot>, required, behind_bounds;
        /// Vertex positions, x, y, z in the space of the node.
        POSITIONS = 3 => positions: rows<[f32; 3]>, required, per_vertex;
        /// Packed normals.
        NORMALS = 4 => normals: rows<Normal>, usual, per_vertex;
        /// Packed texture coordinates.
        UVS = 5 => uvs: rows<Uv>, usual, per_vertex;
        /// Indices, relative to the base vertex of the batch.
        INDICES = 6 => indices: rows<u16>, required;
        /// Triangle descriptors, one per three indices.
        TRIANGLES = 7 => triangles: rows<Triangle>, usual;
        /// Keys: positions and rotations of nodes over time.
        KEYS = 8 => keys: rows<Key>, optional, attr3_is_4;
        /// Node names, one per node.
        NAMES = 9 => names: names, optional;
        /// Node labels, one per node.
        LABELS = 10 => labels: labels, usual;
        /// Batches: triangles that are drawn together.
        BATCHES = 13 => batches: rows<Batch>, required;
        /// Eight bytes per vertex of unknown purpose.
        EXTRA = 15 => extra: hex<[u8; 8]>, optional, per_vertex;
        /// Two packed vectors per vertex.
        TANGENTS = 16 => tangents: rows<Tangents>, optional, per_vertex;
        /// Hallways of a building: places, then the links between them.
        PATHS = 17 => paths: paths, optional;
        /// Lightmap coordinates.
        LIGHTMAP_UVS = 18 => lightmap_uvs: rows<LightmapUv>, optional, per_vertex;
        /// Frame map: the key that starts each frame of an animated node.
        MAP = 19 => map: rows<u16>, optional;
        /// Unknown content, in models with lightmaps; a guess: light probes of 48 bytes.
        PROBES = 20 => probes: unknown, optional;
    }

    /// Tables of a model as stored in the file.
    #[derive(Debug, Clone, Default)]
    #[non_exhaustive]
    pub struct Tables<'a> {
        /// Nodes with records of 24 bytes, preserved but not decoded. Such a model has no other
        /// nodes.
        pub legacy_nodes: Option<Stream<'a, LegacyNode>>,
        /// Bounds of the model, stored before the slots.
        pub header: Header,
        /// Frames per block of the map: attr2 of table 19, 0 without that table.
        pub frame_count: u32,
    }

    /// A model that owns its tables: every resource as typed records, changed at will, written back
    /// byte for byte where nothing changed.
    ///
    /// Fields are the tables. After changing one by hand, [`ModelDoc::refresh`] brings what depends
    /// on it up to date. Resources of other types stay in the [container](ModelDoc::container).
    #[derive(Debug, Clone)]
    pub struct ModelDoc {
        pub(super) container: Editor<'static>,
        /// Nodes with records of 24 bytes. Such a model has no other nodes.
        pub legacy_nodes: Option<OwnedTable<LegacyNode>>,
        /// Bounds of the model, stored before the slots.
        pub header: Header,
        /// Frames per block of the map: attr2 of table 19.
        pub frame_count: u32,
    }
}

/// Of a landscape: its baked draw order. No model has it.
pub const LANDSCAPE_ORDER: u32 = 11;

/// The one node table whose records have 24 bytes, and a name of its own.
pub static LEGACY_NODES: Resource = Resource::new(
    NODES,
    "legacy_nodes",
    "legacy_nodes_tail",
    "Nodes with records of 24 bytes, preserved but not decoded.",
    hex::<LegacyNode>(),
)
.required();

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

/// How many records a payload of this size holds; the rest is a broken one.
pub(super) fn count_of(resource: &Resource, legacy: bool, size: usize) -> (usize, usize) {
    if legacy { LEGACY_NODES.count_of(size) } else { resource.count_of(size) }
}
