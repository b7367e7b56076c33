//! Changing a list and leaving every byte nobody asked to change.

use std::ops::Range;

use super::read::BuildDat;
use crate::{Error, Result, text};

/// A list being changed.
///
/// Comments, spaces and line ends stay as they are. A new path looks like the one before it. An
/// edit after which the list would read differently than asked is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Editor {
    bytes: Vec<u8>,
}

/// Names and paths of all sections.
type Values = Vec<(Vec<u8>, Vec<Vec<u8>>)>;

fn values(list: &BuildDat<'_>) -> Values {
    let paths =
        |section: super::Section<'_>| section.paths().map(|path| path.path.to_vec()).collect();
    list.sections().map(|section| (section.name().to_vec(), paths(section))).collect()
}

impl Editor {
    /// Starts from a list that was read.
    pub fn open(list: &BuildDat<'_>) -> Self {
        Self { bytes: list.bytes().to_vec() }
    }

    /// A list of these sections, with the line ends of Windows.
    pub fn of_sections<N: AsRef<[u8]>, P: AsRef<[u8]>>(sections: &[(N, Vec<P>)]) -> Result<Self> {
        let mut bytes = Vec::new();
        for (name, paths) in sections {
            bytes.extend_from_slice(name.as_ref());
            bytes.extend_from_slice(format!(" {}\r\n", paths.len()).as_bytes());
            for path in paths {
                bytes.extend_from_slice(&[b"\"", path.as_ref(), b"\"\r\n"].concat());
            }
            bytes.extend_from_slice(b"\r\n");
        }
        let wanted: Values = sections
            .iter()
            .map(|(name, paths)| {
                (name.as_ref().to_vec(), paths.iter().map(|path| path.as_ref().to_vec()).collect())
            })
            .collect();
        let editor = Self { bytes };
        if values(&editor.list()?) == wanted { Ok(editor) } else { Err(unreadable("sections")) }
    }

