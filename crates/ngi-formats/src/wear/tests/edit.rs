use super::*;

fn edited(
    text: &[u8],
    parser: Parser,
    edit: impl FnOnce(&mut Editor) -> crate::Result<()>,
) -> String {
    let mut editor = Editor::open(&Wear::read(text, parser).unwrap());
    match edit(&mut editor) {
        Ok(()) => {
            assert!(editor.wear().is_ok());
            crate::text::decode(editor.bytes())
        }
        Err(error) => {
            assert_eq!(editor.bytes(), text, "a refused edit changes nothing");
            format!("refused: {error}")
        }
    }
}

#[test]
fn opening_changes_nothing() {
    for parser in BOTH {
        let odd = b" 2 \r\n\t7\tA\t\n 0 B \r\n\n\nleft over\0 and behind";
        assert_eq!(Editor::open(&Wear::read(odd, parser).unwrap()).into_bytes(), odd);
    }
}

/// What an edit of one row does to a text with odd spaces and mixed line ends.
#[test]
fn an_edit_leaves_the_rest() {
    let text = b" 3 \r\n\t07\tA\t\r\n1 B\n  2  C\r\n\r\nLIGHTMAPS\r\n1\r\n0 L.0\r\nend";
    let rename = |e: &mut Editor| e.rename(Section::Materials, 1, b"NEW");
    let rename_lightmap = |e: &mut Editor| e.rename(Section::Lightmaps, 0, b"M.A1");
    let number = |e: &mut Editor| e.set_id(Section::Materials, 0, -5);
    let remove = |e: &mut Editor| e.remove(Section::Materials, 1);
    let first = |e: &mut Editor| e.insert(Section::Materials, 0, b"F");
    let middle = |e: &mut Editor| e.insert(Section::Materials, 1, b"M");
    let last = |e: &mut Editor| e.push(Section::Materials, b"Z");
    let lightmap = |e: &mut Editor| e.push(Section::Lightmaps, b"N.0");
    let without = |e: &mut Editor| e.remove_lightmaps();
    type Edit<'e> = &'e dyn Fn(&mut Editor) -> crate::Result<()>;
    let table: [(Edit<'_>, &str); 9] = [
        (&rename, " 3 \r\n\t07\tA\t\r\n1 NEW\n  2  C\r\n\r\nLIGHTMAPS\r\n1\r\n0 L.0\r\nend"),
        (
            &rename_lightmap,
            " 3 \r\n\t07\tA\t\r\n1 B\n  2  C\r\n\r\nLIGHTMAPS\r\n1\r\n0 M.A1\r\nend",
        ),
        (&number, " 3 \r\n\t-5\tA\t\r\n1 B\n  2  C\r\n\r\nLIGHTMAPS\r\n1\r\n0 L.0\r\nend"),
        (&remove, " 2 \r\n\t07\tA\t\r\n  2  C\r\n\r\nLIGHTMAPS\r\n1\r\n0 L.0\r\nend"),
        (&first, " 4 \r\n0 F\r\n\t07\tA\t\r\n1 B\n  2  C\r\n\r\nLIGHTMAPS\r\n1\r\n0 L.0\r\nend"),
        (
            &middle,
            " 4 \r\n\t07\tA\t\r\n\t1\tM\r\n1 B\n  2  C\r\n\r\nLIGHTMAPS\r\n1\r\n0 L.0\r\nend",
        ),
        (&last, " 4 \r\n\t07\tA\t\r\n1 B\n  2  C\r\n  3  Z\r\n\r\nLIGHTMAPS\r\n1\r\n0 L.0\r\nend"),
        (
            &lightmap,
            " 3 \r\n\t07\tA\t\r\n1 B\n  2  C\r\n\r\nLIGHTMAPS\r\n2\r\n0 L.0\r\n1 N.0\r\nend",
        ),
        (&without, " 3 \r\n\t07\tA\t\r\n1 B\n  2  C\r\n\r\nend"),
    ];
    for (index, (edit, expected)) in table.iter().enumerate() {
        for parser in BOTH {
            assert_eq!(edited(text, parser, edit), *expected, "{index} {parser:?}");
        }
    }
}

#[test]
fn rows_that_share_a_line() {
    let text = b"2 0 A  1 B";
    let edit = |edit: &dyn Fn(&mut Editor) -> crate::Result<()>| edited(text, Parser::File, edit);
    let materials = Section::Materials;
    assert_eq!(edit(&|e| e.remove(materials, 0)), "1 1 B");
    assert_eq!(edit(&|e| e.remove(materials, 1)), "1 0 A  ");
    assert_eq!(edit(&|e| e.insert(materials, 0, b"F")), "3 0 F 0 A  1 B");
    assert_eq!(edit(&|e| e.insert(materials, 1, b"M")), "3 0 A 1 M  1 B");
    assert_eq!(edit(&|e| e.push(materials, b"Z")), "3 0 A  1 B 2 Z");
    let two_lines = edited(b"1\n0\nA\n", Parser::File, |e| e.push(materials, b"B"));
    assert_eq!(two_lines, "2\n0\nA 1 B\n");
}

#[test]
fn a_text_without_a_last_line_end() {
    let materials = Section::Materials;
    for parser in BOTH {
        assert_eq!(edited(b"1\n0 A", parser, |e| e.push(materials, b"B")), "2\n0 A\n1 B");
        let added = edited(b"1\n0 A", parser, |e| e.add_lightmaps(&["L.0"]));
        assert_eq!(added, "1\n0 A\n\nLIGHTMAPS\n1\n0 L.0\n");
        assert_eq!(seen(added.as_bytes(), parser).unwrap().1, ["L.0"]);
    }
    assert_eq!(edited(b"0\n", Parser::Buffer, |e| e.push(materials, b"A")), "1\n0 A\n");
}

#[test]
fn lightmaps_come_and_go() {
    let plain = b"1\r\n0 A\r\n";
    for parser in BOTH {
        let mut editor = Editor::open(&Wear::read(plain, parser).unwrap());
        editor.add_lightmaps(&["L.0", "M.0"]).unwrap();
        assert_eq!(editor.bytes(), b"1\r\n0 A\r\n\r\nLIGHTMAPS\r\n2\r\n0 L.0\r\n1 M.0\r\n");
        assert!(editor.add_lightmaps(&["X.0"]).is_err());
        editor.remove(Section::Lightmaps, 0).unwrap();
        assert!(editor.remove(Section::Lightmaps, 0).is_err());
        editor.remove_lightmaps().unwrap();
        // The blank line stays: it is nobody's.
        assert_eq!(editor.bytes(), b"1\r\n0 A\r\n\r\n");
        assert!(editor.remove_lightmaps().is_err());
        assert!(editor.push(Section::Lightmaps, b"L.0").is_err());
    }
}

#[test]
fn what_cannot_be_read_again_is_refused() {
    let refused = |text: &[u8], edit: &dyn Fn(&mut Editor) -> crate::Result<()>| {
        BOTH.iter().all(|&parser| edited(text, parser, edit).starts_with("refused"))
    };
    for name in [b"".as_slice(), b"two words", b"a\nb", b"a\0b", b"\t"] {
        assert!(refused(SAMPLE, &|e| e.rename(Section::Materials, 0, name)), "{name:?}");
        assert!(refused(SAMPLE, &|e| e.push(Section::Materials, name)), "{name:?}");
    }
    assert!(refused(SAMPLE, &|e| e.rename(Section::Materials, 2, b"X")));
    assert!(refused(SAMPLE, &|e| e.rename(Section::Lightmaps, 1, b"X")));
    assert!(refused(SAMPLE, &|e| e.insert(Section::Materials, 3, b"X")));
    assert!(refused(SAMPLE, &|e| e.remove(Section::Materials, 2)));
    assert!(refused(b"1\n0 A\n", &|e| e.remove(Section::Materials, 0)));
}

#[test]
fn wears_from_nothing() {
    let editor = Editor::of_names(&["WALL", "DOOR_01"], &["HALL.0"]).unwrap();
    assert_eq!(editor.bytes(), SAMPLE);
    let plain = Editor::of_names(&["A"], &[]).unwrap();
    assert_eq!(plain.bytes(), b"1\r\n0 A\r\n");
    assert!(Editor::of_names::<&str>(&[], &[]).is_err());
    assert!(Editor::of_names(&["A B"], &[]).is_err());
}
