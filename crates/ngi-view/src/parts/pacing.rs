//! Input of slow frames, one step at a time.
//!
//! A software renderer takes a quarter of a second per frame, so a key, the letters typed after it,
//! and a whole click can arrive in the events of a single frame. Handled at once, letters typed after
//! Ctrl+F would be shortcuts, because the search field is not focused yet, and a slider would not see
//! a press that is released in the same frame. [`Pacing`] passes each frame only the events that
//! belong together and keeps the rest for the next frame, which it requests.

use std::collections::VecDeque;

use egui::{Context, Event, Key, Modifiers, Pos2, RawInput, Ui};

use crate::shortcuts::{Command, SHORTCUTS};

/// Frames without keys after a command that opens a text field: the field appears in the first.
const OPENING: u8 = 1;
/// Frames to wait for a text field at most. Some commands open one only in some situations.
const PATIENCE: u8 = 4;
/// Frames without keys after a click: a number that was clicked becomes a text field in the first.
const AFTER_CLICK: u8 = 1;
/// Distance in points from which a press and a release are a drag.
const DRAG: f32 = 6.0;
/// Time between two frames whose events arrived at the same time, in seconds. Double clicks keep
/// their meaning if they are spread over several frames.
const STEP: f64 = 0.001;

/// Plugin of the window's context that passes on input in order.
#[derive(Debug, Default)]
pub struct Pacing {
    queue: Queue,
    /// Time of the last frame.
    time: f64,
}

impl egui::Plugin for Pacing {
    fn debug_name(&self) -> &'static str {
        "input pacing"
    }

    fn input_hook(&mut self, ctx: &Context, input: &mut RawInput) {
        let now = input.time.unwrap_or(self.time);
        self.queue.add(now, input.events.drain(..));
        let (events, arrival) = self.queue.frame(ctx.text_edit_focused());
        input.events = events;
        let is_late = arrival.is_some_and(|arrival| arrival < now);
        if let (Some(time), Some(arrival), true) = (&mut input.time, arrival, is_late) {
            *time = (self.time + STEP).max(arrival).min(now);
        }
        self.time = input.time.unwrap_or(now);
    }

    fn on_end_pass(&mut self, ui: &mut Ui) {
        if self.queue.waits() {
            ui.ctx().request_repaint();
        }
    }
}

/// Events that have not been handled yet, with their times of arrival.
#[derive(Debug, Default)]
struct Queue {
    events: VecDeque<(f64, Event)>,
    /// Wait for a text field: frames since the command that opens it.
    opening: Option<u8>,
    /// Frames that are left of the wait after a click.
    after_click: u8,
    /// Position where a mouse button was pressed that is still down.
    press: Option<Pos2>,
}

impl Queue {
    fn add(&mut self, now: f64, events: impl Iterator<Item = Event>) {
        self.events.extend(events.map(|event| (now, event)));
    }

    /// Returns true if another frame is needed.
    fn waits(&self) -> bool {
        !self.events.is_empty()
    }

    /// Takes the events of the next frame, and the time of arrival of the last one. `typing`: a text
    /// field has the keyboard.
    fn frame(&mut self, typing: bool) -> (Vec<Event>, Option<f64>) {
        if let Some(frames) = self.opening {
            let is_open = frames >= OPENING && typing;
            self.opening = (!is_open && frames < PATIENCE).then_some(frames + 1);
            if self.opening.is_some() {
                return (Vec::new(), None);
            }
        }
        let pauses = self.after_click > 0 && !typing;
        self.after_click = self.after_click.saturating_sub(1);
        let mut frame = Frame { typing, press: self.press, ..Frame::default() };
        let mut arrival = None;
        while let Some((time, event)) = self.events.pop_front() {
            if frame.is_over_before(&event) || pauses && is_typed(&event) {
                self.events.push_front((time, event));
                break;
            }
            frame.take(event);
            arrival = Some(time);
        }
        self.press = frame.press;
        if frame.clicks {
            self.after_click = AFTER_CLICK;
        }
        if frame.opens {
            self.opening = Some(0);
        }
        (frame.events, arrival)
    }
}

/// Events of a frame.
#[derive(Debug, Default)]
struct Frame {
    events: Vec<Event>,
    typing: bool,
    /// No more events, except the letter of the last key.
    ends: bool,
    /// A mouse button was released.
    clicks: bool,
    /// A command opens a text field.
    opens: bool,
    /// Position where a mouse button was pressed that is still down.
    press: Option<Pos2>,
    /// The pointer was moved in this frame so far that a release ends a drag.
    drags: bool,
    /// Keys pressed in this frame.
    pressed: Vec<Key>,
}

impl Frame {
    /// Returns true if an event belongs into a later frame.
    fn is_over_before(&self, event: &Event) -> bool {
        match event {
            // The letter that a key types.
            Event::Text(_) => self.ends && !matches!(self.events.last(), Some(Event::Key { .. })),
            _ if self.ends => true,
            Event::PointerButton { pressed: false, .. } => self.drags,
            // A key that is held for less than a frame counts as held for one.
            Event::Key { key, pressed: false, .. } => !self.typing && self.pressed.contains(key),
            _ => false,
        }
    }

