//! Keys of a model's nodes: moved in time, added, taken out, copied, stretched.

use std::collections::{BTreeMap, BTreeSet};

use ngi_engine::model::{Moment, Sample, Skeleton};
use ngi_formats::msh::{Key, Model, ModelDoc, Track};
use ngi_formats::{Findings, Mode};
use serde::{Deserialize, Serialize};

/// Steps of a stored rotation.
const STEPS: f32 = 32767.0;
/// The last frame that a key can be at.
const LAST: f32 = 65_534.0;

/// A key: its node, and the how manyth of that node.
pub type KeyAt = (usize, usize);

/// The keys of all nodes.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct NodeLanes {
    nodes: Vec<NodeLane>,
    /// Frames of the animation.
    pub frames: u32,
}

/// The keys of a node.
#[derive(Debug, Clone, Default, PartialEq)]
struct NodeLane {
    /// The number of its first key in the table.
    first: usize,
    times: Vec<f32>,
}

/// Keys on their way from one place to another, as text on the clipboard.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Copied {
    /// Of nodes in their order, frames from the first of all copied keys.
    ngi_keys: Vec<(usize, Vec<CopiedKey>)>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct CopiedKey {
    frame: f32,
    position: [f32; 3],
    rotation: [i16; 4],
}

/// Keys that nodes get in the place of theirs.
#[derive(Debug, Clone, PartialEq)]
pub struct NewTracks(Vec<(usize, Track)>);

impl NewTracks {
    /// The model with them, as bytes.
    pub fn written(&self, bytes: &[u8]) -> Result<Vec<u8>, String> {
        let told = |error: ngi_formats::Error| error.to_string();
        let mut model = ModelDoc::open(bytes).map_err(told)?;
        model.change_tracks(self.0.iter().cloned()).map_err(told)?;
        model.write().map_err(told)
    }
}

impl NodeLanes {
    /// The keys of a model's nodes.
    pub fn of(bytes: &[u8]) -> Option<Self> {
        let mut findings = Findings::new(Mode::Tolerant, false);
        let model = Model::read_tolerant(bytes, &mut findings).ok()?;
        let table = model.keys?;
        let lane = |node: usize| {
            let last = usize::from(model.nodes.get(node)?.fallback_key);
            let block = model.map_block(node);
            let first = block.and_then(|block| block.get(0)).map_or(last, usize::from).min(last);
            let times = (first..=last).map_while(|key| table.get(key)).map(|key| key.time);
            Some(NodeLane { first, times: times.collect() })
        };
        let nodes = (0..model.nodes.len()).map(|node| lane(node).unwrap_or_default());
        Some(Self { nodes: nodes.collect(), frames: model.frame_count })
    }

    /// The nodes that have lanes: those that move, and the one that is selected.
    pub fn shown(&self, selected: Option<usize>) -> Vec<usize> {
        let nodes = self.nodes.iter().enumerate();
        let shown = nodes.filter(|(node, lane)| lane.times.len() > 1 || selected == Some(*node));
        shown.map(|(node, _)| node).collect()
    }

    /// When the keys of a node are.
    pub fn times(&self, node: usize) -> &[f32] {
        self.nodes.get(node).map_or(&[], |lane| &lane.times)
    }

    /// When a key is.
    pub fn time(&self, (node, key): KeyAt) -> Option<f32> {
        self.times(node).get(key).copied()
    }

    /// How far keys can be moved together, in frames: the first of a node stays, and none passes
    /// one that is not moved.
    pub fn room(&self, keys: &BTreeSet<KeyAt>) -> [f32; 2] {
        let (mut back, mut forth) = (f32::MIN, f32::MAX);
        for &(node, key) in keys {
            let Some(own) = self.time((node, key)) else { continue };
            if key == 0 {
                return [0.0; 2];
            }
            let stays = |other: usize| (!keys.contains(&(node, other))).then_some((node, other));
            if let Some(before) = stays(key - 1).and_then(|it| self.time(it)) {
                back = back.max(before + 1.0 - own);
            }
            let after = stays(key + 1).and_then(|it| self.time(it));
            forth = forth.min(after.map_or(LAST - own, |after| after - 1.0 - own));
        }
        [back.min(0.0), forth.max(0.0)]
    }

