//! Areals made from the ground: by water, slope and size.

use ngi_engine::arealmap::Areals;
use ngi_engine::landscape::Ground;
use ngi_formats::arealmap::{self, ArealMapBuf, ArealMapFile, Plan};
use ngi_formats::landscape::{FaceFilter, FaceFlags, GroundPlan, Landscape};
use ngi_formats::{Findings, Mode};

use crate::Result;

/// Quads along the side of the largest areals.
const LARGE: usize = 8;
/// Quads along the side of the smallest: a block of the lake.
const SMALL: usize = 2;
/// A block with a steeper step is not walked.
const STEEPEST: f32 = 1.1;
/// Nor is one that is steeper in the mean.
const STEEP: f32 = 0.6;
/// A block that is flatter in the mean is of the first class.
const FLAT: f32 = 0.25;

/// A rectangle of quads.
#[derive(Debug, Clone, Copy)]
struct Block {
    near: [usize; 2],
    far: [usize; 2],
}

/// What a block is to somebody on foot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Use {
    Water,
    Walked(u32),
    Steep,
}

/// A plan of areals that tile the ground: large blocks where all of them is of one use, small ones
/// along shores and slopes.
pub(super) fn plan(land: &GroundPlan) -> Plan {
    let [across, down] = land.quads;
    let mut plan = Plan::default();
    for y in (0..down).step_by(LARGE) {
        for x in (0..across).step_by(LARGE) {
            let far = [(x + LARGE).min(across), (y + LARGE).min(down)];
            divide(land, Block { near: [x, y], far }, &mut plan);
        }
    }
    plan
}

/// Adds a block, or the smaller blocks it has to be cut into.
fn divide(land: &GroundPlan, whole: Block, plan: &mut Plan) {
    let mut todo = vec![whole];
    while let Some(block) = todo.pop() {
        let Block { near: [x, y], far: [far_x, far_y] } = block;
        let (wide, high) = (far_x - x, far_y - y);
        let one = use_of(land, block);
        let small = wide <= SMALL && high <= SMALL;
        if small || cells(block).all(|cell| use_of(land, cell) == one) {
            add(land, block, one, plan);
            continue;
        }
        let half = |near: usize, size: usize| {
            if size <= SMALL { near + size } else { near + (size / 2).next_multiple_of(SMALL) }
        };
        let (mid_x, mid_y) = (half(x, wide), half(y, high));
        for (near, far) in [
            ([x, y], [mid_x, mid_y]),
            ([mid_x, y], [far_x, mid_y]),
            ([x, mid_y], [mid_x, far_y]),
            ([mid_x, mid_y], [far_x, far_y]),
        ] {
            if near[0] < far[0] && near[1] < far[1] {
                todo.push(Block { near, far });
            }
        }
    }
}

/// The smallest blocks in a block.
fn cells(block: Block) -> impl Iterator<Item = Block> {
    let Block { near: [x, y], far: [far_x, far_y] } = block;
    (y..far_y).step_by(SMALL).flat_map(move |y| {
        (x..far_x).step_by(SMALL).map(move |x| Block {
            near: [x, y],
            far: [(x + SMALL).min(far_x), (y + SMALL).min(far_y)],
        })
    })
}

fn use_of(land: &GroundPlan, block: Block) -> Use {
    let Block { near: [x, y], far: [far_x, far_y] } = block;
    let height = |x: usize, y: usize| land.position(x, y)[2];
    let level = land.lake.map_or(f32::MIN, |lake| lake.level);
    if (y..=far_y).all(|y| (x..=far_x).all(|x| height(x, y) < level)) {
        return Use::Water;
    }
    let (mut most, mut sum, mut count) = (0.0f32, 0.0, 0.0);
    for y in y..far_y {
        for x in x..far_x {
            let here = height(x, y);
            let step = (height(x + 1, y) - here).abs().max((height(x, y + 1) - here).abs());
            most = most.max(step / land.spacing);
            sum += step / land.spacing;
            count += 1.0;
        }
    }
    let mean = sum / f32::max(count, 1.0);
    match mean {
        _ if most >= STEEPEST || mean >= STEEP => Use::Steep,
        mean if mean < FLAT => Use::Walked(1),
        _ => Use::Walked(2),
    }
}

