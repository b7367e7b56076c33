//! Several things open at once: each tab is one, with its own way back.
//!
//! The tab in front is the window itself: what is selected, open and looked at. A tab behind it
//! keeps from where and when its thing was looked at, what was selected in it, and which fields
//! were shown. Its scene stays as long as there is room on the [`Shelf`], and is made again
//! otherwise. Changes that are not saved lie with those of everything else that is not open.

mod shelf;

pub use shelf::Shelf;

use crate::app::{Current, Inspector, Tab};
use crate::document::Document;
use crate::trail::Trail;
use crate::viewport::{Aside, Sight};
use crate::{Action, App, platform};

/// More tabs nobody finds their way in.
const MOST: usize = 40;
/// Scenes of tabs behind the one in front, at most.
const SCENES: usize = 6;
/// Bytes of textures and meshes that they may have on the card together.
const ROOM: u64 = 64 << 20;

/// What is asked of the tabs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ask {
    /// A path in a tab of its own; the one it has already, if it has one.
    Open(String),
    /// The tab at a place.
    Go(usize),
    /// The next one, or the one before; around the end.
    Step {
        /// To the one before.
        back: bool,
    },
    /// Close a tab, or the one in front.
    Close(Option<usize>),
    /// Close all but one.
    CloseOthers(usize),
    /// A tab to another place.
    Move {
        /// Where it is.
        from: usize,
        /// Where it shall be.
        to: usize,
    },
    /// The tab in front one place to the right, or to the left.
    Shift {
        /// To the left.
        left: bool,
    },
}

/// A tab.
#[derive(Default)]
pub struct OpenTab {
    number: u64,
    /// What it shows; `None` for everything there is.
    pub path: Option<String>,
    /// What it keeps while it is behind others.
    kept: Option<Kept>,
}

/// What a tab keeps while it is behind others.
struct Kept {
    sight: Option<Sight>,
    inspector: Inspector,
    side: Tab,
    trail: Trail,
}

/// What a tab has as long as there is room for it.
struct Stored {
    current: Current,
    aside: Option<Aside>,
}

/// Something that is being opened for a tab, and how it was when that was behind others.
struct Arriving {
    path: String,
    sight: Option<Sight>,
    inspector: Option<Inspector>,
}

/// The tabs.
pub struct Tabs {
    list: Vec<OpenTab>,
    at: usize,
    shelf: Shelf<Stored>,
    arriving: Option<Arriving>,
    /// Whether the scene that is shown belongs to what was open before.
    opens: bool,
    last_number: u64,
}

impl Default for Tabs {
    fn default() -> Self {
        Self {
            list: vec![OpenTab::default()],
            at: 0,
            shelf: Shelf::new(SCENES, ROOM),
            arriving: None,
            opens: false,
            last_number: 0,
        }
    }
}

impl OpenTab {
    /// What tells it apart, wherever it is.
    pub fn number(&self) -> u64 {
        self.number
    }
}

impl Tabs {
    /// The tabs, from left to right.
    pub fn list(&self) -> &[OpenTab] {
        &self.list
    }

    /// The place of the one in front.
    pub fn at(&self) -> usize {
        self.at
    }

    /// Scenes of tabs behind it, and how many bytes they have on the card.
    pub fn held(&self) -> (usize, u64) {
        (self.shelf.len(), self.shelf.weight())
    }

    /// The paths to be remembered; none where there is only one tab.
    pub(crate) fn paths(&self) -> Vec<String> {
        match self.list.as_slice() {
            [_] => Vec::new(),
            many => many.iter().filter_map(|tab| tab.path.clone()).collect(),
        }
    }

    fn add(&mut self, place: usize, path: Option<String>) {
        self.last_number += 1;
        let tab = OpenTab { number: self.last_number, path, kept: None };
        self.list.insert(place.min(self.list.len()), tab);
    }

