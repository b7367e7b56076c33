use super::*;
use crate::nres::{Editor, NewEntry};
use crate::{Findings, Mode};

#[test]
fn every_number_is_where_it_belongs() {
    let (bytes, count) = sample();
    let map = ArealMap::read(&bytes, count).unwrap();
    assert_eq!((map.len(), map.across(), map.down(), map.cell_count()), (2, 2, 1, 2));
    let lower = map.areal(0).unwrap();
    assert_eq!(lower.head.anchor, [1.5, 0.5, 0.0]);
    assert_eq!((lower.head.area, lower.head.normal), (2.0, [0.0, 0.0, 1.0]));
    assert_eq!((lower.head.walkable, lower.head.class), (Walkable::YES, Class(7)));
    assert!(lower.head.is_walkable() && !lower.head.class.is_lake());
    assert_eq!(lower.polygon().collect::<Vec<_>>()[1], [2.0, 0.0, 0.0]);
    assert_eq!(lower.links().nth(2), Some(Link { areal: 1, edge: 0 }));
    assert_eq!(lower.edge_link(3), None);
    let upper = map.areal(1).unwrap();
    assert_eq!(upper.offset(), 56 + 20 * 3);
    assert!(!upper.head.is_walkable() && upper.head.class.is_lake());
    assert_eq!(map.edge_link(1, 0), Some(Link { areal: 0, edge: 2 }));
    assert_eq!(map.edge_ends(1, 2), Some([[0.0, 2.0, 0.0], [0.0, 0.0, 0.0]]));
    assert_eq!((map.edge_link(1, 3), map.edge_link(2, 0)), (None, None));
    assert_eq!(map.cell(1, 0).unwrap().collect::<Vec<_>>(), [0, 1]);
    assert!(map.cell(2, 0).is_none() && map.cell(0, 1).is_none());
    assert_eq!(map.to_buf().write().unwrap(), bytes);
    let mut findings = Findings::new(Mode::Strict, false);
    check_map(&map, &mut findings);
    assert!(findings.is_empty(), "{findings:?}");
}

#[test]
fn lakes_have_all_four_bits() {
    for (class, lake) in
        [(240, true), (242, true), (0xff, true), (0x70, false), (0xe0, false), (29, false)]
    {
        assert_eq!(Class(class).is_lake(), lake, "{class}");
    }
}

#[test]
fn blocks_keep_their_links_and_points() {
    let block: &[[f32; 3]] = &[[9.0, 8.0, 7.0], [6.0, 5.0, 4.0]];
    let areal = raw_areal(
        [0.0; 8],
        [0; 4],
        &[[1.0; 3]],
        &[[-1, -1], [5, 6], [7, 8], [9, 10], [11, 12], [13, 14], [15, 16]],
        &[block, &[]],
    );
    // The count of a block is in its 4·(3n + 1) bytes.
    assert_eq!(areal.len(), 56 + 12 + 7 * 8 + 4 * (3 * 2 + 1) + 4);
    let bytes = [areal.clone(), areal, raw_cells(1, 1, &[&[]])].concat();
    let map = ArealMap::read(&bytes, 2).unwrap();
    let second = map.areal(1).unwrap();
    assert_eq!(second.block_count(), 2);
    assert_eq!(second.blocks().collect::<Vec<_>>(), [block.to_vec(), vec![]]);
    assert_eq!(second.links().count(), 7);
    // Links of blocks are not links of edges.
    assert_eq!((second.edge_link(1), map.edge_link(1, 1)), (None, None));
    assert_eq!(map.to_buf().write().unwrap(), bytes);
}

#[test]
fn odd_bits_survive() {
    let nan = f32::from_bits(0x7fc0_0001);
    let head = [nan, f32::INFINITY, -0.0, f32::from_bits(0xffff_ffff), nan, 1.0, 2.0, nan];
    let areal = raw_areal(head, [7, 8, 9, 10], &[[nan; 3]; 2], &[[-5, 9], [-1, 3]], &[]);
    let bytes = [areal, raw_cells(0, 77, &[])].concat();
    assert_eq!(ArealMap::read(&bytes, 1).unwrap().to_buf().write().unwrap(), bytes);
}

#[test]
fn every_cut_is_refused_with_the_engines_words() {
    let (bytes, count) = sample();
    for length in 0..bytes.len() {
        let error = ArealMap::read(&bytes[..length], count).unwrap_err();
        assert!(error.to_string().contains(message::INCORRECT), "{length}: {error}");
        assert!(error.offset.unwrap() <= length as u64, "{length}: {error}");
    }
    for more in [vec![0], vec![0; 56]] {
        let error = ArealMap::read(&[bytes.clone(), more].concat(), count).unwrap_err();
        assert_eq!(error.field, "cells");
        assert!(error.to_string().contains(message::INCORRECT));
    }
    for wrong in [0, 1, 3, u32::MAX] {
        assert!(ArealMap::read(&bytes, wrong).is_err(), "{wrong}");
    }
}

#[test]
fn blocks_cut_short_are_refused() {
    let areal = raw_areal([0.0; 8], [0; 4], &[], &[[0; 2]; 3], &[&[[1.0; 3]; 3]]);
    let bytes = [areal, raw_cells(1, 1, &[&[0]])].concat();
    assert!(ArealMap::read(&bytes, 1).is_ok());
    for length in 0..bytes.len() {
        let error = ArealMap::read(&bytes[..length], 1).unwrap_err();
        assert!(error.offset.unwrap() <= length as u64, "{length}: {error}");
    }
}

