//! The clock of a mission as a strip: the colours of its sky over the day, with the path of the
//! sun.

use egui::{
    Align2, Color32, FontId, Mesh, Painter, Pos2, Rect, Response, Sense, Shape, Stroke, Ui, Vec2,
    WidgetInfo, pos2, vec2,
};
use ngi_engine::sky::{BodyKind, Compass, DayHours, Rgba, Sky, SkyState};

use crate::mission::{Day, HOURS};
use crate::texts::Texts;

/// Height of the strip, in points.
const HEIGHT: f32 = 34.0;
/// Columns of colours.
const COLUMNS: u8 = 96;
/// Labels need this width.
const LABELLED: f32 = 240.0;
/// Colour behind the clear part of a night sky.
const STARS: [f32; 3] = [0.03, 0.04, 0.08];

/// Draws the strip and sets the clock to where it is clicked or dragged.
pub fn show(ui: &mut Ui, day: &mut Day, texts: &Texts) -> Response {
    let width = ui.available_width().max(80.0);
    let (rect, mut response) = ui.allocate_exact_size(vec2(width, HEIGHT), Sense::click_and_drag());
    take_input(&mut response, rect, day);
    let hours = day.hours();
    response.widget_info(|| WidgetInfo::slider(true, f64::from(hours), texts.time_of_day));
    if ui.is_rect_visible(rect) {
        let painter = ui.painter().with_clip_rect(rect.expand(2.0));
        let section = day.moment.section;
        paint_sky(&painter, rect, day.sky(), section);
        if let Some(found) = day.sky().hours(section) {
            paint_sun(&painter, rect, day.sky(), &found);
            paint_marks(&painter, rect, day.sky(), &found);
        }
        paint_now(&painter, rect, day, ui);
    }
    response
}

/// Moves the clock to where the mouse is. A press and its release may be in one frame.
fn take_input(response: &mut Response, rect: Rect, day: &mut Day) {
    let before = day.moment;
    let is_held = response.is_pointer_button_down_on() || response.clicked();
    if let (true, Some(at)) = (is_held, response.interact_pointer_pos()) {
        day.set_hours((at.x - rect.left()) / rect.width().max(1.0) * HOURS);
    }
    if before != day.moment {
        response.mark_changed();
    }
}

/// Position of an hour on the strip.
fn x_of(rect: Rect, hours: f32) -> f32 {
    rect.left() + rect.width() * (hours / HOURS).clamp(0.0, 1.0)
}

/// Hours that a clock shows.
#[expect(clippy::cast_precision_loss, reason = "hours and minutes")]
fn hours_of([hour, minute]: [u32; 2]) -> f32 {
    hour as f32 + minute as f32 / 60.0
}

/// State of a sky at a share of a day.
fn state_at(sky: &Sky, section: usize, share: f32) -> SkyState {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "minutes of a day")]
    let minutes = (share.clamp(0.0, 0.9999) * 1440.0) as u32;
    sky.at(sky.moment(section, minutes / 60, minutes % 60))
}

