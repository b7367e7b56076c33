//! Rules of the grid.

use super::codes::{
    CELL_COUNT, CELL_ID, CELL_MIDDLE, CELL_MISSING, CELL_TWICE, CELLS_GAME, CELLS_POOL,
};
use crate::arealmap::GridFrame;
use crate::arealmap::packed::{MOST_IN_CELL, MOST_IN_POOL};
use crate::arealmap::read::ArealMap;
use crate::arealmap::types::{GAME_CELLS, GridHead};
use crate::bytes::u16_at;
use crate::{Code, Findings};

/// In whose areal nobody's middle lies.
const NOBODY: u32 = u32::MAX;

pub(super) fn check(
    map: &ArealMap<'_>,
    frame: Option<&GridFrame>,
    settled: &[bool],
    findings: &mut Findings,
) {
    if map.cell_count() != 0 && (map.across(), map.down()) != (GAME_CELLS, GAME_CELLS) {
        let field = if map.across() == GAME_CELLS { "cells_down" } else { "cells_across" };
        findings.at(&CELLS_GAME, field, || {
            format!("it has {} across and {} down", map.across(), map.down())
        });
    }
    let asked = frame.filter(|_| findings.asks(&CELL_MIDDLE));
    let owners = asked.map(|frame| owners(map, frame)).unwrap_or_default();
    if !owners.is_empty() || !is_plain(map, findings.asks(&CELL_TWICE)) {
        check_lists(map, &owners, findings);
    }
    if let Some(frame) = frame.filter(|_| findings.asks(&CELL_MISSING)) {
        check_anchors(map, frame, settled, findings);
    }
}

/// Whether a quick look over all numbers finds nothing wrong: most maps, and every sound one.
fn is_plain(map: &ArealMap<'_>, ask_twice: bool) -> bool {
    // From the last word of the header on, so that one is in front of each cell.
    let last_word = map.cells_offset() + GridHead::SIZE - size_of::<u16>();
    let words = map.bytes().get(last_word..).unwrap_or_default().as_chunks::<2>().0;
    let Some((header, lists)) = words.split_first() else { return false };
    let look = Look::at(*header, lists);
    // Of all words, counts included: where none is too high, no number of an areal is.
    let most_in_cell = u64::from(MOST_IN_CELL);
    let plain = u64::from(look.highest) < (map.len() as u64).min(most_in_cell + 1)
        && lists.len() as u64 <= u64::from(MOST_IN_POOL);
    // Where all words that do not rise are a count or the number behind one, the numbers of each
    // cell rise, and none is there twice.
    plain && (!ask_twice || look.falls == falls_around_counts(map))
}

/// What all words of the cells tell, without asking where one cell ends and the next begins.
struct Look {
    highest: u16,
    /// How many words are not above the one before.
    falls: usize,
}

impl Look {
    fn at(before: [u8; 2], words: &[[u8; 2]]) -> Self {
        let mut look = Self { highest: 0, falls: 0 };
        let mut before = u16::from_le_bytes(before);
        // In pieces whose falls can be counted in 16 bits, many at a time.
        for piece in words.chunks(1 << 12) {
            let numbers = || piece.iter().map(|word| u16::from_le_bytes(*word));
            let first_falls = numbers().next().is_some_and(|first| first <= before);
            let falls: u16 = numbers().zip(numbers().skip(1)).map(|(a, b)| u16::from(b <= a)).sum();
            look.falls += usize::from(falls) + usize::from(first_falls);
            look.highest = numbers().fold(look.highest, u16::max);
            before = numbers().next_back().unwrap_or(before);
        }
        look
    }
}

/// How many counts are not above the word before, and how many first numbers are not above their
/// count.
fn falls_around_counts(map: &ArealMap<'_>) -> usize {
    let falls = |at: usize| {
        let Some(words) = at.checked_sub(2).and_then(|before| map.bytes().get(before..)) else {
            return 0;
        };
        let [before, count, first] = match words.split_first_chunk::<6>() {
            Some((&[a, b, c, d, e, f], _)) => [[a, b], [c, d], [e, f]].map(u16::from_le_bytes),
            // The last cell is empty.
            None => [u16_at(words, 0).unwrap_or(0), 0, 0],
        };
        // Behind an empty cell the next count follows, which counts itself.
        usize::from(count <= before) + usize::from((count != 0) & (first <= count))
    };
    map.cell_starts().map(falls).sum()
}

fn check_lists(map: &ArealMap<'_>, owners: &[u32], findings: &mut Findings) {
    let mut total = 0;
    for cell in 0..map.cell_count() {
        let list = map.cell_bytes(cell).unwrap_or_default();
        total += list.len();
        let owner = owners.get(cell).copied().unwrap_or(NOBODY);
        let seen = Seen::of(list, owner);
        if !seen.is_sound(map, owner, list) {
            describe(map, cell, list, owner, findings);
        }
    }
    if total as u64 > u64::from(MOST_IN_POOL) {
        findings.at(&CELLS_POOL, "cells", || format!("they name {total}"));
    }
}

