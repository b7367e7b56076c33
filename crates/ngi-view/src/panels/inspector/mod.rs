//! The right side: every field of what is open, findings, and who uses what.
//!
//! `rows` draws the fields, `editor` what each of them is changed with, `details` what is
//! known of the one that is selected, `marked` rows that are changed together, `bytes` the raw bytes.

mod bytes;
mod details;
mod editor;
mod marked;
mod rows;

use egui::{RichText, ScrollArea, TextEdit, Ui, vec2};

use ngi_formats::Finding;
use ngi_formats::tree::Node as Tree;

use super::tools::Tip as _;
use super::{findings, objects, scene, tools, uses, widgets};
use crate::app::{Current, Inspector};
use crate::compare::Marks;
use crate::editing::Parts;
use crate::library::title;
use crate::parts::about::{Relations, Scene};
use crate::platform::guarded;
use crate::texts::{Language, Texts};
use crate::{Action, App, Tab};

/// What the list of fields is drawn with, and what drawing it may change.
struct Sheet<'a> {
    inspector: &'a mut Inspector,
    /// What the user asks for.
    actions: &'a mut Vec<Action>,
    /// What a check found.
    findings: &'a [Finding],
    /// What the selected field names, and where that is, if it is there.
    link: Option<(String, Option<String>)>,
    /// What the fields are compared with.
    compared: Option<(&'a Marks, Tree<'a>)>,
    texts: &'static Texts,
    language: Language,
}

/// Draws the panel.
pub fn show(app: &mut App, ui: &mut Ui) {
    let (texts, tips) = (app.texts(), app.texts().tips());
    ui.add_space(6.0);
    let found = app.current.as_ref().map_or(0, |current| current.findings.len());
    let of = (app.settings.language, app.viewport.mission.is_some(), found);
    tools::one_row(ui, of, |ui| {
        let about = texts.about();
        ui.selectable_value(&mut app.tab, Tab::About, about.about).tip(about.about_tip);
        if app.viewport.mission.is_some() {
            ui.selectable_value(&mut app.tab, Tab::Objects, texts.objects).tip(tips.objects);
        } else if app.tab == Tab::Objects {
            app.tab = Tab::About;
        }
        ui.selectable_value(&mut app.tab, Tab::Fields, texts.fields).tip(tips.fields);
        let title = match found {
            0 => texts.findings.to_owned(),
            some => format!("{} ({some})", texts.findings),
        };
        ui.selectable_value(&mut app.tab, Tab::Findings, title).tip(tips.findings);
        ui.selectable_value(&mut app.tab, Tab::Uses, texts.uses_tab).tip(tips.uses);
        ui.selectable_value(&mut app.tab, Tab::Bytes, texts.bytes).tip(tips.bytes);
        let kind = app.current.as_ref().map(|current| current.kind);
        if kind.is_some_and(|kind| Parts::of(kind).is_some()) {
            ui.selectable_value(&mut app.tab, Tab::Scene, texts.scene).tip(texts.scene_hover);
        } else if app.tab == Tab::Scene {
            app.tab = Tab::About;
        }
    });
    ui.separator();
    match app.tab {
        Tab::About => about(app, ui),
        Tab::Fields => fields(app, ui),
        Tab::Findings => findings::show(app, ui),
        Tab::Uses => uses::show(app, ui),
        Tab::Bytes => bytes::show(app, ui),
        Tab::Objects => objects::show(app, ui),
        Tab::Scene => scene::show(app, ui),
    }
}

