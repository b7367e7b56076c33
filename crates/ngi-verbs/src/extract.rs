//! Archives taken apart: a file per entry, and the document that `pack` needs.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use globset::GlobMatcher;
use ngi_formats::tree::{Member, Node as TreeNode, Told};
use ngi_formats::{nres, rsli};
use ngi_vfs::{Bytes, Container, ContainerKind, Node};
use rayon::prelude::*;

use crate::archive::{self, PartFile};
use crate::document::write::{Layout, TreeDocument};
use crate::placement::Placement;
use crate::safe_name::{self, MANIFEST};
use crate::{Error, Progress, Result};

/// What to take out, and where to.
#[derive(Debug, Default)]
pub struct Options {
    /// Only entries whose name matches one of these; all if empty.
    pub globs: Vec<GlobMatcher>,
    /// Whether files in the way may be replaced.
    pub force: bool,
}

/// What was taken out.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Extracted {
    /// Number of files written, the document not counted.
    pub files: u64,
    /// Their bytes.
    pub bytes: u64,
    /// Entries that could not be read: nothing was written for them.
    pub problems: Vec<String>,
}

/// Takes an archive apart into `folder`, which must be new or empty unless `force` is given. A new
/// folder appears only when it is complete.
pub fn extract(
    node: &Node,
    folder: &Path,
    options: &Options,
    progress: &dyn Progress,
) -> Result<Extracted> {
    let container = node
        .open_container()?
        .ok_or_else(|| ngi_vfs::Error::NotAContainer { path: node.path() })?;
    let bytes = node.bytes()?;
    refuse_bomb(&container, bytes.len() as u64, options.force)?;
    let taken = Taken { path: node.path(), container: &container, bytes: &bytes };
    let in_place = prepare(folder, options.force)?;
    if in_place {
        return taken.write_all(folder, options, Placement::InUse { replace: true }, progress);
    }
    let stage = Stage::new(folder)?;
    let extracted = taken
        .write_all(&stage.path, options, Placement::Hidden, progress)
        .map_err(|error| stage.named(folder, error))?;
    stage.finish(folder)?;
    Ok(extracted)
}

/// Entries that share bytes, or unpack to very many, could fill the disk from a small file.
pub fn refuse_bomb(container: &Container, file: u64, force: bool) -> Result<()> {
    let infos = (0..container.len()).filter_map(|index| container.info(index));
    let total: u64 = infos.map(|info| info.size()).sum();
    if total > file.saturating_mul(64).max(1 << 30) && !force {
        let why = format!("{total} bytes from a file of {file}; --force if you mean it");
        return Err(Error::Usage(why));
    }
    Ok(())
}

/// Whether to write straight into the folder: it holds something already, and may.
fn prepare(folder: &Path, force: bool) -> Result<bool> {
    match fs::read_dir(folder) {
        Ok(mut entries) => {
            if entries.next().is_none() {
                return Ok(false);
            }
            if force {
                Ok(true)
            } else {
                Err(ngi_vfs::Error::Exists { path: folder.into() }.into())
            }
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(Error::io("open", folder)(error)),
    }
}

/// A folder beside the one that is asked for; becomes it when everything is in it.
struct Stage {
    path: PathBuf,
}

impl Stage {
    fn new(folder: &Path) -> Result<Self> {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let parent = match folder.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        };
        fs::create_dir_all(parent).map_err(Error::io("create", parent))?;
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = parent.join(format!(".ngi-extract-{}-{number}.tmp", std::process::id()));
        fs::create_dir(&path).map_err(Error::io("create", &path))?;
        Ok(Self { path })
    }

    /// An error with the path that somebody asked for.
    fn named(&self, folder: &Path, error: Error) -> Error {
        match error {
            Error::Io { action, path, source } => {
                let asked = path.strip_prefix(&self.path).map(|below| folder.join(below));
                Error::Io { action, path: asked.unwrap_or(path), source }
            }
            other => other,
        }
    }

    fn finish(self, folder: &Path) -> Result<()> {
        // An empty folder may stand there; on some systems a rename does not replace it.
        let _ = fs::remove_dir(folder);
        fs::rename(&self.path, folder).map_err(Error::io("rename", folder))
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        // After `finish` nothing of that name is left.
        let _ = fs::remove_dir_all(&self.path);
    }
}

/// The archive that is being taken apart.
struct Taken<'a> {
    path: String,
    container: &'a Container,
    bytes: &'a Bytes,
}

impl<'a> Taken<'a> {
    /// Writes one file per entry that matches, what has no entry, and the document.
    fn write_all(
        &self,
        folder: &Path,
        options: &Options,
        placement: Placement,
        progress: &dyn Progress,
    ) -> Result<Extracted> {
        let mut names = file_names(self.container, &options.globs);
        let mut extracted = self.write_entries(folder, &mut names, placement, progress)?;
        if self.container.kind() == ContainerKind::NRes
            && let Err(error) = nres::Archive::read(self.bytes)?.require_count()
        {
            extracted.problems.push(format!("{}: {error}", self.path));
        }
        let path = folder.join(MANIFEST);
        let parts = placement
            .write_with(&path, |out| self.write_document(&names, !options.globs.is_empty(), out))?;
        write_parts(folder, &parts, placement)?;
        Ok(extracted)
    }

