//! The bar at the top: opening, saving, and how the viewport draws.

use egui::containers::menu::{MenuButton, MenuConfig};
use egui::scroll_area::ScrollBarVisibility;
use egui::{Button, ComboBox, MenuBar, PopupCloseBehavior, ScrollArea, Ui};
use ngi_render::Overlays;
use ngi_render::frame::Channels;
use ngi_render::scene::SceneKind;

use super::icons::{self, Icon};
use super::sides::{self, Side};
use super::tools;
use super::tools::{Tip as _, with_key};
use crate::settings::Theme;
use crate::shortcuts::{Command, Words};
use crate::texts::{Language, Texts};
use crate::{Action, App};

/// From this width on, the tools of the viewport are in the first row of the bar. The width holds all
/// of them in every language, so that no tool moves to another row when something else is opened.
const WIDE: f32 = 1360.0;
/// Height of the second row in narrower windows.
const SECOND_ROW: f32 = 24.0;

/// Draws the bar.
pub fn show(app: &mut App, ui: &mut Ui) {
    let width = ui.available_width();
    let is_open = app.place.is_some();
    let narrow = is_open && sides::is_narrow(width);
    MenuBar::new().ui(ui, |ui| {
        if is_open && !narrow {
            sides::switch(app, ui, Side::Tree, width);
        }
        files(app, ui);
        if is_open {
            if tools::button(ui, icons::HOME, Command::Home, app.texts()).clicked() {
                app.run_command(Command::Home);
            }
            trail(app, ui);
            ui.separator();
            changes(app, ui);
            ui.separator();
            exchange(app, ui);
        }
        if width >= WIDE {
            ui.separator();
            drawing(app, ui);
        }
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            if is_open && !narrow {
                sides::switch(app, ui, Side::Fields, width);
            }
            for (icon, command) in [(icons::HELP, Command::Help), (icons::LIST, Command::Palette)] {
                if tools::button(ui, icon, command, app.texts()).clicked() {
                    app.run_command(command);
                }
            }
            appearance(app, ui);
        });
    });
    if narrow {
        ui.horizontal_wrapped(|ui| {
            sides::switches(app, ui);
            ui.separator();
            drawing(app, ui);
        });
    } else if width < WIDE && app.selected.is_some() {
        second_row(app, ui);
    }
}

/// Draws the tools of the viewport in a row of their own. The row is there for every file, drawn or
/// not: a list that moves when a file is opened would move the next file away from the pointer.
fn second_row(app: &mut App, ui: &mut Ui) {
    let area = ScrollArea::horizontal().id_salt("tools").auto_shrink([false, true]);
    area.scroll_bar_visibility(ScrollBarVisibility::AlwaysHidden).show(ui, |ui| {
        ui.horizontal(|ui| {
            ui.set_min_height(SECOND_ROW);
            drawing(app, ui);
        });
    });
}

fn files(app: &mut App, ui: &mut Ui) {
    let (texts, tips) = (app.texts(), app.texts().tips());
    let menu = ui.menu_button(tools::words(texts.open), |ui| {
        ui.set_min_width(240.0);
        let open = with_key(texts.key_open, Command::Open);
        let button = with_shortcut(texts.open_folder, Command::Open);
        if ui.add(button).tip(open).clicked() {
            app.actions.push(Action::ChooseFolder);
        }
        if ui.button(texts.open_file).tip(tips.open_file).clicked() {
            app.actions.push(Action::ChooseFile);
        }
        if ui.button(texts.demo).tip(texts.demo_hover).clicked() {
            app.actions.push(Action::Demo);
        }
        if app.place.is_some() && ui.button(texts.reload).tip(tips.reload).clicked() {
            app.actions.push(Action::Reload);
        }
        if app.place.is_some() && ui.button(texts.choose_game).tip(tips.choose_game).clicked() {
            app.actions.push(Action::ChooseGame);
        }
        if !app.settings.recent.is_empty() {
            ui.separator();
            ui.weak(texts.recent);
            for path in app.settings.recent.clone() {
                if ui.button(path.display().to_string()).tip(tips.recent).clicked() {
                    app.actions.push(Action::Open(path));
                }
            }
        }
    });
    tools::signed(ui, &menu.response, icons::OPEN, texts.open);
    menu.response.tip(tips.open);
}

/// Back and forward.
fn trail(app: &mut App, ui: &mut Ui) {
    let (back, forward) = app.trail.ends();
    for (icon, can, command) in
        [(icons::BACK, back, Command::Back), (icons::FORWARD, forward, Command::Forward)]
    {
        let button = |ui: &mut Ui| tools::button(ui, icon, command, app.texts());
        if ui.add_enabled_ui(can, button).inner.clicked() {
            app.run_command(command);
        }
    }
}

