//! What depends on what, and bringing it up to date.

use crate::geometry::adjacency;
use crate::geometry::{bounds, encode_triangle_normal};
use crate::msh::ModelDoc;
use crate::msh::pose::{self, Matrix};
use crate::msh::resource;
use crate::msh::types::{Key, NodeFlags, QuaternionOrder, Slot, Triangle};
use crate::{Error, Result};

/// A kind of change to a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Change {
    /// Vertices moved; their number is the same.
    Vertices,
    /// Texture coordinates changed.
    Uvs,
    /// Indices changed, or triangles came or went.
    Topology,
    /// Nodes use other slots.
    Assignment,
    /// Nodes have other names or labels.
    Names,
    /// Nodes have other parents.
    Hierarchy,
    /// Keys changed.
    Animation,
    /// Slots came or went.
    Slots,
}

/// Who brings a table up to date after a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Update {
    /// It is what was changed.
    Edited,
    /// [`ModelDoc::refresh`] works it out.
    Computed,
    /// Whoever made the change knows whether it has to follow.
    IfWanted,
}

/// One row of the matrix: after a change, this part of that resource is affected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Dependency {
    /// Type of the resource.
    pub resource: u32,
    /// Which part of it.
    pub part: &'static str,
    /// Who brings it up to date.
    pub update: Update,
}

const fn row(resource: u32, part: &'static str, update: Update) -> Dependency {
    Dependency { resource, part, update }
}

pub(super) const HEADER: Dependency = row(resource::SLOTS, "header", Update::Computed);
pub(super) const SLOT_BOUNDS: Dependency =
    row(resource::SLOTS, "slots: box, sphere, area, volume", Update::Computed);
pub(super) const SLOT_RANGES: Dependency =
    row(resource::SLOTS, "slots: triangles", Update::Computed);
pub(super) const FACE_NORMALS: Dependency = row(resource::TRIANGLES, "normal", Update::Computed);
pub(super) const NEIGHBOURS: Dependency =
    row(resource::TRIANGLES, "neighbours, twins", Update::Computed);
pub(super) const VERTEX_COUNTS: Dependency =
    row(resource::BATCHES, "vertex_count", Update::Computed);

impl Change {
    /// Every kind of change.
    pub const ALL: [Self; 8] = [
        Self::Vertices,
        Self::Uvs,
        Self::Topology,
        Self::Assignment,
        Self::Names,
        Self::Hierarchy,
        Self::Animation,
        Self::Slots,
    ];

    /// What a change affects, the changed tables first.
    pub fn affects(self) -> &'static [Dependency] {
        const fn edited(resource: u32, part: &'static str) -> Dependency {
            row(resource, part, Update::Edited)
        }
        match self {
            Self::Vertices => {
                const {
                    &[
                        edited(resource::POSITIONS, "positions"),
                        row(resource::NORMALS, "normals", Update::IfWanted),
                        FACE_NORMALS,
                        SLOT_BOUNDS,
                        HEADER,
                    ]
                }
            }
            Self::Uvs => {
                const { &[edited(resource::UVS, "uvs"), row(resource::EXTRA, "extra", Update::IfWanted)] }
            }
            Self::Topology => {
                const {
                    &[
                        edited(resource::INDICES, "indices"),
                        edited(resource::BATCHES, "ranges"),
                        VERTEX_COUNTS,
                        SLOT_RANGES,
                        FACE_NORMALS,
                        NEIGHBOURS,
                        SLOT_BOUNDS,
                        HEADER,
                    ]
                }
            }
            Self::Assignment => {
                const {
                    &[
                        edited(resource::NODES, "slots"),
                        row(resource::SLOTS, "slots", Update::IfWanted),
                        HEADER,
                    ]
                }
            }
            Self::Names => {
                const { &[edited(resource::NAMES, "names"), edited(resource::LABELS, "labels")] }
            }
            Self::Hierarchy => const { &[edited(resource::NODES, "parent"), HEADER] },
            Self::Animation => {
                const {
                    &[
                        edited(resource::KEYS, "keys"),
                        edited(resource::MAP, "map"),
                        edited(resource::NODES, "map_start, fallback_key"),
                        HEADER,
                    ]
                }
            }
            Self::Slots => {
                const {
                    &[
                        edited(resource::SLOTS, "slots"),
                        edited(resource::NODES, "slots"),
                        edited(resource::BATCHES, "ranges"),
                        edited(resource::TRIANGLES, "triangles"),
                        HEADER,
                    ]
                }
            }
        }
    }
}

impl ModelDoc {
    /// Brings everything up to date that depends on a change: the rows of [`Change::affects`]
    /// that are computed. Fails, and changes nothing, where references lead nowhere.
    pub fn refresh(&mut self, change: Change) -> Result<()> {
        self.check_overlap()?;
        let mut fresh = self.clone();
        for dependency in change.affects() {
            if dependency.update == Update::Computed {
                fresh.compute(*dependency)?;
            }
        }
        *self = fresh;
        Ok(())
    }

