//! From where, when and how a scene is looked at.

use std::fmt;
use std::ops::{BitOr, BitOrAssign};
use std::str::FromStr;

use ngi_engine::model::FRAMES_PER_SECOND;
use ngi_engine::model::slots::LevelDistances;
use ngi_engine::sky::{Moment, Opening, TimeOfDay};

use super::{Scene, SceneKind};
use crate::frame::{Background, Channels, Paint};
use crate::{Aim, Camera, Series};

/// From where, when and how a scene is looked at.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct View {
    /// From where.
    pub camera: Camera,
    /// Pixels across and down.
    pub size: [u32; 2],
    /// When, in seconds.
    pub time: f32,
    /// Level of detail: 0 to 3, 4 for the first-person view; `None` chooses by distance.
    pub level: Option<usize>,
    /// Damage stage, 0 for a whole thing.
    pub stage: usize,
    /// What is drawn on top.
    pub overlays: Overlays,
    /// Everything else.
    pub settings: Settings,
}

impl Default for View {
    fn default() -> Self {
        Self {
            camera: Camera::default(),
            size: [640, 480],
            time: 0.0,
            level: None,
            stage: 0,
            overlays: Overlays::NONE,
            settings: Settings::default(),
        }
    }
}

impl View {
    /// The view that a scene is shown with first: the whole object or, of a mission, the player's
    /// base, at the best moment and in daylight. Thumbnails and the viewer share it.
    pub fn first(scene: &dyn Scene, size: [u32; 2]) -> Self {
        let mut view = Self { size, level: first_level(scene.kind()), ..Self::default() };
        view.time = scene.best_moment(&view.settings);
        view.camera = Aim::Automatic.camera(scene, Series::Single, &view, None);
        view.settings.open_by_day(scene);
        view.settings.channels = first_channels(scene.kind());
        view
    }

    /// The time as the game counts it: whole milliseconds.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped before")]
    pub fn time_ms(&self) -> u32 {
        // Counted down to whole milliseconds; up to 2^32 of them, which is 49 days.
        (f64::from(self.time.max(0.0)) * 1000.0).min(f64::from(u32::MAX)) as u32
    }
}

/// How liquids are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Water {
    /// With what they reflect.
    #[default]
    Reflecting,
    /// As a tinted surface: cheap.
    Plain,
}

/// What things are lit by where nothing else says so.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Light {
    /// [`Lighting::studio`](crate::light::Lighting::studio): moves with the camera.
    #[default]
    Studio,
    /// [`Lighting::without_sky`](crate::light::Lighting::without_sky): stays where it is.
    Plain,
    /// [`Lighting::set_flat`](crate::light::Lighting::set_flat): textures as they are.
    Flat,
    /// [`Lighting::set_headlight`](crate::light::Lighting::set_headlight): from the camera.
    Camera,
}

/// Choices that stay from picture to picture.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Settings {
    /// What is behind everything.
    pub background: Background,
    /// What things are lit by.
    pub light: Light,
    /// How liquids are drawn.
    pub water: Water,
    /// Whether levels have a sky, its light and its haze.
    pub sky: bool,
    /// Time of day of a mission's sky; `None` for when it begins, and then on.
    pub time_of_day: Option<TimeOfDay>,
    /// The moment of a mission's sky, which counts before its time of day.
    pub moment: Option<Moment>,
    /// Whether rain and snow fall in missions.
    pub weather: bool,
    /// True if a model that is looked at alone has a soft shadow below it.
    pub shadow: bool,
    /// Whether effects have a floor that shows their light.
    pub floor: bool,
    /// Whether what the camera does not see is left out.
    pub culling: bool,
    /// Whether the outside of buildings is left out, and rooms are drawn from inside alone, so that
    /// one looks into them through their walls.
    pub cut_away: bool,
    /// Whether landscapes have their microtexture.
    pub microtexture: bool,
    /// Frames of an animation per second.
    pub fps: f32,
    /// From where on which level of detail is drawn.
    pub distances: LevelDistances,
    /// Which track of a material is shown: the sign of the owner's clan.
    pub track: usize,
    /// Which level of a texture is shown.
    pub mip: usize,
    /// Which channels of a texture are shown.
    pub channels: Channels,
    /// What surfaces show instead of their looks.
    pub paint: Paint,
    /// The row of a model's wear whose texture is shown flat, with the triangles that wear it laid
    /// over it; `None` shows the model.
    pub layout: Option<usize>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            background: Background::default(),
            light: Light::default(),
            water: Water::default(),
            sky: true,
            time_of_day: None,
            moment: None,
            weather: true,
            shadow: false,
            floor: true,
            culling: true,
            cut_away: false,
            microtexture: true,
            fps: FRAMES_PER_SECOND,
            distances: LevelDistances::default(),
            track: 0,
            mip: 0,
            channels: Channels::default(),
            paint: Paint::default(),
            layout: None,
        }
    }
}

/// The level of detail that a scene is shown with first. Far squares of a landscape would be coarse
/// and their shores saw-toothed, in an overview all of them.
pub fn first_level(kind: SceneKind) -> Option<usize> {
    (kind == SceneKind::Level).then_some(0)
}

