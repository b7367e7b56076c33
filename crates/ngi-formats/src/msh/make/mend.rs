//! What of a model does not fit the rest of it, worked out anew.

use super::follow::{Derived, links, set_links};
use crate::Result;
use crate::follow::{MENDED, told};
use crate::geometry::vector::distance_squared;
use crate::geometry::{Header, NONE, bounds, encode_normal, shading};
use crate::landscape::make::{is_unit, replace};
use crate::msh::ModelDoc;
use crate::msh::types::{Batch, Slot, Triangle};
use crate::schema::Record as _;

/// How far a part of a triangle's normal may be off before it is wrong: others round otherwise.
const NORMAL_SLACK: u16 = 40;

impl ModelDoc {
    /// Works out anew what does not fit: ranges, normals, links, boxes, spheres, areas, volumes,
    /// counts and the frame map. Says what changed; what fits stays, to the last bit. Fails, and changes nothing,
    /// where references lead nowhere.
    pub fn mend(&mut self) -> Result<Vec<String>> {
        self.check_overlap()?;
        let mut mended = self.clone();
        let mut lines = Vec::new();
        for derived in Derived::ALL {
            let mut fresh = mended.clone();
            if let Some(dependency) = derived.dependency() {
                match fresh.compute(dependency) {
                    Err(_) if derived == Derived::SlotRanges => continue,
                    other => other?,
                }
            }
            mended.mend_one(derived, &fresh, &mut lines)?;
        }
        *self = mended;
        Ok(lines)
    }

    fn mend_one(&mut self, derived: Derived, fresh: &Self, lines: &mut Vec<String>) -> Result<()> {
        match derived {
            Derived::SlotRanges => {
                let off = |a: &Slot, b: &Slot| {
                    let ranges = |slot: &Slot| (slot.triangle_start, slot.triangle_count);
                    ranges(a) != ranges(b) && b.triangle_count > 0
                };
                let set = |slot: &mut Slot, now: &Slot| {
                    slot.triangle_start = now.triangle_start;
                    slot.triangle_count = now.triangle_count;
                };
                let changed = replace(&mut self.slots.records, &fresh.slots.records, off, set);
                lines.extend(told("slots", ".triangle_count", &changed, MENDED));
                let count = fresh.triangles.as_ref().map_or(0, |all| all.len());
                if let Some(all) = self.triangles.as_mut().filter(|all| all.len() != count) {
                    all.records.resize(count, Triangle::default());
                    lines.push(format!("triangles: now {count}, one per three indices"));
                }
            }
            Derived::Neighbours => lines.extend(self.mend_links(fresh)),
            Derived::FaceNormals => {
                let off = |a: &Triangle, b: &Triangle| {
                    a.normal.iter().zip(b.normal).any(|(a, b)| a.abs_diff(b) > NORMAL_SLACK)
                };
                let set = |triangle: &mut Triangle, now: &Triangle| triangle.normal = now.normal;
                let (Some(all), Some(now)) = (self.triangles.as_mut(), &fresh.triangles) else {
                    return Ok(());
                };
                let changed = replace(&mut all.records, &now.records, off, set);
                lines.extend(told("triangles", ".normal", &changed, MENDED));
            }
            Derived::VertexNormals => lines.extend(self.mend_normals()?),
            Derived::SlotBounds => self.mend_slots(fresh, lines)?,
            Derived::VertexCounts => {
                let off = |a: &Batch, b: &Batch| a.vertex_count != b.vertex_count;
                let set = |batch: &mut Batch, now: &Batch| batch.vertex_count = now.vertex_count;
                let changed = replace(&mut self.batches.records, &fresh.batches.records, off, set);
                lines.extend(told("batches", ".vertex_count", &changed, MENDED));
            }
            Derived::FrameMap => lines.extend(self.mend_frames()),
            Derived::Header => {
                if !self.header_fits(fresh)? {
                    self.header = fresh.header;
                    lines.push(format!("header {MENDED}"));
                }
            }
        }
        Ok(())
    }

    /// Whether the model's bounds are of numbers, in order, and hold it in its rest pose.
    fn header_fits(&self, fresh: &Self) -> Result<bool> {
        let Header { corners, sphere, cylinder } = &self.header;
        let ends = [cylinder.low, cylinder.high].concat();
        let mut numbers = corners.as_flattened().iter().chain(&sphere.center).chain(&ends);
        let finite = numbers.all(|value| value.is_finite());
        let radii = [sphere.radius, cylinder.radius].iter().all(|value| value.is_finite());
        let stored = self.header.aabb();
        let canonical = bounds::corners(&stored) == *corners;
        let slack = bounds::diagonal(&stored) * 0.002;
        let empty = self.posed_points()?.is_empty();
        let holds = empty || bounds::contains(&stored, &fresh.header.aabb(), slack);
        Ok(finite && radii && canonical && holds)
    }

    /// Links, where they do not lead back or do not lie where they say. Those of a slot belong
    /// together.
    fn mend_links(&mut self, fresh: &Self) -> Option<String> {
        let now = fresh.triangles.as_ref()?;
        let mut changed = Vec::new();
        for index in 0..self.slots.len() {
            let Ok(slot) = self.slot_record(index) else { continue };
            let Ok(faces) = self.slot_faces(&slot) else { continue };
            let range = slot.triangles();
            let positions = &self.positions.records;
            let Some(stored) = self.triangles.as_ref().and_then(|all| all.get(range.clone()))
            else {
                continue;
            };
            let Some(wanted) = now.get(range.clone()) else { continue };
            if links_hold(stored, &faces, positions, range.start) && open(stored) == open(wanted) {
                continue;
            }
            let all = self.triangles.as_mut().and_then(|all| all.get_mut(range.clone()));
            let off = |a: &Triangle, b: &Triangle| links(a) != links(b);
            let numbers = replace(all.unwrap_or_default(), wanted, off, set_links);
            changed.extend(numbers.into_iter().map(|number| range.start + number));
        }
        changed.sort_unstable();
        changed.dedup();
        told("triangles", ".neighbours", &changed, MENDED)
    }

