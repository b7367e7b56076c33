//! What can be placed in a mission: units and buildings below `UNITS`, scenery of the registry.

use ngi_formats::objects::{ObjectKind, Records as _};
use ngi_formats::text;
use ngi_formats::tma::PlacedKind;
use ngi_formats::unit::{Unit, UnitType};
use ngi_vfs::{Node, NodeKind};

use crate::surroundings::Game;

/// Something that can be placed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Placeable {
    /// What it is.
    pub kind: PlacedKind,
    /// As a mission names it: `UNITS\UNITS\scout.dat`, `s_tree_06`.
    pub path: String,
    /// What it is called for people; its path where nobody says.
    pub name: String,
    /// What the unit is to the game.
    pub unit_type: Option<UnitType>,
    /// Where a picture of it is made of: the unit's file, or the model of the record.
    pub pictured: Option<String>,
}

/// Everything that can be placed: buildings, units, scenery, each by name.
pub fn palette(game: &Game) -> Vec<Placeable> {
    let mut all = units(game);
    all.extend(scenery(game));
    all.sort_by(|a, b| (a.kind.0, &a.path).cmp(&(b.kind.0, &b.path)));
    all
}

/// The folder of all units.
const UNITS: &str = "UNITS";

fn units(game: &Game) -> Vec<Placeable> {
    let Ok(folder) = game.vfs().locate(UNITS) else { return Vec::new() };
    let files = folder.walk().archives_closed().filter_map(Result::ok);
    files.filter(|node| node.kind() == NodeKind::File).filter_map(|node| unit(&node)).collect()
}

fn unit(node: &Node) -> Option<Placeable> {
    let path = node.path();
    if !path.to_ascii_lowercase().ends_with(".dat") {
        return None;
    }
    let bytes = node.bytes().ok()?;
    let unit = Unit::read(&bytes).ok()?;
    let unit_type = unit.head().unit_type;
    let root = unit.parts().next()?;
    let name = text::decode(text::until_nul(&root.name.0));
    let file = path.rsplit('/').next().unwrap_or(&path).to_owned();
    Some(Placeable {
        kind: if unit_type.is_building() { PlacedKind::BUILDING } else { PlacedKind::UNIT },
        name: if name.is_empty() { file } else { name },
        unit_type: Some(unit_type),
        pictured: Some(path.clone()),
        path: path.replace('/', "\\"),
    })
}

fn scenery(game: &Game) -> Vec<Placeable> {
    let Some(registry) = game.registry() else { return Vec::new() };
    let records = registry.records();
    let is_static = |index: &usize| records.kind(*index) == ObjectKind::STATIC;
    let of = |index: usize| {
        let name = records.name(index);
        let model = registry.object(game, &name).and_then(|it| it.model.clone());
        let path = text::decode(&name);
        Placeable {
            kind: kind_of(&path),
            name: path.clone(),
            path,
            unit_type: None,
            pictured: model.map(|model| model.node.path()),
        }
    };
    (0..registry.len()).filter(is_static).map(of).collect()
}

/// Whether a record is a plant or a stone. *Stand-in*: no record says so, and the game treats both
/// alike; names do in the game.
fn kind_of(name: &str) -> PlacedKind {
    let name = name.to_ascii_lowercase();
    let is_stone = ["stone", "rock", "kamen"].iter().any(|word| name.contains(word));
    if is_stone { PlacedKind::ROCK } else { PlacedKind::VEGETATION }
}
