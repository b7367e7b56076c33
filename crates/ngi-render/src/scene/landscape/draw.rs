//! The ground of a level as items of a frame.

use std::collections::BTreeSet;

use ngi_engine::landscape::Ground;
use ngi_formats::mat0::BlendMode;

use super::choose::{Chosen, GroundView};
use super::mesh::{Coat, FaceKind, GroundMesh, GroundVertex};
use super::mirror::{Mirror, TILES};
use super::reshape::Reshaped;
use crate::frame::{
    Combine, Depth, Frame, Instance, Mesh, MeshData, MeshId, Pass, Shade, Store, Surface,
    TextureId, Vertex,
};
use crate::scene::looks::{Appearance, Looks, WearId};

/// How far the ripple pushes the picture at most, in units of the world. A guess.
const PUSH: f32 = 6.0;

/// What a level wears: `<level>1.wea`, and `<level>2.wea`, whose rows lend the microtextures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Wears {
    /// Materials.
    pub materials: Option<WearId>,
    /// Donors.
    pub donors: Option<WearId>,
}

/// What a liquid shows.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Reflection {
    /// What is mirrored.
    pub texture: TextureId,
    /// The ripple.
    pub ripple: TextureId,
    /// How far the ripple has drifted, in tiles.
    pub drift: f32,
    /// Sides of the box that is mirrored.
    pub size: [f32; 2],
}

/// How the ground is drawn this time.
#[derive(Debug, Clone, Copy)]
pub struct Paint<'a> {
    /// From where, and what of it.
    pub look: GroundView<'a>,
    /// With the microtexture.
    pub micro: bool,
    /// What liquids reflect; `None` draws them like ground.
    pub reflection: Option<Reflection>,
    /// Drawn into the mirror.
    pub mirrored: bool,
}

/// The ground of a level, ready to be drawn.
#[derive(Debug, Clone, Default)]
pub struct GroundPainter {
    /// The ground.
    pub mesh: GroundMesh,
    /// What it wears.
    pub wears: Wears,
    /// What was drawn last by the camera.
    pub chosen: Chosen,
    mirrored: Chosen,
    kept: Option<MeshId>,
    liquid: Option<MeshId>,
    pub(super) reshaped: Reshaped,
    /// Squares that somebody wants left out.
    pub hidden: BTreeSet<usize>,
}

impl GroundPainter {
    /// A ground with what it wears.
    pub fn new(mesh: GroundMesh, wears: Wears) -> Self {
        Self { mesh, wears, ..Self::default() }
    }

    /// Puts the ground into a store. `mirror` is the box that a mirror covers.
    pub fn prepare(&mut self, store: &mut dyn Store, mirror: Option<&Mirror>) {
        let all = self.mesh.vertices.iter();
        let vertices = all.clone().map(vertex).collect();
        // Triangles are streamed: those that are seen, sorted by what they wear.
        self.kept = Some(store.add_mesh(&MeshData { vertices, indices: Vec::new() }));
        self.liquid = mirror.map(|mirror| {
            let vertices = all.map(|at| liquid_vertex(at, mirror)).collect();
            store.add_mesh(&MeshData { vertices, indices: Vec::new() })
        });
    }

    /// Takes it out again.
    pub fn release(&mut self, store: &mut dyn Store) {
        for mesh in [self.kept.take(), self.liquid.take()].into_iter().flatten() {
            store.remove_mesh(mesh);
        }
    }

    /// Gives the store what was reshaped since, or all of it where the ground is another one.
    pub fn renew(&mut self, store: &mut dyn Store, mirror: Option<&Mirror>) {
        let dirty = self.reshaped.take();
        let Some(kept) = self.kept else { return };
        if dirty.is_whole {
            self.release(store);
            return self.prepare(store, mirror);
        }
        for run in dirty.runs() {
            let Some(corners) = self.mesh.vertices.get(run.clone()) else { continue };
            let vertices: Vec<Vertex> = corners.iter().map(vertex).collect();
            store.update_vertices(kept, run.start, &vertices);
            if let Some((liquid, mirror)) = self.liquid.zip(mirror) {
                let vertices: Vec<Vertex> =
                    corners.iter().map(|at| liquid_vertex(at, mirror)).collect();
                store.update_vertices(liquid, run.start, &vertices);
            }
        }
    }

    /// Adds what is seen of the ground to a frame. Returns true if any of it shows a reflection.
    pub fn add(
        &mut self,
        ground: &Ground,
        looks: &Looks,
        paint: &Paint<'_>,
        frame: &mut Frame,
    ) -> bool {
        let Self { mesh, wears, chosen, mirrored, kept, liquid, hidden, .. } = self;
        let Some(kept) = *kept else { return false };
        let mut reflects = false;
        let chosen = if paint.mirrored { mirrored } else { chosen };
        chosen.choose(mesh, ground, &GroundView { hidden: Some(hidden), ..paint.look });
        if !paint.mirrored {
            frame.counters.meshes += chosen.squares.len();
            frame.counters.culled += chosen.culled;
        }
        for (number, coat) in mesh.coats.iter().enumerate() {
            let ranges = chosen.of_coat(number);
            if ranges.is_empty() {
                continue;
            }
            let start = count(frame.indices.len());
            for range in ranges {
                let range = range.start as usize..range.end as usize;
                frame.indices.extend_from_slice(mesh.indices.get(range).unwrap_or_default());
            }
            let indices = start..count(frame.indices.len());
            let dress = Dress { wears: *wears, looks, paint };
            let mut push = |pass: Pass, mesh: MeshId, surface: Surface, instance: Instance| {
                let pass = if paint.mirrored { pass.in_mirror() } else { pass };
                frame.push(pass, Mesh::KeptVertices(mesh), indices.clone(), surface, instance, 0.0);
            };
            match (paint.reflection, *liquid) {
                (Some(reflection), Some(liquid)) if dress.reflects(coat) => {
                    let (surface, instance) = dress.mirror(coat, &reflection);
                    reflects = true;
                    push(Pass::OPAQUE, liquid, surface, instance);
                }
                _ => {
                    let (surface, instance) = dress.first(coat);
                    push(Pass::OPAQUE, kept, surface, instance);
                }
            }
            if let Some((surface, instance)) = dress.second(coat) {
                push(Pass::GROUND_SECOND, kept, surface, instance);
            }
        }
        reflects
    }
}

