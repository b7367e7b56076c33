//! The camera of a briefing: from stop to stop, as `briefing.cfg` has it.
//!
//! At a stop it stays, flies around its target, or goes on at once; the edge that leaves a stop is a
//! straight line, a curve, or a jump. Times are those of the file. That a curve is a Catmull-Rom
//! spline through the stops around it, and that a stop which waits for something else than the time
//! waits its own time, are stand-ins.

use std::f32::consts::TAU;

use glam::Vec3;

use crate::portable::rotation_z;
use crate::world::CameraStop;

/// The field of view of a briefing, in radians.
pub const FIELD_OF_VIEW: f32 = 1.04;
/// No part of a briefing takes longer, in seconds.
const LONGEST: f32 = 600.0;

/// Where a briefing's camera is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Look {
    /// Where the camera is.
    pub eye: [f32; 3],
    /// What it looks at.
    pub target: [f32; 3],
    /// The stop it is at, or the one it comes from.
    pub stop: usize,
}

/// How long the camera is at a stop, and how long it takes from there to the next.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Leg {
    waits: f32,
    moves: f32,
}

/// A briefing's camera over time.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Briefing {
    stops: Vec<CameraStop>,
    legs: Vec<Leg>,
}

impl Briefing {
    /// The stops of a mission, one after another. Those that are nowhere are left out.
    pub fn new(stops: &[CameraStop]) -> Self {
        let known = |stop: &&CameraStop| {
            stop.camera.iter().chain(&stop.target).all(|number| number.is_finite())
        };
        let stops: Vec<CameraStop> = stops.iter().filter(known).cloned().collect();
        let last = stops.len().saturating_sub(1);
        let leg = |(place, stop): (usize, &CameraStop)| Leg {
            waits: if is(&stop.wait, "continuous") { 0.0 } else { seconds(stop.wait_time) },
            moves: if is(&stop.edge, "jump") || place == last {
                0.0
            } else {
                seconds(stop.edge_time)
            },
        };
        let legs = stops.iter().enumerate().map(leg).collect();
        Self { stops, legs }
    }

    /// Whether there is nothing to see.
    pub fn is_empty(&self) -> bool {
        self.stops.is_empty()
    }

    /// How many stops there are.
    pub fn len(&self) -> usize {
        self.stops.len()
    }

    /// How long it takes, in seconds.
    pub fn seconds(&self) -> f32 {
        self.legs.iter().map(|leg| leg.waits + leg.moves).sum()
    }

    /// When it comes to a stop.
    pub fn begins(&self, stop: usize) -> f32 {
        self.legs.iter().take(stop).map(|leg| leg.waits + leg.moves).sum()
    }

    /// Where the camera is after some seconds; at its end it stays. `None` without stops.
    pub fn at(&self, seconds: f32) -> Option<Look> {
        let mut left = if seconds.is_finite() { seconds.max(0.0) } else { 0.0 };
        let last = self.stops.len().checked_sub(1)?;
        for (place, leg) in self.legs.iter().enumerate() {
            if left < leg.waits || (place == last && leg.waits > 0.0) {
                return self.waiting(place, left.min(leg.waits));
            }
            left -= leg.waits;
            if left < leg.moves {
                return self.moving(place, left / leg.moves);
            }
            left -= leg.moves;
        }
        self.waiting(last, 0.0)
    }

    fn waiting(&self, place: usize, seconds: f32) -> Option<Look> {
        let stop = self.stops.get(place)?;
        let (eye, target) = (Vec3::from(stop.camera), Vec3::from(stop.target));
        let turns = is(&stop.wait, "flyaround") && stop.rotate_time.is_finite();
        let angle =
            if turns && stop.rotate_time != 0.0 { seconds / stop.rotate_time * TAU } else { 0.0 };
        let eye = target + rotation_z(angle.rem_euclid(TAU)) * (eye - target);
        Some(Look { eye: eye.to_array(), target: stop.target, stop: place })
    }

    fn moving(&self, place: usize, share: f32) -> Option<Look> {
        let (from, to) = (self.stops.get(place)?, self.stops.get(place + 1)?);
        // Who flew around a stop goes on from where that ended.
        let left = self.waiting(place, self.legs.get(place)?.waits)?;
        let mix = |of: fn(&CameraStop) -> [f32; 3], start: [f32; 3]| {
            let (a, b) = (Vec3::from(start), Vec3::from(of(to)));
            if !is(&from.edge, "spline") {
                return a.lerp(b, share);
            }
            let around =
                |at: Option<&CameraStop>, other: Vec3| at.map_or(other, |it| of(it).into());
            let before = place.checked_sub(1).and_then(|place| self.stops.get(place));
            curve([around(before, a), a, b, around(self.stops.get(place + 2), b)], share)
        };
        let eye = mix(|stop| stop.camera, left.eye);
        let target = mix(|stop| stop.target, left.target);
        Some(Look { eye: eye.to_array(), target: target.to_array(), stop: place })
    }
}

