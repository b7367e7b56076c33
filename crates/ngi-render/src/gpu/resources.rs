//! Textures and meshes on the card.

use std::collections::HashMap;

use super::buffers::kept;
use super::device::Gpu;
use super::target::{COLOUR, DEPTH};
use crate::frame::{LogLine, MOST_TEXTURE_SIDE, MeshData, MeshId, TextureData, TextureId, Vertex};
use crate::numbers::to_u32;
use crate::picture::shrink;

/// A texture, and how it is looked up.
#[derive(Debug)]
pub(super) struct KeptTexture {
    view: wgpu::TextureView,
    sampler: usize,
    /// Of a mirror: its depth and its side.
    pub mirror: Option<(wgpu::TextureView, u32)>,
}

impl KeptTexture {
    pub fn view(&self) -> &wgpu::TextureView {
        &self.view
    }

    /// Its bytes on the card, with all its levels; of a mirror with its depth.
    fn size(&self) -> u64 {
        let texture = self.view.texture();
        let first = u64::from(texture.width()) * u64::from(texture.height()) * 4;
        let levels = (0..texture.mip_level_count().min(32)).map(|level| first >> (2 * level));
        levels.sum::<u64>() * (1 + u64::from(self.mirror.is_some()))
    }
}

/// A mesh.
#[derive(Debug)]
pub(super) struct KeptMesh {
    pub vertices: wgpu::Buffer,
    pub indices: wgpu::Buffer,
    pub index_count: u32,
}

/// Everything that is kept between frames.
#[derive(Debug)]
pub(super) struct Resources {
    textures: HashMap<TextureId, KeptTexture>,
    meshes: HashMap<MeshId, KeptMesh>,
    pairs: HashMap<(Option<TextureId>, Option<TextureId>), wgpu::BindGroup>,
    white: KeptTexture,
    samplers: Vec<wgpu::Sampler>,
    layout: wgpu::BindGroupLayout,
    pub log: Vec<LogLine>,
    next: u32,
}

/// Repeat and nearest as a place among the samplers.
fn sampler_index(repeat: bool, nearest: bool) -> usize {
    usize::from(repeat) | usize::from(nearest) << 1
}

impl Resources {
    pub fn new(gpu: &Gpu, layout: wgpu::BindGroupLayout) -> Self {
        let samplers = (0..4usize).map(|index| sampler(gpu, index & 1 != 0, index & 2 != 0));
        let white = TextureData::pixel("white", [255; 4]);
        Self {
            textures: HashMap::new(),
            meshes: HashMap::new(),
            pairs: HashMap::new(),
            white: upload(gpu, &white),
            samplers: samplers.collect(),
            layout,
            log: Vec::new(),
            next: 0,
        }
    }

    fn next(&mut self) -> u32 {
        self.next = self.next.wrapping_add(1);
        self.next
    }

    pub fn add_texture(&mut self, gpu: &Gpu, data: &TextureData) -> TextureId {
        let id = TextureId(self.next());
        let line = LogLine::of_texture(data);
        let made = match &line {
            Some(LogLine::UnsupportedTextureSize { .. }) => Some(upload(gpu, &smaller(data))),
            Some(_) => None,
            None => Some(upload(gpu, data)),
        };
        self.log.extend(line);
        if let Some(made) = made {
            self.textures.insert(id, made);
        }
        id
    }

    pub fn add_mirror(&mut self, gpu: &Gpu, side: u32) -> TextureId {
        let side = side.clamp(1, MOST_TEXTURE_SIDE);
        let id = TextureId(self.next());
        let make = |label, format, usage| {
            let texture = gpu.device().create_texture(&wgpu::TextureDescriptor {
                label: Some(label),
                size: wgpu::Extent3d { width: side, height: side, depth_or_array_layers: 1 },
                mip_level_count: 1,
                sample_count: 1,
                dimension: wgpu::TextureDimension::D2,
                format,
                usage: usage | wgpu::TextureUsages::RENDER_ATTACHMENT,
                view_formats: &[],
            });
            texture.create_view(&Default::default())
        };
        let view = make("mirror", COLOUR, wgpu::TextureUsages::TEXTURE_BINDING);
        let depth = make("mirror depth", DEPTH, wgpu::TextureUsages::empty());
        let sampler = sampler_index(false, false);
        self.textures.insert(id, KeptTexture { view, sampler, mirror: Some((depth, side)) });
        id
    }

