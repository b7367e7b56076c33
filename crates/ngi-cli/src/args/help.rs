//! Layout of the help texts.
//!
//! A command declares its examples as `before_long_help`, one per line, and its notes as
//! `after_long_help`. This module makes two texts of them: `-h` is a summary of at most
//! [`MOST_SUMMARY_LINES`] lines with a few examples at the end, and `--help` has everything, with all
//! examples first.

use std::ffi::OsString;
use std::fmt::Write as _;

use clap::builder::{PossibleValuesParser, StyledStr, Styles};
use clap::{Arg, ArgAction, Command, CommandFactory, FromArgMatches};

use super::headings::GENERAL;
use super::{Cli, kinds};

/// Lines of the longest summary on a terminal of 100 columns. Tests check this.
#[cfg(test)]
const MOST_SUMMARY_LINES: usize = 50;

/// Examples at the end of a summary.
const SUMMARY_EXAMPLES: usize = 3;

/// Tasks of the commands, in the order of `ngi --help`.
const TASKS: [(&str, &[&str]); 7] = [
    ("Look", &["view", "list", "show", "find", "diff", "render"]),
    ("Check", &["check", "explain", "report", "survey"]),
    ("Convert", &["export", "import", "watch", "extract", "pack"]),
    ("Edit", &["set", "edit", "fix", "undo"]),
    ("Mods", &["mod"]),
    ("Ask the engine", &["pose", "query", "play"]),
    ("Other", &["demo", "schema", "completions", "man", "help"]),
];

/// Order of the parts. clap's own template puts `before-help` before the description.
const TEMPLATE: &str = "\
{about-with-newline}
{usage-heading} {usage}

{before-help}{all-args}{after-help}";

/// Commands that write into the game and do not accept `--mod`, or that read no game at all.
const WITHOUT_MODS: [&str; 13] = [
    "completions",
    "demo",
    "edit",
    "fix",
    "help",
    "import",
    "man",
    "mod",
    "pack",
    "schema",
    "set",
    "undo",
    "watch",
];

/// Returns the command line with its help texts laid out.
pub fn command() -> Command {
    let root = Cli::command();
    let names = TASKS.iter().flat_map(|(_, names)| names.iter().copied());
    let names: Vec<_> = names.filter(|name| root.find_subcommand(name).is_some()).collect();
    let mods = root.get_arguments().find(|arg| arg.get_id() == "over").cloned();
    let root = root
        .mut_subcommand("help", |help| {
            let commands = PossibleValuesParser::new(names);
            help.mut_arg("of", |arg| arg.value_parser(commands).hide_possible_values(true))
        })
        .mut_subcommands(|sub| {
            let hidden = mods.clone().filter(|_| WITHOUT_MODS.contains(&sub.get_name()));
            sub.args(hidden.map(|arg| arg.hide(true)))
        })
        .disable_help_flag(true)
        .disable_version_flag(true)
        .arg(help_flag())
        .arg(version_flag());
    let root = laid_out(root, "ngi");
    let template = root_template(&root, Spacing::Compact);
    root.help_template(template).after_help(
        "Start with `ngi demo`. `ngi help COMMAND` describes a command; `ngi --help` has examples, \
         paths and exit codes.",
    )
}

/// Returns the main help text. `root` is the whole command line.
pub fn main_text(root: Command) -> StyledStr {
    let template = root_template(&root, Spacing::Wide);
    root.help_template(template).render_long_help()
}

/// Parses a command line.
pub fn parse(words: Vec<OsString>) -> Result<Cli, clap::Error> {
    let mut command = command();
    let mut matches = command.try_get_matches_from_mut(with_help_command(words))?;
    Cli::from_arg_matches_mut(&mut matches).map_err(|error| error.format(&mut command))
}

/// Replaces other ways to ask for help with the command `help`: `ngi --help`, `ngi import --help png`
/// and `ngi mod help make`. clap's help option takes no value and knows one layout only.
fn with_help_command(mut words: Vec<OsString>) -> Vec<OsString> {
    let is_help = |option: &OsString| option == "--help" || option == "-h";
    let has_kinds =
        |command: &OsString| command.to_str().is_some_and(|command| !kinds::of(command).is_empty());
    match words.as_mut_slice() {
        [_, option] if option == "--help" => *option = "help".into(),
        [_, command, option, kind]
            if is_help(option)
                && has_kinds(command)
                && !kind.to_string_lossy().starts_with('-') =>
        {
            (*command, *option) = ("help".into(), std::mem::take(command));
        }
        [_, command, help, ..] if help == "help" && (command == "mod" || command == "report") => {
            (*command, *help) = ("help".into(), std::mem::take(command));
        }
        _ => {}
    }
    words
}

