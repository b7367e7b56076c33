//! What a person sees: data on stdout, everything else on stderr, progress on a terminal only.

use std::fmt::Display;
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use anstyle::{AnsiColor, Style};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use ngi_verbs::document::write::{self, Layout};
use ngi_verbs::{Progress, show};
use serde::Serialize;

/// How a command ended, where it did not fail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// Fine.
    Clean,
    /// Findings, differences, or only a part of what was asked for.
    Found,
}

impl Outcome {
    /// [`Outcome::Found`] if there was something.
    pub fn found_if(found: bool) -> Self {
        if found { Self::Found } else { Self::Clean }
    }
}

/// Errors and things found.
pub const RED: Style = AnsiColor::Red.on_default().bold();
/// Warnings.
pub const YELLOW: Style = AnsiColor::Yellow.on_default().bold();
/// What is good or new.
pub const GREEN: Style = AnsiColor::Green.on_default();
/// Names of files above what belongs to them.
pub const BOLD: Style = Style::new().bold();
/// What matters less.
pub const DIM: Style = Style::new().dimmed();

/// Where a command writes.
#[derive(Clone)]
pub enum Streams {
    /// Standard output and standard error of the process.
    Process,
    /// Memory: standard output, then standard error.
    Memory(Arc<Mutex<[Vec<u8>; 2]>>),
}

impl Streams {
    /// Appends bytes to standard output.
    fn write_out(&self, bytes: &[u8]) -> io::Result<()> {
        match self {
            Self::Process => io::stdout().lock().write_all(bytes),
            Self::Memory(memory) => append(memory, 0, bytes),
        }
    }

    /// Writes a line to standard error in one piece. A failure is ignored: there is no other place
    /// to report it, and the exit code still tells how the command ended.
    fn write_error(&self, line: impl Display) {
        let line = format!("{line}\n");
        let _ = match self {
            Self::Process => anstream::stderr().write_all(line.as_bytes()),
            Self::Memory(memory) => {
                append(memory, 1, anstream::adapter::strip_str(&line).to_string().as_bytes())
            }
        };
    }

    /// Prints a warning.
    pub fn warn(&self, text: impl Display) {
        self.write_error(format_args!("{YELLOW}warning{YELLOW:#}: {}", lines(text)));
    }

    /// Prints what clap has to say: help, the version, or an error of usage.
    pub fn print(&self, text: &clap::Error) -> io::Result<()> {
        match self {
            Self::Process => text.print(),
            Self::Memory(memory) => {
                append(memory, usize::from(text.use_stderr()), text.render().to_string().as_bytes())
            }
        }
    }

    /// Prints a styled text to standard output, without colours if they are not wanted.
    fn print_styled(&self, text: &clap::builder::StyledStr) -> io::Result<()> {
        match self {
            Self::Process => anstream::stdout().write_all(text.ansi().to_string().as_bytes()),
            Self::Memory(memory) => append(memory, 0, text.to_string().as_bytes()),
        }
    }

    /// True if standard output is a terminal.
    fn is_terminal(&self) -> bool {
        matches!(self, Self::Process) && io::stdout().is_terminal()
    }
}

fn append(memory: &Mutex<[Vec<u8>; 2]>, stream: usize, bytes: &[u8]) -> io::Result<()> {
    let mut streams = memory.lock().unwrap_or_else(PoisonError::into_inner);
    streams.get_mut(stream).map_or(Ok(()), |stream| stream.write_all(bytes))
}

/// Standard output of a command.
struct Out(Streams);

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write_out(bytes).map(|()| bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        match &self.0 {
            Streams::Process => io::stdout().lock().flush(),
            Streams::Memory(_) => Ok(()),
        }
    }
}

/// How a command talks to the user.
pub struct Ui {
    quiet: bool,
    verbose: bool,
    colours: bool,
    streams: Streams,
    bar: OnceLock<ProgressBar>,
}

impl Ui {
    pub fn new(quiet: bool, verbose: bool, streams: Streams) -> Self {
        // Only queried: a writer that strips colours would strip the same bytes from the names of
        // the game.
        let colours = matches!(streams, Streams::Process)
            && anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never;
        Self { quiet, verbose, colours, streams, bar: OnceLock::new() }
    }

