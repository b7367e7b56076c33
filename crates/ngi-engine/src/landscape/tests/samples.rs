//! Grounds: regular ones with lakes, and heaps of triangles.

use std::collections::HashMap;

use ngi_formats::landscape::{Face, FaceFlags};

use crate::landscape::{Grid, Ground, Parts, SquareRuns};

/// Numbers that look random.
pub struct Chance(u64);

impl Chance {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 >> 16
    }

    /// A whole number from `low` to `high`, both included.
    pub fn whole(&mut self, low: i64, high: i64) -> i64 {
        low + (self.next() % (high - low + 1) as u64) as i64
    }

    /// A number from 0 to 1.
    pub fn unit(&mut self) -> f32 {
        (self.next() % (1 << 24)) as f32 / (1 << 24) as f32
    }

    pub fn between(&mut self, low: f32, high: f32) -> f32 {
        low + self.unit() * (high - low)
    }
}

/// What a ground is made of.
#[derive(Debug, Clone, Default)]
pub struct Map {
    pub positions: Vec<[f32; 3]>,
    pub faces: Vec<Face>,
    pub grid: Grid,
    pub squares: Vec<SquareRuns>,
}

impl Map {
    pub fn ground(&self) -> Ground {
        let Self { positions, faces, grid, squares } = self;
        Ground::new(&Parts { positions, faces, grid: *grid, squares })
    }

    pub fn corners(&self, face: usize) -> [[f32; 3]; 3] {
        self.faces[face].vertices.map(|vertex| self.positions[usize::from(vertex)])
    }

    pub fn add(&mut self, corners: [[f32; 3]; 3], flags: FaceFlags) {
        let first = self.positions.len() as u16;
        self.positions.extend(corners);
        let [a, b, c] = corners.map(|corner| glam::DVec3::from_array(corner.map(f64::from)));
        let normal = (b - a).cross(c - a).normalize_or_zero() * 32767.0;
        self.faces.push(Face {
            flags,
            vertices: [first, first + 1, first + 2],
            normal: normal.to_array().map(|part| part.round() as i16),
            ..Face::default()
        });
    }

    /// Links edges at the same places; liquids only with liquids.
    fn link(&mut self, faces: std::ops::Range<usize>) {
        let mut edges = HashMap::new();
        let bits = |point: [f32; 3]| point.map(f32::to_bits);
        for face in faces.clone() {
            let corners = self.corners(face).map(bits);
            for edge in 0..3 {
                let key = (corners[edge], corners[(edge + 1) % 3], self.faces[face].is_liquid());
                edges.insert(key, (face as u16, edge as u16));
            }
        }
        for face in faces {
            let corners = self.corners(face).map(bits);
            for edge in 0..3 {
                let liquid = self.faces[face].is_liquid();
                let key = (corners[(edge + 1) % 3], corners[edge], liquid);
                if let Some(&(other, twin)) = edges.get(&key) {
                    self.faces[face].link(edge, other, twin);
                }
            }
        }
    }
}

/// A regular map: `squares`² squares of `quads`² quads of side `side`, heights and the diagonals
/// by chance, whole numbers. A part is under water: beds below, a sheet of liquid above.
pub fn regular(seed: u64, squares: u32, quads: u32, side: i64) -> Map {
    let mut chance = Chance::new(seed);
    let count = i64::from(squares * quads);
    let origin = [chance.whole(-50, 50), chance.whole(-50, 50)];
    let line = count as usize + 1;
    let heights: Vec<i64> = (0..line * line).map(|_| chance.whole(0, 20)).collect();
    let point = |column: i64, row: i64| {
        let z = heights[column as usize * line + row as usize];
        [origin[0] + column * side, origin[1] + row * side, z].map(|n| n as f32)
    };
    let lake = chance.whole(0, count);
    let mut map = Map::default();
    let far = count * side;
    let [x, y] = origin;
    map.grid = Grid {
        origin: [x as f32, y as f32],
        far: [(x + far) as f32, (y + far) as f32],
        size: [(side * i64::from(quads)) as f32; 2],
        across: squares,
        down: squares,
    };
    let (mut fine, mut coarse) = (Vec::new(), Vec::new());
    for column in 0..i64::from(squares) {
        for row in 0..i64::from(squares) {
            let first = map.faces.len() as u32;
            for quad in 0..i64::from(quads * quads) {
                let c = column * i64::from(quads) + quad / i64::from(quads);
                let r = row * i64::from(quads) + quad % i64::from(quads);
                let corners = [point(c, r), point(c + 1, r), point(c + 1, r + 1), point(c, r + 1)];
                let wet = c < lake && r < lake;
                let bed = if wet { FaceFlags::BED } else { FaceFlags(0) };
                let split = chance.whole(0, 1) == 0;
                add_quad(&mut map, corners, split, FaceFlags::GROUND | bed);
                if wet {
                    let sheet = corners.map(|[x, y, _]| [x, y, 12.0]);
                    add_quad(&mut map, sheet, split, FaceFlags(0x600) | FaceFlags::LIQUID);
                }
            }
            fine.push(first..map.faces.len() as u32);
        }
    }
    let split = map.faces.len();
    for column in 0..i64::from(squares) {
        for row in 0..i64::from(squares) {
            let first = map.faces.len() as u32;
            let (c, r, q) = (column * i64::from(quads), row * i64::from(quads), i64::from(quads));
            let corners = [point(c, r), point(c + q, r), point(c + q, r + q), point(c, r + q)];
            add_quad(&mut map, corners, true, FaceFlags::GROUND);
            coarse.push(first..map.faces.len() as u32);
        }
    }
    map.squares = fine.into_iter().zip(coarse).map(|(fine, coarse)| [fine, coarse]).collect();
    map.link(0..split);
    map.link(split..map.faces.len());
    map
}

fn add_quad(map: &mut Map, [a, b, c, d]: [[f32; 3]; 4], split: bool, flags: FaceFlags) {
    let faces = if split { [[a, b, c], [a, c, d]] } else { [[a, b, d], [b, c, d]] };
    faces.into_iter().for_each(|corners| map.add(corners, flags));
}

/// Triangles with whole corners anywhere, of any size, in squares that need not be theirs.
pub fn heap(seed: u64, faces: usize) -> Map {
    let mut chance = Chance::new(seed);
    let mut map = Map {
        grid: Grid { origin: [0.0; 2], far: [64.0, 48.0], size: [16.0; 2], across: 4, down: 3 },
        ..Map::default()
    };
    let flags = [0x600, 0x2_0608, 0x2600, 0x620, 0x8, 0x10_0000].map(FaceFlags);
    for _ in 0..faces {
        let reach = [2, 10, 60][chance.whole(0, 2) as usize];
        let middle = [chance.whole(0, 64), chance.whole(0, 48), chance.whole(0, 20)];
        let mut corner = || middle.map(|at| (at + chance.whole(-reach, reach)) as f32);
        let corners = [corner(), corner(), corner()];
        map.add(corners, flags[chance.whole(0, 5) as usize]);
    }
    // Runs that follow each other, with gaps here and there.
    let mut first = 0;
    for _ in 0..12 {
        let end = (first + chance.whole(0, 2 * faces as i64 / 12) as u32).min(faces as u32);
        let start = (first + u32::from(chance.whole(0, 5) == 0)).min(end);
        map.squares.push([start..end, 0..0]);
        first = end;
    }
    map
}
