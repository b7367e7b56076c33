//! What is drawn into: a picture with depth on the card.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::device::{Gpu, GpuError};
use crate::Picture;
use crate::numbers::to_usize;

/// The format of all pictures: never sRGB, because the game mixes stored values.
pub(crate) const COLOUR: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8Unorm;
/// The format of depth.
pub(crate) const DEPTH: wgpu::TextureFormat = wgpu::TextureFormat::Depth32Float;
/// How often a pixel is drawn whose edges are smooth.
pub(super) const SMOOTH: u32 = 4;

/// A picture with depth on the card, with or without smooth edges.
#[derive(Debug)]
pub struct Target {
    width: u32,
    height: u32,
    samples: u32,
    colour: wgpu::Texture,
    view: wgpu::TextureView,
    depth: wgpu::TextureView,
    smooth: Option<wgpu::TextureView>,
}

impl Target {
    /// A picture of this size. `smooth` draws each pixel four times, for smooth edges.
    pub fn new(gpu: &Gpu, width: u32, height: u32, smooth: bool) -> Result<Self, GpuError> {
        Self::check_size(gpu, [width, height])?;
        let samples = if smooth { SMOOTH } else { 1 };
        let texture = |label, format, samples, usage| {
            gpu.device().create_texture(&wgpu::TextureDescriptor {
                label: Some(label),
                size: wgpu::Extent3d { width, height, depth_or_array_layers: 1 },
                mip_level_count: 1,
                sample_count: samples,
                dimension: wgpu::TextureDimension::D2,
                format,
                usage,
                view_formats: &[],
            })
        };
        let view = |texture: &wgpu::Texture| texture.create_view(&Default::default());
        let drawn = wgpu::TextureUsages::RENDER_ATTACHMENT;
        let read = wgpu::TextureUsages::COPY_SRC | wgpu::TextureUsages::TEXTURE_BINDING;
        let colour = texture("colour", COLOUR, 1, drawn | read);
        let depth = texture("depth", DEPTH, samples, drawn);
        let smooth = smooth.then(|| view(&texture("smooth", COLOUR, samples, drawn)));
        let (colour_view, depth) = (view(&colour), view(&depth));
        Ok(Self { width, height, samples, colour, view: colour_view, depth, smooth })
    }

    /// Fails if the card cannot draw an image of this size.
    pub(crate) fn check_size(gpu: &Gpu, [width, height]: [u32; 2]) -> Result<(), GpuError> {
        if width == 0 || height == 0 {
            return Err(GpuError::NoPixels { width, height });
        }
        let most = gpu.device().limits().max_texture_dimension_2d;
        if width > most || height > most {
            return Err(GpuError::TooLarge { width, height, most });
        }
        Ok(())
    }

    /// Pixels across and down.
    pub fn size(&self) -> [u32; 2] {
        [self.width, self.height]
    }

    /// How often each pixel is drawn.
    pub fn samples(&self) -> u32 {
        self.samples
    }

    /// The finished picture on the card, for windows. Its colours are multiplied with its alpha.
    pub fn view(&self) -> &wgpu::TextureView {
        &self.view
    }

    /// The texture behind [`Target::view`].
    pub fn texture(&self) -> &wgpu::Texture {
        &self.colour
    }

    pub(super) fn depth(&self) -> &wgpu::TextureView {
        &self.depth
    }

    /// What is drawn into, and what that is resolved into.
    pub(super) fn attachment(&self) -> (&wgpu::TextureView, Option<&wgpu::TextureView>) {
        match &self.smooth {
            Some(smooth) => (smooth, Some(&self.view)),
            None => (&self.view, None),
        }
    }

    /// Copies the picture from the card, once everything given to it is done. Waits, which a page in
    /// a browser cannot: see [`Target::begin_read_back`].
    pub fn read_back(&self, gpu: &Gpu) -> Result<Picture, GpuError> {
        let begun = self.begin_read_back(gpu);
        gpu.wait()?;
        begun.picture()
    }

    /// Asks the card for a copy of the picture, and does not wait for it.
    pub fn begin_read_back(&self, gpu: &Gpu) -> ReadBack {
        let row = self.width * 4;
        let align = wgpu::COPY_BYTES_PER_ROW_ALIGNMENT;
        let padded = row.div_ceil(align) * align;
        let buffer = gpu.device().create_buffer(&wgpu::BufferDescriptor {
            label: Some("read back"),
            size: u64::from(padded) * u64::from(self.height),
            usage: wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ,
            mapped_at_creation: false,
        });
        let mut encoder = gpu.device().create_command_encoder(&Default::default());
        encoder.copy_texture_to_buffer(
            self.colour.as_image_copy(),
            wgpu::TexelCopyBufferInfo {
                buffer: &buffer,
                layout: wgpu::TexelCopyBufferLayout {
                    offset: 0,
                    bytes_per_row: Some(padded),
                    rows_per_image: None,
                },
            },
            wgpu::Extent3d { width: self.width, height: self.height, depth_or_array_layers: 1 },
        );
        gpu.queue().submit([encoder.finish()]);
        let came = Arc::new(AtomicBool::new(false));
        let heard = Arc::clone(&came);
        // What went wrong is told when the bytes are asked for.
        buffer.slice(..).map_async(wgpu::MapMode::Read, move |_| {
            heard.store(true, Ordering::Release);
        });
        ReadBack { buffer, size: self.size(), padded, came }
    }
}

/// A copy of a picture that is under way from the card.
#[derive(Debug)]
pub struct ReadBack {
    buffer: wgpu::Buffer,
    size: [u32; 2],
    padded: u32,
    came: Arc<AtomicBool>,
}

impl ReadBack {
    /// The picture, if it came; never waits.
    pub fn take(&self, gpu: &Gpu) -> Option<Result<Picture, GpuError>> {
        // What the card has to say is only heard when it is asked.
        let asked = gpu.device().poll(wgpu::PollType::Poll);
        if let Err(error) = asked.map_err(|error| GpuError::Lost { why: error.to_string() }) {
            return Some(gpu.check().and(Err(error)));
        }
        self.came.load(Ordering::Acquire).then(|| gpu.check().and_then(|()| self.picture()))
    }

    fn picture(&self) -> Result<Picture, GpuError> {
        let refused = |why: String| GpuError::Refused { why };
        let mapped = self.buffer.slice(..).get_mapped_range();
        let mapped = mapped.map_err(|error| refused(error.to_string()))?;
        let [width, height] = self.size;
        let row = to_usize(width) * 4;
        let mut rgba = Vec::with_capacity(row * to_usize(height));
        for line in mapped.chunks(to_usize(self.padded)) {
            rgba.extend_from_slice(line.get(..row).unwrap_or_default());
        }
        rgba.as_chunks_mut().0.iter_mut().for_each(straighten);
        Picture::new(width, height, rgba).map_err(|error| refused(error.to_string()))
    }
}

/// From colours multiplied with alpha to straight ones.
///
/// Additive surfaces add light and no alpha; over nothing they get as much alpha as they shine,
/// so that they are seen in a picture without a background.
fn straighten(pixel: &mut [u8; 4]) {
    let [red, green, blue, alpha] = *pixel;
    if alpha == 255 {
        return;
    }
    let alpha = alpha.max(red).max(green).max(blue);
    let straight = |value: u8| match alpha {
        0 => 0,
        _ => {
            let (value, alpha) = (u32::from(value), u32::from(alpha));
            u8::try_from((value * 255 + alpha / 2) / alpha).unwrap_or(255)
        }
    };
    *pixel = [straight(red), straight(green), straight(blue), alpha];
}
