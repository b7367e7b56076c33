//! Answers, as JSON and as text.

use ngi_engine::arealmap::{Areals, RouteOptions};
use ngi_engine::landscape::{Footing, Ground, Hit, Ray};
use ngi_formats::landscape::FaceFilter;
use serde::Serialize;
use serde_json::Value;

use super::mission::{ObjectMet, Standing};
use super::{LevelFiles, Question};
use crate::Result;
use crate::json::{self, Float};

/// An answer: the document `ngi.query/1`.
#[derive(Debug, Clone, Serialize)]
pub struct Answer {
    schema: &'static str,
    query: &'static str,
    #[serde(flatten)]
    found: Found,
    /// What of the level is broken and was left out.
    #[serde(skip)]
    pub broken: Vec<String>,
}

/// What was found.
#[derive(Debug, Clone, Serialize)]
#[serde(untagged)]
pub(super) enum Found {
    Face(FaceMet),
    Faces { hit: bool, faces: Vec<usize> },
    Areal(ArealFound),
    Route(RouteFound),
    Object(ObjectMet),
    Standing(Standing),
}

/// A face that was met, and where.
#[derive(Debug, Clone, Default, Serialize)]
pub(super) struct FaceMet {
    hit: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    point: Option<[Float; 3]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    face: Option<usize>,
    #[serde(flatten)]
    looks: Option<FaceLooks>,
    #[serde(skip_serializing_if = "Option::is_none")]
    distance: Option<Float>,
    #[serde(skip_serializing_if = "Option::is_none")]
    front: Option<bool>,
}

/// What a face says of itself.
#[derive(Debug, Clone, Serialize)]
struct FaceLooks {
    normal: [Float; 3],
    flags: u32,
    material: u8,
    second_material: Option<u8>,
}

/// The areal at a point, if there is one.
#[derive(Debug, Clone, Serialize)]
pub(super) struct ArealFound {
    areal: Option<usize>,
    #[serde(flatten)]
    looks: Option<ArealLooks>,
}

/// What an areal says of itself.
#[derive(Debug, Clone, Serialize)]
struct ArealLooks {
    class: u32,
    walkable: bool,
    lake: bool,
    centre: [Float; 2],
    area: Float,
    neighbours: Vec<Neighbour>,
}

#[derive(Debug, Clone, Serialize)]
struct Neighbour {
    edge: usize,
    areal: usize,
}

/// A way, or why there is none.
#[derive(Debug, Clone, Default, Serialize)]
pub(super) struct RouteFound {
    pub(super) areals: Vec<usize>,
    pub(super) points: Vec<[Float; 3]>,
    pub(super) cost: Option<f64>,
    /// Objects that it leads around; a level has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) around: Option<Vec<usize>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) why: Option<String>,
}

/// Asks a level. A question without an answer is not an error.
pub fn ask(level: &LevelFiles, question: &Question, filter: &FaceFilter) -> Result<Answer> {
    let mut broken = Vec::new();
    let mut ground = || -> Result<&Ground> {
        let (ground, left_out) = level.ground()?;
        broken = left_out.to_vec();
        Ok(ground)
    };
    let found = match *question {
        Question::Area { at } => Found::Areal(area(level.areals()?, at)),
        Question::Route { from, to, seed, limit } => {
            let areals = level.areals()?;
            let options = RouteOptions { seed, limit };
            Found::Route(route(areals, ground()?, [from, to], &options, filter))
        }
        Question::Box { from, to } => in_box(ground()?, from, to, filter),
        Question::Height { at } => {
            let ground = ground()?;
            Found::Face(footing(ground, at, ground.height(at, filter)))
        }
        Question::Walk { at, radius } => {
            let ground = ground()?;
            let [x, y, _] = at;
            Found::Face(footing(ground, [x, y], ground.walk(at, radius, filter)))
        }
        Question::Ray { from, direction } => {
            let ground = ground()?;
            let hit = ground.ray(&Ray { origin: from, direction }, filter);
            Found::Face(met(ground, from, hit))
        }
        Question::Segment { from, to } => {
            let ground = ground()?;
            Found::Face(met(ground, from, ground.segment(from, to, filter)))
        }
        Question::At { .. } => {
            let why = "only a mission has things that stand somewhere";
            return Err(crate::Error::Usage(format!("{}: {why}", level.shown())));
        }
    };
    Ok(Answer::new(question, found, broken))
}

pub(super) fn face_met(ground: &Ground, point: [f32; 3], face: usize) -> FaceMet {
    let looks = ground.faces().get(face).map(|known| FaceLooks {
        normal: known.decode_normal().map(Float::of),
        flags: known.flags.0,
        material: known.material,
        second_material: known.second(),
    });
    // −0 says nothing more than 0 about a place.
    let point = Some(point.map(Float::of));
    FaceMet { hit: true, point, face: Some(face), looks, ..FaceMet::default() }
}

