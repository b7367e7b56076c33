//! Families: a model with its side files, and the tables inside it.
//!
//! A side file has the name of its model and lies beside it: `r_scout_0_01.ctl`. The side files of a
//! level are its areal map and its wear tables.

use std::collections::HashMap;

use ngi_formats::kinds::{self, FileKind};

use super::{Item, ItemId, ItemKind};

/// Formats of side files.
const SIDE_FILES: [&FileKind; 6] =
    [&kinds::WEAR, &kinds::NODES, &kinds::POINTS, &kinds::BASE, &kinds::CONTROL, &kinds::AREALS];

/// Which items belong to which, by item.
#[derive(Debug, Default)]
pub(super) struct Families {
    /// Path of the file that is open by itself; the tables inside it are not inner ones.
    root: String,
    /// The model or level of each side file.
    owners: Vec<Option<ItemId>>,
    /// True for tables inside a file that is not an archive.
    inner: Vec<bool>,
    side_files: HashMap<ItemId, Vec<ItemId>>,
    /// Models and levels, by folder and stem.
    heads: HashMap<String, ItemId>,
    /// Side files whose model was not read yet, by folder and stem.
    waiting: HashMap<String, Vec<ItemId>>,
    /// The items around the last one, by depth: whether what they contain is inner.
    around: Vec<bool>,
}

impl Families {
    pub(super) fn of(root: &str) -> Self {
        Self { root: root.to_owned(), ..Self::default() }
    }

    /// Adds the next item.
    pub(super) fn add(&mut self, item: &Item) {
        let id = self.owners.len();
        self.around.truncate(item.depth);
        let inner = self.around.last().copied().unwrap_or(false);
        let is_group = matches!(item.kind, ItemKind::Folder | ItemKind::Archive);
        let is_root = !self.root.is_empty() && item.path.eq_ignore_ascii_case(&self.root);
        self.around.resize(item.depth, inner);
        self.around.push(inner || !is_group && !is_root);
        self.inner.push(inner);
        self.owners.push(None);
        if inner {
            return;
        }
        let key = || key(&item.path);
        if matches!(item.kind, ItemKind::Model | ItemKind::Landscape) {
            let key = key();
            for side in self.waiting.remove(&key).into_iter().flatten() {
                self.join(side, id);
            }
            self.heads.entry(key).or_insert(id);
        } else if item.file_kind.is_some_and(|kind| SIDE_FILES.contains(&kind)) {
            let key = key();
            match self.heads.get(&key) {
                Some(&head) => self.join(id, head),
                None => self.waiting.entry(key).or_default().push(id),
            }
        }
    }

    fn join(&mut self, side: ItemId, head: ItemId) {
        if let Some(owner) = self.owners.get_mut(side) {
            *owner = Some(head);
            self.side_files.entry(head).or_default().push(side);
        }
    }

    pub(super) fn owner(&self, id: ItemId) -> Option<ItemId> {
        self.owners.get(id).copied().flatten()
    }

    pub(super) fn side_files(&self, id: ItemId) -> &[ItemId] {
        self.side_files.get(&id).map(Vec::as_slice).unwrap_or_default()
    }

    pub(super) fn is_inner(&self, id: ItemId) -> bool {
        self.inner.get(id).copied().unwrap_or(false)
    }
}

/// Returns folder and stem of a path. All files of a level have one stem: `Land.msh`, `Land.map`,
/// `Land1.wea`.
fn key(path: &str) -> String {
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem).to_lowercase();
    let plain = stem.trim_end_matches(|letter: char| letter.is_ascii_digit());
    let stem = if plain == "land" { plain } else { &stem };
    format!("{}/{stem}", folder.to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::super::Index;
    use super::super::index::tests::item;
    use super::*;

    fn index(root: &str) -> Index {
        let mut index = Index::of(root);
        let side = |path: &str, kind: &'static FileKind| Item {
            file_kind: Some(kind),
            ..item(path, ItemKind::Data)
        };
        index.extend(vec![
            item("a.rlb", ItemKind::Archive),
            side("a.rlb/Scout.wea", &kinds::WEAR),
            item("a.rlb/scout.msh", ItemKind::Model),
            item("a.rlb/scout.msh/1", ItemKind::Unknown),
            item("a.rlb/scout.msh/2", ItemKind::Unknown),
            side("a.rlb/scout.ctl", &kinds::CONTROL),
            side("a.rlb/desert.wea", &kinds::WEAR),
            item("MAPS", ItemKind::Folder),
            item("MAPS/V", ItemKind::Folder),
            side("MAPS/V/Land.map", &kinds::AREALS),
            item("MAPS/V/Land.msh", ItemKind::Landscape),
            side("MAPS/V/Land1.wea", &kinds::WEAR),
            side("MAPS/V/sky.wea", &kinds::WEAR),
            side("scout.ctl", &kinds::CONTROL),
        ]);
        index
    }

    #[test]
    fn side_files_belong_to_the_model_of_their_name_in_their_folder() {
        let index = index("");
        let owner = |path: &str| {
            let owner = index.owner(index.find(path).unwrap())?;
            index.get(owner).map(|item| item.path.as_str())
        };
        assert_eq!(owner("a.rlb/scout.wea"), Some("a.rlb/scout.msh"));
        assert_eq!(owner("a.rlb/scout.ctl"), Some("a.rlb/scout.msh"));
        assert_eq!(owner("MAPS/V/Land.map"), Some("MAPS/V/Land.msh"));
        assert_eq!(owner("MAPS/V/Land1.wea"), Some("MAPS/V/Land.msh"));
        for path in ["a.rlb/desert.wea", "MAPS/V/sky.wea", "scout.ctl", "a.rlb/scout.msh"] {
            assert_eq!(owner(path), None, "{path}");
        }
        let scout = index.find("a.rlb/scout.msh").unwrap();
        assert_eq!(index.side_files(scout).len(), 2);
        assert_eq!(index.depth(index.find("a.rlb/scout.ctl").unwrap()), 2);
        let ancestors = index.ancestors(index.find("a.rlb/scout.ctl").unwrap());
        assert_eq!(ancestors, [scout, 0]);
    }

    #[test]
    fn tables_inside_a_model_are_inner_unless_it_is_open_by_itself() {
        let is_inner = |index: &Index, path: &str| index.is_inner(index.find(path).unwrap());
        let whole = index("");
        assert!(is_inner(&whole, "a.rlb/scout.msh/1") && is_inner(&whole, "a.rlb/scout.msh/2"));
        for path in ["a.rlb/scout.msh", "a.rlb/scout.ctl", "MAPS/V/Land.msh", "scout.ctl"] {
            assert!(!is_inner(&whole, path), "{path}");
        }
        let scout = whole.find("a.rlb/scout.msh").unwrap();
        assert!(whole.has_children(scout, false), "side files");
        let alone = index("a.rlb/scout.msh");
        assert!(!is_inner(&alone, "a.rlb/scout.msh/1"));
    }
}