    /// The fields that put keys so many frames later.
    pub fn moved(&self, keys: &BTreeSet<KeyAt>, by: f32) -> Vec<(String, String)> {
        let [back, forth] = self.room(keys);
        let by = by.round().clamp(back, forth);
        if by == 0.0 {
            return Vec::new();
        }
        let fields = keys.iter().filter_map(|at| Some(self.field(*at, self.time(*at)? + by)));
        fields.collect()
    }

    /// The field that says when a key is.
    fn field(&self, (node, key): KeyAt, time: f32) -> (String, String) {
        let first = self.nodes.get(node).map_or(0, |lane| lane.first);
        (format!("keys[{}].time", first + key), time.to_string())
    }

    /// The fields that stretch the time from the first of these keys on by a factor; `None` where
    /// keys that stay would be passed.
    pub fn stretched(&self, keys: &BTreeSet<KeyAt>, by: f32) -> Option<Vec<(String, String)>> {
        let times = || keys.iter().filter_map(|at| self.time(*at));
        let from = times().reduce(f32::min)?;
        let mut new: BTreeMap<KeyAt, f32> = BTreeMap::new();
        for &(node, key) in keys {
            let time = self.time((node, key))?;
            let wanted = (from + (time - from) * by).round();
            // Two of a node are never at one frame.
            let before = key.checked_sub(1).and_then(|it| new.get(&(node, it)).copied());
            new.insert((node, key), before.map_or(wanted, |before| wanted.max(before + 1.0)));
        }
        let is_sound = |(&(node, key), &time): (&KeyAt, &f32)| {
            let at = |key: usize| new.get(&(node, key)).copied().or(self.time((node, key)));
            let before = key.checked_sub(1).and_then(at);
            let starts = key > 0 || time == 0.0;
            let rises = before.is_none_or(|before| before < time);
            starts && rises && at(key + 1).is_none_or(|after| time < after) && time <= LAST
        };
        let other =
            |(at, time): (KeyAt, f32)| (self.time(at) != Some(time)).then(|| self.field(at, time));
        new.iter().all(is_sound).then(|| new.into_iter().filter_map(other).collect())
    }
}

/// A node with one more key at a whole frame, where it is shown there. A key that is there is put
/// down again.
pub fn added(bytes: &[u8], node: usize, frame: f32) -> Result<NewTracks, String> {
    let told = |error: ngi_formats::Error| error.to_string();
    let model = Model::read(bytes).map_err(told)?;
    let frame = frame.round().clamp(0.0, LAST);
    let shown = Skeleton::new(&model).sample(node, Moment::At(frame));
    let shown = shown.map_err(|error| error.to_string())?;
    let mut track = track_of(&tracks(bytes)?, node)?;
    put(&mut track, key_of(&shown, frame));
    Ok(NewTracks(vec![(node, track)]))
}

/// Nodes without these keys. The first of a node stays: it is where the node is at rest.
pub fn without(bytes: &[u8], keys: &BTreeSet<KeyAt>) -> Result<NewTracks, String> {
    let all = tracks(bytes)?;
    let nodes: BTreeSet<usize> = keys.iter().map(|(node, _)| *node).collect();
    let mut new = Vec::new();
    for node in nodes {
        let Track { keys: old } = track_of(&all, node)?;
        let kept = old.into_iter().enumerate();
        let kept = kept.filter(|(key, _)| *key == 0 || !keys.contains(&(node, *key)));
        new.push((node, Track { keys: kept.map(|(_, key)| key).collect() }));
    }
    Ok(NewTracks(new))
}

/// Keys as text.
pub fn copied(bytes: &[u8], keys: &BTreeSet<KeyAt>) -> Option<String> {
    let all = tracks(bytes).ok()?;
    let key = |&(node, key): &KeyAt| Some((node, *all.get(node)?.keys.get(key)?));
    let keys: Vec<(usize, Key)> = keys.iter().filter_map(key).collect();
    let from = keys.iter().map(|(_, key)| key.time).reduce(f32::min)?;
    let mut nodes: BTreeMap<usize, Vec<CopiedKey>> = BTreeMap::new();
    for (node, Key { position, rotation, time }) in keys {
        let copied = CopiedKey { frame: time - from, position, rotation };
        nodes.entry(node).or_default().push(copied);
    }
    serde_json::to_string(&Copied { ngi_keys: nodes.into_iter().collect() }).ok()
}

