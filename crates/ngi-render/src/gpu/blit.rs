//! Copies a finished picture to somebody else's pass: a window's.

use super::device::Gpu;
use super::target::Target;

/// Copies a [`Target`] into a render pass of the caller, filling its viewport. Clones share the
/// target that was prepared last.
#[derive(Debug, Clone)]
pub struct Blit {
    pipeline: wgpu::RenderPipeline,
    layout: wgpu::BindGroupLayout,
    sampler: wgpu::Sampler,
    group: Option<wgpu::BindGroup>,
}

impl Blit {
    /// For passes with one colour of this format, no depth and one sample. The image is laid over
    /// what the pass contains.
    pub fn new(gpu: &Gpu, format: wgpu::TextureFormat) -> Self {
        Self::with(gpu, format, Some(wgpu::BlendState::PREMULTIPLIED_ALPHA_BLENDING))
    }

    /// Like [`Blit::new`], for images without transparent pixels: the image replaces what the pass
    /// contains, which a software driver does faster.
    pub fn opaque(gpu: &Gpu, format: wgpu::TextureFormat) -> Self {
        Self::with(gpu, format, None)
    }

    fn with(gpu: &Gpu, format: wgpu::TextureFormat, blend: Option<wgpu::BlendState>) -> Self {
        let device = gpu.device();
        let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
            label: Some("blit"),
            source: wgpu::ShaderSource::Wgsl(include_str!("shaders/blit.wgsl").into()),
        });
        let entry = |binding, ty| wgpu::BindGroupLayoutEntry {
            binding,
            visibility: wgpu::ShaderStages::FRAGMENT,
            ty,
            count: None,
        };
        let layout = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some("blit"),
            entries: &[
                entry(
                    0,
                    wgpu::BindingType::Texture {
                        sample_type: wgpu::TextureSampleType::Float { filterable: true },
                        view_dimension: wgpu::TextureViewDimension::D2,
                        multisampled: false,
                    },
                ),
                entry(1, wgpu::BindingType::Sampler(wgpu::SamplerBindingType::Filtering)),
            ],
        });
        let pipeline_layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: Some("blit"),
            bind_group_layouts: &[Some(&layout)],
            immediate_size: 0,
        });
        let decode = [("DECODE", f64::from(u8::from(format.is_srgb())))];
        let options = wgpu::PipelineCompilationOptions {
            constants: &decode,
            ..wgpu::PipelineCompilationOptions::default()
        };
        let pipeline = device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
            label: Some("blit"),
            layout: Some(&pipeline_layout),
            vertex: wgpu::VertexState {
                module: &module,
                entry_point: Some("vertex"),
                compilation_options: options.clone(),
                buffers: &[],
            },
            primitive: wgpu::PrimitiveState::default(),
            depth_stencil: None,
            multisample: wgpu::MultisampleState::default(),
            fragment: Some(wgpu::FragmentState {
                module: &module,
                entry_point: Some("fragment"),
                compilation_options: options,
                targets: &[Some(wgpu::ColorTargetState {
                    format,
                    blend,
                    write_mask: wgpu::ColorWrites::ALL,
                })],
            }),
            multiview_mask: None,
            cache: None,
        });
        let sampler = device.create_sampler(&wgpu::SamplerDescriptor {
            mag_filter: wgpu::FilterMode::Linear,
            min_filter: wgpu::FilterMode::Linear,
            ..wgpu::SamplerDescriptor::default()
        });
        Self { pipeline, layout, sampler, group: None }
    }

    /// Says which picture comes next; to be called whenever the target is a new one.
    pub fn prepare(&mut self, gpu: &Gpu, target: &Target) {
        let entry = |binding, resource| wgpu::BindGroupEntry { binding, resource };
        self.group = Some(gpu.device().create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("blit"),
            layout: &self.layout,
            entries: &[
                entry(0, wgpu::BindingResource::TextureView(target.view())),
                entry(1, wgpu::BindingResource::Sampler(&self.sampler)),
            ],
        }));
    }

    /// Copies it.
    pub fn paint(&self, pass: &mut wgpu::RenderPass<'_>) {
        if let Some(group) = &self.group {
            pass.set_pipeline(&self.pipeline);
            pass.set_bind_group(0, group, &[]);
            pass.draw(0..3, 0..1);
        }
    }
}
