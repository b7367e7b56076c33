//! Areal maps and the list of buildings: documents, sets, differences, exports, imports.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use ngi_convert::{Destination, ExportOptions, ImportOptions, Source};
use ngi_formats::arealmap::{self, ArealMapBuf, CHUNK, Link, Plan};
use ngi_formats::nres::{Editor, NewEntry};
use ngi_formats::{Findings, Mode};
use ngi_verbs::document::from_value;
use ngi_verbs::format::{EntryMeta, Form, Subject, of_document_text, recognise};
use ngi_verbs::surroundings::{Game, Surroundings};
use ngi_vfs::{MemoryRoot, Vfs};
use serde_json::{Value, json};

fn plan() -> Plan {
    let mut plan = Plan::new(4, 3);
    for n in 0..4u8 {
        let (x, y) = (f32::from(n % 2) * 10.0, f32::from(n / 2) * 10.0);
        let square =
            [[x, y, 0.5], [x + 10.0, y, 0.0], [x + 10.0, y + 10.0, 0.0], [x, y + 10.0, 0.0]];
        plan.add(&square).class(u32::from(n) + 1);
    }
    plan.areals_mut()[3].lake();
    plan
}

fn map() -> ArealMapBuf {
    plan().build().unwrap()
}

/// A map with everything a file can hold.
fn odd() -> Vec<u8> {
    let mut map = map();
    map.areals[0].blocks = vec![vec![[1.0, 2.0, f32::NAN]], vec![]];
    map.areals[0].links.extend([Link { areal: -7, edge: 9 }; 6]);
    map.areals[1].head.unk_0x0c = f32::from_bits(0x7fc0_0001);
    map.areals[1].head.anchor = [f32::INFINITY, -0.0, 1e-45];
    map.areals[2].head.walkable = arealmap::Walkable(77);
    let mut editor = Editor::new();
    editor.add(NewEntry::new(*b"NOTE", "note").unwrap(), b"hello".as_slice()).unwrap();
    let entry = NewEntry::new(CHUNK, "Odd").unwrap().attributes(4, 5, 6);
    editor.add(entry, map.write().unwrap()).unwrap();
    editor.write().unwrap()
}

fn document(subject: &Subject<'_>) -> Value {
    let mut out = Vec::new();
    recognise(subject).unwrap().document.write_json(subject, Form::Full, &mut out).unwrap();
    serde_json::from_slice(&out).unwrap()
}

fn back(value: &Value) -> Vec<u8> {
    from_value(of_document_text(value.to_string().as_bytes()).unwrap(), value, None).unwrap().bytes
}

#[test]
fn maps_come_back_from_their_documents() {
    let plain = map().write_file().unwrap();
    for bytes in [plain.clone(), odd()] {
        let subject = Subject::file("Land.map", &bytes);
        assert_eq!(recognise(&subject).unwrap().id(), "areal");
        let value = document(&subject);
        assert_eq!(value["schema"], "ngi.areal/1");
        assert_eq!(back(&value), bytes);
    }
    // Whatever it is called.
    assert_eq!(recognise(&Subject::file("x.bin", &plain)).unwrap().id(), "areal");
}

#[test]
fn a_document_says_what_is_there() {
    let bytes = map().write_file().unwrap();
    let value = document(&Subject::file("Land.map", &bytes));
    assert_eq!(value["areals"][0]["links"][1], json!([1, 3]));
    assert_eq!(value["areals"][3]["class"], 240);
    assert_eq!(value["areals"][0]["polygon"][0], json!([0.0, 0.0, 0.5]));
    assert_eq!((&value["cells_across"], &value["cells_down"]), (&json!(4), &json!(3)));
    assert_eq!(value["cells"][3][2], json!([3]));
    assert_eq!(value["cells"].as_array().unwrap().len(), 4);
}

#[test]
fn the_entry_alone_is_a_map_too() {
    let payload = map().write().unwrap();
    let entry = Some(EntryMeta { type_id: CHUNK, attributes: [4, 0, 1] });
    let subject = Subject { name: "ArealMap", bytes: &payload, entry };
    let value = document(&subject);
    assert!(value.get("entries").is_none());
    assert_eq!(back(&value), payload);
    let text = recognise(&subject).unwrap().document.show(&subject).unwrap();
    assert!(text.starts_with("areals: 4, 3 walkable, 1 lake\n"), "{text}");
}

