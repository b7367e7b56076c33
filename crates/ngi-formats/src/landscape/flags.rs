//! What the bits of faces and of draw entries mean.

use crate::schema::bits;

bits! {
    /// Flags of a face, one word of 32 bits. Bits without a name are kept.
    pub struct FaceFlags(u32) {
        /// Unknown; bit 0x0001 of the compact main mask.
        UNK_0X1 = 0x1,
        /// Unknown; bit 0x0040 of the compact main mask.
        UNK_0X2 = 0x2,
        /// The face has a second material; set if and only if `second_material` is not 0xFF.
        SECOND_MATERIAL = 0x4,
        /// Liquid; rays hit it from both sides.
        LIQUID_TWO_SIDED = 0x8,
        /// Unknown; bit 0x0004 of the compact main mask.
        UNK_0X10 = 0x10,
        /// Not ground for walkers; shots pass through. The draw order gives each such face a batch
        /// of its own.
        NOT_GROUND = 0x20,
        /// Unknown; bit 0x2000 of the compact main mask.
        UNK_0X40 = 0x40,
        /// Shots pass through.
        SHOTS_PASS_0X80 = 0x80,
        /// The face belongs to the footing that the engine makes around a building.
        FOOTING = 0x100,
        /// Set on every shipped face.
        CONSTANT = 0x200,
        /// The microtexture is drawn; set on every shipped face.
        MICROTEXTURE = 0x400,
        /// The engine leaves the face out when it rebuilds the draw order.
        UNDRAWN = 0x800,
        /// Unknown; bit 0x0010 of the compact main mask.
        UNK_0X1000 = 0x1000,
        /// Bed under a liquid; the material is `WATER_BOT` or `ENV_LAVA_BOT`.
        BED = 0x2000,
        /// Unknown; bit 0x0020 of the compact main mask.
        UNK_0X4000 = 0x4000,
        /// Unknown; set on some footings.
        UNK_0X8000 = 0x8000,
        /// Shots pass through.
        SHOTS_PASS_0X10000 = 0x1_0000,
        /// Surface of a liquid, from which the water box is built; walkers and shots pass through.
        LIQUID_SURFACE = 0x2_0000,
        /// The search for ground leaves the face out.
        NO_SEARCH = 0x4_0000,
        /// Unknown; bit 0x10 of the compact material mask.
        UNK_0X80000 = 0x8_0000,
        /// Set on everything except lava and its bed, on the 29 maps that use the bit.
        NOT_LAVA = 0x10_0000,
        /// Unknown; tested by the engine, bit 0x8000 of the compact main mask.
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
        /// Set on every shipped entry, together with 0x40.
        UNK_0X08 = 0x08,
        /// Start of a batch: the first entry of a pair of materials in its cell.
        BATCH = 0x10,
        /// Set on every shipped entry, together with 0x08.
        UNK_0X40 = 0x40,
        /// Set on 89 shipped entries; nothing reads it.
        UNREAD = 0x80,
    }
}

impl DrawFlags {
    /// What every shipped entry has.
    pub const BASE: Self = Self(0x48);
}
