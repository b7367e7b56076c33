//! Figures, for those who ask: `cargo test -p ngi-view-tests -- --ignored --nocapture`.

use std::time::{Duration, Instant};

use ngi_formats::landscape::LandscapeDoc;
use ngi_formats::nres::{Editor, NewEntry};
use ngi_verbs::format::{self, Form, Subject};
use ngi_view::document::{FieldView, Fields};

use ngi_view::{Action, App};

use crate::drive::{select, settings, settle, window};

#[test]
#[ignore = "prints how long the game folder in NGI_GAME takes to open"]
fn opening_a_game() {
    let game = std::env::var_os("NGI_GAME").expect("NGI_GAME names the game folder");
    let mut window = window(settings());
    let start = Instant::now();
    window.state_mut().open(game.into());
    while window.state().index.items().is_empty() {
        window.step();
    }
    println!("first {} items after {:?}", window.state().index.items().len(), start.elapsed());
    settle(&mut window);
    println!("all {} items after {:?}", window.state().index.items().len(), start.elapsed());
    let start = Instant::now();
    window.state_mut().search = "scout".to_owned();
    window.state_mut().tree.search("scout");
    window.step();
    println!("search and a frame: {:?}, {} hits", start.elapsed(), window.state().tree.hits());
}

#[test]
#[ignore = "prints what the rows of an archive of 200,000 entries cost"]
fn rows_of_a_long_list() {
    let mut editor = Editor::new();
    for number in 0..200_000 {
        let name = format!("entry{number}");
        editor.add(NewEntry::new(*b"TEXT", name).unwrap(), b"".as_slice()).unwrap();
    }
    let bytes = editor.write().unwrap();
    let subject = Subject::file("many.lib", &bytes);
    let format = format::recognise(&subject).unwrap();
    let start = Instant::now();
    let tree = format.document.tree(&subject, Form::Short).unwrap();
    println!("a tree, as each frame makes one: {:?}", start.elapsed());
    let mut fields = Fields::default();
    fields.reset(&tree);
    fields.toggle("entries");
    let start = Instant::now();
    let count = fields.rows(&tree).len();
    println!("{count} rows: {:?}", start.elapsed());
    let start = Instant::now();
    for place in count - 40..count {
        FieldView::of(&tree, &fields.path(place)).unwrap();
    }
    println!("forty rows in sight: {:?}", start.elapsed());
    let start = Instant::now();
    fields.filter("attr1");
    println!("{} rows of a filter: {:?}", fields.rows(&tree).len(), start.elapsed());
}

/// What a page is held against: see `docs/web.md`.
#[test]
#[ignore = "prints how long the demo game takes to its first picture, and what frames of it cost"]
fn the_demo_and_its_frames() {
    let mut window = window(settings());
    let start = Instant::now();
    window.state_mut().actions.push(Action::Demo);
    settle(&mut window);
    println!("made and read after {:?}", start.elapsed());
    select(&mut window, "static.rlb/s_tree_0_01.msh");
    println!("its first picture after {:?}", start.elapsed());
    for path in ["DATA/MAPS/VALLEY/Land.msh", "bases.rlb/r_scout_0_01.msh", "Material.lib/WATER"] {
        select(&mut window, path);
        window.run_steps(5);
        let mut frames: Vec<_> = (0..10)
            .map(|_| {
                let start = Instant::now();
                window.step();
                start.elapsed()
            })
            .collect();
        frames.sort_unstable();
        println!("{path}: frames of {:?} to {:?}", frames.first(), frames.last());
    }
}

