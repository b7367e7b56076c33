//! Reading without copying: where each section and each keyframe starts.

use super::types::{
    Amounts, EFFECTS_FROM, KEYFRAME_VERSION, KeyframeHead, LATE_SLOTS_FROM, LateSlots, MORE_NAMES,
    SectionHead, SkyHead, Slots, Trailer,
};
use super::{check, codes};
use crate::bytes::Cursor;
use crate::schema::Record;
use crate::{Code, Error, Findings, Mode, Result};

/// A sky seen through its bytes. Every section and every keyframe is known to be there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sky<'a> {
    bytes: &'a [u8],
    sections: Vec<SectionPlace>,
    trailer: usize,
}

/// Where a section is.
#[derive(Debug, Clone, PartialEq, Eq)]
struct SectionPlace {
    offset: usize,
    keyframes: Vec<usize>,
}

/// A section of a [`Sky`].
#[derive(Debug, Clone, Copy)]
pub struct Section<'s, 'a> {
    /// What it begins with.
    pub head: SectionHead,
    /// Where it begins.
    pub offset: usize,
    bytes: &'a [u8],
    keyframes: &'s [usize],
}

/// A string with its length in front: where its bytes are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Name<'a> {
    /// The bytes behind the length.
    pub bytes: &'a [u8],
    /// Where they begin.
    pub offset: usize,
}

/// A keyframe of a [`Sky`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Keyframe<'a> {
    /// Where it begins.
    pub offset: usize,
    /// What it begins with.
    pub head: KeyframeHead,
    /// Its colours, and how far one sees.
    pub slots: Slots,
    /// More colours, from version 2 on.
    pub late: Option<LateSlots>,
    /// The body that shines: `sun`, or another, which is the moon.
    pub body: Name<'a>,
    /// Further names.
    pub more_names: [Name<'a>; MORE_NAMES],
    /// How large, how bright, how much weather.
    pub amounts: Amounts,
    /// Where `amounts` begins.
    pub amounts_offset: usize,
    effects: &'a [u8],
    effects_offset: usize,
    effect_count: Option<u32>,
}

pub(super) type Broken = (&'static Code, Error);

impl<'a> Sky<'a> {
    /// Reads a sky.
    pub fn read(bytes: &'a [u8]) -> Result<Self> {
        open(bytes).map_err(|(_, error)| error)
    }

    /// Reads a sky and fails on the first rule of severity *error* it breaks.
    pub fn read_strict(bytes: &'a [u8]) -> Result<Self> {
        let sky = Self::read(bytes)?;
        let mut findings = Findings::new(Mode::Strict, false);
        check::check_sky(&sky, &mut findings);
        findings.locate(|| Some(super::tree(&sky)));
        findings.or_error(sky)
    }

    /// All its bytes.
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// What it begins with.
    pub fn head(&self) -> SkyHead {
        record_at(self.bytes, 0)
    }

    /// How many sections there are.
    pub fn len(&self) -> usize {
        self.sections.len()
    }

    /// Whether there are no sections.
    pub fn is_empty(&self) -> bool {
        self.sections.is_empty()
    }

    /// The section of a number.
    pub fn section(&self, index: usize) -> Option<Section<'_, 'a>> {
        self.sections.get(index).map(|place| self.section_at(place))
    }

    /// The sections in order.
    pub fn sections(&self) -> impl ExactSizeIterator<Item = Section<'_, 'a>> {
        self.sections.iter().map(|place| self.section_at(place))
    }

    fn section_at<'s>(&self, place: &'s SectionPlace) -> Section<'s, 'a> {
        Section {
            head: record_at(self.bytes, place.offset),
            offset: place.offset,
            bytes: self.bytes,
            keyframes: &place.keyframes,
        }
    }

    /// What it ends with.
    pub fn trailer(&self) -> Trailer {
        record_at(self.bytes, self.trailer)
    }

    /// Where what it ends with begins.
    pub fn trailer_offset(&self) -> usize {
        self.trailer
    }

    /// Bytes behind the end; none in a whole sky.
    pub fn tail(&self) -> &'a [u8] {
        self.bytes.get(self.trailer + Trailer::SIZE..).unwrap_or_default()
    }
}

impl<'a> Section<'_, 'a> {
    /// How many keyframes there are.
    pub fn len(&self) -> usize {
        self.keyframes.len()
    }

    /// Whether there are no keyframes.
    pub fn is_empty(&self) -> bool {
        self.keyframes.is_empty()
    }

    /// The keyframe of a number.
    pub fn keyframe(&self, index: usize) -> Option<Keyframe<'a>> {
        Keyframe::at(self.bytes, *self.keyframes.get(index)?)
    }

    /// The keyframes in order.
    pub fn keyframes(&self) -> impl Iterator<Item = Keyframe<'a>> {
        self.keyframes.iter().filter_map(|at| Keyframe::at(self.bytes, *at))
    }

    /// How long its day takes, in seconds of real time.
    pub fn day_seconds(&self) -> u64 {
        self.head.day.minutes() * 60
    }
}

