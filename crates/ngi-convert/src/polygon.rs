//! Polygons cut into triangles.

/// Corners from which on a polygon is cut the simple way: ears take time that grows with the
/// square of their number.
const MANY: usize = 512;

/// Triangles of a polygon, counter-clockwise seen from above whichever way round it goes. A
/// polygon that crosses itself gives triangles too, that cover it somehow.
pub(crate) fn triangles(polygon: &[[f64; 2]]) -> Vec<[u32; 3]> {
    let Ok(count) = u32::try_from(polygon.len()) else { return Vec::new() };
    let mut left: Vec<u32> = (0..count).collect();
    if signed_area(polygon) < 0.0 {
        left.reverse();
    }
    let mut made = Vec::with_capacity(polygon.len().saturating_sub(2));
    let mut from = 0;
    while left.len() > 3 && left.len() <= MANY {
        // From the last ear on, not from the first corner: the corners before it are not ears yet.
        let mut places = (from..left.len()).chain(0..from.min(left.len()));
        let Some(ear) = places.find(|&at| is_ear(polygon, &left, at)) else { break };
        made.extend(corner_at(&left, ear));
        left.remove(ear);
        from = ear;
    }
    // What is left is a triangle, or has no ear because it crosses itself.
    if let Some((&first, rest)) = left.split_first() {
        made.extend(rest.windows(2).filter_map(|pair| match pair {
            &[second, third] => Some([first, second, third]),
            _ => None,
        }));
    }
    made
}

/// Reason why the triangles of a polygon may not be what its author meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Flaw {
    /// All corners are on a line, or its edges cross so that the areas cancel out.
    NoArea,
    /// Edges cross, so there is no inside.
    Crossing,
    /// It is not convex, and has too many corners to look for its inside.
    TooManyCorners,
}

/// Cuts a polygon in space into triangles that keep its winding and use all its corners. Corners
/// that are not in one plane are looked at along the normal of the polygon. A convex polygon is cut
/// around its first corner; so is one with a flaw, unless a better way is found.
pub(crate) fn cut(polygon: &[[f32; 3]]) -> (Vec<[u32; 3]>, Option<Flaw>) {
    let count = u32::try_from(polygon.len()).unwrap_or(0);
    let fan: Vec<[u32; 3]> = (2..count).map(|last| [0, last - 1, last]).collect();
    if polygon.len() <= 3 {
        return (fan, None);
    }
    let Some((flat, slack)) = flattened(polygon) else { return (fan, Some(Flaw::NoArea)) };
    let is_upright = |triangle: &[u32; 3]| {
        let place = |corner: u32| flat.get(usize::try_from(corner).ok()?).copied();
        let [Some(a), Some(b), Some(c)] = triangle.map(place) else { return false };
        cross(a, b, c) >= -slack
    };
    let is_many = polygon.len() > MANY;
    let crosses = !is_many && crosses_itself(&flat, slack);
    if fan.iter().all(is_upright) {
        return (fan, crosses.then_some(Flaw::Crossing));
    }
    if is_many {
        return (fan, Some(Flaw::TooManyCorners));
    }
    let ears = triangles(&flat);
    let is_sound = !crosses && ears.iter().all(is_upright);
    (ears, (!is_sound).then_some(Flaw::Crossing))
}

/// Projects a polygon along the axis that is nearest to its normal, so that it turns left, and
/// returns with it the area below which a triangle is flat. `None` for a polygon without an area.
fn flattened(polygon: &[[f32; 3]]) -> Option<(Vec<[f64; 2]>, f64)> {
    let first = polygon.first()?.map(f64::from);
    let way = |corner: &[f32; 3]| {
        let ([x, y, z], [a, b, c]) = (corner.map(f64::from), first);
        [x - a, y - b, z - c]
    };
    // The polygon as seen along x, y and z.
    let views: [fn([f64; 3]) -> [f64; 2]; 3] =
        [|[_, y, z]| [y, z], |[x, _, z]| [z, x], |[x, y, _]| [x, y]];
    let mut flat = views.map(|view| polygon.iter().map(|corner| view(way(corner))).collect());
    let area = |flat: &Vec<[f64; 2]>| signed_area(flat);
    flat.sort_by(|a, b| area(b).abs().total_cmp(&area(a).abs()));
    let [mut flat, ..] = flat;
    let reach = |corner: &[f32; 3]| way(corner).into_iter().map(|way| way * way).sum::<f64>();
    let slack = 1e-9 * polygon.iter().map(reach).fold(0.0, f64::max);
    let is_flat = area(&flat).abs() <= slack;
    if area(&flat) < 0.0 {
        flat.iter_mut().for_each(|corner| corner.reverse());
    }
    (!is_flat).then_some((flat, slack))
}

