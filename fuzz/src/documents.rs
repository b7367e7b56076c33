//! Archives as documents: whatever reads comes back through JSON with the same bytes.

use ngi_convert::format::{Form, Subject, recognise};

use crate::{Outcome, msh, nres, rsli};

/// Both forms of the document give the archive back, and never panic on the way.
pub fn archive_documents(input: &[u8]) -> Outcome {
    let subject = Subject::file("x.lib", input);
    let Some(format) = recognise(&subject) else { return Outcome::Rejected };
    let mut text = Vec::new();
    if format.write_json(&subject, Form::Full, &mut text).is_err() {
        return Outcome::Rejected;
    }
    let document = serde_json::from_slice(&text).unwrap_or_default();
    let back = format.bytes_from_json(&document, None);
    assert_eq!(back.ok().as_deref(), Some(input), "the full form stands alone");
    if let Ok(short) = format.to_json(&subject) {
        let back = format.bytes_from_json(&short, Some(input));
        assert_eq!(back.ok().as_deref(), Some(input), "the short form needs the original");
    }
    assert!(format.show(&subject).is_ok());
    Outcome::Accepted
}

/// The seeds of all archives, models among them.
pub fn seeds() -> Vec<Vec<u8>> {
    [nres::seeds(), rsli::seeds(), msh::seeds()].concat()
}
