//! Heights and what covers them: hills, cliffs in steps, a lake in its hollow, a mountain.

use ngi_formats::Result;
use ngi_formats::landscape::{Change, FaceFlags, GroundPlan, Lake, LandscapeDoc, Surface};

use crate::paint::maths::{mix, number, smooth};
use crate::paint::noise::{clouds, ridges};

/// What a map is like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Climate {
    /// Grass, sand, rock, snow, water.
    Green,
    /// Rock, dirt, lava.
    Burnt,
}

/// A map to be made.
#[derive(Debug, Clone, Copy)]
pub struct Map {
    /// Which of the many.
    pub seed: u32,
    /// What it is like.
    pub climate: Climate,
    /// Quads along each side.
    pub quads: usize,
    /// Squares along each side.
    pub squares: usize,
    /// Side of a quad.
    pub spacing: f32,
}

impl Map {
    /// A green valley with a lake, 16 × 16 squares.
    pub const VALLEY: Self =
        Self { seed: 3, climate: Climate::Green, quads: 96, squares: 16, spacing: 8.0 };
    /// A burnt land with lava, 8 × 8 squares.
    pub const CRATER: Self =
        Self { seed: 8, climate: Climate::Burnt, quads: 64, squares: 8, spacing: 10.0 };

    /// Height of the lake.
    pub fn level(&self) -> f32 {
        match self.climate {
            Climate::Green => 6.0,
            Climate::Burnt => 4.0,
        }
    }

    /// The place of a point of the ground, by its row and column.
    pub fn point(&self, [x, y]: [usize; 2]) -> [f32; 3] {
        let part = |at: usize| number(at) / number(self.quads);
        [number(x) * self.spacing, number(y) * self.spacing, self.height(part(x), part(y))]
    }

    /// The height at a place; u and v from 0 to 1.
    fn height(&self, u: f32, v: f32) -> f32 {
        let seed = self.seed * 1000;
        let hills = clouds(u, v, 3, 5, seed) * 26.0 + 22.0;
        let mountain =
            power_hill(u, v, [0.74, 0.72], 0.3) * (60.0 + ridges(u, v, 5, 4, seed + 1) * 50.0);
        let plateau = smooth(0.08, 0.22, clouds(u, v, 2, 3, seed + 2)) * 24.0;
        let raw = hills + mountain + plateau;
        // Cliffs: heights keep to steps where the noise says so.
        let step = 18.0;
        let (low, part) = ((raw / step).floor() * step, raw / step - (raw / step).floor());
        let terraced = low + smooth(0.62, 0.86, part) * step;
        let rocky = smooth(0.0, 0.25, clouds(u, v, 3, 2, seed + 3));
        let dry = self.level() + 5.0 + clouds(u, v, 6, 3, seed + 5) * 2.0;
        let shaped = mix(raw, terraced, rocky * 0.85).max(dry);
        // A hollow for the lake, and a rim around the map.
        let ragged = 0.33 + clouds(u, v, 3, 3, seed + 4) * 0.12;
        let lake = power_hill(u, v, [0.3, 0.34], ragged);
        let rim = smooth(0.09, 0.0, u.min(1.0 - u).min(v.min(1.0 - v))) * 26.0;
        mix(shaped, self.level() - 9.0, smooth(0.0, 0.7, lake)) + rim
    }
}

/// A round hill of height 1 that ends at a radius.
fn power_hill(u: f32, v: f32, [x, y]: [f32; 2], radius: f32) -> f32 {
    let (dx, dy) = (u - x, v - y);
    let far = (dx * dx + dy * dy).sqrt() / radius;
    let left = (1.0 - far * far).max(0.0);
    left * left
}

/// Rows of the wear. Those that border on each other take turns in being first and second, so
/// that one alpha per point serves all of them.
const SHORE: u8 = 1;
const LOW: u8 = 2;
const STEEP: u8 = 3;
const HIGH: u8 = 4;
const LIQUID: u8 = 6;
const BED: u8 = 7;

/// Quads along the side of a block: what a lake floods or not.
const BLOCK: usize = 2;

/// Whether a material is drawn over others.
fn is_second(material: u8) -> bool {
    material == LOW || material == HIGH
}

/// What lies at a point, by height and slope.
fn material(height: f32, slope: f32, map: &Map, ragged: f32) -> u8 {
    let above = height - map.level() + ragged * 4.0;
    if slope + ragged * 0.15 > 0.85 {
        STEEP
    } else if above < 5.0 {
        SHORE
    } else if above > 78.0 && map.climate == Climate::Green {
        HIGH
    } else if above > 58.0 {
        STEEP
    } else {
        LOW
    }
}

