//! Rules that need the triangles themselves: one walk over slots, batches and indices.

use super::budget::{Budget, overlap};
use super::codes;
use crate::Findings;
use crate::geometry::bounds::{self, Growing};
use crate::geometry::vector::distance_squared;
use crate::geometry::{Aabb, NONE};
use crate::msh::pose::{self, Matrix};
use crate::msh::read::Model;
use crate::msh::types::{NodeFlags, Slot};

/// The corners of each triangle descriptor, where a slot says so.
pub(super) struct Corners {
    /// Vertices by descriptor; [`Corners::UNKNOWN`] where no slot has it.
    pub by_triangle: Vec<[u32; 3]>,
}

impl Corners {
    pub const UNKNOWN: [u32; 3] = [u32::MAX; 3];
}

/// What the walk remembers.
struct Walk {
    /// Per slot the first node that uses it.
    node_of_slot: Vec<u16>,
    /// Per vertex the last slot that used it, plus one.
    seen_by: Vec<u32>,
    /// Per vertex the node it moves with.
    owner: Vec<u16>,
    corners: Corners,
    budget: Budget,
    keep_corners: bool,
}

pub(super) fn check(model: &Model<'_>, findings: &mut Findings) -> Corners {
    let keep_corners = [&codes::TRIANGLE_EDGE, &codes::TRIANGLE_TWIN, &codes::TRIANGLE_WINDING];
    let keep_corners = keep_corners.iter().any(|code| findings.asks(code));
    let triangles = if keep_corners { model.triangles.map_or(0, |list| list.len()) } else { 0 };
    let mut walk = Walk {
        node_of_slot: vec![NONE; model.slots.len()],
        seen_by: vec![0; model.positions.len()],
        owner: Vec::new(),
        corners: Corners { by_triangle: vec![Corners::UNKNOWN; triangles] },
        budget: Budget::for_model(model),
        keep_corners,
    };
    if findings.asks(&codes::VERTEX_SHARED) {
        walk.owner = vec![NONE; model.positions.len()];
    }
    walk.find_owners(model, findings);
    for (index, slot) in model.slots.iter().enumerate() {
        if !walk.slot(model, index, &slot, findings) {
            overlap(findings, "slots", index);
            break;
        }
    }
    if findings.asks(&codes::VERTEX_UNUSED) {
        walk.unused(model, findings);
    }
    if findings.asks(&codes::HEADER_BOX) {
        check_posed(model, &mut walk.budget, findings);
    }
    walk.corners
}

impl Walk {
    fn find_owners(&mut self, model: &Model<'_>, findings: &mut Findings) {
        for (index, node) in model.nodes.iter().enumerate() {
            let Ok(number) = u16::try_from(index) else { return };
            for (cell, slot) in node.slots.into_iter().enumerate() {
                let Some(owner) = self.node_of_slot.get_mut(usize::from(slot)) else { continue };
                if *owner == NONE {
                    *owner = number;
                } else if *owner != number {
                    findings.at(
                        &codes::VERTEX_SHARED,
                        format_args!("nodes[{index}].slots[{cell}]"),
                        || format!("slot {slot} belongs to node {owner} too"),
                    );
                }
            }
        }
    }

    /// Walks one slot's triangles; `false` once the budget is used up.
    fn slot(
        &mut self,
        model: &Model<'_>,
        index: usize,
        slot: &Slot,
        findings: &mut Findings,
    ) -> bool {
        let mut growing = Growing::default();
        let mut furthest = 0.0f32;
        let mut triangle = usize::from(slot.triangle_start);
        let number = u32::try_from(index + 1).unwrap_or(u32::MAX);
        let mut shared = None;
        for (batch_index, batch) in model.slot_batches(slot) {
            if !self.budget.spend(usize::from(batch.index_count)) {
                return false;
            }
            for (face, triangle) in model.batch_faces(batch_index).zip(triangle..) {
                for vertex in face {
                    let Some(seen) = self.seen_by.get_mut(vertex) else { continue };
                    if *seen == number {
                        continue;
                    }
                    *seen = number;
                    let Some(position) = model.positions.get(vertex) else { continue };
                    growing.add(position);
                    furthest = furthest.max(distance_squared(position, slot.sphere.center));
                    if !self.own(vertex, index) {
                        shared.get_or_insert(vertex);
                    }
                }
                if self.keep_corners
                    && let Some(corners) = self.corners.by_triangle.get_mut(triangle)
                {
                    *corners = face.map(|vertex| u32::try_from(vertex).unwrap_or(u32::MAX));
                }
            }
            triangle += batch.triangle_count();
        }
        if let Some(vertex) = shared {
            findings.at(&codes::VERTEX_SHARED, format_args!("positions[{vertex}]"), || {
                format!("slot {index} and a slot of another node use it")
            });
        }
        let walked = triangle - usize::from(slot.triangle_start);
        check_slot_count(model, index, slot, walked, findings);
        if let Some(aabb) = growing.finish() {
            check_slot_bounds(index, slot, &aabb, furthest, findings);
        }
        true
    }

