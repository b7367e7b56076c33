//! The middle as a grid of pictures. Only the rows in sight are laid out.

use egui::{FontId, Rect, ScrollArea, Sense, Ui, pos2, vec2};

use super::tools::{self, Tip as _};
use super::{icons, widgets};
use crate::gallery::{Of, Sort};
use crate::library::{ItemId, ItemKind};
use crate::{App, style, tabs};

/// The sizes there are to choose from, in points.
const SIDES: [f32; 3] = [80.0, 128.0, 192.0];
/// Room for the name below a picture.
const NAME: f32 = 34.0;
/// Room between tiles.
const GAP: f32 = 8.0;

/// Draws it.
pub fn show(app: &mut App, ui: &mut Ui, of: &Of) {
    let sort = app.settings.sort;
    let count = app.gallery.tiles(&app.index, of, sort).len();
    egui::Frame::new().inner_margin(10.0).show(ui, |ui| {
        bar(app, ui, of, count);
        ui.add_space(4.0);
        if count == 0 && !app.is_reading() {
            widgets::nothing(ui, app.texts().gallery_empty);
        }
        grid(app, ui, count);
    });
}

fn bar(app: &mut App, ui: &mut Ui, of: &Of, count: usize) {
    let (texts, tips) = (app.texts(), app.texts().tips());
    ui.horizontal_wrapped(|ui| {
        let title = match of {
            Of::Below(path) if path.is_empty() => texts.of_everything,
            Of::Below(path) => path.as_str(),
            Of::Search(text) | Of::Found(text) => text.as_str(),
        };
        ui.strong(title);
        ui.weak(format!("{count}"));
        ui.separator();
        let names = [texts.gallery_small, texts.gallery_medium, texts.gallery_large];
        let hovers = [tips.small, tips.medium, tips.large];
        for ((side, name), hover) in SIDES.into_iter().zip(names).zip(hovers) {
            ui.selectable_value(&mut app.settings.tile, side, name).tip(hover);
        }
        ui.separator();
        order(app, ui);
        kinds(app, ui);
        match of {
            Of::Below(_) => {
                ui.checkbox(&mut app.gallery.deep, texts.gallery_deep).tip(tips.deep);
                if app.current.as_ref().is_some_and(|current| !current.lines.is_empty()) {
                    tools::word_switch(ui, &mut app.gallery.as_text, texts.gallery_text)
                        .tip(tips.as_text);
                }
            }
            Of::Found(_) => {
                if ui.button(texts.close).tip(tips.found_close).clicked() {
                    app.gallery.found = None;
                }
            }
            Of::Search(_) => {
                tools::word_switch(ui, &mut app.gallery.of_search, texts.gallery_search)
                    .tip(tips.search_tiles);
            }
        }
    });
}

fn order(app: &mut App, ui: &mut Ui) {
    let texts = app.texts();
    let choices = [
        (Sort::Stored, texts.sort_stored),
        (Sort::Name, texts.sort_name),
        (Sort::Kind, texts.sort_kind),
        (Sort::Size, texts.sort_size),
    ];
    let now = choices.iter().find(|(sort, _)| *sort == app.settings.sort);
    let combo = egui::ComboBox::from_id_salt("sort").width(110.0);
    let combo = combo.selected_text(now.map_or("", |(_, name)| name));
    let label = ui.label(texts.sort).id;
    let response = combo.show_ui(ui, |ui| {
        for (sort, name) in choices {
            ui.selectable_value(&mut app.settings.sort, sort, name);
        }
    });
    response.response.labelled_by(label).tip(texts.tips().sort);
}

fn kinds(app: &mut App, ui: &mut Ui) {
    let (texts, language) = (app.texts(), app.settings.language);
    let tips = texts.tips();
    if app.gallery.kinds().len() < 2 {
        return;
    }
    let kinds = app.gallery.kinds().to_vec();
    let chosen = &mut app.gallery.kind;
    ui.selectable_value(chosen, None, texts.gallery_all).tip(tips.kind_all);
    for (kind, count) in kinds {
        let name = format!("{} {count}", widgets::sentence(kind.name(texts, language)));
        let on = *chosen == Some(kind);
        if ui.selectable_label(on, name).tip(tips.kind).clicked() {
            *chosen = (!on).then_some(kind);
        }
    }
}

