//! A level made anew: ground of heights and materials, areals of slope, water and size.

use ngi_engine::arealmap::{Areals, LoadOptions};
use ngi_formats::ErrorKind;
use ngi_formats::landscape::{Change, FaceFlags, GroundPlan, Lake, LandscapeDoc};

use super::dressing::{Dressing, LikeLevel, Splat, by_picture, by_slope, dress, plan_of};
use super::heights::{Heights, steps};
use super::soup::{Index, Soup};
use super::{Imported, LevelFile, areals, files};
use crate::{Error, Result};

/// Quads along a side that are tried, at most.
const MOST_QUADS: usize = 512;
/// Quads of a map, at most. Faces have numbers of 16 bits, each quad two faces in level 0 and half
/// a one in level 1.
const MOST_QUADS_OF_ALL: usize = 65_535 * 2 / 5;
/// Points along a side of a mesh that is sampled.
const SAMPLES: usize = 257;

/// What a level is made of.
pub(super) struct Recipe<'r> {
    pub heights: Heights,
    pub splat: Option<Splat>,
    /// Triangles whose materials say what lies where.
    pub painted: Option<&'r Soup>,
    pub water: Option<f32>,
    pub lava: bool,
    pub like: Option<&'r LikeLevel>,
}

/// The heights of a mesh at the points of a regular grid.
pub(super) fn sampled(soup: &Soup, liquids: &[&str]) -> Result<Heights> {
    let named = |material: usize| soup.materials.get(material).map_or("", |(name, _)| name);
    let is_dry =
        |material: usize| !liquids.iter().any(|known| known.eq_ignore_ascii_case(named(material)));
    let index = Index::new(soup, |face| is_dry(face.material))?;
    let [low, high] = soup.bounds();
    let reach = [high[0] - low[0], high[1] - low[1]];
    if !reach.iter().all(|reach| reach.is_finite() && *reach > 0.0) {
        return Err(Error::Usage("seen from above the mesh has no size".into()));
    }
    let size = [SAMPLES; 2];
    let step = steps(size, reach);
    let mut values: Vec<Option<f32>> = Vec::with_capacity(SAMPLES * SAMPLES);
    for row in 0..SAMPLES {
        for column in 0..SAMPLES {
            let place = [low[0] + step[0] * column as f64, low[1] + step[1] * row as f64];
            #[allow(clippy::cast_possible_truncation)] // to the nearest float
            values.push(index.top(place).map(|(_, z)| z as f32));
        }
    }
    let least = values.iter().flatten().copied().fold(f32::INFINITY, f32::min);
    if !least.is_finite() {
        return Err(Error::Usage("seen from above there is no ground".into()));
    }
    let values = values.into_iter().map(|value| value.unwrap_or(least)).collect();
    Ok(Heights { size, origin: low, step, values })
}

/// Makes all files of a level.
pub(super) fn make(
    recipe: &Recipe<'_>,
    dressing: &mut Dressing,
    imported: &mut Imported,
) -> Result<Vec<LevelFile>> {
    let (plan, mut land) = largest(recipe, dressing, imported)?;
    dry_shores(&mut land, &plan)?;
    tell_ground(recipe, &plan, &land, imported);
    let mut polygons = areals::plan(&plan);
    if let Some(map) = recipe.like.and_then(|like| like.map.as_ref())
        && let Ok(classes) = Areals::load(map, &LoadOptions::default())
    {
        let carried = areals::carry_classes(&mut polygons, &classes);
        imported.carried.push(format!("classes of {carried} areals, from where they lie"));
    }
    let mut map = polygons.build()?;
    areals::settle(&mut map, &plan)?;
    let walked = map.areals.iter().filter(|areal| areal.head.is_walkable()).count();
    imported.computed.push(format!(
        "{} areals by slope, water and size, {walked} of them walked on; links, areas and grid",
        map.areals.len()
    ));
    files(land.write()?, dressing.wears()?, Some(map.write_file()?))
}

/// The finest ground that fits: fewer quads until the faces can be counted.
fn largest(
    recipe: &Recipe<'_>,
    dressing: &mut Dressing,
    imported: &mut Imported,
) -> Result<(GroundPlan, LandscapeDoc)> {
    let mut last = None;
    for (quads, squares) in sizes(&recipe.heights) {
        let plan = dressed(recipe, dressing, quads, squares, imported)?;
        match plan.build() {
            Ok(land) => return Ok((plan, land)),
            Err(error) if matches!(error.kind, ErrorKind::Limit(_)) => last = Some(error),
            Err(error) => return Err(error.into()),
        }
    }
    let too_small = || Error::Usage("the picture is too small for a map".into());
    Err(last.map_or_else(too_small, Error::from))
}

