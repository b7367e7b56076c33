//! Removal of nodes and geometry from a model's tables. References to the records that stay are
//! renumbered.

use std::ops::Range;

use super::types::{Node, Slot};
use crate::geometry::NONE;
use crate::msh::ModelDoc;
use crate::tables::OwnedTable;
use crate::{Error, Result};

/// New numbers of records after some of them were removed.
struct Moved {
    /// Number of removed records before each record.
    gone_before: Vec<usize>,
    gone: Vec<bool>,
}

impl Moved {
    fn new(gone: Vec<bool>) -> Self {
        let mut count = 0;
        let mut gone_before = Vec::with_capacity(gone.len() + 1);
        for &gone in &gone {
            gone_before.push(count);
            count += usize::from(gone);
        }
        gone_before.push(count);
        Self { gone_before, gone }
    }

    fn is_gone(&self, index: usize) -> bool {
        self.gone.get(index) == Some(&true)
    }

    /// Where a record that stays goes; one past the end stays one past the end.
    fn to(&self, index: usize) -> usize {
        index - self.gone_before.get(index).or(self.gone_before.last()).copied().unwrap_or(0)
    }

    /// Renumbers a stored reference. One that is out of range stays as it is.
    fn renumber(&self, reference: &mut u16) {
        let index = usize::from(*reference);
        if index < self.gone.len() {
            *reference = u16::try_from(self.to(index)).unwrap_or(*reference);
        }
    }

    fn retain<T>(&self, table: &mut Vec<T>) {
        let mut index = 0;
        table.retain(|_| {
            index += 1;
            !self.is_gone(index - 1)
        });
    }
}

/// Marks the records that ranges cover. Ranges that end behind the last record are ignored.
/// Takes linear time however much the ranges overlap.
fn marked(count: usize, ranges: impl IntoIterator<Item = Range<usize>>) -> Vec<bool> {
    let mut changes = vec![0i64; count + 1];
    for range in ranges.into_iter().filter(|range| range.start < range.end && range.end <= count) {
        changes.get_mut(range.start).into_iter().for_each(|change| *change += 1);
        changes.get_mut(range.end).into_iter().for_each(|change| *change -= 1);
    }
    let mut depth = 0;
    let marks = changes.into_iter().take(count).map(|change| {
        depth += change;
        depth > 0
    });
    marks.collect()
}

fn overlap(a: &Range<usize>, b: &Range<usize>) -> bool {
    a.start < b.end && b.start < a.end
}

impl ModelDoc {
    /// Removes a node with its name, its label, and the keys and frames that only it uses.
    /// References to the nodes, keys and frames behind them are renumbered, and derived values
    /// follow as in [`ModelDoc::follow`]. The slots that the node used stay. Returns a line per
    /// derived value that changed.
    ///
    /// Fails, and changes nothing, if anything else in the model refers to the node: another
    /// node as its parent, a portal, or a place of the hallways.
    pub fn remove_node(&mut self, node: usize) -> Result<Vec<String>> {
        let field = || format!("nodes[{node}]");
        if self.legacy_nodes.is_some() {
            let why = "the layout of nodes of 24 bytes is unknown, so they cannot be renumbered";
            return Err(Error::usage("legacy_nodes", why));
        }
        if node >= self.nodes.len() {
            return Err(Error::usage(field(), format!("there are {}", self.nodes.len())));
        }
        if self.paths.as_ref().is_some_and(|paths| paths.unread.is_some()) {
            let why = "table 17 cannot be read, so the nodes it refers to cannot be renumbered";
            return Err(Error::usage("paths", why));
        }
        let referrers = self.referrers(node);
        if let [first, rest @ ..] = referrers.as_slice() {
            let refer = match rest.len() {
                0 => "refers".to_owned(),
                1 => "and 1 more field refer".to_owned(),
                more => format!("and {more} more fields refer"),
            };
            let why = format!("cannot be removed: {first} {refer} to it; change that first");
            return Err(Error::usage(field(), why));
        }
        let mut changed = self.clone();
        changed.remove_track(node);
        changed.nodes.records.remove(node);
        changed.renumber_nodes(node);
        changed.settle_frames(self);
        let lines = changed.follow(self, &[])?;
        *self = changed;
        Ok(lines)
    }

    /// Paths of the fields that refer to a node.
    fn referrers(&self, node: usize) -> Vec<String> {
        let children = self
            .nodes
            .iter()
            .enumerate()
            .filter(|(index, child)| *index != node && child.parent() == Some(node));
        let children = children.map(|(index, _)| format!("nodes[{index}].parent"));
        let portals = self.batches.iter().enumerate();
        let portals = portals.filter(|(_, batch)| batch.portal() == Some(node));
        let portals = portals.map(|(index, _)| format!("batches[{index}].portal"));
        let places = self.paths.iter().flat_map(|paths| paths.nodes.iter().enumerate());
        let places = places.filter(|(_, place)| usize::try_from(place.node) == Ok(node));
        let places = places.map(|(index, _)| format!("paths.nodes[{index}].node"));
        children.chain(portals).chain(places).collect()
    }

