//! A sky that owns what it read: changed, and written.

use super::read::{Keyframe, Name, Section, Sky};
use super::types::{
    Amounts, EFFECTS_FROM, Event, KEYFRAME_VERSION, KeyframeHead, LATE_SLOTS_FROM, LateSlots,
    MORE_NAMES, SectionHead, SkyHead, Slots, Stamp, Trailer, VERSION,
};
use crate::bytes::Put as _;
use crate::schema::Record as _;
use crate::{Error, Result};

/// A sky that can be changed. What was read is written back to the same bytes.
#[derive(Debug, Clone, PartialEq)]
pub struct SkyBuf {
    /// Nobody knows what for: −1.
    pub unk_0x00: i32,
    /// The version of the format: 5.
    pub version: i32,
    /// The sections, which play one after another.
    pub sections: Vec<SectionBuf>,
    /// When a mission begins, and two numbers nobody reads.
    pub trailer: Trailer,
    /// Bytes behind the end.
    pub tail: Vec<u8>,
}

/// A section of a [`SkyBuf`].
#[derive(Debug, Clone, PartialEq)]
pub struct SectionBuf {
    /// Nobody knows what for: 1.
    pub unk_0x00: i32,
    /// Unread: 23:59.
    pub end: Stamp,
    /// How long its day takes.
    pub day: Stamp,
    /// Its keyframes.
    pub keyframes: Vec<KeyframeBuf>,
}

/// A keyframe of a [`SectionBuf`].
#[derive(Debug, Clone, PartialEq)]
pub struct KeyframeBuf {
    /// Version, time and event.
    pub head: KeyframeHead,
    /// Its colours, and how far one sees.
    pub slots: Slots,
    /// More colours: from version 2 on.
    pub late: Option<LateSlots>,
    /// The body that shines.
    pub body: Vec<u8>,
    /// Further names: empty in the game.
    pub more_names: [Vec<u8>; MORE_NAMES],
    /// How large, how bright, how much weather.
    pub amounts: Amounts,
    /// Effects and sounds: in version 3.
    pub effects: Option<Vec<Vec<u8>>>,
}

impl Default for SkyBuf {
    /// A sky without sections, as the game's begin and end.
    fn default() -> Self {
        let trailer = Trailer { start: Stamp::at(1, 0), ..Trailer::default() };
        Self { unk_0x00: -1, version: VERSION, sections: Vec::new(), trailer, tail: Vec::new() }
    }
}

impl SectionBuf {
    /// A section whose day takes so many minutes.
    pub fn new(day_minutes: u32, keyframes: Vec<KeyframeBuf>) -> Self {
        let day = Stamp::at(day_minutes / 60, day_minutes % 60);
        Self { unk_0x00: 1, end: Stamp::at(23, 59), day, keyframes }
    }

    fn of(section: &Section<'_, '_>) -> Self {
        let SectionHead { unk_0x00, keyframe_count: _, end, day } = section.head;
        let keyframes = section.keyframes().map(|keyframe| KeyframeBuf::of(&keyframe)).collect();
        Self { unk_0x00, end, day, keyframes }
    }

    /// Puts the keyframes into the order of their times, which the engine does when it reads them.
    /// Says whether they were in another.
    pub fn sort(&mut self) -> bool {
        let sorted = self.keyframes.is_sorted_by_key(|keyframe| keyframe.head.time.minutes());
        self.keyframes.sort_by_key(|keyframe| keyframe.head.time.minutes());
        !sorted
    }
}

impl Default for KeyframeBuf {
    /// A keyframe of the newest version at midnight, at which nothing happens.
    fn default() -> Self {
        let (version, event) = (KEYFRAME_VERSION, Event::NOTHING);
        Self {
            head: KeyframeHead { version, time: Stamp::default(), event },
            slots: Slots { fog_end: 1.0, ..Slots::default() },
            late: Some(LateSlots::default()),
            body: Vec::new(),
            more_names: Default::default(),
            amounts: Amounts::default(),
            effects: Some(Vec::new()),
        }
    }
}

