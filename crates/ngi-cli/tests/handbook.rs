//! Runs every command that the pages and the help texts show.
//!
//! The commands of a page run in order, in a folder of their own that contains a fresh demo game,
//! `ngi-demo`. Commands in running text that name a file, and the examples of `--help`, run inside
//! a game folder. All commands must succeed, except for those listed here, and print the lines that
//! the page shows below them.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use ngi_formats::swav::Pcm;

use crate::common::{listed_commands, ngi, ngi_with, told, words, write_demo};

/// Beginnings of commands that are not run, and the reasons.
const EXEMPT: &[(&str, &str)] = &[
    ("ngi view", "opens a window that the reader has to close"),
    ("ngi demo large --scale real", "writes a game of the real size"),
    (
        "ngi diff game/bases.rlb.bak",
        "compares with a change made by hand; tests/modding.rs makes one",
    ),
    ("cargo xtask", "builds everything or runs the tests, this one included"),
    ("cargo build", "builds everything"),
    ("pip install", "installs the package that `cargo xtask python --test` tests"),
    ("cargo install", "builds everything"),
    ("cargo nextest", "runs the tests"),
    ("cargo test", "runs the tests"),
];

/// Beginnings of commands that end with exit code 1 on purpose: they report findings or losses.
const FINDS: &[&str] = &[
    "ngi diff ",
    "ngi find --missing",
    // Other examples leave a texture whose colours are far from its palette.
    "ngi export . -o everything",
    "ngi import panel.png --pixels 565",
    "ngi import shot.wav --adpcm",
    "ngi import chime.wav --adpcm",
    // The figures of the demo game differ from those of the real one.
    "ngi survey ngi-demo",
    "ngi survey .",
    // It changes a field that an installed mod changes too.
    "ngi mod install ngi-demo dark.ngimod",
    // The mod that moves to the top conflicts with the other one.
    "ngi mod order ngi-demo deep-water",
    // Other examples leave entries that archives of the game do not have.
    "ngi report archives .",
];

/// Commands of pages that print something else without the work of the reader, and that work.
const NEEDS_READER: &[(&str, &str)] = &[(
    "ngi edit ngi-demo/Textures.lib put HULL_O.0 hull.png --convert",
    "the reader has painted hull.png",
)];

/// The verbs in an order in which one finds what another made.
const VERBS: &str = "demo list show check explain find extract pack export import edit diff set fix undo report pose query \
                     play render view completions man schema survey mod watch";

/// Verbs with verbs of their own, which may undo each other's work.
const DEEPER: &[(&str, &str)] = &[
    ("edit", "put cp mv rm rename set sort"),
    ("query", "height area ray segment walk box route at"),
    ("report", "archives missions"),
    ("mod", "new make check install remove list status order apply"),
];

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Names and texts of the pages of the root and of `docs`.
fn pages() -> Vec<(String, String)> {
    let root = repository();
    let mut paths: Vec<PathBuf> =
        ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"].map(|name| root.join(name)).into();
    let mut folders = vec![root.join("docs")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension() == Some("md".as_ref()) {
                paths.push(path);
            }
        }
    }
    paths.sort();
    let named = |path: PathBuf| {
        let name = path.strip_prefix(&root).unwrap().display().to_string();
        (name, fs::read_to_string(&path).unwrap())
    };
    paths.into_iter().map(named).collect()
}

fn is_exempt(line: &str) -> bool {
    EXEMPT.iter().any(|(start, _)| line.starts_with(start))
}

/// A command of a page.
#[derive(Debug, PartialEq)]
struct Shown {
    line: String,
    /// Lines that the page shows below the command.
    output: Vec<String>,
}

impl Shown {
    fn new(line: impl Into<String>) -> Self {
        Self { line: line.into(), output: Vec::new() }
    }
}

/// Commands of a page in order: in code blocks the lines `$ …` and every line of a block `sh`, in
/// running text those that name the folder `ngi-demo`. A comment ends a command; a backslash
/// continues it in the next line. Other lines of a code block are the output of the last command.
fn commands(page: &str) -> Vec<Shown> {
    let (mut found, mut block): (Vec<Shown>, Option<bool>) = (Vec::new(), None);
    let (mut is_open, mut has_command) = (false, false);
    for text in page.lines() {
        if let Some(language) = text.trim_start().strip_prefix("```") {
            block = if block.is_some() { None } else { Some(language == "sh") };
            has_command = false;
            continue;
        }
        let Some(shell) = block else {
            let runs = |command: &&str| {
                is_whole(command)
                    && command.contains("ngi-demo")
                    && !command.starts_with("ngi demo")
            };
            let named = mentions(text).into_iter().filter(runs);
            found.extend(
                named.map(|command| Shown::new(format!("{command}{}", again(&words(command))))),
            );
            continue;
        };
        let line = text.split(" #").next().unwrap().trim();
        let command = match line.strip_prefix("$ ") {
            Some(command) => Some(command),
            None if shell && !is_open && !line.is_empty() => Some(line),
            None => None,
        };
        if let Some(command) = command {
            found.push(Shown::new(command));
            has_command = true;
        } else if is_open {
            let last = found.last_mut().unwrap();
            last.line.pop();
            last.line.push_str(line);
        } else if has_command && !text.trim().is_empty() {
            found.last_mut().unwrap().output.push(text.to_owned());
        }
        is_open = has_command && found.last().is_some_and(|last| last.line.ends_with('\\'));
    }
    found
}

