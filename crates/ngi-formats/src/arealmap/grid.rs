//! Where points fall on the grid, and which cells a polygon touches.

use super::cells::Cells;
use super::geometry::edges;
use super::packed::{MOST_IN_CELL, MOST_IN_POOL};
use crate::{Error, Result};

/// Steps that working out the cells of one areal may take: files can hold polygons that cross the
/// whole grid a million times.
const MOST_STEPS: usize = 1 << 22;
/// How far behind a cell's border something still touches it, in cells. More than rounding
/// errors, less than anybody sees.
const MARGIN: f64 = 1e-6;

/// How the grid lies over the map: it spans all corners of all areals.
///
/// The cell of a point is `floor((v − low) / span · cells)`, and never past the first or last
/// one. That the engine rounds the same way is a guess.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GridFrame {
    /// The lowest x and y.
    pub min: [f32; 2],
    /// The highest x and y.
    pub max: [f32; 2],
    /// Cells across.
    pub across: u32,
    /// Cells down.
    pub down: u32,
    /// Cells per unit.
    scale: [f64; 2],
}

impl GridFrame {
    /// The frame of a grid around these corners. Corners that are no numbers do not count; `None`
    /// where no other is left, or no cell.
    pub fn around(
        corners: impl IntoIterator<Item = [f32; 3]>,
        across: u32,
        down: u32,
    ) -> Option<Self> {
        let (mut min, mut max) = ([f32::INFINITY; 2], [f32::NEG_INFINITY; 2]);
        for [x, y, _] in corners {
            if x.is_finite() && y.is_finite() {
                min = [min[0].min(x), min[1].min(y)];
                max = [max[0].max(x), max[1].max(y)];
            }
        }
        Self::new(min, max, across, down)
    }

    /// A frame of these bounds; `None` where they are no numbers, or there are no cells.
    pub fn new(min: [f32; 2], max: [f32; 2], across: u32, down: u32) -> Option<Self> {
        let sound = min.iter().chain(&max).all(|value| value.is_finite())
            && min[0] <= max[0]
            && min[1] <= max[1];
        if !sound || across == 0 || down == 0 {
            return None;
        }
        let scale = |low: f32, high: f32, cells: u32| {
            let span = f64::from(high) - f64::from(low);
            if span > 0.0 { f64::from(cells) / span } else { 0.0 }
        };
        let scale = [scale(min[0], max[0], across), scale(min[1], max[1], down)];
        Some(Self { min, max, across, down, scale })
    }

    /// Whether a point is within the bounds, borders included.
    pub fn holds(&self, x: f32, y: f32) -> bool {
        self.min[0] <= x && x <= self.max[0] && self.min[1] <= y && y <= self.max[1]
    }

    /// Cells per unit, across and down; 0 where the map has no extent.
    pub fn scale(&self) -> [f64; 2] {
        self.scale
    }

    /// The column and row of a point. Points outside have those of the border; 0 for what is no
    /// number.
    pub fn cell(&self, x: f32, y: f32) -> (u32, u32) {
        let [x, y] = self.in_cells([x, y]);
        (clamped(x, self.across), clamped(y, self.down))
    }

    /// The point in units of cells.
    fn in_cells(&self, [x, y]: [f32; 2]) -> [f64; 2] {
        [
            (f64::from(x) - f64::from(self.min[0])) * self.scale[0],
            (f64::from(y) - f64::from(self.min[1])) * self.scale[1],
        ]
    }

    /// The middle of a cell.
    pub fn middle(&self, column: u32, row: u32) -> [f64; 2] {
        let at = |low: f32, scale: f64, cell: u32| {
            f64::from(low) + if scale > 0.0 { (f64::from(cell) + 0.5) / scale } else { 0.0 }
        };
        [at(self.min[0], self.scale[0], column), at(self.min[1], self.scale[1], row)]
    }

