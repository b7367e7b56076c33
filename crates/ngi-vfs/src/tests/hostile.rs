//! Archives made to lead a walk astray, and large ones.

use super::archive;
use crate::{Error, MAX_DEPTH, MemoryRoot, Node, Vfs};

fn mounted(bytes: Vec<u8>) -> Node {
    Vfs::in_memory(MemoryRoot::new().with("x.lib", bytes).unwrap()).locate("x.lib").unwrap()
}

/// Archives inside each other, `levels` of them, each with one entry.
fn nested(levels: usize) -> Vec<u8> {
    (0..levels).fold(b"core".to_vec(), |inner, _| archive(&[(1, b"in", &inner)]))
}

#[test]
fn nesting_ends_at_the_limit() {
    let node = mounted(nested(MAX_DEPTH + 4));
    let mut walk = node.walk();
    assert_eq!(walk.by_ref().take_while(Result::is_ok).count(), MAX_DEPTH);
    assert!(walk.next().is_none(), "one error that says so, then the end");
    let deepest = (0..MAX_DEPTH).try_fold(node, |node, _| node.child("in")).unwrap();
    assert!(matches!(deepest.child("in"), Err(Error::Limit { .. })));
    assert!(matches!(deepest.children(), Err(Error::Limit { .. })));
    assert!(deepest.bytes().is_ok());
}

/// An archive whose `count` entries all point at one payload.
fn sharing(payload: &[u8], count: usize) -> Vec<u8> {
    let mut rows: Vec<(u32, &[u8], &[u8])> = vec![(1, b"in", b""); count];
    rows[0].2 = payload;
    let mut bytes = archive(&rows);
    let directory = bytes.len() - 64 * count;
    let (first, rest) = bytes[directory..].split_first_chunk_mut::<64>().unwrap();
    for other in rest.chunks_exact_mut(64) {
        other[12..16].copy_from_slice(&first[12..16]);
        other[56..60].copy_from_slice(&first[56..60]);
    }
    bytes
}

#[test]
fn entries_that_share_a_nested_archive_do_not_multiply_for_ever() {
    // 10 entries share an archive whose 10 entries share an archive …: 10¹⁵ paths in 10 KB.
    let bomb = (0..15).fold(b"core".to_vec(), |inner, _| sharing(&inner, 10));
    assert!(bomb.len() < 16_384);
    let found: Vec<_> = mounted(bomb).walk().collect();
    assert!(found.len() < 20_000, "{}", found.len());
    let errors: Vec<&Error> = found.iter().filter_map(|item| item.as_ref().err()).collect();
    assert!(matches!(errors[..], [Error::Limit { .. }]), "{errors:?}");
}

#[test]
fn two_entries_may_share_one_archive() {
    let rows: Vec<(u32, &[u8], &[u8])> = vec![(1, b"x", b""); 100];
    let bytes = sharing(&archive(&rows), 2);
    assert_eq!(mounted(bytes).walk().map(Result::unwrap).count(), 2 + 200);
}

#[test]
fn a_broken_archive_is_handed_out_with_its_reason() {
    let mut inner = archive(&[(1, b"x", b"y")]);
    inner[4] = 9;
    let node = mounted(archive(&[(1, b"broken", &inner), (1, b"fine", b"z")]));
    let found: Vec<_> = node.walk().collect();
    assert_eq!(found.len(), 3);
    assert_eq!(found[0].as_ref().unwrap().name(), "broken");
    let reason = found[1].as_ref().unwrap_err().to_string();
    assert!(reason.starts_with("x.lib/broken: version at 0x4: version 0x109"), "{reason}");
    assert_eq!(found[2].as_ref().unwrap().name(), "fine");
    assert!(node.child("broken").unwrap().bytes().is_ok(), "its bytes can still be had");
}

#[test]
fn a_payload_outside_the_file_is_an_error_with_its_path() {
    let mut bytes = archive(&[(1, b"x", b"y")]);
    let offset = bytes.len() - 8;
    bytes[offset..offset + 4].copy_from_slice(&u32::MAX.to_le_bytes());
    let node = mounted(bytes).child("x").unwrap();
    let message = node.bytes().unwrap_err().to_string();
    assert!(message.starts_with("x.lib/x: entries[0].offset"), "{message}");
    assert!(node.walk().all(|item| item.is_err()));
}

#[test]
fn two_hundred_thousand_entries_are_found_by_name() {
    let names: Vec<Vec<u8>> =
        (0..200_000u32).map(|i| format!("n{:06}", i * 7919 % 200_000).into_bytes()).collect();
    let rows: Vec<(u32, &[u8], &[u8])> =
        names.iter().map(|name| (1, name.as_slice(), b"".as_slice())).collect();
    let node = mounted(archive(&rows));
    for (index, name) in names.iter().enumerate() {
        let name = std::str::from_utf8(name).unwrap();
        assert_eq!(node.child(name).unwrap().entry().unwrap().index, index);
    }
    assert!(node.child("n200000").is_err());
}

#[test]
fn two_hundred_thousand_namesakes_are_spelt_by_index() {
    let rows: Vec<(u32, &[u8], &[u8])> = vec![(1, b"same", b""); 200_000];
    let node = mounted(archive(&rows));
    let paths = node.children().unwrap().map(|child| child.path());
    assert!(paths.enumerate().all(|(index, path)| path == format!("x.lib/#{index}")));
    match node.child("same") {
        Err(error @ Error::Ambiguous { .. }) => assert!(error.to_string().len() < 300),
        other => panic!("{other:?}"),
    }
}
