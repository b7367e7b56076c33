use super::*;
use crate::schema::Record as _;
use crate::tree::{Draft, proof};
use crate::{Findings, Mode};

fn words(words: &[i32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// Two items; the second needs the first.
fn tables() -> Vec<(TypeId, Vec<u8>)> {
    let item = |name: u32, part: u16| TreeItem { name, code: name, part, ..TreeItem::default() };
    vec![
        (ITEMS, [item(0, 0).write(), item(2, 1).write()].concat()),
        (STATES, vec![7, 5]),
        (NEED_COUNTS, words(&[0, 1])),
        (NEEDS, words(&[0])),
        (UNLOCK_COUNTS, words(&[1, 0])),
        (UNLOCKS, words(&[1])),
        (PART_NAMES, b"e_a\0e_b\0".to_vec()),
        (ITEM_CODES, b"A\0B\0".to_vec()),
        (NAMES, b"a\0b\0".to_vec()),
        (DESCRIPTIONS, b"\0".to_vec()),
        (TEMPLATES, b"\0".to_vec()),
        (
            PARTS,
            [TreePart { name: 0, item: 0 }.write(), TreePart { name: 4, item: 1 }.write()].concat(),
        ),
    ]
}

fn found(tables: &[(TypeId, Vec<u8>)]) -> Vec<&'static str> {
    let mut findings = Findings::new(Mode::Strict, true);
    for (type_id, bytes) in tables {
        check(bytes, *type_id, (*type_id == ITEMS).then_some(VERSION), &mut findings);
    }
    let of =
        |type_id| tables.iter().find(|(own, _)| *own == type_id).map(|(_, bytes)| bytes.as_slice());
    check_tree(&TreeTables::of(of), &mut findings);
    findings.list().iter().map(|finding| finding.code.id).collect()
}

#[test]
fn tables_by_hand() {
    let mut item = Vec::new();
    item.extend([1.0f32, 2.0, 3.0, 4.0].iter().flat_map(|cost| cost.to_le_bytes()));
    item.extend([5u32, 6, 7, 8].iter().flat_map(|place| place.to_le_bytes()));
    item.extend([9, 0, 1, 2, 3, 4, 5, 6]);
    let read = TreeItem::read(item.first_chunk().unwrap());
    assert_eq!((read.research_ore, read.template, read.part), (2.0, 8, 9));
    assert_eq!((read.role, read.second_sub_kind, read.size, read.level), (1, 4, 5, 6));
    assert_eq!(read.write().as_slice(), item);
    assert_eq!(texts(b"ab\0\0c\0d").collect::<Vec<_>>(), [(0, &b"ab"[..]), (3, b""), (4, b"c")]);
    assert!(found(&tables()).is_empty());
    let tables = tables();
    let mut trees = Vec::new();
    for (type_id, bytes) in &tables {
        let own = tree(bytes, *type_id);
        assert!(proof::holds(&own, bytes) > 0);
        for cut in 0..bytes.len() {
            let bytes = &bytes[..cut];
            proof::returns(DOCUMENT, &tree(bytes, *type_id), make, bytes);
        }
        trees.push(own);
    }
    proof::has_fields(CODES, &trees);
    let odd = tree(b"abc", TypeId(1));
    assert_eq!(make(&Draft::of_document(DOCUMENT, &odd)).unwrap().bytes, b"abc");
}

#[test]
fn each_broken_tree_gives_exactly_its_code() {
    let with = |type_id: TypeId, change: &dyn Fn(&mut Vec<u8>)| {
        let mut tables = tables();
        tables.iter_mut().filter(|(own, _)| *own == type_id).for_each(|(_, bytes)| change(bytes));
        found(&tables)
    };
    let without = |gone: TypeId| {
        let mut tables = tables();
        tables.retain(|(own, _)| *own != gone);
        found(&tables)
    };
    assert_eq!(with(ITEMS, &|bytes| bytes.push(0)), ["trf.tail"]);
    assert_eq!(with(NAMES, &|bytes| bytes.push(b'x')), ["trf.tail"]);
    assert_eq!(with(STATES, &|bytes| bytes[0] = 8), ["trf.state"]);
    assert_eq!(with(STATES, &|bytes| bytes.push(0)), ["trf.count"]);
    assert_eq!(with(ITEMS, &|bytes| bytes[3] = 0xff), ["trf.cost"]);
    assert_eq!(with(ITEMS, &|bytes| bytes[20] = 99), ["trf.text"]);
    assert_eq!(with(ITEMS, &|bytes| bytes[32] = 99), ["trf.part"]);
    assert_eq!(with(PARTS, &|bytes| bytes[2] = 99), ["trf.part"]);
    assert_eq!(with(NEED_COUNTS, &|bytes| bytes[0] = 9), ["trf.list"]);
    assert_eq!(with(NEEDS, &|bytes| bytes[0] = 9), ["trf.list.range"]);
    assert_eq!(with(NEEDS, &|bytes| bytes[0] = 1), ["trf.transposed"]);
    assert_eq!(without(NAMES), ["trf.missing"]);
    assert_eq!(without(NEEDS), ["trf.missing"]);
    let mut neither = tables();
    neither.retain(|(own, _)| !matches!(*own, NEEDS | UNLOCKS));
    assert!(found(&neither).is_empty());
    let mut findings = Findings::new(Mode::Strict, false);
    check(&[], ITEMS, Some(2), &mut findings);
    assert_eq!(findings.list()[0].code.id, "trf.version");
    // Counts beyond everything.
    assert_eq!(with(NEED_COUNTS, &|bytes| bytes.fill(0x7f)), ["trf.list"]);
    assert_eq!(with(NEED_COUNTS, &|bytes| bytes.fill(0xff)), ["trf.list"]);
}
