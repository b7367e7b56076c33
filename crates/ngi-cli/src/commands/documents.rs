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
    let (bytes, name) = (node.bytes()?, node.name());
    let suffix = suffix(&args.output);
    if suffix == "bin" || (suffix != "json" && suffix == self::suffix(Path::new(&name))) {
        save::write_new(&args.output, args.force, |out| out.write_all(&bytes))?;
        ui.say(format_args!("{} bytes in {}", bytes.len(), args.output.display()));
        return Ok(Outcome::Clean);
    }
    only_json(&args.output)?;
    let subject = Subject { name: &name, bytes: &bytes, entry: entry_meta(&node) };
    let Some(format) = format::recognise(&subject) else {
        bail!("{}: no known format; `-o FILE.bin` takes its bytes as they are", node.path());
    };
    let mut failure = None;
    let saved = save::write_new(&args.output, args.force, |out| {
        format.write_json(&subject, Form::Full, out).map_err(|error| {
            failure = Some(error);
            io::Error::other("stopped")
        })
    });
    match failure {
        Some(error) => Err(anyhow::Error::from(error).context(node.path())),
        None => {
            saved?;
            ui.say(format_args!("wrote {}", args.output.display()));
            Ok(Outcome::Clean)
        }
    }
}

/// The suffix of a name, in lower case.
fn suffix(path: &Path) -> String {
    path.extension().unwrap_or_default().to_string_lossy().to_lowercase()
}

/// `ngi import`.
pub fn import(args: &ImportArgs, ui: &Ui) -> Result<Outcome> {
    only_json(&args.file)?;
    if same_file(&args.file, &args.output) {
        bail!("{}: would be replaced by what is made of it", args.output.display());
    }
    let shown = args.file.display();
    let text = fs::read_to_string(&args.file).with_context(|| format!("{shown}: cannot read"))?;
    // Some editors put a byte order mark in front.
    let document: Value = serde_json::from_str(text.trim_start_matches('\u{feff}'))
        .with_context(|| shown.to_string())?;
    let like = args.like.as_deref().map(|path| anyhow::Ok(node(path)?.bytes()?)).transpose()?;
    let bytes = format::of_schema(&document)?
        .bytes_from_json(&document, like.as_deref())
        .with_context(|| shown.to_string())?;
    save::write_new(&args.output, args.force, |out| out.write_all(&bytes))?;
    ui.say(format_args!("{} bytes in {}", bytes.len(), args.output.display()));
    Ok(Outcome::Clean)
}

fn same_file(a: &Path, b: &Path) -> bool {
    matches!((a.canonicalize(), b.canonicalize()), (Ok(a), Ok(b)) if a == b)
}

fn only_json(path: &Path) -> Result<()> {
    match suffix(path).as_str() {
        "json" => Ok(()),
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
