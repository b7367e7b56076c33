#![allow(clippy::cast_possible_truncation)] // to the nearest float

use proptest::prelude::*;

use super::*;
use crate::{Findings, Mode};

/// A tiling of the plane: a grid of corners pulled about, some quads cut into triangles, some
/// pairs of them joined to corners that turn back.
pub fn tiling() -> impl Strategy<Value = Plan> {
    let shifts = proptest::collection::vec((-0.2f32..0.2, -0.2f32..0.2), 49);
    let cuts = proptest::collection::vec(0u8..4, 36);
    (1usize..6, 1usize..6, shifts, cuts, 1u32..20, 1u32..20).prop_map(
        |(columns, rows, shifts, cuts, across, down)| {
            let corner = |x: usize, y: usize| {
                let (dx, dy) = shifts[x * 7 + y];
                let inner = |at: usize, count: usize| at != 0 && at != count;
                let shift = |on: bool, by: f32| if on { by } else { 0.0 };
                let px = x as f32 + shift(inner(x, columns) && inner(y, rows), dx);
                let py = y as f32 + shift(inner(x, columns) && inner(y, rows), dy);
                [px * 100.0 - 130.0, py * 100.0 + 7.0, (x * y) as f32]
            };
            let mut plan = Plan::new(across, down);
            for x in 0..columns {
                for y in 0..rows {
                    let [a, b, c, d] =
                        [corner(x, y), corner(x + 1, y), corner(x + 1, y + 1), corner(x, y + 1)];
                    match cuts[x * 6 + y] {
                        0 => {
                            plan.add(&[a, b, c]);
                            plan.add(&[a, c, d]).walkable(false);
                        }
                        1 => {
                            plan.add(&[a, b, d]).class(3);
                            plan.add(&[b, c, d]);
                        }
                        2 => {
                            plan.add(&[d, c, b, a]).lake();
                        }
                        _ => {
                            plan.add(&[a, b, c, d]);
                        }
                    }
                }
            }
            plan
        },
    )
}

