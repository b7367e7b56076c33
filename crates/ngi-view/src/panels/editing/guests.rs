//! Units inside buildings: who is in one, who goes in, who comes out.

use egui::{Button, ComboBox, Ui};
use ngi_engine::world::{Placed, World};
use ngi_formats::tma::PlacedKind;
use ngi_verbs::mission::edit;

use crate::editing::Request;
use crate::panels::tools::Tip as _;
use crate::shortcuts::Words;
use crate::{Action, App};

/// Who is offered to go in, at most.
const MOST_OFFERED: usize = 40;

/// A unit by its number and what it is called.
type Called = (usize, String);

/// A building as a host.
struct Host {
    /// The number that guests know it by.
    id: i32,
    /// Who is inside, and at which place.
    guests: Vec<(Called, usize)>,
    /// How many places there are.
    places: usize,
}

impl Host {
    /// A building that units can be in; `None` for one without places, or without a number.
    fn of(world: &World, building: usize) -> Option<Self> {
        let placed = world.objects.get(building)?;
        let places = placed.assembly.root()?.hallways.len();
        let id = placed.logical_id.filter(|id| *id >= 0)?;
        if placed.kind != PlacedKind::BUILDING || places == 0 {
            return None;
        }
        let own = world.objects.iter().filter(|guest| guest.host == Some(building));
        let guests = own.map(|guest| (called(guest), place_of(placed, guest))).collect();
        Some(Self { id, guests, places })
    }

    /// The first place that nobody is at.
    fn free(&self) -> Option<i32> {
        let is_free = |place: &usize| self.guests.iter().all(|(_, taken)| taken != place);
        (0..self.places).find(is_free).and_then(|place| i32::try_from(place).ok())
    }
}

fn called(placed: &Placed) -> Called {
    (placed.index, format!("#{} {}", placed.index, placed.label()))
}

/// The place at which a guest stands: the one it is nearest to.
fn place_of(host: &Placed, guest: &Placed) -> usize {
    let places = host.assembly.root().map_or(0, |root| root.hallways.len());
    let at = guest.world_from_object.translation;
    let far = |place: &usize| {
        let found = i32::try_from(*place).ok().and_then(|it| ngi_engine::world::in_host(host, it));
        found.map_or(f32::MAX, |it| it.translation.distance_squared(at))
    };
    (0..places).min_by(|a, b| far(a).total_cmp(&far(b))).unwrap_or(0)
}

/// What an object has to do with hosts: guests of a building, the host of a unit.
pub fn show(app: &mut App, ui: &mut Ui, object: usize) {
    let Some(placed) = app.viewport.world().and_then(|world| world.objects.get(object)) else {
        return;
    };
    match placed.kind {
        PlacedKind::BUILDING => guests(app, ui, object),
        PlacedKind::UNIT => host(app, ui, object),
        _ => {}
    }
}

fn ask(app: &mut App, fields: Vec<(String, String)>) {
    app.actions.push(Action::Change(Request::Set(fields)));
}

/// Something that can be done: what it is called, whom it is done to, and the fields it sets.
pub(crate) type Offer = (Words, String, Vec<(String, String)>);

/// What can be done with hosts and guests of the object that is selected.
pub(crate) fn offers(app: &App) -> Vec<Offer> {
    let selected = app.viewport.mission.as_ref().and_then(|mission| mission.objects.selected);
    let selected = selected.filter(|_| app.viewport.editing.on);
    let Some((world, building)) = app.viewport.world().zip(selected) else { return Vec::new() };
    let Some(host) = Host::of(world, building) else { return Vec::new() };
    let out = host.guests.iter().map(|((guest, name), _)| {
        let says: Words = |t| t.mission().guest_out;
        (says, name.clone(), edit::unhosted(*guest))
    });
    let free = host.free().into_iter();
    let near = free.flat_map(|place| {
        nearest(world, building).into_iter().map(move |(guest, name)| (guest, name, place))
    });
    let into = near.map(|(guest, name, place)| {
        let says: Words = |t| t.mission().guest_into;
        (says, name, edit::hosted(guest, host.id, place))
    });
    out.chain(into).collect()
}

