//! Holds the tables of a tree against every rule.

use super::codes::*;
use super::{
    DESCRIPTIONS, ITEM_CODES, ITEMS, ItemState, NAMES, NEED_COUNTS, NEEDS, PART_NAMES, PARTS,
    STATES, TEMPLATES, TYPES, TreeItem, TreePart, UNLOCK_COUNTS, UNLOCKS, VERSION, tree,
};
use crate::Findings;
use crate::nres::TypeId;
use crate::schema::Record as _;
use crate::tree::Node;

/// Checks any bytes as a table of a type; `attr2` of its entry, where it has one.
pub fn check(bytes: &[u8], type_id: TypeId, attr2: Option<u32>, findings: &mut Findings) {
    let own = tree(bytes, type_id);
    if let Ok(found) = own.find("tail")
        && let Node::Hex(tail, _) = found.node
        && !tail.is_empty()
    {
        findings.at(&TAIL, "tail", || format!("{} bytes are left over", tail.len()));
    }
    if type_id == STATES {
        let all = ItemState::AVAILABLE.0 | ItemState::RESEARCHED.0 | ItemState::IN_TREE.0;
        for (index, state) in bytes.iter().enumerate().filter(|(_, state)| **state & !all != 0) {
            findings.at(&STATE, format_args!("states[{index}]"), || format!("it is {state}"));
        }
    }
    if type_id == ITEMS {
        for (index, item) in items(bytes).enumerate() {
            check_costs(index, &item, findings);
        }
        if let Some(version) = attr2.filter(|version| *version != VERSION) {
            findings.at(&ONE, "items", || format!("it is {version}"));
        }
    }
    findings.locate(|| Some(own));
}

fn items(bytes: &[u8]) -> impl Iterator<Item = TreeItem> {
    TreeItem::split(bytes).0.iter().map(TreeItem::read)
}

fn numbers(bytes: &[u8]) -> impl Iterator<Item = i32> {
    bytes.as_chunks::<4>().0.iter().map(|word| i32::from_le_bytes(*word))
}

fn check_costs(index: usize, item: &TreeItem, findings: &mut Findings) {
    let TreeItem { research_energy, research_ore, build_energy, build_ore, .. } = *item;
    for (field, cost) in [
        ("research_energy", research_energy),
        ("research_ore", research_ore),
        ("build_energy", build_energy),
        ("build_ore", build_ore),
    ] {
        if !cost.is_finite() || cost < 0.0 {
            findings.at(&COST, format_args!("items[{index}].{field}"), || format!("it is {cost}"));
        }
    }
}

/// The tables of a tree, those that are there.
#[derive(Debug, Clone, Copy, Default)]
pub struct TreeTables<'a>([Option<&'a [u8]>; 12]);

impl<'a> TreeTables<'a> {
    /// The tables that `of` has; of several of a type, the one it takes.
    pub fn of(of: impl Fn(TypeId) -> Option<&'a [u8]>) -> Self {
        Self(TYPES.map(of))
    }

    /// The table of a type.
    pub fn get(&self, type_id: TypeId) -> Option<&'a [u8]> {
        let place = TYPES.iter().position(|own| *own == type_id)?;
        self.0.get(place).copied().flatten()
    }

    fn letter(type_id: TypeId) -> String {
        type_id.to_string()
    }
}

