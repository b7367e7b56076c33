use super::*;

fn lists(map: &ArealMapBuf) -> Vec<Vec<u16>> {
    map.cells.lists().map(<[u16]>::to_vec).collect()
}

#[test]
fn points_fall_into_cells() {
    let frame = GridFrame::new([0.0, 10.0], [8.0, 14.0], 4, 2).unwrap();
    let table = [
        (0.0, 10.0, (0, 0)),
        (1.99, 11.99, (0, 0)),
        (2.0, 12.0, (1, 1)),
        (7.9, 13.9, (3, 1)),
        // The far edge belongs to the last cell; so does everything behind it.
        (8.0, 14.0, (3, 1)),
        (99.0, f32::INFINITY, (3, 1)),
        (-1.0, f32::NEG_INFINITY, (0, 0)),
        (f32::NAN, 12.0, (0, 1)),
    ];
    for (x, y, cell) in table {
        assert_eq!(frame.cell(x, y), cell, "{x} {y}");
    }
    assert!(frame.holds(8.0, 14.0) && !frame.holds(8.1, 14.0) && !frame.holds(f32::NAN, 11.0));
    assert_eq!(frame.middle(1, 1), [3.0, 13.0]);
}

#[test]
fn a_frame_needs_numbers_and_cells() {
    assert!(GridFrame::around([[f32::NAN; 3]], 4, 4).is_none());
    assert!(GridFrame::around([[0.0; 3]], 0, 4).is_none());
    let dot = GridFrame::around([[5.0; 3], [f32::INFINITY, 0.0, 0.0]], 4, 4).unwrap();
    assert_eq!((dot.min, dot.max), ([5.0; 2], [5.0; 2]));
    assert_eq!(dot.cell(5.0, 5.0), (0, 0));
}

#[test]
fn x_is_outer_and_y_inner() {
    // Two areals above each other, cells of their size: a column holds both.
    let mut plan = Plan::new(1, 4);
    plan.add(&[[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 2.0, 0.0], [0.0, 2.0, 0.0]]);
    plan.add(&[[0.0, 2.0, 0.0], [1.0, 2.0, 0.0], [1.0, 4.0, 0.0], [0.0, 4.0, 0.0]]);
    let map = plan.build().unwrap();
    // The border between them belongs to the cells on both sides.
    assert_eq!(lists(&map), [vec![0], vec![0, 1], vec![0, 1], vec![1]]);
    let mut plan = Plan::new(2, 2);
    plan.add(&[[0.0, 0.0, 0.0], [10.0, 0.0, 0.0], [10.0, 1.0, 0.0], [0.0, 1.0, 0.0]]);
    plan.add(&[[0.0, 9.0, 0.0], [1.0, 9.0, 0.0], [1.0, 10.0, 0.0], [0.0, 10.0, 0.0]]);
    assert_eq!(lists(&plan.build().unwrap()), [vec![0], vec![1], vec![0], vec![]]);
}

#[test]
fn cells_in_the_middle_of_a_large_areal_name_it() {
    let mut plan = Plan::new(5, 5);
    plan.add(&square(0.0, 0.0, 10.0));
    assert!(lists(&plan.build().unwrap()).iter().all(|list| list == &[0]));
}

#[test]
fn too_many_in_a_cell_is_refused() {
    let mut plan = Plan::new(1, 1);
    for column in 0..1024u16 {
        plan.add(&square(f32::from(column), 0.0, 1.0));
    }
    assert!(plan.build().unwrap_err().to_string().contains("1023"));
    plan.areals_mut().pop();
    assert_eq!(lists(&plan.build().unwrap())[0].len(), 1023);
}

#[test]
fn bad_plans_are_refused_by_name() {
    let build = |polygon: &[[f32; 3]]| {
        let mut plan = Plan::new(4, 4);
        plan.add(&square(50.0, 50.0, 5.0));
        plan.add(polygon);
        plan.build().map_err(|error| error.field.into_owned())
    };
    assert_eq!(build(&[[0.0; 3]; 2]), Err("areals[1].polygon".into()));
    assert_eq!(build(&[[0.0; 3], [1.0; 3], [2.0; 3]]), Err("areals[1].polygon".into()));
    let mut nan = square(0.0, 0.0, 1.0);
    nan[2][1] = f32::NAN;
    assert_eq!(build(&nan), Err("areals[1].polygon[2]".into()));
    // The same square twice: two areals on one side of an edge.
    assert_eq!(build(&square(50.0, 50.0, 5.0)), Err("areals[0].edges[3]".into()));
    assert!(Plan::new(4, 4).build().is_err());
    let mut none = Plan::new(0, 4);
    none.add(&square(0.0, 0.0, 1.0));
    assert!(none.build().is_err());
}

#[test]
fn a_built_board_has_all_links_and_twins() {
    let map = board(2, 2).build().unwrap();
    // Edges: 0 below, 1 right, 2 above, 3 left.
    let table = [
        [(-1, -1), (1, 3), (2, 0), (-1, -1)],
        [(-1, -1), (-1, -1), (3, 0), (0, 1)],
        [(0, 2), (3, 3), (-1, -1), (-1, -1)],
        [(1, 2), (-1, -1), (-1, -1), (2, 1)],
    ];
    for (areal, links) in map.areals.iter().zip(table) {
        assert_eq!(areal.links, links.map(|(areal, edge)| Link { areal, edge }));
        assert_eq!((areal.head.area, areal.head.normal), (100.0, [0.0, 0.0, 1.0]));
        assert_eq!(areal.head.walkable, Walkable::YES);
    }
    assert_eq!(map.areals[3].head.anchor, [15.0, 15.0, 0.0]);
}

#[test]
fn clockwise_polygons_are_turned_round() {
    let mut plan = Plan::new(2, 2);
    let mut polygon = square(0.0, 0.0, 4.0);
    polygon.reverse();
    plan.add(&polygon).lake().anchor([1.0, 1.5]);
    let map = plan.build().unwrap();
    assert_eq!(map.areals[0].polygon, square(0.0, 0.0, 4.0));
    assert!(map.areals[0].head.area == 16.0 && map.areals[0].head.class.is_lake());
    assert_eq!(
        (map.areals[0].head.walkable, map.areals[0].head.anchor),
        (Walkable::NO, [1.0, 1.5, 0.0])
    );
}
