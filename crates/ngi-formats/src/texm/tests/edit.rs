use super::*;
use crate::pal::Palette;

/// A texture of each format with all levels, a page and odd service words.
fn textures() -> Vec<Texm<'static>> {
    let mut options = Options::new(PixelFormat::RGB565);
    options.page = Some(Page::grid(16, 8, 2, 2).unwrap());
    options.flags5 = TextureFlags::EXPORTED;
    options.unk_0x18 = 0x1234;
    PixelFormat::KNOWN
        .into_iter()
        .map(|format| {
            options.format = format;
            options.palette = (format == PixelFormat::EXTERNAL_PALETTE).then(palette);
            Texm::encode(&noise(16, 8, 3), &options).unwrap()
        })
        .collect()
}

#[test]
fn new_textures_follow_the_games_rules() {
    for texture in textures() {
        let header = *texture.header();
        assert_eq!((header.levels, header.flags4), (5, 32));
        assert_eq!((header.flags5.0, header.unk_0x18), (0x0400_0000, 0x1234));
        let bytes = texture.write();
        let mut findings = crate::Findings::new(crate::Mode::Strict, true);
        check(&bytes, &mut findings);
        assert!(findings.is_empty(), "{findings:?}");
        assert_eq!(Texm::read_strict(&bytes).unwrap(), texture);
        assert_eq!(texture.palette().is_some(), header.format == PixelFormat::PALETTED);
    }
    let mut options = Options::new(PixelFormat::RGB888);
    options.levels = Levels::Count(1);
    let texture = Texm::encode(&noise(4, 4, 1), &options).unwrap();
    assert_eq!((texture.level_count(), texture.header().flags4), (1, 0));
    options.levels = Levels::Count(4);
    assert!(Texm::encode(&noise(4, 4, 1), &options).is_err());
    options.levels = Levels::Count(0);
    assert!(Texm::encode(&noise(4, 4, 1), &options).is_err());
    assert!(Texm::encode(&noise(4, 4, 1), &Options::new(PixelFormat(3))).is_err());
    let external = Options::new(PixelFormat::EXTERNAL_PALETTE);
    assert!(Texm::encode(&noise(4, 4, 1), &external).is_err(), "needs a palette");
}

#[test]
fn pictures_survive_where_the_format_can_hold_them() {
    let image = noise(16, 8, 3);
    let back = |format| {
        let texture = Texm::encode(&image, &Options::new(format)).unwrap();
        texture.decode_level(0, None).unwrap()
    };
    assert_eq!(back(PixelFormat::ARGB8888), image);
    let mut opaque = image.clone();
    opaque.pixels_mut().iter_mut().for_each(|pixel| pixel[3] = 255);
    assert_eq!(back(PixelFormat::RGB888), opaque);
    assert_eq!(back(PixelFormat::PALETTED), opaque, "128 pixels, at most 128 colours");
}

#[test]
fn setting_what_was_decoded_changes_nothing() {
    for mut texture in textures() {
        let before = texture.write();
        let external = palette();
        let levels = texture.decode_levels(Some(&external)).unwrap();
        for (level, image) in (0..).zip(&levels) {
            assert_eq!(texture.decode_level(level, Some(&external)).as_ref(), Ok(image));
            assert_eq!(texture.set_level(level, image, Some(&external)), Ok(0));
        }
        assert_eq!(texture.write(), before);
    }
}

#[test]
fn equal_colours_keep_their_index_and_888_its_unread_byte() {
    let black = Palette::default();
    let bytes = raw([2, 1, 1, 0, 0, 0, 0], &[black.bytes(), &[9, 200]]);
    let mut texture = Texm::read(&bytes).unwrap();
    let image = texture.decode_level(0, None).unwrap();
    assert_eq!(texture.set_level(0, &image, None), Ok(0));
    assert_eq!(texture.write(), bytes);

    let bytes = raw([2, 1, 1, 0, 0, 0, 888], &[&[1, 2, 3, 77, 4, 5, 6, 88]]);
    let mut texture = Texm::read(&bytes).unwrap();
    let mut image = texture.decode_level(0, None).unwrap();
    image.pixels_mut()[1] = [9, 9, 9, 0];
    assert_eq!(texture.set_level(0, &image, None), Ok(1));
    assert_eq!(texture.pixels(), [1, 2, 3, 77, 9, 9, 9, 0]);
    // Alpha alone is no change: this format has none.
    image.pixels_mut()[0][3] = 1;
    assert_eq!(texture.set_level(0, &image, None), Ok(0));
}

