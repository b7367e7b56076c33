//! Rules of the bounds, the slots and the batches, record by record.

use super::codes;
use crate::Findings;
use crate::geometry::Header;
use crate::geometry::bounds;
use crate::msh::read::Model;
use crate::msh::resource;
use crate::msh::types::{Batch, BatchWord, Slot};

pub(super) fn check(model: &Model<'_>, findings: &mut Findings) {
    check_header(model, findings);
    for (index, slot) in model.slots.iter().enumerate() {
        check_slot(index, &slot, findings);
    }
    check_shared(model, findings);
    check_batches(model, findings);
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
        findings.at(&codes::HEADER_NUMBER, format_args!("header.{name}"), || {
            "it holds a value that is not a finite number".into()
        });
    }
    let canonical = bounds::corners(&model.header.aabb());
    if finite(corners.as_flattened()) && canonical != corners {
        findings.at(&codes::HEADER_CORNERS, "header.corners", || {
            let wrong = canonical.iter().zip(&corners).position(|(a, b)| a != b).unwrap_or(0);
            format!("corner {wrong} is not where corners 0 and 7 put it")
        });
    }
}

fn check_slot(index: usize, slot: &Slot, findings: &mut Findings) {
    let finite = |values: &[f32]| values.iter().all(|value| value.is_finite());
    let box_finite = finite(&slot.aabb.min) && finite(&slot.aabb.max);
    let sphere_finite = finite(&slot.sphere.center) && slot.sphere.radius.is_finite();
    for (name, finite) in [("aabb", box_finite), ("sphere", sphere_finite)] {
        if !finite {
            findings.at(&codes::SLOT_NUMBER, format_args!("slots[{index}].{name}"), || {
                "it holds a value that is not a finite number".into()
            });
        }
    }
    let volume = bounds::volume(&slot.aabb);
    // A NaN stored where a number belongs is wrong too.
    let close = (slot.volume - volume).abs() <= volume.abs() * 1e-3;
    if box_finite && !close && slot.volume.to_bits() != volume.to_bits() {
        findings.at(&codes::SLOT_VOLUME, format_args!("slots[{index}].volume"), || {
            format!("{} where the box has {volume}", slot.volume)
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
            findings.at(&codes::SLOT_SHARED, format_args!("slots[{index}].batch_start"), || {
                let batch = slot.batches().start + count;
                format!("batch {batch} belongs to another slot too")
            });
        }
    }
}

fn check_batches(model: &Model<'_>, findings: &mut Findings) {
    let mut expected = 0u64;
    for (index, batch) in model.batches.iter().enumerate() {
        if !batch.index_count.is_multiple_of(3) {
            findings.at(
                &codes::BATCH_INDEX_COUNT,
                format_args!("batches[{index}].index_count"),
                || format!("{} indices are not whole triangles", batch.index_count),
            );
        }
        if findings.retail() {
            check_batch_retail(model, index, &batch, findings);
        }
        if batch.lightmap().is_some() && model.place(resource::LIGHTMAP_UVS).is_none() {
            findings.at(
                &codes::BATCH_LIGHTMAP_UV,
                format_args!("batches[{index}].lightmap"),
                || format!("lightmap {} without coordinates", batch.lightmap),
            );
        }
        if u64::from(batch.index_start) != expected {
            findings.at(&codes::BATCH_TILING, format_args!("batches[{index}].index_start"), || {
                format!("{} where {expected} comes next", batch.index_start)
            });
        }
        expected = u64::from(batch.index_start) + u64::from(batch.index_count);
    }
    if expected < model.indices.len() as u64 {
        findings.at(&codes::BATCH_TILING, format_args!("indices[{expected}]"), || {
            format!("no batch draws the indices from {expected} on")
        });
    }
}

fn check_batch_retail(model: &Model<'_>, index: usize, batch: &Batch, findings: &mut Findings) {
    if let Some(largest) = model.proof.largest_index(index)
        && u32::from(batch.vertex_count) != largest + 1
    {
        findings.at(
            &codes::BATCH_VERTEX_COUNT,
            format_args!("batches[{index}].vertex_count"),
            || format!("{} where the largest index is {largest}", batch.vertex_count),
        );
    }
    if batch.word.0 >> 16 != 0 {
        findings.at(&codes::BATCH_WORD, format_args!("batches[{index}].word"), || {
            format!("{:#x} has bits in its upper half", batch.word.0)
        });
    }
    if batch.word.has(BatchWord::PORTAL) != batch.portal().is_some() {
        findings.at(&codes::BATCH_PORTAL_FLAG, format_args!("batches[{index}].portal"), || {
            format!("{:#x} with a word of {:#x}", batch.portal, batch.word.0)
        });
    }
    if batch.word.has(BatchWord::LIGHTMAPPED) != batch.lightmap().is_some() {
        findings.at(&codes::BATCH_LIGHTMAP_FLAG, format_args!("batches[{index}].lightmap"), || {
            format!("{:#x} with a word of {:#x}", batch.lightmap, batch.word.0)
        });
    }
}
