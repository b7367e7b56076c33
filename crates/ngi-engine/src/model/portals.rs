//! Portals of buildings: which rooms are seen, and how solid their doorways are.
//!
//! A building is made of cells: rooms (flags 0x4 and 0x1) and the outside (0x4 alone; the first
//! node always). A batch with bit 8 is a portal: a quad in a doorway that names the node of the
//! room beyond.

use std::collections::VecDeque;

use glam::Vec3A;
use ngi_formats::msh::{Aabb, BatchWord, Model, NodeFlags, Sphere};

use super::draw::MOST_ITEMS;
use super::{Frustum, Instance, Transform, bounds};

/// What a portal shows from afar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PortalKind {
    /// A gate: solid from afar, and then nothing beyond it is drawn.
    Gate,
    /// A sign (bit 0x10): fades in with distance.
    Sign,
    /// Never seen itself (bit 0x40).
    Unseen,
}

impl PortalKind {
    /// The kind of a batch; `None` for one that is no portal.
    pub fn of(word: BatchWord) -> Option<Self> {
        if !word.has(BatchWord::PORTAL) {
            None
        } else if word.has(BatchWord::PORTAL_UNSEEN) {
            Some(Self::Unseen)
        } else if word.has(BatchWord::PORTAL_SIGN) {
            Some(Self::Sign)
        } else {
            Some(Self::Gate)
        }
    }

    /// How solid a portal is, 0..=1, seen from a distance under a horizontal field of view in
    /// radians. It takes the place of the material's ambient alpha.
    ///
    /// Gates: 0 up to 1.3 · 75 / fov, 1 from 1.3 · 95 / fov on. Signs: the same on the square
    /// root of the distance, 2.6 / fov and 7.8 / fov. That it rises in a straight line between
    /// the two is a guess.
    pub fn alpha(self, distance: f32, fov: f32) -> f32 {
        let (value, none, full) = match self {
            Self::Gate => (distance, 1.3 * 75.0 / fov, 1.3 * 95.0 / fov),
            Self::Sign => (distance.sqrt(), 2.6 / fov, 7.8 / fov),
            Self::Unseen => return 0.0,
        };
        let alpha = (value - none) / (full - none);
        if alpha.is_nan() { 0.0 } else { alpha.clamp(0.0, 1.0) }
    }
}

/// Where a building is looked at from.
#[derive(Debug, Clone, Copy)]
pub struct Eye<'a> {
    /// The eye in the world.
    pub position: [f32; 3],
    /// Horizontal field of view in radians.
    pub fov: f32,
    /// The camera; `None` looks everywhere at once.
    pub frustum: Option<&'a Frustum>,
}

/// A portal that is seen.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PortalView {
    /// The node it belongs to.
    pub node: usize,
    /// The batch.
    pub batch: usize,
    /// The node of the room beyond.
    pub beyond: Option<usize>,
    /// What it is.
    pub kind: PortalKind,
    /// From the eye to its first vertex.
    pub distance: f32,
    /// How solid it is.
    pub alpha: f32,
    /// Whether what is beyond is drawn.
    pub open: bool,
}

/// What is seen of a building.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Visible {
    /// Nodes to draw, in node order.
    pub nodes: Vec<usize>,
    /// The cells they belong to, in the order they were reached.
    pub cells: Vec<usize>,
    /// Portals of those cells that are in view.
    pub portals: Vec<PortalView>,
    /// Whether the eye is in a room.
    pub inside: bool,
}

/// Works out what of an object is seen through its portals. Of one without rooms: everything.
///
/// An eye outside the model's sphere starts from the outside cells, one inside from the rooms that
/// hold it; from there on through every portal that is drawn and open.
pub fn visible(
    model: &Model<'_>,
    instance: &Instance,
    pose: &[Transform],
    world_from_model: &Transform,
    eye: &Eye<'_>,
) -> Visible {
    let stage = |node: usize| instance.node(node).map_or(0, |node| node.drawn_stage());
    let is_drawn = |node: usize| instance.node(node).is_some_and(|node| node.is_drawn());
    let rooms = Rooms::new(model, stage, is_drawn);
    let mut seen = Visible::default();
    rooms.see(pose, world_from_model, eye, &mut Walk::default(), &mut seen);
    seen
}

/// The rooms of a model at a damage stage and the portals between them, without its file: for
/// whoever asks in every frame what is seen.
#[derive(Debug, Clone)]
pub struct Rooms {
    cells: Cells,
    sphere: Sphere,
    /// The box of each node that is a room; `None` for all others.
    boxes: Vec<Option<Aabb>>,
    /// In the order of nodes.
    portals: Vec<Portal>,
}

