//! Command 8: streams of particles.

use glam::Vec3;
use ngi_formats::fxid::{Settings as SwitchId, Stream};

use super::arithmetic::{count, narrow};
use super::burst::{Particle, particle_weights};
use super::curve::{channel, fade, progress, span, stream_phase};
use super::frame::{Basis, Frame};
use super::looks::Looks;
use super::painter::{Brush, Painter, Tint};
use super::random::Generator;
use super::settings::Settings;
use super::stand_ins;

/// A particle and where it was let go.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
struct Slot {
    particle: Particle,
    left_at: Vec3,
}

/// The particles of a stream: a ring in which the newest takes the place of the oldest.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Ring {
    slots: Vec<Slot>,
    /// Where the newest is.
    head: usize,
    /// How many slots hold one.
    filled: usize,
    /// While the window is open.
    flow: Option<Flow>,
}

/// A stream that flows.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Flow {
    /// When the newest was let go, in seconds since the start.
    last: f64,
    /// When the last update was.
    updated: f64,
    /// From one to the next, as of the last update.
    interval: f64,
    /// Where the mouth was at the last update.
    mouth: Vec3,
}

/// What an update of a stream needs.
pub(super) struct Tick<'a> {
    pub t: f32,
    /// Seconds since the start.
    pub now: f64,
    pub world: &'a Frame,
    pub detail: (&'a Settings, SwitchId),
}

impl Ring {
    pub fn new(number: usize) -> Self {
        Self { slots: vec![Slot::default(); number], ..Self::default() }
    }

    pub fn filled(&self) -> usize {
        self.filled
    }

    /// One update: lets go whatever is due. Outside the window the stream dries up at once. An
    /// interval that is not above 0, or no number, lets nothing go (the engine would never come
    /// to an end).
    pub fn update(&mut self, stream: &Stream, tick: &Tick<'_>, generator: &mut Generator) {
        let Some(p) = progress(stream.window, tick.t) else {
            self.flow = None;
            self.filled = 0;
            return;
        };
        let interval = f64::from(span(stream.interval_s, p));
        if !(interval > 0.0 && interval.is_finite()) || self.slots.is_empty() {
            return;
        }
        let mouth = tick.world.origin
            + tick.world.turned_at(Vec3::ZERO).vector(stand_ins::stream_mouth(stream, p));
        let mut flow = match self.flow {
            // A clock that ran backwards has been started anew.
            Some(flow) if flow.updated <= tick.now => Flow { interval, ..flow },
            _ => {
                self.filled = 0;
                let last = stand_ins::first_emission(tick.now, interval);
                if last <= tick.now {
                    self.let_go(stream, mouth, tick, generator);
                }
                Flow { last, updated: tick.now, interval, mouth }
            }
        };
        self.catch_up(stream, &mut flow, mouth, tick, generator);
        self.flow = Some(Flow { updated: tick.now, mouth, ..flow });
    }

    /// Lets go what became due since the last update, along the way the mouth has moved.
    fn catch_up(
        &mut self,
        stream: &Stream,
        flow: &mut Flow,
        mouth: Vec3,
        tick: &Tick<'_>,
        generator: &mut Generator,
    ) {
        // What is more than a ring would be gone again at once: it is passed over.
        let most = self.slots.len();
        let due = ((tick.now - flow.last) / flow.interval).floor();
        let beyond = due - f64::from(count(most)) - 1.0;
        if beyond > 0.0 {
            flow.last += beyond * flow.interval;
        }
        let moved = tick.now - flow.updated;
        for _ in 0..most + 2 {
            let next = flow.last + flow.interval;
            if next >= tick.now {
                return;
            }
            flow.last = next;
            let share =
                if moved > 0.0 { ((next - flow.updated) / moved).clamp(0.0, 1.0) } else { 1.0 };
            let place = flow.mouth + (mouth - flow.mouth) * narrow(share);
            self.let_go(stream, place, tick, generator);
        }
    }

    fn let_go(
        &mut self,
        stream: &Stream,
        left_at: Vec3,
        tick: &Tick<'_>,
        generator: &mut Generator,
    ) {
        let particle = Particle::new(&stream.position, &stream.size, generator, tick.detail);
        self.head = if self.head + 1 < self.slots.len() { self.head + 1 } else { 0 };
        if let Some(slot) = self.slots.get_mut(self.head) {
            *slot = Slot { particle, left_at };
        }
        self.filled = (self.filled + 1).min(self.slots.len());
    }

    /// Draws all particles, the newest first.
    pub fn draw<L: Looks + ?Sized>(
        &self,
        painter: &mut Painter<'_, L>,
        brush: &Brush,
        stream: &Stream,
        now: f64,
    ) {
        let Some(flow) = &self.flow else { return };
        if progress(stream.window, painter.scene.t).is_none() {
            return;
        }
        let ring = count(self.slots.len());
        let since = narrow((now - flow.last) / (flow.interval * f64::from(ring)));
        let mut frame = stand_ins::stream_frame(&painter.scene.world, Vec3::ZERO);
        let (newer, older) = self.slots.split_at_checked(self.head + 1).unwrap_or_default();
        let slots = newer.iter().rev().chain(older.iter().rev()).take(self.filled);
        for (step, slot) in slots.enumerate() {
            let age = count(step) / ring + since;
            let particle = &slot.particle;
            if !(0.0..=1.0).contains(&age)
                || stand_ins::is_left_out(painter.view.level, particle.detail)
            {
                continue;
            }
            let Some(fade) = fade(stream.fade, age) else { continue };
            let at = |c: &ngi_formats::fxid::JitterChannel, high| {
                channel(c.low.into(), high, particle_weights(c, age, particle.detail))
            };
            let place = at(&stream.position, particle.position);
            let size = at(&stream.size, particle.size);
            frame.origin = slot.left_at;
            let Some(basis) = Basis::facing(frame.local(painter.eye) - place) else { continue };
            let phase = stream_phase(stream.animation_exponent, age, particle.phase);
            painter.sprite(brush, Tint { phase, fade }, &frame, place, &basis, size);
        }
    }
}
