//! Normals of vertices, and what the faces around them say.

use std::collections::HashMap;

use super::adjacency::weld;
use super::vector;

/// How far a normal may turn away from the face that it is closest to: 60 degrees. Flat faces and
/// round ones, tips and leaves are all within; what is left of ground that has moved is not.
const MOST_TURNED: f64 = 0.5;

/// Vertices at one place that are looked at closely. Sound meshes have a handful.
const MOST_AT_A_PLACE: usize = 64;

/// A vector of double precision.
type Vector = [f64; 3];

/// The corners of a triangle by their numbers.
pub(crate) type Corners = [u32; 3];

/// Twice the area of a triangle, along its normal.
fn area_vector(positions: &[[f32; 3]], corners: Corners) -> Option<Vector> {
    let at = |vertex: u32| positions.get(usize::try_from(vertex).ok()?);
    let [a, b, c] = corners;
    let [a, b, c] = [*at(a)?, *at(b)?, *at(c)?].map(|corner| corner.map(f64::from));
    let minus = |[x, y, z]: Vector, [u, v, w]: Vector| [x - u, y - v, z - w];
    let ([x, y, z], [u, v, w]) = (minus(b, a), minus(c, a));
    Some([y * w - z * v, z * u - x * w, x * v - y * u])
}

/// The vector with length 1; `None` where it has no direction.
pub(crate) fn unit(vector: Vector) -> Option<Vector> {
    let length = dot(vector, vector).sqrt();
    let unit = vector.map(|value| value / length);
    (length > 1e-30 && unit.iter().all(|value| value.is_finite())).then_some(unit)
}

fn dot([a, b, c]: Vector, [x, y, z]: Vector) -> f64 {
    a * x + b * y + c * z
}

fn add(sum: &mut Vector, by: Vector) {
    sum.iter_mut().zip(by).for_each(|(sum, by)| *sum += by);
}

/// By group of vertices the mean of the faces around it, weighted by their areas. `group_of` has a
/// number for each vertex: one of those in its group.
pub(crate) fn means(
    positions: &[[f32; 3]],
    faces: &[Corners],
    group_of: &[u32],
) -> Vec<Option<Vector>> {
    let group = |vertex: u32| group_of.get(usize::try_from(vertex).ok()?).copied();
    let mut sums = vec![[0.0; 3]; group_of.len()];
    for &face in faces {
        let Some(normal) = area_vector(positions, face) else { continue };
        for vertex in face {
            let sum = group(vertex).and_then(|at| sums.get_mut(usize::try_from(at).ok()?));
            if let Some(sum) = sum {
                add(sum, normal);
            }
        }
    }
    sums.into_iter().map(unit).collect()
}

/// Groups vertices of one surface that have the same position and the same normal, so that a
/// smooth surface stays smooth along the seams of its texture. `surfaces` has the number of a
/// surface for each vertex. Returns the first vertex of each vertex's group.
pub(crate) fn groups(
    positions: &[[f32; 3]],
    normals: &[[i8; 3]],
    surfaces: &[Option<usize>],
) -> Vec<u32> {
    let mut first_at = HashMap::new();
    let places = weld(positions);
    let numbers = places.iter().zip(0u32..);
    numbers
        .map(|(&place, vertex)| {
            let at = usize::try_from(vertex).unwrap_or(usize::MAX);
            let key = (place, normals.get(at).copied(), surfaces.get(at).copied().flatten());
            *first_at.entry(key).or_insert(vertex)
        })
        .collect()
}

/// A mesh as whoever asks about its normals has it; nothing of it is copied for a first look.
pub(crate) trait Shaded {
    /// How many vertices there are.
    fn vertex_count(&self) -> usize;
    /// Where a vertex is.
    fn position(&self, vertex: usize) -> Option<[f32; 3]>;
    /// Where its normal points; the length does not matter.
    fn normal(&self, vertex: usize) -> Option<[f32; 3]>;
}

impl Shaded for (&[[f32; 3]], &[[f32; 3]]) {
    fn vertex_count(&self) -> usize {
        self.0.len()
    }

    fn position(&self, vertex: usize) -> Option<[f32; 3]> {
        self.0.get(vertex).copied()
    }

    fn normal(&self, vertex: usize) -> Option<[f32; 3]> {
        self.1.get(vertex).copied()
    }
}