/// True if a line of an output is the line that a page shows, in which `…` stands for any text.
fn is_line(line: &str, shown: &str) -> bool {
    let mut parts = shown.trim_end().split('…');
    let Some(mut rest) = line.trim_end().strip_prefix(parts.next().unwrap_or_default()) else {
        return false;
    };
    let mut is_exact = true;
    for part in parts {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
        is_exact = !part.is_empty();
    }
    !is_exact || rest.is_empty()
}

/// Lists the lines that a page shows below a command and that the command did not print.
fn missing_lines(shown: &Shown, printed: &str) -> Vec<String> {
    if NEEDS_READER.iter().any(|(line, _)| shown.line == *line) {
        return Vec::new();
    }
    let is_missing = |wanted: &&String| !printed.lines().any(|line| is_line(line, wanted));
    let missing = shown.output.iter().filter(is_missing);
    missing
        .map(|wanted| format!("{}: the page shows “{wanted}”, not in\n{printed}", shown.line))
        .collect()
}

/// True if no part of a command is left out.
fn is_whole(command: &str) -> bool {
    !command.contains('…') && !command.contains("...")
}

/// `ngi …` between backticks in running text.
fn mentions(page: &str) -> Vec<&str> {
    let mut block = false;
    let mut found = Vec::new();
    for line in page.lines() {
        if line.trim_start().starts_with("```") {
            block = !block;
        }
        if !block {
            let spans = line.split('`').skip(1).step_by(2);
            found.extend(
                spans.flat_map(|span| span.split(" && ")).filter(|span| span.starts_with("ngi ")),
            );
        }
    }
    found
}

/// A command of a pipeline: its words, and the files that its input and its output use.
struct Stage {
    words: Vec<String>,
    from: Option<String>,
    to: Option<String>,
}

/// Splits a shell command at its pipes and redirections. Quoted characters do not count.
fn stages(line: &str) -> Vec<Stage> {
    let mut parts: Vec<(char, String)> = vec![('|', String::new())];
    let mut quote = None;
    for letter in line.chars() {
        match quote {
            Some(open) if open == letter => quote = None,
            None if matches!(letter, '\'' | '"') => quote = Some(letter),
            _ => {}
        }
        if quote.is_none() && matches!(letter, '|' | '<' | '>') {
            parts.push((letter, String::new()));
        } else {
            parts.last_mut().unwrap().1.push(letter);
        }
    }
    let mut stages: Vec<Stage> = Vec::new();
    for (before, text) in parts {
        let text = text.trim().to_owned();
        match before {
            '|' => stages.push(Stage { words: words(&text), from: None, to: None }),
            '<' => stages.last_mut().unwrap().from = Some(text),
            _ => stages.last_mut().unwrap().to = Some(text),
        }
    }
    stages
}

/// Replaces the size of a large image by a small one: drawing a wallpaper without a graphics card
/// takes as long as all other commands of its page.
fn shrink(words: &mut [String]) {
    let size = words.iter().position(|word| word == "--size").and_then(|at| words.get_mut(at + 1));
    let is_large = |side: &str| side.parse().is_ok_and(|side: u32| side > 640);
    if let Some(size) = size.filter(|size| size.split('x').any(is_large)) {
        *size = "320x180".into();
    }
}

