//! The parts of the window that own their state.
//!
//! Each part is a module with a state struct. It borrows what it draws, never the whole
//! [`App`](crate::App), and returns [`Action`](crate::Action)s for the app to carry out.

pub mod about;
pub mod cards;
pub mod dialog;
pub mod home;
pub mod naming;
pub mod notice;
pub mod pacing;
pub mod picked;
pub mod player;
pub mod presentation;
pub(crate) mod stills;
pub(crate) mod swatches;
pub mod welcome;

/// State of all parts.
#[derive(Default)]
pub struct Parts {
    /// The tab About.
    pub about: about::About,
    /// Start page of a game.
    pub home: home::Home,
    /// Notice about a folder that is not a game.
    pub notice: notice::Notice,
    /// The sound player.
    pub player: player::Player,
    /// Views of palettes and skies.
    pub(crate) swatches: swatches::Swatches,
    /// Page that is shown while nothing is open.
    pub welcome: welcome::Welcome,
    /// Presentation mode.
    pub presentation: presentation::State,
    /// The card of the thing that was clicked.
    pub picked: picked::State,
}
