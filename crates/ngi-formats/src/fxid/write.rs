//! Writing: the bytes that were read, unless something was changed.

use super::edit::EffectBuf;
use super::header::HEADER_SIZE;
use crate::msh::record::Field as _;
use crate::{Error, Result};

impl EffectBuf {
    /// The payload. Fails where there are more commands than the header can count.
    pub fn write(&self) -> Result<Vec<u8>> {
        let Self { header, commands, missing, tail } = self;
        let sizes = commands.iter().filter_map(|command| command.body.opcode().size());
        let mut out = Vec::with_capacity(HEADER_SIZE + sizes.sum::<usize>() + tail.len());
        let count = u32::try_from(commands.len()).ok().and_then(|n| n.checked_add(*missing));
        let count = count.ok_or_else(|| {
            let why =
                format!("{} and {missing} missing, but at most {} fit", commands.len(), u32::MAX);
            Error::usage("commands", why)
        })?;
        let mut head = [0; HEADER_SIZE];
        count.put(&mut head, 0);
        header.put(&mut head, 0);
        out.extend_from_slice(&head);
        for command in commands {
            command.write(&mut out);
        }
        out.extend_from_slice(tail);
        Ok(out)
    }
}
