//! The sky of a level: a dome of colours, a sun, and the light and haze that go with them.
//!
//! Where a mission keeps its sky (`sky.ske`), nobody has described; this is our own, made so that
//! the haze and the horizon agree: what is far away fades into the sky behind it.

use glam::Vec3;
use ngi_engine::portable;

use crate::frame::{MeshData, TextureData, Vertex};

/// Segments around the dome.
const SEGMENTS: u16 = 32;
/// Heights of its rings, as sines of the angle above the horizon, and how much of the zenith's
/// colour there is in them. Below the horizon everything is haze.
const RINGS: [(f32, f32); 9] = [
    (-1.0, 0.0),
    (-0.02, 0.0),
    (0.0, 0.0),
    (0.05, 0.14),
    (0.12, 0.32),
    (0.25, 0.56),
    (0.45, 0.78),
    (0.7, 0.93),
    (1.0, 1.0),
];
/// Sides of the sun's texture.
const SUN_SIDE: u16 = 64;

/// What the sky is like.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sky {
    /// Overhead; red, green, blue from 0 to 1.
    pub zenith: [f32; 3],
    /// At the horizon, and of the haze.
    pub horizon: [f32; 3],
    /// Towards the sun.
    pub sun_direction: [f32; 3],
    /// Light of the sun.
    pub sun: [f32; 3],
    /// Light from the other side: the engine has two such lights.
    pub fill: [f32; 3],
    /// The scene colour: nothing lit is darker.
    pub scene: [f32; 3],
    /// Where the haze hides everything; `None` for clear air.
    pub haze_end: Option<f32>,
    /// Whether the dome and the sun are drawn.
    pub is_drawn: bool,
}

impl Default for Sky {
    fn default() -> Self {
        Self::NONE
    }
}

impl Sky {
    /// No sky: white light from (0.5, 0, 0.866), scene colour 0.25, no haze.
    pub const NONE: Self = Self {
        zenith: [0.0; 3],
        horizon: [0.0; 3],
        sun_direction: [0.5, 0.0, 0.866],
        sun: [1.0; 3],
        fill: [0.0; 3],
        scene: [0.25; 3],
        haze_end: None,
        is_drawn: false,
    };

    /// A fair day with some haze.
    pub const FAIR: Self = Self {
        zenith: [0.26, 0.45, 0.71],
        horizon: [0.74, 0.82, 0.87],
        sun_direction: [0.62, -0.42, 0.66],
        sun: [1.12, 1.04, 0.9],
        fill: [0.1, 0.13, 0.18],
        scene: [0.3, 0.34, 0.4],
        haze_end: Some(1800.0),
        is_drawn: true,
    };

    /// Dusk over burning ground.
    pub const DUSK: Self = Self {
        zenith: [0.16, 0.14, 0.2],
        horizon: [0.62, 0.4, 0.29],
        sun_direction: [0.75, -0.3, 0.5],
        sun: [1.1, 0.86, 0.64],
        fill: [0.16, 0.08, 0.06],
        scene: [0.3, 0.25, 0.25],
        haze_end: Some(1500.0),
        is_drawn: true,
    };

    /// Where the sun is, of length 1.
    pub fn towards_sun(&self) -> Vec3 {
        Vec3::from(self.sun_direction).normalize_or(Vec3::Z)
    }

    /// The dome around the origin, of radius 1, seen from inside.
    pub fn dome(&self) -> MeshData {
        let mut mesh = MeshData::default();
        let sun = self.towards_sun();
        for (height, share) in RINGS {
            let radius = (1.0 - height * height).max(0.0).sqrt();
            for segment in 0..=SEGMENTS {
                let turn = f32::from(segment) / f32::from(SEGMENTS) * std::f32::consts::TAU;
                let (sin, cos) = portable::sin_cos(turn);
                let direction = Vec3::new(radius * cos, radius * sin, height);
                let mut vertex = Vertex::new(direction.to_array(), [0.0; 3], [0.0; 2]);
                vertex.colour = bytes(self.colour(direction, share, sun));
                mesh.vertices.push(vertex);
            }
        }
        let row = u32::from(SEGMENTS) + 1;
        let rings = u32::try_from(RINGS.len()).unwrap_or(1);
        for ring in 0..rings.saturating_sub(1) {
            for segment in 0..u32::from(SEGMENTS) {
                let (a, b) = (ring * row + segment, ring * row + segment + 1);
                mesh.indices.extend([a, a + row, b, b, a + row, b + row]);
            }
        }
        mesh
    }

