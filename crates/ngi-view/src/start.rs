//! Pages of a game that show no file: the start page, a kind of contents, all files.

use crate::app::Inspector;
use crate::gallery::Of;
use crate::parts::home::{Around, Section};
use crate::{App, panels};

/// A page that shows no file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Page {
    /// Start page.
    #[default]
    Home,
    /// Everything of a section.
    Section(Section),
    /// Folders and archives.
    Files,
}

/// First letter of pages in the history of viewed files; no path begins with it.
const MARK: char = ':';

impl Page {
    /// Returns the entry of this page in the history of viewed files.
    fn entry(self) -> String {
        match self {
            Self::Home => String::new(),
            Self::Files => format!("{MARK}files"),
            Self::Section(section) => format!("{MARK}{section:?}"),
        }
    }

    /// Returns the page of an entry; `None` for the path of a file.
    fn of_entry(entry: &str) -> Option<Self> {
        let sections = Section::ALL.map(Self::Section);
        let mut pages = [Self::Home, Self::Files].into_iter().chain(sections);
        pages.find(|page| page.entry() == entry)
    }
}

impl App {
    /// Shows a page instead of a file.
    pub(crate) fn go_to_page(&mut self, page: Page) {
        let here = self.here();
        if here == page.entry() && self.gallery.found.is_none() && !self.gallery.of_search {
            self.end_search();
            return;
        }
        self.trail.left(Some(&here));
        self.put_aside();
        self.open_job = None;
        self.desk.preview.forget();
        self.leave_beside();
        self.wave = None;
        self.inspector = Inspector::default();
        self.viewport.show(None, false);
        (self.selected, self.reveal) = (None, None);
        self.gallery.of_search = false;
        self.gallery.found = None;
        self.gallery.page = page;
        self.end_search();
        self.forget_last();
        crate::platform::selected("");
    }

    fn end_search(&mut self) {
        self.search.clear();
        self.tree.search("");
    }

    /// Returns the entry of what is shown in the history of viewed files.
    pub(crate) fn here(&self) -> String {
        self.selected.clone().unwrap_or_else(|| self.gallery.page.entry())
    }

    /// Goes to an entry of the history of viewed files.
    pub(crate) fn go_to_entry(&mut self, entry: &str) {
        match Page::of_entry(entry) {
            Some(page) => self.go_to_page(page),
            None => self.select(entry),
        }
    }

    /// Returns what the middle shows while no file is selected.
    pub(crate) fn page(&self) -> Of {
        let inside = || self.place.as_ref().map(|place| place.inside.clone()).unwrap_or_default();
        match self.gallery.page {
            Page::Home if self.parts.home.is_game => Of::Home,
            Page::Section(section) => Of::Section(section),
            Page::Home | Page::Files => Of::Below(inside()),
        }
    }

    /// Returns the name of the open game: the last part of its path.
    pub fn place_name(&self) -> String {
        let label = self.place.as_ref().map(|place| place.label.as_str()).unwrap_or_default();
        let name = label.trim_end_matches(['/', '\\']).rsplit(['/', '\\']).next();
        name.filter(|name| !name.is_empty()).unwrap_or(label).to_owned()
    }

    /// Draws the start page.
    pub(crate) fn start_page(&mut self, ui: &mut egui::Ui) {
        panels::tree::follow_internals(self);
        let hits = match self.tree.is_searching() {
            true => self.tree.rows(&self.index).to_vec(),
            false => Vec::new(),
        };
        let title = self.place_name();
        let recent = self.of_game().map(|game| game.recent.clone()).unwrap_or_default();
        let around = Around {
            index: &self.index,
            texts: self.texts(),
            language: self.settings.language,
            title: &title,
            recent: &recent,
            search: &self.search,
            hits: &hits,
            is_reading: self.is_reading(),
        };
        let asked = self.parts.home.show(ui, &around, &mut self.thumbnails);
        self.actions.extend(asked.actions);
        if let Some(text) = asked.search {
            self.tree.search(&text);
            self.search = text;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_have_entries_of_their_own_that_no_file_has() {
        let pages = [Page::Home, Page::Files].into_iter().chain(Section::ALL.map(Page::Section));
        for page in pages {
            assert_eq!(Page::of_entry(&page.entry()), Some(page));
        }
        for path in ["Textures.lib", "files", "Missions"] {
            assert_eq!(Page::of_entry(path), None, "{path}");
        }
    }
}
