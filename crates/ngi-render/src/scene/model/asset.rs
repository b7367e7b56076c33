//! A model taken apart for drawing: everything a frame needs, without following the file again.

use std::ops::Range;

use glam::{Vec3, Vec3A};
use ngi_engine::model::portals::Rooms;
use ngi_engine::model::slots::level_of;
use ngi_engine::model::{Moment, RootTranslation, Skeleton, Transform};
use ngi_formats::msh::{BatchWord, Header, LEVELS, Model, NodeFlags, STAGES, Triangle};
use ngi_formats::{Findings, Mode, text};

use crate::Bounds;
use crate::frame::{LogLine, MeshData, Vertex};
use crate::numbers::to_u32;

/// A node of a model.
#[derive(Debug, Clone)]
pub struct Node {
    /// What to call it.
    pub name: String,
    /// The label of its socket; empty for none.
    pub label: String,
    /// Its flags.
    pub flags: NodeFlags,
    /// Its parent.
    pub parent: Option<usize>,
    /// How many damage stages it has, at least 1.
    pub stages: usize,
    /// Level and slot that are drawn by stage and level asked for, see
    /// [`level_of`](ngi_engine::model::slots::level_of).
    shown: [[Option<(u8, u16)>; LEVELS]; STAGES],
}

impl Node {
    /// The level and the slot that are drawn for a stage and a level.
    pub fn shown(&self, stage: usize, level: usize) -> Option<(usize, usize)> {
        let (level, slot) = (*self.shown.get(stage)?.get(level)?)?;
        Some((level.into(), slot.into()))
    }
}

/// The geometry of a node at one stage and level.
#[derive(Debug, Clone)]
pub struct Slot {
    /// The file's box, in the node's space.
    pub aabb: ngi_formats::msh::Aabb,
    /// The file's sphere, in the node's space.
    pub sphere: ngi_formats::msh::Sphere,
    /// Its batches: places in [`ModelAsset::batches`], each with the number of its first triangle.
    pub batches: Vec<(usize, usize)>,
}

/// What is drawn in one go.
#[derive(Debug, Clone)]
pub struct Batch {
    /// Its flags.
    pub word: BatchWord,
    /// Row of the wear.
    pub material: u8,
    /// Its lightmap.
    pub lightmap: Option<u8>,
    /// Its triangles in the mesh.
    pub indices: Range<u32>,
    /// The middle of its corners, in the node's space.
    pub center: Vec3A,
    /// Its first corner, in the node's space: what a portal's distance is measured to.
    pub first: Vec3A,
}

/// A model taken apart.
#[derive(Debug, Clone)]
pub struct ModelAsset {
    /// The name of its file.
    pub name: String,
    /// The model's own bounds.
    pub header: Header,
    /// Its nodes.
    pub nodes: Vec<Node>,
    /// Its slots.
    pub slots: Vec<Slot>,
    /// Its batches.
    pub batches: Vec<Batch>,
    /// Its triangle descriptors.
    pub triangles: Vec<Triangle>,
    /// All geometry.
    pub mesh: MeshData,
    /// What poses it.
    pub skeleton: Skeleton,
    /// What was wrong with it.
    pub log: Vec<LogLine>,
    /// How it stands, where it does not play its animation: `model_from_node`.
    pub standing: Option<Vec<Transform>>,
    /// Whether it is mounted on another: its first node is never drawn then.
    pub is_mounted: bool,
    /// Its rooms at each damage stage; none where it has no rooms.
    rooms: Vec<Rooms>,
    bounds: Bounds,
}

/// The most batches all slots together may name. A broken model may name all its batches from all
/// its slots.
const MOST_NAMED: usize = 1 << 20;

