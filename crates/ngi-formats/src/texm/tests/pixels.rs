//! Pixels of every format, worked out by hand and against slow, obvious oracles.

use super::*;
use crate::Fault;

fn decode(format: PixelFormat, stored: &[u8]) -> Rgba {
    let mut out = [[0; 4]];
    decode_pixels(format, Some(&palette()), stored, &mut out).unwrap();
    out[0]
}

fn encode(format: PixelFormat, pixel: Rgba) -> Vec<u8> {
    let mut out = vec![0; format.bytes_per_pixel()];
    encode_pixels(format, Some(&palette()), &[pixel], &mut out).unwrap();
    out
}

/// (format, stored, red green blue alpha), both ways.
#[test]
fn pixels_go_both_ways() {
    let table: &[(u32, &[u8], Rgba)] = &[
        (565, &[0x00, 0x00], [0, 0, 0, 255]),
        (565, &[0xff, 0xff], [255, 255, 255, 255]),
        (565, &[0x00, 0xf8], [255, 0, 0, 255]),
        (565, &[0xe0, 0x07], [0, 255, 0, 255]),
        (565, &[0x1f, 0x00], [0, 0, 255, 255]),
        (565, &[0x00, 0x80], [0x84, 0, 0, 255]), // 16 = 10000 -> 10000100
        (565, &[0x00, 0x04], [0, 0x82, 0, 255]), // 32 = 100000 -> 10000010
        (565, &[0x15, 0x00], [0, 0, 0xad, 255]), // 21 = 10101 -> 10101101
        (556, &[0x00, 0xf8], [255, 0, 0, 255]),
        (556, &[0xc0, 0x07], [0, 255, 0, 255]),
        (556, &[0x3f, 0x00], [0, 0, 255, 255]),
        (556, &[0x00, 0x04], [0, 0x84, 0, 255]), // 16
        (556, &[0x20, 0x00], [0, 0, 0x82, 255]), // 32
        (556, &[0x40, 0x08], [8, 8, 0, 255]),    // 1 and 1: 00001 -> 00001000
        (4444, &[0x34, 0x12], [0x22, 0x33, 0x44, 0x11]),
        (4444, &[0x00, 0xf0], [0, 0, 0, 255]),
        (4444, &[0xff, 0x0f], [255, 255, 255, 0]),
        (88, &[0x40, 0x80], [0x40, 0x40, 0x40, 0x80]),
        (88, &[0x00, 0xff], [0, 0, 0, 255]),
        (888, &[1, 2, 3, 0], [3, 2, 1, 255]),
        (8888, &[1, 2, 3, 4], [3, 2, 1, 4]),
        (0, &[0], [0, 0, 255, 255]),
        (0, &[2], [2, 14, 253, 255]),
        (2, &[255], [255, 249, 0, 255]),
    ];
    for &(format, stored, pixel) in table {
        let format = PixelFormat(format);
        assert_eq!(decode(format, stored), pixel, "decode {format} {stored:02x?}");
        assert_eq!(encode(format, pixel), stored, "encode {format} {pixel:?}");
    }
}

#[test]
fn the_unread_byte_of_888_is_not_alpha() {
    assert_eq!(decode(PixelFormat::RGB888, &[1, 2, 3, 77]), [3, 2, 1, 255]);
    assert_eq!(encode(PixelFormat::RGB888, [3, 2, 1, 77]), [1, 2, 3, 0]);
}

/// Channels of the 16-bit formats: (bits, shift) of red, green, blue, alpha.
fn channels(format: PixelFormat) -> Option<[(u32, u32); 4]> {
    match format {
        PixelFormat::RGB565 => Some([(5, 11), (6, 5), (5, 0), (0, 0)]),
        PixelFormat::RGB556 => Some([(5, 11), (5, 6), (6, 0), (0, 0)]),
        PixelFormat::ARGB4444 => Some([(4, 8), (4, 4), (4, 0), (4, 12)]),
        PixelFormat::AL88 => Some([(8, 0), (8, 0), (8, 0), (8, 8)]),
        _ => None,
    }
}

/// A value of some bits, its bits repeated until eight are full.
fn repeat_bits(value: u32, bits: u32) -> u8 {
    let digits: String = format!("{value:0width$b}", width = bits as usize).repeat(8);
    u8::from_str_radix(&digits[..8], 2).unwrap()
}

