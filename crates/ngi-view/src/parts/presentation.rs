//! Presentation mode: the scene alone, over the whole screen, without bars, counters and labels.

use std::time::Duration;

use egui::{Align2, Color32, FontId, Rect, Ui, vec2};

/// Seconds for which the way back is shown at first.
const HINT: f64 = 3.0;

/// State of presentation mode.
#[derive(Debug, Default)]
pub struct State {
    /// Time of the window when it began.
    begun: Option<f64>,
}

impl State {
    /// Forgets when it began, because it ended.
    pub fn end(&mut self) {
        self.begun = None;
    }

    /// Draws how to leave presentation mode, for a short time after it began.
    pub fn hint(&mut self, ui: &Ui, viewport: Rect, text: &str) {
        let now = ui.input(|input| input.time);
        let begun = *self.begun.get_or_insert(now);
        let left = HINT - (now - begun);
        if left <= 0.0 {
            return;
        }
        let at = viewport.center_bottom() - vec2(0.0, 28.0);
        let font = FontId::proportional(15.0);
        let galley = ui.painter().layout_no_wrap(text.to_owned(), font, Color32::WHITE);
        let rect = Align2::CENTER_BOTTOM.anchor_size(at, galley.size());
        ui.painter().rect_filled(rect.expand(8.0), 6.0, Color32::from_black_alpha(180));
        ui.painter().galley(rect.min, galley, Color32::WHITE);
        ui.ctx().request_repaint_after(Duration::try_from_secs_f64(left).unwrap_or_default());
    }
}
