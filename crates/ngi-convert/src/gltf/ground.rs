//! Landscapes into glTF documents.
//!
//! A node per square of the grid, below it a node per pair of materials, each with a mesh of its
//! own. Where there is a second material the mesh has its faces twice, with the same vertices:
//! once in the first material, and over it in the second, as opaque as the alpha of `COLOR_0`
//! says. That is how the game draws them, and other programs show the same ground.

use std::collections::{BTreeMap, HashMap};

use gltf_json as gj;
use gltf_json::material::AlphaMode;
use gltf_json::mesh::{Mode, Primitive, Semantic};
use gltf_json::validation::Checked;
use gltf_json::{Accessor, Index};
use ngi_formats::landscape::{Cell, Face, GroundUv, LEVELS, Landscape, NO_MATERIAL};

use super::axes::Turn;
use super::buffer::{Builder, Use};
use super::export::Cells;
use super::extras::{self, GroundExtras, PieceExtras, RowExtras, SquareExtras};
use super::materials::{Textures, appearance};
use super::surfaces::{Surface, Surfaces};
use crate::{Error, Result};

/// What of a landscape is exported, and how.
pub(crate) struct GroundChoice<'a> {
    /// Levels of detail.
    pub levels: Cells,
    /// Axes.
    pub turn: Turn,
    /// Looks of the first wear's rows.
    pub surfaces: &'a Surfaces,
    /// Microtextures by row, from the second wear.
    pub microtextures: &'a [Option<String>],
    /// Name of the node above the squares.
    pub name: &'a str,
}

/// What such a document does not hold.
pub(super) const LEFT_OUT: [&str; 2] = [
    "pictures of the microtextures: extras name them, TEXCOORD_1 is theirs",
    "flags of faces, links between them and the draw order",
];

/// Adds a landscape to a document; gives the node above its squares, and what did not go along.
pub(crate) fn add_ground(
    builder: &mut Builder,
    land: &Landscape<'_>,
    choice: &GroundChoice<'_>,
) -> Result<(Index<gj::Node>, Vec<String>)> {
    let mut exporter = Exporter {
        land,
        choice,
        builder,
        textures: Textures::new(choice.surfaces),
        materials: BTreeMap::new(),
        left: land.faces.len().saturating_mul(2),
        skipped: 0,
    };
    let squares: Vec<Index<gj::Node>> =
        (0..land.squares.len()).map(|square| exporter.square(square)).collect::<Result<_>>()?;
    let skipped = exporter.skipped;
    let grid = land.grid();
    let extras = GroundExtras {
        kind: "land".into(),
        across: grid.map_or(0, |grid| grid.across),
        down: grid.map_or(0, |grid| grid.down),
    };
    let node = builder.root.push(gj::Node {
        children: Some(squares).filter(|squares| !squares.is_empty()),
        extras: extras::put(&extras)?,
        name: Some(choice.name.to_owned()),
        ..gj::Node::default()
    });
    let mut lost = choice.surfaces.lost.clone();
    if skipped > 0 {
        lost.push(format!("{skipped} faces without three vertices"));
    }
    Ok((node, lost))
}

struct Exporter<'a, 'b> {
    land: &'a Landscape<'a>,
    choice: &'a GroundChoice<'a>,
    builder: &'b mut Builder,
    textures: Textures<'a>,
    /// By row, and whether it lies over another.
    materials: BTreeMap<(u8, bool), Index<gj::Material>>,
    /// Faces that may still come up: a broken file could name the same ones over and over.
    left: usize,
    skipped: usize,
}

/// Vertices of a piece; where coordinates wrap, a vertex comes up several times.
#[derive(Default)]
struct Piece {
    known: HashMap<(u16, [u32; 4]), u32>,
    positions: Vec<[f32; 3]>,
    normals: Vec<[f32; 3]>,
    uvs: Vec<[f32; 2]>,
    micro_uvs: Vec<[f32; 2]>,
    colours: Vec<[f32; 4]>,
    corners: Vec<u32>,
}

