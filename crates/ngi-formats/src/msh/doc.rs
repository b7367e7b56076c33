//! A model that owns its tables and can be changed.

use super::read::Model;
use super::resource::{self, ModelDoc};
use super::types::{Label, LabelRef, Labels, PathGraph, PathLink, PathNode};
use crate::bytes::Put;
use crate::nres::{Editor, TypeId};
use crate::schema::encode_all;
use crate::tables::{Body, Owned, OwnedTable, Payload, Seen, counted, others, owned_container};
use crate::{Findings, Mode, Result};

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

impl ModelDoc {
    /// Opens a model. Broken references are no obstacle: they are kept. Fails where the tables
    /// themselves cannot be found.
    pub fn open(bytes: &[u8]) -> Result<Self> {
        let mut findings = Findings::new(Mode::Tolerant, false);
        Ok(Self::from_model(&Model::read_tolerant(bytes, &mut findings)?))
    }

    /// Takes over a model that was read.
    pub fn from_model(model: &Model<'_>) -> Self {
        let nodes = model.legacy_nodes.map_or(model.nodes.len(), |nodes| nodes.len());
        let mut doc = Self::own(|type_id| model.place(type_id), nodes);
        doc.container = owned_container(model.archive());
        doc.header = model.header;
        doc.frame_count = model.frame_count;
        if model.legacy_nodes.is_some() {
            let payload = model.place(resource::NODES).map(|place| place.payload);
            doc.legacy_nodes = payload.map(OwnedTable::read);
            doc.nodes = OwnedTable::default();
        }
        doc
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
        others(&self.container, |type_id| resource::resource(type_id.0).is_some())
    }

    /// What the model's entries are called: the name of the first.
    pub fn stem(&self) -> &[u8] {
        self.container.records().first().map_or(b"", |record| record.name.name())
    }
}

impl<'a> Seen<'a> for Option<Labels<'a>> {
    fn seen(body: Option<Body<'a>>) -> Self {
        body.map(|body| Labels::new(body.bytes))
    }
}

impl Owned for Option<OwnedTable<Label>> {
    /// The labels of the nodes; what follows is no label of any node, and stays as it is.
    fn own(body: Option<Body<'_>>) -> Self {
        body.map(|body| {
            let mut labels = Labels::new(body.bytes).iter();
            let records = labels.by_ref().take(body.nodes).map(LabelRef::to_owned).collect();
            OwnedTable { records, tail: labels.rest().to_vec() }
        })
    }

    fn payload(&self) -> Result<Option<Payload>> {
        let Some(OwnedTable { records, tail }) = self else { return Ok(None) };
        let mut bytes = Vec::new();
        for label in records {
            label.write(&mut bytes)?;
        }
        bytes.put(tail);
        Ok(Some(Payload { bytes, attr1: counted(records.len())?, attr2: 0 }))
    }
}

impl<'a> Seen<'a> for Option<PathGraph<'a>> {
    fn seen(body: Option<Body<'a>>) -> Self {
        let Body { bytes, attributes, .. } = body?;
        PathGraph::new(bytes, attributes.attr1, attributes.attr2)
    }
}

impl Owned for Option<PathTables> {
    fn own(body: Option<Body<'_>>) -> Self {
        let body = body?;
        Some(match Seen::seen(Some(body)) {
            Some(PathGraph { nodes, links }) => {
                PathTables { nodes: nodes.to_vec(), links: links.to_vec(), unread: None }
            }
            None => PathTables { unread: Some(body.bytes.to_vec()), ..PathTables::default() },
        })
    }

    fn payload(&self) -> Result<Option<Payload>> {
        let Some(PathTables { nodes, links, unread }) = self else { return Ok(None) };
        let (attr1, attr2) = (counted(nodes.len())?, counted(links.len())?);
        let tables = || [encode_all(nodes, &[]), encode_all(links, &[])].concat();
        Ok(Some(Payload { bytes: unread.clone().unwrap_or_else(tables), attr1, attr2 }))
    }
}
