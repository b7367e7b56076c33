//! Reading without copying, and which part hangs on which.

use std::ops::Range;

use super::types::{Head, MAGIC, Part};
use super::{check, codes};
use crate::schema::Record as _;
use crate::{Code, Error, Findings, Mode, Result};

/// Whether bytes are a unit, whatever they are called: the number at the front, a zero, and whole
/// parts.
pub fn is_unit(bytes: &[u8]) -> bool {
    let head = bytes.get(..4).is_some_and(|head| head == [MAGIC[0], MAGIC[1], 0, 0]);
    head && bytes.len() >= Head::SIZE && (bytes.len() - Head::SIZE).is_multiple_of(Part::SIZE)
}

/// Whether bytes begin like a unit.
pub fn may_be_unit(bytes: &[u8]) -> bool {
    bytes.starts_with(&MAGIC)
}

/// A unit: its parts where they are, and the tree that they make.
#[derive(Debug, Clone)]
pub struct Unit<'a> {
    bytes: &'a [u8],
    head: Head,
    parts: &'a [[u8; Part::SIZE]],
    tail: &'a [u8],
    depths: Vec<u32>,
    /// What each part hangs on; itself for a root.
    parents: Vec<u32>,
}

impl<'a> Unit<'a> {
    /// Reads a unit. Fails where the bytes do not begin like one, and where the tree is longer than
    /// the file.
    pub fn read(bytes: &'a [u8]) -> Result<Self> {
        open(bytes).map_err(|(_, error)| error)
    }

    /// Reads a unit and fails on the first rule of severity *error* it breaks.
    pub fn read_strict(bytes: &'a [u8]) -> Result<Self> {
        let unit = Self::read(bytes)?;
        let mut findings = Findings::new(Mode::Strict, false);
        check::check_unit(&unit, &mut findings);
        findings.locate(|| super::tree(bytes).ok());
        findings.or_error(unit)
    }

    /// All its bytes.
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// What it begins with.
    pub fn head(&self) -> Head {
        self.head
    }

    /// How many parts there are.
    pub fn len(&self) -> usize {
        self.parts.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// The parts, depth first.
    pub fn parts(&self) -> impl ExactSizeIterator<Item = Part> + use<'a> {
        self.parts.iter().map(Part::read)
    }

    /// A part.
    pub fn part(&self, index: usize) -> Option<Part> {
        self.parts.get(index).map(Part::read)
    }

    /// How many parts are above it: 0 for a root, and for a part that is not there.
    pub fn depth(&self, index: usize) -> u32 {
        self.depths.get(index).copied().unwrap_or_default()
    }

    /// What a part hangs on; `None` for a root.
    pub fn parent(&self, index: usize) -> Option<usize> {
        let parent = usize::try_from(*self.parents.get(index)?).ok()?;
        (parent != index).then_some(parent)
    }

    /// A part and all that hang on it, however deep.
    pub fn with_children(&self, index: usize) -> Range<usize> {
        branch(&self.depths, index)
    }

    /// Bytes behind the last whole part; none in a sound unit.
    pub fn tail(&self) -> &'a [u8] {
        self.tail
    }
}

/// A part and all that hang on it, in a tree of these depths.
pub(super) fn branch(depths: &[u32], index: usize) -> Range<usize> {
    let Some((own, behind)) = depths.get(index..).and_then(<[u32]>::split_first) else {
        return index..index;
    };
    let below = behind.iter().take_while(|depth| *depth > own).count();
    index..index + 1 + below
}

type Broken = (&'static Code, Error);

/// Follows the structure; where that fails, says which rule is broken.
pub(super) fn open(bytes: &[u8]) -> Result<Unit<'_>, Broken> {
    let begins = MAGIC.starts_with(bytes) || bytes.starts_with(&MAGIC);
    let Some((head, behind)) = bytes.split_first_chunk().filter(|_| begins) else {
        let error = if begins {
            Error::truncated("", 0, Head::SIZE as u64, bytes.len() as u64)
        } else {
            let shown = bytes.get(..bytes.len().min(4)).unwrap_or_default().escape_ascii();
            Error::malformed(
                "",
                0,
                format!("a unit starts with \"\\xf1\\xf0\", this with \"{shown}\""),
            )
        };
        return Err((&codes::HEAD, error));
    };
    let (parts, tail) = Part::split(behind);
    let (depths, parents) = follow(parts).map_err(|error| (&codes::TREE_OPEN, error))?;
    Ok(Unit { bytes, head: Head::read(head), parts, tail, depths, parents })
}

/// Where a part begins.
pub(super) fn offset_of(part: usize) -> usize {
    Head::SIZE + part * Part::SIZE
}

/// How deep each part is, and what it hangs on. As many steps as there are parts, however deep.
fn follow(parts: &[[u8; Part::SIZE]]) -> Result<(Vec<u32>, Vec<u32>)> {
    let (mut depths, mut parents) = (Vec::new(), Vec::new());
    // Parts that others still hang on: which, how many it should be, how many are to come.
    let mut open: Vec<(u32, u32, u32)> = Vec::new();
    for (index, part) in (0u32..).zip(parts) {
        depths.push(u32::try_from(open.len()).unwrap_or(u32::MAX));
        parents.push(open.last().map_or(index, |(parent, ..)| *parent));
        if let Some((.., left)) = open.last_mut() {
            *left -= 1;
        }
        let count = Part::read(part).child_count;
        open.push((index, count, count));
        while open.last().is_some_and(|(.., left)| *left == 0) {
            open.pop();
        }
    }
    match open.last() {
        None => Ok((depths, parents)),
        Some((part, count, left)) => {
            let part = usize::try_from(*part).unwrap_or(usize::MAX);
            let at = offset_of(part) + crate::schema::field_offset!(Part, "child_count");
            let there = count - left;
            let why = format!("{count} parts should hang on it, but the file ends after {there}");
            Err(Error::malformed(format!("parts[{part}].child_count"), at as u64, why))
        }
    }
}