/// The figures of `docs/performance.md`.
#[test]
#[ignore = "prints what a search over 13,000 items and a frame of the gallery cost"]
fn a_search_and_a_gallery_of_thirteen_thousand() {
    let mut editor = Editor::new();
    for number in 0..13_259 {
        let name = format!("s_tree_{number:05}.msh");
        editor.add(NewEntry::new(*b"TEXT", name).unwrap(), b"x".as_slice()).unwrap();
    }
    let mut window = crate::drive::build(egui::vec2(1280.0, 800.0), None, settings());
    let files = vec![("many.lib".to_owned(), editor.write().unwrap())];
    window.state_mut().actions.push(Action::OpenFiles(files));
    settle(&mut window);
    let mut typed = String::new();
    for letter in "tree_0123".chars() {
        typed.push(letter);
        let App { tree, index, .. } = &mut **window.state_mut();
        let start = Instant::now();
        tree.search(&typed);
        let rows = tree.rows(index).len();
        println!("search for {typed}: {:?}, {rows} rows", start.elapsed());
    }
    window.state_mut().tree.search("");
    let at = window.ctx.content_rect().center();
    window.event(egui::Event::PointerMoved(at));
    let mut frames = Vec::new();
    for _ in 0..60 {
        window.event(egui::Event::MouseWheel {
            unit: egui::MouseWheelUnit::Line,
            delta: egui::vec2(0.0, -30.0),
            phase: egui::TouchPhase::Move,
            source: egui::MouseWheelSource::Wheel,
            modifiers: egui::Modifiers::NONE,
        });
        let start = Instant::now();
        window.step();
        frames.push(start.elapsed());
    }
    frames.sort_unstable();
    println!(
        "frames of the gallery while scrolling: middle {:?}, longest {:?}",
        frames[30], frames[59]
    );
}

/// The figures of `docs/performance.md`. What a frame takes in which only the camera or the pointer
/// moved is the driver's part, and the harness's.
#[test]
#[ignore = "prints what opening things of the game folder in NGI_GAME takes, and a stroke"]
fn openings_and_a_stroke() {
    let game = std::env::var_os("NGI_GAME").expect("NGI_GAME names the game folder");
    let mut window = window(settings());
    window.state_mut().open(game.into());
    settle(&mut window);
    let models: Vec<String> = (1..=6).map(|at| format!("bases.rlb/r_scout_0_0{at}.msh")).collect();
    let levels = ["CRATER", "CRATER_03", "CRATER_05"].map(|it| format!("DATA/MAPS/{it}/Land.msh"));
    let centre = window.ctx.content_rect().center();
    for (what, paths) in [("a model", &models[..]), ("a level", &levels[..])] {
        // Warm: libraries are open, and the first of a kind was seen.
        let mut times: Vec<Duration> = paths.iter().map(|path| opened(&mut window, path)).collect();
        let first = times.remove(0);
        println!("{what}: first {first:?}, then {}", told(times));
        window.event(pressed(centre, egui::PointerButton::Secondary, true));
        println!("  frames while the camera turns: {}", told(moved(&mut window, centre)));
        window.event(pressed(centre, egui::PointerButton::Secondary, false));
        settle(&mut window);
    }
    window.key_press(egui::Key::M);
    settle(&mut window);
    window.state_mut().viewport.editing.ground.radius = 30.0;
    let document = window.state().current.as_ref().and_then(|it| it.document.as_ref());
    let land = LandscapeDoc::open(document.unwrap().bytes()).unwrap();
    println!("a brush over {} faces: {}", land.faces.len(), told(moved(&mut window, centre)));
    window.event(egui::Event::PointerMoved(centre));
    window.event(pressed(centre, egui::PointerButton::Primary, true));
    window.step();
    println!("  frames of a stroke: {}", told(moved(&mut window, centre)));
    window.event(pressed(centre, egui::PointerButton::Primary, false));
    let start = Instant::now();
    window.step();
    println!("  its end: {:?}", start.elapsed());
}

fn pressed(pos: egui::Pos2, button: egui::PointerButton, pressed: bool) -> egui::Event {
    egui::Event::PointerButton { pos, button, pressed, modifiers: egui::Modifiers::NONE }
}

/// What frames take while the pointer moves.
fn moved(window: &mut crate::drive::Window, from: egui::Pos2) -> Vec<Duration> {
    let frame = |at: u8| {
        let pos = from + egui::vec2(f32::from(at) * 2.0, f32::from(at % 7));
        window.event(egui::Event::PointerMoved(pos));
        let start = Instant::now();
        window.step();
        start.elapsed()
    };
    (0..60).map(frame).collect()
}

fn told(mut times: Vec<Duration>) -> String {
    times.sort_unstable();
    let middle = times.get(times.len() / 2);
    format!("middle {middle:?}, least {:?}, longest {:?}", times.first(), times.last())
}

/// How long it takes until something is there to be drawn.
fn opened(window: &mut crate::drive::Window, path: &str) -> Duration {
    let start = Instant::now();
    window.state_mut().actions.push(Action::Select(path.to_owned()));
    window.step();
    while window.state().is_busy() || !window.state().viewport.has_scene() {
        std::thread::sleep(Duration::from_micros(500));
        window.step();
    }
    start.elapsed()
}
