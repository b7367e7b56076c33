//! A file on disk as a file of the game, and what belongs to it.

use std::fs;
use std::path::{Path, PathBuf};

use ngi_engine::resolve::OpenLibrary;
use ngi_formats::kinds::{self, Clue, FileKind};
use ngi_formats::tree::Made;
use ngi_verbs::check::entry_meta;
use ngi_verbs::edit::{self, Change, Edited, NewFields};
use ngi_verbs::format::{self, Subject};
use ngi_verbs::surroundings::{Game, Surroundings, TEXTURES};
use ngi_vfs::{Bytes, Node, locate};

use super::suffix_of;
use super::written::{Together, WrittenFile};
use crate::exporter::OutFile;
use crate::importer::{ImportOptions, Imported, Source, import};
use crate::{Error, Result, table};

/// What a file becomes, and how.
#[derive(Debug, Clone)]
pub struct FileImport<'a> {
    /// The file to be read.
    pub file: &'a Path,
    /// The file to be written.
    pub output: &'a Path,
    /// Where what the file leaves out comes from; says what to make, too.
    pub like: Option<&'a Node>,
    /// What to make, where several things could be made of the file: an id of a format.
    pub format: Option<&'a str>,
    /// The archive that gets new materials.
    pub materials: Option<&'a Path>,
    /// The archive that gets new textures.
    pub textures: Option<&'a Path>,
    /// How; what is said there of the reference is taken from here.
    pub options: ImportOptions<'a>,
    /// The game folder.
    pub game: Option<&'a Game>,
    /// Whether files in the way may be replaced.
    pub force: bool,
}

/// What was imported.
#[derive(Debug, Clone)]
pub struct ImportedFile {
    /// The files; the one that was asked for is the last.
    pub files: Vec<WrittenFile>,
    /// What became of the game's libraries.
    pub edited: Vec<Edited>,
    /// Where everything came from, a line each.
    pub lines: Vec<String>,
    /// Whether something of the file is lost.
    pub lossy: bool,
}

/// Makes a file of the game out of another kind of file.
pub fn import_file(how: &FileImport<'_>) -> Result<ImportedFile> {
    if same_file(how.file, how.output) {
        let output = how.output.display();
        return Err(Error::Usage(format!("{output}: would be replaced by what is made of it")));
    }
    let bytes = fs::read(how.file).map_err(Error::io("read", how.file))?;
    let imported = match suffix_of(how.file).as_str() {
        "json" => of_document(how, &bytes),
        suffix => of_file(how, suffix, &bytes),
    };
    let imported = imported.map_err(Error::about(how.file.display().to_string()))?;
    if let Some(path) = beside(how, &imported).find(|(path, _)| path.exists() && !how.force) {
        return Err(ngi_vfs::Error::Exists { path: path.0 }.into());
    }
    let mut written = Together::default();
    for (path, file) in beside(how, &imported) {
        written.add(&path, how.force, &file.bytes)?;
    }
    written.add(how.output, how.force, &imported.bytes)?;
    let edited = put_entries(how, &imported)?;
    let (lines, lossy) = (imported.lines().collect(), !imported.lost.is_empty());
    Ok(ImportedFile { files: written.keep(), edited, lines, lossy })
}

/// What belongs to the result, and where it goes: it is called like the result.
fn beside<'i>(
    how: &'i FileImport<'_>,
    imported: &'i Imported,
) -> impl Iterator<Item = (PathBuf, &'i OutFile)> {
    let stem = how.file.file_stem().unwrap_or_default().to_string_lossy();
    imported.beside.iter().map(move |file| {
        let path = match file.name.strip_prefix(&*stem).and_then(|rest| rest.strip_prefix('.')) {
            Some(suffix) => how.output.with_extension(suffix),
            None => how.output.with_file_name(&file.name),
        };
        (path, file)
    })
}

