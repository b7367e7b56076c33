//! The window.

use std::path::PathBuf;
use std::sync::Arc;

use egui_wgpu::wgpu;

use crate::App;
use crate::settings::{self, Settings};

/// Why there is no window.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The window could not be opened, or ended with an error.
    #[error(
        "the viewer cannot open its window: {0}. It needs a display and a graphics driver; \
         Mesa's software driver will do (on Debian: mesa-vulkan-drivers). `ngi render` needs no \
         display"
    )]
    Window(String),
}

/// Opens the viewer on folders, archives or files. Returns when the window is closed.
pub fn run(paths: Vec<PathBuf>) -> Result<(), Error> {
    let viewport = egui::ViewportBuilder::default()
        .with_title("ngi view")
        .with_app_id("ngi-view")
        .with_inner_size([1360.0, 860.0])
        .with_min_inner_size([640.0, 400.0])
        .with_drag_and_drop(true);
    let options = eframe::NativeOptions {
        viewport,
        persist_window: true,
        wgpu_options: graphics(),
        ..eframe::NativeOptions::default()
    };
    let create = move |context: &eframe::CreationContext<'_>| {
        let stored = context.storage.and_then(|storage| eframe::get_value(storage, settings::KEY));
        let settings: Settings = stored.unwrap_or_default();
        let state = context.wgpu_render_state.clone();
        let mut app = App::new(&context.egui_ctx, state, settings);
        paths.into_iter().for_each(|path| app.open(path));
        Ok(Box::new(app) as Box<dyn eframe::App>)
    };
    eframe::run_native("ngi-view", options, Box::new(create))
        .map_err(|error| Error::Window(error.to_string()))
}

/// What is asked of the card: no more than a browser has.
fn graphics() -> egui_wgpu::WgpuConfiguration {
    let mut setup = egui_wgpu::WgpuSetupCreateNew::without_display_handle();
    setup.device_descriptor = Arc::new(|adapter: &wgpu::Adapter| wgpu::DeviceDescriptor {
        label: Some("ngi view"),
        required_limits: ngi_render::Gpu::limits(&adapter.limits()),
        ..wgpu::DeviceDescriptor::default()
    });
    egui_wgpu::WgpuConfiguration {
        wgpu_setup: setup.into(),
        ..egui_wgpu::WgpuConfiguration::default()
    }
}
