//! Files and folders on disk: reading, listing, real spelling of names.

use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, Read};
#[cfg(windows)]
use std::io::{Seek, SeekFrom};
use std::path::{Path, PathBuf};

use bytes::Bytes;
use ngi_formats::text;

use crate::error::{Error, Result};
use crate::input::MOST_INPUT_BYTES;
use crate::root::Item;
use crate::{save, transaction};

/// Files below this size are read, not mapped: a copy is cheaper than page faults, and small
/// files are the ones other programs rewrite in place.
#[cfg(unix)]
const MAP_FROM: u64 = 64 * 1024;

/// How the bytes of a file get into memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Reading {
    /// Large files are memory-mapped, small ones copied. Another program that truncates a mapped
    /// file while it is read ends this process. Windows lets nobody replace a file that is mapped,
    /// so there every file is copied.
    #[default]
    Map,
    /// Every file is copied into memory.
    Copy,
}

/// What a file looked like when it was read; tells whether somebody changed it since.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stamp {
    len: u64,
    modified: Option<Moment>,
    /// Device and file number, where the system has them: a file put in place by a rename is
    /// another file even if its length and time are the same.
    identity: (u64, u64),
}

/// When a file was changed, as the system counts.
#[cfg(not(windows))]
type Moment = std::time::SystemTime;
#[cfg(windows)]
type Moment = u64;

impl Stamp {
    /// Whether a file is told apart without being opened and asked once more.
    pub const IS_CHEAP: bool = cfg!(not(windows));

    /// Of no file.
    const OF_NOTHING: Self = Self { len: u64::MAX, modified: None, identity: (0, 0) };
}

#[cfg(not(windows))]
impl Stamp {
    /// The stamp of a file, of which the metadata are known.
    pub fn of(metadata: &fs::Metadata, _path: &Path) -> Option<Self> {
        let (len, modified) = (metadata.len(), metadata.modified().ok());
        Some(Self { len, modified, identity: identity(metadata) })
    }

    /// The stamp of the file that has this name now.
    pub fn now(path: &Path) -> Option<Self> {
        fs::metadata(path).ok().and_then(|metadata| Self::of(&metadata, path))
    }
}

/// Windows tells files apart only for who has opened them, and says everything else in the same
/// answer. Each question opens the file anew, so there is one.
#[cfg(windows)]
impl Stamp {
    /// The stamp of the file that has this name.
    pub fn of(_metadata: &fs::Metadata, path: &Path) -> Option<Self> {
        Self::now(path)
    }

    /// The stamp of the file that has this name now.
    pub fn now(path: &Path) -> Option<Self> {
        File::open(path).and_then(|file| Self::of_open(&file)).ok()
    }

    fn of_open(file: &File) -> io::Result<Self> {
        let found = winapi_util::file::information(file)?;
        Ok(Self {
            len: found.file_size(),
            modified: found.last_write_time(),
            identity: (found.volume_serial_number(), found.file_index()),
        })
    }
}

#[cfg(unix)]
fn identity(metadata: &fs::Metadata) -> (u64, u64) {
    use std::os::unix::fs::MetadataExt;
    (metadata.dev(), metadata.ino())
}

#[cfg(not(any(unix, windows)))]
fn identity(_: &fs::Metadata) -> (u64, u64) {
    (0, 0)
}

/// The bytes of a regular file, and what it looked like where that was known on the way.
pub(crate) fn read(path: &Path, reading: Reading) -> Result<(Bytes, Option<Stamp>)> {
    let (file, len, stamp) = open(path)?;
    let bytes = load(file, len, reading).map_err(Error::io("read", path))?;
    Ok((bytes, stamp))
}

/// The stamp of a file that once held `bytes`: one that fits no file where it holds others now.
pub(crate) fn stamp_of(path: &Path, bytes: &[u8]) -> Stamp {
    let stamp = Stamp::now(path);
    let is_same = read(path, Reading::default()).is_ok_and(|(now, _)| now == bytes);
    stamp.filter(|_| is_same).unwrap_or(Stamp::OF_NOTHING)
}

/// Opens a regular file; how long it is, and its stamp.
#[cfg(not(windows))]
fn open(path: &Path) -> Result<(File, u64, Option<Stamp>)> {
    let metadata = fs::metadata(path).map_err(Error::io("read", path))?;
    if !metadata.is_file() {
        // Opening a pipe would wait, reading a device might never end.
        return Err(not_a_file(path, metadata.is_dir()));
    }
    let file = File::open(path).map_err(Error::io("open", path))?;
    let metadata = file.metadata().map_err(Error::io("read", path))?;
    Ok((file, metadata.len(), Stamp::of(&metadata, path)))
}

