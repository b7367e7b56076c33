//! What a person sees: data on stdout, everything else on stderr, progress on a terminal only.

use std::fmt::Display;
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::sync::OnceLock;

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
/// What matters less.
pub const DIM: Style = Style::new().dimmed();

/// How to talk to the person.
pub struct Ui {
    quiet: bool,
    verbose: bool,
    colours: bool,
    bar: OnceLock<ProgressBar>,
}

impl Ui {
    pub fn new(quiet: bool, verbose: bool) -> Self {
        // Only asked, not written through: a writer that takes colours out would take the same
        // bytes out of the game's names.
        let choice = anstream::AutoStream::choice(&io::stdout());
        let colours = choice != anstream::ColorChoice::Never;
        Self { quiet, verbose, colours, bar: OnceLock::new() }
    }

    /// Standard output, as it is.
    pub fn out(&self) -> impl Write + use<> {
        self.finish_bar();
        io::BufWriter::new(io::stdout().lock())
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
            tell(format_args!("{}", lines(text)));
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
        warn(text);
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
                tell(format_args!("{RED}error{RED:#}: {}", lines(told(&error))));
                2
            }
        }
    }
}

/// Warns on stderr, where no bar is to be seen yet.
pub fn warn(text: impl Display) {
    tell(format_args!("{YELLOW}warning{YELLOW:#}: {}", lines(text)));
}

/// A line on stderr, in one piece. Where that cannot be written either, nobody listens, and the
/// exit code still says how it ended.
fn tell(line: impl Display) {
    let _ = anstream::stderr().write_all(format!("{line}\n").as_bytes());
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
        if self.quiet || steps < 8 || !io::stderr().is_terminal() {
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
