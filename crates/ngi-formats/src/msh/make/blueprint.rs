//! What a model is made of, free of offsets, ranges and counts.

use super::tracks::Track;
use crate::geometry::vector::{cross, minus, unit};
use crate::geometry::{Aabb, Header, NONE, Normal, Sphere, encode_normal};
use crate::msh::PathTables;
use crate::msh::types::{
    BatchWord, LEVELS, LightmapUv, NodeFlags, STAGES, Slot, Tangents, TriangleFlags, Uv,
};
use crate::nres::NewEntry;
use crate::{Error, Result};

/// A model described by its parts: nodes, a mesh per node, damage stage and level, keys.
///
/// [`Blueprint::build`] makes a model of it, the same bytes every time. [`Blueprint::of`] takes a
/// model apart. Taking apart what was built gives the same parts.
#[derive(Debug, Clone, PartialEq)]
pub struct Blueprint {
    /// What the model's entries are called.
    pub stem: Vec<u8>,
    /// Nodes; parents before their children, as in shipped models.
    pub nodes: Vec<PlainNode>,
    /// Meshes, named by the nodes.
    pub meshes: Vec<Mesh>,
    /// Which vertex streams the model has.
    pub streams: Streams,
    /// Bounds of the model; `None` has them worked out from the rest pose.
    pub header: Option<Header>,
    /// Hallways of a building.
    pub paths: PathTables,
    /// attr2 of the node table: unknown, 0 in a new model.
    pub nodes_attr2: u32,
    /// Resource 20 and resources of other types, as they are.
    pub others: Vec<(NewEntry, Vec<u8>)>,
}

/// A node of a [`Blueprint`].
#[derive(Debug, Clone, PartialEq)]
pub struct PlainNode {
    /// Its name (resource 9), at most 31 bytes.
    pub name: Vec<u8>,
    /// Its label (resource 10); empty for none.
    pub label: Vec<u8>,
    /// Its flags.
    pub flags: NodeFlags,
    /// Its parent.
    pub parent: Option<usize>,
    /// Its keys.
    pub track: Track,
    /// Its meshes by `stage * 5 + level`.
    pub meshes: [Option<usize>; STAGES * LEVELS],
}

/// Which vertex streams a model has besides positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Streams {
    /// Resource 4.
    pub normals: bool,
    /// Resource 5.
    pub uvs: bool,
    /// Resource 15.
    pub extra: bool,
    /// Resource 16.
    pub tangents: bool,
    /// Resource 18.
    pub lightmap_uvs: bool,
}

impl Default for Streams {
    /// What every shipped model has.
    fn default() -> Self {
        Self { normals: true, uvs: true, extra: true, tangents: false, lightmap_uvs: false }
    }
}

/// Geometry of one node at one stage and level: a slot.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Mesh {
    /// Vertices; those no face uses are left out when building.
    pub vertices: Vec<Vertex>,
    /// Faces by material: batches.
    pub parts: Vec<Part>,
    /// Bounds as a model stored them; `None` has them worked out. Forget them after a change.
    pub bounds: Option<MeshBounds>,
    /// The slot's three unknown words.
    pub unknown: [u32; 3],
}

/// What a slot says about its extent.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MeshBounds {
    /// Box.
    pub aabb: Aabb,
    /// Sphere.
    pub sphere: Sphere,
    /// Area.
    pub area: f32,
    /// Volume.
    pub volume: f32,
}

impl MeshBounds {
    /// What a slot stores.
    pub fn of(slot: &Slot) -> Self {
        Self { aabb: slot.aabb, sphere: slot.sphere, area: slot.area, volume: slot.volume }
    }
}

/// A vertex in its packed form. Streams the model does not have are left at their defaults.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Vertex {
    /// Position in the node's space.
    pub position: [f32; 3],
    /// Normal.
    pub normal: Normal,
    /// Texture coordinates.
    pub uv: Uv,
    /// Resource 15: unknown, 0 in a new model.
    pub extra: [u8; 8],
    /// Resource 16.
    pub tangents: Tangents,
    /// Lightmap coordinates.
    pub lightmap_uv: LightmapUv,
}

/// Faces of a mesh that share a material: a batch.
#[derive(Debug, Clone, PartialEq)]
pub struct Part {
    /// Flags.
    pub word: BatchWord,
    /// Row of the wear table.
    pub material: u8,
    /// Lightmap of the wear table, 0xFF for none.
    pub lightmap: u8,
    /// On a portal: the node of the room beyond; 0xFFFF elsewhere.
    pub portal: u16,
    /// The faces.
    pub faces: Vec<Face>,
}

/// A triangle of a mesh.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Face {
    /// Vertices of the mesh, counter-clockwise seen from outside.
    pub corners: [u32; 3],
    /// Flags.
    pub flags: TriangleFlags,
}

impl From<[u32; 3]> for Face {
    fn from(corners: [u32; 3]) -> Self {
        Self { corners, flags: TriangleFlags(0) }
    }
}

impl Part {
    /// Opaque faces of one material, without lightmap or portal.
    pub fn new(material: u8, faces: Vec<Face>) -> Self {
        Self { word: BatchWord(0), material, lightmap: 0xFF, portal: NONE, faces }
    }
}

