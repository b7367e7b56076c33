//! What no format knows: its bytes as a document, so that everything has one that goes back.
//!
//! ```json
//! {"schema": "ngi.bytes/1", "size": 5, "text": "Hello"}
//! {"schema": "ngi.bytes/1", "size": 4, "bytes": ["deadbeef"]}
//! ```
//! `text` where the bytes are plain text in the game's code page, else `bytes` in hex, 32 to a line.

use std::io::Write;

use ngi_formats::{Code, Findings, text};
use serde_json::Value;

use crate::format::{Form, Format, Subject};
use crate::json::{self, Reader};
use crate::{Error, Result};

/// The schema of the documents.
pub const SCHEMA: &str = "ngi.bytes/1";
/// Bytes on a line.
const LINE: usize = 32;

/// Anything, as its bytes. Not in the table of formats: it would recognise everything.
pub struct BytesFormat;

impl Format for BytesFormat {
    fn id(&self) -> &'static str {
        "bytes"
    }

    fn title(&self) -> &'static str {
        "bytes of no known format"
    }

    fn recognises(&self, _: &Subject<'_>) -> bool {
        true
    }

    fn codes(&self) -> &'static [&'static Code] {
        &[]
    }

    fn check(&self, _: &Subject<'_>, _: &mut Findings) {}

    fn to_json(&self, subject: &Subject<'_>) -> Result<Value> {
        let mut object = json::document(SCHEMA);
        object.insert("size".into(), subject.bytes.len().into());
        match plain_text(subject.bytes) {
            Some(text) => object.insert("text".into(), text.into()),
            None => {
                let lines: Vec<String> = subject.bytes.chunks(LINE).map(json::hex).collect();
                object.insert("bytes".into(), lines.into())
            }
        };
        Ok(Value::Object(object))
    }

    fn write_json(&self, subject: &Subject<'_>, _: Form, out: &mut dyn Write) -> Result<()> {
        json::write_rows(&self.to_json(subject)?, out)
    }

    fn bytes_from_json(&self, value: &Value, _: Option<&[u8]>) -> Result<Vec<u8>> {
        let document = Reader::document(value, SCHEMA)?;
        let Some(lines) = document.get("bytes") else {
            let place = document.need("text")?;
            let why = || Error::Usage("has characters that Windows-1251 does not know".into());
            return text::encode(document.text("text")?).ok_or_else(|| place.error(why()));
        };
        let mut bytes = Vec::new();
        for line in lines.elements()? {
            let read = line.value().as_str().and_then(json::unhex);
            bytes.extend(read.ok_or_else(|| line.wrong("bytes in hex"))?);
        }
        Ok(bytes)
    }
}

/// The text of bytes that are nothing else: it comes back, and every character can be seen.
fn plain_text(bytes: &[u8]) -> Option<String> {
    let control = |byte: &u8| *byte < 32 && !matches!(byte, b'\t' | b'\r' | b'\n') || *byte == 127;
    if bytes.iter().any(control) {
        return None;
    }
    let decoded = text::decode(bytes);
    (text::encode(&decoded).as_deref() == Some(bytes)).then_some(decoded)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn document(bytes: &[u8]) -> Value {
        BytesFormat.to_json(&Subject::file("x", bytes)).unwrap()
    }

    #[test]
    fn text_is_text_and_the_rest_is_hex() {
        assert_eq!(document(b"one\r\ntwo")["text"], "one\r\ntwo");
        assert_eq!(document(&[0xcf, 0xf0])["text"], "Пр");
        assert_eq!(document(&[0; 33])["bytes"], serde_json::json!(["00".repeat(32), "00"]));
        let wrong = serde_json::json!({"schema": SCHEMA, "bytes": ["xyz"]});
        let error = BytesFormat.bytes_from_json(&wrong, None).unwrap_err().to_string();
        assert!(error.starts_with("bytes[0]"), "{error}");
    }

    proptest! {
        #[test]
        fn anything_comes_back(bytes in prop::collection::vec(any::<u8>(), 0..100)) {
            prop_assert_eq!(BytesFormat.bytes_from_json(&document(&bytes), None).unwrap(), bytes);
        }
    }
}
