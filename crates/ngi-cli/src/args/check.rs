//! `check`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

/// Which rules apply.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum Mode {
    /// Every rule.
    Strict,
    /// As the engine reads: what it copes with passes.
    Tolerant,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  ngi check Textures.lib
  ngi check . --json
  ngi check --mode tolerant sounds.lib
  ngi check . --allow nres.data.unindexed
  ngi check \"bases.rlb/*.msh\"
  ngi check --list-codes")]
pub struct CheckArgs {
    /// Files, entries, archives or folders; patterns with * and ?; `-` for stdin.
    #[arg(required_unless_present = "list_codes")]
    pub paths: Vec<PathBuf>,
    /// What the file from stdin is called, where its name says what it is.
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,
    /// Which rules apply.
    #[arg(long, value_enum, default_value = "strict")]
    pub mode: Mode,
    /// Ask about the invariants measured on the shipped game too.
    #[arg(long)]
    pub retail: bool,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
    /// Count findings of this code as errors.
    #[arg(long, value_name = "CODE")]
    pub deny: Vec<String>,
    /// Do not report findings of this code.
    #[arg(long, value_name = "CODE")]
    pub allow: Vec<String>,
    /// The game folder, for names that lead to other files; else NGI_GAME, else the nearest folder
    /// above that holds one.
    #[arg(long, value_name = "DIR")]
    pub game: Option<PathBuf>,
    /// List every code with its severity and its rule.
    #[arg(long)]
    pub list_codes: bool,
}
