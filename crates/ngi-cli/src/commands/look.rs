//! `list` and `show`.

use std::io::Write;

use anyhow::Result;
use ngi_convert::check::entry_meta;
use ngi_convert::format::{self, Subject};
use ngi_convert::{list, show};
use serde_json::Value;

use super::node;
use crate::args::{ListArgs, ShowArgs};
use crate::ui::{Outcome, Ui};

/// `ngi list`.
pub fn list(args: &ListArgs, ui: &Ui) -> Result<Outcome> {
    let options = list::Options { recursive: args.recursive, type_id: args.type_id };
    let listing = list::list(&node(&args.path)?, options)?;
    listing.problems.iter().for_each(|problem| ui.warn(problem));
    if args.json {
        ui.json(&listing.to_json())?;
    } else {
        let rows: Vec<Value> = listing.entries.iter().cloned().map(listed).collect();
        let mut out = ui.out();
        write!(out, "{}", show::table(&rows).unwrap_or_default())?;
        out.flush()?;
    }
    Ok(Outcome::found_if(!listing.problems.is_empty()))
}

/// A row as people want to read it: no field twice, offsets in hex, the path instead of the name.
fn listed(mut row: serde_json::Map<String, Value>) -> Value {
    row.shift_remove("type_id");
    row.shift_remove("name_raw");
    if let Some(offset) = row.get_mut("offset")
        && let Some(number) = offset.as_u64()
    {
        *offset = format!("{number:#x}").into();
    }
    if let Some(path) = row.shift_remove("path") {
        row.insert("name".into(), path);
    }
    Value::Object(row)
}

/// `ngi show`.
pub fn show(args: &ShowArgs, ui: &Ui) -> Result<Outcome> {
    let node = node(&args.path)?;
    if node.kind() == ngi_vfs::NodeKind::Folder {
        let (path, json) = (args.path.clone(), args.json);
        return list(&ListArgs { path, recursive: false, type_id: None, json }, ui);
    }
    let bytes = node.bytes()?;
    let name = node.name();
    let subject = Subject { name: &name, bytes: &bytes, entry: entry_meta(&node) };
    let format = format::recognise(&subject).filter(|_| !args.hex);
    let Some(format) = format else {
        if args.json || args.at.is_some() {
            anyhow::bail!("{}: no known format; --hex shows its bytes", node.path());
        }
        if !args.hex {
            ui.say(format_args!("{}: no known format, {} bytes:", node.path(), bytes.len()));
        }
        let mut out = ui.out();
        show::hex_dump(&bytes, &mut out)?;
        out.flush()?;
        return Ok(Outcome::Clean);
    };
    if let Some(field) = &args.at {
        let document = format.to_json(&subject)?;
        let value = show::at(&document, field)?;
        if args.json || value.is_object() || value.is_array() {
            ui.json(value)?;
        } else {
            let mut out = ui.out();
            writeln!(out, "{}", show::scalar(value))?;
            out.flush()?;
        }
    } else if args.json {
        ui.json(&format.to_json(&subject)?)?;
    } else {
        let mut out = ui.out();
        write!(out, "{}: {}\n{}", node.path(), format.title(), format.show(&subject)?)?;
        out.flush()?;
    }
    Ok(Outcome::Clean)
}
