//! Levels from pictures and meshes: `Land.msh`, both wears and `Land.map`, all of them or none.
//!
//! A picture of heights or a mesh that was exported from a level and changed goes back into it
//! (`like`): vertices move, faces get other materials, everything else stays. Without, or where
//! the picture is another one, the level is made anew, and another level lends its materials and
//! the classes of its areals.

mod areals;
mod dressing;
mod heights;
mod make;
mod paint;
mod scale;
mod sculpt;
mod soup;
mod steep;

use std::fs;
use std::path::{Path, PathBuf};

use ngi_engine::resolve::LevelNames;
use ngi_engine::resolve::names::{LEVEL_BASE, LEVEL_FILE};
use ngi_formats::kinds::{self, Clue};
use ngi_formats::{Findings, Mode, Severity};
use ngi_vfs::{Bytes, NodeKind, find_game, locate, save};

pub use self::areals::areals_on_ground;
pub use self::dressing::LikeLevel;
use self::dressing::{Dressing, Splat};
use self::heights::Grey;
use self::make::Recipe;
use self::scale::scale_of;
use self::sculpt::Sculpted;
pub(crate) use self::soup::{Soup, SoupFace};
pub use self::steep::walked_by_slope;
use ngi_verbs::delivery::{Delivery, Replace};
use ngi_verbs::edit::NewFields;
use ngi_verbs::written::WrittenFile;
use ngi_vfs::transaction::Transaction;

use crate::exporter::OutFile;
use crate::files::suffix_of;
use crate::importer::{Imported, Source};
use crate::{Axes, Error, Result};

/// What a level is made of, and how.
#[derive(Debug, Clone, Copy)]
pub struct LevelImport<'a> {
    /// A grey picture, a glTF or an OBJ.
    pub file: &'a Path,
    /// The folder of the level, or the file of its landscape alone.
    pub output: &'a Path,
    /// A level that has everything that the file leaves out.
    pub like: Option<&'a Path>,
    /// A picture of what lies where.
    pub splat: Option<&'a Path>,
    /// Height of the water.
    pub water: Option<f32>,
    /// Whether it is lava.
    pub lava: bool,
    /// Units from west to east.
    pub across: Option<f32>,
    /// What black and white of a picture mean.
    pub relief: Option<[f32; 2]>,
    /// Which way is up in an OBJ.
    pub axes: Option<Axes>,
    /// Whether files in the way may be replaced.
    pub force: bool,
}

impl<'a> LevelImport<'a> {
    /// A file, and nothing else that is said.
    fn plain(file: &'a Path) -> Self {
        let output = Path::new("");
        let (like, splat, water, lava) = (None, None, None, false);
        let (across, relief, axes, force) = (None, None, None, false);
        Self { file, output, like, splat, water, lava, across, relief, axes, force }
    }
}

/// A level that was made.
#[derive(Debug, Clone, Default)]
pub struct ImportedLevel {
    /// The files.
    pub files: Vec<WrittenFile>,
    /// Where everything came from.
    pub report: Imported,
}

/// A file of a level.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LevelFile {
    name: String,
    bytes: Vec<u8>,
}

impl LevelFile {
    fn out(self) -> OutFile {
        let Self { name, bytes } = self;
        OutFile { name, bytes }
    }
}

/// The files of a level; the landscape is the first.
fn files(land: Vec<u8>, wears: [Vec<u8>; 2], map: Option<Vec<u8>>) -> Result<Vec<LevelFile>> {
    let LevelNames { landscape, areals, wears: names, .. } = LevelNames::new(LEVEL_BASE);
    let mut all = vec![LevelFile { name: landscape, bytes: land }];
    let wears = names.into_iter().zip(wears);
    all.extend(wears.map(|(name, bytes)| LevelFile { name, bytes }));
    all.extend(map.map(|bytes| LevelFile { name: areals, bytes }));
    Ok(all)
}

/// Kinds of files that a level is made of.
pub const SUFFIXES: [&str; 4] = ["png", "glb", "gltf", "obj"];

/// Whether a level is to be made of a file: that is what was asked for, the reference is a level or
/// its landscape, or the output is called like one and something is said that only levels have.
pub fn is_level(how: &LevelImport<'_>, format: Option<&str>) -> bool {
    if !SUFFIXES.contains(&suffix_of(how.file).as_str()) {
        return false;
    }
    if let Some(format) = format {
        return format == kinds::LANDSCAPE.id;
    }
    match how.like {
        Some(like) => is_ground(like),
        None => names_a_level(how),
    }
}

