use super::*;

#[test]
fn sizes_halve_down_to_one() {
    assert_eq!(level_size(8, 2, 0), (8, 2));
    assert_eq!(level_size(8, 2, 1), (4, 1));
    assert_eq!(level_size(8, 2, 3), (1, 1));
    assert_eq!(level_size(5, 3, 1), (2, 1));
    assert_eq!(level_size(u32::MAX, 1, 40), (1, 1));
    assert_eq!(full_chain(1, 1), 1);
    assert_eq!(full_chain(2, 1), 2);
    assert_eq!(full_chain(5, 3), 3);
    assert_eq!(full_chain(2048, 2048), 12);
    assert_eq!(full_chain(u32::MAX, 1), 32);
    assert_eq!(chain_pixels(4, 2, 3), 8 + 2 + 1);
    assert_eq!(chain_pixels(4, 2, 5), 8 + 2 + 1 + 1 + 1);
    assert_eq!(chain_pixels(1, 1, u32::MAX), u128::from(u32::MAX));
    assert!(chain_pixels(u32::MAX, u32::MAX, 2) > u128::from(u64::MAX));
}

#[test]
fn the_engine_skips_by_flags_and_size() {
    // (flags5, width, height, levels, skipped), worked out from the rule.
    let table = [
        (0, 512, 512, 10, 0),
        (0x0200_0000, 512, 512, 1, 0),
        (0x0200_0000, 512, 512, 0, 0),
        (0x0200_0000, 512, 512, 2, 1),
        (0x0200_0000, 4, 4, 3, 2),
        (0x1000_0000, 4, 4, 3, 1),
        (0x1000_0000, 4, 4, 2, 1),
        (0x1000_0000, 4, 4, 1, 0),
        (0x2000_0000, 256, 16, 5, 1),
        (0x2000_0000, 16, 256, 5, 1),
        (0x2000_0000, 255, 255, 5, 0),
        (0x4000_0000, 256, 256, 5, 2),
        (0x4000_0000, 256, 256, 2, 1),
        (0x4000_0000, 129, 129, 3, 2),
        (0x4000_0000, 128, 256, 5, 1),
        (0x4000_0000, 64, 128, 5, 1),
        (0x4000_0000, 64, 256, 5, 0),
        (0x4000_0000, 64, 64, 5, 0),
        (0x6000_0000, 512, 512, 5, 0),
        (0x1200_0000, 512, 512, 5, 0),
        (0x1080_0001, 512, 512, 5, 1), // bits outside the mask do not matter
    ];
    for (flags5, width, height, levels, skipped) in table {
        let found = mip_skip(TextureFlags(flags5), width, height, levels);
        assert_eq!(found, skipped, "{flags5:#x} {width} x {height}, {levels} levels");
    }
}

#[test]
fn what_is_left_after_a_skip() {
    let bytes = raw([8, 2, 4, 32, 0x1000_0000, 0, 2], &[&[0; 16 + 4 + 2 + 1]]);
    let header = *Texm::read(&bytes).unwrap().header();
    assert_eq!(header.mip_skip(), 1);
    assert_eq!(header.skipped(1), Skipped { skip: 1, width: 4, height: 1, levels: 3 });
    assert_eq!(header.skipped(3), Skipped { skip: 3, width: 1, height: 1, levels: 1 });
    assert_eq!(header.skipped(99), Skipped { skip: 99, width: 1, height: 1, levels: 0 });
}

/// A pixel's channels as stored, one number each.
fn stored_channels(format: PixelFormat, pixel: &[u8]) -> Vec<u64> {
    let word = || u64::from(u16::from_le_bytes([pixel[0], pixel[1]]));
    match format.0 {
        0 | 2 => palette().colour(pixel[0])[..3].iter().copied().map(u64::from).collect(),
        565 => vec![word() >> 11, word() >> 5 & 63, word() & 31],
        556 => vec![word() >> 11, word() >> 6 & 31, word() & 63],
        4444 => vec![word() >> 12, word() >> 8 & 15, word() >> 4 & 15, word() & 15],
        88 => vec![word() >> 8, word() & 255],
        _ => pixel.iter().copied().map(u64::from).collect(),
    }
}

