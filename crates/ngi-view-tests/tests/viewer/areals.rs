//! Areals changed in the picture, and areals that follow the ground.

use std::time::{Duration, Instant};

use egui::{Key, Pos2, vec2};
use egui_kittest::kittest::Queryable;
use ngi_engine::arealmap::{Areals, LoadOptions};
use ngi_formats::arealmap::{self, ArealMapBuf, ArealMapFile};
use ngi_formats::{Findings, Mode};
use ngi_render::{Frame, Overlays, View};
use ngi_verbs::format::{Subject, recognise};
use ngi_view::Action;
use ngi_view::editing::{ArealChange, ArealKind, Request};
use ngi_view::tabs::Ask;

use crate::drive::{
    Window, build, bytes, card, click_at, demo, drag, enter, select, settings, settle, undo,
};

const MAP: &str = "DATA/MAPS/VALLEY/Land.map";
const LAND: &str = "DATA/MAPS/VALLEY/Land.msh";

fn areals(bytes: &[u8]) -> ArealMapBuf {
    arealmap::read_file(bytes).unwrap().to_buf()
}

fn sound(bytes: &[u8]) {
    let mut findings = Findings::new(Mode::Strict, false);
    arealmap::check(bytes, &mut findings);
    assert!(findings.is_empty(), "{:?}", findings.list());
}

fn set(before: &[u8], fields: &[(String, String)]) -> Vec<u8> {
    let subject = Subject::file("Land.map", before);
    let format = recognise(&subject).unwrap();
    ngi_verbs::set::change(format.document, &subject, fields).unwrap().bytes
}

fn open(game: &tempfile::TempDir, path: &str) -> Window {
    let mut window = build(vec2(1000.0, 560.0), Some(card()), settings());
    window.state_mut().open(game.path().to_owned());
    settle(&mut window);
    select(&mut window, path);
    window.key_press(Key::M);
    window.run_steps(2);
    window
}

/// Where a point of the world is in the window.
fn place(window: &Window, at: [f32; 3]) -> Pos2 {
    let viewport = &window.state().viewport;
    let sight = viewport.view.camera.sight(viewport.view.size, &ngi_render::Bounds::UNIT);
    let [x, y] = sight.project(at.into()).unwrap();
    viewport.rect().min + vec2(x, y)
}

fn middle(polygon: &[[f32; 3]]) -> [f32; 3] {
    let share = 1.0 / polygon.len() as f32;
    polygon.iter().fold([0.0; 3], |sum, at| [0, 1, 2].map(|axis| sum[axis] + at[axis] * share))
}

/// A dry areal with four corners or more in the middle of the map, large enough to click on, and a
/// corner of it that is inside the map.
fn middle_areal(map: &ArealMapBuf) -> (usize, usize) {
    let frame = map.frame().unwrap();
    let centre = [0, 1].map(|axis| (frame.min[axis] + frame.max[axis]) / 2.0);
    let far = |[x, y, _]: [f32; 3]| (x - centre[0]).hypot(y - centre[1]);
    let large = map.areals.iter().enumerate().filter(|(_, areal)| {
        let linked = areal.links.iter().all(|link| !link.is_none());
        !areal.head.class.is_lake() && areal.polygon.len() == 4 && linked
    });
    let most = large.clone().map(|(_, areal)| areal.head.area).fold(0.0, f32::max);
    let large = large.filter(|(_, areal)| areal.head.area > most * 0.9);
    let near = large.min_by(|a, b| far(a.1.head.anchor).total_cmp(&far(b.1.head.anchor)));
    (near.unwrap().0, 2)
}

