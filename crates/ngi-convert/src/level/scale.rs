//! What the numbers of a picture of heights mean.

use ngi_formats::landscape::Landscape;
use ngi_formats::{Findings, Mode};

use super::dressing::LikeLevel;
use super::heights::{Grey, Scale};
use super::{Imported, LevelImport};
use crate::landscape::heights;
use crate::{Error, Result};

/// Units from west to east where nothing says how large a map is: a common size in the game.
const USUAL_REACH: f64 = 1024.0;
/// Units from the lowest to the highest where nothing says how high a map is.
const USUAL_RELIEF: [f64; 2] = [0.0, 128.0];

/// What a picture's numbers mean: as it is asked, as the file beside it says, as the reference has
/// it, else as is usual.
pub(super) fn scale_of(
    how: &LevelImport<'_>,
    grey: &Grey,
    like: Option<&LikeLevel>,
    report: &mut Imported,
) -> Result<Scale> {
    let known = !how.file.as_os_str().is_empty();
    let read = || ngi_vfs::read_input(&how.file.with_extension("height.json")).ok();
    let beside = known.then(read).flatten();
    let said = beside.as_deref().and_then(Scale::parse);
    let shared = match (said, like) {
        (None, Some(like)) => Some(scale_of_level(like)?),
        (said, _) => said,
    };
    let [columns, rows] = grey.size;
    let ratio = (rows - 1) as f64 / (columns - 1) as f64;
    let usual = Scale {
        origin: [0.0; 2],
        reach: [USUAL_REACH, USUAL_REACH * ratio],
        lowest: USUAL_RELIEF[0],
        highest: USUAL_RELIEF[1],
    };
    let mut scale = shared.unwrap_or(usual);
    if let Some(across) = how.across {
        if !(across.is_finite() && across > 0.0) {
            return Err(Error::Usage(format!("--across {across}: no size of a map")));
        }
        scale.reach = [f64::from(across), f64::from(across) * ratio];
    } else if shared.is_none() {
        report.told.push(format!("{USUAL_REACH} units from west to east; --across says otherwise"));
    }
    if let Some([low, high]) = how.relief {
        if !(low.is_finite() && high.is_finite() && low <= high) {
            return Err(Error::Usage(format!("--relief {low}..{high}: no heights")));
        }
        (scale.lowest, scale.highest) = (low.into(), high.into());
    } else if shared.is_none() {
        let [low, high] = USUAL_RELIEF;
        report
            .told
            .push(format!("black is {low}, white is {high} units high; --relief says otherwise"));
    }
    Ok(scale)
}

/// The scale of a level's own picture.
fn scale_of_level(like: &LikeLevel) -> Result<Scale> {
    let mut broken = Findings::new(Mode::Tolerant, false);
    let land = Landscape::read_tolerant(&like.land, &mut broken)?;
    let raster = heights::raster(&land)?;
    let sampled = heights::sample(&land, &raster)?;
    let known = || sampled.iter().copied().filter(|height| height.is_finite());
    let ([columns, rows], [east, north]) = (raster.size, raster.step);
    Ok(Scale {
        origin: raster.origin,
        reach: [east * (columns - 1) as f64, north * (rows - 1) as f64],
        lowest: known().fold(f64::INFINITY, f64::min),
        highest: known().fold(f64::NEG_INFINITY, f64::max),
    })
}