pub(super) fn footing(ground: &Ground, [x, y]: [f32; 2], found: Option<Footing>) -> FaceMet {
    found.map_or_else(FaceMet::default, |Footing { z, face }| face_met(ground, [x, y, z], face))
}

pub(super) fn met(ground: &Ground, from: [f32; 3], hit: Option<Hit>) -> FaceMet {
    let Some(Hit { point, face, front, .. }) = hit else { return FaceMet::default() };
    let apart = from.into_iter().zip(point).map(|(a, b)| f64::from(b) - f64::from(a));
    let distance = apart.map(|by| by * by).sum::<f64>().sqrt();
    // A distance on a map fits.
    #[allow(clippy::cast_possible_truncation)]
    let distance = Some(Float(distance as f32));
    FaceMet { distance, front: Some(front), ..face_met(ground, point, face) }
}

pub(super) fn in_box(ground: &Ground, from: [f32; 3], to: [f32; 3], filter: &FaceFilter) -> Found {
    let ([ax, ay, az], [bx, by, bz]) = (from, to);
    // Any two opposite corners will do; what is no number holds nothing.
    let sorted = |a: f32, b: f32| if a <= b { (a, b) } else { (b, a) };
    let ((x0, x1), (y0, y1), (z0, z1)) = (sorted(ax, bx), sorted(ay, by), sorted(az, bz));
    let faces = ground.faces_in_box([x0, y0, z0], [x1, y1, z1], filter);
    Found::Faces { hit: !faces.is_empty(), faces }
}

pub(super) fn area(areals: &Areals, [x, y]: [f32; 2]) -> ArealFound {
    let found = areals.at(x, y);
    let looks = found.and_then(|number| {
        let areal = areals.areal(number)?;
        let neighbours = areals.neighbours(number);
        Some(ArealLooks {
            class: areal.class.0,
            walkable: areal.walkable,
            lake: areal.is_lake(),
            centre: areal.centre.map(Float::of),
            area: Float(areal.area),
            neighbours: neighbours
                .map(|other| Neighbour { edge: other.edge, areal: other.areal })
                .collect(),
        })
    });
    ArealFound { areal: found, looks }
}

/// A route; its points stand on the ground, or on the areals where there is none.
fn route(
    areals: &Areals,
    ground: &Ground,
    [from, to]: [[f32; 2]; 2],
    options: &RouteOptions,
    filter: &FaceFilter,
) -> RouteFound {
    match areals.route(from, to, options) {
        Ok(route) => {
            let stand = |&[x, y, z]: &[f32; 3]| {
                let found = ground.height([x, y], filter);
                [x, y, found.map_or(z, |footing| footing.z)].map(Float::of)
            };
            RouteFound {
                points: route.points.iter().map(stand).collect(),
                areals: route.areals,
                cost: Some(route.cost),
                ..RouteFound::default()
            }
        }
        Err(why) => RouteFound { why: Some(why.to_string()), ..RouteFound::default() },
    }
}

impl Answer {
    pub(super) fn new(question: &Question, found: Found, broken: Vec<String>) -> Self {
        Self { schema: "ngi.query/1", query: question.name(), found, broken }
    }

    /// The answer for people: a line for each thing that is known.
    pub fn text(&self) -> String {
        let mut text = String::new();
        let document = json::to_value(self).unwrap_or_default();
        for (key, value) in document.as_object().into_iter().flatten() {
            if key == "schema" || key == "query" || value.is_null() {
                continue;
            }
            let line = match (key.as_str(), value) {
                ("flags", Value::Number(flags)) => {
                    format!("{:#x}", flags.as_u64().unwrap_or_default())
                }
                _ => words(value),
            };
            text.push_str(&format!("{key}: {line}\n"));
        }
        if text.is_empty() { "nothing\n".to_owned() } else { text }
    }
}

/// A value in plain words; lists of lists are parted by commas.
fn words(value: &Value) -> String {
    match value {
        Value::Null => "-".into(),
        Value::Bool(true) => "yes".into(),
        Value::Bool(false) => "no".into(),
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        Value::Array(list) if list.is_empty() => "none".into(),
        Value::Array(list) => {
            let nested = list.iter().any(|part| part.is_array() || part.is_object());
            let parts: Vec<String> = list.iter().map(words).collect();
            parts.join(if nested { ", " } else { " " })
        }
        Value::Object(fields) => {
            let parts = fields.iter().map(|(key, value)| format!("{key} {}", words(value)));
            parts.collect::<Vec<_>>().join(" ")
        }
    }
}
