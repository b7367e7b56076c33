//! What went wrong with a path, an archive or a write, and what to do about it.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use crate::disk::shown;

/// Short for a result with this crate's [`Error`].
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// How many candidates of an ambiguous path are printed; all of them are in the value.
const PRINTED: usize = 20;

/// What went wrong, with the path it happened at. [`Error::fault`] says who can help.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Nothing has that name.
    #[error("{path}: not found; {hint}")]
    NotFound {
        /// The path up to and including the part that is missing.
        path: String,
        /// What to try.
        hint: String,
    },
    /// Several entries of an archive answer to the segment.
    #[error("{path}: several entries answer to that, choose one: {}", List(candidates))]
    Ambiguous {
        /// The path up to and including the segment.
        path: String,
        /// Segments that name each of them alone, in directory order.
        candidates: Vec<String>,
    },
    /// Several files or folders on disk differ only in case.
    #[error("{path}: these differ only in case, rename all but one: {}", List(names))]
    Collision {
        /// The path that was asked for.
        path: String,
        /// The names as they are spelt on disk.
        names: Vec<String>,
    },
    /// The path cannot be followed, whatever is on disk.
    #[error("{path}: {why}")]
    BadPath {
        /// The path.
        path: String,
        /// What is wrong with it and what would be right.
        why: String,
    },
    /// A file or entry was asked for its children, but is no archive.
    #[error("{path}: neither an NRes nor an RsLi archive, so nothing is inside")]
    NotAContainer {
        /// The path.
        path: String,
    },
    /// A folder was asked for its bytes.
    #[error("{path}: a folder; name a file or an entry of an archive")]
    IsAFolder {
        /// The path.
        path: String,
    },
    /// An archive's bytes could not be followed.
    #[error("{path}: {source}")]
    Format {
        /// The archive, or the entry whose payload is meant.
        path: String,
        /// Field, offset and reason.
        source: ngi_formats::Error,
    },
    /// A limit of this library, not of the file.
    #[error("{path}: {why}")]
    Limit {
        /// The path.
        path: String,
        /// The limit that was reached.
        why: String,
    },
    /// The system refused.
    #[error("{}: cannot {action}: {source}", shown(path))]
    Io {
        /// What was tried, such as `open` or `rename`.
        action: &'static str,
        /// The file it was tried on.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// The target of a write exists already.
    #[error(
        "{}: exists already; choose another name, or ask to overwrite it (--force)",
        shown(path)
    )]
    Exists {
        /// The target.
        path: PathBuf,
    },
    /// Somebody else changed the file between reading and writing it.
    #[error("{}: changed on disk since it was read; nothing was written, try again", shown(path))]
    Changed {
        /// The file.
        path: PathBuf,
    },
    /// Another program works on the folder and does not come to an end.
    #[error(
        "{}: another ngi is at work in this folder; wait until it is done, then try again",
        shown(path)
    )]
    Busy {
        /// The folder.
        path: PathBuf,
    },
    /// Something is wrong with the journal of a folder, or with what it should take back.
    #[error("{}: {why}", shown(path))]
    Journal {
        /// The record, or the file it speaks of.
        path: PathBuf,
        /// What is wrong, and what to do.
        why: String,
    },
    /// A change of several files stopped halfway and could not be taken back at once.
    #[error(
        "{source}; the next ngi that opens {} completes the change or takes it back",
        shown(path)
    )]
    Interrupted {
        /// The folder.
        path: PathBuf,
        /// What stopped it.
        source: Box<Error>,
    },
    /// The thing can be read but not written.
    #[error("{path}: {why}")]
    ReadOnly {
        /// The path.
        path: String,
        /// Why not, and what would work.
        why: String,
    },
    /// A handle of the engine's resource calls that is no longer open, or never was.
    #[error("{what} handle is stale: it was closed, or belongs to another manager")]
    StaleHandle {
        /// What kind of handle.
        what: &'static str,
    },
}

/// Who can help with an [`Error`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// The person or the code that asked.
    Usage,
    /// The bytes of a file.
    File,
    /// A limit of this library.
    Limit,
    /// The operating system: permissions, space, the disk.
    System,
}

