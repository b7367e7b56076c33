//! A file of another program in the place of what is open.

use std::path::PathBuf;

use ngi_convert::level::LikeLevel;
use ngi_convert::{Imported, OutFile, Resize};
use ngi_formats::kinds::{self, FileKind};
use ngi_verbs::format::EntryMeta;
use ngi_vfs::Bytes;

use super::{Came, Report};
use crate::App;
use crate::document::Document;
use crate::editing::LevelState;
use crate::platform::{self, spawn};

/// The dialog of a file that takes the place of what is open.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ReplaceDialog {
    /// The file, as it was chosen or typed.
    pub file: String,
    /// How.
    pub how: How,
    /// Whether it goes into the archive around what is open, under its own name and with everything
    /// that belongs to it, instead of in its place. That is written at once.
    pub into: bool,
}

/// What can be chosen for an import; what a kind has no use for is ignored.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct How {
    /// The pixel format of a texture; as it is if `None`.
    pub pixels: Option<u32>,
    /// How many levels a texture gets.
    pub levels: Option<u32>,
    /// The size a picture gets first.
    pub resize: Option<Resize>,
    /// Whether a texture of 16 bits a pixel is dithered.
    pub dither: bool,
    /// Whether a sound is packed.
    pub adpcm: bool,
    /// Whether the coarser levels of a model are made anew.
    pub make_lods: bool,
}

/// What was made of a file.
#[derive(Debug, Clone)]
pub struct Made {
    /// The file.
    pub file: PathBuf,
    /// The bytes, and where everything in them came from.
    pub imported: Imported,
    /// What the directory says of it from now on; as it was if `None`.
    pub attributes: Option<[u32; 3]>,
    /// Files of a level that lie beside its landscape.
    pub beside: Vec<OutFile>,
}

/// What the wears of a landscape add to its name.
const WEARS: [&str; 2] = ["1.wea", "2.wea"];

impl App {
    /// Opens the dialog.
    pub(crate) fn ask_for_replacement(&mut self) {
        if self.open_kind().is_some() {
            self.exchange.replace = Some(ReplaceDialog::default());
        }
    }

    /// The kind of what is open.
    pub(crate) fn open_kind(&self) -> Option<&'static FileKind> {
        let document = self.current.as_ref().and_then(|current| current.document.as_ref());
        document.map(|document| document.format.kind)
    }

    /// Makes what is open of a file, in the background.
    pub(crate) fn replace_with(&mut self, file: PathBuf, how: How) {
        let current = self.current.as_ref();
        let Some(document) = current.and_then(|current| current.document.clone()) else { return };
        let game = self.game.clone();
        let is_json = file.extension().is_some_and(|suffix| suffix.eq_ignore_ascii_case("json"));
        let is_level = document.format.kind == &kinds::LANDSCAPE && !is_json;
        let level = is_level.then(|| self.level_of(&document));
        self.exchange.job = Some(spawn("import", &self.wake, move |worker| {
            let made = match &level {
                Some(level) => platform::made_level(&file, level),
                None => platform::made_of(&file, &document, game.as_ref(), how),
            }?;
            worker.send(Came::Made(document.node.path(), Box::new(made)));
            Ok(())
        }));
    }

    /// A landscape and what lies beside it, changes included.
    fn level_of(&self, document: &Document) -> LikeLevel {
        let stem = document.stem().to_owned();
        let beside = |suffix: &str| {
            let node = self.node_beside(&format!("{stem}{suffix}"))?;
            self.bytes_of(&node).map(Bytes::from)
        };
        LikeLevel {
            path: document.node.path(),
            land: Bytes::from(document.bytes().to_vec()),
            wears: WEARS.map(beside),
            map: beside(".map"),
        }
    }

    /// Brings a file into the archive around what is open, with all that belongs to it.
    pub(crate) fn import_into(&mut self, file: PathBuf, how: How) {
        let current = self.current.as_ref();
        let Some(document) = current.and_then(|current| current.document.clone()) else { return };
        let game = self.game.clone();
        let title = format!("{} {}", self.texts().imported, file.display());
        self.exchange.job = Some(spawn("import", &self.wake, move |worker| {
            let written = platform::brought_into(&file, &document, game.as_ref(), how)?;
            worker.send(Came::Written(title, written));
            Ok(())
        }));
    }

    /// Does what the dialog says.
    pub(crate) fn replace_as_chosen(&mut self) {
        let Some(ReplaceDialog { file, how, into }) = self.exchange.replace.take() else { return };
        let file = PathBuf::from(file.trim());
        match into {
            true => self.import_into(file, how),
            false => self.replace_with(file, how),
        }
    }

    /// Something was made: a change like any other, and its report.
    pub(super) fn take_made(&mut self, path: &str, made: Made) {
        let open = self.current.as_ref().is_some_and(|current| current.path == path);
        if !open {
            self.complain(format!("{path}: {}", self.texts().replace_gone));
            return;
        }
        let Made { file, mut imported, attributes, beside } = made;
        let before = self.level_now();
        let bytes = std::mem::take(&mut imported.bytes);
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let said = self.messages.len();
        self.edit(|document| {
            let with = |entry: EntryMeta| match attributes {
                Some(attributes) => EntryMeta { attributes, ..entry },
                None => entry,
            };
            document.replace(&name, bytes, document.entry().map(with))
        });
        if self.messages.len() == said {
            self.take_beside(&name, beside, before);
            let title = format!("{path} ← {name}");
            self.say(title.clone());
            self.exchange.report = Some(Report { title, written: imported.into_written() });
        }
    }

    /// The bytes of the landscape that is open, of its areals and its wears.
    fn level_now(&self) -> Option<LevelState> {
        let document = self.current.as_ref()?.document.as_ref()?;
        let beside = |suffix: &str| {
            let node = self.node_beside(&format!("{}{suffix}", document.stem()))?;
            let bytes = self.bytes_of(&node)?;
            Some((node, bytes))
        };
        let (map, areals) = beside(".map")?;
        let wears = WEARS.into_iter().filter_map(beside).collect();
        Some(LevelState { map, land: document.bytes().to_vec(), areals, wears })
    }

    /// What came beside a landscape: changes of the files there.
    fn take_beside(&mut self, name: &str, files: Vec<OutFile>, before: Option<LevelState>) {
        let document = self.current.as_ref().and_then(|current| current.document.as_ref());
        let Some(stem) = document.map(|document| document.stem().to_owned()) else { return };
        let is_level = !files.is_empty();
        for OutFile { name: made, bytes } in files {
            let suffix = WEARS.into_iter().chain([".map"]).find(|it| made.ends_with(it));
            let node = suffix.and_then(|suffix| self.node_beside(&format!("{stem}{suffix}")));
            let Some(node) = node else { continue };
            if self.bytes_of(&node).as_deref() == Some(bytes.as_slice()) {
                continue;
            }
            if let Err(why) = self.change_other(&node, name, bytes) {
                self.complain(why);
            }
        }
        if is_level {
            let after = self.level_now();
            self.desk.follow.replaced(before, after);
        }
    }
}