    fn front(&mut self) -> Option<&mut OpenTab> {
        self.list.get_mut(self.at)
    }

    /// Moves a tab; the one in front stays in front.
    fn shift(&mut self, from: usize, to: usize) {
        if from >= self.list.len() || to >= self.list.len() {
            return;
        }
        let front = self.list.get(self.at).map(|tab| tab.number);
        let tab = self.list.remove(from);
        self.list.insert(to, tab);
        let place = self.list.iter().position(|tab| Some(tab.number) == front);
        self.at = place.unwrap_or(0);
    }
}

impl App {
    /// Does what was asked of the tabs.
    pub(crate) fn ask_tabs(&mut self, ask: Ask) {
        let (at, count) = (self.tabs.at, self.tabs.list.len());
        match ask {
            Ask::Open(path) => self.open_in_tab(&path),
            Ask::Go(to) => self.go_to_tab(to),
            Ask::Step { back } => {
                let by = if back { count - 1 } else { 1 };
                self.go_to_tab((at + by) % count.max(1));
            }
            Ask::Close(place) => self.close_tab(place.unwrap_or(at)),
            Ask::CloseOthers(place) => {
                self.go_to_tab(place);
                for place in (0..count).rev().filter(|other| *other != place) {
                    self.close_tab(place);
                }
            }
            Ask::Move { from, to } => self.tabs.shift(from, to),
            Ask::Shift { left: true } => self.tabs.shift(at, at.saturating_sub(1)),
            Ask::Shift { left: false } => self.tabs.shift(at, at + 1),
        }
        self.remember_tabs();
    }

    fn open_in_tab(&mut self, path: &str) {
        let Some(path) = self.path_of(path) else { return };
        self.follow_tab();
        let has = |tab: &OpenTab| tab.path.as_deref() == Some(path.as_str());
        if let Some(place) = self.tabs.list.iter().position(has) {
            return self.go_to_tab(place);
        }
        // With nothing open there is nothing to be kept.
        if self.selected.is_none() || self.tabs.list.len() >= MOST {
            return self.select(&path);
        }
        let place = self.tabs.at + 1;
        self.tabs.add(place, Some(path));
        self.go_to_tab(place);
    }

    /// What a path stands for, as the tree spells it; the folder of a level is the level.
    fn path_of(&self, path: &str) -> Option<String> {
        let id = self.index.find(path)?;
        let item = self.index.main_file(id).or_else(|| self.index.get(id))?;
        Some(item.path.clone())
    }

    fn go_to_tab(&mut self, to: usize) {
        if to == self.tabs.at || to >= self.tabs.list.len() {
            return;
        }
        self.leave_tab();
        self.tabs.at = to;
        self.enter_tab();
    }

    fn close_tab(&mut self, place: usize) {
        let count = self.tabs.list.len();
        if place >= count {
            return;
        }
        if place == self.tabs.at {
            // Where there is no other tab, the window shows everything there is.
            if count == 1 {
                self.leave_tab();
                self.forget_aside();
                self.tabs.list = vec![OpenTab::default()];
                return;
            }
            self.go_to_tab(if place + 1 < count { place + 1 } else { place - 1 });
        }
        let number = self.tabs.list.get(place).map_or(0, |tab| tab.number);
        self.drop_stored(number);
        self.tabs.list.remove(place);
        self.tabs.at -= usize::from(self.tabs.at > place);
    }

    fn drop_stored(&mut self, number: u64) {
        if let Some(stored) = self.tabs.shelf.take(number) {
            self.let_go(stored);
        }
    }

    fn let_go(&mut self, stored: Stored) {
        if let Some(aside) = stored.aside {
            self.viewport.let_go(aside);
        }
    }

    /// Scenes of tabs behind the one in front are old: something changed, here or on disk.
    pub(crate) fn forget_aside(&mut self) {
        for stored in self.tabs.shelf.clear() {
            self.let_go(stored);
        }
        self.compare_again();
    }

