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
