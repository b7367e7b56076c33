//! The mission editor: what is done in the picture gives the bytes that `ngi set` gives.

use egui::{Key, Modifiers, Role, pos2, vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use ngi_formats::tma::Mission;
use ngi_verbs::format::{Subject, recognise};
use ngi_verbs::mission::edit;
use ngi_view::Tab;
use ngi_view::editing::{Gizmo, Handle};

use crate::drive::{Window, build, card, click_at, demo, drag, select, settings, settle};

const CLANS: &str = "MISSIONS/Single.02/data.tma";

fn bytes(window: &Window) -> Vec<u8> {
    let current = window.state().current.as_ref().unwrap();
    current.document.as_ref().unwrap().bytes().to_vec()
}

/// The same fields set as `ngi set` does it.
fn set(bytes: &[u8], fields: &[(String, String)]) -> Vec<u8> {
    let subject = Subject::file("data.tma", bytes);
    let format = recognise(&subject).unwrap();
    ngi_verbs::set::change(format.document, &subject, fields).unwrap().bytes
}

fn arrive(window: &mut Window) {
    for _ in 0..400 {
        window.step();
        if window.state().viewport.mission.as_ref().unwrap().flight.is_none() {
            return;
        }
    }
    panic!("still on its way");
}

fn count(window: &Window) -> usize {
    window.state().viewport.world().unwrap().objects.len()
}

fn selected(window: &Window) -> Option<usize> {
    window.state().viewport.mission.as_ref().unwrap().objects.selected
}

fn undo(window: &mut Window) {
    window.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    settle(window);
}

/// From the handle of the x axis of what is selected to a point farther along it, in the window.
fn along_x(window: &Window) -> (egui::Pos2, egui::Pos2) {
    let viewport = &window.state().viewport;
    let (_, now) = viewport.subject().unwrap();
    let sight = viewport.view.camera.sight(viewport.view.size, &ngi_render::Bounds::UNIT);
    let gizmo = Gizmo::new(now.position.into(), &sight, &[Handle::X]);
    let [from, to] = gizmo.lines(Handle::X)[0];
    let at = |share: f32| {
        let [x, y] = sight.project(from.lerp(to, share)).unwrap();
        viewport.rect().min + vec2(x, y)
    };
    (at(0.7), at(1.6))
}

#[test]
fn objects_are_placed_moved_copied_and_taken_out() {
    let game = demo();
    let mut window = build(vec2(900.0, 520.0), Some(card()), settings());
    window.state_mut().open(game.path().to_owned());
    settle(&mut window);
    select(&mut window, CLANS);
    window.state_mut().tab = Tab::Objects;
    window.run_steps(2);
    // From the first stop of the briefing there is free ground in the lower part of the image.
    let stop = window.state().viewport.world().unwrap().story.stops[0].clone();
    let camera = ngi_render::Camera::looking(stop.camera.into(), stop.target.into());
    window.state_mut().viewport.look_from(camera);
    let original = bytes(&window);
    assert_eq!(count(&window), 102);
    window.key_press(Key::M);
    window.run_steps(2);
    assert!(window.state().viewport.editing.on);

    // A stone of the palette, put where one clicks.
    window.get_by_label("Add object…").click();
    settle(&mut window);
    window.get_by_role_and_label(Role::TextInput, "Find").focus();
    window.step();
    window.event(egui::Event::Text("rock stone_0_03".to_owned()));
    window.run_steps(2);
    window.get_by_role_and_label(Role::TreeItem, "s_stone_0_03").click();
    settle(&mut window);
    assert!(window.state().viewport.editing.placing.is_some());
    window.get_by_label("Add object…").click();
    window.run_steps(2);
    let rect = window.state().viewport.rect();
    click_at(&mut window, pos2(rect.center().x + 60.0, rect.bottom() - 60.0));
    assert_eq!(count(&window), 103, "{:?}", window.state().messages);
    assert_eq!(selected(&window), Some(102));
    let placed = bytes(&window);
    let mission = Mission::read(&original).unwrap();
    let now = Mission::read(&placed).unwrap().to_buf();
    let stone = now.objects.last().unwrap();
    assert_eq!(stone.path, b"s_stone_0_03");
    let level = window.state().viewport.world().unwrap().level.as_ref().unwrap();
    let [x, y, z] = stone.position;
    let ground = level.ground.height([x, y], &ngi_engine::landscape::walker()).unwrap().z;
    assert!((ground - z).abs() < 0.01, "it stands on the ground: {z} {ground}");
    let wanted = set(&original, &edit::with(&mission, stone).unwrap());
    assert!(placed == wanted, "as ngi set gives it");
    let mut before = now.clone();
    before.objects.pop();
    assert!(before.write().unwrap() == original, "nothing else changed");
    undo(&mut window);
    assert!(bytes(&window) == original);
    assert_eq!(count(&window), 102);

    // A guard, pulled along x: it stays on the ground.
    let rows = window.state().viewport.mission.as_ref().unwrap().objects.rows();
    let guard = rows.iter().find(|row| row.name == "Guard").unwrap().object;
    window.state_mut().viewport.fly_to(guard);
    arrive(&mut window);
    let was = window.state().viewport.world().unwrap().objects[guard].position;
    // From above, where no handle lies behind another.
    window.state_mut().viewport.view.camera.pitch = 1.2;
    window.run_steps(2);
    let (from, to) = along_x(&window);
    drag(&mut window, from, to);
    settle(&mut window);
    let at = window.state().viewport.world().unwrap().objects[guard].position;
    assert!((at[0] - was[0]).hypot(at[1] - was[1]) > 0.5, "{was:?} {at:?}");
    let moved = bytes(&window);
    assert!(moved == set(&original, &edit::moved(guard, at)));
    let differ = moved.iter().zip(&original).filter(|(a, b)| a != b).count();
    assert!(moved.len() == original.len() && differ <= 12, "{differ} bytes");
    assert_eq!(window.state().messages.iter().filter(|it| it.is_error).count(), 0);

    // Once more, and away again, by keys.
    window.key_press_modifiers(Modifiers::COMMAND, Key::D);
    settle(&mut window);
    assert_eq!((count(&window), selected(&window)), (103, Some(102)));
    let ids = Mission::read(&bytes(&window)).unwrap().to_buf();
    let id = ids.objects[102].logical_id;
    assert_eq!(ids.objects.iter().filter(|it| it.logical_id == id).count(), 1);
    window.key_press(Key::Delete);
    settle(&mut window);
    assert!(bytes(&window) == moved);
    undo(&mut window);
    undo(&mut window);
    undo(&mut window);
    assert!(bytes(&window) == original, "everything taken back");

    // Saved, the file has what was changed and nothing else.
    let fields = edit::given_to(guard, 0);
    let request = ngi_view::editing::Request::Set(fields.clone());
    window.state_mut().actions.push(ngi_view::Action::Change(request));
    settle(&mut window);
    assert_eq!(window.state().viewport.world().unwrap().objects[guard].clan, Some(0));
    window.key_press_modifiers(Modifiers::COMMAND, Key::S);
    settle(&mut window);
    let stored = std::fs::read(game.path().join(CLANS)).unwrap();
    assert!(stored == set(&original, &fields));
}

#[test]
fn the_scene_is_listed_hidden_and_picked_both_ways() {
    let game = demo();
    let mut window = build(vec2(760.0, 420.0), Some(card()), settings());
    window.state_mut().open(game.path().to_owned());
    settle(&mut window);
    select(&mut window, "bases.rlb/r_scout_0_01.msh");
    window.get_by_label("Scene").click();
    window.run_steps(2);
    // A node is selected in the list: it is outlined, and its field is the selected one.
    let rows: Vec<String> = window
        .get_all_by_role(Role::TreeItem)
        .filter_map(|row| row.accesskit_node().label())
        .filter(|label| label.starts_with("0 ") || label.starts_with("1 "))
        .collect();
    assert_eq!(rows.len(), 2, "{rows:?}");
    window.get_by_role_and_label(Role::TreeItem, &rows[1]).click();
    window.run_steps(2);
    assert_eq!(window.state().viewport.outlined_part, Some(1));
    assert_eq!(window.state().inspector.selected.as_deref(), Some("nodes[1]"));
    assert_eq!(window.state().tab, Tab::Scene);
    // What is clicked on in the picture is selected in the list.
    let middle = window.state().viewport.rect().center();
    click_at(&mut window, middle);
    let picked = window.state().viewport.picked.clone().unwrap();
    assert_eq!(window.state().viewport.outlined_part, picked.node);
    assert_eq!(window.state().tab, Tab::Scene);
    // Hidden, it is not there to be clicked on any more.
    let node = picked.node.unwrap();
    window.state_mut().viewport.hide(node, true);
    window.run_steps(2);
    click_at(&mut window, middle);
    assert_ne!(window.state().viewport.picked.as_ref().and_then(|it| it.node), Some(node));
    window.get_by_label("Show all").click();
    window.run_steps(2);
    assert!(window.state().viewport.editing.hidden.is_empty());

    // A node is pulled along x by its handle: its key moves, and nothing else.
    let before = bytes(&window);
    window.key_press(Key::M);
    window.state_mut().viewport.outlined_part = Some(1);
    window.run_steps(3);
    let keys = window.state().viewport.editing.node.clone().unwrap();
    let (from, to) = along_x(&window);
    drag(&mut window, from, to);
    settle(&mut window);
    let after = bytes(&window);
    let field = format!("keys[{}].position", keys.shown);
    let moved = crate::drive::value(&window, &field);
    assert_ne!(moved[0].as_f64(), Some(f64::from(keys.position[0])), "{moved}");
    let differ = after.iter().zip(&before).filter(|(a, b)| a != b).count();
    assert!(after.len() == before.len() && differ > 0, "{differ}");
    undo(&mut window);
    assert!(bytes(&window) == before);
}

#[test]
fn the_palette_has_what_missions_place() {
    let game = demo();
    let game = ngi_verbs::surroundings::Game::open(game.path()).unwrap();
    let all = ngi_verbs::mission::palette(&game);
    let has = |path: &str| all.iter().find(|it| it.path.eq_ignore_ascii_case(path));
    let missions = ["MISSIONS/Single.01", "MISSIONS/Single.02", "MISSIONS/Single.03"];
    for mission in missions {
        let world = ngi_engine::world::World::load(&game, mission).unwrap();
        for placed in &world.objects {
            let found = has(&placed.path).unwrap_or_else(|| panic!("{} lacks", placed.path));
            assert_eq!(found.kind, placed.kind, "{}", placed.path);
            let pictured = found.pictured.as_ref().unwrap();
            assert!(game.vfs().locate(pictured).is_ok(), "{pictured}");
        }
    }
}
