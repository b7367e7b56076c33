//! `cargo xtask screenshot --judge`: measures what the demo game looks like, so that it stays.
//!
//! The opening view of every mission is rendered at six times of the day, and its sky in eight
//! directions. The table has, per image, the share of pixels that are clipped, the mean luminance
//! and the highest step across a line of the sky. The images of missions in the README and the manual
//! are measured as they are stored.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use anyhow::{Context as _, Result};

use super::png::{self, Pixels};
use crate::process;

/// A part of the day, with what its images must keep to.
struct Part {
    name: &'static str,
    /// Most clipped pixels, in percent.
    clipped: f64,
    /// Least and highest mean luminance, 0 to 255.
    luminance: [f64; 2],
}

impl Part {
    /// Returns the measurements that are out of bounds, with the bounds.
    fn faults(&self, Measured { clipped, luminance }: Measured) -> Vec<String> {
        let mut faults = Vec::new();
        if clipped >= self.clipped {
            faults.push(format!("clipped: below {} % expected", self.clipped));
        }
        let [least, most] = self.luminance;
        if !(least..=most).contains(&luminance) {
            faults.push(format!("luminance: {least} to {most} expected"));
        }
        faults
    }
}

const DAY: Part = Part { name: "day", clipped: 2.0, luminance: [90.0, 160.0] };
/// Sunrise and sunset: between night and day.
const TWILIGHT: Part = Part { name: "twilight", clipped: 2.0, luminance: [50.0, 160.0] };
const NIGHT: Part = Part { name: "night", clipped: 15.0, luminance: [25.0, 70.0] };

/// The times of the day that are judged.
const HOURS: [(&str, &Part); 6] = [
    ("06:00", &TWILIGHT),
    ("08:00", &DAY),
    ("12:00", &DAY),
    ("18:00", &DAY),
    ("20:00", &TWILIGHT),
    ("00:00", &NIGHT),
];

/// Images of missions in the README and the manual, with the part of the day that they show.
const IMAGES: [(&str, &Part); 3] = [
    ("docs/pictures/dusk.png", &TWILIGHT),
    ("docs/pictures/valley.png", &DAY),
    ("docs/pictures/evening.png", &DAY),
];

/// All channels of a clipped pixel are at least, or at most, this.
const CLIPPED: [u8; 2] = [250, 5];
/// The highest mean step across a line of the sky.
const STEP: f64 = 4.0;

/// Directions that the sky is looked at in, with the way to look as x, y and z.
const DIRECTIONS: [(&str, [i32; 3]); 8] = [
    ("north", [0, 100, 62]),
    ("north-east", [71, 71, 62]),
    ("east", [100, 0, 62]),
    ("south-east", [71, -71, 62]),
    ("south", [0, -100, 62]),
    ("south-west", [-71, -71, 62]),
    ("west", [-100, 0, 62]),
    ("north-west", [-71, 71, 62]),
];
/// Where the sky is looked at from: above every mountain.
const LOOKOUT: [i32; 3] = [300, 300, 260];

/// Pixels of a judged image.
const SIZE: &str = "640x480";

/// Measurements of an image.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Measured {
    /// Clipped pixels, in percent.
    clipped: f64,
    luminance: f64,
}

/// Renders the missions of a game folder, prints the table, and fails if an image is out of bounds.
pub fn run(ngi: &Path, game: &Path, home: &Path) -> Result<ExitCode> {
    let mut missions: Vec<PathBuf> = std::fs::read_dir(game.join("MISSIONS"))
        .with_context(|| format!("{} has no missions", game.display()))?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.join("data.tma").is_file())
        .collect();
    missions.sort();
    let judge = Judge { ngi, image: home.join("judged.png") };
    let mut faults = 0;
    println!(
        "{:<12} {:<6} {:<9} {:>9} {:>10} {:>9}  ",
        "mission", "time", "part", "clipped", "luminance", "sky step"
    );
    for mission in &missions {
        let name = mission.file_name().unwrap_or_default().to_string_lossy();
        for (hour, part) in HOURS {
            let measured = measure(&judge.render(mission, hour, None)?);
            let (step, direction) = judge.sky(mission, hour)?;
            let mut verdict = part.faults(measured);
            let Measured { clipped, luminance } = measured;
            if step > STEP {
                verdict.push(format!("line in the sky, {direction}: at most {STEP} expected"));
            }
            faults += verdict.len();
            let verdict = verdict.join("; ");
            println!(
                "{name:<12} {hour:<6} {:<9} {clipped:>7.2} % {luminance:>10.1} {step:>9.2}  {verdict}",
                part.name
            );
        }
    }
    for (path, part) in IMAGES {
        let bytes = std::fs::read(process::root().join(path))
            .with_context(|| format!("cannot read {path}"))?;
        let measured = measure(&png::read(&bytes).with_context(|| format!("cannot read {path}"))?);
        let verdict = part.faults(measured);
        faults += verdict.len();
        let (Measured { clipped, luminance }, verdict) = (measured, verdict.join("; "));
        let name = part.name;
        println!("{path:<29} {name:<9} {clipped:>7.2} % {luminance:>10.1} {:>9}  {verdict}", "");
    }
    println!("{faults} values out of bounds");
    Ok(if faults == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Renders images of missions.
struct Judge<'a> {
    ngi: &'a Path,
    /// The file that every image is rendered into.
    image: PathBuf,
}

