//! Surfaces into glTF materials.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use gltf_json as gj;
use gltf_json::Index;
use gltf_json::extensions::material::Unlit;
use gltf_json::extensions::texture::{
    TextureTransform, TextureTransformOffset, TextureTransformScale,
};
use gltf_json::image::MimeType;
use gltf_json::material::{
    AlphaMode, EmissiveFactor, PbrBaseColorFactor, PbrMetallicRoughness, StrengthFactor,
};
use gltf_json::texture::{Info, Sampler};
use gltf_json::validation::Checked;

use super::buffer::Builder;
use super::extras::{self, MaterialExtras};
use super::surfaces::{Blend, Surface, SurfaceKey, Surfaces};
use crate::Result;

/// The materials of a document, in the order they are first used.
pub(crate) struct Materials<'a> {
    surfaces: &'a Surfaces,
    has_lightmap_uvs: bool,
    /// How many materials the document had before.
    first: usize,
    order: Vec<SurfaceKey>,
    known: BTreeMap<SurfaceKey, Index<gj::Material>>,
}

impl<'a> Materials<'a> {
    /// None yet.
    pub fn new(surfaces: &'a Surfaces, has_lightmap_uvs: bool) -> Self {
        Self { surfaces, has_lightmap_uvs, first: 0, order: Vec::new(), known: BTreeMap::new() }
    }

    /// The same in a document that has materials already.
    pub fn behind(self, builder: &Builder) -> Self {
        Self { first: builder.root.materials.len(), ..self }
    }

    /// The material of a surface.
    pub fn index(&mut self, key: SurfaceKey) -> Index<gj::Material> {
        let next = u32::try_from(self.first + self.order.len()).unwrap_or(u32::MAX);
        *self.known.entry(key).or_insert_with(|| {
            self.order.push(key);
            Index::new(next)
        })
    }

    /// Adds materials, textures and pictures to the document.
    pub fn add_to(self, builder: &mut Builder) -> Result<()> {
        let mut textures = Textures::new(self.surfaces);
        let mut names: BTreeMap<String, usize> = BTreeMap::new();
        for key in &self.order {
            let row = self.surfaces.rows.get(usize::from(key.row));
            let surface = row.cloned().unwrap_or_else(Surface::unknown);
            let name = surface.name.clone().unwrap_or_else(|| format!("row_{}", key.row));
            // Rows that differ in lightmap or flags only share their name; glTF's are told apart.
            let times = names.entry(name.clone()).or_insert(0);
            *times += 1;
            let name = if *times == 1 { name } else { format!("{name}#{times}") };
            let material = self.material(builder, &mut textures, *key, &surface, name)?;
            builder.root.push(material);
        }
        Ok(())
    }

    fn material(
        &self,
        builder: &mut Builder,
        textures: &mut Textures<'_>,
        key: SurfaceKey,
        surface: &Surface,
        name: String,
    ) -> Result<gj::Material> {
        let alpha_mode = match surface.blend {
            Blend::Opaque => AlphaMode::Opaque,
            Blend::Alpha | Blend::Other(_) => AlphaMode::Blend,
        };
        let looks = appearance(builder, textures, surface, name, alpha_mode);
        let lightmap = self.lightmap(key);
        let extras = MaterialExtras {
            row: key.row,
            lightmap: key.lightmap,
            word: key.word,
            portal: key.portal,
            material: surface.name.clone(),
            blend: match surface.blend {
                Blend::Other(name) => Some(name.into()),
                _ => None,
            },
            lightmap_name: lightmap.map(|(name, _)| name.clone()),
            table: self.surfaces.table.clone(),
        };
        let occlusion = lightmap.and_then(|(_, picture)| *picture);
        let occlusion = occlusion.filter(|_| self.has_lightmap_uvs);
        let occlusion = occlusion.and_then(|picture| textures.index(builder, picture));
        Ok(gj::Material {
            // The nearest glTF has to "multiplied with a second texture".
            occlusion_texture: occlusion.map(|index| gj::material::OcclusionTexture {
                index,
                strength: StrengthFactor(1.0),
                tex_coord: 1,
                extensions: None,
                extras: None,
            }),
            extras: extras::put(&extras)?,
            ..looks
        })
    }

    fn lightmap(&self, key: SurfaceKey) -> Option<&'a (String, Option<usize>)> {
        if key.lightmap == 0xFF {
            return None;
        }
        self.surfaces.lightmaps.get(usize::from(key.lightmap))
    }
}

