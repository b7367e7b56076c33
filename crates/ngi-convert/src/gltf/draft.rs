//! What an import found: nodes and geometry in the game's axes, free of scales and skins.

use std::collections::HashMap;

use glam::{Affine2, Affine3A, Quat, Vec2, Vec3};
use ngi_formats::msh::{LEVELS, STAGES};

use super::axes::Turn;
use super::clip::{Motion, Pose, unit_rotation};
use super::extras::SceneExtras;
use super::motions::{KeyCount, Rate, read_way};
use super::names::{cell_of_name, without_number};
use super::open::refuse;
use super::rigid::{is_constant, rigid};
use super::scene::{MOST_VERTICES, Scene, SceneMesh, SceneNode, ScenePrimitive};
use super::tracks::Sampled;
use crate::Result;

/// A file's model.
pub(crate) struct Draft {
    pub extras: Option<SceneExtras>,
    pub nodes: Vec<DraftNode>,
    pub meshes: Vec<DraftMesh>,
    /// Whether the file has a clip.
    pub has_clip: bool,
    /// Its frames per second.
    pub rate: Rate,
    pub lost: Vec<String>,
    /// What whoever brought the file should know.
    pub told: Vec<String>,
}

/// A node of the model.
pub(crate) struct DraftNode {
    pub name: String,
    /// Which node of the reference it says it is.
    pub like: Option<usize>,
    /// What the node it says it is was called.
    pub was: Option<String>,
    pub flags: Option<u16>,
    pub label: Option<String>,
    pub parent: Option<usize>,
    pub rest: Pose,
    /// Where it goes; `None` where no channel moves it.
    pub way: Option<Motion>,
    /// Meshes by `stage * 5 + level`.
    pub meshes: [Option<usize>; STAGES * LEVELS],
    /// Whether nothing says of which stage and level its mesh is; it lies in the first place.
    pub unsaid_cell: bool,
}

/// A vertex, unpacked.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct DraftVertex {
    pub position: [f32; 3],
    pub normal: Option<[f32; 3]>,
    pub uv: Option<[f32; 2]>,
    pub lightmap_uv: Option<[f32; 2]>,
}

/// Faces of one of the file's materials.
#[derive(Debug, Clone)]
pub(crate) struct DraftPart {
    /// Index of the material; `None` for none.
    pub material: Option<usize>,
    pub faces: Vec<[u32; 3]>,
}

/// A mesh.
#[derive(Debug, Clone, Default)]
pub(crate) struct DraftMesh {
    pub vertices: Vec<DraftVertex>,
    pub parts: Vec<DraftPart>,
    /// The slot its name speaks of, as the exporter names them.
    pub slot: Option<usize>,
}

impl DraftMesh {
    /// Appends a primitive; vertices that an earlier one had too are shared.
    fn append(
        &mut self,
        primitive: &ScenePrimitive,
        blocks: &mut Vec<(Block, u32)>,
        place: &dyn Fn([f32; 3]) -> [f32; 3],
        direction: &dyn Fn([f32; 3]) -> [f32; 3],
        change: Option<Affine2>,
    ) {
        let identity = (std::rc::Rc::as_ptr(&primitive.vertices).cast::<()>(), change);
        let known = blocks.iter().find(|(block, _)| *block == identity);
        let base = match known {
            Some(&(_, base)) => base,
            None => {
                let base = u32::try_from(self.vertices.len()).unwrap_or(u32::MAX);
                let source = &primitive.vertices;
                for (at, &position) in source.positions.iter().enumerate() {
                    let pick = |all: &Option<Vec<[f32; 2]>>| {
                        all.as_ref().and_then(|all| all.get(at)).copied()
                    };
                    let normal = source.normals.as_ref().and_then(|all| all.get(at));
                    self.vertices.push(DraftVertex {
                        position: place(position),
                        normal: normal.map(|&normal| direction(normal)),
                        uv: pick(&source.uvs).map(|uv| changed(uv, change)),
                        lightmap_uv: pick(&source.lightmap_uvs),
                    });
                }
                blocks.push((identity, base));
                base
            }
        };
        let faces = primitive.faces.iter();
        let faces = faces.map(|&face| face.map(|corner| corner.saturating_add(base)));
        self.parts.push(DraftPart { material: primitive.material, faces: faces.collect() });
    }
}

