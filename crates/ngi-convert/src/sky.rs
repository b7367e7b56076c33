//! The sky of a mission as one picture of all directions.
//!
//! Equirectangular: the middle column is north, a quarter to the right east; the upper edge is
//! straight up, the lower one straight down. Nebula, dome, sun or moon and clouds lie over each
//! other as they are drawn; below the horizon there is fog, in the colour it has there.

use std::f32::consts::{PI, TAU};

use glam::{Vec2, Vec3};
use ngi_engine::materials::{Broken, Clock, Handle, Manager, Rand, Shared};
use ngi_engine::portable;
use ngi_engine::sky::{
    APEX_HEIGHT, CLOUDS_BELOW, CLOUDS_FOG, Cap, DOME_RADIUS, Fog, Row, Sky, SkyState, TimeOfDay,
};
use ngi_formats::mat0::BlendMode;
use ngi_formats::texm::{Image, UvRect};
use ngi_formats::wear;

use crate::exporter::{Destination, OutFile};
use crate::{Error, Result};
use ngi_verbs::surroundings::Game;

/// Pixels from straight up to straight down; twice as many around.
const HEIGHT: u32 = 512;

/// The picture of a sky at a time of day, or when its mission begins.
pub(crate) fn baked(
    sky: &Sky,
    time_of_day: Option<TimeOfDay>,
    game: &Game,
    to: &Destination<'_>,
) -> Result<OutFile> {
    let moment = time_of_day.map_or(sky.start(), |time| time.moment(sky, 0));
    let painter = Painter { state: sky.at(moment), skins: Skins::of(sky, game) };
    let mut pixels = Vec::new();
    for y in 0..HEIGHT {
        for x in 0..HEIGHT * 2 {
            let colour = painter.colour(direction(x, y));
            pixels.extend(colour.to_array().map(byte));
        }
    }
    Ok(OutFile { name: to.named("sky.png"), bytes: encode(&pixels)? })
}

/// Where a pixel looks.
fn direction(x: u32, y: u32) -> Vec3 {
    let share = |at: u32, of: u32| (small(at) + 0.5) / small(of);
    let (sin_turn, cos_turn) = portable::sin_cos((share(x, HEIGHT * 2) - 0.5) * TAU);
    let (level, up) = portable::sin_cos(share(y, HEIGHT) * PI);
    Vec3::new(sin_turn * level, cos_turn * level, up)
}

fn small(number: u32) -> f32 {
    f32::from(u16::try_from(number).unwrap_or(u16::MAX))
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 255")]
fn byte(channel: f32) -> u8 {
    (channel.clamp(0.0, 1.0) * 255.0).round() as u8
}

fn encode(pixels: &[u8]) -> Result<Vec<u8>> {
    let wrong = |error: png::EncodingError| Error::Usage(error.to_string());
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, HEIGHT * 2, HEIGHT);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().map_err(wrong)?;
    writer.write_image_data(pixels).map_err(wrong)?;
    writer.finish().map_err(wrong)?;
    Ok(bytes)
}

/// What a row of the wear looks like.
struct Skin {
    image: Image,
    cell: UvRect,
    blend: BlendMode,
}

impl Skin {
    /// The pixel at a place of its texture, which repeats.
    fn at(&self, [u, v]: [f32; 2]) -> [f32; 4] {
        let place = |part: f32, side: u32| {
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a share")]
            let at = (part.rem_euclid(1.0) * small(side)) as u32;
            at.min(side.saturating_sub(1))
        };
        let (x, y) = (place(u, self.image.width()), place(v, self.image.height()));
        let pixel = u64::from(y) * u64::from(self.image.width()) + u64::from(x);
        let pixel = usize::try_from(pixel).ok().and_then(|at| self.image.pixels().get(at));
        pixel.copied().unwrap_or_default().map(|channel| f32::from(channel) / 255.0)
    }

    /// The pixel at a place of its cell.
    fn in_cell(&self, [u, v]: [f32; 2]) -> [f32; 4] {
        let UvRect { u0, v0, du, dv } = self.cell;
        self.at([u0 + u * du, v0 + v * dv])
    }
}

/// The materials of a sky, as the engine loads them.
struct Loaded {
    shared: Shared,
    manager: Manager,
    table: Option<u16>,
}

impl Loaded {
    fn of(sky: &Sky, game: &Game) -> Self {
        let mut shared = Shared::new(game.vfs().clone());
        shared.load_palettes();
        let mut manager = Manager::load(&mut shared);
        manager.broken = Broken::LeaveOut;
        let names: Vec<&str> = sky.materials().iter().map(String::as_str).collect();
        let text = wear::Editor::of_names(&names, &[]).ok().map(wear::Editor::into_bytes);
        let table =
            text.and_then(|text| manager.load_wear_bytes(&mut shared, "sky.wea", &text).ok());
        Self { shared, manager, table }
    }

    fn skin(&self, row: Row) -> Option<Skin> {
        let handle = Handle::new(self.table?, u16::try_from(row.place()).ok()?);
        let blend = self.manager.metadata(&self.shared, handle).ok()?.blend();
        let (mut clock, mut rand) = (Clock { now: 0, start: 0 }, Rand::new(1));
        let phase = self.manager.phase_at(&self.shared, handle, 0, &mut clock, &mut rand).ok()?;
        let texture = self.shared.texture_of(&phase)?;
        let cell = texture.cell(phase.cell).unwrap_or(UvRect::WHOLE);
        Some(Skin { image: texture.decode(0).ok()?, cell, blend })
    }
}

