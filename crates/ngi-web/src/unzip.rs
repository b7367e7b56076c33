//! Zip files that somebody drops: unpacked file by file, within limits that no header can lift.

use std::io::{Cursor, Read as _};

use zip::ZipArchive;
use zip::result::ZipError;

use crate::files::MOST_BYTES;

/// How many times as large as its packed bytes a file may become, beyond [`ALWAYS`]: deflate makes
/// at most a thousand of one.
const MOST_TIMES: u64 = 1_100;
/// Bytes that any file may have.
const ALWAYS: u64 = 1 << 20;
/// How many files a zip may hold.
const MOST_FILES: usize = 200_000;

/// Why a zip, or a file in it, cannot be taken.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// It is none, or broken.
    #[error("cannot be unpacked: {0}")]
    Broken(#[from] ZipError),
    /// Reading stopped.
    #[error("cannot be unpacked: {0}")]
    Read(#[from] std::io::Error),
    /// More files than any game has.
    #[error("contains {0} files; at most {MOST_FILES} can be opened")]
    TooMany(usize),
    /// It unpacks to more than a page can hold, or to more than it says.
    #[error("unpacks to more data than the page can hold; use the program ngi")]
    TooLarge,
}

/// A zip file.
pub struct Zip {
    archive: ZipArchive<Cursor<Vec<u8>>>,
    next: usize,
    left: u64,
}

/// A file out of a zip, or why it is not.
pub type Unpacked = (String, Result<Vec<u8>, Error>);

impl Zip {
    /// Reads the directory.
    pub fn open(bytes: Vec<u8>) -> Result<Self, Error> {
        let archive = ZipArchive::new(Cursor::new(bytes))?;
        match archive.len() {
            len if len > MOST_FILES => Err(Error::TooMany(len)),
            _ => Ok(Self { archive, next: 0, left: MOST_BYTES }),
        }
    }

    /// How many files and folders it lists.
    pub fn len(&self) -> usize {
        self.archive.len()
    }

    /// Whether it lists nothing.
    pub fn is_empty(&self) -> bool {
        self.archive.is_empty()
    }

    /// The next file; `None` at the end. Folders are passed over.
    pub fn next_file(&mut self) -> Option<Unpacked> {
        loop {
            let index = self.next;
            if index >= self.archive.len() {
                return None;
            }
            self.next += 1;
            let mut file = match self.archive.by_index(index) {
                Ok(file) => file,
                Err(error) => return Some((format!("#{index}"), Err(error.into()))),
            };
            if file.is_dir() {
                continue;
            }
            let name = match file.name() {
                Ok(name) => name.into_owned(),
                Err(error) => return Some((format!("#{index}"), Err(error.into()))),
            };
            let most = file.compressed_size().saturating_mul(MOST_TIMES).saturating_add(ALWAYS);
            let most = most.min(self.left).min(file.size());
            let mut bytes = Vec::new();
            // One byte more than is allowed shows that there is more.
            let read = file.by_ref().take(most.saturating_add(1)).read_to_end(&mut bytes);
            let size = bytes.len() as u64;
            return Some((
                name,
                match read {
                    Err(error) => Err(error.into()),
                    Ok(_) if size > most || file.size() > most => Err(Error::TooLarge),
                    Ok(_) => {
                        self.left -= size;
                        Ok(bytes)
                    }
                },
            ));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use zip::ZipWriter;
    use zip::write::SimpleFileOptions;

    use super::*;

    fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
        let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, bytes) in files {
            if name.ends_with('/') {
                writer.add_directory(*name, SimpleFileOptions::default()).unwrap();
            } else {
                writer.start_file(*name, SimpleFileOptions::default()).unwrap();
                writer.write_all(bytes).unwrap();
            }
        }
        writer.finish().unwrap().into_inner()
    }

    fn all(bytes: Vec<u8>) -> Vec<Unpacked> {
        let mut zip = Zip::open(bytes).unwrap();
        std::iter::from_fn(|| zip.next_file()).collect()
    }

    #[test]
    fn files_come_out_as_they_went_in() {
        let bytes = zip(&[("game/", b""), ("game/a.txt", b"A"), ("game/b.txt", &[7; 100_000])]);
        let files = all(bytes);
        assert_eq!(files.len(), 2);
        assert_eq!(files[0].0, "game/a.txt");
        assert_eq!(files[0].1.as_ref().unwrap(), b"A");
        assert_eq!(files[1].1.as_ref().unwrap(), &[7; 100_000]);
    }

    #[test]
    fn what_is_no_zip_is_refused() {
        assert!(Zip::open(b"not a zip".to_vec()).is_err());
        assert!(Zip::open(Vec::new()).is_err());
        let mut cut = zip(&[("a.txt", b"AAAAAAAAAAAAAAAA")]);
        cut.truncate(cut.len() / 2);
        assert!(Zip::open(cut).is_err());
    }

    #[test]
    fn a_file_that_lies_about_its_size_is_refused() {
        let bytes = zip(&[("a.txt", &[0; 4000])]);
        // The size in the central directory: four thousand becomes forty.
        let place = bytes.windows(4).rposition(|word| word == b"PK\x01\x02").unwrap() + 24;
        let mut lying = bytes;
        lying[place..place + 4].copy_from_slice(&40_u32.to_le_bytes());
        let files = all(lying);
        assert!(files.iter().all(|(_, file)| file.is_err()), "{files:?}");
    }

    #[test]
    fn there_is_a_most() {
        let bytes = zip(&[("a", &[1; 64]), ("b", &[2; 64])]);
        let mut zip = Zip { left: 100, ..Zip::open(bytes).unwrap() };
        assert!(zip.next_file().unwrap().1.is_ok());
        assert!(matches!(zip.next_file().unwrap().1, Err(Error::TooLarge)));
        assert!(zip.next_file().is_none());
    }
}
