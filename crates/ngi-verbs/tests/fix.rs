//! What follows from a changed field follows it; what does not fit is worked out anew.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use std::fs;
use std::path::Path;

use ngi_formats::arealmap::Plan;
use ngi_formats::landscape::{GroundPlan, Landscape};
use ngi_formats::nres::{Editor, NewEntry};
use ngi_formats::rsli::{self, Method};
use ngi_formats::{Findings, FixedStr, Mode};
use ngi_testing::archives::write;
use ngi_testing::models::{library, rich, still};
use ngi_verbs::edit::{self, Change, NewFields, Options};
use ngi_verbs::fix::{self, fix};
use ngi_verbs::format::{Subject, recognise};
use ngi_verbs::set::{self, Dependents, read_document};
use ngi_verbs::{extract, pack};
use ngi_vfs::locate;

const PLAIN: Options = Options { backup: false, dry_run: false };

fn land() -> Vec<u8> {
    let mut plan = GroundPlan::flat([8, 8], [2, 2], 10.0);
    for (at, height) in plan.heights.iter_mut().enumerate() {
        *height = (at * 7 % 5) as f32;
    }
    plan.build().unwrap().write().unwrap()
}

fn codes(name: &str, bytes: &[u8]) -> Vec<&'static str> {
    let subject = Subject::file(name, bytes);
    let mut findings = Findings::new(Mode::Strict, true);
    (recognise(&subject).unwrap().rules.check)(&subject, &mut findings);
    findings.list().iter().map(|found| found.code.id).collect()
}

fn assign(path: &Path, field: &str, value: &str, dependents: Dependents) -> Vec<String> {
    let fields = [(field.to_owned(), value.to_owned())];
    set::set_with(&locate(path).unwrap(), &fields, dependents, PLAIN).unwrap().lines
}

#[test]
fn a_raised_vertex_of_a_landscape_leaves_nothing_stale() {
    let folder = tempfile::tempdir().unwrap();
    let (path, _) = write(folder.path(), "Land.msh", &land());
    let lines = assign(&path, "positions[40][2]", "77", Dependents::Follow);
    assert!(lines.iter().any(|line| line.contains("cells[")), "{lines:?}");
    assert_eq!(codes("Land.msh", &fs::read(&path).unwrap()), [""; 0]);
    // The bare field changes four bytes, and is told of by the rules.
    let (raw, _) = write(folder.path(), "raw.msh", &land());
    assign(&raw, "positions[40][2]", "77", Dependents::Stay);
    let after = fs::read(&raw).unwrap();
    let changed = after.iter().zip(land()).filter(|(a, b)| **a != *b).count();
    assert!(changed <= 4, "{changed}");
    assert!(codes("Land.msh", &after).contains(&"land.cell.box"));
    // Working everything out anew comes to the same.
    let report = fix(&[locate(&raw).unwrap()], PLAIN, &()).unwrap();
    assert_eq!((report.mended, report.saved.len()), (1, 1));
    assert_eq!(codes("Land.msh", &fs::read(&raw).unwrap()), [""; 0]);
}

#[test]
fn the_same_through_a_single_table() {
    let folder = tempfile::tempdir().unwrap();
    let (path, _) = write(folder.path(), "Land.msh", &land());
    assign(&path, "positions[40][2]", "77", Dependents::Follow);
    let wanted = fs::read(&path).unwrap();
    let (path, _) = write(folder.path(), "Other.msh", &land());
    let lines = assign(&path.join("3"), "positions[40][2]", "77", Dependents::Follow);
    assert!(lines.len() > 1, "{lines:?}");
    assert!(fs::read(&path).unwrap() == wanted);
}

#[test]
fn a_moved_vertex_of_a_model_takes_its_bounds_along() {
    let folder = tempfile::tempdir().unwrap();
    let before = library(&[("gate.msh", rich()), ("z.msh", still())]);
    let (path, _) = write(folder.path(), "x.lib", &before);
    let lines = assign(&path.join("z.msh"), "positions[0][0]", "-3.5", Dependents::Follow);
    assert!(lines.iter().any(|line| line.starts_with("slots[0].aabb")), "{lines:?}");
    let after = locate(&path.join("z.msh")).unwrap().bytes().unwrap().to_vec();
    let stale = ["msh.slot.box", "msh.slot.sphere", "msh.header.box", "msh.triangle.winding"];
    assert!(
        !codes("z.msh", &after).iter().any(|code| stale.contains(code)),
        "{:?}",
        codes("z.msh", &after)
    );
    let other = locate(&path.join("gate.msh")).unwrap().bytes().unwrap().to_vec();
    assert!(other == rich(), "the neighbour is untouched");
}

