//! Two things side by side, with what differs.

use egui::{PointerButton, Role, vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use ngi_mods::{Changes, Manifest};
use ngi_verbs::diff::diff;
use ngi_view::Action;
use ngi_view::compare::{Compare, With};
use ngi_view::library::ItemKind;
use ngi_view::texts::ENGLISH;

use crate::drive::{
    Window, build, card, demo, drag, search, select, settings, settle, type_value, value,
};

const SCOUT: &str = "bases.rlb/r_scout_0_01.msh";
const WATER: &str = "Material.lib/WATER";
const GRASS: &str = "Textures.lib/GRASS.0";
const VALLEY: &str = "DATA/MAPS/VALLEY/Land.msh";

fn window_on(path: &std::path::Path) -> Window {
    let mut window = build(vec2(1100.0, 640.0), None, settings());
    window.state_mut().open(path.to_owned());
    settle(&mut window);
    window
}

fn compare(window: &mut Window, with: With) {
    window.state_mut().actions.push(Action::Compare(Some(with)));
    settle(window);
}

fn found(window: &Window) -> &Compare {
    window.state().compare.as_ref().unwrap()
}

fn fields(window: &Window) -> Vec<&str> {
    found(window).differences.iter().map(|it| it.field.as_str()).collect()
}

/// Whether the list of fields marks one.
fn is_marked(window: &Window, field: &str) -> bool {
    let marks = &found(window).marks;
    let document = window.state().current.as_ref().unwrap().document.as_ref().unwrap();
    let (own, other) = (document.tree().unwrap(), marks.tree().unwrap());
    marks.differs(&own, &other, field)
}

#[test]
fn with_a_backup_what_ngi_diff_says_is_listed_and_marked_before_it_is_saved_too() {
    let game = demo();
    let mut window = window_on(game.path());
    select(&mut window, WATER);
    compare(&mut window, With::Backup);
    assert!(found(&window).error.as_ref().unwrap().contains("no backup"));
    window.state_mut().actions.push(Action::Compare(None));
    type_value(&mut window, "phases[0].opacity", "42");
    window.state_mut().actions.push(Action::Save);
    settle(&mut window);
    compare(&mut window, With::Backup);
    assert_eq!(fields(&window), ["phases[0].opacity"]);
    let [old, new] = ["Material.lib.bak/WATER", WATER]
        .map(|path| ngi_vfs::locate(&game.path().join(path)).unwrap());
    assert_eq!(found(&window).differences, diff(&old, &new).unwrap());
    assert!(is_marked(&window, "phases[0].opacity") && is_marked(&window, "phases"));
    assert!(!is_marked(&window, "phases[0].power"));
    // A change that is not saved counts at once, and one that is taken back no more.
    type_value(&mut window, "phases[0].power", "9");
    assert_eq!(fields(&window), ["phases[0].opacity", "phases[0].power"]);
    assert!(is_marked(&window, "phases[0].power"));
    window.state_mut().actions.push(Action::Undo);
    settle(&mut window);
    assert_eq!(fields(&window), ["phases[0].opacity"]);
    // A click on a difference leads to its field.
    let row = window.query_all_by_role(Role::TreeItem).find(|row| {
        let label = row.accesskit_node().label().unwrap_or_default();
        label.starts_with("Changed: ") && label.contains("opacity")
    });
    row.unwrap().click();
    settle(&mut window);
    assert_eq!(window.state().inspector.selected.as_deref(), Some("phases[0].opacity"));
    window.get_by_label("Close comparison").click();
    settle(&mut window);
    assert!(window.state().compare.is_none());
}

#[test]
fn with_another_game_cameras_and_time_are_linked_and_one_goes_through_the_tree() {
    let (game, other) = (demo(), demo());
    let mut elsewhere = window_on(other.path());
    select(&mut elsewhere, SCOUT);
    type_value(&mut elsewhere, "nodes[3].flags", "1");
    elsewhere.state_mut().actions.push(Action::Save);
    settle(&mut elsewhere);
    drop(elsewhere);

    let mut window = window_on(game.path());
    select(&mut window, SCOUT);
    compare(&mut window, With::Game(other.path().to_owned()));
    assert_eq!(fields(&window), ["nodes[3].flags"]);
    assert_eq!(found(&window).marks.parts.iter().copied().collect::<Vec<_>>(), [3]);
    let linked = |window: &Window| {
        let (own, other) = (&window.state().viewport, &found(window).viewport);
        assert!(other.has_scene());
        assert_eq!(own.camera(), other.camera());
        assert_eq!(own.playback.time, other.playback.time);
        *own.camera()
    };
    let first = linked(&window);
    // Either picture turns both.
    for left in [true, false] {
        let before = linked(&window);
        let viewport = match left {
            true => window.state().viewport.rect(),
            false => found(&window).viewport.rect(),
        };
        drag(&mut window, viewport.center(), viewport.center() + vec2(40.0, 10.0));
        window.step();
        assert_ne!(linked(&window), before, "left: {left}");
    }
    assert_ne!(linked(&window), first);
    window.state_mut().viewport.playback.time = 0.5;
    window.step();
    linked(&window);
    // The same question of the next thing.
    select(&mut window, GRASS);
    assert_eq!(found(&window).of, GRASS);
    assert!(found(&window).is_same());
    select(&mut window, "bases.rlb");
    let told = found(&window).lines(ENGLISH.about());
    assert!(told.iter().any(|line| line.contains("r_scout_0_01.msh")), "{told:?}");
    // What is not there is said, and harms nothing.
    std::fs::remove_file(other.path().join("Material.lib")).unwrap();
    select(&mut window, WATER);
    assert!(found(&window).error.is_some());
    select(&mut window, SCOUT);
    assert_eq!(fields(&window), ["nodes[3].flags"]);
}

#[test]
fn with_a_mod_and_with_another_entry() {
    let (game, folder) = (demo(), tempfile::tempdir().unwrap());
    let manifest = Manifest::new("water").unwrap().to_text();
    std::fs::write(folder.path().join("mod.toml"), manifest).unwrap();
    let list = r#"{"schema":"ngi.changes/1","files":[{"path":"Material.lib","changes":
        [{"entry":"WATER","set":"phases[0].opacity","to":7}]}]}"#;
    let changes = Changes::parse(list.as_bytes()).unwrap().to_text().unwrap();
    std::fs::write(folder.path().join("changes.json"), changes).unwrap();
    let mut window = window_on(game.path());
    select(&mut window, WATER);
    for package in [folder.path().to_owned(), folder.path().join("mod.toml")] {
        compare(&mut window, With::Mod(package));
        assert_eq!(fields(&window), ["phases[0].opacity"]);
        assert_eq!(found(&window).differences[0].a, 7);
    }
    compare(&mut window, With::Mod(game.path().to_owned()));
    assert!(found(&window).error.is_some(), "a game is no mod");
    // Another entry, from the menu of its row; two textures of one size show where they differ.
    select(&mut window, GRASS);
    window.state_mut().tree.open("Textures.lib");
    window.step();
    let rows: Vec<String> = window
        .state()
        .index
        .items()
        .iter()
        .filter(|item| item.kind == ItemKind::Texture && item.path.starts_with("Textures.lib/"))
        .map(|item| item.path.clone())
        .collect();
    let mut differing = 0;
    for other in rows.into_iter().filter(|path| path != GRASS) {
        compare(&mut window, With::Entry(other.clone()));
        if let Some((_, pixels)) = &found(&window).picture {
            assert!(*pixels > 0, "{other}");
            differing += 1;
            break;
        }
    }
    assert_eq!(differing, 1, "a texture has the same size");
    compare(&mut window, With::Entry(GRASS.to_owned()));
    assert_eq!(found(&window).picture.as_ref().unwrap().1, 0);
    assert!(found(&window).is_same());
    search(&mut window, "panel.0");
    let row = window.get_by_role_and_label(Role::TreeItem, "PANEL.0");
    row.click_button(PointerButton::Secondary);
    settle(&mut window);
    window.get_by_label("Compare the open file with this one").click();
    settle(&mut window);
    assert_eq!(found(&window).with, With::Entry("Textures.lib/PANEL.0".to_owned()));
    // Something else: that question makes no sense any more.
    select(&mut window, WATER);
    assert!(window.state().compare.is_none());
}

