//! What the rooms of the editor can do: each is offered where there is something to do it to.

use ngi_verbs::mission::edit;

use super::{Act, Entry, Needs};
use crate::editing::{ArealKind, BrushKind, ClanChange, Number, Request, Subject, Tool};
use crate::panels::editing::{FILES, sky, stops, stories};
use crate::shortcuts::Words;
use crate::{Action, App};

/// What is called how, what it needs, and what it does.
type Offer = (Words, Needs, fn(&mut App));

const OFFERS: &[Offer] = &[
    (|t| t.lanes, Needs::Time, |app| app.desk.lanes.open = !app.desk.lanes.open),
    (|t| t.to_start, Needs::Time, |app| app.viewport.playback.time = 0.0),
    (
        |t| t.looping,
        Needs::Time,
        |app| {
            app.viewport.playback.looping = !app.viewport.playback.looping;
        },
    ),
    (|t| t.lane_add, Needs::Node, App::add_key),
    (|t| t.lane_delete, Needs::Keys(1), App::delete_keys),
    (|t| t.lane_copy, Needs::Keys(1), App::copy_keys),
    (|t| t.lane_paste, Needs::Lanes, App::paste_keys),
    (|t| t.lane_all, Needs::Lanes, App::select_keys),
    (|t| t.lane_stretch, Needs::Keys(2), |app| app.type_next(Number::Stretch)),
    (|t| t.show_all, Needs::Hidden, |app| app.viewport.show_all()),
    (|t| t.water_level, Needs::Water, |app| app.type_next(Number::Water)),
    (|t| t.type_slope, Needs::Ground, |app| app.type_next(Number::Slope)),
    (|t| t.new_mission, Needs::Ground, App::ask_for_mission),
    (|t| t.placeables, Needs::Mission, App::toggle_placeables),
    (
        |t| t.keep_height,
        Needs::Mission,
        |app| {
            app.viewport.editing.on_ground = !app.viewport.editing.on_ground;
        },
    ),
    (|t| t.mission().troubles, Needs::Mission, App::show_troubles),
    (|t| t.mission().clans_tool, Needs::Mission, |app| app.toggle_tool(Tool::Clans)),
    (|t| t.mission().sky_keys, Needs::Mission, |app| app.toggle_tool(Tool::Sky)),
    (|t| t.mission().stories, Needs::Mission, |app| app.toggle_tool(Tool::Stories)),
    (|t| t.mission().stops, Needs::Stops, |app| app.toggle_tool(Tool::Stops)),
    (|t| t.mission().stop_new, Needs::Stops, stops::add),
    (|t| t.mission().story_add_primary, Needs::Aims, stories::add_primary),
    (|t| t.mission().story_add_bonus, Needs::Aims, stories::add_bonus),
    (|t| t.mission().sky_key_add, Needs::SkyKeys, sky::add_key),
    (|t| t.mission().sky_key_gone, Needs::SkyKey, sky::delete_key),
];

/// Everything that the rooms can do now.
pub(super) fn entries(app: &App) -> Vec<Entry> {
    let offers = OFFERS.iter().filter(|(_, needs, _)| needs.are_met(app));
    let mut all: Vec<Entry> = offers.map(|(says, _, set)| entry(*says, Act::Set(*set))).collect();
    if Needs::Ground.are_met(app) {
        all.extend(BrushKind::ALL.map(|kind| entry(kind.words(), Act::Brush(kind))));
    }
    if Needs::Areals.are_met(app) {
        all.extend(ArealKind::ALL.map(|kind| entry(kind.words(), Act::Areals(kind))));
    }
    let places = app.new_places().into_iter();
    all.extend(places.filter_map(|(says, kind)| Some(entry(says, Act::Place(kind?)))));
    let changes = changes(app).into_iter();
    all.extend(changes.map(|(says, request)| entry(says, Act::Do(Action::Change(request)))));
    let files = FILES.into_iter().filter_map(|says| {
        let path = app.path_beside(says(app.texts()))?;
        Some(entry(says, Act::Do(Action::Select(path))))
    });
    all.extend(files);
    all
}

fn entry(says: Words, act: Act) -> Entry {
    Entry { says, of: String::new(), keys: "", act }
}

/// Changes of what is selected, or of all there is.
fn changes(app: &App) -> Vec<(Words, Request)> {
    let mut all: Vec<(Words, Request)> = Vec::new();
    if Needs::Mission.are_met(app) {
        all.push((|t| t.mission().clan_new, Request::Clan(ClanChange::New)));
    }
    if let Some(more) = app.corner_of_areal() {
        all.push((|t| t.add_corner, more));
    }
    if let Some(cut) = app.phase_cut() {
        all.push((|t| t.lane_cut, cut));
    }
    if let Some(less) = app.phase_gone() {
        all.push((|t| t.delete, less));
    }
    match app.viewport.subject().filter(|_| app.viewport.editing.on) {
        Some((Subject::Object(object), now)) => {
            all.push((|t| t.duplicate, Request::Copy(object)));
            all.push((|t| t.delete, Request::Remove(object)));
            let world = app.viewport.world();
            let placed = world.and_then(|world| world.objects.get(object));
            if placed.is_some_and(|placed| placed.host.is_some()) {
                all.push((|t| t.mission().guest_out, Request::Set(edit::unhosted(object))));
            }
            if let Some(lowered) = app.viewport.to_ground(object, &now) {
                all.push((|t| t.to_ground, lowered));
            }
        }
        Some((Subject::Mark(mark), _)) => {
            if mark.has_corners() {
                all.push((|t| t.add_corner, Request::NewMark(mark.kind, mark.at)));
            }
            if mark.can_go() {
                all.push((|t| t.delete, Request::RemoveMark(mark)));
            }
        }
        _ => {}
    }
    all
}
