//! Rules of what a vertex carries.

use super::codes;
use super::faces::{Use, Walk};
use crate::geometry::{Normal, shading};
use crate::landscape::read::Landscape;
use crate::landscape::types::GroundUv;
use crate::schema::Stream;
use crate::{Code, Findings};

pub(super) fn check(land: &Landscape<'_>, walk: &Walk, findings: &mut Findings) {
    check_positions(walk, findings);
    check_uses(walk, findings);
    if findings.asks(&codes::NORMAL_LENGTH) {
        check_normals(land, findings);
    }
    if findings.asks(&codes::MICRO_SCALE) {
        check_micro(land, walk, findings);
    }
    if findings.asks(&codes::NORMAL_STALE) {
        check_stale(land, walk, findings);
    }
    check_alphas(land, walk, findings);
    check_straddle(land, findings);
}

fn check_positions(walk: &Walk, findings: &mut Findings) {
    for (index, place) in walk.places.iter().enumerate() {
        let [a, b, c, d] = place.map(f32::is_finite);
        if !(a & b & c & d) {
            findings.at(&codes::POSITION_NUMBER, format_args!("positions[{index}]"), || {
                format!("{:?}", &place[..3])
            });
        }
    }
}

/// Every vertex is used, by level 0.
fn check_uses(walk: &Walk, findings: &mut Findings) {
    let mut report = |code: &'static Code, wrong: fn(Use) -> bool, what: &str| {
        let mut found = walk.uses.iter().enumerate().filter(|(_, uses)| wrong(**uses));
        if let Some((first, _)) = found.next() {
            let more = found.count();
            findings.at(code, format_args!("positions[{first}]"), || {
                format!("it and {more} more {what}")
            });
        }
    };
    report(&codes::VERTEX_UNUSED, |uses| uses.0 == 0, "are in no face");
    let only_far = |uses: Use| uses.0 & (Use::FAR | Use::NEAR) == Use::FAR;
    report(&codes::LEVEL_VERTEX, only_far, "are used by level 1 only");
}

fn check_normals(land: &Landscape<'_>, findings: &mut Findings) {
    const SLACK: f64 = 0.0133;
    // (127 · (1 ± SLACK))², and a little less: what lies between needs no root.
    const CLEAR: std::ops::RangeInclusive<i32> = 15_704..=16_559;
    for (index, normal) in land.normals.iter().enumerate() {
        let squared: i32 = normal.xyz.iter().map(|&part| i32::from(part) * i32::from(part)).sum();
        if CLEAR.contains(&squared) {
            continue;
        }
        let length = f64::from(squared).sqrt() / 127.0;
        if (length - 1.0).abs() > SLACK {
            findings.at(&codes::NORMAL_LENGTH, format_args!("normals[{index}]"), || {
                format!("its length is {length:.4}")
            });
        }
    }
}

/// A landscape's vertices, decoded where somebody asks for one.
struct Vertices<'w> {
    places: &'w [[f32; 4]],
    normals: Stream<'w, Normal>,
}

impl shading::Shaded for Vertices<'_> {
    fn vertex_count(&self) -> usize {
        self.places.len()
    }

    #[inline]
    fn position(&self, vertex: usize) -> Option<[f32; 3]> {
        self.places.get(vertex).map(|&[x, y, z, _]| [x, y, z])
    }

    #[inline]
    fn normal(&self, vertex: usize) -> Option<[f32; 3]> {
        self.normals.get(vertex).map(Normal::direction)
    }
}

/// Normals that the ground of level 0 has left behind.
fn check_stale(land: &Landscape<'_>, walk: &Walk, findings: &mut Findings) {
    let vertices = Vertices { places: &walk.places, normals: land.normals };
    let faces = walk.faces.iter().take(land.split()).map(|face| face.vertices.map(usize::from));
    let stale = shading::stale(&vertices, faces);
    if let Some(first) = stale.first() {
        findings.at(&codes::NORMAL_STALE, format_args!("normals[{first}]"), || {
            shading::told_stale(stale.len())
        });
    }
}

