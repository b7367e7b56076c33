//! The brush: a stroke gives the bytes that setting every height with `ngi set` gives.

use egui::{Key, Modifiers, vec2};
use ngi_formats::landscape::LandscapeDoc;
use ngi_verbs::format::{Subject, recognise};
use ngi_view::editing::BrushKind;

use crate::drive::{Window, build, card, demo, drag, select, settings, settle};

const LAND: &str = "DATA/MAPS/VALLEY/Land.msh";

fn bytes(window: &Window) -> Vec<u8> {
    let current = window.state().current.as_ref().unwrap();
    current.document.as_ref().unwrap().bytes().to_vec()
}

fn codes(window: &Window) -> Vec<&'static str> {
    let current = window.state().current.as_ref().unwrap();
    current.findings.iter().map(|finding| finding.code.id).collect()
}

/// Everything that a stroke set, set as `ngi set` does it.
fn set(before: &[u8], after: &[u8]) -> Vec<u8> {
    let [was, now] = [before, after].map(|bytes| LandscapeDoc::open(bytes).unwrap());
    let mut fields = Vec::new();
    for (vertex, (was, now)) in was.positions.iter().zip(now.positions.iter()).enumerate() {
        if was != now {
            let [x, y, z] = now;
            fields.push((format!("positions[{vertex}]"), format!("[{x},{y},{z}]")));
        }
    }
    for (face, (was, now)) in was.faces.iter().zip(now.faces.iter()).enumerate() {
        if was.material != now.material {
            fields.push((format!("faces[{face}].material"), now.material.to_string()));
        }
    }
    assert!(!fields.is_empty());
    let subject = Subject::file("Land.msh", before);
    let format = recognise(&subject).unwrap();
    // All at once: what follows from them follows from all of them.
    let bare = ngi_verbs::document::edit::set(format.document, &subject, &fields).unwrap();
    let paths: Vec<&str> = fields.iter().map(|(path, _)| path.as_str()).collect();
    let changed = Subject { bytes: &bare.bytes, ..subject };
    let given = ngi_verbs::format::Given::Fields(&paths);
    format.document.refresh_dependents(before, &changed, given).unwrap().0
}

#[test]
fn a_stroke_is_what_setting_every_height_is() {
    let game = demo();
    let mut window = build(vec2(760.0, 420.0), Some(card()), settings());
    window.state_mut().open(game.path().to_owned());
    settle(&mut window);
    select(&mut window, LAND);
    let original = bytes(&window);
    let before = codes(&window);
    window.key_press(Key::M);
    window.run_steps(3);
    let tool = &window.state().viewport.editing.ground;
    assert!(tool.sculpt().is_some() && tool.materials.len() > 2, "{:?}", tool.trouble);
    let rect = window.state().viewport.rect();
    let (from, to) = (rect.center() + vec2(-40.0, 50.0), rect.center() + vec2(30.0, 60.0));
    window.state_mut().viewport.editing.ground.radius = 30.0;
    drag(&mut window, from, to);
    settle(&mut window);
    let raised = bytes(&window);
    assert_eq!(raised.len(), original.len());
    assert!(raised != original);
    assert!(raised == set(&original, &raised), "as ngi set gives it");
    assert_eq!(codes(&window), before, "nothing is found that was not");
    // The picture has the ground of the document.
    let ground = ngi_engine::landscape::Ground::of(
        &ngi_formats::landscape::Landscape::read(&raised).unwrap(),
    );
    let shown = window.state_mut().viewport.level_mut().unwrap().ground().bounds();
    assert_eq!(shown, ground.bounds());

    // Paint, one step more: on dry ground.
    let (from, to) = (rect.center() + vec2(-40.0, -20.0), rect.center() + vec2(10.0, -25.0));
    let tool = &mut window.state_mut().viewport.editing.ground;
    tool.kind = BrushKind::First;
    // One of these is not what is there already.
    for row in [1, 3] {
        window.state_mut().viewport.editing.ground.row = row;
        drag(&mut window, from, to);
        settle(&mut window);
        if bytes(&window) != raised {
            break;
        }
    }
    let painted = bytes(&window);
    assert!(painted != raised);
    assert!(painted == set(&raised, &painted), "as ngi set gives it");
    assert_eq!(codes(&window), before);
    for wanted in [&raised, &original] {
        window.key_press_modifiers(Modifiers::COMMAND, Key::Z);
        settle(&mut window);
        assert!(bytes(&window) == *wanted, "undone by stroke");
    }
    // A mission on this level is made and opened.
    let request = ngi_view::editing::Request::NewMission("New".to_owned());
    window.state_mut().actions.push(ngi_view::Action::Change(request));
    settle(&mut window);
    settle(&mut window);
    let made = window.state().current.as_ref().map(|current| current.path.clone());
    assert_eq!(
        made.as_deref(),
        Some("MISSIONS/Single.04/data.tma"),
        "{:?}",
        window.state().messages
    );
    assert!(window.state().viewport.world().is_some_and(|world| world.objects.is_empty()));
    assert!(game.path().join("MISSIONS/Single.04/sky.ske").is_file());
    select(&mut window, LAND);
    // After that the brush goes on where the document is.
    drag(&mut window, from, to);
    settle(&mut window);
    assert!(bytes(&window) != original);
    assert!(!window.state().messages.iter().any(|it| it.is_error), "{:?}", window.state().messages);
}
