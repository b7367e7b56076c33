//! Answers, as JSON and as text.

use ngi_engine::arealmap::{Areals, RouteOptions};
use ngi_engine::landscape::{Footing, Ground, Hit, Ray};
use ngi_formats::landscape::FaceFilter;
use serde_json::{Value, json};

use super::{LevelFiles, Question};
use crate::Result;
use crate::json::{self, Object};

/// An answer.
#[derive(Debug, Clone)]
pub struct Answer {
    /// The document.
    pub document: Value,
    /// What of the level is broken and was left out.
    pub broken: Vec<String>,
}

/// Asks a level. A question without an answer is not an error.
pub fn ask(level: &LevelFiles, question: &Question, filter: &FaceFilter) -> Result<Answer> {
    let mut document = json::document("ngi.query/1");
    document.insert("query".into(), question.name().into());
    let mut broken = Vec::new();
    let mut ground = || -> Result<Ground> {
        let (ground, left_out) = level.ground()?;
        broken = left_out;
        Ok(ground)
    };
    match *question {
        Question::Area { at } => put_area(&mut document, &level.areals()?, at),
        Question::Route { from, to, seed, limit } => {
            let areals = level.areals()?;
            let options = RouteOptions { seed, limit };
            put_route(&mut document, &areals, &ground()?, [from, to], &options, filter);
        }
        Question::Box { from, to } => put_box(&mut document, &ground()?, from, to, filter),
        Question::Height { at } => {
            let ground = ground()?;
            let found = ground.height(at, filter);
            put_footing(&mut document, &ground, at, found);
        }
        Question::Walk { at, radius } => {
            let ground = ground()?;
            let [x, y, _] = at;
            let found = ground.walk(at, radius, filter);
            put_footing(&mut document, &ground, [x, y], found);
        }
        Question::Ray { from, direction } => {
            let ground = ground()?;
            let hit = ground.ray(&Ray { origin: from, direction }, filter);
            put_hit(&mut document, &ground, from, hit);
        }
        Question::Segment { from, to } => {
            let ground = ground()?;
            let hit = ground.segment(from, to, filter);
            put_hit(&mut document, &ground, from, hit);
        }
    }
    Ok(Answer { document: document.into(), broken })
}

fn floats(values: &[f32]) -> Value {
    // −0 says nothing more than 0 about a place.
    values.iter().map(|&value| json::float(value + 0.0)).collect()
}

/// A face that was met, and where.
fn put_face(document: &mut Object, ground: &Ground, point: [f32; 3], face: usize) {
    document.insert("hit".into(), true.into());
    document.insert("point".into(), floats(&point));
    document.insert("face".into(), face.into());
    if let Some(known) = ground.faces().get(face) {
        document.insert("normal".into(), floats(&known.decode_normal()));
        document.insert("flags".into(), known.flags.0.into());
        document.insert("material".into(), known.material.into());
        document.insert("second_material".into(), known.second().into());
    }
}

fn put_footing(document: &mut Object, ground: &Ground, [x, y]: [f32; 2], found: Option<Footing>) {
    match found {
        Some(Footing { z, face }) => put_face(document, ground, [x, y, z], face),
        None => drop(document.insert("hit".into(), false.into())),
    }
}

fn put_hit(document: &mut Object, ground: &Ground, from: [f32; 3], hit: Option<Hit>) {
    let Some(Hit { point, face, front, .. }) = hit else {
        document.insert("hit".into(), false.into());
        return;
    };
    put_face(document, ground, point, face);
    let apart = from.into_iter().zip(point).map(|(a, b)| f64::from(b) - f64::from(a));
    let distance = apart.map(|by| by * by).sum::<f64>().sqrt();
    // A distance on a map fits.
    #[allow(clippy::cast_possible_truncation)]
    document.insert("distance".into(), json::float(distance as f32));
    document.insert("front".into(), front.into());
}

fn put_box(
    document: &mut Object,
    ground: &Ground,
    from: [f32; 3],
    to: [f32; 3],
    filter: &FaceFilter,
) {
    let ([ax, ay, az], [bx, by, bz]) = (from, to);
    // Any two opposite corners will do; what is no number holds nothing.
    let sorted = |a: f32, b: f32| if a <= b { (a, b) } else { (b, a) };
    let ((x0, x1), (y0, y1), (z0, z1)) = (sorted(ax, bx), sorted(ay, by), sorted(az, bz));
    let faces = ground.faces_in_box([x0, y0, z0], [x1, y1, z1], filter);
    document.insert("hit".into(), (!faces.is_empty()).into());
    document.insert("faces".into(), faces.into());
}

fn put_area(document: &mut Object, areals: &Areals, [x, y]: [f32; 2]) {
    let found = areals.at(x, y);
    document.insert("areal".into(), found.into());
    let Some((number, areal)) = found.and_then(|at| Some((at, areals.areal(at)?))) else { return };
    document.insert("class".into(), areal.class.0.into());
    document.insert("walkable".into(), areal.walkable.into());
    document.insert("lake".into(), areal.is_lake().into());
    document.insert("centre".into(), floats(&areal.centre));
    document.insert("area".into(), json::float(areal.area));
    let neighbours = areals.neighbours(number);
    let neighbours: Vec<Value> =
        neighbours.map(|other| json!({"edge": other.edge, "areal": other.areal})).collect();
    document.insert("neighbours".into(), neighbours.into());
}

/// A route; its points stand on the ground, or on the areals where there is none.
fn put_route(
    document: &mut Object,
    areals: &Areals,
    ground: &Ground,
    [from, to]: [[f32; 2]; 2],
    options: &RouteOptions,
    filter: &FaceFilter,
) {
    match areals.route(from, to, options) {
        Ok(route) => {
            let stand = |&[x, y, z]: &[f32; 3]| {
                let found = ground.height([x, y], filter);
                floats(&[x, y, found.map_or(z, |footing| footing.z)])
            };
            document.insert("areals".into(), route.areals.into());
            document.insert("points".into(), route.points.iter().map(stand).collect());
            document.insert("cost".into(), route.cost.into());
        }
        Err(why) => {
            document.insert("areals".into(), json!([]));
            document.insert("points".into(), json!([]));
            document.insert("cost".into(), Value::Null);
            document.insert("why".into(), why.to_string().into());
        }
    }
}

impl Answer {
    /// The answer for people: a line for each thing that is known.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for (key, value) in self.document.as_object().into_iter().flatten() {
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
