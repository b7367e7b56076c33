//! Names in fixed fields, and Windows-1251.

use std::cmp::Ordering;

use ngi_formats::{FixedStr, text};

use crate::Outcome;

const FIELD: usize = 16;

/// Names and fields survive decoding, encoding and being taken apart.
pub fn names(input: &[u8]) -> Outcome {
    bytes_come_back(input);
    if let Ok(shown) = std::str::from_utf8(input) {
        text_comes_back(shown);
    }
    let (fields, _) = input.as_chunks::<FIELD>();
    for &field in fields {
        field_comes_back(FixedStr(field));
    }
    for [a, b] in fields.array_windows() {
        order_is_sound(a, b);
    }
    if fields.is_empty() { Outcome::Rejected } else { Outcome::Accepted }
}

/// Inputs that [`names`] accepts.
pub fn name_seeds() -> Vec<Vec<u8>> {
    vec![
        (0..=u8::MAX).collect(),
        b"s_tree_0_04.msh\0".to_vec(),
        b"no NUL in here!!".to_vec(),
        b"WATER\0\0\0\0\0\0\0\0\0\0\0water\0junk behind".to_vec(),
        "Паркан: яЂё, 漢".as_bytes().to_vec(),
    ]
}

fn bytes_come_back(bytes: &[u8]) {
    let shown = text::decode(bytes);
    assert_eq!(shown.chars().count(), bytes.len(), "one character per byte");
    assert_eq!(text::encode(&shown).as_deref(), Some(bytes));
}

fn text_comes_back(shown: &str) {
    if let Some(bytes) = text::encode(shown) {
        assert_eq!(text::decode(&bytes), shown);
    }
}

fn field_comes_back(field: FixedStr<FIELD>) {
    let (name, tail) = (field.name(), field.tail());
    let end: &[u8] = if field.is_terminated() { &[0] } else { &[] };
    assert_eq!([name, end, tail].concat(), field.0);
    assert!(field.is(&name.to_ascii_uppercase()));
    match FixedStr::<FIELD>::new(name) {
        Ok(fresh) => {
            assert_eq!(fresh.name(), name);
            assert!(fresh.is_plain());
            assert_eq!(fresh == field, field.is_plain());
        }
        Err(error) => assert_eq!(name.len(), FIELD, "{error}"),
    }
}

fn order_is_sound(a: &[u8], b: &[u8]) {
    assert_eq!(text::compare(a, b), text::compare(b, a).reverse());
    assert_eq!(text::compare(a, b) == Ordering::Equal, text::same(a, b));
}
