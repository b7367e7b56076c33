//! Documents both ways, set, fields, on a material made by hand.

use super::write::{Layout, TreeDocument};
use super::{compare, edit, fields, read, text};
use crate::format::{Document, EntryMeta, Form, Subject};
use crate::material::Mat0Document;

fn bytes() -> Vec<u8> {
    let mut bytes = vec![2, 0, 1, 0, 7, 255, 0, 0, 128, 63, 0x10, 0x27, 0, 0];
    for (opacity, name) in [(60, b"WATER.0\0\0\0\0\0\0\0\0\0"), (40, b"FOAM.0\0\0\0\0\0\0\0\0\0j")]
    {
        bytes.extend([9, 8, 7, opacity]);
        bytes.extend([0; 13]);
        bytes.push(0xff);
        bytes.extend(name);
    }
    bytes.extend([9, 0, 0, 0, 2, 0, 0, 0, 100, 0, 0, 0, 1, 0, 200, 0, 5, 0]);
    bytes
}

fn subject(bytes: &[u8]) -> Subject<'_> {
    let entry = EntryMeta { type_id: (*b"MAT0").into(), attributes: [4, 6, 0] };
    Subject { name: "WATER", bytes, entry: Some(entry) }
}

fn json(bytes: &[u8]) -> String {
    let mut out = Vec::new();
    Mat0Document.write_json(&subject(bytes), Form::Full, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn a_document_comes_back_byte_for_byte() {
    let text = json(&bytes());
    assert!(text.starts_with("{\n  \"schema\": \"ngi.mat0/1\",\n  \"version\": 6,\n"), "{text}");
    assert!(text.contains("\"texture\":\"FOAM.0\",\"texture_raw\":\"464f"), "{text}");
    assert!(
        text.contains("{\"mode\":1,\"mask\":1,\"keys\":[{\"phase\":0,\"time_ms\":100,"),
        "{text}"
    );
    let made = Mat0Document.read_json(text.as_bytes(), None).unwrap();
    assert_eq!((made.bytes, made.attributes), (bytes(), Some([4, 6, 0])));
    // A mark that some editors put in front, and another order of keys.
    let marked = format!("\u{feff}{text}");
    assert_eq!(Mat0Document.read_json(marked.as_bytes(), None).unwrap().bytes, bytes());
    let value: serde_json::Value = serde_json::from_str(&text).unwrap();
    let mut sorted: Vec<_> = value.as_object().unwrap().iter().collect();
    sorted.sort_by_key(|(key, _)| std::cmp::Reverse(key.as_str()));
    let other: serde_json::Map<_, _> =
        sorted.into_iter().map(|(key, value)| (key.clone(), value.clone())).collect();
    let other = serde_json::Value::Object(other).to_string();
    assert_eq!(Mat0Document.read_json(other.as_bytes(), None).unwrap().bytes, bytes());
}

#[test]
fn what_is_wrong_is_refused_with_its_path() {
    let good = json(&bytes());
    let refused = |from: &str, to: &str| {
        assert!(good.contains(from), "{from}");
        let bad = good.replacen(from, to, 1);
        Mat0Document.read_json(bad.as_bytes(), None).unwrap_err().to_string()
    };
    let unknown = refused("\"opacity\"", "\"opasity\"");
    assert!(
        unknown.starts_with("phases[0]: there is no field \"opasity\"; there are"),
        "{unknown}"
    );
    assert_eq!(refused("\"class\": 7,", ""), "class: missing");
    assert_eq!(
        refused("\"class\": 7", "\"class\": 256"),
        "class: 256 is not a whole number from 0 to 255"
    );
    assert_eq!(refused("\"speed\": 1.0", "\"speed\": [1]"), "speed: a list is not a number");
    assert!(refused("[9,8,7]", "[9,8]").starts_with("phases[0].ambient: is not a list of 3"));
    assert!(refused("[9,8,7]", "[9,8,7,6]").starts_with("phases[0].ambient[3]: there are only 3"));
    assert_eq!(refused("\"class\": 7", "\"class\": 7, \"class\": 7"), "class: stands there twice");
    assert!(refused("\"mode\":1", "\"mode\":8").starts_with("tracks[0].mode: 8 is not a whole"));
    assert!(refused("WATER.0", "WATER.0123456789").contains("is not a name of at most 15 bytes"));
    assert!(
        refused("WATER.0", "\\ud800").starts_with("phases[0].texture: line"),
        "half a surrogate"
    );
    assert!(refused("ngi.mat0/1", "ngi.texm/1").contains("is not \"ngi.mat0/1\""));
    assert!(refused("\"derived\": {", "\"more\": {").starts_with("more: there is no field"));
    for end in 0..good.trim_end().len() {
        if good.is_char_boundary(end) {
            assert!(Mat0Document.read_json(&good.as_bytes()[..end], None).is_err(), "{end}");
        }
    }
    let more = format!("{good}{{}}");
    assert!(Mat0Document.read_json(more.as_bytes(), None).is_err(), "something behind the end");
}

#[test]
fn what_follows_has_to_agree_with_the_rest() {
    let good = json(&bytes());
    let read = |from: &str, to: &str| {
        assert!(good.contains(from), "{from}");
        let made = Mat0Document.read_json(good.replacen(from, to, 1).as_bytes(), None);
        made.map(|made| made.attributes).map_err(|error| error.to_string())
    };
    let error = read("\"blend\": \"alpha\"", "\"blend\": \"multiply\"").unwrap_err();
    let told = "derived.blend: \"multiply\", but by the rest it is \"alpha\"; change what it \
                follows from, and leave it out or say the same (Blend mode: bits 2 to 5 of the \
                flags.)";
    assert_eq!(error, told);
    let error = read("\"damage_as_f32\": ", "\"damage_as_f32\": 1").unwrap_err();
    assert!(error.starts_with("derived.damage_as_f32: 1.14"), "{error}");
    let error = read("\"damage_as_f32\"", "\"damage_as_f64\"").unwrap_err();
    assert!(
        error.starts_with("derived: there is no field \"damage_as_f64\"; there are"),
        "{error}"
    );
    let error = read("\"flags\": 4", "\"flags\": 8").unwrap_err();
    assert!(error.starts_with("derived.blend: \"alpha\", but by the rest it is \"additive\""));
    // Left out, all of it or a part, it is made anew.
    let start = good.find(",\n  \"derived\"").unwrap();
    let without = format!("{}}}", &good[..start]).replace("\"flags\": 4", "\"flags\": 8");
    let made = Mat0Document.read_json(without.as_bytes(), None).unwrap();
    assert_eq!(made.attributes, Some([8, 6, 0]));
    assert_eq!(read("\"blend\": \"alpha\",", ""), Ok(Some([4, 6, 0])));
    let large = format!("\"derived\": {{\"more\": [{}0]", "0,".repeat(1_000_000));
    assert!(read("\"derived\": {", &large).unwrap_err().starts_with("derived: there is no field"));
}

#[test]
fn deep_nesting_costs_nothing() {
    let deep = "[".repeat(10_000_000);
    let derived = "derived\":{\"flags";
    for (key, why) in [(derived, "too many layers"), ("class", "a list is not"), ("phases", "")] {
        let text = format!("{{\"schema\":\"ngi.mat0/1\",\"{key}\":{deep}");
        let error = Mat0Document.read_json(text.as_bytes(), None).unwrap_err().to_string();
        assert!(error.contains(why), "{error}");
    }
    assert!(read::schema_of(deep.as_bytes()).is_err());
}

/// Bytes, attributes of the entry, what was said.
type Done = (Vec<u8>, [u32; 3], Vec<String>);

fn set(fields: &[(&str, &str)]) -> Result<Done, String> {
    let bytes = bytes();
    let fields: Vec<_> = fields.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect();
    let done = edit::set(&Mat0Document, &subject(&bytes), &fields);
    let done = done.map_err(|error| error.to_string())?;
    Ok((done.bytes, done.entry.unwrap().attributes, done.lines))
}

#[test]
fn a_number_changes_its_bytes_and_nothing_else() {
    let (changed, attributes, lines) = set(&[("phases[1].opacity", "77")]).unwrap();
    let mut expected = bytes();
    expected[14 + 34 + 3] = 77;
    assert_eq!((changed, attributes), (expected, [4, 6, 0]));
    assert_eq!(lines, ["phases[1].opacity: 40 becomes 77"]);
    let (changed, ..) = set(&[("phases[0].diffuse", "[1, 2, 3, 4]")]).unwrap();
    assert_eq!(changed[18..22], [1, 2, 3, 4]);
    let (changed, ..) = set(&[("tracks[0].mode", "random")]).unwrap();
    assert_eq!(changed[82], 11, "the mask beside it stays");
    let (changed, ..) = set(&[("tracks[0].mask", "+opacity")]).unwrap();
    assert_eq!(changed[82], 0x89);
}

#[test]
fn attributes_of_the_entry_are_set_by_name() {
    assert_eq!(set(&[("flags", "+additive")]).unwrap().1, [8, 6, 0]);
    assert_eq!(set(&[("flags", "+lit_skin,+opaque")]).unwrap().1, [2, 6, 0]);
    assert_eq!(set(&[("blend", "multiply")]).unwrap().1, [12, 6, 0]);
    let error = set(&[("blend", "loud")]).unwrap_err();
    assert!(error.contains("opaque, alpha, additive, multiply, multiply_twice"), "{error}");
}

#[test]
fn lists_grow_and_shrink() {
    let phase = r#"{"opacity": 5, "texture": "NEW.0"}"#;
    let (changed, _, lines) = set(&[("phases[+]", phase)]).unwrap();
    assert_eq!((changed[0], changed.len()), (3, bytes().len() + 34));
    assert_eq!(changed[14 + 68..14 + 72], [9, 8, 7, 5], "the rest is as in the last one");
    assert_eq!(lines, ["phases[+]: now has 3 of them"]);
    let (changed, ..) = set(&[("tracks[0].keys[0]", "-")]).unwrap();
    assert_eq!((changed[86], changed.len()), (1, bytes().len() - 6));
    let (changed, ..) = set(&[("tracks[0]", "-")]).unwrap();
    assert_eq!((changed[2], changed.len()), (0, 82));
    assert!(set(&[("phases[9]", "-")]).is_err());
    assert!(set(&[("class[+]", "1")]).is_err());
}

#[test]
fn the_bytes_of_a_name_are_set_in_full() {
    let (changed, _, lines) =
        set(&[("phases[0].texture_raw", "57000000000000000000000000000001")]).unwrap();
    let mut expected = bytes();
    expected[14 + 18..14 + 34].copy_from_slice(b"W\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x01");
    assert_eq!(changed, expected);
    assert!(lines[0].starts_with("phases[0].texture_raw: 57415445522e30"), "{lines:?}");
    let error = set(&[("phases[0].texture_raw", "5700")]).unwrap_err();
    assert_eq!(error, "phases[0].texture_raw: \"5700\" is not the hex digits of 16 bytes");
    // The sort table of an archive follows its names.
    let mut archive = ngi_formats::nres::Editor::new();
    archive.add(ngi_formats::nres::NewEntry::new(*b"TEXT", "a").unwrap(), Vec::new()).unwrap();
    let (bytes, raw) = (archive.write().unwrap(), "00".repeat(36));
    let fields = [("entries[0].name_raw".to_owned(), raw)];
    let file = Subject::file("a.lib", &bytes);
    let document = crate::format::recognise(&file).unwrap().document;
    let error = edit::set(document, &file, &fields).unwrap_err().to_string();
    assert_eq!(error, "entries[0].name_raw: cannot be set by itself; set entries[0].name");
}

#[test]
fn what_follows_from_others_cannot_be_set() {
    let error = set(&[("derived.damage_as_f32", "1")]).unwrap_err();
    assert_eq!(
        error,
        "derived.damage_as_f32: follows from other fields and cannot be set by itself (Damage, \
         read as an f32 in case it is one)"
    );
    let error = set(&[("opacity", "1")]).unwrap_err();
    assert!(error.ends_with("; is phases[0].opacity meant?"), "{error}");
    let error = set(&[("phases[0].nothing", "1")]).unwrap_err();
    assert!(error.starts_with("phases[0].nothing: there is no such field; there are"), "{error}");
    let error = set(&[("phases[0].opacity", "loud")]).unwrap_err();
    assert_eq!(error, "phases[0].opacity: \"loud\" is not a whole number from 0 to 255");
    let error = set(&[("version", "1")]).unwrap_err();
    assert!(error.contains("version 1 has no such field"), "{error}");
}

#[test]
fn fields_are_listed_in_file_order() {
    let bytes = bytes();
    let tree = Mat0Document.tree(&subject(&bytes), Form::Full).unwrap();
    let rows = fields::rows(&tree);
    let shown: Vec<_> =
        rows.iter().take(3).map(|r| (r.path.as_str(), r.offset, r.kind())).collect();
    let expected =
        [("class", Some(4), "u8"), ("unk_0x05", Some(5), "u8"), ("speed", Some(6), "f32")];
    assert_eq!(shown, expected.map(|(path, at, kind)| (path, at, kind.to_owned())));
    assert!(rows.iter().all(|row| !row.about.meaning().is_empty()));
    let flags = rows.iter().find(|row| row.path == "flags").unwrap();
    assert_eq!((flags.offset, flags.named()), (None, vec!["alpha".to_owned()]));
    let mut out = Vec::new();
    super::write::write(&fields::Fields::of("mat0", &tree), Layout::Rows, &mut out).unwrap();
    let value: serde_json::Value = serde_json::from_slice(&out).unwrap();
    assert_eq!(value["fields"][1]["game"], "255 (measured)");
}

#[test]
fn differences_are_told_by_field() {
    let (a, mut b) = (bytes(), bytes());
    b[14 + 3] = 61;
    b[82 + 6 + 2] = 101;
    let [left, right] =
        [&a, &b].map(|bytes| Mat0Document.tree(&subject(bytes), Form::Full).unwrap());
    let found = compare::compare(&left, &right, &[]);
    let told: Vec<_> = found.iter().map(|f| (f.field.as_str(), &f.a, &f.b)).collect();
    assert_eq!(told.len(), 2);
    assert_eq!(
        (told[0].0, told[0].1.as_i64(), told[0].2.as_i64()),
        ("phases[0].opacity", Some(60), Some(61))
    );
    assert_eq!(told[1].0, "tracks[0].keys[0].time_ms");
    assert!(text::as_text(&left).contains("class: 7\n"));
    let _ = TreeDocument { schema: "x", node: &left };
}

#[test]
fn rows_are_set_by_their_bytes() {
    let bytes = bytes();
    let rows = |phases: &[u8]| edit::set_rows(&Mat0Document, &subject(&bytes), "phases", phases);
    let phases = &bytes[14..14 + 2 * 34];
    assert_eq!(rows(phases).unwrap().bytes, bytes, "the same rows are the same bytes");
    let (first, second) = phases.split_at(34);
    let turned = rows(&[second, first].concat()).unwrap();
    assert_eq!(turned.bytes[14..14 + 68], *[second, first].concat());
    assert_eq!((turned.bytes.len(), turned.entry), (bytes.len(), subject(&bytes).entry));
    let three = rows(&[first, second, first].concat()).unwrap();
    assert_eq!(three.bytes.len(), bytes.len() + 34);
    assert_eq!(three.bytes[0], 3, "the count follows");
    assert_eq!(three.lines, ["phases: now has 3 of them"]);
    let refused = |path: &str, rows: &[u8]| {
        let failed = edit::set_rows(&Mat0Document, &subject(&bytes), path, rows);
        failed.unwrap_err().to_string()
    };
    let odd = "phases: 33 bytes are no whole number of values of 34 bytes each";
    assert_eq!(refused("phases", &first[1..]), odd);
    assert_eq!(refused("speed", &[0; 4]), "speed: there is no such list");
    assert!(refused("derived.flags", &[]).contains("follows from other fields"));
    assert!(refused("phasen", &[]).starts_with("phasen: there is no such field"));
}
