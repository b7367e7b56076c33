//! `-`: one file from stdin, one to stdout, messages elsewhere.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use std::fs;
use std::path::Path;
use std::process::Output;

use ngi_testing::game;

use crate::common::{ngi_with, words};

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    game::write(folder.path());
    folder
}

fn run(folder: &Path, line: &str, input: &[u8]) -> Output {
    ngi_with(folder, words(line), input)
}

/// What goes to stdout; it must succeed.
#[track_caller]
fn out(folder: &Path, line: &str, input: &[u8]) -> Vec<u8> {
    let output = run(folder, line, input);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{line}: {said}");
    output.stdout
}

fn bytes(folder: &Path, path: &str) -> Vec<u8> {
    ngi_vfs::locate(&folder.join(path)).unwrap().bytes().unwrap().to_vec()
}

#[test]
fn documents_and_pictures_go_through_pipes() {
    let folder = folder();
    let at = folder.path();
    let document = out(at, "export Material.lib/WATER -o - --to json", b"");
    assert!(document.starts_with(b"{\n  \"schema\": \"ngi.mat0/1\""));
    let back = run(at, "import - --from json -o -", &document);
    assert_eq!(back.stdout, bytes(at, "Material.lib/WATER"));
    assert_eq!(back.status.code(), Some(1), "what stands in the directory entry is lost that way");
    let wear = out(at, "export static.rlb/s_wall.wea -o - --to json", b"");
    assert_eq!(out(at, "import - --from json -o -", &wear), bytes(at, "static.rlb/s_wall.wea"));
    let png = out(at, "export Textures.lib/WALL.0 -o - --to png", b"");
    assert!(png.starts_with(b"\x89PNG"));
    let back = out(at, "import - --from png --like Textures.lib/WALL.0 -o -", &png);
    assert_eq!(back, bytes(at, "Textures.lib/WALL.0"));
    let model = out(at, "export static.rlb/s_wall.msh -o - --to glb", b"");
    let back = out(at, "import - --from glb --like static.rlb/s_wall.msh -o -", &model);
    assert_eq!(back, bytes(at, "static.rlb/s_wall.msh"));
    let left: Vec<_> = fs::read_dir(at).unwrap().map(|e| e.unwrap().file_name()).collect();
    assert_eq!(left.len(), 5, "nothing is left behind: {left:?}");
}

#[test]
fn messages_stay_out_of_the_data() {
    let folder = folder();
    let at = folder.path();
    let png = out(at, "export Textures.lib/WALL.0 -o - --to png", b"");
    let output = run(at, "import - --from png --like Textures.lib/WALL.0 -o -", &png);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("Kept: "), "{said}");
    assert!(!said.contains("stdout"), "{said}");
    // What cannot go along is told, and the exit code says so.
    let output = run(at, "export static.rlb/s_wall.msh -o - --to gltf", b"");
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("left out: s_wall.msh.bin"), "{said}");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn the_kind_of_file_has_to_be_named() {
    let folder = folder();
    for line in [
        "export Material.lib/WATER -o -",
        "import - -o x",
        "extract Material.lib -o -",
        "extract Material.lib -o - W*",
        "show - --name ../x",
    ] {
        let output = run(folder.path(), line, b"{}");
        assert_eq!(output.status.code(), Some(2), "{line}");
        assert!(output.stdout.is_empty(), "{line}");
    }
}

#[test]
fn fields_are_set_on_the_way() {
    let folder = folder();
    let at = folder.path();
    let model = bytes(at, "static.rlb/s_wall.msh");
    let changed = out(at, "set - nodes[0].flags=2", &model);
    assert_eq!(changed.len(), model.len());
    assert_ne!(changed, model);
    assert_eq!(out(at, "show - --at nodes[0].flags", &changed), b"2\n");
    assert_eq!(out(at, "set - nodes[0].flags=2", &changed), changed, "what is so already");
    let wear = bytes(at, "static.rlb/s_wall.wea");
    let changed = out(at, "set - --name a.wea rows[0].name=GLOW", &wear);
    assert!(changed.starts_with(b"4\r\n0 GLOW\r\n"));
    let shown = String::from_utf8(out(at, "show - --name a.wea", &wear)).unwrap();
    assert!(shown.starts_with("a.wea: wear"), "{shown}");
}

#[test]
fn archives_are_checked_listed_taken_apart_and_packed() {
    let folder = folder();
    let at = folder.path();
    let archive = fs::read(at.join("Textures.lib")).unwrap();
    let listed = String::from_utf8(out(at, "list -", &archive)).unwrap();
    assert!(listed.contains("ATLAS.0"), "{listed}");
    let found = run(at, "check - --json", b"NRes junk that is no archive");
    assert_eq!(found.status.code(), Some(1));
    let report: serde_json::Value = serde_json::from_slice(&found.stdout).unwrap();
    assert_eq!(report["findings"][0]["path"], "stdin");
    assert_eq!(out(at, "extract - -o - WALL.0", &archive), bytes(at, "Textures.lib/WALL.0"));
    out(at, "extract - -o taken", &archive);
    assert_eq!(out(at, "pack taken -o -", b""), archive);
    out(at, "edit Textures.lib put NEW.0@Texm -", &bytes(at, "Textures.lib/WALL.0"));
    assert_eq!(bytes(at, "Textures.lib/NEW.0"), bytes(at, "Textures.lib/WALL.0"));
}

#[test]
fn explanations_for_programs_are_english_in_every_language() {
    let folder = folder();
    let explain = |rest: &str| out(folder.path(), &format!("explain nres.* mat0.* {rest}"), b"");
    assert_eq!(explain("--json --language ru"), explain("--json"));
    assert_ne!(explain("--language ru"), explain(""));
}
