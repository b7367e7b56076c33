//! An effect made ready to play: what all its instances share.

use std::collections::HashMap;

use ngi_formats::fxid::{Body, Command, Effect, EffectBuf, EffectFlags, Header, Reference};
use ngi_formats::text::fold;

/// At most so many particles live in one instance. The engine has no limit; the largest effect of
/// the game stays far below it. Commands take their share in order, and what is left over for the
/// last ones may be nothing.
pub const MOST_PARTICLES: usize = 16_384;

/// Number of a template in its manager.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TemplateId(pub(super) usize);

/// An effect made ready to play.
#[derive(Debug, Clone, PartialEq)]
pub struct Template {
    name: Vec<u8>,
    header: Header,
    commands: Vec<Prepared>,
    is_tested: bool,
}

/// A command with what is worked out once.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Prepared {
    pub command: Command,
    /// The manager's number of its material or sample.
    pub reference: Option<u32>,
    /// How many particles, or pieces, it may have.
    pub particles: usize,
}

impl Template {
    pub(super) fn new(name: &[u8], effect: &EffectBuf, references: &mut References) -> Self {
        let mut left = MOST_PARTICLES;
        let mut prepare = |command: &Command| {
            let wanted = match &command.body {
                Body::Burst(burst) | Body::Debris(burst) => burst.particles(),
                Body::Stream(stream) => stream.ring,
                Body::Bolt(bolt) => bolt.most_pieces,
                _ => 0,
            };
            let particles = usize::try_from(wanted).unwrap_or(usize::MAX).min(left);
            left -= particles;
            let reference = command.body.reference().and_then(|name| references.number(name));
            Prepared { command: *command, reference, particles }
        };
        let commands: Vec<_> = effect.commands.iter().map(&mut prepare).collect();
        let overlay = commands.iter().any(|prepared| prepared.command.flags.overlay());
        let is_tested = overlay || effect.header.flags.has(EffectFlags::NEEDS_POINT);
        Self { name: name.to_vec(), header: effect.header, commands, is_tested }
    }

    /// The name it was loaded under.
    pub fn name(&self) -> &[u8] {
        &self.name
    }

    /// The header.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The commands in order.
    pub fn commands(&self) -> impl ExactSizeIterator<Item = &Command> {
        self.commands.iter().map(|prepared| &prepared.command)
    }

    /// How many particles an instance may have at once, [`MOST_PARTICLES`] at most.
    pub fn most_particles(&self) -> usize {
        self.commands.iter().map(|prepared| prepared.particles).sum()
    }

    /// Whether the tested point matters: some command has bit 8, or the header flag 0x400.
    pub fn is_tested(&self) -> bool {
        self.is_tested
    }

    pub(super) fn prepared(&self) -> &[Prepared] {
        &self.commands
    }
}

/// What can be loaded as an effect.
pub trait Loadable {
    /// Its values.
    fn to_values(&self) -> EffectBuf;
}

impl Loadable for EffectBuf {
    fn to_values(&self) -> EffectBuf {
        self.clone()
    }
}

impl Loadable for Effect<'_> {
    fn to_values(&self) -> EffectBuf {
        self.to_buf()
    }
}

/// Materials and samples by number: each archive and member once, whatever the case of its name.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct References {
    list: Vec<Reference>,
    numbers: HashMap<Vec<u8>, u32>,
}

impl References {
    pub fn list(&self) -> &[Reference] {
        &self.list
    }

    /// The number of a reference; `None` for one that names nothing.
    fn number(&mut self, reference: &Reference) -> Option<u32> {
        if reference.is_empty() {
            return None;
        }
        let (archive, member) = (reference.archive.name(), reference.member.name());
        let key = archive.iter().chain(&[0]).chain(member).map(|&byte| fold(byte)).collect();
        let next = u32::try_from(self.list.len()).ok()?;
        let number = *self.numbers.entry(key).or_insert(next);
        if number == next {
            self.list.push(*reference);
        }
        Some(number)
    }
}
