//! One step of a path into an archive: `name`, `name@TYPE`, `#INDEX`, or a type number.

use ngi_formats::nres::TypeId;

use crate::error::{Error, Result};

/// Splits a game path at `/` and `\`. `.` and empty parts mean nothing; `..` takes back one part
/// and never leaves the root.
pub fn split(path: &str) -> Result<Vec<&str>> {
    let mut parts = Vec::new();
    for part in path.split(['/', '\\']) {
        match part {
            "" | "." => {}
            ".." => {
                if parts.pop().is_none() {
                    return Err(Error::bad_path(path, "`..` leaves the mounted folder"));
                }
            }
            part => parts.push(part),
        }
    }
    Ok(parts)
}

/// The readings of a segment, in the order they are tried; the first that finds anything counts.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Reading<'a> {
    /// The entry at a place in the directory.
    Index(&'a str),
    /// A whole name, then a name and a type, then a type alone.
    Name {
        /// The segment as it is.
        whole: &'a str,
        /// What stands before and after the last `@`, if the latter is a type.
        typed: Option<(&'a str, TypeId)>,
        /// The segment as a number.
        number: Option<TypeId>,
    },
}

/// Takes a segment apart; judges nothing that needs the archive.
pub(crate) fn parse(segment: &str) -> Reading<'_> {
    if let Some(digits) = index_digits(segment) {
        return Reading::Index(digits);
    }
    let typed =
        segment.rsplit_once('@').and_then(|(name, kind)| Some((name, TypeId::parse(kind)?)));
    let starts_as_number = segment.starts_with(|first: char| first.is_ascii_digit());
    // `TypeId::parse` takes a FourCC too; only a number may stand alone.
    let number = TypeId::parse(segment)
        .filter(|id| starts_as_number && id.four_cc().as_deref() != Some(segment));
    Reading::Name { whole: segment, typed, number }
}

/// The digits of `#INDEX`.
fn index_digits(segment: &str) -> Option<&str> {
    let digits = segment.strip_prefix('#')?;
    let all = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    all.then_some(digits)
}

/// Whether `text` can stand as one segment: not empty, no separator, no dots with a meaning, and
/// not to be taken for `#INDEX`.
pub(crate) fn is_plain(text: &str) -> bool {
    !matches!(text, "" | "." | "..")
        && !text.contains(['/', '\\', '\0'])
        && index_digits(text).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splits_at_both_separators_and_stays_inside() {
        assert_eq!(split(r"DATA\MAPS/X\\Land.msh/").unwrap(), ["DATA", "MAPS", "X", "Land.msh"]);
        assert_eq!(split("/a/./b/../c").unwrap(), ["a", "c"]);
        assert_eq!(split("").unwrap(), [""; 0]);
        assert!(split("..").is_err());
        assert!(split("a/../../b").is_err());
        assert!(split(r"a\..\..\b").is_err());
        assert_eq!(split("...").unwrap(), ["..."]);
    }

    #[test]
    fn reads_a_segment() {
        assert_eq!(parse("#12"), Reading::Index("12"));
        let name = |whole, typed, number| Reading::Name { whole, typed, number };
        assert_eq!(parse("#"), name("#", None, None));
        assert_eq!(parse("#a"), name("#a", None, None));
        assert_eq!(parse("Land@21"), name("Land@21", Some(("Land", TypeId(21))), None));
        let mat0 = TypeId::from(*b"MAT0");
        assert_eq!(parse("WATER@MAT0"), name("WATER@MAT0", Some(("WATER", mat0)), None));
        assert_eq!(parse("a@b@3"), name("a@b@3", Some(("a@b", TypeId(3))), None));
        assert_eq!(parse("@3"), name("@3", Some(("", TypeId(3))), None));
        assert_eq!(parse("3"), name("3", None, Some(TypeId(3))));
        assert_eq!(parse("0x15"), name("0x15", None, Some(TypeId(21))));
        assert_eq!(parse("MAT0"), name("MAT0", None, None));
        assert_eq!(parse("1abc"), name("1abc", None, None));
        assert_eq!(parse("-3"), name("-3", None, None));
        assert_eq!(parse("+3"), name("+3", None, None));
    }

    #[test]
    fn knows_what_cannot_stand_alone() {
        for text in ["", ".", "..", "a/b", r"C:\x", "#3", "a\0b"] {
            assert!(!is_plain(text), "{text:?}");
        }
        for text in ["a", "...", "#", "#x", "a@3", "3", "Паркан", " "] {
            assert!(is_plain(text), "{text:?}");
        }
    }
}