#[test]
fn one_changed_value_changes_one_thing() {
    let bytes = map().write_file().unwrap();
    let mut value = document(&Subject::file("Land.map", &bytes));
    value["areals"][1]["class"] = json!(7);
    let changed = back(&value);
    let differing = bytes.iter().zip(&changed).filter(|(a, b)| a != b).count();
    assert_eq!((differing, changed.len()), (1, bytes.len()));
    // One areal less: attr1 follows.
    value["areals"].as_array_mut().unwrap().pop();
    let fewer = back(&value);
    let file = arealmap::ArealMapFile::read(&fewer).unwrap();
    assert_eq!((file.map().len(), file.archive().get(0).unwrap().record().attr1), (3, 3));
}

#[test]
fn wrong_documents_are_refused_by_name() {
    let bytes = map().write_file().unwrap();
    let good = document(&Subject::file("Land.map", &bytes));
    let table: [(&str, Value, &str); 8] = [
        ("/areals/1/area", json!("x"), "areals[1].area"),
        ("/areals/1/anchor", json!([1.0]), "areals[1].anchor"),
        ("/areals/1/links/2", json!([1]), "areals[1].links[2]"),
        ("/areals/1/class", json!(-1), "areals[1].class"),
        ("/cells_across", json!(4_294_967_295u32), "cells"),
        ("/cells_down", json!(4_294_967_295u32), "cells[0]"),
        ("/cells/2/1", json!([65536]), "cells[2][1][0]"),
        ("/entries/0/table", json!("other"), "entries"),
    ];
    for (pointer, wrong, field) in table {
        let mut value = good.clone();
        *value.pointer_mut(pointer).unwrap() = wrong;
        let error =
            from_value(of_document_text(value.to_string().as_bytes()).unwrap(), &value, None)
                .unwrap_err();
        assert!(error.to_string().starts_with(&format!("{field}:")), "{pointer}: {error}");
    }
}

#[test]
fn empty_grids_have_small_documents() {
    let mut map = map();
    map.areals.clear();
    map.cells = arealmap::Cells::empty(0, 0).unwrap();
    let mut payload = map.write().unwrap();
    payload[..4].fill(0xff); // four billion columns of nothing
    let entry = Some(EntryMeta { type_id: CHUNK, attributes: [0, 0, 1] });
    let value = document(&Subject { name: "ArealMap", bytes: &payload, entry });
    assert_eq!(value["cells"], json!([]));
    assert_eq!(back(&value), payload);
}

#[test]
fn broken_maps_are_shown_and_come_back() {
    let mut editor = Editor::new();
    let entry = NewEntry::new(CHUNK, "ArealMap").unwrap().attributes(4, 0, 0);
    editor.add(entry, b"short".as_slice()).unwrap();
    let bytes = editor.write().unwrap();
    let subject = Subject::file("Land.map", &bytes);
    let text = recognise(&subject).unwrap().document.show(&subject).unwrap();
    assert!(text.contains("SystemArealMap panic: Incorrect ArealMap"), "{text}");
    assert_eq!(back(&document(&subject)), bytes);
}

#[test]
fn differences_are_told_areal_by_areal() {
    let bytes = map().write_file().unwrap();
    let mut moved = map();
    moved.areals[2].head.class = arealmap::Class(9);
    moved.cells.set(0, 0, &[0, 1]).unwrap();
    let moved = moved.write_file().unwrap();
    let [a, b] = [&bytes, &moved].map(|bytes| Subject::file("Land.map", bytes));
    let found = recognise(&a).unwrap().document.diff(&a, &b).unwrap();
    let fields: Vec<&str> = found.iter().map(|found| found.field.as_str()).collect();
    assert_eq!(fields, ["areals[2].class", "1 cells name other areals, first cells[0][0]"]);
    assert!(recognise(&a).unwrap().document.diff(&a, &a).unwrap().is_empty());
}

fn export(bytes: &[u8], suffix: &str) -> (String, Vec<String>) {
    let subject = Subject::file("Land.map", bytes);
    let to = Destination { stem: "land", suffix };
    let format = recognise(&subject).unwrap();
    let around = Surroundings::none();
    let made = ngi_convert::export(format.kind, &subject, &around, &to, &ExportOptions::default())
        .unwrap();
    assert_eq!(made.files[0].name, format!("land.{suffix}"));
    (String::from_utf8(made.files[0].bytes.clone()).unwrap(), made.lost)
}

