use ngi_testing::photo;

use super::*;

fn decoded(made: &Quantised, like: &Image) -> Image {
    let pixels = made.indices.iter().map(|&index| made.palette.colour(index)).collect();
    Image::new(like.width(), like.height(), pixels).unwrap()
}

#[test]
fn a_photograph_keeps_more_than_32_db() {
    let image = Image::new(256, 256, photo::photograph(256)).unwrap();
    let made = quantise(image.pixels());
    let psnr = image.psnr(&decoded(&made, &image)).unwrap();
    // 32 is asked for; the rest is what cutting and settling reach today.
    assert!(psnr >= 35.6, "{psnr} dB");
    // The picture is one, not a few flat areas that any palette would do for.
    let mut colours: Vec<_> = image.pixels().to_vec();
    colours.sort_unstable();
    colours.dedup();
    assert!(colours.len() > 10_000, "{}", colours.len());
}

#[test]
fn few_colours_are_kept_exactly() {
    for count in [1u32, 2, 255, 256] {
        let colour = |i: u32| {
            let [a, b, c, _] = (i % count).wrapping_mul(0x9e37_79b1).to_be_bytes();
            [a, b, c, 255]
        };
        let image = Image::new(64, 16, (0..1024).map(colour).collect()).unwrap();
        let made = quantise(image.pixels());
        assert_eq!(decoded(&made, &image), image, "{count}");
        assert_eq!(made.indices[0], 0, "colours in the order they appear");
    }
}

#[test]
fn one_colour_too_many_is_still_close() {
    let grey = |i: u32| {
        let [low, ..] = (i % 257).min(255).to_le_bytes();
        [low, low, if i % 257 == 256 { 0 } else { low }, 255]
    };
    let image = Image::new(257, 4, (0..1028).map(grey).collect()).unwrap();
    let made = quantise(image.pixels());
    assert!(image.psnr(&decoded(&made, &image)).unwrap() > 40.0);
}

#[test]
fn the_same_picture_gives_the_same_colours() {
    let image = noise(64, 64, 8);
    let first = quantise(image.pixels());
    assert_eq!(quantise(image.pixels()), first);
    // Every pixel has the nearest colour there is.
    assert_eq!(indices_for(&first.palette, image.pixels()), first.indices);
}

#[test]
fn alpha_plays_no_part() {
    let image = noise(32, 32, 8);
    let mut clear = image.clone();
    clear.pixels_mut().iter_mut().for_each(|pixel| pixel[3] = 0);
    let (a, b) = (quantise(image.pixels()), quantise(clear.pixels()));
    assert_eq!(a, b);
}

#[test]
fn nothing_has_no_colours() {
    assert!(quantise(&[]).indices.is_empty());
}
