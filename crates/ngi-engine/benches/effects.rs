//! How fast effects play.
//!
//! * 10,000 live particles of one instance: half in bursts whose sizes are bent, half in streams.
//!   Updated, drawn and sorted.
//! * 1,000 explosions at once, of seven commands and 60 particles each.
//!
//! Each iteration is one frame at 60 Hz; when the effects are over they start anew.
#![allow(clippy::unwrap_used)] // on data made right here

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use ngi_engine::effects::{
    ALL, AtRest, Cadence, DrawList, Frame, Manager, Placement, PlainLooks, Randomness, Settings,
    View,
};
use ngi_formats::fxid::{
    Body, Burst, Command, Curve, EffectBuf, EffectFlags, Glow, JitterChannel, Light, Sound, Span,
    Stream, TimeMode,
};

const FRAME_MS: f64 = 1000.0 / 60.0;

const VIEW: View = View { eye: [5.0, -40.0, 12.0], fog: Some([50.0, 400.0]), level: 0 };

fn flying(jitter: f32) -> JitterChannel {
    JitterChannel { jitter: [jitter; 3], ..JitterChannel::straight([0.0; 3], [0.0, 0.0, 3.0]) }
}

fn effect(commands: Vec<Body>) -> EffectBuf {
    let mut effect = EffectBuf::new(1.0, commands.into_iter().map(Command::from).collect());
    effect.header.time_mode = TimeMode::LOOP;
    effect.header.flags = EffectFlags(0);
    effect
}

fn burst(number: u32) -> Burst {
    let size = JitterChannel { exponent: [0.5; 3], ..flying(0.5) };
    let fade = Curve { start: 1.0, end: 0.2, exponent: 2.0 };
    Burst { groups: number, position: flying(8.0), size, fade, ..Burst::default() }
}

/// 20 bursts and 20 streams of 250 particles each, every stream full after half a second.
fn crowd() -> EffectBuf {
    let stream = Stream {
        interval_s: Span::constant(0.002),
        ring: 250,
        position: flying(2.0),
        fade: Curve::straight(1.0, 0.1),
        ..Stream::default()
    };
    let mut crowd = effect(vec![]);
    for _ in 0..20 {
        crowd.commands.push(Body::Burst(burst(250)).into());
        crowd.commands.push(Body::Stream(stream).into());
    }
    crowd
}

/// Two bursts, two glows, debris, a sound and a light.
fn explosion() -> EffectBuf {
    let glow = Glow::default();
    let light = Light { colour_jitter: [0.5; 4], ..Light::default() };
    effect(vec![
        Body::Burst(burst(24)),
        Body::Burst(Burst { mode: 1, ..burst(24) }),
        Body::Glow(glow),
        Body::Glow(glow),
        Body::Debris(burst(12)),
        Body::Sound(Sound::default()),
        Body::Light(light),
    ])
}

struct Show {
    manager: Manager,
    list: DrawList,
    now_ms: f64,
}

impl Show {
    fn new(effect: &EffectBuf, instances: u16) -> Self {
        let randomness = Randomness::PerInstance(7);
        let mut manager = Manager::new(Settings::default(), randomness, Cadence::EveryTick);
        let id = manager.load(b"effect", effect);
        for n in 0..instances {
            let frame = Frame::at([f32::from(n % 32) * 10.0, f32::from(n / 32) * 10.0, 0.0]);
            let placement = Placement { frame, ..Placement::default() };
            manager.create(id, n.into(), &placement).unwrap();
        }
        let mut show = Self { manager, list: DrawList::new(), now_ms: 0.0 };
        // Warm: every list as long as it gets, every ring full.
        for _ in 0..120 {
            show.frame();
        }
        show
    }

    fn frame(&mut self) {
        self.now_ms += FRAME_MS;
        self.manager.frame(self.now_ms, &AtRest, &VIEW, &PlainLooks, &mut self.list);
    }
}

fn frames(criterion: &mut Criterion) {
    let shows = [
        ("engine/effects-10k-particles", crowd(), 1, 9_500),
        ("engine/effects-1k-explosions", explosion(), 1000, 60_000),
    ];
    for (name, effect, instances, least) in shows {
        let mut show = Show::new(&effect, instances);
        assert!(show.list.quads.len() >= least, "{}", show.list.quads.len());
        let mut group = criterion.benchmark_group(name);
        group.throughput(Throughput::Elements(show.list.quads.len() as u64));
        group.sample_size(20);
        group.bench_function("ours", |bencher| {
            bencher.iter(|| {
                show.frame();
                black_box(&show.list);
            });
        });
        // Where the time goes.
        group.bench_function("draw", |bencher| {
            bencher.iter(|| {
                show.list.clear();
                show.manager.draw(&VIEW, ALL, 1, &PlainLooks, &mut show.list);
                black_box(&show.list);
            });
        });
        group.bench_function("sort", |bencher| {
            bencher.iter(|| {
                show.list.sort();
                black_box(&show.list);
            });
        });
        group.finish();
    }
}

criterion_group!(effects, frames);
criterion_main!(effects);
