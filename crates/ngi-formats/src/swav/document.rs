//! A sound as a tree of fields, and back.

use super::edit::{ChunkBuf, SoundBuf};
use super::read::{Chunk, Sound};
use super::types::{AdpcmHead, ChunkHead, Coefficients, DATA, Fact, RiffHead, WaveFormat};
use crate::schema::{Record as _, Shape, Stored as _};
use crate::tree::{At, Branch, Draft, Form, Items, Made, Node, Piece, Rows, Told, branches};
use crate::{Error, Result};

/// The stored records.
pub static RECORDS: &[&Shape] = &[
    RiffHead::SHAPE,
    ChunkHead::SHAPE,
    WaveFormat::SHAPE,
    AdpcmHead::SHAPE,
    Coefficients::SHAPE,
    Fact::SHAPE,
];

/// Which record stands where, in the words of Kaitai Struct.
pub static KAITAI: &str = "
seq:
  - id: magic
    contents: RIFF
    if: _io.size > 0
  - id: head
    type: riff_head
    if: _io.size > 0
  - id: form
    contents: WAVE
    if: _io.size > 0
  - id: chunks
    type: chunk
    repeat: until
    repeat-until: _io.size - _io.pos < 8
    if: _io.size >= 20
  - id: tail
    size-eos: true
types:
  chunk:
    seq:
      - id: head
        type: chunk_head
      - id: body
        size: 'head.size < _io.size - _io.pos ? head.size : _io.size - _io.pos'
        type:
          switch-on: head.id
          cases:
            '[0x66, 0x6d, 0x74, 0x20]': format
            '[0x66, 0x61, 0x63, 0x74]': fact
      - id: pad
        size: 'head.size % 2 == 1 and not _io.eof ? 1 : 0'
  format:
    seq:
      - id: format
        type: wave_format
      - id: adpcm
        type: adpcm_head
        if: format.codec == 2
      - id: coefficients
        type: coefficients
        repeat: expr
        repeat-expr: adpcm.coefficient_count
        if: format.codec == 2
      - id: more
        size-eos: true
";

/// Members of a sound's document.
pub static DOCUMENT: &[Branch] = &[
    Branch::of_field(RiffHead::SHAPE, "size").optional(),
    Branch::new("chunks", "Chunks of the sound, in order.", Form::List(&Form::Object(CHUNK))),
    Branch::new("tail", "Bytes after the last chunk; none in a complete sound.", Form::Hex)
        .optional(),
    Branch::new("derived", "Values derived from the rest of the document.", Form::Object(DERIVED))
        .told(),
];

static CHUNK: &[Branch] = &[
    Branch::of_field(ChunkHead::SHAPE, "id"),
    Branch::of_field(ChunkHead::SHAPE, "size").optional(),
    Branch::new(
        "format",
        "Storage of the samples, in the chunk \"fmt \".",
        Form::Value(WaveFormat::KIND),
    )
    .optional(),
    Branch::new("adpcm", "Additional fields of MS ADPCM.", Form::Value(AdpcmHead::KIND)).optional(),
    Branch::new(
        "coefficients",
        "Coefficient pairs by which MS ADPCM predicts the next sample from the last two, in 1/256.",
        Form::Rows(Coefficients::KIND),
    )
    .optional(),
    Branch::of_field(Fact::SHAPE, "samples").optional(),
    Branch::new("data", "All other bytes of the chunk. The short form omits samples.", Form::Hex)
        .optional(),
    Branch::new("pad", "Byte that makes the length of an odd chunk even.", Form::Hex).optional(),
];

branches! {
    static DERIVED = {
        /// Name of the codec.
        codec: Form::ANY;
        /// Number of samples per channel.
        samples: Form::ANY;
        /// Length in seconds.
        seconds: Form::ANY;
    }
}

/// Whether a tree has the samples.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Samples {
    /// It has.
    Shown,
    /// It has all but them.
    LeftOut,
}

/// The fields of a sound, with their places.
pub fn tree(bytes: &[u8], samples: Samples) -> Result<Node<'_>> {
    let sound = Sound::read(bytes)?;
    let size = Piece::of(RiffHead::KIND, bytes, 0).map(|head| {
        let offset = RiffHead::SHAPE.named("size").offset;
        head.part(crate::schema::Kind::U32, offset).into()
    });
    let (tail, at) = (sound.tail(), At::Offset(sound.tail_offset()));
    let told = derived(&sound);
    let count = sound.chunks().len();
    let chunks = Items::new(count, move |index| {
        let chunk = sound.chunk(index);
        chunk.map_or(Node::Told(Told::Null), |chunk| chunk_node(bytes, &chunk, samples))
    });
    Ok(Node::object(
        DOCUMENT,
        [
            Some(size.unwrap_or_else(|| Told::Null.into())),
            Some(chunks.into()),
            Some(Node::Hex(tail.into(), at)),
            Some(told),
        ],
    ))
}

/// What can be shown of bytes that are no sound: the size at their front.
pub fn remains(bytes: &[u8]) -> Option<Node<'_>> {
    let error = Sound::read(bytes).err()?;
    let field = RiffHead::SHAPE.named("size");
    let size = Piece::of(field.kind, bytes, field.offset);
    Some(Node::remains(DOCUMENT, bytes, &error, |branch| {
        (branch.name == "size").then(|| size.clone()).flatten().map(Into::into)
    }))
}

