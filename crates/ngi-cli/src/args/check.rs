//! `check`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::headings::{INPUT, OUTPUT, RULES};

/// Set of rules to apply.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum Mode {
    /// All rules.
    Strict,
    /// Only the rules that the engine depends on.
    Tolerant,
}

#[derive(Debug, Args)]
#[command(
    before_long_help = "\
ngi check .
ngi check Textures.lib
ngi check \"bases.rlb/*.msh\"
ngi check --mode tolerant sounds.lib
ngi check . --allow nres.data.unindexed
ngi check . --json
ngi check --list-codes",
    after_long_help = "\
Each finding ends with its code in brackets. `ngi explain CODE` describes the rule, what the game does
with a file that breaks it, and how to repair the file. The exit code is 1 if there are findings."
)]
pub struct CheckArgs {
    /// Files, entries, archives, folders or patterns with * and ?; `-` for stdin.
    #[arg(required_unless_present = "list_codes")]
    pub paths: Vec<PathBuf>,
    /// File name of the data on stdin, if the format depends on it, such as WATER.wea.
    #[arg(long, value_name = "NAME", help_heading = INPUT)]
    pub name: Option<String>,
    /// Game folder for references [default: NGI_GAME, else the nearest one above PATHS].
    #[arg(long, value_name = "DIR", help_heading = INPUT)]
    pub game: Option<PathBuf>,
    /// Rules to apply.
    #[arg(long, value_enum, default_value = "strict", help_heading = RULES)]
    pub mode: Mode,
    /// Also check the invariants measured on the shipped game.
    #[arg(long, help_heading = RULES)]
    pub retail: bool,
    /// Report findings with this code as errors (repeatable).
    #[arg(long, value_name = "CODE", help_heading = RULES)]
    pub deny: Vec<String>,
    /// Ignore findings with this code (repeatable).
    #[arg(long, value_name = "CODE", help_heading = RULES)]
    pub allow: Vec<String>,
    /// List all codes with their severity and rule.
    #[arg(long, help_heading = OUTPUT)]
    pub list_codes: bool,
    /// Print JSON (ngi.check/1).
    #[arg(long, help_heading = OUTPUT)]
    pub json: bool,
}
