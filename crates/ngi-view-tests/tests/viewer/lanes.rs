//! Keys on a time line: what is done there gives the bytes that `ngi set` gives.

use egui::{Key, Pos2, Role, vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use ngi_engine::model::{Moment, Skeleton};
use ngi_formats::msh::{Model, ModelDoc};
use ngi_verbs::format::Form;
use ngi_view::lanes::{Commands, NodeLanes, Tracks};

use crate::drive::{
    Window, build, bytes, card, demo, drag, enter, enter_number, select, set, settings, settle,
    undo,
};

const MODEL: &str = "bases.rlb/r_scout_0_01.msh";
const EFFECT: &str = "effects.rlb/exp_medium";
const MATERIAL: &str = "Material.lib/WATER";

fn findings(window: &Window) -> Vec<&'static str> {
    let current = window.state().current.as_ref().unwrap();
    current.findings.iter().map(|finding| finding.code.id).collect()
}

/// A window on something of the demo game, with its lanes.
fn lanes_of(game: &tempfile::TempDir, path: &str) -> Window {
    let mut window = build(vec2(1000.0, 640.0), Some(card()), settings());
    window.state_mut().open(game.path().to_owned());
    settle(&mut window);
    select(&mut window, path);
    window.get_by_label("Timeline").click();
    window.run_steps(3);
    window
}

fn place(window: &Window, role: Role, label: &str) -> Pos2 {
    let found = window.query_by_role_and_label(role, label);
    found.unwrap_or_else(|| panic!("no {label}")).rect().center()
}

/// The first node with three keys or more, its name on the lanes, and its keys.
fn node_of(window: &Window) -> (usize, String, Vec<f32>) {
    let lanes = NodeLanes::of(&bytes(window)).unwrap();
    let all = lanes.shown(None);
    let node = all.into_iter().find(|node| lanes.times(*node).len() > 2).unwrap();
    let row = window.query_all_by_role(Role::TreeItem);
    let names = row.filter_map(|row| row.accesskit_node().label());
    let start = format!("{node} ");
    let name = names.into_iter().find(|name| name.starts_with(&start) && name.ends_with('◆'));
    let name = name.unwrap().trim_end_matches(" ◆").to_owned();
    (node, name, lanes.times(node).to_vec())
}

