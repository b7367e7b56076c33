//! The keys, in one table: what they do, and what the help and the manual say of them.

use egui::{Key, KeyboardShortcut, Modifiers};

use crate::texts::Texts;

/// What a key does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Command {
    /// Go where everything is seen.
    Frame,
    /// The camera as it was at first.
    Reset,
    /// Edges on and off. On landscapes W flies instead.
    Wireframe,
    /// The grid on and off.
    Grid,
    /// A level of detail.
    Level(u8),
    /// Play or pause.
    Play,
    /// The file before this one.
    Previous,
    /// The file after this one.
    Next,
    /// A picture of the viewport.
    Screenshot,
    /// The same, with its size and what is in it asked for.
    ScreenshotAs,
    /// Down to the ground of a mission, or up again.
    Walk,
    /// End a walk, or a briefing.
    Leave,
    /// Look out of the eyes, or from behind.
    Person,
    /// Into a unit, or out of it.
    Mount,
    /// The interior cut open or not.
    CutAway,
    /// The picture alone.
    FullScreen,
    /// Show the start page.
    Home,
    /// Back to what was open before.
    Back,
    /// Forward again.
    Forward,
    /// Close a row of the tree.
    Fold,
    /// Open a row of the tree.
    Unfold,
    /// Close the tab in front.
    CloseTab,
    /// The next tab, or the one before.
    StepTab {
        /// The one before.
        back: bool,
    },
    /// The tab in front to another place.
    MoveTab {
        /// To the left.
        left: bool,
    },
    /// Everything there is to do, by name.
    Palette,
    /// The dialog of an export.
    Export,
    /// This list.
    Help,
    /// Into the search.
    Search,
    /// Take a change back.
    Undo,
    /// Make it again.
    Redo,
    /// Save.
    Save,
    /// Change things with the mouse, or only look at them.
    Edit,
    /// Take out what is selected in the picture.
    Delete,
    /// Once more what is selected in the picture.
    Duplicate,
    /// A key of the selected node at the frame that is shown.
    AddKey,
    /// Ask for a folder.
    Open,
    /// Go to a place that was remembered; 0 for the first there is.
    Bookmark(u8),
    /// Remember from where is looked; 0 for the first number that is free.
    SetBookmark(u8),
    /// Measure with two clicks, or no more.
    Measure,
    /// Show or hide the panel on a side.
    TogglePanel {
        /// The right one, with fields, problems and uses.
        right: bool,
    },
}

impl Command {
    /// The command of one of its keys, counted from 0: where there are several for different
    /// things, the key says which.
    fn of_key(self, place: u8) -> Self {
        match self {
            Self::Bookmark(_) => Self::Bookmark(place + 1),
            Self::SetBookmark(_) => Self::SetBookmark(place + 1),
            other => other,
        }
    }
}

/// The digits with a modifier, from 1 on.
const fn digits(modifiers: Modifiers) -> [KeyboardShortcut; 9] {
    [
        KeyboardShortcut::new(modifiers, Key::Num1),
        KeyboardShortcut::new(modifiers, Key::Num2),
        KeyboardShortcut::new(modifiers, Key::Num3),
        KeyboardShortcut::new(modifiers, Key::Num4),
        KeyboardShortcut::new(modifiers, Key::Num5),
        KeyboardShortcut::new(modifiers, Key::Num6),
        KeyboardShortcut::new(modifiers, Key::Num7),
        KeyboardShortcut::new(modifiers, Key::Num8),
        KeyboardShortcut::new(modifiers, Key::Num9),
    ]
}

/// A key and what it does.
pub struct Shortcut {
    /// The keys that do it.
    pub keys: &'static [KeyboardShortcut],
    /// What they do.
    pub command: Command,
    /// How the keys are written.
    pub written: &'static str,
    /// What it does, in words.
    pub says: fn(&Texts) -> &'static str,
}

const fn key(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::NONE, key)
}

const fn command(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::COMMAND, key)
}

const fn alt(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::ALT, key)
}

const REDO: KeyboardShortcut =
    KeyboardShortcut::new(Modifiers::COMMAND.plus(Modifiers::SHIFT), Key::Z);

const PALETTE: KeyboardShortcut =
    KeyboardShortcut::new(Modifiers::COMMAND.plus(Modifiers::SHIFT), Key::P);

const fn command_shift(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::COMMAND.plus(Modifiers::SHIFT), key)
}