impl Exporter<'_, '_> {
    fn square(&mut self, square: usize) -> Result<Index<gj::Node>> {
        let levels = match self.choice.levels {
            Cells::One(level) => level..level + 1,
            Cells::All => 0..LEVELS,
        };
        let mut pieces = Vec::new();
        for level in levels {
            let Some((_, cell)) = self.land.cell(square, level) else { continue };
            for (pair, faces) in self.groups(&cell)? {
                pieces.extend(self.piece(square, level, pair, &faces)?);
            }
        }
        let place = self.land.grid().map(|grid| {
            let down = grid.down.max(1);
            [square / down, square % down]
        });
        let extras = SquareExtras { square, place };
        Ok(self.builder.root.push(gj::Node {
            children: Some(pieces).filter(|pieces| !pieces.is_empty()),
            extras: extras::put(&extras)?,
            name: Some(format!("square_{square}")),
            ..gj::Node::default()
        }))
    }

    /// The faces of a cell by their pair of materials, in the order they are drawn.
    fn groups(&mut self, cell: &Cell) -> Result<Vec<([u8; 2], Vec<Face>)>> {
        let Some(left) = self.left.checked_sub(usize::from(cell.count)) else {
            return Err(Error::Usage("cells cover the same faces over and over".into()));
        };
        self.left = left;
        let mut groups: Vec<([u8; 2], Vec<Face>)> = Vec::new();
        for batch in self.land.batches(cell) {
            for entry in batch.entries.iter() {
                let face = self.land.faces.get(usize::from(entry.face));
                let Some(face) = face.filter(|face| self.land.corners(face).is_some()) else {
                    self.skipped += 1;
                    continue;
                };
                match groups.iter_mut().find(|(pair, _)| *pair == face.pair()) {
                    Some((_, faces)) => faces.push(face),
                    None => groups.push((face.pair(), vec![face])),
                }
            }
        }
        Ok(groups)
    }

    fn piece(
        &mut self,
        square: usize,
        level: usize,
        pair: [u8; 2],
        faces: &[Face],
    ) -> Result<Option<Index<gj::Node>>> {
        let mut piece = Piece::default();
        for face in faces {
            piece.add(self.land, self.choice.turn, face);
        }
        if let Some(at) = piece.positions.iter().flatten().position(|value| !value.is_finite()) {
            let why = "has a coordinate that is no number; glTF cannot hold it";
            return Err(Error::Usage(format!("square {square}: vertex {} {why}", at / 3)));
        }
        if piece.corners.is_empty() {
            return Ok(None);
        }
        let [first, second] = pair;
        let second = Some(second).filter(|&second| second != NO_MATERIAL);
        let attributes = self.attributes(&piece, second.is_some());
        let indices = self.builder.indices(&piece.corners);
        let mut primitives = Vec::with_capacity(2);
        for (row, over) in
            [Some((first, false)), second.map(|row| (row, true))].into_iter().flatten()
        {
            primitives.push(Primitive {
                attributes: attributes.clone(),
                extensions: None,
                extras: None,
                indices: Some(indices),
                material: Some(self.material(row, over)?),
                mode: Checked::Valid(Mode::Triangles),
                targets: None,
            });
        }
        let shown = match second {
            Some(second) => format!("{}+{}", self.name(first), self.name(second)),
            None => self.name(first),
        };
        let name = format!("square_{square}.lod{level}.{shown}");
        let mesh = self.builder.root.push(gj::Mesh {
            extensions: None,
            extras: None,
            name: Some(name.clone()),
            primitives,
            weights: None,
        });
        let extras = PieceExtras { square, level, first, second };
        Ok(Some(self.builder.root.push(gj::Node {
            extras: extras::put(&extras)?,
            mesh: Some(mesh),
            name: Some(name),
            ..gj::Node::default()
        })))
    }