/// The mean of a block of level 0, channel by channel, the slow way.
fn block_mean(texture: &Texm<'_>, level: u32, x: u32, y: u32) -> Vec<u64> {
    let (format, bytes) = (texture.format(), texture.format().bytes_per_pixel());
    let first = texture.level(0).unwrap();
    let (wide, high) = ((1 << level).min(first.width), (1 << level).min(first.height));
    let mut sums = Vec::new();
    for row in y * high..(y + 1) * high {
        for column in x * wide..(x + 1) * wide {
            let at = (row * first.width + column) as usize * bytes;
            let parts = stored_channels(format, &first.bytes[at..at + bytes]);
            sums.resize(parts.len(), 0);
            sums.iter_mut().zip(parts).for_each(|(sum, part)| *sum += part);
        }
    }
    sums.iter().map(|sum| sum / u64::from(wide * high)).collect()
}

#[test]
fn levels_are_truncated_means_of_their_blocks() {
    for format in PixelFormat::KNOWN {
        for (width, height) in
            [(16, 16), (8, 32), (32, 2), (1, 8), (6, 5), (7, 1), (12, 16), (3, 9)]
        {
            let mut options = Options::new(format);
            options.palette = format.is_indexed().then(palette);
            let texture = Texm::encode(&noise(width, height, 5 + width), &options).unwrap();
            assert_eq!(texture.level_count(), full_chain(width, height));
            let mut nearest = crate::pal::Nearest::new(&palette());
            for level in texture.levels().skip(1) {
                for (at, pixel) in level.bytes.chunks_exact(format.bytes_per_pixel()).enumerate() {
                    let at = u32::try_from(at).unwrap();
                    let (x, y) = (at % level.width, at / level.width);
                    let mean = block_mean(&texture, level.index, x, y);
                    if format.is_indexed() {
                        let colour: Vec<u8> = mean.iter().map(|&c| c.try_into().unwrap()).collect();
                        assert_eq!(pixel[0], nearest.index(colour.try_into().unwrap()));
                    } else {
                        let found = stored_channels(format, pixel);
                        let index = level.index;
                        assert_eq!(
                            found, mean,
                            "{format} {width} x {height} level {index} ({x}, {y})"
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn means_are_rounded_down() {
    let image =
        Image::new(2, 2, vec![[255, 0, 3, 9], [255, 0, 2, 9], [255, 0, 2, 9], [254, 3, 0, 8]]);
    let texture = Texm::encode(&image.unwrap(), &Options::new(PixelFormat::ARGB8888)).unwrap();
    // 1019 / 4, 3 / 4, 7 / 4, 35 / 4.
    assert_eq!(texture.decode_level(1, None).unwrap().pixels(), [[254, 0, 1, 8]]);
}

#[test]
fn levels_past_the_last_size_repeat_it() {
    let pixels: Vec<u8> = (0..9).collect();
    let mut bytes = raw([3, 3, 40, 32, 0, 0, 2], &[&pixels, &[77; 39]]);
    let mut texture = Texm::read(&bytes).unwrap().into_owned();
    texture
        .rebuild_levels(Some(&crate::pal::Palette::from_colours(
            (0..=255).map(|grey| [grey, grey, grey, 255]),
        )))
        .unwrap();
    // 2 x 2 of the corner: (0 + 1 + 3 + 4) / 4; then all nine: 36 / 9.
    bytes[41..].fill(4);
    bytes[41] = 2;
    assert_eq!(texture.write(), bytes);
    assert!(texture.set_level_count(41, None).is_err());
    assert!(texture.set_level_count(0, None).is_err());
}

#[test]
fn plain_levels_are_recognised() {
    let mut texture = Texm::encode(&noise(8, 8, 1), &Options::new(PixelFormat::RGB565)).unwrap();
    assert_eq!(texture.has_plain_levels(None), Ok(true));
    let before = texture.write();
    texture.set_level(1, &noise(4, 4, 2), None).unwrap();
    assert_eq!(texture.has_plain_levels(None), Ok(false));
    texture.rebuild_levels(None).unwrap();
    assert_eq!(texture.write(), before);
}
