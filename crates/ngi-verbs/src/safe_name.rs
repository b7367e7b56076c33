//! File names for entries: safe on every system, none of them twice.

use std::collections::HashSet;

use ngi_formats::text;

/// The document that `pack` needs.
pub const MANIFEST: &str = "ngi.json";
/// The folder for what is no payload: gaps, packed originals.
pub use ngi_formats::nres::PARTS;

/// A name that is a single plain file name on Windows, Linux and macOS. Bytes that are not allowed
/// become `%XX`; a name that needs nothing stays as it is.
pub fn escape(name: &[u8]) -> String {
    let reserved = is_reserved(name);
    let last = name.len().saturating_sub(1);
    let mut escaped = String::with_capacity(name.len());
    for (place, &byte) in name.iter().enumerate() {
        let at_edge = (place == 0 && (reserved || byte == b'.'))
            || (place == last && matches!(byte, b'.' | b' '));
        if at_edge || !is_allowed(byte) {
            escaped.push_str(&format!("%{byte:02X}"));
        } else {
            escaped.push(text::decode_byte(byte));
        }
    }
    if escaped.is_empty() { "%".into() } else { escaped }
}

/// Bytes allowed anywhere in a file name. 0x98 has no character in Windows-1251; 0xA0 and 0xAD
/// are a space and a hyphen that cannot be told from others by eye.
fn is_allowed(byte: u8) -> bool {
    !matches!(byte, 0..=31 | 127 | 0x98 | 0xa0 | 0xad)
        && !matches!(byte, b'<' | b'>' | b':' | b'"' | b'/' | b'\\' | b'|' | b'?' | b'*' | b'%')
}

/// Names that Windows keeps for devices, whatever follows the first dot, and our own.
fn is_reserved(name: &[u8]) -> bool {
    let lower = name.to_ascii_lowercase();
    if lower == MANIFEST.as_bytes() || lower == PARTS.as_bytes() {
        return true;
    }
    let stem = lower.split(|&byte| byte == b'.').next().unwrap_or_default().trim_ascii_end();
    match stem {
        b"con" | b"prn" | b"aux" | b"nul" | b"conin$" | b"conout$" | b"clock$" => true,
        [b'c', b'o', b'm', digit] | [b'l', b'p', b't', digit] => digit.is_ascii_digit(),
        _ => false,
    }
}

/// File names for entries, each given by its name and its type (empty where it has none): the
/// name where it is the only one of its kind ignoring case, else `name@TYPE`, else
/// `name@TYPE#INDEX` (`name#INDEX` without a type).
pub fn unique<'n>(entries: impl ExactSizeIterator<Item = (&'n [u8], String)>) -> Vec<String> {
    let suffix = |kind: &str| match kind {
        "" => String::new(),
        kind => format!("@{}", escape(kind.as_bytes())),
    };
    let entries: Vec<(String, String)> =
        entries.map(|(name, kind)| (escape(name), suffix(&kind))).collect();
    let count = |names: &mut dyn Iterator<Item = String>| {
        let mut once = HashSet::new();
        let mut twice = HashSet::new();
        for name in names {
            if !once.insert(name.to_lowercase()) {
                twice.insert(name.to_lowercase());
            }
        }
        twice
    };
    let typed = |(name, kind): &(String, String)| format!("{name}{kind}");
    let same_name = count(&mut entries.iter().map(|(name, _)| name.clone()));
    let same_type = count(&mut entries.iter().map(typed));
    let mut taken: HashSet<String> = HashSet::new();
    let mut names = Vec::with_capacity(entries.len());
    for (index, entry) in entries.iter().enumerate() {
        let (name, kind) = entry;
        let mut chosen = if !same_name.contains(&name.to_lowercase()) {
            name.clone()
        } else if !kind.is_empty() && !same_type.contains(&typed(entry).to_lowercase()) {
            typed(entry)
        } else {
            format!("{name}{kind}#{index}")
        };
        // A name may look like one of the forms above; the index makes it its own.
        while !taken.insert(chosen.to_lowercase()) {
            chosen = format!("{chosen}#{index}");
        }
        names.push(chosen);
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_names_stay() {
        for name in ["s_tree_0_04.msh", "A B.txt", "WATER", "con_1", "common.x", "a.b.c"] {
            assert_eq!(escape(name.as_bytes()), name);
        }
        assert_eq!(escape(&[0xcf, 0xe0, 0xf0]), "Пар");
    }

    #[test]
    fn unsafe_names_are_escaped() {
        for (name, escaped) in [
            ("../x", "%2E.%2Fx"),
            ("..", "%2E%2E"),
            (".", "%2E"),
            ("C:\\x", "C%3A%5Cx"),
            ("/etc", "%2Fetc"),
            ("CON", "%43ON"),
            ("con.txt", "%63on.txt"),
            ("Lpt1 .a", "%4Cpt1 .a"),
            ("com7", "%63om7"),
            ("dot.", "dot%2E"),
            ("space ", "space%20"),
            ("100%", "100%25"),
            ("", "%"),
            ("ngi.json", "%6Egi.json"),
            ("NGI.PARTS", "%4EGI.PARTS"),
            ("a\nb", "a%0Ab"),
            ("a*b?", "a%2Ab%3F"),
        ] {
            assert_eq!(escape(name.as_bytes()), escaped, "{name:?}");
        }
    }

    #[test]
    fn no_two_entries_share_a_file() {
        let named = |list: &[(&str, &str)]| {
            unique(list.iter().map(|&(name, kind)| (name.as_bytes(), kind.to_owned())))
        };
        assert_eq!(named(&[("Land", "1"), ("Land", "2"), ("x", "1")]), ["Land@1", "Land@2", "x"]);
        assert_eq!(named(&[("a", "T"), ("A", "T")]), ["a@T#0", "A@T#1"]);
        assert_eq!(named(&[("a", ""), ("A", "")]), ["a#0", "A#1"]);
        let tricky = named(&[("a@1", "9"), ("a", "1"), ("A", "2")]);
        assert_eq!(tricky, ["a@1", "a@1#1", "A@2"]);
    }
}
