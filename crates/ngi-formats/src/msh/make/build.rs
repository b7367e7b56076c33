//! Blueprints into models and back.

use super::blueprint::{Blueprint, Mesh, MeshBounds, Part, PlainNode, Streams, Vertex};
use super::derive::link;
use super::plan::{PlannedBatch, plan};
use super::tracks::encode_tracks;
use crate::geometry::{Aabb, NONE, bounds, encode_triangle_normal};
use crate::msh::resource;
use crate::msh::types::{Batch, Label, Node, NodeName, Slot, Triangle};
use crate::msh::{ModelDoc, PathTables};
use crate::nres::NewEntry;
use crate::tables::OwnedTable;
use crate::{Error, FixedStr, Result};

impl Blueprint {
    /// Makes a model: tables in canonical form, in the order of shipped models. The same blueprint
    /// gives the same bytes. Fails where something does not fit the format, and says what.
    pub fn build(&self) -> Result<ModelDoc> {
        let Self { stem, nodes, meshes, streams, header, paths, nodes_attr2, others } = self;
        let mut doc = ModelDoc::empty();
        doc.start_streams(*streams);
        for (index, mesh) in meshes.iter().enumerate() {
            doc.append_mesh(mesh).map_err(|error| error.within(&format!("meshes[{index}]"), 0))?;
        }
        doc.nodes = build_nodes(nodes, meshes.len())?.into();
        let name = |node: &PlainNode| FixedStr::new(&node.name);
        doc.names = Some(nodes.iter().map(name).collect::<Result<Vec<NodeName>>>()?.into());
        let labels: Vec<Label> = nodes.iter().map(|node| Label::new(&node.label)).collect();
        doc.labels = Some(labels.into());
        let tracks: Vec<_> = nodes.iter().map(|node| node.track.clone()).collect();
        doc.set_tracks(&tracks)?;
        doc.paths = Some(paths.clone());
        doc.header = match header {
            Some(header) => *header,
            None => bounds::header(&doc.posed_points()?),
        };
        // Entries take their name from the first, so the first is made here.
        let entry = NewEntry::new(resource::NODES, stem)?.attributes(0, *nodes_attr2, 38);
        doc.container.add(entry, Vec::new())?;
        doc.container = doc.to_container()?;
        for (entry, payload) in others {
            doc.container.add(*entry, payload.clone())?;
            if entry.type_id.0 == resource::PROBES {
                doc.probes = Some(payload.clone());
            }
        }
        Ok(doc)
    }

    /// Takes a model apart. Fails where its references lead nowhere.
    ///
    /// Bounds are carried as they are stored. Neighbours, normals of faces and the frame map are
    /// not parts: building works them out.
    pub fn of(doc: &ModelDoc) -> Result<Self> {
        if doc.legacy_nodes.is_some() {
            let why = "its node records have 24 bytes, which nobody can read";
            return Err(Error::usage("nodes", why));
        }
        doc.check_overlap()?;
        let meshes = (0..doc.slots.len()).map(|slot| doc.mesh(slot)).collect::<Result<Vec<_>>>()?;
        let tracks = doc.tracks()?;
        let mut nodes = Vec::with_capacity(doc.nodes.len());
        for (index, (node, track)) in doc.nodes.iter().zip(tracks).enumerate() {
            let label = doc.labels.as_ref().and_then(|labels| labels.get(index));
            let name = doc.names.as_ref().and_then(|names| names.get(index));
            nodes.push(PlainNode {
                name: name.map_or_else(Vec::new, |name| name.name().to_vec()),
                label: label.map_or_else(Vec::new, |label| label.text.clone()),
                flags: node.flags,
                parent: node.parent(),
                track,
                meshes: node.slots.map(|slot| (slot != NONE).then_some(usize::from(slot))),
            });
        }
        let streams = Streams {
            normals: doc.normals.is_some(),
            uvs: doc.uvs.is_some(),
            extra: doc.extra.is_some(),
            tangents: doc.tangents.is_some(),
            lightmap_uvs: doc.lightmap_uvs.is_some(),
        };
        let attr2 = |type_id: u32| {
            let records = doc.container.records();
            records.iter().find(|r| r.type_id.0 == type_id).map_or(0, |r| r.attr2)
        };
        let read_paths = doc.paths.clone().filter(|paths| paths.unread.is_none());
        Ok(Self {
            stem: doc.stem().to_vec(),
            nodes,
            meshes,
            streams,
            header: Some(doc.header),
            paths: read_paths.unwrap_or_default(),
            nodes_attr2: attr2(resource::NODES),
            others: others(doc),
        })
    }
}

