//! Rules of faces: one walk over the cells and their faces.

use std::collections::HashMap;

use super::{codes, links};
use crate::Findings;
use crate::geometry::Aabb;
use crate::geometry::bounds::{self, Growing};
use crate::geometry::vector::{cross, dot, minus};
use crate::landscape::flags::FaceFlags;
use crate::landscape::read::Landscape;
use crate::landscape::types::{Face, NO_MATERIAL};

/// By vertex what uses it.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Use(pub u8);

impl Use {
    pub const NEAR: u8 = 1;
    pub const FAR: u8 = 2;
    pub const SECOND: u8 = 4;

    pub fn has(self, bit: u8) -> bool {
        self.0 & bit != 0
    }
}

/// What the walk over the faces found out for later rules.
#[derive(Clone)]
pub(super) struct Walk {
    pub uses: Vec<Use>,
    /// All faces, decoded once: each is looked at again by its neighbours, its cell and the draw
    /// order.
    pub faces: Vec<Face>,
    /// All positions, decoded once: each is a corner of some six faces. The last number of each
    /// is there twice: four are compared as fast as one.
    pub places: Vec<[f32; 4]>,
}

impl Walk {
    pub fn new(land: &Landscape<'_>) -> Self {
        let places = land.positions.iter().map(|[x, y, z]| [x, y, z, z]).collect();
        Self { uses: Vec::new(), faces: land.faces.to_vec(), places }
    }

    /// The places of a face's corners; `None` where one of them is no vertex.
    #[inline]
    fn places(&self, face: &Face) -> Option<[&[f32; 4]; 3]> {
        let [a, b, c] = face.vertices.map(|vertex| self.places.get(usize::from(vertex)));
        Some([a?, b?, c?])
    }

    /// The same, as positions.
    #[inline]
    pub fn corners(&self, face: &Face) -> Option<[[f32; 3]; 3]> {
        self.places(face).map(|corners| corners.map(|&[x, y, z, _]| [x, y, z]))
    }

    /// Whether two vertices lie in the same place to the last bit.
    #[inline]
    pub fn same_bits(&self, a: u16, b: u16) -> bool {
        let at = |vertex: u16| self.places.get(usize::from(vertex));
        let (Some(a), Some(b)) = (at(a), at(b)) else { return a == b };
        a.map(f32::to_bits) == b.map(f32::to_bits)
    }
}

pub(super) fn check(land: &Landscape<'_>, findings: &mut Findings) -> Walk {
    let mut walk = Walk::new(land);
    let mut uses = vec![Use::default(); walk.places.len()];
    links::check(&walk, findings);
    let split = land.split();
    // Twice the areas of the two levels. By name: a table in memory would make each face wait for
    // the one before.
    let (mut near, mut far) = (0.0, 0.0);
    let (mut liquid, mut even) = (None, true);
    for (index, face) in walk.faces.iter().enumerate() {
        check_flags(index, face, findings);
        let mut bits = if index < split { Use::NEAR } else { Use::FAR };
        if face.second_material != NO_MATERIAL {
            bits |= Use::SECOND;
        }
        for vertex in face.vertices {
            if let Some(uses) = uses.get_mut(usize::from(vertex)) {
                uses.0 |= bits;
            }
        }
        // A face without its vertices has been reported.
        let Some(corners) = walk.corners(face) else { continue };
        let area = check_shape(index, face, corners, findings);
        if face.is_liquid() {
            let [[.., a], [.., b], [.., c]] = corners;
            let level = *liquid.get_or_insert(a);
            // What is no number is not equal to anything, and is looked at there.
            even &= a == level && b == level && c == level;
        } else if index < split {
            near += f64::from(area);
        } else {
            far += f64::from(area);
        }
    }
    if !even {
        check_liquids(land, &walk.faces, findings);
    }
    check_tiling(land, [near / 2.0, far / 2.0], findings);
    check_boxes(land, &walk, findings);
    walk.uses = uses;
    walk
}

#[inline]
fn check_flags(index: usize, face: &Face, findings: &mut Findings) {
    let flags = face.flags;
    let second = face.second_material != NO_MATERIAL;
    if flags.has(FaceFlags::SECOND_MATERIAL) != second {
        findings.at(&codes::FACE_SECOND, format_args!("faces[{index}].flags"), || {
            format!("flags {:#x}, second material {:#x}", flags.0, face.second_material)
        });
    }
    if flags.has_any(FaceFlags::LIQUID) && !flags.has(FaceFlags::LIQUID) {
        findings.at(&codes::FACE_LIQUID, format_args!("faces[{index}].flags"), || {
            format!("flags {:#x} have only one of the two", flags.0)
        });
    }
    if findings.retail() {
        check_retail_flags(index, face, findings);
    }
}

fn check_retail_flags(index: usize, face: &Face, findings: &mut Findings) {
    let on_all = face.flags.with(FaceFlags::SHIPPED_ON_SOME, false);
    if on_all.lower() != FaceFlags::SHIPPED.lower() {
        findings.at(&codes::FACE_FLAGS, format_args!("faces[{index}].flags"), || {
            format!("the lower half is {:#x}", face.flags.lower())
        });
    }
    if on_all.surface() != FaceFlags::SHIPPED.surface() {
        findings.at(&codes::FACE_SURFACE, format_args!("faces[{index}].flags"), || {
            format!("the upper half is {:#x}", face.flags.surface())
        });
    }
    if face.unk_0x06 != 0xFFFF {
        findings.at(&codes::FACE_WORD, format_args!("faces[{index}].unk_0x06"), || {
            format!("{:#x}", face.unk_0x06)
        });
    }
    if face.twins >= 63 {
        findings.at(&codes::FACE_TWIN_BITS, format_args!("faces[{index}].twins"), || {
            format!("{:#x}", face.twins)
        });
    }
    let footing = [("material", face.material), ("second_material", face.second_material)];
    if let Some((name, _)) = footing.into_iter().find(|&(_, material)| material == 0) {
        findings.at(&codes::FACE_FOOTING, format_args!("faces[{index}].{name}"), || {
            "material 0".into()
        });
    }
}

