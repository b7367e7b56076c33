//! What follows when states, groups and channels come and go: the table of costs has a row and a
//! column for each state, and numbers that name what is behind something that went are one less.

use super::action::Events;
use super::component::Component;
use super::edit::{StateBuf, resized};
use super::read::Control;
use super::state::{Contact, State};
use crate::schema::{Record as _, Stored as _, field_offset};
use crate::tree::{Draft, Form, PartName};
use crate::{Error, Result};

/// The largest table of states against states that is worked out.
const MOST_PAIRS: usize = 1 << 24;

/// Lets the rest of a draft follow a change of a list: after `path` was set to `said`.
pub fn follow_list(draft: &mut Draft, path: &str, said: &str) -> Result<()> {
    if path == "states[+]" {
        let old = draft.get("costs").len();
        return resize_costs(draft, old + 1, &|index| (index < old).then_some(index));
    }
    if path == "contacts_per_state" {
        return resize_contacts(draft);
    }
    let Some((list, index)) = path.strip_suffix(']').and_then(|path| path.split_once('[')) else {
        return Ok(());
    };
    let Some(index) = index.parse::<usize>().ok().filter(|_| said == "-") else { return Ok(()) };
    match list {
        "states" => {
            let left = draft.get("costs").len().saturating_sub(1);
            let from = |new: usize| Some(if new < index { new } else { new + 1 });
            resize_costs(draft, left, &from)
        }
        "groups" => {
            renumber_groups(draft, index);
            Ok(())
        }
        "channels" => {
            renumber_channels(draft, index);
            Ok(())
        }
        _ => Ok(()),
    }
}

/// Gives the table of a draft so many rows and columns.
fn resize_costs(
    draft: &mut Draft,
    new: usize,
    from: &dyn Fn(usize) -> Option<usize>,
) -> Result<()> {
    let Some((old, costs)) = square(draft) else { return Ok(()) };
    let table = resized(&costs, old, new, from);
    if let Some(Draft::List(Form::Rows(kind), rows)) = draft.part_mut(PartName::Key("costs")) {
        let row = |row: &[f32]| {
            Draft::Rows(*kind, row.iter().flat_map(|cost| cost.to_le_bytes()).collect())
        };
        *rows = table.chunks(new.max(1)).map(row).collect();
    }
    Ok(())
}

/// The table of a draft: how many rows and columns, and all numbers. `None` where it is not square.
fn square(draft: &Draft) -> Option<(usize, Vec<f32>)> {
    let rows = draft.items("costs");
    let mut costs = Vec::new();
    for row in rows {
        let Draft::Rows(_, bytes) = row else { return None };
        if bytes.len() != rows.len() * 4 {
            return None;
        }
        costs.extend(bytes.chunks_exact(4).map(|number| f32::get(number, 0)));
    }
    Some((rows.len(), costs))
}

/// Gives every state as many contacts as there should be: the last ones go, new ones come behind.
fn resize_contacts(draft: &mut Draft) -> Result<()> {
    let count: usize = draft.number("contacts_per_state")?;
    let states = draft.items("states").len();
    // A number that nobody can mean; what fits is for the file to say.
    if count.saturating_mul(states) > MOST_PAIRS {
        return Err(Error::limit("contacts_per_state", format!("{count} are too many")));
    }
    let Some(Draft::List(_, states)) = draft.part_mut(PartName::Key("states")) else {
        return Ok(());
    };
    for state in states {
        let contacts = state.part_mut(PartName::Key("contacts"));
        let Some(contacts) = contacts else { continue };
        if matches!(contacts, Draft::Absent) {
            *contacts = Draft::Rows(Contact::KIND, Vec::new());
        }
        if let Draft::Rows(_, bytes) = contacts {
            bytes.truncate(count * Contact::SIZE);
            while bytes.len() < count * Contact::SIZE {
                bytes.extend(Contact::default().write());
            }
        }
    }
    Ok(())
}

/// A number that names something of a list out of which one was taken; -1 where it was that.
fn without(number: i32, gone: usize) -> i32 {
    match usize::try_from(number) {
        Ok(own) if own == gone => -1,
        Ok(own) if own > gone => number - 1,
        _ => number,
    }
}

/// Changes numbers in stored bytes.
fn change(bytes: &mut [u8], offsets: &[usize], gone: usize) {
    for offset in offsets {
        without(i32::get(bytes, *offset), gone).put(bytes, *offset);
    }
}

/// The stored bytes of the record among the members of a draft.
fn flat(draft: &mut Draft) -> Option<&mut Vec<u8>> {
    match draft.part_mut(PartName::Key("")) {
        Some(Draft::Value(_, bytes)) => Some(bytes),
        _ => None,
    }
}

