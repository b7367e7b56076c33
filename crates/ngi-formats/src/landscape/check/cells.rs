//! Rules of the grid: squares, cells, the map's box.

use super::codes;
use crate::Findings;
use crate::landscape::chunk;
use crate::landscape::grid::Grid;
use crate::landscape::read::Landscape;
use crate::landscape::types::{Cell, Square};
use crate::msh::{Aabb, Header, NONE, Record, bounds};

pub(super) fn check(land: &Landscape<'_>, findings: &mut Findings) {
    check_squares(land, findings);
    check_runs(land, findings);
    check_bounds(land, findings);
    check_header(land, findings);
    check_grid(land, findings);
}

fn cell_field(land: &Landscape<'_>, index: usize, field: &str) -> (String, Option<u64>) {
    let at = land.offset(chunk::CELLS, index, Cell::offset_of(field));
    (format!("cells[{index}].{field}"), at)
}

fn check_squares(land: &Landscape<'_>, findings: &mut Findings) {
    let (squares, cells) = (land.squares.len(), land.cells.len());
    if cells != squares.saturating_mul(2) {
        findings.add(&codes::CELL_COUNT, || {
            let at = land.offset(chunk::CELLS, cells, 0);
            ("cells".into(), at, format!("{cells} cells for {squares} squares"))
        });
    }
    for (index, square) in land.squares.iter().enumerate() {
        let [near, far, rest @ ..] = &square.cells;
        let pair = usize::from(*near) == index && usize::from(*far) == squares + index;
        if square.head != Square::HEAD {
            findings.add(&codes::SQUARE_HEAD, || {
                let at = land.offset(chunk::SQUARES, index, 0);
                (format!("squares[{index}].head"), at, format!("{:04x?}", square.head))
            });
        }
        // A cell that is not there has been reported.
        let is_there = |&cell: &u16| cell == NONE || usize::from(cell) < cells;
        let plain = pair && rest.iter().all(|&cell| cell == NONE);
        if !plain && square.cells.iter().all(is_there) {
            findings.add(&codes::SQUARE_PAIR, || {
                let at = land.offset(chunk::SQUARES, index, Square::offset_of("cells"));
                let message = format!(
                    "{near} and {far} where {index} and {} belong, and then 0xFFFF only",
                    squares + index
                );
                (format!("squares[{index}].cells"), at, message)
            });
        }
    }
}

/// Runs follow each other.
fn check_runs(land: &Landscape<'_>, findings: &mut Findings) {
    let mut next = 0;
    for (index, cell) in land.cells.iter().enumerate() {
        let run = cell.run();
        if run.start != next {
            findings.add(&codes::CELL_CHAIN, || {
                let (field, at) = cell_field(land, index, "first");
                (field, at, format!("{} where {next} belongs", cell.first))
            });
        }
        next = run.end;
        if cell.unk_0x04 != 0 || cell.unk_0x30 != [0; 5] {
            findings.add(&codes::CELL_ZERO, || {
                let unknown = if cell.unk_0x04 != 0 { "unk_0x04" } else { "unk_0x30" };
                let (field, at) = cell_field(land, index, unknown);
                (field, at, "not 0".into())
            });
        }
    }
    let faces = land.faces.len();
    // A run that leaves the table has been reported.
    if next < faces {
        findings.add(&codes::CELL_CHAIN, || {
            let message = format!("the last run ends at {next}, but there are {faces} faces");
            ("cells".into(), land.offset(chunk::CELLS, land.cells.len(), 0), message)
        });
    }
}

fn is_finite(aabb: &Aabb) -> bool {
    aabb.min.iter().chain(&aabb.max).all(|value| value.is_finite())
}