/// Every key.
pub static SHORTCUTS: &[Shortcut] = &[
    Shortcut { keys: &[key(Key::F)], command: Command::Frame, written: "F", says: |t| t.key_frame },
    // Before Home alone, which would take this, too.
    Shortcut {
        keys: &[alt(Key::Home)],
        command: Command::Home,
        written: "Alt+Home",
        says: |t| t.key_home,
    },
    Shortcut {
        keys: &[key(Key::Home)],
        command: Command::Reset,
        written: "Home",
        says: |t| t.key_reset,
    },
    Shortcut {
        keys: &[key(Key::W)],
        command: Command::Wireframe,
        written: "W",
        says: |t| t.key_wireframe,
    },
    Shortcut { keys: &[key(Key::G)], command: Command::Grid, written: "G", says: |t| t.key_grid },
    Shortcut {
        keys: &[key(Key::C)],
        command: Command::CutAway,
        written: "C",
        says: |t| t.key_cut_away,
    },
    // Before the digits alone, which would take these, too.
    Shortcut {
        keys: &digits(Modifiers::ALT),
        command: Command::SetBookmark(0),
        written: "Alt+1 … Alt+9",
        says: |t| t.key_set_bookmark,
    },
    Shortcut {
        keys: &digits(Modifiers::COMMAND),
        command: Command::Bookmark(0),
        written: "Ctrl+1 … Ctrl+9",
        says: |t| t.key_bookmark,
    },
    Shortcut {
        keys: &[key(Key::L)],
        command: Command::Measure,
        written: "L",
        says: |t| t.key_measure,
    },
    Shortcut {
        keys: &[key(Key::Num1)],
        command: Command::Level(0),
        written: "1",
        says: |t| t.key_level_1,
    },
    Shortcut {
        keys: &[key(Key::Num2)],
        command: Command::Level(1),
        written: "2",
        says: |t| t.key_level_2,
    },
    Shortcut {
        keys: &[key(Key::Num3)],
        command: Command::Level(2),
        written: "3",
        says: |t| t.key_level_3,
    },
    Shortcut {
        keys: &[key(Key::Num4)],
        command: Command::Level(3),
        written: "4",
        says: |t| t.key_level_4,
    },
    Shortcut {
        keys: &[key(Key::Space)],
        command: Command::Play,
        written: "Space",
        says: |t| t.key_play,
    },
    // Before the arrows alone, which would take these, too.
    Shortcut {
        keys: &[alt(Key::ArrowLeft)],
        command: Command::Back,
        written: "Alt+←",
        says: |t| t.key_back,
    },
    Shortcut {
        keys: &[alt(Key::ArrowRight)],
        command: Command::Forward,
        written: "Alt+→",
        says: |t| t.key_forward,
    },
    Shortcut {
        keys: &[key(Key::ArrowUp)],
        command: Command::Previous,
        written: "↑",
        says: |t| t.key_previous,
    },
    Shortcut {
        keys: &[key(Key::ArrowDown)],
        command: Command::Next,
        written: "↓",
        says: |t| t.key_next,
    },
    Shortcut {
        keys: &[key(Key::ArrowLeft)],
        command: Command::Fold,
        written: "←",
        says: |t| t.key_fold,
    },
    Shortcut {
        keys: &[key(Key::ArrowRight)],
        command: Command::Unfold,
        written: "→",
        says: |t| t.key_unfold,
    },
    // Before F12 alone, which would take this, too.
    Shortcut {
        keys: &[KeyboardShortcut::new(Modifiers::SHIFT, Key::F12)],
        command: Command::ScreenshotAs,
        written: "Shift+F12",
        says: |t| t.key_screenshot_as,
    },
    Shortcut {
        keys: &[key(Key::F12)],
        command: Command::Screenshot,
        written: "F12",
        says: |t| t.key_screenshot,
    },
    Shortcut { keys: &[key(Key::P)], command: Command::Walk, written: "P", says: |t| t.key_walk },
    Shortcut {
        keys: &[key(Key::V)],
        command: Command::Person,
        written: "V",
        says: |t| t.key_person,
    },
    Shortcut { keys: &[key(Key::R)], command: Command::Mount, written: "R", says: |t| t.key_mount },
    Shortcut {
        keys: &[key(Key::Escape)],
        command: Command::Leave,
        written: "Esc",
        says: |t| t.key_leave,
    },
    Shortcut { keys: &[key(Key::M)], command: Command::Edit, written: "M", says: |t| t.key_edit },
    Shortcut {
        keys: &[key(Key::Delete)],
        command: Command::Delete,
        written: "Del",
        says: |t| t.key_delete,
    },
    Shortcut {
        keys: &[command(Key::D)],
        command: Command::Duplicate,
        written: "Ctrl+D",
        says: |t| t.key_duplicate,
    },
    Shortcut {
        keys: &[key(Key::K)],
        command: Command::AddKey,
        written: "K",
        says: |t| t.key_add_key,
    },
    Shortcut {
        keys: &[key(Key::F11)],
        command: Command::FullScreen,
        written: "F11",
        says: |t| t.key_full_screen,
    },
    Shortcut {
        keys: &[command(Key::W)],
        command: Command::CloseTab,
        written: "Ctrl+W",
        says: |t| t.key_close_tab,
    },
    Shortcut {
        keys: &[command_shift(Key::Tab)],
        command: Command::StepTab { back: true },
        written: "Ctrl+Shift+Tab",
        says: |t| t.key_tab_before,
    },
    Shortcut {
        keys: &[command(Key::Tab)],
        command: Command::StepTab { back: false },
        written: "Ctrl+Tab",
        says: |t| t.key_next_tab,
    },
    Shortcut {
        keys: &[command_shift(Key::PageUp)],
        command: Command::MoveTab { left: true },
        written: "Ctrl+Shift+PgUp",
        says: |t| t.key_tab_left,
    },
    Shortcut {
        keys: &[command_shift(Key::PageDown)],
        command: Command::MoveTab { left: false },
        written: "Ctrl+Shift+PgDn",
        says: |t| t.key_tab_right,
    },
    Shortcut {
        keys: &[PALETTE],
        command: Command::Palette,
        written: "Ctrl+Shift+P",
        says: |t| t.key_palette,
    },
    // Before Ctrl+B, which would take this, too.
    Shortcut {
        keys: &[KeyboardShortcut::new(Modifiers::COMMAND.plus(Modifiers::ALT), Key::B)],
        command: Command::TogglePanel { right: true },
        written: "Ctrl+Alt+B",
        says: |t| t.key_toggle_side,
    },
    Shortcut {
        keys: &[command(Key::B)],
        command: Command::TogglePanel { right: false },
        written: "Ctrl+B",
        says: |t| t.key_toggle_tree,
    },
    Shortcut {
        keys: &[command(Key::E)],
        command: Command::Export,
        written: "Ctrl+E",
        says: |t| t.key_export,
    },
    Shortcut {
        keys: &[command(Key::F)],
        command: Command::Search,
        written: "Ctrl+F",
        says: |t| t.key_search,
    },
    Shortcut {
        keys: &[REDO, command(Key::Y)],
        command: Command::Redo,
        written: "Ctrl+Y",
        says: |t| t.key_redo,
    },
    Shortcut {
        keys: &[command(Key::Z)],
        command: Command::Undo,
        written: "Ctrl+Z",
        says: |t| t.key_undo,
    },
    Shortcut {
        keys: &[command(Key::S)],
        command: Command::Save,
        written: "Ctrl+S",
        says: |t| t.key_save,
    },
    Shortcut {
        keys: &[command(Key::O)],
        command: Command::Open,
        written: "Ctrl+O",
        says: |t| t.key_open,
    },
    Shortcut {
        keys: &[key(Key::H), key(Key::F1)],
        command: Command::Help,
        written: "H",
        says: |t| t.key_help,
    },
];

