//! `pose`.

use std::io::Write;

use anyhow::{Context, Result, bail};
use ngi_verbs::check::entry_meta;
use ngi_verbs::document::write::{self, Layout};
use ngi_verbs::format::{Subject, recognise};
use ngi_verbs::model::pose::{self, Options};

use super::node;
use crate::args::PoseArgs;
use crate::ui::{Outcome, Ui};

/// `ngi pose`.
pub fn pose(args: &PoseArgs, ui: &Ui) -> Result<Outcome> {
    let node = node(&args.path)?;
    let (bytes, name) = (node.bytes()?, node.name());
    let subject = Subject { name: &name, bytes: &bytes, entry: entry_meta(&node) };
    if recognise(&subject).is_none_or(|format| format.id() != "msh") {
        bail!("{}: not a model", node.path());
    }
    let blend = match args.blend.as_deref() {
        Some(&[to, weight]) if (0.0..=1.0).contains(&weight) => Some((to, weight)),
        Some(&[_, weight]) => bail!("--blend: the share W must be from 0 to 1, not {weight}"),
        _ => None,
    };
    let options = Options { time: args.time, blend, draw: args.draw };
    let posed = pose::pose(&bytes, &options).with_context(|| node.path())?;
    let mut out = ui.out();
    if args.json {
        write::write(&posed.document, Layout::Rows, &mut out)?;
    } else {
        write!(out, "{}", posed.document.text())?;
    }
    out.flush()?;
    drop(out);
    posed.broken.iter().for_each(|problem| ui.warn(format_args!("left out: {problem}")));
    Ok(Outcome::found_if(!posed.broken.is_empty()))
}
