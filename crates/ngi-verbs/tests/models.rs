//! Models as documents and back, shown, set, compared, referred to.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use ngi_formats::msh::{Model, resource};
use ngi_formats::nres::Archive;
use ngi_testing::archives::write;
use ngi_testing::models::{change, legacy, library, payload, place_of, rich, rich_plan, still};
use ngi_verbs::diff::{Difference, DifferenceKind};
use ngi_verbs::document::{from_value, to_value};
use ngi_verbs::format::{Document as _, Form, Subject, recognise};
use ngi_verbs::model::{MshDocument, pose};
use ngi_verbs::{check, diff, edit, find, json, references, set};
use ngi_vfs::locate;
use proptest::prelude::*;
use serde_json::Value;

fn document(bytes: &[u8]) -> Value {
    let subject = Subject::file("a.msh", bytes);
    assert_eq!(recognise(&subject).unwrap().id(), "msh");
    let mut text = Vec::new();
    MshDocument.write_json(&subject, Form::Full, &mut text).unwrap();
    let document = serde_json::from_slice(&text).unwrap();
    assert_eq!(to_value(&MshDocument, &subject).unwrap(), document, "one document, two ways");
    document
}

#[track_caller]
fn comes_back(bytes: &[u8]) {
    let back = from_value(&MshDocument, &document(bytes), None).unwrap().bytes;
    assert!(back == bytes, "{} bytes became {}", bytes.len(), back.len());
}

#[test]
fn sound_models_come_back() {
    for bytes in [still(), rich(), legacy()] {
        comes_back(&bytes);
    }
}

#[test]
fn every_table_is_named() {
    let document = document(&rich());
    let tables: Vec<&str> = document["entries"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|entry| entry["table"].as_str())
        .collect();
    let known: Vec<&str> = resource::RESOURCES
        .iter()
        .map(|known| known.name)
        .filter(|&name| name != "probes")
        .collect();
    assert_eq!(tables.len(), known.len());
    for key in known {
        assert!(tables.contains(&key) && !document[key].is_null(), "{key}");
    }
    assert_eq!(document["nodes"][1]["parent"], 0);
    assert_eq!(document["names"][2]["name"], "CP_m1o1");
    assert_eq!(document["labels"][1]["label"], "central_gun");
    assert_eq!(document["keys"][2]["rotation"], serde_json::json!([23170, 0, 0, 23170]));
    assert_eq!(document["slots"][3]["unk_0x40"], u32::MAX);
    assert_eq!(document["paths"]["links"][0]["unk_0x08"][7], u32::MAX);
    let unknown = document["entries"]
        .as_array()
        .unwrap()
        .iter()
        .find(|entry| entry["type_id"] == 77)
        .unwrap();
    assert_eq!(unknown["payload"], "6e6f626f6479206b6e6f7773");
}

#[test]
fn broken_tables_come_back() {
    let bytes = rich();
    for known in resource::RESOURCES {
        let id = known.type_id;
        comes_back(&payload(&bytes, id, |payload| payload.push(0xEE)));
        comes_back(&payload(&bytes, id, |payload| payload.truncate(payload.len() / 2 + 1)));
        comes_back(&payload(&bytes, id, Vec::clear));
        comes_back(&payload(&bytes, id, |payload| {
            payload.iter_mut().for_each(|byte| *byte = !*byte)
        }));
        comes_back(&change(&bytes, |editor| {
            let place = place_of(editor, id);
            let again = ngi_formats::nres::NewEntry::new(id, "again").unwrap();
            let twice = editor.payload(place).unwrap().to_vec();
            editor.add(again, twice).unwrap();
        }));
    }
}

