//! A mod as it is passed on: a zip, or the same files in a folder.
//!
//! | file | holds |
//! |---|---|
//! | `mod.toml` | what it is: [`Manifest`] |
//! | `changes.json` | what it changes: [`Changes`] |
//! | `delta/*` | deltas against bytes of the game |
//! | `payload/*` | bytes that are new |
//!
//! Nothing in it is trusted. Names stay inside, nothing is a link, and no file of a zip unpacks to
//! more than its own list says, or to more than its packed bytes can honestly hold.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{Cursor, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use ngi_verbs::{Error, Result};
use ngi_vfs::transaction::is_inside;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

use crate::change::{self, Blob, Changes};
use crate::hash::Digest;
use crate::manifest::{self, Manifest};

/// The manifest's file.
pub(crate) const MANIFEST: &str = "mod.toml";
/// The file with the list of changes.
pub(crate) const CHANGES: &str = "changes.json";
/// How the names of mods end.
pub const SUFFIX: &str = "ngimod";
/// How many files a mod may hold.
const MOST_FILES: usize = 100_000;
/// How many times as large as its packed bytes a file may become, beyond [`ALWAYS`]: deflate makes
/// at most a thousand of one.
const MOST_TIMES: u64 = 1_100;
/// Bytes that any file may have.
const ALWAYS: u64 = 1 << 20;
/// The most bytes that a zip may have.
const MOST_ZIPPED: u64 = 1 << 30;
/// How many times as large as itself all that a mod brings may be, beyond [`BROUGHT_ALWAYS`]: one
/// small payload may be named by many changes.
const MOST_TIMES_ALL: u64 = 100;
/// Bytes that any mod may bring.
const BROUGHT_ALWAYS: u64 = 256 << 20;

/// A mod.
#[derive(Debug)]
pub struct Mod {
    /// What it is.
    pub manifest: Manifest,
    /// What it changes.
    pub changes: Changes,
    files: Files,
}

/// Where the files of a mod are.
#[derive(Debug)]
enum Files {
    Zip(Mutex<Zip>),
    Folder(PathBuf),
    Memory(BTreeMap<String, Vec<u8>>),
}

impl Mod {
    /// A mod of its parts; `files` are what its changes name.
    pub fn made(manifest: Manifest, changes: Changes, files: BTreeMap<String, Vec<u8>>) -> Self {
        Self { manifest, changes, files: Files::Memory(files) }
    }

    /// A mod that changes nothing yet.
    pub fn empty(manifest: Manifest) -> Self {
        Self::made(manifest, Changes::default(), BTreeMap::new())
    }

    /// Keeps one more file of a mod that is being made.
    pub(crate) fn keep(&mut self, name: String, bytes: Vec<u8>) {
        if let Files::Memory(files) = &mut self.files {
            files.insert(name, bytes);
        }
    }