    /// Removes the keys and frames that only this node uses; those of the other nodes move up.
    fn remove_track(&mut self, index: usize) {
        let frames = usize::try_from(self.frame_count).unwrap_or(usize::MAX);
        let map = self.map.as_ref().map_or(&[][..], |map| &map.records);
        let key_count = self.keys.as_ref().map_or(0, |keys| keys.len());
        let block = |node: &Node| {
            let start = usize::from(node.map_start);
            if node.is_animated() { start..start.saturating_add(frames) } else { 0..0 }
        };
        let run = |node: &Node| {
            let last = usize::from(node.fallback_key);
            let first = map.get(block(node)).and_then(<[u16]>::first);
            first.map_or(last, |&first| last.min(usize::from(first)))..last + 1
        };
        let mine = || self.nodes.get(index).into_iter();
        let others = || {
            let all = self.nodes.iter().enumerate();
            all.filter(move |(other, _)| *other != index).map(|(_, node)| node)
        };
        let shared_words = marked(map.len(), others().map(block));
        let mut shared_keys = marked(key_count, others().map(run));
        let mut is_last = vec![false; key_count];
        for node in others() {
            let last = is_last.get_mut(usize::from(node.fallback_key));
            last.into_iter().for_each(|last| *last = true);
        }
        for (&word, _) in map.iter().zip(&shared_words).filter(|&(_, &shared)| shared) {
            // A frame is between the key that it names and the next one of its node.
            let word = usize::from(word);
            let count = if is_last.get(word) == Some(&true) { 1 } else { 2 };
            let keys = shared_keys.get_mut(word..).unwrap_or_default().iter_mut();
            keys.take(count).for_each(|key| *key = true);
        }
        let only = |own: Vec<bool>, shared: Vec<bool>| {
            Moved::new(own.into_iter().zip(shared).map(|(own, shared)| own && !shared).collect())
        };
        let words = only(marked(map.len(), mine().map(block)), shared_words);
        let keys = only(marked(key_count, mine().map(run)), shared_keys);
        if let Some(map) = &mut self.map {
            words.retain(&mut map.records);
            map.iter_mut().for_each(|word| keys.renumber(word));
        }
        if let Some(table) = &mut self.keys {
            keys.retain(&mut table.records);
        }
        for node in self.nodes.iter_mut() {
            keys.renumber(&mut node.fallback_key);
            if node.is_animated() {
                words.renumber(&mut node.map_start);
            }
        }
    }

    /// Renumbers the references to nodes behind a removed one, and removes its name and label.
    fn renumber_nodes(&mut self, gone: usize) {
        fn remove<T>(table: Option<&mut OwnedTable<T>>, at: usize) {
            if let Some(table) = table.filter(|table| at < table.len()) {
                table.records.remove(at);
            }
        }
        remove(self.names.as_mut(), gone);
        remove(self.labels.as_mut(), gone);
        let parents = self.nodes.iter_mut().map(|node| &mut node.parent);
        let portals = self.batches.iter_mut().map(|batch| &mut batch.portal);
        for number in parents.chain(portals).filter(|number| **number != NONE) {
            if usize::from(*number) > gone {
                *number -= 1;
            }
        }
        for place in self.paths.iter_mut().flat_map(|paths| &mut paths.nodes) {
            if usize::try_from(place.node).is_ok_and(|number| number > gone) {
                place.node -= 1;
            }
        }
    }

    /// Takes out what only this slot uses: its batches, their indices, its triangles, and the
    /// vertices no other batch needs. The slot itself stays, and is empty.
    pub(super) fn remove_geometry(&mut self, index: usize) -> Result<()> {
        let slot = self.slot_record(index)?;
        self.check_overlap()?;
        self.check_batches()?;
        let others = || self.slots.iter().enumerate().filter(|&(other, _)| other != index);
        let shared = others().any(|(_, other)| {
            overlap(&other.batches(), &slot.batches())
                || overlap(&other.triangles(), &slot.triangles())
        });
        if !shared {
            self.remove_vertices(&slot);
            self.remove_indices(&slot);
            self.remove_triangles(&slot);
            self.remove_batches(&slot);
        }
        if let Some(place) = self.slots.get_mut(index) {
            *place = Slot {
                triangle_start: 0,
                triangle_count: 0,
                batch_start: 0,
                batch_count: 0,
                ..slot
            };
        }
        Ok(())
    }

    /// Fails where a batch's references lead nowhere, or where two draw the same indices.
    fn check_batches(&self) -> Result<()> {
        let mut ranges = Vec::with_capacity(self.batches.len());
        for batch in 0..self.batches.len() {
            self.batch_faces(batch)?;
            let range = self.index_range(batch);
            if !range.is_empty() {
                ranges.push((range.start, range.end, batch));
            }
        }
        ranges.sort_unstable();
        for pair in ranges.windows(2) {
            if let &[(_, end, first), (start, _, second)] = pair
                && start < end
            {
                let why = format!(
                    "it draws indices of batch {first} too; a canonical rebuild parts them"
                );
                return Err(Error::usage(format!("batches[{second}]"), why));
            }
        }
        Ok(())
    }

