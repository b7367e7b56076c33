//! A table as a field: of what reads without copying, and of what owns its tables.
//!
//! [`tables!`](super::tables) makes both structs of one list; here is how each kind of field comes
//! out of a payload and goes back into one. Kinds that only models have are in
//! [`msh`](crate::msh).

use super::Attributes;
use super::container::{TableEntry, counted};
use super::declare::Resource;
use super::owned::OwnedTable;
use crate::Result;
use crate::schema::{Record, Stream};

/// What a field is made of: the bytes behind the head, and what the directory says.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Body<'a> {
    pub bytes: &'a [u8],
    pub attributes: Attributes,
    /// Nodes there are: as many labels.
    pub nodes: usize,
}

impl<'a> Body<'a> {
    pub fn of(known: &Resource, entry: &TableEntry<'a>, nodes: usize) -> Self {
        let bytes = entry.payload.get(known.head..).unwrap_or_default();
        Self { bytes, attributes: entry.attributes, nodes }
    }
}

/// A field that looks at the file's bytes.
pub(crate) trait Seen<'a> {
    /// The field, where there is a table and where there is none.
    fn seen(body: Option<Body<'a>>) -> Self;
}

impl<'a, T: Record> Seen<'a> for Stream<'a, T> {
    fn seen(body: Option<Body<'a>>) -> Self {
        body.map_or_else(Self::default, |body| Self::new(body.bytes))
    }
}

impl<'a, T: Record> Seen<'a> for Option<Stream<'a, T>> {
    fn seen(body: Option<Body<'a>>) -> Self {
        body.map(|body| Stream::new(body.bytes))
    }
}

impl<'a> Seen<'a> for Option<&'a [u8]> {
    fn seen(body: Option<Body<'a>>) -> Self {
        body.map(|body| body.bytes)
    }
}

/// A table as bytes, without its head.
#[derive(Debug)]
pub(crate) struct Payload {
    pub bytes: Vec<u8>,
    /// Mostly the number of records.
    pub attr1: u32,
    pub attr2: u32,
}

/// A field that owns its records.
pub(crate) trait Owned: Sized {
    /// The field, where there is a table and where there is none.
    fn own(body: Option<Body<'_>>) -> Self;
    /// Its bytes; `None` where there is no table.
    fn payload(&self) -> Result<Option<Payload>>;
}

impl<T: Record> Owned for OwnedTable<T> {
    fn own(body: Option<Body<'_>>) -> Self {
        body.map_or_else(Self::default, |body| Self::read(body.bytes))
    }

    fn payload(&self) -> Result<Option<Payload>> {
        let attr1 = counted(self.len())?;
        Ok(Some(Payload { bytes: self.write(), attr1, attr2: 0 }))
    }
}

impl<T: Record> Owned for Option<OwnedTable<T>> {
    fn own(body: Option<Body<'_>>) -> Self {
        body.map(|body| OwnedTable::read(body.bytes))
    }

    fn payload(&self) -> Result<Option<Payload>> {
        self.as_ref().map_or(Ok(None), Owned::payload)
    }
}

impl Owned for Option<Vec<u8>> {
    fn own(body: Option<Body<'_>>) -> Self {
        body.map(|body| body.bytes.to_vec())
    }

    fn payload(&self) -> Result<Option<Payload>> {
        Ok(self.clone().map(|bytes| Payload { bytes, attr1: 0, attr2: 0 }))
    }
}
