//! `schema`.

use std::io::Write as _;

use anyhow::{Result, bail};
use ngi_convert::table;
use ngi_verbs::describe::{self, Description, Ways};
use ngi_verbs::format::{self, Format};

use crate::args::SchemaArgs;
use crate::ui::{Outcome, Ui};

/// `ngi schema`.
pub fn schema(args: &SchemaArgs, ui: &Ui) -> Result<Outcome> {
    let one = args.format.as_deref().map(of_id).transpose()?;
    let formats: Vec<&Format> = match one {
        Some(format) => vec![format],
        None => format::FORMATS.to_vec(),
    };
    if args.json {
        ui.json(&Description::of(formats, ways))?;
        return Ok(Outcome::Clean);
    }
    if args.json_schema {
        for format in formats {
            ui.json(&describe::json_schema(format))?;
        }
        return Ok(Outcome::Clean);
    }
    let mut out = ui.out();
    for (place, format) in formats.into_iter().enumerate() {
        let text = match (args.kaitai, args.imhex) {
            (true, _) => match describe::description(format) {
                Some(text) => text,
                None => bail!("{} is text: there is no Kaitai description of it", format.id()),
            },
            (_, true) => describe::pattern(format),
            _ => describe::text(format),
        };
        write!(out, "{}{text}", if place == 0 { "" } else { "\n\n" })?;
    }
    out.flush()?;
    Ok(Outcome::Clean)
}

/// What things of a format can become and be made of, so that other programs offer just that.
fn ways(format: &Format) -> Ways {
    let out = table::exporters(format.kind).iter().map(|to| to.suffix).collect();
    Ways { out, back: table::sources(format.kind) }
}

fn of_id(id: &str) -> Result<&'static Format> {
    let known = || format::FORMATS.iter().map(|format| format.id()).collect::<Vec<_>>().join(", ");
    match format::of_id(id) {
        Some(format) => Ok(format),
        None => bail!("there is no format \"{id}\"; there are {}", known()),
    }
}
