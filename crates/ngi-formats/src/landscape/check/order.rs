//! Rules of the draw order.

use super::codes;
use super::faces::Walk;
use crate::Findings;
use crate::landscape::flags::{DrawFlags, FaceFlags};
use crate::landscape::read::Landscape;
use crate::landscape::types::Face;

pub(super) fn check(land: &Landscape<'_>, walk: &Walk, findings: &mut Findings) {
    let (order, faces) = (land.order.len(), land.faces.len());
    if order > faces {
        findings.at(&codes::ORDER_LONG, format_args!("order[{faces}]"), || {
            format!("{order} entries for {faces} faces")
        });
    }
    if findings.asks(&codes::ORDER_PERMUTATION) {
        check_permutation(land, findings);
    }
    if findings.asks_any(&[&codes::ORDER_CELL, &codes::ORDER_BATCH, &codes::ORDER_RUNS]) {
        check_cells(land, &walk.faces, findings);
    }
    if findings.retail() {
        check_retail(land, findings);
    }
}

fn check_permutation(land: &Landscape<'_>, findings: &mut Findings) {
    let mut seen = vec![false; land.faces.len()];
    // Entries behind the last face have been reported.
    for (index, entry) in land.order.iter().enumerate().take(land.faces.len()) {
        // A face that is not there has been reported.
        let Some(seen) = seen.get_mut(usize::from(entry.face)) else { continue };
        if std::mem::replace(seen, true) {
            findings.at(&codes::ORDER_PERMUTATION, format_args!("order[{index}].face"), || {
                format!("face {} comes a second time", entry.face)
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
                findings.at(&codes::ORDER_CELL, format_args!("order[{index}].face"), || {
                    format!(
                        "face {number} is not one of cell {cell_index}, which has {} to {}",
                        run.start,
                        run.end.saturating_sub(1)
                    )
                });
            }
            let Some(face) = faces.get(number) else { continue };
            let alone = face.flags.has(FaceFlags::NOT_GROUND);
            let pair = (!alone).then_some(u16::from_le_bytes(face.pair()));
            let starts = pair.is_none() || last != Some(pair);
            last = Some(pair);
            if starts != entry.starts_batch() {
                findings.at(&codes::ORDER_BATCH, format_args!("order[{index}].flags"), || {
                    let what = if starts {
                        "change, but no batch starts"
                    } else {
                        "stay, but a batch starts"
                    };
                    format!("the materials {what}")
                });
            }
            let Some(pair) = pair.filter(|_| starts) else { continue };
            let Some(seen) = seen.get_mut(usize::from(pair)) else { continue };
            if std::mem::replace(seen, stamp) == stamp {
                findings.at(&codes::ORDER_RUNS, format_args!("order[{index}].face"), || {
                    let [first, second] = pair.to_le_bytes();
                    format!("materials {first} and {second} come again in cell {cell_index}")
                });
            }
        }
    }
}

fn check_retail(land: &Landscape<'_>, findings: &mut Findings) {
    for (index, entry) in land.order.iter().enumerate() {
        if entry.flags.0 & !DrawFlags::BATCH.0 != DrawFlags::BASE.0 {
            findings.at(&codes::ORDER_FLAGS, format_args!("order[{index}].flags"), || {
                format!("{:?}", entry.flags)
            });
        }
    }
    let head = [0x0058_0000u32, 0x0048_0001].map(u32::to_le_bytes);
    let found = land.order.raw().get(..head.len());
    if found.is_some_and(|found| found != head) {
        findings.at(&codes::ORDER_HEAD, "order", || {
            let found = found.unwrap_or_default().iter().map(|raw| u32::from_le_bytes(*raw));
            let found: Vec<String> = found.map(|word| format!("{word:#010x}")).collect();
            found.join(", ")
        });
    }
}
