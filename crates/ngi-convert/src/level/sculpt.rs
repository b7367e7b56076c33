//! A level whose ground was sculpted or painted elsewhere: its vertices move, its faces get other
//! materials, everything else stays.

use ngi_formats::landscape::{Landscape, LandscapeDoc};
use ngi_formats::{Findings, Mode};

use super::areals::areals_on_ground;
use super::dressing::{Dressing, LikeLevel};
use super::heights::{Grey, Heights, Scale};
use super::soup::{Index, Soup, SoupFace, corner_heights, place_key};
use super::{Imported, LevelFile, files};
use crate::Result;
use crate::landscape::heights;

/// A level that is being changed.
pub(super) struct Sculpted<'l> {
    like: &'l LikeLevel,
    pub(super) before: LandscapeDoc,
    pub(super) after: LandscapeDoc,
    /// Vertices that liquids use.
    wet: Vec<bool>,
}

impl<'l> Sculpted<'l> {
    pub fn new(like: &'l LikeLevel) -> Result<Self> {
        let before = LandscapeDoc::open(&like.land)?;
        let mut wet = vec![false; before.positions.len()];
        for vertex in before.faces.iter().filter(|face| face.is_liquid()).flat_map(|f| f.vertices) {
            wet.get_mut(usize::from(vertex)).into_iter().for_each(|wet| *wet = true);
        }
        Ok(Self { like, after: before.clone(), before, wet })
    }

    /// Moves the ground by what a picture differs from the one that would be exported now; `false`
    /// where the picture is not one of this ground. A picture nobody touched moves nothing.
    pub fn move_by_picture(&mut self, grey: &Grey, scale: &Scale) -> Result<bool> {
        let mut broken = Findings::new(Mode::Tolerant, false);
        let land = Landscape::read_tolerant(&self.like.land, &mut broken)?;
        let raster = heights::raster(&land)?;
        let reach = [0, 1].map(|axis: usize| {
            let (step, size) = (raster.step.get(axis), raster.size.get(axis));
            step.copied().unwrap_or(0.0) * (size.copied().unwrap_or(1) - 1) as f64
        });
        let close = |a: f64, b: f64| (a - b).abs() <= 0.01;
        let same_place = raster.origin.iter().zip(scale.origin).all(|(a, b)| close(*a, b))
            && reach.iter().zip(scale.reach).all(|(a, b)| close(*a, b));
        if raster.size != grey.size || !same_place {
            return Ok(false);
        }
        let own = heights::sample(&land, &raster)?;
        let known = || own.iter().copied().filter(|height| height.is_finite());
        let low = known().fold(f64::INFINITY, f64::min);
        let high = known().fold(f64::NEG_INFINITY, f64::max);
        let own_scale = Scale { lowest: low, highest: high, ..*scale };
        let steps = if high > low { 65_535.0 / (high - low) } else { 0.0 };
        let [columns, rows] = grey.size;
        let mut values = Vec::with_capacity(grey.values.len());
        for row in 0..rows {
            for column in 0..columns {
                // The picture of the landscape begins in the north.
                let height = own.get((rows - 1 - row) * columns + column).copied().unwrap_or(low);
                #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // 0 to 65,535
                let number = ((height.max(low) - low) * steps).round() as u16;
                values.push(number);
            }
        }
        let own = Grey { size: grey.size, values, shallow: false }.heights(&own_scale);
        let mut moved = grey.heights(scale);
        for (value, own) in moved.values.iter_mut().zip(&own.values) {
            // What is off by less than the file can say is not moved.
            let step = if grey.shallow { (scale.highest - scale.lowest) / 510.0 } else { 0.0 };
            let by = *value - own;
            *value = if f64::from(by.abs()) <= step { 0.0 } else { by };
        }
        self.move_by(&moved);
        Ok(true)
    }

    fn move_by(&mut self, by: &Heights) {
        let both = self.after.positions.iter_mut().zip(&self.wet);
        for ([x, y, z], _) in both.filter(|(_, wet)| !**wet) {
            let way = by.at([f64::from(*x), f64::from(*y)]);
            if way != 0.0 {
                #[allow(clippy::cast_possible_truncation)] // to the nearest float
                let to = (f64::from(*z) + way) as f32;
                *z = to;
            }
        }
    }

