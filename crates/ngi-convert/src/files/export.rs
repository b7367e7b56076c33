//! A file or an entry of the game as files on disk.

use std::io;
use std::path::{Path, PathBuf};

use ngi_engine::resolve::names::LEVEL_FILE;
use ngi_engine::world::{MISSION_FILE, file_in};
use ngi_formats::kinds::{self, AREAL_FILE};
use ngi_verbs::check::entry_meta;
use ngi_verbs::delivery::{Delivery, Output, Replace};
use ngi_verbs::edit::NewFields;
use ngi_verbs::format::{self, Document, Form, Subject};
use ngi_verbs::surroundings::{Game, Surroundings};
use ngi_verbs::written::{Written, WrittenFile};
use ngi_vfs::save::Save;
use ngi_vfs::transaction::Transaction;
use ngi_vfs::{Node, NodeKind, save};

use super::suffix_of;
use crate::exporter::{Destination, ExportOptions, Exported, export};
use crate::{Error, Result, table};

/// Where one thing goes, and how.
#[derive(Debug, Clone)]
pub struct FileExport<'a> {
    /// The file to be written; others lie beside it.
    pub output: &'a Path,
    /// Which kind of file, where the name does not say it.
    pub to: Option<&'a str>,
    /// How.
    pub options: ExportOptions,
    /// The game folder.
    pub game: Option<&'a Game>,
    /// Whether files in the way may be replaced.
    pub force: bool,
}

/// What was exported.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ExportedFile {
    /// The files, the one that was asked for last; what did not go along, and what somebody may
    /// not expect.
    pub written: Written,
    /// What of the source is broken and was left out.
    pub broken: Vec<String>,
}

/// Exports a file, an entry or the level or mission in a folder. `.bin` and the suffix the thing has itself,
/// unless it stands for something else, take its bytes as they are, `.json` is its document, anything else is up to its exporters.
pub fn export_file(node: &Node, how: &FileExport<'_>) -> Result<ExportedFile> {
    let suffix = how.to.map_or_else(|| suffix_of(how.output), str::to_lowercase);
    let whole_level = node.kind() == NodeKind::Folder;
    let node = if whole_level { &level_in(node, &suffix)? } else { node };
    let (bytes, name) = (node.bytes()?, node.name());
    let subject = Subject { name: &name, bytes: &bytes, entry: entry_meta(node) };
    if suffix == "bin" || is_own(&subject, &suffix) {
        let mut done = raw(&subject, how)?;
        done.written.told.extend(alone(&subject, whole_level, &suffix));
        return Ok(done);
    }
    let known = format::of_node(node, &subject);
    if suffix == "json" {
        refuse_archive(how.output)?;
        let done = document(known.document(), &subject, how);
        let mut done = done.map_err(Error::about(node.path()))?;
        done.written.told.extend(alone(&subject, whole_level, &suffix));
        return Ok(done);
    }
    let unknown = || {
        let why =
            "no known format; `-o FILE.bin` takes its bytes as they are, `-o FILE.json` as hex";
        Error::Usage(format!("{}: {why}", node.path()))
    };
    refuse_archive(how.output)?;
    let format = known.listed().ok_or_else(unknown)?;
    let around = Surroundings::of(node, how.game);
    let stem = how.output.file_stem().unwrap_or_default().to_string_lossy();
    let to = Destination { stem: &stem, suffix: &suffix };
    let options = ExportOptions { whole_level, ..how.options.clone() };
    let exported = export(format.kind, &subject, &around, &to, &options);
    write_files(exported.map_err(Error::about(node.path()))?, how)
}

/// Whether a suffix asks for the bytes as they are: the thing's own name has it, and it stands for
/// nothing else.
fn is_own(subject: &Subject<'_>, suffix: &str) -> bool {
    let other = kinds::recognise(&subject.clue()).is_some_and(|own| table::can_become(own, suffix));
    suffix != "json" && !other && suffix == suffix_of(Path::new(subject.name))
}

/// The file that stands for the level in a folder: its landscape, or its areal map where only that
/// can be exported to such a file.
fn level_in(folder: &Node, suffix: &str) -> Result<Node> {
    let by_map =
        !table::can_become(&kinds::LANDSCAPE, suffix) && table::can_become(&kinds::AREALS, suffix);
    let map = folder.child(AREAL_FILE).ok().filter(|_| by_map);
    let level = map.or_else(|| folder.child(LEVEL_FILE).ok());
    level.or_else(|| file_in(folder)).ok_or_else(|| {
        let path = folder.path();
        Error::Usage(format!(
            "{path}: a folder, and neither a level nor a mission: it holds no {LEVEL_FILE} and no \
             {MISSION_FILE}; `-o FOLDER` exports everything below it"
        ))
    })
}