#[test]
fn pictures_show_classes_and_links() {
    let (svg, lost) = export(&map().write_file().unwrap(), "svg");
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n") && lost.is_empty());
    assert_eq!(svg.matches("<polygon ").count(), 4);
    assert_eq!(svg.matches("#3b6ea8").count(), 1, "a lake");
    assert_eq!(svg.matches("<path ").count(), 2, "three walkable areals in a corner");
    assert!(svg.contains("<title>areal 0, class 1, walkable</title>"));
    // North is up.
    assert!(svg.contains("viewBox=\"0 -20 20 20\""), "{svg}");
    assert!(svg.contains("M5 -5 L10 -5 L15 -5"), "{svg}");
    let (_, lost) = export(&odd(), "svg");
    assert!(lost.is_empty());
}

#[test]
fn geojson_goes_there_and_back() {
    let bytes = map().write_file().unwrap();
    let (text, lost) = export(&bytes, "geojson");
    assert_eq!(lost.len(), 1);
    let value: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(value["type"], "FeatureCollection");
    let first = &value["features"][0];
    assert_eq!(first["geometry"]["coordinates"][0].as_array().unwrap().len(), 5);
    assert_eq!(first["properties"]["links"], json!([null, [1, 3], [2, 0], null]));
    assert_eq!(value["features"][3]["properties"]["lake"], true);
    let source = Source {
        name: "land.geojson",
        suffix: "geojson",
        bytes: text.as_bytes(),
        beside: &|_| None,
    };
    let format = ngi_verbs::format::of_id("areal").unwrap();
    let made = ngi_convert::import(format.kind, &source, &ImportOptions::default()).unwrap();
    assert_eq!(made.bytes, bytes, "nothing but what is made anew was left out");
    let like = Subject::file("Land.map", &bytes);
    let options = ImportOptions { like: Some(like), ..ImportOptions::default() };
    assert_eq!(ngi_convert::import(format.kind, &source, &options).unwrap().bytes, bytes);
    for (from, to) in [("\"Polygon\"", "\"Point\""), ("true", "7"), ("[0.0,0.0,0.5]", "[0.0]")] {
        let text = text.replace(from, to);
        let source = Source { bytes: text.as_bytes(), ..source };
        assert!(
            ngi_convert::import(format.kind, &source, &ImportOptions::default()).is_err(),
            "{from}"
        );
    }
}

#[test]
fn geojson_tells_of_corners_that_were_added() {
    // A tall one on the left, two on the right that meet in the middle of its edge.
    let block = |x: u8, y: u8, height: u8| {
        let (right, top) = (x + 10, y + height);
        let ring = json!([[x, y], [right, y], [right, top], [x, top], [x, y]]);
        json!({
            "type": "Feature",
            "properties": {},
            "geometry": { "type": "Polygon", "coordinates": [ring] },
        })
    };
    let import = |features: Value| {
        let text = json!({ "type": "FeatureCollection", "features": features }).to_string();
        let (name, suffix) = ("land.geojson", "geojson");
        let source = Source { name, suffix, bytes: text.as_bytes(), beside: &|_| None };
        let format = ngi_verbs::format::of_id("areal").unwrap();
        ngi_convert::import(format.kind, &source, &ImportOptions::default()).unwrap()
    };
    let made = import(json!([block(0, 0, 20), block(10, 0, 10), block(10, 10, 10)]));
    assert_eq!(made.computed.last().unwrap(), "corners where edges meet in a T: 1");
    let map = arealmap::read_file(&made.bytes).unwrap();
    let neighbours: Vec<i32> = map.areal(0).unwrap().links().map(|link| link.areal).collect();
    assert_eq!(neighbours, [-1, 1, 2, -1, -1]);
    let made = import(json!([block(0, 0, 20), block(10, 0, 20)]));
    assert!(!made.computed.iter().any(|line| line.contains("corners")));
}

const LIST: &str = "// top\r\nMine 2\r\n  \"A\\a.dat\"\r\n  \"b.dat\"\r\n\r\nPlant 0\r\n";