/// Vertices whose normals turn away from every face around them, and from their mean: somebody
/// moved the faces and left the normals. A normal without a direction is none of them.
pub(crate) fn stale(
    mesh: &impl Shaded,
    faces: impl Iterator<Item = [usize; 3]> + Clone,
) -> Vec<usize> {
    let suspects = suspects(mesh, faces.clone());
    if suspects.is_empty() {
        return suspects;
    }
    let vertices = 0..mesh.vertex_count();
    let positions: Vec<[f32; 3]> =
        vertices.clone().map(|vertex| mesh.position(vertex).unwrap_or_default()).collect();
    let normals: Vec<Option<Vector>> =
        vertices.map(|vertex| unit(mesh.normal(vertex)?.map(f64::from))).collect();
    let number = |vertex: usize| u32::try_from(vertex).unwrap_or(u32::MAX);
    settled(suspects, &positions, &normals, faces.map(|face| face.map(number)))
}

/// Those of the suspects that no face at their place speaks for.
#[cold]
fn settled(
    suspects: Vec<usize>,
    positions: &[[f32; 3]],
    normals: &[Option<Vector>],
    faces: impl Iterator<Item = Corners>,
) -> Vec<usize> {
    // The faces of vertices at the same place count too: materials and textures have seams there.
    let place_of = weld(positions);
    let place = |vertex: usize| place_of.get(vertex).copied();
    let mut at_place: HashMap<u32, Place> = HashMap::new();
    for vertex in suspects {
        let Some(at) = place(vertex) else { continue };
        let here = at_place.entry(at).or_default();
        if here.suspects.len() < MOST_AT_A_PLACE {
            here.suspects.push(vertex);
        }
    }
    for face in faces {
        let Some(area) = area_vector(positions, face) else { continue };
        let Some(normal) = unit(area) else { continue };
        for vertex in face {
            let at = usize::try_from(vertex).ok().and_then(place);
            if let Some(here) = at.and_then(|at| at_place.get_mut(&at)) {
                add(&mut here.by_area, area);
                add(&mut here.plain, normal);
                here.settle(normals, normal);
            }
        }
    }
    let mut stale = Vec::new();
    for mut here in at_place.into_values() {
        for mean in [here.by_area, here.plain].into_iter().filter_map(unit) {
            here.settle(normals, mean);
        }
        stale.append(&mut here.suspects);
    }
    stale.sort_unstable();
    stale
}

/// What is said of so many stale normals; the first is named.
pub(crate) fn told_stale(count: usize) -> String {
    match count {
        0 | 1 => "it turns away from every face around it".into(),
        _ => format!("it and {} more turn away from every face around them", count - 1),
    }
}

/// What is known of a place with suspects.
#[derive(Default)]
struct Place {
    suspects: Vec<usize>,
    by_area: Vector,
    plain: Vector,
}

impl Place {
    /// Clears suspects that do not turn away from this one.
    fn settle(&mut self, normals: &[Option<Vector>], face: Vector) {
        self.suspects.retain(|&vertex| !fits(normals.get(vertex).copied().flatten(), face));
    }
}

/// Whether a normal does not turn away. One without a direction has nothing to turn.
fn fits(normal: Option<Vector>, face: Vector) -> bool {
    normal.is_none_or(|normal| dot(normal, face) >= MOST_TURNED)
}

