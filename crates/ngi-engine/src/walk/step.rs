//! The state of a walk, and the way from one to the next.

use std::f32::consts::{PI, TAU};

use super::body::Body;
use super::land::Land;
use crate::portable::{atan2, hypot, sin_cos};

/// How fast what falls becomes faster.
const GRAVITY: f32 = 10.0;
/// The longest time that is taken in one go, in seconds: a window that stood still does not leap.
const LONGEST: f32 = 0.25;
/// The ground is looked for at least so often on the way, in metres.
const STRIDE: f32 = 0.25;
/// In so many parts a step falls apart, at most.
const MOST_PARTS: u16 = 64;
/// Where the way ahead is closed, these turns of it are tried, in radians (S).
const SLIDES: [f32; 5] = [0.0, 0.5, -0.5, 1.1, -1.1];
/// A point of a way is reached from so far away, in metres.
const REACHED: f32 = 0.5;
/// A way is given up after so many seconds on the spot.
const PATIENCE: f32 = 1.5;
/// Off by more than this, in radians, one turns before one goes.
const TURN_FIRST: f32 = 0.6;
/// So far around a point a first footing is looked for, in metres, in rings so far apart.
const SEARCH: [u16; 2] = [120, 3];

/// What is wanted: each from -1 to 1.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Input {
    /// Forwards, or back below 0.
    pub forward: f32,
    /// To the right, or to the left below 0.
    pub side: f32,
    /// To the left, as headings grow, or to the right below 0.
    pub turn: f32,
}

impl Input {
    /// Whether nothing is wanted.
    pub fn is_idle(&self) -> bool {
        self.tidy() == Self::default()
    }

    /// The same within bounds: what is no number is nothing.
    fn tidy(self) -> Self {
        let tidy = |value: f32| if value.is_finite() { value.clamp(-1.0, 1.0) } else { 0.0 };
        Self { forward: tidy(self.forward), side: tidy(self.side), turn: tidy(self.turn) }
    }
}

/// Somebody who walks.
#[derive(Debug, Clone, PartialEq)]
pub struct Walker {
    /// Where, on the ground unless it falls.
    pub position: [f32; 3],
    /// Where to: 0 is north, growing to the left, in radians.
    pub heading: f32,
    /// Speed to the right and forwards, in metres a second.
    pub speed: [f32; 2],
    /// How fast it turns, in radians a second.
    pub spin: f32,
    /// How fast it falls.
    pub falls: f32,
    /// Points still to be walked to, the next one first.
    pub way: Vec<[f32; 2]>,
    /// How long it has come no farther on its way.
    pub(super) stuck: f32,
}

impl Walker {
    /// Somebody at a point of the map, or near it where nobody can stand there; `None` where there
    /// is no ground anywhere near.
    pub fn start(at: [f32; 3], heading: f32, body: &Body, land: &Land<'_>) -> Option<Self> {
        if !at.iter().all(|number| number.is_finite()) {
            return None;
        }
        let [x, y, z] = at;
        let [far, apart] = SEARCH;
        let rings = (0..far).step_by(usize::from(apart)).flat_map(|ring| {
            let count = if ring == 0 { 1 } else { 16 };
            (0..count).map(move |part: u16| (f32::from(ring), f32::from(part) * TAU / 16.0))
        });
        let mut places = rings.map(|(far, turn)| {
            let (sin, cos) = sin_cos(turn);
            [x + far * sin, y + far * cos]
        });
        let position = places.find_map(|[x, y]| {
            if !land.is_free([x, y], body) {
                return None;
            }
            let footing = land.footing([x, y, z], body)?;
            Some([x, y, footing.z])
        })?;
        let heading = if heading.is_finite() { heading.rem_euclid(TAU) } else { 0.0 };
        let (speed, way) = ([0.0; 2], Vec::new());
        Some(Self { position, heading, speed, spin: 0.0, falls: 0.0, way, stuck: 0.0 })
    }

    /// Forwards, seen from above: length 1.
    pub fn ahead(&self) -> [f32; 2] {
        let (sin, cos) = sin_cos(self.heading);
        [-sin, cos]
    }

    /// Whether it stands on something.
    pub fn stands(&self) -> bool {
        self.falls == 0.0
    }

    /// Goes along points from now on, until somebody wants something else.
    pub fn go_along(&mut self, way: impl IntoIterator<Item = [f32; 2]>) {
        self.way = way.into_iter().filter(|at| at.iter().all(|n| n.is_finite())).collect();
        self.stuck = 0.0;
    }

