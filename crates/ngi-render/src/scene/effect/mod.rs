//! An effect on its own, over a floor that shows its light.

mod dress;
mod preview;
mod sprites;

pub use dress::{EffectDress, EffectRows, add_lights};
pub use preview::Sweep;
pub use sprites::{SpriteSkin, SpriteSkins, Sprites, WhiteSprites};

use glam::Vec3;
use ngi_engine::effects::{
    DrawList, Loadable, Paint, Player, PlayerOptions, Quad, Target, View as EffectView,
};
use ngi_engine::model::Ray;
use ngi_formats::fxid::{EffectFlags, TimeMode};

use super::{Looks, Overlays, Picked, Scene, SceneKind, Settings, View};
use crate::frame::{
    Background, Frame, Instance, LogLine, Mesh, MeshData, MeshId, Pass, Store, Surface, Vertex,
};
use crate::light::Sun;
use crate::numbers::{to_f32, to_u32};
use crate::overlay;
use crate::{Bounds, Camera};

/// The key of a player's only instance.
const KEY: u32 = 1;
/// Where bolts come from, seen from the effect: what the muzzle would be.
const MUZZLE: [f32; 3] = [-24.0, 0.0, 0.0];
/// Moments the bounds are looked for at.
const SAMPLES: u8 = 16;
/// What is behind an effect: nearly dark, so that its light is seen.
const NIGHT: [f32; 3] = [0.07, 0.075, 0.09];
/// Quads along the side of the floor: light is worked out at their corners.
const FLOOR: u16 = 40;

/// An effect on its own.
pub struct EffectScene {
    player: Player,
    looks: Looks,
    rows: EffectRows,
    sprites: Sprites,
    bounds: Bounds,
    /// The box at each of the moments that were looked at.
    moments: Vec<Bounds>,
    /// How much of it those moments show: see [`shown`].
    amounts: Vec<f32>,
    duration: f32,
    floor: Option<MeshId>,
    log: Vec<LogLine>,
    /// What was drawn last, for picking.
    last: Vec<([f32; 3], f32, u32)>,
    /// True if the last frame had nothing of the effect in it.
    blank: bool,
}

impl EffectScene {
    /// An effect with the materials of a game.
    pub fn new(effect: &impl Loadable, options: PlayerOptions, mut looks: Looks) -> Self {
        let header = effect.header();
        let duration = if header.duration_s.is_finite() { header.duration_s } else { 0.0 };
        let mut player = Player::new(effect, options);
        if header.flags.has(EffectFlags::TARGET_POINT) {
            let target = Target { attach: None, point: MUZZLE };
            player.manager_mut().set_target(Some(target));
        }
        let mut rows = EffectRows::default();
        rows.take(player.manager_mut(), &mut looks);
        let log = looks.log().to_vec();
        let mut scene = Self {
            player,
            looks,
            rows,
            sprites: Sprites::default(),
            bounds: Bounds::EMPTY,
            moments: Vec::new(),
            amounts: Vec::new(),
            duration: duration.clamp(0.05, 600.0),
            floor: None,
            log,
            last: Vec::new(),
            blank: false,
        };
        scene.measure();
        scene
    }

    /// The box around what it shows while it lasts, and at each of some moments. Sprites count only
    /// as long as they are well seen, and over its whole life with most of their size: they fade out
    /// towards their edges and their end.
    fn measure(&mut self) {
        let eye = EffectView { eye: [0.0, -40.0, 15.0], ..EffectView::default() };
        let mut all = Bounds::EMPTY;
        for sample in 0..=SAMPLES {
            let time = self.duration * f32::from(sample) / f32::from(SAMPLES);
            let list = self.at(time, &eye);
            let amount = shown(list);
            let mut bounds = Bounds::EMPTY;
            let mut most = Bounds::EMPTY;
            for quad in list.quads.iter().filter(|quad| is_seen(&quad.paint)) {
                let centre = Vec3::from(quad.centre);
                for (corner, _) in quad.corners() {
                    bounds.add(corner);
                    most.add(centre.lerp(corner.into(), 0.8).to_array());
                }
            }
            let mut domes = Bounds::EMPTY;
            for dome in list.domes.iter().filter(|dome| is_seen(&dome.paint)) {
                let centre = Vec3::from(dome.centre);
                for axis in dome.axes.map(Vec3::from) {
                    domes.add((centre + axis).to_array());
                    domes.add((centre - axis).to_array());
                }
            }
            all = all.union(most).union(domes);
            bounds = bounds.union(domes);
            self.moments.push(bounds);
            self.amounts.push(amount);
        }
        self.bounds = if all.is_empty() { Bounds::UNIT } else { all };
    }

    /// The box around what it shows about a moment.
    fn bounds_at(&self, time: f32) -> Bounds {
        let step = time / self.duration * f32::from(SAMPLES);
        let near = |at: &usize| (step - to_f32(to_u32(*at))).abs() < 1.0;
        let moments = (0..self.moments.len()).filter(near).filter_map(|at| self.moments.get(at));
        let shown = moments.fold(Bounds::EMPTY, |all, bounds| all.union(*bounds));
        if shown.is_empty() { self.bounds } else { shown }
    }

