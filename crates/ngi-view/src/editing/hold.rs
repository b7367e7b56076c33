//! Something that is being pulled: where it was, and where it is now.

use glam::{Vec2, Vec3};
use ngi_engine::landscape::{Ground, Sides, walker};
use ngi_engine::model::{Ray, Transform};

use super::gizmo::{Gizmo, Handle, Pull, on_plane};
use super::{Request, Subject};

/// Steps that places of a map snap to, in units.
const STEP: f32 = 1.0;
/// And those of a model.
const FINE_STEP: f32 = 0.1;
/// And turns, in degrees.
const ANGLE: f32 = 15.0;

/// Where something is, how far it is turned, how large it is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Now {
    /// Where, as the file has it.
    pub position: [f32; 3],
    /// Turned about the vertical, in radians.
    pub turn: f32,
    /// How large.
    pub scale: f32,
}

impl Now {
    /// True if the other differs in rounding only.
    fn is_near(&self, other: &Self) -> bool {
        let is_near = |a: f32, b: f32| (a - b).abs() <= 1e-5 * (1.0 + a.abs());
        let places = self.position.into_iter().zip(other.position);
        places
            .chain([(self.turn, other.turn), (self.scale, other.scale)])
            .all(|(a, b)| is_near(a, b))
    }

    /// The matrix of something that was elsewhere before.
    pub fn matrix(&self, before: &Self, world_from_object: &Transform) -> Transform {
        let (from, to) = (Vec3::from(before.position), Vec3::from(self.position));
        let rotation = glam::Quat::from_rotation_z(self.turn - before.turn);
        let growth = if before.scale != 0.0 { self.scale / before.scale } else { 1.0 };
        let about = Vec3::from(world_from_object.translation);
        let moved = Transform::from_scale_rotation_translation(
            Vec3::splat(growth),
            rotation,
            about + to - from,
        );
        moved * Transform::from_translation(-about) * *world_from_object
    }

    /// The same where the ground is higher or lower: as far above it as before.
    pub fn on_ground(self, before: &Self, ground: Option<&Ground>) -> Self {
        let [x, y, z] = self.position;
        let [x0, y0, _] = before.position;
        let height = |at: [f32; 2]| ground?.height(at, &walker()).map(|footing| footing.z);
        match (height([x0, y0]), height([x, y])) {
            (Some(was), Some(now)) => Self { position: [x, y, z + now - was], ..self },
            _ => self,
        }
    }
}

/// Something that is being pulled.
#[derive(Debug, Clone)]
pub struct Held {
    /// What.
    pub subject: Subject,
    /// By which handle.
    pub handle: Handle,
    /// Where it was.
    pub before: Now,
    /// Where it is.
    pub now: Now,
    gizmo: Gizmo,
    from: Ray,
}

impl Held {
    /// Takes hold of something.
    pub fn new(subject: Subject, handle: Handle, before: Now, gizmo: Gizmo, from: Ray) -> Self {
        Self { subject, handle, before, now: before, gizmo, from }
    }

    /// The pointer is elsewhere. `steps`: whole units and angles. `stays`: it keeps its height
    /// above the ground.
    pub fn pull(&mut self, to: &Ray, ground: Option<&Ground>, steps: bool, stays: bool) {
        let mut now = self.before;
        match self.handle {
            Handle::Ground => {
                let Some(at) = self.over_ground(to, ground) else { return };
                let [_, _, z] = now.position;
                now.position = [at.x, at.y, z];
            }
            handle => match self.gizmo.pulled(handle, &self.from, to) {
                Some(Pull::Move(by)) => {
                    now.position = (Vec3::from(now.position) + by).to_array();
                }
                Some(Pull::Turn(by)) => now.turn += by,
                Some(Pull::Grow(by)) => now.scale *= by,
                None => return,
            },
        }
        if steps {
            now = snapped(now, self.handle, self.subject.step());
        }
        let stands = matches!(self.subject, Subject::Object(_) | Subject::Mark(_));
        let sideways = stands && matches!(self.handle, Handle::Ground | Handle::X | Handle::Y);
        if sideways && stays {
            now = now.on_ground(&self.before, ground);
        }
        let finite = now.position.iter().all(|n| n.is_finite());
        // A preview changes the bounds of the scene, and with them the last digits of the ray through
        // the same pixel. Taken for a movement, they would ask for another preview without end.
        let moves = now == self.before || !now.is_near(&self.now);
        if finite && now.turn.is_finite() && now.scale.is_finite() && moves {
            self.now = now;
        }
    }

    /// Where the pointer has it on the ground: the point that was taken hold of stays under it.
    fn over_ground(&self, to: &Ray, ground: Option<&Ground>) -> Option<Vec2> {
        let grabbed = on_plane(&self.from, self.gizmo.at, Vec3::Z)?;
        let by = self.gizmo.at - grabbed;
        let eye = Vec3::from(to.origin) + by;
        let ray = Ray { origin: eye.to_array(), direction: to.direction };
        let hit = ground.and_then(|ground| {
            ground.nearest(&ray, f32::MAX, &walker(), Sides::Both).map(|hit| Vec3::from(hit.point))
        });
        let at = hit.or_else(|| on_plane(&ray, self.gizmo.at, Vec3::Z))?;
        let shift = Vec3::from(self.before.position) - self.gizmo.at;
        Some((at + shift).truncate())
    }

