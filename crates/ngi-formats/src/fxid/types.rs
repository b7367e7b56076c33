//! Commands as values.

use super::bodies::{Bolt, Burst, Dome, Glow, Light, Sound, Sprite, Stream};
use super::parts::{Reference, Window};
use crate::schema::{Record as _, Shape, Shows, Stored as _, choices, record, words};

choices! {
    /// Kind of a command: the lowest byte of its word.
    pub struct Opcode(u8) {
        /// A light.
        LIGHT = 1: "light",
        /// A sound.
        SOUND = 2: "sound",
        /// A sprite.
        SPRITE = 3: "sprite",
        /// A sprite that depends on the distance of the eye.
        GLOW = 4: "glow",
        /// A bolt.
        BOLT = 5: "bolt",
        /// An empty command.
        EMPTY = 6: "empty",
        /// A burst of particles.
        BURST = 7: "burst",
        /// A stream of particles.
        STREAM = 8: "stream",
        /// A half-sphere.
        DOME = 9: "dome",
        /// A burst of debris.
        DEBRIS = 10: "debris",
    }
}

words! {
    /// First word of a command.
    pub struct CommandWord(u32) {
        /// Kind of the command; it decides which fields follow.
        0, 8 => opcode: Shows::NumberAndName(Opcode::NAMES.named); M "1 to 10 except 6",
        /// True if the command is drawn without a depth test while the effect's tested point is in
        /// view, so that the wall behind a flash does not cut it. Also known as `enabled`, but
        /// nothing is switched off without it.
        8, 1 => overlay: Shows::Flag; M "never on lights, sounds, bolts and debris",
        /// Bits 9 to 31 of the word, not shifted; unknown purpose.
        9, 23 => bits: Shows::InPlace; M "0",
    }
}

impl CommandWord {
    /// The word of such a command with these flags.
    #[inline]
    pub const fn new(opcode: Opcode, flags: CommandFlags) -> Self {
        let [_, high @ ..] = flags.0.to_le_bytes();
        let [a, b, c] = high;
        Self(u32::from_le_bytes([opcode.0, a, b, c]))
    }

    /// What kind of command.
    #[inline]
    pub const fn opcode(self) -> Opcode {
        let [opcode, ..] = self.0.to_le_bytes();
        Opcode(opcode)
    }

    /// The bits above the opcode.
    #[inline]
    pub const fn flags(self) -> CommandFlags {
        CommandFlags::of_word(self.0)
    }
}

record! {
    /// Word at the beginning of every command.
    pub struct CommandHead[4] derive(Eq, Hash, Default) {
        /// Kind of the command, and how it is drawn.
        0 => word: CommandWord,
    }
}

/// What is known of a command out of its shape: the one list of them. Each case is a constant, so
/// that stepping over the commands of an effect looks nothing up.
macro_rules! of_shape {
    ($opcode:expr $(, $field:ident)?) => {
        Some(match $opcode {
            Opcode::LIGHT => const { Light::SHAPE$(.$field)? },
            Opcode::SOUND => const { Sound::SHAPE$(.$field)? },
            Opcode::SPRITE => const { Sprite::SHAPE$(.$field)? },
            Opcode::GLOW => const { Glow::SHAPE$(.$field)? },
            Opcode::BOLT => const { Bolt::SHAPE$(.$field)? },
            Opcode::EMPTY => const { EMPTY$(.$field)? },
            Opcode::BURST | Opcode::DEBRIS => const { Burst::SHAPE$(.$field)? },
            Opcode::STREAM => const { Stream::SHAPE$(.$field)? },
            Opcode::DOME => const { Dome::SHAPE$(.$field)? },
            _ => return None,
        })
    };
}

impl Opcode {
    /// All known ones.
    pub const ALL: [Self; 10] = [
        Self::LIGHT,
        Self::SOUND,
        Self::SPRITE,
        Self::GLOW,
        Self::BOLT,
        Self::EMPTY,
        Self::BURST,
        Self::STREAM,
        Self::DOME,
        Self::DEBRIS,
    ];

    /// Bytes of such a command with its word; `None` for an unknown one.
    #[inline]
    pub const fn size(self) -> Option<usize> {
        of_shape!(self, size)
    }

