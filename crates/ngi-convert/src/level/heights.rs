//! Heights as a regular grid: read from a grey picture, sampled, compared.

use std::io::Cursor;

use png::{BitDepth, ColorType, Transformations};
use serde_json::Value;

use crate::{Error, Result};

/// Pixels along a side, at most.
const MOST: u32 = 8193;

/// Heights at the points of a regular grid, from the south-west, row by row.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Heights {
    /// Points along x and y: two at least.
    pub size: [usize; 2],
    /// Where the first point is.
    pub origin: [f64; 2],
    /// Units between points along x and y.
    pub step: [f64; 2],
    /// The heights.
    pub values: Vec<f32>,
}

/// A grey picture: numbers from 0 to 65,535, from the south-west.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Grey {
    pub size: [usize; 2],
    pub values: Vec<u16>,
    /// Whether the file had fewer bits.
    pub shallow: bool,
}

/// What a picture's numbers mean, as an export says it beside the picture.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Scale {
    pub origin: [f64; 2],
    /// How far the map reaches along x and y.
    pub reach: [f64; 2],
    pub lowest: f64,
    pub highest: f64,
}

impl Scale {
    /// What a `.height.json` says; `None` where it says nothing of the kind.
    pub fn parse(text: &[u8]) -> Option<Self> {
        let document: Value = serde_json::from_slice(text).ok()?;
        let number = |value: &Value| value.as_f64().filter(|number| number.is_finite());
        let field = |name: &str| number(document.get(name)?);
        let count = |name: &str| Some(field(name)? - 1.0).filter(|count| *count >= 1.0);
        let step = document.get("step")?.as_array()?;
        let reach =
            [number(step.first()?)? * count("width")?, number(step.get(1)?)? * count("height")?];
        let scale = Self {
            origin: [field("west")?, field("south")?],
            reach,
            lowest: field("lowest")?,
            highest: field("highest")?,
        };
        let sound = reach.iter().all(|reach| *reach > 0.0) && scale.lowest <= scale.highest;
        sound.then_some(scale)
    }
}

impl Grey {
    /// Reads a PNG of grey.
    pub fn decode(bytes: &[u8]) -> Result<Self> {
        let refused = |error: png::DecodingError| Error::Usage(format!("no PNG: {error}"));
        let wrong = |why: &str| Error::Usage(why.to_owned());
        let limits = png::Limits { bytes: 1 << 28 };
        let mut decoder = png::Decoder::new_with_limits(Cursor::new(bytes), limits);
        decoder.set_transformations(Transformations::EXPAND);
        let info = decoder.read_header_info().map_err(refused)?;
        let (width, height) = info.size();
        if info.color_type == ColorType::Indexed {
            return Err(wrong("a height map is grey, and this picture has a palette"));
        }
        if !(2..=MOST).contains(&width) || !(2..=MOST).contains(&height) {
            let why = format!("{width} × {height} pixels: a height map has 2 to {MOST} each way");
            return Err(Error::Usage(why));
        }
        let mut reader = decoder.read_info().map_err(refused)?;
        let size = reader.output_buffer_size().ok_or_else(|| wrong("too large"))?;
        let mut raw = vec![0; size];
        let frame = reader.next_frame(&mut raw).map_err(refused)?;
        raw.truncate(frame.buffer_size());
        let channels = frame.color_type.samples();
        let deep = frame.bit_depth == BitDepth::Sixteen;
        let numbers: Vec<u16> = if deep {
            raw.as_chunks::<2>().0.iter().map(|&pair| u16::from_be_bytes(pair)).collect()
        } else {
            raw.iter().map(|&byte| u16::from(byte) * 257).collect()
        };
        let coloured = channels >= 3
            && numbers.chunks_exact(channels).any(|pixel| match pixel {
                [red, green, blue, ..] => red != green || green != blue,
                _ => false,
            });
        if coloured {
            return Err(wrong("a height map is grey, and this picture has colours"));
        }
        let [width, height] = [width, height].map(|side| usize::try_from(side).unwrap_or(0));
        let mut values = Vec::with_capacity(width * height);
        // A picture begins in the north.
        for row in numbers.chunks_exact(width * channels).rev() {
            values.extend(row.chunks_exact(channels).filter_map(|pixel| pixel.first()));
        }
        if values.len() != width * height {
            return Err(wrong("the picture is cut off"));
        }
        Ok(Self { size: [width, height], values, shallow: !deep })
    }