#[test]
fn corners_are_pulled_areals_cut_joined_and_painted() {
    let game = demo();
    let mut window = open(&game, MAP);
    let original = bytes(&window);
    sound(&original);
    let before = areals(&original);
    let (areal, corner) = middle_areal(&before);
    let polygon = before.areals[areal].polygon.clone();

    // A corner is pulled: its neighbours go along, and it stays on the ground.
    let inside = place(&window, middle(&polygon));
    click_at(&mut window, inside);
    assert_eq!(window.state().viewport.outlined_part, Some(areal));
    let at = place(&window, polygon[corner]);
    click_at(&mut window, at);
    assert_eq!(window.state().viewport.editing.areals.corner, Some(corner));
    let side = place(&window, polygon[0]).distance(at) * 0.2;
    drag(&mut window, at, at + vec2(side, side * 0.5));
    settle(&mut window);
    let moved = bytes(&window);
    let [x, y, z] = areals(&moved).areals[areal].polygon[corner];
    let field = (format!("areals[{areal}].polygon[{corner}]"), format!("[{x},{y},{z}]"));
    assert!(moved != original, "{:?}", window.state().messages);
    assert!(moved == set(&original, &[field]), "as ngi set gives it");
    sound(&moved);
    assert!(areals(&moved).areals.iter().filter(|it| it.polygon.contains(&[x, y, z])).count() > 2);
    undo(&mut window);
    assert!(bytes(&window) == original);

    // Cut between two corners that are no neighbours, and joined again.
    window.get_by_label("Split").click();
    window.run_steps(2);
    for corner in [0, 2] {
        let at = place(&window, polygon[corner]);
        click_at(&mut window, at);
    }
    let cut = bytes(&window);
    let file = ArealMapFile::read(&original).unwrap();
    let mut wanted = before.clone();
    let new = wanted.split(areal, 0, 2).unwrap();
    assert!(cut == file.write_with(&wanted).unwrap(), "{:?}", window.state().messages);
    sound(&cut);
    window.get_by_label("Join").click();
    window.run_steps(2);
    let other = middle(&areals(&cut).areals[new].polygon);
    let other = place(&window, other);
    click_at(&mut window, other);
    let joined = areals(&bytes(&window));
    assert_eq!(joined.areals.len(), before.areals.len(), "{:?}", window.state().messages);
    assert_eq!(joined.areals[areal].head.area, before.areals[areal].head.area);
    sound(&bytes(&window));
    undo(&mut window);
    undo(&mut window);
    assert!(bytes(&window) == original, "undone by stroke");

    // Painted with a stroke.
    window.get_by_label("Paint class").click();
    window.run_steps(2);
    let tool = &mut window.state_mut().viewport.editing.areals;
    (tool.class, tool.walkable, tool.radius) = (17, true, 0.0);
    assert_eq!(tool.kind, ArealKind::Paint);
    drag(&mut window, inside, inside + vec2(side * 12.0, 0.0));
    settle(&mut window);
    let painted = areals(&bytes(&window));
    let changed = painted.areals.iter().filter(|it| it.head.class.0 == 17).count();
    assert!(changed > 1, "{changed}");
    let mut fields = Vec::new();
    for (number, (now, was)) in painted.areals.iter().zip(&before.areals).enumerate() {
        if now.head.class != was.head.class {
            fields.push((format!("areals[{number}].class"), "17".to_owned()));
        }
        if now.head.walkable != was.head.walkable {
            fields.push((format!("areals[{number}].walkable"), "true".to_owned()));
        }
    }
    assert!(bytes(&window) == set(&original, &fields), "as ngi set gives it");
    undo(&mut window);
    assert!(bytes(&window) == original, "one step");
}

#[test]
fn areals_follow_the_ground_and_come_back_with_it() {
    let game = demo();
    let mut window = open(&game, LAND);
    let land = bytes(&window);
    let map = std::fs::read(game.path().join(MAP)).unwrap();
    let rect = window.state().viewport.rect();
    window.state_mut().viewport.editing.ground.radius = 40.0;
    let (from, to) = (rect.center() + vec2(-40.0, 20.0), rect.center() + vec2(30.0, 30.0));
    drag(&mut window, from, to);
    settle(&mut window);
    assert!(bytes(&window) != land);
    let app = window.state();
    let followed = app.changed.get(MAP).unwrap_or_else(|| panic!("{:?}", app.messages));
    let now = followed.bytes().to_vec();
    assert!(now != map);
    sound(&now);
    // What `ngi import` of heights gives.
    let raised = bytes(&window);
    let wanted = ngi_convert::level::areals_on_ground(&map, [&land, &raised]).unwrap().unwrap();
    assert!(now == wanted.0);
    let (was, is) = (areals(&map), areals(&now));
    let moved = was.areals.iter().zip(&is.areals).filter(|(a, b)| a.polygon != b.polygon).count();
    assert!(moved > 0 && moved < was.areals.len(), "only around the stroke: {moved}");
    // Twice the same place, and both strokes back.
    drag(&mut window, from, to);
    settle(&mut window);
    assert!(window.state().changed[MAP].bytes() != now);
    undo(&mut window);
    assert!(window.state().changed[MAP].bytes() == now);
    undo(&mut window);
    assert!(bytes(&window) == land);
    assert!(!window.state().changed.contains_key(MAP), "as they were");

    // Saved in one step.
    drag(&mut window, from, to);
    settle(&mut window);
    window.state_mut().actions.push(Action::SaveAll);
    settle(&mut window);
    assert!(!window.state().has_changes());
    assert!(std::fs::read(game.path().join(MAP)).unwrap() != map);
}

