//! Reading without copying: tables are found and proven, records stay where they are.

use std::ops::Deref;

use super::check::codes;
use super::chunk::{self, CHUNKS, Chunk};
use super::prove;
use super::types::{Cell, DrawEntry, Face, GroundUv, Square};
use crate::msh::container::{self, Found, Known};
use crate::msh::read::located;
use crate::msh::{Header, Kind, Normal, Place, Record, Stream};
use crate::nres::{Archive, TypeId};
use crate::tables::tree;
use crate::{Code, Error, Findings, Mode, Result};

/// The tables of a landscape as they lie in the file.
#[derive(Debug, Clone, Default)]
pub struct Tables<'a> {
    /// Chunk 1: squares of the grid.
    pub squares: Stream<'a, Square>,
    /// Squares along x: attr2 of chunk 1, as the file says it.
    pub across: u32,
    /// Chunk 2, the front: bounds of the map. Its sphere and cylinder are 0 in shipped files.
    pub header: Header,
    /// Chunk 2: cells, those of level 0 first.
    pub cells: Stream<'a, Cell>,
    /// Chunk 3: positions in the world.
    pub positions: Stream<'a, [f32; 3]>,
    /// Chunk 4: normals.
    pub normals: Stream<'a, Normal>,
    /// Chunk 5: texture coordinates of both materials.
    pub material_uvs: Stream<'a, GroundUv>,
    /// Chunk 18: texture coordinates of the microtexture.
    pub micro_uvs: Stream<'a, GroundUv>,
    /// Chunk 14: alpha of the second material.
    pub alphas: Option<Stream<'a, f32>>,
    /// Chunk 11: the baked draw order.
    pub order: Stream<'a, DrawEntry>,
    /// Chunk 21: faces.
    pub faces: Stream<'a, Face>,
}

/// A landscape seen through its bytes.
///
/// Its tables are reached through it: `landscape.faces.get(3)`. What [`Landscape::read`] gives is
/// proven: every index that the methods here follow lies inside its table. What
/// [`Landscape::read_tolerant`] gives may be broken in places; the same methods then leave out
/// exactly the broken records.
#[derive(Debug, Clone)]
pub struct Landscape<'a> {
    archive: Archive<'a>,
    places: [Option<Place<'a>>; CHUNKS.len()],
    tables: Tables<'a>,
}

impl<'a> Deref for Landscape<'a> {
    type Target = Tables<'a>;

    fn deref(&self) -> &Self::Target {
        &self.tables
    }
}

impl<'a> Landscape<'a> {
    /// Reads a landscape and fails on the first reference that leads nowhere.
    pub fn read(bytes: &'a [u8]) -> Result<Self> {
        let mut findings = Findings::new(Mode::Tolerant, false);
        let landscape = Self::read_tolerant(bytes, &mut findings)?;
        findings.or_error(landscape)
    }

    /// Reads a landscape as far as it can be followed. Each finding names what is left out.
    pub fn read_tolerant(bytes: &'a [u8], findings: &mut Findings) -> Result<Self> {
        let archive = Archive::read(bytes)?;
        open(archive, findings).map_err(|(_, error)| error)
    }

    /// The container.
    pub fn archive(&self) -> &Archive<'a> {
        &self.archive
    }

    /// Where a chunk is; `None` where the landscape has none of that type.
    pub fn place(&self, type_id: u32) -> Option<&Place<'a>> {
        self.places.get(slot_of(type_id)?)?.as_ref()
    }
}

/// Whether an archive is a landscape, complete or not: it has a draw order (11) or faces (21), and
/// no indices (6).
pub fn is_landscape(archive: &Archive<'_>) -> bool {
    let has = |type_id: u32| archive.of_type(type_id.into(), 0).next().is_some();
    !has(crate::msh::resource::INDICES) && (has(chunk::ORDER) || has(chunk::FACES))
}

/// Where a type stands in [`CHUNKS`].
fn slot_of(type_id: u32) -> Option<usize> {
    CHUNKS.iter().position(|chunk| chunk.type_id == type_id)
}

/// Finds the tables and proves them; where that fails, says which rule is broken.
pub(super) fn open<'a>(
    archive: Archive<'a>,
    findings: &mut Findings,
) -> Result<Landscape<'a>, (&'static Code, Error)> {
    if Kind::of(&archive) == Some(Kind::Model) {
        let why = "this is a model: it has indices (6) and batches (13)";
        return Err((&codes::KIND, Error::malformed("", 0, why)));
    }
    let places = find_places(&archive, findings)?;
    let tables =
        tables(&places).map_err(|error| (&codes::HEADER_SIZE, located(&archive, error)))?;
    let landscape = Landscape { archive, places, tables };
    prove::prove(&landscape, findings);
    findings.locate(|| Some(tree(&landscape.archive, crate::nres::Payloads::Original)));
    Ok(landscape)
}

type Places<'a> = [Option<Place<'a>>; CHUNKS.len()];

fn find_places<'a>(
    archive: &Archive<'a>,
    findings: &mut Findings,
) -> Result<Places<'a>, (&'static Code, Error)> {
    let known = |type_id: TypeId| {
        let known = chunk::chunk_of(type_id.0)?;
        Some(Known { slot: slot_of(type_id.0)?, required: known.is_required() })
    };
    let Found { places, seen } = container::find(archive, known, &codes::CHUNK_RANGE, findings)?;
    let missing = |chunk: &&Chunk| {
        chunk.is_required() && slot_of(chunk.type_id).and_then(|slot| seen.get(slot)) != Some(&true)
    };
    match chunk::LOAD_ORDER.into_iter().filter_map(chunk::chunk_of).find(missing) {
        Some(known) => {
            let message = chunk::engine_message(known);
            let why = format!(
                "a landscape needs chunk {}, and there is none; the engine says \"{message}\"",
                known.type_id
            );
            let at = archive.directory_offset() as u64;
            Err((&codes::CHUNK_MISSING, Error::malformed("entries", at, why)))
        }
        None => Ok(places),
    }
}

fn tables<'a>(places: &Places<'a>) -> Result<Tables<'a>> {
    let place =
        |type_id: u32| slot_of(type_id).and_then(|slot| places.get(slot).copied().flatten());
    let bytes = |type_id: u32| place(type_id).map(|place| place.payload);
    let required = |type_id: u32| bytes(type_id).unwrap_or_default();
    let cells = required(chunk::CELLS);
    let Some((header, cells)) = cells.split_first_chunk() else {
        let entry = place(chunk::CELLS).map_or(0, |place| place.entry);
        let field = format!("entries[{entry}].size");
        return Err(Error::truncated(field, 0, Header::SIZE as u64, cells.len() as u64));
    };
    Ok(Tables {
        squares: Stream::new(required(chunk::SQUARES)),
        across: place(chunk::SQUARES).map_or(0, |place| place.attributes.attr2),
        header: Header::read(header),
        cells: Stream::new(cells),
        positions: Stream::new(required(chunk::POSITIONS)),
        normals: Stream::new(required(chunk::NORMALS)),
        material_uvs: Stream::new(required(chunk::UVS)),
        micro_uvs: Stream::new(required(chunk::MICRO_UVS)),
        alphas: bytes(chunk::ALPHAS).map(Stream::new),
        order: Stream::new(required(chunk::ORDER)),
        faces: Stream::new(required(chunk::FACES)),
    })
}
