use ngi_formats::arealmap::{Areal as Stored, ArealMapBuf, Cells, Link, message};
use ngi_formats::nres::{Editor, NewEntry};

use super::samples::*;
use super::*;

fn load_error(file: &[u8]) -> LoadError {
    Areals::load(file, &LoadOptions::default()).unwrap_err()
}

#[test]
fn the_engines_four_messages() {
    assert_eq!(load_error(b"no archive").engine_message(), message::CANNOT_LOAD);
    let empty = Editor::new().write().unwrap();
    assert_eq!(load_error(&empty).engine_message(), message::NO_CHUNK);
    let mut editor = Editor::new();
    let entry = NewEntry::new(12, "ArealMap").unwrap().attributes(1, 0, 1);
    editor.add(entry, vec![0; 40]).unwrap();
    let short = load_error(&editor.write().unwrap());
    assert_eq!(short.engine_message(), message::INCORRECT);
    assert!(short.to_string().contains("1 of 1 areals"), "{short}");
    let none = ArealMapBuf { areals: Vec::new(), cells: Cells::empty(0, 3).unwrap() };
    let none = load_error(&none.write_file().unwrap());
    assert_eq!(
        (none.engine_message(), none.to_string()),
        (message::NO_CELLS, message::NO_CELLS.into())
    );
}

#[test]
fn broken_links_lead_nowhere() {
    let mut plan = ngi_formats::arealmap::Plan::new(2, 2);
    plan.add(&square(0.0, 0.0, 10.0));
    plan.add(&square(10.0, 0.0, 10.0));
    let mut map = plan.build().unwrap();
    map.areals[0].links = [[0, 0], [1, 9], [-7, 3], [i32::MAX, i32::MAX]]
        .map(|[areal, edge]| Link { areal, edge })
        .to_vec();
    let areals = Areals::load(&map.write_file().unwrap(), &LoadOptions::default()).unwrap();
    // A link to itself is a neighbour on paper, but no step.
    assert_eq!(areals.neighbours(0).map(|n| n.areal).collect::<Vec<_>>(), [0]);
    assert!(areals.steps(0).is_empty());
    assert_eq!(areals.steps(1).len(), 1, "the other side still knows the way");
    let options = RouteOptions::default();
    assert_eq!(areals.route([5.0, 5.0], [15.0, 5.0], &options), Err(NoRoute::Apart(0, 1)));
    assert!(areals.route([15.0, 5.0], [5.0, 5.0], &options).is_ok());
}

#[test]
fn degenerate_polygons_hold_nothing() {
    let nan = f32::NAN;
    let polygons = [
        vec![],
        vec![[1.0, 1.0, 0.0]],
        vec![[0.0, 0.0, 0.0], [9.0, 9.0, 0.0]],
        vec![[nan, nan, nan]; 4],
        vec![[0.0, 0.0, 0.0], [f32::INFINITY, 0.0, 0.0], [9.0, 9.0, 0.0]],
        square(0.0, 0.0, 10.0),
    ];
    let mut map = ArealMapBuf { areals: Vec::new(), cells: Cells::empty(1, 1).unwrap() };
    for polygon in polygons {
        let links = vec![Link { areal: 5, edge: 0 }; polygon.len()];
        let mut areal = Stored { polygon, links, ..Stored::default() };
        areal.head.walkable = ngi_formats::arealmap::Walkable::YES;
        areal.head.anchor = [nan, 0.0, 0.0];
        map.areals.push(areal);
    }
    // The list names areals that are not there, too.
    map.cells.set(0, 0, &[0, 1, 2, 3, 4, 5, 6, 65_535]).unwrap();
    let file = map.write_file().unwrap();
    for anchors in [AnchorRule::Keep, AnchorRule::Inner, AnchorRule::Engine { seed: 1 }] {
        let areals = Areals::load(&file, &LoadOptions { anchors }).unwrap();
        assert_eq!(areals.at(5.0, 1.0), Some(5));
        let mut router = areals.router();
        for start in 0..areals.len() {
            for goal in 0..areals.len() {
                let found = router.between(start, goal, &RouteOptions::engine(1));
                assert!(found.is_err() || start == goal || areals.areal(start).is_some());
            }
            let line = areals.corridor([1.0, 1.0], [nan, 2.0], &[start, 5, 77]);
            assert!(line.len() >= 2);
        }
    }
    let none = ArealMapBuf { areals: Vec::new(), cells: Cells::empty(1, 1).unwrap() };
    let none = Areals::load(&none.write_file().unwrap(), &LoadOptions::default()).unwrap();
    assert!(none.is_empty() && none.at(0.0, 0.0).is_none() && none.candidates(0.0, 0.0).is_empty());
}
