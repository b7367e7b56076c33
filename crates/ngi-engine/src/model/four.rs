//! Four nodes between keys side by side: each sum is done once for all four.

use glam::{Mat3A, Mat4, Vec3A, Vec4};

use super::Transform;
use super::quaternion::short_sine;
use super::tracks::PoseKey;

/// Where four nodes are, each between two keys: to the last bit what each gives alone. `None`
/// where a moment is not between the two, as happens in maps that name the wrong key.
#[inline(always)] // as is all below: four transforms handed over in memory take longer than made
pub(super) fn between(pairs: [[&PoseKey; 2]; 4], time: f32) -> Option<[Transform; 4]> {
    let [x, y, z, start] = lanes(pairs.map(|[key, _]| place(key)));
    let [i, j, k, end] = lanes(pairs.map(|[_, next]| place(next)));
    let a = (Vec4::splat(time) - start) / (end - start);
    // Of what is no number neither holds.
    if !(a.cmpge(Vec4::ZERO) & a.cmple(Vec4::ONE)).all() {
        return None;
    }
    let [angle, second, first, _] = lanes(pairs.map(|[key, _]| {
        let arc = &key.arc;
        Vec4::new(arc.angle, arc.second, arc.first, 0.0)
    }));
    let b = Vec4::ONE - a;
    let straight = angle.cmpeq(Vec4::ZERO);
    let first = Vec4::select(straight, b, short_sine(b * angle) * first);
    let second = Vec4::select(straight, second * a, short_sine(a * angle) * second);
    let [pw, px, py, pz] = lanes(pairs.map(|[key, _]| Vec4::from_array(key.rotation)));
    let [qw, qx, qy, qz] = lanes(pairs.map(|[_, next]| Vec4::from_array(next.rotation)));
    let mixed = |p: Vec4, q: Vec4| first * p + second * q;
    let rotation = [mixed(pw, qw), mixed(px, qx), mixed(py, qy), mixed(pz, qz)];
    Some(transforms(rotation, [x + a * (i - x), y + a * (j - y), z + a * (k - z)]))
}

#[inline(always)]
fn place(key: &PoseKey) -> Vec4 {
    let [x, y, z] = key.position;
    Vec4::new(x, y, z, key.time)
}

/// Four numbers of each of four nodes: first the first ones of all.
#[inline(always)]
fn lanes([a, b, c, d]: [Vec4; 4]) -> [Vec4; 4] {
    let Mat4 { x_axis, y_axis, z_axis, w_axis } = Mat4::from_cols(a, b, c, d).transpose();
    [x_axis, y_axis, z_axis, w_axis]
}

/// The same the other way round, of three numbers each.
#[inline(always)]
fn columns([x, y, z]: [Vec4; 3]) -> [Vec3A; 4] {
    lanes([x, y, z, Vec4::ZERO]).map(Vec3A::from_vec4)
}

/// [`matrix`](super::quaternion::matrix) of four rotations, and their places.
#[inline(always)]
fn transforms([w, x, y, z]: [Vec4; 4], places: [Vec4; 3]) -> [Transform; 4] {
    let (xx, yy, zz) = (x * x, y * y, z * z);
    let (xy, xz, yz) = (x * y, x * z, y * z);
    let (wx, wy, wz) = (w * x, w * y, w * z);
    let on = |sum: Vec4| Vec4::ONE - 2.0 * sum;
    let [a, b, c, d] = columns([on(yy + zz), 2.0 * (xy - wz), 2.0 * (xz + wy)]);
    let [e, f, g, h] = columns([2.0 * (xy + wz), on(xx + zz), 2.0 * (yz - wx)]);
    let [i, j, k, l] = columns([2.0 * (xz - wy), 2.0 * (yz + wx), on(xx + yy)]);
    let [m, n, o, p] = columns(places);
    let transform = |first, second, third, translation| Transform {
        matrix3: Mat3A::from_cols(first, second, third),
        translation,
    };
    [transform(a, e, i, m), transform(b, f, j, n), transform(c, g, k, o), transform(d, h, l, p)]
}
