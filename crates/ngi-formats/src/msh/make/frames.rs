//! The frame map, worked out of the keys: after a change of them, and where it does not fit.

use super::tracks::{EncodedTracks, Track, encode_tracks};
use crate::follow::{FOLLOWS, MENDED};
use crate::msh::ModelDoc;

/// What a model says of its frames: the words of the map, how many frames there are, and where the
/// block of each node starts.
type Frames = (Vec<u16>, u32, Vec<u16>);

impl ModelDoc {
    /// Lays the map out anew where the keys changed. One that was given, or that was not what is
    /// worked out here, stays.
    pub(super) fn follow_frames(&mut self, before: &Self) -> Option<String> {
        let stored = before.frames();
        if self.frames() != stored || before.worked_out_frames()? != stored {
            return None;
        }
        let now = self.worked_out_frames().filter(|now| *now != stored)?;
        self.set_frames(now);
        Some(format!("map {FOLLOWS}"))
    }

    /// Lays the map out again if the map of `before` was that of its keys.
    pub(in crate::msh) fn settle_frames(&mut self, before: &Self) {
        if before.worked_out_frames() == Some(before.frames())
            && let Some(now) = self.worked_out_frames()
        {
            self.set_frames(now);
        }
    }

    /// Lays the map out anew where it is not that of the keys.
    pub(super) fn mend_frames(&mut self) -> Option<String> {
        let now = self.worked_out_frames()?;
        let frames = self.frames();
        if now == frames {
            return None;
        }
        self.set_frames(now);
        Some(format!("map {MENDED}"))
    }

    /// What is stored.
    pub(super) fn frames(&self) -> Frames {
        let map = self.map.as_ref().map(|map| map.records.clone()).unwrap_or_default();
        (map, self.frame_count, self.nodes.iter().map(|node| node.map_start).collect())
    }

    /// What the keys make of it; `None` where keys are not laid out node after node, are at no
    /// whole frames, or where there is no map.
    fn worked_out_frames(&self) -> Option<Frames> {
        self.map.as_ref()?;
        let keys = &self.keys.as_ref()?.records;
        let (mut next, mut tracks) = (0, Vec::with_capacity(self.nodes.len()));
        for node in self.nodes.iter() {
            let end = usize::from(node.fallback_key) + 1;
            let run = keys.get(next..end).filter(|run| !run.is_empty())?;
            tracks.push(Track { keys: run.to_vec() });
            next = end;
        }
        if next != keys.len() || tracks.is_empty() {
            return None;
        }
        let EncodedTracks { map, frame_count, nodes, .. } = encode_tracks(&tracks).ok()?;
        Some((map, frame_count, nodes.into_iter().map(|(start, _)| start).collect()))
    }

    /// Takes these over.
    pub(super) fn set_frames(&mut self, (map, frame_count, starts): Frames) {
        if let Some(stored) = &mut self.map {
            stored.records = map;
        }
        self.frame_count = frame_count;
        for (node, start) in self.nodes.iter_mut().zip(starts) {
            node.map_start = start;
        }
    }
}
