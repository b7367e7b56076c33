//! Speed of the RsLi codecs beside the straightforward decoders and beside a memcpy.
#![allow(missing_docs)]

use std::hint::black_box;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use ngi_formats::rsli::codec::{deflate, lzhuf, lzss, xor};
use ngi_testing::codecs as support;

const SIZE: usize = 1 << 20;

fn data() -> [(&'static str, Vec<u8>); 3] {
    [
        ("text", support::text(SIZE)),
        ("texture", support::texture(SIZE)),
        ("noise", support::noise(SIZE)),
    ]
}

fn group<'a>(
    criterion: &'a mut Criterion,
    name: String,
    plain: &[u8],
) -> BenchmarkGroup<'a, WallTime> {
    let mut group = criterion.benchmark_group(name);
    group.throughput(Throughput::Bytes(plain.len() as u64));
    group.sample_size(20);
    group.bench_function("memcpy", |bench| bench.iter(|| black_box(plain).to_vec()));
    group
}

fn lzss_decode(criterion: &mut Criterion) {
    for (name, plain) in data() {
        let packed = lzss::encode(&plain);
        assert!(support::lzss(&packed, plain.len()) == plain);
        let mut group = group(criterion, format!("rsli/lzss/{name}"), &plain);
        group.bench_function("ours", |bench| {
            bench.iter(|| lzss::decode(black_box(&packed), plain.len()));
        });
        group.bench_function("straightforward", |bench| {
            bench.iter(|| support::lzss(black_box(&packed), plain.len()));
        });
    }
}

fn lzhuf_decode(criterion: &mut Criterion) {
    let literals = ("literals", support::literals(SIZE));
    for (name, plain) in data().into_iter().chain([literals]) {
        let packed = lzhuf::encode(&plain);
        assert!(support::Lzhuf::decode(&packed, plain.len()) == plain);
        let mut group = group(criterion, format!("rsli/lzhuf/{name}"), &plain);
        group.bench_function("ours", |bench| {
            bench.iter(|| lzhuf::decode(black_box(&packed), plain.len()));
        });
        group.bench_function("straightforward", |bench| {
            bench.iter(|| support::Lzhuf::decode(black_box(&packed), plain.len()));
        });
    }
}

fn deflate_decode(criterion: &mut Criterion) {
    for (name, plain) in data() {
        let packed = deflate::encode(&plain);
        let mut group = group(criterion, format!("rsli/deflate/{name}"), &plain);
        group.bench_function("ours", |bench| {
            bench.iter(|| deflate::decode(black_box(&packed), plain.len()));
        });
        group.bench_function("miniz", |bench| {
            bench.iter(|| miniz_oxide::inflate::decompress_to_vec(black_box(&packed)));
        });
    }
}

fn cipher(criterion: &mut Criterion) {
    let plain = support::noise(SIZE);
    let mut group = group(criterion, "rsli/xor/noise".to_owned(), &plain);
    group.bench_function("ours", |bench| bench.iter(|| xor::applied(7, black_box(&plain))));
    group.bench_function("straightforward", |bench| {
        bench.iter(|| support::xor(7, black_box(&plain)));
    });
}

fn encode(criterion: &mut Criterion) {
    for (name, plain) in data() {
        let mut group = group(criterion, format!("rsli/encode/{name}"), &plain);
        group.sample_size(10);
        group.bench_function("lzss", |bench| bench.iter(|| lzss::encode(black_box(&plain))));
        group.bench_function("lzhuf", |bench| bench.iter(|| lzhuf::encode(black_box(&plain))));
        group.bench_function("deflate", |bench| bench.iter(|| deflate::encode(black_box(&plain))));
    }
}

criterion_group!(benches, lzss_decode, lzhuf_decode, deflate_decode, cipher, encode);
criterion_main!(benches);
