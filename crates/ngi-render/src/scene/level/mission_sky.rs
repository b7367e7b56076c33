//! The sky of a mission at a moment: nebula, dome, sun or moon, clouds, flare, drops and flakes,
//! and the light and fog that go with them.
//!
//! What all of it is at a moment `ngi_engine::sky` says; here it becomes triangles. Layers are
//! drawn from back to front at the farthest depth, so that the world hides them.

use glam::{Affine3A, Vec2, Vec3};
use ngi_engine::portable;
use ngi_engine::sky::{
    CLOUDS_FOG, Cap, FLARE, Flare, Fog as SkyFog, Moment, RINGS, Rgba, Row, SEGMENTS, Sky,
    SkyState, drop_colour,
};
use ngi_formats::mat0::BlendMode;
use ngi_formats::wear;

use crate::frame::{Background, Depth, Fog, Frame, Instance, Mesh, Pass, Shade, Surface, Vertex};
use crate::light::Sun;
use crate::scene::looks::{Appearance, Looks, WearId};
use crate::scene::sky::{byte, quad};
use crate::scene::view::View;

/// The name its wear has among the looks.
const WEAR_NAME: &str = "sky.wea";
/// Half the width of a flake; half the width and half the length of a drop. Our choice: the engine's
/// sizes are unknown.
const FLAKE: f32 = 0.1;
const DROP: [f32; 2] = [0.03, 0.8];

/// A sky of a mission, to be drawn.
#[derive(Debug, Clone)]
pub struct MissionSky {
    sky: Sky,
    wear: Option<WearId>,
    state: SkyState,
    /// Where it stays, whatever the time of a view.
    held: Option<Moment>,
}

/// How a map is looked at from outside.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Overview {
    /// 0 for an eye of the game, 1 for one that sees all of the map.
    pub share: f32,
    /// Distance of the farthest corner of the map.
    pub far: f32,
}

impl MissionSky {
    /// A sky, at the moment its mission begins. Before textures go to the card.
    pub fn new(sky: Sky, looks: &mut Looks) -> Self {
        let names: Vec<&str> = sky.materials().iter().map(String::as_str).collect();
        let text = wear::Editor::of_names(&names, &[]).ok().map(wear::Editor::into_bytes);
        let text = text.filter(|_| !names.is_empty());
        let wear = text.and_then(|text| looks.load_wear(WEAR_NAME, &text));
        let state = sky.at(sky.start());
        Self { sky, wear, state, held: None }
    }

    /// Goes on with another state of the sky, of the same materials.
    pub fn take(&mut self, sky: Sky) {
        self.state = sky.at(self.held.unwrap_or_else(|| sky.start()));
        self.sky = sky;
    }

    /// The sky itself.
    pub fn sky(&self) -> &Sky {
        &self.sky
    }

    /// What it is like now.
    pub fn state(&self) -> &SkyState {
        &self.state
    }

    /// Goes to another moment and stays there.
    pub fn set_moment(&mut self, moment: Moment) {
        self.held = Some(moment);
        self.state = self.sky.at(moment);
    }

    /// Goes to the moment of a view, unless it stays at one: to its time of day where it has one,
    /// else so long after the mission began.
    pub fn go(&mut self, view: &View) {
        let held = self.held.or(view.settings.moment);
        let moment = match (held, view.settings.time_of_day) {
            (Some(held), _) => held,
            (None, Some(time)) => time.moment(&self.sky, 0),
            (None, None) => self.sky.after(f64::from(view.time)),
        };
        self.state = self.sky.at(moment);
    }

    /// What a row of its wear shows; `None` where there is no such material.
    fn look(&self, looks: &Looks, row: Row) -> Option<Appearance> {
        let wear = self.wear.filter(|wear| looks.is_loaded(*wear, row.place()))?;
        Some(looks.look(wear, row.place(), 0))
    }

    /// What somebody who looks along a direction sees of the flare.
    pub fn flare(&self, along: Vec3) -> Flare {
        self.state.flare(along.to_array())
    }

    /// Lights the scene: body, light from across, floor.
    pub fn light(&self, flare: Flare, frame: &mut Frame) {
        let lighting = &mut frame.lighting;
        lighting.clear();
        lighting.scene = self.state.scene;
        let lights = self.state.lights(flare.boost).into_iter();
        lighting.suns.extend(lights.map(|it| Sun { towards: it.towards, colour: it.colour }));
    }

    /// The colour of fog where a frame looks.
    pub fn fog_colour(&self, frame: &Frame) -> [f32; 3] {
        self.state.fog_colour((-frame.sight.back).to_array())
    }

