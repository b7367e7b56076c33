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
    /// Somebody stopped it, by [`Progress::cancelled`](crate::Progress::cancelled).
    #[error("stopped before the end")]
    Cancelled,
    /// Output could not be written.
    #[error("cannot write the output")]
    Output(#[from] std::io::Error),
    /// The system refused.
    #[error("{}: cannot {action}: {source}", ngi_vfs::shown(path))]
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

    /// The same error, with the path of what it is about, unless it begins with that.
    pub fn about(path: impl Into<String>) -> impl FnOnce(Self) -> Self {
        move |source| {
            let path = path.into();
            if source.names(&path) {
                source
            } else {
                Self::About { path, source: Box::new(source) }
            }
        }
    }

    /// Whether the error names this path already, or the file around it.
    fn names(&self, path: &str) -> bool {
        let named = match self {
            Self::Vfs(_) | Self::Io { .. } | Self::About { .. } => self.to_string(),
            _ => return false,
        };
        // A drive of Windows has a colon of its own, but no blank behind it.
        let named = named.split(": ").next().unwrap_or_default();
        let inside = |whole: &str, part: &str| {
            !part.is_empty()
                && whole
                    .strip_prefix(part)
                    .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        inside(path, named) || inside(named, path)
    }

    /// The system refused `action` on `path`.
    pub fn io(action: &'static str, path: &Path) -> impl FnOnce(std::io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::Io { action, path, source }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_named_once() {
        let failed = || Error::io("open", Path::new("c/static.rlb"))(std::io::Error::other("no"));
        let told = |path: &str| Error::about(path)(failed()).to_string();
        assert_eq!(told("c/static.rlb"), "c/static.rlb: cannot open: no");
        assert_eq!(told("c/static.rlb/a.msh"), "c/static.rlb: cannot open: no");
        assert_eq!(told("c"), "c/static.rlb: cannot open: no");
        assert_eq!(told("c/static"), "c/static: c/static.rlb: cannot open: no");
        assert_eq!(told("other.glb"), "other.glb: c/static.rlb: cannot open: no");
        let usage = Error::about("x.lib")(Error::Usage("x.lib".to_owned()));
        assert_eq!(usage.to_string(), "x.lib: x.lib");
    }
}
