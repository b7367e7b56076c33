//! `export` and `import`.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use ngi_convert::BytesFormat;
use ngi_convert::arealmap::{AREAL_FILE, ArealFormat};
use ngi_convert::convert::{
    self, Destination, ExportOptions, Exported, ImportOptions, Imported, OutFile, Source,
};
use ngi_convert::edit::{self, Change, NewFields};
use ngi_convert::format::{self, Form, Format, Known, Subject};
use ngi_convert::landscape::{LEVEL_FILE, LandFormat};
use ngi_convert::surroundings::{Surroundings, TEXTURES};
use ngi_formats::tree::Made;
use ngi_vfs::{Bytes, Node, NodeKind, save};
use serde_json::Value;

use super::archives::report;
use super::{game, node, node_or_level, subject};
use crate::args::{ExportArgs, ImportArgs};
use crate::ui::{Outcome, Ui};

/// `ngi export`.
pub fn export(args: &ExportArgs, ui: &Ui) -> Result<Outcome> {
    let node = node_or_level(&args.path)?;
    if args.output.is_dir() || (args.output.extension().is_none() && is_full(&node)) {
        return export_all(args, &node, ui);
    }
    let suffix = args.to.as_ref().map_or_else(|| suffix(&args.output), |to| to.to_lowercase());
    let (node, whole_level) = match node.kind() {
        NodeKind::Folder => (level_in(&node, &suffix)?, true),
        _ => (node, false),
    };
    let (bytes, name) = (node.bytes()?, node.name());
    if whole_level && (suffix == "json" || suffix == "msh") {
        ui.warn(format_args!("only {name} of the level; `-o FOLDER` exports all of it"));
    }
    if suffix == "bin" || (suffix != "json" && suffix == self::suffix(Path::new(&name))) {
        save::write_new(&args.output, args.force, |out| out.write_all(&bytes))?;
        ui.say(format_args!("{} bytes in {}", bytes.len(), args.output.display()));
        return Ok(Outcome::Clean);
    }
    let subject = subject(&node, &name, &bytes);
    if suffix == "json" {
        let known = format::of_node(&node, &subject);
        let format = known.as_ref().map_or(&BytesFormat as &dyn Format, Known::format);
        write_document(format, &subject, args).with_context(|| node.path())?;
        ui.say(format_args!("wrote {}", args.output.display()));
        return Ok(Outcome::Clean);
    }
    let known = format::of_node(&node, &subject);
    let Some(format) = known.as_ref().map(Known::format) else {
        let why =
            "no known format; `-o FILE.bin` takes its bytes as they are, `-o FILE.json` as hex";
        bail!("{}: {why}", node.path());
    };
    let game = game(args.game.as_deref(), &args.path)?;
    let around = Surroundings::of(&node, game.as_ref());
    let stem = args.output.file_stem().unwrap_or_default().to_string_lossy();
    let to = Destination { stem: &stem, suffix: &suffix };
    let exported = convert::export(format, &subject, &around, &to, &options(args, whole_level))
        .with_context(|| node.path())?;
    write_files(&exported, args, ui)?;
    exported.broken.iter().for_each(|what| ui.warn(format_args!("left out: {what}")));
    Ok(Outcome::found_if(!exported.broken.is_empty()))
}

/// The file that stands for the level in a folder: its landscape, or its areal map where only that
/// can be exported to such a file.
fn level_in(folder: &Node, suffix: &str) -> Result<Node> {
    let able = |format: &dyn Format| format.exports().iter().any(|to| to.suffix == suffix);
    let map = folder.child(AREAL_FILE).ok().filter(|_| !able(&LandFormat) && able(&ArealFormat));
    map.or_else(|| folder.child(LEVEL_FILE).ok()).with_context(|| {
        let path = folder.path();
        format!("{path}: a folder, and no level: it holds no {LEVEL_FILE}; `-o FOLDER` exports everything below it")
    })
}

fn options(args: &ExportArgs, whole_level: bool) -> ExportOptions {
    ExportOptions {
        lod: args.lod.unwrap_or_default(),
        stage: args.stage.unwrap_or_default(),
        frame: args.frame,
        animations: args.animations,
        fps: Some(args.fps),
        axes: args.axes.map(Into::into),
        mip: args.mip.unwrap_or_default(),
        whole_level,
        pictures: None,
    }
}

/// Whether there are things below a node.
fn is_full(node: &Node) -> bool {
    node.kind() == NodeKind::Folder || matches!(node.container(), Ok(Some(_)))
}

