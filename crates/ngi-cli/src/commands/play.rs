//! `play`.

use std::io::Write;

use anyhow::{Context, Result, bail};
use ngi_formats::kinds;
use ngi_verbs::document::write::{self, Layout};
use ngi_verbs::format;
use ngi_verbs::play::{MOST_TIMES, PlayOptions, parse_times};
use ngi_verbs::surroundings::Surroundings;

use super::check::place;
use super::{game, node, quoted, subject};
use crate::args::PlayArgs;
use crate::ui::{Outcome, Ui};

/// `ngi play`.
pub fn play(args: &PlayArgs, ui: &Ui) -> Result<Outcome> {
    let options = options(args)?;
    let node = node(&args.path)?;
    let (bytes, name) = (node.bytes()?, node.name());
    let subject = subject(&node, &name, &bytes);
    let Some(format) = format::recognise(&subject) else {
        bail!("{}: no known format, so nothing to play", node.path());
    };
    if format.kind == &kinds::SOUND {
        let stem = name.rsplit_once('.').map_or(&*name, |(stem, _)| stem);
        // A loose file must not be exported onto itself.
        let suffix = if node.entry().is_some() { ".wav" } else { "_pcm.wav" };
        let output = quoted(&format!("{stem}{suffix}"));
        bail!(
            "{}: `play` prints the state of materials and effects; to listen to a sound, export it: \
             ngi export {} -o {output}",
            node.path(),
            quoted(&args.path.to_string_lossy()),
        );
    }
    let game = game(args.game.as_deref(), &args.path)?;
    let around = Surroundings::of(&node, game.as_ref());
    let played = format.play(&subject, &around, &options).with_context(|| node.path())?;
    let mut out = ui.out();
    if args.json {
        write::write(&played.document, Layout::Rows, &mut out)?;
    } else {
        write!(out, "{}", played.text)?;
    }
    out.flush()?;
    drop(out);
    let errors = format.own_errors(&subject);
    for error in &errors {
        let (place, sentence, code) = (place(error), error.sentence(), error.code.id);
        let place = if place.is_empty() { place } else { format!(" {place}") };
        ui.warn(format_args!("{}{place}: {sentence} [{code}]", node.path()));
    }
    Ok(Outcome::found_if(!errors.is_empty()))
}

fn options(args: &PlayArgs) -> Result<PlayOptions> {
    let mut times = Vec::new();
    for text in &args.time {
        times.extend(parse_times(text)?);
        if times.len() > MOST_TIMES {
            bail!("more than {MOST_TIMES} times");
        }
    }
    let eye = match args.eye.as_deref() {
        Some(&[x, y, z]) => Some([x, y, z]),
        _ => None,
    };
    let PlayArgs { seed, value, speed, life, .. } = *args;
    Ok(PlayOptions { times, seed, eye, value, speed, life })
}
