//! The calls on RsLi libraries.

use ngi_formats::rsli::{Archive, EntryRecord, Method};
use ngi_vfs::{Bytes, Container, ContainerKind, Error, Record, Result, Vfs};

use super::faults::{broken, not_found};
use super::handles::{LibraryHandle, Slots};

/// RsLi libraries that are open.
///
/// ```
/// use ngi_engine::resources::Libraries;
/// use ngi_formats::rsli::{Editor, Method, NewEntry};
/// use ngi_vfs::{MemoryRoot, Vfs};
///
/// let mut editor = Editor::new();
/// editor.add(NewEntry::new("FONT.TEX", Method::LZSS)?, b"pixels pixels pixels".as_slice())?;
/// let vfs = Vfs::in_memory(MemoryRoot::new().with("gamefont.rlb", editor.write()?)?);
///
/// let mut libraries = Libraries::new(vfs);
/// let fonts = libraries.open("GameFont.rlb")?;
/// let font = libraries.find(fonts, b"font.tex")?.ok_or("no such font")?;
/// assert_eq!(libraries.load(fonts, font)?, "pixels pixels pixels");
/// assert_eq!(libraries.method(fonts, font)?, Method::LZSS);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Libraries {
    vfs: Vfs,
    open: Slots<Library>,
}

#[derive(Debug)]
struct Library {
    path: String,
    bytes: Bytes,
    container: Container,
}

impl Libraries {
    /// For the files of a mount, with nothing open.
    pub fn new(vfs: Vfs) -> Self {
        Self { vfs, open: Slots::new("library") }
    }

    /// Opens a library by its path.
    pub fn open(&mut self, path: &str) -> Result<LibraryHandle> {
        let node = self.vfs.locate(path)?;
        self.insert(node.path(), node.bytes()?)
    }

    /// Opens a library that is in memory already.
    pub fn open_in_memory(&mut self, bytes: impl Into<Bytes>) -> Result<LibraryHandle> {
        self.insert("memory".to_owned(), bytes.into())
    }

    /// Closes a library.
    pub fn close(&mut self, library: LibraryHandle) -> Result<()> {
        self.open.remove(library.0).map(|_| ())
    }

    /// How many entries a library has.
    pub fn len(&self, library: LibraryHandle) -> Result<usize> {
        self.open.get(library.0).map(|library| library.container.len())
    }

    /// The entry the engine finds: the request is upper-cased and cut to 15 characters, so a name
    /// that is stored in lower case is never found.
    pub fn find(&self, library: LibraryHandle, name: &[u8]) -> Result<Option<usize>> {
        let library = self.open.get(library.0)?;
        let archive = Archive::read(&library.bytes).map_err(broken(library.path.clone()))?;
        Ok(archive.find(name).map(|entry| entry.index()))
    }

    /// An entry's data, unpacked.
    pub fn load(&self, library: LibraryHandle, entry: usize) -> Result<Bytes> {
        let library = self.open.get(library.0)?;
        library.container.payload(entry).map_err(broken(library.path_of(entry)))
    }

    /// An entry's data as stored.
    pub fn load_packed(&self, library: LibraryHandle, entry: usize) -> Result<Bytes> {
        let library = self.open.get(library.0)?;
        library.container.packed(entry).map_err(broken(library.path_of(entry)))
    }

    /// How an entry's data is packed.
    pub fn method(&self, library: LibraryHandle, entry: usize) -> Result<Method> {
        self.info(library, entry).map(|record| record.method())
    }

    /// What the table says about an entry: name, flags, sizes, offset.
    pub fn info(&self, library: LibraryHandle, entry: usize) -> Result<EntryRecord> {
        let library = self.open.get(library.0)?;
        match library.container.info(entry).map(|info| info.record) {
            Some(Record::RsLi(record)) => Ok(record),
            _ => {
                let hint = format!("there are {} entries", library.container.len());
                Err(not_found(format!("{}/#{entry}", library.path), hint))
            }
        }
    }

    fn insert(&mut self, path: String, bytes: Bytes) -> Result<LibraryHandle> {
        // Says what is wrong with the header, for bytes that are no library at all too.
        Archive::read(&bytes).map_err(broken(path.clone()))?;
        let container = match Container::open(&bytes) {
            Some(open) => open.map_err(broken(path.clone()))?,
            None => return Err(Error::NotAContainer { path }),
        };
        if container.kind() != ContainerKind::RsLi {
            return Err(Error::BadPath { path, why: "not an RsLi library".to_owned() });
        }
        self.open.insert(Library { path, bytes, container }).map(LibraryHandle)
    }
}

impl Library {
    fn path_of(&self, entry: usize) -> String {
        format!("{}/{}", self.path, self.container.segment(entry))
    }
}
