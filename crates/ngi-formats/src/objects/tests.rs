use super::*;
use crate::nres::{Archive, Editor, NewEntry};
use crate::schema::Record as _;
use crate::tree::proof;
use crate::{Findings, Mode};
use proptest::prelude::*;

fn slot(archive: &str, member: &str) -> Slot {
    Slot::new(archive.as_bytes(), member.as_bytes()).unwrap()
}

fn library(records: &[(&str, Vec<Slot>)]) -> Vec<u8> {
    let mut editor = Editor::new();
    for (name, slots) in records {
        let entry = NewEntry::new(ObjectKind::STATIC.0, name).unwrap();
        editor.add(entry, RecordBuf::of(slots.clone()).write()).unwrap();
    }
    editor.write().unwrap()
}

/// The codes found in a record.
fn found(bytes: &[u8], kind: ObjectKind, retail: bool) -> Vec<&'static str> {
    let mut findings = Findings::new(Mode::Strict, retail);
    check(bytes, kind, &mut findings);
    findings.into_list().iter().map(|finding| finding.code.id).collect()
}

#[test]
fn a_reference_is_two_names_of_32_bytes() {
    let mut bytes = [0; Slot::SIZE];
    bytes[..10].copy_from_slice(b"static.rlb");
    bytes[32..36].copy_from_slice(b"a.ms");
    let slot = Slot::read(&bytes);
    assert_eq!((slot.archive.name(), slot.member.name()), (&b"static.rlb"[..], &b"a.ms"[..]));
    assert_eq!((slot.suffix(), slot.to_string().as_str()), (&b".ms"[..], "static.rlb/a.ms"));
    assert_eq!(slot.write(), bytes);
}

#[test]
fn each_rule_has_an_input_that_breaks_it_alone() {
    let sound = RecordBuf::of(vec![slot("a.rlb", "a.msh"), slot("a.rlb", "a.wea")]);
    assert_eq!(found(&sound.write(), ObjectKind::FORT, true), [""; 0]);
    let changed = |change: &dyn Fn(&mut RecordBuf)| {
        let mut record = sound.clone();
        change(&mut record);
        found(&record.write(), ObjectKind::FORT, true)
    };
    assert_eq!(changed(&|record| record.tail.push(1)), ["objects.size"]);
    assert_eq!(changed(&|record| record.slots.fill(Slot::default())), ["objects.empty"]);
    assert_eq!(changed(&|record| record.slots[0].archive.0 = [b'a'; 32]), ["objects.slot.end"]);
    assert_eq!(changed(&|record| record.slots[1].member.0 = [0; 32]), ["objects.slot.half"]);
    assert_eq!(changed(&|record| record.slots[1].member.0[0] = 0xe0), ["objects.slot.ascii"]);
    assert_eq!(changed(&|record| record.slots.push(Slot::default())), ["objects.count"]);
    let bytes = library(&[("a", vec![slot("objects.rlb", "A")])]);
    let mut findings = Findings::new(Mode::Strict, true);
    let archive = Archive::read(&bytes).unwrap();
    check_parents(&archive, LIBRARY, b"a", ObjectKind::STATIC, &mut findings);
    assert_eq!(findings.list()[0].code.id, "objects.cycle");
    assert!(findings.list()[0].message.contains("a -> A"), "{:?}", findings.list());
    let found = |slots: Vec<Slot>, kind: ObjectKind| {
        let bytes = library(&[("a", slots)]);
        let mut findings = Findings::new(Mode::Strict, true);
        check_parents(&Archive::read(&bytes).unwrap(), LIBRARY, b"a", kind, &mut findings);
        findings.list().iter().map(|finding| finding.code.id).collect::<Vec<_>>()
    };
    let (lost, bare) = (vec![slot("objects.rlb", "b")], vec![slot("a.rlb", "a.wea")]);
    assert_eq!(found(lost, ObjectKind::FORT), ["objects.parent"]);
    assert_eq!(found(bare.clone(), ObjectKind::FORT), ["objects.model"]);
    assert_eq!(found(bare, ObjectKind::SUN), [""; 0]);
}

#[test]
fn what_parents_name_comes_first() {
    let bytes = library(&[
        (
            "base",
            vec![slot("a.rlb", "base.msh"), slot("a.rlb", "base.wea"), slot("a.rlb", "base.ndp")],
        ),
        (
            "other",
            vec![
                slot("a.rlb", "other.ndp"),
                slot("a.rlb", "other.ctl"),
                slot("OBJECTS.RLB", "base"),
            ],
        ),
        (
            "child",
            vec![
                slot("objects.rlb", "OTHER"),
                slot("objects.rlb", "base"),
                slot("a.rlb", "child.wea"),
            ],
        ),
    ]);
    let archive = Archive::read(&bytes).unwrap();
    let resolved = resolve(&archive, LIBRARY, b"Child").unwrap();
    let part = |suffix: &[u8]| resolved.part(suffix).unwrap().slot.member.to_string();
    let order = ["base.msh", "base.wea", "base.ndp", "other.ndp", "other.ctl", "child.wea"];
    let names: Vec<String> = resolved.parts.iter().map(|it| it.slot.member.to_string()).collect();
    assert_eq!(names, order);
    assert_eq!(part(b".WEA"), "base.wea");
    assert_eq!(resolved.all(b".wea").count(), 2);
    assert_eq!(resolved.parents, [b"other".to_vec(), b"base".to_vec()]);
    assert!(resolve(&archive, LIBRARY, b"nobody").is_err());
}

