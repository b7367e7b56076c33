//! How two models differ: what was done to which part, then what else is not the same.
//!
//! Tables of vertices, indices and batches lie one behind the other, so that one more triangle
//! changes most of their rows. What a person did is told by node and level instead: how many of its
//! vertices moved and how far, what it wears. Bounds and normals that follow are not told again.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use ngi_formats::msh::{LEVELS, Model, STAGES, Slot, resource};
use serde_json::Value;

use crate::diff::{Difference, DifferenceKind};
use crate::show::counted;
use crate::tables;

/// Tables whose rows belong to slots of nodes.
const GEOMETRY: [(&str, u32); 10] = [
    ("slots", resource::SLOTS),
    ("positions", resource::POSITIONS),
    ("normals", resource::NORMALS),
    ("uvs", resource::UVS),
    ("indices", resource::INDICES),
    ("triangles", resource::TRIANGLES),
    ("batches", resource::BATCHES),
    ("extra", resource::EXTRA),
    ("tangents", resource::TANGENTS),
    ("lightmap_uvs", resource::LIGHTMAP_UVS),
];

/// The differences; `None` where one of them is no archive.
pub(super) fn diff(a: &[u8], b: &[u8]) -> Option<Vec<Difference>> {
    let by_table = tables::diff::diff(a, b)?;
    let (Ok(left), Ok(right)) = (Model::read(a), Model::read(b)) else { return Some(by_table) };
    let parts = parts(&left, &right);
    if !parts.iter().any(|part| part.is_told()) {
        return Some(by_table);
    }
    let reshaped = parts.iter().any(Part::is_reshaped);
    let all = belongs_to_slots(&left) && belongs_to_slots(&right);
    let is_told = |found: &Difference| {
        let told = matches!(found.kind, DifferenceKind::Changed | DifferenceKind::Summary);
        told && all && is_geometry(&left, &found.field, reshaped)
    };
    let rest = by_table.into_iter().filter(|found| !is_told(found));
    Some(parts.iter().filter_map(Part::told).chain(rest).collect())
}

/// Whether a difference between tables follows from what was told of the parts.
fn is_geometry(model: &Model<'_>, field: &str, reshaped: bool) -> bool {
    let key = field.split(['[', ':', '.']).next().unwrap_or_default();
    if let Some(entry) = field.strip_prefix("entries[") {
        // How many rows a table has stands in its directory entry.
        let index = entry.split(']').next().and_then(|index| index.parse::<usize>().ok());
        let type_id = index.and_then(|index| model.archive().get(index)).map(|e| e.type_id().0);
        let counts = entry.ends_with("].attr1");
        return counts && GEOMETRY.iter().any(|(_, known)| type_id == Some(*known));
    }
    match key {
        "nodes" => field.contains("].slots["),
        "header" => reshaped,
        key => GEOMETRY.iter().any(|(known, _)| *known == key),
    }
}

/// Whether every vertex and batch belongs to a slot, and every slot to a node: then what is told of
/// the parts is all there is.
fn belongs_to_slots(model: &Model<'_>) -> bool {
    let mut slots = vec![false; model.slots.len()];
    let mut batches = vec![false; model.batches.len()];
    let mut vertices = vec![false; model.positions.len()];
    let mark =
        |list: &mut Vec<bool>, at: usize| list.iter_mut().skip(at).take(1).for_each(|x| *x = true);
    for (node, stage, level) in cells(0..model.nodes.len()) {
        let Some(index) = model.slot_index(node, stage, level) else { continue };
        mark(&mut slots, index);
        let Some(slot) = model.slots.get(index) else { continue };
        for (batch, _) in model.slot_batches(&slot) {
            mark(&mut batches, batch);
            model.batch_faces(batch).flatten().for_each(|vertex| mark(&mut vertices, vertex));
        }
    }
    [slots, batches, vertices].iter().all(|list| list.iter().all(|used| *used))
}

/// Every node, stage and level.
fn cells(nodes: Range<usize>) -> impl Iterator<Item = (usize, usize, usize)> {
    nodes.flat_map(|node| {
        (0..STAGES).flat_map(move |stage| (0..LEVELS).map(move |level| (node, stage, level)))
    })
}

/// What differs in the geometry of a node at one stage and level.
#[derive(Default)]
struct Part {
    /// Which: `node head, level 0`.
    name: String,
    vertices: (usize, usize),
    triangles: (usize, usize),
    moved: usize,
    farthest: f32,
    /// Vertices whose normal is another, though they did not move.
    normals: usize,
    uvs: usize,
    /// Lightmap coordinates, tangents, what nobody knows.
    others: usize,
    /// Triangles whose flags are others.
    flags: usize,
    /// What batches say: material and the like.
    batches: Vec<String>,
    bounds: bool,
    one_sided: Option<&'static str>,
}