fn renumber_groups(draft: &mut Draft, gone: usize) {
    if let Some(Draft::List(_, states)) = draft.part_mut(PartName::Key("states")) {
        for state in states {
            if let Some(bytes) = flat(state) {
                change(bytes, &[field_offset!(State, "enter_group")], gone);
            }
            if let Some(Draft::Rows(_, bytes)) = state.part_mut(PartName::Key("contacts")) {
                for contact in bytes.chunks_exact_mut(Contact::SIZE) {
                    change(contact, &[field_offset!(Contact, "landing_group")], gone);
                }
            }
        }
    }
    if let Some(Draft::List(_, components)) = draft.part_mut(PartName::Key("components")) {
        let offsets = [
            field_offset!(Component, "group"),
            field_offset!(Component, "start_group"),
            field_offset!(Component, "stop_group"),
        ];
        components.iter_mut().filter_map(flat).for_each(|bytes| change(bytes, &offsets, gone));
    }
    if let Some(Draft::Value(_, bytes)) = draft.part_mut(PartName::Key("events")) {
        let all: Vec<usize> = (0..Events::SIZE).step_by(4).collect();
        change(bytes, &all, gone);
    }
}

/// A channel that went moves nothing any more.
fn renumber_channels(draft: &mut Draft, gone: usize) {
    let Some(Draft::List(_, components)) = draft.part_mut(PartName::Key("components")) else {
        return;
    };
    for component in components {
        if let Some(Draft::Rows(_, bytes)) = component.part_mut(PartName::Key("channels")) {
            let old = bytes.chunks_exact(4).map(|number| i32::get(number, 0));
            let is_left = |number: &i32| usize::try_from(*number) != Ok(gone);
            let left: Vec<i32> = old.filter(is_left).map(|number| without(number, gone)).collect();
            *bytes = left.iter().flat_map(|number| number.to_le_bytes()).collect();
        }
    }
}

/// The costs of a draft that has these states.
pub(super) fn costs_of(
    draft: &Draft,
    states: &[StateBuf],
    original: Option<&[u8]>,
) -> Result<Vec<f32>> {
    let new = states.len();
    if !draft.has("costs") {
        return Ok(resized(&[], 0, new, &|_| None));
    }
    let Some((old, costs)) = square(draft) else {
        let why = format!("a table of {new} rows of {new} is needed, for there are {new} states");
        return Err(Error::usage("costs", why));
    };
    if old == new {
        return Ok(costs);
    }
    let original = original.and_then(|bytes| Control::read(bytes).ok());
    let Some(original) = original.filter(|control| control.places.states == old) else {
        let why = format!(
            "{old} rows and columns, but there are {new} states; leave them out for a new table"
        );
        return Err(Error::usage("costs", why));
    };
    let before: Vec<StateBuf> = original.to_buf().states;
    let kept = aligned(&before, states)?;
    Ok(resized(&costs, old, new, &|index| kept.get(index).copied().flatten()))
}

/// For each new state which of the old ones it was: the longest way through both lists that takes
/// the same states, and where as many are between two of them as were, those one by one.
fn aligned(old: &[StateBuf], new: &[StateBuf]) -> Result<Vec<Option<usize>>> {
    let (rows, columns) = (old.len() + 1, new.len() + 1);
    if rows.saturating_mul(columns) > MOST_PAIRS {
        return Err(Error::limit("states", "too many to follow their costs"));
    }
    let same = |a: usize, b: usize| old.get(a).zip(new.get(b)).is_some_and(|(a, b)| is_same(a, b));
    // How many are the same from here to the end.
    let mut longest = vec![0u16; rows * columns];
    let at = |longest: &[u16], a: usize, b: usize| {
        longest.get(a * columns + b).copied().unwrap_or_default()
    };
    for a in (0..old.len()).rev() {
        for b in (0..new.len()).rev() {
            let best = if same(a, b) {
                at(&longest, a + 1, b + 1).saturating_add(1)
            } else {
                at(&longest, a + 1, b).max(at(&longest, a, b + 1))
            };
            if let Some(slot) = longest.get_mut(a * columns + b) {
                *slot = best;
            }
        }
    }
    let (mut kept, mut a, mut b) = (vec![None; new.len()], 0, 0);
    let (mut from_a, mut from_b) = (0, 0);
    loop {
        let is_end = a >= old.len() || b >= new.len();
        if is_end || same(a, b) {
            let (end_a, end_b) = if is_end { (old.len(), new.len()) } else { (a, b) };
            if end_a - from_a == end_b - from_b {
                for (a, slot) in (from_a..end_a).zip(kept.iter_mut().skip(from_b)) {
                    *slot = Some(a);
                }
            }
            if is_end {
                return Ok(kept);
            }
            if let Some(slot) = kept.get_mut(b) {
                *slot = Some(a);
            }
            (a, b) = (a + 1, b + 1);
            (from_a, from_b) = (a, b);
        } else if at(&longest, a + 1, b) >= at(&longest, a, b + 1) {
            a += 1;
        } else {
            b += 1;
        }
    }
}

/// Whether two states have the same bytes.
fn is_same(a: &StateBuf, b: &StateBuf) -> bool {
    let bytes = |state: &StateBuf| (state.state.write(), state.contacts.clone());
    bytes(a) == bytes(b)
}
