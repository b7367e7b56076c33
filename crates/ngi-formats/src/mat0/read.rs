//! Reading without copying or allocating.

use super::flags::TrackWord;
use super::types::{Attributes, Counts, Key, MOST_TRACKS, Meta, Phase, TOO_MANY_TRACKS, TrackHead};
use super::{check, codes, edit::MaterialBuf};
use crate::bytes::Cursor;
use crate::schema::Record as _;
use crate::{Code, Error, Findings, Result};

/// A material seen through its bytes. The structure is known to be whole.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Material<'a> {
    attributes: Attributes,
    meta: Meta,
    bytes: &'a [u8],
    phases: &'a [[u8; Phase::SIZE]],
    tracks: &'a [u8],
    track_count: u16,
}

/// One track of a [`Material`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Track<'a> {
    /// Mode and mask.
    pub word: TrackWord,
    keys: &'a [[u8; Key::SIZE]],
}

impl<'a> Material<'a> {
    /// Reads a payload as its directory entry says. The payload must end where the last track
    /// does.
    pub fn read(bytes: &'a [u8], attributes: Attributes) -> Result<Self> {
        open(bytes, attributes).map_err(|(_, error)| error)
    }

    /// Reads a payload and fails on the first rule of severity *error* it breaks.
    pub fn read_strict(bytes: &'a [u8], attributes: Attributes) -> Result<Self> {
        let material = Self::read(bytes, attributes)?;
        let mut findings = Findings::errors_only();
        check::check_material(&material, &mut findings);
        findings.locate(|| Some(super::tree(&material)));
        findings.or_error(material)
    }

    /// The whole payload.
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// What the directory entry says.
    pub fn attributes(&self) -> Attributes {
        self.attributes
    }

    /// The header behind the counts; the engine's defaults where the version has no such fields.
    pub fn meta(&self) -> Meta {
        self.meta
    }

    /// Number of phases.
    pub fn phase_count(&self) -> usize {
        self.phases.len()
    }

    /// A phase.
    pub fn phase(&self, index: usize) -> Option<Phase> {
        self.phases.get(index).map(Phase::read)
    }

    /// All phases in order.
    pub fn phases(&self) -> impl ExactSizeIterator<Item = Phase> + Clone + use<'a> {
        self.phases.iter().map(Phase::read)
    }

    /// Number of tracks.
    pub fn track_count(&self) -> usize {
        usize::from(self.track_count)
    }

    /// A track.
    pub fn track(&self, index: usize) -> Option<Track<'a>> {
        self.tracks().nth(index)
    }

    /// All tracks in order.
    pub fn tracks(&self) -> impl Iterator<Item = Track<'a>> + Clone + use<'a> {
        let mut rest = self.tracks;
        (0..self.track_count).map_while(move |_| {
            let (track, behind) = split_track(rest)?;
            rest = behind;
            Some(track)
        })
    }

    /// The same as values to change.
    pub fn to_buf(&self) -> MaterialBuf {
        MaterialBuf {
            attributes: self.attributes,
            meta: self.meta,
            phases: self.phases().collect(),
            tracks: self.tracks().map(|track| track.to_buf()).collect(),
        }
    }

    /// Where the phases begin, from the start of the payload.
    pub(super) fn phases_offset(&self) -> usize {
        self.attributes.version.header_size()
    }

    /// Where each track begins, from the start of the payload.
    pub(super) fn track_offsets(&self) -> impl Iterator<Item = usize> + use<'a> {
        let mut next = self.phases_offset() + self.phases.len() * Phase::SIZE;
        self.tracks().map(move |track| {
            let start = next;
            next += track.stored_size();
            start
        })
    }
}

impl<'a> Track<'a> {
    /// Number of keys.
    pub fn key_count(&self) -> usize {
        self.keys.len()
    }

    /// A key.
    pub fn key(&self, index: usize) -> Option<Key> {
        self.keys.get(index).map(Key::read)
    }