    /// What the effect shows at a time.
    fn at(&mut self, time: f32, view: &EffectView) -> &DrawList {
        let Self { player, looks, rows, duration, .. } = self;
        show(player, &EffectDress { looks, rows }, *duration, time, view)
    }

    /// The effect.
    pub fn player(&self) -> &Player {
        &self.player
    }
}

/// Whether a thing is more than a trace.
fn is_seen(paint: &Paint) -> bool {
    let [.., fade] = paint.colour;
    fade > 0.15
}

/// How much a list shows: sprites and domes by their size and how far they have faded. Many small
/// sprites count more than one that covers them.
fn shown(list: &DrawList) -> f32 {
    let of = |paint: &Paint, size: f32| {
        let [.., fade] = paint.colour;
        let size = if size.is_finite() { size.clamp(0.0, 1e4) } else { 0.0 };
        fade.clamp(0.0, 1.0) * size.sqrt()
    };
    let quads = list.quads.iter().map(|quad| {
        let [width, height] = quad.size();
        of(&quad.paint, (width * height).abs().sqrt())
    });
    let domes = list.domes.iter().map(|dome| {
        let reach = dome.axes.map(|axis| Vec3::from(axis).length()).into_iter().fold(0.0, f32::max);
        of(&dome.paint, reach * 2.0)
    });
    let lights = list.lights.iter().map(|light| light.range.clamp(0.0, 100.0).sqrt() * 0.1);
    quads.chain(domes).chain(lights).sum()
}

/// True if a list has nothing in it that changes an image.
fn is_blank(list: &DrawList) -> bool {
    let shows = |paint: &Paint| {
        let [.., fade] = paint.colour;
        fade > 0.0
    };
    let quad = |quad: &Quad| shows(&quad.paint) && quad.size().iter().all(|side| *side > 0.0);
    list.lights.is_empty()
        && !list.quads.iter().any(quad)
        && !list.domes.iter().any(|dome| shows(&dome.paint))
}

/// What an effect shows at a time; modes that take their time from an owner get a [`Sweep`].
fn show<'a>(
    player: &'a mut Player,
    dress: &EffectDress<'_>,
    duration: f32,
    time: f32,
    view: &EffectView,
) -> &'a DrawList {
    let sweep = Sweep::at(time, duration);
    let by_value = player.instance().is_some_and(|at| at.mode() == TimeMode(0));
    if by_value {
        player.manager_mut().set_value(KEY, sweep.share);
    }
    player.at(f64::from(time), &sweep, view, dress)
}

impl Scene for EffectScene {
    fn kind(&self) -> SceneKind {
        SceneKind::Effect
    }

    fn bounds(&self) -> Bounds {
        self.bounds
    }

    fn points(&self, moment: Option<f32>, _: &Settings) -> Vec<Vec3> {
        moment.map_or(self.bounds, |time| self.bounds_at(time)).corners().to_vec()
    }

    fn camera(&self, aspect: f32) -> Camera {
        let mut camera = Camera { pitch: 16f32.to_radians(), ..Camera::default() };
        camera.frame(&self.bounds, aspect);
        camera
    }

    fn duration(&self, _: &Settings) -> Option<f32> {
        Some(self.duration)
    }

    /// The moment that shows most; of moments that are nearly alike, the earliest.
    fn best_moment(&self, _: &Settings) -> f32 {
        let most = self.amounts.iter().copied().fold(0.0, f32::max);
        let best = self.amounts.iter().position(|amount| *amount >= most * 0.95).unwrap_or(0);
        self.duration * to_f32(to_u32(best)) / f32::from(SAMPLES)
    }

    fn prepare(&mut self, store: &mut dyn Store) {
        let before = self.looks.log().len();
        self.looks.prepare(store);
        self.log.extend_from_slice(self.looks.log().get(before..).unwrap_or_default());
        self.floor = Some(store.add_mesh(&floor(&self.bounds)));
    }

    fn release(&mut self, store: &mut dyn Store) {
        self.looks.release(store);
        if let Some(floor) = self.floor.take() {
            store.remove_mesh(floor);
        }
    }

