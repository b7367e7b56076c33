use proptest::prelude::*;

use super::*;
use crate::{Code, Findings, Level, Mode};

/// All twelve, with comments of every kind, odd spaces and both line ends.
fn sample() -> Vec<u8> {
    let mut text = b"// comment\r\n; another\n  # third, indented\r\n\r\n".to_vec();
    for (index, category) in CATEGORIES.iter().enumerate() {
        text.extend(format!("{}\t 2\r\n  \"A\\b{index}.dat\"\n", category.name).bytes());
        text.extend(format!("// between\n\"c d {index}.DAT\"\r\n\r\n").bytes());
    }
    text
}

#[test]
fn masks_by_hand() {
    let table = [
        ("Bunker_Small", 0x8001_0000u32),
        ("Bunker_Medium", 0x8002_0000),
        ("Bunker_Large", 0x8004_0000),
        ("Generator", 0x8000_0002),
        ("Mine", 0x8000_0004),
        ("Storage", 0x8000_0008),
        ("Plant", 0x8000_0010),
        ("Hangar", 0x8000_0040),
        ("MainTeleport", 0x8000_0200),
        ("Institute", 0x8000_0400),
        ("Tower_Medium", 0x8010_0000),
        ("Tower_Large", 0x8020_0000),
    ];
    assert_eq!(table.len(), CATEGORIES.len());
    for ((name, mask), category) in table.iter().zip(&CATEGORIES) {
        assert_eq!((category.name, category.mask), (*name, *mask));
        assert_eq!(Category::named(name.to_uppercase().as_bytes()), Some(category));
        assert_eq!(Category::of_mask(*mask), Some(category));
    }
    assert_eq!((Category::named(b"Tower"), Category::of_mask(0x8000_0000)), (None, None));
}

#[test]
fn sections_and_paths() {
    let text = sample();
    let list = BuildDat::read(&text).unwrap();
    assert_eq!((list.len(), list.bytes()), (12, text.as_slice()));
    let mine = list.section("mine").unwrap();
    let paths: Vec<_> = mine.paths().map(|path| path.path).collect();
    assert_eq!(paths, [b"A\\b4.dat".as_slice(), b"c d 4.DAT"]);
    assert!(text[mine.offset()..].starts_with(b"Mine") && text[mine.count_offset()] == b'2');
    assert!(mine.paths().all(|path| text[path.offset..].starts_with(path.path)));
    assert!(BuildDat::read(b"").unwrap().is_empty());
    assert!(BuildDat::read(b"// only a comment").unwrap().is_empty());
    // Not only whole lines: words and quotes do not need spaces between them.
    let list = BuildDat::read(b"Mine 2\"a\"\"b\"Plant 0").unwrap();
    assert_eq!(list.sections().map(|s| s.paths().len()).collect::<Vec<_>>(), [2, 0]);
    // A comment begins a line; in its middle it is none.
    assert!(BuildDat::read(b"Mine 0 // none").is_err());
}

fn found(text: &[u8], mode: Mode, retail: bool) -> Vec<&'static str> {
    let mut findings = Findings::new(mode, retail);
    check(text, &mut findings);
    findings.list().iter().map(|finding| finding.code.id).collect()
}

fn broken() -> Vec<(&'static Code, Vec<u8>)> {
    let with = |text: &str| [sample(), text.as_bytes().to_vec()].concat();
    let changed = |from: &str, to: &str| {
        String::from_utf8(sample()).unwrap().replacen(from, to, 1).into_bytes()
    };
    vec![
        (&codes::COUNT, with("Mine")),
        (&codes::COUNT, with("Mine two")),
        (&codes::COUNT, with("Mine -1")),
        (&codes::COUNT, with("Mine \"a.dat\"")),
        (&codes::PATHS, with("\"a.dat\"")),
        (&codes::PATHS, with("Mine 2 \"a.dat\"")),
        (&codes::PATHS, with("Mine 1 a.dat")),
        (&codes::PATHS, with("Mine 4294967295 \"a.dat\"")),
        (&codes::QUOTE, with("Mine 1 \"a.dat\n\"")),
        (&codes::QUOTE, with("\"")),
        (&codes::CATEGORY, with("Palace 0")),
        (&codes::TWICE, with("MINE 0")),
        (&codes::MISSING, changed("Mine\t 2\r\n  \"A\\b4.dat\"\n// between\n\"c d 4.DAT\"", "")),
        (&codes::EMPTY, changed("A\\b4.dat", "")),
        (&codes::SUFFIX, changed("A\\b4.dat", "A\\b4.txt")),
    ]
}