fn changes(app: &mut App, ui: &mut Ui) {
    let texts = app.texts();
    let document = app.current.as_ref().and_then(|current| current.document.as_ref());
    let changed = document.is_some_and(|document| document.is_changed()) || app.saves_beside();
    let (undo, redo) = app.next_steps();
    let of = |field: Option<&str>| field.map(|field| format!(": {field}")).unwrap_or_default();
    let all = [
        (icons::SAVE, changed, Command::Save, texts.save_hover.to_owned()),
        (icons::UNDO, undo.is_some(), Command::Undo, format!("{}{}", texts.key_undo, of(undo))),
        (icons::REDO, redo.is_some(), Command::Redo, format!("{}{}", texts.key_redo, of(redo))),
    ];
    for (icon, can, command, hover) in all {
        let button = |ui: &mut Ui| tools::button_for(ui, icon, command, &hover);
        if ui.add_enabled_ui(can, button).inner.clicked() {
            app.run_command(command);
        }
    }
    let saves_all = !app.changed.is_empty();
    let button = |ui: &mut Ui| {
        tools::keyless_button(ui, icons::SAVE_ALL, texts.save_all, texts.tips().save_all)
    };
    if ui.add_enabled_ui(saves_all, button).inner.clicked() {
        app.actions.push(Action::SaveAll);
    }
}

/// Export and import.
fn exchange(app: &mut App, ui: &mut Ui) {
    let texts = app.texts();
    let document = app.current.as_ref().and_then(|current| current.document.as_ref());
    let kind = document.map(|document| document.format.kind);
    // A page has nothing to import with.
    let is_page = cfg!(target_arch = "wasm32");
    let name = if is_page { texts.export } else { texts.export_import };
    // Disabled instead of missing, so that the tools beside it stay where they are.
    ui.add_enabled_ui(kind.is_some(), |ui| {
        let menu = ui.menu_button(tools::words(name), |ui| {
            let Some(kind) = kind else { return };
            if !is_page {
                out_and_in(app, ui);
                ui.separator();
            }
            for suffix in crate::export::suffixes(kind) {
                let words = texts.formats().of_suffix(Some(kind), suffix);
                let text = format!("{words} (.{suffix})");
                if ui.button(text).tip(texts.tips().export_as).clicked() {
                    app.actions.push(Action::Export(suffix.to_owned()));
                }
            }
        });
        tools::signed(ui, &menu.response, icons::EXPORT, name);
        menu.response.tip(texts.tips().export_menu);
    });
}

