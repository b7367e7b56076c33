//! Measuring: two clicks, and how far apart they are.

use egui::{Align2, Color32, FontId, Pos2, Rect, Ui, vec2};
use ngi_render::scene::Picked;

use super::Viewport;
use crate::texts::Texts;

/// The colour of what is measured.
const TINT: Color32 = Color32::from_rgb(255, 214, 64);

/// What is measured.
#[derive(Debug, Clone, Default)]
pub struct Ruler {
    /// Whether clicks measure.
    pub on: bool,
    ends: Vec<Picked>,
}

/// How far apart two points are: the way, and what of it is along x, y and z.
fn apart([a, b]: [[f32; 3]; 2]) -> (f32, [f32; 3]) {
    let [along_x, along_y, along_z] = std::array::from_fn(|axis| {
        let at = |point: [f32; 3]| point.get(axis).copied().unwrap_or_default();
        at(b) - at(a)
    });
    let way = along_x.hypot(along_y).hypot(along_z);
    (way, [along_x, along_y, along_z])
}

impl Ruler {
    /// Begins to measure, or ends.
    pub fn toggle(&mut self) {
        *self = Self { on: !self.on, ends: Vec::new() };
    }

    /// Forgets what was measured.
    pub(super) fn forget(&mut self) {
        self.ends.clear();
    }

    /// Takes a point; the third begins anew.
    fn take(&mut self, picked: Picked) {
        if self.ends.len() >= 2 {
            self.ends.clear();
        }
        self.ends.push(picked);
    }

    /// What there is to say: what to do, or how far it is.
    pub fn says(&self, texts: &Texts) -> String {
        let [a, b] = self.ends.as_slice() else {
            return texts.ruler_hint.to_owned();
        };
        if let (Some([ax, ay]), Some([bx, by])) = (a.pixel, b.pixel) {
            let (across, down) = (ax.abs_diff(bx), ay.abs_diff(by));
            return format!("{across} × {down} {}", texts.ruler_pixels);
        }
        let (way, [x, y, z]) = apart([a.position, b.position]);
        format!("{way:.3} {}\nx {x:+.3}  y {y:+.3}  z {z:+.3}", texts.ruler_units)
    }
}

impl Viewport {
    /// A click while something is measured. Says whether it is.
    pub(super) fn measure(&mut self, at: Pos2, rect: Rect, scale: f32) -> bool {
        if !self.ruler.on || self.is_walking() {
            return false;
        }
        let before = self.picked.take();
        self.pick(at, rect, scale);
        if let Some(picked) = std::mem::replace(&mut self.picked, before) {
            self.ruler.take(picked);
        }
        true
    }

    /// Draws what is measured.
    pub(super) fn draw_ruler(&self, ui: &Ui, rect: Rect, texts: &Texts) {
        if !self.ruler.on || self.scene.is_none() {
            return;
        }
        let scale = ui.pixels_per_point();
        let painter = ui.painter().with_clip_rect(rect);
        let place = |picked: &Picked| {
            let [x, y] = self.frame.sight.project(picked.position.into())?;
            Some(rect.min + vec2(x, y) / scale)
        };
        let ends: Vec<Pos2> = self.ruler.ends.iter().filter_map(place).collect();
        for end in &ends {
            painter.circle_stroke(*end, 4.0, (2.0, TINT));
        }
        if let [a, b] = ends.as_slice() {
            painter.line_segment([*a, *b], (2.0, TINT));
        }
        let text = self.ruler.says(texts);
        let galley = painter.layout_no_wrap(text, FontId::monospace(12.0), TINT);
        let size = galley.size();
        let at = Align2::CENTER_TOP.anchor_size(rect.center_top() + vec2(0.0, 16.0), size);
        painter.rect_filled(at.expand(7.0), 6.0, Color32::from_black_alpha(180));
        painter.galley(at.min, galley, TINT);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_way_is_as_long_as_its_parts_say() {
        assert_eq!(apart([[1.0, 2.0, 3.0], [4.0, 6.0, 15.0]]), (13.0, [3.0, 4.0, 12.0]));
    }

    #[test]
    fn the_third_click_begins_anew() {
        let at = |x: f32| Picked { position: [x, 0.0, 0.0], ..Picked::default() };
        let mut ruler = Ruler { on: true, ..Ruler::default() };
        let texts = &crate::texts::ENGLISH;
        ruler.take(at(1.0));
        assert_eq!(ruler.says(texts), texts.ruler_hint);
        ruler.take(at(3.5));
        assert!(ruler.says(texts).starts_with("2.500 "), "{}", ruler.says(texts));
        ruler.take(at(9.0));
        assert_eq!(ruler.says(texts), texts.ruler_hint);
    }
}
