//! Every command that the documents and the help texts show, run as it stands.
//!
//! Each document is a story: its commands run one after another in a folder that holds a fresh
//! demo game, `ngi-demo`. Commands in running text that name a file, and the examples of `--help`,
//! run inside the game's own folder. All must succeed, but for those that are listed here.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use std::fs;
use std::path::{Path, PathBuf};

use ngi_formats::swav::Pcm;

use crate::common::{ngi, ngi_with, told, words, write_demo};

/// What is not run, by the way it begins, and why.
const EXEMPT: &[(&str, &str)] = &[
    ("ngi view", "opens a window that somebody has to close"),
    ("ngi demo large --scale real", "makes a game of the real size"),
    ("ngi diff game/bases.rlb.bak", "shows a change made by hand; tests/modding.rs makes one"),
    ("cargo xtask", "builds everything, or runs all tests: the tests would run themselves"),
    ("cargo build", "builds everything"),
    ("pip install", "installs what `cargo xtask python --test` tries"),
    ("cargo install", "builds everything"),
    ("cargo nextest", "runs the tests"),
    ("cargo test", "runs the tests"),
];

/// What ends with 1, which says that something was found or lost, and is meant to.
const FINDS: &[&str] = &[
    "ngi diff ",
    "ngi find --missing",
    // A texture among what other examples made is far from its palette.
    "ngi export . -o everything",
    "ngi import panel.png --pixels 565",
    "ngi import shot.wav --adpcm",
    // The demo game is not the real one.
    "ngi survey ngi-demo",
    "ngi survey .",
    // It changes a field that an installed mod changes too.
    "ngi mod install ngi-demo dark.ngimod",
    // The mod that goes to the top wants something else than the other.
    "ngi mod order ngi-demo deep-water",
    // Other examples leave things there that no archive of a game has.
    "ngi report archives .",
];

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

/// README, the documents of the root and everything below `docs`.
fn documents() -> Vec<PathBuf> {
    let root = repository();
    let mut found: Vec<PathBuf> =
        ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"].map(|name| root.join(name)).into();
    let mut folders = vec![root.join("docs")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match path.extension() {
                None => folders.push(path),
                Some(extension) if extension == "md" => found.push(path),
                Some(_) => {}
            }
        }
    }
    found.sort();
    found
}

fn is_exempt(line: &str) -> bool {
    EXEMPT.iter().any(|(start, _)| line.starts_with(start))
}

/// Commands in blocks of code: `$ ngi …` or, in a block for a shell, `ngi …`. A comment ends a
/// command; a backslash carries it on.
fn commands(page: &str) -> Vec<String> {
    let (mut found, mut block): (Vec<String>, Option<bool>) = (Vec::new(), None);
    let mut open = false;
    for line in page.lines() {
        if let Some(language) = line.strip_prefix("```") {
            block = if block.is_some() { None } else { Some(language == "sh") };
            continue;
        }
        let Some(shell) = block else { continue };
        let line = line.split(" #").next().unwrap().trim();
        let command = match line.strip_prefix("$ ") {
            Some(command) => Some(command),
            None if shell && !open && !line.is_empty() => Some(line),
            None => None,
        };
        if let Some(command) = command {
            found.push(command.to_owned());
        } else if open {
            let last = found.last_mut().unwrap();
            last.pop();
            last.push_str(line);
        }
        open = found.last().is_some_and(|last| last.ends_with('\\'));
    }
    found
}

