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
    /// Snow, ice, rock, cold water.
    Winter,
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

    /// The valley in winter: the same ground, in snow.
    pub const WINTER: Self = Self { climate: Climate::Winter, ..Self::VALLEY };

    /// Where its roads run, as points of the ground.
    fn roads(&self) -> &'static [&'static [[f32; 2]]] {
        match self.climate {
            Climate::Green | Climate::Winter => &VALLEY_ROADS,
            Climate::Burnt => &CRATER_ROADS,
        }
    }

    /// Height of the lake.
    pub fn level(&self) -> f32 {
        match self.climate {
            Climate::Green | Climate::Winter => 6.0,
            Climate::Burnt => 4.0,
        }
    }

    /// The place of a point of the ground, by its row and column.
    pub fn point(&self, [x, y]: [usize; 2]) -> [f32; 3] {
        let part = |at: usize| number(at) / number(self.quads);
        [number(x) * self.spacing, number(y) * self.spacing, self.height(part(x), part(y))]
    }

    /// The place of a point between those of the ground.
    pub fn place(&self, [x, y]: [f32; 2]) -> [f32; 3] {
        let side = number(self.quads);
        [x * self.spacing, y * self.spacing, self.height(x / side, y / side)]
    }

    /// Whether something may grow at a point: it is dry, not steep, not high, and no road.
    pub fn is_open(&self, [x, y]: [f32; 2]) -> bool {
        let [_, _, here] = self.place([x, y]);
        let steepest = [[0.7, 0.0], [0.0, 0.7], [-0.7, 0.0], [0.0, -0.7]]
            .map(|[dx, dy]| (self.place([x + dx, y + dy])[2] - here).abs())
            .into_iter()
            .fold(0.0, f32::max);
        let above = here - self.level();
        let [road, _] = open_ground(self, [x, y], 0.0);
        above > 4.5 && above < 50.0 && steepest / self.spacing < 0.3 && road >= 1.0
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

/// Roads of the valley, from bend to bend.
const VALLEY_ROADS: [&[[f32; 2]]; 2] = [
    &[
        [5.0, 8.0],
        [24.0, 7.0],
        [44.0, 13.0],
        [55.0, 19.0],
        [64.0, 26.0],
        [72.0, 33.0],
        [88.0, 40.0],
    ],
    &[
        [44.0, 13.0],
        [50.0, 26.0],
        [53.0, 42.0],
        [46.0, 58.0],
        [33.0, 70.0],
        [22.0, 77.0],
        [8.0, 86.0],
    ],
];
/// Roads of the crater.
const CRATER_ROADS: [&[[f32; 2]]; 1] = [&[
    [58.0, 6.0],
    [44.0, 9.0],
    [33.0, 9.0],
    [18.0, 8.0],
    [7.0, 24.0],
    [10.0, 48.0],
    [24.0, 58.0],
]];

/// Half the width of a road, in quads, and how far it reaches over into the ground beside.
const ROAD: [f32; 2] = [0.25, 1.1];

/// A round hill of height 1 that ends at a radius.
fn power_hill(u: f32, v: f32, [x, y]: [f32; 2], radius: f32) -> f32 {
    let (dx, dy) = (u - x, v - y);
    let far = (dx * dx + dy * dy).sqrt() / radius;
    let left = (1.0 - far * far).max(0.0);
    left * left
}

/// Rows of the wear table. The materials of low and high ground are drawn over the others with an
/// alpha for each point, so that all borders are soft.
const SHORE: u8 = 1;
const LOW: u8 = 2;
const STEEP: u8 = 3;
const HIGH: u8 = 4;
const ROADWAY: u8 = 5;
const LIQUID: u8 = 6;
const BED: u8 = 7;

/// Quads along the side of a block: what a lake floods or not.
const BLOCK: usize = 2;

/// Two materials at a point, and how much of the second covers the first.
#[derive(Clone, Copy, PartialEq)]
struct Spot {
    first: u8,
    second: u8,
    /// Alpha of the second material.
    cover: f32,
}

/// The part of a point that is not road, and bare patches in a meadow.
fn open_ground(map: &Map, [x, y]: [f32; 2], ragged: f32) -> [f32; 2] {
    let far = map.roads().iter().flat_map(|road| road.windows(2)).fold(f32::MAX, |far, leg| {
        let [from, to] = [leg.first(), leg.last()].map(|end| end.copied().unwrap_or_default());
        far.min(distance([x, y], from, to))
    });
    let [half, reach] = ROAD;
    let bare = smooth(0.12, 0.42, ragged) * 0.5;
    [smooth(half, reach, far + ragged * 0.4), 1.0 - bare]
}

/// How far a point is from a line between two others.
fn distance([x, y]: [f32; 2], [ax, ay]: [f32; 2], [bx, by]: [f32; 2]) -> f32 {
    let (dx, dy) = (bx - ax, by - ay);
    let along = ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy).max(1e-6);
    let along = along.clamp(0.0, 1.0);
    let (ex, ey) = (x - ax - dx * along, y - ay - dy * along);
    (ex * ex + ey * ey).sqrt()
}

