//! The smallest sphere around points.
//!
//! A smallest sphere is held by at most four points. Start with one, add the point that lies
//! furthest outside, keep the few that hold the sphere around those, and repeat: the sphere grows
//! each time, so the search ends. Worked out in double precision, then rounded outwards.

use super::shapes::Sphere;

type Point = [f64; 3];

/// Rounds before the search settles for what it has; it then needs not be the smallest, but
/// still holds every point.
const ROUNDS: usize = 200;
/// How far outside, by its share of the radius, a point may lie and count as held.
const SLACK: f64 = 1e-9;

pub(super) fn smallest(points: &[[f32; 3]]) -> Sphere {
    let points = points.iter().map(|point| point.map(f64::from));
    let finite = |point: &Point| point.iter().all(|value| value.is_finite());
    let points: Vec<Point> = points.filter(finite).collect();
    let Some(&first) = points.first() else { return Sphere { center: [0.0; 3], radius: 0.0 } };
    let mut held = vec![first];
    let mut center = first;
    let mut squared = 0.0;
    for _ in 0..ROUNDS {
        let Some((distance, outside)) = furthest(&points, center) else { break };
        if distance <= squared * (1.0 + SLACK) + f64::MIN_POSITIVE {
            break;
        }
        held.push(outside);
        (held, center, squared) = of_few(&held);
    }
    outwards(&points, center)
}

fn furthest(points: &[Point], center: Point) -> Option<(f64, Point)> {
    let mut best: Option<(f64, Point)> = None;
    for &point in points {
        let distance = distance_squared(point, center);
        if best.is_none_or(|(most, _)| distance > most) {
            best = Some((distance, point));
        }
    }
    best
}

/// The sphere in the precision of the format, its radius just large enough for the rounded centre.
#[allow(clippy::cast_possible_truncation)] // to the precision of the format, outwards below
fn outwards(points: &[Point], center: Point) -> Sphere {
    let center = center.map(|value| value as f32);
    let squared = furthest(points, center.map(f64::from)).map_or(0.0, |(distance, _)| distance);
    let mut radius = squared.sqrt() as f32;
    if f64::from(radius) < squared.sqrt() {
        radius = radius.next_up();
    }
    Sphere { center, radius }
}

/// The smallest sphere around at most five points: the points that hold it, centre, radius².
fn of_few(points: &[Point]) -> (Vec<Point>, Point, f64) {
    let mut best: Option<(Vec<Point>, Point, f64)> = None;
    for subset in 1u32..1 << points.len().min(5) {
        if subset.count_ones() > 4 {
            continue;
        }
        let chosen = points.iter().enumerate().filter(|(index, _)| subset >> index & 1 == 1);
        let chosen: Vec<Point> = chosen.map(|(_, &point)| point).collect();
        let Some(center) = through(&chosen) else { continue };
        let squared =
            chosen.iter().map(|&point| distance_squared(point, center)).fold(0.0, f64::max);
        if best.as_ref().is_some_and(|&(_, _, smaller)| smaller <= squared) {
            continue;
        }
        let slack = squared * SLACK + f64::MIN_POSITIVE;
        if points.iter().all(|&point| distance_squared(point, center) <= squared + slack) {
            best = Some((chosen, center, squared));
        }
    }
    best.unwrap_or_else(|| around_mean(points))
}

/// Where rounding hides the answer: around the mean of the points, held by the furthest.
fn around_mean(points: &[Point]) -> (Vec<Point>, Point, f64) {
    let count = points.iter().map(|_| 1.0).sum::<f64>().max(1.0);
    let sum = points.iter().fold([0.0; 3], |sum, &point| plus(sum, point));
    let center = times(sum, 1.0 / count);
    let (squared, point) = furthest(points, center).unwrap_or((0.0, center));
    (vec![point], center, squared)
}

/// The point equally far from one to four points, in the space they span.
fn through(points: &[Point]) -> Option<Point> {
    let (&origin, others) = points.split_first()?;
    let edges: Vec<Point> = others.iter().map(|&point| minus(point, origin)).collect();
    let offset = match *edges.as_slice() {
        [] => [0.0; 3],
        [a] => times(a, 0.5),
        [a, b] => {
            let normal = cross(a, b);
            let twice = 2.0 * dot(normal, normal);
            let upper = minus(times(b, dot(a, a)), times(a, dot(b, b)));
            divided(cross(upper, normal), twice)?
        }
        [a, b, c] => {
            let twice = 2.0 * dot(a, cross(b, c));
            let first = times(cross(b, c), dot(a, a));
            let second = times(cross(c, a), dot(b, b));
            let third = times(cross(a, b), dot(c, c));
            divided(plus(plus(first, second), third), twice)?
        }
        _ => return None,
    };
    Some(plus(origin, offset))
}

/// `None` where the points lie on a line or in a plane.
fn divided(point: Point, by: f64) -> Option<Point> {
    let result = times(point, 1.0 / by);
    result.iter().all(|value| value.is_finite()).then_some(result)
}

fn plus([a, b, c]: Point, [x, y, z]: Point) -> Point {
    [a + x, b + y, c + z]
}

fn minus([a, b, c]: Point, [x, y, z]: Point) -> Point {
    [a - x, b - y, c - z]
}

fn times([a, b, c]: Point, by: f64) -> Point {
    [a * by, b * by, c * by]
}

fn dot([a, b, c]: Point, [x, y, z]: Point) -> f64 {
    a * x + b * y + c * z
}

fn cross([a, b, c]: Point, [x, y, z]: Point) -> Point {
    [b * z - c * y, c * x - a * z, a * y - b * x]
}

fn distance_squared(a: Point, b: Point) -> f64 {
    let between = minus(a, b);
    dot(between, between)
}