proptest! {
    #[test]
    fn what_is_built_is_sound_and_comes_back(plan in tiling()) {
        let map = plan.build().unwrap();
        let file = map.write_file().unwrap();
        let mut findings = Findings::new(Mode::Strict, false);
        check(&file, &mut findings);
        prop_assert!(findings.is_empty(), "{:?}", findings.list());
        let read = read_file(&file).unwrap();
        prop_assert_eq!(&read.to_buf(), &map);
        prop_assert_eq!(read.to_buf().write().unwrap(), read.bytes());
        prop_assert_eq!(plan.build().unwrap().write_file().unwrap(), file);
    }

    /// A cell names exactly the areals that have a point in it.
    #[test]
    fn cells_name_what_lies_in_them(plan in tiling(), shares in proptest::collection::vec((0.0f32..1.0, 0.0f32..1.0), 64)) {
        let map = plan.build().unwrap();
        let frame = map.frame().unwrap();
        for (sx, sy) in shares {
            let x = frame.min[0] + (frame.max[0] - frame.min[0]) * sx;
            let y = frame.min[1] + (frame.max[1] - frame.min[1]) * sy;
            let (column, row) = frame.cell(x, y);
            let list = map.cells.get(column, row).unwrap();
            for (index, areal) in map.areals.iter().enumerate() {
                if geometry::contains(areal.polygon.iter().copied(), [x.into(), y.into()]) {
                    prop_assert!(list.contains(&u16::try_from(index).unwrap()), "{index} at {x} {y}");
                }
            }
        }
        // And none that is far away: its box touches the cell's.
        let [sx, sy] = frame.scale();
        for column in 0..map.cells.across() {
            for row in 0..map.cells.down() {
                for id in map.cells.get(column, row).unwrap() {
                    let polygon = &map.areals[usize::from(*id)].polygon;
                    let near = |axis: usize, cell: u32, scale: f64| {
                        let values = polygon.iter().map(|c| (f64::from(c[axis]) - f64::from(frame.min[axis])) * scale);
                        let (low, high) = values.fold((f64::MAX, f64::MIN), |(l, h), v| (l.min(v), h.max(v)));
                        low <= f64::from(cell) + 1.001 && high >= f64::from(cell) - 0.001
                    };
                    prop_assert!(near(0, column, sx) && near(1, row, sy), "{id} in {column} {row}");
                }
            }
        }
    }

    #[test]
    fn packed_cells_come_back(lists in proptest::collection::vec(proptest::collection::vec(any::<u16>(), 0..6), 12)) {
        let mut cells = Cells::empty(3, 4).unwrap();
        cells.fill(lists).unwrap();
        prop_assert_eq!(PackedCells::pack(&cells).unwrap().unpack().unwrap(), cells);
    }

    /// Numbers in any order, empty cells, and a piece of words that ends anywhere: an areal is in a
    /// cell twice, or it is not; it exists, or it does not.
    #[test]
    fn a_quick_look_at_lists_misses_nothing(
        lists in proptest::collection::vec(proptest::collection::vec(0u16..11, 0..4), 1..40),
        rising in any::<bool>(),
        times in 1usize..150,
    ) {
        let mut lists: Vec<Vec<u16>> = std::iter::repeat_n(lists, times).flatten().collect();
        if rising {
            lists.iter_mut().for_each(|list| list.sort_unstable());
        }
        let map = board(5, 2).build().unwrap();
        let mut payload = map.write().unwrap();
        let cells = raw_cells(8, 8, &map.cells.lists().collect::<Vec<_>>());
        payload.truncate(payload.len() - cells.len());
        let slices: Vec<&[u16]> = lists.iter().map(Vec::as_slice).collect();
        payload.extend(raw_cells(u32::try_from(lists.len()).unwrap(), 1, &slices));
        let mut findings = Findings::new(Mode::Strict, false);
        check_chunk(&payload, 10, &mut findings);
        let twice = lists.iter().filter(|list| {
            let mut sorted = (*list).clone();
            sorted.sort_unstable();
            sorted.dedup();
            sorted.len() != list.len()
        });
        prop_assert_eq!(findings.count(&codes::CELL_TWICE), twice.count() as u64);
        let unknown = lists.iter().flatten().filter(|id| **id >= 10);
        prop_assert_eq!(findings.count(&codes::CELL_ID), unknown.count() as u64);
    }

    /// The walk that trusts the anchor and the one that does not say the same.
    #[test]
    fn anchors_are_inside_or_not(
        corners in proptest::collection::vec((-9i8..10, -9i8..10), 3..9),
        x in -9i8..10,
        y in -9i8..10,
    ) {
        let polygon: Vec<[f32; 3]> =
            corners.iter().map(|(x, y)| [f32::from(*x), f32::from(*y), 0.0]).collect();
        let anchor = [f32::from(x) + 0.25, f32::from(y) + 0.125];
        let area = geometry::area(polygon.iter().copied());
        let head = [anchor[0], anchor[1], 0.0, 0.0, area.abs() as f32, 0.0, 0.0, 1.0];
        let links = vec![[-1; 2]; polygon.len()];
        let mut bytes = raw_areal(head, [1, 0, 1, 0], &polygon, &links, &[]);
        bytes.extend(raw_cells(1, 1, &[&[0]]));
        let mut findings = Findings::new(Mode::Strict, false);
        check_chunk(&bytes, 1, &mut findings);
        let found = |code| findings.count(code) != 0;
        prop_assert_eq!(found(&codes::FLAT), area == 0.0);
        prop_assert_eq!(found(&codes::WINDING), area < 0.0);
        prop_assert!(!found(&codes::AREA) && !found(&codes::FINITE));
        let inside = geometry::contains(polygon.iter().copied(), anchor.map(f64::from));
        prop_assert_eq!(found(&codes::ANCHOR), area != 0.0 && !inside);
    }

    #[test]
    fn any_bytes_read_or_not_but_come_back(mut bytes in proptest::collection::vec(any::<u8>(), 0..300), count in 0u32..4, at in 0usize..300, value: u8) {
        if let Ok(map) = ArealMap::read(&bytes, count) {
            prop_assert_eq!(map.to_buf().write().unwrap(), bytes.clone());
        }
        check_chunk(&bytes, count, &mut Findings::new(Mode::Strict, true));
        // One byte of a good map, too.
        bytes = sample().0;
        let place = at % bytes.len();
        bytes[place] = value;
        check_chunk(&bytes, 2, &mut Findings::new(Mode::Strict, true));
        if let Ok(map) = ArealMap::read(&bytes, 2) {
            prop_assert_eq!(map.to_buf().write().unwrap(), bytes.clone());
        }
    }

    /// Edits in a row: refused or right.
    #[test]
    fn edits_keep_everything_together(plan in tiling(), edits in proptest::collection::vec((0u8..3, 0usize..40, -20.0f32..20.0, -20.0f32..20.0), 1..6)) {
        let mut map = plan.build().unwrap();
        for (kind, at, dx, dy) in edits {
            let Some(areal) = map.areals.get(at % map.areals.len().max(1)).cloned() else { break };
            let [x, y, z] = areal.polygon[at % areal.polygon.len()];
            let before = map.clone();
            let done = match kind {
                0 => map.move_corner([x, y], [x + dx, y + dy, z]).is_ok(),
                1 => map.remove(at % map.areals.len()).is_ok(),
                _ => map.add(&PlannedAreal::new(&square(x + 1000.0, y + dy, 30.0))).is_ok(),
            };
            if !done {
                prop_assert_eq!(&map, &before);
            }
            let mut fresh = map.clone();
            fresh.refresh_cells().unwrap();
            fresh.refresh_links();
            prop_assert_eq!(&fresh.cells, &map.cells);
            // Every link has its twin.
            for (index, areal) in map.areals.iter().enumerate() {
                for (edge, link) in areal.links.iter().enumerate() {
                    if let Some((other, twin)) = link.target() {
                        let back = map.areals[other].links[twin];
                        prop_assert_eq!(back.target(), Some((index, edge)));
                    }
                }
            }
        }
    }
}
