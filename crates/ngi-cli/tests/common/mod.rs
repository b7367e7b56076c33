//! Runs the program, as a shell in a folder would.
#![allow(clippy::unwrap_used)]

use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::LazyLock;

/// Runs `ngi` with these words; neither a game nor colours come from around the test.
pub fn ngi(folder: &Path, words: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Output {
    command(folder, words).output().unwrap()
}

/// The same, with something on its stdin.
pub fn ngi_with(
    folder: &Path,
    words: impl IntoIterator<Item = impl AsRef<OsStr>>,
    input: &[u8],
) -> Output {
    let mut command = command(folder, words);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    std::thread::scope(|scope| {
        // Who does not read it closes the pipe.
        scope.spawn(move || {
            let _ = stdin.write_all(input);
        });
        child.wait_with_output().unwrap()
    })
}

/// The same, not run yet.
pub fn command(folder: &Path, words: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ngi"));
    command.args(words).current_dir(folder).env_remove("NGI_GAME").env("NO_COLOR", "1");
    command
}

/// Writes the demo game into a folder.
pub fn write_demo(folder: &Path) {
    // Made once per test program: that takes longer than most tests.
    static FILES: LazyLock<Vec<ngi_demo::DemoFile>> = LazyLock::new(|| ngi_demo::files().unwrap());
    for file in FILES.iter() {
        let path = folder.join(&file.path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, &file.bytes).unwrap();
    }
}

/// What `ngi` prints for a line without quotes; it must succeed.
pub fn told(folder: &Path, line: &str) -> String {
    let output = ngi(folder, line.split(' '));
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{line}: {error}");
    String::from_utf8(output.stdout).unwrap()
}

/// Words of a command line as a shell cuts them, single quotes included.
pub fn words(line: &str) -> Vec<String> {
    let (mut words, mut quote) = (vec![String::new()], None);
    let mut letters = line.chars();
    while let Some(letter) = letters.next() {
        match (quote, letter) {
            // A quote inside of quotes.
            (Some('"'), '\\') => words.last_mut().unwrap().extend(letters.next()),
            (Some(open), letter) if letter == open => quote = None,
            (None, '\'' | '"') => quote = Some(letter),
            (None, ' ') => words.push(String::new()),
            _ => words.last_mut().unwrap().push(letter),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Headings of commands in help texts: tasks in the main text, else what clap calls them.
const COMMAND_HEADINGS: [&str; 9] = [
    "Look:",
    "Check:",
    "Convert:",
    "Edit:",
    "Mods:",
    "Ask the engine:",
    "Other:",
    "Commands:",
    "Queries:",
];

/// Returns the commands that a help text lists, but for `help`.
pub fn listed_commands(help: &str) -> Vec<String> {
    let mut is_listed = false;
    let mut found = Vec::new();
    for line in help.lines() {
        if !line.starts_with(' ') {
            is_listed = COMMAND_HEADINGS.contains(&line);
        } else if is_listed && !line.starts_with("   ") {
            found.extend(line.split_whitespace().next().map(str::to_owned));
        }
    }
    found.retain(|command| command != "help");
    found
}
