//! Buildings besides the bunker: a tower, a generator, a mine, a plant, a storage, a hangar, an
//! institute and a teleport. Each has a slab; the ground is cut along the slab's outline.

use ngi_formats::Result;
use ngi_formats::msh::{Blueprint, Key, NodeFlags, PlainNode, Track};

use super::Dressed;
use super::shape::{Along, Point, Shape, Slice, Surface, chamfered, circle, cross, flat_uv, minus};
use crate::paint::maths::{cos_turns, number, sin_turns};

/// Rows of their wear.
const CONCRETE: u8 = 0;
const PANEL: u8 = 1;
const HULL: u8 = 2;
const STRIPES: u8 = 3;
const LAMP: u8 = 4;
const BURNT: u8 = 5;
const RUST: u8 = 6;
const GLASS: u8 = 7;
const SIGN: u8 = 8;
const DOOR: u8 = 9;

/// A kind of building.
struct Work {
    /// The family in the name of its model.
    family: &'static str,
    /// Half sides of its foot.
    foot: [f32; 2],
    skin: &'static str,
    /// Shape above the slab, at a level of detail.
    shape: fn(Detail) -> Shape,
    /// Positions of the lamps.
    lamps: &'static [Point],
    /// Where smoke rises, if any does.
    chimney: Option<Point>,
}

/// How fine a level is: points of a round part, and whether small things are there.
#[derive(Clone, Copy)]
struct Detail {
    points: usize,
    is_fine: bool,
}

static WORKS: [Work; 8] = [
    Work {
        family: "f_tower",
        foot: [4.0, 4.0],
        skin: "M_HULL_O",
        shape: tower,
        lamps: &[[0.0, 0.0, 19.2], [0.0, 3.2, 12.6]],
        chimney: None,
    },
    Work {
        family: "f_generator",
        foot: [8.0, 5.0],
        skin: "M_HULL_O",
        shape: generator,
        lamps: &[[-3.8, 0.0, 8.2], [3.8, 0.0, 8.2]],
        chimney: None,
    },
    Work {
        family: "f_mine",
        foot: [7.0, 6.0],
        skin: "M_RUST",
        shape: mine,
        lamps: &[[0.0, 0.0, 12.4], [4.6, 3.6, 3.8]],
        chimney: None,
    },
    Work {
        family: "f_plant",
        foot: [10.0, 7.0],
        skin: "M_HULL_D",
        shape: plant,
        lamps: &[[0.0, 6.6, 5.4], [-6.5, 6.6, 5.4]],
        chimney: Some([7.4, -3.6, 16.2]),
    },
    Work {
        family: "f_storage",
        foot: [7.0, 8.0],
        skin: "M_HULL_D",
        shape: storage,
        lamps: &[[0.0, 7.6, 5.6]],
        chimney: None,
    },
    Work {
        family: "f_hangar",
        foot: [11.0, 9.0],
        skin: "M_HULL_W",
        shape: hangar,
        lamps: &[[-7.0, 8.8, 7.0], [7.0, 8.8, 7.0]],
        chimney: None,
    },
    Work {
        family: "f_institute",
        foot: [7.5, 7.5],
        skin: "M_HULL_W",
        shape: institute,
        lamps: &[[0.0, 0.0, 12.9]],
        chimney: None,
    },
    Work {
        family: "f_teleport",
        foot: [8.0, 8.0],
        skin: "M_HULL_W",
        shape: teleport,
        lamps: &[[5.2, 5.2, 8.6], [-5.2, 5.2, 8.6], [5.2, -5.2, 8.6], [-5.2, -5.2, 8.6]],
        chimney: None,
    },
];

fn work(stem: &str) -> Option<&'static Work> {
    WORKS.iter().find(|work| stem.starts_with(work.family))
}

/// Half the side lengths of a building's slab; `None` for bunkers.
pub fn foot(stem: &str) -> Option<[f32; 2]> {
    work(stem).map(|work| work.foot)
}

/// The building of a stem, unless that is a bunker.
pub fn building(stem: &str) -> Option<Result<Dressed>> {
    work(stem).map(|work| work.build(stem))
}

