//! The bar at the top: opening, saving, and how the viewport draws.

use egui::containers::menu::{MenuButton, MenuConfig};
use egui::{ComboBox, MenuBar, PopupCloseBehavior, Ui};
use ngi_render::Overlays;
use ngi_render::frame::Channels;
use ngi_render::scene::{SceneKind, Water};

use super::sides;
use crate::settings::Theme;
use crate::texts::{Language, Texts};
use crate::{Action, App};

/// From this width on, everything is in one row.
const WIDE: f32 = 1180.0;

/// Draws the bar.
pub fn show(app: &mut App, ui: &mut Ui) {
    let width = ui.available_width();
    let (wide, narrow) = (width >= WIDE, sides::is_narrow(width));
    MenuBar::new().ui(ui, |ui| {
        files(app, ui);
        ui.separator();
        changes(app, ui);
        if wide {
            ui.separator();
            drawing(app, ui);
        }
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let texts = app.texts();
            if ui.button("?").on_hover_text(texts.key_help).clicked() {
                app.actions.push(Action::Help);
            }
            appearance(app, ui);
        });
    });
    if narrow || (!wide && app.viewport.has_scene()) {
        ui.horizontal_wrapped(|ui| {
            if narrow {
                sides::switches(app, ui);
                ui.separator();
            }
            drawing(app, ui);
        });
    }
}

fn files(app: &mut App, ui: &mut Ui) {
    let texts = app.texts();
    ui.menu_button(texts.open, |ui| {
        ui.set_min_width(240.0);
        if ui.button(texts.open_folder).clicked() {
            app.actions.push(Action::ChooseFolder);
        }
        if ui.button(texts.open_file).clicked() {
            app.actions.push(Action::ChooseFile);
        }
        if ui.button(texts.demo).on_hover_text(texts.demo_hover).clicked() {
            app.actions.push(Action::Demo);
        }
        if app.place.is_some() && ui.button(texts.reload).clicked() {
            app.actions.push(Action::Reload);
        }
        if !app.settings.recent.is_empty() {
            ui.separator();
            ui.weak(texts.recent);
            for path in app.settings.recent.clone() {
                if ui.button(path.display().to_string()).clicked() {
                    app.actions.push(Action::Open(path));
                }
            }
        }
    });
}

fn changes(app: &mut App, ui: &mut Ui) {
    let texts = app.texts();
    let document = app.current.as_ref().and_then(|current| current.document.as_ref());
    let changed = document.is_some_and(|document| document.is_changed());
    let (undo, redo) = document.map_or((None, None), |document| document.history().next());
    let undo_text = format!("{} {}", texts.key_undo, undo.unwrap_or_default());
    let redo_text = format!("{} {}", texts.key_redo, redo.unwrap_or_default());
    let (can_undo, can_redo) = (undo.is_some(), redo.is_some());
    let mut button = |ui: &mut Ui, enabled, label: &str, hover: &str, action| {
        let response = ui.add_enabled(enabled, egui::Button::new(label));
        if response.on_hover_text(hover).clicked() {
            app.actions.push(action);
        }
    };
    button(ui, changed, texts.save, texts.save_hover, Action::Save);
    button(ui, can_undo, texts.undo, &undo_text, Action::Undo);
    button(ui, can_redo, texts.redo, &redo_text, Action::Redo);
    if !app.changed.is_empty() && ui.button(texts.save_all).clicked() {
        app.actions.push(Action::SaveAll);
    }
    let document = app.current.as_ref().and_then(|current| current.document.as_ref());
    let kind = document.map(|document| document.format.kind);
    let Some(kind) = kind else { return };
    ui.menu_button(texts.export, |ui| {
        for suffix in crate::export::suffixes(kind) {
            if ui.button(format!(".{suffix}")).clicked() {
                app.actions.push(Action::Export(suffix.to_owned()));
            }
        }
    });
}

/// What can be chosen depends on what is looked at.
fn drawing(app: &mut App, ui: &mut Ui) {
    let texts = app.texts();
    let Some(facts) = app.viewport.facts() else { return };
    let is_mission = app.viewport.mission.is_some();
    let view = &mut app.viewport.view;
    if ui.button(texts.frame).on_hover_text(texts.key_frame).clicked() {
        app.viewport.frame_requested = true;
    }
    let mut overlay = |ui: &mut Ui, name: &str, hover: &str, which: Overlays| {
        let mut on = view.overlays.has(which);
        if ui.toggle_value(&mut on, name).on_hover_text(hover).changed() {
            view.overlays = view.overlays.with(which, on);
        }
    };
    if matches!(facts.kind, SceneKind::Model | SceneKind::Level | SceneKind::Effect) {
        overlay(ui, texts.wireframe, texts.key_wireframe, Overlays::WIRE);
    }
    if !matches!(facts.kind, SceneKind::Texture | SceneKind::Areals) {
        overlay(ui, texts.grid, texts.key_grid, Overlays::GRID);
    }
    let of_missions = if is_mission { OF_MISSIONS } else { &[] };
    let shown = overlays_of(facts.kind);
    if !shown.is_empty() {
        // Several are ticked one after another.
        let stays = MenuConfig::new().close_behavior(PopupCloseBehavior::CloseOnClickOutside);
        MenuButton::new(texts.overlays).config(stays).ui(ui, |ui| {
            for &(which, name) in of_missions.iter().chain(shown) {
                let mut on = view.overlays.has(which);
                if ui.checkbox(&mut on, name(texts)).changed() {
                    view.overlays = view.overlays.with(which, on);
                }
            }
        });
    }
    if facts.levels > 1 {
        level(view, ui, texts, facts.levels);
    }
    if facts.stages > 1 {
        let label = ui.label(texts.stage).id;
        let combo = ComboBox::from_id_salt("stage").width(44.0);
        let combo = combo.selected_text(view.stage.to_string());
        let response = combo.show_ui(ui, |ui| {
            for stage in 0..facts.stages {
                ui.selectable_value(&mut view.stage, stage, stage.to_string());
            }
        });
        response.response.labelled_by(label);
    }
    match facts.kind {
        SceneKind::Model => {
            ui.toggle_value(&mut view.settings.cut_away, texts.cut_away)
                .on_hover_text(texts.key_cut_away);
        }
        SceneKind::Level => {
            let mut plain = view.settings.water == Water::Plain;
            if ui.toggle_value(&mut plain, texts.plain_water).changed() {
                view.settings.water = if plain { Water::Plain } else { Water::Reflecting };
            }
            ui.toggle_value(&mut view.settings.microtexture, texts.microtexture);
        }
        SceneKind::Texture => channels(view, ui, texts, facts.mips),
        _ => {}
    }
    if ui.button(texts.screenshot).on_hover_text(texts.key_screenshot).clicked() {
        app.actions.push(Action::Screenshot);
    }
}

