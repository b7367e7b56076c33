//! What lies around a file or entry: its siblings, and the game folder it belongs to.

use std::sync::Arc;

use ngi_formats::mat0::Attributes;
use ngi_formats::pal::{Palette, PaletteFile, Slot, texture_dot};
use ngi_formats::texm::Texm;
use ngi_vfs::{Node, NodeKind};

use super::find::{NoTexture, Taken, colours_of, find_material, find_texture};
use super::game::{Found, Game, OpenLibrary, stored};
use super::names;

/// A material that a name led to.
#[derive(Debug, Clone)]
pub struct FoundMaterial {
    /// The entry that is taken.
    pub found: Found,
    /// Whether it is the one that was asked for.
    pub taken: Taken,
}

impl FoundMaterial {
    /// What its entry says of it.
    pub fn attributes(&self) -> Attributes {
        let [attr1, attr2, attr3] = self.found.attributes();
        Attributes::new(attr1, attr2, attr3)
    }
}

/// What lies around a file or entry.
///
/// A model names its wear, a wear its materials, a material its textures. Whoever looks at such
/// things takes this; it finds them by name and keeps what it opened, so that a thousand wears
/// open `Material.lib` once. It may be shared by threads.
#[derive(Debug, Clone, Default)]
pub struct Surroundings {
    /// The archive or folder it is in.
    parent: Option<Node>,
    game: Option<Game>,
}

impl Surroundings {
    /// Nothing at all.
    pub fn none() -> Self {
        Self::default()
    }

    /// What lies around a node, in a game if there is one.
    pub fn of(node: &Node, game: Option<&Game>) -> Self {
        Self { parent: node.parent(), game: game.cloned() }
    }

    /// Nothing but a game, if there is one.
    pub fn in_game(game: Option<&Game>) -> Self {
        Self { parent: None, game: game.cloned() }
    }

    /// The game folder, if one is known.
    pub fn game(&self) -> Option<&Game> {
        self.game.as_ref()
    }

    /// The archive or folder the subject is in.
    pub fn parent(&self) -> Option<&Node> {
        self.parent.as_ref()
    }

    /// A file or entry beside the subject, ignoring case; of several entries the first.
    pub fn sibling(&self, name: &str) -> Option<Found> {
        let parent = self.parent.as_ref()?;
        match parent.kind() {
            NodeKind::Folder => {
                let found = parent.child(name).ok()?;
                if found.kind() == NodeKind::Folder {
                    return None;
                }
                self.game.iter().for_each(|game| game.share(&found));
                Found::of(found)
            }
            _ => OpenLibrary::of(parent.clone())?.named(&stored(name)?),
        }
    }

    /// The wear beside a model of that name: `<stem>.wea`.
    pub fn wear_of(&self, model: &str) -> Option<Found> {
        self.sibling(&names::wear_of(model))
    }

    /// An entry of one of the game's archives, whatever it is; of several the first.
    pub fn entry(&self, library: &str, name: &str) -> Option<Found> {
        self.library(library)?.named(&stored(name)?)
    }

    /// Whether one of the game's archives is there: what it lacks is then known to be missing.
    pub fn has_library(&self, library: &str) -> bool {
        self.library(library).is_some()
    }

    /// The material that the engine takes for one of this name, from [`names::MATERIALS`].
    pub fn material(&self, name: &[u8]) -> Option<FoundMaterial> {
        self.material_in(names::MATERIALS, name)
    }

    /// The material that the engine takes for one of this name in a library: commands of effects
    /// say which. `None` without that library, and for an empty one.
    pub fn material_in(&self, library: &str, name: &[u8]) -> Option<FoundMaterial> {
        let library = self.library(library)?;
        let entry = find_material(library.container(), name)?;
        Some(FoundMaterial { found: library.at(entry.index)?, taken: entry.taken })
    }

    /// A texture of [`names::TEXTURES`] or lightmap of [`names::LIGHTMAPS`], as the engine finds
    /// it.
    pub fn texture(&self, library: &str, name: &[u8]) -> Result<Found, NoTexture> {
        texture_dot(name).map_err(|_| NoTexture::BadName)?;
        let library = self.library(library).ok_or(NoTexture::Missing)?;
        let index = find_texture(library.container(), name)?;
        library.at(index).ok_or(NoTexture::Missing)
    }

    /// A palette of [`names::PALETTES`].
    pub fn palette(&self, slot: Slot) -> Option<Palette> {
        let found = self.library(names::PALETTES)?.named(slot.file_name().as_bytes())?;
        PaletteFile::read(&found.bytes).ok().map(|file| file.palette)
    }

    /// The colours of a texture's indices, its own or those of the palette that its name asks
    /// for.
    pub fn colours_of(&self, texture: &Texm<'_>, name: &[u8]) -> Option<Arc<Palette>> {
        colours_of(texture, name, |slot| self.palette(slot).map(Arc::new))
    }

    fn library(&self, path: &str) -> Option<OpenLibrary> {
        self.game.as_ref()?.library(path)
    }
}
