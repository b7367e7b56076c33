//! Control points and sockets of a model, and nodes turned about every axis.

use egui::{Key, Pos2, Role, vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use ngi_engine::model::Transform;
use ngi_view::editing::{Gizmo, Handle, Spot};

use crate::drive::{
    Window, bytes, click_at, demo, drag, enter_number, scene_of, set, settle, undo,
};

const POINTS: &str = "bases.rlb/r_scout_0_01.cpt";
const MODEL: &str = "bases.rlb/r_scout_0_01.msh";
const GUESTS: &str = "MISSIONS/Single.02/data.tma";

/// The gizmo of what is selected, and where a point of the world is in the window.
fn gizmo(window: &Window, handles: &[Handle]) -> (Gizmo, impl Fn(glam::Vec3) -> Pos2 + use<>) {
    let viewport = &window.state().viewport;
    let (_, now) = viewport.subject().unwrap();
    let sight = viewport.view.camera.sight(viewport.view.size, &ngi_render::Bounds::UNIT);
    let gizmo = Gizmo::new(now.position.into(), &sight, handles);
    let corner = viewport.rect().min;
    (gizmo, move |at| {
        let [x, y] = sight.project(at).unwrap();
        corner + vec2(x, y)
    })
}

#[test]
fn control_points_are_seen_on_their_model_and_moved() {
    let game = demo();
    let mut window = scene_of(game.path(), POINTS);
    let original = bytes(&window);
    assert!(window.state().viewport.has_scene(), "the model beside them is drawn");
    let spots = window.state().viewport.editing.spots.clone();
    assert!(spots.len() > 3 && spots.iter().all(|spot| spot.is_point));
    let own = spots.iter().find(|spot| spot.name == "LeftFoot").unwrap();
    window.key_press(Key::M);
    window.run_steps(2);
    let row = format!("{} LeftFoot", own.part);
    window.get_by_role_and_label(Role::TreeItem, &row).click();
    settle(&mut window);
    assert_eq!(window.state().viewport.outlined_part, Some(own.part));

    let (gizmo, place) = gizmo(&window, &[Handle::Z]);
    let [from, to] = gizmo.lines(Handle::Z)[0];
    drag(&mut window, place(from.lerp(to, 0.7)), place(from.lerp(to, 1.6)));
    settle(&mut window);
    let moved = bytes(&window);
    let now = Spot::points(&moved)[own.part].position;
    let far = glam::Vec3::from(now).distance(own.position.into());
    assert!(far > 0.01, "{:?}", window.state().messages);
    let [x, y, z] = now;
    let fields = [(own.field(), format!("[{x},{y},{z}]"))];
    assert!(moved == set(&window, &original, &fields), "as ngi set gives it");
    assert!(window.state().current.as_ref().unwrap().findings.is_empty());
    undo(&mut window);
    assert!(bytes(&window) == original);

    // A number is typed.
    enter_number(&mut window, "y", "0.75");
    let [x, y, z] = Spot::points(&bytes(&window))[own.part].position;
    assert_eq!([x, y, z], [own.position[0], 0.75, own.position[2]]);
    undo(&mut window);
    assert!(bytes(&window) == original);

    // Another one is picked in the picture.
    let other = spots.iter().find(|spot| spot.name == "Fire").unwrap_or(&spots[0]);
    window.get_by_role_and_label(Role::TreeItem, &format!("{} {}", other.part, other.name)).click();
    settle(&mut window);
    let (there, place) = self::gizmo(&window, &[Handle::Z]);
    window.state_mut().viewport.outlined_part = None;
    click_at(&mut window, place(there.at));
    let picked = window.state().viewport.outlined_part;
    let at = |part: usize| spots.iter().find(|spot| spot.part == part).map(|spot| spot.node);
    assert!(picked.is_some_and(|part| at(part).is_some()), "{picked:?}");
}

#[test]
fn where_a_control_point_points_is_turned_and_typed() {
    let game = demo();
    let mut window = scene_of(game.path(), POINTS);
    let original = bytes(&window);
    let spots = window.state().viewport.editing.spots.clone();
    let own = spots.iter().find(|spot| spot.vector != [0.0; 3]).unwrap();
    window.key_press(Key::M);
    window.run_steps(2);
    window.get_by_role_and_label(Role::TreeItem, &format!("{} {}", own.part, own.name)).click();
    settle(&mut window);
    let all = [Handle::X, Handle::Y, Handle::Z, Handle::Turn, Handle::TurnX, Handle::TurnY];
    let (gizmo, place) = gizmo(&window, &all);
    let viewport = &window.state().viewport;
    let sight = viewport.view.camera.sight(viewport.view.size, &ngi_render::Bounds::UNIT);
    // The ring that turns it furthest.
    let way = glam::Vec3::from(own.vector).normalize();
    let rings = [Handle::Turn, Handle::TurnX, Handle::TurnY];
    let across = |ring: &Handle| way.dot(ring.turns_about().unwrap()).abs();
    let ring = rings.into_iter().min_by(|a, b| across(a).total_cmp(&across(b))).unwrap();
    let lines = gizmo.lines(ring);
    let is_free = |[from, _]: &[glam::Vec3; 2]| {
        gizmo.under(&sight, sight.project(*from).unwrap(), 1.0) == Some(ring)
    };
    let free = lines.iter().position(is_free).unwrap();
    let (from, to) = (place(lines[free][0]), place(lines[(free + 5) % lines.len()][0]));
    drag(&mut window, from, to);
    settle(&mut window);
    let turned = Spot::points(&bytes(&window))[own.part].clone();
    assert_eq!(turned.position, own.position);
    let [was, now] = [own.vector, turned.vector].map(glam::Vec3::from);
    assert!(was.distance(now) > 0.05, "{was} {now} {:?}", window.state().messages);
    assert!((was.length() - now.length()).abs() < 1e-4);
    undo(&mut window);
    assert!(bytes(&window) == original);

    enter_number(&mut window, "dy", "0.5");
    let [x, y, z] = Spot::points(&bytes(&window))[own.part].vector;
    assert_eq!([x, y, z], [own.vector[0], 0.5, own.vector[2]]);
}

#[test]
fn a_node_is_turned_about_any_axis() {
    let game = demo();
    let mut window = scene_of(game.path(), MODEL);
    let original = bytes(&window);
    window.key_press(Key::M);
    window.run_steps(2);
    let rows = window.query_all_by_role(Role::TreeItem);
    let labels = rows.filter_map(|row| row.accesskit_node().label());
    let third = labels.into_iter().find(|label| label.starts_with("2 ")).unwrap();
    window.get_by_role_and_label(Role::TreeItem, &third).click();
    settle(&mut window);
    for handle in [Handle::TurnX, Handle::TurnY] {
        let all = [Handle::X, Handle::Y, Handle::Z, Handle::Turn, Handle::TurnX, Handle::TurnY];
        let (gizmo, place) = gizmo(&window, &all);
        let viewport = &window.state().viewport;
        let sight = viewport.view.camera.sight(viewport.view.size, &ngi_render::Bounds::UNIT);
        let lines = gizmo.lines(handle);
        let free = lines.iter().position(|[from, _]| {
            gizmo.under(&sight, sight.project(*from).unwrap(), 1.0) == Some(handle)
        });
        let free = free.unwrap();
        let to = lines[(free + 4) % lines.len()][0];
        let (from, to) = (place(lines[free][0]), place(to));
        let keys = window.state().viewport.editing.node.clone().unwrap();
        drag(&mut window, from, to);
        settle(&mut window);
        let turned = bytes(&window);
        assert!(turned != original, "{handle:?} {:?}", window.state().messages);
        let now = window.state().viewport.editing.node.clone().unwrap();
        assert_eq!(now.position, keys.position);
        let about = handle.turns_about().unwrap();
        // About which axis: what lies on it stays there.
        let matrix = |rotation: [i16; 4]| {
            let [w, x, y, z] = rotation.map(|part| f32::from(part) / 32767.0);
            Transform::from_quat(glam::Quat::from_xyzw(x, y, z, w).conjugate())
        };
        let by = matrix(now.rotation) * matrix(keys.rotation).inverse();
        assert!((by.transform_vector3(about) - about).length() < 2e-3, "{handle:?} {by:?}");
        assert!((by.transform_vector3(glam::Vec3::Z) - glam::Vec3::Z).length() > 0.1);
        undo(&mut window);
        assert!(bytes(&window) == original);
    }
}

#[test]
fn a_guest_of_a_building_has_no_handles_and_what_is_hidden_stays_so() {
    let game = demo();
    let mut window = scene_of(game.path(), GUESTS);
    window.key_press(Key::M);
    window.run_steps(2);
    let original = bytes(&window);
    let world = window.state().viewport.world().unwrap();
    let guest = world.objects.iter().position(|it| it.host.is_some()).unwrap();
    let hidden = world.objects.len() - 1;
    let name = world.objects[hidden].path.clone();
    window.state_mut().viewport.mission.as_mut().unwrap().objects.select(guest);
    window.run_steps(3);
    let (gizmo, place) = gizmo(&window, &[Handle::X]);
    let [from, to] = gizmo.lines(Handle::X)[0];
    drag(&mut window, place(from.lerp(to, 0.7)), place(from.lerp(to, 1.6)));
    settle(&mut window);
    assert!(bytes(&window) == original, "nothing was taken hold of");

    // One object goes: the hidden one is another number, and the same object.
    window.state_mut().viewport.hide(hidden, true);
    let request = ngi_view::editing::Request::Remove(0);
    window.state_mut().actions.push(ngi_view::Action::Change(request));
    settle(&mut window);
    let left: Vec<usize> = window.state().viewport.editing.hidden.iter().copied().collect();
    assert_eq!(left, [hidden - 1]);
    assert_eq!(window.state().viewport.world().unwrap().objects[left[0]].path, name);
    undo(&mut window);
    let back: Vec<usize> = window.state().viewport.editing.hidden.iter().copied().collect();
    assert_eq!(back, [hidden]);
}