fn add(land: &GroundPlan, block: Block, one: Use, plan: &mut Plan) {
    let Block { near: [x, y], far: [far_x, far_y] } = block;
    let mut polygon =
        [[x, y], [far_x, y], [far_x, far_y], [x, far_y]].map(|[x, y]| land.position(x, y));
    let level = land.lake.map_or(0.0, |lake| lake.level);
    if one == Use::Water {
        polygon.iter_mut().for_each(|[_, _, z]| *z = level);
    }
    let areal = plan.add(&polygon);
    match one {
        Use::Water => areal.lake(),
        Use::Steep => areal.walkable(false).class(2),
        Use::Walked(class) => areal.class(class),
    };
}

/// Puts corners on the ground that long edges got where short ones end. They lie at points of the
/// plan, as all corners do.
pub(super) fn settle(map: &mut ArealMapBuf, land: &GroundPlan) -> Result<()> {
    let before = map.clone();
    for areal in map.areals.iter_mut().filter(|areal| !areal.head.class.is_lake()) {
        for [x, y, z] in &mut areal.polygon {
            let [column, row] = [(*x, land.origin[0]), (*y, land.origin[1])].map(|(at, from)| {
                // Whole numbers of quads; saturates.
                #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
                let number = ((at - from) / land.spacing).round().max(0.0) as usize;
                number
            });
            if land.point(column, row).is_some() {
                *z = land.position(column, row)[2];
            }
        }
    }
    map.follow(&before)?;
    Ok(())
}

/// Gives areals the class that another level has at their middle, where both are water or both
/// are not. How many got one.
pub(super) fn carry_classes(plan: &mut Plan, like: &Areals) -> usize {
    let mut carried = 0;
    for areal in plan.areals_mut() {
        let count = areal.polygon.len().max(1);
        #[allow(clippy::cast_precision_loss)] // a handful of corners
        let share = 1.0 / count as f32;
        let [x, y] = areal
            .polygon
            .iter()
            .fold([0.0f32; 2], |[x, y], corner| [x + corner[0] * share, y + corner[1] * share]);
        let found = like.at(x, y).and_then(|number| like.areal(number));
        let Some(class) = found.map(|found| found.class) else { continue };
        if class.is_lake() == areal.class.is_lake() && class != areal.class {
            areal.class = class;
            carried += 1;
        }
    }
    carried
}

/// Areals moved up and down with the ground from one state of a landscape to another: the file, and
/// how many corners moved. `None` where none do, or where the areals cannot be followed. Lakes stay
/// level, and which areals are walked on stays.
pub fn areals_on_ground(
    map: &[u8],
    [before, after]: [&[u8]; 2],
) -> Result<Option<(Vec<u8>, usize)>> {
    let Ok(old) = arealmap::read_file(map) else { return Ok(None) };
    let mut broken = Findings::new(Mode::Tolerant, false);
    let mut ground_of = |bytes: &[u8]| -> Result<Ground> {
        Ok(Ground::of(&Landscape::read_tolerant(bytes, &mut broken)?))
    };
    let (before, after) = (ground_of(before)?, ground_of(after)?);
    let dry = FaceFilter { forbidden: FaceFlags::LIQUID_SURFACE, ..FaceFilter::default() };
    let (was, mut now) = (old.to_buf(), old.to_buf());
    let mut moved = 0usize;
    for areal in now.areals.iter_mut().filter(|areal| !areal.head.class.is_lake()) {
        for [x, y, z] in &mut areal.polygon {
            let height = |ground: &Ground| ground.height([*x, *y], &dry).map(|at| at.z);
            let (Some(from), Some(to)) = (height(&before), height(&after)) else { continue };
            if from.to_bits() != to.to_bits() {
                *z += to - from;
                moved += 1;
            }
        }
    }
    if moved == 0 {
        return Ok(None);
    }
    now.follow(&was)?;
    Ok(Some((ArealMapFile::read(map)?.write_with(&now)?, moved)))
}
