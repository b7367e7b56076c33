//! Which squares of the ground are drawn, at which level, and what of them goes together.

use std::collections::BTreeSet;
use std::ops::Range;

use glam::Vec3A;
use ngi_engine::landscape::Ground;
use ngi_engine::model::Frustum;

use super::mesh::{Coat, FaceKind, GroundMesh, Run};
use super::skirts::{SIDES, beyond};

/// Which level squares are drawn at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Detail {
    /// As the engine does: coarse from three squares away on.
    #[default]
    Engine,
    /// One level everywhere: 0 fine, 1 coarse.
    Fixed(usize),
}

/// From where the ground is looked at, and what of it is wanted.
#[derive(Debug, Clone, Copy)]
pub struct GroundView<'a> {
    /// The eye, which levels are chosen by.
    pub eye: [f32; 3],
    /// What the camera sees; `None` for all.
    pub frustum: Option<&'a Frustum>,
    /// Which level.
    pub detail: Detail,
    /// Whether this kind of face is drawn, in the order of [`FaceKind`].
    pub kinds: [bool; 3],
    /// Squares that are left out.
    pub hidden: Option<&'a BTreeSet<usize>>,
}

impl GroundView<'_> {
    fn wants(&self, coat: &Coat) -> bool {
        let [dry, bed, liquid] = self.kinds;
        match coat.kind {
            FaceKind::Dry => dry,
            FaceKind::Bed => bed,
            FaceKind::Liquid => liquid,
        }
    }

    fn level(&self, ground: &Ground, square: usize) -> usize {
        match self.detail {
            Detail::Engine => {
                let [x, y, _] = self.eye;
                ground.drawn_level(square, [x, y])
            }
            Detail::Fixed(level) => level.min(1),
        }
    }
}

/// A square that is drawn, and its level.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Drawn {
    /// The square.
    pub square: u32,
    /// Its level.
    pub level: u8,
}

/// What is drawn of the ground, sorted by coat. Keeps its memory from frame to frame.
#[derive(Debug, Clone, Default)]
pub struct Chosen {
    /// The squares that are seen.
    pub squares: Vec<Drawn>,
    /// How many squares are not.
    pub culled: usize,
    /// By coat the indices that are drawn with it, as places in [`GroundMesh::indices`].
    by_coat: Vec<Vec<Range<u32>>>,
}

impl Chosen {
    /// Chooses anew.
    pub fn choose(&mut self, mesh: &GroundMesh, ground: &Ground, look: &GroundView<'_>) {
        self.squares.clear();
        self.culled = 0;
        self.by_coat.iter_mut().for_each(Vec::clear);
        self.by_coat.resize_with(mesh.coats.len(), Vec::new);
        for (square, runs) in (0u32..).zip(&mesh.squares) {
            let Some([min, max]) = runs.bounds else { continue };
            if look.hidden.is_some_and(|hidden| hidden.contains(&(square as usize))) {
                continue;
            }
            let [x, y, z] = min;
            let min = [x, y, z.min(runs.lowest)];
            let is_seen = |frustum: &Frustum| {
                frustum.sees_box(Vec3A::from_array(min), Vec3A::from_array(max))
            };
            if !look.frustum.is_none_or(is_seen) {
                self.culled += 1;
                continue;
            }
            let level = look.level(ground, square as usize);
            self.squares.push(Drawn { square, level: u8::from(level == 1) });
            for run in mesh.runs_of(square as usize, level) {
                self.add(mesh, run, look);
            }
            if look.detail == Detail::Engine {
                self.add_skirts(mesh, ground, (square as usize, level), look);
            }
        }
    }

    /// Adds what hangs from the sides of a square beyond which there is another level.
    fn add_skirts(
        &mut self,
        mesh: &GroundMesh,
        ground: &Ground,
        (square, level): (usize, usize),
        look: &GroundView<'_>,
    ) {
        for side in 0..SIDES {
            let Some(other) = beyond(ground.grid(), square, side) else { continue };
            let is_there = mesh.squares.get(other).is_some_and(|runs| runs.bounds.is_some());
            if is_there && look.level(ground, other) != level {
                for run in mesh.skirt_of(square, level, side) {
                    self.add(mesh, run, look);
                }
            }
        }
    }

    fn add(&mut self, mesh: &GroundMesh, run: &Run, look: &GroundView<'_>) {
        let coat = usize::from(run.coat);
        if !mesh.coats.get(coat).is_some_and(|coat| look.wants(coat)) {
            return;
        }
        let Some(list) = self.by_coat.get_mut(coat) else { return };
        match list.last_mut() {
            Some(last) if last.end == run.indices.start => last.end = run.indices.end,
            _ => list.push(run.indices.clone()),
        }
    }

    /// The indices drawn with a coat.
    pub fn of_coat(&self, coat: usize) -> &[Range<u32>] {
        self.by_coat.get(coat).map_or(&[], Vec::as_slice)
    }

