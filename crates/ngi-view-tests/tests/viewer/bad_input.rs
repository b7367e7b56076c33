//! Games with missing and broken parts: the window neither hangs nor ends, and shows what there is.

use std::path::{Path, PathBuf};

use egui::Key;

use crate::drive::{Window, build, card, demo, select, settings, settle};

const MISSION: &str = "MISSIONS/Single.01/data.tma";

fn small() -> Window {
    build(egui::vec2(800.0, 400.0), Some(card()), settings())
}

/// Files and folders below a folder whose names start with a prefix, ignoring case.
fn named(game: &Path, below: &str, prefix: &str) -> Vec<PathBuf> {
    let prefix = prefix.to_lowercase();
    let all = std::fs::read_dir(game.join(below)).unwrap().map(|entry| entry.unwrap().path());
    let is_meant = |path: &PathBuf| {
        let name = path.file_name().unwrap().to_string_lossy().to_lowercase();
        name.starts_with(&prefix)
    };
    all.filter(is_meant).collect()
}

/// Opens a mission of the game and uses it: looks from elsewhere, walks, plays, flies the briefing.
fn use_mission(window: &mut Window, game: &Path) {
    window.state_mut().open(game.to_owned());
    settle(window);
    select(window, MISSION);
    for key in [Key::F, Key::Home, Key::P, Key::V, Key::R, Key::Escape, Key::Space, Key::M, Key::M]
    {
        window.key_press(key);
        window.run_steps(2);
    }
    settle(window);
    let app = window.state();
    let current = app.current.as_ref().unwrap();
    let says = current.error.is_some() || current.scene_error.is_some();
    assert!(app.viewport.has_scene() || says, "neither an image nor a message");
}

#[test]
fn missions_without_parts_are_shown_as_far_as_they_go() {
    let game = demo();
    let mut window = small();
    for (below, prefix) in [
        ("DATA", "MAPS"),
        ("MISSIONS/Single.01", "sky"),
        (".", "objects.rlb"),
        (".", "static.rlb"),
        (".", "Textures.lib"),
        (".", "Material.lib"),
        (".", "effects.rlb"),
        (".", "UNITS"),
    ] {
        let missing = named(game.path(), below, prefix);
        assert!(!missing.is_empty(), "{below}/{prefix}");
        let aside = |path: &PathBuf| {
            let name = format!("aside-{}", path.file_name().unwrap().to_string_lossy());
            path.with_file_name(name)
        };
        missing.iter().for_each(|path| std::fs::rename(path, aside(path)).unwrap());
        use_mission(&mut window, game.path());
        missing.iter().for_each(|path| std::fs::rename(aside(path), path).unwrap());
    }
}

#[test]
fn missions_with_broken_parts_are_shown_as_far_as_they_go() {
    let game = demo();
    let mut window = small();
    for file in [
        "Textures.lib",
        "Material.lib",
        "objects.rlb",
        "DATA/MAPS/VALLEY/Land.msh",
        "MISSIONS/Single.01/sky.ske",
        "MISSIONS/Single.01/data.tma",
    ] {
        let path = game.path().join(file);
        let whole = std::fs::read(&path).unwrap();
        let half = whole[..whole.len() / 2].to_vec();
        // The content, but not the directory or the header.
        let mut noise = whole.clone();
        let middle = noise.len() / 4..noise.len() / 2;
        noise[middle].iter_mut().zip(0u8..=255).for_each(|(byte, other)| *byte ^= other);
        for broken in [half, noise, Vec::new()] {
            std::fs::write(&path, broken).unwrap();
            use_mission(&mut window, game.path());
        }
        std::fs::write(&path, whole).unwrap();
    }
}

#[test]
fn folders_that_are_no_games_are_opened() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = small();
    window.state_mut().open(folder.path().to_owned());
    settle(&mut window);
    std::fs::create_dir_all(folder.path().join("deep/er")).unwrap();
    std::fs::write(folder.path().join("deep/er/notes.txt"), "no game").unwrap();
    std::fs::write(folder.path().join("data.tma"), "no mission").unwrap();
    window.state_mut().open(folder.path().to_owned());
    settle(&mut window);
    select(&mut window, "data.tma");
    assert!(window.state().current.as_ref().unwrap().error.is_some());
    select(&mut window, "deep/er/notes.txt");
    // A folder that disappears while it is open.
    std::fs::remove_dir_all(folder.path()).unwrap();
    window.key_press(Key::F5);
    window.state_mut().actions.push(ngi_view::Action::Reload);
    settle(&mut window);
}
