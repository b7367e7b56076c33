//! The keyboard shortcuts, grouped by topic, in as many columns as fit.

use egui::{Context, FontId, Key, Modifiers, RichText, Role, Sense, Ui, WidgetInfo, vec2};

use crate::App;
use crate::parts::dialog::{Choice, Dialog};
use crate::shortcuts::{MOUSE, Words, groups};
use crate::texts::Texts;

/// Width of a column with its gap, in points. Russian needs more.
const COLUMN: f32 = 400.0;
/// Share of a column that the keys take.
const KEYS: f32 = 0.36;
/// Width at most.
const WIDEST: f32 = 1240.0;
/// Margins of the dialog in the window.
const MARGINS: f32 = 90.0;

/// Heading of a group, and its rows: keys and what they do.
struct Group {
    title: &'static str,
    rows: Vec<(&'static str, &'static str)>,
}

/// Draws the list, if it is open.
pub fn show(app: &mut App, ctx: &Context) {
    if !app.help {
        return;
    }
    let texts = app.texts();
    let room = ctx.content_rect().width() - MARGINS;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "1 to 3")]
    let count = (room.min(WIDEST) / COLUMN).clamp(1.0, 3.0) as usize;
    let columns = balanced(all(texts), count);
    let width = (COLUMN * count as f32).min(room);
    // The key that opened the list closes it.
    let again = ctx.input_mut(|input| {
        [Key::H, Key::F1].into_iter().any(|key| input.consume_key(Modifiers::NONE, key))
    });
    let choices = [Choice::new(texts.close, texts.tips().close_window)];
    let dialog = Dialog::new("shortcuts", texts.help_title, texts).width(width);
    let reply = dialog.show(ctx, &choices, |ui| {
        ui.columns(count, |columns_ui| {
            for (ui, groups) in columns_ui.iter_mut().zip(&columns) {
                groups.iter().for_each(|group| draw(ui, group));
            }
        });
    });
    if reply.is_some() || again {
        app.help = false;
    }
}

/// Returns all groups; the mouse comes first.
fn all(texts: &'static Texts) -> Vec<Group> {
    let rows = MOUSE.iter().map(|(what, says): &(Words, Words)| (what(texts), says(texts)));
    let mouse = Group { title: texts.group_mouse, rows: rows.collect() };
    let keys = groups().into_iter().map(|(group, shortcuts)| {
        let rows = shortcuts.into_iter().map(|it| (it.written, (it.says)(texts)));
        Group { title: group.title(texts), rows: rows.collect() }
    });
    std::iter::once(mouse).chain(keys).collect()
}

/// Distributes groups over columns of about the same height, in their order.
fn balanced(groups: Vec<Group>, count: usize) -> Vec<Vec<Group>> {
    let height = |group: &Group| group.rows.len() + 2;
    let all: usize = groups.iter().map(height).sum();
    let mut columns: Vec<Vec<Group>> = (0..count).map(|_| Vec::new()).collect();
    let mut above = 0;
    for group in groups {
        // A group goes where its middle is.
        let own = height(&group);
        let column = (above + own / 2) * count / all.max(1);
        above += own;
        if let Some(column) = columns.get_mut(column.min(count - 1)) {
            column.push(group);
        }
    }
    columns
}

fn draw(ui: &mut Ui, group: &Group) {
    ui.label(RichText::new(group.title).strong().size(14.5));
    ui.add_space(2.0);
    ui.spacing_mut().item_spacing.y = 2.0;
    for (keys, says) in &group.rows {
        row(ui, keys, says);
    }
    ui.add_space(12.0);
}

/// Draws keys and what they do beside each other, both wrapped in their columns.
fn row(ui: &mut Ui, keys: &str, says: &str) {
    let width = ui.available_width() - 14.0;
    let left = width * KEYS;
    let (strong, plain) = (ui.visuals().strong_text_color(), ui.visuals().text_color());
    let painter = ui.painter();
    let keys_shown = painter.layout(keys.to_owned(), FontId::monospace(12.0), strong, left - 10.0);
    let font = FontId::proportional(13.0);
    let says_shown = painter.layout(says.to_owned(), font, plain, width - left);
    let height = keys_shown.size().y.max(says_shown.size().y) + 2.0;
    let (rect, response) = ui.allocate_exact_size(vec2(width, height), Sense::hover());
    let name = format!("{keys}: {says}");
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &name));
    ui.painter().galley(rect.min, keys_shown, strong);
    ui.painter().galley(rect.min + vec2(left, 0.0), says_shown, plain);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::ENGLISH;

    #[test]
    fn columns_are_about_as_high_as_each_other() {
        for count in 1..=3 {
            let columns = balanced(all(&ENGLISH), count);
            let heights: Vec<usize> = columns
                .iter()
                .map(|groups| groups.iter().map(|group| group.rows.len() + 2).sum())
                .collect();
            let most = heights.iter().max().unwrap();
            let least = heights.iter().min().unwrap();
            assert!(most - least <= 12, "{heights:?}");
        }
    }
}
