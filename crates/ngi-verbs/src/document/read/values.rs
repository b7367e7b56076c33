//! Stored values, straight into their bytes.

use std::fmt;

use ngi_formats::schema::{Kind, Part, Shows, ValueError};
use ngi_formats::text;
use ngi_formats::tree::{Group, MembersOf, members_of};

use super::{Reader, Scalar};
use crate::{Error, Result};

/// The fields of a record while they are read.
pub(super) struct Fields {
    pub kind: Kind,
    /// Whether nothing may be left out.
    all: bool,
    /// The fields from the one on that should come next: documents have them in stored order,
    /// unless somebody wrote them by hand.
    next: MembersOf,
    /// Those that came out of order.
    others: Vec<&'static str>,
    /// Names and the whole fields beside them: offset, kind, what was said.
    texts: Vec<(usize, Kind, String)>,
    raws: Vec<(usize, Vec<u8>)>,
    /// What numbers are called beside them.
    names: Vec<(Group, Option<String>)>,
}

impl Fields {
    pub fn new(kind: Kind, all: bool) -> Self {
        let next = members_of(kind);
        let (others, texts, raws, names) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self { kind, all, next, others, texts, raws, names }
    }

    /// Reads the value behind a key into the bytes of the record, if it has such a field.
    pub fn read(&mut self, reader: &mut Reader<'_>, key: &str, out: &mut [u8]) -> Result<bool> {
        let mut next = self.next.clone();
        if let Some(group) = next.next().filter(|group| group.name == key) {
            self.next = next;
            return self.member(reader, &group, out).map(|()| true);
        }
        if let Some(group) = members_of(self.kind).find(|group| group.name == key) {
            self.others.push(group.name);
            return self.member(reader, &group, out).map(|()| true);
        }
        self.beside(reader, key)
    }

    fn member(&mut self, reader: &mut Reader<'_>, group: &Group, out: &mut [u8]) -> Result<()> {
        if group.kind.is_text() {
            let said = reader.text()?.into_owned();
            self.texts.push((group.offset, group.kind, said));
            return Ok(());
        }
        let slot = out.get_mut(group.offset..).unwrap_or_default();
        let slot = slot.get_mut(..group.kind.size()).unwrap_or_default();
        inside(reader, group.kind, slot, self.all)
    }

    /// Reads what stands beside a field: the whole of a name, what a number is called.
    fn beside(&mut self, reader: &mut Reader<'_>, key: &str) -> Result<bool> {
        let field = |suffix: &str| {
            let name = key.strip_suffix(suffix)?;
            members_of(self.kind).find(|group| group.name == name)
        };
        if let Some(group) = field("_raw").filter(|group| group.kind.is_text()) {
            let raw = reader.hex()?;
            if raw.len() != group.kind.size() {
                let why = format!("{} bytes, not {}", raw.len(), group.kind.size());
                return Err(reader.error(why));
            }
            self.raws.push((group.offset, raw));
            return Ok(true);
        }
        let called = field("_name").filter(|group| matches!(group.kind, Kind::Part(..)));
        let Some(group) = called else { return Ok(false) };
        let name = match reader.scalar("a name or null")? {
            Scalar::Null => None,
            Scalar::Text(name) => Some(name.into_owned()),
            other => return Err(reader.wrong_scalar(&other, "a name or null")),
        };
        self.names.push((group, name));
        Ok(true)
    }

