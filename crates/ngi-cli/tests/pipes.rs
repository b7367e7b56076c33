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
