//! Facts about models, and what they are dressed in.

use std::collections::BTreeSet;

use ngi_engine::model::FRAMES_PER_SECOND;
use ngi_engine::resolve::Taken;
use ngi_formats::mat0::{Material, Phase};
use ngi_formats::msh::{LEVELS, Model, STAGES};
use ngi_formats::wear::{Parser, Wear};
use ngi_formats::{Findings, Mode, text};
use ngi_vfs::Node;

use crate::surroundings::{Found, Game, Surroundings, TEXTURES};

/// Facts about a model.
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
pub struct ModelFacts {
    /// Extent along x, y and z, in metres.
    pub size: [f32; 3],
    /// Number of triangles at the finest level, undamaged.
    pub triangles: usize,
    /// Number of rigid parts.
    pub nodes: usize,
    /// Number of levels of detail.
    pub levels: usize,
    /// Number of damage stages, 1 to 3.
    pub stages: usize,
    /// Rows of the wear table that its geometry uses, in ascending order.
    pub rows: Vec<usize>,
    /// Animation, if it has one.
    pub animation: Option<Animation>,
}

/// Animation of a model.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Animation {
    /// Number of frames.
    pub frames: u32,
    /// Length in seconds at the engine's usual rate.
    pub seconds: f32,
    /// Number of parts that move.
    pub nodes: usize,
}

impl ModelFacts {
    /// Reads the facts of a model from its bytes. Broken parts are left out.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let mut broken = Findings::new(Mode::Tolerant, false);
        let model = Model::read_tolerant(bytes, &mut broken).ok()?;
        let bounds = model.header.aabb();
        let mut size = bounds.max;
        size.iter_mut().zip(bounds.min).for_each(|(most, least)| *most = (*most - least).abs());
        let mut facts = Self { size, nodes: model.nodes.len(), stages: 1, ..Self::default() };
        let mut rows = BTreeSet::new();
        for node in 0..model.nodes.len() {
            for stage in 0..STAGES {
                for level in 0..LEVELS {
                    let Some(slot) = model.slot(node, stage, level) else { continue };
                    facts.levels = facts.levels.max(level + 1);
                    facts.stages = facts.stages.max(stage + 1);
                    for (batch, record) in model.slot_batches(&slot) {
                        rows.insert(usize::from(record.material));
                        if (stage, level) == (0, 0) {
                            facts.triangles += model.batch_faces(batch).len();
                        }
                    }
                }
            }
        }
        facts.rows = rows.into_iter().collect();
        let nodes = model.nodes.iter().filter(|node| node.is_animated()).count();
        #[expect(clippy::cast_precision_loss, reason = "no animation is that long")]
        let seconds = model.frame_count as f32 / FRAMES_PER_SECOND;
        let animation = Animation { frames: model.frame_count, seconds, nodes };
        facts.animation = (nodes > 0).then_some(animation);
        Some(facts)
    }
}

/// Materials that a model, a landscape or a wear table uses, and the other tables it may use.
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
pub struct Dress {
    /// Path of the wear table, if it was found.
    pub wear: Option<String>,
    /// Materials, row by row.
    pub materials: Vec<WornMaterial>,
    /// Wear tables of this model: its own, then those that objects name for it, then those beside it
    /// that belong to no model. The list is empty if there is only one.
    pub skins: Vec<Skin>,
}

/// A row of a wear table.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct WornMaterial {
    /// Name in the table.
    pub name: String,
    /// Path of the material of this name; `None` if it is missing.
    pub path: Option<String>,
    /// Colour of its first phase; white if the material is missing.
    pub colour: [u8; 3],
    /// Texture of its first phase that names one, if any does.
    pub texture: Option<Named>,
}

/// A name, and the path of the thing that it means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Named {
    /// Name as the file has it.
    pub name: String,
    /// Path; `None` if it does not exist.
    pub path: Option<String>,
}

/// A wear table that a model can use.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Skin {
    /// Name without the suffix.
    pub name: String,
    /// Path of the table.
    pub path: String,
}