    /// What such a command is, in one word; `unknown` for an unknown one.
    pub fn shown(self) -> &'static str {
        self.name().unwrap_or("unknown")
    }

    /// What the bytes of such a command are, its word left out; `None` for an unknown one.
    #[inline]
    pub const fn shape(self) -> Option<&'static Shape> {
        of_shape!(self)
    }
}

/// A command that is its word and nothing else.
const EMPTY: &Shape = &Shape {
    name: "Empty",
    doc: "Command 6: an empty command.",
    start: CommandHead::SIZE,
    size: CommandHead::SIZE,
    fields: &[],
};

/// The bits of a command's word above its opcode.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct CommandFlags(u32);

impl CommandFlags {
    /// Bit 8: drawn over the scene while the effect's tested point is in view. Also known as
    /// `enabled`, but nothing is switched off without it.
    pub const OVERLAY: Self = Self(0x100);

    /// The flags in a word; its opcode does not matter.
    #[inline]
    pub const fn of_word(word: u32) -> Self {
        Self(word & !0xff)
    }

    /// The bits as they are in the word.
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// Whether bit 8 is set.
    #[inline]
    pub const fn overlay(self) -> bool {
        self.0 & Self::OVERLAY.0 != 0
    }

    /// The same with bit 8 set or not.
    #[must_use]
    pub const fn with_overlay(self, overlay: bool) -> Self {
        if overlay { Self(self.0 | Self::OVERLAY.0) } else { Self(self.0 & !Self::OVERLAY.0) }
    }

    /// Bits 9 to 31, where they are in the word: 0 in the game.
    pub const fn unknown(self) -> u32 {
        self.0 & !0x1ff
    }
}

/// A command: the flags of its word, and what it is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Command {
    /// Bits 8 to 31 of the word.
    pub flags: CommandFlags,
    /// What it is.
    pub body: Body,
}

/// What a command is. The opcode is which of these.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Body {
    /// Command 1.
    Light(Light),
    /// Command 2.
    Sound(Sound),
    /// Command 3.
    Sprite(Sprite),
    /// Command 4.
    Glow(Glow),
    /// Command 5.
    Bolt(Bolt),
    /// Command 6.
    Empty,
    /// Command 7.
    Burst(Burst),
    /// Command 8.
    Stream(Stream),
    /// Command 9.
    Dome(Dome),
    /// Command 10.
    Debris(Burst),
}

impl Body {
    /// A body of that kind with plain values; `None` for an unknown opcode.
    pub fn new(opcode: Opcode) -> Option<Self> {
        Some(match opcode {
            Opcode::LIGHT => Self::Light(Light::default()),
            Opcode::SOUND => Self::Sound(Sound::default()),
            Opcode::SPRITE => Self::Sprite(Sprite::default()),
            Opcode::GLOW => Self::Glow(Glow::default()),
            Opcode::BOLT => Self::Bolt(Bolt::default()),
            Opcode::EMPTY => Self::Empty,
            Opcode::BURST => Self::Burst(Burst::default()),
            Opcode::STREAM => Self::Stream(Stream::default()),
            Opcode::DOME => Self::Dome(Dome::default()),
            Opcode::DEBRIS => Self::Debris(Burst { mode: 16, ..Burst::default() }),
            _ => return None,
        })
    }

    /// Which command it is.
    pub const fn opcode(&self) -> Opcode {
        match self {
            Self::Light(_) => Opcode::LIGHT,
            Self::Sound(_) => Opcode::SOUND,
            Self::Sprite(_) => Opcode::SPRITE,
            Self::Glow(_) => Opcode::GLOW,
            Self::Bolt(_) => Opcode::BOLT,
            Self::Empty => Opcode::EMPTY,
            Self::Burst(_) => Opcode::BURST,
            Self::Stream(_) => Opcode::STREAM,
            Self::Dome(_) => Opcode::DOME,
            Self::Debris(_) => Opcode::DEBRIS,
        }
    }

