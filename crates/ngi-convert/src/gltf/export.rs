//! Models into glTF documents.

use std::collections::BTreeMap;

use gltf_json as gj;
use gltf_json::mesh::{Mode, Primitive, Semantic};
use gltf_json::scene::UnitQuaternion;
use gltf_json::validation::Checked;
use gltf_json::{Accessor, Index};
use ngi_engine::model::{Skeleton, slots};
use ngi_formats::msh::{Blueprint, LEVELS, Mesh, Model, ModelDoc, STAGES, Vertex};
use ngi_formats::text;
use ngi_formats::{Findings, Mode as ReadMode};

use super::axes::Turn;
use super::buffer::{Builder, Use};
use super::clip::{self, Pose};
use super::extras::{self, MeshExtras, NodeExtras, SCHEMA, SceneExtras};
use super::materials;
use super::surfaces::{SurfaceKey, Surfaces};
use crate::exporter::left_out;
use crate::{Error, Result};

/// One of several, or all of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cells {
    /// This one.
    One(usize),
    /// Every one, side by side.
    All,
}

impl Cells {
    /// As `extras` and headers say it.
    pub fn name(self) -> String {
        match self {
            Self::One(number) => number.to_string(),
            Self::All => "all".into(),
        }
    }
}

/// What of a model is exported, and how.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Choice {
    /// Levels of detail.
    pub levels: Cells,
    /// Damage stages.
    pub stages: Cells,
    /// The moment of the pose, in frames; at rest if `None`.
    pub frame: Option<f32>,
    /// Whether the clip goes along.
    pub clip: bool,
    /// Axes.
    pub turn: Turn,
    /// Frames per second.
    pub fps: f32,
}

/// What an export made besides the document.
#[derive(Debug, Default)]
pub(crate) struct Made {
    /// The document.
    pub builder: Builder,
    /// What should have gone along and did not, one thing per line.
    pub lost: Vec<String>,
    /// What such a document does not hold.
    pub told: Vec<String>,
    /// What of the source is broken and was left out.
    pub broken: Vec<String>,
}

/// A model as a glTF document. Pictures are not put in yet: see [`materials::add`].
pub(crate) fn export_model(bytes: &[u8], surfaces: &Surfaces, choice: &Choice) -> Result<Made> {
    let mut findings = Findings::new(ReadMode::Tolerant, false);
    let model = Model::read_tolerant(bytes, &mut findings)?;
    let doc = ModelDoc::from_model(&model);
    let plan = Blueprint::of(&doc)?;
    let skeleton = Skeleton::new(&model);
    let mut exporter = Exporter {
        model: &model,
        plan: &plan,
        choice,
        builder: Builder::default(),
        meshes: BTreeMap::new(),
        materials: materials::Materials::new(
            surfaces,
            plan.streams.uvs && plan.streams.lightmap_uvs,
        ),
        lost: surfaces.lost.clone(),
        bent_normals: 0,
    };
    let nodes = exporter.add_nodes(&skeleton)?;
    if choice.clip {
        let ways = clip::ways(&doc, &plan, &skeleton);
        clip::add_clip(&mut exporter.builder, &ways, &nodes, choice.turn, choice.fps);
    }
    exporter.add_scene(&nodes)?;
    Ok(Made { broken: left_out(&findings), ..exporter.finish()? })
}

/// The meshes of a model's nodes in a document that may hold others already: materials and all, but
/// no nodes.
pub(crate) fn add_meshes(
    builder: &mut Builder,
    bytes: &[u8],
    surfaces: &Surfaces,
    choice: &Choice,
) -> Result<Vec<(usize, Index<gj::Mesh>)>> {
    let mut findings = Findings::new(ReadMode::Tolerant, false);
    let model = Model::read_tolerant(bytes, &mut findings)?;
    let plan = Blueprint::of(&ModelDoc::from_model(&model))?;
    let has_lightmap_uvs = plan.streams.uvs && plan.streams.lightmap_uvs;
    let materials = materials::Materials::new(surfaces, has_lightmap_uvs).behind(builder);
    let mut exporter = Exporter {
        model: &model,
        plan: &plan,
        choice,
        builder: std::mem::take(builder),
        meshes: BTreeMap::new(),
        materials,
        lost: Vec::new(),
        bent_normals: 0,
    };
    let made = exporter.all_meshes();
    // What was made goes along even where something else could not be.
    *builder = exporter.finish()?.builder;
    made
}

