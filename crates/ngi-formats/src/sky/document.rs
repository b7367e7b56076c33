//! A sky as a tree of fields, and back.
//!
//! How many sections, keyframes and effects there are, and how long names are, follows by itself.

use std::sync::Arc;

use super::edit::{KeyframeBuf, SectionBuf, SkyBuf};
use super::read::{self, Keyframe, Name, Section, Sky};
use super::types::{
    Amounts, KeyframeHead, LateSlots, MORE_NAMES, SectionHead, SkyHead, Slots, Stamp, Trailer,
};
use super::windows::Windows;
use crate::schema::{Field, Mark, Observed, Record as _, Shape, Stored as _};
use crate::tree::{At, Branch, Draft, Form, Items, Made, Node, Piece, Told, branches};
use crate::{Error, Result};

/// The stored records.
pub static RECORDS: &[&Shape] = &[
    SkyHead::SHAPE,
    Stamp::SHAPE,
    SectionHead::SHAPE,
    KeyframeHead::SHAPE,
    Slots::SHAPE,
    LateSlots::SHAPE,
    Amounts::SHAPE,
    Trailer::SHAPE,
];

/// Which record stands where, in the words of Kaitai Struct.
pub static KAITAI: &str = "
seq:
  - id: head
    type: sky_head
  - id: sections
    type: sky_section
    repeat: expr
    repeat-expr: head.section_count
  - id: trailer
    type: trailer
  - id: tail
    size-eos: true
types:
  sky_section:
    seq:
      - id: head
        type: section_head
      - id: keyframes
        type: keyframe
        repeat: expr
        repeat-expr: head.keyframe_count
  keyframe:
    seq:
      - id: head
        type: keyframe_head
      - id: slots
        type: slots
      - id: late_slots
        type: late_slots
        if: head.version >= 2
      - id: body
        type: name
      - id: more_names
        type: name
        repeat: expr
        repeat-expr: 5
      - id: amounts
        type: amounts
      - id: effects
        type: effects
        if: head.version >= 3
  effects:
    seq:
      - id: count
        type: u4
      - id: names
        type: name
        repeat: expr
        repeat-expr: count
  name:
    seq:
      - id: length
        type: u4
      - id: text
        size: length
";

/// Members of a sky's document.
pub static DOCUMENT: &[Branch] = &[
    Branch::of_field(SkyHead::SHAPE, "unk_0x00"),
    Branch::of_field(SkyHead::SHAPE, "version"),
    Branch::new(
        "sections",
        "Sections, which play one after another in a loop.",
        Form::List(&Form::Object(SECTION)),
    )
    .game(SkyHead::SHAPE.named("section_count").game),
    Branch::of_field(Trailer::SHAPE, "start"),
    Branch::of_field(Trailer::SHAPE, "unk_0x20"),
    Branch::of_field(Trailer::SHAPE, "unk_0x24"),
    Branch::new("tail", "Bytes after the end; none in a complete sky.", Form::Hex).optional(),
    Branch::new("derived", "Values derived from the rest of the document.", Form::Object(DERIVED))
        .told(),
];

static SECTION: &[Branch] = &[
    Branch::of_field(SectionHead::SHAPE, "unk_0x00"),
    Branch::of_field(SectionHead::SHAPE, "end"),
    Branch::of_field(SectionHead::SHAPE, "day"),
    Branch::new(
        "keyframes",
        "States of the sky at times of the day; between two keyframes, values are interpolated.",
        Form::List(&Form::Object(KEYFRAME)),
    )
    .game(SectionHead::SHAPE.named("keyframe_count").game),
];

static KEYFRAME: &[Branch] = &[
    Branch::of_field(KeyframeHead::SHAPE, "version").rebuilt(),
    Branch::of_field(KeyframeHead::SHAPE, "time"),
    Branch::of_field(KeyframeHead::SHAPE, "event"),
    Branch::new("slots", Slots::SHAPE.doc, Form::Value(Slots::KIND)),
    Branch::of_field(LateSlots::SHAPE, "scene").optional(),
    Branch::of_field(LateSlots::SHAPE, "second_light").optional(),
    Branch::new(
        "body",
        "Body in the sky: sun, moon or empty. The engine treats any other name as the moon.",
        Form::Text,
    )
    .rebuilt(),
    Branch::new(
        "more_names",
        "Five more names, which the engine does not read.",
        Form::List(&Form::Text),
    )
    .rebuilt()
    .game(Some(Observed { mark: Mark::M, text: "empty" })),
    Branch::fields(Amounts::KIND),
    Branch::new(
        "effects",
        "Effects in effects.rlb and sounds in sounds.lib that the weather uses; version 3 only.",
        Form::List(&Form::Text),
    )
    .optional()
    .rebuilt(),
];

