//! What things of the game can become: exporters, and how they are asked.

pub use ngi_engine::model::FRAMES_PER_SECOND;
pub use ngi_engine::sky::TimeOfDay;
use ngi_formats::Findings;
use ngi_formats::kinds::FileKind;
use ngi_verbs::format::Subject;
use ngi_verbs::surroundings::Surroundings;

use crate::tree::PictureLinks;
use crate::{Error, Result, table};

/// One kind of file that things of a format can be exported to.
#[derive(Debug, Clone, Copy)]
pub struct Exporter {
    /// The suffix of such files, in lower case and without the dot.
    pub suffix: &'static str,
    /// What it holds, in a few words.
    pub holds: &'static str,
    /// What it is made of besides the thing itself.
    pub depends_on: DependsOn,
    /// Makes the files. Called through [`export`], which sees that they are named as they should.
    pub run: fn(&Subject<'_>, &Surroundings, &Destination<'_>, &ExportOptions) -> Result<Exported>,
}

/// What an exported file is made of besides the thing itself. Where that changes, so does the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DependsOn {
    /// Nothing.
    Nothing,
    /// The game's palettes.
    Palettes,
    /// How it looks: the wears beside it, and the game's materials, textures, lightmaps and
    /// palettes.
    Looks,
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
    /// Whether what repeats in a mission is said once with a list of places, by
    /// `EXT_mesh_gpu_instancing`, which not every program knows.
    pub instances: bool,
    /// Whether the sky of a mission goes along as a picture of all directions.
    pub sky: bool,
    /// The time of that sky; when the mission begins if not given.
    pub time_of_day: Option<TimeOfDay>,
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
    /// What should have gone along and did not, one thing per line: a material that is nowhere.
    pub lost: Vec<String>,
    /// What this kind of file does not hold, whoever asks. An import takes it from its reference.
    pub told: Vec<String>,
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

/// Exports a subject of a kind by suffix, if there is an exporter.
pub fn export(
    kind: &'static FileKind,
    subject: &Subject<'_>,
    around: &Surroundings,
    to: &Destination<'_>,
    options: &ExportOptions,
) -> Result<Exported> {
    let exporters = table::exporters(kind);
    let exporter = exporters.iter().find(|known| known.suffix == to.suffix).ok_or_else(|| {
        let known = exporters.iter().map(|known| known.suffix);
        table::no_such(kind, to.suffix, "exported to", known)
    })?;
    let exported = (exporter.run)(subject, around, to, options)?;
    let start = format!("{}.", to.stem);
    match exported.files.iter().find(|file| !file.name.starts_with(&start)) {
        Some(file) => Err(Error::Usage(format!("{}: not named after {start}*", file.name))),
        None => Ok(exported),
    }
}