/// What a quad wears, from its four corners.
fn surface(corners: [u8; 4]) -> Surface {
    let first = corners.iter().copied().find(|&material| !is_second(material));
    let second = corners.iter().copied().find(|&material| is_second(material));
    let firsts_differ = corners.iter().any(|&m| !is_second(m) && Some(m) != first);
    let seconds_differ = corners.iter().any(|&m| is_second(m) && Some(m) != second);
    match (first, second) {
        (Some(material), Some(over)) if !firsts_differ && !seconds_differ => {
            Surface { material, second: Some(over) }
        }
        (Some(material), _) | (None, Some(material)) => Surface { material, second: None },
        (None, None) => Surface { material: LOW, second: None },
    }
}

/// The whole map.
pub fn plan(map: &Map) -> GroundPlan {
    let side = map.quads;
    let mut plan = GroundPlan::flat([side; 2], [map.squares; 2], map.spacing);
    plan.texture_turn = map.spacing * 5.0;
    let part = |at: usize| number(at) / number(side);
    plan.heights =
        (0..=side).flat_map(|y| (0..=side).map(move |x| map.height(part(x), part(y)))).collect();
    let materials = materials(map, &plan);
    let at = |x: usize, y: usize| materials.get(y * (side + 1) + x).copied().unwrap_or(LOW);
    plan.surfaces = (0..side)
        .flat_map(|y| (0..side).map(move |x| [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)]))
        .map(|corners| surface(corners.map(|(x, y)| at(x, y))))
        .collect();
    let alpha = |&material: &u8| if is_second(material) { 1.0 } else { 0.0 };
    plan.alphas = materials.iter().map(alpha).collect();
    let lava = map.climate == Climate::Burnt;
    plan.lake = Some(Lake { level: map.level(), surface: LIQUID, bed: BED, lava });
    plan
}

/// What lies at each point.
fn materials(map: &Map, plan: &GroundPlan) -> Vec<u8> {
    let side = map.quads;
    let height = |x: usize, y: usize| plan.position(x.min(side), y.min(side))[2];
    let point = |x: usize, y: usize| {
        let here = height(x, y);
        let steps = [(x + 1, y), (x, y + 1), (x.saturating_sub(1), y), (x, y.saturating_sub(1))];
        let steepest = steps.iter().map(|&(x, y)| (height(x, y) - here).abs()).fold(0.0, f32::max);
        let (u, v) = (number(x) / number(side), number(y) / number(side));
        let ragged = clouds(u, v, 12, 3, map.seed + 77);
        if is_at_lake(plan, map, x, y) {
            return SHORE;
        }
        material(here, steepest / map.spacing, map, ragged)
    };
    (0..=side).flat_map(|y| (0..=side).map(move |x| (x, y))).map(|(x, y)| point(x, y)).collect()
}

/// Whether a point is a corner of a block that the lake floods: of its bed, or of its shore. What
/// lies around can then be blended into that.
fn is_at_lake(plan: &GroundPlan, map: &Map, x: usize, y: usize) -> bool {
    let level = map.level();
    let blocks =
        |at: usize| at.saturating_sub(1) / BLOCK..=(at / BLOCK).min((map.quads - 1) / BLOCK);
    let dips = |column: usize, row: usize| {
        let (x, y) = (column * BLOCK, row * BLOCK);
        (y..=y + BLOCK).any(|y| (x..=x + BLOCK).any(|x| plan.position(x, y)[2] < level))
    };
    blocks(y).any(|row| blocks(x).any(|column| dips(column, row)))
}

/// Whether a block of quads lies wholly below the lake.
pub fn is_drowned(plan: &GroundPlan, x: usize, y: usize, step: usize) -> bool {
    let level = plan.lake.map_or(f32::MIN, |lake| lake.level);
    (y..=y + step).all(|y| (x..=x + step).all(|x| plan.position(x, y)[2] < level))
}

/// Makes shore of what of the lake's bed stands out of it. A plan floods whole blocks; beds are
/// not drawn from above, so the ground would have holes along the water's edge.
pub fn dry_shores(land: &mut LandscapeDoc, map: &Map) -> Result<()> {
    let level = map.level();
    let stands_out = |vertex: u16, land: &LandscapeDoc| {
        land.positions.get(usize::from(vertex)).is_some_and(|[_, _, z]| *z > level)
    };
    for index in 0..land.faces.len() {
        let Some(&face) = land.faces.get(index) else { continue };
        let is_shore = face.flags.has(FaceFlags::BED)
            && face.vertices.into_iter().any(|vertex| stands_out(vertex, land));
        if let (true, Some(face)) = (is_shore, land.faces.get_mut(index)) {
            face.flags = face.flags.with(FaceFlags::BED, false).with(FaceFlags::NOT_LAVA, true);
            face.material = SHORE;
        }
    }
    land.refresh(Change::Materials)
}
