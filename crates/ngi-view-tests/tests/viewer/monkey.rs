//! Somebody who does not know what they are doing: clicks, drags, keys and words at random. Seeded,
//! so that what fails fails again; counted in steps, not in time.
//!
//! `NGI_MONKEY_SECONDS=600` goes on with other seeds for ten minutes, and says which they were.

use std::path::{Path, PathBuf};

use egui::{Key, Modifiers, PointerButton, Pos2, pos2, vec2};
use ngi_view::Action;
use ngi_view::compare::With;
use ngi_view::document::recovery::Kept;
use ngi_view::library::ItemKind;
use ngi_view::settings::Settings;
use ngi_view::tabs::Ask;

use crate::drive::{Window, build, demo, settings, settle};

/// So many things are done.
const STEPS: usize = 90;

const KEYS: &[Key] = &[
    Key::Tab,
    Key::Enter,
    Key::Escape,
    Key::Space,
    Key::ArrowUp,
    Key::ArrowDown,
    Key::ArrowLeft,
    Key::ArrowRight,
    Key::Home,
    Key::Delete,
    Key::Backspace,
    Key::F,
    Key::G,
    Key::W,
    Key::C,
    Key::H,
    Key::P,
    Key::Z,
    Key::Y,
    Key::S,
    Key::E,
    Key::Num2,
    Key::F12,
    Key::M,
    Key::D,
    Key::R,
    Key::V,
    Key::A,
    Key::PageUp,
    Key::PageDown,
    Key::F11,
];

const WORDS: &[&str] = &["panel", "4294967296", "-1", "nan", "", "ъ", "[1,2", "msh", "экспорт"];

/// Numbers that look like chance.
struct Chance(u64);

impl Chance {
    fn below(&mut self, most: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % most.max(1)
    }

    fn place(&mut self, size: egui::Vec2) -> Pos2 {
        let share = self.below(1000) as f32 / 1000.0;
        pos2(size.x * share, size.y * self.below(1000) as f32 / 1000.0)
    }

    fn modifiers(&mut self) -> Modifiers {
        match self.below(6) {
            0 => Modifiers::COMMAND,
            1 => Modifiers::SHIFT,
            2 => Modifiers::COMMAND | Modifiers::SHIFT,
            3 => Modifiers::ALT,
            _ => Modifiers::NONE,
        }
    }
}

fn button(window: &mut Window, pos: Pos2, button: PointerButton, pressed: bool) {
    let modifiers = Modifiers::NONE;
    window.event(egui::Event::PointerMoved(pos));
    window.event(egui::Event::PointerButton { pos, button, pressed, modifiers });
}

fn do_something(
    window: &mut Window,
    chance: &mut Chance,
    size: egui::Vec2,
    (paths, games): (&[String], &[PathBuf]),
) {
    match chance.below(11) {
        10 => command(window, chance),
        0..=3 => {
            let at = chance.place(size);
            let which = match chance.below(10) {
                0 => PointerButton::Secondary,
                1 => PointerButton::Middle,
                _ => PointerButton::Primary,
            };
            button(window, at, which, true);
            button(window, at, which, false);
        }
        4 => {
            let (from, to) = (chance.place(size), chance.place(size));
            button(window, from, PointerButton::Primary, true);
            window.event(egui::Event::PointerMoved(from + (to - from) * 0.5));
            window.step();
            button(window, to, PointerButton::Primary, false);
        }
        5 | 6 => {
            let key = KEYS[chance.below(KEYS.len())];
            window.key_press_modifiers(chance.modifiers(), key);
        }
        7 => {
            let word = WORDS[chance.below(WORDS.len())];
            window.event(egui::Event::Text(word.to_owned()));
        }
        8 => {
            let path = paths[chance.below(paths.len())].clone();
            window.state_mut().actions.push(Action::Select(path));
        }
        _ => {
            let action = match chance.below(16) {
                0 => Action::Palette,
                1..=8 => beyond(chance, paths, games),
                9 => Action::AskExport(None),
                10 => Action::AskReplace,
                11 => Action::Undo,
                12 => Action::Trail { forward: chance.below(2) == 0 },
                13 => Action::Mend,
                14 => Action::SaveAll,
                _ => Action::Redo,
            };
            window.state_mut().actions.push(action);
        }
    }
    window.step();
}

