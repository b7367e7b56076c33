//! Archives put together from a folder that `extract` made.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::{Component, Path};

use ngi_formats::nres::EntryRecord;
use ngi_formats::{nres, rsli};
use ngi_vfs::Bytes;
use ngi_vfs::save::{Save, write_error};
use ngi_vfs::transaction::Transaction;

use crate::archive::document::Members;
use crate::archive::{self, Source};
use crate::delivery::{Delivery, Output, Replace};
use crate::document::read::schema_of;
use crate::edit::NewFields;
use crate::entry_file;
use crate::format::EntryMeta;
use crate::safe_name::{MANIFEST, PARTS};
use crate::{Error, Progress, Result};

/// How to pack.
#[derive(Debug, Clone, Copy, Default)]
pub struct Options {
    /// Whether to rebuild from scratch instead of keeping the layout.
    pub canonical: bool,
    /// Whether an existing file may be replaced.
    pub force: bool,
}

/// What was packed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Packed {
    /// Number of entries.
    pub entries: usize,
    /// Size of the archive.
    pub bytes: u64,
    /// Files of the folder that the document does not name.
    pub strangers: Vec<String>,
    /// What files beside others said of their entries, a line each.
    pub told: Vec<String>,
}

/// Packs a folder that `extract` made into `file`.
pub fn pack(
    folder: &Path,
    file: &Path,
    options: Options,
    progress: &dyn Progress,
) -> Result<Packed> {
    let mut manifest = read_manifest(folder)?;
    if is_inside(file, folder) {
        let shown = ngi_vfs::shown(file);
        return Err(Error::Usage(format!("{shown} is inside the folder that is being packed")));
    }
    let entries = manifest.len();
    progress.start(entries as u64, "packing");
    // Before anything is written, so that a failure leaves nothing.
    let present = files_in(folder)?;
    let mut used: HashSet<String> = HashSet::new();
    let told = match &mut manifest {
        Manifest::NRes(members) => hear_entry_files(folder, members, &present, &mut used)?,
        Manifest::RsLi(_) => Vec::new(),
    };
    let load = |source: &Source| match source {
        Source::Inline(bytes) => Ok(Bytes::copy_from_slice(bytes)),
        Source::File(name) => {
            used.insert(name.to_lowercase());
            progress.advance(1);
            read_part(folder, name)
        }
        Source::Table(_) | Source::Entry(_) | Source::Range { .. } => {
            Err(Error::json("entries", "an entry names no file"))
        }
    };
    let target = Target { file, options };
    let bytes = match manifest {
        Manifest::RsLi(said) => said.finish(load, |editor| {
            if options.canonical {
                let bytes = rsli::rebuild(&rsli::Archive::read(&editor.write()?)?)?;
                return target.write(|out| out.write_all(&bytes));
            }
            target.write(|mut out| editor.write_to(&mut out))
        })?,
        Manifest::NRes(members) => members.finish(load, |editor| {
            if options.canonical {
                let bytes = nres::rebuild(&nres::Archive::read(&editor.write()?)?)?;
                return target.write(|out| out.write_all(&bytes));
            }
            target.write(|mut out| editor.write_to(&mut out))
        })?,
    };
    Ok(Packed { entries, bytes, strangers: strangers(present, &used), told })
}

/// Takes type and attributes of entries from files that say so beside theirs, as `import` leaves
/// them; these are `used` then.
fn hear_entry_files(
    folder: &Path,
    members: &mut Members,
    present: &[String],
    used: &mut HashSet<String>,
) -> Result<Vec<String>> {
    let payloads: HashSet<String> = members.in_files().map(|(file, _)| file.to_owned()).collect();
    let mut told = Vec::new();
    for (file, record) in members.in_files() {
        let beside = format!("{file}{}", entry_file::SUFFIX);
        // An entry may be called so itself.
        if payloads.contains(&beside) || present.binary_search(&beside).is_err() {
            continue;
        }
        check_plain(folder, &beside)?;
        let Some(said) = entry_file::read(&folder.join(file))? else { continue };
        let EntryMeta { type_id, attributes } = said;
        let [attr1, attr2, attr3] = attributes;
        let new = EntryRecord { type_id, attr1, attr2, attr3, ..*record };
        if new != *record {
            told.push(format!("{file}: type {type_id}, attributes {attr1} {attr2} {attr3}"));
            *record = new;
        }
        used.insert(beside.to_lowercase());
    }
    Ok(told)
}

/// The archive to write.
#[derive(Clone, Copy)]
struct Target<'p> {
    file: &'p Path,
    options: Options,
}