    fn take(&mut self, event: Event) {
        match &event {
            Event::PointerMoved(to) => {
                self.drags |= self.press.is_some_and(|from| from.distance(*to) > DRAG);
            }
            Event::PointerButton { pos, pressed, .. } => {
                self.ends = true;
                self.clicks |= !pressed;
                self.press = pressed.then_some(*pos);
            }
            Event::Key { key, pressed: true, repeat, modifiers, .. } => {
                self.pressed.push(*key);
                let command = command_of(*key, *modifiers, self.typing);
                let leaves = matches!(key, Key::Enter | Key::Escape | Key::Tab);
                // A held key repeats faster than slow frames come; it counts once per frame.
                self.ends |= !repeat && (leaves || command.is_some());
                self.opens |= command.is_some_and(opens_field);
            }
            _ => {}
        }
        self.events.push(event);
    }
}

/// Returns the command of a key.
fn command_of(key: Key, modifiers: Modifiers, typing: bool) -> Option<Command> {
    let is_pressed = |keys: &&egui::KeyboardShortcut| {
        let plain = keys.modifiers == Modifiers::NONE;
        keys.logical_key == key && modifiers.matches_logically(keys.modifiers) && !(typing && plain)
    };
    let found = SHORTCUTS.iter().find(|shortcut| shortcut.keys.iter().any(|it| is_pressed(&it)));
    found.map(|shortcut| shortcut.command)
}

/// Returns true if a command moves the keyboard into a text field.
fn opens_field(command: Command) -> bool {
    matches!(command, Command::Search | Command::Palette)
}

/// Returns true for what a text field takes.
fn is_typed(event: &Event) -> bool {
    matches!(event, Event::Key { .. } | Event::Text(_) | Event::Paste(_))
}

#[cfg(test)]
mod tests {
    use egui::{PointerButton, pos2};

    use super::*;

    fn key(key: Key, modifiers: Modifiers, pressed: bool) -> Event {
        Event::Key { key, physical_key: None, pressed, repeat: false, modifiers }
    }

    fn letter(which: Key) -> [Event; 3] {
        let text = Event::Text(which.name().to_lowercase());
        [key(which, Modifiers::NONE, true), text, key(which, Modifiers::NONE, false)]
    }

    fn button(at: f32, pressed: bool) -> Event {
        let (pos, button) = (pos2(at, 0.0), PointerButton::Primary);
        Event::PointerButton { pos, button, pressed, modifiers: Modifiers::NONE }
    }

    fn queue(events: impl IntoIterator<Item = Event>) -> Queue {
        let mut queue = Queue::default();
        queue.add(1.0, events.into_iter());
        queue
    }

    /// Returns the number of events of each frame; a text field has the keyboard from the frame
    /// `typing` on.
    fn frames(mut queue: Queue, typing: usize) -> Vec<usize> {
        let mut all = Vec::new();
        while queue.waits() {
            all.push(queue.frame(all.len() >= typing).0.len());
            assert!(all.len() < 20, "{all:?}");
        }
        all
    }

    #[test]
    fn letters_after_the_search_key_wait_for_the_field() {
        let open = key(Key::F, Modifiers::COMMAND, true);
        let typed = [Key::S, Key::I, Key::N].into_iter().flat_map(letter);
        let events = || std::iter::once(open.clone()).chain(typed.clone());
        assert_eq!(frames(queue(events()), 2), [1, 0, 9]);
        // Another field had the keyboard before.
        assert_eq!(frames(queue(events()), 0), [1, 0, 9]);
        // Without a field, letters are shortcuts again: the keys S and I have none, N has none.
        assert_eq!(frames(queue(events()), 99)[..5], [1, 0, 0, 0, 0]);
    }

    #[test]
    fn a_shortcut_ends_its_frame_together_with_its_letter() {
        let events = letter(Key::G).into_iter().chain(letter(Key::L));
        assert_eq!(frames(queue(events), 99), [2, 3, 1]);
        let twice =
            [key(Key::Delete, Modifiers::NONE, true), key(Key::Delete, Modifiers::NONE, true)];
        assert_eq!(frames(queue(twice), 99), [1, 1]);
        let held = std::iter::repeat_n(
            Event::Key {
                key: Key::ArrowDown,
                physical_key: None,
                pressed: true,
                repeat: true,
                modifiers: Modifiers::NONE,
            },
            5,
        );
        assert_eq!(frames(queue(held), 99), [5], "a held key counts once per frame");
    }

    #[test]
    fn a_click_takes_a_frame_for_the_press_and_one_for_the_release() {
        let at = Event::PointerMoved(pos2(5.0, 0.0));
        assert_eq!(frames(queue([at, button(5.0, true), button(5.0, false)]), 99), [2, 1]);
        let double = [true, false, true, false].map(|pressed| button(5.0, pressed));
        assert_eq!(frames(queue(double), 99), [1, 1, 1, 1]);
    }

    #[test]
    fn a_quick_drag_is_seen_before_it_ends() {
        let moved = |to: f32| Event::PointerMoved(pos2(to, 0.0));
        let events = [button(0.0, true), moved(20.0), moved(50.0), button(50.0, false)];
        assert_eq!(frames(queue(events), 99), [1, 2, 1]);
        let jitter = [button(0.0, true), moved(2.0), button(2.0, false)];
        assert_eq!(frames(queue(jitter), 99), [1, 2]);
    }

    #[test]
    fn keys_after_a_click_wait_until_the_field_is_there() {
        let mut events = vec![button(0.0, true), button(0.0, false)];
        events.extend(letter(Key::S));
        assert_eq!(frames(queue(events), 3), [1, 1, 0, 3]);
    }

    #[test]
    fn a_key_that_was_held_for_less_than_a_frame_is_down_for_one() {
        let [press, _, release] = letter(Key::D);
        assert_eq!(frames(queue([press, release]), 99), [1, 1]);
    }
}
