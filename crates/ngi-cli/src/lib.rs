//! The `ngi` program: arguments in, library calls, text or JSON out.
//!
//! A library, so that tests can run many commands in one process; [`run`] is all there is of it.
//! What the commands do lives in the crates below.
//!
//! ```
//! assert_eq!(ngi_cli::run(["ngi", "check", "--list-codes"]), 0);
//! assert_eq!(ngi_cli::run(["ngi", "check", "no/such/file"]), 2);
//! ```

mod args;
mod commands;
mod ui;

use std::ffi::OsString;
use std::io::ErrorKind;

use clap::Parser;

/// Runs one command line, the name of the program first; gives the exit code.
pub fn run(words: impl IntoIterator<Item = impl Into<OsString>>) -> u8 {
    let words = words.into_iter().map(|word| args::plain_number(word.into()));
    let args = match args::Cli::try_parse_from(words) {
        Ok(args) => args,
        Err(told) => {
            // Help, the version, or what is wrong with the words.
            let unread = told.print().is_err_and(|error| error.kind() != ErrorKind::BrokenPipe);
            return if told.use_stderr() || unread { 2 } else { 0 };
        }
    };
    ngi_vfs::transaction::on_wait(|folder| {
        let (folder, why) = (folder.display(), "another program is at work here; waiting for it");
        ui::warn(format_args!("{folder}: {why}"));
    });
    let ui = ui::Ui::new(args.quiet, args.verbose);
    ui.exit_code(commands::run(args.command, &args.mods, &ui))
}