#[test]
fn odd_numbers_and_names_come_back() {
    let bytes = payload(&rich(), resource::POSITIONS, |payload| {
        payload[..4].copy_from_slice(&0x7f80_0001u32.to_le_bytes());
        payload[4..8].copy_from_slice(&f32::NEG_INFINITY.to_le_bytes());
        payload[8..12].copy_from_slice(&(-0.0f32).to_le_bytes());
    });
    let bytes = payload(&bytes, resource::NAMES, |payload| {
        payload[..10].copy_from_slice(b"\xcf\xe0\0junk\0\0x");
        payload[32..64].fill(b'n');
    });
    let bytes = payload(&bytes, resource::LABELS, |payload| {
        *payload = b"\x03\0\0\0a\0b\x07\x02\0\0\0\xff\xfe\0\0\0\0\0rest".to_vec();
    });
    comes_back(&bytes);
    let document = document(&bytes);
    assert_eq!(document["positions"][0][0], "nan:7f800001");
    assert_eq!(document["labels"][0]["label_raw"], "61006207");
    assert_eq!(document["labels_tail"], "72657374");
    assert_eq!(document["names"][1]["name_raw"].as_str().unwrap().len(), 64);
}

#[test]
fn documents_that_lie_are_refused() {
    let good = document(&rich());
    let refuse = |why: &str, change: &dyn Fn(&mut Value)| {
        let mut bad = good.clone();
        change(&mut bad);
        let error = from_value(&MshDocument, &bad, None).unwrap_err().to_string();
        assert!(error.starts_with(why), "{error}");
    };
    refuse("slots[3].batch_count: 70000 is not", &|d| d["slots"][3]["batch_count"] = 70_000.into());
    refuse("slots[0].aabb.min[2]: \"x\" is not a number", &|d| {
        d["slots"][0]["aabb"]["min"][2] = "x".into()
    });
    refuse("nodes[0].slots: is not a list of 15", &|d| {
        d["nodes"][0]["slots"] = Value::Array(vec![])
    });
    refuse("positions: missing", &|d| drop(d.as_object_mut().unwrap().remove("positions")));
    refuse("header.sphere.radius: missing", &|d| {
        drop(d["header"]["sphere"].as_object_mut().unwrap().remove("radius"))
    });
    refuse("extra[0]: ", &|d| d["extra"][0] = "00".into());
    refuse("names[1].name", &|d| d["names"][1]["name"] = "n".repeat(40).into());
    refuse("labels[1].label: ", &|d| d["labels"][1]["label"] = "中".into());
    refuse("nodes_tail: \"g\" is not hex digits", &|d| d["nodes_tail"] = "g".into());
    refuse("slots[2]: there is no field \"volum\"; there are triangle_start,", &|d| {
        d["slots"][2]["volum"] = 1.into()
    });
    refuse("vertices: there is no field \"vertices\"; there are count,", &|d| {
        d["vertices"] = Value::Array(vec![])
    });
    refuse("legacy_nodes: no entry", &|d| d["legacy_nodes"] = Value::Array(vec![]));
}

#[test]
fn one_field_is_set_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let model = rich();
    let before = library(&[("gate.msh", model.clone()), ("z.msh", still())]);
    let (path, _) = write(folder.path(), "x.lib", &before);
    let node = locate(&path.join("gate.msh")).unwrap();
    let assign = |field: &str, value: &str| {
        let fields = [(field.to_owned(), value.to_owned())];
        let options = edit::Options { backup: false, dry_run: false };
        set::set_with(&node, &fields, set::Dependents::Stay, options).unwrap()
    };
    let edited = assign("slots[3].batch_count", "2");
    assert_eq!(edited.lines, ["slots[3].batch_count: 2 becomes 2"]);
    assert!(edited.saved.is_none(), "nothing changed");
    assign("slots[3].batch_count", "1");
    let after = std::fs::read(&path).unwrap();
    let differing: Vec<usize> = (0..before.len()).filter(|&at| before[at] != after[at]).collect();
    let archive = Archive::read(&before).unwrap();
    let outer = archive.find(b"gate.msh").unwrap().record().offset as usize;
    let slots = Model::read(&model).unwrap().place(resource::SLOTS).unwrap().offset;
    assert_eq!(differing, [outer + slots + 140 + 3 * 68 + 6]);
    assert_eq!(before.len(), after.len());
}

