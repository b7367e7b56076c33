//! The mission editor beyond objects: clans, hosts, areas, the sky, aims, findings of the whole.

use egui::{Key, Modifiers, Role, vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use ngi_formats::sky::Sky;
use ngi_formats::tma::{Mission, Stance};
use ngi_verbs::format::{Subject, recognise};
use ngi_verbs::mission::{clans, edit, sky};
use ngi_view::editing::{Mark, MarkKind, Tool};
use ngi_view::{Action, Tab};

use crate::drive::{
    Window, build, card, click_at, demo, drag, enter, enter_number, select, settings, settle,
};

const CLANS: &str = "MISSIONS/Single.02/data.tma";

/// A window on the mission of two clans, to be changed.
fn opened(game: &std::path::Path, size: egui::Vec2) -> Window {
    let mut window = build(size, Some(card()), settings());
    window.state_mut().open(game.to_owned());
    settle(&mut window);
    select(&mut window, CLANS);
    window.state_mut().tab = Tab::Objects;
    window.key_press(Key::M);
    settle(&mut window);
    assert!(window.state().viewport.editing.on);
    window
}

fn bytes(window: &Window) -> Vec<u8> {
    let current = window.state().current.as_ref().unwrap();
    current.document.as_ref().unwrap().bytes().to_vec()
}

fn beside(window: &mut Window, name: &str) -> Vec<u8> {
    window.state_mut().document_beside(name).unwrap().bytes().to_vec()
}

/// The same fields set as `ngi set` does it.
fn set(name: &str, bytes: &[u8], fields: &[(String, String)]) -> Vec<u8> {
    let subject = Subject::file(name, bytes);
    let format = recognise(&subject).unwrap();
    ngi_verbs::set::change(format.document, &subject, fields).unwrap().bytes
}

fn undo(window: &mut Window) {
    window.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    settle(window);
}

fn type_into(window: &mut Window, label: &str, text: &str) {
    window.get_by_role_and_label(Role::TextInput, label).focus();
    window.step();
    enter(window, text);
}

fn no_errors(window: &Window) {
    let told = &window.state().messages;
    assert!(told.iter().all(|message| !message.is_error), "{told:?}");
}

#[test]
fn clans_are_a_table_of_how_each_sees_the_others() {
    let game = demo();
    let mut window = opened(game.path(), vec2(900.0, 520.0));
    let original = bytes(&window);
    let mission = Mission::read(&original).unwrap();
    window.state_mut().toggle_tool(Tool::Clans);
    window.run_steps(2);
    window.get_by_role_and_label(Role::ComboBox, "Player: stance towards Clan I").click();
    window.run_steps(2);
    window.get_by_role_and_label(Role::Button, "ally").click();
    settle(&mut window);
    let wanted = set("data.tma", &original, &clans::related(&mission, 0, 1, Stance::ALLY));
    assert!(bytes(&window) == wanted && wanted != original, "{:?}", window.state().messages);
    // The other way round it is as it was.
    let now = Mission::read(&wanted).unwrap();
    assert_eq!(clans::stance(&now, 1, 0), Some(Stance::ENEMY));
    undo(&mut window);
    assert!(bytes(&window) == original);

    type_into(&mut window, "Clan name 1", "Raiders");
    let renamed = set("data.tma", &original, &clans::renamed(&mission, 1, "Raiders").unwrap());
    assert!(bytes(&window) == renamed, "{:?}", window.state().messages);
    assert_eq!(window.state().viewport.world().unwrap().clans[1].name, "Raiders");
    assert!(
        window.query_by_role_and_label(Role::ComboBox, "Player: stance towards Raiders").is_some()
    );
    window.get_by_label("Add clan").click();
    settle(&mut window);
    assert_eq!(window.state().viewport.world().unwrap().clans.len(), 3);
    window.get_by_role_and_label(Role::Button, "Delete Clan 1").click();
    settle(&mut window);
    assert!(bytes(&window) == renamed, "it owned nothing");
    no_errors(&window);
    // One that owns something stays, and the window says why.
    window.get_by_role_and_label(Role::Button, "Delete Raiders").click();
    settle(&mut window);
    assert!(bytes(&window) == renamed);
    assert!(window.state().last_said().unwrap().text.contains("still owns"));
    for _ in 0..3 {
        undo(&mut window);
    }
    assert!(bytes(&window) == original);
}

#[test]
fn units_go_into_buildings_and_come_out() {
    let game = demo();
    let mut window = opened(game.path(), vec2(900.0, 520.0));
    let original = bytes(&window);
    let world = window.state().viewport.world().unwrap();
    let guest = world.objects.iter().find(|placed| placed.host.is_some()).unwrap();
    let (guest, host, name) = (guest.index, guest.host.unwrap(), guest.label().to_owned());
    let id = world.objects[host].logical_id.unwrap();
    let stood = world.objects[guest].world_from_object.translation;
    window.state_mut().viewport.mission.as_mut().unwrap().objects.select(host);
    window.run_steps(2);
    let called = format!("#{guest} {name}");
    window
        .get_by_role_and_label(Role::Button, &format!("Take out of the building {called}"))
        .click();
    settle(&mut window);
    assert!(bytes(&window) == set("data.tma", &original, &edit::unhosted(guest)));
    let world = window.state().viewport.world().unwrap();
    assert_eq!(world.objects[guest].host, None);
    assert_ne!(world.objects[guest].world_from_object.translation, stood);
    // Back in, at the first place that is free.
    window.get_by_label("Add unit…").click();
    window.run_steps(2);
    window.get_by_role_and_label(Role::Button, &called).click();
    settle(&mut window);
    assert!(bytes(&window) == set("data.tma", &original, &edit::hosted(guest, id, 0)));
    assert_eq!(window.state().viewport.world().unwrap().objects[guest].host, Some(host));
    // And out again from the unit's own side.
    window.state_mut().viewport.mission.as_mut().unwrap().objects.select(guest);
    window.run_steps(2);
    window.get_by_role_and_label(Role::ComboBox, "Starts inside").click();
    window.run_steps(2);
    window.get_by_role_and_label(Role::Button, "none").click();
    settle(&mut window);
    assert_eq!(window.state().viewport.world().unwrap().objects[guest].host, None);
    no_errors(&window);
    for _ in 0..3 {
        undo(&mut window);
    }
    assert!(bytes(&window) == original);
}

#[test]
fn areas_get_corners_on_their_edges() {
    let game = demo();
    let mut window = opened(game.path(), vec2(900.0, 520.0));
    let original = bytes(&window);
    let corners = window.state().viewport.world().unwrap().routes[0].clone();
    let kind = MarkKind::Corner { route: 0, corner: 0 };
    let viewport = &mut window.state_mut().viewport;
    viewport.editing.mark = Some(Mark { kind, at: corners[0] });
    let middle = |axis: usize| corners[0][axis].midpoint(corners[1][axis]);
    let edge = [middle(0), middle(1), middle(2)];
    (viewport.view.camera.target, viewport.view.camera.distance) = (edge.into(), 60.0);
    (viewport.view.camera.pitch, viewport.view.camera.yaw) = (1.3, 0.3);
    window.run_steps(2);
    let at = |window: &Window, point: [f32; 3]| {
        let viewport = &window.state().viewport;
        let sight = viewport.view.camera.sight(viewport.view.size, &ngi_render::Bounds::UNIT);
        let [x, y] = sight.project(point.into()).unwrap();
        viewport.rect().min + vec2(x, y)
    };
    let place = at(&window, edge);
    click_at(&mut window, place);
    let now = window.state().viewport.world().unwrap().routes[0].clone();
    assert_eq!(now.len(), corners.len() + 1, "{:?}", window.state().messages);
    assert_eq!(now[1], edge);
    let points: Vec<String> = now.iter().map(|[x, y, z]| format!("[{x},{y},{z}]")).collect();
    let said = vec![("routes[0].points".to_owned(), format!("[{}]", points.join(",")))];
    assert!(bytes(&window) == set("data.tma", &original, &said));
    // The new corner is the one that is pulled and taken out.
    let own = window.state().viewport.editing.mark.unwrap();
    assert_eq!(own.kind, MarkKind::Corner { route: 0, corner: 1 });
    window.key_press(Key::Delete);
    settle(&mut window);
    assert!(bytes(&window) == original, "one corner less");
    undo(&mut window);
    undo(&mut window);
    assert!(bytes(&window) == original);
    no_errors(&window);
}

#[test]
fn keyframes_of_the_sky_are_marks_on_the_clock() {
    let game = demo();
    let mut window = opened(game.path(), vec2(1000.0, 560.0));
    let (file, own) = ("sky.ske", bytes(&window));
    let original = beside(&mut window, file);
    let read = Sky::read(&original).unwrap();
    window.state_mut().toggle_tool(Tool::Sky);
    window.run_steps(2);
    let count = |bytes: &[u8]| Sky::read(bytes).unwrap().sections().next().unwrap().len();
    // A click on a mark goes there.
    let times: Vec<u64> =
        read.sections().next().unwrap().keyframes().map(|it| it.head.time.minutes()).collect();
    let told = |minutes: u64| format!("Sky keyframe {:02}:{:02}", minutes / 60, minutes % 60);
    let key = times.len() / 2;
    window.get_by_role_and_label(Role::Button, &told(times[key])).click();
    settle(&mut window);
    let hours = |window: &Window| {
        window.state().viewport.mission.as_ref().unwrap().day.as_ref().unwrap().hours()
    };
    assert!((hours(&window) * 60.0 - times[key] as f32).abs() < 1.0);
    // One more between two: the sky stays as it was, to the rounding of a colour.
    let between = (times[key] + times[key + 1]) / 2;
    let day = window.state_mut().viewport.mission.as_mut().unwrap().day.as_mut().unwrap();
    day.set_hours(between as f32 / 60.0);
    window.run_steps(2);
    let light = |window: &Window| window.state().viewport.sky_state().unwrap().scene;
    let before = light(&window);
    window.get_by_label("Add sky keyframe").click();
    settle(&mut window);
    let added = beside(&mut window, file);
    let (fields, place) = sky::with_key(&read, 0, u32::try_from(between).unwrap()).unwrap();
    assert!(added == set(file, &original, &fields), "{:?}", window.state().messages);
    assert_eq!((count(&added), place), (times.len() + 1, key + 1));
    for (was, is) in before.into_iter().zip(light(&window)) {
        assert!((was - is).abs() < 0.01, "{was} {is}");
    }
    assert!(window.state().has_changes() && bytes(&window) == own, "the mission is as it was");
    // Its colour: the picture follows.
    let path = format!("sections[0].keyframes[{place}].scene");
    window.state_mut().actions.push(Action::Change(ngi_view::editing::Request::Beside {
        name: file.to_owned(),
        fields: vec![(path, "[255,0,0,255]".to_owned())],
    }));
    settle(&mut window);
    let [red, green, _] = light(&window);
    assert!(red > 0.95 && green < 0.05, "{red} {green}");
    assert!(window.query_all_by_role(Role::ColorWell).count() >= 10, "swatches of its colours");
    // Pulled along the clock, in one step.
    let coloured = beside(&mut window, file);
    let from = window.get_by_role_and_label(Role::Button, &told(between)).rect().center();
    drag(&mut window, from, from + vec2(3.0, 0.0));
    settle(&mut window);
    let moved = beside(&mut window, file);
    let now = Sky::read(&moved).unwrap().sections().next().unwrap().keyframes().nth(place);
    let minutes = now.unwrap().head.time.minutes();
    assert!(minutes > between && minutes < times[key + 1], "{minutes} {between}");
    assert!(moved == set(file, &coloured, &sky::timed(0, place, u32::try_from(minutes).unwrap())));
    // Away again, and everything taken back: the mission and its sky are the files they were.
    window.get_by_label("Delete sky keyframe").click();
    settle(&mut window);
    assert_eq!(count(&beside(&mut window, file)), times.len());
    assert!(beside(&mut window, file) == original);
    for _ in 0..4 {
        undo(&mut window);
    }
    assert!(beside(&mut window, file) == original && !window.state().has_changes());
    no_errors(&window);
}

#[test]
fn aims_are_typed_and_saved_with_the_mission_in_one_step() {
    let game = demo();
    let mut window = opened(game.path(), vec2(900.0, 560.0));
    let file = "mission.cfg";
    let (own, original) = (bytes(&window), beside(&mut window, file));
    window.state_mut().toggle_tool(Tool::Stories);
    window.run_steps(2);
    type_into(&mut window, "Primary objectives 1", "Find both mines");
    let told = |fields: &[(&str, &str)]| -> Vec<(String, String)> {
        fields.iter().map(|(path, value)| ((*path).into(), (*value).into())).collect()
    };
    let found = told(&[("primary_objectives.objective1", "Find both mines")]);
    let wanted = set(file, &original, &found);
    assert!(beside(&mut window, file) == wanted, "{:?}", window.state().messages);
    let story = &window.state().viewport.world().unwrap().story;
    assert_eq!(story.primary[0], "Find both mines");
    window.get_by_role_and_label(Role::Button, "Add objective: Bonus objectives").click();
    settle(&mut window);
    let more = set(file, &wanted, &told(&[("bonus_objectives.objective2", "Objective")]));
    assert!(beside(&mut window, file) == more, "{:?}", window.state().messages);
    window.get_by_role_and_label(Role::Button, "× Bonus objectives 2").click();
    settle(&mut window);
    assert!(beside(&mut window, file) == wanted);
    type_into(&mut window, "Mission title 1", "Two clans and a mine");
    assert_eq!(window.state().viewport.world().unwrap().story.title, "Two clans and a mine");
    // A change of the mission itself; then all of it is saved together.
    let fields = edit::given_to(0, 1);
    let request = ngi_view::editing::Request::Set(fields.clone());
    window.state_mut().actions.push(Action::Change(request));
    settle(&mut window);
    window.key_press_modifiers(Modifiers::COMMAND, Key::S);
    settle(&mut window);
    assert!(!window.state().has_changes(), "{:?}", window.state().messages);
    let stored =
        |name: &str| std::fs::read(game.path().join("MISSIONS/Single.02").join(name)).unwrap();
    assert!(stored(file) == wanted && stored("data.tma") == set("data.tma", &own, &fields));
    assert!(stored("descr").starts_with(b"Two clans and a mine"));
    // What was saved can still be taken back.
    for _ in 0..5 {
        undo(&mut window);
    }
    assert!(bytes(&window) == own && beside(&mut window, file) == original);
    window.key_press_modifiers(Modifiers::COMMAND, Key::S);
    settle(&mut window);
    assert!(stored(file) == original && stored("data.tma") == own, "{:?}", window.state().messages);
    no_errors(&window);
}

#[test]
fn findings_of_the_whole_mission_are_counted_as_one_works() {
    let game = demo();
    let mut window = opened(game.path(), vec2(900.0, 520.0));
    let count = |window: &Window| {
        let found = window.get_all_by_role(Role::Button);
        let labels: Vec<String> = found.filter_map(|it| it.accesskit_node().label()).collect();
        let own = labels.iter().find_map(|it| it.strip_prefix("Mission problems: ")?.parse().ok());
        own.unwrap_or_else(|| panic!("{labels:?}"))
    };
    let before: usize = count(&window);
    // A sky whose fog has no end breaks a rule of another file.
    window.state_mut().actions.push(Action::Change(ngi_view::editing::Request::Beside {
        name: "sky.ske".to_owned(),
        fields: vec![("sections[0].keyframes[1].slots.fog_start".to_owned(), "-1".to_owned())],
    }));
    settle(&mut window);
    assert_eq!(count(&window), before + 1, "{:?}", window.state().messages);
    window
        .get_by_role_and_label(Role::Button, &format!("Mission problems: {}", before + 1))
        .click();
    settle(&mut window);
    assert_eq!(window.state().tab, Tab::Findings);
    assert!(window.query_all_by_role(Role::TreeItem).any(|row| {
        row.accesskit_node()
            .label()
            .is_some_and(|label| label.contains("fog") || label.contains("Fog"))
    }));
    window.state_mut().tab = Tab::Objects;
    undo(&mut window);
    assert_eq!(count(&window), before);
}

#[test]
fn stops_of_the_briefing_are_put_where_one_looks_from() {
    let game = demo();
    let mut window = build(vec2(1000.0, 600.0), Some(card()), settings());
    window.state_mut().open(game.path().to_owned());
    settle(&mut window);
    select(&mut window, "MISSIONS/Single.01/data.tma");
    window.state_mut().tab = Tab::Objects;
    window.key_press(Key::M);
    settle(&mut window);
    let file = "briefing.cfg";
    let original = beside(&mut window, file);
    let stops = |window: &Window| window.state().viewport.world().unwrap().story.stops.clone();
    let before = stops(&window);
    assert_eq!(before.len(), 3);
    window.state_mut().toggle_tool(Tool::Stops);
    window.run_steps(3);

    // There, and somewhere else from there.
    window.get_by_role_and_label(Role::Button, "WayPoint1").click();
    window.run_steps(120);
    let eye = |window: &Window| window.state().viewport.camera().eye();
    assert!(eye(&window).distance(before[1].camera.into()) < 0.1, "{}", eye(&window));
    window.state_mut().viewport.aim_at(|camera| camera.orbit(0.4, 0.0));
    window.step();
    let here = eye(&window);
    window.get_by_role_and_label(Role::Button, "Set view WayPoint1").click();
    settle(&mut window);
    let moved = stops(&window);
    assert!(here.distance(moved[1].camera.into()) < 1e-2, "{here} {:?}", moved[1]);
    assert_eq!((&moved[0], &moved[2]), (&before[0], &before[2]));
    assert_eq!(moved[1].edge, before[1].edge);
    let written = |at: f32| format!("{at:.3}");
    let camera = ["CameraX", "CameraY", "CameraZ"].into_iter().zip(here.to_array());
    let target = window.state().viewport.camera().target.to_array();
    let target = ["TargetX", "TargetY", "TargetZ"].into_iter().zip(target);
    let fields: Vec<(String, String)> =
        camera.chain(target).map(|(key, at)| (format!("WayPoint1.{key}"), written(at))).collect();
    assert!(beside(&mut window, file) == set(file, &original, &fields), "as ngi set gives it");

    // Its time, one more, and one less; each a step.
    enter_number(&mut window, "WayPoint0.EdgeTime", "7");
    assert_eq!(stops(&window)[0].edge_time, 7.0, "{:?}", window.state().messages);
    window.get_by_role_and_label(Role::Button, "Add stop").click();
    settle(&mut window);
    let more = stops(&window);
    assert_eq!(more.len(), 4, "{:?}", window.state().messages);
    assert!(here.distance(more[3].camera.into()) < 1e-2 && more[3].wait == "stay");
    window.get_by_role_and_label(Role::Button, "× WayPoint3").click();
    settle(&mut window);
    assert_eq!(stops(&window).len(), 3, "{:?}", window.state().messages);
    for _ in 0..4 {
        undo(&mut window);
    }
    assert!(beside(&mut window, file) == original);
    assert_eq!(stops(&window), before);
}
