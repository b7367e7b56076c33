//! How things are looked at: from where, in which light, before what, and what surfaces show.

mod bookmarks;
mod side;

pub use bookmarks::Bookmark;
pub use side::Side;

use ngi_render::frame::{Background, Paint};
use ngi_render::scene::Light;
use serde::{Deserialize, Serialize};

use crate::App;
use crate::palette::Choice;
use crate::shortcuts::{Command, Words};

/// What is behind things that bring no sky along.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Backdrop {
    /// What is usual for each.
    #[default]
    Usual,
    /// Black.
    Black,
    /// A middle grey.
    Grey,
    /// White.
    White,
    /// Nothing, shown as squares.
    Nothing,
}

impl Backdrop {
    /// All, with what they are called.
    pub const ALL: [(Self, Words); 5] = [
        (Self::Usual, |t| t.backdrop_usual),
        (Self::Black, |t| t.backdrop_black),
        (Self::Grey, |t| t.backdrop_grey),
        (Self::White, |t| t.backdrop_white),
        (Self::Nothing, |t| t.backdrop_nothing),
    ];

    /// The same for the renderer.
    pub fn background(self) -> Background {
        match self {
            Self::Usual => Background::default(),
            Self::Black => Background::Plain([0.0; 3]),
            Self::Grey => Background::Plain([0.5; 3]),
            Self::White => Background::Plain([1.0; 3]),
            Self::Nothing => Background::Transparent,
        }
    }
}

/// What things are lit by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Lamp {
    /// A studio; levels and missions have their sky.
    #[default]
    Studio,
    /// One sun that stays where it is.
    Sun,
    /// From where one looks.
    Camera,
    /// Textures as they are.
    Flat,
}

impl Lamp {
    /// All, with what they are called.
    pub const ALL: [(Self, Words); 4] = [
        (Self::Studio, |t| t.lamp_studio),
        (Self::Sun, |t| t.lamp_sun),
        (Self::Camera, |t| t.lamp_camera),
        (Self::Flat, |t| t.lamp_flat),
    ];

    /// The same for the renderer.
    pub fn light(self) -> Light {
        match self {
            Self::Studio => Light::Studio,
            Self::Sun => Light::Plain,
            Self::Camera => Light::Camera,
            Self::Flat => Light::Flat,
        }
    }
}

/// What surfaces can show, with what that is called.
pub const PAINTS: [(Paint, Words); 4] = [
    (Paint::Looks, |t| t.paint_looks),
    (Paint::Normals, |t| t.paint_normals),
    (Paint::Checker, |t| t.paint_checker),
    (Paint::Density, |t| t.paint_density),
];

/// What is remembered of how things are looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Looking {
    /// What is behind them.
    pub backdrop: Backdrop,
    /// What lights them.
    pub lamp: Lamp,
    /// True if models stand on a soft shadow.
    pub shadow: bool,
}

impl Default for Looking {
    fn default() -> Self {
        Self { backdrop: Backdrop::default(), lamp: Lamp::default(), shadow: true }
    }
}

/// What the list of commands has of all this: what it is called, and what it does.
pub const CHOICES: &[Choice] = &[
    (|t| t.side_front, |app| app.viewport.look_from_side(Side::Front)),
    (|t| t.side_back, |app| app.viewport.look_from_side(Side::Back)),
    (|t| t.side_right, |app| app.viewport.look_from_side(Side::Right)),
    (|t| t.side_left, |app| app.viewport.look_from_side(Side::Left)),
    (|t| t.side_above, |app| app.viewport.look_from_side(Side::Above)),
    (|t| t.side_below, |app| app.viewport.look_from_side(Side::Below)),
    (|t| t.backdrop_usual, |app| app.settings.looking.backdrop = Backdrop::Usual),
    (|t| t.backdrop_black, |app| app.settings.looking.backdrop = Backdrop::Black),
    (|t| t.backdrop_grey, |app| app.settings.looking.backdrop = Backdrop::Grey),
    (|t| t.backdrop_white, |app| app.settings.looking.backdrop = Backdrop::White),
    (|t| t.backdrop_nothing, |app| app.settings.looking.backdrop = Backdrop::Nothing),
    (|t| t.lamp_studio, |app| app.settings.looking.lamp = Lamp::Studio),
    (|t| t.lamp_sun, |app| app.settings.looking.lamp = Lamp::Sun),
    (|t| t.lamp_camera, |app| app.settings.looking.lamp = Lamp::Camera),
    (|t| t.lamp_flat, |app| app.settings.looking.lamp = Lamp::Flat),
    (|t| t.ground_shadow, |app| app.settings.looking.shadow ^= true),
    (|t| t.paint_looks, |app| app.viewport.view.settings.paint = Paint::Looks),
    (|t| t.paint_normals, |app| app.viewport.view.settings.paint = Paint::Normals),
    (|t| t.paint_checker, |app| app.viewport.view.settings.paint = Paint::Checker),
    (|t| t.paint_density, |app| app.viewport.view.settings.paint = Paint::Density),
    (|t| t.layout_next, App::next_layout),
];

impl App {
    /// Does what a key asks for; says whether it was about looking.
    pub(crate) fn look_command(&mut self, command: Command) -> bool {
        match command {
            Command::Bookmark(number) => self.go_to_bookmark(number),
            Command::SetBookmark(number) => self.set_bookmark(number),
            Command::Measure => self.viewport.ruler.toggle(),
            _ => return false,
        }
        true
    }

    /// Shows the layout of the next row of a model's wear; behind the last the model again.
    fn next_layout(&mut self) {
        let rows = self.viewport.layouts().into_iter().map(|(row, _)| row);
        let shown = self.viewport.view.settings.layout;
        let next = rows.into_iter().find(|row| shown.is_none_or(|shown| *row > shown));
        self.viewport.show_layout(next);
    }
}
