//! The tab About, and views that show files as what they are.

use egui::{Role, vec2};
use egui_kittest::kittest::Queryable;
use ngi_view::texts::ENGLISH;
use ngi_view::{Action, Tab};

use crate::drive::{Window, build, card, demo, select, settings, settle};

/// Opens a file of the demo game with the tab About beside it.
fn about(path: &str) -> (tempfile::TempDir, Window) {
    let game = demo();
    let mut window = build(vec2(1280.0, 900.0), Some(card()), settings());
    window.state_mut().open(game.path().to_owned());
    settle(&mut window);
    window.state_mut().tab = Tab::About;
    select(&mut window, path);
    settle(&mut window);
    (game, window)
}

fn says(window: &Window, text: &str) -> bool {
    window.query_all_by_label_contains(text).next().is_some()
}

#[test]
fn the_tab_comes_first() {
    assert_eq!(Tab::default(), Tab::About);
}

#[test]
fn a_model_tells_its_size_materials_and_users() {
    let (_game, mut window) = about("bases.rlb/r_scout_0_01.msh");
    let t = ENGLISH.about();
    for text in [t.size, t.triangles, t.animation, t.materials, t.skins, t.used_by] {
        assert!(says(&window, text), "{text}");
    }
    // The search for users ran by itself, and goes on to the missions.
    assert!(window.state().relations.is_some());
    assert!(says(&window, "scout.dat") && says(&window, "Single.02"));
    let sheet = window.state().parts.about.sheet().unwrap();
    let material = sheet.dress.materials[0].clone();
    assert!(material.path.is_some() && material.texture.is_some());
    window.get_all_by_label(&material.name).next().unwrap().click();
    settle(&mut window);
    assert_eq!(window.state().current.as_ref().unwrap().path, material.path.unwrap());
}

#[test]
fn a_model_is_shown_with_another_skin() {
    let (_game, mut window) = about("bases.rlb/r_scout_0_01.msh");
    let before = window.render().unwrap();
    window.get_by_role_and_label(Role::Button, "r_desert").click();
    settle(&mut window);
    let worn = window.state().parts.about.worn_by("bases.rlb/r_scout_0_01.msh");
    assert_eq!(worn, Some("bases.rlb/r_desert.wea"));
    assert_ne!(before, window.render().unwrap(), "it looks different");
    assert!(!window.state().has_changes());
    // It wears its own table again when it is opened again.
    select(&mut window, "Material.lib/WATER");
    select(&mut window, "bases.rlb/r_scout_0_01.msh");
    assert_eq!(window.state().parts.about.worn_by("bases.rlb/r_scout_0_01.msh"), None);
}

#[test]
fn a_mission_tells_its_title_aims_and_clans() {
    let (_game, mut window) = about("MISSIONS/Single.02/data.tma");
    let t = ENGLISH.about();
    for text in [t.aims, t.clans, t.map, t.buildings, t.clan_player, t.clan_enemy] {
        assert!(says(&window, text), "{text}");
    }
    window.get_by_label_contains(t.show_objects).click();
    settle(&mut window);
    assert_eq!(window.state().tab, Tab::Objects);
    window.state_mut().actions.push(Action::ShowTab(Tab::About));
    settle(&mut window);
    window.get_by_label_contains("Map: ").click();
    settle(&mut window);
    let path = window.state().current.as_ref().unwrap().path.clone();
    assert!(path.starts_with("DATA/MAPS/") && path.ends_with("Land.msh"), "{path}");
}

#[test]
fn facts_follow_changes() {
    let (_game, mut window) = about("Material.lib/WATER");
    let field = "phases[0].opacity".to_owned();
    window.state_mut().actions.push(Action::Edit { field, text: "37".to_owned() });
    settle(&mut window);
    assert!(says(&window, "37 %"));
}

