//! What can be placed in a mission: searched, with small pictures.

use egui::{Context, FontId, Rect, ScrollArea, TextEdit, Ui, pos2, vec2};
use ngi_formats::tma::PlacedKind;
use ngi_verbs::mission::Placeable;

use crate::App;
use crate::panels::widgets;
use crate::texts::Texts;

/// Height of a row, with its picture.
const ROW: f32 = 40.0;

/// Draws the window of it, where it is open.
pub fn show(app: &mut App, ctx: &Context) {
    let texts = app.texts();
    if !app.desk.palette || app.viewport.mission.is_none() || !app.viewport.editing.on {
        return;
    }
    let mut open = true;
    let room = app.viewport.rect();
    let window = egui::Window::new(texts.placeables)
        .id(egui::Id::unique("placeables"))
        .open(&mut open)
        .default_pos(room.left_top() + vec2(12.0, 12.0))
        .default_size(vec2(260.0, (room.height() - 80.0).clamp(120.0, 420.0)));
    window.show(ctx, |ui| list(app, ui));
    app.desk.palette &= open;
}

fn list(app: &mut App, ui: &mut Ui) {
    let texts = app.texts();
    ui.horizontal(|ui| {
        let label = ui.label(texts.find_placeable).id;
        let edit = TextEdit::singleline(&mut app.desk.search).hint_text(texts.objects_hint);
        ui.add(edit.desired_width(f32::INFINITY)).labelled_by(label);
    });
    if app.reads_palette() {
        ui.spinner();
        return;
    }
    let words: Vec<String> = app.desk.search.split_whitespace().map(str::to_lowercase).collect();
    let meant = |it: &&Placeable| {
        let hay = format!("{} {} {}", it.name, it.path, kind_name(it.kind, texts)).to_lowercase();
        words.iter().all(|word| hay.contains(word.as_str()))
    };
    let found: Vec<Placeable> = app.desk.placeables.iter().filter(meant).cloned().collect();
    ui.weak(format!("{} {} {}", found.len(), texts.hits_of, app.desk.placeables.len()));
    ui.separator();
    ui.spacing_mut().item_spacing.y = 0.0;
    let area = ScrollArea::vertical().auto_shrink([false, false]).id_salt("placeables");
    area.show_rows(ui, ROW, found.len(), |ui, range| {
        for it in found.get(range).unwrap_or_default() {
            row(app, ui, it);
        }
    });
}

fn row(app: &mut App, ui: &mut Ui, it: &Placeable) {
    let texts = app.texts();
    let is_chosen = app.viewport.editing.placing.as_ref() == Some(it);
    let (rect, response) = widgets::row(ui, ROW, is_chosen, &it.name);
    let side = ROW - 6.0;
    let picture = Rect::from_min_size(rect.min + vec2(3.0, 3.0), vec2(side, side));
    match it.pictured.as_deref().and_then(|path| app.thumbnail(path)) {
        Some(texture) => {
            let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
            ui.painter().image(texture, picture, whole, egui::Color32::WHITE);
        }
        None => {
            let item = it.pictured.as_deref().and_then(|path| app.index.find(path));
            if let Some(item) = item.and_then(|id| app.index.get(id)) {
                let (path, node, kind) = (item.path.clone(), item.node.clone(), item.kind);
                app.thumbnails.want(path, node, kind);
            }
        }
    }
    let text = Rect::from_min_max(rect.min + vec2(ROW + 4.0, 2.0), rect.max - vec2(4.0, ROW / 2.0));
    let colour = ui.visuals().text_color();
    widgets::cut_text(ui, text, &it.name, FontId::proportional(13.5), colour);
    let below = Rect::from_min_max(pos2(text.left(), rect.center().y), rect.max - vec2(4.0, 3.0));
    let quiet = ui.visuals().weak_text_color();
    let said = format!("{} · {}", kind_name(it.kind, texts), it.path);
    widgets::cut_text(ui, below, &said, FontId::proportional(11.0), quiet);
    if response.on_hover_text(format!("{}\n{}", it.path, texts.placing_hover)).clicked() {
        app.viewport.editing.placing = (!is_chosen).then(|| it.clone());
    }
}

fn kind_name(kind: PlacedKind, texts: &Texts) -> &'static str {
    match kind {
        PlacedKind::BUILDING => texts.kind_building,
        PlacedKind::UNIT => texts.kind_unit,
        PlacedKind::ROCK => texts.kind_rock,
        _ => texts.kind_plant,
    }
}
