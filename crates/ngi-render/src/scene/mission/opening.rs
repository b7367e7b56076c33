//! The view a mission opens with: the player's base in front, nothing in the way.
//!
//! A camera cannot be computed from the base alone, because hills and trees may hide it. So many
//! cameras around the base are compared: by what of the base they show and how large, by how the
//! sun stands, and, for the best of them, by rays that find what is hidden and what is directly
//! before the lens. The comparison does not depend on the size of the image, so that a window
//! keeps its view while it is resized.

use std::f32::consts::TAU;

use glam::{Vec2, Vec3};
use ngi_engine::landscape::Sides;
use ngi_engine::model::Ray;
use ngi_engine::portable;
use ngi_engine::world::{Met, Placed, RayFilter, World};
use ngi_formats::landscape::FaceFilter;
use ngi_formats::tma::{ClanKind, PlacedKind};

use crate::{Bounds, Camera};

/// Vertical field of view.
const FOV_Y: f32 = 0.75;
/// Width by height of the image that cameras are compared for.
const ASPECT: f32 = 4.0 / 3.0;
/// Objects this far from the middle of the base belong to it, in metres.
const REACH: f32 = 64.0;
/// Directions that are tried, and angles downwards in radians.
const TURNS: u8 = 24;
const PITCHES: [f32; 4] = [0.10, 0.17, 0.26, 0.40];
/// Distances that are tried, in parts of the distance from which all of the base is in view.
const DISTANCES: [f32; 4] = [0.3, 0.42, 0.6, 0.9];
/// Objects of the base that count: the nearest to its middle.
const MOST_SUBJECTS: usize = 32;
/// Cameras that are compared by rays.
const FINALISTS: usize = 40;
/// Height of the eye above the ground below it and around it, in metres.
const CLEARANCE: f32 = 3.0;
/// Columns and rows of the rays through the image.
const COLUMNS: u8 = 7;
const ROWS: u8 = 6;

/// An object that the image should show.
struct Subject {
    object: usize,
    center: Vec3,
    radius: f32,
    weight: f32,
    /// Direction in which it looks; zero for what has no front.
    front: Vec3,
}

/// Chooses the camera for a world; `outline` gives the corners of the box around an object, `sun`
/// the direction towards the sun. `None` if nothing stands in the world.
pub(super) fn camera(
    world: &World,
    outline: impl Fn(usize) -> Option<[Vec3; 8]>,
    sun: Option<[f32; 3]>,
) -> Option<Camera> {
    let all = owned(world, &outline);
    let focus = middle_of_base(&all)?;
    let near = |subject: &&Subject| subject.center.distance(focus) <= REACH + subject.radius;
    let mut base: Vec<&Subject> = all.iter().filter(near).collect();
    base.sort_by(|a, b| a.center.distance(focus).total_cmp(&b.center.distance(focus)));
    base.truncate(MOST_SUBJECTS);
    let picture = Picture { world, base: &base, sun: sun.map(Vec3::from) };
    let mut cameras: Vec<(f32, Camera)> = picture
        .cameras(focus)
        .map(|camera| (picture.composition(&camera, |_| 1.0), camera))
        .collect();
    cameras.sort_by(|a, b| b.0.total_cmp(&a.0));
    cameras.truncate(FINALISTS);
    let judged = cameras.into_iter().map(|(_, camera)| (picture.judge(&camera), camera));
    let best = judged.reduce(|best, other| if other.0 > best.0 { other } else { best });
    best.map(|(_, camera)| camera)
}

/// Adapts a camera to an image of another shape: a narrow image gets a wider lens.
pub(super) fn shaped(mut camera: Camera, aspect: f32) -> Camera {
    const NARROW: f32 = 1.25;
    if aspect.is_finite() && aspect > 0.0 && aspect < NARROW {
        let half = portable::tan(camera.fov_y * 0.5) * NARROW / aspect;
        camera.fov_y = (2.0 * portable::atan2(half, 1.0)).min(1.5);
    }
    camera
}