    /// Reads a mod: a zip, or a folder.
    pub fn open(path: &Path) -> Result<Self> {
        let about = Error::about(ngi_vfs::shown(path));
        let metadata = match fs::metadata(path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                return Err(about(Error::Usage("not found".to_owned())));
            }
            found => found.map_err(Error::io("open", path))?,
        };
        let read = if metadata.is_dir() {
            Self::of_files(Files::Folder(path.to_owned()))
        } else if !metadata.is_file() {
            Err(no_mod("no file and no folder".to_owned()))
        } else if metadata.len() > MOST_ZIPPED {
            Err(no_mod(format!("larger than {MOST_ZIPPED} bytes")))
        } else {
            ngi_vfs::read_input(path).map_err(Error::from).and_then(Self::of_zip)
        };
        read.map_err(about)
    }

    /// Reads a zip.
    pub fn of_zip(bytes: Vec<u8>) -> Result<Self> {
        Self::of_files(Files::Zip(Mutex::new(Zip::open(bytes)?)))
    }

    fn of_files(files: Files) -> Result<Self> {
        let text = files.read(MANIFEST, manifest::MOST_BYTES)?;
        let text = String::from_utf8(text).map_err(|_| refused(MANIFEST, "is no text"))?;
        let manifest = Manifest::parse(&text)?;
        let text = files.read(CHANGES, change::MOST_BYTES)?;
        let sealed = matches!(files, Files::Zip(_));
        if sealed && manifest.changes != Some(Digest::of(&text)) {
            let why = "was changed by hand since the mod was made; unpack it into a folder and \
                       make it anew with `ngi mod make FOLDER`";
            return Err(refused(CHANGES, why));
        }
        let package = Self { manifest, changes: Changes::parse(&text)?, files };
        package.refuse_bombs()?;
        Ok(package)
    }

    /// Fails where its changes bring far more bytes than it has.
    fn refuse_bombs(&self) -> Result<()> {
        let own = match &self.files {
            Files::Zip(zip) => zip.lock().unwrap_or_else(PoisonError::into_inner).size,
            Files::Folder(_) | Files::Memory(_) => {
                let all: BTreeMap<&str, u64> =
                    self.changes.blobs().map(|blob| (blob.file.as_str(), blob.size)).collect();
                all.values().fold(0, |sum: u64, size| sum.saturating_add(*size))
            }
        };
        let brought = self.changes.blobs().fold(0, |sum: u64, blob| sum.saturating_add(blob.size));
        let most = own.saturating_mul(MOST_TIMES_ALL).saturating_add(BROUGHT_ALWAYS);
        if brought > most {
            let why = format!("brings {brought} bytes, and a mod of {own} may bring {most}");
            return Err(refused(CHANGES, why));
        }
        Ok(())
    }

    /// Bytes that a change names. They are what the list says, or an error.
    pub fn blob(&self, blob: &Blob) -> Result<Vec<u8>> {
        let bytes = self.files.read(&blob.file, blob.size)?;
        if bytes.len() as u64 != blob.size || Digest::of(&bytes) != blob.sha256 {
            let why = "was changed since the mod was made: its checksum is another one";
            return Err(refused(&blob.file, why));
        }
        Ok(bytes)
    }

    /// Everything that is wrong with the files of a mod.
    pub fn problems(&self) -> Vec<String> {
        let mut wrong: Vec<String> = Vec::new();
        let mut seen = BTreeSet::new();
        for blob in self.changes.blobs() {
            if seen.insert(&blob.file)
                && let Err(error) = self.blob(blob)
            {
                wrong.push(error.to_string());
            }
        }
        wrong
    }

    /// The mod as a zip: the same bytes whenever it is made.
    pub fn to_zip(&self) -> Result<Vec<u8>> {
        let changes = self.changes.to_text()?;
        let manifest =
            Manifest { changes: Some(Digest::of(changes.as_bytes())), ..self.manifest.clone() };
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        let mut put = |name: &str, bytes: &[u8]| -> Result<()> {
            // What is packed already does not get smaller.
            let method = match name.starts_with("delta/") {
                true => CompressionMethod::Stored,
                false => CompressionMethod::Deflated,
            };
            let options = SimpleFileOptions::default().compression_method(method);
            zip.start_file(name, options).map_err(|error| refused(name, error.to_string()))?;
            Ok(zip.write_all(bytes)?)
        };
        put(MANIFEST, manifest.to_text().as_bytes())?;
        put(CHANGES, changes.as_bytes())?;
        let mut seen = BTreeSet::new();
        for blob in self.changes.blobs().filter(|blob| seen.insert(&blob.file)) {
            put(&blob.file, &self.blob(blob)?)?;
        }
        let done = zip.finish().map_err(|error| refused("zip", error.to_string()))?;
        Ok(done.into_inner())
    }

    /// The files of the mod as a folder has them.
    pub fn to_files(&self) -> Result<Vec<(String, Vec<u8>)>> {
        let manifest = Manifest { changes: None, ..self.manifest.clone() };
        let mut files = vec![
            (MANIFEST.to_owned(), manifest.to_text().into_bytes()),
            (CHANGES.to_owned(), self.changes.to_text()?.into_bytes()),
        ];
        let mut seen = BTreeSet::new();
        for blob in self.changes.blobs().filter(|blob| seen.insert(&blob.file)) {
            files.push((blob.file.clone(), self.blob(blob)?));
        }
        Ok(files)
    }
}

/// Whether a path is that of a mod: a folder with a manifest, or a file that is none of the game.
pub fn is_mod_folder(path: &Path) -> bool {
    path.join(MANIFEST).is_file()
}

impl Files {
    /// Reads a file that may have so many bytes.
    fn read(&self, name: &str, most: u64) -> Result<Vec<u8>> {
        if !is_inside(name) {
            return Err(refused(name, "is no path inside of a mod"));
        }
        match self {
            Self::Zip(zip) => zip.lock().unwrap_or_else(PoisonError::into_inner).read(name, most),
            Self::Folder(folder) => read_plain(folder, name, most),
            Self::Memory(files) => {
                files.get(name).cloned().ok_or_else(|| refused(name, "is missing"))
            }
        }
    }
}

