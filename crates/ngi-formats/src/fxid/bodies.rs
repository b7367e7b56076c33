//! What the commands are, one struct each. Offsets count from the command's word.

use super::parts::{Channel, Curve, JitterChannel, Path, Reference, Span, Window};
use crate::schema::{choices, record};

/// Forward, in an effect's own frame.
const FORWARD: [f32; 3] = [1.0, 0.0, 0.0];

choices! {
    /// What a light is and what it lights.
    pub struct LightKind(u32) {
        /// A point that lights only its owner. Unknown kinds are taken as this one.
        POINT_OWNER = 1: "point, lights its owner only",
        /// A point.
        POINT = 2: "point",
        /// A direction.
        DIRECTIONAL = 3: "directional",
        /// Parallel rays.
        PARALLEL = 4: "parallel",
        /// A point, the game's usual kind.
        POINT_USUAL = 5: "point",
        /// A point that lights only its owner, and no ground.
        POINT_OWNER_NO_GROUND = 6: "point, lights its owner only, no disc on the ground",
        /// A point without the bright disc on the ground.
        POINT_NO_GROUND = 7: "point, no disc on the ground",
    }
}

record! {
    /// Command 1: a light.
    pub struct Light [4..224] {
        /// What kind of light.
        4 => kind: LightKind = M "mostly 5 and 6; no 3 and 4",
        /// When it is on.
        8 => window: Window,
        /// Where, in the effect's frame.
        16 => position: Path,
        /// Where to, in the effect's frame. Its length in the world multiplies the range.
        40 => direction: Path,
        /// Red, green, blue, alpha at the beginning; may be above 1.
        64 => colour_start: [f32; 4],
        /// Red, green, blue, alpha at the end.
        80 => colour_end: [f32; 4],
        /// How far the colour jitters: up to half of this either way.
        96 => colour_jitter: [f32; 4],
        /// How far it reaches.
        112 => range: Span,
        /// How far the range jitters: up to half of this either way.
        120 => range_jitter: f32,
        /// Brightness is `a0 + a1 x + a2 x²`, with x from 0 at the range to 1 at the light.
        124 => attenuation: [f32; 3] = M "mostly (0, 1, 0) and (0, 1, 1)",
        /// Nothing reads it.
        136 => unk_0x88: [u32; 6],
        /// Nothing reads it; laid out like the material of other commands.
        160 => unk_0xa0: Reference = M "one effect names a material here",
    }
}

impl Default for Light {
    /// White, with a range of 10.
    fn default() -> Self {
        Self {
            kind: LightKind::POINT_USUAL,
            window: Window::ALL,
            position: Path::constant([0.0; 3]),
            direction: Path::constant(FORWARD),
            colour_start: [1.0; 4],
            colour_end: [1.0; 4],
            colour_jitter: [0.0; 4],
            range: Span::constant(10.0),
            range_jitter: 0.0,
            attenuation: [0.0, 1.0, 0.0],
            unk_0x88: [0; 6],
            unk_0xa0: Reference::default(),
        }
    }
}

choices! {
    /// How a sound is played.
    pub struct SoundMode(u32) {
        /// Once, when t passes the start of the window.
        ONCE = 0: "once",
        /// The same; the buffer is opened another way.
        ONCE_OTHER = 1: "once",
        /// Over and over while the window is open.
        LOOP = 2: "loop",
        /// The same; the buffer is opened another way.
        LOOP_OTHER = 3: "loop",
    }
}

impl SoundMode {
    /// Whether it is played over and over.
    pub const fn is_loop(self) -> bool {
        matches!(self.0, 2 | 3)
    }
}

record! {
    /// Command 2: a sound.
    pub struct Sound [4..148] {
        /// Once, or over and over.
        4 => mode: SoundMode = M "0 or 2",
        /// When. A sound that is played once begins when t passes `lo`.
        8 => window: Window,
        /// Where, in the effect's frame.
        16 => position: Path,
        /// Where to, in the effect's frame.
        40 => direction: Path = M "(1, 0, 0)",
        /// As loud as can be up to this distance.
        64 => near: f32,
        /// No quieter beyond this distance; a sound that is played once is cut off there.
        68 => far: f32,
        /// Multiplies the playback rate.
        72 => rate: Span = M "1, but for one sound",
        /// How DirectSound places it: 0 in the world, 1 about the listener, 2 not at all.
        80 => place_mode: u32 = M "0",
        /// The sound, in `sounds.lib`.
        84 => sound: Reference,
    }
}