    /// The cells whose middle is inside a polygon, as runs of a column: column, first row, last
    /// row. None for a polygon that crosses the grid too often.
    pub(super) fn middles_inside(
        &self,
        polygon: impl Iterator<Item = [f32; 3]> + Clone,
        crossings: &mut Vec<(u32, f64)>,
        mut run: impl FnMut(u32, u32, u32),
    ) {
        crossings.clear();
        let last = polygon.clone().last();
        let Some(mut before) = last.map(|[x, y, _]| self.in_cells([x, y])) else { return };
        for [x, y, _] in polygon {
            let corner = self.in_cells([x, y]);
            self.middle_crossings(before, corner, crossings);
            before = corner;
            if crossings.len() > MOST_STEPS {
                return;
            }
        }
        sort_crossings(crossings);
        for &[(column, from), (_, to)] in crossings.as_chunks::<2>().0 {
            // Middles between the two: rows whose r + 0.5 is past `from` and not past `to`.
            let (first, last) = ((from - 0.5).ceil().max(0.0), (to - 0.5).ceil() - 1.0);
            if first <= last {
                run(column, clamped(first, self.down), clamped(last, self.down));
            }
        }
    }

    /// How many columns the edges of a polygon cross, together.
    pub(super) fn columns_crossed(&self, polygon: impl Iterator<Item = [f32; 3]> + Clone) -> usize {
        // No edge crosses more columns than lie between the outermost corners.
        let (mut count, mut low, mut high) = (0usize, f32::INFINITY, f32::NEG_INFINITY);
        for [x, ..] in polygon {
            (count, low, high) = (count + 1, low.min(x), high.max(x));
        }
        let columns = (f64::from(high) - f64::from(low)) * self.scale[0];
        count.saturating_mul(1 + widened(clamped(columns, self.across)))
    }

    /// Where an edge crosses the middles of columns.
    fn middle_crossings(&self, a: [f64; 2], b: [f64; 2], out: &mut Vec<(u32, f64)>) {
        let ([lx, ly], [hx, hy]) = if a[0] <= b[0] { (a, b) } else { (b, a) };
        if !(hx > lx && ly.is_finite() && hy.is_finite()) {
            return;
        }
        // Columns c with lx <= c + 0.5 < hx.
        let first = (lx - 0.5).ceil().max(0.0);
        let end = (hx - 0.5).ceil().min(f64::from(self.across));
        if first >= end {
            return;
        }
        let slope = (hy - ly) / (hx - lx);
        let mut column = first;
        while column < end && out.len() <= MOST_STEPS {
            out.push((clamped(column, self.across), ly + (column + 0.5 - lx) * slope));
            column += 1.0;
        }
    }

    /// All cells a polygon touches, in order of columns and rows. A polygon that has corners that
    /// are no numbers touches none.
    pub(super) fn touched(&self, polygon: &[[f32; 3]], scratch: &mut Scratch) -> Result<()> {
        let Scratch { runs, crossings, cells } = scratch;
        runs.clear();
        cells.clear();
        if polygon.iter().any(|[x, y, _]| !x.is_finite() || !y.is_finite()) {
            return Ok(());
        }
        for (a, b) in edges(polygon.iter().copied()) {
            let [a, b] = [[a[0], a[1]], [b[0], b[1]]].map(|point| self.in_cells(point));
            self.edge_runs(a, b, runs);
            if runs.len() > MOST_STEPS {
                return Err(Error::limit("polygon", "it crosses the grid too often"));
            }
        }
        self.middles_inside(polygon.iter().copied(), crossings, |column, first, last| {
            runs.push((column, first, last));
        });
        runs.sort_unstable();
        let mut reached = None;
        for &(column, first, last) in runs.iter() {
            let first = match reached {
                Some((at, row)) if at == column => first.max(row),
                _ => first,
            };
            for row in first..=last {
                cells.push(u64::from(column) * u64::from(self.down) + u64::from(row));
            }
            if cells.len() > MOST_STEPS {
                return Err(Error::limit("polygon", "it covers too many cells"));
            }
            let behind = last + 1;
            reached = match reached {
                Some((at, row)) if at == column => Some((at, behind.max(row))),
                _ => Some((column, behind)),
            };
        }
        Ok(())
    }

