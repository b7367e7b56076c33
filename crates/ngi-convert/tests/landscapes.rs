//! Landscapes as documents and back, shown, set, compared, checked with their level, exported.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use ngi_convert::{Axes, Destination, ExportOptions, Exported, Which};
use ngi_formats::arealmap::Plan;
use ngi_formats::landscape::{self, GroundPlan, Lake, Landscape, Surface, chunk};
use ngi_formats::nres::NewEntry;
use ngi_formats::wear;
use ngi_testing::archives::write;
use ngi_testing::models::{change, payload, place_of};
use ngi_verbs::diff::DifferenceKind;
use ngi_verbs::document::{from_value, to_value};
use ngi_verbs::format::{Document as _, Form, Subject, recognise};
use ngi_verbs::landscape::LandDocument;
use ngi_verbs::surroundings::Surroundings;
use ngi_verbs::{Error, check, diff, edit, references, set};
use proptest::prelude::*;
use serde_json::Value;

/// Different along x, y and z; two materials, a lake.
fn plan() -> GroundPlan {
    let mut plan = GroundPlan::flat([8, 4], [2, 1], 10.0);
    for y in 0..=4 {
        for x in 0..=8 {
            let point = plan.point(x, y).unwrap();
            plan.heights[point] = (x * x) as f32 + 3.0 * y as f32;
        }
    }
    plan.surfaces[9] = Surface { material: 2, second: Some(1) };
    plan.alphas = (0..plan.heights.len()).map(|point| (point % 4) as f32 / 4.0).collect();
    plan.lake = Some(Lake { level: 2.5, surface: 3, bed: 4, lava: false });
    plan
}

fn land() -> Vec<u8> {
    plan().build().unwrap().write().unwrap()
}

fn document(bytes: &[u8]) -> Value {
    let subject = Subject::file("Land.msh", bytes);
    assert_eq!(recognise(&subject).unwrap().id(), "land");
    let mut text = Vec::new();
    LandDocument.write_json(&subject, Form::Full, &mut text).unwrap();
    let document = serde_json::from_slice(&text).unwrap();
    assert_eq!(to_value(&LandDocument, &subject).unwrap(), document, "one document, two ways");
    document
}

#[track_caller]
fn comes_back(bytes: &[u8]) {
    let back = from_value(&LandDocument, &document(bytes), None).unwrap().bytes;
    assert!(back == bytes, "{} bytes became {}", bytes.len(), back.len());
}

#[test]
fn documents_come_back() {
    comes_back(&land());
    let mut doc = plan().build().unwrap();
    doc.alphas = None;
    comes_back(&doc.write().unwrap());
    for known in &chunk::CHUNKS {
        comes_back(&payload(&land(), known.type_id, |payload| payload.extend([1, 2, 3])));
        comes_back(&payload(&land(), known.type_id, |payload| payload.truncate(known.head + 5)));
        comes_back(&payload(&land(), known.type_id, |payload| payload.fill(0xFF)));
    }
    comes_back(&payload(&land(), chunk::CELLS, |payload| payload.truncate(100)));
    comes_back(&change(&land(), |editor| {
        editor.set_attr2(place_of(editor, 3), 77).unwrap();
        editor.add(NewEntry::new(99, "odd").unwrap(), vec![7; 9]).unwrap();
        editor.add(NewEntry::new(21, "again").unwrap(), vec![8; 30]).unwrap();
    }));
}

#[test]
fn documents_name_every_chunk() {
    let document = document(&land());
    assert_eq!(document["schema"], "ngi.land/1");
    for known in &chunk::CHUNKS {
        assert!(document[known.name].is_array(), "{}", known.name);
    }
    assert_eq!(document["faces"][0]["flags"], 0x10_2600);
    assert_eq!(document["order"][0]["flags"], 0x58);
    assert_eq!(document["header"]["corners"][7][0], 80.0);
    assert_eq!(document["entries"][0]["attr2"], 2);
    let wrong = from_value(&LandDocument, &serde_json::json!({"schema": "ngi.msh/1"}), None);
    assert!(matches!(wrong, Err(Error::Json { .. })));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn damaged_ones_come_back(hits in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..20)) {
        let mut bytes = land();
        let directory = bytes.len() - 9 * 64;
        for (at, value) in hits {
            let at = 16 + at.index(directory - 16);
            bytes[at] = value;
        }
        // Through text, as a person has it.
        let subject = Subject::file("Land.msh", &bytes);
        let mut text = Vec::new();
        LandDocument.write_json(&subject, Form::Full, &mut text).unwrap();
        let value = serde_json::from_slice(&text).unwrap();
        prop_assert!(from_value(&LandDocument, &value, None).unwrap().bytes == bytes);
        LandDocument.show(&subject).unwrap();
    }
}

