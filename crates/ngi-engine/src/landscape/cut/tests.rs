//! Cut ground against brute force: areas, heights on both sides, what the rules say.

use ngi_formats::landscape::{FaceFilter, GroundPlan, Landscape};
use proptest::prelude::*;

use super::*;
use crate::landscape::Ground;

/// Hills on 160 by 160 metres; heights differ from point to point.
fn hills(seed: u32) -> Vec<u8> {
    let mut plan = GroundPlan::flat([16, 16], [4, 4], 10.0);
    let mut state = seed.wrapping_mul(2_654_435_761) | 1;
    for height in &mut plan.heights {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        *height = f32::from(u16::try_from(state >> 20).unwrap()) / 400.0;
    }
    plan.build().unwrap().write().unwrap()
}

/// A rectangle around a point, turned.
fn rectangle([x, y]: [f32; 2], [a, b]: [f32; 2], turn: f32, z: f32) -> Vec<[f32; 3]> {
    let (sin, cos) = turn.sin_cos();
    [[-a, -b], [a, -b], [a, b], [-a, b]]
        .map(|[dx, dy]| [x + dx * cos - dy * sin, y + dx * sin + dy * cos, z])
        .to_vec()
}

fn footprint(middle: [f32; 2], [a, b]: [f32; 2], turn: f32) -> Footprint {
    Footprint {
        outer: rectangle(middle, [a + 3.0, b + 3.0], turn, 0.0),
        inner: rectangle(middle, [a, b], turn, 20.0),
    }
}

fn ground_of(bytes: &[u8]) -> Ground {
    Ground::of(&Landscape::read(bytes).unwrap())
}

/// The area of a level seen from above.
fn area(ground: &Ground, level: usize) -> f64 {
    let squares = 0..ground.grid().len();
    let faces = squares.flat_map(|square| ground.faces_of(square, level).unwrap());
    faces
        .map(|face| {
            let [a, b, c] = ground.corners(face as usize).unwrap();
            let [a, b, c] = [a, b, c].map(|[x, y, _]| [f64::from(x), f64::from(y)]);
            rings::side(a, b, c) / 2.0
        })
        .sum()
}

fn ring(points: &[[f32; 3]]) -> Ring {
    Ring::new(&flat(points)).unwrap()
}