#[test]
fn areals_whose_ground_becomes_steep_are_not_walked_on_where_somebody_says_so() {
    let game = demo();
    let mut window = open(&game, LAND);
    let map = std::fs::read(game.path().join(MAP)).unwrap();
    let walked = |bytes: &[u8]| -> Vec<bool> {
        areals(bytes).areals.iter().map(|areal| areal.head.is_walkable()).collect()
    };
    let rect = window.state().viewport.rect();
    let tool = &mut window.state_mut().viewport.editing.ground;
    (tool.radius, tool.strength) = (40.0, 1.0);
    let (from, to) = (rect.center() + vec2(-40.0, 20.0), rect.center() + vec2(30.0, 30.0));
    for _ in 0..3 {
        drag(&mut window, from, to);
        settle(&mut window);
    }
    let followed = window.state().changed[MAP].bytes().to_vec();
    assert_eq!(walked(&followed), walked(&map), "nobody asked for it");

    let (says, land) = ("Set the slope above which areals are not walkable", bytes(&window));
    crate::looking::perform(&mut window, says);
    enter(&mut window, "20");
    let steep = window.state().changed[MAP].bytes().to_vec();
    let stopped = walked(&steep).into_iter().zip(walked(&map)).filter(|(now, was)| !now && *was);
    assert!(stopped.count() > 0, "{:?}", window.state().messages);
    sound(&steep);
    let original = std::fs::read(game.path().join(LAND)).unwrap();
    let both = [original.as_slice(), &land];
    let wanted = ngi_convert::level::walked_by_slope(&followed, both, 20.0).unwrap().unwrap();
    assert!(steep == wanted.0 && lies_over(&window, &steep));

    // As they were without it, with it again, and back with the ground.
    window.get_by_label("Not walkable above").click();
    settle(&mut window);
    assert!(window.state().changed[MAP].bytes() == followed);
    window.get_by_label("Not walkable above").click();
    settle(&mut window);
    assert!(window.state().changed[MAP].bytes() == steep);
    for _ in 0..3 {
        undo(&mut window);
    }
    assert!(!window.state().has_changes(), "as they were");
}

/// The lines of areals that are drawn over the landscape.
fn lines(window: &mut Window) -> Vec<ngi_render::frame::Line> {
    let viewport = &mut window.state_mut().viewport;
    let view = View { overlays: Overlays::AREALS, ..viewport.view };
    let mut frame = Frame::new();
    ngi_render::scene::build(viewport.level_mut().unwrap(), &view, &mut frame);
    frame.lines
}

/// Whether the landscape has the areals of these bytes.
fn lies_over(window: &Window, bytes: &[u8]) -> bool {
    let wanted = loaded(bytes);
    let shown = window.state().viewport.level().unwrap().areals().unwrap();
    let polygon = |areal| shown.polygon(areal) == wanted.polygon(areal);
    shown.areals() == wanted.areals() && (0..wanted.len()).all(polygon)
}

fn loaded(bytes: &[u8]) -> Areals {
    Areals::load(bytes, &LoadOptions::default()).unwrap()
}

