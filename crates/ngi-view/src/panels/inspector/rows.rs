//! The fields, row by row. Only what is in sight is asked of the tree.

use std::ops::Range;

use egui::{FontId, Rect, ScrollArea, Ui, pos2};
use ngi_formats::tree::Node;
use ngi_verbs::location::FieldLocation;

use super::{Sheet, editor};
use crate::app::Inspector;
use crate::document::{FieldRow, FieldView, Fields, Shape};
use crate::panels::widgets;
use crate::platform::guarded;
use crate::texts::Texts;

/// Height of a row.
pub(super) const ROW: f32 = 23.0;

/// A row in sight.
pub(super) struct Shown {
    /// The row.
    pub row: FieldRow,
    /// The path of its field.
    pub path: String,
    /// What the tree says of it.
    pub view: FieldView,
}

/// Draws the rows.
pub fn show(
    ui: &mut Ui,
    sheet: &mut Sheet<'_>,
    tree: &Node<'_>,
    height: f32,
) -> Result<(), String> {
    let Inspector { fields, filter, scroll_to, .. } = &mut *sheet.inspector;
    fields.filter(filter);
    let count = guarded(|| Ok(fields.rows(tree).len()))?;
    let mut area =
        ScrollArea::vertical().auto_shrink([false, false]).max_height(height).id_salt("fields");
    if let Some(place) = scroll_to.take().and_then(|wanted| fields.position(&wanted)) {
        area = area.vertical_scroll_offset((place as f32 * ROW - height / 2.0).max(0.0));
    }
    ui.spacing_mut().item_spacing.y = 0.0;
    let drawn = area.show_rows(ui, ROW, count, |ui, range| {
        let rows = guarded(|| Ok(in_sight(&sheet.inspector.fields, tree, range)))?;
        rows.iter().for_each(|shown| field(ui, sheet, tree, shown));
        Ok(())
    });
    drawn.inner
}

/// What the tree says of the rows in sight.
fn in_sight(fields: &Fields, tree: &Node<'_>, range: Range<usize>) -> Vec<Shown> {
    let shown = |place: usize| {
        let (row, path) = (fields.row(place)?, fields.path(place));
        let view = FieldView::of(tree, &path)?;
        Some(Shown { row, path, view })
    };
    range.filter_map(shown).collect()
}

fn field(ui: &mut Ui, sheet: &mut Sheet<'_>, tree: &Node<'_>, shown: &Shown) {
    let Shown { row, path, view } = shown;
    let selected = sheet.inspector.selected.as_deref() == Some(path.as_str())
        || sheet.inspector.marked.contains(path);
    let (rect, response) = widgets::row(ui, ROW, selected, path);
    let response = compared(ui, sheet, tree, (path, rect), response);
    let colour = ui.visuals().text_color();
    let quiet = ui.visuals().weak_text_color();
    let left = rect.left() + 16.0 + 12.0 * f32::from(row.depth);
    let split = (rect.left() + rect.width() * 0.42).max(left + 60.0);
    let key = Rect::from_min_max(pos2(left, rect.top()), pos2(split - 6.0, rect.bottom()));
    widgets::cut_text(ui, key, &row.key(), FontId::proportional(13.0), colour);
    let place_width = if rect.width() > 300.0 { 58.0 } else { 0.0 };
    let at = Rect::from_min_max(
        pos2(split, rect.top()),
        pos2(rect.right() - place_width - 6.0, rect.bottom()),
    );
    if let Shape::Group(_) = row.shape {
        let center = pos2(left - 9.0, rect.center().y);
        widgets::triangle(ui, center, sheet.inspector.fields.is_open(path), colour);
        widgets::cut_text(ui, at, &view.text, FontId::proportional(12.0), quiet);
        if response.clicked() && !marks(ui) {
            sheet.inspector.fields.toggle(path);
        }
    } else {
        if place_width > 0.0 {
            let right = pos2(rect.right() - 6.0, rect.center().y);
            let text = short_place(&view.known.location, sheet.texts);
            let font = FontId::monospace(10.5);
            ui.painter().text(right, egui::Align2::RIGHT_CENTER, text, font, quiet);
        }
        editor::show(ui, sheet, shown, at, response.id);
    }
    if response.clicked() {
        let (ctrl, shift) = ui.input(|input| (input.modifiers.command, input.modifiers.shift));
        sheet.inspector.mark(path, ctrl, shift);
    }
}

/// Marks a field that differs from what is compared with; whoever points at it reads the other.
fn compared(
    ui: &Ui,
    sheet: &Sheet<'_>,
    tree: &Node<'_>,
    (path, rect): (&str, Rect),
    response: egui::Response,
) -> egui::Response {
    let Some((marks, other)) = &sheet.compared else { return response };
    if !guarded(|| Ok(marks.differs(tree, other, path))).unwrap_or(false) {
        return response;
    }
    let bar = Rect::from_min_size(rect.min, egui::vec2(4.0, rect.height()));
    ui.painter().rect_filled(bar, 1.0, crate::style::warning(ui));
    ui.painter().rect_filled(rect, 2.0, crate::style::warning(ui).gamma_multiply(0.1));
    let text = guarded(|| Ok(FieldView::of(other, path).map(|view| view.text)));
    let text = text.ok().flatten().unwrap_or_else(|| "–".to_owned());
    response.on_hover_text(format!("{} {text}", sheet.texts.compare_other))
}

/// Whether a click marks several rows.
fn marks(ui: &Ui) -> bool {
    ui.input(|input| input.modifiers.command || input.modifiers.shift)
}

fn short_place(location: &FieldLocation, texts: &Texts) -> String {
    match location {
        FieldLocation::Bytes(range) => format!("{:#x}", range.start),
        FieldLocation::Directory => texts.directory_short.to_owned(),
        FieldLocation::Derived => "–".to_owned(),
    }
}
