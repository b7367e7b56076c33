//! Tables back into bytes. A chunk whose bytes did not change is not touched at all.

use super::chunk::{self, Chunk};
use super::doc::LandscapeDoc;
use crate::Result;
use crate::msh::container::{self, Encoded, Written, counted};
use crate::msh::resource::Attributes;
use crate::msh::{Record, Table};
use crate::nres::Editor;

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
            container::put(&mut container, encoded, self.stem(), update)?;
        }
        Ok(container)
    }

    /// Every table as bytes, in the order of shipped files.
    fn encode(&self) -> Result<[Encoded; 9]> {
        let Self {
            container: _,
            squares,
            across,
            header,
            cells,
            positions,
            normals,
            material_uvs,
            micro_uvs,
            alphas,
            order,
            faces,
        } = self;
        let mut cell_bytes = header.write().to_vec();
        cell_bytes.extend(cells.write());
        Ok([
            encoded(chunk::SQUARES, Some(squares.write()), squares.len(), *across)?,
            encoded(chunk::CELLS, Some(cell_bytes), cells.len(), 0)?,
            table(chunk::POSITIONS, positions)?,
            table(chunk::NORMALS, normals)?,
            table(chunk::UVS, material_uvs)?,
            table(chunk::MICRO_UVS, micro_uvs)?,
            match alphas {
                Some(alphas) => table(chunk::ALPHAS, alphas)?,
                None => encoded(chunk::ALPHAS, None, 0, 0)?,
            },
            table(chunk::ORDER, order)?,
            table(chunk::FACES, faces)?,
        ])
    }
}

fn table<T: Record>(type_id: u32, table: &Table<T>) -> Result<Encoded> {
    encoded(type_id, Some(table.write()), table.len(), 0)
}

fn encoded(type_id: u32, payload: Option<Vec<u8>>, count: usize, attr2: u32) -> Result<Encoded> {
    let stride = chunk::chunk_of(type_id).map_or(0, |Chunk { stride, .. }| *stride);
    let attributes = Attributes { attr1: counted(count)?, attr2, attr3: counted(stride)? };
    Ok(Encoded { type_id, payload, attributes })
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