/// Lays out the help of a command and its subcommands. `path` is the command line that starts it.
fn laid_out(command: Command, path: &str) -> Command {
    let command = command.mut_subcommands(|sub| {
        let path = format!("{path} {}", sub.get_name());
        laid_out(sub, &path)
    });
    let text = |text: Option<&StyledStr>| text.map(ToString::to_string).unwrap_or_default();
    let examples = text(command.get_before_long_help());
    let examples: Vec<&str> = examples.lines().collect();
    let mut notes = reflowed(&text(command.get_after_long_help()));
    let mut summary = Vec::new();
    let few = examples.get(..SUMMARY_EXAMPLES).unwrap_or(&examples);
    summary.push(example_list(few));
    summary.extend(left_out(&command, path));
    if let Some(hint) = kinds_hint(&command, path) {
        notes.push_str(if notes.is_empty() { "" } else { "\n\n" });
        notes.push_str(&hint);
    }
    command
        // A manual page describes hidden options by their long help only.
        .mut_args(|arg| match (arg.get_help().cloned(), arg.get_long_help()) {
            (Some(help), None) if arg.is_hide_short_help_set() => arg.long_help(help),
            _ => arg,
        })
        .help_template(TEMPLATE)
        .before_long_help(example_list(&examples))
        .after_help(summary.join("\n\n"))
        .after_long_help(notes)
}

fn help_flag() -> Arg {
    Arg::new("help")
        .short('h')
        .long("help")
        .action(ArgAction::Help)
        .help("Print a summary; --help prints everything")
        .long_help("Print this text; -h prints a summary")
        .help_heading(GENERAL)
        .display_order(903)
        .global(true)
}

fn version_flag() -> Arg {
    Arg::new("version")
        .short('V')
        .long("version")
        .action(ArgAction::Version)
        .help("Print the version")
        .long_help("Print the version")
        .hide_short_help(true)
        .help_heading(GENERAL)
        .display_order(904)
        .global(true)
}

/// Returns examples under their heading.
pub fn example_list(examples: &[&str]) -> String {
    let header = Styles::styled().get_header().to_owned();
    let mut list = format!("{header}Examples:{header:#}");
    examples.iter().for_each(|example| list.push_str(&format!("\n  {example}")));
    list
}

/// Lists the options that the summary leaves out, by heading; `None` if it has all of them.
fn left_out(command: &Command, path: &str) -> Option<String> {
    let mut groups: Vec<(&str, Vec<String>)> = Vec::new();
    for arg in command.get_arguments().filter(|arg| arg.is_hide_short_help_set()) {
        let (Some(heading), Some(long)) = (arg.get_help_heading(), arg.get_long()) else {
            continue;
        };
        let long = format!("--{long}");
        match groups.iter_mut().find(|(known, _)| *known == heading) {
            Some((_, options)) => options.push(long),
            None => groups.push((heading, vec![long])),
        }
    }
    if groups.is_empty() {
        return None;
    }
    let header = Styles::styled().get_header().to_owned();
    if kinds::of(command.get_name()).is_empty() {
        let all: Vec<String> = groups.into_iter().flat_map(|(_, options)| options).collect();
        return Some(format!("{header}More options{header:#} ({path} --help): {}", all.join(" ")));
    }
    let short = |heading: &str| heading.split(" (").next().unwrap_or_default().to_owned();
    let width = groups.iter().map(|(heading, _)| short(heading).len()).max().unwrap_or_default();
    let mut list = format!("{header}More options:{header:#}");
    for (heading, options) in &groups {
        let _ = write!(list, "\n  {:<width$}  {}", short(heading), options.join(" "));
    }
    let name = command.get_name();
    let _ = write!(
        list,
        "\n`{path} --help` describes all of them, `ngi help {name} png` those for PNG files."
    );
    Some(list)
}

/// Names the kinds of files that have a help text of their own.
fn kinds_hint(command: &Command, path: &str) -> Option<String> {
    let names: Vec<&str> =
        kinds::of(command.get_name()).iter().flat_map(|kind| kind.names).copied().collect();
    let (program, name) = path.split_once(' ')?;
    (!names.is_empty()).then(|| {
        format!(
            "`{program} help {name} KIND` (or `{path} --help KIND`) shows only the options for one kind of \
             file: {}.",
            names.join(", ")
        )
    })
}

/// Joins the lines of each paragraph, so that they are wrapped to the width of the terminal. Lines of
/// a table are indented and stay as they are.
fn reflowed(notes: &str) -> String {
    let mut text = String::new();
    let mut is_open = false;
    for line in notes.lines() {
        let is_prose = !line.is_empty() && !line.starts_with(' ');
        if !text.is_empty() {
            text.push(if is_open && is_prose { ' ' } else { '\n' });
        }
        text.push_str(line);
        is_open = is_prose && !line.ends_with(':');
    }
    text
}

/// Distance between the groups of the main help text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Spacing {
    /// No empty lines, for the summary.
    Compact,
    /// An empty line between groups.
    Wide,
}

