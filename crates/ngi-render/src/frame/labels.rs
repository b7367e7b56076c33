//! Where the texts of a frame go in its picture: beside their points, and never over each other.

use std::collections::HashMap;

use super::Frame;

/// A text and where it goes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PlacedLabel<'a> {
    /// Its upper left corner, in pixels.
    pub at: [f32; 2],
    /// What it says.
    pub text: &'a str,
    /// Its colour.
    pub colour: [u8; 4],
}

/// From the point to its text.
const GAP: f32 = 4.0;
/// How many lines a text may move away from its point, up and down.
const LINES: u8 = 4;
/// Texts are looked for in strips of the picture this high.
const STRIP: f32 = 64.0;
/// Texts may meet by this much, in pixels: points in one place differ by some last digits.
const ROUNDING: f32 = 0.01;

impl Frame {
    /// Places the texts, those nearest to the eye first. `measure` gives width and height of a
    /// text in pixels. What finds no room near its point is left out, and so is what lies outside
    /// of the picture.
    pub fn place_labels(&self, measure: impl Fn(&str) -> [f32; 2]) -> Vec<PlacedLabel<'_>> {
        let [width, height] = self.sight.size.map(crate::numbers::to_f32);
        let inside = |[x, y]: [f32; 2]| (0.0..width).contains(&x) && (0.0..height).contains(&y);
        let mut seen: Vec<_> = self
            .labels()
            .filter_map(|(label, text)| {
                let point = self.sight.project(label.at.into()).filter(|point| inside(*point))?;
                let way = glam::Vec3::from(label.at) - self.sight.eye;
                Some((way.length_squared(), point, label.colour, text))
            })
            .collect();
        // Equally far ones stay in the order they were added in.
        seen.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut taken = Taken::default();
        let mut placed = Vec::with_capacity(seen.len());
        for (_, point, colour, text) in seen {
            let size = measure(text);
            if let Some(at) = places(point, size).find(|at| taken.take(*at, size)) {
                placed.push(PlacedLabel { at, text, colour });
            }
        }
        placed
    }
}

/// Places for a text beside a point, the best first.
fn places([x, y]: [f32; 2], [width, height]: [f32; 2]) -> impl Iterator<Item = [f32; 2]> {
    let lines = (0..LINES).flat_map(move |line| {
        let away = f32::from(line) * height;
        [y - height - away, y + away]
    });
    lines.flat_map(move |top| [x + GAP, x - GAP - width].map(|left| [left, top]))
}

/// Left, top, right, bottom.
type Rect = [f32; 4];

/// What of a picture is taken.
#[derive(Default)]
struct Taken(HashMap<i32, Vec<Rect>>);

impl Taken {
    /// Takes a rectangle, unless a part of it is taken.
    fn take(&mut self, [left, top]: [f32; 2], [width, height]: [f32; 2]) -> bool {
        let wanted = [left, top, left + width, top + height];
        let meets = |other: &Rect| {
            let ([a, b, c, d], [e, f, g, h]) = (wanted, *other);
            let over = |start: f32, end: f32| end - start > ROUNDING;
            over(a, g) && over(e, c) && over(b, h) && over(f, d)
        };
        #[expect(clippy::cast_possible_truncation, reason = "near the picture")]
        let strips = (top / STRIP).floor() as i32..=((top + height) / STRIP).floor() as i32;
        if strips.clone().any(|strip| self.0.get(&strip).is_some_and(|all| all.iter().any(meets))) {
            return false;
        }
        strips.for_each(|strip| self.0.entry(strip).or_default().push(wanted));
        true
    }
}

#[cfg(test)]
mod tests {
    use glam::Vec3;

    use super::*;

    const SIZE: [f32; 2] = [40.0, 9.0];

    fn overlap(a: &PlacedLabel<'_>, b: &PlacedLabel<'_>) -> bool {
        let apart = |axis: usize| (a.at[axis] - b.at[axis]).abs() >= SIZE[axis];
        !apart(0) && !apart(1)
    }

    #[test]
    fn texts_at_the_same_point_make_room_for_each_other() {
        let mut frame = Frame::new();
        for name in ["a", "b", "c", "d", "e"] {
            frame.label(Vec3::ZERO, name, [255; 4]);
        }
        let placed = frame.place_labels(|_| SIZE);
        assert_eq!(placed.iter().map(|label| label.text).collect::<String>(), "abcde");
        let [x, y] = frame.sight.project(Vec3::ZERO).unwrap();
        assert_eq!(placed[0].at, [x + GAP, y - 9.0], "the first has the best place");
        for (index, one) in placed.iter().enumerate() {
            assert!(placed[..index].iter().all(|other| !overlap(one, other)), "{placed:?}");
            assert!((one.at[1] - y).abs() <= 9.0 * f32::from(LINES), "near its point");
        }
    }

    #[test]
    fn the_nearest_come_first_and_the_rest_is_left_out() {
        let mut frame = Frame::new();
        let eye = frame.sight.eye;
        // All on one ray, the farthest added first.
        for step in (1..=40u8).rev() {
            let at = eye * (1.0 - f32::from(step) / 50.0);
            frame.label(at, if step == 1 { "near" } else { "far" }, [255; 4]);
        }
        frame.label(eye * 2.0, "behind", [255; 4]);
        let placed = frame.place_labels(|_| SIZE);
        assert_eq!(placed.len(), usize::from(LINES) * 4);
        assert_eq!(placed[0].text, "near");
        assert!(placed.iter().all(|label| label.text != "behind"));
    }
}
