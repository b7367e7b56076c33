//! Pictures of scenes without a window.

use crate::Picture;
use crate::font;
use crate::frame::Frame;
use crate::gpu::{Gpu, GpuError, Renderer, Target};
use crate::scene::{self, Scene, View};

/// A card, a renderer and a target: turns views of scenes into pictures.
#[derive(Debug)]
pub struct Studio {
    renderer: Renderer,
    target: Option<Target>,
    frame: Frame,
    smooth: bool,
}

impl Studio {
    /// Opens a card without a window; edges are smooth.
    pub fn new() -> Result<Self, GpuError> {
        Ok(Self::with(Renderer::headless()?, true))
    }

    /// On a card that is open; `smooth` for smooth edges.
    pub fn on(gpu: &Gpu, smooth: bool) -> Self {
        Self::with(Renderer::new(gpu), smooth)
    }

    fn with(renderer: Renderer, smooth: bool) -> Self {
        Self { renderer, target: None, frame: Frame::new(), smooth }
    }

    /// The renderer, to prepare scenes with.
    pub fn renderer(&mut self) -> &mut Renderer {
        &mut self.renderer
    }

    /// The last frame.
    pub fn frame(&self) -> &Frame {
        &self.frame
    }

    /// A picture of a scene that is prepared, with its texts.
    pub fn picture(&mut self, scene: &mut dyn Scene, view: &View) -> Result<Picture, GpuError> {
        let gpu = self.renderer.gpu().clone();
        let [width, height] = view.size;
        let target = match self.target.take() {
            Some(target) if target.size() == view.size => target,
            _ => Target::new(&gpu, width, height, self.smooth)?,
        };
        scene::build(scene, view, &mut self.frame);
        self.renderer.draw(&self.frame, &target)?;
        let mut picture = target.read_back(&gpu)?;
        self.target = Some(target);
        write_labels(&self.frame, &mut picture);
        Ok(picture)
    }
}

/// Writes the texts of a frame into its picture.
pub fn write_labels(frame: &Frame, picture: &mut Picture) {
    let placed = frame.place_labels(|text| font::measure(picture, text));
    for label in placed {
        font::write(picture, label.at, label.text, label.colour);
    }
}
