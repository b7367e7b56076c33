//! A small level: a hill, a pond, four strips of areals.

use std::fs;
use std::path::Path;

use ngi_formats::arealmap::Plan;
use ngi_formats::landscape::{GroundPlan, Lake};

/// 80 by 80 units: a hill 5 high in the middle, a pond at (10, 10) with its surface at −2.
pub fn landscape() -> Vec<u8> {
    let mut plan = GroundPlan::flat([8, 8], [2, 2], 10.0);
    for (x, y, height) in [(4, 4, 5.0), (1, 1, -6.0)] {
        let at = plan.point(x, y).unwrap();
        plan.heights[at] = height;
    }
    plan.lake = Some(Lake { level: -2.0, surface: 2, bed: 3, lava: false });
    plan.build().unwrap().write().unwrap()
}

/// Strips of 20 along x.
pub fn areals() -> Vec<u8> {
    let mut plan = Plan::new(16, 16);
    for x in [0.0, 20.0, 40.0, 60.0] {
        plan.add(&[[x, 0.0, 0.0], [x + 20.0, 0.0, 0.0], [x + 20.0, 80.0, 0.0], [x, 80.0, 0.0]]);
    }
    plan.build().unwrap().write_file().unwrap()
}

/// Writes the level's four files to a folder, as `Land`.
pub fn write(folder: &Path) {
    fs::create_dir_all(folder).unwrap();
    let wear = b"4\r\n0 B_S0\r\n1 L01\r\n2 WATER\r\n3 WATER_BOT\r\n";
    fs::write(folder.join("Land.msh"), landscape()).unwrap();
    fs::write(folder.join("Land.map"), areals()).unwrap();
    fs::write(folder.join("Land1.wea"), wear).unwrap();
    fs::write(folder.join("Land2.wea"), wear).unwrap();
}
