//! Out and in: what the window writes is what the program writes, what it takes in can be taken
//! back, and everything is found by its name.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use egui::{Key, Modifiers, Role};
use egui_kittest::kittest::Queryable;
use ngi_convert::files::{FileExport, FileImport, export_file, import_file};
use ngi_convert::tree::{TreeOptions, export_tree};
use ngi_convert::{ExportOptions, ImportOptions};
use ngi_verbs::surroundings::Game;
use ngi_view::compare::With;
use ngi_view::palette;
use ngi_view::shortcuts::SHORTCUTS;
use ngi_view::texts::{ENGLISH, RUSSIAN};
use ngi_view::{Action, Tab};

use crate::drive::{Window, build, demo, select, settings, settle, type_value};

/// A window that draws nothing: what counts here are files.
fn window_on(path: &Path) -> Window {
    let mut window = build(egui::vec2(1000.0, 700.0), None, settings());
    window.state_mut().open(path.to_owned());
    settle(&mut window);
    window
}

fn act(window: &mut Window, action: Action) {
    window.state_mut().actions.push(action);
    settle(window);
}

fn press(window: &mut Window, name: &str) {
    // What was put into a dialog is laid out first: its buttons move.
    window.run_steps(2);
    window.get_by_role_and_label(Role::Button, name).click();
    settle(window);
}

/// Every file below a folder with its bytes.
fn files(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(
                files(&path).into_iter().map(|(inside, bytes)| {
                    (Path::new(path.file_name().unwrap()).join(inside), bytes)
                }),
            );
        } else {
            let bytes = std::fs::read(&path).unwrap();
            found.push((path.file_name().unwrap().into(), bytes));
        }
    }
    found.sort();
    found
}

/// What the program writes of a path.
fn by_the_program(game: &Path, path: &str, output: &Path, options: ExportOptions) {
    let node = ngi_vfs::locate(&game.join(path)).unwrap();
    let found = Game::open(game).unwrap();
    let how = FileExport { output, to: None, options, game: Some(&found), force: false };
    export_file(&node, &how).unwrap();
}

#[test]
fn what_the_window_exports_is_what_the_program_does() {
    let (game, out) = (demo(), tempfile::tempdir().unwrap());
    let (ours, theirs) = (out.path().join("ours"), out.path().join("theirs"));
    std::fs::create_dir(&theirs).unwrap();
    let mut window = window_on(game.path());
    for (path, suffix, name) in [
        ("Textures.lib/PANEL.0", "png", "PANEL"),
        ("bases.rlb/r_scout_0_01.msh", "glb", "r_scout_0_01"),
        ("sounds.lib/shot.wav", "wav", "shot"),
        ("Material.lib/WATER", "json", "WATER"),
    ] {
        select(&mut window, path);
        act(&mut window, Action::AskExport(None));
        let dialog = window.state_mut().exchange.export.as_mut().unwrap();
        assert_eq!(dialog.suffix, suffix, "what is usual for {path} comes first");
        dialog.folder = ours.display().to_string();
        assert_eq!(dialog.name, name);
        press(&mut window, "Export");
        let app = window.state();
        let report = app.exchange.report.as_ref().unwrap_or_else(|| panic!("{:?}", app.messages));
        assert!(!report.written.files.is_empty(), "{path}");
        press(&mut window, "Close");
        let output = theirs.join(format!("{name}.{suffix}"));
        by_the_program(game.path(), path, &output, ExportOptions::default());
    }
    assert_eq!(files(&ours), files(&theirs));
    assert!(files(&ours).len() >= 4);
    // What is not saved goes along: that is what is looked at.
    type_value(&mut window, "phases[0].opacity", "42");
    act(&mut window, Action::AskExport(None));
    let dialog = window.state_mut().exchange.export.as_mut().unwrap();
    (dialog.name, dialog.force) = ("changed".to_owned(), true);
    press(&mut window, "Export");
    let changed = std::fs::read_to_string(ours.join("changed.json")).unwrap();
    let before = std::fs::read_to_string(ours.join("WATER.json")).unwrap();
    let different = changed.lines().zip(before.lines()).filter(|(new, old)| new != old).count();
    assert_eq!(different, 1, "one field is another");
}

