//! What a file or entry is, as far as the tree and the viewport care.

use ngi_convert::preview::{IMAGES, MODELS, suffix};
use ngi_formats::kinds::{self, FileKind};
use ngi_verbs::format::Format;
use ngi_vfs::{ContainerKind, Node, NodeKind};

use crate::texts::{Language, Texts};

/// What a file or entry is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ItemKind {
    /// A folder.
    Folder,
    /// An archive of other things.
    Archive,
    /// A model.
    Model,
    /// A model of other programs: glTF or OBJ.
    Foreign,
    /// A landscape.
    Landscape,
    /// An areal map.
    Areals,
    /// A texture or a lightmap.
    Texture,
    /// An image of other programs.
    Image,
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
            None => Self::of_suffix(&suffix(&node.name())),
        }
    }

    /// Returns the kind of a file that is not a format of the game, by its suffix.
    fn of_suffix(suffix: &str) -> Self {
        match suffix {
            _ if IMAGES.contains(&suffix) => Self::Image,
            _ if MODELS.contains(&suffix) => Self::Foreign,
            _ => Self::Unknown,
        }
    }

    /// Whether the viewport draws it.
    pub fn is_drawn(self) -> bool {
        matches!(
            self,
            Self::Model
                | Self::Foreign
                | Self::Image
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

    /// Returns true if things of this kind have thumbnails.
    pub fn has_thumbnail(self) -> bool {
        self.is_drawn() && self != Self::Points
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
            Self::Image => texts.thing_image,
            Self::Foreign => texts.about().thing_foreign,
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
    fn badge(self) -> &'static str {
        match self {
            Self::Folder => "DIR",
            Self::Archive => kinds::NRES.badge,
            Self::Model => kinds::MODEL.badge,
            Self::Landscape => kinds::LANDSCAPE.badge,
            Self::Areals => kinds::AREALS.badge,
            Self::Texture => kinds::TEXTURE.badge,
            Self::Image => "IMG",
            Self::Foreign => "3D",
            Self::Material => kinds::MATERIAL.badge,
            Self::Effect => kinds::EFFECT.badge,
            Self::Mission => kinds::MISSION.badge,
            Self::Unit => kinds::UNIT.badge,
            Self::Points => "CPT",
            Self::Data => "DAT",
            Self::Unknown => "?",
        }
    }
}

/// User-visible type of a file or entry. Finer than [`ItemKind`], which groups all formats that are
/// not drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileType {
    /// One of the kinds.
    Kind(ItemKind),
    /// A format that is not drawn: a sound, a palette, a script.
    Format(&'static FileKind),
    /// An image of another program, by its suffix.
    Image,
    /// A text, by its suffix.
    Text,
}

/// Suffixes of text files that are not formats of the game.
const TEXTS: [&str; 4] = ["txt", "md", "log", "json"];

impl FileType {
    /// Returns the type of an item with this kind, format and file name.
    pub fn of(kind: ItemKind, format: Option<&'static FileKind>, name: &str) -> Self {
        let suffix = name.rsplit_once('.').map_or("", |(_, suffix)| suffix);
        let is_one = |all: &[&str]| all.iter().any(|one| suffix.eq_ignore_ascii_case(one));
        match (kind, format) {
            (ItemKind::Data, Some(format)) => Self::Format(format),
            (ItemKind::Image, _) => Self::Image,
            (ItemKind::Unknown, _) if is_one(&IMAGES) => Self::Image,
            (ItemKind::Unknown, _) if is_one(&TEXTS) => Self::Text,
            (kind, _) => Self::Kind(kind),
        }
    }

    /// Returns the name of the type.
    pub fn name(self, texts: &Texts, language: Language) -> &'static str {
        match self {
            Self::Kind(kind) => kind.name(texts),
            Self::Format(format) => ngi_verbs::russian::title(format, language),
            Self::Image => texts.thing_image,
            Self::Text => texts.thing_text,
        }
    }

    /// Returns up to three letters for the badge in the tree.
    pub fn badge(self) -> String {
        match self {
            Self::Kind(kind) => kind.badge().to_owned(),
            Self::Format(format) if format.badge == ItemKind::Data.badge() => {
                format.id.chars().take(3).collect::<String>().to_uppercase()
            }
            Self::Format(format) => format.badge.to_owned(),
            Self::Image => "IMG".to_owned(),
            Self::Text => "TXT".to_owned(),
        }
    }

    /// Returns the sort key: the kind, then the place in the table of formats.
    pub fn order(self) -> (ItemKind, usize) {
        let place = |format| kinds::KINDS.iter().position(|known| *known == format);
        match self {
            Self::Kind(kind) => (kind, usize::MAX),
            Self::Format(format) => (ItemKind::Data, place(format).unwrap_or_default()),
            Self::Image => (ItemKind::Unknown, 0),
            Self::Text => (ItemKind::Unknown, 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::{ENGLISH, RUSSIAN};

    #[test]
    fn formats_that_are_not_drawn_have_their_own_names_and_badges() {
        let cases: [(ItemKind, Option<&'static FileKind>, &str, &str, &str); 7] = [
            (ItemKind::Data, Some(&kinds::SOUND), "a.wav", "sound", "SND"),
            (ItemKind::Data, Some(&kinds::PALETTE), "A.PAL", "palette", "PAL"),
            (ItemKind::Data, Some(&kinds::CONTROL), "a.ctl", "controller", "CTL"),
            (ItemKind::Model, Some(&kinds::MODEL), "a.msh", "model", "MSH"),
            (ItemKind::Unknown, None, "FONT8.PGM", "image", "IMG"),
            (ItemKind::Unknown, None, "README.TXT", "text", "TXT"),
            (ItemKind::Unknown, None, "odd", "unknown", "?"),
        ];
        for (kind, format, name, words, badge) in cases {
            let what = FileType::of(kind, format, name);
            assert_eq!(what.name(&ENGLISH, Language::English), words);
            assert_ne!(what.name(&RUSSIAN, Language::Russian), words);
            assert_eq!(what.badge(), badge);
        }
    }
}