struct Exporter<'a> {
    model: &'a Model<'a>,
    plan: &'a Blueprint,
    choice: &'a Choice,
    builder: Builder,
    /// glTF meshes by slot; `None` for slots without a face.
    meshes: BTreeMap<usize, Option<Index<gj::Mesh>>>,
    materials: materials::Materials<'a>,
    lost: Vec<String>,
    bent_normals: usize,
}

/// A mesh of a node: damage stage, level, slot.
pub(crate) type Cell = (usize, usize, usize);

/// The meshes of a node that are asked for. For a level it does not have, the one that is drawn
/// instead.
pub(crate) fn cells_of(model: &Model<'_>, node: usize, stages: Cells, levels: Cells) -> Vec<Cell> {
    let stages = match stages {
        Cells::One(stage) => stage..stage.saturating_add(1),
        Cells::All => 0..STAGES,
    };
    let mut cells = Vec::new();
    for stage in stages {
        match levels {
            Cells::One(level) => {
                let found = slots::level_of(model, node, stage, level);
                cells.extend(found.map(|(level, slot)| (stage, level, slot)));
            }
            Cells::All => {
                cells.extend((0..LEVELS).filter_map(|level| {
                    Some((stage, level, model.slot_index(node, stage, level)?))
                }))
            }
        }
    }
    cells
}

