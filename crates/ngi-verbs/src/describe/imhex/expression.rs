//! Names and expressions of Kaitai Struct as ImHex spells them.

use std::borrow::Cow;

/// Words that ImHex keeps for itself.
const KEPT: &[&str] = &[
    "addressof",
    "as",
    "auto",
    "be",
    "bitfield",
    "bool",
    "break",
    "catch",
    "char",
    "const",
    "continue",
    "double",
    "else",
    "enum",
    "false",
    "float",
    "fn",
    "for",
    "from",
    "if",
    "import",
    "in",
    "le",
    "match",
    "namespace",
    "null",
    "out",
    "padding",
    "parent",
    "ref",
    "reference",
    "return",
    "section",
    "signed",
    "sizeof",
    "str",
    "struct",
    "this",
    "true",
    "try",
    "typenameof",
    "union",
    "unsigned",
    "using",
    "while",
];

/// A name that ImHex takes: words that it keeps for itself get a mark behind them.
pub fn name_of(name: &str) -> Cow<'_, str> {
    if KEPT.contains(&name) { format!("{name}_").into() } else { name.into() }
}

/// An expression. What is written to a type's `_root` is meant for the struct around it: types
/// that ask for the root stand in the file itself.
pub fn expression(kaitai: &str) -> String {
    let mut out = String::new();
    let mut rest = kaitai;
    while let Some(first) = rest.chars().next() {
        let is_word =
            |letter: char| letter.is_ascii_alphanumeric() || letter == '_' || letter == '.';
        let end = match is_word(first) {
            true => rest.find(|letter| !is_word(letter)).unwrap_or(rest.len()),
            false => first.len_utf8(),
        };
        let (token, behind) = rest.split_at(end);
        out.push_str(&word(token));
        rest = behind;
    }
    out
}

/// A number, a path, a sign.
fn word(token: &str) -> Cow<'_, str> {
    match token {
        "and" => "&&".into(),
        "or" => "||".into(),
        "not" => "!".into(),
        "_io.size" => "std::mem::size()".into(),
        "_io.pos" => "$".into(),
        "_io.eof" => "std::mem::eof()".into(),
        "_index" => "std::core::array_index()".into(),
        _ => match token.strip_prefix("_root.") {
            Some(path) => format!("parent.{}", path_of(path)).into(),
            None => path_of(token).into(),
        },
    }
}

fn path_of(path: &str) -> String {
    path.split('.').map(name_of).collect::<Vec<_>>().join(".")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kaitai_words_become_words_of_imhex() {
        assert_eq!(expression("_io.size - _io.pos >= 8"), "std::mem::size() - $ >= 8");
        assert_eq!(expression("(a.b == 0 or parent) ? 1 : 2"), "(a.b == 0 || parent_) ? 1 : 2");
        assert_eq!(expression("_root.header.width >> index"), "parent.header.width >> index");
    }
}
