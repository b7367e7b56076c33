use proptest::prelude::*;

use super::*;
use crate::{Code, Fault, Findings, Level, Mode};

/// 256 colours, no two bytes alike in a row.
fn colours() -> Vec<u8> {
    (0..=255u8).flat_map(|i| [i, i.wrapping_add(1), i.wrapping_mul(3), i ^ 0x5a]).collect()
}

fn table() -> Vec<u8> {
    (0..TABLE_SIZE).map(|i| u8::try_from((i * 7 + i / 256) % 256).unwrap()).collect()
}

fn whole() -> Vec<u8> {
    [colours(), b"Ipol".to_vec(), table()].concat()
}

#[test]
fn colours_are_stored_blue_first() {
    let mut palette = Palette::default();
    palette.0[3] = [1, 2, 3, 99];
    assert_eq!(palette.colour(3), [3, 2, 1, 255]);
    assert_eq!(palette.colours()[3], [3, 2, 1, 255]);
    palette.set_colour(3, [10, 20, 30]);
    assert_eq!(palette.0[3], [30, 20, 10, 99]);
    assert_eq!(palette.bytes()[12..16], [30, 20, 10, 99]);
    let made = Palette::from_colours([[1, 2, 3, 4], [5, 6, 7, 8]]);
    assert_eq!(made.0[..3], [[3, 2, 1, 0], [7, 6, 5, 0], [0; 4]]);
    assert_eq!(Palette::from_colours(made.colours()), made);
}

#[test]
fn files_go_both_ways() {
    let colours = colours();
    for (bytes, has_table, tail) in [
        (colours.clone(), false, 0),
        (whole(), true, 0),
        ([colours.clone(), b"Ipox".to_vec()].concat(), false, 4),
        ([whole(), b"tail".to_vec()].concat(), true, 4),
    ] {
        let file = PaletteFile::read(&bytes).unwrap();
        assert_eq!(file.palette.bytes(), colours);
        assert_eq!(file.table.is_some(), has_table);
        assert_eq!(file.tail.len(), tail);
        assert_eq!(file.write(), bytes);
    }
    let file = PaletteFile::read(&whole()).unwrap();
    let entries = file.table.unwrap();
    assert_eq!(entries.get(2, 3), table()[2 * 256 + 3]);
    assert_eq!(entries.get(255, 255), table()[65535]);
}

#[test]
fn every_truncation_but_the_plain_palette_is_an_error() {
    let bytes = whole();
    for length in 0..bytes.len() {
        let read = PaletteFile::read(&bytes[..length]);
        if length == PALETTE_SIZE {
            assert_eq!(read.unwrap().write(), &bytes[..length]);
        } else {
            assert_eq!(read.unwrap_err().fault(), Fault::File, "{length}");
        }
    }
}

#[test]
fn an_edit_leaves_the_rest() {
    let bytes = [whole(), b"!".to_vec()].concat();
    let mut file = PaletteFile::read(&bytes).unwrap();
    file.palette.set_colour(1, [7, 8, 9]);
    file.table.as_mut().unwrap().set(1, 2, 200);
    let mut expected = bytes;
    expected[4..7].copy_from_slice(&[9, 8, 7]);
    expected[1024 + 4 + 256 + 2] = 200;
    assert_eq!(file.write(), expected);
}

#[test]
fn the_bank_has_286_names() {
    let names: Vec<String> = Slot::all().map(Slot::file_name).collect();
    assert_eq!(names.len(), 286);
    assert_eq!(names[..3], ["A.PAL", "A0.PAL", "A1.PAL"]);
    assert_eq!(names[10..12], ["A9.PAL", "B.PAL"]);
    assert_eq!(names[285], "Z9.PAL");
    for (index, name) in names.iter().enumerate() {
        let slot = Slot::from_file_name(name.to_lowercase().as_bytes()).unwrap();
        assert_eq!(usize::from(slot.index()), index);
    }
    for name in ["A", "AA.PAL", "0.PAL", "A10.PAL", ".PAL", "A.PALX", "Ä.PAL", "A:.PAL"] {
        assert_eq!(Slot::from_file_name(name.as_bytes()), None, "{name}");
    }
    assert_eq!(Slot::new(286), None);
}