#[test]
fn each_broken_list_gives_exactly_its_code() {
    for (code, text) in broken() {
        assert_eq!(found(&text, Mode::Strict, true), [code.id]);
        let expected: &[&str] = if code.level == Level::Always { &[code.id] } else { &[] };
        assert_eq!(found(&text, Mode::Tolerant, false), expected, "{}", code.id);
        let strict = BuildDat::read_strict(&text);
        assert_eq!(strict.is_err(), code.severity == crate::Severity::Error, "{}", code.id);
        if code.level == Level::Always {
            assert!(strict.unwrap_err().to_string().contains(CORRUPTED), "{}", code.id);
        }
    }
    let mut shown: Vec<_> = broken().iter().map(|(code, _)| code.id).collect();
    shown.dedup();
    assert_eq!(shown, CODES.iter().map(|code| code.id).collect::<Vec<_>>());
    assert!(found(&sample(), Mode::Strict, true).is_empty());
}

type Edit<'e> = &'e dyn Fn(&mut Editor) -> crate::Result<()>;

#[test]
fn edits_change_what_was_asked() {
    let text = b"# top\nMine 2\n\t\"a.dat\"\n\t\"b.dat\"\nPlant 0\n".to_vec();
    let edited = |edit: Edit<'_>| {
        let mut editor = Editor::open(&BuildDat::read(&text).unwrap());
        edit(&mut editor).map(|()| String::from_utf8(editor.into_bytes()).unwrap())
    };
    let table: [(Edit<'_>, &str); 6] = [
        (&|e| e.set_path(0, 1, b"x.dat"), "# top\nMine 2\n\t\"a.dat\"\n\t\"x.dat\"\nPlant 0\n"),
        (&|e| e.rename(1, b"Hangar"), "# top\nMine 2\n\t\"a.dat\"\n\t\"b.dat\"\nHangar 0\n"),
        (
            &|e| e.push(0, b"c.dat"),
            "# top\nMine 3\n\t\"a.dat\"\n\t\"b.dat\"\n\t\"c.dat\"\nPlant 0\n",
        ),
        (&|e| e.push(1, b"c.dat"), "# top\nMine 2\n\t\"a.dat\"\n\t\"b.dat\"\nPlant 1\n\"c.dat\"\n"),
        (&|e| e.remove(0, 0), "# top\nMine 1\n\t\"b.dat\"\nPlant 0\n"),
        (&|e| e.remove(0, 0).and_then(|()| e.remove(0, 0)), "# top\nMine 0\nPlant 0\n"),
    ];
    for (edit, expected) in table {
        assert_eq!(edited(edit).as_deref(), Ok(expected));
    }
    let refused: [Edit<'_>; 6] = [
        &|e| e.set_path(0, 0, b"a\"b"),
        &|e| e.set_path(0, 0, b"a\nb"),
        &|e| e.rename(0, b"two words"),
        &|e| e.rename(0, b"#"),
        &|e| e.set_path(0, 2, b"x"),
        &|e| e.remove(2, 0),
    ];
    for edit in refused {
        assert!(edited(edit).is_err());
    }
}

#[test]
fn lists_from_nothing() {
    let editor = Editor::of_sections(&[("Mine", vec!["a.dat", "b.dat"]), ("Plant", vec![])]);
    let text = b"Mine 2\r\n\"a.dat\"\r\n\"b.dat\"\r\n\r\nPlant 0\r\n\r\n";
    assert_eq!(editor.unwrap().into_bytes(), text);
    assert!(Editor::of_sections(&[("Mi ne", Vec::<&str>::new())]).is_err());
    assert!(Editor::of_sections(&[("Mine", vec!["a\"b"])]).is_err());
}

proptest! {
    #[test]
    fn any_text_reads_or_not(text in proptest::collection::vec(prop_oneof![
        Just(b'"'), Just(b' '), Just(b'\n'), Just(b'#'), Just(b'/'), Just(b'1'), Just(b'2'), any::<u8>(),
    ], 0..60)) {
        check(&text, &mut Findings::new(Mode::Strict, true));
        if let Ok(list) = BuildDat::read(&text) {
            prop_assert_eq!(list.bytes(), text.as_slice());
            for section in 0..list.len() {
                let mut editor = Editor::open(&list);
                if editor.push(section, b"n.dat").is_ok() {
                    let now = editor.list().unwrap();
                    prop_assert_eq!(now.len(), list.len());
                    let path = now.get(section).unwrap().paths().last().unwrap().path.to_vec();
                    prop_assert_eq!(path, b"n.dat");
                }
            }
        }
    }
}