#[test]
fn a_name_without_a_suffix_is_a_parent_where_there_is_one() {
    let records = [
        ("base", vec![slot("a.rlb", "base.msh")]),
        ("child", vec![slot("elsewhere", "BASE"), slot("b.rlb", "thing"), slot("c", "c.bas")]),
    ];
    let bytes = library(&records);
    let resolved = resolve(&Archive::read(&bytes).unwrap(), LIBRARY, b"child").unwrap();
    let names: Vec<String> = resolved.parts.iter().map(|part| part.slot.to_string()).collect();
    assert_eq!(names, ["a.rlb/base.msh", "b.rlb/thing", "c/c.bas"]);
    assert_eq!(resolved.parents, [b"base".to_vec()]);
}

/// Layers that are linked with all of the next take no more than they have references, and a chain
/// without an end is refused.
#[test]
fn many_parents_are_followed_once() {
    let mut records: Vec<(String, Vec<Slot>)> = Vec::new();
    for at in 0..3000 {
        records.push((format!("r{at}"), vec![slot("objects.rlb", &format!("r{}", at + 1))]));
    }
    records.push(("r3000".into(), vec![slot("a", "x.msh")]));
    for layer in 0..30 {
        let next = |name| slot("objects.rlb", &format!("l{}_{name}", layer + 1));
        for name in 0..8 {
            records.push((format!("l{layer}_{name}"), (0..8).map(next).collect()));
        }
    }
    records.extend((0..8).map(|name| (format!("l30_{name}"), vec![slot("a", "y.msh")])));
    let records: Vec<(&str, Vec<Slot>)> =
        records.iter().map(|(name, slots)| (name.as_str(), slots.clone())).collect();
    let bytes = library(&records);
    let archive = Archive::read(&bytes).unwrap();
    assert_eq!(resolve(&archive, LIBRARY, b"r2744").unwrap().parents.len(), MOST_PARENTS);
    let error = resolve(&archive, LIBRARY, b"r2743").unwrap_err();
    assert_eq!((error.why, error.line.len()), (Why::TooMany, MOST_PARENTS + 2));
    assert_eq!(resolve(&archive, LIBRARY, b"l0_0").unwrap().parts.len(), 8);
}

#[test]
fn circles_are_found_however_long() {
    let records: Vec<(String, Vec<Slot>)> = (0..50)
        .map(|at| (format!("r{at}"), vec![slot("objects.rlb", &format!("r{}", (at + 1) % 50))]))
        .collect();
    let records: Vec<(&str, Vec<Slot>)> =
        records.iter().map(|(name, slots)| (name.as_str(), slots.clone())).collect();
    let bytes = library(&records);
    let error = resolve(&Archive::read(&bytes).unwrap(), LIBRARY, b"r7").unwrap_err();
    assert!(error.to_string().contains("r49 -> r0"), "{error}");
}

#[test]
fn putting_keeps_the_places_of_the_others() {
    let mut record = RecordBuf::of(vec![slot("a", "x.msh"), Slot::default(), slot("a", "x.ndp")]);
    assert_eq!(record.put(slot("b", "y.MSH")), 0);
    assert_eq!(record.put(slot("b", "y.wea")), 1);
    assert_eq!(record.put(slot("b", "y.ctl")), 3);
    record.clear(2).unwrap();
    assert!(record.clear(9).is_err());
    assert_eq!(record.rename(b"B", b"Y.CTL", b"z.ctl").unwrap(), 1);
    let names: Vec<String> = record.slots.iter().map(|slot| slot.member.to_string()).collect();
    assert_eq!(names, ["y.MSH", "y.wea", "", "z.ctl"]);
}

#[test]
fn every_field_is_found_and_explained() {
    let record = RecordBuf { slots: vec![slot("a.rlb", "a.msh"); 3], tail: b"rest".to_vec() };
    let bytes = record.write();
    let tree = tree(&bytes);
    assert_eq!(proof::holds(&tree, &bytes), 3 * 2 + 1);
    proof::returns(DOCUMENT, &tree, make, &bytes);
    proof::has_fields(CODES, std::slice::from_ref(&tree));
    assert_eq!(tree.locate("slots[2].member"), Some(2 * 64 + 32));
    assert_eq!(tree.locate("tail"), Some(3 * 64));
}

#[test]
fn a_finding_names_the_place() {
    let mut record = RecordBuf::of(vec![slot("a.rlb", "a.msh"), slot("a.rlb", "")]);
    record.slots[0].member.0 = [b'a'; 32];
    record.tail = vec![0];
    let mut findings = Findings::new(Mode::Strict, false);
    check(&record.write(), ObjectKind::FORT, &mut findings);
    let places: Vec<_> = findings.list().iter().map(|f| (f.field.as_str(), f.offset)).collect();
    let names = [("slots[0].member", Some(32)), ("slots[1]", Some(64))];
    assert_eq!(places, [("tail", Some(128)), names[0], names[1]]);
}

proptest! {
    #[test]
    fn any_bytes_come_back(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        prop_assert_eq!(Record::read(&bytes).to_buf().write(), bytes.clone());
        check(&bytes, ObjectKind::STATIC, &mut Findings::new(Mode::Strict, true));
    }
}
