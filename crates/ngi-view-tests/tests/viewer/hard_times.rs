//! No card, no size, bytes instead of files, files that change under our feet.

use std::path::Path;
use std::sync::Arc;

use egui::vec2;
use egui_kittest::kittest::Queryable;
use ngi_view::Action;
use ngi_view::texts::ENGLISH;

use crate::drive::{
    Window, build, card, demo, select, settings, settle, type_value, window, window_on,
};

/// What the card has drawn, as a file.
fn screenshot(window: &mut Window) -> Result<Vec<u8>, String> {
    let (coming, gpu) = window.state_mut().viewport.begin_screenshot(&ENGLISH)?;
    let picture = ngi_view::platform::picture_of(&coming, &gpu).ok_or("nothing came")?;
    picture.map_err(|error| error.to_string())?.to_png().map_err(|error| error.to_string())
}

#[test]
fn without_a_card_everything_else_works() {
    let game = demo();
    let mut window = build(vec2(1000.0, 700.0), None, settings());
    window.state_mut().open(game.path().to_owned());
    settle(&mut window);
    select(&mut window, "bases.rlb/r_scout_0_01.msh");
    assert!(window.state().viewport.has_scene());
    let current = window.state().current.as_ref().unwrap();
    assert!(current.document.is_some() && current.error.is_none());
    window.state_mut().actions.push(Action::Screenshot);
    settle(&mut window);
    let said = window.state().messages.last().unwrap();
    assert!(said.is_error && said.text.contains("install.md"), "{said:?}");
}

#[test]
fn a_window_without_any_room_is_no_error() {
    let game = demo();
    let mut window = window_on(&game.path().join("bases.rlb/r_scout_0_01.msh"));
    for size in [vec2(1.0, 1.0), vec2(0.0, 0.0), vec2(700.0, 30.0), vec2(1280.0, 800.0)] {
        window.set_size(size);
        window.run_steps(3);
    }
    assert!(window.state().viewport.has_scene());
    assert!(window.state().messages.iter().all(|message| !message.is_error));
}

#[derive(Debug)]
struct Dropped(&'static str, Vec<u8>);

impl egui::DroppedFile for Dropped {
    fn path(&self) -> &Path {
        Path::new(self.0)
    }
    fn bytes(&self) -> Result<Vec<u8>, String> {
        Ok(self.1.clone())
    }
}

#[test]
fn dropped_bytes_are_looked_at_changed_and_saved_in_memory() {
    let game = demo();
    let bytes = std::fs::read(game.path().join("Material.lib")).unwrap();
    let mut window = window(settings());
    window.input_mut().dropped_files.push(Arc::new(Dropped("Material.lib", bytes.clone())));
    settle(&mut window);
    select(&mut window, "Material.lib/WATER");
    type_value(&mut window, "phases[0].opacity", "42");
    window.state_mut().actions.push(Action::Save);
    settle(&mut window);
    assert!(!window.state().has_changes(), "{:?}", window.state().messages);
    let place = window.state().place.as_ref().unwrap();
    let saved = place.vfs.read("Material.lib").unwrap();
    assert_eq!(saved.iter().zip(&bytes).filter(|(new, old)| new != old).count(), 1);
    assert_eq!(place.vfs.read("Material.lib.bak").unwrap(), bytes);
}

#[test]
fn a_file_that_somebody_else_changed_is_not_overwritten() {
    let game = demo();
    let file = game.path().join("Material.lib");
    let mut window = window_on(game.path());
    select(&mut window, "Material.lib/WATER");
    type_value(&mut window, "phases[0].opacity", "42");
    let other = std::fs::read(game.path().join("sounds.lib")).unwrap();
    std::fs::remove_file(&file).unwrap();
    std::fs::write(&file, &other).unwrap();
    window.state_mut().actions.push(Action::Save);
    settle(&mut window);
    assert!(window.state().messages.last().unwrap().is_error);
    assert!(window.state().has_changes(), "nothing is lost");
    assert_eq!(std::fs::read(&file).unwrap(), other);
}

#[test]
fn what_is_not_there_is_said() {
    let mut window = window(settings());
    window.state_mut().open("no/such/folder".into());
    settle(&mut window);
    assert!(window.state().messages.last().unwrap().is_error);
    assert!(window.state().place.is_none());
}

#[test]
fn a_lost_card_is_replaced_and_nothing_else_is_lost() {
    let game = demo();
    let mut window = window_on(game.path());
    select(&mut window, "bases.rlb/r_scout_0_01.msh");
    screenshot(&mut window).unwrap();
    select(&mut window, "Material.lib/WATER");
    type_value(&mut window, "phases[0].opacity", "42");
    // The window itself is drawn with another device here, so that it survives.
    let (ctx, mut lost) = (window.ctx.clone(), card());
    window.state_mut().move_to(&ctx, Some(lost.clone()));
    settle(&mut window);
    lost.device.destroy();
    let _ = lost.device.poll(wgpu::PollType::wait_indefinitely());
    window.step();
    assert!(window.state_mut().card_is_lost());
    assert!(screenshot(&mut window).is_err(), "and says so instead of crashing");
    lost = card();
    window.state_mut().move_to(&ctx, Some(lost));
    let said = window.state().messages.last().unwrap();
    assert!(said.is_error && said.text.contains("lost"), "{said:?}");
    assert!(!window.state_mut().card_is_lost());
    settle(&mut window);
    assert!(window.state().has_changes(), "what was typed is still there");
    assert!(screenshot(&mut window).unwrap().starts_with(b"\x89PNG"));
}

#[test]
fn nothing_is_opened_over_changes_without_asking() {
    let (game, other) = (demo(), demo());
    let library = game.path().join("Material.lib");
    let before = std::fs::read(&library).unwrap();
    for (answer, stays) in
        [("Keep editing", true), ("Discard changes", false), ("Save and open", false)]
    {
        let mut window = window_on(game.path());
        let here = window.state().place.as_ref().unwrap().label.clone();
        select(&mut window, "Material.lib/WATER");
        type_value(&mut window, "phases[0].opacity", "42");
        window.state_mut().open(other.path().to_owned());
        settle(&mut window);
        assert!(window.state().has_changes(), "nothing is lost before the answer");
        window.get_by_label(answer).click();
        settle(&mut window);
        let app = window.state();
        assert_eq!(app.place.as_ref().unwrap().label == here, stays, "{answer}");
        assert_eq!(app.has_changes(), stays, "{answer}");
        let same = std::fs::read(&library).unwrap() == before;
        assert_eq!(same, answer != "Save and open", "{answer}");
    }
}
