//! A file on disk as a file of the game, and what belongs to it.

use std::path::{Path, PathBuf};

use ngi_engine::resolve::OpenLibrary;
use ngi_formats::kinds::{self, Clue, FileKind};
use ngi_formats::msh::Model;
use ngi_formats::ndp::Nodes;
use ngi_formats::tree::Made;
use ngi_verbs::check::entry_meta;
use ngi_verbs::delivery::{Delivery, Output, Replace};
use ngi_verbs::edit::{Change, NewFields};
use ngi_verbs::entry_file;
use ngi_verbs::format::{self, EntryMeta, Subject};
use ngi_verbs::surroundings::{Game, MATERIALS, Surroundings, TEXTURES};
use ngi_verbs::written::{Written, WrittenFile};
use ngi_verbs::{fix, set};
use ngi_vfs::transaction::Transaction;
use ngi_vfs::{Bytes, Node, find_game, locate};

use super::{objects, suffix_of};
use crate::exporter::OutFile;
use crate::importer::{ImportOptions, Imported, LibraryEntry, Source, import};
use crate::{Error, Result, table};

/// What a file becomes, and how.
#[derive(Debug, Clone)]
pub struct FileImport<'a> {
    /// The file to be read.
    pub file: &'a Path,
    /// What is to be written: a file, or an entry of an archive.
    pub output: &'a Path,
    /// Whether `output` is an archive that gets the result under the name of the file, and with it
    /// everything that belongs to it: its wear table, and in the game's libraries its materials,
    /// its textures and an object.
    pub into: bool,
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
#[derive(Debug, Clone, Default)]
pub struct ImportedFile {
    /// The files, and where everything came from. Of loose files the one that was asked for is the
    /// last; archives come behind them.
    pub written: Written,
    /// What became of archives, a line each.
    pub edited: Vec<String>,
}

/// Makes a file of the game out of another kind of file. Everything is written, or nothing is.
pub fn import_file(how: &FileImport<'_>) -> Result<ImportedFile> {
    if same_file(how.file, how.output) {
        let output = ngi_vfs::shown(how.output);
        return Err(Error::Usage(format!("{output}: would be replaced by what is made of it")));
    }
    let bytes = ngi_vfs::read_input(how.file)?;
    // From here on nobody else changes the game.
    let title = format!("import {} to {}", ngi_vfs::shown(how.file), ngi_vfs::shown(how.output));
    let mut transaction = Transaction::begin(&near(how)?, title)?;
    let made = match suffix_of(how.file).as_str() {
        "json" => of_document(how, &bytes),
        suffix => of_file(how, suffix, &bytes),
    };
    let Thing { mut imported, kind, entry } =
        made.map_err(Error::about(ngi_vfs::shown(how.file)))?;
    let output = output(how, kind);
    let (delivery, told) = deliver(how, &output, &mut imported, kind, entry)?;
    let sizes = delivery.files();
    let edited = delivery.stage(&mut transaction, true)?;
    let saved = transaction.commit()?;
    let files = saved.iter().map(|saved| {
        let size = sizes.iter().find(|(path, _)| *path == saved.path).map(|(_, size)| *size);
        WrittenFile { size, ..WrittenFile::from(saved) }
    });
    let files = files.collect();
    let mut written = Written { files, ..imported.into_written() };
    written.told.extend(told);
    Ok(ImportedFile { written, edited })
}

/// What was made of a file.
struct Thing {
    imported: Imported,
    /// What it is; `None` for bytes of something unknown.
    kind: Option<&'static FileKind>,
    /// What its directory says, as far as the file or the reference do.
    entry: NewFields,
}

/// A path in the game folder that changes; where several are named, the first that is in one.
fn near(how: &FileImport<'_>) -> Result<PathBuf> {
    for path in [Some(how.output), how.materials, how.textures].into_iter().flatten() {
        if find_game(None, None, path)?.is_some() {
            return Ok(path.to_owned());
        }
    }
    Ok(how.output.to_owned())
}

/// Where the result goes: as asked for, or into an archive under the name of the file, with the
/// suffix that such things have.
fn output(how: &FileImport<'_>, kind: Option<&FileKind>) -> PathBuf {
    if !how.into {
        return how.output.to_owned();
    }
    let stem = how.file.file_stem().unwrap_or_default().to_string_lossy();
    let like = how.like.map(Node::name);
    let suffix = match &like {
        Some(like) => like.rsplit_once('.').map(|(_, suffix)| suffix),
        None if kind == Some(&kinds::TEXTURE) => Some("0"),
        None => kind.and_then(|kind| kind.suffixes.first()).copied(),
    };
    let has_it = |suffix: &str| {
        stem.rsplit_once('.').is_some_and(|(_, own)| own.eq_ignore_ascii_case(suffix))
    };
    match suffix.filter(|suffix| !has_it(suffix)) {
        Some(suffix) => how.output.join(format!("{stem}.{suffix}")),
        None => how.output.join(&*stem),
    }
}

