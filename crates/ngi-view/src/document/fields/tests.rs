use ngi_formats::mat0::{Key, MaterialBuf, Phase, TrackBuf};
use ngi_verbs::format::{Document as _, EntryMeta, Form, Subject};
use ngi_verbs::material::Mat0Document;

use super::*;

/// A material with twenty phases, the first of them with a texture, and a track.
fn material() -> (Vec<u8>, [u32; 3]) {
    let texture = ngi_formats::FixedStr::new(b"A.0").unwrap();
    let mut phases = vec![Phase::default(); 20];
    phases[0].texture = texture;
    let tracks = vec![TrackBuf { keys: vec![Key::default()], ..TrackBuf::default() }];
    let material = MaterialBuf { phases, tracks, ..MaterialBuf::default() };
    (material.write().unwrap(), material.attributes.numbers())
}

/// Calls something with the tree of the material.
fn with_tree(look: impl FnOnce(&Node<'_>)) {
    let (bytes, attributes) = material();
    let entry = Some(EntryMeta { attributes, ..EntryMeta::default() });
    let subject = Subject { name: "A", bytes: &bytes, entry };
    look(&Mat0Document.tree(&subject, Form::Short).unwrap());
}

fn paths(fields: &mut Fields, tree: &Node<'_>) -> Vec<String> {
    let count = fields.rows(tree).len();
    (0..count).map(|place| fields.path(place)).collect()
}

/// The rows of a material of which nothing was opened by hand.
const CLOSED: [&str; 16] = [
    "version",
    "flags",
    "attr3",
    "class",
    "unk_0x05",
    "speed",
    "damage",
    "phases",
    "tracks",
    "tracks[0]",
    "tracks[0].mode",
    "tracks[0].mask",
    "tracks[0].keys",
    "derived",
    "derived.blend",
    "derived.flags",
];

#[test]
fn groups_open_and_close() {
    with_tree(|tree| {
        let mut fields = Fields::default();
        fields.reset(tree);
        let rows = paths(&mut fields, tree);
        assert_eq!(rows[..16], CLOSED);
        fields.toggle("phases");
        fields.toggle("phases[1]");
        let opened = paths(&mut fields, tree);
        assert_eq!(opened.len(), rows.len() + 20 + 8);
        assert!(opened.contains(&"phases[1].texture".to_owned()));
        let place = fields.position("phases").unwrap();
        assert_eq!(fields.row(place).unwrap().shape, Shape::Group(20));
        fields.toggle("phases");
        assert_eq!(paths(&mut fields, tree), rows, "what was open inside is not seen");
    });
}

#[test]
fn every_row_is_found_by_its_path() {
    with_tree(|tree| {
        let mut fields = Fields::default();
        fields.reset(tree);
        fields.toggle("phases");
        fields.toggle("phases[19]");
        for (place, path) in paths(&mut fields, tree).iter().enumerate() {
            assert_eq!(fields.position(path), Some(place), "{path}");
            assert!(path.ends_with(&fields.row(place).unwrap().key()), "{path}");
        }
        for path in ["phases[20]", "phases[19].nothing", "nothing", "", "phases[3].power"] {
            assert_eq!(fields.position(path), None, "{path}");
        }
    });
}

#[test]
fn a_field_is_revealed_with_all_around_it() {
    with_tree(|tree| {
        let mut fields = Fields::default();
        fields.reset(tree);
        let row = fields.reveal(tree, "phases[3].diffuse[2]");
        assert_eq!(row.as_deref(), Some("phases[3].diffuse"), "a short list is one row");
        assert!(paths(&mut fields, tree).contains(&"phases[3].diffuse".to_owned()));
        assert_eq!(fields.reveal(tree, "phases[3].nothing").as_deref(), Some("phases[3]"));
        assert_eq!(fields.reveal(tree, "nothing"), None);
    });
}

#[test]
fn a_filter_shows_what_matches_wherever_it_is() {
    with_tree(|tree| {
        let mut fields = Fields::default();
        fields.reset(tree);
        fields.filter(" phases[7].DIFF ");
        assert_eq!(paths(&mut fields, tree), ["phases", "phases[7]", "phases[7].diffuse"]);
        fields.filter("");
        assert_eq!(paths(&mut fields, tree)[..16], CLOSED);
    });
}

#[test]
fn a_row_is_small() {
    assert!(size_of::<FieldRow>() <= 48, "{}", size_of::<FieldRow>());
}