/// Who is inside a building.
fn guests(app: &mut App, ui: &mut Ui, building: usize) {
    let texts = app.texts().mission();
    let Some(world) = app.viewport.world() else { return };
    let Some(host) = Host::of(world, building) else { return };
    let near = nearest(world, building);
    let mut asked = None;
    let mut shown = None;
    ui.horizontal_wrapped(|ui| {
        ui.weak(format!("{}: {}/{}", texts.guests, host.guests.len(), host.places));
        if host.guests.is_empty() {
            ui.weak(texts.guests_none);
        }
        for ((guest, name), place) in &host.guests {
            let hover = format!("{} {place}", texts.place_inside);
            if ui.link(name).on_hover_text(hover).clicked() {
                shown = Some(*guest);
            }
            let out = ui.add(Button::new("×").small()).tip(texts.guest_out);
            let label = format!("{} {name}", texts.guest_out);
            out.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &label));
            if out.clicked() {
                asked = Some(edit::unhosted(*guest));
            }
        }
    });
    // In a row of its own: a narrow panel would break its name.
    let free = host.free();
    let menu = ui.add_enabled_ui(free.is_some() && !near.is_empty(), |ui| {
        ui.menu_button(texts.guest_in, |ui| {
            for (guest, name) in &near {
                if ui.button(name).clicked() {
                    asked = free.map(|place| edit::hosted(*guest, host.id, place));
                    ui.close();
                }
            }
        })
    });
    menu.response.on_hover_text(texts.guest_in_hover).on_disabled_hover_text(texts.host_full);
    if let Some(fields) = asked {
        ask(app, fields);
    }
    if let (Some(guest), Some(mission)) = (shown, &mut app.viewport.mission) {
        mission.objects.select(guest);
    }
}

/// Units that are in no building, the nearest first.
fn nearest(world: &World, building: usize) -> Vec<Called> {
    let Some(host) = world.objects.get(building) else { return Vec::new() };
    let middle = host.world_from_object.translation;
    let far = |unit: &&Placed| unit.world_from_object.translation.distance_squared(middle);
    let is_out = |it: &&Placed| it.kind == PlacedKind::UNIT && it.host.is_none();
    let mut units: Vec<&Placed> = world.objects.iter().filter(is_out).collect();
    units.sort_by(|a, b| far(a).total_cmp(&far(b)));
    units.into_iter().take(MOST_OFFERED).map(called).collect()
}

/// The building that a unit starts in.
fn host(app: &mut App, ui: &mut Ui, unit: usize) {
    let texts = app.texts().mission();
    let Some(world) = app.viewport.world() else { return };
    let now = world.objects.get(unit).and_then(|placed| placed.host);
    let buildings = world.objects.iter().filter(|it| it.kind == PlacedKind::BUILDING);
    let hosts: Vec<(Called, Host)> =
        buildings.filter_map(|it| Some((called(it), Host::of(world, it.index)?))).collect();
    if hosts.is_empty() && now.is_none() {
        return;
    }
    let name = |building: usize| hosts.iter().find(|((it, _), _)| *it == building);
    let shown = now.and_then(name).map_or(texts.host_none, |((_, name), _)| name.as_str());
    let mut asked = None;
    ui.horizontal(|ui| {
        let label = ui.label(texts.host).id;
        let combo = ComboBox::from_id_salt("host").selected_text(shown);
        let response = combo.show_ui(ui, |ui| {
            if ui.selectable_label(now.is_none(), texts.host_none).clicked() && now.is_some() {
                asked = Some(edit::unhosted(unit));
            }
            for ((building, name), host) in &hosts {
                let is_here = now == Some(*building);
                let free = host.free();
                let option =
                    ui.add_enabled(is_here || free.is_some(), Button::selectable(is_here, name));
                if let (true, false, Some(place)) = (option.clicked(), is_here, free) {
                    asked = Some(edit::hosted(unit, host.id, place));
                }
            }
        });
        response.response.labelled_by(label).tip(app.texts().tips().host);
    });
    if let Some(fields) = asked {
        ask(app, fields);
    }
}
