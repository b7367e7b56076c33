//! Mods that somebody wrote to do harm, or by mistake: refused with the reason, the game untouched.

use std::fs;
use std::path::Path;

use ngi_mods::{Blob, Digest, Mod, installed};

use crate::games::{Files, game, read, write};

/// A folder with a mod whose list of changes is given.
fn folder(changes: &str, files: &[(&str, &[u8])]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let toml = "schema = \"ngi.mod/1\"\nname = \"evil\"\nversion = \"1\"\n";
    fs::write(folder.path().join("mod.toml"), toml).unwrap();
    let list = format!("{{\"schema\":\"ngi.changes/1\",\"files\":[{changes}]}}");
    fs::write(folder.path().join("changes.json"), list).unwrap();
    for (name, bytes) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
    folder
}

fn blob(name: &str, bytes: &[u8]) -> String {
    let blob = Blob { file: name.to_owned(), size: bytes.len() as u64, sha256: Digest::of(bytes) };
    serde_json::to_string(&blob).unwrap()
}

/// Tries to install a mod; gives the reason why not.
fn refused(path: &Path) -> String {
    let home = tempfile::tempdir().unwrap();
    let files: Files = game();
    write(home.path(), &files);
    let told =
        Mod::open(path).and_then(|package| installed::install(home.path(), vec![package], &[]));
    let told = told.err().map(|error| error.to_string()).expect("it should not be installed");
    assert_eq!(read(home.path()), files, "{told}");
    assert!(installed::list(home.path()).unwrap().is_empty());
    told
}

#[test]
fn hostile_mods_are_refused_and_the_game_is_untouched() {
    let old = &game()["DATA/readme.txt"];
    let sum = Digest::of(old);
    let lie = ngi_mods::delta::make(old, b"something else").unwrap();
    let delta = |size: u64| {
        let blob = blob("delta/1", &lie);
        format!(
            r#"{{"path":"DATA/readme.txt","changes":[{{"delta":{blob},"before":"{sum}","after":"{sum2}","size":{size}}}]}}"#,
            sum2 = Digest::of(b"what it says")
        )
    };
    let set = |entry: &str, field: &str, to: &str| {
        format!(
            r#"{{"path":"Material.lib","changes":[{{"entry":"{entry}","set":"{field}","to":{to}}}]}}"#
        )
    };
    let file = |path: &str| {
        format!(r#"{{"path":"{path}","changes":[{{"bytes":{}}}]}}"#, blob("payload/1", b"x"))
    };
    let cases = [
        (file("../outside.txt"), "no path inside"),
        (file("/tmp/outside.txt"), "no path inside"),
        (file(".ngi/1.pending"), "no path inside"),
        (file("DATA"), "is no file in this game"),
        (file("Material.lib/new.txt"), "that is a file"),
        ([file("new"), file("NEW/b/c.txt")].join(","), "that is a file"),
        (file("NGI~1/mods/installed.json"), "no path inside"),
        (file("DATA/nul.txt"), "no path inside"),
        (delta(12), "it says another size"),
        (delta(14), "makes something else than it says"),
        (delta(u64::from(u32::MAX)), "this delta cannot be used"),
        (set("WATER", "phases[0].nothing", "1"), "there is no such field"),
        (set("WATER", "phases[9999].opacity", "1"), "there is no such field"),
        (set("WATER", "phases[0].opacity", "\"much\""), "is not"),
        (set("NOTHING", "phases[0].opacity", "1"), "NOTHING"),
        (set("WATER/3", "x", "1"), "is no archive"),
        (set("WATER", "@attr9", "1"), "no such attribute"),
        (set("WATER", "@attr1", "-1"), "no number"),
    ];
    for (changes, why) in cases {
        let folder = folder(&changes, &[("delta/1", &lie), ("payload/1", b"x")]);
        let told = refused(folder.path());
        assert!(told.contains(why), "{changes}: {told}");
    }
}

#[test]
fn a_payload_of_archives_in_archives_ends() {
    // Each archive holds the next one, far more than anybody follows.
    let mut nested = b"the innermost".to_vec();
    for _ in 0..40 {
        let mut editor = ngi_formats::nres::Editor::new();
        let entry = ngi_formats::nres::NewEntry::new(*b"NRES", "a").unwrap();
        editor.add(entry, nested).unwrap();
        nested = editor.write().unwrap();
    }
    let put =
        |entry: &str| format!(r#"{{"entry":"{entry}","bytes":{}}}"#, blob("payload/1", &nested));
    let entries = (1..16).map(|depth| ["WATER"].into_iter().chain(vec!["a"; depth]));
    let entries = entries.map(|parts| put(&parts.collect::<Vec<_>>().join("/")));
    let all = [put("WATER")].into_iter().chain(entries).collect::<Vec<_>>().join(",");
    let changes = format!(r#"{{"path":"Material.lib","changes":[{all}]}}"#);
    let told = refused(folder(&changes, &[("payload/1", &nested)]).path());
    assert!(told.contains("is not what the mod was made of"), "{told}");
}

#[test]
fn payloads_that_are_missing_or_changed_are_refused() {
    let changes = format!(
        r#"{{"path":"DATA/x.txt","changes":[{{"bytes":{}}}]}}"#,
        blob("payload/1", b"good")
    );
    let told = refused(folder(&changes, &[]).path());
    assert!(told.contains("payload/1: is missing"), "{told}");
    let told = refused(folder(&changes, &[("payload/1", b"evil")]).path());
    assert!(told.contains("its checksum is another one"), "{told}");
    let told = refused(folder(&changes, &[("payload/1", b"more than good")]).path());
    assert!(told.contains("larger than 4 bytes"), "{told}");
}

#[test]
fn a_list_of_installed_mods_is_not_trusted() {
    let home = tempfile::tempdir().unwrap();
    write(home.path(), &game());
    let store = home.path().join(".ngi/mods");
    fs::create_dir_all(&store).unwrap();
    let sum = Digest::of(b"");
    for list in [
        "junk".to_owned(),
        format!(
            r#"{{"schema":"ngi.installed/1","mods":[],"files":[{{"path":"../x","original":"{sum}","now":null}}],"folders":[]}}"#
        ),
        r#"{"schema":"ngi.installed/1","mods":[],"files":[],"folders":["../.."]}"#.to_owned(),
        r#"{"schema":"ngi.installed/2","mods":[],"files":[],"folders":[]}"#.to_owned(),
    ] {
        fs::write(store.join("installed.json"), &list).unwrap();
        let told = installed::list(home.path()).unwrap_err().to_string();
        assert!(told.contains("move it away"), "{list}: {told}");
    }
    // An original that is not what its name says is not put back.
    let mods = crate::games::pool();
    fs::remove_file(store.join("installed.json")).unwrap();
    installed::install(home.path(), vec![crate::games::copy(&mods[0])], &[]).unwrap();
    let with_mod = read(home.path());
    for entry in fs::read_dir(store.join("originals")).unwrap() {
        fs::write(entry.unwrap().path(), b"evil").unwrap();
    }
    let told = installed::remove(home.path(), &["shallow".to_owned()]).unwrap_err().to_string();
    assert!(told.contains("gone or was changed"), "{told}");
    assert_eq!(read(home.path()), with_mod);
}
