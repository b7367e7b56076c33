//! Where a placed object stands.

use std::sync::Arc;

use glam::{Quat, Vec3};
use ngi_formats::tma::{ObjectRef, PlacedKind, StartFlag};
use ngi_formats::unit::UnitType;

use super::assembly::Assembly;
use super::part::Health;
use crate::model::Transform;
use crate::portable::sin_cos;

/// An object of a mission.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Placed {
    /// Its number in the mission.
    pub index: usize,
    /// What it is.
    pub kind: PlacedKind,
    /// The unit's file, or the name of the record.
    pub path: String,
    /// What it is called; may be empty.
    pub name: String,
    /// Whose it is: a clan, counted from 0. Scenery is nobody's.
    pub clan: Option<usize>,
    /// The number that scripts and guests know it by.
    pub logical_id: Option<i32>,
    /// How much of its life is left, 0 to 1.
    pub life: f32,
    /// Where the file puts it.
    pub position: [f32; 3],
    /// How large it is, along each axis: 1 for all that is no scenery.
    pub scale: [f32; 3],
    /// Where it stands: for buildings settled on the ground they cut, for guests in their host.
    pub world_from_object: Transform,
    /// The building it starts in: its number in the mission.
    pub host: Option<usize>,
    /// What it is made of; nothing where that is missing.
    pub assembly: Arc<Assembly>,
    /// Whether the engine creates it: not at infinity, and not where the clan has no mind left for
    /// it.
    pub is_there: bool,
}

impl Placed {
    /// How much of it is seen to be left.
    pub fn health(&self) -> Health {
        Health::of(self.life)
    }

    /// What to call it: its own name, else what its unit is called, else its path.
    pub fn label(&self) -> &str {
        [self.name.as_str(), self.assembly.name()]
            .into_iter()
            .find(|name| !name.is_empty())
            .unwrap_or(&self.path)
    }

    /// Whether it takes one of its clan's minds: robots do.
    pub(super) fn takes_mind(&self) -> bool {
        let animal = |unit: UnitType| unit.0 & UnitType::ANIMAL.0 == UnitType::ANIMAL.0;
        self.kind == PlacedKind::UNIT && !self.assembly.unit_type.is_some_and(animal)
    }

    /// The box it stands on, seen from above: of its root's own box.
    pub fn footprint(&self) -> Option<[[f32; 2]; 4]> {
        let [[x0, y0, _], [x1, y1, _]] = self.root_box()?;
        let corner = |x: f32, y: f32| {
            let at = self.world_from_object.transform_point3(Vec3::new(x, y, 0.0));
            [at.x, at.y]
        };
        let footprint = [corner(x0, y0), corner(x1, y0), corner(x1, y1), corner(x0, y1)];
        footprint.as_flattened().iter().all(|n| n.is_finite()).then_some(footprint)
    }

    /// The box its root's file gives, in the space of the object.
    fn root_box(&self) -> Option<[[f32; 3]; 2]> {
        let header = &self.assembly.root()?.header;
        let [min, .., max] = header.corners;
        let finite = min.iter().chain(&max).all(|n| n.is_finite());
        (finite && min != max).then_some([min, max])
    }
}

/// The matrix of an object: moved, turned about z, then y, then x, and scenery grown before that.
/// Only scenery grows. `None` for what is no number.
pub fn world_from_object(object: &ObjectRef<'_>) -> Option<Transform> {
    let [x, y, z] = object.placement.turn;
    let turned = |axis: Vec3, angle: f32| {
        let (sin, cos) = sin_cos(angle * 0.5);
        let [x, y, z] = (axis * sin).to_array();
        Quat::from_xyzw(x, y, z, cos)
    };
    let rotation = turned(Vec3::Z, z) * turned(Vec3::Y, y) * turned(Vec3::X, x);
    let scale = Vec3::from(scale_of(object));
    let at = Vec3::from(object.placement.position);
    let matrix = Transform::from_scale_rotation_translation(scale, rotation, at);
    let near = at.abs().max_element() < FARTHEST;
    (matrix.is_finite() && near).then_some(matrix)
}

/// How large an object is. Only scenery grows.
pub fn scale_of(object: &ObjectRef<'_>) -> [f32; 3] {
    object.scale.filter(|_| object.head.kind.is_scenery()).unwrap_or([1.0; 3])
}

/// Nothing of a map is farther away than this.
const FARTHEST: f32 = 1e6;

/// Whether a building keeps the height of its file.
pub fn keeps_height(object: &ObjectRef<'_>) -> bool {
    object.start.is_some_and(|start| start != StartFlag::SETTLE)
}

/// Where a guest stands in its host: at a place of the hallways, in the frame of its node, turned
/// as the host. Its own turn does not count; that it is the host's is a *stand-in*.
pub fn in_host(host: &Placed, vertex: i32) -> Option<Transform> {
    let model = host.assembly.root()?;
    let place = model.hallways.get(usize::try_from(vertex).ok()?)?;
    let node = model.node(usize::try_from(place.node).ok()?)?;
    let at = (host.world_from_object * node).transform_point3(place.position.into());
    let (_, rotation, _) = host.world_from_object.to_scale_rotation_translation();
    let matrix = Transform::from_rotation_translation(rotation, at);
    matrix.is_finite().then_some(matrix)
}
