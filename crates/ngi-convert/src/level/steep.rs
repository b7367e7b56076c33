//! Which areals are walked on, by how steep the ground under them became. The game's files say of
//! each areal whether it is; from which slope on it is none is in no file, and no rule of the engine
//! for it is known. So the limit is whoever's who changes the ground.

use ngi_engine::arealmap::{Areals, LoadOptions};
use ngi_engine::landscape::Ground;
use ngi_formats::arealmap::{self, ArealMapFile, Walkable};
use ngi_formats::landscape::{FaceFilter, FaceFlags, Landscape};
use ngi_formats::{Findings, Mode};

use crate::Result;

/// Areals that are walked on no more because their ground became steeper than `steepest`, in
/// degrees, and those that are again because it became flatter: the file, and how many are another
/// than before. `None` where none is, or where the areals cannot be followed.
///
/// An areal is steep where more than half of its ground is, seen from above. One that stays steep or
/// stays flat stays what it is, and so do lakes.
pub fn walked_by_slope(
    map: &[u8],
    [before, after]: [&[u8]; 2],
    steepest: f32,
) -> Result<Option<(Vec<u8>, usize)>> {
    let Ok(old) = arealmap::read_file(map) else { return Ok(None) };
    let Ok(areals) = Areals::load(map, &LoadOptions::default()) else { return Ok(None) };
    let limit = f64::from(steepest.clamp(0.0, 90.0)).to_radians().cos();
    let [before, after] = [steep(before, &areals, limit)?, steep(after, &areals, limit)?];
    let mut now = old.to_buf();
    let mut changed = 0usize;
    let pairs = now.areals.iter_mut().zip(before.into_iter().zip(after));
    for (areal, (was, is)) in pairs.filter(|(areal, _)| !areal.head.class.is_lake()) {
        if was != is && areal.head.is_walkable() == is {
            areal.head.walkable = Walkable::from(!is);
            changed += 1;
        }
    }
    if changed == 0 {
        return Ok(None);
    }
    Ok(Some((ArealMapFile::read(map)?.write_with(&now)?, changed)))
}

/// Of each areal, whether more than half of its ground is steeper than a limit, the cosine of the
/// slope.
fn steep(land: &[u8], areals: &Areals, limit: f64) -> Result<Vec<bool>> {
    let mut broken = Findings::new(Mode::Tolerant, false);
    let ground = Ground::of(&Landscape::read_tolerant(land, &mut broken)?);
    let mut shares = vec![[0.0f64; 2]; areals.len()];
    let dry = FaceFilter { forbidden: FaceFlags::LIQUID_SURFACE, ..FaceFilter::default() };
    let faces = ground.faces().iter().enumerate();
    let faces = faces.filter(|(number, face)| ground.is_fine(*number) && dry.passes(face.flags));
    for lie in faces.filter_map(|(number, _)| Lie::of(ground.corners(number)?)) {
        let [x, y] = lie.middle;
        let share = areals.at(x, y).and_then(|areal| shares.get_mut(areal));
        if let Some([steep, all]) = share {
            *all += lie.area;
            *steep += if lie.up < limit { lie.area } else { 0.0 };
        }
    }
    // Areals that no face has its middle in lie on one face, or on the borders of a few.
    let on_face = |areal: usize| {
        let polygon = areals.polygon(areal);
        let count = f64::from(u32::try_from(polygon.len()).ok()?);
        let sum = polygon
            .iter()
            .fold([0.0f64; 2], |[sx, sy], [x, y, _]| [sx + f64::from(*x), sy + f64::from(*y)]);
        #[allow(clippy::cast_possible_truncation)] // to the nearest float
        let middle = sum.map(|it| (it / count) as f32);
        let face = ground.height(middle, &dry)?.face;
        Some(Lie::of(ground.corners(face)?)?.up < limit)
    };
    let told = |(areal, [steep, all]): (usize, [f64; 2])| match all > 0.0 {
        true => steep * 2.0 > all,
        false => on_face(areal).unwrap_or(false),
    };
    Ok(shares.into_iter().enumerate().map(told).collect())
}