#[test]
fn a_texture_name_picks_its_palette() {
    // Worked out by hand from (L − 'A') · 11 + (D ? D − '0' + 1 : 0).
    let cases: [(&[u8], Option<u16>); 16] = [
        (b"WALL.A", Some(0)),
        (b"WALL.a", Some(0)),
        (b"WALL.A0", Some(1)),
        (b"WALL.A9", Some(10)),
        (b"WALL.B", Some(11)),
        (b"wall.z9", Some(285)),
        (b"WALL.B2X", Some(14)),
        (b"X.A.B", None), // D is '.', two below '0'
        (b"WALL.B.", Some(10)),
        (b"WALL.A:", Some(11)),
        (b"WALL.0", None),
        (b"WALL.99", None),
        (b"WALL.", None),
        (b".A", Some(0)),
        (b"0123456789abcdef.C", Some(22)),
        (b"WALL.\xe0", None),
    ];
    for (name, expected) in cases {
        let slot = texture_palette(name).unwrap();
        assert_eq!(slot.map(Slot::index), expected, "{}", crate::text::decode(name));
    }
    for (name, why) in [
        ("WALL", BAD_TEXTURE_NAME),
        ("", BAD_TEXTURE_NAME),
        ("0123456789abcdefg.C", BAD_TEXTURE_NAME),
        ("WALL.[", "palette 286"),
        ("WALL.Z:", "palette 286"),
        ("WALL.~", "palette 671"),
    ] {
        let error = texture_palette(name.as_bytes()).unwrap_err().to_string();
        assert!(error.contains(why) && error.contains(name), "{error}");
    }
    assert_eq!(texture_dot(b"0123456789abcdef.C"), Ok(16));
}

#[test]
fn half_way_tables_hold_the_middle() {
    let greys = Palette::from_colours((0..=255u8).map(|v| [v, v, v, 255]));
    let table = Table::half_way(&greys);
    assert_eq!(table.get(0, 100), 50);
    assert_eq!(table.get(100, 0), 50);
    assert_eq!(table.get(255, 255), 255);
    assert_eq!(table.get(254, 255), 254);
    // Black twice: an index stays itself although another is as close.
    assert_eq!(Table::half_way(&Palette::default()).get(9, 9), 9);
}

fn found(bytes: &[u8], name: &[u8], mode: Mode, retail: bool) -> Vec<&'static str> {
    let mut findings = Findings::new(mode, retail);
    check(bytes, &mut findings);
    check_name(name, &mut findings);
    findings.list().iter().map(|finding| finding.code.id).collect()
}

/// For every rule one file that breaks it and no other.
fn broken() -> Vec<(&'static Code, Vec<u8>, &'static [u8])> {
    vec![
        (&codes::TRUNCATED, colours()[1..].to_vec(), b"a.pal"),
        (&codes::TABLE_RANGE, whole()[..2000].to_vec(), b"A.PAL"),
        (&codes::TABLE_MISSING, colours(), b"A.PAL"),
        (&codes::TAIL, [whole(), vec![0]].concat(), b"A.PAL"),
        (&codes::NAME, whole(), b"water.pal"),
    ]
}

#[test]
fn each_broken_file_gives_exactly_its_code() {
    for (code, bytes, name) in broken() {
        assert_eq!(found(&bytes, name, Mode::Strict, true), [code.id]);
        let expected: &[&str] = if code.level == Level::Always { &[code.id] } else { &[] };
        assert_eq!(found(&bytes, name, Mode::Tolerant, false), expected);
    }
    assert!(found(&whole(), b"Q7.pal", Mode::Strict, true).is_empty());
    assert!(PaletteFile::read_strict(&whole()).is_ok());
    assert!(PaletteFile::read_strict(&[whole(), vec![0]].concat()).is_err());
}

#[test]
fn every_code_has_a_broken_file() {
    let shown: Vec<_> = broken().iter().map(|(code, ..)| code.id).collect();
    let listed: Vec<_> = CODES.iter().map(|code| code.id).collect();
    assert_eq!(shown, listed);
}

/// The plainest way to find the closest colour.
fn slow_nearest(palette: &Palette, [r, g, b]: [u8; 3]) -> u8 {
    let distance = |index: &u8| {
        let [red, green, blue, _] = palette.colour(*index);
        let square = |a: u8, b: u8| u32::from(a.abs_diff(b)).pow(2);
        square(r, red) + square(g, green) + square(b, blue)
    };
    // `min_by_key` gives the first of several.
    (0..=255).min_by_key(distance).unwrap()
}