/// How far a point is from a ring's edges.
fn distance(ring: &Ring, [x, y]: Point) -> f64 {
    let to_edge = |[[ax, ay], [bx, by]]: [Point; 2]| {
        let (dx, dy) = (bx - ax, by - ay);
        let share = (((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)).clamp(0.0, 1.0);
        (ax + share * dx - x).hypot(ay + share * dy - y)
    };
    ring.edges().map(to_edge).fold(f64::INFINITY, f64::min)
}

/// Everything that must hold after some cuts: outside of them nothing has changed, inside there is
/// no ground, the band lies between the ground and the building, and areas add up.
fn holds_true(bytes: &[u8], footprints: &[Footprint]) {
    let before = ground_of(bytes);
    let mut cutter = Cutter::new(&Landscape::read(bytes).unwrap()).unwrap();
    for footprint in footprints {
        cutter.cut(footprint).unwrap();
    }
    let cut = cutter.finish().unwrap().write().unwrap();
    let after = ground_of(&cut);
    assert!(after.is_tidy());
    let inner: Vec<Ring> = footprints.iter().map(|it| ring(&it.inner)).collect();
    let outer: Vec<Ring> = footprints.iter().map(|it| ring(&it.outer)).collect();
    let holes: f64 = inner.iter().map(Ring::area).sum();
    for level in [0, 1] {
        let (was, is) = (area(&before, level), area(&after, level));
        assert!((was - holes - is).abs() < 0.5, "level {level}: {was} − {holes} is not {is}");
    }
    let all = FaceFilter::default();
    for number in 0..1600u16 {
        let point = [f32::from(number % 40) * 4.0 + 1.3, f32::from(number / 40) * 4.0 + 0.7];
        let wide = point.map(f64::from);
        let rings = inner.iter().chain(&outer);
        if rings.map(|ring| distance(ring, wide)).fold(f64::INFINITY, f64::min) < 0.05 {
            continue;
        }
        let height = after.height(point, &all).map(|at| at.z);
        if inner.iter().any(|ring| ring.holds(wide)) {
            assert_eq!(height, None, "{point:?}");
        } else if outer.iter().any(|ring| ring.holds(wide)) {
            let face = after.height(point, &all).unwrap().face;
            assert_eq!(after.faces()[face].material, 0, "{point:?}");
            assert!((-0.01..=20.01).contains(&height.unwrap()), "{point:?} {height:?}");
        } else {
            let was = before.height(point, &all).unwrap().z;
            assert!((height.unwrap() - was).abs() < 2e-3, "{point:?} {height:?} {was}");
        }
    }
}

/// Along the contour the ground is as high inside as outside, and as it was.
#[test]
fn heights_meet_along_the_contour() {
    let bytes = hills(3);
    let before = ground_of(&bytes);
    let footprint = footprint([81.0, 77.0], [14.0, 9.0], 0.4);
    let mut cutter = Cutter::new(&Landscape::read(&bytes).unwrap()).unwrap();
    let cut = cutter.cut(&footprint).unwrap();
    let after = ground_of(&cutter.finish().unwrap().write().unwrap());
    assert!(cut.contour.len() > 8, "{}", cut.contour.len());
    let all = FaceFilter::default();
    let middle = [81.0f32, 77.0];
    for [x, y, z] in &cut.contour {
        let was = before.height([*x, *y], &all).unwrap().z;
        assert!((was - z).abs() < 2e-3);
        for share in [0.999f32, 1.001] {
            let beside = [middle[0] + (x - middle[0]) * share, middle[1] + (y - middle[1]) * share];
            let there = after.height(beside, &all).unwrap().z;
            assert!((there - z).abs() < 0.3, "{there} beside {z} at {x} {y}");
        }
    }
    let mean = cut.contour.iter().map(|at| at[2]).sum::<f32>() / cut.contour.len() as f32;
    assert!((mean - cut.mean).abs() < 1e-3);
}

/// Rings along the edges of the ground, and through its corners.
#[test]
fn rings_that_lie_on_edges() {
    let bytes = hills(5);
    for (middle, half, turn) in [
        ([80.0, 80.0], [7.0, 7.0], 0.0),
        ([80.0, 80.0], [17.0, 7.0], 0.0),
        ([80.0, 80.0], [4.0, 4.0], std::f32::consts::FRAC_PI_4),
        ([75.0, 85.0], [2.0, 2.0], 0.0),
        ([80.0, 80.0], [37.0, 37.0], 0.0),
        ([83.0, 80.0], [7.0, 7.0], std::f32::consts::FRAC_PI_2),
    ] {
        holds_true(&bytes, &[footprint(middle, half, turn)]);
    }
}

#[test]
fn a_footprint_within_one_face() {
    let bytes = hills(7);
    let small = Footprint {
        outer: rectangle([72.0, 74.0], [1.0, 1.0], 0.2, 0.0),
        inner: rectangle([72.0, 74.0], [0.5, 0.5], 0.2, 5.0),
    };
    holds_true(&bytes, &[small]);
}

/// Two buildings side by side: the second cuts what the first made.
#[test]
fn footprints_that_overlap() {
    let bytes = hills(11);
    let [first, second] =
        [footprint([60.0, 60.0], [8.0, 8.0], 0.1), footprint([84.0, 61.0], [8.0, 8.0], 0.3)];
    holds_true(&bytes, &[first, second]);
}

/// The file that comes out is one that the rules have nothing against, but that its coarse level
/// has corners of its own where it was cut.
#[test]
fn the_cut_landscape_is_sound() {
    let bytes = hills(13);
    let mut cutter = Cutter::new(&Landscape::read(&bytes).unwrap()).unwrap();
    let cut = cutter.cut(&footprint([80.0, 80.0], [9.0, 13.0], 0.7)).unwrap();
    assert!(cut.taken > 0 && cut.made > cut.taken);
    let cut = cutter.finish().unwrap().write().unwrap();
    let mut findings = ngi_formats::Findings::new(ngi_formats::Mode::Strict, false);
    ngi_formats::landscape::check(&cut, &mut findings);
    let told: Vec<String> = findings
        .list()
        .iter()
        .filter(|found| found.code.id != "land.level.vertex")
        .map(|found| found.to_error().to_string())
        .collect();
    assert_eq!(told, [""; 0]);
    // What was not touched is as it was.
    let (was, is) = (Landscape::read(&bytes).unwrap(), Landscape::read(&cut).unwrap());
    let corner = |land: &Landscape<'_>, face: usize| {
        let face = land.faces.get(face).unwrap();
        face.vertices.map(|vertex| {
            let vertex = usize::from(vertex);
            (land.positions.get(vertex).unwrap(), land.normals.get(vertex).unwrap().xyz)
        })
    };
    for face in 0..4 {
        assert_eq!(corner(&was, face), corner(&is, face));
    }
}