/// Areals that the cell under their anchor does not name. Not those that do not hold their anchor.
fn check_anchors(map: &ArealMap<'_>, frame: &GridFrame, settled: &[bool], findings: &mut Findings) {
    // Each byte of the file is worth a few steps, however often one long list is looked at.
    let mut budget = map.bytes().len().saturating_mul(8);
    for (index, ([x, y], settled)) in map.anchors().zip(settled).enumerate() {
        let Ok(id) = u16::try_from(index) else { return };
        if !settled {
            continue;
        }
        let (column, row) = frame.cell(x, y);
        let cell = u64::from(column) * u64::from(map.down()) + u64::from(row);
        let Ok(cell) = usize::try_from(cell) else { continue };
        let list = map.cell_bytes(cell).unwrap_or_default();
        let Some(left) = budget.checked_sub(list.len()) else { return };
        budget = left;
        if !list.contains(&id.to_le_bytes()) {
            findings
                .at(&CELL_MISSING, cell_name(map, cell), || format!("it does not name areal {id}"));
        }
    }
}

/// What one look at a list tells.
struct Seen {
    rising: bool,
    highest: u32,
    has_owner: bool,
}

impl Seen {
    #[inline]
    fn of(list: &[[u8; 2]], owner: u32) -> Self {
        let mut seen = Self { rising: true, highest: 0, has_owner: false };
        // One more than the number, so that nothing is less than the first.
        for id in list.iter().map(|id| u32::from(u16::from_le_bytes(*id))) {
            seen.rising &= seen.highest <= id;
            seen.highest = seen.highest.max(id + 1);
            seen.has_owner |= id == owner;
        }
        seen
    }

    #[inline]
    fn is_sound(&self, map: &ArealMap<'_>, owner: u32, list: &[[u8; 2]]) -> bool {
        self.rising
            && u64::from(self.highest) <= map.len() as u64
            && (self.has_owner || owner == NOBODY)
            && list.len() as u64 <= u64::from(MOST_IN_CELL)
    }
}

/// A list that one look did not find in order, rule by rule.
#[cold]
fn describe(
    map: &ArealMap<'_>,
    cell: usize,
    list: &[[u8; 2]],
    owner: u32,
    findings: &mut Findings,
) {
    let mut ids: Vec<u16> = list.iter().map(|id| u16::from_le_bytes(*id)).collect();
    let mut add = |code: &'static Code, place: Option<usize>, why: &dyn Fn() -> String| {
        let name = cell_name(map, cell);
        match place {
            Some(place) => findings.at(code, format_args!("{name}[{place}]"), why),
            None => findings.at(code, name, why),
        }
    };
    for (place, id) in ids.iter().enumerate().filter(|(_, id)| usize::from(**id) >= map.len()) {
        add(&CELL_ID, Some(place), &|| format!("areal {id}, but there are {}", map.len()));
    }
    if ids.len() as u64 > u64::from(MOST_IN_CELL) {
        add(&CELL_COUNT, None, &|| format!("it names {}", ids.len()));
    }
    if owner != NOBODY && !ids.iter().any(|id| u32::from(*id) == owner) {
        add(&CELL_MIDDLE, None, &|| format!("it does not name areal {owner}"));
    }
    ids.sort_unstable();
    if let Some((id, _)) = ids.iter().zip(ids.iter().skip(1)).find(|(a, b)| a == b) {
        add(&CELL_TWICE, None, &|| format!("areal {id} more than once"));
    }
}

/// For each cell an areal its middle lies in: the last, where several lie over each other.
fn owners(map: &ArealMap<'_>, frame: &GridFrame) -> Vec<u32> {
    let mut owners = vec![NOBODY; map.cell_count()];
    let down = usize::try_from(map.down()).unwrap_or(usize::MAX);
    let mut crossings = Vec::new();
    // Each byte of the file is worth a few steps: where areals lie over each other again and
    // again, or cross the grid back and forth, that is enough.
    let mut budget = map.bytes().len().saturating_mul(8);
    for (index, areal) in map.areals().enumerate() {
        let Ok(areal_id) = u16::try_from(index) else { break };
        let steps = frame.columns_crossed(areal.polygon());
        let Some(left) = budget.checked_sub(steps) else { break };
        budget = left;
        frame.middles_inside(areal.polygon(), &mut crossings, |column, first, last| {
            let start = usize::try_from(column).unwrap_or(usize::MAX).saturating_mul(down);
            let row = |row: u32| start.saturating_add(usize::try_from(row).unwrap_or(usize::MAX));
            if let Some(run) = owners.get_mut(row(first)..=row(last)) {
                budget = budget.saturating_sub(run.len());
                run.fill(areal_id.into());
            }
        });
        if budget == 0 {
            break;
        }
    }
    owners
}

fn cell_name(map: &ArealMap<'_>, index: usize) -> String {
    let down = usize::try_from(map.down()).unwrap_or(1).max(1);
    format!("cells[{}][{}]", index / down, index % down)
}
