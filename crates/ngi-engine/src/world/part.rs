//! A model as it stands in the world: read once, shared by everything that is made of it.

use std::sync::{Arc, OnceLock};

use glam::Vec3A;
use ngi_formats::cpt::{PointBuf, Points};
use ngi_formats::ctl::Control;
use ngi_formats::msh::{Aabb, Header, Model, PathNode};
use ngi_formats::{Findings, Mode};

use super::posture::Posture;
use crate::model::triangles::Filter;
use crate::model::{Instance, Picker, RootTranslation, Skeleton, Transform};
use crate::resolve::{Fault, Found, Object};

/// A model as it stands in the world.
#[derive(Debug)]
#[non_exhaustive]
pub struct PartModel {
    /// The record of the registry, with the files it names.
    pub object: Arc<Object>,
    /// The model's file.
    pub file: Found,
    /// Whether it is mounted on another: then its first node is dropped, and never drawn.
    pub is_mounted: bool,
    /// What its nodes are called.
    pub node_names: Vec<String>,
    /// Which frame each node shows.
    pub posture: Posture,
    /// Where its nodes are, `model_from_node`; the translation of the root is cleared.
    pub pose: Vec<Transform>,
    /// What poses it.
    pub skeleton: Skeleton,
    /// Its own bounds.
    pub header: Header,
    /// Places of its hallways.
    pub hallways: Vec<PathNode>,
    /// Its control points.
    pub points: Vec<PointBuf>,
    pickers: [OnceLock<Picker>; Health::COUNT],
    boxes: [OnceLock<Option<Aabb>>; Health::COUNT],
}

/// How much of an object is left, as far as that is seen: nodes of one, two and three damage stages
/// change at a half, at thirds and at none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Health(usize);

impl Health {
    const COUNT: usize = 5;

    /// The health of a share of life, 0 to 1. What is no number is none.
    pub fn of(life: f32) -> Self {
        let limits = [2.0 / 3.0, 0.5, 1.0 / 3.0, 0.0];
        Self(limits.iter().filter(|&&limit| life.is_nan() || life <= limit).count())
    }

    /// A share of life that looks like this.
    pub fn share(self) -> f32 {
        [1.0, 0.6, 0.4, 0.2, 0.0].get(self.0).copied().unwrap_or(0.0)
    }
}

impl PartModel {
    /// Reads the model of an object; what is wrong with it where it cannot.
    pub fn read(object: Arc<Object>, is_mounted: bool) -> Result<Self, Fault> {
        let file = object.model.clone().ok_or(Fault::NoModel)?;
        let mut findings = Findings::new(Mode::Tolerant, false);
        let model = Model::read_tolerant(&file.bytes, &mut findings)
            .map_err(|error| Fault::Broken(error.to_string()))?;
        let control = object.controller.as_ref().and_then(|it| Control::read(&it.bytes).ok());
        let posture = Posture::of(control.as_ref(), model.nodes.len());
        let skeleton = Skeleton::new(&model);
        let mut pose = vec![Transform::IDENTITY; skeleton.len()];
        let moment = |node| posture.moment(node);
        // The buffer fits and each moment counts, so this cannot fail.
        let _ = skeleton.pose_each(moment, RootTranslation::Clear, &mut pose);
        let points = object.points.as_ref().and_then(|it| Points::read(&it.bytes).ok());
        Ok(Self {
            is_mounted,
            node_names: (0..model.nodes.len()).map(|node| model.node_name(node)).collect(),
            posture,
            pose,
            skeleton,
            header: model.header,
            hallways: model.paths.map(|paths| paths.nodes.to_vec()).unwrap_or_default(),
            points: points.map(|points| points.iter().collect()).unwrap_or_default(),
            pickers: Default::default(),
            boxes: Default::default(),
            object,
            file,
        })
    }

    /// Where its nodes hang in the space of what it is mounted on: behind this, its root is where
    /// the socket is.
    pub fn socket_from_part(&self) -> Transform {
        let root = self.pose.first().copied().unwrap_or(Transform::IDENTITY);
        let inverse = root.inverse();
        if inverse.is_finite() { inverse } else { Transform::IDENTITY }
    }

    /// What a ray can meet of it, in its own space. Made when it is asked for first.
    pub fn picker(&self, health: Health) -> &Picker {
        static NOTHING: OnceLock<Picker> = OnceLock::new();
        match self.pickers.get(health.0) {
            Some(picker) => picker.get_or_init(|| self.make_picker(health)),
            None => NOTHING.get_or_init(Picker::default),
        }
    }

    /// The box around what a ray can meet of it; `None` for nothing.
    pub fn bounds(&self, health: Health) -> Option<Aabb> {
        *self.boxes.get(health.0)?.get_or_init(|| box_around(self.picker(health)))
    }

    fn make_picker(&self, health: Health) -> Picker {
        let mut findings = Findings::new(Mode::Tolerant, false);
        let Ok(model) = Model::read_tolerant(&self.file.bytes, &mut findings) else {
            return Picker::default();
        };
        let instance = damaged(&model, health);
        let made = Picker::new(&model, &instance, &self.pose, Filter::ALL, Picker::LIMIT);
        let Ok(picker) = made else { return Picker::default() };
        if !self.is_mounted {
            return picker;
        }
        let rest = picker.triangles().iter().filter(|triangle| triangle.node != 0);
        Picker::from_triangles(rest.copied().collect())
    }

    /// Where a node is in the space of the part.
    pub fn node(&self, node: usize) -> Option<Transform> {
        self.pose.get(node).copied()
    }
}

fn box_around(picker: &Picker) -> Option<Aabb> {
    let mut corners = picker.triangles().iter().flat_map(|triangle| triangle.positions);
    let first = Vec3A::from_array(corners.next()?);
    let (min, max) = corners
        .map(Vec3A::from_array)
        .fold((first, first), |(min, max), at| (min.min(at), max.max(at)));
    Some(Aabb { min: min.to_array(), max: max.to_array() })
}

/// An instance of a model that is damaged so far.
pub fn damaged(model: &Model<'_>, health: Health) -> Instance {
    let mut instance = Instance::whole(model);
    if health == Health::default() {
        return instance;
    }
    for node in 0..model.nodes.len() {
        instance.set_life(node, health.share());
    }
    instance
}