#[test]
fn a_whole_archive_is_exported_as_the_program_does_it() {
    let (game, out) = (demo(), tempfile::tempdir().unwrap());
    let mut window = window_on(game.path());
    act(&mut window, Action::AskExport(Some("sounds.lib".to_owned())));
    let dialog = window.state_mut().exchange.export.as_mut().unwrap();
    assert!(dialog.whole && dialog.name == "sounds.lib", "{dialog:?}");
    dialog.folder = out.path().join("ours").display().to_string();
    assert!(dialog.command().starts_with("ngi export sounds.lib -o "), "{}", dialog.command());
    press(&mut window, "Export");
    let theirs = out.path().join("theirs/sounds.lib");
    std::fs::create_dir(out.path().join("theirs")).unwrap();
    let node = ngi_vfs::locate(&game.path().join("sounds.lib")).unwrap();
    let options = TreeOptions { game: Game::open(game.path()).ok(), ..TreeOptions::default() };
    export_tree(&node, &theirs, &options, &()).unwrap();
    let ours = files(&out.path().join("ours/sounds.lib"));
    assert!(ours.len() > 2, "{:?}", window.state().messages);
    assert_eq!(ours, files(&theirs));
    // A file in the way is told, and nothing is written over.
    select(&mut window, "sounds.lib/shot.wav");
    for _ in 0..2 {
        act(&mut window, Action::AskExport(None));
        press(&mut window, "Export");
        window.state_mut().exchange.report = None;
    }
    assert!(window.state().messages.last().unwrap().is_error);
}

#[derive(Debug)]
struct Dropped(PathBuf);

impl egui::DroppedFile for Dropped {
    fn path(&self) -> &Path {
        &self.0
    }
    fn bytes(&self) -> Result<Vec<u8>, String> {
        std::fs::read(&self.0).map_err(|error| error.to_string())
    }
}

fn bytes_of(window: &Window) -> Vec<u8> {
    let current = window.state().current.as_ref().unwrap();
    current.document.as_ref().unwrap().bytes().to_vec()
}

#[test]
fn a_dropped_picture_takes_the_place_of_a_texture_and_can_be_taken_back() {
    let (game, out) = (demo(), tempfile::tempdir().unwrap());
    let path = "Textures.lib/PANEL.0";
    let png = out.path().join("panel.png");
    by_the_program(game.path(), path, &png, ExportOptions::default());
    let mut picture = ngi_render::Picture::from_png(&std::fs::read(&png).unwrap()).unwrap();
    picture.pixels_mut().iter_mut().take(200).for_each(|pixel| pixel[0] = 255 - pixel[0]);
    std::fs::write(&png, picture.to_png().unwrap()).unwrap();
    // What `ngi import --like` makes of it.
    let node = ngi_vfs::locate(&game.path().join(path)).unwrap();
    let (made, found) = (out.path().join("PANEL.0"), Game::open(game.path()).unwrap());
    import_file(&FileImport {
        file: &png,
        output: &made,
        into: false,
        like: Some(&node),
        format: None,
        materials: None,
        textures: None,
        options: ImportOptions::default(),
        game: Some(&found),
        force: false,
    })
    .unwrap();
    let mut window = window_on(game.path());
    select(&mut window, path);
    let before = bytes_of(&window);
    window.input_mut().dropped_files.push(Arc::new(Dropped(png.clone())));
    settle(&mut window);
    assert_eq!(bytes_of(&window), std::fs::read(&made).unwrap(), "{:?}", window.state().messages);
    assert_ne!(bytes_of(&window), before);
    assert!(window.state().exchange.report.is_some());
    press(&mut window, "Close");
    act(&mut window, Action::Undo);
    assert_eq!(bytes_of(&window), before);
    act(&mut window, Action::Redo);
    // Saved together with another change, in one step, and taken back in one.
    let all = |game: &Path| {
        ["Textures.lib", "Material.lib"].map(|name| std::fs::read(game.join(name)).unwrap())
    };
    let old = all(game.path());
    select(&mut window, "Material.lib/WATER");
    type_value(&mut window, "phases[0].opacity", "42");
    act(&mut window, Action::SaveAll);
    assert!(!window.state().has_changes(), "{:?}", window.state().messages);
    let saved = ngi_vfs::locate(&game.path().join(path)).unwrap().bytes().unwrap();
    assert_eq!(saved.to_vec(), std::fs::read(&made).unwrap());
    assert_ne!(all(game.path())[1], old[1]);
    act(&mut window, Action::Compare(Some(With::Backup)));
    let compare = window.state().compare.as_ref().unwrap();
    let told = compare.lines(ENGLISH.about());
    assert!(told.len() == 1 && told[0].contains("opacity"), "{told:?}");
    act(&mut window, Action::Compare(None));
    act(&mut window, Action::UndoWritten);
    assert_eq!(all(game.path()), old, "{:?}", window.state().messages);
}

