//! Following a model's references: every method here stays inside the tables, whatever the file
//! says, and leaves out exactly what is broken.

use super::read::Model;
use super::types::{Batch, Key, LabelRef, Slot};
use crate::schema::Stream;
use crate::text;

impl<'a> Model<'a> {
    /// A node's parent; `None` for a root, and where the parent cannot be followed.
    pub fn parent(&self, node: usize) -> Option<usize> {
        let parent = self.nodes.get(node)?.parent()?;
        (parent < self.nodes.len() && self.proof.parent_is_sound(node)).then_some(parent)
    }

    /// Index of a node's slot for a damage stage (0..3) and a level (0..5).
    pub fn slot_index(&self, node: usize, stage: usize, level: usize) -> Option<usize> {
        let slot = self.nodes.get(node)?.slot(stage, level)?;
        (slot < self.slots.len()).then_some(slot)
    }

    /// A node's slot for a damage stage (0..3) and a level (0..5).
    pub fn slot(&self, node: usize, stage: usize, level: usize) -> Option<Slot> {
        self.slots.get(self.slot_index(node, stage, level)?)
    }

    /// The sound batches of a slot with their indices; none where the slot's range is broken.
    pub fn slot_batches(&self, slot: &Slot) -> impl Iterator<Item = (usize, Batch)> + '_ {
        let range = slot.batches();
        let range = if range.end <= self.batches.len() { range } else { 0..0 };
        range
            .filter(|&batch| self.proof.batch_is_sound(batch))
            .filter_map(|batch| Some((batch, self.batches.get(batch)?)))
    }

    /// A slot's triangle descriptors as a range; empty where it is broken.
    pub fn slot_triangles(&self, slot: &Slot) -> std::ops::Range<usize> {
        let range = slot.triangles();
        let known = self.triangles.map_or(0, |triangles| triangles.len());
        if range.end <= known { range } else { 0..0 }
    }

    /// A batch's indices, relative to its base vertex; none where the batch is broken.
    pub fn batch_indices(&self, batch: usize) -> Stream<'a, u16> {
        let indices = || {
            let record = self.batches.get(batch)?;
            let start = usize::try_from(record.index_start).ok()?;
            self.indices.slice(start, usize::from(record.index_count))
        };
        if self.proof.batch_is_sound(batch) {
            indices().unwrap_or_default()
        } else {
            Stream::default()
        }
    }

    /// A batch's triangles as vertex numbers; none where the batch is broken.
    pub fn batch_faces(
        &self,
        batch: usize,
    ) -> impl ExactSizeIterator<Item = [usize; 3]> + Clone + 'a {
        let base = self.batches.get(batch).map_or(0, |batch| batch.base_vertex);
        let base = usize::try_from(base).unwrap_or_default();
        let (faces, _) = self.batch_indices(batch).raw().as_chunks::<3>();
        faces.iter().map(move |face| {
            face.map(|index| base.saturating_add(usize::from(u16::from_le_bytes(index))))
        })
    }

    /// A node's label; `None` where it has none.
    pub fn label(&self, node: usize) -> Option<LabelRef<'a>> {
        self.labels?.get(node).filter(|label| !label.text.is_empty())
    }

    /// What to call a node: its name, else its label, else `node_<index>`.
    pub fn node_name(&self, node: usize) -> String {
        let name = self.names.and_then(|names| names.get(node)).filter(|n| !n.name().is_empty());
        name.map(|name| text::decode(name.name()))
            .or_else(|| self.label(node)?.as_text().filter(|text| !text.is_empty()))
            .unwrap_or_else(|| format!("node_{node}"))
    }

    /// An animated node's block of the frame map: one word per frame. `None` where the node is
    /// not animated or its block is not there.
    pub fn map_block(&self, node: usize) -> Option<Stream<'a, u16>> {
        let node = self.nodes.get(node).filter(|node| node.is_animated())?;
        let frames = usize::try_from(self.frame_count).ok()?;
        self.map?.slice(usize::from(node.map_start), frames)
    }

    /// The key a node has outside its frames.
    pub fn fallback_key(&self, node: usize) -> Option<Key> {
        self.keys?.get(usize::from(self.nodes.get(node)?.fallback_key))
    }

    /// The key of a node in the rest pose: of an animated node that of frame 0, else its fallback.
    pub fn rest_key(&self, node: usize) -> Option<Key> {
        let fallback = self.nodes.get(node)?.fallback_key;
        let first = self.map_block(node).and_then(|block| block.get(0));
        match first.filter(|&key| key < fallback) {
            Some(key) => self.keys?.get(usize::from(key)),
            None => self.fallback_key(node),
        }
    }
}