/// What each layer is drawn with.
struct Skins {
    nebula: Option<Skin>,
    clouds: Option<Skin>,
    sun: Option<Skin>,
    moon: Option<Skin>,
}

impl Skins {
    fn of(sky: &Sky, game: &Game) -> Self {
        let loaded = Loaded::of(sky, game);
        let [nebula, clouds, sun, moon] =
            [Row::Nebula, Row::Clouds, Row::Sun, Row::Moon].map(|row| loaded.skin(row));
        Self { nebula, clouds, sun, moon }
    }
}

/// A sky at a moment.
struct Painter {
    state: SkyState,
    skins: Skins,
}

impl Painter {
    /// The colour in a direction.
    fn colour(&self, towards: Vec3) -> Vec3 {
        let along = towards.to_array();
        let fog = Vec3::from(self.state.fog_colour(along));
        if towards.z <= 0.0 || !self.state.is_there {
            return fog;
        }
        let mut colour = fog;
        if let Some(nebula) = &self.skins.nebula {
            let [red, green, blue, _] = nebula.at(Cap::Dome.uv(on_cap(towards, 0.0).to_array()));
            colour = Vec3::new(red, green, blue);
        }
        colour = over(colour, self.state.dome_colour(along, along), BlendMode::ALPHA);
        colour = self.with_body(colour, towards);
        self.with_clouds(colour, towards)
    }

    fn with_body(&self, behind: Vec3, towards: Vec3) -> Vec3 {
        let Some(body) = self.state.body else { return behind };
        let skin = match body.kind.row() {
            Row::Sun => &self.skins.sun,
            _ => &self.skins.moon,
        };
        let Some(skin) = skin else { return behind };
        let middle = Vec3::from(body.towards);
        let ahead = towards.dot(middle);
        let right = middle.cross(Vec3::Z).normalize_or(Vec3::X);
        let up = right.cross(middle);
        let half = Vec2::from(body.half_size.map(|half| portable::tan(half.min(1.5))));
        let at = Vec2::new(towards.dot(right), towards.dot(up)) / ahead.max(1e-6) / half;
        if ahead <= 0.0 || !at.is_finite() || at.abs().max_element() > 1.0 {
            return behind;
        }
        let texel = skin.in_cell([at.x * 0.5 + 0.5, 0.5 - at.y * 0.5]);
        over(behind, texel, see_through(skin.blend))
    }

    fn with_clouds(&self, behind: Vec3, towards: Vec3) -> Vec3 {
        let Some(skin) = &self.skins.clouds else { return behind };
        let point = on_cap(towards, CLOUDS_BELOW);
        let [start, end] = CLOUDS_FOG;
        let kept = Fog { start, end }.keeps(point.length_squared());
        let [red, green, blue, alpha] = self.state.clouds;
        let [r, g, b, a] = skin.at(Cap::Clouds.uv(point.to_array()));
        over(behind, [red * r, green * g, blue * b, alpha * kept * a], BlendMode::ALPHA)
    }
}

/// Where a ray upwards from the eye meets the cap, or the same cap so much lower.
fn on_cap(towards: Vec3, below: f32) -> Vec3 {
    let drop = DOME_RADIUS - APEX_HEIGHT + below;
    let rise = drop * towards.z;
    let squared = rise * rise + DOME_RADIUS * DOME_RADIUS - drop * drop;
    towards * (squared.max(0.0).sqrt() - rise).max(0.0)
}

/// What hides everything would be a square in the sky.
fn see_through(blend: BlendMode) -> BlendMode {
    if blend == BlendMode::OPAQUE { BlendMode::ALPHA } else { blend }
}

fn over(behind: Vec3, [red, green, blue, alpha]: [f32; 4], blend: BlendMode) -> Vec3 {
    let colour = Vec3::new(red, green, blue);
    let sum = match blend {
        BlendMode::ADDITIVE => behind + colour * alpha,
        _ => behind.lerp(colour, alpha.clamp(0.0, 1.0)),
    };
    sum.clamp(Vec3::ZERO, Vec3::ONE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pixels_look_everywhere() {
        let middle = direction(HEIGHT, HEIGHT / 2);
        assert!(middle.distance(Vec3::Y) < 0.01, "{middle}: north");
        assert!(direction(HEIGHT * 3 / 2, HEIGHT / 2).distance(Vec3::X) < 0.01, "east");
        assert!(direction(7, 0).distance(Vec3::Z) < 0.01, "up");
        assert!(direction(7, HEIGHT - 1).distance(-Vec3::Z) < 0.01, "down");
    }

    #[test]
    fn the_cap_is_met_where_it_is() {
        let up = on_cap(Vec3::Z, 0.0);
        assert!((up.z - APEX_HEIGHT).abs() < 1.0, "{up}");
        let rim = on_cap(Vec3::X, 0.0);
        assert!((rim.x - 24_142.1).abs() < 10.0, "{rim}");
        let clouds = on_cap(Vec3::Z, CLOUDS_BELOW);
        assert!((clouds.z - (APEX_HEIGHT - CLOUDS_BELOW)).abs() < 1.0, "{clouds}");
    }

    #[test]
    fn layers_lie_over_each_other() {
        let grey = Vec3::splat(0.5);
        assert_eq!(over(grey, [1.0, 0.0, 0.0, 0.5], BlendMode::ALPHA), Vec3::new(0.75, 0.25, 0.25));
        assert_eq!(
            over(grey, [1.0, 0.0, 0.5, 0.5], BlendMode::ADDITIVE),
            Vec3::new(1.0, 0.5, 0.75)
        );
    }
}
