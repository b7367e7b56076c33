//! Keys and frame map as the game's own tools lay them out.
//!
//! Keys of all nodes in node order; times whole, from 0 on, rising; a still node has one key, an
//! animated one at least two; the last is the node's fallback. A block of the frame map has one
//! word per frame: the key whose time is the last not after the frame.

use crate::geometry::NONE;
use crate::msh::types::Key;
use crate::{Error, Result};

/// The keys of one node: one for a still node, more for an animated one.
#[derive(Debug, Clone, PartialEq)]
pub struct Track {
    /// In order of time, which is a whole frame and starts at 0.
    pub keys: Vec<Key>,
}

impl Default for Track {
    /// A still node at its parent's origin.
    fn default() -> Self {
        Self { keys: vec![Key::default()] }
    }
}

impl Track {
    /// A still node.
    pub fn still(key: Key) -> Self {
        Self { keys: vec![Key { time: 0.0, ..key }] }
    }

    /// Whether there is more than one key.
    pub fn is_animated(&self) -> bool {
        self.keys.len() > 1
    }
}

/// Tables 8 and 19, and what the nodes say about them.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct EncodedTracks {
    /// Resource 8.
    pub keys: Vec<Key>,
    /// Resource 19.
    pub map: Vec<u16>,
    /// attr2 of resource 19.
    pub frame_count: u32,
    /// Per node its map start and its fallback key.
    pub nodes: Vec<(u16, u16)>,
}

/// Lays tracks out; fails where one breaks the rules above, or where a table grows too long.
pub fn encode_tracks(tracks: &[Track]) -> Result<EncodedTracks> {
    let mut last = 0;
    for (node, track) in tracks.iter().enumerate() {
        last = last.max(last_frame(node, track)?);
    }
    let frame_count = last + 1;
    let mut out =
        EncodedTracks { keys: Vec::new(), map: Vec::new(), frame_count, nodes: Vec::new() };
    for track in tracks {
        let first = out.keys.len();
        out.keys.extend_from_slice(&track.keys);
        let fallback = fits(out.keys.len().saturating_sub(1), "keys")?;
        let mut map_start = NONE;
        if track.is_animated() {
            map_start = fits(out.map.len(), "map")?;
            append_block(&mut out.map, track, first, frame_count)?;
        }
        out.nodes.push((map_start, fallback));
    }
    if out.map.len() > usize::from(NONE) {
        return Err(limit("map", out.map.len()));
    }
    Ok(out)
}

fn fits(index: usize, field: &'static str) -> Result<u16> {
    let number = u16::try_from(index).ok().filter(|&number| number != NONE);
    number.ok_or_else(|| limit(field, index + 1))
}

fn limit(field: &'static str, count: usize) -> Error {
    Error::usage(field, format!("{count} records; a model can name at most 65,535"))
}

/// The frame of the last key, once the track's times are known to be whole and rising from 0.
fn last_frame(node: usize, track: &Track) -> Result<u32> {
    let wrong = |number: usize, why: String| {
        Err(Error::usage(format!("nodes[{node}].track[{number}].time"), why))
    };
    let Some(first) = track.keys.first() else {
        return Err(Error::usage(format!("nodes[{node}].track"), "a node has at least one key"));
    };
    if first.time != 0.0 {
        return wrong(0, format!("the first key is at frame {}, not at 0", first.time));
    }
    let mut before = 0;
    for (number, key) in track.keys.iter().enumerate().skip(1) {
        let Some(frame) = whole_frame(key.time) else {
            return wrong(number, format!("{} is no whole frame below 65,535", key.time));
        };
        if frame <= before {
            return wrong(number, format!("frame {frame} does not come after {before}"));
        }
        before = frame;
    }
    Ok(before)
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // checked just before
fn whole_frame(time: f32) -> Option<u32> {
    let fits = time.fract() == 0.0 && (0.0..65_535.0).contains(&time);
    fits.then_some(time as u32)
}

fn append_block(map: &mut Vec<u16>, track: &Track, first: usize, frames: u32) -> Result<()> {
    if map.len().saturating_add(frames as usize) > usize::from(NONE) {
        return Err(limit("map", map.len().saturating_add(frames as usize)));
    }
    let mut at = 0;
    for frame in 0..frames {
        while track
            .keys
            .get(at + 1)
            .and_then(|key| whole_frame(key.time))
            .is_some_and(|t| t <= frame)
        {
            at += 1;
        }
        map.push(fits(first + at, "keys")?);
    }
    Ok(())
}