/// Opens a regular file; how long it is. What is none opens without waiting, or not at all, and has
/// no end to go to, or nothing before it and nothing to say of itself. A stamp is not made: it wants
/// to know the volume, and Wine asks two other programs for that, which took longer than to check
/// the file. Who needs one compares the bytes ([`stamp_of`]).
#[cfg(windows)]
fn open(path: &Path) -> Result<(File, u64, Option<Stamp>)> {
    let mut file = match File::open(path) {
        Ok(file) => file,
        Err(_) if path.is_dir() => return Err(not_a_file(path, true)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Err(Error::io("read", path)(error));
        }
        Err(error) => return Err(Error::io("open", path)(error)),
    };
    let irregular = |_| not_a_file(path, false);
    let len = file.seek(SeekFrom::End(0)).map_err(irregular)?;
    if len == 0 {
        Stamp::of_open(&file).map_err(irregular)?;
    }
    file.rewind().map_err(Error::io("read", path))?;
    Ok((file, len, None))
}

fn not_a_file(path: &Path, is_folder: bool) -> Error {
    let why = if is_folder { "a folder, not a file" } else { "not a regular file" };
    Error::bad_path(shown(path), why)
}

fn load(mut file: File, len: u64, reading: Reading) -> io::Result<Bytes> {
    let size = usize::try_from(len)
        .map_err(|_| io::Error::other("larger than this machine's address space"))?;
    #[cfg(unix)]
    if reading == Reading::Map && len >= MAP_FROM {
        return crate::mmap::map(&file, size);
    }
    #[cfg(not(unix))]
    let _ = reading;
    let mut bytes = Vec::new();
    if size == 0 {
        // Some files of the system itself have no length, and some of those have no end.
        file.take(MOST_INPUT_BYTES).read_to_end(&mut bytes)?;
        return Ok(bytes.into());
    }
    bytes.try_reserve_exact(size)?;
    read_up_to(&mut file, &mut bytes, size)?;
    Ok(bytes.into())
}

/// So much is read at a time.
const PIECE: usize = 256 * 1024;

/// Reads a file as far as it goes, and no more than was asked for. `read_to_end` would ask the system
/// for the length and the place once more, and then whether more has come; and a large file at once
/// took twice the time of pieces, because memory that nobody touched is slow to be filled by the
/// system.
fn read_up_to(file: &mut File, bytes: &mut Vec<u8>, size: usize) -> io::Result<()> {
    while bytes.len() < size {
        let done = bytes.len();
        bytes.resize(size.min(done + PIECE), 0);
        let read = file.read(bytes.get_mut(done..).unwrap_or_default());
        bytes.truncate(done + *read.as_ref().unwrap_or(&0));
        match read {
            Ok(0) => break,
            Err(error) if error.kind() != io::ErrorKind::Interrupted => return Err(error),
            _ => {}
        }
    }
    Ok(())
}

/// What a folder holds, unsorted. The journal and leftovers of interrupted saves are left out, and
/// so is whatever is neither a file nor a folder. `inside` goes before each item's location.
pub(crate) fn list(folder: &Path, inside: &Path) -> Result<Vec<Item>> {
    list_named(folder, inside, |_| true)
}

/// What a folder holds under the names that `wanted` takes. The system is asked about nothing else:
/// of a name alone it is a question for each file, and for some systems a file that is opened.
fn list_named(folder: &Path, inside: &Path, wanted: impl Fn(&OsStr) -> bool) -> Result<Vec<Item>> {
    let failed = |source| Error::Io { action: "list", path: folder.to_owned(), source };
    let mut items = Vec::new();
    for found in fs::read_dir(folder).map_err(failed)? {
        let found = found.map_err(failed)?;
        let name = found.file_name();
        if save::is_leftover(&name) || transaction::is_journal(&name) || !wanted(&name) {
            continue;
        }
        let is_link = found.file_type().is_ok_and(|kind| kind.is_symlink());
        // Links are followed; one that leads nowhere is not there. Of others Windows has said all
        // while it listed the folder, where asking for each would open it.
        let metadata = if is_link { fs::metadata(found.path()) } else { found.metadata() };
        let Ok(metadata) = metadata else { continue };
        if !metadata.is_dir() && !metadata.is_file() {
            continue;
        }
        items.push(Item {
            location: inside.join(&name),
            name: name_shown(&name).into_owned(),
            is_folder: metadata.is_dir(),
            is_link,
            size: metadata.len(),
        });
    }
    Ok(items)
}

