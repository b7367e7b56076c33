//! An opened glTF file as a plain tree: nodes, meshes, one clip. In the file's axes.

use std::collections::HashMap;
use std::rc::Rc;

use gltf_json as gj;
use gltf_json::animation::{Interpolation, Property};
use gltf_json::mesh::{Mode, Primitive, Semantic};
use gltf_json::validation::Checked;
use gltf_json::{Accessor, Index};

use super::clips;
use super::extras::{self, NodeExtras, SceneExtras};
use super::looks::SceneMaterial;
use super::mapping::Mapping;
use super::motions::KeyCount;
use super::names::without_number;
use super::open::{Opened, refuse};
use crate::Result;

/// Most faces a model can name, and so most that are read.
pub(crate) const MOST_FACES: usize = 65_535;

/// Most vertices that are read: more than any model's faces can use.
pub(super) const MOST_VERTICES: usize = 1 << 18;

/// A file's content.
pub(super) struct Scene {
    /// What the exporter said, if it was ours.
    pub extras: Option<SceneExtras>,
    /// Nodes in the file's order.
    pub nodes: Vec<SceneNode>,
    /// Meshes in the file's order.
    pub meshes: Vec<SceneMesh>,
    /// Materials in the file's order.
    pub materials: Vec<SceneMaterial>,
    /// How materials lie on their pictures, in the file's order.
    pub mappings: Vec<Mapping>,
    /// Skins in the file's order.
    pub skins: Vec<SceneSkin>,
    /// What is not looked at, one thing per line.
    pub lost: Vec<String>,
    /// What whoever brought the file should know.
    pub told: Vec<String>,
}

/// A node.
pub(super) struct SceneNode {
    pub name: Option<String>,
    pub extras: Option<NodeExtras>,
    pub parent: Option<usize>,
    pub local: glam::Affine3A,
    pub mesh: Option<usize>,
    pub skin: Option<usize>,
    /// Whether it is part of the scene.
    pub reachable: bool,
    pub translation: Option<Channel<3>>,
    pub rotation: Option<Channel<4>>,
    pub scale: Option<Channel<3>>,
    /// A camera or a light: nothing a model has.
    pub bystander: bool,
}

/// A mesh.
pub(super) struct SceneMesh {
    /// The slot its name speaks of, as the exporter names them.
    pub slot: Option<usize>,
    pub primitives: Vec<ScenePrimitive>,
}

/// Vertices; shared by primitives that name the same accessors.
pub(super) struct SceneVertices {
    pub positions: Vec<[f32; 3]>,
    pub normals: Option<Vec<[f32; 3]>>,
    pub uvs: Option<Vec<[f32; 2]>>,
    pub lightmap_uvs: Option<Vec<[f32; 2]>>,
    pub joints: Option<Vec<[u32; 4]>>,
    pub weights: Option<Vec<[f32; 4]>>,
}

/// Faces of one material.
pub(super) struct ScenePrimitive {
    pub material: Option<usize>,
    pub vertices: Rc<SceneVertices>,
    pub faces: Vec<[u32; 3]>,
    /// Where the colours of its vertices are, if these have an alpha.
    pub colours: Option<Index<Accessor>>,
}

/// A skin: joints with the way from the mesh into each.
pub(super) struct SceneSkin {
    pub joints: Vec<usize>,
    pub joint_from_mesh: Option<Vec<glam::Mat4>>,
}

/// Values over time.
pub(super) struct Channel<const N: usize> {
    pub times: Vec<f32>,
    pub values: Vec<[f32; N]>,
    pub interpolation: Interpolation,
}

