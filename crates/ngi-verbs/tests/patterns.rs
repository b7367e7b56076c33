//! What `ngi schema` says of a format, to people and to ImHex.
#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};

use ngi_verbs::describe::{self, Description, Ways};
use ngi_verbs::format::{self, FORMATS};

/// Types that are numbers.
const NUMBERS: [&str; 8] = ["u8", "s8", "u16", "s16", "u32", "s32", "float", "char"];

/// The structs of a pattern, each with the types of its members. None may be used before it is
/// there.
fn structs(pattern: &str) -> BTreeMap<String, BTreeSet<String>> {
    let mut all: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut open: Option<String> = None;
    for line in pattern.lines().filter(|line| !line.starts_with("//")) {
        if let Some(rest) = line.strip_prefix("struct ") {
            let name = rest.split(['<', ' ']).next().unwrap().to_owned();
            assert!(!all.contains_key(&name), "{name} is there twice");
            all.insert(name.clone(), BTreeSet::new());
            open = Some(name);
        } else if line == "};" {
            open = None;
        } else if let Some(name) = &open {
            let Some(of) = type_of(line) else { continue };
            assert!(all.contains_key(&of), "{name} uses {of}, which is not there yet");
            assert_ne!(*name, of);
            all.get_mut(name).unwrap().insert(of);
        }
    }
    assert_eq!(open, None);
    all
}

/// The struct that a member is; `None` for numbers and what is no member.
fn type_of(line: &str) -> Option<String> {
    let mut line = line.trim();
    if let Some(rest) = line.strip_prefix("if (") {
        let mut open = 1;
        let close = rest.find(|letter| {
            open += i32::from(letter == '(') - i32::from(letter == ')');
            open == 0
        });
        line = rest[close.unwrap() + 1..].trim();
    }
    if line.starts_with('(') {
        line = line.split_once("): ").unwrap().1;
    }
    let of = line.split(['<', ' ']).next().unwrap();
    let is_struct = of.starts_with(|letter: char| letter.is_ascii_uppercase());
    let is_statement = ["match", "}", "$"].contains(&of);
    assert!(is_struct || NUMBERS.contains(&of) || is_statement, "{line}");
    is_struct.then(|| of.to_owned())
}

#[test]
fn patterns_lay_out_every_record_of_a_file() {
    for format in FORMATS.iter().filter(|format| format.document.kaitai().is_some()) {
        let pattern = describe::pattern(format);
        let code = pattern.lines().filter(|line| !line.starts_with("//"));
        for line in code.map(|line| line.split("[[").next().unwrap()) {
            let left = ["_io", "_root", "_index(", "][", " or "]
                .iter()
                .find(|word| line.replace("array_index", "").contains(**word));
            assert_eq!(left, None, "{}: {line}", format.id());
        }
        let all = structs(&pattern);
        let last = pattern.lines().last().unwrap();
        let file = last.strip_suffix(" file @ 0x00;").unwrap();
        let mut reached = BTreeSet::new();
        let mut left = vec![file];
        while let Some(name) = left.pop() {
            if reached.insert(name) {
                left.extend(all[name].iter().map(String::as_str));
            }
        }
        for shape in format.document.records() {
            // ImHex cannot decipher the table of an RsLi archive: it is there as bytes.
            let enciphered = format.id() == "rsli" && shape.name == "EntryRecord";
            assert!(enciphered || reached.contains(shape.name), "{}: {}", format.id(), shape.name);
        }
    }
}

#[test]
fn a_pattern_counts_by_fields_before() {
    let material = describe::pattern(format::of_id("mat0").unwrap());
    assert!(material.contains("u32 version = 6;"), "{material}");
    let file = "struct NgiMat0 {\n    Counts counts;\n    if (version >= 4) Meta meta;\n    \
                Phase phases[counts.phases];\n    Track tracks[counts.tracks];\n};\n";
    assert!(material.contains(file), "{material}");
    let palette = describe::pattern(format::of_id("pal").unwrap());
    assert!(palette.contains("    u8 colours[1024] [[comment("), "{palette}");
    assert!(palette.contains("u8 table[65536];"), "{palette}");
    let archive = describe::pattern(format::of_id("nres").unwrap());
    let directory = "Entry entries[header.count] @ std::mem::size() - header.count * 64;";
    assert!(archive.contains(directory), "{archive}");
}

