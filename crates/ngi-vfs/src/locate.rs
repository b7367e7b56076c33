//! From a path of the operating system to a node: real folders first, then into archives.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use crate::disk::{self, Listing};
use crate::error::{Error, Result};
use crate::node::{Node, NodeKind};

/// Finds what a path names: absolute or relative, in any folder, on into archives.
///
/// Up to the first real file the path is one of the operating system, except that case is
/// ignored: a part that is spelt exactly as on disk is taken, otherwise the one that differs only
/// in case, and where several do, that is an error which lists them. After the file each part
/// names an entry: `name`, `name@TYPE`, `#INDEX`, or a type number.
///
/// ```no_run
/// let node = ngi_vfs::locate("game/static.rlb/s_tree_0_04.msh/3".as_ref())?;
/// println!("{}: {} bytes", node.path(), node.bytes()?.len());
/// # Ok::<(), ngi_vfs::Error>(())
/// ```
pub fn locate(path: &Path) -> Result<Node> {
    if path.as_os_str().is_empty() {
        return Err(Error::bad_path("", "an empty path names nothing; `.` is the current folder"));
    }
    let mut parts: VecDeque<Part> = path.components().map(Part::from).collect();
    let mut real = PathBuf::new();
    let mut node = None;
    while let Some(part) = parts.pop_front() {
        let name = match part {
            Part::Kept(part) => {
                real.push(part);
                continue;
            }
            Part::Name(name) => name,
        };
        match real_part(&real, &name)? {
            Some(found) if found.kind() == NodeKind::Folder => {
                real = found.disk_path().unwrap_or_default();
                node = Some(found);
            }
            Some(file) => return inside(file, parts, path),
            // Game files write paths with `\`; such a name is one only where it exists.
            None => match name.to_str().filter(|text| text.contains('\\')) {
                Some(text) => {
                    let split = text.rsplit('\\').filter(|part| !part.is_empty());
                    split.for_each(|part| parts.push_front(Part::from_text(part)));
                }
                None => return Err(missing(&real, &name)),
            },
        }
    }
    match node {
        Some(node) if node.disk_path().as_ref() == Some(&real) => Ok(node),
        _ => folder(real),
    }
}

/// The child of a real folder, ignoring case: of what was listed, or else of what is there now.
pub(crate) fn real_child(folder: &Path, listing: Option<&Listing>, name: &str) -> Result<Node> {
    if !crate::segment::is_plain(name) && !name.starts_with('#') {
        return Err(Error::bad_path(disk::shown(&folder.join(name)), "not a file name"));
    }
    let found = match listing {
        Some(listing) => listing.find(name)?.map(|item| Node::listed(item.clone(), None)),
        None => real_part(folder, &OsString::from(name))?,
    };
    found.ok_or_else(|| missing(folder, &OsString::from(name)))
}

/// A component of a path, owned.
enum Part {
    /// A drive, the root, `.` or `..`: for the operating system to follow.
    Kept(OsString),
    /// A name to be looked up.
    Name(OsString),
}

impl Part {
    fn from_text(text: &str) -> Self {
        match text {
            "." | ".." => Self::Kept(text.into()),
            name => Self::Name(name.into()),
        }
    }
}

impl From<Component<'_>> for Part {
    fn from(component: Component<'_>) -> Self {
        match component {
            Component::Normal(name) => Self::Name(name.to_owned()),
            other => Self::Kept(other.as_os_str().to_owned()),
        }
    }
}

/// The file or folder called `name`: as spelt, else ignoring case.
fn real_part(folder: &Path, name: &OsString) -> Result<Option<Node>> {
    let mut exact = folder.join(name);
    // A single question where it is no link, which is nearly always.
    let found = fs::symlink_metadata(&exact).and_then(|found| match found.is_symlink() {
        true => fs::metadata(&exact).map(|leads_to| (leads_to, true)),
        false => Ok((found, false)),
    });
    match found {
        Ok((metadata, is_link)) => {
            if cfg!(any(windows, target_os = "macos"))
                && let Some(real) = disk::listed_spelling(folder, name)
            {
                exact.set_file_name(real);
            }
            return Ok(Some(Node::on_disk(exact, metadata.is_dir(), is_link)));
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(Error::io("open", &exact)(error)),
    }
    let found = match disk::real_spelling(folder, &disk::name_shown(name)) {
        // A folder that may be entered but not listed holds nothing that is spelt otherwise.
        Err(Error::Io { .. }) => None,
        other => other?,
    };
    Ok(found.map(|item| Node::listed(item, None)))
}

/// Follows the rest of a path into an archive.
fn inside(file: Node, parts: VecDeque<Part>, path: &Path) -> Result<Node> {
    let mut node = file;
    for part in parts {
        let (Part::Kept(name) | Part::Name(name)) = part;
        let Some(text) = name.to_str() else {
            return Err(Error::bad_path(disk::shown(path), "not Unicode; name the entry #INDEX"));
        };
        for segment in text.split('\\').filter(|segment| !segment.is_empty()) {
            if segment == ".." {
                let why = "`..` leads nowhere inside an archive; an entry of that name is #INDEX";
                return Err(Error::bad_path(disk::shown(path), why));
            }
            node = node.child(segment)?;
        }
    }
    Ok(node)
}

fn folder(path: PathBuf) -> Result<Node> {
    let metadata = fs::metadata(&path).map_err(Error::io("open", &path))?;
    Ok(Node::on_disk(path, metadata.is_dir(), false))
}

fn missing(folder: &Path, name: &OsString) -> Error {
    let hint = match folder.as_os_str().is_empty() {
        true => "looked in the current folder, ignoring case".to_owned(),
        false => format!("looked in {}, ignoring case", disk::shown(folder)),
    };
    Error::not_found(disk::shown(&folder.join(name)), hint)
}
