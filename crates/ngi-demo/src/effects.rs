//! `effects.rlb`: all ten commands at work.

use ngi_formats::Result;
use ngi_formats::exp::Explosion;
use ngi_formats::fxid::{
    Body, Bolt, Burst, Channel, Command, CommandFlags, Curve, Dome, DomeShape, EffectBuf,
    EffectFlags, Glow, Header, JitterChannel, Light, LightKind, Path, Reference, Settings, Sound,
    SoundMode, Span, Sprite, SpriteMode, Stream, TimeMode, Window,
};
use ngi_formats::nres::{Editor, NewEntry};

use crate::paint::maths::number as number_to_f32;
use crate::scale::Scale;

fn material(name: &str) -> Result<Reference> {
    Reference::new(b"material.lib", name.as_bytes())
}

fn sound(name: &str) -> Result<Reference> {
    Reference::new(b"sounds.lib", name.as_bytes())
}

/// Drawn over the scene while in view.
fn over(body: Body) -> Command {
    Command { flags: CommandFlags::OVERLAY, body }
}

fn plain(body: Body) -> Command {
    Command { flags: CommandFlags::default(), body }
}

fn window(lo: f32, hi: f32) -> Window {
    Window { lo, hi }
}

/// A sprite that grows from one size to another and fades away.
fn growing(name: &str, sizes: [f32; 2]) -> Result<Sprite> {
    let [from, to] = sizes;
    let size = Channel::straight([from; 3], [to; 3]);
    Ok(Sprite { size, material: material(name)?, ..Sprite::default() })
}

/// A flash of light that dies down.
fn flash(colour: [f32; 3], range: f32) -> Light {
    let [red, green, blue] = colour;
    Light {
        colour_start: [red, green, blue, 1.0],
        colour_end: [red * 0.1, green * 0.05, 0.0, 1.0],
        range: Span { start: range, end: range * 0.2 },
        attenuation: [0.0, 1.0, 1.0],
        ..Light::default()
    }
}

fn bang(name: &str) -> Result<Sound> {
    let window = window(0.01, 1.0);
    Ok(Sound { window, near: 10.0, far: 100.0, sound: sound(name)?, ..Sound::default() })
}

/// How much of everything an explosion has.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Blast {
    /// A shell that hits: a flash, and little else.
    Small,
    /// A machine that bursts: debris and smoke.
    Medium,
    /// A second ball above the first, a wide ring and a cloud that rises.
    Large,
}

/// An explosion of a size: sparks, smoke, a ball of fire, a flash, a ring, debris, a light, a bang.
fn explosion(size: f32, blast: Blast) -> Result<EffectBuf> {
    let of = |values: [f32; 3]| values.get(blast as usize).copied().unwrap_or_default();
    let ball = |[from, to]: [f32; 2], window: Window, up: [f32; 2]| {
        Ok::<_, ngi_formats::Error>(over(Body::Sprite(Sprite {
            window,
            fade: Curve::straight(1.0, 0.5),
            position: Channel::straight([0.0, 0.0, up[0]], [0.0, 0.0, up[1]]),
            ..growing("FX_FIRE", [from, to])?
        })))
    };
    let flare = Sprite {
        window: window(0.0, 0.22),
        fade: Curve::straight(1.0, 0.0),
        ..growing("FX_FLASH", [size * 2.0, size * 4.5])?
    };
    let ring = Sprite {
        mode: SpriteMode::ACROSS,
        direction: Path::constant([0.0, 0.0, 1.0]),
        window: window(0.0, of([0.25, 0.35, 0.4])),
        fade: Curve::straight(of([0.25, 0.5, 0.9]), 0.0),
        ..growing("FX_RING", [size * 0.5, size * of([2.4, 3.6, 6.0])])?
    };
    let light = Light { window: window(0.0, 0.5), ..flash([3.0, 2.0, 0.6], size * 12.0) };
    let mut commands = vec![
        over(Body::Burst(sparks(size)?)),
        plain(Body::Burst(rising_smoke(size, blast)?)),
        ball([size, size * 2.6], window(0.0, 0.7), [0.0, size * 0.4])?,
        over(Body::Sprite(flare)),
        plain(Body::Sprite(ring)),
        plain(Body::Debris(debris(size, blast)?)),
        plain(Body::Light(light)),
        plain(Body::Sound(bang("explosion.wav")?)),
    ];
    if blast == Blast::Large {
        commands.push(ball(
            [size * 0.6, size * 2.2],
            window(0.12, 0.85),
            [size * 0.6, size * 2.0],
        )?);
    }
    Ok(EffectBuf::new(of([0.8, 1.4, 2.2]), commands))
}

