//! Single fields changed by their paths, whatever the format.

use ngi_formats::nres::{Archive, Editor};
use ngi_vfs::Node;
use ngi_vfs::save::Saved;
use serde_json::Value;

use crate::BytesFormat;
use crate::check::entry_meta;
use crate::edit::{Edited, Options};
use crate::format::{self, EntryMeta, Format, Known, Subject};
use crate::{Error, Result, json, show};

/// What a file or entry becomes when fields are set.
#[derive(Debug, Clone)]
pub struct Changed {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// What its archive's directory says of it, for an entry.
    pub entry: Option<EntryMeta>,
    /// The document of the new bytes.
    pub document: Value,
    /// A line per field.
    pub lines: Vec<String>,
}

/// Sets fields of a file or entry, each by the path that `show --json` prints, and saves the file
/// that holds it. Everything else stays.
pub fn set(node: &Node, fields: &[(String, String)], options: Options) -> Result<Edited> {
    let (bytes, name) = (node.bytes()?, node.name());
    let subject = Subject { name: &name, bytes: &bytes, entry: entry_meta(node) };
    let known = format::of_node(node, &subject);
    let format = known.as_ref().map_or(&BytesFormat as &dyn Format, Known::format);
    let changed = change(format, &subject, fields)?;
    let same = changed.bytes.as_slice() == bytes && changed.entry == subject.entry;
    if options.dry_run || same {
        return Ok(Edited { lines: changed.lines, saved: None });
    }
    let saved = save(node, changed.bytes, changed.entry, options.backup)?;
    Ok(Edited { lines: changed.lines, saved: Some(saved) })
}

/// Sets fields of a subject; nothing is saved.
pub fn change(
    format: &dyn Format,
    subject: &Subject<'_>,
    fields: &[(String, String)],
) -> Result<Changed> {
    let mut document = format.to_json(subject)?;
    let mut lines = Vec::new();
    for (path, text) in fields {
        let place = show::at_mut(&mut document, path)?;
        let value = parse(path, text, place)?;
        lines.push(format!("{path}: {} becomes {}", show::scalar(place), show::scalar(&value)));
        *place = value;
        forget_twin(&mut document, path);
    }
    let bytes = format.bytes_from_json(&document, Some(subject.bytes))?;
    let paths: Vec<&str> = fields.iter().map(|(path, _)| path.as_str()).collect();
    let (bytes, more) = format.settle(bytes, &paths)?;
    lines.extend(more);
    let attributes = match subject.entry {
        Some(_) => format.attributes_from_json(&document)?,
        None => None,
    };
    let entry = subject
        .entry
        .map(|entry| EntryMeta { attributes: attributes.unwrap_or(entry.attributes), ..entry });
    let after = format.to_json(&Subject { bytes: &bytes, entry, ..*subject })?;
    for (path, text) in fields {
        let (asked, is) = (show::at(&document, path)?, show::at(&after, path)?);
        let by_its_twin = asked.is_null() && text != "null";
        if !by_its_twin && !says_the_same(asked, is) {
            let why = format!("{path}: follows from other fields and cannot be set by itself");
            return Err(Error::Usage(why));
        }
    }
    Ok(Changed { bytes, entry, document: after, lines })
}

/// Saves other bytes for a file or entry, and other attributes where its archive has some.
pub fn save(
    node: &Node,
    payload: Vec<u8>,
    entry: Option<EntryMeta>,
    backup: bool,
) -> Result<Saved> {
    match entry.filter(|_| entry != entry_meta(node)) {
        Some(entry) => save_with_entry(node, payload, entry, backup),
        None => Ok(ngi_vfs::rewrite(node, &payload, backup)?),
    }
}

/// Saves an entry together with its attributes.
fn save_with_entry(node: &Node, payload: Vec<u8>, entry: EntryMeta, backup: bool) -> Result<Saved> {
    let place = node.parent().zip(node.entry());
    let (owner, info) =
        place.ok_or_else(|| Error::Usage(format!("{}: no entry of an archive", node.path())))?;
    let bytes = owner.bytes()?;
    let mut editor = Editor::open(&Archive::read(&bytes)?);
    let [attr1, attr2, attr3] = entry.attributes;
    editor.replace(info.index, payload)?;
    editor.set_attr1(info.index, attr1)?;
    editor.set_attr2(info.index, attr2)?;
    editor.set_attr3(info.index, attr3)?;
    Ok(ngi_vfs::rewrite_with(&owner, backup, |mut out| editor.write_to(&mut out))?)
}

/// `type` and `type_id` say the same thing twice; the one that was not set no longer counts.
fn forget_twin(document: &mut Value, path: &str) {
    let twin = match path.rsplit_once('.') {
        Some((parent, "type")) => format!("{parent}.type_id"),
        Some((parent, "type_id")) => format!("{parent}.type"),
        _ => return,
    };
    if let Ok(value) = show::at_mut(document, &twin) {
        *value = Value::Null;
    }
}

/// Whether a value that was asked for is what came out. Floats are stored with fewer digits, and
/// hex in lower case.
fn says_the_same(asked: &Value, is: &Value) -> bool {
    match (asked, is) {
        (Value::String(asked), Value::String(is)) => {
            let is_hex = !is.is_empty() && is.bytes().all(|byte| byte.is_ascii_hexdigit());
            asked == is || (is_hex && asked.eq_ignore_ascii_case(is))
        }
        (Value::Array(asked), Value::Array(is)) => {
            asked.len() == is.len() && asked.iter().zip(is).all(|(a, b)| says_the_same(a, b))
        }
        (Value::Object(asked), Value::Object(is)) => {
            let same =
                |(key, a): (&String, &Value)| is.get(key).is_some_and(|b| says_the_same(a, b));
            asked.len() == is.len() && asked.iter().all(same)
        }
        _ => {
            let bits = |value: &Value| json::parse_float(value).map(f32::to_bits);
            let whole = (asked.is_i64() || asked.is_u64()) && (is.is_i64() || is.is_u64());
            asked == is || (!whole && bits(asked).is_some() && bits(asked) == bits(is))
        }
    }
}

/// Text as a value of the kind that is there: text stays text, everything else is JSON.
fn parse(path: &str, text: &str, old: &Value) -> Result<Value> {
    if old.is_string() && text != "null" {
        let number = serde_json::from_str(text).ok().filter(Value::is_number);
        return Ok(number.filter(|_| is_special(old)).unwrap_or_else(|| text.into()));
    }
    if let Some(number) = text.strip_prefix("0x").and_then(|hex| u64::from_str_radix(hex, 16).ok())
    {
        return Ok(number.into());
    }
    serde_json::from_str(text).or_else(|_| {
        // A float may be given as the strings that stand for what JSON has no number for.
        is_special(&text.into()).then(|| text.into()).ok_or_else(|| {
            Error::Usage(format!("{path}: \"{text}\" is no value like {}", show::scalar(old)))
        })
    })
}

/// Whether a value is a string that stands for a float JSON has no number for.
fn is_special(value: &Value) -> bool {
    value.is_string() && json::parse_float(value).is_some()
}
