//! Views of files that are colours: palettes as swatches, skies as a strip of the day.

use egui::{Align2, Color32, FontId, Mesh, Pos2, Rect, Sense, Ui, pos2, vec2};
use ngi_verbs::facts::{Facts, SkyColours, SkyFacts};

use super::about::{colour_text, swatch_at, swatches};
use crate::App;
use crate::texts::about;

/// Largest side of the swatches of a palette.
const PALETTE: f32 = 400.0;
/// Height of the strip of a day.
const STRIP: f32 = 34.0;
/// Height of the preview of a sky.
const PREVIEW: f32 = 200.0;

/// State of the views.
#[derive(Debug, Default)]
pub struct Swatches {
    /// Day and minute at which a sky is shown.
    moment: (usize, u32),
}

/// Draws the open file as colours, if it is colours.
pub fn show(app: &mut App, ui: &mut Ui) {
    let texts = app.texts().about();
    let App { parts, current, .. } = app;
    let path = current.as_ref().map(|current| current.path.as_str());
    let sheet = parts.about.sheet().filter(|sheet| Some(sheet.path.as_str()) == path);
    let Some(sheet) = sheet else { return };
    match &sheet.facts {
        Some(Facts::Palette(palette)) => show_palette(ui, &palette.colours),
        Some(Facts::Sky(facts)) => {
            parts.swatches.show_sky(ui, facts, &sheet.strips, texts);
        }
        _ => {}
    }
}

fn show_palette(ui: &mut Ui, colours: &[[u8; 3]]) {
    egui::Frame::new().inner_margin(12.0).show(ui, |ui| {
        let room = ui.available_size();
        let side = room.x.min(room.y * 0.7).clamp(64.0, PALETTE);
        let (rect, response) = ui.allocate_exact_size(vec2(side, side), Sense::hover());
        swatches(ui, rect, colours);
        let under = response.hover_pos().and_then(|at| swatch_at(rect, at, colours));
        if let Some((number, colour)) = under {
            response.on_hover_text_at_pointer(colour_text(number, colour));
        }
    });
}

impl Swatches {
    /// Shows the sky of the file that was opened at the moment at which a mission begins.
    pub fn open(&mut self) {
        self.moment = (usize::MAX, 0);
    }

    fn show_sky(
        &mut self,
        ui: &mut Ui,
        facts: &SkyFacts,
        strips: &[Vec<SkyColours>],
        texts: &about::Texts,
    ) {
        if strips.is_empty() {
            return;
        }
        if self.moment.0 >= strips.len() {
            // Noon says more than the first hour of a mission, which may be dark.
            let first = facts.first_day.min(strips.len() - 1);
            let sun = facts.sun(first).map_or(DAY / 2, |sun| (sun.from + sun.to) / 2);
            self.moment = (first, sun);
        }
        egui::Frame::new().inner_margin(12.0).show(ui, |ui| {
            self.preview(ui, facts, strips);
            for (day, strip) in strips.iter().enumerate() {
                if strips.len() > 1 {
                    ui.weak(format!("{} {}", texts.day, day + 1));
                }
                self.strip(ui, day, strip, facts);
            }
            ui.weak(texts.strip_hint);
        });
    }

    /// Draws a day from midnight to midnight. A click chooses the moment of the preview.
    fn strip(&mut self, ui: &mut Ui, day: usize, strip: &[SkyColours], facts: &SkyFacts) {
        let size = vec2(ui.available_width().max(0.0), STRIP);
        let (rect, response) = ui.allocate_exact_size(size, Sense::click_and_drag());
        gradient(ui, rect, strip);
        let pointed = response.interact_pointer_pos().or_else(|| response.hover_pos());
        if let Some(at) = pointed {
            let minute = minute_at(rect, at);
            if response.clicked() || response.dragged() {
                self.moment = (day, minute);
            }
        }
        let painter = ui.painter().with_clip_rect(rect.intersect(ui.clip_rect()));
        let x = |minute: u32| rect.left() + rect.width() * minute as f32 / DAY as f32;
        if day == facts.first_day {
            let stroke = egui::Stroke::new(1.0, Color32::from_white_alpha(150));
            painter.vline(x(facts.start), rect.y_range(), stroke);
        }
        if day == self.moment.0 {
            let stroke = egui::Stroke::new(2.0, crate::style::ACCENT);
            painter.vline(x(self.moment.1), rect.y_range(), stroke);
        }
        for hour in [6, 12, 18] {
            let at = pos2(x(hour * 60), rect.bottom() - 2.0);
            let (font, white) = (FontId::proportional(10.0), Color32::from_white_alpha(210));
            let text = format!("{hour:02}:00");
            painter.text(
                at + vec2(1.0, 1.0),
                Align2::CENTER_BOTTOM,
                &text,
                font.clone(),
                Color32::from_black_alpha(180),
            );
            painter.text(at, Align2::CENTER_BOTTOM, &text, font, white);
        }
        if let Some(at) = response.hover_pos() {
            response.on_hover_text_at_pointer(super::about::clock(minute_at(rect, at)));
        }
    }

