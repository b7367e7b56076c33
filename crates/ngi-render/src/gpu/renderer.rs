//! Draws frames.

use super::buffers::Filled;
use super::clusters::{self, Clusters};
use super::device::{Gpu, GpuError};
use super::pipelines::{Key, PassKind, Pipelines};
use super::resources::Resources;
use super::target::{SMOOTH, Target};
use super::uniforms::{VIEW_SIZE, VIEW_STRIDE, VIEWS, ViewUniform, view_index};
use crate::camera::Sight;
use crate::frame::{
    Background, Frame, Item, Line, LogLine, Mesh, MeshData, MeshId, Mirror, Paint, Projection,
    Store, Surface, TextureData, TextureId, Vertex,
};
use crate::numbers::{to_f32, to_u32};

/// Share of the sides of its texture that a mirror fills if it is drawn coarsely.
const COARSE_MIRROR: f32 = 0.5;

/// What a frame came to on the card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Drawn {
    /// Draw calls.
    pub draw_calls: usize,
    /// Pipelines that are kept.
    pub pipelines: usize,
}

/// Draws frames, and keeps what they refer to.
#[derive(Debug)]
pub struct Renderer {
    gpu: Gpu,
    resources: Resources,
    pipelines: Pipelines,
    views: wgpu::Buffer,
    view_group: wgpu::BindGroup,
    lights: wgpu::Texture,
    clusters: Clusters,
    backdrop: wgpu::Buffer,
    backdrop_group: wgpu::BindGroup,
    instances: Filled,
    vertices: Filled,
    indices: Filled,
    lines_below: Filled,
    lines: Filled,
    lines_on_top: Filled,
    scratch: Vec<u8>,
}

impl Store for Renderer {
    fn add_texture(&mut self, texture: &TextureData) -> TextureId {
        self.resources.add_texture(&self.gpu, texture)
    }

    fn add_mesh(&mut self, mesh: &MeshData) -> MeshId {
        self.resources.add_mesh(&self.gpu, mesh)
    }

    fn update_vertices(&mut self, mesh: MeshId, first: usize, vertices: &[Vertex]) {
        self.resources.update_vertices(&self.gpu, mesh, first, vertices);
    }

    fn add_mirror(&mut self, side: u32) -> TextureId {
        self.resources.add_mirror(&self.gpu, side)
    }

    fn remove_texture(&mut self, texture: TextureId) {
        self.resources.remove_texture(texture);
    }

    fn remove_mesh(&mut self, mesh: MeshId) {
        self.resources.remove_mesh(mesh);
    }

    fn take_log(&mut self) -> Vec<LogLine> {
        std::mem::take(&mut self.resources.log)
    }
}

impl Renderer {
    /// A renderer on a card.
    pub fn new(gpu: &Gpu) -> Self {
        use wgpu::BufferUsages as Usage;
        let pipelines = Pipelines::new(gpu);
        let shared = &pipelines.shared;
        let resources = Resources::new(gpu, shared.textures_layout.clone());
        let uniform = |label, size| {
            gpu.device().create_buffer(&wgpu::BufferDescriptor {
                label: Some(label),
                size,
                usage: Usage::UNIFORM | Usage::COPY_DST,
                mapped_at_creation: false,
            })
        };
        let bound = |buffer, size| wgpu::BindGroupEntry {
            binding: 0,
            resource: wgpu::BindingResource::Buffer(wgpu::BufferBinding {
                buffer,
                offset: 0,
                size: std::num::NonZeroU64::new(size),
            }),
        };
        let group = |layout, entries: &[wgpu::BindGroupEntry<'_>]| {
            let label = None;
            let descriptor = wgpu::BindGroupDescriptor { label, layout, entries };
            gpu.device().create_bind_group(&descriptor)
        };
        let lights = light_texture(gpu);
        let lights_view = lights.create_view(&Default::default());
        let looked_up = wgpu::BindGroupEntry {
            binding: 1,
            resource: wgpu::BindingResource::TextureView(&lights_view),
        };
        let views = uniform("views", VIEW_STRIDE * VIEWS);
        let backdrop = uniform("backdrop", 32);
        Self {
            view_group: group(&shared.view_layout, &[bound(&views, VIEW_SIZE), looked_up]),
            backdrop_group: group(&shared.backdrop_group_layout, &[bound(&backdrop, 32)]),
            lights,
            clusters: Clusters::default(),
            views,
            backdrop,
            instances: Filled::new(gpu, "instances", Usage::VERTEX),
            vertices: Filled::new(gpu, "streamed vertices", Usage::VERTEX),
            indices: Filled::new(gpu, "streamed indices", Usage::INDEX),
            lines_below: Filled::new(gpu, "lines below", Usage::VERTEX),
            lines: Filled::new(gpu, "lines", Usage::VERTEX),
            lines_on_top: Filled::new(gpu, "lines on top", Usage::VERTEX),
            scratch: Vec::new(),
            gpu: gpu.clone(),
            resources,
            pipelines,
        }
    }