impl Default for Sound {
    /// Once at the beginning, heard up to 100 units away, without a name.
    fn default() -> Self {
        Self {
            mode: SoundMode::ONCE,
            window: Window::ALL,
            position: Path::constant([0.0; 3]),
            direction: Path::constant(FORWARD),
            near: 10.0,
            far: 100.0,
            rate: Span::constant(1.0),
            place_mode: 0,
            sound: Reference::default(),
        }
    }
}

choices! {
    /// How a sprite is turned.
    pub struct SpriteMode(u32) {
        /// It faces the eye.
        FACE_EYE = 0: "faces the eye",
        /// It lies along its direction and turns to the eye about it.
        ALONG = 1: "along its direction, turned to the eye",
        /// Its face looks in its direction, wherever the eye is.
        ACROSS = 2: "faces its direction",
    }
}

record! {
    /// Command 3: a sprite. x is the progress through the window.
    pub struct Sprite [4..200] {
        /// How it is turned.
        4 => mode: SpriteMode,
        /// Which part of the material's animation is shown. A start below 0 counts as 0, and x is
        /// then the seconds since the start.
        8 => phase: Curve,
        /// How opaque it is; from 0 down it is not drawn.
        20 => fade: Curve,
        /// When it is there.
        32 => window: Window,
        /// Where, in the effect's frame.
        40 => position: Channel,
        /// Where to, straight from start to end.
        76 => direction: Path,
        /// How large, along the axes of the effect's frame.
        100 => size: Channel,
        /// The material.
        136 => material: Reference,
    }
}

impl Default for Sprite {
    /// Faces the eye at size 1 and fades away, without a material.
    fn default() -> Self {
        Self {
            mode: SpriteMode::FACE_EYE,
            phase: Curve::straight(0.0, 1.0),
            fade: Curve::straight(1.0, 0.0),
            window: Window::ALL,
            position: Channel::straight([0.0; 3], [0.0; 3]),
            direction: Path::constant(FORWARD),
            size: Channel::straight([1.0; 3], [1.0; 3]),
            material: Reference::default(),
        }
    }
}

record! {
    /// Command 4: a sprite that depends on how far the eye is.
    pub struct Glow [4..204] {
        /// The sprite. Its progress is multiplied by the eye's distance over the reach.
        0 => sprite: Sprite,
        /// At this distance of the eye, and beyond, it is what the sprite alone would be.
        200 => reach: f32,
    }
}

impl Default for Glow {
    fn default() -> Self {
        Self { sprite: Sprite::default(), reach: 500.0 }
    }
}

record! {
    /// Command 5: a bolt from a start point to where the effect is.
    pub struct Bolt [4..112] {
        /// How opaque it is.
        4 => fade: Span,
        /// When it is there.
        12 => window: Window,
        /// At most so many pieces.
        20 => most_pieces: u32 = M "20",
        /// How wide it is.
        24 => width: Span,
        /// So much of its length shows the texture once.
        32 => repeat_length: f32,
        /// A piece is at least so long.
        36 => piece_length: f32 = M "50, 150, 200 or 250",
        /// Which part of the material's animation is shown.
        40 => phase: Span = M "the start is -1",
        /// The material.
        48 => material: Reference,
    }
}

impl Default for Bolt {
    /// A unit wide, and fades away, without a material.
    fn default() -> Self {
        Self {
            fade: Span { start: 1.0, end: 0.0 },
            window: Window::ALL,
            most_pieces: 20,
            width: Span::constant(1.0),
            repeat_length: 50.0,
            piece_length: 50.0,
            phase: Span { start: -1.0, end: 1.0 },
            material: Reference::default(),
        }
    }
}

record! {
    /// Command 7, a burst of particles, and command 10, a burst of debris.
    pub struct Burst [4..208] {
        /// Command 7: 1 turns particles along their way, else they face the eye. Command 10: nobody
        /// knows what for.
        4 => mode: u32 = M "16 or 32 on command 10",
        /// How opaque a particle is, over its life.
        8 => fade: Curve,
        /// When the burst is there.
        20 => window: Window,
        /// A particle lives this share of the window.
        28 => life_share: f32,
        /// How the age of a particle drives the material's animation: up to 1, `age / rate`; above,
        /// the fraction of `age * rate`; below 0, the first key.
        32 => animation_rate: f32,
        /// Multiplied by `per_group`, how many particles there are.
        36 => groups: u32,
        /// Multiplied by `groups`, how many particles there are.
        40 => per_group: u32 = M "3 to 60 particles in all",
        /// Where a particle is, over its life.
        44 => position: JitterChannel,
        /// How large a particle is, over its life.
        92 => size: JitterChannel,
        /// Nobody knows for sure what it does.
        140 => unk_0x8c: f32 = G "gravity or drag",
        /// The material.
        144 => material: Reference,
    }
}

