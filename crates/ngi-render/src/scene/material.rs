//! A material to look at: on a sphere and on a plane, over time.

use std::f32::consts::{PI, TAU};

use glam::Vec3;
use ngi_engine::materials::{Clock, Definition, Rand};
use ngi_engine::portable;
use ngi_formats::mat0::{Attributes, Material};

use super::looks::{Appearance, Looks};
use super::texture::checkerboard;
use super::{Scene, SceneKind};
use crate::frame::{
    Depth, Frame, LogLine, Mesh, MeshData, MeshId, Pass, Shade, Store, Surface, TextureId, Vertex,
};
use crate::numbers::to_u32;
use crate::scene::view::{Settings, View};
use crate::{Bounds, Camera};

/// Pieces of the sphere around and from pole to pole.
const AROUND: u8 = 64;
const DOWN: u8 = 32;

/// A material on a sphere (left) and on a plane (right), seen from the north.
#[derive(Debug)]
pub struct MaterialScene {
    definition: Definition,
    looks: Looks,
    mesh: Option<MeshId>,
    checks: Option<TextureId>,
    parts: Parts,
    log: Vec<LogLine>,
}

/// Ranges of the mesh.
#[derive(Debug, Clone, Default)]
struct Parts {
    sphere: std::ops::Range<u32>,
    plane: std::ops::Range<u32>,
    backdrop: std::ops::Range<u32>,
}

impl MaterialScene {
    /// Reads a material; its textures come from the game of `looks`.
    pub fn read(
        bytes: &[u8],
        attributes: Attributes,
        mut looks: Looks,
    ) -> Result<Self, ngi_formats::Error> {
        let material = Material::read(bytes, attributes)?;
        let mut log = Vec::new();
        let flags = looks.shared().policy.flags_for(attributes.flags);
        let definition = Definition::new::<std::convert::Infallible>(&material, |phase| {
            let name = phase.texture_name().unwrap_or_default();
            let loaded = looks.shared_mut().load_texture(name, flags);
            Ok(loaded.unwrap_or_else(|error| {
                let line = LogLine::Note(error.to_string());
                if log.last() != Some(&line) {
                    log.push(line);
                }
                ngi_engine::materials::NONE
            }))
        });
        let Ok(definition) = definition;
        let said = looks.shared_mut().log.take().into_iter();
        log.extend(said.map(|line| LogLine::Note(line.to_string())));
        let parts = Parts::default();
        Ok(Self { definition, looks, mesh: None, checks: None, parts, log })
    }

    /// The material as the engine keeps it.
    pub fn definition(&self) -> &Definition {
        &self.definition
    }

    /// What is shown at a moment.
    pub fn look(&self, view: &View) -> Appearance {
        let mut clock = Clock { now: view.time_ms(), start: 0 };
        let mut rand = Rand::new(clock.now);
        let shown = self.definition.at_time(view.settings.track, &mut clock, &mut rand);
        match self.definition.mixed(shown) {
            Ok(phase) => self.looks.look_of(&phase, self.definition.metadata().blend()),
            Err(_) => Appearance::default(),
        }
    }
}

/// The sphere, the plane, and the checkerboard behind them.
fn geometry() -> (MeshData, Parts) {
    let mut mesh = MeshData::default();
    let center = Vec3::new(1.1, 0.0, 1.0);
    for row in 0..=DOWN {
        let v = f32::from(row) / f32::from(DOWN);
        let (sin_down, cos_down) = portable::sin_cos(v * PI);
        for column in 0..=AROUND {
            let u = f32::from(column) / f32::from(AROUND);
            // Against the sun seen from above, so that pictures are not mirrored.
            let (sin, cos) = portable::sin_cos(u * TAU);
            let normal = Vec3::new(sin_down * cos, sin_down * sin, cos_down);
            // Twice around: a texture is then about as wide as it is high.
            mesh.vertices.push(Vertex::new(
                (center + normal).to_array(),
                normal.to_array(),
                [u * 2.0, v],
            ));
        }
    }
    let stride = u32::from(AROUND) + 1;
    for row in 0..u32::from(DOWN) {
        for column in 0..u32::from(AROUND) {
            let at = row * stride + column;
            mesh.indices.extend([at, at + stride, at + 1, at + 1, at + stride, at + stride + 1]);
        }
    }
    let sphere = 0..to_u32(mesh.indices.len());
    let plane = upright(&mut mesh, [-0.1, -2.1], [0.0, 2.0], 0.0, [1.0, 1.0]);
    let backdrop = upright(&mut mesh, [2.4, -2.4], [-0.3, 2.3], -1.3, [12.0, 6.5]);
    (mesh, Parts { sphere, plane, backdrop })
}

