//! One file per group of verbs: call the library, print what it says.

mod archives;
mod check;
mod compare;
mod demo;
mod documents;
mod look;
mod pose;
mod shell;

use std::path::Path;

use anyhow::Result;
use ngi_vfs::{Node, locate};

use crate::args::Command;
use crate::ui::{Outcome, Ui};

/// Runs a command.
pub fn run(command: Command, ui: &Ui) -> Result<Outcome> {
    match command {
        Command::List(args) => look::list(&args, ui),
        Command::Show(args) => look::show(&args, ui),
        Command::Check(args) => check::check(&args, ui),
        Command::Extract(args) => archives::extract(&args, ui),
        Command::Pack(args) => archives::pack(&args, ui),
        Command::Edit(args) => archives::edit(&args, ui),
        Command::Export(args) => documents::export(&args, ui),
        Command::Import(args) => documents::import(&args, ui),
        Command::Set(args) => documents::set(&args, ui),
        Command::Diff(args) => compare::diff(&args, ui),
        Command::Find(args) => compare::find(&args, ui),
        Command::Pose(args) => pose::pose(&args, ui),
        Command::Demo(args) => demo::demo(&args, ui),
        Command::Completions { shell } => shell::completions(shell, ui),
        Command::Man { output, force } => shell::man(output.as_deref(), force, ui),
    }
}

/// What a path names.
fn node(path: &Path) -> Result<Node> {
    Ok(locate(path)?)
}