    pub fn add_mesh(&mut self, gpu: &Gpu, data: &MeshData) -> MeshId {
        let id = MeshId(self.next());
        let most = gpu.device().limits().max_buffer_size;
        let size = size_of_val(data.vertices.as_slice()).max(size_of_val(data.indices.as_slice()));
        if u64::try_from(size).is_ok_and(|size| size > most) {
            let why = format!("a mesh of {size} bytes is too large for the card; it is left out");
            self.log.push(LogLine::Note(why));
            return id;
        }
        let mesh = KeptMesh {
            vertices: kept(
                gpu,
                "vertices",
                wgpu::BufferUsages::VERTEX,
                bytemuck::cast_slice(&data.vertices),
            ),
            indices: kept(
                gpu,
                "indices",
                wgpu::BufferUsages::INDEX,
                bytemuck::cast_slice(&data.indices),
            ),
            index_count: to_u32(data.indices.len()),
        };
        self.meshes.insert(id, mesh);
        id
    }

    pub fn update_vertices(&self, gpu: &Gpu, id: MeshId, first: usize, vertices: &[Vertex]) {
        let Some(mesh) = self.meshes.get(&id) else { return };
        let bytes: &[u8] = bytemuck::cast_slice(vertices);
        let (start, len) = ((first * size_of::<Vertex>()) as u64, bytes.len() as u64);
        if len > 0 && start.saturating_add(len) <= mesh.vertices.size() {
            gpu.queue().write_buffer(&mesh.vertices, start, bytes);
        }
    }

    pub fn remove_texture(&mut self, id: TextureId) {
        self.textures.remove(&id);
        self.pairs.retain(|(first, second), _| *first != Some(id) && *second != Some(id));
    }

    pub fn remove_mesh(&mut self, id: MeshId) {
        self.meshes.remove(&id);
    }

    /// How many bytes all of it takes on the card.
    pub fn held(&self) -> u64 {
        let textures: u64 = self.textures.values().map(KeptTexture::size).sum();
        let meshes = self.meshes.values();
        textures + meshes.map(|mesh| mesh.vertices.size() + mesh.indices.size()).sum::<u64>()
    }

    pub fn mesh(&self, id: MeshId) -> Option<&KeptMesh> {
        self.meshes.get(&id)
    }

    pub fn texture(&self, id: TextureId) -> Option<&KeptTexture> {
        self.textures.get(&id)
    }

    /// Makes sure that a pair of textures can be bound.
    pub fn prepare_pair(&mut self, gpu: &Gpu, pair: (Option<TextureId>, Option<TextureId>)) {
        if self.pairs.contains_key(&pair) {
            return;
        }
        let find = |id: Option<TextureId>| {
            let texture = id.and_then(|id| self.textures.get(&id)).unwrap_or(&self.white);
            Some((&texture.view, self.samplers.get(texture.sampler)?))
        };
        let (first, second) = pair;
        let (Some((view0, sampler0)), Some((view1, sampler1))) = (find(first), find(second)) else {
            return;
        };
        let entry = |binding, resource| wgpu::BindGroupEntry { binding, resource };
        let group = gpu.device().create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("textures"),
            layout: &self.layout,
            entries: &[
                entry(0, wgpu::BindingResource::TextureView(view0)),
                entry(1, wgpu::BindingResource::Sampler(sampler0)),
                entry(2, wgpu::BindingResource::TextureView(view1)),
                entry(3, wgpu::BindingResource::Sampler(sampler1)),
            ],
        });
        self.pairs.insert(pair, group);
    }

    pub fn pair(&self, pair: (Option<TextureId>, Option<TextureId>)) -> Option<&wgpu::BindGroup> {
        self.pairs.get(&pair)
    }
}

