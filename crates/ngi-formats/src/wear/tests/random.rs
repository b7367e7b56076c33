//! Any text, any edits, against the plainest model there is: lists of names.

use proptest::prelude::*;

use super::*;

fn any_text() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        4 => prop::sample::select(vec!["0", "1", "2", "3", "-1", "A", "B.0", "LIGHTMAPS"]),
        5 => prop::sample::select(vec![" ", "\n", "\r\n", "\t", "\n\n"]),
        1 => prop::sample::select(vec!["\0", "x y", "LIGHT", "99999999999"]),
    ];
    prop::collection::vec(piece, 0..30).prop_map(|pieces| pieces.concat().into_bytes())
}

#[derive(Debug, Clone)]
enum Edit {
    Rename(bool, usize, String),
    Insert(bool, usize, String),
    Remove(bool, usize),
    AddLightmaps(String),
    RemoveLightmaps,
}

fn any_edit() -> impl Strategy<Value = Edit> {
    let name = || "[A-Z]{1,3}\\.0";
    prop_oneof![
        (any::<bool>(), 0usize..5, name()).prop_map(|(l, i, n)| Edit::Rename(l, i, n)),
        (any::<bool>(), 0usize..5, name()).prop_map(|(l, i, n)| Edit::Insert(l, i, n)),
        (any::<bool>(), 0usize..5).prop_map(|(l, i)| Edit::Remove(l, i)),
        name().prop_map(Edit::AddLightmaps),
        Just(Edit::RemoveLightmaps),
    ]
}

fn section(lightmaps: bool) -> Section {
    if lightmaps { Section::Lightmaps } else { Section::Materials }
}

fn apply(editor: &mut Editor, edit: &Edit) -> crate::Result<()> {
    match edit {
        Edit::Rename(l, index, name) => editor.rename(section(*l), *index, name.as_bytes()),
        Edit::Insert(l, index, name) => editor.insert(section(*l), *index, name.as_bytes()),
        Edit::Remove(l, index) => editor.remove(section(*l), *index),
        Edit::AddLightmaps(name) => editor.add_lightmaps(&[name]),
        Edit::RemoveLightmaps => editor.remove_lightmaps(),
    }
}

/// The same edit on lists of names.
fn apply_to_model(model: &mut [Vec<String>; 2], edit: &Edit) {
    match edit {
        Edit::Rename(l, index, name) => model[usize::from(*l)][*index].clone_from(name),
        Edit::Insert(l, index, name) => model[usize::from(*l)].insert(*index, name.clone()),
        Edit::Remove(l, index) => drop(model[usize::from(*l)].remove(*index)),
        Edit::AddLightmaps(name) => model[1].push(name.clone()),
        Edit::RemoveLightmaps => model[1].clear(),
    }
}

proptest! {
    #[test]
    fn any_text_ends_in_a_wear_or_an_error(text in any_text()) {
        for parser in BOTH {
            if let Ok(wear) = Wear::read(&text, parser) {
                prop_assert_eq!(wear.rows().count(), wear.rows().len());
                prop_assert_eq!(Editor::open(&wear).into_bytes(), text.clone());
            }
        }
        let mut findings = crate::Findings::new(crate::Mode::Strict, true);
        check(&text, &mut findings);
        // No finding at all: both parsers see the same.
        if findings.is_empty() {
            prop_assert_eq!(seen(&text, Parser::File), seen(&text, Parser::Buffer));
        }
    }

    #[test]
    fn edits_do_what_they_say(
        lightmaps in any::<bool>(),
        unix in any::<bool>(),
        parser in prop::sample::select(BOTH.to_vec()),
        edits in prop::collection::vec(any_edit(), 0..12),
    ) {
        let maps: &[&str] = if lightmaps { &["L.0"] } else { &[] };
        let mut text = Editor::of_names(&["A.0", "B.0"], maps).unwrap().into_bytes();
        if unix {
            text.retain(|&byte| byte != b'\r');
        }
        let mut editor = Editor::open(&Wear::read(&text, parser).unwrap());
        let mut model = [vec!["A.0".to_owned(), "B.0".to_owned()], maps.iter().map(|&m| m.to_owned()).collect()];
        for edit in edits {
            if apply(&mut editor, &edit).is_ok() {
                apply_to_model(&mut model, &edit);
            }
            let [rows, maps] = &model;
            prop_assert_eq!(seen(editor.bytes(), parser).unwrap(), (rows.clone(), maps.clone()));
        }
    }
}
