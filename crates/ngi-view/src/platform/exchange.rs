//! Other programs' files, on disk: written, read, opened, compared with what a save left behind.

use std::path::{Path, PathBuf};

use ngi_convert::files::{
    ExportedFile, FileExport, FileImport, ImportedFile, export_file, import_file,
};
use ngi_convert::tree::{TreeOptions, export_tree};
use ngi_convert::{ImportOptions, Imported, OutFile, Source, import, level, table};
use ngi_formats::kinds::{self, FileKind};
use ngi_formats::tree::Made as FromDocument;
use ngi_verbs::find::{self, Condition, Search};
use ngi_verbs::surroundings::{Game, Surroundings};
use ngi_verbs::written::Written;
use ngi_verbs::{Progress, set};
use ngi_vfs::{Bytes, Node, Vfs};

use super::Place;
use crate::document::Document;
use crate::exchange::{How, Made, Order};

/// Writes what was asked for, as `ngi export` does.
pub fn export(
    node: &Node,
    game: Option<Game>,
    order: &Order,
    progress: &dyn Progress,
) -> Result<Written, String> {
    let Order { output, whole, suffix, only, options, force } = order;
    if let Some(folder) = output.parent() {
        std::fs::create_dir_all(folder)
            .map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    if *whole {
        let options = TreeOptions {
            each: options.clone(),
            suffix: suffix.clone(),
            only: only.clone(),
            below: None,
            force: *force,
            game,
        };
        let done = export_tree(node, output, &options, progress);
        return done.map(|tree| tree.written(output)).map_err(|error| error.to_string());
    }
    let to = suffix.as_deref();
    let (options, game) = (options.clone(), game.as_ref());
    let how = FileExport { output, to, options, game, force: *force };
    let ExportedFile { mut written, broken } =
        export_file(node, &how).map_err(|error| error.to_string())?;
    written.lost.extend(broken);
    Ok(written)
}

/// Returns the folder for exports by default: the user's downloads, else the home folder.
pub fn out_folder() -> PathBuf {
    let downloads = user_folder("XDG_DOWNLOAD_DIR", "Downloads").filter(|folder| folder.is_dir());
    let home = || home().filter(|home| home.is_dir());
    let folder = downloads.or_else(home).or_else(|| std::env::current_dir().ok());
    folder.unwrap_or_else(std::env::temp_dir)
}

/// Returns the folder for screenshots by default: the user's pictures. It is created if the home
/// folder has none.
pub fn pictures_folder() -> Option<PathBuf> {
    let folder = user_folder("XDG_PICTURES_DIR", "Pictures")?;
    let is_there = folder.is_dir() || std::fs::create_dir(&folder).is_ok();
    is_there.then_some(folder)
}

fn home() -> Option<PathBuf> {
    let home = std::env::var_os("HOME").or_else(|| std::env::var_os("USERPROFILE"));
    home.map(PathBuf::from).filter(|home| home.is_absolute())
}

/// Returns a folder of the user: by the environment, by the desktop's list of such folders, or by
/// its usual name in the home folder.
fn user_folder(variable: &str, usual: &str) -> Option<PathBuf> {
    let absolute = |folder: PathBuf| Some(folder).filter(|folder| folder.is_absolute());
    if let Some(folder) = std::env::var_os(variable).map(PathBuf::from).and_then(absolute) {
        return Some(folder);
    }
    let home = home()?;
    let config = std::env::var_os("XDG_CONFIG_HOME").map(PathBuf::from).and_then(absolute);
    let list = config.unwrap_or_else(|| home.join(".config")).join("user-dirs.dirs");
    let listed = std::fs::read_to_string(list).ok();
    let listed = listed.and_then(|text| listed_folder(&text, variable, &home)).and_then(absolute);
    Some(listed.unwrap_or_else(|| home.join(usual)))
}

/// Returns a folder of the file `user-dirs.dirs`: `XDG_PICTURES_DIR="$HOME/Pictures"`.
fn listed_folder(text: &str, variable: &str, home: &Path) -> Option<PathBuf> {
    let value = |line: &str| {
        let value = line.trim().strip_prefix(variable)?.strip_prefix('=')?.trim();
        Some(value.trim_matches('"').to_owned())
    };
    let value = text.lines().find_map(value)?;
    Some(match value.strip_prefix("$HOME/") {
        Some(below) => home.join(below),
        None => PathBuf::from(value),
    })
}

/// Whether a file can take the place of something of this kind.
pub fn can_replace(kind: &FileKind, file: &Path) -> bool {
    let suffix = suffix_of(file);
    let is_level = kind == &kinds::LANDSCAPE && level::SUFFIXES.contains(&&*suffix);
    suffix == "json" || is_level || table::sources(kind).contains(&&*suffix)
}

fn suffix_of(file: &Path) -> String {
    file.extension().unwrap_or_default().to_string_lossy().to_lowercase()
}

fn options(how: How) -> ImportOptions<'static> {
    ImportOptions {
        pixel_format: how.pixels,
        levels: how.levels,
        resize: how.resize,
        dither: how.dither,
        adpcm: how.adpcm,
        make_lods: how.make_lods,
        ..ImportOptions::default()
    }
}