#[test]
fn it_is_summed_up() {
    let bytes = land();
    let text = LandDocument.show(&Subject::file("Land.msh", &bytes)).unwrap();
    assert!(text.starts_with("size: vertices "), "{text}");
    for line in [
        "bounds: x 0..80, y 0..40, z 0..76",
        "grid: 2 × 1 squares of 40 × 40",
        "at 2.5, beds",
        "0x120608",
        "liquid-two-sided",
        "micro_uvs",
    ] {
        assert!(text.contains(line), "{line}: {text}");
    }
    let without = change(&bytes, |editor| editor.remove(place_of(editor, 18)).unwrap());
    let text = LandDocument.show(&Subject::file("Land.msh", &without)).unwrap();
    assert!(text.contains("Unable to find microtexture mapping chunk"), "{text}");
}

#[test]
fn a_landscape_without_its_order_is_still_one() {
    let without = change(&land(), |editor| editor.remove(place_of(editor, 11)).unwrap());
    assert_eq!(recognise(&Subject::file("Land.msh", &without)).unwrap().id(), "land");
}

fn set_in(name: &str, bytes: &[u8], fields: &[(&str, &str)]) -> (Vec<u8>, Vec<String>) {
    let folder = tempfile::tempdir().unwrap();
    let (path, node) = write(folder.path(), name, bytes);
    let fields: Vec<(String, String)> =
        fields.iter().map(|(path, value)| ((*path).to_owned(), (*value).to_owned())).collect();
    let edited = set::set(&node, &fields, edit::Options { backup: false, dry_run: false }).unwrap();
    (std::fs::read(path).unwrap(), edited.lines)
}

#[test]
fn one_field_is_set() {
    let (changed, _) = set_in("Land.msh", &land(), &[("faces[3].unk_0x06", "9")]);
    let at = Landscape::read(&land()).unwrap().place(21).unwrap().offset + 3 * 28 + 6;
    let mut wanted = land();
    wanted[at..at + 2].copy_from_slice(&[9, 0]);
    assert!(changed == wanted);
}

#[test]
fn the_draw_order_follows_a_material() {
    let codes = |bytes: &[u8]| {
        let mut findings = ngi_formats::Findings::new(ngi_formats::Mode::Strict, false);
        landscape::check(bytes, &mut findings);
        findings.list().iter().map(|finding| finding.code.id).collect::<Vec<_>>()
    };
    assert!(codes(&land()).is_empty());
    let fields = [("faces[3].material", "9"), ("faces[5].second_material", "2")];
    let (changed, lines) = set_in("Land.msh", &land(), &fields);
    let faces = Landscape::read(&changed).unwrap().faces;
    assert_eq!((faces.get(3).unwrap().material, faces.get(5).unwrap().second()), (9, Some(2)));
    assert!(codes(&changed).is_empty(), "{:?}", codes(&changed));
    assert!(lines.iter().any(|line| line.starts_with("order: ")), "{lines:?}");
    // By itself the field would leave the old order.
    let mut alone = land();
    let at = Landscape::read(&land()).unwrap().place(21).unwrap().offset + 3 * 28 + 4;
    alone[at] = 9;
    assert!(!codes(&alone).is_empty());
    // Who sets the order too is left alone.
    let fields = [("faces[3].material", "9"), ("order[0].unk_0x03", "0")];
    assert!(set_in("Land.msh", &land(), &fields).0 == alone);
}

#[test]
fn differences_are_summed_up() {
    let folder = tempfile::tempdir().unwrap();
    let mut raised = plan();
    raised.heights.iter_mut().for_each(|height| *height += 1.0);
    raised.lake = raised.lake.map(|lake| Lake { level: lake.level + 1.0, ..lake });
    let (_, a) = write(folder.path(), "a.msh", &land());
    let (_, b) = write(folder.path(), "b.msh", &raised.build().unwrap().write().unwrap());
    let found = diff::diff(&a, &b).unwrap();
    let moved = found.iter().find(|found| found.field.starts_with("positions")).unwrap();
    assert_eq!(moved.kind, DifferenceKind::Summary);
    assert!(moved.field.ends_with("vertices moved, by up to 1"), "{}", moved.field);
    assert!(found.len() < 40, "{found:?}");
    let one = payload(&land(), 21, |payload| payload[4] = 7);
    let (_, c) = write(folder.path(), "c.msh", &one);
    let found = diff::diff(&a, &c).unwrap();
    assert_eq!((found.len(), found[0].field.as_str()), (1, "faces[0].material"));
}

/// A level's folder, and what a check says about it.
fn level(names: &[&str], second: &[&str], size: f32) -> Vec<&'static str> {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "Land.msh", &land());
    let wear = |names: &[&str]| wear::Editor::of_names(names, &[]).unwrap().into_bytes();
    write(folder.path(), "LAND1.WEA", &wear(names));
    write(folder.path(), "land2.wea", &wear(second));
    let mut map = Plan::new(128, 128);
    map.add(&[[0.0, 0.0, 0.0], [size, 0.0, 0.0], [size, 40.0, 0.0], [0.0, 40.0, 0.0]]);
    write(folder.path(), "Land.map", &map.build().unwrap().write_file().unwrap());
    let node = ngi_vfs::locate(folder.path()).unwrap();
    let options = check::Options { retail: true, ..check::Options::default() };
    let report = check::check(&node, &options, &()).unwrap();
    let codes = report.findings.iter().map(|found| found.finding.code.id);
    let mut codes: Vec<_> = codes.filter(|code| code.starts_with("land.")).collect();
    codes.dedup();
    codes
}

