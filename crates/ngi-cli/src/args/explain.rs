//! `explain`.

use clap::Args;
use ngi_verbs::language::Language;

#[derive(Debug, Args)]
#[command(after_help = "\
`ngi check` prints the code of a rule at the end of each line; `ngi check --list-codes` lists all.
`ngi demo --broken DIR` makes a file for each that breaks just this one.

Examples:
  ngi explain mat0.key.phase
  ngi explain \"msh.slot.*\"
  ngi explain mat0.key.phase --language ru
  ngi explain nres.sort.order --json")]
pub struct ExplainArgs {
    /// Codes of rules; patterns with * and ?.
    #[arg(required = true, value_name = "CODE")]
    pub codes: Vec<String>,
    /// en or ru. JSON is English always.
    #[arg(long, value_name = "LANGUAGE", default_value = "en")]
    pub language: Language,
    /// Print JSON (ngi.explain/1).
    #[arg(long)]
    pub json: bool,
}
