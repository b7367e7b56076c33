//! Search over names, titles and types. What people look for comes first: missions, maps, units and
//! models before textures and sounds, side files last.

use super::{Index, Item, ItemId, ItemKind};

/// Words to search for. An item matches if its name, title or type contains all of them, ignoring
/// case.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Query {
    words: Vec<String>,
    text: String,
}

impl Query {
    /// Splits a text into words.
    pub fn new(text: &str) -> Self {
        let words: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
        let text = words.join(" ");
        Self { words, text }
    }

    /// Returns true if every item matches.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Returns true if an item matches.
    pub fn matches(&self, item: &Item) -> bool {
        self.words.iter().all(|word| item.haystack.contains(word.as_str()))
    }

    /// Returns the rank of a matching item: lower ranks come first.
    fn rank(&self, item: &Item, is_internal: bool) -> (u8, u8, usize) {
        let (class, order) = match item.kind {
            _ if is_internal => (2, 9),
            ItemKind::Mission => (0, 0),
            ItemKind::Landscape => (0, 1),
            ItemKind::Unit => (0, 2),
            ItemKind::Model => (0, 3),
            ItemKind::Effect => (1, 4),
            ItemKind::Texture => (1, 5),
            ItemKind::Material => (1, 6),
            ItemKind::Data | ItemKind::Image | ItemKind::Foreign => (1, 7),
            ItemKind::Folder | ItemKind::Archive => (2, 8),
            ItemKind::Areals | ItemKind::Points | ItemKind::Unknown => (2, 9),
        };
        let label = item.label();
        (2 * class + self.nearness(item, &label.to_lowercase()), order, label.len())
    }

    /// Returns how much of a name is searched for: 0 all of it, 1 its start, 2 a part of it, 4
    /// nothing: only the type or the path matches.
    fn nearness(&self, item: &Item, label: &str) -> u8 {
        let name = item.name.to_lowercase();
        let stem = name.rsplit_once('.').map_or(name.as_str(), |(stem, _)| stem);
        let names = [label, name.as_str(), stem];
        let contains = |name: &&str| self.words.iter().any(|word| name.contains(word.as_str()));
        match () {
            () if names.contains(&self.text.as_str()) => 0,
            () if names.iter().any(|name| name.starts_with(&self.text)) => 1,
            () if names.iter().any(contains) => 2,
            () => 4,
        }
    }
}

/// Returns the items that match, best first. Tables inside models count if `internals` is set. A
/// folder that stands for its level or mission is left out: that is found itself.
pub fn search(index: &Index, query: &Query, internals: bool) -> Vec<ItemId> {
    let is_meant = |(id, item): &(ItemId, &Item)| {
        query.matches(item)
            && (internals || !index.is_inner(*id))
            && !index.main_file(*id).is_some_and(|main| query.matches(main))
    };
    let mut found: Vec<(ItemId, &Item)> =
        index.items().iter().enumerate().filter(is_meant).collect();
    found.sort_by_cached_key(|(id, item)| query.rank(item, index.is_internal(*id)));
    found.into_iter().map(|(id, _)| id).collect()
}

#[cfg(test)]
mod tests {
    use super::super::index::tests::item;
    use super::*;

    fn found(text: &str, internals: bool) -> Vec<String> {
        let mut index = Index::default();
        index.extend(vec![
            item("MAPS", ItemKind::Folder),
            item("MAPS/VALLEY", ItemKind::Folder),
            item("MAPS/VALLEY/Land.map", ItemKind::Areals),
            item("MAPS/VALLEY/Land.msh", ItemKind::Landscape),
            item("MISSIONS/VALLEY", ItemKind::Folder),
            item("MISSIONS/VALLEY/sky.rlb", ItemKind::Archive),
            item("tex.lib", ItemKind::Archive),
            item("tex.lib/SCOUT.0", ItemKind::Texture),
            item("a.rlb", ItemKind::Archive),
            item("a.rlb/r_scout.msh", ItemKind::Model),
            item("a.rlb/r_scout.msh/r_scout type 1", ItemKind::Unknown),
            item("UNITS", ItemKind::Folder),
            item("UNITS/scout.dat", ItemKind::Unit),
        ]);
        let found = search(&index, &Query::new(text), internals);
        found.into_iter().map(|id| index.get(id).unwrap().path.clone()).collect()
    }

    #[test]
    fn units_and_models_come_before_textures_and_tables_only_on_demand() {
        let first = ["UNITS/scout.dat", "a.rlb/r_scout.msh", "tex.lib/SCOUT.0"];
        assert_eq!(found("Scout", false), first);
        let all = found("Scout", true);
        assert_eq!((&all[..3], all.len()), (first.map(str::to_owned).as_slice(), 4));
    }

    #[test]
    fn the_name_of_a_level_finds_the_level_before_its_areal_map_and_folders() {
        let level = ["MAPS/VALLEY/Land.msh", "MISSIONS/VALLEY", "MAPS/VALLEY/Land.map"];
        assert_eq!(found("valley", false), level);
    }

    #[test]
    fn all_words_must_occur() {
        assert_eq!(found("scout msh", false), ["a.rlb/r_scout.msh"]);
        assert!(found("scout valley", false).is_empty());
    }
}
