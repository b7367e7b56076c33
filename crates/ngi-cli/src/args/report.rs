//! `report`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  ngi report archives .
  ngi report archives . -o archives.html --force
  ngi report missions . --json

A report is text, --json (ngi.report/1), or with -o one page of HTML that needs nothing else.")]
pub struct ReportArgs {
    #[command(subcommand)]
    pub subject: ReportSubject,
}

#[derive(Debug, Subcommand)]
pub enum ReportSubject {
    /// How every archive is: entries, types, bytes, sort table, findings.
    #[command(after_help = "\
Examples:
  ngi report archives .
  ngi report archives . --json
  ngi report archives . -o health.html

used: bytes of payloads, each once. padding: zeros that no entry has. forgotten: other bytes that no
entry has. overlapping: bytes that several entries have. sort table: canonical is as the game writes
it, sound in order all the same; with a broken one the game does not find what is there.")]
    Archives(Reported),
    /// What every mission places, down to its textures; every failure with the whole way there.
    #[command(after_help = "\
Examples:
  ngi report missions .
  ngi report missions . --json
  ngi report missions . -o missions.html

Each placed object is followed: unit, part, object of the registry, archive, model, wear, material,
texture. What is missing is told with all steps from the mission on.")]
    Missions(Reported),
}

#[derive(Debug, Args)]
pub struct Reported {
    /// The game folder; an archive or a folder of one will do.
    pub game: PathBuf,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
    /// Write a page of HTML.
    #[arg(short, long, value_name = "FILE", conflicts_with = "json")]
    pub output: Option<PathBuf>,
    /// Replace an existing page.
    #[arg(long, requires = "output")]
    pub force: bool,
}