/// What a file becomes in the place of a document, which is the reference of the import.
pub fn made_of(
    file: &Path,
    document: &Document,
    game: Option<&Game>,
    how: How,
) -> Result<Made, String> {
    let told = |error: &dyn std::fmt::Display| format!("{}: {error}", file.display());
    let bytes = ngi_vfs::read_input(file).map_err(|error| error.to_string())?;
    let (subject, suffix) = (document.subject(), suffix_of(file));
    if suffix == "json" {
        let (FromDocument { bytes, attributes }, computed) =
            set::read_document(&bytes, Some(&subject)).map_err(|error| told(&error))?;
        let imported = Imported { bytes, computed, ..Imported::default() };
        return Ok(Made { file: file.to_owned(), imported, attributes, beside: Vec::new() });
    }
    let beside = |name: &str| {
        let is_plain = Path::new(name).components().count() == 1;
        let read = || ngi_vfs::read_input(&file.with_file_name(name)).ok().map(Bytes::from);
        is_plain.then(read).flatten()
    };
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let source = Source { name: &name, suffix: &suffix, bytes: &bytes, beside: &beside };
    let around = Surroundings::of(&document.node, game);
    let options = ImportOptions { like: Some(subject), around: Some(&around), ..options(how) };
    let imported = import(document.format.kind, &source, &options).map_err(|error| told(&error))?;
    Ok(Made { file: file.to_owned(), imported, attributes: None, beside: Vec::new() })
}

/// What a picture of heights or a mesh makes of a level: its landscape, and what lies beside it.
pub fn made_level(file: &Path, like: &level::LikeLevel) -> Result<Made, String> {
    let (mut files, mut imported) =
        level::sculpted(file, like).map_err(|error| error.to_string())?;
    if files.is_empty() {
        return Err("the file contains nothing to import".to_owned());
    }
    imported.bytes = files.remove(0).bytes;
    Ok(Made { file: file.to_owned(), imported, attributes: None, beside: files })
}

/// Brings a file into the archive around a document, as `ngi import --into` does.
pub fn brought_into(
    file: &Path,
    document: &Document,
    game: Option<&Game>,
    how: How,
) -> Result<Written, String> {
    let archive = document.node.file().disk_path().ok_or("not on disk")?;
    let options =
        ImportOptions { new_rows: true, new_materials: true, new_textures: true, ..options(how) };
    let how = FileImport {
        file,
        output: &archive,
        into: true,
        like: Some(&document.node),
        format: None,
        materials: None,
        textures: None,
        options,
        game,
        force: false,
    };
    let ImportedFile { mut written, edited } =
        import_file(&how).map_err(|error| error.to_string())?;
    written.told.extend(edited);
    Ok(written)
}

