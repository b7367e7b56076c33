//! Reading without copying or allocating.

use super::edit::EffectBuf;
use super::header::{Counts, HEADER_SIZE, Header};
use super::types::{Command, CommandFlags, CommandHead, CommandWord, Opcode};
use super::{check, codes};
use crate::bytes::u32_at;
use crate::schema::{Record as _, Stored as _};
use crate::{Code, Error, Findings, Result};

/// So many commands at most become values; the game has at most 81.
pub const MOST_COMMANDS: usize = 32_768;

/// An effect seen through its bytes. Its commands are known to be whole.
#[derive(Debug, Clone, Copy)]
pub struct Effect<'a> {
    bytes: &'a [u8],
    header: &'a [u8; HEADER_SIZE],
    /// The commands, back to back.
    commands: &'a [u8],
    count: usize,
    tail: &'a [u8],
    stop: Option<Stop>,
}

/// Why reading ended before, or behind, the last command that the header counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Stop {
    /// The next command has an opcode nobody knows. The engine sees it again and again until its
    /// count is used up, and makes nothing of it.
    Opcode(Opcode),
    /// The next command is not there in full. The engine would read on behind the end.
    Truncated,
    /// Bytes are left behind the last command. The engine does not look at them.
    Tail,
}

/// One command of an [`Effect`], not yet decoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CommandView<'a> {
    /// Offset from the start of the payload.
    pub offset: usize,
    bytes: &'a [u8],
    word: CommandWord,
}

impl<'a> Effect<'a> {
    /// Reads a payload. All commands that the header counts must be there and known, and nothing
    /// behind them.
    pub fn read(bytes: &'a [u8]) -> Result<Self> {
        let effect = open(bytes)?;
        match effect.stop_error() {
            None => Ok(effect),
            Some((_, error)) => Err(error),
        }
    }

    /// Reads a payload as the engine does: up to the first command it does not know, with no eye
    /// for what lies behind. Only a header that is cut off is an error.
    pub fn read_tolerant(bytes: &'a [u8]) -> Result<Self> {
        open(bytes)
    }

    /// Reads a payload and fails on the first rule of severity *error* it breaks.
    pub fn read_strict(bytes: &'a [u8]) -> Result<Self> {
        let effect = Self::read(bytes)?;
        let mut findings = Findings::errors_only();
        check::check_effect(&effect, &mut findings);
        findings.locate(|| Some(super::tree(&effect)));
        findings.or_error(effect)
    }

    /// The whole payload.
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// The header behind the number of commands.
    pub fn header(&self) -> Header {
        Header::read(self.header)
    }

    /// How many commands the header counts. [`Effect::command_count`] are there.
    pub fn stored_count(&self) -> u32 {
        Counts::get(self.header, 0).commands
    }

    /// How many commands there are.
    pub fn command_count(&self) -> usize {
        self.count
    }

