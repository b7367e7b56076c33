//! A window that measures itself, for comparing it with a page.
//!
//! `NGI_FRAMES=30 ngi view FILE` says on standard error when the first picture is drawn and how long
//! the processor took for each of thirty frames of it, then closes the window. A path behind the
//! number is one in the demo game, which is made as if its button had been pressed: what a page does
//! at an address such as `#demo/static.rlb/s_tree_0_01.msh`.
//!
//! With `NGI_ORBIT=1` the camera turns with each frame, as if it were dragged. Then the window also
//! prints the time from frame to frame and, on Linux, the processor time of the whole program for
//! each frame: a software driver draws in threads of its own.

use std::io::Write as _;
use std::time::{Duration, Instant};

use crate::{Action, App};

const VARIABLE: &str = "NGI_FRAMES";
/// Set to turn the camera.
const ORBIT: &str = "NGI_ORBIT";
/// Radians that the camera turns with each frame.
const TURN: f32 = 0.02;
/// Frames that are not measured after the camera began to turn: the first ones compile shaders and
/// choose a resolution.
const BEGINNING: usize = 10;

/// What is measured, and how far that has come.
pub(crate) struct Measure {
    wanted: usize,
    demo: Option<String>,
    pressed: bool,
    has_picture: bool,
    frames: Vec<Duration>,
    /// Frames until the measurement begins, while the camera turns.
    orbit: Option<usize>,
    /// When it began, and the processor time of the program then.
    began: Option<(Instant, Option<f64>)>,
}

impl Measure {
    /// What the environment asks for.
    pub(crate) fn asked() -> Option<Self> {
        let mut measure = Self::parse(&std::env::var(VARIABLE).ok()?)?;
        measure.orbit = std::env::var_os(ORBIT).map(|_| BEGINNING);
        Some(measure)
    }

    fn parse(text: &str) -> Option<Self> {
        let (wanted, demo) = text.split_once(' ').unwrap_or((text, ""));
        let demo = Some(demo.trim().to_owned()).filter(|path| !path.is_empty());
        let wanted = wanted.parse().ok()?;
        let (frames, orbit, began) = (Vec::new(), None, None);
        Some(Self { wanted, demo, pressed: false, has_picture: false, frames, orbit, began })
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
        if let Some(left) = &mut self.orbit {
            app.viewport.turn(TURN);
            if *left > 0 {
                *left -= 1;
                return false;
            }
        }
        let began = self.began.get_or_insert_with(|| (Instant::now(), processor_seconds()));
        if self.frames.len() + 1 == self.wanted && self.orbit.is_some() {
            say(&format!("frames from first to last: {}", since(*began, self.wanted - 1)));
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

/// Time and processor time of each frame since a moment.
fn since((began, processor): (Instant, Option<f64>), frames: usize) -> String {
    let each = |seconds: f64| seconds * 1000.0 / frames.max(1) as f64;
    let elapsed = each(began.elapsed().as_secs_f64());
    let processor = processor_seconds().zip(processor).map(|(now, then)| each(now - then));
    let processor = processor.map(|each| format!(", {each:.1} ms of processor time each"));
    format!("{elapsed:.1} ms each{}", processor.unwrap_or_default())
}

/// Processor time of the program so far, in seconds. Linux counts it in hundredths.
fn processor_seconds() -> Option<f64> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the program is in parentheses and may contain anything.
    let (_, after) = stat.rsplit_once(')')?;
    let ticks = |at: usize| after.split_whitespace().nth(at)?.parse::<f64>().ok();
    Some((ticks(11)? + ticks(12)?) / 100.0)
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
