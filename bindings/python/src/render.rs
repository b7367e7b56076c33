//! Rendering of scenes to images.

use std::sync::Mutex;

use ngi_render::frame::Background;
use ngi_render::scene::{Settings, View};
use ngi_render::{Aim, Series};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::errors::{Class, Failure, Result};
use crate::game::{Game, locked};

/// Renderer without a window.
#[pyclass(frozen, module = "ngi_tools._native")]
pub struct Studio(Mutex<ngi_render::Studio>);

fn failed(error: impl std::fmt::Display) -> Failure {
    Failure::new(Class::Render, error.to_string())
}

#[pymethods]
impl Studio {
    #[new]
    fn new(py: Python<'_>) -> Result<Self> {
        py.detach(|| Ok(Self(Mutex::new(ngi_render::Studio::new().map_err(failed)?))))
    }

    /// Renders the node at a path at a time in seconds. Returns the RGBA bytes of the image, and
    /// notes about missing or broken parts.
    fn picture<'py>(
        &self,
        py: Python<'py>,
        game: &Game,
        path: &str,
        size: [u32; 2],
        time: f32,
        camera: Option<Vec<f32>>,
        transparent: bool,
    ) -> Result<(Bound<'py, PyBytes>, Vec<String>)> {
        let (rgba, told) = py.detach(|| {
            let aim = match camera.as_deref().map(Aim::from_numbers) {
                Some(None) => return Err(failed("a camera consists of 2, 3 or 6 numbers")),
                Some(Some(aim)) => aim,
                None => Aim::default(),
            };
            let vfs = game.opened().vfs().clone();
            let mut scene = ngi_render::open(&game.locate(path)?, Some(&vfs)).map_err(failed)?;
            let mut settings = Settings::default();
            if transparent {
                settings.background = Background::Transparent;
            }
            let mut view = View { size, time, settings, ..View::default() };
            view.camera = aim.camera(&*scene, Series::Single, &view, None);
            let mut studio = locked(&self.0);
            scene.prepare(studio.renderer());
            let picture = studio.picture(&mut *scene, &view).map_err(failed)?;
            let told = scene.log().iter().map(ToString::to_string).collect::<Vec<_>>();
            Ok((picture.rgba().to_vec(), told))
        })?;
        Ok((PyBytes::new(py, &rgba), told))
    }
}
