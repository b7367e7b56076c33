//! Lines on the ground: squares and their levels, areals with links and grid, a way.
//!
//! A line between two points of a hilly ground would run through the hill, so lines are cut into
//! pieces and laid on it.

use ngi_engine::arealmap::{Areal, Areals};
use ngi_engine::landscape::Ground;
use ngi_formats::landscape::{Face, FaceFilter, FaceFlags};

use crate::frame::Line;

/// Borders of squares drawn at the fine level.
pub const FINE: [u8; 4] = [120, 230, 120, 255];
/// Borders of squares drawn at the coarse level.
pub const COARSE: [u8; 4] = [255, 170, 60, 255];
/// Borders of areals.
pub const BORDER: [u8; 4] = [20, 24, 28, 230];
/// Links between areals.
pub const LINK: [u8; 4] = [255, 255, 255, 170];
/// The grid over the areals.
pub const GRID: [u8; 4] = [255, 255, 255, 60];
/// A way.
pub const ROUTE: [u8; 4] = [255, 70, 60, 255];

/// So many lines an overlay has at most: a broken file may ask for any number.
const MOST_LINES: usize = 400_000;
/// Into so many pieces a line is cut at most.
const MOST_PIECES: u16 = 64;

/// Something to lay lines on.
#[derive(Debug, Clone, Copy)]
pub struct Drape<'a> {
    /// The ground; `None` leaves heights as they are.
    pub ground: Option<&'a Ground>,
    /// So far above it.
    pub lift: f32,
    /// Pieces are about this long.
    pub step: f32,
}

impl<'a> Drape<'a> {
    /// Lines over the ground of a level, as everybody lays them.
    pub fn over(ground: Option<&'a Ground>) -> Self {
        Self { ground, lift: 0.4, step: 4.0 }
    }

    /// A point at its height on the ground, on water too; its own where there is no ground.
    pub fn point(&self, [x, y, z]: [f32; 3]) -> [f32; 3] {
        let all = FaceFilter::default();
        let found = self.ground.and_then(|ground| ground.height([x, y], &all));
        [x, y, found.map_or(z, |footing| footing.z) + self.lift]
    }

    /// Lays a line on the ground.
    pub fn line(
        &self,
        [from, to]: [[f32; 3]; 2],
        colour: [u8; 4],
        width: f32,
        out: &mut Vec<Line>,
    ) {
        let finite = from.iter().chain(&to).all(|part| part.is_finite());
        if !finite || out.len() >= MOST_LINES {
            return;
        }
        let ([x0, y0, z0], [x1, y1, z1]) = (from, to);
        let length = ngi_engine::portable::hypot(x1 - x0, y1 - y0);
        let wanted = if self.ground.is_some() { (length / self.step).ceil() } else { 1.0 };
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // clamped
        let pieces = wanted.clamp(1.0, f32::from(MOST_PIECES)) as u16;
        let at = |piece: u16| {
            let share = f32::from(piece) / f32::from(pieces);
            let mix = |a: f32, b: f32| a + (b - a) * share;
            self.point([mix(x0, x1), mix(y0, y1), mix(z0, z1)])
        };
        let mut last = at(0);
        for piece in 1..=pieces {
            let next = at(piece);
            out.push(Line { from: last, to: next, colour, width });
            last = next;
        }
    }
}

/// The border of a square; nothing for one that is not there.
pub fn square(
    drape: &Drape<'_>,
    ground: &Ground,
    index: usize,
    colour: [u8; 4],
    out: &mut Vec<Line>,
) {
    let grid = ground.grid();
    let Some([column, row]) = grid.of_index(index) else { return };
    let ([ox, oy], [width, height]) = (grid.origin, grid.size);
    #[allow(clippy::cast_precision_loss)] // squares have 16 bits
    let (x, y) = (ox + column as f32 * width, oy + row as f32 * height);
    // A little inside, so that neighbours of another level show both colours.
    let inset = width.min(height) * 0.01;
    let (x0, y0, x1, y1) = (x + inset, y + inset, x + width - inset, y + height - inset);
    let corners = [[x0, y0, 0.0], [x1, y0, 0.0], [x1, y1, 0.0], [x0, y1, 0.0]];
    let [a, b, c, d] = corners;
    for side in [[a, b], [b, c], [c, d], [d, a]] {
        drape.line(side, colour, 1.5, out);
    }
}

/// The borders of all areals.
pub fn areal_borders(drape: &Drape<'_>, areals: &Areals, out: &mut Vec<Line>) {
    for areal in 0..areals.len() {
        let neighbours = areals.links(areal);
        for edge in 0..areals.polygon(areal).len() {
            // A border that two share is drawn by the first of them.
            let other = neighbours.get(edge).and_then(|link| link.target());
            if other.is_some_and(|(other, _)| other < areal) {
                continue;
            }
            if let Some(ends) = areals.edge(areal, edge) {
                drape.line(ends, BORDER, 1.5, out);
            }
        }
    }
}