#[test]
fn a_corner_of_an_areal_takes_its_neighbours_along() {
    let mut plan = Plan::default();
    for x in [0.0, 10.0] {
        plan.add(&[[x, 0.0, 0.0], [x + 10.0, 0.0, 0.0], [x + 10.0, 10.0, 0.0], [x, 10.0, 0.0]]);
    }
    let folder = tempfile::tempdir().unwrap();
    let (path, _) = write(folder.path(), "Land.map", &plan.build().unwrap().write_file().unwrap());
    assign(&path, "areals[0].polygon[1][0]", "12", Dependents::Follow);
    let after = fs::read(&path).unwrap();
    assert_eq!(codes("Land.map", &after), [""; 0]);
    let map = ngi_formats::arealmap::read_file(&after).unwrap();
    let areas: Vec<f32> = map.areals().map(|areal| areal.head.area).collect();
    assert_eq!(areas, [110.0, 90.0]);
}

#[test]
fn a_document_with_a_reference_leaves_nothing_stale() {
    let bytes = land();
    let original = Subject::file("Land.msh", &bytes);
    let document = recognise(&original).unwrap().document;
    let mut text = Vec::new();
    document.write_json(&original, ngi_verbs::format::Form::Full, &mut text).unwrap();
    let (same, lines) = read_document(&text, Some(&original)).unwrap();
    assert!(same.bytes == bytes && lines.is_empty());
    let mut value: serde_json::Value = serde_json::from_slice(&text).unwrap();
    value["positions"][40][2] = 77.0.into();
    let text = value.to_string();
    let (made, lines) = read_document(text.as_bytes(), Some(&original)).unwrap();
    assert!(!lines.is_empty());
    assert_eq!(codes("Land.msh", &made.bytes), [""; 0]);
    // Alone it is what it says.
    let (alone, _) = read_document(text.as_bytes(), None).unwrap();
    assert!(codes("Land.msh", &alone.bytes).contains(&"land.cell.box"));
}

#[test]
fn archives_are_mended_inside_and_outside_with_one_backup() {
    let folder = tempfile::tempdir().unwrap();
    let mut broken = ngi_formats::msh::ModelDoc::open(&still()).unwrap();
    broken.slots.records[0].aabb.max = [0.0; 3];
    broken.batches.records[0].vertex_count = 1;
    let bytes = library(&[("gate.msh", rich()), ("z.msh", broken.write().unwrap())]);
    let mut bytes = bytes;
    // The sort table names its entries the wrong way round.
    let at = bytes.len() - 4;
    let first = bytes.len() - 64 - 4;
    let (a, b) = (bytes[first], bytes[at]);
    (bytes[first], bytes[at]) = (b, a);
    let (path, node) = write(folder.path(), "x.lib", &bytes);
    let dry =
        fix(std::slice::from_ref(&node), Options { backup: true, dry_run: true }, &()).unwrap();
    assert_eq!(fs::read(&path).unwrap(), bytes, "a dry run writes nothing");
    let report = fix(&[node], Options { backup: true, dry_run: false }, &()).unwrap();
    assert_eq!((&report.lines, dry.saved.len()), (&dry.lines, 0));
    let lines = report.lines.join("\n");
    for told in ["z.msh: slots[0].aabb", "z.msh: batches[0].vertex_count", "x.lib: sort table"] {
        assert!(lines.contains(told), "{told}: {lines}");
    }
    assert!(!lines.contains("gate.msh"), "{lines}");
    let wanted = library(&[("gate.msh", rich()), ("z.msh", still())]);
    assert!(fs::read(&path).unwrap() == wanted);
    let [saved] = &report.saved[..] else { panic!("{report:?}") };
    assert!(fs::read(saved.backup.as_ref().unwrap()).unwrap() == bytes);
    let written = serde_json::to_value(report.written()).unwrap();
    assert_eq!(written["schema"], "ngi.written/1");
    assert_eq!(written["files"].as_array().unwrap().len(), 1);
    // A second time there is nothing to do.
    assert_eq!(fix(&[locate(&path).unwrap()], PLAIN, &()).unwrap().mended, 0);
}

#[test]
fn what_cannot_be_followed_is_left_alone_and_told() {
    let folder = tempfile::tempdir().unwrap();
    let mut land = ngi_formats::landscape::LandscapeDoc::open(&land()).unwrap();
    land.faces.records[0].vertices = [9999; 3];
    let bytes = land.write().unwrap();
    let (path, node) = write(folder.path(), "Land.msh", &bytes);
    let report = fix(&[node], PLAIN, &()).unwrap();
    assert!(report.mended == 0 && report.problems.len() == 1, "{report:?}");
    assert!(fs::read(&path).unwrap() == bytes);
    let mut editor = Editor::new();
    editor.add(NewEntry::new(*b"TEXT", "a").unwrap(), b"hello".as_slice()).unwrap();
    let (_, node) = write(folder.path(), "plain.lib", &editor.write().unwrap());
    assert_eq!(fix(&[node], PLAIN, &()).unwrap().mended, 0);
    assert!(Landscape::read(&bytes).is_err());
}

