//! What went wrong while converting.

use std::path::{Path, PathBuf};

/// Short for a result with this crate's [`Error`].
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// What went wrong while converting. Each says where.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A file's structure could not be followed, or cannot hold what was asked of it.
    #[error(transparent)]
    Format(#[from] ngi_formats::Error),
    /// A path, an archive or a write.
    #[error(transparent)]
    Vfs(#[from] ngi_vfs::Error),
    /// A JSON document does not say what it should.
    #[error("{field}: {why}")]
    Json {
        /// Path of the value, such as `entries[3].attr1`.
        field: String,
        /// What is there and what should be.
        why: String,
    },
    /// Something is wrong with what a path names.
    #[error("{path}: {source}")]
    About {
        /// The path.
        path: String,
        /// What is wrong.
        source: Box<Error>,
    },
    /// Something was asked that cannot be done.
    #[error("{0}")]
    Usage(String),
    /// Output could not be written.
    #[error("cannot write the output")]
    Output(#[from] std::io::Error),
    /// The system refused.
    #[error("{}: cannot {action}: {source}", path.display())]
    Io {
        /// What was tried, such as `create`.
        action: &'static str,
        /// The file it was tried on.
        path: PathBuf,
        /// The system's reason.
        source: std::io::Error,
    },
}

impl Error {
    /// A JSON value that is not what it should be.
    pub fn json(field: impl Into<String>, why: impl Into<String>) -> Self {
        Self::Json { field: field.into(), why: why.into() }
    }

    /// The same error, with the path of what it is about.
    pub fn about(path: impl Into<String>) -> impl FnOnce(Self) -> Self {
        move |source| Self::About { path: path.into(), source: Box::new(source) }
    }

    /// The system refused `action` on `path`.
    pub fn io(action: &'static str, path: &Path) -> impl FnOnce(std::io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::Io { action, path, source }
    }
}