    /// Sets the level of the water.
    pub fn set_water(&mut self, level: f32) -> Result<bool> {
        if !self.wet.contains(&true) {
            return Ok(false);
        }
        let both = self.after.positions.iter_mut().zip(&self.wet);
        both.filter(|(_, wet)| **wet).for_each(|([_, _, z], _)| *z = level);
        Ok(true)
    }

    /// Takes heights from a mesh: those of its corners where they lie at a vertex, else those of
    /// its faces.
    pub fn move_by_mesh(
        &mut self,
        soup: &Soup,
        dressing: &Dressing,
        imported: &mut Imported,
    ) -> Result<()> {
        let liquid = self.liquid_materials(soup, dressing);
        let is_wet = |face: &SoupFace| liquid.get(face.material) == Some(&true);
        let is_base = |face: &SoupFace| soup.materials.get(face.material).is_some_and(|m| !m.1);
        let layers = [corner_heights(soup, |face| !is_wet(face)), corner_heights(soup, is_wet)];
        let tops =
            [Index::new(soup, |face| !is_wet(face) && is_base(face))?, Index::new(soup, is_wet)?];
        let (mut between, mut beside) = (0usize, 0usize);
        for (position, wet) in self.after.positions.iter_mut().zip(&self.wet) {
            let [x, y, z] = *position;
            let layer = usize::from(*wet);
            let corners = layers.get(layer).and_then(|layer| layer.get(&place_key([x, y])));
            let nearest = corners.and_then(|heights| {
                heights
                    .iter()
                    .copied()
                    .reduce(|a, b| if (b - z).abs() < (a - z).abs() { b } else { a })
            });
            let top = || {
                let found = tops.get(layer)?.top([f64::from(x), f64::from(y)])?;
                #[allow(clippy::cast_possible_truncation)] // to the nearest float
                Some(found.1 as f32)
            };
            match nearest {
                Some(height) => position[2] = height,
                None => match top() {
                    Some(height) => {
                        between += 1;
                        position[2] = height;
                    }
                    None => beside += 1,
                },
            }
        }
        if between > 0 {
            imported.told.push(format!(
                "{between} vertices lie at no corner of the mesh and took the height of its faces: \
                 where vertices were moved sideways, added or removed, only the shape came along"
            ));
        }
        if beside > 0 {
            imported.told.push(format!("{beside} vertices lie beside the mesh and stay"));
        }
        Ok(())
    }

    /// The files of the level: what depends on the changes follows, areals stay on the ground.
    pub fn finish(
        mut self,
        dressing: &Dressing,
        imported: &mut Imported,
    ) -> Result<Vec<LevelFile>> {
        let lines = self.after.follow(&self.before, &[])?;
        let untouched = lines.is_empty() && !self.is_changed();
        let land = if untouched { self.like.land.to_vec() } else { self.after.write()? };
        match untouched {
            true => imported.told.push("the ground is as it was".into()),
            false => imported.computed.extend(lines),
        }
        let map = self.areals(&land, imported)?;
        imported.carried.push(format!("everything else of {}", self.like.path));
        files(land, dressing.wears()?, map)
    }

    fn is_changed(&self) -> bool {
        let places = self.before.positions.iter().zip(self.after.positions.iter());
        let bits = |place: &[f32; 3]| place.map(f32::to_bits);
        places.into_iter().any(|(a, b)| bits(a) != bits(b))
            || self.before.faces.records != self.after.faces.records
            || self.before.alphas != self.after.alphas
    }

    /// The areals of the level, moved up and down with the ground.
    fn areals(&self, land: &[u8], imported: &mut Imported) -> Result<Option<Vec<u8>>> {
        let Some(map) = &self.like.map else { return Ok(None) };
        let Some((map, moved)) = areals_on_ground(map, [&self.like.land, land])? else {
            return Ok(Some(map.to_vec()));
        };
        imported.computed.push(format!("heights of {moved} corners of areals, with the ground"));
        imported.told.push(
            "which areals are walked on stays; without --like they are made anew by slope".into(),
        );
        Ok(Some(map))
    }
}
