//! Rules of the directory: which resources there are, in which order, with which attributes.

use super::codes;
use crate::Findings;
use crate::msh::read::{Model, Place};
use crate::msh::resource::{self, Need, ORDER, ORDER_LIT, RESOURCES, Resource, count_of};
use crate::nres::ENTRY_SIZE;

/// References have 16 bits, and 0xFFFF means none.
const LIMIT: usize = 65_535;

pub(super) fn check(model: &Model<'_>, findings: &mut Findings) {
    for known in RESOURCES {
        match model.place(known.type_id) {
            Some(place) => check_attributes(model, known, place, findings),
            None if known.need == Need::Usual && !is_in_directory(model, known.type_id) => {
                findings.add(&codes::RESOURCE_USUAL, || {
                    let message = format!("there is no resource {}", known.type_id);
                    (known.name.into(), None, message)
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
pub(super) fn directory_offset(model: &Model<'_>, type_id: u32, field: usize) -> Option<u64> {
    let entry = model.place(type_id)?.entry;
    Some((model.archive().directory_offset() + entry * ENTRY_SIZE + field) as u64)
}

fn is_in_directory(model: &Model<'_>, type_id: u32) -> bool {
    model.archive().of_type(type_id.into(), 0).next().is_some()
}

fn check_attributes(
    model: &Model<'_>,
    known: &Resource,
    place: &Place<'_>,
    findings: &mut Findings,
) {
    let at = |field: usize| directory_offset(model, known.type_id, field);
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
        findings.add(&codes::RESOURCE_ATTR1, || {
            let message = format!("{} where there are {count} records", attributes.attr1);
            (format!("{}.attr1", known.name), at(4), message)
        });
    }
    if let Some(wanted) = known.attr3.filter(|&wanted| wanted != attributes.attr3 && !legacy) {
        findings.add(&codes::RESOURCE_ATTR3, || {
            let message = format!("{} where {wanted} belongs", attributes.attr3);
            (format!("{}.attr3", known.name), at(16), message)
        });
    }
    let free = matches!(known.type_id, resource::NODES | resource::MAP);
    if attributes.attr2 != 0 && !free {
        findings.add(&codes::RESOURCE_ATTR2, || {
            (format!("{}.attr2", known.name), at(8), format!("{} is not 0", attributes.attr2))
        });
    }
}

/// Types in the directory: once each, known, in the shipped order.
fn check_directory(model: &Model<'_>, findings: &mut Findings) {
    let types: Vec<u32> = model.archive().iter().map(|entry| entry.type_id().0).collect();
    let at = |entry: usize| Some((model.archive().directory_offset() + entry * ENTRY_SIZE) as u64);
    for (index, &type_id) in types.iter().enumerate() {
        let field = || format!("entries[{index}].type_id");
        if types.iter().take(index).any(|&earlier| earlier == type_id) {
            findings.add(&codes::RESOURCE_DUPLICATE, || {
                let message = format!("a second resource of type {type_id}; it is never read");
                (field(), at(index), message)
            });
        }
        if resource::resource(type_id).is_none() {
            findings.add(&codes::RESOURCE_UNKNOWN, || {
                (field(), at(index), format!("type {type_id} is of no known use; it is kept"))
            });
        }
    }
    let position = |order: &[u32], type_id: u32| order.iter().position(|&known| known == type_id);
    // Types the shipped game does not use may stand anywhere.
    let of_order = types.iter().filter_map(|&type_id| position(&ORDER_LIT, type_id));
    if !of_order.clone().zip(of_order.skip(1)).all(|(before, after)| before <= after) {
        findings.add(&codes::RESOURCE_ORDER, || {
            let shipped =
                if types.contains(&resource::LIGHTMAP_UVS) { &ORDER_LIT[..] } else { &ORDER };
            let message = format!("the types come as {types:?}, in shipped models as {shipped:?}");
            ("entries".into(), at(0), message)
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
        findings.add(&codes::RESOURCE_LIMIT, || {
            (name.into(), None, format!("{count} records, at most {LIMIT} can be named"))
        });
    }
}

/// Counts of indices and descriptors.
fn check_tiles(model: &Model<'_>, findings: &mut Findings) {
    let indices = model.indices.len();
    if !indices.is_multiple_of(3) {
        findings.add(&codes::INDEX_COUNT, || {
            let at = model.offset(resource::INDICES, indices, 0);
            ("indices".into(), at, format!("{indices} indices are not whole triangles"))
        });
    }
    if let Some(triangles) = model.triangles
        && triangles.len() != indices / 3
    {
        findings.add(&codes::TRIANGLE_COUNT, || {
            let at = model.offset(resource::TRIANGLES, triangles.len(), 0);
            let message = format!("{} descriptors for {} triangles", triangles.len(), indices / 3);
            ("triangles".into(), at, message)
        });
    }
}