/// Resource 20 and every resource of another type, the first of each.
fn others(doc: &ModelDoc) -> Vec<(NewEntry, Vec<u8>)> {
    let mut found = Vec::new();
    for (index, record) in doc.container.records().iter().enumerate() {
        let known = resource::resource(record.type_id.0).is_some();
        let probes = record.type_id.0 == resource::PROBES;
        let payload = if probes {
            doc.probes.clone()
        } else {
            doc.container.payload(index).ok().map(<[u8]>::to_vec)
        };
        if let Some(payload) = payload.filter(|_| !known || probes) {
            let (type_id, name) = (record.type_id, record.name);
            let entry = NewEntry {
                type_id,
                attr1: record.attr1,
                attr2: record.attr2,
                attr3: record.attr3,
                name,
            };
            found.push((entry, payload));
        }
    }
    found
}

fn build_nodes(nodes: &[PlainNode], meshes: usize) -> Result<Vec<Node>> {
    let mut built = Vec::with_capacity(nodes.len());
    for (index, node) in nodes.iter().enumerate() {
        let PlainNode { name: _, label: _, flags, parent, track: _, meshes: cells } = node;
        let field = |part: &str| format!("nodes[{index}].{part}");
        let parent = reference(*parent, nodes.len(), || field("parent"))?;
        let mut slots = [NONE; 15];
        for (slot, &mesh) in slots.iter_mut().zip(cells) {
            *slot = reference(mesh, meshes, || field("meshes"))?;
        }
        built.push(Node { flags: *flags, parent, slots, ..Node::default() });
    }
    if built.len() > usize::from(NONE) {
        return Err(too_many("nodes", built.len()));
    }
    Ok(built)
}

/// An index as 16 bits; 0xFFFF for none.
fn reference(index: Option<usize>, count: usize, field: impl Fn() -> String) -> Result<u16> {
    let Some(index) = index else { return Ok(NONE) };
    let number = u16::try_from(index).ok().filter(|&number| number != NONE && index < count);
    number.ok_or_else(|| Error::usage(field(), format!("{index}, but there are {count}")))
}

pub(super) fn too_many(table: &'static str, count: usize) -> Error {
    Error::usage(table, format!("{count} records; a model can name at most 65,535"))
}

impl ModelDoc {
    /// The same model in canonical form: tables laid out afresh, nothing between the resources,
    /// geometry that nothing draws and bytes that mean nothing left out.
    pub fn canonical(&self) -> Result<Self> {
        Blueprint::of(self)?.build()
    }

    /// Gives an empty model its streams.
    fn start_streams(&mut self, streams: Streams) {
        let Streams { normals, uvs, extra, tangents, lightmap_uvs } = streams;
        self.normals = normals.then(OwnedTable::default);
        self.uvs = uvs.then(OwnedTable::default);
        self.extra = extra.then(OwnedTable::default);
        self.tangents = tangents.then(OwnedTable::default);
        self.lightmap_uvs = lightmap_uvs.then(OwnedTable::default);
        self.triangles = Some(OwnedTable::default());
        self.paths = Some(PathTables::default());
    }

    /// The geometry of a slot.
    pub fn mesh(&self, slot: usize) -> Result<Mesh> {
        let record = self.slot_record(slot)?;
        let mut faces_of = Vec::new();
        let mut used = Vec::new();
        for batch in record.batches() {
            let faces = self.batch_faces(batch)?;
            used.extend(faces.iter().flatten().copied());
            faces_of.push((batch, faces));
        }
        used.sort_unstable();
        used.dedup();
        let mut triangle = usize::from(record.triangle_start);
        let mut parts = Vec::new();
        for (batch, faces) in faces_of {
            let Some(record) = self.batches.get(batch).filter(|_| !faces.is_empty()) else {
                continue;
            };
            let Batch { word, material, lightmap, portal, .. } = *record;
            let mut part = Part { word, material, lightmap, portal, faces: Vec::new() };
            for corners in faces {
                let flags = self.triangles.as_ref().and_then(|all| all.get(triangle));
                let flags = flags.map(|triangle| triangle.flags).unwrap_or_default();
                let local = |vertex: u32| {
                    used.binary_search(&vertex).ok().and_then(|at| u32::try_from(at).ok())
                };
                let corners = corners.map(|vertex| local(vertex).unwrap_or(u32::MAX));
                part.faces.push(super::blueprint::Face { corners, flags });
                triangle += 1;
            }
            parts.push(part);
        }
        let Slot { unk_0x38, unk_0x3c, unk_0x40, .. } = record;
        Ok(Mesh {
            vertices: used.into_iter().map(|vertex| self.vertex(vertex)).collect(),
            parts,
            bounds: Some(MeshBounds::of(&record)),
            unknown: [unk_0x38, unk_0x3c, unk_0x40],
        })
    }