#[test]
fn all_16_bit_words_decode_by_repeating_bits_and_encode_to_themselves() {
    for format in [565, 556, 4444, 88].map(PixelFormat) {
        let words: Vec<u8> = (0..=u16::MAX).flat_map(u16::to_le_bytes).collect();
        let mut pixels = vec![[0; 4]; 0x10000];
        decode_pixels(format, None, &words, &mut pixels).unwrap();
        for (word, pixel) in (0u32..).zip(&pixels) {
            let expected = channels(format).unwrap().map(|(bits, shift)| match bits {
                0 => 255,
                _ => repeat_bits(word >> shift & ((1 << bits) - 1), bits),
            });
            assert_eq!(*pixel, expected, "{format} {word:04x}");
        }
        let mut back = vec![0; words.len()];
        encode_pixels(format, None, &pixels, &mut back).unwrap();
        assert_eq!(back, words, "{format}");
    }
}

#[test]
fn every_byte_of_a_channel_takes_the_nearest_value() {
    for format in [565, 556, 4444].map(PixelFormat) {
        for (channel, (bits, shift)) in channels(format).unwrap().into_iter().enumerate() {
            if bits == 0 {
                continue;
            }
            let greatest = (1u32 << bits) - 1;
            for value in 0..=255u8 {
                let mut pixel = [0; 4];
                pixel[channel] = value;
                let word = u16::from_le_bytes(encode(format, pixel).try_into().unwrap());
                let stored = u32::from(word) >> shift & greatest;
                let apart = |stored| repeat_bits(stored, bits).abs_diff(value);
                let least = (0..=greatest).map(apart).min().unwrap();
                assert_eq!(apart(stored), least, "{format} channel {channel} value {value}");
                assert_eq!(u32::from(word) & !(greatest << shift), 0, "other channels stay 0");
            }
        }
    }
}

#[test]
fn luminance_is_weighted_and_grey_is_exact() {
    assert_eq!(encode(PixelFormat::AL88, [255, 0, 0, 9]), [77, 9]);
    assert_eq!(encode(PixelFormat::AL88, [0, 255, 0, 9]), [149, 9]);
    assert_eq!(encode(PixelFormat::AL88, [0, 0, 255, 9]), [29, 9]);
    for grey in 0..=255 {
        assert_eq!(encode(PixelFormat::AL88, [grey, grey, grey, 1]), [grey, 1]);
    }
}

/// Long runs take the vector loops and their ends; single pixels take neither.
#[test]
fn long_runs_are_the_same_as_single_pixels() {
    let image = noise(1031, 3, 99);
    for format in PixelFormat::KNOWN {
        let palette = palette();
        let mut stored = vec![0; image.pixels().len() * format.bytes_per_pixel()];
        encode_pixels(format, Some(&palette), image.pixels(), &mut stored).unwrap();
        let mut pixels = vec![[0; 4]; image.pixels().len()];
        decode_pixels(format, Some(&palette), &stored, &mut pixels).unwrap();
        assert_eq!(decoded_pixels(format, Some(&palette), &stored).unwrap(), pixels, "{format}");
        let singles = stored.chunks_exact(format.bytes_per_pixel());
        for (at, ((single, decoded), pixel)) in singles.zip(&pixels).zip(image.pixels()).enumerate()
        {
            assert_eq!(encode(format, *pixel), single, "{format} {at}");
            assert_eq!(decode(format, single), *decoded, "{format} {at}");
        }
        // What was decoded once is stable from then on.
        let mut again = vec![0; stored.len()];
        encode_pixels(format, Some(&palette), &pixels, &mut again).unwrap();
        assert_eq!(again, stored, "{format}");
    }
}

