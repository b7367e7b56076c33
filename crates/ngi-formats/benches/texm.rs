//! Texm: a texture of 2048 by 2048 with all its levels, beside a memcpy of the larger side; and
//! choosing 256 colours for something like a photograph.

#![allow(clippy::expect_used, clippy::indexing_slicing, clippy::cast_possible_truncation)] // a bench that cannot set itself up should stop

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use ngi_formats::texm::{
    Image, Options, PixelFormat, Rgba, Texm, chain_pixels, decode_pixels, decoded_pixels,
    encode_pixels, quantise,
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

/// A picture that stays in the processor's cache, so that arithmetic counts and memory does not.
const SMALL: usize = 128 * 128;

/// Into new pixels, beside a loop over pixels and their channels as one would write it first.
fn decode_beside_a_loop(criterion: &mut Criterion) {
    let stored = bytes(SMALL * 4);
    let palette = ngi_formats::pal::Palette::read(&bytes(1024)).expect("1024 bytes");
    for format in PixelFormat::KNOWN {
        let stored = &stored[..SMALL * format.bytes_per_pixel()];
        assert_eq!(
            decoded_pixels(format, Some(&palette), stored).expect("known"),
            by_the_pixel(format, &palette.colours(), stored)
        );
        let mut group = criterion.benchmark_group(format!("texm/new-128/{format}"));
        group.throughput(Throughput::Elements(SMALL as u64));
        group.bench_function("ours", |b| {
            b.iter(|| decoded_pixels(format, Some(&palette), black_box(stored)))
        });
        let colours = palette.colours();
        group.bench_function("loop", |b| {
            b.iter(|| by_the_pixel(format, &colours, black_box(stored)))
        });
        group.finish();
    }
}

/// The straightforward version.
#[inline(never)]
fn by_the_pixel(format: PixelFormat, colours: &[Rgba; 256], stored: &[u8]) -> Vec<Rgba> {
    // Repeats the bits of a channel until there are eight.
    fn channel(word: [u8; 2], shift: u32, bits: u32) -> u8 {
        let value = (u16::from_le_bytes(word) >> shift) & ((1 << bits) - 1);
        ((value << (8 - bits)) | (value >> (2 * bits - 8))) as u8
    }
    match format {
        PixelFormat::RGB565 => each(stored, |word| {
            [channel(word, 11, 5), channel(word, 5, 6), channel(word, 0, 5), 255]
        }),
        PixelFormat::RGB556 => each(stored, |word| {
            [channel(word, 11, 5), channel(word, 6, 5), channel(word, 0, 6), 255]
        }),
        PixelFormat::ARGB4444 => {
            each(stored, |word| [8, 4, 0, 12].map(|shift| channel(word, shift, 4)))
        }
        PixelFormat::AL88 => each(stored, |[grey, alpha]| [grey, grey, grey, alpha]),
        PixelFormat::RGB888 => each(stored, |[blue, green, red, _]| [red, green, blue, 255]),
        PixelFormat::ARGB8888 => {
            each(stored, |[blue, green, red, alpha]| [red, green, blue, alpha])
        }
        _ => each(stored, |[index]| colours[usize::from(index)]),
    }
}

fn each<const N: usize>(stored: &[u8], decode: impl Fn([u8; N]) -> Rgba) -> Vec<Rgba> {
    let (stored, _) = stored.as_chunks();
    let mut out = vec![Rgba::default(); stored.len()];
    for (pixel, &stored) in out.iter_mut().zip(stored) {
        *pixel = decode(stored);
    }
    out
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
    targets = decode, decode_beside_a_loop, encode, colours, whole
}
criterion_main!(benches);
