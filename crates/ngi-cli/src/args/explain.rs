//! `explain`.

use clap::Args;

#[derive(Debug, Args)]
#[command(after_help = "\
`ngi check` prints the code of a rule at the end of each line; `ngi check --list-codes` lists all.
`ngi demo --broken DIR` makes a file for each that breaks just this one.

Examples:
  ngi explain mat0.key.phase
  ngi explain \"msh.slot.*\"
  ngi explain nres.sort.order --json")]
pub struct ExplainArgs {
    /// Codes of rules; patterns with * and ?.
    #[arg(required = true, value_name = "CODE")]
    pub codes: Vec<String>,
    /// Print JSON (ngi.explain/1).
    #[arg(long)]
    pub json: bool,
}
