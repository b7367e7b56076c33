//! A level's files held against each other: `Land.msh`, `Land.map`, `Land1.wea`, `Land2.wea`.

use super::flags::FaceFlags;
use super::read::Landscape;
use super::types::NO_MATERIAL;
use crate::arealmap::Summary;
use crate::geometry::Aabb;
use crate::wear::Wear;
use crate::{Findings, text};

pub use codes::CODES as LEVEL_CODES;
use codes::*;

/// The rules between the files of a level.
pub mod codes {
    use crate::schema::rules;

    rules! {
            LEVEL_MATERIAL = error(
                "land.level.material",
                "The materials of a face are rows of the level's first wear table (<level>1.wea)."
            ) of ["faces[].material", "faces[].second_material"];
            LEVEL_WEARS = strict_error(
                "land.level.wears",
                "The two wear tables of the level have the same number of rows: row i of the second gives the microtexture of row i of the first."
            );
            LEVEL_BED = retail(
                "land.level.bed",
                "The bed of a liquid has a material with a name that ends in _BOT."
            ) of ["faces[].material"];
            LEVEL_EXTENT = warning(
                "land.level.extent",
                "The areal map has the same extent as the landscape, within 1 unit."
            ) of ["header.corners"];
            LEVEL_AREA = warning(
                "land.level.area",
                "The areals cover the landscape exactly once, within 1 %."
            ) of ["header.corners"];
            LEVEL_LAKE = warning(
                "land.level.lake",
                "A lake areal covers only liquids and their beds."
            ) of ["faces[].flags"];
    }
}

/// The files of a level, as far as they are there.
#[derive(Debug, Clone, Copy)]
pub struct LevelParts<'a> {
    /// `<level>.msh`.
    pub landscape: &'a Landscape<'a>,
    /// `<level>1.wea`: the materials.
    pub first: Option<&'a Wear<'a>>,
    /// `<level>2.wea`: who gives the microtextures.
    pub second: Option<&'a Wear<'a>>,
    /// `<level>.map` in short.
    pub areals: Option<&'a Summary>,
}

/// Checks what the files of a level say of each other. Rules about a file that is not there are
/// not asked. Fields and offsets are the landscape's.
pub fn check_level(parts: &LevelParts<'_>, findings: &mut Findings) {
    let &LevelParts { landscape, first, second, areals } = parts;
    if let Some(first) = first {
        check_materials(landscape, first, findings);
    }
    if let (Some(first), Some(second)) = (first, second) {
        let (first, second) = (first.rows().count(), second.rows().count());
        if first != second {
            findings.at(&LEVEL_WEARS, "", || {
                format!("{first} rows in the first, {second} in the second")
            });
        }
    }
    if let Some(areals) = areals {
        check_extent(landscape, areals, findings);
        check_lakes(landscape, areals, findings);
    }
}

fn check_materials(land: &Landscape<'_>, wear: &Wear<'_>, findings: &mut Findings) {
    let is_bed =
        |name: &[u8]| name.last_chunk().is_some_and(|end: &[u8; 4]| text::same(end, b"_BOT"));
    let beds: Vec<bool> = wear.rows().map(|row| is_bed(row.name)).collect();
    let rows = beds.len();
    for (index, face) in land.faces.iter().enumerate() {
        let materials = [("material", face.material), ("second_material", face.second_material)];
        for (name, material) in materials {
            let none = name == "second_material" && material == NO_MATERIAL;
            if usize::from(material) >= rows && !none {
                findings.at(&LEVEL_MATERIAL, format_args!("faces[{index}].{name}"), || {
                    format!("names row {material} of {rows}, counted from 0")
                });
            }
        }
        let bed = face.flags.has(FaceFlags::BED);
        if bed && beds.get(usize::from(face.material)) == Some(&false) {
            findings.at(&LEVEL_BED, format_args!("faces[{index}].material"), || {
                let name = wear.row(usize::from(face.material)).map(|row| text::decode(row.name));
                name.unwrap_or_default()
            });
        }
    }
}

fn check_extent(land: &Landscape<'_>, areals: &Summary, findings: &mut Findings) {
    let Aabb { min: [x, y, _], max: [x2, y2, _] } = land.header.aabb();
    if let (Some(min), Some(max)) = (areals.min, areals.max) {
        let sides = [x, y, x2, y2].into_iter().zip(min.into_iter().chain(max));
        // Not `any(… > 1)`: what is no number differs too.
        if !sides.into_iter().all(|(land, map)| (land - map).abs() <= 1.0) {
            findings.at(&LEVEL_EXTENT, "header.corners", || format!(
                    "the landscape reaches from {x}, {y} to {x2}, {y2}, the map from {}, {} to {}, {}",
                    min[0], min[1], max[0], max[1]
                ));
        }
    }
    let area = f64::from(x2 - x) * f64::from(y2 - y);
    if (areals.area - area).abs() > area.abs() * 0.01 {
        findings.at(&LEVEL_AREA, "header.corners", || {
            format!("the landscape has {area:.0} square units, the areals {:.0}", areals.area)
        });
    }
}

/// Dry ground of level 0 whose middle lies in a lake.
fn check_lakes(land: &Landscape<'_>, areals: &Summary, findings: &mut Findings) {
    if !findings.asks(&LEVEL_LAKE) || areals.lakes.is_empty() {
        return;
    }
    let corners: usize = areals.lakes.iter().map(|(_, corners)| corners.len()).sum();
    // Every face against every corner: enough for any real map, and an end for hostile ones.
    let most = 100_000_000 / corners.max(1);
    let lakes = areals.lake_finder();
    for index in land.level_faces(0).take(most) {
        let Some(face) = land.faces.get(index) else { continue };
        if face.is_liquid() || face.flags.has(FaceFlags::BED) {
            continue;
        }
        let Some([[ax, ay, _], [bx, by, _], [cx, cy, _]]) = land.corners(&face) else { continue };
        if let Some(lake) = lakes.lake_at([(ax + bx + cx) / 3.0, (ay + by + cy) / 3.0]) {
            findings.at(&LEVEL_LAKE, format_args!("faces[{index}].flags"), || {
                format!("dry ground in the middle of areal {lake}, a lake")
            });
        }
    }
}