    /// The heights that its numbers mean.
    pub fn heights(&self, scale: &Scale) -> Heights {
        let span = (scale.highest - scale.lowest) / 65_535.0;
        #[allow(clippy::cast_possible_truncation)] // to the nearest float
        let height = |value: &u16| (scale.lowest + f64::from(*value) * span) as f32;
        Heights {
            size: self.size,
            origin: scale.origin,
            step: steps(self.size, scale.reach),
            values: self.values.iter().map(height).collect(),
        }
    }
}

/// Units between points.
pub(super) fn steps([columns, rows]: [usize; 2], [east, north]: [f64; 2]) -> [f64; 2] {
    let between = |reach: f64, points: usize| reach / (points.max(2) - 1) as f64;
    [between(east, columns), between(north, rows)]
}

impl Heights {
    /// How far it reaches along x and y.
    pub fn reach(&self) -> [f64; 2] {
        let [columns, rows] = self.size;
        let [east, north] = self.step;
        [east * (columns - 1) as f64, north * (rows - 1) as f64]
    }

    /// The height at a place, between the four points around it; outside, that of the edge.
    pub fn at(&self, [x, y]: [f64; 2]) -> f64 {
        let [columns, rows] = self.size;
        let along = |value: f64, origin: f64, step: f64, count: usize| {
            let place = ((value - origin) / step).clamp(0.0, (count - 1) as f64);
            // 0 at least, and less than the number of points.
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
            let low = (place as usize).min(count - 2);
            (low, place - low as f64)
        };
        let (column, across) = along(x, self.origin[0], self.step[0], columns);
        let (row, up) = along(y, self.origin[1], self.step[1], rows);
        let point = |column: usize, row: usize| {
            f64::from(self.values.get(row * columns + column).copied().unwrap_or(0.0))
        };
        let mix = |a: f64, b: f64, share: f64| if share == 0.0 { a } else { a + (b - a) * share };
        let south = mix(point(column, row), point(column + 1, row), across);
        let north = mix(point(column, row + 1), point(column + 1, row + 1), across);
        mix(south, north, up)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn between_points_heights_are_between() {
        let heights = Heights {
            size: [3, 2],
            origin: [10.0, 20.0],
            step: [2.0, 4.0],
            values: vec![0.0, 1.0, 2.0, 4.0, 5.0, 6.0],
        };
        for (place, height) in [
            ([10.0, 20.0], 0.0),
            ([14.0, 24.0], 6.0),
            ([12.0, 20.0], 1.0),
            ([13.0, 22.0], 3.5),
            ([-9.0, 99.0], 4.0),
        ] {
            assert!((heights.at(place) - height).abs() < 1e-12, "{place:?}");
        }
        assert_eq!(heights.reach(), [4.0, 4.0]);
    }

    #[test]
    fn a_scale_that_makes_no_sense_is_none() {
        let text = |step: &str, highest: f64| {
            format!(
                "{{\"width\":3,\"height\":3,\"west\":0,\"south\":0,\"step\":{step},\"lowest\":0,\
                 \"highest\":{highest}}}"
            )
        };
        assert!(Scale::parse(text("[1,2]", 5.0).as_bytes()).is_some());
        for (step, highest) in [("[1]", 5.0), ("[0,1]", 5.0), ("[1,2]", -5.0), ("7", 5.0)] {
            assert_eq!(Scale::parse(text(step, highest).as_bytes()), None, "{step}");
        }
        assert_eq!(Scale::parse(b"["), None);
    }
}
