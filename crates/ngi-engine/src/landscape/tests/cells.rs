//! The grid and lists of objects.

use proptest::prelude::*;

use super::samples::{Chance, heap};
use crate::landscape::{Area, CellLists, Grid, LevelLists, Marked};

/// Four columns, three rows, squares of 16.
fn grid() -> Grid {
    heap(1, 0).grid
}

#[test]
fn squares_of_points() {
    let grid = grid();
    assert_eq!((grid.len(), grid.is_empty()), (12, false));
    // y runs fastest; the far edges belong to the last squares.
    let cases = [
        ([0.0, 0.0], Some(0)),
        ([0.0, 15.9], Some(0)),
        ([0.0, 16.0], Some(1)),
        ([16.0, 0.0], Some(3)),
        ([64.0, 48.0], Some(11)),
        ([64.0, 0.0], Some(9)),
        ([64.01, 0.0], None),
        ([0.0, 48.01], None),
        ([-0.01, 0.0], None),
        ([f32::NAN, 0.0], None),
        ([f32::INFINITY, 0.0], None),
    ];
    for (at, expected) in cases {
        assert_eq!(grid.square(at), expected, "{at:?}");
    }
    for index in 0..12 {
        let [column, row] = grid.of_index(index).unwrap();
        assert_eq!(grid.index(column, row), Some(index));
    }
    assert_eq!(grid.of_index(12), None);
    assert_eq!(grid.index(0, 3), None);
    let none = Grid::default();
    assert_eq!((none.square([0.0; 2]), none.of_index(0), none.is_empty()), (None, None, true));
    let huge = Grid { across: u32::MAX, down: u32::MAX, ..grid };
    assert!(huge.len() > 1 << 60);
}

#[test]
fn lists_by_hand() {
    let mut lists = LevelLists::new(&grid());
    let area = Area { min: [10.0, 10.0], max: [20.0, 12.0] };
    assert!(lists.objects.add(7, area));
    assert!(lists.objects.add(8, Area::around([12.0, 12.0], 1.0)));
    assert!(!lists.objects.add(7, area));
    assert_eq!(lists.objects.in_square(0), [8, 7]);
    assert_eq!(lists.objects.in_square(3), [7]);
    assert_eq!(lists.objects.query(Area::around([15.0, 11.0], 0.5)), [7]);
    // In squares that stay, the place stays.
    assert!(lists.objects.shift(8, Area { min: [1.0, 1.0], max: [1.0, 40.0] }));
    assert_eq!(lists.objects.in_square(0), [8, 7]);
    assert_eq!(lists.objects.in_square(2), [8]);
    assert!(!lists.objects.shift(9, area));
    assert!(lists.objects.remove(8));
    assert!(!lists.objects.remove(8));
    assert_eq!(lists.objects.in_square(2), [0u32; 0]);
    assert_eq!(lists.objects.len(), 1);
    lists.marked.add(Marked::new(3), area);
    assert_eq!(lists.marked.in_square(0), [Marked { id: 3, aux: 0 }]);
    assert!(lists.ids.is_empty());
    // Nowhere is in no list, and is still known.
    let nowhere = Area { min: [f32::NAN; 2], max: [5.0; 2] };
    lists.ids.add(1, nowhere);
    assert!(lists.ids.area(1).is_some());
    assert_eq!(lists.ids.query(Area::around([0.0; 2], 1e9)), [0u32; 0]);
    lists.ids.shift(1, area);
    assert_eq!(lists.ids.query(Area::around([0.0; 2], 1e9)), [1]);
    // A grid of four billion squares costs nothing until it is used.
    let vast = Grid { across: 1 << 16, down: 1 << 16, size: [1.0; 2], ..grid() };
    let mut lists = CellLists::new(&vast);
    lists.add(1, Area::around([60_000.5, 60_000.5], 0.1));
    assert_eq!(lists.query(Area::around([60_000.0, 60_000.0], 2.0)), [1]);
}

proptest! {
    #[test]
    fn as_a_plain_list(seed: u64) {
        let mut chance = Chance::new(seed);
        let mut lists = CellLists::new(&grid());
        let mut plain: Vec<(u32, Area)> = Vec::new();
        for _ in 0..200 {
            let id = chance.whole(0, 9) as u32;
            let at = [chance.between(-20.0, 80.0), chance.between(-20.0, 70.0)];
            let area = Area::around(at, chance.between(0.0, 20.0));
            let known = plain.iter().position(|(other, _)| *other == id);
            match chance.whole(0, 3) {
                0 => {
                    prop_assert_eq!(lists.add(id, area), known.is_none());
                    plain.retain(|(other, _)| *other != id);
                    plain.push((id, area));
                }
                1 => {
                    prop_assert_eq!(lists.shift(id, area), known.is_some());
                    if let Some(at) = known {
                        plain[at].1 = area;
                    }
                }
                2 => {
                    prop_assert_eq!(lists.remove(id), known.is_some());
                    plain.retain(|(other, _)| *other != id);
                }
                _ => {
                    let mut ours = lists.query(area);
                    ours.sort_unstable();
                    // Areas that touch outside the grid only do not meet.
                    let meets = |other: &Area| {
                        let low = [0, 1].map(|n| other.min[n].max(area.min[n]));
                        let high = [0, 1].map(|n| other.max[n].min(area.max[n]));
                        low[0] <= high[0] && low[1] <= high[1]
                            && high[0] >= 0.0 && high[1] >= 0.0 && low[0] <= 64.0 && low[1] <= 48.0
                    };
                    let mut expected: Vec<u32> =
                        plain.iter().filter(|(_, other)| meets(other)).map(|(id, _)| *id).collect();
                    expected.sort_unstable();
                    let sure = expected.iter().all(|id| ours.contains(id));
                    prop_assert!(sure, "{:?} in {:?}", expected, ours);
                    let touching = |id: &u32| plain.iter().any(|(other, place)| {
                        other == id && place.min[0] <= area.max[0] && place.max[0] >= area.min[0]
                            && place.min[1] <= area.max[1] && place.max[1] >= area.min[1]
                    });
                    prop_assert!(ours.iter().all(touching));
                }
            }
            prop_assert_eq!(lists.len(), plain.len());
        }
    }
}
