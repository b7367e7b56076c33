//! The game around what is opened by itself: asked for once, and remembered.

use std::path::PathBuf;

use crate::App;
use crate::platform::{self, Asks, Place};

impl App {
    /// Gives a place that lies in no game the one that somebody named before. Says whether there is
    /// none: models are white then.
    pub(crate) fn give_game(&self, place: &mut Place) -> bool {
        let Some(folder) = place.folder() else { return false };
        if place.game.is_some() || ngi_vfs::is_game_folder(&folder) {
            return false;
        }
        let known = self.settings.game_folder.clone();
        place.game = known.filter(|game| ngi_vfs::is_game_folder(game));
        place.game.is_none()
    }

    /// Asks for the game folder.
    pub(crate) fn choose_game(&mut self) {
        (self.exchange.export, self.exchange.replace) = (None, None);
        self.exchange.choosing = Some(platform::choose(&self.wake, self.texts(), Asks::Game));
    }

    /// Takes textures and materials from this game, now and from now on.
    pub fn set_game(&mut self, folder: PathBuf) {
        if !ngi_vfs::is_game_folder(&folder) {
            self.complain(format!("{}: {}", folder.display(), self.texts().not_a_game));
            return;
        }
        self.settings.game_folder = Some(folder.clone());
        let Some(place) = &mut self.place else { return };
        if place.folder().is_some_and(|own| !ngi_vfs::is_game_folder(&own)) {
            place.game = Some(folder);
            self.messages.clear();
            self.said_before = 0;
            self.thumbnails.clear();
            let _ = self.follow();
        }
    }

    /// The picture alone, over the whole screen; or the window as it was.
    pub(crate) fn toggle_full_screen(&mut self) {
        self.full_screen = !self.full_screen;
        let command = egui::ViewportCommand::Fullscreen(self.full_screen);
        self.window().send_viewport_cmd(command);
    }
}
