//! Sky, sun, light and haze of a level.

use glam::{Affine3A, Vec3};
use ngi_formats::mat0::BlendMode;

use crate::frame::{
    Background, Depth, Fog, Frame, Instance, Mesh, MeshId, Pass, Shade, Store, Surface, TextureId,
};
use crate::light::Sun;
use crate::scene::sky::{Sky, glow_texture, sun_quad};

/// How far away the dome is: within the range of the sky's pass.
const RADIUS: f32 = 20_000.0;
/// Half the side of the sun's glow, at distance 1.
const SUN_SIZE: f32 = 0.2;
/// How much of the glow is the disc itself.
const SUN_DISC: f32 = 0.16;

/// Draws a sky.
#[derive(Debug, Clone, Default)]
pub struct SkyPainter {
    /// What it is like.
    pub sky: Sky,
    dome: Option<(MeshId, u32)>,
    sun: Option<TextureId>,
}

impl SkyPainter {
    /// A sky.
    pub fn new(sky: Sky) -> Self {
        Self { sky, ..Self::default() }
    }

    /// Puts dome and sun into a store.
    pub fn prepare(&mut self, store: &mut dyn Store) {
        let dome = self.sky.dome();
        let count = u32::try_from(dome.indices.len()).unwrap_or(0);
        self.dome = Some((store.add_mesh(&dome), count));
        self.sun = Some(store.add_texture(&glow_texture("sun", SUN_DISC)));
    }

    /// Takes them out again.
    pub fn release(&mut self, store: &mut dyn Store) {
        if let Some((dome, _)) = self.dome.take() {
            store.remove_mesh(dome);
        }
        if let Some(sun) = self.sun.take() {
            store.remove_texture(sun);
        }
    }

    /// Lights the scene: the sun, and the second light from the other side.
    pub fn light(&self, frame: &mut Frame) {
        let sky = &self.sky;
        let lighting = &mut frame.lighting;
        lighting.clear();
        lighting.scene = sky.scene;
        let [x, y, z] = sky.sun_direction;
        lighting.suns.push(Sun { towards: [x, y, z], colour: sky.sun });
        if sky.fill != [0.0; 3] {
            lighting.suns.push(Sun { towards: [-x, -y, z], colour: sky.fill });
        }
    }

    /// Haze in the colour of the horizon. `reach` is the size of what is looked at: the haze of a
    /// large map is farther away, so that it does not hide the map itself.
    pub fn haze(&self, reach: f32, frame: &mut Frame) {
        if let Some(end) = self.sky.haze_end {
            let end = end.max(reach);
            frame.fog = Some(Fog { start: 0.0, end, colour: self.sky.horizon });
        }
    }

    /// Draws the dome and the sun around an eye, by the camera or into the mirror.
    pub fn add(&self, eye: Vec3, mirrored: bool, frame: &mut Frame) {
        let pass = if mirrored { Pass::SKY.in_mirror() } else { Pass::SKY };
        if !mirrored {
            frame.background = Background::Plain(self.sky.horizon);
        }
        let around = |scale: f32| {
            Affine3A::from_scale_rotation_translation(Vec3::splat(scale), glam::Quat::IDENTITY, eye)
        };
        let plain =
            Surface { shade: Shade::Plain, depth: Depth::Test, fog: false, ..Surface::default() };
        if let Some((dome, count)) = self.dome {
            let instance = Instance::default().at(&around(RADIUS));
            frame.push(pass, Mesh::Kept(dome), 0..count, plain, instance, 0.0);
        }
        if let Some(sun) = self.sun {
            let quad = sun_quad(self.sky.towards_sun(), SUN_SIZE);
            let indices = frame.stream(&quad, &[0, 1, 2, 0, 2, 3]);
            let surface = Surface { texture0: Some(sun), ..plain }.blended(BlendMode::ADDITIVE);
            let [red, green, blue] = self.sky.sun;
            let colour = Instance { diffuse: [red, green, blue, 1.0], ..Instance::default() };
            let instance = colour.at(&around(RADIUS));
            frame.push(pass, Mesh::Streamed, indices, surface, instance, 0.0);
        }
    }
}
