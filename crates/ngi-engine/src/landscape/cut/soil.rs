//! A landscape taken apart while it is cut: corners, and the faces of every cell.

use std::collections::HashMap;

use ngi_formats::geometry::{Normal, encode_triangle_normal};
use ngi_formats::landscape::{
    Derived, Face, Grid, GroundUv, Landscape, LandscapeDoc, MOST_FACES, NO_MATERIAL,
};

use super::band::BandFace;
use super::carve::{Carved, Remnant};
use super::rings::Point;
use super::{BAND_FLAGS, BAND_TURNS, NoCut};

/// A corner of the ground with all that is stored of it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Corner {
    pub position: [f32; 3],
    pub normal: Normal,
    pub uv: GroundUv,
    pub micro: GroundUv,
    pub alpha: f32,
}

/// A face while it is cut: its corners are places in [`Soil::corners`].
#[derive(Debug, Clone, Copy)]
pub(super) struct Facet {
    pub face: Face,
    pub corners: [u32; 3],
}

/// What a corner has apart from its number, for finding the same one again.
type Key = ([u32; 3], [i8; 3], [u16; 4], u32);

/// A box seen from above: nothing yet, and it grows.
#[derive(Debug, Clone, Copy)]
struct Box2 {
    min: [f32; 2],
    max: [f32; 2],
}

impl Box2 {
    const EMPTY: Self = Self { min: [f32::INFINITY; 2], max: [f32::NEG_INFINITY; 2] };

    fn add(&mut self, [x, y, _]: [f32; 3]) {
        self.min = [self.min[0].min(x), self.min[1].min(y)];
        self.max = [self.max[0].max(x), self.max[1].max(y)];
    }

    fn touches(&self, [low, high]: [Point; 2]) -> bool {
        let apart = |axis: fn(&[f64; 2]) -> f64| {
            let (min, max) = (self.min.map(f64::from), self.max.map(f64::from));
            axis(&min) > axis(&high) || axis(&max) < axis(&low)
        };
        !apart(|p| p[0]) && !apart(|p| p[1])
    }
}

#[derive(Debug)]
pub(super) struct Soil {
    doc: LandscapeDoc,
    pub grid: Grid,
    pub corners: Vec<Corner>,
    /// The faces of every cell of the file.
    pub cells: Vec<Vec<Facet>>,
    /// The box around the faces of every cell, seen from above.
    boxes: Vec<Box2>,
    /// The cell of each square, by level.
    places: [Vec<usize>; 2],
    known: HashMap<Key, u32>,
}

impl Soil {
    pub fn of(land: &Landscape<'_>) -> Result<Self, NoCut> {
        let grid = land.grid().ok_or(NoCut::Unsound)?;
        let doc = LandscapeDoc::from_landscape(land);
        let corners = corners_of(&doc).ok_or(NoCut::Unsound)?;
        let mut cells = vec![Vec::new(); doc.cells.len()];
        let mut places = [Vec::new(), Vec::new()];
        let mut held = 0;
        for (level, places) in places.iter_mut().enumerate() {
            for square in 0..grid.len() {
                let (index, cell) = land.cell(square, level).ok_or(NoCut::Unsound)?;
                let run = doc.faces.get(land.cell_faces(&cell)).ok_or(NoCut::Unsound)?;
                let place = cells.get_mut(index).filter(|place| place.is_empty());
                let facet =
                    |face: &Face| Facet { face: *face, corners: face.vertices.map(u32::from) };
                held += run.len();
                if held > doc.faces.len() {
                    return Err(NoCut::Unsound);
                }
                place.ok_or(NoCut::Unsound)?.extend(run.iter().map(facet));
                places.push(index);
            }
        }
        let in_range = |facet: &Facet| {
            facet.corners.iter().all(|corner| corners.get(*corner as usize).is_some())
        };
        let sound = held == doc.faces.len() && cells.iter().flatten().all(in_range);
        sound.then_some(()).ok_or(NoCut::Unsound)?;
        let boxed = |facets: &Vec<Facet>| {
            let mut bounds = Box2::EMPTY;
            let own = facets.iter().flat_map(|facet| facet.corners);
            let own = own.filter_map(|corner| corners.get(corner as usize));
            own.for_each(|corner| bounds.add(corner.position));
            bounds
        };
        let boxes = cells.iter().map(boxed).collect();
        Ok(Self { doc, grid, corners, cells, boxes, places, known: HashMap::new() })
    }

    /// The faces of a level in cells that touch a box, each with its cell and its place there.
    pub fn facets(
        &self,
        level: usize,
        bounds: [Point; 2],
    ) -> impl Iterator<Item = (usize, usize, &Facet)> {
        let cells = self.places.get(level).into_iter().flatten();
        let touched =
            move |cell: &&usize| self.boxes.get(**cell).is_some_and(|own| own.touches(bounds));
        cells.filter(touched).flat_map(|&cell| {
            let facets = self.cells.get(cell).map(Vec::as_slice).unwrap_or_default();
            facets.iter().enumerate().map(move |(place, facet)| (cell, place, facet))
        })
    }

    /// The three corners of a face.
    pub fn corners_of(&self, facet: &Facet) -> Option<[Corner; 3]> {
        let [a, b, c] = facet.corners.map(|corner| self.corners.get(corner as usize).copied());
        Some([a?, b?, c?])
    }