impl ModelAsset {
    /// Takes a model apart. What of it is broken is left out, with a line in the log.
    pub fn read(name: &str, bytes: &[u8]) -> Result<Self, ngi_formats::Error> {
        let mut findings = Findings::new(Mode::Tolerant, false);
        let model = Model::read_tolerant(bytes, &mut findings)?;
        let broken = findings.list().iter().map(|found| found.to_error().to_string());
        let mut log: Vec<LogLine> = broken.map(LogLine::Note).collect();
        let mut mesh = MeshData { vertices: vertices(&model), indices: Vec::new() };
        let batches =
            (0..model.batches.len()).filter_map(|index| batch(&model, index, &mut mesh)).collect();
        let slots = slots(&model, &mut log);
        if model.legacy_nodes.is_some() {
            let why = "its node records have 24 bytes, which nobody can read; nothing is drawn";
            log.push(LogLine::Note(format!("{name}: {why}")));
        }
        let mut asset = Self {
            name: name.to_owned(),
            header: model.header,
            nodes: nodes(&model),
            slots,
            batches,
            triangles: model.triangles.map(|all| all.to_vec()).unwrap_or_default(),
            mesh,
            skeleton: Skeleton::new(&model),
            log,
            standing: None,
            is_mounted: false,
            rooms: rooms(&model),
            bounds: Bounds::EMPTY,
        };
        asset.bounds = asset.measure();
        Ok(asset)
    }

    /// The same model, standing still: as a part of something larger where it is mounted.
    #[must_use]
    pub fn standing(mut self, pose: &[Transform], is_mounted: bool) -> Self {
        self.standing = (pose.len() == self.skeleton.len()).then(|| pose.to_vec());
        self.is_mounted = is_mounted;
        self.bounds = self.measure();
        self
    }

    /// The box around what is drawn of it at rest. The file's own box may be anything.
    pub fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// Frames of its animation; 1 and less for a model that does not move.
    pub fn frames(&self) -> u32 {
        self.skeleton.frame_count()
    }

    /// Its nodes at rest, the root where the engine draws it; as it stands where it does.
    pub fn rest_pose(&self) -> Vec<Transform> {
        if let Some(standing) = &self.standing {
            return standing.clone();
        }
        let mut pose = vec![Transform::IDENTITY; self.skeleton.len()];
        // The buffer fits, so this cannot fail.
        let _ = self.skeleton.pose(Moment::Rest, RootTranslation::Clear, &mut pose);
        pose
    }

    /// How many damage stages there are to see.
    pub fn stages(&self) -> usize {
        self.nodes.iter().map(|node| node.stages).max().unwrap_or(1)
    }

    /// How many levels there are to see, the first-person one included: the last that any node
    /// has, and one more.
    pub fn levels(&self) -> usize {
        let last = |node: &Node| {
            let own = (0..LEVELS)
                .rev()
                .find(|&level| node.shown(0, level).is_some_and(|(shown, _)| shown == level));
            own.map_or(0, |level| level + 1)
        };
        self.nodes.iter().map(last).max().unwrap_or(0)
    }

    /// Whether it has rooms.
    pub fn has_interior(&self) -> bool {
        self.nodes.iter().any(|node| node.flags.has(NodeFlags::INTERIOR))
    }

    /// Its rooms at a damage stage; `None` where it has none.
    pub fn rooms(&self, stage: usize) -> Option<&Rooms> {
        self.rooms.get(stage)
    }

    fn measure(&self) -> Bounds {
        let pose = self.rest_pose();
        let mut bounds = Bounds::EMPTY;
        for (node, model_from_node) in self.nodes.iter().zip(&pose) {
            self.node_corners(node, |corner| {
                bounds.add(model_from_node.transform_point3(corner).to_array());
            });
        }
        if bounds.is_empty() { self.header_bounds() } else { bounds }
    }