/// Along each edge the microtexture's coordinates grow with the world's. Each stored number is
/// rounded, so an edge may be off by a few steps.
fn check_micro(land: &Landscape<'_>, walk: &Walk, findings: &mut Findings) {
    const STEPS: f32 = 51.2;
    const SLACK: f32 = 3.0;
    // `f32::max` asks more: all of these are numbers.
    let larger = |a: f32, b: f32| if a > b { a } else { b };
    let faces = walk.faces.iter().enumerate();
    for (index, face) in faces.filter(|(_, face)| !face.is_liquid()) {
        let Some([a, b, c]) = walk.corners(face) else { continue };
        let [ua, ub, uc] = face.vertices.map(|vertex| land.micro_uvs.get(usize::from(vertex)));
        let (Some(ua), Some(ub), Some(uc)) = (ua, ub, uc) else { continue };
        let edge = |[x, y, _]: [f32; 3], [x2, y2, _]: [f32; 3], from: GroundUv, to: GroundUv| {
            let off = |steps: f32, from: u16, to: u16| {
                let stored = f32::from(to.wrapping_sub(from).cast_signed());
                wrapped(stored - steps).abs()
            };
            larger(off((x2 - x) * STEPS, from.u, to.u), off((y - y2) * STEPS, from.v, to.v))
        };
        let worst = larger(edge(a, b, ua, ub), edge(b, c, ub, uc));
        if worst > SLACK {
            findings.at(&codes::MICRO_SCALE, format_args!("faces[{index}]"), || {
                format!("an edge is {worst:.1} steps off")
            });
        }
    }
}

/// A number modulo the 65,536 steps that are stored, the one nearest to 0. Of what is too large to
/// say, 0: such positions are reported as such.
#[inline]
fn wrapped(steps: f32) -> f32 {
    // Saturates, and wraps on purpose; `round` would be a call.
    #[allow(clippy::cast_possible_truncation)]
    let (whole, turn) = (steps as i32 as f32, steps as i32 as i16);
    let part = steps - whole;
    if part.abs() < 1.0 { f32::from(turn) + part } else { 0.0 }
}

fn check_alphas(land: &Landscape<'_>, walk: &Walk, findings: &mut Findings) {
    let Some(alphas) = land.alphas else { return };
    for (index, (alpha, uses)) in alphas.iter().zip(&walk.uses).enumerate() {
        if !(0.0..=1.0).contains(&alpha) {
            findings.at(&codes::ALPHA_RANGE, format_args!("alphas[{index}]"), || alpha.to_string());
        } else if alpha != 1.0 && !uses.has(Use::SECOND) {
            findings.at(&codes::ALPHA_PLAIN, format_args!("alphas[{index}]"), || {
                format!("{alpha}, and no face there has a second material")
            });
        }
    }
}

/// How many faces have texture coordinates more than 32 turns apart: the stored numbers wrapped
/// between two corners, and have to be put right before anything is drawn with them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Straddle {
    /// In chunk 5.
    pub material_uvs: usize,
    /// In chunk 18: usual on maps wider than 1280 units.
    pub micro_uvs: usize,
    /// The first such face of chunk 5.
    pub first: Option<usize>,
}

/// Counts the faces whose texture coordinates wrapped. [`GroundUv::decode_triangle`] puts them
/// right.
pub fn straddling(land: &Landscape<'_>) -> Straddle {
    let mut found = Straddle::default();
    let wraps = |material_uvs: &Stream<'_, GroundUv>, [a, b, c]: [u16; 3]| {
        let at = |vertex: u16| material_uvs.get(usize::from(vertex));
        let (Some(a), Some(b), Some(c)) = (at(a), at(b), at(c)) else { return false };
        let wide = |[a, b, c]: [u16; 3]| a.max(b).max(c) - a.min(b).min(c) > 0x8000;
        wide([a.u, b.u, c.u]) || wide([a.v, b.v, c.v])
    };
    let (material_uvs, micro) = (can_wrap(&land.material_uvs), can_wrap(&land.micro_uvs));
    if !material_uvs && !micro {
        return found;
    }
    for (index, face) in land.faces.iter().enumerate() {
        if material_uvs && wraps(&land.material_uvs, face.vertices) {
            found.material_uvs += 1;
            found.first.get_or_insert(index);
        }
        found.micro_uvs += usize::from(micro && wraps(&land.micro_uvs, face.vertices));
    }
    found
}

/// Whether any number is past the middle: without one, none are far apart.
fn can_wrap(material_uvs: &Stream<'_, GroundUv>) -> bool {
    material_uvs.iter().fold(false, |any, uv| any | (uv.u | uv.v >= 0x8000))
}

fn check_straddle(land: &Landscape<'_>, findings: &mut Findings) {
    if !findings.asks(&codes::UV_STRADDLE) || !can_wrap(&land.material_uvs) {
        return;
    }
    let Straddle { material_uvs, first, .. } = straddling(land);
    if material_uvs > 0 {
        findings.at(
            &codes::UV_STRADDLE,
            format_args!("faces[{}]", first.unwrap_or_default()),
            || format!("{material_uvs} faces do"),
        );
    }
}