#[test]
fn a_sort_table_is_mended_and_what_the_game_reads_stays() {
    let mut editor = rsli::Editor::new();
    let methods = [Method::RAW, Method::XOR, Method::LZSS, Method::XOR_LZSS, Method::DEFLATE];
    for (name, method) in ["A.TXT", "B.TXT", "C.TXT", "D.TXT", "E.TXT"].into_iter().zip(methods) {
        let payload = name.repeat(20).into_bytes();
        editor.add(rsli::NewEntry::new(name, method).unwrap(), payload).unwrap();
    }
    let bytes = editor.write().unwrap();
    let payloads = |bytes: &[u8]| -> Vec<Vec<u8>> {
        let archive = rsli::Archive::read(bytes).unwrap();
        archive.iter().map(|entry| entry.unpack().unwrap()).collect()
    };
    let before = payloads(&bytes);
    // The first one has another name, and the table does not know.
    let archive = rsli::Archive::read(&bytes).unwrap();
    let editor = rsli::Editor::open(&archive);
    let mut records = editor.records().to_vec();
    records[0].name = FixedStr::new(b"LOST").unwrap();
    let (slots, regions) = (editor.slots().to_vec(), editor.regions().to_vec());
    let broken = rsli::Editor::from_parts(editor.header(), records, slots, regions, None);
    let broken = broken.unwrap().write().unwrap();
    assert_eq!(codes("x.lib", &broken), ["rsli.sort.order"]);
    assert_eq!(payloads(&broken), before);

    let folder = tempfile::tempdir().unwrap();
    let (path, node) = write(folder.path(), "x.lib", &broken);
    let report = fix(&[node], PLAIN, &()).unwrap();
    assert!(report.lines[0].ends_with("sort table worked out anew"), "{report:?}");
    let mended = fs::read(&path).unwrap();
    assert_eq!(codes("x.lib", &mended), [""; 0]);
    assert_eq!(payloads(&mended), before);
    assert_eq!(fix(&[locate(&path).unwrap()], PLAIN, &()).unwrap().mended, 0);
}

/// Archives of every kind that is one: a library, a model, a landscape, an areal map.
fn archives() -> Vec<(&'static str, Vec<u8>)> {
    let mut sounds = Editor::new();
    for (name, length) in [("beep.wav", 100), ("alarm.wav", 80), ("shot.wav", 200)] {
        let entry = NewEntry::new(*b"SWAV", name).unwrap();
        sounds.add(entry, vec![0x55; length]).unwrap();
    }
    let mut plan = Plan::default();
    plan.add(&[[0.0, 0.0, 0.0], [10.0, 0.0, 0.0], [10.0, 10.0, 0.0], [0.0, 10.0, 0.0]]);
    vec![
        ("sounds.lib", sounds.write().unwrap()),
        ("static.rlb", library(&[("gate.msh", rich()), ("z.msh", still())])),
        ("still.msh", still()),
        ("Land.msh", land()),
        ("Land.map", plan.build().unwrap().write_file().unwrap()),
    ]
}

/// The archives with a count that is one too small, and one too large.
fn miscounted() -> Vec<(&'static str, Vec<u8>, Vec<u8>)> {
    let mut all = Vec::new();
    for (name, sound) in archives() {
        for step in [-1i32, 1] {
            let mut broken = sound.clone();
            let count = i32::from_le_bytes(sound[8..12].try_into().unwrap()) + step;
            broken[8..12].copy_from_slice(&count.to_le_bytes());
            all.push((name, sound.clone(), broken));
        }
    }
    all
}

#[test]
fn fix_recovers_a_directory_that_the_header_counts_wrongly() {
    let folder = tempfile::tempdir().unwrap();
    for (name, sound, broken) in miscounted() {
        let (path, node) = write(folder.path(), name, &broken);
        let report = fix(&[node], PLAIN, &()).unwrap();
        assert!(fs::read(&path).unwrap() == sound, "{name}: {report:?}");
        assert!(report.lines[0].contains("count "), "{:?}", report.lines);
        // The same inside another archive.
        let outer = library(&[("inner.msh", broken), ("z.msh", still())]);
        let (path, node) = write(folder.path(), "outer.rlb", &outer);
        fix(&[node], PLAIN, &()).unwrap();
        let inner = locate(&path.join("inner.msh")).unwrap().bytes().unwrap();
        assert!(inner == sound, "{name}");
    }
}

