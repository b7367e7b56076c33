//! A unit as a body: it walks, and its parts go with it.

use std::sync::Arc;

use glam::Vec3;
use ngi_formats::ctl::{ComponentClass, Control};

use super::body::Body;
use super::gait::{Gait, Gaits};
use super::step::Walker;
use crate::model::{RootTranslation, Transform};
use crate::portable::rotation_z;
use crate::world::{Assembly, PartModel, Placed};

/// A part of a unit while it walks.
#[derive(Debug, Clone)]
pub struct PosedPart {
    /// Its number in the unit.
    pub part: usize,
    /// Where it is in the space of the unit.
    pub object_from_part: Transform,
    /// Where its nodes are in its own space.
    pub pose: Vec<Transform>,
}

/// A unit that is ridden.
#[derive(Debug, Clone)]
pub struct Ride {
    assembly: Arc<Assembly>,
    /// How it walks.
    pub body: Body,
    gaits: Gaits,
    /// What of its controller plays.
    pub gait: Gait,
    /// The node its rider looks from.
    eye_node: Option<usize>,
}

impl Ride {
    /// A placed unit; `None` for one without a model.
    pub fn of(placed: &Placed) -> Option<Self> {
        let root = placed.assembly.root()?;
        let control = root.object.controller.as_ref().and_then(|it| Control::read(&it.bytes).ok());
        let [[x0, y0, _], .., [x1, y1, _]] = root.header.corners;
        let girth = ((x1 - x0).min(y1 - y0) * 0.5).min(root.header.sphere.radius);
        let body = Body::of(control.as_ref(), root.header.sphere.radius, girth);
        let gaits = control.as_ref().map(|it| Gaits::of(it, &root.skeleton)).unwrap_or_default();
        let eye_node = control.as_ref().and_then(camera_node);
        let gait = gaits.standing();
        Some(Self { assembly: Arc::clone(&placed.assembly), body, gaits, gait, eye_node })
    }

    /// Lets its controller go on as a walker moves.
    pub fn step(&mut self, walker: &Walker, seconds: f32) {
        self.gait = self.gaits.step(self.gait, walker.speed, walker.spin, seconds);
    }

    /// Where the unit is.
    pub fn world_from_object(walker: &Walker) -> Transform {
        let at = Vec3::from(walker.position);
        Transform::from_rotation_translation(rotation_z(walker.heading), at)
    }

    /// The middle of the unit above its place, and how far it reaches from there.
    pub fn sphere(&self) -> (Vec3, f32) {
        let sphere = self.assembly.root().map(|root| root.header.sphere);
        let sphere = sphere.filter(|it| it.radius.is_finite() && it.radius > 0.0);
        sphere.map_or((Vec3::Z, 1.0), |it| (Vec3::from(it.center), it.radius))
    }

    /// Where its rider looks from, in the space of the unit: its camera, else (S) its upper half.
    pub fn eye(&self, posed: &[PosedPart]) -> Vec3 {
        let root = posed.iter().find(|part| part.part == 0);
        let node = root.zip(self.eye_node).and_then(|(root, node)| root.pose.get(node));
        let (center, radius) = self.sphere();
        node.map_or(center + Vec3::Z * radius * 0.5, |node| Vec3::from(node.translation))
    }

    /// Where its parts are now.
    pub fn parts(&self) -> Vec<PosedPart> {
        let mut poses: Vec<Option<PosedPart>> = Vec::with_capacity(self.assembly.parts.len());
        for (index, part) in self.assembly.parts.iter().enumerate() {
            let posed = part.model.as_ref().and_then(|model| {
                let (object_from_part, pose) = match index {
                    0 => (part.object_from_part, self.root_pose(model)),
                    _ => (self.mounted(index, model, &poses)?, model.pose.clone()),
                };
                Some(PosedPart { part: index, object_from_part, pose })
            });
            poses.push(posed);
        }
        poses.into_iter().flatten().collect()
    }

    /// Where a mounted part is: its socket moves with what it hangs on.
    fn mounted(
        &self,
        index: usize,
        model: &PartModel,
        before: &[Option<PosedPart>],
    ) -> Option<Transform> {
        let part = self.assembly.parts.get(index)?;
        let parent = before.get(part.parent?)?.as_ref()?;
        let socket = parent.pose.get(usize::try_from(part.attach).ok()?)?;
        let matrix = parent.object_from_part * *socket * model.socket_from_part();
        matrix.is_finite().then_some(matrix)
    }

    fn root_pose(&self, root: &PartModel) -> Vec<Transform> {
        let Some(moment) = self.gaits.moment(&self.gait) else { return root.pose.clone() };
        let of = |node: usize| match self.gaits.is_channel(node) {
            true => root.posture.moment(node),
            false => moment,
        };
        let mut pose = vec![Transform::IDENTITY; root.skeleton.len()];
        let posed = root.skeleton.pose_each(of, RootTranslation::Clear, &mut pose);
        let sound = posed.is_ok() && pose.iter().all(Transform::is_finite);
        if sound { pose } else { root.pose.clone() }
    }
}

/// The node of the first camera of a controller.
fn camera_node(control: &Control<'_>) -> Option<usize> {
    let cameras = control.components().filter(|it| it.component.class == ComponentClass::CAMERA);
    cameras.filter_map(|it| usize::try_from(it.component.node).ok()).next()
}
