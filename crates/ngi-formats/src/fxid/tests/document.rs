//! An effect as a tree: every field is where the tree says, and comes back.

use crate::fxid::{
    Body, CODES, COMMAND, CommandFlags, DOCUMENT, Effect, EffectBuf, MOST_COMMANDS, Opcode, check,
    make, tree,
};
use crate::schema::Value;
use crate::tree::{Draft, Edit, Node, Told, proof};
use crate::{Findings, Mode};

/// Every opcode, with bytes that are no sensible numbers.
fn odd() -> Vec<u8> {
    let mut bytes = EffectBuf::default().write().unwrap();
    bytes[0] = 10;
    for opcode in Opcode::ALL {
        let start = bytes.len();
        bytes.extend((0..opcode.size().unwrap()).map(|at| u8::try_from(at * 37 % 256).unwrap()));
        bytes[start..start + 4].copy_from_slice(&[opcode.0, 1, 2, 0x80]);
    }
    bytes
}

#[test]
fn every_field_is_found_and_explained() {
    let odd = odd();
    let behind = [odd.as_slice(), b"behind"].concat();
    for bytes in [odd.as_slice(), &odd[..odd.len() - 30], &behind, &odd[..60]] {
        let effect = Effect::read_tolerant(bytes).unwrap();
        let tree = tree(&effect);
        assert!(proof::holds(&tree, bytes) > 8);
        proof::returns(DOCUMENT, &tree, make, bytes);
    }
    proof::has_fields(CODES, &[tree(&Effect::read(&odd).unwrap())]);
}

#[test]
fn the_word_of_a_command_is_three_fields() {
    let odd = odd();
    let tree = tree(&Effect::read(&odd).unwrap());
    let value = |path: &str| match tree.find(path).unwrap().node {
        Node::Piece(piece) => match piece.value() {
            Some(Value::Int(number)) => number,
            Some(Value::Flag(flag)) => i64::from(flag),
            other => panic!("{other:?}"),
        },
        other => panic!("{other:?}"),
    };
    assert_eq!(value("commands[3].opcode"), 4);
    assert_eq!(value("commands[3].overlay"), 1);
    assert_eq!(value("commands[3].bits"), 0x8002_0000);
    let edit = |path: &str| tree.find(path).unwrap().edit();
    assert_eq!(edit("commands[3].opcode"), Edit::Rebuild, "other fields would be there");
    assert_eq!(edit("commands[3].overlay"), Edit::Patch);
    assert_eq!(edit("commands[3].reach"), Edit::Patch);
    // What documents have beside it leads somewhere too, and is no part of its own.
    let name = tree.find("commands[3].opcode_name").unwrap();
    assert_eq!(name.edit(), Edit::Never);
    let Node::Told(Told::Text(name)) = name.node else { panic!("{name:?}") };
    assert_eq!(Opcode(4).name(), Some(&*name));
    assert!(tree.find("commands[3].reach_name").is_err(), "it has none");
    tree.leaves(&mut |leaf| assert!(!leaf.path.ends_with("_name"), "{}", leaf.path));
    // A light has a field of its own that is called kind.
    assert_eq!(tree.locate("commands[0].kind"), Some(64));
    assert!(tree.find("commands[1].kind").is_err());
}

#[test]
fn each_opcode_has_its_case() {
    let cases: Vec<_> = COMMAND.cases.iter().map(|case| (case.value, case.shape)).collect();
    let opcodes = Opcode::ALL.map(|opcode| (i64::from(opcode.0), opcode.shape().unwrap()));
    assert_eq!(cases, opcodes);
    for (case, opcode) in COMMAND.cases.iter().zip(Opcode::ALL) {
        let mut new = Vec::new();
        crate::fxid::Command::from(Body::new(opcode).unwrap()).write(&mut new);
        assert_eq!((case.new)(), new);
        assert_eq!(Some(new.len()), opcode.size());
    }
}

#[test]
fn what_cannot_be_read_is_found_in_the_tail() {
    let odd = odd();
    let place = |bytes: &[u8]| {
        let mut findings = Findings::new(Mode::Strict, false);
        check(bytes, &mut findings);
        let last = findings.into_list().pop().unwrap();
        (last.code.id, last.field, last.offset, last.message)
    };
    let mut unknown = EffectBuf::new(1.0, vec![Body::Empty.into(); 2]).write().unwrap();
    unknown[64] = 99;
    let why = "command 1: opcode 99, but only 1 to 10 are known";
    assert_eq!(place(&unknown), ("fxid.command.opcode", "tail".into(), Some(64), why.into()));
    let (code, field, offset, _) = place(&unknown[..62]);
    assert_eq!((code, field.as_str(), offset), ("fxid.command.truncated", "tail", Some(60)));
    let behind = [odd.as_slice(), b"behind"].concat();
    let (code, field, offset, message) = place(&behind);
    assert_eq!((code, field.as_str(), offset), ("fxid.end", "tail", Some(odd.len() as u64)));
    assert_eq!(message, "6 bytes behind the last command");
}

#[test]
fn flags_are_told_where_they_are() {
    let body = Body::Empty;
    let flags = CommandFlags::of_word(0x8000_0100);
    let bytes = EffectBuf::new(1.0, vec![crate::fxid::Command { flags, body }]).write().unwrap();
    let mut findings = Findings::new(Mode::Strict, true);
    check(&bytes, &mut findings);
    let places: Vec<_> = findings.list().iter().map(|f| (f.field.as_str(), f.offset)).collect();
    assert_eq!(places, [("commands[0].bits", Some(60)), ("commands[0].overlay", Some(60))]);
}

#[test]
fn too_many_commands_stay_bytes() {
    let bytes = EffectBuf::new(1.0, vec![Body::Empty.into(); MOST_COMMANDS + 3]).write().unwrap();
    let tree = tree(&Effect::read(&bytes).unwrap());
    assert_eq!(tree.find("commands").unwrap().node.len(), MOST_COMMANDS);
    assert_eq!(tree.locate("tail"), Some(60 + 4 * MOST_COMMANDS));
    proof::returns(DOCUMENT, &tree, make, &bytes);
}

#[test]
fn more_commands_than_can_be_counted_are_refused() {
    let bytes = EffectBuf::new(1.0, vec![Body::Empty.into()]).write().unwrap();
    let mut draft = Draft::of_document(DOCUMENT, &tree(&Effect::read(&bytes).unwrap()));
    let Draft::Object(_, parts) = &mut draft else { panic!() };
    let Draft::Value(_, missing) = &mut parts[2] else { panic!() };
    missing.fill(0xff);
    assert!(make(&draft).unwrap_err().to_string().contains("at most 4294967295 fit"));
}