#[test]
fn painting_a_level_leaves_the_others() {
    let mut texture = Texm::encode(&noise(8, 8, 1), &Options::new(PixelFormat::RGB565)).unwrap();
    let before = texture.clone();
    let changed = texture.set_level(1, &noise(4, 4, 9), None).unwrap();
    assert!((1..=16).contains(&changed));
    for level in [0, 2, 3] {
        assert_eq!(texture.level(level), before.level(level));
    }
    assert_ne!(texture.level(1), before.level(1));
    assert!(texture.set_level(1, &noise(4, 5, 9), None).is_err());
    assert!(texture.set_level(4, &noise(1, 1, 9), None).is_err());
}

#[test]
fn pages_are_kept_made_changed_and_taken_away() {
    let bytes = sample();
    let core = bytes.len() - 24;
    let mut texture = Texm::read(&bytes).unwrap();
    let mut page = texture.page().unwrap().clone();
    page.rects[1].h = 2;
    texture.set_page(Some(page)).unwrap();
    let mut expected = bytes.clone();
    expected[core + 22] = 2;
    assert_eq!(texture.write(), expected);
    texture.set_page(None).unwrap();
    assert_eq!(texture.write(), &bytes[..core]);
    texture.set_page(Some(Page { rects: vec![Rect { x: 0, w: 4, y: 0, h: 2 }] })).unwrap();
    let made = [&bytes[..core], &raw_page(&[[0, 4, 0, 2]])].concat();
    assert_eq!(texture.write(), made);
    // A second page behind the first would become the first.
    let twice = [bytes, raw_page(&[])].concat();
    let mut texture = Texm::read(&twice).unwrap();
    assert!(texture.set_page(None).is_err());
    texture.clear_tail();
    assert!(texture.set_page(None).is_ok());
}

#[test]
fn service_words_and_palette_change_alone() {
    let mut texture = Texm::read(&sample()).unwrap().into_owned();
    texture.set_flags4(1);
    texture.set_flags5(TextureFlags(2));
    texture.set_unk_0x18(3);
    let mut expected = sample();
    (expected[16], expected[20], expected[24]) = (1, 2, 3);
    assert_eq!(texture.write(), expected);
    assert!(texture.set_palette(palette()).is_err());

    let bytes = raw([2, 1, 1, 0, 0, 0, 0], &[&[0; 1024], &[1, 2]]);
    let mut texture = Texm::read(&bytes).unwrap();
    texture.set_palette(palette()).unwrap();
    assert_eq!(texture.write(), raw([2, 1, 1, 0, 0, 0, 0], &[palette().bytes(), &[1, 2]]));
}

#[test]
fn a_texture_like_another_has_its_parts() {
    for texture in textures().iter().filter(|t| t.format() != PixelFormat::EXTERNAL_PALETTE) {
        let image = texture.decode_level(0, None).unwrap();
        let again = Texm::encode(&image, &Options::like(texture)).unwrap();
        assert_eq!(again.write(), texture.write(), "{}", texture.format());
    }
}

#[test]
fn another_format_keeps_the_picture() {
    let texture = Texm::encode(&noise(8, 8, 4), &Options::new(PixelFormat::RGB565)).unwrap();
    let mut options = Options::like(&texture);
    options.format = PixelFormat::ARGB8888;
    let converted = texture.convert(&options, None).unwrap();
    assert_eq!(converted.decode_level(0, None), texture.decode_level(0, None));
    assert_eq!(converted.level_count(), texture.level_count());
}

