//! The left side: search and tree.

use egui::{Align2, FontId, Key, Rect, ScrollArea, TextEdit, Ui, pos2, vec2};

use super::tools::{self, Tip as _};
use super::{icons, widgets};
use crate::library::{Item, ItemId, ItemKind};
use crate::parts::cards;
use crate::texts::Texts;
use crate::{Action, App, style, tabs};

/// Height of a row.
const ROW: f32 = 24.0;
/// Side of a small picture.
const PICTURE: f32 = 20.0;

/// Draws the panel.
pub fn show(app: &mut App, ui: &mut Ui) {
    let (texts, tips) = (app.texts(), app.texts().tips());
    ui.add_space(6.0);
    ui.horizontal(|ui| {
        let label = ui.label(texts.search).id;
        let edit = TextEdit::singleline(&mut app.search)
            .hint_text(texts.search_hint)
            .desired_width(f32::INFINITY);
        let response = ui.add(edit).labelled_by(label);
        if std::mem::take(&mut app.focus_search) {
            response.request_focus();
        }
        if response.changed() {
            app.tree.search(&app.search);
        }
        search_keys(app, ui, &response);
    });
    follow_internals(app);
    let found = app.tree.rows(&app.index).len();
    let enter = app.enter_opens();
    let all = app.index.items().len();
    let counted = if app.tree.is_searching() {
        format!("{} {} {all}", app.tree.hits(), texts.hits_of)
    } else {
        format!("{all} {}", texts.items)
    };
    ui.horizontal(|ui| {
        ui.weak(counted);
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            favourites(app, ui);
            let (name, tip) = (texts.start().internals, texts.start().internals_hover);
            tools::keyless_switch(ui, &mut app.settings.internals, icons::LAYERS, name, tip);
            if app.tree.is_searching() {
                let on = &mut app.gallery.of_search;
                tools::keyless_switch(
                    ui,
                    on,
                    icons::TILES,
                    texts.gallery_search,
                    tips.search_tiles,
                );
            }
        });
    });
    ui.separator();
    if !app.tree.is_searching() {
        root(app, ui);
    }
    if all == 0 && app.is_reading() {
        ui.spinner();
        return;
    }
    let mut area = ScrollArea::vertical().auto_shrink([false, false]).id_salt("tree");
    if let Some(row) = app.scroll_tree.take() {
        let middle = (ui.available_height() / 2.0).max(0.0);
        area = area.vertical_scroll_offset((row as f32 * ROW - middle).max(0.0));
    }
    ui.spacing_mut().item_spacing.y = 0.0;
    area.show_rows(ui, ROW, found, |ui, range| {
        for place in range {
            let id = app.tree.rows(&app.index).get(place).copied();
            if let Some(id) = id {
                row(app, ui, id, enter.as_deref());
            }
        }
    });
}

/// Makes the tree show internal files if the settings say so, or if one is selected.
pub(crate) fn follow_internals(app: &mut App) {
    let id = app.selected.as_ref().and_then(|path| app.index.find(path));
    let is_selected = id.is_some_and(|id| app.index.is_inner(id));
    app.tree.show_internals(app.settings.internals || is_selected);
}

/// Draws the row above all others: what is open as a whole.
fn root(app: &mut App, ui: &mut Ui) {
    let (name, tip) = (app.place_name(), app.texts().start().home_hover);
    let (rect, response) = widgets::row(ui, ROW, app.selected.is_none(), &name);
    let colour = ui.visuals().strong_text_color();
    let middle = rect.center().y;
    let icon = Rect::from_center_size(pos2(rect.left() + 16.0, middle), vec2(15.0, 15.0));
    icons::paint(ui.painter(), icons::HOME, icon, colour);
    let text = rect.with_min_x(icon.right() + 9.0);
    widgets::cut_text(ui, text, &name, FontId::proportional(13.5), colour);
    if response.tip(tip).clicked() {
        app.actions.push(Action::Home);
    }
}

/// A menu of what is looked at again and again.
fn favourites(app: &mut App, ui: &mut Ui) {
    let (texts, tips) = (app.texts(), app.texts().tips());
    let known = app.of_game().map(|game| game.favourites.clone()).unwrap_or_default();
    let menu = ui.menu_button(tools::words(""), |ui| {
        ui.set_min_width(180.0);
        if known.is_empty() {
            ui.weak(texts.favourites_none);
        }
        for path in known {
            if ui.button(&path).tip(tips.favourite).clicked() {
                app.actions.push(Action::Select(path));
            }
        }
    });
    tools::signed(ui, &menu.response, icons::STAR, texts.favourites);
    menu.response.tip(tips.favourites);
}

/// Enter goes to the first thing that was found, arrows from one to the next, Escape back to all.
fn search_keys(app: &mut App, ui: &Ui, response: &egui::Response) {
    let pressed = |key: Key| ui.input(|input| input.key_pressed(key));
    if response.lost_focus() && pressed(Key::Enter) {
        app.actions.push(Action::FirstHit);
    }
    if response.lost_focus() && pressed(Key::Escape) && !app.search.is_empty() {
        app.search.clear();
        app.tree.search("");
    }
    if response.has_focus() {
        let down = i8::from(pressed(Key::ArrowDown)) - i8::from(pressed(Key::ArrowUp));
        if down != 0 {
            app.actions.push(Action::Step(down.into()));
        }
    }
}

