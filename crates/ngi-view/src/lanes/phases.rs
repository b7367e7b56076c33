//! Tracks of a material: which phase is shown until when. Read and changed as fields.

use ngi_formats::tree::Node;
use ngi_verbs::document::write::Part;
use serde_json::{Value, json};

use super::KeyAt;

/// The longest that a track can last, in milliseconds.
const LONGEST: f32 = 65_535.0;

/// The tracks of a material, and the phases they show.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Tracks {
    /// In their order.
    pub tracks: Vec<Track>,
    /// The phases.
    pub phases: Vec<Phase>,
}

/// A track.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Track {
    /// The phase of each key, and when it ends in milliseconds.
    pub keys: Vec<(usize, f32)>,
    /// How time runs: 1 there and back, 2 once.
    mode: u64,
    stored: Vec<Value>,
}

/// What a phase looks like, in short.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Phase {
    /// Red, green and blue.
    pub colour: [u8; 3],
    /// Its texture.
    pub texture: String,
}

impl Track {
    /// How long it lasts, in milliseconds.
    pub fn length(&self) -> f32 {
        self.keys.last().map_or(0.0, |(_, end)| *end)
    }

    /// Where in the track a moment is, both in milliseconds. What is random is shown as a loop.
    pub fn at(&self, now: f32) -> f32 {
        let length = self.length();
        if length <= 0.0 {
            return 0.0;
        }
        match self.mode {
            1 => {
                let there = now.rem_euclid(2.0 * length);
                if there > length { 2.0 * length - there } else { there }
            }
            2 => now.clamp(0.0, length),
            _ => now.rem_euclid(length),
        }
    }

    /// When a key begins.
    pub fn start(&self, key: usize) -> f32 {
        key.checked_sub(1).and_then(|before| self.keys.get(before)).map_or(0.0, |(_, end)| *end)
    }

    /// When a key ends after its end was pulled so far: between its neighbours.
    pub fn pulled(&self, key: usize, by: f32, steps: bool) -> Option<f32> {
        let (_, end) = self.keys.get(key)?;
        let step = if steps { 50.0 } else { 1.0 };
        let least = self.start(key) + 1.0;
        let most = self.keys.get(key + 1).map_or(LONGEST, |(_, next)| next - 1.0);
        (least <= most).then(|| (((end + by) / step).round() * step).clamp(least, most))
    }
}

impl Tracks {
    /// The tracks of a document.
    pub fn of(tree: &Node<'_>) -> Option<Self> {
        let list = |name: &str| {
            let found = tree.find(name).ok()?;
            match ngi_verbs::json::to_value(&Part(&found.node)).ok()? {
                Value::Array(all) => Some(all),
                _ => None,
            }
        };
        let tracks = list("tracks")?.iter().map(track).collect();
        Some(Self { tracks, phases: list("phases")?.iter().map(phase).collect() })
    }

    /// The field that puts the end of a key elsewhere.
    pub fn ended(&self, track: usize, key: usize, at: f32) -> (String, String) {
        (format!("tracks[{track}].keys[{key}].time_ms"), at.to_string())
    }

    /// The field that has a key show another phase.
    pub fn showing(&self, track: usize, key: usize, phase: usize) -> (String, String) {
        (format!("tracks[{track}].keys[{key}].phase"), phase.to_string())
    }

    /// The field that cuts the track of the selected key at a moment that is shown.
    pub fn cut_at(&self, piece: Option<KeyAt>, now: f32) -> Option<(String, String)> {
        let (track, _) = piece?;
        self.cut(track, self.tracks.get(track)?.at(now))
    }

    /// The field that takes the selected key out.
    pub fn less(&self, piece: Option<KeyAt>) -> Option<(String, String)> {
        piece.and_then(|(track, key)| self.without(track, key))
    }

    /// The field that cuts a key in two where a moment of the track is; `None` at its ends.
    pub fn cut(&self, track: usize, at: f32) -> Option<(String, String)> {
        let own = self.tracks.get(track)?;
        let at = at.round();
        let key = own.keys.iter().position(|(_, end)| at < *end)?;
        if at <= own.start(key) {
            return None;
        }
        let mut stored = own.stored.clone();
        let mut first = stored.get(key)?.clone();
        *first.get_mut("time_ms")? = json!(format!("{at:.0}").parse::<u16>().ok()?);
        stored.insert(key, first);
        Some(self.list(track, stored))
    }

    /// The field that takes a key out: the one behind it, or for the last the one before it, lasts
    /// longer. The only key stays.
    pub fn without(&self, track: usize, key: usize) -> Option<(String, String)> {
        let own = self.tracks.get(track)?;
        let mut stored = own.stored.clone();
        if own.keys.len() < 2 || key >= stored.len() {
            return None;
        }
        let gone = stored.remove(key);
        if key == stored.len() {
            let last = stored.last_mut()?.get_mut("time_ms")?;
            *last = gone.get("time_ms")?.clone();
        }
        Some(self.list(track, stored))
    }

    fn list(&self, track: usize, keys: Vec<Value>) -> (String, String) {
        (format!("tracks[{track}].keys"), Value::Array(keys).to_string())
    }
}

