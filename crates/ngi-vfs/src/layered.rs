//! Files in memory laid over another root: some are other files there, some are new, some are gone.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};

use bytes::Bytes;

use crate::disk;
use crate::error::{Error, Result};
use crate::root::{Item, Root};

/// A root under a layer of files in memory. The root itself is never written to.
#[derive(Debug)]
pub struct LayeredRoot {
    below: Arc<dyn Root>,
    /// By folded path: how it is spelt, and its bytes, or nothing where the file is gone.
    files: RwLock<BTreeMap<String, (String, Option<Bytes>)>>,
    takes_writes: bool,
}

impl LayeredRoot {
    /// A layer of these files, by their paths with `/` between the parts; `None` hides one.
    pub fn new(
        below: Arc<dyn Root>,
        files: impl IntoIterator<Item = (String, Option<Bytes>)>,
    ) -> Self {
        let folded = |(path, bytes): (String, Option<Bytes>)| (path.to_lowercase(), (path, bytes));
        let files = RwLock::new(files.into_iter().map(folded).collect());
        Self { below, files, takes_writes: false }
    }

    /// The same, and what is written goes into the layer. Nothing seems to be on disk then.
    #[must_use]
    pub fn taking_writes(self) -> Self {
        Self { takes_writes: true, ..self }
    }

    /// The files of the layer that differ from the root below, by their folded paths.
    pub fn layer(&self) -> Vec<String> {
        let files = self.files.read().unwrap_or_else(PoisonError::into_inner);
        files.keys().cloned().collect()
    }

    fn found(&self, file: &Path) -> Option<Option<Bytes>> {
        let files = self.files.read().unwrap_or_else(PoisonError::into_inner);
        let (_, bytes) = files.get(&disk::shown(file).to_lowercase())?;
        Some(bytes.clone())
    }
}

impl Root for LayeredRoot {
    fn label(&self) -> String {
        self.below.label()
    }

    fn list(&self, folder: &Path) -> Result<Vec<Item>> {
        let shown = disk::shown(folder).to_lowercase();
        let prefix = if shown.is_empty() { shown } else { format!("{shown}/") };
        let files = self.files.read().unwrap_or_else(PoisonError::into_inner);
        let above = |key: &str| key.strip_prefix(&prefix).map(str::to_owned);
        let listed = self.below.list(folder);
        let own = files.keys().any(|key| above(key).is_some());
        // A folder may be there for the files of the layer alone.
        let mut items = if own { listed.unwrap_or_default() } else { listed? };
        items.retain(|item| !files.contains_key(&format!("{prefix}{}", item.name.to_lowercase())));
        for (key, (path, bytes)) in files.iter() {
            let (Some(rest), Some(bytes)) = (above(key), bytes) else { continue };
            let deeper = rest.matches('/').count();
            let mut parts = path.rsplitn(deeper + 1, '/');
            let below = parts.by_ref().take(deeper).count();
            let here = parts.next().unwrap_or_default();
            let name = here.rsplit('/').next().unwrap_or_default().to_owned();
            let is_folder = below > 0;
            let folded = name.to_lowercase();
            if is_folder && items.iter().any(|item| item.name.to_lowercase() == folded) {
                continue;
            }
            let size = if is_folder { 0 } else { bytes.len() as u64 };
            let location = folder.join(&name);
            items.push(Item { name, location, is_folder, is_link: false, size });
        }
        Ok(items)
    }

    fn read(&self, file: &Path) -> Result<Bytes> {
        match self.found(file) {
            Some(Some(bytes)) => Ok(bytes),
            Some(None) => Err(Error::not_found(disk::shown(file), "a mod takes it away")),
            None => self.below.read(file),
        }
    }

    fn disk_path(&self, location: &Path) -> Option<PathBuf> {
        if self.takes_writes || self.found(location).is_some() {
            return None;
        }
        self.below.disk_path(location)
    }

    fn store(&self, file: &Path, bytes: Bytes) -> Result<()> {
        let path = disk::shown(file);
        if !self.takes_writes {
            let why = "it is seen through mods; change the game or the mod itself".to_owned();
            return Err(Error::ReadOnly { path, why });
        }
        let mut files = self.files.write().unwrap_or_else(PoisonError::into_inner);
        files.insert(path.to_lowercase(), (path, Some(bytes)));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{MemoryRoot, NodeKind, Vfs};

    fn below() -> Arc<dyn Root> {
        let root = MemoryRoot::new();
        for name in ["a.txt", "b.txt", "DATA/c.txt", "DATA/MAPS/d.txt"] {
            root.insert(name, name.as_bytes().to_vec()).unwrap();
        }
        Arc::new(root)
    }

    fn layered() -> LayeredRoot {
        let file = |path: &str, bytes: Option<&'static str>| {
            (path.to_owned(), bytes.map(|bytes| Bytes::from_static(bytes.as_bytes())))
        };
        let files = [
            file("A.TXT", Some("other")),
            file("b.txt", None),
            file("data/maps/e.txt", Some("new")),
            file("NEW/x/y.txt", Some("deep")),
        ];
        LayeredRoot::new(below(), files)
    }

    #[test]
    fn the_layer_is_seen_first() {
        let vfs = Vfs::new(vec![Arc::new(layered())]);
        let all: Vec<String> = vfs
            .root()
            .walk()
            .map(|node| node.unwrap())
            .filter(|node| node.kind() == NodeKind::File)
            .map(|node| {
                format!("{}={}", node.path(), String::from_utf8_lossy(&node.bytes().unwrap()))
            })
            .collect();
        assert_eq!(
            all,
            [
                "A.TXT=other",
                "DATA/c.txt=DATA/c.txt",
                "DATA/MAPS/d.txt=DATA/MAPS/d.txt",
                "DATA/MAPS/e.txt=new",
                "NEW/x/y.txt=deep"
            ]
        );
        assert!(vfs.locate("b.txt").is_err());
        assert!(vfs.store("a.txt", "z").unwrap_err().to_string().contains("mods"));
    }

    #[test]
    fn writes_stay_in_the_layer() {
        let below = below();
        let root = Arc::new(LayeredRoot::new(Arc::clone(&below), []).taking_writes());
        let vfs = Vfs::new(vec![Arc::clone(&root) as Arc<dyn Root>]);
        vfs.store("data/C.txt", "changed").unwrap();
        assert_eq!(vfs.read("DATA/c.txt").unwrap(), "changed");
        assert_eq!(below.read("DATA/c.txt".as_ref()).unwrap(), "DATA/c.txt");
        assert_eq!(root.layer(), ["data/c.txt"]);
    }
}
