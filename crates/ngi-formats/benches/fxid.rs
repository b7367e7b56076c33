//! FXID: an effect of 20 commands in 3.6 kB, followed, decoded to its last field, and written.

#![allow(clippy::expect_used)] // a bench that cannot set itself up should stop

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use ngi_formats::fxid::{Body, Effect, EffectBuf, Opcode};

/// As many of each command as an effect of this size has on the average.
const COMMANDS: [(Opcode, usize); 10] = [
    (Opcode::LIGHT, 2),
    (Opcode::SOUND, 2),
    (Opcode::SPRITE, 5),
    (Opcode::GLOW, 1),
    (Opcode::BOLT, 1),
    (Opcode::EMPTY, 2),
    (Opcode::BURST, 4),
    (Opcode::STREAM, 1),
    (Opcode::DOME, 1),
    (Opcode::DEBRIS, 1),
];

fn effect() -> Vec<u8> {
    let repeated = COMMANDS.iter().flat_map(|&(opcode, count)| vec![opcode; count]);
    // In turns, so that no branch can be foreseen from the one before.
    let mut opcodes: Vec<Opcode> = repeated.collect();
    opcodes.sort_by_key(|opcode| u32::from(opcode.0) * 7 % 11);
    let commands = opcodes.into_iter().filter_map(Body::new).map(Into::into).collect();
    let bytes = EffectBuf::new(1.0, commands).write().expect("few commands");
    assert_eq!((bytes.len(), bytes.first()), (3624, Some(&20)));
    bytes
}

fn read(criterion: &mut Criterion) {
    let bytes = effect();

    let mut group = criterion.benchmark_group("fxid/read");
    group.throughput(Throughput::Elements(1));
    group.bench_function("ours", |b| b.iter(|| Effect::read(black_box(&bytes)).is_ok()));
    group.finish();

    let mut group = criterion.benchmark_group("fxid/read-all");
    group.throughput(Throughput::Elements(1));
    group.bench_function("ours", |b| {
        b.iter(|| {
            let effect = Effect::read(black_box(&bytes))?;
            effect.commands().for_each(|command| {
                black_box(command.decode());
            });
            Ok::<_, ngi_formats::Error>(effect.header())
        });
    });
    group.finish();

    let mut group = criterion.benchmark_group("fxid/to-values");
    group.throughput(Throughput::Elements(1));
    group.bench_function("ours", |b| b.iter(|| EffectBuf::read(black_box(&bytes))));
    group.finish();

    let mut group = criterion.benchmark_group("fxid/write");
    let values = EffectBuf::read(&bytes).expect("just written");
    group.throughput(Throughput::Elements(1));
    group.bench_function("ours", |b| b.iter(|| black_box(&values).write()));
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(2));
    targets = read
}
criterion_main!(benches);
