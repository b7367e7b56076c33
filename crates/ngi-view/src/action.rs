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
    /// Show the start page of the game.
    Home,
    /// Show everything of a section, or else all files.
    Browse(Option<crate::parts::home::Section>),
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
    /// Show a tab of the right side.
    ShowTab(crate::Tab),
    /// Show the areals of a landscape, given by its path, over the landscape.
    ShowAreals(String),
    /// Show the open model with a wear table, given by its path.
    Wear(String),
    /// Stop everything that runs in the background.
    Cancel,
    /// Save the viewport as a picture.
    Screenshot,
    /// Open the dialog of a picture, or close it.
    AskShot,
    /// Draw the picture, or the pictures, that it asks for.
    Shoot(crate::shots::Shot),
    /// Hand out what is open as a file with this suffix.
    Export(String),
    /// Open the dialog of an export: of a path, or of what is selected.
    AskExport(Option<String>),
    /// Export as the dialog says.
    ExportAsChosen,
    /// Open the dialog of a file that takes the place of what is open.
    AskReplace,
    /// Do what that dialog says.
    ReplaceAsChosen,
    /// Put a file in the place of what is open.
    Replace(PathBuf),
    /// Choose the folder or the file of an open dialog with the system's own.
    ChooseDestination,
    /// Close the dialogs of what goes out and comes in.
    CloseDialog,
    /// Put a path on disk, or that of what is selected, on the clipboard.
    CopyPath(Option<String>),
    /// Put what is open on the clipboard, as JSON.
    CopyJson,
    /// Open what is open with another program.
    OpenWith,
    /// Show a folder in the file manager of the system.
    ShowFolder(PathBuf),
    /// Compare what is open with something, or no longer.
    Compare(Option<crate::compare::With>),
    /// Ask for what to compare with: a game folder, or else a mod.
    ChooseCompared {
        /// A mod.
        is_mod: bool,
    },
    /// Ask for the game that textures and materials come from.
    ChooseGame,
    /// The picture alone, over the whole screen, or the window as it was.
    FullScreen,
    /// Find everything of the same format that has this value in such a field.
    FindValue {
        /// Path of the field.
        field: String,
        /// The value as `ngi set` takes it.
        text: String,
    },
    /// Mend what is open, as `ngi fix` does.
    Mend,
    /// Take back what was written last, as `ngi undo` does.
    UndoWritten,
    /// Go back to what was open before, or forward again.
    Trail {
        /// Forward.
        forward: bool,
    },
    /// Something of the tabs.
    Tabs(crate::tabs::Ask),
    /// Make a path, or what is selected, a favourite, or one no more.
    Favourite(Option<String>),
    /// Open the row of what is selected in the tree, or close it.
    Unfold(bool),
    /// Show or hide the list of commands.
    Palette,
    /// Show or hide the shortcuts.
    Help,
    /// Put the cursor into the search.
    Search,
    /// Play or pause.
    Play,
}