fn sparks(size: f32) -> Result<Burst> {
    Ok(Burst {
        window: window(0.0, 0.7),
        groups: 20,
        per_group: 2,
        position: JitterChannel {
            jitter: [size * 8.0, size * 8.0, size * 6.0],
            exponent: [0.6; 3],
            ..JitterChannel::straight([0.0; 3], [0.0, 0.0, size * 1.5])
        },
        size: JitterChannel::straight([size * 0.14; 3], [size * 0.03; 3]),
        unk_0x8c: 1.0,
        material: material("FX_SPARK")?,
        ..Burst::default()
    })
}

/// Glowing pieces that fly once the flash is over.
fn debris(size: f32, blast: Blast) -> Result<Burst> {
    Ok(Burst {
        mode: 16,
        window: window(0.1, 1.0),
        groups: if blast == Blast::Small { 3 } else { 9 },
        position: JitterChannel {
            jitter: [size * 6.0, size * 6.0, size * 3.0],
            exponent: [0.6, 0.6, 1.0],
            ..JitterChannel::straight([0.0; 3], [0.0; 3])
        },
        size: JitterChannel::straight([size * 0.11; 3], [size * 0.07; 3]),
        unk_0x8c: 9.0,
        material: material("FX_EMBER")?,
        ..Burst::default()
    })
}

/// Smoke that drifts up; that of a large explosion rises high.
fn rising_smoke(size: f32, blast: Blast) -> Result<Burst> {
    let (high, groups, fade) = match blast {
        Blast::Small => (1.4, 2, 0.35),
        Blast::Medium => (2.6, 7, 0.7),
        Blast::Large => (5.0, 12, 0.7),
    };
    Ok(Burst {
        window: window(0.22, 1.0),
        groups,
        animation_rate: -1.0,
        fade: Curve::straight(fade, 0.0),
        position: JitterChannel {
            jitter: [size * 2.0, size * 2.0, size * high * 0.5],
            ..JitterChannel::straight([0.0, 0.0, size * 0.3], [0.0, 0.0, size * high])
        },
        size: JitterChannel::straight([size; 3], [size * 3.0; 3]),
        material: material("FX_SMOKE")?,
        ..Burst::default()
    })
}

/// A header for what goes on and on.
fn lasting(duration_s: f32, settings: Settings) -> Header {
    Header {
        time_mode: TimeMode::LOOP,
        duration_s,
        flags: EffectFlags::RUN_HIDDEN,
        settings,
        tested_point: [0.0; 3],
        ..Header::default()
    }
}

fn effect(header: Header, commands: Vec<Command>) -> EffectBuf {
    EffectBuf { header, commands, ..EffectBuf::default() }
}

/// Smoke from a chimney, with embers.
fn smoke() -> Result<EffectBuf> {
    let stream = Stream {
        fade: Curve::straight(0.75, 0.0),
        interval_s: Span::constant(0.08),
        animation_exponent: -1.0,
        ring: 24,
        position: JitterChannel {
            jitter: [1.4, 1.4, 0.6],
            ..JitterChannel::straight([0.0; 3], [0.8, 0.2, 7.0])
        },
        size: JitterChannel { jitter: [0.5; 3], ..JitterChannel::straight([0.6; 3], [3.2; 3]) },
        material: material("FX_SMOKE")?,
        ..Stream::default()
    };
    let embers = Stream {
        interval_s: Span::constant(0.2),
        ring: 10,
        position: JitterChannel {
            jitter: [2.0, 2.0, 1.0],
            ..JitterChannel::straight([0.0; 3], [0.3, 0.0, 4.0])
        },
        size: JitterChannel::straight([0.12; 3], [0.03; 3]),
        material: material("FX_SPARK")?,
        ..Stream::default()
    };
    Ok(effect(
        lasting(4.0, Settings::SMOKE_0),
        vec![plain(Body::Stream(stream)), over(Body::Stream(embers))],
    ))
}