/// Wherever the output lies in memory, the same comes out.
#[test]
fn the_place_of_the_output_does_not_matter() {
    let (image, palette) = (noise(7, 13, 4), palette());
    for format in PixelFormat::KNOWN {
        let mut expected = vec![0; 91 * format.bytes_per_pixel()];
        encode_pixels(format, Some(&palette), image.pixels(), &mut expected).unwrap();
        let mut decoded = vec![[0; 4]; 91];
        decode_pixels(format, Some(&palette), &expected, &mut decoded).unwrap();
        for shift in 0..=70 {
            let mut stored = vec![0xaa; shift + expected.len() + 1];
            let end = shift + expected.len();
            encode_pixels(format, Some(&palette), image.pixels(), &mut stored[shift..end]).unwrap();
            assert_eq!(stored[shift..end], expected, "{format} {shift}");
            assert_eq!(stored[end], 0xaa);
            let mut pixels = vec![[0xaa; 4]; shift + 92];
            decode_pixels(
                format,
                Some(&palette),
                &stored[shift..end],
                &mut pixels[shift..shift + 91],
            )
            .unwrap();
            assert_eq!(pixels[shift..shift + 91], decoded, "{format} {shift}");
            assert_eq!(pixels[shift + 91], [0xaa; 4]);
        }
    }
}

#[test]
fn slices_of_other_lengths_are_refused() {
    for format in PixelFormat::KNOWN {
        let bytes = vec![0; 3 * format.bytes_per_pixel()];
        let palette = palette();
        let mut pixels = [[0; 4]; 2];
        let error = decode_pixels(format, Some(&palette), &bytes, &mut pixels).unwrap_err();
        assert_eq!(error.fault(), Fault::Caller);
        if format.bytes_per_pixel() > 1 {
            let error = decoded_pixels(format, Some(&palette), &bytes[1..]).unwrap_err();
            assert_eq!(error.fault(), Fault::Caller);
        }
        let mut out = bytes;
        let error = encode_pixels(format, Some(&palette), &pixels, &mut out).unwrap_err();
        assert_eq!(error.fault(), Fault::Caller);
    }
    let mut one = [[0; 4]];
    for format in [0, 2].map(PixelFormat) {
        assert!(decode_pixels(format, None, &[1], &mut one).is_err());
        assert!(decoded_pixels(format, None, &[1]).is_err());
        assert!(encode_pixels(format, None, &one, &mut [1]).is_err());
    }
}

#[test]
fn pictures_know_their_size() {
    assert!(Image::new(2, 2, vec![[0; 4]; 3]).is_err());
    assert!(Image::new(0, 2, Vec::new()).is_err());
    assert!(Image::new(u32::MAX, u32::MAX, Vec::new()).is_err());
    assert!(Image::from_bytes(1, 1, &[1, 2, 3, 4, 5]).is_err());
    let image = Image::from_bytes(2, 1, &[1, 2, 3, 255, 5, 6, 7, 8]).unwrap();
    assert_eq!(image.pixel(1, 0), Some([5, 6, 7, 8]));
    assert_eq!((image.pixel(2, 0), image.pixel(0, 1)), (None, None));
    assert!(image.has_alpha());
    assert_eq!(image.psnr(&image), Some(f64::INFINITY));
    let other = Image::from_bytes(2, 1, &[1, 2, 3, 255, 5, 6, 10, 8]).unwrap();
    // One channel of six is 3 away: mean 9 / 6, 10 log10(65025 / 1.5).
    assert!((image.psnr(&other).unwrap() - 46.369).abs() < 0.001);
}

#[test]
fn indices_are_looked_up_wherever_the_colours_go() {
    let palette =
        crate::pal::Palette::from_colours((0..=255).map(|index| [index, 255 - index, 7, 0]));
    let stored: Vec<u8> = (0..100).map(|at: u8| at.wrapping_mul(37)).collect();
    for start in 0..17 {
        for length in 0..stored.len() - 17 {
            let mut room = vec![[9; 4]; start + length + 1];
            let out = &mut room[start..start + length];
            decode_pixels(PixelFormat::PALETTED, Some(&palette), &stored[..length], out).unwrap();
            let expected = stored[..length].iter().map(|&index| [index, 255 - index, 7, 255]);
            assert!(out.iter().copied().eq(expected), "{length} from {start}");
            let new = decoded_pixels(PixelFormat::PALETTED, Some(&palette), &stored[..length]);
            assert_eq!(new.as_deref(), Ok(&*out), "{length}");
            assert!(room[..start].iter().all(|&colour| colour == [9; 4]));
            assert_eq!(room[start + length], [9; 4]);
        }
    }
}