    /// A vertex with all its streams; defaults where a stream is not there.
    fn vertex(&self, vertex: u32) -> Vertex {
        fn at<T: Copy + Default>(table: Option<&OwnedTable<T>>, vertex: usize) -> T {
            table.and_then(|table| table.get(vertex)).copied().unwrap_or_default()
        }
        let vertex = usize::try_from(vertex).unwrap_or(usize::MAX);
        Vertex {
            position: at(Some(&self.positions), vertex),
            normal: at(self.normals.as_ref(), vertex),
            uv: at(self.uvs.as_ref(), vertex),
            extra: at(self.extra.as_ref(), vertex),
            tangents: at(self.tangents.as_ref(), vertex),
            lightmap_uv: at(self.lightmap_uvs.as_ref(), vertex),
        }
    }

    /// Appends a mesh's vertices, indices, triangles and batches, and a slot for them; gives its
    /// index. No node uses it yet.
    pub fn append_mesh(&mut self, mesh: &Mesh) -> Result<usize> {
        let slot = self.append_geometry(mesh)?;
        self.slots.push(slot);
        Ok(self.slots.len() - 1)
    }

    /// Appends a mesh's geometry; gives the slot for it.
    pub(in crate::msh) fn append_geometry(&mut self, mesh: &Mesh) -> Result<Slot> {
        let Mesh { vertices, parts, bounds, unknown } = mesh;
        let (order, batches) = plan(vertices, parts)?;
        if self.slots.len() >= usize::from(NONE) {
            return Err(too_many("slots", self.slots.len() + 1));
        }
        let (base, batch_start) = (self.positions.len(), self.batches.len());
        let triangle_start = self.triangles.as_ref().map_or(0, |triangles| triangles.len());
        let faces: usize = batches.iter().map(|batch| batch.faces.len()).sum();
        let triangle_end = triangle_start + faces;
        if triangle_end > usize::from(NONE) {
            return Err(too_many("triangles", triangle_end));
        }
        if batch_start + batches.len() > usize::from(NONE) {
            return Err(too_many("batches", batch_start + batches.len()));
        }
        let chosen: Vec<Vertex> =
            order.iter().filter_map(|&at| vertices.get(at).copied()).collect();
        self.append_vertices(&chosen);
        for batch in &batches {
            self.append_batch(batch, parts, base)?;
        }
        self.append_triangles(&chosen, &batches, triangle_start)?;
        let positions: Vec<[f32; 3]> = chosen.iter().map(|vertex| vertex.position).collect();
        let bounds = bounds.unwrap_or_else(|| mesh_bounds(&positions, &batches));
        let [unk_0x38, unk_0x3c, unk_0x40] = *unknown;
        let short = |value: usize| u16::try_from(value).unwrap_or(NONE);
        Ok(Slot {
            triangle_start: short(triangle_start),
            triangle_count: short(faces),
            batch_start: short(batch_start),
            batch_count: short(batches.len()),
            aabb: bounds.aabb,
            sphere: bounds.sphere,
            area: bounds.area,
            volume: bounds.volume,
            unk_0x38,
            unk_0x3c,
            unk_0x40,
        })
    }