/// Checks whether two edges of a polygon cross. Edges that only touch do not.
fn crosses_itself(polygon: &[[f64; 2]], slack: f64) -> bool {
    let edges = || polygon.iter().zip(polygon.iter().cycle().skip(1));
    let apart = |a, b, c, d| {
        let (first, second) = (cross(a, b, c), cross(a, b, d));
        first > slack && second < -slack || first < -slack && second > slack
    };
    edges().enumerate().any(|(at, (&a, &b))| {
        edges().skip(at + 1).any(|(&c, &d)| apart(a, b, c, d) && apart(c, d, a, b))
    })
}

fn signed_area(polygon: &[[f64; 2]]) -> f64 {
    let next = polygon.iter().cycle().skip(1);
    polygon.iter().zip(next).map(|([ax, ay], [bx, by])| ax * by - bx * ay).sum()
}

/// A corner with its two neighbours.
fn corner_at(left: &[u32], at: usize) -> Option<[u32; 3]> {
    let count = left.len();
    let before = (at + count).checked_sub(1)?.checked_rem(count)?;
    let after = (at + 1).checked_rem(count)?;
    Some([*left.get(before)?, *left.get(at)?, *left.get(after)?])
}

/// Whether the triangle at a corner lies inside: it turns left, and holds no other corner.
fn is_ear(polygon: &[[f64; 2]], left: &[u32], at: usize) -> bool {
    let place = |corner: u32| polygon.get(usize::try_from(corner).ok()?).copied();
    let Some(corners) = corner_at(left, at) else { return false };
    let [Some(a), Some(b), Some(c)] = corners.map(place) else { return false };
    if cross(a, b, c) <= 0.0 {
        return false;
    }
    let inside =
        |p: [f64; 2]| cross(a, b, p) >= 0.0 && cross(b, c, p) >= 0.0 && cross(c, a, p) >= 0.0;
    let others = left.iter().filter(|corner| !corners.contains(corner));
    // A corner at the very place of one of the three cuts nothing off.
    !others.filter_map(|&corner| place(corner)).any(|p| ![a, b, c].contains(&p) && inside(p))
}

