//! Rules of the grid: squares, cells, the map's box.

use super::codes;
use crate::Findings;
use crate::geometry::{Aabb, Header, NONE, bounds};
use crate::landscape::grid::Grid;
use crate::landscape::read::Landscape;
use crate::landscape::types::Square;
use crate::schema::Record;

pub(super) fn check(land: &Landscape<'_>, findings: &mut Findings) {
    check_squares(land, findings);
    check_runs(land, findings);
    check_bounds(land, findings);
    check_header(land, findings);
    check_grid(land, findings);
}

fn check_squares(land: &Landscape<'_>, findings: &mut Findings) {
    let (squares, cells) = (land.squares.len(), land.cells.len());
    if cells != squares.saturating_mul(2) {
        findings.at(&codes::CELL_COUNT, "cells", || format!("{cells} cells for {squares} squares"));
    }
    for (index, square) in land.squares.iter().enumerate() {
        let [near, far, rest @ ..] = &square.cells;
        let pair = usize::from(*near) == index && usize::from(*far) == squares + index;
        if square.head != Square::HEAD {
            findings.at(&codes::SQUARE_HEAD, format_args!("squares[{index}].head"), || {
                format!("{:04x?}", square.head)
            });
        }
        // A cell that is not there has been reported.
        let is_there = |&cell: &u16| cell == NONE || usize::from(cell) < cells;
        let plain = pair && rest.iter().all(|&cell| cell == NONE);
        if !plain && square.cells.iter().all(is_there) {
            findings.at(&codes::SQUARE_PAIR, format_args!("squares[{index}].cells"), || {
                format!(
                    "{near} and {far} where {index} and {} belong, and then 0xFFFF only",
                    squares + index
                )
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
            findings.at(&codes::CELL_CHAIN, format_args!("cells[{index}].first"), || {
                format!("{} where {next} belongs", cell.first)
            });
        }
        next = run.end;
        if cell.unk_0x04 != 0 || cell.unk_0x30 != [0; 5] {
            let unknown = if cell.unk_0x04 != 0 { "unk_0x04" } else { "unk_0x30" };
            findings
                .at(&codes::CELL_ZERO, format_args!("cells[{index}].{unknown}"), || "not 0".into());
        }
    }
    let faces = land.faces.len();
    // A run that leaves the table has been reported.
    if next < faces {
        findings.at(&codes::CELL_CHAIN, "cells", || {
            format!("the last run ends at {next}, but there are {faces} faces")
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
            let name = if is_finite(&cell.aabb) { "sphere" } else { "aabb" };
            findings.at(&codes::CELL_NUMBER, format_args!("cells[{index}].{name}"), || {
                "not all of it are finite numbers".into()
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
            findings.at(&codes::CELL_PAIR, format_args!("cells[{index}].aabb"), || {
                format!("the box of square {square} on level 0 is another")
            });
        }
        if far.count > near.count {
            findings.at(&codes::CELL_LEVELS, format_args!("cells[{index}].count"), || {
                format!("{} faces, {} on level 0", far.count, near.count)
            });
        }
    }
}

fn check_header(land: &Landscape<'_>, findings: &mut Findings) {
    let aabb = land.header.aabb();
    if land.header.corners.iter().flatten().any(|value| !value.is_finite()) {
        findings
            .at(&codes::HEADER_NUMBER, "header.corners", || "not all are finite numbers".into());
    } else if land.header.corners != bounds::corners(&aabb) {
        findings.at(&codes::HEADER_CORNERS, "header.corners", || {
            format!("they do not fit a box from {:?} to {:?}", aabb.min, aabb.max)
        });
    }
    let Header { corners, .. } = land.header;
    // By bytes: what is no number, or minus zero, is not 0 either.
    if land.header.write() != (Header { corners, ..Header::default() }).write() {
        findings
            .at(&codes::HEADER_ZERO, "header.sphere", || "not all of the 44 bytes are 0".into());
    }
}

/// The grid that the engine makes of the first cell fits the map and the cells.
fn check_grid(land: &Landscape<'_>, findings: &mut Findings) {
    let Some(grid) = land.grid() else { return };
    let Aabb { min: [x, y, _], max: [x2, y2, _] } = land.header.aabb();
    let ([width, height], [across, down]) = (grid.size, [grid.across as f32, grid.down as f32]);
    let near = |sum: f32, extent: f32| (sum - extent).abs() <= extent.abs() * 1e-3;
    if !(near(width * across, x2 - x) && near(height * down, y2 - y)) {
        findings.at(&codes::GRID_EXTENT, format_args!("cells[0].aabb"), || {
            format!(
                "{} × {} squares of {width} × {height} do not make a map of {} × {}",
                grid.across,
                grid.down,
                x2 - x,
                y2 - y
            )
        });
        return;
    }
    for square in 0..land.squares.len().min(grid.len()) {
        let Some((index, cell)) = land.cell(square, 0) else { continue };
        let found = square_of_box(&grid, &cell.aabb);
        if found != Some(square) && is_finite(&cell.aabb) {
            findings.at(&codes::GRID_PLACE, format_args!("cells[{index}].aabb"), || {
                let place = found.map_or("outside".into(), |found| format!("in square {found}"));
                let mut message = format!("the middle of square {square}'s box lies {place}");
                if is_sideways(&grid, square, found) {
                    message.push_str("; the squares seem to be counted along x first");
                }
                message
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