/// The same model with fields set, and the lines that say so.
fn set_in(bytes: &[u8], path: &str, fields: &[(&str, &str)]) -> (Vec<u8>, Vec<String>) {
    let folder = tempfile::tempdir().unwrap();
    let (file, _) = write(folder.path(), "gate.msh", bytes);
    let node = locate(&file.join(path)).unwrap();
    let fields: Vec<(String, String)> =
        fields.iter().map(|(path, value)| ((*path).to_owned(), (*value).to_owned())).collect();
    let edited = set::set(&node, &fields, edit::Options { backup: false, dry_run: false }).unwrap();
    (std::fs::read(file).unwrap(), edited.lines)
}

fn attr1(bytes: &[u8], type_id: u32) -> u32 {
    let archive = Archive::read(bytes).unwrap();
    archive.iter().find(|entry| entry.type_id().0 == type_id).unwrap().record().attr1
}

#[test]
fn counts_in_the_directory_follow_the_rows() {
    let model = rich();
    let before = attr1(&model, resource::INDICES);
    // Through a document.
    let mut longer = document(&model);
    longer["indices"].as_array_mut().unwrap().extend([0.into(), 0.into(), 0.into()]);
    let bytes = from_value(&MshDocument, &longer, None).unwrap().bytes;
    assert_eq!(attr1(&bytes, resource::INDICES), before + 3);
    // One that was no count before is left alone.
    let wrong = change(&model, |editor| {
        editor.set_attr1(place_of(editor, resource::INDICES), 7).unwrap();
    });
    let mut longer = document(&wrong);
    longer["indices"].as_array_mut().unwrap().pop();
    let bytes = from_value(&MshDocument, &longer, None).unwrap().bytes;
    assert_eq!(attr1(&bytes, resource::INDICES), 7);
    // By `set`, of the model and of the table alone.
    let (bytes, lines) = set_in(&model, "", &[("indices[+]", "5"), ("indices[0]", "-")]);
    assert_eq!(attr1(&bytes, resource::INDICES), before);
    assert!(lines.len() > 2, "what follows is told: {lines:?}");
    let (bytes, _) = set_in(&model, "", &[("indices[+]", "5"), ("indices[+]", "6")]);
    assert_eq!(attr1(&bytes, resource::INDICES), before + 2);
    let (bytes, _) = set_in(&model, "6", &[("indices[+]", "5"), ("indices[+]", "6")]);
    assert_eq!(attr1(&bytes, resource::INDICES), before + 2);
    let (bytes, _) = set_in(&model, "17", &[("paths.nodes[0]", "-")]);
    let paths = Model::read(&bytes).unwrap().paths.unwrap().nodes.len();
    assert_eq!(paths + 1, Model::read(&model).unwrap().paths.unwrap().nodes.len());
}

/// Codes of errors in a model.
fn codes(bytes: &[u8]) -> Vec<&'static str> {
    let mut findings = ngi_formats::Findings::new(ngi_formats::Mode::Strict, false);
    ngi_formats::msh::check(bytes, &mut findings);
    findings.list().iter().map(|found| found.code.id).collect()
}

