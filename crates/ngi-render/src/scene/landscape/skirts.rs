//! Skirts: ground that hangs down from the borders of squares.
//!
//! Where a fine square meets a coarse one their edges are at different heights, and one could look
//! through between them. So each square has a strip below each of its four borders, down past the
//! lowest point of that border at either level; it is drawn where the neighbour has another level.
//! Whoever looks across the border sees the strip of the farther square, which has the texture of
//! its edge. *Ours*: the engine's rule of levels stays as it is.

use std::collections::HashMap;

use ngi_engine::landscape::Grid;

use super::mesh::{GroundMesh, GroundVertex, Run, small};

/// How far a skirt reaches below the lowest point of its border.
const MARGIN: f32 = 0.5;
/// How far from the border of its square an edge may be, in squares: borders are rounded numbers.
const NEAR: f32 = 1e-3;

/// The sides of a square: west, east, south, north.
pub const SIDES: usize = 4;

/// The square beyond a side; `None` beyond the map.
pub fn beyond(grid: &Grid, square: usize, side: usize) -> Option<usize> {
    let [column, row] = grid.of_index(square)?;
    let (column, row) = match side {
        0 => (column.checked_sub(1)?, row),
        1 => (column.checked_add(1)?, row),
        2 => (column, row.checked_sub(1)?),
        _ => (column, row.checked_add(1)?),
    };
    grid.index(column, row)
}

/// An edge on the border of a square, as its face goes round.
#[derive(Debug, Clone, Copy)]
struct Border {
    square: usize,
    level: usize,
    side: usize,
    coat: u16,
    corners: [u32; 2],
}

/// An edge of a face: its vertices in the file in order of number, its corners as the face goes
/// round.
type Edge = ([u16; 2], [u32; 2], u16);

/// Finds the borders of squares while a ground is put together.
#[derive(Debug, Default)]
pub(super) struct Skirts {
    /// Of the cell at hand.
    edges: Vec<Edge>,
    borders: Vec<Border>,
}

impl Skirts {
    /// Takes a face of the cell at hand: its vertices in the file, and its corners.
    pub fn add_face(&mut self, [a, b, c]: [u16; 3], [i, j, k]: [u32; 3], coat: u16) {
        for (from, to, corners) in [(a, b, [i, j]), (b, c, [j, k]), (c, a, [k, i])] {
            self.edges.push(([from.min(to), from.max(to)], corners, coat));
        }
    }

    /// Ends the cell: edges that no other of its faces shares, and that lie on its square's border,
    /// are kept.
    pub fn end_cell(
        &mut self,
        grid: Option<&Grid>,
        (square, level): (usize, usize),
        vertices: &[GroundVertex],
    ) {
        self.edges.sort_unstable();
        let alone = self.edges.chunk_by(|a, b| a.0 == b.0).filter_map(|same| match same {
            [(_, corners, coat)] => Some((*corners, *coat)),
            _ => None,
        });
        for (corners, coat) in alone {
            let side = grid.and_then(|grid| {
                let ends = corners.map(|at| vertices.get(at as usize).map(|it| it.position));
                let [Some(from), Some(to)] = ends else { return None };
                side_of(grid, square, from, to)
            });
            self.borders.extend(side.map(|side| Border { square, level, side, coat, corners }));
        }
        self.edges.clear();
    }

    /// Hangs the strips on the mesh.
    pub fn hang(mut self, grid: &Grid, mesh: &mut GroundMesh) {
        self.borders.sort_by_key(|it| (it.square, it.level, it.side, it.coat));
        let lowest = self.lowest(grid, &mesh.vertices);
        for strip in
            self.borders.chunk_by(|a, b| (a.square, a.level, a.side) == (b.square, b.level, b.side))
        {
            let Some(Border { square, level, side, .. }) = strip.first().copied() else { continue };
            let Some(low) = line(grid, square, side).and_then(|line| lowest.get(&line)) else {
                continue;
            };
            let bottom = low - MARGIN;
            let start = small(mesh.runs.len());
            add_strip(strip, bottom, mesh);
            let end = small(mesh.runs.len());
            let Some(runs) = mesh.squares.get_mut(square) else { continue };
            runs.lowest = runs.lowest.min(bottom);
            if let Some(place) = runs.skirts.get_mut(level).and_then(|it| it.get_mut(side)) {
                *place = start..end;
            }
        }
    }

    /// The lowest point of each line between two squares, at either level of either.
    fn lowest(&self, grid: &Grid, vertices: &[GroundVertex]) -> HashMap<[u32; 3], f32> {
        let mut lowest: HashMap<[u32; 3], f32> = HashMap::new();
        for border in &self.borders {
            let Some(line) = line(grid, border.square, border.side) else { continue };
            let low = lowest.entry(line).or_insert(f32::MAX);
            let ends = border.corners.iter().filter_map(|&at| vertices.get(at as usize));
            *low = ends.fold(*low, |low, vertex| low.min(vertex.position[2]));
        }
        lowest
    }
}

/// The line that a side of a square lies on: both squares beside it give the same.
fn line(grid: &Grid, square: usize, side: usize) -> Option<[u32; 3]> {
    let [column, row] = grid.of_index(square)?;
    Some(match side {
        0 => [column, row, 0],
        1 => [column.checked_add(1)?, row, 0],
        2 => [column, row, 1],
        _ => [column, row.checked_add(1)?, 1],
    })
}

/// The side of a square that an edge lies on, where there is a square beyond it.
fn side_of(grid: &Grid, square: usize, from: [f32; 3], to: [f32; 3]) -> Option<usize> {
    let [column, row] = grid.of_index(square)?;
    let ([ox, oy], [sx, sy]) = (grid.origin, grid.size);
    let on = |line: u32, origin: f32, size: f32, ends: [f32; 2]| {
        // Squares have 16 bits.
        let line = f32::from(u16::try_from(line).unwrap_or(u16::MAX));
        ends.iter().all(|end| ((end - origin) / size - line).abs() < NEAR)
    };
    let [along_x, along_y] = [[from[0], to[0]], [from[1], to[1]]];
    let sides = [
        on(column, ox, sx, along_x),
        on(column + 1, ox, sx, along_x),
        on(row, oy, sy, along_y),
        on(row + 1, oy, sy, along_y),
    ];
    let side = sides.iter().position(|lies| *lies)?;
    beyond(grid, square, side).map(|_| side)
}

/// Adds a strip to the end of a mesh, a run for each coat; it faces away from its square.
fn add_strip(strip: &[Border], bottom: f32, mesh: &mut GroundMesh) {
    let mut below: HashMap<u32, u32> = HashMap::new();
    for same in strip.chunk_by(|a, b| a.coat == b.coat) {
        let start = small(mesh.indices.len());
        for Border { corners: [a, b], .. } in same {
            let mut under = |corner: u32| {
                let vertices = &mut mesh.vertices;
                *below.entry(corner).or_insert_with(|| {
                    let mut vertex = vertices.get(corner as usize).copied().unwrap_or_default();
                    vertex.position[2] = bottom;
                    vertices.push(vertex);
                    small(vertices.len() - 1)
                })
            };
            let (low_a, low_b) = (under(*a), under(*b));
            mesh.indices.extend([*a, low_a, low_b, *a, low_b, *b]);
        }
        let coat = same.first().map_or(0, |border| border.coat);
        mesh.runs.push(Run { coat, indices: start..small(mesh.indices.len()) });
    }
}
