//! The pages of `docs/formats` know every check code.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;

use ngi_convert::format::{FORMATS, all_codes};

#[test]
fn every_code_is_described() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/formats");
    let mut missing = Vec::new();
    for format in FORMATS {
        let page = fs::read_to_string(docs.join(format!("{}.md", format.page()))).unwrap();
        let codes = format.codes().iter().map(|code| code.id);
        missing.extend(codes.filter(|code| !page.contains(&format!("`{code}`"))));
    }
    assert!(missing.is_empty(), "not in docs/formats: {missing:?}");
}

#[test]
fn codes_are_told_apart() {
    let codes: std::collections::HashSet<&str> = all_codes().map(|code| code.id).collect();
    assert_eq!(codes.len(), all_codes().count());
    assert!(codes.len() >= 18);
    for format in FORMATS {
        let prefix = format!("{}.", format.id());
        assert!(format.codes().iter().all(|code| code.id.starts_with(&prefix)), "{}", format.id());
    }
}
