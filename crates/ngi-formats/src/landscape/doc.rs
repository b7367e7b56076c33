//! A landscape that owns its tables and can be changed.

use super::chunk::{self, LandscapeDoc};
use super::read::Landscape;
use crate::nres::{Editor, TypeId};
use crate::tables::{others, owned_container};
use crate::{Findings, Mode, Result};

impl LandscapeDoc {
    /// Opens a landscape. Broken references are no obstacle: they are kept. Fails where the
    /// tables themselves cannot be found.
    pub fn open(bytes: &[u8]) -> Result<Self> {
        let mut findings = Findings::new(Mode::Tolerant, false);
        Ok(Self::from_landscape(&Landscape::read_tolerant(bytes, &mut findings)?))
    }

    /// Takes over a landscape that was read.
    pub fn from_landscape(landscape: &Landscape<'_>) -> Self {
        let mut doc = Self::own(|type_id| landscape.place(type_id), 0);
        doc.container = owned_container(landscape.archive());
        doc.header = landscape.header;
        doc.across = landscape.across;
        doc
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
        others(&self.container, |type_id| chunk::chunk_of(type_id.0).is_some())
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