/// Creates a menu item that shows the key of a command at the right.
fn with_shortcut(name: &'static str, command: Command) -> Button<'static> {
    Button::new(name).shortcut_text(tools::key_of(command))
}

/// Dialogs and ways out that a page has no use for.
fn out_and_in(app: &mut App, ui: &mut Ui) {
    let (texts, tips) = (app.texts(), app.texts().tips());
    let export = with_key(tips.export, Command::Export);
    let button = with_shortcut(texts.export_title, Command::Export);
    if ui.add(button).tip(export).clicked() {
        app.actions.push(Action::AskExport(None));
    }
    for (name, tip, action) in [
        (texts.replace_title, tips.import, Action::AskReplace),
        (texts.copy_path, tips.copy_path, Action::CopyPath(None)),
        (texts.copy_json, tips.copy_json, Action::CopyJson),
        (texts.open_with, tips.open_with, Action::OpenWith),
    ] {
        if ui.button(name).tip(tip).clicked() {
            app.actions.push(action);
        }
    }
}

/// What can be drawn on top of what is looked at.
pub(crate) fn overlays(app: &App) -> Vec<Choice> {
    let Some(facts) = app.viewport.facts() else { return Vec::new() };
    let of_missions = if app.viewport.mission.is_some() { OF_MISSIONS } else { &[] };
    of_missions.iter().chain(overlays_of(facts.kind)).copied().collect()
}

/// Returns true for overlays that explain the data of the game rather than the scene.
fn is_expert(which: Overlays) -> bool {
    [
        Overlays::NORMALS,
        Overlays::LINKS,
        Overlays::SOCKETS,
        Overlays::SQUARES,
        Overlays::FACES,
        Overlays::AREALS,
        Overlays::AREAL_GRID,
        Overlays::BOUNDS,
        Overlays::AREAS,
        Overlays::ZONES,
    ]
    .contains(&which)
}

/// The menu of what is drawn on top: ordinary overlays first, then those for modders, and the
/// counters.
fn overlay_menu(app: &mut App, ui: &mut Ui, shown: &[Choice]) {
    let texts = app.texts();
    let view = &mut app.viewport.view;
    // Several are ticked one after another.
    let stays = MenuConfig::new().close_behavior(PopupCloseBehavior::CloseOnClickOutside);
    let menu = MenuButton::new(tools::words(texts.overlays)).config(stays);
    let is_map = shown.iter().all(|&(which, ..)| is_expert(which));
    let (response, _) = menu.ui(ui, |ui| {
        let mut tick = |ui: &mut Ui, &(which, name, tip): &Choice| {
            let mut on = view.overlays.has(which);
            if ui.checkbox(&mut on, name(texts)).tip(tip(texts)).changed() {
                view.overlays = view.overlays.with(which, on);
            }
        };
        let (expert, ordinary): (Vec<_>, Vec<_>) =
            shown.iter().partition(|choice| !is_map && is_expert(choice.0));
        ordinary.into_iter().for_each(|choice| tick(ui, choice));
        ui.separator();
        ui.weak(texts.for_modders);
        expert.into_iter().for_each(|choice| tick(ui, choice));
        let counters = &mut app.settings.counters;
        ui.checkbox(counters, texts.counters).tip(texts.tips().counters);
    });
    tools::signed(ui, &response, icons::LAYERS, texts.overlays);
    response.tip(texts.tips().overlays);
}

/// What can be chosen depends on what is looked at.
fn drawing(app: &mut App, ui: &mut Ui) {
    let texts = app.texts();
    let Some(facts) = app.viewport.facts() else { return };
    let shown = overlays(app);
    let view = &mut app.viewport.view;
    if tools::button(ui, icons::FRAME, Command::Frame, texts).clicked() {
        app.viewport.frame_requested = true;
    }
    let mut overlay = |ui: &mut Ui, icon: Icon, command: Command, which: Overlays| {
        let on = view.overlays.has(which);
        if tools::switch(ui, on, icon, command, texts).clicked() {
            view.overlays = view.overlays.with(which, !on);
        }
    };
    if matches!(facts.kind, SceneKind::Model | SceneKind::Level | SceneKind::Effect) {
        overlay(ui, icons::WIRE, Command::Wireframe, Overlays::WIRE);
    }
    if !matches!(facts.kind, SceneKind::Texture | SceneKind::Areals) {
        overlay(ui, icons::GRID, Command::Grid, Overlays::GRID);
    }
    if !shown.is_empty() {
        overlay_menu(app, ui, &shown);
    }
    let view = &mut app.viewport.view;
    if facts.levels > 1 {
        level(view, ui, texts, facts.levels);
    }
    if facts.stages > 1 {
        let label = ui.label(texts.stage).id;
        let combo = ComboBox::from_id_salt("stage").width(84.0).truncate();
        let combo = combo.selected_text(stage_name(view.stage, facts.stages, texts));
        let response = combo.show_ui(ui, |ui| {
            for stage in 0..facts.stages {
                let name = stage_name(stage, facts.stages, texts);
                ui.selectable_value(&mut view.stage, stage, name);
            }
        });
        response.response.labelled_by(label).tip(texts.tips().stage);
    }
    match facts.kind {
        SceneKind::Model if facts.has_interior => {
            tools::word_switch(ui, &mut view.settings.cut_away, texts.cut_away)
                .tip(with_key(texts.key_cut_away, Command::CutAway));
        }
        SceneKind::Texture => channels(view, ui, texts, facts.mips),
        _ => {}
    }
    super::looking::show(app, ui);
    ui.separator();
    if tools::button(ui, icons::CAMERA, Command::Screenshot, texts).clicked() {
        app.actions.push(Action::Screenshot);
    }
}

/// Names a damage stage. The last of three stages is heavy damage, not destruction: the game hides
/// destroyed nodes.
fn stage_name(stage: usize, stages: usize, texts: &Texts) -> String {
    match stage {
        0 => texts.stage_none.to_owned(),
        1 => texts.stage_some.to_owned(),
        2 if stages == 3 => texts.stage_heavy.to_owned(),
        other => other.to_string(),
    }
}

fn level(view: &mut ngi_render::View, ui: &mut Ui, texts: &Texts, levels: usize) {
    let label = ui.label(texts.level).id;
    let name = |level: Option<usize>| match level {
        None => texts.automatic.to_owned(),
        Some(0) => format!("1 ({})", texts.finest),
        Some(level) => (level + 1).to_string(),
    };
    let combo =
        ComboBox::from_id_salt("level").width(92.0).truncate().selected_text(name(view.level));
    let response = combo.show_ui(ui, |ui| {
        for level in std::iter::once(None).chain((0..levels).map(Some)) {
            ui.selectable_value(&mut view.level, level, name(level));
        }
    });
    response.response.labelled_by(label).tip(texts.tips().level);
}

fn channels(view: &mut ngi_render::View, ui: &mut Ui, texts: &Texts, mips: usize) {
    let tips = texts.tips();
    for (channels, name, tip) in [
        (Channels::Rgba, "RGBA", tips.rgba),
        (Channels::Rgb, "RGB", tips.rgb),
        (Channels::Red, "R", tips.red),
        (Channels::Green, "G", tips.green),
        (Channels::Blue, "B", tips.blue),
        (Channels::Alpha, "A", tips.alpha),
    ] {
        ui.selectable_value(&mut view.settings.channels, channels, name).tip(tip);
    }
    let label = ui.label(texts.mip).id;
    let last = mips.saturating_sub(1);
    ui.add(egui::DragValue::new(&mut view.settings.mip).range(0..=last).speed(0.05))
        .labelled_by(label)
        .tip(tips.mip);
}

/// An overlay with its name and its tooltip.
pub(crate) type Choice = (Overlays, Words, Words);

/// What can be drawn on top of a mission besides.
const OF_MISSIONS: &[Choice] = &[
    (Overlays::NAMES, |t| t.overlay_names, |t| t.tips().names),
    (Overlays::CLANS, |t| t.overlay_clans, |t| t.tips().clans),
    (Overlays::AREAS, |t| t.overlay_areas, |t| t.tips().areas),
    (Overlays::ZONES, |t| t.overlay_zones, |t| t.tips().zones),
    (Overlays::LODES, |t| t.overlay_lodes, |t| t.tips().lodes),
    (Overlays::ROUTE, |t| t.overlay_route, |t| t.tips().route),
];

/// What can be drawn on top of a kind of thing.
fn overlays_of(kind: SceneKind) -> &'static [Choice] {
    const NORMALS: Choice = (Overlays::NORMALS, |t| t.overlay_normals, |t| t.tips().normals);
    const BOUNDS: Choice = (Overlays::BOUNDS, |t| t.overlay_bounds, |t| t.tips().bounds);
    const AREALS: Choice = (Overlays::AREALS, |t| t.overlay_areals, |t| t.tips().areals);
    const AREAL_GRID: Choice =
        (Overlays::AREAL_GRID, |t| t.overlay_areal_grid, |t| t.tips().areal_grid);
    match kind {
        SceneKind::Model => &[
            NORMALS,
            BOUNDS,
            (Overlays::NODES, |t| t.overlay_nodes, |t| t.tips().nodes),
            (Overlays::LINKS, |t| t.overlay_links, |t| t.tips().links),
            (Overlays::SOCKETS, |t| t.overlay_sockets, |t| t.tips().sockets),
        ],
        SceneKind::Level => &[
            (Overlays::SQUARES, |t| t.overlay_squares, |t| t.tips().squares),
            (Overlays::FACES, |t| t.overlay_faces, |t| t.tips().faces),
            AREALS,
            AREAL_GRID,
            NORMALS,
            BOUNDS,
        ],
        SceneKind::Areals => {
            &[AREALS, AREAL_GRID, (Overlays::NODES, |t| t.overlay_numbers, |t| t.tips().numbers)]
        }
        SceneKind::Effect => {
            &[(Overlays::LIGHTS, |t| t.overlay_lights, |t| t.tips().lights), BOUNDS]
        }
        SceneKind::Texture => &[
            (Overlays::PAGE, |t| t.overlay_page, |t| t.tips().cells),
            (Overlays::PALETTE, |t| t.overlay_palette, |t| t.tips().palette),
        ],
        SceneKind::Material => &[],
    }
}

