//! The card itself.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::pipelines;

/// What to do where nothing can be drawn with.
pub const DRIVER_ADVICE: &str = if cfg!(windows) {
    "Install the driver of the graphics card; Mesa's software driver for Windows will do too"
} else if cfg!(target_os = "macos") {
    "Pictures are drawn with Metal, which every Mac of the last ten years has"
} else {
    "A software one will do: on Debian and Ubuntu install mesa-vulkan-drivers, on Fedora \
     mesa-vulkan-drivers, on Arch vulkan-swrast"
};

/// Why nothing can be drawn.
#[derive(Debug, Clone, thiserror::Error)]
pub enum GpuError {
    /// There is nothing to draw with.
    #[error("no graphics adapter: {why}. {DRIVER_ADVICE}")]
    NoAdapter {
        /// What the system said.
        why: String,
    },
    /// The adapter gives no device.
    #[error("{adapter} cannot be used: {why}")]
    NoDevice {
        /// The adapter.
        adapter: String,
        /// What it said.
        why: String,
    },
    /// The card is gone: unplugged, reset, out of memory.
    #[error("the graphics device was lost: {why}. Open it again")]
    Lost {
        /// What it said.
        why: String,
    },
    /// The card refused something.
    #[error("the graphics device refused to draw: {why}")]
    Refused {
        /// What it said.
        why: String,
    },
    /// A picture without pixels.
    #[error("a picture of {width} x {height} has no pixels")]
    NoPixels {
        /// Pixels across.
        width: u32,
        /// Pixels down.
        height: u32,
    },
    /// A picture that is too large.
    #[error("a picture of {width} x {height} is too large: at most {most} a side")]
    TooLarge {
        /// Pixels across.
        width: u32,
        /// Pixels down.
        height: u32,
        /// The longest side there may be.
        most: u32,
    },
}

/// What went wrong on the card since it was last asked.
#[derive(Debug, Default)]
struct Trouble {
    lost: Option<String>,
    refused: Option<String>,
}

/// What the system says, without what nobody asked it for.
fn asked_for(why: &str) -> String {
    let parts = why.split([';', ',']).map(str::trim);
    let kept: Vec<&str> = parts.filter(|part| !part.ends_with("not requested")).collect();
    match kept.split_first() {
        Some((first, rest)) if !rest.is_empty() => format!("{first} ({})", rest.join(", ")),
        _ => kept.concat(),
    }
}

/// What a card is called, how it is spoken to, and whether it is none.
fn named(card: &wgpu::AdapterInfo) -> String {
    let software = if card.device_type == wgpu::DeviceType::Cpu { ", software" } else { "" };
    format!("{} ({:?}{software})", card.name, card.backend)
}

/// A card that is open. Cheap to clone; the clones are the same card.
#[derive(Debug, Clone)]
pub struct Gpu {
    device: wgpu::Device,
    queue: wgpu::Queue,
    name: String,
    trouble: Arc<Mutex<Trouble>>,
    pipelines: Arc<OnceLock<Arc<pipelines::Shared>>>,
}

impl Gpu {
    /// Opens a card without a window: Vulkan first (Mesa's software driver is one), then Metal,
    /// Direct3D 12 and OpenGL. `WGPU_BACKEND` chooses another.
    pub fn headless() -> Result<Self, GpuError> {
        Self::headless_for(Self::clone)
    }

    /// The same for something that is made on the card. One that refuses it is followed by the
    /// next, as not every driver that opens can draw.
    pub fn headless_for<T>(make: impl Fn(&Self) -> T) -> Result<T, GpuError> {
        pollster::block_on(Self::open(false, &make))
    }

    /// Opens a driver that draws on the processor, such as Mesa's, and no other: it draws the same
    /// pixels on every machine.
    pub fn software() -> Result<Self, GpuError> {
        pollster::block_on(Self::open(true, &Self::clone))
    }

    async fn open<T>(software: bool, make: &impl Fn(&Self) -> T) -> Result<T, GpuError> {
        use wgpu::Backends as Ways;
        let order = [Ways::VULKAN, Ways::METAL, Ways::DX12, Ways::GL];
        let chosen = Ways::from_env().unwrap_or(Ways::VULKAN | Ways::METAL | Ways::DX12 | Ways::GL);
        let chosen = chosen & wgpu::Instance::enabled_backend_features();
        let mut refused = None;
        let mut why = Vec::new();
        for backends in order.into_iter().filter(|way| chosen.contains(*way)) {
            let mut descriptor = wgpu::InstanceDescriptor::new_without_display_handle();
            descriptor.backends = backends;
            descriptor.flags = wgpu::InstanceFlags::empty();
            let instance = wgpu::Instance::new(descriptor);
            let options = wgpu::RequestAdapterOptions {
                power_preference: wgpu::PowerPreference::HighPerformance,
                force_fallback_adapter: software,
                ..wgpu::RequestAdapterOptions::default()
            };
            match instance.request_adapter(&options).await {
                Ok(adapter) => match Self::tried(&adapter, make).await {
                    Ok(made) => return Ok(made),
                    Err(error) => refused = refused.or(Some(error)),
                },
                Err(error) => why.push(asked_for(&error.to_string())),
            }
        }
        why.dedup();
        Err(refused.unwrap_or(GpuError::NoAdapter { why: why.join("; ") }))
    }

    /// What is made on a card, unless it refuses.
    async fn tried<T>(adapter: &wgpu::Adapter, make: &impl Fn(&Self) -> T) -> Result<T, GpuError> {
        let gpu = Self::of_adapter(adapter).await?;
        let made = make(&gpu);
        gpu.check()?;
        Ok(made)
    }

