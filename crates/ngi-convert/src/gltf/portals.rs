//! Portals and hallways name nodes by their numbers; they follow when nodes get others.

use std::collections::{HashMap, HashSet};

use ngi_formats::msh::{BatchWord, Blueprint, NONE};

use super::open::refuse;
use crate::Result;

/// Nodes have other numbers now: portals and hallways follow. What leads nowhere is lost.
pub(super) fn renumber(
    plan: &mut Blueprint,
    moved: &HashMap<usize, usize>,
    lost: &mut Vec<String>,
) -> Result<()> {
    let to = |old: usize| moved.get(&old).copied();
    lead(plan, lost, |old| u16::try_from(to(usize::from(old))?).ok());
    for place in &mut plan.paths.nodes {
        let old = usize::try_from(place.node).unwrap_or(usize::MAX);
        match to(old).and_then(|new| u32::try_from(new).ok()) {
            Some(new) => place.node = new,
            None => return refuse("paths", format!("a hallway hangs on node {old}, now gone")),
        }
    }
    Ok(())
}

/// Closes portals that lead nowhere, unless the reference has them too: what is broken there stays.
pub(super) fn close_new(plan: &mut Blueprint, reference: &Blueprint, lost: &mut Vec<String>) {
    let nodes = plan.nodes.len();
    let old = reference.meshes.iter().flat_map(|mesh| &mesh.parts);
    let old: HashSet<u16> = old.map(|part| part.portal).collect();
    let stays = |portal: u16| usize::from(portal) < nodes || old.contains(&portal);
    lead(plan, lost, |portal| stays(portal).then_some(portal));
}

/// Lets each portal lead into the node that `to` gives for it. One without any is lost.
fn lead(plan: &mut Blueprint, lost: &mut Vec<String>, to: impl Fn(u16) -> Option<u16>) {
    let parts = plan.meshes.iter_mut().flat_map(|mesh| &mut mesh.parts);
    for part in parts.filter(|part| part.portal != NONE) {
        let new = to(part.portal);
        if new.is_none() {
            lost.push(format!("the portal into node {}", part.portal));
            part.word.0 &= !BatchWord::PORTAL.0;
        }
        part.portal = new.unwrap_or(NONE);
    }
}