    fn build(&mut self, view: &View, frame: &mut Frame) {
        let eye = EffectView { eye: frame.sight.eye.to_array(), ..EffectView::default() };
        let Self { player, looks, rows, sprites, duration, floor, last, blank, bounds, .. } = self;
        let dress = EffectDress { looks, rows };
        let list = show(player, &dress, *duration, view.time, &eye);
        if view.settings.floor {
            dim(frame);
            if view.settings.background == Background::default() {
                frame.background = Background::Plain(NIGHT);
            }
            // The floor reaches past what the camera was aimed at.
            frame.sight = view.camera.sight(view.size, &floor_bounds(bounds).union(*bounds));
        }
        add_lights(list, &mut frame.lighting);
        if let Some(floor) = floor.filter(|_| view.settings.floor) {
            add_floor(floor, frame);
        }
        sprites.add(list, &dress, frame);
        *blank = is_blank(list);
        last.clear();
        last.extend(list.quads.iter().map(|quad| {
            let [width, height] = quad.size();
            (quad.centre, width.max(height) * 0.5, quad.command)
        }));
        if view.overlays.has(Overlays::LIGHTS) {
            for light in &list.lights {
                let centre = Vec3::from(light.position);
                overlay::sphere(frame, centre, light.range, [255, 220, 90, 160]);
            }
        }
        if view.overlays.has(Overlays::BOUNDS) {
            overlay::boxed(frame, &glam::Affine3A::IDENTITY, bounds, overlay::colours::BOX);
        }
        if view.overlays.has(Overlays::WIRE) {
            outlines(list, frame);
        }
    }

    /// The nearest sprite, taken as a ball.
    fn pick(&self, ray: &Ray) -> Option<Picked> {
        let (origin, direction) = (Vec3::from(ray.origin), Vec3::from(ray.direction));
        let along = |&(centre, radius, command): &([f32; 3], f32, u32)| {
            let way = Vec3::from(centre) - origin;
            let along = way.dot(direction) / direction.length_squared();
            let off = (way - direction * along).length();
            (along > 0.0 && off <= radius).then_some((along, command))
        };
        let nearest = self.last.iter().filter_map(along).min_by(|a, b| a.0.total_cmp(&b.0));
        nearest.map(|(along, command)| Picked {
            position: (origin + direction * along).to_array(),
            distance: along,
            notes: vec![format!("command {command}")],
            ..Picked::default()
        })
    }

    fn is_blank(&self) -> bool {
        self.blank
    }

    fn log(&self) -> &[LogLine] {
        &self.log
    }
}

/// Evening light, so that lights of the effect are seen.
fn dim(frame: &mut Frame) {
    let lighting = &mut frame.lighting;
    lighting.clear();
    lighting.scene = [0.12, 0.13, 0.15];
    lighting.suns.push(Sun { towards: [-0.4, -0.3, 0.87], colour: [0.42, 0.45, 0.5] });
}

fn add_floor(floor: MeshId, frame: &mut Frame) {
    let quads = u32::from(FLOOR) * u32::from(FLOOR);
    let surface = Surface { depth: crate::frame::Depth::Test, ..Surface::default() }
        .blended(ngi_formats::mat0::BlendMode::ALPHA);
    let grey = Instance { diffuse: [0.42, 0.42, 0.4, 1.0], ..Instance::default() };
    // Seen through at its rim, but behind everything: drawn as ground is.
    frame.push(Pass::GROUND_SECOND, Mesh::Kept(floor), 0..quads * 6, surface, grey, 0.0);
}

/// The box of the floor below an effect. Effects are at home at height 0; the floor is a little
/// lower, so that lights at home reach it.
fn floor_bounds(bounds: &Bounds) -> Bounds {
    let bounds = bounds.or_unit();
    let (center, reach) = (bounds.center(), bounds.radius().max(0.5) * 2.2);
    let z = -bounds.radius() * 0.08;
    Bounds::new([center.x - reach, center.y - reach, z], [center.x + reach, center.y + reach, z])
}

/// A floor below a box that fades out towards its rim.
fn floor(bounds: &Bounds) -> MeshData {
    let all = floor_bounds(bounds);
    let (center, reach, z) = (all.center(), all.size().x * 0.5, all.max[2]);
    let mut mesh = MeshData::default();
    let at = |step: u16| f32::from(step) / f32::from(FLOOR) * 2.0 - 1.0;
    for y in 0..=FLOOR {
        for x in 0..=FLOOR {
            let far = ngi_engine::portable::hypot(at(x), at(y)).min(1.0);
            let position = [center.x + at(x) * reach, center.y + at(y) * reach, z];
            let mut vertex = Vertex::new(position, [0.0, 0.0, 1.0], [0.0; 2]);
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // 0 to 255
            let alpha = ((1.0 - far * far) * 255.0).round() as u8;
            vertex.colour = [255, 255, 255, alpha];
            mesh.vertices.push(vertex);
        }
    }
    let row = u32::from(FLOOR) + 1;
    for y in 0..u32::from(FLOOR) {
        for x in 0..u32::from(FLOOR) {
            let a = y * row + x;
            mesh.indices.extend([a, a + 1, a + row + 1, a, a + row + 1, a + row]);
        }
    }
    mesh
}

/// The edges of sprites.
fn outlines(list: &DrawList, frame: &mut Frame) {
    for quad in &list.quads {
        let corners = quad.corners().map(|(corner, _)| Vec3::from(corner));
        let [a, b, c, d] = corners;
        for (from, to) in [(a, b), (b, c), (c, d), (d, a)] {
            frame.line(from, to, overlay::colours::WIRE);
        }
    }
}