    /// Normals that turn away from every face around them, or have another length.
    fn mend_normals(&mut self) -> Result<Option<String>> {
        let Some(normals) = &self.normals else { return Ok(None) };
        let decoded: Vec<[f32; 3]> = normals.iter().map(|normal| normal.decode()).collect();
        let packed: Vec<[i8; 3]> = normals.iter().map(|normal| normal.xyz).collect();
        let faces = self.all_faces()?;
        let positions = &self.positions.records;
        let place = |vertex: u32| usize::try_from(vertex).unwrap_or(usize::MAX);
        let numbers = faces.iter().map(|face| face.map(place));
        let stale = shading::stale(&(&positions[..], &decoded[..]), numbers);
        let wrong =
            |vertex: usize, xyz: [i8; 3]| !is_unit(xyz) || stale.binary_search(&vertex).is_ok();
        if !packed.iter().enumerate().any(|(vertex, xyz)| wrong(vertex, *xyz)) {
            return Ok(None);
        }
        let groups = shading::groups(positions, &packed, &self.surfaces());
        let means = shading::means(positions, &faces, &groups);
        let mut changed = Vec::new();
        let Some(normals) = &mut self.normals else { return Ok(None) };
        for (vertex, (normal, group)) in normals.records.iter_mut().zip(&groups).enumerate() {
            let mean = usize::try_from(*group).ok().and_then(|group| means.get(group));
            let Some(Some(mean)) = mean.filter(|_| wrong(vertex, normal.xyz)) else { continue };
            #[allow(clippy::cast_possible_truncation)] // f64 → f32: rounding is what is wanted
            let xyz = encode_normal(mean.map(|value| value as f32)).xyz;
            if xyz != normal.xyz {
                normal.xyz = xyz;
                changed.push(vertex);
            }
        }
        Ok(told("normals", "", &changed, MENDED))
    }

    /// Boxes are exact in the game; spheres hold the geometry within 1 %; volumes are the boxes'.
    fn mend_slots(&mut self, fresh: &Self, lines: &mut Vec<String>) -> Result<()> {
        let mut changed: [Vec<usize>; 4] = Default::default();
        for (index, now) in fresh.slots.iter().enumerate() {
            let slot = self.slot_record(index)?;
            let faces = self.slot_faces(&slot)?;
            let at = |&vertex: &u32| self.positions.get(usize::try_from(vertex).ok()?).copied();
            let far = faces.iter().flatten().filter_map(at);
            let far = far.map(|place| distance_squared(place, slot.sphere.center));
            let far = far.fold(0.0, f32::max).sqrt();
            let off_box = slot.aabb.write() != now.aabb.write();
            let sphere = [slot.sphere.center[0], slot.sphere.center[1], slot.sphere.center[2]];
            let held =
                sphere.iter().all(|value| value.is_finite()) && far <= slot.sphere.radius * 1.01;
            let off_sphere = off_box || !held || slot.sphere.radius.is_nan();
            // Not `>`: what is no number is off too.
            let close = (slot.volume - now.volume).abs() <= now.volume.abs() * 1e-3;
            let off_volume = !close;
            let off_area = off_box || !slot.area.is_finite();
            let Some(place) = self.slots.get_mut(index) else { continue };
            let [boxes, spheres, areas, volumes] = &mut changed;
            if off_box {
                place.aabb = now.aabb;
                boxes.push(index);
            }
            if off_sphere && slot.sphere.write() != now.sphere.write() {
                place.sphere = now.sphere;
                spheres.push(index);
            }
            if off_area && slot.area.to_bits() != now.area.to_bits() {
                place.area = now.area;
                areas.push(index);
            }
            if off_volume && slot.volume.to_bits() != now.volume.to_bits() {
                place.volume = now.volume;
                volumes.push(index);
            }
        }
        for (field, changed) in [".aabb", ".sphere", ".area", ".volume"].iter().zip(&changed) {
            lines.extend(told("slots", field, changed, MENDED));
        }
        Ok(())
    }
}

fn open(triangles: &[Triangle]) -> usize {
    let edges = |all: &Triangle| all.neighbours.iter().filter(|&&number| number == NONE).count();
    triangles.iter().map(edges).sum()
}

/// Whether each edge leads to one of the slot that leads back and lies where it does.
fn links_hold(
    triangles: &[Triangle],
    faces: &[[u32; 3]],
    positions: &[[f32; 3]],
    first: usize,
) -> bool {
    let at = |triangle: usize, corner: usize| {
        let vertex = faces.get(triangle)?.get(corner % 3)?;
        positions.get(usize::try_from(*vertex).ok()?).copied()
    };
    triangles.iter().enumerate().all(|(index, triangle)| {
        (0..3).all(|edge| match (triangle.neighbour(edge), triangle.twin(edge)) {
            (None, None) => true,
            (Some(number), Some(twin)) => {
                let there = number.checked_sub(first);
                there.and_then(|there| Some((there, triangles.get(there)?))).is_some_and(
                    |(there, other)| {
                        other.neighbour(twin) == Some(first + index)
                            && other.twin(twin) == Some(edge)
                            && at(index, edge) == at(there, twin + 1)
                            && at(index, edge + 1) == at(there, twin)
                    },
                )
            }
            _ => false,
        })
    })
}
