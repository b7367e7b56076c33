//! Levels whose files do not fit each other.

use ngi_formats::landscape::GroundPlan;
use ngi_formats::{Result, arealmap};

use super::super::samples::{Sample, land, wear};
use super::lands::flat;

pub(super) fn samples() -> Result<Vec<Sample>> {
    let file = |name: &str, bytes: Vec<u8>| (name.to_owned(), bytes);
    let level = |name, ground: GroundPlan, side: f32, lake: bool| -> Result<Sample> {
        let map = file("Land.map", map(side, 0.0, lake)?);
        Ok(Sample { name, files: vec![file("Land.msh", ground.build()?.write()?), map] })
    };
    let rows = wear(&["STONE"; 5], &[])?;
    let bed = vec![
        file("Land.msh", land(Some(0.5))?),
        file("Land1.wea", rows.clone()),
        file("Land2.wea", rows),
    ];
    // A map 1.5 units too wide is within a hundredth only of a large one.
    let large = GroundPlan::flat([4, 4], [2, 2], 100.0);
    let afloat = vec![
        file("Land.map", map(40.0, 50.0, false)?),
        file("Land.msh", flat(2).build()?.write()?),
    ];
    Ok(vec![
        Sample { name: "bad_level_bed", files: bed },
        Sample { name: "bad_areal_ground", files: afloat },
        level("bad_level_extent", large, 401.5, false)?,
        level("bad_level_area", flat(2), 39.2, false)?,
        level("bad_level_lake", flat(2), 40.0, true)?,
    ])
}

/// One square areal, at a height.
fn map(side: f32, z: f32, lake: bool) -> Result<Vec<u8>> {
    let mut plan = arealmap::Plan::default();
    let areal = plan.add(&[[0.0, 0.0, z], [side, 0.0, z], [side, side, z], [0.0, side, z]]);
    if lake {
        areal.lake();
    }
    plan.build()?.write_file()
}