#[test]
fn squares_of_a_level_with_another_ground_are_marked() {
    let marked = squares_marked("positions[40][2]", "300");
    assert!((1..64).contains(&marked), "{marked} squares");
}

#[test]
fn squares_of_a_level_that_are_painted_are_marked() {
    let marked = squares_marked("faces[40].material", "2");
    assert!((1..4).contains(&marked), "{marked} squares");
}

/// How many squares differ where one field of a level is another.
fn squares_marked(field: &str, text: &str) -> usize {
    let (game, other) = (demo(), demo());
    let mut elsewhere = window_on(other.path());
    select(&mut elsewhere, VALLEY);
    let (field, text) = (field.to_owned(), text.to_owned());
    elsewhere.state_mut().actions.push(Action::Edit { field, text });
    settle(&mut elsewhere);
    assert!(elsewhere.state().has_changes(), "{:?}", elsewhere.state().messages);
    elsewhere.state_mut().actions.push(Action::Save);
    settle(&mut elsewhere);
    drop(elsewhere);
    let mut window = build(vec2(700.0, 420.0), Some(card()), settings());
    window.state_mut().open(game.path().to_owned());
    settle(&mut window);
    select(&mut window, VALLEY);
    compare(&mut window, With::Game(game.path().to_owned()));
    assert!(found(&window).is_same() && found(&window).marks.parts.is_empty());
    compare(&mut window, With::Game(other.path().to_owned()));
    found(&window).marks.parts.len()
}