/// Adds an upright rectangle that faces north; gives its triangles.
fn upright(
    mesh: &mut MeshData,
    [left, right]: [f32; 2],
    [low, high]: [f32; 2],
    y: f32,
    [u, v]: [f32; 2],
) -> std::ops::Range<u32> {
    let base = to_u32(mesh.vertices.len());
    let start = to_u32(mesh.indices.len());
    for (x, z, u, v) in
        [(left, high, 0.0, 0.0), (left, low, 0.0, v), (right, low, u, v), (right, high, u, 0.0)]
    {
        mesh.vertices.push(Vertex::new([x, y, z], [0.0, 1.0, 0.0], [u, v]));
    }
    mesh.indices.extend([0, 1, 2, 0, 2, 3].map(|index| base + index));
    start..to_u32(mesh.indices.len())
}

impl Scene for MaterialScene {
    fn kind(&self) -> SceneKind {
        SceneKind::Material
    }

    fn bounds(&self) -> Bounds {
        Bounds::new([-2.1, -1.0, 0.0], [2.1, 1.0, 2.0])
    }

    fn camera(&self, aspect: f32) -> Camera {
        let mut camera = Camera { yaw: PI, pitch: 8f32.to_radians(), ..Camera::default() };
        camera.frame(&self.bounds(), aspect);
        camera
    }

    fn duration(&self, settings: &Settings) -> Option<f32> {
        let track = self.definition.track(settings.track);
        let track = track.filter(|track| track.keys().len() > 1)?;
        let times = if track.mode() == ngi_formats::mat0::Mode::PING_PONG { 2.0 } else { 1.0 };
        let seconds = f32::from(track.cycle_ms()) / 1000.0 * times;
        (seconds > 0.0).then_some(seconds)
    }

    fn prepare(&mut self, store: &mut dyn Store) {
        let before = self.looks.log().len();
        self.looks.prepare(store);
        self.log.extend_from_slice(self.looks.log().get(before..).unwrap_or_default());
        if self.mesh.is_none() {
            let (mesh, parts) = geometry();
            self.mesh = Some(store.add_mesh(&mesh));
            self.parts = parts;
            self.checks = Some(store.add_texture(&checkerboard()));
        }
    }

    fn release(&mut self, store: &mut dyn Store) {
        self.looks.release(store);
        if let Some(mesh) = self.mesh.take() {
            store.remove_mesh(mesh);
        }
        if let Some(checks) = self.checks.take() {
            store.remove_texture(checks);
        }
    }

    fn build(&mut self, view: &View, frame: &mut Frame) {
        let Some(mesh) = self.mesh.map(Mesh::Kept) else { return };
        let look = self.look(view);
        let see_through = look.opacity < 1.0 || look.surface().blend_index() != 0;
        if see_through {
            let surface = Surface {
                texture0: self.checks,
                shade: Shade::Plain,
                depth: Depth::Test,
                fog: false,
                ..Surface::default()
            };
            let white = Appearance::default().instance();
            frame.push(Pass::OPAQUE, mesh, self.parts.backdrop.clone(), surface, white, 0.0);
        }
        let mut surface = look.surface();
        let pass = if see_through { Pass::SEE_THROUGH } else { Pass::OPAQUE };
        if see_through {
            surface.depth = Depth::Test;
            // The far side of a see-through ball would be seen through the near one in the order
            // of its triangles; here only what faces us is drawn.
            surface.two_sided = false;
        }
        frame.counters.meshes += 1;
        for part in [&self.parts.sphere, &self.parts.plane] {
            frame.push(pass, mesh, part.clone(), surface, look.instance(), 0.0);
        }
    }

    fn log(&self) -> &[LogLine] {
        &self.log
    }
}
