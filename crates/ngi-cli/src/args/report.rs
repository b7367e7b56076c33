//! `report`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::headings::{OUTPUT, SAFETY};

#[derive(Debug, Args)]
#[command(
    before_long_help = "\
ngi report archives .
ngi report archives . -o archives.html --force
ngi report missions . --json",
    after_long_help = "\
A report is text, JSON (ngi.report/1), or with -o a self-contained HTML page. The exit code is 1 if
the report has findings."
)]
pub struct ReportArgs {
    #[command(subcommand)]
    pub subject: ReportSubject,
}

#[derive(Debug, Subcommand)]
pub enum ReportSubject {
    /// Report entries, types, sizes, sort table and findings of every archive.
    #[command(
        before_long_help = "\
ngi report archives .
ngi report archives . --json
ngi report archives . -o health.html",
        after_long_help = "\
Columns:
  used         bytes of payloads; shared bytes count once
  padding      zeros outside all entries
  forgotten    other bytes outside all entries
  overlapping  bytes that belong to several entries
  sort table   canonical: as the game writes it; sound: in order, but written differently;
               broken: the game does not find all entries"
    )]
    Archives(Reported),
    /// Report every object placed by a mission, down to its textures, and all missing files.
    #[command(
        before_long_help = "\
ngi report missions .
ngi report missions . --json
ngi report missions . -o missions.html",
        after_long_help = "\
ngi follows each placed object: unit, part, record of the object registry, archive, model, wear table,
material, texture. A missing file is reported with all steps that lead to it."
    )]
    Missions(Reported),
}

#[derive(Debug, Args)]
pub struct Reported {
    /// Game folder, or an archive or a folder inside it.
    pub game: PathBuf,
    /// Write an HTML page.
    #[arg(short, long, value_name = "FILE", conflicts_with = "json", help_heading = OUTPUT)]
    pub output: Option<PathBuf>,
    /// Print JSON (ngi.report/1).
    #[arg(long, help_heading = OUTPUT)]
    pub json: bool,
    /// Replace an existing page.
    #[arg(long, requires = "output", help_heading = SAFETY)]
    pub force: bool,
}
