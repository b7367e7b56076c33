//! Everything that following a model's references relies on, proven once when it is read.
//!
//! One pass over each table. The rules here are the ones of level *always*: what the engine
//! itself would stumble over. What breaks one is left out by the methods of
//! [`Model`], in every mode.

use super::check::codes;
use super::range_max::RangeMax;
use super::read::Model;
use super::resource::{self, LEGACY_NODES, RESOURCES, count_of};
use super::types::{LEVELS, LegacyNode};
use crate::Findings;
use crate::geometry::NONE;

/// What was found out about a model besides its findings.
#[derive(Debug, Clone, Default)]
pub(super) struct Proof {
    /// Per batch the largest index of its range, or [`Proof::BROKEN`].
    largest: Vec<u32>,
    /// Per node whether its parent leads nowhere; empty where all are right.
    broken_parents: Vec<bool>,
}

impl Proof {
    const BROKEN: u32 = u32::MAX;
    /// A batch without indices.
    const EMPTY: u32 = u32::MAX - 1;

    /// Whether a batch's ranges lie inside its tables.
    pub fn batch_is_sound(&self, batch: usize) -> bool {
        self.largest.get(batch).is_some_and(|&largest| largest != Self::BROKEN)
    }

    /// Largest index of a sound batch; `None` where it is broken or empty.
    pub fn largest_index(&self, batch: usize) -> Option<u32> {
        self.largest.get(batch).copied().filter(|&largest| largest < Self::EMPTY)
    }

    /// Whether a node's parent can be followed.
    pub fn parent_is_sound(&self, node: usize) -> bool {
        self.broken_parents.get(node) != Some(&true)
    }
}

pub(super) fn prove(model: &Model<'_>, findings: &mut Findings) -> Proof {
    prove_sizes(model, findings);
    prove_streams(model, findings);
    prove_slots(model, findings);
    let broken_parents = prove_nodes(model, findings);
    let largest = prove_batches(model, findings);
    prove_triangles(model, findings);
    prove_labels(model, findings);
    prove_paths(model, findings);
    Proof { largest, broken_parents }
}

/// Payloads are whole records.
fn prove_sizes(model: &Model<'_>, findings: &mut Findings) {
    for known in RESOURCES.iter().filter(|known| known.stride > 0) {
        let Some(place) = model.place(known.type_id) else { continue };
        let legacy = known.type_id == resource::NODES && model.legacy_nodes.is_some();
        let (count, rest) = count_of(known, legacy, place.payload.len());
        let stride = if legacy { size_of::<LegacyNode>() } else { known.stride };
        if rest != 0 {
            findings.at(
                &codes::RESOURCE_SIZE,
                if legacy { LEGACY_NODES.tail } else { known.tail },
                || format!("{rest} bytes are left over after {count} records of {stride} bytes"),
            );
        }
    }
}

/// What there is per vertex reaches to the last vertex.
fn prove_streams(model: &Model<'_>, findings: &mut Findings) {
    let vertices = model.positions.len();
    for known in RESOURCES.iter().filter(|known| known.per_vertex) {
        let Some(place) = model.place(known.type_id) else { continue };
        let (count, _) = count_of(known, false, place.payload.len());
        if count < vertices {
            findings.at(&codes::STREAM_SHORT, known.name, || {
                format!("{count} records for {vertices} vertices")
            });
        }
    }
}

fn prove_slots(model: &Model<'_>, findings: &mut Findings) {
    let (batches, triangles) = (model.batches.len(), model.triangles.map_or(0, |t| t.len()));
    for (index, slot) in model.slots.iter().enumerate() {
        if slot.batches().end > batches {
            findings.at(
                &codes::SLOT_BATCH_RANGE,
                format_args!("slots[{index}].batch_count"),
                || {
                    format!(
                        "{} batches from {}, but there are {batches}",
                        slot.batch_count, slot.batch_start
                    )
                },
            );
        }
        // Without descriptors there is nothing to walk, and nothing to leave out.
        if slot.triangles().end > triangles && model.triangles.is_some() {
            findings.at(
                &codes::SLOT_TRIANGLE_RANGE,
                format_args!("slots[{index}].triangle_count"),
                || {
                    format!(
                        "{} triangles from {}, but there are {triangles}",
                        slot.triangle_count, slot.triangle_start
                    )
                },
            );
        }
    }
}