/// A fire that burns: flames beside each other, smoke and embers over them, a light that flickers,
/// its crackle.
fn fire() -> Result<EffectBuf> {
    let flame = |at: [f32; 3], size: [f32; 3], phase: f32| {
        let flames = Sprite {
            phase: Curve::straight(-1.0, phase),
            fade: Curve::straight(0.72, 0.72),
            position: Channel::straight(at, at),
            size: Channel::straight(size, size),
            ..growing("FX_FLAME", [1.0, 1.0])?
        };
        Ok::<_, ngi_formats::Error>(over(Body::Sprite(flames)))
    };
    let smoke = Stream {
        fade: Curve::straight(0.4, 0.0),
        interval_s: Span::constant(0.12),
        animation_exponent: -1.0,
        ring: 16,
        position: JitterChannel {
            jitter: [0.7, 0.7, 0.5],
            ..JitterChannel::straight([0.0, 0.0, 1.8], [0.5, 0.1, 5.0])
        },
        size: JitterChannel { jitter: [0.4; 3], ..JitterChannel::straight([0.6; 3], [2.2; 3]) },
        material: material("FX_SMOKE")?,
        ..Stream::default()
    };
    let light = Light {
        kind: LightKind::POINT,
        position: Path::constant([0.0, 0.0, 1.5]),
        colour_start: [2.0, 1.0, 0.2, 1.0],
        colour_end: [2.0, 1.0, 0.2, 1.0],
        colour_jitter: [0.8, 0.4, 0.0, 0.0],
        range: Span::constant(14.0),
        range_jitter: 3.0,
        ..Light::default()
    };
    let crackle = Sound { mode: SoundMode::LOOP, near: 3.0, far: 40.0, ..bang("engine.wav")? };
    Ok(effect(
        lasting(3.0, Settings::ENGINE_FIRE_2),
        vec![
            plain(Body::Stream(smoke)),
            flame([0.0, 0.0, 1.1], [1.7, 1.7, 2.4], 2.0)?,
            flame([0.45, 0.2, 0.8], [1.2, 1.2, 1.7], 2.6)?,
            flame([-0.4, -0.25, 0.75], [1.2, 1.2, 1.6], 1.7)?,
            plain(Body::Light(light)),
            plain(Body::Sound(crackle)),
        ],
    ))
}

/// Snow that falls over a place.
fn snowfall() -> Result<EffectBuf> {
    let flakes = |size: f32, drift: f32, interval: f32| {
        Ok::<_, ngi_formats::Error>(plain(Body::Stream(Stream {
            fade: Curve::straight(0.9, 0.7),
            interval_s: Span::constant(interval),
            ring: 90,
            position: JitterChannel {
                jitter: [9.0, 9.0, 1.0],
                // Beside the middle from the beginning: only the height runs.
                exponent: [0.0, 0.0, 1.0],
                ..JitterChannel::straight([0.0, 0.0, 6.0], [drift, 0.3, 0.0])
            },
            size: JitterChannel::straight([size; 3], [size; 3]),
            material: material("FX_SNOW")?,
            ..Stream::default()
        })))
    };
    let commands =
        vec![flakes(0.2, 0.8, 0.025)?, flakes(0.14, 1.4, 0.02)?, flakes(0.28, 0.4, 0.03)?];
    Ok(effect(lasting(3.0, Settings::DUST_0), commands))
}

/// A muzzle flash: a flash at the barrel, a tongue of fire in front of it, a light, a shot.
fn muzzle() -> Result<EffectBuf> {
    let star = Sprite { window: window(0.0, 0.4), ..growing("FX_FLASH", [0.7, 1.4])? };
    let tongue = Sprite {
        mode: SpriteMode::ALONG,
        window: window(0.0, 0.7),
        fade: Curve::straight(1.0, 0.2),
        position: Channel::straight([0.9, 0.0, 0.0], [1.4, 0.0, 0.0]),
        size: Channel::straight([1.8, 0.7, 0.7], [2.8, 1.0, 1.0]),
        ..growing("FX_MUZZLE", [1.0, 1.0])?
    };
    let smoke = Sprite {
        window: window(0.2, 1.0),
        fade: Curve::straight(0.5, 0.0),
        position: Channel::straight([0.8, 0.0, 0.0], [2.6, 0.0, 0.5]),
        ..growing("FX_SMOKE", [0.5, 1.8])?
    };
    let light = Light { window: window(0.0, 0.4), ..flash([2.0, 1.6, 0.8], 8.0) };
    let header = Header { duration_s: 0.35, settings: Settings::GUN_FIRE_3, ..Header::default() };
    Ok(effect(
        header,
        vec![
            over(Body::Sprite(star)),
            over(Body::Sprite(tongue)),
            plain(Body::Sprite(smoke)),
            plain(Body::Light(light)),
            plain(Body::Sound(bang("shot.wav")?)),
        ],
    ))
}