/// The face has an area and its normal fits. Gives twice the area seen from above.
#[inline]
fn check_shape(
    index: usize,
    face: &Face,
    [a, b, c]: [[f32; 3]; 3],
    findings: &mut Findings,
) -> f32 {
    let normal = cross(minus(b, a), minus(c, a));
    if normal == [0.0; 3] {
        findings.at(&codes::FACE_DEGENERATE, format_args!("faces[{index}].vertices"), || {
            format!("{:?} lie on a line", face.vertices)
        });
    } else if findings.retail() {
        let stored = face.decode_normal();
        let length = dot(stored, stored).sqrt();
        if (length - 1.0).abs() > 0.001 {
            findings.at(&codes::FACE_LENGTH, format_args!("faces[{index}].normal"), || {
                format!("its length is {length:.4}")
            });
        } else if dot(stored, normal) < 0.0 {
            findings.at(&codes::FACE_WINDING, format_args!("faces[{index}].normal"), || {
                "it points to the back of the face".into()
            });
        }
    }
    let [_, _, up] = normal;
    up
}

/// Liquid that does not lie where most of it does. Heights that are no numbers are reported as
/// such.
#[cold]
fn check_liquids(land: &Landscape<'_>, faces: &[Face], findings: &mut Findings) {
    let liquids = || {
        let liquids = faces.iter().enumerate().filter(|(_, face)| face.is_liquid());
        liquids.filter_map(|(index, face)| Some((index, land.corners(face)?.map(|[.., z]| z))))
    };
    let mut corners: HashMap<u32, usize> = HashMap::new();
    for z in liquids().flat_map(|(_, heights)| heights).filter(|z| z.is_finite()) {
        *corners.entry(z.to_bits()).or_default() += 1;
    }
    // Of two that are as frequent the lower bits, so that every run says the same.
    let most = corners.into_iter().max_by_key(|&(bits, count)| (count, std::cmp::Reverse(bits)));
    let Some(level) = most.map(|(bits, _)| f32::from_bits(bits)) else { return };
    for (index, heights) in liquids() {
        let Some(z) = heights.into_iter().find(|&z| z != level && z.is_finite()) else { continue };
        findings.at(&codes::LIQUID_LEVEL, format_args!("faces[{index}].vertices"), || {
            format!("one is at {z}, most of the liquid at {level}")
        });
    }
}

fn check_tiling(land: &Landscape<'_>, areas: [f64; 2], findings: &mut Findings) {
    let Aabb { min: [x, y, _], max: [x2, y2, _] } = land.header.aabb();
    let map = f64::from(x2 - x) * f64::from(y2 - y);
    for (level, area) in areas.into_iter().enumerate() {
        // Nothing compares with what is no number.
        if (area - map).abs() > map.abs() * 1e-3 {
            let start = land.level_faces(level).start;
            findings.at(&codes::LEVEL_TILING, format_args!("faces[{start}]"), || {
                format!("level {level} covers {area:.1} of {map:.1} square units")
            });
        }
    }
}

/// The box around some faces. Not part of another function: the compiler would see that the fourth
/// numbers mean nothing, and compare the three others one by one.
#[inline(never)]
fn around(walk: &Walk, faces: &[Face]) -> Growing {
    let mut growing = Growing::default();
    for corners in faces.iter().filter_map(|face| walk.places(face)) {
        corners.into_iter().for_each(|corner| growing.add_four(*corner));
    }
    growing
}

/// Faces lie inside the boxes of their cells, cells inside the box of the map.
fn check_boxes(land: &Landscape<'_>, walk: &Walk, findings: &mut Findings) {
    if !findings.asks_any(&[&codes::CELL_BOX, &codes::HEADER_BOX]) {
        return;
    }
    let map = land.header.aabb();
    let mut whole = Growing::default();
    // Sound runs cover each face once; runs that cover the same faces over and over have been
    // reported, and are not walked for hours.
    let mut left = land.faces.len().saturating_mul(2);
    for (index, cell) in land.cells.iter().enumerate() {
        let run = land.cell_faces(&cell);
        let Some(rest) = left.checked_sub(run.len()) else { break };
        left = rest;
        let faces = walk.faces.get(run).unwrap_or_default();
        let Some(aabb) = around(walk, faces).finish() else { continue };
        whole.add(aabb.min);
        whole.add(aabb.max);
        let tolerance = bounds::diagonal(&cell.aabb) * 1e-4;
        if tolerance.is_finite() && !bounds::contains(&cell.aabb, &aabb, tolerance) {
            findings.at(&codes::CELL_BOX, format_args!("cells[{index}].aabb"), || {
                format!("its faces reach from {:?} to {:?}", aabb.min, aabb.max)
            });
        }
    }
    let tolerance = bounds::diagonal(&map) * 1e-4;
    if let Some(aabb) = whole.finish()
        && tolerance.is_finite()
        && !bounds::contains(&map, &aabb, tolerance)
    {
        findings.at(&codes::HEADER_BOX, "header.corners", || {
            format!("the faces reach from {:?} to {:?}", aabb.min, aabb.max)
        });
    }
}
