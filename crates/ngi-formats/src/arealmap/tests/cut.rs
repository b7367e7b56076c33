use super::edit::sound;
use super::*;

#[test]
fn an_areal_is_cut_in_two_along_a_line_inside_it() {
    let mut map = board(3, 3).build().unwrap();
    map.areals[4].head.class = Class(7);
    let whole = map.clone();
    assert_eq!(map.split(4, 0, 2), Ok(9));
    sound(&map);
    assert_eq!((map.areals[4].head.class, map.areals[9].head.class), (Class(7), Class(7)));
    assert_eq!((map.areals[4].head.area, map.areals[9].head.area), (50.0, 50.0));
    assert_eq!(map.areals[4].links[2], Link { areal: 9, edge: 2 }, "across the cut");
    assert_eq!(map.areals[3].links[1], Link { areal: 9, edge: 1 }, "the west is the second's");
    assert_eq!(map.areals[5].links[3], Link { areal: 4, edge: 1 });
    // And back again.
    assert_eq!(map.join(4, 9), Ok(4));
    sound(&map);
    assert_eq!(map.areals.len(), 9);
    assert_eq!(map.areals[4].head.area, whole.areals[4].head.area);
    assert_eq!(map.cells, whole.cells);
}

#[test]
fn a_cut_that_leaves_the_areal_is_refused() {
    let mut map = board(2, 2).build().unwrap();
    let l = [[0., 0., 0.], [9., 0., 0.], [9., 3., 0.], [3., 3., 0.], [3., 9., 0.], [0., 9., 0.]];
    map.set_polygon(0, &l).unwrap();
    let before = map.clone();
    assert!(map.split(0, 1, 5).is_err(), "over the dent");
    assert!(map.split(0, 2, 4).is_err(), "outside");
    assert!(map.split(0, 1, 2).is_err(), "neighbours");
    assert!(map.split(0, 1, 1).is_err() && map.split(0, 0, 9).is_err());
    assert!(map.split(9, 0, 2).is_err());
    assert_eq!(map, before, "a failed change is none");
    assert!(map.split(0, 3, 0).is_ok());
    assert_eq!(map.areals[0].polygon.len() + map.areals[4].polygon.len(), 8);
}

#[test]
fn a_corner_more_is_one_on_both_sides() {
    let mut map = board(2, 1).build().unwrap();
    map.add_corner(0, 1, [10.0, 4.0, 2.0]).unwrap();
    sound(&map);
    assert_eq!((map.areals[0].polygon.len(), map.areals[1].polygon.len()), (5, 5));
    assert_eq!(map.areals[0].links[1], Link { areal: 1, edge: 4 });
    assert_eq!(map.areals[0].links[2], Link { areal: 1, edge: 3 });
    // At the border there is nobody across.
    map.add_corner(1, 0, [15.0, 0.0, 0.0]).unwrap();
    sound(&map);
    assert_eq!(map.areals[0].polygon.len(), 5);
    let before = map.clone();
    assert!(map.add_corner(0, 1, [10.0, 0.0, 0.0]).is_err(), "there is one");
    assert!(map.add_corner(0, 77, [1.0; 3]).is_err() && map.add_corner(7, 0, [1.0; 3]).is_err());
    assert_eq!(map, before);
    // From there it can be cut straight across.
    assert_eq!(map.split(0, 2, 4), Ok(2));
    sound(&map);
}

#[test]
fn two_become_one_and_those_behind_move_up() {
    let mut map = board(3, 1).build().unwrap();
    map.areals[1].head.class = Class(5);
    assert_eq!(map.join(1, 0), Ok(0));
    sound(&map);
    assert_eq!((map.areals.len(), map.areals[0].head.class), (2, Class(5)));
    assert_eq!(map.areals[0].head.area, 200.0);
    assert_eq!(map.areals[0].polygon.len(), 6);
    assert_eq!(map.areals[1].links[3].areal, 0);
    let before = map.clone();
    assert!(map.join(0, 0).is_err() && map.join(0, 9).is_err());
    let mut apart = board(3, 1).build().unwrap();
    assert!(apart.join(0, 2).is_err(), "they do not touch");
    let mut diagonal = board(2, 2).build().unwrap();
    assert!(diagonal.join(0, 3).is_err(), "a corner is no border");
    assert_eq!(map, before);
}

#[test]
fn a_row_of_several_edges_is_taken_out_at_once() {
    let mut map = board(2, 1).build().unwrap();
    for y in [3.0, 6.0] {
        let edge = map.areals[0].polygon.iter().position(|at| at[0] == 10.0 && at[1] < y).unwrap();
        let edge = if y == 6.0 { edge + 1 } else { edge };
        map.add_corner(0, edge, [10.0, y, 0.0]).unwrap();
    }
    assert_eq!(map.areals[0].polygon.len(), 6);
    assert_eq!(map.join(0, 1), Ok(0));
    sound(&map);
    assert_eq!(map.areals[0].polygon.len(), 6, "the four corners, and the ends of the border");
}