#[test]
fn keys_of_nodes_are_moved_added_copied_and_taken_out() {
    let game = demo();
    let mut window = lanes_of(&game, MODEL);
    let (original, clean) = (bytes(&window), findings(&window));
    let (node, name, times) = node_of(&window);
    let model = ModelDoc::open(&original).unwrap();
    let first = usize::from(model.nodes.records[node].fallback_key) + 1 - times.len();

    // A key is pulled to the left by whole frames, not past its neighbour.
    let key = place(&window, Role::Button, &format!("{name} {}", times[1]));
    let before = place(&window, Role::Button, &format!("{name} {}", times[0]));
    drag(&mut window, key, key - vec2((key.x - before.x) * 0.5, 0.0));
    settle(&mut window);
    let moved = bytes(&window);
    let now = NodeLanes::of(&moved).unwrap().times(node)[1];
    assert!(now < times[1] && now > times[0] && now.fract() == 0.0, "{now}");
    let field = (format!("keys[{}].time", first + 1), now.to_string());
    assert!(moved == set(&window, &original, &[field]), "as ngi set gives it");
    assert_eq!(findings(&window), clean);
    undo(&mut window);
    assert!(bytes(&window) == original);

    // A click goes there and selects it; Delete takes it out.
    window.get_by_role_and_label(Role::Button, &format!("{name} {}", times[1])).click();
    window.run_steps(3);
    let fps = window.state().viewport.view.settings.fps;
    assert!((window.state().viewport.playback.time * fps - times[1]).abs() < 1e-3);
    assert_eq!(window.state().viewport.outlined_part, Some(node));
    window.key_press(Key::Delete);
    settle(&mut window);
    let less = bytes(&window);
    let mut fields = vec![(format!("keys[{}]", first + 1), "-".to_owned())];
    for (other, own) in model.nodes.iter().enumerate().skip(node) {
        fields.push((format!("nodes[{other}].fallback_key"), (own.fallback_key - 1).to_string()));
    }
    assert!(less == set(&window, &original, &fields), "as ngi set gives it");
    assert_eq!(findings(&window), clean);
    undo(&mut window);
    assert!(bytes(&window) == original);

    // A key between two others, as the node is shown: nothing moves otherwise than before.
    let between = (times[1] + times[2]) / 2.0;
    window.state_mut().viewport.playback.time = between.round() / fps;
    window.key_press(Key::K);
    settle(&mut window);
    let more = bytes(&window);
    let added = NodeLanes::of(&more).unwrap().times(node).to_vec();
    assert_eq!(added.len(), times.len() + 1, "{:?}", window.state().messages);
    assert_eq!(added[2], between.round());
    let poses = |bytes: &[u8]| {
        let model = Model::read(bytes).unwrap();
        let skeleton = Skeleton::new(&model);
        let frames = (0..skeleton.frame_count()).map(|frame| frame as f32);
        let at = |frame| skeleton.sample(node, Moment::At(frame)).unwrap();
        frames.map(|frame| at(frame).transform()).collect::<Vec<_>>()
    };
    for (was, now) in poses(&original).iter().zip(poses(&more)) {
        assert!(was.abs_diff_eq(now, 2e-3), "{was:?} {now:?}");
    }
    assert_eq!(findings(&window), clean);
    undo(&mut window);
    assert!(bytes(&window) == original);

    // Copied, and put down behind the last.
    window.get_by_role_and_label(Role::Button, &format!("{name} {}", times[1])).click();
    window.run_steps(2);
    window.event(egui::Event::Copy);
    window.run_steps(2);
    let last = times.last().unwrap() + 5.0;
    window.state_mut().viewport.playback.time = last / fps;
    window.get_by_label("Paste keyframes").click();
    settle(&mut window);
    let pasted = ModelDoc::open(&bytes(&window)).unwrap().tracks().unwrap();
    let own = &model.tracks().unwrap()[node].keys;
    let end = pasted[node].keys.last().unwrap();
    assert_eq!((end.time, end.position, end.rotation), (last, own[1].position, own[1].rotation));
    assert_eq!(findings(&window), clean);
    undo(&mut window);

    // All of them, twice as slow.
    window.get_by_label("Select all keyframes").click();
    window.run_steps(2);
    let field = window.get_by_role_and_label(Role::SpinButton, "Stretch");
    field.focus();
    field.click();
    window.run_steps(2);
    enter(&mut window, "200");
    let slow = NodeLanes::of(&bytes(&window)).unwrap();
    let twice: Vec<f32> = times.iter().map(|time| time * 2.0).collect();
    assert_eq!(slow.times(node), twice, "{:?}", window.state().messages);
    assert_eq!(findings(&window), clean);
    undo(&mut window);
    assert!(bytes(&window) == original);
    assert!(!window.state().messages.iter().any(|it| it.is_error));
}

