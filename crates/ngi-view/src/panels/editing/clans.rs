//! Clans of a mission: what they are called, who plays them, and as a table how each sees the
//! others.

use egui::{Button, Color32, ComboBox, Context, Grid, ScrollArea, TextEdit, Ui, vec2};
use ngi_formats::schema::{Named, plain};
use ngi_formats::text;
use ngi_formats::tma::{ClanKind, Mission, MissionBuf, Stance};
use ngi_render::scene::clan_colour;

use crate::editing::{ClanChange, Request, Tool};
use crate::panels::tools::Tip as _;
use crate::{Action, App};

/// Draws the window, where it is open.
pub fn show(app: &mut App, ctx: &Context) {
    let texts = app.texts().mission();
    if !app.desk.shows(Tool::Clans, &app.viewport) {
        return;
    }
    let mut open = true;
    let room = app.viewport.rect();
    let clans = app.viewport.world().map_or(0, |world| world.clans.len());
    #[expect(clippy::cast_precision_loss, reason = "a few clans")]
    let width = (340.0 + 92.0 * clans as f32).min(ctx.content_rect().width() - 40.0);
    let window = egui::Window::new(texts.clans)
        .id(egui::Id::unique("clans of a mission"))
        .open(&mut open)
        .default_pos(room.left_top() + vec2(16.0, 16.0))
        .default_size(vec2(width, 220.0));
    window.show(ctx, |ui| table(app, ui));
    if !open {
        app.desk.toggle(Tool::Clans);
    }
}

fn table(app: &mut App, ui: &mut Ui) {
    let document = app.current.as_ref().and_then(|current| current.document.as_ref());
    let mission = document.and_then(|document| Mission::read(document.bytes()).ok());
    let Some(mission) = mission.as_ref().map(MissionBuf::of) else { return };
    let texts = app.texts().mission();
    let mut asked = None;
    ScrollArea::both().show(ui, |ui| {
        Grid::new("clans").striped(true).show(ui, |ui| {
            ui.label("");
            ui.weak(texts.clan_name);
            ui.weak(texts.clan_kind);
            ui.weak(texts.clan_objects);
            for clan in 0..mission.clans.len() {
                dot(ui, clan).on_hover_text(name(&mission, clan));
            }
            ui.end_row();
            for clan in 0..mission.clans.len() {
                asked = row(ui, &mission, clan, app.texts()).or(asked.take());
                ui.end_row();
            }
        });
        let button = ui.button(texts.clan_new).tip(texts.clan_new_hover);
        if button.clicked() {
            asked = Some(ClanChange::New);
        }
    });
    app.actions.extend(asked.map(|change| Action::Change(Request::Clan(change))));
}

/// A dot in the colour that a clan has in pictures. No file says one: it follows from its number.
fn dot(ui: &mut Ui, clan: usize) -> egui::Response {
    let [red, green, blue, _] = clan_colour(Some(clan));
    let (rect, response) = ui.allocate_exact_size(vec2(14.0, 14.0), egui::Sense::hover());
    ui.painter().circle_filled(rect.center(), 5.0, Color32::from_rgb(red, green, blue));
    response
}

fn name(mission: &MissionBuf, clan: usize) -> String {
    mission.clans.get(clan).map(|clan| text::decode(&clan.name)).unwrap_or_default()
}

fn row(
    ui: &mut Ui,
    mission: &MissionBuf,
    clan: usize,
    texts: &crate::texts::Texts,
) -> Option<ClanChange> {
    let words = texts.mission();
    let own = mission.clans.get(clan)?;
    let mut asked = None;
    ui.horizontal(|ui| {
        dot(ui, clan);
        let gone = ui.add(Button::new("×").small()).tip(words.clan_gone_hover);
        let label = format!("{} {}", texts.delete, name(mission, clan));
        gone.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &label));
        asked = gone.clicked().then_some(ClanChange::Gone(clan));
    });
    asked = called(ui, clan, &name(mission, clan), words.clan_name).or(asked);
    let label = format!("{} {clan}", words.clan_kind);
    let chosen = choice(ui, &label, ClanKind::NAMES.named, i64::from(own.head.kind.0));
    let chosen = chosen.and_then(|kind| u32::try_from(kind).ok());
    asked = chosen.map(|kind| ClanChange::Played(clan, ClanKind(kind))).or(asked);
    let belongs = |it: &&ngi_formats::tma::Object| {
        it.kind.is_owned() && usize::try_from(it.owner) == Ok(clan)
    };
    ui.label(mission.objects.iter().filter(belongs).count().to_string());
    for other in 0..mission.clans.len() {
        let named = name(mission, other);
        let relation = own.relations.iter().find(|it| text::decode(&it.name) == named);
        let now = relation.map_or(-1, |it| i64::from(it.stance.0));
        let label = format!("{}: {} {named}", name(mission, clan), words.clan_sees);
        let chosen = choice(ui, &label, Stance::NAMES.named, now);
        let chosen = chosen.and_then(|stance| u32::try_from(stance).ok());
        let sees = |stance| ClanChange::Sees { clan, other, stance: Stance(stance) };
        asked = chosen.map(sees).or(asked);
    }
    asked
}

/// The name of a clan, to be typed.
fn called(ui: &mut Ui, clan: usize, name: &str, label: &str) -> Option<ClanChange> {
    let id = egui::Id::unique(("clan name", clan));
    let mut text = ui.data(|data| data.get_temp::<String>(id)).unwrap_or_else(|| name.into());
    let edit = TextEdit::singleline(&mut text).desired_width(90.0).min_size(vec2(90.0, 0.0));
    let response = ui.add(edit);
    let label = format!("{label} {clan}");
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::TextInput, true, &label));
    if response.lost_focus() {
        ui.data_mut(|data| data.remove::<String>(id));
        return (text != name).then_some(ClanChange::Named(clan, text));
    }
    if response.changed() {
        ui.data_mut(|data| data.insert_temp(id, text));
    }
    None
}

/// A list of what has names; gives what was chosen.
pub(super) fn choice(ui: &mut Ui, label: &str, named: &[Named], now: i64) -> Option<i64> {
    let known = named.iter().find(|known| known.value == now);
    let shown = known.map_or_else(
        || if now < 0 { "–".into() } else { now.to_string() },
        |known| known.shown().into_owned(),
    );
    let combo = ComboBox::from_id_salt(label).width(64.0).selected_text(&shown);
    let mut chosen = None;
    let response = combo.show_ui(ui, |ui| {
        for known in named {
            let option = ui.selectable_label(known.value == now, known.shown().into_owned());
            if option.on_hover_text(plain(known.doc)).clicked() {
                chosen = Some(known.value);
            }
        }
    });
    let response = response.response.tip(label);
    let label = label.to_owned();
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::ComboBox, true, &label));
    chosen.filter(|chosen| *chosen != now)
}
