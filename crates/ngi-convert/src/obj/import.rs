//! OBJ files into models.

use std::collections::{BTreeMap, BTreeSet};

use ngi_engine::model::Transform;
use ngi_formats::msh::{LEVELS, Mesh, Model, STAGES};
use ngi_formats::wear::{Parser, Wear};
use ngi_formats::{Findings, Mode, text};

use super::axes;
use super::header::Header;
use super::mtl;
use super::names::{node_names, surface_names};
use super::read::{Corner, ObjFile, Object, read};
use super::write::{posed_place, poses};
use crate::Result;
use crate::gltf::{
    Alpha, Draft, DraftMesh, DraftNode, DraftPart, DraftVertex, Dress, FRAMES_PER_SECOND, Found,
    Looks, MaterialExtras, Pose, Rate, Reference, Rows, SceneMaterial, SurfaceKey, Turn, base_name,
    cell_of_name, is_plain_name, refuse, table_number, without_number,
};
use crate::importer::{Imported, Source};
use ngi_verbs::format::Subject;

/// How a model is imported.
pub(crate) struct ObjWanted<'a> {
    /// What has everything that the file leaves out.
    pub like: Option<&'a Subject<'a>>,
    /// The wear table.
    pub wear: Option<&'a [u8]>,
    /// Whether unknown materials get rows of their own.
    pub new_rows: bool,
    /// What becomes of materials.
    pub dress: Dress<'a>,
    /// Axes, where somebody said.
    pub turn: Option<Turn>,
    /// Whether coarser levels of what changed are made.
    pub make_lods: bool,
}

/// A model made of an OBJ.
pub(crate) fn import_obj(source: &Source<'_>, wanted: &ObjWanted<'_>) -> Result<Imported> {
    let file = read(source.bytes)?;
    if file.objects.is_empty() {
        return refuse("OBJ", "it has no faces");
    }
    let reference = wanted.like.map(|like| Like::read(like, &file)).transpose()?;
    let (turn, told) = turn(&file, wanted.turn, reference.as_ref());
    let (pictures, looks) = looks(source, &file);
    let materials = materials(&file, reference.as_ref(), wanted.wear, &looks);
    let draft = Drafter { file: &file, reference: reference.as_ref(), turn }.draft()?;
    let picture = |index: usize| {
        let name = pictures.get(index).map_or("", String::as_str);
        match (source.beside)(name) {
            Some(bytes) => Ok(bytes.to_vec()),
            None => refuse(name, "it is not there"),
        }
    };
    let make_lods = wanted.make_lods;
    let found = Found { draft, materials, stem: source.stem(), picture: &picture, make_lods };
    let rows = Rows::new(wanted.wear, wanted.new_rows);
    let mut imported =
        found.finish(reference.as_ref().map(|like| &like.model), rows, &wanted.dress)?;
    imported.told.extend(told);
    Ok(imported)
}

/// Which way is up: as somebody said, as the file says, as it fits the reference; else z.
fn turn(file: &ObjFile, asked: Option<Turn>, reference: Option<&Like>) -> (Turn, Option<String>) {
    if let Some(asked) = asked {
        return (asked, None);
    }
    let said = file.header.as_ref().map(|header| header.turn);
    let fits = reference.and_then(|like| axes::fitting(file, like)).map(|fit| fit.turn);
    let up = |turn: Turn| if turn == Turn::YUp { "y" } else { "z" };
    match (said, fits) {
        (Some(said), Some(fits)) if said != fits => {
            let (said_up, up) = (up(said), up(fits));
            let line = format!(
                "axes: {said_up} is up, as the file says, but it stands like the reference with \
                 {up} up; --axes {up}-up if that is meant"
            );
            (said, Some(line))
        }
        (Some(said), _) => (said, None),
        (None, Some(Turn::YUp)) => {
            let line = "axes: y is up, for so it stands like the reference; --axes z-up if z is";
            (Turn::YUp, Some(line.into()))
        }
        (None, _) => (Turn::Keep, None),
    }
}

/// The reference, and where its nodes stand in the file.
pub(super) struct Like {
    pub model: Reference,
    pub poses: Vec<Transform>,
}

/// Nodes by their names in a file.
pub(super) struct Names(BTreeMap<String, usize>);

impl Names {
    fn of(nodes: &[String]) -> Self {
        Self(node_names(nodes).into_iter().enumerate().map(|(node, name)| (name, node)).collect())
    }

    fn node(&self, name: &str) -> Option<usize> {
        self.0.get(name).or_else(|| self.0.get(without_number(name)?)).copied()
    }

    /// The node of an object, and the cell of its geometry.
    pub fn find(&self, object: &str) -> Option<(usize, usize)> {
        let (name, stage, level) = node_and_cell(object);
        Some((self.node(name)?, stage * LEVELS + level))
    }
}

impl Like {
    fn read(like: &Subject<'_>, file: &ObjFile) -> Result<Self> {
        let mut findings = Findings::new(Mode::Tolerant, false);
        let model = Model::read_tolerant(like.bytes, &mut findings)?;
        let frame = file.header.as_ref().and_then(|header| header.frame);
        Ok(Self { poses: poses(&model, frame)?, model: Reference::read(like.bytes)? })
    }

