//! Where the nodes of a model are at a moment (`ngi.pose/1`).

use ngi_engine::model::{Moment, RootTranslation, Skeleton, Transform, columns};
use ngi_formats::msh::Model;
use ngi_formats::{Findings, Mode};
use serde::Serialize;

use crate::json::Float;
use crate::{Error, Result, show};

/// What to show.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Options {
    /// The moment, in frames.
    pub time: f32,
    /// A second moment and its share.
    pub blend: Option<(f32, f32)>,
    /// Whether the first node's translation is cleared, as the engine does when it draws.
    pub draw: bool,
}

/// A pose, and what was broken on the way there.
#[derive(Debug, Clone)]
pub struct Posed {
    /// The document.
    pub document: Pose,
    /// Findings about references that were left out.
    pub broken: Vec<String>,
}

/// The document `ngi.pose/1`.
#[derive(Debug, Clone, Serialize)]
pub struct Pose {
    schema: &'static str,
    time: Float,
    blend: Option<Blend>,
    draw: bool,
    frame_count: u32,
    /// The nodes of the model.
    pub nodes: Vec<PosedNode>,
}

#[derive(Debug, Clone, Serialize)]
struct Blend {
    time: Float,
    weight: Float,
}

/// Where a node is.
#[derive(Debug, Clone, Serialize)]
pub struct PosedNode {
    /// Its place among the nodes.
    pub index: usize,
    /// Its name, or one made of its place.
    pub name: String,
    /// The node it hangs on.
    pub parent: Option<usize>,
    /// Where it is on that.
    pub translation: [Float; 3],
    /// How it is turned on that, right-handed.
    pub rotation_wxyz: [Float; 4],
    /// Both as a matrix, column after column.
    pub local: [Float; 16],
    /// Where it is in the model, likewise.
    pub world: [Float; 16],
}

/// Poses a model: 16 numbers are a matrix, column after column, right-handed, z up.
pub fn pose(bytes: &[u8], options: &Options) -> Result<Posed> {
    let mut broken = Findings::new(Mode::Tolerant, false);
    let model = Model::read_tolerant(bytes, &mut broken)?;
    let skeleton = Skeleton::new(&model);
    let moment = match options.blend {
        None => Moment::At(options.time),
        Some((to, weight)) => Moment::Mix { from: options.time, to, weight },
    };
    let root = if options.draw { RootTranslation::Clear } else { RootTranslation::Keep };
    let mut world = vec![Transform::IDENTITY; skeleton.len()];
    let refused = |error: ngi_engine::model::PoseError| Error::Usage(error.to_string());
    skeleton.pose(moment, root, &mut world).map_err(refused)?;
    let mut nodes = Vec::with_capacity(world.len());
    for (node, world) in world.iter().enumerate() {
        let sample = skeleton.sample(node, moment).map_err(refused)?;
        let parent = skeleton.parent(node);
        let mut local = sample.transform();
        if options.draw && node == 0 && parent.is_none() {
            local.translation = Transform::IDENTITY.translation;
        }
        nodes.push(PosedNode {
            index: node,
            name: model.node_name(node),
            parent,
            translation: local.translation.to_array().map(Float::of),
            rotation_wxyz: sample.rotation_right_handed().map(Float::of),
            local: columns(&local).map(Float::of),
            world: columns(world).map(Float::of),
        });
    }
    let broken = broken.list().iter().map(|found| found.to_error().to_string()).collect();
    let blend = options.blend.map(|(to, weight)| Blend { time: Float(to), weight: Float(weight) });
    let document = Pose {
        schema: "ngi.pose/1",
        time: Float(options.time),
        blend,
        draw: options.draw,
        frame_count: model.frame_count,
        nodes,
    };
    Ok(Posed { document, broken })
}

/// A row for people.
#[derive(Serialize)]
struct Row<'p> {
    index: usize,
    name: &'p str,
    parent: Option<usize>,
    translation: [String; 3],
    #[serde(rename = "rotation (w x y z)")]
    rotation: [String; 4],
    #[serde(rename = "in the model")]
    place: [String; 3],
}

impl PosedNode {
    fn row(&self) -> Row<'_> {
        let [.., x, y, z, _] = self.world;
        // Four digits are enough for the eye.
        Row {
            index: self.index,
            name: &self.name,
            parent: self.parent,
            translation: self.translation.map(|value| value.rounded(4)),
            rotation: self.rotation_wxyz.map(|value| value.rounded(4)),
            place: [x, y, z].map(|value| value.rounded(4)),
        }
    }
}

impl Pose {
    /// The pose for people: where each node is, relative to its parent and in the model.
    pub fn text(&self) -> String {
        show::table_of(&self.nodes.iter().map(PosedNode::row).collect::<Vec<_>>())
    }
}