    /// Points around everything it shows, at rest and while it moves: few, but enough to frame it.
    /// With `cut_away` only its rooms count, if it has some.
    pub fn outline(&self, cut_away: bool) -> Vec<Vec3> {
        const MOMENTS: u16 = 8;
        let rooms = cut_away && self.has_interior();
        let counts = |node: &Node| !rooms || node.flags.has(NodeFlags::INTERIOR);
        let extremes = |node| if counts(node) { self.extremes(node) } else { Vec::new() };
        let locals: Vec<Vec<Vec3>> = self.nodes.iter().map(extremes).collect();
        let mut pose = self.rest_pose();
        let mut points = Vec::new();
        let last = crate::numbers::to_f32(self.frames().saturating_sub(1));
        for moment in 0..=MOMENTS {
            for (local, model_from_node) in locals.iter().zip(&pose) {
                points.extend(local.iter().map(|&at| model_from_node.transform_point3(at)));
            }
            if last <= 0.0 {
                break;
            }
            let at = Moment::At(last * f32::from(moment) / f32::from(MOMENTS));
            // The buffer fits and the time counts, so this cannot fail.
            let _ = self.skeleton.pose(at, RootTranslation::Clear, &mut pose);
        }
        points.retain(|point| point.is_finite());
        if points.is_empty() { self.bounds.or_unit().corners().to_vec() } else { points }
    }

    /// The corners of a node that lie farthest out, in its own space.
    fn extremes(&self, node: &Node) -> Vec<Vec3> {
        // All ways along axes, and halfway between two or three of them.
        let ways: Vec<Vec3> = (0..27u8)
            .map(|at| [at % 3, at / 3 % 3, at / 9].map(|part| f32::from(part) - 1.0))
            .map(Vec3::from_array)
            .filter(|way| *way != Vec3::ZERO)
            .collect();
        let mut found: Vec<Option<(f32, Vec3)>> = vec![None; ways.len()];
        self.node_corners(node, |corner| {
            for (way, best) in ways.iter().zip(&mut found) {
                let reach = way.dot(corner);
                if best.is_none_or(|(so_far, _)| reach > so_far) {
                    *best = Some((reach, corner));
                }
            }
        });
        found.into_iter().flatten().map(|(_, corner)| corner).collect()
    }

    /// Calls `visit` with every corner of what a node shows while it is whole, in its own space.
    fn node_corners(&self, node: &Node, mut visit: impl FnMut(Vec3)) {
        let shown = node.shown(0, 0).or_else(|| node.shown(0, LEVELS - 1));
        let Some((_, slot)) = shown.filter(|_| !node.flags.has(NodeFlags::COCKPIT)) else { return };
        let batches = self.slots.get(slot).map(|slot| slot.batches.as_slice());
        for &(batch, _) in batches.unwrap_or_default().iter().take(MOST_NAMED) {
            self.batch_corners(batch, &mut visit);
        }
    }

    /// The file's own box.
    pub fn header_bounds(&self) -> Bounds {
        Bounds::of(self.header.corners)
    }

    /// Calls `visit` with every corner of a batch, in the node's space.
    fn batch_corners(&self, batch: usize, mut visit: impl FnMut(Vec3)) {
        let Some(batch) = self.batches.get(batch) else { return };
        let range = crate::numbers::to_usize(batch.indices.start)
            ..crate::numbers::to_usize(batch.indices.end);
        for &index in self.mesh.indices.get(range).unwrap_or_default() {
            if let Some(vertex) = self.mesh.vertices.get(crate::numbers::to_usize(index)) {
                visit(Vec3::from_array(vertex.position));
            }
        }
    }
}

fn vertices(model: &Model<'_>) -> Vec<Vertex> {
    let mut vertices = Vec::with_capacity(model.positions.len());
    for (index, position) in model.positions.iter().enumerate() {
        let normal = model.normals.and_then(|all| all.get(index)).unwrap_or_default();
        let [x, y, z] = normal.xyz;
        let uv = model.uvs.and_then(|all| all.get(index)).unwrap_or_default();
        let uv1 = model.lightmap_uvs.and_then(|all| all.get(index)).unwrap_or_default();
        // A corner that is nowhere would take its triangle all over the picture.
        let finite = position.iter().all(|number| number.is_finite());
        vertices.push(Vertex {
            position: if finite { position } else { [0.0; 3] },
            normal: [x, y, z, 0],
            uv: uv.decode(),
            uv1: uv1.decode(),
            colour: [255; 4],
        });
    }
    vertices
}

