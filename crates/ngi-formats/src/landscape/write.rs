//! Tables back into bytes. A chunk whose bytes did not change is not touched at all.

use super::chunk::{self, LandscapeDoc};
use crate::Result;
use crate::nres::Editor;
use crate::schema::Record;
use crate::tables::{EncodedTable, Written, put};

impl LandscapeDoc {
    /// The landscape's bytes: what was read, where nothing changed. Attributes of changed chunks
    /// are worked out; every other byte stays.
    pub fn write(&self) -> Result<Vec<u8>> {
        self.to_container()?.write()
    }

    /// The container with all tables in it.
    pub fn to_container(&self) -> Result<Editor<'static>> {
        let mut container = self.container.clone();
        for encoded in self.encode()? {
            put(&mut container, encoded, self.stem(), update)?;
        }
        Ok(container)
    }

    /// Every table as bytes, in the order of shipped files.
    fn encode(&self) -> Result<Vec<EncodedTable>> {
        let mut all = self.encode_tables()?;
        for table in &mut all {
            match table.type_id {
                chunk::SQUARES => table.attributes.attr2 = self.across,
                chunk::CELLS => table.put_before(&self.header.write()),
                _ => {}
            }
        }
        Ok(all)
    }
}

/// Sets the attributes of a chunk that was there.
fn update(editor: &mut Editor<'_>, written: Written) -> Result<()> {
    let Written { index, type_id, attributes, is_changed } = written;
    if is_changed {
        editor.set_attr1(index, attributes.attr1)?;
        editor.set_attr3(index, attributes.attr3)?;
    }
    // The width of the grid lives in the directory only.
    if type_id == chunk::SQUARES {
        editor.set_attr2(index, attributes.attr2)?;
    }
    Ok(())
}