impl KeyframeBuf {
    fn of(keyframe: &Keyframe<'_>) -> Self {
        let Keyframe { head, slots, late, body, more_names, amounts, .. } = *keyframe;
        let owned = |name: Name<'_>| name.bytes.to_vec();
        let effects = keyframe.has_effects().then(|| keyframe.effects().map(owned).collect());
        let (body, more_names) = (owned(body), more_names.map(owned));
        Self { head, slots, late, body, more_names, amounts, effects }
    }

    /// The same keyframe as one of another version. What that one does not store has to be what it
    /// would be worked out as, or nothing.
    pub fn to_version(mut self, version: u32) -> Result<Self> {
        self.head.version = version;
        let worked_out = LateSlots::of_main_light(self.slots.main_light);
        if version >= LATE_SLOTS_FROM {
            self.late.get_or_insert(worked_out);
        } else if self.late.take().is_some_and(|late| late != worked_out) {
            return Err(Error::usage("scene", "version 1 stores no such colour of its own"));
        }
        if version >= EFFECTS_FROM {
            self.effects.get_or_insert_default();
        } else if self.effects.take().is_some_and(|effects| !effects.is_empty()) {
            let why = format!("version {version} names no effects");
            return Err(Error::usage("effects", why));
        }
        Ok(self)
    }

    fn write(&self, out: &mut Vec<u8>) -> Result<()> {
        let Self { head, slots, late, body, more_names, amounts, effects } = self;
        let fits = |there: bool, from: u32| there == (head.version >= from);
        if !(1..=KEYFRAME_VERSION).contains(&head.version) {
            let why = format!("{} is none of 1 to {KEYFRAME_VERSION}", head.version);
            return Err(Error::usage("version", why));
        }
        if !fits(late.is_some(), LATE_SLOTS_FROM) {
            let why = "versions 2 and 3 store it, version 1 does not";
            return Err(Error::usage("scene", why));
        }
        if !fits(effects.is_some(), EFFECTS_FROM) {
            let why = "version 3 has a list of effects, versions 1 and 2 have none";
            return Err(Error::usage("effects", why));
        }
        out.put(&head.write());
        out.put(&slots.write());
        if let Some(late) = late {
            out.put(&late.write());
        }
        put_name(out, body, "body")?;
        more_names.iter().try_for_each(|name| put_name(out, name, "more_names"))?;
        out.put(&amounts.write());
        if let Some(effects) = effects {
            out.put_u32(count(effects.len(), "effects")?);
            effects.iter().try_for_each(|name| put_name(out, name, "effects"))?;
        }
        Ok(())
    }
}

impl SkyBuf {
    /// What a sky has.
    pub fn of(sky: &Sky<'_>) -> Self {
        let SkyHead { unk_0x00, version, section_count: _ } = sky.head();
        let sections = sky.sections().map(|section| SectionBuf::of(&section)).collect();
        Self { unk_0x00, version, sections, trailer: sky.trailer(), tail: sky.tail().to_vec() }
    }

    /// The bytes.
    pub fn write(&self) -> Result<Vec<u8>> {
        let Self { unk_0x00, version, sections, trailer, tail } = self;
        let section_count = count(sections.len(), "sections")?;
        let mut out = Vec::new();
        out.put(&SkyHead { unk_0x00: *unk_0x00, version: *version, section_count }.write());
        for (index, section) in sections.iter().enumerate() {
            let within = |error: Error| error.within(&format!("sections[{index}]"), 0);
            let SectionBuf { unk_0x00, end, day, keyframes } = section;
            let keyframe_count = count(keyframes.len(), "keyframes").map_err(within)?;
            let head = SectionHead { unk_0x00: *unk_0x00, keyframe_count, end: *end, day: *day };
            out.put(&head.write());
            for (place, keyframe) in keyframes.iter().enumerate() {
                let inner = |error: Error| error.within(&format!("keyframes[{place}]"), 0);
                keyframe.write(&mut out).map_err(inner).map_err(within)?;
            }
        }
        out.put(&trailer.write());
        out.put(tail);
        Ok(out)
    }
}

fn put_name(out: &mut Vec<u8>, name: &[u8], field: &'static str) -> Result<()> {
    out.put_u32(count(name.len(), field)?);
    out.put(name);
    Ok(())
}

fn count(len: usize, field: &'static str) -> Result<u32> {
    u32::try_from(len).map_err(|_| Error::limit(field, "more than 4 billion"))
}
