//! What a ray meets of a model.

use glam::Vec3;
use ngi_engine::model::{PickTriangle, Picker, Ray, Sides};

use super::asset::ModelAsset;
use super::draw::Posed;
use crate::numbers::{to_u32, to_usize};
use crate::scene::Picked;

/// The first triangle a ray meets of what was drawn last.
pub fn pick(asset: &ModelAsset, posed: &Posed, ray: &Ray) -> Option<Picked> {
    let mut triangles = Vec::new();
    for shown in &posed.shown {
        let Some(slot) = asset.slots.get(shown.slot) else { continue };
        for &(index, first) in &slot.batches {
            let Some(batch) = asset.batches.get(index) else { continue };
            let range = to_usize(batch.indices.start)..to_usize(batch.indices.end);
            let faces = asset.mesh.indices.get(range).unwrap_or_default().as_chunks::<3>().0;
            if triangles.len() + faces.len() > Picker::LIMIT * 4 {
                break;
            }
            triangles.extend(faces.iter().zip(first..).filter_map(|(face, triangle)| {
                let corner = |vertex: u32| {
                    let vertex = asset.mesh.vertices.get(to_usize(vertex))?;
                    let at = Vec3::from_array(vertex.position);
                    Some(shown.world_from_node.transform_point3(at).to_array())
                };
                let [a, b, c] = face.map(corner);
                Some(PickTriangle {
                    positions: [a?, b?, c?],
                    vertices: *face,
                    node: to_u32(shown.node),
                    slot: to_u32(shown.slot),
                    batch: to_u32(index),
                    triangle: to_u32(triangle),
                    material: batch.material,
                    word: batch.word,
                    ..PickTriangle::default()
                })
            }));
        }
    }
    let picker = Picker::from_triangles(triangles);
    let hit = picker.pick(ray, f32::INFINITY, Sides::Both)?;
    let node = to_usize(hit.triangle.node);
    Some(Picked {
        position: hit.position,
        distance: hit.distance,
        node: Some(node),
        node_name: asset.nodes.get(node).map(|node| node.name.clone()),
        slot: Some(to_usize(hit.triangle.slot)),
        batch: Some(to_usize(hit.triangle.batch)),
        triangle: Some(to_usize(hit.triangle.triangle)),
        material: Some(hit.triangle.material.into()),
        ..Picked::default()
    })
}
