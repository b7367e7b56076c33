//! Things that are put together of several models: units, and everything of a mission.
//!
//! A node per object, below it one per part, below that one per node of the part's model that has
//! geometry. Meshes are shared: a thousand trees of one kind have one. With instancing, objects keep
//! their nodes and meshes have a node of their own each, with a list of places
//! (`EXT_mesh_gpu_instancing`).

use std::collections::{BTreeMap, HashMap};

use gltf_json as gj;
use gltf_json::Index;
use gltf_json::scene::UnitQuaternion;
use ngi_engine::effects::{AtRest, Frame, LightForm, PlainLooks, Player, PlayerOptions, View};
use ngi_engine::model::Transform;
use ngi_engine::resolve::names;
use ngi_engine::world::{Assembly, PartModel};
use ngi_formats::fxid::Effect;
use serde_json::json;

use super::axes::Turn;
use super::buffer::{Builder, Extension, Use};
use super::export::{Choice, add_meshes, sign};
use super::extras::{self, ModelNodeExtras, ObjectExtras, PartExtras, PlaceExtras, SCHEMA};
use super::materials::used;
use super::surfaces::{Pictures, Surfaces};
use crate::Result;
use crate::exporter::OutFile;
use ngi_verbs::surroundings::Surroundings;

/// The extension that lists places.
const INSTANCING: &str = "EXT_mesh_gpu_instancing";
/// The extension of lights.
const LIGHTS: &str = "KHR_lights_punctual";
/// Lights of a document, at most.
const MOST_LIGHTS: usize = 1024;
/// A moment at which most lights of the game shine: half a second after they were lit.
const LIT_AT: f64 = 0.5;

/// A mesh of a model, and where its node is.
type Piece = (usize, Index<gj::Mesh>, Transform);

/// A document of things that are put together.
pub(crate) struct Assembler<'a> {
    pub builder: Builder,
    pub lost: Vec<String>,
    around: &'a Surroundings,
    pictures: Pictures<'a>,
    choice: Choice,
    /// Whether meshes are listed by their places.
    instances: bool,
    /// By model, whether it is mounted, and damage stage.
    models: HashMap<(usize, bool, usize), Vec<Piece>>,
    places: BTreeMap<usize, Vec<Transform>>,
    files: BTreeMap<String, OutFile>,
    lights: Vec<serde_json::Value>,
}

impl<'a> Assembler<'a> {
    /// An empty document, or one that has something already.
    pub fn new(
        builder: Builder,
        around: &'a Surroundings,
        pictures: Pictures<'a>,
        choice: Choice,
        instances: bool,
    ) -> Self {
        Self {
            builder,
            lost: Vec::new(),
            around,
            pictures,
            choice,
            instances,
            models: HashMap::new(),
            places: BTreeMap::new(),
            files: BTreeMap::new(),
            lights: Vec::new(),
        }
    }

    /// Adds an object with all its parts; gives its node.
    pub fn object(
        &mut self,
        unit: &Assembly,
        (name, stage): (&str, usize),
        world_from_object: &Transform,
        extras: &ObjectExtras,
    ) -> Result<Index<gj::Node>> {
        let mut children = Vec::new();
        for (index, part, model) in unit.drawn() {
            let meshes = self.meshes(model, stage);
            let world_from_part = *world_from_object * part.object_from_part;
            let mut pieces = Vec::new();
            for (node, mesh, part_from_node) in meshes {
                if self.instances {
                    let places = self.places.entry(mesh.value()).or_default();
                    places.push(world_from_part * part_from_node);
                } else {
                    let name = model.node_names.get(node).cloned();
                    let piece = gj::Node {
                        mesh: Some(mesh),
                        name,
                        extras: extras::put(&ModelNodeExtras { node })?,
                        ..self.placed(&part_from_node)
                    };
                    pieces.push(self.builder.root.push(piece));
                }
            }
            let extras = PartExtras {
                part: index,
                object: part.object.clone(),
                model: model.file.name.clone(),
                path: model.file.node.path(),
            };
            let made = gj::Node {
                children: Some(pieces).filter(|pieces| !pieces.is_empty()),
                extras: extras::put(&extras)?,
                name: Some(part.object.clone()),
                ..self.placed(&part.object_from_part)
            };
            children.push(self.builder.root.push(made));
        }
        let made = gj::Node {
            children: Some(children).filter(|children| !children.is_empty()),
            extras: extras::put(extras)?,
            name: Some(name.to_owned()),
            ..self.placed(world_from_object)
        };
        Ok(self.builder.root.push(made))
    }