impl Part {
    /// Whether the shape itself is another, so that bounds are.
    fn is_reshaped(&self) -> bool {
        self.moved > 0
            || self.one_sided.is_some()
            || self.vertices.0 != self.vertices.1
            || self.triangles.0 != self.triangles.1
    }

    /// Whether there is something to tell that tables tell worse.
    fn is_told(&self) -> bool {
        let counted = [self.normals, self.uvs, self.others, self.flags];
        self.is_reshaped() || counted.iter().any(|n| *n > 0) || !self.batches.is_empty()
    }

    /// The line; `None` where nothing differs.
    fn told(&self) -> Option<Difference> {
        let mut words = Vec::new();
        let became =
            |(a, b): (usize, usize), what: &str| format!("{} become {b}", counted(a, what));
        if let Some(one_sided) = self.one_sided {
            let count = self.triangles.0.max(self.triangles.1);
            words.push(format!("{one_sided}, {}", counted(count, "triangle")));
        } else if self.vertices.0 != self.vertices.1 || self.triangles.0 != self.triangles.1 {
            words.push(became(self.vertices, "vertex"));
            words.push(became(self.triangles, "triangle"));
        } else if self.moved > 0 {
            let far = short(self.farthest);
            words.push(format!("{} moved, at most {far}", counted(self.moved, "vertex")));
        }
        let others = [
            (self.normals, "normal"),
            (self.uvs, "texture coordinate"),
            (self.others, "other value"),
            (self.flags, "triangle flag"),
        ];
        for (count, what) in others.into_iter().filter(|(count, _)| *count > 0) {
            let verb = if count == 1 { "differs" } else { "differ" };
            words.push(format!("{} {verb}", counted(count, what)));
        }
        words.extend(self.batches.iter().cloned());
        if words.is_empty() && self.bounds {
            words.push("its bounds differ".to_owned());
        }
        if words.is_empty() {
            return None;
        }
        let text = format!("{}: {}", self.name, words.join(", "));
        let count = |count: usize| Value::from(count);
        Some(Difference::summary(text, count(self.vertices.0), count(self.vertices.1)))
    }
}