fn grid(app: &mut App, ui: &mut Ui, count: usize) {
    let side = app.settings.tile.clamp(48.0, 256.0);
    let step = side + GAP;
    let width = ui.available_width() - ui.spacing().scroll.bar_width - 4.0;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at least 1")]
    let columns = ((width + GAP) / step).floor().max(1.0) as usize;
    ui.spacing_mut().item_spacing.y = 0.0;
    let favourites = app.of_game().map(|game| game.favourites.clone()).unwrap_or_default();
    let area = ScrollArea::vertical().auto_shrink([false, false]).id_salt("gallery");
    area.show_rows(ui, side + NAME, count.div_ceil(columns), |ui, rows| {
        for row in rows {
            let size = vec2(ui.available_width(), side + NAME);
            let (line, _) = ui.allocate_exact_size(size, Sense::hover());
            for column in 0..columns {
                let Some(id) = app.gallery.tile(row * columns + column) else { break };
                let corner = line.min + vec2(column as f32 * step, 0.0);
                let rect = Rect::from_min_size(corner, vec2(side, side + NAME - GAP));
                tile(app, ui, id, rect, &favourites);
            }
        }
    });
}

fn tile(app: &mut App, ui: &mut Ui, id: ItemId, rect: Rect, favourites: &[String]) {
    let Some(item) = app.index.get(id) else { return };
    let (path, name, kind, size) = (item.path.clone(), item.name.clone(), item.kind, item.size);
    let response = ui.interact(rect, ui.scope_id().with(("tile", id)), Sense::click());
    let selected = app.selected.as_deref() == Some(path.as_str());
    response
        .widget_info(|| egui::WidgetInfo::selected(egui::Role::ListItem, true, selected, &name));
    let picture = rect.with_max_y(rect.top() + rect.width());
    let visuals = ui.visuals();
    let fill = match response.hovered() {
        true => visuals.widgets.hovered.weak_bg_fill,
        false => visuals.extreme_bg_color,
    };
    ui.painter().rect_filled(picture, 6.0, fill);
    let text_colour = if item.problem.is_some() { style::error(ui) } else { visuals.text_color() };
    let what = item.file_type().name(app.texts(), app.settings.language);
    let node = item.node.clone();
    let rests =
        !response.hovered() || !app.show_moving(ui, picture.shrink(1.0), (&path, &node, kind));
    match app.thumbnails.get(&path) {
        _ if !rests => {}
        Some(texture) => {
            let image = egui::Image::new((texture, picture.size())).corner_radius(6.0);
            image.paint_at(ui, picture.shrink(1.0));
        }
        None => stand_in(ui, picture, kind, &widgets::sentence(what)),
    }
    if selected {
        let stroke = egui::Stroke::new(2.0, style::ACCENT);
        ui.painter().rect_stroke(picture, 6.0, stroke, egui::StrokeKind::Inside);
    }
    if favourites.contains(&path) {
        let corner = pos2(picture.right() - 22.0, picture.top() + 4.0);
        let square = Rect::from_min_size(corner, vec2(16.0, 16.0));
        icons::paint(ui.painter(), icons::STAR, square, style::warning(ui));
    }
    let text = Rect::from_min_max(pos2(rect.left() + 2.0, picture.bottom()), rect.max);
    widgets::cut_text(ui, text, &name, FontId::proportional(12.0), text_colour);
    if kind.has_thumbnail() {
        app.thumbnails.want(path.clone(), node, kind);
    }
    let texts = app.texts();
    response.context_menu(|ui| widgets::item_menu(app, ui, &path));
    app.actions.extend(tabs::asked_by(&response, &path));
    response.on_hover_ui(|ui| {
        let what = widgets::sentence(what);
        ui.label(format!("{path}\n{what}, {}", widgets::size_text(size, texts)));
    });
}

/// Draws the placeholder of a missing thumbnail: a folder, and the type in words.
fn stand_in(ui: &Ui, rect: Rect, kind: ItemKind, name: &str) {
    let colour = style::badge(kind);
    let font = FontId::proportional((rect.width() * 0.12).clamp(11.0, 18.0));
    if matches!(kind, ItemKind::Folder | ItemKind::Archive) {
        folder(ui, rect.shrink(rect.width() * 0.22), colour.gamma_multiply(0.35));
    }
    let mut job = egui::text::LayoutJob::simple(name.to_owned(), font, colour, rect.width() - 8.0);
    job.halign = egui::Align::Center;
    let galley = ui.painter().layout_job(job);
    let at = rect.center() - vec2(0.0, galley.size().y / 2.0);
    ui.painter().galley(at, galley, colour);
}

/// A folder with its tab.
fn folder(ui: &Ui, rect: Rect, colour: egui::Color32) {
    let tab = Rect::from_min_size(rect.min, vec2(rect.width() * 0.42, rect.height() * 0.2));
    let body = rect.with_min_y(rect.top() + rect.height() * 0.12);
    ui.painter().rect_filled(tab, 3.0, colour);
    ui.painter().rect_filled(body, 4.0, colour);
}