/// Between the second and the third of four points, on a Catmull-Rom spline.
fn curve([a, b, c, d]: [Vec3; 4], t: f32) -> Vec3 {
    let (t2, t3) = (t * t, t * t * t);
    (b * 2.0
        + (c - a) * t
        + (a * 2.0 - b * 5.0 + c * 4.0 - d) * t2
        + (b * 3.0 - a - c * 3.0 + d) * t3)
        * 0.5
}

fn is(word: &str, known: &str) -> bool {
    word.eq_ignore_ascii_case(known)
}

fn seconds(time: f32) -> f32 {
    if time.is_finite() { time.clamp(0.0, LONGEST) } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stop(camera: [f32; 3], edge: &str, edge_time: f32, wait: &str) -> CameraStop {
        CameraStop {
            camera,
            target: [0.0; 3],
            edge: edge.to_owned(),
            edge_time,
            wait: wait.to_owned(),
            wait_time: 2.0,
            rotate_time: 8.0,
        }
    }

    #[test]
    fn it_goes_waits_flies_around_and_jumps() {
        let briefing = Briefing::new(&[
            stop([10.0, 0.0, 4.0], "linear", 4.0, "continuous"),
            stop([10.0, 8.0, 4.0], "JUMP", 9.0, "stay"),
            stop([0.0, 20.0, 4.0], "linear", 5.0, "flyaround"),
        ]);
        assert_eq!((briefing.len(), briefing.seconds()), (3, 8.0));
        let eye = |seconds: f32| briefing.at(seconds).unwrap().eye;
        assert_eq!(eye(0.0), [10.0, 0.0, 4.0]);
        assert_eq!(eye(1.0), [10.0, 2.0, 4.0]);
        assert_eq!((eye(4.0), eye(5.9)), ([10.0, 8.0, 4.0], [10.0, 8.0, 4.0]));
        assert_eq!(eye(6.0), [0.0, 20.0, 4.0]);
        // A quarter of a turn in two seconds: north comes to the west.
        let [x, y, z] = eye(8.0);
        assert!((x + 20.0).abs() < 1e-3 && y.abs() < 1e-3 && (z - 4.0).abs() < 1e-3, "{x} {y} {z}");
        assert_eq!(eye(1e9), eye(8.0));
        assert_eq!(eye(f32::NAN), eye(0.0));
        assert_eq!((briefing.begins(1), briefing.begins(2)), (4.0, 6.0));
        assert_eq!(briefing.at(7.0).unwrap().stop, 2);
    }

    #[test]
    fn a_curve_goes_through_its_stops() {
        let stops = [[0.0, 0.0, 0.0], [10.0, 0.0, 0.0], [10.0, 10.0, 0.0], [0.0, 10.0, 0.0]];
        let briefing = Briefing::new(&stops.map(|at| stop(at, "spline", 1.0, "continuous")));
        for (place, at) in stops.into_iter().enumerate() {
            let eye = Vec3::from(briefing.at(place as f32).unwrap().eye);
            assert!(eye.distance(at.into()) < 1e-4, "{place}: {eye}");
        }
        // Half of the middle edge, by hand: (-a + 9b + 9c - d) / 16.
        let eye = Vec3::from(briefing.at(1.5).unwrap().eye);
        assert!(eye.distance(Vec3::new(11.25, 5.0, 0.0)) < 1e-4, "{eye}");
    }

    #[test]
    fn nothing_breaks_it() {
        assert_eq!(Briefing::new(&[]).at(1.0), None);
        let odd = CameraStop {
            edge_time: f32::NAN,
            wait_time: -3.0,
            rotate_time: 0.0,
            ..stop([1.0; 3], "", 0.0, "flyaround")
        };
        let lost = CameraStop { camera: [f32::INFINITY; 3], ..odd.clone() };
        let briefing = Briefing::new(&[odd, lost]);
        assert_eq!((briefing.len(), briefing.seconds()), (1, 0.0));
        assert_eq!(briefing.at(5.0).unwrap().eye, [1.0; 3]);
    }
}