    /// The colour in a direction: from horizon to zenith, brighter around the sun and not at the
    /// horizon, where it has to agree with the haze.
    fn colour(&self, direction: Vec3, share: f32, sun: Vec3) -> [f32; 3] {
        let glow = direction.dot(sun).max(0.0).powi(6) * 0.22 * (direction.z * 5.0).clamp(0.0, 1.0);
        let mut colour = [0.0; 3];
        let parts = colour.iter_mut().zip(self.horizon).zip(self.zenith).zip(self.sun);
        for (((value, low), high), light) in parts {
            *value = low + (high - low) * share + light * glow;
        }
        colour
    }
}

/// A square that faces the origin from a direction, for the sun: half its side is `size`.
pub fn sun_quad(towards: Vec3, size: f32) -> [Vertex; 4] {
    let right = towards.cross(Vec3::Z).normalize_or(Vec3::X) * size;
    let up = right.cross(towards);
    quad(towards, right, up, [255; 4])
}

/// A square around a point, by half of its sides.
pub fn quad(middle: Vec3, right: Vec3, up: Vec3, colour: [u8; 4]) -> [Vertex; 4] {
    let corner = |x: f32, y: f32, uv: [f32; 2]| {
        let place = middle + right * x + up * y;
        Vertex { colour, ..Vertex::new(place.to_array(), [0.0; 3], uv) }
    };
    [
        corner(-1.0, -1.0, [0.0, 1.0]),
        corner(1.0, -1.0, [1.0, 1.0]),
        corner(1.0, 1.0, [1.0, 0.0]),
        corner(-1.0, 1.0, [0.0, 0.0]),
    ]
}

/// A disc that fades into a glow, alpha only; its border is empty.
pub fn glow_texture(name: &str, core: f32) -> TextureData {
    let side = f32::from(SUN_SIDE);
    let pixel = |x: u16, y: u16| {
        let at = |place: u16| (f32::from(place) + 0.5) / side * 2.0 - 1.0;
        let far = portable::hypot(at(x), at(y));
        let soft = (1.0 - far).max(0.0);
        let disc = ((core - far) * side * 0.25 + 0.5).clamp(0.0, 1.0);
        let edge = (1.0 - far) * side * 0.25;
        let alpha = (soft * soft * 0.55 + disc).min(1.0) * edge.clamp(0.0, 1.0);
        [255, 255, 255, byte(alpha)]
    };
    let pixels = (0..SUN_SIDE).flat_map(|y| (0..SUN_SIDE).flat_map(move |x| pixel(x, y)));
    let mut texture = TextureData::new(name, SUN_SIDE.into(), SUN_SIDE.into(), pixels.collect());
    texture.repeat = false;
    texture
}

/// A share of 1 as a byte.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // between 0 and 255
pub fn byte(value: f32) -> u8 {
    (value.clamp(0.0, 1.0) * 255.0).round() as u8
}

fn bytes([red, green, blue]: [f32; 3]) -> [u8; 4] {
    [byte(red), byte(green), byte(blue), 255]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_horizon_has_the_colour_of_the_haze() {
        let sky = Sky::FAIR;
        let mesh = sky.dome();
        let (mut low, mut high) = (0, 0);
        for vertex in &mesh.vertices {
            let length = Vec3::from(vertex.position).length();
            assert!((length - 1.0).abs() < 1e-5);
            if vertex.position[2] <= 0.0 {
                assert_eq!(vertex.colour, bytes(sky.horizon));
                low += 1;
            }
            if vertex.position[2] == 1.0 {
                assert!(vertex.colour[2] < bytes(sky.horizon)[2]);
                high += 1;
            }
        }
        assert_eq!((low, high), (99, 33));
        assert!(mesh.indices.iter().all(|&at| (at as usize) < mesh.vertices.len()));
    }

    #[test]
    fn it_is_seen_from_inside() {
        let mesh = Sky::FAIR.dome();
        for triangle in mesh.indices.chunks(3) {
            let [a, b, c] =
                [0, 1, 2].map(|n| Vec3::from(mesh.vertices[triangle[n] as usize].position));
            assert!((b - a).cross(c - a).dot(a + b + c) <= 1e-6);
        }
    }

    #[test]
    fn glows_end_before_their_border() {
        let glow = glow_texture("glow", 0.3);
        let alpha = |x: usize, y: usize| glow.levels[0].rgba[(y * 64 + x) * 4 + 3];
        assert_eq!(alpha(32, 32), 255);
        assert!((0..64).all(|n| alpha(n, 0) == 0 && alpha(0, n) == 0 && alpha(n, 63) == 0));
        assert!(alpha(32, 12) > 0 && alpha(32, 12) < 120);
    }
}