/// Whether a path leads to a level or its landscape.
fn is_ground(path: &Path) -> bool {
    match locate(path) {
        Ok(node) if node.kind() == NodeKind::Folder => node.child(LEVEL_FILE).is_ok(),
        Ok(node) => node.bytes().is_ok_and(|bytes| {
            let name = node.name();
            let clue = Clue { name: &name, type_id: None, bytes: &bytes };
            kinds::recognise(&clue) == Some(&kinds::LANDSCAPE)
        }),
        // `DATA/MAPS/X/Land`.
        Err(_) => path.extension().is_none() && locate(&path.with_extension("msh")).is_ok(),
    }
}

/// Whether the output can only be a level: its landscape, or a folder among maps or for something
/// that only levels have.
fn names_a_level(how: &LevelImport<'_>) -> bool {
    let is = |name: Option<&std::ffi::OsStr>, wanted: &str| {
        name.and_then(|name| name.to_str()).is_some_and(|name| name.eq_ignore_ascii_case(wanted))
    };
    if is(how.output.file_name(), LEVEL_FILE) {
        return true;
    }
    let folder = how.output.is_dir() || how.output.extension().is_none();
    // An entry of an archive has no suffix either.
    let above = how.output.ancestors().skip(1).find(|path| path.symlink_metadata().is_ok());
    let on_disk = above.is_none_or(Path::is_dir);
    let said = how.splat.is_some()
        || how.water.is_some()
        || how.across.is_some()
        || how.relief.is_some()
        || how.file.with_extension("height.json").is_file();
    let among_maps = is(how.output.parent().and_then(Path::file_name), "MAPS");
    folder && on_disk && (said || among_maps)
}

/// Makes a level.
pub fn import_level(how: &LevelImport<'_>) -> Result<ImportedLevel> {
    let like = how.like.map(LikeLevel::open).transpose()?;
    let (made, report) = made(how, like.as_ref())?;
    let files = write(how, &made)?;
    Ok(ImportedLevel { files, report })
}

/// What a picture or a mesh makes of a level that is in memory: its files, the landscape first, and
/// where everything came from. Nothing is written.
pub fn sculpted(file: &Path, like: &LikeLevel) -> Result<(Vec<OutFile>, Imported)> {
    let (made, report) = made(&LevelImport::plain(file), Some(like))?;
    Ok((made.into_iter().map(LevelFile::out).collect(), report))
}

/// The files of a level, checked, and where everything came from.
fn made(how: &LevelImport<'_>, like: Option<&LikeLevel>) -> Result<(Vec<LevelFile>, Imported)> {
    let bytes = ngi_vfs::read_input(how.file)?;
    let mut report = Imported::default();
    let made = match suffix_of(how.file).as_str() {
        "png" => of_picture(how, &bytes, like, &mut report),
        suffix => of_mesh(how, suffix, &bytes, like, &mut report),
    };
    let made = made.map_err(Error::about(ngi_vfs::shown(how.file)))?;
    inspect(&made, &mut report)?;
    report.lost.sort();
    report.lost.dedup();
    report.told.dedup();
    Ok((made, report))
}

/// The files of a level made of a picture or a mesh alone, by suffix; nothing on disk is looked at
/// and nothing is written.
pub fn level_of(suffix: &str, bytes: &[u8]) -> Result<Vec<OutFile>> {
    let how = LevelImport { water: Some(10.0), ..LevelImport::plain(Path::new("")) };
    let mut report = Imported::default();
    let made = match suffix {
        "png" => of_picture(&how, bytes, None, &mut report),
        suffix => of_mesh(&how, suffix, bytes, None, &mut report),
    }?;
    inspect(&made, &mut report)?;
    Ok(made.into_iter().map(LevelFile::out).collect())
}

