//! What is below a folder or an archive, and where each of it goes.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use ngi_vfs::{Node, NodeKind};

use super::index::{INDEX, JOURNAL};
use super::links::{LIGHTMAP_FOLDER, TEXTURE_FOLDER};
use crate::Result;
use crate::check::entry_meta;
use crate::extract::refuse_bomb;
use crate::format::{self, Format, Subject};
use crate::safe_name;

/// A file or entry, and where it goes: a path below the output without its suffix.
pub(super) struct Planned {
    pub node: Node,
    pub stem: PathBuf,
}

/// Everything below a node, or the node itself.
pub(super) fn plan(node: &Node, force: bool, problems: &mut Vec<String>) -> Result<Vec<Planned>> {
    let mut planned = Vec::new();
    if is_folder(node) {
        let reserved = [INDEX, JOURNAL, TEXTURE_FOLDER, LIGHTMAP_FOLDER];
        below(node, Path::new(""), force, &reserved, &mut planned, problems)?;
    } else {
        let stem = stems(std::slice::from_ref(node), &[]).pop().unwrap_or_default();
        planned.push(Planned { node: node.clone(), stem: stem.into() });
    }
    Ok(planned)
}

/// Lists what is below a node. Archives that are no things of their own become folders.
fn below(
    node: &Node,
    path: &Path,
    force: bool,
    reserved: &[&str],
    planned: &mut Vec<Planned>,
    problems: &mut Vec<String>,
) -> Result<()> {
    if let Some(container) = node.open_container()? {
        refuse_bomb(&container, node.size()?, force)?;
    }
    let children: Vec<Node> = node.children()?.collect();
    for (child, stem) in children.iter().zip(stems(&children, reserved)) {
        let stem = path.join(stem);
        if is_folder(child) {
            if let Err(error) = below(child, &stem, force, &[], planned, problems) {
                problems.push(error.to_string());
            }
        } else {
            planned.push(Planned { node: fresh(node, child), stem });
        }
    }
    Ok(())
}

/// The same node with nothing read yet: what planning looked at is not kept for the whole run.
fn fresh(parent: &Node, child: &Node) -> Node {
    let segment = child.entry().map_or_else(|| child.name(), |e| format!("#{}", e.index));
    parent.child(&segment).unwrap_or_else(|_| child.clone())
}

fn is_folder(node: &Node) -> bool {
    match node.kind() {
        NodeKind::Folder => true,
        _ if !matches!(node.container(), Ok(Some(_))) => false,
        _ => {
            let (Ok(bytes), name) = (node.bytes(), node.name()) else { return false };
            let subject = Subject { name: &name, bytes: &bytes, entry: entry_meta(node) };
            !format::recognise(&subject).is_some_and(Format::checks_inside)
        }
    }
}

/// Names for children, without suffix: safe everywhere, none of them what another becomes with a
/// dot and a suffix behind it, and none of those that are reserved.
fn stems(children: &[Node], reserved: &[&str]) -> Vec<String> {
    let kind = |node: &Node| node.entry().and_then(|entry| entry.type_id());
    let names: Vec<(Vec<u8>, String)> = children
        .iter()
        .map(|node| {
            let entry = node.entry();
            let name = entry.map_or_else(|| node.name().into_bytes(), |e| e.name().to_vec());
            (name, kind(node).map_or_else(String::new, |id| id.to_string()))
        })
        .collect();
    let named = names.iter().map(|(name, kind)| (name.as_slice(), kind.clone()));
    let unique = safe_name::unique(named);
    let mut folded: BTreeSet<String> = unique.iter().map(|name| name.to_lowercase()).collect();
    folded.extend(reserved.iter().map(|&name| name.to_owned()));
    let begins_another = |name: &str| {
        let name = name.to_lowercase();
        let start = format!("{name}.");
        reserved.contains(&name.as_str())
            || folded.range(start.clone()..).next().is_some_and(|next| next.starts_with(&start))
    };
    let told_apart = |(index, name): (usize, String)| {
        if begins_another(&name) { format!("{name}#{index}") } else { name }
    };
    unique.into_iter().enumerate().map(told_apart).collect()
}
