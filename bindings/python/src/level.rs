//! Queries about a level.

use ngi_formats::landscape::FaceFilter;
use ngi_verbs::json;
use ngi_verbs::query::{LevelFiles, Mask, Question, ask};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::errors::{Class, Failure, Result};
use crate::game::Game;

/// Ground and areals of a level, which are read once.
#[pyclass(frozen, module = "ngi_tools._native")]
pub struct Level(LevelFiles);

#[pymethods]
impl Level {
    #[new]
    fn new(py: Python<'_>, game: &Game, path: &str) -> Result<Self> {
        py.detach(|| {
            let level = Self(LevelFiles::new(&game.on_disk(path)?));
            level.0.ground().map_err(|error| Failure::new(Class::NotFound, error.to_string()))?;
            Ok(level)
        })
    }

    /// Runs a query by its name and numbers. Returns the document `ngi.query/1`, and descriptions
    /// of the broken parts of the level.
    fn ask(
        &self,
        py: Python<'_>,
        query: &str,
        numbers: Vec<f32>,
        seed: Option<u32>,
        limit: Option<usize>,
        required: Option<String>,
        forbidden: Option<String>,
    ) -> Result<(String, Vec<String>)> {
        py.detach(|| {
            let question = question(query, &numbers, seed, limit)?;
            let mut filter = question.default_filter();
            if let Some(text) = required {
                Mask::parse(&text, false)?.require(&mut filter);
            }
            if let Some(text) = forbidden {
                Mask::parse(&text, false)?.forbid(&mut filter);
            }
            let answer = ask(&self.0, &question, &filter.ground)?;
            Ok((json::line(&answer)?, answer.broken))
        })
    }

    /// Returns the ground height at many points. Points are pairs of `f32`; each height is an
    /// `f32`, which is NaN for a point without ground.
    fn heights<'py>(&self, py: Python<'py>, points: &[u8]) -> Result<Bound<'py, PyBytes>> {
        let points = points.to_vec();
        let heights: Vec<u8> = py.detach(|| {
            let (ground, _) = self.0.ground()?;
            let filter = FaceFilter::default();
            let (pairs, _) = points.as_chunks::<8>();
            let height = |&[a, b, c, d, e, f, g, h]: &[u8; 8]| {
                let at = [f32::from_le_bytes([a, b, c, d]), f32::from_le_bytes([e, f, g, h])];
                ground.height(at, &filter).map_or(f32::NAN, |footing| footing.z).to_le_bytes()
            };
            Ok::<_, Failure>(pairs.iter().flat_map(height).collect())
        })?;
        Ok(PyBytes::new(py, &heights))
    }
}

fn question(
    query: &str,
    numbers: &[f32],
    seed: Option<u32>,
    limit: Option<usize>,
) -> Result<Question> {
    Ok(match (query, numbers) {
        ("height", &[x, y]) => Question::Height { at: [x, y] },
        ("walk", &[x, y, z, radius]) => Question::Walk { at: [x, y, z], radius },
        ("ray", &[x, y, z, i, j, k]) => Question::Ray { from: [x, y, z], direction: [i, j, k] },
        ("segment", &[x, y, z, i, j, k]) => Question::Segment { from: [x, y, z], to: [i, j, k] },
        ("box", &[x, y, z, i, j, k]) => Question::Box { from: [x, y, z], to: [i, j, k] },
        ("area", &[x, y]) => Question::Area { at: [x, y] },
        ("route", &[x, y, i, j]) => Question::Route { from: [x, y], to: [i, j], seed, limit },
        _ => {
            let count = numbers.len();
            let why = format!("\"{query}\" with {count} numbers is not a query");
            return Err(Failure::new(Class::Field, why));
        }
    })
}