/// Everything below a folder or an archive.
fn export_all(args: &ExportArgs, node: &Node, ui: &Ui) -> Result<Outcome> {
    let game = game(args.game.as_deref(), &args.path)?;
    let options = convert::TreeOptions {
        each: options(args, false),
        suffix: args.to.as_ref().map(|to| to.to_lowercase()),
        only: args.only.clone(),
        force: args.force,
        game,
    };
    let done = convert::export_tree(node, &args.output, &options, ui)?;
    done.notes.iter().for_each(|note| ui.say(note));
    done.problems.iter().for_each(|problem| ui.warn(problem));
    if let Some(first) = done.in_the_way.first() {
        let (count, first) = (done.in_the_way.len(), first.display());
        ui.warn(format_args!(
            "{count} of the files there would be others now, such as {first}; --force exports \
             everything anew"
        ));
    }
    let (files, things, folder) = (done.files, done.things, args.output.display());
    let plural = if files == 1 { "" } else { "s" };
    let skipped = match done.skipped {
        0 => String::new(),
        skipped => format!("; {skipped} were there already"),
    };
    ui.say(format_args!("{files} file{plural} in {folder}, of {things} things exported{skipped}"));
    let nothing = things == 0 && done.skipped == 0;
    let partial = nothing || !done.problems.is_empty() || !done.in_the_way.is_empty();
    Ok(Outcome::found_if(partial))
}

fn write_document(format: &dyn Format, subject: &Subject<'_>, args: &ExportArgs) -> Result<()> {
    let mut failure = None;
    let saved = save::write_new(&args.output, args.force, |out| {
        format.write_json(subject, Form::Full, out).map_err(|error| {
            failure = Some(error);
            io::Error::other("stopped")
        })
    });
    if let Some(error) = failure {
        return Err(error.into());
    }
    saved?;
    Ok(())
}

/// Writes what was exported: the file asked for under its own name, the others beside it.
fn write_files(exported: &Exported, args: &ExportArgs, ui: &Ui) -> Result<()> {
    let path = |place: usize, name: &str| match place {
        0 => args.output.clone(),
        _ => args.output.with_file_name(name),
    };
    let files: Vec<_> = exported.files.iter().enumerate().collect();
    // All or none: nothing is written where one of them is in the way.
    for (place, file) in &files {
        let path = path(*place, &file.name);
        if !args.force && path.symlink_metadata().is_ok() {
            return Err(ngi_vfs::Error::Exists { path }.into());
        }
    }
    // The one that was asked for comes last: where it is, everything is.
    let mut written = Written::default();
    for (place, file) in files.into_iter().rev() {
        let path = path(place, &file.name);
        written.add(&path, args.force, &file.bytes)?;
        ui.say(format_args!("{} bytes in {}", file.bytes.len(), path.display()));
    }
    written.keep();
    exported.lost.iter().for_each(|line| ui.say(format_args!("lost: {line}")));
    Ok(())
}

/// Files that belong together. Where one of them cannot be written, those that are new go again;
/// what was replaced stays replaced.
#[derive(Default)]
struct Written {
    new: Vec<PathBuf>,
}

impl Written {
    fn add(&mut self, path: &Path, force: bool, bytes: &[u8]) -> Result<()> {
        let is_new = path.symlink_metadata().is_err();
        save::write_new(path, force, |out| out.write_all(bytes))?;
        self.new.extend(is_new.then(|| path.to_owned()));
        Ok(())
    }

    /// All of them are there.
    fn keep(mut self) {
        self.new.clear();
    }
}

impl Drop for Written {
    fn drop(&mut self) {
        for path in &self.new {
            let _ = fs::remove_file(path);
        }
    }
}

/// The suffix of a name, in lower case.
fn suffix(path: &Path) -> String {
    path.extension().unwrap_or_default().to_string_lossy().to_lowercase()
}

/// `ngi import`.
pub fn import(args: &ImportArgs, ui: &Ui) -> Result<Outcome> {
    if same_file(&args.file, &args.output) {
        bail!("{}: would be replaced by what is made of it", args.output.display());
    }
    let shown = args.file.display().to_string();
    let bytes = fs::read(&args.file).with_context(|| format!("{shown}: cannot read"))?;
    let imported = match suffix(&args.file).as_str() {
        "json" => import_document(args, &bytes).with_context(|| shown)?,
        suffix => import_file(args, suffix, &bytes).with_context(|| shown)?,
    };
    // What belongs to the result is called like it.
    let stem = args.file.file_stem().unwrap_or_default().to_string_lossy();
    let beside = |file: &OutFile| match file.name.strip_prefix(&*stem) {
        Some(suffix) if suffix.starts_with('.') => args.output.with_extension(&suffix[1..]),
        _ => args.output.with_file_name(&file.name),
    };
    if let Some(path) = imported.beside.iter().map(beside).find(|path| path.exists() && !args.force)
    {
        return Err(ngi_vfs::Error::Exists { path }.into());
    }
    let mut written = Written::default();
    for file in &imported.beside {
        written.add(&beside(file), args.force, &file.bytes)?;
        ui.say(format_args!("{} bytes in {}", file.bytes.len(), beside(file).display()));
    }
    written.add(&args.output, args.force, &imported.bytes)?;
    put_entries(args, &imported, ui)?;
    written.keep();
    imported.lines().for_each(|line| ui.say(line));
    ui.say(format_args!("{} bytes in {}", imported.bytes.len(), args.output.display()));
    Ok(Outcome::Clean)
}

