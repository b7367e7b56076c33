//! What the viewer remembers from one start to the next.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::gallery::Sort;
use crate::looking::{Bookmark, Looking};
use crate::shots::Shot;
use crate::texts::Language;

/// How many places the recent list keeps.
const RECENT: usize = 10;
/// How many games are remembered.
const GAMES: usize = 30;
/// The key under which the settings are stored.
const KEY: &str = "ngi-view";

/// What is remembered.
#[derive(Debug, Clone, Serialize, Deserialize, PartialEq)]
#[serde(default)]
pub struct Settings {
    /// Folders and files opened last, the newest first.
    pub recent: Vec<PathBuf>,
    /// Dark, light, or as the system has it.
    pub theme: Theme,
    /// The language of the texts.
    pub language: Language,
    /// Whether animations start again at their end.
    pub looping: bool,
    /// How fast time goes.
    pub speed: f32,
    /// Whether the grid is drawn.
    pub grid: bool,
    /// Whether small pictures are drawn in the tree.
    pub thumbnails: bool,
    /// Size of everything; 1 is normal.
    pub zoom: f32,
    /// Whether missions are heard.
    pub sound: bool,
    /// True if images that change are drawn with fewer pixels on slow machines.
    pub adapts: bool,
    /// The folder that exports went to last.
    pub export_folder: Option<PathBuf>,
    /// The game that archives opened by themselves take textures and materials from.
    pub game_folder: Option<PathBuf>,
    /// Whether lists contain side files and tables inside models.
    pub internals: bool,
    /// The order of pictures in the gallery.
    pub sort: Sort,
    /// Side of a picture in the gallery, in points.
    pub tile: f32,
    /// How things are looked at.
    pub looking: Looking,
    /// What the last picture was asked to be.
    pub shot: Shot,
    /// What is remembered of each game, the newest first.
    pub games: Vec<OfGame>,
    /// Panels that the user showed or hid.
    pub panels: Panels,
    /// Whether faces, primitives and batches are counted in the viewport.
    pub counters: bool,
    /// Folder for screenshots; the user's pictures if `None`.
    pub picture_folder: Option<PathBuf>,
}

/// Panels at the sides: shown, hidden, or by the width of the window.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize, PartialEq, Eq)]
#[serde(default)]
pub struct Panels {
    /// The list of files.
    pub tree: Option<bool>,
    /// Details of the open file.
    pub details: Option<bool>,
}

/// What is remembered of a game, an archive or a file.
#[derive(Debug, Clone, Default, Serialize, Deserialize, PartialEq)]
#[serde(default)]
pub struct OfGame {
    /// Where it is.
    pub name: String,
    /// What was open last.
    pub last: Option<String>,
    /// Files that were viewed last, newest first.
    pub recent: Vec<String>,
    /// Favourites.
    pub favourites: Vec<String>,
    /// Places to look from.
    pub bookmarks: Vec<Bookmark>,
    /// Tabs, where there were several.
    pub tabs: Vec<String>,
}

/// Dark, light, or as the system has it.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, PartialEq, Eq, Default)]
pub enum Theme {
    /// Dark.
    #[default]
    Dark,
    /// Light.
    Light,
    /// As the system has it.
    System,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            recent: Vec::new(),
            theme: Theme::default(),
            language: Language::default(),
            looping: true,
            speed: 1.0,
            grid: true,
            thumbnails: true,
            zoom: 1.0,
            sound: true,
            adapts: true,
            export_folder: None,
            game_folder: None,
            internals: false,
            sort: Sort::default(),
            tile: 128.0,
            looking: Looking::default(),
            shot: Shot::default(),
            games: Vec::new(),
            panels: Panels::default(),
            counters: false,
            picture_folder: None,
        }
    }
}

impl Settings {
    /// Puts a path at the top of the recent list.
    pub fn opened(&mut self, path: PathBuf) {
        self.recent.retain(|known| *known != path);
        self.recent.insert(0, path);
        self.recent.truncate(RECENT);
    }

    /// What is remembered of a game; it is the newest from now on.
    pub fn of_game(&mut self, name: String) -> &mut OfGame {
        let known = self.games.iter().position(|game| game.name == name);
        let game = known.map(|place| self.games.remove(place));
        self.games.truncate(GAMES - 1);
        self.games.insert_mut(0, game.unwrap_or(OfGame { name, ..OfGame::default() }))
    }

    /// What an earlier time left in the storage; nothing where there is nothing that can be read.
    pub fn stored(storage: &dyn eframe::Storage) -> Option<Self> {
        serde_json::from_str(&storage.get_string(KEY)?).ok()
    }

    /// Leaves everything in the storage.
    pub fn store(&self, storage: &mut dyn eframe::Storage) {
        if let Ok(text) = serde_json::to_string(self) {
            storage.set_string(KEY, text);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_recent_list_has_everything_once_and_the_newest_first() {
        let mut settings = Settings::default();
        for number in 0..12 {
            settings.opened(PathBuf::from(format!("game-{number}")));
        }
        settings.opened(PathBuf::from("game-5"));
        assert_eq!(settings.recent.len(), RECENT);
        assert_eq!(settings.recent[0], PathBuf::from("game-5"));
        assert_eq!(settings.recent[1], PathBuf::from("game-11"));
        assert_eq!(settings.recent.iter().filter(|path| path.ends_with("game-5")).count(), 1);
    }

    #[test]
    fn settings_of_an_older_version_are_read() {
        let old: Settings = serde_json::from_str(r#"{"grid": false}"#).unwrap();
        assert_eq!(old, Settings { grid: false, ..Settings::default() });
    }

    #[derive(Default)]
    struct Pretended(std::collections::HashMap<String, String>);

    impl eframe::Storage for Pretended {
        fn get_string(&self, key: &str) -> Option<String> {
            self.0.get(key).cloned()
        }
        fn set_string(&mut self, key: &str, value: String) {
            self.0.insert(key.to_owned(), value);
        }
        fn remove_string(&mut self, key: &str) {
            self.0.remove(key);
        }
        fn flush(&mut self) {}
    }

    #[test]
    fn what_is_stored_comes_back() {
        let mut storage = Pretended::default();
        assert_eq!(Settings::stored(&storage), None);
        let settings = Settings { zoom: 1.5, recent: vec!["a b".into()], ..Settings::default() };
        settings.store(&mut storage);
        assert_eq!(Settings::stored(&storage), Some(settings));
        storage.0.insert(KEY.to_owned(), "(grid: true)".to_owned());
        assert_eq!(Settings::stored(&storage), None);
    }
}
