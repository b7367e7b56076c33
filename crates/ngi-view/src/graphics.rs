//! What a window asks of its card.

use std::sync::Arc;

use egui_wgpu::wgpu;

/// Requirements for the graphics device: no more than a browser offers.
///
/// A frame is shown as soon as it is drawn:
/// a queue of frames would show the effect of each input one frame later.
pub fn wgpu_configuration() -> egui_wgpu::WgpuConfiguration {
    let mut setup = egui_wgpu::WgpuSetupCreateNew::without_display_handle();
    setup.instance_descriptor.backends = ngi_render::Renderer::window_backends();
    setup.device_descriptor = Arc::new(|adapter: &wgpu::Adapter| wgpu::DeviceDescriptor {
        label: Some("ngi view"),
        required_limits: ngi_render::Gpu::limits(&adapter.limits()),
        ..wgpu::DeviceDescriptor::default()
    });
    egui_wgpu::WgpuConfiguration {
        wgpu_setup: setup.into(),
        surface: egui_wgpu::SurfaceConfig::LOW_LATENCY,
        ..egui_wgpu::WgpuConfiguration::default()
    }
}
