//! Triangles of a mesh file, as ground: which of them is at a place, and how high.

use std::collections::HashMap;

use crate::importer::Source;
use crate::{Axes, Error, Result, gltf, obj};

/// A triangle in the game's axes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct SoupFace {
    pub corners: [[f32; 3]; 3],
    /// How opaque it is at its corners, where the file says.
    pub alphas: [Option<f32>; 3],
    /// Index into the names of materials.
    pub material: usize,
}

/// The triangles of a file.
#[derive(Debug, Clone, Default)]
pub(crate) struct Soup {
    pub faces: Vec<SoupFace>,
    /// Names of materials, and whether each lies over another.
    pub materials: Vec<(String, bool)>,
    /// What was not looked at.
    pub lost: Vec<String>,
}

impl Soup {
    /// Reads a glTF or an OBJ.
    pub fn read(source: &Source<'_>, axes: Option<Axes>) -> Result<Self> {
        let soup = match source.suffix {
            "obj" => obj::read_soup(source.bytes, axes)?,
            _ => gltf::read_soup(source)?,
        };
        if soup.faces.is_empty() {
            return Err(Error::Usage("there are no triangles in it".into()));
        }
        Ok(soup)
    }

    /// The number of a material.
    pub fn material(&mut self, name: &str, over: bool) -> usize {
        let known = self.materials.iter().position(|(n, o)| n == name && *o == over);
        known.unwrap_or_else(|| {
            self.materials.push((name.to_owned(), over));
            self.materials.len() - 1
        })
    }

    /// How far the triangles reach: least and greatest x and y.
    pub fn bounds(&self) -> [[f64; 2]; 2] {
        let corners = self.faces.iter().flat_map(|face| face.corners);
        corners.fold([[f64::INFINITY; 2], [f64::NEG_INFINITY; 2]], |[low, high], [x, y, _]| {
            let (x, y) = (f64::from(x), f64::from(y));
            [[low[0].min(x), low[1].min(y)], [high[0].max(x), high[1].max(y)]]
        })
    }
}

/// Cells along a side of the index.
const CELLS: usize = 96;
/// Places of triangles in the cells, at most.
const MOST_PLACES: usize = 1 << 23;

/// Triangles by where they are.
pub(super) struct Index<'s> {
    soup: &'s Soup,
    low: [f64; 2],
    size: [f64; 2],
    cells: Vec<Vec<u32>>,
}

impl<'s> Index<'s> {
    /// An index of those triangles that `wanted` likes.
    pub fn new(soup: &'s Soup, wanted: impl Fn(&SoupFace) -> bool) -> Result<Self> {
        let [low, high] = soup.bounds();
        let side = |axis: usize| {
            let reach = high.get(axis).zip(low.get(axis)).map_or(0.0, |(high, low)| high - low);
            (reach / CELLS as f64).max(1e-9)
        };
        let mut index =
            Self { soup, low, size: [side(0), side(1)], cells: vec![Vec::new(); CELLS * CELLS] };
        let mut places = 0;
        for (face, number) in soup.faces.iter().zip(0u32..).filter(|(face, _)| wanted(face)) {
            let xs = face.corners.map(|[x, ..]| f64::from(x));
            let ys = face.corners.map(|[_, y, _]| f64::from(y));
            let range = |values: [f64; 3], axis: usize| {
                let low = values.iter().copied().fold(f64::INFINITY, f64::min);
                let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                index.cell(low, axis)..=index.cell(high, axis)
            };
            let (columns, rows) = (range(xs, 0), range(ys, 1));
            for row in rows {
                for column in columns.clone() {
                    if let Some(cell) = index.cells.get_mut(row * CELLS + column) {
                        cell.push(number);
                        places += 1;
                    }
                }
            }
            if places > MOST_PLACES {
                return Err(Error::Usage(
                    "its triangles lie over each other again and again".into(),
                ));
            }
        }
        Ok(index)
    }

    fn cell(&self, value: f64, axis: usize) -> usize {
        let low = self.low.get(axis).copied().unwrap_or(0.0);
        let size = self.size.get(axis).copied().unwrap_or(1.0);
        // Saturates; 0 for what is less.
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let cell = ((value - low) / size).max(0.0) as usize;
        cell.min(CELLS - 1)
    }

    /// The highest triangle at a place, and how high it is there.
    pub fn top(&self, [x, y]: [f64; 2]) -> Option<(&'s SoupFace, f64)> {
        let cell = self.cells.get(self.cell(y, 1) * CELLS + self.cell(x, 0))?;
        let mut best: Option<(&SoupFace, f64)> = None;
        for &number in cell {
            let face = usize::try_from(number).ok().and_then(|at| self.soup.faces.get(at));
            let Some(face) = face else { continue };
            let Some(z) = height_in(&face.corners, [x, y]) else { continue };
            if best.is_none_or(|(_, most)| z > most) {
                best = Some((face, z));
            }
        }
        best
    }
}

/// How high a triangle is at a place, edges included; `None` beside it, and for one that stands
/// upright.
fn height_in(corners: &[[f32; 3]; 3], [x, y]: [f64; 2]) -> Option<f64> {
    let [a, b, c] = corners.map(|corner| corner.map(f64::from));
    let side = |from: [f64; 3], to: [f64; 3]| {
        (to[0] - from[0]) * (y - from[1]) - (to[1] - from[1]) * (x - from[0])
    };
    let (to_c, to_a, to_b) = (side(a, b), side(b, c), side(c, a));
    let whole = to_a + to_b + to_c;
    // Whichever way it is wound. A little slack: a point on an edge must not fall between two.
    let slack = 1e-6 * whole.abs();
    let inside = if whole > 0.0 {
        to_a >= -slack && to_b >= -slack && to_c >= -slack
    } else {
        to_a <= slack && to_b <= slack && to_c <= slack
    };
    (inside && whole.abs() > 1e-12).then(|| (to_a * a[2] + to_b * b[2] + to_c * c[2]) / whole)
}

/// Heights of the corners at a place seen from above, for those triangles that `wanted` likes.
pub(super) fn corner_heights(
    soup: &Soup,
    wanted: impl Fn(&SoupFace) -> bool,
) -> HashMap<[i64; 2], Vec<f32>> {
    let mut heights: HashMap<[i64; 2], Vec<f32>> = HashMap::new();
    for face in soup.faces.iter().filter(|face| wanted(face)) {
        for [x, y, z] in face.corners {
            let here = heights.entry(place_key([x, y])).or_default();
            if here.len() < 16 && !here.iter().any(|known| known.to_bits() == z.to_bits()) {
                here.push(z);
            }
        }
    }
    heights
}

/// A place to a quarter of a centimetre.
pub(super) fn place_key(place: [f32; 2]) -> [i64; 2] {
    // Saturates; places of a map are far from that.
    #[allow(clippy::cast_possible_truncation)]
    place.map(|value| (f64::from(value) * 256.0).round() as i64)
}
