//! `export`, `import`, `set`: values as JSON and back.

use std::fs;
use std::io;
use std::path::Path;

use anyhow::{Context, Result, bail};
use ngi_convert::check::entry_meta;
use ngi_convert::format::{self, Form, Subject};
use ngi_convert::set;
use ngi_vfs::save;
use serde_json::Value;

use super::{archives, node};
use crate::args::{ExportArgs, ImportArgs, SetArgs};
use crate::ui::{Outcome, Ui};

/// `ngi export`.
pub fn export(args: &ExportArgs, ui: &Ui) -> Result<Outcome> {
    let node = node(&args.path)?;
    only_json(&args.output)?;
    let (bytes, name) = (node.bytes()?, node.name());
    let subject = Subject { name: &name, bytes: &bytes, entry: entry_meta(&node) };
    let Some(format) = format::recognise(&subject) else {
        bail!("{}: no known format; `ngi extract` takes its bytes as they are", node.path());
    };
    save::write_new(&args.output, args.force, |out| {
        format.write_json(&subject, Form::Full, out).map_err(io::Error::other)
    })?;
    ui.say(format_args!("wrote {}", args.output.display()));
    Ok(Outcome::Clean)
}

/// `ngi import`.
pub fn import(args: &ImportArgs, ui: &Ui) -> Result<Outcome> {
    only_json(&args.file)?;
    let shown = args.file.display();
    let text = fs::read_to_string(&args.file).with_context(|| format!("{shown}: cannot read"))?;
    let document: Value = serde_json::from_str(&text).with_context(|| shown.to_string())?;
    let like = args.like.as_deref().map(|path| anyhow::Ok(node(path)?.bytes()?)).transpose()?;
    let bytes = format::of_schema(&document)?
        .bytes_from_json(&document, like.as_deref())
        .with_context(|| shown.to_string())?;
    save::write_new(&args.output, args.force, |out| out.write_all(&bytes))?;
    ui.say(format_args!("{} bytes in {}", bytes.len(), args.output.display()));
    Ok(Outcome::Clean)
}

fn only_json(path: &Path) -> Result<()> {
    let suffix = path.extension().map(|suffix| suffix.to_string_lossy().to_lowercase());
    match suffix.as_deref() {
        Some("json") => Ok(()),
        _ => bail!("{}: only .json is known so far", path.display()),
    }
}

/// `ngi set`.
pub fn set(args: &SetArgs, ui: &Ui) -> Result<Outcome> {
    let options = ngi_convert::edit::Options { backup: !args.no_backup, dry_run: args.dry_run };
    let edited = set::set(&node(&args.path)?, &args.fields, options)?;
    archives::report(&edited, ui);
    Ok(Outcome::Clean)
}