    /// Sets the fog. A map seen from outside would be nothing but fog, so there the fog is moved
    /// away until only a trace of it is left.
    pub fn haze(&self, overview: Overview, frame: &mut Frame) {
        /// Distance of the end of the fog, in distances of what is farthest away.
        const CLEAR: f32 = 4.0;
        let colour = self.fog_colour(frame);
        frame.fog = self.state.fog.map(|SkyFog { start, end }| {
            let clear = (overview.far * CLEAR / end).max(1.0);
            let farther = 1.0 + (clear - 1.0) * overview.share;
            Fog { start: start * farther, end: end * farther, colour }
        });
    }

    /// Darkens what is behind a map that is looked down on from outside: at sunrise the horizon is
    /// far brighter than the ground.
    pub fn dim_background(&self, overview: f32, frame: &mut Frame) {
        /// Light on the ground by which the horizon is as bright as it is.
        const BRIGHT: f32 = 0.5;
        let Background::Plain(colour) = frame.background else { return };
        let down = ((frame.sight.back.z - 0.3) / 0.3).clamp(0.0, 1.0);
        let light = (self.state.ground_light() / BRIGHT).clamp(0.2, 1.0);
        let kept = 1.0 - (1.0 - light) * overview * down;
        frame.background = Background::Plain(colour.map(|channel| channel * kept));
    }

    /// Draws everything that is far away around an eye, by the camera or into the mirror.
    pub fn add(&self, looks: &Looks, eye: Vec3, mirrored: bool, frame: &mut Frame) {
        if !self.state.is_there {
            return;
        }
        let pass = if mirrored { Pass::SKY.in_mirror() } else { Pass::SKY };
        let fog = self.fog_colour(frame);
        if !mirrored {
            frame.background = Background::Plain(fog);
        }
        if let Some(look) = self.look(looks, Row::Nebula) {
            let nebula = Painted { cap: Cap::Dome, look: Some(look), blend: BlendMode::OPAQUE };
            nebula.add(|_, _| [1.0; 4], eye, pass, frame);
        }
        let colours = self.state.dome((-frame.sight.back).to_array());
        let of_dome = |ring: usize, segment: usize| {
            let ring = colours.0.get(ring);
            ring.and_then(|ring| ring.get(segment % SEGMENTS)).copied().unwrap_or_default()
        };
        let dome = Painted { cap: Cap::Dome, look: None, blend: BlendMode::ALPHA };
        dome.add(of_dome, eye, pass, frame);
        self.add_body(looks, eye, pass, frame);
        if let Some(look) = self.look(looks, Row::Clouds) {
            let clouds = Painted { cap: Cap::Clouds, look: Some(look), blend: BlendMode::ALPHA };
            clouds.add(|ring, segment| self.cloud_colour(ring, segment), eye, pass, frame);
        }
    }

    /// Clouds fade out into the distance: what is behind them there has the colour of fog.
    fn cloud_colour(&self, ring: usize, segment: usize) -> Rgba {
        let [start, end] = CLOUDS_FOG;
        let squared: f32 = Cap::Clouds.point(ring, segment).iter().map(|at| at * at).sum();
        let kept = SkyFog { start, end }.keeps(squared);
        let [red, green, blue, alpha] = self.state.clouds;
        [red, green, blue, alpha * kept]
    }

    /// Sun or moon: a square that faces the eye.
    fn add_body(&self, looks: &Looks, eye: Vec3, pass: Pass, frame: &mut Frame) {
        let Some(body) = self.state.body else { return };
        let Some(look) = self.look(looks, body.kind.row()) else { return };
        let towards = Vec3::from(body.towards);
        let [across, up] = body.half_size.map(|half| portable::tan(half.min(1.5)));
        let right = towards.cross(Vec3::Z).normalize_or(Vec3::X);
        let quad = quad(towards, right * across, right.cross(towards) * up, [255; 4]);
        let indices = frame.stream(&quad, &QUAD);
        let around = Affine3A::from_scale_rotation_translation(
            Vec3::splat(BODY_DISTANCE),
            glam::Quat::IDENTITY,
            eye,
        );
        let surface = Surface { texture0: look.texture, ..FAR }.blended(see_through(look.blend));
        let instance = Instance { cell: look.cell, ..Instance::default() }.at(&around);
        frame.push(pass, Mesh::Streamed, indices, surface, instance, 0.0);
    }

