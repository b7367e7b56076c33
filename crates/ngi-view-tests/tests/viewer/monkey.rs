//! Somebody who does not know what they are doing: clicks, drags, keys and words at random. Seeded,
//! so that what fails fails again; counted in steps, not in time.

use egui::{Key, Modifiers, PointerButton, Pos2, pos2, vec2};
use ngi_view::Action;
use ngi_view::compare::With;
use ngi_view::settings::Settings;

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

fn do_something(window: &mut Window, chance: &mut Chance, size: egui::Vec2, paths: &[String]) {
    match chance.below(10) {
        0..=3 => {
            let at = chance.place(size);
            let which = [PointerButton::Primary, PointerButton::Secondary]
                [usize::from(chance.below(5) == 0)];
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
            let action = match chance.below(8) {
                0 => Action::Palette,
                1 => Action::AskExport(None),
                2 => Action::AskReplace,
                3 => Action::Undo,
                4 => Action::Trail { forward: chance.below(2) == 0 },
                5 => Action::Mend,
                6 => Action::SaveAll,
                _ => Action::Compare(Some(With::Backup)),
            };
            window.state_mut().actions.push(action);
        }
    }
    window.step();
}

#[test]
fn whatever_is_pressed_the_window_stays() {
    let (game, out) = (demo(), tempfile::tempdir().unwrap());
    for seed in [7, 24] {
        let size = vec2(720.0, 460.0);
        let settings = Settings { export_folder: Some(out.path().to_owned()), ..settings() };
        let mut window = build(size, None, settings);
        window.state_mut().asks_nobody = true;
        window.state_mut().open(game.path().to_owned());
        settle(&mut window);
        // What takes long to open shows nothing new here.
        let items = window.state().index.items().iter();
        let paths: Vec<String> =
            items.filter(|item| item.size < 200_000).map(|item| item.path.clone()).collect();
        assert!(paths.len() > 100);
        let mut chance = Chance(seed);
        for step in 0..STEPS {
            do_something(&mut window, &mut chance, size, &paths);
            if step % 16 == 0 {
                settle(&mut window);
            }
        }
        settle(&mut window);
        let broken: Vec<&str> = window
            .state()
            .messages
            .iter()
            .map(|message| message.text.as_str())
            .filter(|text| text.contains("internal error"))
            .collect();
        assert!(broken.is_empty(), "seed {seed}: {broken:?}");
    }
}