/// What a surface looks like, as far as glTF has words for it.
pub(super) fn appearance(
    builder: &mut Builder,
    textures: &mut Textures<'_>,
    surface: &Surface,
    name: String,
    alpha_mode: AlphaMode,
) -> gj::Material {
    let texture = surface.picture.and_then(|picture| textures.index(builder, picture));
    let info = texture.map(|index| info(builder, index, 0, surface.cell));
    let glows = surface.glow != [0.0; 3];
    // Black where light falls, bright on its own: what other programs call unlit.
    let unlit = glows && surface.diffuse == [0.0; 3];
    let [r, g, b] = if unlit { surface.glow } else { surface.diffuse };
    gj::Material {
        alpha_cutoff: None,
        alpha_mode: Checked::Valid(alpha_mode),
        double_sided: true,
        name: Some(name),
        pbr_metallic_roughness: PbrMetallicRoughness {
            base_color_factor: PbrBaseColorFactor([r, g, b, surface.alpha]),
            base_color_texture: info.clone(),
            metallic_factor: StrengthFactor(0.0),
            roughness_factor: StrengthFactor(1.0),
            ..PbrMetallicRoughness::default()
        },
        normal_texture: None,
        occlusion_texture: None,
        emissive_texture: info.filter(|_| glows && !unlit),
        emissive_factor: EmissiveFactor(if unlit { [0.0; 3] } else { surface.glow }),
        extensions: unlit.then(|| self::unlit(builder)),
        extras: None,
    }
}

/// What says that no light falls on a material.
pub(super) fn unlit(builder: &mut Builder) -> gj::extensions::material::Material {
    used(builder, "KHR_materials_unlit");
    gj::extensions::material::Material { unlit: Some(Unlit {}), ..Default::default() }
}

/// The textures of a document by picture.
pub(super) struct Textures<'a> {
    surfaces: &'a Surfaces,
    known: BTreeMap<usize, Index<gj::Texture>>,
}

impl<'a> Textures<'a> {
    /// None yet.
    pub fn new(surfaces: &'a Surfaces) -> Self {
        Self { surfaces, known: BTreeMap::new() }
    }

    /// The texture of a picture, put into the document when first asked for.
    fn index(&mut self, builder: &mut Builder, picture: usize) -> Option<Index<gj::Texture>> {
        if let Some(&known) = self.known.get(&picture) {
            return Some(known);
        }
        let found = self.surfaces.pictures.get(picture)?;
        let mut hasher = DefaultHasher::new();
        (&found.png, &found.uri).hash(&mut hasher);
        let key = (found.name.clone(), hasher.finish());
        // Models of one document share their pictures.
        if let Some(&known) = builder.textures.get(&key) {
            self.known.insert(picture, known);
            return Some(known);
        }
        if builder.root.samplers.is_empty() {
            builder.root.samplers.push(Sampler::default());
        }
        let place = match &found.uri {
            Some(uri) => (None, Some(uri.clone())),
            None => (Some(builder.view(&found.png, None, None)), None),
        };
        let source = builder.root.push(gj::Image {
            buffer_view: place.0,
            mime_type: Some(MimeType("image/png".into())),
            name: Some(found.name.clone()),
            uri: place.1,
            extensions: None,
            extras: None,
        });
        let texture = builder.root.push(gj::Texture {
            name: Some(found.name.clone()),
            sampler: Some(Index::new(0)),
            source,
            extensions: None,
            extras: None,
        });
        self.known.insert(picture, texture);
        builder.textures.insert(key, texture);
        Some(texture)
    }
}

pub(super) fn used(builder: &mut Builder, extension: &str) {
    if !builder.root.extensions_used.iter().any(|known| known == extension) {
        builder.root.extensions_used.push(extension.into());
    }
}

fn info(
    builder: &mut Builder,
    index: Index<gj::Texture>,
    tex_coord: u32,
    cell: Option<[f32; 4]>,
) -> Info {
    let extensions = cell.map(|[u, v, width, height]| {
        used(builder, "KHR_texture_transform");
        gj::extensions::texture::Info {
            texture_transform: Some(TextureTransform {
                offset: TextureTransformOffset([u, v]),
                scale: TextureTransformScale([width, height]),
                // Said again, because the crate writes an absent one as `null`: no valid glTF.
                tex_coord: Some(tex_coord),
                ..TextureTransform::default()
            }),
        }
    });
    Info { index, tex_coord, extensions, extras: None }
}