    /// How many triangles are drawn.
    pub fn faces(&self) -> usize {
        self.by_coat.iter().flatten().map(|range| range.len() / 3).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec3;
    use glam::camera::rh::{proj::directx::perspective, view::look_to_mat4};
    use ngi_formats::landscape::{GroundPlan, Lake, Landscape};

    const ALL: [bool; 3] = [true; 3];

    fn level() -> (GroundMesh, Ground) {
        let mut plan = GroundPlan::flat([32, 32], [8, 8], 10.0);
        let deep = plan.point(1, 1).unwrap();
        plan.heights[deep] = -3.0;
        plan.lake = Some(Lake { level: -1.0, surface: 6, bed: 7, lava: false });
        let bytes = plan.build().unwrap().write().unwrap();
        let land = Landscape::read(&bytes).unwrap();
        (GroundMesh::of(&land), Ground::of(&land))
    }

    #[test]
    fn near_squares_are_fine_and_far_ones_coarse() {
        let (mesh, ground) = level();
        let mut chosen = Chosen::default();
        // In the middle of square (2, 2): three columns or rows on is coarse.
        let look = GroundView {
            eye: [100.0, 100.0, 5.0],
            frustum: None,
            detail: Detail::Engine,
            kinds: ALL,
            hidden: None,
        };
        chosen.choose(&mesh, &ground, &look);
        assert_eq!(chosen.squares.len(), 64);
        for drawn in &chosen.squares {
            let (column, row) = (i64::from(drawn.square / 8), i64::from(drawn.square % 8));
            let (dx, dy) = (column - 2, row - 2);
            assert_eq!(drawn.level == 1, dx * dx + dy * dy >= 9, "{column} {row}");
        }
        let fixed = GroundView { detail: Detail::Fixed(0), ..look };
        chosen.choose(&mesh, &ground, &fixed);
        assert_eq!(chosen.faces(), 2048 + 8);
        assert_eq!(chosen.of_coat(usize::MAX), &[]);
    }

    #[test]
    fn what_is_not_seen_or_not_wanted_is_left_out() {
        let (mesh, ground) = level();
        let mut chosen = Chosen::default();
        let eye = Vec3::new(160.0, 160.0, 10.0);
        let clip_from_world =
            perspective(1.0, 1.0, 0.5, 700.0) * look_to_mat4(eye, Vec3::Y, Vec3::Z);
        let frustum = Frustum::new(&clip_from_world);
        let look = GroundView {
            eye: eye.into(),
            frustum: Some(&frustum),
            detail: Detail::Engine,
            kinds: ALL,
            hidden: None,
        };
        chosen.choose(&mesh, &ground, &look);
        assert!(chosen.culled > 32 && chosen.squares.len() + chosen.culled == 64);
        // Brute force: every square with a corner in the picture is there.
        for (square, runs) in (0u32..).zip(&mesh.squares) {
            let [min, max] = runs.bounds.unwrap();
            let seen = (0..8).any(|n| {
                let pick = |bit: u32, axis: usize| if n & bit == 0 { min[axis] } else { max[axis] };
                let clip =
                    clip_from_world * Vec3::new(pick(1, 0), pick(2, 1), pick(4, 2)).extend(1.0);
                clip.w > 0.0 && clip.x.abs() <= clip.w && clip.y.abs() <= clip.w && clip.z >= 0.0
            });
            assert!(!seen || chosen.squares.iter().any(|drawn| drawn.square == square));
        }
        let dry = GroundView { frustum: None, kinds: [true, false, false], ..look };
        chosen.choose(&mesh, &ground, &dry);
        for (number, coat) in mesh.coats.iter().enumerate() {
            assert_eq!(chosen.of_coat(number).is_empty(), coat.kind != FaceKind::Dry);
        }
    }

    /// Where a fine square meets a coarse one both have a strip, and nowhere else; each reaches
    /// below the edges of both.
    #[test]
    fn strips_hang_where_levels_meet() {
        let mut plan = GroundPlan::flat([32, 32], [8, 8], 10.0);
        for (number, height) in (0u16..).zip(&mut plan.heights) {
            *height = (f32::from(number) * 1.7).sin() * 9.0;
        }
        let bytes = plan.build().unwrap().write().unwrap();
        let land = Landscape::read(&bytes).unwrap();
        let (mesh, ground) = (GroundMesh::of(&land), Ground::of(&land));
        let mut chosen = Chosen::default();
        let (eye, detail) = ([100.0, 100.0, 5.0], Detail::Engine);
        let look = GroundView { eye, frustum: None, detail, kinds: ALL, hidden: None };
        chosen.choose(&mesh, &ground, &look);
        let heights = |square: usize, level: usize, side: usize, below: bool| -> Vec<f32> {
            let runs = mesh.skirt_of(square, level, side).iter();
            let corners = runs.flat_map(|run| mesh.indices_of(run)).map(|at| *at as usize);
            let own = corners.filter(|at| (*at >= mesh.surface) == below);
            own.map(|at| mesh.vertices[at].position[2]).collect()
        };
        let (mut faces, mut strips) = (0, 0);
        for drawn in &chosen.squares {
            let (square, level) = (drawn.square as usize, usize::from(drawn.level));
            faces += mesh.face_count(square, level);
            for side in 0..SIDES {
                let Some(other) = beyond(ground.grid(), square, side) else { continue };
                let beside = ground.drawn_level(other, [100.0, 100.0]);
                let tops = heights(square, level, side, false);
                assert!(!tops.is_empty(), "every inner border has a strip to hang");
                if beside == level {
                    continue;
                }
                strips += 1;
                faces += mesh
                    .skirt_of(square, level, side)
                    .iter()
                    .map(|run| run.indices.len() / 3)
                    .sum::<usize>();
                // The other side of the same line.
                let across = heights(other, beside, side ^ 1, false);
                let bottom =
                    heights(square, level, side, true).into_iter().fold(f32::MIN, f32::max);
                assert!(tops.iter().chain(&across).all(|top| *top > bottom), "{square} {side}");
            }
        }
        assert_eq!(chosen.faces(), faces);
        assert!(strips >= 20, "{strips}");
    }
}