    /// A node that is somewhere.
    fn placed(&self, transform: &Transform) -> gj::Node {
        let [translation, rotation, scale] = parts(self.choice.turn, transform);
        let [x, y, z, w] = rotation;
        let (translation, scale) = (three(translation), three(scale));
        gj::Node {
            translation: (translation != [0.0; 3]).then_some(translation),
            rotation: ([x, y, z] != [0.0; 3]).then_some(UnitQuaternion([x, y, z, w])),
            scale: (scale != [1.0; 3]).then_some(scale),
            ..gj::Node::default()
        }
    }

    /// The meshes of a model at a damage stage, made when first asked for. What cannot be exported
    /// is lost, and the rest goes on.
    fn meshes(&mut self, model: &PartModel, stage: usize) -> Vec<Piece> {
        let key = (model.object.index, model.is_mounted, stage);
        if let Some(known) = self.models.get(&key) {
            return known.clone();
        }
        let wear = model.object.wear.as_ref().map(|wear| &wear.bytes[..]);
        let name = names::wear_of(&model.file.name);
        let surfaces = Surfaces::of_wear(&name, wear, self.around, self.pictures);
        for line in &surfaces.lost {
            let line = format!("{}: {line}", model.file.name);
            if !self.lost.contains(&line) {
                self.lost.push(line);
            }
        }
        let files = surfaces.files().into_iter().map(|file| (file.name.clone(), file));
        self.files.extend(files);
        let choice = Choice { stages: super::export::Cells::One(stage), ..self.choice };
        let mut builder = std::mem::take(&mut self.builder);
        let made = add_meshes(&mut builder, &model.file.bytes, &surfaces, &choice);
        self.builder = builder;
        let made = made.unwrap_or_else(|error| {
            self.lost.push(format!("{}: {error}", model.file.name));
            Vec::new()
        });
        let pose = |(node, mesh): (usize, Index<gj::Mesh>)| {
            let is_dropped = node == 0 && model.is_mounted;
            Some((node, mesh, model.node(node).filter(|_| !is_dropped)?))
        };
        let pieces: Vec<Piece> = made.into_iter().filter_map(pose).collect();
        self.models.insert(key, pieces.clone());
        pieces
    }

    /// Adds the lights of an effect that hangs somewhere, as they are while it plays.
    pub fn lights(&mut self, effect: &Effect<'_>, frame: &Frame) -> Vec<Index<gj::Node>> {
        let mut player = Player::new(effect, PlayerOptions::default());
        let list = player.at(LIT_AT, &AtRest, &View::default(), &PlainLooks);
        let mut nodes = Vec::new();
        for light in list.lights.iter().filter(|light| matches!(light.form, LightForm::Point)) {
            let [red, green, blue, _] = light.colour;
            let most = red.max(green).max(blue);
            let size = frame.axes.iter().map(|axis| axis.length()).fold(0.0f32, f32::max);
            let range = light.range * size;
            let sound = most > 0.0 && most.is_finite() && range > 0.0 && range.is_finite();
            if !sound || self.lights.len() >= MOST_LIGHTS {
                continue;
            }
            let colour =
                [red, green, blue].map(|channel| f64::from((channel / most).clamp(0.0, 1.0)));
            // Candela, which the game does not count in: as bright as it reaches far.
            self.lights.push(json!({
                "type": "point", "color": colour, "intensity": f64::from(most * range),
                "range": f64::from(range),
            }));
            let at = frame.point(light.position.into()).to_array();
            let node = self.builder.root.push(gj::Node {
                name: Some(format!("light_{}", self.lights.len() - 1)),
                translation: Some(self.choice.turn.out(at)),
                ..gj::Node::default()
            });
            self.builder.extensions.push(Extension {
                node: Some(node.value()),
                name: LIGHTS,
                value: json!({"light": self.lights.len() - 1}),
            });
            nodes.push(node);
        }
        nodes
    }