    /// A renderer on a card without a window, of those there are the first that can draw.
    pub fn headless() -> Result<Self, GpuError> {
        Gpu::headless_for(|gpu| {
            let mut renderer = Self::new(gpu);
            // The ones that every picture needs; what is refused is refused for these.
            let kind = PassKind { samples: SMOOTH, clip: false, paint: Paint::default() };
            renderer.pipelines.prepare(gpu, Key::of(&Surface::default(), kind));
            renderer.pipelines.prepare(gpu, Key::Backdrop { samples: SMOOTH });
            renderer
        })
    }

    /// What a window may draw with: everything, and on Windows, where several drivers open and not
    /// each can draw, the first that can. `WGPU_BACKEND` chooses another.
    pub fn window_backends() -> wgpu::Backends {
        let all = wgpu::Backends::PRIMARY | wgpu::Backends::GL;
        let chosen = wgpu::Backends::from_env();
        if !cfg!(windows) || chosen.is_some() {
            return chosen.unwrap_or(all);
        }
        let drawing = Self::headless().map(|drawing| drawing.gpu.device().adapter_info().backend);
        drawing.map_or(all, wgpu::Backends::from)
    }

    /// The card.
    pub fn gpu(&self) -> &Gpu {
        &self.gpu
    }

    /// How many bytes of textures and meshes are kept.
    pub fn held(&self) -> u64 {
        self.resources.held()
    }

    /// Draws a frame that is [finished](Frame::finish).
    pub fn draw(&mut self, frame: &Frame, target: &Target) -> Result<Drawn, GpuError> {
        self.draw_band(frame, target, Band { top: 0, size: target.size() })
    }

    /// Draws a frame with a mirror of half the size, a quarter of the pixels: for an image that
    /// another one replaces soon.
    pub fn draw_coarsely(&mut self, frame: &Frame, target: &Target) -> Result<Drawn, GpuError> {
        let band = Band { top: 0, size: target.size() };
        self.draw_with(frame, target, band, COARSE_MIRROR)
    }

    /// Draws some rows of an image into a target that is as wide and has fewer rows.
    pub(crate) fn draw_band(
        &mut self,
        frame: &Frame,
        target: &Target,
        band: Band,
    ) -> Result<Drawn, GpuError> {
        self.draw_with(frame, target, band, 1.0)
    }

    /// Draws rows of an image. The image of a mirror fills this share of the sides of its texture.
    fn draw_with(
        &mut self,
        frame: &Frame,
        target: &Target,
        band: Band,
        mirror_share: f32,
    ) -> Result<Drawn, GpuError> {
        self.gpu.check()?;
        self.prepare(frame, target.samples());
        self.fill(frame, mirror_share);
        let mut encoder = self.gpu.device().create_command_encoder(&Default::default());
        let mut drawn = Drawn { draw_calls: 0, pipelines: self.pipelines.len() };
        if let Some(mirror) = &frame.mirror {
            drawn.draw_calls += self.draw_mirror(&mut encoder, frame, mirror, mirror_share);
        }
        drawn.draw_calls += self.draw_main(&mut encoder, frame, target, band);
        self.gpu.queue().submit([encoder.finish()]);
        self.gpu.check()?;
        Ok(drawn)
    }

