//! Single fields changed by their paths, whatever the format.

use ngi_vfs::Node;
use serde_json::Value;

use crate::check::entry_meta;
use crate::edit::{Edited, Options};
use crate::format::{self, Subject};
use crate::{Error, Result, show};

/// Sets fields of a file or entry, each by the path that `show --json` prints, and saves the file
/// that holds it. Everything else stays.
pub fn set(node: &Node, fields: &[(String, String)], options: Options) -> Result<Edited> {
    let (bytes, name) = (node.bytes()?, node.name());
    let subject = Subject { name: &name, bytes: &bytes, entry: entry_meta(node) };
    let format = format::recognise(&subject)
        .ok_or_else(|| Error::Usage(format!("{}: no known format, no fields", node.path())))?;
    let mut document = format.to_json(&subject)?;
    let mut lines = Vec::new();
    for (path, text) in fields {
        let place = show::at_mut(&mut document, path)?;
        let value = parse(text, place)?;
        lines.push(format!("{path}: {} becomes {}", show::scalar(place), show::scalar(&value)));
        *place = value;
    }
    let changed = format.bytes_from_json(&document, Some(&bytes))?;
    if options.dry_run || changed.as_slice() == bytes {
        return Ok(Edited { lines, saved: None });
    }
    let saved = ngi_vfs::rewrite(node, &changed, options.backup)?;
    Ok(Edited { lines, saved: Some(saved) })
}

/// Text as a value of the kind that is there: text stays text, everything else is JSON.
fn parse(text: &str, old: &Value) -> Result<Value> {
    if old.is_string() && text != "null" {
        return Ok(text.into());
    }
    if let Some(number) = text.strip_prefix("0x").and_then(|hex| u64::from_str_radix(hex, 16).ok())
    {
        return Ok(number.into());
    }
    serde_json::from_str(text).or_else(|_| {
        // A float may be given as the strings that stand for what JSON has no number for.
        let special = text.starts_with("nan:") || matches!(text, "inf" | "-inf");
        let wrong = || Error::Usage(format!("\"{text}\" is no value like {}", show::scalar(old)));
        special.then(|| text.into()).ok_or_else(wrong)
    })
}
