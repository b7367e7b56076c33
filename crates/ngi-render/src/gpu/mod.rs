//! The graphics card, by way of `wgpu`.

mod blit;
mod buffers;
mod clusters;
mod device;
mod pipelines;
mod renderer;
mod resources;
mod target;
mod uniforms;

pub use blit::Blit;
pub use device::{DRIVER_ADVICE, Gpu, GpuError};
pub(crate) use renderer::Band;
pub use renderer::{Drawn, Renderer};
pub use target::{ReadBack, Target};
