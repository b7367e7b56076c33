//! Rules of the grid.

use super::codes::{CELL_COUNT, CELL_ID, CELL_MISSING, CELL_TWICE, CELLS_GAME, CELLS_POOL};
use crate::arealmap::packed::{MOST_IN_CELL, MOST_IN_POOL};
use crate::arealmap::read::ArealMap;
use crate::arealmap::types::GAME_CELLS;
use crate::{Code, Findings};

pub(super) fn check(map: &ArealMap<'_>, base: u64, findings: &mut Findings) {
    if map.cell_count() != 0 && (map.across(), map.down()) != (GAME_CELLS, GAME_CELLS) {
        findings.add(&CELLS_GAME, || {
            let why = format!("it has {} across and {} down", map.across(), map.down());
            ("cells".into(), Some(base + map.cells_offset() as u64), why)
        });
    }
    check_lists(map, base, findings);
    if findings.asks(&CELL_MISSING) {
        check_missing(map, base, findings);
    }
}

fn check_lists(map: &ArealMap<'_>, base: u64, findings: &mut Findings) {
    let (mut total, mut sorted) = (0, Vec::new());
    for index in 0..map.cell_count() {
        let list = map.cell_bytes(index).unwrap_or_default();
        total += list.len();
        let mut rising = true;
        let mut highest = None;
        for id in list.iter().map(|id| u16::from_le_bytes(*id)) {
            rising &= highest < Some(id);
            highest = highest.max(Some(id));
        }
        let mut add = |code: &'static Code, place: usize, why: &dyn Fn() -> String| {
            let at = map.cell_offset(index).map(|at| base + at + place as u64 * 2);
            findings.add(code, || (cell_name(map, index), at, why()));
        };
        if highest.is_some_and(|id| usize::from(id) >= map.len()) {
            for (place, id) in list.iter().map(|id| u16::from_le_bytes(*id)).enumerate() {
                if usize::from(id) >= map.len() {
                    add(&CELL_ID, place + 1, &|| {
                        format!("areal {id}, but there are {}", map.len())
                    });
                }
            }
        }
        if list.len() as u64 > u64::from(MOST_IN_CELL) {
            add(&CELL_COUNT, 0, &|| format!("it names {}", list.len()));
        }
        if !rising {
            sorted.clear();
            sorted.extend(list.iter().map(|id| u16::from_le_bytes(*id)));
            sorted.sort_unstable();
            let twice = sorted.iter().zip(sorted.iter().skip(1)).find(|(a, b)| a == b);
            if let Some((id, _)) = twice {
                add(&CELL_TWICE, 0, &|| format!("areal {id} more than once"));
            }
        }
    }
    if total as u64 > u64::from(MOST_IN_POOL) {
        let at = base + map.cells_offset() as u64;
        findings.add(&CELLS_POOL, || ("cells".into(), Some(at), format!("they name {total}")));
    }
}

/// Areals that a cell under them does not name. Looks at each byte of the file a few times at
/// most: where areals lie over each other again and again, it stops.
fn check_missing(map: &ArealMap<'_>, base: u64, findings: &mut Findings) {
    let Some(frame) = map.frame() else { return };
    let mut budget = map.bytes().len() * 8;
    let mut crossings = Vec::new();
    for (index, areal) in map.areals().enumerate() {
        let Ok(id) = u16::try_from(index) else { return };
        let steps = frame.columns_crossed(areal.polygon());
        let Some(left) = budget.checked_sub(steps) else { return };
        budget = left;
        frame.middles_inside(areal.polygon(), &mut crossings, |column, first, last| {
            for row in first..=last {
                let Ok(cell) =
                    usize::try_from(u64::from(column) * u64::from(map.down()) + u64::from(row))
                else {
                    continue;
                };
                let list = map.cell_bytes(cell).unwrap_or_default();
                if budget <= list.len() {
                    budget = 0;
                    return;
                }
                budget -= list.len() + 1;
                if !list.contains(&id.to_le_bytes()) {
                    let at = map.cell_offset(cell).map(|at| base + at);
                    findings.add(&CELL_MISSING, || {
                        (cell_name(map, cell), at, format!("it does not name areal {id}"))
                    });
                }
            }
        });
        if budget == 0 {
            return;
        }
    }
}

fn cell_name(map: &ArealMap<'_>, index: usize) -> String {
    let down = usize::try_from(map.down()).unwrap_or(1).max(1);
    format!("cells[{}][{}]", index / down, index % down)
}