#[test]
fn areals_over_a_landscape_are_what_they_are_now() {
    let game = demo();
    let mut window = open(&game, LAND);
    let map = std::fs::read(game.path().join(MAP)).unwrap();
    assert!(lies_over(&window, &map));
    let before = lines(&mut window);

    // Cut in a tab of their own, and not saved.
    let tab = |path: &str| Action::Tabs(Ask::Open(path.to_owned()));
    window.state_mut().actions.push(tab(MAP));
    settle(&mut window);
    let (areal, _) = middle_areal(&areals(&map));
    let cut = ArealChange::Split { areal, corners: [0, 2] };
    window.state_mut().actions.push(Action::Change(Request::Areals(cut)));
    settle(&mut window);
    let cut = bytes(&window);
    window.state_mut().actions.push(tab(LAND));
    settle(&mut window);
    assert!(lies_over(&window, &cut));
    let after = lines(&mut window);
    assert!(after.len() > before.len(), "there is a border more");

    // They follow the ground, there and back.
    let middle = window.state().viewport.rect().center();
    window.state_mut().viewport.editing.ground.radius = 40.0;
    drag(&mut window, middle + vec2(-40.0, 20.0), middle + vec2(30.0, 30.0));
    settle(&mut window);
    let followed = window.state().changed[MAP].bytes().to_vec();
    assert!(followed != cut && lies_over(&window, &followed));
    assert!(lines(&mut window) != after, "on the new ground");
    undo(&mut window);
    assert!(window.state().changed[MAP].bytes() == cut && lies_over(&window, &cut));
    assert!(lines(&mut window) == after);

    // Others are drawn at once.
    window.state_mut().viewport.level_mut().unwrap().take_areals(Some(loaded(&map)));
    assert!(lines(&mut window) == before);
}

/// Steps until the landscape has areals; that files changed is told by the system when it likes.
fn until_over(window: &mut Window, bytes: &[u8]) {
    let start = Instant::now();
    while !lies_over(window, bytes) {
        assert!(start.elapsed() < Duration::from_secs(30), "{:?}", window.state().messages);
        std::thread::sleep(Duration::from_millis(20));
        window.step();
    }
    settle(window);
}

#[test]
fn areals_that_change_on_disk_are_drawn_over_an_open_landscape() {
    let game = demo();
    let mut window = open(&game, LAND);
    window.state_mut().follow_changes();
    let map = std::fs::read(game.path().join(MAP)).unwrap();
    let (areal, _) = middle_areal(&areals(&map));
    let cut = ArealChange::Split { areal, corners: [0, 2] }.written(&map).unwrap();
    let camera = *window.state().viewport.camera();
    std::fs::write(game.path().join(MAP), &cut).unwrap();
    until_over(&mut window, &cut);
    assert_eq!(*window.state().viewport.camera(), camera);

    // Also where the landscape has changes of its own, which stay.
    window.state_mut().actions.push(Action::Change(Request::Water(1.5)));
    settle(&mut window);
    let wet = bytes(&window);
    assert!(window.state().has_changes() && lies_over(&window, &cut));
    std::fs::write(game.path().join(MAP), &map).unwrap();
    until_over(&mut window, &map);
    assert!(bytes(&window) == wet);

    // And they are what follows the next stroke.
    let middle = window.state().viewport.rect().center();
    window.state_mut().viewport.editing.ground.radius = 40.0;
    drag(&mut window, middle + vec2(-40.0, 20.0), middle + vec2(30.0, 30.0));
    settle(&mut window);
    let followed = window.state().changed[MAP].bytes().to_vec();
    assert_eq!(areals(&followed).areals.len(), areals(&map).areals.len());
    assert!(lies_over(&window, &followed));
    // What somebody changed here is not taken from under them.
    std::fs::write(game.path().join(MAP), &cut).unwrap();
    for _ in 0..20 {
        std::thread::sleep(Duration::from_millis(50));
        window.step();
    }
    settle(&mut window);
    assert!(lies_over(&window, &followed) && window.state().changed[MAP].bytes() == followed);
}

