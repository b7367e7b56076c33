//! Bright discs that point lights leave on the ground.
//!
//! As the engine draws them: for each triangle within reach a square about the foot of the light
//! in the triangle's plane, its half side √(range² − d²), cut to the triangle, added to what is
//! there. Here the triangle itself is drawn with the square as its texture coordinates, and the
//! texture ends in nothing at its border: the same pixels, at exactly the depth of the ground.

use glam::{Vec3, Vec3A};
use ngi_engine::effects::{Light, LightForm, side};
use ngi_engine::model::Frustum;
use ngi_formats::mat0::BlendMode;

use super::choose::Chosen;
use super::mesh::{FaceKind, GroundMesh};
use crate::frame::{Depth, Frame, Instance, Mesh, Pass, Shade, Surface, TextureId, Vertex};
use crate::scene::sky::byte;

/// A light that leaves a disc.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Disc {
    /// Where the light is.
    pub position: Vec3,
    /// How far it reaches.
    pub range: f32,
    /// Red, green, blue of length 1, and the alpha of the disc.
    pub colour: [f32; 4],
}

impl Disc {
    /// The disc of a light; `None` for lights that leave none.
    pub fn of(light: &Light) -> Option<Self> {
        let [red, green, blue, _] = light.colour;
        let colour = Vec3::new(red, green, blue);
        let strength = colour.length();
        let leaves = light.form == LightForm::Point && !light.owner_only && !light.no_ground_disc;
        if !(leaves && strength > 0.0 && light.range > 0.0) {
            return None;
        }
        let unit = colour / strength;
        let colour = [unit.x, unit.y, unit.z, 0.25 * strength.min(2.0)];
        Some(Self { position: light.position.into(), range: light.range, colour })
    }

    /// Texture coordinates of a triangle's corners; `None` where the light does not reach its
    /// plane, or is behind it.
    pub fn uvs(&self, corners: [Vec3; 3]) -> Option<[[f32; 2]; 3]> {
        let [a, b, c] = corners;
        let normal = (b - a).cross(c - a).try_normalize()?;
        let height = normal.dot(self.position - a);
        let squared = self.range * self.range - height * height;
        if height <= 0.0 || squared <= 0.0 {
            return None;
        }
        let foot = self.position - normal * height;
        let right = side(normal);
        let up = normal.cross(right);
        let scale = 0.5 / squared.sqrt();
        Some(corners.map(|corner| {
            let way = corner - foot;
            [0.5 + way.dot(right) * scale, 0.5 + way.dot(up) * scale]
        }))
    }
}

/// Whether some of a triangle may be on the square: all corners beyond one side of it are not.
fn touches(uvs: &[[f32; 2]; 3]) -> bool {
    let beyond = |axis: usize, outside: fn(f32) -> bool| {
        uvs.iter().all(|uv| uv.get(axis).is_some_and(|value| outside(*value)))
    };
    !(0..2).any(|axis| beyond(axis, |v| v < 0.0) || beyond(axis, |v| v > 1.0))
}

/// Adds the discs of lights on the squares that are drawn, all in one go.
pub fn add_discs(
    mesh: &GroundMesh,
    chosen: &Chosen,
    discs: &[Disc],
    frustum: &Frustum,
    texture: TextureId,
    frame: &mut Frame,
) {
    let start = count(frame.indices.len());
    for disc in discs {
        if !frustum.sees_sphere(Vec3A::from(disc.position), disc.range) {
            continue;
        }
        for drawn in &chosen.squares {
            let square = drawn.square as usize;
            let bounds = mesh.squares.get(square).and_then(|runs| runs.bounds);
            if !bounds.is_some_and(|bounds| within(disc, bounds)) {
                continue;
            }
            for run in mesh.runs_of(square, usize::from(drawn.level)) {
                let dry = mesh.coats.get(usize::from(run.coat));
                if dry.is_some_and(|coat| coat.kind == FaceKind::Dry) {
                    add_run(mesh, mesh.indices_of(run), disc, frame);
                }
            }
        }
    }
    let end = count(frame.indices.len());
    if end == start {
        return;
    }
    let surface = Surface {
        texture0: Some(texture),
        shade: Shade::Glow,
        depth: Depth::Test,
        two_sided: false,
        ..Surface::default()
    }
    .blended(BlendMode::ADDITIVE);
    // Each disc has its colour in its corners.
    let glow = Instance { ambient: [1.0; 4], ..Instance::default() };
    frame.push(Pass::LIGHT_DISCS, Mesh::Streamed, start..end, surface, glow, 0.0);
}

