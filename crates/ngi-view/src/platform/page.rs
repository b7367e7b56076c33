//! A page in a browser: no disk, no dialogs that wait, no threads. What the page is asked for
//! waits in a list until whoever runs the viewer takes it.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::time::Duration;

use egui::DroppedFileHandle;
use ngi_convert::OutFile;
use ngi_convert::level::LikeLevel;
use ngi_formats::kinds::FileKind;
use ngi_render::{Gpu, GpuError, Picture, ReadBack};
use ngi_verbs::Progress;
use ngi_verbs::surroundings::Game;
use ngi_verbs::written::Written;
use ngi_vfs::{Node, Vfs};

use super::{Asks, Dropped, Job, Place, Wake, jobs, spawn};
use crate::document::Document;
use crate::exchange::{How, Made, Order};
use crate::texts::Texts;

/// What was chosen in a dialog; always nothing here: the page brings files when it has them.
pub type Chosen = Option<PathBuf>;

/// How much of a frame belongs to jobs: a frame of 60 a second stays one.
const OF_A_FRAME: Duration = Duration::from_millis(10);
/// How long nobody does anything before small pictures are drawn: reading one back waits for all
/// that the card was given, which on a slow one is several frames.
const A_PAUSE: Duration = Duration::from_millis(300);

/// Something the page shall do.
#[derive(Debug)]
pub enum Request {
    /// Let somebody choose a folder, and bring its files.
    ChooseFolder,
    /// Let somebody choose files, and bring them.
    ChooseFile,
    /// Make the demo game, and bring its files.
    Demo,
    /// Stop what the page is at work on.
    Cancel,
    /// Hand out a file.
    Download {
        /// Its name.
        name: String,
        /// Its bytes.
        bytes: Vec<u8>,
    },
    /// Show in the address what is selected.
    Selected(String),
}

/// Whether something changed: on a page nothing does by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Followed {
    /// Nothing did.
    Nothing,
    /// Something does right now; ask again after that time.
    Soon(Duration),
    /// Something did.
    Changed,
}

/// Looks after nothing.
pub struct Watch;

impl Watch {
    /// There are no folders to look after.
    pub fn of(_folders: &[PathBuf], _wake: &Wake) -> Option<Self> {
        None
    }

    /// Does nothing: no other program writes the files of a page.
    pub fn wrote(&mut self, _path: &Path) {}

    /// Nothing changed.
    pub fn followed(&self) -> Followed {
        Followed::Nothing
    }
}

thread_local! {
    static REQUESTS: RefCell<Vec<Request>> = const { RefCell::new(Vec::new()) };
}

/// What the page was asked for since the last call.
pub fn take_requests() -> Vec<Request> {
    REQUESTS.take()
}

fn ask(request: Request) {
    REQUESTS.with_borrow_mut(|requests| requests.push(request));
}

/// Asks for a folder or a file.
pub fn choose(wake: &Wake, _texts: &'static Texts, asks: Asks) -> Job<Chosen> {
    ask(if asks.is_folder() { Request::ChooseFolder } else { Request::ChooseFile });
    spawn("dialog", wake, |_| Ok(()))
}

/// Asks for the demo game, which the page makes in its second thread.
pub fn make_demo(wake: &Wake) -> Job<(String, Vec<u8>)> {
    ask(Request::Demo);
    spawn("demo", wake, |_| Ok(()))
}

/// Stops what the page is at work on.
pub fn cancel() {
    ask(Request::Cancel);
}

/// There is no disk to open anything on.
pub fn open(path: &Path) -> Result<Place, String> {
    Err(format!("{}: a page cannot open files by name; drop them on it", path.display()))
}

/// What is dropped comes from the page itself, which can look into folders.
pub fn dropped(_files: &[DroppedFileHandle]) -> Result<Dropped, String> {
    Ok(Dropped::Files(Vec::new()))
}

/// Hands out a file as a download, to wherever the browser puts those. Says how it is called.
pub fn hand_out(_to: Option<&Path>, name: &str, bytes: &[u8]) -> Result<PathBuf, String> {
    let name = super::plain_name(name);
    ask(Request::Download { name: name.clone(), bytes: bytes.to_vec() });
    Ok(PathBuf::from(name))
}

/// A file of a place was saved, in memory: it is handed out, whole.
pub fn saved(place: &Place, path: &str) {
    let Ok(node) = place.vfs.locate(path) else { return };
    let file = node.file();
    if let Ok(bytes) = file.bytes() {
        ask(Request::Download { name: file.name(), bytes: bytes.to_vec() });
    }
}

