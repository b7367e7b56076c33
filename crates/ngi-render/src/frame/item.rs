//! What is drawn in one go, and how.

use std::ops::Range;

use ngi_formats::mat0::BlendMode;

use super::store::{MeshId, TextureId};

/// Where in the order of drawing something belongs: the engine's groups and layers.
///
/// All of group 0, then all of group 1, each in the order of its layers. What is drawn into a
/// mirror comes before everything.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pass {
    /// Seen in the frame's mirror, not by its camera.
    pub mirrored: bool,
    /// The group, 0 or 1.
    pub group: u8,
    /// The layer in it.
    pub layer: u8,
}

/// Which near and far planes a pass has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Projection {
    /// The world: the camera's own range.
    World,
    /// The sky: from where the world ends to very far away.
    Sky,
    /// The unit's own view: right before the eye.
    Near,
}

/// How the items of a pass are ordered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sort {
    /// By state, so that few changes are needed.
    State,
    /// As they were added.
    Added,
    /// Far to near.
    FarToNear,
}

impl Pass {
    /// Opaque objects, and the landscape's first material.
    pub const OPAQUE: Self = Self::new(0, 0);
    /// The landscape's second material.
    pub const GROUND_SECOND: Self = Self::new(0, 2);
    /// The sky, behind everything.
    pub const SKY: Self = Self::new(1, 0);
    /// Bright discs that lights leave on the landscape.
    pub const LIGHT_DISCS: Self = Self::new(1, 3);
    /// See-through surfaces of objects.
    pub const SEE_THROUGH: Self = Self::new(1, 5);
    /// Sprites of effects.
    pub const EFFECTS: Self = Self::new(1, 6);
    /// Rain and snow.
    pub const WEATHER: Self = Self::new(1, 8);
    /// The unit's own view.
    pub const OWN_VIEW: Self = Self::new(1, 9);
    /// The cockpit.
    pub const COCKPIT: Self = Self::new(1, 10);

    /// A pass seen by the camera.
    pub const fn new(group: u8, layer: u8) -> Self {
        Self { mirrored: false, group, layer }
    }

    /// The same pass, seen in the mirror.
    #[must_use]
    pub const fn in_mirror(self) -> Self {
        Self { mirrored: true, ..self }
    }

    /// Its near and far planes.
    pub const fn projection(self) -> Projection {
        match (self.group, self.layer) {
            (1, 0) => Projection::Sky,
            (1, 9 | 10) => Projection::Near,
            _ => Projection::World,
        }
    }

    /// The part of the depth buffer it uses, near and far.
    pub const fn depth_range(self) -> (f32, f32) {
        match self.projection() {
            Projection::World => (0.1, 0.99),
            Projection::Sky => (1.0, 1.0),
            Projection::Near => (0.0, 0.1),
        }
    }

    /// How its items are ordered. That see-through surfaces are sorted far to near, and types 1, 2
    /// and 5 of the engine's passes otherwise kept as added, is a guess.
    pub const fn sort(self) -> Sort {
        match (self.group, self.layer) {
            (0, _) => Sort::State,
            (1, 5..=8) => Sort::FarToNear,
            _ => Sort::Added,
        }
    }
}

/// What becomes of the colours of a vertex.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Shade {
    /// The engine's vertex light. See [`light`](crate::light).
    #[default]
    Lit = 0,
    /// Baked: no lights, only `max(diffuse, scene)`. For lightmaps.
    Baked = 1,
    /// Its own light alone. For effects.
    Glow = 2,
    /// Diffuse as it is: no light, no knee, no scene colour. For tools.
    Plain = 3,
}

/// What becomes of the textures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Combine {
    /// The first one times the colour.
    #[default]
    Modulate = 0,
    /// The first times the second times the colour: lightmaps.
    Lightmap = 1,
    /// The first times the second times two times the colour: microtexture.
    Micro = 2,
    /// The first texture, a mirror, through the ripples of the second: liquids.
    Ripple = 3,
}

/// Which channels of the first texture are seen. For tools; the game sees all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Channels {
    /// All.
    #[default]
    Rgba = 0,
    /// Colours without the alpha.
    Rgb = 1,
    /// Red as grey.
    Red = 2,
    /// Green as grey.
    Green = 3,
    /// Blue as grey.
    Blue = 4,
    /// Alpha as grey.
    Alpha = 5,
}

/// What the depth buffer does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum Depth {
    /// Hidden by what is nearer, and hides what is farther.
    #[default]
    Write = 0,
    /// Hidden by what is nearer, hides nothing.
    Test = 1,
    /// Neither.
    Off = 2,
}

/// The state an item is drawn with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Surface {
    /// The first texture; white without one.
    pub texture0: Option<TextureId>,
    /// The second texture; white without one.
    pub texture1: Option<TextureId>,
    /// What becomes of the textures.
    pub combine: Combine,
    /// What becomes of the vertex colours.
    pub shade: Shade,
    /// How it is laid over what is there: 0 to 5, anything else is drawn as 0.
    pub blend: BlendMode,
    /// Pixels without any alpha are left out. The engine does so in all blend modes but 0.
    pub alpha_test: bool,
    /// What the depth buffer does.
    pub depth: Depth,
    /// Drawn from both sides, as every batch of an object is.
    pub two_sided: bool,
    /// Fog hides it.
    pub fog: bool,
    /// Which channels of the first texture are seen.
    pub channels: Channels,
}

impl Default for Surface {
    /// White, opaque, lit, from both sides.
    fn default() -> Self {
        Self {
            texture0: None,
            texture1: None,
            combine: Combine::Modulate,
            shade: Shade::Lit,
            blend: BlendMode::OPAQUE,
            alpha_test: false,
            depth: Depth::Write,
            two_sided: true,
            fog: true,
            channels: Channels::Rgba,
        }
    }
}

impl Surface {
    /// The same with a blend mode and the alpha test the engine gives it.
    #[must_use]
    pub fn blended(self, blend: BlendMode) -> Self {
        Self { blend, alpha_test: blend.has_alpha_test(), ..self }
    }

    /// The blend mode as it is drawn: what the engine has no mode for is opaque.
    pub fn blend_index(&self) -> u8 {
        if self.blend.0 <= 5 { self.blend.0 } else { 0 }
    }

    /// What the shader reads: shade in bits 0–1, combine in 2–4, blend in 5–7, alpha test in 8,
    /// fog in 9, channels in 10–12.
    pub fn mode(&self) -> u32 {
        self.shade as u32
            | (self.combine as u32) << 2
            | u32::from(self.blend_index()) << 5
            | u32::from(self.alpha_test) << 8
            | u32::from(self.fog) << 9
            | (self.channels as u32) << 10
    }
}

/// What geometry an item draws.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mesh {
    /// A mesh of the store.
    Kept(MeshId),
    /// The frame's own vertices and indices.
    Streamed,
    /// Vertices of a mesh of the store, with indices of the frame: what of a landscape is seen.
    KeptVertices(MeshId),
}

/// One draw call.
#[derive(Debug, Clone, PartialEq)]
pub struct Item {
    /// When.
    pub pass: Pass,
    /// Squared distance from the eye; counts in passes that are sorted far to near.
    pub squared_distance: f32,
    /// What.
    pub mesh: Mesh,
    /// Which indices of it.
    pub indices: Range<u32>,
    /// Which instances of the frame.
    pub instances: Range<u32>,
    /// How.
    pub surface: Surface,
    /// Whether the mirror shows it too, in its own pass there.
    pub in_mirror: bool,
}