impl Work {
    fn build(&self, stem: &str) -> Result<Dressed> {
        let mut plan = Blueprint::new(stem);
        let exterior = NodeFlags(NodeFlags::CELL.0 | NodeFlags::NEVER_HIDDEN.0);
        let outer = plan.add_node(PlainNode { flags: exterior, ..PlainNode::new("o_shell") });
        for (level, (points, is_fine)) in
            [(14, true), (9, true), (6, false), (4, false)].into_iter().enumerate()
        {
            let detail = Detail { points, is_fine };
            let shape = Shape::all([self.slab(), (self.shape)(detail)]);
            plan.set_mesh(outer, 0, level, shape.mesh())?;
        }
        let ruin = Shape::all([self.slab(), (self.shape)(Detail { points: 6, is_fine: false })]);
        plan.set_mesh(outer, 1, 0, ruin.worn(BURNT).mesh())?;
        let mut hang = |name: &str, position: Point| {
            let track = Track::still(Key { position, ..Key::default() });
            plan.add_node(PlainNode::new(name).below(outer).with_track(track));
        };
        for (number, lamp) in self.lamps.iter().enumerate() {
            hang(&format!("lamp_{number}"), *lamp);
        }
        if let Some(chimney) = self.chimney {
            hang("smoke", chimney);
        }
        let rows = [
            "M_CONCRETE",
            "M_PANEL",
            self.skin,
            "M_STRIPES",
            "M_LAMP",
            "M_BURNT",
            "M_RUST",
            "M_GLASS",
            "B_SIGN_01",
            "M_DOOR",
        ];
        Ok(Dressed::new(plan, &rows))
    }

    /// Builds the slab at ground level, with a skirt below it for falling ground.
    fn slab(&self) -> Shape {
        let [x, y] = self.foot;
        let mut shape = Shape::default();
        let corners = |half: [f32; 2], z: f32| {
            let [x, y] = half;
            [[-x, -y, z], [x, -y, z], [x, y, z], [-x, y, z]]
        };
        let (low, high) = (corners([x, y], 0.0), corners([x - 0.3, y - 0.3], 0.5));
        let sides = low.iter().zip(&high);
        let next = sides.clone().cycle().skip(1);
        for ((&a, &d), (&b, &c)) in sides.zip(next) {
            let normal = cross(minus(b, a), minus(c, a));
            let quad = [a, b, c, d];
            shape.quad(quad, quad.map(|at| flat_uv(at, normal, 8.0)), Surface::of(CONCRETE));
        }
        let up = [0.0, 0.0, 1.0];
        shape.quad(high, high.map(|at| flat_uv(at, up, 8.0)), Surface::of(CONCRETE));
        let skirt = block([-x + 0.1, -y + 0.1, -1.6], [x - 0.1, y - 0.1, 0.1], 0.05, CONCRETE);
        Shape::all([shape, skirt])
    }
}

fn block(low: Point, high: Point, cut: f32, material: u8) -> Shape {
    Shape::block(low, high, cut, Surface::of(material))
}

fn post([x, y]: [f32; 2], [from, to]: [f32; 2], radii: [f32; 2], points: usize, row: u8) -> Shape {
    Shape::bar(Along::Up, [x, y, from], [x, y, to], radii, points, Surface::of(row))
}

/// A round part whose radius changes with its height.
fn turned(at: [f32; 2], profile: &[[f32; 2]], points: usize, material: u8) -> Shape {
    let [x, y] = at;
    let slice = |&[z, radius]: &[f32; 2]| Slice { outline: circle(points, radius), at: [x, y, z] };
    let slices: Vec<Slice> = profile.iter().map(slice).collect();
    Shape::loft(Along::Up, &slices, 0.2, Surface::of(material))
}

/// An angular part whose half side changes with its height.
fn squared(profile: &[[f32; 2]], cut: f32, material: u8) -> Shape {
    let slice = |&[z, half]: &[f32; 2]| Slice {
        outline: chamfered(half, half, half * cut),
        at: [0.0, 0.0, z],
    };
    let slices: Vec<Slice> = profile.iter().map(slice).collect();
    Shape::loft(Along::Up, &slices, 0.2, Surface::of(material))
}

/// A dome of a radius on a height.
fn dome(at: [f32; 2], z: f32, radius: f32, points: usize, material: u8) -> Shape {
    let profile = [0u8, 1, 2, 3, 4].map(|step| {
        let turn = f32::from(step) / 16.5;
        [z + sin_turns(turn) * radius, cos_turns(turn) * radius]
    });
    turned(at, &profile, points, material)
}

/// A bar between two points, leaning as it likes.
fn strut(from: Point, to: Point, radius: f32, material: u8) -> Shape {
    let slices = [from, to].map(|at| Slice { outline: circle(5, radius), at });
    Shape::loft(Along::Up, &slices, 0.3, Surface::of(material))
}

