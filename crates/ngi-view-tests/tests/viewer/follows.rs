//! The window follows what others do to the files that it shows.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use ngi_mods::{Changes, Layer, Manifest, Mod};
use ngi_verbs::edit::Options;
use ngi_view::platform::Over;
use serde_json::{Value, json};

use crate::drive::{Window, demo, drag, select, settings, settle, value, window, window_on};

const ROBOT: &str = "bases.rlb/r_scout_0_01.msh";

/// Steps until a field has a value; that files changed is told by the system when it likes.
fn until(window: &mut Window, field: &str, wanted: &Value) {
    let start = Instant::now();
    while value(window, field) != *wanted {
        assert!(start.elapsed() < Duration::from_secs(60), "{field} is {}", value(window, field));
        std::thread::sleep(Duration::from_millis(20));
        window.step();
    }
    settle(window);
}

/// Changes a field as another program would.
fn set(path: &Path, field: &str, to: &str) {
    let options = Options { backup: false, dry_run: false };
    let fields = [(field.to_owned(), to.to_owned())];
    ngi_verbs::set::set(&ngi_vfs::locate(path).unwrap(), &fields, options).unwrap();
}

#[test]
fn a_change_on_disk_is_seen_at_once_and_camera_and_selection_stay() {
    let game = demo();
    let mut window = window_on(game.path());
    window.state_mut().follow_changes();
    select(&mut window, ROBOT);
    let rect = window.state().viewport.rect();
    drag(&mut window, rect.center(), rect.center() + egui::vec2(60.0, 25.0));
    window.state_mut().viewport.playback.time = 0.5;
    settle(&mut window);
    let at = |window: &Window| {
        let viewport = &window.state().viewport;
        (*viewport.camera(), viewport.playback.time, window.state().selected.clone())
    };
    let before = at(&window);
    assert_eq!(before.2.as_deref(), Some(ROBOT));
    assert_ne!(value(&window, "nodes[1].flags"), json!(77));

    set(&game.path().join(ROBOT), "nodes[1].flags", "77");
    until(&mut window, "nodes[1].flags", &json!(77));
    assert_eq!(at(&window), before);
    assert!(window.state().viewport.has_scene());
    assert!(!window.state().has_changes());
}

#[test]
fn what_somebody_is_changing_is_not_taken_from_under_them() {
    let game = demo();
    let mut window = window_on(game.path());
    window.state_mut().follow_changes();
    select(&mut window, "Material.lib/WATER");
    crate::drive::type_value(&mut window, "phases[0].opacity", "42");
    set(&game.path().join("Material.lib/WATER"), "phases[1].opacity", "7");
    let said = |window: &Window| {
        window.state().messages.iter().any(|message| message.text.contains("Material.lib/WATER"))
    };
    let start = Instant::now();
    while !said(&window) {
        assert!(start.elapsed() < Duration::from_secs(60), "{:?}", window.state().messages);
        std::thread::sleep(Duration::from_millis(20));
        window.step();
    }
    settle(&mut window);
    assert_eq!(value(&window, "phases[0].opacity"), json!(42));
    assert!(window.state().has_changes());
}

/// The mod in a folder, read anew whenever it is asked for.
fn over(folder: &Path) -> Over {
    let own = folder.to_owned();
    let mount = move |game: &Path| {
        let package = Mod::open(&own)?;
        let layers = [Layer { package: &package, preferred: false }];
        ngi_mods::seen_through(game, &layers).map(|(vfs, _)| vfs)
    };
    let mount = move |game: &Path| mount(game).map_err(|error| error.to_string());
    Over { mount: Arc::new(mount), mods: vec![folder.to_owned()] }
}

fn opacity(to: u8) -> String {
    let change = format!(r#"{{"entry":"WATER","set":"phases[0].opacity","to":{to}}}"#);
    let list = format!(
        r#"{{"schema":"ngi.changes/1","files":[{{"path":"Material.lib","changes":[{change}]}}]}}"#
    );
    Changes::parse(list.as_bytes()).unwrap().to_text().unwrap()
}

#[test]
fn a_game_is_seen_through_a_mod_and_follows_it() {
    let (game, folder) = (demo(), tempfile::tempdir().unwrap());
    let manifest = Manifest::new("water").unwrap().to_text();
    std::fs::write(folder.path().join("mod.toml"), manifest).unwrap();
    std::fs::write(folder.path().join("changes.json"), opacity(7)).unwrap();
    let file = std::fs::read(game.path().join("Material.lib")).unwrap();

    let mut window = window(settings());
    window.state_mut().see_through(over(folder.path()));
    window.state_mut().follow_changes();
    window.state_mut().open(game.path().to_owned());
    settle(&mut window);
    select(&mut window, "Material.lib/WATER");
    assert_eq!(value(&window, "phases[0].opacity"), json!(7));

    std::fs::write(folder.path().join("changes.json"), opacity(9)).unwrap();
    until(&mut window, "phases[0].opacity", &json!(9));
    assert_eq!(window.state().selected.as_deref(), Some("Material.lib/WATER"));
    assert_eq!(std::fs::read(game.path().join("Material.lib")).unwrap(), file);
}

#[test]
fn a_folder_of_a_game_is_seen_through_mods_too() {
    let (game, folder) = (demo(), tempfile::tempdir().unwrap());
    let tips = "MISSIONS/Single.01/Mistips.mis";
    let before = std::fs::read(game.path().join(tips)).unwrap();
    let other = [before.as_slice(), b" More."].concat();
    let root = |bytes: &[u8]| {
        let root = ngi_vfs::MemoryRoot::new().with(tips, bytes.to_vec()).unwrap();
        ngi_vfs::Vfs::in_memory(root).root()
    };
    let (old, new) = (root(&before), root(&other));
    let package = ngi_mods::make([&old, &new], Manifest::new("tips").unwrap(), None, &()).unwrap();
    for (name, bytes) in package.to_files().unwrap() {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
    }
    let mut window = window(settings());
    window.state_mut().see_through(over(folder.path()));
    window.state_mut().open(game.path().join("MISSIONS"));
    settle(&mut window);
    select(&mut window, tips);
    assert_eq!(window.state().current.as_ref().unwrap().bytes, other);
}