/// A lamp that is seen from afar: the further, the larger its glow.
fn lamp() -> Result<EffectBuf> {
    let sprite = Sprite {
        fade: Curve::straight(1.0, 1.0),
        window: window(0.0, 1.0),
        ..growing("FX_FLARE", [1.2, 9.0])?
    };
    let bulb = Sprite { fade: Curve::straight(0.9, 0.9), ..growing("FX_FLARE", [1.8, 1.8])? };
    let light = Light {
        colour_start: [1.0, 0.9, 0.7, 1.0],
        colour_end: [1.0, 0.9, 0.7, 1.0],
        range: Span::constant(12.0),
        ..Light::default()
    };
    let header = Header {
        flags: EffectFlags(EffectFlags::RUN_HIDDEN.0 | EffectFlags::PING_PONG.0),
        ..lasting(5.0, Settings::LIGHTS_0)
    };
    Ok(effect(
        header,
        vec![
            over(Body::Glow(Glow { sprite, reach: 500.0 })),
            over(Body::Sprite(bulb)),
            plain(Body::Light(light)),
            plain(Body::Empty),
        ],
    ))
}

/// A bolt from the muzzle to the target.
fn bolt() -> Result<EffectBuf> {
    let body = Bolt {
        width: Span { start: 1.4, end: 0.4 },
        material: material("FX_BOLT")?,
        ..Bolt::default()
    };
    let header = Header {
        duration_s: 0.6,
        flags: EffectFlags(EffectFlags::DELETE_AT_END.0 | EffectFlags::TARGET_POINT.0),
        settings: Settings::GUN_FIRE_3,
        tested_point: [0.0; 3],
        ..Header::default()
    };
    Ok(effect(header, vec![plain(Body::Bolt(body))]))
}

/// A ball of a shield: two half-spheres, and a ripple where it was hit.
fn shield() -> Result<EffectBuf> {
    let half = |direction: [f32; 3]| -> Result<Command> {
        let sprite = Sprite {
            mode: SpriteMode::ACROSS,
            phase: Curve::straight(0.0, 1.0),
            fade: Curve { start: 0.9, end: 0.0, exponent: 2.0 },
            direction: Path::constant(direction),
            ..growing("FX_SHIELD", [5.0, 5.4])?
        };
        Ok(over(Body::Dome(Dome { sprite, shape: DomeShape::FINE, facet_texture: 0 })))
    };
    let ripple = Sprite { window: window(0.0, 0.5), ..growing("FX_FLARE_B", [1.0, 4.0])? };
    let header = Header { duration_s: 0.8, settings: Settings::SHIELD_0, ..Header::default() };
    Ok(effect(
        header,
        vec![
            half([0.0, 0.0, 1.0])?,
            half([0.0, 0.0, -1.0])?,
            over(Body::Sprite(ripple)),
            plain(Body::Sound(bang("chime.wav")?)),
        ],
    ))
}

/// Dust under a foot.
fn step() -> Result<EffectBuf> {
    let puff = Burst {
        groups: 5,
        animation_rate: -1.0,
        fade: Curve::straight(0.5, 0.0),
        position: JitterChannel {
            jitter: [3.0, 3.0, 0.4],
            ..JitterChannel::straight([0.0; 3], [0.0, 0.0, 0.5])
        },
        size: JitterChannel::straight([0.4; 3], [1.6; 3]),
        material: material("FX_DUST")?,
        ..Burst::default()
    };
    let header = Header { duration_s: 0.7, settings: Settings::DUST_0, ..Header::default() };
    Ok(effect(header, vec![plain(Body::Burst(puff)), plain(Body::Sound(bang("step.wav")?))]))
}