fn prove_nodes(model: &Model<'_>, findings: &mut Findings) -> Vec<bool> {
    let (nodes, slots) = (model.nodes.len(), model.slots.len());
    let words = model.map.map_or(0, |map| map.len()) as u64;
    let keys = model.keys.map(|keys| keys.len());
    let mut forward = false;
    for (index, node) in model.nodes.iter().enumerate() {
        for (cell, &slot) in node.slots.iter().enumerate() {
            if slot != NONE && usize::from(slot) >= slots {
                findings.at(
                    &codes::NODE_SLOT,
                    format_args!("nodes[{index}].slots[{cell}]"),
                    || {
                        let (stage, level) = (cell / LEVELS, cell % LEVELS);
                        format!("stage {stage}, level {level}: slot {slot}, but there are {slots}")
                    },
                );
            }
        }
        if node.parent().is_some_and(|parent| parent >= nodes) {
            findings.at(&codes::NODE_PARENT, format_args!("nodes[{index}].parent"), || {
                format!("node {}, but there are {nodes}", node.parent)
            });
        }
        forward |= node.parent().is_some_and(|parent| parent >= index);
        let block_end = u64::from(node.map_start) + u64::from(model.frame_count);
        if node.is_animated() && block_end > words {
            findings.at(&codes::NODE_MAP_RANGE, format_args!("nodes[{index}].map_start"), || {
                format!(
                    "{} frames from word {}, but the map has {words}",
                    model.frame_count, node.map_start
                )
            });
        }
        if keys.is_some_and(|keys| usize::from(node.fallback_key) >= keys) {
            findings.at(&codes::NODE_FALLBACK, format_args!("nodes[{index}].fallback_key"), || {
                format!("key {}, but there are {}", node.fallback_key, keys.unwrap_or(0))
            });
        }
    }
    if forward { prove_parents(model, findings) } else { Vec::new() }
}

/// Finds parents outside the table and nodes that are their own ancestor. Each node is looked at
/// a constant number of times.
fn prove_parents(model: &Model<'_>, findings: &mut Findings) -> Vec<bool> {
    const NEW: u8 = 0;
    const OPEN: u8 = 1;
    const DONE: u8 = 2;
    let nodes = model.nodes.len();
    let mut broken = vec![false; nodes];
    let mut state = vec![NEW; nodes];
    let parent_of = |node: usize| model.nodes.get(node).and_then(|node| node.parent());
    for (index, broken) in broken.iter_mut().enumerate() {
        *broken = parent_of(index).is_some_and(|parent| parent >= nodes);
    }
    let mut chain = Vec::new();
    for start in 0..nodes {
        let mut at = Some(start);
        while let Some(node) = at
            && state.get(node) == Some(&NEW)
        {
            mark(&mut state, node, OPEN);
            chain.push(node);
            at = parent_of(node);
        }
        // Back at a node of this very chain: a circle, cut at the node that closes it.
        if let Some(node) = at
            && state.get(node) == Some(&OPEN)
            && let Some(&last) = chain.last()
        {
            mark(&mut broken, last, true);
            findings.at(&codes::NODE_CYCLE, format_args!("nodes[{last}].parent"), || {
                format!("node {last} is its own ancestor through node {node}")
            });
        }
        for node in chain.drain(..) {
            mark(&mut state, node, DONE);
        }
    }
    broken
}

fn mark<T>(list: &mut [T], index: usize, value: T) {
    if let Some(place) = list.get_mut(index) {
        *place = value;
    }
}

