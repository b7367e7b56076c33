//! Whether the files of a thing are still what an export wrote.

use std::fs;
use std::path::{Component, Path, PathBuf};

use crate::tree::hash::Hash;
use crate::tree::index::{Thing, Written};

/// What was found of a thing's files.
#[derive(Debug, Default)]
pub(super) struct Look {
    /// The file that the thing is in, where it is there.
    pub main: Option<PathBuf>,
    /// Files that somebody edited.
    pub edited: Vec<String>,
    /// Files that are not there.
    pub gone: Vec<String>,
    /// Why nothing of it is to be touched.
    pub refused: Option<String>,
}

/// Looks at the files of a thing. `root` is the folder without links in its path.
pub(super) fn look(root: &Path, thing: &Thing) -> Look {
    let mut look = Look::default();
    for (place, file) in thing.files.iter().enumerate() {
        match is_edited(root, file) {
            Ok(Some(edited)) => {
                if place == 0 {
                    look.main = Some(root.join(&file.path));
                }
                look.edited.extend(edited.then(|| file.path.clone()));
            }
            Ok(None) => look.gone.push(file.path.clone()),
            Err(why) => {
                look.refused.get_or_insert(format!("{}: {why}", file.path));
            }
        }
    }
    look
}

/// Whether somebody edited a file; `None` where it is not there, an error where it cannot be read
/// or lies elsewhere.
fn is_edited(root: &Path, file: &Written) -> Result<Option<bool>, String> {
    let below = Path::new(&file.path);
    let plain = below.components().all(|part| matches!(part, Component::Normal(_)));
    if !plain || file.path.is_empty() || file.path.contains('\\') {
        return Err("not inside the folder".into());
    }
    let path = root.join(below);
    let found = match fs::symlink_metadata(&path) {
        Ok(found) => found,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error.to_string()),
    };
    let real = path.canonicalize().map_err(|error| error.to_string())?;
    if !found.is_file() || !real.starts_with(root) {
        return Err("not a plain file of the folder".into());
    }
    if found.len() != file.size {
        return Ok(Some(true));
    }
    // An index without numbers leaves it to the content.
    let Some(hash) = &file.hash else { return Ok(Some(true)) };
    let bytes = ngi_vfs::read_input(&path).map_err(|error| error.to_string())?;
    Ok(Some(Hash::of(&bytes).text() != *hash))
}