    /// Puts the names into the bytes of the record, once all is read. Where the whole field of a
    /// name is there and still says the same name, it counts; where the text was changed, the text
    /// does.
    pub fn finish(self, reader: &Reader<'_>, out: &mut [u8]) -> Result<()> {
        let path = |name: &str| joined(reader, name);
        // Read in order to the end is the common case, and says that nothing is missing.
        let mut left = self.next.filter(|group| !self.others.contains(&group.name));
        if let Some(group) = left.next().filter(|_| self.all) {
            return Err(Error::json(path(group.name), "missing"));
        }
        for (offset, kind, said) in &self.texts {
            let slot = out.get_mut(*offset..).unwrap_or_default();
            let raw = self.raws.iter().find(|(at, _)| at == offset).map(|(_, raw)| raw.as_slice());
            put_name(*kind, said, raw, slot).map_err(|why| {
                let owner = members_of(self.kind).find(|group| group.offset == *offset);
                Error::json(path(owner.map_or("", |group| group.name)), why)
            })?;
        }
        for (group, said) in &self.names {
            let stored = out.get(group.offset..).unwrap_or_default();
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
        Ok(())
    }
}

/// The path of a part of what is read.
pub fn joined(reader: &Reader<'_>, name: &str) -> String {
    let path = reader.path();
    let dot = if path.is_empty() { "" } else { "." };
    format!("{path}{dot}{name}")
}

/// Puts a name into its field. The whole field counts where it says the same name; where the text
/// was changed, the text does. Fails with what is wrong with the text.
pub fn put_name(
    kind: Kind,
    said: &str,
    whole: Option<&[u8]>,
    slot: &mut [u8],
) -> std::result::Result<(), String> {
    if let Some(whole) = whole.filter(|whole| text::decode(text::until_nul(whole)) == said) {
        slot.iter_mut().zip(whole).for_each(|(slot, byte)| *slot = *byte);
        return Ok(());
    }
    kind.put_text(said, slot).map_err(|ValueError { expected, .. }| {
        let short: String = said.chars().take(60).collect();
        format!("\"{short}\" is not {expected}")
    })
}

/// A record of which a part may be left out: what is in `out` stays then.
pub fn row(reader: &mut Reader<'_>, kind: Kind, out: &mut [u8], partial: bool) -> Result<()> {
    if !partial || !matches!(kind, Kind::Group(_) | Kind::Word(_)) {
        return value(reader, kind, out);
    }
    group(reader, kind, out, false)
}

fn group(reader: &mut Reader<'_>, kind: Kind, out: &mut [u8], all: bool) -> Result<()> {
    let mut fields = Fields::new(kind, all);
    reader.members(|reader, key| match fields.read(reader, key, out)? {
        true => Ok(()),
        false => {
            let known: Vec<&str> = members_of(kind).map(|group| group.name).collect();
            Err(reader.unknown(key, known.into_iter()))
        }
    })?;
    fields.finish(reader, out)
}

/// A stored value.
pub fn value(reader: &mut Reader<'_>, kind: Kind, out: &mut [u8]) -> Result<()> {
    inside(reader, kind, out, true)
}

/// A stored value; unless it has to be there in full, what a record leaves out stays as it is.
pub(super) fn inside(reader: &mut Reader<'_>, kind: Kind, out: &mut [u8], all: bool) -> Result<()> {
    match kind {
        Kind::Bgra if reader.is_text() => {
            let said = reader.text()?;
            let put = kind.put_text(&said, out);
            put.map_err(|ValueError { expected, .. }| {
                reader.wrong_scalar(&Scalar::Text(said), expected)
            })
        }
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
    if kind.is_bits() && reader.is_list() {
        return named_bits(reader, kind, out);
    }
    // Said only where it is needed: making it would take longer than reading a number.
    let expected = fmt::from_fn(|f| f.write_str(&kind.expected()));
    let scalar = reader.scalar(&expected)?;
    let is_flag = matches!(kind, Kind::Part(_, Part { shows: Shows::Flag, .. }));
    let put = match &scalar {
        Scalar::Number(_) if is_flag => {
            return Err(reader.wrong_scalar(&scalar, &expected));
        }
        Scalar::Number(number) => kind.put_number(number, out),
        Scalar::Text(text) => kind.put_text(text, out),
        Scalar::Flag(flag) => kind.put_flag(*flag, out),
        Scalar::Null => return Err(reader.wrong_scalar(&scalar, &expected)),
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
