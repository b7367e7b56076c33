//! What a file or entry is, as far as the tree and the viewport care.

use ngi_convert::format::Format;
use ngi_vfs::{ContainerKind, Node, NodeKind};

/// What a file or entry is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// A folder.
    Folder,
    /// An archive of other things.
    Archive,
    /// A model.
    Model,
    /// A landscape.
    Landscape,
    /// An areal map.
    Areals,
    /// A texture or a lightmap.
    Texture,
    /// A material.
    Material,
    /// An effect, or the explosions that are made of them.
    Effect,
    /// Another known format.
    Data,
    /// Nothing that is known.
    Unknown,
}

impl Kind {
    /// The kind of a node whose format was looked up.
    pub fn of(node: &Node, format: Option<&dyn Format>) -> Self {
        if node.kind() == NodeKind::Folder {
            return Self::Folder;
        }
        match format.map(Format::id) {
            Some("msh") => Self::Model,
            Some("land") => Self::Landscape,
            Some("areal") => Self::Areals,
            Some("texm") => Self::Texture,
            Some("mat0") => Self::Material,
            Some("fxid") => Self::Effect,
            Some("nres" | "rsli") => Self::Archive,
            Some(_) => Self::Data,
            None if matches!(node.container(), Ok(Some(ContainerKind::NRes))) => Self::Archive,
            None => Self::Unknown,
        }
    }

    /// Whether the viewport draws it.
    pub fn is_drawn(self) -> bool {
        matches!(
            self,
            Self::Model
                | Self::Landscape
                | Self::Areals
                | Self::Texture
                | Self::Material
                | Self::Effect
        )
    }

    /// Whether its small picture says more than its name.
    pub fn has_thumbnail(self) -> bool {
        self.is_drawn()
    }

    /// A few letters for the badge in the tree.
    pub fn badge(self) -> &'static str {
        match self {
            Self::Folder => "DIR",
            Self::Archive => "LIB",
            Self::Model => "MSH",
            Self::Landscape => "LND",
            Self::Areals => "MAP",
            Self::Texture => "TEX",
            Self::Material => "MAT",
            Self::Effect => "FX",
            Self::Data => "DAT",
            Self::Unknown => "···",
        }
    }
}
