//! What is reached, and who names whom.

use ngi_formats::nres::{Editor, NewEntry};
use ngi_formats::objects::{ObjectKind, RecordBuf, Slot};
use ngi_formats::unit::{Part, PartClass, UnitBuf, UnitType};
use ngi_vfs::{MemoryRoot, Vfs};

use super::*;

fn unit(object: &str) -> Vec<u8> {
    let part = Part::new(object.as_bytes(), PartClass::CHASSIS, -1).unwrap();
    UnitBuf::new(UnitType::MINE, part).write()
}

/// Four objects whose models are not there: one of a building that can be ordered, one of a
/// robot that a clan builds, one of a robot that nobody names, one that no unit has.
fn collected(with_mission: bool) -> References {
    let mut registry = Editor::new();
    for name in ["mine", "hunter", "spare", "tree"] {
        let slot = Slot::new(b"a.rlb", format!("{name}.msh").as_bytes()).unwrap();
        let entry = NewEntry::new(ObjectKind::STATIC.0, name).unwrap();
        registry.add(entry, RecordBuf::of(vec![slot]).write()).unwrap();
    }
    let mut files = vec![
        ("objects.rlb", registry.write().unwrap()),
        ("BuildDat.lst", b"Mine 1\r\n\"UNITS\\BUILDS\\mine.dat\"\r\n".to_vec()),
        ("UNITS/BUILDS/MINE.dat", unit("mine")),
        ("UNITS/BUILDS/OLD/mine.dat", unit("spare")),
        ("UNITS/UNITS/AI/hunter.dat", unit("Hunter")),
    ];
    if with_mission {
        files.push(("MISSIONS/Single.01/data.tma", Vec::new()));
    }
    let add = |root: MemoryRoot, (path, bytes)| root.with(path, bytes).unwrap();
    let vfs = Vfs::in_memory(files.into_iter().fold(MemoryRoot::new(), add));
    collect(&vfs.root(), &()).unwrap()
}

#[test]
fn what_no_mission_reaches_is_unreachable() {
    for (with_mission, expected) in [
        (true, &["mine.msh", "hunter.msh"][..]),
        (false, &["mine.msh", "hunter.msh", "spare.msh", "tree.msh"]),
    ] {
        let all = collected(with_mission);
        assert_eq!(all.missing().len(), 4);
        let reachable = all.reachable();
        let names: Vec<&str> = all
            .missing()
            .into_iter()
            .filter(|found| reachable.contains(found.path.as_str()))
            .map(|found| found.reference.name.as_str())
            .collect();
        assert_eq!(names, expected, "{with_mission}");
        let rows = missing_to_json(&all);
        let count = |reachable: bool| {
            let rows = rows["missing"].as_array().unwrap().iter();
            rows.filter(|row| row["reachable"] == reachable).count()
        };
        assert_eq!((count(true), count(false)), (expected.len(), 4 - expected.len()));
    }
}

#[test]
fn units_are_found_by_path_and_name_their_objects() {
    let all = collected(true);
    let users: Vec<&str> = all
        .users_of("UNITS/BUILDS/MINE.dat")
        .into_iter()
        .map(|found| found.path.as_str())
        .collect();
    assert_eq!(users, ["BuildDat.lst"]);
    assert!(all.users_of("UNITS/BUILDS/OLD/mine.dat").is_empty(), "another folder");
    let in_turn = all.all_users_of("objects.rlb/MINE");
    assert_eq!(in_turn, [(1, "UNITS/BUILDS/MINE.dat"), (2, "BuildDat.lst")]);
    let uses = all.uses(&crate::find::exact_pattern("mine").unwrap());
    let lines: Vec<(usize, &str)> =
        uses.iter().map(|(depth, found)| (*depth, found.path.as_str())).collect();
    assert_eq!(lines, [(0, "UNITS/BUILDS/MINE.dat"), (1, "BuildDat.lst")]);
    let unused: Vec<&str> = all.unused().iter().map(|found| found.path.as_str()).collect();
    assert_eq!(unused, ["objects.rlb/tree", "UNITS/BUILDS/OLD/mine.dat"]);
}