/// What coats look like at a moment.
#[derive(Clone, Copy)]
struct Dress<'a> {
    wears: Wears,
    looks: &'a Looks,
    paint: &'a Paint<'a>,
}

impl Dress<'_> {
    fn worn(&self, row: u8) -> Appearance {
        let row = usize::from(row);
        let wear = self.wears.materials.filter(|wear| self.looks.is_loaded(*wear, row));
        match wear {
            Some(wear) => self.looks.look(wear, row, 0),
            None => Appearance { diffuse: bare(row), ..Appearance::default() },
        }
    }

    /// One material as ground is drawn: whatever the material says, it is lit and opaque.
    fn layer(&self, row: u8, micro: bool) -> (Surface, Appearance) {
        let worn = self.worn(row);
        // The ground asks for track 1; a material of one track answers with that.
        let donor = self.wears.donors.filter(|_| micro && self.paint.micro);
        let texture1 =
            donor.and_then(|donors| self.looks.look(donors, usize::from(row), 1).texture);
        let combine = if texture1.is_some() { Combine::Micro } else { Combine::Modulate };
        let surface = Surface {
            texture0: worn.texture,
            texture1,
            combine,
            shade: Shade::Lit,
            two_sided: false,
            ..Surface::default()
        };
        (surface, worn)
    }

    fn first(&self, coat: &Coat) -> (Surface, Instance) {
        let (surface, worn) = self.layer(coat.material, coat.micro);
        let two_sided = coat.kind == FaceKind::Liquid;
        (Surface { two_sided, ..surface }, worn.instance())
    }

    fn second(&self, coat: &Coat) -> Option<(Surface, Instance)> {
        let (surface, worn) = self.layer(coat.second?, coat.micro);
        let surface = Surface { depth: Depth::Test, ..surface }.blended(BlendMode::ALPHA);
        Some((surface, worn.instance()))
    }

    /// Whether a coat is a mirror. A liquid that gives off light and takes none, such as lava,
    /// shows itself: how the game draws that is not settled, so this is a guess.
    fn reflects(&self, coat: &Coat) -> bool {
        let [red, green, blue] = self.worn(coat.material).diffuse;
        coat.kind == FaceKind::Liquid && red + green + blue > 0.0
    }

    fn mirror(&self, coat: &Coat, reflection: &Reflection) -> (Surface, Instance) {
        let worn = self.worn(coat.material);
        let surface = Surface {
            texture0: Some(reflection.texture),
            texture1: Some(reflection.ripple),
            combine: Combine::Ripple,
            shade: Shade::Lit,
            two_sided: true,
            ..Surface::default()
        };
        // The shader adds the first two numbers to the ripple's place and lets the ripple push
        // the picture by up to the others.
        let [width, height] = reflection.size;
        let drift = reflection.drift;
        let cell = [drift, drift, PUSH / width, PUSH / height];
        (surface, Instance { cell, ..worn.instance() })
    }
}

/// A corner of the ground for the card: the weight of the second material is its alpha.
fn vertex(at: &GroundVertex) -> Vertex {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // between 0 and 255
    let alpha = (at.weight * 255.0).round() as u8;
    let plain = Vertex::new(at.position, at.normal, at.uv);
    Vertex { uv1: at.micro_uv, colour: [255, 255, 255, alpha], ..plain }
}

/// The same on a mirror: its place in the box, and in tiles of the ripple.
fn liquid_vertex(at: &GroundVertex, mirror: &Mirror) -> Vertex {
    let [x, y, _] = at.position;
    let [u, v] = mirror.uv([x, y]);
    let [width, height] = mirror.size;
    // Tiles are squares: so many of them across the longer side.
    let tile = width.max(height) / TILES;
    let plain = Vertex::new(at.position, at.normal, [u, v]);
    Vertex { uv1: [u * width / tile, v * height / tile], ..plain }
}

/// What the ground looks like where there are no materials: a quiet colour by row.
fn bare(row: usize) -> [f32; 3] {
    const COLOURS: [[f32; 3]; 8] = [
        [0.55, 0.55, 0.52],
        [0.62, 0.56, 0.42],
        [0.42, 0.5, 0.32],
        [0.48, 0.46, 0.44],
        [0.72, 0.74, 0.76],
        [0.44, 0.4, 0.36],
        [0.34, 0.46, 0.6],
        [0.36, 0.36, 0.3],
    ];
    COLOURS.get(row % 8).copied().unwrap_or([0.5; 3])
}

/// A number of indices: faces have 16 bits, so it fits.
fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
