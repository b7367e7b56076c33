//! Poses of models.

use ngi_verbs::json::Float;
use ngi_verbs::model::pose::{Options, PosedNode, pose as pose_of};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::document::Document;
use crate::errors::{Class, Failure, Result};

/// Names and parents of the nodes, matrices to the parent and to the model (`f32`, column-major),
/// and descriptions of broken parts.
type Pose<'py> =
    (Vec<String>, Vec<Option<usize>>, Bound<'py, PyBytes>, Bound<'py, PyBytes>, Vec<String>);

/// Computes the pose of a model at a time in frames, optionally blended with a second time by its
/// share.
#[pyfunction]
pub fn pose<'py>(
    py: Python<'py>,
    model: &Document,
    time: f32,
    blend: Option<(f32, f32)>,
    draw: bool,
) -> Result<Pose<'py>> {
    if model.format() != "msh" {
        let why = format!("{}: expected a model", model.node().path());
        return Err(Failure::new(Class::Ngi, why));
    }
    let posed = py.detach(|| {
        let options = Options { time, blend, draw };
        model.with_subject(|subject| Ok(pose_of(subject.bytes, &options)?))
    })?;
    let nodes = &posed.document.nodes;
    let matrices = |which: fn(&PosedNode) -> [Float; 16]| {
        let floats = nodes.iter().flat_map(which);
        let bytes: Vec<u8> = floats.flat_map(|float| float.0.to_le_bytes()).collect();
        PyBytes::new(py, &bytes)
    };
    Ok((
        nodes.iter().map(|node| node.name.clone()).collect(),
        nodes.iter().map(|node| node.parent).collect(),
        matrices(|node| node.local),
        matrices(|node| node.world),
        posed.broken,
    ))
}
