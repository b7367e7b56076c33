//! A model that somebody changed field by field: what follows from the change is brought up to
//! date, the rest stays.

use super::derive::{
    Dependency, FACE_NORMALS, HEADER, NEIGHBOURS, SLOT_BOUNDS, SLOT_RANGES, VERTEX_COUNTS,
};
use crate::Result;
use crate::follow::{FOLLOWS, told};
use crate::geometry::follow::States;
use crate::geometry::{encode_normal, shading};
use crate::msh::ModelDoc;
use crate::msh::types::{Batch, Slot, Triangle};
use crate::schema::Record as _;

/// Something of a model that follows from the rest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Derived {
    /// Which triangles a slot has.
    SlotRanges,
    /// What lies across the edges of triangles.
    Neighbours,
    /// Normals of triangles.
    FaceNormals,
    /// Normals of vertices.
    VertexNormals,
    /// Box, sphere, area and volume of slots.
    SlotBounds,
    /// How many vertices a batch reaches over.
    VertexCounts,
    /// Which key a node has at which frame.
    FrameMap,
    /// The bounds of the model.
    Header,
}

impl Derived {
    /// Everything that can be worked out, in an order in which it can.
    pub const ALL: [Self; 8] = [
        Self::SlotRanges,
        Self::Neighbours,
        Self::FaceNormals,
        Self::VertexNormals,
        Self::SlotBounds,
        Self::VertexCounts,
        Self::FrameMap,
        Self::Header,
    ];

    /// The row of the matrix that works it out; vertex normals and the frame map have none.
    pub(super) fn dependency(self) -> Option<Dependency> {
        match self {
            Self::SlotRanges => Some(SLOT_RANGES),
            Self::Neighbours => Some(NEIGHBOURS),
            Self::FaceNormals => Some(FACE_NORMALS),
            Self::VertexNormals | Self::FrameMap => None,
            Self::SlotBounds => Some(SLOT_BOUNDS),
            Self::VertexCounts => Some(VERTEX_COUNTS),
            Self::Header => Some(HEADER),
        }
    }
}

