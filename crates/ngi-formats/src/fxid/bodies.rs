//! What the commands are, one struct each. Offsets count from the command's word.

use super::parts::{Channel, Curve, JitterChannel, Path, Reference, Span, Window};
use crate::schema::{choices, record};

/// Forward, in an effect's own frame.
const FORWARD: [f32; 3] = [1.0, 0.0, 0.0];

choices! {
    /// Kind of a light: its form and the surfaces that it lights.
    pub struct LightKind(u32) {
        /// Point light that lights only its owner. Unknown kinds are treated as this one.
        POINT_OWNER = 1: "point, lights its owner only",
        /// Point light.
        POINT = 2: "point",
        /// Directional light.
        DIRECTIONAL = 3: "directional",
        /// Light with parallel rays.
        PARALLEL = 4: "parallel",
        /// Point light, the usual kind in the game.
        POINT_USUAL = 5: "point",
        /// Point light that lights only its owner, and not the ground.
        POINT_OWNER_NO_GROUND = 6: "point, lights its owner only, no disc on the ground",
        /// Point light without the bright disc on the ground.
        POINT_NO_GROUND = 7: "point, no disc on the ground",
    }
}

record! {
    /// Command 1: a light.
    pub struct Light [4..224] {
        /// Kind of the light.
        4 => kind: LightKind = M "mostly 5 and 6; no 3 and 4",
        /// Window in which the light is on.
        8 => window: Window,
        /// Position in the effect's frame.
        16 => position: Path,
        /// Direction in the effect's frame. Its length in the world multiplies the range.
        40 => direction: Path,
        /// Red, green, blue and alpha at the start; they may be above 1.
        64 => colour_start: [f32; 4],
        /// Red, green, blue and alpha at the end.
        80 => colour_end: [f32; 4],
        /// Jitter of the colour: up to half of this value in either direction.
        96 => colour_jitter: [f32; 4],
        /// Range of the light.
        112 => range: Span,
        /// Jitter of the range: up to half of this value in either direction.
        120 => range_jitter: f32,
        /// Coefficients of the brightness `a0 + a1 x + a2 x²`; x is 0 at the range and 1 at the
        /// light.
        124 => attenuation: [f32; 3] = M "mostly (0, 1, 0) and (0, 1, 1)",
        /// Unused; nothing reads it.
        136 => unk_0x88: [u32; 6],
        /// Unused; nothing reads it. Its layout is that of the material of other commands.
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
    /// Way in which a sound is played.
    pub struct SoundMode(u32) {
        /// Plays once, when t passes the start of the window.
        ONCE = 0: "once",
        /// Plays once; the buffer is opened in another way.
        ONCE_OTHER = 1: "once",
        /// Repeats while the window is open.
        LOOP = 2: "loop",
        /// Repeats; the buffer is opened in another way.
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
        /// Mode: plays once or repeats.
        4 => mode: SoundMode = M "0 or 2",
        /// Window of the sound. A sound that plays once starts when t passes `lo`.
        8 => window: Window,
        /// Position in the effect's frame.
        16 => position: Path,
        /// Direction in the effect's frame.
        40 => direction: Path = M "(1, 0, 0)",
        /// Distance up to which the sound has its full volume.
        64 => near: f32,
        /// Distance beyond which the sound no longer gets quieter; a sound that plays once is cut
        /// off there.
        68 => far: f32,
        /// Factor for the playback rate.
        72 => rate: Span = M "1 on all but one sound",
        /// Placement by DirectSound: 0 in the world, 1 relative to the listener, 2 none.
        80 => place_mode: u32 = M "0",
        /// Sound, an entry of `sounds.lib`.
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
    /// Orientation of a sprite.
    pub struct SpriteMode(u32) {
        /// The sprite faces the eye.
        FACE_EYE = 0: "faces the eye",
        /// The sprite lies along its direction and turns about it towards the eye.
        ALONG = 1: "along its direction, turned to the eye",
        /// The sprite faces its direction, wherever the eye is.
        ACROSS = 2: "faces its direction",
    }
}

record! {
    /// Command 3: a sprite. x is the progress through the window.
    pub struct Sprite [4..200] {
        /// Orientation of the sprite.
        4 => mode: SpriteMode,
        /// Position in the material's animation. If the start is below 0, it counts as 0 and x is
        /// the number of seconds since the start.
        8 => phase: Curve,
        /// Opacity; the sprite is not drawn at 0 or below.
        20 => fade: Curve,
        /// Window in which the sprite is drawn.
        32 => window: Window,
        /// Position in the effect's frame.
        40 => position: Channel,
        /// Direction in the effect's frame; it changes linearly from start to end.
        76 => direction: Path,
        /// Size along the axes of the effect's frame.
        100 => size: Channel,
        /// Material.
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
    /// Command 4: a sprite that depends on the distance of the eye.
    pub struct Glow [4..204] {
        /// Sprite. Its progress is multiplied by the distance of the eye, divided by the reach.
        0 => sprite: Sprite,
        /// Distance of the eye at and beyond which the glow looks like the sprite alone.
        200 => reach: f32,
    }
}

impl Default for Glow {
    fn default() -> Self {
        Self { sprite: Sprite::default(), reach: 500.0 }
    }
}

record! {
    /// Command 5: a bolt from a start point to the position of the effect.
    pub struct Bolt [4..112] {
        /// Opacity of the bolt.
        4 => fade: Span,
        /// Window in which the bolt is drawn.
        12 => window: Window,
        /// Largest number of pieces.
        20 => most_pieces: u32 = M "20",
        /// Width of the bolt.
        24 => width: Span,
        /// Length of the bolt that shows the texture once.
        32 => repeat_length: f32,
        /// Smallest length of a piece.
        36 => piece_length: f32 = M "50, 150, 200 or 250",
        /// Position in the material's animation.
        40 => phase: Span = M "the start is -1",
        /// Material.
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
        /// Command 7: 1 turns particles along their way, other values make them face the eye.
        /// Command 10: unknown.
        4 => mode: u32 = M "16 or 32 on command 10",
        /// Opacity of a particle over its life.
        8 => fade: Curve,
        /// Window of the burst.
        20 => window: Window,
        /// Life of a particle as a share of the window.
        28 => life_share: f32,
        /// Rate of the material's animation with the age of a particle. Up to 1, the animation is
        /// at `age / rate`; above 1, at the fraction of `age * rate`; below 0, at the first key.
        32 => animation_rate: f32,
        /// Number of groups; multiplied by `per_group`, it is the number of particles.
        36 => groups: u32,
        /// Particles per group; multiplied by `groups`, it is the number of particles.
        40 => per_group: u32 = M "3 to 60 particles in all",
        /// Position of a particle over its life.
        44 => position: JitterChannel,
        /// Size of a particle over its life.
        92 => size: JitterChannel,
        /// Purpose not known for certain.
        140 => unk_0x8c: f32 = G "gravity or drag",
        /// Material.
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
        /// Opacity of a particle over its life.
        4 => fade: Curve,
        /// Window in which the stream flows and is drawn.
        16 => window: Window,
        /// Time from one particle to the next, in seconds.
        24 => interval_s: Span = M "0.005 to 0.2",
        /// Exponent of the material's animation, which is at `age ^ exponent`. Below 0, the
        /// animation is at a random position that each particle keeps.
        32 => animation_exponent: f32,
        /// Number of particles that live at the same time.
        36 => ring: u32 = M "6 to 40",
        /// Not known for certain; apparently the place where particles are released.
        40 => unk_0x28: [f32; 3] = G "low end of the place where particles are released",
        /// Not known for certain; apparently the place where particles are released. The engine
        /// reads it as floats.
        52 => unk_0x34: [f32; 3] = G "high end of the place where particles are released",
        /// Not known for certain; apparently the place where particles are released.
        64 => unk_0x40: [f32; 3] = G "jitter of the place where particles are released",
        /// Not known for certain; apparently the place where particles are released.
        76 => unk_0x4c: [f32; 3] = G "exponents of the place where particles are released",
        /// Position of a particle over its life.
        88 => position: JitterChannel,
        /// Size of a particle over its life.
        136 => size: JitterChannel,
        /// Material.
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
    /// Resolution of a half-sphere.
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
    /// Command 9: a half-sphere. Its pole points in the direction that a sprite would face.
    pub struct Dome [4..208] {
        /// All fields of a sprite.
        0 => sprite: Sprite,
        /// Resolution; a half-sphere with an unnamed value is not drawn.
        200 => shape: DomeShape,
        /// 0 lays one texture over the half-sphere from above; other values give every facet the
        /// whole texture.
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