/// A half barrel along y: a roof down to the ground.
fn barrel([wide, high]: [f32; 2], [from, to]: [f32; 2], detail: Detail, material: u8) -> Shape {
    let steps = detail.points.max(6);
    let outline: Vec<[f32; 2]> = (0..=steps)
        .map(|step| {
            let turn = number(step) / number(steps) * 0.5;
            [cos_turns(turn) * wide, sin_turns(turn) * high + 0.45]
        })
        .collect();
    let slices = [from, to].map(|y| Slice { outline: outline.clone(), at: [0.0, y, 0.0] });
    Shape::loft(Along::Forward, &slices, 0.14, Surface::of(material))
}

/// An upright picture that looks along y: a door, a sign.
fn plate([x, z]: [f32; 2], [wide, high]: [f32; 2], y: f32, material: u8) -> Shape {
    let mut shape = Shape::default();
    let (left, right) = (x - wide / 2.0, x + wide / 2.0);
    shape.quad(
        [[right, y, z], [left, y, z], [left, y, z + high], [right, y, z + high]],
        [[0.0, 1.0], [1.0, 1.0], [1.0, 0.0], [0.0, 0.0]],
        Surface::of(material),
    );
    shape
}

/// Parts that only the finer levels have.
fn fine(detail: Detail, parts: impl FnOnce() -> Vec<Shape>) -> Shape {
    if detail.is_fine { Shape::all(parts()) } else { Shape::default() }
}

fn tower(detail: Detail) -> Shape {
    Shape::all([
        squared(&[[0.4, 3.2], [1.6, 2.7], [11.4, 1.9]], 0.35, CONCRETE),
        squared(&[[11.2, 1.9], [12.2, 3.1], [13.0, 3.2]], 0.35, HULL),
        squared(&[[13.0, 2.8], [14.6, 2.9]], 0.35, GLASS),
        squared(&[[14.6, 3.2], [15.2, 3.3], [15.9, 2.2]], 0.35, HULL),
        fine(detail, || {
            vec![
                post([0.0, 0.0], [15.8, 19.0], [0.14, 0.06], 6, PANEL),
                post([0.0, 0.0], [19.0, 19.3], [0.22, 0.16], 6, LAMP),
                post([1.3, -1.2], [15.5, 17.4], [0.08, 0.05], 5, PANEL),
                plate([0.0, 0.5], [1.8, 2.6], 3.12, DOOR),
                plate([0.0, 9.2], [1.5, 1.5], 2.2, SIGN),
                block([-1.2, 2.6, 0.4], [-0.95, 3.3, 3.4], 0.04, STRIPES),
                block([0.95, 2.6, 0.4], [1.2, 3.3, 3.4], 0.04, STRIPES),
                squared(&[[5.6, 2.5], [6.1, 2.48]], 0.35, STRIPES),
            ]
        }),
    ])
}

fn generator(detail: Detail) -> Shape {
    let drum = |x: f32| {
        Shape::all([
            turned([x, 0.0], &[[0.4, 3.1], [5.2, 3.1]], detail.points, HULL),
            dome([x, 0.0], 5.2, 3.1, detail.points, PANEL),
            fine(detail, || {
                vec![
                    turned([x, 0.0], &[[1.3, 3.2], [1.8, 3.2]], detail.points, STRIPES),
                    turned([x, 0.0], &[[4.4, 3.25], [4.8, 3.25]], detail.points, PANEL),
                    post([x, 0.0], [8.0, 8.5], [0.24, 0.18], 6, LAMP),
                ]
            }),
        ])
    };
    let pipe = |y: f32, z: f32| {
        let (from, to) = ([-3.0, y, z], [3.0, y, z]);
        Shape::bar(Along::Side, from, to, [0.32; 2], 8, Surface::of(RUST))
    };
    Shape::all([
        drum(-3.8),
        drum(3.8),
        block([-1.6, -4.2, 0.4], [1.6, 4.2, 3.2], 0.2, CONCRETE),
        fine(detail, || {
            vec![
                pipe(-1.6, 3.8),
                pipe(1.6, 4.4),
                plate([0.0, 0.5], [2.0, 2.4], 4.22, DOOR),
                block([-1.3, 4.1, 3.0], [1.3, 4.9, 3.15], 0.04, STRIPES),
            ]
        }),
    ])
}

