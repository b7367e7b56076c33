use super::*;
use crate::{Findings, Mode};

pub fn sound(map: &ArealMapBuf) {
    let file = map.write_file().unwrap();
    let mut findings = Findings::new(Mode::Strict, false);
    check(&file, &mut findings);
    assert!(findings.is_empty(), "{:?}", findings.list());
    // What edits leave is what building from scratch gives.
    let mut fresh = map.clone();
    fresh.refresh_cells().unwrap();
    fresh.refresh_links();
    assert_eq!(&fresh, map);
}

#[test]
fn moving_a_corner_takes_the_neighbours_along() {
    let mut map = board(2, 2).build().unwrap();
    assert_eq!(map.move_corner([10.0, 10.0], [12.0, 13.0, 1.0]), Ok(4));
    sound(&map);
    assert_eq!(map.areals[0].links[1], Link { areal: 1, edge: 3 });
    assert_eq!(map.areals[0].head.area, 125.0);
    // (12, 13) is now a corner of the first: its cell names it.
    let (x, y) = map.frame().unwrap().cell(11.9, 12.9);
    assert!(map.cells.get(x, y).unwrap().contains(&0));
    let before = map.clone();
    assert!(map.move_corner([99.0, 0.0], [0.0; 3]).is_err());
    assert!(map.move_corner([12.0, 13.0], [f32::NAN; 3]).is_err());
    assert_eq!(map, before);
}

#[test]
fn moving_the_border_moves_the_whole_grid() {
    let mut map = board(2, 1).build().unwrap();
    for y in [0.0, 10.0] {
        assert_eq!(map.move_corner([20.0, y], [30.0, y, 0.0]), Ok(1));
    }
    sound(&map);
    assert_eq!(map.frame().unwrap().max, [30.0, 10.0]);
    assert_eq!(map.cells.get(7, 0), Some([1].as_slice()));
}

#[test]
fn another_polygon_loses_and_finds_neighbours() {
    let mut map = board(3, 1).build().unwrap();
    let whole = map.clone();
    let smaller = [[11.0, 0.0, 0.0], [20.0, 0.0, 0.0], [20.0, 10.0, 0.0], [11.0, 10.0, 0.0]];
    map.set_polygon(1, &smaller).unwrap();
    assert_eq!(map.areals[0].links[1], Link::NONE);
    assert_eq!(map.areals[2].links[3], Link { areal: 1, edge: 1 });
    assert_eq!(map.areals[1].links[1], Link { areal: 2, edge: 3 });
    // Back again, clockwise and from another corner.
    let back = [[20.0, 10.0, 0.0], [20.0, 0.0, 0.0], [10.0, 0.0, 0.0], [10.0, 10.0, 0.0]];
    map.set_polygon(1, &back).unwrap();
    sound(&map);
    assert_eq!(map.areals[0].links[1].areal, 1);
    assert_eq!(map.cells, whole.cells);
    assert!(map.set_polygon(3, &back).is_err() && map.set_polygon(1, &[[0.0; 3]; 3]).is_err());
}

#[test]
fn an_anchor_moves_only_when_it_must() {
    let mut map = board(1, 1).build().unwrap();
    map.areals[0].head.anchor = [1.0, 1.0, 5.0];
    map.set_polygon(0, &square(0.0, 0.0, 20.0)).unwrap();
    assert_eq!(map.areals[0].head.anchor, [1.0, 1.0, 5.0]);
    map.set_polygon(0, &square(50.0, 0.0, 20.0)).unwrap();
    assert_eq!(map.areals[0].head.anchor, [60.0, 10.0, 0.0]);
}

#[test]
fn areals_come_and_go() {
    let mut map = board(2, 2).build().unwrap();
    let whole = map.clone();
    let last = PlannedAreal::new(&map.areals[0].polygon);
    map.remove(0).unwrap();
    assert_eq!(map.areals[0].links[3], Link::NONE);
    assert_eq!(map.areals[0].links[2], Link { areal: 2, edge: 0 });
    // What is left spans the same map; only the hole is missing.
    assert_eq!(map.cells.get(0, 0), Some([].as_slice()));
    assert_eq!(map.add(&last), Ok(3));
    sound(&map);
    assert_eq!(map.cells.get(0, 0), Some([3].as_slice()));
    assert_eq!(map.areals[3].head, whole.areals[0].head);
    assert!(map.remove(4).is_err());
    for left in (0..4).rev() {
        map.remove(left).unwrap();
    }
    assert!(map.areals.is_empty() && map.cells.ids().is_empty());
}

#[test]
fn other_lists_keep_their_order() {
    let mut map = board(2, 2).build().unwrap();
    map.cells.set(0, 0, &[2, 0]).unwrap(); // odd, but nobody asked
    map.set_polygon(3, &square(10.0, 10.0, 10.0)).unwrap();
    assert_eq!(map.cells.get(0, 0), Some([2, 0].as_slice()));
}

#[test]
fn blocks_and_their_links_stay() {
    let mut map = board(2, 1).build().unwrap();
    let far = Link { areal: 1, edge: 77 };
    map.areals[0].blocks.push(vec![[1.0; 3]]);
    map.areals[0].links.extend([far; 3]);
    map.set_polygon(0, &[[0.0, 0.0, 0.0], [10.0, 0.0, 0.0], [10.0, 10.0, 0.0]]).unwrap();
    assert_eq!(map.areals[0].links.len(), 6);
    assert_eq!(map.areals[0].links[1], Link { areal: 1, edge: 3 });
    assert_eq!(map.areals[0].links[3..], [far; 3]);
    map.refresh_links();
    assert_eq!(map.areals[0].links[3..], [far; 3]);
    map.areals[0].links.pop();
    assert!(map.write().unwrap_err().to_string().starts_with("areals[0].links"));
}
