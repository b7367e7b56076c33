//! Names shown as Windows-1251, beside a memcpy of the same bytes.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use ngi_formats::text;

fn decode(c: &mut Criterion) {
    let bytes: Vec<u8> = (0..=u8::MAX).cycle().take(1 << 20).collect();
    let mut copy = vec![0; bytes.len()];

    let mut group = c.benchmark_group("text/decode-1mb");
    group.throughput(Throughput::Bytes(bytes.len() as u64));
    group.bench_function("ours", |b| b.iter(|| text::decode(black_box(&bytes))));
    group.bench_function("memcpy", |b| {
        b.iter(|| black_box(&mut copy).copy_from_slice(black_box(&bytes)));
    });
    group.finish();
}

criterion_group!(benches, decode);
criterion_main!(benches);