fn mine(detail: Detail) -> Shape {
    let legs = [[1.0f32, 1.0f32], [-1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]]
        .map(|[x, y]| strut([x * 3.6, y * 3.6, 0.4], [x * 1.1, y * 1.1, 11.0], 0.3, RUST));
    let wheel = |x: f32| {
        let slices = [x - 0.2, x + 0.2]
            .map(|x| Slice { outline: circle(detail.points, 2.0), at: [x, 0.0, 11.2] });
        Shape::loft(Along::Side, &slices, 0.25, Surface::of(STRIPES))
    };
    Shape::all([
        Shape::all(legs),
        wheel(0.0),
        block([-1.5, -1.5, 10.6], [1.5, 1.5, 11.0], 0.06, PANEL),
        squared(&[[0.4, 2.4], [1.6, 2.2]], 0.3, CONCRETE),
        block([3.2, -4.8, 0.4], [6.2, 4.8, 3.6], 0.2, HULL),
        block([-6.2, -4.8, 0.4], [-3.9, -0.5, 4.6], 0.2, CONCRETE),
        fine(detail, || {
            let beam = |z: f32, half: f32| {
                [
                    block([-half, -half, z], [half, -half + 0.25, z + 0.25], 0.03, RUST),
                    block([-half, half - 0.25, z], [half, half, z + 0.25], 0.03, RUST),
                    block([-half, -half, z], [-half + 0.25, half, z + 0.25], 0.03, RUST),
                    block([half - 0.25, -half, z], [half, half, z + 0.25], 0.03, RUST),
                ]
            };
            let mut parts: Vec<Shape> =
                beam(4.4, 2.75).into_iter().chain(beam(7.8, 1.95)).collect();
            parts.extend([
                plate([4.7, 0.5], [1.9, 2.4], 4.82, DOOR),
                post([0.0, 0.0], [12.9, 13.3], [0.2, 0.14], 6, LAMP),
                strut([3.4, -2.0, 3.4], [0.8, -0.6, 9.8], 0.4, PANEL),
                block([-6.3, -4.9, 3.7], [-3.8, -0.4, 4.0], 0.05, STRIPES),
            ]);
            parts
        }),
    ])
}

fn plant(detail: Detail) -> Shape {
    // A roof like a saw: each tooth is steep to the north and has glass there.
    let tooth = |x: f32| {
        let outline = vec![[2.8, 0.0], [-2.8, 2.4], [-2.8, 0.0]];
        let slices = [-5.2, 5.2].map(|y| Slice { outline: outline.clone(), at: [x, y, 5.0] });
        Shape::loft(Along::Forward, &slices, 0.16, Surface::of(PANEL))
    };
    Shape::all([
        block([-9.2, -5.6, 0.4], [5.4, 5.6, 5.1], 0.15, HULL),
        tooth(-6.2),
        tooth(-0.6),
        turned([7.4, -3.6], &[[0.4, 1.5], [2.0, 1.2], [16.0, 0.8]], detail.points, CONCRETE),
        fine(detail, || {
            vec![
                turned([7.4, -3.6], &[[13.0, 0.98], [14.6, 0.94]], detail.points, STRIPES),
                turned([7.4, 2.6], &[[0.4, 1.8], [4.6, 1.8]], detail.points, RUST),
                dome([7.4, 2.6], 4.6, 1.8, detail.points, RUST),
                plate([-6.2, 0.5], [3.4, 3.4], 5.63, DOOR),
                plate([0.0, 0.5], [3.4, 3.4], 5.63, DOOR),
                plate([-3.1, 3.1], [1.4, 1.4], 5.64, SIGN),
                block([-9.3, 5.3, 4.3], [5.5, 5.75, 4.6], 0.04, STRIPES),
                Shape::bar(
                    Along::Side,
                    [5.0, 0.6, 3.9],
                    [7.2, 0.6, 3.9],
                    [0.3; 2],
                    6,
                    Surface::of(RUST),
                ),
            ]
        }),
    ])
}

fn storage(detail: Detail) -> Shape {
    Shape::all([
        barrel([5.6, 5.2], [-7.0, 7.0], detail, HULL),
        fine(detail, || {
            let mut parts: Vec<Shape> = [-6.8f32, -2.4, 2.0, 6.4]
                .into_iter()
                .map(|y| barrel([5.75, 5.35], [y, y + 0.4], detail, PANEL))
                .collect();
            parts.extend([
                plate([0.0, 0.5], [3.6, 3.4], 7.03, DOOR),
                plate([0.0, 4.0], [1.3, 1.3], 7.04, SIGN),
                block([4.6, 7.0, 0.4], [6.2, 7.9, 1.7], 0.1, RUST),
                block([-6.2, 7.0, 0.4], [-4.4, 7.9, 2.1], 0.1, PANEL),
            ]);
            parts
        }),
    ])
}

