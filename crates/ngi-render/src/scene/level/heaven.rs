//! The sky of a mission, drawn: dome over nebula, sun or moon, clouds, what falls; its light and its
//! fog.

use glam::{Affine3A, Vec3};
use ngi_engine::sky::{
    BODY_EXTENT, CLOUDS_FOG, Cap, Fog as SkyFog, RINGS, Row, SEGMENTS, Sky, SkyState, drop_colour,
};
use ngi_formats::mat0::BlendMode;

use crate::Bounds;
use crate::frame::{Background, Depth, Fog, Frame, Instance, Mesh, Pass, Shade, Surface, Vertex};
use crate::light::Sun;
use crate::scene::looks::{Looks, WearId};
use crate::scene::sky::sun_quad;
use crate::scene::view::View;

/// How far away the body is drawn: within the range of the sky's pass.
const BODY_DISTANCE: f32 = 20_000.0;

/// The sky of a mission.
#[derive(Debug)]
pub struct Heaven {
    sky: Sky,
    wear: Option<WearId>,
    state: SkyState,
}

impl Heaven {
    /// A sky with the text of its wear.
    pub fn new(sky: Sky, wear: Option<&[u8]>, looks: &mut Looks) -> Self {
        let wear = wear.and_then(|text| looks.load_wear("sky.wea", text));
        let state = sky.at(sky.start());
        Self { sky, wear, state }
    }

    /// What the sky is like.
    pub fn state(&self) -> &SkyState {
        &self.state
    }

    /// Goes to the moment of a view: its time of day where it has one, else so long after the
    /// mission began.
    pub fn go(&mut self, view: &View) {
        let moment = match view.settings.time_of_day {
            Some([hour, minute]) => self.sky.moment(0, hour, minute),
            None => self.sky.after(f64::from(view.time)),
        };
        self.state = self.sky.at(moment);
    }

    /// Lights the scene by the body and what is across from it.
    pub fn light(&self, frame: &mut Frame) {
        let along = (-frame.sight.back).to_array();
        let boost = self.state.flare(along).boost;
        let lighting = &mut frame.lighting;
        lighting.clear();
        lighting.scene = self.state.scene;
        let lights = self.state.lights(boost);
        lighting.suns.extend(
            lights.iter().map(|light| Sun { towards: light.towards, colour: light.colour }),
        );
    }

    /// The colour of the fog where one looks.
    pub fn horizon(&self, frame: &Frame) -> [f32; 3] {
        self.state.fog_colour((-frame.sight.back).to_array())
    }

    /// Fog in the colour of the horizon. An eye outside the map, where no player ever is, sees the
    /// map all the same: ours, for tools.
    pub fn haze(&self, bounds: &Bounds, frame: &mut Frame) {
        let Some(SkyFog { start, end }) = self.state.fog else { return };
        let eye = frame.sight.eye;
        let inside = eye.clamp(Vec3::from(bounds.or_unit().min), Vec3::from(bounds.or_unit().max));
        let outside = (eye.distance(inside) - EYE_ROOM).max(0.0);
        let end = end + outside * 3.0;
        frame.fog = Some(Fog { start, end, colour: self.horizon(frame) });
    }

    /// Draws it around an eye, by the camera or into the mirror.
    pub fn add(&self, eye: Vec3, mirrored: bool, looks: &Looks, frame: &mut Frame) {
        let pass = if mirrored { Pass::SKY.in_mirror() } else { Pass::SKY };
        if !mirrored {
            frame.background = Background::Plain(self.horizon(frame));
        }
        if !self.state.is_there {
            return;
        }
        let painter = Painter { eye, pass, looks, wear: self.wear };
        painter.cap(Cap::Dome, Some(Row::Nebula), |_, _, _| [1.0; 4], frame);
        let along = (-frame.sight.back).to_array();
        let dome = self.state.dome(along);
        let dome = |ring: usize, segment: usize, _: [f32; 3]| {
            let row = dome.0.get(ring).copied().unwrap_or_default();
            row.get(segment % SEGMENTS).copied().unwrap_or_default()
        };
        painter.cap(Cap::Dome, None, dome, frame);
        if let Some(body) = &self.state.body {
            let [across, up] = body.half_size;
            let size = 0.5 * (across + up);
            let size = if size > 0.0 { size } else { BODY_EXTENT };
            painter.body(body.kind.row(), body.towards.into(), size, frame);
        }
        let [red, green, blue, _] = self.state.clouds;
        let fade = SkyFog { start: CLOUDS_FOG[0], end: CLOUDS_FOG[1] };
        let clouds = |_: usize, _: usize, at: [f32; 3]| {
            [red, green, blue, fade.keeps(Vec3::from(at).length_squared())]
        };
        painter.cap(Cap::Clouds, Some(Row::Clouds), clouds, frame);
    }