/// Puts what an import made for the game's libraries into the archives that were named.
fn put_entries(how: &FileImport<'_>, imported: &Imported) -> Result<Vec<Edited>> {
    let mut done = Vec::new();
    for made in &imported.entries {
        let archive = if made.library == TEXTURES { how.textures } else { how.materials };
        let Some(archive) = archive else { continue };
        let [attr1, attr2, attr3] = made.entry.attributes.map(Some);
        let type_id = Some(made.entry.type_id);
        let fields = NewFields { type_id, attr1, attr2, attr3, method: None };
        let change = Change::Put { entry: made.name.clone(), payload: made.bytes.clone(), fields };
        let options = edit::Options { backup: true, dry_run: false };
        done.push(edit::edit(&locate(archive)?, &change, options)?);
    }
    Ok(done)
}

fn of_document(how: &FileImport<'_>, text: &[u8]) -> Result<Imported> {
    let like = how.like.map(Node::bytes).transpose()?;
    let Made { bytes, .. } = format::of_document_text(text)?.read_json(text, like.as_deref())?;
    Ok(Imported { bytes, ..Imported::default() })
}

fn of_file(how: &FileImport<'_>, suffix: &str, bytes: &[u8]) -> Result<Imported> {
    let like =
        how.like.map(|like| Ok::<_, Error>((like.name(), like.bytes()?, like))).transpose()?;
    let around = match &like {
        Some((_, _, node)) => Surroundings::of(node, how.game),
        None => Surroundings::in_game(how.game),
    };
    let like =
        like.as_ref().map(|(name, bytes, node)| Subject { name, bytes, entry: entry_meta(node) });
    let beside = |name: &str| {
        let plain = Path::new(name).components().count() == 1 && !name.contains(['/', '\\']);
        let path = how.file.with_file_name(name);
        if plain { fs::read(path).ok().map(Bytes::from) } else { None }
    };
    let name = how.file.file_name().unwrap_or_default().to_string_lossy();
    let kind = kind_to_make(how, suffix, like.as_ref(), &beside)?;
    let source = Source { name: &name, suffix, bytes, beside: &beside };
    // What the libraries have already is not made anew.
    let library = |path: Option<&Path>| {
        Ok::<_, Error>(path.map(locate).transpose()?.and_then(OpenLibrary::of))
    };
    let (materials, textures) = (library(how.materials)?, library(how.textures)?);
    let (materials, textures) = (materials.as_ref(), textures.as_ref());
    let around = Some(&around);
    import(kind, &source, &ImportOptions { like, around, materials, textures, ..how.options })
}

/// What to make: as asked, as the reference is, as a document beside the file says, or the only
/// thing that can be made of it.
fn kind_to_make(
    how: &FileImport<'_>,
    suffix: &str,
    like: Option<&Subject<'_>>,
    beside: &dyn Fn(&str) -> Option<Bytes>,
) -> Result<&'static FileKind> {
    if let Some(id) = how.format {
        let unknown = || Error::Usage(format!("--format {id}: no known format"));
        return kinds::of_id(id).ok_or_else(unknown);
    }
    if let Some(like) = like {
        let unknown = || Error::Usage("--like names something of no known format".into());
        return kinds::recognise(&like.clue()).ok_or_else(unknown);
    }
    let able: Vec<&FileKind> = table::made_of(suffix).collect();
    let document = how.file.with_extension("json");
    let document = beside(&document.file_name().unwrap_or_default().to_string_lossy());
    let named = document.and_then(|text| Some(format::of_document_text(&text).ok()?.id()));
    if let Some(kind) = able.iter().find(|kind| Some(kind.id) == named) {
        return Ok(kind);
    }
    // What `export` named: `Land1.wea.txt` was a `.wea`, and so is `-o Land1.wea`.
    for path in [how.file.with_extension(""), how.output.to_owned()] {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let named = kinds::recognise(&Clue::file(&name, &[]));
        if let Some(kind) = able.iter().find(|kind| Some(**kind) == named) {
            return Ok(kind);
        }
    }
    match able.as_slice() {
        [kind] => Ok(kind),
        [] => Err(Error::Usage(format!("nothing can be made of .{suffix}"))),
        several => {
            let ids: Vec<&str> = several.iter().map(|kind| kind.id).collect();
            let ids = ids.join(" or ");
            Err(Error::Usage(format!("several things can be made of .{suffix}: --format {ids}")))
        }
    }
}

fn same_file(a: &Path, b: &Path) -> bool {
    matches!((a.canonicalize(), b.canonicalize()), (Ok(a), Ok(b)) if a == b)
}