fn add_run(mesh: &GroundMesh, indices: &[u32], disc: &Disc, frame: &mut Frame) {
    let colour = disc.colour.map(byte);
    for corners in indices.as_chunks::<3>().0 {
        let [a, b, c] = corners.map(|at| mesh.vertices.get(at as usize));
        let (Some(a), Some(b), Some(c)) = (a, b, c) else { continue };
        let places = [a.position, b.position, c.position];
        // Most of a square is out of reach, which its box tells at once.
        if !within(disc, box_of(places)) {
            continue;
        }
        let Some(uvs) = disc.uvs(places.map(Vec3::from)).filter(touches) else { continue };
        let base = count(frame.vertices.len());
        for (position, uv) in places.into_iter().zip(uvs) {
            frame.vertices.push(Vertex { position, uv, colour, ..Vertex::default() });
        }
        frame.indices.extend([0, 1, 2].map(|corner| base.saturating_add(corner)));
    }
}

fn box_of(corners: [[f32; 3]; 3]) -> [[f32; 3]; 2] {
    let [a, b, c] = corners.map(Vec3::from);
    [a.min(b).min(c).to_array(), a.max(b).max(c).to_array()]
}

/// Whether a light reaches a box.
fn within(disc: &Disc, [min, max]: [[f32; 3]; 2]) -> bool {
    let nearest = disc.position.clamp(min.into(), Vec3::from(max).max(min.into()));
    nearest.distance_squared(disc.position) <= disc.range * disc.range
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn light() -> Light {
        Light {
            key: 1,
            command: 0,
            form: LightForm::Point,
            owner_only: false,
            no_ground_disc: false,
            position: [5.0, 5.0, 3.0],
            direction: [1.0, 0.0, 0.0],
            colour: [3.0, 4.0, 0.0, 1.0],
            range: 5.0,
            attenuation: [0.0, 1.0, 0.0],
        }
    }

    #[test]
    fn colour_and_strength() {
        let disc = Disc::of(&light()).unwrap();
        assert_eq!(disc.colour, [0.6, 0.8, 0.0, 0.5]);
        assert_eq!(Disc::of(&Light { no_ground_disc: true, ..light() }), None);
        assert_eq!(Disc::of(&Light { owner_only: true, ..light() }), None);
        assert_eq!(Disc::of(&Light { form: LightForm::Directional, ..light() }), None);
        assert_eq!(Disc::of(&Light { colour: [0.0; 4], ..light() }), None);
    }

    #[test]
    fn the_square_is_as_large_as_the_sphere_cuts_the_plane() {
        let disc = Disc::of(&light()).unwrap();
        // 3 above a plane with a reach of 5: a square of half side 4.
        let triangle = [[1.0, 5.0, 0.0], [9.0, 5.0, 0.0], [5.0, 9.0, 0.0]].map(Vec3::from);
        let uvs = disc.uvs(triangle).unwrap();
        let mut spans: Vec<f32> = uvs.iter().flatten().copied().collect();
        spans.sort_by(f32::total_cmp);
        assert!((spans[0] - 0.0).abs() < 1e-6 && (spans[5] - 1.0).abs() < 1e-6, "{uvs:?}");
        let [a, b, c] = triangle;
        assert_eq!(disc.uvs([a, c, b]), None, "from behind");
        let high = [0.0, 0.0, -2.1];
        assert_eq!(disc.uvs(triangle.map(|corner| corner + Vec3::from(high))), None, "too far");
        let away = triangle.map(|corner| corner + Vec3::X * 40.0);
        assert!(!touches(&disc.uvs(away).unwrap()) && touches(&uvs));
    }
}