/// A portal in the space of its node.
#[derive(Debug, Clone)]
struct Portal {
    node: usize,
    batch: usize,
    beyond: Option<usize>,
    kind: PortalKind,
    corners: Vec<Vec3A>,
}

/// Memory that is used again while rooms are walked through.
#[derive(Debug, Clone, Default)]
pub struct Walk {
    reached: Vec<bool>,
    queue: VecDeque<usize>,
    corners: Vec<Vec3A>,
}

impl Rooms {
    /// The rooms of a model whose nodes show these stages, where they are drawn at all.
    pub fn new(
        model: &Model<'_>,
        stage: impl Fn(usize) -> usize,
        is_drawn: impl Fn(usize) -> bool,
    ) -> Self {
        let is_room = |node: usize| {
            let flags = model.nodes.get(node).map(|node| node.flags);
            node != 0 && flags.is_some_and(|flags| flags.has(NodeFlags::CELL | NodeFlags::INTERIOR))
        };
        let boxed = |node: usize| {
            // A room without geometry holds nobody.
            let none = Aabb { min: [f32::NAN; 3], max: [f32::NAN; 3] };
            let slot = model.slot(node, stage(node), 0);
            is_room(node).then(|| slot.map_or(none, |slot| slot.aabb))
        };
        let mut portals = Vec::new();
        let mut budget = MOST_ITEMS;
        for node in (0..model.nodes.len()).filter(|node| is_drawn(*node)) {
            let Some(slot) = model.slot(node, stage(node), 0) else { continue };
            let Some(left) = budget.checked_sub(usize::from(slot.batch_count)) else { continue };
            budget = left;
            for (batch, record) in model.slot_batches(&slot) {
                let Some(kind) = PortalKind::of(record.word) else { continue };
                let beyond = record.portal().filter(|&beyond| beyond < model.nodes.len());
                let corners = corners(model, batch);
                portals.push(Portal { node, batch, beyond, kind, corners });
            }
        }
        Self {
            cells: Cells::new(model),
            sphere: model.header.sphere,
            boxes: (0..model.nodes.len()).map(boxed).collect(),
            portals,
        }
    }

    /// Whether there are any: all of a model without rooms is always seen.
    pub fn is_empty(&self) -> bool {
        self.boxes.iter().all(Option::is_none)
    }

    /// Works out what is seen through the portals.
    pub fn see(
        &self,
        pose: &[Transform],
        world_from_model: &Transform,
        eye: &Eye<'_>,
        walk: &mut Walk,
        seen: &mut Visible,
    ) {
        let Visible { nodes, cells, portals, inside } = seen;
        nodes.clear();
        cells.clear();
        portals.clear();
        let walker = Walker { rooms: self, pose, world_from_model, eye };
        let Walk { reached, queue, corners } = walk;
        queue.clear();
        *inside = walker.start(queue);
        reached.clear();
        reached.resize(self.boxes.len(), false);
        while let Some(cell) = queue.pop_front() {
            let Some(place) = reached.get_mut(cell) else { continue };
            if std::mem::replace(place, true) {
                continue;
            }
            cells.push(cell);
            for node in self.cells.members(cell) {
                nodes.push(node);
                walker.portals(node, corners, |portal| {
                    let beyond = portal.beyond.and_then(|node| self.cells.of(node));
                    queue.extend(beyond.filter(|_| portal.open));
                    portals.push(portal);
                });
            }
        }
        nodes.sort_unstable();
    }
}

/// Corners of a portal in the space of its node. A portal is a quad; of a larger one all that
/// counts is that it is not hidden by mistake, so its hull may be left out.
fn corners(model: &Model<'_>, batch: usize) -> Vec<Vec3A> {
    const MOST: usize = 64;
    let faces = model.batch_faces(batch);
    let all = faces.len() <= MOST;
    let point = |vertex| model.positions.get(vertex).map(Vec3A::from_array);
    let corners = faces.take(MOST).flatten().filter_map(point);
    // A point that is not a number is on no side of a plane, so the hull is never hidden.
    let unknown = (!all).then_some(Vec3A::NAN);
    corners.chain(unknown).collect()
}

/// The cell of every node, and the nodes of every cell.
#[derive(Debug, Clone, Default)]
struct Cells {
    cells: Vec<usize>,
    /// Pairs of cell and node, in order.
    members: Vec<(usize, usize)>,
}

