//! Pictures of scenes without a window.

use crate::Picture;
use crate::font;
use crate::frame::Frame;
use crate::gpu::{Band, Gpu, GpuError, Renderer, Target};
use crate::numbers::to_usize;
use crate::scene::{self, Scene, View};

/// A card, a renderer and a target: turns views of scenes into pictures.
#[derive(Debug)]
pub struct Studio {
    renderer: Renderer,
    target: Option<Target>,
    frame: Frame,
    smooth: bool,
    band_pixels: u32,
}

/// Pixels that are drawn at once unless [`Studio::with_band_pixels`] changes it. With smooth edges
/// a pixel takes 40 bytes while it is drawn, so this is 168 MB; the finished image takes 4.
const BAND_PIXELS: u32 = 1 << 22;
/// Bands begin at multiples of this, so that the card computes the same differences between
/// neighbouring pixels as for the whole image.
const BAND_STEP: u32 = 64;

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
        Self { renderer, target: None, frame: Frame::new(), smooth, band_pixels: BAND_PIXELS }
    }

    /// Sets how many pixels are drawn at once, about. A larger image is drawn in bands, one after
    /// another. The bands do not show: pixels differ from those of a whole image only by rounding,
    /// at edges.
    #[must_use]
    pub fn with_band_pixels(self, band_pixels: u32) -> Self {
        Self { band_pixels, ..self }
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
        Target::check_size(&gpu, view.size)?;
        let rows = (self.band_pixels / width / BAND_STEP).max(1) * BAND_STEP;
        let rows = rows.min(height);
        let target = match self.target.take() {
            Some(target) if target.size() == [width, rows] => target,
            _ => Target::new(&gpu, width, rows, self.smooth)?,
        };
        scene::build(scene, view, &mut self.frame);
        let mut picture = if rows == height {
            self.renderer.draw(&self.frame, &target)?;
            target.read_back(&gpu)?
        } else {
            self.banded(&target, view.size)?
        };
        self.target = Some(target);
        write_labels(&self.frame, &mut picture);
        Ok(picture)
    }

    /// Draws an image of this size in bands as high as the target.
    fn banded(&mut self, target: &Target, size: [u32; 2]) -> Result<Picture, GpuError> {
        let gpu = self.renderer.gpu().clone();
        let ([width, height], [_, rows]) = (size, target.size());
        let row = to_usize(width) * 4;
        let mut rgba = Vec::with_capacity(row * to_usize(height));
        for top in (0..height).step_by(to_usize(rows)) {
            self.renderer.draw_band(&self.frame, target, Band { top, size })?;
            let band = target.read_back(&gpu)?;
            let own = row * to_usize(rows.min(height - top));
            rgba.extend_from_slice(band.rgba().get(..own).unwrap_or_default());
        }
        let refused = |error: crate::PictureError| GpuError::Refused { why: error.to_string() };
        Picture::new(width, height, rgba).map_err(refused)
    }
}

/// Writes the texts of a frame into its picture.
pub fn write_labels(frame: &Frame, picture: &mut Picture) {
    let placed = frame.place_labels(|text| font::measure(picture, text));
    for label in placed {
        font::write(picture, label.at, label.text, label.colour);
    }
}
