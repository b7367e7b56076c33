use proptest::prelude::*;

use super::*;
use crate::tree::{Draft, proof};
use crate::{Findings, Mode};

/// Two handlers, word by word.
fn sample() -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut word = |number: i32| bytes.extend(number.to_le_bytes());
    [73, 2, 4].into_iter().for_each(&mut word);
    bytes.extend(b"Init\0");
    let mut word = |number: i32| bytes.extend(number.to_le_bytes());
    [0, 3].into_iter().for_each(&mut word);
    [-1, 5, 100, 0, 2, 0, -1].into_iter().for_each(&mut word);
    [7, 6, -1, -1, 6, 2, 8, 9, 1].into_iter().for_each(&mut word);
    [-1, -1, -1, 1, 6, 0, -1].into_iter().for_each(&mut word);
    [0].into_iter().for_each(&mut word);
    bytes.push(0);
    let mut word = |number: i32| bytes.extend(number.to_le_bytes());
    [1, 0].into_iter().for_each(&mut word);
    bytes
}

fn found(bytes: &[u8]) -> Vec<&'static str> {
    let mut findings = Findings::new(Mode::Strict, true);
    check(bytes, &mut findings);
    findings.list().iter().map(|finding| finding.code.id).collect()
}

#[test]
fn handlers_by_hand() {
    let bytes = sample();
    let script = Script::read(&bytes).unwrap();
    let names: Vec<_> = script.handlers().map(|handler| handler.name).collect();
    assert_eq!(names, [&b"Init"[..], b""]);
    assert_eq!((script.node_count(0), script.node_count(1), script.node_count(2)), (3, 0, 0));
    let call = script.node(0, 1).unwrap();
    let head = NodeHead { function: 7, dest: 6, ..NodeHead::default() };
    assert_eq!(
        (call.head, call.operands().collect::<Vec<_>>(), call.formula),
        (head, vec![8, 9], 1)
    );
    assert_eq!(script.node(0, 0).unwrap().head.relation, Relation::GREATER);
    assert_eq!(ScriptBuf::of(&script).write().unwrap(), bytes);
    assert!(found(&bytes).is_empty());
    let names =
        Names { variable: &|n| (n == 5).then(|| "Ore".into()), formula: &|_| Some("a+b".into()) };
    let said = as_text(&script, &names);
    assert_eq!(
        said,
        "handler 0 \"Init\": 3 nodes\n    0  if Ore > 100\n    1    v6 = function 7(v8, v9) formula 1 {a+b}\n    2  end\nhandler 1 \"\": 0 nodes\n"
    );
}

#[test]
fn trees_and_back() {
    let bytes = sample();
    let tree = tree(&bytes).unwrap();
    assert!(proof::holds(&tree, &bytes) > 20);
    proof::returns(DOCUMENT, &tree, make, &bytes);
    proof::has_fields(CODES, &[tree]);
    let more = [&bytes[..], b"tail"].concat();
    proof::returns(DOCUMENT, &super::tree(&more).unwrap(), make, &more);
    for cut in 0..bytes.len() {
        assert!(Script::read(&bytes[..cut]).is_err());
        assert_eq!(found(&bytes[..cut]), ["scr.truncated"], "{cut}");
    }
}

#[test]
fn each_broken_script_gives_exactly_its_code() {
    let with = |at: usize, byte: u8| {
        let mut bytes = sample();
        bytes[at] = byte;
        bytes
    };
    assert_eq!(found(&[&sample()[..], &[0]].concat()), ["scr.tail"]);
    for (at, byte, code) in [
        (0, 74, "scr.functions"),
        (16, 1, "scr.handler.end"),
        (17, 1, "scr.handler.index"),
        (37, 9, "scr.node.kind"),
        (41, 9, "scr.node.relation"),
        (53, 99, "scr.node.function"),
        (80, 0x80, "scr.node.operand"),
        (37, 1, "scr.node.ends"),
    ] {
        let codes = found(&with(at, byte));
        assert!(codes.contains(&code), "{at}: {codes:?}");
        assert!(codes.iter().all(|own| *own == code || *own == "scr.node.ends"), "{codes:?}");
    }
}

#[test]
fn counts_are_compared_with_what_is_left() {
    for at in [4, 8, 21, 45, 73] {
        let mut bytes = sample();
        bytes[at..at + 4].copy_from_slice(&[0xff; 4]);
        assert_eq!(found(&bytes), ["scr.truncated"], "{at}");
    }
}

proptest! {
    #[test]
    fn any_bytes_read_or_not(mut bytes in proptest::collection::vec(any::<u8>(), 0..40), at in 0usize..150, byte: u8) {
        check(&bytes, &mut Findings::new(Mode::Strict, true));
        bytes = sample();
        if let Some(slot) = bytes.get_mut(at) {
            *slot = byte;
        }
        check(&bytes, &mut Findings::new(Mode::Strict, true));
        if let Ok(script) = Script::read(&bytes) {
            prop_assert_eq!(ScriptBuf::of(&script).write().unwrap(), bytes.clone());
            let made = make(&Draft::of_document(DOCUMENT, &tree(&bytes).unwrap())).unwrap();
            prop_assert_eq!(made.bytes, bytes.clone());
            as_text(&script, &Names::NONE);
        }
    }
}
