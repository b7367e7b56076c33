//! What effects come to: plain lists that a renderer draws and a test reads.

use ngi_formats::mat0::BlendMode;

use super::curve::fog;

/// Everything effects show and sound like at a moment.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct DrawList {
    /// Flat sprites, in the order of instances and commands.
    pub quads: Vec<Quad>,
    /// Half-spheres, in the same order.
    pub domes: Vec<Dome>,
    /// Lights that are on.
    pub lights: Vec<Light>,
    /// What happens to sounds, in order of time.
    pub sounds: Vec<Sound>,
    order: Vec<u64>,
}

/// One thing to draw.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Item<'a> {
    /// A sprite.
    Quad(&'a Quad),
    /// A half-sphere, drawn as one thing.
    Dome(&'a Dome),
}

/// How a thing is painted: the same for sprites and half-spheres.
///
/// Depth is tested but not written, both sides are drawn, and there is no light on it: texture
/// times colour.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Paint {
    /// The manager's number of the material; `None` where the command names none.
    pub material: Option<u32>,
    /// Fraction of the material's first track, 0 to 1.
    pub phase: f32,
    /// Red, green and blue of every corner, and the fade as alpha.
    pub colour: [f32; 4],
    /// How it is laid over what is there.
    pub blend: BlendMode,
    /// How much the fog leaves of it: 1 all, 0 nothing.
    pub fog: f32,
    /// Drawn without a depth test: the command's bit 8, while the tested point is in view.
    pub overlay: bool,
    /// Squared distance from the eye, for the order of drawing.
    pub squared_distance: f32,
}

/// A flat sprite. Every number in it is finite.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Quad {
    /// Key of its instance.
    pub key: u32,
    /// Number of its command.
    pub command: u32,
    /// Its middle, in the world.
    pub centre: [f32; 3],
    /// Its own x axis: from the left edge to the right one.
    pub right: [f32; 3],
    /// Its own y axis: from the lower edge to the upper one.
    pub up: [f32; 3],
    /// Texture coordinates at the left and right edge.
    pub u: [f32; 2],
    /// Texture coordinates at the lower and upper edge.
    pub v: [f32; 2],
    /// How it is painted.
    pub paint: Paint,
}

/// The texture coordinate at the far edge of a whole texture.
pub const FAR_EDGE: f32 = 0.99;

impl Quad {
    /// Its corners and their texture coordinates, in the engine's order: upper left, lower left,
    /// lower right, upper right.
    pub fn corners(&self) -> [([f32; 3], [f32; 2]); 4] {
        let ([left, right], [low, high]) = (self.u, self.v);
        let corners = [
            (-0.5, 0.5, left, high),
            (-0.5, -0.5, left, low),
            (0.5, -0.5, right, low),
            (0.5, 0.5, right, high),
        ];
        corners.map(|(x, y, u, v)| {
            let at = |c: f32, r: f32, up: f32| c + r * x + up * y;
            let ([cx, cy, cz], [rx, ry, rz], [ux, uy, uz]) = (self.centre, self.right, self.up);
            ([at(cx, rx, ux), at(cy, ry, uy), at(cz, rz, uz)], [u, v])
        })
    }

    /// Its width and height.
    pub fn size(&self) -> [f32; 2] {
        [self.right, self.up].map(|[x, y, z]| (x * x + y * y + z * z).sqrt())
    }
}

/// A half-sphere: the mesh of [`dome_mesh`](super::dome_mesh) in a frame.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Dome {
    /// Key of its instance.
    pub key: u32,
    /// Number of its command.
    pub command: u32,
    /// Its middle, in the world.
    pub centre: [f32; 3],
    /// Where its own axes go; the third is the pole. Its radius is 1 in them.
    pub axes: [[f32; 3]; 3],
    /// How finely it is cut, see [`dome_mesh`](super::dome_mesh).
    pub shape: u32,
    /// Every facet takes the whole texture.
    pub facets: bool,
    /// How it is painted.
    pub paint: Paint,
}

/// What a light is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LightForm {
    /// From a point, all around.
    Point,
    /// A direction.
    Directional,
    /// Parallel rays.
    Parallel,
}

/// A light that is on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Light {
    /// Key of its instance.
    pub key: u32,
    /// Number of its command.
    pub command: u32,
    /// What it is.
    pub form: LightForm,
    /// Lights its owner only (the engine's 0x80000000).
    pub owner_only: bool,
    /// Leaves no bright disc on the ground (0x20000000).
    pub no_ground_disc: bool,
    /// Where it is, in the world.
    pub position: [f32; 3],
    /// Where it points, in the world, as long as the frame makes it.
    pub direction: [f32; 3],
    /// Red, green, blue, alpha; may be above 1 or below 0.
    pub colour: [f32; 4],
    /// How far it reaches.
    pub range: f32,
    /// a0, a1, a2: see [`brightness`](Light::brightness).
    pub attenuation: [f32; 3],
}

