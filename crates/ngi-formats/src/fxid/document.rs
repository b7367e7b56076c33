//! An effect as a tree of fields, and back.
//!
//! The number of commands is counted. Where a file counts more than it has, or has more than it
//! counts, `missing` and `tail` keep that.

use super::edit::EffectBuf;
use super::header::{Counts, Header};
use super::read::{self, CommandView, Effect, MOST_COMMANDS};
use super::types::{Body, Command, CommandHead, CommandWord, Opcode};
use super::write::stored_count;
use crate::Result;
use crate::schema::{Kind, Part, Record as _, Shape, Stored as _, Word};
use crate::tree::{At, Case, Cases, Draft, Form, Items, Made, Node, Piece, Told, branches};

/// The stored records.
pub static RECORDS: &[&Shape] = &[Counts::SHAPE, Header::SHAPE, CommandHead::SHAPE];

/// Which record stands where, in the words of Kaitai Struct.
pub static KAITAI: &str = "
seq:
  - id: counts
    type: counts
  - id: header
    type: header
  - id: commands
    type: command
    repeat: expr
    repeat-expr: counts.commands
  - id: tail
    size-eos: true
types:
  command:
    seq:
      - id: head
        type: command_head
      - id: body
        type:
          switch-on: head.word & 0xff
          cases:
            1: light
            2: sound
            3: sprite
            4: glow
            5: bolt
            7: burst
            8: stream
            9: dome
            10: burst
";

branches! {
    /// Members of the document of an effect.
    pub static DOCUMENT = {
        /// Properties of the effect as a whole.
        header: Form::Filled(Header::KIND, new_header);
        /// Commands: the sprites, lights, sounds and particles of the effect.
        commands: Form::List(&Form::Cases(&COMMAND)), = M "at most 81";
        /// Number of commands that the header counts but the file does not contain; 0 in a complete
        /// effect.
        missing: Form::Value(Kind::U32), optional, rebuilt;
        /// Bytes after the last command that could be read; none in a complete effect.
        tail: Form::Hex, optional;
        /// Values derived from the other fields.
        derived: Form::Object(DERIVED), told;
    }
}

/// What a command is: its word, and the fields that go with its opcode.
pub static COMMAND: Cases = Cases {
    head: CommandHead::SHAPE,
    by: "opcode",
    cases: &[
        case(Opcode::LIGHT, || new_command(Opcode::LIGHT)),
        case(Opcode::SOUND, || new_command(Opcode::SOUND)),
        case(Opcode::SPRITE, || new_command(Opcode::SPRITE)),
        case(Opcode::GLOW, || new_command(Opcode::GLOW)),
        case(Opcode::BOLT, || new_command(Opcode::BOLT)),
        case(Opcode::EMPTY, || new_command(Opcode::EMPTY)),
        case(Opcode::BURST, || new_command(Opcode::BURST)),
        case(Opcode::STREAM, || new_command(Opcode::STREAM)),
        case(Opcode::DOME, || new_command(Opcode::DOME)),
        case(Opcode::DEBRIS, || new_command(Opcode::DEBRIS)),
    ],
};

/// The opcode apart from the rest of its word: changing it would change which fields there are.
const PARTS: (&[Part], &[Part]) = CommandWord::WORD.parts.split_at(1);
static OPCODE: Word = Word { of: CommandWord::WORD.of, parts: PARTS.0 };
static FLAGS: Word = Word { of: CommandWord::WORD.of, parts: PARTS.1 };

branches! {
    static COMMAND_PARTS = {
        flat: Form::Value(Kind::Word(&OPCODE)), rebuilt;
        flat: Form::Value(Kind::Word(&FLAGS));
        flat: Form::Cases(&COMMAND);
    }
}

branches! {
    static DERIVED = {
        /// Source of the time, in words.
        time_mode: Form::ANY;
        /// The flags that are set, in words.
        flags: Form::ANY;
        /// Setting that switches the effect off, in words.
        settings: Form::ANY;
    }
}

#[allow(clippy::cast_lossless)] // `From` is not for constants
const fn case(opcode: Opcode, new: fn() -> Vec<u8>) -> Case {
    let shape = match opcode.shape() {
        Some(shape) => shape,
        None => CommandHead::SHAPE,
    };
    Case { value: opcode.0 as i64, shape, new }
}

fn new_header() -> Vec<u8> {
    EffectBuf::default().header.write().to_vec()
}

fn new_command(opcode: Opcode) -> Vec<u8> {
    let mut bytes = Vec::new();
    let command = Body::new(opcode).map(Command::from);
    command.into_iter().for_each(|command| command.write(&mut bytes));
    bytes
}

/// The fields of an effect, with their places. Commands past [`MOST_COMMANDS`] are in the tail.
pub fn tree<'a>(effect: &Effect<'a>) -> Node<'a> {
    let bytes = effect.bytes();
    let commands: Vec<CommandView<'a>> = effect.commands().take(MOST_COMMANDS).collect();
    let last = commands.last();
    let end = last.map_or(Header::SIZE, |last| last.offset + last.bytes().len());
    let counted = u32::try_from(commands.len()).unwrap_or(u32::MAX);
    let missing = effect.stored_count().saturating_sub(counted);
    let command = move |index: usize| {
        let view = commands.get(index);
        view.map_or(Node::Told(Told::Null), |view| command_node(bytes, view))
    };
    Node::object(
        DOCUMENT,
        [
            Piece::of(Header::KIND, bytes, 0).map(Into::into),
            Some(Items::new(usize::try_from(counted).unwrap_or(0), command).into()),
            Some(Piece::made(Kind::U32, missing.to_le_bytes().to_vec()).into()),
            Some(Node::Hex(bytes.get(end..).unwrap_or_default().into(), At::Offset(end))),
            Some(derived(&effect.header())),
        ],
    )
}

fn command_node<'a>(bytes: &'a [u8], view: &CommandView<'a>) -> Node<'a> {
    let body = view.opcode().shape().map(Kind::Group);
    let kinds = [Some(Kind::Word(&OPCODE)), Some(Kind::Word(&FLAGS)), body];
    let pieces = kinds.map(|kind| Some(Piece::of(kind?, bytes, view.offset)?.into()));
    Node::object(COMMAND_PARTS, pieces)
}

fn derived<'a>(header: &Header) -> Node<'a> {
    let text = |name: &'static str| Told::Text(name.into());
    let name = |name: Option<&'static str>| Some(name.map_or(Told::Null, text).into());
    let flags = Told::List(header.flags.names().map(text).collect());
    let modes = [name(header.time_mode.name()), Some(flags.into()), name(header.settings.name())];
    Node::object(DERIVED, modes)
}

/// What can be shown of an effect that ends in its header: the bytes of that.
pub fn remains(bytes: &[u8]) -> Option<Node<'_>> {
    let error = read::open(bytes).err()?;
    Some(Node::remains(DOCUMENT, bytes, &error, |_| None))
}

/// The effect that a draft describes.
pub fn make(draft: &Draft) -> Result<Made> {
    let commands = draft.items("commands");
    let missing = if draft.has("missing") { draft.number("missing")? } else { 0 };
    let count = stored_count(commands.len(), missing)?;
    let mut bytes = draft.bytes("header")?.to_vec();
    Counts { commands: count }.put(&mut bytes, 0);
    for command in commands {
        if let Draft::Case(_, own) = command {
            bytes.extend_from_slice(own);
        }
    }
    if draft.has("tail") {
        bytes.extend_from_slice(draft.bytes("tail")?);
    }
    Ok(Made { bytes, attributes: None })
}