    /// Draws the sky at the chosen moment: from overhead down to the horizon, and the ground below.
    fn preview(&self, ui: &mut Ui, facts: &SkyFacts, strips: &[Vec<SkyColours>]) {
        let (day, minute) = self.moment;
        let size = vec2(ui.available_width().max(0.0), PREVIEW);
        let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
        let Some(colours) = strips.get(day).and_then(|strip| colours_at(strip, minute)) else {
            return;
        };
        let horizon = rect.top() + rect.height() * 0.78;
        let [apex, far, ground] = [colours.apex, colours.horizon, colours.ground].map(colour);
        let mut mesh = Mesh::default();
        band(&mut mesh, rect.with_max_y(horizon), apex, far);
        band(&mut mesh, rect.with_min_y(horizon), far, ground);
        let painter = ui.painter().with_clip_rect(rect.intersect(ui.clip_rect()));
        painter.add(mesh);
        let sun = facts.sun(day).filter(|sun| (sun.from..=sun.to).contains(&minute));
        if let Some(sun) = sun.filter(|sun| sun.to > sun.from) {
            let share = (minute - sun.from) as f32 / (sun.to - sun.from) as f32;
            let height = (share * std::f32::consts::PI).sin();
            let way = horizon - rect.top() - 20.0;
            let at = pos2(rect.left() + rect.width() * (0.1 + 0.8 * share), horizon - height * way);
            painter.circle_filled(at, 26.0, Color32::from_white_alpha(40));
            painter.circle_filled(at, 13.0, Color32::from_rgb(255, 246, 214));
        }
        let clock = super::about::clock(minute);
        let corner = rect.left_top() + vec2(10.0, 8.0);
        let shadow = Color32::from_black_alpha(190);
        let font = FontId::proportional(16.0);
        painter.text(corner + vec2(1.0, 1.0), Align2::LEFT_TOP, &clock, font.clone(), shadow);
        painter.text(corner, Align2::LEFT_TOP, &clock, font, Color32::WHITE);
    }
}

/// Minutes of a day.
const DAY: u32 = 24 * 60;

fn colour([red, green, blue]: [u8; 3]) -> Color32 {
    Color32::from_rgb(red, green, blue)
}

/// Returns the minute of the day at a position of a strip.
fn minute_at(rect: Rect, at: Pos2) -> u32 {
    let share = ((at.x - rect.left()) / rect.width().max(1.0)).clamp(0.0, 1.0);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 1439")]
    let minute = (share * (DAY - 1) as f32) as u32;
    minute
}

fn colours_at(strip: &[SkyColours], minute: u32) -> Option<SkyColours> {
    let place = minute as usize * strip.len() / DAY as usize;
    strip.get(place.min(strip.len().saturating_sub(1))).copied()
}

/// Paints a strip: the colour overhead above that of the horizon.
pub fn gradient(ui: &Ui, rect: Rect, strip: &[SkyColours]) {
    let mut mesh = Mesh::default();
    let step = rect.width() / strip.len().max(1) as f32;
    for (place, colours) in strip.iter().enumerate() {
        let left = rect.left() + place as f32 * step;
        let column = Rect::from_x_y_ranges(left..=left + step, rect.y_range());
        band(&mut mesh, column, colour(colours.apex), colour(colours.horizon));
    }
    ui.painter().with_clip_rect(rect.intersect(ui.clip_rect())).add(mesh);
}

/// Adds a rectangle with one colour at its top and another at its bottom.
fn band(mesh: &mut Mesh, rect: Rect, top: Color32, bottom: Color32) {
    let first = u32::try_from(mesh.vertices.len()).unwrap_or_default();
    mesh.colored_vertex(rect.left_top(), top);
    mesh.colored_vertex(rect.right_top(), top);
    mesh.colored_vertex(rect.left_bottom(), bottom);
    mesh.colored_vertex(rect.right_bottom(), bottom);
    mesh.add_triangle(first, first + 1, first + 2);
    mesh.add_triangle(first + 2, first + 1, first + 3);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ends_of_a_strip_are_the_ends_of_the_day() {
        let rect = Rect::from_min_size(pos2(10.0, 0.0), vec2(100.0, 10.0));
        let minutes = [0.0, 10.0, 60.0, 500.0].map(|x| minute_at(rect, pos2(x, 5.0)));
        assert_eq!(minutes, [0, 0, 719, 1439]);
        let strip: Vec<SkyColours> = (0..24)
            .map(|hour| SkyColours { apex: [hour, 0, 0], ..SkyColours::default() })
            .collect();
        let hours = [0, 59, 60, 1439].map(|minute| colours_at(&strip, minute).unwrap().apex[0]);
        assert_eq!(hours, [0, 0, 1, 23]);
        assert_eq!(colours_at(&[], 5), None);
    }
}
