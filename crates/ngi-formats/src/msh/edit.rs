//! Changes to a model that keep its tables together.

use super::make::{Change, Mesh, Track, Vertex};
use super::types::{LEVELS, Label, Node, NodeFlags, NodeName};
use crate::geometry::NONE;
use crate::msh::ModelDoc;
use crate::tables::OwnedTable;
use crate::{Error, FixedStr, Result};

impl ModelDoc {
    /// Moves vertices and brings normals of faces and bounds up to date. Vertex normals stay: see
    /// [`ModelDoc::normals`].
    pub fn move_vertices(
        &mut self,
        mut place: impl FnMut(usize, [f32; 3]) -> [f32; 3],
    ) -> Result<()> {
        let mut moved = self.clone();
        for (index, position) in moved.positions.iter_mut().enumerate() {
            *position = place(index, *position);
            if !position.iter().all(|value| value.is_finite()) {
                let why = format!("{position:?} is no place");
                return Err(Error::usage(format!("positions[{index}]"), why));
            }
        }
        moved.refresh(Change::Vertices)?;
        *self = moved;
        Ok(())
    }

    fn node_mut(&mut self, node: usize) -> Result<&mut Node> {
        let count = self.nodes.len();
        let found = self.nodes.records.get_mut(node);
        found.ok_or_else(|| Error::usage(format!("nodes[{node}]"), format!("there are {count}")))
    }

    /// Gives a node another name (resource 9). What stood after the old name's NUL is gone.
    pub fn rename_node(&mut self, node: usize, name: &[u8]) -> Result<()> {
        self.node_mut(node)?;
        let name: NodeName = FixedStr::new(name)?;
        let count = self.nodes.len();
        let names = self.names.get_or_insert_default();
        let count = names.len().max(count);
        names.records.resize(count, NodeName::default());
        if let Some(place) = names.get_mut(node) {
            *place = name;
        }
        Ok(())
    }

    /// Gives a node another label (resource 10); an empty one for none.
    pub fn set_label(&mut self, node: usize, label: &[u8]) -> Result<()> {
        self.node_mut(node)?;
        if label.contains(&0) {
            return Err(Error::usage(format!("labels[{node}]"), "a label holds no NUL"));
        }
        let count = self.nodes.len();
        let labels = self.labels.get_or_insert_default();
        let count = labels.len().max(count);
        labels.records.resize(count, Label::default());
        if let Some(place) = labels.get_mut(node) {
            *place = Label::new(label);
        }
        Ok(())
    }

    /// Hangs a node below another, or makes it a root, and brings the model's bounds up to date.
    pub fn set_parent(&mut self, node: usize, parent: Option<usize>) -> Result<()> {
        self.node_mut(node)?;
        let mut ancestor = parent;
        for _ in 0..=self.nodes.len() {
            let Some(at) = ancestor else { break };
            if at == node || at >= self.nodes.len() {
                let why = format!("node {at} is no other node of the model, or below this one");
                return Err(Error::usage(format!("nodes[{node}].parent"), why));
            }
            ancestor = self.nodes.get(at).and_then(|at| at.parent());
        }
        let number = parent.and_then(|parent| u16::try_from(parent).ok()).unwrap_or(NONE);
        let old = std::mem::replace(&mut self.node_mut(node)?.parent, number);
        self.refresh(Change::Hierarchy).inspect_err(|_| {
            if let Ok(node) = self.node_mut(node) {
                node.parent = old;
            }
        })
    }

    /// The keys of every node, from the first its frames name to its fallback.
    pub fn tracks(&self) -> Result<Vec<Track>> {
        let empty = OwnedTable::default();
        let keys = self.keys.as_ref();
        let map = self.map.as_ref().unwrap_or(&empty);
        let frames = usize::try_from(self.frame_count).unwrap_or(usize::MAX);
        let mut tracks = Vec::with_capacity(self.nodes.len());
        // Sound models name each key once; a file that names them over and over is refused.
        let mut left = keys.map_or(0, |keys| 4 * keys.len() + 65_536);
        for (index, node) in self.nodes.iter().enumerate() {
            let Some(keys) = keys else {
                tracks.push(Track::default());
                continue;
            };
            let wrong = |why: &str| Error::usage(format!("nodes[{index}]"), why.to_owned());
            let fallback = usize::from(node.fallback_key);
            let mut first = fallback;
            if node.is_animated() {
                let start = usize::from(node.map_start);
                let block = map.get(start..start.saturating_add(frames));
                let block = block.ok_or_else(|| wrong("its frames are not in the map"))?;
                // Frame 0 is enough for a canonical map; the rest would only hold later keys.
                first = block.first().map_or(fallback, |&word| fallback.min(usize::from(word)));
            }
            let run = keys.get(first..=fallback).ok_or_else(|| wrong("its keys are not there"))?;
            left = left.checked_sub(run.len()).ok_or_else(|| wrong("its keys overlap others"))?;
            tracks.push(Track { keys: run.to_vec() });
        }
        Ok(tracks)
    }

