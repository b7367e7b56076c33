//! What is below a folder or an archive, and where each of it goes.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use ngi_formats::text;
use ngi_vfs::{LinkGuard, Node, NodeKind};

use super::index::{INDEX, JOURNAL};
use super::links::{LIGHTMAP_FOLDER, TEXTURE_FOLDER};
use crate::Result;
use ngi_verbs::check::entry_meta;
use ngi_verbs::extract::refuse_bomb;
use ngi_verbs::format::{self, Subject};
use ngi_verbs::safe_name;

/// A file or entry, and where it goes: a path below the output without its suffix.
pub(super) struct Planned {
    pub node: Node,
    pub stem: PathBuf,
}

/// Everything below a node, or the node itself, but for the folders `except`: a tree is not
/// exported into itself.
pub(super) fn plan(
    node: &Node,
    except: &[PathBuf],
    force: bool,
    notes: &mut Vec<String>,
    problems: &mut Vec<String>,
) -> Result<Vec<Planned>> {
    let mut planned = Vec::new();
    if is_folder(node) {
        let reserved = [INDEX, JOURNAL, TEXTURE_FOLDER, LIGHTMAP_FOLDER];
        let links = LinkGuard::starting_at(node);
        let mut planner = Planner { except, force, links, planned: &mut planned, problems };
        planner.below(node, Path::new(""), &reserved)?;
        notes.extend(planner.links.report());
    } else {
        let stem = stems(std::slice::from_ref(node), &[]).pop().unwrap_or_default();
        planned.push(Planned { node: node.clone(), stem: stem.into() });
    }
    Ok(planned)
}

struct Planner<'a> {
    except: &'a [PathBuf],
    force: bool,
    links: LinkGuard,
    planned: &'a mut Vec<Planned>,
    problems: &'a mut Vec<String>,
}

impl Planner<'_> {
    /// Lists what is below a node, backups left out. Archives that are no things of their own
    /// become folders.
    fn below(&mut self, node: &Node, path: &Path, reserved: &[&str]) -> Result<()> {
        if let Some(container) = node.open_container()? {
            refuse_bomb(&container, node.size()?, self.force)?;
        }
        let meant = |child: &Node| !child.is_backup() && !self.is_excepted(child);
        let children: Vec<Node> = node.children()?.filter(meant).collect();
        for (child, stem) in children.iter().zip(stems(&children, reserved)) {
            let stem = path.join(stem);
            if child.kind() == NodeKind::Folder && !self.links.may_enter(child) {
                continue;
            }
            if is_folder(child) {
                if let Err(error) = self.below(child, &stem, &[]) {
                    self.problems.push(error.to_string());
                }
            } else {
                self.planned.push(Planned { node: fresh(node, child), stem });
            }
        }
        Ok(())
    }

    fn is_excepted(&self, node: &Node) -> bool {
        let real = || node.disk_path().and_then(|path| path.canonicalize().ok());
        node.kind() == NodeKind::Folder
            && !self.except.is_empty()
            && real().is_some_and(|real| self.except.contains(&real))
    }
}

/// The same node with nothing read yet: what planning looked at is not kept for the whole run.
fn fresh(parent: &Node, child: &Node) -> Node {
    let segment = child.entry().map_or_else(|| child.name(), |e| format!("#{}", e.index));
    parent.child(&segment).unwrap_or_else(|_| child.clone())
}

/// Whether a node becomes a folder: archives do, unless they are one thing.
pub(super) fn is_folder(node: &Node) -> bool {
    match node.kind() {
        NodeKind::Folder => true,
        _ if !matches!(node.container(), Ok(Some(_))) => false,
        _ => {
            let (Ok(bytes), name) = (node.bytes(), node.name()) else { return false };
            let subject = Subject { name: &name, bytes: &bytes, entry: entry_meta(node) };
            !format::recognise(&subject).is_some_and(|format| format.rules.is_opaque)
        }
    }
}

/// The name of a file or folder in the game's code page, which names of entries are in.
fn file_name(node: &Node) -> Vec<u8> {
    let name = node.name();
    text::encode(&name).unwrap_or_else(|| name.into_bytes())
}

/// Names for children, without suffix: safe everywhere, none of them what another becomes with a
/// dot and a suffix behind it, and none of those that are reserved.
fn stems(children: &[Node], reserved: &[&str]) -> Vec<String> {
    let kind = |node: &Node| node.entry().and_then(|entry| entry.type_id());
    let names: Vec<(Vec<u8>, String)> = children
        .iter()
        .map(|node| {
            let entry = node.entry();
            let name = entry.map_or_else(|| file_name(node), |entry| entry.name().to_vec());
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
