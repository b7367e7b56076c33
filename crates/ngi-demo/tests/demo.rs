//! The demo game keeps every rule and is the same everywhere.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use ngi_demo::{Census, DemoFile, Scale, census, files, fingerprint, plan, write};
use ngi_engine::resolve::{Chains, Game};
use ngi_formats::{
    Findings, Mode, arealmap, builddat, fxid, landscape, mat0, msh, nres, objects, pal, rsli, sky,
    texm, wear,
};

/// What every machine must make. Change it only together with what the demo game holds.
const FINGERPRINT: u64 = 0x319b_764a_4aac_cfb1;

/// The demo game, made once for all tests.
fn made() -> &'static [DemoFile] {
    static MADE: OnceLock<Vec<DemoFile>> = OnceLock::new();
    MADE.get_or_init(|| files().unwrap())
}

#[test]
fn every_machine_makes_the_same_bytes() {
    assert_eq!(made(), files().unwrap());
    assert_eq!(fingerprint(made()), FINGERPRINT, "{:#x}", fingerprint(made()));
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
        b"FXID" => fxid::check(payload, findings),
        _ if objects::ObjectKind(record.type_id).slot_counts().is_some() => {
            objects::check(payload, objects::ObjectKind(record.type_id), findings);
        }
        _ => return false,
    }
    true
}

#[test]
fn it_keeps_every_rule() {
    let (mut archives, mut entries) = (0, 0);
    for file in made() {
        let mut findings = Findings::new(Mode::Strict, true);
        archives += 1;
        if file.bytes.starts_with(&nres::MAGIC) {
            nres::check(&file.bytes, &mut findings);
            for entry in &nres::Archive::read(&file.bytes).unwrap() {
                entries += usize::from(check_entry(&entry, &mut findings));
            }
        } else if file.path.ends_with(".wea") {
            wear::check(&file.bytes, &mut findings);
        } else if file.path.ends_with(".ske") {
            sky::check(&file.bytes, &mut findings);
        } else if file.path == "BuildDat.lst" {
            builddat::check(&file.bytes, &mut findings);
        } else if rsli::is_archive(&file.bytes) {
            rsli::check(&file.bytes, &mut findings);
        }
        assert!(findings.is_empty(), "{}: {:?}", file.path, findings.list());
    }
    assert!(archives >= 30 && entries >= 160, "{archives} archives, {entries} entries");
}

#[test]
fn materials_and_wears_name_what_there_is() {
    let made = made();
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
    let made = made();
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

/// Every model by its name.
fn models(made: &[DemoFile]) -> BTreeMap<String, msh::Model<'_>> {
    let archives = made.iter().filter(|file| file.bytes.starts_with(&nres::MAGIC));
    let located = archives.flat_map(|file| msh::locate(&file.bytes).unwrap());
    let models = located.map(|found| msh::Model::read(found.bytes).unwrap());
    models.map(|model| (model_name(&model), model)).collect()
}

fn model_name(model: &msh::Model<'_>) -> String {
    String::from_utf8(model.archive().get(0).unwrap().name().to_vec()).unwrap()
}

#[test]
fn stones_have_four_levels_and_three_stages() {
    let models = models(made());
    for stem in ["s_stone_0_01", "s_stone_0_02", "s_stone_0_03"] {
        for stage in 0..3 {
            let triangles = |level| models[stem].slot(0, stage, level).unwrap().triangle_count;
            assert!((1..4).all(|level| triangles(level) < triangles(level - 1)), "stage {stage}");
        }
    }
}

#[test]
fn the_walker_walks() {
    let walker = &models(made())["r_scout_0_01"];
    assert!(walker.nodes.len() >= 20 && walker.frame_count >= 60, "{}", walker.frame_count);
    assert!(walker.nodes.iter().filter(msh::Node::is_animated).count() >= 12);
    let sockets = (0..walker.nodes.len()).filter(|&node| walker.label(node).is_some());
    assert_eq!(sockets.count(), 3);
    let cockpits = walker.nodes.iter().filter(|node| node.flags == msh::NodeFlags::COCKPIT);
    assert_eq!(cockpits.count(), 1);
    // The root stands on the ground, as the engine draws it.
    assert!(walker.header.corners[0][2].abs() < 0.05, "{:?}", walker.header.corners[0]);
}

