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
    /// Its number in the effect.
    pub index: u32,
    pub command: Command,
    /// The manager's number of its material or sample.
    pub reference: Option<u32>,
    /// How many particles, or pieces, it may have.
    pub particles: usize,
}

impl Template {
    pub(super) fn new(name: &[u8], effect: &impl Loadable, references: &mut References) -> Self {
        let mut left = MOST_PARTICLES;
        let (mut commands, mut index) = (Vec::new(), 0u32);
        effect.each_command(&mut |command| {
            // Empty commands take four bytes in a file: keeping them would blow it up.
            if !matches!(command.body, Body::Empty) {
                let particles = wanted_particles(&command.body).min(left);
                left -= particles;
                let used = match command.body {
                    Body::Sound(_) => Use::Sample,
                    _ => Use::Material,
                };
                let name = command.body.reference();
                let reference = name.and_then(|name| references.number(name, used));
                commands.push(Prepared { index, command, reference, particles });
            }
            index = index.saturating_add(1);
        });
        commands.shrink_to_fit();
        let header = effect.header();
        let overlay = commands.iter().any(|prepared| prepared.command.flags.overlay());
        let is_tested = overlay || header.flags.has(EffectFlags::NEEDS_POINT);
        Self { name: name.to_vec(), header, commands, is_tested }
    }

    /// The name it was loaded under.
    pub fn name(&self) -> &[u8] {
        &self.name
    }

    /// The header.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The commands in order with their numbers in the effect; those of kind 6, which do nothing,
    /// are left out.
    pub fn commands(&self) -> impl ExactSizeIterator<Item = (u32, &Command)> {
        self.commands.iter().map(|prepared| (prepared.index, &prepared.command))
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

/// How many particles, or pieces, a command asks for.
fn wanted_particles(body: &Body) -> usize {
    let wanted = match body {
        Body::Burst(burst) | Body::Debris(burst) => burst.particles(),
        Body::Stream(stream) => stream.ring,
        Body::Bolt(bolt) => bolt.most_pieces,
        _ => 0,
    };
    usize::try_from(wanted).unwrap_or(usize::MAX)
}

/// What can be loaded as an effect.
pub trait Loadable {
    /// The header.
    fn header(&self) -> Header;

    /// Every command in order.
    fn each_command(&self, visit: &mut dyn FnMut(Command));
}

impl Loadable for EffectBuf {
    fn header(&self) -> Header {
        self.header
    }

    fn each_command(&self, visit: &mut dyn FnMut(Command)) {
        self.commands.iter().for_each(|command| visit(*command));
    }
}

impl Loadable for Effect<'_> {
    fn header(&self) -> Header {
        Effect::header(self)
    }

    fn each_command(&self, visit: &mut dyn FnMut(Command)) {
        self.commands().for_each(|command| visit(command.decode()));
    }
}

/// Materials and samples by number: each archive and member once, whatever the case of its name.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct References {
    list: Vec<Reference>,
    /// Which of them commands use as materials.
    are_materials: Vec<bool>,
    numbers: HashMap<Vec<u8>, u32>,
}

/// What a command takes a reference for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Use {
    Material,
    Sample,
}

impl References {
    pub fn list(&self) -> &[Reference] {
        &self.list
    }

    /// Those that commands use as materials, with their numbers.
    pub fn materials(&self) -> impl Iterator<Item = (u32, &Reference)> {
        let all = (0..).zip(self.list.iter().zip(&self.are_materials));
        all.filter(|(_, (_, is_material))| **is_material)
            .map(|(number, (reference, _))| (number, reference))
    }

    /// The number of a reference; `None` for one that names nothing.
    fn number(&mut self, reference: &Reference, used: Use) -> Option<u32> {
        if reference.is_empty() {
            return None;
        }
        let (archive, member) = (reference.archive.name(), reference.member.name());
        let key = archive.iter().chain(&[0]).chain(member).map(|&byte| fold(byte)).collect();
        let next = u32::try_from(self.list.len()).ok()?;
        let number = *self.numbers.entry(key).or_insert(next);
        if number == next {
            self.list.push(*reference);
            self.are_materials.push(false);
        }
        if used == Use::Material {
            let at = usize::try_from(number).ok()?;
            self.are_materials.get_mut(at).into_iter().for_each(|is_material| *is_material = true);
        }
        Some(number)
    }
}
