//! The half-sphere.

use super::arithmetic::{narrow, sin_cos_turns};
use super::output::FAR_EDGE;

/// A half-sphere of radius 1 about the origin, its pole at (0, 0, 1).
#[derive(Debug, Clone, PartialEq, Default)]
pub struct DomeMesh {
    /// Points.
    pub positions: Vec<[f32; 3]>,
    /// Texture coordinates of the points.
    pub uvs: Vec<[f32; 2]>,
    /// Three points per triangle. Both sides are drawn.
    pub indices: Vec<u32>,
}

/// Segments around and rings from the pole down; `None` for shapes that draw nothing.
pub fn dome_shape(shape: u32) -> Option<(u32, u32)> {
    ngi_formats::fxid::DomeShape(shape).segments_and_rings()
}

/// The mesh of a shape; `None` for shapes that draw nothing.
///
/// Without `facets` one texture is laid over it from above: uv = ((x + 1) / 2, (y + 1) / 2), and
/// points are shared. With it every facet has points of its own and the whole texture: four
/// corners as a sprite has them, three at the cap.
pub fn dome_mesh(shape: u32, facets: bool) -> Option<DomeMesh> {
    let (segments, rings) = dome_shape(shape)?;
    let mut mesh = DomeMesh::default();
    if facets {
        faceted(&mut mesh, segments, rings);
    } else {
        projected(&mut mesh, segments, rings);
    }
    Some(mesh)
}

/// (sin θ sin φ, sin θ cos φ, cos θ): θ from the pole, φ around.
fn point(segment: u32, segments: u32, ring: u32, rings: u32) -> [f32; 3] {
    let (sin_theta, cos_theta) = sin_cos_turns(f64::from(ring) / f64::from(rings) * 0.25);
    let (sin_phi, cos_phi) = sin_cos_turns(f64::from(segment) / f64::from(segments));
    [sin_theta * sin_phi, sin_theta * cos_phi, cos_theta].map(narrow)
}

fn projected(mesh: &mut DomeMesh, segments: u32, rings: u32) {
    let mut put = |position: [f32; 3]| {
        let [x, y, _] = position;
        mesh.positions.push(position);
        mesh.uvs.push([(x + 1.0) / 2.0, (y + 1.0) / 2.0]);
    };
    put([0.0, 0.0, 1.0]);
    for ring in 1..=rings {
        (0..segments).for_each(|segment| put(point(segment, segments, ring, rings)));
    }
    let at = |ring: u32, segment: u32| 1 + (ring - 1) * segments + segment % segments;
    for s in 0..segments {
        mesh.indices.extend([0, at(1, s + 1), at(1, s)]);
        for ring in 1..rings {
            let [a, b] = [at(ring, s), at(ring, s + 1)];
            let [c, d] = [at(ring + 1, s + 1), at(ring + 1, s)];
            mesh.indices.extend([a, b, c, a, c, d]);
        }
    }
}

fn faceted(mesh: &mut DomeMesh, segments: u32, rings: u32) {
    let at = |ring, segment| point(segment % segments, segments, ring, rings);
    for s in 0..segments {
        let cap = [
            ([0.0, 0.0, 1.0], [0.5, FAR_EDGE]),
            (at(1, s), [0.0, 0.0]),
            (at(1, s + 1), [FAR_EDGE, 0.0]),
        ];
        facet(mesh, &cap, &[0, 2, 1]);
        for ring in 1..rings {
            let corners = [
                (at(ring, s), [0.0, FAR_EDGE]),
                (at(ring + 1, s), [0.0, 0.0]),
                (at(ring + 1, s + 1), [FAR_EDGE, 0.0]),
                (at(ring, s + 1), [FAR_EDGE, FAR_EDGE]),
            ];
            facet(mesh, &corners, &[0, 3, 2, 0, 2, 1]);
        }
    }
}

fn facet(mesh: &mut DomeMesh, corners: &[([f32; 3], [f32; 2])], triangles: &[u32]) {
    let base = u32::try_from(mesh.positions.len()).unwrap_or_default();
    mesh.positions.extend(corners.iter().map(|(position, _)| position));
    mesh.uvs.extend(corners.iter().map(|(_, uv)| uv));
    mesh.indices.extend(triangles.iter().map(|index| base + index));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts() {
        // shape, points and triangles without and with facets
        let table = [
            (0, 25, 40, 8 * 3 + 16 * 4),
            (1, 97, 176, 16 * 3 + 80 * 4),
            (2, 217, 408, 24 * 3 + 192 * 4),
        ];
        for (shape, shared, triangles, own) in table {
            let one = dome_mesh(shape, false).unwrap();
            assert_eq!((one.positions.len(), one.indices.len() / 3), (shared, triangles));
            let all = dome_mesh(shape, true).unwrap();
            assert_eq!((all.positions.len(), all.indices.len() / 3), (own, triangles));
        }
        assert_eq!(dome_mesh(3, false), None);
        assert_eq!(dome_mesh(u32::MAX, true), None);
    }

    #[test]
    fn points_lie_on_the_half_sphere_and_look_outwards() {
        for mesh in [dome_mesh(1, false).unwrap(), dome_mesh(1, true).unwrap()] {
            for [x, y, z] in &mesh.positions {
                assert!((x * x + y * y + z * z - 1.0).abs() < 1e-6 && *z > -1e-7);
            }
            for triangle in mesh.indices.chunks(3) {
                let [a, b, c] =
                    [0, 1, 2].map(|n| glam::Vec3::from(mesh.positions[triangle[n] as usize]));
                assert!((b - a).cross(c - a).dot(a + b + c) > 0.0, "{triangle:?}");
            }
        }
    }

    #[test]
    fn the_texture_lies_on_it_from_above() {
        let mesh = dome_mesh(0, false).unwrap();
        assert_eq!((mesh.positions[0], mesh.uvs[0]), ([0.0, 0.0, 1.0], [0.5, 0.5]));
        // Segment 0 of the rim is at +y, segment 2 of 8 at +x.
        assert_eq!((mesh.positions[17], mesh.uvs[17]), ([0.0, 1.0, 0.0], [0.5, 1.0]));
        assert_eq!(mesh.uvs[19], [1.0, 0.5]);
    }
}