#[test]
fn the_count_of_labels_follows_the_nodes() {
    let model = rich();
    let added = [
        ("nodes[+]", r#"{"parent": 0, "map_start": 65535}"#),
        ("names[+]", r#"{"name": "mast"}"#),
        ("labels[+]", r#"{"label": "e_tur_mast"}"#),
    ];
    for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0]] {
        let fields = order.map(|at: usize| added[at]);
        let (bytes, _) = set_in(&model, "", &fields);
        assert_eq!(attr1(&bytes, resource::LABELS), 4, "{order:?}");
        assert_eq!(codes(&bytes), codes(&model), "{order:?}");
    }
    // Table by table.
    let (bytes, _) = set_in(&model, "1", &added[..1]);
    let (bytes, _) = set_in(&bytes, "10", &added[2..]);
    assert_eq!((attr1(&bytes, resource::NODES), attr1(&bytes, resource::LABELS)), (4, 4));
    // In a document.
    let mut longer = document(&model);
    for list in ["nodes", "names", "labels"] {
        let last = longer[list][2].clone();
        longer[list].as_array_mut().unwrap().push(last);
    }
    let bytes = from_value(&MshDocument, &longer, None).unwrap().bytes;
    assert_eq!((attr1(&bytes, resource::NODES), attr1(&bytes, resource::LABELS)), (4, 4));
}

#[test]
fn a_removed_node_leaves_a_sound_model_or_is_refused() {
    let model = rich();
    let (bytes, lines) = set_in(&model, "", &[("nodes[2]", "-")]);
    assert!(lines[0].starts_with("nodes[2]: removed"), "{lines:?}");
    assert_eq!(codes(&bytes), ["msh.slot.unused"]);
    let after = Model::read(&bytes).unwrap();
    assert_eq!((after.nodes.len(), after.keys.unwrap().len()), (2, 4));
    assert_eq!((attr1(&bytes, resource::LABELS), attr1(&bytes, resource::NAMES)), (2, 2));
    // The slot is unused now and can be removed as well.
    let (bytes, _) = set_in(&bytes, "", &[("slots[4]", "-")]);
    assert_eq!(codes(&bytes), [""; 0]);
    let refused = |bytes: &[u8], path: &str, field: &str| {
        let folder = tempfile::tempdir().unwrap();
        let (file, _) = write(folder.path(), "gate.msh", bytes);
        let fields = [(field.to_owned(), "-".to_owned())];
        let node = locate(&file.join(path)).unwrap();
        let error = set::set(&node, &fields, edit::Options { backup: false, dry_run: false });
        let error = error.unwrap_err().to_string();
        assert!(std::fs::read(file).unwrap() == bytes, "{error}");
        error
    };
    assert!(refused(&model, "", "nodes[1]").contains("nodes[2].parent"));
    assert!(refused(&model, "1", "nodes[2]").contains("refer to it by number"));
    assert!(refused(&legacy(), "", "legacy_nodes[0]").contains("24 bytes"));
}

#[test]
fn numbers_are_finite_unless_they_are_stored_already() {
    let set = |bytes: &[u8], path: &str, value: &str| {
        let fields = [(path.to_owned(), value.to_owned())];
        let subject = Subject::file("a.msh", bytes);
        let done = set::change(&MshDocument, &subject, &fields);
        done.map(|edited| edited.bytes).map_err(|error| error.to_string())
    };
    let sound = still();
    for (path, value, shown) in [
        ("positions[3][2]", "inf", "inf"),
        ("positions[3][2]", "\"-inf\"", "-inf"),
        ("positions[3][2]", "nan:7fc00001", "nan:7fc00001"),
        ("positions[3]", "[0, \"inf\", 1]", "inf"),
        ("positions[+]", "[0, 0, \"inf\"]", "inf"),
        ("slots[+]", "{\"area\": \"nan:ffc00000\"}", "nan:ffc00000"),
        ("positions", "[[0, 0, 0], [0, 0, \"inf\"]]", "inf"),
    ] {
        let error = set(&sound, path, value).unwrap_err();
        assert!(error.ends_with("is not a finite number"), "{path}={value}: {error}");
        assert!(error.starts_with("positions") || error.starts_with("slots"), "{error}");
        assert!(error.contains(shown), "{error}");
    }
    assert!(set(&sound, "positions[3][2]", "1e39").unwrap_err().contains("is not a number"));
    // Every form in which `show` prints a stored value can be set again.
    let broken = payload(&sound, resource::POSITIONS, |payload| {
        payload[44..48].copy_from_slice(&0x7fc0_0001u32.to_le_bytes());
    });
    for (path, value) in [
        ("positions[3][2]", "nan:7fc00001"),
        ("positions[3][2]", "\"nan:7fc00001\""),
        ("positions[3]", document(&broken)["positions"][3].to_string().as_str()),
        ("positions", document(&broken)["positions"].to_string().as_str()),
    ] {
        assert!(set(&broken, path, value).unwrap() == broken, "{path}={value}");
    }
    assert!(set(&broken, "positions[4][2]", "nan:7fc00001").is_err());
    // A document stands for the file that it was made of; what it adds to a reference is finite.
    let subject = Subject::file("a.msh", &broken);
    let text = document(&broken).to_string();
    assert!(set::read_document(text.as_bytes(), None).unwrap().0.bytes == broken);
    assert!(set::read_document(text.as_bytes(), Some(&subject)).unwrap().0.bytes == broken);
    let infinite = text.replace("nan:7fc00001", "inf");
    let error = set::read_document(infinite.as_bytes(), Some(&subject)).unwrap_err().to_string();
    assert_eq!(error, "positions[3]: inf is not a finite number");
    // The viewer sets whole lists of stored values.
    let rows = [0.0f32, 0.0, f32::INFINITY].map(f32::to_le_bytes).concat();
    let sound = Subject::file("a.msh", &sound);
    assert!(set::change_rows(&MshDocument, &sound, "positions", &rows).is_err());
}

#[test]
fn values_are_set_as_show_prints_them() {
    let model = rich();
    let shown = document(&model);
    for path in ["nodes[0].flags", "batches[0].word", "names[0].name", "slots[0].area"] {
        let pointer = format!("/{}", path.replace(['[', '.'], "/").replace(']', ""));
        let value = shown.pointer(&pointer).unwrap();
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let (bytes, _) = set_in(&model, "", &[(path, &text)]);
        assert!(bytes == model, "{path}={text}");
    }
}

#[test]
fn bits_are_set_by_name_and_labels_by_text() {
    let (bytes, lines) = set_in(
        &rich(),
        "",
        &[("nodes[0].flags", "+vital"), ("labels[1].label", "gun"), ("names[0].name", "base")],
    );
    let model = Model::read(&bytes).unwrap();
    assert!(model.nodes.get(0).unwrap().flags.has(ngi_formats::msh::NodeFlags::VITAL));
    assert_eq!(model.label(1).unwrap().text, b"gun");
    assert_eq!(model.node_name(0), "base");
    assert_eq!(lines.len(), 3);
}

fn differences(a: &[u8], b: &[u8]) -> Vec<Difference> {
    let folder = tempfile::tempdir().unwrap();
    let (_, a) = write(folder.path(), "a.msh", a);
    let (_, b) = write(folder.path(), "b.msh", b);
    diff::diff(&a, &b).unwrap()
}

#[test]
fn few_changes_are_told_by_field_many_by_count() {
    let a = rich();
    assert!(differences(&a, &a).is_empty());
    let one = payload(&a, resource::SLOTS, |payload| payload[140 + 68 + 6] = 9);
    let found = differences(&a, &one);
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].field.as_str(), &found[0].b), ("slots[1].batch_count", &Value::from(9)));
    let moved = payload(&a, resource::POSITIONS, |payload| {
        for vertex in payload.as_chunks_mut::<12>().0 {
            let x = f32::from_le_bytes(*vertex.first_chunk().unwrap()) + 0.5;
            vertex[..4].copy_from_slice(&x.to_le_bytes());
        }
    });
    let found = differences(&a, &moved);
    assert_eq!(found.len(), 5, "one line for each slot: {found:?}");
    assert_eq!(found[0].kind, DifferenceKind::Summary);
    assert_eq!(found[0].field, "node hull, level 0: 36 vertices moved, at most 0.5");
    let fewer = payload(&a, resource::INDICES, |payload| payload.truncate(100));
    assert_eq!(differences(&a, &fewer)[0].field, "indices: 180 rows become 50");
    let without = change(&a, |editor| editor.remove(place_of(editor, resource::NORMALS)).unwrap());
    assert!(
        differences(&a, &without)
            .iter()
            .any(|d| d.kind == DifferenceKind::Removed && d.field == "normals")
    );
    let attribute = change(&a, |editor| editor.set_attr2(0, 5).unwrap());
    assert_eq!(differences(&a, &attribute)[0].field, "entries[0].attr2");
}

