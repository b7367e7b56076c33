//! Everything below a node, in a stable order, within limits that no file can break.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

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

/// Names of skipped links that [`LinkGuard::report`] lists.
const LISTED_LINKS: usize = 5;

/// Decides which folders behind symbolic links a traversal enters, so that links cannot make it
/// endless or repeat everything.
///
/// A link to a folder that the link itself is in, however far up, is skipped. A link to any other
/// folder is entered, but each target only once. Real folders are always entered.
///
/// [`Walk`] uses it; so must every traversal of folders that is not a `Walk`, such as one of two
/// trees side by side (with a guard for each).
#[derive(Debug, Default)]
pub struct LinkGuard {
    /// Real paths of the folders that were entered through links.
    entered: HashSet<PathBuf>,
    skipped: Vec<String>,
}

impl LinkGuard {
    /// Creates a guard for a traversal that starts at `start` and enters it whatever it is.
    pub fn starting_at(start: &Node) -> Self {
        let mut guard = Self::default();
        if start.is_linked_folder() {
            let real = start.disk_path().and_then(|path| path.canonicalize().ok());
            guard.entered.extend(real);
        }
        guard
    }

    /// Returns true if the traversal may enter `folder`. To be called once for each folder.
    pub fn may_enter(&mut self, folder: &Node) -> bool {
        let path = if folder.is_linked_folder() { folder.disk_path() } else { None };
        let Some(path) = path else { return true };
        let enters = match path.canonicalize() {
            Ok(real) => !is_inside(&path, &real) && self.entered.insert(real),
            Err(_) => false,
        };
        if !enters {
            self.skipped.push(folder.path());
        }
        enters
    }

    /// Paths of the links that were skipped.
    pub fn skipped(&self) -> &[String] {
        &self.skipped
    }

    /// Returns one line about all skipped links; `None` if there are none.
    pub fn report(&self) -> Option<String> {
        let listed = self.skipped.get(..LISTED_LINKS).unwrap_or(&self.skipped).join(", ");
        let more = match self.skipped.len().saturating_sub(LISTED_LINKS) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let line = format!("skipped links to folders that are included already: {listed}{more}");
        (!self.skipped.is_empty()).then_some(line)
    }
}

/// True if one of the folders on the way to `path` is `folder` or lies in it. The way is that of
/// the traversal: through links, not around them.
fn is_inside(path: &Path, folder: &Path) -> bool {
    let Ok(path) = std::path::absolute(path) else { return true };
    let mut above = path.ancestors().skip(1).filter_map(|above| above.canonicalize().ok());
    above.any(|above| above.starts_with(folder))
}

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
    links: LinkGuard,
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
            links: LinkGuard::starting_at(&start),
            budget: Budget::default(),
            archives_closed: false,
        };
        if start.kind() != NodeKind::Folder {
            walk.budget = Budget::for_file(start.file().size().unwrap_or(0));
        }
        // The start is entered whatever it is; if that fails, the walk returns the reason.
        walk.enter_checked(&start);
        walk
    }

    /// The same walk, but archives below the start are not looked into: files and folders only.
    #[must_use]
    pub fn archives_closed(mut self) -> Self {
        self.archives_closed = true;
        self
    }

    /// The guard that decided which links were followed.
    pub fn links(&self) -> &LinkGuard {
        &self.links
    }

    /// Goes into `node`, if there is anything to go into.
    fn enter(&mut self, node: &Node) {
        match node.kind() {
            NodeKind::Folder if self.links.may_enter(node) => self.enter_checked(node),
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
