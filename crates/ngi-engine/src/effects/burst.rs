//! Commands 7 and 10: bursts of particles and of debris.

use glam::Vec3;
use ngi_formats::fxid::{Burst, JitterChannel, Settings as SwitchId};

use super::curve::{burst_phase, channel, fade, progress, weights};
use super::frame::Basis;
use super::looks::Looks;
use super::painter::{Brush, Painter, Tint};
use super::random::Generator;
use super::settings::Settings;
use super::stand_ins::{self, Tumble};

/// What a particle draws when it is made. Streams have the same.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Particle {
    /// Number to compare the level of detail with.
    pub detail: f32,
    /// A phase to keep for life.
    pub phase: f32,
    /// High end of the position.
    pub position: Vec3,
    /// High end of the size.
    pub size: Vec3,
}

impl Particle {
    /// Draws in the engine's order: detail, phase, position z y x, size z y x.
    pub fn new(
        position: &JitterChannel,
        size: &JitterChannel,
        generator: &mut Generator,
        (settings, switch): (&Settings, SwitchId),
    ) -> Self {
        let detail = settings.detail(switch, generator.draw());
        let phase = generator.unit();
        let high = |c: &JitterChannel, generator: &mut Generator| {
            Vec3::from(c.high) + Vec3::from(generator.spread_zyx(c.jitter))
        };
        let position = high(position, generator);
        Self { detail, phase, position, size: high(size, generator) }
    }
}

/// The weights of a particle's channel at an age.
#[inline]
pub(super) fn particle_weights(c: &JitterChannel, age: f32, detail: f32) -> Vec3 {
    weights(c.exponent.map(|exponent| stand_ins::particle_exponent(exponent, detail)), age)
}

/// Whether a channel's weights differ between particles of one age.
fn is_personal(c: &JitterChannel) -> bool {
    c.exponent.iter().any(|&exponent| exponent < 0.0)
}

/// The particles of a burst, all made when the instance is.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Swarm {
    particles: Vec<Particle>,
    /// How each tumbles, for debris.
    tumbles: Vec<Tumble>,
}

impl Swarm {
    pub fn new(
        burst: &Burst,
        number: usize,
        is_debris: bool,
        generator: &mut Generator,
        detail: (&Settings, SwitchId),
    ) -> Self {
        let mut swarm = Self::default();
        swarm.particles.reserve_exact(number);
        for _ in 0..number {
            swarm.particles.push(Particle::new(&burst.position, &burst.size, generator, detail));
            if is_debris {
                swarm.tumbles.push(stand_ins::tumble(generator));
            }
        }
        swarm
    }

    pub fn len(&self) -> usize {
        self.particles.len()
    }

    /// Draws all particles. They are told apart by their high ends only, as long as they are all
    /// born at once.
    pub fn draw<L: Looks + ?Sized>(
        &self,
        painter: &mut Painter<'_, L>,
        brush: &Brush,
        burst: &Burst,
    ) {
        let scene = painter.scene;
        let Some(p) = progress(burst.window, scene.t) else { return };
        // What particles born together share is worked out once.
        let (mut born, mut shared) = (f32::NAN, None);
        let personal = is_personal(&burst.position) || is_personal(&burst.size);
        for (number, particle) in self.particles.iter().enumerate() {
            if stand_ins::is_left_out(painter.view.level, particle.detail) {
                continue;
            }
            let birth = stand_ins::burst_birth(number);
            if born != birth || personal {
                born = birth;
                shared = Shared::at(burst, p - birth, particle.detail);
            }
            let Some(now) = &shared else { continue };
            let place =
                channel(burst.position.low.into(), particle.position, now.position) + now.fall;
            let size = channel(burst.size.low.into(), particle.size, now.size);
            let to_eye = scene.eye - place;
            let basis = match self.tumbles.get(number) {
                Some(tumble) => Some(stand_ins::tumbling_basis(tumble, now.age)),
                None if burst.mode == 1 => {
                    let way = particle.position - Vec3::from(burst.position.low);
                    stand_ins::oriented_basis(to_eye, way)
                }
                None => Basis::facing(to_eye),
            };
            if let Some(basis) = basis {
                painter.sprite(brush, now.tint, &scene.world, place, &basis, size);
            }
        }
    }
}

/// What particles of one age have in common.
#[derive(Debug, Clone, Copy)]
struct Shared {
    age: f32,
    position: Vec3,
    size: Vec3,
    fall: Vec3,
    tint: Tint,
}

impl Shared {
    /// `None` where nothing is drawn: outside a life, faded away, or for a life that is not above
    /// 0.
    fn at(burst: &Burst, since_birth: f32, detail: f32) -> Option<Self> {
        let age = since_birth / burst.life_share;
        if !(0.0..=1.0).contains(&age) || burst.life_share <= 0.0 {
            return None;
        }
        let fade = fade(burst.fade, age)?;
        Some(Self {
            age,
            position: particle_weights(&burst.position, age, detail),
            size: particle_weights(&burst.size, age, detail),
            fall: stand_ins::burst_fall(burst, age),
            tint: Tint { phase: burst_phase(burst.animation_rate, age), fade },
        })
    }
}