impl Light {
    /// How bright it is at a distance, before the angle counts: `a0 + a1 x + a2 x²` with x from 1
    /// at the light to 0 at its range, and 0 beyond.
    pub fn brightness(&self, distance: f32) -> f32 {
        if distance > self.range {
            return 0.0;
        }
        let x = (self.range - distance) / self.range;
        let [a0, a1, a2] = self.attenuation;
        a0 + a1 * x + a2 * x * x
    }
}

/// What happens to a sound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SoundAction {
    /// It begins, or begins anew.
    Start,
    /// It plays on, and this is where it is now.
    Move,
    /// It ends.
    Stop,
}

/// Something that happens to a sound. A sound is known by its instance and command.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sound {
    /// Key of its instance.
    pub key: u32,
    /// Number of its command.
    pub command: u32,
    /// What happens.
    pub action: SoundAction,
    /// The manager's number of the sample; `None` where the command names none.
    pub sample: Option<u32>,
    /// Played over and over.
    pub looping: bool,
    /// Where it is, in the world.
    pub position: [f32; 3],
    /// Where it points, in the world.
    pub direction: [f32; 3],
    /// How fast its owner moves.
    pub velocity: [f32; 3],
    /// As loud as can be up to this distance.
    pub near: f32,
    /// No quieter beyond this distance.
    pub far: f32,
    /// Playback rate, times the sample's own.
    pub rate: f32,
}

impl Sound {
    /// How loud it is at a distance, 0 to 1; `None` where a sound that plays once is cut off.
    pub fn gain(&self, distance: f32) -> Option<f32> {
        if distance <= self.near {
            return Some(1.0);
        }
        if distance > self.far && !self.looping {
            return None;
        }
        let distance = distance.min(self.far.max(self.near));
        Some(if distance > 0.0 { (self.near / distance).clamp(0.0, 1.0) } else { 1.0 })
    }
}

/// From where effects are drawn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct View {
    /// The eye, in the world.
    pub eye: [f32; 3],
    /// Where fog begins and ends; `None` without fog.
    pub fog: Option<[f32; 2]>,
    /// Level of detail, 0 the finest; from 4 on nothing is drawn. How the engine chooses it is not
    /// known.
    pub level: u32,
}

impl Default for View {
    fn default() -> Self {
        Self { eye: [0.0, -10.0, 2.0], fog: None, level: 0 }
    }
}

impl View {
    /// How much the fog leaves at a squared distance.
    #[inline]
    pub(super) fn fog_at(&self, squared_distance: f32) -> f32 {
        self.fog.map_or(1.0, |[near, far]| fog(near, far, squared_distance))
    }
}

impl DrawList {
    /// An empty one.
    pub fn new() -> Self {
        Self::default()
    }

    /// Empties the lists and keeps their memory.
    pub fn clear(&mut self) {
        let Self { quads, domes, lights, sounds, order } = self;
        quads.clear();
        domes.clear();
        lights.clear();
        sounds.clear();
        order.clear();
    }

    /// Puts everything drawn in the engine's order: far to near, whatever the blending. Things
    /// equally far stay as they are listed, sprites before half-spheres.
    pub fn sort(&mut self) {
        let Self { quads, domes, order, .. } = self;
        order.clear();
        // Distances are not negative, so their bits sort as they do; turned over, far comes first.
        let key = |paint: &Paint, index: u32| {
            u64::from(!paint.squared_distance.to_bits()) << 32 | u64::from(index)
        };
        order.extend((0..DOME_BIT).zip(quads.iter()).map(|(n, quad)| key(&quad.paint, n)));
        order.extend((DOME_BIT..).zip(domes.iter()).map(|(n, dome)| key(&dome.paint, n)));
        // Every key is unique: it has its index in it.
        order.sort_unstable();
    }

    /// What is drawn, in the order of the last [`sort`](Self::sort): far to near.
    pub fn sorted(&self) -> impl Iterator<Item = Item<'_>> {
        self.order.iter().filter_map(|key| {
            let index = u32::try_from(key & 0xffff_ffff).ok()?;
            let place = usize::try_from(index & !DOME_BIT).ok()?;
            if index & DOME_BIT == 0 {
                self.quads.get(place).map(Item::Quad)
            } else {
                self.domes.get(place).map(Item::Dome)
            }
        })
    }
}

/// Marks half-spheres in the order. Limits sprites to 2^31, which is more than fits in memory.
const DOME_BIT: u32 = 1 << 31;
