//! What a file says a material looks like.

use gltf_json as gj;
use gltf_json::material::AlphaMode;
use gltf_json::texture::Info;
use gltf_json::validation::Checked;
use ngi_formats::msh::BatchWord;

use super::extras::{self, MaterialExtras};

/// A material: its name, what the exporter said, what it looks like.
pub(crate) struct SceneMaterial {
    pub name: Option<String>,
    pub extras: Option<MaterialExtras>,
    pub looks: Looks,
}

/// What a material looks like.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Looks {
    /// Colour the picture is multiplied with where light falls; opacity last.
    pub colour: [f32; 4],
    /// Index of the picture of its colour.
    pub picture: Option<usize>,
    /// Colour of its own light.
    pub glow: [f32; 3],
    /// Index of the picture of its own light.
    pub glow_picture: Option<usize>,
    /// What its alpha means.
    pub alpha: Alpha,
    /// Whether no light falls on it: its colour is that of its own light.
    pub unlit: bool,
    /// Whether it has two sides; `None` where the file has no word for it.
    pub two_sided: Option<bool>,
    /// What else it has that no material of the game has.
    pub others: Vec<&'static str>,
}

/// What the alpha of a material means.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Alpha {
    /// The file has no word for it.
    Unsaid,
    /// Nothing.
    Opaque,
    /// Less than this is not drawn, more is opaque.
    Mask(f32),
    /// How much of what lies behind is hidden.
    Blend,
}

impl Default for Looks {
    /// White and opaque, without a picture.
    fn default() -> Self {
        Self {
            colour: [1.0; 4],
            picture: None,
            glow: [0.0; 3],
            glow_picture: None,
            alpha: Alpha::Unsaid,
            unlit: false,
            two_sided: None,
            others: Vec::new(),
        }
    }
}

impl SceneMaterial {
    /// A material of a glTF file.
    pub fn read(root: &gj::Root, material: &gj::Material) -> Self {
        let extras: Option<MaterialExtras> = extras::get(&material.extras);
        let looks = Looks::read(root, material, extras.as_ref());
        Self { name: material.name.clone(), extras, looks }
    }
}

impl Looks {
    fn read(root: &gj::Root, material: &gj::Material, extras: Option<&MaterialExtras>) -> Self {
        let image = |info: &Info| Some(root.textures.get(info.index.value())?.source.value());
        let extensions = material.extensions.as_ref();
        let strength = extensions.and_then(|known| known.emissive_strength.as_ref());
        let strength = strength.map_or(1.0, |known| known.emissive_strength.0);
        let pbr = &material.pbr_metallic_roughness;
        let mut looks = Self {
            colour: pbr.base_color_factor.0,
            picture: pbr.base_color_texture.as_ref().and_then(image),
            glow: material.emissive_factor.0.map(|value| value * strength),
            glow_picture: material.emissive_texture.as_ref().and_then(image),
            alpha: match material.alpha_mode {
                Checked::Valid(AlphaMode::Blend) => Alpha::Blend,
                Checked::Valid(AlphaMode::Mask) => {
                    Alpha::Mask(material.alpha_cutoff.map_or(0.5, |cutoff| cutoff.0))
                }
                _ => Alpha::Opaque,
            },
            unlit: extensions.is_some_and(|known| known.unlit.is_some()),
            two_sided: Some(material.double_sided),
            others: Vec::new(),
        };
        let is_lightmap = extras.is_some_and(|extras| extras.lightmap != 0xFF);
        let others = [
            (material.normal_texture.is_some(), "a picture of normals"),
            (pbr.metallic_roughness_texture.is_some(), "a picture of metal and roughness"),
            (material.occlusion_texture.is_some() && !is_lightmap, "a picture of shade"),
        ];
        looks.others = others.into_iter().filter_map(|(has, what)| has.then_some(what)).collect();
        looks.light_own_picture();
        looks
    }

    /// A surface that is black but for a shining picture has that picture.
    fn light_own_picture(&mut self) {
        let [r, g, b, _] = self.colour;
        if self.picture.is_none() && [r, g, b] == [0.0; 3] {
            self.picture = self.glow_picture;
        }
    }

    /// Flags of the batches of a new material.
    pub fn word(&self) -> u32 {
        let mut word = BatchWord::default();
        if self.two_sided == Some(true) {
            word.0 |= BatchWord::TWO_SIDED.0;
        }
        if self.alpha == Alpha::Blend {
            word.0 |= BatchWord::SEE_THROUGH.0;
        }
        word.0
    }
}