    /// The text as it is now.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The text, given away.
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// The list as it is now.
    pub fn list(&self) -> Result<BuildDat<'_>> {
        BuildDat::read(&self.bytes)
    }

    /// Gives a section another name.
    pub fn rename(&mut self, section: usize, name: &[u8]) -> Result<()> {
        let list = self.list()?;
        let at = list.sections.get(section).ok_or_else(|| no_section(section, list.len()))?;
        let change = (at.name.clone(), name.to_vec());
        self.replace(vec![change], |values| {
            values.get_mut(section).into_iter().for_each(|value| value.0 = name.to_vec());
        })
    }

    /// Gives a section another path at this place of its ladder.
    pub fn set_path(&mut self, section: usize, index: usize, path: &[u8]) -> Result<()> {
        let list = self.list()?;
        let at = list.sections.get(section).ok_or_else(|| no_section(section, list.len()))?;
        let there = at.paths.get(index).ok_or_else(|| no_path(section, index, at.paths.len()))?;
        let change = (there.clone(), path.to_vec());
        self.replace(vec![change], |values| {
            let slot = values.get_mut(section).and_then(|value| value.1.get_mut(index));
            slot.into_iter().for_each(|slot| *slot = path.to_vec());
        })
    }

    /// Adds a path behind the last of a section.
    pub fn push(&mut self, section: usize, path: &[u8]) -> Result<()> {
        let list = self.list()?;
        let at = list.sections.get(section).ok_or_else(|| no_section(section, list.len()))?;
        let count = (at.count.clone(), (at.paths.len() + 1).to_string().into_bytes());
        // Behind the last path, or behind the count where there is none.
        let (behind, indent) = match at.paths.last() {
            Some(last) => (last.end + 1, self.indent(last.start - 1)),
            None => (at.count.end, Vec::new()),
        };
        let line = [self.line_end(), &indent, b"\"".as_slice(), path, b"\""].concat();
        self.replace(vec![count, (behind..behind, line)], |values| {
            values.get_mut(section).into_iter().for_each(|value| value.1.push(path.to_vec()));
        })
    }

    /// Takes a path away, with its line if it has one for itself.
    pub fn remove(&mut self, section: usize, index: usize) -> Result<()> {
        let list = self.list()?;
        let at = list.sections.get(section).ok_or_else(|| no_section(section, list.len()))?;
        let there = at.paths.get(index).ok_or_else(|| no_path(section, index, at.paths.len()))?;
        let count = (at.count.clone(), (at.paths.len() - 1).to_string().into_bytes());
        let quoted = there.start - 1..there.end + 1;
        let gone = self.own_line(&quoted).unwrap_or(quoted);
        self.replace(vec![count, (gone, Vec::new())], |values| {
            values.get_mut(section).into_iter().for_each(|value| drop(value.1.remove(index)));
        })
    }

    /// Adds a section without paths behind the last one.
    pub fn add_section(&mut self, name: &[u8]) -> Result<()> {
        let end = self.bytes.len();
        let broken = self.bytes.is_empty() || self.bytes.ends_with(b"\n");
        let before = if broken { b"" } else { self.line_end() };
        let line = [before, name, b" 0", self.line_end()].concat();
        self.replace(vec![(end..end, line)], |values| values.push((name.to_vec(), Vec::new())))
    }

    /// Takes a section away, with its paths.
    pub fn remove_section(&mut self, section: usize) -> Result<()> {
        let list = self.list()?;
        let at = list.sections.get(section).ok_or_else(|| no_section(section, list.len()))?;
        let line = |range: Range<usize>| self.own_line(&range).unwrap_or(range);
        let head = line(at.name.start..at.count.end);
        let paths = at.paths.iter().map(|path| line(path.start - 1..path.end + 1));
        let gone = std::iter::once(head).chain(paths).map(|range| (range, Vec::new())).collect();
        self.replace(gone, |values| drop(values.remove(section)))
    }

    /// The spaces in front of a place on its line, if nothing else is.
    fn indent(&self, at: usize) -> Vec<u8> {
        let before = self.bytes.get(..at).unwrap_or_default();
        let start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        let indent = before.get(start..).unwrap_or_default();
        let plain = indent.iter().all(|byte| matches!(byte, b' ' | b'\t'));
        if plain { indent.to_vec() } else { Vec::new() }
    }

    fn line_end(&self) -> &'static [u8] {
        let feed = self.bytes.iter().position(|byte| *byte == b'\n');
        let plain = feed.is_some_and(|at| at == 0 || self.bytes.get(at - 1) != Some(&b'\r'));
        if plain { b"\n" } else { b"\r\n" }
    }

    /// The whole line around a range, if nothing else is on it.
    fn own_line(&self, range: &Range<usize>) -> Option<Range<usize>> {
        let before = self.bytes.get(..range.start)?;
        let start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        let behind = self.bytes.get(range.end..)?;
        let length =
            behind.iter().position(|byte| *byte == b'\n').map_or(behind.len(), |at| at + 1);
        let around = before.get(start..)?.iter().chain(behind.get(..length)?);
        let alone = around.into_iter().all(u8::is_ascii_whitespace);
        alone.then_some(start..range.end + length)
    }

    /// Replaces ranges, which are in order, and keeps the result if it reads as `edit` says.
    fn replace(
        &mut self,
        changes: Vec<(Range<usize>, Vec<u8>)>,
        edit: impl FnOnce(&mut Values),
    ) -> Result<()> {
        let mut wanted = values(&self.list()?);
        edit(&mut wanted);
        let mut bytes = self.bytes.clone();
        for (range, with) in changes.into_iter().rev() {
            bytes.splice(range, with);
        }
        let next = Self { bytes };
        let same = next.list().is_ok_and(|list| values(&list) == wanted);
        if !same {
            return Err(unreadable("text"));
        }
        *self = next;
        Ok(())
    }
}

fn unreadable(field: &'static str) -> Error {
    Error::usage(
        field,
        "the list would not read back as asked; quotes and line ends cannot be part of a path, nor spaces of a name",
    )
}

fn no_section(section: usize, count: usize) -> Error {
    Error::usage(format!("sections[{section}]"), format!("there are {count}"))
}

fn no_path(section: usize, index: usize, count: usize) -> Error {
    Error::usage(format!("sections[{section}].paths[{index}]"), format!("there are {count}"))
}

/// A name or path as people read it.
impl std::fmt::Display for super::BuildPath<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&text::decode(self.path))
    }
}
