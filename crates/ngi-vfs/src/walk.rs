//! Everything below a node, in a stable order, within limits that no file can break.

use std::collections::HashSet;
use std::path::PathBuf;

use crate::container::ContainerKind;
use crate::error::{Error, Result};
use crate::node::{Children, MAX_DEPTH, Node, NodeKind};

/// Bytes of the shortest directory entry of an archive: a file of *n* bytes cannot hold more than
/// *n* / 32 entries, nested ones included, unless entries share bytes.
const SHORTEST_ENTRY: u64 = 32;
/// How many times over a file may list its own bytes before the walk stops looking inside.
const SHARING: u64 = 16;
/// Entries any file may have, however small it is.
const ALWAYS: u64 = 4096;

/// Everything below a node, parents before their children. Made by [`Node::walk`].
///
/// A folder that cannot be listed, or an archive that cannot be opened, is handed out like any
/// other node and followed by the reason. Archives are opened at most [`MAX_DEPTH`] deep. Entries
/// of a hostile file can share one nested archive, whose entries share another, and so on: each
/// file has a budget of entries that no honest one comes near, and what goes beyond is one error.
#[derive(Debug)]
pub struct Walk {
    stack: Vec<Level>,
    /// What is wrong with the node that was handed out last.
    pending: Option<Error>,
    /// Real folders that were entered through symbolic links.
    entered: HashSet<PathBuf>,
    budget: Budget,
    /// Whether archives are files like any other.
    archives_closed: bool,
}

#[derive(Debug)]
struct Level {
    children: Children,
    /// Whether these are entries of an archive, which the file's budget pays for.
    in_archive: bool,
}

/// How many more entries and unpacked bytes the file that is being walked may give.
#[derive(Debug, Default)]
struct Budget {
    entries: u64,
    unpacked: u64,
    exceeded: bool,
}

impl Budget {
    fn for_file(size: u64) -> Self {
        let entries = (size / SHORTEST_ENTRY).saturating_mul(SHARING).saturating_add(ALWAYS);
        let unpacked = size.saturating_mul(64).saturating_add(64 << 20);
        Self { entries, unpacked, exceeded: false }
    }
}

impl Walk {
    pub(crate) fn new(start: Node) -> Self {
        let mut walk = Self {
            stack: Vec::new(),
            pending: None,
            entered: HashSet::new(),
            budget: Budget::default(),
            archives_closed: false,
        };
        if start.kind() != NodeKind::Folder {
            walk.budget = Budget::for_file(start.file().size().unwrap_or(0));
        }
        // What was asked for is entered whatever it is; the reason counts if it cannot be.
        if start.is_linked_folder()
            && let Some(real) = start.disk_path().and_then(|path| path.canonicalize().ok())
        {
            walk.entered.insert(real);
        }
        walk.enter_checked(&start);
        walk
    }

    /// The same walk, but archives below the start are not looked into: files and folders only.
    #[must_use]
    pub fn archives_closed(mut self) -> Self {
        self.archives_closed = true;
        self
    }

    /// Goes into `node`, if there is anything to go into.
    fn enter(&mut self, node: &Node) {
        match node.kind() {
            NodeKind::Folder if !self.leads_in_circles(node) => self.enter_checked(node),
            NodeKind::Folder => {}
            NodeKind::File if self.archives_closed => {}
            NodeKind::File => {
                self.budget = Budget::for_file(node.size().unwrap_or(0));
                self.enter_archive(node);
            }
            NodeKind::Entry => self.enter_archive(node),
        }
    }

    fn enter_archive(&mut self, node: &Node) {
        if self.budget.exceeded || !self.may_unpack(node) {
            return;
        }
        match node.container() {
            Ok(Some(_)) if node.depth() >= MAX_DEPTH => {
                let why = format!("{MAX_DEPTH} archives inside each other; no deeper is looked");
                self.pending = Some(Error::Limit { path: node.path(), why });
            }
            Ok(Some(_)) => self.enter_checked(node),
            Ok(None) => {}
            Err(error) => self.pending = Some(error),
        }
    }

    fn enter_checked(&mut self, node: &Node) {
        match node.children() {
            Ok(children) => {
                let in_archive = node.kind() != NodeKind::Folder;
                self.stack.push(Level { children, in_archive });
            }
            Err(error) => self.pending = Some(error),
        }
    }

    /// Looking into a packed entry costs its unpacked size; the file's budget pays for it.
    fn may_unpack(&mut self, node: &Node) -> bool {
        let Some(entry) = node.entry() else { return true };
        if entry.container() == ContainerKind::NRes {
            return true;
        }
        match self.budget.unpacked.checked_sub(entry.size()) {
            Some(left) => self.budget.unpacked = left,
            None => self.exceed(node, "unpacks to far more bytes than it has"),
        }
        !self.budget.exceeded
    }

    fn exceed(&mut self, node: &Node, why: &str) {
        self.budget.exceeded = true;
        let why = format!("{why}; the rest of it is left out");
        self.pending = Some(Error::Limit { path: node.file().path(), why });
    }

    /// Whether a symbolic link leads to a folder above itself, or to one entered by a link before.
    fn leads_in_circles(&mut self, node: &Node) -> bool {
        if !node.is_linked_folder() {
            return false;
        }
        let Some(path) = node.disk_path() else { return false };
        let (Ok(real), Some(Ok(parent))) =
            (path.canonicalize(), path.parent().map(|parent| parent.canonicalize()))
        else {
            return true;
        };
        parent.starts_with(&real) || !self.entered.insert(real)
    }
}

impl Iterator for Walk {
    type Item = Result<Node>;

    fn next(&mut self) -> Option<Result<Node>> {
        loop {
            if let Some(error) = self.pending.take() {
                return Some(Err(error));
            }
            let level = self.stack.last_mut()?;
            let in_archive = level.in_archive;
            let Some(node) = level.children.next() else {
                self.stack.pop();
                continue;
            };
            if in_archive {
                if self.budget.exceeded {
                    self.stack.pop();
                    continue;
                }
                match self.budget.entries.checked_sub(1) {
                    Some(left) => self.budget.entries = left,
                    None => {
                        self.exceed(&node, "its entries share bytes many times over");
                        continue;
                    }
                }
            }
            self.enter(&node);
            return Some(Ok(node));
        }
    }
}