fn level(view: &mut ngi_render::View, ui: &mut Ui, texts: &Texts, levels: usize) {
    let label = ui.label(texts.level).id;
    let text =
        view.level.map_or_else(|| texts.automatic.to_owned(), |level| (level + 1).to_string());
    let combo = ComboBox::from_id_salt("level").width(74.0).selected_text(text);
    let response = combo.show_ui(ui, |ui| {
        ui.selectable_value(&mut view.level, None, texts.automatic);
        for level in 0..levels {
            ui.selectable_value(&mut view.level, Some(level), (level + 1).to_string());
        }
    });
    response.response.labelled_by(label);
}

fn channels(view: &mut ngi_render::View, ui: &mut Ui, texts: &Texts, mips: usize) {
    for (channels, name) in [
        (Channels::Rgba, "RGBA"),
        (Channels::Rgb, "RGB"),
        (Channels::Red, "R"),
        (Channels::Green, "G"),
        (Channels::Blue, "B"),
        (Channels::Alpha, "A"),
    ] {
        ui.selectable_value(&mut view.settings.channels, channels, name);
    }
    let label = ui.label(texts.mip).id;
    let last = mips.saturating_sub(1);
    ui.add(egui::DragValue::new(&mut view.settings.mip).range(0..=last).speed(0.05))
        .labelled_by(label);
}

/// Something that can be drawn on top, and what it is called.
type Choice = (Overlays, fn(&Texts) -> &'static str);

/// What can be drawn on top of a mission besides.
const OF_MISSIONS: &[Choice] = &[
    (Overlays::NAMES, |texts| texts.overlay_names),
    (Overlays::CLANS, |texts| texts.overlay_clans),
    (Overlays::AREAS, |texts| texts.overlay_areas),
    (Overlays::ZONES, |texts| texts.overlay_zones),
    (Overlays::LODES, |texts| texts.overlay_lodes),
    (Overlays::ROUTE, |texts| texts.overlay_route),
];

/// What can be drawn on top of a kind of thing.
fn overlays_of(kind: SceneKind) -> &'static [Choice] {
    const NORMALS: Choice = (Overlays::NORMALS, |texts| texts.overlay_normals);
    const BOUNDS: Choice = (Overlays::BOUNDS, |texts| texts.overlay_bounds);
    const AREALS: Choice = (Overlays::AREALS, |texts| texts.overlay_areals);
    const AREAL_GRID: Choice = (Overlays::AREAL_GRID, |texts| texts.overlay_areal_grid);
    match kind {
        SceneKind::Model => &[
            NORMALS,
            BOUNDS,
            (Overlays::NODES, |texts| texts.overlay_nodes),
            (Overlays::LINKS, |texts| texts.overlay_links),
            (Overlays::SOCKETS, |texts| texts.overlay_sockets),
        ],
        SceneKind::Level => &[
            (Overlays::SQUARES, |texts| texts.overlay_squares),
            (Overlays::FACES, |texts| texts.overlay_faces),
            AREALS,
            AREAL_GRID,
            NORMALS,
            BOUNDS,
        ],
        SceneKind::Areals => {
            &[AREALS, AREAL_GRID, (Overlays::NODES, |texts| texts.overlay_numbers)]
        }
        SceneKind::Effect => &[(Overlays::LIGHTS, |texts| texts.overlay_lights), BOUNDS],
        SceneKind::Texture => &[
            (Overlays::PAGE, |texts| texts.overlay_page),
            (Overlays::PALETTE, |texts| texts.overlay_palette),
        ],
        SceneKind::Material => &[],
    }
}

fn appearance(app: &mut App, ui: &mut Ui) {
    let texts = app.texts();
    let theme = app.settings.theme;
    ui.menu_button(texts.appearance, |ui| {
        ui.set_min_width(150.0);
        for (choice, name) in
            [(Theme::Dark, texts.dark), (Theme::Light, texts.light), (Theme::System, texts.system)]
        {
            if ui.selectable_label(theme == choice, name).clicked() {
                app.settings.theme = choice;
            }
        }
        ui.separator();
        for (language, name) in Language::ALL {
            ui.selectable_value(&mut app.settings.language, language, name);
        }
        ui.separator();
        ui.checkbox(&mut app.settings.thumbnails, texts.thumbnails);
        ui.horizontal(|ui| {
            let label = ui.label(texts.zoom).id;
            let zoom = egui::Slider::new(&mut app.settings.zoom, 0.75..=2.0).step_by(0.25);
            ui.add(zoom).labelled_by(label);
        });
    });
}