/// Vertices that turn away from every face that uses them. Sound meshes have next to none, so this
/// is all that is done for them: no roots, and single precision.
fn suspects(mesh: &impl Shaded, faces: impl Iterator<Item = [usize; 3]>) -> Vec<usize> {
    const USED: u8 = 1;
    const FITS: u8 = 2;
    #[allow(clippy::cast_possible_truncation)] // a half
    const SQUARED: f32 = (MOST_TURNED * MOST_TURNED) as f32;
    let mut states = vec![0u8; mesh.vertex_count()];
    // Not `for`: faces come out of lists in lists, which know best how to walk over themselves.
    faces.for_each(|face| {
        let [Some(x), Some(y), Some(z)] = face.map(|vertex| states.get(vertex).copied()) else {
            return;
        };
        // Where vertices are shared, most faces come when all has been said.
        if x & y & z & FITS != 0 {
            return;
        }
        let [Some(a), Some(b), Some(c)] = face.map(|vertex| mesh.position(vertex)) else {
            return;
        };
        let plane = vector::cross(vector::minus(b, a), vector::minus(c, a));
        let size = vector::dot(plane, plane);
        // A face without an area says nothing, nor does one of no numbers.
        let has_area = size > 0.0;
        if !has_area {
            return;
        }
        for (vertex, state) in face.into_iter().zip([x, y, z]) {
            if state & FITS != 0 {
                continue;
            }
            let (Some(state), Some(normal)) = (states.get_mut(vertex), mesh.normal(vertex)) else {
                continue;
            };
            let along = vector::dot(plane, normal);
            let length = vector::dot(normal, normal);
            // Without branches: which of a mesh's normals fit cannot be foreseen.
            let near = (along > 0.0) & (along * along >= SQUARED * size * length);
            *state |= USED | if near | (length == 0.0) { FITS } else { 0 };
        }
    });
    // Without branches, so that the sound case runs through many at a time.
    if !states.iter().fold(false, |any, &state| any | (state == USED)) {
        return Vec::new();
    }
    let states = states.into_iter().enumerate();
    states.filter(|(_, state)| *state == USED).map(|(vertex, _)| vertex).collect()
}

