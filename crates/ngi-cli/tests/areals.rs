//! A map and a list of buildings at the command line.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use std::fs;

use crate::common::{ngi, told};
use ngi_formats::arealmap::Plan;
use serde_json::Value;

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let mut plan = Plan::new(8, 8);
    for n in 0..6u8 {
        let (x, y) = (f32::from(n % 3) * 10.0, f32::from(n / 3) * 10.0);
        let square =
            [[x, y, 0.0], [x + 10.0, y, 0.0], [x + 10.0, y + 10.0, 0.0], [x, y + 10.0, 0.0]];
        plan.add(&square);
    }
    let file = plan.build().unwrap().write_file().unwrap();
    fs::write(folder.path().join("Land.map"), file).unwrap();
    fs::write(folder.path().join("BuildDat.lst"), "; list\nMine 1\n\"m.dat\"\n").unwrap();
    folder
}

#[test]
fn maps_are_shown_checked_set_and_compared() {
    let folder = folder();
    let at = folder.path();
    assert!(told(at, "show land.map").contains("areals: 6, 6 walkable, 0 lakes"));
    assert_eq!(told(at, "show Land.map --at areals[2].class").trim(), "1");
    told(at, "check Land.map BuildDat.lst");
    fs::copy(at.join("Land.map"), at.join("old.map")).unwrap();
    told(at, "set Land.map areals[2].class=240 areals[2].walkable=0");
    assert_eq!(told(at, "show Land.map/12 --at areals[2].class").trim(), "240");
    let output = ngi(at, "diff old.map Land.map".split(' '));
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(text.contains("areals[2].class") && text.contains("areals[2].walkable"), "{text}");
    // A link that leads nowhere is found, with its place.
    told(at, "set Land.map areals[0].links[0]=[77,0]");
    let output = ngi(at, "check Land.map --json".split(' '));
    assert_eq!(output.status.code(), Some(1));
    let found: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(found["findings"][0]["code"], "areal.link.areal");
    assert_eq!(found["findings"][0]["field"], "areals[0].links[0]");
}

#[test]
fn maps_go_out_and_come_back() {
    let folder = folder();
    let at = folder.path();
    let file = fs::read(at.join("Land.map")).unwrap();
    told(at, "export Land.map -o land.json");
    told(at, "import land.json -o back.map");
    assert_eq!(fs::read(at.join("back.map")).unwrap(), file);
    told(at, "export Land.map -o land.svg");
    assert!(fs::read_to_string(at.join("land.svg")).unwrap().starts_with("<svg "));
    told(at, "export Land.map -o land.geojson");
    told(at, "import land.geojson --like Land.map -o again.map");
    assert_eq!(fs::read(at.join("again.map")).unwrap(), file);
}

#[test]
fn lists_are_shown_set_and_come_back() {
    let folder = folder();
    let at = folder.path();
    assert!(told(at, "show BuildDat.lst").contains("Mine (0x80000004): 1"));
    told(at, "set BuildDat.lst sections[0].paths[0]=x.dat");
    let text = fs::read_to_string(at.join("BuildDat.lst")).unwrap();
    assert_eq!(text, "; list\nMine 1\n\"x.dat\"\n");
    told(at, "export BuildDat.lst -o list.json");
    told(at, "import list.json -o other.lst");
    assert_eq!(fs::read_to_string(at.join("other.lst")).unwrap(), text);
    fs::write(at.join("BuildDat.lst"), "Mine 2\n\"x.dat\"\n").unwrap();
    let output = ngi(at, "check BuildDat.lst".split(' '));
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(told.contains("BuildDat.lst is corrupted"), "{told}");
}
