//! The picture on the card: drawn by the renderer into a texture of its own, shown by egui.

use egui_wgpu::RenderState;
use egui_wgpu::wgpu;
use ngi_render::{Frame, Gpu, ReadBack, Renderer, Store, Target};

/// A window's card, and the texture that the viewport is drawn into.
pub struct Canvas {
    state: RenderState,
    gpu: Gpu,
    renderer: Renderer,
    target: Option<Target>,
    texture: Option<egui::TextureId>,
    /// True while the target shows the frame that was drawn last, with the meshes and textures that
    /// the store has now.
    is_current: bool,
    /// Number of frames that were drawn rather than shown again.
    drawn: u64,
}

impl Canvas {
    /// A canvas on the card that draws the window.
    pub fn new(state: RenderState) -> Self {
        let gpu = Gpu::from_parts(state.device.clone(), state.queue.clone());
        Self::on(state, gpu)
    }

    fn on(state: RenderState, gpu: Gpu) -> Self {
        let renderer = Renderer::new(&gpu);
        Self { state, gpu, renderer, target: None, texture: None, is_current: false, drawn: 0 }
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
        self.is_current = false;
        &mut self.renderer
    }

    /// Number of frames drawn so far.
    pub fn drawn(&self) -> u64 {
        self.drawn
    }

    /// How many bytes of textures and meshes are kept.
    pub fn held(&self) -> u64 {
        self.renderer.held()
    }

    /// Draws a frame and returns the texture that shows it. A frame that draws like `previous`, the
    /// frame before it, is not drawn again.
    pub fn draw(
        &mut self,
        frame: &Frame,
        previous: &Frame,
        size: [u32; 2],
    ) -> Result<egui::TextureId, String> {
        let texture = self.resize(size)?;
        if self.is_current && !self.gpu.is_lost() && frame.draws_like(previous) {
            return Ok(texture);
        }
        let target = self.target.as_ref().ok_or("nothing is drawn")?;
        self.is_current = false;
        self.renderer.draw(frame, target).map_err(|error| error.to_string())?;
        self.is_current = true;
        self.drawn += 1;
        Ok(texture)
    }

    /// Asks the card for the picture that was drawn last.
    pub fn begin_picture(&self) -> Result<ReadBack, String> {
        let target = self.target.as_ref().ok_or("nothing is drawn")?;
        Ok(target.begin_read_back(&self.gpu))
    }

    /// Draws a frame into a picture of its own, and asks the card for it.
    pub fn expose(&mut self, frame: &Frame, [width, height]: [u32; 2]) -> Result<ReadBack, String> {
        let target = Target::new(&self.gpu, width, height, true);
        let target = target.map_err(|error| error.to_string())?;
        self.renderer.draw(frame, &target).map_err(|error| error.to_string())?;
        Ok(target.begin_read_back(&self.gpu))
    }

    fn resize(&mut self, [width, height]: [u32; 2]) -> Result<egui::TextureId, String> {
        let fits = self.target.as_ref().is_some_and(|target| target.size() == [width, height]);
        if let (true, Some(texture)) = (fits, self.texture) {
            return Ok(texture);
        }
        self.is_current = false;
        let target = Target::new(&self.gpu, width, height, true);
        let target = target.map_err(|error| error.to_string())?;
        let (device, filter) = (&self.state.device, wgpu::FilterMode::Linear);
        let mut renderer = self.state.renderer.write();
        let texture = match self.texture {
            Some(texture) => {
                let view = target.view();
                renderer.update_egui_texture_from_wgpu_texture(device, view, filter, texture);
                texture
            }
            None => renderer.register_native_texture(device, target.view(), filter),
        };
        drop(renderer);
        self.target = Some(target);
        self.texture = Some(texture);
        Ok(texture)
    }
}

impl Drop for Canvas {
    fn drop(&mut self) {
        if let Some(texture) = self.texture {
            self.state.renderer.write().free_texture(&texture);
        }
    }
}
