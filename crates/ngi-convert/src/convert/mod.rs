//! Other formats than the game's: what a thing can be exported to and imported from.

mod index;
mod links;
mod plan;
mod tree;

pub use ngi_engine::model::FRAMES_PER_SECOND;
use ngi_formats::Findings;
use ngi_vfs::Bytes;

use crate::format::{EntryMeta, Subject};
use crate::surroundings::Surroundings;
use crate::{Error, Result};

pub use links::PictureLinks;
pub use tree::{Tree, TreeOptions, export_tree};

/// A kind of file that a format can be exported to or imported from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outside {
    /// The suffix of such files, in lower case and without the dot.
    pub suffix: &'static str,
    /// What it holds, in a few words.
    pub holds: &'static str,
}

/// How to export. What a format has no use for is ignored.
#[derive(Debug, Clone, Default)]
pub struct ExportOptions {
    /// Levels of detail of a model.
    pub lod: Which,
    /// Damage stages of a model.
    pub stage: Which,
    /// The moment of a model's animation, in frames, whose pose is exported.
    pub frame: Option<f32>,
    /// Whether the animation goes along although `frame` is given; without `frame` it always does.
    pub animations: bool,
    /// Frames per second of the animation; [`FRAMES_PER_SECOND`] if not given.
    pub fps: Option<f32>,
    /// Which way is up.
    pub axes: Option<Axes>,
    /// Which levels of a texture.
    pub mip: Mip,
    /// Whether everything of a level goes along with its landscape.
    pub whole_level: bool,
    /// Where pictures are that several files share; each file has its own if `None`.
    pub pictures: Option<PictureLinks>,
}

/// Which of several variants are exported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Which {
    /// The first.
    #[default]
    Usual,
    /// This one.
    One(u32),
    /// Every one, side by side.
    All,
}

impl Which {
    /// The number of the one that was asked for; `None` for every one.
    pub fn number(self) -> Option<u32> {
        match self {
            Self::Usual => Some(0),
            Self::One(number) => Some(number),
            Self::All => None,
        }
    }
}

/// Which way is up in what is exported.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Axes {
    /// z, as in the game.
    ZUp,
    /// y, as glTF wants it.
    YUp,
}

/// Which levels of a texture are exported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Mip {
    /// The largest, or the whole chain where the file can hold it.
    #[default]
    Usual,
    /// This one.
    Level(u32),
    /// Every one; a file each where one cannot hold them.
    All,
}

/// What an export is called: `<stem>.<suffix>`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Destination<'a> {
    /// The name without its suffix. Files that refer to each other are named after it.
    pub stem: &'a str,
    /// The suffix in lower case, without the dot: one of the format's `exports`.
    pub suffix: &'a str,
}

impl Destination<'_> {
    /// The name of the file that was asked for.
    pub fn name(&self) -> String {
        self.named(self.suffix)
    }

    /// The name of another file that belongs to it: `<stem>.<rest>`.
    pub fn named(&self, rest: &str) -> String {
        format!("{}.{rest}", self.stem)
    }
}

/// A file to be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutFile {
    /// Its plain name. Every file of an export begins with the stem and a dot, so that exports of
    /// different things into one folder never meet.
    pub name: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// What an export gives.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Exported {
    /// The files; the one that was asked for is the first.
    pub files: Vec<OutFile>,
    /// What did not go along, one thing per line.
    pub lost: Vec<String>,
    /// What of the source is broken and was left out: field, offset and reason.
    pub broken: Vec<String>,
}

/// Findings in words: field, offset and reason.
pub(crate) fn left_out(findings: &Findings) -> Vec<String> {
    findings.list().iter().map(|found| found.to_error().to_string()).collect()
}

impl Exported {
    /// A single file.
    pub fn file(to: &Destination<'_>, bytes: Vec<u8>) -> Self {
        Self { files: vec![OutFile { name: to.name(), bytes }], ..Self::default() }
    }
}

/// A file that is to become one of the game's.
pub struct Source<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its suffix in lower case, without the dot: one of the format's `imports`.
    pub suffix: &'a str,
    /// Its bytes.
    pub bytes: &'a [u8],
    /// Finds a file beside it by its plain name.
    pub beside: &'a (dyn Fn(&str) -> Option<Bytes> + Sync),
}

