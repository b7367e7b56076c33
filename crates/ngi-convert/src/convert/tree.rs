//! Everything below a folder or an archive exported at once.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use ngi_vfs::{Node, NodeKind};
use rayon::prelude::*;

use super::{Destination, ExportOptions, OutFile, export};
use crate::check::entry_meta;
use crate::extract::{Stage, prepare, refuse_bomb, write_file};
use crate::format::{self, Form, Format, Subject};
use crate::safe_name;
use crate::surroundings::{Game, Surroundings};
use crate::{Error, Progress, Result};

/// How to export everything.
#[derive(Debug, Clone, Default)]
pub struct TreeOptions {
    /// How to export each thing.
    pub each: ExportOptions,
    /// Only what can be exported to this kind of file. Else each thing becomes what is usual for
    /// its format, or JSON, and what nobody knows keeps its bytes.
    pub suffix: Option<String>,
    /// Whether files in the way may be replaced.
    pub force: bool,
    /// The game folder.
    pub game: Option<Game>,
}

/// What was exported.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tree {
    /// How many files and entries were exported.
    pub things: u64,
    /// How many files were written.
    pub files: u64,
    /// What could not be exported.
    pub problems: Vec<String>,
}

/// A file or entry, and where it goes: a path below the output without its suffix.
struct Planned {
    node: Node,
    stem: PathBuf,
}

/// Exports everything below `node`, or the thing itself, into `folder`, which must be new or empty unless `force` is
/// given. Things are done side by side on all cores, each of them holding one at a time. A new
/// folder appears only when it is complete; the same input gives the same files.
pub fn export_tree(
    node: &Node,
    folder: &Path,
    options: &TreeOptions,
    progress: &dyn Progress,
) -> Result<Tree> {
    let mut tree = Tree::default();
    let mut planned = Vec::new();
    if is_folder(node) {
        plan(node, Path::new(""), options.force, &mut planned, &mut tree.problems)?;
    } else {
        let stem = stems(std::slice::from_ref(node)).pop().unwrap_or_default();
        planned.push(Planned { node: node.clone(), stem: stem.into() });
    }
    let in_place = prepare(folder, options.force)?;
    if in_place {
        write_all(planned, folder, options, progress, &mut tree)?;
        return Ok(tree);
    }
    let stage = Stage::new(folder)?;
    write_all(planned, stage.path(), options, progress, &mut tree)?;
    stage.finish(folder)?;
    Ok(tree)
}

/// Lists what is below a node. Archives that are no things of their own become folders.
fn plan(
    node: &Node,
    below: &Path,
    force: bool,
    planned: &mut Vec<Planned>,
    problems: &mut Vec<String>,
) -> Result<()> {
    if let Some(container) = node.open_container()? {
        refuse_bomb(&container, node.size()?, force)?;
    }
    let children: Vec<Node> = node.children()?.collect();
    for (child, stem) in children.iter().zip(stems(&children)) {
        let stem = below.join(stem);
        if is_folder(child) {
            if let Err(error) = plan(child, &stem, force, planned, problems) {
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

/// Names for children, without suffix: safe everywhere, and none of them what another becomes
/// with a dot and a suffix behind it.
fn stems(children: &[Node]) -> Vec<String> {
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
    let folded: BTreeSet<String> = unique.iter().map(|name| name.to_lowercase()).collect();
    let begins_another = |name: &str| {
        let start = format!("{}.", name.to_lowercase());
        folded.range(start.clone()..).next().is_some_and(|next| next.starts_with(&start))
    };
    let told_apart = |(index, name): (usize, String)| {
        if begins_another(&name) { format!("{name}#{index}") } else { name }
    };
    unique.into_iter().enumerate().map(told_apart).collect()
}

/// What became of one thing: its files, or why there are none.
type Done = std::result::Result<u64, String>;

fn write_all(
    planned: Vec<Planned>,
    folder: &Path,
    options: &TreeOptions,
    progress: &dyn Progress,
    tree: &mut Tree,
) -> Result<()> {
    progress.start(planned.len() as u64, "exporting");
    let done: Vec<Done> = planned
        .into_par_iter()
        .map(|thing| {
            let files = match files(&thing, options) {
                Ok(files) => files,
                Err(error) => {
                    progress.advance(1);
                    return Ok(Err(told(&thing.node, &error)));
                }
            };
            let below = folder.join(thing.stem.parent().unwrap_or(Path::new("")));
            if !files.is_empty() {
                fs::create_dir_all(&below).map_err(Error::io("create", &below))?;
            }
            for file in &files {
                let path = below.join(&file.name);
                write_file(&path, &file.bytes, options.force).map_err(Error::io("write", &path))?;
            }
            progress.advance(1);
            Ok(Ok(files.len() as u64))
        })
        .collect::<Result<_>>()?;
    for done in done {
        match done {
            Ok(0) => {}
            Ok(files) => {
                tree.things += 1;
                tree.files += files;
            }
            Err(problem) => tree.problems.push(problem),
        }
    }
    Ok(())
}

/// What went wrong and where; some errors say where themselves.
fn told(node: &Node, error: &Error) -> String {
    match error {
        Error::Vfs(error) => error.to_string(),
        other => format!("{}: {other}", node.path()),
    }
}

/// The files that one thing becomes.
fn files(thing: &Planned, options: &TreeOptions) -> Result<Vec<OutFile>> {
    let node = &thing.node;
    let (bytes, name) = (node.bytes()?, node.name());
    let subject = Subject { name: &name, bytes: &bytes, entry: entry_meta(node) };
    let stem = thing.stem.file_name().unwrap_or_default().to_string_lossy();
    let raw = || OutFile { name: stem.clone().into_owned(), bytes: bytes.to_vec() };
    let Some(format) = format::recognise(&subject) else {
        let wanted = options.suffix.is_none();
        return Ok(wanted.then(raw).into_iter().collect());
    };
    let known = |suffix: &String| format.exports().iter().any(|known| known.suffix == suffix);
    let usual = || format.exports().first().map_or("json", |usual| usual.suffix);
    let suffix = match &options.suffix {
        Some(suffix) if suffix == "json" || known(suffix) => suffix.as_str(),
        Some(_) => return Ok(Vec::new()),
        None => usual(),
    };
    let to = Destination { stem: &stem, suffix };
    if suffix == "json" {
        let mut bytes = Vec::new();
        format.write_json(&subject, Form::Full, &mut bytes)?;
        return Ok(vec![OutFile { name: to.name(), bytes }]);
    }
    let around = Surroundings::of(node, options.game.as_ref());
    Ok(export(format, &subject, &around, &to, &options.each)?.files)
}
