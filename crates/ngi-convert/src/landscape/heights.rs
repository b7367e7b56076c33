//! The heights of level 0 as a grey picture of 16 bits.
//!
//! North is up. A pixel is a point of a regular grid, the outermost ones lie on the edges of the
//! map; liquids are left out, so that a lake shows its bed.

use ngi_formats::landscape::Landscape;
use png::{BitDepth, ColorType, Compression};
use serde_json::json;

use crate::exporter::{Destination, Exported, OutFile};
use crate::{Error, Result};

/// Pixels per square of the grid, at most.
const PER_SQUARE: usize = 32;
/// Pixels along a side, at most.
const MOST: usize = 2049;
/// How many pixels faces may cover all in all: sound maps cover each a few times at most.
const MOST_COVERED: usize = 1 << 27;

/// Where the picture's points are.
pub(crate) struct Raster {
    pub origin: [f64; 2],
    /// Units between points along x and y.
    pub step: [f64; 2],
    /// Points along x and y.
    pub size: [usize; 2],
}

pub fn export(land: &Landscape<'_>, to: &Destination<'_>) -> Result<Exported> {
    let raster = raster(land)?;
    let heights = sample(land, &raster)?;
    let known = || heights.iter().copied().filter(|height| height.is_finite());
    let low = known().fold(f64::INFINITY, f64::min);
    let high = known().fold(f64::NEG_INFINITY, f64::max);
    if low > high {
        return Err(Error::Usage("there is no ground to see".into()));
    }
    let scale = if high > low { 65_535.0 / (high - low) } else { 0.0 };
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // 0 to 65,535
    let grey = |height: &f64| ((height.max(low) - low) * scale).round() as u16;
    let pixels: Vec<u8> = heights.iter().flat_map(|height| grey(height).to_be_bytes()).collect();
    let holes = heights.iter().filter(|height| !height.is_finite()).count();
    let [width, height] = raster.size;
    let scale = json!({
        "schema": "ngi.heights/1",
        "width": width,
        "height": height,
        "west": raster.origin[0],
        "south": raster.origin[1],
        "step": raster.step,
        "lowest": low,
        "highest": high,
        "formula": "z = lowest + pixel / 65535 * (highest - lowest); the first row is the northernmost",
    });
    let picture = encode(raster.size, &pixels)?;
    let mut exported = Exported::file(to, picture);
    let text = format!("{}\n", serde_json::to_string_pretty(&scale).unwrap_or_default());
    exported.files.push(OutFile { name: to.named("height.json"), bytes: text.into_bytes() });
    exported.told = vec!["everything but the heights of dry ground and beds".into()];
    if holes > 0 {
        exported.lost.push(format!("{holes} points that no face covers are shown as the lowest"));
    }
    Ok(exported)
}

fn encode([width, height]: [usize; 2], pixels: &[u8]) -> Result<Vec<u8>> {
    let mut out = Vec::new();
    let side = |length: usize| u32::try_from(length).unwrap_or(u32::MAX);
    let mut encoder = png::Encoder::new(&mut out, side(width), side(height));
    encoder.set_color(ColorType::Grayscale);
    encoder.set_depth(BitDepth::Sixteen);
    encoder.set_compression(Compression::Balanced);
    let refused = |error: png::EncodingError| Error::Usage(format!("PNG: {error}"));
    let mut writer = encoder.write_header().map_err(refused)?;
    writer.write_image_data(pixels).map_err(refused)?;
    writer.finish().map_err(refused)?;
    Ok(out)
}

/// The points of a landscape's picture.
pub(crate) fn raster(land: &Landscape<'_>) -> Result<Raster> {
    let grid = land.grid().ok_or_else(|| Error::Usage("its grid is unknown".into()))?;
    let aabb = land.header.aabb();
    let [[x, y, _], [far_x, far_y, _]] = [aabb.min, aabb.max].map(|corner| corner.map(f64::from));
    let points = |squares: usize| {
        let per_square = (MOST / squares.max(1)).clamp(1, PER_SQUARE);
        squares.saturating_mul(per_square).clamp(1, MOST - 1) + 1
    };
    let size = [points(grid.across), points(grid.down)];
    let [columns, rows] = size;
    let step = [(far_x - x) / (columns - 1) as f64, (far_y - y) / (rows - 1) as f64];
    if !step.iter().all(|step| step.is_finite() && *step > 0.0) {
        return Err(Error::Usage("the map's box has no size".into()));
    }
    Ok(Raster { origin: [x, y], step, size })
}

/// The highest dry face over each point, from the north-west, row by row.
pub(crate) fn sample(land: &Landscape<'_>, raster: &Raster) -> Result<Vec<f64>> {
    let [columns, rows] = raster.size;
    let mut heights = vec![f64::NEG_INFINITY; columns * rows];
    let mut left = MOST_COVERED;
    for face in land.level_faces(0).filter_map(|index| land.faces.get(index)) {
        if face.is_liquid() {
            continue;
        }
        let Some(corners) = land.corners(&face) else { continue };
        let corners = corners.map(|corner| corner.map(f64::from));
        let [across, down] = covered(&corners, raster);
        let Some(rest) = left.checked_sub(across.len().saturating_mul(down.len())) else {
            return Err(Error::Usage("faces lie over each other again and again".into()));
        };
        left = rest;
        for row in down {
            let y = raster.origin[1] + raster.step[1] * row as f64;
            for column in across.clone() {
                let x = raster.origin[0] + raster.step[0] * column as f64;
                let place = heights.get_mut((rows - 1 - row) * columns + column);
                if let (Some(height), Some(place)) = (height_at(&corners, [x, y]), place) {
                    *place = place.max(height);
                }
            }
        }
    }
    Ok(heights)
}

/// The columns and rows that a face's box touches.
fn covered(corners: &[[f64; 3]; 3], raster: &Raster) -> [std::ops::Range<usize>; 2] {
    std::array::from_fn(|axis| {
        let at = |corner: &[f64; 3]| corner.get(axis).copied().unwrap_or(f64::NAN);
        let low = corners.iter().map(at).fold(f64::INFINITY, f64::min);
        let high = corners.iter().map(at).fold(f64::NEG_INFINITY, f64::max);
        let [origin, step] = [raster.origin, raster.step]
            .map(|values: [f64; 2]| values.get(axis).copied().unwrap_or(1.0));
        let count = raster.size.get(axis).copied().unwrap_or(0);
        // Saturates; what is no number becomes 0.
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let place = |value: f64| ((value - origin) / step).max(0.0) as usize;
        place(low).min(count)..place(high + step).saturating_add(1).min(count)
    })
}

/// The height of a triangle at a point, edges included; `None` beside it.
fn height_at([a, b, c]: &[[f64; 3]; 3], [x, y]: [f64; 2]) -> Option<f64> {
    let side = |from: &[f64; 3], to: &[f64; 3]| {
        (to[0] - from[0]) * (y - from[1]) - (to[1] - from[1]) * (x - from[0])
    };
    let (to_c, to_a, to_b) = (side(a, b), side(b, c), side(c, a));
    let whole = to_a + to_b + to_c;
    // A little slack: points on an edge must not fall between two faces.
    let slack = -1e-9 * whole.abs();
    let inside = whole > 0.0 && to_a >= slack && to_b >= slack && to_c >= slack;
    inside.then(|| (to_a * a[2] + to_b * b[2] + to_c * c[2]) / whole)
}
