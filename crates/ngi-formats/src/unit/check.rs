//! Holds a unit against every rule.

use super::codes::*;
use super::read::{self, Unit};
use super::types::Part;
use crate::Findings;
use crate::objects::LIBRARY;

/// Checks any bytes as a unit. What cannot be followed is a finding too.
pub fn check(bytes: &[u8], findings: &mut Findings) {
    match read::open(bytes) {
        Ok(unit) => {
            check_unit(&unit, findings);
            findings.locate(|| super::tree(bytes).ok());
        }
        Err((code, error)) => findings.cannot_follow(code, &error, || super::remains(bytes)),
    }
}

/// Checks a unit that could be read.
pub(super) fn check_unit(unit: &Unit<'_>, findings: &mut Findings) {
    let zero = unit.head().unk_0x02;
    if zero != 0 {
        findings.at(&HEAD_ZERO, "unk_0x02", || format!("{zero}, 0 in the game"));
    }
    if !unit.tail().is_empty() {
        let message = || format!("{} bytes behind the last whole part", unit.tail().len());
        findings.at(&SIZE, "tail", message);
    }
    let mut roots = (0..unit.len()).filter(|index| unit.parent(*index).is_none());
    match (roots.next(), roots.next()) {
        (None, _) => findings.at(&TREE_ROOT, "parts", || "there are no parts".into()),
        (_, Some(second)) => findings.at(&TREE_ROOT, format_args!("parts[{second}]"), || {
            format!("hangs on nothing, and neither do {} more", 1 + roots.count())
        }),
        _ => {}
    }
    for (index, part) in unit.parts().enumerate() {
        check_part(index, &part, unit.parent(index).is_none(), findings);
    }
}

fn check_part(index: usize, part: &Part, is_root: bool, findings: &mut Findings) {
    let Part { archive, member, unk_0x40, attach, name: _, class, child_count: _ } = part;
    for (field, name) in [("archive", archive), ("member", member)] {
        let path = format_args!("parts[{index}].{field}");
        if !name.is_terminated() {
            findings.at(&PART_END, path, || "no NUL ends the name".into());
        }
        if !name.name().is_ascii() {
            findings.at(&PART_ASCII, path, || "the name is not ASCII".into());
        }
    }
    if member.name().is_empty() {
        let message = || "names no object".into();
        findings.at(&PART_EMPTY, format_args!("parts[{index}].member"), message);
    }
    if !archive.is(LIBRARY) {
        let message = || format!("\"{archive}\", objects.rlb in the game");
        findings.at(&PART_ARCHIVE, format_args!("parts[{index}].archive"), message);
    }
    if is_root != (*attach == -1) || *attach < -1 {
        findings.at(&PART_ATTACH, format_args!("parts[{index}].attach"), || {
            let wanted = if is_root { "the root hangs at -1" } else { "0 is the first" };
            format!("{attach}; {wanted}")
        });
    }
    if !class.is_known() {
        let message = || format!("{} is none of the six", class.0);
        findings.at(&PART_CLASS, format_args!("parts[{index}].class"), message);
    }
    if *unk_0x40 != 1 {
        let message = || format!("{unk_0x40}, 1 in the game");
        findings.at(&PART_ONE, format_args!("parts[{index}].unk_0x40"), message);
    }
}
