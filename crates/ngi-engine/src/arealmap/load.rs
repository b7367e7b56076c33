//! From a `Land.map` to areals, failing as the engine does.

use ngi_formats::arealmap::{self, ArealMap, ArealMapFile, codes, message};

use super::anchors::AnchorRule;
use super::map::Areals;

/// How to load.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LoadOptions {
    /// What to do with anchors outside their polygon.
    pub anchors: AnchorRule,
}

/// Why a map does not load.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LoadError {
    /// The file is no archive, or has no map, or its map cannot be followed. The message ends with
    /// the engine's own.
    #[error(transparent)]
    Format(#[from] ngi_formats::Error),
    /// There are no cells.
    #[error("{}", message::NO_CELLS)]
    NoCells,
}

impl LoadError {
    /// The engine's own words, without anything around them.
    pub fn engine_message(&self) -> &'static str {
        let Self::Format(error) = self else { return message::NO_CELLS };
        let text = error.kind.to_string();
        let known = [message::NO_CHUNK, message::INCORRECT, message::CANNOT_LOAD];
        known.into_iter().find(|known| text.contains(known)).unwrap_or(message::CANNOT_LOAD)
    }
}

impl Areals {
    /// Loads a `Land.map` as the engine does: everything must be there, anchors are moved inside,
    /// walkable areals are linked.
    pub fn load(file: &[u8], options: &LoadOptions) -> Result<Self, LoadError> {
        Self::new(ArealMapFile::read(file)?.map(), options)
    }

    /// The same for a map that was read. Links that lead nowhere count as none.
    pub fn new(map: &ArealMap<'_>, options: &LoadOptions) -> Result<Self, LoadError> {
        if map.cell_count() == 0 {
            debug_assert_eq!(arealmap::engine_message(&codes::CELLS_NONE), Some(message::NO_CELLS));
            return Err(LoadError::NoCells);
        }
        let mut areals = Self::of_map(map);
        areals.settle_anchors(options.anchors);
        areals.relink();
        Ok(areals)
    }
}