impl Exporter<'_> {
    /// The first mesh that was asked for of every node.
    fn all_meshes(&mut self) -> Result<Vec<(usize, Index<gj::Mesh>)>> {
        let mut made = Vec::new();
        for node in 0..self.plan.nodes.len() {
            let Some(&(_, _, slot)) = self.cells(node).first() else { continue };
            made.extend(self.mesh(slot)?.map(|mesh| (node, mesh)));
        }
        Ok(made)
    }

    /// Adds all nodes of the model in their order, so that glTF's numbers are the model's, then
    /// the nodes that carry further levels and stages.
    fn add_nodes(&mut self, skeleton: &Skeleton) -> Result<Vec<Index<gj::Node>>> {
        let count = self.plan.nodes.len();
        let mut children: Vec<Vec<usize>> = vec![Vec::new(); count];
        for node in 0..count {
            let parent = skeleton.parent(node).and_then(|parent| children.get_mut(parent));
            parent.into_iter().for_each(|children| children.push(node));
        }
        let number = |node: usize| Index::new(u32::try_from(node).unwrap_or(u32::MAX));
        let several = [self.choice.levels, self.choice.stages].contains(&Cells::All);
        for (node, children) in children.iter().enumerate() {
            let cells = self.cells(node);
            let mesh = match (several, cells.first()) {
                (false, Some(&cell)) => self.mesh(cell.2)?.map(|mesh| (mesh, cell)),
                _ => None,
            };
            let pose = clip::rest(skeleton, node, self.choice.frame);
            let children = children.iter().map(|&child| number(child)).collect();
            let made = self.node(node, pose, mesh, children)?;
            self.builder.root.push(made);
        }
        if several {
            for node in 0..count {
                self.add_carriers(node)?;
            }
        }
        Ok((0..count).map(number).collect())
    }

    /// The meshes of a node that were asked for.
    fn cells(&self, node: usize) -> Vec<Cell> {
        cells_of(self.model, node, self.choice.stages, self.choice.levels)
    }

    fn node(
        &self,
        node: usize,
        pose: Pose,
        mesh: Option<(Index<gj::Mesh>, Cell)>,
        children: Vec<Index<gj::Node>>,
    ) -> Result<gj::Node> {
        let turn = self.choice.turn;
        let Pose { position, rotation } = pose;
        if !position.iter().all(|value| value.is_finite()) {
            let why = format!("nodes[{node}]: {position:?} is no place; glTF cannot hold it");
            return Err(Error::Usage(why));
        }
        let translation = turn.out(position);
        let rotation = turn.rotation_out(rotation);
        let label = self.plan.nodes.get(node).map(|node| text::decode(&node.label));
        let name = self.model.node_name(node);
        let extras = NodeExtras {
            node,
            name: Some(name.clone()),
            flags: self.plan.nodes.get(node).map(|node| node.flags.0),
            label: label.filter(|label| !label.is_empty()),
            stage: mesh.map(|(_, cell)| cell.0),
            level: mesh.map(|(_, cell)| cell.1),
            carrier: false,
        };
        Ok(gj::Node {
            children: Some(children).filter(|children| !children.is_empty()),
            extras: extras::put(&extras)?,
            mesh: mesh.map(|(mesh, _)| mesh),
            name: Some(name),
            rotation: (rotation != [0.0, 0.0, 0.0, 1.0]).then_some(UnitQuaternion(rotation)),
            translation: (translation != [0.0; 3]).then_some(translation),
            ..gj::Node::default()
        })
    }

    /// Nodes below a node of the model, one per level and stage.
    fn add_carriers(&mut self, node: usize) -> Result<()> {
        let mut carriers = Vec::new();
        for (stage, level, slot) in self.cells(node) {
            let Some(mesh) = self.mesh(slot)? else { continue };
            let extras = NodeExtras {
                node,
                stage: Some(stage),
                level: Some(level),
                carrier: true,
                ..NodeExtras::default()
            };
            let name = format!("{}.stage{stage}.lod{level}", self.model.node_name(node));
            carriers.push(self.builder.root.push(gj::Node {
                extras: extras::put(&extras)?,
                mesh: Some(mesh),
                name: Some(name),
                ..gj::Node::default()
            }));
        }
        if let Some(node) = self.builder.root.nodes.get_mut(node).filter(|_| !carriers.is_empty()) {
            node.children.get_or_insert_default().extend(carriers);
        }
        Ok(())
    }

    /// The glTF mesh of a slot, made when first asked for.
    fn mesh(&mut self, slot: usize) -> Result<Option<Index<gj::Mesh>>> {
        if let Some(&known) = self.meshes.get(&slot) {
            return Ok(known);
        }
        let made = match self.plan.meshes.get(slot) {
            Some(mesh) if !mesh.parts.is_empty() => Some(self.make_mesh(slot, mesh)?),
            _ => None,
        };
        self.meshes.insert(slot, made);
        Ok(made)
    }

    fn make_mesh(&mut self, slot: usize, mesh: &Mesh) -> Result<Index<gj::Mesh>> {
        let attributes = self.attributes(slot, &mesh.vertices)?;
        let mut primitives = Vec::with_capacity(mesh.parts.len());
        for part in &mesh.parts {
            let corners: Vec<u32> = part.faces.iter().flat_map(|face| face.corners).collect();
            let material = self.materials.index(SurfaceKey::of(part));
            primitives.push(Primitive {
                attributes: attributes.clone(),
                extensions: None,
                extras: None,
                indices: Some(self.builder.indices(&corners)),
                material: Some(material),
                mode: Checked::Valid(Mode::Triangles),
                targets: None,
            });
        }
        Ok(self.builder.root.push(gj::Mesh {
            extensions: None,
            extras: extras::put(&MeshExtras { slot })?,
            name: Some(format!("slot_{slot}")),
            primitives,
            weights: None,
        }))
    }

    fn attributes(
        &mut self,
        slot: usize,
        vertices: &[Vertex],
    ) -> Result<BTreeMap<Checked<Semantic>, Index<Accessor>>> {
        let turn = self.choice.turn;
        let streams = self.plan.streams;
        let positions: Vec<[f32; 3]> = vertices.iter().map(|v| turn.out(v.position)).collect();
        if let Some(at) = positions.iter().position(|p| !p.iter().all(|value| value.is_finite())) {
            let why = "has a coordinate that is no number; glTF cannot hold it";
            return Err(Error::Usage(format!("slots[{slot}]: vertex {at} {why}")));
        }
        let mut attributes = BTreeMap::new();
        let mut add = |semantic, accessor| attributes.insert(Checked::Valid(semantic), accessor);
        add(Semantic::Positions, self.builder.floats(&positions, Use::Attribute { bounds: true }));
        let plain = Use::Attribute { bounds: false };
        if streams.normals {
            let normals: Vec<[f32; 3]> =
                vertices.iter().map(|vertex| turn.out(unit_normal(vertex))).collect();
            let bent = |v: &&Vertex| v.normal.xyz == [0; 3];
            self.bent_normals += vertices.iter().filter(bent).count();
            add(Semantic::Normals, self.builder.floats(&normals, plain));
        }
        if streams.uvs {
            let uvs: Vec<[f32; 2]> = vertices.iter().map(|vertex| vertex.uv.decode()).collect();
            add(Semantic::TexCoords(0), self.builder.floats(&uvs, plain));
        }
        if streams.lightmap_uvs {
            let uvs: Vec<[f32; 2]> = vertices.iter().map(|v| v.lightmap_uv.decode()).collect();
            let set = u32::from(streams.uvs);
            add(Semantic::TexCoords(set), self.builder.floats(&uvs, plain));
        }
        Ok(attributes)
    }

    fn add_scene(&mut self, nodes: &[Index<gj::Node>]) -> Result<()> {
        let roots = nodes.iter().enumerate();
        let roots = roots.filter(|&(node, _)| self.model.parent(node).is_none());
        let roots: Vec<_> = roots.map(|(_, &index)| index).collect();
        let Choice { levels, stages, turn, fps, frame, clip: _ } = *self.choice;
        let stem = text::decode(&self.plan.stem);
        let extras = SceneExtras {
            schema: SCHEMA.into(),
            stem: stem.clone(),
            fps,
            frames: self.model.frame_count,
            lod: levels.name(),
            stage: stages.name(),
            up: if turn == Turn::YUp { "y" } else { "z" }.into(),
            frame,
        };
        let scene = self.builder.root.push(gj::Scene {
            extensions: None,
            extras: extras::put(&extras)?,
            name: Some(stem),
            nodes: roots,
        });
        sign(&mut self.builder, scene);
        Ok(())
    }

    fn finish(self) -> Result<Made> {
        let Self { mut builder, materials, lost, bent_normals, plan, .. } = self;
        let mut told = Vec::new();
        materials.add_to(&mut builder)?;
        if bent_normals > 0 {
            told.push(format!("{bent_normals} normals without a direction point up"));
        }
        if !plan.paths.nodes.is_empty() {
            told.push("hallways (resource 17): an import takes them from its reference".into());
        }
        for (entry, _) in &plan.others {
            let kind = entry.type_id;
            told.push(format!("resource {kind}: an import takes it from its reference"));
        }
        Ok(Made { builder, lost, told, broken: Vec::new() })
    }
}

/// Says which scene is shown, and who made the document.
pub(super) fn sign(builder: &mut Builder, scene: Index<gj::Scene>) {
    builder.root.scene = Some(scene);
    builder.root.asset.generator = Some(concat!("ngi ", env!("CARGO_PKG_VERSION")).to_owned());
}

/// A vertex's normal with length 1: glTF insists, the game's are rounded.
pub(crate) fn unit_normal(vertex: &Vertex) -> [f32; 3] {
    let normal = glam::Vec3::from_array(vertex.normal.decode());
    normal.try_normalize().unwrap_or(glam::Vec3::Z).to_array()
}
