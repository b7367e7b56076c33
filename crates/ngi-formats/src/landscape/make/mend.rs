//! What of a landscape does not fit the rest of it, worked out anew.

use super::derive::{Derived, sphere_of};
use crate::Result;
use crate::follow::{MENDED, told};
use crate::geometry::vector::dot;
use crate::geometry::{Aabb, bounds};
use crate::landscape::LandscapeDoc;
use crate::landscape::types::{Cell, Face, LEVELS};
use crate::schema::Record as _;

/// How far a part of a face normal may be off before it is wrong: others round otherwise.
const NORMAL_SLACK: u16 = 40;

/// The cosine of how far a vertex normal may be off: 20 degrees, and the rounding of its parts.
const NEAR: f32 = 0.93;

/// The three codes of a face's edges.
const CODES: u16 = 0x3F;

/// How much larger a box may be than what is in it, as a share of its diagonal.
const BOX_SLACK: f32 = 0.01;

impl LandscapeDoc {
    /// Works out anew what does not fit: normals, links, boxes, spheres, flags and the draw order.
    /// Says what changed; what fits stays, to the last bit. Fails, and changes nothing, where
    /// references lead nowhere.
    pub fn mend(&mut self) -> Result<Vec<String>> {
        let mut mended = self.clone();
        let mut lines = Vec::new();
        for derived in Derived::ALL {
            let mut fresh = mended.clone();
            fresh.compute(derived)?;
            mended.mend_one(derived, &fresh, &mut lines);
        }
        *self = mended;
        Ok(lines)
    }

    fn mend_one(&mut self, derived: Derived, fresh: &Self, lines: &mut Vec<String>) {
        let (table, field, changed) = match derived {
            Derived::Neighbours => ("faces", ".neighbours", self.mend_links(fresh)),
            Derived::FaceNormals => {
                let off = |face: &Face, now: &Face| {
                    let parts = face.normal.iter().zip(now.normal);
                    parts.into_iter().any(|(a, b)| a.abs_diff(b) > NORMAL_SLACK)
                };
                let set = |face: &mut Face, now: &Face| face.normal = now.normal;
                (
                    "faces",
                    ".normal",
                    replace(&mut self.faces.records, &fresh.faces.records, off, set),
                )
            }
            Derived::SecondFlag => {
                let off = |face: &Face, now: &Face| face.flags != now.flags;
                let set = |face: &mut Face, now: &Face| face.flags = now.flags;
                (
                    "faces",
                    ".flags",
                    replace(&mut self.faces.records, &fresh.faces.records, off, set),
                )
            }
            Derived::VertexNormals => ("normals", "", self.mend_normals(fresh)),
            Derived::CellBounds => return self.mend_cells(fresh, lines),
            Derived::Header => {
                let (stored, now) = (self.header.aabb(), self.reach(&fresh.header.aabb()));
                let canonical = bounds::corners(&stored) == self.header.corners;
                if !(canonical && fits(&stored, &now)) {
                    self.header.corners = bounds::corners(&now);
                    lines.push(format!("header.corners {MENDED}"));
                }
                return;
            }
            Derived::Order => {
                if self.order.len() > self.faces.len() {
                    self.order.records.truncate(self.faces.len());
                }
                let off = |a: &_, b: &_| a != b;
                let longer = fresh.order.len() > self.order.len();
                let mut changed =
                    replace(&mut self.order.records, &fresh.order.records, off, |a, b| *a = *b);
                if longer {
                    changed.extend(self.order.len()..fresh.order.len());
                    self.order = fresh.order.clone();
                    self.order.records.truncate(self.faces.len());
                }
                ("order", "", changed)
            }
        };
        lines.extend(told(table, field, &changed, MENDED));
    }

    /// The map's box: as it is, where its sides are those of the ground, give or take a little;
    /// else around all vertices.
    fn reach(&self, fresh: &Aabb) -> Aabb {
        let Some(tight) = bounds::aabb(self.positions.iter().copied()) else { return *fresh };
        let slack = bounds::diagonal(&tight) * 1e-4;
        let side = |stored: f32, tight: f32| {
            if (stored - tight).abs() <= slack { stored } else { tight }
        };
        let ([x, y, low], [x2, y2, high]) = (fresh.min, fresh.max);
        let ([a, b, _], [c, d, _]) = (tight.min, tight.max);
        Aabb { min: [side(x, a), side(y, b), low], max: [side(x2, c), side(y2, d), high] }
    }

    /// Links, where they do not lead back or are not all there. They belong together: where one is
    /// wrong all are made anew.
    fn mend_links(&mut self, fresh: &Self) -> Vec<usize> {
        let open = |doc: &Self| -> usize {
            let edges = |face: &Face| (0..3).filter(|&edge| face.neighbour(edge).is_none()).count();
            doc.faces.iter().map(edges).sum()
        };
        if self.links_hold() && open(self) == open(fresh) {
            return Vec::new();
        }
        // Nothing stands above the codes.
        let links = |face: &Face| (face.neighbours, face.twins & CODES);
        let off = |face: &Face, now: &Face| (face.neighbours, face.twins) != links(now);
        let set = |face: &mut Face, now: &Face| (face.neighbours, face.twins) = links(now);
        replace(&mut self.faces.records, &fresh.faces.records, off, set)
    }