#[test]
fn sounds_and_models_come_back_and_what_fits_nothing_is_opened() {
    let (game, out) = (demo(), tempfile::tempdir().unwrap());
    let mut window = window_on(game.path());
    for (path, file) in
        [("sounds.lib/shot.wav", "shot.wav"), ("static.rlb/s_stone_0_01.msh", "stone.glb")]
    {
        let file = out.path().join(file);
        by_the_program(game.path(), path, &file, ExportOptions::default());
        select(&mut window, path);
        let before = bytes_of(&window);
        act(&mut window, Action::AskReplace);
        window.state_mut().exchange.replace.as_mut().unwrap().file = file.display().to_string();
        press(&mut window, "Replace");
        let report = window.state().exchange.report.clone();
        let report = report.unwrap_or_else(|| panic!("{:?}", window.state().messages));
        assert!(report.written.lost.is_empty(), "{report:?}");
        press(&mut window, "Close");
        assert_eq!(bytes_of(&window), before, "nobody touched {path}");
    }
    // A picture is no model: nothing is replaced, and a dropped one is opened by itself.
    let png = out.path().join("panel.png");
    by_the_program(game.path(), "Textures.lib/PANEL.0", &png, ExportOptions::default());
    window.input_mut().dropped_files.push(Arc::new(Dropped(png)));
    settle(&mut window);
    assert!(window.state().place.as_ref().unwrap().label.ends_with("panel.png"));
}

#[test]
fn what_follows_from_the_rest_is_mended_with_a_button() {
    let game = demo();
    let mut window = window_on(game.path());
    select(&mut window, "static.rlb/s_stone_0_01.msh");
    let before = bytes_of(&window);
    type_value(&mut window, "slots[0].sphere.radius", "0.01");
    let findings = |window: &Window| window.state().current.as_ref().unwrap().findings.len();
    assert!(findings(&window) > 0);
    window.state_mut().tab = Tab::Findings;
    window.step();
    press(&mut window, "Repair automatically");
    assert_eq!(findings(&window), 0, "{:?}", window.state().messages);
    assert_eq!(bytes_of(&window), before);
    assert!(window.query_by_label("Repair automatically").is_none());
    act(&mut window, Action::Undo);
    assert!(findings(&window) > 0);
}

#[test]
fn everything_is_found_by_its_name_in_either_language() {
    let game = demo();
    let mut window = window_on(game.path());
    select(&mut window, "Material.lib/WATER");
    window.key_press(Key::Escape);
    window.step();
    window.key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, Key::P);
    settle(&mut window);
    assert!(window.state().palette.open);
    for shortcut in SHORTCUTS {
        for texts in [&ENGLISH, &RUSSIAN] {
            let name = (shortcut.says)(texts);
            let found = palette::found(window.state(), name);
            assert!(found.iter().any(|entry| entry.keys == shortcut.written), "{name}");
        }
    }
    let all = palette::entries(window.state());
    for (place, entry) in all.iter().enumerate() {
        let name = entry.name(&ENGLISH);
        let found = palette::found(window.state(), &name);
        assert_eq!(found[0].name(&ENGLISH), name);
        let again = all.iter().skip(place + 1).any(|other| other.name(&ENGLISH) == name);
        assert!(!again, "{name} means two things");
    }
    // Typed, and taken with the keyboard.
    window.event(egui::Event::Text("путь копи".to_owned()));
    window.step();
    assert_eq!(palette::found(window.state(), "путь копи").len(), 1);
    window.key_press(Key::Enter);
    settle(&mut window);
    assert!(!window.state().palette.open);
    let said = &window.state().messages.last().unwrap().text;
    assert!(said.starts_with("Copied:") && said.ends_with("WATER"), "{said}");
    act(&mut window, Action::CopyJson);
    assert!(window.state().messages.last().unwrap().text.starts_with("Copied: {"));
}
