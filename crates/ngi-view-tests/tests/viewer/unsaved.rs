//! The demo game from a button, exports, and what was not saved when the program ended.

use egui_kittest::kittest::Queryable;
use ngi_view::Action;
use ngi_view::document::recovery;
use ngi_view::tabs::Ask;
use ngi_view::texts::ENGLISH;

use crate::drive::{build, demo, select, settings, settle, type_value, value, window, window_on};

#[test]
fn unsaved_changes_are_offered_again_and_brought_back() {
    let game = demo();
    let mut first = window_on(game.path());
    select(&mut first, "Material.lib/WATER");
    type_value(&mut first, "phases[0].opacity", "42");
    let kept = first.state().kept();
    assert_eq!(kept.len(), 1);
    drop(first);
    let mut second = build(egui::vec2(1000.0, 700.0), None, settings());
    second.state_mut().remember_kept(kept);
    second.state_mut().open(game.path().to_owned());
    settle(&mut second);
    assert_eq!(second.state().offers_unsaved(), 1);
    second.get_by_label(ENGLISH.bring_back).click();
    settle(&mut second);
    let current = second.state().current.as_ref().unwrap();
    assert_eq!(current.path, "Material.lib/WATER");
    assert!(second.state().has_changes());
    second.state_mut().actions.push(Action::Save);
    settle(&mut second);
    assert!(!second.state().has_changes());
    assert_eq!(second.state().kept(), [], "what was saved is not kept");
}

#[test]
fn unsaved_changes_of_another_file_are_not_made() {
    let game = demo();
    let mut first = window_on(game.path());
    select(&mut first, "Material.lib/WATER");
    type_value(&mut first, "phases[0].opacity", "42");
    let kept = first.state().kept();
    first.state_mut().actions.push(Action::Save);
    settle(&mut first);
    drop(first);
    let mut second = build(egui::vec2(1000.0, 700.0), None, settings());
    second.state_mut().remember_kept(kept);
    second.state_mut().open(game.path().to_owned());
    settle(&mut second);
    second.state_mut().bring_unsaved_back();
    settle(&mut second);
    assert!(second.state().current.is_some() == second.state().selected.is_some());
    assert!(!second.state().has_changes());
    let said = second.state().messages.last().unwrap();
    assert!(said.is_error && said.text.contains("WATER"), "{said:?}");
}

#[test]
fn what_was_changed_in_any_tab_is_kept_and_what_is_broken_of_it_is_left_out() {
    let game = demo();
    let mut first = build(egui::vec2(1000.0, 700.0), None, settings());
    first.state_mut().open(game.path().to_owned());
    settle(&mut first);
    let changed = [
        ("Material.lib/WATER", "phases[0].opacity"),
        ("Material.lib/M_GLASS", "phases[0].power"),
        ("bases.rlb/r_scout_0_01.msh", "nodes[2].flags"),
    ];
    for (path, field) in changed {
        first.state_mut().actions.push(Action::Tabs(Ask::Open(path.to_owned())));
        settle(&mut first);
        type_value(&mut first, field, "3");
    }
    // A tab is closed, another is in front: nothing is lost.
    first.state_mut().actions.push(Action::Tabs(Ask::Close(Some(1))));
    first.state_mut().actions.push(Action::Tabs(Ask::Open("Textures.lib".to_owned())));
    settle(&mut first);
    let kept = first.state().kept();
    assert_eq!(kept.len(), 3);
    let text = serde_json::to_string(&kept).unwrap();
    drop(first);
    let broken = text.replacen('[', "[{\"path\":\"x\"},17,", 1);
    let mut second = build(egui::vec2(1000.0, 700.0), None, settings());
    second.state_mut().remember_kept(recovery::read(&broken));
    second.state_mut().open(game.path().to_owned());
    settle(&mut second);
    assert_eq!(second.state().offers_unsaved(), 3);
    second.state_mut().bring_unsaved_back();
    settle(&mut second);
    for (path, field) in changed {
        select(&mut second, path);
        assert_eq!(value(&second, field), 3, "{path}");
    }
}

#[test]
fn the_demo_game_is_a_button() {
    let mut window = window(settings());
    window.get_by_label(ENGLISH.demo).click();
    settle(&mut window);
    assert!(window.state().index.items().len() > 100);
    select(&mut window, "Material.lib/WATER");
    assert!(window.state().current.as_ref().unwrap().document.is_some());
}
