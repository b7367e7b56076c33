//! Places to look from that were remembered: up to nine of a file, kept with the game.

use ngi_render::Camera;
use serde::{Deserialize, Serialize};

use crate::App;

/// Bookmarks a file has at most: as many as there are keys.
pub const MOST: u8 = 9;
/// Bookmarks a game has at most; the oldest go.
const OF_GAME: usize = 1000;

/// A place to look from.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Bookmark {
    /// The file or entry that is looked at.
    pub path: String,
    /// Its key, 1 to 9.
    pub number: u8,
    /// The point in the middle of the picture.
    pub target: [f32; 3],
    /// Turn around the z axis, in radians.
    pub yaw: f32,
    /// How steeply it looks down, in radians.
    pub pitch: f32,
    /// From the eye to the target.
    pub distance: f32,
}

impl Bookmark {
    /// Where a camera is; none where that is nowhere.
    fn of(path: &str, number: u8, camera: &Camera) -> Option<Self> {
        let Camera { target, yaw, pitch, distance, .. } = *camera;
        let is_somewhere = target.is_finite() && (yaw + pitch + distance).is_finite();
        let target = target.to_array();
        is_somewhere.then(|| Self { path: path.to_owned(), number, target, yaw, pitch, distance })
    }

    /// Puts a camera there. What it sees at once stays as it is.
    pub fn aim(&self, camera: &mut Camera) {
        camera.target = self.target.into();
        (camera.yaw, camera.pitch, camera.distance) = (self.yaw, self.pitch, self.distance);
    }
}

impl App {
    /// The bookmarks of what is open, by their numbers.
    pub fn bookmarks(&self) -> Vec<&Bookmark> {
        let path = self.current.as_ref().map(|current| current.path.as_str());
        let of_game = self.of_game().into_iter().flat_map(|game| &game.bookmarks);
        let mut found: Vec<_> = of_game.filter(|known| Some(known.path.as_str()) == path).collect();
        found.sort_by_key(|known| known.number);
        found
    }

    /// Remembers where the camera is; number 0 takes the first that is free.
    pub fn set_bookmark(&mut self, number: u8) {
        let texts = self.texts();
        let taken: Vec<u8> = self.bookmarks().iter().map(|known| known.number).collect();
        let free = || (1..=MOST).find(|number| !taken.contains(number)).unwrap_or(MOST);
        let number = if number == 0 { free() } else { number };
        let camera = *self.viewport.camera();
        let path = self.current.as_ref().map(|current| current.path.clone());
        let shown = path.filter(|_| self.viewport.has_scene());
        let made = shown.and_then(|path| Bookmark::of(&path, number, &camera));
        let (Some(made), Some(game)) = (made, self.of_game_mut()) else {
            return self.complain(texts.bookmark_not);
        };
        game.bookmarks.retain(|known| known.path != made.path || known.number != number);
        game.bookmarks.push(made);
        let over = game.bookmarks.len().saturating_sub(OF_GAME);
        game.bookmarks.drain(..over);
        self.say(format!("{} {number}", texts.bookmark_set));
    }

    /// Goes to a place that was remembered; number 0 is the first there is.
    pub fn go_to_bookmark(&mut self, number: u8) {
        let known = self.bookmarks();
        let found = known.into_iter().find(|known| number == 0 || known.number == number);
        match found.cloned() {
            Some(bookmark) => self.viewport.aim_at(|camera| bookmark.aim(camera)),
            None => self.complain(format!("{} {number}", self.texts().bookmark_none)),
        }
    }

    /// Forgets a place.
    pub fn drop_bookmark(&mut self, number: u8) {
        let Some(path) = self.current.as_ref().map(|current| current.path.clone()) else { return };
        let Some(game) = self.of_game_mut() else { return };
        game.bookmarks.retain(|known| known.path != path || known.number != number);
    }
}