/// Ends at once: a page cannot search the disk for games.
pub fn find_games(wake: &Wake, _below: Option<PathBuf>) -> Job<PathBuf> {
    spawn("games", wake, |_| Ok(()))
}

/// Returns a typed path as it is.
pub fn typed_path(text: &str) -> PathBuf {
    PathBuf::from(text)
}

/// Something else is selected.
pub fn selected(path: &str) {
    ask(Request::Selected(path.to_owned()));
}

/// Gives jobs their part of a frame; says when they want another one. `untouched` is how long nobody
/// did anything in the window.
pub fn work_between_frames(untouched: Duration) -> Option<Duration> {
    let wait = A_PAUSE.saturating_sub(untouched);
    match jobs::run_for(OF_A_FRAME, !wait.is_zero()) {
        true => Some(Duration::ZERO),
        false => Some(wait).filter(|wait| !wait.is_zero()),
    }
}

/// A picture on its way from the card, if it came.
pub fn picture_of(coming: &ReadBack, gpu: &Gpu) -> Option<Result<Picture, GpuError>> {
    coming.take(gpu)
}

/// What a page cannot do.
const NO_DISK: &str = "not possible in a browser: use the program ngi";

/// There is no disk to write to; what is open is a download.
pub fn export(
    _node: &Node,
    _game: Option<Game>,
    _order: &Order,
    _progress: &dyn Progress,
) -> Result<Written, String> {
    Err(NO_DISK.to_owned())
}

/// Nowhere.
pub fn out_folder() -> PathBuf {
    PathBuf::new()
}

/// The browser has a folder for downloads.
pub fn pictures_folder() -> Option<PathBuf> {
    None
}

/// Importers are no part of a page.
pub fn can_replace(_kind: &FileKind, _file: &Path) -> bool {
    false
}

/// Importers are no part of a page.
pub fn made_of(
    _file: &Path,
    _document: &Document,
    _game: Option<&Game>,
    _how: How,
) -> Result<Made, String> {
    Err(NO_DISK.to_owned())
}

/// Importers are no part of a page.
pub fn made_level(_file: &Path, _like: &LikeLevel) -> Result<Made, String> {
    Err(NO_DISK.to_owned())
}

/// Importers are no part of a page.
pub fn brought_into(
    _file: &Path,
    _document: &Document,
    _game: Option<&Game>,
    _how: How,
) -> Result<Written, String> {
    Err(NO_DISK.to_owned())
}

/// Other programs are out of reach: files are handed out.
pub fn open_elsewhere(files: &[OutFile]) -> Result<PathBuf, String> {
    let first = files.first().ok_or("the export has no files")?;
    hand_out(None, &first.name, &first.bytes)
}

/// Folders are out of reach.
pub fn show_folder(_path: &Path) -> Result<(), String> {
    Err(NO_DISK.to_owned())
}

/// There is no journal.
pub fn undo_written(_folder: &Path) -> Result<String, String> {
    Err(NO_DISK.to_owned())
}

/// There are no backups.
pub fn backup_of(_place: &Place, _node: &Node) -> Option<Node> {
    None
}

/// There are no mods.
pub fn with_mod(_game: &Path, _package: &Path) -> Result<Vfs, String> {
    Err(NO_DISK.to_owned())
}

/// The page says itself what its browser speaks.
pub fn system_language() -> crate::texts::Language {
    crate::texts::Language::default()
}

/// Nothing is kept between visits.
#[derive(Debug)]
pub struct PictureCache;

impl PictureCache {
    /// There is no folder.
    pub fn of_user() -> Option<PathBuf> {
        None
    }

    /// Keeps nothing.
    pub fn new(_folder: PathBuf) -> Self {
        Self
    }

    /// Nothing was kept.
    pub fn get(&self, _key: &str) -> Option<Picture> {
        None
    }

    /// Keeps nothing.
    pub fn put(&mut self, _key: &str, _picture: &Picture) {}
}

/// Nothing is on disk.
pub fn stamp_of(_node: &Node) -> Option<[u64; 2]> {
    None
}

/// What is in memory can be written.
pub fn is_read_only(_file: &Node) -> bool {
    false
}

/// Patterns are no part of a page.
pub fn find_value(
    _root: &Node,
    _kind: &str,
    _condition: &str,
    _progress: &dyn Progress,
) -> Result<Vec<String>, String> {
    Err(NO_DISK.to_owned())
}