/// Reads a plain file of a folder, with no link on the way.
fn read_plain(folder: &Path, name: &str, most: u64) -> Result<Vec<u8>> {
    let mut path = folder.to_owned();
    let mut parts = name.split('/').peekable();
    while let Some(part) = parts.next() {
        path.push(part);
        let found = match fs::symlink_metadata(&path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                return Err(refused(name, "is missing"));
            }
            found => found.map_err(Error::io("look at", &path))?,
        };
        let is_file = parts.peek().is_none();
        if found.is_file() != is_file || found.is_dir() == is_file {
            return Err(refused(name, "is no plain file of the mod"));
        }
        if is_file && found.len() > most {
            return Err(refused(name, format!("is larger than {most} bytes")));
        }
    }
    Ok(ngi_vfs::read_input(&path)?)
}

/// A zip, and where in it each file is.
struct Zip {
    /// How many bytes it has.
    size: u64,
    archive: ZipArchive<Cursor<Vec<u8>>>,
    places: BTreeMap<String, usize>,
}

impl std::fmt::Debug for Zip {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.places.keys()).finish()
    }
}

impl Zip {
    fn open(bytes: Vec<u8>) -> Result<Self> {
        let broken = |error: zip::result::ZipError| no_mod(format!("no zip: {error}"));
        let size = bytes.len() as u64;
        let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(broken)?;
        if archive.len() > MOST_FILES {
            return Err(no_mod(format!("holds more than {MOST_FILES} files")));
        }
        let mut places = BTreeMap::new();
        for index in 0..archive.len() {
            let file = archive.by_index_raw(index).map_err(broken)?;
            let name = file.name().map_err(broken)?.into_owned();
            if file.is_symlink() {
                return Err(refused(&name, "is a link"));
            }
            if !is_inside(name.trim_end_matches('/')) {
                return Err(refused(&name, "is no path inside of a mod"));
            }
            if !file.is_dir() && places.insert(name.clone(), index).is_some() {
                return Err(refused(&name, "is there twice"));
            }
        }
        Ok(Self { size, archive, places })
    }

    fn read(&mut self, name: &str, most: u64) -> Result<Vec<u8>> {
        let broken = |error: zip::result::ZipError| refused(name, error.to_string());
        let index = *self.places.get(name).ok_or_else(|| refused(name, "is missing"))?;
        let mut file = self.archive.by_index(index).map_err(broken)?;
        let honest = file.compressed_size().saturating_mul(MOST_TIMES).saturating_add(ALWAYS);
        let most = most.min(honest);
        let mut bytes = Vec::new();
        // One byte more than is allowed shows that there is more.
        let read = file.by_ref().take(most.saturating_add(1)).read_to_end(&mut bytes);
        read.map_err(|error| refused(name, error.to_string()))?;
        if bytes.len() as u64 > most {
            return Err(refused(name, format!("unpacks to more than {most} bytes")));
        }
        Ok(bytes)
    }
}

/// The error that a file of a mod is not what it should be.
pub(crate) fn refused(file: &str, why: impl Into<String>) -> Error {
    Error::Usage(format!("{file}: {}", why.into()))
}

