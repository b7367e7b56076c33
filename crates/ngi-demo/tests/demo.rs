//! The demo game keeps every rule and is the same everywhere.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use ngi_demo::{files, fingerprint, write};
use ngi_formats::{Findings, Mode, msh, nres, rsli};

/// What every machine must make. Change it only together with what the demo game holds.
const FINGERPRINT: u64 = 0xd628_8497_81f4_2986;

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
            for model in msh::locate(&file.bytes).unwrap() {
                msh::check(model.bytes, &mut findings);
            }
        } else {
            rsli::check(&file.bytes, &mut findings);
        }
        assert!(findings.is_empty(), "{}: {:?}", file.path, findings.list());
    }
}

#[test]
fn the_models_have_what_viewers_want_to_show() {
    let made = files().unwrap();
    let models: Vec<_> = made
        .iter()
        .filter(|file| file.bytes.starts_with(&nres::MAGIC))
        .flat_map(|file| msh::locate(&file.bytes).unwrap())
        .map(|found| msh::Model::read(found.bytes).unwrap())
        .collect();
    assert_eq!(models.len(), 3);
    let stone = &models[0];
    for stage in 0..2 {
        let triangles = |level| stone.slot(0, stage, level).unwrap().triangle_count;
        assert!((1..4).all(|level| triangles(level) < triangles(level - 1)), "stage {stage}");
    }
    let scout = models.last().unwrap();
    assert_eq!((scout.frame_count, scout.nodes.len()), (64, 8));
    assert!(scout.label(7).is_some());
    assert_eq!(scout.parent(3), Some(2));
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
