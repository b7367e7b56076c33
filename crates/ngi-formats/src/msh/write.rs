//! Tables back into bytes. A resource whose bytes did not change is not touched at all.

use super::container::{self, Encoded, Written, counted};
use super::doc::{ModelDoc, PathTables, Table};
use super::resource::{self, Attributes, LEGACY_STRIDE, ORDER_LIT};
use super::types::Label;
use crate::Result;
use crate::bytes::Put;
use crate::nres::Editor;
use crate::schema::Record;

impl ModelDoc {
    /// The model's bytes: what was read, where nothing changed. Attributes of changed resources
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

    /// Every table as bytes, in the order of shipped models.
    fn encode(&self) -> Result<Vec<Encoded>> {
        let Self {
            container: _,
            nodes,
            legacy_nodes,
            header,
            slots,
            positions,
            normals,
            uvs,
            indices,
            triangles,
            keys,
            names,
            labels,
            batches,
            extra,
            tangents,
            paths,
            lightmap_uvs,
            map,
            frame_count,
            probes,
        } = self;
        let mut slot_bytes = header.write().to_vec();
        slot_bytes.extend(slots.write());
        let (nodes, node_count, node_stride) = match legacy_nodes {
            Some(legacy) => (legacy.write(), legacy.len(), LEGACY_STRIDE),
            None => (nodes.write(), nodes.len(), 38),
        };
        let node_attributes = Attributes { attr3: node_stride, ..attributes(node_count, 38)? };
        let mut all = vec![
            Encoded { type_id: resource::NODES, payload: Some(nodes), attributes: node_attributes },
            Encoded {
                type_id: resource::SLOTS,
                payload: Some(slot_bytes),
                attributes: attributes(slots.len(), 68)?,
            },
            required(resource::POSITIONS, positions)?,
            optional(resource::NORMALS, normals.as_ref())?,
            optional(resource::UVS, uvs.as_ref())?,
            optional(resource::EXTRA, extra.as_ref())?,
            optional(resource::TANGENTS, tangents.as_ref())?,
            optional(resource::LIGHTMAP_UVS, lightmap_uvs.as_ref())?,
            required(resource::BATCHES, batches)?,
            required(resource::INDICES, indices)?,
            optional(resource::TRIANGLES, triangles.as_ref())?,
            optional(resource::KEYS, keys.as_ref())?,
            optional(resource::NAMES, names.as_ref())?,
            encode_labels(labels.as_ref())?,
            encode_paths(paths.as_ref())?,
            Encoded {
                type_id: resource::PROBES,
                payload: probes.clone(),
                attributes: Attributes::default(),
            },
        ];
        let mut map = optional(resource::MAP, map.as_ref())?;
        map.attributes.attr2 = *frame_count;
        all.push(map);
        let place = |type_id: u32| ORDER_LIT.iter().position(|&known| known == type_id);
        all.sort_by_key(|encoded| place(encoded.type_id).unwrap_or(usize::MAX));
        Ok(all)
    }
}

fn attributes(count: usize, attr3: u32) -> Result<Attributes> {
    Ok(Attributes { attr1: counted(count)?, attr2: 0, attr3 })
}

fn required<T: Record>(type_id: u32, table: &Table<T>) -> Result<Encoded> {
    let attr3 = resource::resource(type_id).and_then(|known| known.attr3).unwrap_or(0);
    let attributes = attributes(table.len(), attr3)?;
    Ok(Encoded { type_id, payload: Some(table.write()), attributes })
}

fn optional<T: Record>(type_id: u32, table: Option<&Table<T>>) -> Result<Encoded> {
    match table {
        Some(table) => required(type_id, table),
        None => Ok(Encoded { type_id, payload: None, attributes: Attributes::default() }),
    }
}

fn encode_labels(labels: Option<&Table<Label>>) -> Result<Encoded> {
    let attributes = attributes(labels.map_or(0, |labels| labels.len()), 0)?;
    let mut payload = None;
    if let Some(Table { records, tail }) = labels {
        let mut bytes = Vec::new();
        for label in records {
            label.write(&mut bytes)?;
        }
        bytes.put(tail);
        payload = Some(bytes);
    }
    Ok(Encoded { type_id: resource::LABELS, payload, attributes })
}

fn encode_paths(paths: Option<&PathTables>) -> Result<Encoded> {
    let mut attributes = Attributes::default();
    let mut payload = None;
    if let Some(PathTables { nodes, links, unread }) = paths {
        let (places, links_there) = (counted(nodes.len())?, counted(links.len())?);
        attributes = Attributes { attr1: places, attr2: links_there, attr3: 0 };
        let mut bytes = Vec::new();
        nodes.iter().for_each(|node| bytes.put(&node.write()));
        links.iter().for_each(|link| bytes.put(&link.write()));
        payload = Some(unread.clone().unwrap_or(bytes));
    }
    Ok(Encoded { type_id: resource::PATHS, payload, attributes })
}

/// Sets what is known about a resource that was there; what nobody knows stays.
fn update(editor: &mut Editor<'_>, written: Written) -> Result<()> {
    let Written { index, type_id, attributes, is_changed } = written;
    let Attributes { attr1, attr2, attr3 } = attributes;
    if is_changed && type_id != resource::PROBES {
        editor.set_attr1(index, attr1)?;
        if !matches!(type_id, resource::NODES | resource::KEYS) {
            editor.set_attr2(index, attr2)?;
        }
        editor.set_attr3(index, attr3)?;
    }
    // The frame count lives in the directory only.
    if type_id == resource::MAP {
        editor.set_attr2(index, attr2)?;
    }
    Ok(())
}