/// Nodes with keys of a text from a frame on: the keys of one node go to `node`, those of several
/// to the nodes they came from. `None` where the text has no keys.
pub fn pasted(
    bytes: &[u8],
    text: &str,
    node: Option<usize>,
    frame: f32,
) -> Option<Result<NewTracks, String>> {
    let Copied { ngi_keys } = serde_json::from_str(text).ok()?;
    let to = node.filter(|_| ngi_keys.len() == 1);
    let sound = |key: &CopiedKey| key.frame.is_finite() && key.frame >= 0.0;
    let all = match tracks(bytes) {
        Ok(all) => all,
        Err(why) => return Some(Err(why)),
    };
    let mut new = Vec::new();
    for (from, keys) in ngi_keys {
        let node = to.unwrap_or(from);
        let mut track = match track_of(&all, node) {
            Ok(track) => track,
            Err(why) => return Some(Err(why)),
        };
        for CopiedKey { frame: later, position, rotation } in keys.into_iter().filter(sound) {
            let time = (frame + later).round().clamp(0.0, LAST);
            put(&mut track, Key { position, time, rotation });
        }
        new.push((node, track));
    }
    Some(Ok(NewTracks(new)))
}

fn tracks(bytes: &[u8]) -> Result<Vec<Track>, String> {
    let told = |error: ngi_formats::Error| error.to_string();
    ModelDoc::open(bytes).and_then(|model| model.tracks()).map_err(told)
}

fn track_of(all: &[Track], node: usize) -> Result<Track, String> {
    all.get(node).cloned().ok_or_else(|| format!("nodes[{node}]: there are {}", all.len()))
}

/// Puts a key among the others, in the place of one at the same frame.
fn put(track: &mut Track, key: Key) {
    let at = track.keys.partition_point(|other| other.time < key.time);
    match track.keys.get_mut(at).filter(|other| other.time == key.time) {
        Some(other) => *other = key,
        None => track.keys.insert(at, key),
    }
}

/// What is shown, as it is stored.
fn key_of(shown: &Sample, time: f32) -> Key {
    let Sample { position, rotation, .. } = *shown;
    let length = rotation.iter().map(|part| part * part).sum::<f32>().sqrt();
    let unit = |part: f32| if length > 0.0 { part / length } else { 0.0 };
    #[allow(clippy::cast_possible_truncation)] // saturates
    let stored = |part: f32| (unit(part) * STEPS).round() as i16;
    Key { position, time, rotation: rotation.map(stored) }
}

#[cfg(test)]
mod tests {
    use ngi_formats::msh::{Blueprint, PlainNode};

    use super::*;

    /// A base at rest, an arm with keys at 0, 4 and 9, a hand with keys at 0 and 6.
    fn crane() -> Vec<u8> {
        let mut plan = Blueprint::new("crane");
        let base = plan.add_node(PlainNode::new("base"));
        let key = |time: f32, x: f32| Key { time, position: [x, 0.0, 1.0], ..Key::default() };
        let keys = vec![key(0.0, 0.0), key(4.0, 1.0), key(9.0, 3.0)];
        let arm = plan.add_node(PlainNode::new("arm").below(base).with_track(Track { keys }));
        let keys = vec![key(0.0, 0.0), key(6.0, 5.0)];
        plan.add_node(PlainNode::new("hand").below(arm).with_track(Track { keys }));
        plan.build().unwrap().write().unwrap()
    }

    fn after(bytes: &[u8], new: &NewTracks) -> (Vec<u8>, NodeLanes) {
        let bytes = new.written(bytes).unwrap();
        let lanes = NodeLanes::of(&bytes).unwrap();
        (bytes, lanes)
    }

    #[test]
    fn what_moves_has_a_lane_and_what_is_selected() {
        let lanes = NodeLanes::of(&crane()).unwrap();
        assert_eq!(lanes.shown(None), [1, 2]);
        assert_eq!(lanes.shown(Some(0)), [0, 1, 2]);
        assert_eq!((lanes.times(1), lanes.frames), ([0.0, 4.0, 9.0].as_slice(), 10));
        assert_eq!(lanes.times(9), [0.0; 0]);
        assert!(NodeLanes::of(b"nothing").is_none());
    }

