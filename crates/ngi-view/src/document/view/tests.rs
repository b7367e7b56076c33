use ngi_formats::mat0::{Key, MaterialBuf, Phase, TrackBuf};
use ngi_verbs::format::{Document as _, EntryMeta, Form, Subject};
use ngi_verbs::location::FieldLocation;
use ngi_verbs::material::Mat0Document;
use ngi_verbs::palette::PalDocument;

use super::*;

/// Flags: a lit skin, additive, and bit 8, which has no name.
const FLAGS: u32 = 0x02 | 0x08 | 0x100;

fn view(path: &str) -> FieldView {
    let tracks = vec![TrackBuf { keys: vec![Key::default()], ..TrackBuf::default() }];
    let texture = ngi_formats::FixedStr::new(b"A.0").unwrap();
    let phases = vec![Phase { texture, diffuse: [1, 2, 3, 4], ..Phase::default() }];
    let material = MaterialBuf { phases, tracks, ..MaterialBuf::default() };
    let [_, version, attr3] = material.attributes.numbers();
    let entry = EntryMeta { attributes: [FLAGS, version, attr3], ..EntryMeta::default() };
    let bytes = material.write().unwrap();
    let subject = Subject { name: "A", bytes: &bytes, entry: Some(entry) };
    let tree = Mat0Document.tree(&subject, Form::Short).unwrap();
    FieldView::of(&tree, path).unwrap_or_else(|| panic!("{path}"))
}

#[test]
fn values_are_written_as_they_are_set() {
    for (path, text) in [
        ("phases[0].opacity", "100"),
        ("phases[0].texture", "A.0"),
        ("phases[0].ambient", "[0,0,0]"),
        ("speed", "1.0"),
        ("derived.blend", "additive"),
        ("derived.flags", r#"["lit_skin"]"#),
        ("phases[0]", "A.0"),
        ("phases", "1"),
    ] {
        assert_eq!(view(path).text, text, "{path}");
    }
}

#[test]
fn the_kind_of_a_field_says_how_it_is_changed() {
    assert_eq!(view("speed").control, Control::Text);
    let slider = Control::Slider { bounds: [0.0, 100.0], now: 100.0, is_whole: true };
    assert_eq!(view("phases[0].opacity").control, slider);
    assert_eq!(view("phases[0].diffuse").control, Control::Colour([1, 2, 3], Some(4)));
    assert_eq!(view("phases[0].ambient").control, Control::Colour([0, 0, 0], None));
    assert_eq!(view("derived.flags").control, Control::Fixed);
    assert!(matches!(view("tracks[0].mode").control, Control::Choice(_)));
    assert!(matches!(view("tracks[0].mask").control, Control::Bits(_)));
    assert_eq!(view("phases[0].opacity").known.location, FieldLocation::Bytes(0x11..0x12));
    assert_eq!(view("flags").known.location, FieldLocation::Directory);
}

#[test]
fn a_bit_changes_and_all_others_stay() {
    let Control::Bits(bits) = view("flags").control else { panic!("no bits") };
    let named = |name: &str| bits.named.iter().find(|known| known.is(name)).unwrap();
    assert_eq!(bits.nameless(), 0x100);
    assert!(bits.has(named("lit_skin")) && !bits.has(named("second_stage")));
    assert_eq!(bits.with(named("lit_skin"), false), (FLAGS & !0x02).to_string());
    assert_eq!(bits.with(named("second_stage"), true), (FLAGS | 0x01).to_string());
    // Names that share their bits put each other out.
    assert!(bits.excludes(named("alpha")) && !bits.excludes(named("lit_skin")));
    assert_eq!(bits.with(named("alpha"), true), (FLAGS & !0x3c | 0x04).to_string());
    assert_eq!(bits.with(named("opaque"), true), (FLAGS & !0x3c).to_string());
}

#[test]
fn a_choice_is_written_as_it_is_shown() {
    let Control::Choice(mode) = view("tracks[0].mode").control else { panic!("no choice") };
    assert_eq!((mode.now, mode.name().unwrap().value), (0, 0));
    assert_eq!(mode.chosen(&mode.named[2]), "2");
    let Control::Choice(blend) = view("derived.blend").control else { panic!("no choice") };
    let alpha = blend.named.iter().find(|known| known.is("alpha")).unwrap();
    assert_eq!(blend.chosen(alpha), "alpha");
}

#[test]
fn a_colour_of_a_palette_is_one_by_its_kind() {
    let mut bytes = vec![0; 1024];
    bytes[4..8].copy_from_slice(&[30, 20, 10, 9]);
    let tree = PalDocument.tree(&Subject::file("A.PAL", &bytes), Form::Short).unwrap();
    let view = FieldView::of(&tree, "colours[1]").unwrap();
    assert_eq!(view.control, Control::Colour([10, 20, 30], Some(9)));
    assert_eq!(view.text, colour_text([10, 20, 30], Some(9)));
}

#[test]
fn what_is_too_long_for_a_line_is_cut_and_not_changed_there() {
    let bytes = vec![7; 1024 + LONGEST];
    let tree = PalDocument.tree(&Subject::file("A.PAL", &bytes), Form::Short).unwrap();
    let view = FieldView::of(&tree, "tail").unwrap();
    assert_eq!(view.control, Control::Fixed);
    assert!(view.text.ends_with("07…") && view.text.len() < 2 * LONGEST, "{}", view.text.len());
}
