//! The demo game's files, and the damage done to them.

use std::path::{Path, PathBuf};

use ngi_fuzz::mutate::Mutator;
use ngi_verbs::check::entry_meta;
use ngi_verbs::format::{Format, Subject, recognise};
use ngi_vfs::{Node, NodeKind, locate, rewritten};

/// A file of the demo game that is not damaged, and everything inside it.
pub struct File {
    /// Its path below the game folder, with slashes.
    pub path: String,
    whole: Node,
    /// Entries however deep, parents before their children.
    entries: Vec<Node>,
}

/// What a mutation did to a file.
pub struct Damaged {
    /// The bytes of the whole file.
    pub bytes: Vec<u8>,
    /// Where to look, below the game folder: the file, or the entry of it that was hit.
    pub path: String,
    /// The format of that, before the damage.
    pub format: Option<&'static Format>,
}

/// All files of the game in a folder, in the order of their paths, whose path holds `only`.
pub fn all(game: &Path, only: &str) -> Vec<File> {
    let folder = locate(game).unwrap();
    let nodes: Vec<Node> = folder.walk().map(Result::unwrap).collect();
    let files = nodes.iter().filter(|node| node.kind() == NodeKind::File);
    let mut files: Vec<File> = files
        .map(|whole| File {
            path: below(game, whole),
            whole: whole.clone(),
            entries: nodes.iter().filter(|node| is_inside(node, whole)).cloned().collect(),
        })
        .filter(|file| file.path.contains(only))
        .collect();
    files.sort_by(|a, b| a.path.cmp(&b.path));
    files
}

fn is_inside(node: &Node, file: &Node) -> bool {
    node.kind() == NodeKind::Entry && node.file().path() == file.path()
}

/// The path of a file below the game folder.
fn below(game: &Path, node: &Node) -> String {
    let path = PathBuf::from(node.path());
    let below = path.strip_prefix(game).unwrap();
    below.components().map(|part| part.as_os_str().to_str().unwrap()).collect::<Vec<_>>().join("/")
}

impl File {
    /// The damage of this number. Of an archive, one mutation in four hits the file itself; the
    /// others hit the payload of one entry after another, which is put back by the lossless
    /// editor, so that the archives around it stay whole.
    pub fn damaged(&self, mutation: usize, seed: u64) -> Damaged {
        let mut mutator = Mutator::new(&format!("{} {mutation} {seed}", self.path));
        let hits_entry = !mutation.is_multiple_of(4) && !self.entries.is_empty();
        let (node, damaged) = if hits_entry {
            let place = mutation - mutation / 4 - 1;
            let node = &self.entries[place % self.entries.len()];
            (node, mutator.damaged(&node.bytes().unwrap()))
        } else {
            (&self.whole, mutator.damaged(&self.whole.bytes().unwrap()))
        };
        let bytes = if hits_entry { rewritten(node, &damaged).unwrap() } else { damaged };
        let looked_at = self.looked_at(node, mutation);
        let (bytes_before, name) = (looked_at.bytes().unwrap(), looked_at.name());
        let entry = entry_meta(&looked_at);
        let format = recognise(&Subject { name: &name, bytes: &bytes_before, entry });
        Damaged { bytes, path: self.path_of(&looked_at), format }
    }

    /// What to look at for damage to a node: the outermost entry around it, which is a model, a
    /// material or a texture; for a file as a whole now the file, now an entry.
    fn looked_at(&self, node: &Node, mutation: usize) -> Node {
        let outermost: Vec<&Node> = self.entries.iter().filter(|node| node.depth() == 1).collect();
        // A landscape is a file, and its entries mean little alone.
        if outermost.is_empty() || self.path.ends_with(".msh") {
            return self.whole.clone();
        }
        if node.kind() == NodeKind::File {
            let number = mutation / 4;
            return match number % 2 {
                0 => node.clone(),
                _ => outermost[number / 2 % outermost.len()].clone(),
            };
        }
        let mut around = node.clone();
        while around.depth() > 1 {
            around = around.parent().unwrap();
        }
        around
    }

    fn path_of(&self, node: &Node) -> String {
        match node.entry() {
            None => self.path.clone(),
            Some(entry) => format!("{}/#{}", self.path, entry.index),
        }
    }
}