/// A part of a model that is stretched is one line, though bounds, normals and triangles follow.
#[test]
fn a_stretched_part_is_one_line() {
    let mut plan = rich_plan();
    let before = plan.build().unwrap().write().unwrap();
    let door = plan.nodes[1].meshes[0].unwrap();
    plan.meshes[door].vertices.iter_mut().for_each(|vertex| vertex.position[2] *= 1.25);
    let after = plan.build().unwrap().write().unwrap();
    let found = differences(&before, &after);
    assert_eq!(found.len(), 1, "{found:#?}");
    assert_eq!(found[0].field, "node door, level 0: 18 vertices moved, at most 0.5");
    // A part that has one triangle less is told as such, though most rows of all tables shift.
    plan.meshes[door].parts[0].faces.pop();
    let cut = plan.build().unwrap().write().unwrap();
    let found = differences(&before, &cut);
    let told: Vec<&str> = found.iter().map(|found| found.field.as_str()).collect();
    assert!(told[0].starts_with("node door, level 0: 36 vertices become "), "{told:?}");
    assert!(told[0].ends_with("12 triangles become 11"), "{told:?}");
    assert_eq!(told.len(), 1, "{told:#?}");
}

/// What a part wears, and parts that come and go.
#[test]
fn materials_and_new_parts_are_told_by_node() {
    let mut plan = rich_plan();
    let before = plan.build().unwrap().write().unwrap();
    let door = plan.nodes[1].meshes[0].unwrap();
    plan.meshes[door].parts[0].material += 2;
    let worn = plan.build().unwrap().write().unwrap();
    let found = differences(&before, &worn);
    assert_eq!(found.len(), 1, "{found:#?}");
    assert_eq!(found[0].field, "node door, level 0: batch 0: material 0 becomes 2");
    let mut plan = rich_plan();
    plan.nodes[0].meshes[1] = None;
    let without = plan.build().unwrap().write().unwrap();
    let found = differences(&before, &without);
    assert_eq!(found[0].field, "node hull, level 1: removed, 12 triangles", "{found:#?}");
    let found = differences(&without, &before);
    assert_eq!(found[0].field, "node hull, level 1: added, 12 triangles", "{found:#?}");
}

