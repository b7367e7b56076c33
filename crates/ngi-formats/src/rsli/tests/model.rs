//! Edit sequences against the simplest model there is: a list of names and payloads.

use proptest::prelude::*;

use super::read::any_archive;
use super::support;
use crate::rsli::{Archive, Editor, Header, Method, NewEntry};
use crate::{Findings, Mode};

#[derive(Debug, Clone)]
enum Edit {
    Add(String, usize, Vec<u8>),
    Remove(usize),
    Rename(usize, String),
    Replace(usize, Vec<u8>),
    SetMethod(usize, usize),
    Sort,
    Reverse,
    SetOverlay(Option<u32>),
    SetSortFlag(u16),
    SetSeed(u32),
    WriteAndReadAgain,
}

fn any_edit() -> impl Strategy<Value = Edit> {
    let name = "[A-E_]{1,3}|[A-Z]{12}";
    let payload = prop_oneof![
        prop::collection::vec(any::<u8>(), 0..40),
        (0usize..400).prop_map(support::text),
        Just(b"AO1234".to_vec()),
    ];
    prop_oneof![
        4 => (name, 0usize..7, payload.clone()).prop_map(|(n, m, p)| Edit::Add(n, m, p)),
        1 => any::<usize>().prop_map(Edit::Remove),
        1 => (any::<usize>(), name).prop_map(|(i, n)| Edit::Rename(i, n)),
        2 => (any::<usize>(), payload).prop_map(|(i, p)| Edit::Replace(i, p)),
        2 => (any::<usize>(), 0usize..7).prop_map(|(i, m)| Edit::SetMethod(i, m)),
        1 => Just(Edit::Sort),
        1 => Just(Edit::Reverse),
        1 => prop::option::of(0u32..500).prop_map(Edit::SetOverlay),
        1 => prop_oneof![Just(0xabba), Just(0u16)].prop_map(Edit::SetSortFlag),
        1 => any::<u32>().prop_map(Edit::SetSeed),
        2 => Just(Edit::WriteAndReadAgain),
    ]
}

type Model = Vec<(Vec<u8>, Method, Vec<u8>)>;

fn apply(edit: &Edit, editor: &mut Editor<'_>, model: &mut Model) {
    let len = model.len();
    let place = |index: usize| (len > 0).then(|| index % len);
    match edit {
        Edit::Add(name, method, payload) => {
            let method = Method::ALL[*method].0;
            let entry = NewEntry::new(name, method).unwrap();
            assert_eq!(editor.add(entry, payload.clone()), Ok(len));
            model.push((name.clone().into_bytes(), method, payload.clone()));
        }
        Edit::Remove(index) => {
            if let Some(index) = place(*index) {
                editor.remove(index).unwrap();
                model.remove(index);
            }
        }
        Edit::Rename(index, name) => {
            if let Some(index) = place(*index) {
                editor.rename(index, name.to_lowercase().as_bytes()).unwrap();
                model[index].0 = name.clone().into_bytes();
            }
        }
        Edit::Replace(index, payload) => {
            if let Some(index) = place(*index) {
                editor.replace(index, payload.clone()).unwrap();
                model[index].2 = payload.clone();
            }
        }
        Edit::SetMethod(index, method) => {
            if let Some(index) = place(*index) {
                let method = Method::ALL[*method].0;
                editor.set_method(index, method).unwrap();
                model[index].1 = method;
            }
        }
        Edit::Sort => {
            editor.sort();
            model.sort_by(|a, b| a.0.cmp(&b.0));
        }
        Edit::Reverse => {
            let order: Vec<usize> = (0..len).rev().collect();
            editor.reorder(&order).unwrap();
            model.reverse();
        }
        Edit::SetOverlay(overlay) => editor.set_overlay(*overlay),
        Edit::SetSortFlag(sort_flag) => {
            editor.set_header(Header { sort_flag: *sort_flag, ..editor.header() }).unwrap();
        }
        Edit::SetSeed(seed) => {
            editor.set_header(Header { seed: *seed, ..editor.header() }).unwrap();
        }
        Edit::WriteAndReadAgain => {}
    }
}

fn check_against(model: &Model, bytes: &[u8]) {
    let archive = Archive::read(bytes).unwrap();
    assert_eq!(archive.len(), model.len());
    for (entry, (name, method, payload)) in archive.iter().zip(model) {
        assert_eq!(entry.name(), name);
        assert_eq!(entry.method(), *method);
        assert_eq!(&entry.unpack().unwrap(), payload);
    }
    for (name, ..) in model {
        let found = archive.find(&name.to_ascii_lowercase()).unwrap();
        let first = model.iter().position(|(other, ..)| other == name);
        assert_eq!(Some(found.index()), first);
    }
    let mut findings = Findings::new(Mode::Strict, true);
    crate::rsli::check(bytes, &mut findings);
    let allowed = ["rsli.name.duplicate", "rsli.trailer.overlay"];
    let rest: Vec<_> =
        findings.list().iter().filter(|found| !allowed.contains(&found.code.id)).collect();
    assert!(rest.is_empty(), "{rest:?}");
}

proptest! {
    /// Edits one after another, going on from the written bytes wherever the sequence says so.
    #[test]
    fn edits_do_what_the_model_does(edits in prop::collection::vec(any_edit(), 0..25)) {
        let mut model = Model::new();
        let mut file = Editor::new().write().unwrap();
        for run in edits.split(|edit| matches!(edit, Edit::WriteAndReadAgain)) {
            let archive = Archive::read(&file).unwrap();
            let mut editor = Editor::open(&archive);
            for edit in run {
                apply(edit, &mut editor, &mut model);
                for (index, (_, _, payload)) in model.iter().enumerate() {
                    prop_assert_eq!(&editor.payload(index).unwrap(), payload);
                }
            }
            let written = editor.write().unwrap();
            file = written;
            check_against(&model, &file);
        }
    }

    /// Whatever an archive holds, an edit of one entry leaves the others' contents alone.
    #[test]
    fn odd_archives_survive_edits(bytes in any_archive(), which: usize, add: bool) {
        let archive = Archive::read(&bytes).unwrap();
        let mut editor = Editor::open(&archive);
        prop_assert_eq!(&editor.write().unwrap(), &bytes);
        let mut expected: Vec<_> = archive.iter().map(|entry| entry.unpack().ok()).collect();
        if add || expected.is_empty() {
            let entry = NewEntry::new("NEW", Method::XOR).unwrap();
            editor.add(entry, b"new".as_slice()).unwrap();
            expected.push(Some(b"new".to_vec()));
        } else {
            let index = which % expected.len();
            editor.replace_with(index, b"replaced".as_slice(), Method::LZSS).unwrap();
            expected[index] = Some(b"replaced".to_vec());
        }
        let file = editor.write().unwrap();
        let after = Archive::read(&file).unwrap();
        prop_assert_eq!(after.len(), expected.len());
        for ((now, then), record) in after.iter().zip(expected).zip(editor.records()) {
            prop_assert_eq!(now.record().name, record.name);
            prop_assert_eq!(now.record().unk_0x0c, record.unk_0x0c);
            prop_assert_eq!(now.record().flags, record.flags);
            if then.is_some() {
                prop_assert_eq!(now.unpack().ok(), then, "entry {}", now.index());
            }
        }
    }
}