/// Runs a command unless it is exempt, and returns its output and its messages.
///
/// # Errors
///
/// If the command fails; the message has its error output.
fn run(folder: &Path, line: &str) -> Result<String, String> {
    if is_exempt(line) {
        return Ok(String::new());
    }
    let Some(rest) = line.strip_prefix("ngi ") else {
        return Err(format!("{line}: neither a command of ngi nor exempt"));
    };
    let mut input = Vec::new();
    let mut stages = stages(rest).into_iter().peekable();
    let output = loop {
        let Stage { mut words, from, to } = stages.next().unwrap();
        if words[0] == "demo" {
            // A test cannot close the window.
            words.push("--no-view".into());
        }
        shrink(&mut words);
        if let Some(from) = from {
            input = fs::read(folder.join(&from)).map_err(|error| format!("{from}: {error}"))?;
        }
        let output = ngi_with(folder, words, &input);
        // A test writes nothing outside of its folder.
        if let Some(to) = to.filter(|to| !to.contains(['/', '~'])) {
            fs::write(folder.join(to), &output.stdout).unwrap();
        }
        // Other programs of the pipeline are not run.
        match stages.peek_mut().filter(|next| next.words[0] == "ngi") {
            Some(next) if output.status.success() => {
                next.words.remove(0);
                input = output.stdout;
            }
            _ => break output,
        }
    };
    let finds = FINDS.iter().any(|start| line.starts_with(start));
    match output.status.code() {
        Some(0) => Ok(printed(&output)),
        Some(1) if finds => Ok(printed(&output)),
        code => Err(format!("{line}: {code:?}: {}", String::from_utf8_lossy(&output.stderr))),
    }
}

/// The output of a command, then its messages.
fn printed(output: &Output) -> String {
    let texts = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes));
    texts.concat()
}

fn assert_none(failures: &[String]) {
    assert!(failures.is_empty(), "{} commands fail:\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn the_commands_of_every_page_run_and_print_what_it_shows() {
    let (mut failures, mut count) = (Vec::new(), 0);
    for (name, page) in pages() {
        let commands = commands(&page);
        if commands.iter().all(|shown| is_exempt(&shown.line)) {
            continue;
        }
        let folder = tempfile::tempdir().unwrap();
        // A page that writes the game itself starts in an empty folder.
        if !commands.iter().any(|shown| shown.line == "ngi demo") {
            write_demo(&folder.path().join("ngi-demo"));
        }
        count += commands.len();
        for shown in commands.iter().filter(|shown| !is_exempt(&shown.line)) {
            let errors = match run(folder.path(), &shown.line) {
                Ok(printed) => missing_lines(shown, &printed),
                Err(error) => vec![error],
            };
            failures.extend(errors.iter().map(|error| format!("{name}: {error}")));
        }
    }
    assert!(count > 30, "{count}");
    assert_none(&failures);
}

#[test]
fn commands_in_running_text_name_options_and_files_that_exist() {
    let game = tempfile::tempdir().unwrap();
    write_demo(game.path());
    let (mut failures, mut ran) = (Vec::new(), 0);
    let mut helps: HashMap<String, String> = HashMap::new();
    for (page_name, page) in pages() {
        for line in mentions(&page) {
            let words = words(line);
            // `ngi COMMAND`: any of them.
            if words[1].chars().all(|letter| letter.is_ascii_uppercase()) {
                continue;
            }
            let help =
                helps.entry(words[1].clone()).or_insert_with(|| help(game.path(), &[&words[1]]));
            let known = |word: &&String| word.starts_with("--") && !help.contains(word.as_str());
            let unknown = words.iter().skip(2).find(known);
            failures.extend(unknown.map(|word| format!("{page_name}: {line}: no option {word}")));
            let names = |word: &String| game.path().join(word.split('/').next().unwrap()).exists();
            if is_whole(line) && words.get(2).is_some_and(names) {
                ran += 1;
                let result = run(game.path(), &format!("{line}{}", again(&words)));
                failures.extend(result.err().map(|error| format!("{page_name}: {error}")));
            }
        }
    }
    assert!(ran > 8, "{ran}");
    assert_none(&failures);
}

/// Option that lets several pages write the same file.
fn again(words: &[String]) -> &'static str {
    match words[1].as_str() {
        "export" | "import" | "render" | "extract" | "pack" => " --force",
        _ => "",
    }
}

/// The help text of a verb, or of the program.
fn help(folder: &Path, verbs: &[&str]) -> String {
    let words = verbs.iter().copied().chain(["--help"]);
    String::from_utf8(ngi(folder, words).stdout).unwrap()
}

/// Returns the examples of a help text.
fn examples(folder: &Path, verbs: &[&str]) -> Vec<String> {
    let help = help(folder, verbs);
    let (_, examples) = help.split_once("Examples:\n").unwrap_or_else(|| panic!("{verbs:?}"));
    examples
        .lines()
        .take_while(|line| !line.is_empty())
        .map(|line| line.trim().to_owned())
        .collect()
}

/// Returns the verbs that a help text lists, sorted.
fn verbs(folder: &Path, verbs: &[&str]) -> Vec<String> {
    let mut found = listed_commands(&help(folder, verbs));
    found.sort();
    found
}

