//! Where one was: back and forward, favourites, and what is remembered of each game.

use crate::App;
use crate::settings::OfGame;

/// Places that were looked at, before and after the one that is.
#[derive(Debug, Default)]
pub struct Trail {
    back: Vec<String>,
    forward: Vec<String>,
    /// The next step is one along the trail, and leaves none.
    along: bool,
}

/// More steps nobody goes back.
const LONGEST: usize = 200;
/// Number of recently viewed files that are remembered for each game.
const RECENT: usize = 12;

impl Trail {
    /// Something else is looked at now.
    pub fn left(&mut self, path: Option<&str>) {
        let (Some(path), false) = (path, std::mem::take(&mut self.along)) else { return };
        self.forward.clear();
        self.back.push(path.to_owned());
        if self.back.len() > LONGEST {
            self.back.remove(0);
        }
    }

    /// Where to go back to, or forward to; from `now`.
    pub fn step(&mut self, forward: bool, now: Option<&str>) -> Option<String> {
        let (from, to) = match forward {
            true => (&mut self.forward, &mut self.back),
            false => (&mut self.back, &mut self.forward),
        };
        let path = from.pop()?;
        to.extend(now.map(str::to_owned));
        self.along = true;
        Some(path)
    }

    /// Whether there is something to go back to, and forward to.
    pub fn ends(&self) -> (bool, bool) {
        (!self.back.is_empty(), !self.forward.is_empty())
    }
}

impl App {
    /// Goes back, or forward again.
    pub(crate) fn along_the_trail(&mut self, forward: bool) {
        let now = self.here();
        if let Some(entry) = self.trail.step(forward, Some(&now)) {
            self.go_to_entry(&entry);
            self.trail.along = false;
        }
    }

    /// What is remembered of what is open.
    pub fn of_game(&self) -> Option<&OfGame> {
        let name = self.place.as_ref()?.name();
        self.settings.games.iter().find(|game| game.name == name)
    }

    pub(crate) fn of_game_mut(&mut self) -> Option<&mut OfGame> {
        let name = self.place.as_ref()?.name();
        Some(self.settings.of_game(name))
    }

    /// Whether what was open the last time is opened again. In a page the address says that, and
    /// files that are brought by the dozen shall not displace those with bookmarks.
    pub(crate) fn begins_where_it_was(&self) -> bool {
        self.place.as_ref().is_some_and(|place| place.folder().is_some())
    }

    /// Something else is looked at.
    pub(crate) fn remember_last(&mut self, path: &str) {
        if self.begins_where_it_was()
            && let Some(game) = self.of_game_mut()
        {
            game.last = Some(path.to_owned());
            game.recent.retain(|known| known != path);
            game.recent.insert(0, path.to_owned());
            game.recent.truncate(RECENT);
        }
    }

    /// The start page is looked at: the game begins with it the next time.
    pub(crate) fn forget_last(&mut self) {
        if self.begins_where_it_was()
            && let Some(game) = self.of_game_mut()
        {
            game.last = None;
        }
    }

    /// Makes a path a favourite, or one no more.
    pub(crate) fn favourite(&mut self, path: String) {
        let Some(game) = self.of_game_mut() else { return };
        match game.favourites.iter().position(|known| *known == path) {
            Some(place) => drop(game.favourites.remove(place)),
            None => game.favourites.push(path),
        }
    }

    /// Whether a path is a favourite.
    pub fn is_favourite(&self, path: &str) -> bool {
        self.of_game().is_some_and(|game| game.favourites.iter().any(|known| known == path))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_goes_back_and_forward_and_another_way_begins_anew() {
        let mut trail = Trail::default();
        trail.left(None);
        assert_eq!(trail.ends(), (false, false));
        trail.left(Some("a"));
        trail.left(Some("b"));
        assert_eq!(trail.step(false, Some("c")).as_deref(), Some("b"));
        trail.left(Some("c"));
        assert_eq!(trail.ends(), (true, true), "the step itself leaves no trail");
        assert_eq!(trail.step(true, Some("b")).as_deref(), Some("c"));
        trail.left(Some("b"));
        assert_eq!(trail.step(false, Some("c")).as_deref(), Some("b"));
        trail.left(Some("c"));
        trail.left(Some("b"));
        assert_eq!(trail.ends(), (true, false));
    }
}
