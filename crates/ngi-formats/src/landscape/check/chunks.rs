//! Rules of the directory: which chunks there are, in which order, with which attributes.

use super::codes;
use crate::Findings;
use crate::landscape::MOST_FACES;
use crate::landscape::chunk::{self, CHUNKS, Chunk};
use crate::landscape::read::Landscape;
use crate::msh::Place;
use crate::nres::ENTRY_SIZE;

pub(super) fn check(land: &Landscape<'_>, findings: &mut Findings) {
    for known in &CHUNKS {
        match land.place(known.type_id) {
            Some(place) => check_chunk(land, known, place, findings),
            None => findings.add(&codes::CHUNK_ALPHAS, || {
                (known.name.into(), None, format!("there is no chunk {}", known.type_id))
            }),
        }
    }
    check_directory(land, findings);
    let faces = land.faces.len();
    if faces > MOST_FACES {
        findings.add(&codes::FACE_LIMIT, || {
            let at = land.offset(chunk::FACES, MOST_FACES, 0);
            ("faces".into(), at, format!("{faces} faces"))
        });
    }
}

fn check_chunk(land: &Landscape<'_>, known: &Chunk, place: &Place<'_>, findings: &mut Findings) {
    let at = |field: usize| {
        Some((land.archive().directory_offset() + place.entry * ENTRY_SIZE + field) as u64)
    };
    let (count, _) = known.count_of(place.payload.len());
    let attributes = place.attributes;
    if u64::from(attributes.attr1) != count as u64 {
        findings.add(&codes::CHUNK_ATTR1, || {
            let message = format!("{} where there are {count} records", attributes.attr1);
            (format!("{}.attr1", known.name), at(4), message)
        });
    }
    if u64::from(attributes.attr3) != known.stride as u64 {
        findings.add(&codes::CHUNK_ATTR3, || {
            let message = format!("{} where {} belongs", attributes.attr3, known.stride);
            (format!("{}.attr3", known.name), at(16), message)
        });
    }
    if attributes.attr2 != 0 && known.type_id != chunk::SQUARES {
        findings.add(&codes::CHUNK_ATTR2, || {
            (format!("{}.attr2", known.name), at(8), format!("{} is not 0", attributes.attr2))
        });
    }
    let vertices = land.positions.len();
    if known.per_vertex && count > vertices {
        findings.add(&codes::STREAM_LONG, || {
            let message = format!("{count} records for {vertices} vertices");
            (known.name.into(), land.offset(known.type_id, vertices, 0), message)
        });
    }
}

/// Types in the directory: once each, known, in the shipped order, under one name.
fn check_directory(land: &Landscape<'_>, findings: &mut Findings) {
    let at = |entry: usize| Some((land.archive().directory_offset() + entry * ENTRY_SIZE) as u64);
    let place = |type_id: u32| CHUNKS.iter().position(|known| known.type_id == type_id);
    let mut seen = [false; CHUNKS.len()];
    let mut last = 0;
    let mut ordered = true;
    for (index, entry) in land.archive().iter().enumerate() {
        let type_id = entry.type_id().0;
        let Some(place) = place(type_id) else {
            findings.add(&codes::CHUNK_UNKNOWN, || {
                let message = format!("type {type_id} is of no known use; it is kept");
                (format!("entries[{index}].type_id"), at(index), message)
            });
            continue;
        };
        ordered &= place >= last;
        last = place;
        if seen.get_mut(place).is_some_and(|seen| std::mem::replace(seen, true)) {
            findings.add(&codes::CHUNK_DUPLICATE, || {
                let message = format!("a second chunk of type {type_id}; it is never read");
                (format!("entries[{index}].type_id"), at(index), message)
            });
        }
    }
    if !ordered {
        findings.add(&codes::CHUNK_ORDER, || {
            let types = land.archive().iter().take(32).map(|entry| entry.type_id().0.to_string());
            let types: Vec<String> = types.collect();
            ("entries".into(), at(0), format!("the types come as {}", types.join(" ")))
        });
    }
    let mut names = land.archive().records().map(|record| record.name);
    let first = names.next().unwrap_or_default();
    if let Some(other) = names.position(|name| name.name() != first.name()) {
        findings.add(&codes::CHUNK_NAME, || {
            let index = other + 1;
            let message = "it is called otherwise than the first".to_owned();
            (format!("entries[{index}].name"), at(index), message)
        });
    }
}