    /// Its nodes by the names they have in a file.
    pub fn names(&self) -> Names {
        Names::of(&self.model.names)
    }

    /// The geometry of a cell of a node.
    fn mesh(&self, node: usize, cell: usize) -> Option<&Mesh> {
        let plan = &self.model.plan;
        plan.meshes.get((*plan.nodes.get(node)?.meshes.get(cell)?)?)
    }

    /// Where the vertices of a cell of a node stand.
    pub fn places(&self, node: usize, cell: usize) -> Vec<glam::Vec3> {
        let pose = self.poses.get(node).copied().unwrap_or(Transform::IDENTITY);
        let vertices = self.mesh(node, cell).into_iter().flat_map(|mesh| &mesh.vertices);
        vertices.map(|v| pose.transform_point3(glam::Vec3::from_array(v.position))).collect()
    }
}

/// Names of pictures beside the file, and what its materials look like.
fn looks(source: &Source<'_>, file: &ObjFile) -> (Vec<String>, BTreeMap<String, Looks>) {
    let (mut pictures, mut of) = (Vec::new(), BTreeMap::new());
    let mut place = |name: String| {
        let known = pictures.iter().position(|known| *known == name);
        known.unwrap_or_else(|| {
            pictures.push(name);
            pictures.len() - 1
        })
    };
    for library in file.libraries.iter().filter(|name| is_plain_name(name)) {
        let Some(bytes) = (source.beside)(library) else { continue };
        for material in mtl::read(&String::from_utf8_lossy(&bytes)) {
            let picture = material.picture.filter(|name| is_plain_name(name)).map(&mut place);
            let glows = material.glow_picture.filter(|name| is_plain_name(name)).map(&mut place);
            let [r, g, b] = material.colour;
            let looks = Looks {
                colour: [r, g, b, material.opacity],
                picture,
                glow: material.glow,
                // Without a picture of its own, light shines through that of the colour.
                glow_picture: glows.or(picture),
                alpha: Alpha::Unsaid,
                ..Looks::default()
            };
            of.insert(material.name, looks);
        }
    }
    (pictures, of)
}

/// The file's materials, with what the reference says of those that still have their names.
fn materials(
    file: &ObjFile,
    reference: Option<&Like>,
    wear: Option<&[u8]>,
    looks: &BTreeMap<String, Looks>,
) -> Vec<SceneMaterial> {
    let table = wear.map(table_number);
    let wear = wear.and_then(|bytes| Wear::read(bytes, Parser::File).ok());
    let rows: Vec<String> =
        wear.map_or_else(Vec::new, |wear| wear.rows().map(|row| text::decode(row.name)).collect());
    let row_name = |row: u8| rows.get(usize::from(row)).cloned();
    let known = reference.map(|like| surface_names(&like.model.plan, &row_name));
    let known: BTreeMap<String, SurfaceKey> =
        known.into_iter().flatten().map(|(key, name)| (name, key)).collect();
    let extras = |name: &str| {
        let key = known.get(name).or_else(|| known.get(without_number(name)?))?;
        let SurfaceKey { row, lightmap, word, portal } = *key;
        // What the name has to be for the rest to count: its own without a mark.
        let material = row_name(row).map(|_| base_name(name).to_owned());
        let (blend, lightmap_name, table) = (None, None, table.clone());
        Some(MaterialExtras { row, lightmap, word, portal, material, blend, lightmap_name, table })
    };
    let material = |name: &String| SceneMaterial {
        name: Some(name.clone()),
        extras: extras(name),
        looks: looks.get(name).cloned().unwrap_or_default(),
    };
    file.materials.iter().map(material).collect()
}

struct Drafter<'a> {
    file: &'a ObjFile,
    reference: Option<&'a Like>,
    turn: Turn,
}