/// Objects of the first player, else those of any clan, else all objects.
fn owned(world: &World, outline: &impl Fn(usize) -> Option<[Vec3; 8]>) -> Vec<Subject> {
    let subject = |placed: &Placed| {
        let around = Bounds::of(outline(placed.index)?.iter().map(Vec3::to_array));
        let radius = around.radius();
        let front = placed.world_from_object.transform_vector3(Vec3::Y).normalize_or_zero();
        let (weight, front) = match placed.kind {
            PlacedKind::UNIT => (2.2, front),
            PlacedKind::BUILDING => (1.2, Vec3::ZERO),
            _ => (0.3, Vec3::ZERO),
        };
        let is_sane = around.center().is_finite() && radius.is_finite() && radius > 0.0;
        let center = around.center();
        is_sane.then_some(Subject { object: placed.index, center, radius, weight, front })
    };
    // Guests inside of buildings are not seen.
    let there = || world.created().filter(|placed| placed.host.is_none());
    let of_player = |placed: &&Placed| {
        world.clan_of(placed.index).is_some_and(|clan| clan.kind == ClanKind::PLAYER)
    };
    let own: Vec<Subject> = there().filter(of_player).filter_map(subject).collect();
    if !own.is_empty() {
        return own;
    }
    let clans: Vec<Subject> =
        there().filter(|placed| placed.clan.is_some()).filter_map(subject).collect();
    if clans.is_empty() { there().filter_map(subject).collect() } else { clans }
}

/// The object with the most neighbours, and of its neighbourhood the middle.
fn middle_of_base(all: &[Subject]) -> Option<Vec3> {
    /// Of very many objects some are compared.
    const MOST: usize = 256;
    let step = all.len().div_ceil(MOST).max(1);
    let around = |center: Vec3| {
        let near = all.iter().filter(move |it| it.center.distance(center) <= REACH);
        near.fold((0.0, Vec3::ZERO), |(weight, sum), it| {
            (weight + it.weight, sum + it.center * it.weight)
        })
    };
    let sums = all.iter().step_by(step).map(|subject| around(subject.center));
    let most = sums.reduce(|best, other| if other.0 > best.0 { other } else { best })?;
    let (weight, sum) = most;
    Some(sum / weight)
}

/// Figures by which cameras are compared.
struct Picture<'a> {
    world: &'a World,
    base: &'a [&'a Subject],
    sun: Option<Vec3>,
}