/// Writes files into the system's folder for passing things, and has the system open the first.
pub fn open_elsewhere(files: &[OutFile]) -> Result<PathBuf, String> {
    let folder = std::env::temp_dir().join("ngi-view");
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut paths = Vec::new();
    for file in files {
        let path = folder.join(super::plain_name(&file.name));
        let written = ngi_vfs::save::write_new(&path, true, |out| out.write_all(&file.bytes));
        written.map_err(|error| error.to_string())?;
        paths.push(path);
    }
    let first = paths.into_iter().next().ok_or("the export has no files")?;
    show_folder(&first)?;
    Ok(first)
}

/// Has the system open a folder, or a file with the program for it.
pub fn show_folder(path: &Path) -> Result<(), String> {
    let program = match () {
        () if cfg!(windows) => "explorer",
        () if cfg!(target_os = "macos") => "open",
        () => "xdg-open",
    };
    let started = std::process::Command::new(program).arg(path).spawn();
    started.map(drop).map_err(|error| format!("{program} {}: {error}", path.display()))
}

/// The paths of everything of a format below a node that fits a condition of `ngi find --where`.
pub fn find_value(
    root: &Node,
    kind: &str,
    condition: &str,
    progress: &dyn Progress,
) -> Result<Vec<String>, String> {
    let condition = Condition::parse(condition).map_err(|error| error.to_string())?;
    let search =
        Search { kind: Some(kind.to_owned()), conditions: vec![condition], ..Search::default() };
    let found = find::find(root, &search, progress).map_err(|error| error.to_string())?;
    let is_backup = |path: &str| path.to_lowercase().contains(".bak");
    let paths = found.matches.into_iter().map(|found| found.path);
    Ok(paths.filter(|path| !is_backup(path)).collect())
}

/// Takes back what was written last into a game folder; says what that was.
pub fn undo_written(folder: &Path) -> Result<String, String> {
    let past = ngi_vfs::transaction::undo(folder).map_err(|error| error.to_string())?;
    Ok(past.title)
}

/// The same thing in the newest backup of its file.
pub fn backup_of(place: &Place, node: &Node) -> Option<Node> {
    let file = node.file().path();
    let below = node.path().strip_prefix(&file).unwrap_or_default().to_owned();
    // `.bak` is the first, and the numbers count up from there.
    let names = (1..).map(|number| format!(".bak{number}"));
    let names = std::iter::once(".bak".to_owned()).chain(names);
    let found = names.map_while(|name| place.vfs.locate(&format!("{file}{name}{below}")).ok());
    found.last()
}

/// A game folder as it is with a mod over it: its folder, its `mod.toml` or its zip.
pub fn with_mod(game: &Path, package: &Path) -> Result<Vfs, String> {
    let is_manifest = package.file_name().is_some_and(|name| name == "mod.toml");
    let package = package.parent().filter(|_| is_manifest).unwrap_or(package);
    let seen = ngi_mods::Mod::open(package).and_then(|package| {
        let layers = [ngi_mods::Layer { package: &package, preferred: false }];
        ngi_mods::seen_through(game, &layers)
    });
    seen.map(|(vfs, _)| vfs).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_of_the_desktop_are_found_by_their_variable() {
        let text = "# a comment\nXDG_PICTURES_DIR=\"$HOME/Изображения\"\nXDG_MUSIC_DIR=\"/m\"\n";
        let of = |variable| listed_folder(text, variable, Path::new("/home/a"));
        assert_eq!(of("XDG_PICTURES_DIR"), Some(PathBuf::from("/home/a/Изображения")));
        assert_eq!(of("XDG_MUSIC_DIR"), Some(PathBuf::from("/m")));
        assert_eq!(of("XDG_DOWNLOAD_DIR"), None);
    }
}
