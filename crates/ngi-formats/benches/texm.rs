//! Texm: a texture of 2048 by 2048 with all its levels, beside a memcpy of the larger side; and
//! choosing 256 colours for something like a photograph.

#![allow(clippy::expect_used, clippy::indexing_slicing)] // a bench that cannot set itself up should stop

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use ngi_formats::texm::{
    Image, Options, PixelFormat, Rgba, Texm, chain_pixels, decode_pixels, encode_pixels, quantise,
};
use ngi_testing::photo;

const SIDE: u32 = 2048;
const LEVELS: u32 = 12;

/// Bytes no two of which in a row are alike.
fn bytes(length: usize) -> Vec<u8> {
    let mut state = 0x2545_f491_4f6c_dd1du64;
    let mut next = move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        state.to_be_bytes()[0]
    };
    (0..length).map(|_| next()).collect()
}

fn pixel_count() -> usize {
    usize::try_from(chain_pixels(SIDE, SIDE, LEVELS)).expect("fits")
}

fn decode(criterion: &mut Criterion) {
    let count = pixel_count();
    let stored = bytes(count * 4);
    let palette = ngi_formats::pal::Palette::read(&bytes(1024)).expect("1024 bytes");
    let mut out = vec![Rgba::default(); count];
    for format in PixelFormat::KNOWN {
        let mut group = criterion.benchmark_group(format!("texm/decode-2048/{format}"));
        group.throughput(Throughput::Bytes(count as u64 * 4));
        let stored = &stored[..count * format.bytes_per_pixel()];
        group.bench_function("ours", |b| {
            b.iter(|| decode_pixels(format, Some(&palette), black_box(stored), black_box(&mut out)))
        });
        let source = bytes(count * 4);
        group.bench_function("memcpy", |b| {
            b.iter(|| black_box(out.as_flattened_mut()).copy_from_slice(black_box(&source)))
        });
        group.finish();
    }
}

fn encode(criterion: &mut Criterion) {
    let count = pixel_count();
    let pixels = bytes(count * 4);
    let (pixels, _) = pixels.as_chunks::<4>();
    let mut out = vec![0; count * 4];
    for format in PixelFormat::KNOWN.into_iter().filter(|format| !format.is_indexed()) {
        let mut group = criterion.benchmark_group(format!("texm/encode-2048/{format}"));
        group.throughput(Throughput::Bytes(count as u64 * 4));
        let size = count * format.bytes_per_pixel();
        group.bench_function("ours", |b| {
            b.iter(|| encode_pixels(format, None, black_box(pixels), black_box(&mut out[..size])))
        });
        group.bench_function("memcpy", |b| {
            b.iter(|| black_box(&mut out).copy_from_slice(black_box(pixels.as_flattened())))
        });
        group.finish();
    }
}

fn colours(criterion: &mut Criterion) {
    for side in [256, 2048] {
        let pixels = photo::photograph(side);
        let suffix = if side == 2048 { "" } else { "-256" };
        let mut group = criterion.benchmark_group(format!("texm/quantise{suffix}"));
        group.throughput(Throughput::Elements(pixels.len() as u64));
        group.bench_function("ours", |b| b.iter(|| quantise(black_box(&pixels))));
        group.finish();
    }
}

/// Everything a new texture needs: encoding and all levels.
fn whole(criterion: &mut Criterion) {
    let image = Image::new(SIDE, SIDE, photo::photograph(SIDE as usize)).expect("square");
    for format in [PixelFormat::RGB565, PixelFormat::ARGB8888] {
        let mut group = criterion.benchmark_group(format!("texm/make-2048/{format}"));
        group.throughput(Throughput::Elements(image.pixels().len() as u64));
        let options = Options::new(format);
        group.bench_function("ours", |b| b.iter(|| Texm::encode(black_box(&image), &options)));
        group.finish();
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(2))
        .sample_size(30);
    targets = decode, encode, colours, whole
}
criterion_main!(benches);
