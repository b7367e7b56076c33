//! Which vertices, faces and squares are at a place.

use std::collections::HashMap;

use crate::geometry::adjacency::weld;
use crate::landscape::LandscapeDoc;
use crate::landscape::types::LEVELS;
use crate::{Error, Result};

/// Lists of numbers, one after the other.
#[derive(Debug, Clone, Default)]
pub(super) struct Lists {
    starts: Vec<usize>,
    items: Vec<usize>,
}

impl Lists {
    /// Lists out of pairs of list and item; items stay in their order.
    fn of(count: usize, pairs: impl Iterator<Item = (usize, usize)> + Clone) -> Self {
        let mut starts = vec![0usize; count + 1];
        for (list, _) in pairs.clone() {
            starts.get_mut(list + 1).into_iter().for_each(|size| *size += 1);
        }
        let mut sum = 0;
        for start in &mut starts {
            sum += *start;
            *start = sum;
        }
        let (mut next, mut items) = (starts.clone(), vec![0; sum]);
        for (list, item) in pairs {
            let Some(place) = next.get_mut(list) else { continue };
            items.get_mut(*place).into_iter().for_each(|slot| *slot = item);
            *place += 1;
        }
        Self { starts, items }
    }

    pub fn get(&self, list: usize) -> &[usize] {
        let range = self.starts.get(list).zip(self.starts.get(list + 1));
        range.and_then(|(from, to)| self.items.get(*from..*to)).unwrap_or_default()
    }
}

/// A point of the plane where the ground has vertices. Those above each other move together.
#[derive(Debug, Clone)]
struct Column {
    at: [f32; 2],
    /// Its places, by their first vertices, that are not on the surface of a liquid.
    dry: Vec<usize>,
    /// Whether there is a liquid.
    is_wet: bool,
}

/// A column near a point.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Near {
    /// Its number.
    pub column: usize,
    /// How far away it is, in the plane.
    pub distance: f32,
}

/// Everything by place. A place is named by its first vertex.
#[derive(Debug, Clone, Default)]
pub(super) struct Places {
    pub place_of: Vec<usize>,
    pub vertices_at: Lists,
    /// Faces that have a corner there, in their order.
    pub faces_at: Lists,
    /// By face.
    pub cell_of: Vec<Option<usize>>,
    /// By cell.
    pub square_of: Vec<Option<usize>>,
    columns: Vec<Column>,
    column_of: Vec<Option<usize>>,
    /// The longest edge, seen from above.
    pub longest: f32,
    buckets: HashMap<[i32; 2], Vec<usize>>,
    bucket: f32,
}

impl Places {
    pub fn of(doc: &LandscapeDoc) -> Result<Self> {
        doc.check_runs()?;
        let count = doc.positions.len();
        let place_of: Vec<usize> =
            weld(&doc.positions.records).iter().map(|&at| at as usize).collect();
        let of = |vertex: u16| place_of.get(usize::from(vertex)).copied();
        let mut corners = Vec::with_capacity(doc.faces.len() * 3);
        let mut wet = vec![false; count];
        for (index, face) in doc.faces.iter().enumerate() {
            let [Some(a), Some(b), Some(c)] = face.vertices.map(of) else {
                let why = format!("leads to no vertex: there are {count}");
                return Err(Error::usage(format!("faces[{index}].vertices"), why));
            };
            for place in [a, b, c] {
                wet.get_mut(place).into_iter().for_each(|wet| *wet |= face.is_liquid());
            }
            corners.push((a, index));
            corners.extend((b != a).then_some((b, index)));
            corners.extend((c != a && c != b).then_some((c, index)));
        }
        let mut cell_of = vec![None; doc.faces.len()];
        for (index, cell) in doc.cells.iter().enumerate() {
            for face in cell_of.get_mut(cell.run()).unwrap_or_default() {
                *face = face.or(Some(index));
            }
        }
        let mut square_of = vec![None; doc.cells.len()];
        for (index, square) in doc.squares.iter().enumerate() {
            for cell in (0..LEVELS).filter_map(|level| square.cell(level)) {
                square_of.get_mut(cell).into_iter().for_each(|square| *square = Some(index));
            }
        }
        let mut places = Self {
            vertices_at: Lists::of(count, place_of.iter().copied().zip(0..)),
            faces_at: Lists::of(count, corners.iter().copied()),
            cell_of,
            square_of,
            column_of: vec![None; count],
            longest: longest(doc),
            ..Self::default()
        };
        places.raise_columns(doc, &place_of, &wet);
        places.place_of = place_of;
        Ok(places)
    }

