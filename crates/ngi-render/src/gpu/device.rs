//! The card itself.

use std::sync::{Arc, Mutex, PoisonError};

/// Why nothing can be drawn.
#[derive(Debug, Clone, thiserror::Error)]
pub enum GpuError {
    /// There is nothing to draw with.
    #[error(
        "no graphics adapter: {why}. A software one will do: on Debian and Ubuntu install \
         mesa-vulkan-drivers, on Fedora mesa-vulkan-drivers, on Arch vulkan-swrast"
    )]
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

/// A card that is open. Cheap to clone; the clones are the same card.
#[derive(Debug, Clone)]
pub struct Gpu {
    device: wgpu::Device,
    queue: wgpu::Queue,
    name: String,
    trouble: Arc<Mutex<Trouble>>,
}

impl Gpu {
    /// Opens a card without a window: Vulkan first (Mesa's software driver is one), then Metal,
    /// Direct3D 12 and OpenGL. `WGPU_BACKEND` chooses another.
    pub fn headless() -> Result<Self, GpuError> {
        pollster::block_on(Self::open(false))
    }

    /// Opens a driver that draws on the processor, such as Mesa's, and no other: it draws the same
    /// pixels on every machine.
    pub fn software() -> Result<Self, GpuError> {
        pollster::block_on(Self::open(true))
    }

    async fn open(software: bool) -> Result<Self, GpuError> {
        let chosen = wgpu::Backends::from_env();
        let order = match chosen {
            Some(backends) => vec![backends],
            None => vec![wgpu::Backends::PRIMARY, wgpu::Backends::GL],
        };
        let mut why = String::new();
        for backends in order {
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
                Ok(adapter) => return Self::of_adapter(&adapter).await,
                Err(error) => why = error.to_string(),
            }
        }
        Err(GpuError::NoAdapter { why })
    }

    async fn of_adapter(adapter: &wgpu::Adapter) -> Result<Self, GpuError> {
        let info = adapter.get_info();
        let name = format!("{} ({:?})", info.name, info.backend);
        let descriptor = wgpu::DeviceDescriptor {
            label: Some("ngi"),
            required_limits: Self::limits(&adapter.limits()),
            ..wgpu::DeviceDescriptor::default()
        };
        let (device, queue) = adapter.request_device(&descriptor).await.map_err(|error| {
            GpuError::NoDevice { adapter: name.clone(), why: error.to_string() }
        })?;
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
        Ok(Self { device, queue, name, trouble })
    }

    /// What we ask of a card: what WebGL 2 has, and pictures as large as this one allows.
    pub fn limits(adapter: &wgpu::Limits) -> wgpu::Limits {
        wgpu::Limits::downlevel_webgl2_defaults().using_resolution(adapter.clone())
    }

    /// A card that somebody else opened: a window's, or a test's.
    pub fn from_parts(device: wgpu::Device, queue: wgpu::Queue) -> Self {
        let info = device.adapter_info();
        let name = format!("{} ({:?})", info.name, info.backend);
        Self { device, queue, name, trouble: Arc::default() }
    }

    /// The device.
    pub fn device(&self) -> &wgpu::Device {
        &self.device
    }

    /// The queue.
    pub fn queue(&self) -> &wgpu::Queue {
        &self.queue
    }

    /// The name of the card.
    pub fn name(&self) -> &str {
        &self.name
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
