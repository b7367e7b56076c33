//! From a path to something to look at.

use std::sync::Arc;

use ngi_engine::arealmap::{Areals, LoadOptions};
use ngi_engine::effects::PlayerOptions;
use ngi_engine::landscape::Managers;
use ngi_engine::resolve::{Game, LevelNames, Surroundings, names};
use ngi_engine::world::{self, Stock, World, WorldError};
use ngi_formats::fxid::Effect;
use ngi_formats::kinds::{self, Clue, FileKind};
use ngi_formats::mat0::Attributes;
use ngi_vfs::{Bytes, Node, NodeKind, Record, Vfs};

use crate::scene::model::ModelAsset;
use crate::scene::{
    ArealScene, EffectScene, LevelScene, Looks, MaterialScene, MissionScene, ModelScene, Scene,
    SceneKind, TextureScene, UnitScene,
};

/// Why there is nothing to look at.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// It cannot be read.
    #[error(transparent)]
    Read(#[from] ngi_vfs::Error),
    /// Its bytes cannot be followed.
    #[error("{path}: {source}")]
    Format {
        /// Where it is.
        path: String,
        /// Field, offset and reason.
        source: ngi_formats::Error,
    },
    /// Its areals cannot be loaded.
    #[error("{path}: {source}")]
    Areals {
        /// Where it is.
        path: String,
        /// What the engine says.
        source: ngi_engine::arealmap::LoadError,
    },
    /// It is a mission that does not load.
    #[error(transparent)]
    World(#[from] WorldError),
    /// It is made of other things of its game, which nobody named.
    #[error("{path}: it needs its game; name its folder with --game")]
    NoGame {
        /// Where it is.
        path: String,
    },
    /// There is no picture of such a thing.
    #[error(
        "{path}: not something to look at; models, textures, materials, levels, effects, areal \
         maps, missions and units are"
    )]
    Unsupported {
        /// Where it is.
        path: String,
    },
}

/// What kind of thing a node is; `None` for what has no picture.
pub fn kind_of(node: &Node) -> Result<Option<SceneKind>, OpenError> {
    Ok(opened_as(node)?.map(|opened| match opened {
        Opened::Scene(kind) => kind,
        Opened::Mission => SceneKind::Level,
        Opened::Unit => SceneKind::Model,
    }))
}

/// What a node is opened as.
enum Opened {
    Scene(SceneKind),
    Mission,
    Unit,
}

fn opened_as(node: &Node) -> Result<Option<Opened>, OpenError> {
    if node.kind() == NodeKind::Folder {
        let is_level =
            node.child(names::LEVEL_FILE).is_ok_and(|file| file.kind() == NodeKind::File);
        let is_mission = || world::file_in(node).is_some();
        let level = is_level.then_some(Opened::Scene(SceneKind::Level));
        return Ok(level.or_else(|| is_mission().then_some(Opened::Mission)));
    }
    let (bytes, name) = (node.bytes()?, node.name());
    let type_id = match node.entry().map(|entry| entry.record) {
        Some(Record::NRes(record)) => Some(record.type_id),
        _ => None,
    };
    let clue = Clue { name: &name, type_id, bytes: &bytes };
    let kind = kinds::recognise(&clue);
    if kind.is_some_and(|kind| *kind == kinds::MISSION) {
        return Ok(Some(Opened::Mission));
    }
    if kind.is_some_and(|kind| *kind == kinds::UNIT) {
        return Ok(Some(Opened::Unit));
    }
    // What should be a model, so that its error is told.
    let meant = || kinds::MODEL.is_meant_by(&clue).then_some(SceneKind::Model);
    Ok(kind.and_then(drawn_as).or_else(meant).map(Opened::Scene))
}

/// How a kind of file is drawn, if it is.
fn drawn_as(kind: &FileKind) -> Option<SceneKind> {
    let kinds = [
        (&kinds::MODEL, SceneKind::Model),
        (&kinds::LANDSCAPE, SceneKind::Level),
        (&kinds::AREALS, SceneKind::Areals),
        (&kinds::TEXTURE, SceneKind::Texture),
        (&kinds::MATERIAL, SceneKind::Material),
        (&kinds::EFFECT, SceneKind::Effect),
    ];
    kinds.into_iter().find(|(known, _)| *known == kind).map(|(_, drawn)| drawn)
}