#[test]
fn lists_come_back_and_keep_their_comments() {
    let subject = Subject::file("builddat.LST", LIST.as_bytes());
    assert_eq!(recognise(&subject).unwrap().id(), "builddat");
    let mut value = document(&subject);
    assert_eq!(value["sections"][0]["mask"], json!(0x8000_0004u32));
    assert_eq!(back(&value), LIST.as_bytes());
    value["sections"][0]["paths"] = json!(["A\\x.dat"]);
    value["sections"][1]["paths"] = json!(["p.dat"]);
    let changed = "// top\r\nMine 1\r\n  \"A\\x.dat\"\r\n\r\nPlant 1\r\n\"p.dat\"\r\n";
    assert_eq!(String::from_utf8(back(&value)).unwrap(), changed);
    // Without a text one is made; broken ones are text alone.
    value.as_object_mut().unwrap().remove("text");
    assert_eq!(back(&value), b"Mine 1\r\n\"A\\x.dat\"\r\n\r\nPlant 1\r\n\"p.dat\"\r\n\r\n");
    let broken = Subject::file("BuildDat.lst", b"Mine two \xff");
    let value = document(&broken);
    assert_eq!((&value["sections"], back(&value).as_slice()), (&Value::Null, broken.bytes));
    let text = recognise(&broken).unwrap().document.show(&broken).unwrap();
    assert!(text.contains("BuildDat.lst is corrupted"), "{text}");
}

#[test]
fn lists_are_shown_and_compared() {
    let [a, b] = [LIST.to_owned(), LIST.replace("b.dat", "c.dat")];
    let [a, b] = [&a, &b].map(|text| Subject::file("BuildDat.lst", text.as_bytes()));
    let format = recognise(&a).unwrap();
    let shown = format.document.show(&a).unwrap();
    assert_eq!(shown, "Mine (0x80000004): 2\n  A\\a.dat\n  b.dat\nPlant (0x80000010): 0\n");
    let found = format.document.diff(&a, &b).unwrap();
    let [found] = found.as_slice() else { panic!("{found:?}") };
    assert_eq!(found.field, "sections[0].paths[1]");
    let spaced = LIST.replace("  ", " ");
    let spaced = Subject::file("BuildDat.lst", spaced.as_bytes());
    assert_eq!(format.document.diff(&a, &spaced).unwrap().len(), 1);
}

#[test]
fn lists_name_files_of_the_game() {
    let root = MemoryRoot::new()
        .with("BuildDat.lst", LIST)
        .and_then(|root| root.with("a/A.DAT", b"a".to_vec()))
        .and_then(|root| root.with("Material.lib", Editor::new().write().unwrap()));
    let vfs = Vfs::in_memory(root.unwrap());
    let node = vfs.locate("BuildDat.lst").unwrap();
    let around = Surroundings::of(&node, Some(&Game::new(vfs.clone())));
    let subject = Subject::file("BuildDat.lst", LIST.as_bytes());
    let mut findings = Findings::new(Mode::Strict, false);
    let format = recognise(&subject).unwrap();
    (format.rules.check_with_neighbours)(&subject, &around, &mut findings);
    let [found] = findings.list() else { panic!("{:?}", findings.list()) };
    assert_eq!(
        (found.code.id, found.field.as_ref()),
        ("builddat.path.missing", "sections[0].paths[1]")
    );
    let names: Vec<String> = (format.references)(&subject).into_iter().map(|r| r.name).collect();
    assert_eq!(names, ["a.dat", "b.dat"]);
}

#[test]
fn lists_come_back_from_text() {
    let format = ngi_verbs::format::of_id("builddat").unwrap();
    let subject = Subject::file("BuildDat.lst", LIST.as_bytes());
    let to = Destination { stem: "list", suffix: "txt" };
    let options = ExportOptions::default();
    let made =
        ngi_convert::export(format.kind, &subject, &Surroundings::none(), &to, &options).unwrap();
    let source = Source {
        name: "BuildDat.lst.txt",
        suffix: "txt",
        bytes: &made.files[0].bytes,
        beside: &|_| None,
    };
    let back = ngi_convert::import(format.kind, &source, &ImportOptions::default()).unwrap();
    assert_eq!(back.bytes, LIST.as_bytes());
    let broken = Source { bytes: b"Mine two", ..source };
    assert!(ngi_convert::import(format.kind, &broken, &ImportOptions::default()).is_err());
}