    /// Rain and snow around the eye, as short strokes the way they fall.
    pub fn weather(&self, view: &View, frame: &mut Frame) {
        let Some(drops) = self.state.drops().filter(|_| view.settings.weather) else { return };
        let (eye, along) = (frame.sight.eye, -frame.sight.back);
        let [x, y, z] = drops.velocity;
        // As long as a drop falls in a fiftieth of a second, and at least a flake's size.
        let length = (Vec3::new(x, y, z) * 0.02).max(Vec3::splat(-1.2));
        let stroke = if length.length() < 0.1 { Vec3::new(0.0, 0.0, 0.08) } else { length };
        let colour = drop_colour(self.state.main_light).map(byte);
        let places = drops.places(f64::from(view.time), eye.to_array(), along.to_array());
        for at in places {
            let at = Vec3::from(at);
            frame.line(at, at + stroke, colour);
        }
    }
}

/// So far above its ground an eye is still on the map.
const EYE_ROOM: f32 = 100.0;

struct Painter<'a> {
    eye: Vec3,
    pass: Pass,
    looks: &'a Looks,
    wear: Option<WearId>,
}

impl Painter<'_> {
    /// A row of the sky's wear as a surface and what is in it; `None` where there is none.
    fn row(&self, row: Row) -> Option<(Surface, Instance)> {
        let wear = self.wear.filter(|wear| self.looks.is_loaded(*wear, row.place()))?;
        let look = self.looks.look(wear, row.place(), 0);
        let surface =
            Surface { shade: Shade::Plain, depth: Depth::Test, fog: false, ..look.surface() };
        Some((surface, Instance { cell: look.cell, ..Instance::default() }))
    }

    /// A cap around the eye: of a material, or of colours alone.
    fn cap(
        &self,
        cap: Cap,
        row: Option<Row>,
        colour: impl Fn(usize, usize, [f32; 3]) -> [f32; 4],
        frame: &mut Frame,
    ) {
        let plain =
            Surface { shade: Shade::Plain, depth: Depth::Test, fog: false, ..Surface::default() }
                .blended(BlendMode::ALPHA);
        let found = match row {
            Some(row) => self.row(row),
            None => Some((plain, Instance::default())),
        };
        let Some((surface, instance)) = found else { return };
        let mut vertices = Vec::with_capacity((RINGS + 1) * (SEGMENTS + 1));
        for ring in 0..=RINGS {
            for segment in 0..=SEGMENTS {
                let at = cap.point(ring, segment);
                let mut vertex = Vertex::new(at, [0.0; 3], cap.uv(at));
                vertex.colour = colour(ring, segment, at).map(byte);
                vertices.push(vertex);
            }
        }
        let row = u32::try_from(SEGMENTS + 1).unwrap_or(1);
        let mut indices = Vec::new();
        for ring in 0..u32::try_from(RINGS).unwrap_or(0) {
            for segment in 0..row.saturating_sub(1) {
                let (a, b) = (ring * row + segment, ring * row + segment + 1);
                indices.extend([a, b, a + row, b, b + row, a + row]);
            }
        }
        let indices = frame.stream(&vertices, &indices);
        let instance = instance.at(&Affine3A::from_translation(self.eye));
        let surface = Surface { two_sided: true, ..surface };
        frame.push(self.pass, Mesh::Streamed, indices, surface, instance, 0.0);
    }

    /// The sun or the moon.
    fn body(&self, row: Row, towards: Vec3, size: f32, frame: &mut Frame) {
        let Some((surface, instance)) = self.row(row) else { return };
        let quad = sun_quad(towards.normalize_or(Vec3::Z), size);
        let indices = frame.stream(&quad, &[0, 1, 2, 0, 2, 3]);
        let far = Affine3A::from_scale_rotation_translation(
            Vec3::splat(BODY_DISTANCE),
            glam::Quat::IDENTITY,
            self.eye,
        );
        frame.push(self.pass, Mesh::Streamed, indices, surface, instance.at(&far), 0.0);
    }
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // between 0 and 255
fn byte(value: f32) -> u8 {
    (value.clamp(0.0, 1.0) * 255.0).round() as u8
}