/// Checks what the tables of a tree say of each other. Findings are about `TRF0`.
pub fn check_tree(tables: &TreeTables<'_>, findings: &mut Findings) {
    let Some(own) = tables.get(ITEMS) else { return };
    let count = TreeItem::split(own).0.len();
    let optional = tables.get(NEEDS).is_none() && tables.get(UNLOCKS).is_none();
    for type_id in TYPES {
        let may_be_left_out = optional && matches!(type_id, NEEDS | UNLOCKS);
        if tables.get(type_id).is_none() && !may_be_left_out {
            let name = TreeTables::letter(type_id);
            findings.at(&MISSING, "items", || format!("there is no {name}"));
        }
    }
    for (type_id, size) in [(STATES, 1), (NEED_COUNTS, 4), (UNLOCK_COUNTS, 4)] {
        if let Some(table) = tables.get(type_id).filter(|table| table.len() / size != count) {
            let name = TreeTables::letter(type_id);
            findings.at(&COUNT, "items", || {
                format!("{count} items, but {} in {name}", table.len() / size)
            });
        }
    }
    check_texts(tables, own, findings);
    check_parts(tables, own, count, findings);
    let needs = edges(tables, NEED_COUNTS, NEEDS, count, findings);
    let unlocks = edges(tables, UNLOCK_COUNTS, UNLOCKS, count, findings);
    if let Some((needs, unlocks)) = needs.zip(unlocks) {
        let mut turned: Vec<(i32, i32)> = unlocks.into_iter().map(|(a, b)| (b, a)).collect();
        let mut needs = needs;
        turned.sort_unstable();
        needs.sort_unstable();
        let first = needs.iter().zip(&turned).find(|(a, b)| a != b).map(|(a, _)| *a);
        if needs != turned {
            findings.at(&TRANSPOSED, "items", || match first {
                Some((item, other)) => format!("not for item {item} and item {other}"),
                None => format!("{} needs, but {} unlocks", needs.len(), turned.len()),
            });
        }
    }
}

fn check_texts(tables: &TreeTables<'_>, own: &[u8], findings: &mut Findings) {
    let size = |type_id| tables.get(type_id).map(<[u8]>::len);
    let sizes = [ITEM_CODES, NAMES, DESCRIPTIONS, TEMPLATES].map(size);
    for (index, item) in items(own).enumerate() {
        let places = [
            ("code", item.code),
            ("name", item.name),
            ("description", item.description),
            ("template", item.template),
        ];
        for ((field, place), size) in places.into_iter().zip(sizes) {
            let beyond = |size: &usize| usize::try_from(place).is_ok_and(|place| place >= *size);
            if let Some(size) = size.filter(beyond) {
                let path = format_args!("items[{index}].{field}");
                findings.at(&TEXT, path, || format!("byte {place} of {size}"));
            }
        }
    }
}

fn check_parts(tables: &TreeTables<'_>, own: &[u8], count: usize, findings: &mut Findings) {
    let (Some(parts), Some(names)) = (tables.get(PARTS), tables.get(PART_NAMES)) else { return };
    let parts = TreePart::split(parts).0;
    for (index, item) in items(own).enumerate() {
        if usize::from(item.part) >= parts.len() {
            let path = format_args!("items[{index}].part");
            findings.at(&PART, path, || format!("{} of {}", item.part, parts.len()));
        }
    }
    for (place, part) in parts.iter().map(TreePart::read).enumerate() {
        let TreePart { name, item } = part;
        if usize::from(name) >= names.len() || usize::from(item) >= count {
            findings.at(&PART, "items", || {
                format!("part {place} has its name at {name} and belongs to item {item}")
            });
        }
    }
}

/// Pairs of an item and what a list has for it; `None` where there are none, or they do not fit.
fn edges(
    tables: &TreeTables<'_>,
    counts: TypeId,
    list: TypeId,
    count: usize,
    findings: &mut Findings,
) -> Option<Vec<(i32, i32)>> {
    let (sizes, items) = (tables.get(counts)?, tables.get(list)?);
    let there = items.len() / 4;
    let sum = numbers(sizes).fold(0i64, |sum, size| sum.saturating_add(i64::from(size)));
    let fits = numbers(sizes).all(|size| size >= 0) && i64::try_from(there).ok() == Some(sum);
    if !fits {
        let [counts, list] = [counts, list].map(TreeTables::letter);
        findings.at(&LIST, "items", || format!("{counts} counts {sum}, {list} has {there}"));
        return None;
    }
    let mut pairs = Vec::with_capacity(there);
    let mut items = numbers(items);
    for (item, size) in (0i32..).zip(numbers(sizes)) {
        let size = usize::try_from(size).unwrap_or(0);
        pairs.extend(items.by_ref().take(size).map(|other| (item, other)));
    }
    let known = |other: i32| usize::try_from(other).is_ok_and(|other| other < count);
    if let Some((item, other)) = pairs.iter().find(|(_, other)| !known(*other)) {
        let list = TreeTables::letter(list);
        findings.at(&RANGE, "items", || format!("{list}: item {item} has {other} of {count}"));
        return None;
    }
    Some(pairs)
}