#[test]
fn other_kinds_tell_what_they_are() {
    let t = ENGLISH.about();
    for (path, texts) in [
        ("Textures.lib/PANEL.0", [t.storage, t.mips]),
        ("sounds.lib/shot.wav", [t.length, t.rate]),
        ("palettes.lib/A.PAL", [t.colours, t.used_as]),
        ("effects.rlb/fire", [t.length, t.uses]),
        ("UNITS/UNITS/scout.dat", [t.unit_type, t.members]),
        ("DATA/MAPS/VALLEY/Land.msh", [t.heights, t.faces]),
        ("DATA/MAPS/VALLEY/Land.map", [t.ground_walkable, t.size]),
        ("MISSIONS/Single.01/sky.ske", [t.sun, t.day_length]),
        ("bases.rlb", [t.contains, "Model"]),
        ("MISSIONS", [t.contains, "Folder"]),
    ] {
        let (_game, window) = about(path);
        for text in texts {
            assert!(says(&window, text), "{path}: {text}");
        }
    }
}

#[test]
fn a_sound_has_play_or_says_why_not() {
    let (_game, mut window) = about("sounds.lib/shot.wav");
    assert!(window.query_by_role_and_label(Role::Button, ENGLISH.play).is_some());
    let t = ENGLISH.about();
    if ngi_view::sound::CAN_SOUND {
        return;
    }
    assert!(says(&window, t.no_sound_build));
    window.get_by_label(t.save_wav).click();
    settle(&mut window);
    assert!(window.state().exchange.export.is_some());
}

#[test]
fn palettes_and_skies_are_drawn_as_colours() {
    let (_game, mut window) = about("palettes.lib/A.PAL");
    let image = window.render().unwrap();
    let middle = image.width() / 2;
    let mut colours: Vec<[u8; 4]> =
        (0..image.height()).map(|y| image.get_pixel(middle - 200, y).0).collect();
    colours.sort_unstable();
    colours.dedup();
    assert!(colours.len() > 10, "{} colours in a column", colours.len());
    let (_game, window) = about("MISSIONS/Single.01/sky.ske");
    assert!(says(&window, ENGLISH.about().strip_hint));
}

#[test]
fn an_areal_map_has_a_legend_and_leads_to_the_landscape() {
    let (_game, mut window) = about("DATA/MAPS/VALLEY/Land.map");
    let t = ENGLISH.about();
    let middle = window.state().viewport.rect().center();
    window.hover_at(middle);
    window.run_steps(20);
    assert!(says(&window, "class "), "the areal under the pointer is named");
    window.get_by_label_contains(t.over_landscape).click();
    settle(&mut window);
    assert_eq!(window.state().current.as_ref().unwrap().path, "DATA/MAPS/VALLEY/Land.msh");
    let overlays = window.state().viewport.view.overlays;
    assert!(overlays.has(ngi_render::Overlays::AREALS));
}

#[test]
fn images_and_exported_models_are_drawn() {
    use ngi_view::library::ItemKind;
    let game = demo();
    let exported = game.path().join("exported");
    std::fs::create_dir_all(&exported).unwrap();
    let triangle = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
    std::fs::write(exported.join("triangle.obj"), triangle).unwrap();
    std::fs::write(exported.join("grey.pgm"), b"P5 4 2 255 abcdefgh").unwrap();
    std::fs::write(exported.join("broken.png"), b"no image").unwrap();
    let mut window = build(vec2(1280.0, 900.0), Some(card()), settings());
    window.state_mut().open(game.path().to_owned());
    settle(&mut window);
    window.state_mut().tab = Tab::About;
    for (path, kind) in [
        ("exported/triangle.obj", ItemKind::Foreign),
        ("exported/grey.pgm", ItemKind::Image),
        ("gamefont.rlb/FONT8.PGM", ItemKind::Image),
        ("sprites.lib/CROSS.PGM", ItemKind::Image),
    ] {
        select(&mut window, path);
        let current = window.state().current.as_ref().unwrap();
        assert_eq!((current.kind, &current.scene_error), (kind, &None), "{path}");
        assert!(window.state().viewport.has_scene(), "{path}");
    }
    select(&mut window, "exported/grey.pgm");
    assert!(says(&window, "4 × 2"));
    select(&mut window, "exported/broken.png");
    let current = window.state().current.as_ref().unwrap();
    assert!(current.scene_error.is_some() && !window.state().viewport.has_scene());
}