impl Target<'_> {
    /// Writes it in one step; gives its size.
    fn write(self, write: impl FnOnce(&mut dyn io::Write) -> io::Result<()>) -> Result<u64> {
        let Self { file, options } = self;
        let title = format!("pack {}", ngi_vfs::shown(file));
        let mut length = 0;
        match Output::of(file)? {
            Output::File(path) => {
                let mut change = Transaction::begin(&path, title)?;
                change.stage(Save::new(&path).overwrite(options.force), |out| {
                    write(&mut Counted { out, length: &mut length })
                })?;
                change.commit()?;
            }
            Output::Entry { .. } => {
                let mut bytes = Vec::new();
                write(&mut Counted { out: &mut bytes, length: &mut length })
                    .map_err(|error| write_error(file, error))?;
                let replace = if options.force { Replace::Force } else { Replace::Never };
                let mut delivery = Delivery::new();
                delivery.put(file, bytes, NewFields::default(), replace)?;
                let mut change = Transaction::begin(file, title)?;
                delivery.stage(&mut change, true)?;
                change.commit()?;
            }
        }
        Ok(length)
    }
}

/// What the document of a folder says.
enum Manifest {
    NRes(Members),
    RsLi(archive::rsli::Said),
}

impl Manifest {
    fn len(&self) -> usize {
        match self {
            Self::NRes(members) => members.len(),
            Self::RsLi(said) => said.len(),
        }
    }
}

fn read_manifest(folder: &Path) -> Result<Manifest> {
    let path = folder.join(MANIFEST);
    let text = ngi_vfs::read_input(&path).map_err(|error| match error {
        ngi_vfs::Error::Io { source, .. } if source.kind() == io::ErrorKind::NotFound => {
            let shown = ngi_vfs::shown(folder);
            Error::Usage(format!(
                "{shown} has no {MANIFEST}; only folders of `ngi extract` can be packed"
            ))
        }
        error => error.into(),
    })?;
    if schema_of(&text).is_ok_and(|schema| schema == archive::rsli::SCHEMA) {
        return Ok(Manifest::RsLi(archive::rsli::read_document(&text)?));
    }
    // Text that is no JSON says which file it is; what it says, where it says it.
    let named = |error: Error| match error {
        Error::Json { field, why } if field.is_empty() => Error::json(ngi_vfs::shown(&path), why),
        other => other,
    };
    archive::nres::read_document(&text).map(Manifest::NRes).map_err(named)
}

fn is_inside(file: &Path, folder: &Path) -> bool {
    let parent = match file.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    match (parent.canonicalize(), folder.canonicalize()) {
        (Ok(parent), Ok(folder)) => parent.starts_with(folder),
        _ => false,
    }
}

/// A file of the folder. Names that lead anywhere else are refused.
fn read_part(folder: &Path, name: &str) -> Result<Bytes> {
    let path = Path::new(name);
    let plain = path.components().all(|part| matches!(part, Component::Normal(_)));
    if name.is_empty() || !plain || name.contains('\\') || path.components().count() > 2 {
        return Err(Error::json("file", format!("\"{name}\" is not inside the folder")));
    }
    check_plain(folder, name)?;
    let path = folder.join(path);
    Ok(ngi_vfs::read_input(&path)?.into())
}

/// A link would lead out of the folder, and some things that are no files never end.
fn check_plain(folder: &Path, name: &str) -> Result<()> {
    let path = folder.join(name);
    let parts = path.ancestors().take(Path::new(name).components().count());
    for part in parts {
        let meta = fs::symlink_metadata(part).map_err(Error::io("read", part))?;
        if meta.is_symlink() || (part == path && !meta.is_file()) {
            return Err(Error::json("file", format!("\"{name}\" is not a plain file")));
        }
    }
    Ok(())
}

/// The names of everything in the folder, in order.
fn files_in(folder: &Path) -> Result<Vec<String>> {
    let entries = fs::read_dir(folder).map_err(Error::io("open", folder))?;
    let mut names: Vec<String> = entries
        .filter_map(|entry| Some(entry.ok()?.file_name().to_string_lossy().into_owned()))
        .collect();
    names.sort();
    Ok(names)
}

/// Files that are in the folder, but not in the document.
fn strangers(mut present: Vec<String>, used: &HashSet<String>) -> Vec<String> {
    let known =
        |name: &str| name == MANIFEST || name == PARTS || used.contains(&name.to_lowercase());
    present.retain(|name| !known(name));
    present
}

/// Counts what goes through.
struct Counted<'w> {
    out: &'w mut dyn io::Write,
    length: &'w mut u64,
}

impl io::Write for Counted<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        *self.length += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