/// Topic of shortcuts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Group {
    /// Walking in a mission.
    Walking,
    /// Camera and bookmarks.
    Camera,
    /// How things are drawn.
    Drawing,
    /// Screenshots.
    Pictures,
    /// Files, tree, tabs and panels.
    Files,
    /// Changes.
    Editing,
    /// Help and commands.
    Help,
}

impl Group {
    /// All groups, in the order of the help and of the manual.
    pub const ALL: [Self; 7] = [
        Self::Walking,
        Self::Camera,
        Self::Drawing,
        Self::Pictures,
        Self::Editing,
        Self::Files,
        Self::Help,
    ];

    /// Returns the group of a command.
    pub fn of(command: Command) -> Self {
        match command {
            Command::Walk | Command::Leave | Command::Person | Command::Mount => Self::Walking,
            Command::Frame
            | Command::Reset
            | Command::FullScreen
            | Command::Bookmark(_)
            | Command::SetBookmark(_) => Self::Camera,
            Command::Wireframe
            | Command::Grid
            | Command::Level(_)
            | Command::Play
            | Command::CutAway
            | Command::Measure => Self::Drawing,
            Command::Screenshot | Command::ScreenshotAs => Self::Pictures,
            Command::Edit
            | Command::Delete
            | Command::Duplicate
            | Command::AddKey
            | Command::Undo
            | Command::Redo
            | Command::Save => Self::Editing,
            Command::Palette | Command::Help => Self::Help,
            Command::Previous
            | Command::Next
            | Command::Home
            | Command::Back
            | Command::Forward
            | Command::Fold
            | Command::Unfold
            | Command::CloseTab
            | Command::StepTab { .. }
            | Command::MoveTab { .. }
            | Command::Export
            | Command::Search
            | Command::TogglePanel { .. }
            | Command::Open => Self::Files,
        }
    }