branches! {
    static DERIVED = {
        /// Times at which each body is up and each kind of weather lasts, section by section.
        windows: Form::ANY;
        /// Length of the day of each section, in seconds.
        day_seconds: Form::ANY;
    }
}

/// A field of a record that begins at `base`.
fn field<'a>(bytes: &'a [u8], base: usize, field: &Field) -> Option<Node<'a>> {
    Piece::of(field.kind, bytes, base + field.offset).map(Into::into)
}

/// The fields of a sky, with their places.
pub fn tree<'a>(sky: &Sky<'a>) -> Node<'a> {
    let bytes = sky.bytes();
    let head = |name: &str| field(bytes, 0, SkyHead::SHAPE.field(name)?);
    let trailer = |name: &str| field(bytes, sky.trailer_offset(), Trailer::SHAPE.field(name)?);
    let (tail, at) = (sky.tail(), At::Offset(sky.trailer_offset() + Trailer::SIZE));
    let told = derived(sky);
    let shared = Arc::new(sky.clone());
    let sections = Items::new(sky.len(), move |index| section_node(&shared, index));
    Node::object(
        DOCUMENT,
        [
            head("unk_0x00"),
            head("version"),
            Some(sections.starting(SkyHead::SIZE).into()),
            trailer("start"),
            trailer("unk_0x20"),
            trailer("unk_0x24"),
            Some(Node::Hex(tail.into(), at)),
            Some(told),
        ],
    )
}

fn section_node<'a>(sky: &Arc<Sky<'a>>, index: usize) -> Node<'a> {
    let nothing = || Node::Told(Told::Null);
    let Some(Section { offset, .. }) = sky.section(index) else { return nothing() };
    let count = sky.section(index).map_or(0, |section| section.len());
    let head = |name: &str| field(sky.bytes(), offset, SectionHead::SHAPE.field(name)?);
    let shared = Arc::clone(sky);
    let keyframes = Items::new(count, move |place| {
        let keyframe = shared.section(index).and_then(|section| section.keyframe(place));
        keyframe.map_or_else(nothing, |keyframe| keyframe_node(shared.bytes(), &keyframe))
    });
    Node::object(
        SECTION,
        [
            head("unk_0x00"),
            head("end"),
            head("day"),
            Some(keyframes.starting(offset + SectionHead::SIZE).into()),
        ],
    )
}

fn keyframe_node<'a>(bytes: &'a [u8], keyframe: &Keyframe<'a>) -> Node<'a> {
    let slots_at = keyframe.offset + KeyframeHead::SIZE;
    let late_at = slots_at + Slots::SIZE;
    let head = |name: &str| field(bytes, keyframe.offset, KeyframeHead::SHAPE.field(name)?);
    let late = |name: &str| {
        keyframe.late?;
        field(bytes, late_at, LateSlots::SHAPE.field(name)?)
    };
    let effects = || {
        let names: Vec<Name<'a>> = keyframe.effects().collect();
        list(names, keyframe.effects_offset())
    };
    Node::object(
        KEYFRAME,
        [
            head("version"),
            head("time"),
            head("event"),
            Piece::of(Slots::KIND, bytes, slots_at).map(Into::into),
            late("scene"),
            late("second_light"),
            Some(text(keyframe.body)),
            Some(list(keyframe.more_names.to_vec(), keyframe.body.offset)),
            Piece::of(Amounts::KIND, bytes, keyframe.amounts_offset).map(Into::into),
            keyframe.has_effects().then(effects),
        ],
    )
}

fn text(name: Name<'_>) -> Node<'_> {
    Node::Text(name.bytes.into(), At::Offset(name.offset))
}

fn list(names: Vec<Name<'_>>, start: usize) -> Node<'_> {
    let len = names.len();
    let get = move |index: usize| text(names.get(index).copied().unwrap_or_default());
    Items::new(len, get).starting(start).into()
}

fn derived<'a>(sky: &Sky<'_>) -> Node<'a> {
    let windows = sky.sections().map(|section| {
        let windows = Windows::of(&section).all;
        Told::List(windows.iter().map(|window| Told::Text(told_window(window).into())).collect())
    });
    let seconds = sky
        .sections()
        .map(|section| Told::Number(i64::try_from(section.day_seconds()).unwrap_or(i64::MAX)));
    let told = [Told::List(windows.collect()), Told::List(seconds.collect())];
    Node::object(DERIVED, told.map(|told| Some(told.into())))
}

