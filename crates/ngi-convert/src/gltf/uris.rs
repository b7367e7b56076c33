//! What URIs in a glTF file name.

use std::borrow::Cow;

use super::open::{Content, refuse};
use crate::Result;
use crate::importer::Source;

/// Most bytes a `data:` URI may unfold to.
const DATA_LIMIT: usize = 256 << 20;
/// What a URI names: bytes inside the JSON, or a file beside it. Nothing else is looked at.
pub(super) fn resource(uri: &str, source: &Source<'_>, place: &str) -> Result<Content<'static>> {
    if let Some(data) = uri.strip_prefix("data:") {
        let Some((_, text)) = data.split_once(";base64,") else {
            return refuse(place, "a data: URI that is not base64");
        };
        return match decode_base64(text) {
            Some(bytes) => Ok(Content::Inside(Cow::Owned(bytes))),
            None => refuse(place, "its base64 is broken or too long"),
        };
    }
    let Some(name) = decode_percent(uri).filter(|name| is_plain_name(name)) else {
        let why = format!("\"{uri}\" does not name a file beside the glTF; nothing else is read");
        return refuse(place, why);
    };
    match (source.beside)(&name) {
        Some(bytes) => Ok(Content::Beside(bytes)),
        None => refuse(place, format!("{name} is not there")),
    }
}

/// Whether a name cannot lead anywhere else.
pub(crate) fn is_plain_name(name: &str) -> bool {
    let plain = |c: char| !matches!(c, '/' | '\\' | ':' | '\0');
    !name.is_empty() && name != "." && name != ".." && name.chars().all(plain)
}

fn decode_percent(text: &str) -> Option<String> {
    let mut out = Vec::with_capacity(text.len());
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        if byte != b'%' {
            out.push(byte);
            continue;
        }
        let digit = |byte: Option<u8>| char::from(byte?).to_digit(16);
        let value = digit(bytes.next())? * 16 + digit(bytes.next())?;
        out.push(u8::try_from(value).ok()?);
    }
    String::from_utf8(out).ok()
}

fn decode_base64(text: &str) -> Option<Vec<u8>> {
    if text.len() / 4 * 3 > DATA_LIMIT {
        return None;
    }
    let digits = text.trim_end_matches('=');
    let mut out = Vec::with_capacity(digits.len() / 4 * 3 + 3);
    let (mut bits, mut held) = (0u32, 0u32);
    for byte in digits.bytes() {
        let value = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => return None,
        };
        bits = (bits << 6) | u32::from(value);
        held += 6;
        if held >= 8 {
            held -= 8;
            out.push(u8::try_from((bits >> held) & 0xFF).ok()?);
        }
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_read() {
        for (text, bytes) in [
            ("", &b""[..]),
            ("Zg==", b"f"),
            ("Zm8=", b"fo"),
            ("Zm9v", b"foo"),
            ("Zm9vYmE=", b"fooba"),
            ("//79", b"\xff\xfe\xfd"),
        ] {
            assert_eq!(decode_base64(text).as_deref(), Some(bytes), "{text}");
        }
        assert_eq!(decode_base64("Zm9v!"), None);
    }

    #[test]
    fn only_names_beside_the_file_are_followed() {
        for name in ["a.bin", "with space.png", "ä.bin"] {
            assert!(is_plain_name(name), "{name}");
        }
        for name in ["", ".", "..", "../a.bin", "/etc/passwd", "a/b", "a\\b", "c:x", "file:x"] {
            assert!(!is_plain_name(name), "{name}");
        }
        assert_eq!(decode_percent("a%20b").as_deref(), Some("a b"));
        assert_eq!(decode_percent("%2e%2E/x").as_deref(), Some("../x"));
        assert_eq!(decode_percent("%2"), None);
        assert_eq!(decode_percent("%ff"), None, "not UTF-8");
    }
}
