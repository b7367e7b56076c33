//! Sessions at the command line, recorded in `tests/cases/*.txt`.
//!
//! `$ ngi …` runs the program in a folder with the archives of [`ngi_testing`], or in a small game if
//! the name of the case starts with `game`. `$ cmp A B`, `$ ls DIR` and `$ cat FILE` are done by the
//! test itself, so that they are the same on every system. The output follows: stdout as it is,
//! stderr behind `! `, the exit code behind `? ` unless it is 0.
//!
//! The commands run in this process, one after another: several hundred processes take their time,
//! and more than Wine can start. Tests of streams, pipes, signals and faults start the program.
//!
//! `NGI_BLESS=1 cargo test -p ngi-cli transcripts` rewrites the cases from what the program does.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use std::env;
use std::fs;
use std::path::Path;

use ngi_testing::{archives, effects, game, levels, models};

use crate::common::{words, write_demo};

fn run_ngi(words: &[String]) -> String {
    let program = String::from("ngi");
    let output = ngi_cli::run_captured(std::iter::once(&program).chain(words));
    let mut text = String::from_utf8(output.stdout).unwrap();
    for line in String::from_utf8(output.stderr).unwrap().lines() {
        text.push_str(&format!("! {line}\n"));
    }
    if output.code != 0 {
        text.push_str(&format!("? {}\n", output.code));
    }
    text.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}

fn run_own(folder: &Path, words: &[String]) -> String {
    let read = |name: &str| fs::read(folder.join(name)).ok();
    match words {
        [verb, a, b] if verb == "cmp" => {
            let answer = match (read(a), read(b)) {
                (Some(a), Some(b)) if a == b => "same\n",
                (Some(_), Some(_)) => "different\n",
                _ => "one of them is not there\n",
            };
            answer.into()
        }
        [verb, name] if verb == "cat" => String::from_utf8(read(name).unwrap()).unwrap(),
        [verb, name] if verb == "ls" => {
            let list = fs::read_dir(folder.join(name)).unwrap();
            let mut names: Vec<String> =
                list.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
            names.sort();
            names.iter().map(|name| format!("{name}\n")).collect()
        }
        _ => panic!("unknown command {words:?}"),
    }
}

/// Models and wear tables.
fn library() -> Vec<u8> {
    let wear = || b"4\r\n0 stone\r\n1 stone\r\n2 stone\r\n3 stone\r\n".to_vec();
    models::library(&[
        ("s_box_0_01.msh", models::still()),
        ("s_box_0_01.wea", wear()),
        ("fr_gate.msh", models::rich()),
        ("forgotten.wea", wear()),
        ("flag.msh", models::flag()),
        ("mtcheck.msh", models::legacy()),
    ])
}

fn write_archives(folder: &Path) {
    archives::write(folder, "a.lib", &archives::tidy());
    archives::write(folder, "odd.lib", &archives::odd());
    archives::write(folder, "gate.msh", &models::rich());
    archives::write(folder, "static.rlb", &library());
    archives::write(folder, "hello.txt", b"Hello, pilot.\n");
}

/// A case whose name starts with `game` is played in a game folder, one that starts with `effects`
/// in a game that has some, `query` beside a level, `demo` in the demo game, any other among archives.
fn play(case: &str, name: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    if name.starts_with("game") {
        game::write(folder.path());
    } else if name.starts_with("effects") {
        effects::write(folder.path());
    } else if name.starts_with("query") {
        levels::write(&folder.path().join("maps"));
    } else if name.starts_with("demo") {
        write_demo(folder.path());
    } else {
        write_archives(folder.path());
    }
    // The paths of the cases are relative. No other test uses the current folder.
    env::set_current_dir(folder.path()).unwrap();
    let mut told = String::new();
    for line in case.lines().filter(|line| line.starts_with("$ ") || line.starts_with('#')) {
        told.push_str(line);
        told.push('\n');
        let Some(command) = line.strip_prefix("$ ") else { continue };
        let words = words(command);
        told.push_str(&match words.split_first() {
            Some((first, rest)) if first == "ngi" => run_ngi(rest),
            _ => run_own(folder.path(), &words),
        });
    }
    // Windows does not remove a folder that is in use.
    env::set_current_dir(env!("CARGO_MANIFEST_DIR")).unwrap();
    told
}

#[test]
fn recorded_sessions_repeat() {
    assert!(env::var_os("NGI_GAME").is_none(), "NGI_GAME is set: `ngi` would use that game");
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let mut played = 0;
    let mut wrong = Vec::new();
    for entry in fs::read_dir(&cases).unwrap() {
        let path = entry.unwrap().path();
        let expected = fs::read_to_string(&path).unwrap();
        let name = path.file_name().unwrap().to_string_lossy();
        let told = play(&expected, &name);
        played += 1;
        if told == expected {
            continue;
        }
        if env::var_os("NGI_BLESS").is_some() {
            fs::write(&path, told).unwrap();
        } else {
            wrong.push(format!("--- {}\n{told}", path.display()));
        }
    }
    assert!(played >= 6, "only {played} cases");
    assert!(wrong.is_empty(), "other output:\n{}", wrong.join("\n"));
}
