//! Where meshes and textures are kept between frames.

use super::data::{MeshData, TextureData, Vertex};
use super::log::LogLine;

/// The longest side of a texture that every card takes. Larger ones are shrunk.
pub const MOST_TEXTURE_SIDE: u32 = 2048;

/// A texture of a [`Store`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TextureId(pub u32);

/// A mesh of a [`Store`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MeshId(pub u32);

/// Keeps what frames refer to. A [`Renderer`](crate::Renderer) is one, on the card; a [`Ledger`]
/// is one that keeps nothing, for tests and benches.
pub trait Store {
    /// Keeps a texture. One that cannot be made is white, with a line in the log.
    fn add_texture(&mut self, texture: &TextureData) -> TextureId;

    /// Keeps a mesh.
    fn add_mesh(&mut self, mesh: &MeshData) -> MeshId;

    /// Gives vertices of a mesh that is kept other values, from the `first` on.
    fn update_vertices(&mut self, mesh: MeshId, first: usize, vertices: &[Vertex]) {
        let _ = (mesh, first, vertices);
    }

    /// A texture to draw into, for mirrors.
    fn add_mirror(&mut self, side: u32) -> TextureId;

    /// Lets go of a texture or mirror.
    fn remove_texture(&mut self, texture: TextureId);

    /// Lets go of a mesh.
    fn remove_mesh(&mut self, mesh: MeshId);

    /// What there was to say; empties the log.
    fn take_log(&mut self) -> Vec<LogLine>;
}

/// A store that only counts.
#[derive(Debug, Clone, Default)]
pub struct Ledger {
    /// Textures that are kept.
    pub textures: usize,
    /// Meshes that are kept.
    pub meshes: usize,
    next: u32,
    log: Vec<LogLine>,
}

impl Ledger {
    fn next(&mut self) -> u32 {
        self.next += 1;
        self.next
    }
}

impl Store for Ledger {
    fn add_texture(&mut self, texture: &TextureData) -> TextureId {
        self.log.extend(LogLine::of_texture(texture));
        self.textures += 1;
        TextureId(self.next())
    }

    fn add_mesh(&mut self, _: &MeshData) -> MeshId {
        self.meshes += 1;
        MeshId(self.next())
    }

    fn add_mirror(&mut self, _: u32) -> TextureId {
        self.textures += 1;
        TextureId(self.next())
    }

    fn remove_texture(&mut self, _: TextureId) {
        self.textures = self.textures.saturating_sub(1);
    }

    fn remove_mesh(&mut self, _: MeshId) {
        self.meshes = self.meshes.saturating_sub(1);
    }

    fn take_log(&mut self) -> Vec<LogLine> {
        std::mem::take(&mut self.log)
    }
}
