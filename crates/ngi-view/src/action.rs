//! What a user can ask for. Panels and shortcuts collect these; the app carries them out.

use std::path::PathBuf;

/// Something a user asked for.
#[derive(Debug, Clone, PartialEq)]
pub enum Action {
    /// Open a folder, an archive or a file.
    Open(PathBuf),
    /// Open files that came as bytes.
    OpenFiles(Vec<(String, Vec<u8>)>),
    /// Make the demo game and open it.
    Demo,
    /// Ask for a folder.
    ChooseFolder,
    /// Ask for a file.
    ChooseFile,
    /// Read everything again.
    Reload,
    /// Select a file or entry by its path.
    Select(String),
    /// Go to the next thing in the tree that can be looked at, or back.
    Step(isize),
    /// Go to the first thing that is searched for; where it is open already, to the next.
    FirstHit,
    /// Give a field of the open document another value.
    Edit {
        /// Path of the field.
        field: String,
        /// The value as `ngi set` takes it.
        text: String,
    },
    /// Change something in the picture.
    Change(crate::editing::Request),
    /// Take the last change back.
    Undo,
    /// Make the last change again.
    Redo,
    /// Save the open document.
    Save,
    /// Save every changed document.
    SaveAll,
    /// Show a field of a file or entry.
    Reveal {
        /// The file or entry.
        path: String,
        /// The field.
        field: String,
    },
    /// Check everything that is open.
    CheckAll,
    /// Find out who refers to whom.
    FindUses,
    /// Stop everything that runs in the background.
    Cancel,
    /// Save the viewport as a picture.
    Screenshot,
    /// Hand out what is open as a file with this suffix.
    Export(String),
    /// Show or hide the shortcuts.
    Help,
    /// Put the cursor into the search.
    Search,
    /// Play or pause.
    Play,
}
