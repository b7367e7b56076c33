//! Texts of sections, as Windows has them: `dispatcher.ini`, `Iron_3D.ini`, `Comp.ini`.
//!
//! ```text
//! ; a comment
//! [COMPLETE]
//! missions_single_01_ = 1
//! ```
//!
//! `dispatcher.ini` lists the missions that were won: the key is the path of the mission in lower
//! case, with `_` for `\`, `/` and `.`, and one more behind it. Lines without a `=` are kept as they
//! are: `Comp.ini` has such.

mod read;
#[cfg(test)]
mod tests;

pub use codes::CODES;
pub use read::{Entry, Ini, is_ini};

use std::collections::HashSet;
use std::sync::Arc;

use self::read::{What, parse};
use crate::lines::{Patch, Step, align, indent, line_at, line_end, line_start, lines, unreadable};
use crate::schema::rules;
use crate::tree::{At, Draft, Form, Items, Made, Node, Told, branches};
use crate::{Findings, Result, text};

/// The section of `dispatcher.ini` with the missions that were won.
pub const COMPLETE: &str = "COMPLETE";

branches! {
    /// Members of the document of a section text.
    pub static DOCUMENT = {
        /// Entries before the first section.
        entries: Form::List(&Form::Object(ENTRY)), optional, rebuilt;
        /// Sections of the file.
        sections: Form::List(&Form::Object(SECTION)), optional, rebuilt;
        /// Text of the whole file. If it differs from the sections, the sections take precedence.
        text: Form::Text, optional, rebuilt;
    }
}

branches! {
    static SECTION = {
        /// Name of the section, between the brackets.
        name: Form::Text, rebuilt;
        /// Entries of the section.
        entries: Form::List(&Form::Object(ENTRY)), rebuilt;
    }
}

branches! {
    static ENTRY = {
        /// Key of the entry, or the whole line if it has no `=`.
        key: Form::Text, rebuilt;
        /// Value of the entry; null if the line has no `=`.
        value: Form::Text, optional, rebuilt;
    }
}

/// The fields of a text, with their places.
pub fn tree(bytes: &[u8]) -> Result<Node<'_>> {
    let ini = Arc::new(Ini::read(bytes)?);
    let own = Arc::clone(&ini);
    let sections = Items::new(ini.len(), move |index| {
        let name = own.name_at(index);
        let at = At::Offset(name.start);
        let name = Node::Text(bytes.get(name).unwrap_or_default().into(), at);
        Node::object(SECTION, [Some(name), Some(entries(&own, Some(index)))])
    });
    let text = Node::Text(bytes.into(), At::Offset(0));
    Ok(Node::object(DOCUMENT, [Some(entries(&ini, None)), Some(sections.into()), Some(text)]))
}

fn entries<'a>(ini: &Arc<Ini<'a>>, section: Option<usize>) -> Node<'a> {
    let own = Arc::clone(ini);
    let entry = move |place: usize| {
        let Some(Entry { key, key_offset, value, value_offset }) = own.entry(section, place) else {
            return Told::Null.into();
        };
        let key = Node::Text(key.into(), At::Offset(key_offset));
        let value = value.map(|value| Node::Text(value.into(), At::Offset(value_offset)));
        Node::object(ENTRY, [Some(key), Some(value.unwrap_or_else(|| Told::Null.into()))])
    };
    Items::new(ini.count(section), entry).into()
}

/// Key and value; no value for a line without a sign.
type Pair = (Vec<u8>, Option<Vec<u8>>);

/// What a text says: names and entries of all sections, the first without a name for what is before
/// them.
type Wanted = Vec<(Vec<u8>, Vec<Pair>)>;

fn said(ini: &Ini<'_>) -> Wanted {
    let pairs = |section: Option<usize>| -> Vec<Pair> {
        ini.entries(section).map(|own| (own.key.to_vec(), own.value.map(<[u8]>::to_vec))).collect()
    };
    let sections = (0..ini.len()).map(|index| (ini.name(index).to_vec(), pairs(Some(index))));
    std::iter::once((Vec::new(), pairs(None))).chain(sections).collect()
}

