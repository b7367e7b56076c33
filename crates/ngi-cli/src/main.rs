//! The `ngi` command-line program.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(ngi_cli::run(std::env::args_os()))
}
