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
    while left.len() > 3 && left.len() <= MANY {
        let Some(ear) = (0..left.len()).find(|&at| is_ear(polygon, &left, at)) else { break };
        made.extend(corner_at(&left, ear));
        left.remove(ear);
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