impl Scene {
    /// Reads an opened file. `clip` names one of several clips.
    pub fn read(opened: &Opened<'_>, clip: Option<&str>) -> Result<Self> {
        let root = &opened.root;
        let mut scene = Self {
            extras: root.scenes.iter().find_map(|scene| extras::get(&scene.extras)),
            nodes: read_nodes(root)?,
            meshes: Vec::new(),
            materials: root
                .materials
                .iter()
                .map(|material| SceneMaterial::read(root, material))
                .collect(),
            mappings: root.materials.iter().map(Mapping::read).collect(),
            skins: Vec::new(),
            lost: Vec::new(),
            told: Vec::new(),
        };
        let mappings = &scene.mappings;
        let mut meshes = Meshes { opened, mappings, known: HashMap::new(), faces: 0, vertices: 0 };
        let read = (0..root.meshes.len()).map(|index| meshes.read(index));
        scene.meshes = read.collect::<Result<_>>()?;
        for skin in &root.skins {
            scene.skins.push(SceneSkin {
                joints: skin.joints.iter().map(|joint| joint.value()).collect(),
                joint_from_mesh: match skin.inverse_bind_matrices {
                    Some(index) => {
                        let matrices = opened.vectors::<16>(index)?;
                        Some(matrices.iter().map(glam::Mat4::from_cols_array).collect())
                    }
                    None => None,
                },
            });
        }
        let clips = clips::choose(root, clip)?;
        scene.told.extend(clips::line(&clips));
        let mut keys = KeyCount::default();
        for clip in clips {
            scene.read_clip(opened, clip.animation, &mut keys)?;
        }
        Ok(scene)
    }

    fn read_clip(
        &mut self,
        opened: &Opened<'_>,
        animation: &gj::Animation,
        keys: &mut KeyCount,
    ) -> Result<()> {
        for (index, channel) in animation.channels.iter().enumerate() {
            let place = format!("animations: channels[{index}]");
            let Some(sampler) = animation.samplers.get(channel.sampler.value()) else {
                return refuse(place, "its sampler is not there");
            };
            let Some(node) = self.nodes.get_mut(channel.target.node.value()) else {
                return refuse(place, "its node is not there");
            };
            match channel.target.path {
                Checked::Valid(Property::Translation) => {
                    node.translation = Some(read_channel(opened, sampler, &place)?);
                }
                Checked::Valid(Property::Rotation) => {
                    node.rotation = Some(read_channel(opened, sampler, &place)?);
                }
                Checked::Valid(Property::Scale) => {
                    node.scale = Some(read_channel(opened, sampler, &place)?);
                }
                _ => self.lost.push(format!("{place}: neither moves nor turns a node")),
            }
            keys.add(opened.vectors::<1>(sampler.input)?.len(), &place)?;
        }
        Ok(())
    }
}

fn read_channel<const N: usize>(
    opened: &Opened<'_>,
    sampler: &gj::animation::Sampler,
    place: &str,
) -> Result<Channel<N>> {
    let times: Vec<f32> = opened.vectors::<1>(sampler.input)?.iter().map(|[time]| *time).collect();
    let values = opened.vectors::<N>(sampler.output)?;
    let interpolation = match sampler.interpolation {
        Checked::Valid(interpolation) => interpolation,
        Checked::Invalid => return refuse(place, "its interpolation is none of glTF's"),
    };
    let per_key = if interpolation == Interpolation::CubicSpline { 3 } else { 1 };
    if values.len() != times.len() * per_key || times.is_empty() {
        return refuse(place, format!("{} values for {} times", values.len(), times.len()));
    }
    if !times.is_sorted_by(|a, b| a < b) {
        return refuse(place, "its times do not rise");
    }
    // Blender writes what does not change as steps.
    let still = values.iter().all(|value| Some(value) == values.first());
    let interpolation = match interpolation {
        Interpolation::Step if still => Interpolation::Linear,
        other => other,
    };
    Ok(Channel { times, values, interpolation })
}

fn read_nodes(root: &gj::Root) -> Result<Vec<SceneNode>> {
    let count = root.nodes.len();
    let mut parents = vec![None; count];
    for (index, node) in root.nodes.iter().enumerate() {
        for child in node.children.iter().flatten() {
            let place = format!("nodes[{index}].children");
            match parents.get_mut(child.value()) {
                Some(parent @ None) => *parent = Some(index),
                Some(Some(_)) => {
                    return refuse(place, format!("{} has two parents", child.value()));
                }
                None => return refuse(place, format!("{} is not there", child.value())),
            }
        }
    }
    let reachable = reachable(root, count)?;
    let mut nodes = Vec::with_capacity(count);
    for (index, (node, parent)) in root.nodes.iter().zip(parents).enumerate() {
        nodes.push(SceneNode {
            name: node.name.clone(),
            extras: extras::get(&node.extras),
            parent,
            local: local(index, node)?,
            mesh: inside(node.mesh.map(|mesh| mesh.value()), root.meshes.len(), index)?,
            skin: inside(node.skin.map(|skin| skin.value()), root.skins.len(), index)?,
            reachable: reachable.get(index) == Some(&true),
            translation: None,
            rotation: None,
            scale: None,
            bystander: node.camera.is_some() && node.mesh.is_none() && node.children.is_none(),
        });
    }
    Ok(nodes)
}