/// A distance with as many digits as somebody reads.
fn short(distance: f32) -> String {
    let digits = if distance >= 10.0 {
        1
    } else if distance >= 0.1 {
        2
    } else {
        4
    };
    let text = format!("{distance:.digits$}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// What differs in the geometry of each node that both have, or one.
fn parts(a: &Model<'_>, b: &Model<'_>) -> Vec<Part> {
    let (left, right) = (names(a), names(b));
    let places = |names: &[String]| -> HashMap<String, usize> {
        names.iter().cloned().enumerate().map(|(node, name)| (name, node)).collect()
    };
    let (on_the_left, on_the_right) = (places(&left), places(&right));
    let mut found = Vec::new();
    let mut seen = HashSet::new();
    for (node, name) in left.iter().enumerate() {
        let other = on_the_right.get(name);
        for (_, stage, level) in cells(0..1) {
            let own = a.slot_index(node, stage, level);
            let its = other.and_then(|other| b.slot_index(*other, stage, level));
            // Levels may share their geometry: that is told once.
            if seen.insert((own, its)) {
                found.extend(compare_slots((a, own), (b, its), part_name(name, stage, level)));
            }
        }
    }
    let added = right.iter().enumerate().filter(|(_, name)| !on_the_left.contains_key(*name));
    for (node, name) in added {
        for (_, stage, level) in cells(0..1) {
            let its = b.slot_index(node, stage, level);
            found.extend(compare_slots((a, None), (b, its), part_name(name, stage, level)));
        }
    }
    found
}

/// What nodes are called; those that share a name are told apart by their order.
fn names(model: &Model<'_>) -> Vec<String> {
    let mut seen: HashMap<String, usize> = HashMap::new();
    let named = |node: usize| {
        let name = model.node_name(node);
        let count = seen.entry(name.clone()).or_default();
        *count += 1;
        if *count == 1 { name } else { format!("{name} ({count})") }
    };
    (0..model.nodes.len()).map(named).collect()
}

fn part_name(node: &str, stage: usize, level: usize) -> String {
    match stage {
        0 => format!("node {node}, level {level}"),
        stage => format!("node {node}, stage {stage}, level {level}"),
    }
}

/// A model and one of its slots.
type Side<'m, 'a> = (&'m Model<'a>, Option<usize>);

fn compare_slots((a, own): Side<'_, '_>, (b, its): Side<'_, '_>, name: String) -> Option<Part> {
    let left = own.and_then(|own| a.slots.get(own));
    let right = its.and_then(|its| b.slots.get(its));
    let mut part = Part { name, ..Part::default() };
    part.triangles = (triangles(a, left.as_ref()), triangles(b, right.as_ref()));
    part.vertices = (vertices(a, left.as_ref()), vertices(b, right.as_ref()));
    match (left, right) {
        (None, None) => return None,
        (Some(_), None) => part.one_sided = Some("removed"),
        (None, Some(_)) => part.one_sided = Some("added"),
        (Some(left), Some(right)) => compare_geometry((a, &left), (b, &right), &mut part),
    }
    Some(part)
}

fn triangles(model: &Model<'_>, slot: Option<&Slot>) -> usize {
    let batches = slot.into_iter().flat_map(|slot| model.slot_batches(slot));
    batches.map(|(batch, _)| model.batch_faces(batch).len()).sum()
}

fn vertices(model: &Model<'_>, slot: Option<&Slot>) -> usize {
    let batches = slot.into_iter().flat_map(|slot| model.slot_batches(slot));
    let all: HashSet<usize> =
        batches.flat_map(|(batch, _)| model.batch_faces(batch).flatten()).collect();
    all.len()
}

fn compare_geometry(
    (a, left): (&Model<'_>, &Slot),
    (b, right): (&Model<'_>, &Slot),
    part: &mut Part,
) {
    let bounds = |slot: &Slot| (slot.aabb, slot.sphere, slot.area, slot.volume);
    let unknown = |slot: &Slot| [slot.unk_0x38, slot.unk_0x3c, slot.unk_0x40];
    part.bounds = bounds(left) != bounds(right);
    if unknown(left) != unknown(right) {
        part.batches.push("unknown fields of the slot differ".into());
    }
    let mut seen = HashSet::new();
    let batches = a.slot_batches(left).zip(b.slot_batches(right)).enumerate();
    for (place, ((own, first), (its, second))) in batches {
        compare_batches(place, &first, &second, part);
        let corners = a.batch_faces(own).flatten().zip(b.batch_faces(its).flatten());
        for pair in corners {
            if seen.insert(pair) {
                compare_vertices(a, b, pair, part);
            }
        }
    }
    let flags = |model: &Model<'_>, slot: &Slot| -> Vec<u16> {
        let all = model.slot_triangles(slot);
        let table = model.triangles;
        all.filter_map(|at| Some(table?.get(at)?.flags.0)).collect()
    };
    let (own, its) = (flags(a, left), flags(b, right));
    part.flags = own.iter().zip(&its).filter(|(own, its)| own != its).count();
}

/// What two batches in the same place say.
fn compare_batches(
    place: usize,
    first: &ngi_formats::msh::Batch,
    second: &ngi_formats::msh::Batch,
    part: &mut Part,
) {
    let fields = [
        ("material", u32::from(first.material), u32::from(second.material)),
        ("lightmap", u32::from(first.lightmap), u32::from(second.lightmap)),
        ("portal", u32::from(first.portal), u32::from(second.portal)),
        ("flags", first.word.0, second.word.0),
    ];
    for (what, old, new) in fields.into_iter().filter(|(_, old, new)| old != new) {
        part.batches.push(format!("batch {place}: {what} {old} becomes {new}"));
    }
}

/// What two vertices in the same corner say.
fn compare_vertices(a: &Model<'_>, b: &Model<'_>, (own, its): (usize, usize), part: &mut Part) {
    if let (Some(first), Some(second)) = (a.positions.get(own), b.positions.get(its)) {
        // Bits, so that a number that is none is the same as itself.
        if first.map(f32::to_bits) != second.map(f32::to_bits) {
            let squares = first.iter().zip(&second).map(|(a, b)| (a - b) * (a - b));
            part.moved += 1;
            part.farthest = part.farthest.max(squares.sum::<f32>().sqrt());
        } else if a.normals.map(|all| all.get(own)) != b.normals.map(|all| all.get(its)) {
            part.normals += 1;
        }
    }
    part.uvs += usize::from(a.uvs.map(|all| all.get(own)) != b.uvs.map(|all| all.get(its)));
    let others = |model: &Model<'_>, at: usize| {
        let lightmap = model.lightmap_uvs.map(|all| all.get(at));
        (lightmap, model.tangents.map(|all| all.get(at)), model.extra.map(|all| all.get(at)))
    };
    part.others += usize::from(others(a, own) != others(b, its));
}