/// The smallest turn that takes one direction to another, applied to a vector.
pub(crate) fn turned(vector: Vector, from: Vector, to: Vector) -> Vector {
    let [a, b, c] = from;
    let [x, y, z] = to;
    let axis = [b * z - c * y, c * x - a * z, a * y - b * x];
    let cosine = dot(from, to);
    if cosine < -0.999_999 {
        return vector.map(|value| -value);
    }
    let [u, v, w] = axis;
    let [p, q, r] = vector;
    let across = [v * r - w * q, w * p - u * r, u * q - v * p];
    let along = dot(axis, vector) / (1.0 + cosine);
    let parts = vector.into_iter().zip(across).zip(axis);
    let mut parts = parts.map(|((value, across), axis)| value * cosine + across + axis * along);
    [0; 3].map(|_: u8| parts.next().unwrap_or(0.0))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::cast_possible_truncation)] // small numbers

    use super::*;

    /// Corners as places in lists.
    fn numbers(faces: &[Corners]) -> impl Iterator<Item = [usize; 3]> + Clone {
        faces.iter().map(|face| face.map(|vertex| vertex as usize))
    }

    #[test]
    fn a_turn_takes_one_direction_to_the_other_and_keeps_angles() {
        let from = unit([1.0, 2.0, 3.0]).unwrap();
        let to = unit([-2.0, 0.5, 1.0]).unwrap();
        let close = |a: Vector, b: Vector| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-12);
        assert!(close(turned(from, from, to), to));
        let other = unit([0.0, -1.0, 0.3]).unwrap();
        let there = turned(other, from, to);
        assert!((dot(there, to) - dot(other, from)).abs() < 1e-12);
        assert!((dot(there, there) - 1.0).abs() < 1e-12);
        assert!(close(turned(other, from, from), other));
        assert!(close(turned(from, from, from.map(|value| -value)), from.map(|value| -value)));
    }

    #[test]
    fn only_what_turns_away_from_everything_is_stale() {
        // A flat square of two faces, and a spike over it.
        let positions =
            [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0], [0.5, 0.5, 9.0]];
        let flat = [[0, 1, 2], [0, 2, 3]];
        let up = [[0.0, 0.0, 1.0]; 5];
        assert!(stale(&(&positions[..], &up[..]), numbers(&flat)).is_empty());
        let mut turned = up;
        turned[1] = [1.0, 0.0, 0.1];
        assert_eq!(stale(&(&positions[..], &turned[..]), numbers(&flat)), [1]);
        // No direction is no wrong one, and what no face uses is not asked.
        turned[1] = [0.0; 3];
        turned[4] = [0.0, 0.0, -1.0];
        assert!(stale(&(&positions[..], &turned[..]), numbers(&flat)).is_empty());
        // The tip of a spike looks up although none of its faces does.
        let spike = [[0, 1, 4], [1, 2, 4], [2, 3, 4], [3, 0, 4]];
        assert!(!stale(&(&positions[..], &up[..]), numbers(&spike)).contains(&4));
    }

    #[test]
    fn faces_beyond_a_seam_count() {
        // Vertex 3 lies where vertex 1 does; only a wall uses it, but the ground is there too.
        let positions = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]];
        let below = [[1.0, 0.0, -5.0], [1.0, 1.0, -5.0]];
        let positions: Vec<[f32; 3]> = positions.into_iter().chain(below).collect();
        let mut normals = [[0.0, 0.0, 1.0]; 6];
        normals[4] = [1.0, 0.0, 0.0];
        normals[5] = [1.0, 0.0, 0.0];
        let faces = [[0, 1, 2], [3, 4, 5]];
        assert!(stale(&(&positions[..], &normals[..]), numbers(&faces)).is_empty());
        assert_eq!(stale(&(&positions[..], &normals[..]), numbers(&faces).skip(1)), [3]);
    }

    /// What the rule says of a vertex, word by word: how near its normal comes to a face around it or
    /// to their mean, as a cosine. `None` where it is not asked.
    fn nearest(
        positions: &[[f32; 3]],
        normal: [f32; 3],
        faces: &[Corners],
        at: usize,
    ) -> Option<f64> {
        let normal = unit(normal.map(f64::from))?;
        let here = |vertex: &u32| positions[*vertex as usize] == positions[at];
        let with_area = |face: &Corners| {
            let area = area_vector(positions, *face)?;
            Some((*face, area, unit(area)?))
        };
        let around: Vec<(Corners, Vector, Vector)> = faces.iter().filter_map(with_area).collect();
        around.iter().find(|(face, ..)| face.contains(&(at as u32)))?;
        let (mut by_area, mut plain, mut most) = ([0.0; 3], [0.0; 3], -1.0f64);
        for (face, area, direction) in &around {
            for _ in face.iter().filter(|vertex| here(vertex)) {
                add(&mut by_area, *area);
                add(&mut plain, *direction);
                most = most.max(dot(normal, *direction));
            }
        }
        let means = [by_area, plain].into_iter().filter_map(unit);
        Some(means.map(|mean| dot(normal, mean)).fold(most, f64::max))
    }

    /// Random numbers below `end`, always the same.
    struct Numbers(u64);

    impl Numbers {
        fn below(&mut self, end: u64) -> u64 {
            self.0 =
                self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963);
            (self.0 >> 33) % end
        }
    }

    #[test]
    fn it_is_as_looking_at_every_face_of_every_vertex() {
        let mut numbers = Numbers(7);
        let (mut stale_ones, mut sound_ones) = (0, 0);
        for round in 0..3000 {
            // On a coarse grid, so that vertices share places and faces fall together; of any size.
            // Powers of two, so that a face on a line has no area in any precision.
            let scale = [1.0, 0.000_976_562_5, 8192.0, 0.5][round % 4];
            let count = 3 + numbers.below(20);
            let mut place = || [0; 3].map(|_: u8| numbers.below(4) as f32 * scale);
            let positions: Vec<[f32; 3]> = (0..count).map(|_| place()).collect();
            let faces: Vec<Corners> = (0..1 + numbers.below(24))
                .map(|_| [0; 3].map(|_: u8| numbers.below(count) as u32))
                .collect();
            let mut normals: Vec<[f32; 3]> =
                (0..count).map(|_| [0; 3].map(|_: u8| numbers.below(255) as f32 - 127.0)).collect();
            // Most are those of a face, some of nothing.
            for face in faces.iter().filter(|_| round % 3 > 0) {
                let Some(direction) = area_vector(&positions, *face).and_then(unit) else {
                    continue;
                };
                normals[face[0] as usize] = direction.map(|part| (part * 127.0).round() as f32);
            }
            normals[numbers.below(count) as usize] = [0.0; 3];
            let all = faces.iter().map(|face| face.map(|vertex| vertex as usize));
            let found = stale(&(&positions[..], &normals[..]), all);
            for (at, normal) in normals.iter().enumerate() {
                let nearest = nearest(&positions, *normal, &faces, at);
                let Some(nearest) = nearest.filter(|near| (near - MOST_TURNED).abs() > 1e-4) else {
                    continue;
                };
                let expected = nearest < MOST_TURNED;
                *if expected { &mut stale_ones } else { &mut sound_ones } += 1;
                let told = format!("round {round}, vertex {at}: {normal:?}, cosine {nearest}");
                assert_eq!(found.contains(&at), expected, "{told}");
            }
        }
        assert!(stale_ones > 1000 && sound_ones > 1000, "{stale_ones} and {sound_ones}");
    }
}