    /// Puts everything that the tab in front shows behind.
    fn leave_tab(&mut self) {
        self.follow_tab();
        let (arriving, opens) = (self.tabs.arriving.take(), std::mem::take(&mut self.tabs.opens));
        let is_pulled = self.desk.preview.forget();
        let is_whole = self.open_job.take().is_none() && !opens && !is_pulled;
        // What is not there yet is looked at later as it was before.
        let (sight, inspector) = match arriving.filter(|_| opens) {
            Some(arriving) => (arriving.sight, arriving.inspector.unwrap_or_default()),
            None if opens => (None, Inspector::default()),
            None => (self.viewport.sight(), std::mem::take(&mut self.inspector)),
        };
        let trail = std::mem::take(&mut self.trail);
        let kept = Kept { sight, inspector, side: self.tab, trail };
        let number = self.tabs.front().map_or(0, |tab| tab.number);
        if let Some(tab) = self.tabs.front() {
            tab.kept = Some(kept);
        }
        let weight = self.viewport.held().saturating_sub(self.tabs.shelf.weight());
        let aside = if is_whole { self.viewport.put_aside() } else { None };
        if let Some(mut current) = self.current.take() {
            let changed = current.document.take_if(|document| document.is_changed());
            if let Some(document) = changed {
                self.changed.insert(current.path.clone(), document);
            }
            if is_whole {
                let weight = weight + current.bytes.len() as u64;
                let stored = Stored { current, aside };
                let left = self.tabs.shelf.put(number, weight, stored);
                left.into_iter().for_each(|stored| self.let_go(stored));
            }
        }
        self.selected = None;
        self.wave = None;
        self.inspector = Inspector::default();
        self.viewport.show(None, false);
    }

    /// Brings the tab in front back.
    fn enter_tab(&mut self) {
        let Some(tab) = self.tabs.front() else { return };
        let (number, path, kept) = (tab.number, tab.path.clone(), tab.kept.take());
        let Some(path) = path else { return };
        let stored = self.tabs.shelf.take(number).filter(|stored| stored.current.path == path);
        let (mut sight, mut inspector) = (None, None);
        if let Some(kept) = kept {
            (self.trail, self.tab) = (kept.trail, kept.side);
            (sight, inspector) = (kept.sight, Some(kept.inspector));
        }
        match stored {
            Some(stored) => self.take_from_shelf(stored, sight, inspector),
            None => {
                self.tabs.arriving = Some(Arriving { path: path.clone(), sight, inspector });
                self.select(&path);
            }
        }
    }

    /// What was on the shelf is there at once.
    fn take_from_shelf(
        &mut self,
        stored: Stored,
        sight: Option<Sight>,
        inspector: Option<Inspector>,
    ) {
        let Stored { mut current, aside } = stored;
        let path = current.path.clone();
        let changed = self.changed.remove(&path);
        current.document = changed.or_else(|| current.document.take());
        if let Some(id) = self.index.find(&path) {
            self.tree.reveal(&self.index, id);
        }
        self.gallery.of_search = false;
        self.gallery.found = None;
        self.selected = Some(path.clone());
        self.current = Some(current);
        self.take_inspector(inspector);
        self.remember_last(&path);
        platform::selected(&path);
        if let Some(aside) = aside {
            self.viewport.take_back(aside);
            self.let_it_be_heard();
        }
        self.look_again(sight);
    }

    fn take_inspector(&mut self, inspector: Option<Inspector>) {
        if let Some(inspector) = inspector {
            self.inspector = inspector;
            self.inspector.fields.renew();
        }
    }

    fn look_again(&mut self, sight: Option<Sight>) {
        if let Some(sight) = sight {
            self.viewport.look_again(sight);
            // What was clicked on before is no news.
            self.last_picked.clone_from(&self.viewport.picked);
        }
    }