#[test]
fn promises_nobody_can_keep_cost_nothing() {
    let mut four_billion = sample().0;
    four_billion.truncate(four_billion.len() - 12 - 8);
    let cells = |across, down| [four_billion.clone(), raw_cells(across, down, &[])].concat();
    for (across, down) in [(u32::MAX, 1), (1, u32::MAX), (u32::MAX, u32::MAX), (65_536, 65_536)] {
        let error = ArealMap::read(&cells(across, down), 2).unwrap_err();
        assert!(error.to_string().contains(message::INCORRECT), "{error}");
    }
    assert!(ArealMap::read(&cells(u32::MAX, 0), 2).is_ok());
    // Corners and blocks by the billion.
    for at in [48, 52] {
        let (mut bytes, count) = sample();
        bytes[at..at + 4].fill(0xff);
        assert!(ArealMap::read(&bytes, count).is_err());
    }
    assert!(ArealMap::read(&[], u32::MAX).is_err());
}

#[test]
fn the_packed_word_both_ways() {
    // count, start, word
    let table = [
        (0, 0, 0),
        (0, 1, 1),
        (1, 1, 0x0040_0001),
        (2, 5, 0x0080_0005),
        (20, 0x1234, 0x0500_1234),
        (1023, 0x3f_ffff, 0xffff_ffff),
        (1023, 1, 0xffc0_0001),
        (512, 0x20_0000, 0x8020_0000),
    ];
    for (count, start, word) in table {
        assert_eq!(PackedCell::new(count, start), Some(PackedCell(word)));
        assert_eq!((PackedCell(word).count(), PackedCell(word).start()), (count, start));
    }
    assert_eq!(PackedCell::new(1024, 1), None);
    assert_eq!(PackedCell::new(1, 1 << 22), None);
    assert_eq!(PackedCell(0x0080_0005).range(), Some(4..6));
    assert_eq!(PackedCell(0).range(), None);
}

#[test]
fn cells_pack_and_unpack() {
    let mut cells = Cells::empty(2, 2).unwrap();
    cells.fill([&[3u16, 4][..], &[], &[5], &[3]]).unwrap();
    let packed = PackedCells::pack(&cells).unwrap();
    assert_eq!(
        packed.words.iter().map(|w| w.0).collect::<Vec<_>>(),
        [0x0080_0001, 3, 0x0040_0003, 0x0040_0004]
    );
    assert_eq!(packed.pool, [3, 4, 5, 3]);
    assert_eq!(packed.unpack().unwrap(), cells);
    let mut outside = packed.clone();
    outside.words[3] = PackedCell::new(2, 4).unwrap();
    assert!(outside.unpack().is_err());
    outside.words.pop();
    assert!(outside.unpack().is_err());
    let mut full = Cells::empty(1, 1).unwrap();
    full.set(0, 0, &[7; 1023]).unwrap();
    assert!(PackedCells::pack(&full).is_ok());
    full.set(0, 0, &[7; 1024]).unwrap();
    assert!(PackedCells::pack(&full).is_err());
    assert!(full.set(1, 0, &[]).is_err());
}

#[test]
fn the_file_around_it() {
    let map = board(2, 2).build().unwrap();
    let bytes = map.write_file().unwrap();
    assert!(is_areal_map(&bytes));
    assert_eq!(read_file(&bytes).unwrap().to_buf(), map);
    let error = read_file(b"NRes").unwrap_err();
    assert!(error.to_string().contains(message::CANNOT_LOAD), "{error}");
    let mut editor = Editor::new();
    editor.add(NewEntry::new(13, "ArealMap").unwrap(), b"x".as_slice()).unwrap();
    let other = editor.write().unwrap();
    let error = read_file(&other).unwrap_err();
    assert!(error.to_string().contains(message::NO_CHUNK), "{error}");
    assert!(!is_areal_map(&other) && !is_areal_map(b"NRes"));
    // Offsets count from the start of the file.
    let cut = [&bytes[..16 + 60], &bytes[bytes.len() - 64..]].concat();
    let mut cut = cut;
    let (length, directory) = (u32::try_from(cut.len()).unwrap(), cut.len() - 64);
    cut[12..16].copy_from_slice(&length.to_le_bytes());
    cut[directory + 12..directory + 16].copy_from_slice(&60u32.to_le_bytes());
    let error = read_file(&cut).unwrap_err();
    assert_eq!(error.offset, Some(16 + 56), "{error}");
}

#[test]
fn a_changed_map_leaves_the_rest_of_its_file() {
    let mut map = board(2, 1).build().unwrap();
    let mut editor = Editor::new();
    editor.add(NewEntry::new(99, "note").unwrap().attributes(1, 2, 3), b"hi".as_slice()).unwrap();
    let entry = NewEntry::new(CHUNK, "odd name").unwrap().attributes(2, 77, 88);
    editor.add(entry, map.write().unwrap()).unwrap();
    let bytes = editor.write().unwrap();
    let file = ArealMapFile::read(&bytes).unwrap();
    assert_eq!((file.entry(), file.write_with(&map).unwrap()), (1, bytes.clone()));
    map.remove(1).unwrap();
    let changed = file.write_with(&map).unwrap();
    let file = ArealMapFile::read(&changed).unwrap();
    assert_eq!(file.map().len(), 1);
    let record = *file.archive().get(1).unwrap().record();
    assert_eq!((record.attr1, record.attr2, record.attr3), (1, 77, 88));
    assert_eq!(file.archive().entry_payload(0).unwrap(), b"hi");
}