impl Cells {
    fn new(model: &Model<'_>) -> Self {
        let count = model.nodes.len();
        let is_cell = |node: usize| {
            node == 0 || model.nodes.get(node).is_some_and(|n| n.flags.has(NodeFlags::CELL))
        };
        let mut cells = vec![None; count];
        let mut chain = Vec::new();
        for start in 0..count {
            let mut at = Some(start);
            let cell = loop {
                match at {
                    Some(node) if is_cell(node) => break node,
                    Some(node) => match cells.get(node).copied().flatten() {
                        Some(cell) => break cell,
                        None => chain.push(node),
                    },
                    None => break stray_cell(),
                }
                at = at.and_then(|node| model.parent(node));
            };
            for node in chain.drain(..).chain([start]) {
                if let Some(place) = cells.get_mut(node).filter(|place| place.is_none()) {
                    *place = Some(if is_cell(node) { node } else { cell });
                }
            }
        }
        let cells: Vec<usize> = cells.into_iter().map(|cell| cell.unwrap_or(0)).collect();
        let mut members: Vec<_> = cells.iter().copied().zip(0..).collect();
        members.sort_unstable();
        Self { cells, members }
    }

    fn of(&self, node: usize) -> Option<usize> {
        self.cells.get(node).copied()
    }

    fn members(&self, cell: usize) -> impl Iterator<Item = usize> + '_ {
        let start = self.members.partition_point(|&(other, _)| other < cell);
        let rest = self.members.get(start..).unwrap_or_default();
        rest.iter().take_while(move |&&(other, _)| other == cell).map(|&(_, node)| node)
    }

    /// The cells themselves, each once.
    fn all(&self) -> impl Iterator<Item = usize> + '_ {
        self.members.chunk_by(|a, b| a.0 == b.0).filter_map(|run| run.first().map(|pair| pair.0))
    }
}

/// The cell of a node that hangs below none: the outside. *Stand-in*.
fn stray_cell() -> usize {
    0
}

struct Walker<'a> {
    rooms: &'a Rooms,
    pose: &'a [Transform],
    world_from_model: &'a Transform,
    eye: &'a Eye<'a>,
}

impl Walker<'_> {
    fn is_room(&self, node: usize) -> bool {
        self.rooms.boxes.get(node).is_some_and(Option::is_some)
    }

    /// Puts the cells to start from into the queue; whether they are rooms the eye is in. An eye
    /// that is near the building but in none of its rooms starts outside: *stand-in*.
    fn start(&self, queue: &mut VecDeque<usize>) -> bool {
        let cells = &self.rooms.cells;
        let (center, radius) = bounds::world_sphere(self.world_from_model, &self.rooms.sphere);
        let eye = Vec3A::from_array(self.eye.position);
        if eye.distance(center) <= radius {
            queue.extend(cells.all().filter(|&cell| self.is_room(cell) && self.holds(cell, eye)));
        }
        let inside = !queue.is_empty();
        if !inside {
            queue.extend(cells.all().filter(|&cell| !self.is_room(cell)));
        }
        inside
    }

    /// Whether a room's box holds the eye. That boxes decide is a guess.
    fn holds(&self, node: usize, eye: Vec3A) -> bool {
        let Some(aabb) = self.rooms.boxes.get(node).copied().flatten() else { return false };
        let Some(model_from_node) = self.pose.get(node) else { return false };
        let node_from_world = (*self.world_from_model * *model_from_node).inverse();
        let eye = node_from_world.transform_point3a(eye);
        let (min, max) = (Vec3A::from_array(aabb.min), Vec3A::from_array(aabb.max));
        eye.cmpge(min).all() && eye.cmple(max).all()
    }

    /// The portals of a node that are in view.
    fn portals(&self, node: usize, corners: &mut Vec<Vec3A>, mut found: impl FnMut(PortalView)) {
        let all = &self.rooms.portals;
        let first = all.partition_point(|portal| portal.node < node);
        let own = all.get(first..).unwrap_or_default();
        let Some(model_from_node) = self.pose.get(node) else { return };
        let world_from_node = *self.world_from_model * *model_from_node;
        for portal in own.iter().take_while(|portal| portal.node == node) {
            let Portal { batch, beyond, kind, .. } = *portal;
            corners.clear();
            corners.extend(portal.corners.iter().map(|at| world_from_node.transform_point3a(*at)));
            let Some(first) = corners.first() else { continue };
            if self.eye.frustum.is_some_and(|frustum| !frustum.sees_hull(corners)) {
                continue;
            }
            let distance = first.distance(Vec3A::from_array(self.eye.position));
            let alpha = kind.alpha(distance, self.eye.fov);
            let open = kind != PortalKind::Gate || alpha < 1.0;
            found(PortalView { node, batch, beyond, kind, distance, alpha, open });
        }
    }
}