    fn index_range(&self, batch: usize) -> Range<usize> {
        let Some(batch) = self.batches.get(batch) else { return 0..0 };
        let start = usize::try_from(batch.index_start).unwrap_or(usize::MAX);
        start..start.saturating_add(usize::from(batch.index_count))
    }

    /// Vertices that only this slot's batches use. Those that nobody uses stay.
    fn remove_vertices(&mut self, slot: &Slot) {
        let mut gone = vec![false; self.positions.len()];
        // What the slot uses is marked first, what any other batch uses is unmarked then.
        let (mine, others): (Vec<_>, Vec<_>) =
            (0..self.batches.len()).partition(|batch| slot.batches().contains(batch));
        for (batches, mark) in [(mine, true), (others, false)] {
            for face in batches.into_iter().filter_map(|batch| self.batch_faces(batch).ok()) {
                for vertex in face.into_iter().flatten() {
                    let place = usize::try_from(vertex).ok().and_then(|v| gone.get_mut(v));
                    if let Some(place) = place {
                        *place = mark;
                    }
                }
            }
        }
        let moved = Moved::new(gone);
        for batch in (0..self.batches.len()).filter(|batch| !slot.batches().contains(batch)) {
            self.rebase(batch, &moved);
        }
        fn retain<T>(moved: &Moved, table: Option<&mut OwnedTable<T>>) {
            table.into_iter().for_each(|table| moved.retain(&mut table.records));
        }
        retain(&moved, Some(&mut self.positions));
        retain(&moved, self.normals.as_mut());
        retain(&moved, self.uvs.as_mut());
        retain(&moved, self.extra.as_mut());
        retain(&moved, self.tangents.as_mut());
        retain(&moved, self.lightmap_uvs.as_mut());
    }

    /// Follows vertices that moved up: order is kept, so indices only get smaller.
    fn rebase(&mut self, index: usize, moved: &Moved) {
        let range = self.index_range(index);
        let Some(batch) = self.batches.records.get_mut(index) else { return };
        let old = usize::try_from(batch.base_vertex).unwrap_or(usize::MAX);
        if range.is_empty() || old > moved.gone.len() {
            return;
        }
        let base = moved.to(old);
        let indices = self.indices.records.get_mut(range).unwrap_or_default();
        let largest = indices.iter().max();
        let whole = largest.and_then(|most| most.checked_add(1)) == Some(batch.vertex_count);
        for index in indices.iter_mut() {
            let vertex = moved.to(old + usize::from(*index));
            *index = u16::try_from(vertex - base).unwrap_or(u16::MAX);
        }
        if whole {
            batch.vertex_count = indices.iter().max().map_or(0, |&most| most.saturating_add(1));
        }
        batch.base_vertex = u32::try_from(base).unwrap_or(u32::MAX);
    }

    fn remove_indices(&mut self, slot: &Slot) {
        let mine: Vec<_> = slot.batches().map(|batch| self.index_range(batch)).collect();
        let gone = Moved::new(marked(self.indices.len(), mine));
        for batch in (0..self.batches.len()).filter(|batch| !slot.batches().contains(batch)) {
            let start = gone.to(self.index_range(batch).start.min(gone.gone.len()));
            if let Some(batch) = self.batches.get_mut(batch) {
                batch.index_start = u32::try_from(start).unwrap_or(u32::MAX);
            }
        }
        gone.retain(&mut self.indices.records);
    }

    fn remove_triangles(&mut self, slot: &Slot) {
        let Some(triangles) = self.triangles.as_mut() else { return };
        let gone = Moved::new(marked(triangles.len(), [slot.triangles()]));
        gone.retain(&mut triangles.records);
        for triangle in triangles.iter_mut() {
            for edge in 0..3 {
                let Some(neighbour) = triangle.neighbour(edge) else { continue };
                let twin = triangle.twin(edge).and_then(|twin| u16::try_from(twin).ok());
                match u16::try_from(gone.to(neighbour)) {
                    Ok(to) if !gone.is_gone(neighbour) => {
                        triangle.link(edge, to, twin.unwrap_or(3));
                    }
                    _ => triangle.unlink(edge),
                }
            }
        }
        self.move_slots(&gone, true);
    }

    fn remove_batches(&mut self, slot: &Slot) {
        let gone = Moved::new(marked(self.batches.len(), [slot.batches()]));
        gone.retain(&mut self.batches.records);
        self.move_slots(&gone, false);
    }

    fn move_slots(&mut self, gone: &Moved, triangles: bool) {
        for slot in self.slots.iter_mut() {
            let start = if triangles { &mut slot.triangle_start } else { &mut slot.batch_start };
            let to = gone.to(usize::from(*start).min(gone.gone.len()));
            *start = u16::try_from(to).unwrap_or(*start);
        }
    }
}