#[test]
fn a_model_in_an_archive_is_checked_once() {
    let folder = tempfile::tempdir().unwrap();
    let broken = payload(&still(), resource::SLOTS, |payload| payload[140 + 6] = 99);
    let (path, node) = write(folder.path(), "x.lib", &library(&[("a.msh", broken)]));
    let report = check::check(&node, &check::Options::default(), &()).unwrap();
    assert!(
        report
            .findings
            .iter()
            .all(|found| found.path == format!("{}/a.msh", ngi_vfs::shown(&path)))
    );
    let codes: Vec<&str> = report.findings.iter().map(|found| found.finding.code.id).collect();
    assert_eq!(codes, ["msh.slot.batch-range", "msh.wear.missing"]);
    assert_eq!((report.checked, report.unknown), (2, 0), "tables are part of the model");
}

#[test]
fn wears_are_looked_for_beside_their_models() {
    let folder = tempfile::tempdir().unwrap();
    let wear = || b"1\r\n".to_vec();
    let parts =
        [("Gate.msh", rich()), ("gate.WEA", wear()), ("old.wea", wear()), ("box.msh", still())];
    write(folder.path(), "x.lib", &library(&parts));
    write(folder.path(), "box.wea", &wear());
    let all = references::collect(&locate(folder.path()).unwrap(), &()).unwrap();
    let name = |found: &&references::Use| {
        (found.path.rsplit('/').next().unwrap().to_owned(), found.reference.name.clone())
    };
    let uses = all.uses(&find::exact_pattern("GATE.wea").unwrap());
    assert_eq!(
        uses.iter().map(|(_, found)| name(found)).collect::<Vec<_>>(),
        [("Gate.msh".into(), "Gate.wea".into())]
    );
    assert_eq!(
        all.missing().iter().map(name).collect::<Vec<_>>(),
        [("box.msh".into(), "box.wea".into())]
    );
    let mut unused: Vec<String> = all
        .unused()
        .iter()
        .map(|found| found.path.rsplit('/').next().unwrap().to_owned())
        .collect();
    unused.sort();
    assert_eq!(unused, ["box.wea", "old.wea"]);
    assert_eq!(all.problems.len(), 0);
}

