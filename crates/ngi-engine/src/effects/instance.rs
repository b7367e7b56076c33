//! An effect that plays: where it is, what time it is for it, and what its commands remember.

use glam::Vec3;
use ngi_formats::fxid::{EffectFlags, TimeMode};

use super::arithmetic::narrow;
use super::emitters::{Emitters, Moment};
use super::frame::Frame;
use super::inputs::{Attach, Inputs};
use super::looks::Looks;
use super::output::{DrawList, Sound};
use super::painter::{Painter, Scene};
use super::random::{Generator, Source};
use super::surroundings::Surroundings;
use super::template::{Template, TemplateId};
use super::time::{TimeState, after_mode, clamp, linear, raw_time};

/// t for commands of an instance that is switched off.
const OFF: f32 = -1.0;

/// Where an effect is put, and what it draws its random numbers from.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Placement {
    /// What it hangs on; `None` for a place in the world.
    pub attach: Option<Attach>,
    /// Its frame: on the node, or in the world.
    pub frame: Frame,
    /// Size per axis. The header's scale multiplies it.
    pub size: [f32; 3],
    /// Seed of its random numbers; `None` for one of the manager's seed and its key.
    pub seed: Option<u32>,
}

impl Default for Placement {
    fn default() -> Self {
        Self { attach: None, frame: Frame::IDENTITY, size: [1.0; 3], seed: None }
    }
}

/// An effect that plays.
#[derive(Debug, Clone, PartialEq)]
pub struct Instance {
    pub(super) key: u32,
    pub(super) template: TemplateId,
    pub(super) attach: Option<Attach>,
    pub(super) frame: Frame,
    pub(super) size: Vec3,
    pub(super) value: f32,
    pub(super) node: u32,
    pub(super) mode: TimeMode,
    pub(super) start_ms: f64,
    pub(super) duration_factor: f64,
    pub(super) is_on: bool,
    pub(super) restarts: bool,
    /// When somebody last told it something.
    pub(super) told_ms: f64,
    /// When the next update of the fixed grid is due.
    pub(super) grid_ms: f64,
    /// When it was last updated.
    pub(super) updated_ms: Option<f64>,
    world: Frame,
    in_view: bool,
    /// Its attach node is hidden, and it does not run on.
    hidden: bool,
    /// Its commands know that it is off.
    quiet: bool,
    previous: f32,
    jitter: f32,
    t: f32,
    seconds: f64,
    generator: Generator,
    emitters: Emitters,
}

impl Instance {
    pub(super) fn new(
        key: u32,
        id: TemplateId,
        template: &Template,
        placement: &Placement,
        now_ms: f64,
        around: &mut Surroundings,
    ) -> Self {
        let header = template.header();
        let seed = placement.seed.unwrap_or_else(|| around.seed_of(key));
        let mut frame = placement.frame;
        let mut generator = Generator::of_part(seed, u32::MAX);
        if header.flags.has(EffectFlags::OFFSET_JITTER) {
            let dice = around.dice(Source::Place, &mut generator);
            frame.origin += frame.vector(dice.spread_zyx(header.offset_jitter).into());
        }
        Self {
            key,
            template: id,
            attach: placement.attach,
            frame,
            size: placement.size.into(),
            value: 0.0,
            node: 0,
            mode: header.time_mode,
            start_ms: now_ms,
            duration_factor: 1.0,
            is_on: !header.flags.has(EffectFlags::STARTS_OFF),
            restarts: false,
            told_ms: now_ms,
            grid_ms: now_ms,
            updated_ms: None,
            world: frame,
            in_view: true,
            hidden: false,
            // Nothing has begun, so there is nothing to end.
            quiet: true,
            previous: 0.0,
            jitter: 0.0,
            t: 0.0,
            seconds: 0.0,
            generator,
            emitters: Emitters::new(template, seed, around),
        }
    }

    /// Its key.
    pub fn key(&self) -> u32 {
        self.key
    }

    /// What it is an instance of.
    pub fn template(&self) -> TemplateId {
        self.template
    }

    /// t as of the last update, 0 to 1.
    pub fn time(&self) -> f32 {
        self.t
    }

    /// The mode t comes from.
    pub fn mode(&self) -> TimeMode {
        self.mode
    }

    /// Seconds since its start, as of the last update.
    pub fn seconds(&self) -> f64 {
        self.seconds
    }

    /// Its frame in the world, its size in the lengths of the axes.
    pub fn world(&self) -> &Frame {
        &self.world
    }

    /// What it hangs on, as long as it does.
    pub fn attach(&self) -> Option<Attach> {
        self.attach
    }

    /// Whether it plays: updated, switched on, and not gone with a hidden node.
    pub fn is_playing(&self) -> bool {
        self.updated_ms.is_some() && self.is_on && !self.hidden
    }

    /// Whether its tested point was in view at the last tick.
    pub fn is_in_view(&self) -> bool {
        self.in_view
    }

    /// How many particles live in it now, bursts counted from the start.
    pub fn live_particles(&self) -> usize {
        self.emitters.live_particles()
    }

    /// The commands that are active at its time: none while it does not play.
    pub(super) fn active<'a>(&'a self, template: &'a Template) -> impl Iterator<Item = u32> + 'a {
        let playing = self.is_playing();
        self.emitters.active(template, self.t).filter(move |_| playing)
    }