impl Error {
    /// Who can help.
    pub fn fault(&self) -> Fault {
        match self {
            Self::NotFound { .. }
            | Self::Ambiguous { .. }
            | Self::Collision { .. }
            | Self::BadPath { .. }
            | Self::NotAContainer { .. }
            | Self::IsAFolder { .. }
            | Self::Exists { .. }
            | Self::ReadOnly { .. }
            | Self::StaleHandle { .. } => Fault::Usage,
            Self::Format { source, .. } => match source.fault() {
                ngi_formats::Fault::File => Fault::File,
                ngi_formats::Fault::Caller => Fault::Usage,
                ngi_formats::Fault::Limit => Fault::Limit,
            },
            Self::Limit { .. } => Fault::Limit,
            Self::Journal { .. } => Fault::File,
            Self::Busy { .. } | Self::Interrupted { .. } => Fault::System,
            Self::Io { .. } | Self::Changed { .. } => Fault::System,
        }
    }

    /// The system refused `action` on `path`.
    pub(crate) fn io(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::Io { action, path, source: explained(source) }
    }

    /// An archive at `path` could not be followed.
    pub(crate) fn format(path: String) -> impl FnOnce(ngi_formats::Error) -> Self {
        move |source| Self::Format { path, source }
    }

    pub(crate) fn journal(path: &Path, why: impl Into<String>) -> Self {
        Self::Journal { path: path.to_owned(), why: why.into() }
    }

    pub(crate) fn bad_path(path: impl Into<String>, why: impl Into<String>) -> Self {
        Self::BadPath { path: path.into(), why: why.into() }
    }

    pub(crate) fn not_found(path: impl Into<String>, hint: impl Into<String>) -> Self {
        Self::NotFound { path: path.into(), hint: hint.into() }
    }
}

/// What Windows means by some of its numbers, in the words of somebody who could do something.
fn explained(error: io::Error) -> io::Error {
    if !cfg!(windows) {
        return error;
    }
    match error.raw_os_error().and_then(meaning_on_windows) {
        Some(words) => io::Error::new(error.kind(), words),
        None => error,
    }
}

fn meaning_on_windows(number: i32) -> Option<&'static str> {
    match number {
        // Access denied; that of a file is held as such too while it is about to go.
        5 => Some("not allowed; it belongs to somebody else, or a program has it open"),
        19 => Some("the disk is write-protected"),
        // Sharing and lock violations, and a file that is mapped.
        32 | 33 | 1224 => Some("another program has it open; close it there, then try again"),
        39 | 112 => Some("the disk is full"),
        53 | 64 | 67 => Some("the network drive does not answer"),
        206 => Some("the path is too long for this drive"),
        _ => None,
    }
}

/// Whether a file of Windows may be free again in a moment: a virus scanner or a search index looks
/// at it, or another program reads it just now.
#[cfg_attr(not(windows), expect(dead_code, reason = "asked on Windows alone"))]
pub(crate) fn is_in_use(error: &io::Error) -> bool {
    matches!(error.raw_os_error(), Some(5 | 32 | 33 | 1224))
}

/// Prints the first few of a list and counts the rest.
struct List<'a>(&'a [String]);

impl fmt::Display for List<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, name) in self.0.iter().take(PRINTED).enumerate() {
            if place > 0 {
                f.write_str(", ")?;
            }
            f.write_str(name)?;
        }
        match self.0.len().checked_sub(PRINTED) {
            Some(more @ 1..) => write!(f, " and {more} more"),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_list_is_cut_when_printed() {
        let names: Vec<String> = (0..25).map(|index| format!("#{index}")).collect();
        let printed = List(&names).to_string();
        assert!(printed.starts_with("#0, #1, "), "{printed}");
        assert!(printed.ends_with("#19 and 5 more"), "{printed}");
        assert_eq!(List(&names[..2]).to_string(), "#0, #1");
    }

    #[test]
    fn numbers_of_windows_are_put_into_words() {
        assert!(meaning_on_windows(32).is_some_and(|words| words.contains("close it there")));
        assert_eq!(meaning_on_windows(2), None, "not found is said by the system well enough");
    }

    #[test]
    fn a_format_error_keeps_who_is_at_fault() {
        let broken = ngi_formats::Error::malformed("header.magic", 0, "no");
        let error = Error::format("a.lib/b.msh".to_owned())(broken);
        assert_eq!(error.fault(), Fault::File);
        assert_eq!(error.to_string(), "a.lib/b.msh: header.magic at 0x0: no");
        let wrong = ngi_formats::Error::usage("name", "too long");
        assert_eq!(Error::format(String::new())(wrong).fault(), Fault::Usage);
    }
}
