//! Stored values, straight into their bytes.

use json_event_parser::JsonEvent;
use ngi_formats::schema::{Kind, Part, Shows, ValueError};
use ngi_formats::text;
use ngi_formats::tree::{Group, members_of};

use super::{Reader, Scalar};
use crate::{Error, Result};

/// The fields of a record while they are read.
pub(super) struct Fields {
    pub kind: Kind,
    bytes: Vec<u8>,
    /// Whether nothing may be left out.
    all: bool,
    seen: Vec<&'static str>,
    /// Names and the whole fields beside them: offset, kind, what was said.
    texts: Vec<(usize, Kind, String)>,
    raws: Vec<(usize, Vec<u8>)>,
    /// What numbers are called beside them.
    names: Vec<(Group, Option<String>)>,
}

impl Fields {
    pub fn new(kind: Kind, bytes: Vec<u8>, all: bool) -> Self {
        let (seen, texts, raws, names) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self { kind, bytes, all, seen, texts, raws, names }
    }

    /// Reads the value behind a key, if the record has such a field.
    pub fn read(&mut self, reader: &mut Reader<'_>, key: &str) -> Result<bool> {
        let beside = |suffix: &str| key.strip_suffix(suffix);
        for group in members_of(self.kind) {
            let is_text = matches!(group.kind, Kind::Text(_) | Kind::FullText(_));
            if group.name == key {
                self.seen.push(group.name);
                if is_text {
                    let said = reader.text()?.into_owned();
                    self.texts.push((group.offset, group.kind, said));
                    return Ok(true);
                }
                let slot = self.bytes.get_mut(group.offset..).unwrap_or_default();
                let slot = slot.get_mut(..group.kind.size()).unwrap_or_default();
                inside(reader, group.kind, slot, self.all)?;
                return Ok(true);
            }
            if is_text && beside("_raw") == Some(group.name) {
                let raw = reader.hex()?;
                if raw.len() != group.kind.size() {
                    let why = format!("{} bytes, not {}", raw.len(), group.kind.size());
                    return Err(reader.error(why));
                }
                self.raws.push((group.offset, raw));
                return Ok(true);
            }
            let told = matches!(group.kind, Kind::Part(..)) && beside("_name") == Some(group.name);
            if told {
                let name = match reader.scalar("a name or null")? {
                    Scalar::Null => None,
                    Scalar::Text(name) => Some(name.into_owned()),
                    other => return Err(reader.wrong_scalar(&other, "a name or null")),
                };
                self.names.push((group, name));
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The bytes, once all is read. Where the whole field of a name is there and still says the
    /// same name, it counts; where the text was changed, the text does.
    pub fn finish(mut self, reader: &Reader<'_>) -> Result<Vec<u8>> {
        let path = |name: &str| match reader.path().as_str() {
            "" => name.to_owned(),
            owner => format!("{owner}.{name}"),
        };
        if self.all {
            let missing = members_of(self.kind).find(|group| !self.seen.contains(&group.name));
            if let Some(group) = missing {
                return Err(Error::json(path(group.name), "missing"));
            }
        }
        for (offset, kind, said) in &self.texts {
            let slot = self.bytes.get_mut(*offset..).unwrap_or_default();
            let raw = self.raws.iter().find(|(at, _)| at == offset).map(|(_, raw)| raw);
            match raw.filter(|raw| text::decode(text::until_nul(raw)) == *said) {
                Some(raw) => slot.iter_mut().zip(raw).for_each(|(slot, byte)| *slot = *byte),
                None => kind.put_text(said, slot).map_err(|ValueError { expected, .. }| {
                    let owner = members_of(self.kind).find(|group| group.offset == *offset);
                    let short: String = said.chars().take(60).collect();
                    let name = owner.map_or("", |group| group.name);
                    Error::json(path(name), format!("\"{short}\" is not {expected}"))
                })?,
            }
        }
        for (group, said) in &self.names {
            let stored = self.bytes.get(group.offset..).unwrap_or_default();
            let names = group.kind.read(stored).map(|value| group.kind.names_of(&value));
            let there = names.and_then(|names| names.into_iter().next());
            if said.as_deref() != there.as_deref() {
                let shown = |name: Option<&str>| name.map_or("null".into(), |n| format!("{n:?}"));
                let why = format!(
                    "{}, but by {} it is {}; change that, and leave this out or say the same",
                    shown(said.as_deref()),
                    group.name,
                    shown(there.as_deref())
                );
                return Err(Error::json(path(&format!("{}_name", group.name)), why));
            }
        }
        Ok(self.bytes)
    }
}

/// A record of which a part may be left out: what is in `out` stays then.
pub fn row(reader: &mut Reader<'_>, kind: Kind, out: &mut [u8], partial: bool) -> Result<()> {
    if !partial || !matches!(kind, Kind::Group(_) | Kind::Word(_)) {
        return value(reader, kind, out);
    }
    group(reader, kind, out, false)
}

fn group(reader: &mut Reader<'_>, kind: Kind, out: &mut [u8], all: bool) -> Result<()> {
    let mut fields = Fields::new(kind, out.to_vec(), all);
    reader.members(|reader, key| match fields.read(reader, key)? {
        true => Ok(()),
        false => {
            let known: Vec<&str> = members_of(kind).map(|group| group.name).collect();
            Err(reader.unknown(key, known.into_iter()))
        }
    })?;
    let bytes = fields.finish(reader)?;
    out.iter_mut().zip(bytes).for_each(|(slot, byte)| *slot = byte);
    Ok(())
}

/// A stored value.
pub fn value(reader: &mut Reader<'_>, kind: Kind, out: &mut [u8]) -> Result<()> {
    inside(reader, kind, out, true)
}

/// A stored value; unless it has to be there in full, what a record leaves out stays as it is.
pub(super) fn inside(reader: &mut Reader<'_>, kind: Kind, out: &mut [u8], all: bool) -> Result<()> {
    match kind {
        Kind::List(..) | Kind::Bgra => {
            let count = kind.count().unwrap_or(0);
            let wrong = |reader: &Reader<'_>| {
                Error::json(reader.path(), format!("is not {}", kind.expected()))
            };
            let found = reader.elements(|reader, index| {
                let slot = kind.item(index).and_then(|(at, of)| {
                    let slot = out.get_mut(at..)?.get_mut(..of.size())?;
                    Some((of, slot))
                });
                match slot {
                    Some((of, slot)) => inside(reader, of, slot, all),
                    None => Err(reader.error(format!("there are only {count}"))),
                }
            })?;
            if found == count { Ok(()) } else { Err(wrong(reader)) }
        }
        Kind::Group(_) | Kind::Word(_) => group(reader, kind, out, all),
        _ => leaf(reader, kind, out),
    }
}

fn leaf(reader: &mut Reader<'_>, kind: Kind, out: &mut [u8]) -> Result<()> {
    if kind.is_bits() && matches!(reader.peek()?, JsonEvent::StartArray) {
        return named_bits(reader, kind, out);
    }
    let scalar = reader.scalar(&kind.expected())?;
    let is_flag = matches!(kind, Kind::Part(_, Part { shows: Shows::Flag, .. }));
    let put = match &scalar {
        Scalar::Number(_) if is_flag => {
            return Err(reader.wrong_scalar(&scalar, &kind.expected()));
        }
        Scalar::Number(number) => kind.put_number(number, out),
        Scalar::Text(text) => kind.put_text(text, out),
        Scalar::Flag(flag) => kind.put_flag(*flag, out),
        Scalar::Null => return Err(reader.wrong_scalar(&scalar, &kind.expected())),
    };
    put.map_err(|ValueError { expected, .. }| reader.wrong_scalar(&scalar, &expected))
}

/// A list of the names of bits.
fn named_bits(reader: &mut Reader<'_>, kind: Kind, out: &mut [u8]) -> Result<()> {
    let mut names = String::new();
    reader.elements(|reader, _| {
        names.push_str(&reader.text()?);
        names.push('|');
        Ok(())
    })?;
    kind.put_text(&names, out)
        .map_err(|ValueError { expected, .. }| reader.error(format!("{names} is not {expected}")))
}