/// Everything that is to be written, and what should be known about it.
fn deliver(
    how: &FileImport<'_>,
    output: &Path,
    imported: &mut Imported,
    kind: Option<&FileKind>,
    entry: NewFields,
) -> Result<(Delivery, Vec<String>)> {
    let replace = match () {
        () if how.into => Replace::WithBackup,
        () if how.force => Replace::Force,
        () => Replace::Never,
    };
    let mut delivery = Delivery::new();
    let mut told = Vec::new();
    for (path, file) in beside(how, output, imported) {
        delivery.put(&path, file.bytes.clone(), NewFields::default(), replace)?;
    }
    let is_model = kind == Some(&kinds::MODEL);
    if how.into && is_model {
        told.extend(put_wear(&mut delivery, how, output, imported)?);
    }
    if let Output::File(path) = Output::of(output)? {
        told.extend(put_entry_file(&mut delivery, &path, entry, replace)?);
    }
    told.extend(passed_by(how, output, kind)?);
    if is_model {
        told.extend(other_nodes(how, output, &imported.bytes));
    }
    delivery.put(output, std::mem::take(&mut imported.bytes), entry, replace)?;
    for made in &imported.entries {
        let Some(archive) = library(how, made) else { continue };
        let (entry, payload) = (made.name.clone(), made.bytes.clone());
        delivery.change(&archive?, Change::Put { entry, payload, fields: made.entry.into() });
    }
    if how.into && is_model {
        told.push(objects::put_object(&mut delivery, how, output, imported)?);
    }
    Ok((delivery, told))
}

/// Of something that is replaced without being the reference: that what only it knows is gone.
fn passed_by(
    how: &FileImport<'_>,
    output: &Path,
    kind: Option<&FileKind>,
) -> Result<Option<String>> {
    let kinds = [&kinds::TEXTURE, &kinds::MODEL, &kinds::AREALS];
    let carries = kind.is_some_and(|kind| kinds.contains(&kind)) && suffix_of(how.file) != "json";
    if how.like.is_some() || !carries || Output::of(output)?.existing()?.is_none() {
        return Ok(None);
    }
    let (output, suffix) = (ngi_vfs::shown(output), suffix_of(how.file));
    Ok(Some(format!(
        "what was there before was not looked at; --like {output} carries what .{suffix} cannot say"
    )))
}

/// That the table of what happens to each node, beside the model or its reference, is one of
/// another number of nodes.
fn other_nodes(how: &FileImport<'_>, output: &Path, model: &[u8]) -> Option<String> {
    let beside = Output::of(&output.with_extension("ndp")).ok()?.existing().ok()?;
    let of_reference = || {
        let like = how.like.filter(|_| how.into)?;
        let name = Path::new(&*like.name()).with_extension("ndp");
        like.parent()?.child(name.to_str()?).ok()
    };
    let table = beside.or_else(of_reference)?;
    let (records, nodes) = (table.bytes().ok()?, Model::read(model).ok()?.nodes.len());
    let records = Nodes::read(&records).ok()?.records().len();
    (records != nodes).then(|| {
        let name = table.name();
        format!("{name} speaks of {records} nodes by their numbers, and the model has {nodes}")
    })
}

/// The archive that gets an entry for one of the game's libraries, if there is one.
fn library(how: &FileImport<'_>, made: &LibraryEntry) -> Option<Result<Node>> {
    let is_texture = made.library == TEXTURES;
    let named = if is_texture { how.textures } else { how.materials };
    if let Some(path) = named {
        return Some(locate(path).map_err(Error::from));
    }
    let name = if is_texture { TEXTURES } else { MATERIALS };
    game_file(how, name).filter(|_| how.into).map(Ok)
}

/// A file of the game, as a path of its own: what was read of it before may be old.
pub(super) fn game_file(how: &FileImport<'_>, name: &str) -> Option<Node> {
    locate(&how.game?.file(name)?.disk_path()?).ok()
}

/// A model that is new in its archive wears what the reference wears, where the import itself made
/// no table; says so.
fn put_wear(
    delivery: &mut Delivery,
    how: &FileImport<'_>,
    output: &Path,
    imported: &Imported,
) -> Result<Option<String>> {
    let path = output.with_extension("wea");
    let made = imported.beside.iter().any(|file| file.name.ends_with(".wea"));
    if made || Output::of(&path)?.existing()?.is_some() {
        return Ok(None);
    }
    let found = how.like.and_then(|like| Surroundings::of(like, how.game).wear_of(&like.name()));
    let Some(found) = found else {
        return Ok(Some("no wear table was made: --like names a model that has one".to_owned()));
    };
    delivery.put(&path, found.bytes.to_vec(), NewFields::default(), Replace::WithBackup)?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    Ok(Some(format!("{name} is a copy of {}", found.name)))
}

