//! Drops and flakes around a camera, and strokes of lightning.
//!
//! Their number, their velocity and the depth of the box in front of the camera are known. The
//! position of each drop in it is our choice (S): every drop has a position in a cube that repeats
//! in all directions, so that drops do not jump when the camera moves, and nothing is stored.

use super::state::SkyState;

/// Drops for an intensity of 1.
pub const DROPS: f32 = 1000.0;
/// So many are drawn at most.
pub const MOST_DRAWN: usize = 600;
/// Depths between which they are seen.
pub const DEPTHS: [f32; 2] = [2.0, 50.0];
/// How fast snow falls, in units a second.
pub const SNOW_VELOCITY: [f32; 3] = [0.5, 0.0, -4.0];
/// How fast rain falls.
pub const RAIN_VELOCITY: [f32; 3] = [0.5, 0.0, -60.0];
/// Side of the cube that repeats. All drops are in the cube whose middle is ahead of the eye,
/// halfway between the depths.
const CUBE: f32 = DEPTHS[1] - DEPTHS[0];
/// Channels of a drop are at least so bright: 0x50.
const LEAST_CHANNEL: f32 = 80.0 / 255.0;
/// Their alpha: 0x96.
const ALPHA: f32 = 150.0 / 255.0;

/// The drops around an eye.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Drops {
    /// How many there are in the cube.
    pub count: u16,
    /// How they fall.
    pub velocity: [f32; 3],
}

/// The colour of drops: the main light's, not too dark.
pub fn drop_colour(main_light: [f32; 3]) -> [f32; 4] {
    let [red, green, blue] = main_light.map(|channel| channel.clamp(LEAST_CHANNEL, 1.0));
    [red, green, blue, ALPHA]
}

impl SkyState {
    /// What falls: rain before snow where both do.
    pub fn drops(&self) -> Option<Drops> {
        let velocity = match (&self.rain, &self.snow) {
            (Some(_), _) => RAIN_VELOCITY,
            (None, Some(_)) => SNOW_VELOCITY,
            (None, None) => return None,
        };
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // 0 to 10,000
        let count = (self.intensity.clamp(0.0, 10.0) * DROPS) as u16;
        (count > 0).then_some(Drops { count, velocity })
    }
}

impl Drops {
    /// Returns the positions of the drops in front of an eye after a number of seconds, at most
    /// [`MOST_DRAWN`]. `along` is the direction of view, of length 1.
    pub fn places(
        &self,
        seconds: f64,
        eye: [f32; 3],
        along: [f32; 3],
    ) -> impl Iterator<Item = [f32; 3]> + use<> {
        let Self { count, velocity } = *self;
        let [near, far] = DEPTHS;
        let middle: [f32; 3] = std::array::from_fn(|axis| {
            let [eye, along] = [&eye, &along].map(|of| of.get(axis).copied().unwrap_or(0.0));
            eye + along * (near + far) / 2.0
        });
        let is_seen = move |place: &[f32; 3]| {
            let depth: f32 = place
                .iter()
                .zip(eye)
                .zip(along)
                .map(|((place, eye), along)| (place - eye) * along)
                .sum();
            depth >= near && depth <= far
        };
        let place = move |number: u16| -> [f32; 3] {
            let mut seed = u64::from(number);
            std::array::from_fn(|axis| {
                seed = scatter(seed);
                let own = share(seed) * CUBE;
                let [middle, speed] =
                    [&middle, &velocity].map(|of| of.get(axis).copied().unwrap_or(0.0));
                #[allow(clippy::cast_possible_truncation)] // less than the cube's side
                let moved = (f64::from(speed) * seconds).rem_euclid(f64::from(CUBE)) as f32;
                let off = (own + moved - middle + CUBE / 2.0).rem_euclid(CUBE) - CUBE / 2.0;
                middle + off
            })
        };
        (0..count).map(place).filter(is_seen).take(MOST_DRAWN)
    }
}

/// Seconds between two strokes of lightning (S).
const BETWEEN_STROKES: f64 = 6.0;

/// A stroke of lightning.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stroke {
    /// When it began, in the seconds that were asked with.
    pub began: f64,
    /// Where it strikes, seen from above.
    pub place: [f32; 2],
}

/// The last stroke before a moment on a map between two corners: one in every six seconds, some
/// time within them and anywhere (S). The engine strikes at random points of the map.
pub fn stroke(seconds: f64, [low, high]: [[f32; 2]; 2]) -> Option<Stroke> {
    if !seconds.is_finite() || !(0.0..1e9).contains(&seconds) {
        return None;
    }
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // checked above
    let window = (seconds / BETWEEN_STROKES) as u64;
    let [when, x, y] = {
        let when = scatter(window);
        let x = scatter(when);
        [when, x, scatter(x)].map(share)
    };
    let began = (super::clock::wide(window) + f64::from(when) * 0.5) * BETWEEN_STROKES;
    let [[x1, y1], [x2, y2]] = [low, high];
    let place = [x1 + (x2 - x1) * x, y1 + (y2 - y1) * y];
    (began <= seconds && place.iter().all(|at| at.is_finite())).then_some(Stroke { began, place })
}

/// Numbers that look random: the finaliser of SplitMix64.
fn scatter(seed: u64) -> u64 {
    let mut mixed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

/// The upper bits of a number as a share of 1.
fn share(number: u64) -> f32 {
    let upper = u16::try_from(number >> 48).unwrap_or(0);
    f32::from(upper) / 65_536.0
}