    /// Returns its heading.
    pub fn title(self, texts: &Texts) -> &'static str {
        match self {
            Self::Walking => texts.group_walking,
            Self::Camera => texts.group_camera,
            Self::Drawing => texts.group_drawing,
            Self::Pictures => texts.group_pictures,
            Self::Files => texts.group_files,
            Self::Editing => texts.group_editing,
            Self::Help => texts.group_help,
        }
    }
}

/// Returns the shortcuts by group.
pub fn groups() -> Vec<(Group, Vec<&'static Shortcut>)> {
    let of = |group: Group| {
        let own = SHORTCUTS.iter().filter(|shortcut| Group::of(shortcut.command) == group);
        (group, own.collect())
    };
    Group::ALL.into_iter().map(of).collect()
}

/// Words of the language in use.
pub type Words = fn(&Texts) -> &'static str;

/// What the mouse does: button and words.
pub static MOUSE: &[(Words, Words)] = &[
    (|t| t.mouse_left, |t| t.mouse_orbit),
    (|t| t.mouse_middle, |t| t.mouse_pan),
    (|t| t.mouse_wheel, |t| t.mouse_zoom),
    (|t| t.mouse_click, |t| t.mouse_pick),
    (|t| t.keys_fly, |t| t.fly),
    (|t| t.keys_walk, |t| t.walk_help),
    (|t| t.mouse_right, |t| t.mouse_look),
];

/// What the keys mean besides what the table says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Mode {
    /// Something is typed: only keys with Ctrl count.
    pub typing: bool,
    /// W flies.
    pub flying: bool,
    /// Letters and arrows walk.
    pub walking: bool,
    /// There is something to leave.
    pub leaving: bool,
    /// A dialog has the keyboard: no shortcut works.
    pub dialog: bool,
}

impl Mode {
    /// Whether a plain key means something else now.
    fn takes(self, key: Key, command: Command) -> bool {
        let of_walks = matches!(command, Command::Person | Command::Mount);
        let stays = of_walks
            || matches!(
                command,
                Command::Walk
                    | Command::Leave
                    | Command::Screenshot
                    | Command::FullScreen
                    | Command::Help
                    | Command::Play
            );
        self.typing
            || (self.flying && key == Key::W)
            || (self.walking && !stays)
            || (!self.walking && of_walks)
            || (!self.leaving && command == Command::Leave)
    }
}

/// Takes the keys that were pressed.
pub fn pressed(ctx: &egui::Context, mode: Mode) -> Vec<Command> {
    let mut commands = Vec::new();
    let typing = mode.typing;
    if mode.dialog {
        return commands;
    }
    ctx.input_mut(|input| {
        for shortcut in SHORTCUTS {
            for (keys, place) in shortcut.keys.iter().zip(0..) {
                let plain = keys.modifiers == Modifiers::NONE;
                let skip = plain && mode.takes(keys.logical_key, shortcut.command);
                // While typing, undo belongs to the text.
                let text = typing && matches!(shortcut.command, Command::Undo | Command::Redo);
                if !skip && !text && input.consume_shortcut(keys) {
                    commands.push(shortcut.command.of_key(place));
                }
            }
        }
    });
    commands
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_does_two_things() {
        let mut keys: Vec<String> = SHORTCUTS
            .iter()
            .flat_map(|shortcut| shortcut.keys)
            .map(|keys| format!("{keys:?}"))
            .collect();
        let all = keys.len();
        keys.sort();
        keys.dedup();
        assert_eq!(keys.len(), all);
    }

    #[test]
    fn the_manual_has_every_key() {
        let manual = include_str!("../../../docs/viewer.md");
        for shortcut in SHORTCUTS {
            let row =
                format!("| {} | {} |", shortcut.written, (shortcut.says)(&crate::texts::ENGLISH));
            assert!(manual.contains(&row), "docs/viewer.md lacks {row}");
        }
        for (what, says) in MOUSE {
            let texts = &crate::texts::ENGLISH;
            let row = format!("| {} | {} |", what(texts), says(texts));
            assert!(manual.contains(&row), "docs/viewer.md lacks {row}");
        }
    }
}