    /// Notes that a vertex moves with the node of a slot; `false` where it moves with another.
    fn own(&mut self, vertex: usize, slot: usize) -> bool {
        let Some(owner) = self.owner.get_mut(vertex) else { return true };
        let node = self.node_of_slot.get(slot).copied().unwrap_or(NONE);
        if *owner == NONE {
            *owner = node;
        }
        node == NONE || *owner == node
    }

    /// Vertices that no batch uses, batches outside every slot included.
    fn unused(&mut self, model: &Model<'_>, findings: &mut Findings) {
        if self.seen_by.iter().all(|&slot| slot != 0) {
            return;
        }
        for (index, batch) in model.batches.iter().enumerate() {
            if !self.budget.spend(usize::from(batch.index_count)) {
                return;
            }
            for vertex in model.batch_faces(index).flatten() {
                if let Some(seen) = self.seen_by.get_mut(vertex) {
                    *seen = u32::MAX;
                }
            }
        }
        let unused = self.seen_by.iter().filter(|&&slot| slot == 0).count();
        if let Some(first) = self.seen_by.iter().position(|&slot| slot == 0) {
            findings.at(&codes::VERTEX_UNUSED, format_args!("positions[{first}]"), || {
                format!("it and {} more are in no batch", unused - 1)
            });
        }
    }
}

fn check_slot_count(
    model: &Model<'_>,
    index: usize,
    slot: &Slot,
    walked: usize,
    findings: &mut Findings,
) {
    let whole = model.slot_batches(slot).count() == usize::from(slot.batch_count);
    if whole && model.triangles.is_some() && walked != usize::from(slot.triangle_count) {
        findings.at(
            &codes::SLOT_TRIANGLE_COUNT,
            format_args!("slots[{index}].triangle_count"),
            || format!("{} where its batches have {walked}", slot.triangle_count),
        );
    }
}

fn check_slot_bounds(
    index: usize,
    slot: &Slot,
    aabb: &Aabb,
    furthest: f32,
    findings: &mut Findings,
) {
    let tolerance = bounds::diagonal(&slot.aabb) * 1e-4;
    // Bounds that are no numbers are reported as such.
    if !tolerance.is_finite() {
        return;
    }
    if !bounds::contains(&slot.aabb, aabb, tolerance) {
        findings.at(&codes::SLOT_BOX, format_args!("slots[{index}].aabb"), || {
            format!("geometry reaches from {:?} to {:?}", aabb.min, aabb.max)
        });
    } else if slot.aabb != *aabb {
        findings.at(&codes::SLOT_BOX_LOOSE, format_args!("slots[{index}].aabb"), || {
            format!("geometry reaches from {:?} to {:?}", aabb.min, aabb.max)
        });
    }
    let furthest = furthest.sqrt();
    if furthest > slot.sphere.radius * 1.01 {
        findings.at(&codes::SLOT_SPHERE, format_args!("slots[{index}].sphere"), || {
            format!("a vertex lies {furthest} from the centre")
        });
    }
}

/// Posed geometry against the model's box. A slot whose posed box fits needs no closer look.
fn check_posed(model: &Model<'_>, budget: &mut Budget, findings: &mut Findings) {
    let outer = model.header.aabb();
    let tolerance = bounds::diagonal(&outer) * 0.002;
    if !tolerance.is_finite() {
        return;
    }
    let world = pose::rest_pose(model);
    for (index, (node, world)) in model.nodes.iter().zip(&world).enumerate() {
        if node.flags.has(NodeFlags::COCKPIT) {
            continue;
        }
        let Some(slot) = node.slot(0, 0).and_then(|slot| model.slots.get(slot)) else { continue };
        let posed = bounds::corners(&slot.aabb).map(|corner| pose::transform(world, corner));
        let mut growing = Growing::default();
        posed.into_iter().for_each(|corner| growing.add(corner));
        let fits = growing.finish().is_some_and(|aabb| bounds::contains(&outer, &aabb, tolerance));
        if fits {
            continue;
        }
        match posed_box(model, &slot, world, budget) {
            Err(()) => return overlap(findings, "nodes", index),
            Ok(Some(aabb)) if !bounds::contains(&outer, &aabb, tolerance) => {
                findings.at(&codes::HEADER_BOX, format_args!("nodes[{index}]"), || {
                    format!(
                        "posed, its geometry reaches from {:?} to {:?}, the box from {:?} to {:?}",
                        aabb.min, aabb.max, outer.min, outer.max
                    )
                });
            }
            Ok(_) => {}
        }
    }
}

/// The box of a slot's posed vertices; an error once the budget is used up.
fn posed_box(
    model: &Model<'_>,
    slot: &Slot,
    world: &Matrix,
    budget: &mut Budget,
) -> Result<Option<Aabb>, ()> {
    let mut growing = Growing::default();
    for (index, batch) in model.slot_batches(slot) {
        if !budget.spend(usize::from(batch.index_count)) {
            return Err(());
        }
        for vertex in model.batch_faces(index).flatten() {
            if let Some(position) = model.positions.get(vertex) {
                growing.add(pose::transform(world, position));
            }
        }
    }
    Ok(growing.finish())
}