/// Numbers of quads and squares to try, the finest first: as many as there are points where that
/// fits, squares of an even number of quads, so that level 1 is coarser.
fn sizes(heights: &Heights) -> Vec<([usize; 2], [usize; 2])> {
    let [columns, _] = heights.size;
    let [east, north] = heights.reach();
    let mut all = Vec::new();
    for squares in [16usize, 8, 4, 2, 1] {
        for per_square in (1..=MOST_QUADS / squares).filter(|count| count % 2 == 0 || *count == 1) {
            let across = squares * per_square;
            if across > MOST_QUADS || across > columns - 1 {
                continue;
            }
            let square = east / squares as f64;
            // At least one; saturates.
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
            let rows = ((north / square).round().max(1.0) as usize).min(64);
            let down = rows * per_square;
            if across * down <= MOST_QUADS_OF_ALL {
                all.push(([across, down], [squares, rows]));
            }
        }
    }
    // As the game has them, 8 or 16 squares along a side; of these the finest, whose level 1 is
    // coarser, with more squares.
    all.sort_by_key(|([across, _], [squares, _])| {
        let coarse = (across / squares) % 2 == 0;
        (*squares < 8, !coarse, std::cmp::Reverse(*across), std::cmp::Reverse(*squares))
    });
    all
}

fn dressed(
    recipe: &Recipe<'_>,
    dressing: &mut Dressing,
    quads: [usize; 2],
    squares: [usize; 2],
    imported: &mut Imported,
) -> Result<GroundPlan> {
    let mut plan = plan_of(&recipe.heights, quads, squares);
    plan.texture_turn = dressing.turn.unwrap_or(200.0).max(plan.spacing);
    if let Some(level) = recipe.water {
        let ([surface, bed], lava) = dressing.liquid(recipe.lava)?;
        plan.lake = Some(Lake { level, surface, bed, lava });
    }
    let rows = match (&recipe.splat, recipe.painted) {
        (Some(splat), _) => by_picture(&plan, splat, &dressing.ground),
        (None, Some(soup)) => by_mesh(&plan, soup, dressing, imported)?,
        (None, None) => by_slope(&plan, &dressing.ground),
    };
    let ground = dressing.ground.clone();
    dress(&mut plan, &rows, &ground);
    Ok(plan)
}

/// Rows at the points of a plan, by the names of a mesh's materials.
fn by_mesh(
    plan: &GroundPlan,
    soup: &Soup,
    dressing: &mut Dressing,
    imported: &mut Imported,
) -> Result<Vec<u8>> {
    let named = |material: usize| soup.materials.get(material).map_or("", |(name, _)| name);
    let index = Index::new(soup, |face| {
        soup.materials.get(face.material).is_some_and(|(name, over)| !over && !name.is_empty())
    })?;
    let fallback = dressing.ground.first().copied().unwrap_or_default();
    let [across, down] = plan.quads;
    let mut rows = Vec::with_capacity((across + 1) * (down + 1));
    for (x, y) in (0..=down).flat_map(|y| (0..=across).map(move |x| (x, y))) {
        let [at_x, at_y, _] = plan.position(x, y);
        let found = index.top([f64::from(at_x), f64::from(at_y)]);
        let row = match found.map(|(face, _)| named(face.material)) {
            Some(name) => {
                let (row, is_new) = dressing.row(name)?;
                if is_new {
                    imported.told.push(format!("{name} is a new row of both wears"));
                }
                if !dressing.ground.contains(&row) {
                    dressing.ground.push(row);
                }
                row
            }
            None => fallback,
        };
        rows.push(row);
    }
    Ok(rows)
}