#[test]
fn the_bunker_has_rooms_portals_hallways_and_a_lightmap() {
    let bunker = &models(made())["f_bunker_01"];
    let types: Vec<u32> = bunker.archive().records().map(|record| record.type_id.0).collect();
    assert_eq!(types, msh::resource::ORDER_LIT);
    let paths = bunker.paths.unwrap();
    assert!(paths.nodes.len() >= 6 && paths.links.len() >= 6);
    let word = |bit: msh::BatchWord| {
        bunker.batches.iter().filter(|batch| batch.word.0 & bit.0 != 0).count()
    };
    assert_eq!(word(msh::BatchWord::PORTAL), 4);
    assert!(word(msh::BatchWord::LIGHTMAPPED) >= 4);
    let flags: BTreeSet<u16> =
        bunker.triangles.unwrap().iter().map(|triangle| triangle.flags.0).collect();
    assert!(flags.contains(&msh::TriangleFlags::WALKABLE.0));
    assert!(flags.contains(&msh::TriangleFlags::DOOR.0));
}

#[test]
fn every_packing_method_is_there() {
    let mut methods = BTreeSet::new();
    for file in made() {
        if let Ok(archive) = rsli::Archive::read(&file.bytes) {
            methods.extend(archive.iter().map(|entry| entry.method()));
        }
    }
    assert_eq!(methods.len(), rsli::Method::ALL.len());
}

#[test]
fn a_folder_in_use_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (plans, target) = (plan(Scale::ONE), folder.path().join("demo"));
    let written = write(&plans, &target, false, &()).unwrap();
    assert_eq!(written.len(), made().len());
    assert!(write(&plans, &target, false, &()).is_err());
    for file in made() {
        assert_eq!(std::fs::read(target.join(&file.path)).unwrap(), file.bytes, "{}", file.path);
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "nothing left over");
}

#[test]
fn effects_have_all_ten_commands() {
    let file = made().iter().find(|file| file.path == "effects.rlb").unwrap();
    let archive = nres::Archive::read(&file.bytes).unwrap();
    let mut opcodes = BTreeSet::new();
    for entry in &archive {
        let effect = fxid::EffectBuf::read(entry.payload().unwrap()).unwrap();
        opcodes.extend(effect.commands.iter().map(|command| command.body.opcode().0));
    }
    assert!(archive.len() >= 12);
    assert_eq!(opcodes, (1..=10).collect());
}

#[test]
fn maps_have_two_materials_a_lake_and_areals_of_all_kinds() {
    for name in ["VALLEY", "CRATER"] {
        let at = |file: &str| {
            let path = format!("DATA/MAPS/{name}/{file}");
            &made().iter().find(|file| file.path == path).unwrap().bytes
        };
        let mut findings = Findings::new(Mode::Strict, true);
        landscape::check(at("Land.msh"), &mut findings);
        arealmap::check(at("Land.map"), &mut findings);
        assert!(findings.is_empty(), "{name}: {:?}", findings.list());
        let land = landscape::LandscapeDoc::open(at("Land.msh")).unwrap();
        let two = land.faces.iter().filter(|face| face.second_material != 0xFF).count();
        assert!(two > 200 && land.faces.len() > 4000, "{name}: {two} of {}", land.faces.len());
        let map = arealmap::read_file(at("Land.map")).unwrap();
        let (mut walkable, mut closed, mut lake) = (0, 0, 0);
        for areal in (0..map.len()).map(|index| map.areal(index).unwrap()) {
            match (areal.head.class.is_lake(), areal.head.is_walkable()) {
                (true, _) => lake += 1,
                (false, true) => walkable += 1,
                (false, false) => closed += 1,
            }
        }
        assert!(walkable > 20 && closed > 5 && lake > 20, "{name}: {walkable} {closed} {lake}");
    }
}

