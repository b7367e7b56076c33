//! What glTF has no word for: `extras.ngi`. Numbers, names and flags, never geometry.

use gltf_json::extras::{Extras, RawValue};
use serde::{Deserialize, Serialize};

use crate::{Error, Result};

/// The one key all of it lies under, so that nothing meets the extras of other programs.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Namespaced<T> {
    ngi: T,
}

/// Of the scene: what was exported.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct SceneExtras {
    /// `ngi.gltf/1`.
    pub schema: String,
    /// What the model's entries are called.
    pub stem: String,
    /// Frames per second of the clip.
    pub fps: f32,
    /// Frames of the clip.
    pub frames: u32,
    /// Levels that are there: one number, or `all`.
    pub lod: String,
    /// Damage stages that are there: one number, or `all`.
    pub stage: String,
    /// `y` or `z`.
    pub up: String,
    /// The moment whose pose the nodes show, in frames; absent where they rest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frame: Option<f32>,
}

/// The schema of [`SceneExtras`].
pub(crate) const SCHEMA: &str = "ngi.gltf/1";

/// Of a node.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) struct NodeExtras {
    /// Which node of the model it is, or whose geometry it carries.
    pub node: usize,
    /// Its name, where the file's name may have been changed by another program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Its flags.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub flags: Option<u16>,
    /// Its label.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// Damage stage of the mesh it carries.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stage: Option<usize>,
    /// Level of the mesh it carries.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<usize>,
    /// Whether it is a node of the model; else it only carries geometry of `node`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub carrier: bool,
}

/// Of a mesh.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) struct MeshExtras {
    /// Which slot of the model it is.
    pub slot: usize,
}

/// Of a material.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct MaterialExtras {
    /// Row of the wear table.
    pub row: u8,
    /// Lightmap of the wear table, 255 for none.
    pub lightmap: u8,
    /// Flags of the batches.
    pub word: u32,
    /// On a portal: the node of the room beyond; 65535 elsewhere.
    pub portal: u16,
    /// Name of the material in the wear table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub material: Option<String>,
    /// How it is blended, where glTF has no word for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blend: Option<String>,
    /// The lightmap's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lightmap_name: Option<String>,
    /// Which wear table `row` and `lightmap` count in: a number of all its bytes. Absent without a
    /// table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<String>,
}

/// Of the node above the squares of a landscape.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct GroundExtras {
    /// `land`.
    pub kind: String,
    /// Squares along x.
    pub across: usize,
    /// Squares along y.
    pub down: usize,
}

/// Of a square.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SquareExtras {
    /// Its number.
    pub square: usize,
    /// Column and row.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<[usize; 2]>,
}

/// Of the faces of a square that share their materials.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PieceExtras {
    /// The square.
    pub square: usize,
    /// Level of detail.
    pub level: usize,
    /// Row of the first material.
    pub first: u8,
    /// Row of the second.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub second: Option<u8>,
}

/// Of a material of the ground.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct RowExtras {
    /// Row of the level's first wear table.
    pub row: u8,
    /// Whether it lies over another, as opaque as the vertices say.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub over: bool,
    /// Name of the material in the wear table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub material: Option<String>,
    /// Texture of the same row of the second wear table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub microtexture: Option<String>,
}

/// Of the node of an areal map.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ArealsExtras {
    /// `areals`.
    pub kind: String,
    /// How many there are; `_AREAL` of a vertex is the number of its areal.
    pub areals: usize,
    /// Cells across and down.
    pub cells: [u32; 2],
}

/// Of the material of a class of areals.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ClassExtras {
    /// The class.
    pub class: u32,
    /// Whether walkers may be there.
    pub walkable: bool,
    /// Whether it is a lake.
    pub lake: bool,
    /// How many areals have it.
    pub areals: usize,
}

/// Of a scene that is no model: a landscape, areals, a level.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PlaceExtras {
    /// `ngi.gltf/1`.
    pub schema: String,
    /// `land`, `areals` or `level`.
    pub kind: String,
    /// `y` or `z`.
    pub up: String,
}

/// Wraps a value.
pub(crate) fn put<T: Serialize>(value: &T) -> Result<Extras> {
    let text = serde_json::to_string(&Namespaced { ngi: value })
        .map_err(|error| Error::Usage(format!("extras: {error}")))?;
    let raw = RawValue::from_string(text);
    Ok(Some(raw.map_err(|error| Error::Usage(format!("extras: {error}")))?))
}

/// The value in some extras; `None` where there is none, or not of this shape: another program may
/// have changed it.
pub(crate) fn get<T: for<'a> Deserialize<'a>>(extras: &Extras) -> Option<T> {
    let raw = extras.as_ref()?;
    serde_json::from_str::<Namespaced<T>>(raw.get()).ok().map(|found| found.ngi)
}

/// Of a node that is an object of a mission, or a unit.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub(crate) struct ObjectExtras {
    /// Its number in the mission.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub object: Option<usize>,
    /// What it is: building, unit, vegetation, rock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// The unit's file, or the name of the record.
    pub path: String,
    /// What it is called in the mission.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// Whose it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clan: Option<usize>,
    /// What that clan is called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clan_name: Option<String>,
}

/// Of a node that is a part of an object.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct PartExtras {
    /// Its number in the unit.
    pub part: usize,
    /// The record of the registry.
    pub object: String,
    /// The model's file.
    pub model: String,
    /// Where that is in the game.
    pub path: String,
}

/// Of a node that shows a node of a part's model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct ModelNodeExtras {
    /// Its number in the model.
    pub node: usize,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_is_found_again() {
        let node = NodeExtras { node: 7, flags: Some(0x20), ..NodeExtras::default() };
        let extras = put(&node).unwrap();
        assert_eq!(extras.as_ref().unwrap().get(), r#"{"ngi":{"node":7,"flags":32}}"#);
        assert_eq!(get::<NodeExtras>(&extras), Some(node));
        assert_eq!(get::<MaterialExtras>(&extras), None, "another shape");
        assert_eq!(get::<NodeExtras>(&None), None);
    }
}
