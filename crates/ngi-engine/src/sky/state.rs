//! The sky at a moment.

use std::f32::consts::PI;

use ngi_formats::sky::FOG_UNIT;

use super::Row;
use super::clock::{Day, Moment};
use super::events::{BodyKind, Falling, Present, Up};
use super::keys::{Compass, Look, Rgba};
use crate::portable;

/// Half the side of a body's sprite for an extent of 1, in radians.
pub const BODY_EXTENT: f32 = 0.1625;

/// Everything that there is to know of a sky at a moment.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct SkyState {
    /// When it is.
    pub moment: Moment,
    /// Whether there is a sky to be drawn: a file without keyframes has none.
    pub is_there: bool,
    /// The horizon, which is the dome's ring 4 and the colour of fog.
    pub horizon: Compass,
    /// The dome's ring 3.
    pub ring3: Compass,
    /// The dome's ring 2.
    pub ring2: Compass,
    /// The apex and ring 1. Where its alpha is 0 the nebula shows.
    pub apex: Rgba,
    /// What the clouds are lit by.
    pub clouds: Rgba,
    /// The scene's colour: nothing lit is darker.
    pub scene: [f32; 3],
    /// How far one sees; `None` for clear air.
    pub fog: Option<Fog>,
    /// What shines.
    pub body: Option<Body>,
    /// The light of the body, without what the flare adds.
    pub main_light: [f32; 3],
    /// The light from across.
    pub second_light: [f32; 3],
    /// How much the flare may add to the main light, 0 to 1.
    pub flare_gain: f32,
    /// How much falls: 1 is [`DROPS`](super::DROPS) drops.
    pub intensity: f32,
    /// Rain.
    pub rain: Option<Falling>,
    /// Snow, or dust.
    pub snow: Option<Falling>,
    /// Lightning.
    pub lightning: Option<Falling>,
}

/// How far one sees.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fog {
    /// Where it begins, in world units.
    pub start: f32,
    /// Where nothing is seen any more.
    pub end: f32,
}

impl Fog {
    /// How much of something is left at a squared distance: 1 all, 0 nothing.
    pub fn keeps(&self, squared_distance: f32) -> f32 {
        let (near, far) = (self.start * self.start, self.end * self.end);
        if far <= near {
            return if squared_distance < near { 1.0 } else { 0.0 };
        }
        (1.0 - (squared_distance - near) / (far - near)).clamp(0.0, 1.0)
    }
}

/// Sun or moon.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Body {
    /// Which of them.
    pub kind: BodyKind,
    /// How much of its way is behind it, 0 to 1.
    pub progress: f32,
    /// Where it is: towards it, of length 1.
    pub towards: [f32; 3],
    /// Half its sprite across and up, in radians.
    pub half_size: [f32; 2],
}

/// A light from very far away.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SkyLight {
    /// Towards the light, of length 1.
    pub towards: [f32; 3],
    /// Its colour; may be above 1.
    pub colour: [f32; 3],
}

impl BodyKind {
    /// Shares of its time between which a body is above the horizon: see [`BodyKind::towards`].
    pub const ABOVE: [f64; 2] = [1.0 / 12.0, 11.0 / 12.0];

    /// Azimuth and tilt of its way across the sky, in degrees.
    const fn arc(self) -> [f32; 2] {
        match self {
            Self::Sun => [90.0, 30.0],
            Self::Moon => [0.0, 50.0],
        }
    }

    /// The row of the wear it is drawn with.
    pub const fn row(self) -> Row {
        match self {
            Self::Sun => Row::Sun,
            Self::Moon => Row::Moon,
        }
    }

    /// Towards it after a share of its way: it comes from a little below the horizon and goes as
    /// far below it.
    pub fn towards(self, progress: f32) -> [f32; 3] {
        let turn = (1.2 * progress - 0.1) * PI;
        let [azimuth, tilt] = self.arc().map(f32::to_radians);
        let ((sin, cos), (sin_a, cos_a)) = (portable::sin_cos(turn), portable::sin_cos(azimuth));
        let (sin_b, cos_b) = portable::sin_cos(tilt);
        [sin_a * sin_b * sin - cos_a * cos, -sin_a * cos - cos_a * sin_b * sin, cos_b * sin]
    }
}

/// The light and the floor where there is no sky: white from (0.5, 0, 0.866), a quarter (S).
const NO_SKY: ([f32; 3], f32) = ([0.5, 0.0, 0.866], 0.25);

impl SkyState {
    /// No sky at all: a white light, a scene colour of a quarter, clear air.
    pub fn none(moment: Moment) -> Self {
        Self {
            moment,
            is_there: false,
            horizon: Compass::default(),
            ring3: Compass::default(),
            ring2: Compass::default(),
            apex: [0.0; 4],
            clouds: [0.0; 4],
            scene: [NO_SKY.1; 3],
            fog: None,
            body: None,
            main_light: [1.0; 3],
            second_light: [0.0; 3],
            flare_gain: 0.0,
            intensity: 0.0,
            rain: None,
            snow: None,
            lightning: None,
        }
    }

    pub(super) fn of(day: &Day, moment: Moment) -> Self {
        let seconds = if moment.seconds.is_finite() { moment.seconds } else { 0.0 };
        let Some(look) = day.look(seconds) else { return Self::none(moment) };
        let Present { body, rain, snow, lightning } = day.present(seconds);
        let [start, end] = look.fog.map(|part| part.max(0.0) * FOG_UNIT);
        Self {
            moment,
            is_there: true,
            horizon: look.horizon,
            ring3: look.ring3,
            ring2: look.ring2,
            apex: look.apex,
            clouds: look.clouds,
            scene: rgb(look.scene),
            fog: (end > 0.0).then_some(Fog { start, end }),
            body: body.map(|up| Body::of(up, &look)),
            main_light: rgb(look.main_light).map(|channel| channel * look.light.max(0.0)),
            second_light: rgb(look.second_light),
            flare_gain: look.flare[3],
            intensity: if rain.is_some() || snow.is_some() { look.weather.max(0.0) } else { 0.0 },
            rain,
            snow,
            lightning,
        }
    }

    /// What the scene is lit by: the body, and the second light from straight across. Without a
    /// body neither shines. `boost` is what a [`Flare`](super::Flare) multiplies the first with.
    pub fn lights(&self, boost: f32) -> Vec<SkyLight> {
        if !self.is_there {
            return vec![SkyLight { towards: NO_SKY.0, colour: self.main_light }];
        }
        let Some(body) = self.body else { return Vec::new() };
        let first = self.main_light.map(|channel| channel * boost);
        let across = body.towards.map(|along| -along);
        vec![
            SkyLight { towards: body.towards, colour: first },
            SkyLight { towards: across, colour: self.second_light },
        ]
    }

    /// The colour of fog for somebody who looks along a direction: that of the horizon there.
    pub fn fog_colour(&self, along: [f32; 3]) -> [f32; 3] {
        rgb(self.horizon.at(quarters(along)))
    }
}

impl Body {
    fn of(up: Up, look: &Look) -> Self {
        let Up { kind, progress } = up;
        let half_size = look.extent.map(|extent| extent.max(0.0) * BODY_EXTENT);
        Self { kind, progress, towards: kind.towards(progress), half_size }
    }
}

fn rgb([red, green, blue, _]: Rgba) -> [f32; 3] {
    [red, green, blue]
}

/// Quarters of a turn from north over east to where a direction points.
pub(super) fn quarters([x, y, _]: [f32; 3]) -> f32 {
    if x == 0.0 && y == 0.0 {
        return 0.0;
    }
    portable::atan2(x, y) / (PI / 2.0)
}
