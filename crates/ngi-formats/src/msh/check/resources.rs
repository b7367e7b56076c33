//! Rules of the directory: which resources there are, in which order, with which attributes.

use super::codes;
use crate::Findings;
use crate::msh::read::Model;
use crate::msh::resource::{self, Need, ORDER, ORDER_LIT, RESOURCES, Resource, count_of};
use crate::tables::TableEntry;

/// References have 16 bits, and 0xFFFF means none.
const LIMIT: usize = 65_535;

pub(super) fn check(model: &Model<'_>, findings: &mut Findings) {
    for known in &RESOURCES {
        match model.place(known.type_id) {
            Some(place) => check_attributes(model, known, place, findings),
            None if known.need == Need::Usual && !is_in_directory(model, known.type_id) => {
                findings.at(&codes::RESOURCE_USUAL, "entries", || {
                    format!("there is no resource {}", known.type_id)
                });
            }
            None => {}
        }
    }
    check_directory(model, findings);
    check_limits(model, findings);
    check_tiles(model, findings);
}

/// Offset of a field of a resource's directory entry: attr1 is 4 bytes in, attr2 8, attr3 16.
fn is_in_directory(model: &Model<'_>, type_id: u32) -> bool {
    model.archive().of_type(type_id.into(), 0).next().is_some()
}

fn check_attributes(
    model: &Model<'_>,
    known: &Resource,
    place: &TableEntry<'_>,
    findings: &mut Findings,
) {
    let legacy = known.type_id == resource::NODES && model.legacy_nodes.is_some();
    let count = match known.type_id {
        resource::LABELS => model.nodes.len(),
        // Nobody measured what the names' attributes are; paths have rules of their own.
        resource::NAMES | resource::PATHS | resource::PROBES => return,
        _ => count_of(known, legacy, place.payload.len()).0,
    };
    let attributes = place.attributes;
    let unsure = known.type_id == resource::LABELS && model.legacy_nodes.is_some();
    if u64::from(attributes.attr1) != count as u64 && !unsure {
        findings.at(&codes::RESOURCE_ATTR1, format_args!("entries[{}].attr1", place.entry), || {
            format!("{} where there are {count} records", attributes.attr1)
        });
    }
    if let Some(wanted) = known.attr3.filter(|&wanted| wanted != attributes.attr3 && !legacy) {
        findings.at(&codes::RESOURCE_ATTR3, format_args!("entries[{}].attr3", place.entry), || {
            format!("{} where {wanted} belongs", attributes.attr3)
        });
    }
    let free = matches!(known.type_id, resource::NODES | resource::MAP);
    if attributes.attr2 != 0 && !free {
        findings.at(&codes::RESOURCE_ATTR2, format_args!("entries[{}].attr2", place.entry), || {
            format!("{} is not 0", attributes.attr2)
        });
    }
}

/// Types in the directory: once each, known, in the shipped order.
fn check_directory(model: &Model<'_>, findings: &mut Findings) {
    let types: Vec<u32> = model.archive().iter().map(|entry| entry.type_id().0).collect();
    for (index, &type_id) in types.iter().enumerate() {
        let field = || format!("entries[{index}].type_id");
        if types.iter().take(index).any(|&earlier| earlier == type_id) {
            findings.at(&codes::RESOURCE_DUPLICATE, field(), || {
                format!("a second resource of type {type_id}; it is never read")
            });
        }
        if resource::resource(type_id).is_none() {
            findings.at(&codes::RESOURCE_UNKNOWN, field(), || {
                format!("type {type_id} is of no known use; it is kept")
            });
        }
    }
    let position = |order: &[u32], type_id: u32| order.iter().position(|&known| known == type_id);
    // Types the shipped game does not use may stand anywhere.
    let of_order = types.iter().filter_map(|&type_id| position(&ORDER_LIT, type_id));
    if !of_order.clone().zip(of_order.skip(1)).all(|(before, after)| before <= after) {
        findings.at(&codes::RESOURCE_ORDER, "entries", || {
            let shipped =
                if types.contains(&resource::LIGHTMAP_UVS) { &ORDER_LIT[..] } else { &ORDER };
            format!("the types come as {types:?}, in shipped models as {shipped:?}")
        });
    }
}

fn check_limits(model: &Model<'_>, findings: &mut Findings) {
    let counts = [
        ("nodes", model.nodes.len()),
        ("slots", model.slots.len()),
        ("triangles", model.triangles.map_or(0, |triangles| triangles.len())),
        ("batches", model.batches.len()),
        ("keys", model.keys.map_or(0, |keys| keys.len())),
        ("map", model.map.map_or(0, |map| map.len())),
    ];
    for (name, count) in counts.into_iter().filter(|&(_, count)| count > LIMIT) {
        findings.at(&codes::RESOURCE_LIMIT, name, || {
            format!("{count} records, at most {LIMIT} can be named")
        });
    }
}

/// Counts of indices and descriptors.
fn check_tiles(model: &Model<'_>, findings: &mut Findings) {
    let indices = model.indices.len();
    if !indices.is_multiple_of(3) {
        findings.at(&codes::INDEX_COUNT, "indices", || {
            format!("{indices} indices are not whole triangles")
        });
    }
    if let Some(triangles) = model.triangles
        && triangles.len() != indices / 3
    {
        findings.at(&codes::TRIANGLE_COUNT, "triangles", || {
            format!("{} descriptors for {} triangles", triangles.len(), indices / 3)
        });
    }
}
