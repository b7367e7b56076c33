//! What things of the game can be made of: importers, and how they are asked.

use ngi_engine::resolve::OpenLibrary;
use ngi_formats::kinds::FileKind;
use ngi_verbs::format::{EntryMeta, Subject};
use ngi_verbs::surroundings::Surroundings;
use ngi_verbs::written::Written;
use ngi_vfs::Bytes;

use crate::exporter::{Axes, OutFile};
use crate::{Result, table};

/// One kind of file that things of a format can be made of.
#[derive(Debug, Clone, Copy)]
pub struct Importer {
    /// The suffix of such files, in lower case and without the dot.
    pub suffix: &'static str,
    /// What it holds, in a few words.
    pub holds: &'static str,
    /// Makes the bytes of the game's format.
    pub run: fn(&Source<'_>, &ImportOptions<'_>) -> Result<Imported>,
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
    /// The size a texture's picture gets first.
    pub resize: Option<Resize>,
    /// Whether a texture of 16 bits a pixel is dithered.
    pub dither: bool,
    /// Whether a page's cells grow with their texture; where that is exact if `None`.
    pub scale_page: Option<bool>,
    /// Whether a sound is packed as MS ADPCM.
    pub adpcm: bool,
    /// Frames per second of an animation; what the source says if `None`.
    pub fps: Option<f32>,
    /// Which of several animations.
    pub clip: Option<&'a str>,
    /// Which way is up, where the source does not say.
    pub axes: Option<Axes>,
    /// Whether a model's unknown materials get rows of their own in its wear table.
    pub new_rows: bool,
    /// Whether new materials are made into entries for the game's libraries.
    pub new_materials: bool,
    /// Whether the pictures of new materials are made into entries for the game's libraries.
    pub new_textures: bool,
    /// Whether materials of new rows that the game has already are made what the file says.
    pub replace_materials: bool,
    /// Whether materials of rows that were there before are made what the file says.
    pub update_materials: bool,
    /// The archive that gets materials; what it has already is not made anew.
    pub materials: Option<&'a OpenLibrary>,
    /// The archive that gets textures; what it has already is not made anew.
    pub textures: Option<&'a OpenLibrary>,
    /// Whether coarser levels are made of what a model's finest became.
    pub make_lods: bool,
    /// What lies around the reference.
    pub around: Option<&'a Surroundings>,
}

/// The size of a picture that becomes a texture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Resize {
    /// So wide and so high.
    To(u32, u32),
    /// Each side the nearest power of two.
    PowersOfTwo,
}

/// An entry for one of the game's libraries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LibraryEntry {
    /// Which library: [`TEXTURES`](ngi_verbs::surroundings::TEXTURES) or
    /// [`MATERIALS`](ngi_verbs::surroundings::MATERIALS).
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
    /// What whoever brought it should know: nothing is lost, but it may not be what they meant.
    pub told: Vec<String>,
}

impl Imported {
    /// The report of it, without a file yet.
    pub fn into_written(self) -> Written {
        let Self { carried, computed, lost, told, .. } = self;
        Written { files: Vec::new(), carried, computed, lost, told }
    }
}

/// Imports a file by its suffix, if there is an importer for the kind.
pub fn import(
    kind: &'static FileKind,
    source: &Source<'_>,
    options: &ImportOptions<'_>,
) -> Result<Imported> {
    let importers = table::importers(kind);
    let importer =
        importers.iter().find(|known| known.suffix == source.suffix).ok_or_else(|| {
            let known = importers.iter().map(|known| known.suffix);
            table::no_such(kind, source.suffix, "imported from", known)
        })?;
    (importer.run)(source, options)
}