impl Judge<'_> {
    fn render(&self, mission: &Path, hour: &str, look: Option<[i32; 3]>) -> Result<Pixels> {
        let mut command = Command::new(self.ngi);
        command.args(["-q", "render"]).arg(mission).args(["--time-of-day", hour, "--size", SIZE]);
        command.args(["--force", "-o"]).arg(&self.image).stdout(Stdio::null());
        if let Some([dx, dy, dz]) = look {
            let [x, y, z] = LOOKOUT;
            let camera = format!("{x},{y},{z},{},{},{}", x + dx, y + dy, z + dz);
            command.args(["--weather", "off", "--camera", &camera]);
        }
        process::run(&mut command)?;
        png::read(&std::fs::read(&self.image)?)
            .with_context(|| format!("cannot read the image of {}", mission.display()))
    }

    /// The highest step across a line of the sky, and the direction it is seen in.
    fn sky(&self, mission: &Path, hour: &str) -> Result<(f64, &'static str)> {
        let mut worst = (0.0, "north");
        for (direction, look) in DIRECTIONS {
            let step = highest_step(&self.render(mission, hour, Some(look))?);
            if step > worst.0 {
                worst = (step, direction);
            }
        }
        Ok(worst)
    }
}

/// Luminance of a pixel, with the weights of Rec. 601.
fn luminance([red, green, blue]: [u8; 3]) -> f64 {
    0.299 * f64::from(red) + 0.587 * f64::from(green) + 0.114 * f64::from(blue)
}

fn measure(pixels: &Pixels) -> Measured {
    let [white, black] = CLIPPED;
    let is_clipped = |pixel: &[u8; 3]| {
        pixel.iter().all(|&channel| channel >= white)
            || pixel.iter().all(|&channel| channel <= black)
    };
    let clipped = pixels.rgb.iter().filter(|pixel| is_clipped(pixel)).count();
    let sum: f64 = pixels.rgb.iter().map(|&pixel| luminance(pixel)).sum();
    let count = wide(pixels.rgb.len().max(1));
    Measured { clipped: wide(clipped) / count * 100.0, luminance: sum / count }
}

/// The highest mean step from a row to the next, or from a column to the next.
fn highest_step(pixels: &Pixels) -> f64 {
    let Pixels { width, height, ref rgb } = *pixels;
    let at = |x: usize, y: usize| luminance(rgb.get(y * width + x).copied().unwrap_or_default());
    let columns = (1..width).map(|x| {
        let sum: f64 = (0..height).map(|y| at(x, y) - at(x - 1, y)).sum();
        sum.abs() / wide(height)
    });
    let rows = (1..height).map(|y| {
        let sum: f64 = (0..width).map(|x| at(x, y) - at(x, y - 1)).sum();
        sum.abs() / wide(width)
    });
    columns.chain(rows).fold(0.0, f64::max)
}

/// A count as a number.
#[allow(clippy::cast_precision_loss)] // images have far fewer pixels
fn wide(count: usize) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pixels(colour: impl Fn(usize, usize) -> u8) -> Pixels {
        let rgb = (0..100).map(|at| [colour(at % 10, at / 10); 3]).collect();
        Pixels { width: 10, height: 10, rgb }
    }

    #[test]
    fn lines_are_found_in_both_directions() {
        assert!(highest_step(&pixels(|_, _| 90)) < 0.01);
        assert!((highest_step(&pixels(|x, _| if x < 5 { 90 } else { 100 })) - 10.0).abs() < 0.01);
        assert!((highest_step(&pixels(|_, y| if y < 5 { 90 } else { 84 })) - 6.0).abs() < 0.01);
    }

    #[test]
    fn images_out_of_bounds_are_named() {
        let bounds = |clipped, luminance| DAY.faults(Measured { clipped, luminance });
        assert_eq!(bounds(1.9, 120.0), Vec::<String>::new());
        assert_eq!(bounds(0.0, 60.0), ["luminance: 90 to 160 expected"]);
        assert_eq!(bounds(2.0, 120.0), ["clipped: below 2 % expected"]);
    }

    #[test]
    fn clipped_pixels_are_counted() {
        let measured = measure(&pixels(|x, _| [0, 255, 128][x.min(2)]));
        assert!((measured.clipped - 20.0).abs() < 0.01, "{measured:?}");
    }
}
