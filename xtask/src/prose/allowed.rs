//! Findings that stay: each with the file, a part of its line, and the reason.

/// A line that may keep what a pattern matches.
#[derive(Debug)]
pub struct Allowed {
    /// Path from the root of the repository.
    pub file: &'static str,
    /// Part of the line, long enough to be found in one line only.
    pub line: &'static str,
    pub reason: &'static str,
}

/// An entry that no finding needs any more fails the check.
pub const ALLOWED: &[Allowed] = &[];
