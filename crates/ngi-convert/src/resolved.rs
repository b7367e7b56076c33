//! Every way from a name to a thing leads to the same one.

use ngi_formats::fxid::{Body, EffectBuf, Reference, Sprite};
use ngi_formats::mat0::{BlendMode, MaterialBuf};
use ngi_formats::nres::{Editor, NewEntry};
use ngi_formats::{Findings, Mode};
use ngi_vfs::{MemoryRoot, Vfs};

use crate::gltf::{Pictures, Surfaces};
use ngi_verbs::effect::FxidDocument;
use ngi_verbs::format::{Plays as _, Subject};
use ngi_verbs::play::{PlayOptions, Seen};
use ngi_verbs::references;
use ngi_verbs::surroundings::{Game, Surroundings};

type Row = ([u8; 4], &'static str, Vec<u8>, [u32; 3]);

fn library(rows: Vec<Row>) -> Vec<u8> {
    let mut editor = Editor::new();
    for (type_id, name, bytes, [attr1, attr2, attr3]) in rows {
        let entry = NewEntry { attr1, attr2, attr3, ..NewEntry::new(type_id, name).unwrap() };
        editor.add(entry, bytes).unwrap();
    }
    editor.write().unwrap()
}

/// A material that is known by its blending and its diffuse red.
fn material(name: &'static str, blend: BlendMode, red: u8) -> Row {
    let mut made = MaterialBuf::of_texture(b"", blend).unwrap();
    made.phases[0].diffuse[0] = red;
    (*b"MAT0", name, made.write().unwrap(), made.attributes.numbers())
}

/// A sprite with a material.
fn effect(archive: &[u8], member: &[u8]) -> Vec<u8> {
    let material = Reference::new(archive, member).unwrap();
    let sprite = Sprite { material, ..Sprite::default() };
    EffectBuf::new(1.0, vec![Body::Sprite(sprite).into()]).write().unwrap()
}

/// Two libraries of materials without a `DEFAULT`; `NOTE` is no material.
fn game() -> Vfs {
    let note = (*b"TEXT", "NOTE", b"no material".to_vec(), [0; 3]);
    let first = material("FIRST", BlendMode::ADDITIVE, 51);
    let materials = vec![first, note, material("WALL", BlendMode::OPAQUE, 102)];
    let others = vec![material("SPARK", BlendMode::ALPHA, 0)];
    let fx =
        |name, archive: &[u8], member: &[u8]| (*b"FXID", name, effect(archive, member), [0, 0, 1]);
    let effects = vec![
        fx("own", b"FX.lib", b"spark"),
        fx("lost", b"fx.lib", b"WALL"),
        fx("none", b"material.lib", b"SPARK"),
    ];
    let root = MemoryRoot::new()
        .with("Material.lib", library(materials))
        .and_then(|root| root.with("fx.lib", library(others)))
        .and_then(|root| root.with("effects.rlb", library(effects)));
    Vfs::in_memory(root.unwrap())
}

fn around(vfs: &Vfs) -> Surroundings {
    let node = vfs.locate("effects.rlb/own").unwrap();
    Surroundings::of(&node, Some(&Game::new(vfs.clone())))
}

const WEAR: &[u8] = b"3\n0 WALL\n1 GONE\n2 NOTE\n";

#[test]
fn exports_take_the_first_material_where_there_is_no_default() {
    let surfaces = Surfaces::of_wear("x.wea", Some(WEAR), &around(&game()), Pictures::Inside);
    let reds: Vec<f32> = surfaces.rows.iter().map(|row| row.diffuse[0]).collect();
    assert_eq!(reds, [0.4, 0.2, 0.2]);
    let names: Vec<_> = surfaces.rows.iter().map(|row| row.name.as_deref().unwrap()).collect();
    assert_eq!(names, ["WALL", "GONE", "NOTE"], "rows keep the names they have");
    let lost: Vec<&str> = surfaces.lost.iter().map(String::as_str).collect();
    assert_eq!(lost, ["Material GONE not found.", "Material NOTE not found."]);
}

#[test]
fn exports_report_a_missing_wear_and_bad_lightmap_names_as_the_engine_does() {
    let lost = |name: &str, wear: Option<&[u8]>, around: &Surroundings| {
        Surfaces::of_wear(name, wear, around, Pictures::Inside).lost
    };
    let (none, game) = (Surroundings::none(), around(&game()));
    assert_eq!(lost("bu_hall.wea", None, &none), ["Wear <bu_hall.wea> doesn't exist."]);
    let wear = b"1\n0 WALL\n\nLIGHTMAPS\n2\n0 HALL\n1 A_VERY_LONG_NAME_.0\n";
    let expected =
        ["lightmap HALL: Bad texture name.", "lightmap A_VERY_LONG_NAME_.0: Bad texture name."];
    assert_eq!(lost("bu_hall.wea", Some(wear), &none), expected, "without a game");
    assert_eq!(lost("bu_hall.wea", Some(wear), &game), expected, "without LightMap.lib");
}

#[test]
fn a_check_says_what_the_engine_would_not_find() {
    let mut findings = Findings::new(Mode::Strict, false);
    (ngi_verbs::wear::FORMAT.rules.check_with_neighbours)(
        &Subject::file("x.wea", WEAR),
        &around(&game()),
        &mut findings,
    );
    let fields: Vec<&str> = findings.list().iter().map(|found| found.field.as_str()).collect();
    assert_eq!(fields, ["rows[1].name", "rows[2].name"]);
}

#[test]
fn effects_play_with_what_is_in_the_archive_they_name() {
    let vfs = game();
    let options = PlayOptions { times: vec![0.1], ..PlayOptions::default() };
    let blend = |name: &str| {
        let bytes = vfs.read(&format!("effects.rlb/{name}")).unwrap();
        let subject = Subject::file("x.fxid", &bytes);
        let played = FxidDocument.play(&subject, &around(&vfs), &options).unwrap();
        let Seen::Effect(seen) = played.document.seen else { panic!("no effect") };
        seen.states[0].quads[0].paint.blend
    };
    // Of its own archive; the first there; the first of the usual one.
    assert_eq!(["own", "lost", "none"].map(blend), ["alpha", "alpha", "additive"]);
}

#[test]
fn references_mean_what_is_in_the_archive_they_name() {
    let vfs = game();
    let all = references::collect(&vfs.root(), &()).unwrap();
    let missing: Vec<_> = all.missing().iter().map(|found| found.path.clone()).collect();
    assert_eq!(missing, ["effects.rlb/lost", "effects.rlb/none"]);
    let own =
        (ngi_verbs::effect::FORMAT.references)(&Subject::file("x", &effect(b"fx.lib", b"spark")));
    let meant = all.meant_by("effects.rlb/own", &own[0]).unwrap();
    assert_eq!(meant.path, "fx.lib/SPARK");
    let users: Vec<_> = all.users_of("fx.lib/SPARK").iter().map(|it| it.path.clone()).collect();
    assert_eq!(users, ["effects.rlb/own"]);
    let unused: Vec<_> = all.unused().iter().map(|found| found.path.clone()).collect();
    let expected = ["Material.lib/FIRST", "Material.lib/WALL"];
    assert!(expected.iter().all(|path| unused.contains(&(*path).to_owned())), "{unused:?}");
}