    /// The twelve sprites of the flare on the line from the body through the middle of the picture.
    pub fn add_flare(&self, looks: &Looks, flare: Flare, frame: &mut Frame) {
        let Some(body) = self.state.body.filter(|_| flare.strength > 0.0) else { return };
        let sight = frame.sight;
        let towards = Vec3::from(body.towards);
        let ahead = towards.dot(-sight.back);
        if ahead <= 0.0 || sight.flat {
            return;
        }
        // Where the body is at distance 1, measured from the middle.
        let at = Vec2::new(towards.dot(sight.right), towards.dot(sight.up)) / ahead;
        let unit = portable::tan(sight.fov_x() * 0.5) / 4.0;
        for sprite in &FLARE {
            let Some(look) = self.look(looks, sprite.row()) else { continue };
            let middle = sight.eye - sight.back
                + sight.right * at.x * sprite.place
                + sight.up * at.y * sprite.place;
            let half = sprite.size * unit;
            let colour = dimmed(sprite.colour, flare.strength);
            let quad = quad(middle, sight.right * half, sight.up * half, colour);
            let indices = frame.stream(&quad, &QUAD);
            let surface = Surface { texture0: look.texture, depth: Depth::Off, ..FAR };
            let surface = surface.blended(see_through(look.blend));
            let instance = Instance { cell: look.cell, ..Instance::default() };
            frame.push(Pass::OWN_VIEW, Mesh::Streamed, indices, surface, instance, 0.0);
        }
    }

    /// Rain or snow around the eye.
    pub fn add_weather(&self, looks: &Looks, seconds: f64, frame: &mut Frame) {
        let Some(drops) = self.state.drops() else { return };
        let is_rain = self.state.rain.is_some();
        let row = if is_rain { Row::Rain } else { Row::Snow };
        let look = self.look(looks, row).unwrap_or_default();
        let sight = frame.sight;
        let colour = drop_colour(self.state.main_light).map(byte);
        let fall = Vec3::from(drops.velocity).normalize_or(Vec3::NEG_Z);
        let (right, up) = if is_rain {
            let [width, length] = DROP;
            (fall.cross(sight.back).normalize_or(sight.right) * width, -fall * length)
        } else {
            (sight.right * FLAKE, sight.up * FLAKE)
        };
        let along = (-sight.back).to_array();
        let mut range: Option<std::ops::Range<u32>> = None;
        for place in drops.places(seconds, sight.eye.to_array(), along) {
            let added = frame.stream(&quad(place.into(), right, up, colour), &QUAD);
            range = Some(range.map_or(added.clone(), |range| range.start..added.end));
        }
        let Some(range) = range else { return };
        let surface = Surface { texture0: look.texture, depth: Depth::Off, ..FAR };
        let surface = surface.blended(see_through(look.blend));
        let instance = Instance { cell: look.cell, ..Instance::default() };
        frame.push(Pass::WEATHER, Mesh::Streamed, range, surface, instance, 0.0);
    }
}

/// How far away the body is: between the clouds' height and the dome's rim.
const BODY_DISTANCE: f32 = 9_000.0;
/// The triangles of a square.
const QUAD: [u32; 6] = [0, 1, 2, 0, 2, 3];
/// How everything of the sky is drawn: its own colours, hidden by the world, no fog.
const FAR: Surface = Surface {
    texture0: None,
    texture1: None,
    combine: crate::frame::Combine::Modulate,
    shade: Shade::Plain,
    blend: BlendMode::OPAQUE,
    alpha_test: false,
    depth: Depth::Test,
    two_sided: true,
    fog: false,
    channels: crate::frame::Channels::Rgba,
};

/// A material's way to be blended; what hides everything would be a square in the sky.
fn see_through(blend: BlendMode) -> BlendMode {
    if blend == BlendMode::OPAQUE { BlendMode::ALPHA } else { blend }
}

/// A cap, with a material or without.
struct Painted {
    cap: Cap,
    look: Option<Appearance>,
    blend: BlendMode,
}

impl Painted {
    /// Adds the cap around an eye, each of its points in a colour.
    fn add(&self, colour: impl Fn(usize, usize) -> Rgba, eye: Vec3, pass: Pass, frame: &mut Frame) {
        let (mut vertices, mut indices) = (Vec::new(), Vec::new());
        for ring in 0..=RINGS {
            for segment in 0..=SEGMENTS {
                let point = self.cap.point(ring, segment);
                let mut vertex = Vertex::new(point, [0.0; 3], self.cap.uv(point));
                vertex.colour = colour(ring, segment).map(byte);
                vertices.push(vertex);
            }
        }
        let row = crate::numbers::to_u32(SEGMENTS + 1);
        for ring in 0..crate::numbers::to_u32(RINGS) {
            for segment in 0..row - 1 {
                let at = ring * row + segment;
                indices.extend([at, at + row, at + 1, at + 1, at + row, at + row + 1]);
            }
        }
        let range = frame.stream(&vertices, &indices);
        let look = self.look.unwrap_or_default();
        let surface = Surface { texture0: look.texture, ..FAR }.blended(self.blend);
        let instance = Instance::default().at(&Affine3A::from_translation(eye));
        frame.push(pass, Mesh::Streamed, range, surface, instance, 0.0);
    }
}

fn dimmed([red, green, blue, alpha]: [u8; 4], share: f32) -> [u8; 4] {
    [red, green, blue, byte(f32::from(alpha) / 255.0 * share)]
}