fn inside(index: Option<usize>, count: usize, node: usize) -> Result<Option<usize>> {
    match index.filter(|&index| index >= count) {
        Some(index) => refuse(format!("nodes[{node}]"), format!("{index} is not there")),
        None => Ok(index),
    }
}

/// Which nodes the default scene holds. Refuses circles: in one no node has a way from a root.
fn reachable(root: &gj::Root, count: usize) -> Result<Vec<bool>> {
    let mut seen = vec![false; count];
    let scene = root.scene.map_or(0, |scene| scene.value());
    let Some(scene) = root.scenes.get(scene) else {
        return refuse("scene", "there is none to import");
    };
    let mut todo: Vec<usize> = scene.nodes.iter().map(|node| node.value()).collect();
    while let Some(index) = todo.pop() {
        match seen.get_mut(index) {
            Some(seen @ false) => *seen = true,
            Some(true) => return refuse(format!("nodes[{index}]"), "reached twice: a circle"),
            None => return refuse("scene", format!("node {index} is not there")),
        }
        let children = root.nodes.get(index).and_then(|node| node.children.as_ref());
        todo.extend(children.into_iter().flatten().map(|child| child.value()));
    }
    Ok(seen)
}

fn local(index: usize, node: &gj::Node) -> Result<glam::Affine3A> {
    let place = format!("nodes[{index}]");
    let transform = match node.matrix {
        Some(matrix) => glam::Affine3A::from_mat4(glam::Mat4::from_cols_array(&matrix)),
        None => {
            let rotation = node.rotation.map_or([0.0, 0.0, 0.0, 1.0], |rotation| rotation.0);
            let rotation = glam::Quat::from_array(rotation);
            let length = rotation.length();
            if !(0.5..2.0).contains(&length) {
                return refuse(place, "its rotation is no unit quaternion");
            }
            glam::Affine3A::from_scale_rotation_translation(
                glam::Vec3::from_array(node.scale.unwrap_or([1.0; 3])),
                rotation.normalize(),
                glam::Vec3::from_array(node.translation.unwrap_or_default()),
            )
        }
    };
    if !transform.is_finite() {
        return refuse(place, "its transform is not made of finite numbers");
    }
    Ok(transform)
}

/// The slot in a name such as `slot_12`, whatever another program put after it (`.001`).
fn slot_of_name(name: &str) -> Option<usize> {
    without_number(name).unwrap_or(name).strip_prefix("slot_")?.parse().ok()
}

/// Reads meshes; accessors that several primitives name are read once.
struct Meshes<'a> {
    opened: &'a Opened<'a>,
    mappings: &'a [Mapping],
    known: HashMap<Vec<(String, usize)>, Rc<SceneVertices>>,
    faces: usize,
    vertices: usize,
}