    /// Standard output, buffered.
    pub fn out(&self) -> impl Write + use<> {
        self.finish_bar();
        io::BufWriter::new(Out(self.streams.clone()))
    }

    /// True if standard output is a terminal.
    pub fn is_terminal(&self) -> bool {
        self.streams.is_terminal()
    }

    /// Columns of the terminal that standard output is connected to; `None` if it is not a terminal.
    pub fn width(&self) -> Option<usize> {
        let (columns, _) =
            self.is_terminal().then(|| terminal_size::terminal_size_of(io::stdout()))??;
        Some(columns.0.into())
    }

    /// Prints a help text.
    pub fn print_styled(&self, text: &clap::builder::StyledStr) -> anyhow::Result<()> {
        Ok(self.streams.print_styled(text)?)
    }

    /// A style for standard output; plain where colours are not wanted.
    pub fn style(&self, style: Style) -> Style {
        if self.colours { style } else { Style::new() }
    }

    /// Prints a JSON document.
    pub fn json(&self, value: &impl Serialize) -> anyhow::Result<()> {
        let mut out = self.out();
        write::write(value, Layout::Values, &mut out)?;
        Ok(out.flush()?)
    }

    /// Says something on stderr, unless told to be quiet.
    pub fn say(&self, text: impl Display) {
        if !self.quiet {
            self.finish_bar();
            self.streams.write_error(lines(text));
        }
    }

    /// Says something on stderr that only the curious want to know.
    pub fn whisper(&self, text: impl Display) {
        if self.verbose {
            self.say(text);
        }
    }

    /// Whether somebody wants to know more.
    pub fn is_verbose(&self) -> bool {
        self.verbose
    }

    /// Warns on stderr, quiet or not.
    pub fn warn(&self, text: impl Display) {
        self.finish_bar();
        self.streams.warn(text);
    }

    fn finish_bar(&self) {
        if let Some(bar) = self.bar.get() {
            bar.finish_and_clear();
        }
    }

    /// What writing to stdout came to. A reader who has had enough is no failure, and what was
    /// found still counts.
    pub fn written(&self, written: anyhow::Result<()>) -> anyhow::Result<()> {
        written.or_else(|error| if is_closed_pipe(&error) { Ok(()) } else { Err(error) })
    }

    /// The exit code for how a command ended; prints the error where it failed.
    pub fn exit_code(&self, outcome: anyhow::Result<Outcome>) -> u8 {
        self.finish_bar();
        match outcome {
            Ok(Outcome::Clean) => 0,
            Ok(Outcome::Found) => 1,
            Err(error) if is_closed_pipe(&error) => 0,
            Err(error) => {
                let text = lines(told(&error));
                self.streams.write_error(format_args!("{RED}error{RED:#}: {text}"));
                2
            }
        }
    }
}

/// Text for stderr, which may quote names of any bytes: nothing in it can steer a terminal.
fn lines(text: impl Display) -> String {
    let text = text.to_string();
    let lines: Vec<String> = text.split('\n').map(show::printable).collect();
    lines.join("\n")
}

/// An error and its causes; a cause that the error already quotes is not told again.
fn told(error: &anyhow::Error) -> String {
    error.chain().fold(String::new(), |mut text, cause| {
        let cause = cause.to_string();
        if !text.ends_with(&cause) {
            text.push_str(if text.is_empty() { "" } else { ": " });
            text.push_str(&cause);
        }
        text
    })
}

/// Whether whoever read our output has gone away.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == ErrorKind::BrokenPipe)
}

impl Progress for Ui {
    fn start(&self, steps: u64, what: &str) {
        // Short work is over before a bar could be read.
        let is_seen = matches!(self.streams, Streams::Process) && io::stderr().is_terminal();
        if self.quiet || steps < 8 || !is_seen {
            return;
        }
        let bar = self.bar.get_or_init(|| {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
            let style = ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len} {eta}");
            if let Ok(style) = style {
                bar.set_style(style);
            }
            bar
        });
        bar.set_length(steps);
        bar.set_position(0);
        bar.set_message(what.to_owned());
    }

    fn note(&self, note: &str) {
        self.warn(note);
    }

    fn advance(&self, steps: u64) {
        if let Some(bar) = self.bar.get() {
            bar.inc(steps);
        }
    }
}