impl Dress {
    /// Finds the materials of a model, and the wear tables that it can use.
    pub fn of_model(node: &Node, game: Option<&Game>) -> Self {
        let around = Surroundings::of(node, game);
        let own = around.wear_of(&node.name());
        let mut dress = own.as_ref().map_or_else(Self::default, |own| Self::of(own, &around));
        let mut skins: Vec<Found> = own.into_iter().collect();
        let archive = node.parent().map(|parent| parent.name()).unwrap_or_default();
        let named = game.map(|game| game.wears_named_for(&archive, &node.name()));
        for (archive, entry) in named.unwrap_or_default() {
            skins.extend(around.entry(archive, entry));
        }
        skins.extend(spare_tables(node, dress.materials.len()));
        for found in &skins {
            let path = found.node.path();
            let name = found.name.rsplit_once('.').map_or(found.name.as_str(), |(stem, _)| stem);
            if dress.skins.iter().all(|known| !known.path.eq_ignore_ascii_case(&path)) {
                dress.skins.push(Skin { name: name.to_owned(), path });
            }
        }
        if dress.skins.len() < 2 {
            dress.skins.clear();
        }
        dress
    }

    /// Finds the materials of a wear table.
    pub fn of_wear(node: &Node, game: Option<&Game>) -> Self {
        let around = Surroundings::of(node, game);
        let Ok(bytes) = node.bytes() else { return Self::default() };
        Self { wear: Some(node.path()), materials: materials(&bytes, &around), ..Self::default() }
    }

    fn of(wear: &Found, around: &Surroundings) -> Self {
        let materials = materials(&wear.bytes, around);
        Self { wear: Some(wear.node.path()), materials, ..Self::default() }
    }
}

/// Returns the wear tables beside a model that belong to no model and have enough rows.
fn spare_tables(node: &Node, rows: usize) -> Vec<Found> {
    let beside = node.parent().and_then(|parent| parent.children().ok());
    let beside: Vec<Node> = beside.into_iter().flatten().collect();
    let stem = |node: &Node, suffix: &str| {
        let name = node.name().to_ascii_lowercase();
        name.strip_suffix(suffix).map(str::to_owned)
    };
    let models: BTreeSet<String> = beside.iter().filter_map(|node| stem(node, ".msh")).collect();
    let is_spare = |node: &&Node| stem(node, ".wea").is_some_and(|stem| !models.contains(&stem));
    let has_rows = |found: &Found| {
        let wear = Wear::read(&found.bytes, Parser::Buffer);
        wear.is_ok_and(|wear| wear.rows().count() >= rows)
    };
    beside.iter().filter(is_spare).cloned().filter_map(Found::of).filter(has_rows).collect()
}

/// Most rows of a wear table that are followed: the engine's tables have at most 256.
const MOST_ROWS: usize = 256;

fn materials(wear: &[u8], around: &Surroundings) -> Vec<WornMaterial> {
    let Ok(wear) = Wear::read(wear, Parser::Buffer) else { return Vec::new() };
    wear.rows().take(MOST_ROWS).map(|row| worn(row.name, around)).collect()
}

fn worn(name: &[u8], around: &Surroundings) -> WornMaterial {
    let found = around.material(name).filter(|found| found.taken == Taken::Named);
    let phases = found.as_ref().and_then(|found| {
        let material = Material::read(&found.found.bytes, found.attributes()).ok()?;
        Some(material.phases().collect::<Vec<Phase>>())
    });
    let phases = phases.unwrap_or_default();
    let colour = phases.first().map_or([255; 3], |phase| {
        let [red, green, blue, _] = phase.diffuse;
        [red, green, blue]
    });
    WornMaterial {
        name: text::decode(name),
        path: found.map(|found| found.found.node.path()),
        colour,
        texture: phases.iter().find_map(Phase::texture_name).map(|name| texture(name, around)),
    }
}

/// Finds a texture by its name.
pub(super) fn texture(name: &[u8], around: &Surroundings) -> Named {
    let found = around.texture(TEXTURES, name).ok();
    Named { name: text::decode(name), path: found.map(|found| found.node.path()) }
}