/// That only one file of a level was taken.
fn alone(subject: &Subject<'_>, whole_level: bool, suffix: &str) -> Vec<String> {
    let told = whole_level && matches!(suffix, "json" | "msh");
    let name = subject.name;
    told.then(|| format!("only {name} of the level; `-o FOLDER` exports all of it"))
        .into_iter()
        .collect()
}

/// Other programs' files are of no use in an archive of the game.
fn refuse_archive(output: &Path) -> Result<()> {
    match Output::of(output)? {
        Output::File(_) => Ok(()),
        Output::Entry { archive, .. } => {
            let (output, archive) = (ngi_vfs::shown(output), archive.path());
            Err(Error::Usage(format!(
                "{output}: inside of {archive}, where other programs' files are of no use; \
                 `ngi edit ARCHIVE cp` copies entries, `ngi import -o` makes some"
            )))
        }
    }
}

/// The bytes as they are: to a file, or into another archive with type and attributes.
fn raw(subject: &Subject<'_>, how: &FileExport<'_>) -> Result<ExportedFile> {
    let Output::Entry { .. } = Output::of(how.output)? else {
        let mut files = Transaction::loose();
        let save = Save::new(how.output).overwrite(how.force);
        files.stage(save, |out| out.write_all(subject.bytes))?;
        return finished(files, &[subject.bytes.len()]);
    };
    let fields = subject.entry.map(NewFields::from).unwrap_or_default();
    let replace = if how.force { Replace::Force } else { Replace::Never };
    let mut delivery = Delivery::new();
    delivery.put(how.output, subject.bytes.to_vec(), fields, replace)?;
    let title = format!("export {} to {}", subject.name, ngi_vfs::shown(how.output));
    let mut change = Transaction::begin(how.output, title)?;
    let told = delivery.stage(&mut change, true)?;
    let mut done = finished(change, &[])?;
    done.written.told.extend(told);
    Ok(done)
}

/// Writes what was staged.
fn finished(files: Transaction, sizes: &[usize]) -> Result<ExportedFile> {
    let saved = files.commit()?;
    let mut written = Written::of(&saved, Vec::new());
    for (file, size) in written.files.iter_mut().zip(sizes) {
        file.size = Some(*size);
    }
    Ok(ExportedFile { written, broken: Vec::new() })
}

/// Writes the document piece by piece: it may be many times as long as the file.
fn document(
    document: &dyn Document,
    subject: &Subject<'_>,
    how: &FileExport<'_>,
) -> Result<ExportedFile> {
    let mut failure = None;
    let saved = save::write_new(how.output, how.force, |out| {
        document.write_json(subject, Form::Full, out).map_err(|error| {
            failure = Some(error);
            io::Error::other("stopped")
        })
    });
    match failure {
        Some(error) => return Err(error),
        None => saved?,
    };
    let files = vec![WrittenFile::new(how.output)];
    let written = Written { files, ..Written::default() };
    Ok(ExportedFile { written, broken: Vec::new() })
}

/// Writes what was exported: the file asked for under its own name, the others beside it.
fn write_files(exported: Exported, how: &FileExport<'_>) -> Result<ExportedFile> {
    let Exported { files, lost, told, broken } = exported;
    let path = |place: usize, name: &str| -> PathBuf {
        match place {
            0 => how.output.to_owned(),
            _ => how.output.with_file_name(name),
        }
    };
    // The one that was asked for is told first, where several are in the way.
    for (place, file) in files.iter().enumerate() {
        let path = path(place, &file.name);
        if !how.force && path.symlink_metadata().is_ok() {
            return Err(ngi_vfs::Error::Exists { path }.into());
        }
    }
    // It comes last: where it is, everything is.
    let mut together = Transaction::loose();
    let mut sizes = Vec::new();
    for (place, file) in files.iter().enumerate().rev() {
        let path = path(place, &file.name);
        let save = Save::new(&path).overwrite(how.force);
        together.stage(save, |out| out.write_all(&file.bytes))?;
        sizes.push(file.bytes.len());
    }
    let mut done = finished(together, &sizes)?;
    done.written.lost = lost;
    done.written.told = told;
    Ok(ExportedFile { broken, ..done })
}
