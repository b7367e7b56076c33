//! A map of polygons, however they came.

use ngi_formats::arealmap::{ArealMapFile, Plan, PlannedAreal};

use crate::importer::{ImportOptions, Imported};
use crate::{Error, Result};

/// Builds the map: links, areas, normals and grid. What was found out so far is told with it.
pub(super) fn finish(
    areals: Vec<PlannedAreal>,
    cells: Option<(u32, u32)>,
    options: &ImportOptions<'_>,
    imported: Imported,
) -> Result<Imported> {
    let like = options.like.as_ref().map(super::read).transpose()?;
    let like_cells = like.as_ref().map(|map| (map.across(), map.down()));
    let (across, down) = cells.or(like_cells).unwrap_or((128, 128));
    // Before lists are made of the numbers.
    if u64::from(across) * u64::from(down) > 1 << 22 {
        return Err(Error::json("ngi.cells", format!("{across} × {down} are too many")));
    }
    let mut plan = Plan::new(across, down);
    *plan.areals_mut() = areals;
    let map = plan.build()?;
    let count = map.areals.len();
    let bytes = match options.like {
        Some(like) => ArealMapFile::read(like.bytes)?.write_with(&map)?,
        None => map.write_file()?,
    };
    let Imported { mut carried, mut computed, lost, told, .. } = imported;
    carried.push(format!("{count} polygons with class, walkable and anchor"));
    computed.push("areas, normals, links and their twins".into());
    computed.push(format!("the lists of {across} × {down} cells"));
    let planned: usize = plan.areals().iter().map(|areal| areal.polygon.len()).sum();
    let made: usize = map.areals.iter().map(|areal| areal.polygon.len()).sum();
    if made > planned {
        computed.push(format!("corners where edges meet in a T: {}", made - planned));
    }
    Ok(Imported { bytes, carried, computed, lost, told, ..Imported::default() })
}