    fn attributes(
        &mut self,
        piece: &Piece,
        blended: bool,
    ) -> BTreeMap<Checked<Semantic>, Index<Accessor>> {
        let builder = &mut *self.builder;
        let plain = Use::Attribute { bounds: false };
        let mut attributes = BTreeMap::new();
        let mut add = |semantic, accessor| attributes.insert(Checked::Valid(semantic), accessor);
        let bounded = Use::Attribute { bounds: true };
        add(Semantic::Positions, builder.floats(&piece.positions, bounded));
        add(Semantic::Normals, builder.floats(&piece.normals, plain));
        add(Semantic::TexCoords(0), builder.floats(&piece.uvs, plain));
        add(Semantic::TexCoords(1), builder.floats(&piece.micro_uvs, plain));
        if blended {
            add(Semantic::Colors(0), builder.floats(&piece.colours, plain));
        }
        attributes
    }

    fn name(&self, row: u8) -> String {
        let surface = self.choice.surfaces.rows.get(usize::from(row));
        surface.and_then(|surface| surface.name.clone()).unwrap_or_else(|| format!("row_{row}"))
    }

    /// The material of a row. The ground does not ask how a material is blended: what lies below
    /// is opaque, what lies over it is as opaque as the vertices say.
    fn material(&mut self, row: u8, over: bool) -> Result<Index<gj::Material>> {
        if let Some(&known) = self.materials.get(&(row, over)) {
            return Ok(known);
        }
        let surface = self.choice.surfaces.rows.get(usize::from(row));
        let surface = surface.cloned().unwrap_or_else(Surface::unknown);
        let name = self.name(row);
        let name = if over { format!("{name} over") } else { name };
        let mode = if over { AlphaMode::Blend } else { AlphaMode::Opaque };
        let looks = appearance(self.builder, &mut self.textures, &surface, name, mode);
        let microtexture = self.choice.microtextures.get(usize::from(row)).cloned().flatten();
        let extras = RowExtras { row, over, material: surface.name.clone(), microtexture };
        let material = gj::Material { extras: extras::put(&extras)?, ..looks };
        let made = self.builder.root.push(material);
        self.materials.insert((row, over), made);
        Ok(made)
    }
}

impl Piece {
    fn add(&mut self, land: &Landscape<'_>, turn: Turn, face: &Face) {
        let of = |uvs: &dyn Fn(usize) -> Option<GroundUv>| {
            let uv = |vertex: u16| uvs(usize::from(vertex)).unwrap_or_default();
            GroundUv::decode_triangle(face.vertices.map(uv))
        };
        let uvs = of(&|vertex| land.material_uvs.get(vertex));
        let micro_uvs = of(&|vertex| land.micro_uvs.get(vertex));
        for (vertex, (uv, micro_uv)) in
            face.vertices.into_iter().zip(uvs.into_iter().zip(micro_uvs))
        {
            let key = [uv[0], uv[1], micro_uv[0], micro_uv[1]].map(f32::to_bits);
            let next = u32::try_from(self.positions.len()).unwrap_or(u32::MAX);
            let number = *self.known.entry((vertex, key)).or_insert(next);
            self.corners.push(number);
            if number != next {
                continue;
            }
            let at = usize::from(vertex);
            let normal = land.normals.get(at).map(|normal| glam::Vec3::from_array(normal.decode()));
            let normal = normal.and_then(glam::Vec3::try_normalize).unwrap_or(glam::Vec3::Z);
            let alpha = land.alphas.and_then(|alphas| alphas.get(at)).unwrap_or(1.0);
            let alpha = if alpha.is_finite() { alpha.clamp(0.0, 1.0) } else { 1.0 };
            self.positions.push(turn.out(land.positions.get(at).unwrap_or_default()));
            self.normals.push(turn.out(normal.to_array()));
            self.uvs.push(uv);
            self.micro_uvs.push(micro_uv);
            self.colours.push([1.0, 1.0, 1.0, alpha]);
        }
    }
}