/// A level of a picture.
fn of_picture(
    how: &LevelImport<'_>,
    bytes: &[u8],
    like: Option<&LikeLevel>,
    report: &mut Imported,
) -> Result<Vec<LevelFile>> {
    let grey = Grey::decode(bytes)?;
    if grey.shallow {
        report.told.push("the picture has 8 bits: heights come in 255 steps".into());
    }
    let scale = scale_of(how, &grey, like, report)?;
    let mut dressing = dressing_of(how, like, report)?;
    if let Some(like) = like.filter(|_| how.splat.is_none()) {
        let mut level = Sculpted::new(like)?;
        if level.move_by_picture(&grey, &scale)? {
            if let Some(water) = how.water
                && !level.set_water(water)?
            {
                report.lost.push(format!("--water: {} has none that could rise", like.path));
            }
            return level.finish(&dressing, report);
        }
        report.told.push(format!(
            "the picture is not one of {}: the ground is made anew, and wears its materials",
            like.path
        ));
    }
    let splat = splat_of(how, &dressing)?;
    if splat.is_none() {
        report.computed.push("materials by slope and height over the water".into());
    }
    let recipe = Recipe {
        heights: grey.heights(&scale),
        splat,
        painted: None,
        water: how.water,
        lava: how.lava,
        like,
    };
    make::make(&recipe, &mut dressing, report)
}

/// A level of a mesh.
fn of_mesh(
    how: &LevelImport<'_>,
    suffix: &str,
    bytes: &[u8],
    like: Option<&LikeLevel>,
    report: &mut Imported,
) -> Result<Vec<LevelFile>> {
    let beside = |name: &str| {
        let plain = Path::new(name).components().count() == 1 && !name.contains(['/', '\\']);
        let path = how.file.with_file_name(name);
        let looks = plain && !how.file.as_os_str().is_empty();
        if looks { ngi_vfs::read_input(&path).ok().map(Bytes::from) } else { None }
    };
    let name = how.file.file_name().unwrap_or_default().to_string_lossy();
    let source = Source { name: &name, suffix, bytes, beside: &beside };
    let soup = Soup::read(&source, how.axes)?;
    report.told.extend(soup.lost.iter().map(|line| format!("not looked at: {line}")));
    let mut dressing = dressing_of(how, like, report)?;
    if let Some(like) = like {
        let mut level = Sculpted::new(like)?;
        level.move_by_mesh(&soup, &dressing, report)?;
        level.paint_by_mesh(&soup, &mut dressing, report)?;
        level.blend_by_mesh(&soup, &dressing, report)?;
        if let Some(water) = how.water
            && !level.set_water(water)?
        {
            report.lost.push(format!("--water: {} has none that could rise", like.path));
        }
        return level.finish(&dressing, report);
    }
    let splat = splat_of(how, &dressing)?;
    let liquids = ["WATER", "ENV_NLAVA", "ENV_LAVA"];
    let recipe = Recipe {
        heights: make::sampled(&soup, &liquids)?,
        splat,
        painted: Some(&soup),
        water: how.water,
        lava: how.lava,
        like: None,
    };
    report.lost.push("triangles as they are: the ground is made of squares, without --like".into());
    make::make(&recipe, &mut dressing, report)
}

/// Materials: those of the reference, else those of a level beside the new one, else the names
/// that the shipped game has.
fn dressing_of(
    how: &LevelImport<'_>,
    like: Option<&LikeLevel>,
    report: &mut Imported,
) -> Result<Dressing> {
    if let Some(like) = like {
        report.carried.push(format!("materials and microtextures of {}", like.path));
        return Dressing::of_level(like);
    }
    if let Some(donor) = level_beside(how.output, how.lava) {
        report.told.push(format!("materials are those of {}; --like names others", donor.path));
        return Dressing::of_level(&donor);
    }
    report.told.push("materials are called as in the shipped game; --like names others".into());
    Ok(Dressing::shipped())
}

/// The first level in the folder that the new one goes to, and that has lava only where lava is
/// wanted.
fn level_beside(output: &Path, lava: bool) -> Option<LikeLevel> {
    let folder = match output.extension() {
        None => output.parent()?,
        Some(_) => output.parent()?.parent()?,
    };
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let mut names: Vec<PathBuf> = fs::read_dir(folder)
        .ok()?
        .take(10_000)
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.is_dir() && path != output)
        .collect();
    names.sort();
    names.iter().find_map(|path| {
        let like = LikeLevel::open(path).ok()?;
        let dressing = Dressing::of_level(&like).ok()?;
        (lava || !dressing.has_lava()).then_some(like)
    })
}