fn no_mod(why: String) -> Error {
    Error::Usage(format!("this is no mod: {why}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::change::{Change, FileChanges, What};

    fn small() -> Mod {
        let payload = vec![7u8; 5000];
        let blob = Blob { file: "payload/1".to_owned(), size: 5000, sha256: Digest::of(&payload) };
        let change = Change { entry: String::new(), what: What::Put { blob, before: None } };
        let file = FileChanges { path: "DATA/new.txt".to_owned(), changes: vec![change] };
        let files = BTreeMap::from([("payload/1".to_owned(), payload)]);
        Mod::made(Manifest::new("small").unwrap(), Changes { files: vec![file] }, files)
    }

    fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, bytes) in files {
            zip.start_file(*name, SimpleFileOptions::default()).unwrap();
            zip.write_all(bytes).unwrap();
        }
        zip.finish().unwrap().into_inner()
    }

    #[test]
    fn a_mod_is_the_same_as_zip_and_as_folder() {
        let made = small();
        let bytes = made.to_zip().unwrap();
        assert_eq!(made.to_zip().unwrap(), bytes, "always the same");
        let read = Mod::of_zip(bytes).unwrap();
        assert_eq!(read.changes, made.changes);
        assert!(read.problems().is_empty());
        let folder = tempfile::tempdir().unwrap();
        for (name, bytes) in read.to_files().unwrap() {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, bytes).unwrap();
        }
        let again = Mod::open(folder.path()).unwrap();
        assert_eq!(again.changes, made.changes);
        assert_eq!(again.to_zip().unwrap(), made.to_zip().unwrap());
    }

    #[test]
    fn what_was_edited_by_hand_is_refused() {
        let made = small();
        let (manifest, changes) = (
            Manifest {
                changes: Some(Digest::of(made.changes.to_text().unwrap().as_bytes())),
                ..made.manifest.clone()
            },
            made.changes.to_text().unwrap(),
        );
        let toml = manifest.to_text();
        let other = changes.replace("new.txt", "old.txt");
        let edited = zip(&[(MANIFEST, toml.as_bytes()), (CHANGES, other.as_bytes())]);
        let told = Mod::of_zip(edited).unwrap_err().to_string();
        assert!(told.contains("changed by hand"), "{told}");
        let payload = zip(&[
            (MANIFEST, toml.as_bytes()),
            (CHANGES, changes.as_bytes()),
            ("payload/1", &[8; 5000]),
        ]);
        let told = Mod::of_zip(payload).unwrap().problems();
        assert!(told[0].contains("its checksum is another one"), "{told:?}");
        let bomb = zip(&[
            (MANIFEST, toml.as_bytes()),
            (CHANGES, changes.as_bytes()),
            ("payload/1", &vec![0; 9_000_000]),
        ]);
        let told = Mod::of_zip(bomb).unwrap().problems();
        assert!(told[0].contains("unpacks to more than 5000 bytes"), "{told:?}");
        let missing = zip(&[(MANIFEST, toml.as_bytes()), (CHANGES, changes.as_bytes())]);
        assert!(Mod::of_zip(missing).unwrap().problems()[0].contains("missing"));
    }

    #[test]
    fn one_payload_in_many_places_is_a_bomb() {
        let sum = Digest::of(b"");
        let blob = format!(r#"{{"file":"payload/1","size":4000000,"sha256":"{sum}"}}"#);
        let list = |count: usize| {
            let file = |at| format!(r#"{{"path":"{at}.txt","changes":[{{"bytes":{blob}}}]}}"#);
            let files: Vec<String> = (0..count).map(file).collect();
            format!(r#"{{"schema":"ngi.changes/1","files":[{}]}}"#, files.join(","))
        };
        let opened = |changes: &str| {
            let sealed = Some(Digest::of(changes.as_bytes()));
            let manifest = Manifest { changes: sealed, ..Manifest::new("m").unwrap() }.to_text();
            Mod::of_zip(zip(&[(MANIFEST, manifest.as_bytes()), (CHANGES, changes.as_bytes())]))
        };
        assert!(opened(&list(60)).is_ok());
        let told = opened(&list(1000)).unwrap_err().to_string();
        assert!(told.contains("brings 4000000000 bytes"), "{told}");
    }

    #[test]
    fn hostile_names_are_refused() {
        for name in ["../evil", "/etc/passwd", "C:\\x", "a/../../b", ".ngi/1.pending"] {
            let told = Mod::of_zip(zip(&[(name, b"x")])).unwrap_err().to_string();
            assert!(told.contains("no path inside"), "{name}: {told}");
        }
        let mut linked = ZipWriter::new(Cursor::new(Vec::new()));
        linked.add_symlink("payload/1", "/etc/passwd", SimpleFileOptions::default()).unwrap();
        let told = Mod::of_zip(linked.finish().unwrap().into_inner()).unwrap_err().to_string();
        assert!(told.contains("is a link"), "{told}");
        assert!(Mod::of_zip(b"no zip".to_vec()).unwrap_err().to_string().contains("no mod"));
        #[cfg(unix)]
        assert!(Mod::open(Path::new("/dev/zero")).unwrap_err().to_string().contains("no file"));
    }

    #[cfg(unix)]
    #[test]
    fn links_in_a_folder_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let secret = folder.path().join("secret");
        fs::write(&secret, b"secret").unwrap();
        let home = folder.path().join("mod");
        fs::create_dir(&home).unwrap();
        std::os::unix::fs::symlink(&secret, home.join(MANIFEST)).unwrap();
        let told = Mod::open(&home).unwrap_err().to_string();
        assert!(told.contains("no plain file"), "{told}");
    }
}
