//! `ngi report missions`: every object that a mission places, down to its textures.

use ngi_engine::resolve::{Chains, Counts as Below, Problem, Step, Traced, TracedPart};
use ngi_formats::tma::{Mission, ObjectRef};
use ngi_formats::{kinds, text};
use ngi_vfs::Node;
use rayon::prelude::*;
use serde::Serialize;
use serde_json::{Value, json};

use crate::check::files_below;
use crate::format::Subject;
use crate::html::{Column, Page, Tone};
use crate::show;
use crate::surroundings::Game;
use crate::{Progress, Result};

/// The document `ngi.report/1` of a game's missions.
#[derive(Debug, Clone, Default, Serialize)]
#[non_exhaustive]
pub struct Report {
    schema: &'static str,
    /// The missions, by path.
    pub missions: Vec<MissionReport>,
    /// All of them together.
    pub counts: Counts,
    /// What could not be looked at.
    pub problems: Vec<String>,
}

/// How much there is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Counts {
    /// Missions.
    pub missions: usize,
    /// Objects that they place.
    pub objects: usize,
    /// Of these, units.
    pub units: usize,
    /// Parts of these units.
    pub parts: usize,
    /// Models of the parts and of all other objects.
    pub models: usize,
    /// Materials of the wears.
    pub materials: usize,
    /// Textures of the materials.
    pub textures: usize,
    /// Lightmaps of the wears.
    pub lightmaps: usize,
    /// Chains that end too early.
    pub problems: usize,
}

/// A mission.
#[derive(Debug, Clone, Default, Serialize)]
#[non_exhaustive]
pub struct MissionReport {
    /// Its path.
    pub path: String,
    /// Why it cannot be read.
    pub error: Option<String>,
    /// What it places.
    pub objects: Vec<ObjectReport>,
    /// How much that is.
    pub counts: Counts,
}

/// An object that a mission places.
#[derive(Debug, Clone, Default, Serialize)]
#[non_exhaustive]
pub struct ObjectReport {
    /// Its number in the mission.
    pub index: usize,
    /// What it is called there.
    pub name: String,
    /// The unit's file, or the name of the object.
    pub path: String,
    /// What it is made of: a row for each part of a unit, one for anything else.
    pub chain: Vec<PartRow>,
    /// What is missing, each with the whole way there.
    pub problems: Vec<ProblemRow>,
}

/// A part, and where what it needs is.
#[derive(Debug, Clone, Default, Serialize)]
#[non_exhaustive]
pub struct PartRow {
    /// Its number in the unit; none for what is no unit.
    pub part: Option<usize>,
    /// The part it hangs on.
    pub parent: Option<usize>,
    /// The record of the registry.
    pub object: String,
    /// Its type.
    pub tag: Option<String>,
    /// Whether it is drawn.
    pub drawn: bool,
    /// Its model.
    pub model: Option<String>,
    /// Its wear.
    pub wear: Option<String>,
    /// How many materials that has.
    pub materials: usize,
    /// How many textures these have.
    pub textures: usize,
    /// How many lightmaps the wear has.
    pub lightmaps: usize,
}

/// A chain that ends too early.
#[derive(Debug, Clone, Default, Serialize)]
#[non_exhaustive]
pub struct ProblemRow {
    /// The steps from the placed object to what is at fault.
    pub chain: Vec<StepRow>,
    /// What is wrong with the last of them.
    pub fault: String,
}

/// A step of a chain.
#[derive(Debug, Clone, Default, Serialize)]
#[non_exhaustive]
pub struct StepRow {
    /// What it is: unit, part, object, parent, archive, model, wear, other, material, texture or
    /// lightmap.
    pub kind: &'static str,
    /// What it is called.
    pub name: String,
}

impl Counts {
    fn add(&mut self, other: &Self) {
        let Self { missions, objects, units, parts, models, materials, .. } = *other;
        self.missions += missions;
        self.objects += objects;
        self.units += units;
        self.parts += parts;
        self.models += models;
        self.materials += materials;
        self.textures += other.textures;
        self.lightmaps += other.lightmaps;
        self.problems += other.problems;
    }
}

