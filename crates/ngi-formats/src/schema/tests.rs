//! Declarations, kinds and values.

// What a declaration makes is not all used here.
#![allow(dead_code)]

use super::*;
use crate::FixedStr;

bits! {
    /// What a door is.
    pub struct DoorFlags(u16) {
        /// It is open.
        OPEN = 0x1,
        /// Not painted.
        PLAIN = 0x0 in 0x6,
        /// Painted red.
        RED = 0x2 in 0x6,
        /// Painted blue.
        BLUE = 0x4 in 0x6,
    }
}

choices! {
    /// How a door moves.
    pub struct Motion(i8) {
        /// Not at all.
        NONE = 0: "stays",
        /// Up and down.
        LIFT = 1,
        /// About its hinge.
        SWING = 2: "moves",
        /// Sideways.
        SLIDE = 3: "moves",
    }
}

words! {
    /// Three things in one word.
    pub struct Packed(u32) {
        /// Which one.
        0, 8 => which: Shows::NumberAndName(Motion::NAMES.named),
        /// Whether it counts.
        8, 1 => counts: Shows::Flag,
        /// The rest.
        9, 23 => rest: Shows::InPlace,
    }
}

record! {
    /// A door.
    pub struct Door[27] {
        /// Flags, see [`DoorFlags`].
        0 => flags: DoorFlags = M "0 or 1",
        /// Where it is.
        2 => place: [f32; 3],
        /// How it moves.
        14 => motion: Motion,
        /// Its name.
        15 => name: FixedStr<4>,
        /// Unknown.
        19 => unk_0x13: [u8; 4] as hex,
        /// Packed.
        23 => packed: Packed,
    }
}

fn door() -> Door {
    Door {
        flags: DoorFlags::OPEN | DoorFlags::BLUE,
        place: [1.0, -2.5, f32::NAN],
        motion: Motion::LIFT,
        name: FixedStr(*b"ab\0x"),
        unk_0x13: [1, 2, 3, 255],
        packed: Packed(0x0000_0301),
    }
}

#[test]
fn a_record_reads_what_it_wrote() {
    let bytes = door().write();
    assert_eq!(bytes[..2], [5, 0]);
    assert_eq!(bytes[14..19], [1, b'a', b'b', 0, b'x']);
    assert_eq!(bytes[23..], [1, 3, 0, 0]);
    assert_eq!(Door::read(&bytes).write(), bytes);
    assert_eq!(Stream::<Door>::new(&bytes.repeat(3)[..80]).len(), 2);
}

#[test]
fn the_shape_is_the_declaration() {
    let shape = Door::SHAPE;
    assert_eq!((shape.name, shape.size, shape.meaning()), ("Door", 27, "A door.".into()));
    let told: Vec<_> = shape.fields.iter().map(|f| (f.name, f.offset, f.kind.name())).collect();
    let expected = [
        ("flags", 0, "u16"),
        ("place", 2, "f32[3]"),
        ("motion", 14, "i8"),
        ("name", 15, "text"),
        ("unk_0x13", 19, "bytes"),
        ("packed", 23, "u32"),
    ];
    assert_eq!(told, expected.map(|(name, at, kind)| (name, at, kind.into())));
    let flags = shape.field("flags").unwrap();
    assert_eq!(flags.meaning(), "Flags, see DoorFlags.");
    assert_eq!(flags.game.unwrap().to_string(), "0 or 1 (measured)");
    assert_eq!(shape.offset_of("typo"), None);
}

#[test]
fn gaps_overlaps_and_equal_names_are_seen() {
    const fn field(name: &'static str, offset: usize) -> Field {
        let numbers = Numbers::ANY;
        Field { name, offset, kind: Kind::U16, doc: "", game: None, numbers }
    }
    const fn shape(size: usize, fields: &'static [Field]) -> Shape {
        Shape { name: "x", doc: "", start: 0, size, fields }
    }
    assert!(is_sound(&shape(4, const { &[field("a", 0), field("b", 2)] })));
    assert!(!is_sound(&shape(5, const { &[field("a", 0), field("b", 3)] })), "a gap");
    assert!(!is_sound(&shape(3, const { &[field("a", 0), field("b", 1)] })), "an overlap");
    assert!(!is_sound(&shape(5, const { &[field("a", 0), field("b", 2)] })), "bytes at the end");
    assert!(!is_sound(&shape(4, const { &[field("a", 0), field("a", 2)] })), "one name twice");
}

fn put(kind: Kind, old: &[u8], said: &str) -> Result<Vec<u8>, String> {
    let mut out = old.to_vec();
    let put = match said.parse::<f64>().is_ok() || said.starts_with("0x") {
        true => kind.put_number(said, &mut out),
        false => kind.put_text(said, &mut out),
    };
    put.map(|()| out).map_err(|error| error.expected)
}