/// A part of a slot's bounds: its name, its bytes, and how it is taken from another slot.
type SlotPart = (&'static str, fn(&Slot) -> Vec<u8>, fn(&mut Slot, &Slot));

/// What neighbours a triangle has.
pub(super) fn links(triangle: &Triangle) -> ([u16; 3], u16) {
    (triangle.neighbours, triangle.twins)
}

/// Takes the neighbours of another.
pub(super) fn set_links(triangle: &mut Triangle, now: &Triangle) {
    (triangle.neighbours, triangle.twins) = (now.neighbours, now.twins);
}

impl ModelDoc {
    /// Brings up to date what follows from everything that is not as it was `before`, but for what
    /// is to be kept. Only values that depend on a change do change; a value that was given, or was
    /// not what would be worked out here, stays. Says what changed.
    ///
    /// Vertex normals turn as the faces around them do, so that a model keeps its creases.
    ///
    /// Fails, and changes nothing, where references lead nowhere.
    pub fn follow(&mut self, before: &Self, keep: &[Derived]) -> Result<Vec<String>> {
        before.check_overlap()?;
        self.check_overlap()?;
        let mut after = self.clone();
        let (mut was, mut now) = (before.clone(), self.clone());
        let mut lines = Vec::new();
        for derived in Derived::ALL.into_iter().filter(|derived| !keep.contains(derived)) {
            if let Some(dependency) = derived.dependency() {
                // Batches in another order than their triangles have no ranges to be worked out.
                let worked = was.compute(dependency).and_then(|()| now.compute(dependency));
                match worked {
                    Err(_) if derived == Derived::SlotRanges => continue,
                    other => other?,
                }
            }
            after.follow_one(derived, before, &was, &now, &mut lines)?;
            if derived == Derived::FrameMap {
                // The bounds of the model are those of its first frame.
                now.set_frames(after.frames());
            }
        }
        *self = after;
        Ok(lines)
    }

    /// What of the things that can be worked out is stored differently.
    pub fn differing(&self, other: &Self) -> Vec<Derived> {
        let slots = |differ: fn(&Slot, &Slot) -> bool| {
            self.slots.iter().zip(other.slots.iter()).any(|(a, b)| differ(a, b))
        };
        let triangles = |differ: fn(&Triangle, &Triangle) -> bool| {
            let both = self.triangles.as_ref().zip(other.triangles.as_ref());
            both.is_some_and(|(a, b)| a.iter().zip(b.iter()).any(|(a, b)| differ(a, b)))
        };
        let differs = |derived: &Derived| match derived {
            Derived::SlotRanges => slots(|a, b| ranges(a) != ranges(b)),
            Derived::SlotBounds => slots(|a, b| bounded(a) != bounded(b)),
            Derived::FaceNormals => triangles(|a, b| a.normal != b.normal),
            Derived::Neighbours => triangles(|a, b| links(a) != links(b)),
            Derived::VertexNormals => {
                let records = |doc: &Self| doc.normals.as_ref().map(|all| all.records.clone());
                records(self) != records(other)
            }
            Derived::VertexCounts => {
                let both = self.batches.iter().zip(other.batches.iter());
                both.into_iter().any(|(a, b)| a.vertex_count != b.vertex_count)
            }
            Derived::FrameMap => self.frames() != other.frames(),
            Derived::Header => self.header.write() != other.header.write(),
        };
        Derived::ALL.into_iter().filter(differs).collect()
    }

    fn follow_one(
        &mut self,
        derived: Derived,
        before: &Self,
        was: &Self,
        now: &Self,
        lines: &mut Vec<String>,
    ) -> Result<()> {
        let slots = States {
            before: &before.slots.records,
            was: &was.slots.records,
            now: &now.slots.records,
        };
        match derived {
            Derived::SlotRanges => {
                let set = |slot: &mut Slot, now: &Slot| {
                    slot.triangle_start = now.triangle_start;
                    slot.triangle_count = now.triangle_count;
                };
                let changed = slots.follow(&mut self.slots.records, ranges, set);
                lines.extend(told("slots", ".triangle_count", &changed, FOLLOWS));
                self.follow_triangle_count(now, lines);
            }
            Derived::SlotBounds => self.follow_slots(&slots, lines),
            Derived::VertexCounts => {
                let batches = States {
                    before: &before.batches.records,
                    was: &was.batches.records,
                    now: &now.batches.records,
                };
                let set = |batch: &mut Batch, now: &Batch| batch.vertex_count = now.vertex_count;
                let changed =
                    batches.follow(&mut self.batches.records, |batch| batch.vertex_count, set);
                lines.extend(told("batches", ".vertex_count", &changed, FOLLOWS));
            }
            Derived::Header => {
                let given = before.header.write() != self.header.write();
                if !given && was.header.write() != now.header.write() {
                    self.header = now.header;
                    lines.push(format!("header {FOLLOWS}"));
                }
            }
            Derived::VertexNormals => lines.extend(self.follow_normals(before)),
            Derived::FrameMap => lines.extend(self.follow_frames(before)),
            Derived::Neighbours | Derived::FaceNormals => {
                let empty = crate::tables::OwnedTable::default();
                let of = |doc: &Self| doc.triangles.clone().unwrap_or_else(|| empty.clone());
                let (before, was, now) = (of(before), of(was), of(now));
                let states =
                    States { before: &before.records, was: &was.records, now: &now.records };
                let Some(triangles) = self.triangles.as_mut() else { return Ok(()) };
                let (field, changed) = if derived == Derived::Neighbours {
                    (".neighbours", states.follow(&mut triangles.records, links, set_links))
                } else {
                    let set =
                        |triangle: &mut Triangle, now: &Triangle| triangle.normal = now.normal;
                    (
                        ".normal",
                        states.follow(&mut triangles.records, |triangle| triangle.normal, set),
                    )
                };
                lines.extend(told("triangles", field, &changed, FOLLOWS));
            }
        }
        Ok(())
    }

    fn follow_triangle_count(&mut self, now: &Self, lines: &mut Vec<String>) {
        let count = now.triangles.as_ref().map_or(0, |triangles| triangles.len());
        if let Some(triangles) = self.triangles.as_mut().filter(|all| all.len() != count) {
            triangles.records.resize(count, Triangle::default());
            lines.push(format!("triangles: now {count}, one per three indices"));
        }
    }

    fn follow_slots(&mut self, slots: &States<'_, Slot>, lines: &mut Vec<String>) {
        let parts: [SlotPart; 4] = [
            (".aabb", |slot| slot.aabb.write().to_vec(), |slot, now| slot.aabb = now.aabb),
            (".sphere", |slot| slot.sphere.write().to_vec(), |slot, now| slot.sphere = now.sphere),
            (".area", |slot| slot.area.to_le_bytes().to_vec(), |slot, now| slot.area = now.area),
            (
                ".volume",
                |slot| slot.volume.to_le_bytes().to_vec(),
                |slot, now| slot.volume = now.volume,
            ),
        ];
        for (field, get, set) in parts {
            let changed = slots.follow(&mut self.slots.records, get, set);
            lines.extend(told("slots", field, &changed, FOLLOWS));
        }
    }

    /// All triangles as vertex numbers, each once whatever slots and batches share.
    pub(super) fn all_faces(&self) -> Result<Vec<[u32; 3]>> {
        let mut faces = Vec::with_capacity(self.indices.len() / 3);
        for batch in 0..self.batches.len() {
            faces.extend(self.batch_faces(batch)?);
        }
        Ok(faces)
    }

    /// Returns the slot that each vertex belongs to: the first that draws it. Slots have
    /// coordinate systems of their own, so equal positions in two slots mean nothing.
    pub(super) fn surfaces(&self) -> Vec<Option<usize>> {
        let mut surfaces = vec![None; self.positions.len()];
        for (index, slot) in self.slots.iter().enumerate() {
            for vertex in self.slot_faces(slot).unwrap_or_default().into_iter().flatten() {
                let place = usize::try_from(vertex).ok().and_then(|at| surfaces.get_mut(at));
                place.into_iter().for_each(|surface| *surface = surface.or(Some(index)));
            }
        }
        surfaces
    }

    /// Turns normals of vertices as the faces around them turned. One that was given stays.
    fn follow_normals(&mut self, before: &Self) -> Option<String> {
        let (old, normals) = (before.normals.as_ref()?, self.normals.as_ref()?);
        let same = old.len() == normals.len() && before.positions.len() == self.positions.len();
        if !same {
            return None;
        }
        let packed: Vec<[i8; 3]> = old.iter().map(|normal| normal.xyz).collect();
        let surfaces = before.surfaces();
        let groups = shading::groups(&before.positions.records, &packed, &surfaces);
        let faces = |doc: &Self| doc.all_faces().ok();
        let was = shading::means(&before.positions.records, &faces(before)?, &groups);
        let now = shading::means(&self.positions.records, &faces(self)?, &groups);
        let mut changed = Vec::new();
        let normals = self.normals.as_mut()?.records.iter_mut();
        for (vertex, ((normal, packed), group)) in normals.zip(&packed).zip(&groups).enumerate() {
            let group = usize::try_from(*group).unwrap_or(usize::MAX);
            let mean = |all: &[Option<[f64; 3]>]| all.get(group).copied().flatten();
            let (Some(from), Some(to)) = (mean(&was), mean(&now)) else { continue };
            if normal.xyz != *packed || from == to {
                continue;
            }
            let turned = shading::turned(normal.decode().map(f64::from), from, to);
            #[allow(clippy::cast_possible_truncation)] // f64 → f32: rounding is what is wanted
            let turned = shading::unit(turned).map(|turned| turned.map(|value| value as f32));
            let xyz = turned.map_or(normal.xyz, |turned| encode_normal(turned).xyz);
            if xyz != normal.xyz {
                normal.xyz = xyz;
                changed.push(vertex);
            }
        }
        told("normals", "", &changed, FOLLOWS)
    }
}

fn ranges(slot: &Slot) -> (u16, u16) {
    (slot.triangle_start, slot.triangle_count)
}

/// A slot's bounds, and nothing else of it.
fn bounded(slot: &Slot) -> ([u8; 24], [u8; 16], u32, u32) {
    (slot.aabb.write(), slot.sphere.write(), slot.area.to_bits(), slot.volume.to_bits())
}
