//! Rules of keys and the frame map.

use super::budget::{Budget, overlap};
use super::codes;
use crate::Findings;
use crate::msh::read::Model;
use crate::msh::resource;
use crate::msh::types::{Key, Node};
use crate::schema::Stream;

pub(super) fn check(model: &Model<'_>, findings: &mut Findings) {
    let Some(keys) = model.keys else { return };
    check_keys(&keys, findings);
    let mut budget = Budget::for_model(model);
    for (index, node) in model.nodes.iter().enumerate() {
        if !check_track(model, &keys, index, &node, &mut budget, findings) {
            overlap(findings, "nodes", index);
            break;
        }
    }
    if findings.retail() && model.legacy_nodes.is_none() {
        check_runs(model, &keys, findings);
        check_blocks(model, findings);
        check_frames(model, &keys, findings);
    }
}

fn is_finite(key: &Key) -> bool {
    key.time.is_finite() && key.position.iter().all(|value| value.is_finite())
}

fn check_keys(keys: &Stream<'_, Key>, findings: &mut Findings) {
    for (index, key) in keys.iter().enumerate() {
        if !is_finite(&key) {
            findings.at(&codes::KEY_NUMBER, format_args!("keys[{index}].position"), || {
                format!("position {:?}, time {}", key.position, key.time)
            });
        }
        let squared: i64 = key.rotation.iter().map(|&value| i64::from(value).pow(2)).sum();
        // (32767 · (1 ± 0.001))².
        if !(1_071_530_010..=1_075_824_715).contains(&squared) {
            findings.at(&codes::KEY_ROTATION, format_args!("keys[{index}].rotation"), || {
                format!("{:?} / 32767 is no unit quaternion", key.rotation)
            });
        }
    }
}

/// The rules of one node's keys and map block; `false` once the budget is used up.
fn check_track(
    model: &Model<'_>,
    keys: &Stream<'_, Key>,
    index: usize,
    node: &Node,
    budget: &mut Budget,
    findings: &mut Findings,
) -> bool {
    let fallback = usize::from(node.fallback_key);
    let mut first = fallback;
    if let Some(block) = model.map_block(index) {
        if !budget.spend(block.len()) {
            return false;
        }
        for (frame, word) in block.iter().enumerate() {
            first = first.min(usize::from(word));
            if word > node.fallback_key {
                findings.at(
                    &codes::MAP_WORD,
                    format_args!("map[{}]", usize::from(node.map_start) + frame),
                    || format!("key {word}, but node {index} has its last at {fallback}"),
                );
            }
        }
    }
    let Some(run) = keys.slice(first, fallback - first + 1) else { return true };
    if !budget.spend(2 * run.len()) {
        return false;
    }
    check_times(first, &run, findings);
    if findings.retail() {
        check_map_frames(model, index, (first, &run), findings);
    }
    true
}

fn check_times(first: usize, run: &Stream<'_, Key>, findings: &mut Findings) {
    let mut before: Option<Key> = None;
    for (number, key) in run.iter().enumerate() {
        let index = first + number;
        if let Some(before) = before
            && before.time >= key.time
        {
            findings.at(&codes::KEY_TIME, format_args!("keys[{index}].time"), || {
                format!("{} does not come after {}", key.time, before.time)
            });
        }
        let whole = key.time.fract() == 0.0 && (number > 0 || key.time == 0.0);
        if key.time.is_finite() && !whole {
            findings.at(&codes::KEY_FRAME, format_args!("keys[{index}].time"), || match number {
                0 => format!("a node's first key is at {} instead of 0", key.time),
                _ => format!("{} is no whole frame", key.time),
            });
        }
        before = Some(key);
    }
}

/// Each word of a block names the key whose time is the last not after its frame.
fn check_map_frames(
    model: &Model<'_>,
    node: usize,
    (first, run): (usize, &Stream<'_, Key>),
    findings: &mut Findings,
) {
    let Some(block) = model.map_block(node) else { return };
    let start = model.nodes.get(node).map_or(0, |node| usize::from(node.map_start));
    let mut at = 0;
    for (frame, word) in block.iter().enumerate() {
        // Frames are far below 2^24: the conversion is exact.
        #[allow(clippy::cast_precision_loss)]
        while run.get(at + 1).is_some_and(|next| next.time <= frame as f32) {
            at += 1;
        }
        // A word past the node's keys is reported as such.
        let known = usize::from(word) < first + run.len();
        if known && usize::from(word) != first + at {
            findings.at(&codes::MAP_FRAME, format_args!("map[{}]", start + frame), || {
                format!("key {word} at frame {frame}, which key {} holds", first + at)
            });
        }
    }
}

/// Keys lie in node order; a run ends with its node's fallback.
fn check_runs(model: &Model<'_>, keys: &Stream<'_, Key>, findings: &mut Findings) {
    let mut next = 0;
    for (index, node) in model.nodes.iter().enumerate() {
        let end = usize::from(node.fallback_key) + 1;
        if end > keys.len() {
            return;
        }
        let fits = match (end.checked_sub(next), node.is_animated()) {
            (Some(length), true) => length >= 2,
            (Some(length), false) => length == 1,
            (None, _) => false,
        };
        if !fits {
            findings.at(&codes::KEY_RUNS, format_args!("nodes[{index}].fallback_key"), || {
                format!(
                    "key {} where the node's keys start at {next}{}",
                    node.fallback_key,
                    if node.is_animated() { ", two at least" } else { ", with one" }
                )
            });
        }
        next = end;
    }
    if next != keys.len() && !model.nodes.is_empty() {
        findings
            .at(&codes::KEY_RUNS, format_args!("keys[{next}]"), || "it belongs to no node".into());
    }
}

/// Blocks of animated nodes follow each other and fill the map.
fn check_blocks(model: &Model<'_>, findings: &mut Findings) {
    let Some(map) = model.map else { return };
    let mut next = 0u64;
    for (index, node) in model.nodes.iter().enumerate().filter(|(_, node)| node.is_animated()) {
        if u64::from(node.map_start) != next {
            findings.at(&codes::MAP_BLOCKS, format_args!("nodes[{index}].map_start"), || {
                format!("{} where {next} comes next", node.map_start)
            });
        }
        next = u64::from(node.map_start) + u64::from(model.frame_count);
    }
    if next < map.len() as u64 {
        findings.at(&codes::MAP_BLOCKS, format_args!("map[{next}]"), || {
            "no node's block reaches here".into()
        });
    }
}

/// The frame count is one more than the last key's time.
fn check_frames(model: &Model<'_>, keys: &Stream<'_, Key>, findings: &mut Findings) {
    if model.map.is_none() || model.nodes.is_empty() {
        return;
    }
    let last = |node: Node| keys.get(usize::from(node.fallback_key)).map(|key| key.time);
    let largest = model.nodes.iter().filter_map(last).fold(0.0f32, f32::max);
    if f64::from(model.frame_count) != f64::from(largest) + 1.0 {
        let entry = model.place(resource::MAP).map_or(0, |place| place.entry);
        findings.at(&codes::MAP_FRAMES, format_args!("entries[{entry}].attr2"), || {
            format!("{} frames, but the last key is at {largest}", model.frame_count)
        });
    }
}
