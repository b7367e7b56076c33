//! Open sets of bits and numbers, with the names that are known.

use std::fmt;

use crate::schema::{Part, Shows, bits, choices, words};

bits! {
    /// Flags of a material: attr1 of its directory entry.
    pub struct Flags(u32) {
        /// Bit 0: textures use the second texture stage (load flag 0x200000); set on `ENV_STARS`
        /// only.
        SECOND_STAGE = 0x01: "second_stage",
        /// Bit 1: lit skin; its texture is uploaded as opaque, whatever its alpha, unless bump
        /// mapping is on.
        LIT_SKIN = 0x02: "lit_skin",
        /// Bits 2 to 5: no blending.
        OPAQUE = 0x00 in 0x3c,
        /// Bits 2 to 5: alpha blending.
        ALPHA = 0x04 in 0x3c,
        /// Bits 2 to 5: added to the background.
        ADDITIVE = 0x08 in 0x3c,
        /// Bits 2 to 5: multiplied by the background.
        MULTIPLY = 0x0c in 0x3c,
        /// Bits 2 to 5: multiplied by the background, then doubled.
        MULTIPLY_TWICE = 0x10 in 0x3c,
        /// Bit 6: copied into the run-time material; no known code uses it.
        UNK_BIT_6 = 0x40: "unk_bit_6",
    }
}

/// The blend mode in a material's flags, by name.
pub(super) static BLEND: Part = Part {
    name: "blend",
    low: 2,
    width: 4,
    shows: Shows::Name(BlendIndex::NAMES.named),
    doc: "Blend mode of the material: bits 2 to 5 of the flags.",
    game: None,
};

choices! {
    /// Blend mode of a material: bits 2 to 5 of its flags. Other values are treated as opaque.
    pub struct BlendIndex(u8) {
        /// No blending.
        OPAQUE = 0,
        /// Alpha blending.
        ALPHA = 1,
        /// Added to the background.
        ADDITIVE = 2,
        /// Multiplied by the background.
        MULTIPLY = 3,
        /// Multiplied by the background, then doubled.
        MULTIPLY_TWICE = 4,
    }
}

impl Flags {
    /// Bits 2 to 5: which blend mode, see [`Flags::blend`].
    pub const BLEND: u32 = 0x3c;

    /// Names of the bits that are set, the blend mode left out.
    pub fn others(self) -> impl Iterator<Item = &'static str> {
        let named = crate::schema::set_bits(Self::NAMES.named, i64::from(self.0));
        let of_blend = i64::from(Self::BLEND);
        named.filter(move |known| known.mask & of_blend == 0).map(|known| known.label())
    }

    /// Bits 2 to 5 as a number (the run-time record's `nibbleMode`).
    pub fn blend_index(self) -> u8 {
        u8::try_from((self.0 & Self::BLEND) >> 2).unwrap_or_default()
    }

    /// How the material is blended. An index from 5 on is taken as [`BlendMode::OPAQUE`]; what
    /// the engine does with it is not known.
    pub fn blend(self) -> BlendMode {
        let modes = [
            BlendMode::OPAQUE,
            BlendMode::ALPHA,
            BlendMode::ADDITIVE,
            BlendMode::MULTIPLY,
            BlendMode::MULTIPLY_TWICE,
        ];
        modes.get(usize::from(self.blend_index())).copied().unwrap_or(BlendMode::OPAQUE)
    }

    /// The same flags with another blend mode; `None` for a mode no index leads to.
    pub fn with_blend(self, mode: BlendMode) -> Option<Self> {
        let index = (0..5u32).find(|index| Self(index << 2).blend() == mode)?;
        Some(Self(self.0 & !Self::BLEND | index << 2))
    }
}

/// How a material's pixels are laid over what is there. From the flags, never from the texture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct BlendMode(pub u8);

impl BlendMode {
    /// Source ONE, target ZERO: no blending.
    pub const OPAQUE: Self = Self(0);
    /// Source SRCALPHA, target ZERO. No flags lead to it.
    pub const SCALED: Self = Self(1);
    /// Source SRCALPHA, target ONE.
    pub const ADDITIVE: Self = Self(2);
    /// Source ZERO, target SRCCOLOR: what lightmaps are drawn with.
    pub const MULTIPLY: Self = Self(3);
    /// Source SRCALPHA, target INVSRCALPHA.
    pub const ALPHA: Self = Self(4);
    /// Source DESTCOLOR, target SRCCOLOR.
    pub const MULTIPLY_TWICE: Self = Self(5);

    /// A short name.
    pub fn name(self) -> &'static str {
        match self {
            Self::OPAQUE => "opaque",
            Self::SCALED => "scaled",
            Self::ADDITIVE => "additive",
            Self::MULTIPLY => "multiply",
            Self::ALPHA => "alpha",
            Self::MULTIPLY_TWICE => "multiply_twice",
            _ => "unknown",
        }
    }

    /// Direct3D's names of the two factors: of what is drawn, and of what is there.
    pub fn factors(self) -> (&'static str, &'static str) {
        match self {
            Self::SCALED => ("SRCALPHA", "ZERO"),
            Self::ADDITIVE => ("SRCALPHA", "ONE"),
            Self::MULTIPLY => ("ZERO", "SRCCOLOR"),
            Self::ALPHA => ("SRCALPHA", "INVSRCALPHA"),
            Self::MULTIPLY_TWICE => ("DESTCOLOR", "SRCCOLOR"),
            _ => ("ONE", "ZERO"),
        }
    }

    /// Whether pixels of alpha 0 are dropped.
    pub fn has_alpha_test(self) -> bool {
        self != Self::OPAQUE
    }
}

words! {
    /// First word of a track: time mode and blend mask.
    pub struct TrackWord(u32) {
        /// Time mode: 0 loop, 1 ping-pong, 2 once, 3 random. Other modes are treated as loop.
        0, 3 => mode: Shows::Number(Mode::NAMES.named),
        /// Properties that are blended between two keys; all others change abruptly.
        3, 29 => mask: Shows::Bits(LerpMask::NAMES.named),
    }
}

impl TrackWord {
    /// A word of these two.
    pub fn new(mode: Mode, mask: LerpMask) -> Self {
        Self(u32::from(mode.0 & 7) | mask.0 << 3)
    }

    /// How time runs: bits 0 to 2.
    pub fn mode(self) -> Mode {
        Mode(u8::try_from(self.0 & 7).unwrap_or_default())
    }

    /// What is blended between keys: the other bits.
    pub fn mask(self) -> LerpMask {
        LerpMask(self.0 >> 3)
    }
}

choices! {
    /// Time mode of a track. Other modes are treated as [`Mode::LOOP`].
    pub struct Mode(u8) {
        /// Repetition from the start.
        LOOP = 0: "loop",
        /// Forwards, then backwards.
        PING_PONG = 1: "ping_pong",
        /// Once; the last key stays.
        ONCE = 2: "once",
        /// Random moments.
        RANDOM = 3: "random",
    }
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name() {
            Some(name) => f.pad(name),
            None => f.pad(&self.0.to_string()),
        }
    }
}

bits! {
    /// Properties that a track blends between two keys; all others change abruptly.
    pub struct LerpMask(u32) {
        /// Ambient red, green, blue.
        AMBIENT = 0x01: "ambient",
        /// Diffuse red, green, blue.
        DIFFUSE = 0x02: "diffuse",
        /// Specular red, green, blue.
        SPECULAR = 0x04: "specular",
        /// Emissive red, green, blue.
        EMISSIVE = 0x08: "emissive",
        /// Opacity (alpha of ambient).
        OPACITY = 0x10: "opacity",
    }
}
