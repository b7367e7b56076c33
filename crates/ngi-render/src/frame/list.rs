//! The frame itself.

use std::ops::Range;

use glam::{Vec3, Vec4};
use ngi_formats::mat0::BlendMode;

use super::data::{Instance, Line, Vertex};
use super::item::{Depth, Item, Mesh, Pass, Sort, Surface};
use super::log::LogLine;
use super::paint::Paint;
use super::store::TextureId;
use crate::camera::Sight;
use crate::light::Lighting;
use crate::numbers::to_u32;

/// What is behind everything.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Background {
    /// Nothing: the picture has an alpha of 0 there.
    Transparent,
    /// One colour.
    Plain([f32; 3]),
    /// From the upper edge to the lower one.
    Gradient {
        /// At the upper edge.
        top: [f32; 3],
        /// At the lower edge.
        bottom: [f32; 3],
    },
}

impl Default for Background {
    /// A quiet blue grey, darker below.
    fn default() -> Self {
        Self::Gradient { top: [0.33, 0.37, 0.42], bottom: [0.11, 0.12, 0.14] }
    }
}

/// Fog: nothing of it up to `start`, nothing but it from `end` on, linear in the *squared*
/// distance between.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fog {
    /// Where it begins.
    pub start: f32,
    /// Where everything is hidden.
    pub end: f32,
    /// Its colour.
    pub colour: [f32; 3],
}

/// A second camera whose picture is a texture: what a liquid reflects.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Mirror {
    /// The camera.
    pub sight: Sight,
    /// The texture it draws into; of [`Store::add_mirror`](super::Store::add_mirror).
    pub texture: TextureId,
    /// Only points with `dot(xyz, point) + w >= 0` are seen.
    pub clip: Vec4,
    /// What is behind everything in it.
    pub background: [f32; 3],
}

/// A text at a point of the world.
#[derive(Debug, Clone, PartialEq)]
pub struct Label {
    /// Where.
    pub at: [f32; 3],
    /// Red, green, blue, alpha.
    pub colour: [u8; 4],
    /// Which part of the frame's text; see [`Frame::labels`].
    text: Range<usize>,
}

/// How much is drawn, in the words of the engine's telemetry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counters {
    /// Slots of models and squares of landscapes with something to draw.
    pub meshes: usize,
    /// Batches of models and landscapes, sprites and half-spheres of effects.
    pub primitives: usize,
    /// Triangles.
    pub faces: usize,
    /// Draw calls: primitives in the same state are drawn in one.
    pub batches: usize,
    /// Sprites and half-spheres of effects.
    pub particles: usize,
    /// Slots and squares that the camera does not see.
    pub culled: usize,
}

/// What is drawn at a moment. See the [module](super).
#[derive(Debug, Clone, Default)]
pub struct Frame {
    /// The camera.
    pub sight: Sight,
    /// Lights and the scene's colour.
    pub lighting: Lighting,
    /// The fog.
    pub fog: Option<Fog>,
    /// What is behind everything.
    pub background: Background,
    /// What surfaces show instead of their looks.
    pub paint: Paint,
    /// The mirror, where there is one.
    pub mirror: Option<Mirror>,
    /// Draw calls; in order after [`Frame::finish`].
    pub items: Vec<Item>,
    /// What items appear as.
    pub instances: Vec<Instance>,
    /// Vertices of this frame only.
    pub vertices: Vec<Vertex>,
    /// Triangles of this frame only.
    pub indices: Vec<u32>,
    /// Lines that lie behind see-through surfaces: the grid on the ground.
    pub lines_below: Vec<Line>,
    /// Lines that are hidden by what is nearer.
    pub lines: Vec<Line>,
    /// Lines on top of everything.
    pub lines_on_top: Vec<Line>,
    /// How much there is.
    pub counters: Counters,
    /// What there was to say.
    pub log: Vec<LogLine>,
    labels: Vec<Label>,
    text: String,
    scratch: Scratch,
}

/// Memory that is used again in every frame.
#[derive(Debug, Clone, Default)]
struct Scratch {
    order: Vec<u128>,
    items: Vec<Item>,
    instances: Vec<Instance>,
    indices: Vec<u32>,
}

impl Frame {
    /// An empty one.
    pub fn new() -> Self {
        Self::default()
    }

    /// Empties all lists and keeps their memory.
    pub fn clear(&mut self) {
        let Self {
            sight,
            lighting,
            fog,
            background,
            paint,
            mirror,
            items,
            instances,
            vertices,
            indices,
            lines_below,
            lines,
            lines_on_top,
            counters,
            log,
            labels,
            text,
            scratch: _,
        } = self;
        *sight = Sight::default();
        lighting.clear();
        *fog = None;
        *background = Background::default();
        *paint = Paint::default();
        *mirror = None;
        items.clear();
        instances.clear();
        vertices.clear();
        indices.clear();
        lines_below.clear();
        lines.clear();
        lines_on_top.clear();
        *counters = Counters::default();
        log.clear();
        labels.clear();
        text.clear();
    }

