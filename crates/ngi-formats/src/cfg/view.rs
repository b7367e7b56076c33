//! What the game makes of the objects it knows: objectives, ambience, prebuilt designs, lines of
//! scripts, stops of the camera, messages, resources.

use super::read::{Cfg, Object, Property};
use crate::schema::choices;
use crate::text;
use crate::tree::Told;

/// The object of the map that a mission shows in the corner.
pub const MINIMAP: &str = "minimap";
/// The object of what has to be done.
pub const PRIMARY: &str = "primary_objectives";
/// The object of what may be done besides.
pub const BONUS: &str = "bonus_objectives";
/// The object of the sound that a mission repeats.
pub const THEME: &str = "ambient_music_loop";
/// The object of the sounds that come in between.
pub const VARIATIONS: &str = "ambient_music_variation";
/// The object of designs that are there from the start.
pub const PREBUILD: &str = "prebuild";
/// The object of lines that scripts let the console do.
pub const SCRIPT: &str = "script";

choices! {
    /// Type of a resource descriptor's members.
    pub struct ResourceType(i32) {
        /// Textures.
        TEXTURES = 1: "textures",
        /// Fonts.
        FONTS = 2: "fonts",
        /// Sounds that play once.
        SOUND = 4: "sound",
        /// Sounds that repeat.
        LOOP = 5: "sound that is repeated",
        /// Texts of a Windows library, by number.
        STRINGS = 6: "string table",
        /// Flag of sounds; no descriptor of the game has this type.
        SOUND_FLAG = 7: "sound flag",
    }
}

/// An object that binds names to entries of a library.
#[derive(Debug, Clone)]
pub struct Descriptor<'s> {
    /// The library, as written.
    pub library: Option<&'s [u8]>,
    /// What the entries are.
    pub kind: Option<ResourceType>,
    /// The names and the entries they mean, with the places of the properties.
    pub bindings: Vec<(usize, Property<'s>)>,
}

impl<'s> Descriptor<'s> {
    /// The descriptor that an object is; `None` for any other.
    pub fn of(object: &Object<'s>) -> Option<Self> {
        if !object.is_descriptor() && !is_bare_minimap(object) {
            return None;
        }
        let own = |key: &[u8]| {
            [&b"desc"[..], b"library", b"libtype", b"type"].iter().any(|own| text::same(own, key))
        };
        let bindings = object.properties().enumerate().filter(|(_, one)| !own(one.key)).collect();
        let kind = object.value("type").and_then(number).map(ResourceType);
        let kind = kind.or_else(|| is_bare_minimap(object).then_some(ResourceType::TEXTURES));
        Some(Self { library: object.value("library"), kind, bindings })
    }
}

/// The map in the corner: it names a library and a texture, whether or not it says what it is.
fn is_bare_minimap(object: &Object<'_>) -> bool {
    text::same(object.name(), MINIMAP.as_bytes()) && object.value("desc").is_none()
}

/// A whole number, as the C library reads it: nothing but digits and a sign.
pub fn number(value: &[u8]) -> Option<i32> {
    std::str::from_utf8(value).ok()?.trim().parse().ok()
}

/// A number, as the C library reads it.
pub fn float(value: &[u8]) -> Option<f32> {
    let value = std::str::from_utf8(value).ok()?.trim();
    value.parse::<f32>().ok().filter(|value| value.is_finite())
}

/// A line that a script lets the console do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ScriptLine<'s> {
    /// `create(x, y, heading, clan, file, _)`: a unit appears.
    Create {
        /// East, north, and the heading in radians.
        place: [i32; 3],
        /// Whose it is.
        clan: i32,
        /// Which unit.
        file: &'s [u8],
    },
    /// `bcreate(x, y, z, clan, file, _)`: a building appears.
    Build {
        /// East, north, up.
        place: [i32; 3],
        /// Whose it is.
        clan: i32,
        /// Which building.
        file: &'s [u8],
    },
    /// `death(x, y, radius, _)`: what is there dies.
    Death {
        /// East, north, and how far it reaches.
        place: [i32; 3],
    },
}

impl<'s> ScriptLine<'s> {
    /// Reads a line; `None` for what is none of the three.
    pub fn read(line: &'s [u8]) -> Option<Self> {
        let line = line.trim_ascii().strip_suffix(b";").unwrap_or(line).trim_ascii();
        let open = line.iter().position(|byte| *byte == b'(')?;
        let (name, behind) = line.split_at_checked(open)?;
        let inside = behind.strip_prefix(b"(")?.strip_suffix(b")")?;
        let words: Vec<&[u8]> =
            inside.split(|byte| *byte == b',').take(7).map(<[u8]>::trim_ascii).collect();
        let is = |known: &[u8]| text::same(name.trim_ascii(), known);
        match words.as_slice() {
            [x, y, z, clan, file, _] if is(b"create") || is(b"bcreate") => {
                let place = [number(x)?, number(y)?, number(z)?];
                let clan = number(clan)?;
                let file = file.strip_prefix(b"\"").unwrap_or(file);
                let file = file.strip_suffix(b"\"").unwrap_or(file);
                Some(match is(b"create") {
                    true => Self::Create { place, clan, file },
                    false => Self::Build { place, clan, file },
                })
            }
            [x, y, radius, _] if is(b"death") => {
                Some(Self::Death { place: [number(x)?, number(y)?, number(radius)?] })
            }
            _ => None,
        }
    }