#[test]
fn fix_corrects_a_wrong_total_size() {
    let folder = tempfile::tempdir().unwrap();
    for (name, sound) in archives() {
        let mut broken = sound.clone();
        broken[12] ^= 0x40;
        let (path, node) = write(folder.path(), name, &broken);
        fix(&[node], PLAIN, &()).unwrap();
        assert!(fs::read(&path).unwrap() == sound, "{name}");
        // A file that was cut off is left alone.
        let short = &sound[..sound.len() - 64];
        let (path, node) = write(folder.path(), name, short);
        let report = fix(&[node], PLAIN, &()).unwrap();
        assert!(report.problems[0].contains("left alone"), "{report:?}");
        assert!(fs::read(&path).unwrap() == short, "{name}");
    }
}

#[test]
fn an_archive_with_a_wrong_count_is_not_changed_by_any_verb() {
    let folder = tempfile::tempdir().unwrap();
    for (name, _, broken) in miscounted() {
        let (path, node) = write(folder.path(), name, &broken);
        let refused = |what: &str, error: ngi_verbs::Error| {
            let error = error.to_string();
            assert!(error.contains("ngi fix"), "{name} {what}: {error}");
            assert!(fs::read(&path).unwrap() == broken, "{name} {what}");
        };
        let put = Change::Put {
            entry: "new.txt".into(),
            payload: b"text".to_vec(),
            fields: NewFields { type_id: Some(7.into()), ..NewFields::default() },
        };
        refused("put", edit::edit(&node, &put, PLAIN).unwrap_err());
        let field = [("entries[0].attr1".to_owned(), "77".to_owned())];
        refused("set", set::set(&node, &field, PLAIN).unwrap_err());
        let field = [("entries[0].name".to_owned(), "other".to_owned())];
        refused("set", set::set(&node, &field, PLAIN).unwrap_err());
        // What is extracted packs to the same bytes, and to nothing else.
        let taken = folder.path().join("taken");
        let options = extract::Options { force: true, ..extract::Options::default() };
        let extracted = extract::extract(&node, &taken, &options, &()).unwrap();
        let told = extracted.problems.iter().any(|problem| problem.contains("ngi fix"));
        assert!(told, "{:?}", extracted.problems);
        let force = pack::Options { canonical: false, force: true };
        let packed = folder.path().join("packed");
        pack::pack(&taken, &packed, force, &()).unwrap();
        assert!(fs::read(&packed).unwrap() == broken, "{name}");
        let canonical = pack::Options { canonical: true, force: true };
        refused("pack", pack::pack(&taken, &path, canonical, &()).unwrap_err());
        let file = fs::read_dir(&taken).unwrap().map(|file| file.unwrap().path());
        let mut payloads: Vec<_> =
            file.filter(|file| file.is_file() && !file.ends_with("ngi.json")).collect();
        payloads.sort();
        if let Some(payload) = payloads.first() {
            fs::write(payload, [7; 1000]).unwrap();
            refused("pack", pack::pack(&taken, &path, force, &()).unwrap_err());
        }
        fs::remove_dir_all(&taken).unwrap();
    }
}

#[test]
fn an_entry_of_an_archive_with_a_wrong_count_is_not_written() {
    let folder = tempfile::tempdir().unwrap();
    let mut broken = library(&[("a.msh", still()), ("gate.msh", rich()), ("z.msh", still())]);
    broken[8] -= 1;
    let (path, _) = write(folder.path(), "static.rlb", &broken);
    let entry = locate(&path.join("gate.msh")).unwrap();
    let field = [("positions[0][0]".to_owned(), "-3.5".to_owned())];
    let error = set::set(&entry, &field, PLAIN).unwrap_err().to_string();
    assert!(error.contains("ngi fix"), "{error}");
    let error = ngi_vfs::rewrite(&entry, b"other", false).unwrap_err().to_string();
    assert!(error.contains("ngi fix"), "{error}");
    assert!(fs::read(&path).unwrap() == broken);
}

#[test]
fn all_levels_of_a_texture_are_rebuilt_on_request() {
    use ngi_formats::texm::{Image, Options as Encoding, PixelFormat, Texm};
    let image = Image::new(8, 8, (0..64u8).map(|at| [at * 4, 100, 50, 255]).collect()).unwrap();
    let sound = Texm::encode(&image, &Encoding::new(PixelFormat::ARGB8888)).unwrap().write();
    // One level is a little off, as another filter makes it: nothing to repair.
    let mut other = sound.clone();
    other[32 + 256] ^= 8;
    let folder = tempfile::tempdir().unwrap();
    let (path, node) = write(folder.path(), "wall.texm", &other);
    assert_eq!(fix(std::slice::from_ref(&node), PLAIN, &()).unwrap().mended, 0);
    let all = fix::Options { write: PLAIN, rebuild_mips: true };
    assert_eq!(fix(&[node], all, &()).unwrap().mended, 1);
    assert!(fs::read(&path).unwrap() == sound);
    assert_eq!(fix(&[locate(&path).unwrap()], all, &()).unwrap().mended, 0);
}
