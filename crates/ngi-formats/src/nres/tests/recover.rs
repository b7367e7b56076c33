use super::*;

/// An archive whose header says something else.
fn with_header(archive: &[u8], count: i32, total_size: u32) -> Vec<u8> {
    let mut bytes = archive.to_vec();
    bytes[8..12].copy_from_slice(&count.to_le_bytes());
    bytes[12..16].copy_from_slice(&total_size.to_le_bytes());
    bytes
}

fn recovered(bytes: &[u8]) -> Vec<u8> {
    let header = recover_header(bytes).unwrap().unwrap();
    [&header.write(), &bytes[HEADER_SIZE..]].concat()
}

/// Archives that the writer makes, and odd ones: payloads in another order than their entries, no
/// padding at the end, a sort table that is wrong, bytes before the directory that nothing points at.
fn archives() -> Vec<Vec<u8>> {
    let entry = |name: &[u8], place, sort| raw_entry(7, [0; 3], name, place, sort);
    vec![
        sample().bytes(),
        Raw::new(&[9; 8], &[entry(b"alone", (16, 8), 0)]).bytes(),
        Raw::new(&[7; 128], &[entry(b"a", (80, 64), 0), entry(b"b", (16, 64), 1)]).bytes(),
        Raw::new(b"abcdefghijk", &[entry(b"a", (16, 8), 0), entry(b"b", (24, 3), 1)]).bytes(),
        Raw::new(b"", &[entry(b"a", (16, 0), 0), entry(b"b", (16, 0), 1)]).bytes(),
        Raw::new(
            &[7; 40],
            &[entry(b"c", (16, 8), 2), entry(b"b", (24, 8), 1), entry(b"a", (32, 8), 0)],
        )
        .bytes(),
    ]
}

#[test]
fn a_wrong_count_is_recovered_from_the_directory() {
    for sound in archives() {
        let right = i32::from_le_bytes(sound[8..12].try_into().unwrap());
        let total = u32::try_from(sound.len()).unwrap();
        assert_eq!(recover_header(&sound), Ok(None));
        for count in [0, right - 1, right + 1, right + 2, 99, -1, i32::MAX, i32::MIN] {
            if count == right {
                continue;
            }
            let broken = with_header(&sound, count, total);
            assert_eq!(recovered(&broken), sound, "{count} instead of {right}");
        }
    }
}

#[test]
fn a_wrong_total_size_is_recovered_from_the_length() {
    for sound in archives() {
        let right = i32::from_le_bytes(sound[8..12].try_into().unwrap());
        for total in [0, 1, u32::MAX, u32::try_from(sound.len()).unwrap() + 8] {
            assert_eq!(recovered(&with_header(&sound, right, total)), sound);
            assert_eq!(recovered(&with_header(&sound, right + 1, total)), sound);
        }
    }
}

#[test]
fn a_file_that_was_cut_off_or_appended_to_is_not_recovered() {
    for sound in archives() {
        for missing in 1..sound.len().min(140) {
            let cut = &sound[..sound.len() - missing];
            if let Ok(Some(header)) = recover_header(cut) {
                panic!("{missing} bytes are missing, but {header:?} was made up");
            }
        }
        for more in [1, 8, 64, 100] {
            let longer = [sound.clone(), vec![0; more]].concat();
            assert!(recover_header(&longer).is_err(), "{more}");
        }
    }
}

#[test]
fn a_wrong_count_and_a_broken_sort_table_are_told_apart() {
    let mut broken = sample().bytes();
    let table = broken.len() - 4;
    broken[table] = 9;
    assert_eq!(recover_header(&broken), Ok(None), "only the table is wrong");
    let short = with_header(&broken, 2, u32::try_from(broken.len()).unwrap());
    assert_eq!(recovered(&short), broken);
}

#[test]
fn odd_archives_keep_their_count() {
    let odd = odd().bytes();
    assert_eq!(recover_header(&odd), Ok(None));
    assert_eq!(Archive::read(&odd).unwrap().misstated_count(), None);
}

#[test]
fn an_archive_with_a_wrong_count_is_written_back_but_not_changed() {
    for sound in archives() {
        let total = u32::try_from(sound.len()).unwrap();
        let right = i32::from_le_bytes(sound[8..12].try_into().unwrap());
        for count in [right - 1, right + 1] {
            let broken = with_header(&sound, count, total);
            let Ok(archive) = Archive::read(&broken) else { continue };
            assert_eq!(Editor::open(&archive).write().unwrap(), broken);
            assert_eq!(Editor::open(&archive).into_owned().write().unwrap(), broken);
            let why = format!("but the directory has {right}");
            let refused = |result: crate::Result<()>| {
                assert!(result.unwrap_err().to_string().contains(&why));
            };
            let mut editor = Editor::open(&archive);
            let new = NewEntry::new(*b"TEXT", "new").unwrap();
            refused(editor.add(new, b"new".as_slice()).map(|_| ()));
            refused(rebuild(&archive).map(|_| ()));
            if count > 0 {
                refused(editor.remove(0));
                refused(editor.replace(0, b"longer than before".as_slice()));
                refused(editor.rename(0, b"other"));
                refused(editor.set_attr1(0, 1));
                refused(rename(&archive, 0, FixedStr::new(b"other").unwrap()).map(|_| ()));
            }
            editor.sort(SortMode::new(0).unwrap());
            refused(editor.write().map(|_| ()));
        }
    }
}
