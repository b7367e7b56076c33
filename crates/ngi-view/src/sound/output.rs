//! The way from a mixer to the sound device, if the program and the machine have one.

use std::sync::{Arc, Mutex};

use super::Mixer;

/// Open sound device. It stops when this is dropped.
pub struct Output {
    #[cfg(all(feature = "sound", not(target_arch = "wasm32")))]
    _device: super::device::Device,
}

impl Output {
    /// Opens the usual device for a mixer; `None` if there is none, or if this program was built
    /// without sound.
    #[cfg(all(feature = "sound", not(target_arch = "wasm32")))]
    pub fn open(mixer: &Arc<Mutex<Mixer>>) -> Option<Self> {
        super::device::Device::open(mixer).map(|device| Self { _device: device })
    }

    /// Returns `None`: this program was built without sound.
    #[cfg(not(all(feature = "sound", not(target_arch = "wasm32"))))]
    pub fn open(_: &Arc<Mutex<Mixer>>) -> Option<Self> {
        None
    }
}
