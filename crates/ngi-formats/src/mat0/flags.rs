//! Open sets of bits and numbers, with the names that are known.

use std::fmt;

use crate::schema::{Part, Shows, bits, choices, words};

bits! {
    /// attr1 of a material's directory entry.
    pub struct Flags(u32) {
        /// Bit 0: textures go to the second texture stage (load flag 0x200000). `ENV_STARS` alone.
        SECOND_STAGE = 0x01: "second_stage",
        /// Bit 1: a lit skin; its texture is uploaded opaque, whatever alpha it has, unless bump
        /// mapping is on.
        LIT_SKIN = 0x02: "lit_skin",
        /// Bits 2 to 5: not blended.
        OPAQUE = 0x00 in 0x3c,
        /// Bits 2 to 5: blended by alpha.
        ALPHA = 0x04 in 0x3c,
        /// Bits 2 to 5: added to what is there.
        ADDITIVE = 0x08 in 0x3c,
        /// Bits 2 to 5: multiplied with what is there.
        MULTIPLY = 0x0c in 0x3c,
        /// Bits 2 to 5: multiplied with what is there, twice.
        MULTIPLY_TWICE = 0x10 in 0x3c,
        /// Bit 6: read into the run-time material, used by nothing that is known.
        UNK_BIT_6 = 0x40: "unk_bit_6",
    }
}

/// The blend mode in a material's flags, by name.
pub(super) static BLEND: Part = Part {
    name: "blend",
    low: 2,
    width: 4,
    shows: Shows::Name(BlendIndex::NAMES.named),
    doc: "How the material is laid over what is there: bits 2 to 5 of the flags.",
    game: None,
};

choices! {
    /// Bits 2 to 5 of a material's flags: which blend mode. Others are taken as opaque.
    pub struct BlendIndex(u8) {
        /// Not blended.
        OPAQUE = 0,
        /// Blended by alpha.
        ALPHA = 1,
        /// Added to what is there.
        ADDITIVE = 2,
        /// Multiplied with what is there.
        MULTIPLY = 3,
        /// Multiplied with what is there, twice.
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
    /// The first word of a track.
    pub struct TrackWord(u32) {
        /// How time runs: 0 loop, 1 ping-pong, 2 once, 3 random. Others are taken as loop.
        0, 3 => mode: Shows::Number(Mode::NAMES.named),
        /// What is blended between two keys; everything else jumps.
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
    /// How time runs in a track. Others are taken as [`Mode::LOOP`].
    pub struct Mode(u8) {
        /// From the start again.
        LOOP = 0: "loop",
        /// There and back.
        PING_PONG = 1: "ping_pong",
        /// Once, then the last key stays.
        ONCE = 2: "once",
        /// A random moment.
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
    /// What a track blends between two keys; everything else jumps.
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
