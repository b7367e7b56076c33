//! The demo game keeps every rule and is the same everywhere.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use std::collections::BTreeSet;

use ngi_demo::{files, fingerprint, write};
use ngi_formats::{Findings, Mode, mat0, msh, nres, pal, rsli, texm, wear};

/// What every machine must make. Change it only together with what the demo game holds.
const FINGERPRINT: u64 = 0xd8de_6d17_db8b_2b36;

#[test]
fn every_machine_makes_the_same_bytes() {
    let made = files().unwrap();
    assert_eq!(made, files().unwrap());
    assert_eq!(fingerprint(&made), FINGERPRINT, "{:#x}", fingerprint(&made));
}

/// Checks an entry of an archive by its type; says whether there was a check for it.
fn check_entry(entry: &nres::Entry<'_>, findings: &mut Findings) -> bool {
    let (record, payload) = (entry.record(), entry.payload().unwrap());
    let attributes = mat0::Attributes::new(record.attr1, record.attr2, record.attr3);
    match &record.type_id.0.to_le_bytes() {
        b"MESH" => msh::check(payload, findings),
        b"MAT0" => mat0::check(payload, attributes, findings),
        b"Texm" => texm::check(payload, findings),
        b"WEAR" => wear::check(payload, findings),
        b"PALT" => {
            pal::check(payload, findings);
            pal::check_name(entry.name(), findings);
        }
        _ => return false,
    }
    true
}

#[test]
fn it_keeps_every_rule() {
    let (mut archives, mut entries) = (0, 0);
    for file in files().unwrap() {
        let mut findings = Findings::new(Mode::Strict, true);
        archives += 1;
        if file.bytes.starts_with(&nres::MAGIC) {
            nres::check(&file.bytes, &mut findings);
            for entry in &nres::Archive::read(&file.bytes).unwrap() {
                entries += usize::from(check_entry(&entry, &mut findings));
            }
        } else {
            rsli::check(&file.bytes, &mut findings);
        }
        assert!(findings.is_empty(), "{}: {:?}", file.path, findings.list());
    }
    assert!(archives >= 9 && entries >= 110, "{archives} archives, {entries} entries");
}

#[test]
fn materials_and_wears_name_what_there_is() {
    let made = files().unwrap();
    let archive = |path: &str| {
        let file = made.iter().find(|file| file.path == path).unwrap();
        nres::Archive::read(&file.bytes).unwrap()
    };
    let (materials, textures) = (archive("Material.lib"), archive("Textures.lib"));
    let (lightmaps, mut named) = (archive("LightMap.lib"), 0);
    for entry in &materials {
        let record = entry.record();
        let attributes = mat0::Attributes::new(record.attr1, record.attr2, record.attr3);
        let material = mat0::Material::read(entry.payload().unwrap(), attributes).unwrap();
        for phase in material.phases() {
            let Some(name) = phase.texture_name() else { continue };
            let texture = textures.find(name).expect("a texture for every phase");
            let texture = texm::Texm::read(texture.payload().unwrap()).unwrap();
            let cells = texture.page().map_or(0, |page| page.rects.len());
            assert!(i32::from(phase.cell) < i32::try_from(cells).unwrap(), "{:?}", entry.name());
            named += 1;
        }
    }
    for file in made.iter().filter(|file| file.bytes.starts_with(&nres::MAGIC)) {
        for entry in &nres::Archive::read(&file.bytes).unwrap() {
            if entry.record().type_id != nres::TypeId::from(*b"WEAR") {
                continue;
            }
            let wear = wear::Wear::read(entry.payload().unwrap(), wear::Parser::Buffer).unwrap();
            for row in wear.rows() {
                assert!(materials.find(row.name).is_some(), "{:?}", row.name);
                named += 1;
            }
            for row in wear.section(wear::Section::Lightmaps) {
                assert!(lightmaps.find(row.name).is_some(), "{:?}", row.name);
            }
        }
    }
    assert!(named >= 120, "{named}");
}

#[test]
fn every_pixel_format_blend_mode_and_way_of_time_is_there() {
    let made = files().unwrap();
    let entries = |path: &str| {
        let file = made.iter().find(|file| file.path == path).unwrap();
        nres::Archive::read(&file.bytes).unwrap()
    };
    let textures = entries("Textures.lib");
    let formats: BTreeSet<_> = textures
        .iter()
        .map(|entry| texm::Texm::read(entry.payload().unwrap()).unwrap().format())
        .collect();
    assert!(texm::PixelFormat::KNOWN.iter().all(|known| formats.contains(known)), "{formats:?}");
    let (mut blends, mut modes) = (BTreeSet::new(), BTreeSet::new());
    for entry in &entries("Material.lib") {
        let record = entry.record();
        let attributes = mat0::Attributes::new(record.attr1, record.attr2, record.attr3);
        blends.insert(attributes.flags.blend().0);
        let material = mat0::Material::read(entry.payload().unwrap(), attributes).unwrap();
        modes.extend(material.to_buf().tracks.iter().map(|track| track.word.mode().0));
    }
    assert_eq!(blends, BTreeSet::from([0, 2, 3, 4, 5]));
    assert_eq!(modes, BTreeSet::from([0, 1, 2, 3]));
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
    let mut methods = BTreeSet::new();
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
    assert_eq!(std::fs::read(target.join(made[0].path)).unwrap(), made[0].bytes);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "nothing left over");
}