/// Follows every mission below a folder, side by side on all cores.
pub fn report(node: &Node, game: &Game, progress: &dyn Progress) -> Result<Report> {
    let mut report = Report { schema: "ngi.report/1", ..Report::default() };
    let files = files_below(node, &mut report.problems)?;
    let is_mission = |file: &&Node| file.name().to_ascii_lowercase().ends_with(".tma");
    let files: Vec<&Node> = files.iter().filter(is_mission).collect();
    progress.start(files.len() as u64, "following");
    let chains = Chains::new(game);
    let missions: Vec<Option<MissionReport>> = files
        .par_iter()
        .map(|file| {
            let mission = mission(file, &chains);
            progress.advance(1);
            mission
        })
        .collect();
    report.missions = missions.into_iter().flatten().collect();
    report.missions.iter().for_each(|mission| report.counts.add(&mission.counts));
    Ok(report)
}

/// A mission; `None` for a file that is none.
fn mission(file: &Node, chains: &Chains) -> Option<MissionReport> {
    let mut report = MissionReport { path: file.path(), ..MissionReport::default() };
    report.counts.missions = 1;
    let broken = |error: String| Some(MissionReport { error: Some(error), ..report.clone() });
    let bytes = match file.bytes() {
        Ok(bytes) => bytes,
        Err(error) => return broken(error.to_string()),
    };
    if !kinds::MISSION.is(&Subject::file(&file.name(), &bytes).clue()) {
        return None;
    }
    let mission = match Mission::read(&bytes) {
        Ok(mission) => mission,
        Err(error) => return broken(error.to_string()),
    };
    for (index, object) in mission.objects().enumerate() {
        report.objects.push(placed(index, &object, chains, &mut report.counts));
    }
    Some(report)
}

/// An object of a mission: a unit by its file, anything else by its name in the registry.
fn placed(
    index: usize,
    object: &ObjectRef<'_>,
    chains: &Chains,
    counts: &mut Counts,
) -> ObjectReport {
    let (path, name) = (text::decode(object.path), text::decode(object.name.unwrap_or_default()));
    counts.objects += 1;
    let mut count = |below: Below| {
        counts.models += below.models;
        counts.materials += below.materials;
        counts.textures += below.textures;
        counts.lightmaps += below.lightmaps;
    };
    let (chain, problems): (Vec<PartRow>, Vec<Problem>) = if object.head.kind.is_owned() {
        let unit = chains.unit(&path);
        count(unit.counts());
        counts.units += 1;
        counts.parts += unit.parts.len();
        (unit.parts.iter().enumerate().map(PartRow::of_part).collect(), unit.problems())
    } else {
        let traced = chains.object(object.path);
        count(traced.counts);
        (vec![PartRow::of(&traced)], traced.problems().collect())
    };
    counts.problems += problems.len();
    let problems = problems.iter().map(ProblemRow::of).collect();
    ObjectReport { index, name, path, chain, problems }
}

impl PartRow {
    fn of(traced: &Traced) -> Self {
        let Below { materials, textures, lightmaps, .. } = traced.counts;
        Self {
            part: None,
            parent: None,
            object: traced.steps().next().map(|step| step.name.clone()).unwrap_or_default(),
            tag: traced.kind.map(|kind| kind.0.to_string()),
            drawn: true,
            model: traced.model.clone(),
            wear: traced.wear.clone(),
            materials,
            textures,
            lightmaps,
        }
    }

    fn of_part((index, part): (usize, &TracedPart)) -> Self {
        let (parent, drawn) = (part.parent, part.is_drawn);
        Self { part: Some(index), parent, drawn, ..Self::of(&part.object) }
    }
}

impl ProblemRow {
    fn of(problem: &Problem) -> Self {
        let step = |step: &Step| StepRow { kind: step.kind.as_str(), name: step.name.clone() };
        let (chain, fault) = (problem.chain.iter().map(step).collect(), problem.fault.to_string());
        Self { chain, fault }
    }

    /// In a line: `unit a.dat > part 1 > object gun: is not there`.
    fn line(&self) -> String {
        let step = |step: &StepRow| format!("{} {}", step.kind, step.name);
        let chain: Vec<String> = self.chain.iter().map(step).collect();
        format!("{}: {}", chain.join(" > "), self.fault)
    }
}

impl MissionReport {
    /// A line for everything that is missing.
    fn lines(&self) -> Vec<String> {
        let mut lines: Vec<String> =
            self.error.iter().map(|error| format!("cannot be read: {error}")).collect();
        for object in &self.objects {
            let name = if object.name.is_empty() { "" } else { " " };
            let (index, own) = (object.index, &object.name);
            let problems = object.problems.iter();
            lines.extend(problems.map(|it| format!("object {index}{name}{own}: {}", it.line())));
        }
        lines
    }