    /// What it has become after some seconds.
    #[must_use]
    pub fn step(&self, input: &Input, seconds: f32, body: &Body, land: &Land<'_>) -> Self {
        let seconds = if seconds.is_finite() { seconds.clamp(0.0, LONGEST) } else { 0.0 };
        let mut next = self.clone();
        let input = input.tidy();
        if !input.is_idle() {
            next.way.clear();
        }
        let fastest = body.speed.max(body.back_speed).max(body.side_speed);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped")]
        let parts = (fastest * seconds / STRIDE).ceil().clamp(1.0, f32::from(MOST_PARTS)) as u16;
        let part = seconds / f32::from(parts);
        for _ in 0..parts {
            next.part(&input, part, body, land);
        }
        // Whatever a file says of a body, nobody ends up nowhere.
        let [x, y, z] = next.position;
        let all = [x, y, z, next.heading, next.falls];
        if all.iter().all(|number| number.is_finite()) { next } else { self.clone() }
    }

    fn part(&mut self, input: &Input, seconds: f32, body: &Body, land: &Land<'_>) {
        let led = (input.is_idle() && !self.way.is_empty()).then(|| self.led(seconds, body));
        let wanted = led.unwrap_or(*input);
        self.spin = wanted.turn * body.turn_rate;
        self.heading = (self.heading + self.spin * seconds).rem_euclid(TAU);
        let forward = if wanted.forward < 0.0 { body.back_speed } else { body.speed };
        let targets = [wanted.side * body.side_speed, wanted.forward * forward];
        let most = body.acceleration * seconds;
        for (speed, target) in self.speed.iter_mut().zip(targets) {
            *speed += (target - *speed).clamp(-most, most);
        }
        let before = self.position;
        let moved = self.go(seconds, body, land);
        self.fall(moved, seconds, body, land);
        if led.is_some() {
            self.keep_patience(before, wanted, seconds);
        }
    }

    /// Moves over the ground; how far.
    fn go(&mut self, seconds: f32, body: &Body, land: &Land<'_>) -> f32 {
        let ([ahead_x, ahead_y], [side, forward]) = (self.ahead(), self.speed);
        let by = [
            (ahead_x * forward + ahead_y * side) * seconds,
            (ahead_y * forward - ahead_x * side) * seconds,
        ];
        let [dx, dy] = by;
        let far = hypot(dx, dy);
        if far <= 0.0 {
            return 0.0;
        }
        let [x, y, z] = self.position;
        for turn in SLIDES {
            let (sin, cos) = sin_cos(turn);
            let to = [x + (dx * cos - dy * sin) * cos, y + (dx * sin + dy * cos) * cos];
            let Some(footing) = land.step(self.position, to, body) else { continue };
            let [to_x, to_y] = to;
            // Up it goes at once, down by falling.
            self.position = [to_x, to_y, z.max(footing.z)];
            return far * cos;
        }
        self.speed = [0.0; 2];
        0.0
    }

    /// Comes down: along a slope that one can walk at once, else by falling.
    fn fall(&mut self, moved: f32, seconds: f32, body: &Body, land: &Land<'_>) {
        let [x, y, z] = self.position;
        let Some(footing) = land.footing(self.position, body) else {
            self.falls = 0.0;
            return;
        };
        let drop = z - footing.z;
        let walks = self.falls == 0.0 && drop <= Land::drop_on(moved);
        if walks || drop <= 0.0 {
            (self.position, self.falls) = ([x, y, footing.z], 0.0);
            return;
        }
        self.falls += GRAVITY * seconds;
        let z = z - self.falls * seconds;
        let lands = z <= footing.z;
        self.position = [x, y, z.max(footing.z)];
        if lands {
            self.falls = 0.0;
        }
    }

    /// What leads along the way.
    fn led(&mut self, seconds: f32, body: &Body) -> Input {
        let [x, y, _] = self.position;
        let away = |[to_x, to_y]: [f32; 2]| hypot(to_x - x, to_y - y);
        while self.way.first().is_some_and(|next| away(*next) < REACHED) {
            self.way.remove(0);
        }
        let Some(&[to_x, to_y]) = self.way.first() else { return Input::default() };
        let wanted = atan2(-(to_x - x), to_y - y);
        let off = (wanted - self.heading + PI).rem_euclid(TAU) - PI;
        let turn = off / (body.turn_rate * seconds).max(1e-6);
        // So that it stops where the way ends, and does not circle around a bend.
        let slow = (2.0 * body.acceleration * away([to_x, to_y])).sqrt() / body.speed.max(1e-3);
        let forward = if off.abs() < TURN_FIRST { slow.clamp(0.05, 1.0) } else { 0.0 };
        Input { forward, side: 0.0, turn }.tidy()
    }

    fn keep_patience(&mut self, [x, y, _]: [f32; 3], wanted: Input, seconds: f32) {
        let [now_x, now_y, _] = self.position;
        let still = wanted.forward > 0.0 && hypot(now_x - x, now_y - y) < 0.02 * seconds;
        self.stuck = if still { self.stuck + seconds } else { 0.0 };
        if self.stuck > PATIENCE {
            self.way.clear();
        }
    }
}