/// A batch, its triangles added to the mesh. One that is broken has none.
fn batch(model: &Model<'_>, index: usize, mesh: &mut MeshData) -> Option<Batch> {
    let record = model.batches.get(index)?;
    let start = mesh.indices.len();
    mesh.indices.extend(model.batch_faces(index).flatten().map(to_u32));
    let corner = |vertex: &u32| {
        let vertex = mesh.vertices.get(crate::numbers::to_usize(*vertex))?;
        Some(Vec3A::from_array(vertex.position))
    };
    let corners = mesh.indices.get(start..).unwrap_or_default().iter().filter_map(corner);
    let first = corners.clone().next().unwrap_or(Vec3A::ZERO);
    let (low, high) =
        corners.fold((first, first), |(low, high), corner| (low.min(corner), high.max(corner)));
    Some(Batch {
        word: record.word,
        material: record.material,
        lightmap: record.lightmap(),
        indices: to_u32(start)..to_u32(mesh.indices.len()),
        center: (low + high) * 0.5,
        first,
    })
}

fn slots(model: &Model<'_>, log: &mut Vec<LogLine>) -> Vec<Slot> {
    let mut named = 0usize;
    let mut slots = Vec::with_capacity(model.slots.len());
    for slot in model.slots.iter() {
        let range = slot.batches();
        let mut batches = Vec::new();
        if range.end <= model.batches.len() && named <= MOST_NAMED {
            named += range.len();
            let mut triangle = usize::from(slot.triangle_start);
            for index in range {
                batches.push((index, triangle));
                let count = model.batches.get(index).map_or(0, |batch| batch.triangle_count());
                triangle = triangle.saturating_add(count);
            }
        }
        slots.push(Slot { aabb: slot.aabb, sphere: slot.sphere, batches });
    }
    if named > MOST_NAMED {
        log.push(LogLine::Note(format!(
            "the slots name more than {MOST_NAMED} batches; the rest is left out"
        )));
    }
    slots
}

fn rooms(model: &Model<'_>) -> Vec<Rooms> {
    let last = |node: usize| model.nodes.get(node).map_or(0, |node| node.stage_count() - 1);
    let at_stage = |stage: usize| Rooms::new(model, |node| stage.min(last(node)), |_| true);
    let rooms: Vec<Rooms> = (0..STAGES).map(at_stage).collect();
    if rooms.iter().all(Rooms::is_empty) { Vec::new() } else { rooms }
}

fn nodes(model: &Model<'_>) -> Vec<Node> {
    let mut labels = model.labels.map(|labels| labels.iter());
    let node = |(index, record): (usize, ngi_formats::msh::Node)| {
        let label = labels.as_mut().and_then(Iterator::next);
        let label = label.map(|label| text::decode(text::until_nul(label.text)));
        let stages = record.stage_count();
        let shown = std::array::from_fn(|stage| {
            std::array::from_fn(|level| {
                let (level, slot) = level_of(model, index, stage.min(stages - 1), level)?;
                Some((u8::try_from(level).ok()?, u16::try_from(slot).ok()?))
            })
        });
        let name = model.names.and_then(|names| names.get(index));
        let name = name.map(|name| text::decode(name.name())).filter(|name| !name.is_empty());
        let label = label.unwrap_or_default();
        let fallback = || if label.is_empty() { format!("node_{index}") } else { label.clone() };
        Node {
            name: name.unwrap_or_else(fallback),
            flags: record.flags,
            parent: model.parent(index),
            stages,
            shown,
            label,
        }
    };
    model.nodes.iter().enumerate().map(node).collect()
}
