//! A model that owns its tables and can be changed.

use std::borrow::Cow;
use std::ops::{Deref, DerefMut};

use super::container;
use super::read::Model;
use super::resource;
use super::types::{
    Batch, Header, Key, Label, LabelRef, Labels, LegacyNode, LightmapUv, Node, NodeName, Normal,
    PathLink, PathNode, Slot, Tangents, Triangle, Uv,
};
use crate::nres::{Archive, Editor, Region, Regions, TypeId};
use crate::schema::{Record, encode_all};
use crate::{Findings, Mode, Result};

/// The records of one resource, and bytes behind them that are no whole record.
#[derive(Debug, Clone, PartialEq)]
pub struct Table<T> {
    /// The records.
    pub records: Vec<T>,
    /// What is left over: empty in every sound file.
    pub tail: Vec<u8>,
}

impl<T> Default for Table<T> {
    fn default() -> Self {
        Self { records: Vec::new(), tail: Vec::new() }
    }
}

impl<T> From<Vec<T>> for Table<T> {
    fn from(records: Vec<T>) -> Self {
        Self { records, tail: Vec::new() }
    }
}

impl<T> Deref for Table<T> {
    type Target = Vec<T>;

    fn deref(&self) -> &Vec<T> {
        &self.records
    }
}

impl<T> DerefMut for Table<T> {
    fn deref_mut(&mut self) -> &mut Vec<T> {
        &mut self.records
    }
}

impl<T: Record> Table<T> {
    /// Decodes a payload.
    pub fn read(bytes: &[u8]) -> Self {
        let (records, tail) = T::split(bytes);
        Self { records: records.iter().map(T::read).collect(), tail: tail.to_vec() }
    }

    /// Encodes the payload.
    pub fn write(&self) -> Vec<u8> {
        let Self { records, tail } = self;
        encode_all(records, tail)
    }
}

/// Resource 17: places and the links between them.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PathTables {
    /// The places.
    pub nodes: Vec<PathNode>,
    /// The links.
    pub links: Vec<PathLink>,
    /// The payload where its size does not fit its attributes; it is then kept as it is.
    pub unread: Option<Vec<u8>>,
}

/// A model that owns its tables: every resource as typed records, changed at will, written back
/// byte for byte where nothing changed.
///
/// Fields are the tables. After changing one by hand, [`ModelDoc::refresh`] brings what depends on
/// it up to date. Resources of other types stay in the [container](ModelDoc::container).
#[derive(Debug, Clone)]
pub struct ModelDoc {
    pub(super) container: Editor<'static>,
    /// Resource 1: nodes. Empty where the records have 24 bytes.
    pub nodes: Table<Node>,
    /// Resource 1 where its records have 24 bytes.
    pub legacy_nodes: Option<Table<LegacyNode>>,
    /// Resource 2, the front: bounds of the model.
    pub header: Header,
    /// Resource 2: slots.
    pub slots: Table<Slot>,
    /// Resource 3: positions.
    pub positions: Table<[f32; 3]>,
    /// Resource 4: normals.
    pub normals: Option<Table<Normal>>,
    /// Resource 5: texture coordinates.
    pub uvs: Option<Table<Uv>>,
    /// Resource 6: indices.
    pub indices: Table<u16>,
    /// Resource 7: triangle descriptors.
    pub triangles: Option<Table<Triangle>>,
    /// Resource 8: keys.
    pub keys: Option<Table<Key>>,
    /// Resource 9: node names.
    pub names: Option<Table<NodeName>>,
    /// Resource 10: node labels.
    pub labels: Option<Table<Label>>,
    /// Resource 13: batches.
    pub batches: Table<Batch>,
    /// Resource 15: eight unknown bytes per vertex.
    pub extra: Option<Table<[u8; 8]>>,
    /// Resource 16: two packed vectors per vertex.
    pub tangents: Option<Table<Tangents>>,
    /// Resource 17: hallways.
    pub paths: Option<PathTables>,
    /// Resource 18: lightmap coordinates.
    pub lightmap_uvs: Option<Table<LightmapUv>>,
    /// Resource 19: the frame map.
    pub map: Option<Table<u16>>,
    /// Frames per block: attr2 of resource 19.
    pub frame_count: u32,
    /// Resource 20: unresolved.
    pub probes: Option<Vec<u8>>,
}

impl ModelDoc {
    /// Opens a model. Broken references are no obstacle: they are kept. Fails where the tables
    /// themselves cannot be found.
    pub fn open(bytes: &[u8]) -> Result<Self> {
        let mut findings = Findings::new(Mode::Tolerant, false);
        Ok(Self::from_model(&Model::read_tolerant(bytes, &mut findings)?))
    }

