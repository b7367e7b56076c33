//! Commands as values.

use super::bodies::{Bolt, Burst, Dome, Glow, Light, Sound, Sprite, Stream};
use super::field::FieldInfo;
use super::parts::{Reference, Window};
use crate::msh::record::Field as _;

/// What kind of command: the lowest byte of its word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Opcode(pub u8);

impl Opcode {
    /// A light.
    pub const LIGHT: Self = Self(1);
    /// A sound.
    pub const SOUND: Self = Self(2);
    /// A sprite.
    pub const SPRITE: Self = Self(3);
    /// A sprite that depends on the eye's distance.
    pub const GLOW: Self = Self(4);
    /// A bolt.
    pub const BOLT: Self = Self(5);
    /// Nothing at all.
    pub const EMPTY: Self = Self(6);
    /// A burst of particles.
    pub const BURST: Self = Self(7);
    /// A stream of particles.
    pub const STREAM: Self = Self(8);
    /// A half-sphere.
    pub const DOME: Self = Self(9);
    /// A burst of debris.
    pub const DEBRIS: Self = Self(10);

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
        Some(match self {
            Self::LIGHT => Light::SIZE,
            Self::SOUND => Sound::SIZE,
            Self::SPRITE => Sprite::SIZE,
            Self::GLOW => Glow::SIZE,
            Self::BOLT => Bolt::SIZE,
            Self::EMPTY => 4,
            Self::BURST | Self::DEBRIS => Burst::SIZE,
            Self::STREAM => Stream::SIZE,
            Self::DOME => Dome::SIZE,
            _ => return None,
        })
    }

    /// What such a command is, in one word; `unknown` for an unknown one.
    pub const fn name(self) -> &'static str {
        match self {
            Self::LIGHT => "light",
            Self::SOUND => "sound",
            Self::SPRITE => "sprite",
            Self::GLOW => "glow",
            Self::BOLT => "bolt",
            Self::EMPTY => "empty",
            Self::BURST => "burst",
            Self::STREAM => "stream",
            Self::DOME => "dome",
            Self::DEBRIS => "debris",
            _ => "unknown",
        }
    }

    /// The opcode with that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|opcode| opcode.name() == name)
    }

    /// The fields such a command has behind its word.
    pub const fn fields(self) -> &'static [FieldInfo] {
        match self {
            Self::LIGHT => Light::FIELDS,
            Self::SOUND => Sound::FIELDS,
            Self::SPRITE => Sprite::FIELDS,
            Self::GLOW => Glow::FIELDS,
            Self::BOLT => Bolt::FIELDS,
            Self::BURST | Self::DEBRIS => Burst::FIELDS,
            Self::STREAM => Stream::FIELDS,
            Self::DOME => Dome::FIELDS,
            _ => &[],
        }
    }
}

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

    /// The word of a command with these flags.
    #[inline]
    pub fn word(self, opcode: Opcode) -> u32 {
        self.0 | u32::from(opcode.0)
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
        let word = u32::from_le_bytes(*bytes.first_chunk()?);
        macro_rules! record {
            ($type:ident) => {{
                let raw = bytes.first_chunk::<{ $type::SIZE }>()?;
                $type::get(raw, 0)
            }};
        }
        let body = match opcode_of(word) {
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
        Some(Self { flags: CommandFlags::of_word(word), body })
    }

    /// Appends the stored form.
    pub fn write(&self, out: &mut Vec<u8>) {
        let Self { flags, body } = self;
        let word = flags.word(body.opcode());
        macro_rules! record {
            ($type:ident, $value:expr) => {{
                let mut raw = [0; $type::SIZE];
                word.put(&mut raw, 0);
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
            Body::Empty => out.extend_from_slice(&word.to_le_bytes()),
            Body::Burst(burst) | Body::Debris(burst) => record!(Burst, burst),
            Body::Stream(stream) => record!(Stream, stream),
            Body::Dome(dome) => record!(Dome, dome),
        }
    }
}

/// The opcode in a command's word.
#[inline]
pub(super) fn opcode_of(word: u32) -> Opcode {
    let [opcode, ..] = word.to_le_bytes();
    Opcode(opcode)
}