    /// Something else is being opened: what was kept for a tab counts only for its own thing.
    pub(crate) fn tab_opens(&mut self, path: &str) {
        self.tabs.opens = true;
        self.tabs.arriving.take_if(|arriving| arriving.path != path);
    }

    /// The fields of something that is being opened are there.
    pub(crate) fn tab_has_document(&mut self) {
        let inspector = self.tabs.arriving.as_mut().and_then(|it| it.inspector.take());
        self.take_inspector(inspector);
    }

    /// So is its picture.
    pub(crate) fn tab_has_scene(&mut self) {
        self.tabs.opens = false;
        let sight = self.tabs.arriving.take().and_then(|arriving| arriving.sight);
        self.look_again(sight);
    }

    /// The tab in front shows what is selected.
    pub(crate) fn follow_tab(&mut self) {
        let waits = self.selected.is_none() && (self.is_reading() || self.reveal.is_some());
        let selected = self.selected.clone();
        let Some(tab) = self.tabs.front().filter(|_| !waits) else { return };
        if tab.path != selected {
            tab.path = selected;
            self.remember_tabs();
        }
    }

    fn remember_tabs(&mut self) {
        let paths = self.tabs.paths();
        if self.begins_where_it_was()
            && self.of_game().is_some_and(|game| game.tabs != paths)
            && let Some(game) = self.of_game_mut()
        {
            game.tabs = paths;
        }
    }

    /// The tabs of the place that was entered, as they were the last time; in front is what it
    /// begins with.
    pub(crate) fn begin_tabs(&mut self) {
        self.forget_aside();
        let known = self.of_game().map(|game| game.tabs.clone()).unwrap_or_default();
        let first = self.reveal.as_ref().map(|(path, _)| path.clone());
        self.tabs = Tabs::default();
        if known.is_empty() {
            return;
        }
        self.tabs.list.clear();
        for path in known.into_iter().take(MOST) {
            self.tabs.add(usize::MAX, Some(path));
        }
        let of = |tab: &OpenTab| tab.path == first;
        let place = self.tabs.list.iter().position(of);
        if place.is_none() && first.is_some() {
            self.tabs.add(usize::MAX, first.clone());
        }
        self.tabs.at = place.unwrap_or(self.tabs.list.len() - 1);
        if let (None, Some(path)) = (first, self.tabs.front().and_then(|tab| tab.path.clone())) {
            self.reveal = Some((path, String::new()));
        }
    }

    /// The tree was read: tabs of what is not there any more are closed.
    pub(crate) fn tabs_are_read(&mut self) {
        let gone =
            |tab: &OpenTab| tab.path.as_ref().is_some_and(|path| self.index.find(path).is_none());
        let at = self.tabs.at;
        let places = self.tabs.list.iter().enumerate();
        let gone: Vec<usize> =
            places.filter(|(place, tab)| *place != at && gone(tab)).map(|(it, _)| it).collect();
        for place in gone.into_iter().rev() {
            self.close_tab(place);
        }
    }

    /// Whether a tab has changes that are not saved.
    pub fn tab_is_changed(&self, place: usize) -> bool {
        let path = self.tabs.list.get(place).and_then(|tab| tab.path.as_deref());
        path.is_some_and(|path| self.is_changed(path) || self.has_aside(path))
    }

    fn has_aside(&self, path: &str) -> bool {
        self.changed.get(path).is_some_and(Document::is_changed)
    }
}

/// What a click on a thing of the tree or the gallery asks for: with Ctrl, or the middle button, a
/// tab of its own.
pub(crate) fn asked_by(response: &egui::Response, path: &str) -> Option<Action> {
    let command = response.ctx.input(|input| input.modifiers.command);
    let in_tab = response.middle_clicked() || response.clicked() && command;
    match in_tab {
        true => Some(Action::Tabs(Ask::Open(path.to_owned()))),
        false => response.clicked().then(|| Action::Select(path.to_owned())),
    }
}
