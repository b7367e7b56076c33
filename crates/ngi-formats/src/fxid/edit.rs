//! An effect as values to change.

use super::header::Header;
use super::parts::Reference;
use super::read::Effect;
use super::types::Command;
use crate::{FixedStr, Result};

/// An effect as values to change. [`EffectBuf::write`] gives the payload.
///
/// The default is an impact without commands.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct EffectBuf {
    /// The header. The number of commands is not part of it: it is counted.
    pub header: Header,
    /// The commands.
    pub commands: Vec<Command>,
    /// The header counts so many commands more than there are; 0 in a whole effect.
    pub missing: u32,
    /// What lies behind the last command; empty in a whole effect.
    pub tail: Vec<u8>,
}

impl EffectBuf {
    /// Reads a payload whose commands are all there and known, with nothing behind them.
    pub fn read(bytes: &[u8]) -> Result<Self> {
        Effect::read(bytes).map(|effect| effect.to_buf())
    }

    /// Reads a payload as the engine does, and keeps what it does not look at.
    pub fn read_tolerant(bytes: &[u8]) -> Result<Self> {
        Effect::read_tolerant(bytes).map(|effect| effect.to_buf())
    }

    /// An effect of these commands that runs once.
    pub fn new(duration_s: f32, commands: Vec<Command>) -> Self {
        let header = Header { duration_s, ..Header::default() };
        Self { header, commands, ..Self::default() }
    }

    /// Every reference of a command to a material or sound, with the number of the command.
    pub fn references(&self) -> impl Iterator<Item = (usize, &Reference)> {
        let commands = self.commands.iter().enumerate();
        commands.filter_map(|(index, command)| Some((index, command.body.reference()?)))
    }

    /// Gives every command that refers to the entry `old` of any archive the entry `new`, and says
    /// how many did.
    pub fn rename_reference(&mut self, old: &[u8], new: &[u8]) -> Result<usize> {
        let member = FixedStr::new(new)?;
        let mut renamed = 0;
        for reference in self.commands.iter_mut().filter_map(|c| c.body.reference_mut()) {
            if reference.member.is(old) {
                reference.member = member;
                renamed += 1;
            }
        }
        Ok(renamed)
    }

    /// Makes the effect whole: no missing commands are counted, and nothing lies behind the last.
    /// Returns what was dropped.
    pub fn drop_unread(&mut self) -> (u32, Vec<u8>) {
        (std::mem::take(&mut self.missing), std::mem::take(&mut self.tail))
    }
}