#[test]
fn it_is_held_against_its_level() {
    let names = ["B_S0", "L01", "L02", "WATER", "WATER_BOT"];
    assert_eq!(level(&names, &names, 80.0), [""; 0]);
    assert_eq!(level(&names[..4], &names[..4], 80.0), ["land.level.material"]);
    assert_eq!(level(&names, &names[..4], 80.0), ["land.level.wears"]);
    assert_eq!(level(&names, &names, 60.0), ["land.level.extent", "land.level.area"]);
}

#[test]
fn it_is_no_model_that_objects_name() {
    let land = land();
    assert!(!(references::MODEL.is)(&Subject::file("Land.msh", &land)));
    assert!((references::MODEL.is)(&Subject::file("s_tree_0_01.msh", b"")));
}

#[test]
fn a_value_that_does_not_fit_is_told_with_its_field() {
    let folder = tempfile::tempdir().unwrap();
    let (_, node) = write(folder.path(), "Land.msh", &land());
    let fields = [("faces[0].flags".to_owned(), "wet".to_owned())];
    let error = set::set(&node, &fields, edit::Options { backup: false, dry_run: true })
        .unwrap_err()
        .to_string();
    assert!(
        error.starts_with("faces[0].flags: \"wet\" is not a whole number from 0 to "),
        "{error}"
    );
}

fn export(suffix: &str, options: &ExportOptions) -> ngi_verbs::Result<Exported> {
    let bytes = land();
    let subject = Subject::file("Land.msh", &bytes);
    let to = Destination { stem: "land", suffix };
    ngi_convert::export(
        &ngi_formats::kinds::LANDSCAPE,
        &subject,
        &Surroundings::none(),
        &to,
        options,
    )
}

#[test]
fn a_level_of_detail_as_obj() {
    let bytes = land();
    let land = Landscape::read(&bytes).unwrap();
    for lod in 0..2 {
        let options = ExportOptions { lod: Which::One(lod), ..ExportOptions::default() };
        let exported = export("obj", &options).unwrap();
        let text = String::from_utf8(exported.files[0].bytes.clone()).unwrap();
        let lines = |start: &str| text.lines().filter(|line| line.starts_with(start)).count();
        assert_eq!(lines("v "), land.positions.len());
        assert_eq!(lines("f "), land.level_faces(lod as usize).len());
        assert_eq!(lines("vt "), lines("f ") * 3);
        assert_eq!(lines("g "), 2);
        assert!(text.contains("usemtl material_3\n"), "the lake");
        let first = land.positions.get(0).unwrap();
        assert!(text.contains(&format!("v {} {} {}\n", first[0], first[1], first[2])));
        let face = text.lines().find(|line| line.starts_with("f ")).unwrap();
        assert_eq!(face.split(' ').count(), 4);
    }
    let error = export("obj", &ExportOptions { lod: Which::One(2), ..ExportOptions::default() });
    assert!(matches!(error, Err(Error::Usage(_))));
    let turned = ExportOptions { axes: Some(Axes::YUp), ..ExportOptions::default() };
    let exported = export("obj", &turned).unwrap();
    let text = String::from_utf8(exported.files[0].bytes.clone()).unwrap();
    let [x, y, z] = land.positions.get(5).unwrap();
    assert_eq!(text.lines().nth(6).unwrap(), format!("v {x} {z} {}", -y));
}

#[test]
fn heights_as_a_picture() {
    let exported = export("png", &ExportOptions::default()).unwrap();
    let names: Vec<&str> = exported.files.iter().map(|file| file.name.as_str()).collect();
    assert_eq!(names, ["land.png", "land.height.json"]);
    let scale: Value = serde_json::from_slice(&exported.files[1].bytes).unwrap();
    let number = |key: &str| scale[key].as_f64().unwrap();
    assert_eq!((number("lowest"), number("highest")), (0.0, 76.0));
    let decoder = png::Decoder::new(std::io::Cursor::new(&exported.files[0].bytes));
    let mut reader = decoder.read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    assert_eq!((info.width, info.height), (65, 33));
    assert_eq!(info.bit_depth, png::BitDepth::Sixteen);
    // Each point of the plan is a pixel: eight of them to a quad, north first.
    let plan = plan();
    for y in 0..=4 {
        for x in 0..=8 {
            let at = 2 * ((32 - y * 8) * 65 + x * 8);
            let pixel = f64::from(u16::from_be_bytes([pixels[at], pixels[at + 1]]));
            let height = pixel / 65_535.0 * 76.0;
            let wanted = f64::from(plan.position(x, y)[2]);
            assert!((height - wanted).abs() < 0.001, "{x} {y}: {height}, not {wanted}");
        }
    }
}