/// The picture of the manual.
#[test]
#[ignore = "writes docs/pictures/compare.png"]
fn picture_of_the_manual() {
    let game = demo();
    let mut window = build(vec2(1180.0, 640.0), Some(card()), settings());
    window.state_mut().open(game.path().to_owned());
    settle(&mut window);
    let path = std::env::var("NGI_OPEN").unwrap_or_else(|_| "Textures.lib/GRASS.0".to_owned());
    let other = std::env::var("NGI_OTHER").unwrap_or_else(|_| "Textures.lib/ROCK.0".to_owned());
    select(&mut window, &path);
    compare(&mut window, With::Entry(other));
    window.state_mut().place.as_mut().unwrap().label = "demo".to_owned();
    window.run_steps(4);
    window.remove_cursor();
    window.step();
    let picture = window.render().unwrap();
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/pictures");
    picture.save(root.join("compare.png")).unwrap();
}

#[test]
fn differences_are_told_in_words() {
    const MISSION: &str = "MISSIONS/Single.02/data.tma";
    let (game, other) = (demo(), demo());
    let mut window = window_on(game.path());
    select(&mut window, MISSION);
    let hero = value(&window, "objects[9]");
    assert_eq!(hero["name"], "Hero");
    let edit =
        |field: &str, text: &str| Action::Edit { field: field.to_owned(), text: text.to_owned() };
    window.state_mut().actions.push(edit("objects[9].position[0]", "566"));
    settle(&mut window);
    compare(&mut window, With::Game(other.path().to_owned()));
    let told = found(&window).lines(ENGLISH.about());
    assert_eq!(told.len(), 1, "{told:?}");
    let start = "Changed: Hero (UNITS/UNITS/scout.dat), position x: ";
    assert!(told[0].starts_with(start) && told[0].ends_with(" 566"), "{told:?}");
    window.state_mut().actions.push(edit("objects[+]", &hero.to_string()));
    settle(&mut window);
    let told = found(&window).lines(ENGLISH.about());
    let added = "Added: Hero (UNITS/UNITS/scout.dat) at 560, 264";
    assert!(told.iter().any(|line| line == added), "{told:?}");
}