    /// What it comes to when it is let go; `None` where it is as it was.
    pub fn request(&self) -> Option<Request> {
        let (was, now) = (&self.before, &self.now);
        if was == now {
            return None;
        }
        Some(match &self.subject {
            Subject::Object(object) => Request::Place {
                object: *object,
                position: (was.position != now.position).then_some(now.position),
                turn: (was.turn != now.turn).then_some(now.turn),
                scale: (was.scale != now.scale).then_some(now.scale),
            },
            Subject::Mark(mark) => Request::Set(mark.moved(now.position)),
            Subject::Corner { areal, corner, at } => {
                Request::Corner { areal: *areal, corner: *corner, from: *at, to: now.position }
            }
            Subject::Spot(own) => {
                let (spot, frame) = own.as_ref();
                let by = Vec3::from(now.position) - Vec3::from(was.position);
                Request::Set(match self.handle.turns_about() {
                    Some(about) => spot.turned(frame, about, now.turn - was.turn),
                    None => spot.moved(frame, by),
                })
            }
            Subject::Node(own) => {
                let (keys, parent) = own.as_ref();
                let by = Vec3::from(now.position) - Vec3::from(was.position);
                Request::Set(match self.handle.turns_about() {
                    Some(about) => keys.turned(parent, about, now.turn - was.turn),
                    None => keys.moved(parent, by),
                })
            }
        })
    }
}

impl Subject {
    /// The step that its place snaps to.
    fn step(&self) -> f32 {
        match self {
            Self::Object(_) | Self::Mark(_) | Self::Corner { .. } => STEP,
            Self::Node(_) | Self::Spot(_) => FINE_STEP,
        }
    }
}

/// Whole steps, and angles that are easy to say.
fn snapped(now: Now, handle: Handle, step: f32) -> Now {
    let whole = |value: f32, step: f32| (value / step).round() * step;
    let [x, y, z] = now.position;
    match handle {
        Handle::X => Now { position: [whole(x, step), y, z], ..now },
        Handle::Y => Now { position: [x, whole(y, step), z], ..now },
        Handle::Z => Now { position: [x, y, whole(z, step)], ..now },
        Handle::Ground => Now { position: [whole(x, step), whole(y, step), z], ..now },
        Handle::Turn | Handle::TurnX | Handle::TurnY => {
            Now { turn: whole(now.turn.to_degrees(), ANGLE).to_radians(), ..now }
        }
        Handle::Size => Now { scale: whole(now.scale, 0.1).max(0.1), ..now },
    }
}

#[cfg(test)]
mod tests {
    use ngi_formats::landscape::{GroundPlan, Landscape};

    use super::*;

    #[test]
    fn a_matrix_moves_turns_and_grows_about_its_own_place() {
        let before = Now { position: [10.0, 20.0, 1.0], turn: 0.5, scale: 2.0 };
        // A building that has settled a little lower than its file says.
        let matrix = Transform::from_scale_rotation_translation(
            Vec3::splat(2.0),
            glam::Quat::from_rotation_z(0.5),
            Vec3::new(10.0, 20.0, 0.25),
        );
        let now = Now { position: [13.0, 19.0, 1.5], turn: 0.5, scale: 2.0 };
        let moved = now.matrix(&before, &matrix);
        let wanted = Vec3::new(13.0, 19.0, 0.75);
        assert!((Vec3::from(moved.translation) - wanted).length() < 1e-5);
        let turned = Now { turn: 0.5 + std::f32::consts::FRAC_PI_2, scale: 4.0, ..before };
        let turned = turned.matrix(&before, &matrix);
        let ahead = turned.transform_point3(Vec3::X) - Vec3::from(turned.translation);
        let (sin, cos) = (0.5 + std::f32::consts::FRAC_PI_2).sin_cos();
        assert!((ahead - Vec3::new(cos, sin, 0.0) * 4.0).length() < 1e-4, "{ahead}");
        assert!((Vec3::from(turned.translation) - Vec3::new(10.0, 20.0, 0.25)).length() < 1e-5);
    }

    #[test]
    fn what_is_moved_keeps_its_height_above_the_ground() {
        let mut plan = GroundPlan::flat([8, 8], [2, 2], 10.0);
        let top = plan.point(4, 4).unwrap();
        plan.heights[top] = 6.0;
        let bytes = plan.build().unwrap().write().unwrap();
        let ground = Ground::of(&Landscape::read(&bytes).unwrap());
        let before = Now { position: [5.0, 5.0, 0.5], turn: 0.0, scale: 1.0 };
        let now = Now { position: [40.0, 40.0, 0.5], ..before };
        assert_eq!(now.on_ground(&before, Some(&ground)).position, [40.0, 40.0, 6.5]);
        let beside = Now { position: [400.0, 40.0, 0.5], ..before };
        assert_eq!(beside.on_ground(&before, Some(&ground)), beside, "there is no ground");
        assert_eq!(now.on_ground(&before, None), now);
    }

    #[test]
    fn steps_are_whole() {
        let now = Now { position: [1.4, 2.6, 3.5], turn: 0.4, scale: 1.27 };
        assert_eq!(snapped(now, Handle::Ground, STEP).position, [1.0, 3.0, 3.5]);
        assert!((snapped(now, Handle::Turn, STEP).turn.to_degrees() - 30.0).abs() < 1e-3);
        assert!((snapped(now, Handle::Size, STEP).scale - 1.3).abs() < 1e-5);
    }
}
