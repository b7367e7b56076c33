//! Below the picture: what happens to the parts of something over time, a lane each.
//!
//! `axis` has the scale and the ruler, `nodes`, `windows` and `phases` the lanes of models,
//! effects and materials.

mod axis;
mod nodes;
mod phases;
mod windows;

use egui::{FontId, Rect, Ui, pos2};

use super::widgets;
use crate::App;
use crate::lanes::Read;

pub use axis::Axis;

/// Height of a lane.
const ROW: f32 = 20.0;
/// Height of all lanes together, at most.
const MOST: f32 = 150.0;

/// Draws the lanes, where there are some and somebody wants to see them.
pub fn show(app: &mut App, ui: &mut Ui) {
    if !app.desk.lanes.open {
        return;
    }
    let current = app.current.as_ref();
    let read = current.and_then(|current| {
        let document = current.document.as_ref()?;
        app.desk.lanes.read(document, current.kind)
    });
    match read {
        Some(Read::Nodes(lanes)) => nodes::show(app, ui, &lanes),
        Some(Read::Commands(commands)) => windows::show(app, ui, &commands),
        Some(Read::Tracks(tracks)) => phases::show(app, ui, &tracks),
        None => {}
    }
    ui.add_space(4.0);
}

/// A lane: its name on the left, which can be clicked, and the room for its times. What it is `of`
/// tells it from other rows of that name to those who hear them.
fn lane(
    ui: &mut Ui,
    axis: &Axis,
    (name, of): (&str, &str),
    is_selected: bool,
) -> (Rect, egui::Response) {
    let (row, response) = widgets::row(ui, ROW, is_selected, format!("{name} {of}").trim_end());
    let colour = match is_selected {
        true => ui.visuals().selection.stroke.color,
        false => ui.visuals().text_color(),
    };
    let text = Rect::from_min_max(row.min, pos2(axis.left - 6.0, row.bottom()));
    widgets::cut_text(
        ui,
        text.shrink2(egui::vec2(4.0, 0.0)),
        name,
        FontId::proportional(12.0),
        colour,
    );
    let room = Rect::from_min_max(pos2(axis.left, row.top()), pos2(axis.right(), row.bottom()));
    let line = ui.visuals().widgets.noninteractive.bg_stroke;
    ui.painter().hline(room.x_range(), room.center().y, line);
    (room, response)
}

/// The moment that is shown, as a line through a lane.
fn moment(ui: &Ui, axis: &Axis, room: Rect, now: f32) {
    let x = axis.x(now);
    if room.x_range().contains(x) {
        let stroke = egui::Stroke::new(1.0, crate::style::warning(ui));
        ui.painter().vline(x, room.y_range(), stroke);
    }
}
