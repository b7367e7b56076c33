//! What went wrong while following a file's structure, and where.

use std::borrow::Cow;
use std::fmt;

/// A structure that could not be followed: which field, at which offset, and why.
///
/// Prints as `entries[3].size at 0x1f4: needs 9 bytes, but only 4 are left`. The layers above
/// add the entry, the archive and the path.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Error {
    /// Byte offset from the start of what was read; `None` where no byte is at fault.
    pub offset: Option<u64>,
    /// Path of the field, such as `entries[3].name`; empty where the whole input is meant.
    pub field: Cow<'static, str>,
    /// The reason.
    pub kind: ErrorKind,
}

/// Short for a result with this crate's [`Error`].
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why a structure could not be followed.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The bytes end before the field does.
    Truncated {
        /// Bytes the field takes.
        needed: u64,
        /// Bytes that are there.
        available: u64,
    },
    /// The file breaks a rule of its format.
    Malformed(Cow<'static, str>),
    /// The file asks for something no known reader supports.
    Unsupported(Cow<'static, str>),
    /// The caller asked for something the format cannot hold.
    Usage(Cow<'static, str>),
    /// A limit of this library, not of the file.
    Limit(Cow<'static, str>),
}

/// Who is at fault for an [`Error`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// The bytes that were read.
    File,
    /// The code or the person that asked.
    Caller,
    /// A limit of this library.
    Limit,
}

impl Error {
    /// The bytes end before `field` does.
    pub fn truncated(
        field: impl Into<Cow<'static, str>>,
        offset: u64,
        needed: u64,
        available: u64,
    ) -> Self {
        Self {
            offset: Some(offset),
            field: field.into(),
            kind: ErrorKind::Truncated { needed, available },
        }
    }

    /// The file breaks a rule of its format.
    pub fn malformed(
        field: impl Into<Cow<'static, str>>,
        offset: u64,
        why: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self { offset: Some(offset), field: field.into(), kind: ErrorKind::Malformed(why.into()) }
    }

    /// The file asks for something no known reader supports.
    pub fn unsupported(
        field: impl Into<Cow<'static, str>>,
        offset: u64,
        why: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self { offset: Some(offset), field: field.into(), kind: ErrorKind::Unsupported(why.into()) }
    }

    /// The caller asked for something the format cannot hold.
    pub fn usage(field: impl Into<Cow<'static, str>>, why: impl Into<Cow<'static, str>>) -> Self {
        Self { offset: None, field: field.into(), kind: ErrorKind::Usage(why.into()) }
    }

    /// A limit of this library was reached.
    pub fn limit(field: impl Into<Cow<'static, str>>, why: impl Into<Cow<'static, str>>) -> Self {
        Self { offset: None, field: field.into(), kind: ErrorKind::Limit(why.into()) }
    }

    /// The same error, seen from a structure that holds the failing one: `outer` goes before the
    /// field path and `base` is added to the offset.
    #[must_use]
    pub fn within(mut self, outer: &str, base: u64) -> Self {
        self.offset = self.offset.map(|offset| offset.saturating_add(base));
        self.field = if self.field.is_empty() {
            outer.to_owned().into()
        } else {
            format!("{outer}.{}", self.field).into()
        };
        self
    }

    /// The same error of another field.
    #[must_use]
    pub fn named(mut self, field: impl Into<Cow<'static, str>>) -> Self {
        self.field = field.into();
        self
    }

    /// Who is at fault.
    pub fn fault(&self) -> Fault {
        match self.kind {
            ErrorKind::Truncated { .. } | ErrorKind::Malformed(_) | ErrorKind::Unsupported(_) => {
                Fault::File
            }
            ErrorKind::Usage(_) => Fault::Caller,
            ErrorKind::Limit(_) => Fault::Limit,
        }
    }
}

// By hand, so that a reader of materials depends on no other crate at all.
impl std::error::Error for Error {}
impl std::error::Error for ErrorKind {}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Truncated { needed, available } => {
                write!(f, "needs {needed} bytes, but only {available} are left")
            }
            Self::Malformed(why) | Self::Unsupported(why) | Self::Usage(why) | Self::Limit(why) => {
                f.write_str(why)
            }
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.field.is_empty(), self.offset) {
            (false, Some(offset)) => write!(f, "{} at {offset:#x}: ", self.field)?,
            (false, None) => write!(f, "{}: ", self.field)?,
            (true, Some(offset)) => write!(f, "at {offset:#x}: ")?,
            (true, None) => {}
        }
        write!(f, "{}", self.kind)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prints_field_offset_and_reason() {
        let error = Error::truncated("size", 4, 9, 4).within("entries[3]", 0x1f0);
        assert_eq!(
            error.to_string(),
            "entries[3].size at 0x1f4: needs 9 bytes, but only 4 are left"
        );
        assert_eq!(error.fault(), Fault::File);
        assert_eq!(Error::usage("name", "too long").to_string(), "name: too long");
    }
}
