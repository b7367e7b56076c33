//! Triangles of a polygon that need not be convex.

/// Beyond so many corners a polygon is cut as a fan, right only for convex ones: the largest of
/// the shipped game has 285.
const MOST_CORNERS: usize = 1024;

/// Cuts a polygon into triangles, seen in plan, and gives them as numbers of its corners. Ears are
/// cut off one after the other; where none is left, because the polygon crosses itself, what
/// remains is cut as a fan. Always two triangles fewer than corners, wound as the polygon is.
pub fn triangulate(polygon: &[[f32; 2]], out: &mut Vec<[usize; 3]>) {
    let count = polygon.len();
    if count < 3 {
        return;
    }
    let mut left: Vec<usize> = (0..count).collect();
    let turn = if doubled_area(polygon) < 0.0 { -1.0 } else { 1.0 };
    if count <= MOST_CORNERS {
        let mut at = 0;
        let mut tried = 0;
        while left.len() > 3 && tried < left.len() {
            let ear = around(&left, at);
            if ear.is_some_and(|ear| is_ear(polygon, &left, ear, turn)) {
                out.extend(ear);
                left.remove(at);
                tried = 0;
            } else {
                at += 1;
                tried += 1;
            }
            if at >= left.len() {
                at = 0;
            }
        }
    }
    if let Some((&first, rest)) = left.split_first() {
        let pairs = rest.iter().zip(rest.iter().skip(1));
        out.extend(pairs.map(|(&second, &third)| [first, second, third]));
    }
}

/// A corner that is left, between the ones before and behind it.
fn around(left: &[usize], at: usize) -> Option<[usize; 3]> {
    let before = at.checked_sub(1).unwrap_or(left.len().saturating_sub(1));
    let behind = if at + 1 < left.len() { at + 1 } else { 0 };
    Some([*left.get(before)?, *left.get(at)?, *left.get(behind)?])
}

/// Whether a corner sticks out and no other corner lies in the triangle it makes.
fn is_ear(polygon: &[[f32; 2]], left: &[usize], ear: [usize; 3], turn: f64) -> bool {
    let point = |index: usize| polygon.get(index).copied().unwrap_or_default().map(f64::from);
    let [a, b, c] = ear.map(point);
    if side(a, b, c) * turn < 0.0 {
        return false;
    }
    !left.iter().filter(|&&index| !ear.contains(&index)).any(|&index| {
        let p = point(index);
        // Corners that fall together with those of the ear are in nobody's way.
        p != a
            && p != b
            && p != c
            && side(a, b, p) * turn >= 0.0
            && side(b, c, p) * turn >= 0.0
            && side(c, a, p) * turn >= 0.0
    })
}

/// Twice the area of a triangle; above 0 where it turns left.
fn side([ax, ay]: [f64; 2], [bx, by]: [f64; 2], [cx, cy]: [f64; 2]) -> f64 {
    (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
}

fn doubled_area(polygon: &[[f32; 2]]) -> f64 {
    let next = polygon.iter().cycle().skip(1);
    let cross = |(a, b): (&[f32; 2], &[f32; 2])| {
        let ([ax, ay], [bx, by]) = (a.map(f64::from), b.map(f64::from));
        ax * by - ay * bx
    };
    polygon.iter().zip(next).map(cross).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn cut(polygon: &[[f32; 2]]) -> Vec<[usize; 3]> {
        let mut out = Vec::new();
        triangulate(polygon, &mut out);
        out
    }

    fn area_of(polygon: &[[f32; 2]], triangles: &[[usize; 3]]) -> (f64, f64) {
        let areas = triangles.iter().map(|&[a, b, c]| {
            let at = |index: usize| polygon[index].map(f64::from);
            side(at(a), at(b), at(c))
        });
        let (mut sum, mut absolute) = (0.0, 0.0);
        for area in areas {
            sum += area;
            absolute += area.abs();
        }
        (sum, absolute)
    }

    #[test]
    fn a_square_an_l_and_a_comb() {
        let square = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
        assert_eq!(cut(&square).len(), 2);
        let mut comb: Vec<[f32; 2]> = vec![[0.0, 0.0], [9.0, 0.0]];
        for tooth in (0..5u8).rev() {
            let x = f32::from(tooth) * 2.0;
            comb.extend([[x + 1.0, 5.0], [x, 5.0]]);
            if tooth > 0 {
                comb.extend([[x, 1.0], [x - 1.0, 1.0]]);
            }
        }
        for polygon in
            [&[[0.0, 0.0], [2.0, 0.0], [2.0, 1.0], [1.0, 1.0], [1.0, 2.0], [0.0, 2.0]][..], &comb]
        {
            let triangles = cut(polygon);
            let (sum, absolute) = area_of(polygon, &triangles);
            assert_eq!(triangles.len(), polygon.len() - 2);
            assert!((sum - doubled_area(polygon)).abs() < 1e-9 && (sum - absolute).abs() < 1e-9);
        }
        assert!(cut(&square[..2]).is_empty());
    }

    #[test]
    fn clockwise_ones_stay_clockwise() {
        let polygon = [[0.0, 0.0], [0.0, 2.0], [1.0, 1.0], [2.0, 2.0], [2.0, 0.0]];
        let (sum, absolute) = area_of(&polygon, &cut(&polygon));
        assert!(sum < 0.0 && (sum + absolute).abs() < 1e-9);
    }

    proptest! {
        /// Stars around a point: never convex, never crossing themselves.
        #[test]
        fn stars_are_covered_once(radii in prop::collection::vec(0.2f32..10.0, 3..60)) {
            let count = radii.len();
            let polygon: Vec<[f32; 2]> = radii.iter().enumerate().map(|(n, radius)| {
                #[allow(clippy::cast_precision_loss)]
                let angle = n as f32 / count as f32 * std::f32::consts::TAU;
                [radius * angle.cos(), radius * angle.sin()]
            }).collect();
            let triangles = cut(&polygon);
            prop_assert_eq!(triangles.len(), count - 2);
            let (sum, absolute) = area_of(&polygon, &triangles);
            prop_assert!((sum - absolute).abs() < 1e-4 * absolute.max(1.0), "{} {}", sum, absolute);
        }

        #[test]
        fn nothing_panics(polygon in prop::collection::vec([any::<f32>(), any::<f32>()], 0..40)) {
            let triangles = cut(&polygon);
            prop_assert_eq!(triangles.len(), polygon.len().saturating_sub(2));
        }
    }
}