fn appearance(app: &mut App, ui: &mut Ui) {
    let (texts, tips) = (app.texts(), app.texts().tips());
    let theme = app.settings.theme;
    let menu = ui.menu_button(tools::words(""), |ui| {
        ui.set_min_width(150.0);
        for (choice, name, tip) in [
            (Theme::Dark, texts.dark, tips.dark),
            (Theme::Light, texts.light, tips.light),
            (Theme::System, texts.system, tips.system),
        ] {
            if ui.selectable_label(theme == choice, name).tip(tip).clicked() {
                app.settings.theme = choice;
            }
        }
        ui.separator();
        for (language, name) in Language::ALL {
            ui.selectable_value(&mut app.settings.language, language, name).tip(tips.language);
        }
        ui.separator();
        ui.checkbox(&mut app.settings.thumbnails, texts.thumbnails).tip(tips.thumbnails);
        ui.checkbox(&mut app.settings.adapts, texts.adapts).tip(tips.adapts);
        ui.horizontal(|ui| {
            let label = ui.label(texts.zoom).id;
            let zoom = egui::Slider::new(&mut app.settings.zoom, 0.75..=2.0).step_by(0.25);
            ui.add(zoom).labelled_by(label).tip(tips.zoom);
        });
    });
    tools::signed(ui, &menu.response, icons::SETTINGS, texts.appearance);
    menu.response.tip(texts.appearance);
}