    /// Whether each edge leads to one that leads back and lies where it does.
    fn links_hold(&self) -> bool {
        let at = |face: &Face, corner: usize| {
            let vertex = face.vertices.get(corner % 3).map(|&vertex| usize::from(vertex));
            vertex.and_then(|vertex| self.positions.get(vertex)).copied()
        };
        self.faces.iter().enumerate().all(|(index, face)| {
            let above = face.twins & !CODES == 0;
            above
                && (0..3).all(|edge| match (face.neighbour(edge), face.twin(edge)) {
                    (None, None) => true,
                    (Some(number), Some(twin)) => self.faces.get(number).is_some_and(|other| {
                        other.neighbour(twin) == Some(index)
                            && other.twin(twin) == Some(edge)
                            && at(face, edge) == at(other, twin + 1)
                            && at(face, edge + 1) == at(other, twin)
                    }),
                    _ => false,
                })
        })
    }

    /// Normals that are far from the mean of the ground around them, or have another length. Ground
    /// has no creases that somebody could have meant.
    fn mend_normals(&mut self, fresh: &Self) -> Vec<usize> {
        let mut changed = Vec::new();
        let both = self.normals.records.iter_mut().zip(fresh.normals.iter());
        for (vertex, (normal, now)) in both.enumerate() {
            let near = dot(normal.decode(), now.decode()) > NEAR;
            if !(near && is_unit(normal.xyz)) && normal.xyz != now.xyz {
                normal.xyz = now.xyz;
                changed.push(vertex);
            }
        }
        changed
    }

    /// Boxes that do not hold their faces, are far too large, or differ from that of the other
    /// level; spheres that do not hold the box they should.
    fn mend_cells(&mut self, fresh: &Self, lines: &mut Vec<String>) {
        let wanted = self.wanted_boxes(fresh);
        let (mut boxes, mut spheres) = (Vec::new(), Vec::new());
        for (index, (cell, wanted)) in self.cells.iter_mut().zip(wanted).enumerate() {
            if let Some(wanted) = wanted.filter(|wanted| wanted.write() != cell.aabb.write()) {
                cell.aabb = wanted;
                boxes.push(index);
            }
            let sphere = sphere_of(&cell.aabb);
            if (wanted.is_some() || !holds(cell)) && cell.sphere.write() != sphere.write() {
                cell.sphere = sphere;
                spheres.push(index);
            }
        }
        lines.extend(told("cells", ".aabb", &boxes, MENDED));
        lines.extend(told("cells", ".sphere", &spheres, MENDED));
    }

    /// By cell the box it should have, where it has a wrong one. The cells of a square share one.
    fn wanted_boxes(&self, fresh: &Self) -> Vec<Option<Aabb>> {
        let mut wanted = vec![None; self.cells.len()];
        for square in self.squares.iter() {
            let cells: Vec<usize> = (0..LEVELS).filter_map(|level| square.cell(level)).collect();
            let pair: Vec<(&Cell, &Cell)> = cells
                .iter()
                .filter_map(|&cell| Some((self.cells.get(cell)?, fresh.cells.get(cell)?)))
                .collect();
            let first = pair.first().map(|(cell, _)| cell.aabb.write());
            let differ = pair.iter().any(|(cell, _)| Some(cell.aabb.write()) != first);
            if !differ && pair.iter().all(|(cell, now)| fits(&cell.aabb, &now.aabb)) {
                continue;
            }
            let corners = pair.iter().flat_map(|(_, now)| [now.aabb.min, now.aabb.max]);
            let shared = bounds::aabb(corners);
            for cell in cells {
                wanted.get_mut(cell).into_iter().for_each(|wanted| *wanted = shared);
            }
        }
        wanted
    }
}

/// Replaces what is off; gives the numbers.
pub(crate) fn replace<R>(
    records: &mut [R],
    fresh: &[R],
    off: impl Fn(&R, &R) -> bool,
    set: impl Fn(&mut R, &R),
) -> Vec<usize> {
    let mut changed = Vec::new();
    for (index, (record, now)) in records.iter_mut().zip(fresh).enumerate() {
        if off(record, now) {
            set(record, now);
            changed.push(index);
        }
    }
    changed
}

/// Whether a packed normal has the length it should.
pub(crate) fn is_unit(normal: [i8; 3]) -> bool {
    let squared: i32 = normal.iter().map(|&part| i32::from(part) * i32::from(part)).sum();
    // (127 · (1 ± 0.0133))².
    (15_702..=16_561).contains(&squared)
}

/// Whether a box holds another and is not much larger.
fn fits(stored: &Aabb, tight: &Aabb) -> bool {
    let slack = bounds::diagonal(tight) * BOX_SLACK;
    bounds::contains(stored, tight, 0.0) && bounds::contains(tight, stored, slack)
}

/// Whether a cell's sphere reaches as far as its box does from its middle, and is of numbers.
fn holds(cell: &Cell) -> bool {
    let ([a, b, c], [d, e, f]) = (cell.aabb.min, cell.aabb.max);
    let half = [d - a, e - b, f - c].into_iter().fold(0.0, f32::max) / 2.0;
    let finite = cell.sphere.center.iter().all(|value| value.is_finite());
    finite && cell.sphere.radius.is_finite() && cell.sphere.radius >= half * 0.99
}