fn splat_of(how: &LevelImport<'_>, dressing: &Dressing) -> Result<Option<Splat>> {
    let Some(path) = how.splat else { return Ok(None) };
    let bytes = ngi_vfs::read_input(path)?;
    let splat = Splat::decode(&bytes).map_err(Error::about(ngi_vfs::shown(path)))?;
    let rows = dressing.row_count();
    if let Some(row) = splat.stray(rows) {
        let why = format!("row {row} of Land1.wea, which has {rows}, counted from 0");
        return Err(Error::Usage(format!("{}: a pixel says {why}", ngi_vfs::shown(path))));
    }
    Ok(Some(splat))
}

/// Checks what was made. An error would be ours: nothing is written then.
fn inspect(made: &[LevelFile], report: &mut Imported) -> Result<()> {
    let mut findings = Findings::new(Mode::Strict, false);
    for file in made {
        match suffix_of(Path::new(&file.name)).as_str() {
            "msh" => ngi_formats::landscape::check(&file.bytes, &mut findings),
            "map" => ngi_formats::arealmap::check(&file.bytes, &mut findings),
            _ => {}
        }
    }
    if let Some(found) = findings.first_error() {
        return Err(Error::Usage(format!("the level would be broken: {}", found.message)));
    }
    let warnings = findings.list().iter().filter(|found| found.code.severity == Severity::Warning);
    report.told.extend(warnings.map(|found| format!("{}: {}", found.code.id, found.message)));
    Ok(())
}

/// Writes all files or none. A new folder is put in place in one step.
fn write(how: &LevelImport<'_>, made: &[LevelFile]) -> Result<Vec<WrittenFile>> {
    let file_alone = how.output.extension().is_some() && !how.output.is_dir();
    if file_alone {
        let land = made.first().map(|file| (how.output.to_owned(), file.bytes.clone()));
        return write_into(how, land);
    }
    let path = |file: &LevelFile| how.output.join(&file.name);
    // In a game the journal knows of it, so that it can be taken back.
    if how.output.symlink_metadata().is_ok() || find_game(None, None, how.output)?.is_some() {
        return write_into(how, made.iter().map(|file| (path(file), file.bytes.clone())));
    }
    if let Some(parent) = how.output.parent().filter(|parent| !parent.as_os_str().is_empty()) {
        fs::create_dir_all(parent).map_err(Error::io("make", parent))?;
    }
    let name = how.output.file_name().unwrap_or_default().to_string_lossy();
    let stage = how.output.with_file_name(format!(".{name}.ngi-{}", std::process::id()));
    let staged = fs::create_dir(&stage).map_err(Error::io("make", &stage)).and_then(|()| {
        for file in made {
            save::write_new(&stage.join(&file.name), false, |out| out.write_all(&file.bytes))?;
        }
        fs::rename(&stage, how.output).map_err(Error::io("make", how.output))
    });
    if let Err(error) = staged {
        let _ = fs::remove_dir_all(&stage);
        return Err(error);
    }
    let written = |file: &LevelFile| WrittenFile {
        size: Some(file.bytes.len()),
        ..WrittenFile::new(&path(file))
    };
    Ok(made.iter().map(written).collect())
}

/// Writes into a game, or where a level is already.
fn write_into(
    how: &LevelImport<'_>,
    files: impl IntoIterator<Item = (PathBuf, Vec<u8>)>,
) -> Result<Vec<WrittenFile>> {
    let replace = if how.force { Replace::Force } else { Replace::Never };
    let mut delivery = Delivery::new();
    let mut folder = None;
    for (path, bytes) in files {
        folder = path.parent().map(Path::to_owned);
        delivery.put(&path, bytes, NewFields::default(), replace)?;
    }
    let title = format!("import {} to {}", ngi_vfs::shown(how.file), ngi_vfs::shown(how.output));
    let mut transaction = Transaction::begin(how.output, title)?;
    if let Some(folder) = folder.filter(|folder| !folder.as_os_str().is_empty()) {
        transaction.make_folder(&folder)?;
    }
    let sizes = delivery.files();
    delivery.stage(&mut transaction, true)?;
    let saved = transaction.commit()?;
    let written = saved.iter().map(|saved| {
        let size = sizes.iter().find(|(path, _)| *path == saved.path).map(|(_, size)| *size);
        WrittenFile { size, ..WrittenFile::from(saved) }
    });
    Ok(written.collect())
}