/// `ngi …` between backticks in running text.
fn mentions(page: &str) -> Vec<&str> {
    let mut block = false;
    let mut found = Vec::new();
    for line in page.lines() {
        if line.starts_with("```") {
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

/// A command between pipes: its words, where its input comes from, where its output goes.
struct Stage {
    words: Vec<String>,
    from: Option<String>,
    to: Option<String>,
}

/// What a line of a shell runs, one into the other. What stands in quotes is no pipe.
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

/// Runs a command, or says why it is not run; gives what went wrong.
fn run(folder: &Path, line: &str) -> Result<(), String> {
    if is_exempt(line) {
        return Ok(());
    }
    let Some(rest) = line.strip_prefix("ngi ") else {
        return Err(format!("{line}: no command of ours, and not exempt"));
    };
    let mut input = Vec::new();
    let mut stages = stages(rest).into_iter().peekable();
    let output = loop {
        let Stage { mut words, from, to } = stages.next().unwrap();
        if words[0] == "demo" {
            // Nobody is there to close the window.
            words.push("--no-view".into());
        }
        if let Some(from) = from {
            input = fs::read(folder.join(&from)).map_err(|error| format!("{from}: {error}"))?;
        }
        let output = ngi_with(folder, words, &input);
        // Outside of the folder nothing is written.
        if let Some(to) = to.filter(|to| !to.contains(['/', '~'])) {
            fs::write(folder.join(to), &output.stdout).unwrap();
        }
        // What other programs make of it is their business.
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
        Some(0) => Ok(()),
        Some(1) if finds => Ok(()),
        code => Err(format!("{line}: {code:?}: {}", String::from_utf8_lossy(&output.stderr))),
    }
}

fn assert_none(failures: &[String]) {
    assert!(failures.is_empty(), "{} commands fail:\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn the_commands_of_every_document_run_as_they_stand() {
    let (mut failures, mut count) = (Vec::new(), 0);
    for path in documents() {
        let page = fs::read_to_string(&path).unwrap();
        let commands = commands(&page);
        if commands.iter().all(|line| is_exempt(line)) {
            continue;
        }
        let folder = tempfile::tempdir().unwrap();
        // A story that makes the game itself begins in an empty folder.
        if !commands.iter().any(|line| line == "ngi demo") {
            write_demo(&folder.path().join("ngi-demo"));
        }
        count += commands.len();
        let name = path.file_name().unwrap().to_string_lossy();
        let failed = commands.iter().filter_map(|line| run(folder.path(), line).err());
        failures.extend(failed.map(|error| format!("{name}: {error}")));
    }
    assert!(count > 30, "{count}");
    assert_none(&failures);
}

#[test]
fn commands_in_running_text_name_what_there_is() {
    let game = tempfile::tempdir().unwrap();
    write_demo(game.path());
    let (mut failures, mut ran) = (Vec::new(), 0);
    for path in documents() {
        let page = fs::read_to_string(&path).unwrap();
        for line in mentions(&page) {
            let words = words(line);
            // `ngi COMMAND`: any of them.
            if words[1].chars().all(|letter| letter.is_ascii_uppercase()) {
                continue;
            }
            let help = help(game.path(), &[&words[1]]);
            let known = |word: &&String| word.starts_with("--") && !help.contains(word.as_str());
            let unknown = words.iter().skip(2).find(known);
            failures.extend(unknown.map(|word| format!("{line}: {word} is no option")));
            let whole = !line.contains('…') && !line.contains("...");
            let names = |word: &String| game.path().join(word.split('/').next().unwrap()).exists();
            if whole && words.get(2).is_some_and(names) {
                ran += 1;
                failures.extend(run(game.path(), &format!("{line}{}", again(&words))).err());
            }
        }
    }
    assert!(ran > 8, "{ran}");
    assert_none(&failures);
}

/// Several pages may write the same file.
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

/// The examples at the end of a help text.
fn examples(folder: &Path, verbs: &[&str]) -> Vec<String> {
    let help = help(folder, verbs);
    let (_, examples) = help.split_once("Examples:\n").unwrap_or_else(|| panic!("{verbs:?}"));
    examples
        .lines()
        .take_while(|line| !line.is_empty())
        .map(|line| line.trim().to_owned())
        .collect()
}

/// The verbs that a help text lists. Deeper lines carry a description on.
fn verbs(folder: &Path, verbs: &[&str]) -> Vec<String> {
    let help = help(folder, verbs);
    // What is asked of a level is a question.
    let is_head = |line: &str| matches!(line, "Commands:" | "Questions:");
    let listed = help.lines().skip_while(|line| !is_head(line)).skip(1);
    let listed =
        listed.take_while(|line| !line.is_empty()).filter(|line| !line.starts_with("    "));
    let mut found: Vec<String> =
        listed.map(|line| line.split_whitespace().next().unwrap().to_owned()).collect();
    found.retain(|verb| verb != "help");
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
    let page = "a `ngi list x` b `ngi show`\n```sh\nngi one  # why\n\n```\n```text\n$ ngi two \\\n      more\nsaid\n```\n";
    assert_eq!(commands(page), ["ngi one", "ngi two more"]);
    assert_eq!(mentions(page), ["ngi list x", "ngi show"]);
    let both = stages("find --where 'a>1' < in | ngi show - > out");
    assert_eq!(both[0].words, ["find", "--where", "a>1"]);
    assert_eq!((both[0].from.as_deref(), both[1].to.as_deref()), (Some("in"), Some("out")));
    assert_eq!(both[1].words, ["ngi", "show", "-"]);
}
