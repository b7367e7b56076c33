//! What the engine itself says about a wear, word for word.

use crate::text;

/// A count of materials that is not positive.
pub const ILLEGAL_WEAR_LENGTH: &str = "Illegal wear length.";
/// A count of lightmaps that is not positive.
pub const ILLEGAL_LIGHTMAPS_LENGTH: &str = "Illegal lightmaps length.";

/// Returns the message for a wear that cannot be opened. `name` is the name as text.
pub fn wear_missing(name: &str) -> String {
    format!("Wear <{name}> doesn't exist.")
}

/// A row whose material is not in the library; `DEFAULT` takes its place.
pub fn material_missing(name: &[u8]) -> String {
    format!("Material {} not found.", text::decode(name))
}

/// A row whose lightmap is not in the library; it has none then.
pub fn lightmap_missing(name: &[u8]) -> String {
    format!("LightMap {} not found.", text::decode(name))
}