    fn moment(&self) -> Moment<'_> {
        let Self { key, t, seconds, world, .. } = self;
        Moment { key: *key, t: *t, seconds: *seconds, world, draws: false }
    }

    /// When it ends. The duration is turned to milliseconds in single precision, so that 0.7
    /// seconds are 700.
    fn end_ms(&self, template: &Template) -> f64 {
        let duration_ms = template.header().duration_s * 1000.0;
        self.start_ms + f64::from(duration_ms) * self.duration_factor
    }

    /// Starts in a mode.
    pub(super) fn start(&mut self, mode: TimeMode, now_ms: f64) {
        self.start_ms = now_ms;
        self.grid_ms = now_ms;
        self.mode = mode;
        self.restarts = false;
    }

    /// What changes with every tick, whether it is updated or not: its place, and what is in view.
    pub(super) fn look_around<I: Inputs + ?Sized>(&mut self, template: &Template, inputs: &I) {
        let size = self.size * Vec3::from(template.header().scale);
        let local = self.frame.sized(size);
        self.world = match self.attach {
            Some(attach) => inputs.attach_frame(attach).under(&local),
            None => local,
        };
        if template.is_tested() {
            let point = self.world.point(template.header().tested_point.into());
            self.in_view = inputs.in_view(point.to_array());
        }
    }

    /// One update at a time; whether the instance is still there. With `draws` the jitter of time
    /// and lights is drawn anew, without it they keep what they had.
    pub(super) fn update<I: Inputs + ?Sized>(
        &mut self,
        template: &Template,
        at_ms: f64,
        draws: bool,
        inputs: &I,
        around: &mut Surroundings,
    ) -> bool {
        let header = template.header();
        let flags = header.flags;
        self.updated_ms = Some(at_ms);
        self.hidden = !flags.has(EffectFlags::RUN_HIDDEN)
            && self.attach.is_some_and(|attach| {
                inputs.attach_state(attach).is_hidden(flags.has(EffectFlags::IGNORE_DAMAGE))
            });
        if !self.is_playing() {
            if !std::mem::replace(&mut self.quiet, true) {
                self.update_emitters(template, OFF, false, inputs, around);
            }
            return true;
        }
        self.quiet = false;
        let t = self.work_out_time(template, at_ms, inputs, around.bit_0);
        let gate = around.settings.is_on(header.settings);
        if gate && draws && flags.has(EffectFlags::TIME_JITTER) {
            let dice = around.dice(Source::Time, &mut self.generator);
            self.jitter = dice.spread(header.time_jitter);
        }
        self.t = clamp(t + self.jitter);
        if gate {
            self.update_emitters(template, self.t, draws, inputs, around);
        }
        if flags.has(EffectFlags::DELETE_AT_END) && self.t >= 1.0 {
            return false;
        }
        if flags.has(EffectFlags::DETACH)
            && let Some(attach) = self.attach.take()
        {
            self.frame = inputs.attach_frame(attach).under(&self.frame);
        }
        true
    }

    /// t before jitter and clamp.
    fn work_out_time<I: Inputs + ?Sized>(
        &mut self,
        template: &Template,
        at_ms: f64,
        inputs: &I,
        bit_0: bool,
    ) -> f32 {
        let header = template.header();
        if self.restarts && at_ms >= self.end_ms(template) {
            self.start(header.time_mode, at_ms);
        }
        self.seconds = (at_ms - self.start_ms) / 1000.0;
        let linear = linear(at_ms, self.start_ms, self.end_ms(template));
        let held = header.flags.has(EffectFlags::HOLD_CLEAR) && !bit_0
            || header.flags.has(EffectFlags::HOLD_SET) && bit_0;
        let state = TimeState {
            mode: self.mode,
            linear,
            value: self.value,
            node: self.node,
            attach: self.attach,
            previous: self.previous,
        };
        let raw = if held { 0.0 } else { raw_time(&state, inputs) };
        self.previous = after_mode(raw, header.flags, linear);
        self.previous
    }

    fn update_emitters<I: Inputs + ?Sized>(
        &mut self,
        template: &Template,
        t: f32,
        draws: bool,
        inputs: &I,
        around: &mut Surroundings,
    ) {
        let Self { key, seconds, world, emitters, .. } = self;
        let moment = Moment { key: *key, t, seconds: *seconds, world, draws };
        emitters.update(template, &moment, inputs, around);
    }

    /// Ends what would go on without it.
    pub(super) fn end<I: Inputs + ?Sized>(
        &mut self,
        template: &Template,
        inputs: &I,
        sounds: &mut Vec<Sound>,
    ) {
        let Self { key, t, seconds, world, emitters, .. } = self;
        let moment = Moment { key: *key, t: *t, seconds: *seconds, world, draws: false };
        emitters.end(template, &moment, inputs, sounds);
    }

    /// Appends the lights that are on.
    pub(super) fn lights(&self, template: &Template, list: &mut DrawList) {
        if self.is_playing() {
            self.emitters.lights(template, &self.moment(), list);
        }
    }

    /// Appends what is drawn of it in a pass.
    pub(super) fn draw<L: Looks + ?Sized>(
        &self,
        template: &Template,
        pass: u32,
        painter: &mut Painter<'_, L>,
    ) {
        let flags = template.header().flags;
        if !self.is_playing()
            || flags.has(EffectFlags::NEEDS_POINT) && !self.in_view
            || flags.has(EffectFlags::PASS_ONLY) && pass == 0
        {
            return;
        }
        painter.scene = Scene {
            key: self.key,
            t: self.t,
            seconds: narrow(self.seconds),
            world: self.world,
            eye: self.world.local(painter.eye),
            in_view: self.in_view,
            no_fog: flags.has(EffectFlags::NO_FOG),
        };
        self.emitters.draw(template, self.seconds, painter);
    }
}
