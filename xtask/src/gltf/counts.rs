//! What a glTF file holds, counted from its bytes.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use serde_json::Value;

/// What a file holds.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Counts {
    /// Nodes of the scene.
    pub nodes: usize,
    /// How many of them hang on no other.
    pub roots: usize,
    /// Nodes with a mesh.
    pub mesh_nodes: usize,
    /// Primitives, each mesh once.
    pub primitives: usize,
    /// Triangles, each mesh once.
    pub triangles: usize,
    /// Vertices that primitives name, each mesh once: those that primitives share several times.
    pub named_vertices: usize,
    /// Vertices that triangles use, primitive by primitive, of all nodes with a mesh.
    pub placed_vertices: usize,
    /// Triangles of all nodes with a mesh.
    pub placed_triangles: usize,
    /// Clips.
    pub animations: usize,
    /// Nodes that clips move.
    pub moving: usize,
    /// Nodes that carry `extras.ngi`.
    pub extras: usize,
}

/// Counts what a `.glb` or `.gltf` holds.
pub fn of_file(path: &Path) -> Result<Counts> {
    let read = |path: &Path| fs::read(path).with_context(|| format!("{}", path.display()));
    let bytes = read(path)?;
    let (json, bin) = match bytes.strip_prefix(b"glTF") {
        Some(_) => chunks(&bytes).with_context(|| format!("{}: no .glb", path.display()))?,
        None => (bytes, Vec::new()),
    };
    let json: Value = serde_json::from_slice(&json)?;
    let uri = json.pointer("/buffers/0/uri").and_then(Value::as_str);
    let bin = match uri {
        Some(uri) => read(&path.with_file_name(uri))?,
        None => bin,
    };
    Document { json, bin }.counts().with_context(|| format!("{}: what is it?", path.display()))
}

/// The two chunks of a `.glb`.
fn chunks(bytes: &[u8]) -> Option<(Vec<u8>, Vec<u8>)> {
    let length = |at: usize| {
        let four = bytes.get(at..)?.first_chunk::<4>()?;
        usize::try_from(u32::from_le_bytes(*four)).ok()
    };
    let end = 20 + length(12)?;
    let json = bytes.get(20..end)?.to_vec();
    let bin = match length(end) {
        Some(length) => bytes.get(end + 8..end + 8 + length)?.to_vec(),
        None => Vec::new(),
    };
    Some((json, bin))
}

struct Document {
    json: Value,
    bin: Vec<u8>,
}

/// What a mesh holds.
#[derive(Debug, Clone, Copy, Default)]
struct MeshCounts {
    primitives: usize,
    triangles: usize,
    /// Vertices that triangles use.
    used: usize,
    /// Vertices that primitives name.
    named: usize,
}

impl Document {
    fn list(&self, key: &str) -> &[Value] {
        self.json.get(key).and_then(Value::as_array).map_or(&[], Vec::as_slice)
    }

    fn counts(&self) -> Result<Counts> {
        let meshes: Vec<MeshCounts> =
            self.list("meshes").iter().map(|mesh| self.mesh(mesh)).collect::<Result<_>>()?;
        let nodes = self.list("nodes");
        let mut counts = Counts { nodes: nodes.len(), ..Counts::default() };
        for mesh in &meshes {
            counts.primitives += mesh.primitives;
            counts.triangles += mesh.triangles;
            counts.named_vertices += mesh.named;
        }
        for node in nodes {
            counts.extras += usize::from(node.pointer("/extras/ngi").is_some());
            let Some(mesh) = number(node, "mesh") else { continue };
            let mesh = meshes.get(mesh).copied().unwrap_or_default();
            counts.mesh_nodes += 1;
            counts.placed_vertices += mesh.used;
            counts.placed_triangles += mesh.triangles;
        }
        let roots = self.json.pointer("/scenes/0/nodes").and_then(Value::as_array);
        counts.roots = roots.map_or(0, Vec::len);
        counts.animations = self.list("animations").len();
        let channels = self.list("animations").iter();
        let channels = channels.filter_map(|clip| clip.get("channels")?.as_array()).flatten();
        let targets = channels.filter_map(|channel| number(channel.get("target")?, "node"));
        counts.moving = targets.collect::<BTreeSet<usize>>().len();
        Ok(counts)
    }

    fn mesh(&self, mesh: &Value) -> Result<MeshCounts> {
        let mut counts = MeshCounts::default();
        let primitives = mesh.get("primitives").and_then(Value::as_array);
        for primitive in primitives.into_iter().flatten() {
            let position = primitive.pointer("/attributes/POSITION").and_then(Value::as_u64);
            let position = position.and_then(|position| usize::try_from(position).ok());
            let accessor = position.and_then(|position| self.list("accessors").get(position));
            let vertices = accessor.and_then(|accessor| number(accessor, "count"));
            let indices = self.indices(number(primitive, "indices").context("no indices")?)?;
            counts.primitives += 1;
            counts.triangles += indices.len() / 3;
            counts.used += indices.iter().collect::<BTreeSet<_>>().len();
            counts.named += vertices.context("no vertices")?;
        }
        Ok(counts)
    }

    fn indices(&self, accessor: usize) -> Result<Vec<u32>> {
        let accessor = self.list("accessors").get(accessor).context("an accessor is missing")?;
        let view = number(accessor, "bufferView").and_then(|v| self.list("bufferViews").get(v));
        let view = view.context("a view is missing")?;
        let start = number(view, "byteOffset").unwrap_or(0);
        let length = number(view, "byteLength").unwrap_or(0);
        let bytes = self.bin.get(start..start + length).context("the buffer is too short")?;
        Ok(match number(accessor, "componentType") {
            Some(5123) => {
                bytes.as_chunks().0.iter().map(|two| u16::from_le_bytes(*two).into()).collect()
            }
            Some(5125) => {
                bytes.as_chunks().0.iter().map(|four| u32::from_le_bytes(*four)).collect()
            }
            other => bail!("indices of type {other:?}"),
        })
    }
}

fn number(value: &Value, key: &str) -> Option<usize> {
    usize::try_from(value.get(key)?.as_u64()?).ok()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_shared_mesh_counts_once_and_twice() {
        let bin: Vec<u8> = [0u16, 1, 2, 2, 1, 0].iter().flat_map(|i| i.to_le_bytes()).collect();
        let primitive = json!({"attributes": {"POSITION": 0}, "indices": 1});
        let json = json!({
            "scenes": [{"nodes": [0]}],
            "nodes": [
                {"children": [1, 2], "extras": {"ngi": {}}}, {"mesh": 0}, {"mesh": 0}],
            "meshes": [{"primitives": [primitive, primitive]}],
            "accessors": [{"count": 4}, {"bufferView": 0, "componentType": 5123, "count": 6}],
            "bufferViews": [{"byteLength": 12}],
            "animations": [{"channels": [{"target": {"node": 1}}, {"target": {"node": 1}}]}],
        });
        let counts = Document { json, bin }.counts().unwrap();
        let expected = Counts {
            nodes: 3,
            roots: 1,
            mesh_nodes: 2,
            primitives: 2,
            triangles: 4,
            named_vertices: 8,
            placed_vertices: 12,
            placed_triangles: 8,
            animations: 1,
            moving: 1,
            extras: 1,
        };
        assert_eq!(counts, expected);
    }
}
