//! One thing: from a path in a game to files on disk, and from a file back into the game.
//!
//! Whatever asks, a command line or a window, says where and how; what is written is complete or
//! was not written.

mod export;
mod import;
mod objects;
mod payload;

pub use export::{ExportedFile, FileExport, export_file};
pub use import::{FileImport, ImportedFile, import_file};
pub use payload::{Misfitting, Put};

use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use crate::{Error, Result};

/// The largest file that is brought in. An archive of the game, which would hold what is made of
/// it, ends at twice that.
const MOST_BYTES: u64 = 1 << 30;

/// The bytes of a file that somebody brings. How long it is, is asked before memory is.
pub(crate) fn brought(path: &Path) -> Result<Vec<u8>> {
    let failed = || Error::io("read", path);
    let file = File::open(path).map_err(failed())?;
    let known = file.metadata().map_err(failed())?.len();
    let mut bytes = Vec::new();
    if known <= MOST_BYTES {
        // What grows as it is read takes twice its size. A pipe tells no length.
        bytes.reserve_exact(usize::try_from(known).unwrap_or_default());
        file.take(MOST_BYTES + 1).read_to_end(&mut bytes).map_err(failed())?;
    }
    if known > MOST_BYTES || bytes.len() as u64 > MOST_BYTES {
        let file = ngi_vfs::shown(path);
        let why = format!("{file}: longer than {MOST_BYTES} bytes, the most there may be");
        return Err(Error::Usage(why));
    }
    Ok(bytes)
}

/// The suffix of a name, in lower case.
pub(crate) fn suffix_of(path: &Path) -> String {
    path.extension().unwrap_or_default().to_string_lossy().to_lowercase()
}