fn cross([ax, ay]: [f64; 2], [bx, by]: [f64; 2], [cx, cy]: [f64; 2]) -> f64 {
    (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn area_of(polygon: &[[f64; 2]], triangle: [u32; 3]) -> f64 {
        let [a, b, c] = triangle.map(|corner| polygon[corner as usize]);
        cross(a, b, c) / 2.0
    }

    #[test]
    fn a_hollow_is_not_covered() {
        // An arrow head, clockwise.
        let polygon = [[0.0, 0.0], [1.0, 3.0], [2.0, 0.0], [1.0, 1.0]];
        let made = triangles(&polygon);
        assert_eq!(made.len(), 2);
        let areas: Vec<f64> = made.iter().map(|&triangle| area_of(&polygon, triangle)).collect();
        assert!(areas.iter().all(|&area| area > 0.0), "{areas:?}");
        assert!((areas.iter().sum::<f64>() - 2.0).abs() < 1e-12);
    }

    #[test]
    fn what_is_no_polygon_gives_nothing() {
        assert_eq!(triangles(&[]), Vec::<[u32; 3]>::new());
        assert_eq!(triangles(&[[0.0, 0.0], [1.0, 1.0]]), Vec::<[u32; 3]>::new());
        // Crosses itself: something comes out, and it ends.
        assert_eq!(triangles(&[[0.0, 0.0], [1.0, 1.0], [1.0, 0.0], [0.0, 1.0]]).len(), 2);
    }

    /// Area of triangles in space, along a direction.
    fn area_along(polygon: &[[f32; 3]], made: &[[u32; 3]], way: glam::Vec3) -> Vec<f32> {
        let at = |corner: u32| glam::Vec3::from_array(polygon[corner as usize]);
        let area = |&[a, b, c]: &[u32; 3]| (at(b) - at(a)).cross(at(c) - at(a)).dot(way) / 2.0;
        made.iter().map(area).collect()
    }

    #[test]
    fn a_polygon_in_space_keeps_its_winding_and_area() {
        // An L of area 10 in the plane x = 1, seen from both sides, from every corner on.
        let corners = [[0, 0], [4, 0], [4, 2], [1, 2], [1, 4], [0, 4]];
        let corners = corners.map(|[y, z]: [i32; 2]| [1.0, y as f32, z as f32]);
        for start in 0..corners.len() {
            let mut polygon = corners.to_vec();
            polygon.rotate_left(start);
            for way in [glam::Vec3::X, glam::Vec3::NEG_X] {
                let (made, flaw) = cut(&polygon);
                let areas = area_along(&polygon, &made, way);
                assert_eq!((made.len(), flaw), (4, None), "{start}");
                assert!(areas.iter().all(|area| *area >= 0.0), "{start}: {areas:?}");
                assert!((areas.iter().sum::<f32>() - 10.0).abs() < 1e-4, "{start}: {areas:?}");
                polygon.reverse();
            }
        }
    }

    #[test]
    fn corners_on_an_edge_are_kept_and_convex_polygons_stay_fans() {
        let square = [[0, 0], [1, 0], [2, 0], [2, 2], [0, 2]]
            .map(|[x, y]: [i32; 2]| [x as f32, y as f32, 0.0]);
        assert_eq!(cut(&square), (vec![[0, 1, 2], [0, 2, 3], [0, 3, 4]], None));
    }

    #[test]
    fn flaws_are_told() {
        let flaw = |corners: &[[f32; 2]]| {
            let polygon: Vec<[f32; 3]> = corners.iter().map(|&[x, y]| [x, y, 5.0]).collect();
            let (made, flaw) = cut(&polygon);
            assert_eq!(made.len(), polygon.len() - 2);
            flaw
        };
        let bow = [[0.0, 0.0], [2.0, 2.0], [2.0, 0.0], [0.0, 3.0]];
        assert_eq!(flaw(&bow), Some(Flaw::Crossing));
        assert_eq!(flaw(&[[0.0, 0.0], [1.0, 1.0], [2.0, 2.0], [3.0, 3.0]]), Some(Flaw::NoArea));
        assert_eq!(flaw(&[[1.0, 1.0]; 5]), Some(Flaw::NoArea));
        let star = |turns: f32| -> Vec<[f32; 2]> {
            let corner =
                |at: u8| (f32::from(at) * turns * std::f32::consts::TAU / 5.0).sin_cos().into();
            (0..5).map(corner).collect()
        };
        assert_eq!((flaw(&star(2.0)), flaw(&star(1.0))), (Some(Flaw::Crossing), None));
        // Circles of many corners are fine, hollow ones are not looked into.
        let ring = |depth: f32| -> Vec<[f32; 2]> {
            let corner = |at: u16| {
                let (sin, cos) = (f32::from(at) * std::f32::consts::TAU / 600.0).sin_cos();
                let radius = if at.is_multiple_of(2) { 1.0 } else { depth };
                [sin * radius, cos * radius]
            };
            (0..600).map(corner).collect()
        };
        assert_eq!((flaw(&ring(1.0)), flaw(&ring(0.5))), (None, Some(Flaw::TooManyCorners)));
    }

    proptest! {
        /// Star-shaped polygons are covered exactly.
        #[test]
        fn triangles_cover_the_polygon(
            radii in prop::collection::vec(1.0f64..10.0, 3..40), clockwise: bool
        ) {
            let count = radii.len() as f64;
            let corner = |(at, radius): (usize, &f64)| {
                let angle = std::f64::consts::TAU * at as f64 / count;
                [radius * angle.cos(), radius * angle.sin()]
            };
            let mut polygon: Vec<[f64; 2]> = radii.iter().enumerate().map(corner).collect();
            if clockwise {
                polygon.reverse();
            }
            let made = triangles(&polygon);
            prop_assert_eq!(made.len(), polygon.len() - 2);
            let areas: Vec<f64> = made.iter().map(|&t| area_of(&polygon, t)).collect();
            prop_assert!(areas.iter().all(|&area| area > -1e-9));
            let all = signed_area(&polygon).abs() / 2.0;
            prop_assert!((areas.iter().sum::<f64>() - all).abs() < 1e-6 * all);
        }
    }
}
