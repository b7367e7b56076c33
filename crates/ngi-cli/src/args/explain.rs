//! `explain`.

use clap::Args;
use ngi_verbs::language::Language;

use super::headings::OUTPUT;

#[derive(Debug, Args)]
#[command(
    before_long_help = "\
ngi explain mat0.key.phase
ngi explain \"msh.slot.*\"
ngi explain mat0.key.phase --language ru
ngi explain nres.sort.order --json",
    after_long_help = "\
`ngi check` prints the code of each finding in brackets, and `ngi check --list-codes` lists all codes.
`ngi demo --broken DIR` writes one broken file for each code."
)]
pub struct ExplainArgs {
    /// Codes of rules, or patterns with * and ?.
    #[arg(required = true, value_name = "CODE")]
    pub codes: Vec<String>,
    /// Language of the text, en or ru; JSON is always English.
    #[arg(long, value_name = "LANGUAGE", default_value = "en", help_heading = OUTPUT)]
    pub language: Language,
    /// Print JSON (ngi.explain/1).
    #[arg(long, help_heading = OUTPUT)]
    pub json: bool,
}
