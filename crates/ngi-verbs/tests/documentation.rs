//! The pages of `docs/formats` know every check code.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;

use ngi_verbs::describe;
use ngi_verbs::format::{FORMATS, Format, all_codes};

#[test]
fn every_code_is_described() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/formats");
    let mut missing = Vec::new();
    for format in FORMATS {
        let page = fs::read_to_string(docs.join(format!("{}.md", format.kind.page))).unwrap();
        let codes = format.codes().map(|code| code.id);
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
        assert!(format.codes().all(|code| code.id.starts_with(&prefix)), "{}", format.id());
    }
}

/// The pages and descriptions that are made of the schema; `NGI_BLESS=1` makes them anew.
fn compare(path: &Path, made: &str, wrong: &mut Vec<String>) {
    let there = fs::read_to_string(path).unwrap_or_default().replace("\r\n", "\n");
    if there == made {
        return;
    }
    if std::env::var_os("NGI_BLESS").is_some() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, made).unwrap();
        return;
    }
    wrong.push(path.display().to_string());
}

#[test]
fn pages_and_descriptions_say_what_the_schema_says() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let mut wrong = Vec::new();
    for format in FORMATS {
        let page = docs.join("formats").join(format!("{}.md", format.kind.page));
        let text = fs::read_to_string(&page).unwrap().replace("\r\n", "\n");
        match describe::render(&text, &[*format]) {
            Ok(made) => compare(&page, &made, &mut wrong),
            Err(why) => wrong.push(format!("{}: {why}", page.display())),
        }
        if let Some(made) = describe::description(format) {
            let name = format!("{}.ksy", describe::module_name(format));
            compare(&docs.join("schema").join(name), &made, &mut wrong);
        }
    }
    assert!(wrong.is_empty(), "`cargo xtask docs` makes these anew: {wrong:#?}");
}

#[test]
fn every_record_is_on_a_page_and_rules_and_tables_on_their_own() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/formats");
    let page = |format: &&Format| {
        fs::read_to_string(docs.join(format!("{}.md", format.kind.page))).unwrap()
    };
    let pages: Vec<String> = FORMATS.iter().map(page).collect();
    let all: Vec<&str> = pages.iter().flat_map(|page| describe::sections(page)).collect();
    for (format, page) in FORMATS.iter().zip(&pages) {
        let mut own = describe::sections(page);
        assert!(own.contains(&"rules"), "{}", format.kind.page);
        let has_tables = !format.document.tables().is_empty();
        assert_eq!(own.contains(&"tables"), has_tables, "{}", format.kind.page);
        let count = own.len();
        own.sort_unstable();
        own.dedup();
        assert_eq!(own.len(), count, "{}: a piece stands there twice", format.kind.page);
        // Records that formats share stand on the page of one of them.
        let records = describe::records(format);
        for shape in records.into_iter().filter(|shape| !shape.fields.is_empty()) {
            assert!(all.contains(&shape.name), "no page has {} of {}", shape.name, format.id());
        }
    }
}

#[test]
fn every_field_and_record_has_a_meaning() {
    for format in FORMATS {
        for shape in describe::records(format) {
            for field in shape.fields {
                assert!(
                    !field.meaning().is_empty(),
                    "{}: {}.{}",
                    format.id(),
                    shape.name,
                    field.name
                );
            }
        }
    }
}
