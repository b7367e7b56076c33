//! The scale of a time line, and its ruler.

use egui::{Align2, FontId, Rect, Sense, Ui, pos2, vec2};

use crate::texts::Texts;

/// Width of the names of lanes.
const NAMES: f32 = 132.0;
/// Height of the ruler.
const HEIGHT: f32 = 18.0;
/// Ticks are at least so far apart, in points.
const APART: f32 = 48.0;
/// How many times larger the lanes can be shown.
const LARGEST: f32 = 200.0;

/// From when to when the lanes are shown, and where.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Axis {
    /// Where they begin in the window.
    pub left: f32,
    width: f32,
    from: f32,
    to: f32,
}

impl Axis {
    /// A scale over a room of the window.
    pub fn new(left: f32, width: f32, [from, to]: [f32; 2]) -> Self {
        Self { left, width: width.max(1.0), from, to: to.max(from + 1e-6) }
    }

    /// Where they end.
    pub fn right(&self) -> f32 {
        self.left + self.width
    }

    /// Where a time is.
    pub fn x(&self, time: f32) -> f32 {
        self.left + (time - self.from) / (self.to - self.from) * self.width
    }

    /// When a place is.
    pub fn time(&self, x: f32) -> f32 {
        self.from + (x - self.left) / self.width * (self.to - self.from)
    }

    /// The time between two ticks: 1, 2 or 5 times a power of ten, and not less than `least`.
    pub fn step(&self, least: f32) -> f32 {
        let wanted = (self.to - self.from) / self.width * APART;
        let power = 10f32.powf(wanted.max(1e-6).log10().floor());
        let steps = [1.0, 2.0, 5.0, 10.0].map(|step| step * power);
        steps.into_iter().find(|step| *step >= wanted).unwrap_or(power * 10.0).max(least)
    }
}

/// The scale of what lasts until `last`, as large as the wheel has made it.
pub fn axis(ui: &Ui, zoom: &mut [f32; 2], last: f32) -> Axis {
    let room = ui.available_rect_before_wrap();
    let names = NAMES.min(room.width() * 0.3);
    let (left, width) = (room.left() + names, room.width() - names - 12.0);
    let [more, from] = zoom;
    let shown = |more: f32| last / (1.0 + more);
    let below = Rect::from_min_size(room.min, vec2(room.width(), HEIGHT + super::MOST));
    if ui.rect_contains_pointer(below) {
        let (factor, by) = ui.input(|input| (input.zoom_delta(), input.smooth_scroll_delta()));
        let before = Axis::new(left, width, [*from, *from + shown(*more)]);
        if let Some(at) = ui.input(|input| input.pointer.hover_pos()).filter(|_| factor != 1.0) {
            *more = ((1.0 + *more) * factor - 1.0).clamp(0.0, LARGEST);
            // What is below the pointer stays there.
            let share = (at.x - left) / width.max(1.0);
            *from = before.time(at.x) - share * shown(*more);
        }
        *from -= by.x / width.max(1.0) * shown(*more);
    }
    *from = from.min(last - shown(*more)).max(0.0);
    Axis::new(left, width, [*from, *from + shown(*more)])
}

/// Draws the ruler; gives the time that was clicked on, or dragged to.
pub fn ruler(ui: &mut Ui, axis: &Axis, now: f32, least: f32, texts: &Texts) -> Option<f32> {
    let size = vec2(ui.available_width(), HEIGHT);
    let (row, _) = ui.allocate_exact_size(size, Sense::hover());
    let room = Rect::from_min_max(pos2(axis.left, row.top()), pos2(axis.right(), row.bottom()));
    let response = ui.interact(room, ui.scope_id().with("ruler"), Sense::click_and_drag());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Slider, true, texts.lane_ruler));
    let quiet = ui.visuals().weak_text_color();
    let step = axis.step(least);
    let mut tick = (axis.from / step).ceil() * step;
    while tick <= axis.to {
        let x = axis.x(tick);
        ui.painter().vline(x, room.bottom() - 5.0..=room.bottom(), egui::Stroke::new(1.0, quiet));
        let text = if step < 1.0 { format!("{tick:.2}") } else { format!("{tick:.0}") };
        let at = pos2(x + 3.0, room.center().y);
        ui.painter().text(at, Align2::LEFT_CENTER, text, FontId::monospace(10.0), quiet);
        tick += step;
    }
    super::moment(ui, axis, room, now);
    let at = response.interact_pointer_pos()?;
    (response.clicked() || response.dragged()).then(|| axis.time(at.x).max(0.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scale_goes_both_ways_and_has_ticks_that_are_easy_to_read() {
        let axis = Axis::new(100.0, 480.0, [0.0, 120.0]);
        assert_eq!(axis.x(60.0), 340.0);
        assert_eq!(axis.time(340.0), 60.0);
        assert_eq!(axis.step(1.0), 20.0);
        let short = Axis::new(0.0, 500.0, [0.0, 1.0]);
        assert!((short.step(0.0) - 0.1).abs() < 1e-6);
        assert_eq!(short.step(1.0), 1.0, "frames are whole");
        let nothing = Axis::new(0.0, 0.0, [0.0, 0.0]);
        assert!(nothing.x(3.0).is_finite() && nothing.time(3.0).is_finite());
        assert!(nothing.step(0.0) > 0.0);
    }
}