/// Makes ground of what of a lake's bed stands out of it. A plan floods whole blocks; beds are not
/// drawn from above, so the ground would have holes along the water's edge.
fn dry_shores(land: &mut LandscapeDoc, plan: &GroundPlan) -> Result<()> {
    let Some(lake) = plan.lake else { return Ok(()) };
    let mut changed = false;
    for index in 0..land.faces.len() {
        let Some(face) = land.faces.get(index).copied() else { continue };
        if !face.flags.has(FaceFlags::BED) {
            continue;
        }
        let corners = face.vertices.map(|vertex| land.positions.get(usize::from(vertex)).copied());
        let corners: Vec<[f32; 3]> = corners.into_iter().flatten().collect();
        if !corners.iter().any(|[_, _, z]| *z > lake.level) {
            continue;
        }
        let mean = |axis: usize| corners.iter().filter_map(|c| c.get(axis)).sum::<f32>() / 3.0;
        let quad = |value: f32, axis: usize, count: usize| {
            let origin = plan.origin.get(axis).copied().unwrap_or(0.0);
            // Saturates; inside the map.
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
            let at = ((value - origin) / plan.spacing).max(0.0) as usize;
            at.min(count.saturating_sub(1))
        };
        let [across, down] = plan.quads;
        let (x, y) = (quad(mean(0), 0, across), quad(mean(1), 1, down));
        let surface = plan.quad(x, y).and_then(|quad| plan.surfaces.get(quad));
        let material = surface.map_or(lake.bed, |surface| surface.material);
        if let Some(face) = land.faces.get_mut(index) {
            face.flags = face.flags.with(FaceFlags::BED, false).with(FaceFlags::NOT_LAVA, true);
            face.material = material;
            changed = true;
        }
    }
    if changed {
        land.refresh(Change::Materials)?;
    }
    Ok(())
}

fn tell_ground(
    recipe: &Recipe<'_>,
    plan: &GroundPlan,
    land: &LandscapeDoc,
    imported: &mut Imported,
) {
    let ([across, down], [columns, rows]) = (plan.quads, plan.squares);
    let faces = land.faces.len();
    let split = land.split();
    imported.computed.push(format!(
        "{across} × {down} quads of {} units in {columns} × {rows} squares: {split} faces of level \
         0, {} of level 1; links, normals, boxes, draw order and texture coordinates",
        plan.spacing,
        faces - split
    ));
    let (most, mean) = off(&recipe.heights, plan);
    if most > 1e-3 {
        imported.told.push(format!(
            "between its points the ground differs from the heights by {most:.2} units at most, \
             {mean:.3} in the mean: a map has room for so many quads"
        ));
    }
    let [east, north] = recipe.heights.reach();
    let made = f64::from(plan.spacing) * down as f64;
    if (made - north).abs() > north * 1e-3 {
        imported.told.push(format!(
            "squares are square: {north:.1} units from south to north became {made:.1}, {east:.1} \
             from west to east stay"
        ));
    }
}

/// How far the ground is from the heights it was made of: at most, and in the mean.
fn off(heights: &Heights, plan: &GroundPlan) -> (f64, f64) {
    let [columns, rows] = heights.size;
    let [across, down] = plan.quads;
    let (mut most, mut sum) = (0.0f64, 0.0);
    for (at, &wanted) in heights.values.iter().enumerate() {
        let (column, row) = (at % columns, at / columns);
        let along = |at: usize, points: usize, quads: usize| {
            let place = at as f64 / (points - 1) as f64 * quads as f64;
            // 0 at least, and inside.
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
            let quad = (place as usize).min(quads - 1);
            (quad, place - quad as f64)
        };
        let ((x, east), (y, north)) = (along(column, columns, across), along(row, rows, down));
        let by = (ground_height(plan, [x, y], [east, north]) - f64::from(wanted)).abs();
        most = most.max(by);
        sum += by;
    }
    (most, sum / heights.values.len().max(1) as f64)
}

/// The height of a quad's two triangles at a place in it.
fn ground_height(plan: &GroundPlan, [x, y]: [usize; 2], [east, north]: [f64; 2]) -> f64 {
    let z = |x: usize, y: usize| f64::from(plan.position(x, y)[2]);
    let (a, b, c, d) = (z(x, y), z(x + 1, y), z(x + 1, y + 1), z(x, y + 1));
    if (a - c).abs() <= (b - d).abs() {
        // Cut from the near corner to the far one.
        match north <= east {
            true => a + (b - a) * east + (c - b) * north,
            false => a + (d - a) * north + (c - d) * east,
        }
    } else {
        match east + north <= 1.0 {
            true => a + (b - a) * east + (d - a) * north,
            false => c + (d - c) * (1.0 - east) + (b - c) * (1.0 - north),
        }
    }
}