/// A window in words: `sun 00:30-14:30`.
pub(super) fn told_window(window: &super::windows::Window<'_>) -> String {
    let to = window.to.map_or_else(|| "…".to_owned(), |(_, to)| to.to_string());
    format!("{} {}-{to}", window.shown(), window.from.1)
}

/// What can be shown of bytes that are no whole sky: the words at their front, and the sections
/// that are whole.
pub fn remains(bytes: &[u8]) -> Option<Node<'_>> {
    let (_, error) = read::open(bytes).err()?;
    Some(Node::remains(DOCUMENT, bytes, &error, |branch| {
        field(bytes, 0, SkyHead::SHAPE.field(branch.name)?)
    }))
}

/// The sky that a draft describes.
pub fn make(draft: &Draft) -> Result<Made> {
    let sections = draft.items("sections").iter().enumerate().map(|(index, section)| {
        section_of(section).map_err(|error| error.within(&format!("sections[{index}]"), 0))
    });
    let sky = SkyBuf {
        unk_0x00: draft.number("unk_0x00")?,
        version: draft.number("version")?,
        sections: sections.collect::<Result<_>>()?,
        trailer: Trailer {
            start: Stamp::get(draft.bytes("start")?, 0),
            unk_0x20: draft.number("unk_0x20")?,
            unk_0x24: draft.number("unk_0x24")?,
        },
        tail: if draft.has("tail") { draft.bytes("tail")?.to_vec() } else { Vec::new() },
    };
    Ok(Made { bytes: sky.write()?, attributes: None })
}

fn section_of(draft: &Draft) -> Result<SectionBuf> {
    let keyframes = draft.items("keyframes").iter().enumerate().map(|(index, keyframe)| {
        keyframe_of(keyframe).map_err(|error| error.within(&format!("keyframes[{index}]"), 0))
    });
    Ok(SectionBuf {
        unk_0x00: draft.number("unk_0x00")?,
        end: Stamp::get(draft.bytes("end")?, 0),
        day: Stamp::get(draft.bytes("day")?, 0),
        keyframes: keyframes.collect::<Result<_>>()?,
    })
}

/// A keyframe. What its version has and the draft does not is worked out, or empty.
fn keyframe_of(draft: &Draft) -> Result<KeyframeBuf> {
    let slots = Slots::get(draft.bytes("slots")?, 0);
    let head = KeyframeHead {
        version: draft.number("version")?,
        time: Stamp::get(draft.bytes("time")?, 0),
        event: super::Event(draft.number("event")?),
    };
    let colour = |name: &str| {
        let stored = draft.has(name).then(|| draft.bytes(name)).transpose()?;
        Ok::<_, Error>(stored.map(|bytes| super::Colour::get(bytes, 0)))
    };
    let made = LateSlots::of_main_light(slots.main_light);
    let late = match (colour("scene")?, colour("second_light")?) {
        (None, None) => None,
        (scene, second) => Some(LateSlots {
            scene: scene.unwrap_or(made.scene),
            second_light: second.unwrap_or(made.second_light),
        }),
    };
    let names = |field: &str| -> Vec<Vec<u8>> {
        let each = draft.items(field).iter().map(|name| match name {
            Draft::Bytes(bytes) => bytes.clone(),
            _ => Vec::new(),
        });
        each.collect()
    };
    let given = names("more_names");
    if given.len() > MORE_NAMES {
        let why = format!("{} names, but there is room for {MORE_NAMES}", given.len());
        return Err(Error::usage("more_names", why));
    }
    let mut more_names: [Vec<u8>; MORE_NAMES] = Default::default();
    more_names.iter_mut().zip(given).for_each(|(slot, name)| *slot = name);
    let effects = draft.has("effects").then(|| names("effects"));
    let version = head.version;
    KeyframeBuf {
        head,
        slots,
        late,
        body: draft.bytes("body")?.to_vec(),
        more_names,
        amounts: Amounts::get(draft.record(Amounts::KIND)?, 0),
        effects,
    }
    .to_version(version)
}