    /// Writes the entries that have a name, on all cores. An entry that cannot be read is a
    /// problem; a file that cannot be written ends it all.
    fn write_entries(
        &self,
        folder: &Path,
        names: &mut [Option<String>],
        placement: Placement,
        progress: &dyn Progress,
    ) -> Result<Extracted> {
        let wanted: Vec<(usize, &str)> = names
            .iter()
            .enumerate()
            .filter_map(|(index, name)| Some((index, name.as_deref()?)))
            .collect();
        progress.start(wanted.len() as u64, "extracting");
        let written: Vec<Result<u64, String>> = wanted
            .par_iter()
            .map(|&(index, name)| {
                progress.advance(1);
                let payload = match self.container.payload(index) {
                    Ok(payload) => payload,
                    Err(error) => {
                        let segment = self.container.segment(index);
                        return Ok(Err(format!("{}/{segment}: {error}", self.path)));
                    }
                };
                placement.write_file(&folder.join(name), &payload)?;
                Ok(Ok(payload.len() as u64))
            })
            .collect::<Result<_>>()?;
        let mut extracted = Extracted::default();
        let places: Vec<usize> = wanted.iter().map(|(index, _)| *index).collect();
        for (index, result) in places.into_iter().zip(written) {
            match result {
                Ok(len) => {
                    extracted.files += 1;
                    extracted.bytes += len;
                }
                Err(problem) => {
                    extracted.problems.push(problem);
                    names.iter_mut().skip(index).take(1).for_each(|name| *name = None);
                }
            }
        }
        Ok(extracted)
    }

    /// Writes the document; gives the pieces that want files of their own.
    fn write_document(
        &self,
        names: &[Option<String>],
        partial: bool,
        out: &mut dyn Write,
    ) -> Result<Vec<PartFile<'a>>> {
        let (schema, tree, parts) = match self.container.kind() {
            ContainerKind::NRes => {
                let archive = nres::Archive::read(self.bytes)?;
                let tree = nres::tree(&archive, nres::Payloads::Files(names));
                let parts = match archive.has_canonical_layout() {
                    true => Vec::new(),
                    // Read once more: parts live longer than names.
                    false => nres::Pieces::of(&nres::Archive::read(self.bytes)?).part_files(),
                };
                (archive::nres::SCHEMA, tree, parts)
            }
            ContainerKind::RsLi => {
                let archive = rsli::Archive::read(self.bytes)?;
                let tree = rsli::tree(&archive, rsli::Payloads::Files(names));
                let original = PartFile { name: rsli::ORIGINAL.into(), bytes: self.bytes };
                (archive::rsli::SCHEMA, tree, vec![original])
            }
        };
        let tree = if partial { said_partial(tree, self.container.kind()) } else { tree };
        TreeDocument { schema, node: &tree }.write(Layout::Values, out)?;
        Ok(parts)
    }
}

/// A document that says that it is for a part of the archive only.
fn said_partial(tree: TreeNode<'_>, kind: ContainerKind) -> TreeNode<'_> {
    let TreeNode::Members(mut members) = tree else { return tree };
    let document = match kind {
        ContainerKind::NRes => nres::DOCUMENT,
        ContainerKind::RsLi => rsli::DOCUMENT,
    };
    let partial = document.iter().find(|branch| branch.name == "partial");
    members.extend(partial.map(|branch| Member::new(branch, Told::Flag(true))));
    TreeNode::Members(members)
}

/// A file name for each entry that is to be written.
fn file_names(container: &Container, globs: &[GlobMatcher]) -> Vec<Option<String>> {
    let infos: Vec<_> = (0..container.len()).filter_map(|index| container.info(index)).collect();
    let kinds = infos
        .iter()
        .map(|info| (info.name(), info.type_id().map_or_else(String::new, |id| id.to_string())));
    let names = safe_name::unique(kinds.collect::<Vec<_>>().into_iter());
    let wanted = |name: String| globs.is_empty() || globs.iter().any(|glob| glob.is_match(&name));
    infos.iter().zip(names).map(|(info, name)| wanted(info.name_shown()).then_some(name)).collect()
}

fn write_parts(folder: &Path, parts: &[PartFile<'_>], placement: Placement) -> Result<()> {
    if parts.is_empty() {
        return Ok(());
    }
    let parts_folder = folder.join(safe_name::PARTS);
    match fs::create_dir(&parts_folder) {
        Err(error)
            if error.kind() != io::ErrorKind::AlreadyExists || placement == Placement::Hidden =>
        {
            return Err(Error::io("create", &parts_folder)(error));
        }
        // A link in the way would lead out of the folder.
        Err(_) if fs::symlink_metadata(&parts_folder).is_ok_and(|meta| !meta.is_dir()) => {
            return Err(ngi_vfs::Error::Exists { path: parts_folder }.into());
        }
        _ => {}
    }
    for part in parts {
        placement.write_file(&folder.join(&part.name), part.bytes)?;
    }
    Ok(())
}