/// Returns the template of the main help text, with the commands under their tasks.
fn root_template(root: &Command, spacing: Spacing) -> String {
    let styles = Styles::styled();
    let (header, literal) = (styles.get_header(), styles.get_literal());
    let mut tasks = String::new();
    for (place, (task, names)) in TASKS.iter().enumerate() {
        if place > 0 && spacing == Spacing::Wide {
            tasks.push('\n');
        }
        let _ = writeln!(tasks, "{header}{task}:{header:#}");
        // Programs built without the renderer or the viewer lack some.
        for command in names.iter().filter_map(|name| root.find_subcommand(name)) {
            let about = command.get_about().map(ToString::to_string).unwrap_or_default();
            let name = command.get_name();
            let _ = writeln!(tasks, "  {literal}{name:<11}{literal:#}  {about}");
        }
    }
    // The other commands leave the version out of their summary.
    let version = match spacing {
        Spacing::Compact => {
            let (short, long) = ("-V", "--version");
            format!(
                "\n  {literal}{short}{literal:#}, {literal}{long}{literal:#}         Print the version"
            )
        }
        Spacing::Wide => String::new(),
    };
    format!(
        "\
{{about-with-newline}}
{{usage-heading}} {{usage}}

{{before-help}}{tasks}
{header}General:{header:#}
{{options}}{version}{{after-help}}"
    )
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// Commands and subcommands of a program without renderer and viewer, at least.
    const FEWEST_COMMANDS: usize = 48;

    /// Returns every command with its command line.
    fn all() -> Vec<(String, Command)> {
        let mut found = vec![("ngi".to_owned(), command().term_width(100))];
        let mut at = 0;
        while let Some((path, command)) = found.get(at).cloned() {
            let below = command
                .get_subcommands()
                .map(|sub| (format!("{path} {}", sub.get_name()), sub.clone().term_width(100)));
            found.extend(below);
            at += 1;
        }
        assert!(found.len() >= FEWEST_COMMANDS, "{} commands", found.len());
        found
    }

    #[test]
    fn summaries_fit_50_lines_of_100_columns() {
        let mut root = command();
        root.build();
        let mut open = vec![root];
        let (mut count, mut wrong) = (0, Vec::new());
        while let Some(mut command) = open.pop() {
            let help = command.clone().term_width(100).render_help().to_string();
            let (lines, width) =
                (help.lines().count(), help.lines().map(|line| line.chars().count()).max());
            if lines > MOST_SUMMARY_LINES || width > Some(100) {
                wrong.push(format!("{lines} lines, {width:?} columns:\n{help}"));
            }
            count += 1;
            open.extend(command.get_subcommands_mut().map(std::mem::take));
        }
        assert!(count >= FEWEST_COMMANDS, "{count} commands");
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    #[test]
    fn every_option_has_a_heading() {
        for (path, command) in all() {
            for arg in command.get_arguments().filter(|arg| !arg.is_positional()) {
                assert!(arg.get_help_heading().is_some(), "{path} {}", arg.get_id());
            }
        }
    }

    #[test]
    fn every_command_and_every_argument_has_a_text() {
        for (path, command) in all() {
            assert!(command.get_about().is_some(), "{path}");
            for arg in command.get_arguments() {
                assert!(arg.get_help().is_some(), "{path} {}", arg.get_id());
            }
        }
    }

    /// Prose is wrapped; a line of a table that is too long would lose its shape.
    #[test]
    fn tables_and_examples_fit_100_columns() {
        for (path, command) in all() {
            for text in [command.get_before_long_help(), command.get_after_long_help()] {
                let text = text.map(ToString::to_string).unwrap_or_default();
                for line in text.lines().filter(|line| line.starts_with(' ')) {
                    assert!(line.chars().count() <= 100, "{path}: {line}");
                }
            }
        }
    }

    #[test]
    fn every_command_is_listed_under_one_task() {
        let root = command();
        let mut listed = HashSet::new();
        for name in TASKS.iter().flat_map(|(_, names)| *names) {
            assert!(listed.insert(*name), "{name} is listed twice");
        }
        for sub in root.get_subcommands() {
            assert!(listed.contains(sub.get_name()), "{}", sub.get_name());
        }
    }

    #[test]
    fn a_kind_after_the_help_option_asks_for_its_help() {
        let words = |line: &str| line.split(' ').map(OsString::from).collect::<Vec<_>>();
        for option in ["-h", "--help"] {
            let asked = with_help_command(words(&format!("ngi import {option} png")));
            assert_eq!(asked, words("ngi help import png"));
        }
        assert_eq!(with_help_command(words("ngi mod help make")), words("ngi help mod make"));
        assert_eq!(with_help_command(words("ngi --help")), words("ngi help"));
        for line in
            ["ngi list --help x", "ngi list help", "ngi import --help --json", "ngi import --help"]
        {
            assert_eq!(with_help_command(words(line)), words(line));
        }
    }

    #[test]
    fn paragraphs_are_joined_and_tables_stay() {
        let notes = "One\ntwo.\n\nTable:\n  a  b\n     c\nThree\nfour.";
        assert_eq!(reflowed(notes), "One two.\n\nTable:\n  a  b\n     c\nThree four.");
    }
}