    /// The file that it names.
    pub fn file(&self) -> Option<&'s [u8]> {
        match self {
            Self::Create { file, .. } | Self::Build { file, .. } => Some(file),
            Self::Death { .. } => None,
        }
    }
}

/// Ways from one stop of the camera to the next.
pub const EDGES: [&str; 3] = ["linear", "spline", "jump"];
/// What the camera does at a stop.
pub const WAITS: [&str; 3] = ["continuous", "stay", "flyaround"];

/// Whether an object is a stop of the camera: `WayPoint` and a number.
pub fn is_stop(object: &Object<'_>) -> bool {
    let (head, digits) = object.name().split_at_checked(8).unwrap_or((object.name(), b""));
    text::same(head, b"waypoint") && !digits.is_empty() && digits.iter().all(u8::is_ascii_digit)
}

/// A stop of the camera of a briefing.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Stop<'s> {
    /// Where the camera is, in units of the world; 0 where that cannot be read.
    pub camera: [f32; 3],
    /// What it looks at.
    pub target: [f32; 3],
    /// How it goes on to the next stop.
    pub edge: &'s [u8],
    /// In how many seconds.
    pub edge_time: f32,
    /// What it does before that.
    pub wait: &'s [u8],
}

impl<'s> Stop<'s> {
    /// The stop that an object is; `None` for any other.
    pub fn of(object: &Object<'s>) -> Option<Self> {
        let value = |key: &str| object.value(key).and_then(float).unwrap_or_default();
        is_stop(object).then(|| Self {
            camera: ["CameraX", "CameraY", "CameraZ"].map(value),
            target: ["TargetX", "TargetY", "TargetZ"].map(value),
            edge: object.value("EdgeType").unwrap_or_default(),
            edge_time: value("EdgeTime"),
            wait: object.value("WaitType").unwrap_or_default(),
        })
    }
}

/// What the objects of a text come to, for documents.
pub(super) fn told(cfg: &Cfg<'_>) -> Told {
    let text = |bytes: &[u8]| Told::Text(text::decode(bytes).into());
    let values = |object: &str| -> Vec<Told> {
        cfg.merged(object).iter().map(|one| text(one.value)).collect()
    };
    let mut members: Vec<(&'static str, Told)> = Vec::new();
    let mut list = |name: &'static str, told: Vec<Told>| {
        if !told.is_empty() {
            members.push((name, Told::List(told)));
        }
    };
    list("primary_objectives", values(PRIMARY));
    list("bonus_objectives", values(BONUS));
    list("prebuilt", values(PREBUILD));
    list("script_lines", values(SCRIPT));
    let stops = cfg.objects().filter_map(|object| Stop::of(&object));
    let place = |place: [f32; 3]| Told::List(place.map(Told::Float).to_vec());
    list(
        "camera_stops",
        stops
            .map(|stop| {
                Told::Object(vec![
                    ("camera", place(stop.camera)),
                    ("target", place(stop.target)),
                    ("edge", text(stop.edge)),
                    ("edge_time", Told::Float(stop.edge_time)),
                    ("wait", text(stop.wait)),
                ])
            })
            .collect(),
    );
    let message = |object: Object<'_>| {
        let value = |key: &str| object.value(key).map_or(Told::Null, text);
        let index = object.value("message_index")?;
        let index = number(index).map_or_else(|| text(index), |index| Told::Number(index.into()));
        Some(Told::Object(vec![
            ("index", index),
            ("text", value("text_resource")),
            ("voice", value("voice_resource")),
        ]))
    };
    list("messages", cfg.objects().filter_map(message).collect());
    let descriptor = |object: Object<'_>| {
        let Descriptor { library, kind, bindings } = Descriptor::of(&object)?;
        let kind = kind.and_then(|kind| kind.name());
        Some(Told::Object(vec![
            ("name", text(object.name())),
            ("library", library.map_or(Told::Null, text)),
            ("kind", kind.map_or(Told::Null, |kind| Told::Text(kind.into()))),
            ("bindings", Told::Number(i64::try_from(bindings.len()).unwrap_or(i64::MAX))),
        ]))
    };
    list("resources", cfg.objects().filter_map(descriptor).collect());
    Told::Object(members)
}
