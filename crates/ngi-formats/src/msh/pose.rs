//! The rest pose: just enough to know where a model's geometry is. Sampling and blending are the
//! engine's.

use super::read::Model;
use super::types::{Key, QuaternionOrder};

/// Rows of a 3×4 matrix; the fourth column is the translation. Multiplies column vectors.
pub type Matrix = [[f32; 4]; 3];

/// The matrix that changes nothing.
pub const IDENTITY: Matrix = [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]];

/// The matrix of a key, as the engine builds it: the transpose of what right-handed maths makes of
/// the stored quaternion.
pub fn matrix_of_key(key: &Key, order: QuaternionOrder) -> Matrix {
    let [w, x, y, z] = key.rotation(order);
    let [tx, ty, tz] = key.position;
    [
        [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + w * z), 2.0 * (x * z - w * y), tx],
        [2.0 * (x * y - w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + w * x), ty],
        [2.0 * (x * z + w * y), 2.0 * (y * z - w * x), 1.0 - 2.0 * (x * x + y * y), tz],
    ]
}

/// A point moved by a matrix.
#[inline]
pub fn transform(matrix: &Matrix, [x, y, z]: [f32; 3]) -> [f32; 3] {
    matrix.map(|[a, b, c, d]| a * x + b * y + c * z + d)
}

/// `outer` after `inner`.
pub fn compose(outer: &Matrix, inner: &Matrix) -> Matrix {
    let [i, j, k] = *inner;
    outer.map(|[a, b, c, d]| {
        let column = |n: usize| {
            let at = |row: [f32; 4]| row.get(n).copied().unwrap_or(0.0);
            a * at(i) + b * at(j) + c * at(k)
        };
        [column(0), column(1), column(2), column(3) + d]
    })
}

/// Model-space matrices of all nodes in the rest pose. The root's translation is kept.
pub fn rest_pose(model: &Model<'_>) -> Vec<Matrix> {
    let local = |node: usize| model.rest_key(node).unwrap_or_default();
    world_matrices(
        model.nodes.len(),
        |node| model.parent(node),
        |node| matrix_of_key(&local(node), QuaternionOrder::Wxyz),
    )
}

/// Composes local matrices down the tree. Parents may come after their children; one that leads
/// round in a circle is treated as none.
pub(super) fn world_matrices(
    count: usize,
    parent: impl Fn(usize) -> Option<usize>,
    local: impl Fn(usize) -> Matrix,
) -> Vec<Matrix> {
    let mut world: Vec<Option<Matrix>> = vec![None; count];
    let mut on_chain = vec![false; count];
    let mut chain = Vec::new();
    for start in 0..count {
        let mut at = Some(start);
        while let Some(node) = at
            && world.get(node) == Some(&None)
            && let Some(on_chain) = on_chain.get_mut(node)
            && !std::mem::replace(on_chain, true)
        {
            chain.push(node);
            at = parent(node);
        }
        let mut outer = at.and_then(|node| world.get(node).copied().flatten());
        while let Some(node) = chain.pop() {
            let local = local(node);
            let matrix = outer.map_or(local, |outer| compose(&outer, &local));
            if let Some(place) = world.get_mut(node) {
                *place = Some(matrix);
            }
            outer = Some(matrix);
        }
    }
    world.into_iter().map(|matrix| matrix.unwrap_or(IDENTITY)).collect()
}
