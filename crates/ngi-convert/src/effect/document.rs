//! Effects as documents (`ngi.fxid/1`).
//!
//! ```json
//! {"schema": "ngi.fxid/1",
//!  "header": {"time_mode": 1, "duration_s": 0.5, …, "scale": [1.0, 1.0, 1.0]},
//!  "commands": [{"opcode": 3, "kind": "sprite", "overlay": true, "bits": 0, "mode": 0,
//!                "phase": {"start": 0.0, "end": 1.0, "exponent": 1.0}, …,
//!                "material": {"archive": "material.lib", "member": "FLASH"}}],
//!  "missing": 0, "tail": "",
//!  "derived": {"time_mode": "once through the duration", "flags": [], "settings": "explode"}}
//! ```
//! A command may leave fields out: they are then what a new command has. `kind` and `derived`
//! follow from the rest and are not read back.

use ngi_formats::fxid::{
    Body, Command, CommandFlags, Effect, EffectBuf, HEADER_SIZE, Header, Opcode,
};
use serde_json::{Value, json};

use super::fields;
use crate::json::{self, Object, Reader};
use crate::{Error, Result};

/// The schema of the documents.
pub const SCHEMA: &str = "ngi.fxid/1";
/// What a command has besides its fields.
const OF_THE_WORD: [&str; 4] = ["opcode", "kind", "overlay", "bits"];

/// The document of an effect.
pub fn to_value(effect: &Effect<'_>) -> Value {
    let EffectBuf { header, commands, missing, tail } = effect.to_buf();
    let mut object = json::document(SCHEMA);
    let mut head = Object::new();
    fields::add(Header::FIELDS, effect.bytes(), 0, &mut head);
    object.insert("header".into(), head.into());
    object.insert("commands".into(), commands.iter().map(command_to_value).collect());
    object.insert("missing".into(), missing.into());
    object.insert("tail".into(), json::hex(&tail).into());
    let flags: Vec<&str> = header.flags.names().collect();
    let derived = json!({
        "time_mode": header.time_mode.name(), "flags": flags, "settings": header.settings.name(),
    });
    object.insert("derived".into(), derived);
    Value::Object(object)
}

fn command_to_value(command: &Command) -> Value {
    let Command { flags, body } = command;
    let mut bytes = Vec::new();
    command.write(&mut bytes);
    let opcode = body.opcode();
    let mut row = Object::new();
    row.insert("opcode".into(), opcode.0.into());
    row.insert("kind".into(), opcode.name().into());
    row.insert("overlay".into(), flags.overlay().into());
    row.insert("bits".into(), flags.unknown().into());
    fields::add(opcode.fields(), &bytes, 0, &mut row);
    Value::Object(row)
}

/// The payload that a document describes.
pub fn from_value(value: &Value) -> Result<Vec<u8>> {
    let document = Reader::document(value, SCHEMA)?;
    let mut head = EffectBuf::default().write()?;
    fields::read(Header::FIELDS, &document.need("header")?, &[], &mut head, 0)?;
    head.truncate(HEADER_SIZE);
    let mut effect = EffectBuf::read(&head)?;
    let commands = document.need("commands")?.elements()?.map(|row| command_from(&row));
    effect.commands = commands.collect::<Result<_>>()?;
    if document.get("missing").is_some() {
        effect.missing = document.number("missing")?;
    }
    if document.get("tail").is_some() {
        effect.tail = document.bytes("tail")?;
    }
    Ok(effect.write()?)
}

fn command_from(row: &Reader<'_>) -> Result<Command> {
    let opcode = Opcode(row.number("opcode")?);
    let body = Body::new(opcode).ok_or_else(|| {
        row.error(Error::Usage(format!("opcode {}, but only 1 to 10 are known", opcode.0)))
    })?;
    let mut bytes = Vec::new();
    Command { flags: flags_from(row)?, body }.write(&mut bytes);
    fields::read(opcode.fields(), row, &OF_THE_WORD, &mut bytes, 0)?;
    Command::read(&bytes).ok_or_else(|| row.wrong("a command"))
}

fn flags_from(row: &Reader<'_>) -> Result<CommandFlags> {
    let overlay = match row.get("overlay") {
        None => false,
        Some(overlay) => overlay.value().as_bool().ok_or_else(|| overlay.wrong("true or false"))?,
    };
    let bits = if row.get("bits").is_some() { row.number("bits")? } else { 0 };
    let flags = CommandFlags::of_word(bits);
    if flags.unknown() != bits {
        let why = format!("{bits:#x}: bits are those of the word from bit 9 on");
        return Err(row.error(Error::Usage(why)));
    }
    Ok(flags.with_overlay(overlay))
}