#[test]
fn what_has_a_size_ends_there() {
    let sound = describe::pattern(format::of_id("swav").unwrap());
    let left = "std::mem::size() - $";
    let body = format!(
        "    u32 body_start = $;\n    \
         u32 body_end = body_start + (head.size < {left} ? head.size : {left});\n    \
         match (head.id) {{\n        \
         (\"fmt \"): Format<body_start, body_end> body;\n        \
         (\"fact\"): Fact body;\n        \
         (_): u8 body[body_end - body_start];\n    \
         }}\n    \
         $ = body_end;\n"
    );
    assert!(sound.contains(&body), "{sound}");
    assert!(sound.contains("struct Format<auto io_start, auto io_end> {"), "{sound}");
    assert!(sound.contains("    u8 more[$ < io_end ? io_end - $ : 0];"), "{sound}");
    // Behind the last chunk the file is meant again.
    assert!(sound.contains("    u8 tail[std::mem::size() - $];"), "{sound}");
}

#[test]
fn parts_of_a_word_have_their_bits() {
    let material = format::of_id("mat0").unwrap();
    let text = describe::text(material);
    assert!(text.contains("0x0000  bits 0–2 of u32   mode"), "{text}");
    assert!(text.contains("0x0000  bits 3–31 of u32  mask"), "{text}");
    assert!(!text.contains("the fields of u32"), "{text}");
    let json = serde_json::to_value(Description::of([material], |_| Ways::default())).unwrap();
    let shapes = json["formats"][0]["shapes"].as_array().unwrap();
    let head = shapes.iter().find(|shape| shape["name"] == "TrackHead").unwrap();
    let bits: Vec<_> = head["fields"].as_array().unwrap().iter().map(|f| &f["bits"]).collect();
    assert_eq!(serde_json::json!(bits), serde_json::json!([[0, 3], [3, 29], null]));
}

#[test]
fn schemas_take_what_import_takes() {
    let schema = |id: &str| describe::json_schema(format::of_id(id).unwrap());
    let material = schema("mat0");
    let flags = material["properties"]["flags"]["anyOf"].as_array().unwrap();
    assert_eq!(flags[0]["type"], "integer");
    assert!(flags[1]["enum"].as_array().unwrap().contains(&"additive".into()));
    assert!(flags[2]["pattern"].as_str().unwrap().contains("[aA][dD][dD]"));
    assert_eq!(flags[3]["type"], "array");
    let derived = &material["properties"]["derived"];
    assert_eq!(
        (&derived["readOnly"], &derived["additionalProperties"]),
        (&true.into(), &false.into())
    );
    assert!(derived["properties"]["blend"]["description"].as_str().unwrap().contains("flags"));
    let effect = schema("fxid");
    let light = &effect["properties"]["commands"]["items"]["oneOf"][0];
    assert_eq!(light["properties"]["opcode"]["anyOf"][0]["const"], 1);
    assert_eq!(light["properties"]["opcode"]["anyOf"][1]["enum"], serde_json::json!(["light"]));
    assert_eq!(light["properties"]["opcode_name"]["readOnly"], true);
    // What a command leaves out is what a new one has, in the records inside it as well.
    assert_eq!(light["properties"]["position"]["required"], serde_json::json!([]));
    // The members of the archive stand among those of the map, and need not be there.
    let map = schema("areal");
    assert_eq!(map["properties"][""], serde_json::Value::Null);
    assert_eq!(map["properties"]["count"]["anyOf"][0]["type"], "integer");
    assert!(!map["required"].as_array().unwrap().contains(&"entries".into()));
    let map = map.to_string();
    assert!(
        map.contains(r#""walkable":{"anyOf""#) && map.contains(r#"{"type":"boolean"}"#),
        "{map}"
    );
}
