//! Rules of the draw order.

use super::codes;
use super::faces::Walk;
use crate::Findings;
use crate::landscape::chunk;
use crate::landscape::flags::{DrawFlags, FaceFlags};
use crate::landscape::read::Landscape;
use crate::landscape::types::{DrawEntry, Face};
use crate::msh::Record;

pub(super) fn check(land: &Landscape<'_>, walk: &Walk, findings: &mut Findings) {
    let (order, faces) = (land.order.len(), land.faces.len());
    if order > faces {
        findings.add(&codes::ORDER_LONG, || {
            let at = land.offset(chunk::ORDER, faces, 0);
            ("order".into(), at, format!("{order} entries for {faces} faces"))
        });
    }
    if findings.asks(&codes::ORDER_PERMUTATION) {
        check_permutation(land, findings);
        check_cells(land, &walk.faces, findings);
    }
    if findings.retail() {
        check_retail(land, findings);
    }
}

fn field_of(land: &Landscape<'_>, index: usize, field: &str) -> (String, Option<u64>) {
    let at = land.offset(chunk::ORDER, index, DrawEntry::offset_of(field));
    (format!("order[{index}].{field}"), at)
}

fn check_permutation(land: &Landscape<'_>, findings: &mut Findings) {
    let mut seen = vec![false; land.faces.len()];
    // Entries behind the last face have been reported.
    for (index, entry) in land.order.iter().enumerate().take(land.faces.len()) {
        // A face that is not there has been reported.
        let Some(seen) = seen.get_mut(usize::from(entry.face)) else { continue };
        if std::mem::replace(seen, true) {
            findings.add(&codes::ORDER_PERMUTATION, || {
                let (field, at) = field_of(land, index, "face");
                (field, at, format!("face {} comes a second time", entry.face))
            });
        }
    }
}

/// Entries stay in their cell; a batch is a run of one pair of materials.
fn check_cells(land: &Landscape<'_>, faces: &[Face], findings: &mut Findings) {
    // By pair the last cell that had it, plus one.
    let mut seen = vec![0u32; 0x1_0000];
    let mut left = land.faces.len().saturating_mul(2);
    for (cell_index, cell) in land.cells.iter().enumerate() {
        let run = land.cell_faces(&cell);
        let stamp = u32::try_from(cell_index + 1).unwrap_or(u32::MAX);
        // Runs that cover the same faces over and over have been reported.
        let Some(rest) = left.checked_sub(run.len()) else { return };
        left = rest;
        let mut last = None;
        for (entry, index) in land.cell_order(&cell).iter().zip(run.start..) {
            let number = usize::from(entry.face);
            // A face that is not there has been reported.
            if number < faces.len() && !run.contains(&number) {
                findings.add(&codes::ORDER_CELL, || {
                    let (field, at) = field_of(land, index, "face");
                    let message = format!(
                        "face {number} is not one of cell {cell_index}, which has {} to {}",
                        run.start,
                        run.end.saturating_sub(1)
                    );
                    (field, at, message)
                });
            }
            let Some(face) = faces.get(number) else { continue };
            let alone = face.flags.has(FaceFlags::NOT_GROUND);
            let pair = (!alone).then_some(u16::from_le_bytes(face.pair()));
            let starts = pair.is_none() || last != Some(pair);
            last = Some(pair);
            if starts != entry.starts_batch() {
                findings.add(&codes::ORDER_BATCH, || {
                    let (field, at) = field_of(land, index, "flags");
                    let what = if starts {
                        "change, but no batch starts"
                    } else {
                        "stay, but a batch starts"
                    };
                    (field, at, format!("the materials {what}"))
                });
            }
            let Some(pair) = pair.filter(|_| starts) else { continue };
            let Some(seen) = seen.get_mut(usize::from(pair)) else { continue };
            if std::mem::replace(seen, stamp) == stamp {
                findings.add(&codes::ORDER_RUNS, || {
                    let (field, at) = field_of(land, index, "face");
                    let [first, second] = pair.to_le_bytes();
                    (
                        field,
                        at,
                        format!("materials {first} and {second} come again in cell {cell_index}"),
                    )
                });
            }
        }
    }
}

fn check_retail(land: &Landscape<'_>, findings: &mut Findings) {
    for (index, entry) in land.order.iter().enumerate() {
        if entry.flags.0 & !DrawFlags::BATCH.0 != DrawFlags::BASE.0 {
            findings.add(&codes::ORDER_FLAGS, || {
                let (field, at) = field_of(land, index, "flags");
                (field, at, format!("{:?}", entry.flags))
            });
        }
    }
    let head = [0x0058_0000u32, 0x0048_0001].map(u32::to_le_bytes);
    let found = land.order.raw().get(..head.len());
    if found.is_some_and(|found| found != head) {
        findings.add(&codes::ORDER_HEAD, || {
            let found = found.unwrap_or_default().iter().map(|raw| u32::from_le_bytes(*raw));
            let found: Vec<String> = found.map(|word| format!("{word:#010x}")).collect();
            ("order".into(), land.offset(chunk::ORDER, 0, 0), found.join(", "))
        });
    }
}