    fn append_vertices(&mut self, vertices: &[Vertex]) {
        fn append<T: Copy + Default>(
            table: Option<&mut OwnedTable<T>>,
            before: usize,
            values: impl Iterator<Item = T>,
        ) {
            if let Some(table) = table {
                // A stream that ended early would be shifted by what comes.
                table.records.resize(before, T::default());
                table.records.extend(values);
            }
        }
        let before = self.positions.len();
        self.positions.records.extend(vertices.iter().map(|vertex| vertex.position));
        append(self.normals.as_mut(), before, vertices.iter().map(|vertex| vertex.normal));
        append(self.uvs.as_mut(), before, vertices.iter().map(|vertex| vertex.uv));
        append(self.extra.as_mut(), before, vertices.iter().map(|vertex| vertex.extra));
        append(self.tangents.as_mut(), before, vertices.iter().map(|vertex| vertex.tangents));
        append(self.lightmap_uvs.as_mut(), before, vertices.iter().map(|v| v.lightmap_uv));
    }

    fn append_batch(&mut self, batch: &PlannedBatch, parts: &[Part], base: usize) -> Result<()> {
        let Some(part) = parts.get(batch.part) else { return Ok(()) };
        let large = |value: usize, field: &'static str| {
            u32::try_from(value).map_err(|_| Error::limit(field, format!("{value} is too large")))
        };
        let short = |value: usize| u16::try_from(value).unwrap_or(NONE);
        let index_start = large(self.indices.len(), "index_start")?;
        let indices = batch.faces.iter().flatten().map(|&index| index - batch.first);
        let largest = indices.clone().max().unwrap_or(0);
        self.indices.records.extend(indices.map(short));
        self.batches.push(Batch {
            word: part.word,
            material: part.material,
            lightmap: part.lightmap,
            portal: part.portal,
            index_count: short(batch.faces.len() * 3),
            index_start,
            vertex_count: short(largest + 1),
            base_vertex: large(base + batch.first, "base_vertex")?,
        });
        Ok(())
    }

    /// Appends descriptors; neighbours are looked for within the mesh.
    fn append_triangles(
        &mut self,
        vertices: &[Vertex],
        batches: &[PlannedBatch],
        start: usize,
    ) -> Result<()> {
        let Some(triangles) = self.triangles.as_mut() else { return Ok(()) };
        let positions: Vec<[f32; 3]> = vertices.iter().map(|vertex| vertex.position).collect();
        let at = |index: usize| positions.get(index).copied().unwrap_or_default();
        let mut faces = Vec::new();
        let mut fresh = Vec::new();
        for batch in batches {
            for (&face, &flags) in batch.faces.iter().zip(&batch.flags) {
                let normal = encode_triangle_normal(face.map(at));
                fresh.push(Triangle { flags, normal, ..Triangle::default() });
                faces.push(face.map(|index| u32::try_from(index).unwrap_or(u32::MAX)));
            }
        }
        let first = u16::try_from(start).map_err(|_| too_many("triangles", start))?;
        link(&faces, &positions, first, &mut fresh);
        triangles.records.extend(fresh);
        Ok(())
    }

    /// Lays out keys and frame map, and tells the nodes. One track per node.
    pub fn set_tracks(&mut self, tracks: &[super::tracks::Track]) -> Result<()> {
        if tracks.len() != self.nodes.len() {
            let why = format!("{} tracks for {} nodes", tracks.len(), self.nodes.len());
            return Err(Error::usage("tracks", why));
        }
        let encoded = encode_tracks(tracks)?;
        for (node, &(map_start, fallback_key)) in self.nodes.iter_mut().zip(&encoded.nodes) {
            node.map_start = map_start;
            node.fallback_key = fallback_key;
        }
        self.keys = Some(encoded.keys.into());
        self.map = Some(encoded.map.into());
        self.frame_count = encoded.frame_count;
        Ok(())
    }
}

/// Bounds of the vertices that faces use.
fn mesh_bounds(positions: &[[f32; 3]], batches: &[PlannedBatch]) -> MeshBounds {
    let zero = bounds::Growing::default().finish();
    let none = Aabb { min: [0.0; 3], max: [0.0; 3] };
    let aabb = bounds::aabb(positions.iter().copied()).or(zero).unwrap_or(none);
    let at = |index: usize| positions.get(index).copied().unwrap_or_default();
    let faces = batches.iter().flat_map(|batch| &batch.faces);
    MeshBounds {
        aabb,
        sphere: bounds::sphere(positions),
        area: faces.map(|face| bounds::area(face.map(at))).sum(),
        volume: bounds::volume(&aabb),
    }
}