    /// Takes away what was carved and puts what is left in its place, and the band; how many faces
    /// went and came.
    pub fn replace(&mut self, level: usize, carved: Carved, band: &[BandFace]) -> (usize, usize) {
        let (mut taken, mut made) = (0, 0);
        for (cell, places) in &carved.gone {
            let Some(facets) = self.cells.get_mut(*cell) else { continue };
            let mut place = 0;
            facets.retain(|_| {
                place += 1;
                places.binary_search(&(place - 1)).is_err()
            });
            taken += places.len();
        }
        for Remnant { cell, face, corners } in carved.remains {
            made += usize::from(self.add(cell, face, corners));
        }
        for BandFace { square, points } in band {
            let cell = self.places.get(level).and_then(|places| places.get(*square)).copied();
            let Some(cell) = cell else { continue };
            let face = Face {
                flags: BAND_FLAGS,
                material: 0,
                second_material: NO_MATERIAL,
                unk_0x06: 0,
                ..Face::default()
            };
            made += usize::from(self.add(cell, face, points.map(stone)));
        }
        (taken, made)
    }

    /// Adds a face, unless its corners are too near each other to be told apart.
    fn add(&mut self, cell: usize, mut face: Face, corners: [Corner; 3]) -> bool {
        let positions = corners.map(|corner| corner.position);
        let [a, b, c] = positions;
        if a == b || b == c || c == a {
            return false;
        }
        face.normal = encode_triangle_normal(positions);
        let corners = corners.map(|corner| self.number(corner));
        let Some(facets) = self.cells.get_mut(cell) else { return false };
        facets.push(Facet { face, corners });
        if let Some(bounds) = self.boxes.get_mut(cell) {
            positions.into_iter().for_each(|position| bounds.add(position));
        }
        true
    }

    fn number(&mut self, corner: Corner) -> u32 {
        let next = u32::try_from(self.corners.len()).unwrap_or(u32::MAX);
        let number = *self.known.entry(key(&corner)).or_insert(next);
        if number == next {
            self.corners.push(corner);
        }
        number
    }

    /// Whether a file could hold so many faces more. Each may bring two corners of its own; those
    /// that nobody uses any more are counted too, they are few.
    pub fn has_room_for(&self, more: usize) -> bool {
        let faces: usize = self.cells.iter().map(Vec::len).sum();
        let corners = self.corners.len() + 2 * more;
        faces + more <= MOST_FACES && corners <= usize::from(u16::MAX)
    }

    /// The landscape again. What nobody uses any more is left out.
    pub fn into_doc(self) -> ngi_formats::Result<LandscapeDoc> {
        let Self { mut doc, corners, cells, .. } = self;
        let mut numbers = vec![u16::MAX; corners.len()];
        let mut used: Vec<Corner> = Vec::new();
        let mut faces = Vec::new();
        for (cell, facets) in doc.cells.iter_mut().zip(&cells) {
            cell.first = u16::try_from(faces.len()).unwrap_or(u16::MAX);
            cell.count = u16::try_from(facets.len()).unwrap_or(u16::MAX);
            for Facet { face, corners: own } in facets {
                let vertices = own.map(|corner| {
                    let Some(number) = numbers.get_mut(corner as usize) else { return u16::MAX };
                    if *number == u16::MAX {
                        *number = u16::try_from(used.len()).unwrap_or(u16::MAX);
                        used.extend(corners.get(corner as usize));
                    }
                    *number
                });
                faces.push(Face { vertices, ..*face });
            }
        }
        doc.faces.records = faces;
        doc.positions.records = used.iter().map(|corner| corner.position).collect();
        doc.normals.records = used.iter().map(|corner| corner.normal).collect();
        doc.material_uvs.records = used.iter().map(|corner| corner.uv).collect();
        doc.micro_uvs.records = used.iter().map(|corner| corner.micro).collect();
        if let Some(alphas) = &mut doc.alphas {
            alphas.records = used.iter().map(|corner| corner.alpha).collect();
        }
        doc.order.records.clear();
        use Derived::{CellBounds, Header, Neighbours, Order};
        for derived in [Neighbours, CellBounds, Header, Order] {
            doc.compute(derived)?;
        }
        Ok(doc)
    }
}

fn key(corner: &Corner) -> Key {
    let Corner { position, normal, uv, micro, alpha } = *corner;
    let uvs = [uv.u, uv.v, micro.u, micro.v];
    (position.map(f32::to_bits), normal.xyz, uvs, alpha.to_bits())
}

/// All corners of a landscape; `None` where a table is shorter than the others.
fn corners_of(doc: &LandscapeDoc) -> Option<Vec<Corner>> {
    (0..doc.positions.len())
        .map(|vertex| {
            Some(Corner {
                position: *doc.positions.get(vertex)?,
                normal: *doc.normals.get(vertex)?,
                uv: *doc.material_uvs.get(vertex)?,
                micro: *doc.micro_uvs.get(vertex)?,
                alpha: doc.alphas.as_ref().map_or(Some(1.0), |all| all.get(vertex).copied())?,
            })
        })
        .collect()
}

/// A corner of the band: no normal, which takes no light of a sun, and the texture laid over the
/// world.
fn stone([x, y, z]: [f64; 3]) -> Corner {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "brought to 0..65536"
    )]
    let steps = |along: f64| (along * BAND_TURNS * 1024.0).rem_euclid(65536.0) as u16;
    Corner {
        position: [narrow(x), narrow(y), narrow(z)],
        normal: Normal { xyz: [0; 3], unk_0x03: 0 },
        uv: GroundUv { u: steps(x), v: steps(y) },
        micro: GroundUv::default(),
        alpha: 1.0,
    }
}

/// The nearest number of half the size.
#[expect(clippy::cast_possible_truncation, reason = "to the nearest float")]
pub(super) fn narrow(value: f64) -> f32 {
    value as f32
}
