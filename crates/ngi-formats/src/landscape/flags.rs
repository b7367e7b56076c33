//! What the bits of faces and of draw entries mean.

use crate::schema::bits;

bits! {
    /// Flags of a face: one word of 32 bits. Bits without a name are kept.
    pub struct FaceFlags(u32) {
        /// Unknown; compact 0x0001.
        UNK_0X1 = 0x1,
        /// Unknown; compact 0x0040.
        UNK_0X2 = 0x2,
        /// The face has a second material: exactly where `second_material` is not 0xFF.
        SECOND_MATERIAL = 0x4,
        /// Liquid: rays strike it from both sides.
        LIQUID_TWO_SIDED = 0x8,
        /// Unknown; compact 0x0004.
        UNK_0X10 = 0x10,
        /// Not ground for walkers; shots pass; a draw order gives each such face a batch.
        NOT_GROUND = 0x20,
        /// Unknown; compact 0x2000.
        UNK_0X40 = 0x40,
        /// Shots pass.
        SHOTS_PASS_0X80 = 0x80,
        /// On the footing that the engine makes around buildings.
        FOOTING = 0x100,
        /// On every shipped face.
        CONSTANT = 0x200,
        /// The microtexture is drawn; on every shipped face.
        MICROTEXTURE = 0x400,
        /// The engine leaves the face out when it makes the draw order anew.
        UNDRAWN = 0x800,
        /// Unknown; compact 0x0010.
        UNK_0X1000 = 0x1000,
        /// The bed under a liquid: the material is `WATER_BOT` or `ENV_LAVA_BOT`.
        BED = 0x2000,
        /// Unknown; compact 0x0020.
        UNK_0X4000 = 0x4000,
        /// On some footings; meaning unknown.
        UNK_0X8000 = 0x8000,
        /// Shots pass.
        SHOTS_PASS_0X10000 = 0x1_0000,
        /// Liquid surface: the water box is built of these, walkers and shots go through.
        LIQUID_SURFACE = 0x2_0000,
        /// Left out of the search for ground.
        NO_SEARCH = 0x4_0000,
        /// Unknown; compact material 0x10.
        UNK_0X80000 = 0x8_0000,
        /// Set on everything but lava and its bed, on the 29 maps that set it at all.
        NOT_LAVA = 0x10_0000,
        /// Tested by the engine; compact 0x8000.
        UNK_0X200000 = 0x20_0000,
    }
}

impl FaceFlags {
    /// What every shipped face has.
    pub const SHIPPED: Self = Self(Self::CONSTANT.0 | Self::MICROTEXTURE.0);
    /// Plain ground.
    pub const GROUND: Self = Self(Self::SHIPPED.0 | Self::NOT_LAVA.0);
    /// Both flags of a liquid surface. The shipped game sets both or none.
    pub const LIQUID: Self = Self(Self::LIQUID_TWO_SIDED.0 | Self::LIQUID_SURFACE.0);
    /// What some shipped faces have besides [`SHIPPED`](Self::SHIPPED).
    pub const SHIPPED_ON_SOME: Self =
        Self(Self::SECOND_MATERIAL.0 | Self::LIQUID.0 | Self::BED.0 | Self::NOT_LAVA.0);

    /// The same flags with `bits` set or cleared.
    #[must_use]
    pub const fn with(self, bits: Self, set: bool) -> Self {
        if set { Self(self.0 | bits.0) } else { Self(self.0 & !bits.0) }
    }

    /// The lower half of the word.
    pub const fn lower(self) -> u16 {
        let [low, high, ..] = self.0.to_le_bytes();
        u16::from_le_bytes([low, high])
    }

    /// The upper half of the word, which some documents call "surface".
    pub const fn surface(self) -> u16 {
        let [_, _, low, high] = self.0.to_le_bytes();
        u16::from_le_bytes([low, high])
    }
}

bits! {
    /// Flags of a draw entry. Bits without a name are kept.
    pub struct DrawFlags(u8) {
        /// On every shipped entry, with 0x40.
        UNK_0X08 = 0x08,
        /// A batch begins: the first entry of a pair of materials in its cell.
        BATCH = 0x10,
        /// On every shipped entry, with 0x08.
        UNK_0X40 = 0x40,
        /// On 89 shipped entries; nothing reads it.
        UNREAD = 0x80,
    }
}

impl DrawFlags {
    /// What every shipped entry has.
    pub const BASE: Self = Self(0x48);
}
