//! The `ngi` command-line program: arguments in, library calls, text or JSON out.

mod args;
mod commands;
mod ui;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    let args = args::Cli::parse_from(std::env::args_os().map(args::plain_number));
    let ui = ui::Ui::new(args.quiet, args.verbose);
    ui.exit_code(commands::run(args.command, &ui))
}
