//! The image on the card: drawn by the renderer into a texture of its own, copied into the window.

use egui::{Painter, Rect};
use egui_wgpu::wgpu;
use egui_wgpu::{CallbackResources, CallbackTrait, RenderState};
use ngi_render::{Blit, Frame, Gpu, ReadBack, Renderer, Store, Target};

use super::pace::Level;

/// A window's card, and the textures that the viewport is drawn into.
pub struct Canvas {
    state: RenderState,
    gpu: Gpu,
    renderer: Renderer,
    /// Target of full quality.
    full: Option<Target>,
    /// Target of images that change: smaller, or without smooth edges.
    coarse: Option<Target>,
    /// Copies the image into the window; the second one keeps what is behind transparent pixels.
    blits: Option<[Blit; 2]>,
    /// Level of the image that was drawn last, with the meshes and textures that the store has now;
    /// `None` if no image is current.
    current: Option<Level>,
    /// Number of frames that were drawn rather than shown again.
    drawn: u64,
}

/// Copies an image into the window.
struct Shown(Blit);

impl CallbackTrait for Shown {
    fn paint(
        &self,
        _: egui::PaintCallbackInfo,
        pass: &mut wgpu::RenderPass<'static>,
        _: &CallbackResources,
    ) {
        self.0.paint(pass);
    }
}

impl Canvas {
    /// A canvas on the card that draws the window.
    pub fn new(state: RenderState) -> Self {
        let gpu = Gpu::from_parts(state.device.clone(), state.queue.clone());
        Self::on(state, gpu)
    }

    fn on(state: RenderState, gpu: Gpu) -> Self {
        let renderer = Renderer::new(&gpu);
        let (full, coarse, blits, current) = (None, None, None, None);
        Self { state, gpu, renderer, full, coarse, blits, current, drawn: 0 }
    }

    /// Another one on the same card, which shares what is drawn with.
    pub fn beside(&self) -> Self {
        Self::on(self.state.clone(), self.gpu.clone())
    }

    /// The card.
    pub fn gpu(&self) -> &Gpu {
        &self.gpu
    }

    /// Where scenes keep their meshes and textures.
    pub fn store(&mut self) -> &mut dyn Store {
        self.current = None;
        &mut self.renderer
    }

    /// Number of frames drawn so far.
    pub fn drawn(&self) -> u64 {
        self.drawn
    }

    /// Level of the image that is shown.
    pub fn level(&self) -> Option<Level> {
        self.current
    }

    /// How many bytes of textures and meshes are kept.
    pub fn held(&self) -> u64 {
        self.renderer.held()
    }

    /// Draws a frame at a level. The image that is shown stays if it has this level or a finer one
    /// and the frame does not differ from the one before.
    pub fn draw(
        &mut self,
        frame: &Frame,
        differs: bool,
        size: [u32; 2],
        level: Level,
    ) -> Result<(), String> {
        let resized = self.full.as_ref().is_none_or(|target| target.size() != size);
        let is_fine = self.current.is_some_and(|current| current <= level);
        if is_fine && !differs && !resized && !self.gpu.is_lost() {
            return Ok(());
        }
        self.current = None;
        let told = |error: ngi_render::GpuError| error.to_string();
        if resized {
            self.full = Some(Target::new(&self.gpu, size[0], size[1], true).map_err(told)?);
            self.coarse = None;
        }
        let mut target = self.full.as_ref().ok_or("nothing is drawn")?;
        let drawn = if level == Level::FULL {
            self.renderer.draw(frame, target)
        } else {
            let sides = size.map(|side| level.side(side));
            self.coarse.take_if(|coarse| coarse.size() != sides);
            if self.coarse.is_none() {
                let new = Target::new(&self.gpu, sides[0], sides[1], false).map_err(told)?;
                self.coarse = Some(new);
            }
            target = self.coarse.as_ref().ok_or("nothing is drawn")?;
            self.renderer.draw_coarsely(frame, target)
        };
        drawn.map_err(told)?;
        let (gpu, format) = (&self.gpu, self.state.target_format);
        let blits =
            self.blits.get_or_insert_with(|| [Blit::opaque(gpu, format), Blit::new(gpu, format)]);
        blits.iter_mut().for_each(|blit| blit.prepare(gpu, target));
        self.current = Some(level);
        self.drawn += 1;
        Ok(())
    }

    /// Shows the image that was drawn last in a rectangle of the window. With `covers` the image
    /// has no transparent pixels.
    pub fn show(&self, painter: &Painter, rect: Rect, covers: bool) {
        let Some([opaque, blended]) = &self.blits else { return };
        let shown = Shown(if covers { opaque.clone() } else { blended.clone() });
        painter.add(egui_wgpu::Callback::new_paint_callback(rect, shown));
    }

    /// Asks the card for the image that was drawn last, which must have full quality.
    pub fn begin_picture(&self) -> Result<ReadBack, String> {
        let target = self.full.as_ref().filter(|_| self.current == Some(Level::FULL));
        Ok(target.ok_or("nothing is drawn")?.begin_read_back(&self.gpu))
    }

    /// Draws a frame into a picture of its own, and asks the card for it.
    pub fn expose(&mut self, frame: &Frame, [width, height]: [u32; 2]) -> Result<ReadBack, String> {
        let target = Target::new(&self.gpu, width, height, true);
        let target = target.map_err(|error| error.to_string())?;
        self.renderer.draw(frame, &target).map_err(|error| error.to_string())?;
        Ok(target.begin_read_back(&self.gpu))
    }
}
