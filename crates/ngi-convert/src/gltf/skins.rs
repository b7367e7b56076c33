//! Skinned meshes: what hangs on one joint each is a rigid part, and nothing else is taken.

use std::collections::HashMap;

use glam::{Affine2, Mat4, Vec3};

use super::axes::Turn;
use super::draft::{Draft, DraftMesh, DraftPart, DraftVertex, changed};
use super::open::refuse;
use super::scene::{SceneMesh, ScenePrimitive, SceneSkin};
use crate::Result;

/// A skinned mesh to be cut up.
pub(super) struct Skinned<'a> {
    pub place: String,
    pub mesh: Option<&'a SceneMesh>,
    pub skin: Option<&'a SceneSkin>,
    /// The model's node of each joint.
    pub numbers: Vec<Option<usize>>,
    /// `stage * 5 + level`.
    pub cell: usize,
    pub turn: Turn,
    /// By material: what becomes of its texture coordinates.
    pub changes: &'a [Option<Affine2>],
    pub draft: &'a mut Draft,
}

/// Share of one joint from which a vertex hangs on it alone.
const ALONE: f32 = 0.99;

/// Cuts a skinned mesh into rigid parts, one per joint.
pub(super) fn add_skinned(skinned: Skinned<'_>) -> Result<()> {
    let Skinned { place, mesh, skin, numbers, cell, turn, changes, draft } = skinned;
    let (Some(mesh), Some(skin)) = (mesh, skin) else { return Ok(()) };
    let mut parts: HashMap<usize, DraftMesh> = HashMap::new();
    for primitive in &mesh.primitives {
        let joints = joints_of(primitive, &place)?;
        let mut cut: HashMap<usize, Cut> = HashMap::new();
        for face in &primitive.faces {
            let of = |corner: u32| joints.get(corner as usize).copied();
            let [a, b, c] = face.map(of);
            let (Some(joint), true) = (a, a == b && b == c) else {
                let why = "a triangle hangs on two joints; the game has rigid parts only";
                return refuse(place, why);
            };
            cut.entry(joint).or_default().faces.push(*face);
        }
        let mut found: Vec<usize> = cut.keys().copied().collect();
        found.sort_unstable();
        for joint in found {
            let Some(number) = numbers.get(joint).copied().flatten() else {
                return refuse(place, format!("joint {joint} is no node of the scene"));
            };
            let matrices = skin.joint_from_mesh.as_ref();
            let joint_from_mesh =
                matrices.map_or(Some(Mat4::IDENTITY), |all| all.get(joint).copied());
            let Some(joint_from_mesh) = joint_from_mesh else {
                return refuse(place, format!("joint {joint} has no matrix"));
            };
            let Some(mut cut) = cut.remove(&joint) else { continue };
            cut.change = primitive.material.and_then(|at| changes.get(at).copied().flatten());
            cut.append_to(parts.entry(number).or_default(), primitive, joint_from_mesh, turn);
        }
    }
    let mut numbers: Vec<usize> = parts.keys().copied().collect();
    numbers.sort_unstable();
    for number in numbers {
        let Some(mesh) = parts.remove(&number) else { continue };
        let made = draft.meshes.len();
        draft.meshes.push(mesh);
        let node = draft.nodes.get_mut(number);
        match node.and_then(|node| node.meshes.get_mut(cell)) {
            Some(place @ None) => *place = Some(made),
            _ => return refuse(place, "two meshes for one joint"),
        }
    }
    Ok(())
}

/// The one joint of every vertex.
fn joints_of(primitive: &ScenePrimitive, place: &str) -> Result<Vec<usize>> {
    let vertices = &primitive.vertices;
    let (Some(joints), Some(weights)) = (&vertices.joints, &vertices.weights) else {
        return refuse(place, "it has a skin, but its vertices name no joints");
    };
    let mut out = Vec::with_capacity(joints.len());
    for (at, (joints, weights)) in joints.iter().zip(weights).enumerate() {
        let total: f32 = weights.iter().sum();
        let heaviest = joints.iter().zip(weights).max_by(|a, b| a.1.total_cmp(b.1));
        match heaviest {
            Some((&joint, &weight)) if weight >= ALONE * total && total > 0.0 => {
                out.push(joint as usize);
            }
            _ => {
                let why =
                    format!("vertex {at} hangs on several joints; the game has rigid parts only");
                return refuse(place, why);
            }
        }
    }
    Ok(out)
}

#[derive(Default)]
struct Cut {
    faces: Vec<[u32; 3]>,
    change: Option<Affine2>,
}

impl Cut {
    /// Appends the faces and the vertices they use, in the joint's own space.
    fn append_to(
        self,
        mesh: &mut DraftMesh,
        primitive: &ScenePrimitive,
        joint_from_mesh: Mat4,
        turn: Turn,
    ) {
        let source = &primitive.vertices;
        let normals = glam::Mat3::from_mat4(joint_from_mesh).inverse().transpose();
        let mut known: HashMap<u32, u32> = HashMap::new();
        let mut faces = Vec::with_capacity(self.faces.len());
        for face in self.faces {
            faces.push(face.map(|corner| {
                *known.entry(corner).or_insert_with(|| {
                    let at = corner as usize;
                    let position = source.positions.get(at).copied().unwrap_or_default();
                    let position = joint_from_mesh.transform_point3(Vec3::from_array(position));
                    let normal = source.normals.as_ref().and_then(|all| all.get(at));
                    let normal = normal.map(|&normal| {
                        (normals * Vec3::from_array(normal)).normalize_or_zero().to_array()
                    });
                    let pick = |all: &Option<Vec<[f32; 2]>>| {
                        all.as_ref().and_then(|all| all.get(at)).copied()
                    };
                    let number = u32::try_from(mesh.vertices.len()).unwrap_or(u32::MAX);
                    mesh.vertices.push(DraftVertex {
                        position: turn.back(position.to_array()),
                        normal: normal.map(|normal| turn.back(normal)),
                        uv: pick(&source.uvs).map(|uv| changed(uv, self.change)),
                        lightmap_uv: pick(&source.lightmap_uvs),
                    });
                    number
                })
            }));
        }
        mesh.parts.push(DraftPart { material: primitive.material, faces });
    }
}
