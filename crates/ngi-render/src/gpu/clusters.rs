//! Which point lights reach where: a grid over all of them, looked up by every vertex.
//!
//! A frame may have a thousand lights, but few of them reach any one place. They lie in a texture,
//! because every card has those: first the lights, three texels each; then the cells of the grid,
//! each with where its list begins and how long it is; then the lists, a light a texel. Lights that
//! reach over much of the grid are in no list: they come first, and every vertex asks them.

use glam::Vec2;

use crate::light::{MOST_POINTS, PointLight};
use crate::numbers::{to_f32, to_u32};

/// Cells along each side; `scene.wgsl` has the same number.
pub const SIDE: usize = 32;
/// Texels in a row of the texture; `scene.wgsl` has the same number.
pub const WIDTH: usize = 256;
/// Rows of the texture.
pub const HEIGHT: usize = 128;
/// A light that reaches more cells than this is asked everywhere.
const WIDE: usize = SIDE * SIDE / 8;
/// Texels of a light.
const TEXELS: usize = 3;

/// The lights of a frame, as the card looks them up. Keeps its memory from frame to frame.
#[derive(Debug, Clone, Default)]
pub struct Clusters {
    /// The texture, as far as it is filled.
    pub texels: Vec<[f32; 4]>,
    /// How many lights are asked everywhere; they come first.
    pub wide: u32,
    /// Where the cells begin.
    pub cells: u32,
    /// Corner of the grid, and cells in a metre.
    pub grid: [f32; 4],
    order: Vec<(bool, u32)>,
    lists: Vec<(u32, u32)>,
}

impl Clusters {
    /// Sorts lights into the grid.
    pub fn fill(&mut self, points: &[PointLight]) {
        let Self { texels, wide, cells, grid, order, lists } = self;
        texels.clear();
        order.clear();
        lists.clear();
        let points = points.get(..MOST_POINTS).unwrap_or(points);
        let layout = Layout::around(points);
        *grid = layout.uniform();
        let is_narrow =
            |point: &PointLight| layout.reached(point).is_some_and(|it| it.len() <= WIDE);
        order.extend(points.iter().zip(0u32..).map(|(point, at)| (is_narrow(point), at)));
        order.sort_unstable();
        *wide = to_u32(order.iter().filter(|(narrow, _)| !narrow).count());
        for ((narrow, at), number) in order.iter().zip(0u32..) {
            let Some(point) = points.get(*at as usize) else { continue };
            texels.extend(texels_of(point));
            if *narrow && let Some(reached) = layout.reached(point) {
                lists.extend(reached.cells().map(|cell| (cell, number)));
            }
        }
        *cells = to_u32(texels.len());
        let room = (WIDTH * HEIGHT).saturating_sub(texels.len() + SIDE * SIDE);
        // Where there are more than there is room for, each cell keeps its first ones.
        lists.sort_unstable();
        let most = if lists.len() > room { room / (SIDE * SIDE) } else { usize::MAX };
        write_lists(lists, most, texels);
    }

    /// The bytes of the texture, rows filled up.
    pub fn bytes(&mut self) -> (&[u8], u32) {
        let rows = self.texels.len().div_ceil(WIDTH).min(HEIGHT);
        self.texels.resize(rows * WIDTH, [0.0; 4]);
        (bytemuck::cast_slice(&self.texels), to_u32(rows))
    }
}

fn texels_of(point: &PointLight) -> [[f32; 4]; TEXELS] {
    let ([x, y, z], [red, green, blue], [a0, a1, a2]) =
        (point.position, point.colour, point.attenuation);
    [[x, y, z, point.range], [red, green, blue, a0], [a1, a2, 0.0, 0.0]]
}

/// Writes the heads of all cells, and their lists behind them.
fn write_lists(lists: &[(u32, u32)], most: usize, texels: &mut Vec<[f32; 4]>) {
    let heads = texels.len();
    texels.resize(heads + SIDE * SIDE, [0.0; 4]);
    for own in lists.chunk_by(|a, b| a.0 == b.0) {
        let Some((cell, _)) = own.first() else { continue };
        let kept = own.get(..most).unwrap_or(own);
        let head = [to_f32(to_u32(texels.len())), to_f32(to_u32(kept.len())), 0.0, 0.0];
        if let Some(place) = texels.get_mut(heads + *cell as usize) {
            *place = head;
        }
        texels.extend(kept.iter().map(|(_, number)| [to_f32(*number), 0.0, 0.0, 0.0]));
    }
}

/// Where the grid lies.
struct Layout {
    corner: Vec2,
    /// Cells in a metre.
    scale: Vec2,
}

/// Columns and rows from the first to the last.
struct Reached {
    low: [usize; 2],
    high: [usize; 2],
}

impl Reached {
    fn len(&self) -> usize {
        let ([x0, y0], [x1, y1]) = (self.low, self.high);
        (x1 + 1 - x0) * (y1 + 1 - y0)
    }

    fn cells(&self) -> impl Iterator<Item = u32> + use<> {
        let ([x0, y0], [x1, y1]) = (self.low, self.high);
        (y0..=y1).flat_map(move |y| (x0..=x1).map(move |x| to_u32(y * SIDE + x)))
    }
}

