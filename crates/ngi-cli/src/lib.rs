//! The `ngi` program: arguments in, library calls, text or JSON out.
//!
//! A library, so that tests can run many commands in one process: [`run`] is the program,
//! [`run_captured`] the same with its output in memory.
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
use std::sync::{Arc, Mutex, PoisonError};

use ui::Streams;

/// Runs one command line, the name of the program first, and returns the exit code.
pub fn run(words: impl IntoIterator<Item = impl Into<OsString>>) -> u8 {
    run_on(words, Streams::Process)
}

/// Exit code and output of a command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Captured {
    /// Exit code.
    pub code: u8,
    /// Bytes of standard output.
    pub stdout: Vec<u8>,
    /// Bytes of standard error, without colours.
    pub stderr: Vec<u8>,
}

/// Runs one command line like [`run`], but keeps its output in memory.
///
/// Three things still use the streams of this process: commands that read standard input, and
/// warnings about interrupted changes and about mods that contradict each other.
pub fn run_captured(words: impl IntoIterator<Item = impl Into<OsString>>) -> Captured {
    let memory = Arc::new(Mutex::default());
    let code = run_on(words, Streams::Memory(Arc::clone(&memory)));
    let [stdout, stderr] =
        std::mem::take(&mut *memory.lock().unwrap_or_else(PoisonError::into_inner));
    Captured { code, stdout, stderr }
}

fn run_on(words: impl IntoIterator<Item = impl Into<OsString>>, streams: Streams) -> u8 {
    let words = words.into_iter().map(|word| args::plain_number(word.into()));
    let args = match args::help::parse(words.collect()) {
        Ok(args) => args,
        Err(text) => {
            let failed =
                streams.print(&text).is_err_and(|error| error.kind() != ErrorKind::BrokenPipe);
            return if text.use_stderr() || failed { 2 } else { 0 };
        }
    };
    ngi_vfs::transaction::on_wait(|folder| {
        let (folder, why) = (folder.display(), "another program is at work here; waiting for it");
        Streams::Process.warn(format_args!("{folder}: {why}"));
    });
    let ui = ui::Ui::new(args.quiet, args.verbose, streams);
    ui.exit_code(commands::run(args.command, &args.mods, &ui))
}
