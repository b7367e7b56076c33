//! Vertices, instances, lines and pictures, as they are handed to the card.

use bytemuck::{Pod, Zeroable};
use glam::Affine3A;

use super::item::Surface;

/// A vertex of every mesh.
#[derive(Debug, Clone, Copy, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct Vertex {
    /// Position in the space of its instance.
    pub position: [f32; 3],
    /// Normal times 127, as models store it; the fourth byte is not used.
    pub normal: [i8; 4],
    /// Coordinates of the first texture.
    pub uv: [f32; 2],
    /// Coordinates of the second texture: lightmap, microtexture.
    pub uv1: [f32; 2],
    /// Red, green, blue, alpha that everything is multiplied with. The alpha is where a
    /// landscape's weight of the second material goes.
    pub colour: [u8; 4],
}

impl Vertex {
    /// A white vertex.
    pub fn new(position: [f32; 3], normal: [f32; 3], uv: [f32; 2]) -> Self {
        Self { position, normal: pack_normal(normal), uv, uv1: [0.0; 2], colour: [255; 4] }
    }
}

impl Default for Vertex {
    /// At the origin, facing up.
    fn default() -> Self {
        Self::new([0.0; 3], [0.0, 0.0, 1.0], [0.0; 2])
    }
}

/// A normal as models store it.
#[expect(clippy::cast_possible_truncation, reason = "clamped to what fits")]
fn pack_normal(normal: [f32; 3]) -> [i8; 4] {
    let [x, y, z] = normal.map(|part| (part.clamp(-1.0, 1.0) * 127.0).round() as i8);
    [x, y, z, 0]
}

/// One appearance of a range of a mesh: where it is and what it is made of.
#[derive(Debug, Clone, Copy, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct Instance {
    /// Rows of `world_from_local`: three of four numbers, the translation last.
    pub rows: [[f32; 4]; 3],
    /// What light is multiplied with. Its alpha is not used.
    pub diffuse: [f32; 4],
    /// Red, green, blue of its own light, and its opacity.
    pub ambient: [f32; 4],
    /// Red, green, blue of its shine, and the power; 0 for none.
    pub specular: [f32; 4],
    /// The cell of the first texture: `uv' = uv * cell.zw + cell.xy`.
    pub cell: [f32; 4],
    /// The surface as the shader reads it; [`Frame::push`](super::Frame::push) fills it in.
    pub mode: u32,
}

impl Default for Instance {
    /// White, opaque, at the origin.
    fn default() -> Self {
        Self {
            rows: [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]],
            diffuse: [1.0; 4],
            ambient: [0.0, 0.0, 0.0, 1.0],
            specular: [0.0; 4],
            cell: [0.0, 0.0, 1.0, 1.0],
            mode: 0,
        }
    }
}

impl Instance {
    /// The same elsewhere.
    #[must_use]
    pub fn at(mut self, world_from_local: &Affine3A) -> Self {
        let matrix = world_from_local.matrix3;
        let t = world_from_local.translation;
        let (x, y, z) = (matrix.x_axis, matrix.y_axis, matrix.z_axis);
        self.rows = [[x.x, y.x, z.x, t.x], [x.y, y.y, z.y, t.y], [x.z, y.z, z.z, t.z]];
        self
    }

    /// With the surface written where the shader looks for it.
    #[must_use]
    pub fn of(mut self, surface: &Surface) -> Self {
        self.mode = surface.mode();
        self
    }
}

/// A line of an overlay.
#[derive(Debug, Clone, Copy, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct Line {
    /// Where it starts, in the world.
    pub from: [f32; 3],
    /// Where it ends.
    pub to: [f32; 3],
    /// Red, green, blue, alpha.
    pub colour: [u8; 4],
    /// Width in pixels.
    pub width: f32,
}

/// The geometry of a mesh.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct MeshData {
    /// All vertices.
    pub vertices: Vec<Vertex>,
    /// Triangles, three each; items draw ranges of them.
    pub indices: Vec<u32>,
}

/// A picture for the card.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TextureData {
    /// Its name, for messages.
    pub name: String,
    /// The largest level first; each has half the sides of the one before, at least 1.
    pub levels: Vec<TextureLevel>,
    /// Whether it repeats; else its edge pixels go on.
    pub repeat: bool,
    /// Whether pixels stay squares when they are enlarged.
    pub nearest: bool,
}

/// One level of a picture.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TextureLevel {
    /// Pixels across.
    pub width: u32,
    /// Pixels down.
    pub height: u32,
    /// Red, green, blue, alpha; row after row.
    pub rgba: Vec<u8>,
}

impl TextureData {
    /// A picture of one level that repeats.
    pub fn new(name: impl Into<String>, width: u32, height: u32, rgba: Vec<u8>) -> Self {
        let levels = vec![TextureLevel { width, height, rgba }];
        Self { name: name.into(), levels, repeat: true, nearest: false }
    }

    /// One pixel.
    pub fn pixel(name: impl Into<String>, colour: [u8; 4]) -> Self {
        Self::new(name, 1, 1, colour.to_vec())
    }

    /// Adds the smaller levels down to one pixel, each the mean of the one before. For pictures
    /// made here: files bring their own.
    pub fn add_levels(&mut self) {
        while let Some(last) = self.levels.last()
            && (last.width > 1 || last.height > 1)
        {
            let next = last.halved();
            self.levels.push(next);
        }
    }
}

impl TextureLevel {
    /// Half as large: means of two by two pixels.
    fn halved(&self) -> Self {
        let (width, height) = ((self.width / 2).max(1), (self.height / 2).max(1));
        let (across, down) = (self.width / width, self.height / height);
        let pixels = self.rgba.as_chunks::<4>().0;
        let at = |x: u32, y: u32| {
            let place = u64::from(y) * u64::from(self.width) + u64::from(x);
            let place = usize::try_from(place).unwrap_or(usize::MAX);
            pixels.get(place).copied().unwrap_or_default().map(u32::from)
        };
        let count = (across * down).max(1);
        let mean = |x: u32, y: u32| {
            let block = (0..down).flat_map(|dy| (0..across).map(move |dx| (dx, dy)));
            let sum = block.fold([0u32; 4], |[r, g, b, a], (dx, dy)| {
                let [pr, pg, pb, pa] = at(x * across + dx, y * down + dy);
                [r + pr, g + pg, b + pb, a + pa]
            });
            sum.map(|channel| u8::try_from(channel / count).unwrap_or(255))
        };
        let all = (0..height).flat_map(|y| (0..width).flat_map(move |x| mean(x, y)));
        Self { width, height, rgba: all.collect() }
    }
}
