//! The pages of `docs/formats` know every check code.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};

use ngi_verbs::describe;
use ngi_verbs::format::{FORMATS, Format, all_codes};

/// True if the pages and descriptions are to be rewritten.
fn blesses() -> bool {
    std::env::var_os("NGI_BLESS").is_some()
}

fn page_path(format: &Format) -> PathBuf {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/formats");
    docs.join(format!("{}.md", format.kind.page))
}

fn read_page(format: &Format) -> String {
    fs::read_to_string(page_path(format)).unwrap().replace("\r\n", "\n")
}

/// Returns a page with its generated parts rebuilt, or as it is if that fails, which
/// `pages_and_descriptions_say_what_the_schema_says` reports.
fn rebuilt(format: &Format, page: String) -> String {
    describe::render(&page, &[format]).unwrap_or(page)
}

/// Returns the page of a format. Under `NGI_BLESS=1` another test may not have written it yet, so
/// the result is what that test writes.
fn page(format: &Format) -> String {
    let page = read_page(format);
    if blesses() { rebuilt(format, page) } else { page }
}

#[test]
fn a_stale_page_is_checked_as_it_will_be_written() {
    for format in FORMATS {
        let page = read_page(format);
        let mut inside = false;
        let prose = page.lines().filter(|line| {
            let mark = line.starts_with("<!-- ngi: ");
            inside = if mark { *line != "<!-- ngi: end -->" } else { inside };
            mark || !inside
        });
        let stale: String = prose.map(|line| format!("{line}\n")).collect();
        assert!(stale.len() < page.len(), "{}", format.id());
        assert_eq!(rebuilt(format, stale), rebuilt(format, page), "{}", format.id());
    }
}

#[test]
fn every_code_is_described() {
    let mut missing = Vec::new();
    for format in FORMATS {
        let page = page(format);
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

/// Compares a generated file with the one on disk; `NGI_BLESS=1` rewrites it in one step, because
/// other tests may be reading it.
fn compare(path: &Path, made: &str, wrong: &mut Vec<String>) {
    let there = fs::read_to_string(path).unwrap_or_default().replace("\r\n", "\n");
    if there == made {
        return;
    }
    if blesses() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        ngi_vfs::save::atomic_write(path, |out| out.write_all(made.as_bytes())).unwrap();
        return;
    }
    wrong.push(path.display().to_string());
}

#[test]
fn pages_and_descriptions_say_what_the_schema_says() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let mut wrong = Vec::new();
    for format in FORMATS {
        let path = page_path(format);
        match describe::render(&read_page(format), &[*format]) {
            Ok(made) => compare(&path, &made, &mut wrong),
            Err(why) => wrong.push(format!("{}: {why}", path.display())),
        }
        if let Some(made) = describe::description(format) {
            let name = format!("{}.ksy", describe::module_name(format));
            compare(&docs.join("schema").join(name), &made, &mut wrong);
        }
    }
    assert!(wrong.is_empty(), "`cargo xtask docs` rewrites these: {wrong:#?}");
}

#[test]
fn every_record_is_on_a_page_and_rules_and_tables_on_their_own() {
    let pages: Vec<String> = FORMATS.iter().map(|format| page(format)).collect();
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
