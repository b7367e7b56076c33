//! What no format knows: its bytes as a document, so that everything has one that goes back.
//!
//! ```json
//! {"schema": "ngi.bytes/1", "size": 5, "text": "Hello"}
//! {"schema": "ngi.bytes/1", "size": 4, "bytes": ["deadbeef"]}
//! ```
//! `text` where the bytes are plain text in the game's code page, else `bytes` in hex, 32 to a line.

use ngi_formats::schema::Kind;
use ngi_formats::text;
use ngi_formats::tree::{At, Branch, Draft, Form as Shape, Items, Made, Node, Told};

use crate::document::write::Layout;
use crate::format::{Document, Form, Subject};
use crate::{Error, Result};

/// Bytes on a line.
const LINE: usize = 32;

/// What a document has.
static DOCUMENT: &[Branch] = &[
    Branch::new("size", "How many bytes there are.", Shape::Value(Kind::U32)).told().never(),
    Branch::new("text", "All of it, where it is plain text in the game's code page.", Shape::Text)
        .optional()
        .rebuilt(),
    Branch::new("bytes", "All of it in hex, 32 bytes to a line.", Shape::List(&Shape::Hex))
        .optional()
        .rebuilt(),
];

/// Anything, as its bytes. Not in the table of formats: it would recognise everything.
pub struct BytesDocument;

impl Document for BytesDocument {
    fn id(&self) -> &'static str {
        "bytes"
    }

    fn branches(&self) -> &'static [Branch] {
        DOCUMENT
    }

    fn tree<'a>(&self, subject: &Subject<'a>, _: Form) -> Result<Node<'a>> {
        let bytes = subject.bytes;
        let size = Told::Number(i64::try_from(bytes.len()).unwrap_or(i64::MAX));
        let is_text = is_plain_text(bytes);
        let text = is_text.then(|| Node::Text(bytes.into(), At::Offset(0)));
        let line = move |index: usize| {
            let line = bytes.chunks(LINE).nth(index).unwrap_or_default();
            Node::Hex(line.into(), At::Offset(index * LINE))
        };
        let lines = (!is_text).then(|| Items::new(bytes.len().div_ceil(LINE), line).into());
        Ok(Node::object(DOCUMENT, [Some(size.into()), text, lines]))
    }

    fn make(&self, draft: &Draft, _: Option<&[u8]>) -> Result<Made> {
        let mut bytes = Vec::new();
        if draft.has("bytes") {
            for line in draft.items("bytes") {
                if let Draft::Bytes(line) = line {
                    bytes.extend_from_slice(line);
                }
            }
        } else {
            bytes.extend_from_slice(draft.bytes("text").map_err(Error::from)?);
        }
        Ok(Made { bytes, attributes: None })
    }

    fn layout(&self) -> Layout {
        Layout::Rows
    }
}

/// Whether bytes are text and nothing else: it comes back, and every character can be seen.
fn is_plain_text(bytes: &[u8]) -> bool {
    let control = |byte: &u8| *byte < 32 && !matches!(byte, b'\t' | b'\r' | b'\n') || *byte == 127;
    !bytes.iter().any(control) && text::encode(&text::decode(bytes)).as_deref() == Some(bytes)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use serde_json::Value;

    use super::*;
    use crate::document::{from_value, to_value};

    fn document(bytes: &[u8]) -> Value {
        to_value(&BytesDocument, &Subject::file("x", bytes)).unwrap()
    }

    #[test]
    fn text_is_text_and_the_rest_is_hex() {
        assert_eq!(document(b"one\r\ntwo")["text"], "one\r\ntwo");
        assert_eq!(document(&[0xcf, 0xf0])["text"], "Пр");
        assert_eq!(document(&[0; 33])["bytes"], serde_json::json!(["00".repeat(32), "00"]));
        let wrong = serde_json::json!({"schema": "ngi.bytes/1", "bytes": ["xyz"]});
        let error = from_value(&BytesDocument, &wrong, None).unwrap_err().to_string();
        assert!(error.starts_with("bytes[0]"), "{error}");
    }

    proptest! {
        #[test]
        fn anything_comes_back(bytes in prop::collection::vec(any::<u8>(), 0..100)) {
            prop_assert_eq!(from_value(&BytesDocument, &document(&bytes), None).unwrap().bytes, bytes);
        }
    }
}