#[test]
fn a_picture_of_heights_takes_the_place_of_a_landscape() {
    use ngi_convert::ExportOptions;
    use ngi_convert::files::{FileExport, export_file};
    use ngi_convert::level::{LevelImport, import_level};
    use ngi_formats::landscape::LandscapeDoc;
    let (game, out) = (demo(), tempfile::tempdir().unwrap());
    let [land_path, map_path] = [LAND, MAP].map(|path| game.path().join(path));
    // A hill, as a picture that somebody painted.
    let land = std::fs::read(&land_path).unwrap();
    let mut hill = LandscapeDoc::open(&land).unwrap();
    let [x, y, _] = hill.positions.records[hill.positions.len() / 2];
    for at in hill.positions.iter_mut() {
        at[2] += (30.0 - (at[0] - x).hypot(at[1] - y)).max(0.0) * 0.2;
    }
    let copy = out.path().join("Land.msh");
    std::fs::write(&copy, hill.write().unwrap()).unwrap();
    let png = out.path().join("hill.png");
    let options = ExportOptions::default();
    let how = FileExport { output: &png, to: None, options, game: None, force: false };
    export_file(&ngi_vfs::locate(&copy).unwrap(), &how).unwrap();
    // What `ngi import --like` makes of it.
    let made = out.path().join("made");
    let how = LevelImport {
        file: &png,
        output: &made,
        like: Some(&land_path),
        splat: None,
        water: None,
        lava: false,
        across: None,
        relief: None,
        axes: None,
        force: false,
    };
    import_level(&how).unwrap();

    let mut window = build(vec2(700.0, 400.0), Some(card()), settings());
    window.state_mut().open(game.path().to_owned());
    settle(&mut window);
    select(&mut window, LAND);
    window.state_mut().actions.push(Action::Replace(png));
    settle(&mut window);
    settle(&mut window);
    let wanted = std::fs::read(made.join("Land.msh")).unwrap();
    assert!(wanted != land);
    assert!(bytes(&window) == wanted, "{:?}", window.state().messages);
    assert!(window.state().exchange.report.is_some());
    let areals = std::fs::read(made.join("Land.map")).unwrap();
    assert!(areals != std::fs::read(&map_path).unwrap());
    assert!(window.state().changed[MAP].bytes() == areals, "its areals lie on it");
    window.state_mut().actions.push(Action::Undo);
    settle(&mut window);
    assert!(bytes(&window) == land);
    assert!(!window.state().has_changes(), "{:?}", window.state().changed.keys());
}

#[test]
fn rows_that_a_mesh_brings_go_with_it() {
    use ngi_convert::ExportOptions;
    use ngi_convert::files::{FileExport, export_file};
    let (game, out) = (demo(), tempfile::tempdir().unwrap());
    let level = game.path().join(LAND);
    let mesh = out.path().join("painted.obj");
    let options = ExportOptions::default();
    let how = FileExport { output: &mesh, to: None, options, game: None, force: false };
    export_file(&ngi_vfs::locate(level.parent().unwrap()).unwrap(), &how).unwrap();
    let text = std::fs::read_to_string(&mesh).unwrap();
    let first = text.lines().find(|line| line.starts_with("usemtl ")).unwrap().to_owned();
    std::fs::write(&mesh, text.replace(&format!("{first}\n"), "usemtl NEWROW\n")).unwrap();

    let mut window = build(vec2(700.0, 400.0), Some(card()), settings());
    window.state_mut().open(game.path().to_owned());
    settle(&mut window);
    select(&mut window, LAND);
    let wears = ["DATA/MAPS/VALLEY/Land1.wea", "DATA/MAPS/VALLEY/Land2.wea"];
    let changed = |window: &Window| {
        wears.map(|path| window.state().changed.get(path).map(|it| it.bytes().to_vec()))
    };
    window.state_mut().actions.push(Action::Replace(mesh));
    settle(&mut window);
    settle(&mut window);
    let [first, second] = changed(&window);
    assert!(first.is_some() && second.is_some(), "{:?}", window.state().messages);
    window.state_mut().actions.push(Action::Undo);
    settle(&mut window);
    assert!(!window.state().has_changes(), "{:?}", window.state().changed.keys());
    window.state_mut().actions.push(Action::Redo);
    settle(&mut window);
    assert_eq!(changed(&window), [first, second]);
}