#[test]
fn numbers_have_limits() {
    assert_eq!(put(Kind::U8, &[0], "255"), Ok(vec![255]));
    assert_eq!(put(Kind::U8, &[0], "0x1f"), Ok(vec![31]));
    assert_eq!(put(Kind::U8, &[0], "256"), Err("a whole number from 0 to 255".into()));
    assert_eq!(put(Kind::U8, &[0], "1.5"), Err("a whole number from 0 to 255".into()));
    assert_eq!(put(Kind::I16, &[0; 2], "-32768"), Ok(vec![0, 128]));
    assert!(put(Kind::I16, &[0; 2], "-32769").is_err());
    assert!(put(Kind::U32, &[0; 4], "4294967296").is_err());
    assert!(put(Kind::U8, &[0], "0x-1").is_err());
    assert_eq!(put(Kind::F32, &[0; 4], "0.5"), Ok(vec![0, 0, 0, 63]));
    assert_eq!(put(Kind::F32, &[0; 4], "1e39"), Err("a number".into()), "too large for any");
    assert_eq!(put(Kind::F32, &[0; 4], "nan:7fc00001"), Ok(vec![1, 0, 0xc0, 0x7f]));
    assert!(put(Kind::F32, &[0; 4], "nan:00000001").is_err(), "that is no NaN");
}

#[test]
fn names_stand_for_numbers_and_bits() {
    let flags = DoorFlags::KIND;
    assert_eq!(put(flags, &[0, 0], "open|red"), Ok(vec![3, 0]));
    assert_eq!(put(flags, &[5, 0], "+red"), Ok(vec![3, 0]), "blue and red share their place");
    assert_eq!(put(flags, &[5, 0], "-open"), Ok(vec![4, 0]));
    assert_eq!(put(flags, &[5, 0x80], "-OPEN,+plain"), Ok(vec![0, 0x80]), "others stay");
    assert_eq!(put(flags, &[5, 0], "-red"), Ok(vec![5, 0]), "it is blue, not red");
    assert_eq!(put(flags, &[5, 0], "open blue"), Ok(vec![5, 0]), "spaces part names, too");
    assert!(put(flags, &[5, 0], "").is_err(), "nothing is not 0");
    let error = put(flags, &[0, 0], "green").unwrap_err();
    assert_eq!(error, "a whole number from 0 to 65535, or open, plain, red, blue");
    let named = |value: u16| flags.names_of(&Value::Int(value.into())).join(" ");
    assert_eq!(
        (named(5), named(1), named(6)),
        ("open blue".into(), "open plain".into(), "".into())
    );
    let motion = Motion::KIND;
    assert_eq!(put(motion, &[9], "lift"), Ok(vec![1]));
    assert_eq!(put(motion, &[9], "stays"), Ok(vec![0]), "what people read");
    assert_eq!(put(motion, &[9], "moves"), Err("one of them: swing, slide".into()));
    assert_eq!(put(motion, &[9], "slide"), Ok(vec![3]));
    assert_eq!(motion.names_of(&Value::Int(3)), ["slide"], "moves could be either");
    assert_eq!(Motion(1).name(), Some("LIFT"));
    assert_eq!(Motion(7).name(), None);
    assert_eq!(DoorFlags::KNOWN, 7);
}

#[test]
fn parts_of_a_word_leave_the_others_alone() {
    let [which, counts, rest] = [0, 1, 2].map(|at| Kind::Part(&Kind::U32, &Packed::WORD.parts[at]));
    let word = 0xffff_ff01u32.to_le_bytes();
    assert_eq!(which.read(&word), Some(Value::Int(1)));
    assert_eq!(counts.read(&word), Some(Value::Flag(true)));
    assert_eq!(rest.read(&word), Some(Value::Int(0xffff_fe00)));
    assert_eq!(put(which, &word, "0"), Ok(0xffff_ff00u32.to_le_bytes().to_vec()));
    assert_eq!(put(counts, &word, "false"), Ok(0xffff_fe01u32.to_le_bytes().to_vec()));
    assert_eq!(put(rest, &word, "0x200"), Ok(0x0000_0301u32.to_le_bytes().to_vec()));
    assert_eq!(put(rest, &word, "1"), Err("bits 9 to 31 of a word".into()));
    assert!(put(which, &word, "256").is_err());
    assert_eq!(put(counts, &word, "maybe"), Err("true or false".into()));
}

#[test]
fn texts_and_bytes_fit_their_fields() {
    assert_eq!(put(Kind::Text(4), &[9; 4], "abc"), Ok(b"abc\0".to_vec()));
    assert_eq!(put(Kind::Text(4), &[9; 4], "abcd"), Err("a name of at most 3 bytes".into()));
    assert_eq!(put(Kind::FullText(4), &[9; 4], "abcd"), Ok(b"abcd".to_vec()));
    assert_eq!(put(Kind::Text(4), &[9; 4], "Пр"), Ok(vec![0xcf, 0xf0, 0, 0]));
    assert_eq!(put(Kind::Text(4), &[9; 4], "漢"), Err("Windows-1251".into()));
    assert_eq!(put(Kind::Bytes(2), &[0; 2], "ABcd"), Ok(vec![0xab, 0xcd]));
    assert_eq!(put(Kind::Bytes(2), &[0; 2], "abc"), Err("the hex digits of 2 bytes".into()));
    assert!(Kind::Text(4).is_plain_text(b"ab\0\0"));
    assert!(!Kind::Text(4).is_plain_text(b"ab\0x"));
    assert!(!Kind::Text(4).is_plain_text(b"abcd"));
    assert!(Kind::FullText(4).is_plain_text(b"abcd"));
}