    fn numbers(&self) -> [(&'static str, usize); 8] {
        let Counts {
            missions: _,
            objects,
            units,
            parts,
            models,
            materials,
            textures,
            lightmaps,
            problems,
        } = self.counts;
        let problems = problems + usize::from(self.error.is_some());
        [
            ("objects", objects),
            ("units", units),
            ("parts", parts),
            ("models", models),
            ("materials", materials),
            ("textures", textures),
            ("lightmaps", lightmaps),
            ("problems", problems),
        ]
    }
}

impl Report {
    /// Whether anything is missing.
    pub fn has_findings(&self) -> bool {
        let broken = self.missions.iter().any(|mission| mission.error.is_some());
        self.counts.problems > 0 || broken || !self.problems.is_empty()
    }

    fn summary(&self) -> String {
        let Counts {
            missions,
            objects,
            units,
            parts,
            models,
            materials,
            textures,
            lightmaps,
            problems,
        } = self.counts;
        let missions = show::counted(missions, "mission");
        format!(
            "{missions}, {objects} objects, {units} of them units of {parts} parts: {models} \
             models, {materials} materials, {textures} textures, {lightmaps} lightmaps, {problems} \
             problems"
        )
    }

    /// Readable text.
    pub fn as_text(&self) -> String {
        let row = |mission: &MissionReport| -> Value {
            let mut row = json!({"mission": mission.path});
            if let Some(object) = row.as_object_mut() {
                object.extend(mission.numbers().map(|(name, count)| (name.into(), count.into())));
            }
            row
        };
        let rows: Vec<Value> = self.missions.iter().map(row).collect();
        let mut out =
            if rows.is_empty() { String::new() } else { show::table(&rows).unwrap_or_default() };
        for mission in &self.missions {
            for line in mission.lines() {
                out.push_str(&format!(
                    "{}: {}\n",
                    show::printable(&mission.path),
                    show::printable(&line)
                ));
            }
        }
        out.push_str(&self.summary());
        out.push('\n');
        out
    }

    /// The page.
    pub fn as_html(&self) -> String {
        let mut page = Page::new("Missions");
        let tone = if self.has_findings() { Tone::Bad } else { Tone::Good };
        page.told(tone, &format!("{}.", self.summary()));
        let tone = |mission: &MissionReport| {
            let whole = mission.counts.problems == 0 && mission.error.is_none();
            if whole { Tone::Plain } else { Tone::Bad }
        };
        page.table(
            MISSIONS,
            self.missions.iter().map(|mission| {
                let numbers = mission.numbers().map(|(_, count)| count.to_string());
                (tone(mission), [mission.path.clone()].into_iter().chain(numbers))
            }),
        );
        for mission in &self.missions {
            page.folded(tone(mission), &mission.path, |page| {
                mission.lines().iter().for_each(|line| page.told(Tone::Bad, line));
                page.table(OBJECTS, mission.objects.iter().flat_map(ObjectReport::rows));
            });
        }
        self.problems.iter().for_each(|problem| page.told(Tone::Bad, problem));
        page.finish()
    }
}

const MISSIONS: &[Column] = &[
    Column::Text("mission"),
    Column::Number("objects"),
    Column::Number("units"),
    Column::Number("parts"),
    Column::Number("models"),
    Column::Number("materials"),
    Column::Number("textures"),
    Column::Number("lightmaps"),
    Column::Number("problems"),
];

const OBJECTS: &[Column] = &[
    Column::Number("object"),
    Column::Text("name"),
    Column::Text("path"),
    Column::Number("part"),
    Column::Text("record"),
    Column::Text("type"),
    Column::Text("drawn"),
    Column::Text("model"),
    Column::Text("wear"),
    Column::Number("materials"),
    Column::Number("textures"),
];

impl ObjectReport {
    fn rows(&self) -> impl Iterator<Item = (Tone, Vec<String>)> + '_ {
        let tone = if self.problems.is_empty() { Tone::Plain } else { Tone::Bad };
        self.chain.iter().enumerate().map(move |(place, row)| {
            let first = |text: String| if place == 0 { text } else { String::new() };
            let own = |text: &Option<String>| text.clone().unwrap_or_default();
            let part = row.part.map(|part| part.to_string()).unwrap_or_default();
            let drawn = if row.drawn { "yes" } else { "no" };
            let cells = vec![
                first(self.index.to_string()),
                first(self.name.clone()),
                first(self.path.clone()),
                part,
                row.object.clone(),
                own(&row.tag),
                drawn.to_owned(),
                own(&row.model),
                own(&row.wear),
                row.materials.to_string(),
                row.textures.to_string(),
            ];
            (tone, cells)
        })
    }
}
