//! Reading without copying: tables are found and proven, records stay where they are.

use std::ops::Deref;

use super::check::codes;
use super::prove;
use super::resource::{self, RESOURCES, Tables};
use crate::nres::{Archive, TypeId};
use crate::schema::Stream;
use crate::tables::{Found, Known, TableEntry, find, header, located, tree};
use crate::{Code, Error, Findings, Mode, Result, text};

/// What kind of mesh an archive is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MeshKind {
    /// A robot, a building, an object: indices (6) and batches (13).
    Model,
    /// Ground: a draw order (11) and no indices.
    Landscape,
}

impl MeshKind {
    /// Tells the kind by the resources; `None` where the archive is neither.
    pub fn of(archive: &Archive<'_>) -> Option<Self> {
        let has = |type_id| archive.of_type(TypeId(type_id), 0).next().is_some();
        if has(resource::INDICES) {
            return has(resource::BATCHES).then_some(Self::Model);
        }
        has(resource::LANDSCAPE_ORDER).then_some(Self::Landscape)
    }

    /// Tells the kind of any bytes; `None` where they are no archive, or another one.
    pub fn of_bytes(bytes: &[u8]) -> Option<Self> {
        Archive::read(bytes).ok().and_then(|archive| Self::of(&archive))
    }
}

/// A model seen through its bytes.
///
/// Its tables are reached through it: `model.positions.get(3)`. What [`Model::read`] gives is
/// proven: every index that the methods here follow lies inside its table, parents do not go
/// round in circles. What [`Model::read_tolerant`] gives may be broken in places; the same
/// methods then leave out exactly the broken ranges.
#[derive(Debug, Clone)]
pub struct Model<'a> {
    archive: Archive<'a>,
    places: Places<'a>,
    tables: Tables<'a>,
    pub(super) proof: prove::Proof,
}

impl<'a> Deref for Model<'a> {
    type Target = Tables<'a>;

    fn deref(&self) -> &Self::Target {
        &self.tables
    }
}

impl<'a> Model<'a> {
    /// Reads a model and fails on the first reference that leads nowhere.
    pub fn read(bytes: &'a [u8]) -> Result<Self> {
        let mut findings = Findings::new(Mode::Tolerant, false);
        let model = Self::read_tolerant(bytes, &mut findings)?;
        findings.or_error(model)
    }

    /// Reads a model as far as it can be followed. Each finding names a range that is left out.
    pub fn read_tolerant(bytes: &'a [u8], findings: &mut Findings) -> Result<Self> {
        let archive = Archive::read(bytes)?;
        open(archive, findings).map_err(|(_, error)| error)
    }

    /// The container.
    pub fn archive(&self) -> &Archive<'a> {
        &self.archive
    }

    /// Where a resource is; `None` where the model has none of that type.
    pub fn place(&self, type_id: u32) -> Option<&TableEntry<'a>> {
        self.places.get(usize::try_from(type_id).ok()?)?.as_ref()
    }
}

/// Finds the tables and proves them; where that fails, says which rule is broken.
pub(super) fn open<'a>(
    archive: Archive<'a>,
    findings: &mut Findings,
) -> Result<Model<'a>, (&'static Code, Error)> {
    if MeshKind::of(&archive) == Some(MeshKind::Landscape) {
        let why = "this is a landscape: it has a draw order (11) and no indices (6)";
        return Err((&codes::KIND, Error::malformed("", 0, why)));
    }
    let places = find_places(&archive, findings)?;
    let tables =
        tables(&places).map_err(|error| (&codes::HEADER_SIZE, located(&archive, error)))?;
    let mut model = Model { archive, places, tables, proof: prove::Proof::default() };
    model.proof = prove::prove(&model, findings);
    findings.locate(|| Some(tree(&model.archive, crate::nres::Payloads::Original)));
    Ok(model)
}

/// One place for every type id there is.
type Places<'a> = [Option<TableEntry<'a>>; 21];

fn find_places<'a>(
    archive: &Archive<'a>,
    findings: &mut Findings,
) -> Result<Places<'a>, (&'static Code, Error)> {
    let known = |type_id: TypeId| {
        let known = resource::resource(type_id.0)?;
        let slot = usize::try_from(type_id.0).ok()?;
        Some(Known { slot, required: known.is_required() })
    };
    let Found { places, seen } = find(archive, known, &codes::RESOURCE_RANGE, findings)?;
    for known in RESOURCES.iter().filter(|known| known.is_required()) {
        if !usize::try_from(known.type_id).is_ok_and(|id| seen.get(id) == Some(&true)) {
            let why = format!("a model needs resource {}, and there is none", known.type_id);
            let at = archive.directory_offset() as u64;
            return Err((&codes::RESOURCE_MISSING, Error::malformed("entries", at, why)));
        }
    }
    Ok(places)
}

fn tables<'a>(places: &Places<'a>) -> Result<Tables<'a>> {
    let place = |type_id: u32| {
        usize::try_from(type_id).ok().and_then(|id| places.get(id).copied().flatten())
    };
    let mut tables = Tables::see(place);
    tables.header = header(place(resource::SLOTS))?;
    tables.frame_count = place(resource::MAP).map_or(0, |place| place.attributes.attr2);
    if let Some(nodes) = place(resource::NODES).filter(is_legacy) {
        tables.nodes = Stream::default();
        tables.legacy_nodes = Some(Stream::new(nodes.payload));
    }
    Ok(tables)
}

/// Whether a node table holds the odd records of 24 bytes.
fn is_legacy(nodes: &TableEntry<'_>) -> bool {
    nodes.attributes.attr3 == resource::LEGACY_STRIDE
}

/// A model found in a file.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Located<'a> {
    /// Place in the outer archive's directory; `None` where the file itself is the model.
    pub entry: Option<usize>,
    /// Offset of the model in the file.
    pub offset: usize,
    /// The model's bytes.
    pub bytes: &'a [u8],
}

/// The models of a file: the file itself where it is one, else the entries of an archive that
/// are (every entry whose name ends in `.msh`, and no landscape).
pub fn locate(bytes: &[u8]) -> Result<Vec<Located<'_>>> {
    let archive = Archive::read(bytes)?;
    if MeshKind::of(&archive) == Some(MeshKind::Model) {
        return Ok(vec![Located { entry: None, offset: 0, bytes }]);
    }
    let mut found = Vec::new();
    for entry in archive.iter().filter(|entry| has_model_name(entry.name())) {
        let payload = entry.payload()?;
        if MeshKind::of_bytes(payload) == Some(MeshKind::Model) {
            let offset = usize::try_from(entry.record().offset).unwrap_or_default();
            found.push(Located { entry: Some(entry.index()), offset, bytes: payload });
        }
    }
    Ok(found)
}

fn has_model_name(name: &[u8]) -> bool {
    name.split_last_chunk::<4>().is_some_and(|(_, suffix)| text::same(suffix, b".msh"))
}
