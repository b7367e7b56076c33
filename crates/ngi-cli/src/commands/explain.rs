//! `explain`.

use std::io::Write as _;

use anyhow::{Result, bail};
use ngi_verbs::explain::{self, Answer, Explanation};
use ngi_verbs::find::exact_pattern;
use ngi_verbs::format;
use ngi_verbs::language::Language;

use crate::args::ExplainArgs;
use crate::ui::{Outcome, Ui};

/// `ngi explain`.
pub fn explain(args: &ExplainArgs, ui: &Ui) -> Result<Outcome> {
    let language = if args.json { Language::English } else { args.language };
    let mut rules = Vec::new();
    for asked in &args.codes {
        rules.append(&mut explained(asked, language)?);
    }
    if args.json {
        ui.json(&Answer::of(rules))?;
        return Ok(Outcome::Clean);
    }
    let mut out = ui.out();
    for (place, rule) in rules.iter().enumerate() {
        write!(out, "{}{}", if place == 0 { "" } else { "\n" }, rule.text())?;
    }
    out.flush()?;
    Ok(Outcome::Clean)
}

/// The rules that a code or a pattern names; it has to name one.
fn explained(asked: &str, language: Language) -> Result<Vec<Explanation>> {
    let pattern = exact_pattern(asked)?;
    let known = format::all_codes().filter(|code| pattern.is_match(code.id));
    let rules = known.filter_map(|code| explain::explain_in(code.id, language));
    let rules: Vec<Explanation> = rules.collect();
    if rules.is_empty() {
        let near = explain::nearest(asked);
        let hint = if near.is_empty() {
            "`ngi check --list-codes` lists them".to_owned()
        } else {
            format!("did you mean {}?", near.join(", "))
        };
        bail!("\"{asked}\" is no check code; {hint}");
    }
    Ok(rules)
}