#[test]
fn windows_of_commands_are_pulled_while_it_plays() {
    let game = demo();
    let mut window = lanes_of(&game, EFFECT);
    let (original, clean) = (bytes(&window), findings(&window));
    let read = |window: &Window| {
        let document = window.state().current.as_ref().unwrap().document.as_ref().unwrap();
        Commands::of(&document.tree().unwrap()).unwrap()
    };
    let commands = read(&window);
    let ends = |it: &ngi_view::lanes::windows::Command| it.window.as_ref().map(|w| (w.lo, w.hi));
    let rows = commands.rows.iter().enumerate();
    let short = rows.clone().find(|(_, it)| ends(it).is_some_and(|(lo, hi)| lo == 0.0 && hi < 0.8));
    let (number, command) = short.unwrap();
    let (_, hi) = ends(command).unwrap();
    let start = format!("{number} ");
    let sliders = window.query_all_by_role(Role::Slider);
    let labels: Vec<String> = sliders.filter_map(|it| it.accesskit_node().label()).collect();
    let own = labels.iter().find(|it| it.starts_with(&start) && it.ends_with(" end")).unwrap();
    let whole = own.trim_end_matches(" end").to_owned();

    window.state_mut().viewport.playback.playing = true;
    let at = place(&window, Role::Slider, own);
    drag(&mut window, at, at + vec2(40.0, 0.0));
    settle(&mut window);
    assert!(window.state().viewport.playback.playing, "it goes on playing");
    let longer = bytes(&window);
    let (lo, now) = ends(&read(&window).rows[number]).unwrap();
    assert!(lo == 0.0 && now > hi, "{lo} {now}");
    let field = (format!("commands[{number}].window.hi"), now.to_string());
    assert!(longer == set(&window, &original, &[field]), "as ngi set gives it");
    assert_eq!(findings(&window), clean);
    undo(&mut window);
    assert!(bytes(&window) == original);

    let at = place(&window, Role::Slider, &whole);
    drag(&mut window, at, at + vec2(30.0, 0.0));
    settle(&mut window);
    let (lo, now) = ends(&read(&window).rows[number]).unwrap();
    assert!(lo > 0.0 && (now - lo - hi).abs() < 1e-5, "as long as before: {lo} {now}");
    undo(&mut window);
    assert!(bytes(&window) == original, "one step");

    // A click shows what runs in it; the end of a curve is typed.
    window.get_by_role_and_label(Role::Slider, &whole).click();
    settle(&mut window);
    assert_eq!(window.state().viewport.outlined_part, Some(number));
    let size = read(&window).rows[number].runs.iter().find(|run| run.name == "size").cloned();
    let label = format!("{} 0", size.unwrap().fields[1]);
    enter_number(&mut window, &label, "3.25");
    let rows = read(&window).rows;
    let size = rows[number].runs.iter().find(|run| run.name == "size").unwrap();
    assert_eq!(size.ends[1][0], 3.25, "{:?}", window.state().messages);
    undo(&mut window);
    assert!(bytes(&window) == original);
}

#[test]
fn phases_of_a_material_last_longer_and_change() {
    let game = demo();
    let mut window = lanes_of(&game, MATERIAL);
    let (original, clean) = (bytes(&window), findings(&window));
    let read = |window: &Window| {
        let document = window.state().current.as_ref().unwrap().document.as_ref().unwrap();
        let tree = document.format.document.tree(&document.subject(), Form::Short).unwrap();
        Tracks::of(&tree).unwrap()
    };
    let was = read(&window);
    let (phase, end) = was.tracks[0].keys[0];
    let label = "tracks[0].keys[0].time_ms";
    window.state_mut().viewport.playback.playing = true;
    let at = place(&window, Role::Slider, label);
    drag(&mut window, at, at + vec2(25.0, 0.0));
    settle(&mut window);
    let (_, now) = read(&window).tracks[0].keys[0];
    assert!(now > end, "{now}");
    let field = (label.to_owned(), now.to_string());
    assert!(bytes(&window) == set(&window, &original, &[field]), "as ngi set gives it");
    assert!(window.state().viewport.playback.playing);
    assert_eq!(findings(&window), clean);
    undo(&mut window);
    assert!(bytes(&window) == original);

    window.get_by_role_and_label(Role::Button, "tracks[0].keys[0]").click();
    window.run_steps(3);
    window.get_by_role_and_label(Role::ComboBox, "Phase").click();
    window.run_steps(3);
    let other = (0..was.phases.len()).find(|other| *other != phase).unwrap();
    let name = format!("{other} {}", was.phases[other].texture);
    window.get_by_role_and_label(Role::Button, &name).click();
    settle(&mut window);
    assert_eq!(read(&window).tracks[0].keys[0], (other, end), "{:?}", window.state().messages);
    undo(&mut window);
    assert!(bytes(&window) == original);
}
