//! Tables back into bytes. A chunk whose bytes did not change is not touched at all.

use super::chunk::{self, Chunk};
use super::doc::LandscapeDoc;
use crate::msh::{Record, Table};
use crate::nres::{Editor, NAME_SIZE, NewEntry, TypeId};
use crate::{Error, FixedStr, Result};

/// A chunk about to be written.
struct Encoded {
    type_id: u32,
    /// `None` where the landscape has no such chunk.
    payload: Option<Vec<u8>>,
    /// Number of records: attr1, if the bytes changed.
    count: u32,
}

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
            put(&mut container, encoded, self.across, self.stem())?;
        }
        Ok(container)
    }

    /// Every table as bytes, in the order of shipped files.
    fn encode(&self) -> Result<[Encoded; 9]> {
        let Self {
            container: _,
            squares,
            across: _, // the directory holds it
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
            table(chunk::SQUARES, squares)?,
            Encoded {
                type_id: chunk::CELLS,
                payload: Some(cell_bytes),
                count: counted(cells.len())?,
            },
            table(chunk::POSITIONS, positions)?,
            table(chunk::NORMALS, normals)?,
            table(chunk::UVS, material_uvs)?,
            table(chunk::MICRO_UVS, micro_uvs)?,
            match alphas {
                Some(alphas) => table(chunk::ALPHAS, alphas)?,
                None => Encoded { type_id: chunk::ALPHAS, payload: None, count: 0 },
            },
            table(chunk::ORDER, order)?,
            table(chunk::FACES, faces)?,
        ])
    }
}

fn counted(count: usize) -> Result<u32> {
    u32::try_from(count)
        .map_err(|_| Error::limit("attr1", format!("{count} records do not fit 32 bits")))
}

fn table<T: Record>(type_id: u32, table: &Table<T>) -> Result<Encoded> {
    Ok(Encoded { type_id, payload: Some(table.write()), count: counted(table.len())? })
}

/// Puts one chunk into the container: changed, added or removed as need be.
fn put(container: &mut Editor<'static>, encoded: Encoded, across: u32, stem: &[u8]) -> Result<()> {
    let Encoded { type_id, payload, count } = encoded;
    let attr2 = if type_id == chunk::SQUARES { across } else { 0 };
    let stride = chunk::chunk_of(type_id).map_or(0, |Chunk { stride, .. }| *stride);
    let attr3 = counted(stride)?;
    let type_id = TypeId(type_id);
    let index = container.records().iter().position(|record| record.type_id == type_id);
    match (index, payload) {
        (Some(index), Some(payload)) => {
            let same = container.payload(index).is_ok_and(|old| old == payload.as_slice());
            if !same {
                container.replace(index, payload)?;
                container.set_attr1(index, count)?;
                container.set_attr3(index, attr3)?;
            }
            // The width of the grid lives in the directory only.
            if type_id.0 == chunk::SQUARES {
                container.set_attr2(index, attr2)?;
            }
        }
        // A chunk that could not be read is not one that was taken out.
        (Some(index), None) if container.payload(index).is_ok() => container.remove(index)?,
        (None, Some(payload)) => {
            let stem = stem.get(..NAME_SIZE - 1).unwrap_or(stem);
            let name = FixedStr::new(stem)?;
            container.add(NewEntry { type_id, attr1: count, attr2, attr3, name }, payload)?;
        }
        (Some(_), None) | (None, None) => {}
    }
    Ok(())
}