/// A file name as text. One that is not Unicode is taken for Windows-1251, the game's own code
/// page, which gives every byte a character.
pub(crate) fn name_shown(name: &OsStr) -> Cow<'_, str> {
    match name.to_str() {
        Some(text) => Cow::Borrowed(text),
        None => Cow::Owned(text::decode(name.as_encoded_bytes())),
    }
}

/// A path as text, the same on every system: `/` between its parts, and names that are not Unicode
/// as Windows-1251, the game's own code page.
///
/// ```
/// use std::path::Path;
/// assert_eq!(ngi_vfs::shown(&Path::new("DATA").join("Land.map")), "DATA/Land.map");
/// ```
pub fn shown(path: &Path) -> String {
    let text = match path.to_str() {
        Some(text) => text.to_owned(),
        None => {
            let parts: PathBuf =
                path.components().map(|part| name_shown(part.as_os_str()).into_owned()).collect();
            parts.to_string_lossy().into_owned()
        }
    };
    if cfg!(windows) { with_slashes(text) } else { text }
}

/// A path of Windows with `/`, which it takes as well. Only after `\\?\` does it not.
fn with_slashes(path: String) -> String {
    let is_verbatim = path.starts_with(r"\\?\") || path.starts_with(r"\\.\");
    if is_verbatim { path } else { path.replace('\\', "/") }
}

/// A name of a file or folder as it is compared: in lower case, that of every language.
pub(crate) fn folded(name: &str) -> String {
    name.to_lowercase()
}

/// How a file or folder that was opened as `name` is really called. Systems that open a name in any
/// case do not say; `None` where it is not listed, as with the short names of Windows.
pub(crate) fn listed_spelling(folder: &Path, name: &OsStr) -> Option<OsString> {
    let wanted = folded(&name_shown(name));
    let mut other = None;
    for found in fs::read_dir(or_here(folder)).ok()? {
        let found = found.ok()?.file_name();
        if found == name {
            return Some(found);
        }
        if other.is_none() && folded(&name_shown(&found)) == wanted {
            other = Some(found);
        }
    }
    other
}

/// The name in `folder` that is `name` when case is ignored; `None` where there is none.
pub(crate) fn real_spelling(folder: &Path, name: &str) -> Result<Option<Item>> {
    let wanted = folded(name);
    let same = |other: &OsStr| folded(&name_shown(other)) == wanted;
    let mut found = list_named(or_here(folder), folder, same)?;
    match found.len() {
        0 | 1 => Ok(found.pop()),
        _ => Err(collision(folder, name, found.into_iter().map(|item| item.name).collect())),
    }
}

/// The folder that a path names, the empty one included.
fn or_here(folder: &Path) -> &Path {
    if folder.as_os_str().is_empty() { Path::new(".") } else { folder }
}

fn collision(folder: &Path, name: &str, mut names: Vec<String>) -> Error {
    names.sort_unstable();
    Error::Collision { path: shown(&folder.join(name)), names }
}

/// What a folder held when it was listed. Whoever goes through a game asks what lies beside each
/// file; a folder that was listed for the one need not be listed again for the other.
#[derive(Debug)]
pub(crate) struct Listing {
    folder: PathBuf,
    /// By name as it is compared, then as it is spelt.
    items: Vec<(String, Item)>,
}

impl Listing {
    /// Lists a folder.
    pub fn of(folder: &Path) -> Result<Self> {
        let items = list(or_here(folder), folder)?.into_iter();
        let mut items: Vec<_> = items.map(|item| (folded(&item.name), item)).collect();
        items.sort_by(|(a, item_a), (b, item_b)| (a, &item_a.name).cmp(&(b, &item_b.name)));
        Ok(Self { folder: folder.to_owned(), items })
    }

    /// Everything, by name.
    pub fn items(&self) -> impl ExactSizeIterator<Item = &Item> {
        self.items.iter().map(|(_, item)| item)
    }

    /// The item called `name`: as spelt, else ignoring case.
    pub fn find(&self, name: &str) -> Result<Option<&Item>> {
        let wanted = folded(name);
        let first = self.items.partition_point(|(other, _)| *other < wanted);
        let rest = self.items.get(first..).unwrap_or_default();
        let same = || rest.iter().take_while(|(other, _)| *other == wanted).map(|(_, item)| item);
        if let Some(exact) = same().find(|item| item.name == name) {
            return Ok(Some(exact));
        }
        match same().count() {
            0 | 1 => Ok(same().next()),
            _ => Err(collision(&self.folder, name, same().map(|item| item.name.clone()).collect())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_of_windows_are_shown_with_slashes() {
        let cases = [
            (r"C:\Games\Parkan\static.rlb", "C:/Games/Parkan/static.rlb"),
            (r"\\server\games\x.lib", "//server/games/x.lib"),
            (r"..\a/b", "../a/b"),
            (r"\\?\C:\a", r"\\?\C:\a"),
            (r"\\.\pipe\x", r"\\.\pipe\x"),
        ];
        for (path, expected) in cases {
            assert_eq!(with_slashes(path.to_owned()), expected);
        }
    }

    #[test]
    fn a_listed_name_is_spelt_as_on_disk() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("Static.RLB"), "").unwrap();
        let at = |name: &str| listed_spelling(folder.path(), OsStr::new(name));
        assert_eq!(at("static.rlb"), Some("Static.RLB".into()));
        assert_eq!(at("Static.RLB"), Some("Static.RLB".into()));
        assert_eq!(at("STATIC~1.RLB"), None);
    }

    #[test]
    fn a_stamp_tells_a_file_from_one_that_took_its_place() {
        let folder = tempfile::tempdir().unwrap();
        let (first, second) = (folder.path().join("a"), folder.path().join("b"));
        fs::write(&first, "1").unwrap();
        fs::write(&second, "2").unwrap();
        let time = fs::metadata(&first).unwrap().modified().unwrap();
        File::options().write(true).open(&second).unwrap().set_modified(time).unwrap();
        let old = Stamp::now(&first).unwrap();
        assert_eq!(Stamp::now(&first).unwrap(), old);
        assert_eq!(read(&first, Reading::Copy).unwrap().1, Stamp::IS_CHEAP.then_some(old));
        fs::rename(&second, &first).unwrap();
        assert_ne!(Stamp::now(&first).unwrap(), old);
    }

    #[test]
    fn a_stamp_made_later_fits_only_while_the_bytes_are_those_that_were_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        fs::write(&path, "1").unwrap();
        assert_eq!(stamp_of(&path, b"1"), Stamp::now(&path).unwrap());
        assert_eq!(stamp_of(&path, b"2"), Stamp::OF_NOTHING);
        fs::remove_file(&path).unwrap();
        assert_eq!(stamp_of(&path, b"1"), Stamp::OF_NOTHING);
    }

    #[test]
    fn a_file_that_is_shorter_than_it_was_is_read_as_far_as_it_goes() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        fs::write(&path, "12345").unwrap();
        let file = || File::open(&path).unwrap();
        assert_eq!(load(file(), 9, Reading::Copy).unwrap(), "12345");
        assert_eq!(load(file(), 3, Reading::Copy).unwrap(), "123");
        assert_eq!(load(file(), 0, Reading::Copy).unwrap(), "12345");
    }

    #[test]
    fn a_listing_finds_names_as_spelt_first_then_in_any_case() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["Land.msh", "land.wea", "LAND.WEA", "Слой.txt"] {
            fs::write(folder.path().join(name), name).unwrap();
        }
        let listing = Listing::of(folder.path()).unwrap();
        let at = |name: &str| listing.find(name).map(|item| item.map(|item| item.name.clone()));
        assert_eq!(at("LAND.MSH").unwrap().as_deref(), Some("Land.msh"));
        assert_eq!(at("слой.TXT").unwrap().as_deref(), Some("Слой.txt"));
        assert_eq!(at("land").unwrap(), None);
        assert_eq!(at("zzz").unwrap(), None);
        if listing.items().len() == 4 {
            // Where the system tells names apart by case.
            assert_eq!(at("LAND.WEA").unwrap().as_deref(), Some("LAND.WEA"));
            assert!(
                matches!(at("Land.Wea"), Err(Error::Collision { names, .. }) if names.len() == 2)
            );
        }
    }
}