/// Chooses the materials of a point by height and slope.
fn spot(height: f32, slope: f32, at: [f32; 2], map: &Map, ragged: f32) -> Spot {
    let above = height - map.level() + ragged * 4.0;
    let steep = smooth(0.5, 0.95, slope + ragged * 0.15);
    let snowy = smooth(58.0, 74.0, above);
    if snowy > 0.0 {
        let cover = if map.climate == Climate::Burnt { 0.0 } else { snowy * (1.0 - steep) };
        return Spot { first: STEEP, second: HIGH, cover };
    }
    let dry = smooth(2.6, 6.4, above);
    let [road, meadow] = open_ground(map, at, ragged);
    let high = smooth(46.0, 58.0, above);
    let cover = (1.0 - steep) * (1.0 - high);
    if steep > 0.02 || high > 0.0 {
        Spot { first: STEEP, second: LOW, cover: cover.min(dry) }
    } else if dry < 0.98 {
        Spot { first: SHORE, second: LOW, cover: dry }
    } else {
        Spot { first: ROADWAY, second: LOW, cover: road.min(meadow) }
    }
}

/// How much of the second material is as good as all of it.
const WHOLE: f32 = 0.985;

/// Chooses the materials of a quad from its corners. The first is the most visible base material.
fn surface(corners: [Spot; 4]) -> Surface {
    let shown = |first: u8| {
        let is_own = |spot: &&Spot| spot.first == first || spot.first == LIQUID && first == SHORE;
        let own = corners.iter().filter(is_own);
        own.map(|spot| 1.0 - spot.cover).sum::<f32>()
    };
    let most = [SHORE, STEEP, ROADWAY].into_iter().fold((SHORE, -1.0), |most, first| {
        let shown = shown(first);
        if shown > most.1 { (first, shown) } else { most }
    });
    let second = if corners.iter().any(|spot| spot.second == HIGH) { HIGH } else { LOW };
    if corners.iter().all(|spot| spot.cover >= WHOLE) {
        Surface { material: second, second: None }
    } else if corners.iter().all(|spot| spot.cover <= 0.0) {
        Surface { material: most.0, second: None }
    } else {
        Surface { material: most.0, second: Some(second) }
    }
}

/// The whole map.
pub fn plan(map: &Map) -> GroundPlan {
    let side = map.quads;
    let mut plan = GroundPlan::flat([side; 2], [map.squares; 2], map.spacing);
    plan.texture_turn = map.spacing * 3.0;
    let part = |at: usize| number(at) / number(side);
    plan.heights =
        (0..=side).flat_map(|y| (0..=side).map(move |x| map.height(part(x), part(y)))).collect();
    let mut spots = spots(map, &plan);
    let corners = |x: usize, y: usize| [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)];
    let place = |(x, y): (usize, usize)| y * (side + 1) + x;
    let bare = Spot { first: SHORE, second: LOW, cover: 0.0 };
    let surface_at = |spots: &[Spot], x: usize, y: usize| {
        surface(corners(x, y).map(|at| spots.get(place(at)).copied().unwrap_or(bare)))
    };
    let quads = || (0..side).flat_map(|y| (0..side).map(move |x| (x, y)));
    // Where quads of different grounds meet, what covers them hides the border.
    let firsts: Vec<u8> = quads().map(|(x, y)| surface_at(&spots, x, y).material).collect();
    let mut seen: Vec<Option<u8>> = vec![None; spots.len()];
    for ((x, y), first) in quads().zip(firsts) {
        for at in corners(x, y).map(place) {
            let wet = spots.get(at).is_some_and(|spot| spot.first == LIQUID);
            let (Some(seen), Some(spot)) = (seen.get_mut(at), spots.get_mut(at)) else { continue };
            if !wet && first != LOW && first != HIGH && seen.is_some_and(|seen| seen != first) {
                spot.cover = 1.0;
            }
            if first != LOW && first != HIGH {
                *seen = Some(first);
            }
        }
    }
    plan.surfaces = quads().map(|(x, y)| surface_at(&spots, x, y)).collect();
    plan.alphas = spots.iter().map(|spot| spot.cover).collect();
    let lava = map.climate == Climate::Burnt;
    plan.lake = Some(Lake { level: map.level(), surface: LIQUID, bed: BED, lava });
    plan
}

/// Chooses the materials of every point. Points in the lake have one
/// material, the row of the liquid.
fn spots(map: &Map, plan: &GroundPlan) -> Vec<Spot> {
    let side = map.quads;
    let height = |x: usize, y: usize| plan.position(x.min(side), y.min(side))[2];
    let point = |x: usize, y: usize| {
        let here = height(x, y);
        let steps = [(x + 1, y), (x, y + 1), (x.saturating_sub(1), y), (x, y.saturating_sub(1))];
        let steepest = steps.iter().map(|&(x, y)| (height(x, y) - here).abs()).fold(0.0, f32::max);
        let (u, v) = (number(x) / number(side), number(y) / number(side));
        let ragged = clouds(u, v, 12, 3, map.seed + 77);
        if is_at_lake(plan, map, x, y) {
            return Spot { first: LIQUID, second: LOW, cover: 0.0 };
        }
        spot(here, steepest / map.spacing, [number(x), number(y)], map, ragged)
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