/// Boxes and spheres are numbers; the two cells of a square agree.
fn check_bounds(land: &Landscape<'_>, findings: &mut Findings) {
    for (index, cell) in land.cells.iter().enumerate() {
        let [x, y, z] = cell.sphere.center;
        let sphere = [x, y, z, cell.sphere.radius];
        if !is_finite(&cell.aabb) || sphere.iter().any(|value| !value.is_finite()) {
            findings.add(&codes::CELL_NUMBER, || {
                let name = if is_finite(&cell.aabb) { "sphere" } else { "aabb" };
                let (field, at) = cell_field(land, index, name);
                (field, at, "not all of it are finite numbers".into())
            });
        }
    }
    for square in 0..land.squares.len() {
        let (Some((_, near)), Some((index, far))) = (land.cell(square, 0), land.cell(square, 1))
        else {
            continue;
        };
        // Boxes that are no numbers are reported as such.
        if near.aabb != far.aabb && is_finite(&near.aabb) && is_finite(&far.aabb) {
            findings.add(&codes::CELL_PAIR, || {
                let (field, at) = cell_field(land, index, "aabb");
                (field, at, format!("the box of square {square} on level 0 is another"))
            });
        }
        if far.count > near.count {
            findings.add(&codes::CELL_LEVELS, || {
                let (field, at) = cell_field(land, index, "count");
                (field, at, format!("{} faces, {} on level 0", far.count, near.count))
            });
        }
    }
}

fn check_header(land: &Landscape<'_>, findings: &mut Findings) {
    let at = |field: &str| {
        let place = land.place(chunk::CELLS)?;
        Some((place.offset + Header::offset_of(field)) as u64)
    };
    let aabb = land.header.aabb();
    if land.header.corners.iter().flatten().any(|value| !value.is_finite()) {
        findings.add(&codes::HEADER_NUMBER, || {
            ("header.corners".into(), at("corners"), "not all are finite numbers".into())
        });
    } else if land.header.corners != bounds::corners(&aabb) {
        findings.add(&codes::HEADER_CORNERS, || {
            let message = format!("they do not fit a box from {:?} to {:?}", aabb.min, aabb.max);
            ("header.corners".into(), at("corners"), message)
        });
    }
    let raw = land.header.write();
    if raw.iter().skip(Header::offset_of("sphere")).any(|&byte| byte != 0) {
        findings.add(&codes::HEADER_ZERO, || {
            ("header.sphere".into(), at("sphere"), "not all of the 44 bytes are 0".into())
        });
    }
}

/// The grid that the engine makes of the first cell fits the map and the cells.
fn check_grid(land: &Landscape<'_>, findings: &mut Findings) {
    let Some(grid) = land.grid() else { return };
    let Aabb { min: [x, y, _], max: [x2, y2, _] } = land.header.aabb();
    let ([width, height], [across, down]) = (grid.size, [grid.across as f32, grid.down as f32]);
    let near = |sum: f32, extent: f32| (sum - extent).abs() <= extent.abs() * 1e-3;
    if !(near(width * across, x2 - x) && near(height * down, y2 - y)) {
        findings.add(&codes::GRID_EXTENT, || {
            let (field, at) = cell_field(land, 0, "aabb");
            let message = format!(
                "{} × {} squares of {width} × {height} do not make a map of {} × {}",
                grid.across,
                grid.down,
                x2 - x,
                y2 - y
            );
            (field, at, message)
        });
        return;
    }
    for square in 0..land.squares.len().min(grid.len()) {
        let Some((index, cell)) = land.cell(square, 0) else { continue };
        let found = square_of_box(&grid, &cell.aabb);
        if found != Some(square) && is_finite(&cell.aabb) {
            findings.add(&codes::GRID_PLACE, || {
                let (field, at) = cell_field(land, index, "aabb");
                let place = found.map_or("outside".into(), |found| format!("in square {found}"));
                let mut message = format!("the middle of square {square}'s box lies {place}");
                if is_sideways(&grid, square, found) {
                    message.push_str("; the squares seem to be counted along x first");
                }
                (field, at, message)
            });
        }
    }
}

fn square_of_box(grid: &Grid, aabb: &Aabb) -> Option<usize> {
    let ([x, y, _], [x2, y2, _]) = (aabb.min, aabb.max);
    grid.square_at(x.midpoint(x2), y.midpoint(y2))
}

/// Whether a square lies where it would if x ran fastest.
fn is_sideways(grid: &Grid, square: usize, found: Option<usize>) -> bool {
    let place = found.and_then(|found| grid.place(found));
    place.is_some_and(|[x, y]| y * grid.across + x == square)
}