    async fn of_adapter(adapter: &wgpu::Adapter) -> Result<Self, GpuError> {
        let name = named(&adapter.get_info());
        let descriptor = wgpu::DeviceDescriptor {
            label: Some("ngi"),
            required_limits: Self::limits(&adapter.limits()),
            ..wgpu::DeviceDescriptor::default()
        };
        let (device, queue) = adapter.request_device(&descriptor).await.map_err(|error| {
            GpuError::NoDevice { adapter: name.clone(), why: error.to_string() }
        })?;
        Ok(Self::named(device, queue, name))
    }

    /// Listens to a device from now on. Without a listener an error would end the program.
    fn named(device: wgpu::Device, queue: wgpu::Queue, name: String) -> Self {
        let trouble = Arc::new(Mutex::new(Trouble::default()));
        let heard = Arc::clone(&trouble);
        device.set_device_lost_callback(move |reason, message| {
            let mut trouble = heard.lock().unwrap_or_else(PoisonError::into_inner);
            trouble.lost.get_or_insert(format!("{message} ({reason:?})"));
        });
        let heard = Arc::clone(&trouble);
        device.on_uncaptured_error(Arc::new(move |error: wgpu::Error| {
            let mut trouble = heard.lock().unwrap_or_else(PoisonError::into_inner);
            trouble.refused.get_or_insert(error.to_string());
        }));
        Self { device, queue, name, trouble, pipelines: Arc::default() }
    }

    /// What we ask of a card: what WebGL 2 has, and pictures as large as this one allows.
    pub fn limits(adapter: &wgpu::Limits) -> wgpu::Limits {
        wgpu::Limits::downlevel_webgl2_defaults().using_resolution(adapter.clone())
    }

    /// A card that somebody else opened: a window's, or a test's. From now on what goes wrong with
    /// it is told by [`Gpu::check`] of this value and its clones, whoever caused it.
    pub fn from_parts(device: wgpu::Device, queue: wgpu::Queue) -> Self {
        let name = named(&device.adapter_info());
        Self::named(device, queue, name)
    }

    /// The device.
    pub fn device(&self) -> &wgpu::Device {
        &self.device
    }

    /// The queue.
    pub fn queue(&self) -> &wgpu::Queue {
        &self.queue
    }

    /// What everybody draws with on this card, made when first needed.
    pub(super) fn pipelines(&self) -> Arc<pipelines::Shared> {
        let made = self.pipelines.get_or_init(|| Arc::new(pipelines::Shared::new(&self.device)));
        Arc::clone(made)
    }

    /// The name of the card.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether the card is gone for good. It has to be opened anew then, and everything that was
    /// kept on it is lost.
    pub fn is_lost(&self) -> bool {
        // What the card has to say is only heard when it is asked.
        let _ = self.device.poll(wgpu::PollType::Poll);
        self.trouble.lock().unwrap_or_else(PoisonError::into_inner).lost.is_some()
    }

    /// What went wrong since the last call; a lost card stays lost.
    pub fn check(&self) -> Result<(), GpuError> {
        let mut trouble = self.trouble.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(why) = trouble.lost.clone() {
            return Err(GpuError::Lost { why });
        }
        match trouble.refused.take() {
            Some(why) => Err(GpuError::Refused { why }),
            None => Ok(()),
        }
    }

    /// Waits until the card has done what it was given.
    pub fn wait(&self) -> Result<(), GpuError> {
        match self.device.poll(wgpu::PollType::wait_indefinitely()) {
            Ok(_) => self.check(),
            Err(error) => {
                self.check()?;
                Err(GpuError::Lost { why: error.to_string() })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_was_asked_for_is_told() {
        let why = "No suitable graphics adapter found; noop not requested, vulkan \
                   drivers/libraries could not be loaded, gl not requested";
        let told = "No suitable graphics adapter found (vulkan drivers/libraries could not be \
                    loaded)";
        assert_eq!(asked_for(why), told);
        assert_eq!(asked_for("nothing"), "nothing");
        assert_eq!(asked_for(""), "");
    }

    #[test]
    fn a_driver_that_draws_on_the_processor_is_called_that() {
        let name = Gpu::software().unwrap().name().to_owned();
        assert!(name.ends_with(", software)"), "{name}");
    }

    #[test]
    fn a_card_that_refuses_is_not_taken() {
        let refused = Gpu::headless_for(|gpu| {
            gpu.device().create_buffer(&wgpu::BufferDescriptor {
                label: None,
                size: 16,
                usage: wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::VERTEX,
                mapped_at_creation: false,
            })
        });
        assert!(matches!(refused, Err(GpuError::Refused { .. })), "{refused:?}");
        assert_eq!(Gpu::headless_for(|_| 7).unwrap(), 7);
    }

    #[test]
    fn a_lost_card_says_so_from_then_on() {
        let gpu = Gpu::software().unwrap();
        assert!(gpu.check().is_ok() && !gpu.is_lost());
        gpu.device().destroy();
        assert!(gpu.is_lost());
        for _ in 0..2 {
            assert!(matches!(gpu.check(), Err(GpuError::Lost { .. })), "{:?}", gpu.check());
        }
    }

    #[test]
    fn mistakes_are_told_once_and_never_end_the_program() {
        let opened = Gpu::software().unwrap();
        let gpu = Gpu::from_parts(opened.device().clone(), opened.queue().clone());
        let clone = gpu.clone();
        let _ = gpu.device().create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size: 16,
            // Nothing can be mapped and drawn from at once.
            usage: wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::VERTEX,
            mapped_at_creation: false,
        });
        assert!(matches!(clone.check(), Err(GpuError::Refused { .. })));
        assert!(gpu.check().is_ok());
    }
}
