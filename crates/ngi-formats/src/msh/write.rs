//! Tables back into bytes. A resource whose bytes did not change is not touched at all.

use super::resource::{self, Attributes, LEGACY_NODES, ModelDoc, ORDER_LIT};
use super::types::Node;
use crate::Result;
use crate::nres::{Editor, TypeId};
use crate::schema::Record;
use crate::tables::{EncodedTable, Owned, Written, counted, put};

impl ModelDoc {
    /// The model's bytes: what was read, where nothing changed. Attributes of changed resources
    /// are worked out; every other byte stays.
    pub fn write(&self) -> Result<Vec<u8>> {
        self.to_container()?.write()
    }

    /// The container with all tables in it.
    pub fn to_container(&self) -> Result<Editor<'static>> {
        let mut container = self.container.clone();
        let has_other_nodes = self.has_other_nodes();
        for encoded in self.encode()? {
            put(&mut container, encoded, self.stem(), |editor, written| {
                update(editor, written, has_other_nodes)
            })?;
        }
        Ok(container)
    }

    /// True if the number of nodes is not that of the container.
    fn has_other_nodes(&self) -> bool {
        let id = TypeId(resource::NODES);
        let stored = self.container.records().iter().position(|record| record.type_id == id);
        let payload = stored.and_then(|index| self.container.payload(index).ok());
        self.legacy_nodes.is_none()
            && payload.is_some_and(|payload| payload.len() / Node::SIZE != self.nodes.len())
    }

    /// Every table as bytes, in the order of shipped models.
    fn encode(&self) -> Result<Vec<EncodedTable>> {
        let mut all = self.encode_tables()?;
        for table in &mut all {
            match (table.type_id, &self.legacy_nodes) {
                (resource::NODES, Some(legacy)) => {
                    *table = EncodedTable::new(&LEGACY_NODES, legacy.payload()?);
                }
                (resource::SLOTS, _) => table.put_before(&self.header.write()),
                (resource::MAP, _) => table.attributes.attr2 = self.frame_count,
                (resource::LABELS, None) => table.attributes.attr1 = counted(self.nodes.len())?,
                _ => {}
            }
        }
        let place = |type_id: u32| ORDER_LIT.iter().position(|&known| known == type_id);
        all.sort_by_key(|encoded| place(encoded.type_id).unwrap_or(usize::MAX));
        Ok(all)
    }
}

/// Sets what is known about a resource that was there; what nobody knows stays.
fn update(editor: &mut Editor<'_>, written: Written, has_other_nodes: bool) -> Result<()> {
    let Written { index, type_id, attributes, is_changed } = written;
    let Attributes { attr1, attr2, attr3 } = attributes;
    if is_changed && type_id != resource::PROBES {
        editor.set_attr1(index, attr1)?;
        if !matches!(type_id, resource::NODES | resource::KEYS) {
            editor.set_attr2(index, attr2)?;
        }
        editor.set_attr3(index, attr3)?;
    }
    if type_id == resource::LABELS && has_other_nodes {
        editor.set_attr1(index, attr1)?;
    }
    // The frame count lives in the directory only.
    if type_id == resource::MAP {
        editor.set_attr2(index, attr2)?;
    }
    Ok(())
}