    pub(super) fn compute(&mut self, dependency: Dependency) -> Result<()> {
        match dependency {
            HEADER => self.compute_header(),
            SLOT_BOUNDS => self.compute_slot_bounds(),
            SLOT_RANGES => self.compute_slot_ranges(),
            FACE_NORMALS => self.compute_face_normals(),
            NEIGHBOURS => self.compute_neighbours(),
            _ => self.compute_vertex_counts(),
        }
    }

    /// Fails where slots, batches or nodes cover the same geometry over and over. Sound models
    /// draw a triangle once or a few times; a hostile one would take hours, or all memory.
    pub(in crate::msh) fn check_overlap(&self) -> Result<()> {
        // Per batch what the batches before it cover.
        let mut before = vec![0u64];
        let mut sum = 0;
        for batch in self.batches.iter() {
            sum += u64::from(batch.index_count) + 1;
            before.push(sum);
        }
        let at = |batch: usize| before.get(batch).copied().unwrap_or(sum);
        let cost = |slot: &Slot| at(slot.batches().end).saturating_sub(at(slot.batches().start));
        let slots: u64 = self.slots.iter().map(cost).sum();
        let posed = self.nodes.iter().filter_map(|node| self.slots.get(node.slot(0, 0)?));
        let posed: u64 = posed.map(cost).sum();
        let records = self.indices.len() + self.batches.len() + self.slots.len();
        if sum.max(slots).max(posed) > 4 * records as u64 + 0x1_0000 {
            let why = "slots and batches cover the same triangles over and over";
            return Err(Error::usage("slots", why));
        }
        Ok(())
    }

    pub(in crate::msh) fn slot_record(&self, slot: usize) -> Result<Slot> {
        let count = self.slots.len();
        let record = self.slots.get(slot).copied();
        record.ok_or_else(|| Error::usage(format!("slots[{slot}]"), format!("there are {count}")))
    }

    /// A batch's triangles as vertex numbers, all of them vertices.
    pub(in crate::msh) fn batch_faces(&self, index: usize) -> Result<Vec<[u32; 3]>> {
        let wrong = |why: String| Err(Error::usage(format!("batches[{index}]"), why));
        let Some(batch) = self.batches.get(index) else {
            return wrong(format!("there are {}", self.batches.len()));
        };
        let start = usize::try_from(batch.index_start).unwrap_or(usize::MAX);
        let end = start.saturating_add(usize::from(batch.index_count));
        let Some(indices) = self.indices.get(start..end) else {
            return wrong(format!("its indices end at {end} of {}", self.indices.len()));
        };
        let vertices = self.positions.len() as u64;
        let last = indices.iter().max().map(|&most| u64::from(most) + u64::from(batch.base_vertex));
        if let Some(last) = last.filter(|&last| last >= vertices) {
            return wrong(format!("it uses vertex {last} of {vertices}"));
        }
        let (faces, _) = indices.as_chunks::<3>();
        let absolute = |index: u16| batch.base_vertex.saturating_add(u32::from(index));
        Ok(faces.iter().map(|face| face.map(absolute)).collect())
    }

    /// A slot's triangles as vertex numbers, in the order of their descriptors.
    pub(in crate::msh) fn slot_faces(&self, slot: &Slot) -> Result<Vec<[u32; 3]>> {
        let mut faces = Vec::with_capacity(usize::from(slot.triangle_count));
        for batch in slot.batches() {
            faces.extend(self.batch_faces(batch)?);
        }
        Ok(faces)
    }

    fn position(&self, vertex: u32) -> [f32; 3] {
        let vertex = usize::try_from(vertex).ok();
        vertex.and_then(|vertex| self.positions.get(vertex)).copied().unwrap_or_default()
    }

    fn compute_slot_bounds(&mut self) -> Result<()> {
        for index in 0..self.slots.len() {
            let slot = self.slot_record(index)?;
            let faces = self.slot_faces(&slot)?;
            let mut used: Vec<u32> = faces.iter().flatten().copied().collect();
            used.sort_unstable();
            used.dedup();
            let points: Vec<_> = used.into_iter().map(|vertex| self.position(vertex)).collect();
            let Some(aabb) = bounds::aabb(points.iter().copied()) else { continue };
            let area = faces.iter().map(|face| bounds::area(face.map(|v| self.position(v)))).sum();
            let (sphere, volume) = (bounds::sphere(&points), bounds::volume(&aabb));
            if let Some(place) = self.slots.get_mut(index) {
                *place = Slot { aabb, sphere, area, volume, ..slot };
            }
        }
        Ok(())
    }