impl Layout {
    /// Around the places of all lights: what is outside belongs to the cells of the border.
    fn around(points: &[PointLight]) -> Self {
        let places = points.iter().map(|point| Vec2::new(point.position[0], point.position[1]));
        let places = places.filter(|place| place.is_finite());
        let (low, high) = places
            .fold((Vec2::MAX, Vec2::MIN), |(low, high), place| (low.min(place), high.max(place)));
        let extent = (high - low).max(Vec2::ONE);
        let scale =
            if extent.is_finite() { Vec2::splat(to_f32(to_u32(SIDE))) / extent } else { Vec2::ONE };
        Self { corner: if low.x <= high.x { low } else { Vec2::ZERO }, scale }
    }

    fn uniform(&self) -> [f32; 4] {
        [self.corner.x, self.corner.y, self.scale.x, self.scale.y]
    }

    /// The cells a light reaches, one more on each side, since the card rounds in its own way;
    /// `None` for one that is nowhere.
    fn reached(&self, point: &PointLight) -> Option<Reached> {
        let place = Vec2::new(point.position[0], point.position[1]);
        let range = point.range.max(0.0);
        if !place.is_finite() || !range.is_finite() {
            return None;
        }
        let slack = Vec2::splat(0.01);
        let cell = |at: Vec2, by: Vec2| {
            let at = (at - self.corner) * self.scale + by;
            let last = to_f32(to_u32(SIDE - 1));
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped")]
            let whole = |part: f32| part.floor().clamp(0.0, last) as usize;
            [whole(at.x), whole(at.y)]
        };
        Some(Reached { low: cell(place - range, -slack), high: cell(place + range, slack) })
    }
}

#[cfg(test)]
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // small numbers
mod tests {
    use super::*;

    /// The lights that somebody who stands at a place asks.
    fn asked(clusters: &Clusters, [x, y]: [f32; 2]) -> Vec<usize> {
        let [cx, cy, sx, sy] = clusters.grid;
        let cell = |at: f32| (at.floor().max(0.0) as usize).min(SIDE - 1);
        let (column, row) = (cell((x - cx) * sx), cell((y - cy) * sy));
        let [first, count, ..] = clusters.texels[clusters.cells as usize + row * SIDE + column];
        let list = first as usize..(first + count) as usize;
        let own = clusters.texels[list].iter().map(|[light, ..]| *light as usize);
        (0..clusters.wide as usize).chain(own).collect()
    }

    fn lights(count: u32, range: impl Fn(u32) -> f32) -> Vec<PointLight> {
        let mut state = 7u32;
        let mut share = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) as f32 / 16_777_216.0
        };
        (0..count)
            .map(|at| PointLight {
                position: [share() * 640.0, share() * 640.0, share() * 30.0],
                range: range(at),
                colour: [share(), share(), share()],
                attenuation: [0.0, 1.0, 0.0],
            })
            .collect()
    }

    /// Every light that reaches a place is asked there, once; and few others are.
    #[test]
    fn whoever_reaches_a_place_is_asked_there() {
        let all = lights(300, |at| if at % 50 == 0 { 500.0 } else { 5.0 + (at % 20) as f32 });
        let mut clusters = Clusters::default();
        clusters.fill(&all);
        assert_eq!(clusters.wide, 6);
        let (mut sum, mut places) = (0, 0);
        for x in -3..35 {
            for y in -3..35 {
                let at = [x as f32 * 20.3, y as f32 * 19.7];
                let mut found = asked(&clusters, at);
                sum += found.len();
                places += 1;
                let count = found.len();
                found.sort_unstable();
                found.dedup();
                assert_eq!(found.len(), count, "each once");
                for light in &all {
                    let near = Vec2::new(light.position[0], light.position[1]).distance(at.into())
                        <= light.range;
                    let is = |number: &usize| {
                        clusters.texels[number * TEXELS][..3] == light.position[..]
                    };
                    assert!(!near || found.iter().any(is), "{light:?} at {at:?}");
                }
            }
        }
        assert!(sum / places < 20, "{} of 300 on average", sum / places);
    }

    #[test]
    fn what_is_nowhere_and_what_is_too_much() {
        let mut clusters = Clusters::default();
        clusters.fill(&[]);
        assert_eq!(clusters.wide, 0);
        assert_eq!(clusters.bytes().1, 4);
        let mut odd = lights(4, |_| 10.0);
        odd[0].position[0] = f32::NAN;
        odd[1].range = f32::INFINITY;
        odd[2].position = [1e30, -1e30, 0.0];
        clusters.fill(&odd);
        assert!(clusters.wide >= 2);
        // All in one place, and more than a grid has room for.
        let mut many = lights(2000, |_| 100.0);
        clusters.fill(&many);
        assert!(clusters.texels.len() <= WIDTH * HEIGHT);
        assert_eq!(asked(&clusters, [320.0, 320.0]).len().min(10), 10);
        many.iter_mut().for_each(|light| light.position = [5.0, 5.0, 5.0]);
        clusters.fill(&many);
        assert!(clusters.texels.len() <= WIDTH * HEIGHT);
    }
}