fn prove_batches(model: &Model<'_>, findings: &mut Findings) -> Vec<u32> {
    let (indices, vertices) = (model.indices.len() as u64, model.positions.len() as u64);
    let nodes = model.nodes.len();
    let range_max = RangeMax::new(model.indices, &model.batches);
    let mut largest = Vec::with_capacity(model.batches.len());
    for (index, batch) in model.batches.iter().enumerate() {
        if model.legacy_nodes.is_none() && batch.portal().is_some_and(|node| node >= nodes) {
            findings.at(&codes::BATCH_PORTAL, format_args!("batches[{index}].portal"), || {
                format!("node {}, but there are {nodes}", batch.portal)
            });
        }
        if u64::from(batch.index_start) + u64::from(batch.index_count) > indices {
            findings.at(
                &codes::BATCH_INDEX_RANGE,
                format_args!("batches[{index}].index_count"),
                || {
                    format!(
                        "{} indices from {}, but there are {indices}",
                        batch.index_count, batch.index_start
                    )
                },
            );
            largest.push(Proof::BROKEN);
            continue;
        }
        let most = range_max.largest(&batch);
        let last_vertex = u64::from(batch.base_vertex) + most.map_or(0, u64::from);
        if most.is_some() && last_vertex >= vertices {
            findings.at(&codes::BATCH_VERTEX_RANGE, format_args!("batches[{index}].base_vertex"), || format!(
                    "index {} from vertex {} on is vertex {last_vertex}, but there are {vertices}",
                    most.unwrap_or(0),
                    batch.base_vertex
                ));
            largest.push(Proof::BROKEN);
            continue;
        }
        largest.push(most.map_or(Proof::EMPTY, u32::from));
    }
    largest
}

fn prove_triangles(model: &Model<'_>, findings: &mut Findings) {
    let Some(triangles) = model.triangles else { return };
    let count = triangles.len();
    // Neighbours + 1 wraps "none" to 0, so that one comparison serves both.
    let limit = u16::try_from(count).unwrap_or(u16::MAX);
    let wrong = |neighbour: u16| neighbour.wrapping_add(1) > limit;
    let any = triangles.iter().fold(false, |any, triangle| {
        let [a, b, c] = triangle.neighbours;
        any | wrong(a) | wrong(b) | wrong(c)
    });
    if !any {
        return;
    }
    for (index, triangle) in triangles.iter().enumerate() {
        for (edge, &neighbour) in triangle.neighbours.iter().enumerate() {
            if wrong(neighbour) {
                findings.at(
                    &codes::TRIANGLE_NEIGHBOUR,
                    format_args!("triangles[{index}].neighbours[{edge}]"),
                    || format!("triangle {neighbour}, but there are {count}"),
                );
            }
        }
    }
}

/// There is a label for every node.
fn prove_labels(model: &Model<'_>, findings: &mut Findings) {
    let Some(labels) = model.labels else { return };
    if model.legacy_nodes.is_some() {
        return;
    }
    let nodes = model.nodes.len();
    let mut labels = labels.iter();
    let Some(missing) = (0..nodes).find(|_| labels.next().is_none()) else { return };
    if labels.rest().is_empty() {
        findings
            .at(&codes::LABEL_COUNT, "labels", || format!("{missing} labels for {nodes} nodes"));
    } else {
        findings.at(&codes::LABEL_RANGE, format_args!("labels[{missing}]"), || {
            format!("it does not fit into the {} bytes left", labels.rest().len())
        });
    }
}

fn prove_paths(model: &Model<'_>, findings: &mut Findings) {
    let Some(place) = model.place(resource::PATHS) else { return };
    if model.paths.is_none() {
        findings.at(&codes::PATH_SIZE, format_args!("entries[{}].attr1", place.entry), || {
            format!(
                "{} bytes are not {} places of 20 bytes and {} links of 40",
                place.payload.len(),
                place.attributes.attr1,
                place.attributes.attr2
            )
        });
    }
}
