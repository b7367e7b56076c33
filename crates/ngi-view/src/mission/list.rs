//! The objects of a mission as rows, and the search over them.

use ngi_engine::world::World;
use ngi_formats::tma::PlacedKind;

/// An object of a mission.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// Its number in the mission.
    pub object: usize,
    /// What it is called.
    pub name: String,
    /// What it is.
    pub kind: PlacedKind,
    /// Whose it is.
    pub clan: Option<usize>,
    /// What that clan is called; empty for what is nobody's.
    pub clan_name: String,
    /// Where it stands.
    pub position: [f32; 3],
    /// Whether the engine creates it.
    pub is_there: bool,
    haystack: String,
}

/// The objects of a mission.
#[derive(Debug, Clone, Default)]
pub struct Objects {
    rows: Vec<Row>,
    /// What is searched for.
    pub search: String,
    /// The one that is selected, by its number in the mission.
    pub selected: Option<usize>,
    /// Whether it shall be scrolled to.
    pub scroll: bool,
}

impl Objects {
    /// The objects of a mission, in its order.
    pub fn of(world: &World) -> Self {
        let row = |placed: &ngi_engine::world::Placed| {
            let clan_name = world.clan_of(placed.index).map(|clan| clan.name.clone());
            let clan_name = clan_name.unwrap_or_default();
            let name = placed.label().to_owned();
            let kind = placed.kind.name().unwrap_or_default();
            let haystack = format!("{name} {} {clan_name} {kind} #{}", placed.path, placed.index)
                .to_lowercase();
            let at = placed.world_from_object.translation;
            Row {
                object: placed.index,
                name,
                kind: placed.kind,
                clan: placed.clan,
                clan_name,
                position: [at.x, at.y, at.z],
                is_there: placed.is_there,
                haystack,
            }
        };
        Self { rows: world.objects.iter().map(row).collect(), ..Self::default() }
    }

    /// All of them.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// Those that are searched for: every word occurs in name, path, clan or kind.
    pub fn found(&self) -> Vec<&Row> {
        let words: Vec<String> = self.search.split_whitespace().map(str::to_lowercase).collect();
        let meant = |row: &&Row| words.iter().all(|word| row.haystack.contains(word.as_str()));
        self.rows.iter().filter(meant).collect()
    }

    /// Selects one, and lets the list show it.
    pub fn select(&mut self, object: usize) {
        if self.rows.iter().any(|row| row.object == object) {
            (self.selected, self.scroll) = (Some(object), true);
            // What is selected is in the list.
            if !self.found().iter().any(|row| row.object == object) {
                self.search.clear();
            }
        }
    }

    /// Other objects of the same mission.
    pub(crate) fn renew(&mut self, objects: Self) {
        let before = std::mem::replace(self, objects);
        self.keep(before);
    }

    /// What was searched for and selected before stays, as far as it is there.
    pub(super) fn keep(&mut self, before: Self) {
        self.search = before.search;
        let there = |object: &usize| self.rows.iter().any(|row| row.object == *object);
        self.selected = before.selected.filter(there);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(object: usize, name: &str, clan: Option<usize>) -> Row {
        Row {
            object,
            name: name.to_owned(),
            kind: PlacedKind::UNIT,
            clan,
            clan_name: String::new(),
            position: [0.0; 3],
            is_there: true,
            haystack: name.to_lowercase(),
        }
    }

    #[test]
    fn all_words_have_to_occur_and_what_is_selected_is_seen() {
        let rows = vec![row(0, "Scout unit", None), row(1, "Old tree", None)];
        let mut objects = Objects { rows, ..Objects::default() };
        objects.search = "UNIT sco".into();
        let found: Vec<usize> = objects.found().iter().map(|row| row.object).collect();
        assert_eq!(found, [0]);
        objects.select(1);
        assert_eq!((objects.selected, objects.search.as_str()), (Some(1), ""));
        objects.select(9);
        assert_eq!(objects.selected, Some(1), "there is no such object");
    }
}
