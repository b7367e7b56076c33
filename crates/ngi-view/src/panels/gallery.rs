//! The middle as a grid of thumbnails. Only the rows in sight are laid out.

use egui::{Rect, ScrollArea, Sense, Ui, pos2, vec2};

use super::tools::{self, Tip as _};
use super::{icons, widgets};
use crate::gallery::{Of, Sort};
use crate::library::{ItemId, ItemKind};
use crate::parts::cards::{self, CardText, Columns, LINE};
use crate::{App, style, tabs};

/// The sizes there are to choose from, in points.
const SIDES: [f32; 3] = [80.0, 128.0, 192.0];
/// Gap between tiles.
const GAP: f32 = 8.0;
/// Height of a wide image, as a part of its width.
const WIDE: f32 = 0.62;

/// Draws the grid with its bar.
pub fn show(app: &mut App, ui: &mut Ui, of: &Of) {
    let sort = app.settings.sort;
    super::tree::follow_internals(app);
    app.gallery.internals = app.tree.shows_internals();
    let count = app.gallery.tiles(&app.index, of, sort).len();
    egui::Frame::new().inner_margin(10.0).show(ui, |ui| {
        if app.selected.is_none() && matches!(of, Of::Below(_)) {
            let asked = app.parts.notice.show(ui, app.texts());
            app.actions.extend(asked);
        }
        bar(app, ui, of, count);
        ui.add_space(4.0);
        if count == 0 && !app.is_reading() {
            widgets::nothing(ui, app.texts().gallery_empty);
        }
        grid(app, ui, count);
    });
}