/// Vertices that are appended once: the same ones, with their texture coordinates changed alike.
type Block = (*const (), Option<Affine2>);

/// Texture coordinates with what the file does to them.
pub(super) fn changed(uv: [f32; 2], change: Option<Affine2>) -> [f32; 2] {
    change.map_or(uv, |change| change.transform_point2(Vec2::from_array(uv)).to_array())
}

/// What a scene node is to the model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    /// A node of the model, with its number.
    Node(usize),
    /// Only carries geometry of the node above it.
    Carrier,
    /// Nothing.
    Nothing,
}

/// The model in a scene.
///
/// `changes` by material: what becomes of its texture coordinates.
pub(super) fn draft(
    mut scene: Scene,
    turn: Turn,
    fps: Option<f32>,
    changes: &[Option<Affine2>],
) -> Result<Draft> {
    let rate = Rate::find(&scene.nodes, fps, scene.extras.as_ref().map(|extras| extras.fps));
    let mut drafter = Drafter {
        roles: roles(&scene),
        order: scene.parents_first(),
        scene: &scene,
        changes,
        turn,
        scales: vec![Vec3::ONE; scene.nodes.len()],
        draft: Draft {
            extras: scene.extras.clone(),
            nodes: Vec::new(),
            meshes: Vec::new(),
            has_clip: scene.nodes.iter().any(SceneNode::moves),
            rate,
            lost: Vec::new(),
            told: Vec::new(),
        },
        made: HashMap::new(),
        vertices: 0,
        keys: KeyCount::default(),
        sampled: Sampled::default(),
    };
    drafter.number_nodes();
    for index in drafter.order.clone() {
        drafter.add(index)?;
    }
    let sampled = drafter.sampled;
    let mut draft = drafter.draft;
    draft.told.extend(sampled.line(rate.keys));
    draft.lost.append(&mut scene.lost);
    draft.told.append(&mut scene.told);
    Ok(draft)
}

impl Scene {
    /// Its nodes, a parent always before its children.
    pub(super) fn parents_first(&self) -> Vec<usize> {
        parents_first(self.nodes.len(), |node| self.nodes.get(node)?.parent)
    }
}

impl SceneNode {
    pub(super) fn moves(&self) -> bool {
        self.translation.is_some() || self.rotation.is_some()
    }
}

fn roles(scene: &Scene) -> Vec<Role> {
    let role = |node: &SceneNode| {
        if !node.reachable || node.bystander {
            return Role::Nothing;
        }
        let says_so = node.extras.as_ref().is_some_and(|extras| extras.carrier);
        let named_so = node.extras.is_none()
            && node.parent.is_some()
            && node.mesh.is_some()
            && node.name.as_deref().and_then(cell_of_name).is_some();
        if (says_so && node.parent.is_some()) || named_so {
            return Role::Carrier;
        }
        Role::Node(usize::MAX)
    };
    scene.nodes.iter().map(role).collect()
}

/// Numbers of nodes, a parent always before its children.
pub(super) fn parents_first(count: usize, parent: impl Fn(usize) -> Option<usize>) -> Vec<usize> {
    let mut done = vec![false; count];
    let mut order = Vec::with_capacity(count);
    let mut chain = Vec::new();
    for start in 0..count {
        let mut at = Some(start);
        while let Some(index) = at
            && let Some(done) = done.get_mut(index)
            && !std::mem::replace(done, true)
        {
            chain.push(index);
            at = parent(index);
        }
        order.extend(chain.drain(..).rev());
    }
    order
}

struct Drafter<'a> {
    scene: &'a Scene,
    changes: &'a [Option<Affine2>],
    roles: Vec<Role>,
    order: Vec<usize>,
    turn: Turn,
    /// What is left of a scene node's scale for its geometry and its children.
    scales: Vec<Vec3>,
    draft: Draft,
    /// Draft meshes that were made of a mesh as it is.
    made: HashMap<usize, usize>,
    /// Vertices so far: meshes that are scaled are copied for each node.
    vertices: usize,
    /// Keys so far.
    keys: KeyCount,
    /// Ways that had to be taken at whole frames.
    sampled: Sampled,
}

