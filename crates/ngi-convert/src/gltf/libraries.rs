//! Materials and textures that are there already: in the archives that new ones go into, and in
//! the game's.

use ngi_engine::resolve::{
    Found, FoundMaterial, Library as _, OpenLibrary, Surroundings, Taken, types,
};
use ngi_formats::mat0::Material;
use ngi_formats::nres::TypeId;
use ngi_formats::texm::{Image, Texm};
use ngi_formats::{pal, text};
use ngi_verbs::surroundings::{MATERIALS, TEXTURES, subject_of};
use ngi_verbs::texture::external_palette;
use ngi_vfs::{Container, Record};

use crate::importer::ImportOptions;

/// Where materials and textures are looked up.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Libraries<'a> {
    /// The archive that gets materials.
    pub materials: Option<&'a OpenLibrary>,
    /// The archive that gets textures.
    pub textures: Option<&'a OpenLibrary>,
    /// The game.
    pub around: Option<&'a Surroundings>,
}

/// Most bytes of a texture's name in a material.
const LONGEST_NAME: usize = 15;

impl<'a> Libraries<'a> {
    /// Those that an import was told of.
    pub fn of(options: &ImportOptions<'a>) -> Self {
        let ImportOptions { materials, textures, around, .. } = *options;
        Self { materials, textures, around }
    }

    /// All archives of a kind: the one that was named first.
    fn all(&self, name: &str) -> impl Iterator<Item = OpenLibrary> + use<> {
        let named = if name == TEXTURES { self.textures } else { self.materials };
        let game = self.around.and_then(|around| around.game()?.library(name));
        named.cloned().into_iter().chain(game)
    }

    /// Whether it is known which materials there are.
    pub fn know_materials(&self) -> bool {
        self.all(MATERIALS).next().is_some()
    }

    /// The material of a name, and no other.
    pub fn material(&self, name: &str) -> Option<FoundMaterial> {
        let found = self.find(MATERIALS, &text::encode(name)?, types::MATERIAL)?;
        Some(FoundMaterial { found, taken: Taken::Named })
    }

    /// The texture of a name.
    pub fn texture(&self, name: &[u8]) -> Option<Found> {
        self.find(TEXTURES, name, types::TEXTURE)
    }

    fn find(&self, library: &str, name: &[u8], kind: TypeId) -> Option<Found> {
        self.all(library).find_map(|library| {
            let index = library.container().find(name, Some(kind))?;
            library.at(index)
        })
    }

    /// Names of the materials that show a texture in some phase.
    pub fn users(&self, texture: &[u8]) -> Vec<String> {
        let mut users = Vec::new();
        for library in self.all(MATERIALS) {
            for index in of_kind(library.container(), types::MATERIAL) {
                let Some(found) = library.at(index) else { continue };
                let material = FoundMaterial { found, taken: Taken::Named };
                let read = Material::read(&material.found.bytes, material.attributes());
                let shows = read
                    .is_ok_and(|material| material.phases().any(|phase| phase.texture.is(texture)));
                if shows {
                    users.push(material.found.name);
                }
            }
        }
        users
    }

    /// What a texture shows.
    pub fn picture_of(&self, found: &Found) -> Option<Image> {
        let texture = Texm::read(&found.bytes).ok()?;
        let nothing = Surroundings::none();
        let around = self.around.unwrap_or(&nothing);
        let external = external_palette(&texture, &subject_of(found), around);
        texture.decode_level(0, external.as_ref()).ok()
    }

    /// The textures of a size that a material can name, and what each of them shows.
    pub fn pictures(&self, size: (u32, u32)) -> impl Iterator<Item = (String, Image)> {
        self.all(TEXTURES).flat_map(move |library| {
            let found = of_kind(library.container(), types::TEXTURE);
            let found = found.filter_map(|index| library.at(index));
            let shown = found.filter_map(|found| {
                let name = found.name.as_bytes();
                let can_be_named = name.len() <= LONGEST_NAME
                    && name.is_ascii()
                    && pal::texture_palette(name).is_ok();
                let header = *Texm::read(&found.bytes).ok()?.header();
                let fits = can_be_named && (header.width, header.height) == size;
                Some((found.name.clone(), self.picture_of(&found).filter(|_| fits)?))
            });
            shown.collect::<Vec<_>>()
        })
    }
}

/// The entries of a type.
fn of_kind(container: &Container, kind: TypeId) -> impl Iterator<Item = usize> + '_ {
    (0..container.len()).filter(move |&index| match container.info(index).map(|it| it.record) {
        Some(Record::NRes(record)) => record.type_id == kind,
        Some(Record::RsLi(_)) => true,
        None => false,
    })
}
