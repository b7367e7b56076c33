//! Rules of the directory: which chunks there are, in which order, with which attributes.

use super::codes;
use crate::Findings;
use crate::landscape::MOST_FACES;
use crate::landscape::chunk::{self, CHUNKS, Chunk};
use crate::landscape::read::Landscape;
use crate::tables::TableEntry;

pub(super) fn check(land: &Landscape<'_>, findings: &mut Findings) {
    for known in &CHUNKS {
        match land.place(known.type_id) {
            Some(place) => check_chunk(land, known, place, findings),
            None => findings.at(&codes::CHUNK_ALPHAS, "entries", || {
                format!("there is no chunk {}", known.type_id)
            }),
        }
    }
    check_directory(land, findings);
    let faces = land.faces.len();
    if faces > MOST_FACES {
        findings.at(&codes::FACE_LIMIT, format_args!("faces[{MOST_FACES}]"), || {
            format!("{faces} faces")
        });
    }
}

fn check_chunk(
    land: &Landscape<'_>,
    known: &Chunk,
    place: &TableEntry<'_>,
    findings: &mut Findings,
) {
    let (count, _) = known.count_of(place.payload.len());
    let attributes = place.attributes;
    if u64::from(attributes.attr1) != count as u64 {
        findings.at(&codes::CHUNK_ATTR1, format_args!("entries[{}].attr1", place.entry), || {
            format!("{} where there are {count} records", attributes.attr1)
        });
    }
    if u64::from(attributes.attr3) != known.stride as u64 {
        findings.at(&codes::CHUNK_ATTR3, format_args!("entries[{}].attr3", place.entry), || {
            format!("{} where {} belongs", attributes.attr3, known.stride)
        });
    }
    if attributes.attr2 != 0 && known.type_id != chunk::SQUARES {
        findings.at(&codes::CHUNK_ATTR2, format_args!("entries[{}].attr2", place.entry), || {
            format!("{} is not 0", attributes.attr2)
        });
    }
    let vertices = land.positions.len();
    if known.per_vertex && count > vertices {
        findings.at(&codes::STREAM_LONG, format_args!("{}[{vertices}]", known.name), || {
            format!("{count} records for {vertices} vertices")
        });
    }
}

/// Types in the directory: once each, known, in the shipped order, under one name.
fn check_directory(land: &Landscape<'_>, findings: &mut Findings) {
    let place = |type_id: u32| CHUNKS.iter().position(|known| known.type_id == type_id);
    let mut seen = [false; CHUNKS.len()];
    let mut last = 0;
    let mut ordered = true;
    for (index, entry) in land.archive().iter().enumerate() {
        let type_id = entry.type_id().0;
        let Some(place) = place(type_id) else {
            findings.at(&codes::CHUNK_UNKNOWN, format_args!("entries[{index}].type_id"), || {
                format!("type {type_id} is of no known use; it is kept")
            });
            continue;
        };
        ordered &= place >= last;
        last = place;
        if seen.get_mut(place).is_some_and(|seen| std::mem::replace(seen, true)) {
            findings.at(&codes::CHUNK_DUPLICATE, format_args!("entries[{index}].type_id"), || {
                format!("a second chunk of type {type_id}; it is never read")
            });
        }
    }
    if !ordered {
        findings.at(&codes::CHUNK_ORDER, "entries", || {
            let types = land.archive().iter().take(32).map(|entry| entry.type_id().0.to_string());
            let types: Vec<String> = types.collect();
            format!("the types come as {}", types.join(" "))
        });
    }
    let mut names = land.archive().records().map(|record| record.name);
    let first = names.next().unwrap_or_default();
    if let Some(other) = names.position(|name| name.name() != first.name()) {
        findings.at(&codes::CHUNK_NAME, format_args!("entries[{}].name", other + 1), || {
            "it is called otherwise than the first".into()
        });
    }
}
