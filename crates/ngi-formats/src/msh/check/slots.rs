//! Rules of the bounds, the slots and the batches, record by record.

use super::{Description, codes};
use crate::Findings;
use crate::msh::bounds;
use crate::msh::read::Model;
use crate::msh::record::Record;
use crate::msh::resource;
use crate::msh::types::{Batch, BatchWord, Header, Slot};

pub(super) fn check(model: &Model<'_>, findings: &mut Findings) {
    check_header(model, findings);
    for (index, slot) in model.slots.iter().enumerate() {
        check_slot(model, index, &slot, findings);
    }
    check_shared(model, findings);
    check_batches(model, findings);
}

fn header_field(model: &Model<'_>, name: &str, message: String) -> Description {
    let place = model.place(resource::SLOTS);
    let at = place.map(|place| (place.offset + Header::offset_of(name)) as u64);
    (format!("header.{name}"), at, message)
}

fn check_header(model: &Model<'_>, findings: &mut Findings) {
    let Header { corners, sphere, cylinder } = model.header;
    let finite = |values: &[f32]| values.iter().all(|value| value.is_finite());
    let parts = [
        ("corners", finite(corners.as_flattened())),
        ("sphere", finite(&sphere.center) && sphere.radius.is_finite()),
        (
            "cylinder",
            finite(&[cylinder.low, cylinder.high].concat()) && cylinder.radius.is_finite(),
        ),
    ];
    for (name, _) in parts.into_iter().filter(|&(_, finite)| !finite) {
        findings.add(&codes::HEADER_NUMBER, || {
            header_field(model, name, "it holds a value that is not a finite number".into())
        });
    }
    let canonical = bounds::corners(&model.header.aabb());
    if finite(corners.as_flattened()) && canonical != corners {
        findings.add(&codes::HEADER_CORNERS, || {
            let wrong = canonical.iter().zip(&corners).position(|(a, b)| a != b).unwrap_or(0);
            let message = format!("corner {wrong} is not where corners 0 and 7 put it");
            header_field(model, "corners", message)
        });
    }
}

fn slot_field(model: &Model<'_>, index: usize, name: &str, message: String) -> Description {
    let at = model.offset(resource::SLOTS, index, Slot::offset_of(name));
    (format!("slots[{index}].{name}"), at, message)
}

fn check_slot(model: &Model<'_>, index: usize, slot: &Slot, findings: &mut Findings) {
    let finite = |values: &[f32]| values.iter().all(|value| value.is_finite());
    let box_finite = finite(&slot.aabb.min) && finite(&slot.aabb.max);
    let sphere_finite = finite(&slot.sphere.center) && slot.sphere.radius.is_finite();
    for (name, finite) in [("aabb", box_finite), ("sphere", sphere_finite)] {
        if !finite {
            findings.add(&codes::SLOT_NUMBER, || {
                slot_field(
                    model,
                    index,
                    name,
                    "it holds a value that is not a finite number".into(),
                )
            });
        }
    }
    let volume = bounds::volume(&slot.aabb);
    // A NaN stored where a number belongs is wrong too.
    let close = (slot.volume - volume).abs() <= volume.abs() * 1e-3;
    if box_finite && !close && slot.volume.to_bits() != volume.to_bits() {
        findings.add(&codes::SLOT_VOLUME, || {
            let message = format!("{} where the box has {volume}", slot.volume);
            slot_field(model, index, "volume", message)
        });
    }
}

/// Batches that two slots claim.
fn check_shared(model: &Model<'_>, findings: &mut Findings) {
    if !findings.asks(&codes::SLOT_SHARED) {
        return;
    }
    let mut claimed = vec![false; model.batches.len()];
    for (index, slot) in model.slots.iter().enumerate() {
        let Some(mine) = claimed.get_mut(slot.batches()) else { continue };
        // Stops at the first claimed one, so that each batch is claimed at most once.
        let free = mine.iter_mut().take_while(|claimed| !**claimed);
        let count = free.map(|claimed| *claimed = true).count();
        if count < mine.len() {
            findings.add(&codes::SLOT_SHARED, || {
                let batch = slot.batches().start + count;
                let message = format!("batch {batch} belongs to another slot too");
                slot_field(model, index, "batch_start", message)
            });
        }
    }
}

fn batch_field(model: &Model<'_>, index: usize, name: &str, message: String) -> Description {
    let at = model.offset(resource::BATCHES, index, Batch::offset_of(name));
    (format!("batches[{index}].{name}"), at, message)
}

fn check_batches(model: &Model<'_>, findings: &mut Findings) {
    let mut expected = 0u64;
    for (index, batch) in model.batches.iter().enumerate() {
        if !batch.index_count.is_multiple_of(3) {
            findings.add(&codes::BATCH_INDEX_COUNT, || {
                let message = format!("{} indices are not whole triangles", batch.index_count);
                batch_field(model, index, "index_count", message)
            });
        }
        if findings.retail() {
            check_batch_retail(model, index, &batch, findings);
        }
        if batch.lightmap().is_some() && model.place(resource::LIGHTMAP_UVS).is_none() {
            findings.add(&codes::BATCH_LIGHTMAP_UV, || {
                let message = format!("lightmap {} without coordinates", batch.lightmap);
                batch_field(model, index, "lightmap", message)
            });
        }
        if u64::from(batch.index_start) != expected {
            findings.add(&codes::BATCH_TILING, || {
                let message = format!("{} where {expected} comes next", batch.index_start);
                batch_field(model, index, "index_start", message)
            });
        }
        expected = u64::from(batch.index_start) + u64::from(batch.index_count);
    }
    if expected < model.indices.len() as u64 {
        findings.add(&codes::BATCH_TILING, || {
            let message = format!("no batch draws the indices from {expected} on");
            let at = usize::try_from(expected).ok();
            let at = at.and_then(|index| model.offset(resource::INDICES, index, 0));
            ("indices".into(), at, message)
        });
    }
}

fn check_batch_retail(model: &Model<'_>, index: usize, batch: &Batch, findings: &mut Findings) {
    if let Some(largest) = model.proof.largest_index(index)
        && u32::from(batch.vertex_count) != largest + 1
    {
        findings.add(&codes::BATCH_VERTEX_COUNT, || {
            let message = format!("{} where the largest index is {largest}", batch.vertex_count);
            batch_field(model, index, "vertex_count", message)
        });
    }
    if batch.word.0 >> 16 != 0 {
        findings.add(&codes::BATCH_WORD, || {
            let message = format!("{:#x} has bits in its upper half", batch.word.0);
            batch_field(model, index, "word", message)
        });
    }
    if batch.word.has(BatchWord::PORTAL) != batch.portal().is_some() {
        findings.add(&codes::BATCH_PORTAL_FLAG, || {
            let message = format!("{:#x} with a word of {:#x}", batch.portal, batch.word.0);
            batch_field(model, index, "portal", message)
        });
    }
    if batch.word.has(BatchWord::LIGHTMAPPED) != batch.lightmap().is_some() {
        findings.add(&codes::BATCH_LIGHTMAP_FLAG, || {
            let message = format!("{:#x} with a word of {:#x}", batch.lightmap, batch.word.0);
            batch_field(model, index, "lightmap", message)
        });
    }
}
