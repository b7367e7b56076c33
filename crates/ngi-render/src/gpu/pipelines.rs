//! Pipelines: made when first needed, kept for good, and shared by everybody who draws on a card.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::device::Gpu;
use super::resources;
use super::target::{COLOUR, DEPTH};
use super::uniforms::VIEW_SIZE;
use crate::frame::{Channels, Combine, Depth, Instance, Line, Paint, Surface, Vertex};

/// What tells pipelines apart. Everything else is read by the shaders.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Key {
    Surface {
        blend: u8,
        depth: Depth,
        two_sided: bool,
        samples: u32,
        fragment: Fragment,
    },
    /// Hidden by what is nearer, or on top.
    Lines {
        on_top: bool,
        samples: u32,
    },
    Backdrop {
        samples: u32,
    },
}

/// Parts of the fragment shader that a pipeline has. A shader without the parts that its surfaces
/// do not need costs a software driver half as much, and one that discards nothing writes depth
/// early.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Fragment {
    combine: Combine,
    /// Drops pixels without alpha.
    alpha_test: bool,
    /// Drops points behind the clipping plane of a mirror.
    clip: bool,
    /// Draws channels and paints of tools.
    tools: bool,
}

/// Settings of a pass that apply to all its surfaces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PassKind {
    /// Samples of a pixel.
    pub samples: u32,
    /// True if the view has a clipping plane.
    pub clip: bool,
    /// Display of surfaces.
    pub paint: Paint,
}

impl Key {
    pub fn of(surface: &Surface, pass: PassKind) -> Self {
        Self::Surface {
            blend: surface.blend_index(),
            depth: surface.depth,
            two_sided: surface.two_sided,
            samples: pass.samples,
            fragment: Fragment {
                combine: surface.combine,
                alpha_test: surface.alpha_test,
                clip: pass.clip,
                tools: pass.paint != Paint::default() || surface.channels != Channels::Rgba,
            },
        }
    }
}

impl Fragment {
    /// Values of the constants that `scene.wgsl` declares.
    fn constants(self, blend: u8) -> [(&'static str, f64); 5] {
        let switch = |on: bool| f64::from(u8::from(on));
        [
            ("COMBINE", f64::from(self.combine as u8)),
            ("BLEND", f64::from(blend)),
            ("ALPHA_TEST", switch(self.alpha_test)),
            ("CLIP", switch(self.clip)),
            ("TOOLS", switch(self.tools)),
        ]
    }
}

/// The pipelines that one renderer has needed so far: drawing looks them up without waiting for
/// anybody.
#[derive(Debug)]
pub(super) struct Pipelines {
    pub shared: Arc<Shared>,
    needed: HashMap<Key, wgpu::RenderPipeline>,
}

impl Pipelines {
    pub fn new(gpu: &Gpu) -> Self {
        Self { shared: gpu.pipelines(), needed: HashMap::new() }
    }

    /// Makes sure that there is one.
    pub fn prepare(&mut self, gpu: &Gpu, key: Key) {
        let Self { shared, needed } = self;
        needed.entry(key).or_insert_with(|| shared.get(gpu, key));
    }

    pub fn get(&self, key: Key) -> Option<&wgpu::RenderPipeline> {
        self.needed.get(&key)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.needed.len()
    }
}

/// The shaders of a card and every pipeline that was made of them.
#[derive(Debug)]
pub(super) struct Shared {
    scene: wgpu::ShaderModule,
    scene_layout: wgpu::PipelineLayout,
    lines: wgpu::ShaderModule,
    lines_layout: wgpu::PipelineLayout,
    backdrop: wgpu::ShaderModule,
    backdrop_layout: wgpu::PipelineLayout,
    pub view_layout: wgpu::BindGroupLayout,
    pub textures_layout: wgpu::BindGroupLayout,
    pub backdrop_group_layout: wgpu::BindGroupLayout,
    made: Mutex<HashMap<Key, wgpu::RenderPipeline>>,
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

impl Shared {
    pub fn new(device: &wgpu::Device) -> Self {
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
        let textures_layout = resources::layout(device);
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
            scene_layout: layout(&[Some(&view_layout), Some(&textures_layout)]),
            lines: shader(
                "lines",
                concat!(include_str!("shaders/view.wgsl"), include_str!("shaders/lines.wgsl")),
            ),
            lines_layout: layout(&[Some(&view_layout)]),
            backdrop: shader("backdrop", include_str!("shaders/backdrop.wgsl")),
            backdrop_layout: layout(&[Some(&backdrop_group_layout)]),
            view_layout,
            textures_layout,
            backdrop_group_layout,
            made: Mutex::default(),
        }
    }

    /// A pipeline. While it is made nobody else waits; two who need it at once may both make it.
    fn get(&self, gpu: &Gpu, key: Key) -> wgpu::RenderPipeline {
        let made = || self.made.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = made().get(&key).cloned() {
            return known;
        }
        let new = self.make(gpu, key);
        made().entry(key).or_insert(new).clone()
    }

    fn make(&self, gpu: &Gpu, key: Key) -> wgpu::RenderPipeline {
        use wgpu::VertexStepMode::{Instance as PerInstance, Vertex as PerVertex};
        let triangles = wgpu::PrimitiveTopology::TriangleList;
        let recipe = match key {
            Key::Surface { blend, depth, two_sided, samples, fragment } => Recipe {
                constants: &fragment.constants(blend),
                label: "surface",
                layout: &self.scene_layout,
                module: &self.scene,
                buffers: &[
                    Some(buffer_of::<Vertex>(PerVertex, &VERTEX_ATTRIBUTES)),
                    Some(buffer_of::<Instance>(PerInstance, &INSTANCE_ATTRIBUTES)),
                ],
                topology: triangles,
                cull: (!two_sided).then_some(wgpu::Face::Back),
                depth,
                blend: blend_state(blend),
                samples,
            },
            Key::Lines { on_top, samples } => Recipe {
                constants: &[],
                label: "lines",
                layout: &self.lines_layout,
                module: &self.lines,
                buffers: &[Some(buffer_of::<Line>(PerInstance, &LINE_ATTRIBUTES))],
                topology: wgpu::PrimitiveTopology::TriangleStrip,
                cull: None,
                depth: if on_top { Depth::Off } else { Depth::Test },
                blend: blend_state(4),
                samples,
            },
            Key::Backdrop { samples } => Recipe {
                constants: &[],
                label: "backdrop",
                layout: &self.backdrop_layout,
                module: &self.backdrop,
                buffers: &[],
                topology: triangles,
                cull: None,
                depth: Depth::Off,
                blend: None,
                samples,
            },
        };
        pipeline(gpu, &recipe)
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
    /// Constants of the fragment shader.
    constants: &'a [(&'static str, f64)],
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
            compilation_options: wgpu::PipelineCompilationOptions {
                constants: recipe.constants,
                ..wgpu::PipelineCompilationOptions::default()
            },
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_one_renderer_needed_the_next_one_finds() {
        let gpu = Gpu::software().unwrap();
        let key = Key::Backdrop { samples: 1 };
        let (mut one, mut two) = (Pipelines::new(&gpu), Pipelines::new(&gpu.clone()));
        one.prepare(&gpu, key);
        assert!(two.get(key).is_none(), "it did not need it yet");
        two.prepare(&gpu, key);
        assert_eq!(one.get(key), two.get(key));
        assert_eq!(gpu.pipelines().made.lock().unwrap().len(), 1);
        let other = Pipelines::new(&Gpu::software().unwrap());
        assert!(!Arc::ptr_eq(&other.shared, &one.shared), "another card has its own");
    }
}