/// Sparks that fly as fast as the machine turns.
fn grinding() -> Result<EffectBuf> {
    let sparks = Burst {
        mode: 1,
        groups: 24,
        life_share: 0.6,
        position: JitterChannel {
            jitter: [4.0, 4.0, 4.0],
            exponent: [0.5; 3],
            ..JitterChannel::straight([0.0; 3], [2.0, 0.0, 1.0])
        },
        size: JitterChannel::straight([0.3, 0.1, 0.1], [0.15, 0.04, 0.04]),
        material: material("FX_SPARK")?,
        ..Burst::default()
    };
    let header = Header { time_mode: TimeMode::SPEED_OR_SPIN, ..lasting(1.0, Settings::LIGHTS_3) };
    Ok(effect(header, vec![plain(Body::Burst(sparks))]))
}

/// Fire as the engine is damaged: more, the less life is left.
fn damage() -> Result<EffectBuf> {
    let smoke = Stream {
        window: window(0.3, 1.0),
        interval_s: Span { start: 0.2, end: 0.05 },
        animation_exponent: -1.0,
        position: JitterChannel {
            jitter: [1.0; 3],
            ..JitterChannel::straight([0.0; 3], [0.0, -1.0, 3.0])
        },
        size: JitterChannel::straight([0.4; 3], [1.8; 3]),
        material: material("FX_SMOKE")?,
        ..Stream::default()
    };
    let flame = Sprite {
        phase: Curve::straight(-1.0, 2.0),
        window: window(0.6, 1.0),
        fade: Curve::straight(0.2, 1.0),
        ..growing("FX_FLAME", [0.6, 1.6])?
    };
    let header = Header { time_mode: TimeMode::DAMAGE, ..lasting(1.0, Settings::ENGINE_FIRE_0) };
    Ok(effect(header, vec![plain(Body::Stream(smoke)), over(Body::Sprite(flame))]))
}

/// The effects by name. Larger games have explosions of many sizes besides.
pub fn effects(scale: Scale) -> Result<Vec<(String, EffectBuf)>> {
    let mut all = small()?;
    for number in 0..count(scale).saturating_sub(all.len()) {
        let size = 0.3 + number_to_f32(number) * 0.005;
        all.push((format!("exp_{number:04}"), explosion(size, Blast::Large)?));
    }
    Ok(all)
}

/// How many effects a game has.
pub fn count(scale: Scale) -> usize {
    scale.count(small().map_or(0, |all| all.len()), 923)
}

/// The effects of the small game.
fn small() -> Result<Vec<(String, EffectBuf)>> {
    let named = |name: &str, effect: EffectBuf| (name.to_owned(), effect);
    Ok(vec![
        named("exp_small", explosion(0.7, Blast::Small)?),
        named("exp_medium", explosion(1.5, Blast::Medium)?),
        named("exp_large", explosion(3.0, Blast::Large)?),
        named("fire", fire()?),
        named("smoke_stream", smoke()?),
        named("muzzle_flash", muzzle()?),
        named("lamp", lamp()?),
        named("bolt", bolt()?),
        named("shield_ball", shield()?),
        named("step_dust", step()?),
        named("grinding", grinding()?),
        named("engine_damage", damage()?),
        named("snowfall", snowfall()?),
    ])
}

/// An explosion that shows an effect wherever it strikes (`.exp`).
pub fn blast(effect: &str, damage: f32, radius: f32) -> Result<Vec<u8>> {
    let mut explosion = Explosion { damage, radius, ..Explosion::default() };
    if let Some(first) = explosion.effects.first_mut() {
        *first = Reference::new(b"effects.rlb", effect.as_bytes())?;
    }
    Ok(explosion.write().to_vec())
}

/// `effects.rlb`.
pub fn library(effects: &[(String, EffectBuf)]) -> Result<Vec<u8>> {
    let mut editor = Editor::new();
    for (name, effect) in effects {
        let entry = NewEntry::new(*b"FXID", name)?.attributes(0, 0, 1);
        editor.add(entry, effect.write()?)?;
    }
    editor.write()
}
