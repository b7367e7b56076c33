//! Pipelines: made when first needed, kept for good.

use std::collections::HashMap;

use super::device::Gpu;
use super::target::{COLOUR, DEPTH};
use super::uniforms::VIEW_SIZE;
use crate::frame::{Depth, Instance, Line, Surface, Vertex};

/// What tells the pipelines of surfaces apart. Everything else is read by the shader.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Key {
    pub blend: u8,
    pub depth: Depth,
    pub two_sided: bool,
    pub samples: u32,
}

impl Key {
    pub fn of(surface: &Surface, samples: u32) -> Self {
        Self {
            blend: surface.blend_index(),
            depth: surface.depth,
            two_sided: surface.two_sided,
            samples,
        }
    }
}

/// All pipelines.
#[derive(Debug)]
pub(super) struct Pipelines {
    scene: wgpu::ShaderModule,
    scene_layout: wgpu::PipelineLayout,
    lines: wgpu::ShaderModule,
    lines_layout: wgpu::PipelineLayout,
    backdrop: wgpu::ShaderModule,
    backdrop_layout: wgpu::PipelineLayout,
    pub view_layout: wgpu::BindGroupLayout,
    pub backdrop_group_layout: wgpu::BindGroupLayout,
    surfaces: HashMap<Key, wgpu::RenderPipeline>,
    line_pipelines: HashMap<(bool, u32), wgpu::RenderPipeline>,
    backdrops: HashMap<u32, wgpu::RenderPipeline>,
}

const VERTEX_ATTRIBUTES: [wgpu::VertexAttribute; 5] = wgpu::vertex_attr_array![
    0 => Float32x3, 1 => Snorm8x4, 2 => Float32x2, 3 => Float32x2, 4 => Unorm8x4
];
const INSTANCE_ATTRIBUTES: [wgpu::VertexAttribute; 8] = wgpu::vertex_attr_array![
    5 => Float32x4, 6 => Float32x4, 7 => Float32x4, 8 => Float32x4,
    9 => Float32x4, 10 => Float32x4, 11 => Float32x4, 12 => Uint32
];
const LINE_ATTRIBUTES: [wgpu::VertexAttribute; 4] = wgpu::vertex_attr_array![
    0 => Float32x3, 1 => Float32x3, 2 => Unorm8x4, 3 => Float32
];

/// The texture of lights, which vertices look up.
const LIGHTS: wgpu::BindGroupLayoutEntry = wgpu::BindGroupLayoutEntry {
    binding: 1,
    visibility: wgpu::ShaderStages::VERTEX,
    ty: wgpu::BindingType::Texture {
        sample_type: wgpu::TextureSampleType::Float { filterable: false },
        view_dimension: wgpu::TextureViewDimension::D2,
        multisampled: false,
    },
    count: None,
};

impl Pipelines {
    pub fn new(gpu: &Gpu, textures: &wgpu::BindGroupLayout) -> Self {
        let device = gpu.device();
        let shader = |label, text: &str| {
            device.create_shader_module(wgpu::ShaderModuleDescriptor {
                label: Some(label),
                source: wgpu::ShaderSource::Wgsl(text.into()),
            })
        };
        let uniform = |dynamic, size| wgpu::BindGroupLayoutEntry {
            binding: 0,
            visibility: wgpu::ShaderStages::VERTEX_FRAGMENT,
            ty: wgpu::BindingType::Buffer {
                ty: wgpu::BufferBindingType::Uniform,
                has_dynamic_offset: dynamic,
                min_binding_size: std::num::NonZeroU64::new(size),
            },
            count: None,
        };
        let group = |label, entries: &[wgpu::BindGroupLayoutEntry]| {
            let label = Some(label);
            device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label, entries })
        };
        let view_layout = group("view", &[uniform(true, VIEW_SIZE), LIGHTS]);
        let backdrop_group_layout = group("backdrop", &[uniform(false, 32)]);
        let layout = |groups: &[Option<&wgpu::BindGroupLayout>]| {
            device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
                label: None,
                bind_group_layouts: groups,
                immediate_size: 0,
            })
        };
        Self {
            scene: shader(
                "scene",
                concat!(include_str!("shaders/view.wgsl"), include_str!("shaders/scene.wgsl")),
            ),
            scene_layout: layout(&[Some(&view_layout), Some(textures)]),
            lines: shader(
                "lines",
                concat!(include_str!("shaders/view.wgsl"), include_str!("shaders/lines.wgsl")),
            ),
            lines_layout: layout(&[Some(&view_layout)]),
            backdrop: shader("backdrop", include_str!("shaders/backdrop.wgsl")),
            backdrop_layout: layout(&[Some(&backdrop_group_layout)]),
            view_layout,
            backdrop_group_layout,
            surfaces: HashMap::new(),
            line_pipelines: HashMap::new(),
            backdrops: HashMap::new(),
        }
    }

    /// Makes sure that a surface can be drawn.
    pub fn prepare_surface(&mut self, gpu: &Gpu, key: Key) {
        let Self { scene, scene_layout, surfaces, .. } = self;
        surfaces.entry(key).or_insert_with(|| {
            pipeline(
                gpu,
                &Recipe {
                    label: "surface",
                    layout: scene_layout,
                    module: scene,
                    buffers: &[
                        Some(buffer_of::<Vertex>(wgpu::VertexStepMode::Vertex, &VERTEX_ATTRIBUTES)),
                        Some(buffer_of::<Instance>(
                            wgpu::VertexStepMode::Instance,
                            &INSTANCE_ATTRIBUTES,
                        )),
                    ],
                    topology: wgpu::PrimitiveTopology::TriangleList,
                    cull: (!key.two_sided).then_some(wgpu::Face::Back),
                    depth: key.depth,
                    blend: blend_state(key.blend),
                    samples: key.samples,
                },
            )
        });
    }

    pub fn surface(&self, key: Key) -> Option<&wgpu::RenderPipeline> {
        self.surfaces.get(&key)
    }

    /// Makes sure that lines can be drawn, hidden by what is nearer or on top.
    pub fn prepare_lines(&mut self, gpu: &Gpu, on_top: bool, samples: u32) {
        let Self { lines, lines_layout, line_pipelines, .. } = self;
        line_pipelines.entry((on_top, samples)).or_insert_with(|| {
            pipeline(
                gpu,
                &Recipe {
                    label: "lines",
                    layout: lines_layout,
                    module: lines,
                    buffers: &[Some(buffer_of::<Line>(
                        wgpu::VertexStepMode::Instance,
                        &LINE_ATTRIBUTES,
                    ))],
                    topology: wgpu::PrimitiveTopology::TriangleStrip,
                    cull: None,
                    depth: if on_top { Depth::Off } else { Depth::Test },
                    blend: blend_state(4),
                    samples,
                },
            )
        });
    }

    pub fn lines(&self, on_top: bool, samples: u32) -> Option<&wgpu::RenderPipeline> {
        self.line_pipelines.get(&(on_top, samples))
    }

    /// Makes sure that a backdrop can be drawn.
    pub fn prepare_backdrop(&mut self, gpu: &Gpu, samples: u32) {
        let Self { backdrop, backdrop_layout, backdrops, .. } = self;
        backdrops.entry(samples).or_insert_with(|| {
            pipeline(
                gpu,
                &Recipe {
                    label: "backdrop",
                    layout: backdrop_layout,
                    module: backdrop,
                    buffers: &[],
                    topology: wgpu::PrimitiveTopology::TriangleList,
                    cull: None,
                    depth: Depth::Off,
                    blend: None,
                    samples,
                },
            )
        });
    }

    pub fn backdrop(&self, samples: u32) -> Option<&wgpu::RenderPipeline> {
        self.backdrops.get(&samples)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.surfaces.len() + self.line_pipelines.len() + self.backdrops.len()
    }
}

