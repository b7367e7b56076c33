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

/// What a struct is read from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Stream {
    /// The whole file.
    #[default]
    File,
    /// So many bytes of it: the struct is given where they begin and where they end.
    Part,
}

impl Stream {
    /// Where the stream begins and where it ends.
    pub fn bounds(self) -> [&'static str; 2] {
        match self {
            Self::File => ["0", "std::mem::size()"],
            Self::Part => ["io_start", "io_end"],
        }
    }

    /// The words of Kaitai Struct for the stream; it counts from the first byte.
    fn word(self, token: &str) -> Option<&'static str> {
        Some(match (token, self) {
            ("_io.size", Self::File) => "std::mem::size()",
            ("_io.pos", Self::File) => "$",
            ("_io.eof", Self::File) => "std::mem::eof()",
            ("_io.size", Self::Part) => "(io_end - io_start)",
            ("_io.pos", Self::Part) => "($ - io_start)",
            ("_io.eof", Self::Part) => "($ >= io_end)",
            _ => return None,
        })
    }
}

/// An expression. What is written to a type's `_root` is meant for the struct around it: types
/// that ask for the root stand in the file itself.
pub fn expression(kaitai: &str, stream: Stream) -> String {
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
        out.push_str(&stream.word(token).map_or_else(|| word(token), Cow::from));
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
        let file = |kaitai| expression(kaitai, Stream::File);
        assert_eq!(file("_io.size - _io.pos >= 8"), "std::mem::size() - $ >= 8");
        assert_eq!(file("(a.b == 0 or parent) ? 1 : 2"), "(a.b == 0 || parent_) ? 1 : 2");
        assert_eq!(file("_root.header.width >> index"), "parent.header.width >> index");
    }

    #[test]
    fn what_is_read_from_a_part_knows_its_bounds() {
        let part = |kaitai| expression(kaitai, Stream::Part);
        assert_eq!(part("_io.size - _io.pos"), "(io_end - io_start) - ($ - io_start)");
        assert_eq!(part("not _io.eof and size > 0"), "! ($ >= io_end) && size > 0");
    }
}