/// Tabs, comparisons, ways of editing, and what is remembered.
fn beyond(chance: &mut Chance, paths: &[String], games: &[PathBuf]) -> Action {
    let path = paths[chance.below(paths.len())].clone();
    let game = games[chance.below(games.len())].clone();
    let (from, to) = (chance.below(6), chance.below(6));
    match chance.below(15) {
        0..=3 => Action::Tabs(Ask::Open(path)),
        4 => Action::Tabs(Ask::Step { back: from > 2 }),
        5 => Action::Tabs(Ask::Go(from)),
        6 => Action::Tabs(Ask::Move { from, to }),
        7 => Action::Tabs([Ask::Close(None), Ask::CloseOthers(from)][to % 2].clone()),
        8 => Action::Compare(Some(With::Backup)),
        9 => Action::Compare(Some(With::Game(game))),
        10 => Action::Compare(Some(With::Mod(game))),
        11 => Action::Compare(Some(With::Entry(path))),
        12 => Action::Compare(None),
        13 => Action::Reload,
        _ => Action::Favourite(Some(path)),
    }
}

/// Opens the list of commands, looks for something and takes what is found.
fn command(window: &mut Window, chance: &mut Chance) {
    let words = ["edit", "tab", "compar", "sort", "окно", "e", "text", "undo", "walk", "theme"];
    window.state_mut().palette.open = false;
    window.state_mut().actions.push(Action::Palette);
    window.run_steps(2);
    window.event(egui::Event::Text(words[chance.below(words.len())].to_owned()));
    window.step();
    for _ in 0..chance.below(5) {
        window.key_press(Key::ArrowDown);
        window.step();
    }
    window.key_press(Key::Enter);
    window.step();
}

/// One who begins with nothing, for so many steps.
fn one(seed: u64, steps: usize, [game, other, out]: [&Path; 3]) {
    let size = vec2(720.0, 460.0);
    let settings = Settings { export_folder: Some(out.to_owned()), ..settings() };
    let mut window = build(size, None, settings);
    window.state_mut().asks_nobody = true;
    window.state_mut().open(game.to_owned());
    settle(&mut window);
    // What takes long to open shows nothing new here; of levels and missions one each is enough.
    let items = window.state().index.items().iter();
    let small = items.filter(|item| {
        let is_large = matches!(item.kind, ItemKind::Landscape | ItemKind::Mission);
        item.size < 200_000 && (!is_large || item.path.contains(".03"))
    });
    let paths: Vec<String> = small.map(|item| item.path.clone()).collect();
    assert!(paths.len() > 100);
    let games = [game.to_owned(), other.to_owned(), out.join("nothing")];
    let mut chance = Chance(seed);
    for step in 0..steps {
        do_something(&mut window, &mut chance, size, (&paths, &games));
        if step % 16 == 0 {
            settle(&mut window);
        }
        // Whoever is asked whether to save says no by going on.
        if window.state().place.is_none() {
            window.state_mut().open(game.to_owned());
        }
    }
    settle(&mut window);
    // Whatever there is, it can be kept and brought back.
    let kept = window.state().kept();
    let text = serde_json::to_string(&kept).unwrap();
    assert_eq!(serde_json::from_str::<Vec<Kept>>(&text).unwrap(), kept);
    let messages = window.state().messages.iter().map(|message| message.text.as_str());
    let broken: Vec<&str> = messages.filter(|text| text.contains("internal error")).collect();
    assert!(broken.is_empty(), "seed {seed}: {broken:?}");
}

#[test]
fn whatever_is_pressed_the_window_stays() {
    let (game, other, out) = (demo(), demo(), tempfile::tempdir().unwrap());
    let folders = [game.path(), other.path(), out.path()];
    for seed in [7, 24] {
        one(seed, STEPS, folders);
    }
    let seconds = std::env::var("NGI_MONKEY_SECONDS").ok().and_then(|text| text.parse().ok());
    let Some(seconds) = seconds.map(std::time::Duration::from_secs) else { return };
    let begun = std::time::Instant::now();
    for seed in 100.. {
        if begun.elapsed() > seconds {
            break;
        }
        println!("seed {seed} after {:?}", begun.elapsed());
        one(seed, STEPS * 3, folders);
    }
}
