//! Transforms taken apart into what the game has and what it has not.

use glam::{Affine3A, Quat, Vec3};

use super::open::refuse;
use crate::Result;

/// A local transform below a scaled parent, taken apart into what the game has (rotation,
/// translation) and what it has not (scale). Refuses what is neither.
pub(super) fn rigid(above: Vec3, local: &Affine3A, place: &str) -> Result<(Vec3, Quat, Vec3)> {
    let whole = Affine3A::from_scale(above) * *local;
    let (scale, rotation, translation) = whole.to_scale_rotation_translation();
    let again = Affine3A::from_scale_rotation_translation(scale, rotation, translation);
    let size = scale.abs().max_element().max(1e-6);
    let same = again.matrix3.abs_diff_eq(whole.matrix3, 1e-3 * size);
    if !same || scale.abs().min_element() < 1e-6 || !again.is_finite() {
        let why = "its scales shear or flatten it; apply the scale before exporting";
        return refuse(place, why);
    }
    // Rounding is no scale: an unscaled node keeps its vertices to the last bit.
    let snapped = scale.map(|value| if (value - 1.0).abs() < 1e-5 { 1.0 } else { value });
    Ok((snapped, rotation, translation))
}

/// Whether nothing changes over time.
pub(super) fn is_constant<const N: usize>(values: &[[f32; N]]) -> bool {
    let near = |a: &[f32; N], b: &[f32; N]| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-5);
    values.first().is_none_or(|first| values.iter().all(|value| near(value, first)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shear_is_refused_and_scale_is_not() {
        let turned = Affine3A::from_rotation_z(0.7);
        assert!(rigid(Vec3::new(1.0, 2.0, 1.0), &turned, "n").is_err());
        let (scale, rotation, _) = rigid(Vec3::splat(2.0), &turned, "n").unwrap();
        assert!(scale.abs_diff_eq(Vec3::splat(2.0), 1e-4));
        assert!(rotation.abs_diff_eq(Quat::from_rotation_z(0.7), 1e-5));
        assert!(rigid(Vec3::ZERO, &turned, "n").is_err());
    }
}
