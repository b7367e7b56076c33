//! What a model looks like, by the names of its nodes: to see what an edit changed, and what not.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};
use serde_json::Value;

/// What a node looks like.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Node {
    /// The least and the greatest corner of its geometry, in the file's axes.
    pub bounds: Option<[[f64; 3]; 2]>,
    /// How many triangles it has.
    pub faces: usize,
    /// The names of its materials.
    pub materials: BTreeSet<String>,
    /// The bytes of its keys.
    pub keys: Vec<u8>,
}

/// The nodes of a `.gltf` by name.
pub fn nodes(file: &Path) -> Result<BTreeMap<String, Node>> {
    let json: Value = serde_json::from_slice(&fs::read(file)?)?;
    let bin = fs::read(file.with_extension("bin")).unwrap_or_default();
    let list = json.get("nodes").and_then(Value::as_array).context("no nodes")?;
    let mut nodes = BTreeMap::new();
    for (at, node) in list.iter().enumerate() {
        let name = node.get("name").and_then(Value::as_str).unwrap_or_default();
        let mut found = Node::default();
        if let Some(mesh) = at_number(&json, "meshes", node.get("mesh")) {
            let primitives = mesh.get("primitives").and_then(Value::as_array);
            for primitive in primitives.into_iter().flatten() {
                add(&json, primitive, &mut found);
            }
        }
        found.keys = keys(&json, &bin, at);
        nodes.insert(name.to_owned(), found);
    }
    Ok(nodes)
}

fn at_number<'a>(json: &'a Value, list: &str, number: Option<&Value>) -> Option<&'a Value> {
    json.get(list)?.get(usize::try_from(number?.as_u64()?).ok()?)
}

fn add(json: &Value, primitive: &Value, node: &mut Node) {
    let attributes = primitive.get("attributes");
    let positions = attributes.and_then(|attributes| attributes.get("POSITION"));
    let positions = at_number(json, "accessors", positions);
    let corner = |key: &str| -> Option<[f64; 3]> {
        let list = positions?.get(key)?.as_array()?;
        let number = |at: usize| list.get(at)?.as_f64();
        Some([number(0)?, number(1)?, number(2)?])
    };
    if let (Some(least), Some(most)) = (corner("min"), corner("max")) {
        let [had_least, had_most] = node.bounds.unwrap_or([least, most]);
        let join = |a: [f64; 3], b: [f64; 3], of: fn(f64, f64) -> f64| {
            [of(a[0], b[0]), of(a[1], b[1]), of(a[2], b[2])]
        };
        node.bounds = Some([join(least, had_least, f64::min), join(most, had_most, f64::max)]);
    }
    let indices = at_number(json, "accessors", primitive.get("indices"));
    let count = indices.and_then(|indices| indices.get("count")).and_then(Value::as_u64);
    node.faces += usize::try_from(count.unwrap_or(0)).unwrap_or(0) / 3;
    let material = at_number(json, "materials", primitive.get("material"));
    let name = material.and_then(|material| material.get("name")).and_then(Value::as_str);
    node.materials.extend(name.map(str::to_owned));
}

/// The bytes of everything that moves a node.
fn keys(json: &Value, bin: &[u8], node: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    let clips = json.get("animations").and_then(Value::as_array);
    for clip in clips.into_iter().flatten() {
        let channels = clip.get("channels").and_then(Value::as_array);
        for channel in channels.into_iter().flatten() {
            let target = channel.get("target").and_then(|target| target.get("node"));
            if target.and_then(Value::as_u64).and_then(|n| usize::try_from(n).ok()) != Some(node) {
                continue;
            }
            let sampler = at_number(clip, "samplers", channel.get("sampler"));
            for part in ["input", "output"] {
                let accessor = sampler.and_then(|sampler| sampler.get(part));
                bytes.extend(stored(json, bin, accessor).unwrap_or_default());
            }
        }
    }
    bytes
}

fn stored<'a>(json: &Value, bin: &'a [u8], accessor: Option<&Value>) -> Option<&'a [u8]> {
    let accessor = at_number(json, "accessors", accessor)?;
    let view = at_number(json, "bufferViews", accessor.get("bufferView"))?;
    let number = |key: &str| view.get(key).and_then(Value::as_u64).unwrap_or(0);
    let start = usize::try_from(number("byteOffset")).ok()?;
    let length = usize::try_from(number("byteLength")).ok()?;
    bin.get(start..start.checked_add(length)?)
}
