//! What differs: fields in sight, parts of the scene, pixels.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};

use egui::{Color32, ColorImage};
use glam::Vec3;
use ngi_formats::kinds;
use ngi_formats::landscape::{Face, Landscape};
use ngi_formats::tree::Node as Tree;
use ngi_verbs::document::compare;

use crate::document::Document;
use crate::editing::Parts;
use crate::library::ItemKind;
use crate::platform::guarded;
use crate::viewport::Viewport;

/// Points of a square, in each direction, whose heights are held against each other.
const POINTS: u8 = 6;
/// Squares of a level that are looked at, at most.
const MOST_SQUARES: usize = 1 << 14;
/// Heights that differ by less are the same.
const SAME_HEIGHT: f32 = 1e-3;

/// What differs from the other.
#[derive(Default)]
pub struct Marks {
    /// The other, if it has fields.
    other: Option<Document>,
    /// Fields that were asked about.
    known: RefCell<HashMap<String, bool>>,
    /// Parts of the scene: nodes, objects, squares.
    pub parts: BTreeSet<usize>,
    /// The middles of faces of a ground that wear something else.
    painted: Vec<[f32; 2]>,
}

impl Marks {
    /// What differs between two documents, as far as that is known at once.
    pub(super) fn of(own: Option<&Document>, other: Option<Document>, kind: ItemKind) -> Self {
        let parts = guarded(|| Ok(differing_parts(own, other.as_ref(), kind)));
        let parts = parts.ok().flatten().unwrap_or_default();
        let painted = guarded(|| Ok(painted_faces(own, other.as_ref())));
        let painted = painted.ok().flatten().unwrap_or_default();
        Self { other, known: RefCell::default(), parts, painted }
    }

    /// The fields of the other.
    pub fn tree(&self) -> Option<Tree<'_>> {
        self.other.as_ref()?.tree().ok()
    }

    /// Whether a field, or anything in it, differs. What was asked once is known from then on.
    pub fn differs(&self, own: &Tree<'_>, other: &Tree<'_>, field: &str) -> bool {
        if let Some(known) = self.known.borrow().get(field) {
            return *known;
        }
        let differs = match (own.find(field), other.find(field)) {
            (Ok(own), Ok(other)) => are_different(&own.node, &other.node),
            (own, other) => own.is_ok() != other.is_ok(),
        };
        self.known.borrow_mut().insert(field.to_owned(), differs);
        differs
    }

    /// Squares of a level whose ground is higher or lower, or wears something else.
    pub(super) fn add_ground(&mut self, own: &Viewport, other: &Viewport) {
        for square in 0..MOST_SQUARES {
            let Some(corners) = own.square(square) else { continue };
            let differs = other.square(square).is_none_or(|there| {
                let away = corners.iter().zip(there).any(|(a, b)| (*a - b).length() > SAME_HEIGHT);
                away || is_around(&corners, &self.painted) || heights_differ(&corners, own, other)
            });
            if differs {
                self.parts.insert(square);
            }
        }
    }
}

/// Whether two parts of the same path differ anywhere. Long lists are told apart by their bytes.
fn are_different(a: &Tree<'_>, b: &Tree<'_>) -> bool {
    match (a, b) {
        (Tree::Rows(left), Tree::Rows(right)) if left.kind == right.kind => {
            left.bytes != right.bytes
        }
        (Tree::Items(left), Tree::Items(right)) => {
            let one = |index: usize| match (left.get(index), right.get(index)) {
                (Some(left), Some(right)) => are_different(&left, &right),
                _ => true,
            };
            left.len() != right.len() || (0..left.len()).any(one)
        }
        (Tree::Members(_), Tree::Members(_)) => {
            let (mut left, mut right) = (Vec::new(), Vec::new());
            a.parts(&mut |name, _, part| left.push((name, part)));
            b.parts(&mut |name, _, part| right.push((name, part)));
            let pairs = left.iter().zip(&right);
            let mut differing =
                pairs.filter(|((a, left), (b, right))| a != b || are_different(left, right));
            left.len() != right.len() || differing.next().is_some()
        }
        _ => {
            let mut found = Vec::new();
            compare::parts(a, b, "", &mut found);
            !found.is_empty()
        }
    }
}

/// The parts of a scene whose fields differ, by their numbers.
fn differing_parts(
    own: Option<&Document>,
    other: Option<&Document>,
    kind: ItemKind,
) -> Option<BTreeSet<usize>> {
    let (parts, own, other) = (Parts::of(kind)?, own?.tree().ok()?, other?.tree().ok()?);
    let count = parts.count(&own).max(parts.count(&other));
    let differs = |part: &usize| {
        let path = parts.path(*part);
        match (own.find(&path), other.find(&path)) {
            (Ok(own), Ok(other)) => are_different(&own.node, &other.node),
            _ => true,
        }
    };
    Some((0..count).filter(differs).collect())
}