/// The corner of a cell as far from a colour in it as from one outside: the lower index wins.
#[test]
fn a_tie_across_a_cells_corner_goes_to_the_lower_index() {
    let mut palette = Palette::from_colours([[255; 4]; 256]);
    palette.set_colour(5, [0, 0, 0]);
    palette.set_colour(2, [30, 30, 30]);
    assert_eq!(Nearest::new(&palette).index([15, 15, 15]), 2);
    assert_eq!(slow_nearest(&palette, [15, 15, 15]), 2);
}

#[test]
fn every_field_is_found_and_explained() {
    for bytes in [colours(), whole(), [whole(), b"tail".to_vec()].concat()] {
        let tree = tree(&bytes).unwrap();
        let has_table = usize::from(bytes.len() > PALETTE_SIZE);
        assert_eq!(crate::tree::proof::holds(&tree, &bytes), 256 + has_table + 1);
        crate::tree::proof::returns(DOCUMENT, &tree, make, &bytes);
        crate::tree::proof::has_fields(CODES, std::slice::from_ref(&tree));
        // Stored as blue, green, red, but shown as red, green, blue.
        let places = (0..4).map(|at| tree.locate(&format!("colours[3][{at}]")));
        assert!(places.eq([14, 13, 12, 15].map(Some)));
        assert!(tree.find("colours[3][4]").is_err());
        assert_eq!(tree.locate("table").is_some(), has_table == 1);
    }
}

#[test]
fn a_finding_names_the_place() {
    let mut findings = Findings::new(Mode::Strict, true);
    check(&[colours(), vec![1]].concat(), &mut findings);
    let places: Vec<_> = findings.list().iter().map(|f| (f.field.as_str(), f.offset)).collect();
    assert_eq!(places, [("table", None), ("tail", Some(1024))]);
}

#[test]
fn no_tail_becomes_a_table() {
    use crate::tree::Draft;
    let bytes = [colours(), b"x".to_vec()].concat();
    for (tail, fits) in [(&b"Ipo"[..], false), (b"Ipol", false), (b"Ipox", true), (b"", true)] {
        let made = |table: Option<Vec<u8>>| {
            let mut draft = Draft::of_document(DOCUMENT, &tree(&bytes).unwrap());
            let Draft::Object(_, parts) = &mut draft else { panic!() };
            parts[1] = table.map_or(Draft::Absent, Draft::Bytes);
            parts[2] = Draft::Bytes(tail.to_vec());
            make(&draft)
        };
        assert_eq!(made(None).is_ok(), fits, "{tail:?}");
        assert!(made(Some(vec![0; 9])).unwrap_err().to_string().contains("9 bytes"));
        assert!(made(Some(table())).is_ok(), "behind a table it is a tail");
    }
}

proptest! {
    #[test]
    fn nearest_is_the_nearest(
        stored in prop::collection::vec(any::<[u8; 4]>(), 256),
        narrow in any::<u8>(),
        asked in prop::collection::vec(any::<[u8; 3]>(), 1..60),
    ) {
        // A mask crowds the colours together, so that there are ties.
        let stored: Vec<_> = stored.into_iter().map(|c| c.map(|v| v & narrow)).collect();
        let palette = Palette(stored.try_into().unwrap());
        for count in [0, usize::MAX] {
            let mut nearest = Nearest::for_many(&palette, count);
            for &colour in asked.iter().chain(&asked) {
                prop_assert_eq!(nearest.index(colour), slow_nearest(&palette, colour));
            }
        }
    }

    #[test]
    fn any_bytes_come_back(
        head in prop::collection::vec(any::<u8>(), 0..1100),
        magic in any::<bool>(),
        tail in prop::collection::vec(any::<u8>(), 0..20),
    ) {
        let table = if magic { [b"Ipol".to_vec(), table()].concat() } else { Vec::new() };
        let bytes = [head, table, tail].concat();
        if let Ok(file) = PaletteFile::read(&bytes) {
            prop_assert_eq!(file.write(), bytes);
        }
    }
}