impl Source<'_> {
    /// The name without its suffix.
    pub fn stem(&self) -> &str {
        self.name.rsplit_once('.').map_or(self.name, |(stem, _)| stem)
    }
}

/// How to import.
#[derive(Debug, Clone, Copy, Default)]
pub struct ImportOptions<'a> {
    /// What has everything that the source leaves out.
    pub like: Option<Subject<'a>>,
    /// The pixel format of a texture.
    pub pixel_format: Option<u32>,
    /// How many levels a texture gets; as many as the reference or as there can be if `None`.
    pub levels: Option<u32>,
    /// Frames per second of an animation; what the source says if `None`.
    pub fps: Option<f32>,
    /// Which of several animations.
    pub clip: Option<&'a str>,
    /// Which way is up, where the source does not say.
    pub axes: Option<Axes>,
    /// Whether a model's unknown materials get rows of their own in its wear table.
    pub new_rows: bool,
    /// Whether new materials and their pictures are made into entries for the game's libraries.
    pub new_textures: bool,
    /// What lies around the reference.
    pub around: Option<&'a Surroundings>,
}

/// An entry for one of the game's libraries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LibraryEntry {
    /// Which library: [`TEXTURES`](crate::surroundings::TEXTURES) or
    /// [`MATERIALS`](crate::surroundings::MATERIALS).
    pub library: &'static str,
    /// Name of the entry.
    pub name: String,
    /// Type and attributes.
    pub entry: EntryMeta,
    /// The payload.
    pub bytes: Vec<u8>,
}

/// What an import gives: the bytes, and where everything in them came from.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Imported {
    /// The bytes of the game's format.
    pub bytes: Vec<u8>,
    /// Files that belong to it, by their plain names.
    pub beside: Vec<OutFile>,
    /// Entries for the game's libraries that belong to it.
    pub entries: Vec<LibraryEntry>,
    /// What was taken over as it is, and from where.
    pub carried: Vec<String>,
    /// What was worked out.
    pub computed: Vec<String>,
    /// What the game's format cannot hold.
    pub lost: Vec<String>,
}

impl Imported {
    /// The lines that tell a person what happened.
    pub fn lines(&self) -> impl Iterator<Item = String> {
        let kinds =
            [("carried", &self.carried), ("computed", &self.computed), ("lost", &self.lost)];
        kinds
            .into_iter()
            .flat_map(|(kind, lines)| lines.iter().map(move |line| format!("{kind}: {line}")))
    }
}

/// Exports a subject by suffix, if its format can.
pub fn export(
    format: &dyn crate::format::Format,
    subject: &Subject<'_>,
    around: &Surroundings,
    to: &Destination<'_>,
    options: &ExportOptions,
) -> Result<Exported> {
    if !format.exports().iter().any(|known| known.suffix == to.suffix) {
        return Err(no_such(format, to.suffix, "exported to", format.exports()));
    }
    let exported = format.export(subject, around, to, options)?;
    let start = format!("{}.", to.stem);
    match exported.files.iter().find(|file| !file.name.starts_with(&start)) {
        Some(file) => Err(Error::Usage(format!("{}: not named after {start}*", file.name))),
        None => Ok(exported),
    }
}

/// Imports a file by its suffix, if the format can.
pub fn import(
    format: &dyn crate::format::Format,
    source: &Source<'_>,
    options: &ImportOptions<'_>,
) -> Result<Imported> {
    if format.imports().iter().any(|known| known.suffix == source.suffix) {
        return format.import(source, options);
    }
    Err(no_such(format, source.suffix, "imported from", format.imports()))
}

fn no_such(
    format: &dyn crate::format::Format,
    suffix: &str,
    verb: &str,
    known: &[Outside],
) -> Error {
    let mut list: Vec<String> = known.iter().map(|known| format!(".{}", known.suffix)).collect();
    list.push(".json".into());
    let title = format.title();
    Error::Usage(format!("{title} cannot be {verb} .{suffix}; known: {}", list.join(", ")))
}