/// Puts what an import made for the game's libraries into the archives that were named.
fn put_entries(args: &ImportArgs, imported: &Imported, ui: &Ui) -> Result<()> {
    for made in &imported.entries {
        let archive = if made.library == TEXTURES { &args.textures } else { &args.materials };
        let Some(archive) = archive else { continue };
        let [attr1, attr2, attr3] = made.entry.attributes.map(Some);
        let type_id = Some(made.entry.type_id);
        let fields = NewFields { type_id, attr1, attr2, attr3, method: None };
        let change = Change::Put { entry: made.name.clone(), payload: made.bytes.clone(), fields };
        let options = edit::Options { backup: true, dry_run: false };
        let edited = edit::edit(&node(archive)?, &change, options)?;
        report(&edited, ui);
    }
    Ok(())
}

fn import_document(args: &ImportArgs, bytes: &[u8]) -> Result<Imported> {
    let like = args.like.as_deref().map(|path| anyhow::Ok(node(path)?.bytes()?)).transpose()?;
    let format = format::of_document_text(bytes)?;
    let Made { bytes, .. } = format.read_json(bytes, like.as_deref())?;
    Ok(Imported { bytes, ..Imported::default() })
}

fn import_file(args: &ImportArgs, suffix: &str, bytes: &[u8]) -> Result<Imported> {
    let like = args.like.as_deref().map(node).transpose()?;
    let like = like.map(|like| anyhow::Ok((like.name(), like.bytes()?, like))).transpose()?;
    let game = match &args.like {
        Some(path) => game(args.game.as_deref(), path)?,
        None => None,
    };
    let around = like.as_ref().map(|(_, _, node)| Surroundings::of(node, game.as_ref()));
    let like = like.as_ref().map(|(name, bytes, node)| subject(node, name, bytes));
    let beside = |name: &str| {
        let plain = Path::new(name).components().count() == 1 && !name.contains(['/', '\\']);
        let path = args.file.with_file_name(name);
        if plain { fs::read(path).ok().map(Bytes::from) } else { None }
    };
    let name = args.file.file_name().unwrap_or_default().to_string_lossy();
    let format = import_format(args, suffix, like.as_ref(), &beside)?;
    let source = Source { name: &name, suffix, bytes, beside: &beside };
    let options = ImportOptions {
        like,
        pixel_format: args.pixels,
        levels: args.levels,
        fps: args.fps,
        clip: args.clip.as_deref(),
        axes: args.axes.map(Into::into),
        new_rows: args.new_rows,
        new_textures: args.textures.is_some() || args.materials.is_some(),
        around: around.as_ref(),
    };
    Ok(convert::import(format, &source, &options)?)
}

/// What to make: as asked, as the reference is, as a document beside the file says, or the only
/// thing that can be made of it.
fn import_format(
    args: &ImportArgs,
    suffix: &str,
    like: Option<&Subject<'_>>,
    beside: &dyn Fn(&str) -> Option<Bytes>,
) -> Result<&'static dyn Format> {
    if let Some(id) = &args.format {
        return format::of_id(id).with_context(|| format!("--format {id}: no known format"));
    }
    if let Some(like) = like {
        return format::recognise(like).context("--like names something of no known format");
    }
    let able = |format: &&&dyn Format| format.imports().iter().any(|from| from.suffix == suffix);
    let able: Vec<_> = format::FORMATS.iter().filter(able).collect();
    let document = args.file.with_extension("json");
    let document = beside(&document.file_name().unwrap_or_default().to_string_lossy());
    let document = document.and_then(|bytes| serde_json::from_slice::<Value>(&bytes).ok());
    if let Some(named) = document.and_then(|document| format::of_schema(&document).ok())
        && able.iter().any(|format| format.id() == named.id())
    {
        return Ok(named);
    }
    // What `export` named: `Land1.wea.txt` was a `.wea`, and so is `-o Land1.wea`.
    for path in [args.file.with_extension(""), args.output.clone()] {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let named = format::recognise(&Subject::file(&name, &[])).map(Format::id);
        if let Some(format) = able.iter().find(|format| Some(format.id()) == named) {
            return Ok(**format);
        }
    }
    match able.as_slice() {
        [format] => Ok(**format),
        [] => bail!("nothing can be made of .{suffix}"),
        several => {
            let ids: Vec<&str> = several.iter().map(|format| format.id()).collect();
            bail!("several things can be made of .{suffix}: --format {}", ids.join(" or "))
        }
    }
}

fn same_file(a: &Path, b: &Path) -> bool {
    matches!((a.canonicalize(), b.canonicalize()), (Ok(a), Ok(b)) if a == b)
}