#[test]
fn levels_that_show_something_else_are_made_anew_and_no_others() {
    let flat = |side: u32, colour: Rgba| {
        Image::new(side, side, vec![colour; (side * side) as usize]).unwrap()
    };
    let (grey, light, black) = ([100, 100, 100, 255], [120, 110, 100, 255], [0, 0, 0, 255]);
    let mut options = Options::new(PixelFormat::ARGB8888);
    options.levels = Levels::Count(4);
    let mut texture = Texm::encode(&flat(8, grey), &options).unwrap();
    assert_eq!(texture.mend_levels().unwrap(), [0; 0], "a plain one is sound");
    // Somebody painted levels 1 and 3 over; level 2 is not quite the mean, as others make it.
    for (level, side, colour) in [(1, 4, black), (2, 2, light), (3, 1, black)] {
        texture.set_level(level, &flat(side, colour), None).unwrap();
    }
    assert_eq!(texture.mend_levels().unwrap(), [1, 3]);
    let pictures = texture.decode_levels(None).unwrap();
    let expected = [(8, grey), (4, grey), (2, light), (1, grey)];
    assert_eq!(pictures, expected.map(|(side, colour)| flat(side, colour)));
    assert_eq!(texture.mend_levels().unwrap(), [0; 0]);
}

/// Smaller levels by taking one pixel of each block, as another tool would.
fn with_picked_levels(image: &Image, format: PixelFormat) -> Texm<'static> {
    let mut texture = Texm::encode(image, &Options::new(format)).unwrap();
    for level in 1..texture.level_count() {
        let (width, height) = level_size(image.width(), image.height(), level);
        let at = |x: u32, y: u32| image.pixel(x << level, y << level).unwrap();
        let pixels = (0..height).flat_map(|y| (0..width).map(move |x| at(x, y)));
        let picked = Image::new(width, height, pixels.collect()).unwrap();
        texture.set_level(level, &picked, None).unwrap();
    }
    texture
}

/// The pixels of a picture of 32 by 32.
fn pixels(colour: impl Fn(u8, u8) -> Rgba) -> Vec<Rgba> {
    let places = (0..32u8).flat_map(|y| (0..32u8).map(move |x| (x, y)));
    places.map(|(x, y)| colour(x, y)).collect()
}

#[test]
fn levels_of_another_filter_are_not_stale() {
    let smooth = pixels(|x, y| [x * 8, y * 8, 90, 255]);
    let mut grainy = smooth.clone();
    for (pixel, grain) in grainy.iter_mut().zip(noise(32, 32, 5).pixels()) {
        pixel
            .iter_mut()
            .zip(grain)
            .for_each(|(value, grain)| *value = value.saturating_add(grain / 4));
    }
    for pixels in [smooth, grainy] {
        let image = Image::new(32, 32, pixels).unwrap();
        for format in [PixelFormat::RGB565, PixelFormat::ARGB4444, PixelFormat::ARGB8888] {
            let texture = with_picked_levels(&image, format);
            let large: Vec<u32> =
                texture.stale_levels().unwrap().into_iter().filter(|level| *level < 3).collect();
            assert_eq!(large, [0; 0], "{format}");
        }
    }
}

#[test]
fn overwritten_levels_are_stale() {
    let image = Image::new(32, 32, pixels(|x, y| [x * 4 + 60, 110, y * 4 + 60, 255])).unwrap();
    for format in [PixelFormat::RGB565, PixelFormat::ARGB4444, PixelFormat::ARGB8888] {
        let sound = Texm::encode(&image, &Options::new(format)).unwrap().write();
        let texture = Texm::read(&sound).unwrap();
        let start = sound.len() - texture.pixels().len() + texture.level(0).unwrap().bytes.len();
        let second = texture.level(1).unwrap().bytes.len();
        // All of them, one of them, a part of one.
        for (range, stale) in [(0..second + 40, 2), (0..second, 1), (40..second / 2, 1)] {
            for byte in [0, 0xff] {
                let mut bytes = sound.clone();
                bytes[start + range.start..start + range.end].fill(byte);
                let found = Texm::read(&bytes).unwrap().stale_levels().unwrap();
                assert!(found.len() >= stale && found[0] == 1, "{format} {byte} {found:?}");
                let mut mended = Texm::read(&bytes).unwrap();
                mended.mend_levels().unwrap();
                assert_eq!(mended.stale_levels().unwrap(), [0; 0]);
            }
        }
    }
}
