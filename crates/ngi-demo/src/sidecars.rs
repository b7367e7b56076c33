//! What lies beside each model: control points, what its nodes bear, its controller, and where a
//! building stands. All of it follows from the nodes of the model and their names.

use ngi_formats::bas::{BaseBuf, RingBuf};
use ngi_formats::cpt::{Place, PointBuf, PointsBuf};
use ngi_formats::fxid::Reference;
use ngi_formats::msh::{Blueprint, Model, PlainNode};
use ngi_formats::ndp::{NodeFlags, NodeLife, NodesBuf};
use ngi_formats::nres::NewEntry;
use ngi_formats::objects::ObjectKind;
use ngi_formats::{Error, FixedStr, Result};

use crate::controllers;
use crate::models::{self, Dressed};

/// Rounds that have control points.
const ROUNDS_WITH_POINTS: u32 = 6;

/// Whether a model of a kind has control points: parts that are never drawn have none, and rounds
/// hardly ever.
pub fn has_points(kind: ObjectKind, number: u32) -> bool {
    match kind {
        ObjectKind::INTERNAL => false,
        ObjectKind::BULLET => number <= ROUNDS_WITH_POINTS,
        _ => true,
    }
}

/// How many sidecars a model has.
pub fn count(kind: ObjectKind, number: u32) -> usize {
    2 + usize::from(has_points(kind, number)) + usize::from(kind == ObjectKind::FORT)
}

/// A sidecar as an entry of an archive. The attributes 0, 0, 1 are a guess.
fn entry(
    letters: &[u8; 4],
    stem: &str,
    suffix: &str,
    bytes: Vec<u8>,
) -> Result<(NewEntry, Vec<u8>)> {
    Ok((NewEntry::new(*letters, format!("{stem}{suffix}"))?.attributes(0, 0, 1), bytes))
}

/// What the nodes of a model bear, under a name.
pub fn nodes_entry(stem: &str, plan: &Blueprint, kind: ObjectKind) -> Result<(NewEntry, Vec<u8>)> {
    entry(b"NDPR", stem, ".ndp", nodes(plan, kind)?.write()?)
}

/// The controller of a model, under a name.
pub fn control_entry(
    stem: &str,
    plan: &Blueprint,
    kind: ObjectKind,
    number: u32,
) -> Result<(NewEntry, Vec<u8>)> {
    entry(b"CTLD", stem, ".ctl", controllers::of(plan, kind, number)?.write()?)
}

/// The sidecars of a model, as entries of its archive.
pub fn entries(model: &Dressed, kind: ObjectKind, number: u32) -> Result<Vec<(NewEntry, Vec<u8>)>> {
    let Dressed { stem, plan, .. } = model;
    let mut made = Vec::new();
    if has_points(kind, number) {
        made.push(entry(b"CTPT", stem, ".cpt", points(plan)?.write()?)?);
    }
    made.push(nodes_entry(stem, plan, kind)?);
    made.push(control_entry(stem, plan, kind, number)?);
    if kind == ObjectKind::FORT {
        made.push(entry(b"BASE", stem, ".bas", base(stem, plan)?.write()?)?);
    }
    Ok(made)
}

/// What a control point on a node is called and where it looks: on the ground up, else forward.
fn point_of(node: &PlainNode) -> (&str, [f32; 3]) {
    let (up, forward) = ([0.0, 0.0, 1.0], [0.0, 1.0, 0.0]);
    match std::str::from_utf8(&node.name).unwrap_or("point") {
        "foot_l" => ("LeftFoot", up),
        "foot_r" => ("RightFoot", up),
        "dome" => ("TurretDirect", forward),
        "gun" => ("Fire", forward),
        "CP_m1o1" => ("CameraCenter", forward),
        "tree" | "bush" | "stone" | "root" | "o_shell" => ("Placement", up),
        other => (other, forward),
    }
}

/// A control point on each node: the number of a point is that of its node.
fn points(plan: &Blueprint) -> Result<PointsBuf> {
    let point = |(index, node): (usize, &PlainNode)| -> Result<PointBuf> {
        let (name, vector) = point_of(node);
        let node = i32::try_from(index).map_err(|_| Error::usage("nodes", "too many"))?;
        let place = Place { node, carrier: node, vector, ..Place::default() };
        Ok(PointBuf { place, name: FixedStr::new(name.as_bytes())? })
    };
    Ok(PointsBuf::of(plan.nodes.iter().enumerate().map(point).collect::<Result<_>>()?))
}

/// What the nodes bear: trees little, buildings much, and walkers have legs to lose.
fn nodes(plan: &Blueprint, kind: ObjectKind) -> Result<NodesBuf> {
    let (hit_points, density, blast) = match kind {
        ObjectKind::STATIC => (250.0, 40.0, "small"),
        ObjectKind::FORT => (80_000.0, 2.5, "large"),
        ObjectKind::BATTLE => (600.0, 120.0, "medium"),
        _ => (120.0, 90.0, "small"),
    };
    let explosion = Reference::new(b"weapon.rlb", format!("blast_{blast}.exp").as_bytes())?;
    let life = |node: &PlainNode| {
        let flags = match node.name.as_slice() {
            _ if kind == ObjectKind::STATIC => NodeFlags::BIT_0,
            b"foot_l" => NodeFlags::LEFT_GEAR,
            b"foot_r" => NodeFlags::RIGHT_GEAR,
            _ => NodeFlags(0),
        };
        // What has no geometry is in nobody's way.
        let is_seen = node.meshes.iter().any(Option::is_some);
        let explosion = if is_seen { explosion } else { Reference::default() };
        NodeLife { flags, hit_points, density, explosion }
    };
    Ok(NodesBuf::of(plan.nodes.iter().map(life).collect()))
}

/// Where a building stands: the ground is cut out along its foot, and anew two metres around it.
fn base(stem: &str, plan: &Blueprint) -> Result<BaseBuf> {
    let [x, y] = models::foot(stem);
    let ring = |more: f32| {
        let (x, y) = (x + more, y + more);
        [[-x, -y, 0.0], [x, -y, 0.0], [x, y, 0.0], [-x, y, 0.0]].to_vec()
    };
    let bytes = plan.build()?.write()?;
    let model = Model::read(&bytes)?;
    let (mut triangles, mut corners) = (Vec::new(), Vec::new());
    for corner in ring(0.0) {
        let (triangle, corner) = traced(&model, corner)
            .ok_or_else(|| Error::usage("base", "no triangle has a corner of the foot"))?;
        triangles.push(triangle);
        corners.push(corner);
    }
    let inner = RingBuf::closed(ring(0.0))?.traced(triangles, corners)?;
    Ok(BaseBuf { inner: vec![inner], outer: vec![RingBuf::closed(ring(2.0))?], tail: Vec::new() })
}

/// The triangle of node 0, and its corner, that is at a point.
fn traced(model: &Model<'_>, point: [f32; 3]) -> Option<(u32, u32)> {
    let slot = model.slot(0, 0, 0)?;
    let first = model.slot_triangles(&slot).start;
    let faces = model.slot_batches(&slot).flat_map(|(batch, _)| model.batch_faces(batch));
    for (place, face) in faces.enumerate() {
        let is_there = |vertex: &usize| model.positions.get(*vertex) == Some(point);
        if let Some(corner) = face.iter().position(is_there) {
            return Some((u32::try_from(first + place).ok()?, u32::try_from(corner).ok()?));
        }
    }
    None
}
