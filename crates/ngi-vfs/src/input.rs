//! Files that the user names, read whole up to a limit.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use crate::disk::shown;
use crate::error::{Error, Result};

/// Bytes of the largest file that is read whole. An archive of the game, which would hold the
/// result, ends at twice that.
pub const MOST_INPUT_BYTES: u64 = 1 << 30;

/// Reads a file that the user names: an import, a payload, a document, a mod.
///
/// Pipes and devices are read too, but never more than [`MOST_INPUT_BYTES`]: a longer file is an
/// error, before memory is reserved for it if its length is known.
pub fn read_input(path: &Path) -> Result<Vec<u8>> {
    read_at_most(path, MOST_INPUT_BYTES)
}

fn read_at_most(path: &Path, most: u64) -> Result<Vec<u8>> {
    let failed = || Error::io("read", path);
    let file = File::open(path).map_err(failed())?;
    let known = file.metadata().map_err(failed())?.len();
    let mut bytes = Vec::new();
    if known <= most {
        // Pipes and devices have no length; a file may grow while it is read.
        bytes.try_reserve_exact(usize::try_from(known).unwrap_or_default()).map_err(|error| {
            Error::io("read", path)(std::io::Error::new(std::io::ErrorKind::OutOfMemory, error))
        })?;
        file.take(most.saturating_add(1)).read_to_end(&mut bytes).map_err(failed())?;
    }
    if known > most || bytes.len() as u64 > most {
        let why = format!("longer than {most} bytes, the largest input that is read");
        return Err(Error::Limit { path: shown(path), why });
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_up_to_the_limit() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        std::fs::write(&path, "12345").unwrap();
        assert_eq!(read_at_most(&path, 5).unwrap(), b"12345");
        let refused = read_at_most(&path, 4).unwrap_err();
        assert!(matches!(refused, Error::Limit { .. }), "{refused}");
        assert!(refused.to_string().contains("longer than 4 bytes"), "{refused}");
        assert!(matches!(read_input(folder.path()), Err(Error::Io { .. })));
        assert!(matches!(read_input(&folder.path().join("b")), Err(Error::Io { .. })));
    }

    #[cfg(unix)]
    #[test]
    fn a_device_without_end_is_refused() {
        let refused = read_at_most(Path::new("/dev/zero"), 100_000).unwrap_err();
        assert!(refused.to_string().contains("longer than 100000 bytes"), "{refused}");
    }
}
