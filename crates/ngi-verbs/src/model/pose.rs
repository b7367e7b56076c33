//! Where the nodes of a model are at a moment (`ngi.pose/1`).

use ngi_engine::model::{Moment, RootTranslation, Skeleton, Transform, columns};
use ngi_formats::msh::Model;
use ngi_formats::{Findings, Mode};
use serde_json::{Value, json};

use crate::json::{self, Object};
use crate::{Error, Result};

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
    pub document: Value,
    /// Findings about references that were left out.
    pub broken: Vec<String>,
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
        nodes.push(json!({
            "index": node,
            "name": model.node_name(node),
            "parent": parent,
            "translation": floats(&local.translation.to_array()),
            "rotation_wxyz": floats(&sample.rotation_right_handed()),
            "local": floats(&columns(&local)),
            "world": floats(&columns(world)),
        }));
    }
    let broken = broken.list().iter().map(|found| found.to_error().to_string()).collect();
    Ok(Posed { document: document(options, &model, nodes), broken })
}

fn document(options: &Options, model: &Model<'_>, nodes: Vec<Value>) -> Value {
    let mut object = json::document("ngi.pose/1");
    object.insert("time".into(), json::float(options.time));
    let blend = options
        .blend
        .map(|(to, weight)| json!({"time": json::float(to), "weight": json::float(weight)}));
    object.insert("blend".into(), blend.into());
    object.insert("draw".into(), options.draw.into());
    object.insert("frame_count".into(), model.frame_count.into());
    object.insert("nodes".into(), nodes.into());
    Value::Object(object)
}

fn floats(values: &[f32]) -> Value {
    // −0 says nothing more than 0 in a pose.
    values.iter().map(|&value| json::float(value + 0.0)).collect()
}

/// A pose as rows for people: where each node is, relative to its parent and in the model.
pub fn rows(document: &Value) -> Vec<Value> {
    let nodes = document.get("nodes").and_then(Value::as_array);
    nodes.into_iter().flatten().map(row).collect()
}

fn row(node: &Value) -> Value {
    let get = |key: &str| node.get(key).cloned().unwrap_or_default();
    let place = node.get("world").and_then(Value::as_array).and_then(|world| world.get(12..15));
    let mut row = Object::new();
    for key in ["index", "name", "parent"] {
        row.insert(key.into(), get(key));
    }
    row.insert("translation".into(), rounded(&get("translation")));
    row.insert("rotation (w x y z)".into(), rounded(&get("rotation_wxyz")));
    row.insert("in the model".into(), rounded(&place.unwrap_or_default().to_vec().into()));
    Value::Object(row)
}

/// Four digits are enough for the eye.
fn rounded(list: &Value) -> Value {
    let short = |value: &Value| match value.as_f64() {
        Some(number) => format!("{:.4}", number + 0.0).into(),
        None => value.clone(),
    };
    list.as_array().map_or(Value::Null, |list| list.iter().map(short).collect())
}
