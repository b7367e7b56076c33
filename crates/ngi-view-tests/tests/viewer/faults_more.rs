//! More of what new users stumbled over: cameras, labels, keys, links.

use egui::{Key, Role, vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use ngi_render::frame::Channels;
use ngi_view::texts::Language;
use ngi_view::{Action, Tab};

use crate::drive::{Window, build, card, demo, select, settings, settle, type_value};

fn opened(size: egui::Vec2, path: &str) -> (tempfile::TempDir, Window) {
    let game = demo();
    let mut window = build(size, Some(card()), settings());
    window.state_mut().open(game.path().to_owned());
    settle(&mut window);
    select(&mut window, path);
    (game, window)
}

#[test]
fn a_whole_level_is_looked_at_from_above() {
    let (_game, mut window) = opened(vec2(760.0, 460.0), "DATA/MAPS/VALLEY/Land.msh");
    let camera = &mut window.state_mut().viewport.view.camera;
    (camera.pitch, camera.distance) = (0.01, 30.0);
    window.key_press(Key::F);
    window.run_steps(3);
    let viewport = &window.state().viewport;
    let camera = viewport.camera();
    assert!(camera.pitch > 0.5 && camera.distance > 100.0, "{camera:?}");
    // The middle of the map is in the middle of the picture.
    let sight = camera.sight(viewport.view.size, &ngi_render::Bounds::UNIT);
    let [x, y] = sight.project(camera.target).unwrap();
    let [width, height] = viewport.view.size.map(|side| side as f32);
    assert!((x / width - 0.5).abs() < 0.2 && (y / height - 0.5).abs() < 0.2, "{x} {y}");
}

#[test]
fn one_flies_slower_near_the_ground() {
    let (_game, mut window) = opened(vec2(760.0, 460.0), "DATA/MAPS/VALLEY/Land.msh");
    let ground = window.state().viewport.ground_at([150.0, 150.0]).unwrap();
    let mut flown = |above: f32| {
        let camera = &mut window.state_mut().viewport.view.camera;
        (camera.pitch, camera.distance) = (0.0, 1.0);
        camera.target = [150.0, 150.0, ground + above].into();
        let from = camera.eye();
        window.key_down(Key::D);
        window.run_steps(2);
        window.key_up(Key::D);
        window.step();
        window.state().viewport.camera().eye().distance(from)
    };
    let (low, high) = (flown(4.0), flown(400.0));
    assert!(low > 0.0 && high > low * 2.0, "{low} {high}");
}

#[test]
fn an_opaque_texture_does_not_look_transparent() {
    let (_game, mut window) = opened(vec2(700.0, 420.0), "Textures.lib/ROCK.0");
    let mut drawn = |channels: Channels| {
        window.state_mut().viewport.view.settings.channels = channels;
        window.run_steps(3);
        let rect = window.state().viewport.rect().shrink(30.0);
        let picture = window.render().unwrap();
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "in the window"
        )]
        let [x, y, width, height] =
            [rect.left(), rect.top(), rect.width(), rect.height() - 20.0].map(|side| side as u32);
        let rows = (y..y + height).flat_map(|y| (x..x + width).map(move |x| (x, y)));
        rows.map(|(x, y)| picture.get_pixel(x, y).0).collect::<Vec<_>>()
    };
    let (all, colours, red) = (drawn(Channels::Rgba), drawn(Channels::Rgb), drawn(Channels::Red));
    assert!(all == colours, "nothing shines through");
    assert!(all != red);
}

#[test]
fn links_under_uses_need_one_click() {
    let (_game, mut window) = opened(vec2(900.0, 460.0), "bases.rlb/r_scout_0_01.wea");
    window.state_mut().tab = Tab::Uses;
    window.run_steps(2);
    let name = window.state().current.as_ref().unwrap().references[0].name.clone();
    let link = window.get_all_by_label(&name).find(|it| it.accesskit_node().role() == Role::Link);
    link.unwrap().click();
    settle(&mut window);
    assert_eq!(window.state().selected.clone(), Some(format!("Material.lib/{name}")));
}

#[test]
fn an_unsaved_change_of_a_material_is_seen_on_models() {
    let model = "bases.rlb/r_scout_0_01.msh";
    let (_game, mut window) = opened(vec2(700.0, 420.0), "bases.rlb/r_scout_0_01.wea");
    let name = window.state().current.as_ref().unwrap().references[0].name.clone();
    let drawn = |window: &mut Window| {
        select(window, model);
        window.run_steps(2);
        window.render().unwrap()
    };
    let before = drawn(&mut window);
    assert!(before == drawn(&mut window), "twice the same");
    select(&mut window, &format!("Material.lib/{name}"));
    type_value(&mut window, "phases[0].diffuse", "[255,0,0,100]");
    type_value(&mut window, "phases[0].ambient", "[255,0,0]");
    let after = drawn(&mut window);
    assert!(window.state().has_changes());
    let red =
        |picture: &[u8]| picture.chunks(4).filter(|it| it[0] > it[1].saturating_add(40)).count();
    assert!(red(after.as_raw()) > red(before.as_raw()) + 100, "{:?}", window.state().messages);
}