/// The middles of faces that are painted or marked otherwise. Where there are more or fewer faces,
/// none is the other's.
fn painted_faces(own: Option<&Document>, other: Option<&Document>) -> Option<Vec<[f32; 2]>> {
    let is_ground = |document: &&Document| document.format.kind == &kinds::LANDSCAPE;
    let both = [own.filter(is_ground)?, other.filter(is_ground)?];
    let [own, other] = both.map(|document| Landscape::read(document.bytes()).ok());
    let (own, other) = (own?, other?);
    if own.faces.len() != other.faces.len() {
        return None;
    }
    let painted = own.faces.iter().zip(other.faces.iter()).filter(|(a, b)| {
        (a.material, a.second_material, a.flags) != (b.material, b.second_material, b.flags)
    });
    let middle = |face: Face| {
        let corners = face.vertices.map(|vertex| own.positions.get(usize::from(vertex)));
        let [a, b, c] = corners.map(|corner| corner.unwrap_or_default());
        [(a[0] + b[0] + c[0]) / 3.0, (a[1] + b[1] + c[1]) / 3.0]
    };
    Some(painted.map(|(face, _)| middle(face)).collect())
}

/// The lowest and the highest corner of a box.
fn ends(corners: &[Vec3; 8]) -> [Vec3; 2] {
    [Vec3::min, Vec3::max].map(|end| corners.iter().copied().reduce(end).unwrap_or_default())
}

/// Whether one of some points is above or below a box, or in it.
fn is_around(corners: &[Vec3; 8], points: &[[f32; 2]]) -> bool {
    let [low, high] = ends(corners);
    let (xs, ys) = (low.x..=high.x, low.y..=high.y);
    points.iter().any(|[x, y]| xs.contains(x) && ys.contains(y))
}

/// Whether the ground within a box is higher or lower there than here.
fn heights_differ(corners: &[Vec3; 8], own: &Viewport, other: &Viewport) -> bool {
    let [low, high] = ends(corners);
    let share = |number: u8| (f32::from(number) + 0.5) / f32::from(POINTS);
    let points = (0..POINTS).flat_map(|x| (0..POINTS).map(move |y| [share(x), share(y)]));
    let mut differing = points.filter(|[x, y]| {
        let at = [low.x + (high.x - low.x) * x, low.y + (high.y - low.y) * y];
        match (own.ground_at(at), other.ground_at(at)) {
            (Some(own), Some(other)) => (own - other).abs() > SAME_HEIGHT,
            (own, other) => own.is_some() != other.is_some(),
        }
    });
    differing.next().is_some()
}

/// Where two textures differ, bright on dark, and in how many pixels; `None` where one is no
/// texture, or their sizes differ.
pub(super) fn difference(own: &Viewport, other: &Viewport) -> Option<(ColorImage, usize)> {
    let (own, other) = (own.pixels()?, other.pixels()?);
    if (own.width, own.height) != (other.width, other.height) {
        return None;
    }
    let size = [usize::try_from(own.width).ok()?, usize::try_from(own.height).ok()?];
    let pairs = own.rgba.as_chunks::<4>().0.iter().zip(other.rgba.as_chunks::<4>().0);
    let pixels: Vec<Color32> = pairs.map(|(own, other)| difference_of(*own, *other)).collect();
    if pixels.len() != size[0].checked_mul(size[1])? {
        return None;
    }
    let differing = pixels.iter().filter(|pixel| **pixel != SAME).count();
    Some((ColorImage::new(size, pixels), differing))
}

/// A pixel that is the same.
const SAME: Color32 = Color32::from_rgb(24, 26, 30);

/// A difference of one step can be seen; a large one is bright. What only alpha says is blue.
fn difference_of([r, g, b, a]: [u8; 4], other: [u8; 4]) -> Color32 {
    let [r2, g2, b2, a2] = other;
    let colour = r.abs_diff(r2).max(g.abs_diff(g2)).max(b.abs_diff(b2));
    let alpha = a.abs_diff(a2);
    let seen = |by: u8| if by == 0 { 0 } else { 96 + by / 2 + by / 8 };
    match (colour, alpha) {
        (0, 0) => SAME,
        (0, _) => Color32::from_rgb(40, 80, seen(alpha)),
        _ => Color32::from_rgb(seen(colour), seen(colour) / 2, 40),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_of_one_step_is_seen_and_of_alpha_alone_is_blue() {
        let grey = [9, 9, 9, 255];
        assert_eq!(difference_of(grey, grey), SAME);
        let [r, .., b, _] = difference_of(grey, [9, 10, 9, 255]).to_array();
        assert!(r > 90 && b < 60);
        let [r, _, b, _] = difference_of(grey, [9, 9, 9, 254]).to_array();
        assert!(b > 90 && r < 60);
        let [small, ..] = difference_of(grey, [19, 9, 9, 255]).to_array();
        let [large, ..] = difference_of(grey, [255, 9, 9, 255]).to_array();
        assert!(large > small);
    }
}