fn hangar(detail: Detail) -> Shape {
    let wing = |side: f32| {
        let (from, to) = ((side * 8.6).min(side * 10.4), (side * 8.6).max(side * 10.4));
        block([from, -7.0, 0.4], [to, 7.0, 4.2], 0.2, CONCRETE)
    };
    Shape::all([
        barrel([9.2, 8.2], [-8.0, 7.6], detail, HULL),
        wing(1.0),
        wing(-1.0),
        fine(detail, || {
            let mut parts: Vec<Shape> = [-7.6f32, -3.9, -0.2, 3.5]
                .into_iter()
                .map(|y| barrel([9.35, 8.35], [y, y + 0.5], detail, PANEL))
                .collect();
            parts.extend(
                [-1.0f32, 1.0].map(|side| plate([side * 2.35, 0.5], [4.6, 5.4], 7.64, DOOR)),
            );
            parts.extend([
                barrel([9.4, 8.4], [7.1, 7.62], detail, STRIPES),
                plate([0.0, 6.3], [1.7, 1.7], 7.65, SIGN),
                post([9.5, -5.0], [4.2, 6.4], [0.6, 0.5], 8, RUST),
                post([-9.5, 3.0], [4.2, 5.6], [0.8, 0.8], 8, PANEL),
            ]);
            parts
        }),
    ])
}

fn institute(detail: Detail) -> Shape {
    let points = detail.points;
    Shape::all([
        turned([0.0; 2], &[[0.4, 6.8], [3.2, 6.4]], points, CONCRETE),
        turned([0.0; 2], &[[3.2, 5.9], [4.9, 5.7]], points, GLASS),
        turned([0.0; 2], &[[4.9, 6.4], [5.6, 6.5], [6.0, 5.4]], points, HULL),
        dome([0.0; 2], 6.0, 5.2, points, HULL),
        fine(detail, || {
            vec![
                turned([0.0; 2], &[[10.8, 1.0], [12.4, 0.3]], points, PANEL),
                post([0.0; 2], [12.4, 13.1], [0.2, 0.12], 6, LAMP),
                block([-1.7, 5.6, 0.4], [1.7, 7.3, 3.1], 0.15, PANEL),
                plate([0.0, 0.5], [2.2, 2.4], 7.33, DOOR),
                turned([0.0; 2], &[[2.6, 6.56], [3.0, 6.5]], points, STRIPES),
            ]
        }),
    ])
}

fn teleport(detail: Detail) -> Shape {
    let points = detail.points;
    let pylons = [[1.0f32, 1.0f32], [-1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]].map(|[x, y]| {
        let at = |out: f32, z: f32, half: f32| Slice {
            outline: chamfered(half, half, half * 0.4),
            at: [x * out, y * out, z],
        };
        let arm = [at(5.6, 0.4, 0.9), at(6.0, 3.4, 0.7), at(5.6, 6.4, 0.5), at(4.4, 8.6, 0.3)];
        let arm = Shape::loft(Along::Up, &arm, 0.25, Surface::of(HULL));
        let tip = fine(detail, || {
            let glow = [at(4.4, 8.5, 0.34), at(4.1, 9.1, 0.2)];
            let band = [at(5.98, 3.2, 0.78), at(5.98, 3.7, 0.74)];
            vec![
                Shape::loft(Along::Up, &glow, 0.25, Surface::of(LAMP)),
                Shape::loft(Along::Up, &band, 0.25, Surface::of(STRIPES)),
            ]
        });
        Shape::all([arm, tip])
    });
    Shape::all([
        turned([0.0; 2], &[[0.4, 6.6], [0.9, 6.4]], points, CONCRETE),
        turned([0.0; 2], &[[0.9, 5.2], [1.4, 5.0]], points, PANEL),
        turned([0.0; 2], &[[1.4, 3.4], [1.7, 3.3]], points, GLASS),
        fine(detail, || {
            vec![
                turned([0.0; 2], &[[1.36, 5.1], [1.5, 5.1]], points, STRIPES),
                turned([0.0; 2], &[[1.7, 0.9], [2.2, 0.6]], points, LAMP),
            ]
        }),
        Shape::all(pylons),
    ])
}
