//! A place as three numbers that are typed or dragged: a change when they are let go.

use egui::{DragValue, Ui, vec2};

/// What the numbers of a place are called.
pub const PLACE: [&str; 3] = ["x", "y", "z"];
/// And those of where something points.
pub const VECTOR: [&str; 3] = ["dx", "dy", "dz"];

/// Draws the numbers of a field; gives what it is set to when that is done.
pub fn numbers(
    ui: &mut Ui,
    typed: &mut Option<(String, [f32; 3])>,
    names: [&str; 3],
    (field, stored): (&str, [f32; 3]),
) -> Option<Vec<(String, String)>> {
    let own = typed.as_ref().filter(|(own, _)| own == field);
    let mut now = own.map_or(stored, |(_, now)| *now);
    let (mut is_changed, mut is_done) = (false, false);
    ui.horizontal(|ui| {
        for (name, value) in names.into_iter().zip(&mut now) {
            let label = ui.label(name).id;
            // A fixed width, so that the row does not change its shape while a number changes.
            let size = vec2(72.0, ui.spacing().interact_size.y);
            let response = ui.add_sized(size, DragValue::new(value).speed(0.01).max_decimals(4));
            let response = response.labelled_by(label).on_hover_text(field);
            is_changed |= response.changed();
            is_done |= response.drag_stopped() || response.lost_focus();
        }
    });
    if is_changed {
        *typed = Some((field.to_owned(), now));
    }
    if !is_done {
        return None;
    }
    let (_, [x, y, z]) = typed.take().filter(|(own, now)| own == field && *now != stored)?;
    Some(vec![(field.to_owned(), format!("[{x},{y},{z}]"))])
}