    /// Takes over a model that was read.
    pub fn from_model(model: &Model<'_>) -> Self {
        let slots = payload(model, resource::SLOTS).unwrap_or_default();
        let nodes = payload(model, resource::NODES).unwrap_or_default();
        let legacy = model.legacy_nodes.is_some();
        let required = |type_id| payload(model, type_id).unwrap_or_default();
        Self {
            container: owned(model.archive()),
            nodes: if legacy { Table::default() } else { Table::read(nodes) },
            legacy_nodes: legacy.then(|| Table::read(nodes)),
            header: model.header,
            slots: Table::read(slots.get(Header::SIZE..).unwrap_or_default()),
            positions: Table::read(required(resource::POSITIONS)),
            normals: payload(model, resource::NORMALS).map(Table::read),
            uvs: payload(model, resource::UVS).map(Table::read),
            indices: Table::read(required(resource::INDICES)),
            triangles: payload(model, resource::TRIANGLES).map(Table::read),
            keys: payload(model, resource::KEYS).map(Table::read),
            names: payload(model, resource::NAMES).map(Table::read),
            labels: payload(model, resource::LABELS).map(|bytes| read_labels(model, bytes)),
            batches: Table::read(required(resource::BATCHES)),
            extra: payload(model, resource::EXTRA).map(Table::read),
            tangents: payload(model, resource::TANGENTS).map(Table::read),
            paths: payload(model, resource::PATHS).map(|bytes| read_paths(model, bytes)),
            lightmap_uvs: payload(model, resource::LIGHTMAP_UVS).map(Table::read),
            map: payload(model, resource::MAP).map(Table::read),
            frame_count: model.frame_count,
            probes: payload(model, resource::PROBES).map(<[u8]>::to_vec),
        }
    }

    /// An empty model without any resource; [`ModelDoc::write`] adds what is there by then.
    pub(super) fn empty() -> Self {
        Self {
            container: Editor::new(),
            nodes: Table::default(),
            legacy_nodes: None,
            header: Header::default(),
            slots: Table::default(),
            positions: Table::default(),
            normals: None,
            uvs: None,
            indices: Table::default(),
            triangles: None,
            keys: None,
            names: None,
            labels: None,
            batches: Table::default(),
            extra: None,
            tangents: None,
            paths: None,
            lightmap_uvs: None,
            map: None,
            frame_count: 0,
            probes: None,
        }
    }

    /// The container as it was read: order, names, attributes, gaps, and the resources of types
    /// that are not tables here. Tables change in it when the model is written.
    pub fn container(&self) -> &Editor<'static> {
        &self.container
    }

    /// The container, to rename entries, set attributes or change resources of other types. What
    /// is changed in a resource that is a table here, the table overrides.
    pub fn container_mut(&mut self) -> &mut Editor<'static> {
        &mut self.container
    }

    /// The resources of types that are not tables here: directory index, type, payload.
    pub fn others(&self) -> impl Iterator<Item = (usize, TypeId, &[u8])> {
        container::others(&self.container, |type_id| resource::resource(type_id.0).is_some())
    }

    /// What the model's entries are called: the name of the first.
    pub fn stem(&self) -> &[u8] {
        self.container.records().first().map_or(b"", |record| record.name.name())
    }
}

fn payload<'a>(model: &Model<'a>, type_id: u32) -> Option<&'a [u8]> {
    model.place(type_id).map(|place| place.payload)
}

/// The labels of the nodes; what follows is no label of any node, and stays as it is.
fn read_labels(model: &Model<'_>, bytes: &[u8]) -> Table<Label> {
    let count = model.legacy_nodes.map_or(model.nodes.len(), |nodes| nodes.len());
    let mut labels = Labels::new(bytes).iter();
    let records = labels.by_ref().take(count).map(LabelRef::to_owned).collect();
    Table { records, tail: labels.rest().to_vec() }
}

fn read_paths(model: &Model<'_>, bytes: &[u8]) -> PathTables {
    match model.paths {
        Some(paths) => {
            PathTables { nodes: paths.nodes.to_vec(), links: paths.links.to_vec(), unread: None }
        }
        None => PathTables { unread: Some(bytes.to_vec()), ..PathTables::default() },
    }
}

/// The container with payloads of its own.
pub(crate) fn owned(archive: &Archive<'_>) -> Editor<'static> {
    let editor = Editor::open(archive);
    let own = |bytes: &Cow<'_, [u8]>| Cow::Owned(bytes.to_vec());
    let regions = editor.regions().0.iter().map(|region| match region {
        Region::Gap(bytes) => Region::Gap(own(bytes)),
        Region::Shared(bytes) => Region::Shared(own(bytes)),
        Region::Added(bytes) => Region::Added(own(bytes)),
        Region::Payload { original_len, bytes } => {
            Region::Payload { original_len: *original_len, bytes: own(bytes) }
        }
    });
    let parts = (editor.records().to_vec(), editor.slots().to_vec(), Regions(regions.collect()));
    // The parts come from an editor, so they fit together.
    Editor::from_parts(parts.0, parts.1, parts.2).unwrap_or_default()
}
