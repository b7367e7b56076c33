//! Properties over random archives and random edits, against the plainest model there is.

use proptest::prelude::*;

use super::*;

/// An archive with any layout: payloads anywhere, overlapping, outside, gaps, junk names.
fn any_archive() -> impl Strategy<Value = Vec<u8>> {
    archives(|_, place| place)
}

/// The same, but no payload outside the data region.
fn inner_archive() -> impl Strategy<Value = Vec<u8>> {
    archives(|data, (offset, size)| {
        let data = u32::try_from(data).unwrap();
        let start = offset % (data + 1);
        (16 + start, size.min(data - start))
    })
}

fn archives(place: fn(usize, (u32, u32)) -> (u32, u32)) -> impl Strategy<Value = Vec<u8>> {
    let data = prop::collection::vec(any::<u8>(), 0..120);
    let name = prop::collection::vec(
        prop_oneof![Just(0u8), b'a'..=b'e', b'A'..=b'E', Just(b'_'), any::<u8>()],
        0..=36,
    );
    let entry = (0u32..4, any::<[u32; 3]>(), name, 10u32..160, 0u32..40, 0u32..8);
    (data, prop::collection::vec(entry, 0..7)).prop_map(move |(data, entries)| {
        let entries: Vec<_> = entries
            .into_iter()
            .map(|(type_id, attrs, name, offset, size, sort)| {
                raw_entry(type_id, attrs, &name, place(data.len(), (offset, size)), sort)
            })
            .collect();
        Raw::new(&data, &entries).bytes()
    })
}

#[derive(Debug, Clone)]
enum Edit {
    Add(Vec<u8>, Vec<u8>),
    Remove(usize),
    Rename(usize, Vec<u8>),
    Replace(usize, Vec<u8>),
    SetAttr(usize, u32),
    Sort(u8),
}

fn any_edit() -> impl Strategy<Value = Edit> {
    let name = || prop::collection::vec(1u8..=255, 0..36);
    let payload = || prop::collection::vec(any::<u8>(), 0..30);
    prop_oneof![
        (name(), payload()).prop_map(|(name, payload)| Edit::Add(name, payload)),
        (0usize..8).prop_map(Edit::Remove),
        (0usize..8, name()).prop_map(|(at, name)| Edit::Rename(at, name)),
        (0usize..8, payload()).prop_map(|(at, payload)| Edit::Replace(at, payload)),
        (0usize..8, any::<u32>()).prop_map(|(at, value)| Edit::SetAttr(at, value)),
        (0u8..12).prop_map(Edit::Sort),
    ]
}

/// The model: name, first attribute, payload if it can be read, the rest of the record.
type Plain = Vec<(EntryRecord, Option<Vec<u8>>)>;

fn plain(archive: &Archive<'_>) -> Plain {
    archive
        .iter()
        .map(|entry| {
            let mut record = *entry.record();
            (record.offset, record.size, record.sort_index) = (0, 0, 0);
            (record, entry.payload().ok().map(<[u8]>::to_vec))
        })
        .collect()
}

fn apply(editor: &mut Editor<'_>, model: &mut Plain, edit: Edit) {
    match edit {
        Edit::Add(name, payload) => {
            let entry = NewEntry::new(5, &name).unwrap();
            editor.add(entry, payload.clone()).unwrap();
            let record =
                EntryRecord { type_id: TypeId(5), name: entry.name, ..EntryRecord::default() };
            model.push((record, Some(payload)));
        }
        Edit::Remove(at) if at < model.len() => {
            editor.remove(at).unwrap();
            model.remove(at);
        }
        Edit::Rename(at, name) if at < model.len() => {
            editor.rename(at, &name).unwrap();
            model[at].0.name = FixedStr::new(&name).unwrap();
        }
        Edit::Replace(at, payload) if at < model.len() => {
            editor.replace(at, payload.clone()).unwrap();
            model[at].1 = Some(payload);
        }
        Edit::SetAttr(at, value) if at < model.len() => {
            editor.set_attr1(at, value).unwrap();
            model[at].0.attr1 = value;
        }
        Edit::Sort(mode) => {
            let mode = SortMode::new(mode).unwrap();
            editor.sort(mode);
            model.sort_by(|(a, _), (b, _)| mode.compare(a, b));
        }
        Edit::Remove(at) | Edit::Rename(at, _) | Edit::Replace(at, _) | Edit::SetAttr(at, _) => {
            assert!(editor.set_attr1(at, 0).is_err());
        }
    }
}

proptest! {
    #[test]
    fn whatever_reads_writes_back(bytes in any_archive()) {
        let archive = Archive::read(&bytes).unwrap();
        prop_assert_eq!(Editor::open(&archive).write().unwrap(), bytes);
    }

    #[test]
    fn edits_do_what_they_say_and_nothing_else(
        bytes in inner_archive(),
        edits in prop::collection::vec(any_edit(), 0..12),
    ) {
        let archive = Archive::read(&bytes).unwrap();
        let mut editor = Editor::open(&archive);
        let mut model = plain(&archive);
        for edit in edits {
            apply(&mut editor, &mut model, edit);
        }
        let written = editor.write().unwrap();
        let again = Archive::read(&written).unwrap();
        prop_assert_eq!(plain(&again), model);
    }

    #[test]
    fn gaps_survive_an_edit_of_something_else(
        bytes in inner_archive(), at in 0usize..7, payload in prop::collection::vec(any::<u8>(), 0..40),
    ) {
        let archive = Archive::read(&bytes).unwrap();
        let mut editor = Editor::open(&archive);
        // The first entry from `at` on that shares its payload with nobody.
        let alone = |slot: &Slot| matches!(slot, Slot::Region(_));
        let Some(at) = editor.slots().iter().cycle().skip(at).take(7).position(alone)
            .map(|step| (at + step) % editor.len()) else { return Ok(()) };
        let gaps = |editor: &Editor<'_>| -> Vec<u8> {
            let all = editor.regions().0.iter();
            all.filter(|r| matches!(r, Region::Gap(_))).flat_map(|r| r.bytes().to_vec()).collect()
        };
        let before = gaps(&editor);
        editor.replace(at, payload).unwrap();
        let written = editor.write().unwrap();
        let after = gaps(&Editor::open(&Archive::read(&written).unwrap()));
        // Zero padding may be made anew; every other byte of a gap is still there, in order.
        let kept = |gap: &[u8]| gap.iter().copied().filter(|&b| b != 0).collect::<Vec<_>>();
        prop_assert_eq!(kept(&after), kept(&before));
    }

    #[test]
    fn look_ups_agree_with_a_linear_scan(bytes in any_archive(), name in "[a-eA-E_]{0,3}") {
        let archive = Archive::read(&bytes).unwrap();
        let scan = archive.iter().any(|entry| crate::text::same(entry.name(), name.as_bytes()));
        prop_assert_eq!(archive.find(name.as_bytes()).is_some(), scan);
    }

    #[test]
    fn no_bytes_make_it_panic(mut bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        if let Some(head) = bytes.first_chunk_mut::<8>() {
            *head = *b"NRes\0\x01\0\0";
        }
        if bytes.len() >= 16 {
            let length = u32::try_from(bytes.len()).unwrap();
            bytes[12..16].copy_from_slice(&length.to_le_bytes());
            bytes[9..12].fill(0);
        }
        let mut findings = crate::Findings::new(crate::Mode::Strict, true);
        check(&bytes, &mut findings);
        if let Ok(archive) = Archive::read(&bytes) {
            prop_assert_eq!(Editor::open(&archive).write().unwrap(), bytes.as_slice());
        }
    }
}
