//! `survey`.

use std::io::Write;
use std::path::Path;

use anyhow::{Result, bail};
use ngi_verbs::document::write::{self, Layout};
use ngi_verbs::placement::Placement;
use ngi_verbs::show;
use ngi_verbs::survey::{self, Options, Survey, shown};
use serde_json::{Value, json};

use super::streams::{Output, is_stream};
use super::{game, node};
use crate::args::SurveyArgs;
use crate::ui::{Outcome, Ui};

/// `ngi survey`.
pub fn survey(args: &SurveyArgs, ui: &Ui) -> Result<Outcome> {
    if let Some([a, b]) = args.compare.as_deref() {
        return compare(a, b, args.json, ui);
    }
    let Some(path) = args.path.as_deref() else { bail!("name a game folder") };
    let options = Options { names: args.names, game: game(None, path)? };
    let survey = survey::survey(&node(path)?, options, ui)?;
    survey.problems.iter().for_each(|problem| ui.warn(problem));
    for output in &args.output {
        write_to(output, &survey, args.force, ui)?;
    }
    let is_answered = args.output.iter().any(|output| is_stream(output));
    if !is_answered {
        ui.written(if args.json { ui.json(&survey) } else { print(&survey, ui) })?;
    }
    let (equal, all) = survey.equal();
    Ok(Outcome::found_if(equal < all || !survey.problems.is_empty()))
}

fn write_to(path: &Path, survey: &Survey, force: bool, ui: &Ui) -> Result<()> {
    let suffix = path.extension().map(|suffix| suffix.to_ascii_lowercase());
    let bytes = match suffix.as_deref().and_then(|suffix| suffix.to_str()) {
        Some("html" | "htm") => survey::page(survey).into_bytes(),
        Some("json") => json_of(survey)?,
        None if is_stream(path) => json_of(survey)?,
        _ => bail!("{}: a survey is written as .json or .html", path.display()),
    };
    let output = Output::of(path, "survey.json")?;
    Placement::InUse { replace: force }.write_file(output.path(), &bytes)?;
    output.finish(ui)?;
    if !output.is_stream() {
        ui.say(format_args!("wrote {}", path.display()));
    }
    Ok(())
}

fn json_of(survey: &Survey) -> Result<Vec<u8>> {
    let mut out = Vec::new();
    write::write(survey, Layout::Rows, &mut out)?;
    Ok(out)
}

fn print(survey: &Survey, ui: &Ui) -> Result<()> {
    let mut out = ui.out();
    let census = survey.census;
    let (equal, all) = survey.equal();
    writeln!(out, "edition: {}", survey.edition)?;
    writeln!(
        out,
        "census: {} files, {} bytes, {} archives with {} entries",
        census.files, census.bytes, census.archives, census.entries
    )?;
    writeln!(out, "published figures: {equal} of {all} are equal here")?;
    let rows: Vec<Value> = survey
        .claims
        .iter()
        .filter(|figure| ui.is_verbose() || !figure.equal)
        .map(|figure| {
            let [published, here] = [Some(figure.published), figure.here].map(shown);
            let same = if figure.equal { "yes" } else { "no" };
            json!({"figure": figure.id, "published": published, "here": here, "equal": same,
                   "published in": figure.source})
        })
        .collect();
    put_table(&mut out, &rows)?;
    let strange: Vec<Value> = survey
        .fields
        .iter()
        .filter(|field| ui.is_verbose() || field.unnamed_bits.unwrap_or(0) > 0 || field.unnamed > 0)
        .map(|field| {
            let bits = field.unnamed_bits.filter(|bits| *bits > 0).map(|bits| format!("{bits:#x}"));
            json!({"format": field.format, "field": field.path, "values": field.count,
                   "min": field.min, "max": field.max, "distinct": field.distinct,
                   "unnamed bits": bits, "unnamed": field.unnamed})
        })
        .collect();
    writeln!(out, "fields: {}, {} of them shown", survey.fields.len(), strange.len())?;
    put_table(&mut out, &strange)?;
    let types = survey.unknown_types.iter().map(|one| format!("{} ({})", one.type_id, one.count));
    let suffixes =
        survey.unknown_suffixes.iter().map(|one| format!(".{} ({})", one.suffix, one.count));
    for (what, list) in
        [("unknown types", types.collect::<Vec<_>>()), ("unknown suffixes", suffixes.collect())]
    {
        let list = if list.is_empty() { "none".into() } else { list.join(", ") };
        writeln!(out, "{what}: {}", show::printable(&list))?;
    }
    for (what, findings) in
        [("broken rules", &survey.findings), ("broken invariants", &survey.retail_findings)]
    {
        let list: Vec<String> =
            findings.iter().map(|(code, count)| format!("{code} ({count})")).collect();
        writeln!(out, "{what}: {}", if list.is_empty() { "none".into() } else { list.join(", ") })?;
    }
    Ok(out.flush()?)
}

fn put_table(out: &mut impl Write, rows: &[Value]) -> Result<()> {
    if !rows.is_empty() {
        for line in show::table(rows).unwrap_or_default().lines() {
            writeln!(out, "  {line}")?;
        }
    }
    Ok(())
}

fn compare(a: &Path, b: &Path, as_json: bool, ui: &Ui) -> Result<Outcome> {
    let comparison = survey::compare(&ngi_vfs::read_input(a)?, &ngi_vfs::read_input(b)?)?;
    let print = || -> Result<()> {
        let mut out = ui.out();
        for difference in &comparison.differences {
            writeln!(out, "{}", difference.line())?;
        }
        Ok(out.flush()?)
    };
    ui.written(if as_json { ui.json(&comparison) } else { print() })?;
    Ok(Outcome::found_if(!comparison.differences.is_empty()))
}
