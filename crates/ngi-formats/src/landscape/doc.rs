//! A landscape that owns its tables and can be changed.

use super::chunk;
use super::read::Landscape;
use super::types::{Cell, DrawEntry, Face, GroundUv, Square};
use crate::msh::container;
use crate::msh::doc::owned;
use crate::msh::{Header, Normal, Table};
use crate::nres::{Editor, TypeId};
use crate::{Findings, Mode, Result};

/// A landscape that owns its tables: every chunk as typed records, changed at will, written back
/// byte for byte where nothing changed.
///
/// Fields are the tables. After changing one by hand, [`LandscapeDoc::refresh`] brings what depends
/// on it up to date. Chunks of other types stay in the [container](LandscapeDoc::container).
#[derive(Debug, Clone)]
pub struct LandscapeDoc {
    pub(super) container: Editor<'static>,
    /// Chunk 1: squares of the grid.
    pub squares: Table<Square>,
    /// Squares along x: attr2 of chunk 1.
    pub across: u32,
    /// Chunk 2, the front: bounds of the map.
    pub header: Header,
    /// Chunk 2: cells.
    pub cells: Table<Cell>,
    /// Chunk 3: positions.
    pub positions: Table<[f32; 3]>,
    /// Chunk 4: normals.
    pub normals: Table<Normal>,
    /// Chunk 5: texture coordinates of the materials.
    pub material_uvs: Table<GroundUv>,
    /// Chunk 18: texture coordinates of the microtexture.
    pub micro_uvs: Table<GroundUv>,
    /// Chunk 14: alpha of the second material.
    pub alphas: Option<Table<f32>>,
    /// Chunk 11: the draw order.
    pub order: Table<DrawEntry>,
    /// Chunk 21: faces.
    pub faces: Table<Face>,
}

impl LandscapeDoc {
    /// Opens a landscape. Broken references are no obstacle: they are kept. Fails where the
    /// tables themselves cannot be found.
    pub fn open(bytes: &[u8]) -> Result<Self> {
        let mut findings = Findings::new(Mode::Tolerant, false);
        Ok(Self::from_landscape(&Landscape::read_tolerant(bytes, &mut findings)?))
    }

    /// Takes over a landscape that was read.
    pub fn from_landscape(landscape: &Landscape<'_>) -> Self {
        let payload = |type_id| landscape.place(type_id).map(|place| place.payload);
        let required = |type_id| payload(type_id).unwrap_or_default();
        let cells = required(chunk::CELLS);
        Self {
            container: owned(landscape.archive()),
            squares: Table::read(required(chunk::SQUARES)),
            across: landscape.across,
            header: landscape.header,
            cells: Table::read(cells.get(Header::SIZE..).unwrap_or_default()),
            positions: Table::read(required(chunk::POSITIONS)),
            normals: Table::read(required(chunk::NORMALS)),
            material_uvs: Table::read(required(chunk::UVS)),
            micro_uvs: Table::read(required(chunk::MICRO_UVS)),
            alphas: payload(chunk::ALPHAS).map(Table::read),
            order: Table::read(required(chunk::ORDER)),
            faces: Table::read(required(chunk::FACES)),
        }
    }

    /// A landscape without any chunk; [`LandscapeDoc::write`] adds what is there by then.
    pub(super) fn empty() -> Self {
        Self {
            container: Editor::new(),
            squares: Table::default(),
            across: 0,
            header: Header::default(),
            cells: Table::default(),
            positions: Table::default(),
            normals: Table::default(),
            material_uvs: Table::default(),
            micro_uvs: Table::default(),
            alphas: None,
            order: Table::default(),
            faces: Table::default(),
        }
    }

    /// The container as it was read: order, names, attributes, gaps, and the chunks of types that
    /// are not tables here. Tables change in it when the landscape is written.
    pub fn container(&self) -> &Editor<'static> {
        &self.container
    }

    /// The container, to rename entries, set attributes or change chunks of other types. What is
    /// changed in a chunk that is a table here, the table overrides.
    pub fn container_mut(&mut self) -> &mut Editor<'static> {
        &mut self.container
    }

    /// The chunks of types that are not tables here: directory index, type, payload.
    pub fn others(&self) -> impl Iterator<Item = (usize, TypeId, &[u8])> {
        container::others(&self.container, |type_id| chunk::chunk_of(type_id.0).is_some())
    }

    /// Puts all tables into a container of its own whose entries have this name, so that writing
    /// has nothing left to make up.
    pub(super) fn name_entries(&mut self, stem: &[u8]) -> Result<()> {
        let mut container = self.to_container()?;
        for index in 0..container.len() {
            container.rename(index, stem)?;
        }
        self.container = container;
        Ok(())
    }

    /// What the landscape's entries are called: the name of the first.
    pub fn stem(&self) -> &[u8] {
        self.container.records().first().map_or(b"Land", |record| record.name.name())
    }
}
