//! What is told of a mission besides what stands in it: texts beside its file.

use ngi_formats::cfg::view::{BONUS, PRIMARY, SCRIPT, ScriptLine, Stop, float};
use ngi_formats::cfg::{Cfg, Object, names};
use ngi_formats::text;
use ngi_formats::tips::{self, TITLE_FILE};

use crate::resolve::Surroundings;

/// What is told of a mission.
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
pub struct Story {
    /// What it is called.
    pub title: String,
    /// What has to be done.
    pub primary: Vec<String>,
    /// What may be done besides.
    pub bonus: Vec<String>,
    /// What scripts let appear and die.
    pub later: Vec<Later>,
    /// Where the camera of the briefing stops.
    pub stops: Vec<CameraStop>,
}

/// What a script does later.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum LaterKind {
    /// A unit appears.
    Unit,
    /// A building appears.
    Building,
    /// What is there dies.
    Death,
}

/// Something that happens while the mission is played.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Later {
    /// What happens.
    pub kind: LaterKind,
    /// East and north.
    pub at: [f32; 2],
    /// Of a unit its heading in radians, of a building its height, of a death how far it reaches.
    pub third: f32,
    /// Whose it is.
    pub clan: Option<usize>,
    /// The unit's file; empty for a death.
    pub file: String,
}

/// A stop of the briefing's camera.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct CameraStop {
    /// Where the camera is.
    pub camera: [f32; 3],
    /// What it looks at.
    pub target: [f32; 3],
    /// How it goes on: linear, spline or jump.
    pub edge: String,
    /// In how many seconds.
    pub edge_time: f32,
    /// What it does before that: continuous, stay or flyaround.
    pub wait: String,
    /// For how many seconds.
    pub wait_time: f32,
    /// In how many seconds it flies around its target once.
    pub rotate_time: f32,
}

impl Story {
    /// Reads the texts in a mission's folder. Missing texts leave the story empty.
    pub fn read(around: &Surroundings, own_title: &[u8]) -> Self {
        let file = |name: &str| around.sibling(name);
        let mut story = Self { title: text::decode(own_title), ..Self::default() };
        if let Some(title) = file(TITLE_FILE).and_then(|found| tips::title(&found.bytes)) {
            story.title = title;
        }
        if let Some(found) = file(names::MISSION)
            && let Ok(cfg) = Cfg::read(&found.bytes)
        {
            story.take_aims(&cfg);
        }
        if let Some(found) = file(names::BRIEFING)
            && let Ok(cfg) = Cfg::read(&found.bytes)
        {
            story.stops = cfg.objects().filter_map(|object| stop(&object)).collect();
        }
        story
    }

    fn take_aims(&mut self, cfg: &Cfg<'_>) {
        let texts = |object: &str| -> Vec<String> {
            cfg.merged(object).iter().map(|one| text::decode(one.value)).collect()
        };
        self.primary = texts(PRIMARY);
        self.bonus = texts(BONUS);
        let lines = cfg.merged(SCRIPT);
        self.later = lines.iter().filter_map(|one| later(&ScriptLine::read(one.value)?)).collect();
    }
}

fn stop(object: &Object<'_>) -> Option<CameraStop> {
    let stop = Stop::of(object)?;
    let value = |key: &str| object.value(key).and_then(float).unwrap_or_default();
    Some(CameraStop {
        camera: stop.camera,
        target: stop.target,
        edge: text::decode(stop.edge),
        edge_time: stop.edge_time,
        wait: text::decode(stop.wait),
        wait_time: value("WaypointTime"),
        rotate_time: value("RotateTime"),
    })
}

fn later(line: &ScriptLine<'_>) -> Option<Later> {
    #[expect(clippy::cast_precision_loss, reason = "metres, and maps are small")]
    let near = |place: [i32; 3]| place.map(|number| number as f32);
    let (kind, place, clan) = match line {
        ScriptLine::Create { place, clan, .. } => (LaterKind::Unit, place, Some(*clan)),
        ScriptLine::Build { place, clan, .. } => (LaterKind::Building, place, Some(*clan)),
        ScriptLine::Death { place } => (LaterKind::Death, place, None),
        _ => return None,
    };
    let [x, y, third] = near(*place);
    let clan = clan.and_then(|clan| usize::try_from(clan).ok());
    let file = text::decode(line.file().unwrap_or_default());
    Some(Later { kind, at: [x, y], third, clan, file })
}
