//! Small things that several panels draw.

use egui::{Align2, Color32, FontId, Rect, Response, ScrollArea, Sense, Ui, Vec2, pos2, vec2};

use super::icons;
use super::tools::Tip as _;
use crate::compare::With;
use crate::library::{FileType, Item, ItemKind, title};
use crate::tabs::Ask;
use crate::texts::{Language, Texts};
use crate::{Action, App, style};

/// What stands in front of something that leads elsewhere. The window's fonts have no arrow.
pub const LEADS: &str = "»";

/// Paints the badge of an item into a rectangle.
pub fn badge(ui: &Ui, rect: Rect, item: &Item) {
    let colour = style::badge(item.kind);
    let painter = ui.painter();
    let icon = match item.kind {
        ItemKind::Folder => Some(icons::OPEN),
        ItemKind::Archive => Some(icons::BOX),
        _ => None,
    };
    if let Some(icon) = icon {
        let square = Rect::from_center_size(rect.center(), Vec2::splat(rect.height() + 1.0));
        icons::paint(painter, icon, square, colour);
        return;
    }
    painter.rect_filled(rect, 3.0, colour.gamma_multiply(0.22));
    painter.text(
        rect.center(),
        Align2::CENTER_CENTER,
        item.file_type().badge(),
        FontId::monospace(9.0),
        colour,
    );
}

/// Text in one line, cut with an ellipsis where it does not fit.
pub fn cut_text(ui: &Ui, rect: Rect, text: &str, font: FontId, colour: Color32) -> Rect {
    let mut job = egui::text::LayoutJob::simple_singleline(text.to_owned(), font, colour);
    job.wrap = egui::text::TextWrapping::truncate_at_width(rect.width().max(0.0));
    let galley = ui.painter().layout_job(job);
    let size = galley.size();
    let at = pos2(rect.left(), rect.center().y - size.y / 2.0);
    ui.painter().galley(at, galley, colour);
    Rect::from_min_size(at, size)
}

/// A row that can be clicked and selected, over the whole width; a screen reader calls it `name`.
pub fn row(ui: &mut Ui, height: f32, selected: bool, name: &str) -> (Rect, Response) {
    let size = Vec2::new(ui.available_width().max(0.0), height);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let name = name.to_owned();
    response
        .widget_info(|| egui::WidgetInfo::selected(egui::Role::TreeItem, true, selected, &name));
    let visuals = ui.visuals();
    if selected {
        ui.painter().rect_filled(rect, 4.0, visuals.selection.bg_fill);
    } else if response.hovered() {
        ui.painter().rect_filled(
            rect,
            4.0,
            visuals.widgets.hovered.weak_bg_fill.gamma_multiply(0.5),
        );
    }
    (rect, response)
}

/// What can be done with a thing of the tree.
pub fn item_menu(app: &mut App, ui: &mut Ui, path: &str) {
    let (texts, tips) = (app.texts(), app.texts().tips());
    let open = app.selected.as_deref() == Some(path) && app.open_kind().is_some();
    let other = !open && app.current.is_some();
    let on_disk = !cfg!(target_arch = "wasm32");
    let (favourite, favourite_tip) = match app.is_favourite(path) {
        true => (texts.favourite_remove, tips.favourite_remove),
        false => (texts.favourite_add, tips.favourite_add),
    };
    let own = || path.to_owned();
    let all = [
        (true, texts.tab_open, tips.tab_open, Action::Tabs(Ask::Open(own()))),
        (true, texts.export_title, tips.export, Action::AskExport(Some(own()))),
        (true, favourite, favourite_tip, Action::Favourite(Some(own()))),
        (true, texts.copy_path, tips.copy_path, Action::CopyPath(Some(own()))),
        (open, texts.copy_json, tips.copy_json, Action::CopyJson),
        (open, texts.replace_title, tips.import, Action::AskReplace),
        (open, texts.open_with, tips.open_with, Action::OpenWith),
        (open, texts.compare_backup, tips.compare_backup, Action::Compare(Some(With::Backup))),
        (
            open && on_disk,
            texts.compare_game,
            tips.compare_game,
            Action::ChooseCompared { is_mod: false },
        ),
        (
            open && on_disk,
            texts.compare_mod,
            tips.compare_mod,
            Action::ChooseCompared { is_mod: true },
        ),
        (other, texts.compare_entry, tips.compare_entry, Action::Compare(Some(With::Entry(own())))),
        (open, texts.mend, texts.mend_hover, Action::Mend),
    ];
    for (able, name, tip, action) in all {
        if able && ui.button(name).tip(tip).clicked() {
            app.actions.push(action);
        }
    }
}

/// Names the type of an item: its format, its kind, or the type number of its entry.
pub fn type_text(item: &Item, texts: &Texts, language: Language) -> String {
    match (item.file_kind, item.file_type()) {
        (Some(kind), _) => title(kind, language).to_owned(),
        (None, FileType::Kind(ItemKind::Unknown)) => match item.type_text.strip_prefix("type ") {
            Some(number) => format!("{} {number}", texts.entry_type),
            None => texts.thing_unknown.to_owned(),
        },
        (None, what) => what.name(texts, language).to_owned(),
    }
}

/// The triangle of something that opens and closes.
pub fn triangle(ui: &Ui, center: egui::Pos2, open: bool, colour: Color32) {
    let points = if open {
        vec![center + vec2(-4.0, -2.0), center + vec2(4.0, -2.0), center + vec2(0.0, 3.5)]
    } else {
        vec![center + vec2(-2.0, -4.0), center + vec2(3.5, 0.0), center + vec2(-2.0, 4.0)]
    };
    ui.painter().add(egui::Shape::convex_polygon(points, colour, egui::Stroke::NONE));
}

/// A panel's empty state: a few quiet words in the middle.
pub fn nothing(ui: &mut Ui, text: &str) {
    ui.add_space(16.0);
    ui.vertical_centered(|ui| ui.weak(text));
}

/// Formats a number of bytes with its unit.
pub fn size_text(bytes: u64, texts: &Texts) -> String {
    match bytes {
        0..1024 => format!("{bytes} {}", texts.bytes_unit),
        1024..1_048_576 => format!("{:.1} {}", bytes as f64 / 1024.0, texts.kilobytes),
        _ => format!("{:.1} {}", bytes as f64 / 1_048_576.0, texts.megabytes),
    }
}

/// Capitalizes the first letter of a text.
pub fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters.clone()).collect()
}

/// A list of rows of one height, with one of them in the middle.
pub fn scrolled_to(area: ScrollArea, ui: &Ui, place: usize, row: f32) -> ScrollArea {
    let middle = (ui.available_height() / 2.0).max(0.0);
    #[expect(clippy::cast_precision_loss, reason = "rows of a list")]
    let at = place as f32 * row - middle;
    area.vertical_scroll_offset(at.max(0.0))
}