fn sampler(gpu: &Gpu, repeat: bool, nearest: bool) -> wgpu::Sampler {
    let address = if repeat { wgpu::AddressMode::Repeat } else { wgpu::AddressMode::ClampToEdge };
    gpu.device().create_sampler(&wgpu::SamplerDescriptor {
        label: Some("sampler"),
        address_mode_u: address,
        address_mode_v: address,
        mag_filter: if nearest { wgpu::FilterMode::Nearest } else { wgpu::FilterMode::Linear },
        min_filter: wgpu::FilterMode::Linear,
        mipmap_filter: wgpu::MipmapFilterMode::Linear,
        ..wgpu::SamplerDescriptor::default()
    })
}

pub(super) fn layout(device: &wgpu::Device) -> wgpu::BindGroupLayout {
    let texture = |binding| wgpu::BindGroupLayoutEntry {
        binding,
        visibility: wgpu::ShaderStages::FRAGMENT,
        ty: wgpu::BindingType::Texture {
            sample_type: wgpu::TextureSampleType::Float { filterable: true },
            view_dimension: wgpu::TextureViewDimension::D2,
            multisampled: false,
        },
        count: None,
    };
    let sampler = |binding| wgpu::BindGroupLayoutEntry {
        binding,
        visibility: wgpu::ShaderStages::FRAGMENT,
        ty: wgpu::BindingType::Sampler(wgpu::SamplerBindingType::Filtering),
        count: None,
    };
    device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
        label: Some("textures"),
        entries: &[texture(0), sampler(1), texture(2), sampler(3)],
    })
}

/// Puts a texture on the card. Levels that do not continue the first ones are left out.
fn upload(gpu: &Gpu, data: &TextureData) -> KeptTexture {
    let (width, height) = data.levels.first().map_or((1, 1), |level| (level.width, level.height));
    let follows = |(number, level): &(u32, &crate::frame::TextureLevel)| {
        let side = |side: u32| side.checked_shr(*number).unwrap_or(0).max(1);
        let (w, h) = (side(width), side(height));
        let bytes = u64::from(w) * u64::from(h) * 4;
        (level.width, level.height) == (w, h) && level.rgba.len() as u64 == bytes
    };
    let longest = width.max(height);
    let levels: Vec<_> = (0..=longest.ilog2()).zip(&data.levels).take_while(follows).collect();
    let texture = gpu.device().create_texture(&wgpu::TextureDescriptor {
        label: Some(&data.name),
        size: wgpu::Extent3d { width, height, depth_or_array_layers: 1 },
        mip_level_count: to_u32(levels.len()).max(1),
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: COLOUR,
        usage: wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_DST,
        view_formats: &[],
    });
    for (number, level) in levels {
        let mut copy = texture.as_image_copy();
        copy.mip_level = number;
        gpu.queue().write_texture(
            copy,
            &level.rgba,
            wgpu::TexelCopyBufferLayout {
                offset: 0,
                bytes_per_row: Some(level.width * 4),
                rows_per_image: None,
            },
            wgpu::Extent3d { width: level.width, height: level.height, depth_or_array_layers: 1 },
        );
    }
    KeptTexture {
        view: texture.create_view(&Default::default()),
        sampler: sampler_index(data.repeat, data.nearest),
        mirror: None,
    }
}

/// The same with sides that every card takes: its own smaller levels, else made ones.
fn smaller(data: &TextureData) -> TextureData {
    let fits = |level: &crate::frame::TextureLevel| {
        level.width <= MOST_TEXTURE_SIDE && level.height <= MOST_TEXTURE_SIDE
    };
    let kept: Vec<_> = data.levels.iter().filter(|level| fits(level)).cloned().collect();
    let levels = match (kept.is_empty(), data.levels.last()) {
        (true, Some(last)) => vec![shrink(last, MOST_TEXTURE_SIDE)],
        _ => kept,
    };
    TextureData { levels, ..data.clone() }
}