/// How a face lies.
struct Lie {
    /// Its middle, from above.
    middle: [f32; 2],
    /// Its area, from above.
    area: f64,
    /// The cosine of its slope.
    up: f64,
}

impl Lie {
    /// `None` for one that is nothing but a line from above.
    fn of(corners: [[f32; 3]; 3]) -> Option<Self> {
        let [a, b, c] = corners.map(|corner| corner.map(f64::from));
        let side = |to: [f64; 3]| [to[0] - a[0], to[1] - a[1], to[2] - a[2]];
        let ([ux, uy, uz], [vx, vy, vz]) = (side(b), side(c));
        let [x, y, z] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
        let length = (x * x + y * y + z * z).sqrt();
        let third = |axis: fn([f32; 3]) -> f32| corners.map(axis).iter().sum::<f32>() / 3.0;
        let middle = [third(|[x, _, _]| x), third(|[_, y, _]| y)];
        (z != 0.0 && length.is_finite()).then(|| Self {
            middle,
            area: z.abs() / 2.0,
            up: z.abs() / length,
        })
    }
}

#[cfg(test)]
mod tests {
    use ngi_formats::arealmap::Plan;
    use ngi_formats::landscape::GroundPlan;

    use super::*;

    /// Two areals of four by eight quads, and a ground whose eastern half rises by so much a quad.
    fn land(rise: f32) -> Vec<u8> {
        let mut plan = GroundPlan::flat([8, 8], [2, 2], 10.0);
        for y in 0..=8 {
            for x in 5..=8u8 {
                let point = plan.point(usize::from(x), y).unwrap();
                plan.heights[point] = f32::from(x - 4) * rise;
            }
        }
        plan.build().unwrap().write().unwrap()
    }

    fn map() -> Vec<u8> {
        let mut plan = Plan::default();
        let (low, middle, high) = (0.0, 40.0, 80.0);
        for [west, east] in [[low, middle], [middle, high]] {
            plan.add(&[[west, low, 0.0], [east, low, 0.0], [east, high, 0.0], [west, high, 0.0]]);
        }
        plan.build().unwrap().write_file().unwrap()
    }

    fn walked(map: &[u8]) -> Vec<bool> {
        let map = arealmap::read_file(map).unwrap().to_buf();
        map.areals.iter().map(|areal| areal.head.is_walkable()).collect()
    }

    #[test]
    fn what_became_steep_is_not_walked_on_until_it_is_flat_again() {
        let (map, flat, hill, wall) = (map(), land(0.0), land(5.0), land(30.0));
        assert_eq!(walked(&map), [true, true]);
        let (steep, changed) = walked_by_slope(&map, [&flat, &wall], 45.0).unwrap().unwrap();
        assert_eq!((walked(&steep), changed), (vec![true, false], 1));
        // 26 degrees are less than 45, and more than 20.
        assert!(walked_by_slope(&map, [&flat, &hill], 45.0).unwrap().is_none());
        let (hilly, _) = walked_by_slope(&map, [&flat, &hill], 20.0).unwrap().unwrap();
        assert_eq!(walked(&hilly), [true, false]);
        let (back, changed) = walked_by_slope(&steep, [&wall, &flat], 45.0).unwrap().unwrap();
        assert_eq!((back, changed), (map.clone(), 1));
        // What was none for another reason stays so, and what stays steep is not asked about.
        assert!(walked_by_slope(&steep, [&flat, &flat], 45.0).unwrap().is_none());
        assert!(walked_by_slope(&steep, [&flat, &hill], 45.0).unwrap().is_none());
        assert!(walked_by_slope(&map, [&wall, &wall], 45.0).unwrap().is_none());
        assert!(walked_by_slope(b"x", [&flat, &wall], 45.0).unwrap().is_none());
    }
}