/// Puts what a directory would say beside a file, where that is more than `put` can work out.
fn put_entry_file(
    delivery: &mut Delivery,
    path: &Path,
    entry: NewFields,
    replace: Replace,
) -> Result<Option<String>> {
    let beside = entry_file::path_for(path);
    let NewFields { type_id, attr1, attr2, attr3, .. } = entry;
    let (Some(type_id), Some(attr1), Some(attr2), Some(attr3)) = (type_id, attr1, attr2, attr3)
    else {
        return Ok(None);
    };
    let entry = EntryMeta { type_id, attributes: [attr1, attr2, attr3] };
    // One that is there already must not go on saying something else.
    if !entry_file::is_needed(&entry) && !beside.exists() {
        return Ok(None);
    }
    let text = entry_file::text(&entry).into_bytes();
    delivery.put(&beside, text, NewFields::default(), replace)?;
    let name = beside.file_name().unwrap_or_default().to_string_lossy();
    Ok(Some(format!(
        "type {type_id} and attributes {attr1} {attr2} {attr3} are in {name}; `ngi edit ARCHIVE \
         put` takes them from there"
    )))
}

/// What belongs to the result, and where it goes: it is called like the result.
fn beside<'i>(
    how: &'i FileImport<'_>,
    output: &'i Path,
    imported: &'i Imported,
) -> impl Iterator<Item = (PathBuf, &'i OutFile)> {
    let stem = how.file.file_stem().unwrap_or_default().to_string_lossy();
    imported.beside.iter().map(move |file| {
        let path = match file.name.strip_prefix(&*stem).and_then(|rest| rest.strip_prefix('.')) {
            Some(suffix) => output.with_extension(suffix),
            None => output.with_file_name(&file.name),
        };
        (path, file)
    })
}

/// What is known of an entry: the attributes that the document has, else those of the reference,
/// and the type of the reference, else the only one that such things have.
fn entry_of(
    how: &FileImport<'_>,
    kind: Option<&FileKind>,
    attributes: Option<[u32; 3]>,
) -> NewFields {
    let like = how.like.and_then(entry_meta);
    let only = match kind.map(|kind| kind.types) {
        Some([only]) => Some(*only),
        _ => None,
    };
    let type_id = like.map(|like| like.type_id).or(only);
    let attributes = attributes.or(like.map(|like| like.attributes));
    NewFields { type_id, ..NewFields::default() }.or(attributes)
}

fn of_document(how: &FileImport<'_>, text: &[u8]) -> Result<Thing> {
    let like = how.like.map(|like| Ok::<_, Error>((like.name(), like.bytes()?, like)));
    let like = like.transpose()?;
    let original =
        like.as_ref().map(|(name, bytes, node)| Subject { name, bytes, entry: entry_meta(node) });
    let (Made { bytes, attributes }, computed) = set::read_document(text, original.as_ref())?;
    let kind = kinds::of_id(format::of_document_text(text)?.id());
    let name = how.output.file_name().unwrap_or_default().to_string_lossy();
    let misfits = match original {
        Some(_) => Vec::new(),
        None => fix::misfits(&Subject::file(&name, &bytes)),
    };
    let told = |line: String| {
        line.replace("worked out anew", "does not fit the rest; `ngi fix`, or --like, mends it")
    };
    let told = misfits.into_iter().map(told).collect();
    let imported = Imported { bytes, computed, told, ..Imported::default() };
    Ok(Thing { imported, kind, entry: entry_of(how, kind, attributes) })
}

fn of_file(how: &FileImport<'_>, suffix: &str, bytes: &[u8]) -> Result<Thing> {
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
        if plain { ngi_vfs::read_input(&path).ok().map(Bytes::from) } else { None }
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
    let options = ImportOptions { like, around, materials, textures, ..how.options };
    let imported = import(kind, &source, &options)?;
    let kind = Some(kind);
    Ok(Thing { imported, kind, entry: entry_of(how, kind, None) })
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
    // A mesh of areals looks like any other.
    if let Some(kind) = able.iter().find(|kind| ***kind == kinds::AREALS && is_map(how.output)) {
        return Ok(kind);
    }
    match able.as_slice() {
        [kind] => Ok(kind),
        // Of a mesh a model is made, unless somebody says otherwise.
        [kind, ..] if **kind == kinds::MODEL => Ok(kind),
        [] => Err(Error::Usage(format!("nothing can be made of .{suffix}"))),
        several => {
            let ids: Vec<&str> = several.iter().map(|kind| kind.id).collect();
            let ids = ids.join(" or ");
            Err(Error::Usage(format!("several things can be made of .{suffix}: --format {ids}")))
        }
    }
}

/// Whether a file is called like an areal map.
fn is_map(path: &Path) -> bool {
    suffix_of(path) == "map"
}

fn same_file(a: &Path, b: &Path) -> bool {
    matches!((a.canonicalize(), b.canonicalize()), (Ok(a), Ok(b)) if a == b)
}
