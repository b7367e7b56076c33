use super::*;
use crate::objects;

fn id(clue: &Clue<'_>) -> Option<&'static str> {
    recognise(clue).map(|kind| kind.id)
}

#[test]
fn bytes_that_merely_begin_like_a_packed_archive_are_nothing() {
    for bytes in [&b"NL"[..], b"NLabcdefgh", b"NL\0\x02", b"NL\x01\x01", b"NRe", b"Tex"] {
        assert_eq!(id(&Clue::file("noise", bytes)), None, "{bytes:?}");
        assert_eq!(id(&Clue::entry("noise", TypeId(0), bytes)), None, "{bytes:?}");
    }
    assert_eq!(id(&Clue::file("noise", b"NL\0\x01")), Some("rsli"));
    assert_eq!(id(&Clue::file("noise", b"NRes")), Some("nres"));
    assert_eq!(id(&Clue::file("noise", b"Texm")), Some("texm"));
}

#[test]
fn libraries_that_do_not_start_like_one_are_broken_ones() {
    assert_eq!(id(&Clue::file("Material.lib", b"")), Some("nres"));
    assert_eq!(id(&Clue::file("sprites.lib", b"")), Some("rsli"));
    assert_eq!(id(&Clue::file("other.rlb", b"NL\0\x07")), Some("rsli"));
    assert_eq!(id(&Clue::file("sprites.lib", b"NRes")), Some("nres"));
    assert_eq!(id(&Clue::entry("sprites.lib", TypeId(0), b"")), None);
    assert_eq!(id(&Clue::file("Land.map", b"")), Some("areal"));
    assert_eq!(id(&Clue::file("other.map", b"")), None);
}

#[test]
fn entries_go_by_type_and_files_by_suffix() {
    let mat0 = type_id(*b"MAT0");
    assert_eq!(id(&Clue::entry("WATER", mat0, b"")), Some("mat0"));
    assert_eq!(id(&Clue::file("WATER.mat0", b"")), Some("mat0"));
    assert_eq!(id(&Clue::entry("WATER.mat0", TypeId(0), b"")), None);
    assert_eq!(id(&Clue::entry("a.wea", TypeId(0), b"")), Some("wear"));
    assert_eq!(id(&Clue::file("builddat.LST", b"")), Some("builddat"));
    for (letters, suffix) in
        [(*b"NDPR", "ndp"), (*b"CTPT", "cpt"), (*b"BASE", "bas"), (*b"CTLD", "ctl")]
    {
        assert_eq!(id(&Clue::entry("robot", type_id(letters), b"")), Some(suffix));
        let name = format!("robot.{}", suffix.to_uppercase());
        assert_eq!(id(&Clue::entry(&name, TypeId(0), b"")), Some(suffix));
        assert_eq!(id(&Clue::file(&name, b"")), Some(suffix));
    }
    assert_eq!(id(&Clue::entry("tree", objects::ObjectKind::STATIC.0, b"")), Some("objects"));
}

#[test]
fn texts_go_by_name_and_by_what_they_hold() {
    assert_eq!(id(&Clue::file("Mission.CFG", b"")), Some("cfg"));
    assert_eq!(id(&Clue::file("menu.cfg", b"# menu\nobject menu\nend\n")), Some("cfg"));
    assert_eq!(id(&Clue::file("menu.cfg", b"[core]\n\tbare = false\n")), None);
    assert_eq!(id(&Clue::file("menu.txt", b"object menu\nend\n")), None);
    assert_eq!(id(&Clue::entry("mission.cfg", TypeId(0), b"object a\nend\n")), None);
    assert_eq!(id(&Clue::file("a.scr", b"")), Some("scr"));
    assert_eq!(id(&Clue::file("saver.scr", b"MZ\x90\0")), None);
    assert_eq!(id(&Clue::file("varset.var", b"")), Some("varset"));
    assert_eq!(id(&Clue::file("a.var", b"// x\nVAR( DWORD, a, 0 )")), Some("varset"));
    assert_eq!(id(&Clue::file("a.var", b"colour = red")), None);
    assert_eq!(id(&Clue::entry("a.var", TypeId(0), b"")), Some("var"));
    assert_eq!(id(&Clue::file("Dispatcher.ini", b"")), Some("ini"));
    assert_eq!(id(&Clue::file("other.ini", b"x = 1")), None);
    assert_eq!(id(&Clue::file("other.ini", b"; x\n[A]\nb=1")), Some("ini"));
    assert_eq!(id(&Clue::file("descr", b"A title")), Some("tips"));
    assert_eq!(id(&Clue::file("descr.txt", b"A title")), None);
    assert_eq!(id(&Clue::file("mistips.MIS", b"")), Some("tips"));
}

#[test]
fn every_kind_is_told_apart() {
    let mut ids: Vec<&str> = KINDS.iter().map(|kind| kind.id).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), KINDS.len());
    for kind in KINDS {
        assert!(!kind.title.is_empty() && !kind.page.is_empty(), "{}", kind.id);
        assert_eq!(of_id(kind.id), Some(*kind));
    }
}

#[test]
fn what_an_archive_calls_a_mesh_is_a_model_whatever_it_holds() {
    let mesh = type_id(*b"MESH");
    let empty = crate::nres::Editor::new().write().unwrap();
    for bytes in [b"".as_slice(), b"garbage", b"NRes", &empty] {
        assert_eq!(id(&Clue::entry("tree.msh", mesh, bytes)), Some("msh"));
        assert_eq!(id(&Clue::entry("tree", mesh, bytes)), Some("msh"));
    }
    assert_eq!(id(&Clue::entry("tree.msh", TypeId(0), b"garbage")), Some("msh"));
    assert_eq!(id(&Clue::entry("tree.msh", type_id(*b"Texm"), b"garbage")), Some("texm"));
    assert_eq!(id(&Clue::entry("tree.msh", TypeId(7), &empty)), Some("nres"));
    assert_eq!(id(&Clue::file("Land.msh", &empty)), Some("land"));
    assert_eq!(id(&Clue::file("tree.msh", &empty)), Some("nres"));
    assert_eq!(id(&Clue::entry("beep.wav", TypeId(0), b"garbage")), Some("swav"));
    assert_eq!(id(&Clue::file("robots.trf", b"garbage")), Some("nres"));
}