impl Picture<'_> {
    /// Cameras around a point, none of them in the ground.
    fn cameras(&self, focus: Vec3) -> impl Iterator<Item = Camera> {
        let corners = self.base.iter().flat_map(|subject| {
            let reach = Vec3::splat(subject.radius);
            [subject.center - reach, subject.center + reach]
        });
        let size = Bounds::of(corners.map(|corner| corner.to_array())).or_unit().size();
        let reach = (size.truncate().length() * 0.5).clamp(6.0, REACH);
        // From here the base fills the width of the image.
        let far = reach / (portable::tan(FOV_Y * 0.5) * ASPECT) + reach * 0.4;
        let turns = (0..TURNS).map(|turn| f32::from(turn) / f32::from(TURNS) * TAU);
        let all = turns.flat_map(move |yaw| {
            PITCHES.into_iter().flat_map(move |pitch| {
                DISTANCES.into_iter().map(move |share| {
                    let distance = (far * share).max(9.0);
                    Camera { target: focus, yaw, pitch, distance, fov_y: FOV_Y, flat: false }
                })
            })
        });
        all.filter_map(|camera| self.above_ground(camera))
    }

    /// Lifts a camera out of the ground; `None` if it is in a hill or outside of the map.
    fn above_ground(&self, mut camera: Camera) -> Option<Camera> {
        let Some(level) = &self.world.level else { return Some(camera) };
        let height = |at: Vec2| {
            level.ground.height(at.to_array(), &FaceFilter::default()).map(|footing| footing.z)
        };
        let eye = camera.eye();
        let around = [Vec2::ZERO, Vec2::X * 6.0, Vec2::Y * 6.0, -Vec2::X * 6.0, -Vec2::Y * 6.0];
        let mut highest = f32::NEG_INFINITY;
        for step in around {
            highest = highest.max(height(eye.truncate() + step)?);
        }
        let lift = (highest + CLEARANCE - eye.z).max(0.0);
        if lift > camera.distance * 0.35 {
            return None;
        }
        if lift > 0.0 {
            camera.set_eye(eye + Vec3::Z * lift);
        }
        // The base is in the lower half of the image, so that there is some sky above it.
        let up = camera.height_at_target() * 0.08;
        camera.target.z += up;
        Some(camera)
    }

    /// How good an image of the base is, as far as that is known without rays. `seen` is the share
    /// of a subject that is not hidden.
    fn composition(&self, camera: &Camera, seen: impl Fn(&Subject) -> f32) -> f32 {
        let slope = portable::tan(camera.fov_y * 0.5);
        let (eye, forward) = (camera.eye(), camera.forward());
        let (right, up) = (camera.right(), camera.up());
        let mut sum = 0.0;
        for subject in self.base {
            let way = subject.center - eye;
            let depth = way.dot(forward);
            if depth <= subject.radius * 1.3 {
                // It would be around the lens.
                sum -= if way.length() < subject.radius * 1.5 { 2.0 } else { 0.0 };
                continue;
            }
            let at = Vec2::new(way.dot(right) / ASPECT, way.dot(up)) / (depth * slope);
            let size = subject.radius / (depth * slope);
            let outside = (at.abs() + Vec2::splat(size * 0.6) - Vec2::ONE).max_element();
            let inside = (1.0 - outside.max(0.0) * 4.0).clamp(0.0, 1.0);
            // Larger is better up to a third of the image's height.
            let large = (size / 0.33).min(1.0).sqrt() - (size - 0.6).max(0.0) * 2.0;
            let front = 1.0 - subject.front.dot(forward) * 0.25;
            let middle = 1.0 - at.length_squared().min(2.0) * 0.2;
            sum += subject.weight * inside * large * front * middle * seen(subject);
        }
        let most: f32 = self.base.iter().map(|subject| subject.weight).sum();
        // The light comes from behind or from the side.
        let light = self.sun.map_or(0.0, |sun| {
            let level = |way: Vec3| way.truncate().normalize_or_zero();
            let along = level(sun).dot(level(forward)) * sun.truncate().length();
            if along > 0.0 { -along } else { (-along).min(0.7) }
        });
        sum / most.max(1e-3).powf(0.75) + light * 0.35 - (camera.pitch - 0.16).abs() * 0.6
    }

    /// How good an image is: what of it is hidden, and what is before the lens, are known by rays.
    fn judge(&self, camera: &Camera) -> f32 {
        let eye = camera.eye();
        let seen = |subject: &Subject| {
            let sides = camera.right() * subject.radius * 0.5;
            let points = [
                subject.center,
                subject.center + Vec3::Z * subject.radius * 0.4,
                subject.center + sides,
                subject.center - sides,
            ];
            let free = points.iter().filter(|point| self.is_free(eye, **point, subject));
            f32::from(u8::try_from(free.count()).unwrap_or(4)) / 4.0
        };
        self.composition(camera, seen) - self.obstruction(camera)
    }

    /// True if nothing else is between the eye and a point of a subject.
    fn is_free(&self, eye: Vec3, point: Vec3, subject: &Subject) -> bool {
        let met = self.met(eye, point - eye, 1.0);
        match met {
            None => true,
            Some(Met::Object(hit)) => hit.object == subject.object,
            Some(Met::Ground(hit)) => hit.along * eye.distance(point) > eye.distance(point) - 1.0,
        }
    }

    /// How much of the image is hidden by something close to the lens, or shows nothing at all.
    fn obstruction(&self, camera: &Camera) -> f32 {
        let slope = portable::tan(camera.fov_y * 0.5);
        let near = camera.distance * 0.4;
        let (mut close, mut nothing) = (0.0, 0.0);
        let share = |step: u8, steps: u8| (f32::from(step) + 0.5) / f32::from(steps) * 2.0 - 1.0;
        for row in 0..ROWS {
            for column in 0..COLUMNS {
                let (x, y) = (share(column, COLUMNS) * ASPECT * slope, share(row, ROWS) * slope);
                let way = camera.forward() + camera.right() * x + camera.up() * y;
                match self.met(camera.eye(), way, camera.distance * 6.0) {
                    // A tree at the edge may frame the image, one in the middle hides it.
                    Some(Met::Object(hit)) if hit.along < near => {
                        close += if column == 0 || column == COLUMNS - 1 { 1.0 } else { 2.5 };
                    }
                    // Ground close to the lower edge is where one stands.
                    Some(Met::Ground(hit)) if hit.along < near && row >= ROWS / 3 => close += 1.5,
                    Some(_) => {}
                    None if row < ROWS / 2 => nothing += 1.0,
                    None => {}
                }
            }
        }
        let all = f32::from(ROWS) * f32::from(COLUMNS);
        (close * 4.0 + nothing * 2.0) / all
    }

    fn met(&self, eye: Vec3, way: Vec3, reach: f32) -> Option<Met> {
        let ray = Ray { origin: eye.to_array(), direction: way.to_array() };
        self.world.ray(&ray, reach, &RayFilter::default(), Sides::Both)
    }
}