/// From centre to centre of walkable neighbours, over the middle of the border between them.
pub fn areal_links(drape: &Drape<'_>, areals: &Areals, out: &mut Vec<Line>) {
    let centre = |areal: &Areal| {
        let [x, y] = areal.centre;
        [x, y]
    };
    for (index, areal) in areals.areals().iter().enumerate() {
        if !areal.walkable {
            continue;
        }
        for neighbour in areals.neighbours(index).filter(|other| other.areal > index) {
            let Some(other) = areals.areal(neighbour.areal).filter(|other| other.walkable) else {
                continue;
            };
            let Some([[px, py, pz], [qx, qy, qz]]) = areals.edge(index, neighbour.edge) else {
                continue;
            };
            let half = [(px + qx) * 0.5, (py + qy) * 0.5, (pz + qz) * 0.5];
            for ([x, y], number) in [(centre(areal), index), (centre(other), neighbour.areal)] {
                let from = [x, y, areals.plane_height(number, [x, y])];
                drape.line([from, half], LINK, 1.0, out);
            }
        }
    }
}

/// The grid over the areals: every `each`th line of it.
pub fn areal_grid(drape: &Drape<'_>, areals: &Areals, each: usize, out: &mut Vec<Line>) {
    let Some(frame) = areals.frame() else { return };
    let ([x0, y0], [x1, y1]) = (frame.min, frame.max);
    let along = |low: f32, high: f32, count: u32, number: u32| {
        #[allow(clippy::cast_precision_loss)] // a place between two numbers
        let share = number as f32 / count.max(1) as f32;
        low + (high - low) * share
    };
    for number in (0..=frame.across).step_by(each.max(1)) {
        let x = along(x0, x1, frame.across, number);
        drape.line([[x, y0, 0.0], [x, y1, 0.0]], GRID, 1.0, out);
    }
    for number in (0..=frame.down).step_by(each.max(1)) {
        let y = along(y0, y1, frame.down, number);
        drape.line([[x0, y, 0.0], [x1, y, 0.0]], GRID, 1.0, out);
    }
}

/// Draws a route through its points, from its start to its goal.
pub fn route(drape: &Drape<'_>, points: &[[f32; 3]], out: &mut Vec<Line>) {
    for (from, to) in points.iter().zip(points.iter().skip(1)) {
        drape.line([*from, *to], ROUTE, 4.0, out);
    }
    // A mast at each end.
    for end in [points.first(), points.last()].into_iter().flatten() {
        let [x, y, z] = drape.point(*end);
        let mast = Line { from: [x, y, z], to: [x, y, z + 6.0], colour: ROUTE, width: 4.0 };
        out.push(mast);
    }
}

/// The colour of a face by its flags, for looking at them: liquid blue, beds brown, lava red, two
/// materials violet, what walkers do not stand on yellow, plain ground green.
pub fn flag_colour(face: &Face) -> [u8; 4] {
    let flags = face.flags;
    let lava = !flags.has_any(FaceFlags::NOT_LAVA);
    let not_ground = FaceFlags(FaceFlags::NOT_GROUND.0 | FaceFlags::NO_SEARCH.0);
    if face.is_liquid() {
        if lava { [230, 80, 30, 150] } else { [50, 120, 255, 150] }
    } else if flags.has_any(FaceFlags::BED) {
        [150, 100, 40, 150]
    } else if flags.has_any(not_ground) {
        [240, 220, 60, 150]
    } else if face.second().is_some() {
        [170, 90, 220, 150]
    } else {
        [80, 180, 90, 110]
    }
}

/// Returns the colour of an areal.
pub fn areal_colour(areal: &Areal) -> [u8; 4] {
    ground_colour(areal.is_lake(), areal.walkable, areal.class.0)
}

/// Returns the colour of a kind of ground: lakes are blue, ground that walkers cannot enter is grey,
/// and the rest is green, in a shade that depends on the class.
pub fn ground_colour(is_lake: bool, is_walkable: bool, class: u32) -> [u8; 4] {
    match (is_lake, is_walkable) {
        (true, false) => return [0x3b, 0x6e, 0xa8, 255],
        (true, true) => return [0x4a, 0x95, 0xa0, 255],
        (false, false) => return [0x6b, 0x67, 0x63, 255],
        (false, true) => {}
    }
    // Steps of the golden ratio: neighbouring numbers get shades far apart.
    #[allow(clippy::cast_possible_truncation)] // below 1
    let share = (f64::from(class) * 0.618_034).fract() as f32;
    hsl(78.0 + 54.0 * share, 0.24, 0.36 + 0.12 * (1.0 - share))
}