/// The text that a draft describes.
pub fn make(draft: &Draft) -> Result<Made> {
    let made = |bytes| Ok(Made { bytes, attributes: None });
    if !draft.has("sections") && !draft.has("entries") {
        return made(draft.bytes("text")?.to_vec());
    }
    let pairs = |draft: &Draft| -> Result<Vec<Pair>> {
        let pair = |one: &Draft| {
            let value = one.has("value").then(|| one.bytes("value").map(<[u8]>::to_vec));
            Ok((one.bytes("key")?.to_vec(), value.transpose()?))
        };
        draft.items("entries").iter().map(pair).collect()
    };
    let before = if draft.has("text") { draft.bytes("text")? } else { b"" };
    // Members that are left out keep their text.
    let mut wanted = said(&Ini::read(before)?);
    if let Some(first) = wanted.first_mut().filter(|_| draft.has("entries")) {
        first.1 = pairs(draft)?;
    }
    if draft.has("sections") {
        wanted.truncate(1);
        for section in draft.items("sections") {
            wanted.push((section.bytes("name")?.to_vec(), pairs(section)?));
        }
    }
    made(rewrite(before, &wanted)?)
}

/// A text that says what is wanted. Lines that say it already stay.
fn rewrite(before: &[u8], wanted: &Wanted) -> Result<Vec<u8>> {
    let ini = Ini::read(before)?;
    let there = said(&ini);
    if there == *wanted {
        return Ok(before.to_vec());
    }
    let mut patch = Patch::default();
    // Lines before the first section stay first in both lists.
    let same = |a: usize, b: usize| there.get(a + 1) == wanted.get(b + 1);
    let named = |a: usize, b: usize| {
        let (old, new) = (there.get(a + 1), wanted.get(b + 1));
        old.zip(new).is_some_and(|(old, new)| old.0 == new.0)
    };
    let mut steps = vec![Step::Pair(0, 0)];
    align(there.len().saturating_sub(1), wanted.len().saturating_sub(1), same, named, |step| {
        steps.push(match step {
            Step::Pair(a, b) => Step::Pair(a + 1, b + 1),
            Step::Drop(a) => Step::Drop(a + 1),
            Step::Add(b) => Step::Add(b + 1),
        });
        Ok(())
    })?;
    let mut behind = 0;
    steps.into_iter().try_for_each(|step| {
        match step {
            Step::Pair(a, b) => {
                let (Some(old), Some(new)) = (there.get(a), wanted.get(b)) else { return Ok(()) };
                if old.0 != new.0 {
                    patch.put(ini.name_at(a.saturating_sub(1)), new.0.clone());
                }
                change(&mut patch, &ini, a.checked_sub(1), &old.1, &new.1)?;
                behind = section_end(&ini, a);
            }
            Step::Drop(a) => {
                let start = ini.section_line(a.saturating_sub(1)).map_or(0, |line| line.start);
                behind = section_end(&ini, a);
                patch.remove(start..behind);
            }
            Step::Add(b) => {
                let Some((name, pairs)) = wanted.get(b) else { return Ok(()) };
                let end = line_end(before);
                let mut lines = [fresh_line(before, behind), b"[", name, b"]", end].concat();
                pairs.iter().for_each(|pair| lines.extend(new_line(pair, b"", end)));
                patch.put(behind..behind, lines);
            }
        }
        Ok(())
    })?;
    let bytes = patch.apply(before);
    if said(&Ini::read(&bytes)?) == *wanted { Ok(bytes) } else { Err(unreadable()) }
}

/// Where a section ends; 0 is what is before all of them.
fn section_end(ini: &Ini<'_>, number: usize) -> usize {
    ini.section_line(number).map_or(ini.bytes().len(), |line| line.start)
}

/// A line end, where the text before a place does not end with one.
fn fresh_line(text: &[u8], at: usize) -> &'static [u8] {
    let before = text.get(..at).unwrap_or_default();
    if before.is_empty() || before.ends_with(b"\n") { b"" } else { line_end(text) }
}

fn new_line((key, value): &Pair, pad: &[u8], end: &[u8]) -> Vec<u8> {
    match value {
        Some(value) => [pad, key, b"=", value, end].concat(),
        None => [pad, key, end].concat(),
    }
}