    /// Makes pipelines and bind groups, so that drawing only looks them up.
    fn prepare(&mut self, frame: &Frame, samples: u32) {
        for item in &frame.items {
            let kind = pass_kind(frame, item.pass.mirrored, samples);
            self.pipelines.prepare(&self.gpu, Key::of(&item.surface, kind));
            let pair = (item.surface.texture0, item.surface.texture1);
            self.resources.prepare_pair(&self.gpu, pair);
        }
        if !frame.lines.is_empty() || !frame.lines_below.is_empty() {
            self.pipelines.prepare(&self.gpu, Key::Lines { on_top: false, samples });
        }
        if !frame.lines_on_top.is_empty() {
            self.pipelines.prepare(&self.gpu, Key::Lines { on_top: true, samples });
        }
        if matches!(frame.background, Background::Gradient { .. }) {
            self.pipelines.prepare(&self.gpu, Key::Backdrop { samples });
        }
    }

    /// Puts the lights where vertices look them up.
    fn fill_lights(&mut self, frame: &Frame) {
        self.clusters.fill(&frame.lighting.points);
        if frame.lighting.points.is_empty() {
            return;
        }
        let (bytes, rows) = self.clusters.bytes();
        let width = to_u32(clusters::WIDTH);
        self.gpu.queue().write_texture(
            self.lights.as_image_copy(),
            bytes,
            wgpu::TexelCopyBufferLayout {
                offset: 0,
                bytes_per_row: Some(width * 16),
                rows_per_image: Some(rows),
            },
            wgpu::Extent3d { width, height: rows, depth_or_array_layers: 1 },
        );
    }

    fn fill(&mut self, frame: &Frame, mirror_share: f32) {
        self.fill_lights(frame);
        let (views, clusters) = (&mut self.scratch, &self.clusters);
        views.clear();
        let mut add = |sight: &Sight, clip| {
            for projection in [Projection::World, Projection::Sky, Projection::Near] {
                let view =
                    ViewUniform::new(frame, clusters, sight, projection, (clip, mirror_share));
                views.extend_from_slice(bytemuck::bytes_of(&view));
                let stride = usize::try_from(VIEW_STRIDE).unwrap_or_default();
                views.resize(views.len().next_multiple_of(stride), 0);
            }
        };
        add(&frame.sight, None);
        if let Some(mirror) = &frame.mirror {
            add(&mirror.sight, Some(mirror.clip));
        }
        let queue = self.gpu.queue();
        queue.write_buffer(&self.views, 0, views);
        if let Background::Gradient { top, bottom } = frame.background {
            let four = |[r, g, b]: [f32; 3]| [r, g, b, 1.0];
            let colours: [[f32; 4]; 2] = [four(top), four(bottom)];
            queue.write_buffer(&self.backdrop, 0, bytemuck::cast_slice(&colours));
        }
        self.instances.fill(&self.gpu, bytemuck::cast_slice(&frame.instances));
        self.vertices.fill(&self.gpu, bytemuck::cast_slice(&frame.vertices));
        self.indices.fill(&self.gpu, bytemuck::cast_slice(&frame.indices));
        self.lines_below.fill(&self.gpu, bytemuck::cast_slice(&frame.lines_below));
        self.lines.fill(&self.gpu, bytemuck::cast_slice(&frame.lines));
        self.lines_on_top.fill(&self.gpu, bytemuck::cast_slice(&frame.lines_on_top));
    }

    fn draw_mirror(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        frame: &Frame,
        mirror: &Mirror,
        share: f32,
    ) -> usize {
        let Some(texture) = self.resources.texture(mirror.texture) else { return 0 };
        let Some((depth, side)) = &texture.mirror else { return 0 };
        let [r, g, b] = mirror.background;
        let attachments = (texture.view(), None, depth);
        let mut pass = begin(encoder, attachments, clear_colour([r, g, b, 1.0]));
        let items = frame.items.iter().filter(|item| item.pass.mirrored);
        let kind = pass_kind(frame, true, 1);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a share")]
        let side = (to_f32(*side) * share) as u32;
        self.draw_items(&mut pass, frame, items, Band { top: 0, size: [side; 2] }, kind)
    }