/// A colour of hue in degrees, saturation and lightness.
fn hsl(hue: f32, saturation: f32, lightness: f32) -> [u8; 4] {
    let reach = saturation * lightness.min(1.0 - lightness);
    let channel = |offset: f32| {
        let k = (offset + hue / 30.0) % 12.0;
        let value = lightness - reach * (k - 3.0).min(9.0 - k).clamp(-1.0, 1.0);
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // between 0 and 255
        let byte = (value * 255.0).round().clamp(0.0, 255.0) as u8;
        byte
    };
    [channel(0.0), channel(8.0), channel(4.0), 255]
}

#[cfg(test)]
mod tests {
    use super::*;
    use ngi_engine::arealmap::{LoadOptions, RouteOptions};
    use ngi_formats::arealmap::Plan;
    use ngi_formats::landscape::{GroundPlan, Landscape};

    fn hill() -> Ground {
        let mut plan = GroundPlan::flat([8, 8], [2, 2], 10.0);
        let top = plan.point(4, 4).unwrap();
        plan.heights[top] = 5.0;
        let bytes = plan.build().unwrap().write().unwrap();
        Ground::of(&Landscape::read(&bytes).unwrap())
    }

    fn three() -> Areals {
        let mut plan = Plan::new(8, 8);
        for x in [0.0, 10.0, 20.0] {
            plan.add(&[[x, 0.0, 1.0], [x + 10.0, 0.0, 1.0], [x + 10.0, 10.0, 1.0], [x, 10.0, 1.0]]);
        }
        Areals::load(&plan.build().unwrap().write_file().unwrap(), &LoadOptions::default()).unwrap()
    }

    const FLAT: Drape<'_> = Drape { ground: None, lift: 0.0, step: 1.0 };

    #[test]
    fn lines_follow_the_ground() {
        let ground = hill();
        let drape = Drape { ground: Some(&ground), lift: 0.5, step: 5.0 };
        let mut lines = Vec::new();
        drape.line([[30.0, 40.0, 99.0], [50.0, 40.0, 99.0]], FINE, 1.0, &mut lines);
        assert_eq!(lines.len(), 4);
        assert_eq!(lines[1].to, [40.0, 40.0, 5.5]);
        assert!(lines.windows(2).all(|pair| pair[0].to == pair[1].from));
        lines.clear();
        drape.line([[f32::NAN, 40.0, 0.0], [50.0, 40.0, 0.0]], FINE, 1.0, &mut lines);
        assert!(lines.is_empty());
        drape.line([[0.0, 0.0, 0.0], [1e9, 0.0, 0.0]], FINE, 1.0, &mut lines);
        assert_eq!(lines.len(), usize::from(MOST_PIECES));
    }

    #[test]
    fn a_square_has_four_sides() {
        let ground = hill();
        let mut lines = Vec::new();
        square(&FLAT, &ground, 2, COARSE, &mut lines);
        assert_eq!(lines.len(), 4);
        // Square 2 of 2 x 2 is column 1, row 0.
        assert!(lines.iter().all(|line| line.from[0] > 40.0 && line.from[1] < 40.0));
        square(&FLAT, &ground, 4, COARSE, &mut lines);
        assert_eq!(lines.len(), 4);
    }

    #[test]
    fn borders_are_drawn_once_and_links_between_neighbours() {
        let areals = three();
        let mut lines = Vec::new();
        areal_borders(&FLAT, &areals, &mut lines);
        assert_eq!(lines.len(), 3 * 4 - 2);
        lines.clear();
        areal_links(&FLAT, &areals, &mut lines);
        assert_eq!(lines.len(), 4, "two links of two pieces");
        assert_eq!((lines[0].from, lines[0].to), ([5.0, 5.0, 1.0], [10.0, 5.0, 1.0]));
        lines.clear();
        areal_grid(&FLAT, &areals, 4, &mut lines);
        assert_eq!(lines.len(), 3 + 3);
    }

    #[test]
    fn a_way_has_masts() {
        let areals = three();
        let way = areals.route([1.0, 5.0], [29.0, 5.0], &RouteOptions::default()).unwrap();
        let mut lines = Vec::new();
        route(&FLAT, &way.points, &mut lines);
        assert_eq!(lines.len(), 3 + 2);
        assert_eq!(lines[3].to[2] - lines[3].from[2], 6.0);
        route(&FLAT, &[], &mut lines);
        assert_eq!(lines.len(), 5);
    }

    #[test]
    fn colours_of_the_wheel() {
        assert_eq!(hsl(0.0, 1.0, 0.5), [255, 0, 0, 255]);
        assert_eq!(hsl(120.0, 1.0, 0.5), [0, 255, 0, 255]);
        assert_eq!(hsl(240.0, 1.0, 0.25), [0, 0, 128, 255]);
        assert_eq!(hsl(77.0, 0.0, 0.5), [128, 128, 128, 255]);
    }
}