/// What lies over something else in the bar, or beyond the window: by what it says.
fn cut_off(window: &Window, width: f32) -> Vec<String> {
    let roles = [Role::Button, Role::CheckBox, Role::ComboBox, Role::Label, Role::SpinButton];
    let nodes = roles.into_iter().flat_map(|role| window.query_all_by_role(role));
    let all: Vec<(String, egui::Rect)> = nodes
        .map(|node| {
            let own = node.accesskit_node();
            (format!("{:?} {:?}", own.label(), own.value()), node.rect())
        })
        .collect();
    let out = all.iter().filter(|(_, rect)| rect.right() > width + 1.0 || rect.left() < -1.0);
    let mut cut: Vec<String> = out.map(|(name, rect)| format!("{name} {rect:?}")).collect();
    let bar: Vec<_> = all.iter().filter(|(_, rect)| rect.bottom() < 60.0).collect();
    for (place, (name, rect)) in bar.iter().enumerate() {
        for (other, over) in bar.iter().skip(place + 1) {
            let both = rect.shrink(1.0).intersect(over.shrink(1.0));
            let is_inside = rect.contains_rect(*over) || over.contains_rect(*rect);
            if both.is_positive() && !is_inside {
                cut.push(format!("{name} and {other}: {rect:?} {over:?}"));
            }
        }
    }
    cut
}

#[test]
fn labels_fit_in_either_language() {
    let game = demo();
    for (width, height) in [(1280.0, 600.0), (1200.0, 500.0), (800.0, 500.0), (640.0, 480.0)] {
        let mut window = build(vec2(width, height), None, settings());
        window.state_mut().open(game.path().to_owned());
        settle(&mut window);
        // Something that is changed and not open: the bar has one button more.
        select(&mut window, "Material.lib/WATER");
        let (field, text) = ("phases[0].opacity".to_owned(), "42".to_owned());
        window.state_mut().actions.push(Action::Edit { field, text });
        settle(&mut window);
        for path in [
            "MISSIONS/Single.02/data.tma",
            "DATA/MAPS/VALLEY/Land.msh",
            "bases.rlb/r_scout_0_01.msh",
            "Textures.lib/ROCK.0",
        ] {
            select(&mut window, path);
            for (language, _) in Language::ALL {
                window.state_mut().settings.language = language;
                for tab in [Tab::Fields, Tab::Findings, Tab::Objects, Tab::Scene] {
                    window.state_mut().tab = tab;
                    window.run_steps(3);
                    let cut = cut_off(&window, width);
                    assert!(cut.is_empty(), "{path} {language:?} {tab:?} {width}: {cut:#?}");
                }
            }
        }
    }
}

#[test]
fn buttons_of_the_bar_say_their_keys() {
    let (_game, mut window) = opened(vec2(1280.0, 460.0), "bases.rlb/r_scout_0_01.msh");
    for (name, key) in [
        ("Fit to view", "(F)"),
        ("Keyboard shortcuts", "(H)"),
        ("Toggle wireframe", "(W)"),
        ("Save a screenshot", "(F12)"),
    ] {
        let at = window.get_by_role_and_label(Role::Button, name).rect().center();
        window.hover_at(at);
        window.run_steps(60);
        let told = window.query_all_by_label_contains(key).count();
        let told = told + window.query_all_by_value(key).count();
        assert!(told > 0, "{name}");
        window.hover_at(egui::pos2(640.0, 300.0));
        window.run_steps(2);
    }
}

#[test]
fn nodes_are_called_by_their_names_among_the_fields() {
    let (_game, mut window) = opened(vec2(1000.0, 620.0), "bases.rlb/r_scout_0_01.msh");
    let document = window.state().current.as_ref().unwrap().document.as_ref().unwrap();
    let tree = document.tree().unwrap();
    let child = (0..20)
        .find_map(|node| {
            let field = format!("nodes[{node}].parent");
            let pointed = ngi_verbs::pointers::pointed(&tree, &field).into_iter().next()?;
            (!pointed.name.is_empty()).then_some((field, pointed))
        })
        .unwrap();
    drop(tree);
    let (field, pointed) = child;
    let path = window.state().current.as_ref().unwrap().path.clone();
    window.state_mut().actions.push(Action::Reveal { path, field });
    settle(&mut window);
    window.get_by_label(&format!("» {}", pointed.name)).click();
    settle(&mut window);
    assert_eq!(window.state().inspector.selected.as_deref(), Some(pointed.path.as_str()));
}