    fn raise_columns(&mut self, doc: &LandscapeDoc, place_of: &[usize], wet: &[bool]) {
        let mut known: HashMap<[u32; 2], usize> = HashMap::new();
        for (vertex, ([x, y, z], place)) in doc.positions.iter().zip(place_of).enumerate() {
            let is_used = !self.faces_at.get(vertex).is_empty();
            if *place != vertex || !is_used || ![x, y, z].into_iter().all(|n| n.is_finite()) {
                continue;
            }
            let key = [x, y].map(|n| (n + 0.0).to_bits());
            let column = *known.entry(key).or_insert(self.columns.len());
            if column == self.columns.len() {
                self.columns.push(Column { at: [*x, *y], dry: Vec::new(), is_wet: false });
            }
            if let Some(column) = self.columns.get_mut(column) {
                match wet.get(vertex) {
                    Some(true) => column.is_wet = true,
                    _ => column.dry.push(vertex),
                }
            }
            self.column_of.get_mut(vertex).into_iter().for_each(|own| *own = Some(column));
        }
        let extent = doc.header.aabb();
        let ([x0, y0, _], [x1, y1, _]) = (extent.min, extent.max);
        let sides = f64::from((x1 - x0).abs()) * f64::from((y1 - y0).abs());
        let count = u32::try_from(self.columns.len()).unwrap_or(u32::MAX).max(1);
        #[allow(clippy::cast_possible_truncation)] // to the nearest float
        let side = (sides / f64::from(count) * 4.0).sqrt() as f32;
        self.bucket = if side.is_finite() && side > 1e-3 { side } else { 1.0 };
        for (number, column) in self.columns.iter().enumerate() {
            self.buckets.entry(bucket_of(column.at, self.bucket)).or_default().push(number);
        }
    }

    /// The columns in a circle.
    pub fn near(&self, [x, y]: [f32; 2], radius: f32) -> Vec<Near> {
        if !(x.is_finite() && y.is_finite() && radius.is_finite()) {
            return Vec::new();
        }
        let low = bucket_of([x - radius, y - radius], self.bucket);
        let high = bucket_of([x + radius, y + radius], self.bucket);
        let within = |number: &usize| {
            let [cx, cy] = self.columns.get(*number)?.at;
            let distance = (cx - x).hypot(cy - y);
            (distance <= radius).then_some(Near { column: *number, distance })
        };
        let mut found = Vec::new();
        let (wide, deep) =
            (i64::from(high[0]) - i64::from(low[0]), i64::from(high[1]) - i64::from(low[1]));
        // A circle larger than the map looks at every column once.
        if wide.max(deep) > 4096 {
            return (0..self.columns.len()).filter_map(|number| within(&number)).collect();
        }
        for column in low[0]..=high[0] {
            for row in low[1]..=high[1] {
                let own = self.buckets.get(&[column, row]).into_iter().flatten();
                found.extend(own.filter_map(within));
            }
        }
        found
    }

    /// The dry places of a column; none where it may not be moved. Ground that shares a place with
    /// a liquid is its shore, and stays: the liquid would not be level any more.
    pub fn dry(&self, column: usize) -> &[usize] {
        self.columns.get(column).map_or(&[], |column| &column.dry)
    }

    pub fn at(&self, column: usize) -> Option<[f32; 2]> {
        self.columns.get(column).map(|column| column.at)
    }

    pub fn column_of(&self, place: usize) -> Option<usize> {
        self.column_of.get(place).copied().flatten()
    }

    /// Whether any of these vertices is in a column of several places.
    pub fn may_have_met(&self, mut vertices: impl Iterator<Item = usize>) -> bool {
        vertices.any(|vertex| {
            let place = self.place_of.get(vertex).copied();
            let column = place.and_then(|place| self.column_of(place));
            let column = column.and_then(|column| self.columns.get(column));
            column.is_some_and(|column| column.dry.len() > 1 || column.is_wet)
        })
    }
}

/// The longest edge of any face, seen from above.
fn longest(doc: &LandscapeDoc) -> f32 {
    let mut longest = 0.0f32;
    for face in doc.faces.iter() {
        let [a, b, c] = face.vertices.map(|v| doc.positions.get(usize::from(v)).copied());
        for (from, to) in [(a, b), (b, c), (c, a)] {
            if let (Some([x, y, _]), Some([x2, y2, _])) = (from, to) {
                longest = longest.max((x2 - x).hypot(y2 - y));
            }
        }
    }
    longest
}

fn bucket_of([x, y]: [f32; 2], side: f32) -> [i32; 2] {
    // Saturates, and a landscape is not that large.
    #[allow(clippy::cast_possible_truncation)]
    [x, y].map(|n| (n / side).floor() as i32)
}