impl Meshes<'_> {
    fn read(&mut self, index: usize) -> Result<SceneMesh> {
        let Some(mesh) = self.opened.root.meshes.get(index) else {
            return refuse(format!("meshes[{index}]"), "it is not there");
        };
        let mut primitives = Vec::with_capacity(mesh.primitives.len());
        for (number, primitive) in mesh.primitives.iter().enumerate() {
            let place = format!("meshes[{index}].primitives[{number}]");
            primitives.push(self.primitive(primitive, &place)?);
        }
        Ok(SceneMesh { slot: mesh.name.as_deref().and_then(slot_of_name), primitives })
    }

    fn primitive(&mut self, primitive: &Primitive, place: &str) -> Result<ScenePrimitive> {
        if primitive.mode != Checked::Valid(Mode::Triangles) {
            return refuse(place, "it is not made of triangles; triangulate before exporting");
        }
        if primitive.targets.is_some() {
            return refuse(place, "it has morph targets, which the game does not know");
        }
        let vertices = self.vertices(primitive, place)?;
        let count = vertices.positions.len();
        let indices = match primitive.indices {
            Some(index) => self.opened.indices(index)?,
            None => (0..).take(count).collect(),
        };
        let largest = indices.iter().max().map_or(0, |&most| most as usize + 1);
        if largest > count {
            return refuse(place, format!("an index names vertex {}, of {count}", largest - 1));
        }
        let (faces, rest) = indices.as_chunks::<3>();
        if !rest.is_empty() {
            return refuse(place, format!("{} indices are no whole triangles", indices.len()));
        }
        self.faces += faces.len();
        if self.faces > MOST_FACES {
            return refuse(place, format!("more than {MOST_FACES} triangles: no model holds them"));
        }
        let materials = self.opened.root.materials.len();
        let material = primitive.material.map(|material| material.value());
        if let Some(index) = material.filter(|&index| index >= materials) {
            return refuse(place, format!("material {index} is not there"));
        }
        let colours = primitive.attributes.get(&Checked::Valid(Semantic::Colors(0))).copied();
        let colours = colours.filter(|index| self.opened.is_vec4(*index));
        Ok(ScenePrimitive { material, vertices, faces: faces.to_vec(), colours })
    }

    fn vertices(&mut self, primitive: &Primitive, place: &str) -> Result<Rc<SceneVertices>> {
        let attribute = |semantic: Semantic| -> Option<Index<Accessor>> {
            primitive.attributes.get(&Checked::Valid(semantic)).copied()
        };
        let Some(positions) = attribute(Semantic::Positions) else {
            return refuse(place, "it has no positions");
        };
        let mapping = primitive.material.and_then(|material| self.mappings.get(material.value()));
        let sets = mapping.copied().unwrap_or_default().sets;
        let used = [
            ("position", Some(positions)),
            ("normal", attribute(Semantic::Normals)),
            ("uv", attribute(Semantic::TexCoords(sets.picture))),
            ("lightmap", attribute(Semantic::TexCoords(sets.lightmap))),
            ("joints", attribute(Semantic::Joints(0))),
            ("weights", attribute(Semantic::Weights(0))),
        ];
        let key: Vec<(String, usize)> = used
            .iter()
            .filter_map(|(name, index)| Some(((*name).to_owned(), (*index)?.value())))
            .collect();
        if let Some(known) = self.known.get(&key) {
            return Ok(known.clone());
        }
        let [_, (_, normals), (_, uvs), (_, lightmap_uvs), (_, joints), (_, weights)] = used;
        let vertices = SceneVertices {
            positions: self.opened.vectors(positions)?,
            normals: normals.map(|index| self.opened.vectors(index)).transpose()?,
            uvs: uvs.map(|index| self.opened.vectors(index)).transpose()?,
            lightmap_uvs: lightmap_uvs.map(|index| self.opened.vectors(index)).transpose()?,
            joints: joints.map(|index| self.opened.joints(index)).transpose()?,
            weights: weights.map(|index| self.opened.vectors(index)).transpose()?,
        };
        let count = vertices.positions.len();
        let lengths = [
            vertices.normals.as_ref().map(Vec::len),
            vertices.uvs.as_ref().map(Vec::len),
            vertices.lightmap_uvs.as_ref().map(Vec::len),
            vertices.joints.as_ref().map(Vec::len),
            vertices.weights.as_ref().map(Vec::len),
        ];
        if lengths.into_iter().flatten().any(|length| length != count) {
            return refuse(place, "its vertex attributes are of different lengths");
        }
        self.vertices += count;
        if self.vertices > MOST_VERTICES {
            return refuse(
                place,
                format!("more than {MOST_VERTICES} vertices: no model uses them"),
            );
        }
        let vertices = Rc::new(vertices);
        self.known.insert(key, vertices.clone());
        Ok(vertices)
    }
}
