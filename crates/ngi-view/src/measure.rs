//! A window that measures itself, for comparing it with a page.
//!
//! `NGI_FRAMES=30 ngi view FILE` says on standard error when the first picture is drawn and how long
//! the processor took for each of thirty frames of it, then closes the window. A path behind the
//! number is one in the demo game, which is made as if its button had been pressed: what a page does
//! at an address such as `#demo/static.rlb/s_tree_0_01.msh`.

use std::io::Write as _;
use std::time::Duration;

use crate::{Action, App};

const VARIABLE: &str = "NGI_FRAMES";

/// What is measured, and how far that has come.
pub(crate) struct Measure {
    wanted: usize,
    demo: Option<String>,
    pressed: bool,
    has_picture: bool,
    frames: Vec<Duration>,
}

impl Measure {
    /// What the environment asks for.
    pub(crate) fn asked() -> Option<Self> {
        Self::parse(&std::env::var(VARIABLE).ok()?)
    }

    fn parse(text: &str) -> Option<Self> {
        let (wanted, demo) = text.split_once(' ').unwrap_or((text, ""));
        let demo = Some(demo.trim().to_owned()).filter(|path| !path.is_empty());
        let wanted = wanted.parse().ok()?;
        Some(Self { wanted, demo, pressed: false, has_picture: false, frames: Vec::new() })
    }

    /// Takes a frame; says whether it was the last one.
    pub(crate) fn take(&mut self, app: &mut App, frame: Duration) -> bool {
        self.press(app);
        if !app.viewport.has_scene() || app.is_busy() {
            return false;
        }
        if !self.has_picture {
            self.has_picture = true;
            say("the first picture is drawn");
            return false;
        }
        self.frames.push(frame);
        if self.frames.len() < self.wanted {
            return false;
        }
        let times = self.frames.iter().map(|time| format!(" {:.3}", time.as_secs_f64() * 1000.0));
        say(&format!("frames in ms:{}", times.collect::<String>()));
        true
    }

    /// Makes the demo game and selects what was asked for in it, as soon as it is there.
    fn press(&mut self, app: &mut App) {
        let Some(path) = &self.demo else { return };
        if !self.pressed {
            self.pressed = true;
            app.actions.push(Action::Demo);
        } else if app.index.find(path).is_some() {
            app.actions.push(Action::Select(path.clone()));
            self.demo = None;
        }
    }
}

/// Whoever measures reads it; nobody else is disturbed.
fn say(text: &str) {
    let _ = writeln!(std::io::stderr(), "view: {text}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_and_perhaps_a_path_are_asked_for() {
        let asked = |text| Measure::parse(text).map(|asked| (asked.wanted, asked.demo));
        assert_eq!(asked("30"), Some((30, None)));
        assert_eq!(asked("5 a.rlb/b c.msh"), Some((5, Some("a.rlb/b c.msh".to_owned()))));
        assert_eq!(asked("many"), None);
        assert_eq!(asked(""), None);
    }
}