    /// All keys in order.
    pub fn keys(
        &self,
    ) -> impl ExactSizeIterator<Item = Key> + DoubleEndedIterator + Clone + use<'a> {
        self.keys.iter().map(Key::read)
    }

    /// When the last key ends: how long the track takes, in milliseconds. 0 without keys.
    pub fn cycle_ms(&self) -> u16 {
        self.keys.last().map_or(0, |key| Key::read(key).time_ms)
    }

    /// Bytes of the stored form.
    pub(super) fn stored_size(&self) -> usize {
        TrackHead::SIZE + self.keys.len() * Key::SIZE
    }
}

/// The first track and what is behind it; `None` where it is cut off.
#[inline]
fn split_track(bytes: &[u8]) -> Option<(Track<'_>, &[u8])> {
    let (head, rest) = bytes.split_first_chunk()?;
    let TrackHead { word, key_count } = TrackHead::read(head);
    let (keys, rest) = rest.split_at_checked(usize::from(key_count) * Key::SIZE)?;
    Some((Track { word, keys: keys.as_chunks().0 }, rest))
}

/// What is missing of the track at `at`, which is cut off.
#[cold]
fn cut_track(bytes: &[u8], at: usize, index: u16) -> Error {
    let rest = bytes.get(at..).unwrap_or_default();
    let field = |name: &str| format!("tracks[{index}].{name}");
    let Some((head, keys)) = rest.split_first_chunk() else {
        return Error::truncated(
            field("mode"),
            at as u64,
            TrackHead::SIZE as u64,
            rest.len() as u64,
        );
    };
    let needed = usize::from(TrackHead::read(head).key_count) * Key::SIZE;
    let at = at + TrackHead::SIZE;
    Error::truncated(field("keys"), at as u64, needed as u64, keys.len() as u64)
}

fn read_meta(cursor: &mut Cursor<'_>, attributes: Attributes) -> Result<Meta> {
    let version = attributes.version;
    let mut meta = Meta::default();
    if version.has_class() {
        meta.class = cursor.u8("class")?;
        meta.unk_0x05 = cursor.u8("unk_0x05")?;
    }
    if version.has_speed() {
        meta.speed = cursor.f32("speed")?;
    }
    if version.has_damage() {
        meta.damage = cursor.u32("damage")?;
    }
    Ok(meta)
}

/// Follows the structure; where that fails, says which rule is broken.
pub(super) fn open(
    bytes: &[u8],
    attributes: Attributes,
) -> Result<Material<'_>, (&'static Code, Error)> {
    let mut cursor = Cursor::new(bytes);
    let truncated = |error| (&codes::HEADER_TRUNCATED, error);
    let counts = cursor.array("phases").map_err(truncated)?;
    let Counts { phases: phase_count, tracks: track_count } = Counts::read(&counts);
    if usize::from(track_count) > MOST_TRACKS {
        let why = format!(
            "{track_count} tracks, but the engine takes at most {MOST_TRACKS} ({TOO_MANY_TRACKS})"
        );
        return Err((&codes::TRACKS_COUNT, Error::malformed("tracks", 2, why)));
    }
    let meta = read_meta(&mut cursor, attributes).map_err(truncated)?;
    let phases = cursor.take(usize::from(phase_count) * Phase::SIZE, "phases");
    let phases = phases.map_err(|error| (&codes::PHASES_RANGE, error))?.as_chunks().0;
    let tracks = cursor.rest();
    let mut rest = tracks;
    for index in 0..track_count {
        let Some((_, behind)) = split_track(rest) else {
            let at = bytes.len() - rest.len();
            return Err((&codes::TRACKS_RANGE, cut_track(bytes, at, index)));
        };
        rest = behind;
    }
    if !rest.is_empty() {
        let why = format!("{} bytes behind the last track", rest.len());
        let at = (bytes.len() - rest.len()) as u64;
        return Err((&codes::END, Error::malformed("tracks", at, why)));
    }
    Ok(Material { attributes, meta, bytes, phases, tracks, track_count })
}
