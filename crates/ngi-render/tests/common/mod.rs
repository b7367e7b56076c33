//! A card, and quads to draw on it.
#![allow(dead_code, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

pub mod crowded;
pub mod demo;
pub mod golden;

use std::sync::OnceLock;

use glam::Vec3;
use ngi_render::camera::Camera;
use ngi_render::frame::{
    Background, Frame, Instance, Mesh, Pass, Store, Surface, TextureData, TextureId, Vertex,
};
use ngi_render::{Bounds, Gpu, Picture, Renderer, Target};

/// The card all tests of a file share: Mesa's software driver, which draws the same pixels
/// everywhere. Without it the tests fail: that is what they are for.
pub fn gpu() -> &'static Gpu {
    static GPU: OnceLock<Gpu> = OnceLock::new();
    GPU.get_or_init(|| Gpu::software().expect("tests need a software driver"))
}

/// A frame of 16 × 16 pixels looked at from straight above.
pub struct Table {
    pub renderer: Renderer,
    pub frame: Frame,
}

pub const SIDE: u32 = 16;

impl Table {
    /// Nothing but a background.
    pub fn new(background: [u8; 3]) -> Self {
        let mut frame = Frame::new();
        frame.clear();
        frame.background = Background::Plain(background.map(|value| f32::from(value) / 255.0));
        let mut table = Self { renderer: Renderer::new(gpu()), frame };
        table.look_from(10.0);
        table
    }

    /// Looks down from a height, with perspective, so that the eye has a place.
    pub fn look_from(&mut self, height: f32) {
        let camera = Camera { flat: false, ..Camera::from_above(Vec3::ZERO, height) };
        self.frame.sight = camera.sight([SIDE, SIDE], &Bounds::new([-2.0; 3], [2.0; 3]));
    }

    /// A texture of one colour.
    pub fn texture(&mut self, colour: [u8; 4]) -> TextureId {
        self.renderer.add_texture(&TextureData::pixel("test", colour))
    }

    /// A quad from −1 to 1, facing up, at a height.
    pub fn quad(&mut self, pass: Pass, z: f32, surface: Surface, instance: Instance) {
        let corner = |x: f32, y: f32| Vertex::new([x, y, z], [0.0, 0.0, 1.0], [x, y]);
        let vertices = [corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)];
        self.quad_of(pass, &vertices, surface, instance);
    }

    pub fn quad_of(
        &mut self,
        pass: Pass,
        vertices: &[Vertex; 4],
        surface: Surface,
        instance: Instance,
    ) {
        let range = self.frame.stream(vertices, &[0, 1, 2, 0, 2, 3]);
        self.frame.push(pass, Mesh::Streamed, range, surface, instance, 0.0);
    }

    pub fn picture(&mut self) -> Picture {
        let target = Target::new(gpu(), SIDE, SIDE, false).unwrap();
        self.frame.finish();
        self.renderer.draw(&self.frame, &target).unwrap();
        target.read_back(gpu()).unwrap()
    }

    /// The pixel in the middle.
    pub fn middle(&mut self) -> [u8; 4] {
        self.picture().pixel(SIDE / 2, SIDE / 2).unwrap()
    }
}

/// Whether two colours differ by at most one level: the rounding of the card.
#[track_caller]
pub fn close(found: [u8; 4], expected: [f32; 3], what: &str) {
    let [r, g, b, _] = found.map(f32::from);
    for (found, expected) in [r, g, b].into_iter().zip(expected) {
        assert!(
            (found - expected * 255.0).abs() <= 1.01,
            "{what}: found {found} of 255, expected {}",
            expected * 255.0
        );
    }
}