impl Drafter<'_> {
    fn node(&self, index: usize) -> Option<&SceneNode> {
        self.scene.nodes.get(index)
    }

    /// Numbers the nodes of the model: as the reference has them where they say so, so that order
    /// in the file does not matter, then the others.
    fn number_nodes(&mut self) {
        let mut wanted: Vec<(usize, usize)> = Vec::new();
        for (place, &index) in self.order.iter().enumerate() {
            if self.roles.get(index) == Some(&Role::Node(usize::MAX)) {
                let extras = self.node(index).and_then(|node| node.extras.as_ref());
                let like = extras.map_or(usize::MAX, |extras| extras.node);
                wanted.push((like, place));
            }
        }
        wanted.sort_unstable();
        for (number, (_, place)) in wanted.iter().enumerate() {
            if let Some(role) = self.order.get(*place).and_then(|&index| self.roles.get_mut(index))
            {
                *role = Role::Node(number);
            }
        }
        let empty = || DraftNode {
            name: String::new(),
            like: None,
            flags: None,
            label: None,
            parent: None,
            rest: Pose { position: [0.0; 3], rotation: [1.0, 0.0, 0.0, 0.0] },
            way: None,
            meshes: [None; STAGES * LEVELS],
            was: None,
            unsaid_cell: false,
        };
        self.draft.nodes = wanted.iter().map(|_| empty()).collect();
    }

    /// The number of the model's node a scene node hangs on.
    fn above(&self, index: usize) -> Option<usize> {
        let mut at = self.node(index)?.parent;
        while let Some(parent) = at {
            if let Some(&Role::Node(number)) = self.roles.get(parent) {
                return Some(number);
            }
            at = self.node(parent)?.parent;
        }
        None
    }

    fn add(&mut self, index: usize) -> Result<()> {
        let (Some(node), Some(&role)) = (self.scene.nodes.get(index), self.roles.get(index)) else {
            return Ok(());
        };
        let place = || format!("nodes[{index}]");
        let above = node.parent.and_then(|parent| self.scales.get(parent)).copied();
        let above = above.unwrap_or(Vec3::ONE);
        let (scale, rotation, translation) = rigid(above, &node.local, &place())?;
        if node.scale.as_ref().is_some_and(|channel| !is_constant(&channel.values)) {
            return refuse(place(), "its scale is animated, which the game does not know");
        }
        match role {
            Role::Nothing => {}
            Role::Node(number) => {
                if let Some(left) = self.scales.get_mut(index) {
                    *left = scale;
                }
                self.add_node(index, number, rotation, translation, above)?;
                self.add_geometry(index, number, Affine3A::from_scale(scale))?;
            }
            Role::Carrier => {
                let Some(number) = self.above(index) else { return Ok(()) };
                let baked = Affine3A::from_scale_rotation_translation(scale, rotation, translation);
                self.add_geometry(index, number, baked)?;
            }
        }
        Ok(())
    }

    fn add_node(
        &mut self,
        index: usize,
        number: usize,
        rotation: Quat,
        translation: Vec3,
        above: Vec3,
    ) -> Result<()> {
        let Some(node) = self.scene.nodes.get(index) else { return Ok(()) };
        let parent = self.above(index);
        let rest = Pose {
            position: self.turn.back(translation.to_array()),
            rotation: unit_rotation(self.turn.rotation_back(rotation.to_array())),
        };
        let place = format!("nodes[{index}]");
        let fps = self.draft.rate.keys;
        let way = read_way(node, above, self.turn, fps, &rest, &place)?.map(|(way, off)| {
            off.into_iter().for_each(|off| self.sampled.add(off));
            way
        });
        self.keys.add(way.as_ref().map_or(0, |way| way.times.len()), &place)?;
        let extras = node.extras.as_ref();
        let name = node.name.clone().unwrap_or_else(|| format!("node_{number}"));
        // Programs that want every name once append a number to those they meet again.
        let kept = extras.and_then(|extras| extras.name.clone());
        let name = match &kept {
            Some(kept) if without_number(&name) == Some(kept.as_str()) => kept.clone(),
            _ => name,
        };
        let Some(place) = self.draft.nodes.get_mut(number) else { return Ok(()) };
        place.name = name;
        place.like = extras.map(|extras| extras.node);
        place.was = kept;
        place.flags = extras.and_then(|extras| extras.flags);
        place.label = extras.and_then(|extras| extras.label.clone());
        place.parent = parent;
        place.rest = rest;
        place.way = way;
        Ok(())
    }

    /// Gives a node of the model the mesh of a scene node.
    fn add_geometry(&mut self, index: usize, number: usize, baked: Affine3A) -> Result<()> {
        let Some(node) = self.scene.nodes.get(index) else { return Ok(()) };
        let Some(mesh) = node.mesh else { return Ok(()) };
        let extras = node.extras.as_ref();
        let named = node.name.as_deref().and_then(cell_of_name);
        let said = extras.and_then(|extras| Some((extras.stage?, extras.level?)));
        let (stage, level) = said.or(named).unwrap_or((0, 0));
        if stage >= STAGES || level >= LEVELS {
            let why = format!("stage {stage}, level {level}: there are 3 stages of 5 levels");
            return refuse(format!("nodes[{index}]"), why);
        }
        if let Some(skin) = node.skin {
            return super::skins::add_skinned(self.skinned(index, mesh, skin, stage, level));
        }
        let plain = baked == Affine3A::IDENTITY;
        let made = match self.made.get(&mesh).filter(|_| plain) {
            Some(&made) => made,
            None => {
                let made = self.draft.meshes.len();
                let source = self.scene.meshes.get(mesh);
                let copy = source.map(|m| self.mesh(m, baked)).unwrap_or_default();
                self.vertices += copy.vertices.len();
                if self.vertices > MOST_VERTICES {
                    let why = format!("more than {MOST_VERTICES} vertices: no model uses them");
                    return refuse(format!("nodes[{index}]"), why);
                }
                self.draft.meshes.push(copy);
                if plain {
                    self.made.insert(mesh, made);
                }
                made
            }
        };
        let nodes = &mut self.draft.nodes;
        if let Some(node) = nodes.get_mut(number) {
            node.unsaid_cell |= said.or(named).is_none();
        }
        let cells = nodes.get_mut(number).map(|node| &mut node.meshes);
        match cells.and_then(|cells| cells.get_mut(stage * LEVELS + level)) {
            Some(cell @ None) => *cell = Some(made),
            _ => {
                let why = format!("a second mesh for stage {stage}, level {level} of its node");
                return refuse(format!("nodes[{index}]"), why);
            }
        }
        Ok(())
    }

    fn skinned(
        &mut self,
        index: usize,
        mesh: usize,
        skin: usize,
        stage: usize,
        level: usize,
    ) -> super::skins::Skinned<'_> {
        let roles = &self.roles;
        let number_of = |joint: usize| match roles.get(joint) {
            Some(&Role::Node(number)) => Some(number),
            _ => None,
        };
        let skin = self.scene.skins.get(skin);
        let joints = skin.map_or(&[][..], |skin| skin.joints.as_slice());
        super::skins::Skinned {
            place: format!("nodes[{index}]"),
            mesh: self.scene.meshes.get(mesh),
            skin,
            numbers: joints.iter().map(|&joint| number_of(joint)).collect(),
            cell: stage * LEVELS + level,
            turn: self.turn,
            changes: self.changes,
            draft: &mut self.draft,
        }
    }

    fn mesh(&self, source: &SceneMesh, baked: Affine3A) -> DraftMesh {
        let turn = self.turn;
        let plain = baked == Affine3A::IDENTITY;
        let place = |position: [f32; 3]| match plain {
            true => turn.back(position),
            false => turn.back(baked.transform_point3(Vec3::from_array(position)).to_array()),
        };
        let normals = baked.matrix3.inverse().transpose();
        let direction = |normal: [f32; 3]| match plain {
            true => turn.back(normal),
            false => {
                let turned = normals * glam::Vec3A::from_array(normal);
                turn.back(turned.normalize_or_zero().to_array())
            }
        };
        let flip = baked.matrix3.determinant() < 0.0;
        let mut mesh = DraftMesh { slot: source.slot, ..DraftMesh::default() };
        let mut blocks = Vec::new();
        for primitive in source.primitives.iter().filter(|primitive| !primitive.faces.is_empty()) {
            let change = self.change(primitive);
            mesh.append(primitive, &mut blocks, &place, &direction, change);
        }
        if flip {
            let faces = mesh.parts.iter_mut().flat_map(|part| &mut part.faces);
            faces.for_each(|[_, b, c]| std::mem::swap(b, c));
        }
        mesh
    }

    /// What becomes of the texture coordinates of a primitive.
    fn change(&self, primitive: &ScenePrimitive) -> Option<Affine2> {
        self.changes.get(primitive.material?).copied().flatten()
    }
}