fn buffer_of<T>(
    step_mode: wgpu::VertexStepMode,
    attributes: &'static [wgpu::VertexAttribute],
) -> wgpu::VertexBufferLayout<'static> {
    wgpu::VertexBufferLayout { array_stride: size_of::<T>() as u64, step_mode, attributes }
}

/// The engine's six blend modes on colours. The alpha of the picture is ours: how much of the
/// background is hidden.
fn blend_state(mode: u8) -> Option<wgpu::BlendState> {
    use wgpu::BlendFactor::{Dst, One, OneMinusSrcAlpha, Src, SrcAlpha, Zero};
    let add = |src_factor, dst_factor| wgpu::BlendComponent {
        src_factor,
        dst_factor,
        operation: wgpu::BlendOperation::Add,
    };
    let covers = add(One, OneMinusSrcAlpha);
    let adds_nothing = add(Zero, One);
    let (color, alpha) = match mode {
        1 => (add(SrcAlpha, Zero), covers),
        2 => (add(SrcAlpha, One), adds_nothing),
        3 => (add(Zero, Src), adds_nothing),
        4 => (add(SrcAlpha, OneMinusSrcAlpha), covers),
        5 => (add(Dst, Src), adds_nothing),
        _ => return None,
    };
    Some(wgpu::BlendState { color, alpha })
}

/// What a pipeline is made of.
struct Recipe<'a> {
    label: &'static str,
    layout: &'a wgpu::PipelineLayout,
    module: &'a wgpu::ShaderModule,
    buffers: &'a [Option<wgpu::VertexBufferLayout<'a>>],
    topology: wgpu::PrimitiveTopology,
    cull: Option<wgpu::Face>,
    depth: Depth,
    blend: Option<wgpu::BlendState>,
    samples: u32,
}

fn pipeline(gpu: &Gpu, recipe: &Recipe<'_>) -> wgpu::RenderPipeline {
    let compare = match recipe.depth {
        Depth::Off => wgpu::CompareFunction::Always,
        Depth::Write | Depth::Test => wgpu::CompareFunction::LessEqual,
    };
    gpu.device().create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: Some(recipe.label),
        layout: Some(recipe.layout),
        vertex: wgpu::VertexState {
            module: recipe.module,
            entry_point: Some("vertex"),
            compilation_options: Default::default(),
            buffers: recipe.buffers,
        },
        primitive: wgpu::PrimitiveState {
            topology: recipe.topology,
            cull_mode: recipe.cull,
            ..wgpu::PrimitiveState::default()
        },
        depth_stencil: Some(wgpu::DepthStencilState {
            format: DEPTH,
            depth_write_enabled: Some(recipe.depth == Depth::Write),
            depth_compare: Some(compare),
            stencil: Default::default(),
            bias: Default::default(),
        }),
        multisample: wgpu::MultisampleState { count: recipe.samples, ..Default::default() },
        fragment: Some(wgpu::FragmentState {
            module: recipe.module,
            entry_point: Some("fragment"),
            compilation_options: Default::default(),
            targets: &[Some(wgpu::ColorTargetState {
                format: COLOUR,
                blend: recipe.blend,
                write_mask: wgpu::ColorWrites::ALL,
            })],
        }),
        multiview_mask: None,
        cache: None,
    })
}