/// Draws a row. Search results are a flat list with titles; `enter` is the one that Enter opens.
fn row(app: &mut App, ui: &mut Ui, id: ItemId, enter: Option<&str>) {
    let Some(item) = app.index.get(id) else { return };
    let is_found = app.tree.is_searching();
    let selected = app.selected.as_deref() == Some(item.path.as_str());
    let shown = if is_found { item.label() } else { item.name.clone() };
    let (rect, response) = widgets::row(ui, ROW, selected, &shown);
    let indent = 6.0 + if is_found { 0.0 } else { 14.0 * app.index.depth(id) as f32 };
    let opens = !is_found && app.index.has_children(id, app.tree.shows_internals());
    let colour = ui.visuals().text_color();
    let toggle = Rect::from_center_size(
        pos2(rect.left() + indent + 5.0, rect.center().y),
        vec2(18.0, rect.height()),
    );
    if opens {
        widgets::triangle(ui, toggle.center(), app.tree.is_open(&app.index, id), colour);
    }
    let badge = Rect::from_min_size(
        pos2(rect.left() + indent + 14.0, rect.center().y - 7.0),
        vec2(26.0, 14.0),
    );
    let mut right = rect.right() - 6.0;
    if enter == Some(item.path.as_str()) {
        right -= enter_mark(ui, rect, app.texts());
    }
    if let Some((picture, size)) = app.thumbnails.image(&item.path) {
        let at = Rect::from_min_size(
            pos2(right - PICTURE, rect.center().y - PICTURE / 2.0),
            vec2(PICTURE, PICTURE),
        );
        let image = egui::Image::new((picture, at.size())).uv(cards::cover(size, at.size()));
        image.corner_radius(3.0).paint_at(ui, at);
        right -= PICTURE + 4.0;
    }
    widgets::badge(ui, badge, item);
    let text =
        Rect::from_min_max(pos2(badge.right() + 7.0, rect.top()), pos2(right, rect.bottom()));
    let changed = app.changed.contains_key(&item.path) || app.is_changed(&item.path);
    let name = if changed { format!("• {shown}") } else { shown };
    let text_colour = match (&item.problem, selected) {
        (Some(_), _) => style::error(ui),
        (None, true) => ui.visuals().selection.stroke.color,
        (None, false) => colour,
    };
    let drawn = widgets::cut_text(ui, text, &name, FontId::proportional(13.5), text_colour);
    let kind_text = Rect::from_min_max(pos2(drawn.right() + 8.0, rect.top()), text.max);
    let beside = match is_found {
        true => item.path.clone(),
        false => beside(app, id, item),
    };
    if kind_text.width() > 40.0 && !beside.is_empty() {
        let quiet = ui.visuals().weak_text_color();
        widgets::cut_text(ui, kind_text, &beside, FontId::proportional(11.0), quiet);
    }
    let wanted = item.has_thumbnail().then(|| (item.path.clone(), item.node.clone(), item.kind));
    let (texts, language) = (app.texts(), app.settings.language);
    let hover = || {
        let kind = widgets::type_text(item, texts, language);
        format!(
            "{}\n{}, {}",
            item.path,
            widgets::sentence(&kind),
            widgets::size_text(item.size, texts)
        )
    };
    let path = item.path.clone();
    let is_group = opens && matches!(item.kind, ItemKind::Folder | ItemKind::Archive);
    let response = response.on_hover_ui(|ui| {
        ui.label(hover());
        item.problem.iter().for_each(|why| {
            ui.colored_label(style::error(ui), texts.error(why));
        });
    });
    if let Some((path, node, kind)) = wanted {
        app.thumbnails.want(path, node, kind);
    }
    response.context_menu(|ui| widgets::item_menu(app, ui, &path));
    if response.clicked() {
        let on_toggle =
            response.interact_pointer_pos().is_some_and(|at| toggle.expand(3.0).contains(at));
        if opens && (on_toggle || is_group) {
            app.tree.toggle(&app.index, id);
        }
        if !on_toggle {
            app.actions.extend(tabs::asked_by(&response, &path));
        }
    } else if response.middle_clicked() {
        app.actions.extend(tabs::asked_by(&response, &path));
    } else if response.double_clicked() && opens && !is_group {
        app.tree.toggle(&app.index, id);
    }
}

/// Returns the text beside a name: the title of a mission or unit, else the type.
fn beside(app: &App, id: ItemId, item: &Item) -> String {
    let main = app.index.main_file(id);
    let title = item.title().or_else(|| main.and_then(Item::title));
    match title {
        Some(title) => title.to_owned(),
        None if item.kind == ItemKind::Folder => String::new(),
        None => widgets::type_text(item, app.texts(), app.settings.language),
    }
}

/// Marks the row that Enter opens. Returns the width of the mark.
fn enter_mark(ui: &Ui, rect: Rect, texts: &Texts) -> f32 {
    let stroke = egui::Stroke::new(1.0, style::ACCENT);
    ui.painter().rect_stroke(rect.shrink(0.5), 4.0, stroke, egui::StrokeKind::Inside);
    let font = FontId::proportional(10.5);
    let at = pos2(rect.right() - 8.0, rect.center().y);
    let words = texts.start().enter_opens;
    let drawn = ui.painter().text(at, Align2::RIGHT_CENTER, words, font, style::ACCENT);
    drawn.width() + 10.0
}