    /// Gives one node other keys; those of all nodes are laid out anew. Bounds follow.
    pub fn set_track(&mut self, node: usize, track: Track) -> Result<()> {
        let mut tracks = self.tracks()?;
        let count = tracks.len();
        let place = tracks.get_mut(node);
        *place.ok_or_else(|| {
            Error::usage(format!("nodes[{node}]"), format!("there are {count}"))
        })? = track;
        let mut changed = self.clone();
        changed.set_tracks(&tracks)?;
        changed.refresh(Change::Animation)?;
        *self = changed;
        Ok(())
    }

    /// Gives some nodes other keys, as one change; those of all nodes are laid out anew. Bounds
    /// follow as they do from fields: they stay as they are stored where the first frame is the
    /// same.
    pub fn change_tracks(
        &mut self,
        tracks: impl IntoIterator<Item = (usize, Track)>,
    ) -> Result<()> {
        let mut all = self.tracks()?;
        let count = all.len();
        for (node, track) in tracks {
            let lost = || Error::usage(format!("nodes[{node}]"), format!("there are {count}"));
            *all.get_mut(node).ok_or_else(lost)? = track;
        }
        let mut changed = self.clone();
        changed.set_tracks(&all)?;
        changed.follow(self, &[])?;
        *self = changed;
        Ok(())
    }

    /// Has a node use a slot at a damage stage and a level, or none. The model's bounds follow.
    pub fn assign_slot(
        &mut self,
        node: usize,
        stage: usize,
        level: usize,
        slot: Option<usize>,
    ) -> Result<()> {
        if let Some(slot) = slot {
            self.slot_record(slot)?;
        }
        let mut changed = self.clone();
        let cells = &mut changed.node_mut(node)?.slots;
        let Some(cell) = cells.get_mut(stage * LEVELS + level).filter(|_| level < LEVELS) else {
            let why = format!("stage {stage}, level {level}: there are 3 stages of 5 levels");
            return Err(Error::usage(format!("nodes[{node}].slots"), why));
        };
        *cell = slot.and_then(|slot| u16::try_from(slot).ok()).unwrap_or(NONE);
        changed.refresh(Change::Assignment)?;
        *self = changed;
        Ok(())
    }

    /// Adds a slot with its geometry and has a node use it; gives its index.
    pub fn add_slot(
        &mut self,
        node: usize,
        stage: usize,
        level: usize,
        mesh: &Mesh,
    ) -> Result<usize> {
        let mut changed = self.clone();
        let slot = changed.append_mesh(mesh)?;
        changed.assign_slot(node, stage, level, Some(slot))?;
        *self = changed;
        Ok(slot)
    }

    /// Gives a slot other geometry; nodes that use it stay. The old geometry is taken out.
    pub fn replace_slot(&mut self, slot: usize, mesh: &Mesh) -> Result<()> {
        let mut changed = self.clone();
        changed.remove_geometry(slot)?;
        let fresh = changed.append_geometry(mesh)?;
        if let Some(place) = changed.slots.get_mut(slot) {
            *place = fresh;
        }
        changed.refresh(Change::Slots)?;
        *self = changed;
        Ok(())
    }

    /// Gives a slot's vertices other values and its batches other flags and materials; `mesh` has
    /// the faces the slot has. Where vertices moved, normals of faces and bounds follow, of every
    /// slot that uses them; nothing else changes.
    pub fn update_slot(&mut self, slot: usize, mesh: &Mesh) -> Result<()> {
        let before = self.mesh(slot)?;
        if !before.has_faces_of(mesh) {
            return Err(Error::usage(format!("slots[{slot}]"), "its faces are others"));
        }
        let mut changed = self.clone();
        let used = changed.slot_vertices(slot)?;
        let mut moved = Vec::new();
        for ((&vertex, old), new) in used.iter().zip(&before.vertices).zip(&mesh.vertices) {
            if !new.position.iter().all(|value| value.is_finite()) {
                let why = format!("{:?} is no place", new.position);
                return Err(Error::usage(format!("positions[{vertex}]"), why));
            }
            if new.position.map(f32::to_bits) != old.position.map(f32::to_bits) {
                moved.push(vertex);
            }
            changed.set_vertex(vertex, new);
        }
        changed.update_batches(slot, mesh)?;
        if !moved.is_empty() {
            changed.follow_moved(&moved)?;
        }
        *self = changed;
        Ok(())
    }