/// The band has the first material, no normals, and its texture lies over the world.
#[test]
fn the_band_is_of_stone() {
    let bytes = GroundPlan::flat([8, 8], [2, 2], 10.0).build().unwrap().write().unwrap();
    let mut cutter = Cutter::new(&Landscape::read(&bytes).unwrap()).unwrap();
    cutter.cut(&footprint([42.0, 38.0], [5.0, 5.0], 0.0)).unwrap();
    let cut = cutter.finish().unwrap().write().unwrap();
    let land = Landscape::read(&cut).unwrap();
    let band: Vec<_> = land.faces.iter().filter(|face| face.material == 0).collect();
    assert!(band.len() >= 16, "two levels of at least eight faces");
    for face in band {
        assert_eq!((face.flags, face.second_material, face.unk_0x06), (BAND_FLAGS, 255, 0));
        for vertex in face.vertices.map(usize::from) {
            let [x, y, _] = land.positions.get(vertex).unwrap();
            assert_eq!(land.normals.get(vertex).unwrap().xyz, [0; 3]);
            let [u, v] = land.material_uvs.get(vertex).unwrap().decode();
            assert!((u - x * 0.066).abs() < 2e-3 && (v - y * 0.066).abs() < 2e-3, "{u} {v}");
        }
    }
}

#[test]
fn what_cannot_be_cut_changes_nothing() {
    let bytes = hills(17);
    let mut cutter = Cutter::new(&Landscape::read(&bytes).unwrap()).unwrap();
    let good = footprint([80.0, 80.0], [9.0, 9.0], 0.2);
    let with = |outer: Vec<[f32; 3]>, inner: Vec<[f32; 3]>| Footprint { outer, inner };
    let bow = vec![[70.0, 70.0, 0.0], [90.0, 90.0, 0.0], [90.0, 70.0, 0.0], [70.0, 91.0, 0.0]];
    let table = [
        (with(good.inner.clone(), good.outer.clone()), NoCut::Crossing),
        (with(good.outer.clone(), good.outer.clone()), NoCut::Crossing),
        (with(good.outer.clone(), bow.clone()), NoCut::Crossing),
        (with(bow, good.inner.clone()), NoCut::Crossing),
        (with(Vec::new(), Vec::new()), NoCut::Flat),
        (footprint([0.0, 0.0], [9.0, 9.0], 0.2), NoCut::OffGround),
        (footprint([900.0, 0.0], [9.0, 9.0], 0.2), NoCut::OffGround),
        (footprint([f32::NAN, 0.0], [9.0, 9.0], 0.2), NoCut::NotFinite),
        (footprint([80.0, 80.0], [3e38, 9.0], 0.2), NoCut::NotFinite),
    ];
    for (footprint, why) in table {
        assert_eq!(cutter.cut(&footprint).unwrap_err(), why, "{footprint:?}");
    }
    let after = cutter.finish().unwrap().write().unwrap();
    assert_eq!(area(&ground_of(&after), 0), area(&ground_of(&bytes), 0));
}

#[test]
fn a_ground_that_is_full_stays_whole() {
    let bytes = hills(19);
    let mut cutter = Cutter::new(&Landscape::read(&bytes).unwrap()).unwrap();
    let mut cuts = 0;
    let full = (0..20_000u32).find_map(|number| {
        let (x, y) = ((number % 50) as f32 * 2.6 + 14.0, (number / 50 % 50) as f32 * 2.6 + 14.0);
        let turn = number as f32;
        let small = Footprint {
            outer: rectangle([x, y], [1.0, 1.0], turn, 0.0),
            inner: rectangle([x, y], [0.5, 0.5], turn, 5.0),
        };
        let refused = cutter.cut(&small).err();
        cuts += usize::from(refused.is_none());
        refused.filter(|why| *why == NoCut::Full)
    });
    assert_eq!(full, Some(NoCut::Full), "after {cuts} cuts");
    assert!(cuts > 300);
    assert!(cutter.finish().unwrap().write().is_ok());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn any_footprint(
        seed in 0u32..1000,
        x in 45.0f32..115.0,
        y in 45.0f32..115.0,
        a in 1.0f32..20.0,
        b in 1.0f32..20.0,
        turn in 0.0f32..6.3,
    ) {
        holds_true(&hills(seed), &[footprint([x, y], [a, b], turn)]);
    }
}