    /// The cells an edge runs through, column by column, with a margin.
    fn edge_runs(&self, a: [f64; 2], b: [f64; 2], out: &mut Vec<(u32, u32, u32)>) {
        let ([lx, ly], [hx, hy]) = if a[0] <= b[0] { (a, b) } else { (b, a) };
        let (first, last) = (clamped(lx - MARGIN, self.across), clamped(hx + MARGIN, self.across));
        let slope = if hx > lx { (hy - ly) / (hx - lx) } else { 0.0 };
        for column in first..=last {
            let at = |x: f64| if hx > lx { ly + (x.clamp(lx, hx) - lx) * slope } else { ly };
            let (mut low, mut high) =
                (at(f64::from(column) - MARGIN), at(f64::from(column) + 1.0 + MARGIN));
            if hx <= lx {
                (low, high) = (ly, hy);
            }
            let (low, high) = (low.min(high) - MARGIN, low.max(high) + MARGIN);
            out.push((column, clamped(low, self.down), clamped(high, self.down)));
            if out.len() > MOST_STEPS {
                return;
            }
        }
    }
}

/// Lists of [`GridFrame::touched`], kept from areal to areal.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    runs: Vec<(u32, u32, u32)>,
    crossings: Vec<(u32, f64)>,
    /// What was asked for: the numbers of the cells.
    pub cells: Vec<u64>,
}

/// By column, then by height. Most areals have a few of them, in no order.
fn sort_crossings(crossings: &mut [(u32, f64)]) {
    crossings.sort_unstable_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
}

/// The cell a coordinate in units of cells falls into, the border's for what is outside.
#[inline]
fn clamped(value: f64, cells: u32) -> u32 {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // saturates; NaN gives 0
    let cell = value as u32;
    cell.min(cells.saturating_sub(1))
}

fn widened(value: u32) -> usize {
    usize::try_from(value).unwrap_or(usize::MAX)
}

/// The lists of all cells for these polygons, each in order of areals.
pub(super) fn cells_of<'p>(
    polygons: impl Iterator<Item = &'p [[f32; 3]]> + Clone,
    across: u32,
    down: u32,
) -> Result<Cells> {
    let mut cells = Cells::empty(across, down)?;
    let corners = polygons.clone().flat_map(|polygon| polygon.iter().copied());
    let Some(frame) = GridFrame::around(corners, across, down) else { return Ok(cells) };
    // First how long each list is, then the lists.
    let mut scratch = Scratch::default();
    let mut starts = vec![0u32; cells.len() + 1];
    let mut total = 0u32;
    for polygon in polygons.clone() {
        frame.touched(polygon, &mut scratch)?;
        for &cell in &scratch.cells {
            if let Some(count) = usize::try_from(cell).ok().and_then(|at| starts.get_mut(at + 1)) {
                *count += 1;
                total += 1;
                if *count > MOST_IN_CELL || total > MOST_IN_POOL {
                    return Err(too_full(*count, total));
                }
            }
        }
    }
    let mut at = 0;
    for start in &mut starts {
        at += *start;
        *start = at;
    }
    let mut ids = vec![0u16; usize::try_from(total).unwrap_or(0)];
    let mut next = starts.clone();
    for (areal, polygon) in polygons.enumerate() {
        let areal = u16::try_from(areal)
            .map_err(|_| Error::limit("areals", "more than 65,536; cells cannot name them"))?;
        frame.touched(polygon, &mut scratch)?;
        for &cell in &scratch.cells {
            let Some(slot) = usize::try_from(cell).ok().and_then(|at| next.get_mut(at)) else {
                continue;
            };
            if let Some(id) = usize::try_from(*slot).ok().and_then(|at| ids.get_mut(at)) {
                *id = areal;
            }
            *slot += 1;
        }
    }
    cells = Cells::from_parts(across, down, starts, ids);
    Ok(cells)
}

fn too_full(in_cell: u32, in_all: u32) -> Error {
    let why = if in_cell > MOST_IN_CELL {
        format!("more than {MOST_IN_CELL} areals in one; use more cells")
    } else {
        format!("{in_all} areal numbers in all; at most {MOST_IN_POOL} fit, use fewer cells")
    };
    Error::limit("cells", why)
}
