//! Random plans and random damage.

use proptest::prelude::*;

use super::samples::{codes_of, noise};
use crate::landscape::{GroundPlan, Lake, Landscape, LandscapeDoc, Surface, check};
use crate::{Findings, Mode};

fn plans() -> impl Strategy<Value = GroundPlan> {
    let squares = (1usize..4, 1usize..4);
    let per_square = (1usize..5, 1usize..5);
    let numbers =
        (any::<u64>(), 1u32..4000, -5000i32..5000, 1u8..9, prop::option::of(0.0f32..40.0));
    (squares, per_square, numbers).prop_map(
        |((sx, sy), (qx, qy), (seed, size, at, kinds, lake))| {
            let (across, down) = (sx * qx, sy * qy);
            let mut plan = GroundPlan::flat([across, down], [sx, sy], size as f32 / 16.0);
            plan.origin = [at as f32 / 4.0, -at as f32 / 8.0];
            for (point, height) in plan.heights.iter_mut().enumerate() {
                *height = (noise(point, 0, seed) % 1000) as f32 / 20.0;
            }
            plan.alphas =
                (0..plan.heights.len()).map(|p| (noise(p, 1, seed) % 9) as f32 / 8.0).collect();
            for (quad, surface) in plan.surfaces.iter_mut().enumerate() {
                let pick = noise(quad, 2, seed);
                let material = 1 + (pick % u64::from(kinds)) as u8;
                let second = pick & 0x100 != 0;
                *surface =
                    Surface { material, second: second.then_some(1 + (pick >> 16) as u8 % kinds) };
            }
            plan.lake = lake.map(|level| Lake { level, surface: 20, bed: 21, lava: seed % 2 == 0 });
            plan
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn what_is_made_is_sound(plan in plans()) {
        let doc = plan.build().unwrap();
        let bytes = doc.write().unwrap();
        prop_assert_eq!(codes_of(&bytes), [""; 0]);
        prop_assert_eq!(LandscapeDoc::open(&bytes).unwrap().write().unwrap(), bytes);
    }

    /// Links by trying every pair of edges.
    #[test]
    fn links_are_those_of_brute_force(plan in plans()) {
        let bytes = plan.build().unwrap().write().unwrap();
        let land = Landscape::read(&bytes).unwrap();
        let edges = |index: usize| {
            let face = land.faces.get(index).unwrap();
            let [a, b, c] = land.corners(&face).unwrap();
            (face, [[a, b], [b, c], [c, a]])
        };
        let layer = |index: usize| (index < land.split(), edges(index).0.is_liquid());
        for one in 0..land.faces.len() {
            let (face, ours) = edges(one);
            for (edge, [from, to]) in ours.into_iter().enumerate() {
                let mut across = None;
                for other in (0..land.faces.len()).filter(|&other| other != one) {
                    let theirs = edges(other).1;
                    if let Some(twin) = theirs.iter().position(|e| *e == [to, from])
                        && layer(one) == layer(other)
                    {
                        prop_assert!(across.is_none());
                        across = Some((other, twin));
                    }
                }
                prop_assert_eq!(face.neighbour(edge).zip(face.twin(edge)), across);
            }
        }
    }

    /// Every point of the map lies on one face of each level, at a height between its corners.
    #[test]
    fn each_level_covers_the_map(plan in plans(), x in 0.0f32..1.0, y in 0.0f32..1.0) {
        let bytes = plan.build().unwrap().write().unwrap();
        let land = Landscape::read(&bytes).unwrap();
        let grid = land.grid().unwrap();
        let aabb = land.header.aabb();
        let along = |axis: usize, share: f32| aabb.min[axis] + (aabb.max[axis] - aabb.min[axis]) * share;
        let point = [along(0, x), along(1, y)];
        let square = grid.square_at(point[0], point[1]).unwrap();
        for level in 0..2 {
            let (_, cell) = land.cell(square, level).unwrap();
            let holds = |index: usize| {
                let face = land.faces.get(index).unwrap();
                let [a, b, c] = land.corners(&face).unwrap();
                let left = |[x, y, _]: [f32; 3], [x2, y2, _]: [f32; 3]| {
                    let (x, y, x2, y2) = (f64::from(x), f64::from(y), f64::from(x2), f64::from(y2));
                    let (px, py) = (f64::from(point[0]), f64::from(point[1]));
                    (x2 - x) * (py - y) - (y2 - y) * (px - x) >= -1e-3
                };
                !face.is_liquid() && left(a, b) && left(b, c) && left(c, a)
            };
            prop_assert!(land.cell_faces(&cell).any(holds));
        }
    }

    #[test]
    fn damage_never_panics(
        plan in plans(),
        hits in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..12),
        retail: bool,
    ) {
        let mut bytes = plan.build().unwrap().write().unwrap();
        for (at, value) in hits {
            let at = at.index(bytes.len());
            bytes[at] = value;
        }
        let mut findings = Findings::new(Mode::Strict, retail);
        check(&bytes, &mut findings);
        if let Ok(mut doc) = LandscapeDoc::open(&bytes) {
            prop_assert_eq!(doc.write().unwrap(), bytes);
            for change in crate::landscape::Change::ALL {
                let _ = doc.refresh(change);
            }
        }
    }
}