/// Colours of a sky from top to bottom, as an image of it shows them.
fn colours(state: &SkyState) -> [Color32; 3] {
    let mean = |compass: &Compass| {
        let all = [compass.north, compass.east, compass.south, compass.west];
        let mut sum = [0.0; 4];
        for colour in all {
            sum.iter_mut().zip(colour).for_each(|(sum, part)| *sum += part * 0.25);
        }
        sum
    };
    let shown = |[red, green, blue, alpha]: Rgba| {
        let [r, g, b] = STARS;
        let over = |own: f32, behind: f32| byte(behind + (own - behind) * alpha);
        Color32::from_rgb(over(red, r), over(green, g), over(blue, b))
    };
    [shown(state.apex), shown(mean(&state.ring3)), shown(mean(&state.horizon))]
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 255")]
fn byte(share: f32) -> u8 {
    (share.clamp(0.0, 1.0) * 255.0).round() as u8
}

fn paint_sky(painter: &Painter, rect: Rect, sky: &Sky, section: usize) {
    let mut mesh = Mesh::default();
    for column in 0..=COLUMNS {
        let share = f32::from(column) / f32::from(COLUMNS);
        let x = rect.left() + rect.width() * share;
        let rows = [rect.top(), rect.top() + rect.height() * 0.55, rect.bottom()];
        for (y, colour) in rows.into_iter().zip(colours(&state_at(sky, section, share))) {
            mesh.colored_vertex(pos2(x, y), colour);
        }
    }
    for column in 0..u32::from(COLUMNS) {
        for row in 0..2 {
            let at = column * 3 + row;
            mesh.add_triangle(at, at + 1, at + 3);
            mesh.add_triangle(at + 3, at + 1, at + 4);
        }
    }
    painter.add(Shape::mesh(mesh));
}

/// Position of a body of the sky on the strip, by its height above the horizon.
fn on_path(rect: Rect, hours: f32, height: f32) -> Pos2 {
    let room = rect.height() - 12.0;
    pos2(x_of(rect, hours), rect.bottom() - 4.0 - height.clamp(0.0, 1.0) * room)
}

/// The path of the sun.
fn paint_sun(painter: &Painter, rect: Rect, sky: &Sky, hours: &DayHours) {
    const PIECES: u8 = 40;
    let Some(sun) = hours.sun else { return };
    let [from, to] = [sun.sunrise, sun.sunset].map(|moment| hours_of(sky.clock(moment)));
    if to <= from {
        return;
    }
    let points = (0..=PIECES).map(|piece| {
        let share = f32::from(piece) / f32::from(PIECES);
        let height = (share * std::f32::consts::PI).sin() * 0.87;
        on_path(rect, from + (to - from) * share, height)
    });
    painter.line(points.collect(), Stroke::new(1.0, Color32::from_white_alpha(110)));
}

/// Sunrise, noon and sunset.
fn paint_marks(painter: &Painter, rect: Rect, sky: &Sky, hours: &DayHours) {
    let Some(sun) = hours.sun else { return };
    let [first, middle, last] = [Align2::LEFT_BOTTOM, Align2::CENTER_BOTTOM, Align2::RIGHT_BOTTOM];
    for (moment, align) in [(sun.sunrise, last), (sun.noon, middle), (sun.sunset, first)] {
        let clock = sky.clock(moment);
        let x = x_of(rect, hours_of(clock));
        let tick = [pos2(x, rect.bottom() - 6.0), pos2(x, rect.bottom())];
        painter.line_segment(tick, Stroke::new(1.0, Color32::from_white_alpha(200)));
        if rect.width() < LABELLED {
            continue;
        }
        let [hour, minute] = clock;
        let text = format!("{:02}:{minute:02}", hour % 24);
        let aside = match align {
            Align2::LEFT_BOTTOM => vec2(4.0, 0.0),
            Align2::RIGHT_BOTTOM => vec2(-4.0, 0.0),
            _ => vec2(0.0, -6.0),
        };
        let at = pos2(x, rect.bottom() - 1.0) + aside;
        outlined(painter, at, align, &text);
    }
}

/// Text that is readable on every colour.
fn outlined(painter: &Painter, at: Pos2, align: Align2, text: &str) {
    let font = FontId::proportional(10.5);
    let shadow = Color32::from_black_alpha(150);
    for by in [Vec2::new(1.0, 1.0), Vec2::new(-1.0, 0.0), Vec2::new(1.0, 0.0)] {
        painter.text(at + by, align, text, font.clone(), shadow);
    }
    painter.text(at, align, text, font, Color32::WHITE);
}

/// The clock: a line with the body that is in the sky.
fn paint_now(painter: &Painter, rect: Rect, day: &Day, ui: &Ui) {
    let hours = day.hours();
    let x = x_of(rect, hours).clamp(rect.left() + 1.0, rect.right() - 1.0);
    let line = [pos2(x, rect.top()), pos2(x, rect.bottom())];
    painter.line_segment(line, Stroke::new(3.0, Color32::from_black_alpha(140)));
    painter.line_segment(line, Stroke::new(1.5, Color32::WHITE));
    let body = day.sky().at(day.moment).body;
    if let Some(body) = body.filter(|body| body.towards[2] > 0.0) {
        let colour = match body.kind {
            BodyKind::Sun => Color32::from_rgb(255, 224, 110),
            BodyKind::Moon => Color32::from_rgb(210, 218, 235),
        };
        let at = on_path(rect, hours, body.towards[2]);
        painter.circle(at, 5.0, colour, Stroke::new(1.0, Color32::from_black_alpha(160)));
    }
    let frame = ui.visuals().widgets.noninteractive.bg_stroke;
    painter.rect_stroke(rect, 3.0, frame, egui::StrokeKind::Inside);
}
