//! A material as a tree of fields, and back.
//!
//! Version, flags and attr3 are kept in the directory entry.

use super::edit::{MaterialBuf, TrackBuf};
use super::flags::{BLEND, Flags, TrackWord};
use super::read::{self, Material};
use super::types::{Attributes, Counts, Key, Meta, Phase, TrackHead};
use crate::Result;
use crate::schema::{Kind, Record as _, Shape, Stored as _};
use crate::tree::{Draft, Form, Items, Made, Node, Piece, Rows, Told, branches};

/// The stored records.
pub static RECORDS: &[&Shape] =
    &[Counts::SHAPE, Meta::SHAPE, Phase::SHAPE, TrackHead::SHAPE, Key::SHAPE];

/// Which record stands where, in the words of Kaitai Struct.
pub static KAITAI: &str = "
params:
  - id: version
    type: u4
    doc: 'attr2 of the directory entry.'
seq:
  - id: counts
    type: counts
  - id: meta
    type: meta
    if: version >= 4
  - id: phases
    type: phase
    repeat: expr
    repeat-expr: counts.phases
  - id: tracks
    type: track
    repeat: expr
    repeat-expr: counts.tracks
types:
  track:
    seq:
      - id: head
        type: track_head
      - id: keys
        type: key
        repeat: expr
        repeat-expr: head.key_count
";

branches! {
    /// Members of a material's document.
    pub static DOCUMENT = {
        /// Version, which determines the fields of the header: attr2 of the directory entry.
        version: Form::Value(Kind::U32), rebuilt, = M "6";
        /// Rendering flags: attr1 of the directory entry.
        flags: Form::Value(Flags::KIND);
        /// attr3 of the directory entry; not read by the engine.
        attr3: Form::Value(Kind::U32), = M "0";
        flat: Form::Value(Meta::KIND);
        /// States of the material, each with colours and a texture.
        phases: Form::Rows(Phase::KIND);
        /// Animations that move between the phases, at most 19.
        tracks: Form::List(&Form::Object(TRACK));
        /// Values derived from the rest of the document.
        derived: Form::Object(DERIVED), told;
    }
}

branches! {
    static TRACK = {
        flat: Form::Value(TrackWord::KIND);
        /// Phases to show, each with its end time.
        keys: Form::Rows(Key::KIND);
    }
}

branches! {
    static DERIVED = {
        /// Blend mode: bits 2 to 5 of the flags.
        blend: Form::ANY;
        /// Names of the other flags that are set.
        flags: Form::ANY;
        /// Damage, read as an f32 in case it is one.
        damage_as_f32: Form::ANY;
    }
}

/// The fields of a material, with their places.
pub fn tree<'a>(material: &Material<'a>) -> Node<'a> {
    let Attributes { flags, version, attr3 } = material.attributes();
    let (bytes, meta) = (material.bytes(), material.meta());
    let stored = version.has_damage().then(|| Piece::of(Meta::KIND, bytes, 4)).flatten();
    let meta = stored.unwrap_or_else(|| Piece::made(Meta::KIND, meta.write().to_vec()));
    let at = material.phases_offset();
    let phases = Rows::of(Phase::KIND, bytes, at, material.phase_count() * Phase::SIZE);
    Node::object(
        DOCUMENT,
        [
            Some(Piece::attribute(Kind::U32, 2, version.0).into()),
            Some(Piece::attribute(Flags::KIND, 1, flags.0).into()),
            Some(Piece::attribute(Kind::U32, 3, attr3).into()),
            Some(meta.into()),
            Some(phases.into()),
            Some(tracks(material).into()),
            Some(derived(material)),
        ],
    )
}

/// What can be shown of a material that cannot be followed: what its directory entry says, its
/// header, and the part that it ends in.
pub fn remains(bytes: &[u8], attributes: Attributes) -> Option<Node<'_>> {
    let (_, error) = read::open(bytes, attributes).err()?;
    let Attributes { flags, version, attr3 } = attributes;
    let meta = version.has_damage().then(|| Piece::of(Meta::KIND, bytes, Counts::SIZE)).flatten();
    Some(Node::remains(DOCUMENT, bytes, &error, |branch| {
        Some(match branch.name {
            "version" => Piece::attribute(Kind::U32, 2, version.0).into(),
            "flags" => Piece::attribute(Flags::KIND, 1, flags.0).into(),
            "attr3" => Piece::attribute(Kind::U32, 3, attr3).into(),
            "" => meta.clone()?.into(),
            _ => return None,
        })
    }))
}

fn tracks<'a>(material: &Material<'a>) -> Items<'a> {
    let bytes = material.bytes();
    let places: Vec<_> =
        material.track_offsets().zip(material.tracks().map(|track| track.key_count())).collect();
    Items::new(places.len(), move |index| {
        let (at, count) = places.get(index).copied().unwrap_or_default();
        let keys = Rows::of(Key::KIND, bytes, at + TrackHead::SIZE, count * Key::SIZE);
        let word = Piece::of(TrackWord::KIND, bytes, at);
        Node::object(TRACK, [word.map(Into::into), Some(keys.into())])
    })
}

fn derived<'a>(material: &Material<'a>) -> Node<'a> {
    let flags = material.attributes().flags;
    let blend = Piece::attribute(Kind::Part(&Kind::U32, &BLEND), 1, flags.0);
    Node::object(
        DERIVED,
        [
            Some(blend.into()),
            Some(Told::List(flags.others().map(|name| Told::Text(name.into())).collect()).into()),
            Some(Told::Float(material.meta().damage_as_f32()).into()),
        ],
    )
}

/// The material that a draft describes.
pub fn make(draft: &Draft) -> Result<Made> {
    let (phases, _) = Phase::split(draft.bytes("phases")?);
    let track = |track: &Draft| -> Result<TrackBuf> {
        let (keys, _) = Key::split(track.bytes("keys")?);
        let word = TrackWord::get(track.fields()?, 0);
        Ok(TrackBuf { word, keys: keys.iter().map(Key::read).collect() })
    };
    let attributes =
        Attributes::new(draft.number("flags")?, draft.number("version")?, draft.number("attr3")?);
    let material = MaterialBuf {
        attributes,
        meta: Meta::get(draft.fields()?, 0),
        phases: phases.iter().map(Phase::read).collect(),
        tracks: draft.items("tracks").iter().map(track).collect::<Result<_>>()?,
    };
    Ok(Made { bytes: material.write()?, attributes: Some(attributes.numbers()) })
}