impl Burst {
    /// How many particles there are; the largest number where they are more than it.
    pub const fn particles(&self) -> u32 {
        self.groups.saturating_mul(self.per_group)
    }
}

impl Default for Burst {
    /// Eight particles that fly apart and fade away, without a material.
    fn default() -> Self {
        let mut position = JitterChannel::straight([0.0; 3], [0.0; 3]);
        position.jitter = [2.0; 3];
        Self {
            mode: 0,
            fade: Curve::straight(1.0, 0.0),
            window: Window::ALL,
            life_share: 1.0,
            animation_rate: 1.0,
            groups: 8,
            per_group: 1,
            position,
            size: JitterChannel::straight([1.0; 3], [1.0; 3]),
            unk_0x8c: 0.0,
            material: Reference::default(),
        }
    }
}

record! {
    /// Command 8: a stream of particles.
    pub struct Stream [4..248] {
        /// How opaque a particle is, over its life.
        4 => fade: Curve,
        /// When the stream flows and is seen.
        16 => window: Window,
        /// From one particle to the next, in seconds.
        24 => interval_s: Span = M "0.005 to 0.2",
        /// The material's animation is at `age ^ exponent`; below 0, at a random place that a
        /// particle keeps.
        32 => animation_exponent: f32,
        /// So many particles live at once.
        36 => ring: u32 = M "6 to 40",
        /// Nobody knows for sure: where particles begin, as it seems.
        40 => unk_0x28: [f32; 3] = G "low end of where particles begin",
        /// Nobody knows for sure: where particles begin, as it seems. The engine reads it as
        /// floats.
        52 => unk_0x34: [f32; 3] = G "high end of where particles begin",
        /// Nobody knows for sure: where particles begin, as it seems.
        64 => unk_0x40: [f32; 3] = G "jitter of where particles begin",
        /// Nobody knows for sure: where particles begin, as it seems.
        76 => unk_0x4c: [f32; 3] = G "exponents of where particles begin",
        /// Where a particle is, over its life.
        88 => position: JitterChannel,
        /// How large a particle is, over its life.
        136 => size: JitterChannel,
        /// The material.
        184 => material: Reference,
    }
}

impl Default for Stream {
    /// Twelve particles a second that rise and fade away, without a material.
    fn default() -> Self {
        Self {
            fade: Curve::straight(1.0, 0.0),
            window: Window::ALL,
            interval_s: Span::constant(0.08),
            animation_exponent: 1.0,
            ring: 16,
            unk_0x28: [0.0; 3],
            unk_0x34: [0.0; 3],
            unk_0x40: [0.0; 3],
            unk_0x4c: [1.0; 3],
            position: JitterChannel::straight([0.0; 3], [0.0, 0.0, 1.0]),
            size: JitterChannel::straight([1.0; 3], [1.0; 3]),
            material: Reference::default(),
        }
    }
}

choices! {
    /// How finely a half-sphere is cut.
    pub struct DomeShape(u32) {
        /// 8 segments, 3 rings.
        COARSE = 0: "8 segments, 3 rings",
        /// 16 segments, 6 rings.
        MEDIUM = 1: "16 segments, 6 rings",
        /// 24 segments, 9 rings.
        FINE = 2: "24 segments, 9 rings",
    }
}

impl DomeShape {
    /// Segments around and rings from pole to rim; `None` draws nothing.
    pub const fn segments_and_rings(self) -> Option<(u32, u32)> {
        match self.0 {
            0 => Some((8, 3)),
            1 => Some((16, 6)),
            2 => Some((24, 9)),
            _ => None,
        }
    }
}

record! {
    /// Command 9: a half-sphere. Its pole is where a sprite would face.
    pub struct Dome [4..208] {
        /// Everything a sprite has.
        0 => sprite: Sprite,
        /// How finely it is cut; a number without a name is not drawn.
        200 => shape: DomeShape,
        /// 0: one texture laid over it from above. Else every facet has the whole texture.
        204 => facet_texture: u32,
    }
}

impl Default for Dome {
    /// Like the sprite, but faces its direction as nearly all of the game do.
    fn default() -> Self {
        let sprite = Sprite { mode: SpriteMode::ACROSS, ..Sprite::default() };
        Self { sprite, shape: DomeShape::MEDIUM, facet_texture: 0 }
    }
}