    /// All commands in order.
    #[inline]
    pub fn commands(&self) -> Commands<'a> {
        Commands { bytes: self.commands, offset: HEADER_SIZE, left: self.count }
    }

    /// A command.
    pub fn command(&self, index: usize) -> Option<CommandView<'a>> {
        self.commands().nth(index)
    }

    /// The bytes behind the last command that could be read.
    pub fn tail(&self) -> &'a [u8] {
        self.tail
    }

    /// Why reading ended where it did, if not with the last command and the last byte.
    pub fn stop(&self) -> Option<Stop> {
        self.stop
    }

    /// The same as values to change. Commands past [`MOST_COMMANDS`] stay in the tail.
    pub fn to_buf(&self) -> EffectBuf {
        // A command of four bytes takes sixty times as much as a value, so that a hostile file
        // could fill the memory with them.
        let count = self.count.min(MOST_COMMANDS);
        let mut commands = Vec::with_capacity(count);
        let mut end = HEADER_SIZE;
        for command in self.commands().take(count) {
            commands.push(command.decode());
            end = command.offset + command.bytes.len();
        }
        let left_out = u32::try_from(self.count - count).unwrap_or(u32::MAX);
        EffectBuf {
            header: self.header(),
            missing: self.missing().saturating_add(left_out),
            commands,
            tail: self.bytes.get(end..).unwrap_or_default().to_vec(),
        }
    }

    /// How many commands the header counts that are not there.
    pub fn missing(&self) -> u32 {
        let there = u32::try_from(self.count).unwrap_or(u32::MAX);
        self.stored_count().saturating_sub(there)
    }

    /// The rule that is broken where reading ended early, and how.
    pub(super) fn stop_error(&self) -> Option<(&'static Code, Error)> {
        let stop = self.stop?;
        let at = (self.bytes.len() - self.tail.len()) as u64;
        let field = format!("commands[{}]", self.count);
        let left = self.tail.len() as u64;
        Some(match stop {
            Stop::Opcode(opcode) => {
                let why = format!("opcode {}, but only 1 to 10 are known", opcode.0);
                (&codes::OPCODE, Error::malformed(field, at, why))
            }
            Stop::Truncated => {
                let word = u32_at(self.tail, 0).map(CommandWord);
                let needed = word.and_then(|word| word.opcode().size());
                let needed = needed.unwrap_or(CommandHead::SIZE);
                (&codes::TRUNCATED, Error::truncated(field, at, needed as u64, left))
            }
            Stop::Tail => {
                let why = format!("{left} bytes behind the last command");
                (&codes::END, Error::malformed("tail", at, why))
            }
        })
    }
}

impl<'a> CommandView<'a> {
    /// The command's bytes, with its word.
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// The word: opcode and flags.
    pub fn word(&self) -> CommandWord {
        self.word
    }

    /// What kind of command.
    pub fn opcode(&self) -> Opcode {
        self.word.opcode()
    }

    /// The bits of the word above the opcode.
    pub fn flags(&self) -> CommandFlags {
        self.word.flags()
    }

    /// All its fields.
    #[inline]
    pub fn decode(&self) -> Command {
        // An effect hands out only commands that are known and whole.
        Command::read(self.bytes)
            .unwrap_or(Command { flags: self.word.flags(), body: super::types::Body::Empty })
    }
}

/// The commands of an [`Effect`], in order.
#[derive(Debug, Clone)]
pub struct Commands<'a> {
    bytes: &'a [u8],
    offset: usize,
    left: usize,
}

impl<'a> Iterator for Commands<'a> {
    type Item = CommandView<'a>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        self.left = self.left.checked_sub(1)?;
        let word = CommandWord(u32::from_le_bytes(*self.bytes.first_chunk()?));
        let (bytes, rest) = self.bytes.split_at_checked(word.opcode().size()?)?;
        let view = CommandView { offset: self.offset, bytes, word };
        self.offset += bytes.len();
        self.bytes = rest;
        Some(view)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl ExactSizeIterator for Commands<'_> {}

/// Follows the commands as far as they go.
pub(super) fn open(bytes: &[u8]) -> Result<Effect<'_>> {
    let Some((header, stream)) = bytes.split_first_chunk::<HEADER_SIZE>() else {
        let size = HEADER_SIZE as u64;
        return Err(Error::truncated("header", 0, size, bytes.len() as u64));
    };
    let stored_count = Counts::get(header, 0).commands;
    let (mut rest, mut count, mut stop) = (stream, 0, None);
    // Every command takes bytes, so this ends with them, whatever the header counts.
    for _ in 0..stored_count {
        match step(rest) {
            Ok(behind) => rest = behind,
            Err(reason) => {
                stop = Some(reason);
                break;
            }
        }
        count += 1;
    }
    if stop.is_none() && !rest.is_empty() {
        stop = Some(Stop::Tail);
    }
    let commands = stream.get(..stream.len() - rest.len()).unwrap_or_default();
    Ok(Effect { bytes, header, commands, count, tail: rest, stop })
}

/// What lies behind the command at the start of `bytes`.
#[inline]
fn step(bytes: &[u8]) -> Result<&[u8], Stop> {
    let word = bytes.first_chunk().ok_or(Stop::Truncated)?;
    let opcode = CommandWord(u32::from_le_bytes(*word)).opcode();
    let size = opcode.size().ok_or(Stop::Opcode(opcode))?;
    bytes.get(size..).ok_or(Stop::Truncated)
}