    fn draw_main(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        frame: &Frame,
        target: &Target,
        band: Band,
    ) -> usize {
        let (colour, resolve) = target.attachment();
        let clear = match frame.background {
            Background::Plain([r, g, b]) => [r, g, b, 1.0],
            Background::Transparent | Background::Gradient { .. } => [0.0; 4],
        };
        let attachments = (colour, resolve, target.depth());
        let mut pass = begin(encoder, attachments, clear_colour(clear));
        let mut calls = 0;
        if let (Background::Gradient { .. }, Some(pipeline)) =
            (frame.background, self.pipelines.get(Key::Backdrop { samples: target.samples() }))
        {
            band.set_viewport(&mut pass, (0.0, 1.0));
            pass.set_pipeline(pipeline);
            pass.set_bind_group(0, &self.backdrop_group, &[]);
            pass.draw(0..3, 0..1);
            calls += 1;
        }
        let samples = target.samples();
        let seen = frame.items.iter().filter(|item| !item.pass.mirrored);
        let first = seen.clone().filter(|item| item.pass.group == 0);
        let kind = pass_kind(frame, false, samples);
        calls += self.draw_items(&mut pass, frame, first, band, kind);
        let world = |pass: &mut wgpu::RenderPass<'_>| {
            band.set_viewport(pass, crate::frame::Pass::OPAQUE.depth_range());
        };
        world(&mut pass);
        calls += self.draw_lines(&mut pass, &frame.lines_below, &self.lines_below, false, samples);
        let rest = seen.filter(|item| item.pass.group != 0);
        calls += self.draw_items(&mut pass, frame, rest, band, kind);
        world(&mut pass);
        calls += self.draw_lines(&mut pass, &frame.lines, &self.lines, false, samples);
        calls += self.draw_lines(&mut pass, &frame.lines_on_top, &self.lines_on_top, true, samples);
        calls
    }

    fn draw_items<'a>(
        &self,
        pass: &mut wgpu::RenderPass<'_>,
        frame: &Frame,
        items: impl Iterator<Item = &'a Item>,
        band: Band,
        kind: PassKind,
    ) -> usize {
        let mut state = State::default();
        let mut calls = 0;
        pass.set_vertex_buffer(1, self.instances.buffer().slice(..));
        for item in items {
            if state.pass.replace(item.pass) != Some(item.pass) {
                band.set_viewport(pass, item.pass.depth_range());
                let index = view_index(item.pass.mirrored, item.pass.projection());
                let offset = index * u32::try_from(VIEW_STRIDE).unwrap_or_default();
                pass.set_bind_group(0, &self.view_group, &[offset]);
            }
            calls += usize::from(self.draw_item(pass, frame, item, kind, &mut state));
        }
        calls
    }

    /// Draws one item; whether it could.
    fn draw_item(
        &self,
        pass: &mut wgpu::RenderPass<'_>,
        frame: &Frame,
        item: &Item,
        kind: PassKind,
        state: &mut State,
    ) -> bool {
        let key = Key::of(&item.surface, kind);
        let pair = (item.surface.texture0, item.surface.texture1);
        let (Some(pipeline), Some(textures)) = (self.pipelines.get(key), self.resources.pair(pair))
        else {
            return false;
        };
        if state.key.replace(key) != Some(key) {
            pass.set_pipeline(pipeline);
        }
        if state.pair.replace(pair) != Some(pair) {
            pass.set_bind_group(1, textures, &[]);
        }
        let (vertices, indices, count) = match item.mesh {
            Mesh::Kept(id) => match self.resources.mesh(id) {
                Some(mesh) => (&mesh.vertices, &mesh.indices, mesh.index_count),
                None => return false,
            },
            Mesh::KeptVertices(id) => match self.resources.mesh(id) {
                Some(mesh) => (&mesh.vertices, self.indices.buffer(), to_u32(frame.indices.len())),
                None => return false,
            },
            Mesh::Streamed => {
                (self.vertices.buffer(), self.indices.buffer(), to_u32(frame.indices.len()))
            }
        };
        if state.mesh.replace(item.mesh) != Some(item.mesh) {
            pass.set_vertex_buffer(0, vertices.slice(..));
            pass.set_index_buffer(indices.slice(..), wgpu::IndexFormat::Uint32);
        }
        let range = item.indices.start.min(count)..item.indices.end.min(count);
        pass.draw_indexed(range, 0, item.instances.clone());
        true
    }

    fn draw_lines(
        &self,
        pass: &mut wgpu::RenderPass<'_>,
        lines: &[Line],
        buffer: &Filled,
        on_top: bool,
        samples: u32,
    ) -> usize {
        let Some(pipeline) =
            self.pipelines.get(Key::Lines { on_top, samples }).filter(|_| !lines.is_empty())
        else {
            return 0;
        };
        pass.set_pipeline(pipeline);
        pass.set_bind_group(0, &self.view_group, &[0]);
        pass.set_vertex_buffer(0, buffer.buffer().slice(..));
        pass.draw(0..4, 0..to_u32(lines.len()));
        1
    }
}

