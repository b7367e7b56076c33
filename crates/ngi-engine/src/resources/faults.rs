//! What goes wrong, in the words of `ngi-vfs`.

use ngi_vfs::Error;

/// An archive at `path` could not be followed.
pub(super) fn broken(path: String) -> impl FnOnce(ngi_formats::Error) -> Error {
    move |source| Error::Format { path, source }
}

/// Nothing is at `path`.
pub(super) fn not_found(path: impl Into<String>, hint: impl Into<String>) -> Error {
    Error::NotFound { path: path.into(), hint: hint.into() }
}
