//! Where materials, textures, lightmaps, palettes and wears come from.

use std::fmt;
use std::sync::Arc;

use ngi_formats::nres::TypeId;
use ngi_vfs::{Bytes, Container, Error, Record, Result, Vfs};

/// Entry types the manager asks for.
pub mod types {
    use super::TypeId;

    /// Of a material.
    pub const MATERIAL: TypeId = TypeId(u32::from_le_bytes(*b"MAT0"));
    /// Of a texture or lightmap.
    pub const TEXTURE: TypeId = TypeId(u32::from_le_bytes(*b"Texm"));
    /// Of a wear.
    pub const WEAR: TypeId = TypeId(u32::from_le_bytes(*b"WEAR"));
}

/// An archive, as the manager sees it: entries by directory index.
///
/// Archives on disk or in memory are libraries already (by way of [`Vfs`]). Implement it to bring
/// resources from elsewhere.
pub trait Library: fmt::Debug + Send + Sync {
    /// How many entries there are.
    fn len(&self) -> usize;

    /// Whether there are none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The first entry of that name, ASCII case ignored, and of that type where one is given.
    fn find(&self, name: &[u8], type_id: Option<TypeId>) -> Option<usize>;

    /// The three attributes of an entry; zeros for archives that have none.
    fn attributes(&self, index: usize) -> [u32; 3];

    /// The bytes of an entry.
    fn data(&self, index: usize) -> Result<Bytes>;
}

/// Opens libraries and files by path.
pub trait Source: fmt::Debug + Send {
    /// The library at a path of the game.
    fn library(&self, path: &str) -> Result<Arc<dyn Library>>;

    /// The bytes of a file at a path of the game.
    fn file(&self, path: &str) -> Result<Bytes>;
}

impl Library for Container {
    fn len(&self) -> usize {
        self.len()
    }

    fn find(&self, name: &[u8], type_id: Option<TypeId>) -> Option<usize> {
        let Some(wanted) = type_id else { return self.first_named(name) };
        self.named(name).into_iter().find(|&index| match self.info(index).map(|it| it.record) {
            Some(Record::NRes(record)) => record.type_id == wanted,
            // These archives have no types.
            Some(Record::RsLi(_)) => true,
            None => false,
        })
    }

    fn attributes(&self, index: usize) -> [u32; 3] {
        match self.info(index).map(|info| info.record) {
            Some(Record::NRes(record)) => [record.attr1, record.attr2, record.attr3],
            _ => [0; 3],
        }
    }

    fn data(&self, index: usize) -> Result<Bytes> {
        self.payload(index).map_err(|source| Error::Format { path: format!("#{index}"), source })
    }
}

impl Source for Vfs {
    fn library(&self, path: &str) -> Result<Arc<dyn Library>> {
        match self.locate(path)?.open_container()? {
            Some(container) => Ok(container),
            None => Err(Error::NotAContainer { path: path.to_owned() }),
        }
    }

    fn file(&self, path: &str) -> Result<Bytes> {
        self.read(path)
    }
}