/// Settings that the surfaces of the image, or of the mirror, have in common.
fn pass_kind(frame: &Frame, mirrored: bool, samples: u32) -> PassKind {
    let clip = frame.mirror.is_some_and(|mirror| mirrored && mirror.clip != glam::Vec4::W);
    let samples = if mirrored { 1 } else { samples };
    PassKind { samples, clip, paint: frame.paint }
}

/// The texture that lights lie in.
fn light_texture(gpu: &Gpu) -> wgpu::Texture {
    let [width, height] = [clusters::WIDTH, clusters::HEIGHT].map(to_u32);
    gpu.device().create_texture(&wgpu::TextureDescriptor {
        label: Some("lights"),
        size: wgpu::Extent3d { width, height, depth_or_array_layers: 1 },
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: wgpu::TextureFormat::Rgba32Float,
        usage: wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_DST,
        view_formats: &[],
    })
}

/// What the pass has set already.
#[derive(Default)]
struct State {
    pass: Option<crate::frame::Pass>,
    key: Option<Key>,
    pair: Option<(Option<TextureId>, Option<TextureId>)>,
    mesh: Option<Mesh>,
}

fn clear_colour([r, g, b, a]: [f32; 4]) -> wgpu::Color {
    wgpu::Color { r: r.into(), g: g.into(), b: b.into(), a: a.into() }
}

/// Rows of an image that are drawn at once.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Band {
    /// The first row.
    pub top: u32,
    /// Size of the whole image.
    pub size: [u32; 2],
}

impl Band {
    /// Moves the image so that the first row of the band is the first row of the target.
    fn set_viewport(self, pass: &mut wgpu::RenderPass<'_>, (near, far): (f32, f32)) {
        let [width, height] = self.size.map(to_f32);
        pass.set_viewport(0.0, -to_f32(self.top), width, height, near, far);
    }
}

/// Colour, what it is resolved into, depth.
type Attachments<'a> =
    (&'a wgpu::TextureView, Option<&'a wgpu::TextureView>, &'a wgpu::TextureView);

fn begin<'a>(
    encoder: &'a mut wgpu::CommandEncoder,
    (colour, resolve, depth): Attachments<'_>,
    clear: wgpu::Color,
) -> wgpu::RenderPass<'a> {
    encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
        label: Some("ngi"),
        color_attachments: &[Some(wgpu::RenderPassColorAttachment {
            view: colour,
            depth_slice: None,
            resolve_target: resolve,
            ops: wgpu::Operations {
                load: wgpu::LoadOp::Clear(clear),
                store: if resolve.is_some() {
                    wgpu::StoreOp::Discard
                } else {
                    wgpu::StoreOp::Store
                },
            },
        })],
        depth_stencil_attachment: Some(wgpu::RenderPassDepthStencilAttachment {
            view: depth,
            depth_ops: Some(wgpu::Operations {
                load: wgpu::LoadOp::Clear(1.0),
                store: wgpu::StoreOp::Discard,
            }),
            stencil_ops: None,
        }),
        timestamp_writes: None,
        occlusion_query_set: None,
        multiview_mask: None,
    })
}