impl<'a> Keyframe<'a> {
    /// The keyframe that begins at `offset`; `None` where not all of it is there.
    pub(super) fn at(bytes: &'a [u8], offset: usize) -> Option<Self> {
        let mut cursor = Cursor::new(bytes);
        cursor.take(offset, "").ok()?;
        Self::read(&mut cursor).ok()
    }

    fn read(cursor: &mut Cursor<'a>) -> Result<Self, Broken> {
        let offset = cursor.position();
        let head: KeyframeHead = record(cursor, KeyframeHead::SIZE, "time")?;
        if !(1..=KEYFRAME_VERSION).contains(&head.version) {
            let why = format!("nobody knows keyframes of version {}; 1 to 3 are", head.version);
            let error = Error::unsupported("version", offset as u64, why);
            return Err((&codes::KEYFRAME_VERSION_KNOWN, error));
        }
        let slots = record(cursor, Slots::SIZE, "slots")?;
        let late = (head.version >= LATE_SLOTS_FROM)
            .then(|| record(cursor, LateSlots::SIZE, "scene"))
            .transpose()?;
        let body = name(cursor, "body")?;
        let mut more_names = [Name::default(); MORE_NAMES];
        for slot in &mut more_names {
            *slot = name(cursor, "more_names")?;
        }
        let amounts_offset = cursor.position();
        let amounts = record(cursor, Amounts::SIZE, "extent")?;
        let mut effect_count = None;
        if head.version >= EFFECTS_FROM {
            effect_count = Some(cursor.u32("effects").map_err(ended)?);
        }
        let (effects_offset, effects) = (cursor.position(), cursor.rest());
        for _ in 0..effect_count.unwrap_or(0) {
            name(cursor, "effects")?;
        }
        let effects = effects.get(..cursor.position() - effects_offset).unwrap_or_default();
        Ok(Self {
            offset,
            head,
            slots,
            late,
            body,
            more_names,
            amounts,
            amounts_offset,
            effects,
            effects_offset,
            effect_count,
        })
    }

    /// Whether it has a list of effects, as those of version 3 do.
    pub fn has_effects(&self) -> bool {
        self.effect_count.is_some()
    }

    /// The effects and sounds it names.
    pub fn effects(&self) -> impl Iterator<Item = Name<'a>> + use<'a> {
        let (base, mut cursor) = (self.effects_offset, Cursor::new(self.effects));
        (0..self.effect_count.unwrap_or(0)).map_while(move |_| {
            let Name { bytes, offset } = name(&mut cursor, "effects").ok()?;
            Some(Name { bytes, offset: base + offset })
        })
    }

    /// Where its list of effects begins, behind the count.
    pub(super) fn effects_offset(&self) -> usize {
        self.effects_offset
    }

    /// The colour of the scene and of the second light: the engine works them out where they are
    /// not stored.
    pub fn late_slots(&self) -> LateSlots {
        self.late.unwrap_or_else(|| LateSlots::of_main_light(self.slots.main_light))
    }
}

/// The record at a place that is known to be there.
fn record_at<T: Record>(bytes: &[u8], offset: usize) -> T {
    T::get(bytes, offset)
}

fn ended(error: Error) -> Broken {
    (&codes::TRUNCATED, error)
}

fn record<T: Record>(
    cursor: &mut Cursor<'_>,
    size: usize,
    field: &'static str,
) -> Result<T, Broken> {
    cursor.take(size, field).map(|bytes| T::get(bytes, 0)).map_err(ended)
}

/// A string: a length, and so many bytes without a NUL.
fn name<'a>(cursor: &mut Cursor<'a>, field: &'static str) -> Result<Name<'a>, Broken> {
    let length = cursor.u32(field).map_err(ended)?;
    let offset = cursor.position();
    let bytes = cursor.take(usize::try_from(length).unwrap_or(usize::MAX), field).map_err(ended)?;
    Ok(Name { bytes, offset })
}

/// Follows the structure; where that fails, says which rule is broken.
pub(super) fn open(bytes: &[u8]) -> Result<Sky<'_>, Broken> {
    let mut cursor = Cursor::new(bytes);
    let head: SkyHead = record(&mut cursor, SkyHead::SIZE, "version")?;
    let mut sections = Vec::new();
    for index in 0..head.section_count {
        let within = |(code, error): Broken| (code, error.within(&format!("sections[{index}]"), 0));
        sections.push(section(&mut cursor).map_err(within)?);
    }
    let trailer = cursor.position();
    cursor.take(Trailer::SIZE, "start").map_err(ended)?;
    Ok(Sky { bytes, sections, trailer })
}

fn section(cursor: &mut Cursor<'_>) -> Result<SectionPlace, Broken> {
    let offset = cursor.position();
    let head: SectionHead = record(cursor, SectionHead::SIZE, "day")?;
    let mut keyframes = Vec::new();
    for index in 0..head.keyframe_count {
        let keyframe = Keyframe::read(cursor)
            .map_err(|(code, error)| (code, error.within(&format!("keyframes[{index}]"), 0)))?;
        keyframes.push(keyframe.offset);
    }
    Ok(SectionPlace { offset, keyframes })
}
