use super::*;
use crate::Fault;

#[test]
fn both_parsers_read_the_sample() {
    for parser in BOTH {
        let wear = Wear::read(SAMPLE, parser).unwrap();
        assert_eq!(names(wear.rows()), ["WALL", "DOOR_01"]);
        assert_eq!(names(wear.lightmaps().unwrap()), ["HALL.0"]);
        let row = wear.row(1).unwrap();
        assert_eq!((row.id, row.id_offset, row.id_number()), (b"1".as_slice(), 11, Some(1)));
        assert_eq!((row.name, row.name_offset), (b"DOOR_01".as_slice(), 13));
        assert!(wear.row(2).is_none());
        assert_eq!(wear.bytes(), SAMPLE);
        assert_eq!(wear.rows().len(), 2);
    }
}

type Seen = Result<(&'static [&'static str], &'static [&'static str]), &'static str>;

/// (text, what the parser for files sees, what the parser for text in memory sees)
#[test]
fn where_the_parsers_agree_and_where_not() {
    let table: &[(&[u8], Seen, Seen)] = &[
        (b"1\n0 A", Ok((&["A"], &[])), Ok((&["A"], &[]))),
        (b"  1 \n\t0\t A \n", Ok((&["A"], &[])), Ok((&["A"], &[]))),
        (b"+1\n-7 A", Ok((&["A"], &[])), Ok((&["A"], &[]))),
        (b"1\n0A", Ok((&["A"], &[])), Ok((&["A"], &[]))),
        (b"1\n5 6", Ok((&["6"], &[])), Ok((&["6"], &[]))),
        // Rows that share a line, or take two.
        (b"2 0 A 1 B", Ok((&["A", "B"], &[])), Err("rows[0] at 0x9: row 1 of 2")),
        (b"2\n0 A 1 B\n", Ok((&["A", "B"], &[])), Err("rows[1] at 0xa: row 2 of 2")),
        (b"1\n0\nA\n", Ok((&["A"], &[])), Err("rows[0] at 0x2: row 1 of 1")),
        (b"1\n\n0 A\n", Ok((&["A"], &[])), Err("rows[0] at 0x2: row 1 of 1")),
        // Words behind a name: another row's for one parser, nothing for the other.
        (b"2\n0 A x\n1 B\n", Err("rows[1] at 0x6: row 2 of 2"), Ok((&["A", "B"], &[]))),
        // Counts that lie.
        (b"3\n0 A\n1 B\n", Err("rows[2] at 0xa: row 3 of 3"), Err("rows[2] at 0xa: row 3 of 3")),
        (b"1\n0 A\n1 B\n", Ok((&["A"], &[])), Ok((&["A"], &[]))),
        (b"4294967296\n0 A\n", Err("Illegal wear length."), Err("Illegal wear length.")),
        (b"2147483647\n0 A\n", Err("row 2 of 2147483647"), Err("row 2 of 2147483647")),
        (b"0\n", Err("count at 0x0: 0 rows (Illegal wear length.)"), Ok((&[], &[]))),
        (b"-1\n0 A\n", Err("count at 0x0: -1 rows (Illegal wear length.)"), Ok((&[], &[]))),
        (b"", Err("Illegal wear length."), Err("Illegal wear length.")),
        (b"A\n", Err("Illegal wear length."), Err("Illegal wear length.")),
        // Lightmaps.
        (b"1\n0 A\n\nLIGHTMAPS\n1\n0 L\n", Ok((&["A"], &["L"])), Ok((&["A"], &["L"]))),
        (
            b"1\n0 A\nLIGHTMAPS\n1\n0 L\n",
            Ok((&["A"], &["L"])),
            Err("lightmaps.count at 0x12: 0 rows (Illegal lightmaps length.)"),
        ),
        (
            b"1\n0 A\n\n\nLIGHTMAPS\n1\n0 L\n",
            Ok((&["A"], &["L"])),
            Err("there is no number of rows (Illegal lightmaps length.)"),
        ),
        (b"1\n0 A\nmore LIGHTMAPS 1 0 L", Ok((&["A"], &["L"])), Err("Illegal lightmaps length.")),
        (b"1\n0 A\n\nlightmaps\n1\n0 L\n", Ok((&["A"], &[])), Ok((&["A"], &[]))),
        (b"1\n0 LIGHTMAPS\n", Ok((&["LIGHTMAPS"], &[])), Ok((&["LIGHTMAPS"], &[]))),
        (
            b"1\n0 A\n\nLIGHTMAPS\n0\n",
            Err("lightmaps.count at 0x11: 0 rows (Illegal lightmaps length.)"),
            Err("lightmaps.count at 0x11: 0 rows (Illegal lightmaps length.)"),
        ),
        (
            b"1\n0 A\n\nLIGHTMAPS\n2\n0 L\n",
            Err("lightmaps[1] at 0x17: row 2 of 2"),
            Err("lightmaps[1] at 0x17: row 2 of 2"),
        ),
        // A NUL ends the text.
        (b"1\n0 A\0\n1 B", Ok((&["A"], &[])), Ok((&["A"], &[]))),
        (b"2\n0 A\n\x001 B", Err("row 2 of 2"), Err("row 2 of 2")),
        // Names are bytes.
        (b"1\r\n0 \xd1\xf2\xe5\xed\xe0\r\n", Ok((&["Стена"], &[])), Ok((&["Стена"], &[]))),
    ];
    for (text, file, buffer) in table {
        for (parser, expected) in [(Parser::File, file), (Parser::Buffer, buffer)] {
            let shown = format!("{parser:?} {:?}", crate::text::decode(text));
            match (seen(text, parser), expected) {
                (Ok((rows, lightmaps)), Ok(expected)) => {
                    assert_eq!(rows, expected.0, "{shown}");
                    assert_eq!(lightmaps, expected.1, "{shown}");
                }
                (Err(error), Err(part)) => assert!(error.contains(part), "{shown}: {error}"),
                (found, expected) => panic!("{shown}: {found:?}, not {expected:?}"),
            }
        }
    }
}

#[test]
fn every_truncation_is_an_error_or_ends_at_a_name() {
    for parser in BOTH {
        for length in 0..SAMPLE.len() {
            match Wear::read(&SAMPLE[..length], parser) {
                Ok(wear) => {
                    // Whole rows are there, the last name perhaps cut.
                    assert_eq!(wear.rows().len(), 2, "{length}");
                    assert!(length > 13);
                }
                Err(error) => assert_eq!(error.fault(), Fault::File, "{length}"),
            }
        }
        assert!(Wear::read(&SAMPLE[..13], parser).is_err());
    }
}

#[test]
fn the_engines_words() {
    assert_eq!(message::ILLEGAL_WEAR_LENGTH, "Illegal wear length.");
    assert_eq!(message::ILLEGAL_LIGHTMAPS_LENGTH, "Illegal lightmaps length.");
    assert_eq!(message::wear_missing("a.wea"), "Wear <a.wea> doesn't exist.");
    assert_eq!(message::material_missing(b"WALL"), "Material WALL not found.");
    assert_eq!(message::lightmap_missing(b"L.0"), "LightMap L.0 not found.");
}