/// The errors of a check of a file, each with the path inside it.
fn errors(name: &str, bytes: &[u8]) -> Vec<(String, &'static str)> {
    let folder = tempfile::tempdir().unwrap();
    let (path, node) = write(folder.path(), name, bytes);
    let report = check::check(&node, &check::Options::default(), &()).unwrap();
    let path = ngi_vfs::shown(&path);
    let error = |at: &&check::Located| at.severity == ngi_formats::Severity::Error;
    let all = report.findings.iter().filter(error);
    all.map(|at| (at.path.replace(&path, ""), at.finding.code.id)).collect()
}

#[test]
fn an_entry_that_its_archive_calls_a_model_is_checked_as_one() {
    let without =
        |table| change(&still(), |editor| editor.remove(place_of(editor, table)).unwrap());
    let missing = [resource::NODES, resource::INDICES, resource::BATCHES].map(without);
    for broken in missing {
        let found = errors("x.rlb", &library(&[("gate.msh", broken.clone()), ("z.msh", still())]));
        assert_eq!(found, [("/gate.msh".to_owned(), "msh.resource.missing")]);
        // So is a file that has the other tables of one.
        let found = errors("gate.msh", &broken);
        assert_eq!(found, [(String::new(), "msh.resource.missing")]);
    }
    for garbage in [Vec::new(), b"garbage".to_vec(), vec![0; 100], b"NRes".to_vec()] {
        let found = errors("x.rlb", &library(&[("gate.msh", garbage), ("z.msh", still())]));
        assert!(matches!(found.as_slice(), [(path, _)] if path == "/gate.msh"), "{found:?}");
    }
    // An archive without tables is not a model, either.
    let empty = ngi_formats::nres::Editor::new().write().unwrap();
    let found = errors("x.rlb", &library(&[("gate.msh", empty)]));
    assert_eq!(found, [("/gate.msh".to_owned(), "msh.resource.missing")]);
}

#[test]
fn a_landscape_without_its_draw_order_is_a_broken_one() {
    use ngi_formats::landscape::GroundPlan;
    let land = GroundPlan::flat([8, 8], [2, 2], 10.0).build().unwrap().write().unwrap();
    assert_eq!(errors("Land.msh", &land), []);
    let broken = change(&land, |editor| {
        editor.remove(place_of(editor, resource::LANDSCAPE_ORDER)).unwrap();
    });
    let found = errors("Land.msh", &broken);
    assert!(found.iter().any(|(_, code)| *code == "land.chunk.missing"), "{found:?}");
}

#[test]
fn what_is_no_model_is_an_archive() {
    let without =
        change(&still(), |editor| editor.remove(place_of(editor, resource::BATCHES)).unwrap());
    assert_eq!(recognise(&Subject::file("a.msh", &without)).unwrap().id(), "nres");
    let short = payload(&still(), resource::SLOTS, |payload| payload.truncate(100));
    let subject = Subject::file("a.msh", &short);
    assert_eq!(recognise(&subject).unwrap().id(), "msh");
    assert!(MshDocument.show(&subject).unwrap().starts_with("broken: entries[1].size at "));
    comes_back(&short);
}

fn matrix(value: &Value) -> [f32; 16] {
    let list: Vec<f32> =
        value.as_array().unwrap().iter().map(|v| json::parse_float(v).unwrap()).collect();
    list.try_into().unwrap()
}

/// Two matrices, column after column.
fn times(a: [f32; 16], b: [f32; 16]) -> [f32; 16] {
    std::array::from_fn(|at| (0..4).map(|k| a[k * 4 + at % 4] * b[at / 4 * 4 + k]).sum())
}

