//! Small images of files that no scene draws: palettes, sounds and skies.

use egui::{Color32, ColorImage};
use ngi_verbs::facts::{self, Facts, SkyColours};
use ngi_vfs::Node;

use crate::sound::Wave;
use crate::style;

/// Returns a square image of a file, so many pixels a side; `None` if there is nothing to see.
pub fn of(node: &Node, side: u32) -> Option<ColorImage> {
    let side = usize::try_from(side).ok()?;
    match facts::of(node, None)? {
        Facts::Palette(palette) => Some(drawn(side, |x, y| {
            let cell = (y * 16 / side) * 16 + x * 16 / side;
            palette.colours.get(cell).copied().map_or(Color32::TRANSPARENT, colour)
        })),
        Facts::Sound(_) => wave(&node.bytes().ok()?, side),
        Facts::Sky(sky) => {
            let steps = u32::try_from(side).ok()?;
            let day = sky.first_day.min(sky.days.len().checked_sub(1)?);
            let strip = facts::strip(&node.bytes().ok()?, day, steps);
            Some(drawn(side, |x, y| strip.get(x).map_or(Color32::BLACK, |it| of_sky(it, y, side))))
        }
        _ => None,
    }
}

fn colour([red, green, blue]: [u8; 3]) -> Color32 {
    Color32::from_rgb(red, green, blue)
}

fn drawn(side: usize, pixel: impl Fn(usize, usize) -> Color32) -> ColorImage {
    let pixels = (0..side * side).map(|at| pixel(at % side, at / side)).collect();
    ColorImage::new([side, side], pixels)
}

/// The colour overhead at the top, that of the horizon below it, and the ground at the bottom.
fn of_sky(colours: &SkyColours, y: usize, side: usize) -> Color32 {
    let horizon = side * 4 / 5;
    if y >= horizon {
        return colour(colours.ground);
    }
    let (apex, far) = (colour(colours.apex), colour(colours.horizon));
    apex.lerp_to_gamma(far, y as f32 / horizon.max(1) as f32)
}

fn wave(bytes: &[u8], side: usize) -> Option<ColorImage> {
    let wave = Wave::of(bytes)?;
    let count = wave.peaks.len().max(1);
    let column = |x: usize| {
        let end = ((x + 1) * count).div_ceil(side).min(count);
        let part = wave.peaks.get((x * count / side).min(end.saturating_sub(1))..end);
        let part = part.unwrap_or_default();
        part.iter().fold([0.0f32; 2], |[low, high], [l, h]| [low.min(*l), high.max(*h)])
    };
    let columns: Vec<[f32; 2]> = (0..side).map(column).collect();
    Some(drawn(side, |x, y| {
        let [low, high] = columns.get(x).copied().unwrap_or_default();
        let at = 1.0 - (y as f32 + 0.5) / side as f32 * 2.0;
        let reach = 1.5 / side as f32;
        let is_on = at <= high * 0.9 + reach && at >= low * 0.9 - reach;
        if is_on { style::ACCENT } else { Color32::TRANSPARENT }
    }))
}

#[cfg(test)]
mod tests {
    use ngi_formats::pal::Palette;
    use ngi_formats::swav::Pcm;
    use ngi_vfs::{MemoryRoot, Vfs};

    use super::*;

    fn image(name: &str, bytes: Vec<u8>) -> Option<ColorImage> {
        let vfs = Vfs::in_memory(MemoryRoot::new().with(name, bytes).unwrap());
        of(&vfs.locate(name).unwrap(), 32)
    }

    #[test]
    fn palettes_are_swatches_and_sounds_are_waves() {
        let colours = (0..=255u8).map(|number| [number, 0, 7, 255]);
        let palette = image("A.PAL", Palette::from_colours(colours).bytes().to_vec()).unwrap();
        assert_eq!(palette.size, [32, 32]);
        let at = |x: usize, y: usize| palette.pixels[y * 32 + x];
        assert_eq!(at(0, 0), Color32::from_rgb(0, 0, 7));
        assert_eq!((at(2, 0), at(0, 2)), (Color32::from_rgb(1, 0, 7), Color32::from_rgb(16, 0, 7)));
        let samples: Vec<i16> = (0..3200).map(|at| if at < 1600 { 0 } else { 30_000 }).collect();
        let sound = image("a.wav", Pcm::of_samples(1, 8000, &samples).to_wave()).unwrap();
        let lit = |x: usize| (0..32).filter(|y| sound.pixels[y * 32 + x] == style::ACCENT).count();
        assert!(lit(3) < 4 && lit(29) > 8, "{} {}", lit(3), lit(29));
        assert!(image("notes.txt", b"text".to_vec()).is_none());
    }
}
