//! The machine's own sound device.

use std::sync::{Arc, Mutex, PoisonError};

use cpal::traits::{DeviceTrait as _, HostTrait as _, StreamTrait as _};
use cpal::{FromSample, SampleFormat, SizedSample, Stream, StreamConfig};

use super::mixer::Mixer;

/// A device that plays; it stops when this goes.
pub struct Device {
    _stream: Stream,
}

impl Device {
    /// Opens the usual device; `None` where there is none, or none that can be used.
    pub fn open(mixer: &Arc<Mutex<Mixer>>) -> Option<Self> {
        let device = cpal::default_host().default_output_device()?;
        let known = device.default_output_config().ok()?;
        let (format, config) = (known.sample_format(), known.config());
        let stream = match format {
            SampleFormat::F32 => play::<f32>(&device, config, mixer),
            SampleFormat::I16 => play::<i16>(&device, config, mixer),
            SampleFormat::U16 => play::<u16>(&device, config, mixer),
            SampleFormat::I32 => play::<i32>(&device, config, mixer),
            _ => None,
        }?;
        stream.play().ok()?;
        Some(Self { _stream: stream })
    }
}

fn play<T: SizedSample + FromSample<f32>>(
    device: &cpal::Device,
    config: StreamConfig,
    mixer: &Arc<Mutex<Mixer>>,
) -> Option<Stream> {
    let channels = usize::from(config.channels.max(1));
    let rate = f64::from(config.sample_rate);
    let mixer = Arc::clone(mixer);
    let fill = move |out: &mut [T], _: &cpal::OutputCallbackInfo| {
        let mut mixer = mixer.lock().unwrap_or_else(PoisonError::into_inner);
        for frame in out.chunks_mut(channels) {
            let [left, right] = mixer.next(rate);
            let both = (left + right) * 0.5;
            for (place, sample) in frame.iter_mut().enumerate() {
                // More than two channels: what is behind them stays silent.
                let value = match (channels, place) {
                    (1, _) => both,
                    (_, 0) => left,
                    (_, 1) => right,
                    _ => 0.0,
                };
                *sample = T::from_sample(value);
            }
        }
    };
    // What goes wrong while it plays is silence.
    device.build_output_stream(config, fill, |_| {}, None).ok()
}