fn sorted(verbs: &str) -> Vec<String> {
    let mut verbs: Vec<String> = verbs.split_whitespace().map(str::to_owned).collect();
    verbs.sort();
    verbs
}

#[test]
fn the_examples_of_every_help_text_run_as_they_stand() {
    let game = tempfile::tempdir().unwrap();
    write_demo(game.path());
    let empty = tempfile::tempdir().unwrap();
    assert_eq!(verbs(game.path(), &[]), sorted(VERBS));
    let mut failures = Vec::new();
    for verb in VERBS.split_whitespace() {
        let folder = if verb == "demo" { &empty } else { &game };
        let examples = examples(game.path(), &[verb]);
        failures.extend(examples.iter().filter_map(|line| run(folder.path(), line).err()));
    }
    let fresh = tempfile::tempdir().unwrap();
    for line in examples(fresh.path(), &[]) {
        failures.extend(run(fresh.path(), &line).err());
    }
    assert_none(&failures);
}

#[test]
fn the_examples_of_deeper_help_texts_run_too() {
    let mut failures = Vec::new();
    for (verb, subs) in DEEPER {
        for sub in subs.split_whitespace() {
            let game = tempfile::tempdir().unwrap();
            write_demo(game.path());
            assert_eq!(verbs(game.path(), &[verb]), sorted(subs));
            // What the reader has at hand.
            let shot = Pcm { channels: 1, rate: 22_050, bits: 8, data: vec![128; 64] };
            fs::write(game.path().join("shot.wav"), shot.to_wave()).unwrap();
            told(game.path(), "export Textures.lib/PANEL.0 -o panel.png");
            fs::write(game.path().join("map.pgm"), b"P5 1 1 255 ").unwrap();
            for copy in ["before", "after"] {
                let copy = game.path().join(copy);
                fs::create_dir(&copy).unwrap();
                fs::copy(game.path().join("Material.lib"), copy.join("Material.lib")).unwrap();
            }
            told(game.path(), "set after/Material.lib/WATER phases[0].opacity=50 --no-backup");
            let examples = examples(game.path(), &[verb, sub]);
            failures.extend(examples.iter().filter_map(|line| run(game.path(), line).err()));
        }
    }
    assert_none(&failures);
}

#[test]
fn the_version_is_told_with_its_commit() {
    let folder = tempfile::tempdir().unwrap();
    let said = String::from_utf8(ngi(folder.path(), ["--version"]).stdout).unwrap();
    let number = env!("CARGO_PKG_VERSION");
    let rest = said.trim().strip_prefix(&format!("ngi {number}")).unwrap();
    let commit = rest.strip_prefix(" (").and_then(|rest| rest.strip_suffix(')'));
    let is_commit = |text: &str| text.len() >= 7 && text.chars().all(|c| c.is_ascii_hexdigit());
    assert!(rest.is_empty() || commit.is_some_and(is_commit), "{said}");
    // A working copy knows its commit.
    assert_eq!(commit.is_some(), repository().join(".git").exists(), "{said}");
}

#[test]
fn commands_are_found_in_a_page() {
    let page = "a `ngi list x` b `ngi show`\nc `ngi export ngi-demo/x -o y`\n```sh\nngi one  # why\n\n```\n```text\n$ ngi two \\\n      more\nsaid\n```\n";
    let expected = ["ngi export ngi-demo/x -o y --force", "ngi one", "ngi two more"];
    let found = commands(page);
    assert_eq!(found.iter().map(|shown| &shown.line).collect::<Vec<_>>(), expected);
    assert_eq!(found[2].output, ["said"]);
    assert_eq!(mentions(page), ["ngi list x", "ngi show", "ngi export ngi-demo/x -o y"]);
    let both = stages("find --where 'a>1' < in | ngi show - > out");
    assert_eq!(both[0].words, ["find", "--where", "a>1"]);
    assert_eq!((both[0].from.as_deref(), both[1].to.as_deref()), (Some("in"), Some("out")));
    assert_eq!(both[1].words, ["ngi", "show", "-"]);
}

#[test]
fn shown_lines_may_leave_text_out() {
    assert!(is_line("wrote a.png (12 bytes)", "wrote a.png (… bytes)"));
    assert!(is_line("  3  guns.rlb ", "  3  …"));
    for (line, shown) in [("3 files", "3 file"), ("a", "b"), ("1 of 2", "…of 3"), ("x", "x…y")]
    {
        assert!(!is_line(line, shown), "{line}: {shown}");
    }
    let shown =
        Shown { line: "ngi list".to_owned(), output: vec!["…".to_owned(), "c".to_owned()] };
    assert_eq!(missing_lines(&shown, "a\nb\n").len(), 1);
}