    /// When it is active; `None` for the empty one.
    pub const fn window(&self) -> Option<Window> {
        Some(match self {
            Self::Light(light) => light.window,
            Self::Sound(sound) => sound.window,
            Self::Sprite(sprite) => sprite.window,
            Self::Glow(glow) => glow.sprite.window,
            Self::Bolt(bolt) => bolt.window,
            Self::Empty => return None,
            Self::Burst(burst) | Self::Debris(burst) => burst.window,
            Self::Stream(stream) => stream.window,
            Self::Dome(dome) => dome.sprite.window,
        })
    }

    /// The material or sound it shows or plays; `None` for lights and the empty one.
    pub const fn reference(&self) -> Option<&Reference> {
        Some(match self {
            Self::Light(_) | Self::Empty => return None,
            Self::Sound(sound) => &sound.sound,
            Self::Sprite(sprite) => &sprite.material,
            Self::Glow(glow) => &glow.sprite.material,
            Self::Bolt(bolt) => &bolt.material,
            Self::Burst(burst) | Self::Debris(burst) => &burst.material,
            Self::Stream(stream) => &stream.material,
            Self::Dome(dome) => &dome.sprite.material,
        })
    }

    /// The material or sound, to change it.
    pub const fn reference_mut(&mut self) -> Option<&mut Reference> {
        Some(match self {
            Self::Light(_) | Self::Empty => return None,
            Self::Sound(sound) => &mut sound.sound,
            Self::Sprite(sprite) => &mut sprite.material,
            Self::Glow(glow) => &mut glow.sprite.material,
            Self::Bolt(bolt) => &mut bolt.material,
            Self::Burst(burst) | Self::Debris(burst) => &mut burst.material,
            Self::Stream(stream) => &mut stream.material,
            Self::Dome(dome) => &mut dome.sprite.material,
        })
    }
}

impl From<Body> for Command {
    fn from(body: Body) -> Self {
        Self { flags: CommandFlags::default(), body }
    }
}

impl Command {
    /// Decodes the command at the start of `bytes`; `None` for an unknown opcode and where the
    /// bytes end before it does.
    #[inline]
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let word = CommandWord(u32::from_le_bytes(*bytes.first_chunk()?));
        macro_rules! record {
            ($type:ident) => {{
                let raw = bytes.first_chunk::<{ $type::SIZE }>()?;
                $type::get(raw, 0)
            }};
        }
        let body = match word.opcode() {
            Opcode::LIGHT => Body::Light(record!(Light)),
            Opcode::SOUND => Body::Sound(record!(Sound)),
            Opcode::SPRITE => Body::Sprite(record!(Sprite)),
            Opcode::GLOW => Body::Glow(record!(Glow)),
            Opcode::BOLT => Body::Bolt(record!(Bolt)),
            Opcode::EMPTY => Body::Empty,
            Opcode::BURST => Body::Burst(record!(Burst)),
            Opcode::STREAM => Body::Stream(record!(Stream)),
            Opcode::DOME => Body::Dome(record!(Dome)),
            Opcode::DEBRIS => Body::Debris(record!(Burst)),
            _ => return None,
        };
        Some(Self { flags: word.flags(), body })
    }

    /// Appends the stored form.
    pub fn write(&self, out: &mut Vec<u8>) {
        let Self { flags, body } = self;
        let head = CommandHead { word: CommandWord::new(body.opcode(), *flags) };
        macro_rules! record {
            ($type:ident, $value:expr) => {{
                let mut raw = [0; $type::SIZE];
                head.put(&mut raw, 0);
                $value.put(&mut raw, 0);
                out.extend_from_slice(&raw);
            }};
        }
        match body {
            Body::Light(light) => record!(Light, light),
            Body::Sound(sound) => record!(Sound, sound),
            Body::Sprite(sprite) => record!(Sprite, sprite),
            Body::Glow(glow) => record!(Glow, glow),
            Body::Bolt(bolt) => record!(Bolt, bolt),
            Body::Empty => out.extend_from_slice(&head.write()),
            Body::Burst(burst) | Body::Debris(burst) => record!(Burst, burst),
            Body::Stream(stream) => record!(Stream, stream),
            Body::Dome(dome) => record!(Dome, dome),
        }
    }
}
