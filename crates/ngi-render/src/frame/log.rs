//! What the renderer has to say, in the engine's words where it has some.

use std::fmt;

use super::data::TextureData;
use super::store::MOST_TEXTURE_SIDE;

/// A line of the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LogLine {
    /// A batch without triangles was to be drawn. It is left out.
    EmptyPrimitive,
    /// A batch without vertices was to be drawn. It is left out.
    EmptyPrimitive2,
    /// A texture is larger than cards take. It is shrunk.
    UnsupportedTextureSize {
        /// Its name.
        name: String,
        /// Its width.
        width: u32,
        /// Its height.
        height: u32,
    },
    /// A texture could not be made. White takes its place.
    UnableToCreateTexture {
        /// Its name.
        name: String,
        /// Why.
        why: String,
    },
    /// Anything else that is worth a line.
    Note(String),
}

impl LogLine {
    /// What there is to say about a texture that is to be kept.
    pub fn of_texture(texture: &TextureData) -> Option<Self> {
        let name = texture.name.clone();
        let Some(first) = texture.levels.first() else {
            return Some(Self::UnableToCreateTexture { name, why: "it has no levels".into() });
        };
        let (width, height) = (first.width, first.height);
        let bytes = u64::from(width) * u64::from(height) * 4;
        if bytes == 0 || u64::try_from(first.rgba.len()) != Ok(bytes) {
            let why = format!("{width} x {height} with {} bytes", first.rgba.len());
            return Some(Self::UnableToCreateTexture { name, why });
        }
        let large = width > MOST_TEXTURE_SIDE || height > MOST_TEXTURE_SIDE;
        large.then_some(Self::UnsupportedTextureSize { name, width, height })
    }
}

impl fmt::Display for LogLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::EmptyPrimitive => f.write_str("Rendering empty primitive!"),
            Self::EmptyPrimitive2 => f.write_str("Rendering empty primitive2!"),
            Self::UnsupportedTextureSize { name, width, height } => write!(
                f,
                "Unsupported texture size: {name} is {width} x {height}, shrunk to at most \
                 {MOST_TEXTURE_SIDE}"
            ),
            Self::UnableToCreateTexture { name, why } => {
                write!(f, "Unable to create texture {name}: {why}; white takes its place")
            }
            Self::Note(text) => f.write_str(text),
        }
    }
}