    /// Descriptors follow the indices: one per three, each slot's from where its first batch is.
    fn compute_slot_ranges(&mut self) -> Result<()> {
        for index in 0..self.slots.len() {
            let slot = self.slot_record(index)?;
            let mut expected = None;
            let mut count = 0;
            for number in slot.batches() {
                self.batch_faces(number)?;
                let Some(batch) = self.batches.get(number) else { continue };
                let whole =
                    batch.index_start.is_multiple_of(3) && batch.index_count.is_multiple_of(3);
                if !whole || expected.is_some_and(|expected| expected != batch.index_start) {
                    let why = "its batches do not follow each other in whole triangles; \
                               a canonical rebuild puts them in order";
                    return Err(Error::usage(format!("slots[{index}]"), why));
                }
                expected = Some(batch.index_start.saturating_add(u32::from(batch.index_count)));
                count += batch.triangle_count();
            }
            let batch = self.batches.get(usize::from(slot.batch_start)).filter(|_| count > 0);
            let start = batch.map_or(0, |batch| batch.index_start / 3);
            let (Ok(start), Ok(count)) = (u16::try_from(start), u16::try_from(count)) else {
                return Err(super::build::too_many("triangles", self.indices.len() / 3));
            };
            if let Some(place) = self.slots.get_mut(index) {
                *place = Slot { triangle_start: start, triangle_count: count, ..slot };
            }
        }
        let count = self.indices.len() / 3;
        if let Some(triangles) = self.triangles.as_mut() {
            triangles.records.resize(count, Triangle::default());
        }
        Ok(())
    }

    fn compute_face_normals(&mut self) -> Result<()> {
        for index in 0..self.slots.len() {
            let slot = self.slot_record(index)?;
            let faces = self.slot_faces(&slot)?;
            let normals: Vec<_> = faces
                .iter()
                .map(|face| encode_triangle_normal(face.map(|vertex| self.position(vertex))))
                .collect();
            let Some(triangles) = self.triangles.as_mut() else { return Ok(()) };
            let range = triangles.get_mut(slot.triangles()).unwrap_or_default();
            for (triangle, normal) in range.iter_mut().zip(normals) {
                triangle.normal = normal;
            }
        }
        Ok(())
    }

    fn compute_neighbours(&mut self) -> Result<()> {
        for index in 0..self.slots.len() {
            let slot = self.slot_record(index)?;
            let faces = self.slot_faces(&slot)?;
            let Some(triangles) = self.triangles.as_mut() else { return Ok(()) };
            let range = triangles.get_mut(slot.triangles()).unwrap_or_default();
            link(&faces, &self.positions.records, slot.triangle_start, range);
        }
        Ok(())
    }

    fn compute_vertex_counts(&mut self) -> Result<()> {
        for index in 0..self.batches.len() {
            self.batch_faces(index)?;
            let Some(batch) = self.batches.records.get_mut(index) else { continue };
            let start = usize::try_from(batch.index_start).unwrap_or(usize::MAX);
            let end = start.saturating_add(usize::from(batch.index_count));
            let largest = self.indices.get(start..end).and_then(|indices| indices.iter().max());
            batch.vertex_count = largest.map_or(0, |&largest| largest.saturating_add(1));
        }
        Ok(())
    }

    fn compute_header(&mut self) -> Result<()> {
        let points = self.posed_points()?;
        if !points.is_empty() {
            self.header = bounds::header(&points);
        }
        Ok(())
    }

    /// Where the vertices of stage 0, level 0 are in the rest pose, cockpits left out.
    pub(in crate::msh) fn posed_points(&self) -> Result<Vec<[f32; 3]>> {
        let world = self.rest_pose();
        let mut points = Vec::new();
        for (node, world) in self.nodes.iter().zip(&world) {
            let Some(slot) = node.slot(0, 0).filter(|_| !node.flags.has(NodeFlags::COCKPIT)) else {
                continue;
            };
            let faces = self.slot_faces(&self.slot_record(slot)?)?;
            let mut used: Vec<u32> = faces.into_iter().flatten().collect();
            used.sort_unstable();
            used.dedup();
            points.extend(used.into_iter().map(|v| pose::transform(world, self.position(v))));
        }
        Ok(points)
    }

    /// Model-space matrices of all nodes in the rest pose. The root's translation is kept.
    pub fn rest_pose(&self) -> Vec<Matrix> {
        let parent = |node: usize| self.nodes.get(node).and_then(|node| node.parent());
        let local = |node: usize| {
            pose::matrix_of_key(&self.rest_key(node).unwrap_or_default(), QuaternionOrder::Wxyz)
        };
        pose::world_matrices(self.nodes.len(), parent, local)
    }

    fn rest_key(&self, node: usize) -> Option<Key> {
        let node = self.nodes.get(node)?;
        let keys = self.keys.as_ref()?;
        let first = self.map.as_ref().and_then(|map| map.get(usize::from(node.map_start)));
        let first = first.filter(|&&key| node.is_animated() && key < node.fallback_key);
        keys.get(usize::from(*first.unwrap_or(&node.fallback_key))).copied()
    }
}

/// Links the descriptors of triangles that share an edge, both ways, with their twin codes; every
/// other edge is opened.
///
/// `faces` are vertex numbers, `positions` where the vertices are. `first` is the number of the
/// first descriptor. Triangles that share both vertices are linked first, then those whose
/// vertices are doubled along a seam and lie at the same place.
pub fn link(faces: &[[u32; 3]], positions: &[[f32; 3]], first: u16, triangles: &mut [Triangle]) {
    adjacency::link(faces, positions, first, triangles);
}