#[test]
fn poses_hang_together() {
    let mut plan = rich_plan();
    plan.nodes[0].track.keys[0].position = [7.0, 8.0, 9.0];
    plan.nodes[0].track.keys[0].rotation = [0, 32767, 0, 0];
    let bytes = plan.build().unwrap().write().unwrap();
    for (time, blend, draw) in
        [(0.0, None, false), (1.5, None, true), (99.0, Some((1.0, 0.75)), true)]
    {
        let posed = pose::pose(&bytes, &pose::Options { time, blend, draw }).unwrap();
        let document = json::to_value(&posed.document).unwrap();
        let nodes = document["nodes"].as_array().unwrap();
        assert_eq!((nodes.len(), posed.broken.len()), (3, 0));
        for node in nodes {
            let local = matrix(&node["local"]);
            let world = match node["parent"].as_u64() {
                Some(parent) => {
                    times(matrix(&nodes[usize::try_from(parent).unwrap()]["world"]), local)
                }
                None => local,
            };
            for (ours, theirs) in world.iter().zip(matrix(&node["world"])) {
                assert!((ours - theirs).abs() < 1e-4, "{ours} {theirs}");
            }
            // local = T · R of the right-handed rotation: its first column is q x q*.
            let [w, x, y, z]: [f32; 4] =
                std::array::from_fn(|n| json::parse_float(&node["rotation_wxyz"][n]).unwrap());
            let first = [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + w * z), 2.0 * (x * z - w * y)];
            assert!(first.iter().zip(local).all(|(a, b)| (a - b).abs() < 1e-5));
            assert_eq!(
                node["translation"].as_array().unwrap()[..],
                node["local"].as_array().unwrap()[12..15]
            );
        }
        let root = if draw { [0.0; 3] } else { [7.0, 8.0, 9.0] };
        assert_eq!(matrix(&nodes[0]["world"])[12..15], root);
    }
    let nothing = pose::Options { time: -1.0, blend: Some((2.0, 0.0)), draw: false };
    assert!(pose::pose(&bytes, &nothing).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Whatever is done to the bytes: as long as it is an archive, it comes back.
    #[test]
    fn changed_bytes_come_back(changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..12)) {
        let mut bytes = rich();
        for (place, value) in changes {
            let place = place.index(bytes.len());
            bytes[place] = value;
        }
        let subject = Subject::file("a.msh", &bytes);
        if let Some(format) = recognise(&subject) && Archive::read(&bytes).is_ok() {
            let mut text = Vec::new();
            format.document.write_json(&subject, Form::Full, &mut text).unwrap();
            let document: Value = serde_json::from_slice(&text).unwrap();
            prop_assert!(from_value(format.document, &document, None).unwrap().bytes == bytes);
            format.document.show(&subject).unwrap();
        }
    }
}

#[test]
fn single_tables_come_back_and_are_set() {
    use ngi_verbs::format::{Known, of_document_text, of_node};
    use ngi_vfs::{MemoryRoot, Vfs};
    let root = MemoryRoot::new().with("gate.msh", rich()).unwrap();
    let mut known = 0;
    for node in Vfs::in_memory(root).locate("gate.msh").unwrap().children().unwrap() {
        let (name, bytes) = (node.name(), node.bytes().unwrap());
        let subject = Subject { name: &name, bytes: &bytes, entry: None };
        let Known::Table(table) = of_node(&node, &subject) else { continue };
        let document = to_value(&table, &subject).unwrap();
        let key = document["table"].as_str().unwrap();
        assert!(!document[key].is_null(), "{key}");
        let back =
            from_value(of_document_text(document.to_string().as_bytes()).unwrap(), &document, None)
                .unwrap()
                .bytes;
        assert_eq!(back, bytes, "{key}");
        known += 1;
    }
    // All of the rich model but light probes and the table of an unknown type.
    assert_eq!(known, resource::RESOURCES.len() - 1);
}

#[test]
fn what_may_be_light_probes_is_said_to_be_a_guess() {
    let text = MshDocument.show(&Subject::file("gate.msh", &rich())).unwrap();
    let line = text.lines().find(|line| line.starts_with("table 20:")).unwrap();
    assert!(line.contains("96 bytes") && line.contains("2 of them (a guess)"), "{line}");
}
