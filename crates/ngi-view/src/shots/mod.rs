//! Pictures of what is looked at: of any size, with or without a background, one or all around.
//!
//! They are drawn by the window's card between its own frames, one at a time, so that changes that
//! are not saved are in them; what comes back from the card is packed in the background.

mod film;

pub use film::Film;

use ngi_render::frame::Background;
use ngi_render::{Overlays, Series, View};
use serde::{Deserialize, Serialize};

use crate::App;

/// Sides a picture has at most; cards may take less, and say so.
pub const MOST_SIDE: u32 = 8192;
/// Pictures all around there are at most.
pub const MOST_TURNS: u32 = 360;
/// Sizes to choose from.
pub const SIZES: [[u32; 2]; 5] =
    [[640, 480], [1024, 1024], [1280, 720], [1920, 1080], [3840, 2160]];

/// What a picture shall be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Shot {
    /// Pixels across and down.
    pub size: [u32; 2],
    /// Without a background.
    pub transparent: bool,
    /// With what is drawn on top: grid, edges, names.
    pub overlays: bool,
    /// All around instead of one.
    pub turntable: bool,
    /// So many pictures all around.
    pub count: u32,
    /// So many of them in a second.
    pub fps: u8,
}

impl Default for Shot {
    fn default() -> Self {
        let size = [1920, 1080];
        Self { size, transparent: false, overlays: false, turntable: false, count: 36, fps: 25 }
    }
}

impl Shot {
    /// The series of its pictures.
    pub fn series(&self) -> Series {
        match self.turntable {
            true => Series::Turntable(self.count.clamp(1, MOST_TURNS)),
            false => Series::Single,
        }
    }

    /// How it is seen, out of how the window sees it.
    pub fn view(&self, window: &View) -> View {
        let mut view = *window;
        view.size = self.size.map(|side| side.clamp(1, MOST_SIDE));
        if self.transparent {
            view.settings.background = Background::Transparent;
        }
        if !self.overlays {
            view.overlays = Overlays::NONE;
        }
        view
    }
}

/// The dialog and what is being drawn.
#[derive(Default)]
pub struct Shots {
    /// What the dialog asks for, while it is open.
    pub dialog: Option<Shot>,
    pub(crate) film: Option<Film>,
}

impl App {
    /// Opens the dialog of a picture, or closes it.
    pub(crate) fn ask_for_shot(&mut self) {
        self.shots.dialog = match self.shots.dialog {
            None if self.viewport.has_scene() => Some(self.settings.shot),
            _ => None,
        };
    }
}