/// Draws the tab About. The first time in a place it searches for users of files.
fn about(app: &mut App, ui: &mut Ui) {
    let texts = app.texts();
    let is_reading = app.is_reading();
    let App { current, index, relations, uses_job, parts, thumbnails, viewport, settings, .. } =
        app;
    let Some(current) = current else {
        widgets::nothing(ui, texts.nothing_open);
        return;
    };
    let wants = relations.is_none() && uses_job.is_none() && !is_reading;
    if wants && current.document.is_some() && parts.about.wants_search() {
        app.actions.push(Action::FindUses);
    }
    let relations = match (relations, uses_job) {
        (_, Some(_)) => Relations::Searching,
        (Some(known), None) => Relations::Known(known),
        (None, None) => Relations::Unknown,
    };
    let has_objects = viewport.mission.is_some();
    let language = settings.language;
    let pixels = viewport.pixel_size();
    let scene = Scene { current, index, relations, has_objects, pixels, texts, language };
    let actions = parts.about.show(ui, &scene, thumbnails);
    app.actions.extend(actions);
}

fn fields(app: &mut App, ui: &mut Ui) {
    let texts = app.texts();
    let Some(current) = &app.current else {
        widgets::nothing(ui, texts.nothing_open);
        return;
    };
    header(app, ui);
    if current.document.is_none() {
        let why = current.error.clone();
        match why {
            Some(why) => super::text::error(ui, texts, &why),
            None => widgets::nothing(ui, texts.no_fields),
        }
        return;
    }
    ui.horizontal(|ui| {
        let label = ui.label(texts.filter).id;
        let edit = TextEdit::singleline(&mut app.inspector.filter).desired_width(f32::INFINITY);
        ui.add(edit.hint_text(texts.filter_hint)).labelled_by(label);
    });
    ui.add_space(4.0);
    if let Err(why) = sheet(app, ui) {
        super::text::error(ui, texts, &why);
    }
}

/// The rows, and below them what is known of the one that is selected.
fn sheet(app: &mut App, ui: &mut Ui) -> Result<(), String> {
    let (texts, language) = (app.texts(), app.settings.language);
    let link = link(app);
    let App { current, inspector, actions, compare, .. } = app;
    let Some(Current { document: Some(document), findings, .. }) = current else { return Ok(()) };
    // A tree over a file that somebody broke must not take the window down with it.
    let tree = guarded(|| document.tree())?;
    let compared = compare.as_ref().and_then(|it| Some((&it.marks, it.marks.tree()?)));
    let mut sheet = Sheet { inspector, actions, findings, link, compared, texts, language };
    let details = 150.0;
    let height = (ui.available_height() - details).max(80.0);
    let size = vec2(ui.available_width(), height);
    ui.allocate_ui(size, |ui| rows::show(ui, &mut sheet, &tree, height)).inner?;
    ui.separator();
    ScrollArea::vertical()
        .id_salt("details")
        .auto_shrink([false, false])
        .show(ui, |ui| details::show(ui, &mut sheet, &tree, document));
    Ok(())
}

/// What the selected field names in another file, and the path of that.
fn link(app: &App) -> Option<(String, Option<String>)> {
    let (current, field) = (app.current.as_ref()?, app.inspector.selected.as_ref()?);
    let reference = current.references.iter().find(|reference| reference.field == *field)?;
    Some((
        reference.name.clone(),
        uses::meant(&app.index, app.known_relations(), &current.path, reference),
    ))
}

/// Name, format and size of what is open, and what can be done with its changes.
fn header(app: &App, ui: &mut Ui) {
    let texts = app.texts();
    let Some(current) = &app.current else { return };
    let name = current.path.rsplit('/').next().unwrap_or(&current.path);
    ui.horizontal(|ui| {
        ui.add(egui::Label::new(RichText::new(name).strong().size(15.0)).truncate())
            .on_hover_text(&current.path);
    });
    ui.horizontal(|ui| {
        let format = current.document.as_ref().map_or(texts.unknown_format, |document| {
            title(document.format.kind, app.settings.language)
        });
        let size = widgets::size_text(current.bytes.len() as u64, texts);
        ui.weak(format!("{format}, {size}"));
        if current.document.as_ref().is_some_and(|document| document.is_changed()) {
            ui.colored_label(crate::style::warning(ui), format!("• {}", texts.changed));
        }
    });
}
