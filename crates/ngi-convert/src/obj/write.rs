//! Models into OBJ.

use std::collections::BTreeMap;
use std::fmt::Write;

use ngi_engine::model::{Moment, RootTranslation, Skeleton, Transform};
use ngi_formats::msh::{Blueprint, Mesh, Model, ModelDoc, Streams};
use ngi_formats::{Findings, Mode};

use super::header::Header;
use super::mtl::add_material;
use super::names::{node_names, surface_names};
use crate::exporter::{Destination, Exported, OutFile, left_out};
use crate::gltf::{Cells, Surface, SurfaceKey, Surfaces, Turn, cells_of, unit_normal};
use crate::{Error, Result};

/// What of a model is exported, and how.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ObjChoice {
    /// Levels of detail.
    pub levels: Cells,
    /// Damage stages.
    pub stages: Cells,
    /// The moment of the pose, in frames; at rest if `None`.
    pub frame: Option<f32>,
    /// Axes.
    pub turn: Turn,
}

/// A model as an OBJ, its materials as an MTL, its pictures beside them.
pub(crate) fn export_obj(
    bytes: &[u8],
    surfaces: &Surfaces,
    to: &Destination<'_>,
    choice: &ObjChoice,
) -> Result<Exported> {
    let mut findings = Findings::new(Mode::Tolerant, false);
    let model = Model::read_tolerant(bytes, &mut findings)?;
    let plan = Blueprint::of(&ModelDoc::from_model(&model))?;
    let poses = poses(&model, choice.frame)?;
    let names: Vec<String> = (0..plan.nodes.len()).map(|node| model.node_name(node)).collect();
    let row_name = |row: u8| surfaces.rows.get(usize::from(row)).and_then(|row| row.name.clone());
    let library = to.named("mtl");
    let mut writer = Writer {
        out: format!("{}\nmtllib {library}\n", header(choice).line()),
        streams: plan.streams,
        turn: choice.turn,
        materials: surface_names(&plan, &row_name),
        used: BTreeMap::new(),
        vertices: 0,
    };
    for (node, (name, pose)) in node_names(&names).iter().zip(&poses).enumerate() {
        for (stage, level, slot) in cells_of(&model, node, choice.stages, choice.levels) {
            let Some(mesh) = plan.meshes.get(slot).filter(|mesh| !mesh.parts.is_empty()) else {
                continue;
            };
            let _ = writeln!(writer.out, "o {name}.stage{stage}.lod{level}");
            writer.add_mesh(slot, mesh, pose)?;
        }
    }
    let Writer { out, used, .. } = writer;
    let mtl = OutFile { name: library, bytes: write_library(&used, surfaces).into_bytes() };
    let obj = OutFile { name: to.name(), bytes: out.into_bytes() };
    let mut files = vec![obj, mtl];
    files.extend(surfaces.files());
    let (lost, broken) = (surfaces.lost.clone(), left_out(&findings));
    Ok(Exported { files, lost, told: told(&plan), broken })
}

fn header(choice: &ObjChoice) -> Header {
    let (lod, stage) = (choice.levels.name(), choice.stages.name());
    Header { lod, stage, turn: choice.turn, frame: choice.frame }
}

/// Where the nodes are: `world_from_node`.
pub(super) fn poses(model: &Model<'_>, frame: Option<f32>) -> Result<Vec<Transform>> {
    let skeleton = Skeleton::new(model);
    let mut poses = vec![Transform::IDENTITY; skeleton.len()];
    let moment = frame.map_or(Moment::Rest, Moment::At);
    let posed = skeleton.pose(moment, RootTranslation::Keep, &mut poses);
    posed.map_err(|error| Error::Usage(error.to_string()))?;
    Ok(poses)
}

/// What no OBJ has.
fn told(plan: &Blueprint) -> Vec<String> {
    let still = "nodes and keys: an OBJ stands still; an import takes them from its reference";
    let mut told = vec![still.to_owned()];
    if plan.streams.lightmap_uvs {
        told.push("lightmap coordinates: an import takes them from its reference".into());
    }
    told
}

struct Writer {
    out: String,
    streams: Streams,
    turn: Turn,
    materials: BTreeMap<SurfaceKey, String>,
    used: BTreeMap<SurfaceKey, String>,
    /// Written so far.
    vertices: usize,
}

impl Writer {
    fn add_mesh(&mut self, slot: usize, mesh: &Mesh, pose: &Transform) -> Result<()> {
        for (at, vertex) in mesh.vertices.iter().enumerate() {
            let place = posed_place(vertex.position, pose, self.turn);
            if !place.iter().all(|value| value.is_finite()) {
                let why = "has a coordinate that is no number; an OBJ cannot hold it";
                return Err(Error::Usage(format!("slots[{slot}]: vertex {at} {why}")));
            }
            let [x, y, z] = place;
            let _ = writeln!(self.out, "v {x} {y} {z}");
        }
        for vertex in mesh.vertices.iter().filter(|_| self.streams.uvs) {
            let [u, v] = vertex.uv.decode();
            let _ = writeln!(self.out, "vt {u} {}", 1.0 - v);
        }
        for vertex in mesh.vertices.iter().filter(|_| self.streams.normals) {
            let normal = glam::Vec3::from_array(unit_normal(vertex));
            let normal = pose.transform_vector3(normal).normalize_or_zero();
            let [x, y, z] = self.turn.out(normal.to_array());
            let _ = writeln!(self.out, "vn {x} {y} {z}");
        }
        for part in &mesh.parts {
            let key = SurfaceKey::of(part);
            let name = self.materials.get(&key).cloned().unwrap_or_default();
            let _ = writeln!(self.out, "usemtl {name}");
            self.used.insert(key, name);
            for face in &part.faces {
                self.out.push('f');
                for corner in face.corners {
                    self.add_corner(self.vertices.saturating_add(corner as usize + 1));
                }
                self.out.push('\n');
            }
        }
        self.vertices += mesh.vertices.len();
        Ok(())
    }

    /// A corner: place, texture coordinate and normal have the same number, where they are there.
    fn add_corner(&mut self, number: usize) {
        let _ = match (self.streams.uvs, self.streams.normals) {
            (true, true) => write!(self.out, " {number}/{number}/{number}"),
            (true, false) => write!(self.out, " {number}/{number}"),
            (false, true) => write!(self.out, " {number}//{number}"),
            (false, false) => write!(self.out, " {number}"),
        };
    }
}

/// A vertex's place in the file.
pub(super) fn posed_place(position: [f32; 3], pose: &Transform, turn: Turn) -> [f32; 3] {
    turn.out(pose.transform_point3(glam::Vec3::from_array(position)).to_array())
}

fn write_library(used: &BTreeMap<SurfaceKey, String>, surfaces: &Surfaces) -> String {
    let mut out = format!("# {} materials\n", used.len());
    for (key, name) in used {
        let surface = surfaces.rows.get(usize::from(key.row));
        let surface = surface.cloned().unwrap_or_else(Surface::unknown);
        add_material(&mut out, name, &surface, surfaces.file_of(&surface));
    }
    out
}
