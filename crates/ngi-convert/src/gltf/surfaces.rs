//! What batches look like: wear row → material → texture.

use ngi_formats::msh::Part;

use super::file::Container;
use crate::convert::{Destination, OutFile};
use crate::format::Subject;
use crate::surroundings::Surroundings;

/// What tells the surfaces of a model apart: everything a batch says besides its geometry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct SurfaceKey {
    /// Row of the wear table.
    pub row: u8,
    /// Lightmap of the wear table, 0xFF for none.
    pub lightmap: u8,
    /// Flags.
    pub word: u32,
    /// Node of the room beyond a portal; 0xFFFF elsewhere.
    pub portal: u16,
}

impl SurfaceKey {
    /// The key of a mesh's part.
    pub fn of(part: &Part) -> Self {
        let Part { word, material, lightmap, portal, faces: _ } = part;
        Self { row: *material, lightmap: *lightmap, word: word.0, portal: *portal }
    }
}

/// How a surface is mixed with what lies behind it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Blend {
    /// Not at all.
    #[default]
    Opaque,
    /// By its alpha.
    Alpha,
    /// What glTF has no word for; the engine's name of it.
    Other(&'static str),
}

/// One picture, as a PNG.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Picture {
    /// The texture's name.
    pub name: String,
    /// A PNG file.
    pub png: Vec<u8>,
    /// Name of the file it is written to; `None` where it goes into the document.
    pub uri: Option<String>,
}

/// What a wear row looks like.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Surface {
    /// Name of the material; `None` without a wear table.
    pub name: Option<String>,
    /// Colour the texture is multiplied with where light falls.
    pub diffuse: [f32; 3],
    /// Colour of its own light.
    pub glow: [f32; 3],
    /// Opacity.
    pub alpha: f32,
    /// How it is blended.
    pub blend: Blend,
    /// Index of its picture.
    pub picture: Option<usize>,
    /// The part of the picture that is used: u, v, width, height in turns.
    pub cell: Option<[f32; 4]>,
}

impl Surface {
    /// A white one: what stands in where nothing is known.
    pub fn unknown() -> Self {
        Self { diffuse: [1.0; 3], alpha: 1.0, ..Self::default() }
    }
}

/// All surfaces of a model's wear table.
#[derive(Debug, Clone, Default)]
pub(crate) struct Surfaces {
    /// By wear row.
    pub rows: Vec<Surface>,
    /// By lightmap: name and picture.
    pub lightmaps: Vec<(String, Option<usize>)>,
    /// The pictures, each once.
    pub pictures: Vec<Picture>,
    /// What could not be found, one thing per line.
    pub lost: Vec<String>,
}

impl Surfaces {
    /// What the wear table beside a model and the game's libraries say.
    pub fn of_model(
        subject: &Subject<'_>,
        around: &Surroundings,
        container: Container,
        to: &Destination<'_>,
    ) -> Self {
        let _ = (subject, around, container, to);
        Self::default()
    }

    /// The pictures that are files of their own.
    pub fn files(&self) -> Vec<OutFile> {
        let file = |picture: &Picture| {
            Some(OutFile { name: picture.uri.clone()?, bytes: picture.png.clone() })
        };
        self.pictures.iter().filter_map(file).collect()
    }
}