/// Draws the title with the display options, and below it the types to choose from.
fn bar(app: &mut App, ui: &mut Ui, of: &Of, count: usize) {
    let (texts, tips) = (app.texts(), app.texts().tips());
    ui.horizontal_wrapped(|ui| {
        let title = match of {
            Of::Below(path) if path.is_empty() => texts.of_everything,
            Of::Below(path) => path.as_str(),
            Of::Search(text) | Of::Found(text) => text.as_str(),
            Of::Section(section) => section.title(texts.start()),
            Of::Home => texts.start().home,
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
            Of::Section(_) | Of::Home => {}
        }
    });
    kinds(app, ui);
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

/// Draws the types to choose from, in a row of their own.
fn kinds(app: &mut App, ui: &mut Ui) {
    let (texts, language) = (app.texts(), app.settings.language);
    let tips = texts.tips();
    if app.gallery.kinds().len() < 2 {
        return;
    }
    let kinds = app.gallery.kinds().to_vec();
    let chosen = &mut app.gallery.kind;
    ui.horizontal_wrapped(|ui| {
        ui.selectable_value(chosen, None, texts.gallery_all).tip(tips.kind_all);
        for (kind, count) in kinds {
            let name = format!("{} {count}", widgets::sentence(kind.name(texts, language)));
            let on = *chosen == Some(kind);
            if ui.selectable_label(on, name).tip(tips.kind).clicked() {
                *chosen = (!on).then_some(kind);
            }
        }
    });
}

/// Shape of all tiles of a grid.
#[derive(Debug, Clone, Copy)]
struct Tiles {
    columns: Columns,
    image: f32,
    text: f32,
}

impl Tiles {
    /// Missions and levels alone have wide images; missions have three lines of text.
    fn of(app: &App, width: f32) -> Self {
        let side = app.settings.tile.clamp(48.0, 256.0);
        let kinds = app.gallery.tile_kinds();
        let is_wide = |kind: &ItemKind| matches!(kind, ItemKind::Mission | ItemKind::Landscape);
        let all_wide = !kinds.is_empty() && kinds.iter().all(is_wide);
        let lines = match () {
            () if kinds.contains(&ItemKind::Mission) => 3.0,
            () if kinds.contains(&ItemKind::Unit) => 2.0,
            () => 1.0,
        };
        let columns = Columns::of(width, if all_wide { side * 1.5 } else { side }, GAP);
        let image = if all_wide { (columns.width * WIDE).round() } else { columns.width };
        Self { columns, image, text: lines * LINE + 6.0 }
    }
}

fn grid(app: &mut App, ui: &mut Ui, count: usize) {
    let width = ui.available_width() - ui.spacing().scroll.bar_width - 4.0;
    let tiles = Tiles::of(app, width);
    let columns = tiles.columns;
    ui.spacing_mut().item_spacing.y = 0.0;
    let favourites = app.of_game().map(|game| game.favourites.clone()).unwrap_or_default();
    let area = ScrollArea::vertical().auto_shrink([false, false]).id_salt("gallery");
    let height = tiles.image + tiles.text + GAP;
    area.show_rows(ui, height, count.div_ceil(columns.count), |ui, rows| {
        for row in rows {
            let size = vec2(ui.available_width(), height);
            let (line, _) = ui.allocate_exact_size(size, Sense::hover());
            for column in 0..columns.count {
                let Some(id) = app.gallery.tile(row * columns.count + column) else { break };
                let corner = line.min + vec2(column as f32 * (columns.width + GAP), 0.0);
                let rect = Rect::from_min_size(corner, vec2(columns.width, height - GAP));
                tile(app, ui, id, rect, tiles.image, &favourites);
            }
        }
    });
}

fn tile(app: &mut App, ui: &mut Ui, id: ItemId, rect: Rect, image: f32, favourites: &[String]) {
    let Some(item) = app.index.get(id).cloned() else { return };
    let texts = app.texts();
    let text = CardText::of(&item, texts);
    let response = ui.interact(rect, ui.scope_id().with(("tile", id)), Sense::click());
    let selected = app.selected.as_deref() == Some(item.path.as_str());
    let spoken = text.spoken();
    response
        .widget_info(|| egui::WidgetInfo::selected(egui::Role::ListItem, true, selected, &spoken));
    let picture = rect.with_max_y(rect.top() + image);
    let colour = match &item.problem {
        Some(_) => style::error(ui),
        None => ui.visuals().text_color(),
    };
    let what = cards::type_label(&item, texts, app.settings.language);
    let hovered = response.hovered();
    if hovered {
        cards::background(ui, picture, true);
    }
    let moving = (item.path.as_str(), &item.node, item.kind);
    let rests = !hovered || !app.show_moving(ui, picture.shrink(1.0), moving);
    if rests && !mosaic(app, ui, id, picture) {
        cards::image(ui, picture, &item, &what, &mut app.thumbnails, hovered);
    }
    if selected {
        let stroke = egui::Stroke::new(2.0, style::ACCENT);
        ui.painter().rect_stroke(picture, 6.0, stroke, egui::StrokeKind::Inside);
    }
    if favourites.contains(&item.path) {
        let corner = pos2(picture.right() - 22.0, picture.top() + 4.0);
        let square = Rect::from_min_size(corner, vec2(16.0, 16.0));
        icons::paint(ui.painter(), icons::STAR, square, style::warning(ui));
    }
    cards::text(ui, rect.with_min_y(picture.bottom()), &text, colour);
    let path = item.path.clone();
    response.context_menu(|ui| widgets::item_menu(app, ui, &path));
    app.actions.extend(tabs::asked_by(&response, &path));
    response.on_hover_ui(|ui| {
        ui.label(format!("{path}\n{what}, {}", widgets::size_text(item.size, texts)));
    });
}

/// Items of a folder that are looked through for images.
const LOOKED_THROUGH: usize = 600;

/// Draws up to four images of what is inside a folder or an archive. Returns false if there are
/// none yet.
fn mosaic(app: &mut App, ui: &Ui, id: ItemId, rect: Rect) -> bool {
    let items = app.index.items();
    let Some(own) = items.get(id) else { return false };
    if !matches!(own.kind, ItemKind::Folder | ItemKind::Archive) {
        return false;
    }
    let inside = items.iter().skip(id + 1).take_while(|item| item.depth > own.depth);
    let shown = inside.take(LOOKED_THROUGH).filter(|item| item.has_thumbnail()).take(4);
    let shown: Vec<_> =
        shown.map(|item| (item.path.clone(), item.node.clone(), item.kind)).collect();
    let count = shown.len();
    let colour = style::badge(own.kind);
    let images: Vec<_> = shown.iter().map(|(path, ..)| app.thumbnails.image(path)).collect();
    for (path, node, kind) in shown {
        app.thumbnails.want(path, node, kind);
    }
    if images.iter().all(Option::is_none) {
        return false;
    }
    cards::folder(ui, rect.shrink(2.0), colour.gamma_multiply(0.22));
    let inner = rect.with_min_y(rect.top() + rect.height() * 0.13).shrink(rect.width() * 0.05);
    let side = if count == 1 { inner.width() } else { (inner.width() - 4.0) / 2.0 };
    for (place, image) in images.into_iter().enumerate() {
        let Some((image, size)) = image else { continue };
        let (column, row) = ((place % 2) as f32, (place / 2) as f32);
        let corner = inner.min + vec2(column, row) * (side + 4.0);
        let square = Rect::from_min_size(corner, vec2(side, side)).intersect(rect);
        cards::covering((image, size), square).corner_radius(4.0).paint_at(ui, square);
    }
    true
}
