//! Files of other programs as things of the game, to be looked at: images as textures, glTF and OBJ
//! as models.

use ngi_formats::nres::{Editor, NewEntry};
use ngi_formats::texm::PixelFormat;
use ngi_formats::{kinds, text};
use ngi_vfs::{Bytes, MemoryRoot, Node, Vfs};

use crate::importer::{ImportOptions, LibraryEntry, Source};
use crate::{Error, Result, import, texture};

/// Suffixes of images that [`image()`] reads.
pub const IMAGES: [&str; 10] =
    ["png", "pgm", "ppm", "pnm", "bmp", "tga", "jpg", "jpeg", "webp", "dds"];
/// Suffixes of models that [`model`] reads.
pub const MODELS: [&str; 3] = ["glb", "gltf", "obj"];

/// Returns the suffix of a file name in lower case.
pub fn suffix(name: &str) -> String {
    name.rsplit_once('.').map_or_else(String::new, |(_, suffix)| suffix.to_ascii_lowercase())
}

/// Converts an image to a texture of the game that shows the same pixels.
pub fn image(name: &str, bytes: &[u8]) -> Result<Vec<u8>> {
    let suffix = suffix(name);
    let source = Source { name, suffix: &suffix, bytes, beside: &|_| None };
    let options = ImportOptions {
        pixel_format: Some(PixelFormat::ARGB8888.0),
        levels: Some(1),
        ..ImportOptions::default()
    };
    Ok(texture::import(&source, &options)?.bytes)
}

/// Name of the model in the game that [`model`] makes.
const MODEL: &str = "model.msh";

/// Converts a glTF or OBJ file to a model, in a game of its own that has its materials and textures.
/// `beside` finds the files that it names.
pub fn model(
    name: &str,
    bytes: &[u8],
    beside: &(dyn Fn(&str) -> Option<Bytes> + Sync),
) -> Result<(Vfs, Node)> {
    let suffix = suffix(name);
    let source = Source { name: "model", suffix: &suffix, bytes, beside };
    let options = ImportOptions {
        new_rows: true,
        new_materials: true,
        new_textures: true,
        ..ImportOptions::default()
    };
    let made = import(&kinds::MODEL, &source, &options)?;
    let root = MemoryRoot::new();
    let add = |name: &str, bytes: Vec<u8>| root.insert(name, bytes).map_err(Error::from);
    add(MODEL, made.bytes)?;
    for file in made.beside {
        let is_wear = file.name.to_ascii_lowercase().ends_with(".wea");
        let name = if is_wear { "model.wea".to_owned() } else { file.name };
        add(&name, file.bytes)?;
    }
    let mut libraries: Vec<&'static str> = made.entries.iter().map(|made| made.library).collect();
    libraries.sort_unstable();
    libraries.dedup();
    for library in libraries {
        let own = made.entries.iter().filter(|made| made.library == library);
        add(library, archive(own)?)?;
    }
    let game = Vfs::in_memory(root);
    let node = game.locate(MODEL)?;
    Ok((game, node))
}

/// Packs entries into a library.
fn archive<'a>(entries: impl Iterator<Item = &'a LibraryEntry>) -> Result<Vec<u8>> {
    let mut editor = Editor::new();
    for made in entries {
        let [attr1, attr2, attr3] = made.entry.attributes;
        let name = text::encode(&made.name).unwrap_or_default();
        let mut entry = NewEntry::new(made.entry.type_id, &name)?;
        (entry.attr1, entry.attr2, entry.attr3) = (attr1, attr2, attr3);
        editor.add(entry, made.bytes.clone())?;
    }
    Ok(editor.write()?)
}

#[cfg(test)]
mod tests {
    use ngi_formats::texm::Texm;

    use super::*;

    #[test]
    fn an_image_becomes_a_texture_of_its_pixels() {
        let bytes = image("FONT8.PGM", b"P5 2 1 255 \x10\xff").unwrap();
        let texture = Texm::read(&bytes).unwrap();
        let image = texture.decode_level(0, None).unwrap();
        assert_eq!((image.width(), image.height()), (2, 1));
        assert_eq!(image.pixels(), [[16, 16, 16, 255], [255; 4]]);
        assert!(super::image("a.png", b"no image").is_err());
    }

    #[test]
    fn an_obj_becomes_a_model() {
        let obj = b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
        let (_, node) = model("a.obj", obj, &|_| None).unwrap();
        assert!(ngi_formats::msh::Model::read(&node.bytes().unwrap()).is_ok());
        assert!(model("a.glb", b"no model", &|_| None).is_err());
    }
}