fn derived<'a>(sound: &Sound<'_>) -> Node<'a> {
    let name = sound.format().and_then(|format| format.codec.name());
    let frames = i64::try_from(sound.frames()).unwrap_or(i64::MAX);
    #[expect(clippy::cast_possible_truncation, reason = "for people")]
    let seconds = sound.seconds() as f32;
    let codec = name.map_or(Told::Null, |name| Told::Text(name.into()));
    let told = [codec, Told::Number(frames), Told::Float(seconds)];
    Node::object(DERIVED, told.map(|told| Some(told.into())))
}

/// A chunk: the records at its front, and the rest as bytes.
fn chunk_node<'a>(bytes: &'a [u8], chunk: &Chunk<'a>, samples: Samples) -> Node<'a> {
    let start = chunk.body_offset();
    let mut at = start;
    let head = Piece::of(ChunkHead::KIND, bytes, chunk.offset);
    let field = |name: &str| {
        let field = ChunkHead::SHAPE.named(name);
        Some(head.as_ref()?.part(field.kind, field.offset).into())
    };
    let mut record = |there: bool, kind: crate::schema::Kind| {
        let piece = there.then(|| Piece::of(kind, bytes, at)).flatten()?;
        at += kind.size();
        Some(Node::from(piece))
    };
    let adpcm = chunk.adpcm();
    let format = record(chunk.format().is_some(), WaveFormat::KIND);
    let more = record(adpcm.is_some(), AdpcmHead::KIND);
    let fact = record(chunk.fact().is_some(), Fact::KIND);
    let pairs = adpcm.map(|(_, pairs)| {
        let rows = Rows::of(Coefficients::KIND, bytes, at, pairs.as_flattened().len());
        at += rows.bytes.len();
        rows.into()
    });
    let rest = chunk.body.get(at - start..).unwrap_or_default();
    let shown = chunk.id != DATA || samples == Samples::Shown;
    let data = (shown && (!rest.is_empty() || chunk.id == DATA))
        .then(|| Node::Hex(rest.into(), At::Offset(at)));
    let pad_at = At::Offset(start + chunk.body.len());
    let pad = (!chunk.pad.is_empty()).then(|| Node::Hex(chunk.pad.into(), pad_at));
    let samples = fact.map(|fact| match fact {
        Node::Piece(piece) => piece.part(Fact::SHAPE.named("samples").kind, 0).into(),
        other => other,
    });
    let parts = [field("id"), field("size"), format, more, pairs, samples, data, pad];
    Node::object(CHUNK, parts)
}

/// The sound that a draft describes. Sizes that it leaves out are counted; samples that it leaves
/// out come from `original`.
pub fn make(draft: &Draft, original: Option<&[u8]>) -> Result<Made> {
    let chunks = draft.items("chunks");
    let tail = if draft.has("tail") { draft.bytes("tail")?.to_vec() } else { Vec::new() };
    if !draft.has("size") && chunks.is_empty() {
        if !tail.is_empty() {
            return Err(Error::usage("tail", "a sound of nothing has no bytes behind it"));
        }
        return Ok(Made { bytes: Vec::new(), attributes: None });
    }
    let original = original.map(Sound::read).transpose()?;
    let chunk = |(index, draft): (usize, &Draft)| {
        let old = original.as_ref().and_then(|sound| {
            let same = sound.chunk(index).filter(|chunk| chunk.id == DATA);
            Some(same.or_else(|| sound.find(DATA))?.body)
        });
        chunk_of(draft, old).map_err(|error| error.within(&format!("chunks[{index}]"), 0))
    };
    let chunks = chunks.iter().enumerate().map(chunk).collect::<Result<_>>()?;
    let mut made = SoundBuf { size: Some(0), chunks, tail };
    if draft.has("size") {
        made.size = Some(draft.number("size")?);
    } else {
        made.count_again()?;
    }
    Ok(Made { bytes: made.write()?, attributes: None })
}

/// A chunk; `samples` are those it leaves out.
fn chunk_of(draft: &Draft, samples: Option<&[u8]>) -> Result<ChunkBuf> {
    let id = draft.bytes("id")?.first_chunk().copied().unwrap_or_default();
    let mut body = Vec::new();
    for part in ["format", "adpcm", "coefficients", "samples", "data"] {
        if draft.has(part) {
            body.extend_from_slice(draft.bytes(part)?);
        } else if part == "data" && id == DATA {
            let why = "missing; `--like` names a sound that has them";
            body.extend_from_slice(samples.ok_or_else(|| Error::usage("data", why))?);
        }
    }
    let mut chunk = ChunkBuf::new(id, body)?;
    if draft.has("size") {
        chunk.size = draft.number("size")?;
        chunk.pad = if draft.has("pad") { draft.bytes("pad")?.to_vec() } else { Vec::new() };
    } else if draft.has("pad") {
        chunk.pad = draft.bytes("pad")?.to_vec();
    }
    Ok(chunk)
}
