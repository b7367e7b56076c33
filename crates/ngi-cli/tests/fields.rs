//! Fields at the command line: what a check names, `show --at` answers; what only makes a file
//! together is set together; what a document says has to be true.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use std::fs;
use std::path::Path;

use ngi_demo::broken::{Asked, cases, findings_of, samples};
use ngi_verbs::check::entry_meta;
use ngi_verbs::format::{Form, Subject, recognise};
use serde_json::Value;

use crate::common::{ngi, told, write_demo};

fn run(folder: &Path, words: &[&str]) -> (Option<i32>, String, String) {
    let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
    let output = ngi(folder, &words);
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// A code, the files that break it, where that is found, and about which field.
type Broken = (&'static str, Vec<(String, Vec<u8>)>, String, String);

/// The findings of recipes whose file cannot be followed.
fn broken() -> Vec<Broken> {
    let (samples, mut all) = (samples().unwrap(), Vec::new());
    for case in cases().unwrap() {
        let files = case.files(&samples).unwrap();
        let (vfs, findings) = findings_of(&files, Asked::about(case.code)).unwrap();
        let Some(located) = findings.first() else { continue };
        let node = vfs.root().walk().filter_map(Result::ok).find(|n| n.path() == located.path);
        let node = node.unwrap();
        let (name, bytes) = (node.name(), node.bytes().unwrap());
        let subject = Subject { name: &name, bytes: &bytes, entry: entry_meta(&node) };
        let document = recognise(&subject).unwrap().document;
        let field = located.finding.field.clone();
        if document.tree(&subject, Form::Full).is_err() && !field.is_empty() {
            all.push((case.code, files, located.path.clone(), field));
        }
    }
    all
}

#[test]
fn a_file_that_cannot_be_followed_answers_for_the_field_that_a_finding_names() {
    let all = broken();
    assert!(all.len() >= 15, "{}", all.len());
    for (code, files, path, field) in all {
        let folder = tempfile::tempdir().unwrap();
        for (name, bytes) in files {
            let file = folder.path().join(name);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, bytes).unwrap();
        }
        let (status, out, err) = run(folder.path(), &["show", &path, "--at", &field]);
        assert_eq!(status, Some(0), "{code}: {field}: {err}");
        assert!(!out.is_empty() && err.contains("only a part of it can be shown"), "{code}: {err}");
        let (status, out, _) = run(folder.path(), &["show", &path, "--fields"]);
        assert_eq!(status, Some(1), "{code}: a part is not all");
        assert!(!out.is_empty(), "{code}");
        // No document is made of it.
        let (status, ..) = run(folder.path(), &["show", &path, "--json"]);
        assert_eq!(status, Some(2), "{code}");
    }
}

#[test]
fn a_corner_and_its_link_are_set_together() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    write_demo(&at.join("game"));
    let map = "game/DATA/MAPS/VALLEY/Land.map";
    let before = fs::read(at.join(map)).unwrap();
    let corner = "areals[0].polygon[+]=[-8,32,48]";
    let (status, _, err) = run(at, &["set", map, corner]);
    assert_eq!(status, Some(2));
    assert!(err.contains("areals[0].links: 4 links for 5 corners"), "{err}");
    assert_eq!(fs::read(at.join(map)).unwrap(), before, "nothing half done is written");
    let (status, _, err) = run(at, &["set", map, corner, "areals[0].links[+]=[-1,-1]"]);
    assert_eq!(status, Some(0), "{err}");
    assert!(err.contains("areals[0].polygon[+]: now has 5 of them"), "{err}");
    let (_, corner, _) = run(at, &["show", map, "--at", "areals[0].polygon[4][0]"]);
    assert_eq!(corner, "-8.0\n");
    let taken = ["areals[0].links[4]=-", "areals[0].polygon[4]=-"];
    let (status, _, err) = run(at, &["set", map, taken[0], taken[1]]);
    assert_eq!(status, Some(0), "{err}");
    assert_eq!(fs::read(at.join(map)).unwrap(), before, "there and back");
}

#[test]
fn a_document_that_contradicts_itself_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    write_demo(&at.join("game"));
    told(at, "export game/Material.lib/WATER -o water.json");
    let good: Value = serde_json::from_slice(&fs::read(at.join("water.json")).unwrap()).unwrap();
    let refused = |change: fn(&mut Value)| {
        let mut document = good.clone();
        change(&mut document);
        fs::write(at.join("other.json"), document.to_string()).unwrap();
        let like = ["--like", "game/Material.lib/WATER", "-o", "other.mat0"];
        let (status, _, err) = run(at, &[&["import", "other.json"][..], &like].concat());
        assert_eq!(status, Some(2), "{err}");
        assert!(!at.join("other.mat0").exists());
        err
    };
    let err = refused(|document| document["derived"]["blend"] = "multiply".into());
    assert!(err.contains("derived.blend: \"multiply\", but by the rest it is"), "{err}");
    let err = refused(|document| document["derived"]["blent"] = "alpha".into());
    assert!(err.contains("derived: there is no field \"blent\""), "{err}");
    told(at, "export game/Material.lib -o library.json");
    let text = fs::read(at.join("library.json")).unwrap();
    let mut document: Value = serde_json::from_slice(&text).unwrap();
    document["entries"][1].as_object_mut().unwrap().remove("attr2");
    fs::write(at.join("library.json"), document.to_string()).unwrap();
    let (status, _, err) = run(at, &["import", "library.json", "-o", "other.lib"]);
    assert_eq!(status, Some(2));
    assert!(err.contains("entries[1].attr2: missing"), "{err}");
}

#[test]
fn the_schema_says_what_things_can_become_and_be_made_of() {
    let folder = tempfile::tempdir().unwrap();
    let (status, out, err) = run(folder.path(), &["schema", "--json"]);
    assert_eq!(status, Some(0), "{err}");
    let schema: Value = serde_json::from_str(&out).unwrap();
    let ways = |id: &str| {
        let formats = schema["formats"].as_array().unwrap();
        let format = formats.iter().find(|format| format["id"] == id).unwrap();
        (format["out"].to_string(), format["back"].to_string())
    };
    let models = r#"["glb","gltf","obj"]"#;
    assert_eq!(ways("msh"), (models.to_owned(), models.to_owned()));
    assert_eq!(ways("land").1, r#"["png","glb","gltf","obj"]"#);
    assert_eq!(ways("exp"), ("[]".to_owned(), "[]".to_owned()));
}
