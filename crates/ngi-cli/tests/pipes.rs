//! Output that nobody reads to the end.
#![allow(clippy::unwrap_used)]

use std::process::{Command, Stdio};

use ngi_formats::nres::{Editor, NewEntry};

#[test]
fn a_closed_pipe_ends_quietly() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("large.lib");
    let mut editor = Editor::new();
    for index in 0..20_000 {
        editor.add(NewEntry::new(1, format!("entry {index}")).unwrap(), Vec::new()).unwrap();
    }
    std::fs::write(&path, editor.write().unwrap()).unwrap();
    for arguments in [&["list"][..], &["list", "--json"], &["show", "--json"], &["show", "--hex"]] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_ngi"))
            .args(arguments)
            .arg(&path)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{arguments:?}");
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
    }
}

/// Names may hold anything; a pipe must get all of it, and text must not steer a terminal.
#[test]
fn names_go_through_a_pipe_unharmed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("odd.lib");
    let mut editor = Editor::new();
    let name = b"A\x7fB\x1b[31mC\nD";
    editor.add(NewEntry::new(1, name).unwrap(), Vec::new()).unwrap();
    std::fs::write(&path, editor.write().unwrap()).unwrap();
    let run = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_ngi")).args(arguments).arg(&path).output();
        String::from_utf8(output.unwrap().stdout).unwrap()
    };
    let listing: serde_json::Value = serde_json::from_str(&run(&["list", "--json"])).unwrap();
    assert_eq!(listing["entries"][0]["name"], String::from_utf8_lossy(name).as_ref());
    let text = run(&["list"]);
    assert!(!text.contains('\x1b') && text.lines().count() == 2, "{text:?}");
}

/// A message that cannot be written is lost; how it ended is not.
#[cfg(target_os = "linux")]
#[test]
fn regression_a_full_disk_behind_stderr_or_stdout_is_no_panic() {
    let full = || std::fs::File::options().write(true).open("/dev/full").unwrap();
    let run = |arguments: &[&str], out: Stdio, err: Stdio| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ngi"));
        command.args(arguments).stdout(out).stderr(err).status().unwrap().code()
    };
    for arguments in [&["list", "no/such/file"][..], &["no such verb"], &["list"]] {
        assert_eq!(run(arguments, Stdio::null(), full().into()), Some(2), "{arguments:?}");
    }
    for arguments in [&["check", "--list-codes"][..], &["--help"], &["--version"]] {
        assert_eq!(run(arguments, full().into(), Stdio::null()), Some(2), "{arguments:?}");
        assert_eq!(run(arguments, Stdio::null(), full().into()), Some(0), "{arguments:?}");
    }
}
