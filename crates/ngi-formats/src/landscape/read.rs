//! Reading without copying: tables are found and proven, records stay where they are.

use std::ops::Deref;

use super::check::codes;
use super::chunk::{self, CHUNKS, Chunk, Tables};
use super::prove;
use crate::msh::MeshKind;
use crate::nres::{Archive, TypeId};
use crate::tables::{Found, Known, TableEntry, find, header, located, tree};
use crate::{Code, Error, Findings, Mode, Result};

/// A landscape seen through its bytes.
///
/// Its tables are reached through it: `landscape.faces.get(3)`. What [`Landscape::read`] gives is
/// proven: every index that the methods here follow lies inside its table. What
/// [`Landscape::read_tolerant`] gives may be broken in places; the same methods then leave out
/// exactly the broken records.
#[derive(Debug, Clone)]
pub struct Landscape<'a> {
    archive: Archive<'a>,
    places: [Option<TableEntry<'a>>; CHUNKS.len()],
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
    pub fn place(&self, type_id: u32) -> Option<&TableEntry<'a>> {
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
    if MeshKind::of(&archive) == Some(MeshKind::Model) {
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

type Places<'a> = [Option<TableEntry<'a>>; CHUNKS.len()];

fn find_places<'a>(
    archive: &Archive<'a>,
    findings: &mut Findings,
) -> Result<Places<'a>, (&'static Code, Error)> {
    let known = |type_id: TypeId| {
        let known = chunk::chunk_of(type_id.0)?;
        Some(Known { slot: slot_of(type_id.0)?, required: known.is_required() })
    };
    let Found { places, seen } = find(archive, known, &codes::CHUNK_RANGE, findings)?;
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
    let mut tables = Tables::see(place);
    tables.header = header(place(chunk::CELLS))?;
    tables.across = place(chunk::SQUARES).map_or(0, |place| place.attributes.attr2);
    Ok(tables)
}