impl Drafter<'_> {
    fn draft(&self) -> Result<Draft> {
        let mut draft = Draft {
            extras: self.file.header.as_ref().map(Header::extras),
            nodes: self.reference.map_or_else(Vec::new, nodes_of),
            meshes: Vec::new(),
            has_clip: false,
            rate: Rate::of(FRAMES_PER_SECOND),
            lost: self.file.lost.clone(),
            told: Vec::new(),
        };
        let shown: Vec<String> = draft.nodes.iter().map(|node| node.name.clone()).collect();
        let mut names = Names::of(&shown);
        for object in &self.file.objects {
            let (name, stage, level) = node_and_cell(&object.name);
            let node = names.node(name).unwrap_or_else(|| {
                draft.nodes.push(new_node(name));
                draft.nodes.len() - 1
            });
            names.0.entry(name.to_owned()).or_insert(node);
            let mesh = self.mesh(object, node, stage * LEVELS + level);
            let made = draft.meshes.len();
            draft.meshes.push(mesh);
            let cells = draft.nodes.get_mut(node).map(|node| &mut node.meshes);
            match cells.and_then(|cells| cells.get_mut(stage * LEVELS + level)) {
                Some(cell @ None) => *cell = Some(made),
                _ => {
                    let why = format!("a second mesh for stage {stage}, level {level} of its node");
                    return refuse(format!("object \"{}\"", object.name), why);
                }
            }
        }
        Ok(draft)
    }

    /// An object's geometry in the space of its node.
    fn mesh(&self, object: &Object, node: usize, cell: usize) -> DraftMesh {
        let pose = self.reference.and_then(|like| like.poses.get(node)).copied();
        let pose = pose.unwrap_or(Transform::IDENTITY);
        let node_from_world = pose.inverse();
        let faces = object.parts.iter().flat_map(|part| part.faces.as_flattened());
        // In the order of the file, so that what went out in order comes back in order.
        let corners: BTreeSet<Corner> = faces.copied().collect();
        let old = self
            .reference
            .and_then(|like| like.mesh(node, cell))
            .filter(|old| old.vertices.len() == corners.len());
        let vertices = corners.iter().enumerate().map(|(at, corner)| {
            let before = old.and_then(|old| old.vertices.get(at)).map(|vertex| vertex.position);
            self.vertex(*corner, &pose, &node_from_world, before)
        });
        let vertices = vertices.collect();
        let numbers: BTreeMap<&Corner, u32> = corners.iter().zip(0..).collect();
        let number = |corner: &Corner| numbers.get(corner).copied().unwrap_or_default();
        let parts = object.parts.iter().map(|part| DraftPart {
            material: part.material,
            faces: part.faces.iter().map(|face| face.each_ref().map(number)).collect(),
        });
        DraftMesh { vertices, parts: parts.collect(), slot: None }
    }

    fn vertex(
        &self,
        (position, uv, normal): Corner,
        pose: &Transform,
        node_from_world: &Transform,
        before: Option<[f32; 3]>,
    ) -> DraftVertex {
        let written = self.file.positions.get(position).copied().unwrap_or_default();
        // Going out and back in rounds; what still stands where it stood has not moved.
        let stood = before.filter(|&old| same(posed_place(old, pose, self.turn), written));
        let position = stood.unwrap_or_else(|| {
            let place = glam::Vec3::from_array(self.turn.back(written));
            node_from_world.transform_point3(place).to_array()
        });
        let normal = normal.and_then(|normal| self.file.normals.get(normal)).map(|&normal| {
            let normal = glam::Vec3::from_array(self.turn.back(normal));
            node_from_world.transform_vector3(normal).normalize_or_zero().to_array()
        });
        let uv = uv.and_then(|uv| self.file.uvs.get(uv)).map(|&[u, v]| [u, 1.0 - v]);
        DraftVertex { position, normal, uv, lightmap_uv: None }
    }
}

/// Whether two places are the same, to the six digits that most programs write.
fn same(a: [f32; 3], b: [f32; 3]) -> bool {
    let size = a.iter().fold(1.0f32, |most, value| most.max(value.abs()));
    a.iter().zip(b).all(|(a, b)| (a - b).abs() <= 2e-6 * size)
}

/// The name of a node, and the stage and level behind it.
fn node_and_cell(object: &str) -> (&str, usize, usize) {
    let Some((stage, level)) = cell_of_name(object) else { return (object, 0, 0) };
    let ends = [".stage", ".lod"].iter().filter_map(|mark| object.rfind(mark)).min();
    let name = ends.and_then(|end| object.get(..end)).filter(|name| !name.is_empty());
    (name.unwrap_or(object), stage, level)
}

/// The nodes of a reference as they are, without geometry.
fn nodes_of(like: &Like) -> Vec<DraftNode> {
    let nodes = like.model.plan.nodes.iter().enumerate();
    let node = |(index, node): (usize, &ngi_formats::msh::PlainNode)| DraftNode {
        like: Some(index),
        parent: node.parent,
        rest: like.model.rests.get(index).copied().unwrap_or(AT_REST),
        ..new_node(like.model.names.get(index).map_or("", String::as_str))
    };
    nodes.map(node).collect()
}

const AT_REST: Pose = Pose { position: [0.0; 3], rotation: [1.0, 0.0, 0.0, 0.0] };

fn new_node(name: &str) -> DraftNode {
    DraftNode {
        name: name.to_owned(),
        like: None,
        flags: None,
        label: None,
        parent: None,
        rest: AT_REST,
        way: None,
        meshes: [None; STAGES * LEVELS],
        was: None,
        unsaid_cell: false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_name_their_cells() {
        assert_eq!(node_and_cell("torso.stage1.lod2"), ("torso", 1, 2));
        assert_eq!(node_and_cell("arm#3.stage0.lod0.001"), ("arm#3", 0, 0));
        assert_eq!(node_and_cell("torso.lod1"), ("torso", 0, 1));
        assert_eq!(node_and_cell("torso"), ("torso", 0, 0));
        assert_eq!(node_and_cell("a.lod.stage2.lod1"), ("a.lod", 2, 1));
    }
}
