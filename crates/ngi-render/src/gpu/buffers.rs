//! Buffers that are filled anew for every frame and only ever grow.

use super::device::Gpu;

/// A buffer that is filled anew for every frame.
#[derive(Debug)]
pub(super) struct Filled {
    label: &'static str,
    usage: wgpu::BufferUsages,
    buffer: wgpu::Buffer,
}

impl Filled {
    pub fn new(gpu: &Gpu, label: &'static str, usage: wgpu::BufferUsages) -> Self {
        let usage = usage | wgpu::BufferUsages::COPY_DST;
        Self { label, usage, buffer: make(gpu, label, usage, 4096) }
    }

    /// Puts bytes into it, from its start. Their number has to be a multiple of four.
    pub fn fill(&mut self, gpu: &Gpu, bytes: &[u8]) {
        if bytes.is_empty() {
            return;
        }
        let needed = bytes.len() as u64;
        if self.buffer.size() < needed {
            self.buffer = make(gpu, self.label, self.usage, needed.next_power_of_two());
        }
        gpu.queue().write_buffer(&self.buffer, 0, bytes);
    }

    pub fn buffer(&self) -> &wgpu::Buffer {
        &self.buffer
    }
}

fn make(gpu: &Gpu, label: &str, usage: wgpu::BufferUsages, size: u64) -> wgpu::Buffer {
    gpu.device().create_buffer(&wgpu::BufferDescriptor {
        label: Some(label),
        size,
        usage,
        mapped_at_creation: false,
    })
}

/// A buffer that keeps its bytes.
pub(super) fn kept(
    gpu: &Gpu,
    label: &str,
    usage: wgpu::BufferUsages,
    bytes: &[u8],
) -> wgpu::Buffer {
    let size = (bytes.len() as u64).max(4).next_multiple_of(4);
    let buffer = make(gpu, label, usage | wgpu::BufferUsages::COPY_DST, size);
    if !bytes.is_empty() {
        gpu.queue().write_buffer(&buffer, 0, bytes);
    }
    buffer
}