    /// True if drawing this frame and drawing `other` give the same image, given that the meshes
    /// and textures of the store have not changed in between.
    pub fn draws_like(&self, other: &Self) -> bool {
        let Self {
            sight,
            lighting,
            fog,
            background,
            paint,
            mirror,
            items,
            instances,
            vertices,
            indices,
            lines_below,
            lines,
            lines_on_top,
            // The renderer does not draw these.
            counters: _,
            log: _,
            labels: _,
            text: _,
            scratch: _,
        } = self;
        *sight == other.sight
            && *lighting == other.lighting
            && *fog == other.fog
            && *background == other.background
            && *paint == other.paint
            && *mirror == other.mirror
            && *items == other.items
            && *instances == other.instances
            && *vertices == other.vertices
            && *indices == other.indices
            && *lines_below == other.lines_below
            && *lines == other.lines
            && *lines_on_top == other.lines_on_top
    }

    /// Adds a draw call of one instance. An empty one is left out, with the engine's message.
    pub fn push(
        &mut self,
        pass: Pass,
        mesh: Mesh,
        indices: Range<u32>,
        surface: Surface,
        instance: Instance,
        squared_distance: f32,
    ) {
        if indices.is_empty() {
            self.log.push(LogLine::EmptyPrimitive);
            return;
        }
        if mesh == Mesh::Streamed && self.vertices.is_empty() {
            self.log.push(LogLine::EmptyPrimitive2);
            return;
        }
        self.counters.primitives += 1;
        self.counters.faces += crate::numbers::to_usize(indices.end - indices.start) / 3;
        let at = to_u32(self.instances.len());
        self.instances.push(instance.of(&surface));
        let (instances, in_mirror) = (at..at + 1, false);
        self.items.push(Item {
            pass,
            squared_distance,
            mesh,
            indices,
            instances,
            surface,
            in_mirror,
        });
    }

    /// Adds triangles to the frame's own geometry: `indices` count from the first of `vertices`.
    /// Gives the range to draw.
    pub fn stream(&mut self, vertices: &[Vertex], indices: &[u32]) -> Range<u32> {
        let base = to_u32(self.vertices.len());
        let start = to_u32(self.indices.len());
        self.vertices.extend_from_slice(vertices);
        self.indices.extend(indices.iter().map(|index| base.saturating_add(*index)));
        start..to_u32(self.indices.len())
    }

    /// Adds a line one and a half pixels wide.
    pub fn line(&mut self, from: Vec3, to: Vec3, colour: [u8; 4]) {
        self.lines.push(Line { from: from.into(), to: to.into(), colour, width: 1.5 });
    }

    /// Adds a line that see-through surfaces are drawn over, one pixel wide.
    pub fn line_below(&mut self, from: Vec3, to: Vec3, colour: [u8; 4]) {
        self.lines_below.push(Line { from: from.into(), to: to.into(), colour, width: 1.0 });
    }

    /// Adds a line that nothing hides.
    pub fn line_on_top(&mut self, from: Vec3, to: Vec3, colour: [u8; 4]) {
        self.lines_on_top.push(Line { from: from.into(), to: to.into(), colour, width: 1.5 });
    }

    /// Adds a text.
    pub fn label(&mut self, at: Vec3, text: &str, colour: [u8; 4]) {
        let start = self.text.len();
        self.text.push_str(text);
        self.labels.push(Label { at: at.into(), colour, text: start..self.text.len() });
    }

    /// The texts.
    pub fn labels(&self) -> impl ExactSizeIterator<Item = (&Label, &str)> {
        self.labels
            .iter()
            .map(|label| (label, self.text.get(label.text.clone()).unwrap_or_default()))
    }

    /// Puts the items in order and joins those of the same state. To be called once, at the end.
    pub fn finish(&mut self) {
        let Scratch { order, items, instances, indices } = &mut self.scratch;
        order.clear();
        items.clear();
        instances.clear();
        indices.clear();
        order.extend(self.items.iter().zip(0u32..).map(|(item, index)| order_key(item, index)));
        order.sort_unstable();
        regroup(order, &self.items);
        // Each item brings one instance at most. They are large, so that there is little to spare.
        let needed = self.items.len();
        if instances.capacity() < needed {
            instances.reserve_exact(needed + needed / 16);
        }
        let mut merge = Merge { items, instances, indices };
        for key in order.iter() {
            let index = usize::try_from(key & 0xffff_ffff).unwrap_or(usize::MAX);
            let Some(item) = self.items.get(index) else { continue };
            let first = usize::try_from(item.instances.start).unwrap_or(usize::MAX);
            let Some(instance) = self.instances.get(first) else { continue };
            merge.add(item, instance, &self.indices);
        }
        // The mirror shows the same instances, so that they are there once.
        let both = items.len();
        for index in 0..both {
            let Some(item) = items.get(index).filter(|item| item.in_mirror).cloned() else {
                continue;
            };
            items.push(Item { pass: item.pass.in_mirror(), in_mirror: false, ..item });
        }
        self.counters.batches = items.len();
        std::mem::swap(&mut self.items, items);
        std::mem::swap(&mut self.instances, instances);
        std::mem::swap(&mut self.indices, indices);
    }
}