/// The channels that a scene is shown with first. Textures have no alpha then: in many of them it
/// is gloss or the colour of a clan, so that they would look like ghosts.
pub fn first_channels(kind: SceneKind) -> Channels {
    if kind == SceneKind::Texture { Channels::Rgb } else { Channels::default() }
}

impl Settings {
    /// Shows a mission by day if it starts in the dark, unless the settings have an hour. Returns
    /// both moments; `None` for a scene without the sky of a mission.
    pub fn open_by_day(&mut self, scene: &dyn Scene) -> Option<Opening> {
        let opening = scene.mission()?.opening_moment()?;
        let has_hour = self.moment.is_some() || self.time_of_day.is_some();
        if !has_hour && !opening.is_start() {
            self.moment = Some(opening.moment);
        }
        Some(opening)
    }
}

/// What is drawn on top of a scene: a set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Overlays(pub u32);

impl Overlays {
    /// Nothing.
    pub const NONE: Self = Self(0);
    /// Edges of triangles.
    pub const WIRE: Self = Self(1);
    /// Normals of vertices.
    pub const NORMALS: Self = Self(1 << 1);
    /// Boxes, spheres and cylinders around things.
    pub const BOUNDS: Self = Self(1 << 2);
    /// Axes and names of nodes.
    pub const NODES: Self = Self(1 << 3);
    /// Which triangles are neighbours.
    pub const LINKS: Self = Self(1 << 4);
    /// Where parts are mounted.
    pub const SOCKETS: Self = Self(1 << 5);
    /// A grid on the ground.
    pub const GRID: Self = Self(1 << 6);
    /// Squares of a landscape, with their levels.
    pub const SQUARES: Self = Self(1 << 7);
    /// Faces of a landscape coloured by their flags.
    pub const FACES: Self = Self(1 << 8);
    /// Areals with their links.
    pub const AREALS: Self = Self(1 << 9);
    /// The grid of the areal map.
    pub const AREAL_GRID: Self = Self(1 << 10);
    /// A route.
    pub const ROUTE: Self = Self(1 << 11);
    /// Lights and the points effects are tested at.
    pub const LIGHTS: Self = Self(1 << 12);
    /// Rectangles of a texture's page.
    pub const PAGE: Self = Self(1 << 13);
    /// The palette of a texture.
    pub const PALETTE: Self = Self(1 << 14);

    /// Names over the objects of a mission, in the colours of their clans.
    pub const NAMES: Self = Self(1 << 15);
    /// Footprints of a mission's objects in the colours of their clans.
    pub const CLANS: Self = Self(1 << 16);
    /// Areas of a mission that scripts ask about.
    pub const AREAS: Self = Self(1 << 17);
    /// Where the animals of a mission graze.
    pub const ZONES: Self = Self(1 << 18);
    /// Lodes of a mission, found or not.
    pub const LODES: Self = Self(1 << 19);

    /// All, with the names of the command line.
    pub const NAMED: [(&'static str, Self); 20] = [
        ("wire", Self::WIRE),
        ("normals", Self::NORMALS),
        ("bounds", Self::BOUNDS),
        ("nodes", Self::NODES),
        ("links", Self::LINKS),
        ("sockets", Self::SOCKETS),
        ("grid", Self::GRID),
        ("squares", Self::SQUARES),
        ("faces", Self::FACES),
        ("areals", Self::AREALS),
        ("areal-grid", Self::AREAL_GRID),
        ("route", Self::ROUTE),
        ("lights", Self::LIGHTS),
        ("page", Self::PAGE),
        ("palette", Self::PALETTE),
        ("names", Self::NAMES),
        ("clans", Self::CLANS),
        ("areas", Self::AREAS),
        ("zones", Self::ZONES),
        ("lodes", Self::LODES),
    ];

    /// Whether all of `other` are in it.
    pub const fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Adds or removes.
    #[must_use]
    pub const fn with(self, other: Self, on: bool) -> Self {
        Self(if on { self.0 | other.0 } else { self.0 & !other.0 })
    }
}

impl BitOr for Overlays {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOrAssign for Overlays {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl FromStr for Overlays {
    type Err = String;

    /// Names with commas between.
    fn from_str(text: &str) -> Result<Self, String> {
        let mut all = Self::NONE;
        for name in text.split(',').map(str::trim).filter(|name| !name.is_empty()) {
            let found = Self::NAMED.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
            let (_, overlay) = found.ok_or_else(|| {
                let names: Vec<&str> = Self::NAMED.iter().map(|(name, _)| *name).collect();
                format!("there is no overlay {name}; there are {}", names.join(", "))
            })?;
            all |= *overlay;
        }
        Ok(all)
    }
}

impl fmt::Display for Overlays {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Self::NAMED.iter().filter(|(_, overlay)| self.has(*overlay));
        let names: Vec<&str> = names.map(|(name, _)| *name).collect();
        f.write_str(&names.join(","))
    }
}