#[test]
fn objects_resolve_with_their_parents() {
    let file = made().iter().find(|file| file.path == "objects.rlb").unwrap();
    let archive = nres::Archive::read(&file.bytes).unwrap();
    for entry in &archive {
        let resolved = objects::resolve(&archive, objects::LIBRARY, entry.name()).unwrap();
        for suffix in [b".msh", b".wea"] {
            let slot = resolved.part(suffix).unwrap().slot;
            let named = made().iter().find(|file| slot.archive.is(file.path.as_bytes())).unwrap();
            let named = nres::Archive::read(&named.bytes).unwrap();
            assert!(named.find(slot.member.name()).is_some(), "{slot}");
        }
    }
    assert!(archive.len() >= 12);
}

/// Every unit leads down to its textures.
#[test]
fn units_lead_to_their_textures() {
    let game = Game::new(ngi_demo::mounted().unwrap());
    let chains = Chains::new(&game);
    let units: Vec<&str> = made()
        .iter()
        .map(|file| file.path.as_str())
        .filter(|path| path.starts_with("UNITS/"))
        .collect();
    assert!(units.len() >= 35, "{}", units.len());
    for unit in units {
        let traced = chains.unit(&unit.replace('/', "\\"));
        assert_eq!(traced.problems(), [], "{unit}");
        assert!(traced.counts().textures > 0, "{unit}");
    }
    let scout = chains.unit("UNITS\\UNITS\\scout.dat");
    assert_eq!(
        (scout.parts.len(), scout.parts.iter().filter(|part| part.is_drawn).count()),
        (6, 6)
    );
}

/// Counts what is there, file by file.
fn counted(files: &[DemoFile]) -> Census {
    let mut census =
        Census { archives: 0, entries: 0, models: 0, textures: 0, effects: 0, maps: 0 };
    for file in files {
        census.maps += usize::from(file.path.ends_with("/Land.msh"));
        if let Ok(archive) = nres::Archive::read(&file.bytes) {
            let of = |type_id: [u8; 4]| archive.of_type(type_id.into(), 0).count();
            census.archives += 1;
            census.entries += archive.len();
            census.models += of(*b"MESH");
            census.effects += of(*b"FXID");
            census.textures += if file.path == "Textures.lib" { of(*b"Texm") } else { 0 };
        } else if let Ok(archive) = rsli::Archive::read(&file.bytes) {
            census.archives += 1;
            census.entries += archive.len();
        }
    }
    census
}

#[test]
fn the_plan_knows_how_much_there_will_be() {
    assert_eq!(counted(made()), census(Scale::ONE));
    for plan in plan(Scale::Times(2)) {
        // The large ones are the same code with another number.
        let Some(entries) = plan.entries.filter(|_| plan.path != "Textures.lib") else { continue };
        if plan.path.starts_with("DATA/") || entries > 60 {
            continue;
        }
        let bytes = plan.make().unwrap();
        let found = nres::Archive::read(&bytes).map(|archive| archive.len());
        let found = found.or_else(|_| rsli::Archive::read(&bytes).map(|archive| archive.len()));
        assert_eq!(found.unwrap(), entries, "{}", plan.path);
    }
}

#[test]
fn larger_games_are_larger() {
    let (one, five) = (census(Scale::ONE), census(Scale::Times(5)));
    assert_eq!(five.models, 5 * one.models);
    assert_eq!(five.textures, 5 * one.textures);
    assert_eq!(five.effects, 5 * one.effects);
    assert_eq!(five.maps, 5 * one.maps);
    assert!(five.entries > 4 * one.entries);
    assert_eq!(Scale::parse("real"), Some(Scale::Real));
    assert_eq!((Scale::parse("3"), Scale::parse("0")), (Some(Scale::Times(3)), None));
}

#[test]
fn the_large_game_is_as_large_as_the_real_one() {
    let real = census(Scale::Real);
    let wanted =
        Census { archives: 120, entries: 6804, models: 435, textures: 393, effects: 923, maps: 33 };
    let pairs = [
        (real.archives, wanted.archives),
        (real.entries, wanted.entries),
        (real.models, wanted.models),
        (real.textures, wanted.textures),
        (real.effects, wanted.effects),
        (real.maps, wanted.maps),
    ];
    for (real, wanted) in pairs {
        assert!(real.abs_diff(wanted) * 100 <= wanted * 2, "{real} of about {wanted}");
    }
}
