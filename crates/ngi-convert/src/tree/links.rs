//! Pictures that many exported files share, so that each is written once.

use std::collections::{BTreeMap, HashMap};
use std::path::{Component, Path};
use std::sync::{Arc, Mutex, PoisonError};

use ngi_formats::texm::Texm;
use ngi_vfs::Node;

use ngi_verbs::safe_name;
use ngi_verbs::surroundings::{Found, LIGHTMAPS};

/// Folder for textures that are not exported themselves.
pub(super) const TEXTURE_FOLDER: &str = "textures";
/// Folder for lightmaps that are not exported themselves.
pub(super) const LIGHTMAP_FOLDER: &str = "lightmaps";

/// Where the pictures of an exported tree are.
#[derive(Debug, Default)]
pub(super) struct SharedPictures {
    /// By library and place in it: paths of those that the tree holds anyway.
    known: HashMap<(String, usize), String>,
    /// By path: those that have to be written besides.
    wanted: Mutex<BTreeMap<String, Node>>,
}

impl SharedPictures {
    /// Says where an entry of a library is exported to.
    pub fn add(&mut self, library: &str, index: usize, path: &Path) {
        self.known.insert((library.to_ascii_lowercase(), index), with_slashes(path));
    }

    /// What has to be written besides, by path.
    pub fn take_wanted(&self) -> BTreeMap<String, Node> {
        std::mem::take(&mut *self.wanted.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// The way from an exported file to the pictures it shares with others.
#[derive(Debug, Clone)]
pub struct PictureLinks {
    shared: Arc<SharedPictures>,
    /// How many folders the file lies below the root.
    depth: usize,
}

impl PictureLinks {
    /// Links of a file in a folder below the root.
    pub(super) fn new(shared: &Arc<SharedPictures>, folder: &Path) -> Self {
        Self { shared: Arc::clone(shared), depth: folder.components().count() }
    }

    /// The address of a texture's picture; why there is none where it cannot be read.
    pub(crate) fn uri(&self, library: &str, found: &Found) -> Result<String, String> {
        if let Err(error) = Texm::read(&found.bytes) {
            return Err(format!("texture {}: {error}", found.name));
        }
        let index = found.node.entry().map(|entry| entry.index);
        let known = index.and_then(|at| self.shared.known.get(&(library.to_ascii_lowercase(), at)));
        let path = match known {
            Some(path) => path.clone(),
            None => {
                let folder = if library == LIGHTMAPS { LIGHTMAP_FOLDER } else { TEXTURE_FOLDER };
                let name = found.node.entry().map(|entry| entry.name().to_vec());
                let name = safe_name::escape(&name.unwrap_or_else(|| found.name.clone().into()));
                let path = format!("{folder}/{name}.png");
                let wanted = self.shared.wanted.lock();
                let mut wanted = wanted.unwrap_or_else(PoisonError::into_inner);
                wanted.entry(path.clone()).or_insert_with(|| found.node.clone());
                path
            }
        };
        Ok("../".repeat(self.depth) + &percent_encoded(&path))
    }
}

/// A path below the root with slashes, on every system.
pub(super) fn with_slashes(path: &Path) -> String {
    let parts = path.components().filter_map(|part| match part {
        Component::Normal(part) => Some(part.to_string_lossy()),
        _ => None,
    });
    parts.collect::<Vec<_>>().join("/")
}

/// A path as a URI has it.
fn percent_encoded(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    for byte in path.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                out.push(char::from(byte));
            }
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_plain() {
        assert_eq!(percent_encoded("a b/Ж#1.png"), "a%20b/%D0%96%231.png");
        assert_eq!(with_slashes(Path::new("a").join("b").as_path()), "a/b");
    }
}
