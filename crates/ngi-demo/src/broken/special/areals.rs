//! Areal maps.

use ngi_formats::Result;
use ngi_formats::arealmap::{
    self, Areal, ArealHead, ArealMapBuf, Cells, Class, GAME_CELLS, Link, MOST_AREALS, MOST_IN_CELL,
    MOST_IN_POOL, Walkable,
};

use super::super::samples::{Sample, areal_map, one};
use crate::paint::maths::number;

/// Cells across and down.
const SIDE: usize = GAME_CELLS as usize;

pub(super) fn samples() -> Result<Vec<Sample>> {
    let base = arealmap::read_file(&areal_map()?)?.to_buf();
    let file = |name, map: ArealMapBuf| Ok(one(name, "Land.map", map.write_file()?));
    let changed = |name, change: fn(&mut ArealMapBuf) -> Result<()>| {
        let mut map = base.clone();
        change(&mut map)?;
        file(name, map)
    };
    let none = ArealMapBuf { areals: Vec::new(), cells: Cells::empty(GAME_CELLS, GAME_CELLS)? };
    [
        file("bad_no_areals", none),
        file("bad_overlap", overlapping()?),
        file("bad_areal_limit", too_many_areals()?),
        file("bad_cell_list", too_long_a_list()?),
        file("bad_cell_pool", too_long_lists()?),
        changed("bad_no_cells", |map| {
            map.cells = Cells::empty(0, 0)?;
            Ok(())
        }),
        changed("bad_cell_twice", |map| map.cells.set(0, 0, &[0, 0])),
        changed("bad_cell_missing", |map| {
            let anchor = map.areals.first().map_or([0.0; 3], |areal| areal.head.anchor);
            let (x, y) = map.frame().map_or((0, 0), |frame| frame.cell(anchor[0], anchor[1]));
            map.cells.set(x, y, &[])
        }),
        changed("bad_corners", |map| {
            map.areals.push(areal(&[[1.0, 1.0, 0.0], [2.0, 1.0, 0.0]], 0.0));
            Ok(())
        }),
        changed("bad_flat", |map| {
            map.areals.push(areal(&[[1.0, 1.0, 0.0], [2.0, 1.0, 0.0], [3.0, 1.0, 0.0]], 0.0));
            Ok(())
        }),
        changed("bad_winding", |map| {
            map.areals.iter_mut().for_each(|areal| areal.links.fill(Link::NONE));
            map.areals.iter_mut().take(1).for_each(|areal| areal.polygon.reverse());
            Ok(())
        }),
        changed("bad_crossing", |map| {
            // The upper left corner is cut off, and its two new ones are the wrong way round.
            for areal in map.areals.iter_mut().take(1) {
                areal.polygon.truncate(3);
                areal.polygon.extend([[0.0, 9.98, 0.0], [0.02, 10.0, 0.0]]);
                areal.links.push(Link::NONE);
            }
            Ok(())
        }),
        changed("bad_link_self", |map| {
            let link = map.areals.first_mut().and_then(|areal| areal.links.first_mut());
            link.into_iter().for_each(|link| *link = Link { areal: 0, edge: 2 });
            Ok(())
        }),
    ]
    .into_iter()
    .collect()
}

/// An areal without neighbours, anchored in the middle of its corners.
fn areal(polygon: &[[f32; 3]], area: f32) -> Areal {
    let count = number(polygon.len());
    let middle = |axis: usize| polygon.iter().filter_map(|at| at.get(axis)).sum::<f32>() / count;
    let head = ArealHead {
        anchor: [middle(0), middle(1), 0.0],
        area,
        normal: [0.0, 0.0, 1.0],
        walkable: Walkable::YES,
        class: Class(1),
        ..ArealHead::default()
    };
    let links = vec![Link::NONE; polygon.len()];
    Areal { head, polygon: polygon.to_vec(), links, blocks: Vec::new() }
}

/// Two halves of a map, and a small areal over one of them: less than a hundredth of it.
fn overlapping() -> Result<ArealMapBuf> {
    let mut plan = arealmap::Plan::default();
    let mut add = |[x, y]: [f32; 2], [x2, y2]: [f32; 2]| {
        plan.add(&[[x, y, 0.0], [x2, y, 0.0], [x2, y2, 0.0], [x, y2, 0.0]]);
    };
    add([0.0, 0.0], [100.0, 50.0]);
    add([0.0, 50.0], [100.0, 100.0]);
    add([20.0, 20.0], [29.0, 29.0]);
    plan.build()
}

/// An areal over the whole map, of which each cell is one unit wide.
fn whole() -> Areal {
    let side = number(SIDE);
    let corners = [[0.0, 0.0, 0.0], [side, 0.0, 0.0], [side, side, 0.0], [0.0, side, 0.0]];
    areal(&corners, side * side)
}

/// An areal so small that it does not count, at a place.
fn speck(x: f32, y: f32) -> Areal {
    const SIZE: f32 = 1.0 / 64.0;
    areal(&[[x, y, 0.0], [x + SIZE, y, 0.0], [x, y + SIZE, 0.0]], SIZE * SIZE / 2.0)
}

/// A map whose cells have these lists.
fn map_of(areals: Vec<Areal>, lists: Vec<Vec<u16>>) -> Result<ArealMapBuf> {
    let mut cells = Cells::empty(GAME_CELLS, GAME_CELLS)?;
    cells.fill(lists)?;
    Ok(ArealMapBuf { areals, cells })
}

/// One more than can be named: four to a cell, besides the one over everything.
fn too_many_areals() -> Result<ArealMapBuf> {
    let (mut areals, mut lists) = (vec![whole()], vec![vec![0]; SIDE * SIDE]);
    for at in 0..MOST_AREALS {
        let cell = at / 4;
        lists.get_mut(cell).into_iter().for_each(|list| list.extend(u16::try_from(at + 1)));
        let (x, y) = (number(cell / SIDE), number(cell % SIDE));
        areals.push(speck(x + number(1 + at % 4) / 8.0, y + 0.5));
    }
    map_of(areals, lists)
}

/// One more than a cell can name, all in the first.
fn too_long_a_list() -> Result<ArealMapBuf> {
    let (mut areals, mut lists) = (vec![whole()], vec![vec![0]; SIDE * SIDE]);
    for at in 0..usize::try_from(MOST_IN_CELL).unwrap_or(0) {
        lists.first_mut().into_iter().for_each(|list| list.extend(u16::try_from(at + 1)));
        areals.push(speck(number(at / 32) / 40.0, number(at % 32) / 40.0));
    }
    map_of(areals, lists)
}

/// Every cell names every areal, and all together one more than there is room for.
fn too_long_lists() -> Result<ArealMapBuf> {
    let each = usize::try_from(MOST_IN_POOL).unwrap_or(0) / (SIDE * SIDE) + 1;
    let mut areals = vec![whole()];
    areals.extend((1..each).map(|at| speck(number(at % SIDE), number(at / SIDE))));
    let everybody: Vec<u16> = (0..each).filter_map(|id| u16::try_from(id).ok()).collect();
    map_of(areals, vec![everybody; SIDE * SIDE])
}
