//! Where in a game or an archive the things of an exported folder are.

use std::collections::HashMap;

use ngi_vfs::{Node, NodeKind};

use crate::tree::index::{Base, Thing};
use crate::{Error, Result};

/// Finds things. Archives that were opened stay open: thousands of things are in a few.
pub(super) struct Places<'a> {
    target: &'a Node,
    /// What was exported.
    of: &'a Base,
    /// By path below the target.
    open: HashMap<String, Node>,
}

impl<'a> Places<'a> {
    pub fn new(target: &'a Node, of: &'a Base) -> Self {
        Self { target, of, open: HashMap::new() }
    }

    /// What a thing was made of.
    pub fn find(&mut self, thing: &Thing) -> Result<Node> {
        let mut missing = None;
        for path in self.candidates(thing) {
            match self.walk(&path) {
                Err(error @ Error::Vfs(ngi_vfs::Error::NotFound { .. })) => {
                    missing.get_or_insert(error);
                }
                other => return other,
            }
        }
        let outside = || {
            let target = self.target.path();
            Error::Usage(format!("does not lie in {target}; import into the game folder"))
        };
        Err(missing.unwrap_or_else(outside))
    }

    /// Paths below the target that may be meant, the likeliest first.
    fn candidates(&self, thing: &Thing) -> Vec<String> {
        let source = thing.source.clone();
        let full = match self.of.path.as_str() {
            of if thing.of_game || of.is_empty() => source.clone(),
            of => format!("{of}/{source}"),
        };
        if self.target.kind() == NodeKind::Folder {
            // The game folder, or the folder that was exported, wherever that lies.
            return if thing.of_game { vec![full] } else { vec![full, source] };
        }
        // An archive: what lies in one of its name; of an archive that was exported, any other.
        let name = self.target.name();
        let inside = full
            .split('/')
            .position(|part| part.eq_ignore_ascii_case(&name))
            .map(|at| full.split('/').skip(at + 1).collect::<Vec<_>>().join("/"));
        let renamed = inside.is_none() && self.of.is_archive && !thing.of_game;
        inside.into_iter().chain(renamed.then_some(source)).collect()
    }

    fn walk(&mut self, path: &str) -> Result<Node> {
        let mut node = self.target.clone();
        let mut at = String::new();
        let mut segments = path.split('/').filter(|segment| !segment.is_empty()).peekable();
        while let Some(segment) = segments.next() {
            at.push('/');
            at.push_str(segment);
            node = match self.open.get(&at) {
                Some(known) => known.clone(),
                None => node.child(segment)?,
            };
            if segments.peek().is_some() {
                self.open.entry(at.clone()).or_insert_with(|| node.clone());
            }
        }
        if node.kind() == NodeKind::Folder {
            return Err(Error::Usage("is a folder there".into()));
        }
        Ok(node)
    }
}