/// Opens anything that can be looked at. Materials and textures come from `game`.
pub fn open(node: &Node, game: Option<&Vfs>) -> Result<Box<dyn Scene>, OpenError> {
    let unsupported = || OpenError::Unsupported { path: node.path() };
    let needed = || game.ok_or_else(|| OpenError::NoGame { path: node.path() });
    let kind = match opened_as(node)?.ok_or_else(unsupported)? {
        Opened::Scene(kind) => kind,
        Opened::Mission => {
            let game = needed()?;
            let world = World::load_with(&Game::new(game.clone()), node, &mut Managers::default());
            return Ok(Box::new(MissionScene::new(world?, game)));
        }
        Opened::Unit => {
            let game = needed()?;
            let unit = Stock::new(&Game::new(game.clone())).unit_of(&node.path(), &node.bytes()?);
            return Ok(Box::new(UnitScene::new(Arc::new(unit), game)));
        }
    };
    let wrong = |source| OpenError::Format { path: node.path(), source };
    match kind {
        SceneKind::Model => Ok(Box::new(open_model(node, game, wear_beside(node).as_deref())?)),
        SceneKind::Texture => {
            let scene = TextureScene::read(&node.name(), &node.bytes()?, &Looks::new(game));
            Ok(Box::new(scene.map_err(wrong)?))
        }
        SceneKind::Material => {
            let attributes = attributes(node);
            let scene = MaterialScene::read(&node.bytes()?, attributes, Looks::new(game));
            Ok(Box::new(scene.map_err(wrong)?))
        }
        SceneKind::Level => Ok(Box::new(open_level(node, game)?)),
        SceneKind::Effect => {
            let bytes = node.bytes()?;
            let effect = Effect::read(&bytes).map_err(wrong)?;
            let options = PlayerOptions::default();
            Ok(Box::new(EffectScene::new(&effect, options, Looks::new(game))))
        }
        SceneKind::Areals => {
            let areals = Areals::load(&node.bytes()?, &LoadOptions::default());
            let areals =
                areals.map_err(|source| OpenError::Areals { path: node.path(), source })?;
            Ok(Box::new(ArealScene::new(areals)))
        }
    }
}

/// Opens a model that wears a table, given by its bytes.
pub fn open_model(
    node: &Node,
    game: Option<&Vfs>,
    wear: Option<&[u8]>,
) -> Result<ModelScene, OpenError> {
    let wrong = |source| OpenError::Format { path: node.path(), source };
    let asset = ModelAsset::read(&node.name(), &node.bytes()?).map_err(wrong)?;
    Ok(ModelScene::new(asset, Looks::new(game), wear))
}

/// Opens a level by its folder or its landscape, to place things on it: the other files lie beside,
/// and may be missing.
pub fn open_level(node: &Node, game: Option<&Vfs>) -> Result<LevelScene, OpenError> {
    let land = match node.kind() {
        NodeKind::Folder => node.child(names::LEVEL_FILE)?,
        _ => node.clone(),
    };
    let (names, around) = (LevelNames::of_landscape(&land.name()), Surroundings::of(&land, None));
    let bytes = land.bytes()?;
    let open = |name: &str| match name {
        _ if name == names.landscape => Some(bytes.clone()),
        _ => around.sibling(name).map(|found| found.bytes),
    };
    let scene = LevelScene::load(&names.base, open, game);
    scene.map_err(|source| OpenError::Format { path: land.path(), source })
}

/// The attributes of an entry; those of an opaque material of the game for a loose file.
fn attributes(node: &Node) -> Attributes {
    match node.entry().map(|entry| entry.record) {
        Some(Record::NRes(record)) => Attributes::new(record.attr1, record.attr2, record.attr3),
        _ => Attributes::new(0, ngi_formats::mat0::Version::GAME.0, 0),
    }
}

/// The wear of a model: `<stem>.wea` in the same archive or folder.
pub fn wear_beside(node: &Node) -> Option<Bytes> {
    Surroundings::of(node, None).wear_of(&node.name()).map(|found| found.bytes)
}
