//! What a file or entry is, as far as the tree and the viewport care.

use ngi_formats::kinds::{self, FileKind};
use ngi_verbs::format::Format;
use ngi_vfs::{ContainerKind, Node, NodeKind};

use crate::texts::Texts;

/// What a file or entry is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ItemKind {
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
    /// A mission.
    Mission,
    /// A robot or building, put together of parts.
    Unit,
    /// Control points, drawn on their model.
    Points,
    /// Another known format.
    Data,
    /// Nothing that is known.
    Unknown,
}

impl ItemKind {
    /// The kind of a node whose format was looked up.
    pub fn of(node: &Node, format: Option<&Format>) -> Self {
        if node.kind() == NodeKind::Folder {
            return Self::Folder;
        }
        let is = |kinds: &[&FileKind]| format.is_some_and(|format| kinds.contains(&format.kind));
        match format {
            _ if is(&[&kinds::MODEL]) => Self::Model,
            _ if is(&[&kinds::LANDSCAPE]) => Self::Landscape,
            _ if is(&[&kinds::AREALS]) => Self::Areals,
            _ if is(&[&kinds::TEXTURE]) => Self::Texture,
            _ if is(&[&kinds::MATERIAL]) => Self::Material,
            _ if is(&[&kinds::EFFECT]) => Self::Effect,
            _ if is(&[&kinds::MISSION]) => Self::Mission,
            _ if is(&[&kinds::UNIT]) => Self::Unit,
            _ if is(&[&kinds::POINTS]) => Self::Points,
            _ if is(&[&kinds::NRES, &kinds::RSLI]) => Self::Archive,
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
                | Self::Mission
                | Self::Unit
                | Self::Points
        )
    }

    /// Whether its small picture says more than its name. That of a mission would take as long as
    /// the mission itself.
    pub fn has_thumbnail(self) -> bool {
        self.is_drawn() && !matches!(self, Self::Mission | Self::Points)
    }

    /// What such things are called.
    pub fn name(self, texts: &Texts) -> &'static str {
        match self {
            Self::Folder => texts.thing_folder,
            Self::Archive => texts.thing_archive,
            Self::Model => texts.thing_model,
            Self::Landscape => texts.thing_landscape,
            Self::Areals => texts.thing_areals,
            Self::Texture => texts.thing_texture,
            Self::Material => texts.thing_material,
            Self::Effect => texts.thing_effect,
            Self::Mission => texts.thing_mission,
            Self::Unit => texts.thing_unit,
            Self::Points => texts.thing_points,
            Self::Data => texts.thing_data,
            Self::Unknown => texts.thing_unknown,
        }
    }

    /// A few letters for the badge in the tree.
    pub fn badge(self) -> &'static str {
        match self {
            Self::Folder => "DIR",
            Self::Archive => kinds::NRES.badge,
            Self::Model => kinds::MODEL.badge,
            Self::Landscape => kinds::LANDSCAPE.badge,
            Self::Areals => kinds::AREALS.badge,
            Self::Texture => kinds::TEXTURE.badge,
            Self::Material => kinds::MATERIAL.badge,
            Self::Effect => kinds::EFFECT.badge,
            Self::Mission => kinds::MISSION.badge,
            Self::Unit => kinds::UNIT.badge,
            Self::Points => "PTS",
            Self::Data => "DAT",
            Self::Unknown => "···",
        }
    }
}