impl PlainNode {
    /// A still root at the origin without geometry.
    pub fn new(name: impl AsRef<[u8]>) -> Self {
        Self {
            name: name.as_ref().to_vec(),
            label: Vec::new(),
            flags: NodeFlags(0),
            parent: None,
            track: Track::default(),
            meshes: [None; STAGES * LEVELS],
        }
    }

    /// The same node below another.
    #[must_use]
    pub fn below(self, parent: usize) -> Self {
        Self { parent: Some(parent), ..self }
    }

    /// The same node with these keys.
    #[must_use]
    pub fn with_track(self, track: Track) -> Self {
        Self { track, ..self }
    }
}

impl Mesh {
    /// A mesh of one material.
    pub fn new(vertices: Vec<Vertex>, faces: Vec<Face>, material: u8) -> Self {
        Self { vertices, parts: vec![Part::new(material, faces)], ..Self::default() }
    }

    /// Flat-shaded triangles: three positions each, counter-clockwise seen from outside. Texture
    /// coordinates are 0.
    pub fn from_triangles(corners: &[[f32; 3]], material: u8) -> Self {
        let (triangles, _) = corners.as_chunks::<3>();
        let mut vertices = Vec::with_capacity(corners.len());
        for &[a, b, c] in triangles {
            let normal = unit(cross(minus(b, a), minus(c, a))).unwrap_or([0.0, 0.0, 1.0]);
            let normal = encode_normal(normal);
            vertices.extend([a, b, c].map(|position| Vertex {
                position,
                normal,
                ..Vertex::default()
            }));
        }
        let faces = (0u32..).step_by(3).zip(triangles).map(|(a, _)| [a, a + 1, a + 2].into());
        let faces = faces.collect();
        Self::new(vertices, faces, material)
    }

    /// Whether another mesh has as many vertices and the same faces over them; materials and flags
    /// may differ.
    pub fn has_faces_of(&self, other: &Self) -> bool {
        let corners = |part: &Part| part.faces.iter().map(|face| face.corners).collect::<Vec<_>>();
        self.vertices.len() == other.vertices.len()
            && self.parts.len() == other.parts.len()
            && self.parts.iter().zip(&other.parts).all(|(a, b)| corners(a) == corners(b))
    }

    /// Gives every vertex the normal of the faces around it, weighted by their area.
    pub fn smooth_normals(&mut self) {
        let mut sums = vec![[0.0f32; 3]; self.vertices.len()];
        let at = |vertex: u32| usize::try_from(vertex).ok();
        for face in self.parts.iter().flat_map(|part| &part.faces) {
            let position = |vertex| Some(self.vertices.get(at(vertex)?)?.position);
            let [a, b, c] = face.corners;
            let (Some(a), Some(b), Some(c)) = (position(a), position(b), position(c)) else {
                continue;
            };
            let weighted = cross(minus(b, a), minus(c, a));
            for vertex in face.corners {
                if let Some(sum) = at(vertex).and_then(|vertex| sums.get_mut(vertex)) {
                    sum.iter_mut().zip(weighted).for_each(|(sum, part)| *sum += part);
                }
            }
        }
        for (vertex, sum) in self.vertices.iter_mut().zip(sums) {
            let keep = vertex.normal.unk_0x03;
            let normal = encode_normal(unit(sum).unwrap_or([0.0, 0.0, 1.0]));
            vertex.normal = Normal { unk_0x03: keep, ..normal };
        }
    }
}

impl Blueprint {
    /// An empty model whose entries have this name.
    pub fn new(stem: impl AsRef<[u8]>) -> Self {
        Self {
            stem: stem.as_ref().to_vec(),
            nodes: Vec::new(),
            meshes: Vec::new(),
            streams: Streams::default(),
            header: None,
            paths: PathTables::default(),
            nodes_attr2: 0,
            others: Vec::new(),
        }
    }

    /// Adds a node; gives its index.
    pub fn add_node(&mut self, node: PlainNode) -> usize {
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    /// Gives a node a mesh for a damage stage (0..3) and a level (0..5).
    pub fn set_mesh(&mut self, node: usize, stage: usize, level: usize, mesh: Mesh) -> Result<()> {
        let cell = stage * LEVELS + level;
        let nodes = self.nodes.len();
        let Some(node) = self.nodes.get_mut(node) else {
            return Err(Error::usage(format!("nodes[{node}]"), format!("there are {nodes}")));
        };
        let Some(place) = node.meshes.get_mut(cell).filter(|_| level < LEVELS) else {
            let why = format!("stage {stage}, level {level}: there are 3 stages of 5 levels");
            return Err(Error::usage("meshes", why));
        };
        *place = Some(self.meshes.len());
        self.meshes.push(mesh);
        Ok(())
    }

    /// Has all bounds worked out afresh: after geometry, keys or parents changed.
    pub fn forget_bounds(&mut self) {
        self.header = None;
        self.meshes.iter_mut().for_each(|mesh| mesh.bounds = None);
    }
}