fn change(
    patch: &mut Patch,
    ini: &Ini<'_>,
    section: Option<usize>,
    old: &[Pair],
    new: &[Pair],
) -> Result<()> {
    let text = ini.bytes();
    let head = section.and_then(|section| ini.section_line(section));
    let (mut spot, mut pad) = (head.map_or(0, |line| line.next), Vec::new());
    let same = |a: usize, b: usize| old.get(a) == new.get(b);
    let named =
        |a: usize, b: usize| old.get(a).zip(new.get(b)).is_some_and(|(old, new)| old.0 == new.0);
    align(old.len(), new.len(), same, named, |step| {
        match step {
            Step::Pair(a, _) | Step::Drop(a) => {
                let Some(own) = ini.entry(section, a) else { return Ok(()) };
                let start = line_start(text, own.key_offset);
                let Some(line) = line_at(text, start) else { return Ok(()) };
                (spot, pad) = (line.next, indent(text, start).to_vec());
                if let Step::Pair(_, b) = step {
                    let Some(wanted) = new.get(b).filter(|_| !same(a, b)) else { return Ok(()) };
                    change_line(patch, &own, line.end, wanted);
                } else {
                    patch.remove(start..line.next);
                }
            }
            Step::Add(b) => {
                let Some(pair) = new.get(b) else { return Ok(()) };
                let line = new_line(pair, &pad, line_end(text));
                patch.put(spot..spot, [fresh_line(text, spot), &line].concat());
            }
        }
        Ok(())
    })
}

fn change_line(patch: &mut Patch, own: &Entry<'_>, line_end: usize, (key, value): &Pair) {
    let key_end = own.key_offset + own.key.len();
    if own.key != key {
        patch.put(own.key_offset..key_end, key.clone());
    }
    match (own.value, value) {
        (Some(old), Some(new)) if old != new.as_slice() => {
            patch.put(own.value_offset..own.value_offset + old.len(), new.clone());
        }
        (None, Some(new)) => patch.put(key_end..key_end, [b"=", new.as_slice()].concat()),
        (Some(_), None) => patch.remove(key_end..line_end),
        _ => {}
    }
}

/// Every rule of a text of sections, each with a stable code.
pub mod codes {
    use super::rules;

    rules! {
        SECTION = strict_error(
            "ini.section",
            "A section has a name and a closing bracket."
        ) of ["sections[].name"];
        NUL = warning("ini.nul", "A text contains no NUL.") of ["text"];
        TWICE = warning(
            "ini.key.twice",
            "A key occurs only once in its section: otherwise the first value counts."
        ) of ["sections[].entries[].key"];
    }
}

/// Checks any bytes as a text of sections.
pub fn check(bytes: &[u8], findings: &mut Findings) {
    let ini = match Ini::read(bytes) {
        Ok(ini) => ini,
        // Places of lines are counted in 32 bits.
        Err(error) => return findings.cannot_follow(&codes::SECTION, &error, || None),
    };
    if let Some(at) = bytes.iter().position(|byte| *byte == 0) {
        findings.add(&codes::NUL, || ("text".into(), Some(at as u64), "here is one".into()));
    }
    let heads = lines(bytes).filter_map(|line| match parse(bytes, line) {
        What::Section(name, is_closed) => Some((name, is_closed)),
        _ => None,
    });
    for (index, (name, is_closed)) in heads.enumerate() {
        if name.is_empty() || !is_closed {
            let path = format_args!("sections[{index}].name");
            findings.at(&codes::SECTION, path, || {
                if is_closed { "it has none".into() } else { "nothing closes it".into() }
            });
        }
        let mut keys = HashSet::new();
        for (place, own) in ini.entries(Some(index)).enumerate() {
            let is_new = own.value.is_none() || keys.insert(own.key.to_ascii_lowercase());
            if !is_new {
                let path = format_args!("sections[{index}].entries[{place}].key");
                let message = || format!("\"{}\" was there before", text::decode(own.key));
                findings.at(&codes::TWICE, path, message);
            }
        }
    }
    findings.locate(|| tree(bytes).ok());
}

/// The key of a mission in `dispatcher.ini`: its path below the game folder in lower case, with `_`
/// for what separates, and one more.
pub fn mission_key(path: &str) -> String {
    let plain = path.to_lowercase().replace(['\\', '/', '.'], "_");
    format!("{plain}_")
}