fn track(value: &Value) -> Track {
    let keys = value.get("keys").and_then(Value::as_array).cloned().unwrap_or_default();
    let number = |key: &Value, name: &str| key.get(name).and_then(Value::as_u64).unwrap_or(0);
    let times = keys.iter().map(|key| {
        let end = u16::try_from(number(key, "time_ms")).unwrap_or(u16::MAX);
        (usize::try_from(number(key, "phase")).unwrap_or(0), f32::from(end))
    });
    let mode = value.get("mode").and_then(Value::as_u64).unwrap_or(0);
    Track { keys: times.collect(), mode, stored: keys }
}

fn phase(value: &Value) -> Phase {
    let colour = |name: &str| {
        let parts = value.get(name).and_then(Value::as_array);
        let part = |at: usize| {
            let part = parts.and_then(|parts| parts.get(at)).and_then(Value::as_u64);
            part.and_then(|part| u8::try_from(part).ok()).unwrap_or(0)
        };
        [part(0), part(1), part(2)]
    };
    let glow = colour("ambient");
    let mut own = colour("diffuse");
    // What gives light without being lit looks like that light.
    own.iter_mut().zip(glow).for_each(|(own, glow)| *own = (*own).max(glow));
    let texture = value.get("texture").and_then(Value::as_str).unwrap_or_default();
    Phase { colour: own, texture: texture.to_owned() }
}

#[cfg(test)]
mod tests {
    use ngi_formats::mat0::{Attributes, LerpMask, MaterialBuf, Mode, Phase as Stored, TrackBuf};
    use ngi_verbs::format::{EntryMeta, Form, Subject, recognise};

    use super::*;

    fn material(mode: Mode) -> Vec<u8> {
        let lengths = [(0, 100), (1, 300), (0, 50)];
        let track = TrackBuf::of_lengths(mode, LerpMask::default(), lengths).unwrap();
        let red = Stored { diffuse: [200, 10, 0, 100], ambient: [0, 30, 0], ..Stored::default() };
        let phases = vec![Stored::default(), red];
        MaterialBuf { phases, tracks: vec![track], ..MaterialBuf::default() }.write().unwrap()
    }

    fn subject(bytes: &[u8]) -> Subject<'_> {
        let attributes = Attributes::default().numbers();
        let entry = EntryMeta { type_id: (*b"MAT0").into(), attributes };
        Subject { name: "WATER", bytes, entry: Some(entry) }
    }

    fn read(bytes: &[u8]) -> Tracks {
        let subject = subject(bytes);
        let format = recognise(&subject).unwrap();
        Tracks::of(&format.document.tree(&subject, Form::Short).unwrap()).unwrap()
    }

    fn set(bytes: &[u8], field: (String, String)) -> Tracks {
        let subject = subject(bytes);
        let format = recognise(&subject).unwrap();
        read(&ngi_verbs::set::change(format.document, &subject, &[field]).unwrap().bytes)
    }

    #[test]
    fn keys_are_read_and_their_ends_pulled_between_neighbours() {
        let bytes = material(Mode::LOOP);
        let tracks = read(&bytes);
        assert_eq!(tracks.tracks[0].keys, [(0, 100.0), (1, 400.0), (0, 450.0)]);
        assert_eq!(tracks.phases[1].colour, [200, 30, 0]);
        let track = &tracks.tracks[0];
        assert_eq!(track.pulled(1, 900.0, false), Some(449.0));
        assert_eq!(track.pulled(1, -900.0, false), Some(101.0));
        assert_eq!(track.pulled(2, 130.0, true), Some(600.0), "in steps of 50 ms");
        assert_eq!(track.pulled(9, 1.0, false), None);
        let after = set(&bytes, tracks.ended(0, 1, 250.0));
        assert_eq!(after.tracks[0].keys[1], (1, 250.0));
        let after = set(&bytes, tracks.showing(0, 2, 1));
        assert_eq!(after.tracks[0].keys[2], (1, 450.0));
    }

    #[test]
    fn a_key_is_cut_in_two_and_taken_out() {
        let bytes = material(Mode::LOOP);
        let tracks = read(&bytes);
        let cut = set(&bytes, tracks.cut(0, 200.4).unwrap());
        assert_eq!(cut.tracks[0].keys, [(0, 100.0), (1, 200.0), (1, 400.0), (0, 450.0)]);
        assert!(tracks.cut(0, 100.0).is_none() && tracks.cut(0, 900.0).is_none());
        let less = set(&bytes, tracks.without(0, 0).unwrap());
        assert_eq!(less.tracks[0].keys, [(1, 400.0), (0, 450.0)]);
        let less = set(&bytes, tracks.without(0, 2).unwrap());
        assert_eq!(less.tracks[0].keys, [(0, 100.0), (1, 450.0)], "it is as long as before");
    }

    #[test]
    fn a_moment_is_found_in_each_mode() {
        let at = |mode, now| read(&material(mode)).tracks[0].at(now);
        assert_eq!(at(Mode::LOOP, 500.0), 50.0);
        assert_eq!(at(Mode::PING_PONG, 500.0), 400.0);
        assert_eq!(at(Mode::ONCE, 500.0), 450.0);
        assert_eq!(Track::default().at(5.0), 0.0);
    }
}