    #[test]
    fn keys_move_between_those_that_stay() {
        let lanes = NodeLanes::of(&crane()).unwrap();
        let field = |key: usize, time: &str| (format!("keys[{key}].time"), time.to_owned());
        assert_eq!(lanes.moved(&BTreeSet::from([(1, 1)]), 2.4), [field(2, "6")]);
        assert_eq!(lanes.moved(&BTreeSet::from([(1, 1)]), 20.0), [field(2, "8")]);
        assert_eq!(lanes.moved(&BTreeSet::from([(1, 1)]), -20.0), [field(2, "1")]);
        let both = BTreeSet::from([(1, 1), (1, 2), (2, 1)]);
        assert_eq!(lanes.moved(&both, 20.0), [field(2, "24"), field(3, "29"), field(5, "26")]);
        assert_eq!(lanes.moved(&BTreeSet::from([(1, 0), (1, 1)]), 1.0), [], "the first stays");
    }

    #[test]
    fn time_is_stretched_from_the_first_selected_key_on() {
        let lanes = NodeLanes::of(&crane()).unwrap();
        let all = BTreeSet::from([(1, 0), (1, 1), (1, 2), (2, 0), (2, 1)]);
        let field = |key: usize, time: &str| (format!("keys[{key}].time"), time.to_owned());
        let twice = lanes.stretched(&all, 2.0).unwrap();
        assert_eq!(twice, [field(2, "8"), field(3, "18"), field(5, "12")]);
        let tight = lanes.stretched(&all, 0.01).unwrap();
        assert_eq!(tight, [field(2, "1"), field(3, "2"), field(5, "1")], "none fall together");
        let first = BTreeSet::from([(1, 0), (1, 1)]);
        assert_eq!(lanes.stretched(&first, 3.0), None, "the last is in the way");
        assert_eq!(lanes.stretched(&first, 2.0), Some(vec![field(2, "8")]));
    }

    #[test]
    fn a_new_key_is_where_the_node_is_shown() {
        let bytes = crane();
        let (more, lanes) = after(&bytes, &added(&bytes, 1, 6.2).unwrap());
        assert_eq!(lanes.times(1), [0.0, 4.0, 6.0, 9.0]);
        let tracks = ModelDoc::open(&more).unwrap().tracks().unwrap();
        let [x, ..] = tracks[1].keys[2].position;
        assert!((x - 1.8).abs() < 1e-5, "two fifths of the way from 1 to 3: {x}");
        // A node at rest begins to move.
        let (_, lanes) = after(&bytes, &added(&bytes, 0, 20.0).unwrap());
        assert_eq!((lanes.times(0), lanes.frames), ([0.0, 20.0].as_slice(), 21));
        // Taken out again, the file is what it was.
        let (back, _) = after(&more, &without(&more, &BTreeSet::from([(1, 2)])).unwrap());
        assert!(back == bytes);
        assert!(added(&bytes, 77, 1.0).is_err());
    }

    #[test]
    fn keys_go_as_text_to_another_node_and_another_time() {
        let bytes = crane();
        let text = copied(&bytes, &BTreeSet::from([(1, 1), (1, 2)])).unwrap();
        let (_, lanes) = after(&bytes, &pasted(&bytes, &text, Some(0), 3.0).unwrap().unwrap());
        assert_eq!(lanes.times(0), [0.0, 3.0, 8.0]);
        let text = copied(&bytes, &BTreeSet::from([(1, 1), (2, 1)])).unwrap();
        let (_, lanes) = after(&bytes, &pasted(&bytes, &text, Some(0), 20.0).unwrap().unwrap());
        assert_eq!((lanes.times(0).len(), lanes.times(1).len()), (1, 4), "to their own nodes");
        assert_eq!(lanes.times(2), [0.0, 6.0, 22.0]);
        assert!(pasted(&bytes, "hello", Some(0), 0.0).is_none());
        let far = text.replace("\"frame\":0.0", "\"frame\":1e30");
        assert!(pasted(&bytes, &far, None, 0.0).unwrap().is_ok(), "cut to what a file can say");
    }
}
