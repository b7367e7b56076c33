//! Writing: the bytes that were read, unless something was changed.

use super::edit::EffectBuf;
use super::header::{Counts, HEADER_SIZE};
use crate::schema::{Record as _, Stored as _};
use crate::{Error, Result};

impl EffectBuf {
    /// The payload. Fails where there are more commands than the header can count.
    pub fn write(&self) -> Result<Vec<u8>> {
        let Self { header, commands, missing, tail } = self;
        let sizes = commands.iter().filter_map(|command| command.body.opcode().size());
        let mut out = Vec::with_capacity(HEADER_SIZE + sizes.sum::<usize>() + tail.len());
        let count = stored_count(commands.len(), *missing)?;
        let mut head = header.write();
        Counts { commands: count }.put(&mut head, 0);
        out.extend_from_slice(&head);
        for command in commands {
            command.write(&mut out);
        }
        out.extend_from_slice(tail);
        Ok(out)
    }
}

/// The number of commands as the header counts them.
pub(super) fn stored_count(commands: usize, missing: u32) -> Result<u32> {
    let count = u32::try_from(commands).ok().and_then(|count| count.checked_add(missing));
    count.ok_or_else(|| {
        let why = format!("{commands} and {missing} missing, but at most {} fit", u32::MAX);
        Error::usage("commands", why)
    })
}
