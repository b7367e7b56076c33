//! What the commands of an instance remember, and how each is updated, drawn and ended.

use ngi_formats::fxid::{Body, EffectFlags};

use super::bolt::{self, Start};
use super::burst::Swarm;
use super::curve::progress;
use super::frame::Frame;
use super::inputs::Inputs;
use super::light::{self, Flicker};
use super::looks::Looks;
use super::output::{DrawList, Sound};
use super::painter::{Brush, Painter};
use super::random::{Generator, Source};
use super::sound::{Place, Player};
use super::sprite;
use super::stream::{Ring, Tick};
use super::surroundings::Surroundings;
use super::template::{Prepared, Template};

/// What a command remembers.
#[derive(Debug, Clone, PartialEq)]
enum Memory {
    Nothing,
    Light(Flicker),
    Sound(Player),
    Bolt(Start),
    Burst(Swarm),
    Stream(Ring),
}

#[derive(Debug, Clone, PartialEq)]
struct Emitter {
    generator: Generator,
    memory: Memory,
}

/// The commands of an instance, in the order of its template's.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Emitters(Vec<Emitter>);

/// The moment of an instance that its commands are updated for.
#[derive(Debug, Clone, Copy)]
pub(super) struct Moment<'a> {
    pub key: u32,
    /// −1 for commands of an instance that is switched off.
    pub t: f32,
    /// Seconds since the start.
    pub seconds: f64,
    pub world: &'a Frame,
    /// Jitter is drawn anew.
    pub draws: bool,
}

impl Emitters {
    pub fn new(template: &Template, seed: u32, around: &mut Surroundings) -> Self {
        let emitters = template.prepared().iter().map(|prepared| {
            let mut generator = Generator::of_part(seed, prepared.index);
            let memory = remember(prepared, template, &mut generator, around);
            Emitter { generator, memory }
        });
        Self(emitters.collect())
    }

