//! The demo game keeps every rule and is the same everywhere.
#![allow(clippy::unwrap_used)]

use ngi_demo::{files, fingerprint, write};
use ngi_formats::{Findings, Mode, nres, rsli};

/// What every machine must make. Change it only together with what the demo game holds.
const FINGERPRINT: u64 = 0xe127_72cb_e146_cf1d;

#[test]
fn every_machine_makes_the_same_bytes() {
    let made = files().unwrap();
    assert_eq!(made, files().unwrap());
    assert_eq!(fingerprint(&made), FINGERPRINT, "{:#x}", fingerprint(&made));
}

#[test]
fn it_keeps_every_rule() {
    let made = files().unwrap();
    assert!(made.len() >= 3);
    for file in made {
        let mut findings = Findings::new(Mode::Strict, true);
        if file.bytes.starts_with(&nres::MAGIC) {
            nres::check(&file.bytes, &mut findings);
        } else {
            rsli::check(&file.bytes, &mut findings);
        }
        assert!(findings.is_empty(), "{}: {:?}", file.path, findings.list());
    }
}

#[test]
fn every_packing_method_is_there() {
    let mut methods = std::collections::BTreeSet::new();
    for file in files().unwrap() {
        if let Ok(archive) = rsli::Archive::read(&file.bytes) {
            methods.extend(archive.iter().map(|entry| entry.method()));
        }
    }
    assert_eq!(methods.len(), rsli::Method::ALL.len());
}

#[test]
fn a_folder_in_use_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (made, target) = (files().unwrap(), folder.path().join("demo"));
    write(&made, &target, false).unwrap();
    assert!(write(&made, &target, false).is_err());
    write(&made, &target, true).unwrap();
    assert_eq!(std::fs::read(target.join("sounds.lib")).unwrap(), made[0].bytes);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "nothing left over");
}