/// Light that is added comes to the same in any order, so that neighbours that only add light go by
/// their state.
fn regroup(order: &mut [u128], items: &[Item]) {
    let place = |key: &u128| usize::try_from(key & 0xffff_ffff).unwrap_or(usize::MAX);
    let adding = |key: &u128| {
        let item = items.get(place(key))?;
        let adds = item.surface.blend == BlendMode::ADDITIVE && item.surface.depth != Depth::Write;
        (adds && item.pass.sort() == Sort::FarToNear).then_some(item)
    };
    let together =
        |a: &u128, b: &u128| adding(a).zip(adding(b)).is_some_and(|(a, b)| a.pass == b.pass);
    for run in order.chunk_by_mut(together).filter(|run| run.len() > 2) {
        run.sort_unstable_by_key(|key| (adding(key).map(state_key), place(key)));
    }
}

/// Pass, then state or distance, then place in the list.
fn order_key(item: &Item, index: u32) -> u128 {
    let Pass { mirrored, group, layer } = item.pass;
    let pass = u128::from(!mirrored) << 16 | u128::from(group) << 8 | u128::from(layer);
    let middle = match item.pass.sort() {
        Sort::State => state_key(item),
        Sort::Added => 0,
        // Distances are not negative, so their bits sort as they do; turned over, far comes first.
        Sort::FarToNear => u64::from(!item.squared_distance.max(0.0).to_bits()) << 32,
    };
    pass << 96 | u128::from(middle) << 32 | u128::from(index)
}

/// Equal for equal states; states that share a pipeline or a texture lie together. Different ones
/// may be equal by chance, which only costs a draw call.
fn state_key(item: &Item) -> u64 {
    let surface = &item.surface;
    let pipeline = u64::from(surface.mode())
        | (surface.depth as u64) << 13
        | u64::from(surface.two_sided) << 15;
    let texture = |id: Option<TextureId>| u64::from(id.map_or(0, |id| id.0.saturating_add(1)));
    let textures = mix(texture(surface.texture0) << 32 | texture(surface.texture1));
    let mesh = match item.mesh {
        Mesh::Kept(mesh) | Mesh::KeptVertices(mesh) => u64::from(mesh.0) + 1,
        Mesh::Streamed => 0,
    };
    let range = mix(mesh << 32 | u64::from(item.indices.start));
    pipeline << 48 | (textures >> 44) << 28 | range >> 36
}

fn mix(number: u64) -> u64 {
    let number = (number ^ number >> 31).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    number ^ number >> 29
}

/// The lists that [`Frame::finish`] fills.
struct Merge<'a> {
    items: &'a mut Vec<Item>,
    instances: &'a mut Vec<Instance>,
    indices: &'a mut Vec<u32>,
}

impl Merge<'_> {
    fn add(&mut self, item: &Item, instance: &Instance, streamed: &[u32]) {
        match item.mesh {
            Mesh::Kept(_) => self.add_kept(item, instance),
            Mesh::Streamed | Mesh::KeptVertices(_) => {
                self.add_streamed(item, instance, streamed);
            }
        }
    }

    fn add_kept(&mut self, item: &Item, instance: &Instance) {
        let at = to_u32(self.instances.len());
        self.instances.push(*instance);
        match self.items.last_mut() {
            Some(last)
                if last.pass == item.pass
                    && last.mesh == item.mesh
                    && last.indices == item.indices
                    && last.surface == item.surface
                    && last.in_mirror == item.in_mirror =>
            {
                last.instances.end = at + 1;
            }
            _ => self.items.push(Item { instances: at..at + 1, ..item.clone() }),
        }
    }

    /// Streamed triangles are laid out in the order of drawing, so that neighbours in it can be
    /// drawn in one go.
    fn add_streamed(&mut self, item: &Item, instance: &Instance, streamed: &[u32]) {
        let range = crate::numbers::to_usize(item.indices.start)
            ..crate::numbers::to_usize(item.indices.end);
        let start = to_u32(self.indices.len());
        self.indices.extend_from_slice(streamed.get(range).unwrap_or_default());
        let end = to_u32(self.indices.len());
        let same = self.instances.last() == Some(instance);
        match self.items.last_mut() {
            Some(last)
                if same
                    && last.pass == item.pass
                    && last.mesh == item.mesh
                    && last.surface == item.surface
                    && last.in_mirror == item.in_mirror =>
            {
                last.indices.end = end;
            }
            _ => {
                let at = to_u32(self.instances.len());
                self.instances.push(*instance);
                let item = item.clone();
                self.items.push(Item { indices: start..end, instances: at..at + 1, ..item });
            }
        }
    }
}
