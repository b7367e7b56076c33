//! Where on its picture a material lies: which texture coordinates, and how they are moved.
//!
//! The game has one set of coordinates per vertex and no transforms, so a transform goes into the
//! coordinates. But a cell of a texture went out as a transform, too, and the game puts that on by
//! itself: what counts is how the file's transform differs from the cell's.

use glam::{Affine2, Mat2, Vec2};
use gltf_json as gj;
use gltf_json::extensions::texture::TextureTransform;
use gltf_json::texture::Info;

/// Which texture coordinates a material takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Sets {
    /// For its picture.
    pub picture: u32,
    /// For its lightmap.
    pub lightmap: u32,
}

/// How a material lies on its picture.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Mapping {
    pub sets: Sets,
    /// From texture coordinates to the picture; `None` where they are the same.
    pub picture_from_uv: Option<Affine2>,
    /// Whether other pictures of the material lie elsewhere.
    pub disagrees: bool,
}

impl Default for Mapping {
    fn default() -> Self {
        let sets = Sets { picture: 0, lightmap: 1 };
        Self { sets, picture_from_uv: None, disagrees: false }
    }
}

impl Mapping {
    /// What a material of a file says.
    pub fn read(material: &gj::Material) -> Self {
        let colour = material.pbr_metallic_roughness.base_color_texture.as_ref();
        let glow = material.emissive_texture.as_ref();
        let Some(first) = colour.or(glow) else { return Self::default() };
        let (picture, picture_from_uv) = of_info(first);
        let disagrees = glow.is_some_and(|glow| of_info(glow) != (picture, picture_from_uv));
        let shade = material.occlusion_texture.as_ref();
        let lightmap = shade.map_or(1, |shade| shade.tex_coord);
        Self { sets: Sets { picture, lightmap }, picture_from_uv, disagrees }
    }

    /// What texture coordinates become, for a material of the game that shows a cell of its
    /// texture; `None` where they stay.
    pub fn change(&self, cell: Option<[f32; 4]>) -> Option<Affine2> {
        let here = self.picture_from_uv.unwrap_or(Affine2::IDENTITY);
        let there = cell.map_or(Affine2::IDENTITY, |[u, v, width, height]| {
            Affine2::from_scale_angle_translation(Vec2::new(width, height), 0.0, Vec2::new(u, v))
        });
        if here.abs_diff_eq(there, 1e-5) || !there.inverse().is_finite() {
            return None;
        }
        Some(there.inverse() * here)
    }
}

/// The set a texture takes, and the way to its picture.
fn of_info(info: &Info) -> (u32, Option<Affine2>) {
    let transform = info.extensions.as_ref().and_then(|all| all.texture_transform.as_ref());
    let Some(transform) = transform else { return (info.tex_coord, None) };
    let set = transform.tex_coord.unwrap_or(info.tex_coord);
    (set, Some(affine(transform)).filter(|way| *way != Affine2::IDENTITY && way.is_finite()))
}

/// Scaled, turned, moved. The turn is that of Blender and of the Khronos viewer.
fn affine(transform: &TextureTransform) -> Affine2 {
    let (sin, cos) = ngi_engine::portable::sin_cos(transform.rotation.0);
    let turn = Mat2::from_cols(Vec2::new(cos, -sin), Vec2::new(sin, cos));
    let scale = Mat2::from_diagonal(Vec2::from_array(transform.scale.0));
    Affine2::from_mat2_translation(turn * scale, Vec2::from_array(transform.offset.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn material(json: &str) -> gj::Material {
        serde_json::from_str(json).unwrap()
    }

    #[test]
    fn a_transform_is_read_as_other_programs_do() {
        let read = Mapping::read(&material(
            r#"{"pbrMetallicRoughness": {"baseColorTexture": {"index": 0, "texCoord": 1,
            "extensions": {"KHR_texture_transform":
            {"offset": [0.5, 0.25], "rotation": 1.5707964, "scale": [2, 4]}}}}}"#,
        ));
        assert_eq!(read.sets, Sets { picture: 1, lightmap: 1 });
        let way = read.picture_from_uv.unwrap();
        // A quarter turn: u along −v, v along u.
        assert!(way.transform_point2(Vec2::new(1.0, 0.0)).abs_diff_eq(Vec2::new(0.5, -1.75), 1e-5));
        assert!(way.transform_point2(Vec2::new(0.0, 1.0)).abs_diff_eq(Vec2::new(4.5, 0.25), 1e-5));
    }

    #[test]
    fn the_cell_of_a_texture_is_no_change() {
        let read = Mapping::read(&material(
            r#"{"pbrMetallicRoughness": {"baseColorTexture": {"index": 0,
            "extensions": {"KHR_texture_transform": {"offset": [0.5, 0], "scale": [0.25, 0.5]}}}}}"#,
        ));
        assert_eq!(read.change(Some([0.5, 0.0, 0.25, 0.5])), None);
        let change = read.change(Some([0.0, 0.0, 0.25, 0.5])).unwrap();
        assert_eq!(change.transform_point2(Vec2::new(0.5, 0.5)), Vec2::new(2.5, 0.5));
        let whole = read.change(None).unwrap();
        assert_eq!(whole.transform_point2(Vec2::ONE), Vec2::new(0.75, 0.5));
        assert_eq!(Mapping::default().change(None), None);
    }

    #[test]
    fn pictures_that_lie_elsewhere_are_noticed() {
        let text = |scale: &str| {
            format!(
                r#"{{"pbrMetallicRoughness": {{"baseColorTexture": {{"index": 0}}}},
                "emissiveTexture": {{"index": 1, "extensions":
                {{"KHR_texture_transform": {{"scale": {scale}}}}}}}}}"#
            )
        };
        assert!(!Mapping::read(&material(&text("[1, 1]"))).disagrees);
        assert!(Mapping::read(&material(&text("[2, 1]"))).disagrees);
    }
}