    /// A node above others.
    pub fn group(&mut self, name: &str, children: Vec<Index<gj::Node>>) -> Option<Index<gj::Node>> {
        let children = Some(children).filter(|children| !children.is_empty())?;
        let name = Some(name.to_owned());
        Some(self.builder.root.push(gj::Node {
            children: Some(children),
            name,
            ..gj::Node::default()
        }))
    }

    /// Finishes the document with these nodes; gives it with its pictures.
    pub fn finish(
        mut self,
        kind: &str,
        name: &str,
        mut nodes: Vec<Index<gj::Node>>,
    ) -> Result<(Builder, Vec<OutFile>, Vec<String>)> {
        let listed = self.list_places();
        nodes.extend(self.group("instances", listed));
        if !self.lights.is_empty() {
            used(&mut self.builder, LIGHTS);
            let value = json!({"lights": self.lights});
            self.builder.extensions.push(Extension { node: None, name: LIGHTS, value });
        }
        let up = if self.choice.turn == Turn::YUp { "y" } else { "z" };
        let extras = PlaceExtras { schema: SCHEMA.into(), kind: kind.into(), up: up.into() };
        let scene = self.builder.root.push(gj::Scene {
            extensions: None,
            extras: extras::put(&extras)?,
            name: Some(name.to_owned()),
            nodes,
        });
        sign(&mut self.builder, scene);
        Ok((self.builder, self.files.into_values().collect(), self.lost))
    }

    /// A node for each mesh with the list of its places.
    fn list_places(&mut self) -> Vec<Index<gj::Node>> {
        let mut nodes = Vec::new();
        for (mesh, places) in std::mem::take(&mut self.places) {
            let all: Vec<[[f32; 4]; 3]> =
                places.iter().map(|place| parts(self.choice.turn, place)).collect();
            let moved: Vec<[f32; 3]> = all.iter().map(|[at, _, _]| three(*at)).collect();
            let turned: Vec<[f32; 4]> = all.iter().map(|[_, turn, _]| *turn).collect();
            let grown: Vec<[f32; 3]> = all.iter().map(|[_, _, size]| three(*size)).collect();
            let attributes = json!({
                "TRANSLATION": self.builder.floats(&moved, Use::Values).value(),
                "ROTATION": self.builder.floats(&turned, Use::Values).value(),
                "SCALE": self.builder.floats(&grown, Use::Values).value(),
            });
            let mesh = Index::new(u32::try_from(mesh).unwrap_or(u32::MAX));
            let node = self.builder.root.push(gj::Node { mesh: Some(mesh), ..gj::Node::default() });
            let (at, value) = (Some(node.value()), json!({"attributes": attributes}));
            self.builder.extensions.push(Extension { node: at, name: INSTANCING, value });
            nodes.push(node);
        }
        if !nodes.is_empty() {
            used(&mut self.builder, INSTANCING);
        }
        nodes
    }
}

/// Where something is, how it is turned (`x y z w`) and how large it is, in the axes of the file.
fn parts(turn: Turn, transform: &Transform) -> [[f32; 4]; 3] {
    let (scale, rotation, at) = transform.to_scale_rotation_translation();
    let [x, y, z, w] = rotation.normalize().to_array();
    let [sx, sy, sz] = scale.to_array();
    let [tx, ty, tz] = turn.out(at.to_array());
    let [sx, sy, sz] = match turn {
        Turn::YUp => [sx, sz, sy],
        Turn::Keep => [sx, sy, sz],
    };
    [[tx, ty, tz, 0.0], turn.rotation_out([w, x, y, z]), [sx, sy, sz, 0.0]]
}

fn three([x, y, z, _]: [f32; 4]) -> [f32; 3] {
    [x, y, z]
}