    /// The vertices a slot's faces use, in order: those of [`ModelDoc::mesh`].
    fn slot_vertices(&self, slot: usize) -> Result<Vec<usize>> {
        let faces = self.slot_faces(&self.slot_record(slot)?)?;
        let mut used: Vec<usize> =
            faces.into_iter().flatten().filter_map(|vertex| usize::try_from(vertex).ok()).collect();
        used.sort_unstable();
        used.dedup();
        Ok(used)
    }

    /// Sets a vertex in every stream that reaches it.
    fn set_vertex(&mut self, at: usize, vertex: &Vertex) {
        fn set<T>(table: Option<&mut OwnedTable<T>>, at: usize, value: T) {
            if let Some(place) = table.and_then(|table| table.get_mut(at)) {
                *place = value;
            }
        }
        let Vertex { position, normal, uv, extra, tangents, lightmap_uv } = *vertex;
        set(Some(&mut self.positions), at, position);
        set(self.normals.as_mut(), at, normal);
        set(self.uvs.as_mut(), at, uv);
        set(self.extra.as_mut(), at, extra);
        set(self.tangents.as_mut(), at, tangents);
        set(self.lightmap_uvs.as_mut(), at, lightmap_uv);
    }

    /// Gives the batches of a slot, and its triangles, what the parts of a mesh say.
    fn update_batches(&mut self, slot: usize, mesh: &Mesh) -> Result<()> {
        let record = self.slot_record(slot)?;
        let mut parts = mesh.parts.iter();
        for batch in record.batches() {
            let empty = self.batch_faces(batch)?.is_empty();
            let Some(place) = self.batches.get_mut(batch).filter(|_| !empty) else { continue };
            let Some(part) = parts.next() else { break };
            place.word = part.word;
            place.material = part.material;
            place.lightmap = part.lightmap;
            place.portal = part.portal;
        }
        let flags = mesh.parts.iter().flat_map(|part| &part.faces).map(|face| face.flags);
        let triangles = self.triangles.as_mut();
        let triangles = triangles.and_then(|triangles| triangles.get_mut(record.triangles()));
        for (triangle, flags) in triangles.into_iter().flatten().zip(flags) {
            triangle.flags = flags;
        }
        Ok(())
    }

    /// Works out what depends on vertices that moved: normals of faces and bounds of the slots
    /// that use them, and the model's bounds where they count.
    fn follow_moved(&mut self, moved: &[usize]) -> Result<()> {
        let mut fresh = self.clone();
        fresh.refresh(Change::Vertices)?;
        let mut counts = false;
        for slot in 0..self.slots.len() {
            let used = self.slot_vertices(slot)?;
            if !used.iter().any(|vertex| moved.binary_search(vertex).is_ok()) {
                continue;
            }
            if let (Some(place), Some(&new)) = (self.slots.get_mut(slot), fresh.slots.get(slot)) {
                *place = new;
            }
            let range = self.slot_record(slot)?.triangles();
            let new = fresh.triangles.as_ref().and_then(|all| all.get(range.clone()));
            let old = self.triangles.as_mut().and_then(|all| all.get_mut(range));
            if let (Some(old), Some(new)) = (old, new) {
                old.clone_from_slice(new);
            }
            let posed =
                |node: &Node| node.slot(0, 0) == Some(slot) && !node.flags.has(NodeFlags::COCKPIT);
            counts |= self.nodes.iter().any(posed);
        }
        if counts {
            self.header = fresh.header;
        }
        Ok(())
    }

    /// Takes a slot out, with the geometry only it uses. Nodes that used it have none there; slots
    /// after it move up by one, and nodes follow.
    pub fn remove_slot(&mut self, slot: usize) -> Result<()> {
        let mut changed = self.clone();
        changed.remove_geometry(slot)?;
        changed.slots.records.remove(slot);
        for cell in changed.nodes.iter_mut().flat_map(|node| &mut node.slots) {
            let index = usize::from(*cell);
            if index == slot {
                *cell = NONE;
            } else if *cell != NONE && index > slot {
                *cell -= 1;
            }
        }
        changed.refresh(Change::Slots)?;
        *self = changed;
        Ok(())
    }
}