/// Imports a file that lies in a folder with these others; the map and what is told.
fn import_among(
    files: &[(&str, Vec<u8>)],
    file: &str,
    like: Option<&str>,
) -> (ArealMapBuf, ngi_verbs::written::Written) {
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes) in files {
        std::fs::write(folder.path().join(name), bytes).unwrap();
    }
    let like = like.map(|like| ngi_vfs::locate(&folder.path().join(like)).unwrap());
    let output = folder.path().join("New.map");
    let done = ngi_convert::files::import_file(&ngi_convert::files::FileImport {
        file: &folder.path().join(file),
        output: &output,
        into: false,
        like: like.as_ref(),
        format: None,
        materials: None,
        textures: None,
        options: ImportOptions::default(),
        game: None,
        force: false,
    })
    .unwrap();
    let bytes = std::fs::read(output).unwrap();
    (arealmap::read_file(&bytes).unwrap().to_buf(), done.written)
}

/// Ground that rises to the east, a unit for each.
fn slope() -> Vec<u8> {
    let mut plan = ngi_formats::landscape::GroundPlan::flat([4, 4], [2, 2], 10.0);
    for (at, height) in plan.heights.iter_mut().enumerate() {
        *height = (at % 5) as f32 * 10.0;
    }
    plan.build().unwrap().write().unwrap()
}

#[test]
fn positions_without_a_height_lie_on_the_ground() {
    let drawn = json!({"features": [{
        "geometry": {"type": "Polygon", "coordinates": [[[0, 0], [40, 0], [40, 40, 77], [5, 40]]]},
        "properties": {"class": 3},
    }]});
    let drawn = drawn.to_string().into_bytes();
    let z = |map: &ArealMapBuf| map.areals[0].polygon.iter().map(|c| c[2]).collect::<Vec<_>>();
    let all =
        [("a.geojson", drawn), ("Land.msh", slope()), ("Land.map", map().write_file().unwrap())];
    for like in [None, Some("Land.map")] {
        let (made, done) = import_among(&all, "a.geojson", like);
        assert_eq!(z(&made), [0.0, 40.0, 77.0, 5.0], "{like:?}");
        assert!(done.computed.iter().any(|line| line.contains("heights of 3 corners")), "{done:?}");
    }
    // Without a ground they are at 0, and that is told.
    let (made, done) = import_among(&all[..1], "a.geojson", None);
    assert_eq!(z(&made), [0.0, 0.0, 77.0, 0.0]);
    assert!(done.told.iter().any(|line| line.starts_with("3 corners")), "{done:?}");
}

#[test]
fn many_polygons_are_many_areals() {
    let ring = |x: u32| json!([[[x, 0], [x + 10, 0], [x + 10, 10], [x, 10], [x, 0]]]);
    let drawn = json!({"features": [{
        "geometry": {"type": "MultiPolygon", "coordinates": [ring(0), ring(10), ring(30)]},
        "properties": {"class": 7, "walkable": false, "anchor": [5, 5]},
    }]});
    let (made, done) =
        import_among(&[("a.geojson", drawn.to_string().into_bytes())], "a.geojson", None);
    assert_eq!(made.areals.len(), 3);
    assert!(made.areals.iter().all(|areal| areal.head.class.0 == 7 && !areal.head.is_walkable()));
    assert_eq!(
        made.areals[0].links.iter().filter(|link| link.areal == 1).count(),
        1,
        "they border"
    );
    assert!(done.lost.is_empty(), "{done:?}");
}

#[test]
fn areals_come_back_from_a_mesh() {
    let before = map().write_file().unwrap();
    let subject = Subject::file("Land.map", &before);
    let format = recognise(&subject).unwrap();
    let to = Destination { stem: "areals", suffix: "glb" };
    let options = ExportOptions::default();
    let made =
        ngi_convert::export(format.kind, &subject, &Surroundings::none(), &to, &options).unwrap();
    let mesh = made.files[0].bytes.clone();
    let all = [("areals.glb", mesh.clone()), ("Land.map", before)];
    let (back, done) = import_among(&all, "areals.glb", Some("Land.map"));
    assert_eq!(back, map(), "{done:?}");
    // Without a reference: the same polygons, classes and links.
    let (alone, _) = import_among(&all[..1], "areals.glb", None);
    let shapes = |map: &ArealMapBuf| -> Vec<(u32, bool, usize, usize)> {
        let shape = |a: &arealmap::Areal| {
            let linked = a.links.iter().filter(|link| !link.is_none()).count();
            (a.head.class.0, a.head.is_walkable(), a.polygon.len(), linked)
        };
        map.areals.iter().map(shape).collect()
    };
    assert_eq!(shapes(&alone), shapes(&map()));
}
