//! Places on a model that have names: its control points, and its sockets, the nodes whose labels
//! say which parts fit there.

use glam::{Quat, Vec3};
use ngi_engine::model::Transform;
use ngi_formats::cpt;
use ngi_formats::msh::Model;
use ngi_formats::{Findings, Mode};

/// A place on a model.
#[derive(Debug, Clone, PartialEq)]
pub struct Spot {
    /// What it is called.
    pub name: String,
    /// Which part of the open file it is: a control point, or for a socket its node.
    pub part: usize,
    /// The node in whose frame it is; `None` for the model's own.
    pub node: Option<usize>,
    /// Where, in that frame.
    pub position: [f32; 3],
    /// Where it points, in that frame; 0 where that is not said.
    pub vector: [f32; 3],
    /// Whether it is a control point, which has a place of its own. A socket is moved as its node.
    pub is_point: bool,
}

impl Spot {
    /// The control points of a file.
    pub fn points(bytes: &[u8]) -> Vec<Self> {
        let Ok(points) = cpt::Points::read(bytes) else { return Vec::new() };
        let spot = |(part, point): (usize, cpt::PointBuf)| {
            let cpt::PointBuf { place, name } = point;
            Self {
                name: ngi_formats::text::decode(name.name()),
                part,
                node: usize::try_from(place.node).ok(),
                position: place.position,
                vector: place.vector,
                is_point: true,
            }
        };
        points.iter().enumerate().map(spot).collect()
    }

    /// The sockets of a model.
    pub fn sockets(bytes: &[u8]) -> Vec<Self> {
        let mut findings = Findings::new(Mode::Tolerant, false);
        let Ok(model) = Model::read_tolerant(bytes, &mut findings) else { return Vec::new() };
        let socket = |node: usize| {
            let name = model.label(node)?.as_text()?;
            Some(Self {
                name,
                part: node,
                node: Some(node),
                position: [0.0; 3],
                vector: [0.0; 3],
                is_point: false,
            })
        };
        (0..model.nodes.len()).filter_map(socket).collect()
    }

    /// The field that says where a control point points.
    pub fn vector_field(&self) -> String {
        format!("points[{}].vector", self.part)
    }

    /// The fields that turn where it points about an axis of the world, from a frame.
    pub fn turned(&self, frame: &Transform, about: Vec3, angle: f32) -> Vec<(String, String)> {
        let (_, frame, _) = frame.to_scale_rotation_translation();
        let turn = frame.inverse() * Quat::from_axis_angle(about, angle) * frame;
        let [x, y, z] = (turn * Vec3::from(self.vector)).to_array();
        match self.is_point {
            true => vec![(self.vector_field(), format!("[{x},{y},{z}]"))],
            false => Vec::new(),
        }
    }

    /// The field that says where a control point is.
    pub fn field(&self) -> String {
        format!("points[{}].position", self.part)
    }

    /// The fields that move it by so much in the world, from a frame.
    pub fn moved(&self, frame: &Transform, by: Vec3) -> Vec<(String, String)> {
        let by = frame.inverse().transform_vector3(by);
        let [x, y, z] = (Vec3::from(self.position) + by).to_array();
        match self.is_point {
            true => vec![(self.field(), format!("[{x},{y},{z}]"))],
            false => Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use ngi_formats::FixedStr;
    use ngi_formats::cpt::{Place, PointBuf, PointsBuf};
    use ngi_formats::msh::{Blueprint, PlainNode};
    use ngi_verbs::format::{Subject, recognise};

    use super::*;

    fn points() -> Vec<u8> {
        let place = Place { node: 1, carrier: 1, position: [1.0, 2.0, 3.0], ..Place::default() };
        let name = FixedStr::new(b"Fire").unwrap();
        let none = Place { node: -1, ..Place::default() };
        let all = vec![PointBuf { place, name }, PointBuf { place: none, name }];
        PointsBuf::of(all).write().unwrap()
    }

    #[test]
    fn a_point_is_moved_in_the_frame_of_its_node() {
        let bytes = points();
        let spots = Spot::points(&bytes);
        assert_eq!((spots[0].name.as_str(), spots[0].node), ("Fire", Some(1)));
        assert_eq!(spots[1].node, None);
        let frame = Transform::from_rotation_z(std::f32::consts::FRAC_PI_2);
        let fields = spots[0].moved(&frame, Vec3::X);
        let subject = Subject::file("gun.cpt", &bytes);
        let format = recognise(&subject).unwrap();
        let after = ngi_verbs::set::change(format.document, &subject, &fields).unwrap().bytes;
        let [x, y, z] = Spot::points(&after)[0].position;
        assert!((x - 1.0).abs() < 1e-6 && (y - 1.0).abs() < 1e-6 && z == 3.0, "{x} {y} {z}");
        assert!(Spot::points(b"x").is_empty());
    }

    #[test]
    fn a_point_is_turned_in_the_frame_of_its_node() {
        let bytes = points();
        let spot = Spot { vector: [0.0, 0.0, 2.0], ..Spot::points(&bytes)[0].clone() };
        // East of the world is the node's own south.
        let frame = Transform::from_rotation_z(std::f32::consts::FRAC_PI_2);
        let fields = spot.turned(&frame, Vec3::Y, std::f32::consts::FRAC_PI_2);
        let subject = Subject::file("gun.cpt", &bytes);
        let format = recognise(&subject).unwrap();
        let after = ngi_verbs::set::change(format.document, &subject, &fields).unwrap().bytes;
        let [x, y, z] = Spot::points(&after)[0].vector;
        assert!(x.abs() < 1e-6 && (y + 2.0).abs() < 1e-6 && z.abs() < 1e-6, "{x} {y} {z}");
        let socket = Spot { is_point: false, ..spot };
        assert_eq!(socket.turned(&frame, Vec3::Y, 1.0), []);
    }

    #[test]
    fn a_socket_is_a_node_with_a_label() {
        let mut plan = Blueprint::new("tank");
        plan.add_node(PlainNode::new("hull"));
        let mut model = plan.build().unwrap();
        model.set_label(0, b"e_tur_1").unwrap();
        let sockets = Spot::sockets(&model.write().unwrap());
        assert_eq!(sockets.len(), 1);
        assert_eq!((sockets[0].name.as_str(), sockets[0].part), ("e_tur_1", 0));
        assert_eq!(sockets[0].moved(&Transform::IDENTITY, Vec3::X), [], "its node is moved");
    }
}