    fn with<'a>(
        &'a self,
        template: &'a Template,
    ) -> impl Iterator<Item = (&'a Prepared, &'a Memory)> {
        let pairs = template.prepared().iter().zip(&self.0);
        pairs.map(|(prepared, emitter)| (prepared, &emitter.memory))
    }

    /// How many particles there are now, bursts counted from the start.
    pub fn live_particles(&self) -> usize {
        let of = |emitter: &Emitter| match &emitter.memory {
            Memory::Burst(swarm) => swarm.len(),
            Memory::Stream(ring) => ring.filled(),
            _ => 0,
        };
        self.0.iter().map(of).sum()
    }

    /// The commands that are active at t: by their windows; a sound that plays once, where it
    /// began at the last update.
    pub fn active<'a>(&'a self, template: &'a Template, t: f32) -> impl Iterator<Item = u32> + 'a {
        self.with(template).filter_map(move |(prepared, memory)| {
            let active = match memory {
                Memory::Sound(player) => player.is_heard(),
                _ => progress(prepared.command.body.window()?, t).is_some(),
            };
            active.then_some(prepared.index)
        })
    }

    /// One update.
    pub fn update<I: Inputs + ?Sized>(
        &mut self,
        template: &Template,
        moment: &Moment<'_>,
        inputs: &I,
        around: &mut Surroundings,
    ) {
        let Moment { t, world, .. } = *moment;
        let header = template.header();
        let target = header.flags.has(EffectFlags::TARGET_POINT).then_some(around.target).flatten();
        for (prepared, emitter) in template.prepared().iter().zip(&mut self.0) {
            let own = &mut emitter.generator;
            match (&prepared.command.body, &mut emitter.memory) {
                (Body::Light(light), Memory::Light(flicker))
                    if moment.draws && progress(light.window, t).is_some() =>
                {
                    *flicker = light::flicker(light, around.dice(Source::Light, own));
                }
                (Body::Sound(sound), Memory::Sound(player)) => {
                    let place = place(prepared, moment.key, world, inputs);
                    let still_playing = || inputs.is_playing(place.key, place.command);
                    around.sounds.extend(player.update(sound, t, &place, still_playing));
                }
                (Body::Bolt(_), Memory::Bolt(start)) if t >= 0.0 => {
                    start.update(world.origin, target);
                }
                (Body::Stream(stream), Memory::Stream(ring)) => {
                    let settings = around.settings;
                    let detail = (&settings, header.settings);
                    let tick = Tick { t, now: moment.seconds, world, detail };
                    ring.update(stream, &tick, around.dice(Source::Stream, own));
                }
                _ => {}
            }
        }
    }

    /// Ends what would go on without the instance.
    pub fn end<I: Inputs + ?Sized>(
        &mut self,
        template: &Template,
        moment: &Moment<'_>,
        inputs: &I,
        sounds: &mut Vec<Sound>,
    ) {
        for (prepared, emitter) in template.prepared().iter().zip(&mut self.0) {
            if let (Body::Sound(sound), Memory::Sound(player)) =
                (&prepared.command.body, &mut emitter.memory)
            {
                let place = place(prepared, moment.key, moment.world, inputs);
                sounds.extend(player.end(sound, moment.t, &place));
            }
        }
    }

    /// Appends the lights that are on.
    pub fn lights(&self, template: &Template, moment: &Moment<'_>, list: &mut DrawList) {
        for (prepared, memory) in self.with(template) {
            if let (Body::Light(light), Memory::Light(flicker)) = (&prepared.command.body, memory) {
                let name = (moment.key, prepared.index);
                list.lights.extend(light::light(light, flicker, moment.t, moment.world, name));
            }
        }
    }

    /// Appends everything drawn. The painter knows the instance.
    pub fn draw<L: Looks + ?Sized>(
        &self,
        template: &Template,
        seconds: f64,
        painter: &mut Painter<'_, L>,
    ) {
        for (prepared, memory) in self.with(template) {
            let brush = Brush {
                command: prepared.index,
                material: prepared.reference,
                overlay: prepared.command.flags.overlay(),
            };
            match (&prepared.command.body, memory) {
                (Body::Sprite(sprite), _) => sprite::draw(painter, &brush, sprite),
                (Body::Glow(glow), _) => {
                    sprite::draw_glow(painter, &brush, &glow.sprite, glow.reach);
                }
                (Body::Dome(dome), _) => sprite::draw_dome(painter, &brush, dome),
                (Body::Bolt(bolt), Memory::Bolt(start)) => {
                    bolt::draw(painter, &brush, bolt, prepared.particles, start);
                }
                (Body::Burst(burst) | Body::Debris(burst), Memory::Burst(swarm)) => {
                    swarm.draw(painter, &brush, burst);
                }
                (Body::Stream(stream), Memory::Stream(ring)) => {
                    ring.draw(painter, &brush, stream, seconds);
                }
                _ => {}
            }
        }
    }
}

/// What a command remembers at first.
fn remember(
    prepared: &Prepared,
    template: &Template,
    own: &mut Generator,
    around: &mut Surroundings,
) -> Memory {
    let settings = around.settings;
    let detail = (&settings, template.header().settings);
    let number = prepared.particles;
    match &prepared.command.body {
        Body::Light(_) => Memory::Light(Flicker::default()),
        Body::Sound(_) => Memory::Sound(Player::default()),
        Body::Bolt(_) => Memory::Bolt(Start::default()),
        Body::Stream(_) => Memory::Stream(Ring::new(number)),
        Body::Burst(burst) => {
            let dice = around.dice(Source::Burst, own);
            Memory::Burst(Swarm::new(burst, number, false, dice, detail))
        }
        Body::Debris(burst) => {
            let dice = around.dice(Source::Debris, own);
            Memory::Burst(Swarm::new(burst, number, true, dice, detail))
        }
        Body::Sprite(_) | Body::Glow(_) | Body::Dome(_) | Body::Empty => Memory::Nothing,
    }
}

fn place<'a, I: Inputs + ?Sized>(
    prepared: &Prepared,
    key: u32,
    world: &'a Frame,
    inputs: &I,
) -> Place<'a> {
    let (command, sample) = (prepared.index, prepared.reference);
    Place { key, command, sample, world, velocity: inputs.velocity() }
}
